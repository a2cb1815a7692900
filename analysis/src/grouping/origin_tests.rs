//! Classifiers by where objects come from.

use super::tests::grouped;
use super::{FeatureMap, GroupingPreset, Registry, StateSource};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::fixture::{TextHeap, heap};
use crate::grouping::engine::grouped::{Grouped, group};
use crate::grouping::list::Grouping;
use crate::heap::Subsystem;

/// Two requests put items into a map of the platform, one is parsed by a library; an object of unknown origin, one that the
/// JVM made, and one that was there from the start.
const SHOP: &str = "
    gc 5
    root jni -> n1 n2 n3 s m j o
    n1, n2: java.util.HashMap$Node 32
    n3: java.util.HashMap$Node 32
    s: java.lang.String 24
    m: shop.Item 16
    j: java.lang.Class 8
    o: shop.Old 8
    origin n1, n2: gc 5, thread http-1, java.util.HashMap.newNode:1797 < java.util.HashMap.put:610 < shop.Cart.add:12 < \
org.apache.Filter.run:3 < org.apache.Server.run:5 < shop.Main.main:7
    origin n3: gc 3, thread http-2, java.util.HashMap.newNode:1797 < java.util.HashMap.put:610 < shop.Checkout.pay:30 ...
    origin s: gc 3, thread http-2, java.lang.String.substring:1900 < java.lang.Thread.run:840
    origin m: gc 4, thread http-1, shop.Cart.add:11 < shop.Main.main:7
    origin o: gc 0
";

fn with_jvm_object() -> TextHeap {
    let mut heap = heap(SHOP);
    let object = heap.object("j");
    let origins = heap.state.origins.as_mut().expect("is as from a trace");
    let mut stacks = origins.call_stacks.to_vec();
    origins.sites[object.at()] = stacks.len() as u32;
    stacks.push(crate::heap::CallStack::default());
    origins.call_stacks = stacks.into();
    heap
}

/// The keys of all leaves with their objects, without the root's part.
fn leaves(heap: &TextHeap, by: &str) -> Vec<String> {
    leaves_of(&grouped(heap, by))
}

fn leaves_of(grouped: &Grouped) -> Vec<String> {
    let nodes = grouped.tree.nodes.iter().enumerate();
    let leaves = nodes.filter(|&(at, node)| node.subtree_end as usize == at + 1);
    leaves.map(|(_, node)| format!("{} {}", node.key.trim_start_matches("Overall#"), node.totals.objects)).collect()
}

#[test]
fn the_allocation_site_is_as_deep_as_was_asked() {
    let heap = with_jvm_object();
    let sites = [
        "(allocated by the JVM itself) 1",
        "(site not recorded) 1",
        "java.lang.String.substring(String.java:1900) 1",
        "java.util.HashMap.newNode(HashMap.java:1797) 3",
        "shop.Cart.add(Cart.java:11) 1",
    ];
    assert_eq!(leaves(&heap, "allocation site"), sites);
    assert_eq!(leaves(&heap, "allocation site(0)"), sites);
    assert_eq!(
        Grouping::parse("age, Site(1), thread").expect("has short names").to_string(),
        "Age > Allocation site(1) > Allocating thread"
    );
    let node = "java.util.HashMap.newNode(HashMap.java:1797)#java.util.HashMap.put(HashMap.java:610)";
    assert_eq!(leaves(&heap, "where(short_type == \"HashMap$Node\"), allocation site(1)"), [format!("{node} 3")]);
    assert_eq!(
        leaves(&heap, "where(short_type == \"HashMap$Node\"), allocation site(3)"),
        [
            format!("{node}#shop.Cart.add(Cart.java:12)#org.apache.Filter.run(Filter.java:3) 2"),
            format!("{node}#shop.Checkout.pay(Checkout.java:30)#(callers not recorded) 1"),
        ]
    );
    assert_eq!(leaves(&heap, "where(size == 16), allocation site(1, methods)"), ["shop.Cart.add#shop.Main.main 1"]);
}

#[test]
fn runs_of_library_frames_are_one_call_site() {
    let heap = with_jvm_object();
    let hidden = "(hidden internal call sites)";
    assert_eq!(
        leaves(&heap, "call site"),
        [
            "(allocated by the JVM itself) 1".to_owned(),
            format!("{hidden}#(rest) 1"),
            format!("{hidden}#shop.Cart.add(Cart.java:12)#{hidden}#shop.Main.main(Main.java:7) 2"),
            format!("{hidden}#shop.Checkout.pay(Checkout.java:30)#(callers not recorded) 1"),
            "(site not recorded) 1".to_owned(),
            "shop.Main.main(Main.java:7) 1".to_owned(),
        ]
    );
    // Packages that are configured are libraries, too: one run from the map to the end.
    assert_eq!(leaves(&heap, "where(short_type == \"HashMap$Node\" and age == 0), call site(shop)"), [format!("{hidden} 2")]);
    assert_eq!(
        leaves(&heap, "where(short_type == \"HashMap$Node\" and age == 0), call site(2, methods)"),
        [format!("{hidden}#shop.Cart.add 2")]
    );
}

#[test]
fn twenty_library_frames_of_twenty_five_are_hidden() {
    // Five of the application, each followed by four of libraries; the allocating method is no caller.
    let frames = (0..25).map(|at| if at % 5 == 0 { format!("app.A{at}.m") } else { format!("java.L{at}.m") });
    let text = format!("gc 1\nroot jni -> a\na: A 8\norigin a: app.Site.new < {}", frames.collect::<Vec<_>>().join(" < "));
    let tree = grouped(&heap(&text), "call site").tree;
    assert_eq!(tree.nodes.len(), 1 + 10, "five callers, five runs");
}

#[test]
fn the_closest_domain_call_site_looks_through_libraries() {
    let heap = with_jvm_object();
    assert_eq!(
        leaves(&heap, "closest domain call site"),
        [
            "(allocated by the JVM itself) 1",
            "(no domain call site) 1",
            "(site not recorded) 1",
            "shop.Cart.add(Cart.java:11) 1",
            "shop.Cart.add(Cart.java:12) 2",
            "shop.Checkout.pay(Checkout.java:30) 1",
        ]
    );
    let recorded = "(no domain call site among recorded callers) 1";
    assert!(leaves(&heap, "closest domain call site(methods, shop.*)").contains(&recorded.to_owned()));
}

#[test]
fn packages_threads_and_ages_of_the_same_objects() {
    let heap = with_jvm_object();
    assert_eq!(
        leaves(&heap, "allocating package"),
        ["(allocated by the JVM itself) 1", "(site not recorded) 1", "java.lang 1", "java.util 3", "shop 1"]
    );
    assert_eq!(leaves(&heap, "allocating thread"), ["(thread not recorded) 2", "http-1 3", "http-2 2"]);
    assert_eq!(leaves(&heap, "age"), ["0 GCs survived 2", "1 GC survived 1", "2 GCs survived 2", "5 GCs survived 2"]);
    assert_eq!(leaves(&heap, "age, type").len(), 6);
}

#[test]
fn the_dead_are_as_old_as_they_were() {
    let mut heap = heap("gc 9\nroot jni -> a b\na, b: A 8\norigin a: gc 3\norigin b: gc 4");
    heap.state.origins.as_mut().expect("is as from a trace").last_alive = vec![3, 6];
    assert_eq!(leaves(&heap, "age"), ["0 GCs survived 1", "2 GCs survived 1"]);
}

#[test]
fn an_object_of_two_features_is_in_both_and_counts_once() {
    let heap = with_jvm_object();
    let mut registry = Registry::default();
    let map = "cart: shop.Cart\npay: shop.Checkout, shop.Cart.add\nmaps: java.util.*\nstart: shop.Main";
    registry.set_features(FeatureMap::parse(map).expect("is a map"));
    let by = |text: &str| {
        let grouping = registry.parse(text).expect("is a grouping");
        group(&heap, &grouping, &Progress::new(), &Warnings::new()).expect("can be grouped")
    };
    let grouped = by("feature");
    assert_eq!(
        leaves_of(&grouped),
        ["(allocated by the JVM itself) 1", "(no feature) 1", "(site not recorded) 1", "cart 1", "maps 3", "pay 1"]
    );
    assert_eq!(grouped.tree.root().totals.objects, 7);
    assert_eq!(grouped.leaves.of(&heap, heap.object("m")).len(), 2);
    assert!(leaves_of(&by("feature(all callers)")).contains(&"start 3".to_owned()));

    let source = StateSource::Trace { has_sites: true, has_subsystems: false };
    assert!(registry.names_for(source).contains(&"Feature".to_owned()), "a map that was given is not missing");
    assert!(!Registry::default().names_for(source).contains(&"Feature".to_owned()), "without one there are no features");
    let no_map = Grouping::parse("feature").expect("is known");
    let told = no_map.unavailable(&heap).expect("no map was given");
    assert!(told.starts_with("cannot group by Feature: nobody said") && told.contains("--features FILE"), "{told}");
}

#[test]
fn scripts_know_sites_threads_and_ages() {
    let heap = with_jvm_object();
    for (filter, objects) in [
        ("age > 2", 2),
        ("allocation_site.contains(\"HashMap.newNode\")", 3),
        ("allocation_site == null", 2),
        ("allocating_thread == \"http-1\"", 3),
        ("call_stack.some(|frame| frame.starts_with(\"shop.Main.\"))", 3),
        ("not (\"shop.Main.main(Main.java:7)\" in call_stack)", 4),
    ] {
        assert_eq!(grouped(&heap, &format!("where({filter}), type")).tree.root().totals.objects, objects, "{filter}");
    }
    assert_eq!(leaves(&heap, "script(allocating_thread)"), ["(none) 2", "http-1 3", "http-2 2"]);
    let dump = crate::fixture::heap("root jni -> a\na: A 8");
    let told = Grouping::parse("where(age > 5), type").expect("is a grouping").unavailable(&dump).expect("a dump has no ages");
    assert!(told.contains("one heap dump has no past"), "{told}");
}

#[test]
fn the_part_of_the_jvm_that_allocated_is_a_group_where_it_was_recorded() {
    let mut heap = heap("gc 1\nroot jni -> a b c d\na, b, c, d: A 8");
    let told = Grouping::parse("allocating subsystem").expect("is known").unavailable(&heap);
    assert!(told.is_some_and(|told| told.contains("a JVM does not tell an agent")), "of a trace that lacks it");
    let (a, c) = (heap.object("a"), heap.object("c"));
    let count = heap.state.len();
    let origins = heap.state.origins.as_mut().expect("is as from a trace");
    origins.subsystems = vec![None; count];
    (origins.subsystems[a.at()], origins.subsystems[c.at()]) = (Some(Subsystem::Jvm), Some(Subsystem::C2));
    let groups = leaves(&heap, "where(type == \"A\"), allocating subsystem");
    assert_eq!(groups, ["(subsystem not recorded) 2", "C2-compiled code 1", "VM 1"]);
    let source = StateSource::of(&heap);
    assert!(Registry::default().names_for(source).contains(&"Allocating subsystem".to_owned()));
    let without = StateSource::Trace { has_sites: true, has_subsystems: false };
    assert!(!Registry::default().names_for(without).contains(&"Allocating subsystem".to_owned()));
}

#[test]
fn a_trace_without_allocations_says_how_to_record_them() {
    let mut heap = heap(SHOP);
    heap.state.origins.as_mut().expect("is as from a trace").sampling_interval = None;
    let told = |by: &str| Grouping::parse(by).expect("is known").unavailable(&heap);
    assert!(told("allocation site").is_some_and(|told| told.contains("memory-city record --sampling-interval")));
    assert_eq!(told("age, type"), None);
    assert!(told("space").is_some_and(|told| told.contains("use Age")));
    let registry = Registry::default();
    let has = |source, name: &str| registry.names_for(source).contains(&name.to_owned());
    let without = StateSource::of(&heap);
    assert!(has(without, "Age") && !has(without, "Call site") && !has(StateSource::Dump, "Age"));
    for name in ["Allocation site", "Call site", "Closest domain call site", "Allocating package", "Allocating thread", "Age"] {
        assert!(has(StateSource::Trace { has_sites: true, has_subsystems: false }, name), "{name}");
    }
}

#[test]
fn objects_of_traces_have_numbers_in_place_of_addresses() {
    let text = "root jni -> a b\na, b: A 8";
    let by_address = |heap: &TextHeap| leaves(heap, "where(type == \"A\"), address");
    let (dump, trace) = (heap(text), heap(&format!("gc 1\n{text}")));
    assert_eq!([by_address(&dump).len(), by_address(&trace).len()], [2, 2]);
    assert!(by_address(&dump).iter().all(|name| name.starts_with("0x")), "{:?}", by_address(&dump));
    assert!(by_address(&trace).iter().all(|name| name.starts_with("object 0x")), "{:?}", by_address(&trace));
}

#[test]
fn hidden_classes_have_one_name_in_every_run() {
    let text = "gc 1\nroot jni -> a b\na, b: A 8
        origin a: app.Main$$Lambda$14+0x00007fb2d0138208.run < app.Main.main:3
        origin b: app.Main$$Lambda$15+0x00007fb2d0138409.run < app.Main.main:3";
    assert_eq!(leaves(&heap(text), "allocation site"), ["app.Main$$Lambda.run 2"]);
}

#[test]
fn the_default_preset_shows_sites_where_there_are_some() {
    let mut heap = with_jvm_object();
    let origins = heap.state.origins.as_mut().expect("is as from a trace");
    assert_eq!(GroupingPreset::default_for_sites(origins.has_sites()).steps, "Type, Allocation site");
    origins.sampling_interval = None;
    assert_eq!(GroupingPreset::default_for_sites(origins.has_sites()).name, "overview");
}

#[test]
fn quick_presets_are_written_as_groupings_name_themselves() {
    for source in [
        StateSource::Dump,
        StateSource::Trace { has_sites: false, has_subsystems: false },
        StateSource::Trace { has_sites: true, has_subsystems: false },
    ] {
        let presets: Vec<_> = GroupingPreset::quick(source).collect();
        assert!((4..=6).contains(&presets.len()), "{presets:?}");
        for preset in &presets {
            let grouping = Grouping::parse(preset.steps).expect("is a grouping");
            assert_eq!((grouping.missing_from(source), grouping.names().join(", ")), (None, preset.steps.to_owned()));
        }
    }
    let steps: Vec<&str> =
        GroupingPreset::quick(StateSource::Trace { has_sites: true, has_subsystems: false }).map(|preset| preset.steps).collect();
    assert_eq!(steps[0], GroupingPreset::default_for_sites(true).steps);
    for expected in ["Allocating thread, Type", "Age, Type, Allocation site", "Type, Closest domain call site"] {
        assert!(steps.contains(&expected), "{steps:?}");
    }
}

#[test]
fn every_preset_but_those_that_read_values_is_for_traces() {
    let heap = with_jvm_object();
    for preset in super::GROUPING_PRESETS {
        let grouping = Grouping::parse(preset.steps).expect("is a grouping");
        assert_eq!(grouping.missing_from(StateSource::Trace { has_sites: true, has_subsystems: false }), None, "{}", preset.name);
        group(&heap, &grouping, &Progress::new(), &Warnings::new()).expect(preset.name);
    }
}
