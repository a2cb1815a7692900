//! What the start screen offers: samples, recent files that are still there, running JVMs; and files dropped on the window.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use analysis::Progress;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::super::state::{AppPhase, CityOrder, CitySystems};
use super::super::ui::{JvmRow, SampleCard};
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
    search: Option<Search>,
}

impl Default for StartFacts {
    fn default() -> Self {
        Self { samples: Vec::new(), jvms: Ok(Vec::new()), missing: Vec::new(), dropping: false, search: None }
    }
}

#[derive(Debug)]
struct Search {
    started: Instant,
    found: Mutex<Receiver<Found>>,
}

/// What a look around brings.
#[derive(Debug)]
struct Found {
    jvms: Result<Vec<JvmRow>, String>,
    missing: Vec<PathBuf>,
}

fn take_dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut start: ResMut<StartFacts>, mut orders: MessageWriter<CityOrder>) {
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
        orders.write(CityOrder(ShellCommand::Open(dropped).into()));
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
    match &mut start.search {
        Some(search) => {
            let found = search.found.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
            let over = search.started.elapsed() >= JVMS_EVERY;
            match found {
                Ok(Found { jvms, missing }) => (start.jvms, start.missing) = (jvms, missing),
                Err(_) if !over => return,
                Err(_) => {}
            }
            if over {
                start.search = None;
            }
        }
        None => {
            let (sender, receiver) = sync_channel(1);
            let recent = stored.store.recent.clone();
            let work = move || {
                let missing = recent.into_iter().filter(|path| !path.exists()).collect();
                let found = running_jvms(&Progress::new()).map_err(|error| error.to_string());
                let jvms = found.map(|jvms| {
                    jvms.into_iter().map(|jvm| JvmRow { pid: jvm.pid, name: jvm.command }).filter(|jvm| !is_jcmd(&jvm.name)).collect()
                });
                // Nobody waits any more: then nobody wants to know.
                let _ = sender.send(Found { jvms, missing });
            };
            if let Err(error) = std::thread::Builder::new().name("look around".into()).spawn(work) {
                start.jvms = Err(error.to_string());
            }
            start.search = Some(Search { started: Instant::now(), found: Mutex::new(receiver) });
        }
    }
}

/// `jcmd` lists itself.
fn is_jcmd(command: &str) -> bool {
    command.contains("sun.tools.jcmd.JCmd")
}
