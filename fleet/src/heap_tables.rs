//! Rows of a heap state.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use analysis::{Dominators, HeapState, Histogram, ObjectIndex};
use arrow_array::builder::{StringDictionaryBuilder, UInt32Builder};
use arrow_array::types::UInt32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringArray, UInt32Array, UInt64Array};

use crate::tables::Table;

/// Names of where objects were allocated and by whom, each once; empty where nobody recorded that.
#[derive(Debug, Default)]
pub struct Origins {
    /// By call stack: its innermost frame.
    pub sites: Vec<String>,
    /// By thread.
    pub threads: Vec<String>,
}

/// Rows of [`Table::Objects`] for those objects of a range that count.
#[must_use]
pub fn objects(heap: &HeapState, dominators: &Dominators, origins: &Origins, range: Range<u32>) -> RecordBatch {
    let kept: Vec<u32> = heap.kept.range(range.clone()).collect();
    let all: Vec<u64> = heap.addresses.addresses_of(range.clone()).collect();
    let each = |of: &dyn Fn(ObjectIndex) -> u64| UInt64Array::from_iter_values(kept.iter().map(|&object| of(ObjectIndex(object))));
    let class = UInt32Array::from_iter_values(kept.iter().map(|&object| heap.type_of(ObjectIndex(object)).0));
    let names = StringArray::from_iter_values(heap.types.iter().map(|info| &*info.name));
    let recorded = heap.origins.as_ref();
    let named = |names: &[String], of: &dyn Fn(ObjectIndex) -> Option<u32>| -> ArrayRef {
        let keys = UInt32Array::from_iter(kept.iter().map(|&object| of(ObjectIndex(object)).filter(|&name| (name as usize) < names.len())));
        Arc::new(DictionaryArray::<UInt32Type>::new(keys, Arc::new(StringArray::from_iter_values(names))))
    };
    let columns: Vec<ArrayRef> = vec![
        Arc::new(UInt32Array::from_iter_values(kept.iter().copied())),
        Arc::new(each(&|object| all[object.at() - range.start as usize])),
        Arc::new(DictionaryArray::<UInt32Type>::new(class, Arc::new(names))),
        Arc::new(each(&|object| heap.bytes_of(object))),
        Arc::new(each(&|object| dominators.retained(object))),
        Arc::new(UInt32Array::from_iter(kept.iter().map(|&object| dominators.immediate_dominator(ObjectIndex(object)).map(|owner| owner.0)))),
        Arc::new(UInt32Array::from_iter(kept.iter().map(|&object| recorded?.age_of(ObjectIndex(object))))),
        named(&origins.sites, &|object| recorded?.site_of(object)),
        named(&origins.threads, &|object| recorded?.thread_of(object)),
    ];
    rows(Table::Objects, columns)
}

/// Rows of [`Table::References`] from those objects of a range that count.
#[must_use]
pub fn references(heap: &HeapState, range: Range<u32>) -> RecordBatch {
    let (mut from, mut to) = (UInt32Builder::new(), UInt32Builder::new());
    let mut field = StringDictionaryBuilder::<UInt32Type>::new();
    for object in heap.kept.range(range).map(ObjectIndex) {
        let slots = heap.slots_of(object);
        for (at, &target) in heap.references.points_to(object).iter().enumerate() {
            from.append_value(object.0);
            to.append_value(target);
            match slots.get(at) {
                Some(&slot) => field.append_value(heap.slot_name(slot)),
                None => field.append_value(""),
            }
        }
    }
    let columns: Vec<ArrayRef> = vec![Arc::new(from.finish()), Arc::new(to.finish()), Arc::new(field.finish())];
    rows(Table::References, columns)
}

/// Rows of [`Table::Classes`]: every class with what counts of it.
#[must_use]
pub fn classes(heap: &HeapState, histogram: &Histogram) -> RecordBatch {
    let supers: HashMap<&str, &str> = heap.types.iter().filter_map(|info| Some((&*info.name, &*heap.type_info(info.super_type?).name))).collect();
    let all = &histogram.classes;
    let columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter_values(all.iter().map(|class| &*class.name))),
        Arc::new(StringArray::from_iter(all.iter().map(|class| supers.get(&*class.name).copied()))),
        Arc::new(UInt64Array::from_iter_values(all.iter().map(|class| class.objects))),
        Arc::new(UInt64Array::from_iter_values(all.iter().map(|class| class.bytes))),
    ];
    rows(Table::Classes, columns)
}

/// The row of [`Table::Points`].
#[must_use]
pub fn point(heap: &HeapState) -> RecordBatch {
    let bytes = heap.kept.iter().map(|object| heap.bytes_of(ObjectIndex(object))).sum();
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from_iter_values([heap.time_millis])),
        Arc::new(UInt64Array::from_iter_values([heap.kept.len()])),
        Arc::new(UInt64Array::from_iter_values([bytes])),
        Arc::new(StringArray::from_iter_values([heap.policy.to_string()])),
    ];
    rows(Table::Points, columns)
}

/// Columns are made for their table, so they fit.
fn rows(table: Table, columns: Vec<ArrayRef>) -> RecordBatch {
    RecordBatch::try_new(table.schema(), columns).unwrap_or_else(|_| RecordBatch::new_empty(table.schema()))
}
