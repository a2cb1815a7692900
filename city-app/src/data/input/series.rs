//! Trees over time as readers hand them over, and of what kind they are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{
    ClassifierInfo, DatasetInfo, Error, FindReport, Grouping, GroupingPreset, NameLevel, PointTime, Result, StateSource, TimePoint,
    Warnings,
};

use crate::data::input::chosen_points::{ChosenPoints, PointPlace};
use crate::data::input::kind;
use crate::data::input::point_source::PointSource;
use crate::data::input::run::Run;

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
    /// What sampled objects tell of leaks, of JFR recordings.
    pub sampled: Option<Arc<FindReport>>,
    /// What find says of all of its points, where somebody has asked it before: of tables.
    pub found: Option<Arc<FindReport>>,
    /// What the input cannot show, one sentence each, besides what is said of all of its kind.
    pub notes: Vec<String>,
    /// The runs whose ends the points are, where there are several; then times are their numbers, from 0.
    pub runs: Arc<[Run]>,
}

impl TreeSeries {
    /// Keeps the points that are looked at, and says of which they are.
    ///
    /// # Errors
    /// When there are none of these.
    pub(super) fn keep(&mut self, chosen: ChosenPoints) -> Result<()> {
        let is_of_one = self.runs.is_empty() && self.info.times == PointTime::Clock;
        let time = |point: &TimePoint| is_of_one.then_some(point.time_millis);
        let place = |point: &TimePoint| PointPlace { time_millis: time(point), collections: point.gc };
        let places: Vec<PointPlace> = self.points.iter().map(place).collect();
        let kept = chosen.of(&places)?;
        keep_at(&mut self.points, &kept);
        keep_at(&mut self.sources, &kept);
        self.notes.extend(chosen.in_words(&kept, places.len()).map(|words| format!("{words}.")));
        Ok(())
    }
}

/// Keeps what stands at these places, which ascend.
fn keep_at<T>(all: &mut Vec<T>, places: &[usize]) {
    let mut at = 0..;
    all.retain(|_| at.next().is_some_and(|at| places.binary_search(&at).is_ok()));
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
pub(crate) type Arrived<'a> = &'a mut dyn FnMut(&TreeSeries, &[(TimePoint, PointSource)], Count);

/// What the `dataset.json` of a folder of dumps or histograms says; without a title the dataset is called like the
/// folder or the file.
pub(crate) fn info_of(input: &kind::Input, warnings: &Warnings) -> DatasetInfo {
    let file = input.path().join("dataset.json");
    let mut info = DatasetInfo::default();
    if file.is_file() {
        let origin = file.display().to_string();
        match analysis::read_text(&file, warnings).and_then(|text| DatasetInfo::parse(&origin, text.as_bytes(), warnings)) {
            Ok(read) => info = read,
            Err(error) => warnings.add("dataset.json could not be used", error),
        }
    }
    info.title.get_or_insert_with(|| title_of(input.path()));
    info
}

/// Warns of one of several files. Each is a kind of its own, so that the name of none is lost in a count.
pub(crate) fn warn_unusable(what: &str, path: &Path, error: &Error, warnings: &Warnings) {
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
