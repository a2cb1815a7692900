use std::f64::consts::TAU;

use proptest::prelude::*;

use super::*;
use crate::rect::Rect;

/// A tree in preorder: of each node its name, its parent, and what it holds itself at every point.
#[derive(Debug, Clone)]
struct Toy {
    points: usize,
    nodes: Vec<(String, usize, Vec<u64>)>,
}

impl Toy {
    /// A tree from lines `name parent values ..`, each with what it holds beside its children; the first one is the root.
    fn of(text: &str) -> Self {
        let mut nodes: Vec<(String, usize, Vec<u64>)> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let parent = nodes.iter().position(|node| node.0 == words[1]).unwrap_or(0);
            nodes.push((words[0].to_owned(), parent, words[2..].iter().map(|word| word.parse().expect("a number")).collect()));
        }
        Self { points: nodes[0].2.len(), nodes }
    }

    fn is_below(&self, node: usize, above: usize) -> bool {
        node == above || node != 0 && self.is_below(self.nodes[node].1, above)
    }
}

impl EvolvingTree for Toy {
    fn root(&self) -> usize {
        0
    }

    fn points(&self) -> usize {
        self.points
    }

    fn children(&self, node: usize) -> Vec<usize> {
        (1..self.nodes.len()).filter(|&child| self.nodes[child].1 == node).collect()
    }

    fn name(&self, node: usize) -> &str {
        &self.nodes[node].0
    }

    fn value(&self, node: usize, point: usize) -> u64 {
        (0..self.nodes.len()).filter(|&below| self.is_below(below, node)).map(|below| self.nodes[below].2[point]).sum()
    }
}

/// The names of what is shown below a node, in order; the rest is `Other`.
fn children<'a>(toy: &'a Toy, tree: &PrunedTree, node: usize) -> Vec<&'a str> {
    let name = |child: usize| if tree.nodes[child].is_rest { "Other" } else { toy.name(tree.sources(child)[0]) };
    tree.nodes[node].children.clone().map(name).collect()
}

fn by(order: TreeOrder) -> Pruning {
    Pruning { order, coverage: 1.0, ..Pruning::default() }
}

#[test]
fn siblings_stand_in_the_order_of_the_whole_run() {
    let toy = Toy::of(
        "heap heap 0 0 0
         first heap 50 10 10
         last heap 10 10 40
         peak heap 5 90 6
         double heap 4 4 9",
    );
    let order = |order| children(&toy, &PrunedTree::of(&toy, &by(order)), 0).join(" ");
    assert_eq!(order(TreeOrder::AbsoluteGrowth), "last double peak first");
    assert_eq!(order(TreeOrder::StartSize), "first last peak double");
    assert_eq!(order(TreeOrder::EndSize), "last first double peak");
    assert_eq!(order(TreeOrder::Average), "peak first last double");
    assert_eq!(order(TreeOrder::RelativeGrowth), "last double peak first");
    assert_eq!(order(TreeOrder::PeakSize), "peak first last double");
}

#[test]
fn children_are_shown_until_they_hold_enough() {
    let mut text = "heap heap 0 0\n".to_owned();
    (0..20).for_each(|at| text += &format!("t{at:02} heap 0 {}\n", 100 - at));
    let toy = Toy::of(&text);
    let tree = PrunedTree::of(&toy, &Pruning::default());
    assert_eq!(children(&toy, &tree, 0), ["t00", "t01", "t02", "t03", "t04", "t05", "t06", "t07", "t08", "Other"]);
    assert_eq!(tree.nodes[10].rank, 9);
    // 70 and 25 of 100 are more than 90 %.
    let toy = Toy::of("heap heap 0 0\na heap 0 70\nb heap 0 25\nc heap 0 3\nd heap 0 2\ngone heap 9 0");
    let tree = PrunedTree::of(&toy, &Pruning::default());
    assert_eq!(children(&toy, &tree, 0), ["a", "b", "Other"]);
    assert_eq!([0, 1].map(|point| tree.values(&toy, point)[3]), [9, 5], "what is not there at the end is never shown");
}

#[test]
fn one_goes_down_into_the_rest_as_into_any_group() {
    let toy = Toy::of(
        "heap heap 0 7
         big heap 0 95
         small heap 0 0
         site small 0 2
         tiny heap 0 0
         place tiny 0 1",
    );
    // Sites of one name in several types are one in the rest.
    let mut toy = toy;
    toy.nodes[5].0 = "site".to_owned();
    let tree = PrunedTree::of(&toy, &Pruning { coverage: 0.5, ..Pruning::default() });
    assert_eq!(children(&toy, &tree, 0), ["big", "Other"]);
    let rest = tree.nodes[0].children.end - 1;
    let values = tree.values(&toy, 1);
    // What the root holds itself is in its rest.
    assert_eq!((values[0], values[rest]), (105, 10));
    assert_eq!(children(&toy, &tree, rest), ["site", "Other"]);
    let within = tree.nodes[rest].children.clone();
    assert_eq!(within.clone().map(|child| values[child]).collect::<Vec<_>>(), [3, 7]);
    assert_eq!(tree.sources(within.start).len(), 2);
    assert!(within.clone().all(|child| tree.nodes[child].is_in_rest && tree.nodes[child].rank == 1));
    assert!(!tree.nodes[within.start].is_rest && tree.nodes[within.start + 1].is_rest);
}

#[test]
fn rings_and_columns_lie_where_the_formulas_say() {
    let toy = Toy::of("heap heap 0\na heap 0\na1 a 3\na2 a 1\nb heap 4");
    let tree = PrunedTree::of(&toy, &by(TreeOrder::EndSize));
    let values = tree.values(&toy, 0);
    let shares = tree.shares(&values);
    let geometry = SunburstGeometry { centre: 25.0, radius: 225.0, levels: 2 };
    let sectors = sunburst(&tree, &shares, 0, &geometry);
    assert_eq!(
        sectors.iter().map(|sector| (sector.inner, sector.outer)).collect::<Vec<_>>()[..3],
        [(0.0, 25.0), (25.0, 124.0), (25.0, 124.0)]
    );
    assert_eq!((sectors[3].inner, sectors[3].outer), (125.0, 224.0));
    assert!((sectors[3].sweep - (0.375 * TAU - 0.005)).abs() < 1e-12, "{:?}", sectors[3]);
    assert_eq!(sunburst_at(&tree, &shares, 0, &geometry, (0.0, -20.0)), Some(0));
    // A little after 12 o'clock, and a little before it.
    assert_eq!(sunburst_at(&tree, &shares, 0, &geometry, (1.0, -100.0)).map(|node| tree.sources(node)[0]), Some(1));
    assert_eq!(sunburst_at(&tree, &shares, 0, &geometry, (-1.0, -100.0)).map(|node| tree.sources(node)[0]), Some(4));
    assert_eq!(sunburst_at(&tree, &shares, 0, &geometry, (1.0, -200.0)).map(|node| tree.sources(node)[0]), Some(2));
    assert_eq!(sunburst_at(&tree, &shares, 0, &geometry, (-1.0, -200.0)), None, "b has nothing below it");
    assert_eq!(sunburst_at(&tree, &shares, 0, &geometry, (300.0, 0.0)), None);
    let geometry = IcicleGeometry { width: 300.0, height: 80.0, levels: 2 };
    let cells = icicle(&tree, &shares, 0, &geometry);
    assert_eq!(cells[1].rect, Rect { x0: 100.0, y0: 0.0, x1: 200.0, y1: 39.0 });
    assert_eq!(cells[4].rect, Rect { x0: 200.0, y0: 30.0, x1: 300.0, y1: 39.0 });
    assert_eq!(icicle_at(&tree, &shares, 0, &geometry, (250.0, 35.0)).map(|node| tree.sources(node)[0]), Some(3));
    assert_eq!(icicle_at(&tree, &shares, 0, &geometry, (250.0, 50.0)), None);
    // From a lower node on that one is the whole.
    let a = tree.nodes[0].children.start;
    let cells = icicle(&tree, &shares, a, &IcicleGeometry { levels: 1, ..geometry });
    assert_eq!(cells.len(), 3);
    assert_eq!(cells[1].rect, Rect { x0: 150.0, y0: 0.0, x1: 300.0, y1: 59.0 });
}

/// From 100 to 200: what the whole holds is what it is high, and the bars show it, too.
#[test]
fn heights_of_several_points_can_be_compared() {
    let toy = Toy::of("heap heap 0 0\na heap 60 150\nb heap 40 50");
    let tree = PrunedTree::of(&toy, &by(TreeOrder::AbsoluteGrowth));
    let values = [0, 1].map(|point| tree.values(&toy, point));
    let bars = stacked_bars(&tree, &values, 0, 200, Rect { x0: 0.0, y0: 0.0, x1: 100.0, y1: 100.0 });
    let ends: Vec<(usize, f64, f64)> = bars.iter().map(|piece| (piece.bar, piece.rect.y0, piece.rect.y1)).collect();
    assert_eq!(ends, [(0, 70.0, 100.0), (0, 50.0, 70.0), (1, 25.0, 100.0), (1, 0.0, 25.0)]);
}

/// A random tree: of each node the parent (earlier), one of few names, and what it holds itself at three points.
fn random_tree() -> impl Strategy<Value = Toy> {
    let node = (any::<prop::sample::Index>(), 0..6_u8, prop::collection::vec(0..40_u64, 3));
    prop::collection::vec(node, 1..40).prop_map(|drawn| {
        let mut nodes: Vec<(String, usize, Vec<u64>)> = vec![("heap".to_owned(), 0, vec![1, 1, 1])];
        for (parent, name, own) in drawn {
            let parent = parent.index(nodes.len());
            let name = format!("n{name}");
            // Siblings have names of their own.
            if !(1..nodes.len()).any(|at| nodes[at].1 == parent && nodes[at].0 == name) {
                nodes.push((name, parent, own));
            }
        }
        Toy { points: 3, nodes }
    })
}

proptest! {
    #[test]
    fn every_node_is_shown_once_and_sums_are_right(toy in random_tree(), order in 0..6_usize, most_children in 1..4_usize) {
        let pruning = Pruning { order: TreeOrder::ALL[order], coverage: 0.8, most_children };
        let tree = PrunedTree::of(&toy, &pruning);
        let mut shown: Vec<usize> = (0..tree.nodes.len()).flat_map(|node| tree.sources(node).to_vec()).collect();
        shown.sort_unstable();
        prop_assert_eq!(shown, (0..toy.nodes.len()).collect::<Vec<_>>());
        for point in 0..3 {
            let values = tree.values(&toy, point);
            prop_assert_eq!(values[0], toy.value(0, point));
            for (at, node) in tree.nodes.iter().enumerate() {
                prop_assert!(node.children.len() <= most_children + 1);
                prop_assert!(node.children.clone().rev().skip(1).all(|child| !tree.nodes[child].is_rest), "the rest is last");
                let held: u64 = tree.sources(at).iter().map(|&source| toy.value(source, point)).sum();
                // The rest holds what its parent has itself as well.
                let is_right = if node.is_rest { values[at] >= held } else { values[at] == held };
                prop_assert!(is_right);
                if !node.children.is_empty() {
                    prop_assert_eq!(node.children.clone().map(|child| values[child]).sum::<u64>(), values[at]);
                }
            }
            check_pictures(&tree, &values)?;
        }
    }
}

/// Children fill their parent in every picture, one beside the other, and what is drawn at a place is found there.
fn check_pictures(tree: &PrunedTree, values: &[u64]) -> Result<(), TestCaseError> {
    let shares = tree.shares(values);
    for (at, node) in tree.nodes.iter().enumerate() {
        let mut end = shares[at].start;
        for child in node.children.clone() {
            prop_assert_eq!(shares[child].start, end);
            end = shares[child].end;
        }
        prop_assert!(node.children.is_empty() || (end - shares[at].end).abs() < 1e-12, "{} {:?}", end, shares[at]);
    }
    let height = tree.height(0);
    let geometry = SunburstGeometry { centre: 10.0, radius: 10.0 + 20.0 * height as f64, levels: height };
    for sector in sunburst(tree, &shares, 0, &geometry) {
        let (angle, radius) = (sector.start + 0.5 * sector.sweep, 0.5 * (sector.inner + sector.outer));
        let found = sunburst_at(tree, &shares, 0, &geometry, (radius * angle.sin(), -radius * angle.cos()));
        prop_assert_eq!(found, Some(sector.node));
    }
    let geometry = IcicleGeometry { width: 100.0, height: 1e4, levels: height };
    for cell in icicle(tree, &shares, 0, &geometry) {
        prop_assert_eq!(icicle_at(tree, &shares, 0, &geometry, cell.rect.center()), Some(cell.node));
    }
    let free = Rect { x0: 0.0, y0: 0.0, x1: 1000.0, y1: 700.0 };
    let tiles = treemap(tree, values, 0, height, free);
    let area_of = |node: usize| tiles.iter().find(|tile| tile.node == node).map_or(0.0, |tile| tile.rect.area());
    for (share, &child) in tree.nodes[0].children.clone().collect::<Vec<_>>().iter().map(|child| (shares[*child].len(), child)) {
        prop_assert!((area_of(child) - share * free.area()).abs() < 1e-6 * free.area());
    }
    Ok(())
}
