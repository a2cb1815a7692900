//! Deep and retained sizes of many groups in one walk over the heap: one bit per group.
//!
//! For up to 128 groups at once every object gets a mask. For deep sizes a bit travels from the members of its group
//! along all references; where it arrives, the group reaches the object. For retained sizes all bits start at the roots
//! and the bit of a group stops at the group's members; where it does not arrive, the object dies with the group. So
//! both are one flow with another start and another rule at members, solved exactly: objects whose mask grew are visited
//! again until nothing grows. Visits go in reverse postorder of a depth-first walk from the roots, in which nearly all
//! references lead forward, so that few objects are visited twice.
//!
//! Memory: 17 bytes per object and worker, 4 bytes per object for the order.

use std::sync::PoisonError;

use rustc_hash::FxHashMap;

use super::Closures;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::{Progress, STRETCH};
use crate::heap::ObjectBits;
use crate::trees::memory_tree::NodeTotals;

/// Groups that are answered in one walk.
pub(crate) const GROUPS_AT_ONCE: usize = u128::BITS as usize;

/// Different masks that are summed up before they are spread over the groups.
const MASKS_AT_ONCE: usize = 1 << 14;

/// Which flow is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Bits start at the members of their group.
    FromMembers,
    /// All bits start at the roots and stop at the members of their group.
    FromRootsAroundMembers,
}

/// The masks of one worker, used again and again.
pub(crate) struct FlowMasks {
    masks: Vec<u128>,
    grown: ObjectBits,
}

impl FlowMasks {
    pub(crate) fn new(objects: usize) -> Self {
        Self { masks: vec![0; objects], grown: ObjectBits::new(objects) }
    }

    /// What arrived at an object.
    pub(crate) fn mask_of(&self, object: ObjectIndex) -> u128 {
        self.masks[object.at()]
    }
}

impl Closures<'_> {
    /// Lets bits flow until nothing changes. Returns, per group, the totals of the objects that have its bit in the end
    /// and pass `counted`. `members(object)` tells the groups of an object, `classes` are the targets of the implicit edges
    /// by type.
    pub(crate) fn flow(
        &self,
        flow: Flow,
        members: &impl Fn(ObjectIndex) -> u128,
        counted: impl Fn(ObjectIndex) -> bool,
        classes: &[Option<ObjectIndex>],
        state: &mut FlowMasks,
        progress: &Progress,
    ) -> Result<Vec<NodeTotals>> {
        let pass = |_: u32, _: u32, mask: u128| mask;
        match flow {
            Flow::FromMembers => {
                let leaving = |object: ObjectIndex, mask: u128| mask | members(object);
                self.let_flow(|_| Some(0), leaving, pass, classes, state, progress)?;
                self.mask_totals(leaving, counted, state, progress)
            }
            Flow::FromRootsAroundMembers => {
                let leaving = |object: ObjectIndex, mask: u128| mask & !members(object);
                let start = |object: ObjectIndex| self.rooted.has(object).then_some(u128::MAX);
                self.let_flow(start, leaving, pass, classes, state, progress)?;
                self.mask_totals(leaving, counted, state, progress)
            }
        }
    }

    /// The flow itself, in general. Objects for which `start` has a mask are visited in any case; `leaving` makes what
    /// leaves an object of what it has; `passes(source, target, mask)` is what of it arrives over a reference. Over the
    /// implicit edges, which lead to `classes` by type (none if it is empty), everything passes. Where nothing leaves,
    /// nothing passes; the more leaves, the more must pass.
    pub(crate) fn let_flow(
        &self,
        start: impl Fn(ObjectIndex) -> Option<u128>,
        leaving: impl Fn(ObjectIndex, u128) -> u128,
        passes: impl Fn(u32, u32, u128) -> u128,
        classes: &[Option<ObjectIndex>],
        state: &mut FlowMasks,
        progress: &Progress,
    ) -> Result<()> {
        let FlowMasks { masks, grown } = state;
        masks.fill(0);
        let order = self.order(progress)?;
        progress.for_each(order, |&object| {
            if let Some(mask) = start(ObjectIndex(object)) {
                masks[object as usize] = mask;
                grown.set(object);
            }
        })?;
        // Instances of a type all flow into one class object; this tells without a look at its mask that it has all.
        let mut sent_to_class = vec![0_u128; self.heap.types.len()];
        loop {
            let mut again = false;
            for (number, &object) in order.iter().enumerate() {
                if number.is_multiple_of(STRETCH) {
                    progress.check()?;
                }
                if !grown.clear(object) {
                    continue;
                }
                let source = object;
                let object = ObjectIndex(object);
                let mask = leaving(object, masks[object.at()]);
                if mask == 0 {
                    continue;
                }
                let mut send = |target: u32, mask: u128| {
                    let old = &mut masks[target as usize];
                    if mask & !*old != 0 {
                        *old |= mask;
                        grown.set(target);
                        again = true;
                    }
                };
                self.heap.points_to(object).iter().for_each(|&target| send(target, passes(source, target, mask)));
                let object_type = self.heap.type_of(object).at();
                if let Some(class) = classes.get(object_type).copied().flatten() {
                    let sent = &mut sent_to_class[object_type];
                    if mask & !*sent != 0 {
                        *sent |= mask;
                        send(class.0, mask);
                    }
                }
            }
            if !again {
                return Ok(());
            }
        }
    }

    /// Per bit the totals of the counted objects that it leaves, or would leave if they referenced anything.
    pub(crate) fn mask_totals(
        &self,
        leaving: impl Fn(ObjectIndex, u128) -> u128,
        counted: impl Fn(ObjectIndex) -> bool,
        state: &FlowMasks,
        progress: &Progress,
    ) -> Result<Vec<NodeTotals>> {
        let mut sums = MaskSums::default();
        progress.for_each(self.order(progress)?, |&object| {
            let object = ObjectIndex(object);
            if counted(object) {
                sums.add(leaving(object, state.masks[object.at()]), self.heap.bytes_of(object));
            }
        })?;
        Ok(sums.finish())
    }

    /// All objects in reverse postorder of a depth-first walk.
    fn order(&self, progress: &Progress) -> Result<&[u32]> {
        if let Some(order) = self.order.get() {
            return Ok(order);
        }
        // Of several workers that come first, one makes it.
        let _making = self.ordering.lock().unwrap_or_else(PoisonError::into_inner);
        if self.order.get().is_none() {
            let _ = self.order.set(self.new_order(progress)?);
        }
        Ok(self.order.get().expect("it was made"))
    }

    fn new_order(&self, progress: &Progress) -> Result<Vec<u32>> {
        let heap = self.heap;
        let mut visited = ObjectBits::new(heap.len());
        let mut order = Vec::with_capacity(heap.len());
        // An open object and how many of its references were looked at.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut class_seen = vec![false; heap.types.len()];
        let all = || 0..heap.len() as u32;
        let roots = all().filter(|&object| self.rooted.has(ObjectIndex(object)));
        // The list is reversed in the end, so what the roots find comes before the dead.
        let dead = all().filter(|&object| !self.live.has(ObjectIndex(object)));
        for start in dead.chain(roots) {
            if visited.set(start) {
                open.push((start, 0));
            }
            while let Some((object, looked_at)) = open.last_mut() {
                let object_index = ObjectIndex(*object);
                let object_type = heap.type_of(object_index).at();
                if !std::mem::replace(&mut class_seen[object_type], true)
                    && let Some(class) = heap.class_object_of(object_index)
                    && visited.set(class.0)
                {
                    open.push((class.0, 0));
                    continue;
                }
                let rest = &heap.points_to(object_index)[*looked_at as usize..];
                if let Some(at) = rest.iter().position(|&target| visited.set(target)) {
                    *looked_at += at as u32 + 1;
                    let next = rest[at];
                    open.push((next, 0));
                } else {
                    order.push(*object);
                    open.pop();
                    if order.len().is_multiple_of(STRETCH) {
                        progress.check()?;
                    }
                }
            }
        }
        order.reverse();
        Ok(order)
    }
}

/// Totals per mask, because objects come in long runs of few masks.
#[derive(Default)]
struct MaskSums {
    by_mask: FxHashMap<u128, NodeTotals>,
    run: (u128, NodeTotals),
    groups: Vec<NodeTotals>,
}

impl MaskSums {
    #[inline]
    fn add(&mut self, mask: u128, bytes: u64) {
        if mask != self.run.0 {
            self.end_run();
            self.run.0 = mask;
        }
        self.run.1 = self.run.1.saturating_add(NodeTotals { objects: 1, bytes });
    }

    fn end_run(&mut self) {
        let (mask, totals) = std::mem::take(&mut self.run);
        if mask != 0 && totals.objects > 0 {
            let sum = self.by_mask.entry(mask).or_default();
            *sum = sum.saturating_add(totals);
            if self.by_mask.len() == MASKS_AT_ONCE {
                self.spread();
            }
        }
    }

    fn spread(&mut self) {
        self.groups.resize(GROUPS_AT_ONCE, NodeTotals::default());
        // Sums do not depend on the order of their parts.
        let sums: Vec<(u128, NodeTotals)> = self.by_mask.drain().collect();
        for (mut mask, totals) in sums {
            while mask != 0 {
                let group = &mut self.groups[mask.trailing_zeros() as usize];
                *group = group.saturating_add(totals);
                mask &= mask - 1;
            }
        }
    }

    fn finish(mut self) -> Vec<NodeTotals> {
        self.end_run();
        self.spread();
        self.groups
    }
}
