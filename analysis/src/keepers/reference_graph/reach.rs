//! What sets of objects reach of the group, over what is shown.
//!
//! One bit per question travels along references between shown objects and stops at the group: what the group reaches
//! of itself is not held by the path in question but by the group.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::partition::NodeOf;
use super::ways::Ways;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::keepers::closure::{FlowMasks, GROUPS_AT_ONCE};

/// Questions in one flow: one bit marks what is shown.
pub(super) const AT_ONCE: usize = GROUPS_AT_ONCE - 1;
const SHOWN: u128 = 1 << AT_ONCE;

/// Bits that are added on the way.
pub(super) struct Bits<'a> {
    /// What objects have of themselves.
    pub(super) at: &'a dyn Fn(ObjectIndex) -> u128,
    /// Whether anything passes references between two nodes, and what they add.
    pub(super) over: &'a dyn Fn(usize, usize) -> (bool, u128),
}

/// How many members each bit arrives at. The members are node 0.
pub(super) fn members_per_bit(
    ways: &Ways<'_>,
    node_of: &NodeOf,
    members: &RoaringBitmap,
    bits: &Bits<'_>,
    state: &mut FlowMasks,
    progress: &Progress,
) -> Result<Vec<u64>> {
    let start = |object: ObjectIndex| {
        let shown = node_of.get(object).is_some() && ways.closures.is_live(object);
        shown.then(|| (bits.at)(object) | SHOWN)
    };
    let leaving = |object: ObjectIndex, mask: u128| if node_of.get(object) == Some(0) { 0 } else { mask };
    let passes = |source: u32, target: u32, mask: u128| {
        let (from, to) = (ObjectIndex(source), ObjectIndex(target));
        match (node_of.get(from), node_of.get(to)) {
            (Some(from_node), Some(to_node)) if ways.is_own(from, target) => {
                let (all, own) = (bits.over)(from_node, to_node);
                if all { mask | own } else { own }
            }
            _ => 0,
        }
    };
    ways.closures.let_flow(start, leaving, passes, &[], state, progress)?;
    count_members(members, state, AT_ONCE, progress)
}

/// Members per bit at which it arrived.
fn count_members(members: &RoaringBitmap, state: &FlowMasks, bits: usize, progress: &Progress) -> Result<Vec<u64>> {
    let mut counts = vec![0; bits];
    progress.for_each(members, |object| {
        let mut mask = state.mask_of(ObjectIndex(object)) & !SHOWN;
        while mask != 0 {
            counts[mask.trailing_zeros() as usize] += 1;
            mask &= mask - 1;
        }
    })?;
    Ok(counts)
}

/// How many members each of these sets reaches over itself and the nodes; the sets are in no node.
pub(super) fn reached(
    ways: &Ways<'_>,
    node_of: &NodeOf,
    members: &RoaringBitmap,
    sets: &[&RoaringBitmap],
    progress: &Progress,
) -> Result<Vec<u64>> {
    let mut found = Vec::with_capacity(sets.len());
    if sets.is_empty() {
        return Ok(found);
    }
    let mut state = FlowMasks::new(ways.heap.len());
    for sets in sets.chunks(AT_ONCE) {
        let mut starts: FxHashMap<u32, u128> = FxHashMap::default();
        for (bit, set) in sets.iter().enumerate() {
            progress.for_each(*set, |object| *starts.entry(object).or_insert(0) |= 1 << bit)?;
        }
        let own = |object: ObjectIndex| starts.get(&object.0).copied();
        // Bits of sets start there and travel over nodes; sets do not lead to each other.
        let start = |object: ObjectIndex| own(object).filter(|_| ways.closures.is_live(object));
        let leaving = |object: ObjectIndex, mask: u128| if node_of.get(object) == Some(0) { 0 } else { mask };
        let passes = |source: u32, target: u32, mask: u128| {
            let shown = node_of.get(ObjectIndex(target)).is_some();
            if shown && ways.is_own(ObjectIndex(source), target) { mask } else { 0 }
        };
        ways.closures.let_flow(start, leaving, passes, &[], &mut state, progress)?;
        found.extend(count_members(members, &state, sets.len(), progress)?);
    }
    Ok(found)
}
