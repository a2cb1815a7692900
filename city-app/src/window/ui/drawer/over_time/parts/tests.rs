use std::sync::Arc;

use bevy_egui::egui::vec2;
use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::answers::windows::RunParts;
use crate::base::settings::CitySettings;
use crate::data::session::Session;
use crate::test_sessions::nested_session;
use crate::view::command::apply;
use crate::view::state::ViewState;

struct Stage {
    charts: PartsCharts,
    session: Arc<Session>,
    view: ViewState,
    commands: Vec<CityCommand>,
}

/// The charts, whose commands are carried out as in the window.
fn harness(width: f32) -> Harness<'static, Stage> {
    let stage =
        Stage { charts: PartsCharts::default(), session: Arc::new(nested_session()), view: ViewState::default(), commands: Vec::new() };
    let draw = |ui: &mut Ui, stage: &mut Stage| {
        let mut commands = Vec::new();
        let parts = RunParts::default();
        let view = DrawerView::new(&stage.session, &stage.view, &parts);
        stage.charts.show(ui, &view, &mut commands);
        for command in commands {
            apply(&mut stage.view, &mut CitySettings::default(), &stage.session, command.clone());
            stage.commands.push(command);
        }
    };
    let harness = Harness::builder().with_size(vec2(width, 1000.0)).build_ui_state(draw, stage);
    crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
    harness
}

/// The names of the groups whose parts are charted.
fn groups(harness: &Harness<'_, Stage>) -> Vec<String> {
    let Stage { session, view, .. } = harness.state();
    let name = |node: NodeIndex| session.evolution.nodes[node.at()].name.to_string();
    view.over_time.groups(&session.evolution).into_iter().map(name).collect()
}

#[test]
fn a_row_opens_the_chart_of_its_parts_below_and_a_second_click_closes_it() {
    let mut harness = harness(1200.0);
    assert!(harness.query_by_label("Location").is_none());
    harness.get_by_label("app").click();
    harness.run();
    assert_eq!(groups(&harness), ["Overall", "app"]);
    let Stage { session, view, .. } = harness.state();
    assert_eq!(view.selection.lead(), session.evolution.find_one("app").ok(), "the city selects it, too");
    // Of 55 and 212 objects 15 and 170 are in it, of which 75 of the growth of 157 are locations.
    assert!(harness.query_by_label("15 objects to 170 objects").is_some());
    assert!(harness.query_by_label("Most grew Date by 80 objects, 51.0 % of the growth of the heap; nearly as much Location by 75 objects, 47.8 % of the growth of the heap").is_some());
    harness.get_by_label("Location").click();
    harness.run();
    assert_eq!(groups(&harness), ["Overall", "app", "Location"]);
    assert!(harness.query_by_label_contains("grouped no further").is_some());
    harness.get_all_by_label("app").next().expect("its row").click();
    harness.run();
    assert_eq!(groups(&harness), ["Overall"]);
}

#[test]
fn charts_have_settings_of_their_own_and_steps_can_be_undone() {
    let mut harness = harness(1200.0);
    harness.get_by_label("app").click();
    harness.run();
    harness.get_all_by_label("Stacked").nth(1).expect("of the second chart").click();
    harness.run();
    let forms = |harness: &Harness<'_, Stage>| [0, 1].map(|level| harness.state().view.over_time.level(level).expect("there are two").form);
    assert_eq!(forms(&harness), [ChartForm::Lines, ChartForm::Stacked]);
    harness.get_all_by_label("Each").next().expect("of the first chart").click();
    harness.run();
    assert_eq!(forms(&harness), [ChartForm::Multiples, ChartForm::Stacked]);
    let Stage { session, view, .. } = harness.state_mut();
    for _ in 0..2 {
        apply(view, &mut CitySettings::default(), session, CityCommand::Undo);
    }
    assert_eq!(forms(&harness), [ChartForm::Lines, ChartForm::Lines]);
}

#[test]
fn what_was_chosen_is_shown_where_it_is_at_the_end() {
    let mut harness = harness(1200.0);
    harness.get_by_label("app").click();
    harness.run();
    harness.state_mut().commands.clear();
    harness.get_by_label("Table").click();
    harness.run();
    let app = harness.state().session.evolution.find_one("app").expect("it is there");
    let expected = [CityCommand::GoTo(1), CityCommand::Select(Some(app)), CityCommand::ShowTab(DrawerTab::Table)];
    assert_eq!(harness.state().commands, expected);
    assert!(harness.query_by_label("Who keeps it alive").is_none(), "there are no heap dumps");
}

#[test]
fn the_table_stands_below_a_narrow_chart() {
    for (width, is_below) in [(1200.0, false), (500.0, true)] {
        let harness = harness(width);
        let [chart, row] =
            ["Objects of the heap, by package", "app"].map(|label| harness.get_all_by_label(label).last().expect("it is drawn").rect());
        assert_eq!(row.top() > chart.bottom(), is_below, "{chart:?} and {row:?}");
    }
}
