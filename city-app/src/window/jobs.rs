//! Long work off the main thread: opening, regrouping, watching. One job at a time; a new one cancels the old one.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use analysis::{Progress, Warnings};
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::persistence::StoreRes;
use super::state::{AppPhase, CityOrder, CitySystems, InputRes, SessionRes, SettingsRes, ShellOrder, StatusNote, ViewRes};
use super::ui::{JvmRow, SampleCard};
use crate::command::{CityCommand, ShellCommand};
use crate::input::{self, Dataset, OpenOptions};
use crate::live::{LiveCity, LiveFeed, LiveSource, running_jvms};
use crate::session::Session;
use crate::settings::CitySettings;
use crate::store;
use crate::view_state::TimeCursor;

/// How often the start screen looks for JVMs.
const JVMS_EVERY: Duration = Duration::from_secs(4);
/// Pause between two looks at a watched JVM, as on the command line.
const WATCH_EVERY: Duration = Duration::from_secs(5);
/// At most this many live events per frame, so that a fast source does not stop the picture.
const EVENTS_PER_FRAME: usize = 8;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Jobs>()
        .init_resource::<Opened>()
        .init_resource::<StartFacts>()
        .add_systems(
            Update,
            (take_dropped_files, start_live_source, finish_job, take_live_events, look_for_jvms).in_set(CitySystems::Input),
        )
        .add_systems(Update, start_jobs.in_set(CitySystems::Apply).after(super::apply::apply_orders))
        .add_systems(OnEnter(AppPhase::Empty), find_samples);
}

/// What is known of the open dataset beyond its evolution.
#[derive(Resource, Debug, Clone, Default)]
pub(super) struct Opened {
    pub(super) paths: Vec<PathBuf>,
    /// The classifiers that heap dumps were grouped by; empty for inputs that are grouped already.
    pub(super) grouping: Vec<String>,
    /// The classifiers to choose from; empty for inputs that are grouped already.
    pub(super) classifiers: Vec<String>,
    pub(super) notes: Vec<String>,
    /// Partial failures, in words.
    pub(super) warnings: Vec<String>,
}

/// What the start screen offers.
#[derive(Resource, Debug)]
pub(super) struct StartFacts {
    pub(super) samples: Vec<SampleCard>,
    pub(super) pictures: Vec<Option<bevy_egui::egui::TextureId>>,
    pub(super) jvms: Result<Vec<JvmRow>, String>,
    /// A file hovers over the window.
    pub(super) dropping: bool,
}

impl Default for StartFacts {
    fn default() -> Self {
        Self { samples: Vec::new(), pictures: Vec::new(), jvms: Ok(Vec::new()), dropping: false }
    }
}

/// The running job, the live source, and how the last one ended.
#[derive(Resource, Debug, Default)]
pub(super) struct Jobs {
    job: Option<Job>,
    live: Option<Live>,
    jvms: Option<JvmSearch>,
    /// Why the last opening failed.
    pub(super) error: String,
    /// What failed to open, to try again.
    pub(super) failed_paths: Vec<PathBuf>,
}

/// Work on a thread of its own.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) what: String,
    pub(super) progress: Progress,
    pub(super) started: Instant,
    pub(super) cancelling: bool,
    paths: Vec<PathBuf>,
    result: std::sync::Mutex<Receiver<Result<Finished, String>>>,
}

/// What a job brings.
#[derive(Debug)]
struct Finished {
    dataset: Dataset,
    settings: CitySettings,
    session: Session,
    warnings: Vec<String>,
}

#[derive(Debug)]
struct Live {
    feed: std::sync::Mutex<LiveFeed>,
    city: LiveCity,
}

#[derive(Debug)]
struct JvmSearch {
    started: Instant,
    result: std::sync::Mutex<Receiver<Result<Vec<JvmRow>, String>>>,
}

impl Jobs {
    /// The running job, for the loading screen.
    pub(super) fn running(&self) -> Option<&Job> {
        self.job.as_ref()
    }

    /// What a live source is doing, while it does.
    pub(super) fn arriving(&self) -> Option<(String, Option<f32>)> {
        let live = self.live.as_ref()?;
        Some((live.city.status.clone(), None))
    }

    fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.progress.cancel();
        }
        self.job = None;
        self.live = None;
    }
}

/// Starts opening paths; `fallback` are the settings for datasets that come without any.
fn open(
    jobs: &mut Jobs,
    paths: Vec<PathBuf>,
    options: OpenOptions,
    kept: Option<CitySettings>,
    fallback: CitySettings,
) -> Result<(), String> {
    let progress = Progress::new();
    let (sender, receiver) = sync_channel(1);
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let work = {
        let (progress, paths) = (progress.clone(), paths.clone());
        move || {
            let warnings = Warnings::new();
            let finished = input::open(&paths, &options, &progress, &warnings).map_err(|error| error.to_string()).map(|dataset| {
                progress.start("laying out the city", 0);
                let settings = kept.or_else(|| dataset.settings.clone().map(|own| with_taste_of(own, &fallback))).unwrap_or(fallback);
                let session = Session::new(Arc::clone(&dataset.evolution), &settings).with_heaps(dataset.heaps.clone());
                let warnings = warnings.list().iter().map(ToString::to_string).collect();
                Finished { dataset, settings, session, warnings }
            });
            // Nobody waits any more: then nobody wants to know.
            let _ = sender.send(finished);
        }
    };
    std::thread::Builder::new().name("open".into()).spawn(work).map_err(|error| format!("no thread to read with: {error}"))?;
    jobs.stop();
    jobs.job = Some(Job {
        what: names.join(", "),
        progress,
        started: Instant::now(),
        cancelling: false,
        paths,
        result: std::sync::Mutex::new(receiver),
    });
    Ok(())
}

/// A dataset's own settings, with what is the user's taste and not the dataset's business.
fn with_taste_of(own: CitySettings, user: &CitySettings) -> CitySettings {
    CitySettings { theme: user.theme, quality: user.quality, reduce_motion: user.reduce_motion, ramp: user.ramp, ..own }
}

/// The settings to open paths with, if they are known before: those of the command line, else those the dataset was last
/// seen with.
fn settings_for(paths: &[PathBuf], session: &SessionRes, settings: &SettingsRes, stored: &StoreRes) -> Option<CitySettings> {
    let default = CitySettings::default();
    let first = session.0.evolution.points.is_empty();
    let asked_for = first && with_taste_of(default, &settings.0) != settings.0;
    if asked_for { Some(settings.0.clone()) } else { stored.store.settings_of(&store::dataset_key(paths, "")).cloned() }
}

/// The source that the command line asks for.
fn start_live_source(mut jobs: ResMut<Jobs>, mut inputs: ResMut<InputRes>, mut next: ResMut<NextState<AppPhase>>) {
    if inputs.live.is_none() {
        return;
    }
    let Some(source) = inputs.live.take() else { return };
    let what = match &source {
        LiveSource::Connect { url, .. } => url.clone(),
        LiveSource::Watch { pid, .. } => format!("process {pid}"),
        LiveSource::Listen(address) => format!("trees sent to ws://{address}"),
    };
    match watch(&mut jobs, source, what) {
        Ok(()) => next.set(AppPhase::Loading),
        Err(error) => fail(&mut jobs, error, Vec::new(), &mut next),
    }
}

fn start_jobs(
    mut orders: MessageReader<ShellOrder>,
    mut jobs: ResMut<Jobs>,
    mut opened: ResMut<Opened>,
    mut session: ResMut<SessionRes>,
    mut settings: ResMut<SettingsRes>,
    mut view: ResMut<ViewRes>,
    mut note: ResMut<StatusNote>,
    stored: Res<StoreRes>,
    inputs: Res<InputRes>,
    mut next: ResMut<NextState<AppPhase>>,
) {
    for order in orders.read() {
        let ShellOrder::Shell(command) = order else { continue };
        let outcome = match command {
            ShellCommand::Open(paths) => {
                let kept = settings_for(paths, &session, &settings, &stored);
                let started = open(&mut jobs, paths.clone(), inputs.options.clone(), kept, settings.0.clone());
                started.map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::OpenSample(name) => match input::sample(name) {
                Some(sample) => {
                    let paths = vec![sample.path];
                    let kept = settings_for(&paths, &session, &settings, &stored);
                    let started = open(&mut jobs, paths, OpenOptions::default(), kept, settings.0.clone());
                    started.map(|()| next.set(AppPhase::Loading))
                }
                None => Err(format!("there is no sample {name}; the folder data-samples belongs beside the program")),
            },
            ShellCommand::Regroup(by) => {
                let options = OpenOptions { by: by.clone(), ..inputs.options.clone() };
                let started = open(&mut jobs, opened.paths.clone(), options, Some(settings.0.clone()), settings.0.clone());
                started.map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::Watch { pid, dumps } => {
                let source = LiveSource::Watch { pid: *pid, every: WATCH_EVERY, dumps: *dumps, options: inputs.options.clone() };
                watch(&mut jobs, source, format!("process {pid}")).map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::Connect(url) => {
                let source = LiveSource::Connect { url: url.clone(), tab: None };
                watch(&mut jobs, source, url.clone()).map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::CancelJob => {
                jobs.stop();
                let empty = session.0.evolution.points.is_empty();
                next.set(if empty { AppPhase::Empty } else { AppPhase::Exploring });
                Ok(())
            }
            ShellCommand::Close => {
                jobs.stop();
                *opened = Opened::default();
                session.0 = Arc::default();
                view.0.for_new_dataset(0);
                next.set(AppPhase::Empty);
                Ok(())
            }
            ShellCommand::ExportPreset(path) => {
                note.0 = match store::write_preset(path, &settings.0) {
                    Ok(()) => format!("settings written to {}", path.display()),
                    Err(error) => error,
                };
                Ok(())
            }
            ShellCommand::ImportPreset(path) => {
                match store::read_preset(path) {
                    Ok(preset) => {
                        note.0 = format!("settings taken from {}", path.display());
                        replace_settings(preset, &mut settings, &mut session, &mut view);
                    }
                    Err(error) => note.0 = error,
                }
                Ok(())
            }
            // Pictures are taken by those who draw; the end of the program needs no job.
            ShellCommand::SavePicture(_) | ShellCommand::Quit => Ok(()),
        };
        if let Err(error) = outcome {
            fail(&mut jobs, error, Vec::new(), &mut next);
        }
    }
}

fn replace_settings(preset: CitySettings, settings: &mut SettingsRes, session: &mut SessionRes, view: &mut ViewRes) {
    let effects = crate::command::apply(&mut view.0, &mut settings.0, &session.0, CityCommand::Set(Box::new(preset)));
    if effects.new_plan {
        let old = Arc::clone(&session.0);
        session.0 = Arc::new(Session::new(Arc::clone(&old.evolution), &settings.0).with_heaps(old.heaps.clone()));
        view.0.carry_over(&old.evolution, &session.0);
    }
}

fn watch(jobs: &mut Jobs, source: LiveSource, what: String) -> Result<(), String> {
    jobs.stop();
    let progress = Progress::new();
    progress.start(format!("waiting for {what}"), 0);
    let feed = LiveFeed::start(source, &progress).map_err(|error| error.to_string())?;
    let (_, receiver) = sync_channel(1);
    // The loading screen shows this until the first point is there.
    jobs.job = Some(Job {
        what,
        progress,
        started: Instant::now(),
        cancelling: false,
        paths: Vec::new(),
        result: std::sync::Mutex::new(receiver),
    });
    jobs.live = Some(Live { feed: std::sync::Mutex::new(feed), city: LiveCity::new() });
    Ok(())
}

fn fail(jobs: &mut Jobs, error: String, paths: Vec<PathBuf>, next: &mut NextState<AppPhase>) {
    jobs.stop();
    jobs.error = error;
    jobs.failed_paths = paths;
    next.set(AppPhase::Failed);
}

fn finish_job(
    mut jobs: ResMut<Jobs>,
    mut opened: ResMut<Opened>,
    mut session: ResMut<SessionRes>,
    mut settings: ResMut<SettingsRes>,
    mut view: ResMut<ViewRes>,
    mut stored: ResMut<StoreRes>,
    mut inputs: ResMut<InputRes>,
    mut note: ResMut<StatusNote>,
    mut next: ResMut<NextState<AppPhase>>,
) {
    if jobs.live.is_some() {
        return;
    }
    let Some(job) = &mut jobs.job else { return };
    let result = job.result.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner).try_recv();
    let result = match result {
        Err(TryRecvError::Empty) => return,
        Err(TryRecvError::Disconnected) => Err("reading ended early: this is an error of Memory City".to_owned()),
        Ok(result) => result,
    };
    let paths = std::mem::take(&mut job.paths);
    jobs.job = None;
    match result {
        Ok(finished) => {
            let Finished { dataset, settings: chosen, session: new, warnings } = finished;
            stored.add_recent(&paths);
            *opened = Opened { paths, grouping: dataset.grouping, classifiers: dataset.classifiers, notes: dataset.notes, warnings };
            settings.0 = chosen;
            view.0.for_new_dataset(new.evolution.points.len());
            if let Some(asked) = inputs.first_view.take() {
                match asked.place(&new.evolution) {
                    Ok((point, selection)) => {
                        view.0.time = TimeCursor::at(point);
                        view.0.selection = selection;
                    }
                    Err(error) => note.0 = error.message,
                }
            }
            session.0 = Arc::new(new);
            next.set(AppPhase::Exploring);
        }
        Err(error) => fail(&mut jobs, error, paths, &mut next),
    }
}

fn take_live_events(
    mut jobs: ResMut<Jobs>,
    mut opened: ResMut<Opened>,
    mut session: ResMut<SessionRes>,
    settings: Res<SettingsRes>,
    mut view: ResMut<ViewRes>,
    mut note: ResMut<StatusNote>,
    mut inputs: ResMut<InputRes>,
    phase: Res<State<AppPhase>>,
    mut next: ResMut<NextState<AppPhase>>,
) {
    let Some(live) = &mut jobs.live else { return };
    let mut changed = false;
    for _ in 0..EVENTS_PER_FRAME {
        let event = live.feed.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner).try_next();
        let Some(event) = event else { break };
        changed |= live.city.take(event);
    }
    let first = *phase.get() == AppPhase::Loading;
    if changed {
        let old = if first { Arc::default() } else { Arc::clone(&session.0) };
        let new = Arc::new(Session::new(live.city.evolution(), &settings.0));
        if first {
            view.0.for_new_dataset(new.evolution.points.len());
        } else {
            view.0.carry_over(&old.evolution, &new);
        }
        if let Some(problem) = inputs.first_view.as_mut().and_then(|asked| asked.place_growing(&new.evolution, &mut view.0)) {
            note.0 = problem;
        }
        let dataset = Dataset::live(live.city.evolution());
        let warnings = live.city.warnings.list().iter().map(ToString::to_string).collect();
        *opened = Opened { notes: dataset.notes, warnings, ..Opened::default() };
        session.0 = new;
        next.set(AppPhase::Exploring);
        jobs.job = None;
    }
    let Some(live) = &mut jobs.live else { return };
    if let Some(end) = live.city.ended.take() {
        let nothing = live.city.evolution().points.is_empty();
        match end {
            Err(error) if nothing => fail(&mut jobs, error.to_string(), Vec::new(), &mut next),
            Err(error) => note.0 = error.to_string(),
            Ok(sentence) => note.0 = sentence,
        }
        jobs.live = None;
        inputs.first_view = None;
    }
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
        let figure = crate::presets::Preset::named(&sample.name).map(|preset| preset.title.to_owned());
        let sentence = if sample.description.is_empty() { figure.unwrap_or_default() } else { sample.description };
        SampleCard { name: sample.name, title: sample.title, sentence }
    };
    start.samples = input::samples().into_iter().map(card).collect();
}

/// While the start screen is shown: lists JVMs again and again, on a thread of its own because `jcmd` takes a second.
fn look_for_jvms(mut jobs: ResMut<Jobs>, mut start: ResMut<StartFacts>, phase: Res<State<AppPhase>>) {
    if *phase.get() != AppPhase::Empty {
        return;
    }
    match &mut jobs.jvms {
        Some(search) => {
            let result = search.result.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner).try_recv();
            if let Ok(found) = result {
                start.jvms = found;
            } else if search.started.elapsed() < JVMS_EVERY {
                return;
            }
            if search.started.elapsed() >= JVMS_EVERY {
                jobs.jvms = None;
            }
        }
        None => {
            let (sender, receiver) = sync_channel(1);
            let work = move || {
                let found = running_jvms(&Progress::new()).map_err(|error| error.to_string());
                let rows = found.map(|jvms| {
                    jvms.into_iter().map(|jvm| JvmRow { pid: jvm.pid, name: jvm.command }).filter(|jvm| !is_jcmd(&jvm.name)).collect()
                });
                let _ = sender.send(rows);
            };
            if let Err(error) = std::thread::Builder::new().name("find JVMs".into()).spawn(work) {
                start.jvms = Err(error.to_string());
            }
            jobs.jvms = Some(JvmSearch { started: Instant::now(), result: std::sync::Mutex::new(receiver) });
        }
    }
}

/// `jcmd` lists itself.
fn is_jcmd(command: &str) -> bool {
    command.contains("sun.tools.jcmd.JCmd")
}
