//! Files with heap states that are opened once: whoever asks next gets what is open.
//!
//! A trace stays open from the first question about it on, as it makes each state from the one before. A file of heap dumps is handed out
//! and forgotten: decompressed it may be as large as memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analysis::{HeapFile, HeapState, LoadOptions, Progress, Result, Trace, Warnings};

use crate::data::input::point_source::PointSource;

/// Files that are open.
#[derive(Debug, Default)]
pub(crate) struct HeapFiles(Mutex<BTreeMap<PathBuf, Open>>);

#[derive(Debug)]
struct Open {
    file: Arc<HeapFile>,
    /// What was wrong with it, until somebody listens.
    untold: Option<Warnings>,
}

impl HeapFiles {
    /// Opens a file, unless it is open. What is wrong with it is told once, to the first who listens.
    ///
    /// # Errors
    /// As [`HeapFile::open`].
    pub(super) fn open(&self, path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Arc<HeapFile>> {
        let mut files = self.lock();
        let Open { file, untold } = Self::take(&mut files, path, progress)?;
        if let Some(untold) = untold {
            warnings.extend(&untold);
        }
        Self::keep(&mut files, path, Open { file: Arc::clone(&file), untold: None });
        Ok(file)
    }

    /// Asks a file that whoever reads it will open again.
    ///
    /// # Errors
    /// As [`HeapFile::open`].
    pub(super) fn ask<T>(&self, path: &Path, progress: &Progress, question: impl FnOnce(&HeapFile) -> T) -> Result<T> {
        let mut files = self.lock();
        let open = Self::take(&mut files, path, progress)?;
        let answer = question(&open.file);
        Self::keep(&mut files, path, open);
        Ok(answer)
    }

    /// Loads a heap state; a trace that has grown meanwhile is opened again.
    ///
    /// # Errors
    /// As [`HeapFile::open`] and [`HeapFile::load`].
    pub(super) fn load(&self, source: &PointSource, options: &LoadOptions, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        self.lock().retain(|path, open| *path != source.file || open.file.trace().is_none_or(|trace| source.dump < trace.len()));
        self.open(&source.file, progress, warnings)?.load(source.dump, options, progress, warnings)
    }

    /// Keeps of the open files only what is not made anew quickly.
    pub(super) fn rest(&self) {
        self.lock().values().filter_map(|open| open.file.trace()).for_each(Trace::forget_replayed);
    }

    fn take(files: &mut BTreeMap<PathBuf, Open>, path: &Path, progress: &Progress) -> Result<Open> {
        if let Some(open) = files.remove(path) {
            return Ok(open);
        }
        let warnings = Warnings::new();
        let file = Arc::new(HeapFile::open(path, progress, &warnings)?);
        Ok(Open { file, untold: Some(warnings) })
    }

    fn keep(files: &mut BTreeMap<PathBuf, Open>, path: &Path, open: Open) {
        if open.file.trace().is_some() {
            files.insert(path.to_owned(), open);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
