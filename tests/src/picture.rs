//! Pictures of the city, judged without a golden file: sizes, variety, which colours of meaning cover how much.

use std::path::Path;

use image::RgbImage;

/// Two pictures are the same if, on average, a colour channel differs by no more than this share of its range. It
/// leaves room for drivers that round differently at edges, and for nothing else.
pub const TOLERANCE: f64 = 0.004;

/// A family of colours, told by hue: light and shade change lightness, not hue.
#[derive(Debug, Clone, Copy)]
pub struct Hue {
    from_degrees: f64,
    to_degrees: f64,
    least_saturation: f64,
}

/// Strong growth.
pub const RED: Hue = Hue { from_degrees: -12.0, to_degrees: 14.0, least_saturation: 0.55 };
/// Who keeps the selection alive.
pub const PURPLE: Hue = Hue { from_degrees: 265.0, to_degrees: 300.0, least_saturation: 0.35 };
/// Whom the selection keeps alive.
pub const GREEN: Hue = Hue { from_degrees: 125.0, to_degrees: 160.0, least_saturation: 0.35 };
/// The selection: more saturated than any district.
pub const SELECTION_BLUE: Hue = Hue { from_degrees: 205.0, to_degrees: 230.0, least_saturation: 0.7 };

/// Reads a PNG.
///
/// # Panics
/// When it is missing or broken.
#[must_use]
pub fn read(path: &Path) -> RgbImage {
    image::open(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display())).to_rgb8()
}

/// The share of pixels, `0..=1`, in this family of colours and bright enough to be seen as such.
#[must_use]
pub fn share_of(picture: &RgbImage, hue: Hue) -> f64 {
    const LEAST_BRIGHTNESS: u8 = 70;
    let in_family = |pixel: &&image::Rgb<u8>| {
        let [red, green, blue] = pixel.0.map(f64::from);
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        if most < f64::from(LEAST_BRIGHTNESS) || (most - least) / most < hue.least_saturation {
            return false;
        }
        let turn = if most == red {
            (green - blue) / (most - least)
        } else if most == green {
            (blue - red) / (most - least) + 2.0
        } else {
            (red - green) / (most - least) + 4.0
        };
        let degrees = 60.0 * turn;
        [degrees, degrees - 360.0, degrees + 360.0].iter().any(|degrees| (hue.from_degrees..=hue.to_degrees).contains(degrees))
    };
    picture.pixels().filter(in_family).count() as f64 / f64::from(picture.width() * picture.height())
}

/// The number of different colours.
#[must_use]
pub fn colors(picture: &RgbImage) -> usize {
    picture.pixels().map(|pixel| pixel.0).collect::<std::collections::BTreeSet<_>>().len()
}

/// How much two pictures of one size differ, as a share of the range of a channel, averaged.
///
/// # Panics
/// When the sizes differ.
#[must_use]
pub fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions(), "sizes");
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum();
    sum as f64 / (a.as_raw().len() as f64 * 255.0)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::{GREEN, Hue, PURPLE, RED, SELECTION_BLUE, difference, share_of};

    fn check_hue(color: [u8; 3], hue: Hue, others: [Hue; 3]) {
        let mut picture = RgbImage::from_pixel(2, 1, Rgb(color));
        picture.put_pixel(1, 0, Rgb([150, 150, 150]));
        assert!((share_of(&picture, hue) - 0.5).abs() < 1e-9, "{color:?}");
        for other in others {
            assert_eq!(share_of(&picture, other), 0.0, "{color:?} is no {other:?}");
        }
    }

    #[test]
    fn the_colors_of_meaning_are_told_apart_in_light_and_shade() {
        for shade in [1.0, 0.6] {
            let shaded = |color: [u8; 3]| color.map(|channel| (f64::from(channel) * shade) as u8);
            check_hue(shaded([0xE0, 0x20, 0x1B]), RED, [PURPLE, GREEN, SELECTION_BLUE]);
            check_hue(shaded([0x9B, 0x30, 0xD9]), PURPLE, [RED, GREEN, SELECTION_BLUE]);
            check_hue(shaded([0x27, 0xAE, 0x4F]), GREEN, [RED, PURPLE, SELECTION_BLUE]);
            check_hue(shaded([0x2F, 0x7B, 0xFF]), SELECTION_BLUE, [RED, PURPLE, GREEN]);
        }
    }

    #[test]
    fn black_and_white_differ_entirely() {
        let black = RgbImage::from_pixel(3, 2, Rgb([0, 0, 0]));
        let white = RgbImage::from_pixel(3, 2, Rgb([255, 255, 255]));
        assert_eq!(difference(&black, &white), 1.0);
        assert_eq!(difference(&white, &white), 0.0);
    }
}
