//! `memory-city trends`: statistics of every group over time and where they go, as FindLeaks lists them.

use std::fmt::Write as _;
use std::path::PathBuf;

use analysis::{DEFAULT_SMOOTHING, Evolution, GroupTrend, Metric, Statistic, Trend, group_trends};
use clap::Args;
use serde::Serialize;

use super::input_args::InputArgs;
use super::opened;
use super::output::{CliError, ExitKind, json_line, policy_head, print_result, printable};
use super::row_filter::RowFilterArgs;
use crate::words;

/// List groups with their statistics over time: volume, its maximum, what was created and collected, and their trends.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city trends dumps/ --by type | head -20
  memory-city trends dumps/ --positive maximum,volume --include 'com.shop.*'
  memory-city trends histograms/ --exclude 'java.*' --exclude 'jdk.*' --alpha 0.3 --json

Volume is the bytes of all objects of a group. Trends are those of exponentially smoothed statistics at the last \
point: + is suspicious, - the opposite, = no change; collected is + when a smaller and smaller part of what is \
created is collected. Objects that live and die between two points are in no heap dump: created and collected are at \
least these numbers. LEAK marks groups whose maximum rises at every one of four or more points while no larger part \
is collected.
JSON: {\"policy\":.., \"alpha\":.., \"points\":N, \"rows\":[{\"key\":.., \"name\":.., \"maximum_volume\":N, \
\"volume\":[N,..], \"live\":N, \"created\":N, \"collected\":N, \"collected_share\":[..], \"smoothed\":[..], \
\"trends\":[maximum,volume,collected], \"always_grows\":..},..]}")]
pub struct TrendsArgs {
    /// Heap dumps, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// How much of a new value counts when values are smoothed, above 0 and below 1
    #[arg(long, value_name = "ALPHA", default_value_t = DEFAULT_SMOOTHING, value_parser = alpha)]
    pub alpha: f64,
    /// Which groups are listed.
    #[command(flatten)]
    pub filter: RowFilterArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a> {
    policy: &'a str,
    alpha: f64,
    points: usize,
    rows: Vec<Row<'a>>,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    name: &'a str,
    maximum_volume: u64,
    #[serde(flatten)]
    trend: &'a GroupTrend,
}

pub(super) fn alpha(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&alpha| alpha > 0.0 && alpha < 1.0).ok_or_else(|| "it lies above 0 and below 1".to_owned())
}

/// Reads, smooths, tells.
pub(super) fn trends(args: &TrendsArgs) -> Result<(), CliError> {
    let dataset = opened::read(&args.paths, &args.input)?;
    let evolution = &*dataset.evolution;
    if evolution.points.len() < 2 {
        return Err(CliError::new(ExitKind::Failed, "a trend needs at least two points in time"));
    }
    let rows = group_trends(evolution, args.alpha, &args.filter.positive(), |name| args.filter.is_in_scope(name));
    let text = if args.json {
        let with_names = rows.iter().map(|trend| {
            let info = &evolution.nodes[trend.node.at()];
            Row { key: &info.key, name: &info.name, maximum_volume: trend.maximum_volume(), trend }
        });
        let (policy, points) = (evolution.policy.as_str(), evolution.points.len());
        let document = Document { policy, alpha: args.alpha, points, rows: with_names.collect() };
        json_line(&document)?
    } else {
        table(evolution, &rows)
    };
    print_result(text.as_bytes())
}

pub(super) fn sign(trend: Option<Trend>) -> char {
    match trend {
        Some(Trend::Positive) => '+',
        Some(Trend::Stable) => '=',
        Some(Trend::Negative) => '-',
        None => ' ',
    }
}

/// One line per group, with the sign of the trend behind each statistic that has one.
fn table(evolution: &Evolution, rows: &[GroupTrend]) -> String {
    let mut text = policy_head(&evolution.policy);
    let _ = writeln!(
        text,
        "{:>13}   {:>13}   {:>11}   {:>12} {:>12} {:>12}       group",
        "max volume", "volume", "collected %", "live", "created >=", "collected >="
    );
    for row in rows {
        let [maximum, volume, share] = Statistic::ALL.map(|statistic| sign(row.trend(statistic)));
        let percent =
            row.collected_share.last().copied().flatten().map_or_else(|| "n/a".to_owned(), |share| format!("{:.1}", 100.0 * share));
        let name = printable(&evolution.nodes[row.node.at()].name);
        let _ = writeln!(
            text,
            "{:>13} {maximum} {:>13} {volume} {percent:>11} {share} {:>12} {:>12} {:>12} {:4}  {name}",
            words::bare(Metric::Bytes, row.maximum_volume()),
            words::bare(Metric::Bytes, row.volume.last().copied().unwrap_or(0)),
            words::count(row.live),
            words::count(row.created),
            words::count(row.collected),
            if row.always_grows { "LEAK" } else { "" },
        );
    }
    if rows.is_empty() {
        text.push_str("No group has these trends.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_lies_between_nothing_and_everything() {
        assert_eq!(alpha("0.25"), Ok(0.25));
        for wrong in ["0", "1", "-0.1", "NaN", "half"] {
            assert!(alpha(wrong).is_err(), "{wrong}");
        }
    }
}
