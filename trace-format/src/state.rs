//! A walked heap: what lives, what refers to what, and why. Written as the difference to the walk before.
//!
//! ```text
//! StateBegin  (Births | Rows | Roots | Gone)*  StateEnd
//! ```
//!
//! The state is the one before without those that are [`Gone`], with the [`Births`], and with the references of all
//! objects that [`Rows`] names replaced. A full state needs none before it: it holds all rows, and births for every
//! object. Without its [`StateEnd`] a state was not finished and does not count.

use rustc_hash::FxHashMap;

use crate::block::{Block, BlockKind};
use crate::columns::{Cursor, Malformed, Sink};
use crate::runs::Runs;

/// Why the heap was walked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum WalkReason {
    /// A collection had ended and the budget allowed it.
    #[default]
    Collection = 0,
    /// The clock: `--every`.
    Clock = 1,
    /// The program ends: `--at-exit`.
    Exit = 2,
    /// Somebody asked for it.
    Request = 3,
}

impl WalkReason {
    fn from_number(number: u64) -> Self {
        match number {
            1 => Self::Clock,
            2 => Self::Exit,
            3 => Self::Request,
            _ => Self::Collection,
        }
    }

    /// In words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Collection => "collection",
            Self::Clock => "clock",
            Self::Exit => "exit",
            Self::Request => "request",
        }
    }
}

/// A walk begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateBegin {
    /// Number of the state, from 0.
    pub state: u32,
    /// How many collections had ended.
    pub collections: u32,
    /// When, in nanoseconds since the start of the trace.
    pub nanos: u64,
    /// It needs no state before it.
    pub is_full: bool,
    /// Why now.
    pub reason: WalkReason,
    /// Objects are numbered anew: which objects of states before they are is not known, but for those whose allocation was told and
    /// for class objects.
    pub numbers_anew: bool,
    /// No thread of the program ran any more: what its local variables held may be gone.
    pub is_ending: bool,
}

impl Block for StateBegin {
    const KIND: BlockKind = BlockKind::StateBegin;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.state.into());
        out.put(self.collections.into());
        out.put(self.nanos);
        out.put(u64::from(self.is_full));
        out.put(self.reason as u64);
        out.put(u64::from(self.numbers_anew) | u64::from(self.is_ending) << 1);
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let (state, collections, nanos) = (input.small()?, input.small()?, input.number()?);
        let (is_full, reason) = (input.number()? != 0, WalkReason::from_number(input.number()?));
        // Traces of version 1.0 end here.
        let flags = if input.is_at_end() { 0 } else { input.number()? };
        Ok(Self { state, collections, nanos, is_full, reason, numbers_anew: flags & 1 != 0, is_ending: flags & 2 != 0 })
    }
}

/// What many objects have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Descriptor {
    /// Class number; 0 if the JVM did not tell.
    pub class: u32,
    /// Elements, of arrays.
    pub length: Option<u64>,
    /// Bytes in the JVM, with header and padding.
    pub bytes: u64,
    /// The collection before which the object was seen first; its birth.
    pub born: u32,
}

/// Objects that this walk met and the state before has not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Births {
    /// What objects have in common.
    pub descriptors: Vec<Descriptor>,
    /// The ids. Not ascending over several blocks.
    pub ids: Runs,
    /// One per id: its descriptor.
    pub kinds: Vec<u32>,
}

impl Block for Births {
    const KIND: BlockKind = BlockKind::Births;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.descriptors.len() as u64);
        for descriptor in &self.descriptors {
            out.put(descriptor.class.into());
            out.put(descriptor.length.map_or(0, |length| length.saturating_add(1)));
            out.put(descriptor.bytes);
            out.put(descriptor.born.into());
        }
        self.ids.encode(out);
        out.put(self.kinds.len() as u64);
        self.kinds.iter().for_each(|&kind| out.put(kind.into()));
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let descriptors = input.list(4, |input| {
            let (class, length, bytes, born) = (input.small()?, input.number()?, input.number()?, input.small()?);
            Ok(Descriptor { class, length: length.checked_sub(1), bytes, born })
        })?;
        let ids = Runs::decode(input)?;
        let kinds = input.list(1, Cursor::small)?;
        let known = |&kind: &u32| (kind as usize) < descriptors.len();
        if ids.len() != kinds.len() as u64 || !kinds.iter().all(known) {
            return Err(input.malformed("objects without descriptor"));
        }
        Ok(Self { descriptors, ids, kinds })
    }
}

/// A block of births that grows: what objects have in common is kept once.
#[derive(Debug, Default)]
pub struct BirthsDraft {
    descriptors: Vec<Descriptor>,
    numbers: FxHashMap<Descriptor, u32>,
    objects: Vec<(u64, u32)>,
}

impl BirthsDraft {
    /// Adds an object; the order of ids does not matter.
    pub fn add(&mut self, id: u64, descriptor: Descriptor) {
        let descriptors = &mut self.descriptors;
        let number = *self.numbers.entry(descriptor).or_insert_with(|| {
            descriptors.push(descriptor);
            descriptors.len() as u32 - 1
        });
        self.objects.push((id, number));
    }

    /// How many objects were added since the block began.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether no object was added since the block began.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The block so far, with ascending ids; begins a new one.
    #[must_use]
    pub fn take(&mut self) -> Births {
        let mut births = Births { descriptors: std::mem::take(&mut self.descriptors), ..Births::default() };
        self.numbers.clear();
        self.objects.sort_unstable_by_key(|object| object.0);
        for (id, number) in self.objects.drain(..) {
            births.ids.push(id);
            births.kinds.push(number);
        }
        births
    }
}

/// Where in an object a reference stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A field, by the number that JVMTI gives it: all fields of super interfaces, then those of the super classes from
    /// `Object` down, then the class's own.
    Field(u32),
    /// An element of an array.
    Element(u32),
    /// A static field of a class object, numbered as fields.
    Static(u32),
    /// The super class of a class object.
    SuperClass,
    /// The loader of a class object.
    ClassLoader,
    /// The signers of a class object.
    Signers,
    /// The protection domain of a class object.
    ProtectionDomain,
    /// An interface of a class object.
    Interface,
    /// An entry of a class object's constant pool.
    ConstantPool(u32),
    /// Something that JVMTI names no further.
    Other,
}

impl Place {
    /// As a number: 16 kinds, and what the kind has.
    #[must_use]
    #[inline]
    pub fn code(self) -> u64 {
        match self {
            Self::Field(number) => u64::from(number) << 4,
            Self::Element(number) => u64::from(number) << 4 | 1,
            Self::Static(number) => u64::from(number) << 4 | 2,
            Self::SuperClass => 3,
            Self::ClassLoader => 4,
            Self::Signers => 5,
            Self::ProtectionDomain => 6,
            Self::Interface => 7,
            Self::ConstantPool(number) => u64::from(number) << 4 | 8,
            Self::Other => 15,
        }
    }

    /// The place with this number; [`Place::Other`] for those of later versions.
    #[must_use]
    #[inline]
    pub fn from_code(code: u64) -> Self {
        let number = u32::try_from(code >> 4).unwrap_or(u32::MAX);
        match code & 15 {
            0 => Self::Field(number),
            1 => Self::Element(number),
            2 => Self::Static(number),
            3 => Self::SuperClass,
            4 => Self::ClassLoader,
            5 => Self::Signers,
            6 => Self::ProtectionDomain,
            7 => Self::Interface,
            8 => Self::ConstantPool(number),
            _ => Self::Other,
        }
    }
}

/// References of objects, new ones and such that changed. An object without references has an empty row only where it had
/// some before. Null slots are what a row leaves out.
///
/// A row may come in parts, one after the other, so that the longest array needs no large block.
///
/// Columns: `sources` ids as differences to the one before, `counts` twice the references of the part, plus one if it goes
/// on with the row of the part before (perhaps in the block before), `places` as differences of
/// [`Place::code`] within a row, `targets` ids as differences to the target before in the block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rows {
    count: u64,
    references: u64,
    sources: Vec<u8>,
    counts: Vec<u8>,
    places: Vec<u8>,
    targets: Vec<u8>,
    last_source: u64,
    last_target: u64,
}

impl Rows {
    /// Adds references of an object: all of them, or a part of them. `goes_on` with the part that was added last.
    pub fn push(&mut self, source: u64, row: &[(u64, u64)], goes_on: bool) {
        self.count += 1;
        self.references += row.len() as u64;
        self.sources.put_signed(source.wrapping_sub(self.last_source) as i64);
        self.last_source = source;
        self.counts.put((row.len() as u64) << 1 | u64::from(goes_on));
        let mut last_place = 0_u64;
        for &(place, target) in row {
            self.places.put_signed(place.wrapping_sub(last_place) as i64);
            last_place = place;
            self.targets.put_signed(target.wrapping_sub(self.last_target) as i64);
            self.last_target = target;
        }
    }

    /// Number of rows and parts of rows.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Number of references in all rows.
    #[must_use]
    pub fn references(&self) -> u64 {
        self.references
    }

    /// Bytes that it takes encoded.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.sources.len() + self.counts.len() + self.places.len() + self.targets.len()
    }

    /// Shows every row or part: source, places ([`Place::code`]) with targets, and whether it goes on with the one before.
    ///
    /// # Errors
    /// Where the columns do not fit together; rows before it were shown.
    pub fn each(&self, mut show: impl FnMut(u64, &[(u64, u64)], bool)) -> Result<(), Malformed> {
        let (mut sources, mut counts) = (Cursor::new(&self.sources), Cursor::new(&self.counts));
        let (mut places, mut targets) = (Cursor::new(&self.places), Cursor::new(&self.targets));
        let (mut source, mut target) = (0_u64, 0_u64);
        let mut row = Vec::new();
        while !sources.is_at_end() {
            source = source.wrapping_add(sources.signed()? as u64);
            let head = counts.number()?;
            let (count, goes_on) = (head >> 1, head & 1 == 1);
            if count > places.left() as u64 {
                return Err(places.malformed("a row is longer than the block"));
            }
            row.clear();
            let mut place = 0_u64;
            for _ in 0..count {
                place = place.wrapping_add(places.signed()? as u64);
                target = target.wrapping_add(targets.signed()? as u64);
                row.push((place, target));
            }
            show(source, &row, goes_on);
        }
        Ok(())
    }
}

impl Block for Rows {
    const KIND: BlockKind = BlockKind::Rows;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.count);
        out.put(self.references);
        [&self.sources, &self.counts, &self.places, &self.targets].into_iter().for_each(|column| out.put_bytes(column));
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let (count, references) = (input.number()?, input.number()?);
        let mut column = || Ok(input.bytes()?.to_vec());
        let (sources, counts, places, targets) = (column()?, column()?, column()?, column()?);
        if count > sources.len() as u64 || references > targets.len() as u64 {
            return Err(input.malformed("more rows than their columns hold"));
        }
        Ok(Self { count, references, sources, counts, places, targets, last_source: 0, last_target: 0 })
    }
}

/// Why the JVM keeps an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RootRecordKind {
    /// JVMTI names no reason.
    Other = 0,
    /// A global reference of JNI code.
    JniGlobal = 1,
    /// A class that the JVM itself needs.
    SystemClass = 2,
    /// A monitor that is in use.
    Monitor = 3,
    /// A local variable or operand of a Java frame.
    StackLocal = 4,
    /// A local reference of JNI code.
    JniLocal = 5,
    /// A thread that runs.
    Thread = 6,
    /// The JVM itself: class loaders, compiled code, management. Not told apart by JVMTI, only by other tracers.
    VmInternal = 7,
    /// An agent.
    Debugger = 8,
    /// A string that is the only one of its content.
    InternedString = 9,
}

impl RootRecordKind {
    /// The kind with this number; `Other` for those of later versions.
    #[must_use]
    pub fn from_number(number: u64) -> Self {
        let told = [Self::JniGlobal, Self::SystemClass, Self::Monitor, Self::StackLocal, Self::JniLocal, Self::Thread];
        let further = [Self::VmInternal, Self::Debugger, Self::InternedString];
        told.into_iter().chain(further).find(|&kind| kind as u64 == number).unwrap_or(Self::Other)
    }
}

/// One GC root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RootRecord {
    /// Why.
    pub kind: RootRecordKind,
    /// The object, by id.
    pub object: u64,
    /// The thread, by its own id; 0 for kinds without one.
    pub thread: u64,
    /// Depth of the frame, the top is 0.
    pub depth: Option<u32>,
    /// The method of the frame, by number; 0 if unknown.
    pub method: u32,
    /// Line of the frame; 0 if unknown.
    pub line: i32,
    /// The slot of a local variable.
    pub slot: Option<u32>,
    /// String: the name of the local variable; empty if unknown.
    pub variable: u32,
}

impl RootRecord {
    /// A root of which no more is known than why it is one.
    #[must_use]
    pub const fn new(kind: RootRecordKind, object: u64) -> Self {
        Self { kind, object, thread: 0, depth: None, method: 0, line: 0, slot: None, variable: 0 }
    }
}

/// All roots of a state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roots {
    /// The roots.
    pub roots: Vec<RootRecord>,
}

impl Block for Roots {
    const KIND: BlockKind = BlockKind::Roots;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.roots.len() as u64);
        for root in &self.roots {
            out.put(root.kind as u64);
            out.put(root.object);
            out.put(root.thread);
            out.put(root.depth.map_or(0, |depth| u64::from(depth) + 1));
            out.put(root.method.into());
            out.put_signed(root.line.into());
            out.put(root.slot.map_or(0, |slot| u64::from(slot) + 1));
            out.put(root.variable.into());
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let roots = input.list(8, |input| {
            let kind = RootRecordKind::from_number(input.number()?);
            let (object, thread) = (input.number()?, input.number()?);
            let depth = input.number()?.checked_sub(1).map(|depth| depth as u32);
            let (method, line) = (input.small()?, i32::try_from(input.signed()?).unwrap_or(0));
            let slot = input.number()?.checked_sub(1).map(|slot| slot as u32);
            Ok(RootRecord { kind, object, thread, depth, method, line, slot, variable: input.small()? })
        })?;
        Ok(Self { roots })
    }
}

/// Objects of the state before that this walk did not meet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Gone {
    /// The ids. Not ascending over several blocks.
    pub ids: Runs,
}

impl Block for Gone {
    const KIND: BlockKind = BlockKind::Gone;

    fn encode(&self, out: &mut Vec<u8>) {
        self.ids.encode(out);
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self { ids: Runs::decode(input)? })
    }
}

/// A walk is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateEnd {
    /// Number of the state.
    pub state: u32,
    /// Objects of the state.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Their references, without those to their classes.
    pub references: u64,
    /// How long the program stood still.
    pub pause_nanos: u64,
    /// References that the walk met, those to classes and roots included: what its time goes by.
    pub visited: u64,
}

impl Block for StateEnd {
    const KIND: BlockKind = BlockKind::StateEnd;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.state.into());
        [self.objects, self.bytes, self.references, self.pause_nanos, self.visited].iter().for_each(|&number| out.put(number));
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            state: input.small()?,
            objects: input.number()?,
            bytes: input.number()?,
            references: input.number()?,
            pause_nanos: input.number()?,
            visited: input.number()?,
        })
    }
}

/// A walk was given up, mostly because it took too long: the state does not count, and the next one needs none before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateGivenUp {
    /// The number that the state would have had; the next one has it.
    pub state: u32,
    /// How long the program stood still.
    pub pause_nanos: u64,
}

impl Block for StateGivenUp {
    const KIND: BlockKind = BlockKind::StateGivenUp;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.state.into());
        out.put(self.pause_nanos);
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self { state: input.small()?, pause_nanos: input.number()? })
    }
}
