//! The first pass over a dump: which objects there are, and everything that must be known before their fields can be
//! read (classes may come after their instances).

use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::sub_record::{Broken, RawRoot, SubRecord, SubRecords};
use super::units::{Unit, for_each_unit};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::AddressCollector;
use crate::readers::files::ByteSource;

/// Class ids that a unit looks up without hashing them: the low bits choose a slot.
const RECENT: usize = 256;

/// What the first pass found.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) units: Vec<Unit>,
    /// Addresses of all records; classes included.
    pub(super) addresses: AddressCollector,
    /// Class id and where the record's content starts, in file order.
    pub(super) classes: Vec<(u64, usize)>,
    /// In file order.
    pub(super) roots: Vec<RawRoot>,
    /// Classes of instances, with the largest instance data seen.
    pub(super) instance_classes: FxHashMap<u64, u32>,
    /// Classes of object arrays.
    pub(super) array_classes: FxHashSet<u64>,
    /// Bit n: arrays of primitive n exist (in the order of [`crate::Primitive::ALL`]).
    pub(super) primitive_arrays: u8,
    /// References take 4 bytes in a heap with 8-byte ids.
    pub(super) compressed_references: bool,
    /// Where segments could not be read to their ends.
    pub(super) broken: Vec<Broken>,
}

/// The first object array of a piece and the reach of the last one, for [`Detector`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Detector {
    first: Option<u64>,
    /// Start and (uncompressed) end of the last array.
    last: Option<(u64, u64)>,
    found: bool,
}

impl Detector {
    /// Compressed references show when an object array begins where the one before it would still be if its slots
    /// had 8 bytes each. (This is how Eclipse MAT finds out, headers of 16 bytes included.)
    #[inline]
    pub(super) fn see(&mut self, address: u64, length: u32) {
        self.found |= self.last.is_some_and(|(start, end)| address > start && address < end);
        self.first.get_or_insert(address);
        self.last = Some((address, address.saturating_add(16 + u64::from(length) * 8)));
    }

    /// Appends what a later piece saw.
    pub(super) fn append(&mut self, later: Self) {
        self.found |= later.found;
        if let (Some((start, end)), Some(address)) = (self.last, later.first) {
            self.found |= address > start && address < end;
        }
        self.first = self.first.or(later.first);
        self.last = later.last.or(self.last);
    }

    /// Whether references are compressed; never with 4-byte ids.
    pub(super) fn compressed(&self, id_bytes: usize) -> bool {
        self.found && id_bytes == 8
    }
}

#[derive(Debug, Default)]
struct UnitSurvey {
    classes: Vec<(u64, usize)>,
    roots: Vec<RawRoot>,
    instance_classes: FxHashMap<u64, u32>,
    array_classes: FxHashSet<u64>,
    primitive_arrays: u8,
    detector: Detector,
    broken: Vec<Broken>,
}

/// Reads all records of a dump once.
pub(super) fn survey(
    source: &ByteSource,
    segments: &[std::ops::Range<usize>],
    id_bytes: usize,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Survey> {
    let collector = Mutex::new(AddressCollector::new(8));
    // Lists of addresses, to be used again.
    let lists: Mutex<Vec<Vec<u64>>> = Mutex::new(Vec::new());
    let found: Mutex<Vec<(usize, UnitSurvey)>> = Mutex::new(Vec::new());
    let mut broken = Vec::new();
    let units = for_each_unit(
        source,
        segments,
        id_bytes,
        |at| broken.push(at),
        progress,
        |number, unit| {
            let mut addresses = lists.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
            let unit_survey = survey_unit(source, unit, id_bytes, &mut addresses);
            source.release(unit.span());
            let mut collector = collector.lock().unwrap_or_else(PoisonError::into_inner);
            addresses.drain(..).for_each(|address| collector.insert(address));
            drop(collector);
            lists.lock().unwrap_or_else(PoisonError::into_inner).push(addresses);
            found.lock().unwrap_or_else(PoisonError::into_inner).push((number, unit_survey));
        },
    )?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|&(number, _)| number);
    let mut addresses = collector.into_inner().unwrap_or_else(PoisonError::into_inner);
    addresses.seal();
    let mut survey = Survey {
        units,
        addresses,
        classes: Vec::new(),
        roots: Vec::new(),
        instance_classes: FxHashMap::default(),
        array_classes: FxHashSet::default(),
        primitive_arrays: 0,
        compressed_references: false,
        broken,
    };
    let mut detector = Detector::default();
    for (number, unit) in found {
        survey.classes.extend(unit.classes);
        survey.roots.extend(unit.roots);
        #[allow(clippy::iter_over_hash_type, reason = "the largest of all: the order makes no difference")]
        for (class, bytes) in unit.instance_classes {
            let largest = survey.instance_classes.entry(class).or_default();
            *largest = bytes.max(*largest);
        }
        survey.array_classes.extend(unit.array_classes);
        survey.primitive_arrays |= unit.primitive_arrays;
        detector.append(unit.detector);
        for broken in unit.broken {
            // The second pass must not stumble over it again.
            if let Some(part) = survey.units[number].parts.iter_mut().find(|part| part.contains(&broken.offset)) {
                part.end = broken.offset;
            }
            survey.broken.push(broken);
        }
    }
    Broken::warn(&survey.broken, warnings);
    survey.compressed_references = detector.compressed(id_bytes);
    Ok(survey)
}

fn survey_unit(bytes: &[u8], unit: &Unit, id_bytes: usize, addresses: &mut Vec<u64>) -> UnitSurvey {
    let mut found = UnitSurvey::default();
    let mut recent = [(u64::MAX, 0_u32); RECENT];
    let mut recent_array = u64::MAX;
    for part in &unit.parts {
        let mut records = SubRecords::new(bytes, part.clone(), id_bytes);
        loop {
            match records.next() {
                Ok(Some(SubRecord::Instance { id, class, fields })) => {
                    addresses.push(id);
                    let slot = &mut recent[(class >> 3) as usize % RECENT];
                    let bytes = fields.len() as u32;
                    if slot.0 != class || slot.1 < bytes {
                        let largest = found.instance_classes.entry(class).or_default();
                        *largest = bytes.max(*largest);
                        *slot = (class, *largest);
                    }
                }
                Ok(Some(SubRecord::PrimitiveArray { id, element, .. })) => {
                    addresses.push(id);
                    found.primitive_arrays |= 1 << element as u8;
                }
                Ok(Some(SubRecord::ObjectArray { id, class, length, .. })) => {
                    addresses.push(id);
                    if class != recent_array {
                        found.array_classes.insert(class);
                        recent_array = class;
                    }
                    found.detector.see(id, length);
                }
                Ok(Some(SubRecord::Class { id, at })) => {
                    addresses.push(id);
                    found.classes.push((id, at));
                }
                Ok(Some(SubRecord::Root(root))) => found.roots.push(root),
                Ok(Some(SubRecord::HeapName(_))) => {}
                Ok(None) => break,
                Err(broken) => {
                    found.broken.push(broken);
                    break;
                }
            }
        }
    }
    found
}
