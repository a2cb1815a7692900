//! The second pass over a dump: the type, the array length and the references of every object.
//!
//! Pieces are read in parallel. Types and row lengths go straight into shared columns (relaxed atomics: each object
//! has one record, so nobody shares a cell). References go into segments of a buffer per thread, together with *runs*:
//! stretches of objects that follow one another in the dump as they do in memory. In a usual dump a piece is a few
//! runs, so putting rows in order is copying a few long stretches; each segment is given back as soon as it is copied,
//! so that references are never held twice. (A buffer per piece left 100 MB of freed but not returned memory behind
//! after a dump of 10 million objects: segments are large enough to be mapped and unmapped as such.)

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::classes::ClassTable;
use super::cursor::{ids, read_id};
use super::sub_record::{SubRecord, SubRecords};
use super::units::Unit;
use crate::base::error::Result;
use crate::base::huge_pages::{roomy, zeros};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{AddressIndex, RankedBits, RowStarts, Rows, TypeColumn};
use crate::readers::files::ByteSource;

/// Objects `first..first + count` of one piece, whose rows lie one behind the other in a buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) unit: u32,
}

/// Slots of the small cache in front of the class table; the class id's low bits choose one.
const RECENT: usize = 256;

/// Arrays that one worker puts in order at a time.
const ARRAYS_AT_ONCE: usize = 1 << 14;

/// For objects that are in no piece.
const NO_UNIT: u32 = u32::MAX;

/// References per segment (48 MiB), unless an object has more.
const SEGMENT_ENTRIES: usize = 12 << 20;

/// Rows of several runs, one behind the other.
#[derive(Debug, Default)]
struct Segment {
    runs: Vec<Run>,
    targets: Vec<u32>,
}

impl Segment {
    /// Adds the next object; its targets were appended before.
    #[inline]
    fn push(&mut self, object: u32, unit: u32) {
        match self.runs.last_mut() {
            Some(run) if run.first.wrapping_add(run.count) == object && run.unit == unit => run.count += 1,
            _ => self.runs.push(Run { first: object, count: 1, unit }),
        }
    }
}

/// What one thread reads.
#[derive(Debug, Default)]
struct Buffer {
    full: Vec<Segment>,
    segment: Segment,
    /// Arrays and their lengths.
    arrays: Vec<(u32, u32)>,
    /// Reference objects and where in their rows the referent is.
    weak_referents: Vec<(u32, u32)>,
    /// Rows whose lengths do not fit into the column of lengths.
    long_rows: Vec<(u32, u32)>,
    dangling: u64,
    misfits: u64,
    repeated: u64,
}

impl Buffer {
    /// Makes room for the references of one object. `entries` is the usual size of a segment.
    #[inline]
    fn make_room(&mut self, references: usize, entries: usize) {
        if self.segment.targets.capacity() - self.segment.targets.len() < references {
            let segment = Segment { runs: Vec::new(), targets: roomy(entries.max(references)) };
            self.full.push(std::mem::replace(&mut self.segment, segment));
        }
    }
}

/// Lengths of rows while they are read: one byte, because nearly all rows are short.
struct Lengths(Vec<AtomicU8>);

/// Says that the length stands in a list of long rows.
const LONG: u8 = u8::MAX;

impl Lengths {
    fn new(objects: usize) -> Self {
        let mut lengths = roomy(objects);
        (0..objects).into_par_iter().map(|_| AtomicU8::new(0)).collect_into_vec(&mut lengths);
        Self(lengths)
    }

    #[inline]
    fn set(&self, object: u32, length: usize, long_rows: &mut Vec<(u32, u32)>) {
        let short = u8::try_from(length).unwrap_or(LONG);
        if short == LONG {
            long_rows.push((object, length as u32));
        }
        self.0[object as usize].store(short, Ordering::Relaxed);
    }

    fn row_starts(self, long_rows: &FxHashMap<u32, u32>) -> RowStarts {
        RowStarts::from_lengths(self.0.len(), |row| match self.0[row].load(Ordering::Relaxed) {
            LONG => long_rows.get(&(row as u32)).copied().unwrap_or(0),
            short => u32::from(short),
        })
    }
}

/// Columns that all pieces write to.
enum SharedTypes {
    Narrow(Vec<AtomicU16>),
    Wide(Vec<AtomicU32>),
}

impl SharedTypes {
    fn new(objects: usize, types: usize) -> Self {
        if types <= usize::from(u16::MAX) + 1 {
            let mut column = roomy(objects);
            (0..objects).into_par_iter().map(|_| AtomicU16::new(0)).collect_into_vec(&mut column);
            Self::Narrow(column)
        } else {
            let mut column = roomy(objects);
            (0..objects).into_par_iter().map(|_| AtomicU32::new(0)).collect_into_vec(&mut column);
            Self::Wide(column)
        }
    }

    #[inline]
    fn set(&self, object: u32, type_number: u32) {
        match self {
            Self::Narrow(types) => types[object as usize].store(type_number as u16, Ordering::Relaxed),
            Self::Wide(types) => types[object as usize].store(type_number, Ordering::Relaxed),
        }
    }

    fn into_column(self) -> TypeColumn {
        match self {
            Self::Narrow(types) => TypeColumn::Narrow(types.into_iter().map(AtomicU16::into_inner).collect()),
            Self::Wide(types) => TypeColumn::Wide(types.into_iter().map(AtomicU32::into_inner).collect()),
        }
    }
}

/// Everything the second pass reads but does not change.
pub(super) struct Context<'a> {
    pub(super) source: &'a ByteSource,
    pub(super) id_bytes: usize,
    pub(super) classes: &'a ClassTable,
    pub(super) addresses: &'a AddressIndex,
    /// Stack locals by thread object.
    pub(super) locals: &'a FxHashMap<u32, Vec<u32>>,
    /// Objects without a record of their own (class objects, the boot loader): type and targets, sorted by object.
    pub(super) special: Vec<(u32, u32, Vec<u32>)>,
    /// Some objects have several records; the first one counts.
    pub(super) repeated: bool,
}

/// What the threads write to.
struct Columns<'a> {
    types: &'a SharedTypes,
    lengths: &'a Lengths,
    /// One bit per object that was read, where some have several records.
    seen: Option<&'a [AtomicU32]>,
    /// The usual size of a segment.
    segment_entries: usize,
}

/// What the second pass makes.
pub(super) struct Filled {
    pub(super) types: TypeColumn,
    pub(super) arrays: RankedBits,
    pub(super) array_lengths: Vec<u32>,
    pub(super) rows: Rows,
    /// Which piece holds the records of which objects, sorted by object.
    pub(super) places: Vec<Run>,
    /// Reference objects and where in their rows the referent is, in no order.
    pub(super) weak_referents: Vec<(u32, u32)>,
}

/// Reads all records again, now that every object has a number and every class its layout.
pub(super) fn fill(context: &Context<'_>, units: &[Unit], progress: &Progress, warnings: &Warnings) -> Result<Filled> {
    let objects = context.addresses.len();
    let types = SharedTypes::new(objects, context.classes.entries.len());
    let lengths = Lengths::new(objects);
    let seen = context.repeated.then(|| std::iter::repeat_with(AtomicU32::default).take(objects.div_ceil(32)).collect::<Vec<_>>());
    let mut special = Buffer::default();
    for (object, type_number, targets) in &context.special {
        types.set(*object, *type_number);
        lengths.set(*object, targets.len(), &mut special.long_rows);
        special.segment.targets.extend_from_slice(targets);
        special.segment.push(*object, NO_UNIT);
        if let Some(seen) = &seen {
            first_time(seen, *object);
        }
    }
    // A dump has no more references than ids fit into it.
    let most_references = units.iter().map(Unit::bytes).sum::<usize>() / context.id_bytes;
    let columns =
        Columns { types: &types, lengths: &lengths, seen: seen.as_deref(), segment_entries: SEGMENT_ENTRIES.min(most_references) };
    let next = AtomicUsize::new(0);
    let read = || -> Result<Buffer> {
        let mut buffer = Buffer::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(number) else { return Ok(buffer) };
            read_unit(context, unit, number as u32, &columns, &mut buffer);
            context.source.release(unit.span());
            progress.advance(unit.bytes() as u64)?;
        }
    };
    // Which of several records is the first one must not depend on threads.
    let buffers = if context.repeated { vec![read()] } else { rayon::broadcast(|_| read()) };
    let mut buffers: Vec<Buffer> = buffers.into_iter().collect::<Result<_>>()?;
    report(&buffers, warnings);
    buffers.push(special);

    let starts = lengths.row_starts(&buffers.iter().flat_map(|buffer| &buffer.long_rows).copied().collect());
    let (arrays, array_lengths) = array_columns(&mut buffers, objects);
    let weak_referents = buffers.iter_mut().flat_map(|buffer| std::mem::take(&mut buffer.weak_referents)).collect();
    let mut places: Vec<Run> = Vec::new();
    let mut entries: Vec<u32> = zeros(starts.total() as usize);
    for Segment { runs, targets } in buffers.into_iter().flat_map(|buffer| buffer.full.into_iter().chain([buffer.segment])) {
        place(&mut entries, &starts, &runs, &targets);
        places.extend(runs.into_iter().filter(|run| run.unit != NO_UNIT));
    }
    places.sort_unstable_by_key(|run| run.first);
    Ok(Filled { types: types.into_column(), arrays, array_lengths, rows: Rows { starts, entries }, places, weak_referents })
}

/// Copies the rows of one segment to where they belong in the order of objects.
fn place(entries: &mut [u32], starts: &RowStarts, runs: &[Run], targets: &[u32]) {
    let start = |object: u32| starts.start(object as usize) as usize;
    let mut stretches: Vec<(usize, &[u32])> = Vec::with_capacity(runs.len());
    let mut rest = targets;
    for run in runs {
        let (stretch, tail) = rest.split_at(start(run.first + run.count) - start(run.first));
        // Empty rows share their start with the next one and would leave no order between the two.
        if !stretch.is_empty() {
            stretches.push((start(run.first), stretch));
        }
        rest = tail;
    }
    stretches.sort_unstable_by_key(|stretch| stretch.0);
    // Neighbours are copied together, so that scattered dumps do not make a task of every object.
    let share = stretches.len().div_ceil(16 * rayon::current_num_threads()).max(1);
    let mut tasks = Vec::new();
    let mut rest = entries;
    let mut rest_start = 0;
    for stretches in stretches.chunks(share) {
        let end = stretches.last().map_or(rest_start, |(at, stretch)| at + stretch.len());
        let (task, tail) = rest.split_at_mut(end - rest_start);
        tasks.push((rest_start, task, stretches));
        (rest, rest_start) = (tail, end);
    }
    tasks.into_par_iter().for_each(|(task_start, task, stretches)| {
        for (at, stretch) in stretches {
            task[at - task_start..][..stretch.len()].copy_from_slice(stretch);
        }
    });
}

fn report(buffers: &[Buffer], warnings: &Warnings) {
    let sum = |count: fn(&Buffer) -> u64| buffers.iter().map(count).sum();
    warnings.add_many("References to objects that are not in the dump were dropped", sum(|buffer| buffer.dangling), "");
    warnings.add_many("Objects hold fewer bytes than their class has fields", sum(|buffer| buffer.misfits), "");
    warnings.add_many("Objects with several records; the first one counts", sum(|buffer| buffer.repeated), "");
}

/// Which objects are arrays, and their lengths in the order of objects. Takes the arrays out of the buffers.
fn array_columns(buffers: &mut [Buffer], objects: usize) -> (RankedBits, Vec<u32>) {
    let arrays: Vec<Vec<(u32, u32)>> = buffers.iter_mut().map(|buffer| std::mem::take(&mut buffer.arrays)).collect();
    let shares = || arrays.par_iter().flat_map(|arrays| arrays.par_chunks(ARRAYS_AT_ONCE));
    let words: Vec<AtomicU64> = std::iter::repeat_with(AtomicU64::default).take(objects.div_ceil(64)).collect();
    shares().for_each(|arrays| {
        // Neighbours mostly share a word.
        for neighbours in arrays.chunk_by(|a, b| a.0 / 64 == b.0 / 64) {
            let bits = neighbours.iter().fold(0, |bits, &(object, _)| bits | 1 << (object % 64));
            words[neighbours[0].0 as usize / 64].fetch_or(bits, Ordering::Relaxed);
        }
    });
    let bits = RankedBits::from_words(words.into_iter().map(AtomicU64::into_inner));
    let lengths: Vec<AtomicU32> = std::iter::repeat_with(AtomicU32::default).take(bits.ones() as usize).collect();
    shares().for_each(|arrays| {
        for &(object, length) in arrays {
            if let Some(row) = bits.rank_of(u64::from(object)) {
                lengths[row as usize].store(length, Ordering::Relaxed);
            }
        }
    });
    (bits, lengths.into_iter().map(AtomicU32::into_inner).collect())
}

/// Whether the object was not marked before.
fn first_time(seen: &[AtomicU32], object: u32) -> bool {
    let bit = 1 << (object % 32);
    seen[object as usize / 32].fetch_or(bit, Ordering::Relaxed) & bit == 0
}

fn read_unit(context: &Context<'_>, unit: &Unit, number: u32, columns: &Columns<'_>, buffer: &mut Buffer) {
    let mut recent = [(u64::MAX, None); RECENT];
    for part in &unit.parts {
        let mut records = SubRecords::new(context.source, part.clone(), context.id_bytes);
        while let Ok(Some(record)) = records.next() {
            let (id, type_number, content) = match record {
                SubRecord::Instance { id, class, fields } => {
                    let slot = &mut recent[(class >> 3) as usize % RECENT];
                    if slot.0 != class {
                        *slot = (class, context.classes.find(class));
                    }
                    (id, slot.1, Content::Fields(fields))
                }
                SubRecord::ObjectArray { id, class, length, elements } => {
                    (id, context.classes.find_array(class), Content::Slots(elements, length))
                }
                SubRecord::PrimitiveArray { id, element, length, .. } => {
                    (id, context.classes.primitive_array(element), Content::Values(length))
                }
                SubRecord::Root(_) | SubRecord::Class { .. } | SubRecord::HeapName(_) => continue,
            };
            let (Some(object), Some(type_number)) = (context.addresses.find(id), type_number) else { continue };
            let object = object.0;
            if columns.seen.is_some_and(|seen| !first_time(seen, object)) {
                buffer.repeated += 1;
                continue;
            }
            columns.types.set(object, type_number);
            let references = match content {
                Content::Fields(fields) => read_fields(context, columns, buffer, fields, type_number, object),
                Content::Slots(elements, length) => {
                    buffer.arrays.push((object, length));
                    buffer.make_room(elements.len() / context.id_bytes, columns.segment_entries);
                    let before = buffer.segment.targets.len();
                    for target in ids(elements, context.id_bytes).filter(|&target| target != 0) {
                        push_target(context, buffer, target);
                    }
                    buffer.segment.targets.len() - before
                }
                Content::Values(length) => {
                    buffer.arrays.push((object, length));
                    0
                }
            };
            if references > 0 {
                columns.lengths.set(object, references, &mut buffer.long_rows);
            }
            buffer.segment.push(object, number);
        }
    }
}

enum Content<'a> {
    Fields(&'a [u8]),
    Slots(&'a [u8], u32),
    Values(u32),
}

/// Appends the references in an instance's fields; returns their number.
#[inline]
fn read_fields(context: &Context<'_>, columns: &Columns<'_>, buffer: &mut Buffer, fields: &[u8], type_number: u32, object: u32) -> usize {
    let class = &context.classes.entries[type_number as usize];
    let locals = if class.is_thread { context.locals.get(&object).map_or(&[][..], Vec::as_slice) } else { &[] };
    buffer.make_room(class.reference_offsets.len() + locals.len(), columns.segment_entries);
    let before = buffer.segment.targets.len();
    for &offset in &class.reference_offsets {
        let Some(slot) = fields.get(offset as usize..offset as usize + context.id_bytes) else {
            buffer.misfits += 1;
            break;
        };
        let at = buffer.segment.targets.len();
        match read_id(slot) {
            0 => {}
            target => push_target(context, buffer, target),
        }
        if class.referent_offset == Some(offset) && buffer.segment.targets.len() > at {
            buffer.weak_referents.push((object, (at - before) as u32));
        }
    }
    buffer.segment.targets.extend_from_slice(locals);
    buffer.segment.targets.len() - before
}

#[inline]
fn push_target(context: &Context<'_>, buffer: &mut Buffer, target: u64) {
    match context.addresses.find(target) {
        Some(target) => buffer.segment.targets.push(target.0),
        None => buffer.dangling += 1,
    }
}
