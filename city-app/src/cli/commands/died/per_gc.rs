//! `memory-city died --per-gc`: what each collection took, held against what the JVM says of it.

use std::ops::RangeInclusive;

use analysis::{CollectedAt, CollectedErrors, CountsBasis, GcEvent, Lifetimes, Trace, joint_error};
use serde::Serialize;

use crate::base::words;
use crate::cli::documents::lines::Lines;
use crate::cli::documents::output::{CliError, json_line, print_result};
use crate::cli::options::csv_args::CsvArgs;

/// Of a table, as in JSON.
const COLUMNS: &str = "number,objects,objects_error,bytes,bytes_error,age_0,age_0_error,live_objects,live_objects_error,live_bytes,\
    live_bytes_error,pause_ms,gap_ms,heap_lost,heap_lost_error,difference,difference_error";

/// The JSON document of `--per-gc`. Its members are a contract.
#[derive(Debug, Serialize)]
struct PerGcDocument {
    basis: CountsBasis,
    window: [u32; 2],
    objects: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    objects_error: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_error: Option<u64>,
    collections: Vec<PerGcRow>,
}

/// What one collection took, beside what the JVM says of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct PerGcRow {
    number: u32,
    objects: u64,
    bytes: u64,
    age_0: u64,
    live_objects: u64,
    live_bytes: u64,
    /// How long the program stood still; `None` where the collection itself was not recorded, here and below.
    pause_ms: Option<f64>,
    /// From the end of the one before.
    gap_ms: Option<f64>,
    /// Bytes in use before less those after.
    heap_lost: Option<i64>,
    /// By how much that is more than the bytes of the objects that it took.
    difference: Option<i64>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    errors: Option<PerGcErrors>,
}

/// Standard errors of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct PerGcErrors {
    objects_error: u64,
    bytes_error: u64,
    age_0_error: u64,
    live_objects_error: u64,
    live_bytes_error: u64,
    /// `None` where the JVM told both parts of it, or one of them is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    heap_lost_error: Option<u64>,
    /// `None` where the difference is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_error: Option<u64>,
}

impl PerGcRow {
    fn of(at: &CollectedAt, collections: &[GcEvent]) -> Self {
        let place = collections.binary_search_by_key(&at.number, |collection| collection.number).ok();
        let told = place.map(|place| &collections[place]);
        let before = place.and_then(|place| collections.get(place.checked_sub(1)?));
        let millis = |nanos: u64| nanos as f64 / 1e6;
        let since = || Some(before?.used_after?.saturating_add(at.allocated.bytes));
        let used = told.and_then(|told| told.used_before.or_else(since).zip(told.used_after));
        let heap_lost = used.map(|(before, after)| before.cast_signed().saturating_sub(after.cast_signed()));
        // What was in use before is an estimate where it was worked out from what was allocated.
        let is_worked_out = heap_lost.is_some() && told.is_some_and(|told| told.used_before.is_none());
        let errors = at.errors.map(|CollectedErrors { allocated, collected, age_0, live }| {
            let heap_lost_error = is_worked_out.then_some(allocated.bytes);
            PerGcErrors {
                objects_error: collected.objects,
                bytes_error: collected.bytes,
                age_0_error: age_0,
                live_objects_error: live.objects,
                live_bytes_error: live.bytes,
                heap_lost_error,
                difference_error: heap_lost.map(|_| joint_error([heap_lost_error, Some(collected.bytes)]).unwrap_or(0)),
            }
        });
        Self {
            number: at.number,
            objects: at.collected.objects,
            bytes: at.collected.bytes,
            age_0: at.age_0,
            live_objects: at.live.objects,
            live_bytes: at.live.bytes,
            pause_ms: told.map(|told| millis(told.end_nanos.saturating_sub(told.start_nanos))),
            gap_ms: told.zip(before).map(|(told, before)| millis(told.start_nanos.saturating_sub(before.end_nanos))),
            heap_lost,
            difference: heap_lost.map(|lost| lost.saturating_sub(at.collected.bytes.cast_signed())),
            errors,
        }
    }

    /// A standard error, where numbers are estimates and this one is known.
    fn error(&self, of: fn(&PerGcErrors) -> Option<u64>) -> Option<u64> {
        of(self.errors.as_ref()?)
    }
}

/// What each collection of a window took.
pub(super) fn per_gc(
    (as_json, table): (bool, &CsvArgs),
    trace: &Trace,
    lives: &Lifetimes,
    basis: CountsBasis,
    window: RangeInclusive<u32>,
) -> Result<(), CliError> {
    let collections = trace.collections();
    let rows: Vec<PerGcRow> = lives.collected_at(window.clone()).iter().map(|at| PerGcRow::of(at, &collections)).collect();
    if table.write(COLUMNS, &rows, words::counts_basis(basis))? {
        return Ok(());
    }
    let sum = |of: fn(&PerGcRow) -> u64| rows.iter().map(of).sum::<u64>();
    let (objects, bytes, age_0) = (sum(|row| row.objects), sum(|row| row.bytes), sum(|row| row.age_0));
    // Each collection takes objects of its own.
    let error = |of: fn(&PerGcErrors) -> Option<u64>| {
        let of_rows = joint_error(rows.iter().map(|row| row.error(of)));
        rows.iter().any(|row| row.errors.is_some()).then(|| of_rows.unwrap_or(0))
    };
    let [objects_error, bytes_error, age_0_error] =
        [error(|of| Some(of.objects_error)), error(|of| Some(of.bytes_error)), error(|of| Some(of.age_0_error))];
    let text = if as_json {
        let window = [*window.start(), *window.end()];
        json_line(&PerGcDocument { basis, window, objects, bytes, objects_error, bytes_error, collections: rows })?
    } else {
        let all = PerGcTotals { objects, bytes, age_0, objects_error, bytes_error, age_0_error };
        per_gc_table(basis, &rows, &all).into_text()
    };
    print_result(text.as_bytes())
}

/// What all collections of a window took together, with standard errors where these are estimates.
struct PerGcTotals {
    objects: u64,
    bytes: u64,
    age_0: u64,
    objects_error: Option<u64>,
    bytes_error: Option<u64>,
    age_0_error: Option<u64>,
}

/// A line per collection, and one for all of them. Estimates have a column of their standard errors behind them.
fn per_gc_table(basis: CountsBasis, rows: &[PerGcRow], all: &PerGcTotals) -> Lines {
    let is_estimated = all.objects_error.is_some();
    // Title, width, and the width of its errors where it can have some.
    let columns: [(&str, usize, usize); 10] = [
        ("GC", 6, 0),
        ("collected", 12, 10),
        ("bytes", 15, 13),
        ("age 0", 8, 8),
        ("live", 12, 10),
        ("bytes", 15, 13),
        ("pause ms", 9, 0),
        ("gap ms", 10, 0),
        ("heap lost", 15, 13),
        ("difference", 15, 13),
    ];
    let line = |cells: &[(String, Option<String>)]| {
        let mut parts: Vec<String> = Vec::new();
        for ((cell, error), (_, width, error_width)) in cells.iter().zip(columns) {
            parts.push(format!("{cell:>width$}"));
            if is_estimated && error_width > 0 {
                parts.push(format!("{:>error_width$}", error.as_deref().unwrap_or_default()));
            }
        }
        parts.join(" ")
    };
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let count = |value: u64, error: Option<u64>| (words::count(value), error.map(words::count));
    let share = |age_0: u64, died: u64, errors: Option<(u64, u64)>| {
        let error = errors.map(|errors| age_0_share_error(age_0, died, errors));
        (age_0_share(age_0, died), error)
    };
    let mut text = Lines::default();
    text.add(words::counts_basis(basis));
    text.add(line(&columns.map(|(title, ..)| (title.to_owned(), Some("\u{b1}".to_owned())))));
    for row in rows {
        let [pause, gap] = [row.pause_ms, row.gap_ms].map(|millis| or_none(millis.map(|millis| format!("{millis:.1}"))));
        text.add(line(&[
            (row.number.to_string(), None),
            count(row.objects, row.error(|of| Some(of.objects_error))),
            count(row.bytes, row.error(|of| Some(of.bytes_error))),
            share(row.age_0, row.objects, row.errors.map(|of| (of.age_0_error, of.objects_error))),
            count(row.live_objects, row.error(|of| Some(of.live_objects_error))),
            count(row.live_bytes, row.error(|of| Some(of.live_bytes_error))),
            (pause, None),
            (gap, None),
            (or_none(row.heap_lost.map(signed)), row.error(|of| of.heap_lost_error).map(words::count)),
            (or_none(row.difference.map(signed)), row.error(|of| of.difference_error).map(words::count)),
        ]));
    }
    text.add(line(&[
        ("all".to_owned(), None),
        count(all.objects, all.objects_error),
        count(all.bytes, all.bytes_error),
        share(all.age_0, all.objects, all.age_0_error.zip(all.objects_error)),
    ]));
    text
}

fn signed(bytes: i64) -> String {
    let sign = if bytes < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}", words::count(bytes.unsigned_abs()))
}

/// Which share of what died was garbage at the first collection that it met.
fn age_0_share(age_0: u64, died: u64) -> String {
    if died == 0 { "-".to_owned() } else { format!("{:.2} %", 100.0 * age_0 as f64 / died as f64) }
}

/// The standard error of that share: of objects that died young `age_0`, of all that died the other number. Both kinds of dead
/// are independent of each other.
fn age_0_share_error(age_0: u64, died: u64, (of_age_0, of_died): (u64, u64)) -> String {
    if died == 0 {
        return String::new();
    }
    let share = (age_0 as f64 / died as f64).min(1.0);
    let (young, all) = ((of_age_0 as f64).powi(2), (of_died as f64).powi(2));
    let variance = young * (1.0 - share).powi(2) + (all - young).max(0.0) * share.powi(2);
    format!("{:.2}", 100.0 * variance.sqrt() / died as f64)
}

#[cfg(test)]
mod tests {
    use analysis::NodeTotals;

    use super::*;

    #[test]
    fn shares_are_told_as_published() {
        assert_eq!(age_0_share(10_012_077, 10_019_784), "99.92 %");
        assert_eq!(age_0_share(0, 0), "-");
    }

    #[test]
    fn the_error_of_a_share_is_one_of_the_young_and_the_old() {
        // 0.75 of 400: 300 ± 30 died young, 100 ± 40 old, so 400 ± 50: sqrt((30 * 0.25)² + (40 * 0.75)²) / 400 = 30.92 / 400.
        assert_eq!(age_0_share_error(300, 400, (30, 50)), "7.73");
        assert_eq!(age_0_share_error(0, 0, (0, 0)), "");
    }

    #[test]
    fn what_was_sampled_has_its_errors_in_every_row_and_in_the_sum() {
        let totals = |objects, bytes| NodeTotals { objects, bytes };
        let errors = CollectedErrors { allocated: totals(9, 90), collected: totals(30, 300), age_0: 20, live: totals(5, 50) };
        let at = |number| CollectedAt { number, collected: totals(1000, 8000), age_0: 500, errors: Some(errors), ..CollectedAt::default() };
        let collection = GcEvent { number: 2, end_nanos: 1, used_before: Some(9000), used_after: Some(500), ..GcEvent::default() };
        let rows = [1, 2].map(|number| PerGcRow::of(&at(number), std::slice::from_ref(&collection)));
        let told = rows.clone().map(|row| row.errors.map(|errors| (errors.heap_lost_error, errors.difference_error)));
        assert_eq!(told, [Some((None, None)), Some((None, Some(300)))], "the JVM told what was in use");
        // sqrt(2) * 30, 300 and 20.
        let (objects_error, bytes_error, age_0_error) = (Some(43), Some(425), Some(29));
        let all = PerGcTotals { objects: 2000, bytes: 16_000, age_0: 1000, objects_error, bytes_error, age_0_error };
        let text = per_gc_table(CountsBasis::Sampled, &rows, &all).into_text();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1].iter().filter(|cell| **cell == "\u{b1}").count(), 7);
        assert_eq!(lines[3][..10], ["2", "1,000", "30", "8,000", "300", "50.00", "%", "1.50", "0", "5"]);
        assert_eq!(lines[3][lines[3].len() - 2..], ["500", "300"], "{text}");
        assert_eq!(lines[4][..6], ["all", "2,000", "43", "16,000", "425", "50.00"]);
        let json = serde_json::to_string(&rows[1]).expect("is JSON");
        assert!(json.contains("\"objects_error\":30") && json.contains("\"live_bytes_error\":50"), "{json}");
        let exact = PerGcRow { errors: None, ..rows[1].clone() };
        assert!(!serde_json::to_string(&exact).expect("is JSON").contains("_error"));
        let (objects_error, bytes_error, age_0_error) = (None, None, None);
        let text = per_gc_table(CountsBasis::Exact, &[exact], &PerGcTotals { objects_error, bytes_error, age_0_error, ..all }).into_text();
        assert_eq!(text.lines().nth(1).map(|head| head.split_whitespace().count()), Some(14), "no columns of errors: {text}");
    }

    #[test]
    fn a_collection_is_held_against_what_the_heap_lost() {
        let collection = |number: u32, at: u64, used: [Option<u64>; 2]| GcEvent {
            number,
            start_nanos: at * 1_000_000,
            end_nanos: (at + 3) * 1_000_000,
            used_before: used[0],
            used_after: used[1],
            ..GcEvent::default()
        };
        let collections =
            [collection(1, 10, [None, None]), collection(2, 20, [Some(1000), Some(400)]), collection(3, 28, [None, Some(50)])];
        let collected = NodeTotals { objects: 5, bytes: 640 };
        let taken = |number| CollectedAt { number, collected, age_0: 4, ..CollectedAt::default() };
        let row = PerGcRow::of(&taken(2), &collections);
        assert_eq!((row.pause_ms, row.gap_ms, row.heap_lost, row.difference), (Some(3.0), Some(7.0), Some(600), Some(-40)));
        // Without what was in use before: 400 after the second, 300 allocated since, 50 after the third.
        let row = PerGcRow::of(&CollectedAt { allocated: NodeTotals { objects: 3, bytes: 300 }, ..taken(3) }, &collections);
        assert_eq!((row.gap_ms, row.heap_lost, row.difference), (Some(5.0), Some(650), Some(10)));
        let row = PerGcRow::of(&taken(1), &collections);
        assert_eq!((row.pause_ms, row.gap_ms, row.heap_lost, row.difference), (Some(3.0), None, None, None));
        assert_eq!(PerGcRow::of(&taken(4), &collections).pause_ms, None);
    }
}
