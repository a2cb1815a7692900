//! Why an object lives: its paths, who refers to it, what it keeps alive; and what keeps its whole group alive.

use std::sync::Arc;

use analysis::{Metric, NodeIndex, ObjectIndex};
use bevy_egui::egui::{self, Align, Label, Layout, RichText, ScrollArea, Ui};

use super::working_ui;
use crate::answers::objects::{Dominated, GroupCause, ObjectLink, ObjectPath, ObjectQueries, Referrers, cut_in_words};
use crate::base::background::Answer;
use crate::base::words;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::objects::state::{Relation, TabState, failed_ui, link_ui};
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::theme::{GAP, Palette, TEXT_SMALL, card};
use crate::window::ui::widgets::{main_button, note, section, switch};

/// Paths that are asked for at first; each further page asks for three times as many.
const FIRST_PATHS: usize = 3;
/// Referrers and kept objects that are asked for at first; each further page asks for ten times as many.
const FIRST_OBJECTS: usize = 100;
/// More than this is a case for a filter.
const MOST_OBJECTS: usize = 10_000;

/// Draws the relation that is chosen.
pub(super) fn relations_ui(
    ui: &mut Ui,
    queries: &mut ObjectQueries,
    state: &mut TabState,
    view: &DrawerView<'_>,
    commands: &mut Vec<CityCommand>,
) {
    let choices = [
        (Relation::Paths, "Paths", "The shortest ways from what the JVM holds to this object: why it lives"),
        (Relation::Referrers, "Held by", "The objects that refer to this one, and by which field"),
        (Relation::Kept, "Keeps", "What would be garbage without this object, largest first"),
        (Relation::Group, "Group", "What keeps the whole selected group alive, and where to cut"),
    ];
    if let Some(chosen) = ui.horizontal_wrapped(|ui| switch(ui, state.relation, &choices)).inner {
        state.relation = chosen;
        state.page = 0;
    }
    let object = state.shown.and_then(|address| queries.find(address));
    ScrollArea::vertical().id_salt(("relations", state.relation as u8, state.shown)).auto_shrink(false).show(ui, |ui| {
        match (state.relation, object) {
            (Relation::Group, _) => group_ui(ui, queries, state, view),
            (_, None) => drop(note(ui, "Choose an object in the list.")),
            (Relation::Paths, Some(object)) => paths_ui(ui, queries, state, object, commands),
            (Relation::Referrers, Some(object)) => referrers_ui(ui, queries, state, object, commands),
            (Relation::Kept, Some(object)) => kept_ui(ui, queries, state, object, commands),
        }
    });
}

/// The answer, or how far it is.
fn answer_ui<T>(ui: &mut Ui, answer: Answer<'_, T>) -> Option<Arc<T>> {
    match answer {
        Answer::Ready(answer) => return Some(Arc::clone(answer)),
        Answer::Working { step, fraction } => working_ui(ui, &step, fraction),
        Answer::Failed(error) => failed_ui(ui, error),
        Answer::None => working_ui(ui, "Waiting for retained sizes", None),
    }
    None
}

fn paths_ui(ui: &mut Ui, queries: &mut ObjectQueries, state: &mut TabState, object: ObjectIndex, commands: &mut Vec<CityCommand>) {
    let most = FIRST_PATHS * 3_usize.pow(state.page as u32);
    let Some(paths) = answer_ui(ui, queries.paths(object, most)) else { return };
    if paths.is_empty() {
        note(ui, "Nothing keeps it alive: no GC root reaches it.");
    }
    for (number, path) in (1..).zip(&*paths) {
        path_ui(ui, number, path, commands);
    }
    if paths.len() == most && state.page < 4 && ui.link("More paths").clicked() {
        state.page += 1;
    }
}

/// A path from its holder down to the object.
fn path_ui(ui: &mut Ui, number: usize, path: &ObjectPath, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.add_space(4.0);
    card(palette).inner_margin(egui::Margin::symmetric(8, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let copy = ui.add(egui::Button::new(RichText::new("Copy").size(TEXT_SMALL)).frame(false));
                if copy.on_hover_text("Copy this path").clicked() {
                    ui.ctx().copy_text(path.text());
                }
                ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                    let holder = RichText::new(format!("{number}. {}", path.holder)).color(palette.incoming).strong();
                    ui.add(Label::new(holder).wrap()).on_hover_text(path.root_kind);
                });
            });
        });
        if path.weak {
            note(ui, "Over a soft, weak, phantom or finalizer reference: it keeps nothing alive.");
        }
        for (at, line) in path.lines.iter().enumerate() {
            if path.gap() == Some(at) {
                note(ui, &format!("… {} more …", words::amount(Metric::Objects, path.left_out as u64)));
            }
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let field = line.via.rsplit_once('.').map_or(line.via.as_str(), |(_, field)| field);
                let last = at + 1 == path.lines.len();
                // The name of the field takes its room first: it tells where to look in the source.
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let text = if last { "this object".to_owned() } else { field.to_owned() };
                    ui.label(RichText::new(text).size(TEXT_SMALL).color(palette.text_weak)).on_hover_text(&line.via);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| link_ui(ui, &line.link, commands));
                });
            });
        }
    });
}

fn referrers_ui(ui: &mut Ui, queries: &mut ObjectQueries, state: &mut TabState, object: ObjectIndex, commands: &mut Vec<CityCommand>) {
    let most = page_size(state.page);
    let Some(found) = answer_ui(ui, queries.referrers(object, most)) else { return };
    let Referrers { shown, count, instances } = &*found;
    if *instances > 0 {
        note(ui, &format!("{} instances refer to it as their class.", words::count(*instances)));
    }
    note(ui, &format!("Referenced by {}.", words::amount(Metric::Objects, *count)));
    for referrer in shown {
        let tip = if referrer.weak { format!("{}: keeps nothing alive", referrer.via) } else { referrer.via.clone() };
        let field = referrer.via.rsplit_once('.').map_or(referrer.via.as_str(), |(_, field)| field);
        let text = if referrer.weak { format!("{field} (weak)") } else { field.to_owned() };
        related_ui(ui, &referrer.link, &text, &tip, commands);
    }
    more_ui(ui, state, shown.len(), *count);
}

fn kept_ui(ui: &mut Ui, queries: &mut ObjectQueries, state: &mut TabState, object: ObjectIndex, commands: &mut Vec<CityCommand>) {
    let most = page_size(state.page);
    let Some(found) = answer_ui(ui, queries.dominated(object, most)) else { return };
    let Dominated { shown, count } = &*found;
    if *count == 0 {
        note(ui, "It keeps no other object alive on its own.");
        return;
    }
    let also = if *count == 1 { "it keeps" } else { "these keep" };
    note(ui, &format!("{} would be garbage at once without it, with all that {also}.", words::amount(Metric::Objects, *count)));
    for (link, bytes) in shown {
        related_ui(ui, link, &words::bytes(*bytes), "Retained size", commands);
    }
    more_ui(ui, state, shown.len(), *count);
}

fn page_size(page: usize) -> usize {
    (FIRST_OBJECTS * 10_usize.pow(page as u32)).min(MOST_OBJECTS)
}

/// An object at the left, what is told of it at the right.
fn related_ui(ui: &mut Ui, link: &ObjectLink, text: &str, tip: &str, commands: &mut Vec<CityCommand>) {
    let weak = Palette::of_ui(ui).text_weak;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(text).size(TEXT_SMALL).color(weak)).on_hover_text(tip);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| link_ui(ui, link, commands));
        });
    });
}

fn more_ui(ui: &mut Ui, state: &mut TabState, shown: usize, count: u64) {
    let left = count.saturating_sub(shown as u64);
    if left == 0 {
        return;
    }
    if shown >= MOST_OBJECTS {
        note(ui, &format!("{} more are not listed.", words::count(left)));
    } else if ui.link(format!("{} more", words::count(left))).clicked() {
        state.page += 1;
    }
}

fn group_ui(ui: &mut Ui, queries: &mut ObjectQueries, state: &mut TabState, view: &DrawerView<'_>) {
    let session = view.session;
    let Some(node) = view.view.selection.lead().filter(|&node| node != NodeIndex::ROOT) else {
        note(ui, "Select a building or a district to see what keeps it alive.");
        return;
    };
    if view.view.selection.is_joint() {
        note(ui, "What keeps several groups alive together stands in the inspector (F11), and as a graph in the next tab.");
        return;
    }
    let Some(key) = session.evolution.nodes.get(node.at()).map(|node| Arc::clone(&node.key)) else { return };
    let name = session.short_name(node);
    if state.group_asked.as_ref() != Some(&key) {
        note(
            ui,
            &format!("Which fields keep the objects of {name} alive, and what dies when they let go? This reads the heap of this point."),
        );
        ui.add_space(GAP * 0.5);
        if main_button(ui, "Find what keeps the group alive").clicked() {
            state.group_asked = Some(key);
        }
        return;
    }
    let Some(cause) = answer_ui(ui, queries.group(&key, &name)) else { return };
    cause_ui(ui, &cause);
}

fn cause_ui(ui: &mut Ui, cause: &GroupCause) {
    let palette = Palette::of_ui(ui);
    section(ui, "Where to cut");
    match &cause.cut {
        None => drop(note(ui, "Nothing keeps it alive: no GC root reaches it over strong references.")),
        Some(cut) => {
            ui.add(Label::new(cut_in_words(cut, cause.totals)).wrap().selectable(true));
            for field in &cut.fields {
                card(palette).inner_margin(egui::Margin::symmetric(8, 6)).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.add(Label::new(RichText::new(&field.name).color(palette.incoming).strong()).wrap().selectable(true))
                        .on_hover_text(field.chain.join("\n"));
                    let alone = field.frees_alone;
                    note(
                        ui,
                        &format!(
                            "reaches {} of the group; alone it frees {}, {}",
                            words::count(field.holds.objects),
                            words::amount(Metric::Objects, alone.objects),
                            words::bytes(alone.bytes)
                        ),
                    );
                });
            }
        }
    }
    section(ui, "Paths, merged");
    let kept_by = &cause.cause.kept_by;
    for path in &kept_by.paths {
        ui.add(Label::new(format!("{}.", path.sentence)).wrap().selectable(true));
    }
    if kept_by.weak > 0 {
        note(ui, &format!("{} objects are reached over soft, weak or other such references only.", words::count(kept_by.weak)));
    }
    if let Some(more) = kept_by.more_in_words() {
        note(ui, &format!("{more}."));
    }
}
