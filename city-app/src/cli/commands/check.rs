//! `memory-city check`: rules that a program's heap must keep, and the first point in time that breaks one.

use std::path::{Path, PathBuf};

use analysis::{Evolution, Metric, Progress, SizeKind, TimePoint, Warnings};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::answers::places::place_of;
use crate::base::{partly_read, words};
use crate::cli::documents::junit::{TestCase, TestResult, junit};
use crate::cli::documents::known_file::KnownFile;
use crate::cli::documents::lines::{Lines, printable_name};
use crate::cli::documents::output::{CliError, ExitKind, json_line, print_result, print_warnings, write_document};
use crate::cli::documents::sarif::{Level, LogicalPlace, SarifResult, SarifRule, Sources, sarif};
use crate::cli::options::check_rule::{Allowance, KnownSizes, Rule, Size, SizeAt};
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::known_args::KnownArgs;
use crate::cli::options::sarif_args::{SarifArgs, goes_to_stdout};
use crate::data::input::options::OpenOptions;
use crate::data::input::{Input, Run, read};

/// Of a table, as in JSON.
const COLUMNS: &str = "rule,group,holds,smallest,smallest_error,largest,largest_error,points,seen,broken,first.point,first.time,\
    first.label,first.size,first.size_error,known,worse.point,worse.time,worse.label,worse.size,worse.size_error";

/// What tests are listed under.
const SUITE: &str = "memory-city.check";

/// Check rules such as: all objects of this class together retain at most 10 MiB.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city check dumps/ --by type --rule 'retained(com.shop.Cart) <= 10 MiB'
  memory-city check heap.hprof --by type --rule 'objects(Session) < 1000' --rule 'bytes(byte[]) <= 64 MiB'
  memory-city check dumps/ --by package --rule 'deep(com.shop.cache) <= 200 MiB' --json
  memory-city check dumps/ --by type --rule 'retained(com.shop.Cache) <= 20 %'
  memory-city check dumps/ --by type --rule 'objects(Session) < 1000' --junit heap.xml --sarif heap.sarif
  memory-city check dumps/ --by type --rule 'objects(Session) < 1000' --known heap-known.json --allow 10%

A rule is SIZE(GROUP) OPERATOR NUMBER. Sizes: objects and bytes (of the objects of the group), deep (with all that \
they reach) and retained (what dies with them), both in bytes. Groups are named as in paths --key; one that a point \
does not have has size 0 there, and a warning names groups that no point has. Operators: <= < >= > ==. Units of \
bytes: KiB, MiB, GiB, TiB (powers of 1024), kB, MB, GB, TB (powers of 1000); 20 % is a share of the whole heap at \
the same point.

The first point that breaks a rule is told. Exit code 0 if all rules hold or their break is known, 1 if one is broken (or the input \
cannot be read), 2 for a wrong rule or option.

--write-known keeps how bad broken rules are at their worst. With --known such a rule is known, and fails only where it is worse than \
that by more than --allow. What holds again is told: it can be taken out of the file.

JUnit: a test per rule, skipped where its break is known. SARIF: a result per broken rule, with the place of its class below --source-root.
JSON: {\"policy\":.., \
\"rules\":[{\"rule\":.., \"group\":.., \"holds\":.., \"smallest\":N, \"largest\":N, \"points\":N, \"seen\":N, \
\"broken\":N, \"first\":{\"point\":N, \"time\":N, \"label\":.., \"size\":N}},..]}; first is there for broken rules \
only. Numbers of objects and bytes that are estimates also have their standard error: smallest_error, largest_error and, in \
first, size_error. With --known broken rules have known, and those that are worse than known worse, like first; \
no_longer_broken are rules of its file that hold.")]
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
    /// Write a test report in JUnit's XML to this file, a test per rule; - is stdout
    #[arg(long, value_name = "OUT")]
    pub junit: Option<PathBuf>,
    /// The same for tools that look at code.
    #[command(flatten)]
    pub sarif: SarifArgs,
    /// What is known to be broken.
    #[command(flatten)]
    pub known: KnownArgs,
    /// With --known: by how much rules may be worse than they are known to be, as 10%
    #[arg(long, value_name = "PERCENT", requires = "known")]
    pub allow: Option<String>,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document {
    policy: String,
    /// Heap dumps of which a part could not be read, and so keeps any rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    partly_read: Vec<String>,
    rules: Vec<Outcome>,
    /// What can be taken out of the file of what is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    no_longer_broken: Vec<String>,
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
    /// Of broken rules, where there is a file of what is known: whether it has them and they are no worse.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<bool>,
    /// The first point that is worse than known.
    #[serde(skip_serializing_if = "Option::is_none")]
    worse: Option<Broken>,
    /// How its sizes are told.
    #[serde(skip)]
    metric: Metric,
    /// What the group is in the program.
    #[serde(skip)]
    place: Option<LogicalPlace>,
}

impl Outcome {
    fn fails(&self) -> bool {
        !self.holds && self.known != Some(true)
    }
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

impl Broken {
    /// `point 6 (point-06)`
    fn in_words(&self) -> String {
        let label = self.label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
        format!("point {}{label}", self.point)
    }
}

/// The sizes that a rule looks at, over time.
fn sizes_of(rule: &Rule<'_>, key: &str, points: &[TimePoint]) -> Vec<SizeAt> {
    points.iter().map(|point| rule.size_at(point, key)).collect()
}

/// A point as it is told.
fn told(at: usize, sizes: &[SizeAt], points: &[TimePoint], runs: &[Run]) -> Broken {
    let TimePoint { time_millis, label, .. } = &points[at];
    let SizeAt { size, error, .. } = sizes[at];
    let label = runs.get(at).map(|run| run.title.clone()).or_else(|| label.clone());
    Broken { point: at + 1, time: *time_millis, label, size, size_error: error }
}

/// What became of a rule over time.
fn outcome(rule: &Rule<'_>, text: &str, key: &str, (points, runs): (&[TimePoint], &[Run])) -> Outcome {
    let sizes = sizes_of(rule, key, points);
    let broken: Vec<usize> = (0..sizes.len()).filter(|&at| !rule.holds(sizes[at])).collect();
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
        first: broken.first().map(|&at| told(at, &sizes, points, runs)),
        known: None,
        worse: None,
        metric: rule.metric(),
        place: None,
    }
}

/// What is known of a rule.
fn known_sizes<'k>(file: &'k KnownFile, rule: &Rule<'_>) -> Option<&'k KnownSizes> {
    file.rules.iter().find(|known| Rule::parse(&known.rule).is_ok_and(|known| known == *rule))
}

/// Reads, checks, tells.
pub(in crate::cli) fn check(args: &CheckArgs) -> Result<(), CliError> {
    // A wrong rule is told before minutes of reading.
    let rule = |text| Rule::parse(text).map_err(|error| CliError::new(ExitKind::Usage, format_args!("--rule {text:?}: {error}")));
    let rules = args.rules.iter().map(|text| rule(text)).collect::<Result<Vec<_>, _>>()?;
    let allowed =
        |text: &String| Allowance::parse(text).map_err(|error| CliError::new(ExitKind::Usage, format_args!("--allow {text:?}: {error}")));
    let allowance = args.allow.as_ref().map(allowed).transpose()?.unwrap_or_default();
    let documents = [args.junit.as_deref(), args.sarif.sarif.as_deref(), args.table.csv.as_deref()];
    let takes_stdout = goes_to_stdout(&documents, args.json)?;
    let known_file = args.known.read()?;
    let warnings = Warnings::new();
    let wanted = |kind| rules.iter().any(|rule| rule.size == Size::Walked(kind));
    let sizes: Vec<SizeKind> = [SizeKind::Deep, SizeKind::Retained].into_iter().filter(|&kind| wanted(kind)).collect();
    let input = Input::look_at(&args.paths, &warnings)?;
    args.input.refuse_garbage()?;
    let options = OpenOptions { sizes, ..args.input.open_options(Some(&input), &warnings)? };
    let series = read(&input, &options, &Progress::new(), &warnings);
    print_warnings(&warnings);
    let partly_read = partly_read::sentences(&warnings);
    let series = series?;
    if !options.sizes.is_empty() && !series.kind.has_heap_states() {
        return Err(analysis::Error::Request("deep and retained sizes need references: give heap dumps".into()).into());
    }
    // All points together, so that a group is found that only some of them have.
    let evolution = Evolution::from_points("", "", series.points.clone(), &Progress::new(), &Warnings::new())?;
    let warnings = Warnings::new();
    let (points, runs) = (&series.points, &series.runs);
    let mut known_now = Vec::new();
    let outcome = |(rule, text): (&Rule<'_>, &String)| {
        // Known nowhere is size 0 everywhere; ambiguous is an error.
        let node = if evolution.find(rule.group).is_empty() { None } else { Some(evolution.find_one(rule.group)?) };
        let key = node.map_or(rule.group, |node| &*evolution.nodes[node.at()].key);
        if node.is_none() {
            warnings.add("a rule names a group that no point has, so its size is 0", rule.group);
        }
        let mut outcome = outcome(rule, text, key, (points, runs));
        let place = node.and_then(|node| place_of(&evolution, node));
        outcome.place = Some(place.map_or_else(|| LogicalPlace::of_group(key, None), |place| LogicalPlace::of(&place)));
        if !outcome.holds {
            let sizes = sizes_of(rule, key, points);
            known_now.push(rule.known_sizes(text, &sizes));
            if let Some(file) = &known_file {
                let known = known_sizes(file, rule);
                let is_known = |at: &SizeAt| known.map_or(Ok(true), |known| rule.is_known(known, allowance, *at));
                let are_known = sizes.iter().map(is_known).collect::<Result<Vec<bool>, _>>()?;
                outcome.worse = are_known.iter().position(|known| !known).map(|at| told(at, &sizes, points, runs));
                outcome.known = Some(known.is_some() && outcome.worse.is_none());
            }
        }
        if !outcome.holds && args.known.write_known.is_some() {
            outcome.known = Some(true);
        }
        Ok(outcome)
    };
    let outcomes = rules.iter().zip(&args.rules).map(outcome).collect::<Result<Vec<_>, CliError>>()?;
    print_warnings(&warnings);
    let holds = |known: &&KnownSizes| {
        rules.iter().zip(&outcomes).any(|(rule, outcome)| outcome.holds && Rule::parse(&known.rule).is_ok_and(|known| known == *rule))
    };
    let no_longer_broken = known_file.iter().flat_map(|file| &file.rules).filter(holds).map(|known| known.rule.clone()).collect();
    let document = Document { policy: series.info.policy.unwrap_or_default(), partly_read, rules: outcomes, no_longer_broken };
    if let Some(out) = &args.junit {
        write_document(out, junit_of(&document).as_bytes())?;
    }
    if let Some(out) = &args.sarif.sarif {
        let log = sarif_of(&document, &args.paths[0], args.sarif.sources());
        write_document(out, log.as_bytes())?;
    }
    if !args.table.write(COLUMNS, &document.rules, &document.policy)? && !takes_stdout {
        let text = if args.json { json_line(&document)? } else { text_of(&document).into_text() };
        print_result(text.as_bytes())?;
    }
    if args.known.write(|file| file.rules = known_now)? {
        return Ok(());
    }
    let known = if known_file.is_some() { " and not known, or worse than known" } else { "" };
    match document.rules.iter().filter(|rule| rule.fails()).count() {
        0 => Ok(()),
        broken => Err(CliError::new(ExitKind::Failed, format_args!("{broken} of {} rules are broken{known}", document.rules.len()))),
    }
}

/// A test per rule.
fn junit_of(document: &Document) -> String {
    let result = |rule: &Outcome| match rule.first {
        None => TestResult::Passed,
        Some(_) if !rule.fails() => TestResult::Skipped { message: format!("known: {}", broken_in_words(rule)) },
        Some(_) => TestResult::Failed {
            message: broken_in_words(rule),
            text: format!("{}\n{}", printable_name(&rule.rule), broken_in_words(rule)),
        },
    };
    let cases: Vec<TestCase<'_>> =
        document.rules.iter().map(|rule| TestCase { group: SUITE, name: &rule.rule, result: result(rule) }).collect();
    let mut properties = vec![("policy", &*document.policy), ("program", concat!("memory-city ", env!("CARGO_PKG_VERSION")))];
    properties.extend(document.partly_read.iter().map(|part| ("partly read", &**part)));
    junit(SUITE, &properties, &cases)
}

/// A result per broken rule.
fn sarif_of(document: &Document, input: &Path, sources: Sources<'_>) -> String {
    let rule = |outcome: &Outcome| SarifRule {
        id: outcome.rule.clone(),
        name: outcome.rule.clone(),
        meaning: "A rule of a heap, which each point in time must keep.".into(),
        help: "See `memory-city check --help` for how rules are written.".into(),
    };
    let result = |outcome: &Outcome| SarifResult {
        rule: rule(outcome),
        level: if outcome.fails() { Level::Error } else { Level::Known },
        message: format!("{} is broken: {}.", outcome.rule, broken_in_words(outcome)),
        names: outcome.place.clone().into_iter().collect(),
        source: outcome.place.as_ref().filter(|place| place.kind == Some("type")).and_then(|place| sources.of_class(&place.name)),
        related: Vec::new(),
        key: outcome.rule.clone(),
        properties: json!(outcome),
    };
    let broken = document.rules.iter().filter(|outcome| !outcome.holds).map(result).collect();
    let properties = json!({ "policy": document.policy, "no_longer_broken": document.no_longer_broken });
    sarif(("check", input), document.rules.iter().map(rule).collect(), broken, &document.partly_read, &properties)
}

/// What breaks a rule, one sentence without its full stop: `5,940 objects at point 6 (point-06); broken at 8 of 13 points`.
fn broken_in_words(outcome: &Outcome) -> String {
    let Outcome { first, worse, broken, points, metric, .. } = outcome;
    let at = |at: &Broken| format!("{} at {}", words::estimated_amount(*metric, at.size, at.size_error), at.in_words());
    let worse = worse.as_ref().map(|worse| format!("; worse than known: {}", at(worse))).unwrap_or_default();
    let sentence = format!("{}; broken at {broken} of {points} points{worse}", first.as_ref().map(at).unwrap_or_default());
    printable_name(&sentence)
}

fn text_of(document: &Document) -> Lines {
    let mut text = Lines::below(&document.policy);
    document.partly_read.iter().for_each(|part| text.add(format_args!("{part}.")));
    for outcome in &document.rules {
        let Outcome { rule, holds, smallest, smallest_error, largest, largest_error, points, seen, broken, first, known, worse, .. } =
            outcome;
        let verdict = match known {
            _ if *holds => "holds ",
            Some(true) => "known ",
            _ => "broken",
        };
        text.add(format_args!("{verdict}  {rule}"));
        let never = if *seen == 0 { "; no point has this group" } else { "" };
        let (smallest, largest) = (with_error(*smallest, *smallest_error), with_error(*largest, *largest_error));
        text.add(format_args!("        {smallest} to {largest} over {points} points{never}"));
        if let Some(at) = first {
            text.add(format_args!("        first at {}: {}; {broken} in all", at.in_words(), with_error(at.size, at.size_error)));
        }
        if let Some(at) = worse {
            text.add(format_args!("        worse than known at {}: {}", at.in_words(), with_error(at.size, at.size_error)));
        }
    }
    for rule in &document.no_longer_broken {
        text.add(format_args!("holds again, and can be taken out of the file of what is known: {rule}"));
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
            (
                text_of(&Document { policy: String::new(), partly_read: Vec::new(), rules: vec![outcome], no_longer_broken: Vec::new() }),
                json,
            )
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
