use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::trees::evolution::{Evolution, Metric};
use crate::trees::memory_tree::{MemoryTree, NodeSizes, NodeTotals, TimePoint, TreeBuilder};
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// A fresh folder that vanishes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("memory-city-exchange-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("a temporary folder");
        Self(dir)
    }

    fn with(self, file: &str, text: &str) -> Self {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).expect("a temporary folder");
        fs::write(path, text).expect("a temporary file");
        self
    }

    fn read(&self) -> (Result<TreeFolder>, Vec<String>) {
        let warnings = Warnings::new();
        let result = read_tree_folder(&self.0, None, &Progress::new(), &warnings);
        (result, self.texts(&warnings))
    }

    /// Warnings without the name of the temporary folder.
    fn texts(&self, warnings: &Warnings) -> Vec<String> {
        warnings.list().iter().map(|warning| warning.to_string().replace(&format!("{}/", self.0.display()), "")).collect()
    }

    fn error(&self) -> String {
        self.read().0.unwrap_err().to_string().replace(&self.0.display().to_string(), "DIR")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Nodes as `level name objects/bytes`, one per line.
fn outline(tree: &MemoryTree) -> String {
    let mut levels = vec![0usize; tree.nodes.len()];
    let mut text = String::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        if at > 0 {
            levels[at] = levels[node.parent.at()] + 1;
        }
        let role = tree.role_of(NodeIndex(at as u32));
        let NodeTotals { objects, bytes } = node.totals;
        text.push_str(&format!("{}{} [{}] {role:?} {objects}/{bytes}\n", "  ".repeat(levels[at]), node.key, node.name));
    }
    text
}

fn trees(text: &str) -> Result<Vec<TimePoint>> {
    parse_trees("frame", text.as_bytes(), &Warnings::new())
}

fn tree(text: &str) -> TimePoint {
    let mut points = trees(text).expect("a usable tree");
    assert_eq!(points.len(), 1);
    points.remove(0)
}

const DEFAULT_FORM: &str = r#"{ "time": 147252, "root": { "key": "Overall", "name": "Overall", "role": "", "objects": 3, "bytes": 72,
    "children": [
        { "key": "Overall#B", "name": "B", "role": "Type", "bytes": 48, "objects": 2, "children": [
            { "key": "Overall#B#foo()", "name": "foo()", "role": "Allocation Site", "bytes": 48, "objects": 2 } ] },
        { "key": "Overall#A", "name": "A", "role": "Type", "bytes": 24, "objects": 1, "children": [] } ] } }"#;

const ANTTRACKS_FORM: &str = r#"{ "classifiers": [ { "name": "Type", "id": 7 }, { "name": "Allocation Site", "id": 3 } ], "time": 147252,
    "root": { "key": "Overall", "fullKey": ["Overall"], "fullKeyAsString": "Overall", "classifierId": -1, "bytes": 72, "objects": 3,
        "transitiveClosureSize": -1, "retainedSize": -1, "children": [
            { "key": "A", "fullKey": ["Overall", "A"], "fullKeyAsString": "Overall#A", "classifierId": 7, "bytes": 24, "objects": 1 },
            { "children": [
                { "key": "foo()", "fullKeyAsString": "Overall#B#foo()", "classifierId": 3, "bytes": 48, "objects": 2 } ],
              "key": "B", "fullKey": ["Overall", "B"], "classifierId": 7, "bytes": 48, "objects": 2 } ] } }"#;

#[test]
fn the_default_form_is_read_with_siblings_sorted_by_key() {
    let point = tree(DEFAULT_FORM);
    assert_eq!(point.time_millis, 147_252);
    insta::assert_snapshot!(outline(&point.tree), @r#"
    Overall [Overall] "" 3/72
      Overall#A [A] "Type" 1/24
      Overall#B [B] "Type" 2/48
        Overall#B#foo() [foo()] "Allocation Site" 2/48
    "#);
}

#[test]
fn both_published_forms_of_one_tree_are_equal() {
    assert_eq!(tree(ANTTRACKS_FORM).tree, tree(DEFAULT_FORM).tree);
}

#[test]
fn other_names_for_counts_and_time_are_understood_and_the_published_ones_win() {
    let text = r#"{ "timestamp": 5, "gc": 12, "label": "after GC 12", "classifiers": ["Type"], "root": { "name": "Overall", "objectCount": 4, "size": 40,
        "children": [ { "name": "A", "nObjects": 1, "byte_count": 10 }, { "name": "B", "object_count": 2, "byteCount": 20 },
                      { "name": "C", "objects": 1, "objectCount": 99, "size": 99, "bytes": 10 } ] } }"#;
    let point = tree(text);
    assert_eq!((point.time_millis, point.gc, point.label.as_deref()), (5, Some(12), Some("after GC 12")));
    insta::assert_snapshot!(outline(&point.tree), @r#"
    Overall [Overall] "" 4/40
      Overall#A [A] "Type" 1/10
      Overall#B [B] "Type" 2/20
      Overall#C [C] "Type" 1/10
    "#);
}

#[test]
fn what_a_parent_counts_beyond_its_children_becomes_a_leaf() {
    // The motivating table: heap 100,000 with A 80,000 = 70,000 + 10,000 and B 10,500, so 9,500 are missing.
    let text = r#"{ "time": 1, "root": { "key": "Overall", "objects": 100000, "bytes": 200000, "children": [
        { "key": "Overall#A", "role": "Type", "objects": 80000, "bytes": 160000, "children": [
            { "key": "Overall#A#x()", "role": "Site", "objects": 70000, "bytes": 140000 },
            { "key": "Overall#A#y()", "role": "Site", "objects": 10000, "bytes": 20000 } ] },
        { "key": "Overall#B", "role": "Type", "objects": 10500, "bytes": 21000 } ] } }"#;
    insta::assert_snapshot!(outline(&tree(text).tree), @r#"
    Overall [Overall] "" 100000/200000
      Overall#(rest) [(not grouped further)] "Type" 9500/19000
      Overall#A [A] "Type" 80000/160000
        Overall#A#x() [x()] "Site" 70000/140000
        Overall#A#y() [y()] "Site" 10000/20000
      Overall#B [B] "Type" 10500/21000
    "#);
}

#[test]
fn duplicate_keys_are_summed_and_a_parent_below_its_children_is_kept_with_one_warning_each() {
    let text = r#"{ "time": 1, "root": { "key": "Overall", "objects": 5, "bytes": 50, "children": [
        { "key": "Overall#A", "objects": 3, "bytes": 30 }, { "key": "Overall#B", "objects": 1, "bytes": 10 },
        { "key": "Overall#A", "objects": 4, "bytes": 40 } ] } }"#;
    let warnings = Warnings::new();
    let points = parse_trees("f.json", text.as_bytes(), &warnings).unwrap();
    assert_eq!(points[0].tree.nodes[1].totals, NodeTotals { objects: 7, bytes: 70 });
    assert_eq!(points[0].tree.nodes.len(), 3, "no remainder where the children count more");
    let texts: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "nodes count less than their children together; an object in several groups counts once above them: f.json: Overall",
            "nodes with one key under one parent were summed: f.json: Overall#A"
        ]
    );
}

#[test]
fn errors_name_the_file_and_the_json_path() {
    let node = |member: &str| {
        format!(r#"{{ "time": 1, "root": {{ "key": "O", "objects": 1, "bytes": 1, "children": [ {{}}, {{ "key": "a", {member} }} ] }} }}"#)
    };
    let first = r#""objects": 1, "bytes": 1"#;
    let node = |member: &str| node(member).replacen("{}", &format!(r#"{{ "key": "x", {first} }}"#), 1);
    let check = |text: &str, expected: &str| assert_eq!(trees(text).unwrap_err().to_string(), expected, "for {text}");
    check(
        &node(r#""objects": -3, "bytes": 1"#),
        "frame: -3: counts are never negative in line 1, column 143 (at $.root.children[1].objects)",
    );
    check(
        &node(r#""objects": 2.5, "bytes": 1"#),
        "frame: 2.5 is no whole number that can be kept exactly in line 1, column 143 (at $.root.children[1].objects)",
    );
    check(
        &node(r#""objects": 1e400, "bytes": 1"#),
        "frame: 1e400 is no whole number that can be kept exactly in line 1, column 143 (at $.root.children[1].objects)",
    );
    check(
        &node(r#""objects": 18446744073709551616, "bytes": 1"#),
        "frame: 18446744073709551616: counts end at 2^64 - 1 in line 1, column 143 (at $.root.children[1].objects)",
    );
    check(
        &node(r#""objects": NaN, "bytes": 1"#),
        "frame: NaN and Infinity are no JSON numbers in line 1, column 143 (at $.root.children[1])",
    );
    check(
        &node(r#""objects": "7", "bytes": 1"#),
        "frame: expected a number, found a string in line 1, column 143 (at $.root.children[1].objects)",
    );
    check(&node(r#""objects": 7"#), "frame: the node has no member \"bytes\" (at $.root.children[1])");
    check(r#"{ "root": {} }"#, "frame: the tree has no member \"time\" (at $)");
    check(r#"[ { "time": 3 } ]"#, "frame: the tree has no member \"root\" (at $[0])");
    check(r#"{ "time": 3, "root": [] }"#, "frame: expected an object, found an array in line 1, column 22 (at $.root)");
    check(
        r#"{ "time": 3, "root": { "key": "a", "objects": 1, "bytes": 1 } } x"#,
        "frame: the document has ended but the text goes on in line 1, column 65",
    );
    check("", "frame: the text ends where a value should follow in line 1, column 1");
    check("null", "frame: expected an object, found null in line 1, column 1 (at $)");
}

#[test]
fn whole_numbers_in_floating_notation_are_counts() {
    let point = tree(r#"{ "time": 1.5e3, "root": { "key": "O", "objects": 80000.0, "bytes": 18446744073709551615 } }"#);
    assert_eq!((point.time_millis, point.tree.root().totals), (1500, NodeTotals { objects: 80_000, bytes: u64::MAX }));
}

#[test]
fn a_deep_tree_is_read_and_a_deeper_one_is_refused_without_a_stack_overflow() {
    let nested = |levels: usize| {
        let begin = r#"{"key":"k","objects":1,"bytes":1,"children":["#;
        format!(r#"{{"time":1,"root":{}{}{}}}"#, begin.repeat(levels), r#"{"key":"leaf","objects":1,"bytes":1}"#, "]}".repeat(levels))
    };
    assert_eq!(tree(&nested(900)).tree.nodes.len(), 901);
    for text in [nested(200_000), format!(r#"{{"time":1,"other":{}"#, "[".repeat(1_000_000)), "[".repeat(1_000_000)] {
        let error = trees(&text).unwrap_err().to_string();
        assert!(error.contains("nest deeper than 2000 levels") || error.contains("expected an object"), "{error}");
    }
}

#[test]
fn sums_of_huge_counts_stay_at_the_largest_number() {
    let text = r#"{ "time": 1, "root": { "key": "O", "objects": 18446744073709551615, "bytes": 0, "children": [
        { "key": "a", "objects": 18446744073709551615, "bytes": 0 }, { "key": "a", "objects": 18446744073709551615, "bytes": 1 } ] } }"#;
    assert_eq!(tree(text).tree.nodes[1].totals, NodeTotals { objects: u64::MAX, bytes: 1 });
}

#[test]
fn keys_made_of_names_cannot_fill_the_memory() {
    // 3 MB of text would make 2 MB * 20,000 = 40 GB of keys.
    let child = r#"{"name":"a","objects":1,"bytes":1},"#.repeat(20_000);
    let text = format!(
        r#"{{"time":1,"root":{{"name":"{}","objects":1,"bytes":1,"children":[{}]}}}}"#,
        "x".repeat(2_000_000),
        child.trim_end_matches(',')
    );
    assert_eq!(trees(&text).unwrap_err().to_string(), "frame: the length of all keys made from names is over the limit of 64 MiB");
}

#[test]
fn a_tree_with_more_nodes_than_anybody_can_look_at_is_refused() {
    let text = format!(r#"{{"time":1,"root":{{"children":[{}{{}}]}}}}"#, "{},".repeat(1 << 21));
    assert_eq!(trees(&text).unwrap_err().to_string(), "frame: the number of nodes of $ is over the limit of 2097152 nodes");
}

#[test]
fn messages_stay_short_whatever_they_quote() {
    let long = "k".repeat(1_000_000);
    let text = format!(r#"{{ "time": 1, "pointerMap": {{ "{long}": {{ "{long}": -1 }} }} }}"#);
    assert!(parse_pointer_maps("f", text.as_bytes()).unwrap_err().to_string().len() < 500);
    let text = format!(r#"{{ "time": 1, "root": {{ "key": "{long}", "objects": 1{long}, "bytes": 1 }} }}"#);
    assert!(trees(&text).unwrap_err().to_string().len() < 500);
    let node = format!(r#"{{ "key": "{long}", "objects": 1, "bytes": 1 }}"#);
    let warnings = Warnings::new();
    parse_trees(
        "f",
        format!(r#"{{ "time": 1, "root": {{ "key": "O", "objects": 2, "bytes": 2, "children": [{node}, {node}] }} }}"#).as_bytes(),
        &warnings,
    )
    .unwrap();
    assert!(warnings.list()[0].to_string().len() < 1000);
}

#[test]
fn strings_are_unescaped() {
    let text = r#"{ "time": 1, "root": { "key": "a\"\\\/\b\f\n\r\tA\u00e9\ud83c\udfd9\ud83c", "objects": 1, "bytes": 1 } }"#;
    assert_eq!(&*tree(text).tree.root().key, "a\"\\/\u{8}\u{c}\n\r\tA\u{e9}\u{1f3d9}\u{fffd}");
}

const TREE_1: &str = r#"{ "time": 1, "root": { "key": "Overall", "objects": 3, "bytes": 3, "children": [
    { "key": "Overall#A", "objects": 1, "bytes": 1 }, { "key": "Overall#B", "objects": 2, "bytes": 2 } ] } }"#;

#[test]
fn trees_are_ordered_by_time_whatever_their_files_are_called() {
    let folder = Folder::new("order")
        .with("a.json", &TREE_1.replacen('1', "300", 1))
        .with("b.json", &format!("[{},{}]", TREE_1.replacen('1', "200", 1), TREE_1.replacen('1', "400", 1)))
        .with("c.JSON", &TREE_1.replacen('1', "100", 1))
        .with("notes.txt", "not a tree")
        .with("sub/5.json", "not read")
        .with(
            "dataset.json",
            r#"{ "format": "memory-city/1", "title": "Four", "metric": "bytes", "settings": { "child_count": 10 }, "more": 1 }"#,
        );
    let (read, warnings) = folder.read();
    let read = read.unwrap();
    assert_eq!(read.points.iter().map(|p| p.time_millis).collect::<Vec<_>>(), [100, 200, 300, 400]);
    assert_eq!((read.info.title.as_deref(), read.info.metric), (Some("Four"), Some(Metric::Bytes)));
    assert_eq!(read.info.settings.unwrap()["child_count"], 10);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn the_sample_of_figure_10_has_23_trees_in_the_order_of_time_with_both_maps() {
    let dir = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data-samples/fig10"));
    let mut names: Vec<String> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".json"));
    names.sort();
    let warnings = Warnings::new();
    let read = read_tree_folder(&dir, None, &Progress::new(), &warnings).unwrap();
    let times: Vec<i64> = read.points.iter().map(|point| point.time_millis).collect();
    assert_eq!(times.len(), 23);
    assert!(times.is_sorted(), "{times:?}");
    let by_name: Vec<String> = times.iter().map(|time| format!("{time}.json")).collect();
    assert!(!by_name.is_sorted(), "the order of names is another one, so this shows that time decides");
    assert!(by_name.iter().all(|name| names.contains(name)));
    assert!(read.points.iter().all(|p| p.references.as_ref().is_some_and(|r| !r.points_to.is_empty() && !r.pointed_from.is_empty())));
    assert_eq!(warnings.list(), []);
}

#[test]
fn a_dataset_file_that_cannot_be_used_is_a_warning() {
    for text in ["{", "[]", &format!(r#"{{ "settings": {}"#, "[".repeat(100_000)), r#"{ "metric": "apples" }"#] {
        let folder = Folder::new("dataset").with("1.json", TREE_1).with("dataset.json", text);
        let (read, warnings) = folder.read();
        assert_eq!(read.unwrap().info.title, Some(name_of(&folder)), "the folder's name is the title");
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].starts_with("dataset.json could not be used: dataset.json: "), "{warnings:?}");
    }
    let folder = Folder::new("dataset").with("1.json", TREE_1).with("dataset.json", r#"{ "format": "memory-city/9" }"#);
    let warnings = folder.read().1;
    assert_eq!(
        warnings,
        [r#"a dataset names another format; it was read all the same: dataset.json: "memory-city/9" instead of "memory-city/1""#]
    );
}

fn name_of(folder: &Folder) -> String {
    folder.0.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn an_empty_folder_and_a_missing_one_are_errors() {
    assert_eq!(Folder::new("empty").error(), "nothing to show: no JSON file with a memory tree in DIR");
    let gone = Folder::new("gone");
    fs::remove_dir_all(&gone.0).unwrap();
    assert_eq!(gone.error(), "cannot read DIR: No such file or directory (os error 2)");
}

#[test]
fn one_broken_file_is_a_warning_and_nothing_but_broken_files_is_an_error() {
    let broken = r#"{ "time": 1, "root": "#;
    let folder = Folder::new("broken").with("1.json", broken);
    assert_eq!(folder.error(), "DIR/1.json: the text ends where a value should follow in line 1, column 22");
    let folder = folder.with("2.json", TREE_1);
    let (read, warnings) = folder.read();
    assert_eq!(read.unwrap().points.len(), 1);
    assert_eq!(warnings, ["a file could not be used: 1.json: the text ends where a value should follow in line 1, column 22"]);
}

#[test]
fn a_tree_with_only_a_root_is_left_out_of_the_evolution() {
    let folder = Folder::new("root-only")
        .with("1.json", TREE_1)
        .with("2.json", r#"{ "time": 2, "root": { "key": "Overall", "objects": 1, "bytes": 1 } }"#);
    let read = folder.read().0.unwrap();
    let warnings = Warnings::new();
    let evolution = Evolution::from_points("t", "", read.points, &Progress::new(), &warnings).unwrap();
    assert_eq!(evolution.points.len(), 1);
    assert_eq!(warnings.list()[0].to_string(), "a tree without nodes below its root was left out: time 2 ms");
}

#[test]
fn maps_belong_to_trees_by_time_then_by_file_name() {
    let tree = |time: i64| TREE_1.replacen('1', &time.to_string(), 1);
    let map = |time: &str, count: u64| {
        format!(r#"{{ {time} "pointerMap": {{ "Overall#A": {{ "Overall#B": {count}, "Overall": 0 }}, "Overall#B": {{}} }} }}"#)
    };
    let folder = Folder::new("maps")
        .with("1.json", &tree(1))
        .with("x.json", &tree(2))
        .with("3.json", &tree(3))
        .with("4.json", &tree(4))
        // By time, although the name is another tree's; by name without a time; null; none at all for 4.
        .with("points-to-maps/3.json", &map("\"time\": 1,", 11))
        .with("points-to-maps/x.json", &map("", 22))
        .with("points-to-maps/null.json", r#"{ "time": 3, "pointerMap": null }"#)
        .with("points-to-maps/readme.md", "ignored")
        .with("pointed-from-maps/all.json", &format!("[{}, {}]", map("\"time\": 2,", 33), map("\"time\": 99,", 44)));
    let (read, warnings) = folder.read();
    let points = read.unwrap().points;
    let get = |at: usize| {
        let references = points[at].references.as_ref()?;
        let (a, b) = (NodeIndex(1), NodeIndex(2));
        Some((references.points_to.get(a, b), references.pointed_from.get(a, b)))
    };
    assert_eq!([get(0), get(1), get(2), get(3)], [Some((Some(11), None)), Some((Some(22), Some(33))), None, None]);
    assert_eq!(points[0].references.as_ref().unwrap().points_to.row(NodeIndex(1)).len(), 1, "a count of zero is no reference");
    assert_eq!(warnings, ["pointer maps belong to no tree"]);
}

#[test]
fn table_two_is_read_with_both_directions() {
    let point = |keys: &[&str]| {
        let mut builder = TreeBuilder::new(NodeTotals { objects: keys.len() as u64, bytes: 0 });
        let role = builder.role("Type");
        for key in keys {
            builder.add_part(0, key, role, NodeTotals { objects: 1, bytes: 0 });
        }
        TimePoint { time_millis: 9, gc: None, label: None, tree: builder.finish().tree, references: None, sizes: NodeSizes::default() }
    };
    let mut points = [point(&["Buffer", "LinkedList", "LinkedList$Node", "Person", "String", "char[]"])];
    let points_to = r#"{ "time": 9, "pointerMap": { "Overall#LinkedList": { "Overall#LinkedList$Node": 1 }, "Overall#LinkedList$Node": { "Overall#Person": 10000 },
        "Overall#Person": { "Overall#String": 20000 }, "Overall#String": { "Overall#char[]": 20000 }, "Overall#Gone": { "Overall#String": 1 } } }"#;
    let pointed_from = r#"{ "time": 9, "pointerMap": { "Overall#String": { "Overall#Person": 10000, "Overall#Buffer": 300 },
        "Overall#Person": { "Overall#LinkedList$Node": 10000 } } }"#;
    let maps = |text: &str| parse_pointer_maps("frame", text.as_bytes()).unwrap();
    let warnings = Warnings::new();
    attach_pointer_maps(&mut points, &maps(points_to), &maps(pointed_from), &warnings);
    let references = points[0].references.as_ref().unwrap();
    let node = |name: &str| NodeIndex(points[0].tree.nodes.iter().position(|n| &*n.name == name).unwrap() as u32);
    assert_eq!(references.points_to.get(node("LinkedList"), node("LinkedList$Node")), Some(1));
    assert_eq!(references.points_to.get(node("String"), node("char[]")), Some(20_000));
    assert_eq!(references.pointed_from.row(node("String")), [(node("Buffer"), 300), (node("Person"), 10_000)]);
    assert_eq!(references.points_to.get(node("String"), node("Person")), None);
    assert_eq!(warnings.list()[0].to_string(), "pointer-map entries name nodes that the tree does not have: time 9 ms: Overall#Gone");
}

#[test]
fn map_errors_name_the_pair() {
    let error = parse_pointer_maps("f.json", br#"{ "time": 1, "pointerMap": { "a": { "b": -1 } } }"#).unwrap_err().to_string();
    assert_eq!(error, r#"f.json: -1: counts are never negative in line 1, column 42 (at $.pointerMap["a"]["b"])"#);
}

#[test]
fn an_object_is_split_into_members_without_reading_them() {
    let text = "{ \"request\" : {\"a\":[1,2,{}]}, \"data\":[ {\"time\":1} ] ,\"\u{e9}\":\"]}\" }";
    let members = json_members("frame", text).unwrap();
    assert_eq!(members, [("request".into(), r#"{"a":[1,2,{}]}"#), ("data".into(), r#"[ {"time":1} ]"#), ("\u{e9}".into(), "\"]}\"")]);
    assert!(json_members("frame", r#"{ "a": 1 "b": 2 }"#).is_err());
}

#[test]
fn the_writer_uses_exactly_the_published_names() {
    let mut point = tree(DEFAULT_FORM);
    point.gc = Some(3);
    let entries = vec![(NodeIndex(1), NodeIndex(3), 2), (NodeIndex(1), NodeIndex(2), 2), (NodeIndex(3), NodeIndex(3), 1)];
    let map = ReferenceMap::from_entries(entries);
    insta::assert_snapshot!(String::from_utf8(tree_document(&point)).unwrap(), @r#"{"time":147252,"gc":3,"root":{"key":"Overall","name":"Overall","role":"","objects":3,"bytes":72,"children":[{"key":"Overall#A","name":"A","role":"Type","objects":1,"bytes":24},{"key":"Overall#B","name":"B","role":"Type","objects":2,"bytes":48,"children":[{"key":"Overall#B#foo()","name":"foo()","role":"Allocation Site","objects":2,"bytes":48}]}]}}"#);
    insta::assert_snapshot!(String::from_utf8(pointer_map_document(7, &point.tree, &map)).unwrap(), @r#"{"time":7,"pointerMap":{"Overall#A":{"Overall#B":2,"Overall#B#foo()":2},"Overall#B#foo()":{"Overall#B#foo()":1}}}"#);
}

#[test]
fn foreign_json_files_in_the_target_folder_are_not_mixed_with_ours() {
    let folder = Folder::new("target").with("other.json", "{}");
    let point = tree(DEFAULT_FORM);
    let write = || write_tree_folder(&folder.0, &DatasetInfo::default(), std::slice::from_ref(&point), &Progress::new());
    let error = write().unwrap_err().to_string();
    assert!(error.ends_with("other.json is in the way: it would be read as part of the same dataset; choose an empty folder"), "{error}");
    assert!(!folder.0.join("147252.json").exists());
    fs::remove_file(folder.0.join("other.json")).unwrap();
    write().unwrap();
    write().expect("writing the same dataset again replaces it");
}

#[test]
fn a_grouped_heap_is_read_back_as_it_was_written() {
    let heap = crate::fixture::heap(
        "
        root static shop.Cache.map -> m
        root thread main -> m p
        m: java.util.HashMap 48 -> e1 e2
        e1, e2: java.util.HashMap$Node 32 -> p
        a: shop.Product[4] 32 -> p p
        p: shop.Product 24 -> a
        ",
    );
    // A product is a root of two kinds, so it is in two groups below its type; and above them once.
    for by in ["package-path, type", "type, gc root kind", "gc root kind, superclass, array length class"] {
        let grouping = crate::grouping::list::Grouping::parse(by).unwrap();
        let point = crate::grouping::time_point(&heap, &grouping, &[], &Progress::new(), &Warnings::new()).unwrap();
        let folder = Folder::new("grouped");
        write_tree_folder(&folder.0, &DatasetInfo::default(), std::slice::from_ref(&point), &Progress::new()).unwrap();
        let read = folder.read().0.unwrap().points.remove(0);
        assert_eq!(outline(&read.tree), outline(&point.tree), "by {by}");
        assert_eq!(read.references, point.references, "by {by}");
        assert!(point.references.is_some_and(|references| !references.points_to.is_empty()));
    }
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]", "[a-zA-Z0-9.$\\[\\]#%\"\\\\ é🏙\n\u{1}]{0,6}"]
}

/// Trees in which parents count at least what their children count, with random references.
fn any_point() -> impl Strategy<Value = TimePoint> {
    let nodes = prop::collection::vec(
        (any::<prop::sample::Index>(), any_name(), 0u64..1000, prop::sample::select(vec!["", "Type", "Site \"x\""])),
        1..20,
    );
    let entries = prop::collection::vec((0u32..20, 0u32..20, 1u64..9), 0..30);
    (any::<i64>(), any::<Option<u64>>(), prop::option::of(any_name()), nodes, prop::option::of((entries.clone(), entries))).prop_map(
        |(time_millis, gc, label, nodes, references)| {
            let mut builder = TreeBuilder::new(NodeTotals::default());
            let mut parents = vec![0u32];
            for (parent, name, objects, role) in nodes {
                let parent = *parent.get(&parents);
                let role = builder.role(role);
                // Ancestors count what their descendants count.
                let totals = NodeTotals { objects, bytes: objects * 3 };
                let number = builder.add_part(parent, &name, role, totals);
                let mut at = parent;
                loop {
                    builder.add_totals(at, totals);
                    if at == 0 {
                        break;
                    }
                    at = builder.parent(at);
                }
                parents.push(number);
            }
            let tree = builder.finish().tree;
            // Reading adds a leaf for what an inner node holds itself, so let the first reading do that.
            let tree = parse_trees(
                "t",
                &tree_document(&TimePoint { time_millis: 0, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() }),
                &Warnings::new(),
            )
            .unwrap()
            .remove(0)
            .tree;
            let n = tree.nodes.len() as u32;
            let map = |entries: Vec<(u32, u32, u64)>| {
                ReferenceMap::from_entries(entries.into_iter().map(|(a, b, c)| (NodeIndex(a % n), NodeIndex(b % n), c)).collect())
            };
            let references = references.map(|(to, from)| NodeReferences { points_to: map(to), pointed_from: map(from) });
            TimePoint { time_millis, gc, label, tree, references, sizes: NodeSizes::default() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(64)))]

    #[test]
    fn what_is_written_is_read_back(points in prop::collection::vec(any_point(), 1..4), title in prop::option::of(any_name())) {
        let mut points = points;
        points.sort_by_key(|p| p.time_millis);
        points.dedup_by_key(|p| p.time_millis);
        let folder = Folder::new("round-trip");
        let info = DatasetInfo { title, ..DatasetInfo::default() };
        write_tree_folder(&folder.0, &info, &points, &Progress::new()).unwrap();
        let (read, warnings) = folder.read();
        let read = read.unwrap();
        prop_assert_eq!(warnings, [""; 0]);
        if info.title.is_some() {
            prop_assert_eq!(read.info.title, info.title);
        }
        prop_assert_eq!(read.points.len(), points.len());
        for (read, written) in read.points.iter().zip(&points) {
            prop_assert_eq!(&read.tree, &written.tree);
            prop_assert_eq!((read.time_millis, read.gc, &read.label), (written.time_millis, written.gc, &written.label));
            prop_assert_eq!(&read.references, &written.references);
        }
    }

    #[test]
    fn any_change_of_bytes_ends_in_a_tree_or_an_error(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut text = ANTTRACKS_FORM.as_bytes().to_vec();
        let at = at.index(text.len());
        if cut { text.truncate(at) } else { text[at] = byte }
        let _ = parse_trees("t", &text, &Warnings::new());
        let _ = parse_pointer_maps("t", &text);
    }

    #[test]
    fn any_change_of_a_map_ends_in_a_map_or_an_error(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()) {
        let mut text = br#"[{"time":1,"pointerMap":{"Overall":{"Overall#A":3,"Overall#B":18446744073709551615},"Overall#A":null}},{"pointerMap":null}]"#.to_vec();
        let at = at.index(text.len());
        if cut { text.truncate(at) } else { text[at] = byte }
        if let Ok(maps) = parse_pointer_maps("t", &text) {
            let mut points = [tree(TREE_1)];
            attach_pointer_maps(&mut points, &maps, &maps, &Warnings::new());
        }
    }

    #[test]
    fn any_bytes_end_in_a_tree_or_an_error(text in "[{}\\[\\]:,\"\\\\u0-9a-f.eE+ ntl-]{0,40}") {
        let _ = parse_trees("t", text.as_bytes(), &Warnings::new());
        let _ = json_members("t", &text);
    }
}

#[test]
fn every_truncation_of_a_tree_is_an_error() {
    let text = DEFAULT_FORM.trim_end();
    for end in 0..text.len() {
        assert!(parse_trees("t", &text.as_bytes()[..end], &Warnings::new()).is_err(), "{end} bytes");
    }
}

#[test]
fn deep_and_retained_sizes_are_written_beside_the_published_members_and_passed_over() {
    let heap = crate::fixture::heap("root jni -> a b\na: A 16 -> c\nb: B 8 -> c\nc: C 40 -> d\nd: D 24");
    let grouping = crate::grouping::list::Grouping::parse("type").unwrap();
    let sizes = [crate::trees::memory_tree::SizeKind::Deep, crate::trees::memory_tree::SizeKind::Retained];
    let point = crate::grouping::time_point(&heap, &grouping, &sizes, &Progress::new(), &Warnings::new()).unwrap();
    let text = String::from_utf8(tree_document(&point)).unwrap();
    // A and B share C and D; C owns D.
    let a = r#""objects":1,"bytes":16,"deepObjects":3,"deepBytes":80,"retainedObjects":1,"retainedBytes":16}"#;
    let c = r#""objects":1,"bytes":40,"deepObjects":2,"deepBytes":64,"retainedObjects":2,"retainedBytes":64}"#;
    assert!(text.contains(a) && text.contains(c), "{text}");
    assert_eq!(tree(&text).tree, point.tree);
}
