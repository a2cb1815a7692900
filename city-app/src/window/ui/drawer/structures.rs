//! Collections by their owners: how they grow, what that means, and where they stand in the city.

mod proposals;
mod question;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use analysis::{Metric, Pattern, StructureOverTime};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{
    self, Align, Color32, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, pos2, vec2,
};
use egui_extras::{Column, TableBuilder, TableRow};
use proposals::Proposals;
use question::Question;

use crate::answers::leaks::SEARCHED_UNASKED;
use crate::answers::structures::{
    SearchedStructures, StructureOrder, StructureSize, amount, change_in_words, command_of, district_of, fill_in_words, growth_in_words,
    has_districts, heads_in_words, ordered, parts, retained_in_words,
};
use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::data::input::PointHeaps;
use crate::view::command::CityCommand;
use crate::view::state::DrawerTab;
use crate::window::ui::drawer::view::{DrawerView, notice, waiting_ui};
use crate::window::ui::regions::name_field;
use crate::window::ui::row_keys;
use crate::window::ui::theme::{GAP, Palette, ROW, TEXT_SMALL, change_color, line_colors};
use crate::window::ui::time_chart::sparkline;
use crate::window::ui::widgets::{color_key, heading_ui, main_button, note, seen_with, shorten_among, switch, value_row, whole_at_once};

/// Share of the width that the table takes, and the least width with a chosen row beside it.
const TABLE_SHARE: f32 = 0.66;
const ROOM_FOR_BOTH: f32 = 820.0;
/// With less room shares and lines over time are left out.
const ROOM_FOR_CHARTS: f32 = 540.0;
/// Height of a row.
const LINE: f32 = 26.0;
/// Space between a cell's text and its edge.
const PADDING: f32 = 4.0;
/// So many of those within another one are listed.
const MOST_PARTS: usize = 12;

/// What the tab remembers.
#[derive(Debug)]
pub(crate) struct StructuresTab {
    search: Background<Question, SearchedStructures>,
    order: StructureOrder,
    /// The heaps that were asked for last, and the bytes of their files.
    heaps: Option<(Arc<PointHeaps>, u64)>,
    /// Owners and classes with this text are listed.
    filter: String,
    /// Somebody wants large heaps to be read, or none.
    wanted: Option<bool>,
    proposals: Proposals,
}

impl Default for StructuresTab {
    fn default() -> Self {
        Self {
            search: Background::default(),
            order: StructureOrder::Size(StructureSize::Retained),
            heaps: None,
            filter: String::new(),
            wanted: None,
            proposals: Proposals::default(),
        }
    }
}

impl StructuresTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        if view.session.evolution.is_of_runs() {
            notice(ui, "Runs are no series", words::RUNS_ARE_COMPARED);
            return;
        }
        let Some(heaps) = &view.session.heaps else {
            let text = "Collections are known where references are: open heap dumps, or a recording of the agent.";
            let (title, text) = view.without_heaps("No collections are known", text);
            notice(ui, title, text);
            return;
        };
        let known = self.heaps.take().filter(|(known, _)| known.has_heaps_of(heaps));
        let bytes = match &known {
            Some((_, bytes)) => *bytes,
            None => {
                *self = Self { order: self.order, ..Self::default() };
                heaps.file_bytes()
            }
        };
        // The same heaps are known at a glance the next time.
        self.heaps = Some((Arc::clone(heaps), bytes));
        let question = Question::of(view.session, heaps);
        if !self.wanted.unwrap_or(bytes <= SEARCHED_UNASKED) {
            self.unasked_ui(ui, bytes);
            return;
        }
        self.search.poll();
        // A city that grows waits for the answer of the points before.
        if !self.search.is_working() {
            let asked = question.clone();
            self.search.ask(question.clone(), move |progress| {
                let (report, points) = asked.heaps.structures(asked.range, asked.is_chosen, progress)?;
                Ok(SearchedStructures { report, points })
            });
        }
        let last = self.search.last().map(|(_, found)| Arc::clone(found));
        let found = match (self.search.answer(&question), last) {
            (Answer::Ready(found), _) => Arc::clone(found),
            (Answer::Working { .. } | Answer::None, Some(last)) => last,
            (Answer::Failed(error), _) => return notice(ui, "Collections could not be found", error),
            (Answer::Working { step, fraction }, None) => {
                if waiting_ui(ui, "Looking for collections", &step, fraction) {
                    self.search.cancel();
                    self.wanted = Some(false);
                }
                return;
            }
            (Answer::None, None) => return,
        };
        ui.horizontal_wrapped(|ui| {
            let tip = "Lists, trees and tables that the program made itself, found by their shape";
            if ui.toggle_value(&mut self.proposals.is_open, "Look for own ones").on_hover_text(tip).clicked() {
                self.proposals.begin_again();
            }
            if !self.proposals.is_open {
                self.choices_ui(ui, &found);
            }
        });
        if self.proposals.is_open {
            return self.proposals.show(ui, &question, commands);
        }
        if found.report.rows.is_empty() {
            return notice(ui, "No collections are known", "Nothing in these heaps is described as a collection.");
        }
        self.found_ui(ui, &found, view, commands);
    }

    fn unasked_ui(&mut self, ui: &mut Ui, bytes: u64) {
        ui.add_space(24.0);
        ui.vertical_centered(|ui| {
            ui.label(RichText::new("Which collections grow, and who owns them").strong());
            note(ui, &format!("Reads the heaps again, {}", words::bytes(bytes)));
            ui.add_space(GAP);
            if main_button(ui, "Look for collections").clicked() {
                self.wanted = Some(true);
            }
        });
    }

    /// What stands in the table, and what its bars are.
    fn choices_ui(&mut self, ui: &mut Ui, found: &SearchedStructures) {
        let report = &found.report;
        let choices = StructureSize::ALL.map(|size| (size, size.name(), size.meaning()));
        if let Some(size) = switch(ui, self.order.size(), &choices) {
            self.order = StructureOrder::Size(size);
        }
        let edit = TextEdit::singleline(&mut self.filter).hint_text("Filter").desired_width(110.0);
        name_field(ui.add(edit), "Filter by owner or class").on_hover_text("A part of the owner's name, or of the class");
        if !report.is_one_point() && ui.available_width() >= ROOM_FOR_CHARTS {
            ui.separator();
            legend_ui(ui);
        }
        if let (Some(first), Some(last)) = (found.points.get(report.start), found.points.last())
            && first < last
        {
            note(ui, &format!("From point {} to point {}", first + 1, last + 1));
        }
    }

    fn found_ui(&mut self, ui: &mut Ui, found: &SearchedStructures, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let report = &found.report;
        let metric = if view.session.metric == Metric::Objects { Metric::Objects } else { Metric::Bytes };
        let wanted = self.filter.to_lowercase();
        let is_wanted = |row: &StructureOverTime| [&row.owner, &row.class].iter().any(|name| name.to_lowercase().contains(&wanted));
        let mut order = ordered(report, self.order, metric);
        if !wanted.is_empty() {
            order.retain(|&row| is_wanted(&report.rows[row]));
        }
        let at = |chosen: &(String, String)| report.rows.iter().position(|row| (&row.owner, &row.class) == (&chosen.0, &chosen.1));
        let chosen = view.view.collection.as_ref().and_then(at).or(order.first().copied());
        let room = ui.available_size();
        let is_wide = room.x >= ROOM_FOR_BOTH;
        let table = if is_wide { (TABLE_SHARE * room.x).floor() } else { room.x };
        let height = if is_wide { room.y } else { (0.55 * room.y).floor() };
        let mut clicked = None;
        let down = Layout::top_down(Align::Min);
        let mut both = |ui: &mut Ui| {
            ui.allocate_ui_with_layout(vec2(table, height), down, |ui| {
                clicked = table_ui(ui, found, (&order, chosen, metric), &mut self.order, view);
            });
            ui.separator();
            ui.allocate_ui_with_layout(ui.available_size(), down, |ui| {
                let full = |ui: &mut Ui| {
                    if let Some(row) = chosen {
                        row_ui(ui, found, row, view, commands);
                    }
                };
                ScrollArea::vertical().id_salt(("structure", chosen)).auto_shrink(false).show(ui, full);
            });
        };
        if is_wide {
            ui.horizontal_top(both);
        } else {
            both(ui);
        }
        if let Some(row) = clicked {
            let row = &report.rows[row];
            commands.push(CityCommand::ShowCollection(Box::new((row.owner.clone(), row.class.clone()))));
        }
    }
}

/// One row in full.
fn row_ui(ui: &mut Ui, found: &SearchedStructures, at: usize, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let report = &found.report;
    let (row, palette) = (&report.rows[at], Palette::of_ui(ui));
    if let Some((owner, _)) = view.view.collection.as_ref().filter(|(owner, class)| report.find(owner, class).is_none()) {
        note(ui, &format!("{owner} is not among these collections. \"Look for own ones\" may know it."));
    }
    let is_one_point = report.is_one_point();
    ui.add(Label::new(RichText::new(&row.owner).strong()).wrap());
    note(ui, &heads_in_words(row));
    if !is_one_point {
        if row.is_born() {
            note(ui, &format!("There was none at point {}.", found.points[report.start] + 1));
        } else {
            ui.add(Label::new(row.judged.meaning()).wrap());
        }
        if let Some(grew) = growth_in_words(row) {
            note(ui, &format!("{grew}."));
        }
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| acts_ui(ui, row, view, commands));
    ui.add_space(4.0);
    for size in StructureSize::ALL {
        let now = size.of(&row.sizes[1]).map_or_else(|| "not computed".to_owned(), amount);
        let change = size.change(&row.changes()).filter(|_| !is_one_point);
        value_row(ui, &words::capitalised(size.name()), &now, palette.text, size.meaning());
        if let Some(change) = change {
            value_row(ui, "", &change_in_words(change), change_color(palette, change.bytes.into()), "");
        }
    }
    if !is_one_point && !row.is_born() {
        note(ui, &format!("Because {}.", row.judged.rule));
        note(ui, row.next_step());
    }
    if let Some(fill) = fill_in_words(row) {
        note(ui, &format!("{}.", words::capitalised(&fill)));
    }
    let within = parts(report, at);
    if !within.is_empty() {
        ui.add_space(4.0);
        note(ui, "Within it");
    }
    for &part in within.iter().take(MOST_PARTS) {
        let part = &report.rows[part];
        let name = part.owner.strip_prefix(&*row.owner).unwrap_or(&part.owner);
        ui.add(Label::new(format!("{name}  ({}): {}", heads_in_words(part), retained_in_words(report, part))).wrap());
    }
    if within.len() > MOST_PARTS {
        note(ui, &format!("and {} more", words::count((within.len() - MOST_PARTS) as u64)));
    }
}

fn acts_ui(ui: &mut Ui, row: &StructureOverTime, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let district = district_of(&view.session.evolution, &row.owner);
    // Of some others keep everything, and they have no district.
    let has_one = district.is_some() || !has_districts(&view.session.evolution);
    let show = ui.add_enabled_ui(has_one, |ui| main_button(ui, "Show in the city")).inner;
    let tip = "The collection as a district: what it keeps, by type. Groups the city by collections if it is not";
    if show.on_hover_text(tip).on_disabled_hover_text("It keeps nothing alone").clicked() {
        commands.push(CityCommand::ShowDistrict(row.owner.clone()));
    }
    if let Some(node) = district
        && ui.button("Who keeps it alive").on_hover_text("The graph of holders").clicked()
    {
        commands.extend([CityCommand::Select(Some(node)), CityCommand::ShowTab(DrawerTab::Graph)]);
    }
    // Asks where all points are, so not in each frame.
    let call = || command_of(row, &view.session.heaps.as_ref().map(|heaps| heaps.inputs()).unwrap_or_default());
    let copy = ui.button("Copy the command").on_hover_ui(|ui| _ = ui.label(format!("Tells more of it in a terminal:\n{}", call())));
    if copy.clicked() {
        ui.ctx().copy_text(call());
    }
}

/// Which bar is which size.
fn legend_ui(ui: &mut Ui) {
    let (colors, weak) = (line_colors(ui), Palette::of_ui(ui).text_weak);
    ui.label(RichText::new("Shares of the heap's growth:").size(TEXT_SMALL).color(weak));
    for (at, size) in StructureSize::ALL.into_iter().enumerate() {
        color_key(ui, colors[at]);
        ui.label(RichText::new(size.name()).size(TEXT_SMALL).color(weak)).on_hover_text(size.meaning());
    }
}

/// Rows, in order; returns the row that was chosen.
fn table_ui(
    ui: &mut Ui,
    found: &SearchedStructures,
    (order, chosen, metric): (&[usize], Option<usize>, Metric),
    by: &mut StructureOrder,
    view: &DrawerView<'_>,
) -> Option<usize> {
    let (report, size) = (&found.report, by.size());
    let list = row_keys::list_ui(ui, ui.id().with("structures"), ui.available_rect_before_wrap(), Role::Grid, "Collections");
    let at = order.iter().position(|row| Some(*row) == chosen);
    let by_key = row_keys::row_by_key(ui, at, order.len(), (list.rect.height() / LINE) as usize).filter(|_| list.has_focus());
    ui.spacing_mut().item_spacing.x = 6.0;
    let all = ui.available_width() >= ROOM_FOR_CHARTS;
    let has_time = !report.is_one_point();
    let mut table = TableBuilder::new(ui)
        .id_salt(("structures", all, has_time))
        .striped(true)
        .sense(Sense::CLICK)
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .cell_layout(Layout::left_to_right(Align::Center));
    if has_time {
        table = table.column(Column::exact(24.0));
    }
    table = table.column(Column::remainder().at_least(140.0).clip(true)).column(Column::exact(104.0).clip(true));
    if all && has_time {
        table = table.column(Column::exact(70.0)).column(Column::exact(80.0));
    }
    table = table.column(Column::exact(96.0));
    if let Some(row) = by_key {
        table = table.scroll_to_row(row, None);
    }
    let mut clicked = by_key.map(|row| order[row]);
    let mut marked = None;
    let heap = report.heap();
    let rows: Vec<&StructureOverTime> = order.iter().map(|&row| &report.rows[row]).collect();
    let most = rows.iter().flat_map(|row| StructureSize::ALL.map(|size| size.portion(row, heap, metric))).flatten().fold(0.0, f64::max);
    table
        .header(ROW, |mut header| {
            let mut column = |text: &str, tip: &str, order: Option<StructureOrder>, is_number: bool| {
                let sorted = order.filter(|order| by == order).map(StructureOrder::is_descending);
                header.col(|ui| {
                    if heading_ui(ui, text, tip, sorted, is_number).clicked() {
                        *by = order.unwrap_or(*by);
                    }
                });
            };
            if has_time {
                column("", "What its growth means, what tells most first", Some(StructureOrder::Pattern), false);
            }
            let owner = "The way of fields that leads to it; {} is what lies in another collection, [] in an array";
            column("Owner", owner, Some(StructureOrder::Owner), false);
            column("Kind", "How many there are, the most first, and their class", Some(StructureOrder::Heads), false);
            if all && has_time {
                column(
                    "Over time",
                    "What it retains at every point; what grew by the most percent first",
                    Some(StructureOrder::Percent),
                    false,
                );
                column("Shares", "Of the heap's growth; the colours stand above", None, false);
            }
            let sorted = if has_time { "How the size changed that is chosen above" } else { "The size that is chosen above" };
            column(&words::capitalised(size.name()), sorted, Some(StructureOrder::Size(size)), true);
        })
        .body(|body| {
            body.rows(LINE, rows.len(), |mut line| {
                let place = line.index();
                let row = rows[place];
                line.set_selected(at == Some(place));
                if has_time {
                    line.col(|ui| sign_ui(ui, row));
                }
                let mut place_of_name = Rect::NOTHING;
                line.col(|ui| {
                    place_of_name = ui.max_rect();
                    let seen: Vec<&str> = seen_with(&rows, place).iter().map(|row| &*row.owner).collect();
                    let font = egui::TextStyle::Body.resolve(ui.style());
                    let text = shorten_among(ui.painter(), &row.owner, &seen, &font, ui.available_width() - PADDING);
                    whole_at_once(ui.add(Label::new(text).selectable(false).truncate().show_tooltip_when_elided(false)), &row.owner);
                });
                line.col(|ui| {
                    let heads = heads_in_words(row);
                    let short = heads.split(' ').map(words::simple_name).collect::<Vec<_>>().join(" ");
                    let text = RichText::new(short).size(TEXT_SMALL);
                    whole_at_once(ui.add(Label::new(text).selectable(false).truncate().show_tooltip_when_elided(false)), &heads);
                });
                if all && has_time {
                    charts_ui(&mut line, row, found, (most, metric), view);
                }
                line.col(|ui| amount_ui(ui, row, (size, metric), has_time, at == Some(place)));
                let response = line.response();
                if at == Some(place) {
                    marked = Some((format!("{}, {}", row.owner, heads_in_words(row)), place_of_name));
                }
                if response.clicked() {
                    clicked = Some(order[place]);
                }
            });
        });
    if let Some((words, place)) = marked {
        row_keys::tell_row(ui, list.id, || words, place);
    }
    clicked
}

/// A line of what it retains, and bars of the shares of its four sizes.
fn charts_ui(
    line: &mut TableRow<'_, '_>,
    row: &StructureOverTime,
    found: &SearchedStructures,
    (most, metric): (f64, Metric),
    view: &DrawerView<'_>,
) {
    line.col(|ui| {
        let count = |at: usize| {
            let retained = row.points[at].retained;
            if metric == Metric::Objects { retained.objects } else { retained.bytes }
        };
        let places: Vec<(usize, u64)> = found.points.iter().enumerate().map(|(at, &point)| (point, count(at))).collect();
        let color = if row.growth.keeps_growing() { Palette::of_ui(ui).growth } else { Palette::of_ui(ui).text_weak };
        let (response, _) = sparkline(ui, &view.session.evolution.points, &places, (view.view.time.point, None), color, LINE - 4.0);
        response.on_hover_text(growth_in_words(row).unwrap_or_else(|| "What it retains".to_owned()));
    });
    line.col(|ui| {
        let (colors, heap) = (line_colors(ui), found.report.heap());
        let shares = StructureSize::ALL.map(|size| size.portion(row, heap, metric));
        let (place, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE - 4.0), Sense::hover());
        let height = place.height() / shares.len() as f32;
        for (at, share) in shares.into_iter().enumerate().filter_map(|(at, share)| Some((at, share?))) {
            let width = (share.max(0.0) / most.max(f64::MIN_POSITIVE)) as f32 * place.width();
            let top = place.top() + at as f32 * height;
            let bar = Rect::from_min_max(pos2(place.left(), top + 0.5), pos2(place.left() + width, top + height - 0.5));
            ui.painter().rect_filled(bar, 1, colors[at]);
        }
        let told = |share: Option<f64>| share.map_or_else(|| "not known".to_owned(), words::portion);
        let lines: Vec<String> =
            StructureSize::ALL.into_iter().zip(shares).map(|(size, share)| format!("{} {}", size.name(), told(share))).collect();
        response.on_hover_text(format!("Of the heap's growth:\n{}", lines.join("\n")));
    });
}

fn amount_ui(ui: &mut Ui, row: &StructureOverTime, (size, metric): (StructureSize, Metric), has_time: bool, is_chosen: bool) {
    let palette = Palette::of_ui(ui);
    let (text, color) = if has_time {
        match size.change(&row.changes()).map(|change| if metric == Metric::Objects { change.objects } else { change.bytes }) {
            Some(change) => (words::bare_change(metric, change.into()), change_color(palette, change.into())),
            None => ("not computed".to_owned(), palette.text_weak),
        }
    } else {
        match size.of(&row.sizes[1]) {
            Some(totals) => (words::amount(metric, if metric == Metric::Objects { totals.objects } else { totals.bytes }), palette.text),
            None => ("not computed".to_owned(), palette.text_weak),
        }
    };
    // On the row that is chosen colours cannot be read.
    let color = if is_chosen { palette.text } else { color };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(text).color(color)).selectable(false).truncate());
    });
}

/// What its growth means as a sign: a container is a box, its content a dot; what grows is filled if this owner alone keeps it, and red
/// if it may go on.
fn sign_ui(ui: &mut Ui, row: &StructureOverTime) {
    let palette = Palette::of_ui(ui);
    let (place, response) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    let square = place.shrink(2.0);
    let painter = ui.painter();
    let outline = |color: Color32| painter.rect_stroke(square, 2, Stroke::new(1.5, color), StrokeKind::Inside);
    let grows = if row.may_go_on() { palette.growth } else { palette.text_weak };
    let (name, meaning) = match row.judged.pattern {
        _ if row.is_born() => {
            outline(palette.text_weak);
            ("new", "There was none where growth begins.")
        }
        pattern => {
            match pattern {
                Pattern::SingleOwnershipContainer => _ = painter.rect_filled(square, 2, grows),
                Pattern::SharedOwnershipContainer => _ = outline(grows),
                Pattern::SingleOwnershipData => {
                    outline(palette.text_weak);
                    _ = painter.circle_filled(square.center(), 3.5, grows);
                }
                // Whatever leads to what grew is of this kind: most are none of its causes.
                Pattern::SharedOwnershipData => {
                    outline(palette.text_weak);
                    _ = painter.circle_stroke(square.center(), 3.0, Stroke::new(1.0, palette.text_weak));
                }
                Pattern::OwnershipShift => {
                    outline(palette.attention);
                    let middle = square.center().y;
                    painter.hline(square.left()..=square.right(), middle, Stroke::new(1.5, palette.attention));
                }
                Pattern::NoGrowth => _ = painter.circle_filled(square.center(), 2.0, palette.text_weak),
                Pattern::Shrinking => {
                    outline(palette.shrink);
                    _ = painter.circle_filled(square.center(), 2.0, palette.shrink);
                }
            }
            (pattern.name(), row.judged.meaning())
        }
    };
    response.on_hover_text(format!("{}: {meaning}", words::capitalised(name)));
}
