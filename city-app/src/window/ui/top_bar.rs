//! The bar at the top: what is open, where the selection lies, the metric, search, settings, help.

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{self, Align, Layout, RichText, Ui, vec2};

use super::icons::{Icon, icon_button};
use super::search_box::{SearchView, search_ui};
use super::theme::{Palette, TEXT_SMALL, TEXT_TITLE};
use super::widgets::{metric_menu, metric_switch, name_ui, shorten};
use crate::base::settings::{CitySettings, Theme};
use crate::base::words;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::state::Panel;

/// What the bar shows.
pub(crate) struct TopBarView<'a> {
    /// What the dataset is called.
    pub(crate) title: &'a str,
    /// How many points it has.
    pub(crate) points: usize,
    /// The whole heap now, in bytes.
    pub(crate) heap_bytes: u64,
    /// From the root to the selection.
    pub(crate) path: &'a [(NodeIndex, String)],
    pub(crate) settings: &'a CitySettings,
    /// It is a recording that can be saved.
    pub(crate) can_save: bool,
    /// What it can show.
    pub(crate) metrics: &'a [Metric],
    pub(crate) search: SearchView<'a>,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    pub(crate) settings_open: bool,
    pub(crate) drawer_open: bool,
}

/// With less room the path to the selection is left out, with less still the amount; and the least room that the path has.
const ROOM_FOR_PATH: f32 = 420.0;
const ROOM_FOR_AMOUNT: f32 = 260.0;
const LEAST_PATH: f32 = 130.0;
/// The metrics stand side by side where so much is left for what is open.
const LEAST_TITLE: f32 = 110.0;

/// Draws the bar.
pub(crate) fn top_bar_ui(ui: &mut Ui, view: &TopBarView<'_>, commands: &mut Vec<CityCommand>) {
    ui.horizontal_centered(|ui| {
        if icon_button(ui, Icon::Home, "Start screen", "", false).clicked() {
            commands.push(ShellCommand::Close.into());
        }
        if icon_button(ui, Icon::Folder, "Open files or a folder", "Ctrl+O", false).clicked() {
            commands.push(ShellCommand::AskFiles.into());
        }
        if view.can_save && icon_button(ui, Icon::Save, "Save the recording as…", "Ctrl+Shift+S", false).clicked() {
            commands.push(ShellCommand::AskRecording.into());
        }
        if view.can_save && icon_button(ui, Icon::Pulse, "Look at the heap now", "Ctrl+Shift+W", false).clicked() {
            commands.push(ShellCommand::RequestWalk.into());
        }
        // The right part takes its room first: what is open gives way.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            right_ui(ui, view, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| opened_ui(ui, view, commands));
        });
    });
}

/// What is open, how much that is, and what is selected of it, as far as there is room.
fn opened_ui(ui: &mut Ui, view: &TopBarView<'_>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let room = ui.available_width();
    let points = if view.points == 1 { "1 point".to_owned() } else { format!("{} points", words::count(view.points as u64)) };
    let amount = format!("{points}, {}", words::bytes(view.heap_bytes));
    let has_path = room >= ROOM_FOR_PATH;
    let others = if has_path { LEAST_PATH } else { 0.0 } + if room >= ROOM_FOR_AMOUNT { 7.0 * amount.len() as f32 } else { 0.0 };
    ui.scope(|ui| {
        ui.set_max_width((room - others).max(0.0));
        // The end of a file's name tells it from others.
        let is_file = !view.title.contains(' ');
        let font = egui::FontId::proportional(TEXT_TITLE);
        let title = if is_file { shorten(ui.painter(), view.title, &font, ui.available_width()) } else { view.title.to_owned() };
        let title = egui::Label::new(RichText::new(title).size(TEXT_TITLE).strong()).truncate();
        let tip = if room >= ROOM_FOR_AMOUNT { view.title.to_owned() } else { format!("{}\n{amount}", view.title) };
        ui.add(title).on_hover_text(tip);
    });
    if room >= ROOM_FOR_AMOUNT {
        ui.label(RichText::new(amount).color(palette.text_weak).size(TEXT_SMALL))
            .on_hover_text("Points on the time axis; size of the whole heap at the point shown");
    }
    if has_path {
        ui.separator();
        breadcrumb_ui(ui, view.path, commands);
    }
}

/// The districts above the selection; the first ones give way when it is long.
fn breadcrumb_ui(ui: &mut Ui, path: &[(NodeIndex, String)], commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if path.is_empty() {
        ui.add(egui::Label::new(RichText::new("Click a building").color(palette.text_weak)).truncate());
        return;
    }
    ui.spacing_mut().item_spacing.x = 5.0;
    // Each part gets room by its length; what does not fit is cut from the front.
    let available = ui.available_width() - 24.0;
    let width_of = |name: &str| 7.6 * name.chars().count() as f32 + 18.0;
    let mut first = path.len() - 1;
    let mut used = width_of(&path[first].1);
    while first > 0 && used + width_of(&path[first - 1].1) < available {
        first -= 1;
        used += width_of(&path[first].1);
    }
    if first > 0 {
        let hidden: Vec<&str> = path[..first].iter().map(|(_, name)| name.as_str()).collect();
        ui.label(RichText::new("…").color(palette.text_weak)).on_hover_text(hidden.join(" › "));
    }
    for (at, (node, name)) in path.iter().enumerate().skip(first) {
        let last = at + 1 == path.len();
        if at > first {
            ui.label(RichText::new("›").color(palette.text_weak));
        }
        if last {
            name_ui(ui, name, &[], egui::TextStyle::Body.resolve(ui.style()), palette.selection, name);
        } else if ui.add(egui::Link::new(RichText::new(name).color(palette.text_weak))).on_hover_text("Select this district").clicked() {
            commands.push(CityCommand::Select(Some(*node)));
        }
    }
}

fn right_ui(ui: &mut Ui, view: &TopBarView<'_>, commands: &mut Vec<CityCommand>) {
    let set = |settings: CitySettings| CityCommand::Set(Box::new(settings));
    if icon_button(ui, Icon::Question, "Keys and terms", "?", false).clicked() {
        commands.push(CityCommand::Toggle(Panel::Help));
    }
    if icon_button(ui, Icon::Sliders, "Settings", "Ctrl+,", view.settings_open).clicked() {
        commands.push(CityCommand::Toggle(Panel::Settings));
    }
    if icon_button(ui, Icon::Table, "Findings, table, objects, graph, compare, trends", "F8", view.drawer_open).clicked() {
        commands.push(CityCommand::Toggle(Panel::Drawer));
    }
    let (icon, text, theme) = match view.settings.theme {
        Theme::Dark => (Icon::Sun, "Day theme", Theme::Light),
        Theme::Light => (Icon::Moon, "Night theme", Theme::Dark),
    };
    if icon_button(ui, icon, text, "T", false).clicked() {
        commands.push(set(CitySettings { theme, ..view.settings.clone() }));
    }
    if icon_button(ui, Icon::Camera, "Save a picture of the city", "Ctrl+S", false).clicked() {
        commands.push(ShellCommand::AskPicture.into());
    }
    ui.add_enabled_ui(view.can_redo, |ui| {
        if icon_button(ui, Icon::Redo, "Redo", "Ctrl+Shift+Z", false).clicked() {
            commands.push(CityCommand::Redo);
        }
    });
    ui.add_enabled_ui(view.can_undo, |ui| {
        if icon_button(ui, Icon::Undo, "Undo the last change of the view", "Ctrl+Z", false).clicked() {
            commands.push(CityCommand::Undo);
        }
    });
    search_ui(ui, &view.search, commands);
    let metrics = view.metrics.iter().copied();
    let switch_width = 64.0 * view.metrics.len() as f32;
    let chosen = if ui.available_width() < switch_width + LEAST_TITLE {
        metric_menu(ui, view.settings.metric, metrics)
    } else {
        // Right to left: the switch is drawn as a whole, so that its parts keep their order.
        let size = vec2(switch_width, ui.available_height());
        let layout = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| metric_switch(ui, view.settings.metric, metrics)).inner
    };
    if let Some(metric) = chosen {
        commands.push(set(CitySettings { metric, ..view.settings.clone() }));
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    fn harness() -> Harness<'static, Vec<CityCommand>> {
        harness_of(1400.0)
    }

    fn harness_of(width: f32) -> Harness<'static, Vec<CityCommand>> {
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let path = [(NodeIndex(0), "Heap".to_owned()), (NodeIndex(2), "java.util".to_owned()), (NodeIndex(4), "HashMap".to_owned())];
            let view = TopBarView {
                title: "my-app",
                points: 24,
                heap_bytes: 1 << 30,
                path: &path,
                settings: &settings,
                can_save: true,
                metrics: &Metric::ALL,
                search: SearchView { text: "", metric: Metric::Objects, hits: &[], query: None, has_heaps: true, focus: None },
                can_undo: false,
                can_redo: true,
                settings_open: false,
                drawer_open: false,
            };
            top_bar_ui(ui, &view, commands);
        };
        Harness::builder().with_size(vec2(width, 600.0)).build_ui_state(app, Vec::new())
    }

    #[test]
    fn the_metric_switch_and_the_breadcrumb_send_commands() {
        let mut harness = harness();
        harness.get_by_label("bytes").click();
        harness.run();
        let bytes = CitySettings { metric: Metric::Bytes, ..CitySettings::default() };
        assert_eq!(*harness.state(), [CityCommand::Set(Box::new(bytes))]);
        harness.get_by_label("java.util").click();
        harness.run();
        assert_eq!(harness.state().last(), Some(&CityCommand::Select(Some(NodeIndex(2)))));
    }

    #[test]
    fn in_a_narrow_bar_nothing_lies_over_anything_else_and_the_metrics_are_a_menu() {
        for width in [1400.0, 1024.0, 846.0, 760.0] {
            let mut harness = harness_of(width);
            harness.run();
            let names = ["Start screen", "Save the recording as…", "Look at the heap now", "Search", "Redo", "Settings", "Keys and terms"];
            let mut ends: Vec<_> = names.iter().filter_map(|name| Some(harness.query_by_label(name)?.rect())).collect();
            ends.extend(harness.query_by_label("bytes").map(|node| node.rect()));
            ends.extend(harness.query_by_label("Metric").map(|node| node.rect()));
            assert!(ends.len() >= 6, "{width}: {ends:?}");
            for (at, a) in ends.iter().enumerate() {
                assert!(ends[..at].iter().all(|b| !a.shrink(1.0).intersects(b.shrink(1.0))), "{width}: {ends:?}");
                assert!(a.min.x >= 0.0 && a.max.x <= width, "{width}: {a:?}");
            }
        }
        let mut harness = harness_of(846.0);
        harness.get_by_label("Metric").click();
        harness.run();
        harness.get_by_label("bytes").click();
        harness.run();
        let bytes = CitySettings { metric: Metric::Bytes, ..CitySettings::default() };
        assert_eq!(*harness.state(), [CityCommand::Set(Box::new(bytes))]);
    }

    #[test]
    fn a_recording_can_be_saved() {
        let mut harness = harness();
        harness.get_by_label("Save the recording as…").click();
        harness.run();
        harness.get_by_label("Look at the heap now").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::AskRecording.into(), ShellCommand::RequestWalk.into()]);
    }

    #[test]
    fn undo_is_dimmed_when_there_is_nothing_to_undo() {
        let mut harness = harness();
        harness.get_by_label("Undo the last change of the view").click();
        harness.get_by_label("Redo").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Redo]);
    }
}
