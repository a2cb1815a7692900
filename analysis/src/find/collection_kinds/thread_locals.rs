//! Values of thread-local variables, which stay as long as their threads.

use super::kind::CollectionKind;

pub(super) static KIND: CollectionKind = CollectionKind {
    key: "thread_locals",
    is_it: |traits| traits.is_a(&["ThreadLocal$ThreadLocalMap"]),
    advice: |traits| {
        format!(
            "Remove what is set in {} when a task is done (ThreadLocal.remove): threads of a pool do not end, and keep it",
            traits.owner
        )
    },
};
