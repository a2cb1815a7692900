//! Package: the package of an object's type, as one group per full name.

use crate::base::class_names::package_of;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by package; an array belongs to the package of its elements.
#[derive(Debug)]
pub(in crate::grouping) struct Package;

impl Classifier for Package {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Package".into(),
            description: "The package of an object's type, side by side with all other packages".into(),
            example: "java.util".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::TypeNames]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| Label::one(package_of(&heap.type_info(at).name))))
    }
}
