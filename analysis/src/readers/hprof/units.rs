//! Cutting a dump into pieces that can be read in parallel.
//!
//! Records can only be found one after the other, so a large segment is walked once, quickly, to find places to cut.
//! Small segments (HotSpot writes one per MiB) are taken together until they fill a piece.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::sub_record::{Broken, SubRecords};

/// Bytes per piece: large enough that its bookkeeping is nothing, small enough that few are in memory.
const UNIT_BYTES: usize = 4 << 20;

/// A piece of a dump: byte ranges, each beginning and ending between two records.
#[derive(Debug, Clone, Default)]
pub(super) struct Unit {
    pub(super) parts: Vec<Range<usize>>,
}

impl Unit {
    fn of(range: Range<usize>) -> Self {
        Self { parts: Vec::from([range]) }
    }

    pub(super) fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// From the first to the last byte, for releasing memory.
    pub(super) fn span(&self) -> Range<usize> {
        self.parts.first().map_or(0, |part| part.start)..self.parts.last().map_or(0, |part| part.end)
    }
}

/// Calls `work` with the number and content of every piece, in parallel, while the pieces are still being found.
///
/// Whoever finds pieces works too once enough of them wait, so that only a few are in memory.
pub(super) fn for_each_unit(
    bytes: &[u8],
    segments: &[Range<usize>],
    id_bytes: usize,
    broken: impl FnMut(Broken),
    progress: &crate::base::progress::Progress,
    work: impl Fn(usize, &Unit) + Sync,
) -> crate::base::error::Result<Vec<Unit>> {
    let most_waiting = 2 * rayon::current_num_threads();
    let waiting = AtomicUsize::new(0);
    let mut units = Vec::new();
    rayon::in_place_scope(|scope| {
        split(bytes, segments, id_bytes, broken, |unit| {
            progress.advance(unit.bytes() as u64)?;
            let number = units.len();
            units.push(unit.clone());
            if waiting.load(Ordering::Relaxed) >= most_waiting {
                work(number, &unit);
            } else {
                waiting.fetch_add(1, Ordering::Relaxed);
                let (work, waiting) = (&work, &waiting);
                scope.spawn(move |_| {
                    work(number, &unit);
                    waiting.fetch_sub(1, Ordering::Relaxed);
                });
            }
            Ok(())
        })
    })?;
    Ok(units)
}

/// Hands out the pieces of these segments in file order. What cannot be read is reported once, here; pieces hold
/// only the part of a large segment that can be read.
fn split(
    bytes: &[u8],
    segments: &[Range<usize>],
    id_bytes: usize,
    mut broken: impl FnMut(Broken),
    mut emit: impl FnMut(Unit) -> crate::base::error::Result<()>,
) -> crate::base::error::Result<()> {
    let mut unit = Unit::default();
    for segment in segments {
        if segment.len() <= 2 * UNIT_BYTES {
            unit.parts.push(segment.clone());
            if unit.bytes() >= UNIT_BYTES {
                emit(std::mem::take(&mut unit))?;
            }
            continue;
        }
        if !unit.parts.is_empty() {
            emit(std::mem::take(&mut unit))?;
        }
        let mut records = SubRecords::new(bytes, segment.clone(), id_bytes);
        let mut start = segment.start;
        loop {
            let next = records.next();
            let at = records.at();
            match next {
                Ok(Some(_)) if at - start < UNIT_BYTES => {}
                Ok(Some(_)) => {
                    emit(Unit::of(start..at))?;
                    start = at;
                }
                Ok(None) => {
                    emit(Unit::of(start..segment.end))?;
                    break;
                }
                Err(error) => {
                    broken(error);
                    emit(Unit::of(start..error.offset))?;
                    break;
                }
            }
        }
    }
    if !unit.parts.is_empty() {
        emit(unit)?;
    }
    Ok(())
}
