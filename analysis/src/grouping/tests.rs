//! Grouping as sentences. Trees are printed as indented text: name, objects, bytes.

use super::engine::grouped::{Grouped, group};
use super::list::{Grouping, Step};
use crate::base::error::Error;
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use crate::trees::memory_tree::MemoryTree;
use std::fmt;
use std::sync::Arc;

use super::*;
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::fixture::{TextHeap, heap, heap_with_policy};
use crate::heap::SizePolicy;

/// A tree as text: two spaces per level, then name, objects and bytes.
pub(super) fn text_of(tree: &MemoryTree) -> String {
    let mut levels = vec![0_usize; tree.nodes.len()];
    let mut text = String::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        levels[at] = if at == 0 { 0 } else { levels[node.parent.at()] + 1 };
        text += &format!("{}{} {} {}\n", "  ".repeat(levels[at]), node.name, node.totals.objects, node.totals.bytes);
    }
    text
}

pub(super) fn grouped(heap: &HeapState, by: &str) -> Grouped {
    let warnings = Warnings::new();
    let grouped = group(heap, &Grouping::parse(by).unwrap(), &Progress::new(), &warnings).unwrap();
    assert_eq!(warnings.list(), []);
    grouped
}

#[track_caller]
pub(super) fn check(heap: &HeapState, by: &str, expected: &str) {
    let lines: Vec<&str> = expected.lines().filter(|line| !line.trim().is_empty()).collect();
    let margin = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let expected: String = lines.iter().map(|line| format!("{}\n", &line[margin..])).collect();
    assert_eq!(text_of(&grouped(heap, by).tree), expected, "grouped by {by}");
}

/// Everything counts, so that a test needs no roots for each object.
pub(super) fn all(text: &str) -> TextHeap {
    heap_with_policy(text, SizePolicy { keep_unreachable: true, ..SizePolicy::default() })
}

const LIST: &str = "
    root jni -> list
    list: java.util.LinkedList 32 -> n1
    n1, n2: java.util.LinkedList$Node 24 -> p
    p: app.Person 16 -> s
    s: java.lang.String 24 -> c
    c: char[10] 40
    i: Main 8
";

#[test]
fn the_default_nests_packages_and_puts_types_into_them() {
    assert_eq!(Grouping::default().to_string(), "Package path > Type");
    check(
        &all(LIST),
        "package-path,type",
        "
        Overall 7 168
          (default package) 1 8
            Main 1 8
          (primitive arrays) 1 40
            char[] 1 40
          app 1 16
            app.Person 1 16
          java 4 104
            lang 1 24
              java.lang.String 1 24
            util 3 80
              java.util.LinkedList 1 32
              java.util.LinkedList$Node 2 48
        ",
    );
}

#[test]
fn only_objects_that_count_are_grouped() {
    check(
        &heap(LIST),
        "type",
        "Overall 5 136\n  app.Person 1 16\n  char[] 1 40\n  java.lang.String 1 24\n  java.util.LinkedList 1 32\n  java.util.LinkedList$Node 1 24",
    );
    let heap = heap(LIST);
    let grouped = grouped(&heap, "type");
    assert_eq!(grouped.leaves.of(&heap, heap.object("n2")), []);
    assert_eq!(grouped.leaves.of(&heap, heap.object("p")), [NodeIndex(1)]);
}

#[test]
fn the_order_of_classifiers_makes_the_tree() {
    let heap = all("a: A[3] 24\nb: A[300] 1216\nc: B[3] 24");
    check(
        &heap,
        "type,object kind",
        "Overall 3 1264\n  A[] 2 1240\n    big array 1 1216\n    small array 1 24\n  B[] 1 24\n    small array 1 24",
    );
    check(&heap, "object-kind,type", "Overall 3 1264\n  big array 1 1216\n    A[] 1 1216\n  small array 2 48\n    A[] 1 24\n    B[] 1 24");
}

#[test]
fn an_array_of_254_is_small_and_one_of_255_is_big() {
    check(&all("a: A[254] 8\nb: A[255] 8\nc: C 8"), "object kind", "Overall 3 24\n  big array 1 8\n  instance 1 8\n  small array 1 8");
}

#[test]
fn arrays_lie_in_their_length_class() {
    check(
        &all("a: A[0] 16\nb: A[10] 56\nc: A[99] 412\nd: D 8"),
        "arraylengthclass",
        "Overall 4 492\n  0 elements 1 16\n  10 to 99 elements 2 468\n  not an array 1 8",
    );
}

#[test]
fn an_object_with_two_kinds_of_roots_counts_once_above_them() {
    let heap = heap("root jni -> a b\nroot monitor -> a\na: A 16\nb: A 16\nc: A 100");
    check(&heap, "type,gc root kind", "Overall 2 32\n  A 2 32\n    JNI global 2 32\n    monitor 1 16");
    check(&heap, "gc root kind,type", "Overall 2 32\n  JNI global 2 32\n    A 2 32\n  monitor 1 16\n    A 1 16");
    let by_kind = grouped(&heap, "gc root kind,type");
    assert_eq!(by_kind.leaves.of(&heap, heap.object("a")), [NodeIndex(2), NodeIndex(4)]);
}

#[test]
fn objects_without_a_root_say_so() {
    check(&heap("root jni -> a\na: A 16 -> b\nb: B 8"), "gcrootkind", "Overall 2 24\n  JNI global 1 16\n  not a root 1 8");
}

#[test]
fn without_recorded_roots_they_cannot_be_grouped_by() {
    let by = Grouping::parse("gc-root-kind").unwrap();
    let error = group(&all("a: A 8"), &by, &Progress::new(), &Warnings::new()).unwrap_err();
    assert_eq!(error.to_string(), "cannot group by GC root kind: this heap state holds no GC roots");
}

#[test]
fn superclasses_nest_and_never_mix_with_types() {
    // B is a type of its own and a superclass of C: different nodes below `extends A`.
    check(
        &all("class B < A\nclass C < B\na: A 1\nb: B 2\nc: C 4"),
        "superclass,type",
        "
        Overall 5 7
          (no superclass) 3 1
            A 1 1
            java.lang.Class 2 0
          extends A 2 6
            B 1 2
            extends B 1 4
              C 1 4
        ",
    );
}

#[test]
fn a_class_that_is_its_own_ancestor_ends_somewhere() {
    let tree = grouped(&all("class A < B\nclass B < A\na: A 8"), "superclass").tree;
    assert_eq!(tree.root().totals.objects, 3);
    assert!(tree.nodes.len() < 200, "{} nodes", tree.nodes.len());
}

#[test]
fn loaders_are_told_apart_by_name() {
    check(
        &all("class App @ l\nl: my.Loader 40\na: App 16\ns: java.lang.String 24"),
        "class loader",
        "Overall 4 80\n  <boot> 3 64\n  my.Loader 1 16",
    );
}

#[test]
fn objects_of_a_package_with_subpackages_get_a_leaf_of_their_own() {
    let heap = all("a: app.A 1\nb: app.db.B 2");
    check(&heap, "package path", "Overall 2 3\n  app 2 3\n    (not grouped further) 1 1\n    db 1 2");
    let tree = grouped(&heap, "package path").tree;
    assert_eq!(&*tree.nodes[2].key, "Overall#app#(rest)");
}

#[test]
fn a_type_name_with_the_key_separator_is_one_part() {
    let mut heap = all("a: A 1\nb: B 2");
    heap.state.types[0].name = "x#B".into();
    let tree = grouped(&heap, "type").tree;
    let keys: Vec<&str> = tree.nodes.iter().map(|node| &*node.key).collect();
    assert_eq!(keys, ["Overall", "Overall#B", "Overall#x%23B"]);
    assert_eq!(&*tree.nodes[2].name, "x#B");
}

#[test]
fn an_empty_heap_is_a_root() {
    check(&HeapState::default(), "package path,type", "Overall 0 0");
}

#[test]
fn names_are_read_in_any_spelling() {
    for spelling in ["package-path,type", "Package path > Type", "PACKAGEPATH,TYPE", " package_path , type ,", "Package path → Type"] {
        assert_eq!(Grouping::parse(spelling).unwrap().to_string(), "Package path > Type", "{spelling}");
    }
}

#[test]
fn an_unknown_name_lists_the_known_ones() {
    let error = Grouping::parse("package,color").unwrap_err().to_string();
    let start = "line 1, column 9: unknown classifier \"color\"; known are Type, Type without package, Package, ";
    assert!(error.starts_with(start) && error.contains("Allocation site"), "{error}");
    assert!(Grouping::parse(" ").unwrap_err().to_string().contains("a grouping needs at least one classifier"));
    assert_eq!(Grouping::parse(" , ").unwrap_err().to_string(), "line 1, column 2: a step is missing here");
    assert_eq!(Grouping::parse("type,package,Type").unwrap_err().to_string(), "line 1, column 14: the grouping names Type twice");
}

#[test]
fn everything_in_the_catalogue_has_a_name_of_its_own_and_is_described() {
    let infos: Vec<ClassifierInfo> = Registry::default().steps().iter().map(Step::info).collect();
    for (at, info) in infos.iter().enumerate() {
        assert!(infos[..at].iter().all(|earlier| earlier.name != info.name), "{}", info.name);
        assert!(!info.description.is_empty() && !info.example.is_empty() && !info.needs.is_empty(), "{}", info.name);
        let grouping = Grouping::parse(&info.name).unwrap();
        assert!(grouping.names()[0].starts_with(&*info.name));
        assert_eq!(Grouping::from_names(grouping.names().iter().map(String::as_str)).unwrap().names(), grouping.names());
    }
}

#[test]
fn what_a_dump_cannot_supply_says_why_and_what_to_do() {
    let heap = all("a: A 8");
    let missing: Vec<ClassifierInfo> =
        Registry::default().steps().iter().map(Step::info).filter(|info| info.missing_from(StateSource::Dump).is_some()).collect();
    assert_eq!(missing.len(), 11);
    for info in missing {
        let by = Grouping::parse(&info.name).unwrap();
        let error = group(&heap, &by, &Progress::new(), &Warnings::new()).unwrap_err().to_string();
        let names = (info.name.as_ref(), error.as_str());
        assert!(error.starts_with(&format!("cannot group by {}: ", info.name)), "{names:?}");
        assert!(error.contains("; record a trace (memory-city record)") || error.contains("; use "), "{names:?}");
    }
    let inner = Grouping::parse("type, points to(age)").unwrap();
    let error = group(&heap, &inner, &Progress::new(), &Warnings::new()).unwrap_err().to_string();
    assert!(error.starts_with("cannot group by Age: one heap dump has no past"), "{error}");
}

#[test]
fn presets_are_steps_with_a_name() {
    let registry = Registry::default();
    for preset in GROUPING_PRESETS {
        let grouping = registry.parse(&format!("preset:{}", preset.name)).unwrap();
        assert_eq!(grouping.names(), registry.parse(preset.steps).unwrap().names(), "{}", preset.name);
        assert!(!preset.description.is_empty(), "{}", preset.name);
    }
    assert_eq!(registry.parse("object kind, Preset:Big-Arrays").unwrap().names().len(), 4);
    let error = registry.parse("type, preset:none").unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 7: unknown preset \"preset:none\"; known are overview, types"), "{error}");
}

#[test]
fn the_preset_for_domain_objects_drops_the_platform() {
    check(
        &all("a: shop.Product 24 -> s\ns: java.lang.String 24 -> b\nb: byte[3] 24\nl: shop.Product[1] 16 -> a\nx: javaxx.Y 8"),
        "preset:domain objects",
        "
        Overall 3 48
          javaxx.Y 1 8
          shop.Product 1 24
            (not grouped further) 1 24
            Pointed from 1 16
              shop.Product[] 1 16
          shop.Product[] 1 16
        ",
    );
}

#[test]
fn a_transformer_comes_last() {
    let error = Grouping::parse("type, points to(type), package").unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 24: a transformer is the last step"), "{error}");
    let nested = format!("type{}{}", ", points to(type".repeat(9), ")".repeat(9));
    let error = Grouping::parse(&nested).unwrap_err().to_string();
    assert!(error.ends_with("lists within lists go no deeper than 8"), "{error}");
    assert!(Grouping::parse(&nested.replacen(", points to(type", "", 1).replacen(')', "", 1)).is_ok());
}

#[test]
fn cancelled_work_ends_with_that_error() {
    let progress = Progress::new();
    progress.cancel();
    for by in ["type", "object kind"] {
        let result = group(&all("a: A 8"), &Grouping::parse(by).unwrap(), &progress, &Warnings::new());
        assert!(matches!(result, Err(Error::Cancelled)), "{by}");
    }
}

/// A classifier for tests that labels types by a function of their names.
pub(super) struct ByName<F>(pub(super) &'static str, pub(super) F);

impl<F> fmt::Debug for ByName<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl<F: Fn(&str) -> Label + Send + Sync> Classifier for ByName<F> {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: self.0.into(),
            description: "".into(),
            example: "".into(),
            cardinality: Cardinality::Hierarchies,
            needs: std::borrow::Cow::default(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at: TypeIndex| (self.1)(&heap.type_info(at).name)))
    }
}

pub(super) fn group_by(heap: &HeapState, classifiers: Vec<Arc<dyn Classifier>>) -> MemoryTree {
    group(heap, &Grouping::new(classifiers).unwrap(), &Progress::new(), &Warnings::new()).unwrap().tree
}

#[test]
fn the_example_of_the_grouping_paper_counts_without_duplicates() {
    // Age (one), feature (many), allocation site (hierarchy); 19 nodes.
    let site = |name: &str| match name {
        "O1" | "O6" => Label::hierarchy(["add", "A"]),
        "O2" => Label::hierarchy(["add", "B", "D"]),
        "O3" | "O5" => Label::hierarchy(["main", "C", "A"]),
        _ => Label::hierarchy(["clone", "D"]),
    };
    let early = |name: &str| matches!(name, "O1" | "O2" | "O6");
    let age = move |name: &str| Label::one(if early(name) { "1" } else { "3" });
    let feature = move |name: &str| if early(name) { Label::many(["F1", "F2"]) } else { Label::many(["F1"]) };
    let heap = all("o1: O1 1\no2: O2 1\no3: O3 1\no4: O4 1\no5: O5 1\no6: O6 1");
    let tree = group_by(&heap, vec![Arc::new(ByName("Age", age)), Arc::new(ByName("Feature", feature)), Arc::new(ByName("Site", site))]);
    assert_eq!(tree.nodes.len(), 19);
    let expected = "\
Overall 6 6
  1 3 3
    F1 3 3
      add 3 3
        A 2 2
        B 1 1
          D 1 1
    F2 3 3
      add 3 3
        A 2 2
        B 1 1
          D 1 1
  3 3 3
    F1 3 3
      clone 1 1
        D 1 1
      main 2 2
        C 2 2
          A 2 2
";
    assert_eq!(text_of(&tree), expected);
}
