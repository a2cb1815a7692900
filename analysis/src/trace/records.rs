//! The way back from a heap state to the references of single objects.

use std::ops::Range;
use std::sync::Arc;

use super::build::keyed_references;
use super::objects::Objects;
use super::types::{NO_KEY, Types};
use crate::heap::{Content, ReadRecords};

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
