//! Heap dumps: one heap state each, grouped one after the other.
//!
//! Only one heap state is in memory at a time: what remains of a dump is its tree with the references between nodes.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{
    DatasetInfo, Error, Grouped, Grouping, HeapFile, HeapState, LoadOptions, NodeSizes, Progress, Result, SizeKind, SizePolicy,
    StateSource, TimePoint, Warnings, group, grouped_time_point, time_point,
};

use super::Thinning;
use super::kind::{Input, InputFile};
use super::size_cache::Question;
use crate::data::input::options::OpenOptions;
use crate::data::input::point_source::PointSource;
use crate::data::input::series::{Arrived, Count, DatasetKind, TreeSeries, info_of, title_of, warn_unusable};

impl OpenOptions {
    /// Which objects of a heap dump count.
    #[must_use]
    pub fn size_policy(&self) -> SizePolicy {
        SizePolicy { keep_unreachable: self.keep_unreachable, strong_only: self.strong_only, rules: self.rules, ..SizePolicy::default() }
    }

    pub(super) fn load_options(&self) -> LoadOptions {
        LoadOptions { policy: self.size_policy(), ..LoadOptions::default() }
    }

    /// What a cache is asked about a dump if it is asked at all; look at the dump before it is read, so that later changes are noticed.
    pub(super) fn usual_question(&self, place: &PointSource, grouping: &Grouping) -> Option<Question> {
        (self.take_kept_sizes || !self.sizes.is_empty()).then(|| self.question(place, grouping))
    }

    /// What a cache is asked about a dump.
    pub(super) fn question(&self, place: &PointSource, grouping: &Grouping) -> Question {
        let mut steps = grouping.names();
        // A definition of the same name may be another one tomorrow.
        let named = self.definitions.iter().filter(|saved| steps.contains(&saved.definition.name));
        let texts: Vec<String> = named.map(|saved| format!("{}: {}", saved.definition.name, saved.definition.text)).collect();
        steps.extend(texts);
        if let Some(features) = self.features.as_ref().filter(|_| steps.iter().any(|step| step.starts_with("Feature"))) {
            steps.push(format!("{features:?}"));
        }
        if let Some(library) = &self.structures.library {
            steps.push(format!("{library:?}"));
        }
        Question::new(place, &self.size_policy().to_string(), &steps)
    }

    /// These sizes, kept or computed, and all others that are kept if they are wanted; without a question none.
    pub(super) fn node_sizes(
        &self,
        question: Option<&Question>,
        heap: &HeapState,
        grouped: &Grouped,
        kinds: &[SizeKind],
        progress: &Progress,
    ) -> Result<NodeSizes> {
        let Some(question) = question else { return Ok(NodeSizes::default()) };
        let mut sizes = self.cache.sizes(question, (heap, grouped), kinds, progress)?;
        if self.take_kept_sizes {
            let kept = self.cache.kept(question, &grouped.tree, &[SizeKind::Deep, SizeKind::Retained]);
            sizes = NodeSizes { deep: sizes.deep.or(kept.deep), retained: sizes.retained.or(kept.retained), ..sizes };
        }
        Ok(sizes)
    }

    /// How heap dumps are grouped.
    ///
    /// # Errors
    /// When [`OpenOptions::by`] is no grouping.
    pub fn grouping(&self) -> Result<Grouping> {
        match (self.by.is_empty(), self.usual_by.is_empty()) {
            (false, _) => self.registry().parse_all(&self.by),
            (true, false) => self.registry().parse_all(&self.usual_by),
            (true, true) => Ok(Grouping::default()),
        }
    }
}

/// Reads and groups all dumps of these files. A file that cannot be used is left out and counted; if none can be used,
/// the first one's error is returned.
///
/// `arrived` hears of every dump as soon as it is read; then the most telling ones are read first.
pub(super) fn read(
    input: &Input,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
    mut arrived: Option<Arrived<'_>>,
) -> Result<TreeSeries> {
    let grouping = options.grouping()?;
    let mut series = empty_series(input, options, &grouping, warnings);
    let wanted = by_time(&input.files, options.thinning);
    let of = wanted.len();
    let order = if arrived.is_some() { telling_order(&wanted) } else { (0..input.files.len()).filter(|at| wanted.contains(at)).collect() };
    let mut files: Vec<Vec<(TimePoint, PointSource)>> = vec![Vec::new(); input.files.len()];
    let mut errors = Vec::new();
    for (read, &at) in order.iter().enumerate() {
        if of > 1 {
            progress.part(format!("Dump {} of {of}", read + 1));
        }
        match points_of(&input.files[at].path, Wanted::of(options), &grouping, options, progress, warnings) {
            Ok(points) => {
                if let Some(arrived) = &mut arrived {
                    arrived(&series, &points, Count { read: read + 1, of: Some(of) });
                }
                files[at] = points;
            }
            // The same request would fail for every file.
            Err(error @ (Error::Cancelled | Error::Request(_) | Error::Text { .. })) => return Err(error),
            Err(error) => errors.push((at, error)),
        }
    }
    progress.part("");
    errors.sort_by_key(|&(at, _)| at);
    let mut points: Vec<(TimePoint, PointSource)> = files.into_iter().flatten().collect();
    if points.is_empty() && !errors.is_empty() {
        return Err(errors.swap_remove(0).1);
    }
    for (at, error) in errors {
        warn_unusable("heap dump", &input.files[at].path, &error, warnings);
    }
    order_by_time(&mut points);
    (series.points, series.sources) = points.into_iter().unzip();
    Ok(series)
}

/// Reads and groups the last dump of these files by time.
pub(super) fn read_last(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let grouping = options.grouping()?;
    let mut series = empty_series(input, options, &grouping, warnings);
    let wanted = if options.dump.is_some() { Wanted::of(options) } else { Wanted::Last };
    let points = points_of(&last_file(input), wanted, &grouping, options, progress, warnings)?;
    (series.points, series.sources) = points.into_iter().unzip();
    Ok(series)
}

pub(super) fn empty_series(input: &Input, options: &OpenOptions, grouping: &Grouping, warnings: &Warnings) -> TreeSeries {
    TreeSeries {
        kind: DatasetKind::HeapDumps,
        info: DatasetInfo { policy: Some(options.size_policy().to_string()), ..info_of(input, warnings) },
        grouping: grouping.names(),
        classifiers: options.registry().names_for(StateSource::Dump),
        paths: input.paths(),
        points: Vec::new(),
        sources: Vec::new(),
        sampled: None,
        found: None,
        notes: Vec::new(),
        runs: Arc::default(),
    }
}

/// The file with the last dump by time.
pub(super) fn last_file(input: &Input) -> PathBuf {
    let last = by_time(&input.files, Thinning::All).pop();
    last.map_or_else(|| input.path().to_owned(), |at| input.files[at].path.clone())
}

/// The numbers of files by the time stamps of their dumps; files that do not tell keep their place among the others.
fn by_time(files: &[InputFile], thinning: Thinning) -> Vec<usize> {
    let mut latest = i64::MIN;
    let mut stamped: Vec<(i64, usize)> = Vec::with_capacity(files.len());
    for (at, file) in files.iter().enumerate() {
        latest = file.look.time_millis.unwrap_or(latest);
        stamped.push((latest, at));
    }
    stamped.sort();
    let times: Vec<i64> = stamped.iter().map(|stamp| stamp.0).collect();
    thinning.of(&times).into_iter().map(|place| stamped[place].1).collect()
}

/// The order in which the parts of a series tell most: the first, the last (what grew shows now), then always the middle
/// of the widest gap.
pub(crate) fn telling_order(series: &[usize]) -> Vec<usize> {
    let mut order = Vec::with_capacity(series.len());
    let last = series.len().saturating_sub(1);
    order.extend(series.first());
    if last > 0 {
        order.push(series[last]);
    }
    let mut gaps = VecDeque::from([(0_usize, last)]);
    while let Some((from, to)) = gaps.pop_front() {
        let middle = from.midpoint(to);
        if middle > from {
            order.push(series[middle]);
            gaps.extend([(from, middle), (middle, to)]);
        }
    }
    order
}

/// Which dumps of a file are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    Last,
    /// Counted from 0.
    One(usize),
}

impl Wanted {
    pub(super) fn of(options: &OpenOptions) -> Self {
        options.dump.map_or(Self::All, |number| Self::One((number as usize).saturating_sub(1)))
    }

    pub(super) fn range(self, dumps: usize) -> Range<usize> {
        match self {
            Self::All => 0..dumps,
            Self::Last => dumps.saturating_sub(1)..dumps,
            Self::One(at) => at..at + 1,
        }
    }
}

/// Works on one of several files; what is wrong with it is told with its name.
pub(super) fn about_file<T>(file: &Path, warnings: &Warnings, work: impl FnOnce(&Warnings) -> T) -> T {
    let of_file = Warnings::new();
    let done = work(&of_file);
    warnings.extend_about(file, &of_file);
    done
}

/// The heap states of one file, each labelled with where it comes from.
fn points_of(
    file: &Path,
    wanted: Wanted,
    grouping: &Grouping,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Vec<(TimePoint, PointSource)>> {
    about_file(file, warnings, |warnings| points_in(file, wanted, grouping, options, progress, warnings))
}

fn points_in(
    file: &Path,
    wanted: Wanted,
    grouping: &Grouping,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Vec<(TimePoint, PointSource)>> {
    let source = HeapFile::open(file, progress, warnings)?;
    // Loading will tell again what is wrong outside the dumps.
    let dumps = source.times(progress, &Warnings::new())?.len();
    wanted
        .range(dumps)
        .map(|dump| {
            let place = PointSource::dump(file, dump);
            let question = options.usual_question(&place, grouping);
            let heap = source.load(dump, &options.load_options(), progress, warnings)?;
            let grouped = group(&heap, grouping, progress, warnings)?;
            let sizes = options.node_sizes(question.as_ref(), &heap, &grouped, &options.sizes, progress)?;
            let point = TimePoint { label: Some(label(&place, dumps)), ..grouped_time_point(&heap, grouped, sizes, progress)? };
            Ok((point, place))
        })
        .collect()
}

/// What a dump of so many in a file is called.
pub(super) fn label(place: &PointSource, dumps: usize) -> String {
    let name = title_of(&place.file);
    if dumps > 1 { format!("{name}, dump {} of {dumps}", place.dump + 1) } else { name }
}

/// Reads and groups a dump that a running JVM has just written.
pub(crate) fn live_dump(
    file: &Path,
    time_millis: i64,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TimePoint> {
    let heap = HeapFile::open(file, progress, warnings)?.load(0, &options.load_options(), progress, warnings)?;
    Ok(TimePoint { time_millis, label: None, ..time_point(&heap, &options.grouping()?, &options.sizes, progress, warnings)? })
}

/// Orders points by the dumps' own time stamps. Equal ones (or none at all) keep the order of their files' names and
/// get a millisecond between them, because a time axis has one point per time.
pub(super) fn order_by_time<S>(points: &mut [(TimePoint, S)]) {
    points.sort_by_key(|(point, _)| point.time_millis);
    let mut before = None;
    for (point, _) in points {
        let earliest = before.map_or(i64::MIN, |before: i64| before.saturating_add(1));
        point.time_millis = point.time_millis.max(earliest);
        before = Some(point.time_millis);
    }
}

#[cfg(test)]
mod tests {
    use analysis::{NodeSizes, NodeTotals, TreeBuilder};

    use super::*;

    #[test]
    fn a_series_is_read_from_its_ends_inwards_and_every_part_once() {
        let order = |n: usize| telling_order(&(0..n).collect::<Vec<_>>());
        assert_eq!(order(9), [0, 8, 4, 2, 6, 1, 3, 5, 7]);
        assert_eq!((order(0), order(1), order(2)), (vec![], vec![0], vec![0, 1]));
        for n in 0..40 {
            let mut parts = order(n);
            parts.sort_unstable();
            assert_eq!(parts, (0..n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn dumps_of_one_time_keep_their_order_and_get_a_millisecond_between_them() {
        let point = |time_millis, label: &str| {
            let tree = TreeBuilder::new(NodeTotals::default()).finish().tree;
            TimePoint { time_millis, gc: None, label: Some(label.into()), tree, references: None, sizes: NodeSizes::default() }
        };
        let point = |time_millis, label: &str| (point(time_millis, label), ());
        let mut points = [point(7, "a"), point(5, "b"), point(5, "c"), point(6, "d"), point(5, "e")];
        order_by_time(&mut points);
        let order: Vec<_> = points.iter().map(|(point, ())| (point.label.as_deref().unwrap_or_default(), point.time_millis)).collect();
        assert_eq!(order, [("b", 5), ("c", 6), ("e", 7), ("d", 8), ("a", 9)]);
    }
}
