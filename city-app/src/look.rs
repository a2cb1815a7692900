//! From values to looks: height, colour, opacity of every building at a time. Pure; names no window type.
//!
//! A time step changes values, so it changes footprints, heights and growth colours: [`update_city_look`] writes those
//! into the memory of the last look. Places never change.

mod colors;
mod districts;
mod frustums;
mod routes;

use std::sync::Arc;

use analysis::NodeIndex;
use layout::{CityPlan, Rect};

use crate::partners::{Partners, partners};
use crate::selection::Selection;
use crate::session::Session;
use crate::settings::CitySettings;
use crate::view_state::{TimeCursor, ViewState};

pub use colors::{FRUSTUM_OPACITY, INCOMING, NO_GROWTH, OUTGOING, Rgb, SELECTION, district_color, growth_color};

/// What one building looks like. Colours are sRGB in `0.0..=1.0`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BuildingLook {
    /// The union node.
    pub node: NodeIndex,
    /// Footprint on the plan, in metres; empty when the building is hidden.
    pub footprint: Rect,
    /// Height of the ground it stands on (its district's top face), in metres.
    pub base: f32,
    /// Height above that, in metres; 0 hides the building.
    pub height: f32,
    /// Fill colour.
    pub color: [f32; 3],
    /// `0.0..=1.0`; outlines stay at 0.
    pub opacity: f32,
    /// One of the strongest growers.
    pub solid: bool,
    /// The selected building.
    pub selected: bool,
}

/// What one district slab looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DistrictLook {
    /// The union node.
    pub node: NodeIndex,
    /// The slab on the plan.
    pub rect: Rect,
    /// Bottom face, in metres.
    pub base: f32,
    /// Thickness, in metres; the same for all.
    pub thickness: f32,
    /// Distance from the root.
    pub level: u16,
    /// Fill colour.
    pub color: [f32; 3],
    /// The selected district.
    pub selected: bool,
}

/// Who keeps whom alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrustumKind {
    /// The partner references the selection (purple).
    Incoming,
    /// The selection references the partner (green).
    Outgoing,
}

/// One reference frustum between a selected node and a partner.
#[derive(Debug, Clone, PartialEq)]
pub struct FrustumLook {
    /// The selected building or district.
    pub selected: NodeIndex,
    /// Direction.
    pub kind: FrustumKind,
    /// The other building or district.
    pub partner: NodeIndex,
    /// World-independent end points: plan x, plan y, height; the first end is at the selection.
    pub at_selection: [f32; 3],
    /// The end at the partner.
    pub at_partner: [f32; 3],
    /// Radius at the selection, in metres.
    pub radius_selection: f32,
    /// Radius at the partner, in metres.
    pub radius_partner: f32,
    /// Objects of the selection that take part.
    pub count_selection: u64,
    /// Objects of the partner that take part.
    pub count_partner: u64,
    /// The way from the selection to the partner, both ends included: plan x, plan y, height, radius. Empty for a straight
    /// one.
    pub route: Vec<[f32; 4]>,
}

/// References of the selection at the point being shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectionReferences {
    /// The selected building or district.
    pub node: NodeIndex,
    /// The point of the numbers.
    pub point: usize,
    /// All partners, drawn or not; `None` if the point has no reference data.
    pub partners: Option<Partners>,
}

/// The whole city at one time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CityLook {
    /// Slabs in plan order (parents first).
    pub districts: Vec<DistrictLook>,
    /// Buildings in plan order; one entry per building plot at all times, hidden ones with height 0.
    pub buildings: Vec<BuildingLook>,
    /// Frustums of the selection, thickest first per direction.
    pub frustums: Vec<FrustumLook>,
    /// References of each selected node, for lists; none of the whole heap. References within a node are listed here and never
    /// drawn.
    pub references: Vec<SelectionReferences>,
    /// Partners that are not drawn because they have no plot: pruned by the child count.
    pub partners_pruned: u32,
    /// Partners with no objects at this point.
    pub partners_empty: u32,
    /// Partners beyond the top-k.
    pub partners_beyond_top: u32,
    memory: Memory,
}

/// What an update needs of the last one. No part of the look: all memories are equal.
#[derive(Clone, Default)]
struct Memory {
    /// The plan the look was made for, to know when to start over.
    plan: Option<Arc<CityPlan>>,
    /// Slabs while [`districts`] shrinks them.
    slabs: Vec<Rect>,
}

impl PartialEq for Memory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("..")
    }
}

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
    let time = Moment::of(view.time, session);
    update_buildings(look, session, settings, &view.selection, &time);
    districts::update(look, session, settings, &view.selection);
    update_references(look, session, &view.selection, time.to);
    frustums::update(look, session, settings);
}

/// Entries for every plot, with all that never changes.
fn start_over(look: &mut CityLook, session: &Session) {
    let plan = &session.plan;
    let buildings = session.buildings.iter().map(|&number| {
        let plot = &plan.plots[number as usize];
        BuildingLook {
            node: crate::session::node_index(plot.node),
            footprint: Rect::default(),
            base: f32::from(plot.level) * session.slab_thickness,
            height: 0.0,
            color: NO_GROWTH,
            opacity: 1.0,
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
    let per_growth = if session.max_growth > 0 { 1.0 / session.max_growth as f64 } else { 0.0 };
    let side = |value: u64| session.area_mode.area(value as f64).sqrt();
    let growth = |value: u64, first: u64| (value.saturating_sub(first) as f64 * per_growth).min(1.0);
    let series = first.iter().zip(before).zip(now);
    let shapes = session.footprints.iter().zip(session.growth_ranks.iter());
    for ((building, ((&first, &before), &now)), (shape, &rank)) in look.buildings.iter_mut().zip(series).zip(shapes) {
        let (mut side_now, mut growth_now) = (side(now), growth(now, first));
        if time.progress < 1.0 {
            side_now = lerp(side(before), side_now, time.progress);
            growth_now = lerp(growth(before, first), growth_now, time.progress);
        }
        building.footprint = shape.with_side(side_now);
        // layout::height_of_area without taking the root of the square again.
        building.height = (2.0 * side_now) as f32;
        building.solid = rank < settings.solid_count;
        building.selected = selection.contains(building.node);
        building.opacity = if building.solid || building.selected { 1.0 } else { settings.non_solid_opacity };
        building.color = if building.selected {
            SELECTION
        } else if settings.color {
            growth_color(settings.ramp, growth_now as f32)
        } else {
            NO_GROWTH
        };
    }
}

/// Reads the partners of the selected nodes, unless they are known from the last update.
fn update_references(look: &mut CityLook, session: &Session, selection: &Selection, point: usize) {
    let evolution = &session.evolution;
    // The whole heap has nothing outside.
    let mut nodes = selection.nodes();
    nodes.retain(|&node| node.at() < evolution.nodes.len() && node != NodeIndex::ROOT);
    if look.references.iter().map(|known| (known.node, known.point)).ne(nodes.iter().map(|&node| (node, point))) {
        let of = |node| SelectionReferences { node, point, partners: partners(evolution, node, point) };
        look.references = nodes.into_iter().map(of).collect();
    }
}

fn lerp(from: f64, to: f64, progress: f64) -> f64 {
    from + (to - from) * progress
}

#[cfg(test)]
mod tests;
