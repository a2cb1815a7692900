//! Thread-local variables: through which field the program knows what a thread keeps for it.
//!
//! A thread holds its values in a table of entries. An entry refers to its value, and weakly to the `ThreadLocal` that
//! it belongs to; the field that holds this `ThreadLocal` is the name of the value in the program.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::{HeapState, ObjectBits, Record, Slot, Value};
use crate::base::class_names::is_platform_class;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;

const ENTRY: &str = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

/// The values that threads keep for thread-local variables.
#[derive(Debug, Clone, Default)]
pub(crate) struct ThreadLocals {
    /// By entry: its value, and the field that holds its `ThreadLocal`.
    entries: FxHashMap<u32, (u32, Slot)>,
}

impl ThreadLocals {
    /// Reads all entries whose `ThreadLocal` is held by a field. Costs next to nothing where threads hold few.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn read(heap: &HeapState, progress: &Progress) -> Result<Self> {
        let is_entry: Vec<bool> = heap.types.iter().map(|info| &*info.name == ENTRY).collect();
        if !is_entry.contains(&true) {
            return Ok(Self::default());
        }
        let entries: RoaringBitmap =
            heap.kept_objects().filter(|&object| is_entry[heap.type_of(object).at()]).map(|object| object.0).collect();
        let read = |found: &mut Vec<(u32, u32, u32)>, record: Record<'_>| {
            let object = |name| record.field(name).and_then(Value::object);
            if let (Some(variable), Some(value)) = (object("referent"), object("value")) {
                found.push((record.object().0, variable.0, value.0));
            }
        };
        let found: Vec<(u32, u32, u32)> = heap.read_records_of(&entries, read, progress)?.into_iter().flatten().collect();
        let fields = fields_that_hold(heap, found.iter().map(|&(_, variable, _)| variable), &entries, progress)?;
        let entries = found.into_iter().filter_map(|(entry, variable, value)| Some((entry, (value, *fields.get(&variable)?)))).collect();
        Ok(Self { entries })
    }

    /// The value of an entry, and the field by which the program knows it.
    pub(crate) fn value_of(&self, entry: ObjectIndex) -> Option<(ObjectIndex, Slot)> {
        self.entries.get(&entry.0).map(|&(value, field)| (ObjectIndex(value), field))
    }

    /// What the reference from an entry to its value is called; `None` for all other references.
    pub(crate) fn slot(&self, entry: ObjectIndex, target: ObjectIndex) -> Option<Slot> {
        let (_, field) = self.value_of(entry).filter(|&(value, _)| value == target)?;
        Some(match field {
            Slot::Static { class, number } => Slot::ThreadLocal { class, number, is_static: true },
            Slot::Field { class, number } => Slot::ThreadLocal { class, number, is_static: false },
            other => other,
        })
    }

    /// All entries with their values and fields, by entry.
    pub(crate) fn all(&self) -> Vec<(ObjectIndex, ObjectIndex, Slot)> {
        let mut all: Vec<_> =
            self.entries.iter().map(|(&entry, &(value, field))| (ObjectIndex(entry), ObjectIndex(value), field)).collect();
        all.sort_unstable();
        all
    }
}

/// For each object the field that holds it: static fields before others, those of applications before those of the
/// platform.
fn fields_that_hold(
    heap: &HeapState,
    variables: impl Iterator<Item = u32>,
    entries: &RoaringBitmap,
    progress: &Progress,
) -> Result<FxHashMap<u32, Slot>> {
    let mut wanted = ObjectBits::new(heap.len());
    variables.for_each(|variable| {
        wanted.set(variable);
    });
    let mut found: FxHashMap<u32, Slot> = FxHashMap::default();
    for of_platform in [false, true] {
        for (class, _) in (0_u32..).map(TypeIndex).zip(&heap.types).filter(|(_, info)| is_platform_class(&info.name) == of_platform) {
            for (number, field) in (0..).zip(heap.fields.statics(class)) {
                if let Value::Object(object) = field.value
                    && wanted.has(object)
                {
                    found.entry(object.0).or_insert(Slot::Static { class, number });
                }
            }
        }
    }
    let open = |target: &u32| wanted.has(ObjectIndex(*target)) && !found.contains_key(target);
    let has_open = |object: &ObjectIndex| !entries.contains(object.0) && heap.points_to(*object).iter().any(open);
    let sources: RoaringBitmap = heap.kept_objects().filter(has_open).map(|object| object.0).collect();
    if sources.is_empty() {
        return Ok(found);
    }
    let read = |fields: &mut Vec<(bool, Slot, u32)>, record: Record<'_>| {
        for (slot, target) in heap.slots_in(&record) {
            if let Slot::Field { class, .. } = slot
                && open(&target.0)
            {
                fields.push((is_platform_class(&heap.type_info(class).name), slot, target.0));
            }
        }
    };
    let mut fields: Vec<(bool, Slot, u32)> = heap.read_records_of(&sources, read, progress)?.into_iter().flatten().collect();
    fields.sort_unstable();
    for (_, slot, target) in fields {
        found.entry(target).or_insert(slot);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn values_of_threads_are_known_by_the_fields_of_their_variables() {
        let heap = heap(
            "root static app.Main.CONTEXT -> first
             root jni -> owner e1 e2 e3
             owner: app.Owner 16 -> own=second
             first, second, lost: java.lang.ThreadLocal 16
             e1: java.lang.ThreadLocal$ThreadLocalMap$Entry 32 -> referent=first value=a
             e2: java.lang.ThreadLocal$ThreadLocalMap$Entry 32 -> referent=second value=b
             e3: java.lang.ThreadLocal$ThreadLocalMap$Entry 32 -> referent=lost value=a
             a, b: app.Context 16",
        );
        let locals = ThreadLocals::read(&heap, &Progress::new()).expect("nobody cancels");
        let name = |entry: &str| locals.value_of(heap.object(entry)).map(|(value, field)| (value, heap.slot_name(field)));
        assert_eq!(name("e1"), Some((heap.object("a"), "app.Main.CONTEXT".to_owned())));
        assert_eq!(name("e2"), Some((heap.object("b"), "app.Owner.own".to_owned())));
        assert_eq!(name("e3"), None);
        assert_eq!(locals.all().len(), 2);
        let slot = locals.slot(heap.object("e1"), heap.object("a")).expect("it is the value");
        assert_eq!(heap.slot_name(slot), "app.Main.CONTEXT (thread local)");
        assert_eq!(locals.slot(heap.object("e1"), heap.object("first")), None);
    }
}
