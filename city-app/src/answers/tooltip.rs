//! What the tooltip says about a building or district: its path, then its numbers.

use analysis::{Metric, NodeIndex};

use crate::answers::places::place_of;
use crate::base::made_names::made_class_in_words;
use crate::base::words;
use crate::data::input::annotations::Annotations;
use crate::data::session::Session;

/// The lines of the tooltip at one point; the first is the path. Both counts are true totals of the node, whatever
/// the child count hides. Empty for a node or point that is not there.
#[must_use]
pub fn tooltip_lines(session: &Session, node: NodeIndex, point: usize) -> Vec<String> {
    let evolution = &session.evolution;
    if node.at() >= evolution.nodes.len() || point >= evolution.points.len() {
        return Vec::new();
    }
    let metric = session.metric;
    let has_time = evolution.points.len() > 1;
    let [first_name, _] = session.ends_in_words();
    let mut lines = vec![evolution.path_text(node)];
    lines.extend(made_class_in_words(&evolution.nodes[node.at()].name));
    let amounts = Metric::ALL.into_iter().filter_map(|metric| {
        let value = evolution.known_value(metric, node, point)?;
        Some(words::estimated_amount(metric, value, evolution.error(metric, node, point)))
    });
    lines.extend(amounts);
    match evolution.known_value(metric, node, point) {
        Some(now) => {
            let first = evolution.value(metric, node, session.first_point);
            let heap = evolution.value(metric, NodeIndex::ROOT, point);
            let whole = words::the_whole(evolution.subject);
            lines.push(format!("{} of {whole}'s {}", words::share(now, heap), words::metric_unit(metric)));
            // At the last point looked at, that is what it is over all of them.
            if has_time && point != session.end_point {
                let error = evolution.change_error(metric, node, session.first_point, point);
                let change = words::change(metric, i128::from(now) - i128::from(first));
                lines.push(format!("since {first_name}: {change}{}", words::plus_minus(metric, error)));
            }
        }
        None => lines.push(format!("{} at this point: not known yet", words::metric_name(metric).to_lowercase())),
    }
    if has_time {
        let error = evolution.change_error(metric, node, session.first_point, session.end_point);
        let change = words::change(metric, session.growth(metric, node));
        lines.push(format!("{}: {change}{}", session.overall_in_words(), words::plus_minus(metric, error)));
    }
    if let Some(building) = session.building(node) {
        let (rank, of) = session.growth_rank(building);
        let of_what = match session.weighed_by() {
            Some(Metric::Retained) => "retained size",
            _ if !has_time => "size",
            _ => words::Change::of(evolution).word(),
        };
        lines.push(format!("{of_what} rank {} of {}", words::count(u64::from(rank)), words::count(of as u64)));
    }
    if let Some(place) = place_of(evolution, node) {
        let Annotations { marks, notes } = &*session.annotations;
        lines.extend(marks.of(&place).map(|need| format!("marked as {}", need.word())));
        lines.extend(notes.get(&place.to_string()).map(|note| format!("note: {}", note.lines().next().unwrap_or_default())));
    }
    if !evolution.is_leaf(node) {
        let (shown, all) = session.children_shown(node);
        lines.push(format!("{} of {} children shown", words::count(shown as u64), words::count(all as u64)));
    }
    lines
}

/// What is told of the city to those who do not see it: what there is, and of the selection what the tooltip tells.
#[must_use]
pub fn spoken_city(session: &Session, selected: Option<NodeIndex>, point: usize) -> String {
    let buildings = words::count((session.buildings.len() - session.blocks()) as u64);
    let points = session.evolution.points.len();
    let time = if points > 1 { format!(" at point {} of {points}", point + 1) } else { String::new() };
    let lines = selected.map(|node| tooltip_lines(session, node, point)).unwrap_or_default();
    let selection = if lines.is_empty() { "nothing is selected".to_owned() } else { format!("selected: {}", lines.join(", ")) };
    format!("City of {buildings} buildings{time}; {selection}")
}

/// The lines about the block of those groups of a district that have no building of their own; empty where there is none.
#[must_use]
pub fn block_lines(session: &Session, district: NodeIndex, point: usize) -> Vec<String> {
    let evolution = &session.evolution;
    let block = session.block_of(district).and_then(|building| Some((building, session.others(building)?)));
    let Some((building, others)) = block.filter(|_| point < evolution.points.len()) else { return Vec::new() };
    let metric = session.metric;
    let mut lines = vec![evolution.path_text(district), format!("{}: smaller groups, together in one block", others.name())];
    // Sizes that overlap have no sum.
    let amounts = [Metric::Objects, Metric::Bytes].map(|metric| words::amount(metric, others.value(evolution, metric, point)));
    lines.extend(amounts);
    if metric.size_kind().is_none() && evolution.points.len() > 1 {
        let change = words::change(metric, session.growth_of_building(building));
        lines.push(format!("{}: {change}", session.overall_in_words()));
    }
    let largest = others.groups.iter().max_by_key(|&&group| (evolution.value(metric, group, point), std::cmp::Reverse(group)));
    if let Some(&group) = largest {
        let amount = words::amount(metric, evolution.value(metric, group, point));
        lines.push(format!("the largest: {}, {amount}", session.short_name(group)));
    }
    lines.push("double click shows them one by one".to_owned());
    lines
}

/// The same as one sentence about the block alone, for who has the district already.
#[must_use]
pub fn block_in_words(session: &Session, district: NodeIndex, point: usize) -> String {
    match block_lines(session, district, point).as_slice() {
        [_path, lines @ .., _invitation] => format!("{}.", lines.join("; ")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn a_building_tells_its_path_both_counts_and_its_growth() {
        let session = session(&[&[("A", 100), ("B", 900)], &[("A", 1500), ("B", 1000)]]);
        let lines = tooltip_lines(&session, NodeIndex(1), 1);
        // An object takes 16 bytes: 1500 * 16 = 24,000 B = 23.4 KiB. 1500 of 2500 are 60 %.
        assert_eq!(
            lines,
            [
                "Heap -> Type: A",
                "1,500 objects",
                "23.4 KiB",
                "60.0 % of the heap's objects",
                "over all points: +1,400 objects",
                "growth rank 1 of 2",
            ]
        );
        let earlier = tooltip_lines(&session, NodeIndex(1), 0);
        assert_eq!(earlier[4..6], ["since the first point: no change", "over all points: +1,400 objects"]);
    }

    #[test]
    fn the_city_is_told_in_one_sentence() {
        let session = session(&[&[("A", 100), ("B", 900)], &[("A", 1500), ("B", 1000)]]);
        assert_eq!(spoken_city(&session, None, 0), "City of 2 buildings at point 1 of 2; nothing is selected");
        let told = spoken_city(&session, Some(NodeIndex(1)), 1);
        assert!(told.starts_with("City of 2 buildings at point 2 of 2; selected: Heap -> Type: A, 1,500 objects, 23.4 KiB, "), "{told}");
    }

    #[test]
    fn a_district_tells_how_many_of_its_children_are_shown() {
        let session = session(&[&[("A", 100), ("B", 0)]]);
        let lines = tooltip_lines(&session, NodeIndex::ROOT, 0);
        assert_eq!(lines[0], "Heap");
        assert_eq!(lines.last().map(String::as_str), Some("1 of 2 children shown"));
        assert!(tooltip_lines(&session, NodeIndex(9), 0).is_empty());
    }
}
