//! Where everything stands, and what is left for the city.

use std::sync::Arc;

use analysis::NodeIndex;
use egui_kittest::{Harness, kittest::Queryable};

use super::*;
use crate::test_sessions::session;
use crate::view::state::ViewState;
use crate::window::ui::test_window::TestWindow;

/// A window with a selection whose name is long; keeps the commands and the free area of every frame.
fn harness(panels: Panels) -> Harness<'static, TestWindow> {
    harness_of(panels, &[])
}

/// The same of files that could be read in part only.
fn harness_of(panels: Panels, partly_read: &[&str]) -> Harness<'static, TestWindow> {
    let name = "com.example.shop.persistence.internal.HostConnectionPoolManagerFactory$SynchronizedEntrySetIterator";
    let session = Arc::new(session(&[&[(name, 100), ("Other", 3)], &[(name, 900_000), ("Other", 3)]]));
    let view = ViewState { panels, selection: Some(NodeIndex(2)).into(), ..ViewState::default() };
    let mut window = TestWindow::new(session, view);
    window.partly_read = partly_read.iter().map(|&part| part.to_owned()).collect();
    window.harness()
}

#[test]
fn panels_keep_their_width_however_long_a_name_is() {
    for settings in [false, true] {
        let mut harness = harness(Panels { settings, ..Panels::default() });
        harness.run_steps(4);
        let early = harness.state().free.last().copied();
        harness.run_steps(20);
        assert_eq!(harness.state().free.last().copied(), early, "settings open: {settings}");
        assert!(early.is_some_and(|free| free.width() > 900.0), "the city has most of the window: {early:?}");
    }
}

#[test]
fn the_drawer_takes_its_room_from_the_city_and_all_of_it_when_asked() {
    let mut harness = harness(Panels { drawer: true, ..Panels::default() });
    harness.run_steps(4);
    let open = harness.state().free.last().copied().expect("frames were drawn");
    assert!(open.height() > 300.0 && open.height() < 650.0, "{open:?}");
    harness.get_by_label("Compare").click();
    harness.run_steps(2);
    assert_eq!(harness.state().told, [CityCommand::ShowTab(crate::view::state::DrawerTab::Compare)]);
    harness.get_by_label("Cover the city").click();
    harness.run_steps(4);
    assert!(harness.state().free.last().is_some_and(|free| free.height() < 1.0));
    harness.get_by_label("Show the city again").click();
    harness.run_steps(4);
    assert_eq!(harness.state().free.last().copied(), Some(open), "as before");
}

#[test]
fn what_could_be_read_in_part_only_is_told_above_the_city_until_it_is_closed() {
    let told = "Only 6.5 % of a.hprof could be read (65.0 KiB of 0.98 MiB, 1,234 objects): unknown record in the file at byte 66,560";
    let mut harness = harness_of(Panels::default(), &[told]);
    harness.run_steps(4);
    assert!(harness.query_by_label(told).is_some() && harness.query_by_label_contains("This city is incomplete").is_some());
    let with = harness.state().free.last().copied().expect("frames were drawn");
    harness.get_by_label("Close what could be read in part only").click();
    harness.run_steps(2);
    assert_eq!(harness.state().told, [CityCommand::Toggle(Panel::PartlyRead)]);
    let mut harness = harness_of(Panels { partly_read: false, ..Panels::default() }, &[told]);
    harness.run_steps(4);
    assert!(harness.query_by_label(told).is_none());
    assert!(harness.state().free.last().is_some_and(|without| without.top() < with.top()), "it takes its room from the city");
}

#[test]
fn a_narrow_window_has_one_side_panel_open_and_the_other_one_on_demand() {
    let mut harness = harness(Panels::default());
    harness.set_size(vec2(1024.0, 640.0));
    harness.run_steps(4);
    let is_open = |harness: &Harness<'_, _>, panel: &str| harness.query_by_label(&format!("Fold the {panel} away")).is_some();
    assert!(is_open(&harness, "inspector") && !is_open(&harness, "navigator"), "something is selected");
    assert!(harness.state().free.last().is_some_and(|free| free.width() > 560.0));
    harness.get_by_role_and_label(Role::Button, "Navigator").click();
    harness.run_steps(2);
    assert_eq!(harness.state().told, [CityCommand::Toggle(Panel::Inspector)]);
    let mut harness = self::harness(Panels { inspector: false, ..Panels::default() });
    harness.set_size(vec2(1024.0, 640.0));
    harness.run_steps(4);
    assert!(is_open(&harness, "navigator"));
}

#[test]
fn an_edge_that_was_dragged_stays_where_it_is_and_begins_there_the_next_time() {
    let mut window = harness(Panels { drawer: true, ..Panels::default() });
    window.run_steps(4);
    let free = window.state().free.last().copied().expect("frames were drawn");
    let edges = [
        (free.left_center(), vec2(60.0, 0.0), Panel::Navigator),
        (free.right_center(), vec2(-50.0, 0.0), Panel::Inspector),
        (free.center_bottom(), vec2(0.0, -70.0), Panel::Drawer),
    ];
    for (from, by, panel) in edges {
        window.drag_at(from);
        window.run_steps(2);
        window.hover_at(from + by);
        window.run_steps(2);
        window.drop_at(from + by);
        window.run_steps(3);
        assert!(matches!(window.state().told[..], [CityCommand::Resize(dragged, _)] if dragged == panel), "{:?}", window.state().told);
        let Some(CityCommand::Resize(panel, size)) = window.state_mut().told.pop() else { continue };
        let now = window.state().free.last().copied().expect("frames were drawn");
        let mut panels = Panels { drawer: true, ..Panels::default() };
        *panels.sizes.size(panel).expect("has a size") = Some(size);
        let mut again = harness(panels);
        again.run_steps(4);
        let again = again.state().free.last().copied().expect("frames were drawn");
        let edge = |free: Rect| match panel {
            Panel::Navigator => free.left(),
            Panel::Inspector => free.right(),
            _ => free.bottom(),
        };
        assert!((edge(again) - edge(now)).abs() <= 1.0, "{panel:?}: {again:?} and {now:?}");
        assert!((edge(now) - edge(free)).abs() > 40.0, "{panel:?}: {now:?} and {free:?}");
    }
}

#[test]
fn folded_panels_leave_rails_that_open_them_again() {
    let folded = Panels { navigator: false, inspector: false, timeline: false, ..Panels::default() };
    for (label, panel) in [("Navigator", Panel::Navigator), ("Inspector", Panel::Inspector), ("Timeline", Panel::Timeline)] {
        let mut harness = harness(folded);
        harness.run_steps(4);
        assert!(harness.state().free.last().is_some_and(|free| free.width() > 1500.0));
        harness.get_by_role_and_label(Role::Button, label).click();
        harness.run_steps(4);
        assert_eq!(harness.state().told, [CityCommand::Toggle(panel)], "{label}");
    }
}
