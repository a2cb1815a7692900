//! Churn: how much of the garbage of a window had survived no collection, of which types it was, and where these were allocated.
//!
//! Reads a tree of what died, grouped by age, type, allocation site and the call in the application behind it: each step of the reading is
//! a level of the tree, and the last ones may be missing. Where only allocations are known, by samples, the same is read of all that was
//! allocated, in bytes.
//!
//! Source: the hints of guided exploration for short-living objects (Weninger, Grünbacher, Gander, Schörgenhumer, EICS 2021), with the
//! ages of "Analyzing the Lifetimes of Objects" (SSP 2020).

use std::ops::Range;

use crate::base::ids::NodeIndex;
use crate::grouping::{age_name, is_no_domain_call_site};
use crate::trees::evolution::{Evolution, Metric};
use crate::trees::memory_tree::{MemoryTree, NodeTotals};

/// A type is suspicious from this share of all garbage on.
const SUSPICIOUS: f64 = 0.1;

/// What stands out in the garbage of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Churn {
    /// All that died.
    pub died: NodeTotals,
    /// What died without having survived a collection.
    pub young: NodeIndex,
    /// How much that is.
    pub young_totals: NodeTotals,
    /// Its types that are a tenth of all garbage or more, the largest one first; without such a type the largest one.
    pub types: Vec<ChurnType>,
    /// No type is a tenth of all garbage.
    pub is_spread: bool,
    /// What shares are of: objects, or bytes where nobody tells how many objects there were.
    pub measure: Metric,
}

/// A type of which much dies young.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChurnType {
    /// Which one.
    pub node: NodeIndex,
    /// How much of it died young.
    pub totals: NodeTotals,
    /// Where most of that was allocated, and how much it is; `None` where nobody told.
    pub site: Option<(NodeIndex, NodeTotals)>,
    /// From which line of the application that was called most, and how much it is; `None` where the site is one of the application
    /// itself, and where nobody told.
    pub called_from: Option<(NodeIndex, NodeTotals)>,
}

impl ChurnType {
    /// The place in the code to look at: that of the application where one is known.
    #[must_use]
    pub fn place(&self) -> Option<(NodeIndex, NodeTotals)> {
        self.called_from.or(self.site)
    }
}

/// Groups of what died, as trees and evolutions have them.
trait DeadGroups {
    fn children(&self, node: NodeIndex) -> Vec<NodeIndex>;
    fn totals(&self, node: NodeIndex) -> NodeTotals;
    fn name(&self, node: NodeIndex) -> &str;
    fn role(&self, node: NodeIndex) -> &str;
}

impl DeadGroups for MemoryTree {
    fn children(&self, node: NodeIndex) -> Vec<NodeIndex> {
        self.children(node).collect()
    }

    fn totals(&self, node: NodeIndex) -> NodeTotals {
        self.nodes[node.at()].totals
    }

    fn name(&self, node: NodeIndex) -> &str {
        &self.nodes[node.at()].name
    }

    fn role(&self, node: NodeIndex) -> &str {
        self.role_of(node)
    }
}

/// What died in some points of garbage that piles up.
struct Piled<'e> {
    evolution: &'e Evolution,
    points: Range<usize>,
}

impl DeadGroups for Piled<'_> {
    fn children(&self, node: NodeIndex) -> Vec<NodeIndex> {
        self.evolution.children(node).collect()
    }

    fn totals(&self, node: NodeIndex) -> NodeTotals {
        self.evolution.died_in(node, self.points.clone())
    }

    fn name(&self, node: NodeIndex) -> &str {
        &self.evolution.nodes[node.at()].name
    }

    fn role(&self, node: NodeIndex) -> &str {
        self.evolution.role_name(node)
    }
}

impl Churn {
    /// What stands out in a tree of what died, by age, type and allocation site. Shares are of objects. `None` if nothing died young, or
    /// the tree is grouped otherwise.
    #[must_use]
    pub fn of(tree: &MemoryTree) -> Option<Self> {
        Self::of_dead(tree)
    }

    /// What stands out in a tree of what was allocated, by type and allocation site, whether it died or not ([`crate::allocated_tree`]).
    /// Shares are of bytes.
    #[must_use]
    pub fn of_allocated(tree: &MemoryTree) -> Option<Self> {
        Self::of_types(tree, NodeIndex::ROOT, Metric::Bytes)
    }

    /// The same of what died between two points of garbage that piles up ([`crate::Subject::Garbage`]); from the first point of all on it
    /// is all that died until the last one.
    #[must_use]
    pub fn of_garbage(evolution: &Evolution, points: Range<usize>) -> Option<Self> {
        if evolution.nodes.is_empty() { None } else { Self::of_dead(&Piled { evolution, points }) }
    }

    fn of_dead(groups: &impl DeadGroups) -> Option<Self> {
        let name = age_name(0);
        let is_young = |node: &NodeIndex| groups.name(*node) == name && groups.role(*node) == "Age";
        let young = groups.children(NodeIndex::ROOT).into_iter().find(is_young)?;
        Self::of_types(groups, young, Metric::Objects)
    }

    /// The types below a group.
    fn of_types(groups: &impl DeadGroups, young: NodeIndex, measure: Metric) -> Option<Self> {
        let totals = |node: NodeIndex| groups.totals(node);
        let amount = |node: NodeIndex| measure.of(totals(node));
        let largest_first = |parent: NodeIndex| {
            let mut nodes: Vec<NodeIndex> = groups.children(parent).into_iter().filter(|&node| amount(node) > 0).collect();
            // Of equals the first by key, in which order they are.
            nodes.sort_by_key(|&node| std::cmp::Reverse(amount(node)));
            nodes
        };
        let is_by = |role: &str, node: NodeIndex| groups.role(node) == role;
        let died = totals(NodeIndex::ROOT);
        let mut types = largest_first(young);
        types.retain(|&node| is_by("Type", node));
        let is_suspicious = |node: &NodeIndex| amount(*node) as f64 >= SUSPICIOUS * amount(NodeIndex::ROOT) as f64;
        let suspicious = types.iter().take_while(|node| is_suspicious(node)).count();
        let is_spread = suspicious == 0;
        let types = types.into_iter().take(suspicious.max(1));
        let largest = |parent, role| largest_first(parent).first().filter(|&&node| is_by(role, node)).map(|&node| (node, totals(node)));
        let of_type = |node| {
            let site = largest(node, "Allocation site");
            let call = site.and_then(|(site, _)| {
                largest(site, "Closest domain call site").filter(|&(call, _)| groups.name(call) != groups.name(site))
            });
            let called_from = call.filter(|&(call, _)| !is_no_domain_call_site(groups.name(call)));
            ChurnType { node, totals: totals(node), site, called_from }
        };
        let types: Vec<ChurnType> = types.map(of_type).collect();
        (!types.is_empty()).then_some(Self { died, young, young_totals: totals(young), types, is_spread, measure })
    }

    /// What counts of these totals: objects, or bytes.
    #[must_use]
    pub fn amount(&self, totals: NodeTotals) -> u64 {
        self.measure.of(totals)
    }

    /// How much of all garbage had survived no collection: 0 to 1.
    #[must_use]
    pub fn young_share(&self) -> f64 {
        share(self.amount(self.young_totals), self.amount(self.died))
    }

    /// How much of that the types are together: 0 to 1.
    #[must_use]
    pub fn share_of_types(&self) -> f64 {
        share(self.types.iter().map(|of| self.amount(of.totals)).sum(), self.amount(self.young_totals))
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::memory_tree::TreeBuilder;

    /// A tree of lines `age, type, site, objects`; each object has ten bytes.
    fn died(lines: &[(u32, &str, &str, u64)]) -> MemoryTree {
        let totals = |objects| NodeTotals { objects, bytes: 10 * objects };
        let all = lines.iter().map(|&(.., objects)| totals(objects));
        let mut builder = TreeBuilder::new(all.fold(NodeTotals::default(), NodeTotals::saturating_add));
        let roles = ["Age", "Type", "Allocation site"].map(|role| builder.role(role));
        for &(age, of_type, site, objects) in lines {
            // What has one name below one node is summed.
            let parts = [age_name(age), of_type.to_owned(), site.to_owned()];
            parts.iter().zip(roles).fold(0, |parent, (part, role)| builder.add_part(parent, part, role, totals(objects)));
        }
        builder.finish().tree
    }

    fn names(tree: &MemoryTree, churn: &Churn) -> Vec<(String, String)> {
        let name = |node: NodeIndex| tree.nodes[node.at()].name.to_string();
        churn.types.iter().map(|of| (name(of.node), of.site.map(|(site, _)| name(site)).unwrap_or_default())).collect()
    }

    #[test]
    fn types_with_a_tenth_of_the_garbage_are_told_with_the_site_that_makes_most() {
        let tree = died(&[
            (0, "A", "Loop.run", 24),
            (0, "A", "Start.main", 1),
            (0, "B", "Loop.run", 25),
            (0, "C", "Pool.get", 25),
            (0, "D", "Loop.next", 16),
            (0, "D", "Loop.first", 4),
            (0, "E", "Loop.run", 4),
            (3, "A", "Loop.run", 1),
        ]);
        let churn = Churn::of(&tree).expect("much died young");
        let told = names(&tree, &churn);
        assert_eq!(told.iter().map(|(of, _)| of.as_str()).collect::<Vec<_>>(), ["A", "B", "C", "D"]);
        assert_eq!((told[0].1.as_str(), told[3].1.as_str()), ("Loop.run", "Loop.next"));
        assert!(!churn.is_spread);
        // 99 of 100, and 95 of those 99.
        assert!((churn.young_share() - 0.99).abs() < 1e-12 && (churn.share_of_types() - 95.0 / 99.0).abs() < 1e-12);
    }

    #[test]
    fn behind_a_line_of_a_library_the_application_that_called_it_is_told() {
        let mut builder = TreeBuilder::new(NodeTotals { objects: 100, bytes: 1000 });
        let roles = ["Age", "Type", "Allocation site", "Closest domain call site"].map(|role| builder.role(role));
        let lines = [
            ("A", "java.util.ArrayList.iterator", "app.Loop.run", 30),
            ("A", "java.util.ArrayList.iterator", "app.Start.main", 20),
            ("B", "app.Loop.run", "app.Loop.run", 30),
            ("C", "java.lang.Thread.start", "(no domain call site)", 20),
        ];
        for (of_type, site, call, objects) in lines {
            let totals = NodeTotals { objects, bytes: 10 * objects };
            let parts = [age_name(0), of_type.to_owned(), site.to_owned(), call.to_owned()];
            parts.iter().zip(roles).fold(0, |parent, (part, role)| builder.add_part(parent, part, role, totals));
        }
        let tree = builder.finish().tree;
        let churn = Churn::of(&tree).expect("all died young");
        let called: Vec<Option<(&str, u64)>> =
            churn.types.iter().map(|of| of.called_from.map(|(node, totals)| (&*tree.nodes[node.at()].name, totals.objects))).collect();
        assert_eq!(called, [Some(("app.Loop.run", 30)), None, None]);
        let places: Vec<Option<NodeIndex>> = churn.types.iter().map(|of| of.place().map(|(place, _)| place)).collect();
        assert!(places.iter().all(Option::is_some) && places[1] == churn.types[1].site.map(|(site, _)| site));
    }

    #[test]
    fn of_many_small_types_the_largest_one_is_told() {
        let lines: Vec<(u32, String, u64)> = (0..12).map(|at| (0, format!("T{at:02}"), if at == 7 { 9 } else { 8 })).collect();
        let lines: Vec<(u32, &str, &str, u64)> = lines.iter().map(|(age, of, objects)| (*age, of.as_str(), "Loop.run", *objects)).collect();
        let tree = died(&lines);
        let churn = Churn::of(&tree).expect("all died young");
        assert_eq!((names(&tree, &churn), churn.is_spread), (vec![("T07".to_owned(), "Loop.run".to_owned())], true));
    }

    #[test]
    fn garbage_that_piles_up_is_told_between_any_two_points() {
        use crate::base::{progress::Progress, warnings::Warnings};
        use crate::trees::memory_tree::{NodeSizes, TimePoint};
        let trees = [died(&[(0, "A", "Loop.run", 10)]), died(&[(0, "A", "Loop.run", 12), (0, "B", "Loop.next", 30)])];
        let point = |(at, tree): (usize, &MemoryTree)| {
            let (tree, sizes) = (tree.clone(), NodeSizes::default());
            TimePoint { time_millis: at as i64, gc: None, label: None, tree, references: None, sizes }
        };
        let points = trees.iter().enumerate().map(point).collect();
        let evolution = Evolution::from_points("", "", points, &Progress::new(), &Warnings::new()).expect("points ascend");
        let told = |points| {
            let churn = Churn::of_garbage(&evolution, points).expect("much died young");
            let name = |of: &ChurnType| (evolution.nodes[of.node.at()].name.to_string(), of.totals.objects);
            (churn.died.objects, churn.types.iter().map(name).collect::<Vec<_>>())
        };
        let named = |list: &[(&str, u64)]| list.iter().map(|(name, objects)| ((*name).to_owned(), *objects)).collect::<Vec<_>>();
        assert_eq!(told(0..1), (10, named(&[("A", 10)])));
        assert_eq!(told(0..2), (42, named(&[("B", 30), ("A", 12)])));
        assert_eq!(Churn::of(&trees[1]), Churn::of_garbage(&evolution, 0..2));
    }

    #[test]
    fn where_nothing_died_young_there_is_nothing_to_tell() {
        assert_eq!(Churn::of(&died(&[(2, "A", "Loop.run", 5)])), None);
        assert_eq!(Churn::of(&died(&[])), None);
    }

    #[test]
    fn the_share_of_young_deaths_is_that_of_the_published_case() {
        let tree = died(&[(0, "A", "Loop.run", 10_012_077), (1, "A", "Loop.run", 7_707)]);
        let churn = Churn::of(&tree).expect("nearly all died young");
        assert_eq!(format!("{:.3}", 100.0 * churn.young_share()), "99.923");
    }
}
