//! Files as bytes: the only file of this crate that opens inputs.
//!
//! Heap dumps are memory-mapped; gzip is decompressed into memory, large ones into a temporary file that has no name any
//! more. Everything else of the crate takes bytes, so it can be tested from memory.

mod bytes;
mod shrinking;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

pub use bytes::ByteSource;
pub use shrinking::has_file_shrunk;

use crate::base::error::{Error, Result};
use crate::base::new_file::note_input;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;

/// How much of a decompressed or converted file is kept in memory before a temporary file takes over.
const IN_MEMORY_BYTES: usize = 1 << 28;

/// A gzip file may not grow beyond this, so that a hostile one cannot fill the disk unnoticed.
const GZIP_LIMIT_BYTES: u64 = 1 << 40;

/// Texts (JSON documents, class histograms) may not be larger.
const TEXT_LIMIT_BYTES: u64 = 4 << 30;

const DAMAGED_GZIP: &str = "The gzip stream is damaged or ends early; what came before is used";

/// How much of a file tells what it is.
pub(super) const SNIFFED_BYTES: u64 = 4096;

/// Bytes per read while decompressing.
const CHUNK_BYTES: usize = 1 << 20;

/// The files that lie beside this one and whose first bytes say so, by name. Those that cannot be read are left out.
pub(crate) fn files_beside(path: &Path, is_wanted: impl Fn(&[u8]) -> bool) -> Result<Vec<PathBuf>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files = list_folder(folder)?;
    files.retain(|file| Head::read(file).is_ok_and(|head| is_wanted(&head.bytes)));
    Ok(files)
}

/// The first bytes of a file.
#[derive(Debug)]
pub(crate) struct Head {
    /// What they hold, decompressed.
    pub(crate) bytes: Vec<u8>,
    /// Whether the file is in gzip.
    pub(crate) in_gzip: bool,
}

impl Head {
    /// The first bytes of a file, decompressed.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be opened or read.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let mut head = Vec::new();
        let read = open_file(path)?.0.take(SNIFFED_BYTES).read_to_end(&mut head);
        read.map_err(|source| Error::Io { source, path: path.to_owned() })?;
        Ok(Self::of(head))
    }

    /// The same of the first bytes as they are in the file.
    pub(crate) fn of(raw: Vec<u8>) -> Self {
        if !is_gzip(&raw) {
            return Self { bytes: raw, in_gzip: false };
        }
        let mut inner = Vec::new();
        // The head of a longer file ends in an error, and a damaged one does so early; both leave what could be read.
        let _ = MultiGzDecoder::new(&raw[..]).take(SNIFFED_BYTES).read_to_end(&mut inner);
        Self { bytes: inner, in_gzip: true }
    }
}

/// Whether a path leads to a folder.
///
/// # Errors
/// [`Error::Io`] if nothing is there.
pub(crate) fn is_folder(path: &Path) -> Result<bool> {
    Ok(fs::metadata(path).map_err(|source| Error::Io { source, path: path.to_owned() })?.is_dir())
}

fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b])
}

/// Opens a file for reading as bytes: maps it, or decompresses it if it is gzip.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Limit`] if it decompresses to too much, [`Error::Cancelled`]. A gzip
/// file that ends early is no error: what came before is returned, and `warnings` say so.
pub fn open_bytes(path: &Path, progress: &Progress, warnings: &Warnings) -> Result<ByteSource> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let (mut file, metadata) = open_file(path)?;
    note_input(path, &metadata);
    let mut magic = Vec::new();
    (&mut file).take(2).read_to_end(&mut magic).map_err(io)?;
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    if is_gzip(&magic) {
        progress.start("Decompressing", metadata.len());
        return decompress(file, path, progress, warnings);
    }
    if metadata.len() == 0 {
        return Ok(ByteSource::from(Vec::new()));
    }
    ByteSource::map(&file).map_err(io)
}

/// Opens a file. Looks first: opening a pipe nobody writes to would wait forever, and no pipe can be mapped.
fn open_file(path: &Path) -> Result<(File, fs::Metadata)> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let metadata = fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(io(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if !metadata.is_file() {
        return Err(io(io::Error::other("it is a pipe or a device; write its content to a file first")));
    }
    Ok((File::open(path).map_err(io)?, metadata))
}

/// Counts what the decoder takes from the file, for progress.
struct Counted<'a> {
    file: BufReader<File>,
    progress: &'a Progress,
    cancelled: bool,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        if self.progress.advance(count as u64).is_err() {
            self.cancelled = true;
            return Err(io::Error::other("cancelled"));
        }
        Ok(count)
    }
}

fn decompress(file: File, path: &Path, progress: &Progress, warnings: &Warnings) -> Result<ByteSource> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let mut decoder = MultiGzDecoder::new(Counted { file: BufReader::with_capacity(CHUNK_BYTES, file), progress, cancelled: false });
    let mut spool = Spool::default();
    let mut total = 0_u64;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let count = match decoder.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(_) if decoder.get_ref().cancelled => return Err(Error::Cancelled),
            Err(error) if total == 0 => return Err(io(error)),
            Err(error) => {
                warnings.add(DAMAGED_GZIP, format!("at byte {total}: {error}"));
                break;
            }
        };
        total += count as u64;
        if total > GZIP_LIMIT_BYTES {
            return Err(Error::Limit { what: format!("the decompressed size of {}", path.display()), limit: "1 TiB".to_owned() });
        }
        spool.write_all(&chunk[..count]).map_err(io)?;
    }
    spool.into_source().map_err(io)
}

/// Takes bytes of which nobody knows how many they will be: in memory first, then in a temporary file.
#[derive(Debug, Default)]
pub(crate) struct Spool {
    memory: Vec<u8>,
    spilled: Option<File>,
}

impl Spool {
    /// What was written.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(crate) fn into_source(mut self) -> io::Result<ByteSource> {
        match self.spilled {
            Some(file) => ByteSource::map(&file),
            None => {
                self.memory.shrink_to_fit();
                Ok(ByteSource::from(self.memory))
            }
        }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.spilled.is_none() && self.memory.len() + bytes.len() > IN_MEMORY_BYTES {
            let mut file = nameless_file()?;
            file.write_all(&self.memory)?;
            self.memory = Vec::new();
            self.spilled = Some(file);
        }
        match &mut self.spilled {
            Some(file) => file.write_all(bytes)?,
            None => self.memory.extend_from_slice(bytes),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A temporary file that vanishes with its last handle.
fn nameless_file() -> io::Result<File> {
    let folder = std::env::temp_dir();
    for attempt in 0..1000 {
        let path = folder.join(format!("memory-city-{}-{attempt}.tmp", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Ok(file) => {
                // Where an open file cannot be removed, the system's temporary folder keeps it until it is cleaned.
                let _ = fs::remove_file(&path);
                return Ok(file);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// Reads a whole text file, plain or in gzip; bytes that are no UTF-8 become replacement characters.
///
/// # Errors
/// [`Error::Io`], or [`Error::Limit`] for texts over 4 GiB. A gzip file that ends early is no error: what came before
/// is returned, and `warnings` say so.
pub fn read_text(path: &Path, warnings: &Warnings) -> Result<String> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let (mut file, metadata) = open_file(path)?;
    note_input(path, &metadata);
    let size = metadata.len();
    let mut bytes = Vec::new();
    (&mut file).take(2).read_to_end(&mut bytes).map_err(io)?;
    if is_gzip(&bytes) {
        file.seek(SeekFrom::Start(0)).map_err(io)?;
        bytes.clear();
        let read = MultiGzDecoder::new(BufReader::new(file)).take(TEXT_LIMIT_BYTES + 1).read_to_end(&mut bytes);
        match read {
            Err(error) if bytes.is_empty() => return Err(io(error)),
            Err(error) => warnings.add(DAMAGED_GZIP, format_args!("{} at byte {}: {error}", path.display(), bytes.len())),
            Ok(_) => {}
        }
    } else {
        bytes.reserve(size.min(TEXT_LIMIT_BYTES) as usize);
        file.take(TEXT_LIMIT_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    }
    if bytes.len() as u64 > TEXT_LIMIT_BYTES {
        return Err(Error::Limit { what: format!("the size of {}", path.display()), limit: "4 GiB".to_owned() });
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The entries of a folder, sorted by name; entries that cannot be read are left out.
///
/// # Errors
/// [`Error::Io`] if the folder itself cannot be read.
pub fn list_folder(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(path).map_err(|source| Error::Io { source, path: path.to_owned() })?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    Ok(paths)
}

/// What tests of files and formats share.
#[cfg(test)]
pub(super) mod in_tests {
    use std::io::Write;

    pub(in crate::readers) const HISTOGRAM: &str =
        " num     #instances         #bytes  class name\n   1:             2             48  A\nTotal             2             48\n";

    pub(in crate::readers) fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("memory takes everything");
        encoder.finish().expect("memory takes everything")
    }
}

#[cfg(test)]
mod tests {
    use super::in_tests::{HISTOGRAM, gzip};
    use super::*;

    #[test]
    fn texts_are_read_from_gzip() {
        let folder = std::env::temp_dir().join(format!("memory-city-texts-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder can be written");
        let read = |name: &str, bytes: &[u8]| {
            let (path, warnings) = (folder.join(name), Warnings::new());
            fs::write(&path, bytes).expect("the temporary folder can be written");
            (read_text(&path, &warnings), warnings.list().len())
        };
        let long = HISTOGRAM.repeat(1000);
        let whole = gzip(long.as_bytes());
        let (text, warned) = read("whole.txt.gz", &whole);
        assert_eq!((text.expect("readable"), warned), (long.clone(), 0));
        let (text, warned) = read("cut.txt.gz", &whole[..whole.len() - 20]);
        assert!(long.starts_with(&text.expect("readable")) && warned == 1);
        assert_eq!(read("plain.txt", b"\xff!").0.expect("readable"), "\u{fffd}!");
        assert!(read("empty.gz", b"\x1f\x8b").0.is_err());
        fs::remove_dir_all(&folder).expect("the temporary folder can be emptied");
    }
}
