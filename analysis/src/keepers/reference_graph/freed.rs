//! What-if: what the GC could collect without edges or holders of a graph, exactly.
//!
//! One bit per cut starts at everything that the JVM keeps by itself and travels along all references of the heap, but
//! not over those that the cut takes away. Where the bit of a cut does not arrive, the object dies. So all edges of a
//! graph are answered in one or two walks over the heap.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::partition::NodeOf;
use super::ways::Ways;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::kept_classes;
use crate::keepers::closure::{Closures, FlowMasks, GROUPS_AT_ONCE};
use crate::keepers::paths::Holder;
use crate::keepers::reference_graph::edge_table::EdgeTable;
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::{GraphEdge, GraphNode};
use crate::trees::memory_tree::NodeTotals;

/// What dies with a cut.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Freed {
    /// The objects.
    pub objects: RoaringBitmap,
    /// Their number and bytes.
    pub totals: NodeTotals,
    /// How many of them are objects of the group.
    pub members: u64,
    /// How many of the objects of each node are among them; 0 for holders.
    pub of_nodes: Vec<u64>,
}

/// A graph as the walk needs it.
pub(super) struct Cuts<'a> {
    pub(super) ways: &'a Ways<'a>,
    pub(super) node_of: &'a NodeOf,
    pub(super) table: &'a EdgeTable,
    pub(super) first_holder: usize,
    pub(super) holders: &'a [&'a [Holder]],
}

/// Fills in what dies with the objects of each node, without each holder, without each edge.
pub(super) fn freed_per_cut(
    cuts: &Cuts<'_>,
    members: &RoaringBitmap,
    nodes: &mut [GraphNode],
    edges: &mut [GraphEdge],
    state: &mut FlowMasks,
    progress: &Progress,
) -> Result<()> {
    let questions = nodes.len() + edges.len();
    progress.start("Finding what each reference keeps alive", questions as u64);
    let closures = cuts.ways.closures;
    let live = |object: ObjectIndex| closures.is_live(object);
    let live_members = members.iter().filter(|&object| live(ObjectIndex(object))).count() as u64;
    for first in (0..questions).step_by(GROUPS_AT_ONCE) {
        let bit = |question: usize| match question.checked_sub(first) {
            Some(bit) if bit < GROUPS_AT_ONCE => 1_u128 << bit,
            _ => 0,
        };
        let count = nodes.len();
        // A holder lets go of everything that it holds.
        let edge_bits: Vec<u128> = edges
            .iter()
            .enumerate()
            .map(|(at, edge)| bit(count + at) | if edge.from >= cuts.first_holder { bit(edge.from) } else { 0 })
            .collect();
        let node_bits: Vec<u128> = (0..cuts.first_holder).map(bit).collect();
        let leaving = |object: ObjectIndex, mask: u128| cuts.node_of.get(object).map_or(mask, |node| mask & !node_bits[node]);
        cuts.let_flow(&edge_bits, leaving, state, progress)?;
        let kept = closures.mask_totals(leaving, live, state, progress)?;
        let kept_members = closures.mask_totals(leaving, |object| live(object) && members.contains(object.0), state, progress)?;
        for (question, (kept, kept_members)) in (first..questions).zip(kept.into_iter().zip(kept_members)) {
            let freed = closures.live_totals().saturating_sub(kept);
            let freed_members = live_members - kept_members.objects;
            match question.checked_sub(count) {
                None => (nodes[question].retained, nodes[question].retained_members) = (freed, freed_members),
                Some(edge) => (edges[edge].freed, edges[edge].freed_members) = (freed, freed_members),
            }
        }
        progress.advance(GROUPS_AT_ONCE as u64)?;
    }
    Ok(())
}

impl Cuts<'_> {
    /// Lets bits flow from the roots, each edge stopping its own.
    fn let_flow(
        &self,
        edge_bits: &[u128],
        leaving: impl Fn(ObjectIndex, u128) -> u128,
        state: &mut FlowMasks,
        progress: &Progress,
    ) -> Result<()> {
        let ways = self.ways;
        let heap = ways.closures.heap();
        let classes = kept_classes(&heap.types, heap.policy);
        let node_of_holder: FxHashMap<Holder, usize> = self
            .holders
            .iter()
            .enumerate()
            .flat_map(|(at, holders)| holders.iter().map(move |&holder| (holder, self.first_holder + at)))
            .collect();
        let bits = |from: Option<usize>, target: ObjectIndex| {
            from.zip(self.node_of.get(target)).and_then(|(from, to)| self.table.get(from, to)).map_or(0, |edge| edge_bits[edge])
        };
        let of_holder = |holder: Holder, target: ObjectIndex| bits(node_of_holder.get(&holder).copied(), target);
        let own = |source: ObjectIndex, target: ObjectIndex| bits(self.node_of.get(source), target);
        // What two holders hold over one row is stopped only by a cut of both.
        let mut rows: FxHashMap<(u32, u32), u128> = FxHashMap::default();
        for &(holder, target) in &ways.held {
            if let Some(row) = ways.row_of(holder) {
                let stopped = rows.entry((row.0, target.0)).or_insert(u128::MAX);
                *stopped &= of_holder(holder, target);
                if ways.is_own(row, target.0) {
                    *stopped &= own(row, target);
                }
            }
        }
        let starts: FxHashMap<u32, u128> = ways
            .starts()
            .into_iter()
            .map(|(object, holders)| {
                let arriving = holders.into_iter().map(|holder| !of_holder(holder, ObjectIndex(object)));
                (object, arriving.fold(0, |all, arriving| all | arriving))
            })
            .collect();
        let start = |object: ObjectIndex| ways.closures.is_rooted(object).then(|| starts.get(&object.0).copied().unwrap_or(u128::MAX));
        let passes = |source: u32, target: u32, mask: u128| {
            let (from, to) = (ObjectIndex(source), ObjectIndex(target));
            if self.node_of.get(to).is_none() {
                return mask;
            }
            let stopped = if ways.is_mixed(from) { rows.get(&(source, target)).copied() } else { None };
            mask & !stopped.unwrap_or_else(|| own(from, to))
        };
        ways.closures.let_flow(start, leaving, passes, &classes, state, progress)
    }
}

impl ReferenceGraph {
    /// What dies when the references of all these edges are cut together. An edge from a holder means that the holder lets
    /// go of those objects. More may die than edge by edge: what two of them held.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn freed_by(&self, closures: &Closures<'_>, edges: &[usize], progress: &Progress) -> Result<Freed> {
        let ways = Ways::new(closures);
        let node_of = self.partition.node_of(closures.heap());
        let table = EdgeTable::of(self.nodes.len(), &self.edges);
        let holders: Vec<&[Holder]> = self.holders.iter().map(Vec::as_slice).collect();
        let first_holder = self.partition.sets.len();
        let cuts = Cuts { ways: &ways, node_of: &node_of, table: &table, first_holder, holders: &holders };
        let mut edge_bits = vec![0; self.edges.len()];
        for &edge in edges {
            if let Some(bits) = edge_bits.get_mut(edge) {
                *bits = 1;
            }
        }
        let mut state = FlowMasks::new(closures.heap().len());
        progress.start("Finding what would be free", 0);
        cuts.let_flow(&edge_bits, |_, mask| mask, &mut state, progress)?;
        let dies = |&object: &u32| closures.is_live(ObjectIndex(object)) && state.mask_of(ObjectIndex(object)) & 1 == 0;
        let mut objects = RoaringBitmap::new();
        for stretch in progress.stretches(closures.heap().len()) {
            objects.extend(stretch?.filter(dies));
        }
        let of_nodes: Vec<u64> =
            (0..self.nodes.len()).map(|at| if self.is_root(at) { 0 } else { self.nodes[at].objects.intersection_len(&objects) }).collect();
        Ok(Freed { totals: closures.totals(&objects), members: of_nodes[0], of_nodes, objects })
    }
}
