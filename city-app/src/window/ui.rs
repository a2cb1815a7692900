//! Panels, and all else that is drawn by egui: labels, minimap, dialogs. One file per panel: `x_ui(ui, &XView, &mut commands)`
//! reads a small view and appends commands; it needs no Bevy and is tested under egui_kittest. This file fills the views and
//! forwards the commands.

mod captions;
pub(super) mod city_menu;
mod drawer;
mod facts;
pub(super) mod file_dialog;
mod fonts;
mod grouping;
pub(super) mod guide;
mod icons;
mod inspector;
mod labels;
mod layout;
mod legend;
mod minimap;
mod navigator;
mod opening;
mod overlays;
mod panel_keys;
mod partly_read;
mod pointed_row;
pub(super) mod regions;
mod repaint;
mod row_keys;
mod sample_pictures;
mod screen_reader;
mod search_box;
#[cfg(test)]
mod seen_texts;
mod settings;
mod start;
mod status;
#[cfg(test)]
mod test_window;
pub(crate) mod theme;
mod time_chart;
mod timeline;
mod top_bar;
mod widgets;

use std::borrow::Cow;
use std::sync::Arc;

use bevy::asset::AssetEventSystems;
use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext, egui};

pub(crate) use drawer::Drawer;
pub(super) use start::{JvmRow, SampleCard};

use super::camera::{CityCamera, CityProjection, CityRig, place_of};
use super::jobs::{Sizes, StartFacts};
use super::keyboard::SearchFocus;
use super::save_picture::TakingPicture;
use super::state::{AppPhase, CityMessage, FreeArea, LegendWidth, LookRes, SessionRes, SettingsRes, StatusNote, ViewRes, panels_are_drawn};
use crate::answers::leaks::LeakSearch;
use crate::answers::tooltip::{block_lines, spoken_city, tooltip_lines};
use crate::base::presets::Preset;
use crate::base::settings::{CitySettings, Theme};
use crate::base::system::own_memory;
use crate::base::words::{self, Change};
use crate::city::look::model::CityLook;
use crate::data::input::series::DatasetKind;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::view::guide::detect::Seen;
use crate::view::opening::opening_of_leak;
use crate::view::state::{DrawerTab, OpeningState, ViewState};
use crate::window::jobs::work::Jobs;
use crate::window::state::{Known, Opened, PanelSystems, StoreRes};
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::inspector::view::InspectorView;
use city_menu::CityMenu;
use facts::Facts;
use file_dialog::FileDialogRes;
use grouping::{GroupingEditor, GroupingView};
use guide::{Guide, HintsView};
use inspector::GroupPane;
use layout::{ExploringView, exploring_ui};
use legend::LegendView;
use navigator::NavigatorView;
use sample_pictures::SamplePictures;
use search_box::SearchView;
use settings::SettingsView;
use start::{FailedView, LoadingView, StartView, failed_ui, loading_ui, start_ui};
use status::StatusView;
use timeline::{ArrivingView, Stop, TimelineView};
use top_bar::TopBarView;

/// How many findings are told; the rest is the list of growers.
const MAX_FINDINGS: usize = 3;
/// How often own memory is read, in seconds.
const MEMORY_EVERY_SECS: f32 = 1.0;

pub(super) fn plugin(app: &mut App) {
    if !app.is_plugin_added::<FrameTimeDiagnosticsPlugin>() {
        app.add_plugins(FrameTimeDiagnosticsPlugin::default());
    }
    // bevy_egui fails on a frame whose pass schedule does not exist, even if it would be empty.
    app.add_plugins(EguiPlugin::default()).init_schedule(EguiPrimaryContextPass);
    // What egui has written anew comes into the picture with it: one picture later, new letters are missing from texts, and all panels while
    // the texture of the letters grows.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.register_required_components::<CityCamera, PrimaryEguiContext>();
    app.add_plugins((
        captions::plugin,
        file_dialog::plugin,
        fonts::plugin,
        labels::plugin,
        minimap::plugin,
        panel_keys::plugin,
        repaint::plugin,
        screen_reader::plugin,
    ));
    app.init_resource::<Facts>()
        .init_resource::<OwnMemory>()
        .init_resource::<Drawer>()
        .init_resource::<Guide>()
        .init_resource::<CityMenu>()
        .add_systems(EguiPrimaryContextPass, draw_panels.in_set(PanelSystems).run_if(panels_are_drawn));
}

/// Resident memory of this program, read now and then.
#[derive(Resource, Debug, Default)]
struct OwnMemory {
    bytes: Option<u64>,
    age_secs: f32,
}

/// The theme that the panels have, and whether motion is reduced.
type Styled = Option<(Theme, bool)>;

/// What the panels read.
#[derive(SystemParam)]
struct Shown<'w> {
    session: Res<'w, SessionRes>,
    settings: Res<'w, SettingsRes>,
    view: Res<'w, ViewRes>,
    look: Res<'w, LookRes>,
    projection: Res<'w, CityProjection>,
    phase: Res<'w, State<AppPhase>>,
    opened: Res<'w, Opened>,
    jobs: Res<'w, Jobs>,
    sizes: Res<'w, Sizes>,
    start: Res<'w, StartFacts>,
    note: Res<'w, StatusNote>,
    store: Res<'w, StoreRes>,
    rig: Res<'w, CityRig>,
    diagnostics: Res<'w, DiagnosticsStore>,
    time: Res<'w, Time>,
    taking: Res<'w, TakingPicture>,
    dialog: Res<'w, FileDialogRes>,
}

fn draw_panels(
    mut contexts: EguiContexts,
    shown: Shown,
    mut facts: ResMut<Facts>,
    (mut memory, mut drawer, mut guide, mut menu): (ResMut<OwnMemory>, ResMut<Drawer>, ResMut<Guide>, ResMut<CityMenu>),
    mut focus: ResMut<SearchFocus>,
    (mut free, mut legend): (ResMut<FreeArea>, ResMut<LegendWidth>),
    mut messages: MessageWriter<CityMessage>,
    (mut styled, mut pictures, mut editor): (Local<Styled>, Local<SamplePictures>, Local<GroupingEditor>),
    mut group_pane: Local<GroupPane>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let style = (shown.settings.0.theme, shown.settings.0.reduce_motion);
    if *styled != Some(style) {
        *styled = Some(style);
        theme::apply(ctx, style.0, style.1);
    }
    memory.age_secs += shown.time.delta_secs();
    if memory.bytes.is_none() || memory.age_secs > MEMORY_EVERY_SECS {
        *memory = OwnMemory { bytes: own_memory(), age_secs: 0.0 };
    }
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    let mut ui = egui::Ui::new(ctx.clone(), egui::Id::new("panels"), builder);
    regions::begin(ctx);
    let mut commands = Vec::new();
    let area = match shown.phase.get() {
        AppPhase::Exploring => {
            facts.update(&shown.session.0, &shown.view.0, &shown.opened.known.registry);
            let resting = shown.jobs.running().is_none() && shown.sizes.arriving().is_none();
            drawer.leaks.follow(&shown.session.0, shown.opened.kind.unwrap_or(DatasetKind::HeapDumps), resting);
            let report = drawer.leaks.told().map(|(report, _)| report);
            let seen = Seen {
                session: &shown.session.0,
                view: &shown.view.0,
                parts: &facts.parts,
                graph: drawer.graph(),
                report: report.as_deref(),
                has_lives: has_lives(&shown.opened),
            };
            if let Some(problem) = guide.update(
                (Arc::clone(&shown.session.0), report.clone()),
                seen,
                shown.view.0.panels.hints,
                shown.store.directory.as_deref(),
            ) {
                warn!("{problem}");
            }
            let hints = HintsView { hints: &guide.hints, open: shown.view.0.hint.as_ref() };
            pointed_row::begin(ui.ctx(), shown.view.0.hover);
            let panels = (&mut *drawer, &mut *group_pane);
            let area = draw_exploring(&mut ui, &shown, &facts, panels, hints, (memory.bytes, focus.take().as_deref()), &mut commands);
            pointed_row::end(ui.ctx(), &mut commands);
            draw_over_city(&ui, &shown, &facts, &drawer.leaks, hints, area, &mut commands);
            guide.show(ui.ctx(), &shown.view.0, resting, &mut commands);
            menu.show(ui.ctx(), &shown.session.0, &shown.view.0.over_time, &mut commands);
            if shown.view.0.panels.grouping && shown.session.0.can_be_regrouped() {
                let Known { registry, definitions, .. } = &shown.opened.known;
                let kind = shown.opened.kind.unwrap_or(DatasetKind::HeapDumps);
                let view = GroupingView { grouping: &shown.opened.grouping, registry, definitions, kind };
                // A dialog over it would stand behind it.
                if !shown.dialog.is_open() {
                    editor.show(ui.ctx(), &view, &mut commands);
                }
            } else {
                editor.close();
            }
            area
        }
        phase => {
            fill(&ui);
            match phase {
                AppPhase::Loading => draw_loading(&mut ui, &shown, &mut commands),
                AppPhase::Failed => draw_failed(&mut ui, &shown, &mut commands),
                _ => draw_start(&mut ui, &shown, &mut pictures, &mut commands),
            }
            guide.leave(start::tour_buttons(ui.ctx()));
            egui::Rect::NOTHING
        }
    };
    if shown.start.dropping {
        start::drop_here_ui(&ui);
    }
    regions::end(ui.ctx());
    let area = if area.is_positive() { Rect::new(area.min.x, area.min.y, area.max.x, area.max.y) } else { Rect::default() };
    let one = FreeArea::of(area, shown.view.0.beside.is_some());
    free.set_if_neq(one);
    let covered = labels::plates_at(contexts.ctx_mut()?, ["legend"].into_iter()).next().map_or(0.0, |plate| plate.right() - area.min.x);
    legend.set_if_neq(LegendWidth((covered / one.0.width().max(1.0)).clamp(0.0, 1.0)));
    messages.write_batch(commands.into_iter().map(CityMessage));
    Ok(())
}

/// Screens without a city cover the window.
fn fill(ui: &egui::Ui) {
    ui.painter().rect_filled(ui.max_rect(), 0, theme::Palette::of_ui(ui).panel);
}

fn draw_exploring(
    ui: &mut egui::Ui,
    shown: &Shown,
    facts: &Facts,
    (drawer, group_pane): (&mut Drawer, &mut GroupPane),
    hints: HintsView<'_>,
    (own_memory, focus_search): (Option<u64>, Option<&str>),
    commands: &mut Vec<CityCommand>,
) -> egui::Rect {
    let (session, settings, view) = (&*shown.session.0, &shown.settings.0, &shown.view.0);
    let evolution = &*session.evolution;
    let point = view.time.point.min(session.last_point());
    let root = analysis::NodeIndex::ROOT;
    let totals = if evolution.nodes.is_empty() { Cow::default() } else { evolution.series(session.metric, root) };
    let heap_bytes = if evolution.nodes.is_empty() { 0 } else { evolution.value(analysis::Metric::Bytes, root, point) };
    let inspection = facts.inspection.as_ref();
    let reading = shown.jobs.arriving().map(|reading| (reading, Stop::Reading));
    let arriving = reading.or_else(|| Some((shown.sizes.arriving()?, Stop::Sizes)));
    let preset_folder = shown.store.preset_folder();
    let presets = presets(settings);
    let states_of = shown.opened.kind.and_then(DatasetKind::state_source);
    let quick: Vec<_> = states_of.into_iter().flat_map(analysis::GroupingPreset::quick).copied().collect();
    let told = drawer.leaks.told();
    let findings = told.iter().flat_map(|(report, _)| &report.findings).take(MAX_FINDINGS).enumerate();
    let findings: Vec<_> = findings.map(|(number, finding)| (finding, drawer.leaks.building(number))).collect();
    let searching = drawer.leaks.step();
    let frames_per_sec = shown.diagnostics.get(&FrameTimeDiagnosticsPlugin::FPS).and_then(bevy::diagnostic::Diagnostic::smoothed);
    let exploring = ExploringView {
        panels: view.panels,
        city: &|| spoken_city(session, view.selection.lead(), point),
        partly_read: &shown.opened.partly_read,
        drawer: DrawerView {
            hints,
            #[cfg(feature = "fleet")]
            paths: &shown.opened.paths,
            is_reading: shown.jobs.is_reading(),
            ..DrawerView::new(&shown.session.0, view, &facts.parts)
        },
        top_bar: TopBarView {
            title: &evolution.title,
            points: evolution.points.len(),
            heap_bytes,
            path: facts
                .joint
                .as_ref()
                .map(|joint| &joint.path)
                .or(inspection.map(|inspection| &inspection.path))
                .map_or(&[], Vec::as_slice),
            settings,
            can_save: shown.opened.recording.is_some(),
            metrics: &facts.metrics,
            search: SearchView {
                text: &view.search,
                metric: session.metric,
                hits: &facts.hits,
                query: facts.query.as_ref(),
                has_heaps: session.heaps.is_some(),
                focus: focus_search,
            },
            can_undo: view.history.can_undo(),
            can_redo: view.history.can_redo(),
            settings_open: view.panels.settings,
            drawer_open: view.panels.drawer,
        },
        navigator: NavigatorView {
            subject: evolution.subject,
            change: Change::of(evolution),
            has_lives: has_lives(&shown.opened),
            hints: if view.panels.drawer && view.tab == DrawerTab::Findings { HintsView::default() } else { hints },
            findings: &findings,
            are_in_drawer: told.as_ref().is_some_and(|told| told.1),
            searching: searching.as_deref(),
            growers: &facts.growers,
            range: &facts.range,
            suggested: &facts.parts.suggested,
            selected_range: view.range,
            selection: &view.selection,
            metric: session.metric,
            settings,
            grouping: if shown.opened.grouping.is_empty() { &facts.roles } else { &shown.opened.grouping },
            editable: session.can_be_regrouped(),
            quick: &quick,
            classifiers: &shown.opened.classifiers,
            presets: &presets,
        },
        inspector: InspectorView {
            inspection,
            joint: facts.joint.as_ref(),
            groups: facts.groups.as_ref().filter(|_| !view.playing),
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
            preset_folder: &preset_folder,
        },
        timeline: TimelineView {
            subject: evolution.subject,
            hints,
            time: DrawerView::new(&shown.session.0, view, &facts.parts).time(),
            length_warning: facts.length_warning.as_deref(),
            totals: &totals,
            selected: match &facts.joint {
                Some(joint) => Some((joint.name.as_str(), joint.series.as_slice())),
                None => inspection.filter(|i| i.node != root).map(|i| (i.name.as_str(), i.series.as_slice())),
            },
            metric: session.metric,
            known: &facts.known,
            playing: view.playing,
            settings,
            arriving: arriving.as_ref().map(|(a, stop)| ArrivingView { text: &a.text, fraction: a.fraction, held: a.held, stop: *stop }),
        },
        status: StatusView {
            own_memory,
            policy: &evolution.policy,
            notes: &shown.opened.notes,
            warnings: shown.opened.warnings.len() + shown.opened.partly_read.len(),
            buildings: session.buildings.len() - session.blocks(),
            frames_per_sec,
            message: &shown.note.0,
        },
        legend: LegendView {
            change: Change::of(evolution),
            settings,
            metric: session.metric,
            heights: &shown.look.now.heights,
            clamped: shown.look.now.clamped,
            full_growth: session.full_growth(),
            weighed: session.weighed_by().map(|metric| (metric, session.heaviest())),
            since: &facts.since,
            buildings: session.buildings.len() - session.blocks(),
            blocks: session.blocks(),
            pruned: session.buildings_pruned,
            frustums: !shown.look.now.frustums.is_empty(),
            way: shown.look.now.stops.len() > 1,
            marked: marked_share(session, &shown.look.now, view),
            peaks: shown.look.now.peaks.len(),
            has_past: view.time.point > session.first_point && !evolution.is_of_runs(),
            hits: facts.hits.len(),
        },
    };
    exploring_ui(ui, &exploring, drawer, group_pane, commands)
}

/// Where on the scale of colours the building under the pointer is, or else the one that is selected.
fn marked_share(session: &Session, look: &CityLook, view: &ViewState) -> Option<f32> {
    let building = match view.hovered_block {
        Some(district) => session.block_of(district)?,
        None => view.hover.or(view.selection.lead()).and_then(|node| session.building_with(node))?,
    };
    match session.weights().get(building) {
        Some(&weight) => Some(weight as f32 / session.heaviest().max(1) as f32),
        None => look.buildings.get(building).map(|building| building.growth),
    }
}

/// Whether what died can be shown.
fn has_lives(opened: &Opened) -> bool {
    matches!(opened.kind, Some(DatasetKind::Traces { .. })) && opened.recording.is_none()
}

/// The tooltip of the node under the pointer, the marks of fly mode, what was found or the bulbs of buildings, the list of warnings.
fn draw_over_city(
    ui: &egui::Ui,
    shown: &Shown,
    facts: &Facts,
    leaks: &LeakSearch,
    hints: HintsView<'_>,
    free: egui::Rect,
    commands: &mut Vec<CityCommand>,
) {
    let ctx = ui.ctx();
    let (session, view) = (&*shown.session.0, &shown.view.0);
    let lines = |point: usize| match (view.hovered_block, view.hover) {
        (Some(district), _) => block_lines(session, district, point),
        (None, Some(node)) => tooltip_lines(session, node, point),
        (None, None) => Vec::new(),
    };
    if (view.hover.is_some() || view.hovered_block.is_some())
        && !shown.taking.0
        && let Some(pointer) = ctx.pointer_latest_pos()
        && free.contains(pointer)
        && ctx.layer_id_at(pointer).is_none_or(|layer| layer.order == egui::Order::Background)
    {
        let point = view.beside.filter(|_| pointer.x < free.center().x).unwrap_or(view.time.point);
        overlays::tooltip_ui(ctx, pointer, free, &lines(point));
    }
    overlays::points_beside_ui(ctx, free, &session.evolution.points, [view.beside, Some(view.time.point)], commands);
    if shown.rig.is_flying() {
        overlays::fly_ui(ctx, free);
    }
    let taken: Vec<egui::Rect> = labels::plates_at(ctx, labels::FLOATING.into_iter()).collect();
    let opening = facts.opening.as_ref().filter(|_| view.opening == OpeningState::Shown && !view.guided);
    // What was found when the city opened tells the same of the same building.
    let is_told = opening.is_some();
    guide::city_bulbs_ui(ctx, hints, free, &taken, |node| seen_at(shown, node).filter(|_| !is_told), commands);
    if let Some(opening) = opening {
        let report = leaks.told().filter(|told| told.1).map(|told| told.0);
        let of_leak = report.as_ref().zip(leaks.building(0)).and_then(|(report, node)| opening_of_leak(report, &session.evolution, node));
        let opening = of_leak.as_ref().unwrap_or(opening);
        let building = opening.node.and_then(|node| seen_at(shown, node));
        // While it is read more points may come.
        let too_few = shown.jobs.running().is_none().then(|| session.too_few_points(shown.opened.kind?));
        opening::opening_ui(ctx, opening, too_few.flatten().as_deref(), free, building, &taken, commands);
    }
    if let Some(text) = unknown_sizes(shown) {
        overlays::banner_ui(ctx, free, &text);
    }
    if view.panels.warnings {
        let told: Vec<&str> = shown.opened.partly_read.iter().chain(&shown.opened.warnings).map(String::as_str).collect();
        overlays::warnings_ui(ctx, &told, commands);
    }
}

/// What is to be said while the city cannot show what it should: an empty city must not pass for an empty heap.
fn unknown_sizes(shown: &Shown) -> Option<String> {
    let (session, wanted) = (&*shown.session.0, shown.settings.0.metric);
    let point = shown.view.0.time.point.min(session.last_point());
    if session.evolution.is_known(wanted, point) || session.evolution.points.is_empty() {
        return None;
    }
    let name = words::metric_name(wanted);
    let unit = words::metric_unit(session.metric);
    let stand_in = if session.metric == wanted { String::new() } else { format!("; the city shows {unit} until then") };
    Some(match shown.sizes.arriving() {
        Some(work) => format!("{name} of this point is being computed ({:.0} %){stand_in}", 100.0 * work.fraction.unwrap_or(0.0)),
        None if !session.offers(wanted) => {
            format!("This input has no {}s; the city shows {unit}", name.to_lowercase())
        }
        None if session.wanted_sizes.is_some() && shown.jobs.running().is_some() => {
            let of_all = if session.heaps.is_some() { ", of all points when the recording has ended" } else { "" };
            format!("{name} comes with the next heap {}{of_all}{stand_in}", if session.heaps.is_some() { "state" } else { "dump" })
        }
        None if session.wanted_sizes.is_some() && session.heaps.is_none() => {
            format!("{name} of this point was not computed, and its heap dump is gone")
        }
        None if shown.jobs.running().is_some() => format!("{name} is computed when all points are read{stand_in}"),
        None => format!("{name} of this point is not computed; choose another metric and this one again to go on"),
    })
}

/// Where a building is seen, in logical pixels.
fn seen_at(shown: &Shown, node: analysis::NodeIndex) -> Option<egui::Rect> {
    let place = place_of(&shown.session.0, &shown.look.now, node)?;
    let corners = place.corners.iter().filter_map(|&corner| shown.projection.screen(corner));
    let seen: Vec<egui::Pos2> = corners.map(|at| egui::pos2(at.x, at.y)).collect();
    (!seen.is_empty()).then(|| egui::Rect::from_points(&seen))
}

fn presets(settings: &CitySettings) -> Vec<(Preset, CitySettings)> {
    crate::base::presets::PRESETS.iter().map(|preset| (*preset, preset.apply(settings))).collect()
}

fn draw_start(ui: &mut egui::Ui, shown: &Shown, pictures: &mut SamplePictures, commands: &mut Vec<CityCommand>) {
    let start = &shown.start;
    let jvms = start.jvms.as_ref().map(Vec::as_slice).map_err(String::as_str);
    let mut view = StartView { samples: &start.samples, pictures, recent: &shown.store.store.recent, missing: &start.missing, jvms };
    start_ui(ui, &mut view, commands);
    if shown.view.0.panels.help {
        overlays::help_ui(ui.ctx(), commands);
    }
}

fn draw_loading(ui: &mut egui::Ui, shown: &Shown, commands: &mut Vec<CityCommand>) {
    let Some(job) = shown.jobs.running() else { return };
    let step = job.step();
    let view = LoadingView {
        what: &job.what,
        step: &step,
        fraction: job.progress.fraction().map(|fraction| fraction as f32),
        elapsed_secs: job.started.elapsed().as_secs_f32(),
    };
    loading_ui(ui, &view, commands);
}

fn draw_failed(ui: &mut egui::Ui, shown: &Shown, commands: &mut Vec<CityCommand>) {
    failed_ui(ui, &FailedView { error: &shown.jobs.error, paths: &shown.jobs.failed_paths }, commands);
}
