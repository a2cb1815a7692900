//! Class histograms without a heap state: one pass, one small table per thread.
//!
//! Sizes of object arrays depend on facts that are only known at the end (compressed references, alignment), so two sums
//! run along, one for each reference size. A heap with an unusual alignment is read a second time.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::classes::{ClassNeeds, ClassTable, Layout};
use super::outline::{Dump, Outline};
use super::sub_record::{Broken, SubRecord, SubRecords};
use super::survey::Detector;
use super::units::{Unit, for_each_unit};
use crate::base::error::Result;
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{Histogram, SizePolicy};
use crate::readers::files::ByteSource;
use crate::readers::hprof::options::instance_bytes;

/// Slots of the small cache in front of the hash table; the class id's low bits choose one.
const RECENT: usize = 256;

/// Number and sizes of arrays: with 4-byte references, and with references as wide as ids.
#[derive(Debug, Clone, Copy, Default)]
struct ArraySums {
    count: u64,
    narrow_bytes: u64,
    wide_bytes: u64,
}

impl ArraySums {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.narrow_bytes += other.narrow_bytes;
        self.wide_bytes += other.wide_bytes;
    }
}

/// What one piece, or all pieces so far, hold.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Number of instances and the largest instance data, by class id.
    pub(super) instances: FxHashMap<u64, (u64, u32)>,
    object_arrays: FxHashMap<u64, ArraySums>,
    primitive_arrays: [ArraySums; 8],
    /// Class id and where the record's content starts.
    pub(super) classes: Vec<(u64, usize)>,
    /// Strings that name parts of the heap.
    pub(super) heap_names: Vec<u64>,
    detector: Detector,
    /// For the alignment of addresses.
    first_address: Option<u64>,
    raster: u64,
    pub(super) broken: Vec<Broken>,
}

impl Counts {
    pub(super) fn objects(&self) -> u64 {
        let instances: u64 = self.instances.values().map(|&(count, _)| count).sum();
        let arrays: u64 = self.object_arrays.values().chain(&self.primitive_arrays).map(|sums| sums.count).sum();
        instances + arrays + self.classes.len() as u64
    }

    /// Appends a later piece.
    #[allow(clippy::iter_over_hash_type, reason = "sums: the order makes no difference")]
    fn append(&mut self, later: Self) {
        for (class, (count, bytes)) in later.instances {
            let sum = self.instances.entry(class).or_default();
            *sum = (sum.0 + count, sum.1.max(bytes));
        }
        for (class, sums) in later.object_arrays {
            self.object_arrays.entry(class).or_default().add(sums);
        }
        self.primitive_arrays.iter_mut().zip(later.primitive_arrays).for_each(|(sum, other)| sum.add(other));
        self.classes.extend(later.classes);
        self.heap_names.extend(later.heap_names);
        self.detector.append(later.detector);
        if let (Some(first), Some(other)) = (self.first_address, later.first_address) {
            self.raster = gcd(gcd(self.raster, later.raster), first.abs_diff(other));
        } else {
            self.raster = gcd(self.raster, later.raster);
        }
        self.first_address = self.first_address.or(later.first_address);
        self.broken.extend(later.broken);
    }

    #[inline]
    fn see_address(&mut self, address: u64) {
        let first = *self.first_address.get_or_insert(address);
        if self.raster > 8 || self.raster == 0 {
            self.raster = gcd(self.raster, address.abs_diff(first));
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    crate::heap::greatest_common_divisor(a, b)
}

/// Streams a dump into a histogram of all its objects.
pub(super) fn histogram(
    (source, name): (&ByteSource, &Path),
    outline: &Outline<'_>,
    dump: &Dump,
    policy: SizePolicy,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Histogram> {
    let id_bytes = outline.header.id_bytes;
    let mut alignment = 8;
    let mut counts = count_all(source, dump, id_bytes, alignment, progress)?;
    Broken::warn(&counts.broken, warnings);
    outline.missing.clone().tell((name, outline.bytes.len()), &dump.segments, &counts.broken, counts.objects(), warnings);
    let found = alignment_of(counts.raster);
    if found != alignment {
        alignment = found;
        counts = count_all(source, dump, id_bytes, alignment, progress)?;
    }
    let compressed = counts.detector.compressed(id_bytes);
    let layout = Layout { pointer: id_bytes as u32, reference: if compressed { 4 } else { id_bytes as u32 }, alignment };
    let primitive_arrays = Primitive::ALL.iter().filter(|&&element| counts.primitive_arrays[element as usize].count > 0);
    let needs = ClassNeeds {
        classes: &counts.classes,
        instance_classes: &counts.instances.iter().map(|(&class, &(_, bytes))| (class, bytes)).collect(),
        array_classes: &counts.object_arrays.keys().copied().collect(),
        primitive_arrays: primitive_arrays.fold(0, |bits, &element| bits | 1 << element as u8),
        taken: &|_| false,
    };
    let table = ClassTable::build(outline, &needs, layout, policy, warnings);
    let bytes_of = |sums: &ArraySums| if compressed || id_bytes == 4 { sums.narrow_bytes } else { sums.wide_bytes };

    let mut rows = vec![(0_u64, 0_u64); table.entries.len()];
    let mut add = |type_number: Option<u32>, count: u64, bytes: u64| {
        if let Some(row) = type_number.and_then(|at| rows.get_mut(at as usize)) {
            *row = (row.0 + count, row.1 + bytes);
        }
    };
    #[allow(clippy::iter_over_hash_type, reason = "sums: the order makes no difference")]
    for (&class, &(count, _)) in &counts.instances {
        let found = table.find(class);
        add(found, count, count * found.map_or(0, |at| instance_bytes(table.entries[at as usize].size)));
    }
    #[allow(clippy::iter_over_hash_type, reason = "sums: the order makes no difference")]
    for (&class, sums) in &counts.object_arrays {
        add(table.find_array(class), sums.count, bytes_of(sums));
    }
    for (element, sums) in Primitive::ALL.into_iter().zip(&counts.primitive_arrays) {
        add(table.primitive_array(element), sums.count, bytes_of(sums));
    }
    let mut loaded = 0;
    for (at, _) in table.classes() {
        loaded += 1;
        add(Some(table.class_type), 1, table.class_object_bytes(at, layout));
    }
    let loader = table.entries.get(table.loader_type as usize).map_or(0, |entry| instance_bytes(entry.size));
    add(Some(table.loader_type), 1, loader);
    Ok(Histogram::from_rows(
        policy,
        loaded,
        table.entries.iter().zip(&rows).map(|(entry, &(objects, bytes))| (entry.name.as_str(), objects, bytes)),
    ))
}

/// As [`crate::heap::AddressCollector::alignment`].
fn alignment_of(raster: u64) -> u32 {
    raster.clamp(8, 256) as u32
}

/// Counts the objects of a dump by class, where they are as far from each other as `alignment` says.
pub(super) fn count_all(source: &ByteSource, dump: &Dump, id_bytes: usize, alignment: u32, progress: &Progress) -> Result<Counts> {
    progress.start("Counting objects", dump.segments.iter().map(|segment| segment.len() as u64).sum());
    let found: Mutex<Vec<(usize, Counts)>> = Mutex::new(Vec::new());
    let mut broken = Vec::new();
    for_each_unit(
        source,
        &dump.segments,
        id_bytes,
        |at| broken.push(at),
        progress,
        |number, unit| {
            let counts = count_unit(source, unit, id_bytes, alignment);
            source.release(unit.span());
            found.lock().unwrap_or_else(PoisonError::into_inner).push((number, counts));
        },
    )?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|&(number, _)| number);
    let mut counts = Counts { broken, ..Counts::default() };
    found.into_iter().for_each(|(_, unit)| counts.append(unit));
    Ok(counts)
}

/// Header and sizes of an array under both reference sizes.
fn array_sums(layouts: [Layout; 2], element: Option<Primitive>, length: u32) -> ArraySums {
    let [narrow_bytes, wide_bytes] = layouts.map(|layout| {
        let size = element.map_or_else(|| layout.object_array(), |element| layout.primitive_array(element));
        size.array_bytes(length)
    });
    ArraySums { count: 1, narrow_bytes, wide_bytes }
}

fn count_unit(bytes: &[u8], unit: &Unit, id_bytes: usize, alignment: u32) -> Counts {
    let pointer = id_bytes as u32;
    let layouts = [4, pointer].map(|reference| Layout { pointer, reference, alignment });
    let mut counts = Counts::default();
    // Class id, number of instances and largest instance data not yet added to the table.
    let mut recent = [(0_u64, 0_u64, 0_u32); RECENT];
    let mut recent_array = (0_u64, ArraySums::default());
    for part in &unit.parts {
        let mut records = SubRecords::new(bytes, part.clone(), id_bytes);
        loop {
            match records.next() {
                Ok(Some(SubRecord::Instance { id, class, fields })) => {
                    counts.see_address(id);
                    let slot = &mut recent[(class >> 3) as usize % RECENT];
                    if slot.0 != class {
                        add_instances(&mut counts.instances, *slot);
                        *slot = (class, 0, 0);
                    }
                    slot.1 += 1;
                    slot.2 = slot.2.max(fields.len() as u32);
                }
                Ok(Some(SubRecord::PrimitiveArray { id, element, length, .. })) => {
                    counts.see_address(id);
                    counts.primitive_arrays[element as usize].add(array_sums(layouts, Some(element), length));
                }
                Ok(Some(SubRecord::ObjectArray { id, class, length, .. })) => {
                    counts.see_address(id);
                    counts.detector.see(id, length);
                    if recent_array.0 != class {
                        add_arrays(&mut counts.object_arrays, recent_array);
                        recent_array = (class, ArraySums::default());
                    }
                    recent_array.1.add(array_sums(layouts, None, length));
                }
                Ok(Some(SubRecord::Class { id, at })) => {
                    counts.see_address(id);
                    counts.classes.push((id, at));
                }
                Ok(Some(SubRecord::HeapName(name))) if counts.heap_names.last() != Some(&name) => counts.heap_names.push(name),
                Ok(Some(SubRecord::Root(_) | SubRecord::HeapName(_))) => {}
                Ok(None) => break,
                Err(broken) => {
                    counts.broken.push(broken);
                    break;
                }
            }
        }
    }
    recent.into_iter().for_each(|slot| add_instances(&mut counts.instances, slot));
    add_arrays(&mut counts.object_arrays, recent_array);
    counts
}

fn add_instances(instances: &mut FxHashMap<u64, (u64, u32)>, (class, count, bytes): (u64, u64, u32)) {
    if count > 0 {
        let sum = instances.entry(class).or_default();
        *sum = (sum.0 + count, sum.1.max(bytes));
    }
}

fn add_arrays(arrays: &mut FxHashMap<u64, ArraySums>, (class, sums): (u64, ArraySums)) {
    if sums.count > 0 {
        arrays.entry(class).or_default().add(sums);
    }
}
