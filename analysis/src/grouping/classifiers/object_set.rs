//! Object set: a filter that leaves the members of a set that somebody computed, a closure for example.

use std::borrow::Cow;

use roaring::RoaringBitmap;

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling};
use crate::heap::{HeapState, ObjectBits};

/// Leaves the members of a set. The set belongs to one heap state.
#[derive(Debug)]
pub(in crate::grouping) struct ObjectSet(pub(in crate::grouping) RoaringBitmap);

impl Classifier for ObjectSet {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Object set".into(),
            description: "Leaves out objects that are no members of a set".into(),
            example: "a member passes".into(),
            cardinality: Cardinality::Filter,
            needs: Cow::default(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let members = ObjectBits::from_bitmap(&self.0, heap.len());
        Ok(Labeling::by_object([false, true].map(Label::passes).to_vec(), move |object, _| members.has(object).into()))
    }
}
