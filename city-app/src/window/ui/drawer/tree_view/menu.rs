//! The menu of a row.

use analysis::NodeIndex;
use bevy_egui::egui::{Button, Ui};

use crate::answers::tree_table::{Arrangement, Column, Delimiter, delimited};
use crate::base::words;
use crate::view::command::CityCommand;
use crate::window::ui::city_menu::items_ui;
use crate::window::ui::drawer::tree_view::state::{Act, TreeColumn, TreeState};
use crate::window::ui::drawer::view::DrawerView;

/// More rows than a clipboard is good for.
const MOST_COPIED: usize = 100_000;

/// Draws the menu of a row.
pub(super) fn menu_ui(
    ui: &mut Ui,
    (state, view): (&TreeState, &DrawerView<'_>),
    columns: &[TreeColumn],
    row: usize,
    act: &mut Act,
    commands: &mut Vec<CityCommand>,
) {
    let Some(rows) = &state.rows else { return };
    let Some(&node) = rows.visible().get(row) else { return };
    let evolution = &rows.span().evolution;
    if ui.add(Button::new("Fly to the building").shortcut_text("Enter")).clicked() {
        act.fly = Some(node);
    }
    let known = evolution.references.iter().any(Option::is_some) && node != NodeIndex::ROOT;
    if ui.add_enabled(known, Button::new("Follow to the cause")).clicked() {
        commands.push(CityCommand::Select(Some(node)));
        commands.push(CityCommand::FollowToCause);
    }
    if rows.arrangement() == Arrangement::Tree && rows.can_unfold(node) {
        ui.separator();
        if ui.add(Button::new("Unfold all below").shortcut_text("Shift+Right")).clicked() {
            act.all_below = Some((row, true));
        }
        if ui.add(Button::new("Fold all below").shortcut_text("Shift+Left")).clicked() {
            act.all_below = Some((row, false));
        }
    }
    ui.separator();
    items_ui(ui, node, view.session, &view.view.over_time, true, commands);
    ui.separator();
    if ui.button("Copy name").clicked() {
        ui.copy_text(rows.span().name(node).to_owned());
    }
    if ui.button("Copy key").clicked() {
        ui.copy_text(evolution.nodes[node.at()].key.to_string());
    }
    if ui.add(Button::new("Copy row").shortcut_text("Ctrl+C")).clicked()
        && let Some(text) = row_text(state, columns, node, Delimiter::Tab)
    {
        ui.copy_text(text);
    }
    let copied = rows.visible().len().min(MOST_COPIED);
    let which = if copied < rows.visible().len() { format!("the first {} rows", words::count(copied as u64)) } else { "all rows".into() };
    for (delimiter, what) in [(Delimiter::Tab, "for a spreadsheet"), (Delimiter::Comma, "as CSV")] {
        if ui.button(format!("Copy {which} {what}")).clicked() {
            ui.copy_text(delimited(rows.span(), &rows.visible()[..copied], &plain_columns(columns), delimiter));
        }
    }
}

/// One row with its heading.
pub(super) fn row_text(state: &TreeState, columns: &[TreeColumn], node: NodeIndex, delimiter: Delimiter) -> Option<String> {
    let rows = state.rows.as_ref()?;
    Some(delimited(rows.span(), &[node], &plain_columns(columns), delimiter))
}

fn plain_columns(columns: &[TreeColumn]) -> Vec<Column> {
    columns.iter().map(|column| column.column).collect()
}
