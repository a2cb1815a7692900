//! Allocating package: the package of the class whose method allocated an object.

use super::call_stacks::by_call_stack;
use crate::base::class_names::package_of;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by the package of the allocating class.
#[derive(Debug)]
pub(in crate::grouping) struct AllocatingPackage;

impl Classifier for AllocatingPackage {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Allocating package".into(),
            description: "The package of the allocating class".into(),
            example: "com.example.shop".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::AllocationSites]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(by_call_stack(heap, |stack| Label::one(stack.frames.first().map_or("", |frame| package_of(&frame.class)))))
    }
}
