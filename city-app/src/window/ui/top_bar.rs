//! The bar at the top: what is open, where the selection lies, the metric, search, settings, help.

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{self, Align, Key, Layout, RichText, TextEdit, Ui, vec2};

use super::icons::{Icon, icon_button, icon_label};
use super::theme::{Palette, TEXT_SMALL, TEXT_TITLE};
use super::widgets::{NodeRow, metric_choices, node_row, note, switch};
use crate::command::{CameraOrder, CityCommand, ShellCommand};
use crate::object_view::ListFilter;
use crate::settings::{CitySettings, Theme};
use crate::view_state::Panel;
use crate::words;

/// Rows of the result list before it says "more".
const RESULTS_LISTED: usize = 12;

/// One hit of a search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SearchHit {
    pub(crate) node: NodeIndex,
    pub(crate) name: String,
    /// The districts above it.
    pub(crate) place: String,
    /// The value at the point shown.
    pub(crate) value: u64,
    /// It has a plot.
    pub(crate) displayed: bool,
}

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
    /// What the city shows now.
    pub(crate) metric: Metric,
    /// What it can show.
    pub(crate) metrics: &'a [Metric],
    pub(crate) search: &'a str,
    pub(crate) hits: &'a [SearchHit],
    /// The search box takes the keyboard now; this was typed before it could.
    pub(crate) focus_search: Option<&'a str>,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    pub(crate) settings_open: bool,
    pub(crate) drawer_open: bool,
}

/// Draws the bar.
pub(crate) fn top_bar_ui(ui: &mut Ui, view: &TopBarView<'_>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.horizontal_centered(|ui| {
        if icon_button(ui, Icon::Home, "Start screen", "", false).clicked() {
            commands.push(ShellCommand::Close.into());
        }
        if icon_button(ui, Icon::Folder, "Open files or a folder", "Ctrl+O", false).clicked() {
            commands.push(ShellCommand::AskFiles.into());
        }
        let title = ui.label(RichText::new(view.title).size(TEXT_TITLE).strong());
        title.on_hover_text("What is open");
        let gcs = if view.points == 1 { "1 point".to_owned() } else { format!("{} points", words::count(view.points as u64)) };
        ui.label(RichText::new(format!("{gcs}, {}", words::bytes(view.heap_bytes))).color(palette.text_weak).size(TEXT_SMALL))
            .on_hover_text("Points on the time axis; size of the whole heap at the point shown");
        ui.separator();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            right_ui(ui, view, commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| breadcrumb_ui(ui, view.path, commands));
        });
    });
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
            ui.add(egui::Label::new(RichText::new(name).color(palette.selection).strong()).truncate());
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
    if icon_button(ui, Icon::Table, "Table, objects, graph, compare", "F8", view.drawer_open).clicked() {
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
    search_ui(ui, view, commands);
    // Right to left: the switch is drawn as a whole, so that its parts keep their order.
    let switch_width = 64.0 * view.metrics.len() as f32;
    let chosen = ui
        .allocate_ui_with_layout(vec2(switch_width, ui.available_height()), Layout::left_to_right(Align::Center), |ui| {
            switch(ui, view.settings.metric, &metric_choices(view.metrics))
        })
        .inner;
    if let Some(metric) = chosen {
        commands.push(set(CitySettings { metric, ..view.settings.clone() }));
    }
}

fn search_ui(ui: &mut Ui, view: &TopBarView<'_>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let mut text = view.search.to_owned();
    let edit = TextEdit::singleline(&mut text).id_salt("search").hint_text("Find a type or package  (Ctrl+F)").desired_width(220.0);
    let response = ui.add(edit);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::text_edit(true, view.search, view.search, "");
        info.label = Some("Search".to_owned());
        info
    });
    icon_label(ui, Icon::Search, palette.text_weak);
    if let Some(typed) = view.focus_search {
        take_keyboard(ui, &response, &mut text, typed);
    }
    if text != view.search {
        commands.push(CityCommand::Search(text.clone()));
    }
    let marked_id = response.id.with("marked");
    let mut marked: usize = ui.data(|data| data.get_temp(marked_id)).unwrap_or(0);
    if text != view.search {
        marked = 0;
    }
    let listed = view.hits.len().min(RESULTS_LISTED);
    if response.has_focus() && listed > 0 {
        let (down, up) = ui.input(|input| (input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp)));
        marked = (marked + usize::from(down)).saturating_sub(usize::from(up)).min(listed - 1);
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered && is_query(&text) {
        commands.push(CityCommand::FindObjects(text.trim().to_owned()));
    } else if entered && let Some(hit) = view.hits.get(marked) {
        choose(hit.node, commands);
    }
    ui.data_mut(|data| data.insert_temp(marked_id, marked));
    if text.trim().is_empty() {
        return;
    }
    egui::Popup::from_response(&response)
        .open(true)
        .close_behavior(egui::PopupCloseBehavior::IgnoreClicks)
        .width(380.0)
        .align(egui::RectAlign::BOTTOM_END)
        .show(|ui| hits_ui(ui, view, marked, commands));
}

/// Gives the box the keyboard. What stands there is marked, so that typing replaces it; what was typed already has.
fn take_keyboard(ui: &Ui, response: &egui::Response, text: &mut String, typed: &str) {
    use egui::text::{CCursor, CCursorRange};
    response.request_focus();
    let end = CCursor::new(if typed.is_empty() { text.chars().count() } else { typed.chars().count() });
    let start = if typed.is_empty() { CCursor::new(0) } else { end };
    if !typed.is_empty() {
        typed.clone_into(text);
    }
    let mut state = TextEdit::load_state(ui.ctx(), response.id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(start, end)));
    TextEdit::store_state(ui.ctx(), response.id, state);
}

fn hits_ui(ui: &mut Ui, view: &TopBarView<'_>, marked: usize, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.set_width(380.0);
    ui.spacing_mut().item_spacing.y = 2.0;
    if is_query(view.search) {
        note(ui, "Enter lists the objects that fit, below the city. For example: where type == \"java.lang.String\" and size > 1000");
        return;
    }
    if view.hits.is_empty() {
        note(ui, "Nothing is called so. Parts of names and packages work, letter case does not matter.");
        return;
    }
    let max = view.hits.iter().map(|hit| hit.value).max().unwrap_or(0).max(1) as f32;
    for (at, hit) in view.hits.iter().take(RESULTS_LISTED).enumerate() {
        let mut tip = hit.place.clone();
        if !hit.displayed {
            tip.push_str("\nNot in the city: left out by the child count");
        }
        let row = NodeRow {
            name: &hit.name,
            value: &words::short(view.metric, hit.value),
            fraction: hit.value as f32 / max,
            color: if hit.displayed { palette.heap } else { palette.line },
            selected: at == marked,
            tip: &tip,
        };
        if node_row(ui, &row).clicked() {
            choose(hit.node, commands);
        }
    }
    if view.hits.len() > RESULTS_LISTED {
        note(ui, &format!("{} more; type on to narrow the list", view.hits.len() - RESULTS_LISTED));
    } else {
        note(ui, "Enter selects the marked one and flies there, Esc closes the list");
    }
}

/// Whether a text asks for objects and not for names.
fn is_query(text: &str) -> bool {
    matches!(ListFilter::of(text), ListFilter::Query(_))
}

/// A chosen hit is selected and framed; the list has served.
fn choose(node: NodeIndex, commands: &mut Vec<CityCommand>) {
    commands.push(CityCommand::Select(Some(node)));
    commands.push(CityCommand::Camera(CameraOrder::FlyTo(node)));
    commands.push(CityCommand::Search(String::new()));
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    #[derive(Default)]
    struct State {
        search: String,
        /// Ctrl+F was pressed, and this typed before the next frame.
        typed: Option<String>,
        commands: Vec<CityCommand>,
    }

    fn harness() -> Harness<'static, State> {
        let settings = CitySettings::default();
        let app = move |ui: &mut Ui, state: &mut State| {
            let hits = [
                SearchHit { node: NodeIndex(4), name: "HashMap".into(), place: "java.util".into(), value: 5, displayed: true },
                SearchHit { node: NodeIndex(9), name: "HashMap$Node".into(), place: "java.util".into(), value: 2, displayed: false },
            ];
            let path = [(NodeIndex(0), "Heap".to_owned()), (NodeIndex(2), "java.util".to_owned()), (NodeIndex(4), "HashMap".to_owned())];
            let search = state.search.clone();
            let typed = state.typed.take();
            let view = TopBarView {
                title: "my-app",
                points: 24,
                heap_bytes: 1 << 30,
                path: &path,
                settings: &settings,
                metric: Metric::Objects,
                metrics: &Metric::ALL,
                search: &search,
                hits: if search.is_empty() { &[] } else { &hits },
                focus_search: typed.as_deref(),
                can_undo: false,
                can_redo: true,
                settings_open: false,
                drawer_open: false,
            };
            top_bar_ui(ui, &view, &mut state.commands);
            for command in &state.commands {
                if let CityCommand::Search(text) = command {
                    state.search.clone_from(text);
                }
            }
        };
        Harness::builder().with_size(vec2(1400.0, 600.0)).build_ui_state(app, State::default())
    }

    #[test]
    fn typing_searches_and_enter_selects_and_flies_to_the_marked_hit() {
        let mut harness = harness();
        harness.get_by_label("Search").focus();
        harness.run();
        harness.get_by_label("Search").type_text("hash");
        harness.run();
        assert_eq!(harness.state().search, "hash");
        harness.key_press(Key::ArrowDown);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        let node = NodeIndex(9);
        assert!(harness.state().commands.contains(&CityCommand::Select(Some(node))), "{:?}", harness.state().commands);
        assert!(harness.state().commands.contains(&CityCommand::Camera(CameraOrder::FlyTo(node))));
    }

    #[test]
    fn a_query_lists_objects() {
        let mut harness = harness();
        harness.get_by_label("Search").focus();
        harness.run();
        harness.get_by_label("Search").type_text("where size > 10");
        harness.run();
        assert!(harness.query_by_label_contains("Enter lists the objects that fit").is_some());
        harness.key_press(Key::Enter);
        harness.run();
        let commands = &harness.state().commands;
        assert!(commands.contains(&CityCommand::FindObjects("where size > 10".into())), "{commands:?}");
        assert!(!commands.iter().any(|command| matches!(command, CityCommand::Select(_))), "{commands:?}");
    }

    #[test]
    fn letters_typed_right_after_ctrl_f_come_first_and_replace_what_stood_there() {
        let mut harness = harness();
        harness.state_mut().search = "old".into();
        harness.run();
        harness.state_mut().typed = Some("ha".into());
        harness.run();
        assert_eq!(harness.state().search, "ha");
        harness.get_by_label("Search").type_text("sh");
        harness.run();
        assert_eq!(harness.state().search, "hash");
        harness.state_mut().typed = Some(String::new());
        harness.run();
        harness.get_by_label("Search").type_text("x");
        harness.run();
        assert_eq!(harness.state().search, "x", "what stood there was marked");
    }

    #[test]
    fn a_click_on_a_hit_selects_it() {
        let mut harness = harness();
        harness.state_mut().search = "hash".into();
        harness.run();
        harness.get_by_label("HashMap 5").click();
        harness.run();
        assert!(harness.state().commands.contains(&CityCommand::Select(Some(NodeIndex(4)))));
    }

    #[test]
    fn the_metric_switch_and_the_breadcrumb_send_commands() {
        let mut harness = harness();
        harness.get_by_label("bytes").click();
        harness.run();
        let bytes = CitySettings { metric: Metric::Bytes, ..CitySettings::default() };
        assert_eq!(harness.state().commands, [CityCommand::Set(Box::new(bytes))]);
        harness.get_by_label("java.util").click();
        harness.run();
        assert_eq!(harness.state().commands.last(), Some(&CityCommand::Select(Some(NodeIndex(2)))));
    }

    #[test]
    fn undo_is_dimmed_when_there_is_nothing_to_undo() {
        let mut harness = harness();
        harness.get_by_label("Undo the last change of the view").click();
        harness.get_by_label("Redo").click();
        harness.run();
        assert_eq!(harness.state().commands, [CityCommand::Redo]);
    }
}
