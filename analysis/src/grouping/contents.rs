//! From data structures to what they hold, and from objects to the data structures that hold them.

use std::sync::Arc;

use super::{Cardinality, ClassifierInfo, Need, Targets, Transformer};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::structures::DataStructures;
use crate::structures::library::Library;

/// What a data structure holds, those within it as one each.
#[derive(Debug)]
pub(super) struct OwnLeaves(pub(super) Arc<Library>);

/// What a data structure and all those within it hold.
#[derive(Debug)]
pub(super) struct DeepLeaves(pub(super) Arc<Library>);

/// The heads of the data structures that hold an object.
#[derive(Debug)]
pub(super) struct ContainingDataStructures(pub(super) Arc<Library>);

fn info(name: &'static str, description: &'static str, example: &'static str) -> ClassifierInfo {
    ClassifierInfo {
        name: name.into(),
        description: description.into(),
        example: example.into(),
        cardinality: Cardinality::Transformer,
        needs: (&[Need::References]).into(),
    }
}

impl Transformer for OwnLeaves {
    fn info(&self) -> ClassifierInfo {
        let description = "What a collection was made to hold, collections within it as one object each; nothing for other objects";
        info("Own leaves", description, "Own leaves > com.example.Product")
    }

    fn targets<'h>(&self, heap: &'h HeapState, progress: &Progress) -> Result<Targets<'h>> {
        progress.check()?;
        let structures = DataStructures::of(heap, &self.0);
        Ok(Box::new(move |objects, walk, progress| structures.own_leaves(objects, walk, progress)))
    }
}

impl Transformer for DeepLeaves {
    fn info(&self) -> ClassifierInfo {
        let description = "What a collection and all collections within it were made to hold; nothing for other objects";
        info("Deep leaves", description, "Deep leaves > com.example.Product")
    }

    fn targets<'h>(&self, heap: &'h HeapState, progress: &Progress) -> Result<Targets<'h>> {
        progress.check()?;
        let structures = DataStructures::of(heap, &self.0);
        Ok(Box::new(move |objects, walk, progress| structures.deep_leaves(objects, walk, progress)))
    }
}

impl Transformer for ContainingDataStructures {
    fn info(&self) -> ClassifierInfo {
        let description = "The heads of all collections that the object belongs to, as content or as a part";
        info("Containing data structures", description, "Containing data structures > java.util.HashMap")
    }

    fn targets<'h>(&self, heap: &'h HeapState, progress: &Progress) -> Result<Targets<'h>> {
        heap.references.build_pointed_from(progress)?;
        let structures = DataStructures::of(heap, &self.0);
        Ok(Box::new(move |objects, walk, progress| structures.containers(objects, walk, progress)))
    }
}
