//! What grew and who holds it, in words: for inputs that tell no single objects (memory trees, class histograms).

use std::fmt::Write as _;
use std::path::PathBuf;

use super::input_args::InputArgs;
use super::opened;
use super::output::CliError;
use super::view_args::ViewArgs;
use crate::chain::{chain_sentence, chain_to_cause};
use crate::hints::{findings as find, summary};

/// Findings that are told.
const TOLD: usize = 10;

/// Reads, lays out, tells.
pub(super) fn growth(paths: &[PathBuf], input: &InputArgs) -> Result<String, CliError> {
    let opened = opened::open(paths, input, &ViewArgs::default())?;
    let session = &opened.session;
    let evolution = &session.evolution;
    let mut text = format!("{}\n{}\n", evolution.title, summary(evolution, session.metric));
    if !evolution.policy.is_empty() {
        let _ = writeln!(text, "({})", evolution.policy);
    }
    let last = evolution.points.len().saturating_sub(1);
    let found = find(session, TOLD);
    for (at, finding) in found.iter().enumerate() {
        let _ = write!(text, "\n{:>2}. {}\n", at + 1, finding.sentence);
        let chain = chain_to_cause(session, finding.node, last);
        if !chain.steps.is_empty() {
            let _ = writeln!(text, "    {}", chain_sentence(session, &chain));
        }
    }
    if found.is_empty() {
        text.push_str("\nNothing grew.\n");
    }
    Ok(text)
}
