//! An ordered list of classifiers and filters, and perhaps a transformer at its end.

use std::fmt;
use std::sync::Arc;

use roaring::RoaringBitmap;

use crate::base::error::{Error, Result};
use crate::grouping::classifier::{Classifier, ClassifierInfo};
use crate::grouping::classifiers::ObjectSet;
use crate::grouping::need::StateSource;
use crate::grouping::transformer::Transformer;
use crate::grouping::{classifiers, steps};
use crate::heap::HeapState;

/// Something that a grouping can name.
#[derive(Debug, Clone)]
pub enum Step {
    /// A classifier, or a filter.
    Classifier(Arc<dyn Classifier>),
    /// A transformer; its own list follows in parentheses.
    Transformer(Arc<dyn Transformer>),
}

impl Step {
    /// What to show to the user.
    #[must_use]
    pub fn info(&self) -> ClassifierInfo {
        match self {
            Self::Classifier(classifier) => classifier.info(),
            Self::Transformer(transformer) => transformer.info(),
        }
    }
}

/// The last step of a grouping: a transformer, and how the objects it leads to are grouped.
#[derive(Debug, Clone)]
pub struct Transformation {
    /// From objects to other objects.
    pub transformer: Arc<dyn Transformer>,
    /// The list of the other objects.
    pub by: Grouping,
}

/// An ordered list of classifiers and filters, outermost first, and perhaps a transformer at its end.
#[derive(Debug, Clone)]
pub struct Grouping {
    pub(super) classifiers: Vec<Arc<dyn Classifier>>,
    pub(super) then: Option<Arc<Transformation>>,
}

impl Grouping {
    /// A grouping by these classifiers, outermost first. Fails when there is none or one is named twice.
    pub fn new(classifiers: Vec<Arc<dyn Classifier>>) -> Result<Self> {
        if classifiers.is_empty() {
            return Err(Error::Request("a grouping needs at least one classifier".into()));
        }
        for (at, classifier) in classifiers.iter().enumerate() {
            let name = classifier.info().name;
            if classifiers[..at].iter().any(|earlier| earlier.info().name == name) {
                return Err(Error::Request(format!("the grouping names {name} twice")));
            }
        }
        Ok(Self { classifiers, then: None })
    }

    /// The classifiers and filters, outermost first.
    #[must_use]
    pub fn classifiers(&self) -> &[Arc<dyn Classifier>] {
        &self.classifiers
    }

    /// The transformer at the end, if there is one.
    #[must_use]
    pub fn transformation(&self) -> Option<&Transformation> {
        self.then.as_deref()
    }

    /// The text form of each step, outermost first.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let classifiers = self.classifiers.iter().map(|classifier| classifier.info().name.into_owned());
        let transformer = self.then.iter().map(|then| format!("{}({})", then.transformer.info().name, then.by));
        classifiers.chain(transformer).collect()
    }

    /// The same grouping of the members of a set alone, which belongs to one heap state: a closure, say.
    #[must_use]
    pub fn within(mut self, members: RoaringBitmap) -> Self {
        self.classifiers.insert(0, Arc::new(ObjectSet(members)));
        self
    }

    /// Why heap states of this source cannot be grouped so, and what to record or to use instead; `None` if they can. What a
    /// single one may lack (roots) does not count: ask [`Grouping::unavailable`].
    #[must_use]
    pub fn missing_from(&self, source: StateSource) -> Option<String> {
        let missing = self.classifiers.iter().find_map(|classifier| classifier.info().missing_from(source));
        missing.or_else(|| {
            let then = self.then.as_ref()?;
            then.transformer.info().missing_from(source).or_else(|| then.by.missing_from(source))
        })
    }

    /// Cuts the text form of a grouping ([`Registry::parse`](crate::Registry::parse)) into its steps, without looking at what they are.
    ///
    /// # Errors
    /// [`Error::Text`] where a text in quotes or a parenthesis does not end.
    pub fn written_steps(text: &str) -> Result<Vec<String>> {
        Ok(steps::Source::new(text).steps(text)?.iter().map(ToString::to_string).collect())
    }

    /// Why this heap state cannot be grouped so: the first step that lacks something, with the reason.
    #[must_use]
    pub fn unavailable(&self, heap: &HeapState) -> Option<String> {
        let of_classifier = |classifier: &Arc<dyn Classifier>| Some((classifier.info().name, classifier.unavailable(heap)?));
        let missing = self.classifiers.iter().find_map(of_classifier).or_else(|| {
            let transformer = &self.then.as_ref()?.transformer;
            Some((transformer.info().name, transformer.unavailable(heap)?))
        });
        match missing {
            Some((name, reason)) => Some(format!("cannot group by {name}: {reason}")),
            None => self.then.as_ref()?.by.unavailable(heap),
        }
    }
}

impl Default for Grouping {
    /// `Package path > Type`, the default for heap dumps.
    fn default() -> Self {
        Self { classifiers: vec![Arc::new(classifiers::PackagePath), Arc::new(classifiers::Type)], then: None }
    }
}

impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(" > "))
    }
}
