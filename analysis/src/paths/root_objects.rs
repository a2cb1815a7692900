//! The root objects of a group: what the JVM itself holds and from which the group can be reached
//! (traces-classifiers-closures C.9).
//!
//! A walk against references from the group, over all that counts. It does not go on over class objects: what a static
//! field holds is held by that field, whoever keeps its class. Memory: one bit per object reached.

use roaring::RoaringBitmap;

use super::{Holder, PathOptions, holders};
use crate::{HeapState, ObjectIndex, Progress, Result};

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u64 = 1 << 16;

/// The objects that static fields, threads, native code or the JVM hold and that lead to these objects, members of the
/// group included. Classes, which the JVM holds for their loaders, are none.
///
/// # Errors
/// [`crate::Error::Cancelled`] only.
pub fn root_objects(heap: &HeapState, group: &RoaringBitmap, progress: &Progress) -> Result<RoaringBitmap> {
    progress.start("Looking for roots of the group", 0);
    heap.references.build_pointed_from(progress)?;
    let mut reached: RoaringBitmap = group & &heap.kept;
    let mut work: Vec<u32> = reached.iter().collect();
    let mut walked = 0_u64;
    while let Some(object) = work.pop() {
        walked += 1;
        if walked.is_multiple_of(CHECK_EVERY) {
            progress.check()?;
        }
        for &source in heap.pointed_from(ObjectIndex(object)) {
            let counts = heap.kept.contains(source) && !heap.is_class_object(ObjectIndex(source));
            if counts && reached.insert(source) {
                work.push(source);
            }
        }
    }
    let held = holders(heap, PathOptions::default()).into_iter();
    Ok(held
        .filter(|(holder, object)| !matches!(holder, Holder::Class(_)) && reached.contains(object.0))
        .map(|(_, object)| object.0)
        .collect())
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
}
