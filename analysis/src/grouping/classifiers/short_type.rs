//! Type without package: the class or array type of an object, by its short name.

use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::{HeapState, Progress, Result, package_of};

/// Groups by the name of a type without its package; types of one short name are one group.
#[derive(Debug)]
pub(in crate::grouping) struct ShortType;

impl Classifier for ShortType {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: "Type without package".into(),
            description: "The class or array type of an object, without its package".into(),
            example: "HashMap$Node".into(),
            cardinality: Cardinality::One,
            needs: &[Need::TypeNames],
        }
    }

    fn classify<'h>(&self, heap: &'h HeapState, _: &Progress) -> Result<Labeling<'h>> {
        Ok(Labeling::by_type(heap, |at| Label::one(without_package(&heap.type_info(at).name))))
    }
}

fn without_package(name: &str) -> &str {
    name.strip_prefix(package_of(name)).and_then(|rest| rest.strip_prefix('.')).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_is_what_follows_the_package() {
        for (name, short) in [
            ("java.util.HashMap$Node[][]", "HashMap$Node[][]"),
            ("int[]", "int[]"),
            ("Main", "Main"),
            ("a.", "a."),
            ("a.b.Main$$Lambda.0x00007fb2d0138208", "Main$$Lambda.0x00007fb2d0138208"),
        ] {
            assert_eq!(without_package(name), short, "{name}");
        }
    }
}
