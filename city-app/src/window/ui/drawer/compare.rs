//! Two points side by side.

use bevy_egui::egui::Ui;

use super::DrawerView;
use crate::command::CityCommand;

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct CompareTab {}

impl CompareTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, _commands: &mut Vec<CityCommand>) {
        ui.label(&view.session.evolution.title);
    }
}
