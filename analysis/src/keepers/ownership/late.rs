//! Objects that own nobody and are looked at last.
//!
//! A third to a half of a heap are objects without references: primitive arrays, boxed numbers. They lie on no way to
//! anything else, so the dominator tree is built without them and their owner is then the nearest common ancestor of
//! those that reference them. Class objects that reference nothing but entries are late, too; without that nearly no
//! array would be, because class objects of arrays are no GC roots.

use super::search::{Search, UNSEEN};
use super::semi_nca::NumberedTree;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 18;

/// Turns the number of each object into the number of its owner, for late objects. Returns late class objects that
/// belong to a late object: their only instance, which nothing but them follows.
pub(super) fn find_owners(search: &mut Search, tree: &NumberedTree, heap: &HeapState, progress: &Progress) -> Result<Vec<(u32, u32)>> {
    let Search { numbers, late_others, late, .. } = search;
    for (at, (source, object)) in (1_u64..).zip(std::mem::take(late_others).iter()) {
        if at.is_multiple_of(CHECK_EVERY.into()) {
            progress.check()?;
        }
        let owner = &mut numbers[object as usize];
        *owner = tree.common(*owner, source);
    }
    // The late object that is the only reason so far.
    let mut only = vec![NO_OBJECT; late.classes.len()];
    for object in 0..heap.len() as u32 {
        if object.is_multiple_of(CHECK_EVERY) {
            progress.check()?;
        }
        let class = late.class_of_type[heap.type_of(ObjectIndex(object)).at()];
        let number = numbers[object as usize];
        let Some(node) = late.classes.get(class as usize).filter(|node| node.late && number != UNSEEN) else { continue };
        let owner = &mut numbers[node.object as usize];
        if *owner == UNSEEN {
            *owner = number;
            if late.objects.has(ObjectIndex(object)) {
                only[class as usize] = object;
            }
        } else {
            *owner = tree.common(*owner, number);
            only[class as usize] = NO_OBJECT;
        }
    }
    let owned = late.classes.iter().zip(only).filter(|&(_, only)| only != NO_OBJECT);
    Ok(owned.map(|(class, only)| (class.object, only)).collect())
}
