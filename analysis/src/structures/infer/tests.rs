//! Shapes that are proposed, and objects that look like them and are none.

use std::fmt::Write as _;

use super::*;
use crate::fixture::{TextHeap, cases, heap};
use crate::random_heap::{Vocabulary, random_heap};
use crate::structures::head_types;
use proptest::prelude::*;

/// A heap in the making: what a class holds is in one static list, so that nobody else refers to heads.
#[derive(Default)]
struct Draft {
    text: String,
    heads: Vec<String>,
}

impl Draft {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
    }

    fn head(&mut self, line: std::fmt::Arguments<'_>) {
        let line = line.to_string();
        self.heads.push(line.split(':').next().unwrap_or_default().to_owned());
        self.line(format_args!("{line}"));
    }

    /// Content, of another class in each structure.
    fn content(&mut self, name: &str, of: usize) {
        self.line(format_args!("{name}: q.Content{} 16", of % 3));
    }

    fn heap(&self) -> TextHeap {
        let heads: Vec<String> = self.heads.iter().map(|head| format!("root jni -> {head}\n")).collect();
        heap(&format!("{}{}", heads.concat(), self.text))
    }
}

/// As many elements as the nth data structure of a test has.
fn length(of: usize) -> usize {
    3 + of * 5
}

fn found(heap: &HeapState, library: &Library) -> Vec<Proposal> {
    infer_structures(heap, library, &Progress::new()).expect("nobody cancels")
}

/// What is proposed when nothing is known, a description a line.
fn proposed(draft: &Draft) -> Vec<String> {
    let text = print_proposals(&found(&draft.heap(), &Library::default()));
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("namespace") && *line != "}");
    lines.map(str::to_owned).collect()
}

fn linked(draft: &mut Draft, list: &str, node: &str) {
    for of in 0..4 {
        let n = length(of);
        draft.head(format_args!("{list}{of}: p.{list} 24 -> first={list}{of}n0 last={list}{of}n{} size:{n}", n - 1));
        for at in 0..n {
            let next = if at + 1 < n { format!("next={list}{of}n{}", at + 1) } else { String::new() };
            let before = if at > 0 { format!("prev={list}{of}n{}", at - 1) } else { String::new() };
            draft.line(format_args!("{list}{of}n{at}: p.{node} 24 -> item={list}{of}c{at} {next} {before}"));
            draft.content(&format!("{list}{of}c{at}"), of);
        }
    }
}

/// Tables of 16 with chains of two; a value is one object for all where these are sets.
fn chained(draft: &mut Draft, table: &str, name: &str, heads: bool) {
    for of in 0..4 {
        let n = length(of) * 2;
        let line = format!("{name}{of}: p.{table} 48 -> table={name}{of}t size:{n}");
        if heads {
            draft.head(format_args!("{line}"));
        } else {
            draft.line(format_args!("{line}"));
        }
        let first: String = (0..n).step_by(2).map(|at| format!(" {name}{of}n{at}")).collect();
        draft.line(format_args!("{name}{of}t: p.{table}$Node[64] 272 ->{first}"));
        for at in 0..n {
            let next = if at % 2 == 0 { format!("next={name}{of}n{}", at + 1) } else { String::new() };
            draft.line(format_args!("{name}{of}n{at}: p.{table}$Node 32 -> key={name}{of}k{at} value={name}{of}v{at} {next} hash:{at}"));
            draft.content(&format!("{name}{of}k{at}"), of);
            draft.content(&format!("{name}{of}v{at}"), of + 1);
        }
    }
}

/// Binary trees with parents.
fn sorted(draft: &mut Draft, tree: &str, name: &str, heads: bool) {
    for of in 0..4 {
        let n = length(of);
        let line = format!("{name}{of}: p.{tree} 48 -> root={name}{of}n0 size:{n}");
        if heads {
            draft.head(format_args!("{line}"));
        } else {
            draft.line(format_args!("{line}"));
        }
        for at in 0..n {
            let child = |side: &str, child: usize| if child < n { format!("{side}={name}{of}n{child}") } else { String::new() };
            let (left, right) = (child("left", at * 2 + 1), child("right", at * 2 + 2));
            let parent = if at > 0 { format!("parent={name}{of}n{}", (at - 1) / 2) } else { String::new() };
            draft.line(format_args!("{name}{of}n{at}: p.{tree}$Entry 40 -> key={name}{of}k{at} {left} {right} {parent}"));
            draft.content(&format!("{name}{of}k{at}"), of);
        }
    }
}

/// Arrays with room and a number.
fn arrays(draft: &mut Draft, list: &str) {
    for of in 0..4 {
        let n = length(of);
        draft.head(format_args!("{list}{of}: p.{list} 24 -> elements={list}{of}a size:{n}"));
        let all: String = (0..n).map(|at| format!(" {list}{of}c{at}")).collect();
        draft.line(format_args!("{list}{of}a: java.lang.Object[{}] 272 ->{all}", n + 3));
        (0..n).for_each(|at| draft.content(&format!("{list}{of}c{at}"), of));
    }
}

#[test]
fn linked_lists_are_proposed_with_what_was_seen() {
    let mut draft = Draft::default();
    linked(&mut draft, "Chain", "Chain$Link");
    let all = found(&draft.heap(), &Library::default());
    assert_eq!(all.len(), 1, "{all:?}");
    // 3 + 8 + 13 + 18 nodes; from both ends, the middle of 18 is the ninth.
    assert_eq!((&*all[0].class, all[0].heads, all[0].inner), ("p.Chain", 4, 42));
    assert!(all[0].evidence.starts_with("4 heads with 42 nodes of Chain$Link, the longest way 9; 8 of 8 signs: "), "{}", all[0].evidence);
    assert!((all[0].confidence - 1.0).abs() < f64::EPSILON);
    assert_eq!(proposed(&draft), ["DS Chain { Chain$Link; }", "Chain$Link { Chain$Link; (*); }"]);
}

#[test]
fn rings_around_a_node_without_content_are_proposed() {
    let mut draft = Draft::default();
    for of in 0..4 {
        let n = length(of);
        // Node 0 is the one without content.
        draft.head(format_args!("r{of}: p.Ring 24 -> sentinel=r{of}n0 count:{n}"));
        for at in 0..=n {
            let (next, before) = ((at + 1) % (n + 1), (at + n) % (n + 1));
            let item = if at > 0 { format!("item=r{of}c{at}") } else { String::new() };
            draft.line(format_args!("r{of}n{at}: p.Ring$Node 24 -> next=r{of}n{next} previous=r{of}n{before} owner=r{of} {item}"));
            draft.content(&format!("r{of}c{at}"), of);
        }
    }
    // Nodes know the ring that they are in, which is none of their content.
    assert_eq!(proposed(&draft), ["DS Ring { Ring$Node; }", "Ring$Node { Ring$Node; (*); !Ring; }"]);
}

#[test]
fn what_looks_like_the_jdk_is_proposed_under_other_names() {
    let mut draft = Draft::default();
    linked(&mut draft, "Linked", "Linked$Node");
    chained(&mut draft, "Hashed", "m", true);
    sorted(&mut draft, "Sorted", "t", true);
    arrays(&mut draft, "Grown");
    // Sets around maps and trees of their own, and one around a set.
    chained(&mut draft, "Hashed", "sm", false);
    sorted(&mut draft, "Sorted", "st", false);
    chained(&mut draft, "Hashed", "wm", false);
    for of in 0..4 {
        draft.head(format_args!("hs{of}: p.HashedSet 16 -> map=sm{of}"));
        draft.head(format_args!("ts{of}: p.SortedSet 16 -> tree=st{of}"));
        draft.line(format_args!("is{of}: p.HashedSet 16 -> map=wm{of}"));
        draft.head(format_args!("ws{of}: p.Wrapped 16 -> set=is{of}"));
    }
    let expected = [
        "DS Grown { java.lang.Object[]; }",
        "DS Hashed { Hashed$Node[]; }",
        "Hashed$Node { Hashed$Node; (*); }",
        "DS HashedSet { Hashed; }",
        "DS Linked { Linked$Node; }",
        "Linked$Node { Linked$Node; (*); }",
        "DS Sorted { Sorted$Entry; }",
        "Sorted$Entry { Sorted$Entry; (*); }",
        "DS SortedSet { Sorted; }",
        "DS Wrapped { HashedSet; }",
    ];
    assert_eq!(proposed(&draft), expected);
}

#[test]
fn open_tables_and_pools_are_proposed() {
    let mut draft = Draft::default();
    for of in 0..4 {
        let n = length(of);
        draft.head(format_args!("o{of}: p.Open 24 -> keys=o{of}k vals=o{of}v used:{n}"));
        for part in ["k", "v"] {
            let all: String = (0..n).map(|at| format!(" o{of}{part}{at}")).collect();
            draft.line(format_args!("o{of}{part}: java.lang.Object[64] 272 ->{all}"));
            (0..n).for_each(|at| draft.content(&format!("o{of}{part}{at}"), of));
        }
        draft.head(format_args!("pool{of}: p.Pool 24 -> free=pool{of}a states=pool{of}s available:{n}"));
        let all: String = (0..n).map(|at| format!(" pool{of}c{at}")).collect();
        draft.line(format_args!("pool{of}a: java.lang.Object[100] 416 ->{all}"));
        draft.line(format_args!("pool{of}s: int[100] 416"));
        (0..n).for_each(|at| draft.line(format_args!("pool{of}c{at}: q.Buffer 16")));
    }
    assert_eq!(proposed(&draft), ["DS Open { java.lang.Object[]; }", "DS Pool { int[]; java.lang.Object[]; }"]);
}

#[test]
fn chunks_and_segments_are_parts_of_what_holds_them() {
    let mut draft = Draft::default();
    for of in 0..4 {
        // Segments with tables of chains, as the concurrent map of JDK 7.
        draft.head(format_args!("m{of}: p.Striped 24 -> segments=m{of}s"));
        draft.line(format_args!("m{of}s: p.Striped$Segment[2] 24 -> m{of}s0 m{of}s1"));
        for segment in 0..2 {
            let name = format!("m{of}s{segment}");
            let n = length(of) * 2;
            draft.line(format_args!("{name}: p.Striped$Segment 24 -> table={name}t count:{n}"));
            let first: String = (0..n).step_by(2).map(|at| format!(" {name}n{at}")).collect();
            draft.line(format_args!("{name}t: p.Striped$Slot[64] 272 ->{first}"));
            for at in 0..n {
                let next = if at % 2 == 0 { format!("next={name}n{}", at + 1) } else { String::new() };
                draft.line(format_args!("{name}n{at}: p.Striped$Slot 24 -> key={name}c{at} {next}"));
                draft.content(&format!("{name}c{at}"), of);
            }
        }
        // Chunks that are linked, with an array each.
        draft.head(format_args!("u{of}: p.Unrolled 24 -> head=u{of}n0"));
        for at in 0..length(of) {
            let next = if at + 1 < length(of) { format!("next=u{of}n{}", at + 1) } else { String::new() };
            draft.line(format_args!("u{of}n{at}: p.Unrolled$Chunk 24 -> items=u{of}a{at} {next}"));
            draft.line(format_args!("u{of}a{at}: java.lang.Object[8] 48 -> u{of}c{at}"));
            draft.content(&format!("u{of}c{at}"), of);
        }
    }
    let expected = [
        "DS Striped { Striped$Segment[]; }",
        "Striped$Segment { Striped$Slot[]; }",
        "Striped$Slot { Striped$Slot; (*); }",
        "DS Unrolled { Unrolled$Chunk; }",
        "Unrolled$Chunk { Unrolled$Chunk; java.lang.Object[]; }",
    ];
    assert_eq!(proposed(&draft), expected);
}

#[test]
fn trees_of_any_width_are_proposed_with_what_their_children_are_in() {
    let mut draft = Draft::default();
    for of in 0..4 {
        let n = length(of);
        draft.head(format_args!("t{of}: p.Trie 24 -> root=t{of}n0 words:{n}"));
        draft.head(format_args!("o{of}: p.Outline 24 -> top=o{of}n0 nodes:{n}"));
        for at in 0..n {
            let children =
                |kind: &str| -> String { (at * 3 + 1..at * 3 + 4).filter(|at| *at < n).map(|at| format!(" {kind}{of}n{at}")).collect() };
            draft.line(format_args!("t{of}n{at}: p.Trie$Node 24 -> children=t{of}a{at} value=t{of}c{at}"));
            draft.line(format_args!("t{of}a{at}: p.Trie$Node[26] 120 ->{}", children("t")));
            draft.content(&format!("t{of}c{at}"), of);
            draft.line(format_args!("o{of}n{at}: p.OutlineNode 24 -> children=o{of}l{at} value=o{of}c{at}"));
            draft.line(format_args!("o{of}l{at}: java.util.ArrayList 24 -> elementData=o{of}a{at}"));
            draft.line(format_args!("o{of}a{at}: java.lang.Object[10] 56 ->{}", children("o")));
            draft.content(&format!("o{of}c{at}"), of);
        }
    }
    let text = print_proposals(&found(&draft.heap(), &Library::shipped()));
    let expected = "namespace p {\n  DS Outline { OutlineNode; }\n  OutlineNode { java.util.ArrayList; (*); }\n  DS Trie { Trie$Node; }\n  \
                    Trie$Node { Trie$Node[]; (*); }\n}\n";
    assert_eq!(text, expected);
}

#[test]
fn skip_lists_are_one_family_of_two_kinds_of_nodes() {
    let mut draft = Draft::default();
    for of in 0..4 {
        let n = length(of) * 2;
        draft.head(format_args!("s{of}: p.Skip 24 -> head=s{of}i0"));
        for at in 0..n {
            let next = if at + 1 < n { format!("next=s{of}n{}", at + 1) } else { String::new() };
            draft.line(format_args!("s{of}n{at}: p.Skip$Node 24 -> key=s{of}k{at} {next}"));
            draft.content(&format!("s{of}k{at}"), of);
            if at % 2 == 0 {
                let right = if at + 2 < n { format!("right=s{of}i{}", at + 2) } else { String::new() };
                draft.line(format_args!("s{of}i{at}: p.Skip$Index 24 -> node=s{of}n{at} {right}"));
            }
        }
    }
    let expected = ["DS Skip { Skip$Index; }", "Skip$Index { Skip$Index; Skip$Node; }", "Skip$Node { Skip$Node; (*); }"];
    assert_eq!(proposed(&draft), expected);
}

#[test]
fn objects_that_are_linked_or_have_an_array_are_no_data_structures() {
    let mut draft = Draft::default();
    for of in 0..6 {
        let n = length(of);
        // Employees with managers, all of them in an array, and the first one is the boss.
        let all: String = (0..n).map(|at| format!(" e{of}n{at}")).collect();
        draft.head(format_args!("e{of}: app.Company 24 -> owner=e{of}n0 staff=e{of}a name=e{of}s"));
        draft.line(format_args!("e{of}a: app.Employee[{n}] 24 ->{all}\ne{of}s: java.lang.String 24"));
        // Elements of a document, with a parent and children, a name, and attributes.
        draft.head(format_args!("d{of}: app.Document 24 -> root=d{of}n0"));
        for at in 0..n {
            draft.line(format_args!("e{of}n{at}: app.Employee 24 -> manager=e{of}n{} name=e{of}t{at}", at / 3));
            draft.line(format_args!("e{of}t{at}: java.lang.String 24"));
            let children: String = (at * 3 + 1..at * 3 + 4).filter(|at| *at < n).map(|at| format!(" d{of}n{at}")).collect();
            let parent = if at > 0 { format!("parent=d{of}n{}", (at - 1) / 3) } else { String::new() };
            draft.line(format_args!(
                "d{of}n{at}: app.Element 40 -> {parent} children=d{of}a{at} tag=d{of}t{at} text=d{of}x{at} style=d{of}s{at}"
            ));
            draft.line(format_args!("d{of}a{at}: app.Element[3] 24 ->{children}"));
            draft.line(format_args!("d{of}t{at}, d{of}x{at}: java.lang.String 24\nd{of}s{at}: app.Style 24"));
        }
        // A triangle, an order with a customer and items, revisions of a text, a chain of handlers.
        draft.head(format_args!("p{of}: app.Triangle 24 -> corners=p{of}a"));
        draft.line(format_args!("p{of}a: app.Point[3] 24 -> p{of}x p{of}y p{of}z\np{of}x, p{of}y, p{of}z: app.Point 24"));
        draft.head(format_args!("o{of}: app.Order 24 -> items=o{of}l customer=o{of}c number:{of}"));
        draft.line(format_args!("o{of}l: java.util.ArrayList 24 -> elementData=o{of}a\no{of}a: java.lang.Object[9] 24 -> o{of}i"));
        draft.line(format_args!("o{of}i: app.Item 24\no{of}c: app.Customer 24"));
        draft.head(format_args!("r{of}: app.Article 24 -> latest=r{of}n0"));
        draft.head(format_args!("h{of}: app.Dispatcher 24 -> handler=h{of}n0"));
        for at in 0..n {
            let previous = if at + 1 < n { format!("previous=r{of}n{}", at + 1) } else { String::new() };
            draft.line(format_args!("r{of}n{at}: app.Revision 24 -> {previous} text=r{of}t{at}"));
            draft.line(format_args!("r{of}t{at}: java.lang.String 24"));
        }
        for at in 0..4 {
            let next = if at < 3 { format!("next=h{of}n{}", at + 1) } else { String::new() };
            draft.line(format_args!("h{of}n{at}: app.Handler 24 -> {next}"));
        }
    }
    // The list in the order is one, the order around it is not.
    assert_eq!(proposed(&draft), ["DS ArrayList { java.lang.Object[]; }"]);
    assert_eq!(print_proposals(&found(&draft.heap(), &Library::shipped())), "");
}

#[test]
fn maps_in_maps_are_content_and_segments_may_be_known_to_their_nodes() {
    let mut draft = Draft::default();
    // Values of maps are maps, three deep.
    chained(&mut draft, "Hashed", "m", true);
    chained(&mut draft, "Hashed", "in", false);
    chained(&mut draft, "Hashed", "core", false);
    for of in 0..4 {
        draft.text = draft.text.replace(&format!("value=m{of}v0"), &format!("value=in{of}"));
        draft.text = draft.text.replace(&format!("value=in{of}v0"), &format!("value=core{of}"));
    }
    // Two segments of an array of arrays each; elements know their segment.
    for of in 0..4 {
        let n = length(of);
        draft.head(format_args!("p{of}: p.Parted 24 -> parts=p{of}a"));
        draft.line(format_args!("p{of}a: p.Parted$Part[2] 24 -> p{of}s0 p{of}s1"));
        for segment in 0..2 {
            let name = format!("p{of}s{segment}");
            draft.line(format_args!("{name}: p.Parted$Part 24 -> items={name}a count:{n}"));
            let all: String = (0..n).map(|at| format!(" {name}n{at}")).collect();
            draft.line(format_args!("{name}a: java.lang.Object[2] 24 -> {name}b\n{name}b: java.lang.Object[64] 272 ->{all}"));
            (0..n).for_each(|at| draft.line(format_args!("{name}n{at}: q.Content{} 16 -> part={name}", of % 3)));
        }
    }
    let expected = [
        "DS Hashed { Hashed$Node[]; }",
        "Hashed$Node { Hashed$Node; (*); }",
        "DS Parted { Parted$Part[]; }",
        "Parted$Part { java.lang.Object[]; }",
    ];
    assert_eq!(proposed(&draft), expected);
}

#[test]
fn nodes_that_others_look_at_and_heads_that_share_are_none() {
    let mut draft = Draft::default();
    linked(&mut draft, "Seen", "Seen$Link");
    // Each node has somebody else who refers to it.
    for of in 0..4 {
        (0..length(of)).for_each(|at| draft.head(format_args!("w{of}x{at}: app.Watcher{} 16 -> link=Seen{of}n{at}", at % 3)));
    }
    for of in 0..6 {
        draft.head(format_args!("c{of}: p.Shared 16 -> first=s{of}"));
        (0..4).for_each(|at| {
            draft.line(format_args!("s{}: p.Shared$Link 24 -> next=s{}", of + at * 100, (of + at * 100 + 100).clamp(300, 305)));
        });
        draft.line(format_args!("s{}: p.Shared$Link 24", 900 + of));
    }
    assert_eq!(proposed(&draft), Vec::<String>::new());
}

#[test]
fn what_a_library_describes_is_not_proposed_and_proposals_are_used_as_they_are() {
    let mut draft = Draft::default();
    linked(&mut draft, "Chain", "Chain$Link");
    arrays(&mut draft, "Grown");
    let heap = draft.heap();
    let mut library = Library::default();
    library.add("proposed", &print_proposals(&found(&heap, &library))).expect("is right");
    assert_eq!(found(&heap, &library), []);
    let heads = head_types(&heap, &library);
    let names: Vec<&str> = heap.types.iter().zip(&heads).filter(|(_, is_head)| **is_head).map(|(of, _)| &*of.name).collect();
    assert_eq!(names, ["p.Chain", "p.Grown"]);
}

#[test]
fn classes_without_a_package_and_subclasses_are_written_as_they_are() {
    let mut draft = Draft::default();
    linked(&mut draft, "Chain", "Chain$Link");
    draft.text = draft.text.replace("p.Chain", "Chain");
    // An anonymous subclass is what its super class is; a hidden class has no name that lasts.
    draft.line(format_args!("class Chain$1 < Chain"));
    draft.text = draft.text.replacen(": Chain 24", ": Chain$1 24", 1).replacen(": Chain 24", ": Main$$Lambda.0x12 24", 1);
    assert_eq!(proposed(&draft), ["DS Chain { Chain$Link; }", "Chain$Link { Chain$Link; (*); }"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn proposals_print_as_what_they_are_and_a_library_takes_them(random in random_heap(RANDOM, 1..60)) {
        let heap = random.build();
        let all = found(&heap, &Library::default());
        let text = print_proposals(&all);
        let parsed = crate::structures::language::parse(&text).expect("is right");
        prop_assert_eq!(print(&parsed), text.clone());
        for proposal in &all {
            let text = print_proposals([proposal]);
            let mut parsed = crate::structures::language::parse(&text).expect("is right");
            let mut descriptions = proposal.descriptions.clone();
            for all in [&mut parsed, &mut descriptions] {
                all.sort_by_key(Description::full_name);
            }
            prop_assert_eq!(parsed, descriptions);
            prop_assert!(proposal.confidence > LEAST_SHARE && proposal.confidence <= 1.0);
        }
        prop_assert!(Library::default().add("proposed", &text).is_ok());
        prop_assert_eq!(all, found(&heap, &Library::default()));
    }
}

const RANDOM: Vocabulary = Vocabulary {
    classes: ["Cache", "p.List$Node", "p.List", "java.lang.Object[9]", "p.List$Node[9]"],
    fields: ["next", "item", "table"],
    threads: 1,
};
