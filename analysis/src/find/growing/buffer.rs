//! More bytes in not more objects.
//!
//! Of a buffer that is copied into a larger one whenever it is full, states without values tell the room alone. It grows by the same
//! factor each time; where what is written to it grows evenly, each step takes longer than the one before by that factor.

use super::grown::GrowthDetector;
use crate::find::findings::FindingKind;
use crate::over_time::growth::START_PARTS;

/// A buffer that grows is made larger by a factor between these: by half as an `ArrayList`, twice as large as a `StringBuilder`.
const FACTORS: (f64, f64) = (1.4, 2.6);
/// So many times it must have been made larger, and the factors of neighboring steps, and of the times between them, differ from each
/// other by no more than a factor: times are numbers of points, each step may have come at any time between two, and what else the owner
/// holds changes the rest.
const LEAST_STEPS: usize = 3;
const FACTORS_DIFFER: f64 = 1.25;
const TIMES_DIFFER: f64 = 1.25;
/// Between the steps it changes by this share at most.
const FLAT: f64 = 0.02;
/// What has this many times as many objects afterwards is more than a buffer that was copied.
const MORE_OBJECTS: f64 = 1.2;

pub(super) static DETECTOR: GrowthDetector = GrowthDetector {
    kind: FindingKind {
        is_told_in_bytes: true,
        ..FindingKind::new("growing_buffer", "Growing buffer", "A buffer takes more and more bytes, in not more objects.")
    },
    is_it: |grown| !grown.more_objects,
    title: |grown| format!("{} in {} grows", grown.class, grown.holders),
    advice: |grown| format!("Look where {} is added to, and remove what is no longer needed, or bound it", grown.holders),
};

/// The first point of a buffer that is made larger again and again, and will soon be once more if it goes on as it did: see above.
/// `series` are the bytes of who holds it at every point, and `objects` all that is held.
#[must_use]
pub(in crate::find) fn doubling_begins(series: &[u64], objects: &[u64]) -> Option<usize> {
    let is_flat = |from: u64, to: u64| to.abs_diff(from) as f64 <= FLAT * from as f64;
    let steps: Vec<usize> = (1..series.len()).filter(|&at| !is_flat(series[at - 1], series[at])).collect();
    let [.., first, middle, last] = steps[..] else { return None };
    debug_assert!(steps.len() >= LEAST_STEPS);
    let factor = |step: usize| series[step] as f64 / series[step - 1].max(1) as f64;
    let mut factors = [first, middle, last].map(factor);
    let differ = |left: f64, right: f64, most: f64| left > most * right || right > most * left;
    // At the start it may have been copied more than once before it was seen again.
    let is_start = START_PARTS * first <= series.len();
    if is_start && factors[0] > factors[2] {
        factors[0] = factors[2];
    }
    if factors.iter().any(|&factor| factor < FACTORS.0 || factor > FACTORS.1 || differ(factor, factors[2], FACTORS_DIFFER)) {
        return None;
    }
    let times = |from: usize, to: usize| [(to - from - 1) as f64, (to - from + 1) as f64];
    let ([fastest, slowest], next, since) = (times(first, middle), times(middle, last), (series.len() - last) as f64);
    let is_late = next[0] > TIMES_DIFFER * factors[1] * slowest || factors[1] * fastest > TIMES_DIFFER * next[1];
    let is_copied = objects[first..].iter().all(|&now| now as f64 <= MORE_OBJECTS * objects[first - 1] as f64);
    // What was as large before and was emptied may be so again.
    let is_largest = series[..first].iter().all(|before| Some(before) < series.last());
    (is_copied && !is_late && is_largest && since <= factors[2] * next[1]).then_some(first - 1)
}

#[cfg(test)]
mod tests {
    fn doubling_begins(series: &[u64]) -> Option<usize> {
        super::doubling_begins(series, &vec![2; series.len()])
    }

    /// A series of so many points by a formula of the point, from 1.
    fn series(points: u32, formula: impl Fn(f64) -> f64) -> Vec<u64> {
        (1..=points).map(|at| formula(f64::from(at)) as u64).collect()
    }

    #[test]
    fn a_buffer_that_doubles_is_told_from_one_that_has_become_large_enough() {
        // What is written to it grows evenly, and `room` is what it has room for.
        let room = |factor: f64, content: f64| {
            let mut room = 1000.0;
            while room < content {
                room *= factor;
            }
            room
        };
        for factor in [1.5, 2.0] {
            for points in 30..=90 {
                let leak = series(points, |at| 50.0 + room(factor, at * 1500.0));
                assert!(doubling_begins(&leak).is_some(), "{factor} {points}: {leak:?}");
                // Full when a third of the time is over.
                let bounded = series(points, |at| 50.0 + room(factor, at.min(f64::from(points) / 3.0) * 1500.0));
                assert_eq!(doubling_begins(&bounded), None, "{factor} {points}: {bounded:?}");
            }
        }
        // Twice between the first two points, or more often, and at times that are not even.
        assert_eq!(doubling_begins(&[48, 173, 346, 346, 346, 692, 692, 692, 692, 692]), Some(0));
        assert_eq!(doubling_begins(&[8, 26, 27, 40, 40, 60, 60, 60, 60, 60, 90, 90, 90, 90, 90, 90]), Some(2));
        assert_eq!(doubling_begins(&[147, 589, 589, 1179, 1179, 1179, 1179, 2359, 2359, 2359, 2359, 2359, 2359, 2359]), Some(0));
        for other in [
            &[10, 20, 30, 40, 50, 60, 70, 80, 90, 100][..],
            &[5, 5, 5, 10, 10, 10, 15, 15, 15, 20, 20, 20],
            // Steps that come as fast as before, and one after a long time.
            &[1, 2, 4, 8, 16, 16, 16, 16, 16, 16],
            &[1, 2, 4, 4, 4, 4, 4, 4, 4, 8],
            // It falls in between.
            &[1, 2, 4, 4, 2, 4, 4, 4, 8, 8],
            // It was as large before it was emptied.
            &[4, 6, 9, 9, 1, 2, 4, 6, 6, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6],
            &[1, 2, 4, 4],
            &[0, 0, 0, 1, 2, 2, 4, 4],
            &[],
        ] {
            assert_eq!(doubling_begins(other), None, "{other:?}");
        }
    }

    /// Visits that rise and fall, seen at the end of a wave.
    #[test]
    fn what_has_more_and_more_objects_is_no_buffer() {
        let bytes = [174_200, 1_882_152, 521_352, 297_072, 1_066_512, 1_929_192, 1_842_672, 1_090_872, 654_072, 422_232]
            .into_iter()
            .chain([778_392, 1_230_312, 1_896_432, 1_903_992])
            .collect::<Vec<u64>>();
        let objects = [415, 4457, 1217, 683, 2515, 4569, 4363, 2573, 1533, 981, 1829, 2905, 4491, 4509];
        assert_eq!(super::doubling_begins(&bytes, &objects), None);
        assert_eq!(super::doubling_begins(&bytes[6..], &[981; 8]), Some(3), "one object that is copied");
        assert_eq!(super::doubling_begins(&bytes, &[981; 14]), None, "it has been larger");
    }
}
