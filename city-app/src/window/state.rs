//! What the systems share: the stages of a frame, the phases of the program and the resources of the view.

use std::sync::Arc;

use bevy::prelude::*;

use crate::cli::ViewArgs;
use crate::command::{CameraOrder, CityCommand, ShellCommand};
use crate::input::OpenOptions;
use crate::live::LiveSource;
use crate::look::CityLook;
use crate::session::Session;
use crate::settings::CitySettings;
use crate::view_state::ViewState;

/// The stages of one frame, all in `Update`, in this order.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum CitySystems {
    /// Pointer, keyboard, clock and finished jobs become [`CityOrder`]s.
    Input,
    /// The only writer of session, settings and view state: applies orders.
    Apply,
    /// Session, settings and view become looks; looks become what the graphics card draws.
    Scene,
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
    /// Opening failed; [`PhaseNote`] says why and nothing is shown.
    Failed,
}

/// One sentence about the phase: what is loading, why it failed.
#[derive(Resource, Debug, Clone, Default)]
pub struct PhaseNote(pub String);

/// One order to the view. Everything that wants to change session, settings or view sends this.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct CityOrder(pub CityCommand);

/// The evolution and plan being shown; replaced as a whole, never changed.
#[derive(Resource, Debug, Clone, Default)]
pub struct SessionRes(pub Arc<Session>);

/// The settings. Written only by the systems of [`CitySystems::Apply`].
#[derive(Resource, Debug, Clone, Default)]
pub struct SettingsRes(pub CitySettings);

/// Time, selection, hover, search. Written only by the systems of [`CitySystems::Apply`].
#[derive(Resource, Debug, Clone, Default)]
pub struct ViewRes(pub ViewState);

/// What everything looks like at `ViewState::time.point`, and at the point being left while a transition runs.
/// Written by one system in [`CitySystems::Scene`] when session, settings or view changed.
#[derive(Resource, Debug, Clone, Default)]
pub struct LookRes {
    /// The looks of the point being shown (or moved to).
    pub now: Arc<CityLook>,
    /// The looks of the point being left; the same value when no transition runs.
    pub before: Arc<CityLook>,
}

/// What [`crate::command::apply`] left for those who own files, jobs or the camera.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum ShellOrder {
    /// For the camera.
    Camera(CameraOrder),
    /// For the jobs, files and pictures.
    Shell(ShellCommand),
}

/// Settings or open panels changed: keep them for the next start.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaveRequest;

/// The last thing worth a line in the status bar: a chain found, a picture written, a preset that could not be read.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct StatusNote(pub String);

/// The part of the window that no panel covers, in logical pixels: the camera frames the city there, labels stay inside.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct FreeArea(pub Rect);

/// Present while a picture or film is made: panels stay away unless asked for.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureMode {
    /// Draw the panels as well.
    pub panels: bool,
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
    /// To be started; taken by the jobs.
    pub live: Option<LiveSource>,
    /// The point and the selection that the command line asks for; taken when the first dataset is there.
    pub first_view: Option<ViewArgs>,
}
