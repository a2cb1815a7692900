//! Classifiers of the catalogue (traces-classifiers-closures B.3) that need more than a heap dump holds.
//!
//! They are listed, so that a user sees what a trace would show, and each says what is missing and what to do instead.

use crate::grouping::Cardinality::{Hierarchy, Many, One};
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Labeling, Need};
use crate::{Error, HeapState, Progress, Result, Warnings};

/// A classifier that no input can supply yet.
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
pub(in crate::grouping) const NOT_RECORDED: [NotRecorded; 11] = [
    entry(
        "Allocation site",
        Hierarchy,
        "The method that allocated the object and a number of its callers",
        "Stack.push() > Service.handle()",
        &[Need::AllocationSites],
    ),
    entry(
        "Call site",
        Hierarchy,
        "The callers of the allocating method; runs of library frames become one entry",
        "Service.handle() > (hidden internal call sites) > Main.main()",
        &[Need::AllocationSites],
    ),
    entry(
        "Closest domain call site",
        One,
        "The nearest call in the application's own code, looking through libraries",
        "Service.handle()",
        &[Need::AllocationSites],
    ),
    entry("Allocating package", One, "The package of the allocating class", "com.example.shop", &[Need::AllocationSites]),
    entry(
        "Feature",
        Many,
        "The features whose code allocated the object; code may belong to several",
        "checkout",
        &[Need::AllocationSites, Need::FeatureMap],
    ),
    entry("Allocating thread", One, "The thread that allocated the object", "http-worker-7", &[Need::AllocatingThreads]),
    entry(
        "Allocating subsystem",
        One,
        "Which part of the JVM allocated the object: VM, interpreter, or code compiled by C1 or C2",
        "C2-compiled code",
        &[Need::AllocatingSubsystems],
    ),
    entry("Age", One, "How many garbage collections the object has survived", "3 GCs survived", &[Need::BirthTimes]),
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
