//! From values to looks: height, colour, opacity of every building at a time. Pure; names no window type.
//!
//! A time step changes values, so it changes footprints, heights and growth colours: [`update_city_look`] writes those
//! into the memory of the last look. Places never change.

pub(crate) mod colors;
mod districts;
mod frustums;
mod heights;
pub mod model;
mod routes;

use std::collections::BTreeSet;
use std::sync::Arc;

use analysis::NodeIndex;
use layout::Rect;

pub use colors::{FRUSTUM_OPACITY, INCOMING, NO_GROWTH, OUTGOING, SELECTION, aged, district_color, growth_color, weight_color};

pub use heights::Heights;

use crate::answers::chain::stops;
use crate::answers::reference_partners::reference_partners;
use crate::base::settings::CitySettings;
use crate::city::look::model::{BuildingLook, CityLook, Memory, PeakLook, SelectionReferences};
use crate::data::session::Session;
use crate::view::selection::Selection;
use crate::view::state::{TimeCursor, ViewState};

/// At most so many outlines of peaks: more would be a thicket.
pub const MOST_PEAKS: usize = 24;
/// A building has shrunk visibly when this share of its peak's side is left, or less.
const SHRUNK: f64 = 0.85;
/// How much of the other buildings is seen while a way through the city is shown.
const BESIDE_THE_WAY: f32 = 0.12;

/// The looks of a whole city.
#[must_use]
pub fn city_look(session: &Session, settings: &CitySettings, view: &ViewState) -> CityLook {
    let mut look = CityLook::default();
    update_city_look(&mut look, session, settings, view);
    look
}

/// Brings the looks up to date in place, without allocating while the session stays the same.
pub fn update_city_look(look: &mut CityLook, session: &Session, settings: &CitySettings, view: &ViewState) {
    if !look.memory.plan.as_ref().is_some_and(|plan| Arc::ptr_eq(plan, &session.plan)) {
        start_over(look, session);
    }
    look.heights = Heights::of(session, settings.height);
    let time = Moment::of(view.time, session);
    look.stops = stops(session, &view.chain, time.to);
    update_buildings(look, session, settings, &view.selection, &time);
    update_peaks(look, session, settings, time.to);
    districts::update(look, session, settings, &view.selection);
    update_references(look, session, &view.selection, time.to);
    frustums::update(look, session, settings);
}

/// Entries for every plot, with all that never changes.
fn start_over(look: &mut CityLook, session: &Session) {
    let plan = &session.plan;
    let buildings = session.buildings.iter().enumerate().map(|(building, &number)| {
        let plot = &plan.plots[number as usize];
        BuildingLook {
            node: session.node_of_plot(plot),
            others: session.others(building).map_or(0, |others| u32::try_from(others.groups.len()).unwrap_or(u32::MAX)),
            footprint: Rect::default(),
            base: f32::from(plot.level) * session.slab_thickness,
            height: 0.0,
            clamped: false,
            color: NO_GROWTH,
            opacity: 1.0,
            storeys: [0.0; 3],
            growth: 0.0,
            solid: false,
            selected: false,
        }
    });
    *look = CityLook {
        buildings: buildings.collect(),
        districts: districts::start(session),
        memory: Memory { plan: Some(Arc::clone(plan)), slabs: Vec::new() },
        ..CityLook::default()
    };
}

/// Between which points, and how far.
struct Moment {
    from: usize,
    to: usize,
    /// Eased progress from the one to the other, `0.0..=1.0`.
    progress: f64,
}

impl Moment {
    fn of(time: TimeCursor, session: &Session) -> Self {
        let last = session.last_point();
        let (from, to) = (time.from.min(last), time.point.min(last));
        let t = f64::from(time.tween).clamp(0.0, 1.0);
        let t = if t.is_nan() { 1.0 } else { t };
        // Smoothstep: starts and ends at rest.
        let progress = if from == to { 1.0 } else { t * t * (3.0 - 2.0 * t) };
        Self { from, to, progress }
    }
}

/// Footprint, height, colour and opacity of every building.
fn update_buildings(look: &mut CityLook, session: &Session, settings: &CitySettings, selection: &Selection, time: &Moment) {
    let (first, before, now) = (session.values_at(session.first_point), session.values_at(time.from), session.values_at(time.to));
    let weights = session.weights();
    let per_weight = 1.0 / session.heaviest().max(1) as f64;
    let full_growth = session.full_growth();
    let per_growth = if full_growth > 0 { 1.0 / full_growth as f64 } else { 0.0 };
    let side = |value: u64| session.area_mode.area(value as f64).sqrt();
    let growth = |value: u64, first: u64| (value.saturating_sub(first) as f64 * per_growth).min(1.0);
    // A block is selected with any of its groups.
    let hidden = selection.nodes().into_iter().filter(|&node| session.plot(node).is_none());
    let selected_blocks: BTreeSet<usize> = hidden.filter_map(|node| session.building_with(node)).collect();
    // Along a way the city around it fades, and nothing on it loses its colour: of most groups only some objects are on it.
    let on_the_way: BTreeSet<usize> = look.stops.iter().filter_map(|stop| session.building_with(stop.node)).collect();
    // Nothing has come or stayed where there is one point; and what has no colours has no paler ones.
    let has_bands =
        settings.growth_bands && !session.evolution.is_of_runs() && settings.color && weights.is_empty() && look.heights.tell_the_base();
    let heights = look.heights.clone();
    let mut clamped = 0;
    let way = time.to.saturating_sub(session.first_point);
    let [third, two_thirds] = [1, 2].map(|k| session.values_at(time.to - way + way * k / 3));
    let series = first.iter().zip(before).zip(now);
    let shapes = session.footprints.iter().zip(session.growth_ranks.iter());
    for (number, ((building, ((&first, &before), &now)), (shape, &rank))) in look.buildings.iter_mut().zip(series).zip(shapes).enumerate() {
        let whole = side(now);
        let (mut side_now, mut growth_now) = (whole, growth(now, first));
        if time.progress < 1.0 {
            side_now = lerp(side(before), side_now, time.progress);
            growth_now = lerp(growth(before, first), growth_now, time.progress);
        }
        building.footprint = shape.with_side(side_now);
        (building.height, building.clamped) = if heights.tell_the_base() {
            // layout::height_of_area without taking the root of the square again.
            ((2.0 * side_now) as f32, false)
        } else {
            let (mut height, clamped) = heights.height(session, number, time.to, whole);
            if time.progress < 1.0 {
                height = lerp(heights.height(session, number, time.from, side(before)).0, height, time.progress);
            }
            (height as f32, clamped)
        };
        building.growth = (now.saturating_sub(first) as f64 * per_growth) as f32;
        building.storeys = [0.0; 3];
        if has_bands && now > 0 {
            let two_thirds = two_thirds[number].min(now);
            let third = third[number].min(two_thirds);
            let share = |value: u64| if value == now { 1.0 } else { (side(value) / whole) as f32 };
            building.storeys = [first.min(third), third, two_thirds].map(share);
        }
        building.solid = rank < settings.solid_count;
        building.selected = if building.others > 0 { selected_blocks.contains(&number) } else { selection.contains(building.node) };
        clamped += usize::from(building.clamped);
        let is_stop = on_the_way.contains(&number);
        building.opacity = match on_the_way.is_empty() {
            true if building.solid || building.selected => 1.0,
            true => settings.non_solid_opacity,
            false if is_stop => 1.0,
            false => settings.non_solid_opacity.min(BESIDE_THE_WAY),
        };
        building.color = if building.selected && !is_stop {
            SELECTION
        } else if settings.color {
            match weights.get(number) {
                Some(&weight) => weight_color((weight as f64 * per_weight) as f32),
                None => growth_color(settings.ramp, growth_now as f32),
            }
        } else {
            NO_GROWTH
        };
    }
    look.clamped = clamped;
}

/// Outlines of what the buildings were that have lost most since their peak.
fn update_peaks(look: &mut CityLook, session: &Session, settings: &CitySettings, point: usize) {
    look.peaks.clear();
    if !settings.peaks || !look.heights.tell_the_base() {
        return;
    }
    let side = |value: u64| session.area_mode.area(value as f64).sqrt();
    let past = look.buildings.iter().enumerate().filter_map(|(number, building)| {
        let peak = side(session.past_peak(number, point)?);
        (0.5 * f64::from(building.height) <= SHRUNK * peak).then_some((number, peak))
    });
    look.peaks.extend(past.map(|(number, peak)| PeakLook {
        building: u32::try_from(number).unwrap_or(u32::MAX),
        footprint: session.footprints[number].with_side(peak),
        height: (2.0 * peak) as f32,
    }));
    let lost = |peak: &PeakLook| f64::from(peak.height).powi(3) - f64::from(look.buildings[peak.building as usize].height).powi(3);
    let most_first = |a: &PeakLook, b: &PeakLook| lost(b).total_cmp(&lost(a)).then(a.building.cmp(&b.building));
    if look.peaks.len() > MOST_PEAKS {
        look.peaks.select_nth_unstable_by(MOST_PEAKS, most_first);
        look.peaks.truncate(MOST_PEAKS);
    }
    look.peaks.sort_by(most_first);
}

/// Reads the partners of the selected nodes, unless they are known from the last update.
fn update_references(look: &mut CityLook, session: &Session, selection: &Selection, point: usize) {
    let evolution = &session.evolution;
    // The whole heap has nothing outside.
    let mut nodes = selection.nodes();
    nodes.retain(|&node| node.at() < evolution.nodes.len() && node != NodeIndex::ROOT);
    if look.references.iter().map(|known| (known.node, known.point)).ne(nodes.iter().map(|&node| (node, point))) {
        let of = |node| SelectionReferences { node, point, partners: reference_partners(evolution, node, point) };
        look.references = nodes.into_iter().map(of).collect();
    }
}

fn lerp(from: f64, to: f64, progress: f64) -> f64 {
    from + (to - from) * progress
}

#[cfg(test)]
mod tests;
