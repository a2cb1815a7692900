//! What plug-ins read of a heap state, kept at hand.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::ids::ObjectIndex;
use crate::base::primitive::Primitive;
use crate::grouping::user::plugin::reads::Reads;
use crate::heap::{ArrayKind, HeapState, ObjectBits, Record, RootKind, TypeKind, Value};

/// A heap state with what plug-ins ask for at hand.
#[derive(Debug)]
pub(crate) struct Facts<'h> {
    pub(crate) heap: &'h HeapState,
    kept: ObjectBits,
    /// Number of the set of kinds of each object that is a root.
    root_sets: FxHashMap<u32, u32>,
    /// Names of the kinds of each set; number 0 is the empty one.
    root_names: Vec<String>,
    /// Names of the fields that can be asked for.
    fields: Vec<String>,
}

/// Values of a stretch of objects, read ahead because reading them one by one is slow.
#[derive(Debug, Default)]
pub(crate) struct Stretch {
    range: Range<u32>,
    /// By object and number of the field.
    values: FxHashMap<(u32, u32), Value>,
    texts: FxHashMap<ObjectIndex, String>,
}

/// The properties that a plug-in reads; the others are 0. Objects with equal ones get equal labels.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Combination {
    object_type: u32,
    size: u64,
    /// One more than the length of an array.
    array_length: u64,
    incoming: u32,
    outgoing: u32,
    roots: u32,
}

impl<'h> Facts<'h> {
    pub(crate) fn new(heap: &'h HeapState, fields: &[String]) -> Self {
        let mut roots: Vec<(u32, RootKind)> = heap.roots.iter().map(|root| (root.object.0, root.kind)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut root_names = vec![String::new()];
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        let root_sets = roots
            .chunk_by(|a, b| a.0 == b.0)
            .map(|of_object| {
                let names: Vec<&str> = of_object.iter().map(|&(_, kind)| kind.name()).collect();
                let number = *numbers.entry(names.join(", ")).or_insert_with_key(|names| {
                    root_names.push(names.clone());
                    (root_names.len() - 1) as u32
                });
                (of_object[0].0, number)
            })
            .collect();
        let kept = ObjectBits::from_bitmap(&heap.kept, heap.len());
        Self { heap, kept, root_sets, root_names, fields: fields.to_vec() }
    }

    fn root_set(&self, object: ObjectIndex) -> u32 {
        self.root_sets.get(&object.0).copied().unwrap_or(0)
    }

    /// How many fields can be asked for.
    pub(super) fn fields(&self) -> usize {
        self.fields.len()
    }

    /// Names of the kinds of roots that hold an object directly.
    pub(super) fn root_kinds(&self, object: ObjectIndex) -> &str {
        &self.root_names[self.root_set(object) as usize]
    }

    /// Objects that count and reference an object, as often as they do.
    pub(super) fn pointed_from(&self, object: ObjectIndex) -> impl Iterator<Item = u32> + '_ {
        self.heap.pointed_from(object).iter().copied().filter(|&source| self.kept.has(ObjectIndex(source)))
    }

    pub(super) fn incoming(&self, object: ObjectIndex) -> u32 {
        self.pointed_from(object).count() as u32
    }

    pub(super) fn outgoing(&self, object: ObjectIndex) -> u32 {
        self.heap.points_to(object).len() as u32
    }

    /// What is read of an object by a plug-in that reads no single objects.
    pub(crate) fn combination(&self, reads: Reads, object: ObjectIndex) -> Combination {
        let heap = self.heap;
        let if_read = |group: Reads, value: &dyn Fn() -> u32| if reads.has(group) { value() } else { 0 };
        Combination {
            object_type: if_read(Reads::TYPE, &|| heap.type_of(object).0),
            size: if reads.has(Reads::SIZE) { heap.bytes_of(object) } else { 0 },
            array_length: if reads.has(Reads::ARRAY_LENGTH) {
                heap.array_length(object).map_or(0, |length| u64::from(length) + 1)
            } else {
                0
            },
            incoming: if_read(Reads::INCOMING, &|| self.incoming(object)),
            outgoing: if_read(Reads::OUTGOING, &|| self.outgoing(object)),
            roots: if_read(Reads::ROOTS, &|| self.root_set(object)),
        }
    }
}

impl Stretch {
    /// Reads what a plug-in may ask for of these objects, which lie in `range`.
    pub(crate) fn read(facts: &Facts<'_>, reads: Reads, range: Range<u32>, objects: &[ObjectIndex]) -> Self {
        let heap = facts.heap;
        let mut stretch = Self { range, ..Self::default() };
        if reads.has(Reads::FIELDS) {
            let read = |record: &Record<'_>| {
                let values = (0_u32..).zip(&facts.fields).filter_map(|(number, name)| Some((number, record.field(name)?)));
                Some((record.object().0, values.collect::<Vec<_>>()))
            };
            for (object, values) in heap.each_of(objects, read) {
                stretch.values.extend(values.into_iter().map(|(number, value)| ((object, number), value)));
            }
        }
        if reads.has(Reads::TEXT) {
            let texts: Vec<ObjectIndex> = objects.iter().copied().filter(|&object| has_text(heap, object)).collect();
            stretch.texts = heap.texts_of(&texts);
        }
        stretch
    }

    /// Whether values of an object were read ahead.
    pub(super) fn holds(&self, object: ObjectIndex) -> bool {
        self.range.contains(&object.0)
    }

    /// The value of a field; `None` where the object has none of this name.
    pub(super) fn field(&self, facts: &Facts<'_>, object: ObjectIndex, number: u32) -> Option<Value> {
        if self.holds(object) {
            return self.values.get(&(object.0, number)).copied();
        }
        let name = facts.fields.get(number as usize)?;
        facts.heap.with_record(object, |record| record.field(name)).flatten()
    }

    /// The text of an object.
    pub(super) fn text(&self, facts: &Facts<'_>, object: ObjectIndex) -> Option<String> {
        if !has_text(facts.heap, object) {
            return None;
        }
        if self.holds(object) { self.texts.get(&object).cloned() } else { facts.heap.text_of(object) }
    }
}

fn has_text(heap: &HeapState, object: ObjectIndex) -> bool {
    let info = heap.type_info(heap.type_of(object));
    &*info.name == "java.lang.String" || info.kind == TypeKind::Array(ArrayKind::Primitives(Primitive::Char))
}
