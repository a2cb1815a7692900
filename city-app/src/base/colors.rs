//! Colours as numbers: sRGB with channels in `0.0..=1.0`, how bright they are, and those of the lines of charts.

#[cfg(test)]
pub(crate) mod sight;

/// Red, green, blue.
pub type Rgb = [f32; 3];

/// How many lines of a chart can be told apart.
pub const LINES: usize = 8;

/// Colours of lines on a light ground. Like those at night they began as the palette of Okabe and Ito and were then searched for the
/// greatest distance between the nearest two, gray included, as seen by any kind of eyes ([`sight`] in tests).
pub const LINES_BY_DAY: [u32; LINES] = [0xAB_4A_00, 0x07_7D_CC, 0x26_7A_57, 0xA3_4D_9F, 0x73_93_0C, 0x8D_2B_08, 0x48_28_B2, 0x46_43_46];
/// Colours of lines on a dark ground.
pub const LINES_AT_NIGHT: [u32; LINES] = [0xEB_A2_07, 0x6D_B8_FC, 0x60_E3_C9, 0xC5_78_B0, 0xF2_E5_3E, 0xEF_76_52, 0x86_91_FF, 0xCD_B1_8C];

/// The colour of a number such as `0xE0_20_1B`.
#[must_use]
pub const fn hex(rgb: u32) -> Rgb {
    [channel(rgb, 16), channel(rgb, 8), channel(rgb, 0)]
}

const fn channel(rgb: u32, shift: u32) -> f32 {
    ((rgb >> shift) & 0xFF) as f32 / 255.0
}

/// The other way round, as style sheets have it: `#e0201b`. Channels beyond the limits are cut.
#[must_use]
pub fn css(color: Rgb) -> String {
    let [red, green, blue] = color.map(|part| (part * 255.0).round().clamp(0.0, 255.0) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The light of a colour: what its channels are in proportion to.
#[must_use]
pub fn linear(color: Rgb) -> Rgb {
    color.map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
}

/// Relative luminance after WCAG 2.1, `0.0..=1.0`.
#[must_use]
pub fn luminance(color: Rgb) -> f32 {
    let [r, g, b] = linear(color);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Whether letters on a ground of this colour are white: elsewhere black stands out more.
#[must_use]
pub fn wants_white_ink(ground: Rgb) -> bool {
    // Where both stand out equally.
    luminance(ground) < 0.179
}
