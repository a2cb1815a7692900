//! What an object holds in a few words: the text of a string, a number, how many elements, the first plain fields.

use analysis::{ArrayKind, HeapState, ObjectIndex, Progress, Record, TypeKind, Value};
use std::collections::HashMap;
use std::fmt::Write as _;

use crate::base::words;

/// Longer texts are cut.
const LONGEST: usize = 120;
/// Longer texts of fields are cut.
const LONGEST_OF_FIELD: usize = 40;
/// Fields that are told of an object without a text of its own.
const FIELDS_TOLD: usize = 3;
/// Fields that are looked at for that.
const FIELDS_READ: usize = 24;
/// Classes of boxed values, without their package.
const BOXED: [&str; 8] = ["Boolean", "Character", "Byte", "Short", "Integer", "Long", "Float", "Double"];

/// What a field of an object says about it.
#[derive(Debug)]
enum Told {
    /// The whole object is this value.
    Value(Value),
    /// The object is called so.
    Name(ObjectIndex),
    /// One of its fields.
    Field(String, Value),
}

/// What these objects hold, in their order; empty where nothing short can be said. Goes through the pieces of the dump
/// that hold them: for many objects, ask once for all.
#[must_use]
pub fn previews(heap: &HeapState, objects: &[ObjectIndex]) -> Vec<String> {
    let told = told_by_fields(heap, objects);
    let mut texts: Vec<ObjectIndex> = objects.iter().copied().filter(|&object| is_text(heap, object)).collect();
    for told in told.values().flatten() {
        match told {
            Told::Name(name) => texts.push(*name),
            Told::Field(_, Value::Object(text)) => texts.push(*text),
            _ => {}
        }
    }
    let texts = heap.texts_of(&texts);
    let sizes = heap.collection_sizes(objects);
    let preview = |&object: &ObjectIndex| {
        if let Some(class) = heap.described_type(object) {
            return format!("class {}", heap.type_info(class).name);
        }
        if let Some(text) = texts.get(&object) {
            return quoted(text, LONGEST);
        }
        if let Some(length) = heap.array_length(object) {
            return elements(u64::from(length));
        }
        if let Some(&size) = sizes.get(&object) {
            return elements(size);
        }
        let mut preview = String::new();
        for told in told.get(&object).into_iter().flatten() {
            match told {
                Told::Value(value) => return value.to_string(),
                Told::Name(name) => return texts.get(name).map(|text| quoted(text, LONGEST)).unwrap_or_default(),
                Told::Field(name, value) => {
                    let value = match value {
                        Value::Object(text) => texts.get(text).map(|text| quoted(text, LONGEST_OF_FIELD)),
                        value => Some(value.to_string()),
                    };
                    if let Some(value) = value {
                        let comma = if preview.is_empty() { "" } else { ", " };
                        let _ = write!(preview, "{comma}{name} = {value}");
                    }
                }
            }
        }
        preview
    };
    objects.iter().map(preview).collect()
}

/// A text in quotes, without line breaks, cut behind so many letters.
pub(super) fn quoted(text: &str, most: usize) -> String {
    let cut: String = text.chars().take(most).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let more = if text.chars().nth(most).is_some() { "…" } else { "" };
    format!("\"{cut}{more}\"")
}

fn elements(count: u64) -> String {
    match count {
        0 => "empty".to_owned(),
        1 => "1 element".to_owned(),
        _ => format!("{} elements", words::count(count)),
    }
}

/// Whether an object is a `String` or a `char[]`.
pub(super) fn is_text(heap: &HeapState, object: ObjectIndex) -> bool {
    let info = heap.type_info(heap.type_of(object));
    &*info.name == "java.lang.String" || info.kind == TypeKind::Array(ArrayKind::Primitives(analysis::Primitive::Char))
}

fn told_by_fields(heap: &HeapState, objects: &[ObjectIndex]) -> HashMap<ObjectIndex, Vec<Told>> {
    let plain = |&&object: &&ObjectIndex| {
        heap.type_info(heap.type_of(object)).kind == TypeKind::Instance && !heap.is_class_object(object) && !is_text(heap, object)
    };
    let wanted = objects.iter().filter(plain).map(|object| object.0).collect();
    let read = |found: &mut Vec<(ObjectIndex, Vec<Told>)>, record: Record<'_>| found.push((record.object(), told_by(heap, &record)));
    // Nobody can cancel a progress that nobody else holds.
    heap.read_records_of(&wanted, read, &Progress::new()).unwrap_or_default().into_iter().flatten().collect()
}

fn told_by(heap: &HeapState, record: &Record<'_>) -> Vec<Told> {
    let class = &*heap.type_info(record.object_type()).name;
    if class.strip_prefix("java.lang.").is_some_and(|name| BOXED.contains(&name)) {
        return record.field("value").map(Told::Value).into_iter().collect();
    }
    let mut told = Vec::new();
    for (place, value) in record.fields().take(FIELDS_READ) {
        let declared_by = &*heap.type_info(place.class).name;
        let name = heap.field_name(place);
        match value {
            Value::Object(target) if name == "name" && matches!(declared_by, "java.lang.Enum" | "java.lang.Thread") => {
                return vec![Told::Name(target)];
            }
            Value::Null | Value::Missing(_) => {}
            Value::Object(target) if !is_text(heap, target) => {}
            value if told.len() < FIELDS_TOLD => told.push(Told::Field(name.to_owned(), value)),
            _ => {}
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::objects::test_heaps::{named, travel_shop};

    #[test]
    fn strings_numbers_collections_and_plain_fields_are_read() {
        let heap = &travel_shop().heap;
        let of = |class: &str| previews(heap, &named(heap, class));
        assert!(of("java.lang.String").iter().any(|text| text == "\"travelshop.business.JourneyService\""));
        assert!(of("java.lang.Integer").contains(&"127".to_owned()));
        assert!(of("java.util.ArrayList").iter().any(|text| text.ends_with(" elements")));
        // A search per request at every point: 13 * 110.
        assert!(of("java.util.HashMap").contains(&"1,430 elements".to_owned()));
        assert!(of("java.lang.Thread").contains(&"\"main\"".to_owned()));
        let class = heap.kept_objects().find(|&object| heap.is_class_object(object)).expect("there are classes");
        assert!(previews(heap, &[class])[0].starts_with("class "));
        let locations = of("travelshop.business.Location");
        assert!(locations[0].contains("name = \""), "{}", locations[0]);
    }

    #[test]
    fn long_texts_are_cut_and_stay_in_one_line() {
        assert_eq!(quoted("a\nb", 5), "\"a b\"");
        assert_eq!(quoted("äöü", 2), "\"äö…\"");
        assert_eq!((elements(0).as_str(), elements(1).as_str(), elements(1234).as_str()), ("empty", "1 element", "1,234 elements"));
    }
}
