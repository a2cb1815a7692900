//! `memory-city referrers`: who refers to a group of objects, by class and field, and what each of them keeps alone.

use analysis::{Closures, Progress, ReferrerReport, Warnings, referrers as report_of};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line, print_result, print_warnings};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::dump_args::DumpArgs;
use crate::cli::options::keyed_groups::KeyedGroup;
use crate::cli::options::plugin_args::PluginArgs;
use crate::cli::options::target_args::TargetArgs;

/// Rows that are printed for people.
const MOST_ROWS: usize = 30;

/// Of a table, as in JSON.
const COLUMNS: &str = "class,field,precision,references,referents,referrers,kept_alone,allocated.site,allocated.domain,allocated_estimated,\
    stored.site,stored.domain";

/// Print who refers to a group of objects, by class and field, and what each of them keeps alone.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city referrers heap.hprof --key Location                 all objects of a class
  memory-city referrers heap.hprof --by package --key app.cache   all objects of a package
  memory-city referrers heap.hprof --to 0x7f2c4d018 --json        one object
  memory-city referrers heap.hprof --key Location --csv -         the rows as a table

A row is a class and a field of it that refers into the group from outside. Kept alone is what no root reaches when \
exactly the references of this row are cut. Objects that several rows refer to are listed by the set of rows: all of \
them must let go. A row names the line that stored the references (store, in traces recorded with --stores), a place in the \
program (root: static fields, variables) or as much else as is known (holder), in traces with the lines that allocated \
those who refer. Who received the objects is inferred from the shortest ways to them: the library object that \
contains them, and the first class of the application behind it.
JSON: {\"policy\":.., \"key\":.., \"objects\":N, \
\"rows\":[{\"class\":.., \"field\":.., \"precision\":\"store\"|\"root\"|\"holder\", \
\"allocated\":{\"site\":.., \"domain\":..}, \"allocated_estimated\":N, \"stored\":{\"site\":.., \"domain\":..}, \"references\":N, \"referents\":N, \
\"referrers\":N, \"kept_alone\":N},..], \"several\":[{\"rows\":[N,..], \"objects\":N},..], \"without\":N, \
\"receivers\":[{\"structure\":.., \"class\":.., \"objects\":N},..], \"looked_at\":N}; rows of several are counted \
from 0, kept_alone is null where it was not tried.")]
pub struct ReferrersArgs {
    /// What is searched.
    #[command(flatten)]
    pub dump: DumpArgs,
    /// Whom it is about.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: String,
    key: &'a str,
    #[serde(flatten)]
    report: &'a ReferrerReport,
}

/// Reads, counts, prints.
pub(in crate::cli) fn referrers(args: &ReferrersArgs) -> Result<(), CliError> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let known = args.plugins.options(std::slice::from_ref(&args.dump.dump_file), &warnings);
    print_warnings(&warnings);
    // A wrong grouping is told before minutes of reading.
    let grouping = args.target.grouping(&known?)?;
    let heap = args.dump.open_with_names()?;
    let KeyedGroup { key, members, .. } = args.target.members(&heap, &grouping)?;
    let report = report_of(&Closures::new(&heap, &progress)?, &members, &progress)?;
    if args.table.write(COLUMNS, &report.rows, heap.policy)? {
        return Ok(());
    }
    if args.json {
        return print_result(json_line(&Document { policy: heap.policy.to_string(), key: &key, report: &report })?.as_bytes());
    }
    let mut text = Lines::below(heap.policy);
    text.add(format_args!("{key}: {} objects", words::count(report.objects)));
    text.extend(&text_of(&report));
    print_result(text.as_bytes())
}

fn text_of(report: &ReferrerReport) -> Lines {
    let mut text = Lines::default();
    text.blank();
    text.add(format_args!(
        "{:>4} {:>12} {:>12} {:>12} {:>12}  {:9} class, field",
        "", "objects", "kept alone", "references", "referrers", "precision"
    ));
    for (at, row) in report.rows.iter().take(MOST_ROWS).enumerate() {
        let precision = match row.precision {
            analysis::Precision::Store => "store",
            analysis::Precision::Root => "root",
            analysis::Precision::Holder => "holder",
        };
        let kept = row.kept_alone.map_or_else(|| "-".to_owned(), words::count);
        let [referents, references, referrers] = [row.referents, row.references, row.referrers].map(words::count);
        text.add(format_args!(
            "{:>3}. {referents:>12} {kept:>12} {references:>12} {referrers:>12}  {precision:9} {}, {}",
            at + 1,
            row.class,
            row.field
        ));
        let places = [("stored at", &row.stored, 0), ("allocated at", &row.allocated, row.allocated_estimated)];
        for (what, place, estimated) in places {
            if let Some(place) = place {
                text.add(format_args!("{:68}{what} {}", "", words::source_place(place, estimated)));
            }
        }
    }
    if report.rows.len() > MOST_ROWS {
        text.add(format_args!("     and {} rows more (--json lists them)", words::count((report.rows.len() - MOST_ROWS) as u64)));
    }
    if report.without > 0 {
        text.add(format_args!("{:>17} that nothing outside the group refers to", words::count(report.without)));
    }
    if !report.several.is_empty() {
        text.blank();
        text.add("Several holders, all of which must let go:");
    }
    for set in &report.several {
        let rows: Vec<String> = set.rows.iter().map(|row| (row + 1).to_string()).collect();
        text.add(format_args!("{:>17} by {}", words::count(set.objects), rows.join(" and ")));
    }
    if !report.receivers.is_empty() {
        text.blank();
        text.add(format_args!("Received by, inferred from the ways to {}:", sample_in_words(report)));
    }
    for receiver in &report.receivers {
        let class = if receiver.class.is_empty() { "no class of the application" } else { &receiver.class };
        let within = if receiver.structure.is_empty() { String::new() } else { format!(", in its {}", receiver.structure) };
        text.add(format_args!("{:>17} {class}{within}", words::count(receiver.objects)));
    }
    text
}

/// Whose ways were looked at: `all of them`, or how large the sample is.
fn sample_in_words(report: &ReferrerReport) -> String {
    match report.objects {
        objects if objects == report.looked_at => "all of them".to_owned(),
        objects => format!("{} of {} objects, a sample whose numbers these are", words::count(report.looked_at), words::count(objects)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_sample_say_so() {
        let receiver = analysis::Receiver { structure: "java.util.HashMap".into(), class: "app.ById".into(), objects: 2000 };
        let report = ReferrerReport { objects: 10_000, looked_at: 2000, receivers: vec![receiver], ..ReferrerReport::default() };
        let told = text_of(&report);
        assert!(told.contains("the ways to 2,000 of 10,000 objects, a sample"), "{told:?}");
        let all = ReferrerReport { objects: 2000, ..report };
        let told = text_of(&all);
        assert!(told.contains("the ways to all of them:"), "{told:?}");
    }
}
