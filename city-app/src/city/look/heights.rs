//! How high buildings are: twice as high as wide, or by something else than their base shows.

use std::ops::RangeInclusive;

use analysis::{Metric, NodeIndex};
use layout::height_of_area;

use crate::base::settings::HeightSetting;
use crate::base::words;
use crate::data::session::Session;

/// So many times as high as wide is a building at least and at most whose height shows something else than its base: needles and vast flat
/// slabs are hard to read and to click (VISSOFT'20 IX.A).
const SIDES: RangeInclusive<f64> = 0.2..=12.0;
/// Heights of the classes, against one another.
const CLASSES: [f64; 5] = [2.0, 5.0, 10.0, 20.0, 40.0];
/// What they are called.
const NAMES: [&str; 5] = ["tiny", "small", "medium", "large", "huge"];

/// How high the buildings of a session are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Heights(Rule);

#[derive(Debug, Clone, PartialEq, Default)]
enum Rule {
    /// Twice as high as wide.
    #[default]
    Same,
    /// As wide buildings of the other metric are high, were so much of it one of what the base shows.
    Other { metric: Metric, per_unit: f64 },
    /// By the class of what the base shows: `limits` are the values up to which the first four reach; `highest` metres is the fifth one.
    Classes { limits: [u64; 4], highest: f64 },
}

impl Heights {
    /// How much of another metric goes with one of what the base shows is told by the most that the heap ever has of both. Classes are
    /// fifths of the different values, of the most that each building ever has.
    pub(super) fn of(session: &Session, setting: HeightSetting) -> Self {
        let other = match setting {
            HeightSetting::Same => None,
            HeightSetting::Objects => Some(Metric::Objects),
            HeightSetting::Bytes => Some(Metric::Bytes),
            HeightSetting::Classes => return Self(classes(session)),
        };
        let Some(metric) = other.filter(|&metric| metric != session.metric && !session.evolution.nodes.is_empty()) else {
            return Self::default();
        };
        let heap = |metric| session.evolution.max(metric, NodeIndex::ROOT) as f64;
        let per_unit = heap(metric) / heap(session.metric).max(1.0);
        Self(if per_unit > 0.0 { Rule::Other { metric, per_unit } } else { Rule::Same })
    }

    /// Whether walls tell the same as the base.
    #[must_use]
    pub fn tell_the_base(&self) -> bool {
        self.0 == Rule::Same
    }

    /// Height in metres of a building that is `side` metres wide at a point, and whether it would be lower or higher but for the limits.
    #[must_use]
    pub fn height(&self, session: &Session, building: usize, point: usize, side: f64) -> (f64, bool) {
        match self.0 {
            _ if side <= 0.0 => (0.0, false),
            Rule::Same => (2.0 * side, false),
            Rule::Other { metric, per_unit } => cut(session, session.value_of_building(metric, building, point) as f64 / per_unit, side),
            Rule::Classes { limits, highest } => {
                (of_class(limits, highest, session.value_of_building(session.metric, building, point)), false)
            }
        }
    }

    /// The most that a building gets to at any point, in metres.
    #[must_use]
    pub fn tallest(&self, session: &Session, building: usize) -> f64 {
        let most = session.max_of_building(building);
        let height = height_of_area(session.area_mode.area(most as f64));
        match self.0 {
            Rule::Same => height,
            Rule::Other { metric, per_unit } => {
                let at = |point: usize| session.value_of_building(metric, building, point);
                cut(session, (0..=session.last_point()).map(at).max().unwrap_or(0) as f64 / per_unit, 0.5 * height).0
            }
            Rule::Classes { limits, highest } => of_class(limits, highest, most),
        }
    }

    /// What heights mean, for a legend, in lines; nothing where they show what the base shows.
    #[must_use]
    pub fn in_words(&self, metric: Metric) -> Vec<String> {
        match self.0 {
            Rule::Same => Vec::new(),
            Rule::Other { metric: other, per_unit } => {
                let (unit, one) = (words::metric_unit(other), words::metric_unit(metric));
                let rate = if per_unit >= 1.0 {
                    format!("{per_unit:.0} {unit} for one of the {one}")
                } else {
                    format!("{:.0} {one} for one of the {unit}", 1.0 / per_unit)
                };
                let limits = format!("at least {} and at most {} times as high as wide", SIDES.start(), SIDES.end());
                vec![format!("height = {unit}, {rate}"), limits]
            }
            Rule::Classes { limits, .. } => {
                // Of few different values some classes have none.
                let has_some = |at: &usize| *at == 0 || limits[*at] > limits[at - 1];
                let reach = (0..limits.len()).filter(has_some).map(|at| format!("{} ≤ {}", NAMES[at], words::short(metric, limits[at])));
                let classes: Vec<String> = reach.chain([NAMES[4].to_owned()]).collect();
                vec![format!("height = class of {}: {}", words::metric_unit(metric), classes.join(", "))]
            }
        }
    }
}

/// The height of a value, in units of what the base shows, on a base that is `side` metres wide, and whether the limits have changed it.
fn cut(session: &Session, value: f64, side: f64) -> (f64, bool) {
    let height = height_of_area(session.area_mode.area(value));
    let kept = height.clamp(SIDES.start() * side, SIDES.end() * side);
    (kept, kept != height)
}

fn of_class(limits: [u64; 4], highest: f64, value: u64) -> f64 {
    let class = limits.iter().filter(|&&limit| value > limit).count();
    highest * CLASSES[class] / CLASSES[4]
}

fn classes(session: &Session) -> Rule {
    let most = (0..session.buildings.len()).map(|building| session.max_of_building(building));
    let mut most: Vec<u64> = most.filter(|&most| most > 0).collect();
    most.sort_unstable();
    // Most groups are as small as others: fifths of all would be classes that nobody is in.
    most.dedup();
    let limits = [1, 2, 3, 4].map(|fifth| most.get((most.len() * fifth / 5).saturating_sub(1)).copied().unwrap_or(0));
    let highest = height_of_area(session.area_mode.area(most.last().copied().unwrap_or(0) as f64));
    Rule::Classes { limits, highest }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::settings::CitySettings;
    use crate::city::look::city_look;
    use crate::test_samples::sample_city;
    use crate::view::state::{TimeCursor, ViewState};

    fn heights(setting: HeightSetting, point: usize) -> Vec<(f64, f64, bool)> {
        let city = sample_city("fig11");
        let settings = CitySettings { height: setting, ..city.settings };
        let look = city_look(&city.session, &settings, &ViewState { time: TimeCursor::at(point), ..ViewState::default() });
        let of = |b: &crate::city::look::model::BuildingLook| {
            ((b.footprint.width() * b.footprint.depth()).sqrt(), f64::from(b.height), b.clamped)
        };
        look.buildings.iter().filter(|b| b.height > 0.0).map(of).collect()
    }

    #[test]
    fn classes_have_five_heights_at_all_points_and_the_highest_is_that_of_the_largest() {
        let highest = |heights: &[(f64, f64, bool)]| heights.iter().map(|(_, height, _)| *height).fold(0.0, f64::max);
        let [first, last] = [0, 24].map(|point| heights(HeightSetting::Classes, point));
        let distinct: BTreeSet<u64> = first.iter().chain(&last).map(|(_, height, _)| (height * 1e3).round() as u64).collect();
        assert_eq!(distinct.len(), 5, "{distinct:?}");
        let of_highest: Vec<u64> = distinct.iter().map(|height| 400 * height / distinct.last().unwrap_or(&1)).collect();
        assert!(of_highest.iter().zip([20, 50, 100, 200, 400]).all(|(height, told)| height.abs_diff(told) <= 1), "{of_highest:?}");
        let [plain, classes] = [HeightSetting::Same, HeightSetting::Classes].map(|setting| highest(&heights(setting, 24)));
        // It was a little larger before.
        assert!((0.95..=1.0).contains(&(plain / classes)), "{plain} and {classes}");
    }

    #[test]
    fn needles_and_slabs_are_cut_and_it_is_told() {
        let city = sample_city("fig11");
        let of_bytes = |bytes: u64, side| cut(&city.session, bytes as f64 / 32.0, side);
        let side = 10.0;
        // Of 32 bytes each 10,000 objects are 10 metres wide: the root of the root.
        let (height, clamped) = of_bytes(32 * 10_000, side);
        assert!((height - 20.0).abs() < 1e-9 && !clamped, "{height}");
        assert_eq!(of_bytes(u64::MAX, side), (120.0, true));
        assert_eq!(of_bytes(0, side), (2.0, true));
    }

    #[test]
    fn heights_of_another_metric_keep_within_limits_and_tell_where_they_were_cut() {
        let bytes = heights(HeightSetting::Bytes, 24);
        for &(side, height, clamped) in &bytes {
            let sides = height / side;
            assert!((SIDES.start() - 1e-4..=SIDES.end() + 1e-4).contains(&sides), "{sides} times as high as wide");
            let is_at_limit = (sides - SIDES.start()).abs() < 1e-4 || (sides - SIDES.end()).abs() < 1e-3;
            assert!(!clamped || is_at_limit, "{sides}");
        }
        assert_ne!(bytes, heights(HeightSetting::Same, 24));
        assert_eq!(heights(HeightSetting::Objects, 24), heights(HeightSetting::Same, 24), "the base shows objects");
    }
}
