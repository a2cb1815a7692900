//! Two heap states of one trace, compared object by object.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::grouped;
use super::{NodeChange, StateChanges, state_changes};
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::fixture::{TextHeap, heap};
use crate::grouping::list::Grouping;
use crate::heap::{AddressCollector, CallStack, HeapState, ObjectTable, Origins, StackFrame, TypeColumn, TypeInfo, TypeKind, TypeSize};
use crate::trees::memory_tree::NodeTotals;

fn changes(before: &HeapState, after: &HeapState, by: &str) -> StateChanges {
    let grouping = Grouping::parse(by).expect("is a grouping");
    state_changes(before, after, &grouping, &Progress::new(), &Warnings::new()).expect("can be compared")
}

fn of(changed: &StateChanges, name: &str) -> NodeChange {
    let at = changed.tree.nodes.iter().position(|node| &*node.name == name).unwrap_or_else(|| panic!("no node {name}"));
    changed.changes[at]
}

fn objects(change: NodeChange) -> [u64; 7] {
    let NodeChange { start, end, born, died, survived, moved_in, moved_out } = change;
    [start, end, born, died, survived, moved_in, moved_out].map(|totals| totals.objects)
}

/// The stack of the grouping paper, whose pops leave references behind, with these objects, which have an id each.
fn stack(ids: impl Iterator<Item = (u64, u32)>) -> HeapState {
    let info = TypeInfo {
        name: "at.jku.data.TestObject".into(),
        kind: TypeKind::Instance,
        super_type: None,
        class_object: None,
        class_loader: None,
        size: TypeSize::Fixed(16),
    };
    let mut addresses = AddressCollector::new(8);
    let mut origins = Origins { sampling_interval: Some(0), ..Origins::default() };
    for (id, site) in ids {
        addresses.insert(id);
        origins.sites.push(site);
    }
    let count = origins.sites.len();
    origins.born = vec![0; count];
    let site = |method: &str| CallStack {
        frames: vec![StackFrame { class: "app.Main".into(), method: method.into(), ..StackFrame::default() }],
        cut: false,
    };
    origins.call_stacks = vec![CallStack::default(), site("first"), site("second")].into();
    HeapState {
        objects: ObjectTable::new(TypeColumn::Narrow(vec![0; count]), vec![info.size]),
        types: vec![info],
        addresses: addresses.finish(Vec::new()).expect("ids ascend"),
        origins: Some(origins),
        kept: (0..count as u32).collect(),
        ..HeapState::default()
    }
}

#[test]
fn the_buggy_stack_of_the_paper_bears_and_loses_a_hundred_thousand() {
    // Push and pop 1,000,000; push 100,000 more over the first ones, pop them: the others stay where they are.
    let before = stack((0..1_000_000).map(|id| (id, 1)));
    let after = stack((100_000..1_000_000).map(|id| (id, 1)).chain((1_000_000..1_100_000).map(|id| (id, 2))));
    let changed = changes(&before, &after, "type, allocation site");
    for node in ["Overall", "at.jku.data.TestObject"] {
        assert_eq!(objects(of(&changed, node)), [1_000_000, 1_000_000, 100_000, 100_000, 900_000, 0, 0], "{node}");
    }
    assert_eq!(objects(of(&changed, "app.Main.first")), [1_000_000, 900_000, 0, 100_000, 900_000, 0, 0]);
    assert_eq!(objects(of(&changed, "app.Main.second")), [0, 100_000, 100_000, 0, 0, 0, 0]);
    assert_eq!(of(&changed, "app.Main.second").born.bytes, 1_600_000);
}

/// States with the same objects, of which those named by the roots are alive.
fn states(alive: [&str; 2]) -> [TextHeap; 2] {
    let mut collections = 0;
    alive.map(|alive| {
        collections += 3;
        heap(&format!(
            "gc {collections}\nroot jni -> {alive}\na, b, c: A 16\nd: B 8 -> a\norigin a, b: gc 1, app.M.one\norigin c, d: gc 2, app.M.two"
        ))
    })
}

#[test]
fn survivors_that_changed_groups_have_moved() {
    let [before, after] = states(["a b", "b c d"]);
    let by_type = changes(&before, &after, "type");
    assert_eq!(objects(of(&by_type, "A")), [2, 3, 1, 0, 2, 0, 0], "a lives on through d");
    let by_age = changes(&before, &after, "age");
    assert_eq!(objects(of(&by_age, "2 GCs survived")), [2, 0, 0, 0, 0, 0, 2]);
    assert_eq!(objects(of(&by_age, "5 GCs survived")), [0, 2, 0, 0, 0, 2, 0]);
    assert_eq!(objects(of(&by_age, "4 GCs survived")), [0, 2, 2, 0, 0, 0, 0]);
    let by_roots = changes(&before, &after, "where(not roots.is_empty()), type");
    assert_eq!(objects(of(&by_roots, "A")), [2, 2, 1, 0, 1, 0, 1], "a is no root any more, so the filter leaves it out");
}

#[test]
fn objects_of_an_estimated_site_move_when_what_it_was_estimated_from_dies() {
    // Only a1, a4 and a5 were seen. At first a2 is nearest to a1 and a3 to a4; then a1 has died, and all are like a4.
    let state = |head: &str, first: &str, fifth: &str| {
        let mut heap = heap(&format!(
            "{head}
             a1, a2, a3, a4, a5: A 16
             origin a2, a3: gc 1
             origin a4: gc 1, app.X.two
             {first}
             {fifth}"
        ));
        heap.state.estimate_origins(&Progress::new()).expect("nobody cancels");
        heap
    };
    let before = state("gc 2 sampled 64\nroot jni -> a1 a2 a3 a4", "origin a1: gc 1, app.X.one", "");
    let after = state("gc 3 sampled 64\nroot jni -> a2 a3 a4 a5", "", "origin a5: gc 2, app.X.two");
    let changed = changes(&before, &after, "type, allocation site");
    assert_eq!(objects(of(&changed, "app.X.one")), [2, 0, 0, 1, 0, 0, 1]);
    assert_eq!(objects(of(&changed, "app.X.two")), [2, 4, 1, 0, 2, 1, 0]);
    let errors = changed.errors.as_ref().expect("sites are estimates");
    let error = |name: &str| {
        let at = changed.tree.nodes.iter().position(|node| &*node.name == name).expect("is there");
        errors[at]
    };
    // Of 4 objects 2 were seen, 1 died: sqrt(16 * 1.5 * 2.5 / 6 * 3.5 / 6 / 6 * 0.5) = 0.70 objects.
    let one = error("app.X.one");
    assert_eq!((one.died, one.moved_out), (NodeTotals { objects: 1, bytes: 12 }, NodeTotals { objects: 1, bytes: 12 }));
    // Of 3 objects 1 was seen, 1 moved: sqrt(9 * 1.5 * 7 / 15 * 8 / 15 / 5 * 2 / 3) = 0.67 objects.
    assert_eq!(error("app.X.two").moved_in, NodeTotals { objects: 1, bytes: 11 });
    assert_eq!(error("app.X.two").born, NodeTotals::default(), "its allocation was seen");
    assert_eq!(error("A"), NodeChange::default(), "types are known");
    assert!(changes(&before, &after, "type").errors.is_none());
}

#[test]
fn what_cannot_be_followed_is_refused_with_a_reason() {
    let [before, after] = states(["a", "a"]);
    let dump = heap("root jni -> a\na: A 8");
    let told = |before: &HeapState, by: &str| {
        let grouping = Grouping::parse(by).expect("is a grouping");
        state_changes(before, &after, &grouping, &Progress::new(), &Warnings::new()).expect_err("cannot be followed").to_string()
    };
    assert!(told(&dump, "type").contains("memory-city record"));
    assert!(told(&before, "type, points to(type)").starts_with("what Points to leads to"));
    assert!(told(&before, "script(#{one: 1})").starts_with("groups that hold shares"));
}

proptest! {
    #[test]
    fn the_end_is_the_start_with_what_came_and_without_what_went(
        alive in prop::collection::vec((any::<bool>(), any::<bool>()), 20),
        by in prop::sample::select(vec!["type", "type, allocation site", "age, type", "allocating thread", "gc root kind, age", "number of incoming references"]),
    ) {
        let text = |second: bool| {
            let wanted = |&(_, (at_first, at_second)): &(usize, (bool, bool))| if second { at_second } else { at_first };
            let roots: Vec<String> = alive.iter().copied().enumerate().filter(wanted).map(|(at, _)| format!("o{at}")).collect();
            let mut text = format!("gc {}\nroot {} -> {}\n", 3 + u32::from(second), if second { "jni" } else { "monitor" }, roots.join(" "));
            for at in 0..alive.len() {
                text += &format!("o{at}: T{} {} -> o{}\norigin o{at}: gc {}, thread t{}, app.M.m{}\n", at % 3, 8 + 8 * (at % 2), (at * 7 + 1) % alive.len(), at % 4, at % 2, at % 5);
            }
            // Half of the references only, so that some objects die.
            let without: Vec<String> = text.lines().enumerate().map(|(at, line)| if at % 4 == 2 { line.split(" ->").next().unwrap_or(line).to_owned() } else { line.to_owned() }).collect();
            heap(&without.join("\n"))
        };
        let [before, after] = [text(false), text(true)];
        let changed = changes(&before, &after, by);
        let ids = |heap: &HeapState| -> BTreeSet<u64> { heap.kept_objects().map(|object| heap.address_of(object)).collect() };
        let (first, second) = (ids(&before), ids(&after));
        prop_assert_eq!(changed.changes[0].survived.objects as usize, first.intersection(&second).count());
        for (node, change) in changed.tree.nodes.iter().zip(&changed.changes) {
            let NodeChange { start, end, born, died, survived, moved_in, moved_out } = *change;
            let sum = |parts: [NodeTotals; 3]| parts.into_iter().fold(NodeTotals::default(), NodeTotals::saturating_add);
            prop_assert_eq!(start, sum([survived, died, moved_out]), "{}", node.key);
            prop_assert_eq!(end, sum([survived, born, moved_in]), "{}", node.key);
            prop_assert_eq!(end, node.totals, "{}", node.key);
        }
        for (heap, is_end) in [(&before, false), (&after, true)] {
            let tree = grouped(heap, by).tree;
            for (at, node) in tree.nodes.iter().enumerate() {
                let found = changed.tree.nodes.iter().position(|other| other.key == node.key);
                let change = found.map(|at| changed.changes[at]).unwrap_or_default();
                prop_assert_eq!(if is_end { change.end } else { change.start }, node.totals, "{:?}", NodeIndex(at as u32));
            }
        }
    }
}
