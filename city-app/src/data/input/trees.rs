//! Memory trees that somebody else grouped: folders and single files.

use std::sync::Arc;

use analysis::{Cardinality, DatasetInfo, Error, Grouping, Holds, Progress, Result, TimePoint, TreeFolder, Warnings};

use super::kind::Input;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{DatasetKind, TreeSeries};

/// Trees are grouped already.
///
/// # Errors
/// [`Error::Request`] where objects are to be filtered.
pub(super) fn refuse_groupings(input: &Input, options: &OpenOptions, warnings: &Warnings) -> Result<()> {
    let filters = |grouping: Grouping| grouping.classifiers().iter().any(|step| step.info().cardinality == Cardinality::Filter);
    if options.grouping().is_ok_and(filters) {
        return Err(Error::Request("memory trees hold no single objects that could be filtered; --filter is for heap dumps".into()));
    }
    if !options.by.is_empty() {
        warnings.add("memory trees are grouped already; --by is for heap dumps and class histograms", input.path().display());
    }
    Ok(())
}

/// Reads a folder of trees, or files that hold a tree or an array of trees each.
pub(super) fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    refuse_groupings(input, options, warnings)?;
    let TreeFolder { info, points } = match input.format().map(|format| format.holds) {
        Some(Holds::Trees(read)) => read(input.named(), options.pointers.as_deref(), progress, warnings)?,
        Some(Holds::States(_) | Holds::Counts(_) | Holds::Recording(_) | Holds::GcEvents(_) | Holds::PartOfAnother) | None => {
            return Err(Error::Empty { reason: format!("{} holds no memory trees", input.path().display()) });
        }
    };
    Ok(series_of(input, info, points))
}

/// A series of trees that are grouped already.
pub(super) fn series_of(input: &Input, info: DatasetInfo, points: Vec<TimePoint>) -> TreeSeries {
    TreeSeries {
        kind: DatasetKind::MemoryTrees,
        info,
        grouping: Vec::new(),
        classifiers: Vec::new(),
        paths: input.named().to_vec(),
        points,
        sources: Vec::new(),
        sampled: None,
        found: None,
        notes: Vec::new(),
        runs: Arc::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::data::input::open;
    use crate::test_samples::samples_folder;

    #[test]
    fn files_that_are_named_together_are_one_series_in_the_order_of_time() {
        let folder = samples_folder().join("fig11");
        let entries = std::fs::read_dir(&folder).expect("is there").map(|entry| entry.expect("can be read").path());
        let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
        files.retain(|path| path.file_name().is_some_and(|name| name != "dataset.json"));
        files.sort_by(|a, b| b.cmp(a));
        let warnings = Warnings::new();
        let opened = |paths: &[PathBuf]| {
            let input = Input::look_at(paths, &warnings).expect("it is there");
            open(&input, &OpenOptions::default(), &Progress::new(), &warnings).expect("can be read")
        };
        let (of_files, of_folder) = (opened(&files), opened(std::slice::from_ref(&folder)));
        assert!(of_files.runs.is_empty() && of_files.evolution.points.len() == files.len());
        let told = |evolution: &analysis::Evolution| {
            let series = |metric| evolution.series(metric, analysis::NodeIndex::ROOT).into_owned();
            (
                evolution.points.iter().map(|point| point.time_millis).collect::<Vec<_>>(),
                series(analysis::Metric::Objects),
                series(analysis::Metric::Bytes),
            )
        };
        assert_eq!(told(&of_files.evolution), told(&of_folder.evolution));
        assert_eq!(of_files.evolution.nodes.len(), of_folder.evolution.nodes.len());
    }
}
