//! The menu of a building or district: opens where the right button was clicked in the city.

use analysis::{MarkKind, NodeIndex, Subject};
use bevy::prelude::Resource;
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Area, Frame, Key, Order, Pos2, RichText, Ui};

use super::inspector::annotate;
use super::regions;
use crate::answers::places::markable_place;
use crate::data::input::annotations::Annotation;
use crate::data::session::Session;
use crate::view::command::CityCommand;
use crate::view::over_time::OverTimeView;
use crate::view::state::DrawerTab;

/// What was clicked, and where; `None` while no menu is open.
#[derive(Resource, Debug, Default)]
pub(in crate::window) struct CityMenu {
    open: Option<(NodeIndex, Pos2)>,
    /// It was opened in this frame: that click is not one beside it.
    is_new: bool,
    /// By a key, so that the first entry is to have the keyboard.
    by_key: bool,
}

impl CityMenu {
    /// Opens it for a node, at a place on the screen.
    pub(in crate::window) fn open(&mut self, node: NodeIndex, at: (f32, f32)) {
        *self = Self { open: Some((node, at.into())), is_new: true, by_key: false };
    }

    /// The same by a key.
    pub(in crate::window) fn open_by_key(&mut self, node: NodeIndex, at: (f32, f32)) {
        *self = Self { open: Some((node, at.into())), is_new: true, by_key: true };
    }

    /// Whether there is one.
    pub(in crate::window) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Draws it, if it is open.
    pub(super) fn show(&mut self, ctx: &egui::Context, session: &Session, charts: &OverTimeView, commands: &mut Vec<CityCommand>) {
        let Some((node, at)) = self.open.filter(|(node, _)| node.at() < session.evolution.nodes.len()) else {
            self.open = None;
            return;
        };
        let before = commands.len();
        let area = Area::new(egui::Id::new("city menu")).order(Order::Foreground).fixed_pos(at).constrain(true).show(ctx, |ui| {
            Frame::menu(ui.style()).show(ui, |ui| {
                ui.set_max_width(260.0);
                regions::name_group(ui, Role::Menu, "What can be done");
                menu_ui(ui, node, session, charts, std::mem::take(&mut self.by_key), commands);
            });
        });
        let is_beside = ctx.input(|input| input.pointer.any_pressed()) && !area.response.contains_pointer() && !self.is_new;
        self.is_new = false;
        if commands.len() > before || is_beside || ctx.input(|input| input.key_pressed(Key::Escape)) {
            self.open = None;
        }
    }
}

fn menu_ui(ui: &mut Ui, node: NodeIndex, session: &Session, charts: &OverTimeView, by_key: bool, commands: &mut Vec<CityCommand>) {
    ui.label(RichText::new(session.short_name(node)).strong());
    ui.separator();
    let first = ui.add(egui::Button::new("Fly there").frame(false));
    if by_key {
        first.request_focus();
    } else if first.clicked() {
        commands.extend(CityCommand::show(node));
    }
    items_ui(ui, node, session, charts, false, commands);
}

/// What can be done with a group wherever it is seen: chart it, list its objects, see who keeps it alive, say whether it is needed.
pub(super) fn items_ui(
    ui: &mut Ui,
    node: NodeIndex,
    session: &Session,
    charts: &OverTimeView,
    framed: bool,
    commands: &mut Vec<CityCommand>,
) {
    let evolution = &session.evolution;
    let select = CityCommand::Select(Some(node));
    let mut item = |ui: &mut Ui, label: &str, does: &[CityCommand]| {
        if ui.add(egui::Button::new(label).frame(framed)).clicked() {
            commands.extend_from_slice(does);
        }
    };
    let chart = CityCommand::Chart(Box::new(charts.down_to(evolution, node)));
    item(ui, "Chart it over time", &[select.clone(), chart, CityCommand::ShowTab(DrawerTab::OverTime)]);
    item(ui, "List its objects", &[select.clone(), CityCommand::ShowTab(DrawerTab::Objects)]);
    if evolution.subject == Subject::Heap {
        item(ui, "Who keeps it alive", &[select, CityCommand::ShowTab(DrawerTab::Graph)]);
    }
    let Some(place) = markable_place(evolution, node) else { return };
    ui.separator();
    let known = session.annotations.marks.of(&place);
    for (need, label) in
        [(Some(MarkKind::Needed), "Mark as needed"), (Some(MarkKind::NotNeeded), "Mark as not needed"), (None, "Take the mark away")]
    {
        if known != need {
            item(ui, label, &[annotate(Annotation::Mark(place.clone(), need))]);
        }
    }
}
