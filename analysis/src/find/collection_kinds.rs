//! What a collection that grows is for, as far as its class and its names tell, and the advice that fits: one file for each kind, and the
//! list of them.

mod cache;
mod listeners;
mod queue;
mod thread_locals;
mod weak_map;

/// What is known of a collection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits<'a> {
    /// The way of fields that leads to it.
    pub(super) owner: &'a str,
    /// The class of its head and those that this one extends, the nearest first.
    pub(super) classes: &'a [&'a str],
    /// The classes of its elements, those that grew most first.
    pub(super) elements: &'a [&'a str],
}

/// A kind of collections.
#[derive(Debug)]
pub(super) struct CollectionKind {
    /// As it is written in results.
    pub(super) key: &'static str,
    /// Whether a collection is of it.
    pub(super) is_it: fn(&Traits<'_>) -> bool,
    /// What to do if it grows without end, one sentence without its full stop.
    pub(super) advice: fn(&Traits<'_>) -> String,
}

/// All kinds, the most telling first; most collections are of none.
static KINDS: &[&CollectionKind] = &[&thread_locals::KIND, &weak_map::KIND, &queue::KIND, &listeners::KIND, &cache::KIND];

/// The kind that a collection is of.
pub(super) fn kind_of(traits: &Traits<'_>) -> Option<&'static CollectionKind> {
    KINDS.iter().copied().find(|kind| (kind.is_it)(traits))
}

impl Traits<'_> {
    /// Whether the last field of its way, or the class of that field's owner, has one of these words in its name.
    fn is_called(&self, words: &[&str]) -> bool {
        let mut parts = self.owner.rsplit('.');
        let (field, class) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        has_word(field, words) || has_word(class, words)
    }

    /// Whether the class of its head, or one that this extends, ends with one of these words.
    fn is_a(&self, words: &[&str]) -> bool {
        self.classes.iter().any(|class| words.iter().any(|word| class.ends_with(word)))
    }
}

/// Whether a name in mixed or upper case has one of these words, or its plural.
fn has_word(name: &str, words: &[&str]) -> bool {
    let lower = name.to_lowercase();
    words.iter().any(|word| lower.contains(word))
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
