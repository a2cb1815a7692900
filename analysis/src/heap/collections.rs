//! How many elements collections of the platform hold: read from their fields, as the classes define them.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{HeapState, Record, Value};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;

/// Where a collection keeps the number of its elements.
#[derive(Debug, Clone, Copy)]
enum SizeIn {
    /// In this field.
    Field(&'static str),
    /// It is the length of the array in this field.
    ArrayLength(&'static str),
    /// The collection in this field has as many; null stands for 0.
    Other(&'static str),
    /// It is what the counter in this field says; null stands for 0.
    Counter(&'static str),
    /// Between `head` and `tail` of a ring.
    Ring,
    /// Always so many.
    Fixed(i64),
    /// Two, but one if `e1` is null or `ImmutableCollections.EMPTY`.
    OneOrTwo,
    /// As many as this field has bits.
    Bits(&'static str),
    /// In the first field, if there is one, and in the objects of these arrays.
    Parts(&'static str, [&'static str; 2]),
    /// In the map that they keep from JDK 9 on, before that as in other hash tables.
    Properties,
}

/// Collections of the platform; those that extend them are meant, too.
const COLLECTIONS: [(&str, SizeIn); 22] = [
    ("java.util.ArrayList", SizeIn::Field("size")),
    ("java.util.HashMap", SizeIn::Field("size")),
    ("java.util.LinkedList", SizeIn::Field("size")),
    ("java.util.TreeMap", SizeIn::Field("size")),
    ("java.util.PriorityQueue", SizeIn::Field("size")),
    ("java.util.IdentityHashMap", SizeIn::Field("size")),
    ("java.util.WeakHashMap", SizeIn::Field("size")),
    ("java.util.EnumMap", SizeIn::Field("size")),
    ("java.util.Vector", SizeIn::Field("elementCount")),
    ("java.util.Properties", SizeIn::Properties),
    ("java.util.Hashtable", SizeIn::Field("count")),
    // Counts of contended tables are spread over cells, those of JDK 7 and earlier over segments.
    ("java.util.concurrent.ConcurrentHashMap", SizeIn::Parts("baseCount", ["counterCells", "segments"])),
    (SEGMENT, SizeIn::Field("count")),
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

/// Further collections: made for their few elements, views of others, queues with a capacity, and those of the JVM.
const OTHER_COLLECTIONS: [(&str, SizeIn); 30] = [
    ("java.util.ImmutableCollections$List12", SizeIn::OneOrTwo),
    ("java.util.ImmutableCollections$Set12", SizeIn::OneOrTwo),
    ("java.util.ImmutableCollections$Map1", SizeIn::Fixed(1)),
    ("java.util.ImmutableCollections$MapN", SizeIn::Field("size")),
    ("java.util.ImmutableCollections$SubList", SizeIn::Field("size")),
    ("java.util.Collections$EmptyList", SizeIn::Fixed(0)),
    ("java.util.Collections$EmptySet", SizeIn::Fixed(0)),
    ("java.util.Collections$EmptyMap", SizeIn::Fixed(0)),
    ("java.util.Collections$SingletonList", SizeIn::Fixed(1)),
    ("java.util.Collections$SingletonSet", SizeIn::Fixed(1)),
    ("java.util.Collections$SingletonMap", SizeIn::Fixed(1)),
    ("java.util.Collections$UnmodifiableCollection", SizeIn::Other("c")),
    ("java.util.Collections$UnmodifiableMap", SizeIn::Other("m")),
    ("java.util.Collections$SynchronizedCollection", SizeIn::Other("c")),
    ("java.util.Collections$SynchronizedMap", SizeIn::Other("m")),
    ("java.util.Collections$SetFromMap", SizeIn::Other("m")),
    ("java.util.Collections$AsLIFOQueue", SizeIn::Other("q")),
    ("java.util.ArrayList$SubList", SizeIn::Field("size")),
    ("java.util.RegularEnumSet", SizeIn::Bits("elements")),
    ("java.util.JumboEnumSet", SizeIn::Field("size")),
    // JDK 8 and earlier keep no count: these are then of unknown size.
    ("java.util.concurrent.ConcurrentSkipListMap", SizeIn::Counter("adder")),
    ("java.util.concurrent.ConcurrentSkipListSet", SizeIn::Other("m")),
    ("java.util.concurrent.LinkedBlockingQueue", SizeIn::Counter("count")),
    ("java.util.concurrent.LinkedBlockingDeque", SizeIn::Field("count")),
    ("java.util.concurrent.ArrayBlockingQueue", SizeIn::Field("count")),
    ("java.util.concurrent.PriorityBlockingQueue", SizeIn::Field("size")),
    ("java.util.concurrent.DelayQueue", SizeIn::Other("q")),
    ("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", SizeIn::Field("size")),
    ("java.util.TaskQueue", SizeIn::Field("size")),
    ("java.lang.ThreadLocal$ThreadLocalMap", SizeIn::Field("size")),
];

/// Parts in which collections keep their counts.
const COUNTERS: [(&str, SizeIn); 4] = [
    (CELL_OF_MAP, SizeIn::Field("value")),
    ("java.util.concurrent.atomic.AtomicInteger", SizeIn::Field("value")),
    (ADDER, SizeIn::Parts("base", ["cells", "cells"])),
    ("java.util.concurrent.atomic.Striped64$Cell", SizeIn::Field("value")),
];

const CELL_OF_MAP: &str = "java.util.concurrent.ConcurrentHashMap$CounterCell";
const ADDER: &str = "java.util.concurrent.atomic.LongAdder";
const STRIPED: &str = "java.util.concurrent.atomic.Striped64";

/// A part of a concurrent map up to JDK 7, with a table of its own; from JDK 8 on without a count, and nothing but a form to store.
const SEGMENT: &str = "java.util.concurrent.ConcurrentHashMap$Segment";

/// What a field is for that sizes of collections are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    /// It holds a number that only collections have.
    Number,
    /// It has as many bits as its collection elements.
    Bits,
    /// It refers to the counter of its collection.
    Counter,
    /// It holds a number of which a collection may consist, or anything else that somebody counts.
    NumberOfCounter,
    /// It refers to an array of further counters.
    MoreCounters,
}

impl Counting {
    /// What the field is for that a class has itself, if it is one of those.
    pub(crate) fn of(class: &str, field: &str) -> Option<Self> {
        // What an adder has is in the class that it extends.
        let class = if class == STRIPED { ADDER } else { class };
        let rules = || COLLECTIONS.iter().chain(&OTHER_COLLECTIONS).chain(&COUNTERS);
        let (name, rule) = rules().find(|(name, _)| *name == class)?;
        let is_shared = COUNTERS.iter().any(|(counter, _)| counter == name) && *name != CELL_OF_MAP;
        match *rule {
            SizeIn::Field(number) | SizeIn::Parts(number, _) if number == field => {
                Some(if is_shared { Self::NumberOfCounter } else { Self::Number })
            }
            SizeIn::Parts(_, arrays) if is_shared && arrays.contains(&field) => Some(Self::MoreCounters),
            SizeIn::Ring if matches!(field, "head" | "tail") => Some(Self::Number),
            SizeIn::Bits(bits) if bits == field => Some(Self::Bits),
            SizeIn::Counter(counter) if counter == field => Some(Self::Counter),
            _ => None,
        }
    }
}

/// A view of a view of a set on a map with a counter of cells: deeper is not looked.
const DEEPEST: usize = 8;

/// Collections and arrays that use at most one of so many of their slots are sparse.
const SPARSE_PARTS: u64 = 4;

/// Whether few of so many slots are used.
pub(crate) const fn is_sparse(slots: u64, used: u64) -> bool {
    SPARSE_PARTS * used <= slots
}

/// What a class of collections is built on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CollectionShape {
    /// Arrays and nodes of its own.
    Own,
    /// Another collection: sets on maps.
    Wrapper,
    /// A table that is one of several of a map.
    Segment,
}

impl HeapState {
    /// Whether objects of a class are collections that take more than their elements need when these are few, and how
    /// such collections are built; [`HeapState::collection_sizes`] counts the elements of others, too.
    pub(crate) fn collection_shape(&self, class: TypeIndex) -> Option<CollectionShape> {
        Some(match self.rule_in(class, &COLLECTIONS)? {
            (SEGMENT, _) => CollectionShape::Segment,
            (_, SizeIn::Other(_)) => CollectionShape::Wrapper,
            _ => CollectionShape::Own,
        })
    }

    fn rule_in(&self, class: TypeIndex, rules: &[(&'static str, SizeIn)]) -> Option<(&'static str, SizeIn)> {
        let rule = |class: TypeIndex| rules.iter().find(|(name, _)| *name == &*self.type_info(class).name);
        self.ancestry(class).find_map(rule).copied()
    }

    fn size_rule(&self, class: TypeIndex, is_part: bool) -> Option<SizeIn> {
        let collection = self.rule_in(class, &COLLECTIONS).or_else(|| self.rule_in(class, &OTHER_COLLECTIONS));
        let counter = || if is_part { self.rule_in(class, &COUNTERS) } else { None };
        collection.or_else(counter).map(|(_, size)| size)
    }

    /// The number of elements of the collections of the platform, and of those that extend them, among these objects;
    /// other objects are left out. Goes through the pieces of the dump that hold them: for many objects, ask once for all.
    #[must_use]
    pub fn collection_sizes(&self, objects: &[ObjectIndex]) -> FxHashMap<ObjectIndex, u64> {
        self.sizes_of_collections(objects, &Progress::new()).expect("nobody cancels")
    }

    /// As [`HeapState::collection_sizes`], for very many objects.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub(crate) fn sizes_of_collections(&self, objects: &[ObjectIndex], progress: &Progress) -> Result<FxHashMap<ObjectIndex, u64>> {
        let mut rules: FxHashMap<(TypeIndex, bool), Option<SizeIn>> = FxHashMap::default();
        let mut rule_of = |object: ObjectIndex, is_part: bool| {
            let class = self.type_of(object);
            *rules.entry((class, is_part)).or_insert_with(|| self.size_rule(class, is_part))
        };
        let mut sizes: FxHashMap<ObjectIndex, i64> = FxHashMap::default();
        // Whose size is asked for, and where a part of it stands.
        let mut wanted: Vec<(ObjectIndex, ObjectIndex)> =
            objects.iter().filter(|&&object| rule_of(object, false).is_some()).map(|&object| (object, object)).collect();
        let mut unknown: FxHashSet<ObjectIndex> = FxHashSet::default();
        wanted.sort_unstable();
        wanted.dedup();
        let empty = self.no_element();
        for depth in 0..DEEPEST {
            if wanted.is_empty() {
                break;
            }
            let parts: FxHashMap<ObjectIndex, SizeIn> =
                wanted.iter().filter_map(|&(_, part)| Some((part, rule_of(part, depth > 0)?))).collect();
            let asked: RoaringBitmap = wanted.iter().map(|&(_, part)| part.0).collect();
            let read = |found: &mut Vec<(ObjectIndex, Found)>, record: Record<'_>| {
                let size = parts.get(&record.object()).and_then(|&rule| size_of(self, &record, rule, empty));
                found.extend(size.map(|size| (record.object(), size)));
            };
            let found: FxHashMap<ObjectIndex, Found> = self.read_records_of(&asked, read, progress)?.into_iter().flatten().collect();
            let mut next = Vec::new();
            progress.for_each(wanted, |(object, part)| {
                let Some(Found { size, others }) = found.get(&part) else {
                    unknown.insert(object);
                    return;
                };
                let sum = sizes.entry(object).or_default();
                *sum = sum.saturating_add(*size);
                next.extend(others.iter().map(|&other| (object, other)));
            })?;
            wanted = next;
        }
        unknown.extend(wanted.into_iter().map(|(object, _)| object));
        sizes.retain(|object, _| !unknown.contains(object));
        // A table that was changed while the dump was written may say anything.
        Ok(sizes.into_iter().map(|(object, size)| (object, u64::try_from(size).unwrap_or(0))).collect())
    }

    /// What stands in immutable collections where an element is missing, from JDK 12 on.
    fn no_element(&self) -> Option<ObjectIndex> {
        let class = self.types.iter().position(|info| &*info.name == "java.util.ImmutableCollections")?;
        let statics = self.fields.statics(TypeIndex(class as u32));
        statics.iter().find(|field| &*field.name == "EMPTY")?.value.object()
    }
}

/// A part of a size, and where the rest of it stands.
struct Found {
    size: i64,
    others: Vec<ObjectIndex>,
}

/// `empty` is no element of an immutable collection. `None` where a field is missing or holds something else.
fn size_of(heap: &HeapState, record: &Record<'_>, rule: SizeIn, empty: Option<ObjectIndex>) -> Option<Found> {
    let length_in = |name: &str| heap.array_length(record.field(name)?.object()?).map(i64::from);
    let here = |size: i64| Some(Found { size, others: Vec::new() });
    let number = |name: &str| record.stored(&heap.field(record.object_type(), name)?)?.integer();
    match rule {
        SizeIn::Field(name) => here(number(name)?),
        SizeIn::ArrayLength(name) => here(length_in(name)?),
        SizeIn::Other(name) | SizeIn::Counter(name) => match record.field(name)? {
            Value::Null => here(0),
            other => Some(Found { size: 0, others: vec![other.object()?] }),
        },
        SizeIn::Ring => here((number("tail")? - number("head")?).rem_euclid(length_in("elements")?.max(1))),
        SizeIn::Fixed(size) => here(size),
        SizeIn::OneOrTwo => {
            let second = record.field("e1")?.object().filter(|&second| Some(second) != empty);
            here(if second.is_some() { 2 } else { 1 })
        }
        SizeIn::Bits(name) => here(i64::from(number(name)?.count_ones())),
        SizeIn::Parts(name, arrays) => {
            let size = match number(name) {
                Some(size) => size,
                // The class has no such field; where nothing tells what fields hold, it may have.
                None if !heap.records.references_only => 0,
                None => return None,
            };
            let mut arrays: Vec<ObjectIndex> = arrays.iter().filter_map(|array| record.field(array)?.object()).collect();
            arrays.dedup();
            let others = arrays.iter().flat_map(|&array| heap.points_to(array)).map(|&part| ObjectIndex(part));
            Some(Found { size, others: others.collect() })
        }
        SizeIn::Properties => match record.field("map").and_then(Value::object) {
            Some(map) => Some(Found { size: 0, others: vec![map] }),
            None => here(number("count")?),
        },
    }
}
