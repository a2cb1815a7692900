//! Finding buildings and districts by text.

use analysis::{Metric, NodeIndex};

use crate::base::words::{short_place_contains, simple_name};
use crate::data::session::Session;

/// More matches than a result list shows.
pub const MAX_MATCHES: usize = 200;

/// Nodes whose name or path contains the text, best first: exact name, then name that begins so, then name that
/// contains it, then path. A class has its name with and without the package. Among equals buildings before districts,
/// then the larger maximum, then the smaller node number. Places in the code have their short names, too. Letter case is ignored. An empty text finds nothing; nodes
/// that never hold anything are left out.
#[must_use]
pub fn find_nodes(session: &Session, metric: Metric, text: &str) -> Vec<NodeIndex> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Vec::new();
    }
    let evolution = &session.evolution;
    let mut found: Vec<_> = evolution
        .nodes
        .iter()
        .enumerate()
        .skip(1)
        .filter_map(|(at, node)| {
            let name = node.name.to_lowercase();
            let simple = simple_name(&name);
            let rank = if name == text || simple == text {
                0
            } else if name.starts_with(&text) || simple.starts_with(&text) {
                1
            } else if name.contains(&text) || short_place_contains(&node.name, &text) {
                2
            } else if node.key.to_lowercase().contains(&text) {
                3
            } else {
                return None;
            };
            let node = NodeIndex(u32::try_from(at).ok()?);
            let max = evolution.max(metric, node);
            (max > 0).then_some((rank, !evolution.is_leaf(node), std::cmp::Reverse(max), node))
        })
        .collect();
    found.sort_unstable();
    found.truncate(MAX_MATCHES);
    found.into_iter().map(|(.., node)| node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn exact_names_come_before_beginnings_before_the_rest() {
        let session = session(&[&[("HashMap", 9), ("Map", 1), ("Mapping", 2), ("Other", 3)]]);
        let names: Vec<_> =
            find_nodes(&session, Metric::Objects, " map ").iter().map(|n| session.evolution.nodes[n.at()].name.to_string()).collect();
        assert_eq!(names, ["Map", "Mapping", "HashMap"]);
    }

    #[test]
    fn a_class_is_found_by_the_begin_of_its_simple_name() {
        let session = session(&[&[("travelshop.business.Location", 9), ("Locale", 3), ("java.lang.ThreadLocal", 50)]]);
        let names: Vec<_> =
            find_nodes(&session, Metric::Objects, "loca").iter().map(|n| session.evolution.nodes[n.at()].name.to_string()).collect();
        assert_eq!(names, ["travelshop.business.Location", "Locale", "java.lang.ThreadLocal"]);
    }

    #[test]
    fn a_place_in_the_code_is_found_by_what_its_label_says() {
        let session = session(&[&[("com.shop.Cart.add(Cart.java:12)", 9), ("com.shop.Cart.add(Cart.java:21)", 3)]]);
        let found = |text| find_nodes(&session, Metric::Objects, text).len();
        assert_eq!([found("cart.add:12"), found("add:2"), found("Cart.java:12"), found("add:3")], [1, 1, 1, 0]);
    }

    #[test]
    fn an_empty_text_finds_nothing() {
        assert!(find_nodes(&session(&[&[("A", 1)]]), Metric::Objects, "  ").is_empty());
    }
}
