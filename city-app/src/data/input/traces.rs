//! Memory traces: the heap states of a recording, grouped one after the other.
//!
//! A state is made from the one before, so they are read in their order; only the last one is read early, so that growth
//! shows at once. A trace that counts objects per class and holds no states is read as class histograms.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{
    Error, GcEvents, Grouping, HeapFile, HeapState, NameLevel, Progress, Result, StateSource, TimePoint, Trace, TraceInfo, TraceState,
    Warnings, group, grouped_time_point, histogram_points,
};

use super::dumps::{Wanted, about_file, empty_series, last_file, order_by_time};
use super::histograms;
use super::kind::Input;
use crate::data::input::options::OpenOptions;
use crate::data::input::point_source::PointSource;
use crate::data::input::series::{Arrived, Count, DatasetKind, TreeSeries, title_of, warn_unusable};

/// Traces that count and look at no heap.
const RECORDED_COUNTS: DatasetKind = DatasetKind::ClassHistograms { are_recorded: true };

/// What these traces hold: heap states, or class histograms alone. Those that have to be opened to know stay open.
pub(super) fn kind_of(input: &Input, progress: &Progress) -> Result<DatasetKind> {
    // It would have to be replayed from its start to its end.
    if input.files.iter().any(|file| file.look.format.is_some_and(|format| format.always_has_sites)) {
        return Ok(DatasetKind::Traces { has_sites: true, has_subsystems: true });
    }
    let (mut states, mut histograms, mut has_sites, mut has_subsystems) = (0, 0, false, false);
    for file in &input.files {
        let asked = input.open.ask(&file.path, progress, |file| {
            let Some(trace) = file.trace() else { return };
            states += trace.len();
            histograms += trace.info().histograms;
            has_sites |= trace.has_sites();
            has_subsystems |= trace.has_subsystems();
        });
        // Whoever reads them tells what is wrong with them.
        if let Err(Error::Cancelled) = asked {
            return Err(Error::Cancelled);
        }
    }
    let are_counts = states == 0 && histograms > 0;
    Ok(if are_counts { RECORDED_COUNTS } else { DatasetKind::Traces { has_sites, has_subsystems } })
}

/// Reads and groups all states of these traces. A file that cannot be used is left out and counted; if none can be used, the
/// first one's error is returned.
pub(super) fn read(
    input: &Input,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
    arrived: Option<Arrived<'_>>,
) -> Result<TreeSeries> {
    let mut errors = Vec::new();
    let mut files: Vec<(&Path, Arc<HeapFile>)> = Vec::new();
    for file in &input.files {
        let path = file.path.as_path();
        match about_file(path, warnings, |warnings| input.open.open(path, progress, warnings)) {
            Ok(opened) => files.push((path, opened)),
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => errors.push((path, error)),
        }
    }
    if files.is_empty() && !errors.is_empty() {
        return Err(errors.swap_remove(0).1);
    }
    for (file, error) in errors {
        warn_unusable("trace", file, &error, warnings);
    }
    if files.iter().all(|(_, file)| states_of(file).is_empty()) {
        return read_histograms(input, &files, options, warnings);
    }
    let wanted = Wanted::of(options);
    let in_file = |at: usize| {
        let times: Vec<i64> = states_of(&files[at].1).iter().map(|state| state.time_millis).collect();
        let range = wanted.range(times.len());
        // Whoever asks for a state that is not there hears which there are.
        let read = if options.dump.is_some() { range.collect() } else { options.thinning.of(&times) };
        read.into_iter().map(move |state| (at, state))
    };
    let mut parts: Vec<(usize, usize)> = (0..files.len()).flat_map(in_file).collect();
    if arrived.is_some() && parts.len() > 2 {
        let last = parts.remove(parts.len() - 1);
        parts.insert(1, last);
    }
    read_parts(input, &files, &parts, options, progress, warnings, arrived)
}

/// Reads and groups the last state of these traces by time.
pub(super) fn read_last(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let file = last_file(input);
    let opened = about_file(&file, warnings, |warnings| input.open.open(&file, progress, warnings))?;
    let states = states_of(&opened).len();
    if states == 0 {
        return read_histograms(input, &[(&file, opened)], options, warnings);
    }
    let wanted = if options.dump.is_some() { Wanted::of(options) } else { Wanted::Last };
    let parts: Vec<(usize, usize)> = wanted.range(states).map(|state| (0, state)).collect();
    read_parts(input, &[(&file, opened)], &parts, options, progress, warnings, None)
}

/// Reads these states (file and number) in this order.
fn read_parts(
    input: &Input,
    files: &[(&Path, Arc<HeapFile>)],
    parts: &[(usize, usize)],
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
    mut arrived: Option<Arrived<'_>>,
) -> Result<TreeSeries> {
    let any = |has: fn(&Trace) -> bool| files.iter().any(|(_, file)| file.trace().is_some_and(has));
    let (has_sites, has_subsystems) = (any(Trace::has_sites), any(Trace::has_subsystems));
    let options = &options.with_usual_grouping(has_sites);
    let grouping = options.grouping()?;
    let classifiers = options.registry().names_for(StateSource::Trace { has_sites, has_subsystems });
    let mut series = TreeSeries {
        kind: DatasetKind::Traces { has_sites, has_subsystems },
        classifiers,
        ..empty_series(input, options, &grouping, warnings)
    };
    series.info.policy = Some(trace_policy(options));
    let mut limits: Vec<String> = files.iter().filter_map(|(_, file)| file.trace()).flat_map(|trace| trace.info().limits).collect();
    limits.dedup();
    series.notes.extend(limits.iter().map(|limit| format!("Not recorded: {limit}.")));
    let of = parts.len();
    let mut points = Vec::with_capacity(of);
    for (read, &(at, state)) in parts.iter().enumerate() {
        if of > 1 {
            progress.part(format!("State {} of {of}", read + 1));
        }
        let (path, file) = &files[at];
        let is_ending = states_of(file).get(state).is_some_and(|state| state.is_ending);
        let place = PointSource::state(*path, state, is_ending);
        let mut point = about_file(path, warnings, |warnings| point_of(file, &place, &grouping, options, progress, warnings))?;
        point.label = label(file, &place, files.len() > 1);
        let read_part = [(point, place)];
        if let Some(arrived) = &mut arrived {
            arrived(&series, &read_part, Count { read: read + 1, of: Some(of) });
        }
        points.push((at, read_part));
    }
    progress.part("");
    points.sort_by_key(|(at, [(_, place)])| (*at, place.dump));
    let mut points: Vec<(TimePoint, PointSource)> = points.into_iter().flat_map(|(_, part)| part).collect();
    order_by_time(&mut points);
    (series.points, series.sources) = points.into_iter().unzip();
    Ok(series)
}

fn point_of(
    file: &HeapFile,
    place: &PointSource,
    grouping: &Grouping,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TimePoint> {
    let question = options.usual_question(place, grouping);
    let heap: HeapState = file.load(place.dump, &options.load_options(), progress, warnings)?;
    let grouped = group(&heap, grouping, progress, warnings)?;
    let sizes = options.node_sizes(question.as_ref(), &heap, &grouped, &options.sizes, progress)?;
    let point = grouped_time_point(&heap, grouped, sizes, progress)?;
    let gc = states_of(file).get(place.dump).map(|state| u64::from(state.collections));
    Ok(TimePoint { gc, label: label(file, place, false), ..point })
}

/// What a state is called: the collection that it came after, and why it was walked if for another reason; of several traces with the name of
/// its own.
pub(super) fn label(file: &HeapFile, place: &PointSource, of_several: bool) -> Option<String> {
    let states = states_of(file);
    let state = states.get(place.dump)?;
    let gc = state.collections;
    let label = match state.reason {
        // What its threads held is gone.
        _ if state.is_ending => format!("program ended, after GC {gc}"),
        "collection" => format!("GC {gc}"),
        "exit" => format!("exit, after GC {gc}"),
        reason => format!("{reason}, after GC {gc}"),
    };
    Some(if of_several { format!("{}, {label}", title_of(&place.file)) } else { label })
}

fn states_of(file: &HeapFile) -> Vec<TraceState> {
    file.trace().map(Trace::states).unwrap_or_default()
}

/// Traces without heap states: what they counted, if they did.
fn read_histograms(input: &Input, files: &[(&Path, Arc<HeapFile>)], options: &OpenOptions, warnings: &Warnings) -> Result<TreeSeries> {
    let traces: Vec<(&Path, &Trace)> = files.iter().filter_map(|(path, file)| Some((*path, file.trace()?))).collect();
    let why = traces.iter().find_map(|(path, trace)| Some((path, trace.why_no_states()?)));
    let histograms = traces.iter().flat_map(|(path, trace)| about_file(path, warnings, |warnings| trace.histograms(warnings)));
    let histograms: Vec<_> = histograms.collect();
    if histograms.is_empty() {
        let reason = why.map(|(path, why)| format!("{}: {why}", path.display()));
        return Err(Error::Empty { reason: reason.unwrap_or_else(|| format!("{} holds no trace", input.path().display())) });
    }
    let levels: Vec<NameLevel> = histograms::levels(&options.by)?;
    let series = histograms::series_of(input, &levels, histogram_points(histograms, &levels), warnings);
    let note = why.map(|(_, why)| format!("{}{}", why[..1].to_uppercase(), &why[1..]));
    Ok(TreeSeries { kind: RECORDED_COUNTS, notes: note.into_iter().collect(), ..series })
}

/// A trace that is still being written, as far as it has come.
pub(crate) struct LiveTrace {
    file: HeapFile,
    place: PathBuf,
}

impl LiveTrace {
    /// Opens what has come; `before` is what had come before.
    ///
    /// # Errors
    /// As [`HeapFile::open`].
    pub(crate) fn open(path: &Path, before: Option<&Self>, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let now = Self { file: HeapFile::open(path, progress, warnings)?, place: path.to_path_buf() };
        if let Some((now, before)) = now.file.trace().zip(before.and_then(|before| before.file.trace())) {
            now.go_on_from(before);
        }
        Ok(now)
    }

    /// What the trace says about the program; empty before it says anything.
    pub(crate) fn info(&self) -> TraceInfo {
        self.file.trace().map(Trace::info).unwrap_or_default()
    }

    /// Whether there will be no more.
    pub(crate) fn is_complete(&self) -> bool {
        self.info().is_complete
    }

    /// Points that it holds.
    pub(crate) fn len(&self) -> usize {
        if self.has_counts() { usize::try_from(self.info().histograms).unwrap_or(usize::MAX) } else { states_of(&self.file).len() }
    }

    /// These options with the grouping that such traces have if nobody asks for another one.
    pub(crate) fn with_usual_grouping(&self, options: &OpenOptions) -> OpenOptions {
        options.with_usual_grouping(self.has_sites())
    }

    /// What it is, what its points are grouped by with these options, and what they can be grouped by.
    ///
    /// # Errors
    /// When that is no grouping.
    pub(crate) fn kind(&self, options: &OpenOptions) -> Result<(DatasetKind, Vec<String>, Vec<String>)> {
        if self.has_counts() {
            let grouping = histograms::levels(&options.by)?.iter().map(|level| level.role().to_owned()).collect();
            return Ok((RECORDED_COUNTS, grouping, histograms::classifiers()));
        }
        let has_sites = self.has_sites();
        let has_subsystems = self.file.trace().is_some_and(Trace::has_subsystems);
        let classifiers = options.registry().names_for(StateSource::Trace { has_sites, has_subsystems });
        Ok((DatasetKind::Traces { has_sites, has_subsystems }, options.grouping()?.names(), classifiers))
    }

    fn has_sites(&self) -> bool {
        self.file.trace().is_some_and(Trace::has_sites)
    }

    /// The collections that have ended.
    pub(crate) fn gc_events(&self, progress: &Progress, warnings: &Warnings) -> Result<GcEvents> {
        self.file.trace().map_or_else(|| Ok(GcEvents::default()), |trace| trace.gc_events(progress, warnings))
    }

    /// How many collections have ended.
    pub(crate) fn collections(&self) -> usize {
        self.file.trace().map_or(0, |trace| trace.collections().len())
    }

    /// Which points are states that somebody has asked for.
    pub(crate) fn requested(&self) -> Vec<usize> {
        let states = states_of(&self.file);
        (0..states.len()).filter(|&at| states[at].reason == "request").collect()
    }

    /// Why there is nothing to show, in sentences; `None` if there is something.
    pub(crate) fn why_nothing(&self) -> Option<String> {
        self.file.trace().filter(|_| !self.has_counts()).and_then(Trace::why_no_states)
    }

    /// It counts objects, and walks no heap.
    fn has_counts(&self) -> bool {
        states_of(&self.file).is_empty() && self.info().histograms > 0
    }

    /// How its numbers are made.
    pub(crate) fn policy(&self, options: &OpenOptions) -> String {
        if self.has_counts() { histograms::POLICY.to_owned() } else { trace_policy(options) }
    }

    /// Reads and groups the states, or the counts of a trace that has no more, from number `after` on, and hands out each, a state with
    /// its place, until `push` wants no more. What they are grouped by stays what the options say. Times are milliseconds since the start of the trace.
    ///
    /// # Errors
    /// When the trace cannot be read, or when cancelled.
    pub(crate) fn points(
        &self,
        after: usize,
        options: &OpenOptions,
        progress: &Progress,
        warnings: &Warnings,
        push: &mut dyn FnMut(TimePoint, Option<PointSource>) -> bool,
    ) -> Result<()> {
        if self.has_counts() {
            return self.counted_points(after, options, warnings, push);
        }
        let grouping = options.grouping()?;
        for (dump, state) in states_of(&self.file).iter().enumerate().skip(after) {
            let place = PointSource::state(&self.place, dump, state.is_ending);
            let point = point_of(&self.file, &place, &grouping, options, progress, warnings)?;
            let time_millis = i64::try_from(state.nanos / 1_000_000).unwrap_or(i64::MAX);
            if !push(TimePoint { time_millis, ..point }, Some(place)) {
                break;
            }
        }
        Ok(())
    }

    fn counted_points(
        &self,
        after: usize,
        options: &OpenOptions,
        warnings: &Warnings,
        push: &mut dyn FnMut(TimePoint, Option<PointSource>) -> bool,
    ) -> Result<()> {
        let levels = histograms::levels(&options.by)?;
        let start = self.info().start_millis;
        let histograms = self.file.trace().map(|trace| trace.histograms(warnings)).unwrap_or_default();
        for point in histogram_points(histograms, &levels).into_iter().skip(after) {
            if !push(TimePoint { time_millis: point.time_millis.saturating_sub(start), ..point }, None) {
                break;
            }
        }
        Ok(())
    }
}

/// How the numbers of traces are made.
pub(super) fn trace_policy(options: &OpenOptions) -> String {
    analysis::SizePolicy { sizes_of_jvm: true, ..options.size_policy() }.to_string()
}

#[cfg(test)]
mod tests;
