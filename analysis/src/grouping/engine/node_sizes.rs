//! Deep and retained sizes of the nodes of a memory tree.
//!
//! Deep sizes could be united from the leaves up, retained ones cannot: two children may own together what neither owns
//! alone. Both are computed for 128 nodes in one walk over the heap (see `flow`), nodes with the same objects as
//! their parent once.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::base::error::Result;
use crate::base::ids::{NodeIndex, ObjectIndex};
use crate::base::progress::Progress;
use crate::grouping::engine::grouped::Grouped;
use crate::heap::{HeapState, kept_classes};
use crate::keepers::closure::Closures;
use crate::keepers::closure::flow::{Flow, FlowMasks, GROUPS_AT_ONCE};
use crate::trees::memory_tree::{NodeSizes, NodeTotals, SizeKind};

/// These sizes of all nodes of `grouped`, which is the heap state grouped; nothing is walked when none is wanted.
///
/// # Errors
/// [`crate::Error::Cancelled`] only.
pub fn node_sizes(heap: &HeapState, grouped: &Grouped, kinds: &[SizeKind], progress: &Progress) -> Result<NodeSizes> {
    let mut sizes = NodeSizes::default();
    if kinds.is_empty() {
        return Ok(sizes);
    }
    let closures = Closures::new(heap, progress)?;
    let nodes: Vec<NodeIndex> = (0..grouped.tree.nodes.len() as u32).map(NodeIndex).collect();
    for &kind in kinds {
        *sizes.of_mut(kind) = Some(closures.node_sizes(grouped, &nodes, kind, progress)?);
    }
    Ok(sizes)
}

impl Closures<'_> {
    /// One size for each of these nodes, in their order. `grouped` is the heap state of these closures, grouped.
    ///
    /// Cost: a walk over the heap per 128 nodes, shared among threads, and one per node behind a transformer; ask for the
    /// nodes that are looked at first. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn node_sizes(&self, grouped: &Grouped, nodes: &[NodeIndex], kind: SizeKind, progress: &Progress) -> Result<Vec<NodeTotals>> {
        let representatives: Vec<NodeIndex> = nodes.iter().map(|&node| widest_equal(grouped, node)).collect();
        let (behind, mut wanted): (Vec<NodeIndex>, _) = representatives.iter().partition(|&&node| grouped.is_behind_transformer(node));
        wanted.sort_unstable();
        wanted.dedup();
        let what = match kind {
            SizeKind::Deep => "Computing deep sizes",
            SizeKind::Retained => "Computing retained sizes",
        };
        progress.start(what, wanted.len() as u64);

        let batches: Vec<&[NodeIndex]> = wanted.chunks(GROUPS_AT_ONCE).collect();
        let next = AtomicUsize::new(0);
        let workers = rayon::current_num_threads().min(batches.len());
        // Every worker has masks of its own, so there are as many as workers, not as many as batches.
        let mut done: Vec<(usize, Vec<NodeTotals>)> = (0..workers)
            .into_par_iter()
            .map(|_| {
                let mut state = FlowMasks::new(self.heap().len());
                let mut done = Vec::new();
                while let Some((at, batch)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, batches.get(at)?))) {
                    done.push((at, self.batch_sizes(grouped, batch, kind, &mut state, progress)?));
                    progress.advance(batch.len() as u64)?;
                }
                Ok(done)
            })
            .collect::<Result<Vec<_>>>()?
            .concat();
        done.sort_unstable_by_key(|&(at, _)| at);
        let sizes: Vec<NodeTotals> = done.into_iter().flat_map(|(_, sizes)| sizes).collect();
        // What transformers lead to lies in no cell of the tree, so these groups are answered one by one.
        let mut behind_sizes: FxHashMap<NodeIndex, NodeTotals> = FxHashMap::default();
        for node in behind {
            let members = grouped.members(self.heap(), node, progress)?;
            let closure = match kind {
                SizeKind::Deep => self.transitive_closure(&members, progress)?,
                SizeKind::Retained => self.gc_closure(&members, progress)?,
            };
            behind_sizes.insert(node, self.totals(&closure));
        }
        let size_of = |node: &NodeIndex| match wanted.binary_search(node) {
            Ok(at) => sizes[at],
            Err(_) => behind_sizes.get(node).copied().unwrap_or_default(),
        };
        Ok(representatives.iter().map(size_of).collect())
    }

    fn batch_sizes(
        &self,
        grouped: &Grouped,
        batch: &[NodeIndex],
        kind: SizeKind,
        state: &mut FlowMasks,
        progress: &Progress,
    ) -> Result<Vec<NodeTotals>> {
        let masks = grouped.leaves.masks(batch);
        let members = |object: ObjectIndex| grouped.leaves.mask_of(self.heap(), &masks, object);
        let mut sizes = match kind {
            SizeKind::Deep => self.flow(Flow::FromMembers, &members, |_| true, self.instance_kept_classes(progress)?, state, progress)?,
            SizeKind::Retained => {
                let classes = kept_classes(&self.heap().types, self.heap().policy);
                let kept = self.flow(Flow::FromRootsAroundMembers, &members, |_| true, &classes, state, progress)?;
                let mut sizes: Vec<NodeTotals> = kept.iter().map(|&kept| self.live_totals.saturating_sub(kept)).collect();
                if self.heap().policy.keep_unreachable {
                    // Dead members take along what they reach, and nothing keeps that.
                    let dead = |object: ObjectIndex| !self.live.has(object);
                    let more = self.flow(Flow::FromMembers, &members, dead, &classes, state, progress)?;
                    sizes.iter_mut().zip(more).for_each(|(size, more)| *size = size.saturating_add(more));
                }
                sizes
            }
        };
        sizes.truncate(batch.len());
        Ok(sizes)
    }
}

/// The topmost ancestor that holds the same objects; it holds all of the node's, so equal numbers are equal sets.
fn widest_equal(grouped: &Grouped, node: NodeIndex) -> NodeIndex {
    let nodes = &grouped.tree.nodes;
    if grouped.is_behind_transformer(node) {
        return node;
    }
    let mut widest = node;
    loop {
        let parent = nodes[widest.at()].parent;
        if parent == widest || nodes[parent.at()].totals.objects != nodes[widest.at()].totals.objects {
            return widest;
        }
        widest = parent;
    }
}
