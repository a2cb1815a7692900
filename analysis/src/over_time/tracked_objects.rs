//! A set of objects that is followed over time: in every heap state of a trace it is what is left of the same objects.
//!
//! Objects of a trace keep their address and no other object ever gets it, so the set is a list of addresses.
//! Memory: 8 bytes per object.

use roaring::RoaringBitmap;

use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// Objects between two looks at whether the user cancelled.
const STRETCH: usize = 1 << 16;

/// Objects of one heap state, to be found again in others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrackedObjects {
    /// Ascending.
    addresses: Vec<u64>,
    /// The numbering of the heap state that they are from.
    numbering: usize,
}

impl TrackedObjects {
    /// The objects of a heap state by index; what it does not have is left out.
    ///
    /// # Errors
    /// [`Error::Request`] for heap states of dumps, in which addresses change and are used again.
    pub fn new(heap: &HeapState, objects: &RoaringBitmap) -> Result<Self> {
        let Some(origins) = &heap.origins else {
            let message = "heap dumps do not say which objects are the same at another time; record a trace (memory-city record)";
            return Err(Error::Request(message.into()));
        };
        let known = objects.iter().take_while(|&object| (object as usize) < heap.len());
        let mut addresses: Vec<u64> = known.map(|object| heap.address_of(ObjectIndex(object))).collect();
        addresses.sort_unstable();
        addresses.dedup();
        Ok(Self { addresses, numbering: origins.numbering })
    }

    /// How many objects are followed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Whether nothing is followed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// Addresses of the objects, ascending.
    #[must_use]
    pub fn addresses(&self) -> &[u64] {
        &self.addresses
    }

    /// Those that are alive in another heap state of the same trace, by its indices: the ones that are not have died before
    /// it, or were born after it. `None` where nobody knows: the objects of that heap state were numbered for itself.
    ///
    /// # Errors
    /// [`Error::Cancelled`] only.
    pub fn alive_in(&self, heap: &HeapState, progress: &Progress) -> Result<Option<RoaringBitmap>> {
        if heap.origins.as_ref().is_none_or(|origins| origins.numbering != self.numbering) {
            return Ok(None);
        }
        let mut alive = RoaringBitmap::new();
        for addresses in self.addresses.chunks(STRETCH) {
            progress.check()?;
            alive.extend(addresses.iter().filter_map(|&address| Some(heap.find(address)?.0)).filter(|&object| heap.kept.contains(object)));
        }
        Ok(Some(alive))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn a_set_stays_the_same_objects_and_loses_the_dead_when_they_die() {
        let state = |collections: u32, alive: &str| heap(&format!("gc {collections}\nroot jni -> {alive}\na, b, c, d: A 8"));
        let states = [state(1, "a b c"), state(2, "a c d"), state(3, "c d")];
        let first = &states[0];
        let chosen: RoaringBitmap = ["a", "b"].iter().map(|name| first.object(name).0).collect();
        let tracked = TrackedObjects::new(first, &chosen).expect("is as from a trace");
        let alive = |at: usize| -> Vec<u64> {
            let heap = &states[at];
            let alive = tracked.alive_in(heap, &Progress::new()).expect("nobody cancels").expect("is of the same trace");
            alive.iter().map(|object| heap.address_of(ObjectIndex(object))).collect()
        };
        let address = |name: &str| first.address_of(first.object(name));
        assert_eq!(alive(0), [address("a"), address("b")]);
        assert_eq!(alive(1), [address("a")], "b died; d is another object");
        assert_eq!(alive(2), [0; 0]);
        assert_eq!(tracked.len(), 2);
        assert!(TrackedObjects::new(&heap("a: A 8"), &chosen).is_err(), "dumps know no identity");
    }
}
