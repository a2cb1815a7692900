//! Fields of heads that hold how many things are in them: hardly anything but a container counts what it refers to.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::candidate::Candidate;
use super::signs::Sign;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::primitive::Primitive;
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// Heads per class that are looked at; so many agree by chance with nothing.
pub(super) const MOST_SAMPLES: usize = 64;
/// Of ten heads, how many must have the right number: others may be in the middle of a change.
const LEAST_OF_TEN: usize = 9;
/// One number says nothing if it is as small as flags and states are.
const TELLING: u64 = 4;

/// Adds to each candidate whether a field counts, where the heap can tell.
pub(super) fn look(heap: &HeapState, candidates: &mut [Candidate], progress: &Progress) -> Result<()> {
    if !heap.has_numbers() {
        return Ok(());
    }
    let wanted: RoaringBitmap = candidates.iter().flat_map(|candidate| candidate.samples.iter().map(|sample| sample.0)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let read: Vec<Vec<(u32, Vec<Option<u64>>)>> = heap.read_records_of(
        &wanted,
        |all: &mut Vec<_>, record| {
            let number = |kind: Option<Primitive>, value: Option<i64>| {
                kind.filter(|kind| matches!(kind, Primitive::Int | Primitive::Long | Primitive::Short))?;
                value.and_then(|value| u64::try_from(value).ok())
            };
            all.push((record.object().0, record.fields().map(|(place, value)| number(place.kind, value.integer())).collect()));
        },
        progress,
    )?;
    let numbers: FxHashMap<u32, Vec<Option<u64>>> = read.into_iter().flatten().collect();
    for candidate in candidates {
        let type_has_numbers =
            heap.fields_of(candidate.head).iter().any(|place| matches!(place.kind, Some(Primitive::Int | Primitive::Long)));
        let counts = type_has_numbers && is_counted(&candidate.samples, &numbers);
        candidate.signs.add(Sign::Counted, counts);
    }
    Ok(())
}

/// Whether one field has the same one of the numbers for nearly all heads.
fn is_counted(samples: &[(u32, Vec<u64>)], numbers: &FxHashMap<u32, Vec<Option<u64>>>) -> bool {
    let fields = samples.iter().filter_map(|(head, _)| numbers.get(head)).map(Vec::len).max().unwrap_or(0);
    let ways = samples.iter().map(|(_, counts)| counts.len()).max().unwrap_or(0);
    let agrees = |field: usize, way: usize| {
        let same = |(head, counts): &(u32, Vec<u64>)| {
            let number = (*numbers.get(head)?.get(field)?)?;
            Some(number).filter(|number| *number > 0 && counts.get(way) == Some(number))
        };
        let right: Vec<u64> = samples.iter().filter_map(same).collect();
        let is_telling = right.iter().any(|&number| number >= TELLING || number != right[0]);
        is_telling && right.len() * 10 >= samples.len() * LEAST_OF_TEN
    };
    (0..fields).any(|field| (0..ways).any(|way| agrees(field, way)))
}

/// The number of a head's objects for a sample, if more are wanted.
pub(super) fn sample(samples: &mut Vec<(u32, Vec<u64>)>, head: ObjectIndex, counts: Vec<u64>) {
    if samples.len() < MOST_SAMPLES && counts.iter().any(|&count| count > 0) {
        samples.push((head.0, counts));
    }
}
