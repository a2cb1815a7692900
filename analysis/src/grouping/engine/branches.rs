//! Below the nodes of a grouping: the objects that a transformer leads to.
//!
//! For every node in which objects end, the distinct objects that they lead to are collected, parted by their cells
//! and placed below the node; then the same goes on below them if their list ends with a transformer, too. Nodes are
//! worked on side by side, each into a trie of its own, and joined in their order, so that the tree does not depend
//! on threads.
//!
//! Memory while it runs: 1 byte per object and thread to tell what was met, and 8 per object met or led to.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::level::{Level, Next, totals_of};
use super::trie::{Trie, check_size};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::heap::HeapState;

/// The objects that a transformer leads to from one node; numbers of nodes are those of the trie.
#[derive(Debug)]
pub(in crate::grouping) struct RawBranch {
    /// How many transformers led here, from 1.
    pub(in crate::grouping) depth: usize,
    /// The node whose own objects it starts from.
    pub(in crate::grouping) source: u32,
    /// The transformer's node below it.
    pub(in crate::grouping) root: u32,
    /// The ends of each cell.
    pub(in crate::grouping) ends: Vec<(u32, Vec<u32>)>,
}

/// Adds what the transformer after `level` leads to. `ends` are the nodes of each cell of the level.
pub(in crate::grouping) fn add_branches(
    heap: &HeapState,
    level: &Level<'_>,
    ends: &[Vec<u32>],
    names: &[String],
    trie: &mut Trie<'_>,
    progress: &Progress,
) -> Result<Vec<RawBranch>> {
    let Some(next) = &level.next else { return Ok(Vec::new()) };
    let (starts, objects) = level.cells.objects_by_cell(heap, progress)?;
    let mut cells_by_end: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (cell, ends) in ends.iter().enumerate() {
        ends.iter().for_each(|&end| cells_by_end.entry(end).or_default().push(cell));
    }
    let mut cells_by_end: Vec<(u32, Vec<usize>)> = cells_by_end.into_iter().collect();
    cells_by_end.sort_unstable();
    progress.start("Following references", cells_by_end.len() as u64);

    let pool: Mutex<Vec<Walk>> = Mutex::new(Vec::new());
    // No two parts have a node in common: too many of them are noticed before all are there.
    let nodes = AtomicUsize::new(trie.size());
    let parts: Vec<(Trie<'_>, Vec<RawBranch>)> = cells_by_end
        .par_iter()
        .map(|(_, cells)| {
            let taken = pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut work =
                Work { heap, walk: taken.unwrap_or_else(|| Walk::new(heap.len())), trie: Trie::new(names), branches: Vec::new() };
            let sources: Vec<u32> = cells.iter().flat_map(|&cell| &objects[starts[cell]..starts[cell + 1]]).copied().collect();
            work.branch(next, 0, &sources, 1, progress)?;
            progress.advance(1)?;
            let Work { walk, trie, branches, .. } = work;
            let more = trie.size() - 1;
            check_size(nodes.fetch_add(more, Ordering::Relaxed) + more)?;
            pool.lock().unwrap_or_else(PoisonError::into_inner).push(walk);
            Ok((trie, branches))
        })
        .collect::<Result<_>>()?;

    let mut all = Vec::new();
    for ((end, _), (part, branches)) in cells_by_end.iter().zip(parts) {
        let numbers = trie.graft(*end, &part);
        let number = |at: u32| numbers[at as usize];
        all.extend(branches.into_iter().map(|RawBranch { depth, source, root, ends }| RawBranch {
            depth,
            source: number(source),
            root: number(root),
            ends: ends.into_iter().map(|(cell, ends)| (cell, ends.into_iter().map(number).collect())).collect(),
        }));
    }
    Ok(all)
}

/// What one task works on.
struct Work<'a, 'n> {
    heap: &'a HeapState,
    walk: Walk,
    trie: Trie<'n>,
    branches: Vec<RawBranch>,
}

impl Work<'_, '_> {
    /// Adds what `next` leads to from these objects below the node `source`, where they end. The depth is that of the
    /// lists, which is limited.
    fn branch(&mut self, next: &Next<'_>, source: u32, sources: &[u32], depth: usize, progress: &Progress) -> Result<()> {
        let level = &next.level;
        let by_cell = self.distinct_targets(next, sources, progress)?;
        if by_cell.is_empty() {
            return Ok(());
        }
        let root = self.trie.child(source, next.step, &self.trie.name_of(next.step));
        let mut ends = Vec::new();
        let mut members: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (cell, objects) in by_cell {
            let ends_of_cell = self.trie.walk(root, level.labels(cell as usize))?;
            self.walk.follow(ends_of_cell.len(), progress)?;
            self.trie.add_totals(root, &ends_of_cell, level.last_step(), totals_of(self.heap, &objects, progress)?);
            if level.next.is_some() {
                ends_of_cell.iter().for_each(|&end| members.entry(end).or_default().extend_from_slice(&objects));
            }
            ends.push((cell, ends_of_cell));
        }
        self.branches.push(RawBranch { depth, source, root, ends });
        if let Some(next) = &level.next {
            let mut members: Vec<(u32, Vec<u32>)> = members.into_iter().collect();
            members.sort_unstable_by_key(|&(end, _)| end);
            for (end, objects) in members {
                self.branch(next, end, &objects, depth + 1, progress)?;
            }
        }
        Ok(())
    }

    /// The distinct objects that `next` leads to and its list takes, each with its cell.
    fn distinct_targets(&mut self, next: &Next<'_>, sources: &[u32], progress: &Progress) -> Result<Vec<(u32, Vec<u32>)>> {
        let targets = (next.targets)(sources, &mut self.walk, progress)?;
        let mut by_cell: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        progress.for_each(targets, |target| {
            if let Some(cell) = next.level.cells.cell_of(self.heap, ObjectIndex(target)) {
                by_cell.entry(cell).or_default().push(target);
            }
        })?;
        let mut by_cell: Vec<(u32, Vec<u32>)> = by_cell.into_iter().collect();
        by_cell.sort_unstable_by_key(|&(cell, _)| cell);
        Ok(by_cell)
    }
}
