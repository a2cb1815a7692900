//! Where to cut: the fewest edges of a graph that part the group from all roots that are shown.
//!
//! That is a minimum cut, found as a maximum flow from the roots to the group over the few nodes of the graph. An edge
//! costs one step; among equally few edges those win that an application's author can change: static fields before
//! fields, the application's own before those of the platform. What only the JVM can let go of (a class, a JNI handle, a
//! running thread) is cut only where nothing else parts the two.
//!
//! The edges are between classes, so one that is cut may stand for the same field of very many objects: all maps let go of
//! their values. `find` looks for places of the program instead, field by field over single objects (`find/field_cut.rs`); where
//! two caches hold the same products it names both caches, and this cut the entries' `value`.
//!
//! Two edges that follow one another need not be on one path of objects, so a cut of the graph may be more than the
//! objects need: edges without which just as much of the group dies are taken out again.

use super::Freed;
use crate::base::class_names::is_platform_class;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::heap::{HeapState, Slot};
use crate::keepers::closure::Closures;
use crate::keepers::paths::HolderKind;
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::{GraphEdge, GraphNodeKind};

/// Larger cuts are not tried edge by edge.
const MOST_TRIED: usize = 12;
/// One edge more weighs more than any preference.
const EDGE: u64 = 1000;
/// Out of reach for the application's code.
const NOT_CUT: u64 = 1_000_000_000;

impl ReferenceGraph {
    /// Edges that part the group from every root of the graph, as few as possible, sorted, with what dies without them;
    /// every one is needed. Paths that are left out of the graph may hold some of the group still. `None` if there is no
    /// root, or if nothing of the group dies, or if nothing but the JVM holds it.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn suggested_cut(&self, closures: &Closures<'_>, progress: &Progress) -> Result<Option<(Vec<usize>, Freed)>> {
        let mut cut = self.least_cut(closures.heap());
        if cut.is_empty() {
            return Ok(None);
        }
        let mut freed = self.freed_by(closures, &cut, progress)?;
        if cut.len() > 1 && cut.len() <= MOST_TRIED {
            for edge in cut.clone() {
                let others: Vec<usize> = cut.iter().copied().filter(|&other| other != edge).collect();
                let without = self.freed_by(closures, &others, progress)?;
                if without.members == freed.members {
                    (cut, freed) = (others, without);
                }
            }
        }
        Ok((freed.members > 0).then_some((cut, freed)))
    }

    fn least_cut(&self, heap: &HeapState) -> Vec<usize> {
        let source = self.nodes.len();
        let mut arcs: Vec<Arc> = Vec::new();
        for (number, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.from != edge.to && !edge.weak) {
            arcs.push(Arc { from: edge.from, to: edge.to, room: self.cost(heap, edge), edge: Some(number) });
            arcs.push(Arc { from: edge.to, to: edge.from, room: 0, edge: None });
        }
        for root in (0..self.nodes.len()).filter(|&at| self.is_root(at)) {
            arcs.push(Arc { from: source, to: root, room: u64::MAX, edge: None });
            arcs.push(Arc { from: root, to: source, room: 0, edge: None });
        }
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); source + 1];
        arcs.iter().enumerate().for_each(|(at, arc)| leaving[arc.from].push(at));
        loop {
            let came_by = search(&arcs, &leaving, source);
            let Some(last) = came_by[0] else {
                let reached = |node: usize| node == source || came_by[node].is_some();
                let parts = |arc: &&Arc| arc.edge.is_some() && reached(arc.from) && !reached(arc.to);
                let mut cut: Vec<usize> = arcs.iter().filter(parts).filter_map(|arc| arc.edge).collect();
                cut.sort_unstable();
                let possible = cut.iter().all(|&edge| self.cost(heap, &self.edges[edge]) < NOT_CUT);
                return if possible { cut } else { Vec::new() };
            };
            let way: Vec<usize> = std::iter::successors(Some(last), |&arc| came_by[arcs[arc].from]).collect();
            let room = way.iter().map(|&arc| arcs[arc].room).min().unwrap_or(0);
            for arc in way {
                arcs[arc].room -= room;
                let back = &mut arcs[arc ^ 1].room;
                *back = back.saturating_add(room);
            }
        }
    }

    fn cost(&self, heap: &HeapState, edge: &GraphEdge) -> u64 {
        let of_platform = |class: crate::base::ids::TypeIndex| if is_platform_class(&heap.type_info(class).name) { 4 } else { 0 };
        let kind = match self.nodes[edge.from].kind {
            GraphNodeKind::Holder(holder) => Some(holder.kind()),
            GraphNodeKind::Holders(kind, _) => Some(kind),
            GraphNodeKind::Group | GraphNodeKind::Class(_) => None,
        };
        match (kind, edge.slots.first()) {
            (Some(HolderKind::StaticField), Some(&(Slot::Static { class, .. }, _))) => EDGE + of_platform(class),
            (Some(HolderKind::StaticField), _) => EDGE + 9,
            (Some(HolderKind::LocalVariable), _) => EDGE + 20,
            (Some(_), _) => NOT_CUT,
            (None, Some(&(Slot::Field { class, .. }, _))) => EDGE + 1 + of_platform(class),
            (None, _) => EDGE + 8,
        }
    }
}

/// An edge with room for more flow; the one with the next number, or the one before it, leads back.
struct Arc {
    from: usize,
    to: usize,
    room: u64,
    edge: Option<usize>,
}

/// The arc over which each node was reached, breadth first.
fn search(arcs: &[Arc], leaving: &[Vec<usize>], source: usize) -> Vec<Option<usize>> {
    let mut came_by = vec![None; leaving.len()];
    let mut queue = vec![source];
    let mut next = 0;
    while let Some(&node) = queue.get(next) {
        next += 1;
        for &at in &leaving[node] {
            let arc = &arcs[at];
            if arc.room > 0 && arc.to != source && came_by[arc.to].is_none() {
                came_by[arc.to] = Some(at);
                queue.push(arc.to);
            }
        }
    }
    came_by
}
