//! What a time step costs the CPU: bringing the looks of all buildings up to date, in place.
//!
//! `time_step_bench [--buildings N]...` prints one line of `name=value` pairs per size (5,000, 20,000 and 100,000
//! unless given), medians in milliseconds: `median_ms` a whole step, `shrink_ms` a step with shrinking districts,
//! `selected_ms` a step with a selected building in a heap where every building refers to ten others,
//! `brush_ms` another selected stretch of time with all that follows from it: ranks of growth and looks,
//! `session_ms` pruning, layout and tables (once per dataset), `order_ms` the painter's order (once per camera move).

mod synthetic;
mod timing;

use std::hint::black_box;
use std::sync::Arc;

use analysis::{NodeIndex, NodeReferences, ReferenceMap};
use city_app::base::settings::CitySettings;
use city_app::city::look::{model::CityLook, update_city_look};
use city_app::data::point_range::PointRange;
use city_app::data::session::Session;
use city_app::view::state::{TimeCursor, ViewState};

use timing::{median, sizes};

const RUNS: usize = 41;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    sizes("time_step_bench", &[5_000, 20_000, 100_000])?.into_iter().for_each(measure);
    Ok(())
}

fn measure(buildings: usize) {
    let settings = CitySettings { child_count: None, ..CitySettings::default() };
    let session = synthetic::session(buildings, &settings);
    let shrinking = CitySettings { shrink_districts: true, ..settings.clone() };
    let mut order = Vec::new();
    println!(
        "buildings={} median_ms={:.3} shrink_ms={:.3} selected_ms={:.3} brush_ms={:.3} session_ms={:.1} order_ms={:.3}",
        session.buildings.len(),
        step(&session, &settings, None),
        step(&session, &shrinking, None),
        step(&with_references(&session, &settings), &settings, session.building_node(0)),
        brush(&session, &settings),
        median(5, |_| drop(black_box(Session::new(session.evolution.clone(), &settings)))),
        median(RUNS, |run| {
            let camera = (session.plan.root_side * (run as f64 / RUNS as f64 - 0.5), 10.0);
            layout::back_to_front(&session.plan, camera, &mut order);
        }),
    );
}

/// Half way between two points, as in most frames of an animated step: both points count.
fn step(session: &Session, settings: &CitySettings, selection: Option<NodeIndex>) -> f64 {
    let mut look = CityLook::default();
    let points = session.evolution.points.len();
    median(RUNS, |run| {
        let time = TimeCursor { from: run % points, point: (run + 1) % points, tween: 0.5 };
        let view = ViewState { time, selection: selection.into(), ..ViewState::default() };
        update_city_look(black_box(&mut look), session, settings, &view);
    })
}

/// The end of the selected points moves.
fn brush(session: &Session, settings: &CitySettings) -> f64 {
    let mut look = CityLook::default();
    let points = session.evolution.points.len();
    median(RUNS, |run| {
        let last = 1 + run % (points - 1);
        let selected = session.clone().in_range(PointRange { first: 0, last });
        let view = ViewState { time: TimeCursor::at(last), ..ViewState::default() };
        update_city_look(black_box(&mut look), &selected, settings, &view);
    })
}

/// The same heap, every building referring to the ten after it in the tree.
fn with_references(session: &Session, settings: &CitySettings) -> Session {
    let mut evolution = (*session.evolution).clone();
    let nodes = evolution.nodes.len() as u32;
    let map = |step: i64| {
        let partner = |node: i64, k: i64| NodeIndex((node + step * k).rem_euclid(i64::from(nodes)) as u32);
        let row = |node: u32| (1..=10).map(move |k| (NodeIndex(node), partner(i64::from(node), k), 5));
        ReferenceMap::from_entries((0..nodes).flat_map(row).collect())
    };
    let references = Arc::new(NodeReferences { points_to: map(1), pointed_from: map(-1) });
    evolution.references.fill(Some(references));
    Session::new(Arc::new(evolution), settings)
}
