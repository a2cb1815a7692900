//! The way back from a heap state to the references of single objects.

use std::ops::Range;
use std::sync::Arc;

use super::objects::Objects;
use super::types::{NO_KEY, Types};
use crate::heap::{Content, ReadRecords};
use crate::readers::trace::objects::{Object, references_of};

/// The packed objects that a heap state was made from.
#[derive(Debug)]
pub(super) struct TraceRecords {
    pub(super) objects: Arc<Objects>,
    pub(super) types: Arc<Types>,
    /// By descriptor.
    pub(super) type_of: Vec<u32>,
}

impl ReadRecords for TraceRecords {
    fn read(&self, ranges: &[Range<usize>], visit: &mut dyn FnMut(u64, Content<'_>) -> bool) {
        let mut references = Vec::new();
        for object in ranges.iter().flat_map(|range| self.objects.within(range.clone())) {
            let Some(&at) = self.type_of.get(object.descriptor as usize) else { continue };
            // What class objects hold stands in the table of fields.
            if at == self.types.class_type && self.types.described_by(object.id).is_some() {
                continue;
            }
            keyed_references(&self.types, at, object, &mut references);
            let known = references.partition_point(|reference| reference.0 < NO_KEY);
            if !visit(object.id, Content::References(&references[..known])) {
                return;
            }
        }
    }
}

/// The references of an object by key, in the order of heap states.
pub(crate) fn keyed_references(types: &Types, at: u32, object: Object<'_>, references: &mut Vec<(u32, u64)>) {
    references.clear();
    references.extend(references_of(object.id, object.row).map(|(place, target)| (types.key(at, place), target)));
    if !references.is_sorted_by_key(|reference| reference.0) {
        references.sort_by_key(|reference| reference.0);
    }
    // A field holds one object.
    references.dedup_by(|later, earlier| later.0 == earlier.0 && later.0 != NO_KEY);
}
