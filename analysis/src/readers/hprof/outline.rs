//! The records of a file, outside the heap dumps: names, classes, stacks, and where each dump's segments lie.
//!
//! Every record has a header of nine bytes: u1 tag, u4 microseconds since the file's time stamp, u4 length.
//!
//! A heap dump is either one `HEAP_DUMP` record or a run of `HEAP_DUMP_SEGMENT` records up to `HEAP_DUMP_END`; a
//! file may hold several. The length of a dump record is 32 bits wide: larger ones wrap around, and writers that
//! could not seek back leave it 0. `segment_end` finds out where such a record really ends.

use std::ops::Range;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::cursor::Cursor;
use super::header::{self, Header};
use super::missing::{ENDS_IN_HEADER, ENDS_IN_RECORD, Missing};
use super::redaction_marks::{is_taken_out, marked};
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::Redacted;
use crate::readers::files::ByteSource;

/// Tag, time and length of a record.
pub(super) const HEADER_BYTES: usize = 9;

pub(super) const STRING: u8 = 0x01;
const LOAD_CLASS: u8 = 0x02;
const STACK_FRAME: u8 = 0x04;
const STACK_TRACE: u8 = 0x05;
const START_THREAD: u8 = 0x0a;
pub(super) const HEAP_DUMP: u8 = 0x0c;
pub(super) const HEAP_DUMP_SEGMENT: u8 = 0x1c;
const HEAP_DUMP_END: u8 = 0x2c;

const UNKNOWN_RECORD: &str = "Unknown record in the file; it is skipped by its length";

/// Records between two looks at the cancel flag.
const CHECK_EVERY: usize = 1 << 16;

/// A record of a file as its header tells.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileRecord {
    pub(super) tag: u8,
    /// Microseconds since the file's time stamp.
    micros: u32,
    /// Where its content begins.
    pub(super) start: usize,
    /// Where it ends; behind the end of the file if it is cut off.
    claimed_end: usize,
    /// The same, but not behind the end of the file.
    pub(super) end: usize,
}

impl FileRecord {
    /// The record whose header begins at `at`; `None` where not even that is whole.
    pub(super) fn read(bytes: &[u8], at: usize) -> Option<Self> {
        let mut cursor = Cursor::new(bytes, at, 8);
        let (tag, micros, length) = (cursor.u8()?, cursor.u32()?, cursor.u32()?);
        let start = cursor.at();
        let claimed_end = match tag {
            HEAP_DUMP | HEAP_DUMP_SEGMENT => segment_end(bytes, start, length),
            _ => start.saturating_add(length as usize),
        };
        Some(Self { tag, micros, start, claimed_end, end: claimed_end.min(bytes.len()) })
    }

    /// Whether records of this kind occur in heap dumps.
    pub(super) fn is_known(self) -> bool {
        is_known(self.tag)
    }
}

/// One heap dump of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Dump {
    /// Milliseconds since the epoch.
    pub(super) time_millis: i64,
    /// Where its sub-records lie, in file order.
    pub(super) segments: Vec<Range<usize>>,
}

/// A stack frame as the file has it: ids of strings, serial number of the class.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawFrame {
    pub(super) method: u64,
    pub(super) signature: u64,
    pub(super) source: u64,
    pub(super) class_serial: u32,
    pub(super) line: i32,
}

/// A stack trace as the file has it.
#[derive(Debug, Clone)]
pub(super) struct RawTrace {
    pub(super) serial: u32,
    pub(super) thread: u32,
    pub(super) frames: Vec<u64>,
}

/// Everything but the objects.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: Header,
    strings: FxHashMap<u64, Range<usize>>,
    /// The name of each class, by class id.
    pub(super) class_names: FxHashMap<u64, u64>,
    /// Class ids by serial number.
    pub(super) class_serials: FxHashMap<u32, u64>,
    pub(super) frames: FxHashMap<u64, RawFrame>,
    pub(super) traces: Vec<RawTrace>,
    /// Object id and name of started threads, by serial number.
    pub(super) started_threads: FxHashMap<u32, (u64, u64)>,
    pub(super) dumps: Vec<Dump>,
    /// What was taken out of the contents of objects.
    pub(super) redacted: Redacted,
    /// What could not be read, apart from the content of dumps.
    pub(super) missing: Missing,
}

impl<'a> Outline<'a> {
    /// The text with this id; `None` if the file has none.
    pub(super) fn string(&self, id: u64) -> Option<std::borrow::Cow<'a, str>> {
        self.strings.get(&id).map(|range| super::names::decode(&self.bytes[range.clone()]))
    }

    /// Walks over all records of a file that holds a heap dump; `name` is only for messages.
    pub(super) fn of_file(source: &'a ByteSource, name: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let refuse = |(reason, offset): (&str, u64)| Error::NotHprof { file: name.to_owned(), reason: reason.to_owned(), offset };
        let outline = Self::read(source, header::read(source).map_err(refuse)?, progress, warnings)?;
        if outline.dumps.is_empty() {
            return Err(refuse(("the file holds no heap dump, only its header and names", source.len() as u64)));
        }
        Ok(outline)
    }

    /// Whether a text has this id.
    pub(super) fn has_string(&self, id: u64) -> bool {
        self.strings.contains_key(&id)
    }

    /// Walks over all records. What is cut off or unknown is counted in `warnings`.
    fn read(source: &'a ByteSource, header: Header, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let bytes: &[u8] = source;
        let mut outline = Self {
            bytes,
            header,
            strings: FxHashMap::default(),
            class_names: FxHashMap::default(),
            class_serials: FxHashMap::default(),
            frames: FxHashMap::default(),
            traces: Vec::new(),
            started_threads: FxHashMap::default(),
            dumps: Vec::new(),
            redacted: Redacted::Nothing,
            missing: Missing::default(),
        };
        let mut at = header.end;
        let mut records = 0_usize;
        let mut open_dump = false;
        let (mut last_offset, mut wraps) = (0_u32, 0_i64);
        while at < bytes.len() {
            records += 1;
            if records.is_multiple_of(CHECK_EVERY) {
                progress.check()?;
            }
            let Some(FileRecord { tag, micros: offset, start, claimed_end, end }) = FileRecord::read(bytes, at) else {
                warnings.add(ENDS_IN_HEADER, format!("at byte {at}"));
                outline.missing.pass_over(at..bytes.len(), ENDS_IN_HEADER);
                outline.missing.cut_off(None);
                break;
            };
            wraps += i64::from(offset < last_offset);
            last_offset = offset;
            if claimed_end > bytes.len() {
                warnings.add(ENDS_IN_RECORD, format!("at byte {at}"));
                if is_known(tag) {
                    // A dump in one record is most of the file; of many segments this may be the first.
                    outline.missing.cut_off((tag == HEAP_DUMP).then_some(claimed_end));
                }
            }
            if !is_known(tag) {
                outline.missing.pass_over(at..end, UNKNOWN_RECORD);
            }
            match tag {
                HEAP_DUMP | HEAP_DUMP_SEGMENT => {
                    if tag == HEAP_DUMP || !open_dump {
                        let micros = (wraps << 32) + i64::from(offset);
                        outline.dumps.push(Dump { time_millis: header.time_millis.saturating_add(micros / 1000), segments: Vec::new() });
                    }
                    open_dump = tag == HEAP_DUMP_SEGMENT;
                    if let Some(dump) = outline.dumps.last_mut() {
                        dump.segments.push(start..end);
                    }
                    // Touching a header may have mapped megabytes around it.
                    source.release(at..end);
                }
                HEAP_DUMP_END => open_dump = false,
                _ => {
                    let mut content = Cursor::new(&bytes[..end], start, header.id_bytes);
                    if outline.read_record(tag, &mut content, warnings, at).is_none() {
                        warnings.add("A record is shorter than its kind allows; it is skipped", format!("at byte {at}, tag {tag:#04x}"));
                    }
                }
            }
            at = end;
        }
        Ok(outline)
    }

    fn read_record(&mut self, tag: u8, content: &mut Cursor<'_>, warnings: &Warnings, at: usize) -> Option<()> {
        match tag {
            STRING => {
                let id = content.id()?;
                let text = content.rest();
                if let Some(redacted) = marked(text) {
                    self.redacted = redacted;
                } else if !is_taken_out(text) {
                    self.strings.insert(id, content.at()..content.end());
                }
            }
            LOAD_CLASS => {
                let serial = content.u32()?;
                let class = content.id()?;
                content.u32()?;
                let name = content.id()?;
                self.class_serials.insert(serial, class);
                self.class_names.insert(class, name);
            }
            STACK_FRAME => {
                let id = content.id()?;
                let method = content.id()?;
                let signature = content.id()?;
                let source = content.id()?;
                let class_serial = content.u32()?;
                let line = content.u32()?.cast_signed();
                self.frames.insert(id, RawFrame { method, signature, source, class_serial, line });
            }
            STACK_TRACE => {
                let serial = content.u32()?;
                let thread = content.u32()?;
                let count = content.u32()?;
                let ids = content.take(u64::from(count) * content.id_bytes() as u64)?;
                let frames = super::cursor::ids(ids, content.id_bytes()).collect();
                self.traces.push(RawTrace { serial, thread, frames });
            }
            START_THREAD => {
                let serial = content.u32()?;
                let object = content.id()?;
                content.u32()?;
                let name = content.id()?;
                self.started_threads.insert(serial, (object, name));
            }
            // Unloaded classes, allocation sites, summaries, ended threads, samples and settings tell nothing we show.
            _ if is_known(tag) => {}
            _ => warnings.add(UNKNOWN_RECORD, format!("at byte {at}, tag {tag:#04x}")),
        }
        Some(())
    }
}

/// Whether records of this kind occur in heap dumps.
fn is_known(tag: u8) -> bool {
    matches!(tag, 0x01..=0x07 | 0x0a..=0x0e | HEAP_DUMP_SEGMENT | HEAP_DUMP_END)
}

/// Where a dump record that starts (after its header) at `start` and claims `length` bytes really ends; beyond the
/// end of the file if it is cut off.
fn segment_end(bytes: &[u8], start: usize, length: u32) -> usize {
    let claimed = start.saturating_add(length as usize);
    if length == 0 {
        // No sub-record has the tag of a dump record, so these can only be the next record of the file.
        let ends_here = matches!(bytes.get(start), None | Some(&(HEAP_DUMP | HEAP_DUMP_SEGMENT | HEAP_DUMP_END)));
        return if ends_here { start } else { bytes.len() };
    }
    if claimed >= bytes.len() || starts_records(bytes, claimed) {
        return claimed;
    }
    // The length may have wrapped around: look for a record at each multiple of 4 GiB further on.
    let wrapped = (1..).map(|wraps: u64| claimed as u64 + (wraps << 32)).take_while(|&end| end <= bytes.len() as u64);
    wrapped.map(|end| end as usize).find(|&end| starts_records(bytes, end)).unwrap_or(claimed)
}

/// Whether a chain of record headers that make sense starts here, or the file ends here.
fn starts_records(bytes: &[u8], mut at: usize) -> bool {
    // Chance passes one header in ten, so several must fit.
    const CHAIN: usize = 4;
    for _ in 0..CHAIN {
        if at >= bytes.len() {
            return at == bytes.len();
        }
        let mut cursor = Cursor::new(bytes, at, 8);
        let (Some(tag), Some(_), Some(length)) = (cursor.u8(), cursor.u32(), cursor.u32()) else { return false };
        match tag {
            // Their own lengths may have wrapped, or be cut off.
            HEAP_DUMP | HEAP_DUMP_SEGMENT => return true,
            _ if is_known(tag) => at = at + HEADER_BYTES + length as usize,
            _ => return false,
        }
    }
    true
}
