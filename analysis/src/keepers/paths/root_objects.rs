//! The root objects of a group: what the JVM itself holds and from which the group can be reached.
//!
//! A walk against references from the group, over all that counts. It does not go on over class objects: what a static
//! field holds is held by that field, whoever keeps its class. Memory: one bit per object reached.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClosestHolders, Holder, PathOptions, holders};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::trees::memory_tree::NodeTotals;

/// One of those that hold what leads to a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupHolder {
    /// Who holds.
    pub holder: Holder,
    /// What it holds itself and what leads from there to the group.
    pub holds: NodeTotals,
    /// Objects of the group that nothing nearer holds.
    pub nearest: u64,
}

/// Everything that holds what leads to a group, those that are the nearest to most of its objects first; of equals the most
/// telling first (static fields of the application, then of the platform, then variables, threads and so on).
///
/// Costs the walk of [`root_objects`] and a search over the heap. Memory: 12 bytes per object.
///
/// # Errors
/// [`crate::Error::Cancelled`] only.
pub fn group_holders(heap: &HeapState, group: &RoaringBitmap, progress: &Progress) -> Result<Vec<GroupHolder>> {
    let leading = leading_to(heap, group, progress)?;
    let closest = ClosestHolders::search(heap, PathOptions::default(), &FxHashSet::default(), progress)?;
    // Paths are read from their ends: what an object has collected goes to the one before it.
    let mut members = vec![0_u32; heap.len()];
    for object in group.iter().filter(|&object| closest.is_reached(ObjectIndex(object))) {
        members[object as usize] = 1;
    }
    let mut found: Vec<GroupHolder> = Vec::new();
    let mut places: FxHashMap<Holder, usize> = FxHashMap::default();
    for (holder, object) in held_among(heap, &leading) {
        let place = *places.entry(holder).or_insert_with(|| {
            found.push(GroupHolder { holder, holds: NodeTotals::default(), nearest: 0 });
            found.len() - 1
        });
        found[place].holds.objects += 1;
        found[place].holds.bytes += heap.bytes_of(object);
    }
    progress.for_each(closest.order().iter().rev(), |&object| {
        let count = std::mem::take(&mut members[object as usize]);
        match (closest.before(ObjectIndex(object)), closest.holder(ObjectIndex(object))) {
            (Some(before), _) => members[before.at()] += count,
            (None, Some(holder)) => {
                if let Some(&place) = places.get(&holder) {
                    found[place].nearest += u64::from(count);
                }
            }
            (None, None) => {}
        }
    })?;
    found.sort_by_key(|holder| std::cmp::Reverse(holder.nearest));
    Ok(found)
}

/// The objects that static fields, threads, native code or the JVM hold and that lead to these objects, members of the
/// group included. Classes, which the JVM holds for their loaders, are none.
///
/// # Errors
/// [`crate::Error::Cancelled`] only.
pub fn root_objects(heap: &HeapState, group: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
    let leading = leading_to(heap, group, progress)?;
    Ok(held_among(heap, &leading).map(|(_, object)| object.0).collect())
}

/// The group and all objects that lead to it.
fn leading_to(heap: &HeapState, group: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
    progress.start("Looking for roots of the group", 0);
    heap.references.build_pointed_from(progress)?;
    let mut reached: RoaringBitmap = group & &heap.kept;
    let mut work: Vec<u32> = reached.iter().collect();
    while let Some(object) = work.pop() {
        // Some objects have millions of referrers.
        progress.for_each(heap.pointed_from(ObjectIndex(object)), |&source| {
            let counts = heap.kept.contains(source) && !heap.is_class_object(ObjectIndex(source));
            if counts && reached.insert(source) {
                work.push(source);
            }
        })?;
    }
    Ok(reached)
}

/// What of these objects the JVM holds, classes excepted, the most telling holder first.
fn held_among(heap: &HeapState, objects: &RoaringBitmap) -> impl Iterator<Item = (Holder, ObjectIndex)> {
    let held = holders(heap, PathOptions::default()).into_iter();
    held.filter(|(holder, object)| !matches!(holder, Holder::Class(_)) && objects.contains(object.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn root_objects_are_those_that_lead_to_the_group() {
        let heap = heap(
            "root static app.Cache.MAP -> map
             root static app.Log.last -> p2
             root jni -> other
             root thread main -> list
             map: java.util.HashMap 48 -> node
             node: Node 32 -> p1 node
             list: List 16 -> map
             other: Other 16 -> leaf
             leaf: Leaf 16
             p1, p2: app.Product 24 -> leaf",
        );
        let objects = |names: &[&str]| -> RoaringBitmap { names.iter().map(|name| heap.object(name).0).collect() };
        let roots = |names: &[&str]| root_objects(&heap, &objects(names), &Progress::new()).expect("nobody cancels");
        // A thread refers to what is on its stack.
        assert_eq!(roots(&["p1"]), objects(&["map", "list", "thread main"]));
        assert_eq!(roots(&["p1", "p2"]), objects(&["map", "list", "thread main", "p2"]), "a member may be held itself");
        assert_eq!(roots(&["leaf"]), objects(&["map", "list", "thread main", "p2", "other"]));
        assert!(roots(&[]).is_empty());
    }

    #[test]
    fn the_nearest_holder_comes_first_however_large_others_are() {
        // The worker leads to the cache as well, and is larger than all that the cache holds itself.
        let heap = heap(
            "root thread pool-1 -> worker
             root thread pool-2 -> worker
             root static app.Cache.MAP -> map
             root static app.Log.last -> p3
             worker: Worker 4000 -> job
             job: Job 16 -> map
             map: java.util.HashMap 48 -> node
             node: Node 32 -> p1 p2
             p1, p2, p3: app.Product 24",
        );
        let group: RoaringBitmap = ["p1", "p2", "p3"].iter().map(|name| heap.object(name).0).collect();
        let found = group_holders(&heap, &group, &Progress::new()).expect("nobody cancels");
        let lines: Vec<(String, u64, u64)> =
            found.iter().map(|holder| (holder.holder.name(&heap), holder.nearest, holder.holds.bytes)).collect();
        let line = |name: &str, nearest, bytes| (name.to_owned(), nearest, bytes);
        assert_eq!(lines[..2], [line("app.Cache.MAP", 2, 48), line("app.Log.last", 1, 24)]);
        assert!(lines[2..].iter().all(|(name, nearest, _)| name.contains("pool-") && *nearest == 0), "{lines:?}");
    }
}
