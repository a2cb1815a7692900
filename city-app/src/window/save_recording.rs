//! Saves the recording that the city is made of while it is made: what has come, and what comes later.
//!
//! Copying takes as long as the recording is large, so it has a thread of its own; the status line tells how it went.

use std::path::PathBuf;

use bevy::prelude::*;

use super::state::{CitySystems, ShellMessage, StatusNote};
use crate::base::background::{Answer, Background};
use crate::base::words;
use crate::view::command::ShellCommand;
use crate::window::state::Opened;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saving>().add_systems(Update, save_recording.in_set(CitySystems::Scene));
}

/// What is being saved, and where.
#[derive(Resource, Debug, Default)]
struct Saving {
    wanted: Option<PathBuf>,
    work: Background<PathBuf, u64>,
}

fn save_recording(
    mut messages: MessageReader<ShellMessage>,
    mut saving: ResMut<Saving>,
    (opened, mut note): (Res<Opened>, ResMut<StatusNote>),
) {
    for message in messages.read() {
        let ShellMessage::Shell(ShellCommand::SaveRecording(path)) = message else { continue };
        let Some(recording) = opened.recording.clone() else {
            note.0 = "there is no recording to save".to_owned();
            continue;
        };
        // The same file a second time is another wish.
        saving.work.clear();
        let to = path.clone();
        saving.work.ask(path.clone(), move |_| recording.file.save_as(&to).map_err(analysis::Error::Request));
        saving.wanted = Some(path.clone());
    }
    let Saving { wanted, work } = &mut *saving;
    let Some(path) = wanted else { return };
    work.poll();
    match work.answer(path) {
        Answer::Working { .. } => return,
        Answer::Ready(bytes) => {
            let more = if opened.recording.is_some() { "; what comes later goes there, too" } else { "" };
            note.0 = format!("{} of the recording saved in {}{more}", words::bytes(**bytes), path.display());
        }
        Answer::Failed(error) => note.0 = error.to_owned(),
        Answer::None => {}
    }
    *wanted = None;
}
