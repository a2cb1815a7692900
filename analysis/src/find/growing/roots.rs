//! What native code or the JVM itself holds: JNI handles, interned strings, what waits for its finalizer.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;
use crate::find::holders::{FINALIZER_QUEUE, FieldHolderKind};

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind::new(
        "growing_roots",
        "Growing GC roots",
        "Native code or the JVM itself holds more and more objects: JNI handles, interned strings, finalizers.",
    ),
    is_it: |grown| grown.holder_kind == FieldHolderKind::OtherRoot,
    title: |grown| format!("{} piles up, held by {}", grown.class, grown.holders),
    advice: |grown| {
        if grown.holder == FINALIZER_QUEUE {
            "Look why the finalizer thread does not come to an end; its stack tells what it waits for".to_owned()
        } else {
            format!("Look which native code or class of the platform takes more and more and gives nothing back: {}", grown.holders)
        }
    },
};
