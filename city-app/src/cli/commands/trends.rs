//! `memory-city trends`: statistics of every group over time and where they go, as FindLeaks lists them.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use analysis::{DEFAULT_SMOOTHING, Evolution, GroupTrend, Metric, Statistic, Trend, Warnings, group_trends};
use clap::Args;
use serde::{Serialize, Serializer};

use super::city_input;
use crate::answers::trend_table::TrendErrors;
use crate::base::words;
use crate::cli::documents::csv::{CsvTable, push_text};
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, ExitKind, json_line, name_path, print_result};
use crate::cli::options::formula_guard::FormulaGuard;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::row_filter::RowFilterArgs;
use crate::data::input::Input;
use crate::data::point_range::PointRange;

/// List groups with their statistics over time: volume, its maximum, what was created and collected, and their trends.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city trends dumps/ --by type | head -20
  memory-city trends dumps/ --positive maximum,volume --include 'com.shop.*'
  memory-city trends histograms/ --exclude 'java.*' --exclude 'jdk.*' --alpha 0.3 --json

Volume is the bytes of all objects of a group. Trends are those of exponentially smoothed statistics at the last \
point: + is suspicious, - the opposite, = no change; collected is + when a smaller and smaller part of what is \
created is collected. Objects that live and die between two points are in no heap dump: created and collected are at \
least these numbers. LEAK marks groups that keep growing to the last of four or more points, in objects or in bytes, by the rule \
of find: a start that settles, a cache that fills up to its bound and a saw-tooth do not. Where memory falls at the end, as after a \
shutdown, the points are those before that; --window 1.. looks at all.

CSV has a row per group, with the numbers of the last point: key,name,maximum_volume,volume,collected_share,live,created,collected,\
maximum_trend,volume_trend,collected_trend,growth; what is not known is empty.

JSON: {\"policy\":.., \"alpha\":.., \"points\":N, \"rows\":[{\"key\":.., \"name\":.., \"maximum_volume\":N, \
\"growth_portion\":.., \"volume\":[N,..], \"live\":N, \"created\":N, \"collected\":N, \"collected_share\":[..], \
\"smoothed\":[..], \"trends\":[maximum,volume,collected], \"growth\":\"keeps_growing|leveled_off|one_step|rises_and_falls|\
came_back|not_grown|too_few_points\"},..]}; growth_portion is the growth of the volume in percent of the growth of the whole heap, \
null if that has not grown.

Where groups are estimates, \u{b1} is the standard error, and in JSON rows also have \"maximum_volume_error\", \"volume_error\":[N,..], \
\"live_error\", \"created_error\", \"collected_error\" and \"collected_share_error\". What was created and collected is then the sum of steps up and down of \
estimates, whose errors go up and down, too.")]
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
    /// Write a row per group to this file; - is stdout
    #[arg(long, value_name = "OUT", conflicts_with = "json")]
    pub csv: Option<PathBuf>,
    /// How names are written.
    #[command(flatten)]
    pub formulas: FormulaGuard,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// The JSON document. Its members are a contract.
#[derive(Debug, Serialize)]
struct Document<'a, R: Serialize> {
    policy: &'a str,
    alpha: f64,
    points: usize,
    rows: R,
}

#[derive(Debug, Serialize)]
struct Row<'a> {
    key: &'a str,
    name: &'a str,
    maximum_volume: u64,
    growth_portion: Option<f64>,
    #[serde(flatten)]
    trend: GroupTrend,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    errors: Option<TrendErrors>,
}

/// Rows that are made while they are written; once.
struct Written<I>(Cell<Option<I>>);

impl<I: Iterator<Item: Serialize>> Serialize for Written<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

pub(in crate::cli) fn alpha(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&alpha| alpha > 0.0 && alpha < 1.0).ok_or_else(|| "it lies above 0 and below 1".to_owned())
}

/// Reads, smooths, tells.
pub(in crate::cli) fn trends(args: &TrendsArgs) -> Result<(), CliError> {
    args.input.refuse_garbage()?;
    let warnings = Warnings::new();
    let input = Input::look_at(&args.paths, &warnings)?;
    input.refuse_runs()?;
    let dataset = city_input::read_looked_at(&input, &args.input, &warnings)?;
    let evolution = &*dataset.evolution;
    if evolution.points.len() < 2 {
        return Err(CliError::new(ExitKind::Failed, "a trend needs at least two points in time"));
    }
    let range = city_input::told_points(evolution, &args.input);
    let rows = group_trends(evolution, range.points(), args.alpha, &args.filter.positive(), |name| args.filter.is_in_scope(name));
    if let Some(out) = &args.csv {
        return write_csv(out, evolution, rows, args.formulas);
    }
    let text = if args.json {
        let with_names = rows.map(|trend| {
            let info = &evolution.nodes[trend.node.at()];
            Row {
                key: &info.key,
                name: &info.name,
                maximum_volume: trend.maximum_volume(),
                growth_portion: evolution.growth_portion(Metric::Bytes, trend.node, range.first, range.last),
                errors: TrendErrors::of(evolution, range.points(), &trend),
                trend,
            }
        });
        let (policy, points) = (evolution.policy.as_str(), range.count());
        let document = Document { policy, alpha: args.alpha, points, rows: Written(Cell::new(Some(with_names))) };
        json_line(&document)?
    } else {
        table(evolution, range, rows).into_text()
    };
    print_result(text.as_bytes())
}

pub(in crate::cli) fn sign(trend: Option<Trend>) -> char {
    match trend {
        Some(Trend::Positive) => '+',
        Some(Trend::Stable) => '=',
        Some(Trend::Negative) => '-',
        None => ' ',
    }
}

const CSV_HEADER: &str =
    "key,name,maximum_volume,volume,collected_share,live,created,collected,maximum_trend,volume_trend,collected_trend,growth";

fn write_csv(out: &Path, evolution: &Evolution, rows: impl Iterator<Item = GroupTrend>, formulas: FormulaGuard) -> Result<(), CliError> {
    let mut csv = CsvTable::create(out, CSV_HEADER, &evolution.policy)?;
    for row in rows {
        if !csv.write(&csv_row(evolution, &row, formulas))? {
            break;
        }
    }
    csv.finish()
}

fn csv_row(evolution: &Evolution, row: &GroupTrend, formulas: FormulaGuard) -> String {
    let info = &evolution.nodes[row.node.at()];
    let mut text = String::new();
    push_text(&mut text, &formulas.name(&info.key));
    text.push(',');
    push_text(&mut text, &formulas.name(&info.name));
    let last = row.volume.last().copied().unwrap_or(0);
    let share = row.collected_share.last().copied().flatten().map(|share| share.to_string()).unwrap_or_default();
    text += &format!(",{},{last},{share},{},{},{}", row.maximum_volume(), row.live, row.created, row.collected);
    for trend in Statistic::ALL.map(|statistic| row.trend(statistic)) {
        text.push(',');
        text += trend.map_or("", trend_word);
    }
    format!("{text},{}\n", row.growth.key())
}

/// As in JSON.
const fn trend_word(trend: Trend) -> &'static str {
    match trend {
        Trend::Positive => "positive",
        Trend::Stable => "stable",
        Trend::Negative => "negative",
    }
}

/// One line per group, with the sign of the trend behind each statistic that has one.
fn table(evolution: &Evolution, range: PointRange, rows: impl ExactSizeIterator<Item = GroupTrend>) -> Lines {
    let mut text = Lines::below(&evolution.policy);
    // Volumes and numbers of objects, wide enough for their errors where there are some.
    let [wide, narrow] = if evolution.has_estimates() { [22, 20] } else { [13, 12] };
    text.add(format_args!(
        "{:>wide$}   {:>wide$}   {:>13}   {:>narrow$} {:>narrow$} {:>narrow$}       group",
        "max volume", "volume", "collected %", "live", "created >=", "collected >="
    ));
    if rows.len() == 0 {
        text.add("No group has these trends.");
    }
    for row in rows {
        let [maximum, volume, of_share] = Statistic::ALL.map(|statistic| sign(row.trend(statistic)));
        let name = name_path(evolution, row.node);
        let errors = TrendErrors::of(evolution, range.points(), &row);
        let share = row.collected_share.last().copied().flatten();
        let percent = share.map_or_else(|| "n/a".to_owned(), |share| format!("{:.1}", 100.0 * share));
        let of_percent = errors.as_ref().filter(|errors| share.is_some() && errors.collected_share_error > 0.0);
        let percent =
            percent + of_percent.map(|errors| format!(" \u{b1} {:.1}", 100.0 * errors.collected_share_error)).unwrap_or_default().as_str();
        let bytes = |value: u64, error: fn(&TrendErrors) -> u64| with_error(Metric::Bytes, value, errors.as_ref().map(error));
        let objects = |value: u64, error: fn(&TrendErrors) -> u64| with_error(Metric::Objects, value, errors.as_ref().map(error));
        text.add(format_args!(
            "{:>wide$} {maximum} {:>wide$} {volume} {percent:>13} {of_share} {:>narrow$} {:>narrow$} {:>narrow$} {:4}  {name}",
            bytes(row.maximum_volume(), |errors| errors.maximum_volume_error),
            bytes(row.volume.last().copied().unwrap_or(0), |errors| errors.volume_error.last().copied().unwrap_or(0)),
            objects(row.live, |errors| errors.live_error),
            objects(row.created, |errors| errors.created_error),
            objects(row.collected, |errors| errors.collected_error),
            if row.growth.keeps_growing() { "LEAK" } else { "" },
        ));
    }
    text
}

fn with_error(metric: Metric, value: u64, error: Option<u64>) -> String {
    words::estimated(metric, value, error.filter(|&error| error > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::{estimated_evolution, session};

    #[test]
    fn statistics_of_estimates_have_their_errors() {
        // 100 ± 5, 140 ± 12, then 130 ± 9 objects of 16 bytes: 40 ± 13 were created, 10 ± 15 collected.
        let evolution = estimated_evolution(&[(100, 5), (140, 12), (130, 9)]);
        let rows = |evolution| group_trends(evolution, 0..3, 0.5, &[], |_| true);
        let first = |evolution| TrendErrors::of(evolution, 0..3, &rows(evolution).next().expect("there is a group"));
        let errors = first(&evolution).expect("it is an estimate");
        assert_eq!((errors.maximum_volume_error, &*errors.volume_error), (192, &[80, 192, 144][..]));
        assert_eq!((errors.live_error, errors.created_error, errors.collected_error), (9, 13, 15));
        // hypot(15, 10 / 40 * 13) of 40
        assert!((errors.collected_share_error - 0.3837).abs() < 0.0001, "{errors:?}");
        let whole = PointRange::whole(3);
        let text = table(&evolution, whole, rows(&evolution)).into_text();
        // Of the last two points only: nothing was created, 10 ± 15 collected.
        let late = group_trends(&evolution, 1..3, 0.5, &[], |_| true).next().expect("there is a group");
        let errors = TrendErrors::of(&evolution, 1..3, &late).expect("it is an estimate");
        assert_eq!((errors.maximum_volume_error, &*errors.volume_error, errors.collected_error), (192, &[192, 144][..], 15));
        for part in ["2.19 KiB \u{b1} 200 B +", "2.03 KiB \u{b1} 150 B", "130 \u{b1} 9", "40 \u{b1} 13", "10 \u{b1} 15", "25.0 \u{b1} 38.4"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let exact = session(&[&[("A", 1)], &[("A", 2)], &[("A", 3)]]);
        assert_eq!(first(&exact.evolution), None);
        let head = table(&exact.evolution, whole, rows(&exact.evolution)).lines().next().map(str::len);
        assert_eq!(head, Some("   max volume          volume     collected %           live   created >= collected >=       group".len()));
    }

    #[test]
    fn a_row_of_csv_has_a_cell_for_each_name_of_its_header() {
        let session = session(&[&[("A, b", 1)], &[("A, b", 2)], &[("A, b", 3)]]);
        let rows: Vec<GroupTrend> = group_trends(&session.evolution, 0..3, 0.5, &[], |_| true).collect();
        let row = csv_row(&session.evolution, &rows[0], FormulaGuard::default());
        let quoted = row.matches("A, b").count();
        assert_eq!(row.matches(',').count() - quoted, CSV_HEADER.matches(',').count(), "{row}");
        assert!(row.contains(",3,2,0,positive,positive,") && row.ends_with(",too_few_points\n"), "{row}");
    }

    #[test]
    fn smoothing_lies_between_nothing_and_everything() {
        assert_eq!(alpha("0.25"), Ok(0.25));
        for wrong in ["0", "1", "-0.1", "NaN", "half"] {
            assert!(alpha(wrong).is_err(), "{wrong}");
        }
    }
}
