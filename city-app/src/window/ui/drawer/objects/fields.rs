//! One object: its head, its text, and its fields as a tree that unfolds in place.

use std::sync::Arc;

use bevy_egui::egui::{self, Align, FontId, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use crate::answers::objects::{
    ContentsRow, LineContent, ObjectFacts, ObjectQueries, RowKind, TreeLine, TreePath, address_text, tree_lines,
};
use crate::base::words;
use crate::data::group_keepers::short_class;
use crate::data::input::PointHeap;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::objects::state::{TabState, link_ui};
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::theme::{Palette, TEXT_SMALL, TEXT_TITLE};
use crate::window::ui::widgets::{name_ui, note};

/// Height of a line.
const LINE: f32 = 21.0;
/// Indent per level.
const INDENT: f32 = 16.0;
/// Visited objects that are named.
const TRAIL: usize = 4;
/// Height of a long text.
const TEXT_HEIGHT: f32 = 64.0;

/// Draws the object that is selected.
pub(super) fn fields_ui(
    ui: &mut Ui,
    queries: &mut ObjectQueries,
    state: &mut TabState,
    heap: &Arc<PointHeap>,
    commands: &mut Vec<CityCommand>,
) {
    let Some(address) = state.shown else {
        note(ui, "Choose an object in the list to see its fields, who refers to it and why it lives.");
        return;
    };
    let Some(object) = queries.find(address) else {
        note(ui, &format!("At this point in time no object is at {}.", address_text(address)));
        return;
    };
    let facts = queries.facts(object).cloned();
    toolbar_ui(ui, state, heap, facts.as_ref(), commands);
    if let Some(facts) = &facts {
        head_ui(ui, facts, commands);
    }
    let lines = tree_lines(object, &state.expanded, |object, most| queries.contents(object, most));
    if lines.is_empty() {
        note(ui, "It has no fields that the dump knows.");
    }
    let scroll = ScrollArea::vertical().id_salt(("fields", address)).auto_shrink(false);
    ui.spacing_mut().item_spacing.y = 0.0;
    scroll.show_rows(ui, LINE, lines.len(), |ui, range| {
        for line in &lines[range] {
            line_ui(ui, line, state, commands);
        }
    });
}

fn toolbar_ui(ui: &mut Ui, state: &mut TabState, heap: &PointHeap, facts: Option<&ObjectFacts>, commands: &mut Vec<CityCommand>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (can_go_back, can_go_forward) = state.visits.can_go();
        let back = ui.add_enabled_ui(can_go_back, |ui| icon_button(ui, Icon::Undo, "The object before", "Alt+Left", false)).inner;
        if back.clicked() {
            commands.extend(state.visits.back().map(|address| CityCommand::SelectObject(Some(address))));
        }
        let forward = ui.add_enabled_ui(can_go_forward, |ui| icon_button(ui, Icon::Redo, "The next object", "Alt+Right", false)).inner;
        if forward.clicked() {
            commands.extend(state.visits.forward().map(|address| CityCommand::SelectObject(Some(address))));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(facts) = facts {
                copy_ui(ui, facts);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| trail_ui(ui, state, heap, commands));
        });
    });
}

fn copy_ui(ui: &mut Ui, facts: &ObjectFacts) {
    ui.menu_button("Copy", |ui| {
        let value = facts.text.clone().or_else(|| (!facts.link.preview.is_empty()).then(|| facts.link.preview.clone()));
        let items = [("Address", Some(address_text(facts.link.address))), ("Class", Some(facts.link.class.to_string())), ("Value", value)];
        for (name, text) in items {
            if let Some(text) = text
                && ui.button(name).clicked()
            {
                ui.ctx().copy_text(text);
                ui.close();
            }
        }
    });
}

/// The objects that were looked at last.
fn trail_ui(ui: &mut Ui, state: &TabState, heap: &PointHeap, commands: &mut Vec<CityCommand>) {
    let weak = Palette::of_ui(ui).text_weak;
    let trail: Vec<u64> = state.visits.trail(TRAIL).collect();
    let Some((_, before)) = trail.split_last() else { return };
    for &address in before {
        let Some(object) = heap.heap.find(address) else { continue };
        let class = &heap.heap.type_info(heap.heap.type_of(object)).name;
        let link = egui::Link::new(RichText::new(short_class(class)).size(TEXT_SMALL));
        if ui.add(link).on_hover_text(format!("{class}\n{}", address_text(address))).clicked() {
            commands.push(CityCommand::SelectObject(Some(address)));
        }
        ui.label(RichText::new("›").color(weak));
    }
}

fn head_ui(ui: &mut Ui, facts: &ObjectFacts, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.horizontal(|ui| {
        let mut tip = facts.link.class.to_string();
        for above in &facts.super_classes {
            tip.push_str(&format!("\n  extends {above}"));
        }
        tip.push_str(&format!("\nloaded by {}", facts.class_loader));
        // The address takes its room first.
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(address_text(facts.link.address)).monospace().size(TEXT_SMALL).color(palette.text_weak));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                name_ui(ui, short_class(&facts.link.class), &[], FontId::proportional(TEXT_TITLE), palette.selection, &tip);
            });
        });
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 1.0);
        let small = |text: String| RichText::new(text).size(TEXT_SMALL).color(palette.text_weak);
        ui.label(small(format!("{} own", words::bytes(facts.shallow)))).on_hover_text("Shallow size");
        match facts.retained {
            Some(bytes) => ui.label(small(format!("{} retained", words::bytes(bytes)))).on_hover_text("What would be garbage without it"),
            None => ui.label(small("retained size is being computed".into())),
        };
        if let Some(length) = facts.array_length {
            ui.label(small(format!("length {}", words::count(length.into()))));
        }
        if let Some(owner) = &facts.dominator {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                ui.label(small("owned by".into())).on_hover_text("Its immediate dominator: without that object it would be garbage");
                let class = RichText::new(short_class(&owner.class)).size(TEXT_SMALL);
                if ui.add(egui::Link::new(class)).on_hover_text(address_text(owner.address)).clicked() {
                    commands.push(CityCommand::SelectObject(Some(owner.address)));
                }
            });
        } else if facts.retained.is_some() && facts.counts {
            ui.label(small("no single owner".into())).on_hover_text("Several GC roots or objects keep it: no other object dominates it");
        }
        if !facts.counts {
            ui.label(small("unreachable".into()).color(palette.attention)).on_hover_text("No GC root reaches it");
        }
        for root in &facts.roots {
            ui.label(small(format!("GC root: {root}")).color(palette.incoming));
        }
    });
    if let Some(text) = facts.text.as_ref().filter(|text| !text.is_empty()) {
        let letters = text.chars().count();
        egui::Frame::new().fill(palette.card).corner_radius(4).inner_margin(6).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ScrollArea::vertical().id_salt("text").max_height(TEXT_HEIGHT).show(ui, |ui| {
                ui.add(Label::new(RichText::new(text).monospace().size(TEXT_SMALL)).wrap().selectable(true))
                    .on_hover_text(format!("{} characters", words::count(letters as u64)));
            });
        });
    }
}

fn line_ui(ui: &mut Ui, line: &TreeLine, state: &mut TabState, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), LINE), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.add_space(INDENT * line.depth as f32);
        match &line.content {
            LineContent::Heading(text) => {
                ui.add(Label::new(RichText::new(&**text).size(TEXT_SMALL).color(palette.text_weak).strong()).truncate());
            }
            LineContent::Loading => {
                ui.add_space(INDENT);
                ui.label(RichText::new("reading…").color(palette.text_weak));
            }
            LineContent::More(left, can_grow) => {
                ui.add_space(INDENT);
                let text = format!("{} more", words::count(*left));
                if !*can_grow {
                    ui.label(RichText::new(text).color(palette.text_weak));
                } else if ui.link(format!("{text}: show ten times as many")).clicked() {
                    state.expanded.show_more(&line.path);
                }
            }
            LineContent::Row(..) => {
                if let Some(row) = line.row() {
                    row_ui(ui, line, row, state, commands);
                }
            }
        }
        ui.set_min_height(LINE);
    });
}

fn row_ui(ui: &mut Ui, line: &TreeLine, row: &ContentsRow, state: &mut TabState, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    fold_ui(ui, line.open, &line.path, &row.name, state);
    let tip = match row.kind {
        RowKind::Field | RowKind::Static => format!("{}.{}", row.declared_by, row.name),
        _ => row.name.to_string(),
    };
    let name = ui.add(Label::new(RichText::new(&*row.name).color(palette.text_weak)).sense(Sense::CLICK)).on_hover_text(tip);
    if name.clicked() && line.open.is_some() {
        state.expanded.toggle(&line.path);
    }
    match &row.target {
        Some(target) => link_ui(ui, target, commands),
        None => {
            let null = row.value == "null";
            let color = if null { palette.text_weak } else { palette.text };
            ui.add(Label::new(RichText::new(&row.value).color(color)).selectable(true));
            if !null {
                ui.add(Label::new(RichText::new(&*row.value_type).size(TEXT_SMALL).color(palette.text_weak)).truncate());
            }
        }
    }
}

/// The triangle before what can be unfolded.
fn fold_ui(ui: &mut Ui, open: Option<bool>, path: &TreePath, name: &str, state: &mut TabState) {
    let (rect, response) = ui.allocate_exact_size(vec2(INDENT, LINE), if open.is_some() { Sense::click() } else { Sense::hover() });
    let Some(open) = open else { return };
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::CollapsingHeader, true, open, format!("Unfold {name}")));
    let color = if response.hovered() { Palette::of_ui(ui).text } else { Palette::of_ui(ui).text_weak };
    let center = rect.center();
    let corners = if open { [(-4.0, -2.0), (4.0, -2.0), (0.0, 4.0)] } else { [(-2.0, -4.0), (4.0, 0.0), (-2.0, 4.0)] };
    let corners = corners.iter().map(|&(x, y)| center + vec2(x, y)).collect();
    ui.painter().add(egui::Shape::convex_polygon(corners, color, egui::Stroke::NONE));
    if response.clicked() {
        state.expanded.toggle(path);
    }
}
