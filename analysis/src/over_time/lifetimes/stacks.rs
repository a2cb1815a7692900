//! What every call stack allocated, for tools that draw flame graphs of collapsed stacks.
//!
//! The sums are those of [`super::event_counts`], stack by stack. Objects that were sampled stand for parts of objects; whole numbers
//! that sum up to the whole are made of them: a number is at most one off, but for the largest one, which takes what the whole was
//! rounded by.

use std::collections::BTreeMap;

use super::{Lifetimes, Unseen, weight};
use crate::base::ids::TypeIndex;
use crate::grouping::call_chain;

/// Which objects of a trace, or of a window of it, are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LifePart {
    /// Those that were allocated.
    Created,
    /// Those that live at the end.
    Live,
    /// Those that collections took.
    Died,
}

/// What is told of call stacks, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackOptions {
    /// Of which objects.
    pub part: LifePart,
    /// Bytes, not objects.
    pub in_bytes: bool,
    /// Every type by itself.
    pub with_types: bool,
    /// Frames have their lines.
    pub with_lines: bool,
}

/// What was allocated by one call stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackTotal {
    /// The outermost caller first.
    pub frames: Vec<String>,
    /// What they are, if that was asked for.
    pub type_name: Option<String>,
    /// Objects or bytes.
    pub total: u64,
}

impl Lifetimes {
    /// What every call stack allocated, ordered by frames. What comes to nothing is left out.
    #[must_use]
    pub fn by_stack(&self, options: StackOptions) -> Vec<StackTotal> {
        let StackOptions { part, in_bytes, with_types, with_lines } = options;
        // By site and type: what was there, what was created and what was collected.
        let mut sums: BTreeMap<(u32, Option<TypeIndex>), [f64; 3]> = BTreeMap::new();
        for Unseen { lifetime, initially } in self.counted() {
            let objects = weight(&lifetime).0;
            let value = if in_bytes { objects * lifetime.bytes as f64 } else { objects };
            let of_stack = sums.entry((lifetime.site, with_types.then_some(lifetime.object_type))).or_default();
            of_stack[usize::from(!initially)] += value;
            of_stack[2] += if lifetime.died.is_some() { value } else { 0.0 };
        }
        let of_part = |[initial, created, collected]: [f64; 3]| match part {
            LifePart::Created => created,
            LifePart::Live => initial + created - collected,
            LifePart::Died => collected,
        };
        // Different stacks may look alike without their lines.
        let mut by_name: BTreeMap<(Vec<String>, Option<String>), f64> = BTreeMap::new();
        let mut all = [0.0; 3];
        for ((site, object_type), sums) in sums {
            all.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
            let stack = self.call_stacks.get(site as usize).filter(|_| site != 0);
            let type_name = object_type.map(|object_type| self.types[object_type.at()].name.to_string());
            *by_name.entry((call_chain(stack, with_lines), type_name)).or_default() += of_part(sums);
        }
        // Numbers of objects are differences of whole numbers, as everywhere.
        let whole = of_part(if in_bytes { all } else { all.map(f64::round) });
        let totals = whole_parts(&by_name.values().copied().collect::<Vec<f64>>(), whole.round() as u64);
        let told = by_name.into_keys().zip(totals).filter(|&(_, total)| total > 0);
        told.map(|((frames, type_name), total)| StackTotal { frames, type_name, total }).collect()
    }
}

/// Whole numbers near these parts which sum up to the whole.
fn whole_parts(parts: &[f64], whole: u64) -> Vec<u64> {
    let mut sum = 0.0_f64;
    let cut = parts.iter().map(|part| {
        let before = sum.round() as u64;
        sum += part;
        (sum.round() as u64).saturating_sub(before)
    });
    let mut numbers: Vec<u64> = cut.collect();
    let missing = whole.cast_signed() - numbers.iter().sum::<u64>().cast_signed();
    if let Some(largest) = numbers.iter_mut().max() {
        *largest = largest.saturating_add_signed(missing);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_objects_become_whole_ones_that_sum_up() {
        assert_eq!(whole_parts(&[0.4, 0.4, 0.4, 2.8], 4), [0, 1, 0, 3]);
        assert_eq!(whole_parts(&[0.4, 5.0], 6), [0, 6], "the largest takes what the whole was rounded by");
        assert_eq!(whole_parts(&[], 0), Vec::<u64>::new());
    }
}
