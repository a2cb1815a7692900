//! The file of what is known to be wrong: broken rules with how bad they are, and leaks. People can read and change it.
//!
//! ```json
//! {
//!   "format": "memory-city known",
//!   "version": 1,
//!   "rules": [
//!     { "rule": "retained(com.shop.Cart) <= 10 MiB", "at_most": "12582912" }
//!   ],
//!   "leaks": [
//!     { "class": "com.shop.Item", "held_by": ["com.shop.Cart.items"] }
//!   ]
//! }
//! ```

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::words::count;
use crate::cli::documents::output::{CliError, json_indented, write_result};
use crate::cli::options::check_rule::{KnownSizes, Rule};
use crate::data::input::own_file::{read_own, wrong_in};

const FORMAT: &str = "memory-city known";
/// Version of the file; newer ones are left alone.
const VERSION: u32 = 1;

/// What is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct KnownFile {
    format: String,
    version: u32,
    /// Broken rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) rules: Vec<KnownSizes>,
    /// Leaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) leaks: Vec<KnownLeak>,
}

/// A leak by what it is called in every run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct KnownLeak {
    /// The class, or group, of which there are more and more objects.
    pub(in crate::cli) class: String,
    /// The fields that keep them.
    #[serde(default)]
    pub(in crate::cli) held_by: Vec<String>,
}

impl KnownLeak {
    /// Whether another leak is this one: of the same class, and no field holds it that does not hold this one.
    pub(in crate::cli) fn covers(&self, leak: &Self) -> bool {
        self.class == leak.class && leak.held_by.iter().all(|field| self.held_by.contains(field))
    }
}

impl Default for KnownFile {
    fn default() -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, rules: Vec::new(), leaks: Vec::new() }
    }
}

impl KnownFile {
    /// Reads a file; `None` where there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is no such file: with the position of what is wrong.
    pub(in crate::cli) fn read(path: &Path) -> Result<Option<Self>, CliError> {
        let wrong = |reason| wrong_in(path, reason);
        let Some(file) = read_own::<Self>(path)? else { return Ok(None) };
        if file.format != FORMAT || file.version > VERSION {
            let version = file.version;
            return Err(wrong(format!("not of the format {FORMAT:?}, or written by a newer memory-city (version {version})")).into());
        }
        for known in &file.rules {
            let rule = Rule::parse(&known.rule).map_err(|error| wrong(format!("rule {:?}: {error}", known.rule)))?;
            rule.check_known(known).map_err(|error| wrong(format!("what is known of the rule {:?}: {error}", known.rule)))?;
        }
        Ok(Some(file))
    }

    /// Whether a leak is known.
    pub(in crate::cli) fn knows(&self, leak: &KnownLeak) -> bool {
        self.leaks.iter().any(|known| known.covers(leak))
    }

    /// Writes it, in an order that is the same whenever the same is known.
    pub(in crate::cli) fn write(&mut self, path: &Path) -> Result<(), CliError> {
        self.rules.sort_by(|a, b| a.rule.cmp(&b.rule));
        self.rules.dedup_by(|a, b| a.rule == b.rule);
        self.leaks.sort();
        self.leaks.dedup();
        write_result(Some(path), json_indented(self)?.as_bytes())
    }

    /// `2 broken rules and 1 leak`
    pub(in crate::cli) fn in_words(&self) -> String {
        let noun = |number: usize, one: &str| format!("{} {one}{}", count(number as u64), if number == 1 { "" } else { "s" });
        format!("{} and {}", noun(self.rules.len(), "broken rule"), noun(self.leaks.len(), "leak"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::Folder;

    #[test]
    fn files_that_people_have_changed_are_read_and_what_is_wrong_in_them_is_told() {
        let folder = Folder::new("read-known");
        let told = |text: &str| {
            let path = folder.write("known.json", text);
            KnownFile::read(&path).map(Option::unwrap_or_default).map_err(|error| error.message)
        };
        let with = |members: &str| format!("{{\"format\": \"memory-city known\", \"version\": 1{members}}}");
        assert_eq!(told(&with("")), Ok(KnownFile::default()));
        let changed = told(&with(", \"rules\": [{\"rule\": \"bytes(a) < 1\", \"at_most\": \"7.5 MiB\"}], \"leaks\": [{\"class\": \"A\"}]"));
        assert_eq!(changed.map(|file| file.in_words()), Ok("1 broken rule and 1 leak".to_owned()));
        for (text, expected) in [
            (with(", \"rules\": [{\"rule\": \"bytes(a) < 1\"}]"), "neither at_most nor at_least"),
            (with(", \"rules\": [{\"rule\": \"bytes(a) < 1\", \"at_most\": \"1 MIP\"}]"), "line 1, column 3: \"MIP\" is no unit"),
            (with(", \"rules\": [{\"rule\": \"bytes a < 1\", \"at_most\": \"1\"}]"), "line 1, column 1: a rule is"),
            (with(", \"rules\": [{\"rule\": \"bytes(a) < 1\", \"atmost\": \"1\"}]"), "unknown field `atmost`"),
            (with(", \"version\": 2"), "duplicate field"),
            ("{\"format\": \"memory-city marks\", \"version\": 1}".into(), "not of the format"),
            ("{\"format\": \"memory-city known\", \"version\": 2}".into(), "written by a newer memory-city"),
            ("{\n\"format\": 1}".into(), "line 2, column 11"),
            ("[".into(), "line 1, column 1"),
        ] {
            let error = told(&text).expect_err(&text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_same_knowledge_is_the_same_file() {
        let leak = |class: &str| KnownLeak { class: class.into(), held_by: vec!["a.B.c".into()] };
        let rule = |rule: &str| KnownSizes { rule: rule.into(), at_most: Some("1".into()), at_least: None };
        let folder = Folder::new("known");
        let text = |mut file: KnownFile| {
            let path = folder.path().join("known.json");
            file.write(&path).expect("the temporary folder is writable");
            let read: serde_json::Value = read_own(&path).expect("is JSON").expect("it is there");
            read.to_string()
        };
        let one = KnownFile {
            rules: vec![rule("bytes(a) < 1"), rule("bytes(b) < 1")],
            leaks: vec![leak("A"), leak("B")],
            ..KnownFile::default()
        };
        let other = KnownFile {
            rules: vec![rule("bytes(b) < 1"), rule("bytes(a) < 1")],
            leaks: vec![leak("B"), leak("A"), leak("B")],
            ..KnownFile::default()
        };
        assert_eq!(text(one), text(other));
    }
}
