//! Array length: how many elements an array has, exactly.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by the length of an array.
#[derive(Debug)]
pub(in crate::grouping) struct ArrayLength;

impl Classifier for ArrayLength {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Array length".into(),
            description: "How many elements an array has".into(),
            example: "16".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::ArrayLengths]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        // Number 0 is for other objects; lengths are below 2^31, so one more fits.
        let name = |number: u32| match number.checked_sub(1) {
            None => Label::one("not an array"),
            Some(length) => Label::one(Arc::<str>::from(length.to_string())),
        };
        Ok(Labeling::by_number(1 << 32, name, |object, _| heap.array_length(object).map_or(0, |length| length.saturating_add(1))))
    }
}
