//! Findings on series of small heaps.

use super::*;
use crate::Progress;
use crate::fixture::{TextHeap, heap};

/// One heap per point, made by a function from the number of the point.
fn report(points: u32, text: impl Fn(u32) -> String) -> FindReport {
    let mut finder = LeakFinder::new();
    let mut last: Option<TextHeap> = None;
    for point in 1..=points {
        let state = heap(&text(point));
        finder.observe(&state, &Progress::new()).unwrap();
        last = Some(state);
    }
    finder.report(&last.expect("there are points"), &Progress::new()).unwrap()
}

/// `prefix1 prefix2 ..`
fn names(prefix: &str, count: u32) -> String {
    (1..=count).map(|at| format!(" {prefix}{at}")).collect()
}

/// Objects of one kind, one line each.
fn lines(prefix: &str, count: u32, description: &str) -> String {
    (1..=count).map(|at| format!("{prefix}{at}: {}\n", description.replace('@', &at.to_string()))).collect()
}

#[test]
fn a_list_that_grows_is_a_leak_and_its_field_is_the_cut() {
    let report = report(6, |point| {
        let orders = 10 * point;
        format!(
            "root static app.Archive.orders -> list\nlist: java.util.ArrayList 24 -> elementData=slots\nslots: java.lang.Object[64] 272 ->{}\n{}{}",
            names("order", orders),
            lines("order", orders, "app.Order 32 -> item=item@"),
            lines("item", orders, "app.Item 16"),
        )
    });
    assert_eq!(report.verdict, Verdict::Leak);
    let finding = &report.findings[0];
    assert_eq!(finding.kind, FindingKind::GrowingContainer);
    assert_eq!(finding.title, "app.Order piles up in app.Archive.orders");
    assert_eq!(finding.groups[0], "Overall#app#app.Order");
    // 60 orders with their items, the list and its array.
    assert_eq!(finding.cut, Cut { fields: vec!["app.Archive.orders".into()], frees_objects: 122, frees_bytes: 60 * 48 + 24 + 272 });
    assert_eq!(finding.keepers[0].root_kind, "static field");
    assert_eq!(finding.keepers[0].chain, ["app.Archive.orders", "java.util.ArrayList.elementData"]);
    assert_eq!((finding.evidence.first_objects, finding.evidence.last_objects), (22, 122));
}

#[test]
fn two_owners_of_the_same_objects_must_both_let_go() {
    let report = report(8, |point| {
        let products = 10 * point;
        format!(
            "root static app.ById.cache -> ids\nroot static app.ByName.cache -> names\nids: java.lang.Object[99] 400 ->{0}\nnames: java.lang.Object[99] 400 ->{0}\n{1}",
            names("product", products),
            lines("product", products, "app.Product 64"),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.kind, FindingKind::SharedOwners);
    assert_eq!(finding.cut.fields, ["app.ById.cache", "app.ByName.cache"]);
    assert_eq!((finding.cut.frees_objects, finding.cut.frees_bytes), (82, 80 * 64 + 800));
    let keepers: Vec<(&str, u64)> = finding.keepers.iter().map(|keeper| (&*keeper.holder, keeper.objects)).collect();
    assert_eq!(keepers, [("app.ById.cache", 81), ("app.ByName.cache", 80)]);
}

#[test]
fn a_bounded_cache_a_start_and_a_saw_tooth_are_no_leak() {
    for counts in [[5, 10, 15, 20, 20, 20, 20, 20], [20, 60, 20, 20, 20, 20, 20, 20], [5, 20, 10, 5, 20, 10, 5, 20]] {
        let report = report(8, |point| {
            let pages = counts[point as usize - 1];
            format!(
                "root static app.Cache.pages -> table\ntable: java.lang.Object[64] 272 ->{}\n{}",
                names("page", pages),
                lines("page", pages, "app.Page 400")
            )
        });
        assert_eq!(report.verdict, Verdict::Steady, "{counts:?}");
        assert!(report.findings.iter().all(|finding| finding.kind == FindingKind::BigOwner));
    }
}

#[test]
fn a_field_of_a_thread_is_found_through_the_thread() {
    let report = report(6, |point| {
        format!(
            "root thread worker-7 -> context\ncontext: app.Context 16 -> notes=notes\nnotes: java.lang.Object[99] 400 ->{}\n{}",
            names("note", 5 * point),
            lines("note", 5 * point, "app.Note 48"),
        )
    });
    let finding = &report.findings[0];
    assert_eq!(finding.cut.fields, ["app.Context.notes"]);
    assert_eq!(finding.keepers[0].root_kind, "thread");
    assert_eq!(finding.keepers[0].chain[0], "thread worker-#");
}

#[test]
fn a_linked_list_of_the_application_is_blamed_at_its_head() {
    let report = report(6, |point| {
        let nodes = 10 * point;
        let links: String = (1..nodes).map(|at| format!("node{at}: app.Node 24 -> next=node{}\n", at + 1)).collect();
        format!("root static app.Log.head -> node1\n{links}node{nodes}: app.Node 24\n")
    });
    assert_eq!(report.findings[0].cut, Cut { fields: vec!["app.Log.head".into()], frees_objects: 60, frees_bytes: 60 * 24 });
}

#[test]
fn one_heap_state_tells_owners_and_no_leak() {
    let text = "root static app.Cache.pages -> table\ntable: java.lang.Object[4] 32 -> page\npage: app.Page 4000";
    let report = report(1, |_| text.to_owned());
    assert_eq!(report.verdict, Verdict::Suspicious);
    assert_eq!(report.findings[0].kind, FindingKind::BigOwner);
    assert_eq!(report.findings[0].cut.frees_bytes, 4032);
}
