//! From building to building by keys: one after the other in the order of growth, or to the next one in a direction on the screen.

use analysis::NodeIndex;
use bevy::prelude::*;

use super::camera::{CityProjection, roof_of};
use crate::city::look::model::CityLook;
use crate::data::session::Session;

/// Where to go from the building that is selected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum BuildingStep {
    /// So many ranks down: the strongest grower first.
    Ranks(isize),
    /// To the nearest one in this direction on the screen, which points down.
    Towards(Vec2),
}

/// The building that a step leads to; blocks of smaller groups are passed over.
pub(super) fn next_building(
    session: &Session,
    (look, projection): (&CityLook, &CityProjection),
    free: Rect,
    selected: Option<NodeIndex>,
    step: BuildingStep,
) -> Option<NodeIndex> {
    match step {
        BuildingStep::Ranks(by) => {
            let ranked: Vec<NodeIndex> = session.by_growth.iter().filter_map(|&at| session.building_node(at as usize)).collect();
            next_in(&ranked, selected, by)
        }
        BuildingStep::Towards(direction) => {
            let seen = look.buildings.iter().enumerate().filter(|(_, building)| building.height > 0.0);
            let roofs = seen.filter_map(|(at, building)| Some((session.building_node(at)?, projection.screen(roof_of(building))?)));
            let roofs: Vec<(NodeIndex, Vec2)> = roofs.filter(|(_, roof)| free.contains(*roof)).collect();
            let from = roofs.iter().find(|(node, _)| Some(*node) == selected).map_or(free.center(), |(_, roof)| *roof);
            nearest_towards(from, direction, roofs.into_iter().filter(|(node, _)| Some(*node) != selected))
        }
    }
}

/// So many places on; the first or the last one from nowhere.
fn next_in(ranked: &[NodeIndex], selected: Option<NodeIndex>, by: isize) -> Option<NodeIndex> {
    let at = selected.and_then(|node| ranked.iter().position(|&other| other == node));
    let next = match at {
        Some(at) => at.checked_add_signed(by)?,
        None if by > 0 => 0,
        None => ranked.len().checked_sub(1)?,
    };
    ranked.get(next).copied()
}

/// The nearest place within half a right angle of a direction; what lies to the side counts double.
fn nearest_towards(from: Vec2, direction: Vec2, places: impl Iterator<Item = (NodeIndex, Vec2)>) -> Option<NodeIndex> {
    let way = |place: Vec2| {
        let (along, aside) = ((place - from).dot(direction), (place - from).perp_dot(direction).abs());
        (along > 0.0 && aside <= along).then_some(along + aside)
    };
    let ways = places.filter_map(|(node, place)| Some((node, way(place)?)));
    ways.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(node, _)| node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_gone_through_from_either_end() {
        let ranked = [NodeIndex(7), NodeIndex(3), NodeIndex(5)];
        assert_eq!(next_in(&ranked, None, 1), Some(NodeIndex(7)));
        assert_eq!(next_in(&ranked, Some(NodeIndex(7)), 1), Some(NodeIndex(3)));
        assert_eq!(next_in(&ranked, Some(NodeIndex(7)), -1), None, "it is the strongest");
        assert_eq!(next_in(&ranked, None, -1), Some(NodeIndex(5)));
        assert_eq!(next_in(&[], None, -1), None);
    }

    #[test]
    fn a_direction_leads_to_what_is_nearest_there() {
        let places = [(NodeIndex(1), Vec2::new(100.0, 10.0)), (NodeIndex(2), Vec2::new(60.0, 50.0)), (NodeIndex(3), Vec2::new(-20.0, 0.0))];
        let towards = |x, y| nearest_towards(Vec2::ZERO, Vec2::new(x, y), places.into_iter());
        assert_eq!(towards(1.0, 0.0), Some(NodeIndex(1)), "60 and 50 aside, or 100 and 10");
        assert_eq!(towards(-1.0, 0.0), Some(NodeIndex(3)));
        assert_eq!(towards(0.0, 1.0), None, "the nearest below is more to the right than below");
    }
}
