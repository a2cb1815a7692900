//! Address: where an object lies; in traces its number, which says nothing of a place.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// One group per object, by its address. Addresses change from dump to dump, so its groups have no past: it is for
/// single dumps, below classifiers or filters that leave few objects. Traces number objects instead, and a number stays.
#[derive(Debug)]
pub(in crate::grouping) struct Address;

impl Classifier for Address {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Address".into(),
            description: "The address of the object, for single objects of one dump; it changes from dump to dump. In traces, which \
                          have no addresses, the number of the object, the same at all points"
                .into(),
            example: "0x7f8a10c8".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::Addresses]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let what = if heap.origins.is_some() { "object " } else { "" };
        let name = move |object| Label::one(Arc::<str>::from(format!("{what}{:#x}", heap.address_of(ObjectIndex(object)))));
        Ok(Labeling::by_number(heap.len() as u64, name, |object, _| object.0))
    }
}
