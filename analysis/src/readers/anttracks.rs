//! Traces of AntTracks: every allocation, move and reference of a program on the modified JVM of that name.
//!
//! A recording is a folder with up to three files: *symbols* (names by number), the *trace* (events) and *class definitions*
//! (class files, of which nothing is needed here). The trace is replayed once from its start to its end, and what each
//! collection leaves is written in the blocks of our own traces ([`trace_format`]), into memory or a temporary file. From there on
//! it is a trace like any other: heap states in any order, sites, threads, ages, births and deaths, stacks.
//!
//! ```text
//! trace ──buffers, lzw──> words ──event──> replay ──output, names, slots──> blocks of our own format ──> Trace
//! symbols ────────────────────────────────────┘
//! ```
//!
//! The format is known from publications and from the published sources of recorder and analyzer. No original file was at
//! hand: the tests read what their own encoder (`fixture::AntTracksTrace`) writes.
//!
//! # Readings that were chosen
//!
//! Facts and sources leave these open, or the layouts known contradict each other. Everything here is **untested without an
//! original file**.
//!
//! * GC roots come in two layouts ([`root`]): the published one with six codes of 4 bits, here the highest first, each root's
//!   address before its details; and that of the published recorder. Which one it is tells the first word.
//! * A class loader, compiled code, management and other internals are roots of the kind "VM internal". Weak handles of JNI
//!   keep nothing alive. A root "thread" is the thread's own object if its type says so.
//! * A static field is held by its class object, where the trace has told which one that is; else the root stands for itself.
//! * A thread's frame goes on while its variables name the same method and no slot twice. Frames without variables are missing.
//! * References of an event belong to fields in the order of offsets; those of a class object to the fields of
//!   `java.lang.Class`, then to its static ones. Nulls alone, in another number than the object has references, say that
//!   nothing has changed.
//! * In a minor collection addresses of references and of all roots are those before it, in a full one references are those
//!   after it. References that several threads tell come after those that one thread tells.
//! * A minor collection that does not say what it empties empties everything but old spaces. Of one that failed nothing dies,
//!   and of a space that failed what was not moved stays.
//! * An object that is allocated, or moved to, where others are takes their place: they are dead.
//! * An object that a collection names anew, and that the trace did not tell of, counts as born then, by an unknown thread.
//! * Roots stay the same over collections that name none.
//! * The first buffer of a thread in an unknown space is one for new objects. The sizes of buffers are not needed.
//! * A mark has 64 bits behind its first word. An allocation 0x18 is laid out as 0x1D.
//! * Deallocations (0x26) have no known layout, and no recorder is known to write any. 0x33 and 0x34 are names that the analyzer
//!   has for steps of its own (to clean up, to move in any way): the recorder's kinds end with 0x32, and the analyzer refuses
//!   files with others. Behind such an event nobody knows where the next one begins, so the rest of its buffer is passed over,
//!   counted, with the place. Other buffers lose nothing.
//! * Bytes in use before and after a collection are those of objects that the replay knows, not of the spaces that they lie in.
//! * Concurrent collections that run into each other share what was moved; interruptions mean nothing here.
//! * Buffers are read in the order of the file, which the levels of synchronization between them only confirm.
//! * Times are those of the recorder's clock, which has no known beginning: they count from the first collection, and dates
//!   are from 1970 on.
//! * A recording that was cut into several trace files (`MaxTraceSize`) is one trace, as far as its files follow each other
//!   ([`parts`]). What a collection at the start of a file names again is what was there before; of files behind a gap it
//!   is said that they are left out.
//! * Where the symbols name indices of bytecodes, places read `app.Main.fill(bci:12)`.

mod event;
mod lzw;
mod names;
mod output;
mod parts;
mod replay;
mod root;
mod slots;
mod spaces;
mod symbols;
#[cfg(test)]
mod tests;
mod words;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use self::event::read_event;
use self::output::Output;
use self::parts::Part;
use self::replay::Replay;
use self::symbols::Symbols;
pub(crate) use self::words::FileKind;
use self::words::{Head, Problem, Words};
use super::files::{self, ByteSource, files_beside, open_bytes};
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;

const CUT: &str = "The trace ends within a buffer; whole events before the end are used";
const DAMAGED: &str = "A buffer of events is damaged; what it holds behind that place is passed over";

/// What a file that begins like this holds; `None` if it is of no AntTracks recording.
pub(crate) fn kind_of(head: &[u8]) -> Option<FileKind> {
    Head::read(head).map(|head| head.kind)
}

/// Whether a file that begins like this holds events of AntTracks.
pub(crate) fn is_anttracks_trace(head: &[u8]) -> bool {
    kind_of(head) == Some(FileKind::Trace)
}

/// The traces of AntTracks beside this one that are parts of recordings, itself included.
fn trace_parts_beside(path: &Path) -> Result<Vec<(PathBuf, Part)>> {
    let files = files_beside(path, is_anttracks_trace)?;
    Ok(files.into_iter().filter_map(|file| trace_part(&file).map(|part| (file, part))).collect())
}

fn trace_part(path: &Path) -> Option<Part> {
    Part::of(path, &files::Head::read(path).ok()?.bytes)
}

/// These files without traces of AntTracks that go on where another one of them ends: whoever opens that one reads them, too.
#[must_use]
pub fn without_continuations(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let parts: Vec<Option<Part>> = files.iter().map(|file| trace_part(file)).collect();
    let goes_on = |part: &Part| parts.iter().flatten().any(|before| part.goes_on_from(before));
    files.into_iter().zip(&parts).filter(|(_, part)| !part.as_ref().is_some_and(goes_on)).map(|(file, _)| file).collect()
}

const LEFT_OUT: &str = "Files of the recording are missing between others of it; those behind and before the gap are left out";

/// A trace in our own format.
pub(crate) struct Converted {
    /// Bytes of the files that it was made of.
    pub(crate) bytes: u64,
    /// Its bytes.
    pub(crate) source: ByteSource,
    /// What was not recorded, and how to record it.
    pub(crate) limits: Vec<&'static str>,
}

/// Reads the trace of a recording whose other files lie beside it.
pub(crate) fn convert_file(trace: &ByteSource, path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Converted> {
    let head = head_of(trace, path)?;
    let is_part = |kind: FileKind| move |start: &[u8]| Head::read(start).is_some_and(|part| part.kind == kind);
    let of_recording = |part: &ByteSource| Head::read(part).is_some_and(|part| part.ids == head.ids);
    let mut symbols: Option<(PathBuf, ByteSource)> = None;
    for file in files_beside(path, is_part(FileKind::Symbols))? {
        let part = open_bytes(&file, progress, warnings)?;
        if of_recording(&part) {
            symbols = Some((file, part));
        }
    }
    for file in files_beside(path, is_part(FileKind::ClassDefinitions))? {
        let part = open_bytes(&file, progress, warnings)?;
        if let Err(problem) = symbols::count_class_files(&part)
            && of_recording(&part)
        {
            warnings.add("A file of class definitions is damaged; nothing is read from it", format!("{}: {problem}", file.display()));
        }
    }
    let Some((symbols_path, symbols)) = symbols else {
        let reason = "a trace of AntTracks is read with its symbols file, and none of the same recording lies beside it";
        return Err(Error::NotTrace { file: path.to_owned(), reason: reason.to_owned(), offset: 0 });
    };
    let files = parts_of(trace, path, warnings)?;
    let sources = files.iter().map(|file| if file == path { Ok(trace.clone()) } else { open_bytes(file, progress, warnings) });
    let sources: Vec<ByteSource> = sources.collect::<Result<_>>()?;
    let traces: Vec<(&ByteSource, &Path)> = sources.iter().zip(files.iter().map(PathBuf::as_path)).collect();
    convert(&traces, (&symbols, &symbols_path), progress, warnings)
}

/// The files of a trace, this one among them, in their order.
fn parts_of(trace: &ByteSource, path: &Path, warnings: &Warnings) -> Result<Vec<PathBuf>> {
    let Some(part) = Part::of(path, trace) else { return Ok(vec![path.to_owned()]) };
    let mut files = vec![(part.index, path.to_owned())];
    for (file, other) in trace_parts_beside(path)? {
        // Copies are of no use.
        if other.is_beside(&part) && files.iter().all(|known| known.0 != other.index) {
            files.push((other.index, file));
        }
    }
    let (joined, left_out) = parts::joined(part.index, files);
    left_out.iter().for_each(|file| warnings.add(LEFT_OUT, file.display()));
    Ok(joined)
}

/// Reads a trace with its symbols, from one file or from several that follow each other. Damage is counted, and what was read
/// before it is used.
pub(crate) fn convert(
    traces: &[(&ByteSource, &Path)],
    (symbols, symbols_path): (&[u8], &Path),
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Converted> {
    let heads: Vec<Head> = traces.iter().map(|(trace, path)| head_of(trace, path)).collect::<Result<_>>()?;
    let symbols = Symbols::read(symbols, symbols_path, warnings)?;
    let mut replay = Replay::new(&symbols, Output::new(&symbols, traces.first().map_or(symbols_path, |trace| trace.1))?, warnings);
    let bytes = traces.iter().map(|(trace, _)| trace.len() as u64).sum();
    progress.start("Replaying the trace of AntTracks", bytes);
    for ((trace, path), head) in traces.iter().zip(heads) {
        let of_file = if traces.len() == 1 { String::new() } else { format!(" of {}", path.display()) };
        // Behind the header stands which part of a recording this is.
        let mut at = head.bytes + 4;
        while at < trace.len() {
            let Some((thread, buffer)) = Buffer::read(trace, at) else {
                warnings.add(CUT, format!("at byte {at}{of_file}"));
                break;
            };
            let (data, problem) = buffer.content(trace);
            read_buffer(&mut replay, thread, &data, (at, &of_file), &symbols, warnings)?;
            if let Some(problem) = problem {
                warnings.add(DAMAGED, format!("at byte {at}{of_file}: {problem}"));
            }
            if buffer.end > trace.len() {
                warnings.add(CUT, format!("at byte {at}{of_file}"));
            }
            let end = buffer.end.min(trace.len());
            progress.advance((end - at) as u64)?;
            trace.release(at..end);
            at = end;
        }
    }
    let limits = replay.output.limits();
    Ok(Converted { bytes, limits, source: replay.output.finish()? })
}

fn head_of(trace: &[u8], path: &Path) -> Result<Head> {
    let refuse = || Error::NotTrace { file: path.to_owned(), reason: "this is no trace of AntTracks".to_owned(), offset: 0 };
    Head::read(trace).filter(|head| head.kind == FileKind::Trace).ok_or_else(refuse)
}

/// A stretch of the file with events of one thread.
struct Buffer {
    start: usize,
    /// Perhaps behind the end of the file.
    end: usize,
    is_compressed: bool,
}

impl Buffer {
    /// Reads the header of a buffer: the thread, then a word with flags and length.
    fn read(file: &[u8], at: usize) -> Option<(u64, Self)> {
        let mut words = Words::new(file.get(at..)?);
        let thread = words.long("a buffer").ok()?;
        let meta = words.word("a buffer").ok()?;
        let start = at + words.at();
        // Bits 29 and 30 are the level of synchronization.
        let length = (meta & 0x1FFF_FFFF) as usize;
        Some((thread, Self { start, end: start + length, is_compressed: meta >> 31 != 0 }))
    }

    /// The events, as far as they are there.
    fn content<'f>(&self, file: &'f [u8]) -> (Cow<'f, [u8]>, Option<Problem>) {
        let stored = &file[self.start..self.end.min(file.len())];
        if self.is_compressed {
            let (data, problem) = lzw::decompress(stored);
            // Whoever cuts the file cuts the last code, too.
            (Cow::Owned(data), problem.filter(|_| self.end <= file.len()))
        } else {
            (Cow::Borrowed(stored), None)
        }
    }
}

fn read_buffer(
    replay: &mut Replay<'_>,
    thread: u64,
    data: &[u8],
    (at, of_file): (usize, &str),
    symbols: &Symbols,
    warnings: &Warnings,
) -> Result<()> {
    let mut words = Words::new(data);
    while !words.is_empty() {
        let start = words.at();
        let place = || format!("in the buffer at byte {at}{of_file}, {start} bytes in");
        match read_event(&mut words, symbols, replay.base) {
            Ok(event) => replay.apply(thread, event, &place)?,
            Err(problem) => {
                warnings.add(DAMAGED, format!("{}: {problem}; {} bytes are lost", place(), data.len() - start));
                break;
            }
        }
    }
    Ok(())
}
