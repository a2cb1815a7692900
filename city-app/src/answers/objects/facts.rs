//! The head of one object: where it is, how large, who owns it, which GC roots hold it.

use std::sync::Arc;

use analysis::{Dominators, HeapState, ObjectIndex};

use super::ObjectLink;

/// What is told of an object before its fields.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectFacts {
    /// The object itself.
    pub link: ObjectLink,
    /// Its own bytes.
    pub shallow: u64,
    /// The bytes that would be garbage without it; `None` until the dominator tree is there.
    pub retained: Option<u64>,
    /// The object without which it would be garbage; `None` at the top level, and until the dominator tree is there.
    pub dominator: Option<ObjectLink>,
    /// The whole text, of objects that have one.
    pub text: Option<String>,
    /// Elements of an array.
    pub array_length: Option<u32>,
    /// The loader of its class, or of the class that it describes.
    pub class_loader: String,
    /// The classes above its own, nearest first.
    pub super_classes: Vec<Arc<str>>,
    /// Why the JVM itself keeps it, each once: `thread`, `local variable in app.Main.run(Main.java:7), thread main`.
    pub roots: Vec<String>,
    /// It is reachable, or everything counts.
    pub counts: bool,
}

/// Gathers the head of an object.
#[must_use]
pub fn object_facts(heap: &HeapState, object: ObjectIndex, dominators: Option<&Dominators>) -> ObjectFacts {
    let dominator = dominators.and_then(|dominators| dominators.immediate_dominator(object));
    let objects: Vec<ObjectIndex> = std::iter::once(object).chain(dominator).collect();
    let mut links = ObjectLink::to(heap, &objects).into_iter();
    let class = heap.described_type(object).unwrap_or_else(|| heap.type_of(object));
    let mut roots = Vec::new();
    for root in heap.roots.iter().filter(|root| root.object == object) {
        let name = root.stack_slot().map_or_else(|| root.kind.name().to_owned(), |slot| heap.slot_name(slot));
        if !roots.contains(&name) {
            roots.push(name);
        }
    }
    ObjectFacts {
        link: links.next().unwrap_or_else(|| unreachable!("the object itself is asked for")),
        shallow: heap.bytes_of(object),
        retained: dominators.map(|dominators| dominators.retained(object)),
        dominator: links.next(),
        text: heap.values_of(object, 0).and_then(|values| values.text),
        array_length: heap.array_length(object),
        class_loader: heap.class_loader_name(class),
        super_classes: heap.ancestry(class).skip(1).map(|above| Arc::clone(&heap.type_info(above).name)).collect(),
        roots,
        counts: heap.kept.contains(object.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::test_heaps::fixture;
    use analysis::Progress;

    #[test]
    fn the_head_names_owner_sizes_and_roots() {
        let heap = fixture("root thread main -> m\nroot jni -> m\nroot jni -> m\nm: Map 48 -> n\nn: Node 100\nclass Map < Base");
        let dominators = heap.dominators(&Progress::new()).expect("nobody cancels");
        let facts = |at| object_facts(&heap.heap, ObjectIndex(at), Some(&dominators));
        let map = facts(0);
        assert_eq!((map.shallow, map.retained, map.dominator.is_none(), map.counts), (48, Some(148), true, true));
        assert_eq!(map.roots, ["local variable, thread main", "JNI global"]);
        assert_eq!(map.super_classes.iter().map(|name| &**name).collect::<Vec<_>>(), ["Base"]);
        assert_eq!(facts(1).dominator.map(|owner| owner.class), Some("Map".into()));
        assert_eq!(object_facts(&heap.heap, ObjectIndex(0), None).retained, None);
    }
}
