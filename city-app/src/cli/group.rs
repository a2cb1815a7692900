//! `memory-city group`: writes memory trees and both pointer maps as a folder that any tool can read.

use std::path::PathBuf;

use analysis::{Progress, Warnings, write_tree_folder};
use clap::Args;

use super::input_args::InputArgs;
use super::output::{CliError, print_warnings};
use crate::input;

/// Group heap dumps and write the trees as a folder of JSON files.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city group dumps/ --by package,type --out trees/
  memory-city group heap.hprof --out trees/             package path, then type
  memory-city trees/                                    shows them

Writes one <time>.json per point, points-to-maps/<time>.json and pointed-from-maps/<time>.json with the number of
distinct objects between any two groups, and dataset.json with title and policy.")]
pub struct GroupArgs {
    /// Heap dumps, class histograms, memory trees, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The folder to write; it must hold no other JSON files
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Reads, groups, writes.
pub(super) fn group(args: &GroupArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let progress = Progress::new();
    let series = input::read(&args.paths, &args.input.open_options(), &progress, &warnings);
    print_warnings(&warnings);
    let series = series?;
    Ok(write_tree_folder(&args.out, &series.info, &series.points, &progress)?)
}
