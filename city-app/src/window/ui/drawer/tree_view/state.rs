//! What a tree remembers, and what its parts share.

use analysis::NodeIndex;
use bevy_egui::egui;
use bevy_egui::egui::{Id, Label, RichText, Ui};

use crate::answers::tree_table::{Column, Rows, Sort, Span};
use crate::view::command::{CameraCommand, CityCommand};
use crate::view::selection::Selection;
use crate::window::ui::drawer::view::DrawerView;

/// A column with its place on the screen.
#[derive(Debug, Clone)]
pub(crate) struct TreeColumn {
    pub(crate) column: Column,
    pub(crate) title: &'static str,
    /// What the number means.
    pub(crate) tip: String,
    pub(crate) width: f32,
}

/// What a tree table remembers.
#[derive(Debug, Default)]
pub(crate) struct TreeState {
    pub(super) rows: Option<Rows>,
    pub(crate) filter: String,
    pub(crate) only_growing: bool,
    /// The selection as it was seen last: another one is scrolled to.
    pub(super) seen: Option<Selection>,
    /// The row that keys start from.
    pub(super) cursor: Option<NodeIndex>,
    /// Where a range of rows begins that Shift extends.
    anchor: Option<NodeIndex>,
    pub(super) scroll_to: Option<usize>,
    /// The selection has no row.
    pub(super) selection_hidden: bool,
    /// Rows that fit on the screen.
    pub(super) page: usize,
}

impl TreeState {
    /// Brings the rows up to date with the data, the filter and the selection.
    pub(crate) fn update(&mut self, span: Span, sort: Sort, selection: &Selection) {
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
    pub(crate) fn rows(&mut self) -> Option<&mut Rows> {
        self.rows.as_mut()
    }

    /// Selects a row: alone, besides what is selected, or with all rows from the last one that was selected alone.
    pub(super) fn select(&mut self, row: usize, how: Choice, commands: &mut Vec<CityCommand>) {
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
pub(crate) enum Choice {
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
pub(crate) fn fly_to(view: &DrawerView<'_>, node: NodeIndex, commands: &mut Vec<CityCommand>) {
    let path = view.session.evolution.path(node);
    if let Some(&drawn) = path.iter().rev().find(|&&on_path| view.session.place(on_path).is_some()) {
        commands.push(CityCommand::Camera(CameraCommand::FlyTo(drawn)));
    }
}

/// What the pointer did to the rows of this frame; done when all are drawn.
#[derive(Debug, Default)]
pub(crate) struct Act {
    pub(super) sort: Option<Column>,
    pub(super) toggle: Option<usize>,
    clicked: Option<(usize, Choice)>,
    pub(super) fly: Option<NodeIndex>,
    /// Everything in a row is to be unfolded or folded.
    pub(super) all_below: Option<(usize, bool)>,
}

impl Act {
    pub(super) fn see(&mut self, row: usize, node: NodeIndex, selected: bool, response: &egui::Response) {
        if response.clicked() {
            self.clicked = Some((row, Choice::of(response.ctx.input(|input| input.modifiers))));
        } else if response.secondary_clicked() && !selected {
            self.clicked = Some((row, Choice::Alone));
        }
        if response.double_clicked() {
            self.fly = Some(node);
        }
    }

    pub(super) fn carry_out(self, ui: &Ui, id: Id, state: &mut TreeState, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
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
pub(crate) fn plain(text: RichText) -> Label {
    Label::new(text).selectable(false)
}
