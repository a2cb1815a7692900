//! Closest domain call site: the nearest frame in the application's own code, looking through libraries.

use std::sync::Arc;

use super::call_stacks::{METHODS, Options, PACKAGES, by_call_stack};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Stands for objects that no code of the application had a part in.
const NONE: &str = "(no domain call site)";

/// The same where more callers might have told.
const NONE_RECORDED: &str = "(no domain call site among recorded callers)";

/// Whether a group is that of objects which no line of the application is known for.
pub(crate) fn is_no_domain_call_site(group: &str) -> bool {
    [NONE, NONE_RECORDED].contains(&group)
}

/// Groups by the innermost frame of the application; the allocating method itself if it is one.
#[derive(Debug, Default)]
pub(in crate::grouping) struct ClosestDomainCallSite(Options);

impl Classifier for ClosestDomainCallSite {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.0.name("Closest domain call site").into(),
            description: "The nearest call in the application's own code, looking through libraries".into(),
            example: "com.example.Service.handle(Service.java:31)".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::AllocationSites]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[METHODS, PACKAGES]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        Ok(Arc::new(Self(Options::parse(options, false, true)?)))
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(by_call_stack(heap, |stack| match stack.frames.iter().find(|frame| self.0.is_domain(frame)) {
            Some(frame) => Label::one(self.0.frame(frame)),
            None => Label::one(if stack.cut { NONE_RECORDED } else { NONE }),
        }))
    }
}
