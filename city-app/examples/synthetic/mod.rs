//! A made-up heap of any size, for measuring frames: districts of about a hundred buildings, a few of which grow.

use std::sync::Arc;

use analysis::{Evolution, EvolutionNode, NodeIndex, PointInfo, RoleIndex};
use city_app::base::settings::CitySettings;
use city_app::data::session::Session;

/// A session with `buildings` buildings over three points.
pub(crate) fn session(buildings: usize, settings: &CitySettings) -> Session {
    const POINTS: usize = 3;
    let districts = (buildings / 100).max(1);
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 40) as f64 / (1_u64 << 24) as f64
    };
    let node = |key: String, role: u16, parent: usize, end: usize, level: u16| EvolutionNode {
        name: key.rsplit('#').next().unwrap_or_default().into(),
        key: key.into(),
        role: RoleIndex(role),
        parent: NodeIndex(parent as u32),
        subtree_end: end as u32,
        level,
        first_seen: 0,
    };
    let total = 1 + districts + buildings;
    let mut nodes = vec![node("Overall".into(), 0, 0, total, 0)];
    let mut objects = vec![0_u64; total * POINTS];
    for d in 0..districts {
        let here = nodes.len();
        let count = buildings * (d + 1) / districts - buildings * d / districts;
        let scale = 10.0_f64.powf(1.0 + 2.0 * next());
        nodes.push(node(format!("Overall#p{d:05}"), 1, 0, here + 1 + count, 1));
        for b in 0..count {
            let at = nodes.len();
            nodes.push(node(format!("Overall#p{d:05}#T{b:05}"), 2, here, at + 1, 2));
            let size = scale * 10.0_f64.powf(3.0 * next() * next());
            let growth = if next() < 0.03 { 1.0 + 3.0 * next() } else { 1.0 };
            for t in 0..POINTS {
                let value = (size * growth.powi(t as i32) + 1.0) as u64;
                for n in [0, here, at] {
                    objects[n * POINTS + t] += value;
                }
            }
        }
    }
    let points = (0..POINTS).map(|t| PointInfo { time_millis: 1000 * t as i64, ..PointInfo::default() }).collect();
    let roles = vec!["".into(), "Package".into(), "Type".into()];
    let bytes: Vec<u64> = objects.iter().map(|n| n * 24).collect();
    let mut evolution = Evolution::of_numbers(points, roles, nodes, &objects, &bytes);
    evolution.title = format!("{buildings} synthetic buildings");
    Session::new(Arc::new(evolution), settings)
}
