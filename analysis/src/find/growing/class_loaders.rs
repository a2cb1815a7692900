//! Classes and their loaders that pile up.
//!
//! A program loads classes for a while and makes some as it runs; that ends, or costs little. A loader that was to go and stays has loaded
//! the same classes as the one that took its place.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;
use crate::find::holders::CLASS;

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind::new("growing_class_loaders", "Growing class loaders", "Classes and their loaders pile up, as after redeployments."),
    is_it: |grown| grown.loaders > 1 && grown.classes.iter().any(|class| class.0 == CLASS),
    title: |grown| format!("{} piles up in {}", grown.class, grown.holders),
    advice: |grown| format!("Take what was undeployed out of {}, so that its class loader can go", grown.holders),
};
