//! Numbers of variable length (LEB128), and columns of them.

/// A block that is not what its kind says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} at byte {at} of the block")]
pub struct Malformed {
    /// What is wrong.
    pub what: &'static str,
    /// Where, counted in the uncompressed block.
    pub at: usize,
}

/// Where a block is encoded to.
pub trait Sink {
    /// A number, 7 bits per byte, the low ones first.
    fn put(&mut self, value: u64);
    /// A number that may be negative: `0, -1, 1, -2, ...` become `0, 1, 2, 3, ...`.
    fn put_signed(&mut self, value: i64);
    /// A length, then as many bytes.
    fn put_bytes(&mut self, bytes: &[u8]);
    /// The length of a column in bytes, then the column.
    fn put_column(&mut self, fill: impl FnOnce(&mut Vec<u8>));
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    #[inline]
    fn put_signed(&mut self, value: i64) {
        self.put((value << 1 ^ value >> 63) as u64);
    }

    fn put_bytes(&mut self, bytes: &[u8]) {
        self.put(bytes.len() as u64);
        self.extend_from_slice(bytes);
    }

    fn put_column(&mut self, fill: impl FnOnce(&mut Self)) {
        let mut column = Self::new();
        fill(&mut column);
        self.put_bytes(&column);
    }
}

/// Reads a block from its first byte to its last.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the first byte.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// What is wrong here.
    #[must_use]
    pub fn malformed(&self, what: &'static str) -> Malformed {
        Malformed { what, at: self.at }
    }

    /// Whether all bytes have been read.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Bytes that are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next number.
    ///
    /// # Errors
    /// Where the block ends within it, or it has more than 64 bits.
    #[inline]
    pub fn number(&mut self) -> Result<u64, Malformed> {
        // Most numbers are small.
        if let Some(&byte @ ..0x80) = self.bytes.get(self.at) {
            self.at += 1;
            return Ok(u64::from(byte));
        }
        self.long_number()
    }

    fn long_number(&mut self) -> Result<u64, Malformed> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else { return Err(self.malformed("the block ends within a number")) };
            self.at += 1;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.malformed("a number has more than 64 bits"))
    }

    /// The next number, which must fit.
    ///
    /// # Errors
    /// As [`Cursor::number`], and where it has more than 32 bits.
    #[inline]
    pub fn small(&mut self) -> Result<u32, Malformed> {
        let value = self.number()?;
        u32::try_from(value).map_err(|_| self.malformed("a number has more than 32 bits"))
    }

    /// The next number with a sign.
    ///
    /// # Errors
    /// As [`Cursor::number`].
    #[inline]
    pub fn signed(&mut self) -> Result<i64, Malformed> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// How many entries follow, each of at least `least` bytes: a bound for what is reserved for them.
    ///
    /// # Errors
    /// As [`Cursor::number`], and where so many cannot follow.
    pub fn count(&mut self, least: usize) -> Result<usize, Malformed> {
        let count = self.number()?;
        if count.saturating_mul(least as u64) > self.left() as u64 {
            return Err(self.malformed("a count is larger than the block"));
        }
        Ok(count as usize)
    }

    /// A count, then as many entries of at least `least` bytes each.
    ///
    /// # Errors
    /// As [`Cursor::count`] and of `read`.
    pub fn list<T>(&mut self, least: usize, mut read: impl FnMut(&mut Self) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        let count = self.count(least)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// A text; bytes that are no UTF-8 are replaced.
    ///
    /// # Errors
    /// As [`Cursor::bytes`].
    pub fn text(&mut self) -> Result<String, Malformed> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    /// A length and as many bytes.
    ///
    /// # Errors
    /// Where fewer follow.
    pub fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let length = self.count(1)?;
        let bytes = &self.bytes[self.at..self.at + length];
        self.at += length;
        Ok(bytes)
    }

    /// A column: its length in bytes, and its bytes.
    ///
    /// # Errors
    /// Where fewer follow.
    pub fn column(&mut self) -> Result<Cursor<'a>, Malformed> {
        Ok(Cursor::new(self.bytes()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_lengths_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), 1 << 40, u64::MAX - 1, u64::MAX];
        let signed = [0, -1, 1, -64, 64, i64::MIN, i64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| bytes.put(number));
        signed.iter().for_each(|&number| bytes.put_signed(number));
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(numbers.map(|_| cursor.number()), numbers.map(Ok));
        assert_eq!(signed.map(|_| cursor.signed()), signed.map(Ok));
        assert!(cursor.is_at_end());
        assert_eq!(
            cursor.number().map_err(|error| error.to_string()),
            Err("the block ends within a number at byte 64 of the block".into())
        );
    }

    #[test]
    fn numbers_beyond_64_bits_and_counts_beyond_the_block_are_refused() {
        assert_eq!(Cursor::new(&[0xff; 11]).number().map_err(|error| error.what), Err("a number has more than 64 bits"));
        let mut bytes = Vec::new();
        bytes.put(1 << 33);
        assert_eq!(Cursor::new(&bytes).small().map_err(|error| error.what), Err("a number has more than 32 bits"));
        assert_eq!(Cursor::new(&bytes).count(1).map_err(|error| error.what), Err("a count is larger than the block"));
    }
}
