//! The map of outgoing references: for every node, how many objects of each node it references.
//!
//! The mirror image of [`super::pointed_from`] would need the incoming row of each object. Instead every object
//! carries the number of the set of cells that reference it, which grows while the outgoing rows are read once, in
//! order: a reference from cell `c` leads from set `s` to set `s + c`, and that step is looked up in a table after it
//! was made once. Most objects are referenced by one cell and never need the table.
//!
//! Every worker owns a range of targets and reads all rows, so that workers share nothing.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::cell_sets::{CellSets, NO_SET};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::{Progress, STRETCH};
use crate::grouping::engine::expander::{Expander, Seen, View};

/// Counts objects by target cell and the nodes that they are referenced from.
pub(in crate::grouping) fn count(view: &View<'_>, progress: &Progress) -> Result<Vec<Seen>> {
    let objects = view.heap.len();
    let share = objects.div_ceil(rayon::current_num_threads()).max(1);
    progress.start("Counting referenced objects", (objects * objects.div_ceil(share)) as u64);
    let parts: Vec<Vec<Seen>> = (0..objects.div_ceil(share))
        .into_par_iter()
        .map(|part| count_range(view, part * share, ((part + 1) * share).min(objects), progress))
        .collect::<Result<_>>()?;
    Ok(parts.into_iter().flatten().collect())
}

fn count_range(view: &View<'_>, first: usize, end: usize, progress: &Progress) -> Result<Vec<Seen>> {
    let View { heap, cells, .. } = *view;
    let mut sets = CellSets::new(cells.len());
    let mut set_of = vec![NO_SET; end - first];
    for source in 0..heap.len() as u32 {
        if (source as usize).is_multiple_of(STRETCH) {
            progress.advance(STRETCH as u64)?;
        }
        let Some(cell) = cells.cell_of(heap, ObjectIndex(source)) else { continue };
        for &target in heap.points_to(ObjectIndex(source)) {
            if let Some(set) = (target as usize).checked_sub(first).and_then(|at| set_of.get_mut(at)) {
                *set = sets.with(*set, cell);
            }
        }
    }

    let mut expander = Expander::new(view);
    let mut counts: FxHashMap<u64, u64> = FxHashMap::default();
    progress.for_each((first as u32..).zip(set_of).filter(|&(_, set)| set != NO_SET), |(target, set)| {
        let Some(cell) = cells.cell_of(heap, ObjectIndex(target)) else { return };
        if sets.is_shared(set) {
            *counts.entry(u64::from(set) << 32 | u64::from(cell)).or_default() += 1;
        } else {
            expander.add(cell, sets.members(set), 1);
        }
    })?;
    #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
    for (key, objects) in counts {
        expander.add(key as u32, sets.members((key >> 32) as u32), objects);
    }
    Ok(expander.into_unsorted())
}
