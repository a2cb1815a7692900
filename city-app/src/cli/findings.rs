//! `memory-city findings`: what grew and who holds it, in words.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;

use super::input_args::InputArgs;
use super::opened;
use super::output::{CliError, print_result};
use super::view_args::ViewArgs;
use crate::chain::{chain_sentence, chain_to_cause};
use crate::hints::{findings as find, summary};

/// Findings that are told.
const TOLD: usize = 10;

/// Print what grew, how, and who holds it.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city findings dumps/
  memory-city findings dumps/ --set metric=bytes
  memory-city findings data-samples/fig10 --preset fig10

The findings as JSON are part of memory-city scene.")]
pub struct FindingsArgs {
    /// Heap dumps, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// What is looked at.
    #[command(flatten)]
    pub view: ViewArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Reads, lays out, tells.
pub(super) fn findings(args: &FindingsArgs) -> Result<(), CliError> {
    let opened = opened::open(&args.paths, &args.input, &args.view)?;
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
    // Names come from the input; a terminal must not obey control characters in them.
    let safe: String = text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect();
    print_result(safe.as_bytes())
}
