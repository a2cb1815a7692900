//! From data structures to what they hold, and from objects to the data structures that hold them.

use std::sync::Arc;

use roaring::RoaringBitmap;

use super::engine::grouped::group;
use super::list::{Grouping, Transformation};
use super::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need, Targets, Transformer};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use crate::structures::DataStructures;
use crate::structures::library::Library;
use crate::trees::memory_tree::MemoryTree;

/// What a data structure holds, those within it as one each.
#[derive(Debug)]
pub(super) struct OwnLeaves(pub(super) Arc<Library>);

/// What a data structure and all those within it hold.
#[derive(Debug)]
pub(super) struct DeepLeaves(pub(super) Arc<Library>);

/// The heads of the data structures that hold an object.
#[derive(Debug)]
pub(super) struct ContainingDataStructures(pub(super) Arc<Library>);

/// Leaves these objects alone.
#[derive(Debug)]
struct Chosen(RoaringBitmap);

/// What these data structures and all those within them hold, as a grouping makes a tree of it.
///
/// # Errors
/// [`crate::Error::Cancelled`], and [`crate::Error::Request`] where the heap state lacks what the grouping needs.
pub(crate) fn deep_leaves_of(
    heap: &HeapState,
    heads: RoaringBitmap,
    library: &Arc<Library>,
    by: &Grouping,
    progress: &Progress,
) -> Result<MemoryTree> {
    let transformer = Arc::new(DeepLeaves(Arc::clone(library)));
    let then = Some(Arc::new(Transformation { transformer, by: by.clone() }));
    let grouping = Grouping { classifiers: vec![Arc::new(Chosen(heads))], then };
    Ok(group(heap, &grouping, progress, &Warnings::new())?.tree)
}

impl Classifier for Chosen {
    fn info(&self) -> ClassifierInfo {
        let description = "Leaves objects that were chosen before";
        ClassifierInfo { cardinality: Cardinality::Filter, needs: (&[]).into(), ..info("Chosen", description, "one of them passes") }
    }

    fn classify<'h>(&self, _: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let chosen = self.0.clone();
        Ok(Labeling::by_object(vec![Label::Rejected, Label::Accepted], move |object, _| u32::from(chosen.contains(object.0))))
    }
}

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
