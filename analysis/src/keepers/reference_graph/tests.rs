//! Graphs of heaps small enough to see them.

use super::parts::{GraphEdge, LeftOut};
use crate::keepers::paths::HolderKind;
use roaring::RoaringBitmap;

use super::*;
use crate::base::error::Error;
use crate::base::ids::ObjectIndex;
use crate::fixture::{TextHeap, chain, heap};
use crate::heap::HeapState;

fn progress() -> Progress {
    Progress::new()
}

fn closures(heap: &HeapState) -> Closures<'_> {
    Closures::new(heap, &progress()).expect("nobody cancels")
}

/// All objects of a class.
fn all(heap: &HeapState, class: &str) -> RoaringBitmap {
    let of_class = |object: &ObjectIndex| &*heap.type_info(heap.type_of(*object)).name == class;
    (0..heap.len() as u32).filter(|&at| of_class(&ObjectIndex(at))).collect()
}

fn graph(heap: &HeapState, class: &str) -> ReferenceGraph {
    ReferenceGraph::paths_to_roots(&closures(heap), &all(heap, class), GraphOptions::default(), None, &progress()).expect("nobody cancels")
}

fn changed(heap: &HeapState, graph: &ReferenceGraph, change: GraphChange) -> ReferenceGraph {
    graph.changed(&closures(heap), &change, &progress()).expect("nobody cancels")
}

fn suggested(heap: &HeapState, graph: &ReferenceGraph) -> Option<(Vec<usize>, Freed)> {
    graph.suggested_cut(&closures(heap), &progress()).expect("nobody cancels")
}

fn name(heap: &HeapState, graph: &ReferenceGraph, node: usize) -> String {
    match graph.nodes[node].kind {
        GraphNodeKind::Group => "group".to_owned(),
        GraphNodeKind::Class(class) => heap.type_info(class).name.to_string(),
        GraphNodeKind::Holder(holder) => holder.name(heap),
        GraphNodeKind::Holders(kind, count) => format!("{count} {}s", kind.name()),
    }
}

/// `2 Node -value-> 3 Product: 3`: sources, fields, targets, members.
fn edges(heap: &HeapState, graph: &ReferenceGraph) -> Vec<String> {
    let field = |slot| heap.slot_name(slot).rsplit('.').next().map(str::to_owned).unwrap_or_default();
    let line = |edge: &GraphEdge| {
        let fields: Vec<String> = edge.slots.iter().map(|&(slot, _)| field(slot)).collect();
        let (from, to) = (name(heap, graph, edge.from), name(heap, graph, edge.to));
        format!("{} {from} -{}-> {} {to}: {}", edge.sources, fields.join(","), edge.targets, edge.members)
    };
    let mut lines: Vec<String> = graph.edges.iter().map(line).collect();
    lines.sort();
    lines
}

fn find(heap: &HeapState, graph: &ReferenceGraph, called: &str) -> usize {
    (0..graph.nodes.len()).find(|&at| name(heap, graph, at) == called).unwrap_or_else(|| panic!("no node {called}"))
}

fn objects(heap: &TextHeap, node: &GraphNode) -> Vec<String> {
    let names = heap.names().filter(|(_, object)| node.objects.contains(object.0));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The case of easyTravel, small: a cache, and a date elsewhere.
const JOURNEYS: &str = "
    root static app.JourneyService.cache -> map
    map: Map 48 -> table=t
    t: Node[2] 24 -> n1 n2
    n1: Node 32 -> value=l1 next=n3
    n2: Node 32 -> value=l2
    n3: Node 32 -> value=l3
    l1, l2: List 24 -> elements=a
    l3: List 24 -> elements=b
    a: Object[3] 32 -> d1 d2 d3
    b: Object[2] 24 -> d4 d5
    root thread main -> last
    last: Result 16 -> date=d6
    d1, d2, d3, d4, d5, d6: Date 24
";

#[test]
fn a_group_is_followed_to_its_roots_with_counts_and_fields() {
    let heap = heap(JOURNEYS);
    let graph = graph(&heap, "Date");
    assert_eq!(
        edges(&heap, &graph),
        [
            "1 Map -table-> 1 Node[]: 5",
            "1 Node -next-> 1 Node: 2",
            "1 Node[] -[0]-> 2 Node: 5",
            "1 Result -date-> 1 group: 1",
            "1 app.JourneyService.cache -cache-> 1 Map: 5",
            "1 local variable, thread main -local variable, thread main-> 1 Result: 1",
            "2 Object[] -[0]-> 5 group: 5",
            "3 List -elements-> 2 Object[]: 5",
            "3 Node -value-> 3 List: 5",
        ]
    );
    let root = graph.main_root().expect("a static field");
    assert_eq!(name(&heap, &graph, root), "app.JourneyService.cache");
    assert_eq!((graph.nodes[root].members, graph.nodes[root].retained_members, graph.nodes[root].retained.objects), (5, 5, 15));
    let way: Vec<String> = graph.way_to_group(root).into_iter().map(|edge| name(&heap, &graph, graph.edges[edge].to)).collect();
    assert_eq!(way, ["Map", "Node[]", "Node", "List", "Object[]", "group"]);
    assert_eq!(graph.unexplained_members, 0);
}

#[test]
fn light_branches_are_left_out_and_counted() {
    let heap = heap(JOURNEYS);
    let options = GraphOptions { least_share: 0.5, ..GraphOptions::default() };
    let group = all(&heap, "Date");
    let graph = ReferenceGraph::paths_to_roots(&closures(&heap), &group, options, None, &progress()).expect("nobody cancels");
    assert!((0..graph.nodes.len()).all(|at| name(&heap, &graph, at) != "Result"));
    assert_eq!(graph.group().left_out, LeftOut { objects: 1, classes: 1, holders: 0, members: 1 });
    assert_eq!(graph.unexplained_members, 1);
}

#[test]
fn two_owners_of_everything_must_both_be_cut() {
    // The multi-cache program: no map alone explains the products.
    let heap = heap(
        "root static app.IdCache.idCache -> m1
         m1: Map 48 -> table=t1
         t1: Node[2] 24 -> n1 n2
         n1: Node 32 -> value=p1
         n2: Node 32 -> value=p2
         root static app.NameCache.nameCache -> m2
         m2: Map 48 -> table=t2
         t2: Node[2] 24 -> n3 n4
         n3: Node 32 -> value=p1
         n4: Node 32 -> value=p2
         p1, p2: Product 24",
    );
    let graph = graph(&heap, "Product");
    let statics: Vec<&GraphNode> = graph.nodes.iter().filter(|node| matches!(node.kind, GraphNodeKind::Holder(_))).collect();
    assert_eq!(statics.len(), 2);
    assert!(statics.iter().all(|node| node.members == 2 && node.retained_members == 0 && node.retained.objects == 4));
    // One edge, from the nodes of both maps, would do; the static fields are two. Fewer edges win.
    let (cut, freed) = suggested(&heap, &graph).expect("a cut");
    assert_eq!((cut.len(), freed.members), (1, 2));
    let both: Vec<usize> = (0..graph.edges.len()).filter(|&at| graph.is_root(graph.edges[at].from)).collect();
    assert_eq!(both.len(), 2);
    let freed = graph.freed_by(&closures(&heap), &both, &progress()).expect("nobody cancels");
    assert_eq!((freed.members, freed.totals.objects, freed.of_nodes[0]), (2, 10, 2));
}

#[test]
fn what_two_nodes_reference_becomes_a_node_of_its_own() {
    // A references 1, 2, 3 and B references 1, 4, 5.
    let heap = heap(
        "root jni -> a b
         a: A 8 -> x=o1 y=o2 z=o3
         b: B 8 -> x=o1 y=o4 z=o5
         o1, o2, o3, o4, o5: T 8",
    );
    let group: RoaringBitmap = [heap.object("a").0].into_iter().collect();
    let mut graph = ReferenceGraph::of_group(&closures(&heap), &group, GraphOptions::default(), &progress()).expect("nobody cancels");
    graph = changed(&heap, &graph, GraphChange::Expand(0, Direction::PointsTo));
    let found = graph.nodes.iter().position(|node| node.below).expect("what A references");
    assert_eq!(objects(&heap, &graph.nodes[found]), ["o1", "o2", "o3"]);
    graph = changed(&heap, &graph, GraphChange::Expand(found, Direction::PointedFrom));
    let b = find(&heap, &graph, "B");
    graph = changed(&heap, &graph, GraphChange::Expand(b, Direction::PointsTo));
    let mut parts: Vec<Vec<String>> =
        graph.nodes[1..].iter().filter(|node| node.objects.len() < 6).map(|node| objects(&heap, node)).collect();
    parts.retain(|part| part.iter().all(|name| name.starts_with('o')));
    parts.sort();
    assert_eq!(parts, [vec!["o1"], vec!["o2", "o3"], vec!["o4", "o5"]]);
}

#[test]
fn parts_are_pulled_out_and_put_back() {
    let heap = heap(JOURNEYS);
    let whole = graph(&heap, "Date");
    let (list, arrays) = (find(&heap, &whole, "List"), find(&heap, &whole, "Object[]"));
    let parted = changed(&heap, &whole, GraphChange::Extract(arrays, Part::Object(heap.object("b"))));
    assert_eq!(parted.nodes.len(), whole.nodes.len() + 1);
    assert!(parted.can_merge(arrays, arrays + 1) && !parted.can_merge(arrays, list));
    let members: Vec<u64> = [arrays, arrays + 1].iter().map(|&at| parted.nodes[at].members).collect();
    assert_eq!(members, [3, 2]);
    // Everything follows: the list of that array.
    let list = find(&heap, &parted, "List");
    let again = changed(&heap, &parted, GraphChange::Extract(list, Part::Referencing(arrays + 1)));
    assert_eq!(again.nodes.len(), whole.nodes.len() + 2);
    assert_eq!(changed(&heap, &parted, GraphChange::Merge(arrays, arrays + 1)).edges, whole.edges);
    // What makes no sense changes nothing.
    for change in [GraphChange::Merge(list, arrays), GraphChange::Extract(0, Part::Object(heap.object("d1"))), GraphChange::Remove(99)] {
        assert_eq!(changed(&heap, &whole, change), whole);
    }
}

#[test]
fn taking_a_node_away_takes_what_hangs_on_it() {
    let heap = heap(JOURNEYS);
    let whole = graph(&heap, "Date");
    let without = changed(&heap, &whole, GraphChange::Remove(find(&heap, &whole, "List")));
    let names: Vec<String> = (0..without.nodes.len()).map(|at| name(&heap, &without, at)).collect();
    assert_eq!(names, ["group", "Object[]", "Result", "local variable, thread main"]);
    let arrays = find(&heap, &without, "Object[]");
    assert_eq!(without.nodes[arrays].left_out, LeftOut { objects: 3, classes: 1, holders: 0, members: 5 });
    let back = changed(&heap, &without, GraphChange::Expand(arrays, Direction::PointedFrom));
    assert_eq!(back.nodes[find(&heap, &back, "List")].members, 5);
}

#[test]
fn a_service_that_holds_one_object_and_the_cache_of_all_is_not_missed() {
    let mut text = String::from(
        "root static app.Main.service -> s
         s: Service 16 -> last=p0 cache=l
         l: List 24 -> elements=a
         a: Object[40] 176 ->",
    );
    (0..40).for_each(|at| text.push_str(&format!(" p{at}")));
    (0..40).for_each(|at| text.push_str(&format!("\np{at}: Product 8")));
    let heap = heap(&text);
    let graph = graph(&heap, "Product");
    let service = find(&heap, &graph, "Service");
    assert_eq!(graph.nodes[service].members, 40);
    let field = graph.edges.iter().position(|edge| edge.to == service).expect("from the field");
    assert_eq!(suggested(&heap, &graph).map(|(cut, _)| cut), Some(vec![field]));
}

#[test]
fn lists_and_nested_structures_end() {
    let list = chain(100_000);
    let last: RoaringBitmap = std::iter::once(99_999).collect();
    let graph =
        ReferenceGraph::paths_to_roots(&closures(&list), &last, GraphOptions::default(), None, &progress()).expect("nobody cancels");
    // The object, all before it, the handle.
    assert_eq!(graph.nodes.len(), 3);
    assert_eq!(graph.edges.iter().filter(|edge| edge.from == edge.to).count(), 1);
    // Maps in maps in maps.
    let mut text = String::from("root jni -> a0\n");
    for at in 0..500 {
        text.push_str(&format!("a{at}: A 8 -> down=b{at}\nb{at}: B 8 -> down=a{}\n", at + 1));
    }
    text.push_str("a500: Leaf 8");
    let nested = heap(&text);
    let deep = all(&nested, "Leaf");
    let graph =
        ReferenceGraph::paths_to_roots(&closures(&nested), &deep, GraphOptions::default(), None, &progress()).expect("nobody cancels");
    assert!(graph.nodes.len() <= 10, "{}", graph.nodes.len());
    assert_eq!(graph.nodes[graph.main_root().expect("the handle")].members, 1);
}

#[test]
fn where_too_many_hold_each_other_the_shortest_way_to_a_root_is_shown() {
    // A chain of 30 classes from a static field, each link of which is also held by two services that know all others.
    let mut text = String::from("root static app.Engine.DATABASES -> c30\n");
    (1..=30).rev().for_each(|at| text.push_str(&format!("c{at}: app.C{at} 8 -> next=c{} back=s{at}\n", at - 1)));
    for at in 1..=30 {
        text.push_str(&format!("s{at}: app.S{at} 8 -> of=c{at} other=t{at}\nt{at}: app.T{at} 8 -> of=s{at} chain=c{}\n", at.max(2) - 1));
    }
    text.push_str("c0: app.Leaf 8");
    let heap = heap(&text);
    let graph = graph(&heap, "app.Leaf");
    assert_eq!(name(&heap, &graph, graph.main_root().expect("there is a way")), "app.Engine.DATABASES");
    assert!(graph.nodes.len() <= 41, "{}", graph.nodes.len());
}

#[test]
fn many_small_holders_are_one_node() {
    let mut text = String::new();
    for at in 0..60 {
        text.push_str(&format!("root static app.C{at}.field -> p{at}\np{at}: Product 8\n"));
    }
    let heap = heap(&text);
    let graph = graph(&heap, "Product");
    let kinds: Vec<GraphNodeKind> = graph.nodes.iter().map(|node| node.kind).collect();
    assert_eq!(kinds, [GraphNodeKind::Group, GraphNodeKind::Holders(HolderKind::StaticField, 60)]);
    assert_eq!((graph.nodes[1].members, graph.nodes[1].retained_members), (60, 60));
    assert_eq!(suggested(&heap, &graph).map(|(cut, freed)| (cut, freed.members)), Some((vec![0], 60)));
}

#[test]
fn of_a_group_that_many_classes_hold_the_first_ones_are_shown() {
    let mut text = String::from("root jni -> all\nall: Object[60] 256 ->");
    (0..60).for_each(|at| text.push_str(&format!(" h{at}")));
    (0..60).for_each(|at| text.push_str(&format!("\nh{at}: app.C{at} 8 -> held=p{at}\np{at}: Product 8")));
    let heap = heap(&text);
    let graph = graph(&heap, "Product");
    let classes = graph.nodes.iter().filter(|node| matches!(node.kind, GraphNodeKind::Class(_)) && node.members == 1).count();
    assert_eq!(classes, 5);
    assert_eq!(graph.group().left_out, LeftOut { objects: 55, classes: 55, holders: 0, members: 55 });
}

#[test]
fn weak_references_are_followed_only_where_nothing_else_holds() {
    let text = "
        root static app.Strong.list -> l
        l: List 16 -> item=p
        root static app.Weak.cache -> w
        w: java.lang.ref.WeakReference 16 -> referent=p
        p: Product 24
    ";
    let strong = heap(text);
    let found = graph(&strong, "Product");
    let weak = find(&strong, &found, "java.lang.ref.WeakReference");
    assert!(found.nodes[weak].weak && !found.over_weak);
    assert!(found.edges.iter().any(|edge| edge.from == weak && edge.weak));
    let only = heap(&text.replace("l: List 16 -> item=p", "l: List 16"));
    let found = graph(&only, "Product");
    assert!(found.over_weak);
    assert_eq!(name(&only, &found, found.main_root().expect("the weak cache")), "app.Weak.cache");
}

#[test]
fn nothing_holds_what_is_dead_and_work_can_be_cancelled() {
    let heap = heap("root jni -> a\na: A 8\nlost: Lost 8 -> a");
    let found = graph(&heap, "Lost");
    assert_eq!((found.nodes.len(), found.group().shallow.objects, found.group().members), (1, 1, 0));
    assert_eq!(suggested(&heap, &found), None);
    let cancelled = Progress::new();
    cancelled.cancel();
    let outcome = ReferenceGraph::paths_to_roots(&closures(&heap), &all(&heap, "A"), GraphOptions::default(), None, &cancelled);
    assert!(matches!(outcome, Err(Error::Cancelled)));
}
