//! What the systems share: the stages of a frame, the phases of the program and the resources of the view.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::Registry;
use bevy::prelude::*;

use crate::base::settings::CitySettings;
use crate::city::look::model::CityLook;
use crate::data::input::Looked;
use crate::data::input::options::OpenOptions;
use crate::data::input::saved_definition::SavedDefinition;
use crate::data::input::series::DatasetKind;
use crate::data::live::LiveSource;
use crate::data::live::event::FollowedRecording;
use crate::data::session::Session;
use crate::view::command::{CameraCommand, CityCommand, ShellCommand};
use crate::view::first_view::FirstView;
use crate::view::state::ViewState;
use crate::view::store::Store;

/// The stages of one frame, all in `Update`, in this order.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum CitySystems {
    /// Pointer and keyboard become [`CityMessage`]s, what jobs have made becomes arrivals.
    Input,
    /// The only writer of session, settings and view state: see [`ApplySystems`].
    Apply,
    /// Session, settings and view become looks; looks become what the graphics card draws.
    Scene,
}

/// The steps of [`CitySystems::Apply`], in this order.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum ApplySystems {
    /// Commands and what has arrived change the view.
    View,
    /// Jobs are started and files written, as commands say.
    Shell,
    /// The plan follows the settings, and time passes.
    Follow,
}

/// What the program is doing.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AppPhase {
    /// The start screen: nothing is open.
    #[default]
    Empty,
    /// A job is making the first city.
    Loading,
    /// A city is shown (more of it may still be loading).
    Exploring,
    /// Opening failed; the job says why, and nothing is shown.
    Failed,
}

/// One command to the view. Everything that wants to change session, settings or view sends this.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct CityMessage(pub CityCommand);

/// The evolution and plan being shown; replaced as a whole by [`super::apply`], never changed.
#[derive(Resource, Debug, Clone, Default)]
pub struct SessionRes(pub Arc<Session>);

/// The settings. Written only by [`super::apply`].
#[derive(Resource, Debug, Clone, Default)]
pub struct SettingsRes(pub CitySettings);

/// Time, selection, hover, search. Written only by [`super::apply`].
#[derive(Resource, Debug, Clone, Default)]
pub struct ViewRes(pub ViewState);

/// What everything looks like at `ViewState::time.point`, and at the point being left while a transition runs.
/// Written only by [`super::looks`], when session, settings or view changed.
#[derive(Resource, Debug, Clone, Default)]
pub struct LookRes {
    /// The looks of the point being shown (or moved to).
    pub now: Arc<CityLook>,
    /// The looks of the point being left, or of the one that a second city shows; otherwise the same value.
    pub before: Arc<CityLook>,
}

/// What [`crate::view::command::apply`] left for those who own files, jobs or the camera.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum ShellMessage {
    /// For the camera.
    Camera(CameraCommand),
    /// For the jobs, files and pictures.
    Shell(ShellCommand),
}

/// Settings or open panels changed: keep them for the next start.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveRequest;

/// The last thing worth a line in the status bar: a chain found, a picture written, a preset that could not be read.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct StatusNote(pub String);

/// The part of the window that no panel covers, in logical pixels: the camera frames the city there, labels stay inside. Where two cities
/// are shown it is the right half, which shows the point of the time axis; the left half is as large.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct FreeArea(pub Rect);

impl FreeArea {
    /// All that is free, for one city, or for two of them.
    #[must_use]
    pub fn of(free: Rect, are_two: bool) -> Self {
        Self(if are_two { Rect { min: Vec2::new(free.center().x, free.min.y), max: free.max } } else { free })
    }

    /// Where the second city is.
    #[must_use]
    pub fn beside(self) -> Rect {
        let width = Vec2::new(self.0.width(), 0.0);
        Rect { min: self.0.min - width, max: self.0.max - width }
    }

    /// All that shows cities.
    #[must_use]
    pub fn both(self, are_two: bool) -> Rect {
        if are_two { self.0.union(self.beside()) } else { self.0 }
    }

    /// The place in the first city that looks as this one does in the second city, if this one lies there.
    #[must_use]
    pub fn from_beside(self, at: Vec2, are_two: bool) -> Option<Vec2> {
        (are_two && at.x < self.0.min.x).then(|| at + Vec2::new(self.0.width(), 0.0))
    }
}

/// Which share of the free area's width the legend takes at its left edge, 0..1.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct LegendWidth(pub(super) f32);

/// Present while a picture or film is made: panels stay away unless asked for.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureMode {
    /// Draw the panels as well.
    pub panels: bool,
    /// Without panels: what is shown as a title, and the time axis with the point shown.
    pub captions: bool,
}

/// A run condition: panels are drawn unless a picture is made without them.
pub fn panels_are_drawn(mode: Option<Res<PictureMode>>) -> bool {
    mode.is_none_or(|mode| mode.panels)
}

/// How inputs are read, and the live source that the command line asks for. The jobs take the source when they start it.
#[derive(Resource, Debug, Clone, Default)]
pub struct InputRes {
    /// How every input is read, unless a command says otherwise.
    pub options: OpenOptions,
    /// What the command line names, looked at already; taken when it is opened.
    pub looked: Option<Arc<Looked>>,
    /// To be started; taken by the jobs.
    pub live: Option<LiveSource>,
    /// The point and the selection that the command line asks for; taken when the first dataset is there.
    pub first_view: Option<FirstView>,
}

/// The drawing of the panels; what lies over the city is drawn before or after it.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PanelSystems;

/// What is known of the open dataset beyond its evolution.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct Opened {
    pub(crate) paths: Vec<PathBuf>,
    /// What the input was; `None` while nothing is open.
    pub(crate) kind: Option<DatasetKind>,
    /// The classifiers that heap states were grouped by; empty for inputs that are grouped already.
    pub(crate) grouping: Vec<String>,
    /// The classifiers to choose from; empty for inputs that are grouped already.
    pub(crate) classifiers: Vec<String>,
    pub(crate) notes: Vec<String>,
    /// What could be read in part only, a sentence per file.
    pub(crate) partly_read: Vec<String>,
    /// Partial failures, in words.
    pub(crate) warnings: Vec<String>,
    pub(crate) known: Known,
    /// The recording that it comes from, as long as this program has it.
    pub(crate) recording: Option<FollowedRecording>,
}

/// What is kept, and where. Headless programs keep nothing: their directory is `None`.
#[derive(Resource, Debug, Default)]
pub(crate) struct StoreRes {
    pub(crate) store: Store,
    pub(crate) directory: Option<PathBuf>,
    /// Seconds until the next write; `None` when nothing changed.
    pub(super) save_in_secs: Option<f32>,
}

impl StoreRes {
    /// The folder of preset files that have a bare name.
    pub(crate) fn preset_folder(&self) -> String {
        let folder = self.directory.as_deref().unwrap_or(Path::new("")).join("presets");
        folder.display().to_string()
    }

    /// Puts paths at the top of the recent ones.
    pub(crate) fn add_recent(&mut self, paths: &[PathBuf]) {
        if let Some(path) = paths.first() {
            self.store.add_recent(&std::path::absolute(path).unwrap_or_else(|_| path.clone()));
            self.save_in_secs = Some(0.0);
        }
    }

    /// Takes a path out of the recent ones.
    pub(crate) fn forget_recent(&mut self, path: &Path) {
        self.store.recent.retain(|recent| recent != path);
        self.save_in_secs = Some(0.0);
    }

    pub(super) fn save(&mut self) {
        self.save_in_secs = None;
        if let Some(directory) = &self.directory
            && let Err(error) = self.store.save(directory)
        {
            warn!("settings are not kept for the next start: {}: {error}", directory.display());
        }
    }
}

/// Everything that a grouping of the open dataset can name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    pub(crate) registry: Arc<Registry>,
    /// What of it was saved, and what cannot be used.
    pub(crate) definitions: Arc<[SavedDefinition]>,
    /// What was wrong with files of definitions, in words.
    pub(crate) problems: Vec<String>,
}

impl Known {
    /// What these options know.
    pub(crate) fn of(options: &OpenOptions, problems: Vec<String>) -> Self {
        Self { registry: Arc::new(options.registry()), definitions: options.definitions.as_slice().into(), problems }
    }
}
