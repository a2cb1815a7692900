//! What a collection that grows is for, as far as its class and its names tell, and the advice that fits: one file for each kind, and the
//! list of them.

mod cache;
pub(super) mod kind;
mod listeners;
mod queue;
mod thread_locals;
mod weak_map;

use kind::{CollectionKind, Traits};

/// All kinds, the most telling first; most collections are of none.
static KINDS: &[&CollectionKind] = &[&thread_locals::KIND, &weak_map::KIND, &queue::KIND, &listeners::KIND, &cache::KIND];

/// The kind that a collection is of.
pub(super) fn kind_of(traits: &Traits<'_>) -> Option<&'static CollectionKind> {
    KINDS.iter().copied().find(|kind| (kind.is_it)(traits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(owner: &str, classes: &[&str], elements: &[&str]) -> Option<&'static str> {
        let kind = kind_of(&Traits { owner, classes, elements })?;
        let advice = (kind.advice)(&Traits { owner, classes, elements });
        assert!(advice.contains(owner) && advice.starts_with(|c: char| c.is_uppercase()) && !advice.ends_with('.'), "{advice}");
        Some(kind.key)
    }

    #[test]
    fn collections_are_told_apart_by_their_classes_and_names() {
        let map: &[&str] = &["java.util.HashMap", "java.util.AbstractMap"];
        let list: &[&str] = &["java.util.ArrayList", "java.util.AbstractList"];
        let queue: &[&str] = &["java.util.concurrent.LinkedBlockingQueue", "java.util.AbstractQueue"];
        assert_eq!(kind("thread worker-#.threadLocals", &["java.lang.ThreadLocal$ThreadLocalMap"], &["app.Buffer"]), Some("thread_locals"));
        assert_eq!(kind("app.Names.KNOWN", &["java.util.WeakHashMap"], &["app.Name"]), Some("weak_map"));
        assert_eq!(kind("app.Mailer.pending", queue, &["app.Mail"]), Some("queue"));
        assert_eq!(kind("app.Bus.listeners", list, &["app.Screen$1"]), Some("listeners"));
        assert_eq!(kind("app.Bus.all", list, &["app.PriceListener"]), Some("listeners"));
        assert_eq!(kind("app.JourneyService.SEARCH_CACHE", map, &["app.Location"]), Some("cache"));
        assert_eq!(kind("app.Rates.known", &["com.google.common.cache.LocalCache$LocalManualCache"], &["app.Rate"]), Some("cache"));
        // A deque is a stack, or a window of the last ones, as often as it is a queue.
        assert_eq!(kind("app.Editor.undo", &["java.util.ArrayDeque"], &["app.Change"]), None);
        assert_eq!(kind("app.Orders.open", map, &["app.Order"]), None);
    }
}
