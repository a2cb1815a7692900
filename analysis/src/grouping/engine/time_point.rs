//! One point of the time axis from one heap state.

use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::engine::grouped::{Grouped, group};
use crate::grouping::engine::node_sizes::node_sizes;
use crate::grouping::list::Grouping;
use crate::grouping::node_references;
use crate::heap::HeapState;
use crate::trees::memory_tree::{NodeSizes, SizeKind, TimePoint};

const MILLIS_PER_SECOND: i64 = 1000;
const SECONDS_PER_DAY: i64 = 86_400;

/// Groups a heap state, counts the references between its nodes, computes these sizes of the nodes, and labels it with
/// the date of the dump (UTC), where the dump has one. Numbers that are estimates carry their error.
///
/// Fails as [`group`] and [`node_references`] do.
pub fn time_point(
    heap: &HeapState,
    grouping: &Grouping,
    sizes: &[SizeKind],
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TimePoint> {
    let grouped = group(heap, grouping, progress, warnings)?;
    let sizes = node_sizes(heap, &grouped, sizes, progress)?;
    grouped_time_point(heap, grouped, sizes, progress)
}

/// The same for a heap state that is grouped, with sizes that are known.
///
/// Fails as [`node_references`] does.
pub fn grouped_time_point(heap: &HeapState, grouped: Grouped, sizes: NodeSizes, progress: &Progress) -> Result<TimePoint> {
    let references = node_references(heap, &grouped, progress)?;
    let sizes = NodeSizes { estimates: grouped.estimates(heap, progress)?, ..sizes };
    let label = (heap.time_millis > 0).then(|| date_and_time(heap.time_millis));
    Ok(TimePoint { time_millis: heap.time_millis, gc: None, label, tree: grouped.tree, references: Some(references), sizes })
}

/// `2026-02-28 13:05:59 UTC`, from milliseconds since the epoch.
fn date_and_time(millis: i64) -> String {
    let seconds = millis.div_euclid(MILLIS_PER_SECOND);
    let (days, second) = (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
    let (year, month, day) = date(days);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC", second / 3600, second / 60 % 60, second % 60)
}

/// The Gregorian date of a day, counted from 1970-01-01. Years are counted from March, so that the leap day is the
/// last day of a year and months have the lengths 31, 30, 31, 30, 31 in turn.
fn date(days: i64) -> (i64, i64, i64) {
    const DAYS_TO_1970: i64 = 719_468; // from 0000-03-01
    const DAYS_PER_ERA: i64 = 146_097; // 400 years
    let days = days + DAYS_TO_1970;
    let (era, day_of_era) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / (DAYS_PER_ERA - 1)) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        // `date -u -d @...`
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_772_283_959, "2026-02-28 13:05:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(date_and_time(seconds * MILLIS_PER_SECOND), expected);
        }
        assert!(date_and_time(i64::MAX).ends_with(" UTC"));
    }
}
