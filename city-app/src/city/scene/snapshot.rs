//! The document's shape. Lengths are metres, colours sRGB in `0..=1`, positions world coordinates (x, y up, z south).

#![allow(missing_docs, reason = "members say what they are; spaces and units are in the head of the file")]

use analysis::Finding;
use serde::Serialize;

use crate::answers::chain::ChainEnd;
use crate::base::settings::CitySettings;
use crate::data::group_keepers::GroupKeepers;

/// Everything the window would show.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneSnapshot {
    pub format: &'static str,
    pub title: String,
    /// How the numbers were made.
    pub policy: String,
    pub time: SceneTime,
    /// The settings in effect.
    pub settings: CitySettings,
    pub city: SceneCity,
    pub legend: SceneLegend,
    /// The group that was selected last.
    pub selection: Option<SceneSelection>,
    /// The other selected groups, in the order of the tree.
    pub selected_with: Vec<SceneSelection>,
    /// Slabs in plan order, parents first.
    pub districts: Vec<SceneDistrict>,
    /// Buildings in plan order, hidden ones included.
    pub buildings: Vec<SceneBuilding>,
    /// Thickest first, incoming before outgoing.
    pub frustums: Vec<SceneFrustum>,
    /// The evolution in one sentence.
    pub summary: String,
    /// What grew, as `find` tells it of inputs without heaps.
    pub findings: Vec<Finding>,
}

/// Position on the time axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneTime {
    /// From 1 on.
    pub point: usize,
    pub points: usize,
    /// `i/n`.
    pub label: String,
    pub time_millis: i64,
    pub text: String,
}

/// Totals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneCity {
    pub root_side: f64,
    pub slab_thickness: f64,
    /// The whole heap at this point.
    pub objects: u64,
    /// Standard error, where a filter looks at estimates; so below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects_error: Option<u64>,
    pub bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_error: Option<u64>,
    /// The largest overall growth of any building.
    pub max_growth: u64,
    pub districts: usize,
    pub buildings: usize,
    /// Buildings that hold anything at this point.
    pub buildings_visible: usize,
    pub buildings_solid: usize,
    /// Buildings without a plot because of the child count.
    pub buildings_pruned: u32,
}

/// What size and colour mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneLegend {
    pub size: &'static str,
    pub area: &'static str,
    pub height: String,
    pub color: &'static str,
    pub stops: Vec<SceneLegendStop>,
}

/// One step of the colour scale.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneLegendStop {
    /// Share of the largest growth.
    pub share: f64,
    /// The growth that this share is.
    pub growth: u64,
    pub rgb: [f64; 3],
}

/// What is selected.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneSelection {
    pub key: String,
    pub name: String,
    pub tooltip: Vec<String>,
    /// A displayed building rather than a district.
    pub building: bool,
    /// Has a plot: not pruned by the child count.
    pub displayed: bool,
    /// West, north, east, south.
    pub lot: Option<[f64; 4]>,
    /// `null` if nothing is known about references here.
    pub references: Option<SceneReferences>,
    /// Who keeps it alive, and who keeps that alive; `null` for districts.
    pub chain: Option<SceneChain>,
}

/// The walk from the selection to its cause.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneChain {
    pub sentence: String,
    /// Why the walk ends.
    pub end: ChainEnd,
    /// Nearest holder first.
    pub steps: Vec<SceneChainStep>,
    /// Everything by name, down to static fields; `null` where only references between groups are known.
    pub kept_by: Option<GroupKeepers>,
}

/// One holder.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneChainStep {
    pub key: String,
    /// Objects of the step before that it refers to, of all there are.
    pub held: u64,
    pub of: u64,
    /// Objects of its own that refer to them.
    pub holders: u64,
    /// Few objects hold very many here.
    pub head: bool,
}

/// All partners of the selection, drawn or not.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneReferences {
    pub incoming: Vec<ScenePartner>,
    pub outgoing: Vec<ScenePartner>,
    /// References within the selection, never drawn.
    pub own: Option<ScenePartner>,
    /// Not drawn: no plot because of the child count.
    pub pruned: u32,
    /// Not drawn: empty at this point.
    pub empty: u32,
    /// Not drawn: thinner than the top.
    pub beyond_top: u32,
}

/// One partner of the selection.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScenePartner {
    pub key: String,
    pub count_selection: u64,
    pub count_partner: u64,
}

/// A slab.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneDistrict {
    pub key: String,
    pub name: String,
    pub path: String,
    pub level: u16,
    pub center: [f64; 3],
    /// Width, height, depth.
    pub size: [f64; 3],
    pub rgb: [f64; 3],
    pub selected: bool,
    pub children_shown: usize,
    pub children: usize,
}

/// A building.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneBuilding {
    pub key: String,
    pub name: String,
    pub path: String,
    /// How many groups of the district stand together in it; absent where it is one group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<usize>,
    pub objects: u64,
    /// Standard error, where the building's objects are estimates; so below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects_error: Option<u64>,
    pub bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_error: Option<u64>,
    /// Bytes of all that its objects reach, where this is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep: Option<u64>,
    /// Bytes that the GC could collect if its objects went, where this is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retained: Option<u64>,
    /// Since the first point, in the metric shown.
    pub growth: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth_error: Option<u64>,
    /// From the first to the last point, in the metric shown.
    pub overall_growth: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overall_growth_error: Option<u64>,
    /// 1 is the strongest grower.
    pub growth_rank: u32,
    /// Holds anything at this point.
    pub visible: bool,
    pub center: [f64; 3],
    /// Width, height, depth.
    pub size: [f64; 3],
    /// It would be lower or higher, but for the limits of heights that show something else than the base; absent where it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clamped: bool,
    /// West, north, east, south.
    pub lot: [f64; 4],
    pub rgba: [f64; 4],
    pub solid: bool,
    pub selected: bool,
    /// Drawn at any opacity.
    pub outline: bool,
}

/// A reference frustum.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneFrustum {
    /// `incoming` or `outgoing`, as the selection sees it.
    pub direction: &'static str,
    pub selection: String,
    pub partner: String,
    pub at_selection: [f64; 3],
    pub at_partner: [f64; 3],
    pub radius_selection: f64,
    pub radius_partner: f64,
    /// Objects that take part.
    pub count_selection: u64,
    pub count_partner: u64,
    pub rgba: [f64; 4],
    /// The way from the selection to the partner, for frustums that are not straight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<[f64; 3]>,
}
