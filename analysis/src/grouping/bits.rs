//! One bit per object, for questions asked in inner loops.

use roaring::RoaringBitmap;

use crate::ObjectIndex;

/// A set of objects.
#[derive(Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn from_bitmap(bitmap: &RoaringBitmap, objects: usize) -> Self {
        if bitmap.len() == objects as u64 && bitmap.max().is_none_or(|max| (max as usize) < objects) {
            return Self(vec![u64::MAX; objects.div_ceil(64)]);
        }
        let mut words = vec![0_u64; objects.div_ceil(64)];
        for object in bitmap.iter().take_while(|&object| (object as usize) < objects) {
            words[object as usize / 64] |= 1 << (object % 64);
        }
        Self(words)
    }

    #[inline]
    pub(super) fn has(&self, object: ObjectIndex) -> bool {
        self.0[object.at() / 64] >> (object.0 % 64) & 1 == 1
    }
}
