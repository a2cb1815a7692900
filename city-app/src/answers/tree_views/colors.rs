//! Colours of groups: the parts of the whole are told apart, and everything within one of them is lighter.

use serde::Serialize;

use super::TreeViews;

/// Of the parts of the whole, by their place. These are the ten of d3 without red, as the published tool has them.
const OF_PARTS: [u32; 9] = [0x1F_77_B4, 0xFF_7F_0E, 0x2C_A0_2C, 0x94_67_BD, 0x8C_56_4B, 0xE3_77_C2, 0x7F_7F_7F, 0xBC_BD_22, 0x17_BE_CF];
/// Of all parts that are together.
const OF_OTHERS: u32 = 0xD6_27_28;
/// Of the whole, and of what has been gone down into.
pub(super) const OF_WHOLE: u32 = 0xBD_BD_BD;
/// Around what is under the pointer, and around what is red itself.
const POINTED: u32 = 0xE0_20_1B;
const POINTED_IN_OTHERS: u32 = 0xFF_E1_19;
/// By so much of what is missing to white each level is lighter than the one above.
const LIGHTER: f64 = 0.12;

/// All of them, for whoever works colours out elsewhere; `#rrggbb`.
#[derive(Debug, Clone, Serialize)]
pub struct TreePalette {
    parts: Vec<String>,
    others: String,
    whole: String,
    lighter: f64,
    pointed: String,
    pointed_in_others: String,
}

impl TreePalette {
    /// The published colours.
    #[must_use]
    pub fn published() -> Self {
        let written = |color: u32| format!("#{color:06x}");
        Self {
            parts: OF_PARTS.map(written).to_vec(),
            others: written(OF_OTHERS),
            whole: written(OF_WHOLE),
            lighter: LIGHTER,
            pointed: written(POINTED),
            pointed_in_others: written(POINTED_IN_OTHERS),
        }
    }
}

impl TreeViews {
    /// The colour of a shown group, 0xRRGGBB: the same at all points and in all views.
    #[must_use]
    pub fn color(&self, node: usize) -> u32 {
        let info = &self.tree.nodes[node];
        let part = match info.level {
            0 => return OF_WHOLE,
            _ if self.is_in_first_others(node) => OF_OTHERS,
            _ => OF_PARTS[info.rank % OF_PARTS.len()],
        };
        lighter(part, 1.0 - (1.0 - LIGHTER).powi(i32::from(info.level) - 1))
    }

    /// The colour of the edge around a shown group that is under the pointer.
    #[must_use]
    pub fn pointed_color(&self, node: usize) -> u32 {
        if node != 0 && self.is_in_first_others(node) { POINTED_IN_OTHERS } else { POINTED }
    }

    fn is_in_first_others(&self, node: usize) -> bool {
        let parts = self.tree.nodes[0].children.clone();
        self.tree.nodes.get(parts.start + self.tree.nodes[node].rank).is_some_and(|part| part.is_rest)
    }
}

/// A colour so much of the way to white.
fn lighter(color: u32, share: f64) -> u32 {
    let part = |shift: u32| {
        let value = f64::from(color >> shift & 0xFF);
        ((value + share * (255.0 - value)).round() as u32) << shift
    };
    part(16) | part(8) | part(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_get_lighter_and_stay_colors() {
        assert_eq!([lighter(0x1F_77_B4, 0.0), lighter(0x00_00_FF, 0.5), lighter(0x12_34_56, 1.0)], [0x1F_77_B4, 0x80_80_FF, 0xFF_FF_FF]);
    }
}
