//! The uniform that every shader of the city reads: camera, light, theme. Pure.

use bevy::math::{Mat4, Vec3};
use bytemuck::{Pod, Zeroable};

use analysis::Metric;
use layout::AreaMode;

use super::draw_order::{FEWEST_PIXELS, LEAST_SHARE};
use crate::base::colors;
use crate::base::settings::Theme;

/// As `view.wgsl` reads it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(in crate::window) struct ViewUniform {
    pub(in crate::window) clip_from_world: [[f32; 4]; 4],
    pub(in crate::window) world_from_clip: [[f32; 4]; 4],
    /// Camera; w is the progress of the transition.
    pub(in crate::window) eye: [f32; 4],
    /// Direction to the sun; w is how far the frustums have grown.
    pub(in crate::window) sun: [f32; 4],
    /// w: picture pixels per logical pixel.
    pub(in crate::window) zenith: [f32; 4],
    /// w: haze per metre.
    pub(in crate::window) horizon: [f32; 4],
    /// w: side of the city.
    pub(in crate::window) ground: [f32; 4],
    /// Shallow water; w: its strength.
    pub(in crate::window) shore: [f32; 4],
    /// Corner of the height map, 1 / its side, metres per texel.
    pub(in crate::window) map: [f32; 4],
    /// Viewport, tallest building, strength of outlines.
    pub(in crate::window) screen: [f32; 4],
    /// Powers of the side of a building in the value shown, binary digits from unit to unit, height of the districts' top, metres per
    /// texel of the map of light.
    pub(in crate::window) facade: [f32; 4],
    /// Share of the buildings that is drawn, per square metre of one at a distance of one metre, and the least share.
    pub(in crate::window) detail: [f32; 4],
    /// Selected box, box under the pointer, light theme, rings on walls.
    pub(in crate::window) marks: [u32; 4],
}

/// Everything about a picture that is not the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Atmosphere {
    pub(in crate::window) theme: Theme,
    /// Progress of the transition between two points, eased.
    pub(in crate::window) tween: f32,
    /// How far the frustums have grown from the selection.
    pub(in crate::window) frustums_grown: f32,
    /// Side of the city in metres.
    pub(in crate::window) root_side: f32,
    /// The highest roof in metres.
    pub(in crate::window) tallest: f32,
    pub(in crate::window) outlines: bool,
    /// Heights tell values, so walls have rings.
    pub(in crate::window) rings: bool,
    /// Record under the pointer.
    pub(in crate::window) hovered: Option<u32>,
    /// Texels along one side of the height map, and of the map of light.
    pub(in crate::window) map_size: u32,
    pub(in crate::window) light_size: u32,
    /// What area and height show, and how.
    pub(in crate::window) metric: Metric,
    pub(in crate::window) area_mode: AreaMode,
    /// Where buildings of the deepest districts stand, in metres.
    pub(in crate::window) terraces: f32,
    /// Picture pixels per logical pixel.
    pub(in crate::window) pixels_per_point: f32,
}

/// Towards the sun: from the left, over the shoulder of somebody who looks north, high enough for short shadows.
const SUN: Vec3 = Vec3::new(-0.48, 0.74, 0.47);
/// The height map reaches this share of the city's side beyond it.
const MAP_MARGIN: f32 = 0.12;
/// Haze: this many sides of the city beyond its middle nearly everything is horizon.
const HAZE_SIDES: f32 = 2.2;

/// sRGB values of the surroundings: zenith, horizon, water, shallow water.
fn surroundings(theme: Theme) -> [u32; 4] {
    match theme {
        Theme::Dark => [0x07_0a_12, 0x2d_3a_52, 0x10_18_27, 0x2a_3f_58],
        Theme::Light => [0x9f_c3_e6, 0xee_f2_f4, 0xc4_d3_dc, 0xdd_e8_ea],
    }
}

fn linear(rgb: u32, w: f32) -> [f32; 4] {
    let [r, g, b] = colors::linear(colors::hex(rgb));
    [r, g, b, w]
}

impl Atmosphere {
    /// The uniform for a camera at `eye` that draws into `viewport` pixels.
    /// A metre takes so many pixels at a distance of one metre.
    pub(in crate::window) fn uniform(&self, clip_from_world: Mat4, eye: Vec3, viewport: [f32; 2], pixels_per_metre: f32) -> ViewUniform {
        let [zenith, horizon, ground, shore] = surroundings(self.theme);
        let side = self.root_side.max(1e-3);
        let map_side = side * (1.0 + 2.0 * MAP_MARGIN);
        let sun = SUN.normalize_or_zero();
        ViewUniform {
            clip_from_world: clip_from_world.to_cols_array_2d(),
            world_from_clip: clip_from_world.inverse().to_cols_array_2d(),
            eye: eye.extend(self.tween).to_array(),
            sun: sun.extend(self.frustums_grown).to_array(),
            zenith: linear(zenith, self.pixels_per_point),
            horizon: linear(horizon, 1.0 / (HAZE_SIDES * side)),
            ground: linear(ground, side),
            shore: linear(shore, 0.8),
            map: [-0.5 * map_side, -0.5 * map_side, 1.0 / map_side, map_side / self.map_size.max(1) as f32],
            screen: [viewport[0], viewport[1], self.tallest, if self.outlines { 1.0 } else { 0.0 }],
            facade: [
                if self.area_mode == AreaMode::Linear { 2.0 } else { 4.0 },
                if self.metric == Metric::Objects { 1000_f32.log2() } else { 10.0 },
                self.terraces,
                map_side / self.light_size.max(1) as f32,
            ],
            detail: [pixels_per_metre * pixels_per_metre / FEWEST_PIXELS, LEAST_SHARE, 0.0, 0.0],
            marks: [u32::MAX, self.hovered.unwrap_or(u32::MAX), u32::from(self.theme == Theme::Light), u32::from(self.rings)],
        }
    }
}
