//! Package path: the package of an object's type, nested like the packages themselves.

use crate::base::class_names::package_path_of;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by package, one level per part of its name.
#[derive(Debug)]
pub(in crate::grouping) struct PackagePath;

impl Classifier for PackagePath {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Package path".into(),
            description: "The package of an object's type, one level per part of its name".into(),
            example: "java > util > concurrent".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::TypeNames]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| Label::hierarchy(package_path_of(&heap.type_info(at).name))))
    }
}
