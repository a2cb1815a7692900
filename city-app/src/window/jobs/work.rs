//! The job that runs: opening, regrouping, watching. One at a time; a new one cancels the old one.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::Progress;
use bevy::prelude::*;

use crate::base::settings::CitySettings;
use crate::data::growing_city::{Grown, grow_from_feed, grow_from_input};
use crate::data::input::options::OpenOptions;
use crate::data::input::series::DatasetKind;
use crate::data::input::{self, Looked};
use crate::data::live::event::{FollowedRecording, KeptIn, WalkRequest};
use crate::data::live::{LiveFeed, LiveSource, recorder_url};
use crate::data::mailbox::Mailbox;
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::store;
use crate::window::arrival::Arrival;
use crate::window::definitions::options_for;
use crate::window::state::{AppPhase, CityMessage, InputRes, Known, Opened, SessionRes, SettingsRes, ShellMessage, StatusNote, StoreRes};

/// Pause between two looks at a watched JVM, as on the command line.
pub(crate) const WATCH_EVERY: Duration = Duration::from_secs(5);

/// The running job, and how the last one ended.
#[derive(Resource, Debug, Default)]
pub(crate) struct Jobs {
    pub(super) job: Option<Job>,
    /// Why the last opening failed.
    pub(crate) error: String,
    /// What failed to open, to try again.
    pub(crate) failed_paths: Vec<PathBuf>,
}

/// Work on a thread of its own.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) what: String,
    pub(crate) progress: Progress,
    pub(crate) started: Instant,
    /// It brings points for as long as its source runs.
    pub(super) live: bool,
    /// It groups what is shown anew: time and selection stay.
    pub(super) regroups: bool,
    pub(super) paths: Vec<PathBuf>,
    pub(super) known: Known,
    pub(super) mailbox: Mailbox<Grown>,
    /// When the city being shown got its plan; `None` before the first city.
    pub(super) planned: Option<Instant>,
    /// Points that are ready and wait for a good moment.
    pub(super) held: usize,
    /// The user wants them now.
    pub(super) asked: bool,
}

/// What is being read while a city is shown.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arriving {
    /// What is being done.
    pub(crate) text: String,
    /// How much of it is done, where known.
    pub(crate) fraction: Option<f32>,
    /// Points that are ready and wait for a good moment, because they move buildings.
    pub(crate) held: usize,
}

impl Job {
    /// What it is doing, for the loading screen.
    pub(crate) fn step(&self) -> String {
        let status = self.mailbox.status();
        if status.is_empty() { self.progress.step() } else { status }
    }
}

impl Jobs {
    /// The running job, for the loading screen.
    pub(crate) fn running(&self) -> Option<&Job> {
        self.job.as_ref()
    }

    /// It is told how far the job is, or points wait for a good moment: a live source tells by itself when it has more.
    pub(in crate::window) fn is_watched(&self) -> bool {
        self.job.as_ref().is_some_and(|job| !job.live || job.held > 0 || job.planned.is_none())
    }

    /// An input that ends is being read.
    pub(crate) fn is_reading(&self) -> bool {
        self.job.as_ref().is_some_and(|job| !job.live)
    }

    /// What is still being read while a city is shown.
    pub(crate) fn arriving(&self) -> Option<Arriving> {
        let job = self.job.as_ref()?;
        let count = job.mailbox.count();
        let status = job.mailbox.status();
        let text = match count.of {
            Some(of) if count.read < of => format!("{} of {of} read", count.read),
            Some(_) => "all read".to_owned(),
            None if status.is_empty() => job.progress.step(),
            None => status,
        };
        // The step of the part that is being read counts as well, so that the bar moves on long parts.
        let part = job.progress.fraction().unwrap_or(0.0);
        let fraction = count.of.map(|of| ((count.read as f64 + part.min(0.99)) / of.max(1) as f64).min(1.0) as f32);
        Some(Arriving { text, fraction, held: job.held })
    }

    fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.progress.cancel();
        }
    }

    /// Runs work that fills a mailbox, in place of what ran before.
    fn run(
        &mut self,
        what: String,
        paths: Vec<PathBuf>,
        live: bool,
        progress: Progress,
        work: impl FnOnce(&Progress, &Mailbox<Grown>) + Send + 'static,
    ) -> Result<(), String> {
        let mailbox = Mailbox::default();
        let (theirs, box_of_theirs) = (progress.clone(), mailbox.clone());
        let work = move || work(&theirs, &box_of_theirs);
        std::thread::Builder::new().name("open".into()).spawn(work).map_err(|error| format!("no thread to read with: {error}"))?;
        self.stop();
        let started = Instant::now();
        self.job = Some(Job {
            what,
            progress,
            started,
            live,
            regroups: false,
            paths,
            known: Known::default(),
            mailbox,
            planned: None,
            held: 0,
            asked: false,
        });
        Ok(())
    }
}

/// Starts opening paths, which somebody may have looked at; `fallback` are the settings for datasets that come without any.
pub(crate) fn open(
    jobs: &mut Jobs,
    (paths, looked): (Vec<PathBuf>, Option<Arc<Looked>>),
    (options, problems): (OpenOptions, Vec<String>),
    kept: Option<CitySettings>,
    fallback: CitySettings,
) -> Result<(), String> {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let files = paths.clone();
    let known = Known::of(&options, problems);
    jobs.run(names.join(", "), paths, false, Progress::new(), move |progress, mailbox| {
        let settings = |dataset: &input::Dataset| {
            let own = || dataset.settings.clone().map(|own| with_taste_of(own, &fallback));
            kept.clone().or_else(own).unwrap_or_else(|| fallback.clone())
        };
        let looked = looked.map_or_else(|| Looked::at(&files).map(Arc::new), Ok);
        grow_from_input(looked, &options, settings, progress, mailbox);
    })?;
    if let Some(job) = &mut jobs.job {
        job.known = known;
    }
    Ok(())
}

/// A dataset's own settings, with what is the user's taste and not the dataset's business.
pub(crate) fn with_taste_of(own: CitySettings, user: &CitySettings) -> CitySettings {
    let CitySettings { theme, quality, reduce_motion, ramp, interface_scale, .. } = user.clone();
    CitySettings { theme, quality, reduce_motion, ramp, interface_scale, ..own }
}

/// The settings to open paths with, if they are known before: those of the command line, else those the dataset was last
/// seen with.
pub(crate) fn settings_for(paths: &[PathBuf], session: &SessionRes, settings: &SettingsRes, stored: &StoreRes) -> Option<CitySettings> {
    let default = CitySettings::default();
    let first = session.0.evolution.points.is_empty();
    let asked_for = first && with_taste_of(default, &settings.0) != settings.0;
    if asked_for { Some(settings.0.clone()) } else { stored.store.settings_of(&store::dataset_key(paths, "")).cloned() }
}

/// The source that the command line asks for.
pub(crate) fn start_live_source(
    mut jobs: ResMut<Jobs>,
    mut inputs: ResMut<InputRes>,
    settings: Res<SettingsRes>,
    mut next: ResMut<NextState<AppPhase>>,
) {
    if inputs.live.is_none() {
        return;
    }
    let Some(source) = inputs.live.take().map(|source| with_sizes_of(source, &settings.0)) else { return };
    let what = match &source {
        LiveSource::Connect { url, .. } => url.clone(),
        LiveSource::Watch { pid, .. } => format!("process {pid}"),
        LiveSource::Listen(address) => format!("trees sent to ws://{address}"),
        LiveSource::Recording { .. } => "the recorded program".to_owned(),
    };
    match watch(&mut jobs, source, what, settings.0.clone()) {
        Ok(()) => next.set(AppPhase::Loading),
        Err(error) => fail(&mut jobs, error, Vec::new(), &mut next),
    }
}

pub(crate) fn start_jobs(
    mut messages: MessageReader<ShellMessage>,
    mut jobs: ResMut<Jobs>,
    mut opened: ResMut<Opened>,
    (session, settings, mut inputs): (Res<SessionRes>, Res<SettingsRes>, ResMut<InputRes>),
    mut note: ResMut<StatusNote>,
    mut stored: ResMut<StoreRes>,
    (mut city_messages, mut arrivals): (MessageWriter<CityMessage>, MessageWriter<Arrival>),
    mut next: ResMut<NextState<AppPhase>>,
) {
    for message in messages.read() {
        let ShellMessage::Shell(command) = message else { continue };
        let outcome = match command {
            ShellCommand::Open(paths) => {
                let kept = settings_for(paths, &session, &settings, &stored);
                let options = options_for(paths, &inputs, &stored);
                let looked = inputs.looked.take().filter(|looked| looked.paths == *paths);
                let started = open(&mut jobs, (paths.clone(), looked), options, kept, settings.0.clone());
                started.map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::OpenSample(name) => match input::sample(name) {
                Some(sample) => {
                    let paths = vec![sample.path];
                    let kept = settings_for(&paths, &session, &settings, &stored);
                    // Whatever else the command line says was said of another input.
                    let (OpenOptions { plugins, definitions, .. }, problems) = options_for(&paths, &inputs, &stored);
                    let options = (OpenOptions { plugins, definitions, ..OpenOptions::default() }, problems);
                    let started = open(&mut jobs, (paths, None), options, kept, settings.0.clone());
                    started.map(|()| next.set(AppPhase::Loading))
                }
                None => Err(format!("there is no sample {name}; the folder data-samples belongs beside the program")),
            },
            ShellCommand::Show(..) if opened.recording.is_some() => {
                note.0 = "What died is shown once the recording has ended and its file is opened".to_owned();
                continue;
            }
            ShellCommand::Show(..) if !matches!(opened.kind, Some(DatasetKind::Traces { .. })) => {
                note.0 = "What died is told of recordings (.mctrace); memory-city record makes one".to_owned();
                continue;
            }
            ShellCommand::Regroup(by) if opened.recording.is_some() => {
                let recording = opened.recording.clone();
                let (options, problems) = options_for(&[], &inputs, &stored);
                let known = Known::of(&options, problems);
                let options = OpenOptions { by: by.clone(), ..options };
                let started = recording.map_or(Ok(()), |FollowedRecording { url, file, walk }| {
                    let source = LiveSource::Recording { url, kept: KeptIn::SoFar(file), options, walk };
                    watch(&mut jobs, with_sizes_of(source, &settings.0), session.0.evolution.title.clone(), settings.0.clone())
                });
                if let Some(job) = jobs.job.as_mut().filter(|_| started.is_ok()) {
                    (job.regroups, job.known) = (true, known);
                }
                started.map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::Regroup(by) | ShellCommand::Show(_, by) => {
                let subject = if let ShellCommand::Show(subject, _) = command { *subject } else { session.0.evolution.subject };
                let (options, problems) = options_for(&opened.paths, &inputs, &stored);
                let options = (OpenOptions { subject, by: by.clone(), ..options }, problems);
                let started = open(&mut jobs, (opened.paths.clone(), None), options, Some(settings.0.clone()), settings.0.clone());
                if let Some(job) = jobs.job.as_mut().filter(|_| started.is_ok()) {
                    job.regroups = true;
                }
                started.map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::Watch { pid, dumps } => {
                let source = LiveSource::Watch { pid: *pid, every: WATCH_EVERY, dumps: *dumps, options: inputs.options.clone() };
                let source = with_sizes_of(source, &settings.0);
                watch(&mut jobs, source, format!("process {pid}"), settings.0.clone()).map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::Connect(url) => {
                let (options, problems) = options_for(&[], &inputs, &stored);
                let known = Known::of(&options, problems);
                let source = match recorder_url(url) {
                    Some(url) => LiveSource::Recording { url, kept: KeptIn::Temporary, options, walk: WalkRequest::default() },
                    None => LiveSource::Connect { url: url.clone(), tab: None },
                };
                let started = watch(&mut jobs, with_sizes_of(source, &settings.0), url.clone(), settings.0.clone());
                if let Some(job) = jobs.job.as_mut().filter(|_| started.is_ok()) {
                    job.known = known;
                }
                started.map(|()| next.set(AppPhase::Loading))
            }
            ShellCommand::TakeArrived => {
                if let Some(job) = &mut jobs.job {
                    job.asked = true;
                }
                Ok(())
            }
            ShellCommand::CancelJob => {
                let empty = session.0.evolution.points.is_empty();
                if let Some(job) = jobs.job.as_ref().filter(|job| job.planned.is_some()) {
                    note.0 = stopped(job, &mut opened);
                }
                jobs.stop();
                next.set(if empty { AppPhase::Empty } else { AppPhase::Exploring });
                Ok(())
            }
            ShellCommand::Close => {
                jobs.stop();
                arrivals.write(Arrival::Closed);
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
                        city_messages.write(CityMessage(CityCommand::Set(Box::new(preset))));
                    }
                    Err(error) => note.0 = error,
                }
                Ok(())
            }
            ShellCommand::ForgetRecent(path) => {
                stored.forget_recent(path);
                Ok(())
            }
            // Definitions and marks have theirs, too.
            ShellCommand::SaveDefinition { .. }
            | ShellCommand::DeleteDefinition(_)
            | ShellCommand::UseFeatures(_)
            | ShellCommand::DescribeCollections(_)
            | ShellCommand::Annotate(_) => Ok(()),
            // Pictures and dialogs belong to those who draw; the end of the program needs no job.
            // Sizes have their own system.
            ShellCommand::WantSizes(_) | ShellCommand::StopSizes => Ok(()),
            ShellCommand::SavePicture(_) | ShellCommand::AskFiles | ShellCommand::AskPicture | ShellCommand::AskFeatures => Ok(()),
            ShellCommand::SaveRecording(_) | ShellCommand::AskRecording => Ok(()),
            ShellCommand::RequestWalk => {
                match &opened.recording {
                    Some(recording) => recording.walk.make(),
                    None => note.0 = "there is no recorder to ask for a walk of the heap".to_owned(),
                }
                continue;
            }
            ShellCommand::Quit => Ok(()),
        };
        if let Err(error) = outcome {
            fail(&mut jobs, error, Vec::new(), &mut next);
        }
    }
}

/// The dumps of a watched program are gone once they are read: the size that the city is to show is computed with each,
/// and with each state of a recording.
pub(crate) fn with_sizes_of(source: LiveSource, settings: &CitySettings) -> LiveSource {
    match source {
        LiveSource::Watch { pid, every, dumps: true, options } => {
            let options = OpenOptions { sizes: settings.metric.size_kind().into_iter().collect(), ..options };
            LiveSource::Watch { pid, every, dumps: true, options }
        }
        LiveSource::Recording { url, kept, options, walk } => {
            let options = OpenOptions { sizes: settings.metric.size_kind().into_iter().collect(), ..options };
            LiveSource::Recording { url, kept, options, walk }
        }
        other => other,
    }
}

/// What a city that was stopped half way says about itself.
pub(crate) fn stopped(job: &Job, opened: &mut Opened) -> String {
    let count = job.mailbox.count();
    let text = match count.of {
        Some(of) => format!("Reading was stopped: {} of {of} heap states are shown", count.read - job.held.min(count.read)),
        None => format!("{} is no longer watched", job.what),
    };
    opened.notes.push(text.clone());
    text
}

pub(crate) fn watch(jobs: &mut Jobs, source: LiveSource, what: String, settings: CitySettings) -> Result<(), String> {
    let progress = Progress::new();
    progress.start(format!("waiting for {what}"), 0);
    // What was watched before must let go of its address first.
    jobs.stop();
    let feed = LiveFeed::start(source, &progress).map_err(|error| error.to_string())?;
    jobs.run(what, Vec::new(), true, progress, move |progress, mailbox| grow_from_feed(&feed, &settings, progress, mailbox))
}

pub(crate) fn fail(jobs: &mut Jobs, error: String, paths: Vec<PathBuf>, next: &mut NextState<AppPhase>) {
    jobs.stop();
    jobs.error = error;
    jobs.failed_paths = paths;
    next.set(AppPhase::Failed);
}
