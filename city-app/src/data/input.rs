//! From what the user names (paths, a sample) to a dataset: sniffs the kind, reads, groups, merges.
//!
//! ```text
//! paths ──kind──> Input ──dumps | traces | trees | histograms──> TreeSeries ──> Dataset (Evolution)
//! ```
//!
//! An [`Input`] is looked at once; whoever reads it gets the files that were opened to learn what they are.

pub mod annotations;
mod chosen_points;
#[cfg(feature = "fleet")]
pub(crate) mod confined;
mod definition_file;
mod definitions;
mod dumps;
#[cfg(feature = "fleet")]
mod fleet_inputs;
pub(crate) mod garbage;
mod gc_events;
mod heap_files;
mod heap_series;
mod heaps;
mod histograms;
mod kind;
pub mod options;
pub(crate) mod own_file;
mod plugins;
pub(crate) mod point_source;
mod run;
mod runs;
mod samples;
pub(crate) mod saved_definition;
pub mod series;
mod size_cache;
mod structures;
#[cfg(feature = "fleet")]
mod table_trees;
#[cfg(feature = "fleet")]
mod tables;
mod thinning;
mod traces;
mod trees;
pub(crate) mod watched_folder;

use crate::data::input::point_source::PointSource;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Error, Evolution, FindReport, GcEvents, HeapFile, InputKind, PointTime, Progress, Result, Subject, TimePoint, Warnings};

pub use chosen_points::{ChosenPoints, Moment, PointWindow};
pub use definitions::{
    dataset_definitions, definition_files, delete_definition, kind_in_words, load_features, save_definition, user_definitions,
};
pub(crate) use dumps::{live_dump, telling_order};
#[cfg(feature = "fleet")]
pub(crate) use fleet_inputs::FleetInput;
#[cfg(feature = "fleet")]
pub use fleet_inputs::PlacePattern;
pub use gc_events::gc_events;
pub(crate) use heap_series::HeapSeries;
pub use heaps::{Cause, PointHeap, PointHeaps, Tracked};
pub(crate) use histograms::{levels, live_point, live_policy, samples_alone};
pub use kind::{Input, Looked};
pub use plugins::{PLUGINS_VARIABLE, load_plugins};
pub use run::Run;
pub use samples::{Sample, sample, samples, samples_folder};
pub use size_cache::{CACHE_VARIABLE, CacheFile, SizeCache};
pub use structures::{StructureRules, Structures, load_structures, save_descriptions};
#[cfg(feature = "fleet")]
pub(crate) use table_trees::{shows_processes, title_of_fleet};
#[cfg(feature = "fleet")]
pub(crate) use tables::{Fetched, part_tables};
pub use thinning::Thinning;
pub(crate) use traces::LiveTrace;

use self::annotations::Annotations;
use crate::base::settings::CitySettings;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{Arrived, Count, DatasetKind, TreeSeries};
use heap_files::HeapFiles;

/// Something to build a city from.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Trees over time; title and policy are set.
    pub evolution: Arc<Evolution>,
    /// What the input was.
    pub kind: DatasetKind,
    /// The criteria of the levels, outermost first.
    pub grouping: Vec<String>,
    /// By what it was asked to be grouped; empty for the usual grouping, and where there is no choice.
    pub asked: Vec<String>,
    /// The criteria to choose a grouping from ([`OpenOptions::by`]); empty where there is no choice.
    pub classifiers: Vec<String>,
    /// What was read; empty for live input.
    pub paths: Vec<PathBuf>,
    /// Settings that the dataset brings along.
    pub settings: Option<CitySettings>,
    /// Heap states of the points, to be read again; `None` for inputs without heap dumps.
    pub heaps: Option<Arc<PointHeaps>>,
    /// Garbage collections of the run, where they were asked for and somebody tells of them.
    pub gc: Option<Arc<GcEvents>>,
    /// What sampled objects tell of leaks, of JFR recordings.
    pub sampled: Option<Arc<FindReport>>,
    /// What find says of all points, where somebody has asked it before: of tables.
    pub found: Option<Arc<FindReport>>,
    /// What people know of the program, from the file beside the data.
    pub annotations: Arc<Annotations>,
    /// What the input cannot show, one sentence each ("class histograms hold counts only, no references").
    pub notes: Vec<String>,
    /// The runs whose ends the points are, where there are several.
    pub runs: Arc<[Run]>,
}

/// Said of datasets without references.
const NO_REFERENCES: &str = "The input has no references, so nothing shows who keeps what alive";

impl Dataset {
    /// Data that arrived live, of which nothing else is known.
    #[must_use]
    pub fn live(evolution: Arc<Evolution>, kind: DatasetKind) -> Self {
        let notes = notes(kind, &evolution);
        let (grouping, asked, classifiers, paths) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            evolution,
            kind,
            grouping,
            asked,
            classifiers,
            paths,
            settings: None,
            heaps: None,
            gc: None,
            sampled: None,
            found: None,
            annotations: Arc::default(),
            notes,
            runs: Arc::default(),
        }
    }
}

/// Reads an input as one dataset.
///
/// Takes as long as the input is large; `progress` names the step and can cancel. What could not be used is counted in
/// `warnings`.
///
/// # Errors
/// When nothing can be read, or when cancelled.
pub fn open(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<Dataset> {
    merged(input, read(input, options, progress, warnings)?, options, progress, warnings)
}

/// Reads an input as [`open`] does, and hands out what it has so far each time another heap dump is read: the first and
/// the last one come first, so that growth shows early. The result is the same as that of [`open`], with garbage collections.
///
/// # Errors
/// As [`open`].
pub fn open_growing(
    input: &Input,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
    mut grown: impl FnMut(Dataset, Count),
) -> Result<Dataset> {
    let mut evolution = Evolution::default();
    let mut arrived = |series: &TreeSeries, points: &[(TimePoint, PointSource)], count: Count| {
        for (point, _) in points {
            // What is wrong with a tree is told when all of them are merged.
            evolution.push_point(point.clone(), &Warnings::new());
        }
        if evolution.points.is_empty() || Some(count.read) == count.of {
            return;
        }
        evolution.title = series.info.title.clone().unwrap_or_default();
        evolution.policy = series.info.policy.clone().unwrap_or_default();
        evolution.subject = series.info.subject;
        // Files are another thread's until all is read.
        grown(dataset(series, evolution.clone(), options, Arc::default(), &Warnings::new()), count);
    };
    let series = read_as_it_arrives(input, options, progress, warnings, Some(&mut arrived))?;
    let gc = gc_events(input, progress, warnings)?;
    Ok(Dataset { gc, ..merged(input, series, options, progress, warnings)? })
}

/// The dataset that trees make which were [`read`] from an input.
///
/// # Errors
/// When they do not fit together, or when cancelled.
pub(crate) fn merged(
    input: &Input,
    mut series: TreeSeries,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Dataset> {
    let points = std::mem::take(&mut series.points);
    let info = &series.info;
    let (title, policy) = (info.title.clone().unwrap_or_default(), info.policy.clone().unwrap_or_default());
    let mut evolution = Evolution::from_points(title, policy, points, progress, warnings)?;
    evolution.subject = info.subject;
    for point in &mut evolution.points {
        // Of runs times are numbers.
        let run = usize::try_from(point.time_millis).ok().and_then(|at| series.runs.get(at));
        point.time = run.map_or_else(|| info.times.clone(), |run| PointTime::EndOfRun(run.title.clone()));
    }
    input.open.rest();
    Ok(dataset(&series, evolution, options, Arc::clone(&input.open), warnings))
}

fn dataset(series: &TreeSeries, evolution: Evolution, options: &OpenOptions, files: Arc<HeapFiles>, warnings: &Warnings) -> Dataset {
    let settings = series.info.settings.as_ref().map(|settings| CitySettings::from_json(&settings.to_string())).transpose();
    let settings = settings.unwrap_or_else(|error| {
        warnings.add("the settings in dataset.json could not be used", error);
        None
    });
    let roles = || evolution.roles.iter().skip(1).map(ToString::to_string).collect();
    let grouping = if series.grouping.is_empty() { roles() } else { series.grouping.clone() };
    let annotations = Annotations::beside(&series.paths).unwrap_or_else(|error| {
        warnings.add("marks and notes beside the data could not be read", error);
        Annotations::default()
    });
    let sources = &series.sources;
    let heaps = (!sources.is_empty() && sources.len() == evolution.points.len()).then(|| {
        let usual_by = if options.by.is_empty() { series.grouping.clone() } else { Vec::new() };
        Arc::new(PointHeaps::in_files(sources.clone(), OpenOptions { usual_by, ..options.clone() }, files))
    });
    Dataset {
        notes: series.notes.iter().cloned().chain(notes(series.kind, &evolution)).collect(),
        evolution: Arc::new(evolution),
        kind: series.kind,
        grouping,
        asked: if series.classifiers.is_empty() { Vec::new() } else { options.by.clone() },
        classifiers: series.classifiers.clone(),
        paths: series.paths.clone(),
        settings,
        heaps,
        gc: None,
        sampled: series.sampled.clone(),
        found: series.found.clone(),
        annotations: Arc::new(annotations),
        runs: series.runs.clone(),
    }
}

/// Reads an input as trees, one per point.
///
/// # Errors
/// As [`open`].
pub fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    read_as_it_arrives(input, options, progress, warnings, None)
}

fn read_as_it_arrives(
    input: &Input,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
    arrived: Option<Arrived<'_>>,
) -> Result<TreeSeries> {
    if input.is_of_runs() {
        let read_one = |run: &Input| read(run, options, progress, warnings);
        return runs::read(input, options, read_one, progress, warnings);
    }
    if options.subject == Subject::Garbage {
        return match kind_of(input, progress)? {
            DatasetKind::Traces { .. } | DatasetKind::ClassHistograms { are_recorded: true } => {
                garbage::read(input, options, progress, warnings)
            }
            _ => Err(garbage::no_lives(input.path())),
        };
    }
    // Nobody sees points that are left out in the end.
    let arrived = arrived.filter(|_| options.chosen.are_all());
    let mut series = match kind_of(input, progress)? {
        DatasetKind::HeapDumps => dumps::read(input, options, progress, warnings, arrived)?,
        DatasetKind::Traces { .. } => traces::read(input, options, progress, warnings, arrived)?,
        DatasetKind::ClassHistograms { are_recorded: true } => traces::read(input, options, progress, warnings, None)?,
        DatasetKind::ClassHistograms { are_recorded: false } => histograms::read(input, options, progress, warnings)?,
        #[cfg(feature = "fleet")]
        DatasetKind::MemoryTrees if input.kind == InputKind::Tables => table_trees::read(input, options, progress, warnings)?,
        DatasetKind::MemoryTrees | DatasetKind::Live => trees::read(input, options, progress, warnings)?,
    };
    series.keep(options.chosen)?;
    Ok(series)
}

/// Reads the last heap dump of an input by time as trees, and no other; of inputs without heap dumps, and where points were chosen,
/// everything.
///
/// # Errors
/// As [`open`].
pub fn read_last(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    match kind_of(input, progress)? {
        _ if input.is_of_runs() || !options.chosen.are_all() || options.subject == Subject::Garbage => {
            read(input, options, progress, warnings)
        }
        DatasetKind::HeapDumps => dumps::read_last(input, options, progress, warnings),
        DatasetKind::Traces { .. } => traces::read_last(input, options, progress, warnings),
        DatasetKind::ClassHistograms { .. } | DatasetKind::MemoryTrees | DatasetKind::Live => read(input, options, progress, warnings),
    }
}

/// The heap dump that is meant by a path, and the opened file that holds it: a file, or a folder of which the last one by time is
/// taken. `number` counts the dumps of the file or the states of the trace from 1; without one it is the first dump of a file, and the
/// last of a folder or trace.
///
/// # Errors
/// When there is no heap dump, or it cannot be read.
pub(crate) fn one_dump(
    path: &Path,
    number: Option<u32>,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<(PathBuf, Arc<HeapFile>, usize)> {
    let input = Input::look_at(&[path.to_owned()], warnings)?;
    if !input.has_states() {
        let what = "this needs a heap dump (.hprof, .hprof.gz) or a trace (.mctrace)";
        let message = format!("{} holds {}; {what}", path.display(), kind::in_words(input.kind));
        return Err(Error::Request(message));
    }
    let place = dumps::last_file(&input);
    let file = input.open.open(&place, progress, warnings)?;
    let at = match number {
        Some(number) => (number as usize).saturating_sub(1),
        // Loading will tell what is wrong outside the dumps.
        None if path.is_dir() || input.kind == InputKind::Trace => file.times(progress, &Warnings::new())?.len().saturating_sub(1),
        None => 0,
    };
    Ok((place, file, at))
}

/// What an input holds, before it is read.
///
/// # Errors
/// When it cannot be opened, or when cancelled.
pub(crate) fn kind_of(input: &Input, progress: &Progress) -> Result<DatasetKind> {
    match input.kind {
        InputKind::HeapDump => Ok(DatasetKind::HeapDumps),
        InputKind::Trace => traces::kind_of(input, progress),
        InputKind::ClassHistogram | InputKind::JfrRecording => Ok(DatasetKind::ClassHistograms { are_recorded: false }),
        InputKind::MemoryTrees | InputKind::Tables => Ok(DatasetKind::MemoryTrees),
        InputKind::GcLog | InputKind::TracePart | InputKind::Folder | InputKind::Empty | InputKind::Unknown => {
            Err(Error::Empty { reason: format!("{} holds nothing that can be read by itself", input.path().display()) })
        }
    }
}

/// How numbers of heap states are made; empty for other inputs, which say it themselves.
#[cfg(feature = "fleet")]
pub(crate) fn policy_of(kind: DatasetKind, options: &OpenOptions) -> String {
    match kind {
        DatasetKind::HeapDumps => options.size_policy().to_string(),
        DatasetKind::Traces { .. } => traces::trace_policy(options),
        DatasetKind::MemoryTrees | DatasetKind::ClassHistograms { .. } | DatasetKind::Live => String::new(),
    }
}

/// The heap states of an input, to be loaded one by one.
///
/// # Errors
/// When there is no heap state, or none can be read.
pub(crate) fn heap_series<'a>(
    input: &'a Input,
    options: &'a OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<HeapSeries<'a>> {
    refuse_without_states(input, options)?;
    HeapSeries::new(input, options, progress, warnings)
}

/// The heap states of an input, to be loaded in any order, and which of all they are, if somebody has chosen them.
///
/// # Errors
/// As [`heap_series`].
#[cfg(feature = "fleet")]
pub(crate) fn point_heaps(
    input: &Input,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<(PointHeaps, Option<String>)> {
    refuse_without_states(input, options)?;
    heap_series::point_heaps(input, options, progress, warnings)
}

fn refuse_without_states(input: &Input, options: &OpenOptions) -> Result<()> {
    if options.subject == Subject::Garbage {
        return Err(Error::Request("what died is kept alive by nobody: --garbage has no meaning here".into()));
    }
    input.refuse_runs()?;
    if input.has_states() {
        return Ok(());
    }
    Err(Error::Request("this needs heap dumps or traces: other inputs do not say who refers to whom".into()))
}

fn notes(kind: DatasetKind, evolution: &Evolution) -> Vec<String> {
    let known = evolution.references.iter().any(Option::is_some);
    match kind {
        // What is dead refers to nothing.
        _ if evolution.subject == Subject::Garbage => Vec::new(),
        DatasetKind::ClassHistograms { .. } => vec![histograms::NOTE.to_owned()],
        _ if known => Vec::new(),
        _ => vec![NO_REFERENCES.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::input::series::title_of;

    #[test]
    fn a_dataset_is_called_like_its_file_without_the_endings_of_its_kind() {
        assert_eq!(title_of(Path::new("dumps/leak.hprof.gz")), "leak");
        assert_eq!(title_of(Path::new("histo-1.txt")), "histo-1");
        assert_eq!(title_of(Path::new("my.app")), "my.app");
    }
}
