use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy_egui::egui::vec2;
use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::answers::windows::RunParts;
use crate::data::session::Session;
use crate::test_sessions::session;
use crate::view::state::ViewState;

struct Stage {
    tab: StatisticsTab,
    session: Arc<Session>,
    commands: Vec<CityCommand>,
}

fn harness() -> Harness<'static, Stage> {
    harness_of(1500.0)
}

fn harness_of(width: f32) -> Harness<'static, Stage> {
    harness_showing(city(), width)
}

/// `Leak` grows always, `Saw` up and down, `Steady` not.
fn city() -> Session {
    session(&[
        &[("Leak", 100), ("Saw", 200), ("Steady", 500)],
        &[("Leak", 150), ("Saw", 900), ("Steady", 500)],
        &[("Leak", 200), ("Saw", 200), ("Steady", 500)],
        &[("Leak", 300), ("Saw", 200), ("Steady", 500)],
        &[("Leak", 400), ("Saw", 200), ("Steady", 500)],
    ])
}

fn harness_showing(session: Session, width: f32) -> Harness<'static, Stage> {
    let stage = Stage { tab: StatisticsTab::default(), session: Arc::new(session), commands: Vec::new() };
    let draw = |ui: &mut Ui, stage: &mut Stage| {
        let view = ViewState::default();
        stage.tab.show(ui, &DrawerView::new(&stage.session, &view, &RunParts::default()), &mut stage.commands);
    };
    let mut harness = Harness::builder().with_size(vec2(width, 300.0)).build_ui_state(draw, stage);
    crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
    let started = Instant::now();
    while harness.query_by_label("Leak").is_none() {
        assert!(started.elapsed() < Duration::from_secs(60), "no row comes");
        harness.step();
        std::thread::yield_now();
    }
    // Columns have found their widths.
    harness.run_steps(3);
    harness
}

/// The points that were asked for: when the button goes down, and when it is let go.
fn gone_to(harness: &Harness<'_, Stage>) -> Vec<usize> {
    let point = |command: &CityCommand| if let CityCommand::GoTo(point) = command { *point } else { panic!("{command:?}") };
    let mut points: Vec<usize> = harness.state().commands.iter().map(point).collect();
    points.dedup();
    points
}

#[test]
fn rows_tell_statistics_and_the_leak_rule_and_select() {
    let mut harness = harness();
    assert!(harness.query_by_label("LEAK").is_some());
    // Of 700 created Saw 700 were collected.
    assert!(harness.query_by_label("100 %").is_some());
    harness.get_by_label("Saw").click();
    harness.run_steps(2);
    let saw = harness.state().session.evolution.find_one("Saw").expect("it is there");
    assert_eq!(harness.state().commands, [CityCommand::Select(Some(saw))]);
}

#[test]
fn boxes_draw_lines_and_a_click_beside_them_goes_to_the_point() {
    let mut harness = harness();
    harness.get_by_label("Hide the line of Saw").click();
    harness.run_steps(2);
    assert!(harness.query_by_label("Draw the line of Saw").is_some());
    harness.get_by_label("Lines over time").click();
    harness.run_steps(2);
    assert_eq!(gone_to(&harness), [2], "the middle");
}

#[test]
fn a_click_beside_the_lines_goes_to_the_point_whose_time_is_nearest() {
    let mut evolution = Evolution::clone(&city().evolution);
    for (at, point) in evolution.points.iter_mut().enumerate() {
        point.time_millis = if at == 4 { 4000 } else { at as i64 };
    }
    let session = Session::new(Arc::new(evolution), &crate::base::settings::CitySettings::default());
    let mut harness = harness_showing(session, 1500.0);
    harness.get_by_label("Lines over time").click();
    harness.run_steps(2);
    assert_eq!(gone_to(&harness), [3], "all but the last one are at the left edge");
}

#[test]
fn a_filter_lists_what_it_says() {
    let mut harness = harness();
    harness.get_by_label("Keeps growing").click();
    harness.run_steps(2);
    assert!(harness.query_by_label("Leak").is_some() && harness.query_by_label("Saw").is_none());
}

#[test]
fn a_narrow_table_leaves_room_for_names() {
    let wide = harness();
    assert!(wide.query_by_label("Sort by Created").is_some());
    let narrow = harness_of(660.0);
    assert!(narrow.query_by_label("Sort by Created").is_none() && narrow.query_by_label("Sort by Share").is_some());
    let room = narrow.get_by_label("Sort by Group").rect().width();
    assert!(room >= 220.0, "{room}");
    // Beside the switch of tables and lines the boxes keep their distance.
    let [first, second] = ["maximum", "volume"].map(|name| narrow.get_by_label(name).rect());
    assert!(second.left() - first.right() >= 6.0, "{first:?} {second:?}");
}
