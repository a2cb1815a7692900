//! What a classifier is: from an object to its place below a node.
//!
//! A classifier does not name every object. It answers with a *labeling*: the labels that occur in this heap state,
//! and the way from an object to the number of its label. A label says everything about the place: one child,
//! several, a chain of nested children, several chains, or that the object is left out (filters). So all
//! cardinalities are one form, names are made once per label, and the loop over objects handles plain numbers.
//! Labels that depend on the type only are a table, which the grouping folds into one lookup for all such
//! classifiers; a classifier that looks further gives a function or a column of its own.
//!
//! Transformers (an object stands for other objects, grouped by a list of their own) are steps of a grouping beside
//! them; see [`super::transformer`].

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::Labeling;
use super::need::{Missing, Need, StateSource};
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;

/// Puts objects into groups. Implementations keep no state of a heap; settings are fields.
pub trait Classifier: fmt::Debug + Send + Sync {
    /// What to show to the user.
    fn info(&self) -> ClassifierInfo;

    /// Why this heap state cannot be classified; `None` if it can. A sentence without its subject's name, such as
    /// "GC roots were not recorded".
    fn unavailable(&self, heap: &HeapState) -> Option<String> {
        self.info().missing_in(heap)
    }

    /// The script behind it, if it is one.
    fn source(&self) -> Option<&str> {
        None
    }

    /// What may be written in parentheses after the name: words with what they change.
    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// This classifier with options, in the words of [`Classifier::options`].
    ///
    /// # Errors
    /// [`Error::Request`] with the words that are known.
    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        let _ = options;
        Err(Error::Request(format!("{} has no options", self.info().name)))
    }

    /// Labels all objects of a heap state. Long work reports to `progress` and may be cancelled there. Objects that cannot be
    /// labelled one by one get a label that says so and are counted in `warnings`.
    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, warnings: &Warnings) -> Result<Labeling<'h>>;
}

/// What to show of a classifier, filter or transformer.
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
    pub needs: Cow<'static, [Need]>,
}

impl ClassifierInfo {
    /// Why heap states of this source cannot be grouped by it, and what to record or to use instead; `None` if they can.
    #[must_use]
    pub fn missing_from(&self, source: StateSource) -> Option<String> {
        self.needs.iter().find_map(|need| need.missing_from(source)).map(Missing::sentence)
    }

    /// Why this heap state cannot be grouped by it, and what to record or to use instead; `None` if it can.
    #[must_use]
    pub fn missing_in(&self, heap: &HeapState) -> Option<String> {
        self.needs.iter().find_map(|need| need.missing_in(heap)).map(Missing::sentence)
    }
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
    /// Any of these, as a script answers it.
    Any,
    /// None: the object passes or is left out.
    Filter,
    /// Other objects take its place, grouped by a list of their own.
    Transformer,
}

impl Cardinality {
    /// `classifier`, `filter` or `transformer`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::Transformer => "transformer",
            _ => "classifier",
        }
    }

    /// What an object is answered with, in words.
    #[must_use]
    pub fn returns(self) -> &'static str {
        match self {
            Self::One => "one value",
            Self::Many => "a set of values",
            Self::Hierarchy => "a list, topmost first",
            Self::Hierarchies => "a set of lists, topmost first",
            Self::Any => "what the script says: one value, a set of values or of lists, or shares of the bytes",
            Self::Filter => "true or false",
            Self::Transformer => "a set of other objects",
        }
    }
}
