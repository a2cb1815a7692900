//! How many elements collections of the platform hold: read from their fields, as the classes define them.

use rustc_hash::FxHashMap;

use super::{HeapState, Record};
use crate::{ObjectIndex, TypeIndex};

/// Where a collection keeps the number of its elements.
#[derive(Debug, Clone, Copy)]
enum SizeIn {
    /// In this field.
    Field(&'static str),
    /// It is the length of the array in this field.
    ArrayLength(&'static str),
    /// The collection in this field has as many.
    Other(&'static str),
    /// Between `head` and `tail` of a ring.
    Ring,
}

/// Collections of the platform; those that extend them are meant, too.
const COLLECTIONS: [(&str, SizeIn); 20] = [
    ("java.util.ArrayList", SizeIn::Field("size")),
    ("java.util.HashMap", SizeIn::Field("size")),
    ("java.util.LinkedList", SizeIn::Field("size")),
    ("java.util.TreeMap", SizeIn::Field("size")),
    ("java.util.PriorityQueue", SizeIn::Field("size")),
    ("java.util.IdentityHashMap", SizeIn::Field("size")),
    ("java.util.WeakHashMap", SizeIn::Field("size")),
    ("java.util.EnumMap", SizeIn::Field("size")),
    ("java.util.Vector", SizeIn::Field("elementCount")),
    ("java.util.Hashtable", SizeIn::Field("count")),
    // Counts of contended tables are spread over further cells.
    ("java.util.concurrent.ConcurrentHashMap", SizeIn::Field("baseCount")),
    ("java.util.HashSet", SizeIn::Other("map")),
    ("java.util.TreeSet", SizeIn::Other("m")),
    ("java.util.concurrent.ConcurrentHashMap$KeySetView", SizeIn::Other("map")),
    ("java.util.concurrent.CopyOnWriteArraySet", SizeIn::Other("al")),
    ("java.util.concurrent.CopyOnWriteArrayList", SizeIn::ArrayLength("array")),
    ("java.util.Arrays$ArrayList", SizeIn::ArrayLength("a")),
    ("java.util.ImmutableCollections$ListN", SizeIn::ArrayLength("elements")),
    ("java.util.ImmutableCollections$SetN", SizeIn::Field("size")),
    ("java.util.ArrayDeque", SizeIn::Ring),
];

/// What a class of collections is built on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CollectionShape {
    /// Arrays and nodes of its own.
    Own,
    /// Another collection: sets on maps.
    Wrapper,
}

impl HeapState {
    /// Whether objects of a class are collections whose elements [`HeapState::collection_sizes`] counts, and how such
    /// collections are built.
    pub(crate) fn collection_shape(&self, class: TypeIndex) -> Option<CollectionShape> {
        match self.size_rule(class)? {
            SizeIn::Other(_) => Some(CollectionShape::Wrapper),
            SizeIn::Field(_) | SizeIn::ArrayLength(_) | SizeIn::Ring => Some(CollectionShape::Own),
        }
    }

    fn size_rule(&self, class: TypeIndex) -> Option<SizeIn> {
        let rule = |class: TypeIndex| COLLECTIONS.iter().find(|(name, _)| *name == &*self.type_info(class).name);
        self.ancestry(class).find_map(rule).map(|&(_, size)| size)
    }

    /// The number of elements of the collections of the platform, and of those that extend them, among these objects;
    /// other objects are left out. Goes through the pieces of the dump that hold them: for many objects, ask once for all.
    #[must_use]
    pub fn collection_sizes(&self, objects: &[ObjectIndex]) -> FxHashMap<ObjectIndex, u64> {
        let mut rules: FxHashMap<TypeIndex, Option<SizeIn>> = FxHashMap::default();
        let mut sizes = FxHashMap::default();
        let mut wanted: Vec<(ObjectIndex, ObjectIndex)> = objects.iter().map(|&object| (object, object)).collect();
        // A set may hold a set that holds a map; deeper there is nothing.
        for _ in 0..3 {
            wanted.retain(|(_, collection)| {
                let class = self.type_of(*collection);
                rules.entry(class).or_insert_with(|| self.size_rule(class)).is_some()
            });
            if wanted.is_empty() {
                break;
            }
            let collections: Vec<ObjectIndex> = wanted.iter().map(|&(_, collection)| collection).collect();
            let rule_of = |record: &Record<'_>| rules.get(&record.object_type()).copied().flatten();
            let read = |record: &Record<'_>| Some((record.object(), size_of(self, record, rule_of(record)?)?));
            let found: FxHashMap<ObjectIndex, Found> = self.each_of(&collections, read).into_iter().collect();
            let mut next = Vec::new();
            for (object, collection) in wanted {
                match found.get(&collection) {
                    // A table that was changed while the dump was written may say anything.
                    Some(Found::Size(size)) => drop(sizes.insert(object, u64::try_from(*size).unwrap_or(0))),
                    Some(Found::In(other)) => next.push((object, *other)),
                    None => {}
                }
            }
            wanted = next;
        }
        sizes
    }
}

enum Found {
    Size(i64),
    In(ObjectIndex),
}

fn size_of(heap: &HeapState, record: &Record<'_>, rule: SizeIn) -> Option<Found> {
    let length_in = |name: &str| heap.array_length(record.field(name)?.object()?).map(i64::from);
    Some(match rule {
        SizeIn::Field(name) => Found::Size(record.field(name)?.integer()?),
        SizeIn::ArrayLength(name) => Found::Size(length_in(name)?),
        SizeIn::Other(name) => Found::In(record.field(name)?.object()?),
        SizeIn::Ring => {
            let (head, tail) = (record.field("head")?.integer()?, record.field("tail")?.integer()?);
            Found::Size((tail - head).rem_euclid(length_in("elements")?.max(1)))
        }
    })
}
