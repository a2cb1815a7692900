//! `memory-city export`: heaps as tables that every engine for tables reads.

use std::path::{Path, PathBuf};

use analysis::{Dominators, HeapState, Progress, Warnings, heap_histogram};
use clap::Args;
use fleet::{Origins, Place, Table, TableFile};

use crate::base::words;
use crate::cli::documents::output::{CliError, ExitKind, note, print_warnings};
use crate::cli::options::input_args::InputArgs;
use crate::data::input::{Input, heap_series};

/// Objects of one row group.
const GROUP: u32 = 1 << 20;

/// Write heap states as tables (Parquet): points, classes, objects, references.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city export heap.hprof --parquet tables/
  memory-city export dumps/ --parquet tables/ --service checkout-2.14 --host pod-7
  memory-city export heap.hprof --parquet tables/ --no-references

Each table is a folder of files, partitioned as service=../host=../process=../point=N, so that many exports into one folder are one table each. \
Tables of one point join by index, the number of an object in the order of addresses.")]
pub struct ExportArgs {
    /// Heap dumps or traces, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Write Parquet files below this folder
    #[arg(long, value_name = "DIR")]
    pub parquet: PathBuf,
    /// Whose heap it is, with its version if that matters
    #[arg(long, value_name = "NAME")]
    pub service: Option<String>,
    /// On which machine
    #[arg(long, value_name = "NAME")]
    pub host: Option<String>,
    /// In which process
    #[arg(long, value_name = "NAME")]
    pub process: Option<String>,
    /// Leave out the table of references, which is the largest
    #[arg(long)]
    pub no_references: bool,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

impl From<fleet::Error> for CliError {
    fn from(error: fleet::Error) -> Self {
        match error {
            fleet::Error::Heap(error) => error.into(),
            other => Self::new(ExitKind::Failed, other),
        }
    }
}

/// Reads state by state, writes.
pub(in crate::cli) fn export(args: &ExportArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let input = Input::look_at(&args.paths, &warnings)?;
    let options = args.input.open_options(Some(&input), &warnings)?;
    let mut series = heap_series(&input, &options, &progress, &warnings)?;
    let (mut points, mut objects) = (0, 0);
    while let Some(heap) = series.next(&progress, &warnings)? {
        points += 1;
        objects += heap.kept.len();
        let (service, host, process) = (args.service.clone(), args.host.clone(), args.process.clone());
        write(&heap, &Place { service, host, process, point: points }, args, &progress)?;
    }
    print_warnings(&warnings);
    note(&format!("wrote {points} points with {} objects to {}", words::count(objects), args.parquet.display()));
    Ok(())
}

fn write(heap: &HeapState, place: &Place, args: &ExportArgs, progress: &Progress) -> Result<(), CliError> {
    let begin = |table| TableFile::create(place.file(Path::new(&args.parquet), table), table);
    let dominators = Dominators::of(heap, progress)?;
    let origins = heap.origins.as_ref().map(|origins| Origins {
        sites: origins.call_stacks.iter().map(|stack| stack.frames.first().map(ToString::to_string).unwrap_or_default()).collect(),
        threads: origins.thread_names.iter().map(ToString::to_string).collect(),
    });
    let origins = origins.unwrap_or_default();
    let end = heap.len() as u32;
    let groups = || (0..end).step_by(GROUP as usize).map(|first| first..end.min(first.saturating_add(GROUP)));
    let mut file = begin(Table::Objects)?;
    for range in groups() {
        file.append(&fleet::objects(heap, &dominators, &origins, range))?;
    }
    file.finish()?;
    if !args.no_references {
        let mut file = begin(Table::References)?;
        for range in groups() {
            file.append(&fleet::references(heap, range))?;
        }
        file.finish()?;
    }
    let mut file = begin(Table::Classes)?;
    file.append(&fleet::classes(heap, &heap_histogram(heap)))?;
    file.finish()?;
    let mut file = begin(Table::Points)?;
    file.append(&fleet::point(heap))?;
    Ok(file.finish()?)
}
