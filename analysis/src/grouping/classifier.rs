//! What a classifier is: from an object to its place below a node (traces-classifiers-closures B.2).
//!
//! A classifier does not name every object. It answers with a *labeling*: the table of all labels that occur in this
//! heap state, and the way from an object to the number of its label. A label says everything about the place: one
//! child, several, a chain of nested children, several chains, or that the object is left out (filters). So all
//! cardinalities are one form, names are made once per label, and the loop over objects handles plain numbers.
//! Labels that depend on the type only are a table, which the grouping folds into one lookup for all such
//! classifiers; a classifier that looks further gives a function or a column of its own.
//!
//! Transformers (an object stands for other objects, grouped by a list of their own) are not classifiers in this
//! sense: they will be steps of a grouping beside them, with a labeling of the objects that they lead to.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{HeapState, ObjectIndex, Progress, Result, TypeIndex};

/// Puts objects into groups. Implementations keep no state of a heap; settings are fields.
pub trait Classifier: fmt::Debug + Send + Sync {
    /// What to show to the user.
    fn info(&self) -> ClassifierInfo;

    /// Why this heap state cannot be classified; `None` if it can. A sentence without its subject's name, such as
    /// "GC roots were not recorded".
    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        let _ = heap;
        None
    }

    /// Labels all objects of a heap state. Long work reports to `progress` and may be cancelled there.
    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress) -> Result<Labeling<'h>>;
}

/// What to show of a classifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassifierInfo {
    /// Unique; also the role of the nodes it forms, and what the command line calls it.
    pub name: Cow<'static, str>,
    /// What it groups by, one sentence.
    pub description: Cow<'static, str>,
    /// A result, as it will be seen in the tree.
    pub example: Cow<'static, str>,
    /// How many places an object gets.
    pub cardinality: Cardinality,
    /// What it reads of a heap state.
    pub needs: &'static [Need],
}

/// How many places an object gets below one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cardinality {
    /// One child.
    One,
    /// One child per value; the object lies in several.
    Many,
    /// A chain of nested children, the topmost first.
    Hierarchy,
    /// Several such chains.
    Hierarchies,
    /// None: the object passes or is left out.
    Filter,
}

/// What a classifier reads of a heap state, for the user who wonders why one is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// Names of types.
    TypeNames,
    /// Super classes of types.
    SuperClasses,
    /// Loaders of classes.
    ClassLoaders,
    /// Lengths of arrays.
    ArrayLengths,
    /// What the JVM itself keeps alive.
    GcRoots,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TypeNames => "type names",
            Self::SuperClasses => "super classes",
            Self::ClassLoaders => "class loaders",
            Self::ArrayLengths => "array lengths",
            Self::GcRoots => "GC roots",
        })
    }
}

/// Where the objects with one classification lie below a node.
///
/// Names must be equal over time for the same group: never an address, never an index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Label {
    /// Chains of nested children, the topmost first. No chain, or one without parts, is shown as `(none)`.
    Chains(Vec<Vec<Arc<str>>>),
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

/// All objects of one heap state, labeled by one classifier.
#[derive(Debug)]
pub struct Labeling<'h> {
    /// Every label, once.
    pub labels: Vec<Label>,
    /// The way from an object to a position in `labels`.
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
        Self { labels: table.into_labels(), of: LabelOf::Type(by_type) }
    }
}
