//! Feature: the features of the program whose code allocated an object.

use std::sync::Arc;

use super::call_stacks::by_call_stack;
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, FeatureMap, Label, Labeling, Need};
use crate::heap::{CallStack, HeapState};

/// Stands for code that belongs to no feature.
const NONE: &str = "(no feature)";

/// The option that takes every caller.
const ALL_CALLERS: (&str, &str) = ("all callers", "the features of all callers, not only of the nearest code with one");

/// Groups by features. The nearest frame that belongs to a feature decides, so that objects which a library allocates belong
/// to the feature that called it; a frame of several features puts the object into all of them.
#[derive(Debug, Default)]
pub(in crate::grouping) struct Feature {
    pub(in crate::grouping) map: Option<Arc<FeatureMap>>,
    all_callers: bool,
}

impl Feature {
    pub(in crate::grouping) fn new(map: Arc<FeatureMap>) -> Self {
        Self { map: Some(map), all_callers: false }
    }

    fn label(&self, map: &FeatureMap, stack: &CallStack) -> Label {
        let mut features = Vec::new();
        for frame in &stack.frames {
            features.extend(map.of_frame(frame));
            if !features.is_empty() && !self.all_callers {
                break;
            }
        }
        features.sort_unstable();
        features.dedup();
        if features.is_empty() { Label::one(NONE) } else { Label::many(features) }
    }
}

impl Classifier for Feature {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: if self.all_callers { format!("Feature({})", ALL_CALLERS.0).into() } else { "Feature".into() },
            description: "The features whose code allocated the object; code may belong to several".into(),
            example: "checkout".into(),
            cardinality: Cardinality::Many,
            // A map that was given is not needed any more.
            needs: if self.map.is_some() { (&[Need::AllocationSites]).into() } else { (&[Need::AllocationSites, Need::FeatureMap]).into() },
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[ALL_CALLERS]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        if let Some(unknown) = options.iter().find(|option| !option.eq_ignore_ascii_case(ALL_CALLERS.0)) {
            return Err(Error::Request(format!("unknown option {unknown:?}; known are {}", ALL_CALLERS.0)));
        }
        Ok(Arc::new(Self { map: self.map.clone(), all_callers: !options.is_empty() }))
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let Some(map) = &self.map else {
            return Err(Error::Request(self.unavailable(heap).unwrap_or_default()));
        };
        Ok(by_call_stack(heap, |stack| self.label(map, stack)))
    }
}
