use std::time::{Duration, Instant};

use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::answers::structures::GROUPING;
use crate::answers::windows::RunParts;
use crate::base::settings::CitySettings;
use crate::data::input::options::OpenOptions;
use crate::data::session::Session;
use crate::test_samples::{open_paths, samples_folder, travel_shop};
use crate::test_sessions::session;
use crate::view::command::ShellCommand;
use crate::view::state::ViewState;

struct Stage {
    tab: StructuresTab,
    session: Arc<Session>,
    commands: Vec<CityCommand>,
}

fn harness_of(session: Arc<Session>, width: f32, until: &str) -> Harness<'static, Stage> {
    let stage = Stage { tab: StructuresTab::default(), session, commands: Vec::new() };
    let draw = |ui: &mut Ui, stage: &mut Stage| {
        let view = ViewState::default();
        stage.tab.show(ui, &DrawerView::new(&stage.session, &view, &RunParts::default()), &mut stage.commands);
    };
    let mut harness = Harness::builder().with_size(vec2(width, 420.0)).build_ui_state(draw, stage);
    crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
    let started = Instant::now();
    while harness.query_all_by_label_contains(until).next().is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "{until} does not come");
        harness.step();
        std::thread::yield_now();
    }
    harness.run_steps(3);
    harness
}

#[test]
fn the_collection_that_grows_stands_first_with_what_it_means() {
    let mut harness = harness_of(travel_shop(&[]), 1300.0, "SEARCH_CACHE");
    assert!(harness.query_all_by_label_contains("this owner alone keeps them").next().is_some());
    harness.get_by_label("Show in the city").click();
    harness.run_steps(2);
    let district = CityCommand::ShowDistrict("travelshop.business.JourneyService.SEARCH_CACHE".to_owned());
    assert_eq!(harness.state().commands, [district]);
}

#[test]
fn while_an_input_is_read_nothing_is_said_to_be_missing() {
    let said = |is_reading: bool| {
        let session = Arc::new(session(&[&[("A", 1)]]));
        let draw = move |ui: &mut Ui, tab: &mut StructuresTab| {
            let (view, parts) = (ViewState::default(), RunParts::default());
            tab.show(ui, &DrawerView { is_reading, ..DrawerView::new(&session, &view, &parts) }, &mut Vec::new());
        };
        let harness = Harness::builder().build_ui_state(draw, StructuresTab::default());
        ["still being read", "No collections are known"].map(|text| harness.query_all_by_label_contains(text).next().is_some())
    };
    assert_eq!([said(true), said(false)], [[true, false], [false, true]]);
}

#[test]
fn a_narrow_drawer_has_the_table_above_the_row_in_full() {
    let harness = harness_of(travel_shop(&[]), 560.0, "SEARCH_CACHE");
    assert!(harness.query_by_label("Show in the city").is_some());
    assert!(harness.query_all_by_label_contains("this owner alone keeps them").next().is_some());
}

/// Nothing is described, so that all collections are the program's own.
#[test]
fn what_looks_like_a_collection_is_taken_over_by_one_key() {
    let mut options = OpenOptions::default();
    options.structures.library = Some(Arc::default());
    let dataset = open_paths(&[samples_folder().join("travel-shop/point-13.hprof.gz")], &options).expect("the sample opens");
    let session = Session::new(Arc::clone(&dataset.evolution), &CitySettings::default()).with_data_of(&dataset);
    let mut harness = harness_of(Arc::new(session), 900.0, "Look for own ones");
    harness.get_by_label("Look for own ones").click();
    let started = Instant::now();
    while harness.query_all_by_label_contains("java.util.HashMap").next().is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "no map is found");
        harness.step();
        std::thread::yield_now();
    }
    harness.run_steps(3);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    let [CityCommand::Shell(ShellCommand::DescribeCollections(text)), regroup] = &harness.state().commands[..] else {
        panic!("{:?}", harness.state().commands)
    };
    assert!(text.contains("DS HashMap {") && text.contains("HashMap$Node[];"), "{text}");
    assert_eq!(*regroup, ShellCommand::Regroup(vec![GROUPING.to_owned()]).into());
}

#[test]
fn what_has_no_heaps_says_what_to_open() {
    let harness = harness_of(Arc::new(session(&[&[("A", 1)], &[("A", 2)]])), 900.0, "No collections are known");
    assert!(harness.query_all_by_label_contains("open heap dumps").next().is_some());
}
