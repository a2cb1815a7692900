//! The objects of the selection as a table: filter, columns to sort by, as many rows as are seen.

use std::sync::Arc;

use analysis::{Dominators, Metric, NodeIndex, ObjectIndex};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Align, Label, Layout, RichText, Sense, TextEdit, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use super::working_ui;
use crate::answers::objects::{ListColumn, ListFilter, ObjectList, ObjectQueries, address_text};
use crate::base::background::Answer;
use crate::base::words;
use crate::data::group_keepers::short_class;
use crate::data::input::PointHeap;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::objects::state::{FilterField, TabState, failed_ui};
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::icons::{Icon, icon_button_sized};
use crate::window::ui::regions::name_field;
use crate::window::ui::row_keys;
use crate::window::ui::theme::{Palette, ROW, TEXT_SMALL};
use crate::window::ui::widgets::heading_ui;

/// Height of a row.
const LINE: f32 = 21.0;
/// Space between a cell's text and its edge.
const PADDING: f32 = 4.0;
/// Rows beyond cannot be placed to the pixel any more (positions on screen have 24 bits).
const MOST_ROWS: usize = 500_000;
/// Widths of the columns beside what an object holds.
const ADDRESS: f32 = 92.0;
const OWN: f32 = 60.0;
const RETAINED: f32 = 78.0;
/// What an object holds needs this much room, and its class as much beside it: with less, addresses are left out.
const LEAST_CONTENTS: f32 = 110.0;
/// Width of the cross that clears the filter.
const CROSS: f32 = 36.0;
/// Seconds without a key before a filter is applied.
const PAUSE: f64 = 0.35;

/// Draws filter, table and state of the list.
pub(super) fn list_ui(
    ui: &mut Ui,
    queries: &mut ObjectQueries,
    state: &mut TabState,
    view: &DrawerView<'_>,
    heap: &Arc<PointHeap>,
    commands: &mut Vec<CityCommand>,
) {
    let evolution = &view.session.evolution;
    let selected = view.view.selection.outermost(evolution);
    let nodes = if selected.is_empty() { vec![NodeIndex::ROOT] } else { selected };
    let groups: Vec<Arc<str>> = nodes.iter().filter_map(|node| evolution.nodes.get(node.at())).map(|node| Arc::clone(&node.key)).collect();
    let name = match nodes[..] {
        [NodeIndex::ROOT] => "the whole heap".to_owned(),
        [node] => view.session.short_name(node),
        _ => format!("the {} selected groups", nodes.len()),
    };
    filter_ui(ui, state);
    let (dominators, retained_step) = match queries.dominators() {
        Answer::Ready(dominators) => (Some(Arc::clone(dominators.as_ref())), None),
        Answer::Working { step, fraction } => (None, Some((step, fraction))),
        Answer::Failed(_) | Answer::None => (None, None),
    };
    let list = match queries.list(&groups, &state.filter.applied, state.order) {
        Answer::Ready(list) => Arc::clone(list),
        Answer::Working { step, fraction } => return working_ui(ui, &step, fraction),
        Answer::Failed(error) => return failed_ui(ui, error),
        Answer::None => return,
    };
    summary_ui(ui, &list, &name, heap, retained_step);
    let rows = row_keys::list_ui(ui, ui.id().with("objects"), ui.available_rect_before_wrap(), Role::Grid, "Objects");
    step_by_key(ui, &rows, state, &list, heap, commands);
    let row_of_shown =
        state.shown.filter(|_| state.scroll).and_then(|address| queries.find(address)).and_then(|object| list.row_of(object));
    if state.scroll && queries.loaded().is_some() {
        state.scroll = false;
    }
    let one_class = matches!(nodes[..], [node] if evolution.is_leaf(node) && evolution.role_name(node) == "Type");
    let contents = if one_class { LEAST_CONTENTS } else { 2.0 * LEAST_CONTENTS };
    let with_address = ui.available_width() >= ADDRESS + contents + OWN + RETAINED;
    let table = Table { list: &list, heap, dominators: dominators.as_deref(), with_class: !one_class, with_address };
    table.show(ui, rows.id, queries, state, row_of_shown, commands);
}

fn filter_ui(ui: &mut Ui, state: &mut TabState) {
    let field = &mut state.filter;
    let room = ui.available_width();
    let typed = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = if field.text.is_empty() { f32::INFINITY } else { room - CROSS };
        let edit = TextEdit::singleline(&mut field.text)
            .hint_text("Filter: text, 0x address, or where size > 1000")
            .desired_width(width)
            .margin(vec2(8.0, 4.0));
        let response = name_field(ui.add(edit), "Filter of objects").on_hover_text(
            "Text is found in classes, addresses and strings. A query begins with `where`: where type == \"java.lang.String\" and size > 100",
        );
        let cleared = !field.text.is_empty() && icon_button_sized(ui, Icon::Close, "Clear the filter", "", false, vec2(26.0, 24.0)).clicked();
        (response, cleared)
    });
    let (response, cleared) = typed.inner;
    if cleared {
        *field = FilterField::with("");
    }
    let now = ui.input(|input| input.time);
    if response.changed() {
        field.typed_at = Some(now);
    }
    let paused = field.typed_at.is_some_and(|at| now - at >= PAUSE);
    if paused || response.lost_focus() {
        field.applied = ListFilter::of(&field.text);
        field.typed_at = None;
    } else if field.typed_at.is_some() {
        ui.ctx().request_repaint();
    }
}

/// The arrows go through the list while it has the keyboard; up and down do while nothing has.
fn step_by_key(ui: &Ui, rows: &egui::Response, state: &TabState, list: &ObjectList, heap: &PointHeap, commands: &mut Vec<CityCommand>) {
    let is_of_city = ui.input(|input| {
        input.modifiers.any()
            || [egui::Key::Home, egui::Key::End, egui::Key::PageUp, egui::Key::PageDown].into_iter().any(|key| input.key_pressed(key))
    });
    let has_keyboard = rows.has_focus() || ui.memory(|memory| memory.focused().is_none()) && !is_of_city;
    if !has_keyboard {
        return;
    }
    let row = state.shown.and_then(|address| heap.heap.find(address)).and_then(|object| list.row_of(object));
    let next = row_keys::row_by_key(ui, row, list.objects.len().min(MOST_ROWS), (rows.rect.height() / LINE) as usize);
    if let Some(&object) = next.and_then(|row| list.objects.get(row)) {
        commands.push(CityCommand::SelectObject(Some(heap.heap.address_of(object))));
    }
}

/// What is listed, in one line, and how far retained sizes are.
fn summary_ui(ui: &mut Ui, list: &ObjectList, name: &str, heap: &PointHeap, retained: Option<(String, Option<f32>)>) {
    let weak = Palette::of_ui(ui).text_weak;
    let count = list.objects.len() as u64;
    let objects = if count == 0 && list.of > 0 {
        format!("None of {} objects of {name} fits", words::count(list.of))
    } else if count == list.of {
        format!("{} of {name}", words::amount(Metric::Objects, count))
    } else {
        format!("{} of {} objects of {name}", words::count(count), words::count(list.of))
    };
    let mut text = format!("{objects}, {}", words::bytes(list.bytes));
    if list.objects.len() > MOST_ROWS {
        text.push_str(&format!("; the first {} in this order are shown", words::count(MOST_ROWS as u64)));
    }
    if let Some((_, fraction)) = &retained {
        let percent = fraction.map(|fraction| format!(" {:.0} %", 100.0 * fraction)).unwrap_or_default();
        text.push_str(&format!("; computing retained sizes{percent}"));
    }
    let memory = words::bytes(ObjectQueries::bytes_of_dominators(&heap.heap));
    ui.add(Label::new(RichText::new(text).size(TEXT_SMALL).color(weak)).truncate())
        .on_hover_text(format!("Retained sizes of all objects of this point take {memory} of this program's memory"));
}

struct Table<'a> {
    list: &'a ObjectList,
    heap: &'a PointHeap,
    dominators: Option<&'a Dominators>,
    /// The objects are of several classes.
    with_class: bool,
    /// There is room for addresses.
    with_address: bool,
}

impl Table<'_> {
    fn show(
        &self,
        ui: &mut Ui,
        list: egui::Id,
        queries: &mut ObjectQueries,
        state: &mut TabState,
        scroll_to: Option<usize>,
        commands: &mut Vec<CityCommand>,
    ) {
        let rows = self.list.objects.len().min(MOST_ROWS);
        let mut marked = None;
        let mut builder = TableBuilder::new(ui)
            .id_salt(("objects of the selection", self.with_address))
            .striped(true)
            .sense(Sense::CLICK)
            .auto_shrink(false)
            .cell_layout(Layout::left_to_right(Align::Center));
        if self.with_address {
            builder = builder.column(Column::initial(ADDRESS).at_least(60.0).clip(true).resizable(true));
        }
        builder = builder.column(Column::remainder().at_least(60.0).clip(true)).column(Column::exact(OWN)).column(Column::exact(RETAINED));
        if let Some(row) = scroll_to.filter(|&row| row < rows) {
            builder = builder.scroll_to_row(row, Some(Align::Center));
        }
        let table = builder.header(ROW, |mut header| {
            let mut title = |column: ListColumn, text: &str, tip: &str| {
                header.col(|ui| {
                    let sorted = (state.order.column == column).then_some(state.order.descending);
                    let number = matches!(column, ListColumn::Shallow | ListColumn::Retained);
                    if heading_ui(ui, text, tip, sorted, number).clicked() {
                        state.order = state.order.clicked(column);
                    }
                });
            };
            if self.with_address {
                title(
                    ListColumn::Address,
                    "Address",
                    "Where the object is in the heap of the JVM; in traces its number, the same at all points",
                );
            }
            title(ListColumn::Class, "Object", "Its class, and what it holds: text, number, elements, or the first plain fields");
            title(ListColumn::Shallow, "Own", "Shallow size: the bytes of the object itself");
            title(ListColumn::Retained, "Retained", "What would be garbage without this object, itself included");
        });
        table.body(|body| {
            body.rows(LINE, rows, |mut row| {
                let Some(&object) = self.list.objects.get(row.index()) else { return };
                let address = self.heap.heap.address_of(object);
                row.set_selected(state.shown == Some(address));
                if self.with_address {
                    row.col(|ui| {
                        ui.add_space(PADDING);
                        cell(ui, RichText::new(address_text(address)).monospace().size(TEXT_SMALL));
                    });
                }
                row.col(|ui| {
                    if state.shown == Some(address) {
                        marked = Some((object, ui.max_rect()));
                    }
                    ui.add_space(PADDING);
                    if self.with_class {
                        let class = &self.heap.heap.type_info(self.heap.heap.type_of(object)).name;
                        let color = Palette::of_ui(ui).selection;
                        ui.add(Label::new(RichText::new(short_class(class)).color(color)).selectable(false));
                    }
                    cell(ui, RichText::new(queries.text(object).unwrap_or_default()));
                });
                row.col(|ui| number(ui, &words::bytes(self.heap.heap.bytes_of(object))));
                row.col(|ui| number(ui, &self.retained(object)));
                if row.response().clicked() {
                    commands.push(CityCommand::SelectObject(Some(address)));
                }
            });
        });
        if let Some((object, place)) = marked {
            let class = short_class(&self.heap.heap.type_info(self.heap.heap.type_of(object)).name).to_owned();
            let (holds, own) = (queries.text(object).unwrap_or_default().to_owned(), words::bytes(self.heap.heap.bytes_of(object)));
            row_keys::tell_row(ui, list, || format!("{class} {holds}, own {own}, retained {}", self.retained(object)), place);
        }
    }

    fn retained(&self, object: ObjectIndex) -> String {
        self.dominators.map(|dominators| words::bytes(dominators.retained(object))).unwrap_or_else(|| "…".to_owned())
    }
}

fn cell(ui: &mut Ui, text: RichText) {
    ui.add(Label::new(text).selectable(false).truncate());
}

fn number(ui: &mut Ui, text: &str) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(PADDING);
        ui.add(Label::new(text).selectable(false).truncate());
    });
}
