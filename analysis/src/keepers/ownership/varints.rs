//! Numbers as bytes: seven bits each, the lowest first. Most numbers here are distances to something near, which take
//! one or two bytes instead of four.

/// Bytes of the largest number.
pub(super) const LONGEST: usize = 10;

/// Bytes that are taken from the system at a time: a single block would now and then be copied while it grows.
const BLOCK: usize = 1 << 20;

/// A list of numbers that is read from the front.
#[derive(Debug, Default)]
pub(super) struct Varints {
    full: Vec<Vec<u8>>,
    last: Vec<u8>,
}

impl Varints {
    #[inline]
    pub(super) fn push(&mut self, number: u64) {
        if self.last.capacity() - self.last.len() < LONGEST {
            self.full.push(std::mem::replace(&mut self.last, Vec::with_capacity(BLOCK)));
        }
        if number < 1 << 7 {
            self.last.push(number as u8);
        } else {
            let (bytes, length) = encoded(number);
            self.last.extend_from_slice(&bytes[..length]);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.full.iter().chain([&self.last]).flat_map(|block| Decoded(block))
    }
}

/// The bytes of a number, and how many they are.
#[inline]
pub(super) fn encoded(mut number: u64) -> ([u8; LONGEST], usize) {
    let mut bytes = [0; LONGEST];
    let mut length = 0;
    while number >= 1 << 7 {
        bytes[length] = number as u8 | 1 << 7;
        number >>= 7;
        length += 1;
    }
    bytes[length] = number as u8;
    (bytes, length + 1)
}

/// The numbers in some bytes.
#[derive(Debug, Clone)]
pub(super) struct Decoded<'a>(pub(super) &'a [u8]);

impl Iterator for Decoded<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 1 << 7 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

/// Differences of either sign as numbers: small ones of both signs are small.
#[inline]
pub(super) fn folded(difference: i64) -> u64 {
    (difference << 1 ^ difference >> 63) as u64
}

/// The difference that was [`folded`].
#[inline]
pub(super) fn unfolded(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(50)))]

        #[test]
        fn numbers_come_back(numbers in prop::collection::vec(prop_oneof![0_u64..300, any::<u64>()], 0..50)) {
            let mut list = Varints::default();
            numbers.iter().for_each(|&number| list.push(number));
            prop_assert_eq!(list.iter().collect::<Vec<_>>(), numbers);
        }

        #[test]
        fn blocks_follow_one_another(step in 1_u64..1 << 40) {
            let mut list = Varints::default();
            (0..BLOCK as u64 / 2).for_each(|at| list.push(at.wrapping_mul(step)));
            prop_assert!(list.full.len() > 1);
            prop_assert!(list.iter().eq((0..BLOCK as u64 / 2).map(|at| at.wrapping_mul(step))));
        }

        #[test]
        fn differences_come_back(difference in prop_oneof![-300_i64..300, any::<i64>()]) {
            prop_assert_eq!(unfolded(folded(difference)), difference);
            prop_assert!(difference == i64::MIN || folded(difference) <= 2 * difference.unsigned_abs());
        }
    }
}
