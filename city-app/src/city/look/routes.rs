//! Ways of frustums that are not straight: bundled along the districts, or as pipes over the roofs.
//!
//! What takes a way over the roofs is slender, or it would hide the city; how thick its ends are among one another stays.
//! Ends on one roof stand side by side there. What ends at a district stands on a mast in its middle.

use std::collections::{BTreeMap, BTreeSet};

use analysis::NodeIndex;
use layout::{Obstacle, Pipe, Point3, Rect, bundled_route, lay_pipes, route_length};

use crate::city::look::model::{BuildingLook, FrustumLook};
use crate::data::session::Session;

/// How much bundles follow the districts.
const STRENGTH: f64 = 0.85;
/// Pieces of a bundled way: enough to look round.
const PIECES: usize = 40;
/// How high bundles rise above the roofs for districts of the first level, as a share of the city's side; by eye.
const HIGHEST_LIFT: f64 = 0.22;
/// The largest and the smallest radius on a way over the roofs, as shares of the city's side; by eye.
const THICKEST: f32 = 0.016;
const THINNEST: f32 = 0.003;
/// How much of its place on a roof an end may fill.
const SHARE_OF_PLACE: f32 = 0.8;

/// Makes frustums slender and gives each end a place of its own on its roof.
pub(super) fn share_roofs(frustums: &mut [FrustumLook], session: &Session, end_at: impl Fn(NodeIndex) -> Option<End>) {
    let side = session.plan.root_side as f32;
    let thickest = frustums.iter().map(|f| f.radius_selection.max(f.radius_partner)).fold(0.0, f32::max);
    let slender = (THICKEST * side / thickest.max(1e-9)).min(1.0);
    let mut ends: BTreeMap<NodeIndex, Vec<(usize, bool)>> = BTreeMap::new();
    for (at, frustum) in frustums.iter_mut().enumerate() {
        frustum.radius_selection = (slender * frustum.radius_selection).max(THINNEST * side);
        frustum.radius_partner = (slender * frustum.radius_partner).max(THINNEST * side);
        ends.entry(frustum.selected).or_default().push((at, true));
        ends.entry(frustum.partner).or_default().push((at, false));
    }
    for (node, ends) in ends {
        let Some(end) = end_at(node) else { continue };
        let toward = |&(at, of_selection): &(usize, bool)| {
            let other = if of_selection { frustums[at].at_partner } else { frustums[at].at_selection };
            (f64::from(other[0]), f64::from(other[1]))
        };
        let (places, room) = places(&end.base(), &ends.iter().map(toward).collect::<Vec<_>>());
        for (&(at, of_selection), (x, y)) in ends.iter().zip(places) {
            let frustum = &mut frustums[at];
            let (place, radius) = if of_selection {
                (&mut frustum.at_selection, &mut frustum.radius_selection)
            } else {
                (&mut frustum.at_partner, &mut frustum.radius_partner)
            };
            (place[0], place[1]) = (x as f32, y as f32);
            *radius = radius.min(SHARE_OF_PLACE * room as f32);
        }
    }
}

/// Places in a grid on a roof, one for each of the points to look toward, the one farthest west in the west and so on, and
/// how far each is from the next and from the edge.
fn places(roof: &Rect, toward: &[(f64, f64)]) -> (Vec<(f64, f64)>, f64) {
    let count = toward.len().max(1);
    let rows = (count as f64 * roof.depth() / roof.width().max(1e-9)).sqrt().round().clamp(1.0, count as f64) as usize;
    let columns = count.div_ceil(rows);
    let (width, depth) = (roof.width() / columns as f64, roof.depth() / rows as f64);
    let mut order: Vec<usize> = (0..toward.len()).collect();
    order.sort_by(|&a, &b| toward[a].0.total_cmp(&toward[b].0).then(toward[a].1.total_cmp(&toward[b].1)));
    let mut places = vec![roof.center(); toward.len()];
    for (column, ends) in order.chunks_mut(rows).enumerate() {
        ends.sort_by(|&a, &b| toward[a].1.total_cmp(&toward[b].1));
        let depth = roof.depth() / ends.len() as f64;
        for (row, &end) in ends.iter().enumerate() {
            places[end] = (roof.x0 + (column as f64 + 0.5) * width, roof.y0 + (row as f64 + 0.5) * depth);
        }
    }
    (places, 0.5 * width.min(depth))
}

/// Stands straight frustums of districts on masts. Those of a selected one share it, so that only the first draws it.
pub(super) fn stand_on_masts(frustums: &mut [FrustumLook], end_at: impl Fn(NodeIndex) -> Option<End>) {
    let mut standing = BTreeSet::new();
    for frustum in frustums {
        let route = [wide(frustum.at_selection), wide(frustum.at_partner)];
        let selected_ground = ground(&end_at, frustum.selected).filter(|_| standing.insert(frustum.selected));
        let partner_ground = ground(&end_at, frustum.partner);
        if selected_ground.is_some() || partner_ground.is_some() {
            frustum.route = thickened(&with_masts(&route, selected_ground, partner_ground), frustum);
        }
    }
}

/// Sends frustums up the districts to the common one, and down again.
pub(super) fn bundle(frustums: &mut [FrustumLook], session: &Session, end_at: impl Fn(NodeIndex) -> Option<End>) {
    let levels = f64::from(session.plan.deepest_district_level) + 1.0;
    for frustum in frustums {
        let from = session.evolution.path(frustum.selected);
        let to = session.evolution.path(frustum.partner);
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let roof = f64::from(frustum.at_selection[2].max(frustum.at_partner[2]));
        let over = |node: &NodeIndex| {
            let plot = session.place(*node)?;
            let (x, y) = plot.rect.center();
            Some([x, y, roof + HIGHEST_LIFT * session.plan.root_side * (levels - f64::from(plot.level)) / levels])
        };
        // Both paths end at the node itself, which is where the frustum begins and ends.
        let up = from[common..].iter().rev().skip(1);
        let down = to[common..].iter().take(to.len().saturating_sub(common + 1));
        let districts = up.chain(from[..common].last()).chain(down).filter_map(over);
        let ends = [frustum.at_selection, frustum.at_partner].map(wide);
        let controls: Vec<Point3> = std::iter::once(ends[0]).chain(districts).chain(std::iter::once(ends[1])).collect();
        let route = bundled_route(&controls, STRENGTH, PIECES);
        let partner_ground = ground(&end_at, frustum.partner);
        frustum.route = thickened(&with_masts(&route, ground(&end_at, frustum.selected), partner_ground), frustum);
    }
}

/// How high an arch rises over the higher roof: a share of the way, and of the city's side at least.
const ARCH_OF_WAY: f64 = 0.22;
const ARCH_OF_CITY: f64 = 0.04;

/// Bends a frustum to an arch from roof to roof.
pub(super) fn arch(frustum: &mut FrustumLook, side: f64) {
    let [a, b] = [frustum.at_selection, frustum.at_partner].map(wide);
    let way = (a[0] - b[0]).hypot(a[1] - b[1]);
    let top = a[2].max(b[2]) + 2.0 * (ARCH_OF_WAY * way).max(ARCH_OF_CITY * side);
    let over = |share: f64| [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, top];
    let route = bundled_route(&[a, over(0.25), over(0.75), b], 1.0, PIECES);
    frustum.route = thickened(&route, frustum);
}

/// Lays frustums as pipes, the thickest lowest.
pub(super) fn pipe(frustums: &mut [FrustumLook], buildings: &[BuildingLook], end_at: impl Fn(NodeIndex) -> Option<End>) {
    let visible = buildings.iter().filter(|building| building.height > 0.0);
    let obstacles: Vec<Obstacle> = visible.map(|b| Obstacle { footprint: b.footprint, top: f64::from(b.base + b.height) }).collect();
    let pipe = |frustum: &FrustumLook| Pipe {
        from: wide(frustum.at_selection),
        to: wide(frustum.at_partner),
        radius: f64::from(frustum.radius_selection.max(frustum.radius_partner)),
    };
    let pipes: Vec<Pipe> = frustums.iter().map(pipe).collect();
    for (frustum, route) in frustums.iter_mut().zip(lay_pipes(&pipes, &obstacles)) {
        let partner_ground = ground(&end_at, frustum.partner);
        frustum.route = thickened(&with_masts(&route, ground(&end_at, frustum.selected), partner_ground), frustum);
    }
}

/// Height of the ground of a district; `None` for a building.
fn ground(end_at: &impl Fn(NodeIndex) -> Option<End>, node: NodeIndex) -> Option<f32> {
    end_at(node)?.ground
}

/// The way with a mast at ends over districts, whose ground lies at these heights.
fn with_masts(route: &[Point3], first_ground: Option<f32>, last_ground: Option<f32>) -> Vec<Point3> {
    let foot = |top: Option<&Point3>, ground: Option<f32>| top.zip(ground).map(|(top, ground)| [top[0], top[1], f64::from(ground)]);
    let first = foot(route.first(), first_ground);
    let last = foot(route.last(), last_ground);
    first.into_iter().chain(route.iter().copied()).chain(last).collect()
}

fn wide(point: [f32; 3]) -> Point3 {
    point.map(f64::from)
}

/// The way with its radius at every point, from the one end's to the other's.
fn thickened(route: &[Point3], frustum: &FrustumLook) -> Vec<[f32; 4]> {
    let length = route_length(route).max(1e-9);
    let mut gone = 0.0;
    let mut before = None;
    let point = |&at: &Point3| {
        gone += before.replace(at).map_or(0.0, |before| route_length(&[before, at]));
        let share = (gone / length) as f32;
        let radius = frustum.radius_selection + (frustum.radius_partner - frustum.radius_selection) * share;
        [at[0] as f32, at[1] as f32, at[2] as f32, radius]
    };
    route.iter().map(point).collect()
}

/// What a frustum ends at.
pub(crate) struct End {
    pub(crate) node: NodeIndex,
    /// Plan x, plan y, height of the middle of what stands there.
    pub(super) middle: [f32; 3],
    /// Height of the highest roof.
    pub(super) roof: f32,
    /// Width and depth of the base that all its objects fill, in metres.
    pub(super) footprint: (f64, f64),
    /// Height of the ground of a district; `None` for a building.
    pub(crate) ground: Option<f32>,
    pub(super) visible: bool,
}

impl End {
    /// Where it stands.
    pub(crate) fn base(&self) -> Rect {
        let (x, y) = (f64::from(self.middle[0]), f64::from(self.middle[1]));
        let (width, depth) = (0.5 * self.footprint.0, 0.5 * self.footprint.1);
        Rect { x0: x - width, y0: y - depth, x1: x + width, y1: y + depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::settings::{CitySettings, RouteSetting};
    use crate::city::look::city_look;
    use crate::test_samples::sample_city;

    #[test]
    fn ends_stand_side_by_side_on_the_side_they_look_to() {
        let roof = Rect { x0: 0.0, y0: 0.0, x1: 8.0, y1: 8.0 };
        let (one, room) = places(&roof, &[(100.0, 0.0)]);
        assert_eq!((one, room), (vec![(4.0, 4.0)], 4.0));
        // Two columns of two: x decides the column, y the row.
        let (four, room) = places(&roof, &[(90.0, -5.0), (-50.0, 70.0), (80.0, 60.0), (-60.0, -40.0)]);
        assert_eq!((four, room), (vec![(6.0, 2.0), (2.0, 6.0), (6.0, 6.0), (2.0, 2.0)], 2.0));
    }

    /// Every selection of a published city: pipes touch no building but the two that they connect, and stay slender.
    #[test]
    fn no_pipe_of_a_published_city_touches_a_building() {
        let city = sample_city("fig12");
        let settings = CitySettings { routes: RouteSetting::Pipes, ..city.settings.clone() };
        let mut seen = 0;
        for building in city_look(&city.session, &settings, &city.view(None)).buildings.iter().filter(|b| b.height > 0.0) {
            let look = city_look(&city.session, &settings, &city.view(Some(building.node)));
            for frustum in &look.frustums {
                seen += 1;
                let others = look.buildings.iter().filter(|b| b.height > 0.0 && b.node != building.node && b.node != frustum.partner);
                for (&[x, y, height, radius], other) in others.flat_map(|b| frustum.route.iter().map(move |point| (point, b))) {
                    assert!(radius <= THICKEST * city.session.plan.root_side as f32 * 1.001);
                    let outside = |v: f32, low: f64, high: f64| (low as f32 - v).max(v - high as f32).max(0.0);
                    let (dx, dy) = (outside(x, other.footprint.x0, other.footprint.x1), outside(y, other.footprint.y0, other.footprint.y1));
                    let away = (dx * dx + dy * dy + outside(height, 0.0, f64::from(other.base + other.height)).powi(2)).sqrt();
                    assert!(away >= radius * 0.999, "{away} from a building, radius {radius}");
                }
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
