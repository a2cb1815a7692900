//! Everything the inspector tells about one node at one point, gathered once per change and not once per frame.

mod joint;

use std::sync::Arc;

use analysis::{MarkKind, Metric, NodeIndex, Place};

use crate::answers::chain::{Stop, cause_of, remarks, stops};
use crate::answers::group_names::{path_of, tell_apart};
use crate::answers::places::markable_place;
use crate::answers::reference_partners::{ReferencePartner, reference_partners};
use crate::answers::tooltip::block_in_words;
use crate::base::words;
use crate::data::session::{Session, display_name};
use crate::view::state::ViewState;

pub use joint::{JointInspection, JointPart, inspect_joint};

/// What stands between a name in a list and the districts around it.
const BESIDE: &str = ", ";

/// A node with a number, for lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedNode {
    /// The node.
    pub node: NodeIndex,
    /// Its name; in a list of groups from everywhere with the districts around it where others of the list are called so, too.
    pub name: String,
    /// The number the list is sorted by: growth, or at a single point a size.
    pub value: i128,
    /// What it is the size in; `None` of growth.
    pub sized: Option<Metric>,
    /// Its standard error, where it is an estimate.
    pub error: Option<u64>,
}

/// A building that references the selection or is referenced by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPartner {
    /// The partner and both counts.
    pub partner: ReferencePartner,
    /// Its name.
    pub name: String,
    /// Objects of the partner at this point.
    pub objects: u64,
    /// It has a plot: it is not left out by the child count.
    pub displayed: bool,
}

/// References of the selection at this point.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferenceLists {
    /// Who keeps the selection alive, most of the selection's objects first.
    pub held_by: Vec<ListedPartner>,
    /// What the selection keeps alive, most of their objects first.
    pub holds: Vec<ListedPartner>,
    /// Objects of the selection that reference others of the selection.
    pub own_count: Option<u64>,
}

/// What the inspector tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspection {
    /// The node.
    pub node: NodeIndex,
    /// The nodes from the root to this one, with the text of each.
    pub path: Vec<(NodeIndex, String)>,
    /// Its own name.
    pub name: String,
    /// The criterion that formed it; empty for the root.
    pub role: String,
    /// It has children.
    pub district: bool,
    /// It has a place in the city.
    pub displayed: bool,
    /// Which objects it has is an estimate, and so are all sizes that are computed of them.
    pub is_estimate: bool,
    /// Objects at this point, and at the ends of the points that growth is asked of.
    pub objects: Figures,
    /// The same in bytes.
    pub bytes: Figures,
    /// Bytes of all that its objects reach; `None` where this is not known at the point shown.
    pub deep: Option<Figures>,
    /// Bytes that the GC could collect if its objects went; `None` where this is not known at the point shown.
    pub retained: Option<Figures>,
    /// The input can tell both, now or later.
    pub sizes_offered: bool,
    /// Values of the metric shown, one per point; 0 where it is not known.
    pub series: Vec<u64>,
    /// Percent of the heap's growth from the first point to the one shown; `None` where the heap has not grown.
    pub growth_portion: Option<f64>,
    /// Place among the buildings by overall growth, from 1, and how many there are; nothing can have grown at a single point.
    pub rank: Option<(usize, usize)>,
    /// For a district: children by overall growth, strongest first, at most [`MAX_LISTED`].
    pub children: Vec<ListedNode>,
    /// For a district: how many children there are, and how many of them have a plot.
    pub children_all: usize,
    /// All of them are shown because somebody asked for it.
    pub all_shown: bool,
    /// Children with a plot.
    pub children_shown: usize,
    /// What is told of the block in which the others stand together; empty where there is none.
    pub block: String,
    /// References; `None` for the whole heap and without reference data.
    pub references: Option<ReferenceLists>,
    /// The chain from a symptom to its cause, if it was asked for.
    pub chain: Vec<(NodeIndex, String)>,
    /// How many objects of each link are on the way, and through which field they hold the one before.
    pub stops: Vec<Stop>,
    /// What the JVM holds at its end, in words.
    pub chain_holder: Option<Arc<str>>,
    /// Who must let go besides, and which reference is to blame by what people have marked; sentences without full stops.
    pub chain_remarks: Vec<String>,
    /// What people know of it; `None` for groups that no marks are for.
    pub known: Option<Known>,
}

/// What people know of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Which one.
    pub place: Place,
    /// Whether it is needed; `None` if nobody said.
    pub need: Option<MarkKind>,
    /// What somebody wrote, in Markdown.
    pub note: Option<String>,
}

impl Known {
    /// Of a group that lives.
    fn of(session: &Session, node: NodeIndex) -> Option<Self> {
        let place = markable_place(&session.evolution, node)?;
        let annotations = &session.annotations;
        let (need, note) = (annotations.marks.of(&place), annotations.notes.get(&place.to_string()).cloned());
        Some(Self { place, need, note })
    }
}

/// What there is to say of the way that is shown, if what keeps its first group alive was asked for.
fn chain_remarks(session: &Session, view: &ViewState, point: usize) -> Vec<String> {
    let start = view.chain.first().copied();
    let cause = start.and_then(|start| Some((start, cause_of(session, start, point)?)));
    cause.map_or_else(Vec::new, |(start, cause)| remarks(session, start, &cause))
}

/// One number of a node over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// At the point shown.
    pub now: u64,
    /// At the first point that is known, of those that growth is asked of.
    pub first: u64,
    /// At the last one.
    pub last: u64,
    /// The whole heap at the point shown.
    pub heap_now: u64,
    /// Standard errors, where numbers are estimates.
    pub errors: Errors,
}

/// How sure figures are; `None` where they are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Errors {
    /// Of the value at the point shown.
    pub now: Option<u64>,
    /// Of the growth from the first point to the one shown.
    pub growth: Option<u64>,
    /// Of the growth from the first point to the last one.
    pub overall: Option<u64>,
}

impl Inspection {
    /// The numbers of a metric; `None` where they are not known.
    #[must_use]
    pub fn figures(&self, metric: Metric) -> Option<&Figures> {
        match metric {
            Metric::Objects => Some(&self.objects),
            Metric::Bytes => Some(&self.bytes),
            Metric::Deep => self.deep.as_ref(),
            Metric::Retained => self.retained.as_ref(),
        }
    }
}

impl Figures {
    /// Growth from the first point to the one shown.
    #[must_use]
    pub fn growth(&self) -> i128 {
        i128::from(self.now) - i128::from(self.first)
    }

    /// Growth from the first point to the last one.
    #[must_use]
    pub fn overall_growth(&self) -> i128 {
        i128::from(self.last) - i128::from(self.first)
    }
}

/// Longest list of children or growers.
pub const MAX_LISTED: usize = 12;

/// Gathers what is known of a node. `None` for a node that does not exist.
#[must_use]
pub fn inspect(session: &Session, view: &ViewState, node: NodeIndex) -> Option<Inspection> {
    let evolution = &*session.evolution;
    let info = evolution.nodes.get(node.at())?;
    let point = view.time.point.min(session.last_point());
    let district = !evolution.is_leaf(node) || node == NodeIndex::ROOT;
    let building = session.building(node).filter(|_| evolution.points.len() > 1);
    let (children_shown, children_all) = if district { session.children_shown(node) } else { (0, 0) };
    Some(Inspection {
        node,
        path: path_of(session, node),
        name: display_name(&session.evolution, node),
        role: evolution.roles.get(usize::from(info.role.0)).map(ToString::to_string).unwrap_or_default(),
        district,
        displayed: session.place(node).is_some(),
        is_estimate: evolution.is_estimate(node, point),
        objects: figures(session, Metric::Objects, node, point).unwrap_or_default(),
        bytes: figures(session, Metric::Bytes, node, point).unwrap_or_default(),
        deep: figures(session, Metric::Deep, node, point),
        retained: figures(session, Metric::Retained, node, point),
        sizes_offered: session.offers(Metric::Deep) || session.offers(Metric::Retained),
        series: evolution.series(session.metric, node).into_owned(),
        growth_portion: (node != NodeIndex::ROOT)
            .then(|| evolution.growth_portion(session.metric, node, session.first_point, point))
            .flatten(),
        rank: building.map(|building| session.growth_rank(building)).map(|(rank, of)| (rank as usize, of)),
        children: if district { top_by_growth(session, session.metric, evolution.children(node)) } else { Vec::new() },
        children_all,
        all_shown: session.shows_all_of(node),
        children_shown,
        block: block_in_words(session, node, point),
        references: if node == NodeIndex::ROOT { None } else { reference_lists(session, node, point) },
        chain_holder: view.chain_holder.clone(),
        chain_remarks: chain_remarks(session, view, point),
        known: Known::of(session, node),
        chain: view.chain.iter().map(|&node| (node, session.label_name(node))).collect(),
        stops: stops(session, &view.chain, point),
    })
}

/// The buildings that grew most over all points, strongest first; none that did not grow. Of runs those that differ most. At a single point those that weigh most.
#[must_use]
pub fn top_growers(session: &Session, count: usize) -> Vec<ListedNode> {
    let growth = |node| weight_or_growth(session, session.metric, node);
    let mut growers: Vec<ListedNode> = session
        .by_growth
        .iter()
        .filter_map(|&building| session.building_node(building as usize))
        .map(|node| ListedNode { name: in_list(session, node), ..listed(session, session.metric, node, growth(node)) })
        .take_while(|grower| if session.evolution.is_of_runs() { grower.value != 0 } else { grower.value > 0 })
        .take(count)
        .collect();
    tell_apart(session, BESIDE, growers.iter_mut().map(|grower| (grower.node, &mut grower.name)));
    growers
}

fn figures(session: &Session, metric: Metric, node: NodeIndex, point: usize) -> Option<Figures> {
    let now = |node| session.evolution.known_value(metric, node, point);
    let (first, last) = session.evolution.known_ends(metric, session.range.points())?;
    let since = |to| session.evolution.change_error(metric, node, first, to);
    let errors = Errors {
        now: session.evolution.error(metric, node, point),
        growth: since(point),
        overall: (last > first).then(|| since(last)).flatten(),
    };
    let [first, last] = [first, last].map(|point| session.evolution.value(metric, node, point));
    Some(Figures { now: now(node)?, first, last, heap_now: now(NodeIndex::ROOT)?, errors })
}

fn top_by_growth(session: &Session, metric: Metric, nodes: impl Iterator<Item = NodeIndex>) -> Vec<ListedNode> {
    let mut list: Vec<_> = nodes.map(|node| (weight_or_growth(session, metric, node), node)).collect();
    // What one run has less tells as much as what it has more.
    let rank = |value: i128| if session.evolution.is_of_runs() { value.abs() } else { value };
    list.sort_by_key(|&(value, node)| (std::cmp::Reverse(rank(value)), node));
    list.truncate(MAX_LISTED);
    list.into_iter().map(|(value, node)| listed(session, metric, node, value)).collect()
}

/// What lists of groups are sorted by.
fn weight_or_growth(session: &Session, metric: Metric, node: NodeIndex) -> i128 {
    match session.weighed_by() {
        Some(metric) => i128::from(session.evolution.value(metric, node, 0)),
        None => session.growth(metric, node),
    }
}

/// A node with its overall growth, or its size at a single point.
fn listed(session: &Session, metric: Metric, node: NodeIndex, value: i128) -> ListedNode {
    let error = session.evolution.change_error(metric, node, session.first_point, session.end_point);
    let name = display_name(&session.evolution, node);
    ListedNode { node, name: words::short_place(&name).unwrap_or(name), value, sized: session.weighed_by(), error }
}

/// The name of a node in a list of nodes of all types.
fn in_list(session: &Session, node: NodeIndex) -> String {
    let name = display_name(&session.evolution, node);
    let is_part = words::short_place(&name).is_some() || name.starts_with('(');
    if is_part { session.label_name(node) } else { name }
}

fn reference_lists(session: &Session, node: NodeIndex, point: usize) -> Option<ReferenceLists> {
    let found = reference_partners(&session.evolution, node, point)?;
    let listed = |partner: ReferencePartner| ListedPartner {
        partner,
        name: in_list(session, partner.node),
        objects: session.evolution.value(Metric::Objects, partner.node, point),
        displayed: session.place(partner.node).is_some(),
    };
    Some(ReferenceLists {
        held_by: found.incoming.into_iter().map(listed).collect(),
        holds: found.outgoing.into_iter().map(listed).collect(),
        own_count: found.own.map(|own| own.count_here),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::{session, session_of_types};

    #[test]
    fn figures_tell_now_first_last_and_the_whole_heap() {
        let session = session(&[&[("A", 2), ("B", 5)], &[("A", 4), ("B", 5)], &[("A", 9), ("B", 1)]]);
        let view = ViewState { time: crate::view::state::TimeCursor::at(1), ..ViewState::default() };
        let a = inspect(&session, &view, NodeIndex(1)).expect("A exists");
        assert_eq!(a.objects, Figures { now: 4, first: 2, last: 9, heap_now: 9, errors: Errors::default() });
        assert_eq!((a.objects.growth(), a.objects.overall_growth()), (2, 7));
        assert_eq!(a.bytes.now, 64);
        assert_eq!(a.rank, Some((1, 2)));
        assert_eq!(a.growth_portion, Some(100.0), "the heap grew by 2");
        let whole = inspect(&session, &view, NodeIndex::ROOT).expect("the heap");
        assert_eq!(whole.growth_portion, None, "of itself");
        assert_eq!(a.path.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), ["Heap", "A"]);
    }

    #[test]
    fn growers_are_listed_strongest_first_and_shrinking_ones_not_at_all() {
        let session = session(&[&[("A", 2), ("B", 5), ("C", 0)], &[("A", 4), ("B", 1), ("C", 9)]]);
        let names: Vec<_> = top_growers(&session, 10).into_iter().map(|g| (g.name, g.value)).collect();
        assert_eq!(names, [("C".to_owned(), 9), ("A".to_owned(), 2)]);
    }

    #[test]
    fn growers_of_one_name_are_told_by_the_districts_around_them() {
        let session = session_of_types(&[("a 1", "Date", [1, 9]), ("a 2", "Date", [1, 8]), ("a 2", "Map", [1, 7])]);
        let names: Vec<_> = top_growers(&session, 10).into_iter().map(|grower| grower.name).collect();
        assert_eq!(names, ["Date, a 1", "Date, a 2", "Map"]);
    }

    #[test]
    fn the_rest_of_a_district_goes_by_its_name() {
        let session = session(&[&[("(not grouped further)", 2), ("B", 5)]]);
        assert_eq!(display_name(&session.evolution, NodeIndex(1)), "Heap (rest)");
        assert_eq!(display_name(&session.evolution, NodeIndex(2)), "B");
    }

    #[test]
    fn a_district_lists_its_children() {
        let session = session(&[&[("A", 2), ("B", 5)], &[("A", 4), ("B", 5)]]);
        let heap = inspect(&session, &ViewState::default(), NodeIndex::ROOT).expect("the root exists");
        assert!(heap.district && heap.references.is_none());
        assert_eq!(heap.children.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(inspect(&session, &ViewState::default(), NodeIndex(9)), None);
    }
}
