//! The bytes of an input, mapped or owned. The crate's only `unsafe` code.

use std::fs::File;
use std::ops::{Deref, Range};
use std::sync::Arc;

use memmap2::{Mmap, UncheckedAdvice};

/// Bytes that stay where they are while a reader looks at them. Clones share them.
#[derive(Debug, Clone)]
pub enum ByteSource {
    /// A memory-mapped file.
    Mapped(Arc<Mmap>),
    /// Bytes in memory.
    Owned(Arc<Vec<u8>>),
}

impl ByteSource {
    /// Maps a whole file. The file must not be shortened while it is mapped: reading past the new end would end the
    /// process (as with every memory-mapped reader).
    #[allow(unsafe_code, reason = "mapping a file is the one thing that cannot be done without")]
    pub(crate) fn map(file: &File) -> std::io::Result<Self> {
        // SAFETY: the mapping is private to this value and read only; nothing in this process writes to the file.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self::Mapped(Arc::new(map)))
    }

    /// Tells the system that these bytes will not be read soon, so that they stop counting as our memory. They can
    /// be read again at any time.
    #[allow(unsafe_code, reason = "the call is unsafe only for mappings that hold data of their own")]
    pub(crate) fn release(&self, range: Range<usize>) {
        if let Self::Mapped(map) = self {
            // With the pages that begin before or end behind it, or one page of a file that the system holds in large
            // ones would keep a whole large one; what a neighbour still reads is simply loaded again.
            const PAGE: usize = 4096;
            let start = range.start / PAGE * PAGE;
            let end = range.end.next_multiple_of(PAGE).min(map.len());
            if start < end {
                // SAFETY: the mapping is a shared, read-only view of a file; dropping its pages loses nothing, the
                // next access reads them from the file again.
                let _ = unsafe { map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, end - start) };
            }
        }
    }
}

impl Deref for ByteSource {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for ByteSource {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(Arc::new(bytes))
    }
}
