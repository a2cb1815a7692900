//! Groupings, queries and definitions, damaged as texts.

use analysis::fixture::{cases, heap};
use analysis::{Definition, DefinitionKind, Query, Registry, validate_script};
use proptest::prelude::*;

use super::questions::grouped;
use super::text::{any_text_damage, damaged_text};

/// What a grouping or a query is made of.
const STEPS: [&str; 46] = [
    "type",
    "package",
    "package-path",
    "superclass",
    "domain-objects",
    "gc-root-kind",
    "array length",
    "class-loader",
    "object kind",
    "reference count",
    "address",
    "age",
    "where",
    "script",
    "filter",
    "pointed from",
    "points to",
    "deep leaves",
    "outermost data structures",
    "indirectly gc-rooted",
    "preset:overview",
    "preset:",
    "preset:collection sizes",
    "group by",
    "where(",
    "script(",
    "(type)",
    "(",
    ")",
    ",",
    ">",
    "→",
    "size > 8",
    "count == 0",
    "count",
    "type == \"A\"",
    "\"",
    "'",
    "`",
    "{",
    "}",
    "[",
    "true",
    "path(type, package)",
    "1",
    "\u{fffd}",
];

/// Groupings and queries that mean something.
const GROUPINGS: [&str; 8] = [
    "package path, type",
    "type, pointed from(type, superclass, points to(package > type))",
    "where(size > 8 and type.starts_with(\"A\")), script(if size > 10 { \"large\" } else { path(type, package) }), type",
    "outermost data structures, type, deep leaves(type)",
    "domain-objects(com.shop, org.x.*), array length, indirectly gc-rooted(variables only)",
    "preset:domain objects",
    "where size > 8 group by type, pointed from(type)",
    "group by script(points_to.map(|o| o.type)) where count == null",
];

/// Reads a text as a grouping and as a query, and groups a small heap by what it means.
fn survive_grouping(text: &str) {
    let registry = Registry::default();
    let groupings = [registry.parse(text), Query::parse(text).and_then(|query| query.grouping(&registry))];
    for grouping in groupings.into_iter().flatten() {
        // What is printed means the same.
        let names = grouping.names();
        let again = registry.parse(&names.join(", ")).unwrap_or_else(|error| panic!("{text:?} became {names:?}: {error}"));
        assert_eq!(again.names(), names, "{text:?}");
        let heap =
            heap("class A < B\nroot jni -> a l\nroot static A.f -> b\na: A 8 -> b\nb: B[2] 24 -> a a\nl: java.util.ArrayList 24 -> b");
        if let Some(grouped) = grouped(&heap, &grouping) {
            assert!(grouped.tree.root().totals.objects <= heap.len() as u64);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn fuzz_rows_of_steps(steps in prop::collection::vec(prop::sample::select(&STEPS[..]), 0..10), glue in 0..3_usize) {
        survive_grouping(&steps.join(["", " ", ", "][glue]));
    }

    #[test]
    fn fuzz_damaged_groupings(which in 0..GROUPINGS.len(), damages in prop::collection::vec(any_text_damage(), 1..4), step in prop::sample::select(&STEPS[..])) {
        let text = damaged_text(GROUPINGS[which].into(), &damages);
        let text = String::from_utf8_lossy(&text).into_owned();
        survive_grouping(&text);
        survive_grouping(&format!("{text}, {step}"));
    }

    #[test]
    fn fuzz_definitions(which in 0..GROUPINGS.len(), is_json in any::<bool>(), damages in prop::collection::vec(any_text_damage(), 1..4)) {
        let kinds = [DefinitionKind::Grouping, DefinitionKind::Filter, DefinitionKind::Classifier];
        let definition = Definition { name: "mine".into(), kind: kinds[which % 3], text: GROUPINGS[which].into(), description: String::new() };
        let text = if is_json { serde_json::to_vec(&definition).expect("is JSON") } else { definition.text.clone().into_bytes() };
        let text = damaged_text(text, &damages);
        let damaged = if is_json {
            serde_json::from_slice::<Definition>(&text).ok()
        } else {
            Some(Definition { text: String::from_utf8_lossy(&text).into_owned(), ..definition })
        };
        if let Some(definition) = damaged {
            let mut registry = Registry::default();
            let _ = validate_script(&definition.text);
            if registry.add_definition(definition).is_ok() {
                let added = registry.definitions()[0].clone();
                let text = if added.kind == DefinitionKind::Grouping { format!("preset:{}", added.name) } else { added.name.clone() };
                prop_assert!(registry.parse(&text).is_ok(), "{:?} was added and is unknown", added);
            }
        }
    }
}

#[test]
fn fuzz_starts_from_groupings_that_mean_something() {
    for text in GROUPINGS {
        let registry = Registry::default();
        let query = Query::parse(text).and_then(|query| query.grouping(&registry));
        assert!(registry.parse(text).is_ok() || query.is_ok(), "{text}");
        survive_grouping(text);
    }
}
