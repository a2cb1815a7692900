//! Number of references: how many references lead to an object, or away from it.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::{HeapState, ObjectBits};

/// Groups by the number of references from objects that count. An object that references another twice counts twice.
#[derive(Debug)]
pub(in crate::grouping) struct IncomingReferences;

/// Groups by the number of references that are not null.
#[derive(Debug)]
pub(in crate::grouping) struct OutgoingReferences;

impl Classifier for IncomingReferences {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Number of incoming references".into(),
            description: "How many fields, slots and stack variables of counted objects reference the object".into(),
            example: "2".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::References]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        heap.references.build_pointed_from(progress)?;
        let kept = ObjectBits::from_bitmap(&heap.kept, heap.len());
        let of = move |object, _| heap.pointed_from(object).iter().filter(|&&source| kept.has(ObjectIndex(source))).count() as u32;
        Ok(Labeling::by_number(1 << 32, name, of))
    }
}

impl Classifier for OutgoingReferences {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Number of outgoing references".into(),
            description: "How many fields or slots of the object reference another object, null ones left out".into(),
            example: "3".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::References]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_number(1 << 32, name, |object, _| heap.points_to(object).len() as u32))
    }
}

fn name(count: u32) -> Label {
    Label::one(Arc::<str>::from(count.to_string()))
}
