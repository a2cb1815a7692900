//! Graphs by name, in words, in places and as files.

use analysis::fixture::heap;
use analysis::{GraphOptions, HeapState, ObjectIndex, Progress};
use roaring::RoaringBitmap;

use super::drawing::{curves, edge_width, place};
use super::*;

/// A cache of lists of dates, and one more date on a stack.
const JOURNEYS: &str = "
    root static app.JourneyService.cache -> map
    map: java.util.Map 48 -> table=t
    t: java.util.Node[2] 24 -> n1 n2
    n1: java.util.Node 32 -> value=l1 next=n3
    n2: java.util.Node 32 -> value=l2
    n3: java.util.Node 32 -> value=l3
    l1, l2: java.util.List 24 -> elements=a
    l3: java.util.List 24 -> elements=b
    a: Object[3] 32 -> d1 d2 d3
    b: Object[2] 24 -> d4 d5
    root thread main -> last
    last: app.Result 16 -> date=d6
    d1, d2, d3, d4, d5, d6: java.util.Date 24
";

fn dates(text: &str) -> OwnershipGraph {
    let heap = heap(text);
    let heap: &HeapState = &heap;
    let of_class = |object: &u32| &*heap.type_info(heap.type_of(ObjectIndex(*object))).name == "java.util.Date";
    let members: RoaringBitmap = (0..heap.len() as u32).filter(of_class).collect();
    OwnershipGraph::new(heap, &members, "Date", GraphOptions::default(), None, &Progress::new()).expect("nobody cancels")
}

#[test]
fn the_heaviest_way_and_the_cut_are_told_in_words() {
    let found = dates(JOURNEYS).named;
    assert_eq!(
        found.sentence,
        "5 of 6 Date are kept alive by 2 Object[]; these by 3 List through elements; these by 3 Node through value (which hold each \
         other); these by 1 Node[]; this by 1 Map through table; this by static field cache of class app.JourneyService"
    );
    let cut = found.cut.as_ref().expect("two edges");
    assert_eq!(cut.fields, ["app.JourneyService.cache", "app.Result.date"]);
    assert_eq!((cut.frees, cut.frees_objects), (6, 16));
    assert!(
        found.cut_in_words().expect("a cut").starts_with("Cutting app.JourneyService.cache and app.Result.date frees 6 of 6 Date, 16 ")
    );
    let kinds: Vec<&str> = found.nodes.iter().filter(|node| node.is_root()).map(|node| node.kind).collect();
    assert_eq!(kinds, ["static field", "local variable"]);
    let titles: Vec<&str> = found.nodes.iter().map(|node| &*node.title).collect();
    assert_eq!(titles, ["Date", "Object[]", "Result", "List", "Node", "Node[]", "Map", "JourneyService.cache", "thread main"]);
}

/// Two caches share one class of map: the fewest edges are the maps' own field, which nobody can change.
#[test]
fn the_cut_names_fields_of_the_program_and_not_of_its_libraries() {
    let text = "
        root static app.ById.cache -> m1
        root static app.ByName.cache -> m2
        m1: java.util.HashMap 48 -> table=t1
        m2: java.util.HashMap 48 -> table=t2
        t1: java.util.HashMap$Node[] 24 -> n1
        t2: java.util.HashMap$Node[] 24 -> n2
        n1: java.util.HashMap$Node 32 -> value=d1
        n2: java.util.HashMap$Node 32 -> value=d1 next=n3
        n3: java.util.HashMap$Node 32 -> value=d2
        d1, d2: java.util.Date 24";
    let found = dates(text).named;
    let cut = found.cut.as_ref().expect("two static fields");
    let mut fields = cut.fields.clone();
    fields.sort();
    assert_eq!((fields, cut.frees, cut.frees_objects), (vec!["app.ById.cache".into(), "app.ByName.cache".into()], 2, 9));
    let roots: Vec<&str> = cut.edges.iter().map(|&edge| &*found.nodes[found.edges[edge].from].name).collect();
    assert_eq!(roots.len(), 2, "{roots:?}");
}

#[test]
fn files_hold_every_node_and_escape_what_dumps_name() {
    let text = JOURNEYS.replace("java.util.Map ", "java.util.Map<\"&>\\ ");
    let found = dates(&text).named;
    let dot = export::dot(&found);
    assert_eq!(dot.matches(" -> n").count(), found.edges.len());
    assert!(dot.contains("Map<\\\"&>\\\\") && dot.starts_with("digraph") && dot.ends_with("}\n"));
    let svg = export::svg(&found);
    assert_eq!(svg.matches("font-weight=\"bold\"").count(), found.nodes.len());
    // The sentences are wrapped where the picture ends; nothing of them is lost.
    let long = NamedGraph { sentence: "word ".repeat(200).trim_end().to_owned(), ..found.clone() };
    let drawn = export::svg(&long);
    let lines: Vec<usize> = drawn.lines().filter(|line| line.starts_with("<text")).map(|line| line.matches("word").count()).collect();
    assert!(lines.iter().sum::<usize>() == 200 && lines.iter().all(|&words| words < 40), "{lines:?}");
    assert!(svg.contains("Map&lt;&quot;&amp;&gt;\\") && !svg.contains("Map<"));
    let json = serde_json::to_value(&found).expect("plain data");
    assert_eq!(json["nodes"].as_array().map(Vec::len), Some(found.nodes.len()));
    assert_eq!(json["cut"]["frees"], 6);
}

#[test]
fn roots_stand_left_of_what_they_hold_and_the_group_at_the_right() {
    let found = dates(JOURNEYS).named;
    let plan = place(&found, &|text| 7.0 * text.len() as f64);
    let group = plan.nodes[0];
    assert!(plan.nodes[1..].iter().all(|node| node.x1 < group.x0));
    for (edge, route) in found.edges.iter().zip(&plan.edges).filter(|(edge, _)| edge.from != edge.to) {
        assert!(plan.nodes[edge.from].x1 < plan.nodes[edge.to].x0);
        assert_eq!(route.label.is_some(), !found.nodes[edge.from].is_root());
        assert!(curves(route).all(|[from, a, b, to]| from.1 == a.1 && b.1 == to.1 && from.0 <= to.0));
    }
    assert!(edge_width(1.0) > 3.0 * edge_width(0.1) && edge_width(7.0) == edge_width(1.0));
}

#[test]
fn what_nothing_holds_has_no_way_and_no_cut() {
    let found = dates("root jni -> a\na: A 8\nd: java.util.Date 24").named;
    assert_eq!((found.objects, found.live, found.cut.as_ref()), (1, 0, None));
    assert_eq!(found.sentence, "Nothing that is shown keeps the 1 object alive");
}
