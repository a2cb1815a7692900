//! `memory-city check`: rules that a program's heap must keep, and the first point in time that breaks one.

use std::path::PathBuf;

use analysis::{Evolution, Metric, Progress, SizeKind, TimePoint, Warnings};
use clap::Args;
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings};
use crate::cli::options::check_rule::{Rule, Size, SizeAt};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::input_args::InputArgs;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Input, Run, read};

/// Of a table, as in JSON.
const COLUMNS: &str = "rule,group,holds,smallest,smallest_error,largest,largest_error,points,seen,broken,first.point,first.time,\
    first.label,first.size,first.size_error";

/// Check rules such as: all objects of this class together retain at most 10 MiB.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city check dumps/ --by type --rule 'retained(com.shop.Cart) <= 10 MiB'
  memory-city check heap.hprof --by type --rule 'objects(Session) < 1000' --rule 'bytes(byte[]) <= 64 MiB'
  memory-city check dumps/ --by package --rule 'deep(com.shop.cache) <= 200 MiB' --json
  memory-city check dumps/ --by type --rule 'retained(com.shop.Cache) <= 20 %'

A rule is SIZE(GROUP) OPERATOR NUMBER. Sizes: objects and bytes (of the objects of the group), deep (with all that \
they reach) and retained (what dies with them), both in bytes. Groups are named as in paths --key; one that a point \
does not have has size 0 there, and a warning names groups that no point has. Operators: <= < >= > ==. Units of \
bytes: KiB, MiB, GiB, TiB (powers of 1024), kB, MB, GB, TB (powers of 1000); 20 % is a share of the whole heap at \
the same point.

The first point that breaks a rule is told. Exit code 1 if a rule is broken.
JSON: {\"policy\":.., \
\"rules\":[{\"rule\":.., \"group\":.., \"holds\":.., \"smallest\":N, \"largest\":N, \"points\":N, \"seen\":N, \
\"broken\":N, \"first\":{\"point\":N, \"time\":N, \"label\":.., \"size\":N}},..]}; first is there for broken rules \
only. Numbers of objects and bytes that are estimates also have their standard error: smallest_error, largest_error and, in \
first, size_error.")]
pub struct CheckArgs {
    /// Heap dumps, class histograms, memory trees, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// A rule; may be given several times
    #[arg(long = "rule", value_name = "RULE", required = true)]
    pub rules: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The same as a table.
    #[command(flatten)]
    pub table: CsvArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document {
    policy: String,
    rules: Vec<Outcome>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Outcome {
    rule: String,
    group: String,
    holds: bool,
    smallest: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest_error: Option<u64>,
    largest: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_error: Option<u64>,
    points: usize,
    /// Points that have the group.
    seen: usize,
    broken: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Broken>,
}

/// A point that breaks a rule.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Broken {
    /// Counted from 1.
    point: usize,
    time: i64,
    label: Option<String>,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_error: Option<u64>,
}

/// What became of a rule over time.
fn outcome(rule: &Rule<'_>, text: &str, key: &str, (points, runs): (&[TimePoint], &[Run])) -> Outcome {
    let sizes: Vec<SizeAt> = points.iter().map(|point| rule.size_at(point, key)).collect();
    let broken: Vec<usize> = (0..sizes.len()).filter(|&at| !rule.holds(sizes[at])).collect();
    let first = broken.first().map(|&at| {
        let TimePoint { time_millis, label, .. } = &points[at];
        let SizeAt { size, error, .. } = sizes[at];
        let label = runs.get(at).map(|run| run.title.clone()).or_else(|| label.clone());
        Broken { point: at + 1, time: *time_millis, label, size, size_error: error }
    });
    let smallest = sizes.iter().min_by_key(|at| at.size);
    let largest = sizes.iter().max_by_key(|at| at.size);
    Outcome {
        rule: text.to_owned(),
        group: key.to_owned(),
        holds: broken.is_empty(),
        smallest: smallest.map_or(0, |at| at.size),
        smallest_error: smallest.and_then(|at| at.error),
        largest: largest.map_or(0, |at| at.size),
        largest_error: largest.and_then(|at| at.error),
        points: sizes.len(),
        seen: sizes.iter().filter(|at| at.seen).count(),
        broken: broken.len(),
        first,
    }
}

/// Reads, checks, tells.
pub(in crate::cli) fn check(args: &CheckArgs) -> Result<(), CliError> {
    // A wrong rule is told before minutes of reading.
    let rule = |text| Rule::parse(text).map_err(|error| CliError::new(ExitKind::Usage, format_args!("--rule {text:?}: {error}")));
    let rules = args.rules.iter().map(|text| rule(text)).collect::<Result<Vec<_>, _>>()?;
    let warnings = Warnings::new();
    let wanted = |kind| rules.iter().any(|rule| rule.size == Size::Walked(kind));
    let sizes: Vec<SizeKind> = [SizeKind::Deep, SizeKind::Retained].into_iter().filter(|&kind| wanted(kind)).collect();
    let input = Input::look_at(&args.paths, &warnings)?;
    args.input.refuse_garbage()?;
    let options = OpenOptions { sizes, ..args.input.open_options(Some(&input), &warnings)? };
    let series = read(&input, &options, &Progress::new(), &warnings);
    print_warnings(&warnings);
    let series = series?;
    if !options.sizes.is_empty() && !series.kind.has_heap_states() {
        return Err(analysis::Error::Request("deep and retained sizes need references: give heap dumps".into()).into());
    }
    // All points together, so that a group is found that only some of them have.
    let evolution = Evolution::from_points("", "", series.points.clone(), &Progress::new(), &Warnings::new())?;
    let warnings = Warnings::new();
    let outcome = |(rule, text): (&Rule<'_>, &String)| {
        // Known nowhere is size 0 everywhere; ambiguous is an error.
        let known = !evolution.find(rule.group).is_empty();
        let key = if known { &*evolution.nodes[evolution.find_one(rule.group)?.at()].key } else { rule.group };
        if !known {
            warnings.add("a rule names a group that no point has, so its size is 0", rule.group);
        }
        Ok(outcome(rule, text, key, (&series.points, &series.runs)))
    };
    let outcomes = rules.iter().zip(&args.rules).map(outcome).collect::<Result<Vec<_>, CliError>>()?;
    print_warnings(&warnings);
    let document = Document { policy: series.info.policy.unwrap_or_default(), rules: outcomes };
    if !args.table.write(COLUMNS, &document.rules, &document.policy)? {
        let text = if args.json { json_line(&document)? } else { text_of(&document).into_text() };
        print_result(text.as_bytes())?;
    }
    match document.rules.iter().filter(|rule| !rule.holds).count() {
        0 => Ok(()),
        broken => Err(CliError::new(ExitKind::Failed, format_args!("{broken} of {} rules are broken", document.rules.len()))),
    }
}

fn text_of(document: &Document) -> Lines {
    let mut text = Lines::below(&document.policy);
    for outcome in &document.rules {
        let Outcome { rule, holds, smallest, smallest_error, largest, largest_error, points, seen, broken, first, .. } = outcome;
        text.add(format_args!("{}  {rule}", if *holds { "holds " } else { "broken" }));
        let never = if *seen == 0 { "; no point has this group" } else { "" };
        let (smallest, largest) = (with_error(*smallest, *smallest_error), with_error(*largest, *largest_error));
        text.add(format_args!("        {smallest} to {largest} over {points} points{never}"));
        if let Some(Broken { point, label, size, size_error, .. }) = first {
            let label = label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
            text.add(format_args!("        first at point {point}{label}: {}; {broken} in all", with_error(*size, *size_error)));
        }
    }
    text
}

/// Objects or bytes as plain numbers, as rules are written.
fn with_error(value: u64, error: Option<u64>) -> String {
    words::estimated(Metric::Objects, value, error)
}

#[cfg(test)]
mod tests {
    use analysis::{NodeEstimate, NodeSizes, NodeTotals, TreeBuilder};

    use super::*;

    #[test]
    fn the_first_point_that_breaks_a_rule_is_told() {
        let point = |time_millis: i64, objects: u64| {
            let totals = NodeTotals { objects, bytes: objects * 8 };
            let mut builder = TreeBuilder::new(totals);
            let role = builder.role("Type");
            builder.add_part(0, "a.B", role, totals);
            let tree = builder.finish().tree;
            let sizes = NodeSizes { retained: Some(vec![NodeTotals { objects, bytes: objects * 100 }; 2]), ..NodeSizes::default() };
            TimePoint { time_millis, gc: None, label: Some(format!("at {time_millis}")), tree, references: None, sizes }
        };
        let points = [point(10, 1), point(20, 5), point(30, 3), point(40, 9)];
        let check = |text: &str| outcome(&Rule::parse(text).expect("is a rule"), text, "Overall#a.B", (&points, &[]));
        let broken = check("retained(a.B) < 400");
        assert_eq!((broken.holds, broken.smallest, broken.largest, broken.broken, broken.seen), (false, 100, 900, 2, 4));
        assert_eq!(broken.first, Some(Broken { point: 2, time: 20, label: Some("at 20".into()), size: 500, size_error: None }));
        assert!(check("objects(a.B) <= 9").holds && check("bytes(a.B) >= 8").holds && !check("bytes(a.B) > 8").holds);
        // A group that a point does not have has size 0.
        let absent = outcome(&Rule::parse("objects(c.D) == 0").expect("is a rule"), "", "c.D", (&points, &[]));
        assert_eq!((absent.holds, absent.seen), (true, 0));
    }

    #[test]
    fn sizes_that_are_estimates_have_their_errors() {
        let point = |time_millis: i64, objects: u64, error: u64| {
            let totals = NodeTotals { objects, bytes: objects * 8 };
            let mut builder = TreeBuilder::new(totals);
            let role = builder.role("Allocation site");
            builder.add_part(0, "main", role, totals);
            let error = NodeTotals { objects: error, bytes: error * 8 };
            let sizes = NodeSizes { estimates: Some(vec![None, Some(NodeEstimate { recorded: 1, error })]), ..NodeSizes::default() };
            TimePoint { time_millis, gc: None, label: None, tree: builder.finish().tree, references: None, sizes }
        };
        let points = [point(10, 1000, 40), point(20, 3000, 70), point(30, 2000, 50)];
        let told = |rule: &str, key: &str| {
            let outcome = outcome(&Rule::parse(rule).expect("is a rule"), rule, key, (&points, &[]));
            let json = serde_json::to_string(&outcome).expect("is JSON");
            (text_of(&Document { policy: String::new(), rules: vec![outcome] }), json)
        };
        let (text, json) = told("objects(main) < 1500", "Overall#main");
        assert!(text.contains("1,000 \u{b1} 40 to 3,000 \u{b1} 70 over 3 points"), "{text}");
        assert!(text.contains("first at point 2: 3,000 \u{b1} 70; 2 in all"), "{text}");
        for part in ["\"smallest\":1000,\"smallest_error\":40,\"largest\":3000,\"largest_error\":70", "\"size\":3000,\"size_error\":70"] {
            assert!(json.contains(part), "{json}");
        }
        assert!(told("bytes(main) < 1", "Overall#main").1.contains("\"smallest_error\":320"), "in bytes 8 times as many");
        let (text, json) = told("objects(Overall) < 1", "Overall");
        assert!(!text.contains('\u{b1}') && !json.contains("_error"), "the whole is exact: {text} {json}");
    }
}
