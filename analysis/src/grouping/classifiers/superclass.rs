//! Superclass: the classes above an object's class, the topmost first.
//!
//! A class may be a group of its own and the superclass of others, so a part says `extends Base`: a class called
//! `Base` in a grouping `Superclass > Type` never shares a key with the group of its subclasses.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// `java.lang.Object`, and classes whose superclass is not in the dump.
const NO_SUPERCLASS: &str = "(no superclass)";

/// The most superclasses shown, counted from the class up; deep real hierarchies have 20.
const DEEPEST: usize = 64;

/// Groups by the chain of superclasses, without the class itself.
#[derive(Debug)]
pub(in crate::grouping) struct Superclass;

impl Classifier for Superclass {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Superclass".into(),
            description: "The superclasses of an object's class, the topmost first".into(),
            example: "extends java.lang.Object > extends java.util.AbstractMap".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::SuperClasses]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let names: Vec<Arc<str>> = heap.types.iter().map(|info| format!("extends {}", info.name).into()).collect();
        Ok(Labeling::by_type(heap, |at| {
            let mut chain: Vec<Arc<str>> = superclasses(heap, at).map(|above| names[above.at()].clone()).collect();
            chain.reverse();
            if chain.is_empty() { Label::one(NO_SUPERCLASS) } else { Label::hierarchy(chain) }
        }))
    }
}

/// The superclasses of a type, the nearest first. The limit ends circles of broken dumps.
fn superclasses(heap: &HeapState, at: TypeIndex) -> impl Iterator<Item = TypeIndex> + '_ {
    let above = move |at: TypeIndex| heap.types.get(at.at())?.super_type.filter(|above| above.at() < heap.types.len());
    std::iter::successors(above(at), move |&at| above(at)).take(DEEPEST)
}
