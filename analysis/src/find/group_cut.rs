//! Where to cut so that one group dies: the question of a person who has chosen a group, at one point in time.

use roaring::RoaringBitmap;

use super::field_cut::FieldCut;
use super::held_heap::HeldHeap;
use super::holders::{FieldHolderKind, field_of};
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::trees::memory_tree::NodeTotals;

/// Fields that keep a group alive together, and what happens without them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GroupCut {
    /// The smallest set of fields found that must let go, the one that holds most first. Empty where no field keeps the
    /// group: a thread, native code or the classes themselves do.
    pub fields: Vec<GroupCutField>,
    /// What else than a field keeps the group, by name: `thread main`; beside fields, it must end or let go as well.
    pub other: Option<String>,
    /// Everything that dies when all of them let go.
    pub frees: NodeTotals,
    /// How much of that belongs to the group.
    pub frees_of_group: NodeTotals,
    /// What dies only when all let go and with no single one of them: what they own jointly.
    pub only_together: NodeTotals,
}

/// One field of a [`GroupCut`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupCutField {
    /// By declaring class: `app.Cache.ENTRIES`.
    pub name: String,
    /// Static fields are one place in the program; an instance field is one per object of its class.
    pub is_static: bool,
    /// Names from the root to an object of the group.
    pub chain: Vec<String>,
    /// What it reaches of the group.
    pub holds: NodeTotals,
    /// Everything that dies when it alone lets go.
    pub frees_alone: NodeTotals,
}

/// Finds the smallest set of fields that must let go so that a group dies, and marks what that frees. `None` if nothing
/// holds the group.
///
/// Costs a pass over the records and a walk over the heap for each field found.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn group_cut(heap: &HeapState, group: &RoaringBitmap, progress: &Progress) -> Result<Option<GroupCut>> {
    let held = HeldHeap::new(heap, progress)?;
    let Some(holder) = held.holder_of_most(&held.map, group, progress)? else { return Ok(None) };
    let FieldCut { fields, freed, also_held_by, .. } = held.cut(group, holder, None, progress)?;
    let totals = |set: &RoaringBitmap| held.closures.totals(set);
    let mut joint = freed.clone();
    let mut parts = Vec::with_capacity(fields.len());
    for field in &fields {
        if !field.kind.is_field() {
            continue;
        }
        let alone = held.freed_without(std::slice::from_ref(&field.name), progress)?;
        joint -= &*alone;
        parts.push(GroupCutField {
            name: field_of(&field.name).to_owned(),
            is_static: field.kind == FieldHolderKind::Static,
            chain: field.chain.clone(),
            holds: totals(&(group & &field.reached)),
            frees_alone: totals(&alone),
        });
    }
    let thread = fields.iter().find(|field| !field.kind.is_field()).map(|field| field.name.clone());
    let other = if parts.is_empty() { Some(held.map.holders[holder as usize].name.clone()) } else { thread.or(also_held_by) };
    Ok(Some(GroupCut {
        only_together: if parts.len() > 1 { totals(&joint) } else { NodeTotals::default() },
        frees_of_group: totals(&(group & &freed)),
        frees: totals(&freed),
        fields: parts,
        other,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::ObjectIndex;
    use crate::fixture::{TextHeap, heap};

    fn cut(heap: &TextHeap, class: &str) -> GroupCut {
        let is_member = |&object: &ObjectIndex| &*heap.type_info(heap.type_of(object)).name == class;
        let group = heap.kept_objects().filter(is_member).map(|object| object.0).collect();
        group_cut(heap, &group, &Progress::new()).expect("nobody cancels").expect("something holds it")
    }

    #[test]
    fn two_static_fields_that_share_a_group_must_both_let_go() {
        let heap = heap(
            "root static app.ById.cache -> ids
             root static app.ByName.cache -> names
             ids, names: java.lang.Object[3] 32 -> p1 p2 p3
             p1, p2, p3: app.Product 64",
        );
        let cut = cut(&heap, "app.Product");
        let names: Vec<&str> = cut.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["app.ById.cache", "app.ByName.cache"]);
        // Each alone frees its array, both free the products as well.
        assert!(cut.fields.iter().all(|field| field.is_static && field.frees_alone == NodeTotals { objects: 1, bytes: 32 }));
        assert_eq!(cut.frees, NodeTotals { objects: 5, bytes: 2 * 32 + 3 * 64 });
        assert_eq!(cut.frees_of_group, NodeTotals { objects: 3, bytes: 3 * 64 });
        assert_eq!(cut.only_together, cut.frees_of_group);
    }

    #[test]
    fn one_owner_is_one_field_and_owns_nothing_jointly() {
        let heap = heap("root static app.Cache.map -> m\nm: java.util.HashMap 48 -> p\np: app.Product 64");
        let cut = cut(&heap, "app.Product");
        assert_eq!(cut.fields.len(), 1);
        assert_eq!((cut.fields[0].name.as_str(), cut.frees), ("app.Cache.map", NodeTotals { objects: 2, bytes: 112 }));
        assert_eq!((cut.only_together, cut.other), (NodeTotals::default(), None));
    }

    #[test]
    fn what_a_thread_keeps_has_no_field_to_cut() {
        let heap = heap("root thread main -> p\np: app.Product 64");
        let cut = cut(&heap, "app.Product");
        assert_eq!((cut.fields.len(), cut.other.as_deref()), (0, Some("thread main")));
    }

    #[test]
    fn a_thread_that_works_with_a_field_s_object_must_end_as_well() {
        // A thread pool: its worker holds the pool over fields of the platform only.
        let heap = heap(
            "root static app.Print.POOL -> pool
             root thread printer -> worker
             worker: java.util.concurrent.Worker 16 -> pool
             pool: java.util.concurrent.Pool 32 -> queue
             queue: java.util.LinkedList 32 -> j1 j2
             j1, j2: app.Job 64",
        );
        let cut = cut(&heap, "app.Job");
        assert_eq!(cut.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["app.Print.POOL"]);
        assert_eq!(cut.other.as_deref(), Some("thread printer"));
        // Worker, pool, queue and jobs; the field alone frees nothing.
        assert_eq!(cut.frees, NodeTotals { objects: 5, bytes: 16 + 32 + 32 + 2 * 64 });
        assert_eq!(cut.fields[0].frees_alone, NodeTotals::default());
    }

    #[test]
    fn native_code_beside_a_field_is_told() {
        let heap = heap("root static app.Cache.map -> m\nroot jni -> m\nm: java.util.HashMap 48 -> p\np: app.Product 64");
        let cut = cut(&heap, "app.Product");
        assert_eq!((cut.fields.len(), cut.frees), (1, NodeTotals::default()));
        assert_eq!(cut.other.as_deref(), Some("GC root (JNI global)"));
    }

    #[test]
    fn weak_references_do_not_count_against_a_cut() {
        let heap = heap(
            "root static app.Cache.map -> m
             root static app.Log.last -> w
             w: java.lang.ref.WeakReference 48 -> referent=p
             m: java.util.HashMap 48 -> p
             p: app.Product 64",
        );
        let cut = cut(&heap, "app.Product");
        assert_eq!((cut.fields.len(), cut.frees, cut.other), (1, NodeTotals { objects: 2, bytes: 112 }, None));
    }

    #[test]
    fn what_nothing_holds_has_no_cut() {
        let heap = heap("root jni -> a\na: A 8");
        assert_eq!(group_cut(&heap, &RoaringBitmap::new(), &Progress::new()).expect("nobody cancels"), None);
    }
}
