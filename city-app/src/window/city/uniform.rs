//! The uniform that every shader of the city reads: camera, light, theme. Pure.

use bevy::math::{Mat4, Vec3};
use bytemuck::{Pod, Zeroable};

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
    /// w: strength of the grid.
    pub(in crate::window) grid: [f32; 4],
    /// Corner of the height map, 1 / its side, metres per texel.
    pub(in crate::window) map: [f32; 4],
    /// Viewport, tallest building, strength of outlines.
    pub(in crate::window) screen: [f32; 4],
    /// Selected box, box under the pointer, light theme.
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
    /// Record under the pointer.
    pub(in crate::window) hovered: Option<u32>,
    /// Texels along one side of the height map.
    pub(in crate::window) map_size: u32,
    /// Picture pixels per logical pixel.
    pub(in crate::window) pixels_per_point: f32,
}

/// Towards the sun: from the left, over the shoulder of somebody who looks north, high enough for short shadows.
const SUN: Vec3 = Vec3::new(-0.48, 0.74, 0.47);
/// The height map reaches this share of the city's side beyond it.
const MAP_MARGIN: f32 = 0.02;
/// Haze: this many sides of the city beyond its middle nearly everything is horizon.
const HAZE_SIDES: f32 = 2.2;

/// sRGB values of the surroundings: zenith, horizon, ground, grid.
fn surroundings(theme: Theme) -> [u32; 4] {
    match theme {
        Theme::Dark => [0x05_08_10, 0x1a_26_3c, 0x0d_14_22, 0x2c_3d_5c],
        Theme::Light => [0xb4_cd_e8, 0xf3_f5_f6, 0xf1_ee_e7, 0xc3_c6_c8],
    }
}

fn linear(rgb: u32, w: f32) -> [f32; 4] {
    let [r, g, b] = colors::linear(colors::hex(rgb));
    [r, g, b, w]
}

impl Atmosphere {
    /// The uniform for a camera at `eye` that draws into `viewport` pixels.
    pub(in crate::window) fn uniform(&self, clip_from_world: Mat4, eye: Vec3, viewport: [f32; 2]) -> ViewUniform {
        let [zenith, horizon, ground, grid] = surroundings(self.theme);
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
            grid: linear(grid, if self.theme == Theme::Dark { 0.45 } else { 0.5 }),
            map: [-0.5 * map_side, -0.5 * map_side, 1.0 / map_side, map_side / self.map_size.max(1) as f32],
            screen: [viewport[0], viewport[1], self.tallest, if self.outlines { 1.0 } else { 0.0 }],
            marks: [u32::MAX, self.hovered.unwrap_or(u32::MAX), u32::from(self.theme == Theme::Light), 0],
        }
    }
}
