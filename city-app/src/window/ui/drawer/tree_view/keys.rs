//! The keyboard of a tree table: up and down (with Shift more rows), fold and unfold, fly, copy, type to filter.

use bevy_egui::egui::{Event, Key, Modifiers, Ui};

use super::menu;
use crate::answers::tree_table::Delimiter;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::tree_view::state::{Choice, TreeColumn, TreeState, fly_to};
use crate::window::ui::drawer::view::DrawerView;

/// Takes the keys that mean something here, in the order in which they came.
pub(super) fn take_keys(ui: &Ui, state: &mut TreeState, view: &DrawerView<'_>, columns: &[TreeColumn], commands: &mut Vec<CityCommand>) {
    let (events, held) = ui.input(|input| (input.events.clone(), input.modifiers));
    for event in events {
        match event {
            Event::Key { key, pressed: true, modifiers, .. } => key_pressed(state, view, key, modifiers, commands),
            // A letter with Ctrl is a command and not a text.
            Event::Text(text) if !held.command && !held.ctrl => {
                state.filter.push_str(if state.filter.is_empty() { text.trim_start() } else { &text });
            }
            Event::Copy => {
                if let Some(text) = state.cursor.and_then(|node| menu::row_text(state, columns, node, Delimiter::Tab)) {
                    ui.copy_text(text);
                }
            }
            _ => {}
        }
    }
}

fn key_pressed(state: &mut TreeState, view: &DrawerView<'_>, key: Key, modifiers: Modifiers, commands: &mut Vec<CityCommand>) {
    let Some(rows) = &mut state.rows else { return };
    let Some(last) = rows.visible().len().checked_sub(1) else {
        if key == Key::Backspace {
            state.filter.pop();
        }
        return;
    };
    let row = state.cursor.and_then(|node| rows.row_of(node));
    let page = state.page.saturating_sub(1).max(1);
    let target = match (key, row) {
        (Key::Backspace, _) => {
            state.filter.pop();
            return;
        }
        (Key::Home, _) => 0,
        (Key::End, _) => last,
        (Key::ArrowDown | Key::ArrowUp | Key::PageDown | Key::PageUp | Key::ArrowLeft | Key::ArrowRight, None) => 0,
        (Key::ArrowDown, Some(row)) => row + 1,
        (Key::ArrowUp, Some(row)) => row.saturating_sub(1),
        (Key::PageDown, Some(row)) => row + page,
        (Key::PageUp, Some(row)) => row.saturating_sub(page),
        (Key::ArrowRight | Key::ArrowLeft, Some(row)) if modifiers.shift => {
            rows.set_all_below(row, key == Key::ArrowRight);
            return;
        }
        (Key::ArrowRight, Some(row)) => {
            let node = rows.visible()[row];
            if !rows.can_unfold(node) {
                return;
            }
            if !rows.is_unfolded(node) {
                rows.unfold(row);
                return;
            }
            row + 1
        }
        (Key::ArrowLeft, Some(row)) => {
            let node = rows.visible()[row];
            if rows.is_unfolded(node) && rows.can_unfold(node) {
                rows.fold(row);
                return;
            }
            let parent = rows.span().evolution.nodes[node.at()].parent;
            match rows.row_of(parent) {
                Some(row) => row,
                None => return,
            }
        }
        (Key::Enter, Some(row)) => {
            let node = rows.visible()[row];
            fly_to(view, node, commands);
            return;
        }
        _ => return,
    };
    let extends = modifiers.shift && matches!(key, Key::ArrowDown | Key::ArrowUp | Key::PageDown | Key::PageUp | Key::Home | Key::End);
    state.select(target.min(last), if extends { Choice::UpTo } else { Choice::Alone }, commands);
}
