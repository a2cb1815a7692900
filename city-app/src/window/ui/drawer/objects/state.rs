//! What the tab of single objects remembers, and what its parts share.

use std::sync::Arc;

use bevy_egui::egui;
use bevy_egui::egui::{RichText, Ui};

use crate::answers::objects::{Expanded, ListFilter, ListOrder, ObjectLink, Place, Visits, address_text};
use crate::data::group_keepers::short_class;
use crate::view::command::CityCommand;
use crate::view::state::ObjectQuery;
use crate::window::ui::theme::Palette;

/// What the user has set in the tab.
#[derive(Debug, Default)]
pub(crate) struct TabState {
    pub(super) place: Option<Place>,
    /// The user wants no heap dump to be read at this place.
    pub(super) stopped: bool,
    pub(super) order: ListOrder,
    pub(super) filter: FilterField,
    /// The query of the search box that the filter has taken over.
    pub(super) query: ObjectQuery,
    /// The object that is shown, to see when it changes.
    pub(super) shown: Option<u64>,
    /// The list is to show the row of the object.
    pub(super) scroll: bool,
    pub(super) expanded: Expanded,
    pub(super) visits: Visits,
    pub(super) relation: Relation,
    /// The middle pane of a narrow drawer shows relations.
    pub(super) narrow_relations: bool,
    /// How much of the relations is asked for; 0 is the first page.
    pub(super) page: usize,
    /// The group whose cause was asked for.
    pub(super) group_asked: Option<Arc<str>>,
}

/// The filter as it is typed, and as it is applied a moment later.
#[derive(Debug, Default)]
pub(crate) struct FilterField {
    pub(super) text: String,
    pub(super) applied: ListFilter,
    pub(super) typed_at: Option<f64>,
}

impl FilterField {
    pub(super) fn with(text: &str) -> Self {
        Self { text: text.to_owned(), applied: ListFilter::of(text), typed_at: None }
    }
}

pub(crate) fn failed_ui(ui: &mut Ui, error: &str) {
    let palette = Palette::of_ui(ui);
    ui.add(egui::Label::new(RichText::new(error).color(palette.error)).wrap().selectable(true));
}

/// An object to click: its class and what it holds. Cut at the width that is left.
pub(crate) fn link_ui(ui: &mut Ui, link: &ObjectLink, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let tip = format!("{}\n{}", link.class, address_text(link.address));
    let class = egui::Link::new(RichText::new(short_class(&link.class)).color(palette.selection));
    if ui.add(class).on_hover_text(tip).clicked() {
        commands.push(CityCommand::SelectObject(Some(link.address)));
    }
    if !link.preview.is_empty() {
        ui.add(egui::Label::new(RichText::new(&link.preview).color(palette.text)).truncate());
    }
}

/// What is told about the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Relation {
    #[default]
    Paths,
    Referrers,
    Kept,
    Group,
}
