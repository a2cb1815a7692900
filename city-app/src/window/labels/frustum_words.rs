//! What the reference frustum under the pointer says: who refers to whom, and how many.

use analysis::{Metric, NodeIndex};
use bevy::prelude::*;

use crate::base::{names, words};
use crate::city::look::model::{CityLook, FrustumKind, FrustumLook};
use crate::data::session::Session;
use crate::window::camera::CityProjection;
use crate::window::labels::words::LONGEST_NAME;

/// How near to a frustum the pointer is on it, in logical pixels.
const NEAR: f32 = 8.0;

/// What the frustum at a place on the screen says, if there is one.
pub(in crate::window) fn words_of_frustum_at(
    projection: &CityProjection,
    session: &Session,
    look: &CityLook,
    place: Vec2,
) -> Option<String> {
    frustum_at(projection, look, place).map(|frustum| sentence(session, frustum))
}

/// The frustum whose axis is nearest to a place on the screen, if that is within it or near.
fn frustum_at<'a>(projection: &CityProjection, look: &'a CityLook, place: Vec2) -> Option<&'a FrustumLook> {
    let screen = |[x, y, height]: [f32; 3]| projection.screen_of_plan(f64::from(x), f64::from(y), height);
    let ring = |[x, y, height, radius]: [f32; 4]| {
        let (at, above) = (screen([x, y, height])?, screen([x, y, height + radius])?);
        Some((at, at.distance(above)))
    };
    let distance = |frustum: &'a FrustumLook| {
        let end = |[x, y, height]: [f32; 3], radius: f32| [x, y, height, radius];
        let straight = [end(frustum.at_selection, frustum.radius_selection), end(frustum.at_partner, frustum.radius_partner)];
        let way: &[[f32; 4]] = if frustum.route.len() > 1 { &frustum.route } else { &straight };
        let rings: Vec<(Vec2, f32)> = way.iter().filter_map(|&point| ring(point)).collect();
        let pieces = rings.windows(2).map(|pair| distance_to_axis(place, pair[0], pair[1]));
        let (distance, radius) = pieces.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (distance < radius + NEAR).then_some((distance, frustum))
    };
    let nearest = look.frustums.iter().filter_map(distance).min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, frustum)| frustum)
}

/// `198 HashSet refer to 262 HashMap`; of districts `10 objects in web refer to 59 objects in util`.
fn sentence(session: &Session, frustum: &FrustumLook) -> String {
    let side = |(count, node): (u64, NodeIndex)| {
        let name = names::within(&session.label_name(node), &[], LONGEST_NAME);
        match session.evolution.is_leaf(node) {
            true => format!("{} {name}", words::count(count)),
            false => format!("{} in {name}", words::amount(Metric::Objects, count)),
        }
    };
    let (selection, partner) = ((frustum.count_selection, frustum.selected), (frustum.count_partner, frustum.partner));
    let (from, to) = match frustum.kind {
        FrustumKind::Incoming => (partner, selection),
        FrustumKind::Outgoing => (selection, partner),
    };
    format!("{} {} to {}", side(from), if from.0 == 1 { "refers" } else { "refer" }, side(to))
}

/// How far a place is from the axis of a cone with these ends (middle and radius), and how thick the cone is there.
fn distance_to_axis(p: Vec2, (a, radius_a): (Vec2, f32), (b, radius_b): (Vec2, f32)) -> (f32, f32) {
    let way = b - a;
    let t = ((p - a).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
    (p.distance(a + t * way), radius_a + t * (radius_b - radius_a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::look::city_look;
    use crate::test_samples::sample_city;

    #[test]
    fn the_distance_to_an_axis_counts_its_ends_and_knows_the_radius() {
        let (a, b) = ((Vec2::ZERO, 2.0), (Vec2::new(10.0, 0.0), 4.0));
        assert_eq!(distance_to_axis(Vec2::new(5.0, 3.0), a, b), (3.0, 3.0));
        assert_eq!(distance_to_axis(Vec2::new(14.0, 3.0), a, b), (5.0, 4.0));
        assert_eq!(distance_to_axis(Vec2::new(3.0, 4.0), a, a), (5.0, 2.0));
    }

    #[test]
    fn who_refers_to_whom_is_said_in_this_order() {
        let city = sample_city("fig10");
        let look = city_look(&city.session, &city.settings, &city.view(Some(city.node("Person"))));
        let say = |kind| {
            let frustum = look.frustums.iter().find(|frustum| frustum.kind == kind).expect("there is one");
            sentence(&city.session, frustum)
        };
        let (incoming, outgoing) = (say(FrustumKind::Incoming), say(FrustumKind::Outgoing));
        assert!(incoming.ends_with(" Person") && incoming.contains(" LinkedList$Node refer to "), "{incoming}");
        assert!(outgoing.ends_with(" String") && outgoing.contains(" Person refer to "), "{outgoing}");
    }
}
