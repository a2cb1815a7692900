//! Which lines stored the references of a heap state, where the trace has stores into their fields.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trace_format::{BlockEntry, BlockKind, Stores};

use super::dictionary::{Dictionary, read_block};
use super::types::Types;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::{HeapState, LastStore, Origins, Slot};

/// Adds to a heap state the last stores before it. `at` is where the state begins in the file.
///
/// Memory: 32 bytes per field of an object that is there and was watched.
pub(super) fn add(
    heap: &mut HeapState,
    (file, blocks): (&[u8], &[BlockEntry]),
    at: u64,
    (dictionary, types): (&Dictionary, &Types),
    progress: &Progress,
    warnings: &Warnings,
) -> Result<()> {
    let before = |entry: &&BlockEntry| entry.kind == Some(BlockKind::Stores) && entry.at < at;
    let mut blocks = blocks.iter().filter(before).peekable();
    if blocks.peek().is_none() {
        return Ok(());
    }
    let (call_stacks, sites) = dictionary.call_stacks();
    let mut stores: FxHashMap<(ObjectIndex, Slot), LastStore> = FxHashMap::default();
    let all = blocks.filter_map(|entry| read_block::<Stores>(file, entry, warnings)).flat_map(|block| block.stores);
    progress.for_each(all, |store| {
        let Some((holder, field)) = heap.addresses.find(store.holder).zip(field(types, store.class, store.field)) else { return };
        // What is gone was replaced, or is only weakly held: either way nothing is told of it.
        match heap.addresses.find(store.value).filter(|_| store.value != 0) {
            Some(value) => {
                let site = sites.get(&store.site).copied().unwrap_or(0);
                stores.insert((holder, field), LastStore { value, site });
            }
            None => {
                stores.remove(&(holder, field));
            }
        }
    })?;
    let origins = heap.origins.get_or_insert_with(Origins::default);
    if origins.call_stacks.is_empty() {
        origins.call_stacks = Arc::clone(call_stacks);
    }
    origins.stores = stores;
    Ok(())
}

/// A field by its place among all that a class declares.
fn field(types: &Types, class: u32, place: u32) -> Option<Slot> {
    let at = types.of_class(class);
    let fields = &types.entries.get(at as usize)?.fields;
    let field = fields.get(place as usize)?;
    let number = fields[..place as usize].iter().filter(|other| other.is_static == field.is_static).count() as u32;
    let class = TypeIndex(at);
    Some(if field.is_static { Slot::Static { class, number } } else { Slot::Field { class, number } })
}
