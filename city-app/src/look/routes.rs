//! Ways of frustums that are not straight: bundled along the districts (MC-40), or as pipes over the roofs (MC-41).

use analysis::NodeIndex;
use layout::{Obstacle, Point3, bundled_route, pipe_route, route_length};

use super::{BuildingLook, FrustumLook};
use crate::session::Session;

/// How much bundles follow the districts (memory-cities 10.3).
const STRENGTH: f64 = 0.85;
/// Pieces of a bundled way: enough to look round.
const PIECES: usize = 28;
/// How high bundles rise above the roofs for districts of the first level, as a share of the city's side.
const HIGHEST_LIFT: f64 = 0.22;
/// Distance between pipes of different height, in radii.
const PIPE_DISTANCE: f64 = 2.5;

/// Sends frustums of a node up the districts to the common one, and down again.
pub(super) fn bundle(frustums: &mut [FrustumLook], session: &Session, selected: NodeIndex) {
    let levels = f64::from(session.plan.deepest_district_level) + 1.0;
    let from = session.evolution.path(selected);
    for frustum in frustums {
        let to = session.evolution.path(frustum.partner);
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let roof = f64::from(frustum.at_selection[2].max(frustum.at_partner[2]));
        let over = |node: &NodeIndex| {
            let plot = session.plot(*node)?;
            let (x, y) = plot.rect.center();
            Some([x, y, roof + HIGHEST_LIFT * session.plan.root_side * (levels - f64::from(plot.level)) / levels])
        };
        // Both paths end at the node itself, which is where the frustum begins and ends.
        let up = from[common..].iter().rev().skip(1);
        let down = to[common..].iter().take(to.len().saturating_sub(common + 1));
        let districts = up.chain(from[..common].last()).chain(down).filter_map(over);
        let ends = [frustum.at_selection, frustum.at_partner].map(wide);
        let controls: Vec<Point3> = std::iter::once(ends[0]).chain(districts).chain(std::iter::once(ends[1])).collect();
        frustum.route = thickened(&bundled_route(&controls, STRENGTH, PIECES), frustum);
    }
}

/// Lays frustums as pipes, the thickest lowest.
pub(super) fn lay_pipes(frustums: &mut [FrustumLook], session: &Session, buildings: &[BuildingLook]) {
    let visible = buildings.iter().filter(|building| building.height > 0.0);
    let obstacles: Vec<Obstacle> = visible.map(|b| Obstacle { footprint: b.footprint, top: f64::from(b.base + b.height) }).collect();
    // Even the thinnest pipe leaves a gap above the roofs.
    let least = 0.003 * session.plan.root_side;
    let mut extra = 0.0;
    for frustum in frustums {
        let radius = f64::from(frustum.radius_selection.max(frustum.radius_partner)).max(least);
        let route = pipe_route(wide(frustum.at_selection), wide(frustum.at_partner), radius, extra, &obstacles);
        frustum.route = thickened(&route, frustum);
        extra += PIPE_DISTANCE * radius;
    }
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
