//! Which field a reference stands in: recorders name references in the order of their offsets, and nothing else.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use trace_format::Place;

use super::symbols::{FieldSymbol, Symbols};

/// Places of references by type, worked out at the first question.
pub(super) struct Slots<'a> {
    symbols: &'a Symbols,
    instances: FxHashMap<i32, Arc<[u64]>>,
    class_objects: FxHashMap<i32, Arc<[u64]>>,
}

impl<'a> Slots<'a> {
    pub(super) fn new(symbols: &'a Symbols) -> Self {
        Self { symbols, instances: FxHashMap::default(), class_objects: FxHashMap::default() }
    }

    /// The places of the references of an instance, in their order.
    pub(super) fn of_instance(&mut self, type_id: i32) -> Arc<[u64]> {
        let symbols = self.symbols;
        Arc::clone(self.instances.entry(type_id).or_insert_with(|| {
            let mut slots: Vec<(i32, u64)> = Vec::new();
            for (id, _) in symbols.ancestry(type_id) {
                let own = numbered(symbols, id).filter(|(_, field)| !field.is_static && field.is_reference());
                slots.extend(own.map(|(number, field)| (field.offset, Place::Field(number).code())));
            }
            slots.sort_unstable();
            slots.into_iter().map(|(_, place)| place).collect()
        }))
    }

    /// The places of the references of a class object: its own fields, then the static ones of the class that it describes.
    pub(super) fn of_class_object(&mut self, class_type: i32, described: i32) -> Arc<[u64]> {
        if let Some(known) = self.class_objects.get(&described) {
            return Arc::clone(known);
        }
        let own = self.of_instance(class_type);
        let mut statics: Vec<(i32, u64)> = numbered(self.symbols, described)
            .filter(|(_, field)| field.is_static && field.is_reference())
            .map(|(number, field)| (field.offset, Place::Static(number).code()))
            .collect();
        statics.sort_unstable();
        let places: Arc<[u64]> = own.iter().copied().chain(statics.into_iter().map(|(_, place)| place)).collect();
        self.class_objects.insert(described, Arc::clone(&places));
        places
    }

    /// The place of the static field at this offset.
    pub(super) fn of_static(&self, class: i32, offset: i32) -> u64 {
        let mut fields = numbered(self.symbols, class).filter(|(_, field)| field.is_static && field.is_reference());
        fields.find(|(_, field)| field.offset == offset).map_or(Place::Other.code(), |(number, _)| Place::Static(number).code())
    }
}

/// The fields of a type with the numbers that our own format gives them: those of all classes above count before them.
fn numbered(symbols: &Symbols, type_id: i32) -> impl Iterator<Item = (u32, &FieldSymbol)> {
    let mut ancestry = symbols.ancestry(type_id);
    let own = ancestry.next();
    let above: usize = ancestry.map(|(_, known)| symbols.declared_fields(known).count()).sum();
    let own = own.into_iter().flat_map(|(_, known)| symbols.declared_fields(known));
    (u32::try_from(above).unwrap_or(u32::MAX)..=u32::MAX).zip(own)
}
