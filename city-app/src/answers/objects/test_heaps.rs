//! Heap states for the tests of this folder: a real dump, and fixtures.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use analysis::{Grouping, HeapState, LoadOptions, ObjectIndex, Progress, Warnings, group, open_heap};

use crate::data::input::PointHeap;

/// The last dump of the sample, grouped as by default; read once.
pub(super) fn travel_shop() -> Arc<PointHeap> {
    static LOADED: OnceLock<Arc<PointHeap>> = OnceLock::new();
    let load = || {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop/point-13.hprof.gz");
        let heap = open_heap(&file, 0, &LoadOptions::default(), &Progress::new(), &Warnings::new()).expect("the sample is readable");
        grouped(heap)
    };
    Arc::clone(LOADED.get_or_init(load))
}

/// A fixture, grouped as by default.
pub(super) fn fixture(text: &str) -> Arc<PointHeap> {
    grouped(analysis::fixture::heap(text).state)
}

fn grouped(heap: HeapState) -> Arc<PointHeap> {
    let grouped = group(&heap, &Grouping::default(), &Progress::new(), &Warnings::new()).expect("can be grouped");
    Arc::new(PointHeap::new(heap, grouped))
}

/// The objects of a class that count.
pub(super) fn named(heap: &HeapState, class: &str) -> Vec<ObjectIndex> {
    heap.kept_objects().filter(|&object| &*heap.type_info(heap.type_of(object)).name == class).collect()
}
