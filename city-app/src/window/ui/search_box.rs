//! The search box: names of classes and packages while one types, and queries for single objects.

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{self, Key, Label, RichText, TextEdit, Ui};

use super::icons::{Icon, icon_label};
use super::theme::{Palette, TEXT_SMALL};
use super::widgets::{NodeRow, node_row, note, section};
use crate::base::words;
use crate::view::command::{CameraCommand, CityCommand, ShellCommand};
use crate::view::grouping_draft::DraftFault;
use crate::view::typed_query::{EXAMPLES, TypedQuery};

/// Rows of the result list before it says "more".
const RESULTS_LISTED: usize = 12;
/// Width of the box.
const WIDTH: f32 = 220.0;
/// Width of what opens below it.
const LIST_WIDTH: f32 = 430.0;

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

/// What the box shows.
pub(crate) struct SearchView<'a> {
    pub(crate) text: &'a str,
    /// What values of hits count.
    pub(crate) metric: Metric,
    pub(crate) hits: &'a [SearchHit],
    /// The text is a query.
    pub(crate) query: Option<&'a TypedQuery>,
    /// There are objects to ask for.
    pub(crate) has_heaps: bool,
    /// The box takes the keyboard now; this was typed before it could.
    pub(crate) focus: Option<&'a str>,
}

/// Draws the box, and what it has found or would do below it.
pub(super) fn search_ui(ui: &mut Ui, view: &SearchView<'_>, commands: &mut Vec<CityCommand>) {
    let mut text = view.text.to_owned();
    let hint = if view.has_heaps { "Find a class, or where …  (Ctrl+F)" } else { "Find a class or package  (Ctrl+F)" };
    let response = ui.add(TextEdit::singleline(&mut text).id_salt("search").hint_text(hint).desired_width(WIDTH));
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::text_edit(true, view.text, view.text, "");
        info.label = Some("Search".to_owned());
        info
    });
    icon_label(ui, Icon::Search, Palette::of_ui(ui).text_weak);
    if let Some(typed) = view.focus {
        take_keyboard(ui, &response, &mut text, typed);
    }
    if text != view.text {
        commands.push(CityCommand::Search(text.clone()));
    }
    let [marked_id, entered_id, over_id] = ["marked", "entered", "pointer over the list"].map(|name| response.id.with(name));
    let mut marked: usize = ui.data(|data| data.get_temp(marked_id)).unwrap_or(0);
    let choices = query_choices(view);
    let listed = if view.query.is_some() { choices.len() } else { view.hits.len().min(RESULTS_LISTED) };
    if text != view.text {
        marked = 0;
    }
    if response.has_focus() && listed > 0 {
        let (down, up) = ui.input(|input| (input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp)));
        marked = (marked + usize::from(down)).saturating_sub(usize::from(up)).min(listed - 1);
    }
    let waiting: bool = ui.data(|data| data.get_temp(entered_id)).unwrap_or(false);
    let entered = waiting || response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    // With few frames per second the last letters and Enter come together: what they ask for is known in the next frame.
    let entered_too_soon = entered && text != view.text;
    if entered && !entered_too_soon {
        if view.query.is_some() {
            match choices.get(marked) {
                Some(choice) => choice.choose(commands),
                // There is something to correct.
                None => response.request_focus(),
            }
        } else if let Some(hit) = view.hits.get(marked) {
            choose(hit.node, commands);
        }
    }
    // A press on the list takes the keyboard from the box; the list must be there for the release.
    let over: bool = ui.data(|data| data.get_temp(over_id)).unwrap_or(false);
    let helps = text.trim().is_empty() && view.has_heaps && (response.has_focus() || over);
    let mut now_over = false;
    if helps || !text.trim().is_empty() {
        let popup = egui::Popup::from_response(&response)
            .open(true)
            .close_behavior(egui::PopupCloseBehavior::IgnoreClicks)
            .width(LIST_WIDTH)
            .align(egui::RectAlign::BOTTOM_END);
        let shown = popup.show(|ui| {
            ui.set_width(LIST_WIDTH);
            ui.spacing_mut().item_spacing.y = 2.0;
            match view.query {
                _ if helps => examples_ui(ui, &response, commands),
                Some(query) => query_ui(ui, view, query, &choices, marked, commands),
                None => hits_ui(ui, view, marked, commands),
            }
        });
        let pointer = ui.ctx().pointer_latest_pos();
        now_over = shown.zip(pointer).is_some_and(|(shown, pointer)| shown.response.rect.contains(pointer));
    }
    ui.data_mut(|data| {
        data.insert_temp(marked_id, marked);
        data.insert_temp(entered_id, entered_too_soon);
        data.insert_temp(over_id, helps && now_over);
    });
}

/// Gives the box the keyboard. What stands there is marked, so that typing replaces it; what was typed already has.
fn take_keyboard(ui: &Ui, response: &egui::Response, text: &mut String, typed: &str) {
    if !typed.is_empty() {
        typed.clone_into(text);
    }
    let end = text.chars().count();
    mark(ui, response, if typed.is_empty() { 0 } else { end }, end);
}

/// Gives the box the keyboard with a part of its text marked.
fn mark(ui: &Ui, response: &egui::Response, from: usize, to: usize) {
    use egui::text::{CCursor, CCursorRange};
    response.request_focus();
    let mut state = TextEdit::load_state(ui.ctx(), response.id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(from), CCursor::new(to))));
    TextEdit::store_state(ui.ctx(), response.id, state);
}

/// What can be typed, while nothing is.
fn examples_ui(ui: &mut Ui, response: &egui::Response, commands: &mut Vec<CityCommand>) {
    note(ui, "Part of a name finds classes and packages.");
    section(ui, "Find objects by what they are");
    for (text, finds) in EXAMPLES {
        if row_ui(ui, text, finds, false, "Takes it into the box").clicked() {
            commands.push(CityCommand::Search(text.to_owned()));
            let end = text.chars().count();
            mark(ui, response, end, end);
        }
    }
}

/// Something to do with a query.
struct QueryChoice<'a> {
    name: &'static str,
    key: &'static str,
    tip: &'static str,
    action: QueryAction<'a>,
}

enum QueryAction<'a> {
    Find(&'a str),
    Group(&'a [String]),
}

impl QueryChoice<'_> {
    fn choose(&self, commands: &mut Vec<CityCommand>) {
        match self.action {
            QueryAction::Find(query) => commands.push(CityCommand::FindObjects(query.to_owned())),
            QueryAction::Group(by) => {
                commands.push(ShellCommand::Regroup(by.to_vec()).into());
                commands.push(CityCommand::Search(String::new()));
            }
        }
    }
}

/// What a query is most likely for comes first.
fn query_choices<'a>(view: &SearchView<'a>) -> Vec<QueryChoice<'a>> {
    let Some(TypedQuery::Ready { find, by, groups }) = view.query.filter(|_| view.has_heaps) else { return Vec::new() };
    let find = find.as_deref().map(|query| QueryChoice {
        name: "Find objects",
        key: "listed below the city",
        tip: "Lists the objects of the point shown for which this is true, in the drawer",
        action: QueryAction::Find(query),
    });
    let group = QueryChoice {
        name: "Build a city of them",
        key: "groups the heap anew",
        tip: "Groups the objects for which this is true, at all points; without `group by` by package path and type",
        action: QueryAction::Group(by),
    };
    let mut choices: Vec<_> = find.into_iter().chain([group]).collect();
    if *groups {
        choices.reverse();
    }
    choices
}

fn query_ui(
    ui: &mut Ui,
    view: &SearchView<'_>,
    query: &TypedQuery,
    choices: &[QueryChoice<'_>],
    marked: usize,
    commands: &mut Vec<CityCommand>,
) {
    if !view.has_heaps {
        note(ui, "Queries ask heap dumps and traces: this input tells how many objects there are, not which.");
        return;
    }
    for (at, choice) in choices.iter().enumerate() {
        if row_ui(ui, choice.name, choice.key, at == marked, choice.tip).clicked() {
            choice.choose(commands);
        }
    }
    match query {
        TypedQuery::Wrong(fault) => fault_ui(ui, fault),
        TypedQuery::Begun => {
            note(ui, "Go on with what is to be true of the objects:");
            for (text, finds) in EXAMPLES {
                note(ui, &format!("{text}    {finds}"));
            }
        }
        TypedQuery::Ready { .. } => {
            note(ui, "Enter takes the marked one, up and down choose, Esc closes. All properties: memory-city query --properties");
        }
    }
}

/// Where a query is wrong, and why.
fn fault_ui(ui: &mut Ui, fault: &DraftFault) {
    let palette = Palette::of_ui(ui);
    ui.horizontal_top(|ui| {
        icon_label(ui, Icon::Warning, palette.growth);
        let place = if fault.column > 0 { format!("At character {}: ", fault.column) } else { String::new() };
        let text = format!("{place}{}", fault.message);
        ui.add(Label::new(RichText::new(text).color(palette.growth).size(TEXT_SMALL)).wrap());
    });
}

fn row_ui(ui: &mut Ui, name: &str, value: &str, selected: bool, tip: &str) -> egui::Response {
    let color = Palette::of_ui(ui).heap;
    node_row(ui, &NodeRow { name, value, fraction: 0.0, color, selected, tip, node: None, others: &[] })
}

fn hits_ui(ui: &mut Ui, view: &SearchView<'_>, marked: usize, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if view.hits.is_empty() {
        note(ui, "Nothing is called so. Parts of names and packages work, letter case does not matter.");
        if view.has_heaps {
            note(ui, "Single objects are found by what they are: where text.contains(\"http\")");
        }
        return;
    }
    let max = view.hits.iter().map(|hit| hit.value).max().unwrap_or(0).max(1) as f32;
    let names: Vec<&str> = view.hits.iter().take(RESULTS_LISTED).map(|hit| hit.name.as_str()).collect();
    for (at, hit) in view.hits.iter().take(RESULTS_LISTED).enumerate() {
        let mut tip = hit.place.clone();
        if !hit.displayed {
            tip.push_str("\nNot in the city: left out by the setting Groups per district");
        }
        let row = NodeRow {
            name: &hit.name,
            others: &names,
            value: &words::short(view.metric, hit.value),
            fraction: hit.value as f32 / max,
            color: if hit.displayed { palette.heap } else { palette.line },
            selected: at == marked,
            tip: &tip,
            node: Some(hit.node),
        };
        if node_row(ui, &row).clicked() {
            if ui.input(|input| input.modifiers.command) {
                // The list stays for the next one.
                commands.push(CityCommand::SelectAlso(hit.node));
            } else {
                choose(hit.node, commands);
            }
        }
    }
    if view.hits.len() > RESULTS_LISTED {
        note(ui, &format!("{} more; type on to narrow the list", view.hits.len() - RESULTS_LISTED));
    } else {
        note(ui, "Enter selects the marked one and flies there, Ctrl+click adds one to the selection, Esc closes the list");
    }
}

/// A chosen hit is selected and framed; the list has served.
fn choose(node: NodeIndex, commands: &mut Vec<CityCommand>) {
    commands.push(CityCommand::Select(Some(node)));
    commands.push(CityCommand::Camera(CameraCommand::FlyTo(node)));
    commands.push(CityCommand::Search(String::new()));
}

#[cfg(test)]
mod tests {
    use analysis::Registry;
    use bevy_egui::egui::vec2;
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
        let registry = Registry::default();
        let app = move |ui: &mut Ui, state: &mut State| {
            let hits = [
                SearchHit { node: NodeIndex(4), name: "HashMap".into(), place: "java.util".into(), value: 5, displayed: true },
                SearchHit { node: NodeIndex(9), name: "HashMap$Node".into(), place: "java.util".into(), value: 2, displayed: false },
            ];
            let (text, typed) = (state.search.clone(), state.typed.take());
            let query = TypedQuery::of(&text, &registry);
            let view = SearchView {
                text: &text,
                metric: Metric::Objects,
                hits: if text.is_empty() || query.is_some() { &[] } else { &hits },
                query: query.as_ref(),
                has_heaps: true,
                focus: typed.as_deref(),
            };
            ui.horizontal(|ui| search_ui(ui, &view, &mut state.commands));
            for command in &state.commands {
                if let CityCommand::Search(text) = command {
                    state.search.clone_from(text);
                }
            }
        };
        Harness::builder().with_size(vec2(900.0, 600.0)).build_ui_state(app, State::default())
    }

    fn typing(text: &str) -> Harness<'static, State> {
        let mut harness = harness();
        harness.get_by_label("Search").focus();
        harness.run();
        harness.get_by_label("Search").type_text(text);
        harness.run();
        harness
    }

    #[test]
    fn typing_searches_and_enter_selects_and_flies_to_the_marked_hit() {
        let mut harness = typing("hash");
        assert_eq!(harness.state().search, "hash");
        harness.key_press(Key::ArrowDown);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        let node = NodeIndex(9);
        assert!(harness.state().commands.contains(&CityCommand::Select(Some(node))), "{:?}", harness.state().commands);
        assert!(harness.state().commands.contains(&CityCommand::Camera(CameraCommand::FlyTo(node))));
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
    fn an_empty_box_shows_queries_to_begin_with() {
        let mut harness = harness();
        assert!(harness.query_by_label_contains("where size > 1000").is_none());
        harness.get_by_label("Search").focus();
        harness.run();
        harness.get_by_label("where size > 1000 large objects").click();
        harness.run();
        assert_eq!(harness.state().search, "where size > 1000");
    }

    #[test]
    fn a_query_finds_objects_or_builds_a_city() {
        let mut harness = typing("where size > 10");
        assert!(harness.query_by_label_contains("Build a city of them").is_some());
        harness.key_press(Key::Enter);
        harness.run();
        let commands = &harness.state().commands;
        assert!(commands.contains(&CityCommand::FindObjects("where size > 10".into())), "{commands:?}");
        assert!(!commands.iter().any(|command| matches!(command, CityCommand::Select(_))), "{commands:?}");

        let mut harness = typing("where size > 10 group by type");
        harness.key_press(Key::Enter);
        harness.run();
        let regroup = ShellCommand::Regroup(vec!["where(size > 10)".into(), "Type".into()]);
        assert!(harness.state().commands.contains(&regroup.into()), "{:?}", harness.state().commands);
    }

    #[test]
    fn letters_and_enter_in_one_frame_ask_for_the_whole_text() {
        let mut harness = typing("where size > 1");
        harness.get_by_label("Search").type_text("0");
        harness.key_press(Key::Enter);
        harness.run();
        let commands = &harness.state().commands;
        assert!(commands.contains(&CityCommand::FindObjects("where size > 10".into())), "{commands:?}");
        assert!(!commands.contains(&CityCommand::FindObjects("where size > 1".into())), "{commands:?}");
    }

    #[test]
    fn what_is_wrong_with_a_query_is_told_with_its_place() {
        let mut harness = typing("where size >");
        assert!(harness.query_by_label_contains("At character 13: something is missing at the end").is_some());
        harness.key_press(Key::Enter);
        harness.run();
        harness.get_by_label("Search").type_text(" 5");
        harness.run();
        assert_eq!(harness.state().search, "where size > 5", "the box keeps the keyboard");
    }
}
