//! Arrays of values with equal contents.

use super::contents::{Content, Contents};
use super::roles::{Heap, WasteOfKind};
use crate::base::ids::ObjectIndex;
use crate::find::digits::grouped;
use crate::find::findings::FindingKind;

impl Heap<'_> {
    /// Arrays of values with the content of an earlier one.
    pub(super) fn duplicate_arrays(&self, contents: &Contents) -> WasteOfKind {
        let mut waste = WasteOfKind::new(FindingKind::DuplicateArrays);
        let (mut all, mut different) = (0_u64, 0_u64);
        for same in contents.same() {
            let counted = |array: &&Content| !contents.of_strings.has(ObjectIndex(array.array)) && !array.is_constant;
            let mut arrays = same.iter().filter(counted).map(|content| ObjectIndex(content.array));
            different += u64::from(arrays.next().is_some());
            for array in arrays {
                all += 1;
                waste.add(self, array, self.heap.bytes_of(array));
            }
        }
        waste.detail = format!("{} arrays of values have {} different contents", grouped(all + different), grouped(different));
        (waste.of_objects, waste.different) = (Some(all + different), Some(different));
        waste
    }
}
