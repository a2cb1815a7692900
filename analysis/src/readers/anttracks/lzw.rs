//! Compressed buffers: LZW whose codes grow on demand.
//!
//! Codes are written one behind the other, the high bit first, from 8 bits on. A code of all ones is no code: from there
//! on codes have one bit more, and if the very next one is 0, the data ends. Codes below 256 are bytes; every code but the
//! first defines the next free number, up to 0x3FFF, as the sequence before it with the first byte of its own.

use super::words::Problem;

/// The last number that is given to a sequence.
const LAST_CODE: u32 = 0x3FFF;

/// Buffers of recorders hold less by far; a hostile one of a few kilobytes could hold gigabytes.
pub(super) const MOST_BYTES: usize = 16 << 20;

/// Codes never need more.
const MOST_BITS: u32 = 24;

/// Decompresses a buffer. Where it is damaged, what came before is returned with what is wrong.
pub(super) fn decompress(packed: &[u8]) -> (Vec<u8>, Option<Problem>) {
    let mut bytes = Vec::new();
    let problem = expand(packed, &mut bytes).err();
    (bytes, problem)
}

fn expand(packed: &[u8], bytes: &mut Vec<u8>) -> Result<(), Problem> {
    let mut codes = Codes { packed, bit: 0, width: 8 };
    // Where the sequence of each number from 256 on stands in what was written: every sequence was written before.
    let mut sequences: Vec<(u32, u32)> = Vec::new();
    let mut last: Option<(u32, u32)> = None;
    while let Some(code) = codes.next()? {
        let start = bytes.len() as u32;
        let number = code.checked_sub(256).map(|number| number as usize);
        // The number that this very code defines: the sequence before it and its first byte again.
        let repeats_last = number == Some(sequences.len()) && sequences.len() as u32 + 256 <= LAST_CODE;
        let source = match number {
            None => None,
            Some(number) => match (sequences.get(number), last) {
                (Some(&known), _) => Some(known),
                (None, Some((at, length))) if repeats_last => Some((at, length + 1)),
                _ => return Err(Problem::UnknownCode(code)),
            },
        };
        let length = source.map_or(1, |(_, length)| length);
        if bytes.len() + length as usize > MOST_BYTES {
            return Err(Problem::TooLong(MOST_BYTES));
        }
        match source {
            None => bytes.push(code as u8),
            // Byte by byte: the last one may be the first one of the copy itself.
            Some((at, length)) => (at..at + length).for_each(|at| bytes.push(bytes[at as usize])),
        }
        if let Some((at, length)) = last.filter(|_| sequences.len() as u32 + 256 <= LAST_CODE) {
            // The sequence before and the byte that followed it stand there as they are.
            sequences.push((at, length + 1));
        }
        last = Some((start, length));
    }
    Ok(())
}

/// Reads codes.
struct Codes<'a> {
    packed: &'a [u8],
    bit: usize,
    width: u32,
}

impl Codes<'_> {
    /// The next code; `None` at the end.
    fn next(&mut self) -> Result<Option<u32>, Problem> {
        let mut is_first = true;
        loop {
            let code = self.read()?;
            match code {
                0 if !is_first => return Ok(None),
                code if code + 1 == 1 << self.width => {
                    self.width += 1;
                    if self.width > MOST_BITS {
                        return Err(Problem::UnknownCode(code));
                    }
                    is_first = false;
                }
                code => return Ok(Some(code)),
            }
        }
    }

    fn read(&mut self) -> Result<u32, Problem> {
        let end = self.bit + self.width as usize;
        if end > self.packed.len() * 8 {
            return Err(Problem::Ends("a compressed buffer"));
        }
        let code = (self.bit..end).fold(0, |code, bit| code << 1 | u32::from(self.packed[bit / 8] >> (7 - bit % 8) & 1));
        self.bit = end;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fixture::compress;

    fn packed(codes: &[(u32, u32)]) -> Vec<u8> {
        let bits: Vec<u8> = codes.iter().flat_map(|&(code, width)| (0..width).rev().map(move |bit| (code >> bit & 1) as u8)).collect();
        bits.chunks(8).map(|byte| byte.iter().enumerate().fold(0, |sum, (at, bit)| sum | bit << (7 - at))).collect()
    }

    #[test]
    fn codes_grow_after_all_ones_and_a_zero_behind_that_is_the_end() {
        // "a" "b", then the sequence 256 needs 9 bits: 255 (8 bits) says so; 511 (9 bits) and 0 (10 bits) end it.
        let codes = [(0x61, 8), (0x62, 8), (255, 8), (256, 9), (511, 9), (0, 10)];
        assert_eq!(decompress(&packed(&codes)), (b"abab".to_vec(), None));
        // Byte 255 itself needs 9 bits.
        assert_eq!(decompress(&packed(&[(255, 8), (255, 9), (511, 9), (0, 10)])), (vec![255], None));
        // 256 is defined by itself: "a" and then "aa".
        assert_eq!(decompress(&packed(&[(0x61, 8), (255, 8), (256, 9), (511, 9), (0, 10)])), (b"aaa".to_vec(), None));
    }

    #[test]
    fn what_came_before_damage_is_kept() {
        assert_eq!(decompress(&packed(&[(0x61, 8), (0x62, 8)])), (b"ab".to_vec(), Some(Problem::Ends("a compressed buffer"))));
        assert_eq!(decompress(&packed(&[(0x61, 8), (255, 8), (300, 9)])), (b"a".to_vec(), Some(Problem::UnknownCode(300))));
        assert_eq!(decompress(&[]), (Vec::new(), Some(Problem::Ends("a compressed buffer"))));
    }

    #[test]
    fn a_hostile_buffer_is_not_expanded_without_end() {
        let (bytes, problem) = decompress(&compress(&vec![7; MOST_BYTES + 1]));
        assert!(bytes.len() <= MOST_BYTES && problem == Some(Problem::TooLong(MOST_BYTES)), "{problem:?}");
    }

    #[test]
    fn a_full_dictionary_goes_on_with_what_it_has() {
        // 40,000 numbers define more than 0x3FFF - 255 sequences.
        let bytes: Vec<u8> = (0..40_000_u32).flat_map(|number| (number.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
        assert_eq!(decompress(&compress(&bytes)), (bytes, None));
    }

    proptest! {
        #[test]
        fn what_was_compressed_comes_back(bytes in prop::collection::vec(0_u8..4, 0..3000), others in prop::collection::vec(any::<u8>(), 0..3000)) {
            prop_assert_eq!(decompress(&compress(&bytes)), (bytes, None));
            prop_assert_eq!(decompress(&compress(&others)), (others, None));
        }
    }
}
