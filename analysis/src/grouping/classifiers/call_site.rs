//! Call site: who called the method that allocated an object, without the inner life of libraries.

use std::sync::Arc;

use super::call_stacks::{CUT, METHODS, Options, PACKAGES, by_call_stack};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::{CallStack, HeapState};

/// Stands for a run of library frames.
const HIDDEN: &str = "(hidden internal call sites)";

/// Stands for methods that nobody called, such as `Thread.run`.
const NO_CALLER: &str = "(no caller)";

/// Groups by the callers of the allocating method, the nearest first.
#[derive(Debug, Default)]
pub(in crate::grouping) struct CallSite(Options);

impl CallSite {
    fn chain(&self, stack: &CallStack) -> Vec<Arc<str>> {
        let most = self.0.callers.unwrap_or(usize::MAX);
        let mut chain: Vec<Arc<str>> = Vec::new();
        let mut is_hidden = false;
        for frame in stack.frames.iter().skip(1) {
            let is_domain = self.0.is_domain(frame);
            if !is_domain && is_hidden {
                continue;
            }
            if chain.len() == most {
                return chain;
            }
            chain.push(if is_domain { self.0.frame(frame) } else { HIDDEN.into() });
            is_hidden = !is_domain;
        }
        if stack.cut && chain.len() < most {
            chain.push(CUT.into());
        }
        if chain.is_empty() {
            chain.push(NO_CALLER.into());
        }
        chain
    }
}

impl Classifier for CallSite {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.0.name("Call site").into(),
            description: "The callers of the allocating method; runs of library frames become one entry".into(),
            example: "(hidden internal call sites) > com.example.Service.handle(Service.java:31)".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::AllocationSites]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("N", "the nearest N entries; all without it"), METHODS, PACKAGES]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        let options = Options::parse(options, true, true)?;
        if options.callers == Some(0) {
            return Err(crate::base::error::Error::Request("a chain of 0 call sites groups nothing".into()));
        }
        Ok(Arc::new(Self(options)))
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(by_call_stack(heap, |stack| Label::hierarchy(self.chain(stack))))
    }
}
