//! Classifiers of the catalogue that no input can supply: a stock JVM does not tell.
//!
//! They are listed, so that a user who knows them sees what is missing and what to do instead.

use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::Cardinality::One;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Labeling, Need};
use crate::heap::HeapState;

/// A classifier that no input can supply.
#[derive(Debug, Clone, Copy)]
pub(in crate::grouping) struct NotRecorded {
    name: &'static str,
    cardinality: Cardinality,
    description: &'static str,
    example: &'static str,
    needs: &'static [Need],
}

const fn entry(
    name: &'static str,
    cardinality: Cardinality,
    description: &'static str,
    example: &'static str,
    needs: &'static [Need],
) -> NotRecorded {
    NotRecorded { name, cardinality, description, example, needs }
}

/// All of them, in the order in which they are offered.
pub(in crate::grouping) const NOT_RECORDED: [NotRecorded; 3] = [
    entry("Space", One, "The heap space that the object lies in", "survivor 1", &[Need::HeapSpaces]),
    entry("Space mode", One, "What the garbage collector uses the space for at the moment", "from space", &[Need::HeapSpaces]),
    entry("Space type", One, "Eden, survivor or old", "old", &[Need::HeapSpaces]),
];

impl Classifier for NotRecorded {
    fn info(&self) -> ClassifierInfo {
        let Self { name, cardinality, description, example, needs } = *self;
        ClassifierInfo { name: name.into(), description: description.into(), example: example.into(), cardinality, needs: needs.into() }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let reason = self.unavailable(heap).unwrap_or_default();
        Err(Error::Request(format!("cannot group by {}: {reason}", self.name)))
    }
}
