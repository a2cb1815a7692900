//! Keys of a map that hold the same as another key of it: a map that looks them up by their contents would have found the first one.
//!
//! Contents are the values of all fields; texts and boxed values that fields lead to count by what they hold, everything else by which
//! object it is. So keys that are told as equal are, and some that are may not be told.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::waste::BOXES;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::heap::{HeapState, Record, Value};

/// So many entries are looked at.
const MOST_ENTRIES: usize = 100_000;
/// Of fewer keys nothing is told.
const LEAST_KEYS: usize = 20;
/// Longer texts are read in part only, and count as different.
const LONGEST_TEXT: usize = 4_096;
/// Nobody expects these to look at contents.
const BY_IDENTITY: [&str; 1] = ["java.util.IdentityHashMap"];

/// Keys of one class that a map holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EqualKeys {
    /// Their class.
    pub class: String,
    /// How many keys were looked at.
    pub keys: u64,
    /// How many of them hold the same as another one.
    pub equal: u64,
}

impl EqualKeys {
    /// What to do about it.
    pub(super) fn advice(&self, owner: &str) -> String {
        format!(
            "Give {} equals and hashCode by what it holds, and do not change keys that are in a map: {owner} does not find again what was put in",
            self.class
        )
    }
}

/// A field of a key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Part {
    Bits(u64),
    Text(String),
    Object(u32),
}

/// The class of which most keys of these maps are, if most of them hold the same as another one.
pub(super) fn equal_keys(heap: &HeapState, heads: &RoaringBitmap) -> Option<EqualKeys> {
    let class = heap.type_of(ObjectIndex(heads.min()?));
    // Traces tell no values, and without them keys look alike.
    if !heap.has_values() || heads.len() != 1 || heap.ancestry(class).any(|class| BY_IDENTITY.contains(&&*heap.type_info(class).name)) {
        return None;
    }
    let keys: Vec<ObjectIndex> = heap.each_of(&entries(heap, heads), |record| record.field("key")?.object());
    let mut of_class: FxHashMap<TypeIndex, Vec<ObjectIndex>> = FxHashMap::default();
    keys.into_iter().for_each(|key| of_class.entry(heap.type_of(key)).or_default().push(key));
    let (class, mut keys) = of_class.into_iter().max_by_key(|(class, keys)| (keys.len(), std::cmp::Reverse(*class)))?;
    keys.sort_unstable();
    keys.dedup();
    let name = heap.type_info(class).name.to_string();
    if keys.len() < LEAST_KEYS || heap.described_type(keys[0]).is_some() {
        return None;
    }
    let contents = contents(heap, &keys);
    let mut known: FxHashMap<&[Part], u64> = FxHashMap::default();
    contents.iter().for_each(|content| *known.entry(content).or_default() += 1);
    let equal = contents.iter().filter(|content| known[&content[..]] > 1).count() as u64;
    (2 * equal > keys.len() as u64).then_some(EqualKeys { class: name, keys: keys.len() as u64, equal })
}

/// The entries of maps: what their tables lead to, and those behind these, as far as they are of the same class.
fn entries(heap: &HeapState, heads: &RoaringBitmap) -> Vec<ObjectIndex> {
    let is_entry = |object: &u32| {
        let name = &heap.type_info(heap.type_of(ObjectIndex(*object))).name;
        name.ends_with("Node") || name.ends_with("Entry")
    };
    let tables = heads.iter().flat_map(|head| heap.points_to(ObjectIndex(head)).iter().copied());
    let mut open: Vec<u32> = tables.clone().chain(tables.flat_map(|table| heap.points_to(ObjectIndex(table)).iter().copied())).collect();
    open.retain(|object| is_entry(object));
    let mut known: FxHashSet<u32> = open.iter().copied().collect();
    while let Some(entry) = open.pop() {
        if known.len() >= MOST_ENTRIES {
            break;
        }
        let behind = heap.points_to(ObjectIndex(entry)).iter().copied().filter(|object| is_entry(object));
        open.extend(behind.filter(|&object| known.insert(object)));
    }
    known.into_iter().map(ObjectIndex).collect()
}

/// What each key holds; nothing for those that cannot be read.
fn contents(heap: &HeapState, keys: &[ObjectIndex]) -> Vec<Vec<Part>> {
    let fields = |record: &Record<'_>| Some(record.fields().map(|(_, value)| value).collect::<Vec<Value>>());
    let read: Vec<Vec<Value>> = heap.each_of(keys, fields);
    let mut behind: Vec<ObjectIndex> = read.iter().flatten().filter_map(|value| value.object()).collect();
    behind.sort_unstable();
    behind.dedup();
    let is_text = |object: &ObjectIndex| &*heap.type_info(heap.type_of(*object)).name == "java.lang.String";
    let (texts, others): (Vec<ObjectIndex>, Vec<ObjectIndex>) = behind.into_iter().partition(is_text);
    let texts = heap.texts_of(&texts);
    let is_boxed = |object: &ObjectIndex| BOXES.contains(&&*heap.type_info(heap.type_of(*object)).name);
    let boxed: Vec<ObjectIndex> = others.into_iter().filter(is_boxed).collect();
    let boxed: FxHashMap<ObjectIndex, u64> =
        heap.each_of(&boxed, |record| Some((record.object(), record.field("value")?.bits()))).into_iter().collect();
    let part = |value: Value| match value.object() {
        None => match value {
            Value::Missing(address) => Part::Bits(address),
            value => Part::Bits(value.bits()),
        },
        Some(object) => match (texts.get(&object), boxed.get(&object)) {
            (Some(text), _) if text.chars().count() < LONGEST_TEXT => Part::Text(text.clone()),
            (_, Some(&bits)) => Part::Bits(bits),
            _ => Part::Object(object.0),
        },
    };
    // A key without fields is equal to all others of its class, and says nothing.
    read.into_iter().filter(|values| !values.is_empty()).map(|values| values.into_iter().map(part).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{TextHeap, heap};

    /// Thirty keys in one map, with these numbers.
    fn map(id: impl Fn(usize) -> usize) -> TextHeap {
        let nodes: Vec<String> = (0..30).map(|at| format!("n{at}")).collect();
        let entries: String =
            (0..30).map(|at| format!("n{at}: java.util.HashMap$Node 32 -> key=k{at}\nk{at}: app.Key 16 -> id:{}\n", id(at))).collect();
        let table = format!("m: java.util.HashMap 48 -> table=t\nt: java.util.HashMap$Node[64] 64 -> {}\n", nodes.join(" "));
        heap(&format!("root jni -> m\n{table}{entries}"))
    }

    fn told(heap: &TextHeap) -> Option<u64> {
        let told = equal_keys(heap, &std::iter::once(heap.object("m").0).collect())?;
        assert_eq!((&*told.class, told.keys), ("app.Key", 30));
        Some(told.equal)
    }

    #[test]
    fn keys_are_told_if_most_of_them_hold_the_same_as_another_one() {
        assert_eq!(told(&map(|at| at % 10)), Some(30));
        assert_eq!(told(&map(|at| at.max(13))), None, "half of them do not");
        assert_eq!(told(&map(|at| at.max(15))), Some(16));
        assert_eq!(told(&map(|at| at)), None);
    }

    #[test]
    fn where_values_are_not_known_nothing_is_told_of_keys() {
        let mut heap = map(|_| 7);
        assert_eq!(told(&heap), Some(30));
        heap.state.records.references_only = true;
        assert_eq!(told(&heap), None);
    }
}
