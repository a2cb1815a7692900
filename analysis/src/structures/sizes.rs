//! What data structures of one owner take in one heap state: four sizes, each over all of them together.

use std::cmp::Reverse;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::library::Library;
use super::{DataStructures, Role};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::heap::{HeapState, ObjectBits, is_sparse};
use crate::keepers::closure::flow::{FlowMasks, GROUPS_AT_ONCE};
use crate::keepers::closure::{Closures, totals_of};
use crate::keepers::ownership::{ObjectGroups, retained_and_keepers};
use crate::trees::memory_tree::NodeTotals;

/// Goes through it.
const THROUGH: u8 = 1;
/// It counts.
const COUNTED: u8 = 2;

/// The data structures of one class that one owner has in one heap state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnedStructures {
    /// The way of fields from what the JVM holds; equal over time.
    pub owner: String,
    /// The class of the heads.
    pub class: String,
    /// How many they are.
    pub heads: u64,
    /// What they take together.
    pub sizes: StructureSizes,
    /// How many of them have few elements.
    pub fill: Fill,
    /// The number of those that together keep all of these alive: where several do, those that retain least. `None` where nobody does.
    pub within: Option<usize>,
    /// The heads, to ask further.
    pub(crate) objects: RoaringBitmap,
}

/// How well data structures are filled, of those whose number of elements can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Fill {
    /// Their number.
    pub known: u64,
    /// Those without elements.
    pub empty: u64,
    /// Those with one.
    pub single: u64,
    /// Those of more that use at most a quarter of their longest array.
    pub sparse: u64,
}

/// Sizes of data structures together, in objects and bytes.
///
/// Source: "Analyzing Data Structure Growth Over Time" (ICPE 2019), section 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StructureSizes {
    /// What could be collected without them (GC closure).
    pub retained: NodeTotals,
    /// Heads, inner objects and content; of data structures within them the heads alone (data structure closure).
    pub own: NodeTotals,
    /// The same with all of the data structures within them (deep data structure closure).
    pub nested: NodeTotals,
    /// All that they reach (transitive closure), but over classes and class loaders no more than is retained: these lead nearly
    /// everywhere. `None` where nobody asked.
    #[serde(rename = "reached")]
    pub deep: Option<NodeTotals>,
}

/// The data structures of a heap state by owner and class, in no order that tells anything. Of their sizes only what they retain; see
/// [`add_sizes`]. Memory: 12 bytes per object while it is worked out.
///
/// # Errors
/// [`crate::Error::Cancelled`], and what reading the dump again may fail with.
pub(crate) fn structures_by_owner(heap: &HeapState, library: &Library, progress: &Progress) -> Result<Vec<OwnedStructures>> {
    let structures = DataStructures::of(heap, library);
    let owners = structures.owners(progress)?;
    let mut rows: Vec<(u32, u32, RoaringBitmap)> = Vec::new();
    let mut row_of: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut row_of_head: FxHashMap<u32, u32> = FxHashMap::default();
    let mut heads: Vec<u32> = owners.of_head.keys().copied().collect();
    heads.sort_unstable();
    // Several loaders may have loaded a class.
    let mut first_of_name: FxHashMap<&str, u32> = FxHashMap::default();
    for &head in &heads {
        let class = heap.type_of(ObjectIndex(head));
        let class = *first_of_name.entry(&heap.type_info(class).name).or_insert(class.0);
        let key = (owners.of_head[&head], class);
        let row = *row_of.entry(key).or_insert_with(|| {
            rows.push((key.0, key.1, RoaringBitmap::new()));
            rows.len() as u32 - 1
        });
        rows[row as usize].2.insert(head);
        row_of_head.insert(head, row);
    }
    let groups: Vec<Vec<u32>> = std::iter::once(Vec::new()).chain((0..rows.len() as u32).map(|row| vec![row])).collect();
    let mut has_row = ObjectBits::new(heap.len());
    heads.iter().for_each(|&head| _ = has_row.set(head));
    let label = |object: ObjectIndex| if has_row.has(object) { row_of_head[&object.0] + 1 } else { 0 };
    let (retained, within) = match rows.is_empty() {
        true => Default::default(),
        false => retained_and_keepers(heap, &ObjectGroups { label_of: &label, groups_of_label: &groups }, progress)?,
    };
    let mut fills = vec![Fill::default(); rows.len()];
    let objects: Vec<ObjectIndex> = heads.into_iter().map(ObjectIndex).collect();
    let elements = heap.sizes_of_collections(&objects, progress)?;
    for head in objects {
        if let (Some(&row), Some(&elements)) = (row_of_head.get(&head.0), elements.get(&head)) {
            let fill = &mut fills[row as usize];
            fill.known += 1;
            fill.empty += u64::from(elements == 0);
            fill.single += u64::from(elements == 1);
            fill.sparse += u64::from(elements > 1 && structures.is_sparse(head.0, elements));
        }
    }
    let mut all = Vec::with_capacity(rows.len());
    for (number, (owner, class, objects)) in rows.into_iter().enumerate() {
        let sizes = StructureSizes { retained: retained[number], ..StructureSizes::default() };
        let class = heap.types[class as usize].name.to_string();
        let (owner, fill, within) = (owners.names[owner as usize].clone(), fills[number], within[number]);
        all.push(OwnedStructures { owner, class, heads: objects.len(), sizes, fill, within: within.map(|row| row as usize), objects });
    }
    Ok(all)
}

/// Adds own and nested sizes, a walk over what belongs to them for each row.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub(crate) fn add_sizes(heap: &HeapState, library: &Library, rows: &mut [OwnedStructures], progress: &Progress) -> Result<()> {
    let structures = DataStructures::of(heap, library);
    let mut walk = Walk::new(heap.len());
    for row in rows {
        let [own, nested] = [false, true].map(|deep| structures.members(&row.objects, deep, &mut walk, progress));
        (row.sizes.own, row.sizes.nested) = (own?, nested?);
    }
    Ok(())
}

/// The largest ones, as many as [`add_deep_sizes`] takes.
pub(crate) fn largest(rows: &mut [OwnedStructures]) -> Vec<&mut OwnedStructures> {
    let mut largest: Vec<&mut OwnedStructures> = rows.iter_mut().collect();
    largest.sort_by_key(|row| Reverse(row.sizes.nested.bytes));
    largest.truncate(GROUPS_AT_ONCE);
    largest
}

/// Adds what they reach, in one walk; of more than 128 the first ones.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub(crate) fn add_deep_sizes(closures: &Closures<'_>, mut largest: Vec<&mut OwnedStructures>, progress: &Progress) -> Result<()> {
    largest.truncate(GROUPS_AT_ONCE);
    let heap = closures.heap();
    if largest.is_empty() {
        return Ok(());
    }
    let mut is_head = ObjectBits::new(heap.len());
    let mut rows_of: FxHashMap<u32, u128> = FxHashMap::default();
    for (number, row) in largest.iter().enumerate() {
        for head in &row.objects {
            is_head.set(head);
            *rows_of.entry(head).or_default() |= 1 << number;
        }
    }
    let mut leads_everywhere = ObjectBits::new(heap.len());
    let loaders = heap.types.iter().filter_map(|class| class.class_loader);
    let classes = (0..heap.len() as u32).map(ObjectIndex).filter(|&object| heap.is_class_object(object));
    progress.for_each(loaders.chain(classes), |object| _ = leads_everywhere.set(object.0))?;
    let arrived = |object: ObjectIndex, mask: u128| if is_head.has(object) { mask | rows_of[&object.0] } else { mask };
    let leaving = |object: ObjectIndex, mask: u128| if leads_everywhere.has(object) { 0 } else { arrived(object, mask) };
    let mut state = FlowMasks::new(heap.len());
    closures.let_flow(|object| is_head.has(object).then_some(0), leaving, |_, _, mask| mask, &[], &mut state, progress)?;
    let reached = closures.mask_totals(arrived, |_| true, &state, progress)?;
    for (row, reached) in largest.into_iter().zip(reached) {
        let retained = row.sizes.retained;
        row.sizes.deep = Some(NodeTotals { objects: reached.objects.max(retained.objects), bytes: reached.bytes.max(retained.bytes) });
    }
    Ok(())
}

/// What heads hold, data structures within them as one each.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub(crate) fn own_leaves_of(heap: &HeapState, library: &Library, heads: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
    let heads: Vec<u32> = heads.iter().collect();
    Ok(DataStructures::of(heap, library).own_leaves(&heads, &mut Walk::new(heap.len()), progress)?.into_iter().collect())
}

impl DataStructures<'_> {
    /// Whether a head with so many elements, or the one that it is built on, uses few of the slots of its longest array.
    fn is_sparse(&self, head: u32, elements: u64) -> bool {
        let arrays = |of: u32| self.parts(of).filter(|&(_, role)| role == Role::Inner).map(|(target, _)| ObjectIndex(target));
        let built_on = self.parts(head).filter(|&(_, role)| role == Role::Contained).map(|(target, _)| target);
        let all = std::iter::once(head).chain(built_on).flat_map(arrays);
        let longest = all.filter_map(|array| Some((self.heap.array_length(array)?, array))).max();
        longest.is_some_and(|(slots, array)| is_sparse(slots.into(), elements.max(self.heap.points_to(array).len() as u64)))
    }

    /// Heads with what belongs to them, each object once.
    fn members(&self, heads: &RoaringBitmap, deep: bool, walk: &mut Walk, progress: &Progress) -> Result<NodeTotals> {
        walk.begin();
        let mut totals = NodeTotals::default();
        let mut count = |object: u32, walk: &mut Walk| {
            if walk.mark(object, COUNTED) {
                totals = totals.saturating_add(totals_of(self.heap, ObjectIndex(object)));
            }
        };
        let mut ways: Vec<u32> = heads.iter().filter(|&head| walk.mark(head, THROUGH)).collect();
        ways.iter().for_each(|&head| count(head, walk));
        while let Some(object) = ways.pop() {
            walk.follow(self.references(object), progress)?;
            for (target, role) in self.parts(object) {
                count(target, walk);
                let goes_on = match role {
                    Role::Inner => true,
                    Role::Contained => deep && self.is_head(target),
                    Role::Leaf => deep && self.is_expanded(target),
                    Role::Head => false,
                };
                if goes_on && walk.mark(target, THROUGH) {
                    ways.push(target);
                }
            }
        }
        Ok(totals)
    }
}
