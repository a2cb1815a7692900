//! Guided exploration: hints at what is seen that say what stands out, why that matters, and what to do next, with a button that does it.
//!
//! What stands out is found by code ([`detect`]), one function per step of an analysis; what is said of it, from which strength on, and which
//! next steps are offered stands in a file that users can edit ([`texts`]).
//!
//! Source: "Guided Exploration: A Method for Guiding Novice Users in Interactive Memory Monitoring Tools" (Weninger, Grünbacher, Gander,
//! Schörgenhumer, EICS 2021).

mod detect;
pub mod texts;

use std::sync::Arc;

use analysis::FindReport;

use super::command::CityCommand;
use super::hint_key::HintKey;
use super::state::ViewState;
use crate::answers::ownership_graph::NamedGraph;
use crate::answers::windows::RunParts;
use crate::data::session::Session;
use texts::HintTexts;

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
    pub terms: Vec<(Arc<str>, Arc<str>)>,
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

/// What is seen, and known of it.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The city.
    pub session: &'a Session,
    /// What the user looks at.
    pub view: &'a ViewState,
    /// The start of the run, and what is worth a look.
    pub parts: &'a RunParts,
    /// The graph of keepers, if it is shown.
    pub graph: Option<&'a NamedGraph>,
    /// What the search for leaks has found.
    pub report: Option<&'a FindReport>,
    /// Whether what died can be shown.
    pub has_lives: bool,
}

/// All hints about what is seen, the farthest step first.
#[must_use]
pub fn hints(seen: Seen<'_>, texts: &HintTexts) -> Vec<Hint> {
    let mut hints: Vec<Hint> = detect::all(seen).into_iter().filter_map(|detected| texts.tell(detected)).collect();
    hints.sort_by_key(|hint| std::cmp::Reverse(hint.step));
    hints
}
