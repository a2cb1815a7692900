//! A tree table: sticky header, rows of the visible part only, keyboard, and the link with the city both ways.
//!
//! What the rows are is [`crate::tree_table`]'s matter; this is how they look and what one does with them.

mod cells;
mod keys;
mod menu;
#[cfg(test)]
mod tests;
mod toolbar;

use analysis::{Evolution, Metric, NodeIndex};
use bevy_egui::egui::{self, EventFilter, Id, Label, RichText, Sense, Stroke, StrokeKind, Ui, Vec2b};
use egui_extras::{Column as Width, TableBuilder};

use super::DrawerView;
use crate::command::{CameraOrder, CityCommand};
use crate::selection::Selection;
use crate::tree_table::{Column, Rows, Sort, Span};
use crate::window::ui::theme::Palette;
use crate::window::ui::widgets::{heading_ui, note};
use crate::words;

use cells::{name_ui, number_ui, trend_ui};
pub(super) use toolbar::toolbar_ui;

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

/// A column with its place on the screen.
#[derive(Debug, Clone)]
pub(super) struct TreeColumn {
    pub(super) column: Column,
    pub(super) title: &'static str,
    /// What the number means.
    pub(super) tip: String,
    pub(super) width: f32,
}

/// What an error of objects and of bytes takes beside the number.
const ERROR_WIDTHS: [f32; 2] = [34.0, 62.0];

/// Columns with room for the errors of estimates, where there are some.
pub(super) fn with_room_for_errors(mut columns: Vec<TreeColumn>, evolution: &Evolution) -> Vec<TreeColumn> {
    let estimated = columns.iter_mut().filter(|_| evolution.has_estimates());
    for column in estimated {
        let room = match column.column {
            Column::From(Metric::Objects) | Column::To(Metric::Objects) | Column::Change(Metric::Objects) => ERROR_WIDTHS[0],
            Column::From(Metric::Bytes) | Column::To(Metric::Bytes) | Column::Change(Metric::Bytes) => ERROR_WIDTHS[1],
            _ => continue,
        };
        column.width += room;
        column.tip = format!("{}\n{}", column.tip, words::ERROR_MEANING);
    }
    columns
}

/// What a tree table remembers.
#[derive(Debug, Default)]
pub(super) struct TreeState {
    rows: Option<Rows>,
    pub(super) filter: String,
    pub(super) only_growing: bool,
    /// The selection as it was seen last: another one is scrolled to.
    seen: Option<Selection>,
    /// The row that keys start from.
    cursor: Option<NodeIndex>,
    /// Where a range of rows begins that Shift extends.
    anchor: Option<NodeIndex>,
    scroll_to: Option<usize>,
    /// The building that the pointer highlights from here.
    hovering: Option<NodeIndex>,
    /// The selection has no row.
    selection_hidden: bool,
    /// Rows that fit on the screen.
    page: usize,
}

impl TreeState {
    /// Brings the rows up to date with the data, the filter and the selection.
    pub(super) fn update(&mut self, span: Span, sort: Sort, selection: &Selection) {
        let rows = self.rows.get_or_insert_with(|| Rows::new(span.clone(), sort));
        let before = rows.changes();
        rows.show(span);
        rows.set_filter(&self.filter, self.only_growing);
        if self.seen.as_ref() != Some(selection) {
            self.seen = Some(selection.clone());
            self.cursor = selection.lead();
            if !selection.is_joint() {
                self.anchor = self.cursor;
            }
            let row = self.cursor.and_then(|node| rows.reveal(node));
            self.selection_hidden = !selection.is_empty() && row.is_none();
            self.scroll_to = row.or(self.scroll_to);
        } else if rows.changes() != before {
            self.selection_hidden = selection.lead().is_some_and(|node| rows.row_of(node).is_none());
        }
    }

    /// The rows, once there are some.
    pub(super) fn rows(&mut self) -> Option<&mut Rows> {
        self.rows.as_mut()
    }

    /// Selects a row: alone, besides what is selected, or with all rows from the last one that was selected alone.
    fn select(&mut self, row: usize, how: Choice, commands: &mut Vec<CityCommand>) {
        let Some(rows) = &self.rows else { return };
        let Some(&node) = rows.visible().get(row) else { return };
        let joint = self.seen.as_ref().is_some_and(Selection::is_joint);
        match how {
            Choice::Alone if joint || self.cursor != Some(node) => commands.push(CityCommand::Select(Some(node))),
            Choice::Alone => {}
            Choice::Also => commands.push(CityCommand::SelectAlso(node)),
            Choice::UpTo => {
                let from = self.anchor.and_then(|anchor| rows.row_of(anchor)).unwrap_or(row);
                let range = &rows.visible()[from.min(row)..=from.max(row)];
                // The row that was chosen leads.
                let others = range.iter().copied().filter(|&other| other != node);
                commands.push(CityCommand::SelectAll(others.chain([node]).collect()));
            }
        }
        if how != Choice::UpTo {
            self.anchor = Some(node);
        }
        self.cursor = Some(node);
        self.selection_hidden = false;
        self.scroll_to = Some(row);
    }
}

/// How a row is selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// In place of what was selected.
    Alone,
    /// Besides it (Ctrl).
    Also,
    /// With all rows between it and the one before (Shift).
    UpTo,
}

impl Choice {
    /// What a click with these keys held means.
    fn of(held: egui::Modifiers) -> Self {
        match (held.shift, held.command) {
            (true, _) => Self::UpTo,
            (_, true) => Self::Also,
            _ => Self::Alone,
        }
    }
}

/// Flies to the building of a node; what has none, to what it lies in.
fn fly_to(view: &DrawerView<'_>, node: NodeIndex, commands: &mut Vec<CityCommand>) {
    let path = view.session.evolution.path(node);
    if let Some(&drawn) = path.iter().rev().find(|&&on_path| view.session.plot(on_path).is_some()) {
        commands.push(CityCommand::Camera(CameraOrder::FlyTo(drawn)));
    }
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
    // Below the rows: it takes the keyboard and no click.
    let table = ui.interact(area, id, Sense::focusable_noninteractive());
    table.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Rows"));
    if ui.memory(|memory| memory.has_focus(id)) {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
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
        leave(state, commands);
        return;
    }
    let mut act = Act::default();
    ui.spacing_mut().item_spacing.y = 0.0;
    table_builder(ui, name, area.width(), columns, if trend { TREND_WIDTH } else { 0.0 }, scroll_to)
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
                act.see(at, node, selected, &response);
                response.context_menu(|ui| menu::menu_ui(ui, seen, columns, at, &mut act, commands));
            });
        });
    state.page = ((area.height() - HEADER_HEIGHT) / ROW_HEIGHT) as usize;
    if ui.memory(|memory| memory.has_focus(id)) {
        let color = Palette::of_ui(ui).selection;
        ui.painter().rect_stroke(area, 2, Stroke::new(1.0, color), StrokeKind::Inside);
    }
    act.carry_out(ui, id, state, view, commands);
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
        .sense(Sense::click())
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

/// The pointer is no longer over a row.
pub(super) fn leave(state: &mut TreeState, commands: &mut Vec<CityCommand>) {
    if state.hovering.take().is_some() {
        commands.push(CityCommand::Hover(None));
    }
}

/// What the pointer did to the rows of this frame; done when all are drawn.
#[derive(Debug, Default)]
struct Act {
    sort: Option<Column>,
    toggle: Option<usize>,
    clicked: Option<(usize, Choice)>,
    fly: Option<NodeIndex>,
    hovered: Option<NodeIndex>,
    /// Everything in a row is to be unfolded or folded.
    all_below: Option<(usize, bool)>,
}

impl Act {
    fn see(&mut self, row: usize, node: NodeIndex, selected: bool, response: &egui::Response) {
        if response.hovered() {
            self.hovered = Some(node);
        }
        if response.clicked() {
            self.clicked = Some((row, Choice::of(response.ctx.input(|input| input.modifiers))));
        } else if response.secondary_clicked() && !selected {
            self.clicked = Some((row, Choice::Alone));
        }
        if response.double_clicked() {
            self.fly = Some(node);
        }
    }

    fn carry_out(self, ui: &Ui, id: Id, state: &mut TreeState, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        if self.hovered != state.hovering {
            state.hovering = self.hovered;
            commands.push(CityCommand::Hover(self.hovered));
        }
        if let Some((row, how)) = self.clicked {
            state.select(row, how, commands);
            state.scroll_to = None;
        }
        if self.clicked.is_some() || self.toggle.is_some() {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        if let Some(node) = self.fly {
            fly_to(view, node, commands);
        }
        let Some(rows) = state.rows() else { return };
        if let Some(column) = self.sort {
            rows.sort_or_turn(column);
        }
        if let Some(row) = self.toggle {
            let unfolded = rows.visible().get(row).is_some_and(|&node| rows.is_unfolded(node));
            if unfolded { rows.fold(row) } else { rows.unfold(row) }
        }
        if let Some((row, unfolded)) = self.all_below {
            rows.set_all_below(row, unfolded);
        }
    }
}

/// A text that is no button and cannot be marked.
fn plain(text: RichText) -> Label {
    Label::new(text).selectable(false)
}
