use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::base::ids::ObjectIndex;
use crate::fixture::{TraceFile, TraceObject, TraceObjects, counting_trace, leaking_trace};
use crate::heap::Value;

fn open(bytes: Vec<u8>) -> (Trace, Warnings) {
    let warnings = Warnings::new();
    let trace = Trace::open(&ByteSource::from(bytes), Path::new("test.mctrace"), &Progress::new(), &warnings).expect("is a trace");
    (trace, warnings)
}

fn state(trace: &Trace, number: usize, warnings: &Warnings) -> HeapState {
    trace.heap_state(number, &LoadOptions::default(), &Progress::new(), warnings).expect("is a state")
}

fn of_type(heap: &HeapState, name: &str) -> Vec<ObjectIndex> {
    heap.kept_objects().filter(|&object| &*heap.type_info(heap.type_of(object)).name == name).collect()
}

/// A thread has another object in each state then, which is told each time.
#[test]
fn threads_have_their_names_in_all_states_that_number_objects_anew() {
    let mut file = TraceFile::new();
    let class = file.class("java.lang.Thread", "java.lang.Object", 5, &[], &[]);
    file.numbers_anew = true;
    for object in [20, 30, 40] {
        file.thread(7, "worker-7", object);
        let thread = TraceObject { class, bytes: 16, born: 1, ..TraceObject::default() };
        file.state(&TraceObjects::from([(object, thread)]), &[TraceFile::root("thread", object)], true);
    }
    let (trace, warnings) = open(file.finish());
    for number in 0..3 {
        let heap = state(&trace, number, &warnings);
        assert_eq!((heap.threads.len(), heap.threads[0].name.as_str()), (1, "worker-7"));
        assert_eq!(heap.threads[0].object, heap.find([20, 30, 40][number]));
    }
}

#[test]
fn a_leak_is_read_with_identity_fields_sites_and_ages() {
    let (trace, warnings) = open(leaking_trace(5));
    assert_eq!(trace.len(), 5);
    for number in [0, 4, 2] {
        let heap = state(&trace, number, &warnings);
        let items = of_type(&heap, "app.Item");
        assert_eq!(items.len(), number + 1);
        let first = heap.find(20).expect("the first item lives on");
        assert_eq!((heap.address_of(first), heap.bytes_of(first)), (20, 24));
        let data = heap.find(21).expect("its data, too");
        assert_eq!((heap.array_length(data), heap.bytes_of(data)), (Some(250), 1016));
        assert_eq!(heap.points_to(first), [data.0]);
        let names: Vec<String> = heap.slots_of(first).into_iter().map(|slot| heap.slot_name(slot)).collect();
        assert_eq!(names, ["app.Item.data"]);
        let values = heap.values_of(first, 10).expect("is recorded");
        let values: Vec<String> = values.fields.iter().map(|field| format!("{} = {}", field.name, field.value)).collect();
        assert_eq!(values, ["number = not recorded".to_owned(), format!("data = @{}", data.0)]);
        let list = heap.find(11).expect("the list");
        assert_eq!(heap.slots_of(list).len(), number + 1);
        let main = heap.find(5).expect("the class object");
        let names: Vec<String> = heap.slots_of(main).into_iter().map(|slot| heap.slot_name(slot)).collect();
        assert_eq!(names, ["<super class>", "<class loader>", "app.Main.items"]);
        let origins = heap.origins.as_ref().expect("was recorded");
        let site = origins.site_of(first).expect("was seen");
        let frames: Vec<String> = origins.call_stacks[site as usize].frames.iter().map(ToString::to_string).collect();
        assert_eq!(frames, ["app.Main.fill(Main.java:12)", "app.Main.main(Main.java:7)"]);
        assert_eq!(&*origins.thread_names[origins.thread_of(first).expect("was seen") as usize], "main");
        // Born before the first collection, and as many have ended as states were written.
        assert_eq!(origins.age_of(first), Some(number as u32 + 1));
        assert_eq!(origins.age_of(items[number]), Some(1));
        assert_eq!(heap.kept.len() as usize, heap.len(), "all objects are reachable");
        assert_eq!((heap.threads[0].name.as_str(), heap.threads[0].locals), ("main", 1));
        let stack: Vec<String> = heap.threads[0].stack.iter().map(ToString::to_string).collect();
        assert_eq!(stack, ["(1 frame not recorded)", "app.Main.main(Main.java:10)"]);
        let thread = heap.threads[0].object.expect("has an object");
        let slots: Vec<String> = heap.slots_of(thread).into_iter().map(|slot| heap.slot_name(slot)).collect();
        assert_eq!(slots, ["local variable in app.Main.main(Main.java:10), thread main"]);
    }
    assert!(warnings.list().is_empty(), "{:?}", warnings.list());
}

/// Class, length, bytes, birth, and targets of an object.
type Facts = (u32, Option<u32>, u64, u32, Vec<u64>);

/// What a state should be, from the objects that were written.
fn expected(objects: &TraceObjects) -> BTreeMap<u64, Facts> {
    let row = |object: &TraceObject| {
        let mut row = object.row.clone();
        row.sort_unstable();
        row.into_iter().map(|(_, target)| target).filter(|target| objects.contains_key(target)).collect()
    };
    objects
        .iter()
        .map(|(&id, object)| (id, (object.class, object.length.map(|length| length as u32), object.bytes, object.born, row(object))))
        .collect()
}

fn found(heap: &HeapState) -> BTreeMap<u64, Facts> {
    let origins = heap.origins.as_ref().expect("traces know ages");
    let objects = (1..heap.len() as u32).map(ObjectIndex).map(|object| {
        let row = heap.points_to(object).iter().map(|&target| heap.address_of(ObjectIndex(target))).collect();
        let class = if &*heap.type_info(heap.type_of(object)).name == "(unknown class)" { 99 } else { heap.type_of(object).0 + 1 };
        let born = origins.born[object.at()];
        (heap.address_of(object), (class, heap.array_length(object), heap.bytes_of(object), born, row))
    });
    objects.collect()
}

/// Some objects of arrays of objects (class 5), of `int[]` (6) and of an unknown class (99).
fn objects() -> impl Strategy<Value = TraceObjects> {
    let object =
        (prop_oneof![Just(5_u32), Just(6), Just(99)], 0_u64..20, 0_u32..3, prop::collection::btree_map(0_u64..20, 1_u64..60, 0..7));
    prop::collection::btree_map(1_u64..60, object, 0..40).prop_map(|objects| {
        let object = |(id, (class, length, born, row)): (u64, (u32, u64, u32, BTreeMap<u64, u64>))| {
            let row = match class {
                5 => row.into_iter().map(|(at, target)| (TraceFile::place(&format!("[{at}]")), target)).collect(),
                6 => Vec::new(),
                // Nothing is known of their fields, so they keep their order.
                _ => row.into_iter().map(|(at, target)| (TraceFile::place(&format!("field {at}")), target)).collect(),
            };
            let length = (class != 99).then_some(length);
            let bytes = length.map_or(24 + id % 3 * 8, |length| (16 + 4 * length).next_multiple_of(8));
            (id, TraceObject { class, length, bytes, born, row })
        };
        objects.into_iter().map(object).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(64)))]

    #[test]
    fn replay_in_any_order_equals_the_states_that_were_written(
        states in prop::collection::vec((objects(), prop::bool::weighted(0.2)), 1..6),
        order in prop::collection::vec(any::<prop::sample::Index>(), 1..8),
        block_entries in prop_oneof![Just(usize::MAX), Just(7)],
    ) {
        let mut file = TraceFile::new();
        file.block_entries = block_entries;
        file.class("java.lang.Object[]", "java.lang.Object", 0, &[], &[]);
        file.class("int[]", "java.lang.Object", 0, &[], &[]);
        for (number, (objects, is_full)) in states.iter().enumerate() {
            file.state(objects, &[], *is_full || number == 0);
        }
        let (trace, warnings) = open(file.finish());
        for number in order.into_iter().map(|index| index.index(states.len())).chain(0..states.len()) {
            prop_assert_eq!(found(&state(&trace, number, &warnings)), expected(&states[number].0), "state {}", number);
        }
        let told: Vec<String> = warnings.list().into_iter().map(|warning| warning.kind).filter(|kind| !kind.starts_with("References to")).collect();
        prop_assert_eq!(told, Vec::<String>::new());
    }
}

#[test]
fn values_of_numbers_are_not_made_up() {
    let (trace, warnings) = open(leaking_trace(1));
    let heap = state(&trace, 0, &warnings);
    let item = heap.find(20).expect("lives");
    let number = heap.with_record(item, |record| record.field("number")).expect("has a record");
    assert_eq!((number, number.and_then(Value::integer)), (Some(Value::NotRecorded), None));
    assert_eq!(heap.fields.statics(heap.described_type(heap.find(5).expect("lives")).expect("is a class"))[0].value, Value::NotRecorded);
}

/// What must hold of any trace, however damaged: it opens or is refused, and every state can be made.
fn check_damaged(bytes: Vec<u8>) {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let source = ByteSource::from(bytes);
    let Ok(trace) = Trace::open(&source, Path::new("damaged.mctrace"), &progress, &warnings) else { return };
    for number in 0..trace.len() {
        let heap = state(&trace, number, &warnings);
        let slots = heap.kept_objects().map(|object| heap.slots_of(object).len()).sum::<usize>();
        assert_eq!(slots, heap.kept_objects().map(|object| heap.points_to(object).len()).sum::<usize>());
    }
    let _ = (trace.info(), trace.collections(), trace.states(), trace.histograms(&warnings));
}

#[test]
fn a_trace_that_ends_anywhere_gives_its_whole_states() {
    let file = leaking_trace(3);
    let whole = {
        let (trace, _) = open(file.clone());
        trace.directory.steps.iter().map(|step| step.roots[0].at as usize).collect::<Vec<_>>()
    };
    for length in 0..file.len() {
        let warnings = Warnings::new();
        let source = ByteSource::from(file[..length].to_vec());
        let opened = Trace::open(&source, Path::new("cut.mctrace"), &Progress::new(), &warnings);
        let Ok(trace) = opened else {
            assert!(length < 32);
            continue;
        };
        assert!(trace.len() <= whole.iter().filter(|&&roots| roots < length).count());
        for number in 0..trace.len() {
            let heap = state(&trace, number, &warnings);
            assert_eq!(of_type(&heap, "app.Item").len(), number + 1, "of {length} bytes");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(150)))]

    #[test]
    fn damaged_traces_give_what_is_left_without_a_panic(flips in prop::collection::vec((any::<prop::sample::Index>(), 0_u32..8), 1..6), cut in any::<prop::sample::Index>(), is_cut in any::<bool>()) {
        let mut file = leaking_trace(3);
        for (at, bit) in flips {
            let at = at.index(file.len());
            file[at] ^= 1 << bit;
        }
        if is_cut {
            file.truncate(cut.index(file.len()));
        }
        check_damaged(file);
    }
}

fn object(class: u32, bytes: u64, row: &[(&str, u64)]) -> TraceObject {
    let row = row.iter().map(|&(place, target)| (TraceFile::place(place), target)).collect();
    TraceObject { class, bytes, row, ..TraceObject::default() }
}

fn names(heap: &HeapState, id: u64) -> Vec<String> {
    let object = heap.find(id).expect("is in the state");
    heap.slots_of(object).into_iter().map(|slot| heap.slot_name(slot)).collect()
}

fn targets(heap: &HeapState, id: u64) -> Vec<u64> {
    let object = heap.find(id).expect("is in the state");
    heap.points_to(object).iter().map(|&target| heap.address_of(ObjectIndex(target))).collect()
}

#[test]
fn fields_are_numbered_over_interfaces_and_super_classes_and_told_from_the_class_up() {
    let mut file = TraceFile::new();
    file.class("app.Named", "", 0, &[], &["static NAME:Ljava/lang/String;"]);
    file.class("app.Both", "", 0, &["app.Named"], &["static A:I", "static B:I"]);
    let base = file.class("app.Base", "java.lang.Object", 0, &["app.Named"], &["static log:Lapp/Log;", "size:I", "owner:Lapp/Base;"]);
    // Named counts once though the class has it twice: 1 + 2 fields of interfaces, then 3 of Base.
    let sub =
        file.class("app.Sub", "app.Base", 5, &["app.Both"], &["left:Lapp/Base;", "static made:Lapp/Sub;", "count:J", "right:Lapp/Base;"]);
    let mut objects = TraceObjects::new();
    objects.insert(5, object(2, 120, &[("constant 3", 13), ("static 7", 12), ("loader", 9), ("constant 4", 5), ("domain", 14)]));
    objects.insert(9, object(4, 80, &[]));
    // One of them is in no state.
    file.loader(99, "gone");
    file.loader(9, "plugins");
    objects.insert(10, object(base, 24, &[("field 3", 11)]));
    objects.insert(11, object(sub, 40, &[("field 9", 10), ("field 6", 12), ("field 5", 13), ("other", 14), ("field 40", 13)]));
    objects.insert(12, object(sub, 40, &[]));
    objects.insert(13, object(base, 24, &[]));
    objects.insert(14, object(base, 24, &[]));
    file.state(&objects, &[TraceFile::root("jni", 11), TraceFile::root("system", 5)], true);
    let (trace, warnings) = open(file.finish());
    let heap = state(&trace, 0, &warnings);
    // In Base numbers begin after the one field of Named, so 3 is `owner`.
    assert_eq!((names(&heap, 10), targets(&heap, 10)), (vec!["app.Base.owner".to_owned()], vec![11]));
    let expected = ["app.Sub.left", "app.Sub.right", "app.Base.owner", "<unknown>", "<unknown>"];
    assert_eq!((names(&heap, 11), targets(&heap, 11)), (expected.map(str::to_owned).to_vec(), vec![12, 10, 13, 14, 13]));
    // Object has no class object here, so the row begins with the loader.
    let expected = ["<class loader>", "app.Sub.made", "app.Sub.<resolved_references>", "app.Sub.<protection_domain>"];
    assert_eq!((names(&heap, 5), targets(&heap, 5)), (expected.map(str::to_owned).to_vec(), vec![9, 12, 13, 14]));
    assert_eq!(heap.class_loader_name(heap.type_of(heap.find(11).expect("lives"))), "java.lang.ClassLoader \"plugins\"");
    assert_eq!(heap.kept.len() as usize, heap.len() - 1, "nobody refers to the boot loader");
    assert!(warnings.list().is_empty(), "{:?}", warnings.list());
}

#[test]
fn local_variables_have_the_names_that_the_trace_tells() {
    let mut file = TraceFile::new();
    file.thread(1, "main", 10);
    let (run, cart, order) = (file.method("app.Main", "run", "Main.java"), file.text("cart"), file.text("order"));
    let mut objects = TraceObjects::new();
    objects.insert(10, object(3, 104, &[]));
    (20..=23).for_each(|id| drop(objects.insert(id, object(1, 16, &[]))));
    let local = |depth: u32, variable: u32, id: u64| TraceFile::root(&format!("local 1 {depth} {run} {variable}"), id);
    let roots = [
        // An operand of the same frame, too, and without a name in the frame below.
        local(0, 0, 20),
        local(0, cart, 20),
        local(1, 0, 20),
        // Two variables.
        local(0, cart, 21),
        local(0, order, 21),
        // No name, and one that is not in the trace.
        local(0, 0, 22),
        local(1, 99, 23),
        TraceFile::root("thread 1", 10),
    ];
    file.state(&objects, &roots, true);
    let (trace, warnings) = open(file.finish());
    let heap = state(&trace, 0, &warnings);
    let told = |root: &crate::heap::Root| {
        let slot = root.stack_slot()?;
        Some((heap.address_of(root.object), root.frame?, heap.variable_name(root.variable).unwrap_or("-"), heap.slot_name(slot)))
    };
    let place = "in app.Main.run(Main.java:10), thread main";
    let name = |variable: &str| format!("local variable{variable} {place}");
    let expected = [
        (20, 0, "cart", name(" cart")),
        (20, 1, "-", name("")),
        (21, 0, "cart", name(" cart")),
        (21, 0, "order", name(" order")),
        (22, 0, "-", name("")),
        (23, 1, "-", name("")),
    ];
    assert_eq!(heap.roots.iter().filter_map(told).collect::<Vec<_>>(), expected);
    assert_eq!(heap.variables.iter().map(|name| &**name).collect::<Vec<_>>(), ["cart", "order"], "each name once");
    // The row of the thread object tells the first variable of each object.
    assert_eq!(names(&heap, 10), [name(" cart"), name(" cart"), name(""), name("")]);
    let (holder, _) = crate::keepers::paths::holders(&heap, crate::keepers::paths::PathOptions::default())[0];
    assert_eq!(holder.name(&heap), name(" cart"));
}

#[test]
fn weak_referents_are_known_and_keep_nothing_where_only_strong_references_count() {
    let mut file = TraceFile::new();
    let reference = ["referent:Ljava/lang/Object;", "queue:Ljava/lang/Object;"];
    file.class("java.lang.ref.Reference", "java.lang.Object", 0, &[], &reference);
    file.class("java.lang.ref.WeakReference", "java.lang.ref.Reference", 0, &[], &[]);
    let key = file.class("app.Key", "java.lang.ref.WeakReference", 0, &[], &["value:Ljava/lang/Object;"]);
    let mut objects = TraceObjects::new();
    objects.insert(10, object(key, 32, &[("field 0", 11), ("field 2", 12)]));
    objects.insert(11, object(1, 16, &[]));
    objects.insert(12, object(1, 16, &[]));
    file.state(&objects, &[TraceFile::root("jni", 10)], true);
    let (trace, warnings) = open(file.finish());
    let heap = state(&trace, 0, &warnings);
    let weak = heap.find(10).expect("lives");
    assert_eq!(
        (names(&heap, 10), heap.weak_referents.position_in(weak)),
        (vec!["app.Key.value".into(), "java.lang.ref.Reference.referent".into()], Some(1))
    );
    let policy = crate::heap::SizePolicy { strong_only: true, ..crate::heap::SizePolicy::default() };
    let strong = trace.heap_state(0, &LoadOptions { policy, names: true }, &Progress::new(), &warnings).expect("is a state");
    assert!(!strong.kept.contains(strong.find(11).expect("is there").0) && strong.kept.contains(strong.find(12).expect("is there").0));
    assert_eq!(names(&strong, 10), ["app.Key.value"]);
}

#[test]
fn objects_of_an_unknown_class_and_missing_targets_are_counted_and_kept() {
    let mut file = TraceFile::new();
    let mut objects = TraceObjects::new();
    objects.insert(10, TraceObject { length: Some(3), ..object(0, 40, &[("field 1", 11), ("field 2", 99)]) });
    objects.insert(11, object(77, 48, &[]));
    file.state(&objects, &[TraceFile::root("jni", 10)], true);
    let (trace, warnings) = open(file.finish());
    let heap = state(&trace, 0, &warnings);
    assert_eq!(of_type(&heap, "(unknown class)").len(), 2);
    assert_eq!((names(&heap, 10), targets(&heap, 10)), (vec!["<unknown>".to_owned()], vec![11]));
    assert_eq!((heap.bytes_of(heap.find(10).expect("lives")), heap.bytes_of(heap.find(11).expect("lives"))), (40, 48));
    let told: Vec<(String, u64)> = warnings.list().into_iter().map(|warning| (warning.kind, warning.count)).collect();
    assert_eq!(told, [("References to objects that are not in the state were dropped".to_owned(), 1)]);
}

#[test]
fn a_lost_difference_is_told_and_the_next_full_state_is_whole() {
    let mut file = TraceFile::new();
    let mut objects = TraceObjects::new();
    let states: Vec<TraceObjects> = (0..4)
        .map(|at| {
            objects.insert(10 + at, object(1, 16, &[]));
            objects.clone()
        })
        .collect();
    for (at, objects) in states.iter().enumerate() {
        file.state(objects, &[], at % 3 == 0);
    }
    let bytes = file.finish();
    let (trace, _) = open(bytes.clone());
    let births = trace.directory.steps[1].changes[1].at as usize;
    let mut damaged = bytes;
    damaged[births + 30] ^= 1;
    let (trace, warnings) = open(damaged);
    assert_eq!((0..4).map(|at| state(&trace, at, &warnings).len() - 1).collect::<Vec<_>>(), [1, 1, 2, 4]);
    let told: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.contains("A block of the trace is damaged")), "{told:?}");
    assert!(told.iter().any(|told| told.contains("does not have as many objects")), "{told:?}");
}

#[test]
fn a_walk_that_was_not_finished_is_no_state() {
    let mut file = TraceFile::new();
    let mut objects = TraceObjects::new();
    objects.insert(10, object(1, 16, &[]));
    file.state(&objects, &[], true);
    file.put(&trace_format::StateBegin { state: 1, ..trace_format::StateBegin::default() });
    file.put(&trace_format::Gone { ids: [10].into_iter().collect() });
    file.state(&objects, &[], false);
    let (trace, warnings) = open(file.finish());
    assert_eq!(trace.len(), 2);
    assert_eq!(state(&trace, 1, &Warnings::new()).len(), 2);
    assert_eq!(warnings.list()[0].kind, "A heap walk was not finished; its state is left out");
}

#[test]
fn a_walk_that_was_given_up_is_no_state_and_nothing_to_warn_of() {
    let mut file = TraceFile::new();
    let mut objects = TraceObjects::new();
    objects.insert(10, object(1, 16, &[]));
    file.put(&trace_format::StateBegin { is_full: true, ..trace_format::StateBegin::default() });
    file.put(&trace_format::Gone { ids: [10].into_iter().collect() });
    file.put(&trace_format::StateGivenUp::default());
    file.state(&objects, &[], true);
    file.state(&objects, &[], false);
    let (trace, warnings) = open(file.finish());
    assert_eq!((trace.len(), warnings.list()), (2, Vec::new()));
    assert_eq!(state(&trace, 1, &Warnings::new()).len(), state(&trace, 0, &Warnings::new()).len());
}

#[test]
fn only_objects_that_a_walk_met_are_looked_up_among_allocations() {
    let (trace, _) = open(leaking_trace(3));
    let met = origins::Met::read(&trace.source, &trace.scan.blocks, &Progress::new()).expect("nobody cancels");
    let ids: Vec<u64> = (0..40).filter(|&id| met.has(id)).collect();
    // Class objects, loader, thread, list, and three items with their data.
    assert_eq!(ids, (1..=11).chain(20..=25).collect::<Vec<_>>());
}

#[test]
fn lives_go_from_the_allocation_to_the_collection_that_took_them() {
    let mut file = TraceFile::new();
    let method = file.method("app.Main", "fill", "Main.java");
    let site = file.site(&[(method, 3)]);
    file.thread(7, "worker", 0);
    file.allocations(512, &[(40, site, 7), (41, 0, 0)]);
    file.collection();
    file.put(&trace_format::Deaths { deaths: vec![(40, 1)] });
    file.allocations(512, &[(42, site, 7)]);
    file.collection();
    let (trace, warnings) = open(file.finish());
    let lifetimes = trace.lifetimes(&Progress::new(), &warnings).expect("nobody cancels");
    let told: Vec<(u64, u32, u32, u32, Option<u32>)> =
        lifetimes.all().iter().map(|life| (life.id, life.site, life.thread, life.born, life.died)).collect();
    assert_eq!(told, [(40, 1, 1, 0, Some(1)), (41, 0, 0, 0, None), (42, 1, 1, 1, None)]);
    assert_eq!((lifetimes.collections(), lifetimes.are_sampled(), trace.is_empty()), (2, true, true));
    assert!(warnings.list().is_empty());
}

#[test]
fn class_histograms_of_a_trace_are_read_by_name() {
    let mut file = TraceFile::new();
    file.class("app.Item", "java.lang.Object", 0, &[], &[]);
    let rows = vec![
        trace_format::HistogramRow { class: 5, objects: 3, bytes: 72 },
        trace_format::HistogramRow { class: 99, objects: 1, bytes: 16 },
    ];
    file.put(&trace_format::Histogram { collections: 4, nanos: 2_000_000, pause_nanos: 0, with_unreachable: false, rows });
    let (trace, warnings) = open(file.finish());
    let histograms = trace.histograms(&warnings);
    assert_eq!((histograms.len(), histograms[0].time_millis, histograms[0].label.as_deref()), (1, Some(1_700_000_000_002), Some("GC 4")));
    let classes: Vec<(&str, u64)> = histograms[0].classes.iter().map(|class| (class.name.as_str(), class.totals.objects)).collect();
    assert_eq!(classes, [("app.Item", 3), ("(unknown class)", 1)]);
}

#[test]
fn a_trace_without_states_says_what_it_holds_why_and_what_to_do() {
    let (trace, warnings) = open(counting_trace(3));
    assert_eq!(
        trace.why_no_states().as_deref(),
        Some(
            "this trace holds no heap states, but 3 garbage collections, 3 class histograms. It was recorded with --detail counts, which \
             walks no heap. For a city of objects record with --detail states"
        )
    );
    let error = trace.heap_state(0, &LoadOptions::default(), &Progress::new(), &warnings).expect_err("there is none").to_string();
    assert!(error.starts_with("nothing to show: test.mctrace: this trace holds no heap states, but"), "{error}");

    let mut file = TraceFile::new();
    file.collection();
    let site = file.site(&[]);
    file.allocations(0, &[(20, site, 1)]);
    file.info("limits", "no heap state: a walk of the heap would have cost more than 1 % of the run time");
    let told = open(file.finish()).0.why_no_states().expect("there are none");
    for part in
        ["one garbage collection, allocations with their call stacks", "The recorder says: no heap state: a walk", "larger --budget"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(open(leaking_trace(1)).0.why_no_states(), None);
}

#[test]
fn histograms_of_one_millisecond_have_times_of_their_own() {
    let mut file = TraceFile::new();
    file.histogram(&[(1, 5, 80)]);
    file.histogram(&[(1, 6, 96)]);
    let (trace, warnings) = open(file.finish());
    let times: Vec<_> = trace.histograms(&warnings).iter().map(|histogram| histogram.time_millis).collect();
    assert_eq!(times, [Some(1_700_000_000_000), Some(1_700_000_000_001)]);
}

#[test]
fn the_last_store_of_a_reference_tells_which_line_put_it_there() {
    let mut file = TraceFile::new();
    let item = file.class("app.Item", "java.lang.Object", 5, &[], &[]);
    let fields = ["static COUNT:I", "static LAST:Lapp/Item;", "size:I", "entry:Lapp/Item;"];
    let cache = file.class("app.Cache", "java.lang.Object", 6, &[], &fields);
    file.thread(1, "main", 0);
    let node = file.method("java.util.HashMap$Node", "<init>", "HashMap.java");
    let [put, load] = ["put", "load"].map(|name| file.method("app.Cache", name, "Cache.java"));
    let [at_put, at_load] = [(put, 12), (load, 30)].map(|frame| file.site(&[(node, 285), frame]));
    let made = file.site(&[(load, 20)]);
    let object = |class: u32, row: &[(&str, u64)]| TraceObject {
        class,
        bytes: 16,
        row: row.iter().map(|&(place, target)| (TraceFile::place(place), target)).collect(),
        ..TraceObject::default()
    };
    let mut objects: TraceObjects = (1..=5).map(|id| (id, object(2, &[]))).collect();
    objects.insert(6, object(2, &[("static 1", 31)]));
    objects.insert(20, object(cache, &[("field 3", 31)]));
    objects.insert(21, object(cache, &[("field 3", 32)]));
    objects.insert(31, object(item, &[]));
    objects.insert(32, object(item, &[]));
    let roots: Vec<_> = (1..=6).map(|id| TraceFile::root("system", id)).chain([20, 21].map(|id| TraceFile::root("jni", id))).collect();
    file.collection();
    file.allocations(0, &[(20, made, 1), (21, made, 1)]);
    let store = |holder, field, value, site| trace_format::Store { holder, class: cache, field, value, site, thread: 1 };
    let stores = vec![store(6, 1, 31, at_load), store(20, 3, 32, at_put), store(20, 3, 31, at_load), store(21, 3, 31, at_put)];
    file.put(&trace_format::Stores { stores });
    file.state(&objects, &roots, true);
    // This one comes after the state, and one names a class and one a field that nobody knows.
    let odd = trace_format::Store { class: 999, ..store(20, 3, 31, at_put) };
    file.put(&trace_format::Stores { stores: vec![store(20, 3, 31, at_put), odd, store(20, 99, 31, at_put)] });

    let (trace, warnings) = open(file.finish());
    let heap = state(&trace, 0, &warnings);
    let closures = crate::keepers::closure::Closures::new(&heap, &Progress::new()).expect("nobody cancels");
    let items = of_type(&heap, "app.Item").into_iter().map(|object| object.0).collect();
    let report = crate::keepers::referrers::referrers(&closures, &items, &Progress::new()).expect("nobody cancels");
    let told: Vec<_> = report
        .rows
        .iter()
        .map(|row| {
            let place = |place: &Option<crate::keepers::referrers::SourcePlace>| {
                place.as_ref().map(|place| format!("{} < {}", place.site, place.domain))
            };
            (&*row.field, row.precision, place(&row.allocated), place(&row.stored), row.kept_alone)
        })
        .collect();
    let made = Some("app.Cache.load(Cache.java:20) < app.Cache.load(Cache.java:20)".to_owned());
    let stored = Some("java.util.HashMap$Node.<init>(HashMap.java:285) < app.Cache.load(Cache.java:30)".to_owned());
    assert_eq!(
        told,
        [
            ("app.Cache.entry", crate::keepers::referrers::Precision::Store, made.clone(), stored.clone(), Some(0)),
            ("app.Cache.LAST", crate::keepers::referrers::Precision::Root, None, stored, Some(0)),
            // The last store that was seen was of another object: the line that put this one there is unknown.
            ("app.Cache.entry", crate::keepers::referrers::Precision::Holder, made, None, Some(1)),
        ]
    );
}

#[test]
fn a_trace_that_has_grown_goes_on_from_the_state_that_was_replayed() {
    let bytes = leaking_trace(5);
    let ends: Vec<usize> = scan(&bytes)
        .expect("is a trace")
        .blocks
        .iter()
        .filter(|entry| entry.kind == Some(BlockKind::StateEnd))
        .map(|entry| (entry.at + entry.stored_bytes()) as usize)
        .collect();
    // The third state has begun; its end is not there yet.
    let (early, warnings) = open(bytes[..ends[2] - 1].to_vec());
    let (late, _) = open(bytes.clone());
    let items = |trace: &Trace, number| of_type(&state(trace, number, &warnings), "app.Item").len();
    assert_eq!(items(&early, 1), 2);
    late.go_on_from(&early);
    let step = |trace: &Trace| trace.replayed.lock().expect("nobody panicked").as_ref().map(|known| known.step);
    assert_eq!((step(&late), step(&early)), (Some(1), None));
    assert_eq!([2, 4, 3].map(|number| items(&late, number)), [3, 5, 4]);

    // Of a recording with other states nothing is taken.
    let mut file = TraceFile::new();
    for _ in 0..5 {
        file.state(&TraceObjects::from([(9, object(4, 80, &[]))]), &[TraceFile::root("jni", 9)], true);
    }
    let (other, _) = open(file.finish());
    other.go_on_from(&late);
    assert_eq!((step(&other), state(&other, 4, &warnings).kept.len()), (None, 1));
}

#[test]
fn ages_count_from_the_allocation_where_it_was_seen_and_like_those_beside_it_where_not() {
    for interval in [0, 64] {
        let mut file = TraceFile::new();
        (0..5).for_each(|_| file.collection());
        let method = file.method("app.Main", "make", "Main.java");
        let site = file.site(&[(method, 7)]);
        file.thread(1, "main", 0);
        // The walk after the fifth collection is the first; object 20 was allocated after the second one, object 30 after the fourth.
        file.allocations_after(2, interval, &[(20, site, 1)]);
        file.allocations_after(4, interval, &[(30, site, 1)]);
        let objects = (20..31).map(|id| (id, TraceObject { born: 5, ..object(1, 16, &[]) })).collect();
        file.state(&objects, &(20..31).map(|id| TraceFile::root("jni", id)).collect::<Vec<_>>(), true);
        let (trace, warnings) = open(file.finish());
        let heap = state(&trace, 0, &warnings);
        let origins = heap.origins.as_ref().expect("is a trace");
        let age = |id| origins.age_of(heap.find(id).expect("lives"));
        assert_eq!([20, 30].map(age), [Some(3), Some(1)]);
        // Nobody saw object 24: it is like object 20, which is nearer, or was met by this walk first.
        assert_eq!(age(24), Some(if interval == 0 { 0 } else { 3 }));
        let registry = crate::grouping::Registry::default();
        let grouped =
            crate::grouping::engine::grouped::group(&heap, &registry.parse("age").expect("is known"), &Progress::new(), &warnings)
                .expect("groups");
        let estimates = grouped.estimates(&heap, &Progress::new()).expect("nobody cancels");
        assert_eq!(estimates.is_some(), interval > 0, "ages are estimates");
    }
}

#[test]
fn nobody_is_older_than_the_walk_that_did_not_meet_him() {
    let mut file = TraceFile::new();
    (0..5).for_each(|_| file.collection());
    let method = file.method("app.Main", "make", "Main.java");
    let site = file.site(&[(method, 7)]);
    file.thread(1, "main", 0);
    file.allocations_after(2, 64, &[(20, site, 1)]);
    let roots = |objects: &TraceObjects| objects.keys().map(|&id| TraceFile::root("jni", id)).collect::<Vec<_>>();
    let mut objects: TraceObjects = (20..23).map(|id| (id, TraceObject { born: 5, ..object(1, 16, &[]) })).collect();
    file.state(&objects, &roots(&objects), true);
    (5..8).for_each(|_| file.collection());
    objects.insert(30, TraceObject { born: 8, ..object(1, 16, &[]) });
    file.state(&objects, &roots(&objects), false);
    let (trace, warnings) = open(file.finish());
    let heap = state(&trace, 1, &warnings);
    let origins = heap.origins.as_ref().expect("is a trace");
    let age = |id| origins.age_of(heap.find(id).expect("lives"));
    // Object 21 may be as old as the one that was seen. Object 30 comes from where that does, but not from before the first walk.
    assert_eq!([20, 21, 30].map(age), [Some(6), Some(6), Some(0)]);
    assert!(origins.site_of(heap.find(30).expect("lives")).is_some());
}

#[test]
fn damage_is_told_of_every_state_that_builds_on_it_and_without_making_any() {
    let bytes = leaking_trace(3);
    let rows: Vec<u64> = scan(&bytes)
        .expect("is a trace")
        .blocks
        .iter()
        .filter(|entry| entry.kind == Some(BlockKind::Rows))
        .map(|entry| entry.at + entry.stored_bytes() - 1)
        .collect();
    // The second state is a difference, and so is the third.
    let mut damaged = bytes;
    damaged[rows[1] as usize] ^= 1;
    let (trace, _) = open(damaged);
    let warnings = Warnings::new();
    trace.check(&Progress::new(), &warnings).expect("nobody cancels");
    assert_eq!(warnings.list().len(), 1, "{:?}", warnings.list());
    for (number, is_whole) in [(0, true), (1, false), (2, false)] {
        let warnings = Warnings::new();
        state(&trace, number, &warnings);
        let told = warnings.list().iter().any(|warning| warning.to_string().contains(&format!("state {} of", number + 1)));
        assert_eq!(told, !is_whole, "{:?}", warnings.list());
    }
}
