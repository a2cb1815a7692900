//! Allocating subsystem: which part of the JVM allocated an object.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::{HeapState, Subsystem};

/// Stands for objects of which nobody told it: the trace began after them, say.
const NOT_RECORDED: &str = "(subsystem not recorded)";

/// Groups by the part of the JVM that allocated an object: itself, its interpreter, or code that one of its compilers made.
#[derive(Debug)]
pub(in crate::grouping) struct AllocatingSubsystem;

impl Classifier for AllocatingSubsystem {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Allocating subsystem".into(),
            description: "Which part of the JVM allocated the object: VM, interpreter, or code compiled by C1 or C2".into(),
            example: Subsystem::C2.name().into(),
            cardinality: Cardinality::One,
            needs: (&[Need::AllocatingSubsystems]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let mut table = LabelTable::default();
        let unknown = table.number(Label::one(NOT_RECORDED));
        let numbers = Subsystem::ALL.map(|subsystem| table.number(Label::one(subsystem.name())));
        let Some(origins) = &heap.origins else { return Ok(Labeling::by_object(table.into_labels(), move |_, _| unknown)) };
        Ok(Labeling::by_object(table.into_labels(), move |object, _| {
            origins.subsystem_of(object).map_or(unknown, |subsystem| numbers[subsystem as usize])
        }))
    }
}
