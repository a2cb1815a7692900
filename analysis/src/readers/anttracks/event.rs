//! Events of the program and of its collector, from the words that they are written in.
//!
//! The first word has the kind in its highest 6 bits, then 2 bits for the space that an object moves to, then three bytes
//! that depend on the kind. Kinds have the numbers of the recorder.

use trace_format::Subsystem;

use super::root::{Root, read_name, read_roots};
use super::symbols::Symbols;
use super::words::{Problem, Words};

/// A length of an array of this many elements or more stands in a word of its own.
const SMALL_LENGTHS: u32 = 255;

/// Pointers that an event may have.
const MOST_POINTERS: u32 = 12;

/// Words of a thread's name.
const NAME_WORDS: usize = 12;

/// Bits of an anchor that are always set; the byte between them is the kind of the event.
const ANCHOR: u32 = 0xFFFF_00FF;

/// What a collection does to the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GcWord {
    /// The whole heap is collected.
    pub(super) is_full: bool,
    /// Number of the cause.
    pub(super) cause: u32,
    pub(super) failed: bool,
    pub(super) is_concurrent: bool,
    /// Number of the collection.
    pub(super) id: u32,
    /// Milliseconds of the machine's clock.
    pub(super) millis: u64,
    /// Where relative addresses begin, until the next such event.
    pub(super) base: u64,
}

/// What objects of a space are, and so which buffer of a thread they go to.
pub(super) type SpaceKind = u32;

/// Where new objects are.
pub(super) const EDEN: SpaceKind = 0;
/// Where old objects are.
pub(super) const OLD: SpaceKind = 2;
/// Nobody knows.
pub(super) const UNDEFINED: SpaceKind = 3;

/// What is told about a part of the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SpaceEvent {
    /// It begins to exist, or lies elsewhere from now on.
    Lies {
        index: u32,
        start: u64,
        bytes: u64,
    },
    Is {
        index: u32,
        kind: SpaceKind,
    },
    /// It is empty.
    Released {
        index: u32,
    },
    Destroyed {
        first: u32,
        count: u64,
    },
}

/// Where an object is allocated, or moved to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    /// Next in the thread's buffer in spaces of this kind.
    Buffer(SpaceKind),
    /// At this address; if it is next in the thread's buffer, it takes that place.
    Address(u64),
    /// At this address, outside all buffers.
    Apart(u64),
}

/// A new object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewObject {
    pub(super) site: u32,
    pub(super) type_id: i32,
    pub(super) length: Option<u32>,
    /// Where the event says the size itself.
    pub(super) bytes: Option<u32>,
    /// What has allocated it, where the kind of the event tells.
    pub(super) subsystem: Option<Subsystem>,
}

/// Where a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointer {
    /// So many words of the heap further down than the one before, the first one than the object.
    Relative(i32),
    Absolute(u64),
    Null,
}

/// Which of the events this is that name the references of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PointerKind {
    /// Goes on with the object before.
    Extension,
    /// Goes on with an object that several threads work at.
    Multithreaded,
    /// All references of an object that stays; addresses are those before the collection.
    UpdateBefore,
    /// The same; addresses are those after the collection.
    UpdateAfter,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    /// Says nothing about the heap: a mark, padding, an interruption of a concurrent collection.
    Nothing,
    GcStart(GcWord),
    GcEnd(GcWord),
    /// All of this space is collected: what is not moved dies.
    Collected {
        space: u32,
        gc: u32,
    },
    /// This space is not collected after all.
    Failed {
        space: u32,
    },
    Space(SpaceEvent),
    ThreadAlive {
        id: u64,
        name: String,
    },
    ThreadDeath,
    /// A buffer of the thread begins there. Only new objects go to that of the program's threads.
    Buffer {
        address: u64,
        is_of_gc: bool,
    },
    Allocation {
        object: NewObject,
        to: To,
    },
    /// `None`: nothing is said about references.
    Move {
        from: u64,
        to: To,
        pointers: Option<Vec<Pointer>>,
    },
    MoveRegion {
        from: u64,
        to: u64,
        count: u32,
    },
    /// An object with everything that is known about it: where a trace begins anew.
    Sync {
        object: NewObject,
        from: u64,
        to: u64,
    },
    Pointers {
        kind: PointerKind,
        address: u64,
        pointers: Vec<Pointer>,
    },
    Roots(Vec<Root>),
    Tag(String),
}

/// Reads the next event. `base` is where relative addresses begin.
pub(super) fn read_event(words: &mut Words<'_>, symbols: &Symbols, base: u64) -> Result<Event, Problem> {
    let first = words.word("the first word of an event")?;
    let kind = (first >> 26) as u8;
    let event = read_payload(kind, first, words, symbols, base)?;
    if symbols.has_anchors && words.word("an anchor")? != ANCHOR | u32::from(kind) << 8 {
        return Err(Problem::WrongAnchor(kind));
    }
    Ok(event)
}

fn read_payload(kind: u8, first: u32, words: &mut Words<'_>, symbols: &Symbols, base: u64) -> Result<Event, Problem> {
    let bytes = first & 0xff_ffff;
    let space = first >> 24 & 3;
    Ok(match kind {
        0x00 => Event::Nothing,
        0x01 => {
            words.long("a mark")?;
            Event::Nothing
        }
        0x02 => Event::GcStart(read_gc(bytes, words)?),
        0x03 => Event::GcEnd(read_gc(bytes, words)?),
        0x04 => Event::Collected { space: bytes, gc: words.word("the space of a collection")? },
        0x05 => Event::Failed { space: bytes },
        0x06..=0x0A => Event::Space(read_space(kind, first, words)?),
        0x0B => Event::ThreadAlive { id: words.long("a thread")?, name: words.packed_text(NAME_WORDS, "a thread's name")? },
        0x0C => {
            words.long("a thread")?;
            Event::ThreadDeath
        }
        0x0D | 0x0E => {
            // The size is not needed: buffers fill from their start.
            words.long("a buffer")?;
            Event::Buffer { address: words.long("a buffer")?, is_of_gc: kind == 0x0E }
        }
        0x0F..=0x1D => read_allocation(kind, bytes, words, symbols)?,
        0x1E | 0x27 => {
            let (from, to) = (words.long("a move")?, words.long("a move")?);
            let pointers = if kind == 0x27 { Some(read_pointers(bytes, words)?) } else { None };
            Event::Move { from, to: To::Address(to), pointers }
        }
        0x1F | 0x28 => {
            let from = words.long("a move")?;
            let pointers = if kind == 0x28 { Some(read_pointers(bytes, words)?) } else { None };
            Event::Move { from, to: To::Buffer(space), pointers }
        }
        0x20 | 0x29 => {
            let from = absolute(base, words.word("a move")?, symbols);
            let pointers = if kind == 0x29 { Some(read_pointers(bytes, words)?) } else { None };
            Event::Move { from, to: To::Buffer(space), pointers }
        }
        0x21 => Event::Move { from: absolute(base, bytes >> 2, symbols), to: To::Buffer(space), pointers: None },
        0x22 => Event::MoveRegion { count: bytes, from: words.long("a region")?, to: words.long("a region")? },
        0x23 | 0x2A => {
            let address = words.long("an object that stays")?;
            let pointers = if kind == 0x2A { Some(read_pointers(bytes, words)?) } else { None };
            Event::Move { from: address, to: To::Apart(address), pointers }
        }
        0x24 | 0x25 => read_sync(kind, bytes, words, symbols)?,
        0x2B | 0x2C | 0x2E | 0x31 => {
            let address = words.long("references")?;
            let kind = match kind {
                0x2B => PointerKind::Extension,
                0x2C => PointerKind::Multithreaded,
                0x2E => PointerKind::UpdateBefore,
                _ => PointerKind::UpdateAfter,
            };
            Event::Pointers { kind, address, pointers: read_pointers(bytes, words)? }
        }
        0x2D => Event::Roots(read_roots(first, words)?),
        0x2F | 0x30 => {
            words.word("an interruption")?;
            words.long("an interruption")?;
            Event::Nothing
        }
        0x32 => Event::Tag(read_name(words)?),
        other => return Err(Problem::UnknownEvent(other)),
    })
}

/// Addresses that are relative count words of the heap.
fn absolute(base: u64, relative: u32, symbols: &Symbols) -> u64 {
    base.wrapping_add(u64::from(relative) * symbols.word_bytes)
}

fn read_gc(bytes: u32, words: &mut Words<'_>) -> Result<GcWord, Problem> {
    const WHAT: &str = "a collection";
    let flags = bytes & 0xff;
    Ok(GcWord {
        // 0 minor, 1 major, 2 major and 3 minor with all objects named again.
        is_full: matches!(bytes >> 16, 1 | 2),
        cause: bytes >> 8 & 0xff,
        failed: flags & 1 != 0,
        is_concurrent: flags & 2 != 0,
        id: words.word(WHAT)?,
        millis: words.long(WHAT)?,
        base: words.long(WHAT)?,
    })
}

fn read_space(kind: u8, first: u32, words: &mut Words<'_>) -> Result<SpaceEvent, Problem> {
    const WHAT: &str = "a space";
    let index = words.word(WHAT)?;
    Ok(match kind {
        0x06 | 0x09 => SpaceEvent::Lies { index, start: words.long(WHAT)?, bytes: words.long(WHAT)? },
        0x07 => SpaceEvent::Is { index, kind: (first >> 18 & 0xff).min(UNDEFINED) },
        0x08 => SpaceEvent::Released { index },
        _ => SpaceEvent::Destroyed { first: index, count: words.long(WHAT)? },
    })
}

fn read_allocation(kind: u8, bytes: u32, words: &mut Words<'_>, symbols: &Symbols) -> Result<Event, Problem> {
    const WHAT: &str = "an allocation";
    // Sites with the highest bit set have three bytes; arrays never do.
    let is_long = bytes & 0x80_0000 != 0;
    let site = if is_long { bytes } else { bytes >> 8 };
    let small_length = if is_long { 0 } else { bytes & 0xff };
    let length = |words: &mut Words<'_>| if small_length == SMALL_LENGTHS { words.word(WHAT) } else { Ok(small_length) };
    let mut type_id = symbols.type_of_site(site);
    let of_array = |type_id: i32, words: &mut Words<'_>| {
        if symbols.is_array(type_id) { length(words).map(Some) } else { Ok(None) }
    };
    let subsystem = Some(match kind {
        0x0F => Subsystem::Jvm,
        0x10..=0x13 => Subsystem::Interpreter,
        0x14..=0x18 => Subsystem::C1,
        _ => Subsystem::C2,
    });
    let object = |type_id: i32, length: Option<u32>| NewObject { site, type_id, length, bytes: None, subsystem };
    Ok(match kind {
        // By the JVM itself: the type follows where the site does not tell it, and class objects say their size.
        0x0F => {
            let address = words.long(WHAT)?;
            let told_length = length(words)?;
            if type_id == 0 {
                type_id = words.int(WHAT)?;
            }
            let bytes = if symbols.is_class_object(type_id) { Some(words.word(WHAT)?) } else { None };
            let length = Some(told_length).filter(|_| symbols.is_array(type_id));
            Event::Allocation { object: NewObject { bytes, ..object(type_id, length) }, to: To::Address(address) }
        }
        // Slow, by interpreter and compilers, and of another type than the site says.
        0x10 | 0x11 | 0x14 | 0x15 | 0x19 | 0x1A => {
            let address = words.long(WHAT)?;
            let told_length = length(words)?;
            if matches!(kind, 0x11 | 0x15 | 0x1A) {
                type_id = words.int(WHAT)?;
            }
            let length = Some(told_length).filter(|_| symbols.is_array(type_id));
            Event::Allocation { object: object(type_id, length), to: To::Address(address) }
        }
        // Normal: outside of buffers. The interpreter allocates no arrays this way, nor fast.
        0x12 => Event::Allocation { object: object(type_id, None), to: To::Apart(words.long(WHAT)?) },
        0x16 | 0x1B => {
            let address = words.long(WHAT)?;
            let length = of_array(type_id, words)?;
            Event::Allocation { object: object(type_id, length), to: To::Apart(address) }
        }
        // Fast: next in the thread's buffer.
        0x13 => Event::Allocation { object: object(type_id, None), to: To::Buffer(EDEN) },
        0x18 | 0x1D => {
            type_id = words.int(WHAT)?;
            let length = of_array(type_id, words)?;
            Event::Allocation { object: object(type_id, length), to: To::Buffer(EDEN) }
        }
        _ => {
            let length = of_array(type_id, words)?;
            Event::Allocation { object: object(type_id, length), to: To::Buffer(EDEN) }
        }
    })
}

fn read_sync(kind: u8, bytes: u32, words: &mut Words<'_>, symbols: &Symbols) -> Result<Event, Problem> {
    const WHAT: &str = "an object that is named again";
    let site = if bytes & 0x80_0000 != 0 { bytes } else { bytes >> 8 };
    let type_id = words.int(WHAT)?;
    let from = words.long(WHAT)?;
    let to = if kind == 0x24 { words.long(WHAT)? } else { from };
    let length = if symbols.is_array(type_id) { Some(words.word(WHAT)?) } else { None };
    let bytes = if symbols.is_class_object(type_id) { Some(words.word(WHAT)?) } else { None };
    Ok(Event::Sync { object: NewObject { site, type_id, length, bytes, subsystem: None }, from, to })
}

fn read_pointers(kinds: u32, words: &mut Words<'_>) -> Result<Vec<Pointer>, Problem> {
    const WHAT: &str = "references";
    let mut pointers = Vec::new();
    for at in (0..MOST_POINTERS).rev() {
        pointers.push(match kinds >> (2 * at) & 3 {
            1 => Pointer::Relative(words.int(WHAT)?),
            2 => Pointer::Absolute(words.long(WHAT)?),
            3 => Pointer::Null,
            _ => break,
        });
    }
    Ok(pointers)
}

/// Where the references of an object lead, by its own address; 0 is null.
pub(super) fn resolve(pointers: &[Pointer], object: u64, word_bytes: u64) -> Vec<u64> {
    let mut before = 0_i64;
    let target = |pointer: &Pointer| match *pointer {
        Pointer::Relative(delta) => {
            before = before.wrapping_add(i64::from(delta));
            object.wrapping_sub((before.cast_unsigned()).wrapping_mul(word_bytes))
        }
        Pointer::Absolute(address) => {
            before = object.wrapping_sub(address).cast_signed() / word_bytes.cast_signed();
            address
        }
        Pointer::Null => 0,
    };
    pointers.iter().map(target).collect()
}
