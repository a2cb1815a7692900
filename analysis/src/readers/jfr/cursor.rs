//! Reading the numbers and texts of a recording off a byte slice without ever reading past its end.
//!
//! Most integers are of variable length: seven bits per byte, the low ones first, and a set high bit where more follow; a ninth byte
//! is the last and holds eight bits. What has a fixed length is big endian.

/// The longest integer of variable length.
const MOST_INTEGER_BYTES: usize = 9;

/// The bit of each byte that says that more bytes follow.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Moves the seven bits of each of eight bytes together.
#[inline]
fn close_gaps(word: u64) -> u64 {
    let pairs = (word & 0x007f_007f_007f_007f) | (word & 0x7f00_7f00_7f00_7f00) >> 1;
    let fours = (pairs & 0x0000_3fff_0000_3fff) | (pairs & 0x3fff_0000_3fff_0000) >> 2;
    (fours & 0x0fff_ffff) | (fours & 0x0fff_ffff_0000_0000) >> 4
}

/// How a text begins: what kind it is.
mod encoding {
    pub(super) const NULL: u8 = 0;
    pub(super) const EMPTY: u8 = 1;
    pub(super) const CONSTANT: u8 = 2;
    pub(super) const UTF8: u8 = 3;
    pub(super) const CHARS: u8 = 4;
    pub(super) const LATIN1: u8 = 5;
}

/// A text as it stands in an event or in a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Text {
    /// There is none.
    Null,
    /// The text itself.
    Here(String),
    /// It is in the pool of texts, under this number.
    Constant(u64),
}

/// A position in bytes. Every read returns `None` instead of passing the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    #[inline]
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at: at.min(bytes.len()) }
    }

    /// The position in the whole slice.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The same, ending earlier.
    #[inline]
    pub(super) fn until(&self, end: usize) -> Self {
        Self::new(&self.bytes[..end.min(self.bytes.len())], self.at)
    }

    /// How many bytes follow.
    #[inline]
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Passes `count` bytes, which may be any number that a file claims.
    #[inline]
    pub(super) fn skip(&mut self, count: u64) -> Option<()> {
        self.take(count).map(|_| ())
    }

    #[inline]
    fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let end = self.at.checked_add(usize::try_from(count).ok()?)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// An integer of variable length.
    #[inline]
    pub(super) fn integer(&mut self) -> Option<u64> {
        let rest = self.bytes.get(self.at..)?;
        let &first = rest.first()?;
        if first < 0x80 {
            self.at += 1;
            return Some(u64::from(first));
        }
        if let Some(word) = rest.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes))
            && !word & HIGH_BITS != 0
        {
            let bits = (!word & HIGH_BITS).trailing_zeros();
            self.at += bits as usize / 8 + 1;
            // Without the high bits of the bytes, and without what stands behind the integer.
            return Some(close_gaps(word & !HIGH_BITS & (u64::MAX >> (63 - bits))));
        }
        self.long_integer()
    }

    /// An integer with all nine bytes, or close to the end.
    #[cold]
    fn long_integer(&mut self) -> Option<u64> {
        let mut value = 0;
        for place in 0..MOST_INTEGER_BYTES - 1 {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Some(value);
            }
        }
        Some(value | u64::from(self.byte()?) << (7 * (MOST_INTEGER_BYTES - 1)))
    }

    /// Passes an integer of variable length.
    #[inline]
    pub(super) fn skip_integer(&mut self) -> Option<()> {
        self.integer().map(|_| ())
    }

    /// Passes so many integers of variable length, as many at once as end within eight bytes.
    pub(super) fn skip_integers(&mut self, count: usize) -> Option<()> {
        let mut left = count;
        while left > 0
            && let Some(word) = self.bytes[self.at..].first_chunk::<8>()
        {
            let ends = !u64::from_le_bytes(*word) & HIGH_BITS;
            match ends.count_ones() as usize {
                0 => {
                    self.skip_integer()?;
                    left -= 1;
                }
                more if more > left => break,
                whole => {
                    self.at += 8 - ends.leading_zeros() as usize / 8;
                    left -= whole;
                }
            }
        }
        (0..left).try_for_each(|_| self.skip_integer())
    }

    /// A count of things that take at least one byte each, so that no more can be there than bytes are left.
    #[inline]
    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.integer()?).ok().filter(|&count| count <= self.left())
    }

    /// A text. Bytes that are no UTF-8 and halves of characters become replacement characters.
    pub(super) fn text(&mut self) -> Option<Text> {
        Some(match self.byte()? {
            encoding::NULL => Text::Null,
            encoding::EMPTY => Text::Here(String::new()),
            encoding::CONSTANT => Text::Constant(self.integer()?),
            encoding::UTF8 => {
                let length = self.integer()?;
                Text::Here(String::from_utf8_lossy(self.take(length)?).into_owned())
            }
            encoding::CHARS => {
                let count = self.count()?;
                let units: Option<Vec<u16>> = (0..count).map(|_| self.integer().map(|unit| unit as u16)).collect();
                Text::Here(String::from_utf16_lossy(&units?))
            }
            encoding::LATIN1 => {
                let length = self.integer()?;
                Text::Here(self.take(length)?.iter().copied().map(char::from).collect())
            }
            _ => return None,
        })
    }

    /// Passes a text.
    pub(super) fn skip_text(&mut self) -> Option<()> {
        match self.byte()? {
            encoding::NULL | encoding::EMPTY => Some(()),
            encoding::CONSTANT => self.skip_integer(),
            encoding::UTF8 | encoding::LATIN1 => {
                let length = self.integer()?;
                self.skip(length)
            }
            encoding::CHARS => {
                let count = self.count()?;
                (0..count).try_for_each(|_| self.skip_integer())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::jfr_number;

    #[test]
    fn integers_have_as_many_bytes_as_they_need_and_nine_at_most() {
        for (bytes, value) in [
            (&[0x00][..], 0),
            (&[0x7f], 127),
            (&[0x80, 0x01], 128),
            // Sizes are written with four bytes even where fewer are enough.
            (&[0x85, 0x80, 0x80, 0x00], 5),
            (&[0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x08], 0x0010_1c30_5080_c101),
            (&[0xff; 9], u64::MAX),
            (&[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], 1 << 56),
        ] {
            let mut cursor = Cursor::new(bytes, 0);
            assert_eq!((cursor.integer(), cursor.left()), (Some(value), 0), "{bytes:?}");
            let mut cursor = Cursor::new(bytes, 0);
            assert_eq!((cursor.skip_integer(), cursor.left()), (Some(()), 0), "{bytes:?}");
            let mut cut = Cursor::new(&bytes[..bytes.len() - 1], 0);
            assert_eq!(cut.integer(), None);
            // Far from the end eight bytes are looked at together.
            let followed = [bytes, &[0xff; 8]].concat();
            let mut cursor = Cursor::new(&followed, 0);
            assert_eq!((cursor.integer(), cursor.at()), (Some(value), bytes.len()), "{bytes:?}");
        }
    }

    #[test]
    fn rows_of_integers_are_passed_as_one_after_the_other() {
        let numbers = [0, 1, 127, 128, 300, 5, u64::MAX, 1 << 56, 7, 1 << 40, 3, 3, 3, 3, 3, 3, 3, 3, 3, 70_000, u64::MAX >> 1, 9];
        let bytes: Vec<u8> = numbers.into_iter().flat_map(jfr_number).collect();
        for first in 0..numbers.len() {
            let mut begin = Cursor::new(&bytes, 0);
            (0..first).for_each(|at| assert_eq!(begin.integer(), Some(numbers[at])));
            for count in 0..=numbers.len() - first {
                let (mut one_by_one, mut at_once) = (begin, begin);
                (0..count).for_each(|_| one_by_one.skip_integer().expect("there are so many"));
                assert_eq!((at_once.skip_integers(count), at_once.at()), (Some(()), one_by_one.at()), "{count} from {first} on");
            }
            assert_eq!(begin.skip_integers(numbers.len() - first + 1), None);
        }
    }

    #[test]
    fn texts_of_every_encoding_are_read_and_passed() {
        for (bytes, text) in [
            (&[0][..], Text::Null),
            (&[1], Text::Here(String::new())),
            (&[2, 0x80, 1], Text::Constant(128)),
            (&[3, 3, b'a', 0xc3, 0xa9], Text::Here("aé".into())),
            (&[4, 2, b'a', 0xe9, 1], Text::Here("aé".into())),
            (&[4, 2, 0xbd, 0xb0, 3, 0x80, 0xbc, 3], Text::Here("\u{1f600}".into())),
            (&[5, 2, b'a', 0xe9], Text::Here("aé".into())),
        ] {
            let mut cursor = Cursor::new(bytes, 0);
            assert_eq!((cursor.text(), cursor.left()), (Some(text), 0), "{bytes:?}");
            let mut cursor = Cursor::new(bytes, 0);
            assert_eq!((cursor.skip_text(), cursor.left()), (Some(()), 0), "{bytes:?}");
            for cut in 0..bytes.len() {
                let mut cursor = Cursor::new(&bytes[..cut], 0);
                assert_eq!(cursor.text(), None, "{bytes:?} cut at {cut}");
                assert_eq!(Cursor::new(&bytes[..cut], 0).skip_text(), None, "{bytes:?} cut at {cut}");
            }
        }
        assert_eq!(Cursor::new(&[6, 0], 0).text(), None);
        // A length that the file does not have takes no memory.
        assert_eq!(Cursor::new(&[4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 0).text(), None);
    }
}
