//! What a transformer is: an object stands for other objects, which are grouped by a list of their own.
//!
//! The object itself stays counted where the steps before led it; below that node the transformer has a node of its
//! own, with the *distinct* objects that the objects of the node lead to. They are no part of the totals above it.

use std::fmt;

use super::{Cardinality, ClassifierInfo, Need};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::heap::{HeapState, ObjectBits};

/// Leads from objects to other objects. Implementations keep no state of a heap.
pub trait Transformer: fmt::Debug + Send + Sync {
    /// What to show to the user.
    fn info(&self) -> ClassifierInfo;

    /// Why this heap state cannot be transformed; `None` if it can.
    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        self.info().missing_in(heap)
    }

    /// Gets ready for one heap state. Long work reports to `progress` and may be cancelled there.
    fn targets<'h>(&self, heap: &'h HeapState, progress: &Progress) -> Result<Targets<'h>>;
}

/// The distinct objects that some objects lead to together, in any order; called from many threads, each with a walk of its own.
///
/// It answers for all objects of a node at once, so that what many of them share is walked over once: N lists over one array
/// of N elements lead to N objects, but one by one to N times N.
pub type Targets<'h> = Box<dyn Fn(&[u32], &mut Walk, &Progress) -> Result<Vec<u32>> + Send + Sync + 'h>;

/// The objects that reference an object.
#[derive(Debug)]
pub(super) struct PointedFrom;

/// The objects that an object references.
#[derive(Debug)]
pub(super) struct PointsTo;

impl Transformer for PointedFrom {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Pointed from".into(),
            description: "The objects that reference the object, grouped by the list in parentheses; each counts once per group".into(),
            example: "Pointed from > java.util.HashMap$Node".into(),
            cardinality: Cardinality::Transformer,
            needs: (&[Need::References]).into(),
        }
    }

    fn targets<'h>(&self, heap: &'h HeapState, progress: &Progress) -> Result<Targets<'h>> {
        heap.references.build_pointed_from(progress)?;
        Ok(counted(heap, |heap, object| heap.pointed_from(object)))
    }
}

impl Transformer for PointsTo {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Points to".into(),
            description: "The objects that the object references, grouped by the list in parentheses; each counts once per group".into(),
            example: "Points to > java.lang.String".into(),
            cardinality: Cardinality::Transformer,
            needs: (&[Need::References]).into(),
        }
    }

    fn targets<'h>(&self, heap: &'h HeapState, _: &Progress) -> Result<Targets<'h>> {
        Ok(counted(heap, |heap, object| heap.points_to(object)))
    }
}

/// The objects of rows that count.
fn counted<'h>(heap: &'h HeapState, row: fn(&'h HeapState, ObjectIndex) -> &'h [u32]) -> Targets<'h> {
    const MET: u8 = 1;
    let kept = ObjectBits::from_bitmap(&heap.kept, heap.len());
    Box::new(move |sources, walk, progress| {
        walk.begin();
        let mut targets = Vec::new();
        for &source in sources {
            let row = row(heap, ObjectIndex(source));
            walk.follow(row.len(), progress)?;
            targets.extend(row.iter().filter(|&&target| kept.has(ObjectIndex(target)) && walk.mark(target, MET)));
        }
        Ok(targets)
    })
}
