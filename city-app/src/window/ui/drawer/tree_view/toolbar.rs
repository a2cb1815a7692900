//! The line above a tree table: filter, arrangement, how many rows there are.

use analysis::RoleIndex;
use bevy_egui::egui::{ComboBox, Label, RichText, TextEdit, Ui};

use crate::answers::tree_table::{Arrangement, Rows};
use crate::base::words;
use crate::window::ui::drawer::tree_view::state::TreeState;
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::Palette;
use crate::window::ui::widgets::check_box;

/// Width of the filter, and with little room.
const FILTER_WIDTH: f32 = 180.0;
const NARROW_FILTER: f32 = 120.0;
/// With less room for the line the filter is narrow.
const ROOM_FOR_FILTER: f32 = 760.0;
/// With less room in its line the arrangement stands in the next one: such a box is cut at the edge, not wrapped.
const ROOM_FOR_ARRANGEMENT: f32 = 110.0;

/// Draws the line; `growing_tip` says what growing means here.
pub(in super::super) fn toolbar_ui(ui: &mut Ui, state: &mut TreeState, growing_tip: &str) {
    let palette = Palette::of_ui(ui);
    let width = if ui.max_rect().width() < ROOM_FOR_FILTER { NARROW_FILTER } else { FILTER_WIDTH };
    let edit = TextEdit::singleline(&mut state.filter).hint_text("Filter by name").desired_width(width);
    name_field(ui.add(edit), "Filter by name")
        .on_hover_text("Shows what has this in its name, with what it lies in. In the rows, just type");
    if !state.filter.is_empty() && icon_button(ui, Icon::Close, "Clear the filter", "", false).clicked() {
        state.filter.clear();
    }
    check_box(ui, &mut state.only_growing, "Only growing").on_hover_text(growing_tip);
    let hidden = state.selection_hidden;
    let Some(rows) = &mut state.rows else { return };
    if ui.layout().main_wrap() && ui.available_size_before_wrap().x < ROOM_FOR_ARRANGEMENT {
        ui.end_row();
    }
    arrangement_ui(ui, rows);
    ui.add(Label::new(RichText::new(count_text(rows)).color(palette.text_weak)).extend());
    if hidden {
        let text = RichText::new("The selection is not among these rows").color(palette.text_weak);
        ui.add(Label::new(text).truncate());
    }
}

fn arrangement_ui(ui: &mut Ui, rows: &mut Rows) {
    let roles = &rows.span().evolution.roles;
    let mut choices = vec![(Arrangement::Tree, "Tree".to_owned()), (Arrangement::Leaves, "All buildings".to_owned())];
    let named = roles.iter().enumerate().filter(|(_, role)| !role.is_empty());
    choices.extend(named.filter_map(|(at, role)| Some((Arrangement::Role(RoleIndex(at.try_into().ok()?)), format!("All of {role}")))));
    let mut arrangement = rows.arrangement();
    let shown = choices.iter().find(|(choice, _)| *choice == arrangement).map_or("", |(_, text)| text.as_str()).to_owned();
    let combo = ComboBox::from_id_salt("arrangement").selected_text(shown).show_ui(ui, |ui| {
        for (choice, text) in choices {
            ui.selectable_value(&mut arrangement, choice, text);
        }
    });
    name_field(combo.response, "Tree or list")
        .on_hover_text("A tree, or one sorted list of all buildings or of everything that one step of the grouping made");
    rows.set_arrangement(arrangement);
}

fn count_text(rows: &Rows) -> String {
    let count = |count: usize, one: &str, many: &str| format!("{} {}", words::count(count as u64), if count == 1 { one } else { many });
    let visible = count(rows.visible().len(), "row", "rows");
    match rows.matches() {
        Some(matches) => format!("{}, {visible}", count(matches, "match", "matches")),
        None => visible,
    }
}
