//! Allocating thread: the name of the thread that allocated an object.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::HeapState;

/// Stands for objects whose allocation was not seen.
const NOT_RECORDED: &str = "(thread not recorded)";
const NO_NAME: &str = "(thread without a name)";

/// Groups by the name of the allocating thread. Threads of one name are one group.
#[derive(Debug)]
pub(in crate::grouping) struct AllocatingThread;

impl Classifier for AllocatingThread {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Allocating thread".into(),
            description: "The thread that allocated the object".into(),
            example: "http-worker-7".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::AllocatingThreads]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let mut table = LabelTable::default();
        let unknown = table.number(Label::one(NOT_RECORDED));
        let Some(origins) = &heap.origins else { return Ok(Labeling::by_object(table.into_labels(), |_, _| 0)) };
        let known = origins.thread_names.iter().skip(1);
        let known = known.map(|name| table.number(Label::one(if name.trim().is_empty() { NO_NAME } else { &**name })));
        let numbers: Vec<u32> = std::iter::once(unknown).chain(known).collect();
        Ok(Labeling::by_object(table.into_labels(), move |object, _| {
            let thread = origins.thread_of(object).unwrap_or(0);
            numbers.get(thread as usize).copied().unwrap_or(unknown)
        }))
    }
}
