//! Memory trees that somebody else grouped: folders and single files.

use std::sync::Arc;

use analysis::{Cardinality, Error, Grouping, Holds, Progress, Result, TreeFolder, Warnings};

use super::kind::Input;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::{DatasetKind, TreeSeries};

/// Reads a folder of trees, or files that hold a tree or an array of trees each.
pub(super) fn read(input: &Input, options: &OpenOptions, progress: &Progress, warnings: &Warnings) -> Result<TreeSeries> {
    let filters = |grouping: Grouping| grouping.classifiers().iter().any(|step| step.info().cardinality == Cardinality::Filter);
    if options.grouping().is_ok_and(filters) {
        return Err(Error::Request("memory trees hold no single objects that could be filtered; --filter is for heap dumps".into()));
    }
    let TreeFolder { info, points } = match input.format().map(|format| format.holds) {
        Some(Holds::Trees(read)) => read(input.named(), options.pointers.as_deref(), progress, warnings)?,
        Some(Holds::States(_) | Holds::Counts(_) | Holds::Recording(_) | Holds::GcEvents(_) | Holds::PartOfAnother) | None => {
            return Err(Error::Empty { reason: format!("{} holds no memory trees", input.path().display()) });
        }
    };
    if !options.by.is_empty() {
        warnings.add("memory trees are grouped already; --by is for heap dumps and class histograms", input.path().display());
    }
    Ok(TreeSeries {
        kind: DatasetKind::MemoryTrees,
        info,
        grouping: Vec::new(),
        classifiers: Vec::new(),
        paths: input.named().to_vec(),
        points,
        sources: Vec::new(),
        sampled: None,
        notes: Vec::new(),
        runs: Arc::default(),
    })
}
