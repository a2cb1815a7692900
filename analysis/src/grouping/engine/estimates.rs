//! How sure the numbers of a grouping are whose sites or threads are estimates ([`crate::HeapState::estimate_origins`] says how,
//! and which error follows).

use rustc_hash::FxHashMap;

use crate::base::error::Result;
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::grouping::engine::grouped::Grouped;
use crate::grouping::{Cardinality, ClassifierInfo, Need};
use crate::heap::{HeapState, Origins, Strata};
use crate::trees::memory_tree::{NodeEstimate, NodeTotals};

/// Cells between two looks at whether the user cancelled.
const STRETCH: usize = 1 << 12;

/// Some objects of one stratum.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::grouping) struct Part {
    pub(in crate::grouping) objects: u64,
    pub(in crate::grouping) bytes: u64,
    pub(in crate::grouping) recorded: u64,
}

impl Part {
    pub(in crate::grouping) fn add(&mut self, other: Self) {
        self.objects += other.objects;
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.recorded += other.recorded;
    }
}

/// Whether a step looks at what may be estimated.
fn is_estimated(info: &ClassifierInfo, origins: &Origins) -> bool {
    info.needs.iter().any(|need| match need {
        Need::AllocationSites | Need::AllocatingThreads => true,
        Need::BirthTimes => !origins.likely_born.is_empty(),
        _ => false,
    })
}

impl Grouped {
    /// How sure the numbers of each node are, in node order; `None` for nodes whose objects are known exactly and for those
    /// behind a transformer. Nothing if no step looks at an estimate. `heap` is the heap state that was grouped.
    ///
    /// One pass over all objects. Memory: 4 bytes per object, and some 50 per pair of a node and a stratum.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn estimates(&self, heap: &HeapState, progress: &Progress) -> Result<Option<Vec<Option<NodeEstimate>>>> {
        let Some(recorded) = heap.origins.as_ref().and_then(|origins| origins.recorded.as_ref()) else { return Ok(None) };
        let Some(is_estimated) = self.estimated_nodes(heap) else { return Ok(None) };
        progress.start("Estimating errors", heap.len() as u64);
        let strata = Strata::new(heap, recorded, progress)?;
        let mut whole: FxHashMap<u32, Part> = FxHashMap::default();
        let mut cells: FxHashMap<(u32, u32), Part> = FxHashMap::default();
        for object in heap.kept_objects() {
            let stratum = strata.of[object.at()];
            let part = Part { objects: 1, bytes: heap.bytes_of(object), recorded: recorded.contains(object.0).into() };
            whole.entry(stratum).or_default().add(part);
            if let Some(cell) = self.leaves.cells.cell_of(heap, ObjectIndex(object.0)) {
                cells.entry((cell, stratum)).or_default().add(part);
            }
        }
        let mut nodes: FxHashMap<(NodeIndex, u32), Part> = FxHashMap::default();
        for (at, (&(cell, stratum), part)) in cells.iter().enumerate() {
            if at % STRETCH == 0 {
                progress.check()?;
            }
            for &node in &*self.leaves.nodes[cell as usize] {
                nodes.entry((node, stratum)).or_default().add(*part);
            }
        }
        // Sorted, because sums of fractions depend on their order.
        let mut nodes: Vec<((NodeIndex, u32), Part)> = nodes.into_iter().collect();
        nodes.sort_unstable_by_key(|&(key, _)| key);

        let mut estimates = vec![None; self.tree.nodes.len()];
        for of_node in nodes.chunk_by(|a, b| a.0.0 == b.0.0) {
            let node = of_node[0].0.0;
            if is_estimated[node.at()] {
                let parts = of_node.iter().map(|&((_, stratum), part)| (stratum, part));
                estimates[node.at()] = Some(estimate(parts, &whole, &strata));
            }
        }
        Ok(Some(estimates))
    }

    /// By node whether an estimate decided which objects it has; `None` if no step looks at an estimate.
    pub(in crate::grouping) fn estimated_nodes(&self, heap: &HeapState) -> Option<Vec<bool>> {
        let origins = heap.origins.as_ref().filter(|origins| origins.recorded.is_some())?;
        let infos = self.grouping.classifiers().iter().map(|classifier| classifier.info());
        let infos: Vec<ClassifierInfo> = infos.filter(|info| is_estimated(info, origins)).collect();
        if infos.is_empty() {
            return None;
        }
        let by_filter = infos.iter().any(|info| info.cardinality == Cardinality::Filter);
        let mut is_estimated: Vec<bool> = Vec::with_capacity(self.tree.nodes.len());
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let by_step = infos.iter().any(|info| info.name == self.tree.role_of(NodeIndex(at as u32)));
            let above = at > 0 && is_estimated[node.parent.at()];
            is_estimated.push(by_filter || by_step || above);
        }
        Some(is_estimated)
    }
}

/// The parts of one node in all strata, each with its number, taken together. `whole` are the strata themselves.
pub(in crate::grouping) fn estimate(
    parts: impl Iterator<Item = (u32, Part)>,
    whole: &FxHashMap<u32, Part>,
    strata: &Strata,
) -> NodeEstimate {
    let (mut recorded, mut of_objects, mut of_bytes) = (0, 0.0, 0.0);
    for (stratum, part) in parts {
        recorded += part.recorded;
        let all = whole.get(&stratum).copied().unwrap_or_default();
        let variance = strata.variance(stratum, part.objects, all.objects);
        let bytes_each = part.bytes as f64 / part.objects.max(1) as f64;
        of_objects += variance;
        of_bytes += variance * bytes_each * bytes_each;
    }
    let error = NodeTotals { objects: of_objects.sqrt().ceil() as u64, bytes: of_bytes.sqrt().ceil() as u64 };
    NodeEstimate { recorded, error }
}
