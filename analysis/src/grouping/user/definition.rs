//! Classifiers, filters and groupings that users wrote and gave a name.

use serde::{Deserialize, Serialize};

use crate::base::error::Result;
use crate::grouping::classifiers::ScriptClassifier;
use crate::grouping::steps::{error_at, plain};

/// Something to group by that a user wrote and named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// What `--by` calls it; `preset:NAME` for groupings.
    pub name: String,
    /// What its text is.
    pub kind: DefinitionKind,
    /// A script, or the steps of a grouping.
    pub text: String,
    /// For lists, one sentence.
    #[serde(default)]
    pub description: String,
}

/// What a definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefinitionKind {
    /// A script that names the group of an object.
    Classifier,
    /// A script that says whether an object counts.
    Filter,
    /// Steps in text form.
    Grouping,
}

/// Whether a text is a script.
///
/// # Errors
/// [`crate::Error::Text`] with line and column of what is wrong.
pub fn validate_script(text: &str) -> Result<()> {
    compile("script", text, false).map(drop)
}

fn compile(name: &str, text: &str, is_filter: bool) -> Result<ScriptClassifier> {
    let compiled = ScriptClassifier::named(name.to_owned(), String::new(), String::new(), text, is_filter);
    compiled.map_err(|fault| error_at(text, fault.offset(text), fault.message))
}

impl Definition {
    /// The script as a step of a grouping; `None` for groupings, which are many steps.
    pub(in crate::grouping) fn classifier(&self) -> Result<Option<ScriptClassifier>> {
        let is_filter = match self.kind {
            DefinitionKind::Classifier => false,
            DefinitionKind::Filter => true,
            DefinitionKind::Grouping => return Ok(None),
        };
        // Nobody knows what a script answers before it has run.
        let example = String::new();
        let description = match self.description.trim() {
            "" => format!("A script of yours: {}", self.text.lines().next().unwrap_or_default()),
            description => description.to_owned(),
        };
        let compiled = ScriptClassifier::named(self.name.clone(), description, example, &self.text, is_filter);
        compiled.map(Some).map_err(|fault| error_at(&self.text, fault.offset(&self.text), fault.message))
    }

    /// Whether a grouping could not tell the two apart by their names.
    #[must_use]
    pub fn shares_its_name_with(&self, other: &Self) -> bool {
        let is_grouping = |definition: &Self| definition.kind == DefinitionKind::Grouping;
        is_grouping(self) == is_grouping(other) && plain(&self.name) == plain(&other.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::Progress;
    use crate::base::warnings::Warnings;
    use crate::fixture::heap;
    use crate::grouping::Registry;
    use crate::grouping::engine::grouped::group;

    fn definition(name: &str, kind: DefinitionKind, text: &str) -> Definition {
        Definition { name: name.to_owned(), kind, text: text.to_owned(), description: "mine".to_owned() }
    }

    #[test]
    fn definitions_are_steps_like_any_other() {
        let mut registry = Registry::default();
        for added in [
            definition("My size", DefinitionKind::Classifier, "if size > 16 { \"large\" } else { \"small\" }"),
            definition("no strings", DefinitionKind::Filter, "type != \"java.lang.String\""),
            definition("mine", DefinitionKind::Grouping, "no strings, my size, type"),
            definition("mine twice", DefinitionKind::Grouping, "preset:mine, type without package"),
        ] {
            registry.add_definition(added).expect("can be added");
        }
        assert_eq!(registry.definitions().len(), 4);
        let heap = heap("root jni -> a b c\na: A 16\nb: B 32\nc: java.lang.String 24");
        let grouping = registry.parse("preset:mine").expect("is a grouping");
        assert_eq!(grouping.to_string(), "no strings > My size > Type");
        let tree = group(&heap, &grouping, &Progress::new(), &Warnings::new()).expect("can be grouped").tree;
        let keys: Vec<&str> = tree.nodes.iter().map(|node| &*node.key).collect();
        assert_eq!(keys, ["Overall", "Overall#large", "Overall#large#B", "Overall#small", "Overall#small#A"]);
        // The names of steps are text of a grouping again.
        assert_eq!(registry.parse(&grouping.names().join(", ")).expect("is a grouping").names(), grouping.names());
        registry.parse("preset:mine twice").expect("is a grouping");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        use DefinitionKind::{Classifier, Filter, Grouping};
        let mut registry = Registry::default();
        registry.add_definition(definition("mine", Grouping, "type")).expect("can be added");
        registry.add_definition(definition("small", Filter, "size < 9")).expect("can be added");
        for (name, kind, text, expected) in [
            ("x", Classifier, "let a = 1;\na +", "line 2, column 4: something is missing at the end"),
            ("x", Grouping, "type, colour", "line 1, column 7: unknown classifier \"colour\""),
            ("x", Grouping, "preset:x", "line 1, column 1: unknown preset"),
            ("Type", Classifier, "1", "\"Type\" cannot be a name: something else is called so"),
            ("SMALL", Filter, "true", "\"SMALL\" cannot be a name: something else is called so"),
            ("script", Filter, "true", "\"script\" cannot be a name: something else is called so"),
            ("Mine", Grouping, "type", "\"Mine\" cannot be a name: something else is called so"),
            ("overview", Grouping, "type", "\"overview\" cannot be a name: something else is called so"),
            ("a, b", Filter, "true", "\"a, b\" cannot be a name: ',' means something else"),
            (" a", Filter, "true", "\" a\" cannot be a name: it needs letters"),
            ("-", Filter, "true", "\"-\" cannot be a name: it needs letters"),
        ] {
            let error = registry.add_definition(definition(name, kind, text)).expect_err(name).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(validate_script("size > 3").is_ok());
        let error = validate_script("size > (3").expect_err("is wrong").to_string();
        assert!(error.starts_with("line 1, column 10: "), "{error}");
    }
}
