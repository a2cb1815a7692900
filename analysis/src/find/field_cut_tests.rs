//! Smallest cuts against all sets of fields, on ten thousand small graphs.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::field_cut::Search;
use super::held_heap::HeldHeap;
use super::holders::FieldHolderKind;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::fixture::{TextHeap, heap};
use crate::heap::{Slot, starting_roots};

/// A small generator of numbers: the same graphs on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Static fields, a thread and now and then native code hold objects of four classes with two fields each, which hold one
/// another and the group; no object refers to another one twice.
fn graph(numbers: &mut Numbers) -> String {
    let (objects, members) = (2 + numbers.below(7), 4 + numbers.below(6));
    let name = |numbers: &mut Numbers| match numbers.below(objects + members) {
        at if at < objects => format!("o{at}"),
        at => format!("g{}", at - objects),
    };
    let mut text = String::new();
    let mut statics = FxHashSet::default();
    for field in 0..1 + numbers.below(4) {
        let (class, target) = (numbers.below(3), name(numbers));
        if statics.insert((class, target.clone())) {
            text += &format!("root static app.S{class}.s{field} -> {target}\n");
        }
    }
    match numbers.below(12) {
        0 => text += &format!("root thread worker -> {}\n", name(numbers)),
        1 => text += &format!("root jni -> {}\n", name(numbers)),
        _ => {}
    }
    for at in 0..objects {
        text += &format!("o{at}: app.C{} 16 ->", numbers.below(4));
        let mut targets = FxHashSet::default();
        for field in 0..2 + numbers.below(2) {
            let target = name(numbers);
            if numbers.below(4) > 0 && targets.insert(target.clone()) {
                text += &format!(" f{field}={target}");
            }
        }
        text.push('\n');
    }
    for at in 0..members {
        let next = if numbers.below(3) == 0 { format!("-> next=g{}", numbers.below(members)) } else { String::new() };
        text += &format!("g{at}: app.G 24 {next}\n");
    }
    text
}

/// The graph with names as bits: simple enough to be right.
struct Labelled {
    roots: u64,
    /// From, to, the name's bit; none where no name matters.
    edges: Vec<(u32, u32, u64)>,
    /// Names of fields with the number of live objects that hold something by them.
    fields: Vec<(String, usize)>,
}

impl Labelled {
    fn of(heap: &TextHeap) -> Self {
        assert!(heap.len() <= 64, "a set of objects is a number");
        let mut sources: BTreeMap<String, u64> = BTreeMap::new();
        let mut named = Vec::new();
        for object in heap.kept_objects() {
            for (&target, slot) in heap.points_to(object).iter().zip(heap.slots_of(object)) {
                let name = matches!(slot, Slot::Field { .. } | Slot::Static { .. }).then(|| heap.slot_name(slot));
                if let Some(name) = &name {
                    *sources.entry(name.clone()).or_default() |= 1 << object.0;
                }
                named.push((object.0, target, name));
            }
        }
        let fields: Vec<(String, usize)> = sources.into_iter().map(|(name, set)| (name, set.count_ones() as usize)).collect();
        let bit = |name: &String| fields.iter().position(|field| field.0 == *name).map_or(0, |at| 1 << at);
        let edges = named.iter().map(|(from, to, name)| (*from, *to, name.as_ref().map_or(0, bit))).collect();
        let roots = starting_roots(&heap.roots, &heap.threads).fold(0, |set, object| set | 1 << object.0);
        Self { roots, edges, fields }
    }

    fn bits(&self, names: &[&str]) -> u64 {
        let is_named = |&at: &usize| names.contains(&self.fields[at].0.as_str());
        (0..self.fields.len()).filter(is_named).fold(0, |bits, at| bits | 1 << at)
    }

    /// Live objects if no reference of these names existed.
    fn live_without(&self, names: u64) -> u64 {
        self.live_without_those_of(names, 0)
    }

    /// And no reference of these objects.
    fn live_without_those_of(&self, names: u64, ended: u64) -> u64 {
        let mut live = self.roots;
        loop {
            let reached = |live: u64, &(from, to, name): &(u32, u32, u64)| {
                if live >> from & 1 == 1 && ended >> from & 1 == 0 && names & name == 0 { live | 1 << to } else { live }
            };
            let more = self.edges.iter().fold(live, reached);
            if more == live {
                return live;
            }
            live = more;
        }
    }

    /// The smallest number of fields without which no member is live.
    fn fewest(&self, group: u64, eligible: u64) -> Option<usize> {
        if self.live_without(eligible) & group != 0 {
            return None;
        }
        let mut best = eligible;
        // All subsets of the bits of `eligible`, itself first.
        let mut set = eligible;
        while set != 0 {
            set = (set - 1) & eligible;
            if set.count_ones() < best.count_ones() && self.live_without(set) & group == 0 {
                best = set;
            }
        }
        Some(best.count_ones() as usize)
    }
}

#[test]
fn no_smaller_set_of_fields_frees_the_group() {
    let mut numbers = Numbers(7);
    let progress = Progress::new();
    let (mut cuts, mut possible, mut proven, mut of_several, mut with_threads) = (0, 0, 0, 0, 0);
    for graph_number in 0..10_000 {
        let text = graph(&mut numbers);
        let heap = heap(&text);
        let held = HeldHeap::new(&heap, &progress).expect("nobody cancels");
        let is_member = |&object: &ObjectIndex| &*heap.type_info(heap.type_of(object)).name == "app.G";
        let group: RoaringBitmap = heap.kept_objects().filter(is_member).map(|object| object.0).collect();
        let is_field = |&at: &u32| held.map.holders[at as usize].kind.is_field();
        let Some(holder) = held.holder_of_most(&held.map, &group, &progress).expect("nobody cancels").filter(is_field) else { continue };
        let cut = held.cut_all_but(&group, 0, holder, Search::default(), &progress).expect("nobody cancels");
        let names: Vec<&str> = cut.fields.iter().map(|field| field.name.as_str()).collect();
        let labelled = Labelled::of(&heap);
        let above: Vec<&str> = held.map.way(holder).into_iter().map(|at| held.map.holders[at as usize].name.as_str()).collect();
        let few = (group.len() / 4).max(1) as usize;
        let accumulating = held.map.holders[holder as usize].name.as_str();
        let is_eligible = |(name, sources): &&(String, usize)| name == accumulating || *sources <= few && !above.contains(&name.as_str());
        let eligible: Vec<&str> = labelled.fields.iter().filter(is_eligible).map(|(name, _)| name.as_str()).collect();
        let members = group.iter().fold(0, |set, member| set | 1 << member);
        let fewest = labelled.fewest(members, labelled.bits(&eligible));
        if cut.smallest {
            assert_eq!(Some(names.len()), fewest, "graph {graph_number}:\n{text}{names:?} of {eligible:?}");
        }
        // What it frees is what brute force says, whether or not it is a smallest set.
        let ended = if names.contains(&"thread worker") { 1 << heap.object("thread worker").0 } else { 0 };
        let live = labelled.live_without_those_of(labelled.bits(&names), ended);
        with_threads += u32::from(ended != 0);
        let dead: Vec<u32> = heap.kept_objects().map(|object| object.0).filter(|object| live >> object & 1 == 0).collect();
        assert_eq!(cut.freed.iter().collect::<Vec<_>>(), dead, "graph {graph_number}:\n{text}{names:?}");
        cuts += 1;
        possible += u32::from(fewest.is_some_and(|fewest| fewest <= 6));
        proven += u32::from(cut.smallest);
        of_several += u32::from(cut.smallest && names.len() > 1);
    }
    let counts =
        format!("{cuts} cuts, {possible} possible, {proven} proven, {of_several} of these of several fields, {with_threads} with a thread");
    assert!(cuts > 4000 && 100 * proven >= 95 * possible && of_several > 300 && with_threads > 20, "{counts}");
}

#[test]
fn a_thread_that_holds_everything_is_told_beside_the_field() {
    // Without the thread the object with the field would die, too; still, the field is the place in the program.
    let heap = heap(
        "root thread main -> main d1
         main: app.Main 16 -> kept=list
         d1: java.util.Optional 16 -> value=d2
         d2: java.util.Optional 16 -> value=list
         list: java.util.ArrayList 24 -> elementData=array
         array: java.lang.Object[4] 32 -> g1 g2 g3 g4
         g1, g2, g3, g4: app.G 24",
    );
    let progress = Progress::new();
    let held = HeldHeap::new(&heap, &progress).expect("nobody cancels");
    let group: RoaringBitmap = ["g1", "g2", "g3", "g4"].map(|name| heap.object(name).0).into_iter().collect();
    let holder = held.holder_of_most(&held.map, &group, &progress).expect("nobody cancels").expect("it is held");
    let cut = held.cut_all_but(&group, 0, holder, Search::default(), &progress).expect("nobody cancels");
    let names: Vec<&str> = cut.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(
        (names, cut.fields[1].kind, cut.fields[1].chain.is_empty()),
        (vec!["app.Main.kept", "thread main"], FieldHolderKind::Thread, false)
    );
}
