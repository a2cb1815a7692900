//! Scripts that come with the program, to use and to learn from (traces-classifiers-closures B.6).

use super::ScriptClassifier;

/// Name, description, example of a result, source.
const EXAMPLES: [(&str, &str, &str, &str); 3] = [
    (
        "Collection health",
        "What objects do for collections: arrays and entries hold, heads are what the program names, the rest is contained",
        "head",
        include_str!("examples/collection_health.rhai"),
    ),
    (
        "Instance health",
        "What the bytes of objects are for: primitive values, headers, pointers, null pointers, padding; groups share the bytes",
        "null pointers",
        include_str!("examples/instance_health.rhai"),
    ),
    (
        "Collection size",
        "How many elements collections of java.util hold: none, one, and by powers of ten",
        "2 to 9 elements",
        include_str!("examples/collection_size.rhai"),
    ),
];

/// All of them, compiled.
pub(in crate::grouping) fn example_scripts() -> impl Iterator<Item = ScriptClassifier> {
    // A test compiles each of them.
    EXAMPLES.into_iter().filter_map(|(name, description, example, source)| {
        ScriptClassifier::named(name.to_owned(), description.to_owned(), example.to_owned(), source, false).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_compiles() {
        for (name, _, example, source) in EXAMPLES {
            let compiled = ScriptClassifier::named(name.to_owned(), String::new(), example.to_owned(), source, false);
            assert!(compiled.is_ok(), "{name}: {compiled:?}");
        }
    }
}
