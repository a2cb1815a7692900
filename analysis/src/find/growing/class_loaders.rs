//! Classes and their loaders that pile up.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind::new("growing_class_loaders", "Growing class loaders", "Classes and their loaders pile up, as after redeployments."),
    is_it: |grown| grown.classes.iter().any(|class| class.0 == "java.lang.Class"),
    title: |grown| format!("{} piles up in {}", grown.class, grown.holders),
    advice: |grown| format!("Take what was undeployed out of {}, so that its class loader can go", grown.holders),
};
