//! Type: the class or array type of an object, by its full name; hidden classes without the address that a run gave them.

use std::borrow::Cow;

use crate::base::class_names::stable_name;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by type. Classes of one name from different loaders are one group; group by class loader to part them. The lambdas
/// of a class are one group, too: their own names differ in every run, so that no two series would match.
#[derive(Debug)]
pub(in crate::grouping) struct Type;

impl Classifier for Type {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Type".into(),
            description: "The class or array type of an object".into(),
            example: "java.lang.String".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::TypeNames]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| {
            let name = &heap.type_info(at).name;
            match stable_name(name) {
                Cow::Borrowed(_) => Label::one(name.clone()),
                Cow::Owned(stable) => Label::one(stable),
            }
        }))
    }
}
