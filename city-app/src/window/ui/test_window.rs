//! The panels around a city as a test sees them: drawn as in the window, without Bevy; what they ask for is kept, not done.

use std::sync::Arc;

use analysis::{NodeIndex, Registry};
use bevy_egui::egui::{Rect, Ui, vec2};
use egui_kittest::Harness;

use super::drawer::Drawer;
use super::drawer::view::DrawerView;
use super::facts::Facts;
use super::guide::HintsView;
use super::inspector::GroupPane;
use super::inspector::view::InspectorView;
use super::layout::{ExploringView, exploring_ui};
use super::legend::LegendView;
use super::navigator::NavigatorView;
use super::search_box::SearchView;
use super::settings::SettingsView;
use super::status::StatusView;
use super::timeline::TimelineView;
use super::top_bar::TopBarView;
use super::{regions, theme};
use crate::answers::tooltip::spoken_city;
use crate::base::settings::{CitySettings, Theme};
use crate::city::look::Heights;
use crate::data::input::options::OpenOptions;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::view::guide::texts::Hint;
use crate::view::state::ViewState;

/// What is drawn, and what came of it.
pub(crate) struct TestWindow {
    pub(crate) session: Arc<Session>,
    pub(crate) settings: CitySettings,
    pub(crate) view: ViewState,
    pub(crate) partly_read: Vec<String>,
    pub(crate) hints: Vec<Hint>,
    /// All commands so far.
    pub(crate) told: Vec<CityCommand>,
    /// What was left for the city in each frame.
    pub(crate) free: Vec<Rect>,
    facts: Facts,
    registry: Arc<Registry>,
    drawer: Drawer,
    group_pane: GroupPane,
}

impl TestWindow {
    pub(crate) fn new(session: Arc<Session>, view: ViewState) -> Self {
        Self {
            session,
            settings: CitySettings::default(),
            view,
            partly_read: Vec::new(),
            hints: Vec::new(),
            told: Vec::new(),
            free: Vec::new(),
            facts: Facts::default(),
            registry: Arc::new(OpenOptions::default().registry()),
            drawer: Drawer::default(),
            group_pane: GroupPane::default(),
        }
    }

    /// At night, 1600 by 1000 pixels.
    pub(crate) fn harness(self) -> Harness<'static, Self> {
        let harness = Harness::builder().with_size(vec2(1600.0, 1000.0)).build_ui_state(|ui, window: &mut Self| window.draw(ui), self);
        theme::apply(&harness.ctx, Theme::Dark, false);
        harness
    }

    fn draw(&mut self, ui: &mut Ui) {
        let Self { session, settings, view, partly_read, hints, told, free, facts, registry, drawer, group_pane } = self;
        facts.update(session, view, registry);
        let evolution = &*session.evolution;
        let point = view.time.point.min(session.last_point());
        let totals = evolution.series(session.metric, NodeIndex::ROOT);
        let hints = HintsView { hints, open: view.hint.as_ref() };
        let inspection = facts.inspection.as_ref();
        let exploring = ExploringView {
            panels: view.panels,
            city: &|| spoken_city(session, view.selection.lead(), point),
            partly_read,
            drawer: DrawerView { hints, ..DrawerView::new(session, view, &facts.parts) },
            top_bar: TopBarView {
                title: "my-app",
                points: evolution.points.len(),
                heap_bytes: 1,
                path: inspection.map_or(&[], |inspection| inspection.path.as_slice()),
                settings,
                can_save: false,
                metrics: &facts.metrics,
                search: SearchView {
                    text: &view.search,
                    metric: session.metric,
                    hits: &facts.hits,
                    query: facts.query.as_ref(),
                    has_heaps: session.heaps.is_some(),
                    focus: None,
                },
                can_undo: true,
                can_redo: false,
                settings_open: view.panels.settings,
                drawer_open: view.panels.drawer,
            },
            navigator: NavigatorView {
                subject: evolution.subject,
                change: crate::base::words::Change::of(evolution),
                has_lives: false,
                hints,
                findings: &[],
                are_in_drawer: true,
                searching: None,
                growers: &facts.growers,
                range: &facts.range,
                suggested: &facts.parts.suggested,
                selected_range: view.range,
                selection: &view.selection,
                settings,
                editable: session.can_be_regrouped(),
                metric: session.metric,
                grouping: &facts.roles,
                quick: &[],
                classifiers: &[],
                presets: &super::presets(settings),
            },
            inspector: InspectorView {
                inspection,
                joint: facts.joint.as_ref(),
                groups: facts.groups.as_ref(),
                evolution: Some(evolution),
                heap: facts.heap.as_ref(),
                growers: &facts.growers,
                metric: session.metric,
                known: &facts.known,
                point,
                since: &facts.since,
                ends: facts.ends.each_ref().map(String::as_str),
                range: &facts.range,
                selected_range: view.range,
                references_known: facts.references_known,
            },
            settings: SettingsView {
                settings,
                metrics: &facts.metrics,
                leaves: facts.leaves,
                most_children: facts.most_children,
                references_known: facts.references_known,
                preset_folder: "/home/somebody/.config/memory-city/presets",
            },
            timeline: TimelineView {
                subject: evolution.subject,
                hints,
                time: DrawerView::new(session, view, &facts.parts).time(),
                length_warning: None,
                totals: &totals,
                selected: inspection.map(|inspection| (inspection.name.as_str(), inspection.series.as_slice())),
                metric: session.metric,
                known: &facts.known,
                playing: view.playing,
                settings,
                arriving: None,
            },
            status: StatusView {
                own_memory: Some(1 << 28),
                policy: &evolution.policy,
                notes: &[],
                warnings: 2,
                buildings: session.buildings.len(),
                frames_per_sec: None,
                message: "",
            },
            legend: LegendView {
                change: crate::base::words::Change::of(evolution),
                settings,
                metric: session.metric,
                heights: &Heights::default(),
                clamped: 0,
                full_growth: session.full_growth(),
                weighed: session.weighed_by().map(|metric| (metric, session.heaviest())),
                since: &facts.since,
                buildings: session.buildings.len(),
                pruned: session.buildings_pruned,
                blocks: session.blocks(),
                frustums: true,
                way: false,
                marked: Some(0.5),
                peaks: 1,
                has_past: true,
                hits: facts.hits.len(),
            },
        };
        regions::begin(ui.ctx());
        free.push(exploring_ui(ui, &exploring, drawer, group_pane, told));
        regions::end(ui.ctx());
    }
}
