//! Who refers to a group of objects from outside, by class and field, and what each of them keeps alone: the holder report.
//!
//! It stands in place of the reference view and the method view of FindLeaks. A place is
//! told as precisely as it is known: the line that stored the reference, where a trace has stores into this field
//! ([`Precision::Store`]); a static field, something on a stack or a thread-local variable ([`Precision::Root`]); else the
//! field and the class that declares it, in traces with where the referrer was allocated ([`Precision::Holder`]). No calls are
//! recorded that passed an object on: who received the objects is inferred from the paths to the roots.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::closure::{Closures, ReferencePairs};
use super::paths::{ClosestHolders, Holder, PathOptions, reference_slots};
use crate::base::class_names::{is_application, is_platform_class};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::origins::frame_name;
use crate::heap::{HeapState, Origins, Slot, TypeKind};

/// Rows for which it is computed what they keep alone: each costs a walk over the heap.
const MOST_WALKS: usize = 24;
/// Sets of several holders that are told.
const MOST_SETS: usize = 10;
/// Members whose ways to the roots are looked at to infer who received them.
const MOST_WAYS: usize = 2000;
/// Searches for ways: each leaves out what the ones before ended at, so that all who hold an object are found, not the nearest.
const MOST_ROUNDS: usize = 4;

/// How precisely a place in the program is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// The line that stored the reference.
    Store,
    /// A static field, a variable on a stack, a thread-local variable: one place in the program.
    Root,
    /// A field and the class that declares it.
    Holder,
}

/// A line of the source, with the line of the application that led to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SourcePlace {
    /// The innermost frame of the call stack, `java.util.HashMap.newNode(HashMap.java:1901)`.
    pub site: String,
    /// Its innermost frame in the application's own code; empty if there is none.
    pub domain: String,
}

/// All references of one kind into the group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReferrerRow {
    /// The class of those that refer.
    pub class: String,
    /// The field, by its declaring class (`app.Cart.items`); `[]` for elements of arrays; what is on a stack by its place.
    pub field: String,
    /// How precisely this names a place.
    pub precision: Precision,
    /// Where the referrers were allocated, where a trace tells.
    pub allocated: Option<SourcePlace>,
    /// For how many referrers that is an estimate: the place of others like them.
    pub allocated_estimated: u64,
    /// Where the references were stored, where a trace tells.
    pub stored: Option<SourcePlace>,
    /// References into the group.
    pub references: u64,
    /// Objects of the group that are referred to.
    pub referents: u64,
    /// Objects that refer to them.
    pub referrers: u64,
    /// Objects of the group that no root reaches when exactly these references are cut; `None` for rows beyond the first
    /// ones, which are not tried.
    pub kept_alone: Option<u64>,
}

/// Objects of the group that several rows refer to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeveralReferrers {
    /// The rows, by their place in the report.
    pub rows: Vec<usize>,
    /// How many objects all of them, and no others, refer to.
    pub objects: u64,
}

/// Who seems to have received objects of the group: inferred, not recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receiver {
    /// The outermost library object on the way, such as the map that contains them; empty if there is none.
    pub structure: String,
    /// The first class of the application on the way from the group to its root, the one that declares a static field at
    /// the root included; empty if there is none.
    pub class: String,
    /// Objects one of whose ways goes there, of those looked at.
    pub objects: u64,
}

/// The whole report.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ReferrerReport {
    /// Objects of the group.
    pub objects: u64,
    /// Most referents first.
    pub rows: Vec<ReferrerRow>,
    /// Objects that more than one row refers to, most first: to free them all of the rows must let go.
    pub several: Vec<SeveralReferrers>,
    /// Members that no object outside the group refers to: roots, or held by other members.
    pub without: u64,
    /// Most objects first; an object that several received counts for each of them.
    pub receivers: Vec<Receiver>,
    /// Objects that were looked at for `receivers`: a sample of large groups, evenly chosen.
    pub looked_at: u64,
}

/// What makes a row: the class of the referrers, the slot without the index of an element, and by number in [`Places`] where
/// the referrers were allocated and where the references were stored.
type RowKey = (TypeIndex, Slot, Option<u32>, Option<u32>);

/// Places in the source, by number; call stacks that differ only behind the application's frame share one.
#[derive(Debug, Default)]
struct Places {
    all: Vec<SourcePlace>,
    numbers: FxHashMap<SourcePlace, u32>,
    by_stack: FxHashMap<u32, Option<u32>>,
}

impl Places {
    /// The place of a call stack, by its number among those of the heap state.
    fn of(&mut self, origins: &Origins, stack: u32) -> Option<u32> {
        if let Some(&known) = self.by_stack.get(&stack) {
            return known;
        }
        let frames = origins.call_stacks.get(stack as usize).map_or(&[][..], |stack| &stack.frames);
        let number = frames.first().map(|first| {
            let domain = frames.iter().find(|frame| is_application(&frame.class));
            let place =
                SourcePlace { site: frame_name(first, true), domain: domain.map(|frame| frame_name(frame, true)).unwrap_or_default() };
            let next = self.all.len() as u32;
            *self.numbers.entry(place).or_insert_with_key(|place| {
                self.all.push(place.clone());
                next
            })
        });
        self.by_stack.insert(stack, number);
        number
    }

    fn get(&self, number: Option<u32>) -> Option<&SourcePlace> {
        self.all.get(number? as usize)
    }
}

#[derive(Debug, Default)]
struct RowDraft {
    edges: Vec<(ObjectIndex, ObjectIndex)>,
    referents: RoaringBitmap,
    referrers: RoaringBitmap,
    /// Referrers whose place of allocation is an estimate.
    estimated: RoaringBitmap,
}

/// Tells who refers to these objects from outside.
///
/// Costs a look at the incoming references of the members, a pass over the records of those that refer, a few searches
/// for shortest paths, and a walk over the heap for each of the first rows.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn referrers(closures: &Closures<'_>, members: &RoaringBitmap, progress: &Progress) -> Result<ReferrerReport> {
    let heap = closures.heap();
    let (drafts, places) = rows_of(heap, members, progress)?;
    let mut ordered: Vec<(RowKey, RowDraft)> = drafts.into_iter().collect();
    // Of rows that hold equally many, those that name a place in the program come first.
    ordered.sort_by_cached_key(|&((class, slot, allocated, stored), ref draft)| {
        let stored = places.get(stored).cloned();
        let (precision, field) = place(heap, slot, stored.is_some());
        (std::cmp::Reverse(draft.referents.len()), precision, field, class, stored, places.get(allocated).cloned())
    });
    let mut rows = Vec::with_capacity(ordered.len());
    for (at, ((class, slot, allocated, stored), draft)) in ordered.iter().enumerate() {
        let kept_alone = match at {
            ..MOST_WALKS => {
                let edges = ReferencePairs::new(heap, draft.edges.iter().copied());
                progress.check()?;
                let freed = closures.freed_by_cutting(|source, target| edges.has(source, target), progress)?;
                Some((freed & members).len())
            }
            _ => None,
        };
        let (precision, field) = place(heap, *slot, stored.is_some());
        rows.push(ReferrerRow {
            class: heap.type_info(*class).name.to_string(),
            field,
            precision,
            allocated: places.get(*allocated).cloned(),
            allocated_estimated: draft.estimated.len(),
            stored: places.get(*stored).cloned(),
            references: draft.edges.len() as u64,
            referents: draft.referents.len(),
            referrers: draft.referrers.len(),
            kept_alone,
        });
    }
    let mut sets: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
    let mut without = 0;
    progress.for_each(members, |object| {
        let of: Vec<usize> = (0..ordered.len()).filter(|&row| ordered[row].1.referents.contains(object)).collect();
        match of.len() {
            0 => without += 1,
            1 => {}
            _ => *sets.entry(of).or_default() += 1,
        }
    })?;
    let mut several: Vec<SeveralReferrers> = sets.into_iter().map(|(rows, objects)| SeveralReferrers { rows, objects }).collect();
    several.sort_by(|a, b| b.objects.cmp(&a.objects).then_with(|| a.rows.cmp(&b.rows)));
    several.truncate(MOST_SETS);
    let (receivers, looked_at) = receivers(heap, members, progress)?;
    Ok(ReferrerReport { objects: members.len(), rows, several, without, receivers, looked_at })
}

/// The references into the group, by class, field and places in the source.
fn rows_of(heap: &HeapState, members: &RoaringBitmap, progress: &Progress) -> Result<(FxHashMap<RowKey, RowDraft>, Places)> {
    let mut drafts: FxHashMap<RowKey, RowDraft> = FxHashMap::default();
    let mut places = Places::default();
    let mut named: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut add = |source: ObjectIndex, target: ObjectIndex, slot: Slot| {
        let origins = heap.origins.as_ref();
        let mut place_of = |stack: Option<u32>| places.of(origins?, stack?);
        // What a class object or a thread refers to is not more precise for where these were made.
        let allocated = if is_root(slot) { None } else { place_of(origins.and_then(|origins| origins.site_of(source))) };
        let stored = place_of(origins.and_then(|origins| origins.store_of(source, slot, target)));
        let draft = drafts.entry((heap.type_of(source), slot, allocated, stored)).or_default();
        draft.edges.push((source, target));
        draft.referents.insert(target.0);
        draft.referrers.insert(source.0);
        if allocated.is_some() && origins.is_some_and(|origins| origins.is_estimate(source)) {
            draft.estimated.insert(source.0);
        }
    };
    let mut fields = Vec::new();
    heap.references.build_pointed_from(progress)?;
    let references = members.iter().flat_map(|target| heap.pointed_from(ObjectIndex(target)).iter().map(move |&source| (source, target)));
    progress.for_each(references, |(source, target)| {
        if members.contains(source) || !heap.kept.contains(source) || !named.insert((source, target)) {
            return;
        }
        let (source, target) = (ObjectIndex(source), ObjectIndex(target));
        if matches!(heap.type_info(heap.type_of(source)).kind, TypeKind::Array(_)) {
            add(source, target, Slot::Element(0));
        } else {
            fields.push((source, target));
        }
    })?;
    let slots = reference_slots(heap, &fields, progress)?;
    progress.for_each(fields.iter().zip(slots), |(&(source, target), slot)| add(source, target, slot))?;
    Ok((drafts, places))
}

/// Whether a slot is one place in the program.
fn is_root(slot: Slot) -> bool {
    matches!(slot, Slot::Static { .. } | Slot::Local { .. } | Slot::ThreadLocal { .. })
}

/// What a slot is called in a row, and how much that says.
fn place(heap: &HeapState, slot: Slot, is_stored: bool) -> (Precision, String) {
    match slot {
        Slot::Element(_) => (Precision::Holder, "[]".to_owned()),
        slot if is_root(slot) => (Precision::Root, heap.slot_name(slot)),
        slot if is_stored => (Precision::Store, heap.slot_name(slot)),
        slot => (Precision::Holder, heap.slot_name(slot)),
    }
}

/// Reads from the ways of members, evenly chosen, who contains them and which class of the application comes first.
fn receivers(heap: &HeapState, members: &RoaringBitmap, progress: &Progress) -> Result<(Vec<Receiver>, u64)> {
    let step = usize::try_from(members.len()).unwrap_or(usize::MAX).div_ceil(MOST_WAYS).max(1);
    let is_platform: Vec<bool> = heap.types.iter().map(|info| is_platform_class(&info.name)).collect();
    let mut found: BTreeMap<(Option<TypeIndex>, Option<TypeIndex>), RoaringBitmap> = BTreeMap::new();
    let mut looked_at = RoaringBitmap::new();
    let mut without: FxHashSet<(Holder, ObjectIndex)> = FxHashSet::default();
    for _ in 0..MOST_ROUNDS {
        let tree = ClosestHolders::search(heap, PathOptions::default(), &without, progress)?;
        let known = without.len();
        for object in members.iter().step_by(step).map(ObjectIndex).filter(|&object| tree.is_reached(object)) {
            looked_at.insert(object.0);
            let (mut structure, mut class, mut first) = (None, None, object);
            let way = std::iter::successors(tree.before(object), |&before| tree.before(before));
            progress.for_each(way, |before| {
                first = before;
                let own_type = heap.type_of(before);
                if class.is_some() || members.contains(before.0) {
                    return;
                }
                if !is_platform[own_type.at()] {
                    class = Some(own_type);
                } else if !matches!(heap.types[own_type.at()].kind, TypeKind::Array(_)) {
                    // Arrays are parts of what contains them.
                    structure = Some(own_type);
                }
            })?;
            let holder = tree.holder(first);
            without.extend(holder.map(|holder| (holder, first)));
            let class = class.or_else(|| declaring_class(holder).filter(|class| !is_platform[class.at()]));
            found.entry((structure, class)).or_default().insert(object.0);
        }
        if without.len() == known {
            break;
        }
    }
    let name = |class: Option<TypeIndex>| class.map(|class| heap.type_info(class).name.to_string()).unwrap_or_default();
    let receiver = |((structure, class), objects): (_, RoaringBitmap)| Receiver {
        structure: name(structure),
        class: name(class),
        objects: objects.len(),
    };
    let mut receivers: Vec<Receiver> = found.into_iter().map(receiver).collect();
    receivers.sort_by(|a, b| b.objects.cmp(&a.objects).then_with(|| (&a.class, &a.structure).cmp(&(&b.class, &b.structure))));
    receivers.truncate(MOST_SETS);
    Ok((receivers, looked_at.len()))
}

/// The class whose static field holds the first object of a way.
fn declaring_class(holder: Option<Holder>) -> Option<TypeIndex> {
    match holder {
        Some(Holder::Static { class, .. }) => Some(class),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn report(text: &str, class: &str) -> ReferrerReport {
        let heap = fixture::heap(text);
        let members = heap.kept_objects().filter(|&object| &*heap.type_info(heap.type_of(object)).name == class);
        let members = members.map(|object| object.0).collect();
        let closures = Closures::new(&heap, &Progress::new()).expect("not cancelled");
        referrers(&closures, &members, &Progress::new()).expect("not cancelled")
    }

    /// Three products in two lists and a static field: `p1` in both lists, `p2` in the first, `p3` in a static field.
    const SHOP: &str = "
        root static app.Shop.catalogue -> first
        root static app.Cart.seen -> second
        root static app.Cart.last -> p3
        first: java.util.ArrayList 24 -> elementData=a
        second: app.History 24 -> entries=b
        a: Object[2] 24 -> p1 p2
        b: app.Entry 24 -> product=p1
        p1, p2, p3: app.Product 16";

    #[test]
    fn rows_say_who_refers_by_which_field_and_what_they_keep_alone() {
        let report = report(SHOP, "app.Product");
        let counts = |row: &ReferrerRow| [row.references, row.referents, row.referrers];
        let row = |row: &ReferrerRow| format!("{}, {}, {:?} {:?} {:?}", row.class, row.field, row.precision, counts(row), row.kept_alone);
        assert_eq!(
            report.rows.iter().map(row).collect::<Vec<_>>(),
            [
                "Object[], [], Holder [2, 2, 1] Some(1)",
                "java.lang.Class, app.Cart.last, Root [1, 1, 1] Some(1)",
                "app.Entry, app.Entry.product, Holder [1, 1, 1] Some(0)",
            ]
        );
        assert_eq!((report.objects, report.without), (3, 0));
        assert_eq!(report.several, [SeveralReferrers { rows: vec![0, 2], objects: 1 }], "p1 is in both");
    }

    #[test]
    fn who_received_the_objects_is_inferred_from_their_ways() {
        let shop = "
            root static app.Shop.INSTANCE -> shop
            shop: app.Shop 16 -> orders=m
            m: java.util.HashMap 48 -> table=t
            t: java.util.HashMap$Node[] 32 -> n
            n: java.util.HashMap$Node 32 -> value=o1
            o1, o2: app.Order 16 -> next=o2";
        let report = report(shop, "app.Order");
        assert_eq!(report.receivers, [Receiver { structure: "java.util.HashMap".into(), class: "app.Shop".into(), objects: 2 }]);
        assert_eq!(report.without, 1, "o2 is held by another order only");
        assert_eq!(report.rows.len(), 1);
        assert_eq!((&*report.rows[0].field, report.rows[0].kept_alone), ("java.util.HashMap$Node.value", Some(2)), "with all behind it");
    }

    #[test]
    fn the_class_of_a_static_field_at_the_root_received_what_it_holds() {
        let cache = "
            root static app.Cache.MAP -> m
            root static java.lang.Registry.list -> l
            m: java.util.HashMap 48 -> table=t
            t: java.util.HashMap$Node[] 32 -> o1
            l: java.util.ArrayList 24 -> o2
            o1, o2: app.Order 16";
        let receiver = |structure: &str, class: &str| Receiver { structure: structure.into(), class: class.into(), objects: 1 };
        let expected = [receiver("java.util.ArrayList", ""), receiver("java.util.HashMap", "app.Cache")];
        assert_eq!(report(cache, "app.Order").receivers, expected, "a class of the platform is none of the application");
    }

    #[test]
    fn whoever_holds_the_objects_received_them_however_far_away() {
        let shop = "
            root static app.ById.all -> ids
            root static app.ByName.all -> names
            ids: java.lang.Object[2] 24 -> o1 o2
            names: java.util.HashMap 48 -> table=t
            t: java.util.HashMap$Node[] 32 -> n
            n: java.util.HashMap$Node 32 -> value=o1 next=m
            m: java.util.HashMap$Node 32 -> value=o2
            o1, o2: app.Order 16";
        let receiver = |structure: &str, class: &str| Receiver { structure: structure.into(), class: class.into(), objects: 2 };
        let report = report(shop, "app.Order");
        assert_eq!((report.receivers, report.looked_at), (vec![receiver("", "app.ById"), receiver("java.util.HashMap", "app.ByName")], 2));
    }

    #[test]
    fn nothing_refers_to_nothing() {
        assert_eq!(report(SHOP, "app.Missing"), ReferrerReport::default());
    }
}
