//! What every kind of collections says of itself, and what it is asked about.

/// What is known of a collection.
#[derive(Debug, Clone, Copy)]
pub(in crate::find) struct Traits<'a> {
    /// The way of fields that leads to it.
    pub(in crate::find) owner: &'a str,
    /// The class of its head and those that this one extends, the nearest first.
    pub(in crate::find) classes: &'a [&'a str],
    /// The classes of its elements, those that grew most first.
    pub(in crate::find) elements: &'a [&'a str],
}

/// A kind of collections.
#[derive(Debug)]
pub(in crate::find) struct CollectionKind {
    /// As it is written in results.
    pub(in crate::find) key: &'static str,
    /// Whether a collection is of it.
    pub(in crate::find) is_it: fn(&Traits<'_>) -> bool,
    /// What to do if it grows without end, one sentence without its full stop.
    pub(in crate::find) advice: fn(&Traits<'_>) -> String,
}

impl Traits<'_> {
    /// Whether the last field of its way, or the class of that field's owner, has one of these words in its name.
    pub(super) fn is_called(&self, words: &[&str]) -> bool {
        let mut parts = self.owner.rsplit('.');
        let (field, class) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        has_word(field, words) || has_word(class, words)
    }

    /// Whether the class of its head, or one that this extends, ends with one of these words.
    pub(super) fn is_a(&self, words: &[&str]) -> bool {
        self.classes.iter().any(|class| words.iter().any(|word| class.ends_with(word)))
    }
}

/// Whether a name in mixed or upper case has one of these words, or its plural.
pub(super) fn has_word(name: &str, words: &[&str]) -> bool {
    let lower = name.to_lowercase();
    words.iter().any(|word| lower.contains(word))
}
