//! All kinds of findings, and the kind that a key means.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, de};

use super::findings::FindingKind;
use super::group_kinds::GROUP_KINDS;
use super::samples::SAMPLED_KINDS;
use super::unneeded::UNNEEDED;
use super::{growing, owners, waste};

/// All kinds of findings: those in heap states, in the order in which they are told, those in sampled objects, and those in groups.
#[must_use]
pub fn finding_kinds() -> Vec<FindingKind> {
    let leaks = growing::DETECTORS.iter().map(|detector| detector.kind);
    let of_states = leaks.chain([UNNEEDED]).chain(owners::KINDS).chain(waste::DETECTORS.iter().map(|detector| detector.kind));
    of_states.chain(SAMPLED_KINDS).chain(GROUP_KINDS).collect()
}

/// By its key.
impl<'de> Deserialize<'de> for FindingKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = Cow::<str>::deserialize(deserializer)?;
        let known = finding_kinds().into_iter().find(|kind| kind.key == key);
        known.ok_or_else(|| de::Error::custom(format_args!("{key} is no kind of findings")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::growing::grown::Grown;
    use crate::find::holders::FieldHolderKind;

    /// What a reader of any report is told about a kind comes from its file; the key is what scripts rely on.
    #[test]
    fn every_kind_says_in_its_own_file_what_it_is_and_what_to_do() {
        let kinds = finding_kinds();
        let keys: std::collections::BTreeSet<&str> = kinds.iter().map(|kind| kind.key).collect();
        assert_eq!(keys.len(), kinds.len(), "no key twice");
        for FindingKind { key, name, meaning, .. } in &kinds {
            assert!(!key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{key}");
            assert!(name.starts_with(|c: char| c.is_uppercase()) && !name.ends_with('.'), "{name}");
            assert!(meaning.starts_with(|c: char| c.is_uppercase()) && meaning.ends_with('.'), "{meaning}");
        }
        for detector in waste::DETECTORS {
            assert!(!detector.kind.key.starts_with("growing"));
            let title = (detector.title)("17", "app.Item");
            assert!(title.starts_with("17 ") && !title.ends_with('.'), "{title}");
            assert!(detector.advice.starts_with(|c: char| c.is_lowercase()) && !detector.advice.ends_with('.'), "{}", detector.advice);
        }
        for detector in growing::DETECTORS {
            assert!(detector.kind.key.starts_with("growing"));
            let grown = Grown {
                holder: "app.Cache.MAP",
                holder_kind: FieldHolderKind::Static,
                holders: "app.Cache.MAP".to_owned(),
                fields: vec!["app.Cache.MAP"],
                is_variable: false,
                class: "app.Item",
                classes: &[],
                loaders: 0,
                more_objects: true,
            };
            let (title, advice) = ((detector.title)(&grown), (detector.advice)(&grown));
            assert!(title.contains("app.Item") && title.contains("app.Cache.MAP"), "{title}");
            assert!(advice.contains("app.Cache.MAP") && !advice.ends_with('.'), "{advice}");
        }
    }
}
