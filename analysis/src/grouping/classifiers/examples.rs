//! Scripts that come with the program, to use and to learn from.

use super::ScriptClassifier;
use crate::grouping::Cardinality;

/// Name, description, example of a result, how many places an object gets, source.
const EXAMPLES: [(&str, &str, &str, Cardinality, &str); 3] = [
    (
        "Collection health",
        "What objects do for collections: arrays and entries hold, heads are what the program names, the rest is contained",
        "head",
        Cardinality::One,
        include_str!("examples/collection_health.rhai"),
    ),
    (
        "Instance health",
        "What the bytes of objects are for: primitive values, headers, pointers, null pointers, padding; groups share the bytes",
        "null pointers",
        Cardinality::Many,
        include_str!("examples/instance_health.rhai"),
    ),
    (
        "Collection size",
        "How many elements collections of java.util hold: none, one, and by powers of ten",
        "2 to 9 elements",
        Cardinality::One,
        include_str!("examples/collection_size.rhai"),
    ),
];

/// All of them, compiled.
pub(in crate::grouping) fn example_scripts() -> impl Iterator<Item = ScriptClassifier> {
    // A test compiles each of them.
    EXAMPLES.into_iter().filter_map(|(name, description, example, cardinality, source)| {
        let script = ScriptClassifier::named(name.to_owned(), description.to_owned(), example.to_owned(), source, false);
        Some(script.ok()?.shipped(cardinality))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_compiles() {
        for (name, _, example, _, source) in EXAMPLES {
            let compiled = ScriptClassifier::named(name.to_owned(), String::new(), example.to_owned(), source, false);
            assert!(compiled.is_ok(), "{name}: {compiled:?}");
        }
    }
}
