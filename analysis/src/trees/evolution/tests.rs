use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::trees::memory_tree::{MemoryTree, NodeEstimate, NodeSizes, NodeTotals, TimePoint, TreeBuilder};
use crate::trees::node_references::ReferenceMap;

/// A point from lines `path objects`, bytes are ten times the objects; inner nodes need lines of their own.
fn point(time_millis: i64, lines: &[(&str, u64)]) -> TimePoint {
    TimePoint { time_millis, gc: None, label: None, tree: tree(lines), references: None, sizes: NodeSizes::default() }
}

fn tree(lines: &[(&str, u64)]) -> MemoryTree {
    let totals = |objects| NodeTotals { objects, bytes: 10 * objects };
    let mut builder = TreeBuilder::new(totals(lines.iter().filter(|(path, _)| !path.contains('/')).map(|&(_, n)| n).sum()));
    let mut numbers = BTreeMap::from([(String::new(), 0)]);
    for &(path, objects) in lines {
        let (parent, part) = path.rsplit_once('/').unwrap_or(("", path));
        let role = builder.role(if parent.is_empty() { "Package" } else { "Type" });
        let number = builder.add_part(numbers[parent], part, role, totals(objects));
        numbers.insert(path.to_owned(), number);
    }
    builder.finish().tree
}

fn evolution(points: Vec<TimePoint>) -> Evolution {
    let warnings = Warnings::new();
    let evolution = Evolution::from_points("test", "", points, &Progress::new(), &warnings).expect("usable points");
    assert_eq!(warnings.list(), []);
    evolution
}

#[test]
fn what_was_a_building_before_it_became_a_district_keeps_a_building() {
    let references = |point: &mut TimePoint, row, partner, count| {
        let entries = vec![(NodeIndex(row), NodeIndex(partner), count)];
        let points_to = ReferenceMap::from_entries(entries);
        point.references = Some(NodeReferences { points_to, pointed_from: ReferenceMap::default() });
    };
    let mut first = point(10, &[("app", 5), ("lib", 1)]);
    references(&mut first, 2, 1, 3); // lib -> app
    let second = point(20, &[("app", 9), ("app/db", 9), ("lib", 1)]);
    let third = point(30, &[("app", 2)]);
    let expected = [
        ("Overall", vec![6, 10, 2], 0),
        ("Overall#app", vec![5, 9, 2], 0),
        ("Overall#app#(rest)", vec![5, 0, 2], 0),
        ("Overall#app#db", vec![0, 9, 0], 1),
        ("Overall#lib", vec![1, 1, 0], 0),
    ];
    let at_once = evolution(vec![first.clone(), second.clone(), third.clone()]);
    let mut grown = evolution(vec![first]);
    grown.push_point(third, &Warnings::new());
    grown.push_point(second, &Warnings::new());
    for evolution in [at_once, grown] {
        let rows = evolution
            .nodes
            .iter()
            .zip(0..)
            .map(|(node, at)| (&*node.key, evolution.series(Metric::Objects, NodeIndex(at)).to_vec(), node.first_seen));
        assert_eq!(rows.collect::<Vec<_>>(), expected);
        let known = evolution.references[0].as_ref().unwrap();
        assert_eq!(known.points_to.row(NodeIndex(4)), [(NodeIndex(1), 3), (NodeIndex(2), 3)]);
    }
}

#[test]
fn max_and_growth_match_by_hand_for_appearing_vanishing_and_shrinking_nodes() {
    let evolution = evolution(vec![
        point(30, &[("app", 9), ("app/Grows", 5), ("app/Shrinks", 4), ("new", 2), ("new/Appears", 2)]),
        point(10, &[("app", 13), ("app/Grows", 1), ("app/Shrinks", 9), ("app/Vanishes", 3)]),
        point(20, &[("app", 17), ("app/Grows", 7), ("app/Shrinks", 6), ("app/Vanishes", 4)]),
    ]);
    let rows: Vec<_> = (0..evolution.nodes.len() as u32)
        .map(NodeIndex)
        .map(|node| {
            let EvolutionNode { key, first_seen, level, .. } = &evolution.nodes[node.at()];
            let metric = Metric::Objects;
            (
                &**key,
                evolution.series(metric, node).into_owned(),
                evolution.max(metric, node),
                evolution.growth(metric, node, 0..evolution.points.len()),
                *first_seen,
                *level,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("Overall", vec![13, 17, 11], 17, -2, 0, 0),
            ("Overall#app", vec![13, 17, 9], 17, -4, 0, 1),
            ("Overall#app#Grows", vec![1, 7, 5], 7, 4, 0, 2),
            ("Overall#app#Shrinks", vec![9, 6, 4], 9, -5, 0, 2),
            ("Overall#app#Vanishes", vec![3, 4, 0], 4, -3, 0, 2),
            ("Overall#new", vec![0, 0, 2], 2, 2, 2, 1),
            ("Overall#new#Appears", vec![0, 0, 2], 2, 2, 2, 2),
        ]
    );
    assert_eq!(*evolution.series(Metric::Bytes, NodeIndex(2)), [10, 70, 50]);
    assert_eq!(evolution.points.iter().map(|p| p.time_millis).collect::<Vec<_>>(), [10, 20, 30]);
}

#[test]
fn a_node_with_children_in_any_tree_is_a_district() {
    let evolution = evolution(vec![point(1, &[("a", 1)]), point(2, &[("a", 1), ("a/x", 1)]), point(3, &[("a", 1)])]);
    let a = evolution.find_key("Overall#a").unwrap();
    assert!(!evolution.is_leaf(a));
    let children: Vec<&str> = evolution.children(a).map(|child| &*evolution.nodes[child.at()].name).collect();
    assert_eq!(children, ["(not grouped further)", "x"]);
}

#[test]
fn a_tree_without_children_and_a_second_tree_of_one_time_are_left_out_with_a_warning() {
    let warnings = Warnings::new();
    let points = vec![point(5, &[("a", 1)]), point(5, &[("b", 1)]), point(4, &[]), point(6, &[])];
    let evolution = Evolution::from_points("t", "p", points, &Progress::new(), &warnings).unwrap();
    assert_eq!(evolution.points.len(), 1);
    assert!(evolution.find_key("Overall#a").is_some() && evolution.find_key("Overall#b").is_none(), "the first tree of a time stays");
    let list: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
    assert_eq!(
        list,
        [
            "a tree with a time that another tree has was left out: time 5 ms",
            "a tree without nodes below its root was left out (2 times): first time 4 ms"
        ]
    );
}

#[test]
fn without_a_usable_tree_there_is_an_error() {
    let error = Evolution::from_points("t", "", vec![point(1, &[])], &Progress::new(), &Warnings::new()).unwrap_err();
    assert_eq!(error.to_string(), "nothing to show: no memory tree with at least one node below its root");
}

#[test]
fn one_key_under_two_parents_is_two_nodes() {
    let mut builder = TreeBuilder::new(NodeTotals::default());
    let role = builder.role("Type");
    for parent in ["a", "b"] {
        let parent = builder.add(0, parent.into(), parent.into(), role, NodeTotals::default());
        builder.add(parent, "same".into(), "same".into(), role, NodeTotals { objects: 1, bytes: 1 });
    }
    let tree = builder.finish().tree;
    let both =
        |time_millis| TimePoint { time_millis, gc: None, label: None, tree: tree.clone(), references: None, sizes: NodeSizes::default() };
    let evolution = evolution(vec![both(1), both(2)]);
    assert_eq!(evolution.nodes.len(), 5);
    assert_eq!(evolution.find("same").len(), 2);
}

#[test]
fn references_speak_of_union_nodes() {
    let mut second = point(2, &[("b", 3), ("d", 4)]);
    // In the tree: 0 root, 1 b, 2 d. In the union: 0 root, 1 a, 2 b, 3 c, 4 d.
    let map = |row, partner, count| ReferenceMap::from_entries(vec![(NodeIndex(row), NodeIndex(partner), count)]);
    second.references = Some(NodeReferences { points_to: map(1, 2, 4), pointed_from: map(2, 1, 3) });
    let mut evolution = evolution(vec![second, point(1, &[("a", 1), ("c", 2)])]);
    let check = |evolution: &Evolution, at: usize, b: u32, d: u32| {
        let references = evolution.references[at].as_ref().unwrap();
        assert_eq!(references.points_to.row(NodeIndex(b)), [(NodeIndex(d), 4)]);
        assert_eq!(references.pointed_from.row(NodeIndex(d)), [(NodeIndex(b), 3)]);
        assert_eq!(references.points_to.row(NodeIndex(0)), []);
    };
    assert!(evolution.references[0].is_none());
    check(&evolution, 1, 2, 4);
    let pushed = evolution.push_point(point(0, &[("a", 1), ("c", 1), ("c/inner", 1)]), &Warnings::new());
    // Below c: what it held as a building, and `inner`.
    assert_eq!(pushed, Pushed { point: Some(0), new_nodes: 2, dropped_points: 0 });
    check(&evolution, 2, 2, 6);
}

#[test]
fn nodes_are_found_by_key_end_of_key_and_name() {
    let evolution = evolution(vec![point(1, &[("a", 3), ("a/X", 1), ("a/Y", 1), ("b", 3), ("b/X", 1), ("Y", 0)])]);
    let keys = |text: &str| evolution.find(text).iter().map(|n| &*evolution.nodes[n.at()].key).collect::<Vec<_>>();
    assert_eq!(keys("Overall#a#X"), ["Overall#a#X"]);
    assert_eq!(keys("a#X"), ["Overall#a#X"]);
    assert_eq!(keys("X"), ["Overall#a#X", "Overall#b#X"]);
    assert_eq!(keys("nothing"), [""; 0]);
    assert_eq!(keys("Heap"), ["Overall"], "as paths call the root");
    assert_eq!(keys("a.X"), ["Overall#a#X"], "dots stand for levels, as in package names");
    assert_eq!(evolution.find_one("X").unwrap_err().to_string(), r#""X" means 2 groups; give one of the keys Overall#a#X, Overall#b#X"#);
    assert_eq!(
        evolution.find_one("nothing").unwrap_err().to_string(),
        r#"no group is called "nothing"; give a full key, its end, or a name"#
    );
    let node = evolution.find_one("b#X").unwrap();
    assert_eq!(evolution.path_text(node), "Heap -> Package: b -> Type: X");
    assert_eq!(evolution.path_pieces(NodeIndex::ROOT), [("", "Heap")]);
}

#[test]
fn classes_are_found_without_their_package_and_a_miss_names_what_is_alike() {
    let evolution = evolution(vec![point(1, &[("p", 4), ("p/shop.Location", 1), ("p/shop.Date", 1), ("p/java.Date", 1), ("p/Date", 1)])]);
    let name = |text: &str| evolution.find_one(text).map(|n| evolution.nodes[n.at()].name.to_string()).map_err(|e| e.to_string());
    assert_eq!(name("Location"), Ok("shop.Location".into()));
    assert_eq!(name("Date"), Ok("Date".into()), "a whole name goes before the end of one");
    assert_eq!(
        name("ocation").unwrap_err(),
        r#"no group is called "ocation"; give a full key, its end, or a name; alike are Overall#p#shop.Location"#
    );
}

#[test]
fn a_full_evolution_drops_every_second_point_and_says_so() {
    let mut evolution = Evolution::default();
    let warnings = Warnings::new();
    // 3 nodes, and as many again that a tree could bring: 21 cells hold 3 nodes at 5 points and the next one.
    for t in 0..6 {
        evolution.push_point_within(21, point(t, &[("a", t as u64 + 1), ("b", 1)]), &warnings);
    }
    assert_eq!((evolution.points.len(), warnings.list().len()), (6, 0));
    let pushed = evolution.push_point_within(21, point(6, &[("a", 7), ("late", 1)]), &warnings);
    // Of 0..=5 the points 0, 2, 4 and 5 stay.
    assert_eq!(pushed, Pushed { point: Some(4), new_nodes: 1, dropped_points: 2 });
    assert_eq!(evolution.points.iter().map(|p| p.time_millis).collect::<Vec<_>>(), [0, 2, 4, 5, 6]);
    assert_eq!(*evolution.series(Metric::Objects, evolution.find_key("Overall#a").unwrap()), [1, 3, 5, 6, 7]);
    let late = evolution.find_key("Overall#late").unwrap();
    assert_eq!((&*evolution.series(Metric::Objects, late), evolution.nodes[late.at()].first_seen), ([0, 0, 0, 0, 1].as_slice(), 4));
    assert_eq!(evolution.references.len(), 5);
    assert_eq!(warnings.list()[0].to_string(), "points were dropped to make room for later ones (2 times): first 6 points of 3 nodes");
}

#[test]
fn groups_that_live_at_one_point_of_many_take_one_cell_each() {
    // 400 groups of one point each, 300 points: 120,000 numbers, and all but 700 are 0.
    let names: Vec<String> = (0..400).map(|at| format!("site{at}")).collect();
    let of_point = |t: usize| names.iter().skip(t).step_by(300).map(|name| (&**name, 1)).collect::<Vec<_>>();
    let points: Vec<TimePoint> = (0..300).map(|t| point(t as i64, &of_point(t))).collect();
    let at_once = evolution(points.clone());
    let mut grown = Evolution { title: "test".into(), ..Evolution::default() };
    points.into_iter().for_each(|point| _ = grown.push_point(point, &Warnings::new()));
    assert_eq!(at_once.columns.cells(), 400 + 300, "and the root at each point");
    assert_eq!(grown.columns, at_once.columns);
    grown.drop_every_second_point();
    // 0, 2, .., 298 and the last one: 151 of 300 points, with one group each and a second one for those below 100.
    assert_eq!(grown.columns.cells(), 151 + 151 + 50);
}

/// Trees over few names, so that nodes meet, vanish and change between leaf and district.
fn any_points() -> impl Strategy<Value = Vec<TimePoint>> {
    let path = prop::collection::vec(prop::sample::select(vec!["a", "a.b", "b", "c", "é"]), 1..4);
    let tree = prop::collection::btree_map(path, 0u64..100, 1..12);
    prop::collection::btree_map(0i64..50, tree, 1..8)
        .prop_map(|points| points.into_iter().map(|(t, paths)| path_point(t, &paths)).collect())
}

fn path_point(time: i64, paths: &BTreeMap<Vec<&'static str>, u64>) -> TimePoint {
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for (path, &objects) in paths {
        for end in 1..=path.len() {
            *lines.entry(path[..end].join("/")).or_default() += objects;
        }
    }
    // A parent sorts before its children except where a sibling has a sign before `/`; order by depth instead.
    let mut lines: Vec<(&str, u64)> = lines.iter().map(|(path, &n)| (path.as_str(), n)).collect();
    lines.sort_by_key(|(path, _)| path.matches('/').count());
    let point = point(time, &lines);
    let sizes = NodeSizes {
        deep: (time % 2 == 0).then(|| tripled(&point.tree)),
        retained: (time % 3 == 0).then(|| tripled(&point.tree)),
        estimates: (time % 2 == 1).then(|| halves(&point.tree)),
    };
    TimePoint { sizes, ..point }
}

/// Sizes of every node: three times its bytes, less one.
fn tripled(tree: &MemoryTree) -> Vec<NodeTotals> {
    let size = |node: &crate::trees::memory_tree::TreeNode| NodeTotals {
        objects: 3 * node.totals.objects,
        bytes: (3 * node.totals.bytes).saturating_sub(1),
    };
    tree.nodes.iter().map(size).collect()
}

/// Errors of every other node: half of its totals.
fn halves(tree: &MemoryTree) -> Vec<Option<NodeEstimate>> {
    let half = |totals: NodeTotals| NodeTotals { objects: totals.objects / 2, bytes: totals.bytes / 2 };
    let estimate = |node: &crate::trees::memory_tree::TreeNode| {
        let is_estimate = node.totals.objects.is_multiple_of(2);
        is_estimate.then(|| NodeEstimate { recorded: 1, error: half(node.totals) })
    };
    tree.nodes.iter().map(estimate).collect()
}

/// Every size that is known, by key and point.
fn known_sizes(evolution: &Evolution) -> Vec<(Metric, String, usize, u64)> {
    let nodes = || (0..evolution.nodes.len() as u32).map(NodeIndex);
    let of_metric = |metric| {
        let points = evolution.known_points(metric).collect::<Vec<_>>();
        let cells = nodes().flat_map(move |node| points.clone().into_iter().map(move |t| (node, t)));
        cells.map(move |(node, t)| {
            let bytes = evolution.known_value(metric, node, t).expect("the point is known");
            (metric, evolution.nodes[node.at()].key.to_string(), t, bytes)
        })
    };
    [Metric::Deep, Metric::Retained].into_iter().flat_map(of_metric).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(128)))]

    #[test]
    fn the_union_holds_every_value_of_every_tree_and_nothing_else(points in any_points()) {
        let evolution = evolution(points.clone());
        let mut expected: BTreeMap<(String, usize), u64> = BTreeMap::new();
        let mut keys = BTreeSet::new();
        for (t, point) in points.iter().enumerate() {
            for node in &point.tree.nodes {
                expected.insert((node.key.to_string(), t), node.totals.objects);
                keys.insert(node.key.to_string());
            }
        }
        // Leaves with objects that are districts elsewhere have a child that holds the same.
        for (t, point) in points.iter().enumerate() {
            for leaf in (0..point.tree.nodes.len() as u32).map(NodeIndex).filter(|&node| point.tree.is_leaf(node)) {
                let node = &point.tree.nodes[leaf.at()];
                let inner = points.iter().any(|other| other.tree.nodes.iter().any(|n| n.key.starts_with(&format!("{}#", node.key))));
                if inner && node.totals.objects > 0 {
                    expected.insert((format!("{}#(rest)", node.key), t), node.totals.objects);
                    keys.insert(format!("{}#(rest)", node.key));
                }
            }
        }
        prop_assert_eq!(evolution.nodes.len(), keys.len());
        for at in 0..evolution.nodes.len() as u32 {
            let node = &evolution.nodes[at as usize];
            let present: Vec<usize> = (0..points.len()).filter(|&t| expected.contains_key(&(node.key.to_string(), t))).collect();
            prop_assert_eq!(node.first_seen as usize, present[0]);
            for t in 0..points.len() {
                let value = expected.get(&(node.key.to_string(), t)).copied().unwrap_or(0);
                prop_assert_eq!(evolution.value(Metric::Objects, NodeIndex(at), t), value);
            }
            let children: Vec<&str> = evolution.children(NodeIndex(at)).map(|c| &*evolution.nodes[c.at()].key).collect();
            prop_assert!(children.is_sorted());
            for child in evolution.children(NodeIndex(at)) {
                prop_assert_eq!(evolution.nodes[child.at()].parent, NodeIndex(at));
                prop_assert_eq!(evolution.nodes[child.at()].level, node.level + 1);
            }
        }
    }

    #[test]
    fn pushing_trees_in_any_order_gives_the_same_evolution(points in any_points(), seed in any::<u64>()) {
        let whole = evolution(points.clone());
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by_key(|&at| (seed >> (at * 7)) & 127);
        let mut grown = Evolution { title: "test".into(), ..Evolution::default() };
        for at in order {
            let before = grown.nodes.len();
            let pushed = grown.push_point(points[at].clone(), &Warnings::new());
            prop_assert_eq!(pushed.new_nodes, grown.nodes.len() - before);
            prop_assert_eq!(grown.points[pushed.point.unwrap()].time_millis, points[at].time_millis);
        }
        let shape = |e: &Evolution| e.nodes.iter().map(|n| (n.key.clone(), n.parent, n.subtree_end, n.level, n.first_seen)).collect::<Vec<_>>();
        prop_assert_eq!(shape(&grown), shape(&whole));
        prop_assert_eq!(&grown.columns, &whole.columns);
        prop_assert_eq!(&grown.points, &whole.points);
    }

    #[test]
    fn rows_hold_what_the_trees_say_and_hardly_more(points in any_points()) {
        let evolution = evolution(points.clone());
        let mut there = 0;
        for (at, node) in evolution.nodes.iter().enumerate() {
            let at_point = |point: &TimePoint| point.tree.nodes.iter().find(|other| other.key == node.key).map_or(0, |node| node.totals.objects);
            if !evolution.is_rest(NodeIndex(at as u32)) {
                prop_assert_eq!(evolution.series(Metric::Objects, NodeIndex(at as u32)), points.iter().map(at_point).collect::<Vec<_>>());
            }
            there += (0..points.len()).filter(|&t| evolution.value(Metric::Objects, NodeIndex(at as u32), t) > 0).count();
        }
        prop_assert!(evolution.columns.cells() <= 2 * there, "{} cells for {there} numbers", evolution.columns.cells());
    }

    #[test]
    fn sizes_that_come_later_are_those_that_came_with_the_trees(points in any_points()) {
        let whole = evolution(points.clone());
        let bare = points.iter().map(|point| TimePoint { sizes: NodeSizes::default(), ..point.clone() }).collect();
        let mut filled = evolution(bare);
        prop_assert_eq!(known_sizes(&filled), vec![]);
        for point in points.iter().rev() {
            let at = filled.points.iter().position(|there| there.time_millis == point.time_millis).unwrap();
            prop_assert!(filled.set_sizes(at, &point.tree, &point.sizes));
        }
        prop_assert_eq!(known_sizes(&filled), known_sizes(&whole));
        for (metric, key, t, bytes) in known_sizes(&whole) {
            // An absent node has no bytes and retains none.
            let shallow = whole.value(Metric::Bytes, whole.find_key(&key).unwrap(), t);
            prop_assert_eq!(bytes, (3 * shallow).saturating_sub(1), "{:?} of {} at {}", metric, key, t);
        }
    }
}

#[test]
fn a_size_that_is_not_known_is_not_zero() {
    let sized = |time, lines: &[(&str, u64)]| {
        let point = point(time, lines);
        TimePoint { sizes: NodeSizes { retained: Some(tripled(&point.tree)), ..NodeSizes::default() }, ..point }
    };
    let mut evolution = evolution(vec![point(10, &[("a", 1)]), sized(20, &[("a", 2)]), sized(40, &[("b", 9)])]);
    let a = evolution.find_key("Overall#a").unwrap();
    let known = |e: &Evolution, metric| (0..e.points.len()).map(|t| e.known_value(metric, a, t)).collect::<Vec<_>>();
    // 2 objects are 20 bytes: 3 * 20 - 1.
    assert_eq!(known(&evolution, Metric::Retained), [None, Some(59), Some(0)]);
    assert_eq!(known(&evolution, Metric::Deep), [None; 3]);
    assert_eq!(known(&evolution, Metric::Bytes), [Some(10), Some(20), Some(0)]);
    assert_eq!((&*evolution.series(Metric::Retained, a), &*evolution.series(Metric::Deep, a)), ([0, 59, 0].as_slice(), [].as_slice()));
    // From the first to the last point that is known.
    assert_eq!(
        (evolution.growth(Metric::Retained, a, 0..3), evolution.growth(Metric::Deep, a, 0..3), evolution.max(Metric::Retained, a)),
        (-59, 0, 59)
    );

    evolution.push_point(point(30, &[("a", 5), ("a/x", 5)]), &Warnings::new());
    assert_eq!(known(&evolution, Metric::Retained), [None, Some(59), None, Some(0)]);
    let foreign = tree(&[("elsewhere", 1)]);
    let sizes = |tree: &MemoryTree| NodeSizes { deep: Some(tripled(tree)), ..NodeSizes::default() };
    assert!(!evolution.set_sizes(0, &foreign, &sizes(&foreign)), "a tree of something else");
    let first = tree(&[("a", 1)]);
    assert!(!evolution.set_sizes(9, &first, &sizes(&first)), "there is no tenth point");
    let too_few = NodeSizes { deep: Some(Vec::new()), ..NodeSizes::default() };
    assert!(!evolution.set_sizes(0, &first, &too_few), "sizes of another tree");
    assert!(evolution.set_sizes(0, &first, &sizes(&first)));
    assert_eq!(known(&evolution, Metric::Deep), [Some(29), None, None, None]);
    let rest = evolution.find_key("Overall#a#(rest)").unwrap();
    assert_eq!(evolution.known_value(Metric::Deep, rest, 0), Some(29), "the same objects");
}

#[test]
fn nodes_find_their_place_in_a_later_evolution_by_their_keys_from_the_root_on() {
    let early = evolution(vec![point(10, &[("a", 1), ("a/x", 1), ("c", 2), ("c/x", 2), ("gone", 1)])]);
    let late = evolution(vec![point(10, &[("a", 1), ("a/x", 1), ("b", 1), ("b/x", 1), ("c", 2), ("c/w", 1), ("c/x", 1)])]);
    let places = early.places_in(&late);
    let keys = |at: usize| places[at].map(|place| &*late.nodes[place.at()].key);
    for (at, node) in early.nodes.iter().enumerate() {
        assert_eq!(keys(at), (&*node.key != "Overall#gone").then_some(&*node.key));
    }
    assert_eq!(early.places_in(&Evolution::default()), vec![None; 6]);
    assert!(Evolution::default().places_in(&late).is_empty());
}

#[test]
fn estimates_keep_their_errors_when_trees_become_series() {
    let estimated = |time, objects| {
        let point = point(time, &[("A", objects), ("B", 8)]);
        let error = |objects| Some(NodeEstimate { recorded: 3, error: NodeTotals { objects, bytes: 16 * objects } });
        let sizes = NodeSizes { estimates: Some(vec![None, error(3), None]), ..NodeSizes::default() };
        TimePoint { sizes, ..point }
    };
    let points = vec![point(1, &[("A", 4), ("B", 8)]), estimated(2, 100), estimated(3, 120)];
    let evolution = Evolution::from_points("", "", points, &Progress::new(), &Warnings::new()).unwrap();
    let (root, a, b) = (NodeIndex(0), NodeIndex(1), NodeIndex(2));
    let errors = |node| [0, 1, 2].map(|point| evolution.error(Metric::Objects, node, point));
    assert_eq!([errors(root), errors(a), errors(b)], [[None; 3], [None, Some(3), Some(3)], [None; 3]]);
    assert_eq!(evolution.error(Metric::Bytes, a, 2), Some(48));
    assert_eq!(evolution.error(Metric::Retained, a, 2), None);
    assert!(evolution.has_estimates() && evolution.is_estimate(a, 1) && !evolution.is_estimate(a, 0));
    // The square root of 3 * 3 + 3 * 3 is 4.2.
    assert_eq!([(0, 1), (1, 2), (1, 1)].map(|(from, to)| evolution.change_error(Metric::Objects, a, from, to)), [Some(3), Some(5), None]);
}

#[test]
fn the_heap_growth_portion_is_a_share_of_what_the_heap_grew_by() {
    let grown = evolution(vec![
        point(1, &[("a", 300), ("b", 400), ("c", 300)]),
        point(2, &[("a", 1000), ("b", 700), ("c", 300)]),
        point(3, &[("a", 1150), ("b", 550), ("c", 300)]),
    ]);
    let portion = |key: &str, from, to| grown.growth_portion(Metric::Objects, grown.find_key(key).unwrap(), from, to);
    // 1,000 objects grow by 1,000: 700 of them are a's.
    assert_eq!(["Overall#a", "Overall#b", "Overall#c"].map(|key| portion(key, 0, 1)), [Some(70.0), Some(30.0), Some(0.0)]);
    // From the first to the last one b's 150 more and a's 850 more are all.
    assert_eq!(["Overall#a", "Overall#b"].map(|key| portion(key, 0, 2)), [Some(85.0), Some(15.0)]);
    assert_eq!(portion("Overall#a", 1, 2), None, "the heap has not grown");
    assert_eq!(grown.growth_portion(Metric::Retained, NodeIndex(1), 0, 1), None, "not known");
    let shrinking = evolution(vec![point(1, &[("a", 10), ("b", 50)]), point(2, &[("a", 33), ("b", 47)])]);
    assert_eq!([1, 2].map(|node| shrinking.growth_portion(Metric::Objects, NodeIndex(node), 0, 1)), [Some(115.0), Some(-15.0)]);
}
