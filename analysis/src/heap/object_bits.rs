//! One bit per object of a heap state, for marks while walking.
//!
//! Setting and asking is one memory access, which no compressed set can match. Sets that are handed out are
//! `RoaringBitmap`s. Memory: 1 bit per object, set or not.

use roaring::RoaringBitmap;

use crate::base::ids::ObjectIndex;

/// A set of objects below a number that is fixed at the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ObjectBits(Vec<u64>);

impl ObjectBits {
    /// No object of so many.
    pub(crate) fn new(objects: usize) -> Self {
        Self(vec![0; objects.div_ceil(64)])
    }

    /// Takes over words; bit 0 of word 0 is object 0.
    pub(crate) fn from_words(words: Vec<u64>) -> Self {
        Self(words)
    }

    /// Members of a bitmap that are below `objects`.
    pub(crate) fn from_bitmap(bitmap: &RoaringBitmap, objects: usize) -> Self {
        if bitmap.len() == objects as u64 && bitmap.max().is_none_or(|max| (max as usize) < objects) {
            let mut all = Self(vec![u64::MAX; objects.div_ceil(64)]);
            if let Some(last) = all.0.last_mut().filter(|_| !objects.is_multiple_of(64)) {
                *last = (1 << (objects % 64)) - 1;
            }
            return all;
        }
        let mut bits = Self::new(objects);
        for object in bitmap.iter().take_while(|&object| (object as usize) < objects) {
            bits.set(object);
        }
        bits
    }

    #[inline]
    pub(crate) fn has(&self, object: ObjectIndex) -> bool {
        self.0[object.at() / 64] >> (object.0 % 64) & 1 == 1
    }

    /// Sets a bit; whether it was clear before.
    #[inline]
    pub(crate) fn set(&mut self, object: u32) -> bool {
        let word = &mut self.0[object as usize / 64];
        let bit = 1 << (object % 64);
        let clear = *word & bit == 0;
        *word |= bit;
        clear
    }

    /// Clears a bit; whether it was set before.
    #[inline]
    pub(crate) fn clear(&mut self, object: u32) -> bool {
        let word = &mut self.0[object as usize / 64];
        let bit = 1 << (object % 64);
        let set = *word & bit != 0;
        *word &= !bit;
        set
    }

    /// Members of this set that are not in the other one; both are over the same objects.
    pub(crate) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    pub(crate) fn into_bitmap(self) -> RoaringBitmap {
        let bytes: Vec<u8> = self.0.into_iter().flat_map(u64::to_le_bytes).collect();
        RoaringBitmap::from_lsb0_bytes(0, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_are_a_set(objects in 1_usize..300, steps in prop::collection::vec((any::<bool>(), any::<u32>()), 0..200)) {
            let (mut bits, mut set) = (ObjectBits::new(objects), BTreeSet::new());
            for (insert, object) in steps {
                let object = object % objects as u32;
                if insert {
                    prop_assert_eq!(bits.set(object), set.insert(object));
                } else {
                    prop_assert_eq!(bits.clear(object), set.remove(&object));
                }
            }
            prop_assert!((0..objects as u32).all(|object| bits.has(ObjectIndex(object)) == set.contains(&object)));
            let bitmap = bits.clone().into_bitmap();
            prop_assert_eq!(bitmap.iter().collect::<BTreeSet<_>>(), set);
            prop_assert_eq!(&ObjectBits::from_bitmap(&bitmap, objects), &bits);
            let all: RoaringBitmap = (0..objects as u32).collect();
            prop_assert_eq!(ObjectBits::from_bitmap(&all, objects).without(&bits).into_bitmap(), all - bitmap);
        }
    }
}
