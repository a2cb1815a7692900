//! What data structures of one owner take in one heap state: four sizes, each over all of them together.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::library::Library;
use super::{DataStructures, Role};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use crate::heap::HeapState;
use crate::keepers::closure::{Closures, totals_of};
use crate::keepers::ownership::{Dominators, ObjectGroups, retained_by_group};
use crate::trees::memory_tree::NodeTotals;

/// Goes through it.
const THROUGH: u8 = 1;
/// It counts.
const COUNTED: u8 = 2;

/// The data structures of one class that one owner has in one heap state, none of which another data structure owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedStructures {
    /// The way of fields from what the JVM holds; equal over time.
    pub owner: String,
    /// The class of the heads.
    pub class: String,
    /// How many they are.
    pub heads: u64,
    /// What they take together.
    pub sizes: StructureSizes,
    /// The heads, to ask further.
    pub(crate) objects: RoaringBitmap,
}

/// Sizes of data structures together, in objects and bytes.
///
/// Source: "Analyzing Data Structure Growth Over Time" (ICPE 2019), section 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct StructureSizes {
    /// What could be collected without them (GC closure).
    pub retained: NodeTotals,
    /// Heads, inner objects and content; of data structures within them the heads alone (data structure closure).
    pub own: NodeTotals,
    /// The same with all of the data structures within them (deep data structure closure).
    pub nested: NodeTotals,
    /// All that they reach (transitive closure); `None` where nobody asked.
    pub deep: Option<NodeTotals>,
}

/// The data structures of a heap state by owner and class, those that retain most first. Without deep sizes; see [`with_deep_sizes`].
///
/// # Errors
/// [`crate::Error::Cancelled`], and what reading the dump again may fail with.
pub fn structures_by_owner(heap: &HeapState, library: &Library, progress: &Progress) -> Result<Vec<OwnedStructures>> {
    let structures = DataStructures::of(heap, library);
    let dominators = Dominators::of(heap, progress)?;
    let mut walk = Walk::new(heap.len());
    let owned = structures.owned(&dominators, &mut walk, progress)?;
    drop(dominators);
    let owners = structures.owners(progress)?;
    let mut rows: Vec<(u32, u32, RoaringBitmap)> = Vec::new();
    let mut row_of: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut label_of: FxHashMap<u32, u32> = FxHashMap::default();
    let mut heads: Vec<u32> = owners.of_head.keys().copied().filter(|&head| !owned.has(ObjectIndex(head))).collect();
    heads.sort_unstable();
    for head in heads {
        let key = (owners.of_head[&head], heap.type_of(ObjectIndex(head)).0);
        let row = *row_of.entry(key).or_insert_with(|| {
            rows.push((key.0, key.1, RoaringBitmap::new()));
            rows.len() as u32 - 1
        });
        rows[row as usize].2.insert(head);
        label_of.insert(head, row + 1);
    }
    let groups: Vec<Vec<u32>> = std::iter::once(Vec::new()).chain((0..rows.len() as u32).map(|row| vec![row])).collect();
    let label = |object: ObjectIndex| label_of.get(&object.0).copied().unwrap_or(0);
    let retained = match rows.is_empty() {
        true => Vec::new(),
        false => retained_by_group(heap, &ObjectGroups { label_of: &label, groups_of_label: &groups }, progress)?,
    };
    let mut all = Vec::with_capacity(rows.len());
    for ((owner, class, objects), retained) in rows.into_iter().zip(retained) {
        let [own, nested] = [false, true].map(|deep| structures.members(&objects, deep, &mut walk, progress));
        let sizes = StructureSizes { retained, own: own?, nested: nested?, deep: None };
        let class = heap.types[class as usize].name.to_string();
        all.push(OwnedStructures { owner: owners.names[owner as usize].clone(), class, heads: objects.len(), sizes, objects });
    }
    all.sort_by(|a, b| b.sizes.retained.bytes.cmp(&a.sizes.retained.bytes).then_with(|| (&a.owner, &a.class).cmp(&(&b.owner, &b.class))));
    Ok(all)
}

/// Adds what they reach to those that are wanted.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn with_deep_sizes(
    heap: &HeapState,
    rows: &mut [OwnedStructures],
    is_wanted: impl Fn(&OwnedStructures) -> bool,
    progress: &Progress,
) -> Result<()> {
    let closures = Closures::new(heap, progress)?;
    for row in rows.iter_mut() {
        if is_wanted(row) {
            row.sizes.deep = Some(closures.totals(&closures.transitive_closure(&row.objects, progress)?));
        }
    }
    Ok(())
}

impl DataStructures<'_> {
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
                let goes_on = role == Role::Inner || deep && role == Role::Contained && self.is_head(target);
                if goes_on && walk.mark(target, THROUGH) {
                    ways.push(target);
                }
            }
        }
        Ok(totals)
    }
}
