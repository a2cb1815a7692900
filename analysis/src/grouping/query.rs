//! Object queries: a filter and a grouping in one line.
//!
//! ```text
//! where type == "java.lang.String" and size > 1000 group by package, type
//! group by type, pointed from(type)
//! count == 0
//! ```
//!
//! A query is another way to write steps: `where EXPRESSION` is the filter `where(EXPRESSION)`, what follows
//! `group by` are steps. Without `group by` the default grouping is used; the word `where` may be left out at the
//! beginning.

use super::Registry;
use super::steps::{Scan, Source};
use crate::base::error::Result;
use crate::grouping::list::Grouping;

/// A query, cut into its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query<'t> {
    text: &'t str,
    /// The expression of the filter; empty without one.
    pub filter: &'t str,
    /// The steps of the grouping; empty for the default.
    pub steps: &'t str,
}

impl<'t> Query<'t> {
    /// Cuts a text into filter and steps, without looking into them.
    ///
    /// # Errors
    /// [`crate::Error::Text`] with the position of what is wrong.
    pub fn parse(text: &'t str) -> Result<Self> {
        let source = Source::new(text);
        let mut query = Self { text, filter: "", steps: "" };
        // Which part goes on, where it began, and whether it was there before.
        let (mut is_filter, mut start) = (true, 0);
        let mut seen = [false, false];
        let mut scan = Scan::new(text);
        loop {
            let found = scan.next_outside(&['w', 'W', 'g', 'G']).map_err(|(at, message)| source.error_at(&text[at..], message))?;
            let keyword = match found {
                None => None,
                Some((at, _)) if text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')) => continue,
                Some((at, _)) => match keyword_length(&text[at..]) {
                    Some((starts_filter, length)) => Some((at, starts_filter, length)),
                    None => continue,
                },
            };
            let end = keyword.map_or(text.len(), |(at, ..)| at);
            let part = text[start..end].trim();
            if part.is_empty() && start > 0 {
                let what = if is_filter { "an expression, as in where size > 100," } else { "a list of steps, as in group by type," };
                return Err(source.error_at(&text[end..], format!("{what} is missing here")));
            }
            let slot = if is_filter { &mut query.filter } else { &mut query.steps };
            if !part.is_empty() {
                *slot = part;
            }
            let Some((at, starts_filter, length)) = keyword else { return Ok(query) };
            seen[usize::from(is_filter)] |= !part.is_empty() || start > 0;
            if seen[usize::from(starts_filter)] {
                let word = if starts_filter { "where" } else { "group by" };
                return Err(source.error_at(&text[at..], format!("a query has one {word:?}")));
            }
            (is_filter, start) = (starts_filter, at + length);
        }
    }

    /// The grouping that it stands for.
    ///
    /// # Errors
    /// [`crate::Error::Text`] with the position in the text of the query.
    pub fn grouping(&self, registry: &Registry) -> Result<Grouping> {
        registry.parse_parts(Source::new(self.text), self.filter, self.steps)
    }
}

/// Whether a text starts with `where` (a filter) or `group by`, and how long that is.
fn keyword_length(text: &str) -> Option<(bool, usize)> {
    let word = |text: &str, word: &str| {
        let start = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        start && !text[word.len()..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '('))
    };
    if word(text, "where") {
        return Some((true, "where".len()));
    }
    let rest = text.get("group".len()..).filter(|_| word(text, "group"))?;
    let by = rest.trim_start();
    word(by, "by").then(|| (false, text.len() - by.len() + "by".len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::Progress;
    use crate::base::warnings::Warnings;
    use crate::fixture::heap;
    use crate::grouping::engine::grouped::group;

    fn parts(text: &str) -> (&str, &str) {
        let query = Query::parse(text).expect("is a query");
        (query.filter, query.steps)
    }

    #[test]
    fn a_query_is_a_filter_and_steps_in_any_order() {
        for (text, filter, steps) in [
            ("where a > 1 group by type", "a > 1", "type"),
            ("GROUP  BY type, points to(type) WHERE a", "a", "type, points to(type)"),
            ("a == \" group by x\"", "a == \" group by x\"", ""),
            ("group by type, where(b)", "", "type, where(b)"),
            ("somewhere.groups", "somewhere.groups", ""),
            ("", "", ""),
        ] {
            assert_eq!(parts(text), (filter, steps), "{text}");
        }
    }

    #[test]
    fn a_query_counts_what_the_same_filters_count() {
        let heap = heap("root jni -> a b c\na, b: A 16\nc: java.lang.String 24");
        let objects = |grouping: &Grouping| {
            group(&heap, grouping, &Progress::new(), &Warnings::new()).expect("can be grouped").tree.root().totals.objects
        };
        let registry = Registry::default();
        let query = Query::parse("where type == \"A\" and size >= 16 group by package").expect("is a query");
        let chain = registry.parse("where(type == \"A\"), where(size >= 16), package").expect("is a grouping");
        assert_eq!(objects(&query.grouping(&registry).expect("is a grouping")), 2);
        assert_eq!(objects(&chain), 2);
        let without_group = Query::parse("size > 16").expect("is a query").grouping(&registry).expect("is a grouping");
        assert_eq!(without_group.to_string(), "where(size > 16) > Package path > Type");
        assert_eq!(objects(&without_group), 1);
    }

    #[test]
    fn errors_point_into_the_query() {
        let registry = Registry::default();
        for (text, error) in [
            ("where size > group by type", "line 1, column 13: something is missing at the end"),
            ("where size = 3", "line 1, column 7: properties of objects cannot be changed; write == to compare"),
            ("group by colour", "line 1, column 10: unknown classifier \"colour\""),
            ("where a where b", "line 1, column 9: a query has one \"where\""),
            ("where size > 10 group by", "line 1, column 25: a list of steps, as in group by type, is missing here"),
            ("group by where size > 10", "line 1, column 10: a list of steps"),
            ("where group by type", "line 1, column 7: an expression, as in where size > 100, is missing here"),
            ("group by type,,package", "line 1, column 15: a step is missing here"),
            ("type == \"x group by", "line 1, column 9: this text in quotes does not end"),
            ("where kind == 1", "line 1, column 7: unknown name kind; an object has type, "),
        ] {
            let found = Query::parse(text).and_then(|query| query.grouping(&registry)).expect_err("is wrong").to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
