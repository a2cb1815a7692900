//! From what the user names (paths, a sample) to a dataset: sniffs the kind, reads, groups, merges.
//!
//! ```text
//! paths ──kind──> dumps | traces | trees | histograms ──> TreeSeries ──> Dataset (Evolution)
//! ```

mod definition_file;
mod definitions;
mod dumps;
mod heaps;
mod histograms;
mod kind;
mod plugins;
mod samples;
mod size_cache;
mod thinning;
mod traces;
mod trees;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{
    ClassifierInfo, DatasetInfo, Error, Evolution, FeatureMap, Grouping, GroupingPreset, InputKind, NameLevel, Plugin, Progress, Result,
    Rules, SizeKind, StateSource, TimePoint, Warnings,
};

pub use definitions::{
    DEFINITIONS_FILE, SavedDefinition, dataset_definitions, definition_files, delete_definition, kind_in_words, load_features,
    save_definition, user_definitions,
};
pub(crate) use dumps::{HeapSeries, live_dump, telling_order};
use heaps::HeapFiles;
pub use heaps::{Cause, PointHeap, PointHeaps, PointSource, Tracked};
pub(crate) use histograms::{levels, live_point, live_policy};
pub use plugins::{PLUGINS_VARIABLE, load_plugins};
pub use samples::{Sample, sample, samples, samples_folder};
pub use size_cache::{CACHE_VARIABLE, CacheFile, SizeCache};
pub use thinning::Thinning;
pub(crate) use traces::LiveTrace;

use crate::settings::CitySettings;

/// How to read an input. The default is what the command line does without options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// Classifiers for heap dumps, outermost first; empty is the default grouping (package path, then type).
    pub by: Vec<String>,
    /// Objects that nothing keeps alive count too.
    pub keep_unreachable: bool,
    /// Weak, soft, phantom and finalizer referents keep nothing alive.
    pub strong_only: bool,
    /// Whose rules decide which references count.
    pub rules: Rules,
    /// Which dump of a file that holds several, counted from 1; `None` takes all of them, one point each.
    pub dump: Option<u32>,
    /// Which points of a series of heap states are read.
    pub thinning: Thinning,
    /// The folder that holds both map folders of memory trees, when it is not the folder of the trees.
    pub pointers: Option<PathBuf>,
    /// Sizes of groups that need a walk over references; heap dumps only.
    pub sizes: Vec<SizeKind>,
    /// Where these sizes are kept between runs.
    pub cache: SizeCache,
    /// Sizes that are kept are taken also where nobody asks for them.
    pub take_kept_sizes: bool,
    /// Further classifiers and filters, each with a name of its own ([`load_plugins`]).
    pub plugins: Vec<Plugin>,
    /// What the user has saved for this input and for all ([`OpenOptions::with_definitions`]).
    pub definitions: Vec<SavedDefinition>,
    /// Which code belongs to which feature.
    pub features: Option<FeatureMap>,
    /// How inputs are grouped if nobody says; empty is the default grouping.
    pub usual_by: Vec<String>,
}

impl OpenOptions {
    /// Whether these options make the same heap states of a dump.
    #[must_use]
    pub fn reads_as(&self, other: &Self) -> bool {
        let reading = |options: &Self| (options.keep_unreachable, options.strong_only, options.rules);
        reading(self) == reading(other)
    }
}

/// What an input was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatasetKind {
    /// Heap dumps: can be grouped again, references known.
    HeapDumps,
    /// Memory traces with heap states: as heap dumps, and when objects were born.
    Traces {
        /// Where and by which thread they were allocated, too.
        has_sites: bool,
        /// Which part of the JVM allocated them, too.
        has_subsystems: bool,
    },
    /// Memory trees somebody else grouped; references where maps lie beside them.
    MemoryTrees,
    /// Class histograms: counts only, no references.
    ClassHistograms {
        /// A recorder took them, no person.
        are_recorded: bool,
    },
    /// Points that arrive while the program runs.
    Live,
}

impl DatasetKind {
    /// Whether single objects are known, so that they can be grouped again.
    #[must_use]
    pub fn has_heap_states(self) -> bool {
        self.state_source().is_some()
    }

    /// Where heap states of these inputs come from; `None` for inputs without.
    #[must_use]
    pub fn state_source(self) -> Option<StateSource> {
        match self {
            Self::HeapDumps => Some(StateSource::Dump),
            Self::Traces { has_sites, has_subsystems } => Some(StateSource::Trace { has_sites, has_subsystems }),
            Self::MemoryTrees | Self::ClassHistograms { .. } | Self::Live => None,
        }
    }

    /// Whether a recorder chose the points in time.
    #[must_use]
    pub fn are_recorded(self) -> bool {
        matches!(self, Self::Traces { .. } | Self::ClassHistograms { are_recorded: true })
    }

    /// Why these inputs cannot be grouped by a step, and what to record or to open instead; `None` if they can.
    #[must_use]
    pub fn cannot_group_by(self, step: &ClassifierInfo) -> Option<String> {
        let missing = step.missing_from(self.state_source().unwrap_or_default());
        missing.or_else(|| Some(self.knows_names_only(&step.name)?.to_owned()))
    }

    /// The same for the steps of a preset.
    #[must_use]
    pub fn cannot_take(self, preset: &GroupingPreset) -> Option<String> {
        let grouping = Grouping::parse(preset.steps).ok()?;
        grouping.missing_from(self.state_source().unwrap_or_default()).or_else(|| {
            let steps = Grouping::written_steps(preset.steps).unwrap_or_default();
            steps.iter().find_map(|step| self.knows_names_only(step)).map(str::to_owned)
        })
    }

    /// Why these inputs cannot be grouped by a step that heap dumps can be grouped by.
    fn knows_names_only(self, step: &str) -> Option<&'static str> {
        match self {
            Self::HeapDumps | Self::Traces { .. } => None,
            Self::MemoryTrees => Some("memory trees are grouped already; open the heap dumps that they were made of"),
            Self::ClassHistograms { .. } | Self::Live if NameLevel::parse(&[step]).is_ok() => None,
            Self::ClassHistograms { .. } => {
                Some("a class histogram counts objects per class; take heap dumps (jcmd PID GC.heap_dump FILE)")
            }
            Self::Live => Some("a watched JVM is asked for class histograms; ask for heap dumps (memory-city watch PID --dumps)"),
        }
    }
}

/// Trees over time, not merged yet.
#[derive(Debug)]
pub struct TreeSeries {
    /// What the input was.
    pub kind: DatasetKind,
    /// Title and policy; for memory trees also what else they say about themselves.
    pub info: DatasetInfo,
    /// The criteria of the levels, outermost first, where they were chosen while reading.
    pub grouping: Vec<String>,
    /// The criteria to choose from; empty where there is no choice.
    pub classifiers: Vec<String>,
    /// What was read.
    pub paths: Vec<PathBuf>,
    /// Trees with their references, ordered by time.
    pub points: Vec<TimePoint>,
    /// Where the heap dump of each point is; empty for inputs without dumps.
    pub sources: Vec<PointSource>,
    /// What the input cannot show, one sentence each, besides what is said of all of its kind.
    pub notes: Vec<String>,
}

/// Something to build a city from.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Trees over time; title and policy are set.
    pub evolution: Arc<Evolution>,
    /// What the input was.
    pub kind: DatasetKind,
    /// The criteria of the levels, outermost first.
    pub grouping: Vec<String>,
    /// The criteria to choose a grouping from ([`OpenOptions::by`]); empty where there is no choice.
    pub classifiers: Vec<String>,
    /// What was read; empty for live input.
    pub paths: Vec<PathBuf>,
    /// Settings that the dataset brings along.
    pub settings: Option<CitySettings>,
    /// Heap states of the points, to be read again; `None` for inputs without heap dumps.
    pub heaps: Option<Arc<PointHeaps>>,
    /// What the input cannot show, one sentence each ("class histograms hold counts only, no references").
    pub notes: Vec<String>,
}

/// Said of datasets without references.
const NO_REFERENCES: &str = "The input has no references, so nothing shows who keeps what alive";

impl Dataset {
    /// Data that arrived live, of which nothing else is known.
    #[must_use]
    pub fn live(evolution: Arc<Evolution>, kind: DatasetKind) -> Self {
        let notes = notes(kind, &evolution);
        Self { evolution, kind, grouping: Vec::new(), classifiers: Vec::new(), paths: Vec::new(), settings: None, heaps: None, notes }
    }
}

/// How much of a series has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Parts (files, points) that have been read.
    pub read: usize,
    /// How many there are; `None` while nobody knows.
    pub of: Option<usize>,
}

/// Hears of the points of a part that has just been read. The series is as it will be, only without points.
type Arrived<'a> = &'a mut dyn FnMut(&TreeSeries, &[(TimePoint, PointSource)], Count);

/// Reads an input as one dataset: a file, a folder, or several files of one kind.
///
/// Takes as long as the input is large; `progress` names the step and can cancel. What could not be used is counted in
/// `warnings`.
///
/// # Errors
/// When nothing can be read, when the paths are of different kinds, or when cancelled.
pub fn open(paths: &[PathBuf], options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<Dataset> {
    finish(read(paths, options, progress, warnings)?, options, progress, warnings)
}

/// Reads an input as [`open`] does, and hands out what it has so far each time another heap dump is read: the first and
/// the last one come first, so that growth shows early. The result is the same as that of [`open`].
///
/// # Errors
/// As [`open`].
pub fn open_growing(
    paths: &[PathBuf],
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
    mut grown: impl FnMut(Dataset, Count),
) -> Result<Dataset> {
    // What is wrong with the paths is told once, by the look that is followed by reading.
    if !kind_of(paths)?.has_heap_states() {
        return open(paths, options, progress, warnings);
    }
    let input = kind::look_at(paths, warnings)?;
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
        grown(dataset(series, evolution.clone(), options, &Warnings::new()), count);
    };
    let series = match input.kind {
        InputKind::Trace => traces::read(&input, options, progress, warnings, Some(&mut arrived))?,
        _ => dumps::read(&input, options, progress, warnings, Some(&mut arrived))?,
    };
    finish(series, options, progress, warnings)
}

/// Merges all trees.
fn finish(mut series: TreeSeries, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<Dataset> {
    progress.start("Merging memory trees", 0);
    let points = std::mem::take(&mut series.points);
    let info = &series.info;
    let (title, policy) = (info.title.clone().unwrap_or_default(), info.policy.clone().unwrap_or_default());
    let evolution = Evolution::from_points(title, policy, points, warnings)?;
    Ok(dataset(&series, evolution, options, warnings))
}

fn dataset(series: &TreeSeries, evolution: Evolution, options: &OpenOptions, warnings: &Warnings) -> Dataset {
    let settings = series.info.settings.as_ref().map(|settings| CitySettings::from_json(&settings.to_string())).transpose();
    let settings = settings.unwrap_or_else(|error| {
        warnings.add("the settings in dataset.json could not be used", error);
        None
    });
    let roles = || evolution.roles.iter().skip(1).map(ToString::to_string).collect();
    let grouping = if series.grouping.is_empty() { roles() } else { series.grouping.clone() };
    let sources = &series.sources;
    let heaps = (!sources.is_empty() && sources.len() == evolution.points.len()).then(|| {
        let usual_by = if options.by.is_empty() { series.grouping.clone() } else { Vec::new() };
        Arc::new(PointHeaps::new(sources.clone(), OpenOptions { usual_by, ..options.clone() }))
    });
    Dataset {
        notes: series.notes.iter().cloned().chain(notes(series.kind, &evolution)).collect(),
        evolution: Arc::new(evolution),
        kind: series.kind,
        grouping,
        classifiers: series.classifiers.clone(),
        paths: series.paths.clone(),
        settings,
        heaps,
    }
}

/// Reads an input as trees, one per point.
///
/// # Errors
/// As [`open`].
pub fn read(paths: &[PathBuf], options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let input = kind::look_at(paths, warnings)?;
    match input.kind {
        InputKind::HeapDump => dumps::read(&input, options, progress, warnings, None),
        InputKind::Trace => traces::read(&input, options, progress, warnings, None),
        InputKind::ClassHistogram => histograms::read(&input, options, progress, warnings),
        _ => trees::read(&input, options, progress, warnings),
    }
}

/// Reads the last heap dump of an input by time as trees, and no other; of inputs without heap dumps everything.
///
/// # Errors
/// As [`open`].
pub fn read_last(paths: &[PathBuf], options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    match kind_of(paths)? {
        DatasetKind::HeapDumps => dumps::read_last(&kind::look_at(paths, warnings)?, options, progress, warnings),
        DatasetKind::Traces { .. } => traces::read_last(&kind::look_at(paths, warnings)?, options, progress, warnings),
        _ => read(paths, options, progress, warnings),
    }
}

/// The heap dump that is meant by a path: a file, or a folder of which the last one by time is taken. `number` counts the
/// dumps of the file or the states of the trace from 1; without one it is the first dump of a file, and the last of a folder
/// or trace.
///
/// # Errors
/// When there is no heap dump, or it cannot be read.
pub(crate) fn one_dump(path: &Path, number: Option<u32>, progress: &Progress, warnings: &Warnings) -> Result<PointSource> {
    let input = kind::look_at(&[path.to_owned()], warnings)?;
    if !matches!(input.kind, InputKind::HeapDump | InputKind::Trace) {
        let what = "this needs a heap dump (.hprof, .hprof.gz) or a trace (.mctrace)";
        let message = format!("{} holds {}; {what}", path.display(), kind::in_words(input.kind));
        return Err(Error::Request(message));
    }
    match number {
        Some(number) => Ok(PointSource::new(dumps::last_file(&input), (number as usize).saturating_sub(1))),
        None if path.is_dir() || input.kind == InputKind::Trace => dumps::last_of(&dumps::last_file(&input), progress),
        None => Ok(PointSource::new(path.to_owned(), 0)),
    }
}

/// What the paths are, without reading them.
///
/// # Errors
/// When they cannot be read, or are nothing that this program reads.
pub(crate) fn kind_of(paths: &[PathBuf]) -> Result<DatasetKind> {
    // Whoever reads them tells what was passed over.
    let input = kind::look_at(paths, &Warnings::new())?;
    Ok(match input.kind {
        InputKind::HeapDump => DatasetKind::HeapDumps,
        InputKind::Trace => traces::kind_of(&input)?,
        InputKind::ClassHistogram => DatasetKind::ClassHistograms { are_recorded: false },
        _ => DatasetKind::MemoryTrees,
    })
}

/// The heap dumps among the paths, to be loaded one by one.
///
/// # Errors
/// When there is no heap dump, or none can be read.
pub(crate) fn heap_series(paths: &[PathBuf], options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<HeapSeries> {
    let input = kind::look_at(paths, warnings)?;
    match input.kind {
        InputKind::HeapDump | InputKind::Trace => HeapSeries::new(&input, options, progress, warnings),
        _ => Err(Error::Request("this needs heap dumps or traces: other inputs do not say who refers to whom".into())),
    }
}

fn notes(kind: DatasetKind, evolution: &Evolution) -> Vec<String> {
    let known = evolution.references.iter().any(Option::is_some);
    match kind {
        DatasetKind::ClassHistograms { .. } => vec![histograms::NOTE.to_owned()],
        _ if known => Vec::new(),
        _ => vec![NO_REFERENCES.to_owned()],
    }
}

/// What the `dataset.json` of a folder of dumps or histograms says; without a title the dataset is called like the
/// folder or the file.
fn info_of(input: &kind::Input, warnings: &Warnings) -> DatasetInfo {
    let file = input.path.join("dataset.json");
    let mut info = DatasetInfo::default();
    if file.is_file() {
        let origin = file.display().to_string();
        match analysis::read_text(&file, warnings).and_then(|text| DatasetInfo::parse(&origin, text.as_bytes(), warnings)) {
            Ok(read) => info = read,
            Err(error) => warnings.add("dataset.json could not be used", error),
        }
    }
    info.title.get_or_insert_with(|| title_of(&input.path));
    info
}

/// Warns of one of several files. Each is a kind of its own, so that the name of none is lost in a count.
fn warn_unusable(what: &str, path: &Path, error: &Error, warnings: &Warnings) {
    let told = error.to_string();
    let reason = told.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&told);
    warnings.add(&format!("the {what} {} could not be used", path.display()), reason);
}

/// What a file is called without the endings that only name its kind.
pub(crate) fn title_of(path: &Path) -> String {
    // `.` and `..` have no name of their own.
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = real.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = [".gz", ".hprof", ".mctrace", ".txt", ".bin"].iter().fold(name.as_str(), |name, end| name.strip_suffix(end).unwrap_or(name));
    stem.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dataset_is_called_like_its_file_without_the_endings_of_its_kind() {
        assert_eq!(title_of(Path::new("dumps/leak.hprof.gz")), "leak");
        assert_eq!(title_of(Path::new("histo-1.txt")), "histo-1");
        assert_eq!(title_of(Path::new("my.app")), "my.app");
    }
}
