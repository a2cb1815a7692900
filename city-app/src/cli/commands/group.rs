//! `memory-city group`: writes memory trees and both pointer maps as a folder that any tool can read.

use std::path::PathBuf;

use analysis::{Error, Progress, Warnings, write_tree_folder};
use clap::Args;

use crate::cli::documents::output::{CliError, print_warnings};
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::size_arg::{SizeArg, walked_sizes};
use crate::data::input::options::OpenOptions;
use crate::data::input::{Input, read};

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

/// Reads, groups, writes.
pub(in crate::cli) fn group(args: &GroupArgs) -> Result<(), CliError> {
    let warnings = Warnings::new();
    let progress = Progress::new();
    let input = Input::look_at(&args.paths, &warnings)?;
    // Trees in a folder are moments of one run.
    input.refuse_runs()?;
    let options = OpenOptions { sizes: walked_sizes(&args.sizes), ..args.input.open_options(Some(&input), &warnings)? };
    let series = read(&input, &options, &progress, &warnings);
    print_warnings(&warnings);
    let series = series?;
    if !options.sizes.is_empty() && !series.kind.has_heap_states() {
        return Err(Error::Request("deep and retained sizes need references: give heap dumps".into()).into());
    }
    Ok(write_tree_folder(&args.out, &series.info, &series.points, &progress)?)
}
