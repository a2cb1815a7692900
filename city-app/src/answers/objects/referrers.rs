//! Who refers to an object, by which field, and what it keeps alive.

use analysis::{Dominators, HeapState, ObjectIndex, Progress, Result, Slot, reference_slots};

use super::ObjectLink;

/// One object that refers to another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Referrer {
    /// The object that refers.
    pub link: ObjectLink,
    /// By which field, by declaring class; `[3]`, `local variable ..`.
    pub via: String,
    /// The reference keeps nothing alive: soft, weak, phantom or finalizer.
    pub weak: bool,
}

/// The objects that refer to one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Referrers {
    /// The first of them, by address.
    pub shown: Vec<Referrer>,
    /// How many there are.
    pub count: u64,
    /// Of a class object: how many instances refer to it as their class; they are not among the others.
    pub instances: u64,
}

/// Finds the objects that count and refer to this one, and names the first `most` of them. The first question about a
/// heap state inverts its references, which takes seconds per 100 million.
///
/// # Errors
/// When cancelled.
pub fn referrers(heap: &HeapState, object: ObjectIndex, most: usize, progress: &Progress) -> Result<Referrers> {
    progress.start("Looking for who refers to it", 0);
    heap.references.build_pointed_from(progress)?;
    let mut sources: Vec<ObjectIndex> = heap.pointed_from(object).iter().map(|&source| ObjectIndex(source)).collect();
    sources.dedup();
    sources.retain(|source| heap.kept.contains(source.0));
    let count = sources.len() as u64;
    sources.truncate(most);
    let edges: Vec<(ObjectIndex, ObjectIndex)> = sources.iter().map(|&source| (source, object)).collect();
    let slots = reference_slots(heap, &edges, progress)?;
    let links = ObjectLink::to(heap, &sources);
    let named =
        |(link, slot): (ObjectLink, Slot)| Referrer { weak: is_only_weak(heap, link.object, object), via: heap.slot_name(slot), link };
    let instances = heap.described_type(object).map_or(0, |class| heap.kept_objects().filter(|&kept| heap.type_of(kept) == class).count());
    Ok(Referrers { shown: links.into_iter().zip(slots).map(named).collect(), count, instances: instances as u64 })
}

/// Whether the only reference from one object to another is one that keeps nothing alive.
pub(super) fn is_only_weak(heap: &HeapState, source: ObjectIndex, target: ObjectIndex) -> bool {
    let weak = heap.weak_referents.position_in(source);
    weak.is_some() && heap.points_to(source).iter().enumerate().all(|(at, &held)| held != target.0 || Some(at) == weak)
}

/// What an object keeps alive: the objects that it dominates immediately.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dominated {
    /// The largest by retained size, with that.
    pub shown: Vec<(ObjectLink, u64)>,
    /// How many there are.
    pub count: u64,
}

/// Finds what an object keeps alive, and names the `most` largest.
#[must_use]
pub fn dominated(heap: &HeapState, dominators: &Dominators, object: ObjectIndex, most: usize) -> Dominated {
    let mut objects: Vec<ObjectIndex> = dominators.children(object).iter().map(|&child| ObjectIndex(child)).collect();
    let count = objects.len() as u64;
    objects.sort_by_key(|&child| (std::cmp::Reverse(dominators.retained(child)), child));
    objects.truncate(most);
    let links = ObjectLink::to(heap, &objects).into_iter();
    Dominated { shown: links.map(|link| (dominators.retained(link.object), link)).map(|(bytes, link)| (link, bytes)).collect(), count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::test_heaps::fixture;

    #[test]
    fn referrers_are_named_by_their_fields_and_paged() {
        let heap = fixture(
            "root static A.list -> l
             l: List 24 -> elements=a
             a: Object[3] 32 -> p x p
             h: Handle 16 -> target=p
             x: Other 8 -> back=l
             root jni -> h w
             class java.lang.ref.WeakReference < java.lang.ref.Reference
             w: java.lang.ref.WeakReference 16 -> referent=p
             p: Product 24",
        );
        let heap = &heap.heap;
        let product = heap.kept_objects().find(|&object| &*heap.type_info(heap.type_of(object)).name == "Product").expect("exists");
        let all = referrers(heap, product, 10, &Progress::new()).expect("nobody cancels");
        let told: Vec<(&str, bool)> = all.shown.iter().map(|found| (found.via.as_str(), found.weak)).collect();
        assert_eq!(told, [("[0]", false), ("Handle.target", false), ("java.lang.ref.WeakReference.referent", true)]);
        assert_eq!((all.count, all.instances), (3, 0));
        assert_eq!(referrers(heap, product, 1, &Progress::new()).expect("nobody cancels").shown.len(), 1);
        let class = heap.kept_objects().find(|&object| heap.is_class_object(object)).expect("A.class");
        assert_eq!(referrers(heap, class, 1, &Progress::new()).expect("nobody cancels").instances, 0, "there are no instances of A");
    }

    #[test]
    fn an_object_keeps_the_largest_alive_first() {
        let heap = fixture("root jni -> m\nm: Map 48 -> a b c\na: Small 8\nb: Large 80 -> d\nc: Middle 50\nd: Inner 4");
        let dominators = heap.dominators(&Progress::new()).expect("nobody cancels");
        let kept = dominated(&heap.heap, &dominators, ObjectIndex(0), 2);
        let told: Vec<(&str, u64)> = kept.shown.iter().map(|(link, bytes)| (&*link.class, *bytes)).collect();
        assert_eq!((told, kept.count), (vec![("Large", 84), ("Middle", 50)], 3));
    }
}
