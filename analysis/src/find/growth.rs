//! Does a series grow without end?
//!
//! The last value is not asked alone: a saw-tooth may end high, a cache may have warmed up, a start may have been
//! wasteful. A series keeps growing if its low points rise all the time after the start, if its last quarter goes
//! beyond everything before, and if growth has not faded out.

/// Fewer points tell nothing about a shape.
pub(super) const FEWEST_POINTS: usize = 4;
/// The first part of a series, in which a program starts, is one of so many.
const START_PARTS: usize = 4;
/// The last third must have at least this share of the growth after the start; an even growth has a third.
const LEAST_LATE_SHARE: f64 = 0.12;

/// Whether a series keeps growing to its end.
pub(super) fn keeps_growing(series: &[u64]) -> bool {
    if series.len() < FEWEST_POINTS {
        return false;
    }
    let late = series.len() - (series.len() / START_PARTS).max(1);
    let highest = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
    let lowest = |part: &[u64]| part.iter().copied().min().unwrap_or(0);
    if highest(&series[late..]) <= highest(&series[..late]) {
        return false;
    }
    let steady = &series[(series.len() / START_PARTS).min(series.len() - 3)..];
    let third = steady.len().div_ceil(3);
    let lows =
        [lowest(&steady[..third]), lowest(&steady[third..steady.len() - third / 2 - third % 2]), lowest(&steady[steady.len() - third..])];
    if !(lows[0] < lows[2] && lows[0] <= lows[1] && lows[1] <= lows[2]) {
        return false;
    }
    let (first, last) = (steady[0] as f64, *steady.last().unwrap_or(&0) as f64);
    let before_last_third = highest(&steady[..steady.len() - third]) as f64;
    highest(&steady[steady.len() - third..]) as f64 - before_last_third >= LEAST_LATE_SHARE * (last - first).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_growth_is_told_from_growth_that_ends() {
        for (series, grows) in [
            (&[10, 20, 30, 40, 50, 60, 70, 80, 90, 100][..], true),
            // A spike at the start hides a slow growth.
            (&[10, 500, 12, 14, 16, 18, 20, 22, 24, 26], false),
            (&[10, 12, 14, 16, 18, 20], true),
            (&[0, 50, 100, 150, 200, 200, 200, 200], false),
            (&[0, 40, 80, 120, 160, 200, 240, 250, 250, 250], false),
            (&[10, 90, 50, 10, 90, 50, 10, 90], false),
            // A leak below a saw-tooth.
            (&[10, 60, 20, 70, 30, 80, 40, 90, 50, 100], true),
            (&[5, 5, 5, 5, 5, 5], false),
            (&[90, 80, 70, 60, 50], false),
            (&[1, 2, 3], false),
            (&[], false),
        ] {
            assert_eq!(keeps_growing(series), grows, "{series:?}");
        }
    }
}
