//! The bytes of an input, mapped or owned.

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

use memmap2::{Mmap, UncheckedAdvice};

use super::shrinking::Watched;
use crate::base::error::{Error, Result};

/// Bytes that stay where they are while a reader looks at them. Clones share them.
#[derive(Debug, Clone)]
pub enum ByteSource {
    /// A memory-mapped file.
    Mapped(Arc<Mapping>),
    /// Bytes in memory.
    Owned(Arc<Vec<u8>>),
}

/// A mapped file, which may become shorter meanwhile.
#[derive(Debug)]
pub struct Mapping {
    // Goes first: nobody watches what is not mapped any more.
    watched: Watched,
    map: Mmap,
}

impl ByteSource {
    /// Maps a whole file. Where it becomes shorter while it is mapped, zeros are read behind its new end, and
    /// [`ByteSource::check_whole`] tells.
    #[allow(unsafe_code, reason = "mapping a file is the one thing that cannot be done without")]
    pub(crate) fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is private to this value and read only; nothing in this process writes to the file.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self::Mapped(Arc::new(Mapping { watched: Watched::new(&map), map })))
    }

    /// Whether it is still what it was when it was opened; `name` is only for the message.
    ///
    /// # Errors
    /// [`Error::Io`] if the file became shorter while it was read: what was read of it may be wrong.
    pub(crate) fn check_whole(&self, name: &Path) -> Result<()> {
        match self {
            Self::Mapped(mapping) if mapping.watched.has_shrunk() => {
                let source = io::Error::other("the file became shorter while it was read; open it again when nobody writes to it");
                Err(Error::Io { source, path: name.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Tells the system that these bytes will not be read soon, so that they stop counting as our memory. They can
    /// be read again at any time.
    #[allow(unsafe_code, reason = "the call is unsafe only for mappings that hold data of their own")]
    pub(crate) fn release(&self, range: Range<usize>) {
        if let Self::Mapped(mapping) = self {
            let map = &mapping.map;
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
            Self::Mapped(mapping) => &mapping.map,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for ByteSource {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(Arc::new(bytes))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::base::progress::Progress;
    use crate::base::warnings::Warnings;
    use crate::readers::hprof::load_heap;
    use crate::readers::hprof::options::LoadOptions;

    /// A file with these bytes, and its mapping.
    fn mapped(name: &str, bytes: &[u8]) -> (File, ByteSource) {
        let path = std::env::temp_dir().join(format!("memory-city-shrinking-{name}-{}", std::process::id()));
        let mut file = File::options().create(true).truncate(true).read(true).write(true).open(&path).expect("can be made");
        file.write_all(bytes).expect("can be written");
        std::fs::remove_file(&path).expect("is ours");
        let source = ByteSource::map(&file).expect("can be mapped");
        (file, source)
    }

    #[test]
    fn a_file_that_becomes_shorter_reads_as_zeros_and_is_told_of() {
        let (file, source) = mapped("bytes", &[7; 40_000]);
        let (_other_file, other) = mapped("other", &[8; 40_000]);
        assert_eq!(source.iter().map(|&byte| u64::from(byte)).sum::<u64>(), 7 * 40_000);
        source.check_whole(Path::new("a")).expect("is whole");
        file.set_len(10_000).expect("can be cut");
        assert_eq!((source[5_000], source[39_999]), (7, 0));
        let error = source.check_whole(Path::new("a.hprof")).expect_err("is shorter").to_string();
        assert!(error.contains("a.hprof") && error.contains("became shorter"), "{error}");
        assert_eq!(other[39_999], 8);
        other.check_whole(Path::new("other")).expect("is whole");
        assert!(crate::readers::files::has_file_shrunk());
        drop(source);
        // A place that is used again knows nothing of the file before.
        let (_file, next) = mapped("next", &[9; 40_000]);
        assert_eq!(next[39_999], 9);
        next.check_whole(Path::new("next")).expect("is whole");
    }

    #[test]
    fn a_dump_that_becomes_shorter_is_refused() {
        // A text of 90,000 bytes, behind which the next record is missed.
        let mut bytes = b"JAVA PROFILE 1.0.2\0\0\0\0\x08\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\x01\x5f\x90".to_vec();
        bytes.resize(200_000, 0x1c);
        let (file, source) = mapped("dump", &bytes);
        file.set_len(64).expect("can be cut");
        let loaded = load_heap(&source, Path::new("a.hprof"), 0, &LoadOptions::default(), &Progress::new(), &Warnings::new());
        assert!(loaded.expect_err("is shorter").to_string().contains("became shorter"));
    }
}
