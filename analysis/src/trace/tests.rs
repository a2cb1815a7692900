use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::fixture::{TraceFile, TraceObject, TraceObjects, leaking_trace};
use crate::{ObjectIndex, Value};

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
