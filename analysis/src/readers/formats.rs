//! The front door: every format that this program reads, one row each, and the files that hold heap states. A new format is a
//! reader and a row.
//!
//! A file is looked at once ([`look_at`]): what is told then goes with it to whoever reads it. Who opens it asks its bytes again, which
//! are at hand then.
//!
//! What a file is, its first bytes tell, never its name.

use std::path::{Path, PathBuf};

use super::anttracks::{FileKind, is_anttracks_trace, kind_of as kind_of_anttracks};
use super::class_histogram::{ClassHistogram, is_class_histogram, parse_class_histograms};
use super::exchange::{TreeFolder, read_trees};
use super::files::{ByteSource, Head, SNIFFED_BYTES, is_folder, open_bytes};
use super::gc_log::{is_gc_log, read_gc_log};
use super::hprof::options::LoadOptions;
use super::hprof::{dumps_of, histogram_of, load_heap};
use super::jfr::{self, JfrRecording, is_jfr, read_jfr};
use super::trace::Trace;
use super::{hprof, trace};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{HeapState, Histogram, SizePolicy, heap_histogram};
use crate::over_time::gc_events::GcEvents;

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// HPROF, plain or in gzip.
    HeapDump,
    /// A memory trace, our own or of AntTracks, plain or in gzip.
    Trace,
    /// Names or class files that belong to a trace of AntTracks, and are read with it.
    TracePart,
    /// Memory trees that were grouped elsewhere: a JSON document.
    MemoryTrees,
    /// The text of `jcmd GC.class_histogram` or `jmap -histo`.
    ClassHistogram,
    /// A recording of the JDK Flight Recorder.
    JfrRecording,
    /// What a JVM writes of its garbage collections.
    GcLog,
    /// A folder of tables that were exported.
    Tables,
    /// Another folder.
    Folder,
    /// A file without content.
    Empty,
    /// Nothing this program reads.
    Unknown,
}

/// Makes heap states accessible; the path is where the bytes come from.
type OpenStates = fn(ByteSource, &Path, &Progress, &Warnings) -> Result<HeapFile>;
/// Reads all counts of a text; the name is for messages.
type ReadCounts = fn(&str, &[u8], &Warnings) -> Result<Vec<ClassHistogram>>;

/// Reads the garbage collections that a text tells of; the name is for messages.
type ReadEvents = fn(&str, &ByteSource, &Progress, &Warnings) -> Result<GcEvents>;

/// Reads the trees of files, or of a folder that the user has named; maps of references may lie in another folder.
type ReadTrees = fn(&[PathBuf], Option<&Path>, &Progress, &Warnings) -> Result<TreeFolder>;
/// Reads a recording; the path is for messages.
type ReadRecording = fn(&[u8], &Path, &Progress, &Warnings) -> Result<JfrRecording>;

/// What there is to read in a file.
#[derive(Debug, Clone, Copy)]
pub enum Holds {
    /// Heap states, one after the other.
    States(OpenStates),
    /// Trees that were grouped elsewhere.
    Trees(ReadTrees),
    /// Objects and bytes per class, no single objects.
    Counts(ReadCounts),
    /// What happened in a JVM; perhaps objects and bytes per class, too.
    Recording(ReadRecording),
    /// Garbage collections, no objects.
    GcEvents(ReadEvents),
    /// What belongs to another file, with which it is read.
    PartOfAnother,
}

/// One format.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// What its files are told apart by.
    pub kind: InputKind,
    /// What one of its files is called.
    pub name: &'static str,
    /// What several are called.
    pub names: &'static str,
    /// How files are usually called.
    pub endings: &'static [&'static str],
    /// What there is to read.
    pub holds: Holds,
    /// Whether files in gzip are read, too.
    pub in_gzip: bool,
    /// Whether each of its files says where and by whom objects were allocated, so that nobody has to read one to know.
    pub always_has_sites: bool,
    /// Whether bytes begin like such a file.
    is_begun_by: fn(&[u8]) -> bool,
    /// When it was made, in milliseconds since the epoch, by its first bytes.
    time_in_head: fn(&[u8]) -> Option<i64>,
}

/// All formats. Of a folder that holds several kinds the first one here is read: it tells most.
pub const FORMATS: [Format; 8] = [
    Format {
        kind: InputKind::Trace,
        name: "trace",
        names: "memory traces",
        endings: &[".mctrace"],
        holds: Holds::States(|source, name, progress, warnings| {
            Ok(HeapFile::Trace(Box::new(Trace::open(&source, name, progress, warnings)?)))
        }),
        in_gzip: true,
        always_has_sites: false,
        is_begun_by: trace::is_memory_trace,
        time_in_head: trace::time_in_head,
    },
    Format {
        kind: InputKind::Trace,
        name: "trace",
        names: "memory traces",
        endings: &[],
        holds: Holds::States(|source, path, progress, warnings| {
            Ok(HeapFile::Trace(Box::new(Trace::open_anttracks(&source, path, progress, warnings)?)))
        }),
        in_gzip: true,
        always_has_sites: true,
        is_begun_by: is_anttracks_trace,
        time_in_head: |_| None,
    },
    Format {
        kind: InputKind::HeapDump,
        name: "heap dump",
        names: "heap dumps",
        endings: &[".hprof"],
        holds: Holds::States(|source, name, _, _| Ok(HeapFile::Dumps { source, name: name.to_owned() })),
        in_gzip: true,
        always_has_sites: false,
        is_begun_by: hprof::is_hprof,
        time_in_head: hprof::time_in_head,
    },
    Format {
        kind: InputKind::MemoryTrees,
        name: "file",
        names: "memory trees",
        endings: &[".json"],
        holds: Holds::Trees(read_trees),
        in_gzip: false,
        always_has_sites: false,
        is_begun_by: is_json,
        time_in_head: |_| None,
    },
    Format {
        kind: InputKind::ClassHistogram,
        name: "file",
        names: "class histograms",
        endings: &[],
        holds: Holds::Counts(parse_class_histograms),
        in_gzip: true,
        always_has_sites: false,
        is_begun_by: is_class_histogram,
        time_in_head: |_| None,
    },
    Format {
        kind: InputKind::JfrRecording,
        name: "recording",
        names: "JFR recordings",
        endings: &[".jfr"],
        holds: Holds::Recording(read_jfr),
        in_gzip: true,
        always_has_sites: false,
        is_begun_by: is_jfr,
        time_in_head: jfr::time_in_head,
    },
    Format {
        kind: InputKind::GcLog,
        name: "GC log",
        names: "GC logs",
        endings: &[],
        holds: Holds::GcEvents(read_gc_log),
        in_gzip: true,
        always_has_sites: false,
        is_begun_by: is_gc_log,
        time_in_head: |_| None,
    },
    Format {
        kind: InputKind::TracePart,
        name: "file",
        names: "parts of traces",
        endings: &[],
        holds: Holds::PartOfAnother,
        in_gzip: true,
        always_has_sites: false,
        is_begun_by: |head| kind_of_anttracks(head).is_some_and(|kind| kind != FileKind::Trace),
        time_in_head: |_| None,
    },
];

impl Format {
    /// The format of a file that begins like this, decompressed. No more is looked at than of a file whose kind is asked for.
    fn of_head(head: &[u8]) -> Option<&'static Self> {
        let head = &head[..head.len().min(SNIFFED_BYTES as usize)];
        FORMATS.iter().find(|format| (format.is_begun_by)(head))
    }

    /// The first format of this kind; `None` for what is no file with content.
    #[must_use]
    pub fn of_kind(kind: InputKind) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.kind == kind)
    }

    /// Whether its files hold heap states.
    #[must_use]
    pub fn has_states(&self) -> bool {
        matches!(self.holds, Holds::States(_))
    }

    /// Whether its files can be shown by themselves.
    #[must_use]
    pub fn is_data(&self) -> bool {
        !matches!(self.holds, Holds::PartOfAnother | Holds::GcEvents(_))
    }
}

/// What the first bytes of an input tell.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// What it is.
    pub kind: InputKind,
    /// Its format; `None` of what is no file of ours.
    pub format: Option<&'static Format>,
    /// It is compressed.
    pub in_gzip: bool,
    /// When a heap dump was made or a trace begun, in milliseconds since the epoch; `None` if they do not tell.
    pub time_millis: Option<i64>,
}

impl Look {
    fn of(head: &Head) -> Self {
        let format = Format::of_head(&head.bytes).filter(|format| format.in_gzip || !head.in_gzip);
        Self {
            kind: format.map_or(InputKind::Unknown, |format| format.kind),
            format,
            in_gzip: head.in_gzip,
            time_millis: format.and_then(|format| (format.time_in_head)(&head.bytes)),
        }
    }
}

/// Tells what an input is from its first bytes.
///
/// # Errors
/// [`Error::Io`](crate::Error::Io) if it cannot be opened or read, or is neither a file nor a folder.
pub fn look_at(path: &Path) -> Result<Look> {
    let without_content = |kind| Look { kind, format: None, in_gzip: false, time_millis: None };
    if is_folder(path)? {
        return Ok(without_content(if holds_tables(path) { InputKind::Tables } else { InputKind::Folder }));
    }
    let head = Head::read(path)?;
    if head.bytes.is_empty() && !head.in_gzip {
        return Ok(without_content(InputKind::Empty));
    }
    Ok(Look::of(&head))
}

/// What tells a folder of tables: every export has rows of points, and the folders of their files begin so.
pub const TABLES_TELL: (&str, &str) = ("points", "service=");

/// Whether a folder holds tables, as `memory-city export` writes them; one that cannot be read holds none.
#[must_use]
pub fn holds_tables(folder: &Path) -> bool {
    let (table, place) = TABLES_TELL;
    let entries = folder.join(table).read_dir().into_iter().flatten().flatten();
    entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(place))
}

fn is_json(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    // The lines of a JVM log begin with a bracket, too.
    text.starts_with('{') || text.starts_with('[') && !is_class_histogram(head) && !is_gc_log(head)
}

/// A file with heap states, one after the other.
#[derive(Debug)]
pub enum HeapFile {
    /// HPROF: mostly one heap dump.
    Dumps {
        /// The file's bytes.
        source: ByteSource,
        /// The file, for messages.
        name: PathBuf,
    },
    /// What our recorder or AntTracks wrote.
    Trace(Box<Trace>),
}

impl HeapFile {
    /// Opens a file, plain or in gzip.
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io); as [`Trace::open`] and [`Trace::open_anttracks`] if it begins like a trace. What is wrong
    /// with a heap dump is told when it is read.
    pub fn open(path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        Self::of(open_bytes(path, progress, warnings)?, path, progress, warnings)
    }

    /// Takes bytes for a file, which is where they come from. What begins like none is taken for a heap dump, whose reader tells what
    /// is wrong with it.
    ///
    /// # Errors
    /// As [`HeapFile::open`].
    pub fn of(source: ByteSource, path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        match Format::of_head(&source).map(|format| format.holds) {
            Some(Holds::States(open)) => open(source, path, progress, warnings),
            _ => Ok(Self::Dumps { source, name: path.to_owned() }),
        }
    }

    /// When each heap state was, in milliseconds since the epoch.
    ///
    /// # Errors
    /// As [`dumps_of`].
    pub fn times(&self, progress: &Progress, warnings: &Warnings) -> Result<Vec<i64>> {
        Ok(match self {
            Self::Dumps { source, name } => dumps_of(source, name, progress, warnings)?.iter().map(|dump| dump.time_millis).collect(),
            Self::Trace(trace) => trace.states().iter().map(|state| state.time_millis).collect(),
        })
    }

    /// Loads one of them (0 is the first). The states of a trace cost least in ascending order.
    ///
    /// # Errors
    /// As [`load_heap`] and [`Trace::heap_state`].
    pub fn load(&self, at: usize, options: &LoadOptions, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        match self {
            Self::Dumps { source, name } => load_heap(source, name, at, options, progress, warnings),
            Self::Trace(trace) => trace.heap_state(at, options, progress, warnings),
        }
    }

    /// Objects and bytes per class of one of them.
    ///
    /// # Errors
    /// As [`HeapFile::load`].
    pub fn histogram(&self, at: usize, policy: SizePolicy, progress: &Progress, warnings: &Warnings) -> Result<Histogram> {
        match self {
            Self::Dumps { source, name } => histogram_of(source, name, at, policy, progress, warnings),
            Self::Trace(trace) => Ok(heap_histogram(&trace.heap_state(at, &LoadOptions { policy, names: false }, progress, warnings)?)),
        }
    }

    /// The trace, if it is one.
    #[must_use]
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Self::Dumps { .. } => None,
            Self::Trace(trace) => Some(trace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::files::in_tests::{HISTOGRAM, gzip};

    const GC_LOG: &str = "[0.367s][info][gc] GC(0) Pause Young (Allocation Failure) 15M->0M(61M) 1.768ms\n";

    fn kind_of(raw: &[u8]) -> InputKind {
        Look::of(&Head::of(raw.to_vec())).kind
    }

    #[test]
    fn the_kind_is_told_from_the_first_bytes() {
        assert_eq!(kind_of(b"JAVA PROFILE 1.0.2\0"), InputKind::HeapDump);
        assert_eq!(kind_of(b"MCTRACE\n\x01\0"), InputKind::Trace);
        assert_eq!(kind_of(b"\xef\xbb\xbf  {\"time\": 1}"), InputKind::MemoryTrees);
        assert_eq!(kind_of(b"1234:\n num     #instances         #bytes  class name\n"), InputKind::ClassHistogram);
        assert_eq!(kind_of(b"[1.5s][trace][gc,classhisto]  num     #instances         #bytes  class name\n"), InputKind::ClassHistogram);
        assert_eq!(kind_of(GC_LOG.as_bytes()), InputKind::GcLog);
        assert_eq!(kind_of(b"0.365: [GC (Allocation Failure)  15M->0M(61M), 0.0017680 secs]"), InputKind::GcLog);
        assert_eq!(kind_of(&[GC_LOG, HISTOGRAM].concat().into_bytes()), InputKind::ClassHistogram);
        assert_eq!(kind_of(b"[{\"time\": 1}]"), InputKind::MemoryTrees);
        assert_eq!(kind_of(b"hello"), InputKind::Unknown);
        assert_eq!(kind_of(b""), InputKind::Unknown);
    }

    #[test]
    fn what_lies_behind_the_first_bytes_tells_nothing() {
        let late = [&vec![b' '; SNIFFED_BYTES as usize], &b"{\"time\": 1}"[..]].concat();
        assert!(Format::of_head(&late).is_none() && Format::of_head(&late[1..]).is_some());
    }

    #[test]
    fn the_kind_is_told_from_within_gzip() {
        assert_eq!(kind_of(&gzip(HISTOGRAM.as_bytes())), InputKind::ClassHistogram);
        assert_eq!(kind_of(&gzip(b"JAVA PROFILE 1.0.2\0")), InputKind::HeapDump);
        assert_eq!(kind_of(&gzip(b"{\"time\": 1}")), InputKind::Unknown);
        assert_eq!(kind_of(&gzip(b"hello")), InputKind::Unknown);
        assert_eq!(kind_of(b"\x1f\x8b"), InputKind::Unknown);
        // Numbers that hardly compress, so that the first bytes of the file are a part of the stream only.
        let lines: String = (2..4000_u64).map(|n| format!("{n:4}: {} {} C{n}\n", n * 7_919 % 10_007, n * 104_729 % 1_000_003)).collect();
        let long = gzip(format!("{HISTOGRAM}{lines}").as_bytes());
        assert!(long.len() > 2 * SNIFFED_BYTES as usize);
        assert_eq!(kind_of(&long[..SNIFFED_BYTES as usize]), InputKind::ClassHistogram);
    }

    #[test]
    fn every_row_is_recognised_by_itself_alone() {
        let (symbols, trace) = crate::fixture::leaking_anttracks(1, false);
        let heads: [&[u8]; FORMATS.len()] = [
            b"MCTRACE\n\x01\0",
            &trace,
            b"JAVA PROFILE 1.0.2\0",
            b"{\"time\": 1}",
            HISTOGRAM.as_bytes(),
            b"FLR\0\0\x02\0\x01",
            GC_LOG.as_bytes(),
            &symbols,
        ];
        for (row, (format, head)) in FORMATS.iter().zip(heads).enumerate() {
            let recognised: Vec<usize> = (0..FORMATS.len()).filter(|&other| (FORMATS[other].is_begun_by)(head)).collect();
            assert_eq!(recognised, [row], "{}", format.names);
            assert_eq!(kind_of(head), format.kind);
            assert_eq!(kind_of(&gzip(head)), if format.in_gzip { format.kind } else { InputKind::Unknown }, "{}", format.names);
            assert!(!format.name.is_empty() && !format.names.is_empty());
            assert!(format.endings.iter().all(|ending| ending.starts_with('.')), "{:?}", format.endings);
            assert_eq!(Format::of_kind(format.kind).map(|first| first.names), Some(format.names));
        }
    }
}
