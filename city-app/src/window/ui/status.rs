//! The status bar: own memory use, how numbers are defined, warnings.

use bevy_egui::egui::{Align, FontId, Layout, RichText, Ui};

use super::icons::{Icon, icon_label};
use super::theme::{Palette, TEXT_SMALL};
use super::widgets::shorten;
use crate::base::words;
use crate::view::command::CityCommand;
use crate::view::state::Panel;

/// What the status bar shows.
pub(crate) struct StatusView<'a> {
    /// Resident memory of this program, where the system tells.
    pub(crate) own_memory: Option<u64>,
    /// How sizes and references are defined for this input, one sentence; empty if the input does not say.
    pub(crate) policy: &'a str,
    /// What the input cannot show, one sentence each.
    pub(crate) notes: &'a [String],
    /// How many kinds of partial failures there were.
    pub(crate) warnings: usize,
    /// Buildings shown and frames per second.
    pub(crate) buildings: usize,
    pub(crate) frames_per_sec: Option<f64>,
    /// The last thing that happened: a picture saved, a preset that could not be read.
    pub(crate) message: &'a str,
}

/// Draws the bar.
pub(crate) fn status_ui(ui: &mut Ui, view: &StatusView<'_>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let small = |text: &str| RichText::new(text).size(TEXT_SMALL).color(palette.text_weak);
    ui.horizontal_centered(|ui| {
        if view.warnings > 0 {
            icon_label(ui, Icon::Warning, palette.attention);
            let text = if view.warnings == 1 { "1 warning".to_owned() } else { format!("{} warnings", view.warnings) };
            let response = ui.link(RichText::new(text).size(TEXT_SMALL).color(palette.attention));
            if response.on_hover_text("What could not be read; the city shows the rest").clicked() {
                commands.push(CityCommand::Toggle(Panel::Warnings));
            }
            ui.separator();
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(memory) = view.own_memory {
                ui.label(small(&format!("own memory {}", words::bytes(memory)))).on_hover_text("Memory that this program uses itself");
                ui.separator();
            }
            if let Some(rate) = view.frames_per_sec {
                let pictures = if rate.round() == 1.0 { "picture" } else { "pictures" };
                ui.label(small(&format!("{rate:.0} {pictures}/s"))).on_hover_text("How often the picture is drawn");
                ui.separator();
            }
            ui.label(small(&format!("{} buildings", words::count(view.buildings as u64))))
                .on_hover_text("Buildings that have a plot in the city");
            ui.separator();
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let left = if view.message.is_empty() { view.policy } else { view.message };
                let text = if view.notes.is_empty() || !view.message.is_empty() {
                    left.to_owned()
                } else {
                    format!("{left}  {}", view.notes.join("  "))
                };
                // The end says as much as the beginning: it may name the cause of a leak.
                let short = shorten(ui.painter(), &text, &FontId::proportional(TEXT_SMALL), ui.available_width());
                let response = ui.add(bevy_egui::egui::Label::new(small(&short)).truncate());
                if !view.message.is_empty() {
                    response.on_hover_text(view.message);
                } else if !view.policy.is_empty() {
                    response.on_hover_text(format!(
                        "How the numbers of this input are defined: {}\n{}",
                        view.policy,
                        view.notes.join("\n")
                    ));
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    #[test]
    fn warnings_open_their_list() {
        let app = |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let view = StatusView {
                own_memory: Some(5 << 20),
                policy: "shallow sizes as MAT counts them",
                notes: &[],
                warnings: 3,
                buildings: 12,
                frames_per_sec: None,
                message: "",
            };
            status_ui(ui, &view, commands);
        };
        let mut harness = Harness::builder().with_size(vec2(900.0, 30.0)).build_ui_state(app, Vec::new());
        assert!(harness.query_by_label("own memory 5.00 MiB").is_some());
        harness.get_by_label("3 warnings").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Toggle(Panel::Warnings)]);
    }
}
