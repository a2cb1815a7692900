//! Where everything stands while a city is shown: bars above and below, panels at the sides, the city between them.
//!
//! A folded panel leaves a thin rail with the button that opens it again. The function returns the area that stays
//! free for the city.

use bevy_egui::egui::{self, Align2, Area, Id, Margin, Order, Panel as EguiPanel, Rect, Ui, vec2};

use super::drawer::{Drawer, drawer_ui};
use super::icons::{Icon, icon_button};
use super::inspector::{GroupPane, inspector_ui};
use super::legend::{LegendView, legend_ui};
use super::navigator::{NavigatorView, navigator_ui};
use super::overlays::controls_ui;
use super::partly_read::partly_read_ui;
use super::settings::{SettingsView, settings_ui};
use super::status::{StatusView, status_ui};
use super::theme::{INSPECTOR_WIDTH, NAVIGATOR_WIDTH, Palette, RAIL, TEXT_TITLE, TOP_BAR, plate};
use super::timeline::{TIMELINE_HEIGHT, TimelineView, timeline_rail_ui, timeline_ui};
use super::top_bar::{TopBarView, top_bar_ui};
use super::widgets::keep_size;
use crate::view::command::CityCommand;
use crate::view::state::{Panel, Panels};
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::inspector::view::InspectorView;

/// Height of the status bar.
const STATUS: f32 = 26.0;
/// Height of the folded timeline.
const TIMELINE_RAIL: f32 = 38.0;
/// Distance of what floats over the city from the panels.
pub(crate) const FLOAT_MARGIN: f32 = 12.0;

/// Everything that is shown around a city.
pub(crate) struct ExploringView<'a> {
    pub(crate) panels: Panels,
    /// What could be read in part only, a sentence per file.
    pub(crate) partly_read: &'a [String],
    pub(crate) drawer: DrawerView<'a>,
    pub(crate) top_bar: TopBarView<'a>,
    pub(crate) navigator: NavigatorView<'a>,
    pub(crate) inspector: InspectorView<'a>,
    pub(crate) settings: SettingsView<'a>,
    pub(crate) timeline: TimelineView<'a>,
    pub(crate) status: StatusView<'a>,
    pub(crate) legend: LegendView<'a>,
}

/// In a narrower window only one side panel is open: the inspector of what is selected, else the navigator.
const ROOM_FOR_BOTH: f32 = 1150.0;

/// Whether the navigator and the inspector are open in a window of this width.
fn open_sides(width: f32, view: &ExploringView<'_>) -> (bool, bool) {
    let Panels { navigator, inspector, settings, .. } = view.panels;
    let is_asked_about = view.inspector.inspection.is_some() || settings;
    let is_narrow = width < ROOM_FOR_BOTH && navigator && inspector;
    (navigator && !(is_asked_about && is_narrow), inspector && (is_asked_about || !is_narrow))
}

/// Draws the panels into a `Ui` that covers the window; returns the area that they leave free.
pub(crate) fn exploring_ui(
    ui: &mut Ui,
    view: &ExploringView<'_>,
    drawer: &mut Drawer,
    group_pane: &mut GroupPane,
    commands: &mut Vec<CityCommand>,
) -> Rect {
    let palette = Palette::of_ui(ui);
    let frame = |x: i8, y: i8| egui::Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(x, y));
    EguiPanel::top("top bar").exact_size(TOP_BAR).frame(frame(10, 4)).show(ui, |ui| top_bar_ui(ui, &view.top_bar, commands));
    if view.panels.partly_read && !view.partly_read.is_empty() {
        EguiPanel::top("partly read").frame(frame(12, 4)).show(ui, |ui| partly_read_ui(ui, view.partly_read, commands));
    }
    EguiPanel::bottom("status bar").exact_size(STATUS).frame(frame(12, 2)).show(ui, |ui| status_ui(ui, &view.status, commands));
    let timeline = EguiPanel::bottom(Id::new(("timeline", view.panels.timeline, view.timeline.time.points.len() > 1))).frame(frame(12, 6));
    // One point is no time to move in.
    let has_time = view.timeline.time.points.len() > 1 || view.timeline.arriving.is_some();
    if view.panels.timeline && has_time {
        timeline.exact_size(TIMELINE_HEIGHT).show(ui, |ui| timeline_ui(ui, &view.timeline, commands));
    } else {
        timeline.exact_size(TIMELINE_RAIL).show(ui, |ui| timeline_rail_ui(ui, &view.timeline, commands));
    }
    let (navigator, inspector) = open_sides(ui.max_rect().width(), view);
    left_ui(ui, view, navigator, commands);
    right_ui(ui, view, inspector, group_pane, commands);
    drawer_ui(ui, drawer, &view.drawer, commands);
    let free = ui.available_rect_before_wrap();
    floating_ui(ui, view, free, commands);
    free
}

fn left_ui(ui: &mut Ui, view: &ExploringView<'_>, open: bool, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if open {
        let frame = egui::Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 6, top: 8, bottom: 0 });
        let (id, width) = (Id::new("navigator"), view.panels.sizes.navigator.map_or(NAVIGATOR_WIDTH, f32::from));
        let panel = EguiPanel::left(id).resizable(true).default_size(width).size_range(200.0..=460.0).frame(frame);
        let shown = panel.show(ui, |ui| {
            title_row(ui, "Navigator", Panel::Navigator, "F9", commands);
            navigator_ui(ui, &view.navigator, commands);
        });
        keep_size(ui, id, Panel::Navigator, shown.response.rect.width(), commands);
    } else {
        // Where there is room for one only, it opens when the other one closes.
        let opens = if view.panels.navigator { Panel::Inspector } else { Panel::Navigator };
        rail(ui, true, &[(Icon::List, "Navigator", "F9", opens)], commands);
    }
}

fn right_ui(ui: &mut Ui, view: &ExploringView<'_>, open: bool, group_pane: &mut GroupPane, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if open {
        let frame = egui::Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 6, top: 8, bottom: 0 });
        let (id, width) = (Id::new("inspector"), view.panels.sizes.inspector.map_or(INSPECTOR_WIDTH, f32::from));
        let panel = EguiPanel::right(id).resizable(true).default_size(width).size_range(260.0..=560.0).frame(frame);
        let shown = panel.show(ui, |ui| {
            if view.panels.settings {
                settings_ui(ui, &view.settings, commands);
            } else {
                title_row(ui, "Inspector", Panel::Inspector, "F11", commands);
                inspector_ui(ui, &view.inspector, group_pane, commands);
            }
        });
        keep_size(ui, id, Panel::Inspector, shown.response.rect.width(), commands);
    } else {
        let opens = if view.panels.inspector { Panel::Navigator } else { Panel::Inspector };
        rail(ui, false, &[(Icon::Info, "Inspector", "F11", opens), (Icon::Sliders, "Settings", "Ctrl+,", Panel::Settings)], commands);
    }
}

fn title_row(ui: &mut Ui, title: &str, panel: Panel, key: &str, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(title).size(TEXT_TITLE).strong());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, Icon::Fold, &format!("Fold the {} away", title.to_lowercase()), key, false).clicked() {
                commands.push(CityCommand::Toggle(panel));
            }
        });
    });
}

/// A folded side panel: its buttons, one above the other.
fn rail(ui: &mut Ui, left: bool, buttons: &[(Icon, &str, &str, Panel)], commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let id = if left { "left rail" } else { "right rail" };
    let panel = if left { EguiPanel::left(id) } else { EguiPanel::right(id) };
    let frame = egui::Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(6, 8));
    panel.resizable(false).exact_size(RAIL).frame(frame).show(ui, |ui| {
        for &(icon, text, key, panel) in buttons {
            if icon_button(ui, icon, text, key, false).clicked() {
                commands.push(CityCommand::Toggle(panel));
            }
        }
    });
}

/// A city that has less room than this has a short legend.
const ROOM_FOR_LEGEND: egui::Vec2 = vec2(760.0, 480.0);

/// What lies over the city: legend and controls, each in its corner.
fn floating_ui(ui: &Ui, view: &ExploringView<'_>, free: Rect, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let ctx = ui.ctx();
    // Too small a window shows the city alone.
    if free.width() < 420.0 || free.height() < 260.0 {
        return;
    }
    if view.panels.legend {
        let at = free.left_bottom() + vec2(FLOAT_MARGIN, -FLOAT_MARGIN);
        Area::new(Id::new("legend")).order(Order::Middle).pivot(Align2::LEFT_BOTTOM).fixed_pos(at).show(ctx, |ui| {
            plate(palette)
                .show(ui, |ui| legend_ui(ui, &view.legend, free.width() < ROOM_FOR_LEGEND.x || free.height() < ROOM_FOR_LEGEND.y));
        });
    }
    if view.panels.controls {
        let at = free.left_top() + vec2(FLOAT_MARGIN, FLOAT_MARGIN);
        Area::new(Id::new("controls")).order(Order::Middle).pivot(Align2::LEFT_TOP).fixed_pos(at).show(ctx, controls_ui);
    }
    if view.panels.help {
        super::overlays::help_ui(ctx, commands);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use analysis::{Metric, NodeIndex, PointInfo, Subject};
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::windows::RunParts;
    use crate::base::settings::CitySettings;
    use crate::test_sessions::session;
    use crate::view::inspection::{Inspection, ListedNode, inspect};
    use crate::view::state::ViewState;
    use crate::window::ui::guide::HintsView;
    use crate::window::ui::search_box::SearchView;
    use crate::window::ui::time_chart::RunTime;

    /// A window with a selection whose name is long; keeps the commands and the free area of every frame.
    fn harness(panels: Panels) -> Harness<'static, (Vec<CityCommand>, Vec<Rect>)> {
        harness_of(panels, &[])
    }

    /// The same of files that could be read in part only.
    fn harness_of(panels: Panels, partly_read: &[&str]) -> Harness<'static, (Vec<CityCommand>, Vec<Rect>)> {
        let name = "com.example.shop.persistence.internal.HostConnectionPoolManagerFactory$SynchronizedEntrySetIterator";
        let session = Arc::new(session(&[&[(name, 100), ("Other", 3)], &[(name, 900_000), ("Other", 3)]]));
        let settings = CitySettings::default();
        let inspection: Option<Inspection> = inspect(&session, &ViewState::default(), NodeIndex(2));
        let points: Vec<PointInfo> = session.evolution.points.clone();
        let growers = [ListedNode { node: NodeIndex(2), name: name.into(), value: 899_900, sized: None, error: None }];
        let view_state = ViewState { panels, ..ViewState::default() };
        let partly_read: Vec<String> = partly_read.iter().map(|&part| part.to_owned()).collect();
        let (mut drawer, mut group_pane) = (Drawer::default(), GroupPane::default());
        let app = move |ui: &mut Ui, (commands, free): &mut (Vec<CityCommand>, Vec<Rect>)| {
            let path = inspection.as_ref().map_or(&[][..], |i| &i.path);
            let no_parts = RunParts::default();
            let view = ExploringView {
                panels,
                partly_read: &partly_read,
                drawer: DrawerView::new(&session, &view_state, &no_parts),
                top_bar: TopBarView {
                    title: "my-app",
                    points: 2,
                    heap_bytes: 1,
                    path,
                    settings: &settings,
                    can_save: false,
                    metrics: &Metric::ALL,
                    search: SearchView { text: "", metric: Metric::Objects, hits: &[], query: None, has_heaps: true, focus: None },
                    can_undo: true,
                    can_redo: false,
                    settings_open: panels.settings,
                    drawer_open: panels.drawer,
                },
                navigator: NavigatorView {
                    subject: Subject::Heap,
                    has_lives: false,
                    hints: HintsView::default(),
                    findings: &[],
                    are_in_drawer: true,
                    searching: None,
                    growers: &growers,
                    range: "from the first to the last point",
                    suggested: &[],
                    selected_range: None,
                    selection: &view_state.selection,
                    settings: &settings,
                    editable: false,
                    metric: Metric::Objects,
                    grouping: &[],
                    quick: &[],
                    classifiers: &[],
                    presets: &[],
                },
                inspector: InspectorView { inspection: inspection.as_ref(), growers: &growers, point: 1, ..InspectorView::default() },
                settings: SettingsView {
                    settings: &settings,
                    metrics: &Metric::ALL,
                    leaves: 2,
                    most_children: 2,
                    references_known: true,
                    preset_folder: "/home/somebody/.config/memory-city/presets",
                },
                timeline: TimelineView {
                    subject: Subject::Heap,
                    hints: HintsView::default(),
                    time: RunTime { points: &points, shown: 1, range: None, seen: None, parts: &RunParts::default() },
                    length_warning: None,
                    totals: &[103, 900_003],
                    selected: None,
                    metric: Metric::Objects,
                    known: &[true; 2],
                    playing: false,
                    settings: &settings,
                    arriving: None,
                },
                status: StatusView {
                    own_memory: None,
                    policy: "",
                    notes: &[],
                    warnings: 0,
                    buildings: 2,
                    frames_per_sec: None,
                    message: "",
                },
                legend: LegendView {
                    subject: Subject::Heap,
                    settings: &settings,
                    metric: Metric::Objects,
                    max_growth: 899_900,
                    weighed: None,
                    first_time: "0:00.000",
                    buildings: 2,
                    pruned: 0,
                    blocks: 0,
                    frustums: true,
                    way: false,
                    marked: None,
                    peaks: 0,
                    has_past: true,
                    hits: 0,
                },
            };
            free.push(exploring_ui(ui, &view, &mut drawer, &mut group_pane, commands));
        };
        let harness = Harness::builder().with_size(vec2(1600.0, 1000.0)).build_ui_state(app, (Vec::new(), Vec::new()));
        super::super::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
        harness
    }

    #[test]
    fn panels_keep_their_width_however_long_a_name_is() {
        for settings in [false, true] {
            let mut harness = harness(Panels { settings, ..Panels::default() });
            harness.run_steps(4);
            let early = harness.state().1.last().copied();
            harness.run_steps(20);
            assert_eq!(harness.state().1.last().copied(), early, "settings open: {settings}");
            assert!(early.is_some_and(|free| free.width() > 900.0), "the city has most of the window: {early:?}");
        }
    }

    #[test]
    fn the_drawer_takes_its_room_from_the_city_and_all_of_it_when_asked() {
        let mut harness = harness(Panels { drawer: true, ..Panels::default() });
        harness.run_steps(4);
        let open = harness.state().1.last().copied().expect("frames were drawn");
        assert!(open.height() > 300.0 && open.height() < 650.0, "{open:?}");
        harness.get_by_label("Compare").click();
        harness.run_steps(2);
        assert_eq!(harness.state().0, [CityCommand::ShowTab(crate::view::state::DrawerTab::Compare)]);
        harness.get_by_label("Cover the city").click();
        harness.run_steps(4);
        assert!(harness.state().1.last().is_some_and(|free| free.height() < 1.0));
        harness.get_by_label("Show the city again").click();
        harness.run_steps(4);
        assert_eq!(harness.state().1.last().copied(), Some(open), "as before");
    }

    #[test]
    fn what_could_be_read_in_part_only_is_told_above_the_city_until_it_is_closed() {
        let told = "Only 6.5 % of a.hprof could be read (65.0 KiB of 0.98 MiB, 1,234 objects): unknown record in the file at byte 66,560";
        let mut harness = harness_of(Panels::default(), &[told]);
        harness.run_steps(4);
        assert!(harness.query_by_label(told).is_some() && harness.query_by_label_contains("This city is incomplete").is_some());
        let with = harness.state().1.last().copied().expect("frames were drawn");
        harness.get_by_label("Close what could be read in part only").click();
        harness.run_steps(2);
        assert_eq!(harness.state().0, [CityCommand::Toggle(Panel::PartlyRead)]);
        let mut harness = harness_of(Panels { partly_read: false, ..Panels::default() }, &[told]);
        harness.run_steps(4);
        assert!(harness.query_by_label(told).is_none());
        assert!(harness.state().1.last().is_some_and(|without| without.top() < with.top()), "it takes its room from the city");
    }

    #[test]
    fn a_narrow_window_has_one_side_panel_open_and_the_other_one_on_demand() {
        let mut harness = harness(Panels::default());
        harness.set_size(vec2(1024.0, 640.0));
        harness.run_steps(4);
        let is_open = |harness: &Harness<'_, _>, panel: &str| harness.query_by_label(&format!("Fold the {panel} away")).is_some();
        assert!(is_open(&harness, "inspector") && !is_open(&harness, "navigator"), "something is selected");
        assert!(harness.state().1.last().is_some_and(|free| free.width() > 560.0));
        harness.get_by_label("Navigator").click();
        harness.run_steps(2);
        assert_eq!(harness.state().0, [CityCommand::Toggle(Panel::Inspector)]);
        let mut harness = self::harness(Panels { inspector: false, ..Panels::default() });
        harness.set_size(vec2(1024.0, 640.0));
        harness.run_steps(4);
        assert!(is_open(&harness, "navigator"));
    }

    #[test]
    fn an_edge_that_was_dragged_stays_where_it_is_and_begins_there_the_next_time() {
        let mut window = harness(Panels { drawer: true, ..Panels::default() });
        window.run_steps(4);
        let free = window.state().1.last().copied().expect("frames were drawn");
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
            assert!(matches!(window.state().0[..], [CityCommand::Resize(dragged, _)] if dragged == panel), "{:?}", window.state().0);
            let Some(CityCommand::Resize(panel, size)) = window.state_mut().0.pop() else { continue };
            let now = window.state().1.last().copied().expect("frames were drawn");
            let mut panels = Panels { drawer: true, ..Panels::default() };
            *panels.sizes.size(panel).expect("has a size") = Some(size);
            let mut again = harness(panels);
            again.run_steps(4);
            let again = again.state().1.last().copied().expect("frames were drawn");
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
            assert!(harness.state().1.last().is_some_and(|free| free.width() > 1500.0));
            harness.get_by_label(label).click();
            harness.run_steps(4);
            assert_eq!(harness.state().0, [CityCommand::Toggle(panel)], "{label}");
        }
    }
}
