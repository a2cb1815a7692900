//! What every part of the inspector gets.

use analysis::{Evolution, Metric, NodeIndex, Subject};
use bevy_egui::egui;
use bevy_egui::egui::{FontId, Ui};

use crate::base::words::{self, Change};
use crate::data::point_range::PointRange;
use crate::view::command::{CameraCommand, CityCommand};
use crate::view::inspection::{Inspection, JointInspection, ListedNode};
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::inspector::groups::Groups;
use crate::window::ui::theme::{Palette, TEXT_TITLE};
use crate::window::ui::widgets::{NodeRow, name_ui, node_row, select_order};

/// What the inspector shows.
#[derive(Default)]
pub(crate) struct InspectorView<'a> {
    /// The selection, if there is one; of several nodes the leading one.
    pub(crate) inspection: Option<&'a Inspection>,
    /// All of them, if several are selected.
    pub(crate) joint: Option<&'a JointInspection>,
    /// What a heap dump can be asked about; nothing while time passes.
    pub(crate) groups: Option<&'a Groups>,
    /// What the groups are groups of.
    pub(crate) evolution: Option<&'a Evolution>,
    /// The whole heap, shown when nothing is selected.
    pub(crate) heap: Option<&'a Inspection>,
    /// What to look at when nothing is selected.
    pub(crate) growers: &'a [ListedNode],
    /// The metric shown.
    pub(crate) metric: Metric,
    /// For each point whether the metric is known there.
    pub(crate) known: &'a [bool],
    /// The point shown.
    pub(crate) point: usize,
    /// What growth is counted from, as a heading.
    pub(crate) since: &'a str,
    /// What the ends of the points that growth is asked of are called.
    pub(crate) ends: [&'a str; 2],
    /// The stretch of time between them, in words.
    pub(crate) range: &'a str,
    /// The points that are selected; `None` where growth is asked of all.
    pub(crate) selected_range: Option<PointRange>,
    /// The input has references at this point.
    pub(crate) references_known: bool,
}

impl InspectorView<'_> {
    /// There is one point, so that nothing can have grown.
    pub(super) fn has_one_point(&self) -> bool {
        self.evolution.is_some_and(|evolution| evolution.points.len() == 1)
    }

    /// What its groups do from point to point.
    pub(crate) fn change(&self) -> Change {
        self.evolution.map_or(Change::Growth, Change::of)
    }

    /// What the city is of.
    pub(crate) fn subject(&self) -> Subject {
        self.evolution.map_or_else(Subject::default, |evolution| evolution.subject)
    }
}

/// A row of which a click selects the node, and two fly there.
pub(crate) fn select_row(ui: &mut Ui, row: &NodeRow<'_>, commands: &mut Vec<CityCommand>) {
    let response = node_row(ui, row);
    let Some(node) = row.node else { return };
    if response.double_clicked() {
        commands.push(CityCommand::Camera(CameraCommand::FlyTo(node)));
    } else if response.clicked() {
        commands.push(select_order(ui, node));
    }
}

/// What is selected, with the buttons that fly there and let go of it.
pub(crate) fn title_ui(ui: &mut Ui, name: &str, target: Option<NodeIndex>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.add_space(2.0);
    // The buttons take their room first: a name wider than the rest is cut, and never widens the panel.
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, Icon::Close, "Deselect", "Esc", false).clicked() {
                commands.push(CityCommand::Select(None));
            }
            if icon_button(ui, Icon::Target, "Fly to the selection", "F", false).clicked() {
                commands.extend(target.map(|node| CityCommand::Camera(CameraCommand::FlyTo(node))));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let short = words::short_place(name);
                name_ui(ui, short.as_deref().unwrap_or(name), &[], FontId::proportional(TEXT_TITLE), palette.selection, name);
            });
        });
    });
}
