//! What colours mean: growth ramps, the district gradient, selection, references.
//!
//! All colours are sRGB in `0.0..=1.0` and are mixed in sRGB, as published.

use crate::base::settings::{CitySettings, DistrictColors, GrowthRamp, Theme};

/// Red, green, blue.
pub type Rgb = [f32; 3];

/// A building that does not grow, and every building while growth colours are off.
pub const NO_GROWTH: Rgb = hex(0x9A_9A_9A);
/// The selection, and nothing else, is blue.
pub const SELECTION: Rgb = hex(0x2F_7B_FF);
/// The partner keeps the selection alive.
pub const INCOMING: Rgb = hex(0x9B_30_D9);
/// The selection keeps the partner alive.
pub const OUTGOING: Rgb = hex(0x27_AE_4F);
/// The building that weighs most, in a city of one point.
const HEAVIEST: Rgb = hex(0xFF_E8_6B);
/// What has been there for long goes towards this; `boxes.wgsl` has it, too.
const OLD: Rgb = hex(0x81_81_81);
/// Opacity of reference frustums.
pub const FRUSTUM_OPACITY: f32 = 0.8;

/// The root district and the deepest ones, as published.
const BLUE_DISTRICTS: [Rgb; 2] = [hex(0x0B_1F_4B), hex(0xA9_CD_F2)];
/// The same as stone, at night and by day.
const STONE_BY_NIGHT: [Rgb; 2] = [hex(0x24_2B_38), hex(0x66_70_7E)];
const STONE_BY_DAY: [Rgb; 2] = [hex(0x9F_9B_93), hex(0xEC_E8_DF)];

/// Gray, orange, red.
const PUBLISHED_STOPS: [Rgb; 3] = [NO_GROWTH, hex(0xFF_9A_1F), hex(0xE0_20_1B)];
/// Light gray, amber, dark red: lightness falls evenly (L* 84, 61, 34), and amber against gray differs in blue, the
/// part of the spectrum that red-green blindness keeps.
const COLOR_BLIND_STOPS: [Rgb; 3] = [hex(0x00D2_D2D2), hex(0x00CE_8316), hex(0x009C_1E1E)];

/// The colour of growth; `growth` is a share of the largest growth and is clamped to `0.0..=1.0` (5.2).
#[inline]
#[must_use]
pub fn growth_color(ramp: GrowthRamp, growth: f32) -> Rgb {
    let stops = match ramp {
        GrowthRamp::Published => &PUBLISHED_STOPS,
        GrowthRamp::ColorBlind => &COLOR_BLIND_STOPS,
    };
    // NaN fails the comparison and becomes 0.
    let twice = if growth > 0.0 { 2.0 * growth.min(1.0) } else { 0.0 };
    if twice < 1.0 { mix(stops[0], stops[1], twice) } else { mix(stops[1], stops[2], twice - 1.0) }
}

/// How much of it a building of a single point has; `weight` is a share of the most of any building. Red is for what grows.
#[must_use]
pub fn weight_color(weight: f32) -> Rgb {
    // NaN fails the comparison and becomes 0. The root keeps the many light ones apart.
    mix(NO_GROWTH, HEAVIEST, if weight > 0.0 { weight.min(1.0).sqrt() } else { 0.0 })
}

/// The colour of what has been there for long: paler up to `age` 1, which is what has stood there since the first point.
#[must_use]
pub fn aged(color: Rgb, age: f32) -> Rgb {
    mix(color, OLD, 0.7 * age)
}

/// The colour of a district slab; level 0 is the root (5.1).
#[must_use]
pub fn district_color(settings: &CitySettings, level: u16, deepest_district_level: u16) -> Rgb {
    let [root, deepest] = match (settings.district_colors, settings.theme) {
        (DistrictColors::Blue, _) => BLUE_DISTRICTS,
        (DistrictColors::Stone, Theme::Dark) => STONE_BY_NIGHT,
        (DistrictColors::Stone, Theme::Light) => STONE_BY_DAY,
    };
    mix(root, deepest, f32::from(level) / f32::from(deepest_district_level.max(1)))
}

/// `share` 0 gives exactly `from`, 1 exactly `to`.
#[inline]
fn mix(from: Rgb, to: Rgb, share: f32) -> Rgb {
    let channel = |at: usize| from[at] * (1.0 - share) + to[at] * share;
    [channel(0), channel(1), channel(2)]
}

const fn hex(rgb: u32) -> Rgb {
    [channel(rgb, 16), channel(rgb, 8), channel(rgb, 0)]
}

const fn channel(rgb: u32, shift: u32) -> f32 {
    ((rgb >> shift) & 0xFF) as f32 / 255.0
}
