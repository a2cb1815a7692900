//! Visible rows against a naive recursive rendering, after random orders on random trees.

use std::cmp::Ordering;
use std::sync::Arc;

use analysis::{Evolution, EvolutionNode, Metric, NodeIndex, PointInfo, RoleIndex};
use proptest::prelude::*;

use super::{Arrangement, Column, Rows, Sort, Span};

const POINTS: usize = 3;
const NAMES: [&str; 6] = ["a", "B", "ab", "Ba", "abc", "c"];

/// What one node of a random tree is made of: levels up from the one before, its name, its own objects at each point.
type Spec = (u16, usize, [u64; POINTS]);

fn evolution(specs: &[Spec]) -> Arc<Evolution> {
    let mut nodes: Vec<EvolutionNode> = Vec::new();
    let mut objects: Vec<[u64; POINTS]> = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    for (at, &(up, name, own)) in specs.iter().enumerate() {
        path.truncate(path.len().saturating_sub(usize::from(up)).max(1));
        let parent = path.last().copied().unwrap_or(0);
        nodes.push(EvolutionNode {
            key: format!("node {at}").into(),
            name: NAMES[name].into(),
            role: RoleIndex(path.len() as u16 % 3),
            parent: NodeIndex(parent as u32),
            subtree_end: at as u32 + 1,
            level: path.len() as u16,
            first_seen: 0,
        });
        objects.push(own);
        for &ancestor in &path {
            nodes[ancestor].subtree_end = at as u32 + 1;
            for (sum, own) in objects[ancestor].iter_mut().zip(own) {
                *sum += own;
            }
        }
        path.push(at);
    }
    let objects: Vec<u64> = objects.into_iter().flatten().collect();
    let bytes: Vec<u64> = objects.iter().map(|count| count * 3).collect();
    let points = (0..POINTS).map(|t| PointInfo { time_millis: t as i64, ..PointInfo::default() }).collect();
    let roles = vec!["".into(), "Package".into(), "Type".into()];
    Arc::new(Evolution::of_numbers(points, roles, nodes, &objects, &bytes))
}

/// The table as one would write it down: everything is asked anew of every node.
struct Naive {
    span: Span,
    sort: Sort,
    arrangement: Arrangement,
    text: String,
    only_growing: bool,
    unfolded: Vec<bool>,
    unfolded_in_filter: Vec<bool>,
}

impl Naive {
    fn children(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let nodes = &self.span.evolution.nodes;
        (1..nodes.len()).filter(|&at| nodes[at].parent == node).map(|at| NodeIndex(at as u32)).collect()
    }

    fn filtered(&self) -> bool {
        !self.text.is_empty() || self.only_growing
    }

    fn there(&self, node: NodeIndex) -> bool {
        let grown = || self.span.grows(node) || self.children(node).into_iter().any(|child| self.there(child));
        self.span.is_there(node) && (!self.only_growing || grown())
    }

    fn meant(&self, node: NodeIndex) -> bool {
        self.there(node) && self.span.name(node).to_lowercase().contains(&self.text)
    }

    fn leads(&self, node: NodeIndex) -> bool {
        self.children(node).into_iter().any(|child| self.meant(child) || self.leads(child))
    }

    fn inside(&self, node: NodeIndex) -> bool {
        self.meant(node) || node != NodeIndex::ROOT && self.inside(self.span.evolution.nodes[node.at()].parent)
    }

    fn has_row(&self, node: NodeIndex) -> bool {
        self.there(node) && (!self.filtered() || self.inside(node) || self.leads(node))
    }

    fn unfolded(&mut self) -> &mut Vec<bool> {
        if self.filtered() { &mut self.unfolded_in_filter } else { &mut self.unfolded }
    }

    fn set_filter(&mut self, text: &str, only_growing: bool) {
        if (&*self.text, self.only_growing) != (text, only_growing) {
            (self.text, self.only_growing) = (text.to_owned(), only_growing);
            let leads = |at: usize| !self.text.is_empty() && self.leads(NodeIndex(at as u32));
            self.unfolded_in_filter = (0..self.unfolded.len()).map(|at| self.unfolded[at] || leads(at)).collect();
        }
    }

    fn compare(&self, a: NodeIndex, b: NodeIndex) -> Ordering {
        let span = &self.span;
        let turned = |order: Ordering| if self.sort.descending { order.reverse() } else { order };
        let fraction = |node: NodeIndex| match self.sort.column {
            Column::Name | Column::Growth | Column::Leak => (0, 1),
            Column::Mark => (span.mark(node) as i128, 1),
            Column::From(metric) => (span.value(metric, node, span.from).into(), 1),
            Column::To(metric) => (span.value(metric, node, span.to).into(), 1),
            Column::Change(metric) | Column::GrowthPortion(metric) => (span.change(metric, node), 1),
            Column::ChangePercent(metric) => (span.change(metric, node), span.value(metric, node, span.from).into()),
            Column::OfParent(metric) => {
                let parent = span.evolution.nodes[node.at()].parent;
                (span.value(metric, node, span.to).into(), span.value(metric, parent, span.to).into())
            }
            Column::OfHeap(metric) => (span.value(metric, node, span.to).into(), span.value(metric, NodeIndex::ROOT, span.to).into()),
            Column::Rate(_) | Column::RateAgainst(_) | Column::RateChange(_) => (0, 1),
        };
        let ((part_a, whole_a), (part_b, whole_b)): ((i128, i128), (i128, i128)) = (fraction(a), fraction(b));
        let order = match (whole_a, whole_b) {
            _ if self.sort.column == Column::Name => {
                let (a, b) = (span.name(a), span.name(b));
                turned(parts_of(a).cmp(&parts_of(b)).then(a.cmp(b)))
            }
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => turned((part_a * whole_b).cmp(&(part_b * whole_a))),
        };
        order.then(a.cmp(&b))
    }

    fn render(&mut self) -> Vec<NodeIndex> {
        let all = || (0..self.span.evolution.nodes.len()).map(|at| NodeIndex(at as u32));
        let listed = |node: NodeIndex| self.has_row(node) && (!self.filtered() || self.inside(node));
        let mut rows: Vec<NodeIndex> = match self.arrangement {
            Arrangement::Tree => {
                let mut rows = Vec::new();
                self.render_below(NodeIndex::ROOT, &mut rows);
                return rows;
            }
            Arrangement::Leaves => all().filter(|&node| listed(node) && self.children(node).is_empty()).collect(),
            Arrangement::Role(role) => all().filter(|&node| listed(node) && self.span.evolution.nodes[node.at()].role == role).collect(),
        };
        rows.sort_by(|&a, &b| self.compare(a, b));
        rows
    }

    fn render_below(&mut self, node: NodeIndex, rows: &mut Vec<NodeIndex>) {
        if !self.has_row(node) {
            return;
        }
        rows.push(node);
        if self.unfolded()[node.at()] {
            let mut children = self.children(node);
            children.sort_by(|&a, &b| self.compare(a, b));
            children.into_iter().for_each(|child| self.render_below(child, rows));
        }
    }
}

/// One thing that a person does to a table.
#[derive(Debug, Clone)]
enum Order {
    Unfold(usize),
    Fold(usize),
    SetAllBelow(usize, bool),
    Reveal(usize),
    Filter(&'static str, bool),
    SortBy(Sort),
    Arrange(Arrangement),
    Show(usize, usize, Metric),
}

fn order() -> impl Strategy<Value = Order> {
    let metric = prop_oneof![Just(Metric::Objects), Just(Metric::Bytes)];
    let column = (0..8_usize, metric.clone()).prop_map(|(kind, metric)| match kind {
        0 => Column::Name,
        1 => Column::Mark,
        2 => Column::From(metric),
        3 => Column::To(metric),
        4 => Column::Change(metric),
        5 => Column::ChangePercent(metric),
        6 => Column::OfParent(metric),
        _ => Column::OfHeap(metric),
    });
    let arrangement = prop_oneof![3 => Just(Arrangement::Tree), 1 => Just(Arrangement::Leaves), 1 => Just(Arrangement::Role(RoleIndex(1)))];
    prop_oneof![
        4 => (0..99_usize).prop_map(Order::Unfold),
        2 => (0..99_usize).prop_map(Order::Fold),
        1 => (0..99_usize, any::<bool>()).prop_map(|(row, unfolded)| Order::SetAllBelow(row, unfolded)),
        2 => (0..99_usize).prop_map(Order::Reveal),
        2 => (prop_oneof![2 => Just(""), 1 => Just("a"), 1 => Just("ab"), 1 => Just("c"), 1 => Just("x")], any::<bool>())
            .prop_map(|(text, only_growing)| Order::Filter(text, only_growing)),
        2 => (column, any::<bool>()).prop_map(|(column, descending)| Order::SortBy(Sort { column, descending })),
        1 => arrangement.prop_map(Order::Arrange),
        1 => (0..POINTS, 0..POINTS, metric).prop_map(|(from, to, metric)| Order::Show(from, to, metric)),
    ]
}

fn specs() -> impl Strategy<Value = Vec<Spec>> {
    let value = prop_oneof![2 => Just(0), 3 => 0..5_u64, 1 => 0..300_u64];
    let values = [value.clone(), value.clone(), value];
    prop::collection::vec((0..4_u16, 0..NAMES.len(), values), 1..40)
}

proptest! {
    #[test]
    fn visible_rows_are_those_of_a_naive_rendering(specs in specs(), orders in prop::collection::vec(order(), 1..30)) {
        let evolution = evolution(&specs);
        let span = Span::new(&evolution, 0, POINTS - 1, Metric::Objects);
        let sort = Sort { column: Column::To(Metric::Objects), descending: true };
        let mut rows = Rows::new(span.clone(), sort);
        let mut unfolded = vec![false; evolution.nodes.len()];
        unfolded[0] = true;
        let mut naive = Naive {
            span,
            sort,
            arrangement: Arrangement::Tree,
            text: String::new(),
            only_growing: false,
            unfolded,
            unfolded_in_filter: Vec::new(),
        };
        for order in orders {
            let before = naive.render();
            let row_of = |row: usize| before.get(row % before.len().max(1)).copied().map(|node| (row % before.len(), node));
            let tree = naive.arrangement == Arrangement::Tree;
            match order.clone() {
                Order::Unfold(row) | Order::Fold(row) => {
                    let Some((row, node)) = row_of(row) else { continue };
                    let unfold = matches!(order, Order::Unfold(_));
                    if unfold { rows.unfold(row) } else { rows.fold(row) }
                    if tree {
                        naive.unfolded()[node.at()] = unfold;
                    }
                }
                Order::SetAllBelow(row, unfolded) => {
                    let Some((row, node)) = row_of(row) else { continue };
                    rows.set_all_below(row, unfolded);
                    if tree {
                        let end = evolution.nodes[node.at()].subtree_end as usize;
                        naive.unfolded()[node.at()..end].fill(unfolded);
                    }
                }
                Order::Reveal(at) => {
                    let node = NodeIndex((at % evolution.nodes.len()) as u32);
                    let path = evolution.path(node);
                    if tree && path.iter().all(|&node| naive.has_row(node)) {
                        path[..path.len() - 1].iter().for_each(|node| naive.unfolded()[node.at()] = true);
                    }
                    let row = rows.reveal(node);
                    prop_assert_eq!(row, naive.render().iter().position(|&shown| shown == node));
                }
                Order::Filter(text, only_growing) => {
                    rows.set_filter(text, only_growing);
                    naive.set_filter(text, only_growing);
                }
                Order::SortBy(sort) => {
                    rows.sort_by(sort);
                    naive.sort = sort;
                }
                Order::Arrange(arrangement) => {
                    rows.set_arrangement(arrangement);
                    naive.arrangement = arrangement;
                }
                Order::Show(from, to, metric) => {
                    let span = Span::new(&evolution, from, to, metric);
                    rows.show(span.clone());
                    naive.span = span;
                }
            }
            prop_assert_eq!(rows.visible(), naive.render(), "after {:?}", order);
        }
    }
}

/// Heap > (java > (util > Map, lang > String), shop > Entry); only `Entry` grows.
fn small() -> Rows {
    let specs =
        [(0, 5, [0; 3]), (0, 0, [0; 3]), (0, 1, [0; 3]), (0, 2, [9; 3]), (2, 3, [0; 3]), (0, 4, [5; 3]), (3, 0, [0; 3]), (0, 5, [1, 4, 7])];
    let span = Span::new(&evolution(&specs), 0, 2, Metric::Objects);
    Rows::new(span, Sort { column: Column::To(Metric::Objects), descending: true })
}

fn visible(rows: &Rows) -> Vec<u32> {
    rows.visible().iter().map(|node| node.0).collect()
}

#[test]
fn unfolding_shows_sorted_children_and_folding_hides_all_below() {
    let mut rows = small();
    assert_eq!(visible(&rows), [0, 1, 6]);
    rows.unfold(1);
    assert_eq!(visible(&rows), [0, 1, 2, 4, 6]);
    rows.unfold(2);
    assert_eq!(visible(&rows), [0, 1, 2, 3, 4, 6]);
    rows.fold(1);
    assert_eq!(visible(&rows), [0, 1, 6]);
    rows.unfold(1);
    assert_eq!(visible(&rows), [0, 1, 2, 3, 4, 6], "what was unfolded in there still is");
    assert!(rows.can_unfold(NodeIndex(1)) && !rows.can_unfold(NodeIndex(3)));
}

#[test]
fn a_filter_unfolds_the_way_to_its_matches_and_goes_without_a_trace() {
    let mut rows = small();
    rows.set_filter("abc", false);
    assert_eq!((visible(&rows), rows.matches()), (vec![0, 1, 4, 5], Some(1)));
    rows.set_filter("abc", true);
    assert_eq!((visible(&rows), rows.matches()), (vec![], Some(0)), "it does not grow");
    rows.set_filter("", true);
    assert_eq!(visible(&rows), [0, 6], "growing nodes and what they lie in");
    rows.set_filter("", false);
    assert_eq!((visible(&rows), rows.matches()), (vec![0, 1, 6], None));
}

#[test]
fn a_node_is_revealed_wherever_it_lies_unless_the_filter_hides_it() {
    let mut rows = small();
    assert_eq!(rows.reveal(NodeIndex(5)), Some(4));
    assert_eq!(visible(&rows), [0, 1, 2, 4, 5, 6]);
    rows.set_filter("abc", false);
    assert_eq!(rows.reveal(NodeIndex(7)), None);
    assert_eq!(rows.reveal(NodeIndex(99)), None);
    rows.set_filter("", false);
    rows.set_arrangement(Arrangement::Leaves);
    assert_eq!((visible(&rows), rows.reveal(NodeIndex(7))), (vec![3, 7, 5], Some(1)));
}

#[test]
fn more_points_keep_what_is_unfolded() {
    let mut rows = small();
    rows.unfold(1);
    let same_nodes = Arc::new(Evolution::clone(&rows.span().evolution));
    rows.show(Span::new(&same_nodes, 0, 1, Metric::Objects));
    assert_eq!(visible(&rows), [0, 1, 2, 4, 6]);
}

/// A name as it is sorted: small letters, and numbers as one part each.
fn parts_of(name: &str) -> Vec<(u8, u128)> {
    let mut parts: Vec<(u8, u128)> = Vec::new();
    let mut in_number = false;
    for byte in name.to_ascii_lowercase().bytes() {
        let digit = byte.is_ascii_digit().then(|| u128::from(byte - b'0'));
        match (digit, parts.last_mut()) {
            (Some(digit), Some((_, number))) if in_number => *number = 10 * (*number - 1) + digit + 1,
            (Some(digit), _) => parts.push((b'0', digit + 1)),
            (None, _) => parts.push((byte, 0)),
        }
        in_number = digit.is_some();
    }
    parts
}

#[test]
fn numbers_in_names_are_sorted_as_numbers() {
    let ages = ["10 GCs survived", "9 GCs survived", "0 GCs survived", "pool-10-thread-2", "pool-9-thread-11", "Pool-9-thread-3"];
    let mut sorted = ages;
    sorted.sort_by_key(|name| parts_of(name));
    assert_eq!(sorted, ["0 GCs survived", "9 GCs survived", "10 GCs survived", "Pool-9-thread-3", "pool-9-thread-11", "pool-10-thread-2"]);
    let names = [sorted.as_slice(), &["", "a", "a01", "a1", "a1b", "a!", "aB", "ab"]].concat();
    for a in &names {
        for b in &names {
            assert_eq!(super::rows::by_name(a, b), parts_of(a).cmp(&parts_of(b)).then(a.cmp(b)), "{a:?} {b:?}");
        }
    }
}
