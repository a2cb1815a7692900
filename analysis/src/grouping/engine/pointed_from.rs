//! The map of incoming references: for every node, how many objects of each node reference it.
//!
//! One pass over the outgoing rows: each object yields its set of target cells. Sets of one cell have a table of
//! their own, larger ones a table by content, the largest (long arrays of mixed content) are counted at once.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::grouping::engine::expander::{Expander, Seen, View};

/// Objects that one task handles at a time. This and the limits below are small in tests, so that small heaps meet
/// them.
const CHUNK: usize = if cfg!(test) { 16 } else { 1 << 19 };

/// Sets with more cells than this are rarely met twice.
const LARGE_SET: usize = if cfg!(test) { 4 } else { 16 };

/// Sets that a task keeps before it counts them: bounds memory for heaps in which no set is met twice.
const MOST_SETS: usize = if cfg!(test) { 3 } else { 1 << 16 };

/// Counts objects by source cell and the nodes that they reference.
pub(in crate::grouping) fn count(view: &View<'_>, progress: &Progress) -> Result<Vec<Seen>> {
    let objects = view.heap.len();
    progress.start("Counting referencing objects", objects as u64);
    let chunks: Vec<Vec<Seen>> = (0..objects.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let (start, end) = (chunk * CHUNK, ((chunk + 1) * CHUNK).min(objects));
            let seen = count_range(view, start as u32..end as u32);
            progress.advance((end - start) as u64)?;
            Ok(seen)
        })
        .collect::<Result<_>>()?;
    Ok(chunks.into_iter().flatten().collect())
}

fn count_range(view: &View<'_>, sources: std::ops::Range<u32>) -> Vec<Seen> {
    let View { heap, cells, .. } = *view;
    let mut expander = Expander::new(view);
    let mut singles: FxHashMap<u64, u64> = FxHashMap::default();
    let mut sets: FxHashMap<Box<[u32]>, u64> = FxHashMap::default();
    // The number of the source, plus one, that met a cell last.
    let mut met = vec![0_u32; cells.len()];
    // The source's cell, then its distinct target cells.
    let mut set: Vec<u32> = Vec::new();
    for source in sources {
        let Some(cell) = cells.cell_of(heap, ObjectIndex(source)) else { continue };
        set.clear();
        set.push(cell);
        for &target in heap.points_to(ObjectIndex(source)) {
            if let Some(target) = cells.cell_of(heap, ObjectIndex(target))
                && std::mem::replace(&mut met[target as usize], source + 1) != source + 1
            {
                set.push(target);
            }
        }
        match &mut set[1..] {
            [] => {}
            &mut [target] => *singles.entry(u64::from(cell) << 32 | u64::from(target)).or_default() += 1,
            targets if targets.len() > LARGE_SET => expander.add(cell, targets.iter().copied(), 1),
            targets => {
                targets.sort_unstable();
                match sets.get_mut(&*set) {
                    Some(objects) => *objects += 1,
                    None => {
                        if sets.len() == MOST_SETS {
                            expand(&mut expander, &mut sets);
                        }
                        sets.insert(set.clone().into_boxed_slice(), 1);
                    }
                }
            }
        }
    }
    expand(&mut expander, &mut sets);
    #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
    for (key, objects) in singles {
        expander.add((key >> 32) as u32, [key as u32], objects);
    }
    expander.into_unsorted()
}

fn expand(expander: &mut Expander<'_>, sets: &mut FxHashMap<Box<[u32]>, u64>) {
    #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
    for (set, objects) in sets.drain() {
        expander.add(set[0], set[1..].iter().copied(), objects);
    }
}
