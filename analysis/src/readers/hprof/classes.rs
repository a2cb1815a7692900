//! From class records to types: names, super classes, field layouts, sizes.
//!
//! Sizes follow Eclipse MAT (P = bytes per id, R = bytes per reference, A = alignment):
//! instances `up(f(class), A)` with `f(no super) = P + R` and else `f = up(own fields + f(super), R)`; object arrays
//! `up(P + R + 4 + n R, A)`; primitive arrays `up(up(P + R + 4, R) + n element, A)`; class objects `up(statics, A)`.
//!
//! Types that a dump needs but does not hold are made up, as in MAT: array classes of primitives, classes of instances
//! and arrays whose class record is missing, missing super classes (`unknown-class-n`), and `java.lang.Class` and
//! `java.lang.ClassLoader`. Their class objects count as objects.

use rustc_hash::{FxHashMap, FxHashSet};

use super::class_dump::{self, ClassDump, ValueType};
use super::outline::Outline;
use crate::base::class_names::source_form;
use crate::base::primitive::Primitive;
use crate::base::warnings::Warnings;
use crate::heap::{ArrayKind, REFERENCE_KINDS, Rules, SizePolicy, TypeKind, TypeSize};

/// Super classes that are followed from one class; real programs stay below 30.
const MOST_SUPER_CLASSES: usize = 4096;

const CLASS: &str = "java.lang.Class";
const CLASS_LOADER: &str = "java.lang.ClassLoader";
const OBJECT: &str = "java.lang.Object";
const REFERENCE: &str = "java.lang.ref.Reference";

/// Sizes that hold for a whole heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// Bytes of an id, and of a pointer in an object's header.
    pub(super) pointer: u32,
    /// Bytes of a reference in the heap.
    pub(super) reference: u32,
    pub(super) alignment: u32,
}

impl Layout {
    pub(super) fn object_array(self) -> TypeSize {
        TypeSize::Array { header: self.pointer + self.reference + 4, element: self.reference, alignment: self.alignment }
    }

    pub(super) fn primitive_array(self, element: Primitive) -> TypeSize {
        let header = (self.pointer + self.reference + 4).next_multiple_of(self.reference);
        TypeSize::Array { header, element: element.bytes(), alignment: self.alignment }
    }
}

/// What the first pass found out about classes.
pub(super) struct ClassNeeds<'a> {
    /// Class ids and where their records' contents start.
    pub(super) classes: &'a [(u64, usize)],
    /// Classes of instances, with the largest instance data seen.
    pub(super) instance_classes: &'a FxHashMap<u64, u32>,
    /// Classes of object arrays.
    pub(super) array_classes: &'a FxHashSet<u64>,
    /// Bit n: arrays of primitive n exist (in the order of [`Primitive::ALL`]).
    pub(super) primitive_arrays: u8,
    /// Whether an object has this address.
    pub(super) taken: &'a dyn Fn(u64) -> bool,
}

/// One type while a dump is read.
#[derive(Debug, Clone)]
pub(super) struct ClassEntry {
    pub(super) name: String,
    pub(super) dump: ClassDump,
    pub(super) kind: TypeKind,
    pub(super) super_type: Option<u32>,
    pub(super) size: TypeSize,
    /// Where references lie in instance data.
    pub(super) reference_offsets: Vec<u32>,
    /// Which of them is the referent of a soft, weak, phantom or finalizer reference.
    pub(super) referent_offset: Option<u32>,
    /// Instances are threads, whose rows also hold stack locals.
    pub(super) is_thread: bool,
}

/// All types of a dump, in the order of their class ids.
#[derive(Debug, Default)]
pub(super) struct ClassTable {
    pub(super) entries: Vec<ClassEntry>,
    by_id: FxHashMap<u64, u32>,
    primitive_arrays: [Option<u32>; 8],
    /// Types of arrays whose record names a class that is no array class, by that class id.
    odd_arrays: FxHashMap<u64, u32>,
    pub(super) class_type: u32,
    pub(super) loader_type: u32,
    /// Class ids that no record has, to be numbered as objects; sorted.
    pub(super) made_up_ids: Vec<u64>,
}

impl ClassTable {
    /// The type with this class id.
    #[inline]
    pub(super) fn find(&self, id: u64) -> Option<u32> {
        self.by_id.get(&id).copied()
    }

    /// The type of arrays whose record names this class.
    #[inline]
    pub(super) fn find_array(&self, id: u64) -> Option<u32> {
        if self.odd_arrays.is_empty() { self.find(id) } else { self.odd_arrays.get(&id).copied().or_else(|| self.find(id)) }
    }

    /// The array type of a primitive.
    #[inline]
    pub(super) fn primitive_array(&self, element: Primitive) -> Option<u32> {
        self.primitive_arrays[element as usize]
    }

    /// Builds the table from the class records and what else the first pass found.
    pub(super) fn build(outline: &Outline<'_>, needs: &ClassNeeds<'_>, layout: Layout, policy: SizePolicy, warnings: &Warnings) -> Self {
        let mut draft = Draft {
            needs,
            layout,
            classes: FxHashMap::default(),
            by_name: FxHashMap::default(),
            made_up: Vec::new(),
            aliases: Vec::new(),
            next_free: 0,
        };
        for &(id, at) in needs.classes {
            if let Some(dump) = class_dump::read(outline.bytes, at, id, outline.header.id_bytes) {
                let name = outline.class_names.get(&id).and_then(|&name| outline.string(name));
                draft.add(dump, name.map_or_else(|| format!("unknown-name@{id:#x}"), |name| source_form(&name)));
            }
        }
        draft.make_up_missing(warnings);
        draft.finish(outline, policy, warnings)
    }
}

/// Classes by id while the set is still growing.
struct Draft<'a> {
    needs: &'a ClassNeeds<'a>,
    layout: Layout,
    classes: FxHashMap<u64, (ClassDump, String)>,
    /// The first class of each name.
    by_name: FxHashMap<String, u64>,
    made_up: Vec<u64>,
    /// Class ids that objects have already, and the free ids that stand for them.
    aliases: Vec<(u64, u64)>,
    next_free: u64,
}

impl Draft<'_> {
    fn add(&mut self, dump: ClassDump, name: String) {
        self.by_name.entry(name.clone()).or_insert(dump.id);
        self.classes.insert(dump.id, (dump, name));
    }

    /// Adds a class without record. An id that an object has already is replaced by a free one.
    fn make_up(&mut self, wanted: Option<u64>, name: String, unknown_bytes: u32) -> u64 {
        let id = wanted.filter(|&id| id != 0 && !(self.needs.taken)(id)).unwrap_or_else(|| self.free_id());
        if let Some(wanted) = wanted.filter(|&wanted| wanted != id) {
            self.aliases.push((wanted, id));
        }
        let super_class = self.by_name.get(OBJECT).copied().unwrap_or(0);
        self.add(ClassDump { id, super_class, unknown_bytes, ..ClassDump::default() }, name);
        self.made_up.push(id);
        id
    }

    fn free_id(&mut self) -> u64 {
        loop {
            self.next_free += u64::from(self.layout.alignment);
            if !(self.needs.taken)(self.next_free) && !self.classes.contains_key(&self.next_free) {
                return self.next_free;
            }
        }
    }

    fn make_up_missing(&mut self, warnings: &Warnings) {
        // Sizes of super classes that may be missing follow from what their subclasses leave of an instance.
        let pointer = self.layout.pointer;
        let mut super_classes: Vec<(u64, u32)> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (dump, _) in self.classes.values() {
            if dump.super_class != 0 && !self.classes.contains_key(&dump.super_class) {
                let own: u64 = dump.fields.iter().map(|&(_, value)| u64::from(value.map_or(pointer, Primitive::bytes))).sum();
                super_classes.push((dump.super_class, dump.instance_bytes.saturating_sub(u32::try_from(own).unwrap_or(u32::MAX))));
            }
        }
        super_classes.sort_unstable();
        super_classes.dedup_by_key(|class| class.0);

        for name in [CLASS, CLASS_LOADER] {
            if !self.by_name.contains_key(name) {
                self.make_up(None, name.to_owned(), 0);
            }
        }
        let mut unknown = 0_u32;
        let mut arrays: Vec<u64> = self.needs.array_classes.iter().copied().collect();
        arrays.sort_unstable();
        for id in arrays {
            if !self.classes.contains_key(&id) {
                warnings.add("The class of an object array is not in the dump", format!("class id {id:#x}"));
                self.make_up(Some(id), format!("unknown-class-{unknown}[]"), 0);
                unknown += 1;
            }
        }
        for element in Primitive::ALL {
            if self.needs.primitive_arrays & 1 << element as u8 != 0 && !self.by_name.contains_key(&element.array_name()) {
                self.make_up(None, element.array_name(), 0);
            }
        }
        let mut instances: Vec<(u64, u32)> = self.needs.instance_classes.iter().map(|(&id, &bytes)| (id, bytes)).collect();
        instances.sort_unstable();
        for (id, bytes) in instances.into_iter().chain(super_classes) {
            if !self.classes.contains_key(&id) {
                warnings.add("A class is not in the dump; its objects count under a made-up name", format!("class id {id:#x}"));
                self.make_up(Some(id), format!("unknown-class-{unknown}"), bytes);
                unknown += 1;
            }
        }
    }

    fn finish(self, outline: &Outline<'_>, policy: SizePolicy, warnings: &Warnings) -> ClassTable {
        let mut made_up_ids = self.made_up;
        made_up_ids.sort_unstable();
        let mut sorted: Vec<(ClassDump, String)> = self.classes.into_values().collect();
        sorted.sort_unstable_by_key(|(dump, _)| dump.id);
        let mut table = ClassTable { made_up_ids, ..ClassTable::default() };
        table.by_id = (0..).zip(&sorted).map(|(at, (dump, _))| (dump.id, at)).collect();
        for (wanted, id) in self.aliases {
            if let Some(at) = table.find(id) {
                table.by_id.insert(wanted, at);
            }
        }
        for (dump, name) in sorted {
            let super_type = table.find(dump.super_class).filter(|_| dump.super_class != 0);
            let kind = kind_of(&name);
            table.entries.push(ClassEntry {
                name,
                dump,
                kind,
                super_type,
                size: TypeSize::Fixed(0),
                reference_offsets: Vec::new(),
                referent_offset: None,
                is_thread: false,
            });
        }
        let type_named = |name: &str| self.by_name.get(name).and_then(|id| table.by_id.get(id)).copied();
        let (class_type, loader_type) = (type_named(CLASS).unwrap_or(0), type_named(CLASS_LOADER).unwrap_or(0));
        table.primitive_arrays = Primitive::ALL.map(|element| type_named(&element.array_name()));
        (table.class_type, table.loader_type) = (class_type, loader_type);
        for at in 0..table.entries.len() as u32 {
            table.lay_out(at, self.needs, self.layout, outline, policy, warnings);
        }
        table.add_odd_arrays(self.needs, self.layout);
        table
    }
}

fn kind_of(name: &str) -> TypeKind {
    match name.strip_suffix("[]") {
        None => TypeKind::Instance,
        Some(element) => {
            let primitive = Primitive::ALL.into_iter().find(|primitive| primitive.name() == element);
            TypeKind::Array(primitive.map_or(ArrayKind::Objects, ArrayKind::Primitives))
        }
    }
}

impl ClassTable {
    /// A type and its super classes, the type first.
    pub(super) fn ancestry(&self, at: u32, warnings: &Warnings) -> Vec<u32> {
        let mut ancestry = vec![at];
        while let Some(next) = self.entries[ancestry[ancestry.len() - 1] as usize].super_type {
            if ancestry.len() == MOST_SUPER_CLASSES || next == at {
                warnings.add("The super classes of a class do not end", format!("class {}", self.entries[at as usize].name));
                break;
            }
            ancestry.push(next);
        }
        ancestry
    }

    /// Calls `visit` with offset, declaring type, name and type of each field that lies in instance data of so many bytes, in their order.
    pub(super) fn visit_fields(
        &self,
        ancestry: &[u32],
        pointer: u32,
        instance_bytes: u32,
        mut visit: impl FnMut(u32, u32, u64, ValueType),
    ) {
        let mut offset = 0_u32;
        for &ancestor in ancestry {
            let dump = &self.entries[ancestor as usize].dump;
            for &(name, value) in &dump.fields {
                let end = offset + value.map_or(pointer, Primitive::bytes);
                // Offsets beyond the longest instance are of no use, and a hostile chain of classes has many.
                if end > instance_bytes {
                    return;
                }
                visit(offset, ancestor, name, value);
                offset = end;
            }
            offset = offset.saturating_add(dump.unknown_bytes);
        }
    }

    fn lay_out(&mut self, at: u32, needs: &ClassNeeds<'_>, layout: Layout, outline: &Outline<'_>, policy: SizePolicy, warnings: &Warnings) {
        let ancestry = self.ancestry(at, warnings);
        let entry = |at: u32| &self.entries[at as usize];
        let size = match entry(at).kind {
            TypeKind::Array(ArrayKind::Objects) => layout.object_array(),
            TypeKind::Array(ArrayKind::Primitives(element)) => layout.primitive_array(element),
            TypeKind::Instance => {
                let mut bytes = u64::from(layout.pointer + layout.reference);
                // Where the fields of each class begin.
                let step = match policy.rules {
                    Rules::EclipseMat => u64::from(layout.reference),
                    Rules::VisualVm => 1,
                };
                for &ancestor in ancestry.iter().rev() {
                    let dump = &entry(ancestor).dump;
                    if dump.super_class != 0 {
                        let fields = dump.fields.iter().map(|&(_, value)| u64::from(value.map_or(layout.reference, Primitive::bytes)));
                        bytes = (bytes + fields.sum::<u64>() + u64::from(dump.unknown_bytes)).next_multiple_of(step);
                    }
                }
                let bytes = u32::try_from(bytes.next_multiple_of(u64::from(layout.alignment))).unwrap_or(u32::MAX);
                if at == self.class_type { TypeSize::PerObject(bytes) } else { TypeSize::Fixed(bytes) }
            }
        };
        let is_thread = ancestry.iter().any(|&ancestor| entry(ancestor).name == "java.lang.Thread");
        let (mut offsets, mut referent_offset) = (Vec::new(), None);
        if let Some(&instance_bytes) = needs.instance_classes.get(&entry(at).dump.id) {
            let is_weak = |name: &str| REFERENCE_KINDS.iter().any(|kind| kind.class_name() == name);
            let weak = ancestry.iter().any(|&ancestor| is_weak(&entry(ancestor).name));
            self.visit_fields(&ancestry, layout.pointer, instance_bytes, |offset, class, name, value| {
                if value.is_none() {
                    let has_referent = weak && entry(class).name == REFERENCE;
                    let is_referent = has_referent && outline.string(name).is_some_and(|name| name == "referent");
                    if is_referent && !policy.strong_only {
                        referent_offset = Some(offset);
                    }
                    if !is_referent || !policy.strong_only {
                        offsets.push(offset);
                    }
                }
            });
        }
        let entry = &mut self.entries[at as usize];
        (entry.size, entry.is_thread, entry.reference_offsets, entry.referent_offset) = (size, is_thread, offsets, referent_offset);
    }

    /// Array records may name the class of their elements (as very old writers did): those get a type of their own.
    fn add_odd_arrays(&mut self, needs: &ClassNeeds<'_>, layout: Layout) {
        let mut odd: Vec<(u64, u32)> = needs.array_classes.iter().filter_map(|&id| Some((id, self.find(id)?))).collect();
        odd.retain(|&(_, at)| self.entries[at as usize].kind != TypeKind::Array(ArrayKind::Objects));
        odd.sort_unstable();
        for (id, at) in odd {
            let name = format!("{}[]", self.entries[at as usize].name);
            let kind = TypeKind::Array(ArrayKind::Objects);
            let dump = ClassDump { id, ..ClassDump::default() };
            self.odd_arrays.insert(id, self.entries.len() as u32);
            let size = layout.object_array();
            self.entries.push(ClassEntry {
                name,
                dump,
                kind,
                super_type: None,
                size,
                reference_offsets: Vec::new(),
                referent_offset: None,
                is_thread: false,
            });
        }
    }

    /// The size of the class object of a type: its statics.
    pub(super) fn class_object_bytes(&self, at: u32, layout: Layout) -> u64 {
        let dump = &self.entries[at as usize].dump;
        let statics = u64::from(dump.static_references) * u64::from(layout.reference) + u64::from(dump.static_primitive_bytes);
        statics.next_multiple_of(u64::from(layout.alignment))
    }

    /// Types that have a class record or a made-up one: all but those of odd arrays.
    pub(super) fn classes(&self) -> impl Iterator<Item = (u32, &ClassEntry)> {
        (0..).zip(&self.entries[..self.entries.len() - self.odd_arrays.len()])
    }
}
