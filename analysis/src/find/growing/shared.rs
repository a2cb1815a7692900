//! Several fields that hold the same objects, more and more of them.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind::new(
        "growing_shared",
        "Growing in several owners",
        "Several fields hold the same objects, more and more of them. All of them must let go.",
    ),
    is_it: |grown| grown.fields.len() > 1,
    title: |grown| format!("{} piles up in {}", grown.class, grown.holders),
    advice: |grown| format!("Let all of {} forget what is no longer needed: each alone keeps it alive", grown.fields.join(", ")),
};
