//! GC root kind: why the JVM itself keeps an object.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, LabelTable, Labeling, Need};
use crate::heap::{HeapState, RankedBits, RootKind};

/// Objects that only other objects keep.
const NOT_A_ROOT: &str = "not a root";

/// Groups by the kinds of GC roots that hold an object directly. An object with several kinds lies in several groups.
#[derive(Debug)]
pub(in crate::grouping) struct GcRootKind;

impl Classifier for GcRootKind {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "GC root kind".into(),
            description: "Why the JVM itself keeps an object; one with several reasons is in several groups".into(),
            example: "local variable".into(),
            cardinality: Cardinality::Many,
            needs: (&[Need::GcRoots]).into(),
        }
    }

    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        heap.roots.is_empty().then(|| "this heap state holds no GC roots".to_owned())
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let mut roots: Vec<(u32, RootKind)> = heap.roots.iter().map(|root| (root.object.0, root.kind)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut table = LabelTable::default();
        let not_a_root = table.number(Label::one(NOT_A_ROOT));
        let mut words = vec![0_u64; heap.len().div_ceil(64)];
        let mut labels = Vec::new();
        for kinds in roots.chunk_by(|a, b| a.0 == b.0).filter(|kinds| (kinds[0].0 as usize) < heap.len()) {
            words[kinds[0].0 as usize / 64] |= 1 << (kinds[0].0 % 64);
            labels.push(table.number(Label::many(kinds.iter().map(|&(_, kind)| kind.name()))));
        }
        let rooted = RankedBits::from_words(words);
        let of = move |object: crate::base::ids::ObjectIndex, _| {
            rooted.rank_of(u64::from(object.0)).map_or(not_a_root, |rank| labels[rank as usize])
        };
        Ok(Labeling::by_object(table.into_labels(), of))
    }
}
