//! Single objects: those of the selection as a list, the fields of one of them, and why it lives.
//!
//! The panes stand side by side; a narrow drawer shows the last two in turns. Selecting an object selects its building,
//! too, unless it lies in the selected one already.

mod fields;
mod list;
mod relations;
mod state;

use std::sync::Arc;

use analysis::NodeIndex;
use bevy_egui::egui::{self, Frame, Key, Modifiers, Panel as EguiPanel, RichText, Ui};

use crate::answers::objects::{ObjectQueries, Place};
use crate::base::background::Answer;
use crate::data::input::PointHeap;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::objects::state::{FilterField, TabState, failed_ui};
use crate::window::ui::drawer::view::{DrawerView, waiting_ui};
use crate::window::ui::theme::{GAP, TEXT_TITLE};
use crate::window::ui::widgets::{main_button, note, working_ui};
use fields::fields_ui;
use list::list_ui;
use relations::relations_ui;

/// Three panes need this width.
const THREE_PANES: f32 = 900.0;

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct ObjectsTab {
    queries: ObjectQueries,
    state: TabState,
}

impl ObjectsTab {
    /// How many objects the last list held.
    pub(super) fn listed(&self) -> Option<usize> {
        self.queries.listed()
    }

    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let place = view.session.heaps.as_ref().map(|heaps| Place { heaps: Arc::clone(heaps), point: view.view.time.point });
        let at_rest = !view.view.playing;
        self.queries.look_at(place.clone().filter(|_| at_rest));
        if self.state.place != place {
            let TabState { order, filter, query, relation, narrow_relations, .. } = std::mem::take(&mut self.state);
            self.state = TabState { place: place.clone(), order, filter, query, relation, narrow_relations, ..TabState::default() };
        }
        if self.state.query != view.view.object_query {
            self.state.query.clone_from(&view.view.object_query);
            self.state.filter = FilterField::with(&view.view.object_query.text);
        }
        if place.is_none() {
            no_heaps_ui(ui, view);
        } else if !at_rest {
            message_ui(ui, "Time is passing", "Single objects are shown when it stands still.");
        } else if self.state.stopped {
            message_ui(ui, "The heap of this point was not read", "Single objects are read from the file again, for the point shown.");
            if main_button(ui, "Read the heap").clicked() {
                self.state.stopped = false;
            }
        } else if let Some(heap) = self.loaded_ui(ui) {
            self.follow(view, commands);
            self.panes_ui(ui, view, &heap, commands);
        }
    }

    /// The heap state, or how far its loading is.
    fn loaded_ui(&mut self, ui: &mut Ui) -> Option<Arc<PointHeap>> {
        match self.queries.heap() {
            Answer::Ready(heap) => return Some(Arc::clone(heap)),
            Answer::Failed(error) => failed_ui(ui, error),
            Answer::None => {}
            Answer::Working { step, fraction } => {
                if waiting_ui(ui, "Reading the heap of this point", &step, fraction) {
                    self.state.stopped = true;
                    self.queries.cancel();
                }
            }
        }
        None
    }

    /// Takes a newly selected object up: remembers the visit, folds its fields, selects its building.
    fn follow(&mut self, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let state = &mut self.state;
        if ui_object(view) == state.shown {
            return;
        }
        state.shown = ui_object(view);
        state.expanded.clear();
        state.page = 0;
        state.scroll = true;
        let Some(address) = state.shown else { return };
        state.visits.visit(address);
        let Some(object) = self.queries.find(address) else { return };
        let keys = self.queries.groups_of(object);
        let nodes: Vec<NodeIndex> = keys.iter().filter_map(|key| view.session.evolution.find_key(key)).collect();
        let listed = view.view.selection.is_empty() || nodes.iter().any(|&node| view.view.selection.contains(node));
        if let Some(&leaf) = nodes.last().filter(|_| !listed) {
            commands.push(CityCommand::SelectGroupOfObject(leaf));
        }
    }

    fn panes_ui(&mut self, ui: &mut Ui, view: &DrawerView<'_>, heap: &Arc<PointHeap>, commands: &mut Vec<CityCommand>) {
        let Self { queries, state } = self;
        if ui.input_mut(|input| input.consume_key(Modifiers::ALT, Key::ArrowLeft)) {
            commands.extend(state.visits.back().map(|address| CityCommand::SelectObject(Some(address))));
        } else if ui.input_mut(|input| input.consume_key(Modifiers::ALT, Key::ArrowRight)) {
            commands.extend(state.visits.forward().map(|address| CityCommand::SelectObject(Some(address))));
        }
        let width = ui.available_width();
        let wide = width >= THREE_PANES;
        let share = if wide { 0.38 } else { 0.48 };
        let pane = |id: &'static str| (id, Frame::new().inner_margin(egui::Margin { left: 0, right: 8, top: 4, bottom: 0 }));
        let (id, frame) = pane(if wide { "objects, listed" } else { "objects, listed narrowly" });
        EguiPanel::left(id).resizable(true).default_size(share * width).size_range(220.0..=0.7 * width).frame(frame).show(ui, |ui| {
            list_ui(ui, queries, state, view, heap, commands);
        });
        let inner = Frame::new().inner_margin(egui::Margin { left: 8, right: 0, top: 4, bottom: 0 });
        if wide {
            let right = EguiPanel::right("objects, related").resizable(true).default_size(0.29 * width).size_range(200.0..=0.5 * width);
            right.frame(inner).show(ui, |ui| relations_ui(ui, queries, state, view, commands));
        }
        egui::CentralPanel::default().frame(inner).show(ui, |ui| {
            if wide {
                fields_ui(ui, queries, state, heap, commands);
                return;
            }
            let choices = [(false, "Fields", "What the object holds"), (true, "Why it lives", "Paths, referrers, what it keeps alive")];
            let chosen = ui.horizontal(|ui| crate::window::ui::widgets::switch(ui, state.narrow_relations, &choices)).inner;
            state.narrow_relations = chosen.unwrap_or(state.narrow_relations);
            if state.narrow_relations {
                relations_ui(ui, queries, state, view, commands);
            } else {
                fields_ui(ui, queries, state, heap, commands);
            }
        });
    }
}

fn ui_object(view: &DrawerView<'_>) -> Option<u64> {
    view.view.object
}

fn message_ui(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(GAP);
    ui.label(RichText::new(title).size(TEXT_TITLE).strong());
    note(ui, text);
    ui.add_space(GAP);
}

fn no_heaps_ui(ui: &mut Ui, view: &DrawerView<'_>) {
    let never_had = "Histograms, memory trees and live counts tell how many objects there are, not which. To look into objects, open \
                     heap dumps (.hprof: `jcmd PID GC.heap_dump FILE` writes one) or a trace (.mctrace: `memory-city record`), \
                     also while it is recorded.";
    let (title, text) = view.without_heaps("This input holds no single objects", never_had);
    message_ui(ui, title, text);
}

#[cfg(test)]
mod tests;
