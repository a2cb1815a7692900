//! The settings pane: the six published settings, metric and speed, and everything else of [`CitySettings`].

use std::path::PathBuf;

use analysis::Metric;
use bevy_egui::egui::{self, Align, Layout, Response, RichText, ScrollArea, TextEdit, Ui};

use super::icons::{Icon, icon_button};
use super::theme::{GAP, TEXT_TITLE};
use super::widgets::{check_box, metric_switch, note, section, slider_ui, switch};
use crate::base::settings::{
    AreaModeSetting, CitySettings, Direction, DistrictColors, FrustumScaleSetting, GrowthRamp, HeightSetting, INTERFACE_SCALE, Quality,
    RouteSetting, SCALE_STEP, Theme,
};
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::playback::DWELL_SECS;
use crate::view::state::Panel;

/// What the pane shows.
pub(crate) struct SettingsView<'a> {
    pub(crate) settings: &'a CitySettings,
    /// What the city can show.
    pub(crate) metrics: &'a [Metric],
    /// Leaves of the union tree: more solid buildings there cannot be.
    pub(crate) leaves: u32,
    /// The largest number of children of any node: a larger child count changes nothing.
    pub(crate) most_children: u32,
    /// The input has references.
    pub(crate) references_known: bool,
    /// Where presets go when only a name is typed.
    pub(crate) preset_folder: &'a str,
}

/// Draws the pane.
pub(crate) fn settings_ui(ui: &mut Ui, view: &SettingsView<'_>, commands: &mut Vec<CityCommand>) {
    let mut settings = view.settings.clone();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Settings").size(TEXT_TITLE).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Close, "Close the settings", "Esc", false).clicked() {
                commands.push(CityCommand::Toggle(Panel::Settings));
            }
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        city_ui(ui, view, &mut settings);
        growth_ui(ui, view, &mut settings);
        references_ui(ui, view, &mut settings);
        time_ui(ui, &mut settings);
        picture_ui(ui, &mut settings);
        presets_ui(ui, view, commands);
        ui.add_space(GAP);
        if ui.button("Back to defaults").on_hover_text("All settings of this dataset; can be undone").clicked() {
            settings = CitySettings::default();
        }
        ui.add_space(GAP);
    });
    if settings != *view.settings {
        commands.push(CityCommand::Set(Box::new(settings)));
    }
}

/// A named row: the name at the left, the control at the right.
fn row(ui: &mut Ui, name: &str, tip: &str, control: impl FnOnce(&mut Ui, egui::Id)) {
    ui.horizontal(|ui| {
        let label = ui.label(name).on_hover_text(tip);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| control(ui, label.id));
    });
}

fn check(ui: &mut Ui, on: &mut bool, text: &str, tip: &str) -> Response {
    check_box(ui, on, text).on_hover_text(tip)
}

/// Choices side by side at the right of a row.
fn choice<T: Copy + PartialEq>(ui: &mut Ui, name: &str, tip: &str, value: &mut T, choices: &[(T, &str, &str)]) {
    ui.horizontal(|ui| {
        ui.label(name).on_hover_text(tip);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reversed: Vec<_> = choices.iter().rev().copied().collect();
            if let Some(chosen) = switch(ui, *value, &reversed) {
                *value = chosen;
            }
        });
    });
}

fn city_ui(ui: &mut Ui, view: &SettingsView<'_>, settings: &mut CitySettings) {
    section(ui, "City");
    row(ui, "Metric", "What base area, height and colour show", |ui, _| {
        if let Some(metric) = metric_switch(ui, settings.metric, view.metrics.iter().rev().copied()) {
            settings.metric = metric;
        }
    });
    choice(
        ui,
        "Base area",
        "How a value becomes a base area",
        &mut settings.area_mode,
        &[
            (AreaModeSetting::Linear, "linear", "Twice the objects, twice the base area"),
            (AreaModeSetting::Sqrt, "square root", "Four times the objects, twice the base area: small groups stay visible"),
        ],
    );
    choice(
        ui,
        "Height",
        "What heights show: the same as the base, numbers of objects, bytes, or five classes",
        &mut settings.height,
        &[
            (HeightSetting::Same, "same", "What the base shows: walls can be read as well"),
            (
                HeightSetting::Objects,
                "by count",
                "High and narrow: many small objects; never less than 0.2 nor more than 12 times as high as wide",
            ),
            (
                HeightSetting::Bytes,
                "by size",
                "High and narrow: few large objects; never less than 0.2 nor more than 12 times as high as wide",
            ),
            (
                HeightSetting::Classes,
                "classes",
                "Tiny, small, medium, large, huge: a fifth of the different sizes each, by the most that buildings ever have",
            ),
        ],
    );
    let tip = "Each district shows so many of its largest groups";
    row(ui, "Groups per district", tip, |ui, label| {
        let mut all = settings.child_count.is_none();
        if check_box(ui, &mut all, "all").on_hover_text("Show all groups").changed() {
            settings.child_count = if all { None } else { CitySettings::default().child_count };
        }
        if let Some(count) = &mut settings.child_count {
            let most = view.most_children.max(*count).max(1);
            ui.add(egui::DragValue::new(count).range(1..=most).speed(0.2)).labelled_by(label).on_hover_text(tip);
        }
    });
    check(
        ui,
        &mut settings.others,
        "Growers and others",
        "The strongest growers of each district stand there as well, and all other groups together in one hatched block",
    );
    check(ui, &mut settings.shrink_districts, "Shrink districts", "District slabs shrink to the buildings that stand on them now");
    check(
        ui,
        &mut settings.room_for_selected_points,
        "Room for selected points only",
        "Lots are as large as the selected stretch of time needs them; what is larger at other points is cut to its lot",
    );
    choice(
        ui,
        "Districts",
        "Colours of the ground that buildings stand on",
        &mut settings.district_colors,
        &[
            (DistrictColors::Stone, "stone", "Terraces of stone: colour is left to growth, and blue to the selection"),
            (DistrictColors::Blue, "blue", "From dark to light blue, as published"),
        ],
    );
    check(ui, &mut settings.outlines, "Outlines", "Dark edges of buildings; they stay at 0 % opacity");
    check(ui, &mut settings.labels, "Labels", "Names of the strongest growers and of districts");
}

fn growth_ui(ui: &mut Ui, view: &SettingsView<'_>, settings: &mut CitySettings) {
    section(ui, "Growth");
    check(ui, &mut settings.color, "Colour growth", "Buildings turn from gray over orange to red as they grow  (C)");
    choice(
        ui,
        "Colours",
        "From no growth to the strongest",
        &mut settings.ramp,
        &[
            (GrowthRamp::Published, "gray-orange-red", "As published"),
            (GrowthRamp::ColorBlind, "color-blind", "Ordered by lightness, readable by color-blind eyes"),
        ],
    );
    check(
        ui,
        &mut settings.growth_bands,
        "Bands of growth",
        "Walls are paler the longer what they show has been there: what is new stands out",
    );
    check(ui, &mut settings.peaks, "Outlines of peaks", "What buildings were at their largest that have shrunk since, dashed");
    check(
        ui,
        &mut settings.pulses,
        "Light up with growth",
        "Buildings to which a step in time adds a tenth of the full colour light up for a moment",
    );
    let tip = "This many buildings with the strongest overall growth are solid, the same ones at all points";
    row(ui, "Solid buildings", tip, |ui, label| {
        let most = view.leaves.max(settings.solid_count);
        ui.add(egui::DragValue::new(&mut settings.solid_count).range(0..=most).speed(0.2)).labelled_by(label).on_hover_text(tip);
    });
    let tip = "Opacity of all other buildings; at 0 % only their outlines remain, and they can still be clicked";
    row(ui, "Opacity of the others", tip, |ui, label| {
        let mut percent = 100.0 * settings.non_solid_opacity;
        if slider_ui(ui, &mut percent, 0.0..=100.0, 1.0, " %", label).on_hover_text(tip).changed() {
            settings.non_solid_opacity = percent / 100.0;
        }
    });
}

fn references_ui(ui: &mut Ui, view: &SettingsView<'_>, settings: &mut CitySettings) {
    section(ui, "References");
    ui.add_enabled_ui(view.references_known, |ui| {
        check(
            ui,
            &mut settings.show_pointers,
            "Show references",
            "Frustums from the selection to who keeps it alive and what it keeps alive  (P)",
        );
        choice(
            ui,
            "Direction",
            "Which frustums are drawn",
            &mut settings.direction,
            &[
                (Direction::Incoming, "in", "Who keeps the selection alive (purple)"),
                (Direction::Outgoing, "out", "What the selection keeps alive (green)"),
                (Direction::Both, "both", "Both directions"),
            ],
        );
        let tip = "So many frustums at most in each direction, the thickest ones; the inspector lists all references";
        row(ui, "References per direction", tip, |ui, label| {
            ui.add(egui::DragValue::new(&mut settings.top_frustums).range(1..=500).speed(0.2)).labelled_by(label).on_hover_text(tip);
        });
        choice(
            ui,
            "Thickness",
            "What the radius of a frustum means",
            &mut settings.frustum_scale,
            &[
                (FrustumScaleSetting::Share, "share", "Disc area is the share of the building's objects that take part"),
                (FrustumScaleSetting::Count, "count", "Disc area is the number of objects, comparable across the city"),
            ],
        );
        choice(
            ui,
            "Route",
            "How frustums get from the selection to their partners",
            &mut settings.routes,
            &[
                (RouteSetting::Straight, "straight", "Straight, through what stands between"),
                (RouteSetting::Bundled, "bundled", "Over the districts of both ends: what goes the same way runs together"),
                (RouteSetting::Pipes, "pipes", "As pipes above the roofs, touching no building"),
            ],
        );
    });
    if !view.references_known {
        note(ui, "This input holds no references.");
    }
}

fn time_ui(ui: &mut Ui, settings: &mut CitySettings) {
    section(ui, "Time");
    let tip = "How long autoplay shows each point";
    row(ui, "Speed", tip, |ui, label| {
        slider_ui(ui, &mut settings.dwell_secs, DWELL_SECS, 0.1, " s", label).on_hover_text(tip);
    });
    check(ui, &mut settings.loop_playback, "Loop", "Autoplay starts over at the end");
    row(ui, "Interface scale", "Size of text and panels  (Ctrl +, Ctrl -, Ctrl 0)", |ui, label| {
        // No slider: it would run away from under the pointer.
        for (text, name, factor) in [("\u{2212}", "Smaller", 1.0 / SCALE_STEP), ("+", "Larger", SCALE_STEP)] {
            let button = ui.add(egui::Button::new(text).min_size(egui::vec2(26.0, 22.0))).labelled_by(label);
            button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
            if button.clicked() {
                settings.interface_scale = (settings.interface_scale * factor).clamp(*INTERFACE_SCALE.start(), *INTERFACE_SCALE.end());
            }
        }
        ui.label(format!("{:.0} %", 100.0 * settings.interface_scale));
    });
    check(ui, &mut settings.reduce_motion, "Reduce motion", "No easing: buildings and camera jump");
}

fn picture_ui(ui: &mut Ui, settings: &mut CitySettings) {
    section(ui, "Picture");
    choice(
        ui,
        "Theme",
        "Surroundings and panels",
        &mut settings.theme,
        &[(Theme::Dark, "night", "Dark  (T)"), (Theme::Light, "day", "Light  (T)")],
    );
    choice(
        ui,
        "Quality",
        "How much the picture may cost",
        &mut settings.quality,
        &[
            (Quality::Auto, "auto", "Full on graphics cards, lean on software adapters"),
            (Quality::Full, "full", "Shadows and ambient occlusion"),
            (Quality::Lean, "lean", "Neither: the fastest"),
        ],
    );
}

fn presets_ui(ui: &mut Ui, view: &SettingsView<'_>, commands: &mut Vec<CityCommand>) {
    section(ui, "Preset file");
    let id = ui.id().with("preset path");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let label = note(ui, &format!("A name (kept in {}) or a path", view.preset_folder));
    let edit = TextEdit::singleline(&mut text).hint_text("my-view").desired_width(f32::INFINITY);
    if ui.add(edit).labelled_by(label.id).changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    let path = preset_path(&text, view.preset_folder);
    ui.add_enabled_ui(path.is_some(), |ui| {
        ui.horizontal(|ui| {
            if ui.button("Export").on_hover_text("Write these settings to the file").clicked() {
                commands.extend(path.clone().map(|path| ShellCommand::ExportPreset(path).into()));
            }
            if ui.button("Import").on_hover_text("Take the settings from the file").clicked() {
                commands.extend(path.clone().map(|path| ShellCommand::ImportPreset(path).into()));
            }
        });
    });
}

/// The file that a typed text means: a bare name lies in the folder and ends in `.json`.
fn preset_path(text: &str, folder: &str) -> Option<PathBuf> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let path = PathBuf::from(text);
    if path.components().count() > 1 || path.is_absolute() {
        return Some(path);
    }
    Some(PathBuf::from(folder).join(if text.ends_with(".json") { text.to_owned() } else { format!("{text}.json") }))
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    fn harness() -> Harness<'static, Vec<CityCommand>> {
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let view = SettingsView {
                settings: &settings,
                metrics: &Metric::ALL,
                leaves: 100,
                most_children: 40,
                references_known: true,
                preset_folder: "/presets",
            };
            settings_ui(ui, &view, commands);
        };
        Harness::builder().with_size(egui::vec2(330.0, 1200.0)).build_ui_state(app, Vec::new())
    }

    /// Clicks a control and returns the settings it asks for.
    fn after_click(label: &str) -> CitySettings {
        let mut harness = harness();
        harness.get_by_label(label).click();
        harness.run();
        match harness.state().first() {
            Some(CityCommand::Set(settings)) => (**settings).clone(),
            other => panic!("{label}: {other:?}"),
        }
    }

    #[test]
    fn the_published_settings_are_all_there_and_change_one_thing_each() {
        let default = CitySettings::default();
        assert_eq!(after_click("linear"), CitySettings { area_mode: AreaModeSetting::Linear, ..default.clone() });
        assert_eq!(after_click("all"), CitySettings { child_count: None, ..default.clone() });
        assert_eq!(after_click("Show references"), CitySettings { show_pointers: false, ..default.clone() });
        assert_eq!(after_click("Colour growth"), CitySettings { color: false, ..default.clone() });
        assert_eq!(after_click("bytes"), CitySettings { metric: Metric::Bytes, ..default.clone() });
        assert_eq!(after_click("retained"), CitySettings { metric: Metric::Retained, ..default.clone() });
        assert_eq!(after_click("color-blind"), CitySettings { ramp: GrowthRamp::ColorBlind, ..default.clone() });
        assert_eq!(after_click("pipes"), CitySettings { routes: RouteSetting::Pipes, ..default.clone() });
        assert_eq!(after_click("day"), CitySettings { theme: Theme::Light, ..default });
        let harness = harness();
        for name in ["Groups per district", "Solid buildings", "Opacity of the others", "Speed"] {
            assert!(harness.query_all_by_label(name).count() > 0, "{name}");
        }
    }

    #[test]
    fn presets_need_a_name_and_bare_names_go_to_the_folder() {
        assert_eq!(preset_path("  ", "/presets"), None);
        assert_eq!(preset_path("mine", "/presets"), Some(PathBuf::from("/presets/mine.json")));
        assert_eq!(preset_path("/tmp/x.json", "/presets"), Some(PathBuf::from("/tmp/x.json")));
        let mut harness = harness();
        harness.get_by_label("Export").click();
        harness.run();
        assert!(harness.state().is_empty());
    }
}
