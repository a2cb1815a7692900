//! Letters of all scripts: egui brings Latin, Cyrillic, Greek and pictures; what else names are written in comes from fonts of the system.
//!
//! They are read beside the start of the window, which waits for none of them.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use bevy_egui::egui::{self, FontData, FontFamily};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::base::background::{Answer, Background};
use crate::base::system_fonts::system_fonts;
use crate::window::state::{PanelSystems, PictureMode};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FontReader>().add_systems(EguiPrimaryContextPass, take_fonts.before(PanelSystems));
}

/// Reads the fonts once.
#[derive(Resource, Default)]
struct FontReader {
    reading: Background<(), Vec<FontInsert>>,
    is_done: bool,
}

fn take_fonts(mut reader: ResMut<FontReader>, mut contexts: EguiContexts, picture: Option<Res<PictureMode>>) -> Result {
    if reader.is_done {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?;
    let fonts = if picture.is_some() {
        // A picture is drawn once, and has all its letters.
        read_fonts()
    } else {
        reader.reading.ask((), |_| Ok(read_fonts()));
        reader.reading.poll();
        match reader.reading.answer(&()) {
            Answer::Working { .. } => return Ok(()),
            Answer::Ready(fonts) => fonts.to_vec(),
            Answer::None | Answer::Failed(_) => Vec::new(),
        }
    };
    add_fonts(ctx, fonts);
    *reader = FontReader { is_done: true, ..FontReader::default() };
    Ok(())
}

/// The fonts that are there, behind all others.
fn read_fonts() -> Vec<FontInsert> {
    let last = |family| InsertFontFamily { family, priority: FontPriority::Lowest };
    let insert = |(path, bytes): (PathBuf, Vec<u8>)| {
        let families = [FontFamily::Proportional, FontFamily::Monospace].map(last);
        FontInsert::new(&path.display().to_string(), FontData::from_owned(bytes), families.into())
    };
    system_fonts().into_iter().map(insert).collect()
}

/// Letters that no font before has come from these.
fn add_fonts(ctx: &egui::Context, fonts: Vec<FontInsert>) {
    fonts.into_iter().for_each(|font| ctx.add_font(font));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_scripts_have_their_letters() {
        let ctx = egui::Context::default();
        add_fonts(&ctx, read_fonts());
        // Nothing is drawn: nobody wants the textures.
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let missing = |text: &str, family: FontFamily| -> String {
            ctx.fonts_mut(|fonts| {
                let mut font = fonts.fonts.font(&family);
                text.chars().filter(|letter| !font.characters().contains_key(letter)).collect()
            })
        };
        let texts = [
            ("Latin", "Größe…→±"),
            ("Cyrillic", "ЗаказЇ"),
            ("Greek", "Ωμέγα"),
            ("Arabic", "طلبية"),
            ("Hebrew", "הזמנה"),
            ("Chinese", "订单訂單"),
            ("Japanese", "注文チュウモンひらがな"),
            ("Korean", "주문"),
            ("emoji", "😀🚀"),
        ];
        for (script, text) in texts {
            for family in [FontFamily::Proportional, FontFamily::Monospace] {
                let missing = missing(text, family);
                assert!(missing.is_empty(), "no {missing:?} of {script}: are fonts-dejavu-core and fonts-wqy-microhei installed?");
            }
        }
    }
}
