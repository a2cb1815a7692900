//! Array length class: how many elements an array has, by powers of ten.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;

/// Label 0; then lengths 0, 1, 2 to 9, 10 to 99, and so on to the largest length of 32 bits.
const NAMES: [&str; 13] = [
    "not an array",
    "0 elements",
    "1 element",
    "2 to 9 elements",
    "10 to 99 elements",
    "100 to 999 elements",
    "1,000 to 9,999 elements",
    "10,000 to 99,999 elements",
    "100,000 to 999,999 elements",
    "1,000,000 to 9,999,999 elements",
    "10,000,000 to 99,999,999 elements",
    "100,000,000 to 999,999,999 elements",
    "1,000,000,000 elements or more",
];

/// Groups by the magnitude of an array's length.
#[derive(Debug)]
pub(in crate::grouping) struct ArrayLengthClass;

impl Classifier for ArrayLengthClass {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Array length class".into(),
            description: "How many elements an array has, by powers of ten".into(),
            example: "10 to 99 elements".into(),
            cardinality: Cardinality::One,
            needs: (&[Need::ArrayLengths]).into(),
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let of = move |object, _| heap.array_length(object).map_or(0, label);
        Ok(Labeling::by_object(NAMES.map(Label::one).to_vec(), of))
    }
}

fn label(length: u32) -> u32 {
    match length {
        0 | 1 => 1 + length,
        _ => 3 + length.ilog10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_has_its_power_of_ten() {
        for (length, name) in [
            (0, "0 elements"),
            (1, "1 element"),
            (2, "2 to 9 elements"),
            (9, "2 to 9 elements"),
            (10, "10 to 99 elements"),
            (999_999, "100,000 to 999,999 elements"),
            (u32::MAX, "1,000,000,000 elements or more"),
        ] {
            assert_eq!(NAMES[label(length) as usize], name, "{length}");
        }
    }
}
