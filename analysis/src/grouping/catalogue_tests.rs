//! Every classifier of the published catalogue on one heap of twenty objects.

use super::tests::{all, grouped};

/// Twenty objects: instances, arrays around the border of small and big, a hub, a cycle, an object without references.
const TWENTY: &str = "
    root jni -> hub
    root monitor -> hub lonely
    hub: shop.Hub 32 -> p1 p2 p3 p4 a254 a255
    p1, p2, p3, p4: shop.Product 24 -> name
    name: java.lang.String 24 -> chars
    chars: byte[5] 24
    a254: shop.Product[254] 1032 -> p1 p1
    a255: shop.Product[255] 1040 -> p2
    empty: int[0] 16
    ring1: shop.Ring 16 -> ring2
    ring2: shop.Ring 16 -> ring1
    self: shop.Ring 16 -> self
    lonely: Main 8
    n1: java.util.HashMap$Node 32 -> n2 p1
    n2: java.util.HashMap$Node 32 -> n3 p2
    n3: java.util.HashMap$Node 32 -> p3
    t: java.lang.Thread 64
    u: java.lang.Thread 64
    i: java.lang.Integer 16
";

/// The names of the leaves of an object, without what stands above them.
#[track_caller]
fn check(by: &str, expected: &[(&str, &[&str])]) {
    let heap = all(TWENTY);
    assert_eq!(heap.kept_objects().count(), 20);
    let grouped = grouped(&heap, by);
    assert_eq!(grouped.tree.root().totals.objects, 20, "{by}");
    for (object, labels) in expected {
        let leaves = grouped.leaves.of(&heap, heap.object(object));
        let names: Vec<&str> = leaves.iter().map(|leaf| &*grouped.tree.nodes[leaf.at()].name).collect();
        assert_eq!(names, *labels, "{object} by {by}");
    }
}

#[test]
fn address_is_a_group_per_object() {
    check("address", &[("hub", &["0x1000"]), ("p1", &["0x1008"])]);
    assert_eq!(grouped(&all(TWENTY), "address").tree.nodes.len(), 21);
}

#[test]
fn type_with_and_without_its_package() {
    check("type", &[("p2", &["shop.Product"]), ("a254", &["shop.Product[]"]), ("n1", &["java.util.HashMap$Node"])]);
    check("type without package", &[("p2", &["Product"]), ("a254", &["Product[]"]), ("n1", &["HashMap$Node"]), ("lonely", &["Main"])]);
}

#[test]
fn package_of_the_type() {
    check("package", &[("p2", &["shop"]), ("a255", &["shop"]), ("empty", &["(primitive arrays)"]), ("lonely", &["(default package)"])]);
}

#[test]
fn array_length_of_arrays_alone() {
    check("array length", &[("a254", &["254"]), ("a255", &["255"]), ("empty", &["0"]), ("hub", &["not an array"])]);
}

#[test]
fn object_kind_parts_small_and_big_arrays_at_255() {
    check("object kind", &[("a254", &["small array"]), ("a255", &["big array"]), ("empty", &["small array"]), ("hub", &["instance"])]);
}

#[test]
fn gc_root_kinds_of_an_object() {
    check("gc root kind", &[("hub", &["JNI global", "monitor"]), ("lonely", &["monitor"]), ("p1", &["not a root"])]);
}

#[test]
fn numbers_of_references_count_each_slot() {
    check("number of incoming references", &[("p1", &["4"]), ("hub", &["0"]), ("self", &["1"]), ("name", &["4"])]);
    check("number of outgoing references", &[("hub", &["6"]), ("a254", &["2"]), ("chars", &["0"]), ("self", &["1"])]);
}

#[test]
fn references_from_what_does_not_count_do_not_count() {
    let heap = crate::fixture::heap("root jni -> a\na: A 8\nlost: B 8 -> a");
    let grouped = grouped(&heap, "number of incoming references, pointed from(type)");
    let names: Vec<&str> = grouped.tree.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["Overall", "0"]);
}

#[test]
fn pointed_from_and_points_to_lead_to_neighbours() {
    let heap = all(TWENTY);
    for (by, path, objects) in [
        ("type, pointed from(type)", "Overall#java.lang.String#Pointed from#shop.Product", 4),
        ("type, pointed from(type)", "Overall#shop.Product#Pointed from#java.util.HashMap$Node", 3),
        ("type, points to(type)", "Overall#shop.Product[]#Points to#shop.Product", 2),
        ("type, points to(type)", "Overall#shop.Ring#Points to#shop.Ring", 3),
    ] {
        let tree = grouped(&heap, by).tree;
        let node = tree.nodes.iter().find(|node| &*node.key == path);
        assert_eq!(node.map(|node| node.totals.objects), Some(objects), "{path}");
    }
}

#[test]
fn filters_take_objects_out_of_all_totals_and_all_of_them_must_agree() {
    let heap = all(TWENTY);
    let objects = |by: &str| grouped(&heap, by).tree.root().totals.objects;
    assert_eq!(objects("domain objects, type"), 11);
    assert_eq!(objects("type, domain objects"), 11);
    assert_eq!(objects("domain objects(shop), type"), 1);
    assert_eq!(grouped(&heap, "domain objects").tree.nodes.len(), grouped(&heap, "domain objects, package path, type").tree.nodes.len());
    let rejected = grouped(&heap, "domain objects, type");
    assert_eq!(rejected.leaves.of(&heap, heap.object("name")), []);
}
