//! One heap state: every object of a heap at one point in time, as columns over dense indices.
//!
//! Objects are numbered by address. Columns hold what every object has; what only some have lies in side tables.
//! References are compressed rows (CSR) in both directions. The edge from an object to its class object is
//! *implicit* (`types[type_of(object)].class_object`) and stands in no row: it would double the rows and say
//! nothing. Class objects are objects like any other; their rows hold static fields, super class, loader. A thread's
//! row also holds what its stack references.
//!
//! As in Eclipse MAT the boot loader is an object too (address 0, type `java.lang.ClassLoader`), so the number of
//! objects is one more than the number of records.

mod addresses;
mod collections;
mod content;
mod estimated_origins;
mod fields;
mod histogram;
mod object_bits;
mod objects;
pub(crate) mod origins;
mod parts;
mod policy;
mod ranked_bits;
mod reachability;
mod record_places;
mod records;
mod references;
mod roots;
mod row_starts;
mod slots;
mod spreading;
mod thread_locals;
mod types;
mod values;
mod weak_referents;

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

pub use addresses::AddressIndex;
pub(crate) use addresses::{AddressCollector, greatest_common_divisor};
pub(crate) use collections::{CollectionShape, Counting, is_sparse};
pub use content::{FieldValue, ObjectValues};
pub(crate) use estimated_origins::Strata;
pub(crate) use fields::TypeFields;
pub use fields::{Field, FieldPlace, FieldTable, StaticField};
pub use histogram::{Histogram, HistogramClass, heap_histogram};
pub(crate) use object_bits::ObjectBits;
pub use objects::ObjectTable;
pub(crate) use objects::TypeColumn;
pub(crate) use origins::LastStore;
pub use origins::{CallStack, Origins, Subsystem};
pub use parts::ObjectParts;
pub use policy::{Rules, SizePolicy};
pub(crate) use ranked_bits::RankedBits;
pub(crate) use reachability::{Counted, count_by, kept_classes, reachable, reachable_past, starting_roots};
pub use record_places::RecordPlaces;
pub(crate) use records::{Content, ReadRecords};
pub use records::{Record, Records, Redacted};
pub use references::References;
pub(crate) use references::Rows;
pub(crate) use roots::ResolvedRoots;
pub use roots::{Root, RootKind, StackFrame, ThreadInfo};
pub(crate) use row_starts::RowStarts;
pub use slots::Slot;
pub(crate) use thread_locals::ThreadLocals;
pub use types::{ArrayKind, TypeInfo, TypeKind, TypeSize};
pub use values::Value;
pub(crate) use weak_referents::REFERENCE_KINDS;
pub use weak_referents::{ReferenceKind, WeakReferents};

use crate::base::ids::{ObjectIndex, TypeIndex, VariableIndex};

/// Super classes that are followed from one class; real programs stay below 30.
const MOST_SUPER_CLASSES: usize = 4096;

/// What the boot loader is called where a loader's name is shown.
pub const BOOT_LOADER: &str = "<boot>";

/// All objects of one heap at one point in time.
#[derive(Debug, Default)]
pub struct HeapState {
    /// Milliseconds since the epoch, as the dump says; 0 if unknown.
    pub time_millis: i64,
    /// Columns over all objects, reachable or not.
    pub objects: ObjectTable,
    /// Addresses of all objects.
    pub addresses: AddressIndex,
    /// Every class and array type.
    pub types: Vec<TypeInfo>,
    /// Explicit references in both directions.
    pub references: References,
    /// What the JVM itself keeps alive, in the order of the dump; one object may have several.
    pub roots: Vec<Root>,
    /// Threads that own roots.
    pub threads: Vec<ThreadInfo>,
    /// Names of local variables that hold objects, each once; heap dumps know none.
    pub variables: Vec<Box<str>>,
    /// Names of class loaders that have one (JDK 9 and later: `app`, `platform`), sorted by object.
    pub loader_names: Vec<(ObjectIndex, Box<str>)>,
    /// Where in the dump the objects' records lie; empty if the heap did not come from a dump.
    pub record_places: RecordPlaces,
    /// The way to the objects' contents.
    pub records: Records,
    /// Names and types of fields, values of static fields; empty if the heap did not come from a dump.
    pub fields: FieldTable,
    /// Which references are referents of weak, soft, phantom and finalizer references.
    pub weak_referents: WeakReferents,
    /// Call stacks, threads and births of objects; only traces know them.
    pub origins: Option<Origins>,
    /// The objects that count: reachable ones by default, all with `keep_unreachable`.
    pub kept: RoaringBitmap,
    /// How sizes, reachability and edges were decided; printed with every number.
    pub policy: SizePolicy,
}

impl HeapState {
    /// Number of objects, kept or not. Indices are below it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is no object at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The type of an object.
    #[inline]
    #[must_use]
    pub fn type_of(&self, object: ObjectIndex) -> TypeIndex {
        self.objects.type_of(object)
    }

    /// Shallow size in bytes.
    #[inline]
    #[must_use]
    pub fn bytes_of(&self, object: ObjectIndex) -> u64 {
        self.objects.bytes_of(object)
    }

    /// How many of these objects have which shallow size in bytes, the smallest first: the published mapping of a node's
    /// data, made where it is asked for. Their sum of size times count is the set's bytes.
    #[must_use]
    pub fn size_counts(&self, objects: &RoaringBitmap) -> BTreeMap<u64, u64> {
        let mut counts = BTreeMap::new();
        for object in objects.iter().take_while(|&object| (object as usize) < self.len()) {
            *counts.entry(self.bytes_of(ObjectIndex(object))).or_default() += 1;
        }
        counts
    }

    /// The number of elements of an array; `None` for other objects.
    #[inline]
    #[must_use]
    pub fn array_length(&self, object: ObjectIndex) -> Option<u32> {
        self.objects.array_length(object)
    }

    /// The type's description.
    #[inline]
    #[must_use]
    pub fn type_info(&self, index: TypeIndex) -> &TypeInfo {
        &self.types[index.at()]
    }

    /// The object's address in the JVM, or the id that the dump uses instead; 0 for the boot loader.
    #[must_use]
    pub fn address_of(&self, object: ObjectIndex) -> u64 {
        self.addresses.address_of(object).unwrap_or(0)
    }

    /// The object at an address.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<ObjectIndex> {
        self.addresses.find(address)
    }

    /// The objects that this object references, with duplicates, without the implicit edge to its class object.
    #[inline]
    #[must_use]
    pub fn points_to(&self, object: ObjectIndex) -> &[u32] {
        self.references.points_to(object)
    }

    /// The objects that reference this one, with duplicates, without the implicit edges from instances to their
    /// class object. The first call builds the incoming direction.
    #[inline]
    #[must_use]
    pub fn pointed_from(&self, object: ObjectIndex) -> &[u32] {
        self.references.pointed_from(object)
    }

    /// The class object of an object's type: the target of its implicit edge. `None` also if the policy has no such
    /// edges.
    #[inline]
    #[must_use]
    pub fn class_object_of(&self, object: ObjectIndex) -> Option<ObjectIndex> {
        match self.policy.rules {
            Rules::EclipseMat => self.types[self.type_of(object).at()].class_object,
            Rules::VisualVm => None,
        }
    }

    /// Whether this object describes a class.
    #[must_use]
    pub fn is_class_object(&self, object: ObjectIndex) -> bool {
        self.objects.described_type(object).is_some()
    }

    /// The type that a class object describes; `None` for other objects.
    #[must_use]
    pub fn described_type(&self, object: ObjectIndex) -> Option<TypeIndex> {
        self.objects.described_type(object)
    }

    /// A type and the classes above it, the type first. Ends even where a damaged dump's super classes do not.
    pub fn ancestry(&self, class: TypeIndex) -> impl Iterator<Item = TypeIndex> + '_ {
        let above = |&at: &TypeIndex| self.types.get(at.at())?.super_type.filter(|&above| above != at);
        std::iter::successors(Some(class), above).take(MOST_SUPER_CLASSES)
    }

    /// How a type's class loader is shown: `<boot>`, the loader's class, and the loader's own name where it has one
    /// (`jdk.internal.loader.ClassLoaders$AppClassLoader "app"`). Holds no address, so it is equal over time.
    #[must_use]
    pub fn class_loader_name(&self, index: TypeIndex) -> String {
        let Some(loader) = self.types[index.at()].class_loader else { return BOOT_LOADER.to_owned() };
        let class = &self.types[self.type_of(loader).at()].name;
        match self.loader_names.binary_search_by_key(&loader, |&(object, _)| object) {
            Ok(at) => format!("{class} \"{}\"", self.loader_names[at].1),
            Err(_) => class.to_string(),
        }
    }

    /// The name of the local variable that a root is, where known.
    #[must_use]
    pub fn variable_name(&self, variable: Option<VariableIndex>) -> Option<&str> {
        variable.and_then(|variable| self.variables.get(variable.at())).map(|name| &**name)
    }

    /// What the JVM itself keeps alive.
    #[must_use]
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// How much had been allocated until then, in bytes, where that is known.
    pub(crate) fn allocated_bytes(&self) -> Option<i64> {
        i64::try_from(self.origins.as_ref()?.allocated_bytes?).ok()
    }

    /// Objects that count, in index order.
    pub fn kept_objects(&self) -> impl Iterator<Item = ObjectIndex> + '_ {
        self.kept.iter().map(ObjectIndex)
    }
}
