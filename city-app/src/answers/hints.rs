//! Findings: what grew, how, and who holds it, as data and as one sentence each.
//!
//! Only what the numbers say: "without shrinking" means that no point is lower than the one before, and a holder is
//! who refers to most of the objects at the last point. Whether growth is a leak is for people to judge.

use analysis::{Evolution, Metric, NodeIndex};

use super::chain::strongest_holder;
use super::partners::partners;
use crate::base::words;
use crate::data::session::Session;

/// Below this share of the largest growth a building is no finding.
const WORTH_TELLING: f64 = 0.1;
/// A plateau: less than this share of the growth falls into the last third of the points.
const PLATEAU_SHARE: f64 = 0.02;
/// A saw-tooth: the way down, summed over all steps, is at least this share of the way up.
const SAW_TOOTH_SHARE: f64 = 0.4;
/// With fewer points nothing is said about the shape of a series.
const POINTS_FOR_SHAPE: usize = 4;

/// How a series goes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GrowthShape {
    /// No point is lower than the one before.
    NeverShrinking,
    /// Grew early, hardly in the last third.
    Plateau,
    /// Goes up and down, up more than down.
    SawTooth,
    /// Grew with some dips.
    WithDips,
    /// Too few points to tell.
    TooFewPoints,
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The building.
    pub node: NodeIndex,
    /// Value at the first point, in the session's metric.
    pub first: u64,
    /// Value at the last point.
    pub last: u64,
    /// How it went up.
    pub shape: GrowthShape,
    /// Who refers to most of its objects at the last point, if the input knows.
    pub holder: Option<NodeIndex>,
    /// The finding in one sentence.
    pub sentence: String,
    /// What to do next, one sentence.
    pub next_step: &'static str,
}

/// The strongest growers, strongest first, at most `at_most` of them. Empty if nothing grew.
#[must_use]
pub fn findings(session: &Session, at_most: usize) -> Vec<Finding> {
    let evolution = &session.evolution;
    let least = session.max_growth as f64 * WORTH_TELLING;
    let nodes = session.by_growth.iter().filter_map(|&building| session.building_node(building as usize));
    nodes
        .take_while(|&node| {
            let growth = evolution.growth(session.metric, node);
            growth > 0 && growth as f64 >= least
        })
        .take(at_most)
        .map(|node| finding(session, node))
        .collect()
}

fn finding(session: &Session, node: NodeIndex) -> Finding {
    let evolution = &session.evolution;
    let series = evolution.known_series(session.metric, node);
    let (first, last) = (series.first().copied().unwrap_or(0), series.last().copied().unwrap_or(0));
    let shape = growth_shape(&series);
    let known = partners(evolution, node, session.last_point());
    let holder = known.as_ref().and_then(|found| strongest_holder(session, &found.incoming, &[node]));
    let mut sentence = grown(session, node, first, last);
    sentence.push_str(match shape {
        GrowthShape::NeverShrinking => " without shrinking",
        GrowthShape::Plateau => ", hardly in the last third",
        GrowthShape::SawTooth => ", going up and down",
        GrowthShape::WithDips => ", with dips",
        GrowthShape::TooFewPoints => "",
    });
    if let Some(holder) = holder {
        let name = session.short_name(holder.node);
        let of = evolution.value(Metric::Objects, node, session.last_point());
        // "Held by" is said only of who refers to at least half of the objects.
        sentence.push_str(&if holder.count_here >= of.div_ceil(2) {
            format!("; held by {name}")
        } else {
            format!("; {name} refers to {} of {}", words::count(holder.count_here), words::count(of))
        });
    }
    let next_step = match (&known, holder) {
        (None, _) => "Take heap dumps, or record a trace: they tell who keeps it alive",
        (Some(_), Some(_)) => "Follow the references to the cause",
        (Some(_), None) => "No other building refers to it: look for static fields and threads",
    };
    Finding { node, first, last, shape, holder: holder.map(|holder| holder.node), sentence, next_step }
}

/// `String grew from 3,900 to 23,700 objects (+508 %)`.
fn grown(session: &Session, node: NodeIndex, first: u64, last: u64) -> String {
    let name = session.short_name(node);
    let error = |point: Option<usize>| session.evolution.error(session.metric, node, point?);
    let mut points = session.evolution.known_points(session.metric);
    let (at_first, at_last) = (points.next(), points.next_back());
    let to = words::estimated_amount(session.metric, last, error(at_last));
    if first == 0 {
        return format!("{name} grew from nothing to {to}");
    }
    let from = words::estimated(session.metric, first, error(at_first));
    let percent = 100.0 * (last as f64 / first as f64 - 1.0);
    let percent = if percent < 10.0 { format!("{percent:.1}") } else { words::count(percent.round() as u64) };
    format!("{name} grew from {from} to {to} (+{percent} %)")
}

/// Tells the shape of a series whose last value is larger than its first.
#[must_use]
pub fn growth_shape(series: &[u64]) -> GrowthShape {
    let (Some(&first), Some(&last)) = (series.first(), series.last()) else { return GrowthShape::TooFewPoints };
    if series.len() < POINTS_FOR_SHAPE || last <= first {
        return GrowthShape::TooFewPoints;
    }
    let (mut up, mut down) = (0.0, 0.0);
    for step in series.windows(2) {
        let change = step[1] as f64 - step[0] as f64;
        if change > 0.0 { up += change } else { down -= change }
    }
    let at_last_third = series[series.len() - 1 - series.len() / 3];
    let in_last_third = last as f64 - at_last_third as f64;
    if down >= SAW_TOOTH_SHARE * up {
        GrowthShape::SawTooth
    } else if in_last_third.abs() < PLATEAU_SHARE * (last - first) as f64 {
        GrowthShape::Plateau
    } else if down == 0.0 {
        GrowthShape::NeverShrinking
    } else {
        GrowthShape::WithDips
    }
}

/// One sentence about the whole evolution, to stand above the findings.
#[must_use]
pub fn summary(evolution: &Evolution, metric: Metric) -> String {
    if evolution.nodes.is_empty() {
        return "The heap is empty".to_owned();
    }
    let series = evolution.known_series(metric, NodeIndex::ROOT);
    let (first, last) = (series.first().copied().unwrap_or(0), series.last().copied().unwrap_or(0));
    match series.len() {
        0 | 1 => format!("One point: {}; growth needs at least two", words::amount(metric, last)),
        points => format!(
            "The heap went from {} to {} over {points} points ({})",
            words::bare(metric, first),
            words::amount(metric, last),
            words::change(metric, i128::from(last) - i128::from(first)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::sample_city;
    use crate::test_sessions::session;

    #[test]
    fn a_finding_tells_numbers_shape_and_holder() {
        let city = sample_city("fig10");
        let sentences: Vec<String> = findings(&city.session, 4).into_iter().map(|finding| finding.sentence).collect();
        // 900 additions hold 2 strings each from 3,900 (1 * 900 + 3,000) to 23,700: 23,700 / 3,900 = 6.077.
        assert_eq!(
            sentences,
            [
                "char[] grew from 4,100 to 23,900 objects (+483 %) without shrinking; held by String",
                "String grew from 3,900 to 23,700 objects (+508 %) without shrinking; held by Person",
                "Person grew from 450 to 10,350 objects (+2,200 %) without shrinking; held by LinkedList$Node",
                "LinkedList$Node grew from 450 to 10,350 objects (+2,200 %) without shrinking; LinkedList refers to 1 of 10,350",
            ]
        );
    }

    #[test]
    fn a_site_is_named_after_its_type() {
        let city = sample_city("fig12");
        let names: Vec<String> = findings(&city.session, 2).iter().map(|finding| city.session.short_name(finding.node)).collect();
        assert_eq!(names, ["Date at JourneyService.findLocations()", "Location at JourneyService.findLocations()"]);
    }

    #[test]
    fn shapes_are_told_apart() {
        for (series, shape) in [
            (&[1, 2, 3, 4, 5, 6][..], GrowthShape::NeverShrinking),
            (&[1, 50, 99, 100, 100, 100, 100, 100], GrowthShape::Plateau),
            (&[10, 90, 20, 100, 30, 110, 40], GrowthShape::SawTooth),
            (&[10, 30, 50, 45, 70, 90], GrowthShape::WithDips),
            (&[1, 2, 3], GrowthShape::TooFewPoints),
            (&[], GrowthShape::TooFewPoints),
        ] {
            assert_eq!(growth_shape(series), shape, "{series:?}");
        }
    }

    #[test]
    fn what_does_not_grow_is_no_finding() {
        assert!(findings(&session(&[&[("A", 5), ("B", 3)], &[("A", 5), ("B", 1)]]), 10).is_empty());
        let late = session(&[&[("A", 5)], &[("A", 5), ("B", 70)]]);
        let found = findings(&late, 10);
        assert_eq!((found.len(), found[0].sentence.as_str()), (1, "B grew from nothing to 70 objects"));
        assert_eq!(found[0].next_step, "Take heap dumps, or record a trace: they tell who keeps it alive");
        assert_eq!(summary(&late.evolution, Metric::Objects), "The heap went from 5 to 75 objects over 2 points (+70 objects)");
    }
}
