//! The tree table under a test harness: labels, keys, commands, the link with the selection.

use std::sync::Arc;

use analysis::{NodeIndex, SizeKind};
use bevy_egui::egui::{Key, Modifiers, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::answers::windows::RunParts;
use crate::data::session::Session;
use crate::test_sessions::session;
use crate::view::command::{CameraCommand, CityCommand, ShellCommand};
use crate::view::state::{TimeCursor, ViewState};
use crate::window::ui::drawer::compare::CompareTab;
use crate::window::ui::drawer::table::TableTab;
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::pointed_row;

/// What a test looks at: the view, which it may change, and the commands since.
#[derive(Default)]
struct Shown {
    view: ViewState,
    commands: Vec<CityCommand>,
    table: TableTab,
    compare: CompareTab,
    /// Commands that have been carried out.
    applied: usize,
    /// The tab is not shown.
    hidden: bool,
}

impl Shown {
    fn selected(&self) -> Vec<NodeIndex> {
        self.commands.iter().filter_map(|command| if let CityCommand::Select(node) = command { *node } else { None }).collect()
    }
}

/// `Aged` shrinks, `Cache` grows most, `Entry` comes, `Old` goes.
fn shop() -> Arc<Session> {
    Arc::new(session(&[
        &[("Aged", 50), ("Cache", 10), ("Old", 30)],
        &[("Aged", 40), ("Cache", 400), ("Old", 3)],
        &[("Aged", 40), ("Cache", 1000), ("Entry", 7)],
    ]))
}

fn harness(session: Arc<Session>, compare: bool) -> Harness<'static, Shown> {
    let app = move |ui: &mut Ui, shown: &mut Shown| {
        let parts = RunParts::default();
        let view = DrawerView::new(&session, &shown.view, &parts);
        pointed_row::begin(ui.ctx(), shown.view.hover);
        if shown.hidden {
        } else if compare {
            shown.compare.show(ui, &view, &mut shown.commands);
        } else {
            shown.table.show(ui, &view, &mut shown.commands);
        }
        pointed_row::end(ui.ctx(), &mut shown.commands);
        // As the city does it, a frame later.
        for command in &shown.commands[shown.applied..] {
            match command {
                CityCommand::Select(node) => shown.view.selection = (*node).into(),
                CityCommand::SelectAlso(node) => shown.view.selection = shown.view.selection.toggled(*node),
                CityCommand::SelectAll(nodes) => shown.view.selection = nodes.iter().copied().collect(),
                CityCommand::GoTo(point) => shown.view.time = TimeCursor::at(*point),
                CityCommand::ShowBeside(beside) => shown.view.beside = *beside,
                _ => {}
            }
        }
        shown.applied = shown.commands.len();
    };
    let view = ViewState { time: TimeCursor::at(2), ..ViewState::default() };
    // Two clicks some frames apart are a double click.
    let builder = Harness::builder().with_size(vec2(1400.0, 400.0)).with_step_dt(1.0 / 60.0);
    let harness = builder.build_ui_state(app, Shown { view, ..Shown::default() });
    crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
    harness
}

/// Names of the rows, top to bottom.
fn names(harness: &Harness<'_, Shown>) -> Vec<&'static str> {
    let place = |name: &'static str| harness.query_by_label(name).map(|row| (row.rect().top(), name));
    let mut rows: Vec<_> = ["Heap", "Aged", "Cache", "Entry", "Old"].into_iter().filter_map(place).collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn rows_are_sorted_by_size_until_a_heading_is_clicked() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Cache", "Aged", "Entry", "Old"]);
    harness.get_by_label("Sort by Name").click();
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Aged", "Cache", "Entry", "Old"]);
    harness.get_by_label("Sort by Name").click();
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Old", "Entry", "Cache", "Aged"]);
    // Old lost 30, Aged 10, Entry gained 7, Cache 990.
    harness.get_by_label("Sort by Growth").click();
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Cache", "Entry", "Aged", "Old"]);
}

#[test]
fn a_click_selects_and_two_fly_there() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    harness.get_by_label("Aged").click();
    harness.run_steps(3);
    assert_eq!(harness.state().selected(), [NodeIndex(1)]);
    harness.get_by_label("Aged").click();
    harness.run_steps(1);
    harness.get_by_label("Aged").click();
    harness.run_steps(3);
    assert!(harness.state().commands.contains(&CityCommand::Camera(CameraCommand::FlyTo(NodeIndex(1)))));
    assert!(harness.state().commands.contains(&CityCommand::Hover(Some(NodeIndex(1)))), "the pointer was over its row");
    // A table that is no longer shown highlights nothing.
    let shown = harness.state_mut();
    (shown.hidden, shown.applied) = (true, 0);
    shown.commands.clear();
    harness.run_steps(3);
    assert_eq!(harness.state().commands, [CityCommand::Hover(None)]);
}

#[test]
fn ctrl_adds_a_row_shift_selects_a_range_and_a_plain_click_goes_back_to_one() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    // From the top: Heap, Cache, Aged, Entry, Old.
    let [aged, cache, entry, old] = [1, 2, 3, 4].map(NodeIndex);
    harness.get_by_label("Cache").click();
    harness.run_steps(3);
    harness.get_by_label("Old").click_modifiers(Modifiers::COMMAND);
    harness.run_steps(3);
    let selection = &harness.state().view.selection;
    assert_eq!((selection.nodes(), selection.lead()), (vec![cache, old], Some(old)));
    harness.get_by_label("Aged").click_modifiers(Modifiers::SHIFT);
    harness.run_steps(3);
    let selection = &harness.state().view.selection;
    assert_eq!((selection.nodes(), selection.lead()), (vec![aged, entry, old], Some(aged)), "from Old up to Aged");
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    harness.run_steps(3);
    assert_eq!(harness.state().view.selection.nodes(), [aged, cache, entry, old]);
    harness.get_by_label("Cache").click();
    harness.run_steps(3);
    assert_eq!(harness.state().view.selection.nodes(), [cache]);
}

#[test]
fn keys_walk_fold_and_fly() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    harness.get_by_label("Heap").click();
    harness.run_steps(3);
    let keys = [Key::ArrowDown, Key::ArrowDown, Key::ArrowUp, Key::End, Key::Home];
    for key in keys {
        harness.key_press(key);
        harness.run_steps(2);
    }
    // Heap, then Cache, Aged, Cache, the last one, the first one.
    assert_eq!(harness.state().selected(), [0, 2, 1, 2, 4, 0].map(NodeIndex));
    harness.key_press(Key::ArrowLeft);
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap"]);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    assert_eq!(names(&harness).len(), 5);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    harness.key_press(Key::ArrowLeft);
    harness.run_steps(3);
    assert_eq!(harness.state().selected()[6..], [2, 0].map(NodeIndex), "to the first child, and back to the parent");
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().commands.last(), Some(&CityCommand::Camera(CameraCommand::FlyTo(NodeIndex::ROOT))));
    harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap"]);
}

#[test]
fn what_is_selected_elsewhere_is_unfolded_and_what_the_filter_hides_is_told() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    harness.get_by_label("Fold Heap").click();
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap"]);
    harness.state_mut().view.selection = NodeIndex(3).into();
    harness.state_mut().commands.clear();
    harness.run_steps(3);
    assert_eq!(names(&harness).len(), 5);
    harness.get_by_label("Only growing").click();
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Cache", "Entry"]);
    harness.state_mut().view.selection = NodeIndex(1).into();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("not among these rows").is_some());
}

#[test]
fn what_is_typed_in_the_rows_filters_them() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    harness.get_by_label("Heap").click();
    harness.run_steps(3);
    harness.event(bevy_egui::egui::Event::Text("CAch".into()));
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Cache"]);
    assert!(harness.query_by_label("1 match, 2 rows").is_some());
    harness.event(bevy_egui::egui::Event::Text("x".into()));
    harness.run_steps(3);
    assert!(harness.query_by_label("Nothing has that name").is_some());
    for _ in 0..2 {
        harness.key_press(Key::Backspace);
        harness.run_steps(2);
    }
    assert_eq!(names(&harness), ["Heap", "Cache"]);
    harness.get_by_label("Clear the filter").click();
    harness.run_steps(3);
    assert_eq!(names(&harness).len(), 5);
}

#[test]
fn letters_with_control_are_no_filter() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    harness.get_by_label("Heap").click();
    harness.run_steps(3);
    harness.event_modifiers(bevy_egui::egui::Event::Text("4".into()), Modifiers::CTRL);
    harness.run_steps(3);
    assert_eq!(names(&harness).len(), 5);
}

#[test]
fn a_row_is_copied_with_its_heading() {
    let mut harness = harness(shop(), false);
    harness.run_steps(3);
    harness.get_by_label("Cache").click_secondary();
    harness.run_steps(3);
    harness.get_by_label_contains("Copy row").click();
    harness.run_steps(1);
    let copied: Vec<_> = harness.output().platform_output.commands.iter().map(|command| format!("{command:?}")).collect();
    assert!(
        copied.iter().any(|text| text.contains("level\\tkey\\tname\\tobjects\\tbytes") && text.contains("Cache\\t1000\\t16000")),
        "{copied:?}"
    );
}

#[test]
fn two_points_are_compared_at_every_level_strongest_growth_first() {
    let mut harness = harness(shop(), true);
    harness.run_steps(3);
    assert_eq!(names(&harness), ["Heap", "Cache", "Entry", "Aged", "Old"]);
    assert!(harness.query_by_label("90 to 1,047 objects").is_some());
    assert!(harness.query_by_label("Buildings: 1 new, 1 grown, 1 shrunk, 1 gone").is_some());
    for mark in ["new", "shrunk", "gone"] {
        assert!(harness.query_by_label(mark).is_some(), "{mark}");
    }
    // 1,000 of 10 are 9,900 % more.
    assert_eq!(harness.query_all_by_label("+9,900 %").count(), 2, "of objects and of bytes");
    harness.get_by_label("Swap").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("1,047 to 90 objects").is_some());
    harness.get_by_label("Last step").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("443 to 1,047 objects").is_some());
}

#[test]
fn going_to_a_point_compared_moves_neither() {
    let mut harness = harness(shop(), true);
    harness.run_steps(3);
    harness.get_by_label("A").click();
    harness.run_steps(3);
    assert!(harness.state().commands.contains(&CityCommand::GoTo(0)));
    harness.state_mut().view.time = TimeCursor::at(0);
    harness.run_steps(3);
    assert!(harness.query_by_label("90 to 1,047 objects").is_some());
}

#[test]
fn two_cities_show_the_points_that_are_compared() {
    let mut harness = harness(shop(), true);
    harness.run_steps(3);
    let click = |harness: &mut Harness<'_, Shown>, label: &str| {
        harness.get_by_label(label).click();
        harness.run_steps(3);
        (harness.state().view.beside, harness.state().view.time.point)
    };
    let is_compared = |harness: &Harness<'_, Shown>, a: usize, b: usize| {
        [("Point A", a), ("Point B", b)].into_iter().all(|(name, point)| {
            let value = harness.get_by_label(name).value().unwrap_or_default();
            let time = crate::base::words::point_time(&shop().evolution.points[point]);
            assert!(value.ends_with(&time), "{name}: {value} ends with {time}");
            true
        })
    };
    assert_eq!(click(&mut harness, "Two cities"), (Some(0), 2));
    assert!(is_compared(&harness, 0, 2));
    // Whoever goes to another point compares that one.
    harness.state_mut().view.time = TimeCursor::at(1);
    harness.run_steps(3);
    assert!(is_compared(&harness, 0, 1));
    assert_eq!(click(&mut harness, "Swap"), (Some(1), 0));
    assert!(is_compared(&harness, 1, 0));
    harness.state_mut().view.time = TimeCursor::at(2);
    harness.run_steps(3);
    harness.state_mut().view.beside = Some(0);
    harness.run_steps(3);
    assert!(is_compared(&harness, 0, 2));
    assert_eq!(click(&mut harness, "Last step"), (Some(1), 2));
    assert_eq!(click(&mut harness, "Two cities"), (None, 2));
    assert!(is_compared(&harness, 1, 2), "what was compared stays");
}

#[test]
fn a_size_that_is_compared_is_asked_for_until_the_tab_is_left() {
    let mut harness = harness(crate::test_samples::travel_shop(&["type"]), true);
    harness.run_steps(3);
    assert!(harness.query_by_label("Retained B").is_none());
    harness.get_by_label("retained").click();
    harness.run_steps(3);
    let wanted = |kinds: &[SizeKind]| CityCommand::from(ShellCommand::WantSizes(kinds.to_vec()));
    assert!(harness.state().commands.contains(&wanted(&[SizeKind::Retained])));
    assert!(harness.query_by_label("Retained B").is_some(), "its columns are there, without numbers yet");
    let shown = harness.state_mut();
    shown.commands.clear();
    shown.compare.leave(&mut shown.commands);
    shown.compare.leave(&mut shown.commands);
    assert_eq!(shown.commands, [wanted(&[])]);
}
