//! One field that holds more and more objects: what is left when nothing else explains the growth.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind::new("growing_container", "Growing container", "One field holds more and more objects."),
    is_it: |grown| grown.more_objects,
    title: |grown| format!("{} piles up in {}", grown.class, grown.holders),
    advice: |grown| format!("Look where {} is added to, and remove what is no longer needed, or bound it", grown.holders),
};
