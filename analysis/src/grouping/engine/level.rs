//! One list of classifiers at work on one heap state, and the lists of the transformers after it.

use super::cells::Cells;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::Labeling;
use crate::grouping::list::Grouping;
use crate::grouping::transformer::Targets;
use crate::heap::HeapState;
use crate::trees::memory_tree::NodeTotals;

/// One list of classifiers, applied.
pub(in crate::grouping) struct Level<'h> {
    /// The number of the first classifier among the steps of all levels.
    pub(in crate::grouping) first_step: u32,
    pub(in crate::grouping) labelings: Vec<Labeling<'h>>,
    pub(in crate::grouping) cells: Cells,
    pub(in crate::grouping) next: Option<Box<Next<'h>>>,
}

/// A transformer, applied.
pub(in crate::grouping) struct Next<'h> {
    /// The number of the transformer among the steps of all levels.
    pub(in crate::grouping) step: u32,
    pub(in crate::grouping) targets: Targets<'h>,
    pub(in crate::grouping) level: Level<'h>,
}

impl<'h> Level<'h> {
    /// Classifies all objects of a heap state by all lists. `names` collects the names of all steps, `warnings` counts the
    /// objects that a classifier could not label.
    pub(in crate::grouping) fn new(
        heap: &'h HeapState,
        grouping: &Grouping,
        names: &mut Vec<String>,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<Self> {
        let first_step = names.len() as u32;
        names.extend(grouping.classifiers().iter().map(|classifier| classifier.info().name.into_owned()));
        let labelings =
            grouping.classifiers().iter().map(|classifier| classifier.classify(heap, progress, warnings)).collect::<Result<Vec<_>>>()?;
        progress.start("Grouping objects", heap.kept.len());
        let cells = Cells::collect(heap, &labelings, progress)?;
        let next = match grouping.transformation() {
            None => None,
            Some(transformation) => {
                let step = names.len() as u32;
                names.push(transformation.transformer.info().name.into_owned());
                let targets = transformation.transformer.targets(heap, progress)?;
                Some(Box::new(Next { step, targets, level: Self::new(heap, &transformation.by, names, progress, warnings)? }))
            }
        };
        Ok(Self { first_step, labelings, cells, next })
    }

    /// The number of the last classifier among the steps of all levels; that of the transformer before where the list
    /// is empty.
    pub(in crate::grouping) fn last_step(&self) -> u32 {
        (self.first_step + self.labelings.len() as u32).saturating_sub(1)
    }

    /// The labels of a cell with the numbers of their steps.
    pub(in crate::grouping) fn labels(&self, cell: usize) -> impl Iterator<Item = (u32, std::borrow::Cow<'_, crate::grouping::Label>)> {
        let labels = self.cells.labels(cell).iter().zip(&self.labelings).map(|(&label, labeling)| labeling.labels.get(label));
        (self.first_step..).zip(labels)
    }

    /// The cells of all levels, the first one first.
    pub(in crate::grouping) fn into_cells(self) -> Vec<Cells> {
        let mut all = Vec::new();
        let mut level = Some(self);
        while let Some(Self { cells, next, .. }) = level {
            all.push(cells);
            level = next.map(|next| next.level);
        }
        all
    }
}

/// Objects and bytes of some objects.
pub(in crate::grouping) fn totals_of(heap: &HeapState, objects: &[u32], progress: &Progress) -> Result<NodeTotals> {
    let mut bytes = 0_u64;
    progress.for_each(objects, |&object| bytes = bytes.saturating_add(heap.bytes_of(crate::base::ids::ObjectIndex(object))))?;
    Ok(NodeTotals { objects: objects.len() as u64, bytes })
}
