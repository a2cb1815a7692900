//! The strip above the city that says that files could be read in part only: a heap that is incomplete must not pass for a whole one.

use bevy_egui::egui::{Align, Label, Layout, RichText, ScrollArea, Ui};

use super::icons::{Icon, icon_button, icon_label};
use super::theme::{Palette, TEXT_SMALL};
use crate::view::command::CityCommand;
use crate::view::state::Panel;

/// Files that are told of before the rest can be scrolled to.
const FILES_SEEN: f32 = 3.0;

/// Draws the strip: a sentence for each file.
pub(crate) fn partly_read_ui(ui: &mut Ui, parts: &[String], commands: &mut Vec<CityCommand>) {
    let attention = Palette::of_ui(ui).attention;
    ui.horizontal_top(|ui| {
        icon_label(ui, Icon::Warning, attention);
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            if icon_button(ui, Icon::Close, "Close what could be read in part only", "", false).clicked() {
                commands.push(CityCommand::Toggle(Panel::PartlyRead));
            }
            ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                let files = if parts.len() == 1 { "a file".to_owned() } else { format!("{} files", parts.len()) };
                ui.add(Label::new(RichText::new(format!("This city is incomplete: {files} could be read in part only")).strong()).wrap());
                let line = ui.text_style_height(&bevy_egui::egui::TextStyle::Body) + ui.spacing().item_spacing.y;
                ScrollArea::vertical().max_height(2.0 * FILES_SEEN * line).show(ui, |ui| {
                    for part in parts {
                        ui.add(Label::new(RichText::new(part).size(TEXT_SMALL)).wrap().selectable(true));
                    }
                });
            });
        });
    });
}
