//! Everything a user can set about a view: the settings pane, `--set name=value`, presets and saved settings are all
//! this one struct.

mod parse;

use std::collections::BTreeSet;

use analysis::Metric;
use serde::{Deserialize, Serialize};

pub use parse::{INTERFACE_SCALE, SCALE_STEP, SettingsError};

/// How a value becomes a base area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaModeSetting {
    /// Twice the objects, twice the area.
    Linear,
    /// Square root of the value.
    #[default]
    Sqrt,
}

/// What heights of buildings show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeightSetting {
    /// What their base shows.
    #[default]
    Same,
    /// Numbers of objects.
    Objects,
    /// Shallow bytes.
    Bytes,
    /// In which of five classes it is, from tiny to huge.
    Classes,
}

/// Colours of growth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GrowthRamp {
    /// Gray, orange, red (VISSOFT'20 Fig 6).
    #[default]
    Published,
    /// Readable by color-blind people: lightness falls evenly.
    ColorBlind,
}

/// Colours of districts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DistrictColors {
    /// Terraces of stone: blue is left to the selection, and colour to growth.
    #[default]
    Stone,
    /// From dark to light blue (VISSOFT'20 VI.A).
    Blue,
}

/// Surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Night; `dark` is read, too.
    #[default]
    #[serde(rename = "night", alias = "dark")]
    Dark,
    /// Day; `light` is read, too.
    #[serde(rename = "day", alias = "light")]
    Light,
}

/// Which frustums are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Who keeps the selection alive (purple).
    Incoming,
    /// What the selection keeps alive (green).
    Outgoing,
    /// Both.
    #[default]
    Both,
}

/// What the radius of a frustum means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrustumScaleSetting {
    /// Share of the building's objects.
    #[default]
    Share,
    /// Number of objects, comparable across the city.
    Count,
}

/// Which way frustums take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RouteSetting {
    /// Straight from building to building, through what stands between.
    #[default]
    Straight,
    /// Over the districts that both ends lie in, bundled where they go the same way.
    Bundled,
    /// Pipes above the roofs, along the axes of the plan.
    Pipes,
}

/// How much the picture may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Full on GPUs, lean on software adapters.
    #[default]
    Auto,
    /// Shadows and ambient occlusion.
    Full,
    /// Neither.
    Lean,
}

/// All settings of a view. Unknown members of a file are ignored, missing ones take the default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CitySettings {
    /// What area and height show.
    pub metric: Metric,
    /// Published setting "Area mode".
    pub area_mode: AreaModeSetting,
    /// What height shows, if not the same.
    pub height: HeightSetting,
    /// Published setting "Child count": only the N largest children of each node; `None` is all.
    pub child_count: Option<u32>,
    /// The strongest growers of each node beside its largest children, and all others as one block; otherwise they are left out.
    pub others: bool,
    /// Keys of the districts of which all children stand there, whatever the child count says.
    pub opened: BTreeSet<String>,
    /// Published setting "Show pointers".
    pub show_pointers: bool,
    /// Published setting "Color (Growth)".
    pub color: bool,
    /// Published setting "Solid building count".
    pub solid_count: u32,
    /// Published setting "Non-solid building opacity", `0.0..=1.0`.
    pub non_solid_opacity: f32,
    /// Seconds that autoplay shows each point.
    pub dwell_secs: f32,
    /// Autoplay starts again at the end.
    pub loop_playback: bool,
    /// Which frustums are drawn.
    pub direction: Direction,
    /// At most this many frustums per direction, the thickest ones; the rest is counted.
    pub top_frustums: u32,
    /// What the radius of a frustum means.
    pub frustum_scale: FrustumScaleSetting,
    /// Which way frustums take.
    pub routes: RouteSetting,
    /// Dark outlines of buildings.
    pub outlines: bool,
    /// Labels of the top growers and names on district rims.
    pub labels: bool,
    /// Slabs shrink to their current buildings.
    pub shrink_districts: bool,
    /// Lots have room for the points that are selected, and not for all of them.
    pub room_for_selected_points: bool,
    /// Growth colours.
    pub ramp: GrowthRamp,
    /// Walls are paler the longer what they show has been there.
    pub growth_bands: bool,
    /// A dashed outline of what a building was at its peak, where it has shrunk since.
    pub peaks: bool,
    /// Buildings to which a step in time adds much light up for a moment.
    pub pulses: bool,
    /// Colours of districts.
    pub district_colors: DistrictColors,
    /// Surroundings.
    pub theme: Theme,
    /// How much the picture may cost.
    pub quality: Quality,
    /// No easing: everything is instant.
    pub reduce_motion: bool,
    /// Size of text and panels, as a multiple of what the screen asks for.
    pub interface_scale: f32,
}

impl Default for CitySettings {
    fn default() -> Self {
        Self {
            metric: Metric::Objects,
            area_mode: AreaModeSetting::Sqrt,
            height: HeightSetting::Same,
            child_count: Some(30),
            others: true,
            opened: BTreeSet::new(),
            show_pointers: true,
            color: true,
            solid_count: 10,
            non_solid_opacity: 0.4,
            dwell_secs: 0.5,
            loop_playback: false,
            direction: Direction::Both,
            top_frustums: 12,
            frustum_scale: FrustumScaleSetting::Share,
            routes: RouteSetting::Straight,
            outlines: true,
            labels: true,
            shrink_districts: false,
            room_for_selected_points: false,
            ramp: GrowthRamp::Published,
            growth_bands: true,
            peaks: true,
            pulses: true,
            district_colors: DistrictColors::Stone,
            theme: Theme::Dark,
            quality: Quality::Auto,
            reduce_motion: false,
            interface_scale: 1.0,
        }
    }
}

impl CitySettings {
    /// Whether a change from `other` moves plots (a re-layout) rather than only looks.
    #[must_use]
    pub fn needs_new_plan(&self, other: &Self) -> bool {
        let of_plan = |settings: &Self| {
            (settings.metric, settings.area_mode, settings.child_count, settings.others, settings.room_for_selected_points)
        };
        of_plan(self) != of_plan(other) || self.opened != other.opened
    }
}
