//! Marks and notes of people: written beside the data when somebody makes one, and followed at once by whatever is told.

use std::sync::Arc;

use bevy::prelude::*;

use super::arrival::Arrival;
use super::state::{ApplySystems, SessionRes, ShellMessage, StatusNote};
use crate::data::input::annotations::{Annotation, Annotations};
use crate::view::command::ShellCommand;
use crate::window::state::Opened;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, annotate.in_set(ApplySystems::Shell));
}

fn annotate(
    mut messages: MessageReader<ShellMessage>,
    (opened, session): (Res<Opened>, Res<SessionRes>),
    mut note: ResMut<StatusNote>,
    mut arrivals: MessageWriter<Arrival>,
) {
    for message in messages.read() {
        let ShellMessage::Shell(ShellCommand::Annotate(changes)) = message else { continue };
        let told: Vec<String> = changes.iter().map(in_words).collect();
        let (annotations, place) = match Annotations::change(&opened.paths, changes) {
            Ok((annotations, files)) => {
                let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                (annotations, format!("saved in {}", files.join(" and ")))
            }
            Err(error) => {
                let known = Annotations::clone(&session.0.annotations);
                (changes.iter().cloned().fold(known, Annotations::with), format!("not saved: {error}"))
            }
        };
        note.0 = format!("{}; {place}", told.join(", "));
        arrivals.write(Arrival::Annotations(Arc::new(annotations)));
    }
}

fn in_words(change: &Annotation) -> String {
    match change {
        Annotation::Mark(place, Some(need)) => format!("{place} is marked as {}", need.word()),
        Annotation::Mark(place, None) => format!("{place} is marked no longer"),
        Annotation::Note(place, text) if text.trim().is_empty() => format!("the note on {place} is gone"),
        Annotation::Note(place, _) => format!("the note on {place} is written"),
    }
}
