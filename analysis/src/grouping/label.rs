//! Labels: where the objects with one classification lie below a node, and the way from an object to its label.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// Where the objects with one classification lie below a node.
///
/// Names must be equal over time for the same group: no index, and an address only where it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Label {
    /// Chains of nested children, the topmost first. No chain, or one without parts, is shown as `(none)`.
    Chains(Vec<Vec<Arc<str>>>),
    /// One child per name, each with so many bytes per object instead of the object's own, as below it. No child is
    /// shown as `(none)`.
    Shares(Vec<(Arc<str>, u64)>),
    /// The object is left out of all totals, also those of other classifiers.
    Rejected,
    /// The object passes and this classifier forms no node for it.
    Accepted,
}

impl Label {
    /// One child.
    #[must_use]
    pub fn one(name: impl Into<Arc<str>>) -> Self {
        Self::Chains(vec![vec![name.into()]])
    }

    /// One child per name.
    #[must_use]
    pub fn many<T: Into<Arc<str>>>(names: impl IntoIterator<Item = T>) -> Self {
        Self::Chains(names.into_iter().map(|name| vec![name.into()]).collect())
    }

    /// A chain of nested children, the topmost first.
    #[must_use]
    pub fn hierarchy<T: Into<Arc<str>>>(names: impl IntoIterator<Item = T>) -> Self {
        Self::Chains(vec![names.into_iter().map(Into::into).collect()])
    }

    /// What a filter answers.
    #[must_use]
    pub fn passes(accepted: bool) -> Self {
        if accepted { Self::Accepted } else { Self::Rejected }
    }
}

/// Labels, each once, numbered in the order in which they were met.
#[derive(Debug, Default)]
pub struct LabelTable {
    labels: Vec<Label>,
    numbers: FxHashMap<Label, u32>,
}

impl LabelTable {
    /// The number of a label, a new one if the label is new.
    pub fn number(&mut self, label: Label) -> u32 {
        let next = self.labels.len() as u32;
        *self.numbers.entry(label).or_insert_with_key(|label| {
            self.labels.push(label.clone());
            next
        })
    }

    /// The labels by number.
    #[must_use]
    pub fn into_labels(self) -> Vec<Label> {
        self.labels
    }
}

/// Makes the label of a number.
pub type MakeLabel<'h> = Box<dyn Fn(u32) -> Label + Send + Sync + 'h>;

/// Every label that may occur.
pub enum Labels<'h> {
    /// All of them, by number.
    Table(Vec<Label>),
    /// Made from their numbers where they are needed, for classifiers with as many labels as objects. None rejects.
    Made {
        /// Numbers are below it.
        count: u64,
        /// The label of a number.
        make: MakeLabel<'h>,
    },
}

impl Labels<'_> {
    /// How many numbers there are; 1 at least.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            Self::Table(labels) => labels.len() as u64,
            Self::Made { count, .. } => *count,
        }
        .max(1)
    }

    /// The label of a number.
    #[must_use]
    pub fn get(&self, number: u32) -> Cow<'_, Label> {
        match self {
            Self::Table(labels) => Cow::Borrowed(&labels[number as usize]),
            Self::Made { make, .. } => Cow::Owned(make(number)),
        }
    }

    /// Which numbers reject their objects; empty if none does.
    pub(super) fn rejecting(&self) -> Vec<bool> {
        match self {
            Self::Table(labels) if labels.contains(&Label::Rejected) => labels.iter().map(|label| *label == Label::Rejected).collect(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Debug for Labels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(labels) => f.debug_tuple("Table").field(labels).finish(),
            Self::Made { count, .. } => f.debug_struct("Made").field("count", count).finish_non_exhaustive(),
        }
    }
}

/// All objects of one heap state, labeled by one classifier.
#[derive(Debug)]
pub struct Labeling<'h> {
    /// Every label.
    pub labels: Labels<'h>,
    /// The way from an object to the number of its label.
    pub of: LabelOf<'h>,
}

/// A function from an object and its type to the number of its label; called from many threads, in any order.
pub type ObjectLabel<'h> = Box<dyn Fn(ObjectIndex, TypeIndex) -> u32 + Send + Sync + 'h>;

/// The way from an object to the number of its label.
pub enum LabelOf<'h> {
    /// By type; one entry per type of the heap state.
    Type(Vec<u32>),
    /// By object.
    Object(ObjectLabel<'h>),
}

impl fmt::Debug for LabelOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(labels) => f.debug_tuple("Type").field(labels).finish(),
            Self::Object(_) => f.write_str("Object(..)"),
        }
    }
}

impl Labeling<'static> {
    /// Labels every type by a function of its index.
    pub fn by_type(heap: &HeapState, mut label: impl FnMut(TypeIndex) -> Label) -> Self {
        let mut table = LabelTable::default();
        let by_type = (0..heap.types.len() as u32).map(|at| table.number(label(TypeIndex(at)))).collect();
        Self { labels: Labels::Table(table.into_labels()), of: LabelOf::Type(by_type) }
    }
}

impl<'h> Labeling<'h> {
    /// Labels objects by a function to positions in a table.
    pub fn by_object(labels: Vec<Label>, of: impl Fn(ObjectIndex, TypeIndex) -> u32 + Send + Sync + 'h) -> Self {
        Self { labels: Labels::Table(labels), of: LabelOf::Object(Box::new(of)) }
    }

    /// Labels objects in stretches of `length`, in parallel: `label` writes numbers for the objects of a range and returns
    /// what the numbers stand for in that stretch. Objects that it leaves out get the number 0.
    ///
    /// # Errors
    /// That of `label`, or when the user cancels.
    pub(super) fn by_stretch(
        heap: &HeapState,
        length: usize,
        progress: &Progress,
        label: impl Fn(Range<u32>, &mut [u32]) -> Result<Vec<Label>> + Sync,
    ) -> Result<Self> {
        let mut column = vec![0_u32; heap.len()];
        let labels: Vec<Vec<Label>> = column
            .par_chunks_mut(length)
            .enumerate()
            .map(|(at, column)| {
                let start = (at * length) as u32;
                let labels = label(start..start + column.len() as u32, column)?;
                progress.advance(column.len() as u64)?;
                Ok(labels)
            })
            .collect::<Result<_>>()?;
        let mut table = LabelTable::default();
        let numbers: Vec<Vec<u32>> =
            labels.into_iter().map(|labels| labels.into_iter().map(|label| table.number(label)).collect()).collect();
        column.par_chunks_mut(length).zip(&numbers).for_each(|(column, numbers)| {
            column.iter_mut().for_each(|number| *number = numbers.get(*number as usize).copied().unwrap_or(0));
        });
        Ok(Self::by_object(table.into_labels(), move |object, _| column[object.at()]))
    }

    /// Labels objects by numbers below `count`, whose labels are made where they are needed.
    pub fn by_number(
        count: u64,
        make: impl Fn(u32) -> Label + Send + Sync + 'h,
        of: impl Fn(ObjectIndex, TypeIndex) -> u32 + Send + Sync + 'h,
    ) -> Self {
        Self { labels: Labels::Made { count, make: Box::new(make) }, of: LabelOf::Object(Box::new(of)) }
    }
}
