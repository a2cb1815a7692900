//! What hints say: a file that users can edit. Placeholders in braces stand for what was seen.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::detect::{Detected, Facts};
use crate::view::command::CityCommand;
use crate::view::hint_key::HintKey;

/// The name of the file, in the folder that settings are kept in.
pub const FILE: &str = "hints.json";

const FORMAT: &str = "memory-city hints";
const VERSION: u32 = 1;

/// A hint.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// Which one.
    pub key: HintKey,
    /// How far on the way of its analysis it stands: the farthest one is the next to look at.
    pub step: u8,
    /// What was seen, in a few words.
    pub title: String,
    /// What was seen, with its numbers, and why it may matter.
    pub text: String,
    /// Terms that it needs, each with what it means.
    pub terms: Vec<(String, String)>,
    /// What to do next.
    pub actions: Vec<HintAction>,
}

/// A next step.
#[derive(Debug, Clone, PartialEq)]
pub struct HintAction {
    /// What it does.
    pub label: String,
    /// What that will show.
    pub why: String,
    /// That, step by step.
    pub commands: Vec<CityCommand>,
}

/// The texts of all hints.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintTexts {
    format: String,
    version: u32,
    terms: BTreeMap<String, String>,
    hints: Vec<HintText>,
}

/// What one hint says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct HintText {
    id: String,
    title: String,
    #[serde(default)]
    terms: Vec<String>,
    text: String,
    /// From which strength on it is given: percent of growth, or of what died.
    #[serde(default)]
    least: f64,
    actions: Vec<ActionText>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionText {
    does: String,
    label: String,
    why: String,
}

impl HintTexts {
    /// Those that the program brings along.
    ///
    /// # Panics
    /// Never: the file is part of the program and tested.
    #[must_use]
    pub fn shipped() -> Self {
        Self::parse(include_str!("../../../../assets/hints.json")).expect("the shipped file is one of hints")
    }

    /// Those of a file of the user.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let texts: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if texts.format != FORMAT || texts.version != VERSION {
            return Err(format!("not of the format {FORMAT:?}, version {VERSION}"));
        }
        let unknown = texts.hints.iter().flat_map(|hint| &hint.terms).find(|term| !texts.terms.contains_key(*term));
        match unknown {
            Some(term) => Err(format!("the term {term:?} is not explained")),
            None => Ok(texts),
        }
    }

    /// The hint about something that stands out; `None` if it is too weak, or nothing is to be said of it.
    pub(super) fn tell(&self, detected: Detected) -> Option<Hint> {
        let Detected { id, anchor, step, strength, facts, actions } = detected;
        let of = self.hints.iter().find(|text| text.id == id)?;
        if strength.is_some_and(|strength| strength < of.least) {
            return None;
        }
        let meaning = |term: &String| Some((term.clone(), self.terms.get(term)?.clone()));
        let offered = of.actions.iter().flat_map(|text| {
            let theirs = actions.iter().filter(|action| action.does == text.does);
            theirs.map(|action| {
                let all = [&action.facts[..], &facts[..]].concat();
                HintAction { label: filled(&text.label, &all), why: filled(&text.why, &all), commands: action.commands.clone() }
            })
        });
        Some(Hint {
            key: HintKey { id: of.id.clone(), anchor },
            step,
            title: filled(&of.title, &facts),
            text: filled(&of.text, &facts),
            terms: of.terms.iter().filter_map(meaning).collect(),
            actions: offered.collect(),
        })
    }
}

/// A text with what was seen in place of `{names}`.
fn filled(text: &str, facts: &Facts) -> String {
    facts.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::hint_key::Anchor;

    fn detected(strength: f64) -> Detected {
        let facts = [("first", "3"), ("last", "9"), ("from", "1 MiB"), ("to", "5 MiB"), ("percent", "400 %")];
        Detected {
            id: "memory-grows",
            anchor: Anchor::Timeline,
            step: 1,
            strength: Some(strength),
            facts: facts.map(|(name, value)| (name, value.to_owned())).into(),
            actions: Vec::new(),
        }
    }

    #[test]
    fn texts_have_numbers_in_place_of_names_and_weak_hints_are_not_given() {
        let texts = HintTexts::shipped();
        let hint = texts.tell(detected(400.0)).expect("it is strong");
        assert!(
            hint.text.starts_with("From point 3 to point 9 what the program can reach went from 1 MiB to 5 MiB, 400 % more"),
            "{}",
            hint.text
        );
        assert_eq!(hint.terms.len(), 2);
        assert_eq!(texts.tell(detected(5.0)), None);
    }

    #[test]
    fn a_file_of_the_user_says_other_things_and_a_wrong_one_is_told() {
        let shipped = include_str!("../../../../assets/hints.json");
        let edited = shipped.replace("Memory keeps growing", "It grows").replace("\"least\": 10", "\"least\": 1");
        let texts = HintTexts::parse(&edited).expect("is one of hints");
        assert_eq!(texts.tell(detected(5.0)).map(|hint| hint.title), Some("It grows".to_owned()));
        let other = "{\"format\": \"other\", \"version\": 1, \"terms\": {}, \"hints\": []}";
        for (wrong, why) in
            [("{", "EOF"), (other, "not of the format"), (&shipped.replace("\"churn\": ", "\"chorn\": "), "\"churn\" is not explained")]
        {
            let error = HintTexts::parse(wrong).expect_err("is wrong");
            assert!(error.contains(why), "{error}");
        }
    }
}
