//! What died in a recording, piling up: the points are its heap states, and at each is all that died until then.
//!
//! Of traces with allocations and deaths this is exact, or an estimate with its errors; of others what a heap state has and the next one
//! has not died in between.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use analysis::{
    CountsBasis, Error, EstimatedTree, GcEvent, GcEvents, Grouping, HeapFile, InputKind, JfrRecording, Lifetimes, LoadOptions, NodeSizes,
    NodeTotals, Progress, Result, StateSource, Subject, TimePoint, Trace, Warnings, accumulated, deaths_between_states,
};

use super::chosen_points::PointPlace;
use super::dumps::{about_file, empty_series};
use super::gc_events::gc_events;
use super::kind::Input;
use crate::base::words;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{DatasetKind, TreeSeries};

/// By what the dead are grouped if nobody says: with sites the place that made them and the line of the application behind it.
pub(crate) const USUAL_STEPS: &str = "age,type,site,closest domain call site";

/// The same where only allocations are known.
pub(crate) const STEPS_OF_SAMPLES: &str = "type,site,closest domain call site";

/// The most points of a recording without heap states; of more collections some are left out, evenly.
const MOST_POINTS: usize = 100;

/// Why a trace tells of no life; `None` if it does.
#[must_use]
pub(crate) fn why_no_lives(trace: &Trace) -> Option<String> {
    let why = trace.why_no_states().filter(|_| !trace.has_sites())?;
    let counted = if trace.info().histograms > 0 { "; memory-city trends tells of its class histograms" } else { "" };
    Some(format!("nothing is known of what was created and collected: {why}{counted}"))
}

/// What tells of the garbage of one run.
pub(crate) enum GarbageSource {
    /// Which objects died.
    Trace(Box<Trace>),
    /// What was allocated, by samples, and the collections.
    Recording(Arc<JfrRecording>),
    /// The collections alone.
    Log(Arc<GcEvents>),
}

impl GarbageSource {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read, and when it tells nothing of garbage.
    pub(crate) fn open(path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let input = Input::look_at_run(&[path.to_owned()], warnings)?;
        let recording = match input.files.as_slice() {
            [file] if input.kind == InputKind::JfrRecording => file.recording(progress, warnings)?,
            _ => None,
        };
        if let Some(recording) = recording {
            return Ok(Self::Recording(recording));
        }
        if input.kind == InputKind::GcLog {
            return Ok(Self::Log(gc_events(&input, progress, warnings)?.unwrap_or_default()));
        }
        match HeapFile::open(path, progress, warnings)? {
            HeapFile::Trace(trace) => Ok(Self::Trace(trace)),
            HeapFile::Dumps { .. } => Err(no_lives(path)),
        }
    }
}

/// Reads what died in a trace.
pub(super) fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let [file] = input.files.as_slice() else {
        return Err(Error::Request(format!("what died is told of one recording, and {} are named", input.files.len())));
    };
    let path = file.path.as_path();
    let opened = about_file(path, warnings, |warnings| input.open.open(path, progress, warnings))?;
    let Some(trace) = opened.trace() else { return Err(no_lives(path)) };
    if let Some(why) = why_no_lives(trace) {
        return Err(Error::Request(format!("{}: {why}", path.display())));
    }
    let (has_sites, has_subsystems) = (trace.has_sites(), trace.has_subsystems());
    let options = &OpenOptions { usual_by: vec![USUAL_STEPS.to_owned()], ..options.clone() };
    let grouping = options.grouping()?;
    let mut series = TreeSeries {
        kind: DatasetKind::Traces { has_sites, has_subsystems },
        classifiers: options.registry().names_for(StateSource::Trace { has_sites, has_subsystems }),
        ..empty_series(input, options, &grouping, warnings)
    };
    series.info.subject = Subject::Garbage;
    series.notes.extend(trace.info().limits.iter().map(|limit| format!("Not recorded: {limit}.")));

    let moments = moments_of(trace, options);
    let place = |moment: &Moment| PointPlace { time_millis: Some(moment.time_millis), collections: Some(u64::from(moment.collections)) };
    let places: Vec<PointPlace> = moments.iter().map(place).collect();
    let kept = options.chosen.of(&places)?;
    series.notes.extend(options.chosen.in_words(&kept, places.len()).map(|words| format!("{words}.")));
    let moments: Vec<Moment> = kept.iter().map(|&at| moments[at]).collect();
    // Of points that were chosen the first one is where counting begins.
    let begins = if options.chosen.are_all() { 0 } else { moments.first().map_or(0, |first| first.collections) };
    let mut before = begins;
    let steps = moments.iter().map(|moment| {
        let step = before.saturating_add(1)..=moment.collections;
        before = before.max(moment.collections);
        step
    });
    let (basis, steps) = died_in(trace, steps.collect(), &grouping, false, progress, warnings)?;
    series.info.policy = Some(words::counts_basis(basis).to_owned());
    let point = |(EstimatedTree { tree, estimates }, moment): (EstimatedTree, &Moment)| TimePoint {
        time_millis: moment.time_millis,
        gc: Some(moment.collections.into()),
        label: None,
        tree,
        references: None,
        sizes: NodeSizes { estimates, ..NodeSizes::default() },
    };
    let trees = with_empty_groups(accumulated(steps));
    if trees.is_empty() {
        return Err(Error::Empty { reason: format!("{}: nothing was seen to die in it", path.display()) });
    }
    series.points = trees.into_iter().zip(&moments).map(point).collect();
    Ok(series)
}

/// The same trees, where those before the first death have the groups of the first dead, with nothing in them: a tree without groups
/// would be no point in time. None if nothing died.
fn with_empty_groups(mut trees: Vec<EstimatedTree>) -> Vec<EstimatedTree> {
    let Some(first) = trees.iter().position(|tree| tree.tree.nodes.len() > 1) else { return Vec::new() };
    let mut empty = EstimatedTree { tree: trees[first].tree.clone(), estimates: None };
    empty.tree.nodes.iter_mut().for_each(|node| node.totals = NodeTotals::default());
    trees[..first].fill(empty);
    trees
}

/// What is no trace tells of no deaths.
pub(super) fn no_lives(path: &Path) -> Error {
    let path = path.display();
    Error::Request(format!(
        "{path}: what died is told of recordings (.mctrace), which memory-city record makes; of a JFR recording memory-city died {path} tells \
         what was allocated"
    ))
}

/// A point in time, and how many collections had ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Moment {
    time_millis: i64,
    collections: u32,
}

/// The points of a trace: its heap states and what comes after the last of them; without states its collections.
fn moments_of(trace: &Trace, options: &OpenOptions) -> Vec<Moment> {
    let start = trace.info().start_millis;
    let ended = |event: &GcEvent| {
        let millis = i64::try_from(event.end_nanos / 1_000_000).unwrap_or(i64::MAX);
        Moment { time_millis: start.saturating_add(millis), collections: event.number }
    };
    let collections = trace.collections();
    let states: Vec<Moment> =
        trace.states().iter().map(|state| Moment { time_millis: state.time_millis, collections: state.collections }).collect();
    let mut all = if states.len() > 1 {
        let after = states.last().map_or(0, |last| last.collections);
        let end = collections.last().map(ended).filter(|end| end.collections > after);
        states.into_iter().chain(end).collect()
    } else {
        let step = collections.len().div_ceil(MOST_POINTS).max(1);
        // The last one of each stretch, so that nothing is left out at the end.
        collections.chunks(step).filter_map(|stretch| stretch.last().map(ended)).collect::<Vec<Moment>>()
    };
    all.dedup_by_key(|moment| moment.time_millis);
    let times: Vec<i64> = all.iter().map(|moment| moment.time_millis).collect();
    options.thinning.of(&times).into_iter().map(|at| all[at]).collect()
}

/// How the numbers of lives are known.
pub(crate) fn basis_of(lives: &Lifetimes) -> CountsBasis {
    if lives.are_sampled() { CountsBasis::Sampled } else { CountsBasis::Exact }
}

/// What died in each of these stretches of collections, and how that is known; by `comparing` heap states even if the trace tells of
/// deaths.
///
/// # Errors
/// As those of [`Trace::lifetimes`] and [`Trace::heap_state`].
pub(crate) fn died_in(
    trace: &Trace,
    steps: Vec<RangeInclusive<u32>>,
    grouping: &Grouping,
    comparing: bool,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<(CountsBasis, Vec<EstimatedTree>)> {
    if trace.has_sites() && !comparing {
        let lives = trace.lifetimes(progress, warnings)?;
        let basis = basis_of(&lives);
        let trees = steps.into_iter().map(|step| lives.died_tree(step, grouping, progress, warnings)).collect::<Result<_>>()?;
        return Ok((basis, trees));
    }
    let collections: Vec<u32> = trace.states().iter().map(|state| state.collections).collect();
    let state = |at: usize| trace.heap_state(at, &LoadOptions::default(), progress, warnings);
    let died = |step| {
        let tree = deaths_between_states(&collections, state, step, grouping, progress, warnings)?;
        Ok(EstimatedTree { tree, estimates: None })
    };
    Ok((CountsBasis::BetweenStates, steps.into_iter().map(died).collect::<Result<_>>()?))
}
