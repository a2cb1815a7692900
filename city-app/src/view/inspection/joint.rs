//! What the trees tell of several selected nodes together. What they own jointly only a heap dump tells
//! ([`crate::answers::group_inspection`]).

use std::sync::Arc;

use analysis::{Metric, NodeIndex, joint_error};

use super::{BESIDE, Errors, Figures, figures};
use crate::answers::group_names::{path_of, tell_apart};
use crate::base::words;
use crate::data::session::Session;
use crate::data::session::display_name;
use crate::view::selection::Selection;
use crate::view::state::ViewState;

/// One of the selected nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointPart {
    /// The node.
    pub node: NodeIndex,
    /// Its name; with the districts around it where others are called so, too.
    pub name: String,
    /// The metric shown at the point shown.
    pub value: u64,
    /// Its standard error, where it is an estimate.
    pub error: Option<u64>,
    /// It lies in another selected node, and counts there.
    pub inside: bool,
}

/// Several selected nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointInspection {
    /// What they are called: `3 groups`.
    pub name: String,
    /// In the order of the tree.
    pub parts: Vec<JointPart>,
    /// The nodes from the root to the smallest district around all of them, with the name of each.
    pub path: Vec<(NodeIndex, String)>,
    /// The keys of those that lie in no other.
    pub keys: Vec<Arc<str>>,
    /// Objects: sums over the nodes that lie in no other.
    pub objects: Figures,
    /// The same in bytes.
    pub bytes: Figures,
    /// The metric shown, one sum per point; 0 where it is not known.
    pub series: Vec<u64>,
}

/// Gathers what is known of the selection together; `None` unless several nodes are selected.
#[must_use]
pub fn inspect_joint(session: &Session, view: &ViewState) -> Option<JointInspection> {
    let selection: &Selection = &view.selection;
    if !selection.is_joint() {
        return None;
    }
    let evolution = &*session.evolution;
    let point = view.time.point.min(session.last_point());
    let outermost = selection.outermost(evolution);
    let part = |node: NodeIndex| JointPart {
        node,
        name: display_name(&session.evolution, node),
        value: evolution.value(session.metric, node, point),
        error: evolution.error(session.metric, node, point),
        inside: outermost.binary_search(&node).is_err(),
    };
    let sum = |metric| {
        let each = outermost.iter().filter_map(|&node| figures(session, metric, node, point));
        each.reduce(|a, b| Figures {
            now: a.now + b.now,
            first: a.first + b.first,
            last: a.last + b.last,
            heap_now: a.heap_now,
            errors: Errors {
                now: joint_error([a.errors.now, b.errors.now]),
                growth: joint_error([a.errors.growth, b.errors.growth]),
                overall: joint_error([a.errors.overall, b.errors.overall]),
            },
        })
    };
    let mut parts: Vec<JointPart> = selection.nodes().into_iter().map(part).collect();
    tell_apart(session, BESIDE, parts.iter_mut().map(|part| (part.node, &mut part.name)));
    let at = |point| outermost.iter().map(|&node| evolution.value(session.metric, node, point)).sum();
    Some(JointInspection {
        name: format!("{} groups", words::count(selection.len() as u64)),
        parts,
        path: selection.enclosing(evolution).map(|node| path_of(session, node)).unwrap_or_default(),
        keys: outermost.iter().map(|node| Arc::clone(&evolution.nodes[node.at()].key)).collect(),
        objects: sum(Metric::Objects).unwrap_or_default(),
        bytes: sum(Metric::Bytes).unwrap_or_default(),
        series: (0..evolution.points.len()).map(at).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    fn joint(nodes: &[u32]) -> Option<JointInspection> {
        let session = session(&[&[("A", 2), ("B", 5), ("C", 1)], &[("A", 4), ("B", 5), ("C", 0)]]);
        let selection = nodes.iter().copied().map(NodeIndex).collect();
        inspect_joint(&session, &ViewState { selection, ..ViewState::default() })
    }

    #[test]
    fn numbers_of_several_nodes_add_up() {
        let both = joint(&[2, 1]).expect("two are selected");
        assert_eq!(both.objects, Figures { now: 7, first: 7, last: 9, heap_now: 8, ..Figures::default() });
        assert_eq!((both.bytes.now, both.series), (7 * 16, vec![7, 9]));
        assert_eq!(both.parts.iter().map(|part| (part.name.as_str(), part.value)).collect::<Vec<_>>(), [("A", 2), ("B", 5)]);
        assert_eq!(joint(&[1]), None);
    }

    #[test]
    fn a_node_inside_of_another_selected_one_counts_once() {
        let nested = joint(&[1, 0]).expect("two are selected");
        assert_eq!((nested.objects.now, nested.keys.len()), (8, 1));
        assert_eq!(nested.parts.iter().map(|part| part.inside).collect::<Vec<_>>(), [false, true]);
    }
}
