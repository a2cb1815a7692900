//! A second reader of heap dumps, so simple that it can be seen to be right: it shares no code with `analysis`, knows what
//! today's JVMs write and nothing else, and keeps everything in maps.
//!
//! [`crate::plain_heap`] makes sizes, references and owners of what it reads.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The type of references, as dumps number it; all others are primitives.
pub const REFERENCE: u8 = 2;

/// Bytes of a value of a primitive type: `boolean`, `char`, `float`, `double`, `byte`, `short`, `int`, `long` from 4 on.
///
/// # Panics
/// When there is no such type.
#[must_use]
pub fn primitive_bytes(kind: u8) -> usize {
    [1, 2, 4, 8, 1, 2, 4, 8][usize::from(kind - 4)]
}

/// The primitive types in the order of their numbers, from 4 on.
const PRIMITIVES: [&str; 8] = ["boolean", "char", "float", "double", "byte", "short", "int", "long"];

/// A class, as its record tells it.
#[derive(Debug, Clone, Default)]
pub struct PlainClass {
    /// As people write it: `java.lang.Object[]`.
    pub name: String,
    /// The address of the super class, or 0.
    pub super_class: u64,
    /// The address of the class loader; 0 is the boot loader.
    pub loader: u64,
    /// Name, type and value of static fields.
    pub statics: Vec<(String, u8, u64)>,
    /// Name and type of the instance fields that it declares itself.
    pub fields: Vec<(String, u8)>,
}

/// What the record of an object holds.
#[derive(Debug, Clone)]
pub enum PlainObject {
    /// Its class, and values of fields: those of its class first, then those of the super class and so on.
    Instance(u64, Vec<u8>),
    /// The class of the array, and the addresses in it.
    References(u64, Vec<u64>),
    /// The type of the elements, and their values.
    Primitives(u8, Vec<u8>),
}

/// A reference from the JVM into the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainRoot {
    /// The number of its kind.
    pub kind: u8,
    /// The address of the object.
    pub object: u64,
    /// The serial number of the thread, where the kind has one.
    pub thread: Option<u32>,
}

/// Everything in a dump of a 64-bit JVM.
#[derive(Debug, Clone, Default)]
pub struct PlainDump {
    /// By address of the class object.
    pub classes: BTreeMap<u64, PlainClass>,
    /// By address.
    pub objects: BTreeMap<u64, PlainObject>,
    /// In the order of the dump.
    pub roots: Vec<PlainRoot>,
}

impl PlainDump {
    /// Reads a dump that is not packed.
    ///
    /// # Panics
    /// When anything in it is not as a JVM of today writes it.
    #[must_use]
    pub fn read(path: &Path) -> Self {
        let file = std::fs::read(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let head = b"JAVA PROFILE 1.0.2\0\0\0\0\x08";
        assert!(file.starts_with(head), "{} is not a dump with ids of 8 bytes", path.display());
        let mut rest = Bytes(&file[head.len() + 8..]);
        let (mut dump, mut texts, mut names) = (Self::default(), HashMap::new(), HashMap::new());
        while !rest.0.is_empty() {
            let (tag, _time, length) = (rest.number(1), rest.number(4), rest.number(4));
            let mut body = Bytes(rest.take(length as usize));
            match tag {
                0x01 => {
                    let id = body.number(8);
                    texts.insert(id, String::from_utf8_lossy(body.0).into_owned());
                }
                0x02 => {
                    let (_serial, class, _trace, name) = (body.number(4), body.number(8), body.number(4), body.number(8));
                    names.insert(class, name);
                }
                0x0c | 0x1c => dump.read_segment(body, &texts),
                _ => {}
            }
        }
        for (id, class) in &mut dump.classes {
            class.name = source_form(&texts[&names[id]]);
        }
        dump
    }

    fn read_segment(&mut self, mut rest: Bytes<'_>, texts: &HashMap<u64, String>) {
        while !rest.0.is_empty() {
            let (tag, id) = (rest.number(1) as u8, rest.number(8));
            match tag {
                0x20 => {
                    self.classes.insert(id, rest.class(texts));
                }
                0x21 => {
                    let (_trace, class, length) = (rest.number(4), rest.number(8), rest.number(4));
                    self.objects.insert(id, PlainObject::Instance(class, rest.take(length as usize).to_vec()));
                }
                0x22 => {
                    let (_trace, length, class) = (rest.number(4), rest.number(4), rest.number(8));
                    let elements = (0..length).map(|_| rest.number(8)).collect();
                    self.objects.insert(id, PlainObject::References(class, elements));
                }
                0x23 => {
                    let (_trace, length, kind) = (rest.number(4), rest.number(4) as usize, rest.number(1) as u8);
                    let values = rest.take(length * primitive_bytes(kind)).to_vec();
                    self.objects.insert(id, PlainObject::Primitives(kind, values));
                }
                // Roots: what stands behind the id is a further id, nothing, or a thread and perhaps the depth of a frame.
                0x01 => {
                    rest.number(8);
                    self.roots.push(PlainRoot { kind: tag, object: id, thread: None });
                }
                0x05 | 0x07 | 0xff => self.roots.push(PlainRoot { kind: tag, object: id, thread: None }),
                0x04 | 0x06 => self.roots.push(PlainRoot { kind: tag, object: id, thread: Some(rest.number(4) as u32) }),
                0x02 | 0x03 | 0x08 => {
                    let (thread, _frame) = (rest.number(4) as u32, rest.number(4));
                    self.roots.push(PlainRoot { kind: tag, object: id, thread: Some(thread) });
                }
                _ => panic!("a record of kind {tag:#x}"),
            }
        }
    }

    /// A class and its super classes, itself first.
    pub fn ancestry(&self, class: u64) -> impl Iterator<Item = &PlainClass> {
        std::iter::successors(self.classes.get(&class), |class| self.classes.get(&class.super_class))
    }

    /// The address of the class of an object.
    ///
    /// # Panics
    /// When it is not in the dump.
    #[must_use]
    pub fn class_of(&self, object: &PlainObject) -> u64 {
        match object {
            PlainObject::Instance(class, _) | PlainObject::References(class, _) => *class,
            PlainObject::Primitives(kind, _) => self.class_named(&format!("{}[]", PRIMITIVES[usize::from(kind - 4)])),
        }
    }

    /// The address of the first class of this name.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn class_named(&self, name: &str) -> u64 {
        let found = self.classes.iter().find(|(_, class)| class.name == name);
        *found.unwrap_or_else(|| panic!("no class {name}")).0
    }

    /// Name, type and value of every field of an instance, those of its class first.
    #[must_use]
    pub fn fields(&self, class: u64, values: &[u8]) -> Vec<(&str, u8, u64)> {
        let mut rest = Bytes(values);
        let fields = self.ancestry(class).flat_map(|class| &class.fields);
        fields.map(|(name, kind)| (name.as_str(), *kind, rest.value(*kind))).collect()
    }
}

/// As people write it what dumps call `java/lang/String` and `[Ljava/lang/String;`.
#[must_use]
pub fn source_form(name: &str) -> String {
    let element = name.trim_start_matches('[');
    let dimensions = name.len() - element.len();
    let element = match element.split_at(1) {
        _ if dimensions == 0 => element,
        ("L", class) => class.trim_end_matches(';'),
        (letter, _) => PRIMITIVES["ZCFDBSIJ".find(letter).unwrap_or_else(|| panic!("an array of the name {name}"))],
    };
    format!("{}{}", element.replace('/', "."), "[]".repeat(dimensions))
}

/// What is still to be read: numbers with the big end first.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn number(&mut self, length: usize) -> u64 {
        self.take(length).iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn value(&mut self, kind: u8) -> u64 {
        self.number(if kind == REFERENCE { 8 } else { primitive_bytes(kind) })
    }

    fn class(&mut self, texts: &HashMap<u64, String>) -> PlainClass {
        let (_trace, super_class, loader) = (self.number(4), self.number(8), self.number(8));
        // Signers, protection domain, two reserved ids, and the size of instances.
        self.take(4 * 8 + 4);
        let constants = self.number(2);
        assert_eq!(constants, 0, "JVMs of today write no constants");
        let mut class = PlainClass { super_class, loader, ..PlainClass::default() };
        for _ in 0..self.number(2) {
            let (name, kind) = (self.number(8), self.number(1) as u8);
            class.statics.push((texts[&name].clone(), kind, self.value(kind)));
        }
        for _ in 0..self.number(2) {
            let (name, kind) = (self.number(8), self.number(1) as u8);
            class.fields.push((texts[&name].clone(), kind));
        }
        class
    }
}
