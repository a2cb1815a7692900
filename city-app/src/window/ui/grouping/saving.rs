//! Saving in the grouping editor: a name for the whole grouping or for one script, and the list of what was saved.

use analysis::{Definition, DefinitionKind, Registry};
use bevy_egui::egui::{self, Align, Key, Label, Layout, RichText, TextEdit, Ui};

use crate::data::input::kind_in_words;
use crate::data::input::saved_definition::SavedDefinition;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::grouping_draft::{DraftStep, GroupingDraft};
use crate::window::ui::grouping::parts::{chip, fault_label};
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::theme::{Palette, TEXT_SMALL};
use crate::window::ui::widgets::{main_button, note, section, switch};

/// Width of the field for the name.
const NAME_WIDTH: f32 = 190.0;

/// Something that is getting a name.
#[derive(Debug)]
pub(super) struct Saving {
    /// The step that holds a script; `None` for all steps as a grouping.
    step: Option<usize>,
    name: String,
    /// For this dataset and not for all.
    with_dataset: bool,
    /// It was handed over.
    sent: bool,
}

/// What a form or list asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Another text.
    Text(String),
    /// Another step.
    Add(String),
    /// The form is done with.
    Close,
}

/// The script of a step that the user wrote, as a definition without a name.
pub(super) fn script_of(step: &DraftStep) -> Option<(DefinitionKind, &str)> {
    let (word, rest) = step.text.split_once('(')?;
    let script = rest.trim_end().strip_suffix(')')?.trim();
    let kind = match word.trim().to_lowercase().as_str() {
        "where" => DefinitionKind::Filter,
        "script" => DefinitionKind::Classifier,
        _ => return None,
    };
    Some((kind, script))
}

impl Saving {
    /// Begins with all steps, or with one of them.
    pub(super) fn of(step: Option<usize>) -> Self {
        Self { step, name: String::new(), with_dataset: false, sent: false }
    }

    fn definition(&self, draft: &GroupingDraft) -> Option<Definition> {
        let (kind, text) = match self.step {
            None => (DefinitionKind::Grouping, draft.text()),
            Some(at) => script_of(draft.steps().get(at)?)?,
        };
        Some(Definition { name: self.name.trim().to_owned(), kind, text: text.to_owned(), description: String::new() })
    }

    /// It was saved: the name takes the place of the script.
    pub(super) fn saved(&self, draft: &GroupingDraft, definitions: &[SavedDefinition]) -> Option<Wish> {
        let definition = self.definition(draft).filter(|_| self.sent)?;
        definitions.iter().find(|saved| saved.definition == definition && saved.unusable.is_none())?;
        let Some(at) = self.step else { return Some(Wish::Close) };
        let mut steps = draft.by();
        *steps.get_mut(at)? = definition.name;
        Some(Wish::Text(steps.join(", ")))
    }

    /// Draws the form; true when it is to be closed.
    pub(super) fn form_ui(
        &mut self,
        ui: &mut Ui,
        draft: &GroupingDraft,
        registry: &Registry,
        definitions: &[SavedDefinition],
        commands: &mut Vec<CityCommand>,
    ) -> bool {
        let Some(definition) = self.definition(draft) else { return true };
        let known = definitions.iter().find(|saved| saved.definition.shares_its_name_with(&definition));
        let fault = match known {
            _ if definition.name.is_empty() => Some(String::new()),
            Some(_) => None,
            None => registry.check(&definition).err().map(|error| error.to_string()),
        };
        let mut close = false;
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut self.name).hint_text("A name").desired_width(NAME_WIDTH);
            let field = ui.add(field);
            field.widget_info(|| {
                let mut info = egui::WidgetInfo::text_edit(true, &definition.name, &definition.name, "A name");
                info.label = Some("Name to save under".to_owned());
                info
            });
            if !self.sent && self.name.is_empty() && ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let places = [
                (false, "All datasets", "Kept in the configuration folder, for every dataset of yours"),
                (true, "These dumps", "Kept in a file in the folder of these dumps, for everybody who opens them"),
            ];
            self.with_dataset = switch(ui, self.with_dataset, &places).unwrap_or(self.with_dataset);
            ui.spacing_mut().item_spacing.x = 8.0;
            let text = if known.is_some() { "Replace" } else { "Save" };
            let save = ui.add_enabled_ui(fault.is_none(), |ui| main_button(ui, text)).inner;
            if save.clicked() || entered && fault.is_none() {
                self.sent = true;
                let order = ShellCommand::SaveDefinition {
                    definition: Box::new(definition.clone()),
                    with_dataset: self.with_dataset,
                    replace: true,
                };
                commands.push(order.into());
            }
            close = ui.button("Cancel").clicked();
        });
        match fault.filter(|fault| !fault.is_empty()) {
            Some(fault) => fault_label(ui, &fault),
            None => {
                let name = if definition.name.is_empty() { "…" } else { &definition.name };
                let start = if definition.kind == DefinitionKind::Grouping { "preset:" } else { "" };
                note(ui, &format!("A {} that --by and every grouping calls \u{201c}{start}{name}\u{201d}", kind_in_words(definition.kind)));
            }
        }
        close
    }
}

/// The list of what was saved. `deleting` is the one that the user may want to delete.
pub(super) fn saved_ui(
    ui: &mut Ui,
    definitions: &[SavedDefinition],
    wanted: &str,
    deleting: &mut Option<SavedDefinition>,
    commands: &mut Vec<CityCommand>,
) -> Option<Wish> {
    let fits = |saved: &&SavedDefinition| {
        wanted.is_empty() || saved.definition.name.to_lowercase().contains(wanted) || saved.definition.text.to_lowercase().contains(wanted)
    };
    let listed: Vec<&SavedDefinition> = definitions.iter().filter(fits).collect();
    if listed.is_empty() {
        return None;
    }
    section(ui, "Saved");
    let mut wish = None;
    for saved in listed {
        let name = &saved.definition.name;
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if deleting.as_ref() == Some(saved) {
                    if ui.button("Keep").clicked() {
                        *deleting = None;
                    }
                    if ui.button("Delete").on_hover_text(format!("Deletes {name} from {}", saved.file.display())).clicked() {
                        commands.push(ShellCommand::DeleteDefinition(Box::new(saved.clone())).into());
                        *deleting = None;
                    }
                } else {
                    if icon_button(ui, Icon::Close, &format!("Delete {name}"), "", false).clicked() {
                        *deleting = Some(saved.clone());
                    }
                    ui.add_enabled_ui(saved.unusable.is_none(), |ui| {
                        let is_grouping = saved.definition.kind == DefinitionKind::Grouping;
                        let (text, tip) = if is_grouping { ("Use", format!("Groups by {name}")) } else { ("Add", format!("Adds {name}")) };
                        if ui.button(text).on_hover_text(tip).clicked() {
                            let text = saved.definition.text.clone();
                            wish = Some(if is_grouping { Wish::Text(text) } else { Wish::Add(name.clone()) });
                        }
                    });
                }
                chip(ui, kind_in_words(saved.definition.kind));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let palette = Palette::of_ui(ui);
                    let color = if saved.unusable.is_some() { palette.text_weak } else { palette.text };
                    ui.add(Label::new(RichText::new(name).color(color)).truncate()).on_hover_ui(|ui| tip_ui(ui, saved));
                });
            });
        });
    }
    wish
}

fn tip_ui(ui: &mut Ui, saved: &SavedDefinition) {
    ui.set_max_width(520.0);
    let Definition { text, description, .. } = &saved.definition;
    if !description.is_empty() {
        ui.label(description);
    }
    ui.label(RichText::new(text).monospace());
    if let Some(reason) = &saved.unusable {
        fault_label(ui, &format!("It cannot be used: {reason}"));
    }
    ui.label(RichText::new(saved.file.display().to_string()).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak));
}
