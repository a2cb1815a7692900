//! The fall at the end of a run: a shutdown or a clean-up, after which what piled up is gone.

use crate::over_time::growth::{FEWEST_POINTS, START_PARTS};

/// How memory fell at the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EndFall {
    /// The first point after it; what happened before is the run.
    pub begins: usize,
    /// How many percent of the most that there was were gone at the end.
    pub percent: f64,
}

/// The end is at most one of so many parts of all points, and one point at least.
const PARTS: usize = 5;
/// Memory that stays above this share of the most that it was has not fallen.
const LEFT: f64 = 0.75;

/// The fall at the end of a series of memory, if it falls then and only then: what falls again and again goes on falling, and is no end.
/// The start does not count.
#[must_use]
pub fn end_fall(bytes: &[u64]) -> Option<EndFall> {
    let begins = (0..bytes.len()).rev().take((bytes.len() / PARTS).max(1)).filter(|&at| at >= FEWEST_POINTS).find(|&at| {
        let (before, after) = bytes.split_at(at);
        let before = &before[before.len() / START_PARTS..];
        let limit = |most: u64| LEFT * most as f64;
        let mut most = 0;
        let has_fallen = before.iter().any(|&now| {
            most = most.max(now);
            (now as f64) < limit(most)
        });
        !has_fallen && after.iter().all(|&now| (now as f64) < limit(most))
    })?;
    let most = bytes[..begins].iter().copied().max().unwrap_or(0);
    let last = bytes.last().copied().unwrap_or(0);
    Some(EndFall { begins, percent: 100.0 * (1.0 - last as f64 / most as f64) })
}

/// By how many points, from the first one on, a run is judged whose memory went like this: where it falls at the end, those before that.
#[must_use]
pub fn judged_points(bytes: &[u64]) -> usize {
    end_fall(bytes).map_or(bytes.len(), |fall| fall.begins)
}

impl EndFall {
    /// What is to be said of it, one sentence; `points` is how many there are.
    #[must_use]
    pub fn words(&self, points: usize) -> String {
        let fell = match points - self.begins {
            1 => "At the last point".to_owned(),
            last => format!("At the last {last} points"),
        };
        format!(
            "{fell} memory was {:.0} % below the most before, as after a shutdown or a clean-up: judged are points 1 to {}",
            self.percent, self.begins
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fall_at_the_end_ends_a_run() {
        for (bytes, begins) in [
            (&[10, 20, 30, 40, 50, 60, 70, 80, 90, 20][..], Some(9)),
            (&[10, 20, 30, 40, 50, 60, 70, 80, 20, 21], Some(8)),
            (&[50, 50, 51, 50, 52, 50, 51, 50, 52, 30], Some(9)),
            // A fall within what is allowed.
            (&[10, 20, 30, 40, 50, 60, 70, 80, 90, 68], None),
            // Waves.
            (&[10, 90, 10, 20, 50, 90, 20, 80, 90, 20], None),
            // The start is none of the run.
            (&[90, 20, 30, 40, 50, 60, 70, 80, 90, 20], Some(9)),
            // Too long for an end.
            (&[10, 20, 30, 40, 50, 60, 70, 20, 20, 20], None),
            (&[10, 20, 30, 5], None),
            (&[10, 20, 30, 40, 5], Some(4)),
            (&[], None),
        ] {
            assert_eq!(end_fall(bytes).map(|fall| fall.begins), begins, "{bytes:?}");
        }
        let fall = end_fall(&[10, 20, 30, 40, 50, 60, 70, 80, 80, 20]).expect("it fell");
        assert_eq!(
            fall.words(10),
            "At the last point memory was 75 % below the most before, as after a shutdown or a clean-up: judged are points 1 to 9"
        );
        assert!(EndFall { begins: 8, percent: 50.0 }.words(10).starts_with("At the last 2 points memory was 50 % below"));
    }
}
