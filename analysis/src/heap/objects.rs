//! Columns over all objects of a heap state, in address order.
//!
//! Nothing is stored that follows from something smaller: an instance's size follows from its type, an array's from
//! its length, and lengths are kept for arrays only. Memory: 2 bytes per object for the type (4 where a dump has more
//! than 65,536 types), 2 bits per object to find arrays, 4 bytes per array, 24 bytes per class object.

use std::ops::Range;

use roaring::RoaringBitmap;

use super::RankedBits;
use super::types::TypeSize;
use crate::base::ids::{ObjectIndex, TypeIndex};

/// Type and size of every object.
#[derive(Debug, Default)]
pub struct ObjectTable {
    types: TypeColumn,
    /// How big the instances of each type are.
    sizes: Vec<TypeSize>,
    /// Which objects are arrays; their ranks are rows of `array_lengths`.
    arrays: RankedBits,
    array_lengths: Vec<u32>,
    /// Sizes of objects whose type says [`TypeSize::PerObject`], sorted by object.
    own_bytes: Vec<(u32, u64)>,
    /// The types that class objects describe, sorted by class object.
    described_types: Vec<(u32, u32)>,
}

/// Type numbers, as narrow as the number of types allows.
#[derive(Debug)]
pub(crate) enum TypeColumn {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Default for TypeColumn {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl TypeColumn {
    #[inline]
    pub(crate) fn type_of(&self, object: ObjectIndex) -> TypeIndex {
        match self {
            Self::Narrow(types) => TypeIndex(u32::from(types[object.at()])),
            Self::Wide(types) => TypeIndex(types[object.at()]),
        }
    }
}

impl ObjectTable {
    /// Joins columns: one type per object, one size per type.
    pub(crate) fn new(types: TypeColumn, sizes: Vec<TypeSize>) -> Self {
        Self { types, sizes, ..Self::default() }
    }

    /// Adds array lengths, one per set bit of `arrays`.
    pub(crate) fn with_arrays(mut self, arrays: RankedBits, lengths: Vec<u32>) -> Self {
        assert_eq!(arrays.ones() as usize, lengths.len(), "one length per array");
        (self.arrays, self.array_lengths) = (arrays, lengths);
        self
    }

    /// Adds sizes of single objects and the types that class objects describe, each sorted by object.
    pub(crate) fn with_class_objects(mut self, own_bytes: Vec<(u32, u64)>, described_types: Vec<(u32, u32)>) -> Self {
        debug_assert!(own_bytes.is_sorted_by_key(|row| row.0) && described_types.is_sorted_by_key(|row| row.0));
        (self.own_bytes, self.described_types) = (own_bytes, described_types);
        self
    }

    /// Number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.types {
            TypeColumn::Narrow(types) => types.len(),
            TypeColumn::Wide(types) => types.len(),
        }
    }

    /// Whether there is no object at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The type of an object.
    #[inline]
    #[must_use]
    pub fn type_of(&self, object: ObjectIndex) -> TypeIndex {
        self.types.type_of(object)
    }

    /// Shallow size in bytes.
    #[inline]
    #[must_use]
    pub fn bytes_of(&self, object: ObjectIndex) -> u64 {
        match self.sizes[self.type_of(object).at()] {
            TypeSize::Fixed(bytes) => u64::from(bytes),
            size @ TypeSize::Array { .. } => size.array_bytes(self.array_length(object).unwrap_or(0)),
            TypeSize::PerObject(bytes) => row_of(&self.own_bytes, object).unwrap_or(u64::from(bytes)),
        }
    }

    /// Number and shallow bytes, by type, of those objects of a share that are kept.
    pub(crate) fn sums(&self, kept: &RoaringBitmap, share: Range<u32>) -> Vec<(u64, u64)> {
        let mut objects = vec![0_u64; self.sizes.len()];
        // Arrays are counted one by one: number and bytes.
        let mut arrays = vec![(0_u64, 0_u64); self.sizes.len()];
        let mut stretches = kept.range(share.clone());
        while let Some(stretch) = stretches.next_range() {
            let (first, last) = (*stretch.start(), *stretch.end());
            match &self.types {
                TypeColumn::Narrow(types) => types[first as usize..=last as usize].iter().for_each(|&at| objects[usize::from(at)] += 1),
                TypeColumn::Wide(types) => types[first as usize..=last as usize].iter().for_each(|&at| objects[at as usize] += 1),
            }
            let positions = u64::from(first)..u64::from(last) + 1;
            let row = self.arrays.ones_before(positions.start) as usize;
            for (object, &length) in self.arrays.ones_within(positions).zip(&self.array_lengths[row..]) {
                let at = self.type_of(ObjectIndex(object as u32)).at();
                arrays[at] = (arrays[at].0 + 1, arrays[at].1 + self.sizes[at].array_bytes(length));
            }
        }
        let mut sums: Vec<(u64, u64)> = Vec::with_capacity(self.sizes.len());
        for ((&size, objects), (arrays, bytes)) in self.sizes.iter().zip(objects).zip(arrays) {
            sums.push((objects, bytes + (objects - arrays) * size.array_bytes(0)));
        }
        let own = |object: u32| self.own_bytes.partition_point(|row| row.0 < object);
        for &(object, bytes) in self.own_bytes[own(share.start)..own(share.end)].iter().filter(|row| kept.contains(row.0)) {
            let at = self.type_of(ObjectIndex(object)).at();
            if let TypeSize::PerObject(usual) = self.sizes[at] {
                sums[at].1 = sums[at].1 - u64::from(usual) + bytes;
            }
        }
        sums
    }

    /// The number of elements of an array; `None` for other objects.
    #[inline]
    #[must_use]
    pub fn array_length(&self, object: ObjectIndex) -> Option<u32> {
        self.arrays.rank_of(u64::from(object.0)).map(|row| self.array_lengths[row as usize])
    }

    /// The type that a class object describes; `None` for other objects.
    #[inline]
    #[must_use]
    pub fn described_type(&self, object: ObjectIndex) -> Option<TypeIndex> {
        match self.sizes[self.type_of(object).at()] {
            TypeSize::PerObject(_) => row_of(&self.described_types, object).map(TypeIndex),
            _ => None,
        }
    }
}

fn row_of<T: Copy>(rows: &[(u32, T)], object: ObjectIndex) -> Option<T> {
    rows.binary_search_by_key(&object.0, |row| row.0).ok().map(|at| rows[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZES: [TypeSize; 5] = [
        TypeSize::Fixed(24),
        TypeSize::PerObject(8),
        TypeSize::Array { header: 16, element: 4, alignment: 8 },
        TypeSize::Array { header: 20, element: 1, alignment: 24 },
        TypeSize::Fixed(40),
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(16)))]

        #[test]
        fn sums_of_shares_equal_sizes_one_by_one(
            types in prop::collection::vec(0_u16..5, 0..2000),
            times in 1_usize..80,
            lengths in prop::collection::vec(0_u32..100, 7),
            gaps in prop::collection::vec((any::<u32>(), 0_u32..70_000), 0..10),
            cut in any::<u32>(),
        ) {
            let types = types.repeat(times);
            let objects = types.len() as u32;
            // An object may have the type of an array and not be one, and the other way round.
            let is_array = |object: usize| types[object] == 2 && !object.is_multiple_of(5) || types[object] == 3 || object.is_multiple_of(97);
            let words = types.chunks(64).enumerate().map(|(at, word)| {
                (0..word.len()).filter(|bit| is_array(at * 64 + bit)).fold(0, |bits, bit| bits | 1 << bit)
            });
            let arrays = RankedBits::from_words(words.collect::<Vec<u64>>());
            let lengths = lengths.into_iter().cycle().take(arrays.ones() as usize).collect();
            let own = (0..objects).filter(|&object| types[object as usize] == 1 && !object.is_multiple_of(3)).map(|object| (object, u64::from(object % 50)));
            let own: Vec<(u32, u64)> = own.collect();
            let table = ObjectTable::new(TypeColumn::Narrow(types), SIZES.to_vec()).with_arrays(arrays, lengths).with_class_objects(own, vec![]);
            let mut kept = RoaringBitmap::new();
            kept.insert_range(0..objects);
            for (start, length) in gaps {
                let start = start % objects.max(1);
                kept.remove_range(start..start.saturating_add(length));
            }
            let cut = cut % (objects + 1);
            for share in [0..cut, cut..objects] {
                let mut expected = vec![(0, 0); SIZES.len()];
                for object in kept.range(share.clone()).map(ObjectIndex) {
                    let sum = &mut expected[table.type_of(object).at()];
                    *sum = (sum.0 + 1, sum.1 + table.bytes_of(object));
                }
                prop_assert_eq!(table.sums(&kept, share), expected);
            }
        }
    }
}
