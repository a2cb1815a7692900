//! Trees over time as flat pictures: which groups are shown, in which order and colour, and what each of them says. Window and files draw
//! the same [`TreeLook`].
//!
//! Source: "Heap Evolution Analysis Using Tree Visualizations" (STAG 2020).

mod colors;
mod links;
mod look;
#[cfg(test)]
mod look_tests;

use std::sync::Arc;

use analysis::{Evolution, Metric, NodeIndex};
use layout::{EvolvingTree, PrunedTree, Pruning, TreeOrder};

use crate::base::words;
use crate::data::point_range::PointRange;
use crate::data::session::display_name;

pub use colors::TreePalette;
pub use links::TreeLink;
pub use look::{Outline, ShapeLabel, TreeAsk, TreeForm, TreeLook, TreeScope, TreeShape};

/// The groups of a run that are shown, the same at all points, with their values.
#[derive(Debug, Clone)]
pub struct TreeViews {
    /// The groups of the run.
    pub evolution: Arc<Evolution>,
    /// What areas mean.
    pub metric: Metric,
    /// The points that order and choice come from; others can be shown, too.
    pub points: PointRange,
    /// The groups that are shown; the root is 0.
    pub tree: PrunedTree,
    /// By point of the run and node of the tree.
    values: Vec<Vec<u64>>,
}

/// A step down from a group: to the one of this name, or to all others.
pub type TreeStep = Option<Arc<str>>;

/// What an order is called where it is chosen.
#[must_use]
pub const fn order_name(order: TreeOrder) -> &'static str {
    match order {
        TreeOrder::AbsoluteGrowth => "Absolute growth",
        TreeOrder::StartSize => "Start size",
        TreeOrder::EndSize => "End size",
        TreeOrder::Average => "Average size",
        TreeOrder::RelativeGrowth => "Relative growth",
        TreeOrder::PeakSize => "Largest size",
    }
}

/// An evolution as the layout sees it.
struct GroupTree<'a> {
    evolution: &'a Evolution,
    metric: Metric,
    points: PointRange,
}

impl EvolvingTree for GroupTree<'_> {
    fn root(&self) -> usize {
        NodeIndex::ROOT.at()
    }

    fn points(&self) -> usize {
        self.points.count()
    }

    fn children(&self, node: usize) -> Vec<usize> {
        self.evolution.children(NodeIndex(node as u32)).map(NodeIndex::at).collect()
    }

    fn name(&self, node: usize) -> &str {
        &self.evolution.nodes[node].name
    }

    fn value(&self, node: usize, point: usize) -> u64 {
        self.evolution.value(self.metric, NodeIndex(node as u32), self.points.first + point)
    }
}

impl TreeViews {
    /// Chooses groups and orders them; `None` where there is nothing.
    #[must_use]
    pub fn of(evolution: &Arc<Evolution>, metric: Metric, points: PointRange, pruning: &Pruning) -> Option<Self> {
        if evolution.nodes.is_empty() || evolution.points.is_empty() {
            return None;
        }
        let groups = GroupTree { evolution, metric, points };
        let tree = PrunedTree::of(&groups, pruning);
        let run = GroupTree { points: PointRange::whole(evolution.points.len()), ..groups };
        let values = (0..run.points.count()).map(|point| tree.values(&run, point)).collect();
        Some(Self { evolution: Arc::clone(evolution), metric, points, tree, values })
    }

    /// What every shown group holds at a point of the run.
    #[must_use]
    pub fn values(&self, point: usize) -> &[u64] {
        &self.values[point]
    }

    /// What a shown group holds at most at any point.
    #[must_use]
    pub fn most(&self, node: usize) -> u64 {
        self.values.iter().map(|values| values[node]).max().unwrap_or(0)
    }

    /// The parts of a shown group that hold something at a point, in their order.
    pub fn parts(&self, node: usize, point: usize) -> impl DoubleEndedIterator<Item = usize> {
        let values = self.values(point);
        self.tree.nodes[node].children.clone().filter(move |&part| values[part] > 0)
    }

    /// `302 KiB, 18.1 % of the heap`; of the heap itself the amount alone.
    #[must_use]
    pub fn amount_in_words(&self, node: usize, point: usize) -> String {
        let values = self.values(point);
        let amount = words::amount(self.metric, values[node]);
        if node == 0 { amount } else { format!("{amount}, {} of the heap", words::share(values[node], values[0])) }
    }

    /// The group that a shown one is, if it is one and not several together.
    #[must_use]
    pub fn group(&self, node: usize) -> Option<NodeIndex> {
        match self.tree.sources(node) {
            [only] if !self.tree.nodes[node].is_rest => Some(NodeIndex(*only as u32)),
            _ => None,
        }
    }

    /// Where a group is shown: as itself, or else within others or the nearest group above that is shown.
    #[must_use]
    pub fn node_of(&self, group: NodeIndex) -> usize {
        let path = self.evolution.path(group);
        let mut at = 0;
        for above in path.into_iter().skip(1) {
            let mut children = self.tree.nodes[at].children.clone();
            match children.find(|&child| self.tree.sources(child).contains(&above.at())) {
                Some(child) => at = child,
                None => break,
            }
        }
        at
    }

    /// What a shown group is called.
    #[must_use]
    pub fn name(&self, node: usize) -> String {
        let info = &self.tree.nodes[node];
        match *self.tree.sources(node) {
            [] => self.name(info.parent) + words::REST_SUFFIX,
            [only] => display_name(&self.evolution, NodeIndex(only as u32)),
            ref several if info.is_rest => format!("{} others", words::count(several.len() as u64)),
            [first, ..] if self.evolution.is_rest(NodeIndex(first as u32)) => self.name(info.parent) + words::REST_SUFFIX,
            [first, ..] => display_name(&self.evolution, NodeIndex(first as u32)),
        }
    }

    /// The same where there is little room: a class without its package, a place in the code without that of its class.
    #[must_use]
    pub fn short_name(&self, node: usize) -> String {
        words::short_name(&self.name(node))
    }

    /// The step of the grouping that a shown group comes from; empty for the whole.
    #[must_use]
    pub fn role_name(&self, node: usize) -> &str {
        self.tree.sources(node).first().map_or("", |&source| self.evolution.role_name(NodeIndex(source as u32)))
    }

    /// From the whole down to a shown group.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        let mut at = node;
        while at != 0 {
            at = self.tree.nodes[at].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The steps from the whole down to a shown group.
    #[must_use]
    pub fn steps(&self, node: usize) -> Vec<TreeStep> {
        let step = |node: &usize| (!self.tree.nodes[*node].is_rest).then(|| self.name(*node).into());
        self.path(node).iter().skip(1).map(step).collect()
    }

    /// Where these steps lead to, as far as they can be taken.
    #[must_use]
    pub fn down(&self, steps: &[TreeStep]) -> usize {
        let mut at = 0;
        for step in steps {
            let is_it = |child: &usize| match step {
                Some(name) => !self.tree.nodes[*child].is_rest && self.name(*child) == **name,
                None => self.tree.nodes[*child].is_rest,
            };
            let Some(next) = self.tree.nodes[at].children.clone().find(is_it) else { break };
            at = next;
        }
        at
    }

    /// A shown group or, where it has no parts at a point, the nearest one above that has.
    #[must_use]
    pub fn with_parts(&self, node: usize, point: usize) -> usize {
        self.path(node).into_iter().rev().find(|&node| self.parts(node, point).next().is_some()).unwrap_or(0)
    }

    /// Whether one can go down into a shown group.
    #[must_use]
    pub fn has_parts(&self, node: usize) -> bool {
        !self.tree.nodes[node].children.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::sample_city;
    use crate::test_sessions::{nested_session, session};

    #[test]
    fn groups_keep_their_colors_and_what_they_are_in() {
        let points: [&[(&str, u64)]; 2] = [&[("a", 10), ("b", 50), ("c", 3), ("d", 1)], &[("a", 500), ("b", 300), ("c", 100), ("d", 2)]];
        let session = session(&points);
        let views = TreeViews::of(&session.evolution, Metric::Objects, session.range, &Pruning::default()).expect("there is a heap");
        let named: Vec<(String, u32)> = (0..views.tree.nodes.len()).map(|node| (views.name(node), views.color(node))).collect();
        let expected = [("Heap", 0xBD_BD_BD), ("a", 0x1F_77_B4), ("b", 0xFF_7F_0E), ("c", 0x2C_A0_2C), ("d", 0xD6_27_28)]
            .map(|(n, c)| (n.to_owned(), c));
        assert_eq!(named, expected, "d alone is left over");
        assert_eq!((views.values(0), views.values(1)), (&[64, 10, 50, 3, 1][..], &[902, 500, 300, 100, 2][..]));
        for (at, node) in views.tree.nodes.iter().enumerate() {
            assert_eq!((views.tree.sources(at).len(), node.is_rest), (1, at == 4));
        }
    }

    #[test]
    fn what_is_pointed_at_in_the_others_has_an_edge_that_is_seen_on_red() {
        let points: [&[(&str, u64)]; 2] = [&[("a", 10), ("b", 50), ("c", 3), ("d", 1)], &[("a", 500), ("b", 300), ("c", 100), ("d", 2)]];
        let session = session(&points);
        let views = TreeViews::of(&session.evolution, Metric::Objects, session.range, &Pruning::default()).expect("there is a heap");
        let edges: Vec<u32> = (0..views.tree.nodes.len()).map(|node| views.pointed_color(node)).collect();
        assert_eq!(edges, [0xE0_20_1B, 0xE0_20_1B, 0xE0_20_1B, 0xE0_20_1B, 0xFF_E1_19], "only d is in the others");
    }

    #[test]
    fn every_group_is_shown_somewhere_in_what_holds_it() {
        for (name, order) in [("fig11", TreeOrder::AbsoluteGrowth), ("fig12", TreeOrder::StartSize)] {
            let city = sample_city(name);
            let (evolution, range) = (&city.session.evolution, city.session.range);
            let views = TreeViews::of(evolution, Metric::Bytes, range, &Pruning { order, ..Pruning::default() }).expect("there is a heap");
            for group in (0..evolution.nodes.len() as u32).map(NodeIndex) {
                let node = views.node_of(group);
                let above = views.tree.sources(node);
                let path = evolution.path(group);
                assert!(path.iter().any(|on_path| above.contains(&on_path.at())), "{name}: {}", evolution.path_text(group));
                if let Some(only) = views.group(node) {
                    assert!(path.contains(&only));
                }
            }
        }
    }

    #[test]
    fn order_comes_from_the_points_looked_at_and_all_others_can_be_shown() {
        let session = session(&[&[("a", 10), ("b", 10)], &[("a", 12), ("b", 50)], &[("a", 900), ("b", 60)]]);
        let views = |range| TreeViews::of(&session.evolution, Metric::Objects, range, &Pruning::default()).expect("there is a heap");
        let names = |views: &TreeViews| (1..views.tree.nodes.len()).map(|node| views.name(node)).collect::<Vec<_>>();
        let (all, first_two) = (views(session.range), views(PointRange { first: 0, last: 1 }));
        assert_eq!((names(&all), names(&first_two)), (vec!["a".to_owned(), "b".to_owned()], vec!["b".to_owned(), "a".to_owned()]));
        assert_eq!((all.values(2), first_two.values(2)), (&[960, 900, 60][..], &[960, 60, 900][..]));
        assert_eq!((first_two.most(0), all.most(0)), (960, 960));
    }

    #[test]
    fn a_path_leads_from_the_whole_down() {
        let session = nested_session();
        let views = TreeViews::of(&session.evolution, Metric::Bytes, session.range, &Pruning::default()).expect("there is a heap");
        let node = views.node_of(session.evolution.find_one("Location").expect("is a group"));
        let names: Vec<String> = views.path(node).into_iter().map(|node| views.name(node)).collect();
        assert_eq!(names, ["Heap", "app", "Location"]);
        assert_eq!([0, 1, node].map(|node| views.has_parts(node)), [true, true, false]);
        assert_eq!(views.down(&views.steps(node)), node);
        assert_eq!(views.down(&[Some("app".into()), Some("nobody".into())]), 1, "as far as it goes");
        assert_eq!([node, 1, 0].map(|node| views.with_parts(node, 1)), [1, 1, 0], "a leaf has none");
        assert_eq!((views.role_name(1), views.role_name(node)), ("Package", "Type"));
    }
}
