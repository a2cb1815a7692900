//! `memory-city check`: rules that a program's heap must keep, and the first point in time that breaks one.

use std::fmt::Write as _;
use std::path::PathBuf;

use analysis::{Evolution, Progress, SizeKind, TimePoint, Warnings};
use clap::Args;
use serde::Serialize;

use super::input_args::InputArgs;
use super::output::{CliError, ExitKind, json_line, print_result, print_warnings, printable};
use crate::input::{self, DatasetKind, OpenOptions};
use crate::words;

/// Check rules such as: all objects of this class together retain at most 10 MiB.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city check dumps/ --by type --rule 'retained(com.shop.Cart) <= 10 MiB'
  memory-city check heap.hprof --by type --rule 'objects(Session) < 1000' --rule 'bytes(byte[]) <= 64 MiB'
  memory-city check dumps/ --by package --rule 'deep(com.shop.cache) <= 200 MiB' --json

A rule is SIZE(GROUP) OPERATOR NUMBER. Sizes: objects and bytes (of the objects of the group), deep (with all that they
reach) and retained (what dies with them), both in bytes. Groups are named as in paths --key; one that a point does not
have has size 0. Operators: <= < >= > ==. Units of bytes: KiB, MiB, GiB.

The first point that breaks a rule is told. Exit code 1 if a rule is broken.
JSON: {\"policy\":..,\"rules\":[{\"rule\":..,\"group\":..,\"holds\":..,\"smallest\":N,\"largest\":N,\"points\":N,\"broken\":N,
\"first\":{\"point\":N,\"time\":N,\"label\":..,\"size\":N}},..]}; first is there for broken rules only.")]
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
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// What a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    Objects,
    Bytes,
    Walked(SizeKind),
}

/// A rule, read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule<'t> {
    size: Size,
    group: &'t str,
    operator: &'static str,
    limit: u64,
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
    largest: u64,
    points: usize,
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
}

const OPERATORS: [&str; 5] = ["<=", ">=", "==", "<", ">"];
const UNITS: [(&str, u64); 4] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("", 1)];

impl<'t> Rule<'t> {
    /// Reads `SIZE(GROUP) OPERATOR NUMBER`; names of groups may hold parentheses.
    fn parse(text: &'t str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no rule: write, for example, retained(com.shop.Cart) <= 10 MiB");
        let (size, rest) = text.split_once('(').ok_or_else(wrong)?;
        let (group, condition) = rest.rsplit_once(')').ok_or_else(wrong)?;
        let size = match size.trim() {
            "objects" => Size::Objects,
            "bytes" => Size::Bytes,
            "deep" => Size::Walked(SizeKind::Deep),
            "retained" => Size::Walked(SizeKind::Retained),
            other => return Err(format!("{other:?} is no size: objects, bytes, deep and retained are")),
        };
        let condition = condition.trim();
        let (operator, number) =
            OPERATORS.into_iter().find_map(|operator| Some((operator, condition.strip_prefix(operator)?))).ok_or_else(wrong)?;
        let (number, unit) =
            UNITS.into_iter().find_map(|(name, unit)| Some((number.strip_suffix(name)?.trim(), unit))).ok_or_else(wrong)?;
        let limit = number.replace(['_', ','], "").parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(wrong)?;
        Ok(Self { size, group: group.trim(), operator, limit })
    }

    fn holds(&self, size: u64) -> bool {
        match self.operator {
            "<=" => size <= self.limit,
            "<" => size < self.limit,
            ">=" => size >= self.limit,
            ">" => size > self.limit,
            _ => size == self.limit,
        }
    }

    /// The size of the group with this key at a point.
    fn size_at(&self, point: &TimePoint, key: &str) -> u64 {
        let Some(at) = point.tree.nodes.iter().position(|node| &*node.key == key) else { return 0 };
        let walked =
            |sizes: &Option<Vec<analysis::NodeTotals>>| sizes.as_ref().and_then(|sizes| sizes.get(at)).map_or(0, |size| size.bytes);
        match self.size {
            Size::Objects => point.tree.nodes[at].totals.objects,
            Size::Bytes => point.tree.nodes[at].totals.bytes,
            Size::Walked(SizeKind::Deep) => walked(&point.sizes.deep),
            Size::Walked(SizeKind::Retained) => walked(&point.sizes.retained),
        }
    }

    fn check(&self, text: &str, key: &str, points: &[TimePoint]) -> Outcome {
        let sizes: Vec<u64> = points.iter().map(|point| self.size_at(point, key)).collect();
        let broken: Vec<usize> = (0..sizes.len()).filter(|&at| !self.holds(sizes[at])).collect();
        let first = broken.first().map(|&at| {
            let TimePoint { time_millis, label, .. } = &points[at];
            Broken { point: at + 1, time: *time_millis, label: label.clone(), size: sizes[at] }
        });
        Outcome {
            rule: text.to_owned(),
            group: key.to_owned(),
            holds: broken.is_empty(),
            smallest: sizes.iter().copied().min().unwrap_or(0),
            largest: sizes.iter().copied().max().unwrap_or(0),
            points: sizes.len(),
            broken: broken.len(),
            first,
        }
    }
}

/// Reads, checks, tells.
pub(super) fn check(args: &CheckArgs) -> Result<(), CliError> {
    // A wrong rule is told before minutes of reading.
    let rules = args.rules.iter().map(|text| Rule::parse(text)).collect::<Result<Vec<_>, _>>();
    let rules = rules.map_err(|error| CliError::new(ExitKind::Usage, error))?;
    let warnings = Warnings::new();
    let wanted = |kind| rules.iter().any(|rule| rule.size == Size::Walked(kind));
    let sizes: Vec<SizeKind> = [SizeKind::Deep, SizeKind::Retained].into_iter().filter(|&kind| wanted(kind)).collect();
    let options = OpenOptions { sizes, ..args.input.open_options(&args.paths, &warnings)? };
    let series = input::read(&args.paths, &options, &Progress::new(), &warnings);
    print_warnings(&warnings);
    let series = series?;
    if !options.sizes.is_empty() && series.kind != DatasetKind::HeapDumps {
        return Err(analysis::Error::Request("deep and retained sizes need references: give heap dumps".into()).into());
    }
    // All points together, so that a group is found that only some of them have.
    let evolution = Evolution::from_points("", "", series.points.clone(), &Warnings::new())?;
    let outcome = |(rule, text): (&Rule<'_>, &String)| {
        let key = &evolution.nodes[evolution.find_one(rule.group)?.at()].key;
        Ok(rule.check(text, key, &series.points))
    };
    let outcomes = rules.iter().zip(&args.rules).map(outcome).collect::<Result<Vec<_>, CliError>>()?;
    let document = Document { policy: series.info.policy.unwrap_or_default(), rules: outcomes };
    let text = if args.json { json_line(&document)? } else { text_of(&document) };
    print_result(text.as_bytes())?;
    match document.rules.iter().filter(|rule| !rule.holds).count() {
        0 => Ok(()),
        broken => Err(CliError::new(ExitKind::Failed, format_args!("{broken} of {} rules are broken", document.rules.len()))),
    }
}

fn text_of(document: &Document) -> String {
    let mut text = format!("{}\n\n", document.policy);
    for outcome in &document.rules {
        let Outcome { rule, holds, smallest, largest, points, broken, first, .. } = outcome;
        let _ = writeln!(text, "{}  {rule}", if *holds { "holds " } else { "broken" });
        let _ = writeln!(text, "        {} to {} over {points} points", words::count(*smallest), words::count(*largest));
        if let Some(Broken { point, label, size, .. }) = first {
            let label = label.as_ref().map(|label| format!(" ({label})")).unwrap_or_default();
            let _ = writeln!(text, "        first at point {point}{label}: {}; {broken} in all", words::count(*size));
        }
    }
    printable(&text)
}

#[cfg(test)]
mod tests {
    use analysis::{NodeSizes, NodeTotals, TreeBuilder};

    use super::*;

    #[test]
    fn rules_are_read_with_units_and_wrong_ones_say_what_would_be_right() {
        let rule = |size, group, operator, limit| Ok(Rule { size, group, operator, limit });
        assert_eq!(Rule::parse("retained(a.B) <= 10 MiB"), rule(Size::Walked(SizeKind::Retained), "a.B", "<=", 10 << 20));
        assert_eq!(Rule::parse("objects( (default package)#x )<1,000"), rule(Size::Objects, "(default package)#x", "<", 1000));
        assert_eq!(Rule::parse("bytes(byte[])==7KiB"), rule(Size::Bytes, "byte[]", "==", 7 << 10));
        for wrong in
            ["", "retained(a.B)", "retained a.B <= 3", "retained(a.B) <= ten", "size(a) < 1", "bytes(a) = 1", "bytes(a) < 99999999999 GiB"]
        {
            assert!(Rule::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_first_point_that_breaks_a_rule_is_told() {
        let point = |time_millis: i64, objects: u64| {
            let totals = NodeTotals { objects, bytes: objects * 8 };
            let mut builder = TreeBuilder::new(totals);
            let role = builder.role("Type");
            builder.add_part(0, "a.B", role, totals);
            let tree = builder.finish().tree;
            let sizes = NodeSizes { deep: None, retained: Some(vec![NodeTotals { objects, bytes: objects * 100 }; 2]) };
            TimePoint { time_millis, gc: None, label: Some(format!("at {time_millis}")), tree, references: None, sizes }
        };
        let points = [point(10, 1), point(20, 5), point(30, 3), point(40, 9)];
        let check = |text: &str| Rule::parse(text).expect("is a rule").check(text, "Overall#a.B", &points);
        let outcome = check("retained(a.B) < 400");
        assert_eq!((outcome.holds, outcome.smallest, outcome.largest, outcome.broken), (false, 100, 900, 2));
        assert_eq!(outcome.first, Some(Broken { point: 2, time: 20, label: Some("at 20".into()), size: 500 }));
        assert!(check("objects(a.B) <= 9").holds && check("bytes(a.B) >= 8").holds && !check("bytes(a.B) > 8").holds);
        // A group that a point does not have has size 0.
        assert!(Rule::parse("objects(c.D) == 0").expect("is a rule").check("", "Overall#c.D", &points).holds);
    }
}
