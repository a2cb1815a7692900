//! Age: how many collections an object has survived, or had when it died.

use std::sync::Arc;

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by the number of collections survived.
#[derive(Debug)]
pub(in crate::grouping) struct Age;

impl Classifier for Age {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Age".into(),
            description:
                "How many garbage collections the object has survived; where its allocation was not seen, an estimate, or the collections \
                          since it was met first"
                    .into(),
            example: "3 GCs survived".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::BirthTimes]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let origins = heap.origins.as_ref();
        // Number 0 is for objects that the JVM has not, as the boot loader.
        let of = move |object, _| origins.and_then(|origins| origins.age_of(object)).map_or(0, |age| age.saturating_add(1));
        Ok(Labeling::by_number(1 << 32, name, of))
    }
}

/// What a group of this age is called.
pub(crate) fn age_name(age: u32) -> String {
    if age == 1 { "1 GC survived".to_owned() } else { format!("{age} GCs survived") }
}

fn name(number: u32) -> Label {
    match number.checked_sub(1) {
        Some(age) => Label::one(Arc::<str>::from(age_name(age))),
        None => Label::one("(birth not recorded)"),
    }
}
