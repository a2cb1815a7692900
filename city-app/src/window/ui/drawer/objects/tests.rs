//! The tab with a real series of two dumps: what it shows, and what clicks and keys lead to.

use crate::answers::objects::ListOrder;
use crate::answers::objects::address_text;
use std::time::{Duration, Instant};

use bevy_egui::egui::{Key, Modifiers, Ui, vec2};
use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::answers::windows::RunParts;
use crate::base::settings::CitySettings;
use crate::data::session::Session;
use crate::test_samples::travel_shop;
use crate::view::command::apply;
use crate::view::state::ViewState;

/// Only a failure waits this long.
const PATIENCE: Duration = Duration::from_secs(300);

/// The tab with what it reads and writes.
struct Stage {
    tab: ObjectsTab,
    session: Arc<Session>,
    settings: CitySettings,
    view: ViewState,
    told: Vec<CityCommand>,
}

impl Stage {
    fn draw(&mut self, ui: &mut Ui) {
        let mut commands = Vec::new();
        let parts = RunParts::default();
        let view = DrawerView::new(&self.session, &self.view, &parts);
        self.tab.show(ui, &view, &mut commands);
        for command in commands {
            self.told.push(command.clone());
            apply(&mut self.view, &mut self.settings, &self.session, command);
        }
    }
}

/// The tab, in a drawer of this width, at the last point with the locations selected.
fn harness(session: Arc<Session>, width: f32) -> Harness<'static, Stage> {
    let settings = CitySettings::default();
    let mut view = ViewState::default();
    view.for_new_dataset(session.evolution.points.len());
    view.selection = session.evolution.find_one("travelshop.business.Location").ok().into();
    let stage = Stage { tab: ObjectsTab::default(), session, settings, view, told: Vec::new() };
    let harness = Harness::builder().with_size(vec2(width, 360.0)).build_ui_state(|ui, stage: &mut Stage| stage.draw(ui), stage);
    crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
    harness
}

/// Draws until a label is there.
fn wait_for(harness: &mut Harness<'static, Stage>, label: &str) {
    let started = Instant::now();
    while harness.query_all_by_label_contains(label).next().is_none() {
        assert!(started.elapsed() < PATIENCE, "{label:?} is not shown");
        harness.step();
        std::thread::yield_now();
    }
}

/// Clicks the first thing with this label.
fn click(harness: &mut Harness<'static, Stage>, label: &str) {
    wait_for(harness, label);
    harness.get_all_by_label_contains(label).next().expect("it is shown").click();
    harness.run_steps(3);
}

#[test]
fn an_object_is_chosen_read_and_left_for_its_holder_and_back() {
    let mut harness = harness(travel_shop(&[]), 1200.0);
    wait_for(&mut harness, "12,870 objects of travelshop.business.Location");
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    let first = harness.state().view.object.expect("the first row is chosen");
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    let location = harness.state().view.object.expect("the second row is chosen");
    assert_ne!(first, location);
    wait_for(&mut harness, "1. static field SEARCH_CACHE of class travelshop.business.JourneyService");
    wait_for(&mut harness, "name");

    // A step of the path is an object, too; its building is selected with it.
    let selected = harness.state().view.selection.clone();
    click(&mut harness, "HashMap$Node[]");
    let state = harness.state();
    assert_ne!(state.view.object, Some(location));
    assert_ne!(state.view.selection, selected, "the building of the array");
    wait_for(&mut harness, "objects of java.util.HashMap$Node[]");
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    harness.run_steps(3);
    assert_eq!((harness.state().view.object, &harness.state().view.selection), (Some(location), &selected));
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    harness.run_steps(3);
    assert_ne!(harness.state().view.object, Some(location));
}

#[test]
fn relations_of_an_object_and_of_its_group_are_told() {
    let mut harness = harness(travel_shop(&[]), 1200.0);
    wait_for(&mut harness, "12,870 objects of travelshop.business.Location");
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    click(&mut harness, "Held by");
    wait_for(&mut harness, "Referenced by ");
    click(&mut harness, "Keeps");
    wait_for(&mut harness, "would be garbage at once without it");
    click(&mut harness, "Group");
    click(&mut harness, "Find what keeps the group alive");
    wait_for(&mut harness, "This static field keeps it alive. Cut there, ");
    wait_for(&mut harness, "travelshop.business.JourneyService.SEARCH_CACHE");
}

#[test]
fn columns_sort_and_rows_are_chosen_by_click() {
    let mut harness = harness(travel_shop(&[]), 1200.0);
    wait_for(&mut harness, "12,870 objects of travelshop.business.Location");
    click(&mut harness, "Address");
    assert_eq!(harness.state().tab.state.order, ListOrder::by(crate::answers::objects::ListColumn::Address));
    let heap = harness.state().tab.queries.loaded().expect("the list is shown");
    let is_location =
        |object: &analysis::ObjectIndex| &*heap.heap.type_info(heap.heap.type_of(*object)).name == "travelshop.business.Location";
    let first = heap.heap.kept_objects().find(is_location).map(|object| heap.heap.address_of(object)).expect("there are some");
    click(&mut harness, &address_text(first));
    assert_eq!(harness.state().told, [CityCommand::SelectObject(Some(first))]);
}

#[test]
fn fields_unfold_in_place() {
    let mut harness = harness(travel_shop(&[]), 1200.0);
    wait_for(&mut harness, "12,870 objects of travelshop.business.Location");
    harness.key_press(Key::ArrowDown);
    wait_for(&mut harness, "Unfold name");
    // What is read in the background moves it: a click may meet nothing, and is made again after a while.
    let started = Instant::now();
    let is_shown = |harness: &Harness<'static, Stage>, label| harness.query_all_by_label_contains(label).next().is_some();
    // The field of the string in the field.
    while !is_shown(&harness, "Unfold value") {
        assert!(started.elapsed() < PATIENCE, "the field stays folded");
        if is_shown(&harness, "Unfold name") {
            harness.get_all_by_label_contains("Unfold name").next().expect("it is shown").click_accesskit();
        }
        let clicked = Instant::now();
        while clicked.elapsed() < Duration::from_secs(5) && !is_shown(&harness, "Unfold value") {
            harness.step();
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_narrow_drawer_shows_fields_and_relations_in_turns() {
    let mut harness = harness(travel_shop(&[]), 640.0);
    wait_for(&mut harness, "12,870 objects of travelshop.business.Location");
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    wait_for(&mut harness, "Unfold name");
    assert!(harness.query_all_by_label_contains("Held by").next().is_none());
    click(&mut harness, "Why it lives");
    wait_for(&mut harness, "1. static field SEARCH_CACHE");
}

#[test]
fn inputs_without_heap_dumps_say_what_to_open() {
    let session = Arc::new(crate::test_sessions::session(&[&[("A", 5)]]));
    let mut harness = harness(session, 1000.0);
    wait_for(&mut harness, "This input holds no single objects");
    assert!(harness.query_by_label_contains("GC.heap_dump").is_some());
}

#[test]
fn a_query_of_the_search_box_fills_the_list() {
    let mut harness = harness(travel_shop(&[]), 1000.0);
    let query = "where type == \"travelshop.business.QueryKey\"";
    let Stage { view, settings, session, .. } = harness.state_mut();
    apply(view, settings, session, CityCommand::FindObjects(query.into()));
    // A search per request at every point: 13 * 110.
    wait_for(&mut harness, "1,430 of 48,894 objects of the whole heap");
}

#[test]
fn nothing_is_read_while_time_passes() {
    let mut harness = harness(travel_shop(&[]), 1000.0);
    harness.state_mut().view.playing = true;
    wait_for(&mut harness, "Time is passing");
    harness.state_mut().view.playing = false;
    wait_for(&mut harness, "12,870 objects of travelshop.business.Location");
}
