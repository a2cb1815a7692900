//! Scripts as classifiers and filters, on heaps whose objects have fields.

use super::tests::{all, check, grouped};
use super::*;

#[test]
fn a_script_groups_by_what_it_answers() {
    let heap = all("a: A[3] 24\nb: A[300] 1216 -> c\nc: B 8");
    check(
        &heap,
        "script(array_length > 100 ? path(\"array\", short_type) : size), type",
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
    check(&heap, "script(is_array ? [\"x\", \"y\", \"x\"] : null)", "Overall 3 1248\n  (none) 1 8\n  x 2 1240\n  y 2 1240");
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
    // traces-classifiers-closures B.6, on the objects of a HashMap.
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
        ("script(size / (size - 8))", "line 1, column 6: division by zero (in script(size / (size - 8)), for an object of type A)"),
        ("where(size)", "line 1, column 1: a filter answers with true or false (in where(size), for an object of type A)"),
        ("script(points_to)", "an object is no name of a group; ask for a property of it"),
        ("where(type > 3)", "line 1, column 6: a text and a number cannot be compared"),
    ] {
        let error = group(&heap, &Grouping::parse(by).unwrap(), &Progress::new(), &Warnings::new()).unwrap_err().to_string();
        assert!(error.contains(expected), "{by}: {error}");
    }
    let error = Grouping::parse("type, script(size +)").unwrap_err().to_string();
    assert_eq!(error, "line 1, column 20: expected a value, not the end");
}

#[test]
fn threads_and_chunks_change_no_answer() {
    let text: String = (0..200).map(|at| format!("o{at}: T{}[{}] {} -> o{}\n", at % 5, at % 7, 8 * (1 + at % 3), at * 7 % 200)).collect();
    let heap = all(&text);
    for by in [
        "script(size), type",
        "where(incoming != 1), script(roots)",
        "script(points_to.map(o, o.array_length)), script(short_type)",
        "script(address % 3 == 0 ? path(size, type) : null)",
    ] {
        let with_threads =
            |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| grouped(&heap, by).tree);
        let serial = with_threads(1);
        for threads in [2, 8, 16] {
            assert_eq!(serial, with_threads(threads), "{by} with {threads} threads");
        }
    }
}
