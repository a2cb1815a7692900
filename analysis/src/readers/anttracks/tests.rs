use std::collections::BTreeMap;

use proptest::prelude::*;

use super::event::Event;
use super::root::{Root, RootWhy, read_roots};
use super::*;
use crate::base::ids::ObjectIndex;
use crate::fixture::{
    AntTracksPointer, AntTracksRoot, AntTracksTrace, anttracks_class_definitions, anttracks_symbols, coded_roots, leaking_anttracks, long,
};
use crate::heap::{HeapState, RootKind, Subsystem};
use crate::over_time::tracked_objects::TrackedObjects;
use crate::readers::hprof::options::LoadOptions;
use crate::readers::trace::Trace;

const EDEN: u64 = 0x10_0000;
const SURVIVOR: u64 = 0x20_0000;
const OLD: u64 = 0x40_0000;
/// Numbers of spaces, kinds of events, types, sites as in the fixture.
const ITEM: u32 = 100;
const INTS: u32 = 101;
const ITEMS: u32 = 102;

fn open(symbols: &[u8], trace: Vec<u8>) -> (Trace, Warnings) {
    let warnings = Warnings::new();
    let trace = Trace::of_anttracks(&ByteSource::from(trace), symbols, Path::new("trace"), &Progress::new(), &warnings);
    (trace.expect("can be read"), warnings)
}

fn all_objects() -> LoadOptions {
    let mut options = LoadOptions::default();
    options.policy.keep_unreachable = true;
    options
}

fn state(trace: &Trace, number: usize) -> HeapState {
    trace.heap_state(number, &all_objects(), &Progress::new(), &Warnings::new()).expect("is a state")
}

fn of_type(heap: &HeapState, name: &str) -> Vec<ObjectIndex> {
    heap.kept_objects().filter(|&object| &*heap.type_info(heap.type_of(object)).name == name).collect()
}

/// How many objects of each type there are.
fn counts(heap: &HeapState) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    // The boot loader is in no trace.
    for object in heap.kept_objects().skip(1) {
        *counts.entry(heap.type_info(heap.type_of(object)).name.to_string()).or_default() += 1;
    }
    counts
}

/// Nothing is wrong but that no roots were recorded.
fn only_limits(warnings: &Warnings) -> bool {
    warnings.list().iter().all(|warning| warning.kind.starts_with("All objects count"))
}

fn slot_names(heap: &HeapState, object: ObjectIndex) -> Vec<String> {
    heap.slots_of(object).into_iter().map(|slot| heap.slot_name(slot)).collect()
}

/// A trace with eden, survivor and old space, and the thread `main`.
fn begun() -> AntTracksTrace {
    let mut trace = AntTracksTrace::new(false, false);
    trace.thread(0x7f01).space(0, OLD, 0x10_0000, 2).space(1, EDEN, 0x10_0000, 0).space(2, SURVIVOR, 0x10_0000, 1);
    trace.thread_alive(1, "main");
    trace
}

/// A minor collection begins, which empties eden.
fn minor(trace: &mut AntTracksTrace, id: u32) -> &mut AntTracksTrace {
    trace.thread(0x7f02).gc(2, (0, 8, 0), id, u64::from(id) * 1_000, EDEN).event(0x04, 1, &[id])
}

fn ends(trace: &mut AntTracksTrace, id: u32) -> &mut AntTracksTrace {
    trace.gc(3, (0, 8, 0), id, u64::from(id) * 1_000 + 5, EDEN).thread(0x7f01)
}

/// The details of a local variable: thread, class, method, slot.
fn local(address: u64, thread: u64, method: u32, slot: u32) -> AntTracksRoot {
    (4, address, long(thread).into_iter().chain([5, method, slot]).collect())
}

fn read(low: u32, words: &[u32]) -> (std::result::Result<Vec<Root>, Problem>, usize) {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut words = Words::new(&bytes);
    (read_roots(0x2D << 26 | low, &mut words), bytes.len() - words.at())
}

#[test]
fn root_events_have_the_published_sizes_and_come_back() {
    // Local variable, static field, JNI local, monitor, JVMTI, class loader: 1 + 7 + 4 + 4 + 2 + 2 + 2 words.
    let example = [local(16, 9, 2, 3), (2, 24, vec![5, 100]), (6, 32, vec![9, 0]), (8, 40, vec![]), (7, 48, vec![]), (1, 56, vec![])];
    let (low, words) = coded_roots(&example);
    assert_eq!((1 + words.len()) * 4, 88);
    let (roots, rest) = read(low, &words);
    let why = [
        RootWhy::Local { thread: 9, class: 5, method: 2, slot: 3 },
        RootWhy::StaticField { class: 5, offset: 100 },
        RootWhy::JniLocal { thread: 9 },
        RootWhy::Monitor,
        RootWhy::Jvmti,
        RootWhy::ClassLoader,
    ];
    let expected: Vec<Root> = (2..).map(|at| at * 8).zip(why).map(|(address, why)| Root { address, why }).collect();
    assert_eq!((roots.expect("is whole"), rest), (expected, 0));
    // Six local variables are the longest: 1 + 6 * 7 words.
    let (low, words) = coded_roots(&(1..=6).map(|at| local(at * 8, at, 1, 0)).collect::<Vec<_>>());
    assert_eq!((1 + words.len()) * 4, 172);
    assert_eq!(read(low, &words).0.expect("is whole").len(), 6);
    // Codes of 0 are no roots, wherever they stand.
    let (low, words) = coded_roots(&[(8, 40, vec![])]);
    assert_eq!(read(low >> 8, &words).0.expect("is whole"), [Root { address: 40, why: RootWhy::Monitor }]);
}

#[test]
fn all_ten_kinds_of_roots_have_their_details_and_others_are_refused() {
    let thread = vec![9, 0];
    let place = vec![5, 2];
    let kinds: [(u32, Vec<u32>, RootWhy); 10] = [
        (1, vec![], RootWhy::ClassLoader),
        (2, place.clone(), RootWhy::StaticField { class: 5, offset: 2 }),
        (3, thread.clone(), RootWhy::Thread { thread: 9 }),
        (4, [&thread[..], &place, &[7]].concat(), RootWhy::Local { thread: 9, class: 5, method: 2, slot: 7 }),
        (5, place, RootWhy::Code { class: 5, method: 2 }),
        (6, thread, RootWhy::JniLocal { thread: 9 }),
        (7, vec![], RootWhy::Jvmti),
        (8, vec![], RootWhy::Monitor),
        (9, vec![], RootWhy::Management),
        (10, vec![], RootWhy::Internal),
    ];
    for (code, details, why) in kinds {
        let (low, words) = coded_roots(&[(code, 64, details)]);
        assert_eq!(read(low, &words), (Ok(vec![Root { address: 64, why }]), 0), "code {code}");
        // One word less is too little.
        assert_eq!(read(low, &words[..words.len() - 1]).0, Err(Problem::Ends("GC roots")), "code {code}");
    }
    for code in 11..16 {
        assert_eq!(read(code << 20, &[0; 8]).0, Err(Problem::UnknownRoot(code)));
    }
}

#[test]
fn roots_in_the_recorders_own_layout_are_read_too() {
    let mut trace = AntTracksTrace::new(false, false);
    let name = vec![3, 0x6162_6300];
    trace.tagged_roots(&[(0, 8, name), (7, 16, vec![1]), (12, 24, vec![])]).tagged_roots(&[(1, 32, vec![5])]);
    let file = trace.finish();
    let start = Head::read(&file).expect("has a header").bytes + 16;
    let mut words = Words::new(&file[start..]);
    let symbols = Symbols { word_bytes: 8, ..Symbols::default() };
    let mut next = || read_event(&mut words, &symbols, 0).expect("is an event");
    let root = |address, why| Root { address, why };
    let first = [root(8, RootWhy::ClassLoader), root(16, RootWhy::JniGlobal { is_weak: true }), root(24, RootWhy::InternedString)];
    assert_eq!(next(), Event::Roots(first.to_vec()));
    assert_eq!(next(), Event::Roots(vec![root(32, RootWhy::Class { class: 5 })]));
}

#[test]
fn a_leak_is_read_with_sites_threads_references_fields_roots_and_ages() {
    for is_compressed in [false, true] {
        let (symbols, file) = leaking_anttracks(5, is_compressed);
        let (trace, warnings) = open(&symbols, file);
        assert_eq!(trace.len(), 5);
        for number in [0, 4, 2] {
            let heap = trace.heap_state(number, &LoadOptions::default(), &Progress::new(), &warnings).expect("is a state");
            let items = of_type(&heap, "app.Item");
            assert_eq!((items.len(), of_type(&heap, "int[]").len()), (number + 1, number + 1));
            let list = of_type(&heap, "app.Item[]")[0];
            assert_eq!((heap.array_length(list), heap.bytes_of(list)), (Some(24), 16 + 4 * 24));
            assert_eq!(heap.points_to(list), items.iter().map(|item| item.0).collect::<Vec<_>>());
            let first = items[0];
            let data = heap.points_to(first)[0];
            assert_eq!((heap.bytes_of(first), heap.bytes_of(ObjectIndex(data))), (24, 1016));
            assert_eq!(slot_names(&heap, first), ["app.Item.data"]);
            // Three references, two of them null.
            let values = heap.values_of(first, 10).expect("is recorded");
            let values: Vec<String> = values.fields.iter().map(|field| format!("{} = {}", field.name, field.value)).collect();
            assert_eq!(values, [format!("data = @{data}"), "next = null".to_owned(), "other = null".to_owned()]);
            let origins = heap.origins.as_ref().expect("was recorded");
            let site = origins.site_of(first).expect("was seen");
            let frames: Vec<String> = origins.call_stacks[site as usize].frames.iter().map(ToString::to_string).collect();
            assert_eq!(frames, ["app.Main.fill(bci:12)", "app.Main.main(bci:7)"]);
            assert_eq!(&*origins.thread_names[origins.thread_of(first).expect("was seen") as usize], "main");
            assert_eq!(origins.age_of(first), Some(number as u32 + 1));
            assert_eq!(origins.age_of(items[number]), Some(1));
            // The static field, by name, in the class object; the thread with what its frame holds.
            let class = of_type(&heap, "java.lang.Class")[0];
            assert_eq!(slot_names(&heap, class).last().map(String::as_str), Some("app.Main.items"));
            let thread = &heap.threads[0];
            assert_eq!((thread.name.as_str(), thread.locals), ("main", 1));
            assert_eq!(thread.stack.iter().map(ToString::to_string).collect::<Vec<_>>(), ["app.Main.fill"]);
            assert_eq!(heap.kept.len() as usize, heap.len(), "all objects are reachable");
        }
        let collections = trace.collections();
        assert_eq!((&*collections[0].cause, &*collections[0].collector), ("Allocation Failure", "major"));
        assert_eq!((collections[1].start_nanos, collections[1].end_nanos), (1_000_000_000, 1_005_000_000));
        assert!(warnings.list().is_empty(), "{:?}", warnings.list());
    }
}

#[test]
fn pointed_from_is_the_inverse_of_points_to() {
    let (symbols, file) = leaking_anttracks(6, true);
    let heap = state(&open(&symbols, file).0, 5);
    let mut forward: Vec<(u32, u32)> = Vec::new();
    let mut backward: Vec<(u32, u32)> = Vec::new();
    for object in heap.kept_objects() {
        forward.extend(heap.points_to(object).iter().map(|&target| (object.0, target)));
        backward.extend(heap.pointed_from(object).iter().map(|&source| (source, object.0)));
    }
    forward.sort_unstable();
    forward.dedup();
    backward.sort_unstable();
    backward.dedup();
    assert_eq!(forward, backward);
}

#[test]
fn a_root_follows_the_object_that_it_keeps_and_names_are_resolved() {
    let mut trace = begun();
    trace.allocation(0x16, 102, Some(2), Some(EDEN), &[]).allocation(0x12, ITEM, None, Some(EDEN + 64), &[]);
    minor(&mut trace, 1).roots(&[local(EDEN, 1, 1, 2), local(EDEN + 64, 77, 99, 0), (8, EDEN, vec![])]);
    // The first one moves to where the second one is only after it has gone.
    trace.event(0x1E, 0, &[long(EDEN + 64), long(SURVIVOR + 64)].concat());
    trace.event(0x1E, 0, &[long(EDEN), long(SURVIVOR)].concat());
    ends(&mut trace, 1);
    let (trace, _) = open(&anttracks_symbols(2).finish(), trace.finish());
    let heap = state(&trace, 0);
    let of_root = |kind: RootKind| heap.roots.iter().find(|root| root.kind == kind).expect("is there");
    let (list, item) = (of_type(&heap, "app.Item[]")[0], of_type(&heap, "app.Item")[0]);
    assert_eq!(of_root(RootKind::MonitorUsed).object, list);
    let frames: Vec<(String, String)> = heap.threads.iter().map(|thread| (thread.name.clone(), thread.stack[0].to_string())).collect();
    // Names come from the event of the thread and from the symbols; whoever is in neither has its number as name.
    assert_eq!(frames[0], ("main".to_owned(), "app.Main.fill".to_owned()));
    assert_eq!(frames[1], ("(thread 77)".to_owned(), "app.Main.(method 99)".to_owned()));
    let locals: Vec<ObjectIndex> = heap.roots.iter().filter(|root| root.kind == RootKind::JavaFrame).map(|root| root.object).collect();
    assert_eq!(locals, [list, item]);
    let names = heap.roots.iter().filter(|root| root.kind == RootKind::JavaFrame).map(|root| heap.variable_name(root.variable));
    assert_eq!(names.collect::<Vec<_>>(), [Some("list"), None]);
    let slot = of_root(RootKind::JavaFrame).stack_slot().expect("is on a stack");
    assert_eq!(heap.slot_name(slot), "local variable list in app.Main.fill, thread main");
}

#[test]
fn stacks_are_rebuilt_from_local_variables() {
    let mut trace = begun();
    for at in 0..3 {
        trace.allocation(0x12, ITEM, None, Some(EDEN + at * 24), &[]);
    }
    let roots = [local(EDEN, 1, 1, 2), local(EDEN + 24, 1, 1, 3), local(EDEN + 48, 1, 2, 0)];
    minor(&mut trace, 1).roots(&roots);
    for at in 0..3 {
        trace.event(0x1E, 0, &[long(EDEN + at * 24), long(OLD + at * 24)].concat());
    }
    // The next time the method calls itself: the same slot comes again.
    minor(ends(&mut trace, 1), 2).roots(&[local(OLD, 1, 1, 2), local(OLD + 24, 1, 1, 2)]);
    ends(&mut trace, 2);
    let (trace, _) = open(&anttracks_symbols(2).finish(), trace.finish());
    let stack = |number: usize| state(&trace, number).threads[0].stack.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(stack(0), ["app.Main.fill", "app.Main.main"]);
    assert_eq!(stack(1), ["app.Main.fill", "app.Main.fill"]);
    let frames: Vec<Option<u32>> = state(&trace, 0).roots.iter().map(|root| root.frame).collect();
    assert_eq!(frames, [Some(0), Some(0), Some(1)]);
}

#[test]
fn an_object_that_moved_five_times_is_the_same_one_and_a_new_one_is_not() {
    let mut trace = begun();
    let mut at = EDEN;
    trace.allocation(0x12, ITEM, None, Some(at), &[]);
    for id in 1..=5 {
        let to = if id == 5 { OLD } else { EDEN + u64::from(id) * 0x100 };
        minor(&mut trace, id).event(0x1E, 0, &[long(at), long(to)].concat());
        at = to;
        // Where it was comes another one, which dies in the next collection.
        ends(&mut trace, id).allocation(0x12, ITEM, None, Some(EDEN), &[]);
    }
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    let ids = |number: usize| {
        let heap = state(&trace, number);
        of_type(&heap, "app.Item")
            .iter()
            .map(|&item| (heap.address_of(item), heap.origins.as_ref().and_then(|origins| origins.age_of(item))))
            .collect::<Vec<_>>()
    };
    // The same id all the time, and its age grows.
    assert_eq!((0..5).map(ids).collect::<Vec<_>>(), [[(1, Some(1))], [(1, Some(2))], [(1, Some(3))], [(1, Some(4))], [(1, Some(5))]]);
    let lives = trace.lifetimes(&Progress::new(), &warnings).expect("nobody cancels");
    let lives: Vec<_> = lives.all().iter().map(|life| (life.id, life.born, life.died)).collect();
    // Those that were allocated meanwhile lived through no collection; the last one lives.
    assert_eq!(lives, [(1, 0, None), (2, 1, Some(2)), (3, 2, Some(3)), (4, 3, Some(4)), (5, 4, Some(5)), (6, 5, None)]);
    assert!(only_limits(&warnings), "{:?}", warnings.list());
}

#[test]
fn objects_of_a_buffer_lie_one_behind_the_other_and_fast_moves_fill_that_of_the_thread() {
    let mut trace = begun();
    trace.buffer(0x0D, EDEN);
    // 24 and 1040 bytes; an array that takes the top of the buffer by its address (24); one apart; a deviant type (16 + 8).
    trace.allocation(0x13, ITEM, None, None, &[]).allocation(0x17, INTS, Some(255), None, &[]);
    trace.allocation(0x14, INTS, Some(2), Some(EDEN + 1064), &[]).allocation(0x1B, INTS, Some(1), Some(EDEN + 0x8000), &[]);
    trace.allocation(0x1D, ITEM, Some(2), None, &[8]).allocation(0x1C, 0x80_000F, None, None, &[]);
    let top = EDEN + 1064 + 24 + 24 + 24;
    minor(&mut trace, 1).buffer(0x0E, SURVIVOR).buffer(0x0E, OLD);
    let words = |address: u64| ((address - EDEN) / 8) as u32;
    // Narrow, by a word, and wide; the first goes to the survivor space (1), the others to the old one (2).
    trace.event(0x21, 1 << 24 | words(EDEN) << 2, &[]);
    trace.pointers(0x29, 2, &[words(EDEN + 24)], &[]);
    trace.event(0x1F, 2 << 24, &long(EDEN + 1064));
    trace.pointers(0x28, 2, &long(EDEN + 0x8000), &[]);
    // What stays where it is, and two that follow each other and move together.
    let last = top - 24;
    trace.event(0x22, 2, &[long(last - 24), long(OLD + 0x4000)].concat());
    ends(&mut trace, 1);
    // Now everything is where it was counted to be: each one moves by its address.
    minor(&mut trace, 2).event(0x04, 0, &[2]).event(0x04, 2, &[2]);
    let places = [SURVIVOR, OLD, OLD + 1040, OLD + 1040 + 24, OLD + 0x4000, OLD + 0x4000 + 24];
    for (at, place) in (0..).zip(places) {
        trace.event(0x1E, 0, &[long(place), long(OLD + 0x8000 + at * 0x1000)].concat());
    }
    ends(&mut trace, 2);
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    assert!(only_limits(&warnings), "{:?}", warnings.list());
    let heap = state(&trace, 1);
    let facts: Vec<_> = (1..=6).map(|id| heap.find(id).map(|object| (heap.bytes_of(object), heap.array_length(object)))).collect();
    let ints = |length: u32, bytes: u64| Some((bytes, Some(length)));
    assert_eq!(facts, [Some((24, None)), ints(255, 1040), ints(2, 24), ints(1, 24), ints(2, 24), Some((24, None))]);
}

#[test]
fn a_minor_collection_takes_what_it_says_and_nothing_else() {
    let mut trace = begun();
    trace.allocation(0x12, ITEM, None, Some(EDEN), &[]).allocation(0x12, ITEM, None, Some(SURVIVOR), &[]);
    trace.allocation(0x12, ITEM, None, Some(OLD), &[]);
    // Eden alone; then nothing is said, and all but the old space is taken; then everything.
    ends(minor(&mut trace, 1), 1);
    trace.allocation(0x12, ITEM, None, Some(EDEN), &[]);
    trace.thread(0x7f02).gc(2, (0, 8, 0), 2, 2_000, EDEN).gc(3, (0, 8, 0), 2, 2_005, EDEN);
    // One that fails takes nothing.
    trace.thread(0x7f01).allocation(0x12, ITEM, None, Some(EDEN), &[]);
    trace.thread(0x7f02).gc(2, (0, 8, 0), 3, 3_000, EDEN).event(0x04, 1, &[3]).event(0x05, 1, &[]).gc(3, (0, 8, 0), 3, 3_005, EDEN);
    trace.gc(2, (0, 8, 0), 4, 4_000, EDEN).event(0x04, 1, &[4]).gc(3, (0, 8, 1), 4, 4_005, EDEN);
    // A full one keeps what it names.
    trace.gc(2, (1, 0, 0), 5, 5_000, EDEN).event(0x23, 0, &long(OLD)).gc(3, (1, 0, 0), 5, 5_005, EDEN);
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    let ids = |number: usize| {
        of_type(&state(&trace, number), "app.Item").iter().map(|&item| state(&trace, number).address_of(item)).collect::<Vec<u64>>()
    };
    assert_eq!((0..5).map(ids).collect::<Vec<_>>(), [vec![2, 3], vec![3], vec![3, 5], vec![3, 5], vec![3]]);
    assert!(only_limits(&warnings), "{:?}", warnings.list());
}

#[test]
fn collections_tell_the_bytes_of_objects_before_and_after_them() {
    let mut trace = begun();
    // Three items of 24 bytes and 16 + 4 * 4 of an array. The first item and the array stay.
    for at in 0..3 {
        trace.allocation(0x12, ITEM, None, Some(EDEN + at * 24), &[]);
    }
    trace.allocation(0x16, INTS, Some(4), Some(OLD), &[]);
    ends(minor(&mut trace, 1).event(0x1E, 0, &[long(EDEN), long(SURVIVOR)].concat()), 1);
    // One more, which nobody keeps.
    trace.allocation(0x12, ITEM, None, Some(EDEN), &[]);
    ends(minor(&mut trace, 2), 2);
    // One that fails takes nothing; a full one everything that it does not name.
    trace.allocation(0x12, ITEM, None, Some(EDEN), &[]);
    trace.thread(0x7f02).gc(2, (0, 8, 0), 3, 3_000, EDEN).event(0x04, 1, &[3]).gc(3, (0, 8, 1), 3, 3_005, EDEN);
    trace.gc(2, (1, 0, 0), 4, 4_000, EDEN).event(0x23, 0, &long(OLD)).gc(3, (1, 0, 0), 4, 4_005, EDEN);
    let (trace, _) = open(&anttracks_symbols(2).finish(), trace.finish());
    let used: Vec<_> = trace.collections().iter().map(|gc| (gc.used_before, gc.used_after)).collect();
    assert_eq!(used, [(104, 56), (80, 56), (80, 80), (80, 32)].map(|(before, after)| (Some(before), Some(after))));
    // What they say is what lives and deaths say.
    let lives = trace.lifetimes(&Progress::new(), &Warnings::new()).expect("nobody cancels");
    let collected: Vec<u64> = lives.collected_at(1..=4).iter().map(|at| at.collected.bytes).collect();
    assert_eq!(collected, [48, 24, 0, 48]);
    let bytes: Vec<Option<u64>> = trace.states().iter().map(|state| state.bytes).collect();
    assert_eq!(bytes, [56, 56, 80, 32].map(Some));
}

#[test]
fn what_lies_where_a_new_object_comes_died_at_the_collection_before() {
    let mut trace = begun();
    trace.allocation(0x12, ITEM, None, Some(OLD), &[]);
    ends(minor(&mut trace, 1), 1);
    // The old one is dead; the second new one takes the place of the first, which met no collection.
    for _ in 0..2 {
        trace.allocation(0x12, ITEM, None, Some(OLD), &[]);
    }
    ends(minor(&mut trace, 2), 2);
    let (trace, _) = open(&anttracks_symbols(2).finish(), trace.finish());
    let lives = trace.lifetimes(&Progress::new(), &Warnings::new()).expect("nobody cancels");
    assert_eq!(lives.all().iter().map(|life| life.died).collect::<Vec<_>>(), [Some(1), Some(2), None]);
    // The first collection left it, so far as one could see then; the second took the one that died before it.
    let used: Vec<_> = trace.collections().iter().map(|gc| (gc.used_before, gc.used_after)).collect();
    assert_eq!(used, [(Some(24), Some(24)), (Some(48), Some(24))]);
}

#[test]
fn the_kind_of_an_allocation_tells_which_part_of_the_jvm_made_it() {
    let mut trace = begun();
    trace.buffer(0x0D, EDEN + 0x8000);
    // By the JVM, the interpreter, C1, C2: slow, normal, fast, and of another type than the site says.
    let kinds = [0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D];
    for (at, kind) in (0..).zip(kinds) {
        let is_fast = matches!(kind, 0x13 | 0x17 | 0x18 | 0x1C | 0x1D);
        let deviant: &[u32] = if matches!(kind, 0x11 | 0x15 | 0x18 | 0x1A | 0x1D) { &[6] } else { &[] };
        trace.allocation(kind, ITEM, None, (!is_fast).then_some(EDEN + at * 24), deviant);
    }
    // One that a collection names first was allocated by nobody knows what.
    trace.thread(0x7f02).gc(2, (2, 0, 0), 1, 1_000, EDEN).event(0x25, ITEM << 8, &[&[6][..], &long(OLD)].concat());
    for address in (0..15).map(|at| EDEN + at * 24).chain((0..5).map(|at| EDEN + 0x8000 + at * 24)) {
        trace.event(0x23, 0, &long(address));
    }
    trace.gc(3, (2, 0, 0), 1, 1_005, EDEN);
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    let heap = state(&trace, 0);
    let origins = heap.origins.as_ref().expect("was recorded");
    let told: Vec<Option<Subsystem>> = (1..=16).map(|id| origins.subsystem_of(heap.find(id).expect("lives"))).collect();
    let [jvm, interpreter, c1, c2] = Subsystem::ALL.map(Some);
    let expected = [&[jvm][..], &[interpreter; 4], &[c1; 5], &[c2; 5], &[None]].concat();
    assert_eq!(told, expected);
    let lives = trace.lifetimes(&Progress::new(), &warnings).expect("nobody cancels");
    assert_eq!(lives.all().iter().map(|life| life.subsystem).collect::<Vec<_>>(), expected);
    assert!(
        trace.has_subsystems()
            && crate::grouping::StateSource::of(&heap) == crate::grouping::StateSource::Trace { has_sites: true, has_subsystems: true }
    );
}

#[test]
fn references_of_all_events_find_their_objects() {
    use AntTracksPointer::{At, Below, Null};
    let mut trace = begun();
    trace.buffer(0x0D, EDEN).allocation(0x17, ITEMS, Some(14), None, &[]);
    for _ in 0..3 {
        trace.allocation(0x13, ITEM, None, None, &[]);
    }
    // The list has 16 + 14 * 4 = 72 bytes; the items follow.
    let item = |at: u64| EDEN + 72 + at * 24;
    // In a minor collection addresses are those before it, relative ones too: they count from where the object goes.
    minor(&mut trace, 1).buffer(0x0E, OLD);
    let distance = ((OLD - item(0)) / 8) as i32;
    let row = [Below(distance), Below(-3), At(item(2)), Null, Null, Null, Null, Null, Null, Null, Null, Null];
    trace.pointers(0x28, 2, &long(EDEN), &row).pointers(0x2B, 0, &long(OLD), &[Null, At(item(0))]);
    for at in 0..3 {
        trace.event(0x1F, 2 << 24, &long(item(at)));
    }
    ends(&mut trace, 1);
    let new = |at: u64| OLD + 72 + at * 24;
    // Nothing moves: an update with addresses before, one with addresses after, one by several threads, one that says nothing new.
    minor(&mut trace, 2).pointers(0x2E, 0, &long(new(0)), &[Null, At(new(1)), Null]);
    trace.pointers(0x31, 0, &long(new(1)), &[Null, At(new(2)), At(OLD)]);
    trace.pointers(0x2C, 0, &long(new(2)), &[Null, At(new(0)), At(new(1))]);
    trace.pointers(0x2A, 0, &long(OLD), &[Null, Null]);
    ends(&mut trace, 2);
    // All references of an object become null.
    minor(&mut trace, 3).pointers(0x2A, 0, &long(new(2)), &[Null, Null, Null]);
    ends(&mut trace, 3);
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    let row = |number: usize, id: u64| {
        let heap = state(&trace, number);
        let object = heap.find(id).expect("lives");
        heap.points_to(object).iter().map(|&target| heap.address_of(ObjectIndex(target))).collect::<Vec<u64>>()
    };
    // The list has id 1, the items 2, 3, 4; the last element of 14 is the first item again.
    assert_eq!(row(0, 1), [2, 3, 4, 2]);
    let heap = state(&trace, 0);
    let list = heap.find(1).expect("lives");
    assert_eq!(slot_names(&heap, list), ["[0]", "[1]", "[2]", "[13]"]);
    assert_eq!([row(1, 2), row(1, 3), row(1, 4), row(1, 1)], [vec![3], vec![4, 1], vec![2, 3], vec![2, 3, 4, 2]]);
    assert_eq!(slot_names(&state(&trace, 1), state(&trace, 1).find(3).expect("lives")), ["app.Item.next", "app.Item.other"]);
    assert_eq!(row(2, 4), Vec::<u64>::new());
    let references: Vec<Option<u64>> = trace.states().iter().map(|state| state.references).collect();
    assert_eq!(references, [Some(4), Some(9), Some(7)]);
    assert!(only_limits(&warnings), "{:?}", warnings.list());
}

#[test]
fn a_trace_that_begins_in_the_middle_learns_its_objects_from_the_collection_that_names_them() {
    let mut trace = begun();
    trace.thread(0x7f02).gc(2, (2, 0, 0), 17, 1_000, EDEN);
    let sync = |kind: u32, words: Vec<u32>, trace: &mut AntTracksTrace| {
        trace.event(kind, ITEM << 8, &words);
    };
    sync(0x24, [&[6][..], &long(EDEN), &long(OLD)].concat(), &mut trace);
    sync(0x25, [&[8][..], &long(OLD + 24), &[10]].concat(), &mut trace);
    sync(0x25, [&[3][..], &long(OLD + 80), &[96]].concat(), &mut trace);
    trace.gc(3, (2, 0, 0), 17, 1_005, EDEN);
    // Once they are known, naming them again moves them.
    trace.gc(2, (2, 0, 0), 18, 2_000, EDEN);
    sync(0x24, [&[6][..], &long(OLD), &long(OLD + 0x1000)].concat(), &mut trace);
    trace.gc(3, (2, 0, 0), 18, 2_005, EDEN);
    let (trace, _) = open(&anttracks_symbols(2).finish(), trace.finish());
    let heap = state(&trace, 0);
    assert_eq!(counts(&heap), [("app.Item", 1), ("int[]", 1), ("java.lang.Class", 1)].map(|(name, count)| (name.to_owned(), count)).into());
    let ints = of_type(&heap, "int[]")[0];
    assert_eq!((heap.array_length(ints), heap.bytes_of(ints)), (Some(10), 56));
    let item = of_type(&state(&trace, 1), "app.Item");
    assert_eq!((item.len(), state(&trace, 1).address_of(item[0])), (1, heap.address_of(of_type(&heap, "app.Item")[0])));
}

#[test]
fn a_window_tells_who_died_who_was_born_and_who_survived() {
    // The published case: a stack of a million objects whose pops leave references behind; 100,000 more replace as many.
    let mut trace = begun();
    trace.buffer(0x0D, EDEN);
    for _ in 0..1_000_000 {
        trace.allocation(0x13, ITEM, None, None, &[]);
    }
    let region = |from: u64, to: u64, count: u32, trace: &mut AntTracksTrace| {
        trace.event(0x22, count, &[long(from), long(to)].concat());
    };
    trace.thread(0x7f02).gc(2, (1, 8, 0), 1, 1_000, EDEN);
    region(EDEN, OLD << 8, 1_000_000, &mut trace);
    trace.gc(3, (1, 8, 0), 1, 1_005, EDEN).thread(0x7f01).buffer(0x0D, EDEN);
    for _ in 0..100_000 {
        trace.allocation(0x13, 0x80_000F, None, None, &[]);
    }
    trace.thread(0x7f02).gc(2, (1, 8, 0), 2, 2_000, EDEN);
    region((OLD << 8) + 100_000 * 24, OLD << 10, 900_000, &mut trace);
    region(EDEN, OLD << 12, 100_000, &mut trace);
    trace.gc(3, (1, 8, 0), 2, 2_005, EDEN);
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    assert!(only_limits(&warnings), "{:?}", warnings.list());
    let by = crate::grouping::list::Grouping::parse("type, allocation site").expect("is a grouping");
    let changed =
        crate::grouping::state_changes(&state(&trace, 0), &state(&trace, 1), &by, &Progress::new(), &warnings).expect("can be compared");
    let change = |name: &str| {
        let node = changed.tree.nodes.iter().position(|node| &*node.name == name).expect("is there");
        let change = changed.changes[node];
        (change.died.objects, change.born.objects, change.start.objects - change.died.objects)
    };
    assert_eq!(change("app.Item"), (100_000, 100_000, 900_000));
    assert_eq!((change("app.Main.fill(bci:12)"), change("app.Main.later(bci)")), ((100_000, 0, 900_000), (0, 100_000, 0)));
}

#[test]
fn tags_anchors_and_what_says_nothing_are_read_over() {
    let mut trace = AntTracksTrace::new(true, true);
    trace.thread(0x7f01).space(1, EDEN, 0x10_0000, 0).thread_alive(1, "a name of more than the forty-eight bytes that are kept of names");
    trace.event(0x00, 0, &[]).event(0x01, 0, &[1, 2]).event(0x2F, 0, &[1, 2, 3]).event(0x30, 0, &[1, 2, 3]).event(0x0C, 0, &long(1));
    trace.event(0x08, 0, &[1]).event(0x09, 0, &[&[1][..], &long(EDEN), &long(64)].concat()).event(0x0A, 0, &[&[5][..], &long(2)].concat());
    trace.tag("begin").allocation(0x12, ITEM, None, Some(EDEN), &[]);
    ends(minor(&mut trace, 1).event(0x23, 0, &long(EDEN)), 1);
    let (trace, warnings) = open(&anttracks_symbols(3).finish(), trace.finish());
    assert_eq!(trace.info().entries.iter().find(|entry| entry.0 == "tag.0001").map(|entry| entry.1.as_str()), Some("after GC 0: begin"));
    let heap = state(&trace, 0);
    let origins = heap.origins.as_ref().expect("was recorded");
    let item = of_type(&heap, "app.Item")[0];
    assert_eq!(
        &*origins.thread_names[origins.thread_of(item).expect("was seen") as usize],
        "a name of more than the forty-eight bytes that a"
    );
    assert!(only_limits(&warnings), "{:?}", warnings.list());
}

#[test]
fn without_references_or_roots_all_objects_count_and_it_is_said_why() {
    let mut trace = begun();
    trace.allocation(0x12, ITEM, None, Some(EDEN), &[]);
    ends(minor(&mut trace, 1).event(0x23, 0, &long(EDEN)), 1);
    let (trace, warnings) = open(&anttracks_symbols(0).finish(), trace.finish());
    let heap = trace.heap_state(0, &LoadOptions::default(), &Progress::new(), &warnings).expect("is a state");
    assert_eq!(of_type(&heap, "app.Item").len(), 1);
    assert!(heap.policy.keep_unreachable);
    let warned = warnings.list();
    assert!(warned.len() == 1 && warned[0].count == 2 && warned[0].first.contains("-XX:+TraceObjectsPointers"), "{warned:?}");
}

#[test]
fn damage_is_told_with_its_place_and_costs_one_buffer() {
    let (symbols, _) = leaking_anttracks(1, false);
    let mut trace = begun();
    trace.allocation(0x12, ITEM, None, Some(EDEN), &[]).event(0x3F, 0, &[]);
    ends(minor(&mut trace, 1).event(0x1E, 0, &[long(0x66), long(OLD)].concat()).event(0x23, 0, &long(EDEN)), 1);
    let file = trace.finish();
    let (trace, warnings) = open(&symbols, file.clone());
    assert_eq!(of_type(&state(&trace, 0), "app.Item").len(), 1);
    let warned: Vec<String> = warnings.list().iter().map(ToString::to_string).collect();
    assert!(
        warned.iter().any(|text| text.contains("0x3f is no kind of event that can be read") && text.contains("in the buffer at byte 28")),
        "{warned:?}"
    );
    assert!(warned.iter().any(|text| text.starts_with("Objects were moved that the trace did not tell of")), "{warned:?}");
    // Other files than these are refused.
    let refuse = |file: Vec<u8>, symbols: &[u8]| {
        let error = Trace::of_anttracks(&ByteSource::from(file), symbols, Path::new("t"), &Progress::new(), &Warnings::new());
        error.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(refuse(symbols.clone(), &symbols), "t: this is no trace of AntTracks (at byte 0)");
    assert_eq!(refuse(file.clone(), &file), "t: this is no symbols file of AntTracks (at byte 0)");
    let mut later = symbols.clone();
    later[24] = 6;
    assert_eq!(refuse(file, &later), "t: version 6 of the symbols is not known, only version 5 (at byte 28)");
}

#[test]
fn kinds_without_a_layout_cost_the_rest_of_their_buffer_alone() {
    for kind in [0x26, 0x33, 0x34] {
        let mut trace = begun();
        trace.allocation(0x12, ITEM, None, Some(EDEN), &[]);
        trace.flush();
        // Of this buffer the first allocation is read; the one behind the event is not.
        trace.allocation(0x12, ITEM, None, Some(EDEN + 24), &[]).event(kind, 0, &[]).allocation(0x12, ITEM, None, Some(EDEN + 48), &[]);
        trace.flush();
        trace.allocation(0x12, ITEM, None, Some(EDEN + 72), &[]).event(kind, 0, &[]);
        trace.thread(0x7f02).gc(2, (1, 0, 0), 1, 1_000, EDEN);
        [0, 24, 72].into_iter().for_each(|at| _ = trace.event(0x23, 0, &long(EDEN + at)));
        trace.gc(3, (1, 0, 0), 1, 1_005, EDEN);
        let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
        assert_eq!(of_type(&state(&trace, 0), "app.Item").len(), 3, "kind {kind:#x}");
        let warned = warnings.list();
        let damaged = warned.iter().find(|warning| warning.kind == DAMAGED).expect("is told");
        assert_eq!(damaged.count, 2, "kind {kind:#x}");
        let expected = format!("12 bytes in: {kind:#04x} is no kind of event that can be read; 16 bytes are lost");
        assert!(damaged.first.ends_with(&expected), "{}", damaged.first);
    }
}

#[test]
fn files_of_a_recording_are_told_apart() {
    let (symbols, trace) = leaking_anttracks(1, false);
    let classes = anttracks_class_definitions(&[(5, b"class"), (6, b"")]);
    assert_eq!(
        [&symbols, &trace, &classes].map(|file| kind_of(file)),
        [Some(FileKind::Symbols), Some(FileKind::Trace), Some(FileKind::ClassDefinitions)]
    );
    assert_eq!(kind_of(&symbols[..20]), None);
    assert_eq!(symbols::count_class_files(&classes), Ok(2));
    assert_eq!(symbols::count_class_files(&classes[..classes.len() - 6]), Err(Problem::Ends("a class file")));
}

/// The states of a trace as numbers of objects and references; nothing may panic.
fn objects_per_state(symbols: &[u8], file: Vec<u8>) -> Vec<usize> {
    let warnings = Warnings::new();
    let opened = Trace::of_anttracks(&ByteSource::from(file), symbols, Path::new("trace"), &Progress::new(), &warnings);
    let Ok(trace) = opened else { return Vec::new() };
    (0..trace.len())
        .map(|number| {
            let heap = trace.heap_state(number, &all_objects(), &Progress::new(), &warnings).expect("is a state");
            heap.kept_objects().map(|object| 1 + heap.slots_of(object).len()).sum()
        })
        .collect()
}

#[test]
fn a_trace_that_is_cut_anywhere_keeps_the_states_before_the_cut() {
    for is_compressed in [false, true] {
        let (symbols, file) = leaking_anttracks(3, is_compressed);
        let whole = objects_per_state(&symbols, file.clone());
        assert_eq!(whole.len(), 3);
        let mut most = 0;
        for end in 0..file.len() {
            let cut = objects_per_state(&symbols, file[..end].to_vec());
            assert_eq!(cut, whole[..cut.len()], "cut at byte {end}");
            assert!(cut.len() >= most, "cut at byte {end}");
            most = cut.len();
        }
        // Without its last byte the last collection has no end, unless only the end of the compressed data is cut.
        assert_eq!(most, if is_compressed { 3 } else { 2 });
        for end in (0..symbols.len()).step_by(7) {
            objects_per_state(&symbols[..end], file.clone());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn no_damage_makes_the_reader_panic(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12), in_symbols: bool, is_compressed: bool) {
        let (mut symbols, mut file) = leaking_anttracks(3, is_compressed);
        let damaged = if in_symbols { &mut symbols } else { &mut file };
        for (at, byte) in flips {
            let at = at.index(damaged.len());
            damaged[at] = byte;
        }
        objects_per_state(&symbols, file);
    }

    #[test]
    fn states_equal_a_replay_that_keeps_everything(steps in prop::collection::vec((0_u32..4, any::<prop::sample::Index>()), 1..60)) {
        // The simple way: a list of live objects with their addresses; half of them survive each collection.
        let mut trace = begun();
        let mut live: Vec<(u64, u64)> = Vec::new();
        let (mut next_id, mut next_place, mut gcs) = (1, 0, 0);
        let mut expected: Vec<Vec<u64>> = Vec::new();
        for (step, which) in steps {
            if step < 3 {
                let address = EDEN + next_place * 24;
                trace.allocation(0x12, ITEM, None, Some(address), &[]);
                live.push((next_id, address));
                (next_id, next_place) = (next_id + 1, next_place + 1);
                continue;
            }
            gcs += 1;
            if !live.is_empty() {
                live.remove(which.index(live.len()));
            }
            trace.thread(0x7f02).gc(2, (1, 0, 0), gcs, u64::from(gcs), EDEN);
            for (at, (_, address)) in (0..).zip(&mut live) {
                let to = EDEN + at * 24;
                trace.event(0x1E, 0, &[long(*address), long(to)].concat());
                *address = to;
            }
            trace.gc(3, (1, 0, 0), gcs, u64::from(gcs), EDEN).thread(0x7f01);
            next_place = live.len() as u64;
            expected.push(live.iter().map(|&(id, _)| id).collect());
        }
        let (trace, _) = open(&anttracks_symbols(2).finish(), trace.finish());
        prop_assert_eq!(trace.len(), expected.len());
        for (number, expected) in expected.into_iter().enumerate() {
            let heap = state(&trace, number);
            let ids: Vec<u64> = of_type(&heap, "app.Item").iter().map(|&item| heap.address_of(item)).collect();
            prop_assert_eq!(ids, expected);
        }
    }
}

#[test]
fn objects_that_swap_their_places_stay_themselves_and_what_comes_where_one_died_is_another() {
    let [a, b, c] = [0, 0x100, 0x200].map(|at| EDEN + at);
    let mut trace = begun();
    let later = 0x80_000F;
    trace.allocation(0x12, ITEM, None, Some(a), &[]).allocation(0x12, later, None, Some(b), &[]);
    trace.allocation(0x12, ITEM, None, Some(c), &[]);
    let collect = |trace: &mut AntTracksTrace, id: u32, moves: &[(u64, u64)]| {
        trace.thread(0x7f02).gc(2, (1, 8, 0), id, u64::from(id) * 1_000, EDEN);
        moves.iter().for_each(|&(from, to)| _ = trace.event(0x1E, 0, &[long(from), long(to)].concat()));
        trace.gc(3, (1, 8, 0), id, u64::from(id) * 1_000 + 5, EDEN).thread(0x7f01);
    };
    collect(&mut trace, 1, &[(a, a), (b, b), (c, c)]);
    // The first two swap; the third one dies, and another one comes where it was.
    collect(&mut trace, 2, &[(a, b), (b, a)]);
    trace.allocation(0x12, ITEM, None, Some(c), &[]);
    collect(&mut trace, 3, &[(a, a), (b, b), (c, c)]);
    let (trace, warnings) = open(&anttracks_symbols(2).finish(), trace.finish());
    assert!(only_limits(&warnings), "{:?}", warnings.list());

    let items = |number: usize| {
        let heap = state(&trace, number);
        let origins = heap.origins.as_ref().expect("is as from a trace");
        let told = |&item: &ObjectIndex| {
            let site = origins.site_of(item).expect("is known");
            (heap.address_of(item), origins.call_stacks[site as usize].frames[0].method.clone(), origins.age_of(item))
        };
        of_type(&heap, "app.Item").iter().map(told).collect::<Vec<_>>()
    };
    let item = |id: u64, method: &str, age: u32| (id, method.to_owned(), Some(age));
    assert_eq!(items(0), [item(1, "fill", 1), item(2, "later", 1), item(3, "fill", 1)]);
    assert_eq!(items(1), [item(1, "fill", 2), item(2, "later", 2)]);
    assert_eq!(items(2), [item(1, "fill", 3), item(2, "later", 3), item(4, "fill", 1)]);

    let (first, last) = (state(&trace, 0), state(&trace, 2));
    let tracked = |heap: &HeapState| {
        TrackedObjects::new(heap, &of_type(heap, "app.Item").iter().map(|item| item.0).collect()).expect("is as from a trace")
    };
    let alive = |tracked: &TrackedObjects, heap: &HeapState| {
        let alive = tracked.alive_in(heap, &Progress::new()).expect("nobody cancels").expect("is of the same trace");
        alive.iter().map(|item| heap.address_of(ObjectIndex(item))).collect::<Vec<_>>()
    };
    assert_eq!(alive(&tracked(&first), &last), [1, 2], "of the three at the start");
    assert_eq!(alive(&tracked(&last), &first), [1, 2], "of the three at the end");
}
