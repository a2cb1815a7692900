//! Pictures of the sample cities for the start screen: made by `scripts/pictures.sh` from the samples themselves, part of
//! the program, decoded when they are first shown.

use std::collections::BTreeMap;

use bevy_egui::egui;

/// The pictures by sample: by night, by day.
const PICTURES: [(&str, [&[u8]; 2]); 7] = [
    (
        "easytravel-ds",
        [
            include_bytes!("../../../../assets/samples/easytravel-ds-dark.png"),
            include_bytes!("../../../../assets/samples/easytravel-ds-light.png"),
        ],
    ),
    ("fig10", [include_bytes!("../../../../assets/samples/fig10-dark.png"), include_bytes!("../../../../assets/samples/fig10-light.png")]),
    ("fig11", [include_bytes!("../../../../assets/samples/fig11-dark.png"), include_bytes!("../../../../assets/samples/fig11-light.png")]),
    ("fig12", [include_bytes!("../../../../assets/samples/fig12-dark.png"), include_bytes!("../../../../assets/samples/fig12-light.png")]),
    (
        "pet-shop-trace",
        [
            include_bytes!("../../../../assets/samples/pet-shop-trace-dark.png"),
            include_bytes!("../../../../assets/samples/pet-shop-trace-light.png"),
        ],
    ),
    (
        "travel-shop",
        [
            include_bytes!("../../../../assets/samples/travel-shop-dark.png"),
            include_bytes!("../../../../assets/samples/travel-shop-light.png"),
        ],
    ),
    (
        "travel-shop-trace",
        [
            include_bytes!("../../../../assets/samples/travel-shop-trace-dark.png"),
            include_bytes!("../../../../assets/samples/travel-shop-trace-light.png"),
        ],
    ),
];

/// Pictures that have been shown before.
#[derive(Default)]
pub(crate) struct SamplePictures(BTreeMap<(String, bool), Option<egui::TextureHandle>>);

impl SamplePictures {
    /// The picture of a sample in the theme of the panels; `None` for samples without one.
    pub(crate) fn of(&mut self, ctx: &egui::Context, sample: &str) -> Option<egui::TextureHandle> {
        let dark = ctx.global_style().visuals.dark_mode;
        let load = || Some(ctx.load_texture(format!("sample {sample} {dark}"), picture(sample, dark)?, egui::TextureOptions::LINEAR));
        self.0.entry((sample.to_owned(), dark)).or_insert_with(load).clone()
    }
}

fn picture(sample: &str, dark: bool) -> Option<egui::ColorImage> {
    let (_, [night, day]) = PICTURES.iter().find(|(name, _)| *name == sample)?;
    let picture = image::load_from_memory_with_format(if dark { night } else { day }, image::ImageFormat::Png).ok()?.into_rgba8();
    Some(egui::ColorImage::from_rgba_unmultiplied([picture.width() as usize, picture.height() as usize], &picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_of_the_repository_has_its_picture_in_both_themes() {
        for sample in crate::data::input::samples() {
            for dark in [true, false] {
                let picture = picture(&sample.name, dark).unwrap_or_else(|| panic!("no picture of {}", sample.name));
                let [width, height] = picture.size;
                assert!(width >= 400 && 2 * height >= width, "{} is {width} x {height}", sample.name);
            }
        }
    }
}
