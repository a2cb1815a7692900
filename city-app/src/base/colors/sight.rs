//! What people see of colours: contrast, lightness, and how far two colours are apart for eyes of each kind.

use super::{Rgb, hex, linear, luminance};

/// Contrast ratio after WCAG 2.1, `1.0..=21.0`; text needs 4.5, lines and signs 3.
pub(crate) fn contrast(a: Rgb, b: Rgb) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// CIE lightness L* in `0.0..=100.0`.
pub(crate) fn lightness(color: Rgb) -> f32 {
    let y = luminance(color);
    if y > 0.008_856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
}

/// Kinds of eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// All three kinds of cones.
    Usual,
    /// Without the cones for long waves: reds are dark, and like greens.
    Protanopia,
    /// Without those for middle waves: reds are like greens.
    Deuteranopia,
    /// Without those for short waves: blues are like greens.
    Tritanopia,
}

impl Eyes {
    pub(crate) const ALL: [Self; 4] = [Self::Usual, Self::Protanopia, Self::Deuteranopia, Self::Tritanopia];

    /// The light of a colour that looks to usual eyes as this one does to these: Machado, Oliveira and Fernandes, "A Physiologically-based
    /// Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, at full severity.
    fn see(self, color: Rgb) -> Rgb {
        let matrix = match self {
            Self::Usual => return linear(color),
            Self::Protanopia => {
                [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]]
            }
            Self::Deuteranopia => {
                [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]]
            }
            Self::Tritanopia => {
                [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]]
            }
        };
        times(matrix, linear(color)).map(|c| c.clamp(0.0, 1.0))
    }

    /// How far two colours are apart for these eyes: the distance in OKLab (B. Ottosson, 2020), where equal steps look equal; black and
    /// white are 1 apart.
    pub(crate) fn distance(self, a: Rgb, b: Rgb) -> f32 {
        let [a, b] = [a, b].map(|color| oklab(self.see(color)));
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
    }
}

/// Of all kinds of eyes those for which two colours are nearest, and how far they are apart.
pub(crate) fn nearest(a: Rgb, b: Rgb) -> (f32, Eyes) {
    Eyes::ALL.map(|eyes| (eyes.distance(a, b), eyes)).into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are eyes")
}

/// Colours that mean different things are to be this far apart for all eyes: as far as the nearest two of the palette that Okabe and Ito
/// made for everybody ("Color Universal Design", 2008).
pub(crate) fn told_apart() -> f32 {
    const OKABE_ITO: [u32; 8] = [0, 0xE6_9F_00, 0x56_B4_E9, 0x00_9E_73, 0xF0_E4_42, 0x00_72_B2, 0xD5_5E_00, 0xCC_79_A7];
    pairs(&OKABE_ITO).map(|(&a, &b)| nearest(hex(a), hex(b)).0).fold(1.0, f32::min)
}

/// Every two of some things.
pub(crate) fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().enumerate().flat_map(|(at, a)| all[..at].iter().map(move |b| (b, a)))
}

fn times(matrix: [[f32; 3]; 3], color: Rgb) -> Rgb {
    matrix.map(|row| row.iter().zip(color).map(|(a, b)| a * b).sum())
}

/// Lightness, green to red, blue to yellow.
fn oklab(light: Rgb) -> [f32; 3] {
    let cones =
        [[0.412_221_47, 0.536_332_54, 0.051_445_993], [0.211_903_5, 0.680_699_5, 0.107_396_96], [0.088_302_46, 0.281_718_84, 0.629_978_7]];
    let lab = [
        [0.210_454_26, 0.793_617_8, -0.004_072_047],
        [1.977_998_5, -2.428_592_2, 0.450_593_7],
        [0.025_904_037, 0.782_771_77, -0.808_675_77],
    ];
    times(lab, times(cones, light).map(f32::cbrt))
}

#[test]
fn contrast_and_distance_are_those_of_known_colors() {
    let [black, white, red, green] = [0, 0xFF_FF_FF, 0xFF_00_00, 0x00_FF_00].map(hex);
    assert!((contrast(black, white) - 21.0).abs() < 1e-4 && (contrast(red, red) - 1.0).abs() < 1e-6);
    assert!((lightness(white) - 100.0).abs() < 1e-3 && (lightness(hex(0x77_77_77)) - 50.0).abs() < 0.2);
    // As published with OKLab: red is (0.628, 0.225, 0.126).
    for (ours, published) in oklab(linear(red)).iter().zip([0.628, 0.225, 0.126]) {
        assert!((ours - published).abs() < 1e-3, "{ours} {published}");
    }
    for eyes in Eyes::ALL {
        assert!((eyes.distance(black, white) - 1.0).abs() < 1e-2, "{eyes:?} see what is gray");
    }
    // A green and a brown of one lightness are what people without one kind of cones confuse.
    let [leaf, brown] = [hex(0x6A_8C_00), hex(0xA8_66_00)];
    assert!(Eyes::Usual.distance(leaf, brown) > 0.13 && Eyes::Deuteranopia.distance(leaf, brown) < 0.02);
    assert!(Eyes::Deuteranopia.distance(red, green) < Eyes::Usual.distance(red, green));
}

#[test]
fn the_bar_is_that_of_a_palette_for_everybody() {
    // The green and the purple of Okabe and Ito, to eyes without cones for middle waves.
    assert!((told_apart() - 0.0761).abs() < 5e-4, "{}", told_apart());
}
