//! Object kind: instances, small arrays, big arrays.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Arrays with this many elements or more are big.
const BIG_ARRAY_LENGTH: u32 = 255;

/// Groups by what an object is.
#[derive(Debug)]
pub(in crate::grouping) struct ObjectKind;

impl Classifier for ObjectKind {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Object kind".into(),
            description: "Instance, small array (fewer than 255 elements) or big array".into(),
            example: "big array".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::ArrayLengths]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let labels = ["instance", "small array", "big array"].map(Label::one).to_vec();
        let of = move |object, _| match heap.array_length(object) {
            None => 0,
            Some(length) => 1 + u32::from(length >= BIG_ARRAY_LENGTH),
        };
        Ok(Labeling::by_object(labels, of))
    }
}
