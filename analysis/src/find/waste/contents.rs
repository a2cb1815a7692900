//! Contents of strings, arrays of values and boxed values, read from the dump in one pass.

use rayon::prelude::*;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::waste::roles::{Role, Roles, bits};
use crate::heap::{ObjectBits, Record};

/// One array of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Content {
    hash: [u64; 2],
    pub(super) array: u32,
    /// All elements, two at least, are equal.
    pub(super) is_constant: bool,
}

/// One string.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text {
    pub(super) string: u32,
    pub(super) array: u32,
    pub(super) part: Part,
}

/// Which part of its array a string uses, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// All of it; one byte per character, or an array of characters.
    All,
    /// All of it; two bytes per character.
    AllWide,
    /// Characters from here on, as many (up to JDK 6).
    Some { offset: u32, count: u32 },
}

/// What was read.
#[derive(Debug)]
pub(super) struct Contents {
    /// Equal contents beside each other, within them by address.
    arrays: Vec<Content>,
    pub(super) texts: Vec<Text>,
    /// Arrays that are the characters of strings.
    pub(super) of_strings: ObjectBits,
    /// Arrays of values, all equal.
    pub(super) constant: Vec<u32>,
    /// Different values in boxed objects, by class.
    pub(super) different_boxed: usize,
}

#[derive(Default)]
struct Piece {
    arrays: Vec<Content>,
    texts: Vec<Text>,
    boxed: Vec<(u32, u64)>,
}

impl Contents {
    pub(super) fn read(heap: &Roles<'_>, progress: &Progress) -> Result<Self> {
        let has_values = heap.heap.has_values();
        let wanted = |object: ObjectIndex| {
            has_values && matches!(heap.role(object), Role::String | Role::Boxed | Role::Values(_)) && heap.heap.kept.contains(object.0)
        };
        let pieces: Vec<Piece> = heap.heap.read_records(wanted, |piece: &mut Piece, record| piece.add(heap, &record), progress)?;
        let mut all = Piece::default();
        // Nothing grows by doubling: these are the largest lists of all.
        all.arrays.reserve_exact(pieces.iter().map(|piece| piece.arrays.len()).sum());
        all.texts.reserve_exact(pieces.iter().map(|piece| piece.texts.len()).sum());
        for piece in pieces {
            all.arrays.extend(piece.arrays);
            all.texts.extend(piece.texts);
            all.boxed.extend(piece.boxed);
        }
        progress.check()?;
        all.arrays.par_sort_unstable();
        all.boxed.par_sort_unstable();
        all.boxed.dedup();
        progress.check()?;
        let constant = all.arrays.iter().filter(|content| content.is_constant).map(|content| content.array).collect();
        let of_strings = bits(heap.heap, all.texts.iter().map(|text| ObjectIndex(text.array)));
        Ok(Self { arrays: all.arrays, of_strings, constant, different_boxed: all.boxed.len(), texts: all.texts })
    }

    /// The first array with a content.
    pub(super) fn first_with(&self, hash: &[u64; 2]) -> Option<u32> {
        let at = self.arrays.partition_point(|content| content.hash < *hash);
        self.arrays.get(at).filter(|content| content.hash == *hash).map(|content| content.array)
    }

    /// Arrays of equal content, a slice each.
    pub(super) fn same(&self) -> impl Iterator<Item = &[Content]> {
        self.arrays.chunk_by(|a, b| a.hash == b.hash)
    }
}

impl Piece {
    fn add(&mut self, heap: &Roles<'_>, record: &Record<'_>) {
        let object = record.object();
        match heap.role(object) {
            Role::Values(element) => {
                let bytes = record.bytes();
                let size = element.bytes() as usize;
                let is_constant = bytes.len() >= 2 * size && bytes[size..] == bytes[..bytes.len() - size];
                let hash = content_hash(u64::from(record.object_type().0), bytes);
                self.arrays.push(Content { hash, array: object.0, is_constant });
            }
            Role::String => self.texts.extend(text(heap, record)),
            Role::Boxed => self.boxed.extend(record.field("value").map(|value| (record.object_type().0, value.bits()))),
            Role::References | Role::Collection(_) | Role::Other => {}
        }
    }
}

fn text(heap: &Roles<'_>, record: &Record<'_>) -> Option<Text> {
    let array = record.field("value")?.object()?;
    let number = |name| u32::try_from(record.field(name)?.integer()?).ok();
    let part = match (number("offset"), number("count"), heap.heap.array_length(array)) {
        (Some(offset), Some(count), Some(length)) if offset > 0 || count != length => Part::Some { offset, count },
        _ if number("coder") == Some(1) => Part::AllWide,
        _ => Part::All,
    };
    Some(Text { string: record.object().0, array: array.0, part })
}

/// Two independent sums of folded products (multiply 64 by 64 bits, add the halves without carry). `seed` tells types
/// apart.
pub(super) fn content_hash(seed: u64, bytes: &[u8]) -> [u64; 2] {
    // Odd numbers without pattern: fractions of the square roots of 2, 3, 5 and 7.
    const KEYS: [u64; 4] = [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1];
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let (mut a, mut b) = (seed ^ KEYS[0], bytes.len() as u64 ^ KEYS[1]);
    let mut take = |word: u64| {
        // Each sum depends on the other one, so a product of zero does not forget what came before.
        (a, b) = (fold(a ^ word, KEYS[2]) ^ b.rotate_left(23), fold(b ^ word.rotate_left(32), KEYS[3]) ^ a);
    };
    let (words, rest) = bytes.as_chunks::<8>();
    words.iter().for_each(|word| take(u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    take(u64::from_le_bytes(last));
    take(seed);
    [a, b]
}
