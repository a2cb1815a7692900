//! What keeps a whole group alive: merged paths, and the fields that must let go, with what that frees.

use std::sync::Arc;

use analysis::{GroupCut, Metric, NodeTotals, Progress, Result, group_cut};

use crate::base::words;
use crate::data::input::{Cause, PointHeap, PointHeaps};

/// What keeps a group alive.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupCause {
    /// Merged paths, the one that explains most of the growth first.
    pub cause: Arc<Cause>,
    /// Where to cut; `None` if nothing holds the group.
    pub cut: Option<GroupCut>,
    /// The group.
    pub totals: NodeTotals,
}

/// Finds what keeps the group with this key alive at a point; `name` is what its objects are called.
///
/// # Errors
/// When the dump cannot be read, the point has no such group, or when cancelled.
pub fn group_cause(heaps: &PointHeaps, heap: &PointHeap, point: usize, key: &str, name: &str, progress: &Progress) -> Result<GroupCause> {
    let cause = heaps.cause(point, key, name, progress)?;
    let members = heap.members(key, progress)?;
    let cut = group_cut(&heap.heap, &members, progress)?;
    let totals = heap.find_group(key).map(|node| heap.grouped.tree.nodes[node.at()].totals).unwrap_or_default();
    Ok(GroupCause { cause, cut, totals })
}

/// What must let go and what that frees, in one or two sentences.
#[must_use]
pub fn cut_in_words(cut: &GroupCut, totals: NodeTotals) -> String {
    let amount = |totals: NodeTotals| format!("{}, {}", words::amount(Metric::Objects, totals.objects), words::bytes(totals.bytes));
    let of_group = match cut.frees_of_group.objects {
        objects if objects == totals.objects => "the whole group with it".to_owned(),
        objects => format!("{} of {} of the group", words::count(objects), words::count(totals.objects)),
    };
    let all_static = cut.fields.iter().all(|field| field.is_static);
    let what = |count: usize| match (count, all_static) {
        (1, true) => "This static field keeps it alive".to_owned(),
        (1, false) => "This field keeps it alive".to_owned(),
        (2, true) => "These two static fields together keep it alive".to_owned(),
        (2, false) => "These two fields together keep it alive".to_owned(),
        (count, true) => format!("These {count} static fields together keep it alive"),
        (count, false) => format!("These {count} fields together keep it alive"),
    };
    let also = match &cut.other {
        Some(other) if cut.frees.objects > 0 => format!(" {other} must end, too."),
        Some(other) => format!(" {other} keeps it as well."),
        None => String::new(),
    };
    match cut.fields.len() {
        0 => match &cut.other {
            Some(other) => format!("No field keeps it alive: {other} does. Without that, {} would be garbage.", amount(cut.frees)),
            None => "No field keeps it alive.".to_owned(),
        },
        1 => format!("{}. Cut there, {} are garbage: {of_group}.{also}", what(1), amount(cut.frees)),
        count => format!(
            "{}. If all of them let go, {} are garbage: {of_group}. {} of these die with no single one.{also}",
            what(count),
            amount(cut.frees),
            words::count(cut.only_together.objects)
        ),
    }
}

#[cfg(test)]
mod tests {
    use analysis::NodeIndex;

    use super::*;
    use crate::answers::objects::test_heaps::{fixture, travel_shop};

    fn cut(heap: &PointHeap, name: &str) -> String {
        let node = heap.grouped.tree.nodes.iter().position(|node| &*node.name == name).expect("the heap holds it");
        let members = heap.grouped.members(&heap.heap, NodeIndex::nth(node), &Progress::new()).expect("nobody cancels");
        let cut = group_cut(&heap.heap, &members, &Progress::new()).expect("nobody cancels").expect("something holds it");
        cut_in_words(&cut, heap.grouped.tree.nodes[node].totals)
    }

    #[test]
    fn several_owners_are_told_together() {
        let two = "root static app.A.x -> a\nroot static app.B.y -> b\na, b: Object[2] 32 -> p q\np, q: app.P 64";
        assert_eq!(
            cut(&fixture(two), "app.P"),
            "These two static fields together keep it alive. If all of them let go, 4 objects, 192 B are garbage: \
             the whole group with it. 2 of these die with no single one."
        );
        let one = "root static app.A.x -> p\np: app.P 64";
        assert_eq!(
            cut(&fixture(one), "app.P"),
            "This static field keeps it alive. Cut there, 1 object, 64 B are garbage: the whole group with it."
        );
        let both = "root static app.A.x -> q\nroot thread worker -> q\nq: java.util.LinkedList 32 -> p\np: app.P 64";
        assert_eq!(
            cut(&fixture(both), "app.P"),
            "This static field keeps it alive. Cut there, 2 objects, 96 B are garbage: the whole group with it. thread worker must end, too."
        );
        let thread = "root thread main -> p\np: app.P 64";
        assert!(cut(&fixture(thread), "app.P").starts_with("No field keeps it alive: thread main does."));
    }

    #[test]
    fn the_leak_of_the_sample_is_one_static_field() {
        let text = cut(&travel_shop(), "travelshop.business.Location");
        assert!(text.starts_with("This static field keeps it alive. Cut there, "), "{text}");
    }
}
