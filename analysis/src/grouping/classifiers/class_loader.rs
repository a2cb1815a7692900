//! Class loader: who loaded the class of an object.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by the loader of an object's class. Loaders of one class without names of their own are one group, because
/// only their addresses differ and addresses are not equal over time.
#[derive(Debug)]
pub(in crate::grouping) struct ClassLoader;

impl Classifier for ClassLoader {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Class loader".into(),
            description: "The loader of an object's class, by its class and its own name".into(),
            example: "jdk.internal.loader.ClassLoaders$AppClassLoader \"app\"".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::ClassLoaders]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| Label::one(heap.class_loader_name(at))))
    }
}
