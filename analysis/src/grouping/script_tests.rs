//! Scripts as classifiers and filters, on heaps whose objects have fields.

use super::engine::grouped::group;
use super::list::Grouping;
use super::tests::{all, check, grouped};
use super::*;
use crate::base::error::Error;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;

#[test]
fn a_script_groups_by_what_it_answers() {
    let heap = all("a: A[3] 24\nb: A[300] 1216 -> c\nc: B 8");
    check(
        &heap,
        "script(if array_length > 100 { path(\"array\", short_type) } else { size }), type",
        "
        Overall 3 1248
          24 1 24
            A[] 1 24
          8 1 8
            B 1 8
          array 1 1216
            A[] 1 1216
              A[] 1 1216
        ",
    );
    check(&heap, "script(if is_array { [\"x\", \"y\", \"x\"] } else { null })", "Overall 3 1248\n  (none) 1 8\n  x 2 1240\n  y 2 1240");
}

#[test]
fn filters_are_steps_and_compose() {
    let heap = all("a, b, c: A 8\nd: java.lang.String 24 -> a\ne: java.lang.String 32 -> a b");
    let objects = |by: &str| grouped(&heap, by).tree.root().totals.objects;
    assert_eq!(objects("where(incoming > 0)"), 2);
    assert_eq!(objects("where(incoming > 0), where(incoming < 2)"), 1);
    assert_eq!(objects("where(type.like(\"java.*\") and outgoing == 2), type"), 1);
    assert_eq!(objects("domain objects, where(incoming == 0)"), 1);
    assert_eq!(objects("where(package in [\"java.lang\", \"java.util\"])"), 2);
}

#[test]
fn collection_health_follows_its_published_definition() {
    // What bytes are for, on the objects of a HashMap.
    let heap = all("
        m: java.util.HashMap 48 -> t
        t: java.util.HashMap$Node[2] 24 -> n1
        n1: java.util.HashMap$Node 32 -> n2 k1 v
        n2: java.util.HashMap$Node 32 -> k2 v
        k1, k2: Key 16
        v: Value 16
        s: java.lang.String 24 -> b
        b: byte[5] 24
    ");
    let grouped = grouped(&heap, "preset:collection health");
    let role = |object: &str| {
        let leaf = grouped.leaves.of(&heap, heap.object(object))[0];
        grouped.tree.nodes[grouped.tree.nodes[leaf.at()].parent.at()].name.to_string()
    };
    let expected =
        [("m", "head"), ("t", "array"), ("n1", "entry"), ("k1", "contained"), ("v", "contained"), ("s", "head"), ("b", "contained")];
    for (object, expected) in expected {
        assert_eq!(role(object), expected, "{object}");
    }
    // The last node of a chain references no other node.
    assert_eq!(role("n2"), "contained");
}

#[test]
fn scripts_follow_references_in_fields() {
    let heap = all("a: app.A 24 -> next=b\nb: app.A 24 -> next=a\nc: app.C 16");
    check(&heap, "where(field(\"next\").field(\"next\") == this), type", "Overall 2 48\n  app.A 2 48");
    check(&heap, "where(field(\"next\") == null), type", "Overall 1 16\n  app.C 1 16");
}

#[test]
fn what_goes_wrong_while_running_is_told_with_its_place() {
    let heap = all("a: A 8 -> b\nb: B 8");
    for (by, expected) in [
        (
            "script(size / (size - 8))",
            "line 1, column 6: division by zero: 8 / 0 (in the script size / (size - 8), for an object of type A)",
        ),
        ("script(type.foo)", "line 1, column 6: text has no foo (in the script type.foo, for an object of type A)"),
        ("where(size)", "line 1, column 1: a filter answers with true or false (in the filter size, for an object of type A)"),
        ("script(points_to)", "an object is no name of a group; ask for a property of it"),
        (
            "where(type.foo(3))",
            "line 1, column 6: there is no function foo (text, number) (in the filter type.foo(3), for an object of type A)",
        ),
    ] {
        let error = group(&heap, &Grouping::parse(by).unwrap(), &Progress::new(), &Warnings::new()).unwrap_err().to_string();
        assert!(error.contains(expected), "{by}: {error}");
    }
    let error = Grouping::parse("type, script(size +)").unwrap_err().to_string();
    assert_eq!(error, "line 1, column 20: something is missing at the end");
}

#[test]
fn a_filter_in_a_text_of_its_own_is_one_step_whatever_it_holds() {
    let registry = Registry::default();
    for (text, step) in [
        ("size > 8", "where(size > 8)"),
        ("size > 8 // of ), all", "where(size > 8 // of ), all\n)"),
        ("size > 8 /* , ( */", "where(size > 8 /* , ( */)"),
        ("text == \"), package, where(\"", "where(text == \"), package, where(\")"),
        ("domain-objects", "domain-objects"),
        (" Where( size > 8 ) ", "Where( size > 8 )"),
    ] {
        assert_eq!(registry.filter_step(text).expect("is a filter"), step, "{text}");
        let grouping = registry.parse_all(&[step, "type"]).expect("is a grouping");
        assert_eq!(grouping.classifiers().len(), 2, "{text}");
        // As the window writes it.
        assert_eq!(registry.parse(&grouping.names().join(", ")).expect("is a grouping").names(), grouping.names(), "{text}");
    }
    for (text, error) in [
        ("size > 8), package, where(true", "line 1, column 9: "),
        ("size > 8 and\n  sizes > 9", "line 2, column 3: unknown name sizes"),
        ("Type", "line 1, column 1: unknown name Type"),
        ("where(size >)", "line 1, column 13: something is missing"),
        ("", "line 1, column 1: an expression is missing"),
    ] {
        let found = registry.filter_step(text).expect_err("is no filter").to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    let error = registry.parse_all(&["where(size > 8)", "type, colour"]).expect_err("is none").to_string();
    assert!(error.starts_with("line 1, column 7: unknown classifier"), "in the text that is wrong: {error}");
}

#[test]
fn threads_and_chunks_change_no_answer() {
    let text: String = (0..200).map(|at| format!("o{at}: T{}[{}] {} -> o{}\n", at % 5, at % 7, 8 * (1 + at % 3), at * 7 % 200)).collect();
    let heap = all(&text);
    for by in [
        "script(size), type",
        "where(incoming != 1), script(roots)",
        "script(points_to.map(|o| o.array_length)), script(short_type)",
        "script(if address % 3 == 0 { path(size, type) } else { null })",
    ] {
        let with_threads =
            |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| grouped(&heap, by).tree);
        let serial = with_threads(1);
        for threads in [2, 8, 16] {
            assert_eq!(serial, with_threads(threads), "{by} with {threads} threads");
        }
    }
}

#[test]
fn a_script_that_fails_for_some_objects_is_warned_about() {
    let heap = all("a, b: A 8\nc: B 16\nd: B[] 24");
    let warnings = Warnings::new();
    let grouped = |by: &str, warnings: &Warnings| {
        group(&heap, &Grouping::parse(by).unwrap(), &Progress::new(), warnings).expect("can be grouped").tree
    };
    let tree = grouped("script(16 / (size - 8)), type", &warnings);
    let keys: Vec<(&str, u64)> = tree.nodes.iter().map(|node| (&*node.key, node.totals.objects)).collect();
    let expected = [
        ("Overall", 4),
        ("Overall#(error)", 2),
        ("Overall#(error)#A", 2),
        ("Overall#1", 1),
        ("Overall#1#B[]", 1),
        ("Overall#2", 1),
        ("Overall#2#B", 1),
    ];
    assert_eq!(keys, expected);
    let told: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    let start = "a script failed for objects (2 times): first line 1, column 4: division by zero: 16 / 0 (in the script 16 / (size - 8), for an object of type A)";
    assert!(told[0].starts_with(start), "{told:?}");
    assert_eq!(grouped("where(16 / (size - 8) > 1)", &Warnings::new()).root().totals.objects, 1);
    // What follows from the type is found out another way.
    assert_eq!(grouped("script(if is_array { short_type } else { 1 / 0 })", &Warnings::new()).nodes.len(), 3);
}

#[test]
fn a_script_without_end_stops_the_grouping() {
    let heap = all("a: A 8\nb: B 16");
    for by in ["script(loop { size })", "where(if size > 8 { loop { } } else { true })", "script(while type != null { } 1)"] {
        let error = group(&heap, &Grouping::parse(by).unwrap(), &Progress::new(), &Warnings::new()).unwrap_err().to_string();
        assert!(error.contains("this takes more than 200000 steps"), "{by}: {error}");
    }
    let progress = Progress::new();
    progress.cancel();
    let cancelled = group(&heap, &Grouping::parse("script(loop { size })").unwrap(), &progress, &Warnings::new());
    assert!(matches!(cancelled, Err(Error::Cancelled)));
}

#[test]
fn a_map_of_bytes_parts_objects() {
    let heap = all("a, b: A 24\nc: B 16");
    check(
        &heap,
        "script(#{ x: size / 2, y: 4, z: 0 }), type",
        "
        Overall 3 64
          x 3 32
            A 2 24
            B 1 8
          y 3 12
            A 2 8
            B 1 4
        ",
    );
    check(
        &heap,
        "type, script(if size > 16 { #{ x: size } } else { #{} })",
        "Overall 3 64\n  A 2 48\n    x 2 48\n  B 1 16\n    (none) 1 16",
    );
}

#[test]
fn the_parts_of_instances_sum_to_their_bytes() {
    let heap = all("
        o: java.lang.Object 16
        n: app.Node 24 -> o
        r: app.Node[10] 56 -> n n n
        p: byte[5] 24
    ");
    let tree = grouped(&heap, "type, instance health").tree;
    for node in tree.nodes.iter().filter(|node| node.key.matches('#').count() == 1) {
        let below: u64 =
            tree.nodes.iter().filter(|below| below.key.starts_with(&format!("{}#", node.key))).map(|below| below.totals.bytes).sum();
        assert_eq!(below, node.totals.bytes, "{}", node.key);
    }
    let bytes = |key: &str| tree.nodes.iter().find(|node| &*node.key == key).map(|node| node.totals.bytes);
    // Three of ten slots are used.
    assert_eq!(bytes("Overall#app.Node[]#pointers"), Some(12));
    assert_eq!(bytes("Overall#app.Node[]#null pointers"), Some(28));
    assert_eq!(bytes("Overall#byte[]#primitive values"), Some(5));
}

#[test]
fn the_same_questions_have_the_same_answers() {
    // Neighbours in different numbers and orders, so that what is learned from one object must not be wrong for another.
    let text: String = (0..300)
        .map(|at| format!("o{at}: T{}[{}] {} -> o{} o{} o{at}\n", at % 5, at % 3, 8 * (1 + at % 3), at * 7 % 300, at * 11 % 300))
        .collect();
    let heap = all(&text);
    let name = |object: u32| heap.type_info(heap.type_of(ObjectIndex(object))).name.to_string();
    let grouped = grouped(
        &heap,
        "script(let n = 0; for o in points_to { if o.type == type and o != this { n += o.size } else if o.points_to[0].size == size { n += 1 } } n)",
    );
    for object in heap.kept_objects() {
        let size = |object: u32| heap.bytes_of(ObjectIndex(object));
        let sum: u64 = heap
            .points_to(object)
            .iter()
            .map(|&other| {
                if name(other) == name(object.0) && other != object.0 {
                    size(other)
                } else {
                    u64::from(size(heap.points_to(ObjectIndex(other))[0]) == size(object.0))
                }
            })
            .sum();
        let leaf = grouped.leaves.of(&heap, object)[0];
        assert_eq!(*grouped.tree.nodes[leaf.at()].name, sum.to_string(), "{object:?}");
    }
}
