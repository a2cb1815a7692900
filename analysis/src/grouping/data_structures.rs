//! Data structures of one heap state: lists, maps, queues as what they are, not as their nodes and arrays.
//!
//! A *head* stands for a data structure, its *inner* objects are the backbone, its *leaves* are what it was made to hold;
//! a head within another data structure is *contained* in it. Descriptions say which types are what
//! (`data_structures/shipped.txt`, in the language of [`description`]); a type without a description has that of its
//! nearest described super class, arrays of references go on with all their elements, everything else is a leaf.
//!
//! Found once per question: 8 bytes per member of every data structure, and 4 per membership and 2 per object for the way
//! back.

mod description;
mod types;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{HeapState, RowStarts, Rows};
use types::TypeRules;

/// What an object is in a data structure. In the order in which one is told of an object that has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    /// It stands for the data structure.
    Head,
    /// Backbone.
    Inner,
    /// Content.
    Leaf,
    /// The head of another data structure.
    Contained,
}

/// All data structures of one heap state.
#[derive(Debug)]
pub(crate) struct DataStructures {
    /// Ascending.
    heads: Vec<u32>,
    /// By head: the others that belong to it, ascending, and what they are.
    members: Vec<Vec<(u32, Role)>>,
    /// By object: the positions of the heads that it belongs to, itself not among them.
    containers: Rows,
}

/// Which types are heads.
pub(crate) fn head_types(heap: &HeapState) -> Vec<bool> {
    TypeRules::new(heap).heads()
}

impl DataStructures {
    /// Finds all data structures of the objects that count.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn of(heap: &HeapState, progress: &Progress) -> Result<Self> {
        let rules = TypeRules::new(heap);
        let is_head = rules.heads();
        let heads: Vec<u32> = heap.kept_objects().filter(|&object| is_head[heap.type_of(object).at()]).map(|object| object.0).collect();
        progress.start("Finding data structures", heads.len() as u64);
        let members = heads
            .par_iter()
            .map(|&head| {
                let members = members_of(heap, &rules, &is_head, head);
                progress.advance(1)?;
                Ok(members)
            })
            .collect::<Result<Vec<_>>>()?;

        let mut lengths = vec![0_u32; heap.len()];
        members.iter().flatten().for_each(|&(member, _)| lengths[member as usize] += 1);
        let starts = RowStarts::from_lengths(heap.len(), |object| lengths[object]);
        let mut entries = vec![0_u32; starts.total() as usize];
        // Filled from the back, so that lengths end as zeros and heads stand in order.
        for (position, members) in members.iter().enumerate().rev() {
            for &(member, _) in members {
                lengths[member as usize] -= 1;
                entries[starts.range(member as usize).start + lengths[member as usize] as usize] = position as u32;
            }
        }
        Ok(Self { heads, members, containers: Rows { starts, entries } })
    }

    fn position(&self, head: ObjectIndex) -> Option<usize> {
        self.heads.binary_search(&head.0).ok()
    }

    /// The heads of the data structures that an object belongs to, itself not among them; ascending.
    pub(crate) fn containers(&self, object: ObjectIndex) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.containers.row(object.at()).iter().map(|&position| self.heads[position as usize])
    }

    /// What an object is: the first role of all that it has.
    pub(crate) fn role(&self, object: ObjectIndex) -> Option<Role> {
        if self.position(object).is_some() {
            return Some(Role::Head);
        }
        let role_in = |&position: &u32| {
            let members = &self.members[position as usize];
            members.binary_search_by_key(&object.0, |&(member, _)| member).ok().map(|at| members[at].1)
        };
        self.containers.row(object.at()).iter().filter_map(role_in).min()
    }

    /// Data structures with the heads that they contain.
    pub(crate) fn contained(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let of_head = |(&head, members): (&u32, &Vec<(u32, Role)>)| {
            let contained: Vec<(u32, u32)> =
                members.iter().filter(|(_, role)| *role == Role::Contained).map(|&(inner, _)| (head, inner)).collect();
            contained
        };
        self.heads.iter().zip(&self.members).flat_map(of_head)
    }

    /// What a data structure holds: leaves and the heads of those within it. Nothing for objects that are no heads.
    pub(crate) fn own_leaves(&self, head: ObjectIndex, leaves: &mut Vec<u32>) {
        let members = self.position(head).map_or(&[][..], |position| &self.members[position]);
        leaves.extend(members.iter().filter(|(_, role)| matches!(role, Role::Leaf | Role::Contained)).map(|&(member, _)| member));
    }

    /// The leaves of a data structure and of all those within it, which are not leaves themselves.
    pub(crate) fn deep_leaves(&self, head: ObjectIndex, leaves: &mut Vec<u32>) {
        let mut met: FxHashSet<usize> = FxHashSet::default();
        let mut work: Vec<usize> = self.position(head).into_iter().collect();
        met.extend(&work);
        while let Some(position) = work.pop() {
            for &(member, role) in &self.members[position] {
                match role {
                    Role::Leaf => leaves.push(member),
                    Role::Contained => work.extend(self.position(ObjectIndex(member)).filter(|&inner| met.insert(inner))),
                    Role::Head | Role::Inner => {}
                }
            }
        }
    }
}

/// What belongs to a head, and as what. Which reference is followed first does not matter: a leaf that is also an inner
/// object is an inner one.
fn members_of(heap: &HeapState, rules: &TypeRules, is_head: &[bool], head: u32) -> Vec<(u32, Role)> {
    let mut roles: FxHashMap<u32, Role> = FxHashMap::default();
    roles.insert(head, Role::Head);
    let mut work = vec![head];
    while let Some(object) = work.pop() {
        let description = rules.of(heap.type_of(ObjectIndex(object)));
        for &target in heap.points_to(ObjectIndex(object)) {
            let target_type = heap.type_of(ObjectIndex(target));
            let (inner, leaf) = (description.goes_on_with(target_type), description.ends_with(target_type));
            let role = match () {
                () if !inner && !leaf => continue,
                () if is_head[target_type.at()] => Role::Contained,
                () if inner && !rules.of(target_type).is_empty() => Role::Inner,
                () => Role::Leaf,
            };
            let known = roles.get(&target).copied();
            if known.is_none() || known == Some(Role::Leaf) && role == Role::Inner {
                roles.insert(target, role);
                if role == Role::Inner {
                    work.push(target);
                }
            }
        }
    }
    let mut members: Vec<(u32, Role)> = roles.into_iter().filter(|&(member, _)| member != head).collect();
    members.sort_unstable_by_key(|&(member, _)| member);
    members
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fixture::heap;

    /// Numbers of members with the head, and of deep leaves, of the object called `ds`.
    fn sizes(text: &str) -> (usize, usize) {
        let heap = heap(&format!("root jni -> ds\n{text}"));
        let found = DataStructures::of(&heap, &Progress::new()).expect("nobody cancels");
        let ds = heap.object("ds");
        let mut leaves = Vec::new();
        found.deep_leaves(ds, &mut leaves);
        leaves.sort_unstable();
        leaves.dedup();
        (1 + found.members[found.position(ds).expect("is a head")].len(), leaves.len())
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
        let found = DataStructures::of(&heap, &Progress::new()).expect("nobody cancels");
        let role = |name: &str| found.role(heap.object(name));
        assert_eq!([role("m"), role("l"), role("t"), role("k")], [Some(Role::Head), Some(Role::Head), Some(Role::Inner), Some(Role::Leaf)]);
        assert_eq!(found.contained().collect::<Vec<_>>(), [(heap.object("m").0, heap.object("l").0)]);
        let containers = |name: &str| found.containers(heap.object(name)).collect::<Vec<u32>>();
        assert_eq!(containers("x"), [heap.object("l").0, heap.object("other").0]);
        assert_eq!((containers("l"), containers("m")), (vec![heap.object("m").0], vec![]));
        let mut own = Vec::new();
        found.own_leaves(heap.object("m"), &mut own);
        own.sort_unstable();
        assert_eq!(own, [heap.object("l").0, heap.object("k").0]);
        let mut deep = Vec::new();
        found.deep_leaves(heap.object("m"), &mut deep);
        deep.sort_unstable();
        assert_eq!(deep, [heap.object("k").0, heap.object("x").0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::fixture::cases(200)))]

        #[test]
        fn the_order_of_references_does_not_matter(edges in prop::collection::vec((0..12_usize, 0..12_usize), 0..40)) {
            const TYPES: [&str; 6] = ["java.util.HashMap", "java.util.HashMap$Node[2]", "java.util.HashMap$Node", "java.util.ArrayList", "java.lang.Object[2]", "Item"];
            let text = |edges: &[(usize, usize)]| {
                let line = |at: usize| {
                    let targets: Vec<String> = edges.iter().filter(|edge| edge.0 == at).map(|edge| format!("o{}", edge.1)).collect();
                    format!("o{at}: {} 24{}{}\nroot jni -> o{at}\n", TYPES[at % 6], if targets.is_empty() { "" } else { " -> " }, targets.join(" "))
                };
                (0..12).map(line).collect::<String>()
            };
            let backwards: Vec<(usize, usize)> = edges.iter().rev().copied().collect();
            let [one, other] = [&edges, &backwards].map(|edges| DataStructures::of(&heap(&text(edges)), &Progress::new()).expect("nobody cancels"));
            prop_assert_eq!(&one.members, &other.members);
            // The way back knows the same memberships.
            for object in 0..12 {
                let containers: Vec<u32> = one.containers(ObjectIndex(object)).collect();
                let expected = one.heads.iter().zip(&one.members).filter(|(_, members)| members.iter().any(|&(member, _)| member == object));
                prop_assert_eq!(containers, expected.map(|(&head, _)| head).collect::<Vec<_>>());
            }
        }
    }
}
