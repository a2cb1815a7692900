//! Lists of which one row is marked: the keyboard belongs to the list, arrows go from row to row, and screen readers are told the row.

use bevy_egui::egui::accesskit::{Live, Role};
use bevy_egui::egui::{EventFilter, Id, Key, Rect, Response, Sense, Ui, WidgetInfo, WidgetType};

/// While this has the keyboard it has the arrows, too.
pub(crate) fn keep_arrows(response: &Response) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    response.ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
}

/// Takes the keyboard for the list in this place. Below its rows: it takes no click.
pub(crate) fn list_ui(ui: &Ui, id: Id, place: Rect, role: Role, name: &str) -> Response {
    let list = ui.interact(place, id, Sense::focusable_noninteractive());
    list.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, name));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(role);
        node.set_live(Live::Polite);
    });
    keep_arrows(&list);
    list
}

/// The row that a key leads to, from the marked one; `page` is how many are seen at once.
pub(crate) fn row_by_key(ui: &Ui, marked: Option<usize>, rows: usize, page: usize) -> Option<usize> {
    let last = rows.checked_sub(1)?;
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let page = page.saturating_sub(1).max(1);
    let target = match marked {
        _ if pressed(Key::Home) => 0,
        _ if pressed(Key::End) => last,
        None if [Key::ArrowDown, Key::ArrowUp, Key::PageDown, Key::PageUp].into_iter().any(pressed) => 0,
        Some(row) if pressed(Key::ArrowDown) => row + 1,
        Some(row) if pressed(Key::ArrowUp) => row.saturating_sub(1),
        Some(row) if pressed(Key::PageDown) => row + page,
        Some(row) if pressed(Key::PageUp) => row.saturating_sub(page),
        _ => return None,
    };
    Some(target.min(last)).filter(|&row| Some(row) != marked)
}

/// Tells the marked row, and where the menu of the list opens.
pub(crate) fn tell_row(ui: &Ui, list: Id, text: impl FnOnce() -> String, row: Rect) {
    ui.ctx().accesskit_node_builder(list, |node| {
        let name = node.label().unwrap_or_default().to_owned();
        node.set_label(format!("{name}: {}", text()));
    });
    ui.data_mut(|data| data.insert_temp(row_id(list), row));
}

/// Where the marked row of a list was drawn last.
pub(crate) fn place_of_row(ui: &bevy_egui::egui::Context, list: Id) -> Option<Rect> {
    ui.data(|data| data.get_temp(row_id(list)))
}

fn row_id(list: Id) -> Id {
    list.with("row")
}
