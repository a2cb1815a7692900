//! The scene as data: what `memory-city scene` writes, byte for byte the same for the same input and settings.
//!
//! Everything the window would show, as numbers: world coordinates in metres (x right, y up, z south), sRGB colours in
//! `0..=1`, counts. Lists are in plan order, numbers are rounded, names come from the data.

mod gltf;
mod snapshot;

use analysis::{Metric, NodeIndex, Progress};
use layout::{PlotKind, Rect};

pub use snapshot::{
    SceneBuilding, SceneChain, SceneChainStep, SceneCity, SceneDistrict, SceneFrustum, SceneLegend, SceneLegendStop, ScenePartner,
    SceneReferences, SceneSelection, SceneSnapshot, SceneTime,
};

use super::look::{FRUSTUM_OPACITY, INCOMING, OUTGOING, city_look, growth_color, weight_color};
use crate::answers::chain::{ChainStep, chain_sentence, chain_to_holder};
use crate::answers::growth_report;
use crate::answers::reference_partners::ReferencePartner;
use crate::answers::tooltip::tooltip_lines;
use crate::base::colors::Rgb;
use crate::base::settings::CitySettings;
use crate::base::words;
use crate::city::look::model::{BuildingLook, CityLook, DistrictLook, FrustumKind, FrustumLook};
use crate::data::max_tree::Others;
use crate::data::session::Session;
use crate::view::state::ViewState;

/// Name and version of the document.
const FORMAT: &str = "memory-city-scene/2";
/// Steps of the legend's colour scale.
const LEGEND_STOPS: usize = 5;

/// Describes what the window would show.
#[must_use]
pub fn scene_snapshot(session: &Session, settings: &CitySettings, view: &ViewState) -> SceneSnapshot {
    let look = city_look(session, settings, view);
    let point = view.time.point.min(session.last_point());
    let scene = Scene { session, settings, look: &look, point };
    SceneSnapshot {
        format: FORMAT,
        title: session.evolution.title.clone(),
        policy: session.evolution.policy.clone(),
        time: scene.time(),
        settings: settings.clone(),
        city: scene.city(),
        legend: scene.legend(),
        selection: view.selection.lead().and_then(|node| scene.selection(node)),
        selected_with: view.selection.others().filter_map(|node| scene.selection(node)).collect(),
        districts: look.districts.iter().map(|district| scene.district(district)).collect(),
        buildings: look.buildings.iter().enumerate().map(|(number, building)| scene.building(number, building)).collect(),
        frustums: look.frustums.iter().map(|frustum| scene.frustum(frustum)).collect(),
        summary: growth_report::summary(session),
        findings: growth_report::growth_findings(session),
    }
}

impl SceneSnapshot {
    /// The document, one building or district per line of a diff: indented JSON with a final line feed.
    ///
    /// # Errors
    /// Never for scenes made by [`scene_snapshot`]; the writer's own error otherwise.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }
}

/// What every part of a scene is described from.
struct Scene<'a> {
    session: &'a Session,
    settings: &'a CitySettings,
    look: &'a CityLook,
    point: usize,
}

impl Scene<'_> {
    fn time(&self) -> SceneTime {
        let points = &self.session.evolution.points;
        let info = points.get(self.point);
        SceneTime {
            point: if points.is_empty() { 0 } else { self.point + 1 },
            points: points.len(),
            label: if points.is_empty() { "0/0".to_owned() } else { format!("{}/{}", self.point + 1, points.len()) },
            time_millis: info.map_or(0, |info| info.time_millis),
            text: info.map(words::point_text).unwrap_or_default(),
        }
    }

    fn city(&self) -> SceneCity {
        let Self { session, look, .. } = self;
        let plots = &session.plan.plots;
        let heap = |metric| match session.evolution.nodes.is_empty() {
            true => 0,
            false => session.evolution.value(metric, NodeIndex::ROOT, self.point),
        };
        let error = |metric| match session.evolution.nodes.is_empty() {
            true => None,
            false => session.evolution.error(metric, NodeIndex::ROOT, self.point),
        };
        SceneCity {
            root_side: round(session.plan.root_side),
            slab_thickness: round_f32(session.slab_thickness),
            objects: heap(Metric::Objects),
            objects_error: error(Metric::Objects),
            bytes: heap(Metric::Bytes),
            bytes_error: error(Metric::Bytes),
            max_growth: session.max_growth,
            districts: plots.iter().filter(|plot| plot.kind == PlotKind::District).count(),
            buildings: look.buildings.len(),
            buildings_visible: look.buildings.iter().filter(|building| building.height > 0.0).count(),
            buildings_solid: look.buildings.iter().filter(|building| building.solid).count(),
            buildings_pruned: session.buildings_pruned,
        }
    }

    fn legend(&self) -> SceneLegend {
        let Self { session, settings, look, .. } = self;
        let stop = |number: usize| {
            let share = number as f64 / (LEGEND_STOPS - 1) as f64;
            let most = if session.weighed_by().is_some() { session.heaviest() } else { session.full_growth() };
            let growth = (share * most as f64).round() as u64;
            let color = if session.weighed_by().is_some() { weight_color(share as f32) } else { growth_color(settings.ramp, share as f32) };
            SceneLegendStop { share, growth, rgb: rgb(color) }
        };
        SceneLegend {
            size: words::metric_unit(session.metric),
            area: match session.area_mode {
                layout::AreaMode::Linear => "area in square metres = value",
                layout::AreaMode::Sqrt => "area in square metres = square root of value",
            },
            height: match look.heights.in_words(session.metric) {
                same if same.is_empty() => "height = twice the side of a square of that area".to_owned(),
                other => other.join("; "),
            },
            color: match session.weighed_by() {
                _ if !settings.color => "off",
                Some(Metric::Retained) => "retained size, as the root of the share of the most of any building",
                Some(_) => "size, as the root of the share of the most of any building",
                None => "growth since the first point",
            },
            stops: if settings.color { (0..LEGEND_STOPS).map(stop).collect() } else { Vec::new() },
        }
    }

    fn selection(&self, node: NodeIndex) -> Option<SceneSelection> {
        let Self { session, look, .. } = self;
        let data = session.evolution.nodes.get(node.at())?;
        let plot = session.plot(node);
        Some(SceneSelection {
            key: data.key.to_string(),
            name: data.name.to_string(),
            tooltip: tooltip_lines(session, node, self.point),
            building: session.building(node).is_some(),
            displayed: session.place(node).is_some(),
            lot: plot.map(|plot| rect(&plot.lot)),
            references: look.references.iter().find(|known| known.node == node).and_then(|known| known.partners.as_ref()).map(|partners| {
                let list = |partners: &[ReferencePartner]| partners.iter().map(|partner| self.partner(partner)).collect();
                SceneReferences {
                    incoming: list(&partners.incoming),
                    outgoing: list(&partners.outgoing),
                    own: partners.own.as_ref().map(|own| self.partner(own)),
                    pruned: look.partners_pruned,
                    empty: look.partners_empty,
                    beyond_top: look.partners_beyond_top,
                }
            }),
            chain: session.evolution.is_leaf(node).then(|| self.chain(node)),
        })
    }

    fn chain(&self, node: NodeIndex) -> SceneChain {
        let chain = chain_to_holder(self.session, node, self.point, &Progress::new());
        let step = |step: &ChainStep| {
            let ChainStep { node, held, of, holders, head } = *step;
            SceneChainStep { key: self.key(node), held, of, holders, head }
        };
        SceneChain {
            sentence: chain_sentence(self.session, &chain),
            end: chain.end,
            steps: chain.steps.iter().map(step).collect(),
            kept_by: chain.cause.as_ref().map(|cause| cause.kept_by.clone()),
        }
    }

    fn partner(&self, partner: &ReferencePartner) -> ScenePartner {
        ScenePartner { key: self.key(partner.node), count_selection: partner.count_here, count_partner: partner.count_there }
    }

    fn district(&self, district: &DistrictLook) -> SceneDistrict {
        let (children_shown, children) = self.session.children_shown(district.node);
        SceneDistrict {
            key: self.key(district.node),
            name: self.session.evolution.nodes[district.node.at()].name.to_string(),
            path: self.session.evolution.path_text(district.node),
            level: district.level,
            center: center(&district.rect, district.base, district.thickness),
            size: size(&district.rect, district.thickness),
            rgb: rgb(district.color),
            selected: district.selected,
            children_shown,
            children,
        }
    }

    fn building(&self, number: usize, building: &BuildingLook) -> SceneBuilding {
        let Self { session, settings, .. } = self;
        let evolution = &session.evolution;
        let data = &evolution.nodes[building.node.at()];
        let others = session.others(number);
        let value = |metric| session.value_of_building(metric, number, self.point);
        let value_at = |point| i128::from(session.value_of_building(session.metric, number, point));
        let [r, g, b] = rgb(building.color);
        // Sums of sizes that overlap, and errors of sums of which it is not known how they go together, are told of no block.
        let of_one = |told: Option<u64>| told.filter(|_| others.is_none());
        SceneBuilding {
            key: data.key.to_string(),
            name: others.map_or_else(|| data.name.to_string(), Others::name),
            path: evolution.path_text(building.node),
            others: others.map(|others| others.groups.len()),
            objects: value(Metric::Objects),
            objects_error: of_one(evolution.error(Metric::Objects, building.node, self.point)),
            bytes: value(Metric::Bytes),
            bytes_error: of_one(evolution.error(Metric::Bytes, building.node, self.point)),
            deep: of_one(evolution.known_value(Metric::Deep, building.node, self.point)),
            retained: of_one(evolution.known_value(Metric::Retained, building.node, self.point)),
            growth: signed(value_at(self.point) - value_at(session.first_point)),
            growth_error: of_one(evolution.change_error(session.metric, building.node, session.first_point, self.point)),
            overall_growth: signed(value_at(session.end_point) - value_at(session.first_point)),
            overall_growth_error: of_one(evolution.change_error(session.metric, building.node, session.first_point, session.end_point)),
            growth_rank: session.growth_rank(number).0,
            visible: building.height > 0.0,
            center: center(&building.footprint, building.base, building.height),
            size: size(&building.footprint, building.height),
            clamped: building.clamped,
            lot: session.lot(number).map(rect).unwrap_or_default(),
            rgba: [r, g, b, round_f32(building.opacity)],
            solid: building.solid,
            selected: building.selected,
            outline: settings.outlines || building.selected,
        }
    }

    fn frustum(&self, frustum: &FrustumLook) -> SceneFrustum {
        let (direction, color) = match frustum.kind {
            FrustumKind::Incoming => ("incoming", INCOMING),
            FrustumKind::Outgoing => ("outgoing", OUTGOING),
        };
        let [r, g, b] = rgb(color);
        let world = |[x, y, height]: [f32; 3]| [round_f32(x), round_f32(height), round_f32(y)];
        SceneFrustum {
            direction,
            selection: self.key(frustum.selected),
            partner: self.key(frustum.partner),
            at_selection: world(frustum.at_selection),
            at_partner: world(frustum.at_partner),
            radius_selection: round_f32(frustum.radius_selection),
            radius_partner: round_f32(frustum.radius_partner),
            count_selection: frustum.count_selection,
            count_partner: frustum.count_partner,
            rgba: [r, g, b, round_f32(FRUSTUM_OPACITY)],
            route: frustum.route.iter().map(|&[x, y, height, _]| world([x, y, height])).collect(),
        }
    }

    fn key(&self, node: NodeIndex) -> String {
        self.session.evolution.nodes[node.at()].key.to_string()
    }
}

/// To the billionth: a footprint of one square metre stays exact to one in a million, and -0 becomes 0.
fn round(value: f64) -> f64 {
    (value * 1e9).round() / 1e9 + 0.0
}

/// To the hundred-thousandth, about what 32 bits carry at the size of a city.
fn round_f32(value: f32) -> f64 {
    (f64::from(value) * 1e5).round() / 1e5 + 0.0
}

fn rgb(color: Rgb) -> [f64; 3] {
    color.map(round_f32)
}

/// West, north, east, south.
fn rect(rect: &Rect) -> [f64; 4] {
    [round(rect.x0), round(rect.y0), round(rect.x1), round(rect.y1)]
}

/// World coordinates of the middle of a cuboid.
fn center(rect: &Rect, base: f32, height: f32) -> [f64; 3] {
    let (x, y) = rect.center();
    [round(x), round_f32(base + 0.5 * height), round(y)]
}

/// Width, height, depth.
fn size(rect: &Rect, height: f32) -> [f64; 3] {
    [round(rect.width()), round_f32(height), round(rect.depth())]
}

fn signed(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests;
