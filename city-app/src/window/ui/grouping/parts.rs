//! Small parts of the grouping editor.

use bevy_egui::egui;
use bevy_egui::egui::{CornerRadius, Label, RichText, Ui};

use crate::window::ui::icons::{Icon, icon_label};
use crate::window::ui::theme::{Palette, TEXT_SMALL};

/// Says what is wrong.
pub(crate) fn fault_label(ui: &mut Ui, text: &str) {
    let palette = Palette::of_ui(ui);
    ui.horizontal_top(|ui| {
        icon_label(ui, Icon::Warning, palette.growth);
        ui.add(Label::new(RichText::new(text).color(palette.growth)).wrap());
    });
}

/// The kind of a step, small, where it is not the usual one.
pub(crate) fn chip(ui: &mut Ui, kind: &str) {
    if kind.is_empty() || kind == "classifier" {
        return;
    }
    let palette = Palette::of_ui(ui);
    egui::Frame::new().fill(palette.control).corner_radius(CornerRadius::same(4)).inner_margin(egui::Margin::symmetric(6, 1)).show(
        ui,
        |ui| {
            ui.label(RichText::new(kind).size(TEXT_SMALL).color(palette.text_weak));
        },
    );
}
