//! Type without package: the class or array type of an object, by its short name.

use crate::base::class_names::{stable_name, without_package};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by the name of a type without its package; types of one short name are one group.
#[derive(Debug)]
pub(in crate::grouping) struct ShortType;

impl Classifier for ShortType {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Type without package".into(),
            description: "The class or array type of an object, without its package".into(),
            example: "HashMap$Node".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::TypeNames]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| Label::one(without_package(&stable_name(&heap.type_info(at).name)))))
    }
}
