//! Type: the class or array type of an object, by its full name.

use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::{HeapState, Progress, Result, Warnings};

/// Groups by type. Classes of one name from different loaders are one group; group by class loader to part them.
#[derive(Debug)]
pub(in crate::grouping) struct Type;

impl Classifier for Type {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Type".into(),
            description: "The class or array type of an object".into(),
            example: "java.lang.String".into(),
            cardinality: Cardinality::One,
            needs: &[Need::TypeNames],
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| Label::one(heap.type_info(at).name.clone())))
    }
}
