//! What the start screen offers: samples, recent files that are still there, running JVMs; and files dropped on the window.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::super::state::{AppPhase, CityMessage, CitySystems};
use super::super::ui::{JvmRow, SampleCard};
use crate::base::background::{Answer, Background};
use crate::data::input;
use crate::data::live::running_jvms;
use crate::view::command::ShellCommand;
use crate::window::state::StoreRes;

/// How often the start screen looks for JVMs.
const JVMS_EVERY: Duration = Duration::from_secs(4);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StartFacts>()
        .add_systems(Update, (take_dropped_files, look_around).in_set(CitySystems::Input))
        .add_systems(OnEnter(AppPhase::Empty), find_samples);
}

/// What the start screen offers.
#[derive(Resource, Debug)]
pub(in crate::window) struct StartFacts {
    pub(in crate::window) samples: Vec<SampleCard>,
    pub(in crate::window) jvms: Result<Vec<JvmRow>, String>,
    /// Recent paths that are no longer there.
    pub(in crate::window) missing: Vec<PathBuf>,
    /// A file hovers over the window.
    pub(in crate::window) dropping: bool,
    /// When it was last looked for JVMs.
    asked: Option<Instant>,
    search: Background<Instant, Found>,
}

impl Default for StartFacts {
    fn default() -> Self {
        let search = Background::default();
        Self { samples: Vec::new(), jvms: Ok(Vec::new()), missing: Vec::new(), dropping: false, asked: None, search }
    }
}

/// What a look around brings.
#[derive(Debug)]
struct Found {
    jvms: Result<Vec<JvmRow>, String>,
    missing: Vec<PathBuf>,
}

fn take_dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut start: ResMut<StartFacts>, mut messages: MessageWriter<CityMessage>) {
    let mut dropped = Vec::new();
    for drop in drops.read() {
        match drop {
            FileDragAndDrop::DroppedFile { path_buf, .. } => dropped.push(path_buf.clone()),
            FileDragAndDrop::HoveredFile { .. } => start.dropping = true,
            FileDragAndDrop::HoveredFileCanceled { .. } => start.dropping = false,
        }
    }
    if !dropped.is_empty() {
        start.dropping = false;
        messages.write(CityMessage(ShellCommand::Open(dropped).into()));
    }
}

fn find_samples(mut start: ResMut<StartFacts>) {
    let card = |sample: input::Sample| {
        // The published figures tell what they show; their folders hold nothing but data.
        let figure = crate::base::presets::Preset::named(&sample.name).map(|preset| preset.title.to_owned());
        let sentence = if sample.description.is_empty() { figure.unwrap_or_default() } else { sample.description };
        SampleCard { name: sample.name, title: sample.title, sentence }
    };
    start.samples = input::samples().into_iter().map(card).collect();
}

/// While the start screen is shown: lists JVMs and looks whether recent files are still there, again and again, on a
/// thread of its own because `jcmd` takes a second and a far disk may take longer.
fn look_around(mut start: ResMut<StartFacts>, stored: Res<StoreRes>, phase: Res<State<AppPhase>>) {
    if *phase.get() != AppPhase::Empty {
        return;
    }
    let StartFacts { jvms, missing, asked, search, .. } = &mut *start;
    if asked.is_none_or(|asked| asked.elapsed() >= JVMS_EVERY) {
        let recent = stored.store.recent.clone();
        search.ask(*asked.insert(Instant::now()), move |progress| {
            let missing = recent.into_iter().filter(|path| !path.exists()).collect();
            let found = running_jvms(progress).map_err(|error| error.to_string());
            let jvms = found.map(|jvms| {
                let rows = jvms.into_iter().map(|jvm| JvmRow { pid: jvm.pid, name: jvm.command });
                rows.filter(|jvm| !is_jcmd(&jvm.name)).collect()
            });
            Ok(Found { jvms, missing })
        });
    }
    search.poll();
    match asked.map(|asked| search.answer(&asked)) {
        Some(Answer::Ready(found)) => (*jvms, *missing) = (found.jvms.clone(), found.missing.clone()),
        Some(Answer::Failed(error)) => *jvms = Err(error.to_owned()),
        Some(Answer::Working { .. } | Answer::None) | None => return,
    }
    search.clear();
}

/// `jcmd` lists itself.
fn is_jcmd(command: &str) -> bool {
    command.contains("sun.tools.jcmd.JCmd")
}
