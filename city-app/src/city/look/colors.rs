//! What colours mean: growth ramps, the district gradient, selection, references.
//!
//! All colours are sRGB in `0.0..=1.0` and are mixed in sRGB, as published.

use crate::base::colors::{Rgb, hex};
use crate::base::settings::{CitySettings, DistrictColors, GrowthRamp, Theme};

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

/// Settings with each of the colours that districts may have.
#[cfg(test)]
pub(crate) fn grounds() -> [CitySettings; 3] {
    [(DistrictColors::Blue, Theme::Dark), (DistrictColors::Stone, Theme::Dark), (DistrictColors::Stone, Theme::Light)]
        .map(|(district_colors, theme)| CitySettings { district_colors, theme, ..CitySettings::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::colors::sight::{nearest, told_apart};

    const RAMPS: [GrowthRamp; 2] = [GrowthRamp::Published, GrowthRamp::ColorBlind];
    const FRUSTUM: &str = "a reference frustum is no box: it hangs in the air between two of them";
    const SLAB: &str = "the minimap frames the district that is selected, and the inspector names it";

    /// What may stand side by side and means different things; with a reason where something else than colour tells them apart.
    fn neighbors(ramp: GrowthRamp) -> Vec<(String, [Rgb; 2], Option<&'static str>)> {
        let growth = |share: f32| growth_color(ramp, share);
        let mut all = vec![
            ("no growth and the strongest".to_owned(), [growth(0.0), growth(1.0)], None),
            ("no growth and half of the strongest".to_owned(), [growth(0.0), growth(0.5)], None),
            ("half of the strongest growth and the strongest".to_owned(), [growth(0.5), growth(1.0)], None),
            ("light and heavy, of one point".to_owned(), [weight_color(0.0), weight_color(1.0)], None),
            ("who keeps the selection alive and what it keeps alive".to_owned(), [INCOMING, OUTGOING], None),
            ("selection and who keeps it alive".to_owned(), [SELECTION, INCOMING], Some(FRUSTUM)),
            ("selection and what it keeps alive".to_owned(), [SELECTION, OUTGOING], Some(FRUSTUM)),
        ];
        for step in 0..=20_u16 {
            let share = f32::from(step) / 20.0;
            all.push((format!("selection and growth of {share}"), [SELECTION, growth(share)], None));
            all.push((format!("selection and weight of {share}"), [SELECTION, weight_color(share)], None));
            all.push((format!("who keeps it alive and growth of {share}"), [INCOMING, growth(share)], None));
            all.push((format!("what it keeps alive and growth of {share}"), [OUTGOING, growth(share)], Some(FRUSTUM)));
            for ground in grounds() {
                let slab = district_color(&ground, step, 20);
                all.push((format!("selection and district of level {step}"), [SELECTION, slab], Some(SLAB)));
            }
        }
        all
    }

    #[test]
    fn what_means_different_things_looks_different_to_all_eyes() {
        let bar = told_apart();
        let mut excused = std::collections::BTreeSet::new();
        for (what, [a, b], reason) in RAMPS.into_iter().flat_map(neighbors) {
            let (distance, eyes) = nearest(a, b);
            if distance < bar {
                excused.extend(reason);
            }
            assert!(distance >= bar || reason.is_some(), "{what}: {distance:.3} for {eyes:?}, not {bar:.3}");
        }
        assert_eq!(excused.len(), 2, "no reason is given for what needs none: {excused:?}");
    }

    #[test]
    fn the_first_of_the_ramps_ends_in_the_published_red() {
        assert_eq!(growth_color(GrowthRamp::default(), 1.0), hex(0xE0_20_1B));
    }
}
