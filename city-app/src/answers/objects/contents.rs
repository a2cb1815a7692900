//! What one object holds, row by row: fields by declaring class, static fields, elements, what a thread's stack holds.

use std::sync::Arc;

use analysis::{ArrayKind, HeapState, ObjectIndex, Primitive, Slot, TypeIndex, TypeKind, Value};

use super::{ObjectLink, address_text};

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// An instance field.
    Field,
    /// A static field of the class that a class object describes.
    Static,
    /// An element of an array.
    Element,
    /// Something on a thread's stack.
    Local,
    /// The class, super class or loader.
    Structure,
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentsRow {
    /// What it is.
    pub kind: RowKind,
    /// The class that declares the field; empty where nobody does.
    pub declared_by: Arc<str>,
    /// Name of the field, `[3]`, or what the stack calls it.
    pub name: Arc<str>,
    /// The declared type of plain values, the class of what is referenced; empty for `null`.
    pub value_type: Arc<str>,
    /// The value as in source code; of references what they lead to in a few words.
    pub value: String,
    /// The object that is referenced.
    pub target: Option<ObjectLink>,
}

/// What one object holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contents {
    /// Fields come as the class declares them, its own first, then those of its super class and so on.
    pub rows: Vec<ContentsRow>,
    /// Elements of an array that were not read, because only the first were asked for.
    pub more: u64,
}

/// A row before its target was looked at.
struct Draft {
    kind: RowKind,
    declared_by: Arc<str>,
    name: Arc<str>,
    primitive: Option<Primitive>,
    value: Value,
}

/// Reads what an object holds, of arrays the first `most_elements`. Empty for made-up objects.
#[must_use]
pub fn contents(heap: &HeapState, object: ObjectIndex, most_elements: usize) -> Contents {
    let mut drafts = Vec::new();
    let mut more = 0;
    let nobody: Arc<str> = "".into();
    if let Some(values) = heap.values_of(object, most_elements) {
        let class_name = |class: TypeIndex| Arc::clone(&heap.type_info(class).name);
        for (kind, fields) in [(RowKind::Field, values.fields), (RowKind::Static, values.statics)] {
            drafts.extend(fields.into_iter().map(|field| Draft {
                kind,
                declared_by: class_name(field.class),
                name: field.name,
                primitive: field.kind,
                value: field.value,
            }));
        }
        let primitive = match heap.type_info(heap.type_of(object)).kind {
            TypeKind::Array(ArrayKind::Primitives(element)) => Some(element),
            _ => None,
        };
        more = u64::from(values.array_length.unwrap_or(0)).saturating_sub(values.elements.len() as u64);
        drafts.extend(values.elements.into_iter().enumerate().map(|(at, value)| Draft {
            kind: RowKind::Element,
            declared_by: Arc::clone(&nobody),
            name: format!("[{at}]").into(),
            primitive,
            value,
        }));
    }
    drafts.extend(unnamed_references(heap, object));
    let targets: Vec<ObjectIndex> = drafts.iter().filter_map(|draft| draft.value.object()).collect();
    let mut links = ObjectLink::to(heap, &targets).into_iter();
    let row = |Draft { kind, declared_by, name, primitive, value }: Draft| {
        let target = value.object().and_then(|_| links.next());
        let value_type = match (&target, primitive) {
            (_, Some(primitive)) => primitive.name().into(),
            (Some(target), None) => Arc::clone(&target.class),
            (None, None) => Arc::clone(&nobody),
        };
        let value = match &target {
            Some(target) if target.preview.is_empty() => address_text(target.address),
            Some(target) => target.preview.clone(),
            None => value.to_string(),
        };
        ContentsRow { kind, declared_by, name, value_type, value, target }
    };
    Contents { rows: drafts.into_iter().map(row).collect(), more }
}

/// References that stand in no field: those of threads to what their stacks hold, of class objects to super class and
/// loader.
fn unnamed_references(heap: &HeapState, object: ObjectIndex) -> Vec<Draft> {
    let is_thread = heap.threads.iter().any(|thread| thread.object == Some(object));
    if !is_thread && !heap.is_class_object(object) {
        return Vec::new();
    }
    let draft = |(slot, &target): (Slot, &u32)| {
        let kind = match slot {
            Slot::Local { .. } => RowKind::Local,
            Slot::SuperClass | Slot::ClassLoader => RowKind::Structure,
            _ => return None,
        };
        let name = heap.slot_name(slot);
        let name = name.trim_matches(['<', '>']).into();
        Some(Draft { kind, declared_by: "".into(), name, primitive: None, value: Value::Object(ObjectIndex(target)) })
    };
    heap.slots_of(object).into_iter().zip(heap.points_to(object)).filter_map(draft).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::test_heaps::{fixture, named, travel_shop};

    #[test]
    fn fields_have_declaring_class_type_and_value() {
        let heap = &travel_shop().heap;
        let maps = named(heap, "java.util.HashMap");
        let found = maps
            .iter()
            .map(|&map| contents(heap, map, 10))
            .find(|found| found.rows.iter().any(|row| &*row.name == "size" && row.value == "1430"));
        let rows = found.expect("the cache holds 13 * 110 searches").rows;
        let row = |name: &str| rows.iter().find(|row| &*row.name == name).expect("a map has it");
        assert_eq!((&*row("size").value_type, &*row("size").declared_by), ("int", "java.util.HashMap"));
        assert_eq!(&*row("keySet").declared_by, "java.util.AbstractMap");
        let table = row("table").target.clone().expect("a full map has a table");
        assert_eq!(&*table.class, "java.util.HashMap$Node[]");
        let elements = contents(heap, table.object, 100);
        assert_eq!(
            (elements.rows.len(), elements.rows.len() as u64 + elements.more),
            (100, heap.array_length(table.object).map_or(0, u64::from))
        );
        assert_eq!((&*elements.rows[3].name, elements.rows[3].kind), ("[3]", RowKind::Element));
    }

    #[test]
    fn classes_show_their_static_fields_and_threads_their_stacks() {
        let heap = &travel_shop().heap;
        let of_class = |object: &&ObjectIndex| {
            heap.described_type(**object).is_some_and(|class| heap.type_info(class).name.ends_with(".JourneyService"))
        };
        let service = named(heap, "java.lang.Class").iter().find(of_class).copied().expect("the class is loaded");
        let rows = contents(heap, service, 0).rows;
        assert!(rows.iter().any(|row| row.kind == RowKind::Static && &*row.name == "SEARCH_CACHE" && row.value == "1,430 elements"));
        assert!(
            rows.iter().any(|row| row.kind == RowKind::Structure && &*row.name == "super class" && row.value == "class java.lang.Object")
        );

        let small = fixture("root thread main -> a\na: A 16");
        let thread = small.heap.threads[0].object.expect("has an object");
        let rows = contents(&small.heap, thread, 0).rows;
        assert_eq!(rows.iter().map(|row| (row.kind, &*row.name)).collect::<Vec<_>>(), [(RowKind::Local, "local variable, thread main")]);
    }
}
