//! Whether a series may have risen by chance.
//!
//! What wanders without a direction takes each of its steps up as likely as down. Of all series with the steps of one that was seen, each
//! of them up or down, some end at least as high: their share is the chance that it rose for no reason (the sign-flip test, a permutation
//! test of Fisher, The Design of Experiments, 1935, section 21). It holds for walks whose steps are of any size, where tests that take the
//! values for independent of each other, such as that of Mann and Kendall, see a trend in most of them; noise, waves and saw-teeth fall as
//! often as they rise, and fail it as well.

/// Longer series are cut into so many equal parts, of which the means count: noise is less in them, and a smooth curve goes on as it goes
/// from one point to the next.
const MOST_LEVELS: usize = 8;
/// A larger chance is too large: four steps up and none down have this one. Of series that wander at random one in 16 passes, and up to one
/// in eight of those that are so long that means count, as means of neighboring parts go together. Of so few points that no chance is as
/// small, those pass that rise at every step.
const MOST_CHANCE: f64 = 1.0 / 16.0;

/// Whether the rise of a series is not worth more than chance.
pub(super) fn may_be_chance(series: &[u64]) -> bool {
    let levels = levels(series);
    let least = 0.5_f64.powi(levels.len().saturating_sub(1) as i32);
    chance_of_rise(&levels) > MOST_CHANCE.max(least)
}

/// The share of series with the same steps, each of them up or down, that end at least as high.
fn chance_of_rise(levels: &[f64]) -> f64 {
    let [first, .., last] = levels else { return 1.0 };
    let rise = last - first;
    let mut ends = vec![0.0];
    for step in levels.windows(2) {
        let step = step[1] - step[0];
        ends = ends.iter().flat_map(|end| [end - step, end + step]).collect();
    }
    // Sums of the same steps in another order differ in their last digits.
    let least = rise - 1e-9 * rise.abs();
    ends.iter().filter(|&&end| end >= least).count() as f64 / ends.len() as f64
}

/// The means of equal parts.
fn levels(series: &[u64]) -> Vec<f64> {
    let count = series.len().min(MOST_LEVELS);
    let mean = |part: &[u64]| part.iter().map(|&value| value as f64).sum::<f64>() / part.len() as f64;
    (0..count).map(|at| mean(&series[at * series.len() / count..(at + 1) * series.len() / count])).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Numbers between 0 and 1 that look random, the same ones each time.
    pub(in crate::over_time) fn random(mut state: u64) -> impl FnMut() -> f64 {
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(u32::MAX >> 1)
        }
    }

    fn chance(series: &[u64]) -> f64 {
        chance_of_rise(&levels(series))
    }

    #[test]
    fn the_chance_is_the_share_of_all_ways_that_end_as_high() {
        // 3 up, 1 down, 2 up: of eight ways 6 and 4 are reached by one each.
        assert_eq!(chance(&[10, 13, 12, 14]), 2.0 / 8.0);
        assert_eq!(chance(&[10, 11, 12, 13, 14]), 1.0 / 16.0);
        assert_eq!(chance(&[14, 13, 12, 11, 10]), 1.0);
        assert_eq!(chance(&[5, 5, 5, 5]), 1.0, "what stands still is not higher than what stands still");
        assert_eq!((chance(&[7]), chance(&[])), (1.0, 1.0));
    }

    #[test]
    fn even_growth_is_no_chance_and_one_step_is() {
        for points in 3..40_u64 {
            let even: Vec<u64> = (0..points).map(|at| 100 + 7 * at).collect();
            assert!(!may_be_chance(&even), "{points}");
            let step: Vec<u64> = (0..points).map(|at| if at > points / 2 { 200 } else { 100 }).collect();
            assert!(may_be_chance(&step), "{points}");
        }
    }

    /// Whatever the steps are: always, seldom, now and then a large one.
    #[test]
    fn walks_without_a_direction_pass_as_often_as_is_said() {
        let mut random = random(7);
        for points in [6, 7, 8, 15, 27, 60] {
            for shape in 0..3 {
                let passed = (0..2000).filter(|_| {
                    let mut at = 1e6;
                    let walk: Vec<u64> = (0..points)
                        .map(|_| {
                            let size = match shape {
                                0 => 1.0,
                                1 => f64::from(u8::from(random() < 0.5)),
                                _ => 1.0 / (random() + 0.05),
                            };
                            at += 1000.0 * size * (random() - 0.5);
                            at as u64
                        })
                        .collect();
                    !may_be_chance(&walk)
                });
                let share = passed.count() as f64 / 2000.0;
                assert!(share < if points > MOST_LEVELS { 0.125 } else { 0.08 }, "{points} points, shape {shape}: {share}");
            }
        }
    }
}
