//! Where everything stands while a city is shown: bars above and below, panels at the sides, the city between them.
//!
//! A folded panel leaves a thin rail with the button that opens it again. The function returns the area that stays
//! free for the city.

use std::ops::RangeInclusive;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Align2, Area, Id, Margin, Order, Panel as EguiPanel, Rect, Ui, vec2};

use super::drawer::{Drawer, drawer_ui};
use super::icons::{Icon, icon_button};
use super::inspector::{GroupPane, inspector_ui};
use super::legend::{LegendView, legend_ui};
use super::navigator::{NavigatorView, navigator_ui};
use super::overlays::controls_ui;
use super::partly_read::partly_read_ui;
use super::regions::{self, Region};
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

/// How wide the panels at the sides may be.
const NAVIGATOR_WIDTHS: RangeInclusive<f32> = 200.0..=460.0;
const INSPECTOR_WIDTHS: RangeInclusive<f32> = 260.0..=560.0;
/// Height of the status bar.
const STATUS: f32 = 26.0;
/// Height of the folded timeline.
const TIMELINE_RAIL: f32 = 38.0;
/// Distance of what floats over the city from the panels.
pub(crate) const FLOAT_MARGIN: f32 = 12.0;

/// Everything that is shown around a city.
pub(crate) struct ExploringView<'a> {
    pub(crate) panels: Panels,
    /// What is told of the city to those who do not see it.
    pub(crate) city: &'a dyn Fn() -> String,
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

/// Draws the panels into a `Ui` that covers the window; returns the area that they leave free. What is drawn later is reached later by Tab.
pub(crate) fn exploring_ui(
    ui: &mut Ui,
    view: &ExploringView<'_>,
    drawer: &mut Drawer,
    group_pane: &mut GroupPane,
    commands: &mut Vec<CityCommand>,
) -> Rect {
    let palette = Palette::of_ui(ui);
    let frame = |x: i8, y: i8| egui::Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(x, y));
    let top = EguiPanel::top("top bar").exact_size(TOP_BAR).frame(frame(10, 4));
    region(ui, Region::TopBar, top, |ui| top_bar_ui(ui, &view.top_bar, commands));
    if view.panels.partly_read && !view.partly_read.is_empty() {
        EguiPanel::top("partly read").frame(frame(12, 4)).show(ui, |ui| partly_read_ui(ui, view.partly_read, commands));
    }
    // One point is no time to move in.
    let has_time = view.timeline.time.points.len() > 1 || view.timeline.arriving.is_some();
    let is_open = view.panels.timeline && has_time;
    let timeline_height = if is_open { TIMELINE_HEIGHT } else { TIMELINE_RAIL };
    let mut middle = ui.available_rect_before_wrap();
    middle.max.y = (middle.max.y - STATUS - timeline_height).max(middle.min.y);
    let mut middle = ui.new_child(egui::UiBuilder::new().max_rect(middle));
    let is_asked_about = view.inspector.inspection.is_some() || view.panels.settings;
    let width = middle.max_rect().width();
    let (navigator, inspector) = view.panels.open_sides(width, is_asked_about);
    let opens = |panel| view.panels.key_toggles(panel, width, is_asked_about);
    left_ui(&mut middle, view, navigator, opens(Panel::Navigator), commands);
    right_ui(&mut middle, view, inspector, opens(Panel::Inspector), group_pane, commands);
    drawer_ui(&mut middle, drawer, &view.drawer, commands);
    let free = middle.available_rect_before_wrap();

    let status = EguiPanel::bottom("status bar").exact_size(STATUS).frame(frame(12, 2));
    let timeline = EguiPanel::bottom(Id::new(("timeline", view.panels.timeline, view.timeline.time.points.len() > 1)));
    let timeline = timeline.exact_size(timeline_height).frame(frame(12, 6));
    region(ui, Region::StatusBar, status, |ui| status_ui(ui, &view.status, commands));
    region(ui, Region::Timeline, timeline, |ui| {
        if is_open {
            timeline_ui(ui, &view.timeline, commands);
        } else {
            timeline_rail_ui(ui, &view.timeline, commands);
        }
    });
    regions::city_ui(ui, free, view.city, !view.timeline.playing);
    floating_ui(ui, view, free, commands);
    free
}

/// A panel that is a region of the window. Returns where it is.
fn region(ui: &mut Ui, region: Region, panel: EguiPanel, content: impl FnOnce(&mut Ui)) -> Rect {
    let shown = panel.show(ui, |ui| {
        regions::name_group(ui, Role::Region, region.name());
        content(ui);
    });
    regions::place(ui.ctx(), region, shown.response.rect);
    shown.response.rect
}

/// `opens` is what to toggle where it is folded away.
fn left_ui(ui: &mut Ui, view: &ExploringView<'_>, open: bool, opens: Panel, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if open {
        let frame = egui::Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 6, top: 8, bottom: 0 });
        let (id, width) = (Id::new("navigator"), view.panels.sizes.navigator.map_or(NAVIGATOR_WIDTH, f32::from));
        let panel = EguiPanel::left(id).resizable(true).default_size(width).size_range(NAVIGATOR_WIDTHS).frame(frame);
        let place = region(ui, Region::Navigator, panel, |ui| {
            title_row(ui, "Navigator", Panel::Navigator, "F9", commands);
            navigator_ui(ui, &view.navigator, commands);
        });
        keep_size(ui, id, Panel::Navigator, place, NAVIGATOR_WIDTHS, commands);
    } else {
        rail(ui, Region::Navigator, &[(Icon::List, "Navigator", "F9", opens)], commands);
    }
}

fn right_ui(ui: &mut Ui, view: &ExploringView<'_>, open: bool, opens: Panel, group_pane: &mut GroupPane, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if open {
        let frame = egui::Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 6, top: 8, bottom: 0 });
        let (id, width) = (Id::new("inspector"), view.panels.sizes.inspector.map_or(INSPECTOR_WIDTH, f32::from));
        let panel = EguiPanel::right(id).resizable(true).default_size(width).size_range(INSPECTOR_WIDTHS).frame(frame);
        let place = region(ui, Region::Inspector, panel, |ui| {
            if view.panels.settings {
                settings_ui(ui, &view.settings, commands);
            } else {
                title_row(ui, "Inspector", Panel::Inspector, "F11", commands);
                inspector_ui(ui, &view.inspector, group_pane, commands);
            }
        });
        keep_size(ui, id, Panel::Inspector, place, INSPECTOR_WIDTHS, commands);
    } else {
        let buttons = [(Icon::Info, "Inspector", "F11", opens), (Icon::Sliders, "Settings", "Ctrl+,", Panel::Settings)];
        rail(ui, Region::Inspector, &buttons, commands);
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
fn rail(ui: &mut Ui, side: Region, buttons: &[(Icon, &str, &str, Panel)], commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let panel = if side == Region::Navigator { EguiPanel::left("left rail") } else { EguiPanel::right("right rail") };
    let frame = egui::Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(6, 8));
    region(ui, side, panel.resizable(false).exact_size(RAIL).frame(frame), |ui| {
        for &(icon, text, key, panel) in buttons {
            if icon_button(ui, icon, text, key, false).clicked() {
                commands.push(CityCommand::Toggle(panel));
            }
        }
    });
}

/// A city that has less room than this has a short legend.
const ROOM_FOR_LEGEND: egui::Vec2 = vec2(760.0, 600.0);

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
            regions::name_group(ui, Role::Region, "Legend");
            // A way needs the room.
            let short = view.legend.way || free.width() < ROOM_FOR_LEGEND.x || free.height() < ROOM_FOR_LEGEND.y;
            plate(palette).show(ui, |ui| legend_ui(ui, &view.legend, short));
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
mod tests;
