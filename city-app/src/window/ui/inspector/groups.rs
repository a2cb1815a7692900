//! The groups that several answers are about.

use std::sync::Arc;

use bevy_egui::egui::{Label, RichText, Ui};

use crate::answers::objects::Place;
use crate::window::ui::theme::{Palette, TEXT_SMALL};

/// Which groups at which point.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Groups {
    pub(crate) place: Place,
    pub(crate) keys: Vec<Arc<str>>,
}

pub(crate) fn failed_ui(ui: &mut Ui, error: &str) {
    let color = Palette::of_ui(ui).error;
    ui.add(Label::new(RichText::new(error).color(color).size(TEXT_SMALL)).wrap().selectable(true));
}
