//! The heap states of an input one after the other, in the order of time: for work that needs each of them as a whole.
//!
//! Every file is opened once. Plain dumps and traces are opened at the start, to know all their states; what is in gzip is decompressed
//! when its turn comes, and counts as one dump until then.

use std::collections::VecDeque;
use std::sync::Arc;

use analysis::{Error, HeapFile, HeapState, InputKind, Progress, Result, Trace, Warnings};

use crate::data::input::chosen_points::PointPlace;
use crate::data::input::dumps::about_file;
#[cfg(feature = "fleet")]
use crate::data::input::heaps::PointHeaps;
use crate::data::input::kind::{Input, InputFile, one_in_words};
use crate::data::input::options::OpenOptions;
use crate::data::input::point_source::{PointSource, judged};
use crate::data::input::series::warn_unusable;

/// Heap states that have not been read yet.
#[derive(Debug)]
pub(crate) struct HeapSeries<'a> {
    input: &'a Input,
    options: &'a OpenOptions,
    chosen_in_words: Option<String>,
    /// The numbers of those that are read among all, from 1, where somebody has chosen them.
    numbers: Vec<usize>,
    waiting: VecDeque<Waiting>,
    read: Vec<PointSource>,
}

/// One of them.
#[derive(Debug, Clone)]
struct Waiting {
    /// Milliseconds since the epoch.
    time_millis: i64,
    source: PointSource,
    /// `None` until it is decompressed; then there may be more dumps in it.
    file: Option<Arc<HeapFile>>,
}

impl Waiting {
    fn place(&self) -> PointPlace {
        let trace = self.file.as_ref().and_then(|file| file.trace());
        let collections = trace.and_then(|trace| trace.states().get(self.source.dump).map(|state| u64::from(state.collections)));
        PointPlace { time_millis: Some(self.time_millis), collections }
    }
}

impl<'a> HeapSeries<'a> {
    /// Looks for the states by which a program is judged. A file that cannot be used is left out and counted.
    ///
    /// # Errors
    /// The first file's if none can be used; [`Error::Cancelled`].
    pub(super) fn new(input: &'a Input, options: &'a OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let States { waiting, mut unusable, latest } = States::of(input, options, false, progress, warnings)?;
        let chosen = options.chosen.of(&waiting.iter().map(Waiting::place).collect::<Vec<_>>())?;
        let chosen_in_words = options.chosen.in_words(&chosen, waiting.len());
        let places: Vec<PointSource> = chosen.iter().map(|&at| waiting[at].source.clone()).collect();
        let read: Vec<usize> = judged(&places).into_iter().map(|at| chosen[at]).collect();
        let numbers = read.iter().map(|at| at + 1).filter(|_| chosen_in_words.is_some()).collect();
        let waiting = read.into_iter().map(|at| waiting[at].clone()).collect();
        let mut series = Self { input, options, chosen_in_words, numbers, waiting, read: Vec::new() };
        series.open_next(progress, warnings, &mut unusable)?;
        if series.waiting.is_empty() {
            if !unusable.is_empty() {
                return Err(unusable.swap_remove(0).1);
            }
            // Loading what is not there tells why, and which dumps there are.
            let missing = options.dump.map_or(0, |dump| (dump as usize).saturating_sub(1));
            if let Some(file) = input.files.first() {
                let opened = input.open.open(&file.path, progress, &Warnings::new())?;
                series.waiting.push_back(Waiting {
                    time_millis: latest,
                    source: PointSource::dump(&file.path, missing),
                    file: Some(opened),
                });
            }
        }
        series.warn_of(unusable, warnings);
        Ok(series)
    }

    /// Which of all points these are, if somebody has chosen them.
    pub(crate) fn chosen_in_words(&self) -> Option<&str> {
        self.chosen_in_words.as_deref()
    }

    /// The number of a state that was read among all that there are, from 1.
    pub(crate) fn number(&self, at: usize) -> usize {
        self.numbers.get(at).copied().unwrap_or(at + 1)
    }

    /// Whether there is another one.
    pub(crate) fn has_next(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Loads the next one; `None` after the last.
    ///
    /// # Errors
    /// When it cannot be read, or when cancelled.
    pub(crate) fn next(&mut self, progress: &Progress, warnings: &Warnings) -> Result<Option<HeapState>> {
        let Some(Waiting { source, file: Some(file), .. }) = self.waiting.pop_front() else { return Ok(None) };
        self.read.push(source);
        let heap = self.load(self.read.len() - 1, &file, progress, warnings)?;
        let mut unusable = Vec::new();
        self.open_next(progress, warnings, &mut unusable)?;
        self.warn_of(unusable, warnings);
        Ok(Some(heap))
    }

    /// Loads one again that was read, from 0.
    ///
    /// # Errors
    /// As [`HeapSeries::next`]; [`Error::Empty`] where it was not read.
    pub(crate) fn again(&self, at: usize, progress: &Progress) -> Result<HeapState> {
        let missing = || Error::Empty { reason: format!("heap state {} was not read", at + 1) };
        let path = &self.read.get(at).ok_or_else(missing)?.file;
        // What is wrong with it was told.
        let file = self.input.open.open(path, progress, &Warnings::new())?;
        self.load(at, &file, progress, &Warnings::new())
    }

    fn load(&self, at: usize, file: &HeapFile, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        let source = &self.read[at];
        let of = self.read.len() + self.waiting.len();
        if of > 1 {
            progress.part(format!("Heap state {} of {of}", at + 1));
        }
        let load = |warnings: &Warnings| file.load(source.dump, &self.options.load_options(), progress, warnings);
        about_file(&source.file, warnings, load)
    }

    /// Opens the next file that was not opened yet, if its turn has come; what cannot be used is passed over.
    fn open_next(&mut self, progress: &Progress, warnings: &Warnings, unusable: &mut Vec<(&'a InputFile, Error)>) -> Result<()> {
        while self.waiting.front().is_some_and(|next| next.file.is_none()) {
            let Some(next) = self.waiting.pop_front() else { return Ok(()) };
            let Some(file) = self.input.files.iter().find(|file| file.path == next.source.file) else { continue };
            match states_of(self.input, file, self.options, progress, warnings) {
                Ok(states) => states.into_iter().rev().for_each(|state| self.waiting.push_front(state)),
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => unusable.push((file, error)),
            }
        }
        Ok(())
    }

    fn warn_of(&self, unusable: Vec<(&InputFile, Error)>, warnings: &Warnings) {
        for (file, error) in unusable {
            warn_unusable(one_in_words(self.input.kind), &file.path, &error, warnings);
        }
    }
}

/// The states of all files, in the order of time.
struct States<'a> {
    waiting: Vec<Waiting>,
    unusable: Vec<(&'a InputFile, Error)>,
    /// When the last of them was, as far as that is known.
    latest: i64,
}

impl<'a> States<'a> {
    /// Looks for those that are not left out by thinning. What is in gzip is one dump until somebody decompresses it (`opens_gzip`).
    fn of(input: &'a Input, options: &OpenOptions, opens_gzip: bool, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let mut waiting = Vec::new();
        let mut unusable = Vec::new();
        let mut latest = i64::MIN;
        for file in &input.files {
            latest = file.look.time_millis.unwrap_or(latest);
            if file.look.in_gzip && input.kind == InputKind::HeapDump && !opens_gzip {
                waiting.push(Waiting { time_millis: latest, source: PointSource::dump(&file.path, 0), file: None });
                continue;
            }
            match states_of(input, file, options, progress, warnings) {
                Ok(states) => waiting.extend(states),
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => unusable.push((file, error)),
            }
        }
        // Equal times keep the order of their files' names.
        waiting.sort_by_key(|state| state.time_millis);
        let times: Vec<i64> = waiting.iter().map(|state| state.time_millis).collect();
        let waiting = options.thinning.of(&times).into_iter().map(|at| waiting[at].clone()).collect();
        Ok(Self { waiting, unusable, latest })
    }
}

/// All heap states of an input that somebody wants, those at a program's end too, to be read in any order; and which of all they are, if
/// somebody has chosen them.
///
/// # Errors
/// When there is none that can be read, or when cancelled.
#[cfg(feature = "fleet")]
pub(super) fn point_heaps(
    input: &Input,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<(PointHeaps, Option<String>)> {
    let States { waiting, mut unusable, .. } = States::of(input, options, true, progress, warnings)?;
    if waiting.is_empty() && !unusable.is_empty() {
        return Err(unusable.swap_remove(0).1);
    }
    for (file, error) in unusable {
        warn_unusable(one_in_words(input.kind), &file.path, &error, warnings);
    }
    let chosen = options.chosen.of(&waiting.iter().map(Waiting::place).collect::<Vec<_>>())?;
    let chosen_in_words = options.chosen.in_words(&chosen, waiting.len());
    let sources = chosen.into_iter().map(|at| waiting[at].source.clone()).collect();
    Ok((PointHeaps::in_files(sources, options.clone(), Arc::clone(&input.open)), chosen_in_words))
}

/// The states of a file that are wanted, by time.
fn states_of(input: &Input, file: &InputFile, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<Vec<Waiting>> {
    let path = &file.path;
    // Loading will tell again what is wrong with a dump.
    about_file(path, warnings, |warnings| {
        let opened = input.open.open(path, progress, warnings)?;
        let times = opened.times(progress, &Warnings::new())?;
        let states = opened.trace().map(Trace::states);
        let source = |at: usize| match &states {
            Some(states) => PointSource::state(path, at, states.get(at).is_some_and(|state| state.is_ending)),
            None => PointSource::dump(path, at),
        };
        Ok(times
            .into_iter()
            .enumerate()
            .filter(|(at, _)| options.dump.is_none_or(|dump| dump as usize == at + 1))
            .map(|(at, time_millis)| Waiting { time_millis, source: source(at), file: Some(Arc::clone(&opened)) })
            .collect())
    })
}
