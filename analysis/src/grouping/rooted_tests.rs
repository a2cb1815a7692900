//! Roots of objects by name, against a walk from every root.

use super::engine::grouped::Grouped;
use super::list::Grouping;
use crate::base::ids::ObjectIndex;
use std::collections::BTreeSet;

use super::oracle_tests::random_heap;
use super::tests::{check, grouped};
use crate::base::ids::VariableIndex;
use crate::fixture::heap;
use crate::heap::{RootKind, StackFrame};
use proptest::prelude::*;

const SERVICE: &str = "
    root static app.Service.names -> list
    root static app.Service.map -> map
    root thread main -> list
    root jni -> s2
    list: java.util.ArrayList 24 -> s1 s2
    map: java.util.HashMap 48 -> s2 loop
    s1, s2: java.lang.String 24
    loop: Loop 16 -> map
";

#[test]
fn directly_rooted_objects_lie_under_each_of_their_roots() {
    check(
        &heap(SERVICE),
        "where(package == \"java.util\"), directly gc-rooted(variables only)",
        "
        Overall 2 72
          Root: local variable 1 24
            main 1 24
          Root: static field 2 72
            app.Service 2 72
              map 1 48
              names 1 24
        ",
    );
    check(
        &heap(SERVICE),
        "where(type == \"java.lang.String\"), directly gc-rooted",
        "Overall 2 48\n  Not directly referenced by any root 1 24\n  Root: JNI global 1 24",
    );
    check(
        &heap(SERVICE),
        "directly gc-rooted(variables only, hide others), object kind",
        "
        Overall 2 72
          Root: local variable 1 24
            main 1 24
              instance 1 24
          Root: static field 2 72
            app.Service 2 72
              map 1 48
                instance 1 48
              names 1 24
                instance 1 24
    ",
    );
}

#[test]
fn local_variables_lie_under_thread_class_and_method_and_their_names() {
    let mut heap = heap("root thread main -> a b\na: A 8\nb: B 16");
    let frame = |class: &str, method: &str| StackFrame { class: class.into(), method: method.into(), file: String::new(), line: 0 };
    heap.state.threads[0].stack = vec![frame("app.Main", "run"), frame("app.Main", "main")];
    let local = heap.state.roots.iter_mut().rfind(|root| root.kind == RootKind::JavaFrame).expect("two of them");
    local.frame = Some(1);
    check(
        &heap,
        "where(size < 20), directly gc-rooted(variables only, hide others)",
        "
        Overall 2 24
          Root: local variable 2 24
            main 2 24
              app.Main 2 24
                main 1 16
                run 1 8
        ",
    );
    heap.state.variables = vec!["args".into()];
    let local = heap.state.roots.iter_mut().rfind(|root| root.kind == RootKind::JavaFrame).expect("two of them");
    local.variable = Some(VariableIndex(0));
    check(
        &heap,
        "directly gc-rooted(variables only, hide others)",
        "
        Overall 2 24
          Root: local variable 2 24
            main 2 24
              app.Main 2 24
                main 1 16
                  args 1 16
                run 1 8
        ",
    );
}

#[test]
fn indirectly_rooted_objects_lie_under_all_roots_or_the_closest_one() {
    check(
        &heap(SERVICE),
        "where(type == \"java.lang.String\"), indirectly gc-rooted(variables only)",
        "
        Overall 2 48
          Root: local variable 2 48
            main 2 48
          Root: static field 2 48
            app.Service 2 48
              map 1 24
              names 2 48
        ",
    );
    check(
        &heap(SERVICE),
        "where(type == \"java.lang.String\"), indirectly gc-rooted(first root)",
        "Overall 2 48\n  Root: JNI global 1 24\n  Root: local variable 1 24\n    main 1 24",
    );
    check(
        &heap(SERVICE),
        "where(short_type in [\"String\", \"Loop\"]), thread of closest root",
        "Overall 3 64\n  (no thread) 2 40\n  main 1 24",
    );
    let error = Grouping::parse("directly gc-rooted(first root)").unwrap_err().to_string();
    assert_eq!(error, "line 1, column 20: unknown option \"first root\"; known are variables only, hide others");
}

proptest! {
    #[test]
    fn every_object_lies_under_the_roots_that_reach_it(random in random_heap()) {
        let heap = random.build();
        let all = grouped(&heap, "indirectly gc-rooted");
        let first = grouped(&heap, "indirectly gc-rooted(first root)");
        let chains = |grouped: &Grouped, object: ObjectIndex| -> BTreeSet<String> {
            let of = grouped.leaves.of(&heap, object).iter();
            of.map(|leaf| grouped.tree.nodes[leaf.at()].key.trim_end_matches("#(rest)").to_owned()).collect()
        };
        let mut reached: Vec<BTreeSet<String>> = vec![BTreeSet::new(); heap.len()];
        for root in heap.roots.iter().filter(|root| heap.kept.contains(root.object.0)) {
            let mut seen = BTreeSet::from([root.object.0]);
            let mut work = vec![root.object.0];
            while let Some(object) = work.pop() {
                reached[object as usize].insert(format!("Overall#Root: {}", root.kind.name()));
                work.extend(heap.points_to(ObjectIndex(object)).iter().filter(|&&target| seen.insert(target)));
            }
        }
        for object in heap.kept_objects() {
            let mut expected = reached[object.at()].clone();
            if expected.is_empty() {
                expected.insert("Overall#Not reached from any root".into());
            }
            prop_assert!(chains(&first, object).is_subset(&expected) && chains(&first, object).len() == 1);
            prop_assert_eq!(chains(&all, object), expected);
        }
    }
}
