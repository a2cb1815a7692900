//! Which groups of a tree are shown, found once for all points in time.
//!
//! Of each parent the first children in the order of the whole run, until they hold 90 % of it or nine are there; the others are one, the
//! rest. What is below them is united by name, so that one can go down into the rest as into any group. So every node that is shown
//! stands for one or several nodes of the tree, and each of these stands in one node that is shown. What a parent holds beside its children
//! belongs to the rest, too: at all times what is shown adds up to the parent.
//!
//! Source: "Heap Evolution Analysis Using Tree Visualizations" (STAG 2020), sections 4.1 and 5.1.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::{EvolvingTree, TreeOrder};

/// How much is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pruning {
    /// The order of siblings.
    pub order: TreeOrder,
    /// Children are shown until they hold this share of their parent.
    pub coverage: f64,
    /// At most so many, and the rest.
    pub most_children: usize,
}

impl Default for Pruning {
    fn default() -> Self {
        Self { order: TreeOrder::default(), coverage: 0.9, most_children: 9 }
    }
}

/// A node that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrunedNode {
    /// The node above it; the root is its own.
    pub parent: usize,
    /// Distance from the root.
    pub level: u16,
    /// Its children, the rest last.
    pub children: Range<usize>,
    /// Whether it is what its siblings leave over, or within such.
    pub is_in_rest: bool,
    /// Whether it is what its siblings leave over.
    pub is_rest: bool,
    /// The place among the children of the root of the one that it is or lies in: what gives it its colour. 0 for the root.
    pub rank: usize,
    sources: Range<usize>,
}

/// The nodes that are shown, those of each level one after the other; 0 is the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrunedTree {
    /// The nodes.
    pub nodes: Vec<PrunedNode>,
    sources: Vec<usize>,
}

/// Nodes of the tree that are shown as one, and what they hold together.
struct Group {
    sources: Vec<usize>,
    series: Vec<u64>,
}

impl PrunedTree {
    /// Prunes a tree.
    pub fn of<T: EvolvingTree>(tree: &T, pruning: &Pruning) -> Self {
        let root = vec![tree.root()];
        let mut pruned = Self::default();
        let mut waiting: VecDeque<(usize, Vec<u64>)> = VecDeque::new();
        let series = series(tree, &root);
        pruned.push(PrunedNode { parent: 0, level: 0, children: 0..0, is_in_rest: false, is_rest: false, rank: 0, sources: 0..0 }, &root);
        waiting.push_back((0, series));
        while let Some((at, held)) = waiting.pop_front() {
            let mut groups = groups(tree, pruned.sources(at));
            if groups.is_empty() {
                continue;
            }
            groups.sort_by(|a, b| pruning.order.sort_value(&b.series).total_cmp(&pruning.order.sort_value(&a.series)));
            let (kept, left) = split(groups, &held, pruning);
            let first = pruned.nodes.len();
            let above = pruned.nodes[at].clone();
            let node = |place: usize, is_rest: bool| PrunedNode {
                parent: at,
                level: above.level + 1,
                children: 0..0,
                is_in_rest: above.is_in_rest || is_rest,
                is_rest,
                rank: if at == 0 { place } else { above.rank },
                sources: 0..0,
            };
            let mut rest = held;
            for (place, group) in kept.into_iter().enumerate() {
                rest.iter_mut().zip(&group.series).for_each(|(rest, held)| *rest = rest.saturating_sub(*held));
                pruned.push(node(place, false), &group.sources);
                waiting.push_back((pruned.nodes.len() - 1, group.series));
            }
            if !left.is_empty() || rest.iter().any(|&rest| rest > 0) {
                pruned.push(node(pruned.nodes.len() - first, true), &left);
                waiting.push_back((pruned.nodes.len() - 1, rest));
            }
            pruned.nodes[at].children = first..pruned.nodes.len();
        }
        pruned
    }

    /// The nodes of the tree that a node stands for; none for what a parent holds beside its children.
    #[must_use]
    pub fn sources(&self, node: usize) -> &[usize] {
        &self.sources[self.nodes[node].sources.clone()]
    }

    /// What every node holds at a point.
    pub fn values<T: EvolvingTree>(&self, tree: &T, point: usize) -> Vec<u64> {
        let mut values = vec![0_u64; self.nodes.len()];
        values[0] = tree.value(tree.root(), point);
        for at in 0..self.nodes.len() {
            let mut rest = values[at];
            for child in self.nodes[at].children.clone() {
                values[child] = match self.nodes[child].is_rest {
                    true => rest,
                    false => self.sources(child).iter().map(|&source| tree.value(source, point)).sum(),
                };
                rest = rest.saturating_sub(values[child]);
            }
        }
        values
    }

    /// How many levels there are below a node.
    #[must_use]
    pub fn height(&self, node: usize) -> usize {
        let deepest = self.below(node, usize::MAX).map(|below| self.nodes[below].level).max();
        deepest.map_or(0, |deepest| usize::from(deepest - self.nodes[node].level))
    }

    /// A node and what is at most so many levels below it, level by level.
    pub fn below(&self, node: usize, levels: usize) -> impl Iterator<Item = usize> + '_ {
        let last = usize::from(self.nodes[node].level).saturating_add(levels);
        let mut waiting = VecDeque::from([node]);
        std::iter::from_fn(move || {
            let at = waiting.pop_front()?;
            if usize::from(self.nodes[at].level) < last {
                waiting.extend(self.nodes[at].children.clone());
            }
            Some(at)
        })
    }

    fn push(&mut self, node: PrunedNode, sources: &[usize]) {
        let first = self.sources.len();
        self.sources.extend(sources);
        self.nodes.push(PrunedNode { sources: first..self.sources.len(), ..node });
    }
}

/// The groups that are shown, and the nodes of all others.
fn split(groups: Vec<Group>, held: &[u64], pruning: &Pruning) -> (Vec<Group>, Vec<usize>) {
    // Peaks at different times are more together than that of their parent.
    let of_groups: f64 = groups.iter().map(|group| pruning.order.reference_value(&group.series)).sum();
    let enough = pruning.coverage * pruning.order.reference_value(held).max(of_groups);
    let (mut kept, mut left): (Vec<Group>, Vec<usize>) = Default::default();
    let mut shown = 0.0;
    for group in groups {
        let reference = pruning.order.reference_value(&group.series);
        if reference > 0.0 && shown <= enough && kept.len() < pruning.most_children {
            shown += reference;
            kept.push(group);
        } else {
            left.extend(group.sources);
        }
    }
    (kept, left)
}

/// The children of some nodes, those of one name together, by name where there are several.
fn groups<T: EvolvingTree>(tree: &T, sources: &[usize]) -> Vec<Group> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    match sources {
        [only] => all.extend(tree.children(*only).into_iter().map(|child| vec![child])),
        _ => {
            let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
            for child in sources.iter().flat_map(|&source| tree.children(source)) {
                by_name.entry(tree.name(child)).or_default().push(child);
            }
            let mut named: Vec<_> = by_name.into_iter().collect();
            named.sort_unstable_by_key(|(name, _)| *name);
            all.extend(named.into_iter().map(|(_, sources)| sources));
        }
    }
    all.into_iter().map(|sources| Group { series: series(tree, &sources), sources }).collect()
}

fn series<T: EvolvingTree>(tree: &T, sources: &[usize]) -> Vec<u64> {
    (0..tree.points()).map(|point| sources.iter().map(|&source| tree.value(source, point)).sum()).collect()
}
