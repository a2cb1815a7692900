//! Objects and bytes per class.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{HeapState, SizePolicy};
/// Objects that one worker counts before it takes more.
const SHARE: u32 = 1 << 18;

/// Objects and bytes per class of one heap, with the policy that made the numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Histogram {
    /// Which objects count, and over which references.
    pub policy: SizePolicy,
    /// All objects.
    pub objects: u64,
    /// Their shallow sizes.
    pub bytes: u64,
    /// Classes whose class object counts, with or without instances; as Eclipse MAT's "classes".
    pub loaded_classes: u64,
    /// Classes with objects, by bytes descending, then by name. Classes with the same name (from several loaders)
    /// are one row.
    pub classes: Vec<HistogramClass>,
}

/// One row of a [`Histogram`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistogramClass {
    /// In source form: `int[]`, `java.lang.Object[]`.
    pub name: String,
    /// Number of instances.
    pub objects: u64,
    /// Sum of their shallow sizes.
    pub bytes: u64,
}

impl Histogram {
    /// Sums rows (name, objects, bytes) in any order; rows without objects are left out.
    pub(crate) fn from_rows<'a>(policy: SizePolicy, loaded_classes: u64, rows: impl IntoIterator<Item = (&'a str, u64, u64)>) -> Self {
        let mut by_name: FxHashMap<&str, (u64, u64)> = FxHashMap::default();
        let mut histogram = Self { policy, loaded_classes, ..Self::default() };
        for (name, objects, bytes) in rows.into_iter().filter(|row| row.1 > 0) {
            let sum = by_name.entry(name).or_default();
            *sum = (sum.0 + objects, sum.1 + bytes);
            histogram.objects += objects;
            histogram.bytes += bytes;
        }
        histogram.classes =
            by_name.into_iter().map(|(name, (objects, bytes))| HistogramClass { name: name.to_owned(), objects, bytes }).collect();
        histogram.classes.sort_unstable_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
        histogram
    }
}

/// Objects and bytes per class of the objects that count.
#[must_use]
pub fn heap_histogram(heap: &HeapState) -> Histogram {
    let sums = heap.class_sums();
    let loaded = heap.types.iter().filter(|info| info.class_object.is_some_and(|class| heap.kept.contains(class.0))).count();
    let rows = heap.types.iter().zip(&sums).map(|(info, &(objects, bytes))| (&*info.name, objects, bytes));
    Histogram::from_rows(heap.policy, loaded as u64, rows)
}

impl HeapState {
    /// Objects that count and their bytes, by type: classes of the same name are apart.
    #[must_use]
    pub fn class_sums(&self) -> Vec<(u64, u64)> {
        let objects = self.len() as u32;
        let no_sums = || vec![(0_u64, 0_u64); self.types.len()];
        let add = |mut sums: Vec<(u64, u64)>, others: Vec<(u64, u64)>| {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum = (sum.0 + other.0, sum.1 + other.1));
            sums
        };
        let share = |at: u32| self.objects.sums(&self.kept, at * SHARE..(at + 1).saturating_mul(SHARE).min(objects));
        (0..objects.div_ceil(SHARE)).into_par_iter().map(share).reduce(no_sums, add)
    }
}
