//! Numbers, letters and truth values that are objects of their own.

use super::contents::Contents;
use super::roles::{Heap, Role, WasteOfKind};
use crate::find::digits::grouped;
use crate::find::findings::FindingKind;

impl Heap<'_> {
    /// Objects of the classes that hold a single value.
    pub(super) fn boxed(&self, contents: &Contents) -> WasteOfKind {
        let mut waste = WasteOfKind::new(FindingKind::BoxedValues);
        for object in self.heap.kept_objects().filter(|&object| self.role_of(object) == Role::Boxed) {
            waste.add(self, object, self.heap.bytes_of(object));
        }
        waste.detail = format!("They hold {} different values", grouped(contents.different_boxed));
        waste.different = Some(contents.different_boxed as u64);
        waste
    }
}
