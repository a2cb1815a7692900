//! Reading big-endian values off a byte slice without ever reading past its end.

/// A position in bytes. Every read returns `None` instead of passing the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    id_bytes: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at `at`; `id_bytes` is 4 or 8.
    #[inline]
    pub(super) fn new(bytes: &'a [u8], at: usize, id_bytes: usize) -> Self {
        Self { bytes, at: at.min(bytes.len()), id_bytes }
    }

    /// The position in the whole slice.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Where the bytes end.
    #[inline]
    pub(super) fn end(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    pub(super) fn id_bytes(&self) -> usize {
        self.id_bytes
    }

    #[inline]
    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next `count` bytes. `count` may be any number a file claims.
    #[inline]
    pub(super) fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let end = self.at.checked_add(usize::try_from(count).ok()?)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// Everything from here on.
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// `count` bytes that begin `skip` bytes further on, and where they end.
    #[inline]
    pub(super) fn slice(&self, skip: usize, count: u64) -> Option<(&'a [u8], usize)> {
        let start = self.at.checked_add(skip)?;
        let end = start.checked_add(usize::try_from(count).ok()?)?;
        Some((self.bytes.get(start..end)?, end))
    }

    /// Goes on at `at`, which may not lie behind the end.
    #[inline]
    pub(super) fn move_to(&mut self, at: usize) {
        self.at = at.min(self.bytes.len());
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = self.bytes.get(self.at..)?.first_chunk::<N>()?;
        self.at += N;
        Some(*taken)
    }

    #[inline]
    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array().map(|[byte]: [u8; 1]| byte)
    }

    #[inline]
    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    #[inline]
    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_be_bytes)
    }

    #[inline]
    pub(super) fn id(&mut self) -> Option<u64> {
        if self.id_bytes == 8 { self.u64() } else { self.u32().map(u64::from) }
    }
}

/// The ids that lie one behind the other in `bytes`.
#[inline]
pub(super) fn ids(bytes: &[u8], id_bytes: usize) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks_exact(id_bytes).map(read_id)
}

/// One id, from a slice of exactly 4 or 8 bytes.
#[inline]
pub(super) fn read_id(bytes: &[u8]) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(wide) => u64::from_be_bytes(*wide),
        None => bytes.first_chunk::<4>().map_or(0, |narrow| u64::from(u32::from_be_bytes(*narrow))),
    }
}
