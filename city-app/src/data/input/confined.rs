//! Folders of which somebody may see everything, and of nothing else anything: for paths that strangers choose.
//!
//! Whatever a path is written like, it counts where it really leads to. Links may lead from one of the folders to another; a folder with
//! a link that leads out of all of them is not opened, as whoever reads a folder follows what lies in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use analysis::{Error, InputKind, Result, Warnings, holds_tables, list_folder};

use super::kind::{Input, in_words};

/// Entries of folders that are looked at for links that lead out; whoever has more names a smaller folder.
const MOST_ENTRIES: usize = 100_000;

/// The folders, by their real paths.
#[derive(Debug, Clone)]
pub(crate) struct Roots(Vec<PathBuf>);

/// Data in one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// A path that [`Roots::find`] knows.
    pub(crate) path: String,
    /// What it holds, for people.
    pub(crate) kind: &'static str,
    /// The files that it is read from, with their bytes; of tables none are told.
    pub(crate) files: Vec<(String, u64)>,
}

impl Roots {
    /// These folders.
    ///
    /// # Errors
    /// When one of them is not there, or is none.
    pub(crate) fn new(named: &[PathBuf]) -> Result<Self> {
        let real = |path: &PathBuf| {
            let real = path.canonicalize().map_err(|source| Error::Io { source, path: path.clone() })?;
            if real.is_dir() { Ok(real) } else { Err(Error::Request(format!("{} is no folder", path.display()))) }
        };
        Ok(Self(named.iter().map(real).collect::<Result<_>>()?))
    }

    /// The real path of what somebody names: from one of the folders on, or as a whole.
    ///
    /// # Errors
    /// When there is no such thing in the folders, or when links lead out of them.
    pub(crate) fn find(&self, named: &str) -> Result<PathBuf> {
        // A path that begins at the top stays as it is when it is joined.
        let real = self.0.iter().filter_map(|root| root.join(named).canonicalize().ok()).find(|real| self.holds(real));
        let Some(real) = real else {
            // Whether there is something outside is nobody's business.
            let roots: Vec<String> = self.0.iter().map(|root| root.display().to_string()).collect();
            return Err(Error::Request(format!("{named} is not there, or lies outside of what may be read: {}", roots.join(", "))));
        };
        let folder = if real.is_dir() { &*real } else { real.parent().unwrap_or(&real) };
        match self.link_out(folder, real.is_dir())? {
            Some(link) => Err(Error::Request(format!("{} leads out of what may be read", self.shown(&link)))),
            None => Ok(real),
        }
    }

    /// A path as it is told, and found again: as short as it is clear.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let short = if let [root] = self.0.as_slice() { path.strip_prefix(root).unwrap_or(path) } else { path };
        if short.as_os_str().is_empty() { ".".to_owned() } else { short.to_string_lossy().into_owned() }
    }

    /// All data in the folders, and what could not be looked at.
    pub(crate) fn inputs(&self) -> (Vec<Found>, Warnings) {
        let (mut found, warnings) = (Vec::new(), Warnings::new());
        let mut waiting: Vec<PathBuf> = self.0.iter().rev().cloned().collect();
        let mut left = MOST_ENTRIES;
        while let Some(folder) = waiting.pop() {
            match self.link_out(&folder, false) {
                Ok(Some(link)) => {
                    warnings.add("a folder has a link that leads out of what may be read: it was passed over", self.shown(&link));
                }
                Ok(None) if holds_tables(&folder) => {
                    found.push(Found { path: self.shown(&folder), kind: "tables", files: Vec::new() });
                    continue;
                }
                Ok(None) => {
                    let input = self.input_at(&folder, &warnings);
                    let is_of_trees = input.as_ref().is_some_and(|input| input.kind == in_words(InputKind::MemoryTrees));
                    found.extend(input);
                    if is_of_trees {
                        // What lies below belongs to them.
                        continue;
                    }
                }
                Err(error) => warnings.add("a folder could not be read", error),
            }
            let below = list_folder(&folder).unwrap_or_default().into_iter().rev().filter(|path| path.is_dir() && !path.is_symlink());
            let below: Vec<PathBuf> = below.take(left).collect();
            left -= below.len();
            waiting.extend(below);
        }
        (found, warnings)
    }

    /// What lies at a path in the folders, if it is data.
    pub(crate) fn input_at(&self, path: &Path, warnings: &Warnings) -> Option<Found> {
        let input = Input::look_at_run(&[path.to_owned()], warnings).ok()?;
        let files: Vec<(String, u64)> =
            input.paths().iter().map(|file| (self.shown(file), file.metadata().map_or(0, |it| it.len()))).collect();
        // A folder of folders is no data itself.
        (!files.is_empty()).then(|| Found { path: self.shown(path), kind: in_words(input.kind), files })
    }

    fn holds(&self, real: &Path) -> bool {
        self.0.iter().any(|root| real.starts_with(root))
    }

    /// The first link of a folder that leads out, and with `deep` of all folders in it.
    fn link_out(&self, folder: &Path, deep: bool) -> Result<Option<PathBuf>> {
        let mut seen = BTreeSet::from([folder.to_owned()]);
        let mut waiting = vec![folder.to_owned()];
        let mut left = MOST_ENTRIES;
        while let Some(folder) = waiting.pop() {
            for path in list_folder(&folder)? {
                let what = || format!("{} holds more than {MOST_ENTRIES} files: name a folder in it", self.shown(&folder));
                left = left.checked_sub(1).ok_or_else(|| Error::Request(what()))?;
                // Nobody can read a link that leads nowhere.
                let Some(real) = (if path.is_symlink() { path.canonicalize().ok() } else { Some(path.clone()) }) else { continue };
                if !self.holds(&real) {
                    return Ok(Some(path));
                }
                if deep && real.is_dir() && seen.insert(real.clone()) {
                    waiting.push(real);
                }
            }
        }
        Ok(None)
    }
}
