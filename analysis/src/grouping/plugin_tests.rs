//! Plug-ins as classifiers: they answer as built-in ones do, and whatever they do wrong costs a warning.

use super::engine::grouped::group;
use super::list::Grouping;
use crate::base::error::Error;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use proptest::prelude::*;

use super::tests::{all, grouped, text_of};
use super::user::plugin::Plugin;
use super::*;
use crate::base::error::Result;
use crate::fixture::TextHeap;

const OBJECT_KIND: &str = include_str!("../../examples/plug-ins/object_kind.wat");

/// A classifier called Test. `imports` are names of functions with their types, `describe` and `body` instructions; the
/// text "label" lies at 32, memory from 1024 on is free.
fn module(imports: &[(&str, &str)], describe: &str, body: &str) -> String {
    let imported = |&(name, of_type): &(&str, &str)| format!("(import \"memory_city\" \"{name}\" (func ${name} {of_type}))\n");
    let imports: String = [("name", TEXT), ("label", TEXT), ("cardinality", TEXT)].iter().chain(imports).map(imported).collect();
    format!(
        "(module {imports} (memory (export \"memory\") 1) (data (i32.const 0) \"Test\") (data (i32.const 32) \"label\")
         (data (i32.const 64) \"many\") (data (i32.const 80) \"hierarchy\") (data (i32.const 96) \"hierarchies\")
         (data (i32.const 112) \"text\") (data (i32.const 128) \"next\")
         (func (export \"memory_city_version\") (result i32) (i32.const 1))
         (func (export \"describe\") (call $name (i32.const 0) (i32.const 4)) {describe})
         (func (export \"classify\") (param $object i32) (local $at i32) (local $length i32) {body}))"
    )
}

const TEXT: &str = "(param i32 i32)";
const TEXT_OF: &str = "(param i32 i32 i32) (result i32)";
const NEIGHBOUR: &str = "(param i32 i32) (result i32)";
const COUNT: &str = "(param i32) (result i32)";
const LABEL: &str = "(call $label (i32.const 32) (i32.const 5))";

fn load(text: &str) -> Result<Plugin> {
    Plugin::load("test.wasm", &wat::parse_str(text).expect("the text is WebAssembly"))
}

fn grouping(plugin: Plugin, by: &str) -> Grouping {
    let mut registry = Registry::default();
    registry.add_plugin(plugin).expect("the name is free");
    registry.parse(by).expect("is a grouping")
}

/// The tree by a plug-in, and what was wrong.
fn by_plugin(heap: &HeapState, text: &str, by: &str) -> (String, Vec<String>) {
    let warnings = Warnings::new();
    let grouping = grouping(load(text).expect("can be loaded"), by);
    let tree = group(heap, &grouping, &Progress::new(), &warnings).expect("can be grouped").tree;
    (text_of(&tree), warnings.list().iter().map(ToString::to_string).collect())
}

/// 200 objects of 5 types, some of them arrays, with references; more than a stretch of objects.
fn many_objects() -> TextHeap {
    let line = |at: u32| match at % 5 {
        0 => format!("o{at}: T0[{}] {} -> o{}\n", at * 3, 16 + 8 * (at % 3), at * 7 % 200),
        kind => format!("o{at}: app.T{kind} {} -> o{} o{}\n", 8 * kind, at * 7 % 200, at * 3 % 200),
    };
    all(&(0..200).map(line).collect::<String>())
}

#[test]
fn a_plug_in_answers_as_the_built_in_classifier_of_the_same_meaning() {
    let heap = many_objects();
    let (tree, warnings) = by_plugin(&heap, OBJECT_KIND, "kind-by-plug-in, type");
    assert_eq!(tree, text_of(&grouped(&heap, "object kind, type").tree));
    assert!(tree.contains("big array") && warnings.is_empty(), "{warnings:?}");
}

#[test]
fn texts_of_types_are_handed_over() {
    let heap = many_objects();
    let name = |import: &str| {
        let body = format!("(call $label (i32.const 1024) (call ${import} (local.get $object) (i32.const 1024) (i32.const 512)))");
        module(&[(import, TEXT_OF)], "", &body)
    };
    for (import, built_in) in [("type_name", "type"), ("package", "package"), ("class_loader", "class loader")] {
        let (tree, warnings) = by_plugin(&heap, &name(import), "test");
        assert_eq!(tree, text_of(&grouped(&heap, built_in).tree), "{import}");
        assert_eq!(warnings, Vec::<String>::new());
    }
}

#[test]
fn neighbours_can_be_walked_to() {
    // One label per referenced object: the name of its type.
    let body = "(loop $next
        (local.set $at (call $points_to (local.get $object) (local.get $length)))
        (if (i32.ne (local.get $at) (i32.const -1)) (then
            (call $label (i32.const 1024) (call $type_name (local.get $at) (i32.const 1024) (i32.const 512)))
            (local.set $length (i32.add (local.get $length) (i32.const 1)))
            (br $next))))";
    let text = module(&[("points_to", NEIGHBOUR), ("type_name", TEXT_OF)], "(call $cardinality (i32.const 64) (i32.const 4))", body);
    let heap = many_objects();
    let (tree, warnings) = by_plugin(&heap, &text, "test, type");
    assert_eq!(tree, text_of(&grouped(&heap, "script(points_to.map(|o| o.type)), type").tree));
    assert_eq!(warnings, Vec::<String>::new());
}

#[test]
fn fields_and_texts_are_read_from_the_dump() {
    let body = "(if (i32.eq (call $field_object (local.get $object) (i32.const 0)) (i32.const -1))
        (then) (else (call $label (i32.const 32) (i32.const 5))))";
    let imports = [("reads_field", TEXT), ("field_object", NEIGHBOUR)];
    let text = module(&imports, "(call $reads_field (i32.const 128) (i32.const 4))", body);
    let heap = all("a: app.A 24 -> next=b\nb: app.A 24 -> next=a\nc: app.C 16");
    let (tree, warnings) = by_plugin(&heap, &text, "test");
    assert_eq!(tree, "Overall 3 64\n  (none) 1 16\n  label 2 48\n");
    assert_eq!(warnings, Vec::<String>::new());
    let undeclared = module(&imports, "", body);
    let (tree, warnings) = by_plugin(&heap, &undeclared, "test");
    assert_eq!(tree, "Overall 3 64\n  (plug-in failed) 3 64\n");
    assert_eq!(
        warnings,
        [
            "the plug-in Test failed for an object (3 times): first there is no field 0: describe names the fields, for an object of type app.A"
        ]
    );
}

#[test]
fn hierarchies_become_chains() {
    let two = format!("{LABEL} (call $label (i32.const 0) (i32.const 4)) (call $next) (call $label (i32.const 64) (i32.const 4))");
    let text = module(&[("next", "")], "(call $cardinality (i32.const 96) (i32.const 11))", &two);
    let (tree, warnings) = by_plugin(&all("a: A 8"), &text, "test");
    assert_eq!(tree, "Overall 1 8\n  label 1 8\n    Test 1 8\n  many 1 8\n");
    assert_eq!(warnings, Vec::<String>::new());
    // The same answer does not fit plug-ins that promise less.
    for (describe, reason) in [
        ("", "it gave 3 labels where its cardinality is one"),
        ("(call $cardinality (i32.const 80) (i32.const 9))", "it gave 2 hierarchies"),
    ] {
        let (tree, warnings) = by_plugin(&all("a: A 8"), &module(&[("next", "")], describe, &two), "test");
        assert_eq!(tree, "Overall 1 8\n  (plug-in failed) 1 8\n");
        assert!(warnings[0].contains(reason), "{warnings:?}");
    }
}

#[test]
fn a_plug_in_can_be_a_filter() {
    let text = "(module (import \"memory_city\" \"name\" (func $name (param i32 i32)))
        (import \"memory_city\" \"size\" (func $size (param i32) (result i64)))
        (memory (export \"memory\") 1) (data (i32.const 0) \"Test\")
        (func (export \"memory_city_version\") (result i32) (i32.const 1))
        (func (export \"describe\") (call $name (i32.const 0) (i32.const 4)))
        (func (export \"accepts\") (param i32) (result i32) (i64.gt_u (call $size (local.get 0)) (i64.const 16))))";
    let heap = many_objects();
    let (tree, _) = by_plugin(&heap, text, "test, type");
    assert_eq!(tree, text_of(&grouped(&heap, "where(size > 16), type").tree));
    assert_eq!(load(text).expect("can be loaded").cardinality(), Cardinality::Filter);
}

#[test]
fn what_goes_wrong_in_one_object_costs_its_label_and_a_warning() {
    let heap = all("a: A 8\nb: B[2] 24\nc: B[2] 24");
    // Only arrays meet the fault.
    let only_arrays = |fault: &str| {
        let body = format!("(if (i32.eqz (call $array_kind (local.get $object))) (then {LABEL}) (else {fault}))");
        module(&[("array_kind", COUNT), ("type_name", TEXT_OF)], "", &body)
    };
    for (fault, reason) in [
        ("(loop $again (br $again))", "it took too many steps"),
        ("unreachable", "it gave up (unreachable code)"),
        ("(drop (i32.load (i32.const 70000)))", "out of bounds memory access"),
        ("(drop (i32.div_u (i32.const 1) (i32.const 0)))", "integer divide by zero"),
        // Memory grows up to the limit, then -1 is answered, and the module gives up as compiled programs do.
        ("(loop $again (br_if $again (i32.ne (memory.grow (i32.const 64)) (i32.const -1)))) unreachable", "it gave up (unreachable code)"),
        ("(call $label (i32.const 65530) (i32.const 100))", "a text of 100 bytes at 65530 lies outside of the memory"),
        ("(call $label (i32.const -1) (i32.const 4))", "a text of 4 bytes at 4294967295 lies outside of the memory"),
        ("(call $label (i32.const 0) (i32.const -1))", "a text of 4294967295 bytes is too long"),
        ("(drop (call $type_name (local.get $object) (i32.const 65535) (i32.const 512)))", "3 bytes at 65535 lie outside of the memory"),
        ("(drop (call $type_name (i32.const 2) (i32.const 1024) (i32.const 512)))", "there is no object 2"),
        ("(loop $again (call $label (i32.const 32) (i32.const 5)) (br $again))", "more than 256 labels for one object"),
    ] {
        let (tree, warnings) = by_plugin(&heap, &only_arrays(fault), "test");
        assert_eq!(tree, "Overall 3 56\n  (plug-in failed) 2 48\n  label 1 8\n", "{fault}");
        assert_eq!(warnings, [format!("the plug-in Test failed for an object (2 times): first {reason}, for an object of type B[]")]);
    }
}

#[test]
fn recursion_without_end_is_stopped() {
    let text = module(&[], "", "(call $again (local.get $object))").replacen(
        "(func (export \"classify\")",
        "(func $again (param i32) (call $again (local.get 0))) (func (export \"classify\")",
        1,
    );
    let (_, warnings) = by_plugin(&all("a: A 8"), &text, "test");
    assert!(warnings[0].contains("call stack exhausted"), "{warnings:?}");
}

#[test]
fn a_plug_in_that_always_fails_is_given_up_and_nothing_is_lost() {
    // Sizes differ, so that every object is a combination of its own.
    let heap = all(&(0..60).map(|at| format!("o{at}: A {}\n", 8 + 8 * at)).collect::<String>());
    let text = module(&[("size", "(param i32) (result i64)")], "", "(drop (call $size (local.get $object))) unreachable");
    let (tree, warnings) = by_plugin(&heap, &text, "test");
    assert_eq!(tree, "Overall 60 14640\n  (plug-in failed) 60 14640\n");
    assert_eq!(
        warnings,
        ["the plug-in Test failed for an object (60 times): first it gave up (unreachable code), for an object of type A"]
    );
}

#[test]
fn modules_that_cannot_be_used_say_why() {
    let good = module(&[], "", LABEL);
    let with = |from: &str, to: &str| good.replacen(from, to, 1);
    for (text, reason) in [
        (with("(result i32) (i32.const 1)", "(result i32) (i32.const 2)"), "it was made for version 2 of the interface"),
        (with("memory_city_version", "other"), "the function memory_city_version is missing"),
        (with("(export \"memory\")", ""), "it does not export a memory"),
        (with("\"classify\"", "\"main\""), "a plug-in exports either classify or accepts"),
        (with("(param $object i32) (local", "(param $object i64) (local"), "the function classify is missing or of another type"),
        (
            with("\"memory_city\" \"label\"", "\"wasi_snapshot_preview1\" \"fd_write\""),
            "it imports \"fd_write\" of \"wasi_snapshot_preview1\", which does not exist",
        ),
        (with("\"label\" (func", "\"labels\" (func"), "it imports \"labels\" of \"memory_city\", which does not exist"),
        (with("(i32.const 4)) ", "(i32.const 5)) "), "is no name"),
        (with("(i32.const 4)) ", "(i32.const 4)) (call $cardinality (i32.const 112) (i32.const 4))"), "\"text\" is no cardinality"),
        (with("(i32.const 4)) ", "(i32.const 4)) (loop $again (br $again))"), "describe failed: it took too many steps"),
        (with("\"memory\") 1", "\"memory\") 2000"), "it does not start"),
        (
            with("(func (export \"describe\")", "(func $start (loop $again (br $again))) (start $start) (func (export \"describe\")"),
            "it does not start: it took too many steps",
        ),
        (
            with("\"label\" (func $label (param i32 i32))", "\"label\" (func $label (param i64 i32))")
                .replace("(call $label (i32.const 32)", "(call $label (i64.const 32)"),
            "it does not start",
        ),
    ] {
        let error = load(&text).expect_err("cannot be used").to_string();
        assert!(error.starts_with("test.wasm: ") && error.contains(reason), "{reason}: {error}");
    }
    for garbage in [&b""[..], b"\0asm", b"\0asm\x01\0\0\0", b"#!/bin/sh\n", &[0xff; 100]] {
        assert!(Plugin::load("test.wasm", garbage).expect_err("is no plug-in").to_string().starts_with("test.wasm: "));
    }
}

#[test]
fn modules_in_text_form_are_plug_ins_and_their_errors_have_a_place() {
    let plugin = Plugin::load("kind.wat", OBJECT_KIND.as_bytes()).expect("is a plug-in");
    assert_eq!((plugin.name(), plugin.file()), ("Kind by plug-in", "kind.wat"));
    let error = Plugin::load("kind.wat", b"(module\n  (functions))").expect_err("is no module").to_string();
    assert!(error.starts_with("kind.wat: no WebAssembly module: line 2, column 4: "), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn names_of_plug_ins_are_unique() {
    let mut registry = Registry::default();
    registry.add_plugin(load(OBJECT_KIND).expect("can be loaded")).expect("the name is free");
    let error = registry.add_plugin(load(OBJECT_KIND).expect("can be loaded")).expect_err("the name is taken").to_string();
    assert_eq!(error, "test.wasm: there is something called Kind by plug-in already");
    let info = registry.steps().last().expect("was added").info();
    assert_eq!(info.description, "Instance, small array (fewer than 255 elements) or big array (plug-in test.wasm; reads array length)");
    assert!(registry.names_for(StateSource::Dump).contains(&"Kind by plug-in".to_owned()));
}

#[test]
fn threads_change_no_answer_of_a_plug_in_with_a_memory() {
    // Counts its own calls, which no plug-in should: still each stretch begins anew.
    let body = "(i32.store (i32.const 2048) (i32.add (i32.load (i32.const 2048)) (i32.const 1)))
        (i32.store8 (i32.const 1024) (i32.add (i32.const 65) (i32.and (i32.load (i32.const 2048)) (i32.const 15))))
        (drop (call $points_to (local.get $object) (i32.const 0)))
        (call $label (i32.const 1024) (i32.const 1))";
    let text = module(&[("points_to", NEIGHBOUR)], "", body);
    let heap = many_objects();
    let with_threads =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| by_plugin(&heap, &text, "test, type"));
    let serial = with_threads(1);
    for threads in [2, 8] {
        assert_eq!(serial, with_threads(threads), "{threads} threads");
    }
}

#[test]
fn asking_can_be_cancelled() {
    let progress = Progress::new();
    progress.cancel();
    for text in [module(&[("size", "(param i32) (result i64)")], "", LABEL), module(&[("points_to", NEIGHBOUR)], "", LABEL)] {
        let grouping = grouping(load(&text).expect("can be loaded"), "test");
        assert!(matches!(group(&many_objects(), &grouping, &progress, &Warnings::new()), Err(Error::Cancelled)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(60)))]

    #[test]
    fn fuzz_plug_ins_that_are_changed_anywhere(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let body = "(call $label (i32.const 1024) (call $type_name (call $points_to (local.get $object) (i32.const 0)) (i32.const 1024) (i32.const 512)))";
        let text = module(&[("points_to", NEIGHBOUR), ("type_name", TEXT_OF), ("size", "(param i32) (result i64)")], "", body);
        let mut bytes = wat::parse_str(text).expect("the text is WebAssembly");
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(plugin) = Plugin::load("test.wasm", &bytes) {
            let name = plugin.name().to_owned();
            let heap = all("a: A 8 -> b\nb: B[2] 24 -> a a\nc: C 16");
            let mut registry = Registry::default();
            if registry.add_plugin(plugin).is_ok() && let Ok(grouping) = registry.parse(&name) {
                let tree = group(&heap, &grouping, &Progress::new(), &Warnings::new()).expect("failures are labels").tree;
                prop_assert!(tree.root().totals.objects <= 3);
            }
        }
    }
}
