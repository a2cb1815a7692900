//! What instances of each class look like: how large they are, and where their references stand.
#![allow(unsafe_code, reason = "memory of the JVM is read as it says that it is laid out")]

use rustc_hash::{FxHashMap, FxHashSet};
use trace_format::Place;

use super::hotspot::HotSpot;

/// Why the heap cannot be read directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unsuited;

/// What the tool interface tells of a class.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shape {
    /// Number of the super class; 0 if none.
    pub(crate) super_class: u32,
    /// Interfaces that it names.
    pub(crate) interfaces: Vec<u32>,
    /// By declared field: its offset in instances, for those that hold references.
    pub(crate) fields: Vec<Option<u32>>,
}

/// Where classes are in the heap.
pub(super) struct Classes<'a> {
    pub(super) shapes: &'a FxHashMap<u32, Shape>,
    /// Numbers by class object.
    pub(super) numbers: FxHashMap<usize, u32>,
    /// The number of `java.lang.Class`.
    pub(super) class_class: u32,
    /// The number of `jdk.internal.vm.StackChunk`, of a virtual thread that waits: only the JVM finds what it refers to.
    pub(super) stack_chunks: u32,
}

/// The kind of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Bytes, and references: offset and place.
    Instance(usize, Vec<(u32, u64)>),
    /// A class object.
    Mirror,
    /// An array of references: bytes before its elements.
    Objects(usize),
    /// Another array: bytes before its elements, and the logarithm of an element's bytes.
    Values(usize, u32),
}

#[derive(Debug)]
pub(super) struct Layout {
    pub(super) kind: Kind,
    /// Number of the class.
    pub(super) class: u32,
    /// The class object.
    pub(super) mirror: usize,
}

/// Layouts, by what names a class in objects.
pub(super) struct Layouts<'a> {
    pub(super) hotspot: &'a HotSpot,
    classes: Classes<'a>,
    numbers: FxHashMap<u32, u32>,
    pub(super) all: Vec<Layout>,
}

impl<'a> Layouts<'a> {
    pub(super) fn new(hotspot: &'a HotSpot, classes: Classes<'a>) -> Self {
        Self { hotspot, classes, numbers: FxHashMap::default(), all: Vec::new() }
    }

    /// The layout of an object.
    ///
    /// # Safety
    /// There must be an object, in a JVM that stands still.
    #[inline]
    pub(super) unsafe fn of(&mut self, object: usize) -> Result<usize, Unsuited> {
        // SAFETY: by contract.
        let name = unsafe { self.hotspot.klass_name(object) };
        if let Some(&known) = self.numbers.get(&name) {
            return Ok(known as usize);
        }
        // SAFETY: by contract.
        let layout = unsafe { self.make(self.hotspot.klass(name))? };
        self.numbers.insert(name, self.all.len() as u32);
        self.all.push(layout);
        Ok(self.all.len() - 1)
    }

    /// # Safety
    /// As above, for a klass of an object.
    unsafe fn make(&self, klass: usize) -> Result<Layout, Unsuited> {
        // SAFETY: by contract.
        let (mirror, code) = unsafe { (self.hotspot.mirror(klass), self.hotspot.layout_code(klass)) };
        let class = self.classes.numbers.get(&mirror).copied().unwrap_or(0);
        // `oops/klass.hpp`: of instances the bytes, of arrays tag, header bytes, type and logarithm of the element size.
        let kind = match code {
            1.. if class == self.classes.class_class => Kind::Mirror,
            1.. if class != 0 && class == self.classes.stack_chunks => return Err(Unsuited),
            1.. => {
                // SAFETY: by contract.
                let references = unsafe { self.references(klass, class)? };
                Kind::Instance((code & !7) as usize, references)
            }
            0 => return Err(Unsuited),
            ..0 => {
                let (header, log) = ((code >> 16 & 0xff) as usize, (code & 0xff) as u32);
                match (code as u32) >> 30 {
                    2 => Kind::Objects(header),
                    3 if log <= 3 => Kind::Values(header, log),
                    _ => return Err(Unsuited),
                }
            }
        };
        Ok(Layout { kind, class, mirror })
    }

    /// Offsets and places of references in instances: as the tool interface tells them, and checked by what the collector knows.
    ///
    /// # Safety
    /// As of [`Layouts::make`].
    unsafe fn references(&self, klass: usize, class: u32) -> Result<Vec<(u32, u64)>, Unsuited> {
        // SAFETY: by contract.
        let (followed, is_weak) = unsafe { (self.hotspot.reference_offsets(klass), self.hotspot.is_reference_class(klass)) };
        let Some(told) = self.told_references(class) else {
            // Loaded a moment ago: nobody has told its fields.
            return Ok(followed.into_iter().map(|offset| (offset, Place::Other.code())).collect());
        };
        let followed: FxHashSet<u32> = followed.into_iter().collect();
        if !is_weak && told.iter().any(|(offset, _)| !followed.contains(offset)) {
            return Err(Unsuited);
        }
        Ok(told)
    }

    /// The same as the tool interface tells it: fields are numbered from those of all interfaces on, then from `Object` down.
    fn told_references(&self, class: u32) -> Option<Vec<(u32, u64)>> {
        if class == 0 {
            return None;
        }
        let mut chain = Vec::new();
        let mut at = class;
        while at != 0 {
            chain.push(self.classes.shapes.get(&at)?);
            at = chain.last()?.super_class;
        }
        let mut interfaces: Vec<u32> = Vec::new();
        let mut wanted: Vec<u32> = chain.iter().flat_map(|shape| &shape.interfaces).copied().collect();
        while let Some(interface) = wanted.pop() {
            if !interfaces.contains(&interface) {
                interfaces.push(interface);
                wanted.extend(&self.classes.shapes.get(&interface)?.interfaces);
            }
        }
        let mut number: usize = interfaces.iter().map(|interface| self.classes.shapes[interface].fields.len()).sum();
        let mut references = Vec::new();
        for shape in chain.iter().rev() {
            let of_class = (number as u32..).zip(&shape.fields);
            references.extend(of_class.filter_map(|(number, offset)| Some(((*offset)?, Place::Field(number).code()))));
            number += shape.fields.len();
        }
        Some(references)
    }
}
