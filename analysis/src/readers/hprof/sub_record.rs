//! The records within a heap dump segment: roots, classes, objects.
//!
//! | tag | record | after the tag |
//! |---|---|---|
//! | 0xff | root, unknown | id |
//! | 0x01 | root, JNI global | id, id of the reference |
//! | 0x02 0x03 | root, JNI local / Java frame | id, u4 thread, u4 frame |
//! | 0x04 0x06 | root, native stack / thread block | id, u4 thread |
//! | 0x05 0x07 | root, sticky class / monitor used | id |
//! | 0x08 | root, thread object | id, u4 thread, u4 stack trace |
//! | 0x20 | class | see `class_dump` |
//! | 0x21 | instance | id, u4 stack trace, class id, u4 n, n bytes |
//! | 0x22 | object array | id, u4 stack trace, u4 n, array class id, n ids |
//! | 0x23 | primitive array | id, u4 stack trace, u4 n, u1 type, n values |
//! | 0x89-0x8d 0x90 | Android roots | id |
//! | 0x8e | Android root, JNI monitor | id, u4 thread, u4 frame |
//! | 0xc3 | Android primitive array without data | id, u4 stack trace, u4 n, u1 type |
//! | 0xfe | Android heap name | u4 heap, string id |

use std::ops::Range;

use super::class_dump;
use super::cursor::Cursor;
use crate::base::primitive::Primitive;
use crate::base::warnings::Warnings;
use crate::heap::RootKind;
use crate::readers::hprof::class_dump::{UNKNOWN_TYPE, primitive};

/// The tag of the record that ends a dump; a segment without length may run into it.
const HEAP_DUMP_END: u8 = 0x2c;

const INSTANCE: u8 = 0x21;
const OBJECT_ARRAY: u8 = 0x22;
const PRIMITIVE_ARRAY: u8 = 0x23;

/// One record of a segment.
#[derive(Debug)]
pub(super) enum SubRecord<'a> {
    /// A GC root.
    Root(RawRoot),
    /// A class; `at` is where its content starts.
    Class { id: u64, at: usize },
    /// An object with fields.
    Instance { id: u64, class: u64, fields: &'a [u8] },
    /// An array of references.
    ObjectArray { id: u64, class: u64, length: u32, elements: &'a [u8] },
    /// An array of values.
    PrimitiveArray { id: u64, element: Primitive, length: u32, values: &'a [u8] },
    /// The string that names the part of the heap that what follows lies in: it tells nothing about objects.
    HeapName(u64),
}

/// A root as the file has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawRoot {
    pub(super) kind: RootKind,
    pub(super) id: u64,
    /// The thread's serial number.
    pub(super) thread: Option<u32>,
    /// Depth in the thread's stack; the stack trace's serial number for thread objects.
    pub(super) frame: Option<u32>,
}

/// Where and why a segment cannot be read further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) offset: usize,
    pub(super) reason: &'static str,
}

impl Broken {
    /// Warns of all of them.
    pub(super) fn warn(all: &[Self], warnings: &Warnings) {
        all.iter().for_each(|broken| warnings.add(broken.reason, format!("at byte {}", broken.offset)));
    }
}

pub(super) const CUT_OFF: &str = "The dump ends within a record; what came before is used";
pub(super) const UNKNOWN_TAG: &str = "Unknown record in a heap dump segment; the rest of the segment is skipped";
/// Reads the records of one byte range, one after the other.
#[derive(Debug)]
pub(super) struct SubRecords<'a> {
    cursor: Cursor<'a>,
    bytes: &'a [u8],
}

impl<'a> SubRecords<'a> {
    /// `range` must begin at a record.
    pub(super) fn new(bytes: &'a [u8], range: Range<usize>, id_bytes: usize) -> Self {
        let bytes = &bytes[..range.end.min(bytes.len())];
        Self { cursor: Cursor::new(bytes, range.start, id_bytes), bytes }
    }

    /// Where the next record starts.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.cursor.at()
    }

    /// The next record; `Ok(None)` at the end of the range.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<SubRecord<'a>>, Broken> {
        match self.wide_object() {
            Some(object) => Ok(Some(object)),
            None => self.next_of_any_kind(),
        }
    }

    /// The next record if it is an object with ids of 8 bytes, as nearly all are: one look at its length, one at its
    /// end. An object that is shorter than this looks at, or cut off, is left to the general way.
    #[inline]
    fn wide_object(&mut self) -> Option<SubRecord<'a>> {
        let cursor = self.cursor;
        let head: &[u8; 25] = cursor.rest().first_chunk()?;
        let id_at = |at: usize| head[at..].first_chunk().copied().map_or(0, u64::from_be_bytes);
        let length_at = |at: usize| head[at..].first_chunk().copied().map_or(0, u32::from_be_bytes);
        let id = id_at(1);
        let (record, end) = match head[0] {
            _ if cursor.id_bytes() != 8 => return None,
            INSTANCE => {
                let (fields, end) = cursor.slice(25, u64::from(length_at(21)))?;
                (SubRecord::Instance { id, class: id_at(13), fields }, end)
            }
            OBJECT_ARRAY => {
                let length = length_at(13);
                let (elements, end) = cursor.slice(25, u64::from(length) * 8)?;
                (SubRecord::ObjectArray { id, class: id_at(17), length, elements }, end)
            }
            PRIMITIVE_ARRAY => {
                let length = length_at(13);
                let element = primitive(head[17])?;
                let (values, end) = cursor.slice(18, u64::from(length) * u64::from(element.bytes()))?;
                (SubRecord::PrimitiveArray { id, element, length, values }, end)
            }
            _ => return None,
        };
        self.cursor.move_to(end);
        Some(record)
    }

    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Result<Option<SubRecord<'a>>, Broken> {
        if self.cursor.is_at_end() {
            return Ok(None);
        }
        let offset = self.cursor.at();
        match self.read() {
            Some(Ok(record)) => Ok(Some(record)),
            Some(Err(_)) if self.is_dump_end(offset) => Ok(None),
            Some(Err(reason)) => Err(Broken { offset, reason }),
            None => Err(Broken { offset, reason: CUT_OFF }),
        }
    }

    /// Whether the record that ends a dump is all that follows.
    fn is_dump_end(&self, offset: usize) -> bool {
        self.bytes.get(offset..).is_some_and(|rest| rest.len() == 9 && rest[0] == HEAP_DUMP_END && rest[5..] == [0; 4])
    }

    /// `None` if the range ends too early.
    #[inline]
    fn read(&mut self) -> Option<Result<SubRecord<'a>, &'static str>> {
        let cursor = &mut self.cursor;
        Some(Ok(match cursor.u8()? {
            INSTANCE => {
                let id = cursor.id()?;
                cursor.u32()?;
                let class = cursor.id()?;
                let length = cursor.u32()?;
                SubRecord::Instance { id, class, fields: cursor.take(u64::from(length))? }
            }
            PRIMITIVE_ARRAY => {
                let id = cursor.id()?;
                cursor.u32()?;
                let length = cursor.u32()?;
                let Some(element) = primitive(cursor.u8()?) else { return Some(Err(UNKNOWN_TYPE)) };
                let values = cursor.take(u64::from(length) * u64::from(element.bytes()))?;
                SubRecord::PrimitiveArray { id, element, length, values }
            }
            OBJECT_ARRAY => {
                let id = cursor.id()?;
                cursor.u32()?;
                let length = cursor.u32()?;
                let class = cursor.id()?;
                let elements = cursor.take(u64::from(length) * cursor.id_bytes() as u64)?;
                SubRecord::ObjectArray { id, class, length, elements }
            }
            0x20 => {
                let id = cursor.id()?;
                let at = cursor.at();
                if let Err(reason) = class_dump::skip(cursor)? {
                    return Some(Err(reason));
                }
                SubRecord::Class { id, at }
            }
            0xc3 => {
                let id = cursor.id()?;
                cursor.u32()?;
                let length = cursor.u32()?;
                let Some(element) = primitive(cursor.u8()?) else { return Some(Err(UNKNOWN_TYPE)) };
                SubRecord::PrimitiveArray { id, element, length, values: &[] }
            }
            0xfe => {
                cursor.u32()?;
                SubRecord::HeapName(cursor.id()?)
            }
            tag => return root(tag, cursor),
        }))
    }
}

#[inline]
fn root<'a>(tag: u8, cursor: &mut Cursor<'_>) -> Option<Result<SubRecord<'a>, &'static str>> {
    let Some(kind) = root_kind(tag) else { return Some(Err(UNKNOWN_TAG)) };
    let id = cursor.id()?;
    let (mut thread, mut frame) = (None, None);
    match kind {
        RootKind::JniGlobal => {
            cursor.id()?;
        }
        RootKind::JniLocal | RootKind::JavaFrame | RootKind::ThreadObject | RootKind::JniMonitor => {
            thread = Some(cursor.u32()?);
            frame = Some(cursor.u32()?);
        }
        RootKind::NativeStack | RootKind::ThreadBlock => thread = Some(cursor.u32()?),
        _ => {}
    }
    Some(Ok(SubRecord::Root(RawRoot { kind, id, thread, frame })))
}

fn root_kind(tag: u8) -> Option<RootKind> {
    Some(match tag {
        0xff => RootKind::Unknown,
        0x01 => RootKind::JniGlobal,
        0x02 => RootKind::JniLocal,
        0x03 => RootKind::JavaFrame,
        0x04 => RootKind::NativeStack,
        0x05 => RootKind::StickyClass,
        0x06 => RootKind::ThreadBlock,
        0x07 => RootKind::MonitorUsed,
        0x08 => RootKind::ThreadObject,
        0x89 => RootKind::InternedString,
        0x8a => RootKind::Finalizing,
        0x8b => RootKind::Debugger,
        0x8c => RootKind::ReferenceCleanup,
        0x8d => RootKind::VmInternal,
        0x8e => RootKind::JniMonitor,
        0x90 => RootKind::Unreachable,
        _ => return None,
    })
}
