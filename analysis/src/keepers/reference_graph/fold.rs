//! Data structures as one node each: their inner objects, such as the nodes of a list, in that of their heads.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::partition::{Partition, Set};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::keepers::reference_graph::parts::GraphNodeKind;

/// Of some objects, the inner objects behind those of them that are heads of data structures.
pub type InnerObjects<'a> = dyn Fn(&RoaringBitmap, &Progress) -> Result<RoaringBitmap> + 'a;

/// Moves inner objects to their heads; nodes of which nothing is left are gone. Objects of the group stay in it.
pub(super) fn fold(mut partition: Partition, inner: Option<&InnerObjects<'_>>, progress: &Progress) -> Result<Partition> {
    let Some(inner) = inner else { return Ok(partition) };
    for head in 1..partition.sets.len() {
        let inner = inner(&partition.sets[head].objects, progress)?;
        if inner.is_empty() {
            continue;
        }
        for at in (1..partition.sets.len()).filter(|&at| at != head) {
            let moved = &partition.sets[at].objects & &inner;
            if !moved.is_empty() {
                let Set { weak, below, .. } = partition.sets[at];
                partition.sets[at].objects -= &moved;
                let set = &mut partition.sets[head];
                set.objects |= moved;
                set.weak &= weak;
                set.below &= below;
            }
        }
    }
    let mut at = 0;
    partition.sets.retain(|set| {
        at += 1;
        at == 1 || !set.objects.is_empty()
    });
    Ok(partition)
}

/// Gives the objects of a node that are not of its class nodes of their own, class by class, as many as may be.
pub(super) fn unfold(partition: &mut Partition, heap: &HeapState, node: usize, most: usize) {
    let Set { kind: GraphNodeKind::Class(class), weak, below, .. } = partition.sets[node] else { return };
    let mut others: FxHashMap<TypeIndex, RoaringBitmap> = FxHashMap::default();
    for object in &partition.sets[node].objects {
        let of = heap.type_of(ObjectIndex(object));
        if of != class {
            others.entry(of).or_default().insert(object);
        }
    }
    let mut others: Vec<(TypeIndex, RoaringBitmap)> = others.into_iter().collect();
    others.sort_unstable_by_key(|(of, _)| *of);
    others.truncate(most.saturating_sub(partition.sets.len()));
    for (of, objects) in others {
        partition.sets[node].objects -= &objects;
        partition.add(of, objects, weak, below);
    }
}
