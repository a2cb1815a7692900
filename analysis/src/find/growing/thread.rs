//! What threads hold, or more and more threads.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;
use crate::find::holders::FieldHolderKind;

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind::new("growing_thread", "Growing thread", "What grows is held by a thread, or there are more and more threads."),
    is_it: |grown| grown.holder_kind == FieldHolderKind::Thread,
    title: |grown| format!("{} piles up, held by {}", grown.class, grown.holders),
    advice: |grown| {
        if grown.is_variable {
            format!("Look where {} is added to, and remove what is no longer needed, or bound it", grown.holders)
        } else {
            format!("Look why {} does not end or does not forget", grown.holders)
        }
    },
};
