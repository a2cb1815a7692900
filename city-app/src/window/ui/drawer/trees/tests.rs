//! The tab of tree views, clicked through as a user would.

use std::sync::Arc;

use bevy_egui::egui::{self, Pos2, Ui, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use super::{DrawerView, TreesTab};
use crate::answers::tree_views::{TreeForm, TreeScope};
use crate::answers::windows::RunParts;
use crate::base::settings::CitySettings;
use crate::data::session::Session;
use crate::test_sessions::{nested_session, session};
use crate::view::command::{CityCommand, apply};
use crate::view::state::{TimeCursor, ViewState};
use crate::view::trees::TreesView;

/// The tab and what its commands have made of the view.
struct Shown {
    session: Arc<Session>,
    settings: CitySettings,
    view: ViewState,
    commands: Vec<CityCommand>,
}

impl Shown {
    fn down(&self) -> Vec<String> {
        self.view.trees.down.iter().map(|step| step.as_ref().map_or_else(|| "others".to_owned(), ToString::to_string)).collect()
    }

    fn apply(&mut self, command: CityCommand) {
        let _ = apply(&mut self.view, &mut self.settings, &self.session, command);
    }
}

fn window(session: Session, size: Vec2) -> Harness<'static, Shown> {
    let mut tab = TreesTab::default();
    let app = move |ui: &mut Ui, shown: &mut Shown| {
        let (parts, mut commands) = (RunParts::default(), Vec::new());
        let session = Arc::clone(&shown.session);
        crate::window::ui::pointed_row::begin(ui.ctx(), None);
        tab.show(ui, &DrawerView::new(&session, &shown.view, &parts), &mut commands);
        for command in commands {
            shown.commands.push(command.clone());
            shown.apply(command);
        }
    };
    let view = ViewState { time: TimeCursor::at(session.last_point()), ..ViewState::default() };
    let shown = Shown { session: Arc::new(session), settings: CitySettings::default(), view, commands: Vec::new() };
    let mut harness = Harness::builder().with_size(size).build_ui_state(app, shown);
    crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, true);
    harness.run_steps(3);
    harness
}

/// Clicks a place of the picture of a group, as a share of its half side from its middle.
fn click(harness: &mut Harness<'_, Shown>, picture: &str, (x, y): (f32, f32)) {
    let place = harness.get_by_label(picture).rect();
    click_at(harness, place.center() + 0.5 * place.size().min_elem() * vec2(x, y));
}

fn click_at(harness: &mut Harness<'_, Shown>, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(2);
    for pressed in [true, false] {
        let button = egui::PointerButton::Primary;
        harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: egui::Modifiers::NONE });
        harness.run_steps(2);
    }
}

/// A place of a ring, of a radius and so far around it.
fn ring(radius: f32, turn: f32) -> (f32, f32) {
    let angle = turn * std::f32::consts::TAU;
    (radius * angle.sin(), -radius * angle.cos())
}

#[test]
fn one_goes_down_by_a_click_and_out_again_by_one_in_the_middle() {
    let mut harness = window(nested_session(), vec2(1200.0, 420.0));
    let of = |shown: &Shown, name: &str| shown.session.evolution.find_one(name).expect("is a group");
    // app is four fifths of the heap, and its first half dates.
    click(&mut harness, "Parts of Heap", ring(0.35, 0.1));
    assert_eq!(harness.state().down(), ["app"]);
    assert_eq!(harness.state().view.selection.lead(), Some(of(harness.state(), "Overall#app")));
    assert!(harness.query_by_label_contains("80.2 % of the heap").is_some());
    // What has no parts is selected alone.
    click(&mut harness, "Parts of app", ring(0.6, 0.1));
    assert_eq!(
        (harness.state().down(), harness.state().view.selection.lead()),
        (vec!["app".to_owned()], Some(of(harness.state(), "Date")))
    );
    click(&mut harness, "Parts of app", (0.0, 0.0));
    assert!(harness.state().down().is_empty());
    click(&mut harness, "Parts of Heap", (0.0, 0.0));
    assert!(harness.state().down().is_empty(), "there is nothing above it");
    // The picture of everything leads down and back, too; so does undo.
    click(&mut harness, "Parts of the whole heap", ring(0.35, 0.9));
    assert_eq!(harness.state().down(), ["lib"]);
    harness.state_mut().apply(CityCommand::Undo);
    assert!(harness.state().down().is_empty());
    harness.state_mut().apply(CityCommand::Redo);
    harness.run_steps(2);
    click(&mut harness, "Parts of the whole heap", (0.0, 0.0));
    assert!(harness.state().down().is_empty());
}

/// A heap with three levels: packages, types, places.
fn deep_session() -> Session {
    use analysis::{Evolution, NodeSizes, NodeTotals, Progress, TimePoint, TreeBuilder, Warnings};
    let totals = |objects: u64| NodeTotals { objects, bytes: 16 * objects };
    let point = |at: usize| {
        let [many, few] = [80, 20].map(|objects| objects + 10 * at as u64);
        let mut builder = TreeBuilder::new(totals(many + few));
        let [package, of_type, place] = ["Package", "Type", "Allocation site"].map(|role| builder.role(role));
        for (name, objects) in [("app", many), ("lib", few)] {
            let above = builder.add_part(0, name, package, totals(objects));
            let of_package = builder.add_part(above, &format!("{name}.Map"), of_type, totals(objects));
            builder.add_part(of_package, &format!("{name}.Main.run"), place, totals(objects));
        }
        let tree = builder.finish().tree;
        TimePoint { time_millis: 1000 * at as i64, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() }
    };
    let points = [0, 1].map(point).into();
    let evolution = Evolution::from_points("test", "", points, &Progress::new(), &Warnings::new()).expect("points ascend");
    Session::new(Arc::new(evolution), &CitySettings { child_count: None, ..CitySettings::default() })
}

#[test]
fn two_levels_down_are_two_clicks_and_two_back() {
    let mut harness = window(deep_session(), vec2(1200.0, 420.0));
    for (picture, of) in [("local", ["Parts of Heap", "Parts of app", "Parts of app.Map"]), ("global", ["Parts of the whole heap"; 3])] {
        // What is looked at fills the picture of itself; in that of everything its parts lie further out.
        let radii = if picture == "local" { [0.35, 0.35] } else { [0.25, 0.5] };
        click(&mut harness, of[0], ring(radii[0], 0.3));
        assert_eq!(harness.state().down(), ["app"], "{picture}");
        click(&mut harness, of[1], ring(radii[1], 0.3));
        assert_eq!(harness.state().down(), ["app", "app.Map"], "{picture}");
        click(&mut harness, "Parts of app.Map", (0.0, 0.0));
        assert_eq!(harness.state().down(), ["app"], "{picture}");
        click(&mut harness, "Parts of app", (0.0, 0.0));
        assert!(harness.state().down().is_empty(), "{picture}");
    }
}

#[test]
fn rows_ways_and_keys_do_the_same() {
    let mut harness = window(nested_session(), vec2(1200.0, 420.0));
    harness.get_by_label_contains("app 170").click();
    harness.run_steps(3);
    assert_eq!(harness.state().down(), ["app"]);
    harness.get_by_label("Heap").click();
    harness.run_steps(3);
    assert!(harness.state().down().is_empty());
    harness.get_by_label_contains("lib 42").click();
    harness.run_steps(3);
    let place = harness.get_by_label("Parts of lib").rect();
    harness.hover_at(place.center() + vec2(0.0, 0.3 * place.height()));
    harness.run_steps(2);
    // A row that was clicked does not keep the keys.
    harness.ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
    harness.key_press(egui::Key::Backspace);
    harness.run_steps(3);
    assert!(harness.state().down().is_empty());
}

#[test]
fn other_pictures_and_points_keep_what_is_looked_at() {
    let points: [&[(&str, u64)]; 2] = [&[("A", 10)], &[("A", 20), ("B", 30)]];
    let mut harness = window(nested_session(), vec2(1200.0, 420.0));
    harness.get_by_label_contains("app 170").click();
    let order = TreesView { order: layout::TreeOrder::EndSize, ..harness.state().view.trees.clone() };
    harness.state_mut().apply(CityCommand::Trees(Box::new(order), None));
    harness.run_steps(3);
    let kept = |shown: &Shown| (shown.view.trees.order, shown.session.metric);
    let before = kept(harness.state());
    for (name, form) in
        [("Icicle", TreeForm::Icicle), ("Treemap", TreeForm::Treemap), ("Bars", TreeForm::Bars), ("Sunburst", TreeForm::Sunburst)]
    {
        harness.get_by_label(name).click();
        harness.run_steps(3);
        assert_eq!((harness.state().view.trees.form, harness.state().down()), (form, vec!["app".to_owned()]));
        let pictures = harness.query_all_by_label_contains("Parts of ").count();
        assert_eq!(pictures, if form == TreeForm::Bars { 1 } else { 2 }, "{name}");
        assert_eq!(kept(harness.state()), before, "{name}");
    }
    harness.state_mut().view.time = TimeCursor::at(0);
    harness.run_steps(3);
    assert_eq!(kept(harness.state()), before);
    assert!(harness.query_by_label("Parts of app").is_some());
    assert_eq!(harness.state().down(), ["app"]);
    // A heap without parts at all.
    let harness = window(session(&points), vec2(1200.0, 420.0));
    assert!(harness.query_by_label("Parts of Heap").is_some());
}

#[test]
fn what_is_not_there_at_a_point_gives_way_to_what_is_and_comes_back() {
    use analysis::{Evolution, NodeSizes, NodeTotals, Progress, TimePoint, TreeBuilder, Warnings};
    let totals = |objects: u64| NodeTotals { objects, bytes: 16 * objects };
    let point = |at: usize| {
        let new = 40 * at as u64;
        let mut builder = TreeBuilder::new(totals(60 + new));
        let [package, of_type] = ["Package", "Type"].map(|role| builder.role(role));
        let old = builder.add_part(0, "old", package, totals(60));
        builder.add_part(old, "Map", of_type, totals(60));
        if new > 0 {
            let late = builder.add_part(0, "late", package, totals(new));
            builder.add_part(late, "Date", of_type, totals(new));
        }
        let tree = builder.finish().tree;
        TimePoint { time_millis: 1000 * at as i64, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() }
    };
    let points = [0, 1].map(point).into();
    let evolution = Evolution::from_points("test", "", points, &Progress::new(), &Warnings::new()).expect("points ascend");
    let session = Session::new(Arc::new(evolution), &CitySettings::default());
    let mut harness = window(session, vec2(1200.0, 420.0));
    harness.get_by_label_contains("late 40").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Parts of late").is_some());
    harness.state_mut().view.time = TimeCursor::at(0);
    harness.run_steps(2);
    assert!(harness.query_by_label("Parts of Heap").is_some(), "the nearest that is there");
    let told = "late has no parts at point 1; this is Heap.";
    assert!(harness.query_by_label(told).is_some());
    harness.get_by_label("Close").click();
    harness.run_steps(3);
    assert!(harness.query_by_label(told).is_none());
    harness.state_mut().view.time = TimeCursor::at(1);
    harness.run_steps(3);
    assert!(harness.query_by_label("Parts of late").is_some(), "it is back");
    // It goes by itself, too: steps of the harness take a quarter of a second.
    harness.state_mut().view.time = TimeCursor::at(0);
    harness.run_steps(2);
    assert!(harness.query_by_label(told).is_some());
    harness.run_steps(30);
    assert!(harness.query_by_label(told).is_none());
}

#[test]
fn what_is_pointed_at_is_told_to_the_city() {
    let mut harness = window(nested_session(), vec2(1200.0, 420.0));
    let place = harness.get_by_label("Parts of the whole heap").rect();
    let (x, y) = ring(0.35, 0.1);
    harness.hover_at(place.center() + 0.5 * place.size().min_elem() * vec2(x, y));
    harness.run_steps(3);
    assert!(harness.query_by_label("  170 objects, 80.2 % of the heap").is_some(), "it is told above the pictures before any click");
    let seen = |harness: &Harness<'_, Shown>| {
        let mut commands = Vec::new();
        crate::window::ui::pointed_row::end(&harness.ctx, &mut commands);
        commands
    };
    let app = harness.state().session.evolution.find_one("Overall#app").expect("is a group");
    assert_eq!(seen(&harness), [CityCommand::Hover(Some(app))]);
}

#[test]
fn points_that_are_clicked_have_small_pictures_in_the_order_of_time() {
    let points: Vec<Vec<(&str, u64)>> = (0..11).map(|at| vec![("A", 10 + at), ("B", 20 * at)]).collect();
    let points: Vec<&[(&str, u64)]> = points.iter().map(Vec::as_slice).collect();
    let mut harness = window(session(&points), vec2(1200.0, 420.0));
    harness.get_by_label("Timeline").click();
    harness.run_steps(3);
    let shown = |harness: &Harness<'_, Shown>| -> Vec<usize> {
        let mut pictures: Vec<(f32, usize)> = (1..=11)
            .filter_map(|point| Some((harness.query_by_label(&format!("Parts of the whole heap at point {point}"))?.rect().left(), point)))
            .collect();
        pictures.sort_by(|a, b| a.0.total_cmp(&b.0));
        pictures.into_iter().map(|(_, point)| point).collect()
    };
    assert_eq!(shown(&harness), [11], "the one that is shown always has one");
    let chart = harness.get_by_label("Points with a picture").rect();
    let click = |harness: &mut Harness<'_, Shown>, point: usize| {
        // The axis begins behind its numbers.
        let at = chart.left() + 66.0 + (chart.width() - 74.0) * (point - 1) as f32 / 10.0;
        click_at(harness, egui::pos2(at, chart.center().y));
    };
    for point in [7, 1, 4] {
        click(&mut harness, point);
    }
    assert_eq!(shown(&harness), [1, 4, 7, 11]);
    click(&mut harness, 4);
    assert_eq!(shown(&harness), [1, 7, 11]);
    harness.state_mut().apply(CityCommand::Undo);
    harness.run_steps(2);
    assert_eq!(shown(&harness), [1, 4, 7, 11]);
    // Icicles of the whole heap, as high as it was, unless somebody wants others.
    assert_eq!(harness.state().view.trees.small, (TreeForm::Icicle, TreeScope::Global));
    // The one that is shown is the last to be chosen.
    for (kind, name) in super::SMALL.into_iter().cycle().skip(1).take(4) {
        harness.get_by_label("Small pictures").click();
        harness.run_steps(3);
        harness.get_by_label(name).click();
        harness.run_steps(3);
        assert_eq!(harness.state().view.trees.small, kind, "{name}");
    }
    harness.state_mut().apply(CityCommand::GoTo(6));
    harness.run_steps(3);
    assert_eq!(shown(&harness), [1, 4, 7]);
}

#[test]
fn what_is_looked_at_stands_side_by_side_at_all_points() {
    let mut harness = window(nested_session(), vec2(1200.0, 420.0));
    harness.get_by_label_contains("app 170").click();
    harness.run_steps(3);
    harness.get_by_label("Side by side").click();
    harness.run_steps(3);
    let [first, last] = [1, 2].map(|point| harness.get_by_label(&format!("Parts of app at point {point}")).rect());
    assert_eq!((first.size(), first.top()), (last.size(), last.top()));
    assert!(first.right() < last.left());
    click_at(&mut harness, first.center());
    assert_eq!(harness.state().view.time.point, 0, "a click goes to its point");
}

#[test]
fn one_button_leads_from_one_suspicious_group_to_the_next_and_says_why() {
    let mut harness = window(nested_session(), vec2(1400.0, 460.0));
    let of = |harness: &Harness<'_, Shown>, name: &str| harness.state().session.evolution.find_one(name).expect("is a group");
    harness.get_by_label("Next suspicious group").click();
    harness.run_steps(3);
    assert_eq!(harness.state().view.selection.lead(), Some(of(&harness, "Date")), "it grew most");
    assert_eq!(harness.state().down(), ["app"], "it is seen among its siblings");
    assert!(harness.query_by_label_contains("Date grew from 10 to 90 objects").is_some());
    harness.get_by_label("Close the reason").click();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Date grew from 10 to 90 objects").is_none());
    // From the first one again: one after the other, by what they grew, and round again.
    let mut told: Vec<String> = Vec::new();
    while told.len() < 10 && told.iter().filter(|name| **name == "Date").count() < 2 {
        harness.get_by_label("Next suspicious group").click();
        harness.run_steps(3);
        let shown = harness.state();
        let group = shown.view.selection.lead().expect("a group is selected");
        told.push(shown.session.evolution.nodes[group.at()].name.to_string());
    }
    assert_eq!(told, ["Date", "Location", "Date"]);
}

#[test]
fn a_building_that_is_selected_is_selected_in_the_list_too() {
    let mut harness = window(nested_session(), vec2(1200.0, 420.0));
    let app = harness.state().session.evolution.find_one("Overall#app").expect("is a group");
    harness.state_mut().apply(CityCommand::Select(Some(app)));
    harness.run_steps(3);
    let is_told = |name| harness.get_by_label_contains(name).accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
    assert!(is_told("app 170") && !is_told("lib 42"));
}
