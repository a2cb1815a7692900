//! A tree table: sticky header, rows of the visible part only, keyboard, and the link with the city both ways.
//!
//! What the rows are is [`crate::answers::tree_table`]'s matter; this is how they look and what one does with them.

mod cells;
mod keys;
mod menu;
pub(crate) mod state;
#[cfg(test)]
mod tests;
mod toolbar;

use analysis::{Evolution, Metric, NodeIndex};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{ScrollArea, Sense, Ui, Vec2b};
use egui_extras::{Column as Width, TableBuilder};

pub(super) use toolbar::toolbar_ui;

use crate::answers::tree_table::Column;
use crate::base::words;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::tree_view::state::{Act, TreeColumn, TreeState};
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::widgets::{heading_ui, note};
use crate::window::ui::{pointed_row, row_keys};
use cells::{name_ui, number_ui, trend_ui};

/// Height of a row: a multiple of 8, which keeps a million of them in place when positions are 32-bit floats.
const ROW_HEIGHT: f32 = 24.0;
/// Height of the heading.
const HEADER_HEIGHT: f32 = 26.0;
/// Width of the name, while there is room.
const NAME_WIDTHS: std::ops::RangeInclusive<f32> = 200.0..=520.0;
/// Width that is kept for the series over time, which takes what is left up to the other one.
const TREND_WIDTH: f32 = 120.0;
const WIDEST_TREND: f32 = 420.0;
/// With less room a series says nothing and is left out.
const LEAST_TREND: f32 = 60.0;
/// Column widths begin anew when the room changes by this much.
const WIDTH_STEP: f32 = 160.0;

/// What an error of objects and of bytes takes beside the number.
const ERROR_WIDTHS: [f32; 2] = [34.0, 62.0];

/// Columns with room for the errors of estimates, where there are some.
pub(super) fn with_room_for_errors(mut columns: Vec<TreeColumn>, evolution: &Evolution) -> Vec<TreeColumn> {
    let estimated = columns.iter_mut().filter(|_| evolution.has_estimates());
    for column in estimated {
        let room = match column.column {
            Column::From(metric)
            | Column::To(metric)
            | Column::Change(metric)
            | Column::Rate(metric)
            | Column::RateAgainst(metric)
            | Column::RateChange(metric)
                if column.column.has_error() =>
            {
                ERROR_WIDTHS[usize::from(metric == Metric::Bytes)]
            }
            _ => continue,
        };
        column.width += room;
        column.tip = format!("{}\n{}", column.tip, words::ERROR_MEANING);
    }
    columns
}

/// Draws the table below whatever was drawn before. By its name egui knows one table from another, above all the one
/// that has the keyboard.
pub(super) fn tree_ui(
    ui: &mut Ui,
    name: &str,
    state: &mut TreeState,
    view: &DrawerView<'_>,
    columns: &[TreeColumn],
    trend: bool,
    commands: &mut Vec<CityCommand>,
) {
    let area = ui.available_rect_before_wrap();
    let id = ui.id().with(name);
    if row_keys::list_ui(ui, id, area, Role::TreeGrid, "Rows").has_focus() {
        keys::take_keys(ui, state, view, columns, commands);
    }
    let trend = trend && area.width() - others_width(ui, columns) - NAME_WIDTHS.start() >= LEAST_TREND;
    let scroll_to = state.scroll_to.take();
    let seen = &*state;
    let Some(rows) = &seen.rows else { return };
    let count = rows.visible().len();
    if count == 0 {
        ui.add_space(ROW_HEIGHT);
        ui.vertical_centered(|ui| note(ui, empty_text(seen)));
        return;
    }
    let (mut act, mut marked) = (Act::default(), None);
    ui.spacing_mut().item_spacing.y = 0.0;
    // Columns that find no room are scrolled to.
    let width = area.width().max(NAME_WIDTHS.start() + others_width(ui, columns));
    ScrollArea::horizontal().id_salt(name).auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(width);
        table_builder(ui, name, width, columns, if trend { TREND_WIDTH } else { 0.0 }, scroll_to)
            .header(HEADER_HEIGHT, |mut header| {
                for column in columns {
                    header.col(|ui| {
                        let sort = rows.sort();
                        let sorted = (sort.column == column.column).then_some(sort.descending);
                        if heading_ui(ui, column.title, &column.tip, sorted, column.column != Column::Name).clicked() {
                            act.sort = Some(column.column);
                        }
                    });
                }
                header.col(|ui| {
                    if trend {
                        cells::trend_header_ui(ui);
                    }
                });
            })
            .body(|body| {
                body.rows(ROW_HEIGHT, count, |mut row| {
                    let at = row.index();
                    let node = rows.visible()[at];
                    let selected = seen.seen.as_ref().is_some_and(|selection| selection.contains(node));
                    row.set_selected(selected);
                    if view.view.hover == Some(node) {
                        row.set_hovered(true);
                    }
                    for column in columns {
                        row.col(|ui| {
                            if column.column == Column::Name {
                                if seen.cursor == Some(node) {
                                    marked = Some((node, ui.max_rect()));
                                }
                                act.toggle = name_ui(ui, rows, node).then_some(at).or(act.toggle);
                            } else {
                                number_ui(ui, rows.span(), column.column, node, selected);
                            }
                        });
                    }
                    row.col(|ui| {
                        if trend {
                            trend_ui(ui, rows.span(), node, WIDEST_TREND);
                        }
                    });
                    let response = row.response();
                    pointed_row::see(&response, node);
                    act.see(at, node, selected, &response);
                    response.context_menu(|ui| menu::menu_ui(ui, (seen, view), columns, at, &mut act, commands));
                });
            });
    });
    if let Some((node, place)) = marked {
        row_keys::tell_row(ui, id, || spoken_row(seen, columns, node), place);
    }
    state.page = ((area.height() - HEADER_HEIGHT) / ROW_HEIGHT) as usize;
    act.carry_out(ui, id, state, view, commands);
}

/// A row in words: what stands in its columns, and whether more lies below it.
fn spoken_row(state: &TreeState, columns: &[TreeColumn], node: NodeIndex) -> String {
    let Some(rows) = &state.rows else { return String::new() };
    let cell = |column: &TreeColumn| match column.column {
        Column::Name => rows.span().name(node).to_owned(),
        other => format!("{} {}", column.title, other.text(rows.span(), node)),
    };
    let mut words: Vec<String> = columns.iter().map(cell).collect();
    if rows.can_unfold(node) {
        words.push(if rows.is_unfolded(node) { "unfolded" } else { "folded" }.to_owned());
    }
    words.join(", ")
}

/// What the columns beside the name take.
fn others_width(ui: &Ui, columns: &[TreeColumn]) -> f32 {
    let spacing = ui.spacing().item_spacing.x;
    columns.iter().map(|column| column.width + spacing).sum()
}

fn table_builder<'a>(
    ui: &'a mut Ui,
    name: &str,
    width: f32,
    columns: &[TreeColumn],
    trend_width: f32,
    scroll_to: Option<usize>,
) -> TableBuilder<'a> {
    // Widths that people chose last until the window gets another size.
    let salt = (name, (width / WIDTH_STEP) as u32, columns.len());
    let name_width = (width - others_width(ui, columns) - trend_width).clamp(*NAME_WIDTHS.start(), *NAME_WIDTHS.end());
    let mut builder = TableBuilder::new(ui)
        .id_salt(salt)
        .striped(true)
        .resizable(true)
        .sense(Sense::CLICK)
        .auto_shrink(Vec2b::FALSE)
        .min_scrolled_height(0.0)
        .animate_scrolling(false);
    for column in columns {
        let (width, least) = if column.column == Column::Name { (name_width, 120.0) } else { (column.width, 48.0) };
        builder = builder.column(Width::initial(width).at_least(least).clip(true));
    }
    builder = builder.column(Width::remainder().clip(true));
    match scroll_to {
        Some(row) => builder.scroll_to_row(row, None),
        None => builder,
    }
}

fn empty_text(state: &TreeState) -> &'static str {
    match (state.filter.trim().is_empty(), state.only_growing) {
        (true, true) => "Nothing grew between the two points",
        (false, true) => "Nothing of that name grew",
        (false, false) => "Nothing has that name",
        (true, false) => "There is nothing at these points",
    }
}
