//! Where everything stands in the city of a report page, and what its colours mean; heights follow from the series.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::Metric;
use layout::{AreaMode, PlotKind, Rect};
use serde::Serialize;

use super::names::Names;
use crate::base::colors::css;
use crate::base::settings::CitySettings;
use crate::base::words;
use crate::city::look::{district_color, growth_color, weight_color};
use crate::data::session::Session;

/// A city. Coordinates are metres, x to the east and y to the south.
#[derive(Debug, Serialize)]
pub(super) struct CityData {
    metric: &'static str,
    /// Thickness of a district's slab, of which those of each level lie on those above.
    slab: f64,
    /// Colours of districts by level.
    levels: Vec<String>,
    area: &'static str,
    districts: Vec<PlotData>,
    /// What districts are called, as in the window.
    district_names: Vec<usize>,
    /// Each on the lot that its footprint may fill.
    buildings: Vec<PlotData>,
    /// What buildings are called in narrow places.
    labels: Vec<usize>,
    /// The groups that stand together in one building.
    blocks: BTreeMap<usize, Vec<usize>>,
    /// The place of each building by growth.
    ranks: Vec<u32>,
    /// No growth, half of the full one, all of it.
    ramp: Vec<String>,
    full_growth: u64,
    #[serde(flatten)]
    weights: Option<WeightsData>,
}

/// Of a single point, where nothing can have grown: by what buildings are coloured.
#[derive(Debug, Serialize)]
struct WeightsData {
    weights: Vec<u64>,
    /// What is weighed.
    weighed_by: &'static str,
    heaviest: u64,
    weight_ramp: [String; 2],
}

/// Group, level, and where it lies: west, north, east, south.
#[derive(Debug, Serialize)]
struct PlotData(usize, u16, f64, f64, f64, f64);

impl PlotData {
    fn of(session: &Session, plot: &layout::Plot, rect: &Rect) -> Self {
        let [x0, y0, x1, y1] = [rect.x0, rect.y0, rect.x1, rect.y1].map(to_millimetres);
        Self(session.node_of_plot(plot).at(), plot.level, x0, y0, x1, y1)
    }
}

impl CityData {
    /// The city of one metric; `None` where nothing stands in it.
    pub(super) fn of(session: &Session, settings: &CitySettings, metric: Metric, names: &mut Names) -> Option<Self> {
        let other;
        let session = if metric == session.metric {
            session
        } else {
            let settings = CitySettings { metric, ..settings.clone() };
            other = Session::new(Arc::clone(&session.evolution), &settings).in_range(session.range);
            &other
        };
        let plots = &session.plan.plots;
        if plots.is_empty() {
            return None;
        }
        let deepest = session.plan.deepest_district_level;
        let districts = || plots.iter().filter(|plot| plot.kind == PlotKind::District);
        let buildings = || session.buildings.iter().map(|&plot| &plots[plot as usize]);
        let blocks = (0..session.buildings.len()).filter_map(|building| {
            let groups = &session.others(building)?.groups;
            Some((building, groups.iter().map(|group| group.at()).collect()))
        });
        let weights = (!session.weights().is_empty()).then(|| WeightsData {
            weights: session.weights().to_vec(),
            weighed_by: words::metric_word(session.weighed_by().unwrap_or(metric)),
            heaviest: session.heaviest(),
            weight_ramp: [0.0, 1.0].map(weight_color).map(css),
        });
        Some(Self {
            metric: words::metric_word(metric),
            slab: f64::from(session.slab_thickness),
            levels: (0..=deepest).map(|level| css(district_color(settings, level, deepest))).collect(),
            area: match session.area_mode {
                AreaMode::Linear => "linear",
                AreaMode::Sqrt => "sqrt",
            },
            district_names: districts().map(|plot| names.place(session.district_name(session.node_of_plot(plot)))).collect(),
            districts: districts().map(|plot| PlotData::of(session, plot, &plot.rect)).collect(),
            buildings: buildings().map(|plot| PlotData::of(session, plot, &plot.lot)).collect(),
            labels: (0..session.buildings.len()).map(|building| names.place(session.label_of_building(building))).collect(),
            blocks: blocks.collect(),
            ranks: session.growth_ranks.to_vec(),
            ramp: [0.0, 0.5, 1.0].map(|share| css(growth_color(settings.ramp, share))).to_vec(),
            full_growth: session.full_growth(),
            weights,
        })
    }
}

/// More digits say nothing that could be seen.
fn to_millimetres(metres: f64) -> f64 {
    (metres * 1e3).round() / 1e3
}
