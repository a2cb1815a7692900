//! The grouping editor: presets and a catalogue at the left, the steps and their text at the right. Expressions are
//! checked while they are typed.

mod parts;
mod saving;

use std::sync::Arc;

use analysis::{GROUPING_PRESETS, PROPERTIES, Registry};
use bevy_egui::egui::{self, Align, Color32, Id, Label, Layout, Panel as EguiPanel, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::icons::{Icon, icon_button, icon_label};
use super::overlays::sheet;
use super::regions::name_field;
use super::theme::{GAP, Palette, TEXT_SMALL};
use super::widgets::{main_button, note, section};
use crate::data::input::saved_definition::SavedDefinition;
use crate::data::input::series::DatasetKind;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::grouping_draft::{CatalogueEntry, GroupingDraft, catalogue};
use crate::view::state::Panel;
use crate::window::ui::grouping::parts::{chip, fault_label};
use saving::{Saving, Wish, saved_ui, script_of};

/// Width of the sheet.
const WIDTH: f32 = 980.0;
/// Width of presets and catalogue.
const LEFT: f32 = 330.0;
/// Lines of the text before it grows.
const TEXT_LINES: usize = 4;

/// What the editor reads.
pub(crate) struct GroupingView<'a> {
    /// What the city is grouped by.
    pub(crate) grouping: &'a [String],
    /// Everything that can be named.
    pub(crate) registry: &'a Arc<Registry>,
    /// What of it the user has saved.
    pub(crate) definitions: &'a [SavedDefinition],
    /// What is grouped.
    pub(crate) kind: DatasetKind,
}

/// What the editor remembers while it is open.
#[derive(Debug, Default)]
pub(crate) struct GroupingEditor {
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    registry: Arc<Registry>,
    catalogue: Vec<CatalogueEntry>,
    draft: GroupingDraft,
    /// The form that asks for a name.
    saving: Option<Saving>,
    /// What the user may want to delete.
    deleting: Option<SavedDefinition>,
    /// What the catalogue is searched for.
    wanted: String,
}

impl GroupingEditor {
    /// Draws the editor. A draft begins with what the city is grouped by.
    pub(crate) fn show(&mut self, ctx: &egui::Context, view: &GroupingView<'_>, commands: &mut Vec<CityCommand>) {
        let open = self.open.get_or_insert_with(|| Open::new(view));
        open.follow(view);
        let height = (ctx.content_rect().height() - 190.0).clamp(220.0, 620.0);
        sheet(ctx, "Grouping", Panel::Grouping, WIDTH, commands, |ui, commands| {
            note(
                ui,
                "Objects are sorted into districts by the first step, within them by the second, and so on; the last groups are the buildings.",
            );
            ui.add_space(GAP);
            ui.horizontal_top(|ui| {
                ui.allocate_ui_with_layout(vec2(LEFT, height), Layout::top_down(Align::Min), |ui| open.choices_ui(ui, view, commands));
                ui.add_space(GAP);
                ui.allocate_ui_with_layout(vec2(ui.available_width(), height), Layout::top_down(Align::Min), |ui| {
                    open.draft_ui(ui, view, commands);
                });
            });
        });
    }

    /// Forgets the draft: the editor was closed.
    pub(crate) fn close(&mut self) {
        self.open = None;
    }
}

impl Open {
    fn new(view: &GroupingView<'_>) -> Self {
        Self {
            registry: Arc::clone(view.registry),
            catalogue: catalogue_of(view),
            draft: GroupingDraft::new(view.grouping, view.registry),
            saving: None,
            deleting: None,
            wanted: String::new(),
        }
    }

    /// Takes over what was saved or deleted meanwhile.
    fn follow(&mut self, view: &GroupingView<'_>) {
        if Arc::ptr_eq(&self.registry, view.registry) {
            return;
        }
        self.registry = Arc::clone(view.registry);
        self.catalogue = catalogue_of(view);
        let wish = self.saving.as_ref().and_then(|saving| saving.saved(&self.draft, view.definitions));
        if wish.is_some() {
            self.saving = None;
        }
        let text = self.draft.text().to_owned();
        self.fulfil(Some(wish.filter(|wish| *wish != Wish::Close).unwrap_or(Wish::Text(text))));
    }

    fn fulfil(&mut self, wish: Option<Wish>) {
        match wish {
            Some(Wish::Text(text)) => self.draft.set_text(text, &self.registry),
            Some(Wish::Add(step)) => self.draft.add(&step, &self.registry),
            Some(Wish::Close) | None => {}
        }
    }

    /// Presets, what was saved, and the catalogue.
    fn choices_ui(&mut self, ui: &mut Ui, view: &GroupingView<'_>, commands: &mut Vec<CityCommand>) {
        ui.set_min_width(LEFT);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            section(ui, "Begin with a preset");
            ui.horizontal_wrapped(|ui| {
                for preset in &GROUPING_PRESETS {
                    let reason = view.kind.cannot_take(preset);
                    let on = self.draft.text() == preset.steps;
                    let button = ui.add_enabled(reason.is_none(), egui::Button::selectable(on, preset.name));
                    let tip = format!("{}\n{}", preset.description, preset.steps);
                    if button.on_hover_text(tip).on_disabled_hover_text(reason.unwrap_or_default()).clicked() {
                        self.draft.set_text(preset.steps.to_owned(), &self.registry);
                    }
                }
            });
            section(ui, "Or add steps");
            ui.horizontal(|ui| {
                icon_label(ui, Icon::Search, Palette::of_ui(ui).text_weak);
                let wanted = TextEdit::singleline(&mut self.wanted).hint_text("Find a step").desired_width(f32::INFINITY);
                name_field(ui.add(wanted), "Find a step");
            });
            let mut chosen = None;
            let wanted = self.wanted.to_lowercase();
            let wish = saved_ui(ui, view.definitions, &wanted, &mut self.deleting, commands);
            self.fulfil(wish);
            if !view.definitions.is_empty() {
                section(ui, "All steps");
            }
            let found = |entry: &&CatalogueEntry| {
                wanted.is_empty() || entry.name.to_lowercase().contains(&wanted) || entry.description.to_lowercase().contains(&wanted)
            };
            for written in WRITTEN.iter().filter(|written| wanted.is_empty() || written.name.contains(&*wanted)) {
                if entry_ui(ui, written.name, written.kind, written.description, None, None) {
                    chosen = Some(written.step.to_owned());
                }
            }
            for entry in self.catalogue.iter().filter(found) {
                let mut file = entry.takes_features.then_some(false);
                let added = entry_ui(ui, &entry.name, entry.kind, &entry.description, entry.unavailable.as_deref(), file.as_mut());
                if file == Some(true) {
                    commands.push(ShellCommand::AskFeatures.into());
                }
                if added {
                    chosen = Some(entry.name.clone());
                }
            }
            if let Some(step) = chosen {
                self.draft.add(&step, &self.registry);
            }
        });
    }

    /// The steps, their text, and what to do with them.
    fn draft_ui(&mut self, ui: &mut Ui, view: &GroupingView<'_>, commands: &mut Vec<CityCommand>) {
        let palette = Palette::of_ui(ui);
        let height = ui.available_height();
        // What stands below keeps its place; the list of steps takes what is left.
        let below = EguiPanel::bottom("grouping text").resizable(false).show_separator_line(false).frame(egui::Frame::NONE);
        below.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("As text").color(palette.text_weak).size(TEXT_SMALL).strong());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let help = ui.label(RichText::new("What expressions can read").color(palette.text_weak).size(TEXT_SMALL).underline());
                    help.on_hover_ui(properties_ui);
                });
            });
            let mut text = self.draft.text().to_owned();
            let editor = TextEdit::multiline(&mut text).code_editor().desired_rows(TEXT_LINES).desired_width(f32::INFINITY);
            ScrollArea::vertical()
                .id_salt("grouping text")
                .max_height(0.4 * height)
                .show(ui, |ui| name_field(ui.add(editor), "Grouping as text"));
            if text != self.draft.text() {
                self.draft.set_text(text, &self.registry);
            }
            self.fault_ui(ui);
            ui.add_space(GAP);
            match self.saving.as_mut().map(|saving| saving.form_ui(ui, &self.draft, &self.registry, view.definitions, commands)) {
                Some(true) => self.saving = None,
                Some(false) => {}
                None => self.buttons_ui(ui, view.grouping, commands),
            }
        });
        ScrollArea::vertical().id_salt("grouping steps").auto_shrink(false).show(ui, |ui| self.steps_ui(ui));
    }

    fn buttons_ui(&mut self, ui: &mut Ui, grouping: &[String], commands: &mut Vec<CityCommand>) {
        ui.horizontal(|ui| {
            let usable = self.draft.fault().is_none() && self.draft.by() != grouping;
            let regroup = ui.add_enabled_ui(usable, |ui| main_button(ui, "Regroup")).inner;
            if regroup.on_hover_text("Group anew by these steps; time and selection stay").clicked() {
                commands.push(CityCommand::Toggle(Panel::Grouping));
                commands.push(ShellCommand::Regroup(self.draft.by()).into());
            }
            if ui.button("As it is now").on_hover_text("Back to what the city is grouped by").clicked() {
                self.draft = GroupingDraft::new(grouping, &self.registry);
            }
            let savable = self.draft.fault().is_none();
            let save = ui.add_enabled(savable, egui::Button::new("Save as…"));
            if save.on_hover_text("Gives these steps a name, for later and for --by on the command line").clicked() {
                self.saving = Some(Saving::of(None));
            }
            if ui.button("Copy").on_hover_text("The text form, for --by on the command line").clicked() {
                ui.ctx().copy_text(self.draft.text().to_owned());
            }
        });
    }

    fn steps_ui(&mut self, ui: &mut Ui) {
        section(ui, "Steps");
        if self.draft.steps().is_empty() {
            note(ui, "Choose a preset, add steps, or write them below.");
        }
        let (mut remove, mut out, mut save) = (None, None, None);
        for (at, step) in self.draft.steps().iter().enumerate() {
            let palette = Palette::of_ui(ui);
            super::theme::card(palette).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("{}.", at + 1)).color(palette.text_weak));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        if icon_button(ui, Icon::Close, &format!("Remove step {}", at + 1), "", false).clicked() {
                            remove = Some(at);
                        }
                        let up =
                            ui.add_enabled_ui(at > 0, |ui| icon_button(ui, Icon::Up, &format!("Step {} further out", at + 1), "", false));
                        if up.inner.clicked() {
                            out = Some(at);
                        }
                        if script_of(step).is_some() && self.draft.fault().is_none() {
                            let tip = "Gives this script a name, for later and for the command line";
                            if ui.button("Save as…").on_hover_text(tip).clicked() {
                                save = Some(Saving::of(Some(at)));
                            }
                        }
                        chip(ui, step.kind);
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(Label::new(RichText::new(&step.text).strong()).truncate()).on_hover_text(&step.text);
                        });
                    });
                });
                if !step.description.is_empty() {
                    ui.add(Label::new(RichText::new(&step.description).color(palette.text_weak).size(TEXT_SMALL)).wrap());
                }
            });
        }
        if save.is_some() {
            self.saving = save;
        }
        if let Some(at) = remove {
            self.draft.remove(at, &self.registry);
        }
        if let Some(at) = out {
            self.draft.move_out(at, &self.registry);
        }
    }

    /// What is wrong with the text, where; or how it will be read.
    fn fault_ui(&self, ui: &mut Ui) {
        match self.draft.fault() {
            Some(fault) => {
                let place = if fault.line > 0 { format!("Line {}, column {}: ", fault.line, fault.column) } else { String::new() };
                fault_label(ui, &format!("{place}{}", fault.message));
            }
            None => {
                note(ui, "No mistakes found");
            }
        }
    }
}

/// The catalogue without what was saved, which has a list of its own.
fn catalogue_of(view: &GroupingView<'_>) -> Vec<CatalogueEntry> {
    let is_saved = |entry: &CatalogueEntry| view.definitions.iter().any(|saved| saved.step() == entry.name);
    catalogue(view.registry, view.kind).into_iter().filter(|entry| !is_saved(entry)).collect()
}

/// Steps that users write themselves.
struct Written {
    name: &'static str,
    kind: &'static str,
    step: &'static str,
    description: &'static str,
}

const WRITTEN: [Written; 2] = [
    Written {
        name: "where(…)",
        kind: "filter",
        step: "where(size > 1000)",
        description: "Only objects for which an expression holds; write it in the text below.",
    },
    Written {
        name: "script(…)",
        kind: "classifier",
        step: "script(if size > 1000 { \"large\" } else { \"small\" })",
        description: "Groups by what an expression says of each object; write it in the text below.",
    },
];

/// One entry of the catalogue; true when it is to be added. `file` is for one that reads a file: true when it is to be chosen.
fn entry_ui(ui: &mut Ui, name: &str, kind: &str, description: &str, unavailable: Option<&str>, file: Option<&mut bool>) -> bool {
    let palette = Palette::of_ui(ui);
    let color = if unavailable.is_some() { palette.text_weak } else { palette.text };
    let mut add = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_enabled_ui(unavailable.is_none(), |ui| {
                add = ui.button("Add").on_hover_text(format!("Adds {name}")).clicked();
            });
            if let Some(file) = file {
                let tip = "Choose the text file that says which code belongs to which feature; a line is a name, a colon, and \
                           classes or methods: cart: com.shop.cart.*, com.shop.Checkout.add";
                *file = ui.button("File…").on_hover_text(tip).clicked();
            }
            chip(ui, kind);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let tip = unavailable.map_or_else(|| description.to_owned(), |reason| format!("{description}\n\nNot available: {reason}."));
                ui.add(Label::new(RichText::new(name).color(color)).truncate()).on_hover_text(tip);
            });
        });
    });
    add
}

/// The properties of objects that expressions can name.
fn properties_ui(ui: &mut Ui) {
    ui.set_max_width(520.0);
    egui::Grid::new(Id::new("properties")).num_columns(2).spacing(vec2(14.0, 3.0)).show(ui, |ui| {
        for property in PROPERTIES {
            ui.label(RichText::new(property.name).monospace().color(Color32::PLACEHOLDER));
            ui.label(RichText::new(property.meaning).size(TEXT_SMALL));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests;
