//! `memory-city export`: heaps as tables that every engine for tables reads.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Progress, Warnings};
use clap::Args;
use fleet::{Exported, Folder, Table};

use crate::answers::tables::{grouped_as_in_city, tables_of};
use crate::base::words;
use crate::cli::documents::output::{CliError, ExitKind, note, print_warnings, refuse_over_input};
use crate::cli::interrupt::cancel_on_interrupt;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::place_args::PlaceArgs;
use crate::data::input::{Fetched, Input, shows_processes};

/// Write what an input holds as tables (Parquet).
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city export heap.hprof --parquet tables/
  memory-city export dumps/ --parquet tables/ --service checkout --service-version 2.14 --host pod-7
  memory-city export run.mctrace --parquet tables/ --tables points,groups,findings
  memory-city export dumps/ --parquet tables/ --redact      by whatever they are grouped, no table tells what texts and numbers say
  memory-city sql tables/ 'select class, bytes from histogram order by bytes desc limit 10'

Each table is a folder of files, service=../host=../process=../point=N/, so that many exports into one folder are one table each, as every \
engine for tables reads them. Tables of one point join by index, the number of an object in the order of addresses. \
memory-city sql --tables tells all tables and columns.")]
pub struct ExportArgs {
    /// Heap dumps, traces, class histograms, memory trees, recordings, or a folder of them, also of an object store (s3://bucket/folder)
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Write files below this folder, or below one of an object store (s3://bucket/folder)
    #[arg(long, value_name = "DIR")]
    pub parquet: PathBuf,
    /// Write these tables only
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_table)]
    pub tables: Vec<Table>,
    /// Leave out the table of references, which is the largest
    #[arg(long)]
    pub no_references: bool,
    /// Tell of groups also what they reach and what they retain, which takes a walk over the heap for 128 of them
    #[arg(long)]
    pub sizes: bool,
    /// Take contents out of heap dumps before anything is told of them, as memory-city redact does, by way of copies in a temporary folder
    #[arg(long)]
    pub redact: bool,
    /// Whose heap it is.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

fn parse_table(name: &str) -> Result<Table, String> {
    Table::named(name).ok_or_else(|| {
        let names = Table::ALL.map(Table::name).join(", ");
        format!("there is no such table; there are {names}")
    })
}

impl From<fleet::Error> for CliError {
    fn from(error: fleet::Error) -> Self {
        match error {
            fleet::Error::Heap(error) => error.into(),
            fleet::Error::Question { .. } => Self::new(ExitKind::Usage, error),
            other => Self::new(ExitKind::Failed, other),
        }
    }
}

/// Reads point by point, writes.
pub(in crate::cli) fn export(args: &ExportArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    let (progress, warnings) = (Progress::new(), Arc::new(Warnings::new()));
    cancel_on_interrupt(&progress);
    let written = write(args, &progress, &warnings);
    print_warnings(&warnings);
    let Exported { points, files, rows, bytes } = written?;
    let number = |count: usize, one: &str| format!("{} {one}{}", words::count(count as u64), if count == 1 { "" } else { "s" });
    let (points, files) = (number(points, "point"), number(files, "file"));
    note(&format!("wrote {} rows of {points} in {files} below {}, {}", words::count(rows), args.parquet.display(), words::bytes(bytes)));
    Ok(())
}

fn write(args: &ExportArgs, progress: &Progress, warnings: &Arc<Warnings>) -> Result<Exported, CliError> {
    let folder = Folder::at(&args.parquet)?;
    refuse_over_input(&args.parquet, &args.paths, false)?;
    let fetched = Fetched::of(&args.paths)?;
    let input = Input::look_at(&fetched.paths, warnings)?;
    let (input, _copies) =
        if args.redact { input.redacted(progress, warnings).map(|(input, copies)| (input, Some(copies)))? } else { (input, None) };
    if shows_processes(&input, progress)? {
        let why = "this input shows many processes together: memory-city fleet keeps the tables of each (--tables)";
        return Err(CliError::new(ExitKind::Usage, why));
    }
    let options = args.input.open_options(Some(&input), warnings)?;
    let options = grouped_as_in_city(&input, options, progress)?;
    let source = tables_of(input, options, (args.place.place(&args.paths), &args.paths), args.sizes, progress, warnings)?;
    let is_wanted = |table: &Table| match table {
        Table::References if args.no_references => false,
        table => args.tables.is_empty() || args.tables.contains(table),
    };
    let tables: Vec<Table> = Table::ALL.into_iter().filter(is_wanted).collect();
    Ok(fleet::export(&source, &tables, &folder)?)
}
