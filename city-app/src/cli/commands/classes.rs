//! `memory-city classes`: what all instances of each class retain together.

use std::cmp::Reverse;
use std::path::PathBuf;

use analysis::{ClassSizes, HeapState, Progress, class_sizes};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::csv::{CsvTable, push_number, push_text};
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line, print_result};
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::formula_guard::FormulaGuard;

/// Tell what all instances of each class retain together.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city classes heap.hprof | head -20
  memory-city classes heap.hprof --csv classes.csv
  memory-city classes heap.hprof --csv - | sort -t, -k4 -rn | head

The retained size is exact: what would be garbage without all instances of the class and its class object, which is \
more than their single retained sizes where they share something. The table has one row per class, by name:
class,instances,shallow,retained. Classes of one name from several loaders are several rows. Sizes are in bytes and \
equal those of Eclipse MAT; the policy behind them is printed to stderr.

JSON: {\"policy\":.., \"classes\":[{\"name\":.., \"instances\":N, \"shallow\":N, \"retained\":N},..]}; those that retain most come first.")]
pub struct ClassesArgs {
    /// What is read.
    #[command(flatten)]
    pub input: DumpArgs,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Write a row per class to this file; - is stdout
    #[arg(long, value_name = "OUT")]
    pub csv: Option<PathBuf>,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: String,
    classes: Vec<ClassRow<'a>>,
}

#[derive(Debug, Serialize)]
struct ClassRow<'a> {
    name: &'a str,
    instances: u64,
    shallow: u64,
    retained: u64,
}

/// Reads, finds what classes retain, writes.
pub(in crate::cli) fn classes(args: &ClassesArgs) -> Result<(), CliError> {
    let heap = args.input.open()?;
    let mut sizes = class_sizes(&heap, &Progress::new())?;
    if args.csv.is_none() {
        largest_first(&heap, &mut sizes);
    }
    match &args.csv {
        None if args.json => print_result(json_line(&document(&heap, &sizes))?.as_bytes()),
        None => print_result(table(&heap, &sizes).as_bytes()),
        Some(out) => {
            let mut table = CsvTable::create(out, "class,instances,shallow,retained", heap.policy)?;
            table.write(&rows(&heap, &sizes, args.formulas))?;
            table.finish()
        }
    }
}

/// Rows in the order of their bytes, which is that of names.
fn rows(heap: &HeapState, sizes: &[ClassSizes], formulas: FormulaGuard) -> String {
    let row = |row: &ClassSizes| {
        let mut text = String::new();
        push_text(&mut text, &formulas.name(&heap.type_info(row.class).name));
        for number in [row.shallow.objects, row.shallow.bytes, row.retained.bytes] {
            text.push(',');
            push_number(&mut text, number);
        }
        text.push('\n');
        text
    };
    let mut rows: Vec<String> = sizes.iter().map(row).collect();
    rows.sort_unstable();
    rows.concat()
}

fn largest_first(heap: &HeapState, sizes: &mut [ClassSizes]) {
    let name = |row: &ClassSizes| &heap.type_info(row.class).name;
    sizes.sort_by(|a, b| Reverse(a.retained.bytes).cmp(&Reverse(b.retained.bytes)).then_with(|| name(a).cmp(name(b))));
}

fn document<'a>(heap: &'a HeapState, sizes: &[ClassSizes]) -> Document<'a> {
    let row = |row: &ClassSizes| ClassRow {
        name: &heap.type_info(row.class).name,
        instances: row.shallow.objects,
        shallow: row.shallow.bytes,
        retained: row.retained.bytes,
    };
    Document { policy: heap.policy.to_string(), classes: sizes.iter().map(row).collect() }
}

fn table(heap: &HeapState, sizes: &[ClassSizes]) -> Lines {
    let mut text = Lines::below(heap.policy);
    text.add(format_args!("{:>17} {:>15} {:>17}  class", "retained bytes", "instances", "shallow bytes"));
    for row in sizes {
        let [retained, instances, shallow] = [row.retained.bytes, row.shallow.objects, row.shallow.bytes].map(words::count);
        text.add(format_args!("{retained:>17} {instances:>15} {shallow:>17}  {}", heap.type_info(row.class).name));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_retain_together_what_they_share() {
        let heap = analysis::fixture::heap("class Node\nroot jni -> a b\na, b: Node 32 -> s\ns: Shared 8");
        let sizes = class_sizes(&heap, &Progress::new()).expect("nobody cancels");
        assert_eq!(rows(&heap, &sizes, FormulaGuard::default()), "Node,2,64,72\n");
        let told = json_line(&document(&heap, &sizes)).expect("is JSON");
        assert!(told.ends_with("\"classes\":[{\"name\":\"Node\",\"instances\":2,\"shallow\":64,\"retained\":72}]}\n"), "{told}");
        assert!(table(&heap, &sizes).ends_with("               72               2                64  Node\n"));
    }
}
