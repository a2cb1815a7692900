//! `memory-city histogram`: objects and bytes per class of one heap dump.

use std::path::PathBuf;

use analysis::Histogram;
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::csv::{CsvTable, push_text};
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line, print_result};
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::formula_guard::FormulaGuard;

/// Count objects and bytes per class of a heap dump.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city histogram heap.hprof | head -20
  memory-city histogram heap.hprof.gz --json | jq '.classes[0]'
  memory-city histogram heap.hprof --csv histogram.csv
  memory-city histogram heap.hprof --keep-unreachable      faster: needs no references

CSV has a row per class: class,objects,bytes. Sizes and reachability follow Eclipse MAT; the policy is printed with the numbers.")]
pub struct HistogramArgs {
    /// What is read.
    #[command(flatten)]
    pub input: DumpArgs,
    /// Print JSON: {"policy":..,"objects":N,"bytes":N,"classes":[{"name":..,"objects":N,"bytes":N},..]}
    #[arg(long)]
    pub json: bool,
    /// Write a row per class to this file; - is stdout
    #[arg(long, value_name = "OUT", conflicts_with = "json")]
    pub csv: Option<PathBuf>,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: String,
    objects: u64,
    bytes: u64,
    classes: Vec<ClassRow<'a>>,
}

#[derive(Debug, Serialize)]
struct ClassRow<'a> {
    name: &'a str,
    objects: u64,
    bytes: u64,
}

/// Reads, counts, prints.
pub(in crate::cli) fn histogram(args: &HistogramArgs) -> Result<(), CliError> {
    let histogram = args.input.histogram()?;
    if let Some(out) = &args.csv {
        let mut table = CsvTable::create(out, "class,objects,bytes", histogram.policy)?;
        table.write(&rows(&histogram, args.formulas))?;
        return table.finish();
    }
    let text = if args.json { json(&histogram)? } else { table(&histogram).into_text() };
    print_result(text.as_bytes())
}

fn json(histogram: &Histogram) -> Result<String, CliError> {
    let classes = histogram.classes.iter().map(|class| ClassRow { name: &class.name, objects: class.objects, bytes: class.bytes });
    let document =
        Document { policy: histogram.policy.to_string(), objects: histogram.objects, bytes: histogram.bytes, classes: classes.collect() };
    json_line(&document)
}

fn rows(histogram: &Histogram, formulas: FormulaGuard) -> String {
    let mut text = String::new();
    for class in &histogram.classes {
        push_text(&mut text, &formulas.name(&class.name));
        text += &format!(",{},{}\n", class.objects, class.bytes);
    }
    text
}

fn table(histogram: &Histogram) -> Lines {
    let mut text = Lines::below(histogram.policy);
    text.add(format_args!("{:>15} {:>17}  class", "objects", "bytes"));
    for class in &histogram.classes {
        text.add(format_args!("{:>15} {:>17}  {}", words::count(class.objects), words::count(class.bytes), class.name));
    }
    text.add(format_args!("{:>15} {:>17}  total", words::count(histogram.objects), words::count(histogram.bytes)));
    text
}

#[cfg(test)]
mod tests {
    use analysis::{HistogramClass, SizePolicy};

    use super::*;

    fn sample() -> Histogram {
        let classes = vec![HistogramClass { name: "char[]".into(), objects: 1200, bytes: 34_567 }];
        Histogram { objects: 1200, bytes: 34_567, classes, ..Histogram::default() }
    }

    #[test]
    fn the_json_has_the_members_of_the_contract_in_their_order() {
        let text = json(&sample()).expect("is JSON");
        let policy = SizePolicy::default().to_string();
        let expected = format!(
            "{{\"policy\":\"{policy}\",\"objects\":1200,\"bytes\":34567,\
             \"classes\":[{{\"name\":\"char[]\",\"objects\":1200,\"bytes\":34567}}]}}\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_row_of_csv_has_the_numbers_of_its_class() {
        assert_eq!(rows(&sample(), FormulaGuard::default()), "char[],1200,34567\n");
    }

    #[test]
    fn the_table_ends_with_the_total() {
        let text = table(&sample());
        assert_eq!(text.lines().last(), Some("          1,200            34,567  total"));
    }
}
