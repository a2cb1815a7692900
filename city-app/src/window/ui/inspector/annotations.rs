//! What people know of the selection: whether it is needed, and a note.

use analysis::MarkKind;
use bevy_egui::egui::{Id, Label, RichText, TextEdit, Ui};

use crate::data::input::annotations::Annotation;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::inspection::Known;
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::Palette;
use crate::window::ui::widgets::{note, section};

/// Draws the marks and the note of a place.
pub(super) fn annotations_ui(ui: &mut Ui, known: &Known, commands: &mut Vec<CityCommand>) {
    section(ui, "Is it needed?");
    ui.horizontal_wrapped(|ui| {
        for (need, label, tip) in [
            (Some(MarkKind::Needed), "Needed", "The program needs these: they are no finding, whoever keeps them  (U)"),
            (Some(MarkKind::NotNeeded), "Not needed", "These should be gone: whoever keeps them is to blame  (U)"),
            (None, "Unknown", "Nobody knows yet  (U)"),
        ] {
            let is_chosen = known.need == need;
            if ui.selectable_label(is_chosen, label).on_hover_text(tip).clicked() && !is_chosen {
                commands.push(annotate(Annotation::Mark(known.place.clone(), need)));
            }
        }
    });
    note(ui, &format!("{}: here and in later data of the same folder", known.place));
    note_ui(ui, known, commands);
}

/// A command that says something of a place.
pub(crate) fn annotate(change: Annotation) -> CityCommand {
    ShellCommand::Annotate(vec![change]).into()
}

/// The note, and the text that is being written.
fn note_ui(ui: &mut Ui, known: &Known, commands: &mut Vec<CityCommand>) {
    let id = Id::new(("note", &known.place));
    let mut draft: Option<String> = ui.data(|data| data.get_temp(id));
    if let Some(text) = &mut draft {
        let field = TextEdit::multiline(text).desired_rows(3).desired_width(f32::INFINITY).hint_text("Markdown; stands in reports, too");
        name_field(ui.add(field), "Note");
        let mut is_done = false;
        ui.horizontal(|ui| {
            if ui.button("Save the note").clicked() {
                commands.push(annotate(Annotation::Note(known.place.to_string(), text.clone())));
                is_done = true;
            }
            is_done |= ui.button("Cancel").clicked();
        });
        draft = draft.filter(|_| !is_done);
    } else {
        if let Some(text) = &known.note {
            ui.add(Label::new(RichText::new(text).color(Palette::of_ui(ui).text)).wrap().selectable(true));
        }
        let label = if known.note.is_some() { "Change the note" } else { "Write a note" };
        if ui.link(label).clicked() {
            draft = Some(known.note.clone().unwrap_or_default());
        }
    }
    ui.data_mut(|data| match draft {
        Some(text) => _ = data.insert_temp(id, text),
        None => data.remove::<String>(id),
    });
}

#[cfg(test)]
mod tests {
    use analysis::Place;
    use bevy_egui::egui::accesskit::Role;
    use bevy_egui::egui::vec2;
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    #[test]
    fn a_click_marks_and_a_note_is_written() {
        let place = Place::parse("shop.Item").expect("is a place");
        let known = Known { place: place.clone(), need: None, note: None };
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| annotations_ui(ui, &known, commands);
        let mut harness = Harness::builder().with_size(vec2(320.0, 400.0)).build_ui_state(app, Vec::new());
        harness.get_by_label("Not needed").click();
        harness.run();
        assert_eq!(*harness.state(), [annotate(Annotation::Mark(place, Some(MarkKind::NotNeeded)))]);
        harness.state_mut().clear();
        harness.get_by_label("Write a note").click();
        harness.run();
        let text = harness.get_by_role(Role::MultilineTextInput);
        text.focus();
        text.type_text("ask Kim");
        harness.run();
        harness.get_by_label("Save the note").click();
        harness.run();
        assert_eq!(*harness.state(), [annotate(Annotation::Note("shop.Item".to_owned(), "ask Kim".to_owned()))]);
        assert!(harness.query_by_label("Write a note").is_some(), "done");
    }
}
