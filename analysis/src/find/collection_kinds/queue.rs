//! Queues between threads, whose consumer is too slow or has ended.

use super::kind::CollectionKind;

pub(super) static KIND: CollectionKind = CollectionKind {
    key: "queue",
    is_it: |traits| {
        traits.is_a(&["BlockingQueue", "BlockingDeque", "TransferQueue", "DelayQueue", "DelayedWorkQueue", "ConcurrentLinkedQueue"])
    },
    advice: |traits| {
        format!(
            "Look whether who takes out of {} still runs and keeps up with who puts in, and give it a bound, so that these wait",
            traits.owner
        )
    },
};
