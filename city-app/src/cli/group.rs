//! `memory-city group`: writes memory trees and both pointer maps as a folder that any tool can read.

use std::path::PathBuf;

use analysis::{Error, Progress, SizeKind, Warnings, write_tree_folder};
use clap::{Args, ValueEnum};

use super::input_args::InputArgs;
use super::output::{CliError, print_warnings};
use crate::input::{self, DatasetKind, OpenOptions};

/// Group heap dumps and write the trees as a folder of JSON files.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city group dumps/ --by package,type --out trees/
  memory-city group heap.hprof --out trees/             package path, then type
  memory-city group dumps/ --by type --sizes shallow,deep,retained --out trees/
  memory-city trees/                                    shows them

Writes one <time>.json per point, points-to-maps/<time>.json and pointed-from-maps/<time>.json with the number of \
distinct objects between any two groups, and dataset.json with title and policy. With --sizes the nodes of \
<time>.json have deepObjects, deepBytes, retainedObjects and retainedBytes, too.")]
pub struct GroupArgs {
    /// Heap dumps, class histograms, memory trees, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The folder to write; it must hold no other JSON files
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Sizes of every group: its objects (always written), all that they reach, what dies with them
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "shallow")]
    pub sizes: Vec<SizeArg>,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// A size by its name on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SizeArg {
    /// The objects of the group
    Shallow,
    /// With all that they reach
    Deep,
    /// What the GC could collect if they went
    Retained,
}

impl GroupArgs {
    /// The sizes that need a walk over references, each once.
    fn walked_sizes(&self) -> Vec<SizeKind> {
        let wanted = [(SizeArg::Deep, SizeKind::Deep), (SizeArg::Retained, SizeKind::Retained)];
        wanted.into_iter().filter(|(name, _)| self.sizes.contains(name)).map(|(_, kind)| kind).collect()
    }
}

/// Reads, groups, writes.
pub(super) fn group(args: &GroupArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let progress = Progress::new();
    let options = OpenOptions { sizes: args.walked_sizes(), ..args.input.open_options(&args.paths, &warnings)? };
    let series = input::read(&args.paths, &options, &progress, &warnings);
    print_warnings(&warnings);
    let series = series?;
    if !options.sizes.is_empty() && series.kind != DatasetKind::HeapDumps {
        return Err(Error::Request("deep and retained sizes need references: give heap dumps".into()).into());
    }
    Ok(write_tree_folder(&args.out, &series.info, &series.points, &progress)?)
}
