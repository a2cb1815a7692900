//! Classes of a trace as types: names, super classes, sizes, and which reference stands in which field.
//!
//! The recorder names fields by the number that JVMTI gives them: all fields of all super interfaces come first, then
//! those of the super classes from `Object` down, then the class's own. Heap states order fields as heap dumps do: the
//! class's own first, then those of the super class and so on. The *key* of a reference is the offset of its field in
//! that order; elements of arrays have their index.
//!
//! Types have the same numbers in all states of a trace.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use trace_format::{Class, Descriptor, FieldRecord, Place};

use super::dictionary::{Dictionary, name_of};
use crate::base::primitive::Primitive;
use crate::heap::{ArrayKind, REFERENCE_KINDS, TypeKind, TypeSize};

/// Super classes that are followed from one class; real programs stay below 30.
const MOST_SUPER_CLASSES: usize = 4096;

/// Interfaces and fields that are looked at for all classes together, so that a hostile trace ends; programs of 100,000
/// classes stay below a tenth.
const MOST_LOOKS: u64 = 1 << 26;

const CLASS: &str = "java.lang.Class";
const CLASS_LOADER: &str = "java.lang.ClassLoader";
const REFERENCE: &str = "java.lang.ref.Reference";
const UNKNOWN: &str = "(unknown class)";

/// References in instance data of heap states take as many bytes.
pub(super) const ID_BYTES: u32 = 8;

/// The key of references that stand in no field which the trace describes; behind all others.
pub(super) const NO_KEY: u32 = u32::MAX;

/// A field that a class declares itself.
#[derive(Debug, Clone)]
pub(super) struct DeclaredField {
    pub(super) name: Arc<str>,
    /// `None` is a reference.
    pub(super) kind: Option<Primitive>,
    pub(super) is_static: bool,
}

/// One type.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) name: Arc<str>,
    kind: Option<ArrayKind>,
    pub(super) super_type: Option<u32>,
    /// The id of its class object; 0 if unknown.
    pub(super) object: u64,
    /// The type of an array's elements.
    pub(super) element: Option<u32>,
    pub(super) fields: Box<[DeclaredField]>,
    /// Fields of all classes above, static ones included; `None` where a super class is missing.
    above: Option<u32>,
    /// Fields of all super interfaces; `None` where one is missing.
    interfaces: Option<u32>,
    /// Its instances are soft, weak, phantom or finalizer references.
    is_weak: bool,
    pub(super) is_thread: bool,
    keys: OnceLock<Box<[u32]>>,
}

impl Entry {
    pub(super) fn kind(&self) -> TypeKind {
        self.kind.map_or(TypeKind::Instance, TypeKind::Array)
    }
}

/// All types of a trace.
#[derive(Debug, Default)]
pub(super) struct Types {
    pub(super) entries: Vec<Entry>,
    by_number: FxHashMap<u32, u32>,
    by_object: FxHashMap<u64, u32>,
    pub(super) class_type: u32,
    pub(super) loader_type: u32,
    unknown: u32,
    looks: AtomicU64,
}

impl Types {
    pub(super) fn of(dictionary: &Dictionary) -> Self {
        let mut types = Self::default();
        let mut names: FxHashMap<u32, Arc<str>> = FxHashMap::default();
        let mut by_signature: FxHashMap<&str, u32> = FxHashMap::default();
        let mut signatures = Vec::new();
        for class in dictionary.classes.values() {
            let at = types.entries.len() as u32;
            let signature = dictionary.text(class.signature);
            types.by_number.insert(class.number, at);
            by_signature.entry(signature).or_insert(at);
            signatures.push(signature);
            let name = match name_of(signature) {
                name if name.is_empty() => format!("(class {} without a name)", class.number),
                name => name,
            };
            let mut field = |field: &FieldRecord| DeclaredField {
                name: names.entry(field.name).or_insert_with(|| dictionary.text(field.name).into()).clone(),
                kind: primitive(dictionary.text(field.signature)),
                is_static: field.is_static(),
            };
            types.entries.push(Entry {
                name: name.into(),
                kind: signature.strip_prefix('[').map(|element| primitive(element).map_or(ArrayKind::Objects, ArrayKind::Primitives)),
                object: class.object,
                fields: class.fields.iter().map(&mut field).collect(),
                ..Entry::default()
            });
            if class.object != 0 {
                types.by_object.entry(class.object).or_insert(at);
            }
        }
        for ((at, class), signature) in (0..).zip(dictionary.classes.values()).zip(signatures) {
            let super_type = types.by_number.get(&class.super_class).copied().filter(|&above| class.super_class != 0 && above != at);
            let element = by_signature.get(signature.trim_start_matches('[')).copied().filter(|_| signature.starts_with('['));
            let entry = &mut types.entries[at as usize];
            (entry.super_type, entry.element) = (super_type, element);
        }
        types.cut_cycles();
        types.class_type = types.named(CLASS);
        types.loader_type = types.named(CLASS_LOADER);
        types.unknown = types.named(UNKNOWN);
        types.number_fields(dictionary);
        types
    }

    /// The type of this name, made up if there is none.
    fn named(&mut self, name: &str) -> u32 {
        if let Some(at) = self.entries.iter().position(|entry| &*entry.name == name) {
            return at as u32;
        }
        self.entries.push(Entry { name: name.into(), above: Some(0), interfaces: Some(0), ..Entry::default() });
        self.entries.len() as u32 - 1
    }

    /// A class cannot be above itself, but damaged ones may say so.
    fn cut_cycles(&mut self) {
        let mut done = vec![0_u32; self.entries.len()];
        for first in 0..self.entries.len() as u32 {
            let mut next = Some(first);
            while let Some(at) = next {
                match done[at as usize] {
                    0 => {
                        done[at as usize] = first + 1;
                        next = self.entries[at as usize].super_type;
                        if next.is_some_and(|next| done[next as usize] == first + 1) {
                            self.entries[at as usize].super_type = None;
                            next = None;
                        }
                    }
                    _ => next = None,
                }
            }
        }
    }

    /// Counts for every class the fields that are numbered before its own.
    fn number_fields(&mut self, dictionary: &Dictionary) {
        let mut is_counted = vec![false; self.entries.len()];
        for first in 0..dictionary.classes.len() as u32 {
            // Super classes first.
            let open = self.ancestry(first).take_while(|&at| !is_counted[at as usize]).collect::<Vec<u32>>();
            for &at in open.iter().rev() {
                is_counted[at as usize] = true;
                let (above, is_weak, is_thread) = match self.entries[at as usize].super_type.map(|above| &self.entries[above as usize]) {
                    Some(above) => {
                        (above.above.map(|count| count.saturating_add(above.fields.len() as u32)), above.is_weak, above.is_thread)
                    }
                    None => (Some(0), false, false),
                };
                let entry = &mut self.entries[at as usize];
                entry.above = above;
                entry.is_weak = is_weak || REFERENCE_KINDS.iter().any(|kind| kind.class_name() == &*entry.name);
                entry.is_thread = is_thread || &*entry.name == "java.lang.Thread";
            }
        }
        let has_lost_super = |class: &Class| class.super_class != 0 && !self.by_number.contains_key(&class.super_class);
        let counts: Vec<(bool, Option<u32>)> =
            dictionary.classes.values().map(|class| (has_lost_super(class), self.fields_of_interfaces(dictionary, class))).collect();
        for (entry, (has_lost_super, interfaces)) in self.entries.iter_mut().zip(counts) {
            entry.interfaces = interfaces;
            if has_lost_super {
                entry.above = None;
            }
        }
    }

    /// The number of fields in all interfaces that a class has, each counted once.
    fn fields_of_interfaces(&self, dictionary: &Dictionary, class: &Class) -> Option<u32> {
        let mut seen = FxHashSet::default();
        let mut pending: Vec<&Class> = vec![class];
        let mut above = class;
        for _ in 0..MOST_SUPER_CLASSES {
            match dictionary.classes.get(&above.super_class).filter(|_| above.super_class != 0) {
                Some(next) => pending.push(next),
                None => break,
            }
            above = pending[pending.len() - 1];
            if above.number == class.number {
                break;
            }
        }
        let mut count = 0_u32;
        while let Some(class) = pending.pop() {
            for &interface in &class.interfaces {
                if !self.may_look() {
                    return None;
                }
                if seen.insert(interface) {
                    let interface = dictionary.classes.get(&interface)?;
                    count = count.saturating_add(interface.fields.len() as u32);
                    pending.push(interface);
                }
            }
        }
        Some(count)
    }

    fn may_look(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed) < MOST_LOOKS
    }

    /// The type of objects with this descriptor.
    #[inline]
    pub(super) fn of_class(&self, number: u32) -> u32 {
        self.by_number.get(&number).copied().unwrap_or(self.unknown)
    }

    /// The type that this class object describes.
    #[inline]
    pub(super) fn described_by(&self, object: u64) -> Option<u32> {
        self.by_object.get(&object).copied()
    }

    /// A type and the classes above it, the type first.
    pub(super) fn ancestry(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(at), |&at| self.entries[at as usize].super_type).take(MOST_SUPER_CLASSES)
    }

    /// The key of a reference in an object of this type; [`NO_KEY`] if the trace does not tell its field.
    #[inline]
    pub(super) fn key(&self, at: u32, place: u64) -> u32 {
        let entry = &self.entries[at as usize];
        match Place::from_code(place) {
            Place::Element(index) if entry.kind == Some(ArrayKind::Objects) => index,
            Place::Field(number) => {
                let number = entry.interfaces.and_then(|interfaces| number.checked_sub(interfaces));
                number.and_then(|number| self.keys(at).get(number as usize).copied()).unwrap_or(NO_KEY)
            }
            _ => NO_KEY,
        }
    }

    /// By number of a field, counted from those of `Object` on: its offset.
    fn keys(&self, at: u32) -> &[u32] {
        let entry = &self.entries[at as usize];
        entry.keys.get_or_init(|| {
            let Some(above) = entry.above else { return Box::default() };
            let fields = above as usize + entry.fields.len();
            if self.looks.fetch_add(fields as u64, Ordering::Relaxed) > MOST_LOOKS {
                return Box::default();
            }
            let mut keys = vec![NO_KEY; fields];
            let mut offset = 0;
            for at in self.ancestry(at) {
                let entry = &self.entries[at as usize];
                for (field, number) in entry.fields.iter().zip(entry.above.unwrap_or(u32::MAX)..) {
                    if !field.is_static {
                        if let (None, Some(key)) = (field.kind, keys.get_mut(number as usize)) {
                            *key = offset;
                        }
                        offset += field.kind.map_or(ID_BYTES, Primitive::bytes);
                    }
                }
            }
            keys.into()
        })
    }

    /// Bytes of instance data that heap states lay out; none where there are too many fields to do so.
    pub(super) fn laid_out_bytes(&self, at: u32) -> u32 {
        if self.keys(at).is_empty() { 0 } else { u32::MAX }
    }

    /// The key of the referent, in soft, weak, phantom and finalizer references.
    pub(super) fn referent_key(&self, at: u32) -> Option<u32> {
        let entry = &self.entries[at as usize];
        if !entry.is_weak {
            return None;
        }
        let declaring = self.ancestry(at).map(|at| &self.entries[at as usize]).find(|entry| &*entry.name == REFERENCE)?;
        let number = declaring.fields.iter().position(|field| !field.is_static && &*field.name == "referent")? as u32;
        self.keys(at).get((declaring.above? + number) as usize).copied().filter(|&key| key != NO_KEY)
    }

    /// The own static field with this number: its position among all fields that the class declares.
    pub(super) fn own_static(&self, at: u32, number: u32) -> Option<usize> {
        let entry = &self.entries[at as usize];
        let own = number.checked_sub(entry.interfaces?)?.checked_sub(entry.above?)? as usize;
        entry.fields.get(own).filter(|field| field.is_static && field.kind.is_none()).map(|_| own)
    }

    /// The name of a field of `java.lang.Class`, by number.
    pub(super) fn field_name(&self, at: u32, number: u32) -> Option<&Arc<str>> {
        let number = number.checked_sub(self.entries[at as usize].interfaces?)?;
        let declaring =
            self.ancestry(at).map(|at| &self.entries[at as usize]).find(|entry| entry.above.is_some_and(|above| above <= number))?;
        declaring.fields.get((number - declaring.above?) as usize).map(|field| &field.name)
    }

    /// How big objects of each type are. Sizes are what the JVM told; where one formula holds for all objects of a type,
    /// the heap state keeps no sizes of single objects.
    pub(super) fn sizes(&self, descriptors: &[Descriptor]) -> Vec<TypeSize> {
        let mut of_type: Vec<Vec<(u64, u64)>> = vec![Vec::new(); self.entries.len()];
        for descriptor in descriptors {
            of_type[self.of_class(descriptor.class) as usize].push((descriptor.length.unwrap_or(0), descriptor.bytes));
        }
        let mut sizes = Vec::with_capacity(self.entries.len());
        for ((at, entry), mut seen) in (0_u32..).zip(&self.entries).zip(of_type) {
            seen.sort_unstable();
            seen.dedup();
            sizes.push(size_of(entry.kind, &seen, at == self.class_type));
        }
        sizes
    }
}

/// Finds the formula behind lengths and bytes.
fn size_of(kind: Option<ArrayKind>, seen: &[(u64, u64)], is_class: bool) -> TypeSize {
    let first = seen.first().map_or(0, |&(_, bytes)| u32::try_from(bytes).unwrap_or(u32::MAX));
    if is_class {
        return TypeSize::PerObject(first);
    }
    let fits =
        |size: TypeSize| seen.iter().all(|&(length, bytes)| u32::try_from(length).is_ok_and(|length| size.array_bytes(length) == bytes));
    let candidates: Vec<TypeSize> = match kind {
        None => vec![TypeSize::Fixed(first)],
        Some(kind) => {
            let elements: &[u32] = match kind {
                ArrayKind::Objects => &[4, 8],
                ArrayKind::Primitives(element) => &[element.bytes()],
            };
            let with = |&element: &u32| {
                // Headers with and without compressed class pointers, and compact ones.
                [16, 12, 20, 24].into_iter().flat_map(move |header| {
                    [8, 16, 32, 64, 128, 256].into_iter().map(move |alignment| TypeSize::Array { header, element, alignment })
                })
            };
            elements.iter().flat_map(with).collect()
        }
    };
    candidates.into_iter().find(|&size| fits(size)).unwrap_or(TypeSize::PerObject(first))
}

/// The primitive with this signature; `None` for references.
fn primitive(signature: &str) -> Option<Primitive> {
    Some(match signature {
        "Z" => Primitive::Boolean,
        "C" => Primitive::Char,
        "F" => Primitive::Float,
        "D" => Primitive::Double,
        "B" => Primitive::Byte,
        "S" => Primitive::Short,
        "I" => Primitive::Int,
        "J" => Primitive::Long,
        _ => return None,
    })
}
