//! Paths in heaps small enough to see them.

use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::*;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::fixture::{TextHeap, chain, heap};
use crate::heap::{HeapState, ReferenceKind};
use crate::keepers::paths::group_path::GroupPath;

const THROUGH_CLASSES: PathOptions = PathOptions { through_classes: true };

fn progress() -> Progress {
    Progress::new()
}

fn closest(heap: &HeapState) -> ClosestHolders {
    ClosestHolders::search(heap, PathOptions::default(), &FxHashSet::default(), &progress()).expect("nobody cancels")
}

/// All objects of a class.
fn all(heap: &HeapState, class: &str) -> RoaringBitmap {
    let of_class = |object: &ObjectIndex| &*heap.type_info(heap.type_of(*object)).name == class;
    (0..heap.len() as u32).filter(|&at| of_class(&ObjectIndex(at))).collect()
}

fn grouped(heap: &HeapState, class: &str) -> GroupPaths {
    group_paths(heap, &all(heap, class), PathOptions::default(), 10, &progress()).expect("nobody cancels")
}

/// `4 < 2 Node.value < 1 Map.table < Cache.MAP`: members, then per step objects and slot, then the holder.
fn told(heap: &HeapState, path: &GroupPath) -> String {
    let steps = path.steps.iter().map(|step| {
        let slot = match step.slot {
            crate::heap::Slot::Element(_) => format!("{}[..]", heap.type_info(step.class).name.trim_end_matches("[]")),
            slot => heap.slot_name(slot),
        };
        format!("{} {slot}{}", step.objects, if step.repeated { "*" } else { "" })
    });
    let parts: Vec<String> = std::iter::once(path.members.to_string()).chain(steps).chain([path.holder.name(heap)]).collect();
    parts.join(" < ")
}

fn names(heap: &HeapState, path: &RootPath) -> Vec<String> {
    let steps = path.steps.iter().filter_map(|step| step.slot).map(|slot| heap.slot_name(slot));
    std::iter::once(path.holder.name(heap)).chain(steps).collect()
}

fn paths(heap: &TextHeap, object: &str, options: PathOptions, most: usize) -> Vec<RootPath> {
    paths_to(heap, heap.object(object), options, most, &progress()).expect("nobody cancels")
}

/// The case of easyTravel, small: a cache and one list beside it.
const JOURNEYS: &str = "
    root static app.JourneyService.cache -> ref
    ref: java.util.concurrent.atomic.AtomicReference 16 -> value=map
    map: Map 48 -> table=t
    t: Node[2] 24 -> n1 n2
    n1: Node 32 -> key=k1 value=l1
    n2: Node 32 -> key=k2 value=l2
    k1, k2: Key 16
    l1: List 24 -> elements=a1
    l2: List 24 -> elements=a2
    a1: Object[3] 32 -> d1 d2 d3
    a2: Object[2] 24 -> d4 d5
    root thread main -> last
    last: Result 16 -> date=d6
    d1, d2, d3, d4, d5, d6: Date 24
";

#[test]
fn a_group_is_followed_to_the_static_field_by_name() {
    let heap = heap(JOURNEYS);
    let found = grouped(&heap, "Date");
    assert_eq!((found.members, found.strong, found.weak), (6, 6, 0));
    let told: Vec<String> = found.paths.iter().map(|path| told(&heap, path)).collect();
    assert_eq!(
        told,
        [
            "5 < 2 Object[..] < 2 List.elements < 2 Node.value < 1 Node[..] < 1 Map.table \
             < 1 java.util.concurrent.atomic.AtomicReference.value < app.JourneyService.cache",
            "1 < 1 Result.date < local variable, thread main",
        ]
    );
    // Nothing else holds them.
    assert_eq!(found.left, [0]);
}

#[test]
fn a_second_owner_farther_away_is_found_when_the_first_lets_go() {
    // Every product is in two caches; the second one holds a wrapper around it, and only two of three.
    let heap = heap(
        "root static app.IdCache.cache -> m
         m: Object[3] 32 -> p1 p2 p3
         root static app.NameCache.cache -> l
         l: Object[2] 24 -> w1 w2
         w1: Wrapper 16 -> product=p1
         w2: Wrapper 16 -> product=p2
         p1, p2, p3: Product 24",
    );
    let found = grouped(&heap, "Product");
    let told: Vec<(u32, String)> = found.paths.iter().map(|path| (path.round, told(&heap, path))).collect();
    assert_eq!(
        told,
        [
            (0, "3 < 1 Object[..] < app.IdCache.cache".to_owned()),
            (1, "2 < 2 Wrapper.product < 1 Object[..] < app.NameCache.cache".to_owned()),
        ]
    );
    assert_eq!(found.left, [2, 0]);
}

#[test]
fn a_group_that_is_held_directly_has_a_path_without_steps() {
    let heap = heap("root static A.one -> p1\nroot static A.two -> p1 p2\np1, p2: Product 24");
    let found = grouped(&heap, "Product");
    let told: Vec<(u32, String)> = found.paths.iter().map(|path| (path.round, told(&heap, path))).collect();
    assert_eq!(told[..2], [(0, "1 < A.one".to_owned()), (0, "1 < A.two".to_owned())]);
    assert_eq!(told[2..], [(1, "1 < A.two".to_owned())]);
}

#[test]
fn a_long_list_is_one_step_and_its_path_ends() {
    let heap = chain(200_000);
    let found = group_paths(&heap, &heap.kept, PathOptions::default(), 10, &progress()).expect("nobody cancels");
    assert_eq!((found.strong, found.path_count), (200_000, 2));
    // The first element is held itself, all others by the one before them.
    let shown: Vec<_> = found.paths.iter().map(|path| (path.members, path.steps.len())).collect();
    assert_eq!(shown, [(199_999, 1)]);
    assert!(found.paths[0].steps[0].repeated && found.paths[0].steps[0].objects == 199_999);
    let (holder, objects) = closest(&heap).path_to(ObjectIndex(199_999)).expect("held");
    assert_eq!((holder, objects.len()), (Holder::Jvm(crate::heap::RootKind::JniGlobal), 200_000));
    let path = paths_to(&heap, ObjectIndex(199_999), PathOptions::default(), 3, &progress()).expect("nobody cancels");
    assert_eq!((path.len(), path[0].steps.len()), (1, 200_000));
}

#[test]
fn a_search_tree_has_one_path_however_its_elements_lie() {
    let heap = heap(
        "root static A.tree -> t
         t: TreeMap 24 -> root=e1
         e1: Entry 32 -> left=e2 right=e3 value=v1
         e2: Entry 32 -> right=e4 value=v2
         e3: Entry 32 -> left=e5 value=v3
         e4: Entry 32 -> value=v4
         e5: Entry 32 -> value=v5
         v1, v2, v3, v4, v5: Value 8",
    );
    let found = grouped(&heap, "Value");
    assert_eq!(found.paths.iter().map(|path| told(&heap, path)).collect::<Vec<_>>(), ["5 < 5 Entry.value* < 1 TreeMap.root < A.tree"]);
}

#[test]
fn paths_to_an_object_come_shortest_first_and_part_once() {
    let heap = heap(
        "root static A.list -> l
         l: List 24 -> elements=a
         a: Object[4] 32 -> p x p
         root jni -> h
         h: Handle 16 -> target=p
         x: Other 8 -> back=l
         p: Product 24 -> self=p",
    );
    let found = paths(&heap, "p", PathOptions::default(), 10);
    let told: Vec<Vec<String>> = found.iter().map(|path| names(&heap, path)).collect();
    assert_eq!(told, [vec!["JNI global", "Handle.target"], vec!["A.list", "List.elements", "[0]"]]);
    assert!(found.iter().all(|path| !path.weak && path.steps.last().is_some_and(|step| step.object == heap.object("p"))));
    assert_eq!(paths(&heap, "p", PathOptions::default(), 1).len(), 1);
}

#[test]
fn weak_references_are_shown_only_where_nothing_else_holds() {
    let text = "
        root jni -> w m
        w: java.lang.ref.WeakReference 16 -> referent=p queue=q
        m: Map 16 -> entry=e
        e: java.lang.ref.SoftReference 16 -> referent=s
        p: Product 24 -> part=x
        s: Soft 8
        q: Queue 8
        x: Part 8
        lost: Lost 8
    ";
    let kept = heap(text);
    let found = paths(&kept, "x", PathOptions::default(), 10);
    assert_eq!(names(&kept, &found[0]), ["JNI global", "java.lang.ref.WeakReference.referent", "Product.part"]);
    assert!(found[0].weak);
    assert!(!paths(&kept, "q", PathOptions::default(), 10)[0].weak);
    assert!(paths(&kept, "lost", PathOptions::default(), 10).is_empty());

    let closest = closest(&kept);
    let strengths: Vec<Strength> = closest.strengths().iter().map(|&(strength, _)| strength).collect();
    assert_eq!(strengths, [Strength::Strong, Strength::Only(ReferenceKind::Soft), Strength::Only(ReferenceKind::Weak)]);
    assert_eq!((grouped(&kept, "Soft").strong, grouped(&kept, "Soft").weak), (0, 1));
    assert_eq!(grouped(&kept, "Lost").paths, []);
    assert!(!closest.is_reached(kept.object("lost")));

    let strong = heap(&text.replace("root jni -> w m", "root jni -> w m p"));
    assert!(!paths(&strong, "x", PathOptions::default(), 10)[0].weak);
}

#[test]
fn paths_may_go_on_over_the_class_to_what_loaded_it() {
    let heap = heap(
        "root static Boot.loaders -> l
         l: Loader 32 -> classes=v
         v: Object[1] 24 -> user
         user: User 16
         class User @ l
         s: Thing 8
         root thread main -> user",
    );
    // An instance refers to its class, and the class to its loader.
    let class = paths_to(&heap, heap.object("User.class"), THROUGH_CLASSES, 1, &progress()).expect("nobody cancels");
    assert_eq!(names(&heap, &class[0]), ["local variable, thread main", "<class>"]);
    let loader = paths_to(&heap, heap.object("l"), THROUGH_CLASSES, 10, &progress()).expect("nobody cancels");
    assert_eq!(names(&heap, &loader[0]), ["system class", "Boot.loaders"]);
    assert_eq!(names(&heap, &loader[1]), ["local variable, thread main", "<class>", "<class loader>"]);
    // Without that option a class stands for itself.
    assert_eq!(names(&heap, &paths(&heap, "User.class", PathOptions::default(), 1)[0]), ["class User"]);
}

#[test]
fn application_fields_go_before_those_of_the_platform() {
    let heap = heap("root static java.util.Cache.x -> p\nroot static app.Z.y -> p\np: Product 8");
    assert_eq!(paths(&heap, "p", PathOptions::default(), 2)[0].holder.name(&heap), "app.Z.y");
    assert_eq!(told(&heap, &grouped(&heap, "Product").paths[0]), "1 < app.Z.y");
}

#[test]
fn more_kinds_of_paths_than_are_told_apart_lose_no_member() {
    // Every object is held through a class of its own: more steps than the limit that tests have.
    let mut text = String::from("root static A.all -> a\na: Object[200] 1000 ->");
    (0..200).for_each(|at| text.push_str(&format!(" h{at}")));
    (0..200).for_each(|at| text.push_str(&format!("\nh{at}: Holder{at} 16 -> held=p{at}\np{at}: Product 8")));
    let heap = heap(&text);
    let found = grouped(&heap, "Product");
    assert_eq!(found.strong, 200);
    assert!(found.path_count < 100, "{}", found.path_count);
}

#[test]
fn references_are_named_by_the_first_slot_that_holds_them_however_often_they_are_asked_for() {
    let heap = heap(
        "
    root static app.Tree.top -> a
    a: Node 24 -> left=b right=b next=c
    b: Node 24 -> left=c right=c next=c
    c: Node 24 -> left=a
    many: Node[3] 24 -> c b c
    root jni -> many",
    );
    let [a, b, c, many] = ["a", "b", "c", "many"].map(|name| heap.object(name));
    let edges = [(b, c), (a, c), (c, a), (a, b), (many, c), (a, c), (c, b)];
    let slots = reference_slots(&heap, &edges, &progress()).expect("nobody cancels");
    let names: Vec<String> = slots.into_iter().map(|slot| heap.slot_name(slot)).collect();
    assert_eq!(names, ["Node.left", "Node.next", "Node.left", "Node.left", "[0]", "Node.next", "<class>"]);
}
