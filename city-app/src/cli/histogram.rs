//! `memory-city histogram`: objects and bytes per class of one heap dump.

use std::fmt::Write as _;
use std::path::PathBuf;

use analysis::{Histogram, Progress, SizePolicy, Warnings, histogram as read_histogram};
use clap::Args;
use serde::Serialize;

use super::output::{CliError, ExitKind, print_result, print_warnings};
use crate::words;

/// Count objects and bytes per class of a heap dump.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city histogram heap.hprof | head -20
  memory-city histogram heap.hprof.gz --json | jq '.classes[0]'
  memory-city histogram heap.hprof --keep-unreachable      faster: needs no references

Sizes and reachability follow Eclipse MAT; the policy is printed with the numbers.")]
pub struct HistogramArgs {
    /// A heap dump (.hprof, .hprof.gz)
    #[arg(value_name = "DUMP")]
    pub dump_file: PathBuf,
    /// Print JSON: {"policy":..,"objects":N,"bytes":N,"classes":[{"name":..,"objects":N,"bytes":N},..]}
    #[arg(long)]
    pub json: bool,
    /// Count objects that nothing keeps alive, too
    #[arg(long)]
    pub keep_unreachable: bool,
    /// Weak, soft, phantom and finalizer referents keep nothing alive
    #[arg(long)]
    pub strong_only: bool,
    /// Which dump of a file that holds several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub dump: u32,
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
pub(super) fn histogram(args: &HistogramArgs) -> Result<(), CliError> {
    let policy = SizePolicy { keep_unreachable: args.keep_unreachable, strong_only: args.strong_only };
    let warnings = Warnings::new();
    let histogram = read_histogram(&args.dump_file, args.dump as usize - 1, policy, &Progress::new(), &warnings);
    print_warnings(&warnings);
    let histogram = histogram?;
    let text = if args.json { json(&histogram)? } else { table(&histogram) };
    print_result(text.as_bytes())
}

fn json(histogram: &Histogram) -> Result<String, CliError> {
    let classes = histogram.classes.iter().map(|class| ClassRow { name: &class.name, objects: class.objects, bytes: class.bytes });
    let document =
        Document { policy: histogram.policy.to_string(), objects: histogram.objects, bytes: histogram.bytes, classes: classes.collect() };
    let mut text = serde_json::to_string(&document).map_err(|error| CliError::new(ExitKind::Failed, error))?;
    text.push('\n');
    Ok(text)
}

fn table(histogram: &Histogram) -> String {
    let mut text = format!("{}\n\n{:>15} {:>17}  class\n", histogram.policy, "objects", "bytes");
    for class in &histogram.classes {
        // Names come from the dump; a terminal must not obey control characters in them.
        let name = class.name.replace(char::is_control, "\u{fffd}");
        let _ = writeln!(text, "{:>15} {:>17}  {name}", words::count(class.objects), words::count(class.bytes));
    }
    let _ = writeln!(text, "{:>15} {:>17}  total", words::count(histogram.objects), words::count(histogram.bytes));
    text
}

#[cfg(test)]
mod tests {
    use analysis::HistogramClass;

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
    fn the_table_ends_with_the_total() {
        let text = table(&sample());
        assert_eq!(text.lines().last(), Some("          1,200            34,567  total"));
    }
}
