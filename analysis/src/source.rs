//! Opening inputs: the only file of this crate that touches the file system.
//!
//! An input's kind is told from its first bytes, never from its name. Heap dumps are memory-mapped; gzip is
//! decompressed into memory, large ones into a temporary file that has no name any more. Everything else of the
//! crate takes bytes, so it can be tested from memory.

mod bytes;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

pub use bytes::ByteSource;

use crate::anttracks::Part;
use crate::{Error, Progress, Result};

/// How much of a decompressed or converted file is kept in memory before a temporary file takes over.
const IN_MEMORY_BYTES: usize = 1 << 28;

/// A gzip file may not grow beyond this, so that a hostile one cannot fill the disk unnoticed.
const GZIP_LIMIT_BYTES: u64 = 1 << 40;

/// Texts (JSON documents, class histograms) may not be larger.
const TEXT_LIMIT_BYTES: u64 = 4 << 30;

const DAMAGED_GZIP: &str = "The gzip stream is damaged or ends early; what came before is used";

/// How much of a file tells what it is.
const SNIFFED_BYTES: u64 = 4096;

/// Bytes per read while decompressing.
const CHUNK_BYTES: usize = 1 << 20;

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// HPROF, plain or in gzip.
    HeapDump,
    /// A memory trace, our own or of AntTracks, plain or in gzip.
    Trace,
    /// Names or class files that belong to a trace of AntTracks, and are read with it.
    TracePart,
    /// A JSON document.
    Json,
    /// The text of `jcmd GC.class_histogram` or `jmap -histo`.
    ClassHistogram,
    /// A folder.
    Folder,
    /// A file without content.
    Empty,
    /// Nothing this program reads.
    Unknown,
}

/// Tells what an input is from its first bytes.
///
/// # Errors
/// [`Error::Io`] if it cannot be opened or read, or is neither a file nor a folder.
pub fn input_kind(path: &Path) -> Result<InputKind> {
    if fs::metadata(path).map_err(|source| Error::Io { source, path: path.to_owned() })?.is_dir() {
        return Ok(InputKind::Folder);
    }
    let head = first_bytes(path)?;
    if head.is_empty() {
        return Ok(InputKind::Empty);
    }
    Ok(if is_gzip(&head) { kind_of_gzip(&head) } else { kind_of(&head) })
}

/// Heap dumps, traces and class histograms are read from gzip, too.
fn kind_of_gzip(head: &[u8]) -> InputKind {
    match kind_of(&unzipped(head)) {
        kind @ (InputKind::HeapDump | InputKind::Trace | InputKind::TracePart | InputKind::ClassHistogram) => kind,
        _ => InputKind::Unknown,
    }
}

/// When a heap dump was made or a trace begun, in milliseconds since the epoch, by its first bytes; `None` if they do not tell.
#[must_use]
pub fn dump_time_millis(path: &Path) -> Option<i64> {
    let head = first_bytes(path).ok()?;
    let head = if is_gzip(&head) { unzipped(&head) } else { head };
    crate::hprof::time_in_head(&head).or_else(|| crate::trace::time_in_head(&head))
}

/// The files that lie beside this one and whose first bytes say so, by name. Those that cannot be read are left out.
pub(crate) fn files_beside(path: &Path, is_wanted: impl Fn(&[u8]) -> bool) -> Result<Vec<PathBuf>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files = list_folder(folder)?;
    files.retain(|file| {
        let head = first_bytes(file).unwrap_or_default();
        is_wanted(&if is_gzip(&head) { unzipped(&head) } else { head })
    });
    Ok(files)
}

/// The traces of AntTracks beside this one that are parts of recordings, itself included.
pub(crate) fn trace_parts_beside(path: &Path) -> Result<Vec<(PathBuf, Part)>> {
    let files = files_beside(path, crate::is_anttracks_trace)?;
    Ok(files.into_iter().filter_map(|file| trace_part(&file).map(|part| (file, part))).collect())
}

fn trace_part(path: &Path) -> Option<Part> {
    let head = first_bytes(path).ok()?;
    Part::of(path, &if is_gzip(&head) { unzipped(&head) } else { head })
}

/// These files without traces of AntTracks that go on where another one of them ends: whoever opens that one reads them, too.
#[must_use]
pub fn without_continuations(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let parts: Vec<Option<Part>> = files.iter().map(|file| trace_part(file)).collect();
    let goes_on = |part: &Part| parts.iter().flatten().any(|before| part.goes_on_from(before));
    files.into_iter().zip(&parts).filter(|(_, part)| !part.as_ref().is_some_and(goes_on)).map(|(file, _)| file).collect()
}

fn first_bytes(path: &Path) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    let read = open_file(path)?.0.take(SNIFFED_BYTES).read_to_end(&mut head);
    read.map_err(|source| Error::Io { source, path: path.to_owned() })?;
    Ok(head)
}

/// What the first bytes of a gzip file hold.
fn unzipped(head: &[u8]) -> Vec<u8> {
    let mut inner = Vec::new();
    // The head of a longer file ends in an error, and a damaged one does so early; both leave what could be read.
    let _ = MultiGzDecoder::new(head).take(SNIFFED_BYTES).read_to_end(&mut inner);
    inner
}

fn kind_of(head: &[u8]) -> InputKind {
    if crate::hprof::is_hprof(head) {
        return InputKind::HeapDump;
    }
    if crate::trace::is_memory_trace(head) {
        return InputKind::Trace;
    }
    if let Some(kind) = crate::anttracks::kind_of(head) {
        return if kind == crate::anttracks::FileKind::Trace { InputKind::Trace } else { InputKind::TracePart };
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        InputKind::Json
    } else if crate::is_class_histogram(head) {
        // Before arrays: the lines of a JVM log begin with a bracket, too.
        InputKind::ClassHistogram
    } else if text.starts_with('[') {
        InputKind::Json
    } else {
        InputKind::Unknown
    }
}

fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b])
}

/// Opens a file for reading as bytes: maps it, or decompresses it if it is gzip.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Limit`] if it decompresses to too much, [`Error::Cancelled`]. A gzip
/// file that ends early is no error: what came before is returned, and `warnings` say so.
pub fn open_bytes(path: &Path, progress: &Progress, warnings: &crate::Warnings) -> Result<ByteSource> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let (mut file, metadata) = open_file(path)?;
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

fn decompress(file: File, path: &Path, progress: &Progress, warnings: &crate::Warnings) -> Result<ByteSource> {
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
pub fn read_text(path: &Path, warnings: &crate::Warnings) -> Result<String> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let (mut file, metadata) = open_file(path)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_told_from_the_first_bytes() {
        assert_eq!(kind_of(b"JAVA PROFILE 1.0.2\0"), InputKind::HeapDump);
        assert_eq!(kind_of(b"MCTRACE\n\x01\0"), InputKind::Trace);
        assert_eq!(kind_of(b"\xef\xbb\xbf  {\"time\": 1}"), InputKind::Json);
        assert_eq!(kind_of(b"1234:\n num     #instances         #bytes  class name\n"), InputKind::ClassHistogram);
        assert_eq!(kind_of(b"[1.5s][trace][gc,classhisto]  num     #instances         #bytes  class name\n"), InputKind::ClassHistogram);
        assert_eq!(kind_of(b"[{\"time\": 1}]"), InputKind::Json);
        assert_eq!(kind_of(b"hello"), InputKind::Unknown);
        assert_eq!(kind_of(b""), InputKind::Unknown);
    }

    const HISTOGRAM: &str =
        " num     #instances         #bytes  class name\n   1:             2             48  A\nTotal             2             48\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("memory takes everything");
        encoder.finish().expect("memory takes everything")
    }

    #[test]
    fn the_kind_is_told_from_within_gzip() {
        assert_eq!(kind_of_gzip(&gzip(HISTOGRAM.as_bytes())), InputKind::ClassHistogram);
        assert_eq!(kind_of_gzip(&gzip(b"JAVA PROFILE 1.0.2\0")), InputKind::HeapDump);
        assert_eq!(kind_of_gzip(&gzip(b"hello")), InputKind::Unknown);
        assert_eq!(kind_of_gzip(b"\x1f\x8b"), InputKind::Unknown);
        // Numbers that hardly compress, so that the first bytes of the file are a part of the stream only.
        let lines: String = (2..4000_u64).map(|n| format!("{n:4}: {} {} C{n}\n", n * 7_919 % 10_007, n * 104_729 % 1_000_003)).collect();
        let long = gzip(format!("{HISTOGRAM}{lines}").as_bytes());
        assert!(long.len() > 2 * SNIFFED_BYTES as usize);
        assert_eq!(kind_of_gzip(&long[..SNIFFED_BYTES as usize]), InputKind::ClassHistogram);
    }

    #[test]
    fn texts_are_read_from_gzip() {
        let folder = std::env::temp_dir().join(format!("memory-city-texts-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder can be written");
        let read = |name: &str, bytes: &[u8]| {
            let (path, warnings) = (folder.join(name), crate::Warnings::new());
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
