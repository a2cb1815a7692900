//! Data structures against their definition, one head after the other, and what it costs to ask.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;

use super::sizes::{Fill, OwnedStructures, StructureSizes, add_sizes};
use super::*;
use crate::fixture::{TextHeap, heap};
use crate::heap::{ObjectTable, References, Root, RootKind, RowStarts, Rows, TypeColumn, TypeInfo, TypeKind, TypeSize};
use crate::keepers::closure::Closures;
use crate::keepers::reference_graph::GraphChange;
use crate::keepers::reference_graph::graph::ReferenceGraph;
use crate::keepers::reference_graph::parts::GraphOptions;
use crate::trees::memory_tree::NodeTotals;

/// What asks, with a walk and nobody who cancels.
fn asked(ask: impl FnOnce(&mut Walk, &Progress) -> Result<Vec<u32>>, objects: usize) -> Vec<u32> {
    let mut found = ask(&mut Walk::new(objects), &Progress::new()).expect("nobody cancels");
    found.sort_unstable();
    found
}

/// Numbers of members with the head, and of deep leaves, of the object called `ds`.
fn sizes(text: &str) -> (usize, usize) {
    let heap = heap(&format!("root jni -> ds\n{text}"));
    let (structures, ds) = (DataStructures::of(&heap, &Library::shipped()), heap.object("ds").0);
    let is_member = |&object: &u32| asked(|walk, progress| structures.containers(&[object], walk, progress), heap.len()).contains(&ds);
    let leaves = asked(|walk, progress| structures.deep_leaves(&[ds], walk, progress), heap.len());
    (1 + (0..heap.len() as u32).filter(is_member).count(), leaves.len())
}

/// A chain of `n` map nodes with keys and values below a table.
fn map_nodes(node: &str, n: usize) -> String {
    let next = |at: usize| if at + 1 < n { format!("n{}", at + 1) } else { String::new() };
    (0..n).map(|at| format!("n{at}: {node} 32 -> k{at} v{at} {}\nk{at}: Key 16\nv{at}: Value 16\n", next(at))).collect()
}

#[test]
fn collections_have_the_measured_numbers_of_members() {
    // With 3 elements or entries instead of 100: 100 becomes 3, 200 becomes 6.
    let list = "a: java.lang.Object[4] 32 -> x y z\nx, y, z: Item 16";
    assert_eq!(sizes(&format!("ds: java.util.ArrayList 24 -> a\n{list}")), (5, 3));
    assert_eq!(sizes("ds: java.util.ArrayList 24 -> a\na: java.lang.Object[0] 16"), (2, 0));
    let linked = "n1: java.util.LinkedList$Node 24 -> n2 x\nn2: java.util.LinkedList$Node 24 -> n1 n3 y\nn3: java.util.LinkedList$Node 24 -> n2 z\nx, y, z: Item 16";
    assert_eq!(sizes(&format!("ds: java.util.LinkedList 32 -> n1 n3\n{linked}")), (7, 3));
    let table = |of: &str| format!("t: {of}[8] 48 -> n0\n{}", map_nodes(of, 3));
    assert_eq!(sizes(&format!("ds: java.util.HashMap 48 -> t\n{}", table("java.util.HashMap$Node"))), (11, 6));
    assert_eq!(sizes(&format!("ds: java.util.TreeMap 48 -> n0\n{}", map_nodes("java.util.TreeMap$Entry", 3))), (10, 6));
    // Keys and one shared dummy value; the map is contained.
    let set = "m: java.util.HashMap 48 -> t\nt: java.util.HashMap$Node[8] 48 -> a b c\na: java.util.HashMap$Node 32 -> x dummy\nb: java.util.HashMap$Node 32 -> y dummy\nc: java.util.HashMap$Node 32 -> z dummy\nx, y, z: Key 16\ndummy: java.lang.Object 16";
    assert_eq!(sizes(&format!("ds: java.util.HashSet 16 -> m\n{set}")), (2, 4));
}

#[test]
fn elements_of_lists_are_gone_into_and_values_of_maps_are_not() {
    let inner = "p, q: java.lang.Object[2] 24 -> x y\nx, y: Item 16";
    assert_eq!(sizes(&format!("ds: java.util.ArrayList 24 -> a\na: java.lang.Object[2] 24 -> p q\n{inner}")), (6, 2));
    let map = "t: java.util.HashMap$Node[2] 24 -> n\nn: java.util.HashMap$Node 32 -> x p\n";
    assert_eq!(sizes(&format!("ds: java.util.HashMap 48 -> t\n{map}{inner}")), (5, 2));
}

#[test]
fn subclasses_are_data_structures_like_their_superclass() {
    let text = "class app.Cache < java.util.HashMap\nds: app.Cache 56 -> t\nt: java.util.HashMap$Node[2] 24 -> n\nn: java.util.HashMap$Node 32 -> k v\nk, v: Item 16";
    assert_eq!(sizes(text), (5, 2));
}

#[test]
fn roles_leaves_and_containers_fit_together() {
    let heap = heap(
        "root jni -> m other
        m: java.util.HashMap 48 -> t
        t: java.util.HashMap$Node[2] 24 -> n
        n: java.util.HashMap$Node 32 -> k l
        l, other: java.util.ArrayList 24 -> a
        a: java.lang.Object[2] 24 -> x
        k, x: Item 16",
    );
    let structures = DataStructures::of(&heap, &Library::shipped());
    let roles = structures.roles(&mut Walk::without_marks(), &Progress::new()).expect("nobody cancels");
    let role = |name: &str| roles[heap.object(name).at()];
    assert_eq!([role("m"), role("l"), role("t"), role("k")], [Some(Role::Head), Some(Role::Head), Some(Role::Inner), Some(Role::Leaf)]);
    let objects = |names: &str| {
        let mut objects: Vec<u32> = names.split_whitespace().map(|name| heap.object(name).0).collect();
        objects.sort_unstable();
        objects
    };
    let containers = |of: &str| asked(|walk, progress| structures.containers(&objects(of), walk, progress), heap.len());
    assert_eq!((containers("x"), containers("l"), containers("m")), (objects("l other"), objects("m"), vec![]));
    assert_eq!(containers("x l k"), objects("l other m"));
    let own = |of: &str| asked(|walk, progress| structures.own_leaves(&objects(of), walk, progress), heap.len());
    assert_eq!((own("m"), own("m l other"), own("t")), (objects("l k"), objects("l k x"), vec![]));
    let deep = |of: &str| asked(|walk, progress| structures.deep_leaves(&objects(of), walk, progress), heap.len());
    assert_eq!((deep("m"), deep("other")), (objects("k x"), objects("x")));
}

/// The members of every head and what they are, one head after the other: the definition.
fn members_of_each(structures: &DataStructures<'_>) -> BTreeMap<u32, BTreeMap<u32, Role>> {
    let members_of = |head: u32| {
        let (mut roles, mut ways) = (BTreeMap::from([(head, Role::Head)]), vec![head]);
        while let Some(object) = ways.pop() {
            for (target, role) in structures.parts(object) {
                let known = roles.get(&target).copied();
                if known.is_none() || known == Some(Role::Leaf) && role == Role::Inner {
                    roles.insert(target, role);
                    if role == Role::Inner {
                        ways.push(target);
                    }
                }
            }
        }
        roles.remove(&head);
        (head, roles)
    };
    structures.heads(&Progress::new()).expect("nobody cancels").into_iter().map(members_of).collect()
}

/// Asks about a set, and each head of it.
fn check_answers(heap: &HeapState, set: &[u32]) {
    let structures = DataStructures::of(heap, &Library::shipped());
    let each = members_of_each(&structures);
    let in_set = || set.iter().filter_map(|head| each.get(head));
    let is_content = |(_, role): &(&u32, &Role)| matches!(role, Role::Leaf | Role::Contained);
    let own: BTreeSet<u32> = in_set().flatten().filter(is_content).map(|(&object, _)| object).collect();
    let answered = asked(|walk, progress| structures.own_leaves(set, walk, progress), heap.len());
    assert_eq!(answered, own.into_iter().collect::<Vec<_>>(), "own leaves");

    let (mut deep, mut met) = (BTreeSet::new(), BTreeSet::new());
    let mut ways = set.to_vec();
    while let Some(head) = ways.pop() {
        for (&object, role) in each.get(&head).filter(|_| met.insert(head)).into_iter().flatten() {
            match role {
                Role::Contained => ways.push(object),
                Role::Leaf => _ = deep.insert(object),
                _ => {}
            }
        }
    }
    let answered = asked(|walk, progress| structures.deep_leaves(set, walk, progress), heap.len());
    assert_eq!(answered, deep.into_iter().collect::<Vec<_>>(), "deep leaves");

    let holds = |members: &BTreeMap<u32, Role>| set.iter().any(|object| members.contains_key(object));
    let containers: Vec<u32> = each.iter().filter(|(_, members)| holds(members)).map(|(&head, _)| head).collect();
    assert_eq!(asked(|walk, progress| structures.containers(set, walk, progress), heap.len()), containers, "containers");
}

const TYPES: [&str; 8] = [
    "java.util.HashMap",
    "java.util.HashMap$Node[2]",
    "java.util.HashMap$Node",
    "java.util.ArrayList",
    "java.lang.Object[2]",
    "Item",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.lang.Object[1]",
];

/// A heap of so many objects of these types in turns, the first of which are held.
fn built(objects: usize, held: usize, edges: &[(usize, usize)]) -> TextHeap {
    let mut targets = vec![String::new(); objects];
    edges.iter().for_each(|(from, to)| targets[*from].push_str(&format!(" o{to}")));
    let mut text: String = (0..held).map(|at| format!("root jni -> o{at}\n")).collect();
    for (at, targets) in targets.iter().enumerate() {
        let arrow = if targets.is_empty() { "" } else { " ->" };
        text.push_str(&format!("o{at}: {} 24{arrow}{targets}\n", TYPES[at % TYPES.len()]));
    }
    heap(&text)
}

/// References of a random heap, its objects, and how many are held. A few objects are referenced and reference more than others.
fn random() -> impl Strategy<Value = (usize, usize, Vec<(usize, usize)>)> {
    (4..48_usize).prop_flat_map(|objects| {
        let one = (0..objects, 0..objects, any::<bool>()).prop_map(|(a, b, few)| if few { a.min(b) } else { a });
        let edges = prop::collection::vec((one.clone(), one), 0..4 * objects);
        (Just(objects), 1..=objects, edges)
    })
}

/// The same references in another order.
fn shuffled() -> impl Strategy<Value = (usize, usize, [Vec<(usize, usize)>; 2])> {
    random().prop_flat_map(|(objects, held, edges)| {
        Just(edges.clone()).prop_shuffle().prop_map(move |other| (objects, held, [edges.clone(), other]))
    })
}

/// All that is answered about a heap and a set of its objects, by whatever walk.
#[derive(Debug, PartialEq)]
struct Answers {
    members: BTreeMap<u32, BTreeMap<u32, Role>>,
    roles: Vec<Option<Role>>,
    sets: [Vec<u32>; 3],
    container_of_each: Vec<Container>,
    owned: Vec<bool>,
    sizes: [NodeTotals; 2],
}

impl Answers {
    fn of(heap: &HeapState, set: &[u32]) -> Self {
        let structures = DataStructures::of(heap, &Library::shipped());
        let (mut walk, progress) = (Walk::without_marks(), Progress::new());
        let ask = |ask: Asked<'_>| asked(|walk, progress| ask(set, walk, progress), heap.len());
        let container = structures.container_of_each(None, &mut walk, &progress).expect("nobody cancels");
        let dominators = Dominators::of(heap, &progress).expect("nobody cancels");
        let owned = structures.owned(&dominators, &mut walk, &progress).expect("nobody cancels");
        let each = || (0..heap.len() as u32).map(ObjectIndex);
        let members = members_of_each(&structures);
        let heads = set.iter().copied().filter(|object| members.contains_key(object)).collect();
        Self {
            members,
            roles: structures.roles(&mut walk, &progress).expect("nobody cancels"),
            sets: [
                ask(&|set, walk, progress| structures.own_leaves(set, walk, progress)),
                ask(&|set, walk, progress| structures.deep_leaves(set, walk, progress)),
                ask(&|set, walk, progress| structures.containers(set, walk, progress)),
            ],
            container_of_each: each().map(container).collect(),
            owned: each().map(|object| owned.has(object)).collect(),
            sizes: sizes_of(heap, &[heads]).swap_remove(0),
        }
    }
}

type Asked<'a> = &'a dyn Fn(&[u32], &mut Walk, &Progress) -> Result<Vec<u32>>;

/// Own and nested sizes of each set of heads.
fn sizes_of(heap: &HeapState, sets: &[RoaringBitmap]) -> Vec<[NodeTotals; 2]> {
    let row = |objects: &RoaringBitmap| OwnedStructures {
        owner: String::new(),
        class: String::new(),
        heads: objects.len(),
        sizes: StructureSizes::default(),
        fill: Fill::default(),
        within: None,
        objects: objects.clone(),
    };
    let mut rows: Vec<OwnedStructures> = sets.iter().map(row).collect();
    add_sizes(heap, &Library::shipped(), &mut rows, &Progress::new()).expect("nobody cancels");
    rows.into_iter().map(|row| [row.sizes.own, row.sizes.nested]).collect()
}

fn totals(heap: &HeapState, objects: &RoaringBitmap) -> NodeTotals {
    NodeTotals { objects: objects.len(), bytes: objects.iter().map(|object| heap.bytes_of(ObjectIndex(object))).sum() }
}

/// What belongs to some of the heads, and with all of those within them.
fn closures_of(each: &BTreeMap<u32, BTreeMap<u32, Role>>, heads: &RoaringBitmap) -> [RoaringBitmap; 2] {
    [false, true].map(|deep| {
        let (mut met, mut ways, mut closure) = (BTreeSet::new(), heads.iter().collect::<Vec<u32>>(), heads.clone());
        while let Some(head) = ways.pop() {
            if met.insert(head) {
                closure.extend(each[&head].keys().copied());
                ways.extend(each[&head].iter().filter(|(_, role)| deep && **role == Role::Contained).map(|(&object, _)| object));
            }
        }
        closure.extend(met);
        closure
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(400)))]

    #[test]
    fn the_order_of_references_changes_nothing(
        (objects, held, [edges, other]) in shuffled(),
        chosen in prop::collection::vec(any::<bool>(), 48),
    ) {
        let [heap, other] = [edges, other].map(|edges| built(objects, held, &edges));
        prop_assert_eq!(&heap.kept, &other.kept);
        let set: Vec<u32> = heap.kept_objects().map(|object| object.0).filter(|&object| chosen[object as usize]).collect();
        prop_assert_eq!(Answers::of(&heap, &set), Answers::of(&other, &set));
    }

    #[test]
    fn sizes_are_those_of_what_belongs_to_each_head(
        (objects, held, edges) in random(),
        chosen in prop::collection::vec(any::<bool>(), 48),
    ) {
        let heap = built(objects, held, &edges);
        let each = members_of_each(&DataStructures::of(&heap, &Library::shipped()));
        let some = each.keys().copied().filter(|&head| chosen[head as usize]).collect();
        let sets: Vec<RoaringBitmap> = each.keys().map(|&head| [head].into()).chain([some, each.keys().copied().collect()]).collect();
        let closures = Closures::new(&heap, &Progress::new()).expect("nobody cancels");
        for (heads, sizes) in sets.iter().zip(sizes_of(&heap, &sets)) {
            let [own, nested] = &closures_of(&each, heads);
            prop_assert_eq!(sizes, [totals(&heap, own), totals(&heap, nested)]);
            let reached = closures.transitive_closure(heads, &Progress::new()).expect("nobody cancels");
            prop_assert!(heads.is_subset(own) && own.is_subset(nested) && nested.is_subset(&reached));
            let mut roles = heads.iter().flat_map(|head| each[&head].values());
            prop_assert!(own == nested || roles.any(|&role| role == Role::Contained), "more without a data structure within");
        }
    }

    #[test]
    fn every_kept_object_of_a_described_class_is_a_head((objects, held, edges) in random()) {
        let heap = built(objects, held, &edges);
        let heads = DataStructures::of(&heap, &Library::shipped()).heads(&Progress::new()).expect("nobody cancels");
        for name in TYPES.map(|name| name.split('[').next().unwrap_or(name)).into_iter().collect::<BTreeSet<_>>() {
            let is_called = |object: &ObjectIndex| *heap.type_info(heap.type_of(*object)).name == *name;
            let kept = heap.kept_objects().filter(is_called).count();
            let is_described = ["java.util.HashMap", "java.util.ArrayList", "java.util.concurrent.CopyOnWriteArrayList"].contains(&name);
            let found = heads.iter().filter(|&&head| is_called(&ObjectIndex(head))).count();
            prop_assert_eq!(found, if is_described { kept } else { 0 }, "{}", name);
        }
    }

    #[test]
    fn answers_for_sets_are_those_for_one_head_after_the_other(
        (objects, held, edges) in random(),
        chosen in prop::collection::vec(any::<bool>(), 48),
    ) {
        let heap = built(objects, held, &edges);
        let set: Vec<u32> = heap.kept_objects().map(|object| object.0).filter(|&object| chosen[object as usize]).collect();
        check_answers(&heap, &set);
    }

    #[test]
    fn what_is_told_of_every_object_follows_from_the_members_of_each_head((objects, held, edges) in random()) {
        let heap = built(objects, held, &edges);
        let structures = DataStructures::of(&heap, &Library::shipped());
        let each = members_of_each(&structures);
        let (mut walk, progress) = (Walk::without_marks(), Progress::new());
        let roles = structures.roles(&mut walk, &progress).expect("nobody cancels");
        let container = structures.container_of_each(None, &mut walk, &progress).expect("nobody cancels");
        let dominators = Dominators::of(&heap, &progress).expect("nobody cancels");
        let owned = structures.owned(&dominators, &mut walk, &progress).expect("nobody cancels");
        for object in heap.kept_objects() {
            let role = each.values().filter_map(|members| members.get(&object.0)).min();
            prop_assert_eq!(roles[object.at()], if each.contains_key(&object.0) { Some(Role::Head) } else { role.copied() });
            let heads: Vec<u32> = each.iter().filter(|(_, members)| members.contains_key(&object.0)).map(|(&head, _)| head).collect();
            let expected = match heads[..] {
                [] => Container::None,
                [only] => Container::One(ObjectIndex(only)),
                _ => Container::Several,
            };
            prop_assert_eq!(container(object), expected);
            let mut above = dominators.dominators(object).map(|above| above.0);
            let is_owned = above.any(|head| each.get(&head).and_then(|members| members.get(&object.0)) == Some(&Role::Contained));
            prop_assert_eq!(owned.has(object), is_owned);
        }
    }

    #[test]
    fn work_follows_objects_and_references((objects, held, edges) in random()) {
        check_work(&built(objects, held, &edges));
    }
}

#[test]
fn rows_of_references_keep_their_order() {
    let edges = [(1, 5), (1, 0), (1, 3)];
    let row = |edges: &[(usize, usize)]| built(8, 2, edges).points_to(ObjectIndex(1)).to_vec();
    // Otherwise to shuffle them would test nothing.
    assert_eq!(row(&edges), [5, 0, 3]);
    assert_eq!(row(&[edges[2], edges[0], edges[1]]), [3, 5, 0]);
}

#[test]
fn what_two_lists_share_counts_for_each_and_once_for_both() {
    let names: String = (0..100).map(|at| format!(" x{at}")).collect();
    let items: String = (0..100).map(|at| format!("x{at}: Item 16\n")).collect();
    let heap = heap(&format!(
        "root jni -> a b\na: java.util.ArrayList 24 -> ta\nb: java.util.ArrayList 24 -> tb\nta, tb: java.lang.Object[100] 416 ->{names}\n{items}"
    ));
    let set = |names: &[&str]| names.iter().map(|name| heap.object(name).0).collect::<RoaringBitmap>();
    let both = |objects: u64, bytes: u64| [NodeTotals { objects, bytes }; 2];
    let of_one = both(102, 24 + 416 + 1600);
    assert_eq!(sizes_of(&heap, &[set(&["a"]), set(&["b"]), set(&["a", "b"])]), [of_one, of_one, both(104, 2 * (24 + 416) + 1600)]);
}

#[test]
fn what_a_leaf_references_and_what_a_contained_one_holds_lie_outside() {
    let members = |text: &str| {
        let heap = heap(&format!("root jni -> ds\n{text}"));
        let structures = DataStructures::of(&heap, &Library::shipped());
        let members = &members_of_each(&structures)[&heap.object("ds").0];
        heap.names().filter(|(_, object)| members.contains_key(&object.0)).map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    let list = "ds: java.util.LinkedList 32 -> n1\nn1: java.util.LinkedList$Node 24 -> d1 n2\nn2: java.util.LinkedList$Node 24 -> d2\n\
                d1: Item 16 -> x\nd2, x: Item 16";
    assert_eq!((sizes(list), members(list)), ((5, 2), ["d1", "d2", "n1", "n2"].map(str::to_owned).to_vec()));
    let set = format!(
        "ds: java.util.HashSet 16 -> m\nm: java.util.HashMap 48 -> t\nt: java.util.HashMap$Node[8] 48 -> n0\n{}",
        map_nodes("java.util.HashMap$Node", 3)
    );
    assert_eq!((sizes(&set), members(&set)), ((2, 6), vec!["m".to_owned()]));
}

/// The most that may be followed of every object and reference in one question, among them those of a few heads per object.
const MOST_OFTEN: u64 = 12;

/// Asks all questions about all heads at once, and counts.
fn check_work(heap: &HeapState) {
    let structures = DataStructures::of(heap, &Library::shipped());
    let all: Vec<u32> = heap.kept_objects().map(|object| object.0).collect();
    check_answers(heap, &all);
    let progress = Progress::new();
    let dominators = Dominators::of(heap, &progress).expect("nobody cancels");
    type Question<'a> = &'a dyn Fn(&mut Walk) -> Result<usize>;
    let questions: [(&str, Question<'_>); 6] = [
        ("own leaves", &|walk| Ok(structures.own_leaves(&all, walk, &progress)?.len())),
        ("deep leaves", &|walk| Ok(structures.deep_leaves(&all, walk, &progress)?.len())),
        ("containers", &|walk| Ok(structures.containers(&all, walk, &progress)?.len())),
        ("roles", &|walk| Ok(structures.roles(walk, &progress)?.len())),
        ("container of each", &|walk| structures.container_of_each(None, walk, &progress).map(|_| 0)),
        ("owned", &|walk| structures.owned(&dominators, walk, &progress).map(|_| 0)),
    ];
    let size = heap.len() as u64 + heap.references.count();
    for (name, ask) in questions {
        let mut walk = Walk::new(heap.len());
        ask(&mut walk).expect("nobody cancels");
        assert!(walk.followed() <= MOST_OFTEN * size, "{name} followed {} in a heap of {size}", walk.followed());
    }
}

#[test]
fn shared_backbones_are_walked_once() {
    let lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let names = |n: usize, prefix: &str| (0..n).map(|at| format!(" {prefix}{at}")).collect::<String>();
    let n = 300;
    let held = |what: &str| format!("root jni ->{}\n", names(n, what));
    let lists = lines(n, &|at| format!("l{at}: java.util.concurrent.CopyOnWriteArrayList 24 -> shared\n"));
    // Elements, arrays of elements, or the lists themselves, in one array that all lists share.
    let items = format!("shared: java.lang.Object[300] 1200 ->{}\n{}", names(n, "x"), lines(n, &|at| format!("x{at}: Item 16\n")));
    check_work(&heap(&format!("{}{lists}{items}", held("l"))));
    let arrays = format!(
        "shared: java.lang.Object[300] 1200 ->{}\n{}i: Item 16\n",
        names(n, "x"),
        lines(n, &|at| format!("x{at}: java.lang.Object[1] 24 -> i\n"))
    );
    check_work(&heap(&format!("{}{lists}{arrays}", held("l"))));
    check_work(&heap(&format!("{}{lists}shared: java.lang.Object[300] 1200 ->{}\n", held("l"), names(n, "l"))));
    // Each of the arrays is a value of a map, too: no part of the backbone there.
    let maps = lines(n, &|at| {
        format!(
            "m{at}: java.util.HashMap 48 -> t{at}\nt{at}: java.util.HashMap$Node[1] 24 -> n{at}\nn{at}: java.util.HashMap$Node 32 -> x{at}\n"
        )
    });
    check_work(&heap(&format!("{}{}{lists}{arrays}{maps}", held("l"), held("m"))));
    let nested = lines(n, &|at| format!("y{at}: java.lang.Object[1] 24 -> x{at}\n"));
    let below = arrays.replacen(&names(n, "x"), &names(n, "y"), 1);
    check_work(&heap(&format!("{}{}{lists}{below}{nested}{maps}", held("l"), held("m"))));
    // Maps that share their table, too: all of them hold the arrays, which no map goes through.
    let shared = "t: java.util.HashMap$Node[1] 24 -> n0\nn0: java.util.HashMap$Node 32 -> x0 n1\nn1: java.util.HashMap$Node 32 -> x1\n";
    let maps = lines(n, &|at| format!("m{at}: java.util.HashMap 48 -> t\n"));
    check_work(&heap(&format!("{}{}{lists}{arrays}{maps}{shared}", held("l"), held("m"))));
    // A node in a list that is gone through like the arrays: whoever gets to the node gets to the array that it holds.
    let node = arrays.replacen("->", "-> n", 1) + "n: java.util.HashMap$Node 32 -> x0 x1\n";
    check_work(&heap(&format!("{}{lists}{node}", held("l"))));
    // Linked lists of linked lists, forwards and backwards.
    let node = |at: usize| {
        format!(
            "d{at}: java.util.LinkedList 32 -> e{at}\ne{at}: java.util.LinkedList$Node 24 -> e{} e{} d{}\n",
            (at + 1) % n,
            (at + n - 1) % n,
            (at + 7) % n
        )
    };
    check_work(&heap(&format!("{}{}", held("d"), lines(n, &node))));
}

#[test]
fn owners_are_told_by_the_fields_that_lead_to_them_and_keep_their_names_when_something_grows() {
    let owners = |entries: usize| {
        let nodes: Vec<String> = (0..entries)
            .map(|at| {
                let next = if at + 1 < entries { format!("n{}", at + 1) } else { String::new() };
                format!("n{at}: java.util.HashMap$Node 32 -> s{at} {next}\ns{at}: app.Session 16 -> l{at}\nl{at}: java.util.ArrayList 24")
            })
            .collect();
        let heap = heap(&format!(
            "root jni -> start
            start: app.Start 16 -> m first
            m: java.util.HashMap 48 -> t
            t: java.util.HashMap$Node[8] 48 -> n0
            first: app.Link 16 -> second
            second: app.Link 16 -> q
            q: java.util.ArrayDeque 24
            {}",
            nodes.join("\n")
        ));
        let structures = DataStructures::of(&heap, &Library::shipped());
        let owners = structures.owners(&Progress::new()).expect("nobody cancels");
        let name = |object: &str| owners.names[owners.of_head[&heap.object(object).0] as usize].clone();
        (name("m"), name("l0"), name(&format!("l{}", entries - 1)), name("q"), owners.names.len())
    };
    let (map, first, last, queue, all) = owners(1);
    assert_eq!(owners(5), (map.clone(), first.clone(), last, queue.clone(), all), "five entries, and no name more");
    assert!(first.starts_with(&format!("{map}{{}}.")), "{first} lies in what {map} holds");
    assert_eq!(all, 3, "{map}, {first}, {queue}");
}

/// A tree whose nodes hold their children in lists, so deep, each list with one node; the names of all lists.
fn names_of_tree(depth: usize) -> Vec<String> {
    let mut text = "root static app.Tree.ROOT -> n0\n".to_owned();
    for at in 0..depth {
        let below = if at + 1 < depth { format!("n{}", at + 1) } else { String::new() };
        text += &format!(
            "n{at}: app.Node{} 16 -> children=l{at}\nl{at}: java.util.ArrayList 24 -> elementData=t{at}\nt{at}: java.lang.Object[1] 16 -> {below}\n",
            at % 2
        );
    }
    let heap = heap(&text);
    let owners = DataStructures::of(&heap, &Library::shipped()).owners(&Progress::new()).expect("nobody cancels");
    owners.names
}

#[test]
fn fields_that_repeat_make_no_names_without_end() {
    let few = names_of_tree(6);
    assert_eq!(names_of_tree(600), few, "a hundred times as deep, and no name more");
    assert_eq!(few[0], "app.Tree.ROOT.children");
    assert!(few.len() <= 4, "{few:?}");
}

#[test]
fn ways_that_never_repeat_end_somewhere() {
    let mut text = "root static app.Deep.FIRST -> n0\n".to_owned();
    for at in 0..300 {
        text += &format!(
            "n{at}: app.N{at} 16 -> f{at}=l{at}\nl{at}: java.util.ArrayList 24 -> t{at}\nt{at}: java.lang.Object[1] 16 -> n{}\n",
            at + 1
        );
    }
    let heap = heap(&(text + "n300: app.Last 16\n"));
    let owners = DataStructures::of(&heap, &Library::shipped()).owners(&Progress::new()).expect("nobody cancels");
    assert_eq!(owners.of_head.len(), 300);
    assert!(owners.names.iter().all(|name| name.len() < 300), "{:?}", owners.names.last());
}

#[test]
fn what_a_method_and_a_thread_have_is_named_without_what_changes() {
    let text = "root thread pool-7-thread-12 -> w\nw: app.Worker 16 -> queue=q\nq: java.util.ArrayDeque 24 -> t\nt: java.lang.Object[1] 16 -> x\nx: app.X 16";
    let heap = heap(text);
    let owners = DataStructures::of(&heap, &Library::shipped()).owners(&Progress::new()).expect("nobody cancels");
    assert_eq!(owners.names, ["stack of thread pool-#-thread-#.queue"]);
}

#[test]
fn a_library_that_was_moved_is_known_where_it_lies() {
    let mut library = Library::default();
    library.add("lib", "namespace *.com.lib { DS Bag { Node; } Node { Node; com.lib.base.Item; java.util.Extra; } }").expect("is right");
    let text = |below: &str| {
        format!(
            "root jni -> b\nb: {below}com.lib.Bag 16 -> n\nn: {below}com.lib.Node 16 -> i e o\ni: {below}com.lib.base.Item 16\ne: java.util.Extra 16\no: other.com.lib.base.Item 16"
        )
    };
    for below in ["", "org.shop."] {
        // Both are in use, as in programs that bring a library along that they have anyway.
        let heap = heap(&format!("{}\nx: zzz.com.lib.Bag 16 -> y\ny: zzz.com.lib.Node 16\nroot jni -> x", text(below)));
        let structures = DataStructures::of(&heap, &Arc::new(library.clone()));
        let head = heap.object("b").0;
        let leaves = asked(|walk, progress| structures.own_leaves(&[head], walk, progress), heap.len());
        assert_eq!(leaves, ["i", "e"].map(|name| heap.object(name).0), "{below}");
        assert_eq!(asked(|walk, progress| structures.own_leaves(&[heap.object("x").0], walk, progress), heap.len()), [0; 0]);
        assert!(structures.is_head(heap.object("x").0));
    }
}

#[test]
fn collections_in_collections_without_end_have_few_names() {
    let mut text = "root static app.Deep.LIST -> l0\n".to_owned();
    for at in 0..300 {
        text += &format!("l{at}: java.util.ArrayList 24 -> t{at}\nt{at}: java.lang.Object[1] 16 -> l{}\n", at + 1);
    }
    let heap = heap(&(text + "l300: java.util.ArrayList 24\n"));
    let owners = DataStructures::of(&heap, &Library::shipped()).owners(&Progress::new()).expect("nobody cancels");
    assert_eq!(owners.of_head.len(), 301);
    assert_eq!(owners.names, ["app.Deep.LIST", "app.Deep.LIST{}", "app.Deep.LIST{}{}", "app.Deep.LIST{}{}{}"]);
}

/// A linked list that JNI holds, object 0, then its nodes, then an item of each.
fn linked_list(links: u32) -> HeapState {
    let is_node = |object: u32| (1..=links).contains(&object);
    let row = |object: u32| match object {
        0 => vec![1],
        node if is_node(node) && node < links => vec![node + links, node + 1],
        node if is_node(node) => vec![node + links],
        _ => Vec::new(),
    };
    let objects = 1 + 2 * links;
    let info = |name: &str| TypeInfo {
        name: name.into(),
        kind: TypeKind::Instance,
        super_type: None,
        class_object: None,
        class_loader: None,
        size: TypeSize::Fixed(24),
    };
    let types = ["java.util.LinkedList", "java.util.LinkedList$Node", "app.Item"].map(info).to_vec();
    let type_of = |object: u32| {
        if object == 0 {
            0
        } else if is_node(object) {
            1
        } else {
            2
        }
    };
    let starts = RowStarts::from_lengths(objects as usize, |at| row(at as u32).len() as u32);
    HeapState {
        objects: ObjectTable::new(TypeColumn::Narrow((0..objects).map(type_of).collect()), types.iter().map(|info| info.size).collect()),
        types,
        references: References::new(Rows { starts, entries: (0..objects).flat_map(row).collect() }),
        roots: vec![Root::new(ObjectIndex(0), RootKind::JniGlobal)],
        kept: (0..objects).collect(),
        ..HeapState::default()
    }
}

/// A long list is one node, however it is made inside; it opens again.
#[test]
fn a_data_structure_is_one_node_until_it_is_opened() {
    const LINKS: u32 = 1_000_000;
    let heap = linked_list(LINKS);
    let progress = Progress::new();
    let closures = Closures::new(&heap, &progress).expect("nobody cancels");
    let is_item = |&object: &u32| &*heap.type_info(heap.type_of(ObjectIndex(object))).name == "app.Item";
    let items: RoaringBitmap = (0..heap.len() as u32).filter(is_item).collect();
    let inner = inner_objects(&heap, &Library::shipped());
    let options = GraphOptions::default();
    let folded = ReferenceGraph::paths_to_roots(&closures, &items, options, Some(&inner), &progress).expect("nobody cancels");
    assert_eq!(folded.nodes.len(), 3, "items, the list, what holds it");
    let list = &folded.nodes[1];
    assert_eq!((list.shallow.objects, list.inner, list.members), (u64::from(LINKS) + 1, LINKS.into(), LINKS.into()));
    let edge = folded.edges.iter().find(|edge| edge.to == 0).expect("to the items");
    assert_eq!((edge.sources, edge.targets, edge.freed_members), (1, LINKS.into(), LINKS.into()));
    let opened = folded.changed(&closures, &GraphChange::Unfold(1), &progress).expect("nobody cancels");
    let unfolded = ReferenceGraph::paths_to_roots(&closures, &items, options, None, &progress).expect("nobody cancels");
    let told = |graph: &ReferenceGraph| {
        let mut told: Vec<_> = graph.nodes.iter().map(|node| (node.kind, node.shallow, node.inner, node.retained)).collect();
        told.sort_by_key(|node| (node.1.objects, node.3.objects));
        told
    };
    assert_eq!(told(&opened), told(&unfolded));
}
