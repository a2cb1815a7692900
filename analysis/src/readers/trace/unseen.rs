//! Objects whose allocation was not seen though every one was recorded: those from before the recording, and what the JVM makes
//! for itself. Heap states tell of them, and when they were gone.

use std::collections::BTreeMap;

use trace_format::{Births, BlockKind, Gone};

use super::dictionary::read_block;
use super::directory::Step;
use super::types::Types;
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::over_time::lifetimes::{Lifetime, Lifetimes, Unseen};

/// Goes through the states: born before the first one or between two of them, gone at the first state that has them no more.
/// Memory: some 150 bytes per such object.
pub(super) fn unseen(
    file: &[u8],
    steps: &[Step],
    (seen, types): (&Lifetimes, &Types),
    progress: &Progress,
    warnings: &Warnings,
) -> Result<Vec<Unseen>> {
    progress.start("Looking for objects from before the recording", steps.iter().map(|step| step.bytes().0).sum());
    let is_seen = |id: u64| seen.all().binary_search_by_key(&id, |lifetime| lifetime.id).is_ok();
    // By id, with the last state that lists it.
    let mut found: BTreeMap<u64, (Unseen, usize)> = BTreeMap::new();
    let mut collections = 0;
    // Later ones number the same objects anew.
    let is_known = |step: &Step| step.begin.is_none_or(|begin| !begin.numbers_anew);
    for (number, step) in steps.iter().enumerate().take_while(|&(number, step)| number == 0 || is_known(step)) {
        collections = step.begin.map_or(collections, |begin| begin.collections);
        // Nothing dies before the first collection.
        let gone_at = Some(collections.max(1));
        for entry in &step.changes {
            progress.advance(entry.stored_bytes())?;
            match entry.kind {
                Some(BlockKind::Gone) => {
                    let block = read_block::<Gone>(file, entry, warnings).unwrap_or_default();
                    for &(first, count) in block.ids.runs() {
                        for (_, (gone, _)) in found.range_mut(first..first.saturating_add(count)) {
                            gone.lifetime.died = gone.lifetime.died.or(gone_at);
                        }
                    }
                }
                Some(BlockKind::Births) => {
                    let block = read_block::<Births>(file, entry, warnings).unwrap_or_default();
                    for (id, &kind) in block.ids.ids().zip(&block.kinds).filter(|&(id, _)| !is_seen(id)) {
                        let Some(descriptor) = block.descriptors.get(kind as usize) else { continue };
                        let lifetime = Lifetime {
                            id,
                            object_type: TypeIndex(types.of_class(descriptor.class)),
                            bytes: descriptor.bytes,
                            length: descriptor.length.map(|length| u32::try_from(length).unwrap_or(u32::MAX)),
                            born: collections,
                            site: 0,
                            thread: 0,
                            died: None,
                            interval: 0,
                            subsystem: None,
                        };
                        let (known, listed) = found.entry(id).or_insert((Unseen { lifetime, initially: number == 0 }, number));
                        // It is back, or was never gone.
                        (known.lifetime.died, *listed) = (None, number);
                    }
                }
                _ => {}
            }
        }
        if step.is_full() {
            for (object, _) in found.values_mut().filter(|(object, listed)| *listed < number && object.lifetime.died.is_none()) {
                object.lifetime.died = gone_at;
            }
        }
    }
    Ok(found.into_values().map(|(object, _)| object).collect())
}
