//! A query in the search box while somebody types it: what it would do, or what is wrong with it.
//!
//! `where EXPRESSION` finds objects; with `group by STEPS` it is a city of these objects.

use analysis::{Query, Registry};

use super::grouping_draft::DraftFault;

/// Queries to begin with, and what they find.
pub const EXAMPLES: [(&str, &str); 3] = [
    ("where size > 1000", "large objects"),
    ("where text.contains(\"http\")", "texts with a word"),
    ("where count == 0 group by type", "empty collections by type"),
];

/// A query as far as it can be told without asking it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedQuery {
    /// It can be asked.
    Ready {
        /// The part that chooses objects, as a query of its own; `None` if it has none.
        find: Option<String>,
        /// The steps of the city that it stands for ([`crate::data::input::options::OpenOptions::by`]).
        by: Vec<String>,
        /// The steps are written down, and not the default ones.
        groups: bool,
    },
    /// Nothing follows the first word yet.
    Begun,
    /// It cannot be asked, or not yet.
    Wrong(DraftFault),
}

/// Whether a text asks for objects and not for names: it begins with `where` or `group by`.
#[must_use]
pub fn is_query(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    let ends = text.ends_with(char::is_whitespace);
    match (words.next().as_deref(), words.next().as_deref()) {
        (Some("where"), next) => next.is_some() || ends,
        (Some("group"), Some("by")) => true,
        (Some(first), _) => first.starts_with("where("),
        (None, _) => false,
    }
}

impl TypedQuery {
    /// Reads what was typed; `None` if it is no query.
    #[must_use]
    pub fn of(text: &str, registry: &Registry) -> Option<Self> {
        if !is_query(text) {
            return None;
        }
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        if words == ["where"] || words == ["group", "by"] {
            return Some(Self::Begun);
        }
        let query = match Query::parse(text) {
            Ok(query) => query,
            Err(error) => return Some(Self::Wrong(error.into())),
        };
        Some(match query.grouping(registry) {
            Ok(grouping) => Self::Ready {
                find: (!query.filter.is_empty()).then(|| format!("where {}", query.filter)),
                by: grouping.names(),
                groups: !query.steps.is_empty(),
            },
            Err(error) => Self::Wrong(error.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_tells_what_it_would_do() {
        let registry = Registry::default();
        let typed = |text: &str| TypedQuery::of(text, &registry);
        let ready = |find: Option<&str>, by: &[&str], groups| {
            Some(TypedQuery::Ready { find: find.map(str::to_owned), by: by.iter().map(ToString::to_string).collect(), groups })
        };
        assert_eq!(typed("Where size > 3"), ready(Some("where size > 3"), &["where(size > 3)", "Package path", "Type"], false));
        assert_eq!(typed("where size > 3 group by type"), ready(Some("where size > 3"), &["where(size > 3)", "Type"], true));
        assert_eq!(typed("group by package"), ready(None, &["Package"], true));
        assert_eq!((typed("where "), typed("group by")), (Some(TypedQuery::Begun), Some(TypedQuery::Begun)));
        for text in ["", "where", "whereabouts x", "groups by", "Location"] {
            assert_eq!(typed(text), None, "{text}");
        }
        let Some(TypedQuery::Wrong(fault)) = typed("where size >") else { panic!("something is missing") };
        assert_eq!((fault.line, fault.column, fault.message.as_str()), (1, 13, "something is missing at the end"));
    }

    #[test]
    fn the_examples_are_queries() {
        let registry = Registry::default();
        for (text, _) in EXAMPLES {
            assert!(matches!(TypedQuery::of(text, &registry), Some(TypedQuery::Ready { .. })), "{text}");
        }
    }
}
