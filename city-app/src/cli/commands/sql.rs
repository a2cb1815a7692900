//! `memory-city sql`: questions about heaps as tables.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Progress, Warnings};
use clap::Args;
use fleet::{Answer, Column, Database, Limits, SCHEMA_VERSION, Table, View};
use serde_json::{Value, json};

use crate::answers::sql::{MOST_ROWS, SqlRows, cell_text};
use crate::answers::tables::{grouped_as_in_city, tables_of};
use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, note, print_result, print_warnings};
use crate::cli::interrupt::cancel_on_interrupt;
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::input_args::{InputArgs, Reads};
use crate::cli::options::place_args::PlaceArgs;
use crate::data::input::{Fetched, Input, part_tables};

/// The widest cell of it, in characters.
const MOST_WIDTH: usize = 80;

/// Ask heaps in SQL.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city sql heap.hprof 'select class, objects, bytes from histogram order by bytes desc limit 10'
  memory-city sql heap.hprof 'select class, retained from owners order by retained desc limit 20'
  memory-city sql dumps/ \"select path, more_bytes from growth where is_leaf order by more_bytes desc limit 10\"
  memory-city sql heap.hprof \"select referrer, field, referrers from referrers where class = 'com.shop.Cart'\"
  memory-city sql tables/ 'select service, version, count(*) from runs group by service, version' --csv runs.csv
  memory-city sql dumps/ 'select * from growth' --parquet growth.parquet

Tables are read when they are asked for, and only the columns that are asked for are worked out: a question about classes needs no retained \
sizes. memory-city sql --tables tells all tables and columns. Names in double quotes are names of columns, texts stand in single quotes. \
A question changes nothing.

JSON: {\"columns\":[..],\"rows\":[[..],..]}; with --tables {\"schema\":N,\"tables\":[{\"name\":..,\"columns\":[{\"name\":..,\"kind\":..,\"nullable\":..,\
\"partition\":..},..]},..],\"views\":[{\"name\":..,\"sql\":..},..],\"fleet\":[{\"name\":..,\"sql\":..},..]}: what another engine needs to ask the same.")]
pub struct SqlArgs {
    /// What is asked: heap dumps, traces, class histograms, memory trees, recordings, a folder of them, or folders of tables (memory-city
    /// export), also of an object store (s3://bucket/folder); and then the question
    #[arg(value_name = "PATH.. QUESTION", required_unless_present = "tables")]
    pub words: Vec<PathBuf>,
    /// Tell all tables and their columns, and do nothing else; as JSON also the texts of all questions that have a name
    #[arg(long, conflicts_with = "words")]
    pub tables: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// Write all rows to this file as Parquet, with the types of their columns
    #[arg(long, value_name = "OUT", conflicts_with_all = ["json", "csv", "tables"])]
    pub parquet: Option<PathBuf>,
    /// Memory for sorting, joining and grouping, in MiB; beyond that the question goes on in temporary files. Heap states come on top
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(64..))]
    pub memory: u32,
    /// How many work at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Whose heap it is.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Asks, prints rows.
pub(in crate::cli) fn sql(args: &SqlArgs) -> Result<(), CliError> {
    if args.tables {
        let told = if args.json { json_line(&tables_as_document())? } else { tables_in_words().into_text() };
        return print_result(told.as_bytes());
    }
    args.input.refuse_garbage()?;
    let (progress, warnings) = (Progress::new(), Arc::new(Warnings::new()));
    cancel_on_interrupt(&progress);
    let told = ask(args, &progress, &warnings);
    print_warnings(&warnings);
    told
}

fn ask(args: &SqlArgs, progress: &Progress, warnings: &Arc<Warnings>) -> Result<(), CliError> {
    let Some((question, paths)) = args.words.split_last().filter(|(_, paths)| !paths.is_empty()) else {
        return Err(CliError::new(ExitKind::Usage, "name what is asked, and then the question"));
    };
    let (folders, others) = part_tables(paths)?;
    let fetched = Fetched::of(&others)?;
    let mut sources = Vec::new();
    let mut policy = String::new();
    if others.is_empty() {
        args.input.refuse_unfit(Reads::Tables)?;
    } else {
        let input = Input::look_at(&fetched.paths, warnings)?;
        let options = args.input.open_options(Some(&input), warnings)?;
        let options = grouped_as_in_city(&input, options, progress)?;
        let source = tables_of(input, options, (args.place.place(&others), &others), true, progress, warnings)?;
        policy = source.about().policy;
        sources.push(source);
    }
    if others.is_empty() {
        let lacking = fleet::tables_without_files(&question.to_string_lossy(), &folders);
        if !lacking.is_empty() {
            let kind = "what is asked for has no rows here (memory-city fleet keeps the tables that it needs itself)";
            warnings.add(kind, lacking.join(", "));
        }
    }
    let workers = args.workers.map_or_else(rayon::current_num_threads, usize::from);
    let limits = Limits { memory: args.memory as usize * (1 << 20), workers };
    let database = Database::new(sources, &folders, limits, progress)?;
    let answer = database.ask(&question.to_string_lossy())?;
    if let Some(out) = &args.parquet {
        if out.as_os_str() == "-" {
            return Err(CliError::new(ExitKind::Usage, "--parquet needs a file: its end is written last, and tells where the rest lies"));
        }
        let rows = fleet::write_answer(answer, out)?;
        note(&format!("wrote {} rows to {}", words::count(rows), out.display()));
        return Ok(());
    }
    let columns: Vec<String> = answer.schema().fields().iter().map(|field| field.name().clone()).collect();
    if let Some(mut table) = args.table.begin_rows(columns.iter().map(String::as_str), &policy)? {
        for_each_row(answer, |row| table.write(row.iter()))?;
        return table.finish();
    }
    if args.json {
        let mut rows = Vec::new();
        for_each_row(answer, |row| {
            rows.push(row);
            Ok(true)
        })?;
        return print_result(json_line(&json!({ "columns": columns, "rows": rows }))?.as_bytes());
    }
    if !policy.is_empty() {
        note(&policy);
    }
    let shown = SqlRows::of(answer)?;
    print_result(in_words(&shown).as_bytes())?;
    if shown.has_more {
        note(&format!(
            "there are more rows than these {}: ask for fewer (limit), or write them with --csv OUT",
            words::count(MOST_ROWS as u64)
        ));
    }
    Ok(())
}

/// Shows rows until somebody has seen enough.
fn for_each_row(answer: Answer<'_>, mut see: impl FnMut(Vec<Value>) -> Result<bool, CliError>) -> Result<(), CliError> {
    let mut failed = None;
    answer.for_each_row(&mut |row| {
        Ok(see(row).unwrap_or_else(|error| {
            failed = Some(error);
            false
        }))
    })?;
    failed.map_or(Ok(()), Err)
}

/// Columns side by side; numbers stand at the right.
fn in_words(shown: &SqlRows) -> Lines {
    let columns = &shown.columns;
    let short = |text: String| match text.char_indices().nth(MOST_WIDTH) {
        Some((at, _)) => format!("{}\u{2026}", &text[..at]),
        None => text,
    };
    let table: Vec<Vec<String>> = shown.rows.iter().map(|row| row.iter().map(|value| short(cell_text(value))).collect()).collect();
    let widths: Vec<usize> = (0..columns.len())
        .map(|at| table.iter().map(|row| row[at].chars().count()).chain([columns[at].chars().count()]).max().unwrap_or(0))
        .collect();
    let are_numbers: Vec<bool> = (0..columns.len()).map(|at| shown.is_of_numbers(at)).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).zip(&are_numbers).map(|((cell, &width), &is_number)| match is_number {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut text = Lines::default();
    text.add(line(columns));
    table.iter().for_each(|row| text.add(line(row)));
    if shown.rows.is_empty() {
        text.add("(no rows)");
    }
    text
}

/// All tables with their columns.
fn tables_in_words() -> Lines {
    let mut text = Lines::default();
    for table in Table::ALL {
        text.add(format_args!("{}: a row is {}", table.name(), table.meaning()));
        for column in table.own_columns() {
            text.add(format_args!("    {:<18} {:<14} {}", column.name, column.kind.words(), column.meaning));
        }
        text.blank();
    }
    text.add("Columns of all tables:");
    for column in fleet::place_columns() {
        text.add(format_args!("    {:<18} {:<14} {}", column.name, column.kind.words(), column.meaning));
    }
    text.blank();
    text.add("Questions that have a name, to be asked like tables:");
    for View { name, meaning, .. } in fleet::views() {
        text.add(format_args!("    {name:<18} {meaning}"));
    }
    text
}

/// The same with all questions, for other engines.
fn tables_as_document() -> Value {
    let column = |column: &Column| {
        let Column { name, kind, nullable, .. } = column;
        json!({ "name": name, "kind": kind.words(), "nullable": nullable, "partition": column.is_partition() })
    };
    let table = |table: Table| json!({ "name": table.name(), "columns": table.columns().map(column).collect::<Vec<_>>() });
    let question = |(name, sql): (&str, &str)| json!({ "name": name, "sql": sql });
    json!({
        "schema": SCHEMA_VERSION,
        "tables": Table::ALL.map(table),
        "views": fleet::views().map(|view| question((view.name, view.sql))).collect::<Vec<_>>(),
        "fleet": fleet::questions().map(question).collect::<Vec<_>>(),
    })
}
