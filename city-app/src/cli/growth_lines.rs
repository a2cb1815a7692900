//! Live input without a window: one line of text per point.

use std::collections::BTreeSet;
use std::io::Write as _;

use analysis::{Evolution, Metric, NodeIndex, Progress};
use serde_json::json;

use crate::base::words;
use crate::cli::documents::lines::{Lines, printable_name};
use crate::cli::documents::output::{CliError, ExitKind, json_line, note, print_result, print_warnings};
use crate::cli::interrupt::cancel_on_interrupt;
use crate::cli::options::csv_args::CsvArgs;
use crate::cli::options::live_args::LiveArgs;
use crate::data::live::{LiveCity, LiveError, LiveFeed, LiveSource, running_jvms};
use crate::data::session::leaves;

/// How many growing buildings a line names.
const GROWERS_NAMED: usize = 3;

impl From<LiveError> for CliError {
    fn from(error: LiveError) -> Self {
        let kind = match &error {
            error if error.is_cancelled() => ExitKind::Cancelled,
            error if error.is_unavailable() => ExitKind::Unavailable,
            LiveError::Address(_) => ExitKind::Usage,
            _ => ExitKind::Failed,
        };
        Self::new(kind, error)
    }
}

/// Lists what could be watched.
pub(super) fn list_jvms(as_json: bool, table: &CsvArgs) -> Result<(), CliError> {
    let jvms = running_jvms(&Progress::new())?;
    if jvms.is_empty() {
        return Err(CliError::new(ExitKind::Failed, "no JVM of this user is running"));
    }
    if table.write("pid,command", &jvms, "")? {
        return Ok(());
    }
    if as_json {
        return print_result(json_line(&json!({ "jvms": jvms }))?.as_bytes());
    }
    let mut text = Lines::default();
    jvms.iter().for_each(|jvm| text.add(format_args!("{:>7}  {}", jvm.pid, jvm.command)));
    print_result(text.as_bytes())
}

/// Prints a line per point until the source ends, or until there are enough points.
pub(in crate::cli) fn print_growth(source: LiveSource, live: &LiveArgs) -> Result<(), CliError> {
    let progress = Progress::new();
    cancel_on_interrupt(&progress);
    // A recorded program's stdout is its own.
    let print = if live.beside_program { print_beside } else { print_result };
    let feed = LiveFeed::start(source, &progress)?;
    let mut city = LiveCity::new();
    let wanted = live.points.map_or(usize::MAX, |wanted| wanted as usize);
    let mut printed = BTreeSet::new();
    let mut status = String::new();
    while let Some(event) = feed.next() {
        if city.take(event) {
            for line in new_lines(&city.evolution(), &mut printed, wanted) {
                print(line.as_bytes())?;
            }
            if printed.len() >= wanted {
                break;
            }
        }
        if city.status != status {
            status.clone_from(&city.status);
            note(&status);
        }
    }
    print_warnings(&city.warnings);
    match city.ended {
        Some(Err(error)) => Err(error.into()),
        Some(Ok(end)) => {
            note(&end);
            Ok(())
        }
        // The sentence about the end may not have found room any more.
        None if progress.check().is_err() => Err(LiveError::Cancelled.into()),
        None => Ok(()),
    }
}

fn print_beside(line: &[u8]) -> Result<(), CliError> {
    // Whoever closes stderr does not want to read it.
    let _ = std::io::stderr().write_all(line);
    Ok(())
}

/// The lines of the points that were not printed yet, until `wanted` are. Points are told by their times, because one that comes late has
/// its place among those that are there.
fn new_lines(evolution: &Evolution, printed: &mut BTreeSet<i64>, wanted: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (point, info) in evolution.points.iter().enumerate() {
        if printed.len() < wanted && printed.insert(info.time_millis) {
            lines.push(growth_line(evolution, point, printed.len()));
        }
    }
    lines
}

/// `  3     8.0 s  60,000 objects  2,900,000 bytes  A +900, B +20`: the number of the line, and the strongest growers since the first point.
fn growth_line(evolution: &Evolution, point: usize, number: usize) -> String {
    let value = |metric, node| evolution.value(metric, node, point);
    let growth = |node: NodeIndex| {
        let first = evolution.value(Metric::Objects, node, 0);
        i128::from(value(Metric::Objects, node)) - i128::from(first)
    };
    let mut growers: Vec<(i128, NodeIndex)> =
        leaves(evolution).map(|node| (growth(node), node)).filter(|(growth, _)| *growth > 0).collect();
    growers.sort_by_key(|&(growth, node)| (std::cmp::Reverse(growth), node));
    let named = growers.iter().take(GROWERS_NAMED).map(|&(growth, node)| {
        let growth = u64::try_from(growth).unwrap_or(u64::MAX);
        format!("{} +{}", printable_name(&evolution.nodes[node.at()].name), words::count(growth))
    });
    format!(
        "{:>4}  {:>9.1} s  {:>14} objects  {:>16} bytes  {}\n",
        number,
        evolution.points[point].time_millis as f64 / 1000.0,
        words::count(value(Metric::Objects, NodeIndex::ROOT)),
        words::count(value(Metric::Bytes, NodeIndex::ROOT)),
        named.collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn names_do_nothing_to_the_terminal() {
        let session = session(&[&[("a", 1)], &[("a", 1), ("evil\u{1b}]0;title\u{7}\nname\u{202e}x", 9)]]);
        let line = growth_line(&session.evolution, 1, 2);
        assert!(line.ends_with("evil\u{fffd}]0;title\u{fffd}\u{fffd}name\u{fffd}x +9\n"), "{line:?}");
        assert_eq!(line.lines().count(), 1);
    }

    #[test]
    fn points_are_printed_once_also_those_that_come_late() {
        let session = session(&[&[("a", 1)], &[("a", 2)], &[("a", 3)]]);
        let mut printed = BTreeSet::from([session.evolution.points[2].time_millis]);
        let lines = new_lines(&session.evolution, &mut printed, 2);
        assert!(lines.len() == 1 && lines[0].starts_with("   2  ") && lines[0].contains(" 1 objects"), "{lines:?}");
        let lines = new_lines(&session.evolution, &mut printed, usize::MAX);
        assert!(lines.len() == 1 && lines[0].starts_with("   3  ") && lines[0].contains(" 2 objects"), "{lines:?}");
        assert_eq!(new_lines(&session.evolution, &mut printed, usize::MAX), Vec::<String>::new());
    }
}
