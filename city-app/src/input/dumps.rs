//! Heap dumps: one heap state each, grouped one after the other.
//!
//! Only one heap state is in memory at a time: what remains of a dump is its tree with the references between nodes.

use std::path::{Path, PathBuf};

use analysis::{
    DatasetInfo, Error, Grouping, HeapState, LoadOptions, Progress, Registry, Result, SizePolicy, TimePoint, Warnings, dumps_of, load_heap,
    open_bytes, time_point,
};

use super::kind::Input;
use super::{DatasetKind, OpenOptions, PointSource, TreeSeries, info_of, title_of};

impl OpenOptions {
    /// Which objects of a heap dump count.
    #[must_use]
    pub fn size_policy(&self) -> SizePolicy {
        SizePolicy { keep_unreachable: self.keep_unreachable, strong_only: self.strong_only }
    }

    pub(super) fn load_options(&self) -> LoadOptions {
        LoadOptions { policy: self.size_policy(), ..LoadOptions::default() }
    }

    pub(super) fn grouping(&self) -> Result<Grouping> {
        if self.by.is_empty() { Ok(Grouping::default()) } else { Grouping::from_names(self.by.iter().map(String::as_str)) }
    }
}

/// Reads and groups all dumps of these files. A file that cannot be used is left out and counted; if none can be used,
/// the first one's error is returned.
pub(super) fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let grouping = options.grouping()?;
    let mut points = Vec::new();
    let mut errors = Vec::new();
    for (at, file) in input.files.iter().enumerate() {
        if input.files.len() > 1 {
            progress.part(format!("Dump {} of {}", at + 1, input.files.len()));
        }
        match points_of(file, &grouping, options, progress, warnings) {
            Ok(mut read) => points.append(&mut read),
            // The same request would fail for every file.
            Err(error @ (Error::Cancelled | Error::Request(_) | Error::Text { .. })) => return Err(error),
            Err(error) => errors.push(error),
        }
    }
    progress.part("");
    if points.is_empty() && !errors.is_empty() {
        return Err(errors.swap_remove(0));
    }
    for error in errors {
        warnings.add("a heap dump could not be used", error);
    }
    order(&mut points);
    let (points, sources) = points.into_iter().unzip();
    Ok(TreeSeries {
        kind: DatasetKind::HeapDumps,
        info: DatasetInfo { policy: Some(options.size_policy().to_string()), ..info_of(input, warnings) },
        grouping: grouping.names(),
        classifiers: Registry::default().names_for_dumps(),
        paths: input.files.clone(),
        points,
        sources,
    })
}

/// The heap states of one file, each labelled with where it comes from.
fn points_of(
    file: &Path,
    grouping: &Grouping,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Vec<(TimePoint, PointSource)>> {
    let source = open_bytes(file, progress, warnings)?;
    // Loading will tell again what is wrong outside the dumps.
    let dumps = dumps_of(&source, file, progress, &Warnings::new())?.len();
    let wanted = match options.dump {
        Some(number) => (number as usize).saturating_sub(1)..number as usize,
        None => 0..dumps,
    };
    let name = title_of(file);
    wanted
        .map(|dump| {
            let heap = load_heap(&source, file, dump, &options.load_options(), progress, warnings)?;
            let label = if dumps > 1 { format!("{name}, dump {} of {dumps}", dump + 1) } else { name.clone() };
            let point = TimePoint { label: Some(label), ..time_point(&heap, grouping, &options.sizes, progress, warnings)? };
            Ok((point, PointSource { file: file.to_owned(), dump }))
        })
        .collect()
}

/// Reads and groups a dump that a running JVM has just written.
pub(crate) fn live_dump(
    file: &Path,
    time_millis: i64,
    options: &OpenOptions,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TimePoint> {
    let source = open_bytes(file, progress, warnings)?;
    let heap = load_heap(&source, file, 0, &options.load_options(), progress, warnings)?;
    Ok(TimePoint { time_millis, label: None, ..time_point(&heap, &options.grouping()?, &options.sizes, progress, warnings)? })
}

/// The heap dumps of an input in the order of time, each loaded when it is asked for.
pub(crate) struct HeapSeries {
    /// File and number of the dump in it.
    dumps: Vec<(PathBuf, usize)>,
    options: OpenOptions,
}

impl HeapSeries {
    pub(super) fn new(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let mut dumps = Vec::new();
        let mut errors = Vec::new();
        for file in &input.files {
            // Loading will tell again what is wrong with a dump.
            let found = open_bytes(file, progress, warnings).and_then(|source| dumps_of(&source, file, progress, &Warnings::new()));
            match found {
                Ok(found) => dumps.extend(found.iter().enumerate().map(|(at, info)| (info.time_millis, (file.clone(), at)))),
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => errors.push(error),
            }
        }
        if dumps.is_empty() && !errors.is_empty() {
            return Err(errors.swap_remove(0));
        }
        for error in errors {
            warnings.add("a heap dump could not be used", error);
        }
        let wanted = |number: usize| options.dump.is_none_or(|dump| dump as usize == number + 1);
        dumps.retain(|(_, (_, number))| wanted(*number));
        // Equal times keep the order of their files' names.
        dumps.sort_by_key(|dump| dump.0);
        Ok(Self { dumps: dumps.into_iter().map(|(_, dump)| dump).collect(), options: options.clone() })
    }

    /// Number of dumps.
    pub(crate) fn len(&self) -> usize {
        self.dumps.len()
    }

    /// Loads one of them.
    pub(crate) fn load(&self, at: usize, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        let (file, dump) = &self.dumps[at];
        let source = open_bytes(file, progress, warnings)?;
        load_heap(&source, file, *dump, &self.options.load_options(), progress, warnings)
    }
}

/// Orders points by the dumps' own time stamps. Equal ones (or none at all) keep the order of their files' names and
/// get a millisecond between them, because a time axis has one point per time.
fn order<S>(points: &mut [(TimePoint, S)]) {
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
    fn dumps_of_one_time_keep_their_order_and_get_a_millisecond_between_them() {
        let point = |time_millis, label: &str| {
            let tree = TreeBuilder::new(NodeTotals::default()).finish().tree;
            TimePoint { time_millis, gc: None, label: Some(label.into()), tree, references: None, sizes: NodeSizes::default() }
        };
        let point = |time_millis, label: &str| (point(time_millis, label), ());
        let mut points = [point(7, "a"), point(5, "b"), point(5, "c"), point(6, "d"), point(5, "e")];
        order(&mut points);
        let order: Vec<_> = points.iter().map(|(point, ())| (point.label.as_deref().unwrap_or_default(), point.time_millis)).collect();
        assert_eq!(order, [("b", 5), ("c", 6), ("e", 7), ("d", 8), ("a", 9)]);
    }
}
