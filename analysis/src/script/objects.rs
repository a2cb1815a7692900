//! What scripts can read of objects.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::compile::Script;
use super::expression::Uses;
use super::value::ScriptValue;
use crate::heap::ObjectBits;
use crate::{ArrayKind, HeapState, ObjectIndex, Primitive, Record, TypeIndex, TypeKind, Value, package_of};

/// A property of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// Name of the type.
    Type,
    /// Name of the type without its package.
    ShortType,
    /// Package of the type.
    Package,
    /// Loader of the class.
    Loader,
    /// Names of all super classes.
    Superclasses,
    /// Whether it is an array.
    IsArray,
    /// Whether it is an array of values that are no references.
    IsPrimitiveArray,
    /// Number of elements.
    ArrayLength,
    /// Shallow size.
    Size,
    /// Number of incoming references.
    Incoming,
    /// Number of outgoing references.
    Outgoing,
    /// Kinds of GC roots.
    Roots,
    /// Number of elements of a collection or array.
    Count,
    /// Text of a string.
    Text,
    /// Referenced objects.
    PointsTo,
    /// Referencing objects.
    PointedFrom,
    /// Address.
    Address,
    /// Name of the class that a class object describes.
    Describes,
}

/// A property with its name and meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyInfo {
    /// What scripts call it.
    pub name: &'static str,
    /// Which one.
    pub property: Property,
    /// What it is, one line.
    pub meaning: &'static str,
}

/// All properties, in the order in which they are explained.
pub const PROPERTIES: [PropertyInfo; 18] = {
    const fn info(name: &'static str, property: Property, meaning: &'static str) -> PropertyInfo {
        PropertyInfo { name, property, meaning }
    }
    [
        info("type", Property::Type, "name of the class or array type, a text"),
        info("short_type", Property::ShortType, "the same without its package"),
        info("package", Property::Package, "package of the type, that of the elements for arrays"),
        info("loader", Property::Loader, "loader of the class"),
        info("superclasses", Property::Superclasses, "names of all super classes, a list, the nearest first"),
        info("is_array", Property::IsArray, "true or false"),
        info("is_primitive_array", Property::IsPrimitiveArray, "whether it is an array of values that are no references"),
        info("array_length", Property::ArrayLength, "number of elements of an array, -1 for other objects"),
        info("size", Property::Size, "shallow size in bytes"),
        info("incoming", Property::Incoming, "number of references to the object"),
        info("outgoing", Property::Outgoing, "number of references of the object that are not null"),
        info("roots", Property::Roots, "kinds of GC roots that hold the object directly, a list of texts"),
        info("count", Property::Count, "number of elements of an array or a collection of java.util, null for other objects"),
        info("text", Property::Text, "the text of a String or char[], at most 4,096 characters, null for other objects"),
        info("points_to", Property::PointsTo, "the objects that it references, a list"),
        info("pointed_from", Property::PointedFrom, "the objects that reference it, a list"),
        info("address", Property::Address, "a number"),
        info("describes", Property::Describes, "the class that a class object stands for, null for other objects"),
    ]
};

impl Property {
    /// Notes that any object's property is read.
    pub(super) fn note_use_of_any(self, uses: &mut Uses) {
        uses.pointed_from |= matches!(self, Self::Incoming | Self::PointedFrom);
        uses.values |= matches!(self, Self::Count | Self::Text);
    }

    /// Notes that this object's property is read.
    pub(super) fn note_use(self, uses: &mut Uses) {
        self.note_use_of_any(uses);
        match self {
            Self::Type | Self::ShortType | Self::Package | Self::Loader | Self::Superclasses | Self::IsArray | Self::IsPrimitiveArray => {
                uses.of_type = true;
            }
            Self::ArrayLength => uses.array_length = true,
            Self::Size => uses.size = true,
            Self::Incoming => uses.incoming = true,
            Self::Outgoing => uses.outgoing = true,
            Self::Roots => uses.roots = true,
            Self::Count => uses.count = true,
            Self::Text => uses.text = true,
            Self::PointsTo | Self::PointedFrom | Self::Address | Self::Describes => uses.object = true,
        }
    }
}

/// A heap state with what scripts often ask for at hand.
#[derive(Debug)]
pub(crate) struct HeapFacts<'h> {
    pub(crate) heap: &'h HeapState,
    kept: ObjectBits,
    /// Number of the set of kinds of each object that is a root.
    root_sets: FxHashMap<u32, u32>,
    /// Sets of kinds; number 0 is the empty one.
    kinds: Vec<ScriptValue<'h>>,
}

/// What was read ahead for some objects, because reading one by one is slow: everything that a script reads of the
/// objects that it is evaluated for. Of their neighbours it is read one by one.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// By object and number of the field.
    fields: FxHashMap<(u32, u32), Value>,
    texts: FxHashMap<ObjectIndex, String>,
    /// Sizes of collections.
    counts: FxHashMap<ObjectIndex, u64>,
    /// For which objects each of them was read.
    with_fields: Range<u32>,
    with_texts: Range<u32>,
    with_counts: Range<u32>,
}

impl Facts {
    /// Reads what a script needs of these objects, which lie in `range`.
    pub(crate) fn read(heap: &HeapState, script: &Script, range: Range<u32>, objects: &[ObjectIndex]) -> Self {
        let mut facts = Self::default();
        if script.uses.fields {
            let read = |record: &Record<'_>| {
                let values = (0_u32..).zip(&script.fields).filter_map(|(number, name)| Some((number, record.field(name)?)));
                Some((record.object().0, values.collect::<Vec<_>>()))
            };
            for (object, values) in heap.each_of(objects, read) {
                facts.fields.extend(values.into_iter().map(|(number, value)| ((object, number), value)));
            }
            facts.with_fields = range.clone();
        }
        if script.uses.text {
            let texts: Vec<ObjectIndex> = objects.iter().copied().filter(|&object| is_text(heap, heap.type_of(object))).collect();
            facts.texts = heap.texts_of(&texts);
            facts.with_texts = range.clone();
        }
        if script.uses.count {
            facts.counts = heap.collection_sizes(objects);
            facts.with_counts = range;
        }
        facts
    }

    /// The number of elements of an object's collection, as far as it was read.
    pub(crate) fn count(&self, object: ObjectIndex) -> Option<u64> {
        self.counts.get(&object).copied()
    }
}

impl<'h> HeapFacts<'h> {
    pub(crate) fn new(heap: &'h HeapState) -> Self {
        let mut roots: Vec<(u32, crate::RootKind)> = heap.roots.iter().map(|root| (root.object.0, root.kind)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut numbers: FxHashMap<Vec<crate::RootKind>, u32> = FxHashMap::default();
        let mut kinds: Vec<ScriptValue<'h>> = vec![ScriptValue::List(Arc::new([]))];
        let root_sets = roots
            .chunk_by(|a, b| a.0 == b.0)
            .map(|of_object| {
                let set: Vec<crate::RootKind> = of_object.iter().map(|&(_, kind)| kind).collect();
                let number = *numbers.entry(set).or_insert_with_key(|set| {
                    kinds.push(ScriptValue::List(set.iter().map(|kind| ScriptValue::Text(kind.name().into())).collect()));
                    (kinds.len() - 1) as u32
                });
                (of_object[0].0, number)
            })
            .collect();
        Self { heap, kept: ObjectBits::from_bitmap(&heap.kept, heap.len()), root_sets, kinds }
    }

    /// The number of the set of root kinds of an object.
    pub(crate) fn root_set(&self, object: ObjectIndex) -> u32 {
        self.root_sets.get(&object.0).copied().unwrap_or(0)
    }

    /// References to an object from objects that count.
    pub(crate) fn incoming(&self, object: ObjectIndex) -> u32 {
        self.heap.pointed_from(object).iter().filter(|&&source| self.kept.has(ObjectIndex(source))).count() as u32
    }

    /// A property of an object.
    pub(super) fn property(&self, facts: &Facts, object: ObjectIndex, property: Property) -> ScriptValue<'h> {
        let heap = self.heap;
        let type_at = heap.type_of(object);
        let info = heap.type_info(type_at);
        match property {
            Property::Type => ScriptValue::Text(info.name.clone()),
            Property::ShortType => ScriptValue::Text(crate::class_names::without_package(&info.name).into()),
            Property::Package => ScriptValue::Text(package_of(&info.name).into()),
            Property::Loader => ScriptValue::Text(heap.class_loader_name(type_at).into()),
            Property::Superclasses => ScriptValue::List(
                heap.ancestry(type_at).skip(1).map(|class| ScriptValue::Text(heap.type_info(class).name.clone())).collect(),
            ),
            Property::IsArray => ScriptValue::Bool(matches!(info.kind, TypeKind::Array(_))),
            Property::IsPrimitiveArray => ScriptValue::Bool(matches!(info.kind, TypeKind::Array(ArrayKind::Primitives(_)))),
            Property::ArrayLength => ScriptValue::Int(heap.array_length(object).map_or(-1, i64::from)),
            Property::Size => ScriptValue::Int(i64::try_from(heap.bytes_of(object)).unwrap_or(i64::MAX)),
            Property::Incoming => ScriptValue::Int(i64::from(self.incoming(object))),
            Property::Outgoing => ScriptValue::Int(heap.points_to(object).len() as i64),
            Property::Roots => self.kinds[self.root_set(object) as usize].clone(),
            Property::Count => {
                let of_collection = || match facts.with_counts.contains(&object.0) {
                    true => facts.count(object),
                    false => heap.collection_sizes(&[object]).remove(&object),
                };
                let count = heap.array_length(object).map(u64::from).or_else(of_collection);
                count.map_or(ScriptValue::Null, |count| ScriptValue::Int(count.cast_signed()))
            }
            Property::Text if !is_text(heap, type_at) => ScriptValue::Null,
            Property::Text if facts.with_texts.contains(&object.0) => {
                facts.texts.get(&object).map_or(ScriptValue::Null, |text| ScriptValue::Text(text.as_str().into()))
            }
            Property::Text => heap.text_of(object).map_or(ScriptValue::Null, |text| ScriptValue::Text(text.into())),
            Property::PointsTo => ScriptValue::Row(heap.points_to(object)),
            Property::PointedFrom => {
                let row = heap.pointed_from(object);
                if row.iter().all(|&source| self.kept.has(ObjectIndex(source))) {
                    return ScriptValue::Row(row);
                }
                let kept = row.iter().map(|&source| ObjectIndex(source)).filter(|&source| self.kept.has(source));
                ScriptValue::List(kept.map(ScriptValue::Object).collect())
            }
            Property::Address => ScriptValue::Int(heap.address_of(object).cast_signed()),
            Property::Describes => {
                heap.described_type(object).map_or(ScriptValue::Null, |class| ScriptValue::Text(heap.type_info(class).name.clone()))
            }
        }
    }

    /// A field of an object; null where it has none of this name.
    pub(super) fn field(&self, facts: &Facts, object: ObjectIndex, number: usize, name: &str) -> ScriptValue<'h> {
        let value = match facts.with_fields.contains(&object.0) {
            true => facts.fields.get(&(object.0, number as u32)).copied(),
            false => self.heap.with_record(object, |record| record.field(name)).flatten(),
        };
        value.map_or(ScriptValue::Null, script_value)
    }
}

/// Whether objects of a type may have a text.
fn is_text(heap: &HeapState, type_at: TypeIndex) -> bool {
    let info = heap.type_info(type_at);
    &*info.name == "java.lang.String" || info.kind == TypeKind::Array(ArrayKind::Primitives(Primitive::Char))
}

fn script_value<'h>(value: Value) -> ScriptValue<'h> {
    match value {
        Value::Null | Value::Missing(_) => ScriptValue::Null,
        Value::Object(object) => ScriptValue::Object(object),
        Value::Boolean(value) => ScriptValue::Bool(value),
        Value::Char(unit) => ScriptValue::Text(String::from_utf16_lossy(&[unit]).into()),
        Value::Float(value) => ScriptValue::Double(f64::from(value)),
        Value::Double(value) => ScriptValue::Double(value),
        whole => whole.integer().map_or(ScriptValue::Null, ScriptValue::Int),
    }
}
