//! The program around the city: which Bevy plugins run, with a window or without.
//!
//! Bevy's own renderer for meshes and lights, gizmos and post processing is not built: the city is drawn by our own pipeline, and on
//! software adapters those plugins cost more than the city itself.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::window::{ExitCondition, Monitor, PresentMode, PrimaryMonitor, PrimaryWindow};
use bevy::winit::WinitPlugin;
use wgpu::{Backends, Instance, InstanceDescriptor};

use super::state::{AppPhase, CityMessage, CitySystems, FreeArea, InputRes, LegendWidth, LookRes, SessionRes, SettingsRes, ViewRes};
use crate::base::settings::CitySettings;
use crate::data::input::Looked;
use crate::data::input::options::OpenOptions;
use crate::data::live::LiveSource;
use crate::data::session::Session;
use crate::view::command::ShellCommand;
use crate::view::first_view::FirstView;
use crate::view::state::ViewState;
use crate::window::error::WindowError;

/// How a window starts.
#[derive(Debug, Clone, Default)]
pub struct WindowOptions {
    /// A city to show at once; `None` shows the start screen.
    pub session: Option<Arc<Session>>,
    /// The settings to start with.
    pub settings: CitySettings,
    /// Time, selection and so on to start with.
    pub view: ViewState,
    /// Files or folders to open in the background.
    pub open: Vec<PathBuf>,
    /// What they are, if somebody has looked.
    pub looked: Option<Arc<Looked>>,
    /// How inputs are read, this one and later ones.
    pub open_options: OpenOptions,
    /// A source to receive points from.
    pub live: Option<LiveSource>,
    /// The point and the selection to show first in what is opened.
    pub first_view: Option<FirstView>,
    /// Size of the window in logical pixels; `None` is 1600 x 1000.
    pub size: Option<(u32, u32)>,
}

/// The whole application as one plugin: the window, the pictures and the tests all run this.
#[derive(Debug, Clone, Default)]
pub struct CityAppPlugin {
    /// No operating system window, no event loop: the caller steps the app and draws into an image.
    pub headless: bool,
    /// Files or folders to open in the background.
    pub open: Vec<PathBuf>,
    /// Size of the window (or picture) in logical pixels.
    pub size: Option<(u32, u32)>,
}

/// Size of a new window in logical pixels.
const DEFAULT_SIZE: (u32, u32) = (1600, 1000);

impl Plugin for CityAppPlugin {
    fn build(&self, app: &mut App) {
        add_bevy(app, self.headless, self.size.unwrap_or(DEFAULT_SIZE));
        app.init_state::<AppPhase>()
            .add_message::<CityMessage>()
            .init_resource::<SessionRes>()
            .init_resource::<SettingsRes>()
            .init_resource::<ViewRes>()
            .init_resource::<InputRes>()
            .init_resource::<LookRes>()
            .init_resource::<FreeArea>()
            .init_resource::<LegendWidth>()
            .configure_sets(Update, (CitySystems::Input, CitySystems::Apply, CitySystems::Scene).chain());
        app.add_plugins((
            super::input_gate::plugin,
            super::apply::plugin,
            super::looks::plugin,
            super::camera::plugin,
            super::city::plugin,
            super::picking::plugin,
            super::quality::plugin,
            super::redraw::plugin,
            super::jobs::plugin,
            super::journal::plugin,
            super::keyboard::plugin,
            super::persistence::plugin,
            super::ui::plugin,
        ));
        // A tuple of plugins holds fifteen at most.
        app.add_plugins((super::annotate::plugin, super::definitions::plugin, super::save_picture::plugin, super::save_recording::plugin));
        if !self.headless {
            app.add_systems(Update, (fit_to_screen, scale_interface));
        }
        if !self.open.is_empty() {
            app.world_mut().write_message(CityMessage(ShellCommand::Open(self.open.clone()).into()));
        }
    }
}

/// Bevy itself. Headless keeps a `Window` entity without an operating system window: egui and the camera need its size.
fn add_bevy(app: &mut App, headless: bool, size: (u32, u32)) {
    let window = Window { title: "Memory City".into(), resolution: size.into(), present_mode: PresentMode::AutoVsync, ..default() };
    let mut plugins = DefaultPlugins
        .build()
        .set(WindowPlugin {
            primary_window: Some(window),
            exit_condition: if headless { ExitCondition::DontExit } else { ExitCondition::OnAllClosed },
            ..default()
        })
        // Pictures must not be taken while pipelines still compile in the background.
        .set(RenderPlugin {
            synchronous_pipeline_compilation: headless,
            render_creation: WgpuSettings { backends: Some(usable_backends().unwrap_or(Backends::all())), ..default() }.into(),
            ..default()
        })
        .set(LogPlugin { filter: log_filter(), ..default() });
    if headless {
        plugins = plugins.disable::<WinitPlugin>().disable::<bevy::render::pipelined_rendering::PipelinedRenderingPlugin>();
    }
    app.add_plugins(plugins);
    if headless {
        app.add_plugins(ScheduleRunnerPlugin::run_loop(Duration::ZERO));
    }
}

/// A new window that is larger than the screen gets the screen's size: what lies outside cannot be reached.
fn fit_to_screen(
    monitors: Query<(&Monitor, Has<PrimaryMonitor>)>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut done: Local<bool>,
) {
    let largest = monitors.iter().max_by_key(|(monitor, primary)| (*primary, monitor.physical_width));
    let (Some((monitor, _)), Ok(mut window), false) = (largest, windows.single_mut(), *done) else { return };
    *done = true;
    let (width, height) = (window.physical_width(), window.physical_height());
    let fitting = (width.min(monitor.physical_width.max(1)), height.min(monitor.physical_height.max(1)));
    if fitting != (width, height) {
        window.resolution.set_physical_resolution(fitting.0, fitting.1);
        window.position = WindowPosition::At(monitor.physical_position);
    }
}

/// Text and panels as large as the settings say, in a window of the same size.
fn scale_interface(settings: Res<SettingsRes>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let Ok(mut window) = windows.single_mut() else { return };
    let wanted = window.resolution.base_scale_factor() * settings.0.interface_scale;
    if (window.scale_factor() - wanted).abs() > 1e-3 {
        let (width, height) = (window.physical_width(), window.physical_height());
        window.resolution.set_scale_factor_override(Some(wanted));
        window.resolution.set_physical_resolution(width, height);
    }
}

/// What reaches stderr: warnings only; the graphics libraries are silent below errors.
fn log_filter() -> String {
    "warn,wgpu=error,naga=error,bevy_egui=error,bevy_winit=error,bevy_render=error".into()
}

/// Opens the window and returns when the user closes it.
///
/// # Errors
/// When there is no graphics adapter or no display.
pub fn run_window(options: WindowOptions) -> Result<(), WindowError> {
    let WindowOptions { session, settings, view, open, looked, open_options, live, first_view, size } = options;
    if !crate::base::system::has_display() {
        return Err(WindowError::NoDisplay);
    }
    find_adapter()?;
    let mut app = App::new();
    app.add_plugins(CityAppPlugin { headless: false, open, size });
    app.insert_resource(SettingsRes(settings)).insert_resource(ViewRes(view)).insert_resource(InputRes {
        options: open_options,
        looked,
        live,
        first_view,
    });
    if let Some(session) = session {
        show_session(app.world_mut(), session);
    }
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(WindowError::Ended(code.get())),
    }
}

/// Looks for anything that can draw before Bevy does, which would panic.
pub(super) fn find_adapter() -> Result<(), WindowError> {
    usable_backends().map(|_| ()).ok_or(WindowError::NoAdapter)
}

/// The interfaces to draw with: what `WGPU_BACKEND` says, else the modern ones, and OpenGL only if nothing else is there.
/// OpenGL looks for a display even for pictures, and its libraries complain on stderr where there is none.
fn usable_backends() -> Option<Backends> {
    static FOUND: OnceLock<Option<Backends>> = OnceLock::new();
    let has_adapter = |backends: &Backends| {
        let instance = Instance::new(InstanceDescriptor { backends: *backends, ..InstanceDescriptor::new_without_display_handle() });
        !bevy::tasks::block_on(instance.enumerate_adapters(*backends)).is_empty()
    };
    *FOUND.get_or_init(|| match Backends::from_env() {
        Some(named) => Some(named).filter(has_adapter),
        None => [Backends::PRIMARY, Backends::all()].into_iter().find(has_adapter),
    })
}

/// Publishes a session as the city being shown.
pub(super) fn show_session(world: &mut World, session: Arc<Session>) {
    world.insert_resource(SessionRes(session));
    world.resource_mut::<NextState<AppPhase>>().set(AppPhase::Exploring);
}
