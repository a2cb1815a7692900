//! The second pass over a dump: the type, the array length and the references of every object.
//!
//! Pieces are read in parallel. Types and row lengths go straight into shared columns (relaxed atomics: each object
//! has one record, so nobody shares a cell). References go into a buffer per thread, together with *runs*: stretches
//! of objects that follow one another in the dump as they do in memory. In a usual dump a piece is a few runs, so
//! putting rows in order is copying a few long stretches. (A buffer per piece left 100 MB of freed but not returned
//! memory behind after a dump of 10 million objects: these few are large enough to be mapped and unmapped as such.)

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::classes::ClassTable;
use super::cursor::{ids, read_id};
use super::sub_record::{SubRecord, SubRecords};
use super::units::Unit;
use crate::heap::{AddressIndex, RankedBits, RowStarts, Rows, TypeColumn};
use crate::source::ByteSource;
use crate::{Progress, Result, Warnings};

/// Objects `first..first + count` of one piece, whose rows lie one behind the other in a buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) unit: u32,
}

/// For objects that are in no piece.
const NO_UNIT: u32 = u32::MAX;

/// What one thread reads.
#[derive(Debug, Default)]
struct Buffer {
    runs: Vec<Run>,
    targets: Vec<u32>,
    /// Arrays and their lengths.
    arrays: Vec<(u32, u32)>,
    /// Reference objects and where in their rows the referent is.
    weak_referents: Vec<(u32, u32)>,
    dangling: u64,
    misfits: u64,
    repeated: u64,
}

impl Buffer {
    /// Adds the next object; its targets were appended before.
    #[inline]
    fn push(&mut self, object: u32, unit: u32) {
        match self.runs.last_mut() {
            Some(run) if run.first.wrapping_add(run.count) == object && run.unit == unit => run.count += 1,
            _ => self.runs.push(Run { first: object, count: 1, unit }),
        }
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
            Self::Narrow(std::iter::repeat_with(AtomicU16::default).take(objects).collect())
        } else {
            Self::Wide(std::iter::repeat_with(AtomicU32::default).take(objects).collect())
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
    let lengths: Vec<AtomicU32> = std::iter::repeat_with(AtomicU32::default).take(objects).collect();
    let seen = context.repeated.then(|| std::iter::repeat_with(AtomicU32::default).take(objects.div_ceil(32)).collect::<Vec<_>>());
    let mut special = Buffer::default();
    for (object, type_number, targets) in &context.special {
        types.set(*object, *type_number);
        lengths[*object as usize].store(targets.len() as u32, Ordering::Relaxed);
        special.targets.extend_from_slice(targets);
        special.push(*object, NO_UNIT);
        if let Some(seen) = &seen {
            first_time(seen, *object);
        }
    }
    let next = AtomicUsize::new(0);
    let read = || -> Result<Buffer> {
        let mut buffer = Buffer::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(number) else { return Ok(buffer) };
            read_unit(context, unit, number as u32, &types, &lengths, seen.as_deref(), &mut buffer);
            context.source.release(unit.span());
            progress.advance(unit.bytes() as u64)?;
        }
    };
    // Which of several records is the first one must not depend on threads.
    let buffers = if context.repeated { vec![read()] } else { rayon::broadcast(|_| read()) };
    let mut buffers: Vec<Buffer> = buffers.into_iter().collect::<Result<_>>()?;
    report(&buffers, warnings);

    let starts = RowStarts::from_lengths(lengths.iter().map(|length| length.load(Ordering::Relaxed)));
    drop(lengths);
    let (arrays, array_lengths) = array_columns(&mut buffers, objects);
    let weak_referents = buffers.iter_mut().flat_map(|buffer| std::mem::take(&mut buffer.weak_referents)).collect();
    let mut places: Vec<Run> = Vec::new();
    let mut entries = vec![0_u32; starts.total() as usize];
    for Buffer { runs, targets, .. } in buffers.into_iter().chain([special]) {
        place(&mut entries, &starts, &runs, &targets);
        places.extend(runs.into_iter().filter(|run| run.unit != NO_UNIT));
    }
    places.sort_unstable_by_key(|run| run.first);
    Ok(Filled { types: types.into_column(), arrays, array_lengths, rows: Rows { starts, entries }, places, weak_referents })
}

/// Copies the rows of one buffer to where they belong in the order of objects.
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
    let mut words = vec![0_u64; objects.div_ceil(64)];
    let arrays: Vec<Vec<(u32, u32)>> = buffers.iter_mut().map(|buffer| std::mem::take(&mut buffer.arrays)).collect();
    let arrays = || arrays.iter().flatten();
    arrays().for_each(|&(object, _)| words[object as usize / 64] |= 1 << (object % 64));
    let bits = RankedBits::from_words(words);
    let mut lengths = vec![0; bits.ones() as usize];
    for &(object, length) in arrays() {
        if let Some(row) = bits.rank_of(u64::from(object)) {
            lengths[row as usize] = length;
        }
    }
    (bits, lengths)
}

/// Whether the object was not marked before.
fn first_time(seen: &[AtomicU32], object: u32) -> bool {
    let bit = 1 << (object % 32);
    seen[object as usize / 32].fetch_or(bit, Ordering::Relaxed) & bit == 0
}

fn read_unit(
    context: &Context<'_>,
    unit: &Unit,
    number: u32,
    types: &SharedTypes,
    lengths: &[AtomicU32],
    seen: Option<&[AtomicU32]>,
    buffer: &mut Buffer,
) {
    let mut recent = (u64::MAX, None);
    for part in &unit.parts {
        let mut records = SubRecords::new(context.source, part.clone(), context.id_bytes);
        while let Ok(Some(record)) = records.next() {
            let (id, type_number, content) = match record {
                SubRecord::Instance { id, class, fields } => {
                    if recent.0 != class {
                        recent = (class, context.classes.find(class));
                    }
                    (id, recent.1, Content::Fields(fields))
                }
                SubRecord::ObjectArray { id, class, length, elements } => {
                    (id, context.classes.find_array(class), Content::Slots(elements, length))
                }
                SubRecord::PrimitiveArray { id, element, length, .. } => {
                    (id, context.classes.primitive_array(element), Content::Values(length))
                }
                SubRecord::Root(_) | SubRecord::Class { .. } | SubRecord::Other => continue,
            };
            let (Some(object), Some(type_number)) = (context.addresses.find(id), type_number) else { continue };
            let object = object.0;
            if seen.is_some_and(|seen| !first_time(seen, object)) {
                buffer.repeated += 1;
                continue;
            }
            types.set(object, type_number);
            let before = buffer.targets.len();
            match content {
                Content::Fields(fields) => read_fields(context, buffer, fields, type_number, object),
                Content::Slots(elements, length) => {
                    for target in ids(elements, context.id_bytes).filter(|&target| target != 0) {
                        push_target(context, buffer, target);
                    }
                    buffer.arrays.push((object, length));
                }
                Content::Values(length) => buffer.arrays.push((object, length)),
            }
            lengths[object as usize].store((buffer.targets.len() - before) as u32, Ordering::Relaxed);
            buffer.push(object, number);
        }
    }
}

enum Content<'a> {
    Fields(&'a [u8]),
    Slots(&'a [u8], u32),
    Values(u32),
}

#[inline]
fn read_fields(context: &Context<'_>, buffer: &mut Buffer, fields: &[u8], type_number: u32, object: u32) {
    let class = &context.classes.entries[type_number as usize];
    let row_start = buffer.targets.len();
    for &offset in &class.reference_offsets {
        let Some(slot) = fields.get(offset as usize..offset as usize + context.id_bytes) else {
            buffer.misfits += 1;
            break;
        };
        let before = buffer.targets.len();
        match read_id(slot) {
            0 => {}
            target => push_target(context, buffer, target),
        }
        if class.referent_offset == Some(offset) && buffer.targets.len() > before {
            buffer.weak_referents.push((object, (before - row_start) as u32));
        }
    }
    if class.is_thread
        && let Some(locals) = context.locals.get(&object)
    {
        buffer.targets.extend_from_slice(locals);
    }
}

#[inline]
fn push_target(context: &Context<'_>, buffer: &mut Buffer, target: u64) {
    match context.addresses.find(target) {
        Some(target) => buffer.targets.push(target.0),
        None => buffer.dangling += 1,
    }
}
