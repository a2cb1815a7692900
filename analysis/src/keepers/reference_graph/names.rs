//! Which fields the references of edges are, read from the dump for all of them at once.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::partition::{NodeOf, Partition};
use super::ways::Ways;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{Record, Slot, TypeKind};
use crate::keepers::reference_graph::edge_table::EdgeTable;
use crate::keepers::reference_graph::parts::GraphEdge;

/// References by edge and field.
type Counts = FxHashMap<(usize, Slot), u64>;

/// Fills in the fields of all edges between nodes of objects.
pub(super) fn slots_of_edges(
    ways: &Ways<'_>,
    partition: &Partition,
    node_of: &NodeOf,
    table: &EdgeTable,
    edges: &mut [GraphEdge],
    progress: &Progress,
) -> Result<()> {
    let heap = ways.heap;
    let edge_of = |source: ObjectIndex, target: ObjectIndex| table.get(node_of.get(source)?, node_of.get(target)?);
    let mut counts = Counts::default();
    let mut with_records = RoaringBitmap::new();
    progress.for_each(partition.sets.iter().flat_map(|set| &set.objects).map(ObjectIndex), |object| {
        if !ways.closures.is_live(object) {
            return;
        }
        let is_array = matches!(heap.type_info(heap.type_of(object)).kind, TypeKind::Array(_));
        let is_class = heap.is_class_object(object);
        if !is_array && !is_class {
            with_records.insert(object.0);
            return;
        }
        let slots = if is_class { heap.slots_of(object) } else { Vec::new() };
        for (position, &target) in ways.of(object).iter().enumerate() {
            if let Some(edge) = edge_of(object, ObjectIndex(target)) {
                let slot = if is_array { Slot::Element(0) } else { slots.get(position).copied().unwrap_or(Slot::Unknown) };
                *counts.entry((edge, slot)).or_insert(0) += 1;
            }
        }
    })?;
    let read = |found: &mut Counts, record: Record<'_>| {
        for (slot, target) in heap.slots_in(&record) {
            if let Some(edge) = edge_of(record.object(), target) {
                *found.entry((edge, slot)).or_insert(0) += 1;
            }
        }
    };
    // Sums do not depend on the order of their parts.
    let read: Vec<((usize, Slot), u64)> = heap.read_records_of(&with_records, read, progress)?.into_iter().flatten().collect();
    for (key, count) in read {
        *counts.entry(key).or_insert(0) += count;
    }
    let counts: Vec<((usize, Slot), u64)> = counts.into_iter().collect();
    for ((edge, slot), count) in counts {
        edges[edge].slots.push((slot, count));
    }
    for edge in edges {
        edge.slots.sort_by_key(|&(slot, count)| (std::cmp::Reverse(count), slot));
    }
    Ok(())
}
