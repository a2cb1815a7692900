//! Allocation site: the method that allocated an object, and as many of its callers as are wanted.

use std::sync::Arc;

use super::call_stacks::{CUT, METHODS, Options, by_call_stack};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Groups by the allocating method, then by its callers: element 0 of the chain is called by element 1.
#[derive(Debug, Default)]
pub(in crate::grouping) struct AllocationSite(Options);

impl Classifier for AllocationSite {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.0.name("Allocation site").into(),
            description: "The method that allocated the object and, with a number, so many of its callers".into(),
            example: "java.util.HashMap.resize(HashMap.java:702)".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::AllocationSites]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("N", "so many callers below the allocating method; none without it"), METHODS]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        Ok(Arc::new(Self(Options::parse(options, true, false)?)))
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let frames = self.0.callers.unwrap_or(0) + 1;
        Ok(by_call_stack(heap, |stack| {
            let mut chain: Vec<Arc<str>> = stack.frames.iter().take(frames).map(|frame| self.0.frame(frame)).collect();
            if stack.cut && chain.len() < frames {
                chain.push(CUT.into());
            }
            Label::hierarchy(chain)
        }))
    }
}
