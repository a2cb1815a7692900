//! Pictures without a window: the same plugin as the window runs, drawing into an image.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bevy::app::PluginsState;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;

use super::camera::{CityCamera, CityRig, Rig, birds_eye, free_frame, home, outline, star_of};
use super::city::{CityFrame, DrawnFrames};
use super::quality::StillPicture;
use super::shell::{CityAppPlugin, find_adapter, show_session};
use super::state::{FreeArea, LookRes, PictureMode, SessionRes, SettingsRes, ViewRes};
use crate::base::settings::CitySettings;
use crate::data::session::Session;
use crate::view::state::ViewState;
use crate::view::viewpoint::Viewpoint;
use crate::window::error::WindowError;
use crate::window::picture::{Picture, save_png};

/// What a picture shows apart from the city.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureOptions {
    /// Width and height in pixels, exactly.
    pub size: (u32, u32),
    /// Where the camera stands.
    pub camera: Viewpoint,
    /// Draw the panels as well.
    pub panels: bool,
    /// The PNG file.
    pub out: PathBuf,
}

/// The lens of a camera whose distance is given, in radians.
const ORBIT_FIELD_OF_VIEW: f32 = 0.75;
/// Larger textures are beyond what adapters must support.
const MAX_SIDE: u32 = 8192;
/// A picture that is not there after this time will not come.
const PATIENCE: Duration = Duration::from_secs(180);
/// The clock of a headless city advances by this per frame.
const DEFAULT_FRAME_TIME: Duration = Duration::from_millis(16);
/// A picture of this size has text and lines of the usual size; in larger ones they grow along.
const USUAL_SIZE: (u32, u32) = (1600, 1000);
/// Panels that are not there after so many frames leave the whole picture to the city.
const MOST_FRAMES_OF_PANELS: u32 = 20;
/// Frames before a picture: systems that look at the frame before have settled.
const SETTLING_FRAMES: u64 = 3;

/// Draws one picture and writes it as PNG.
///
/// # Errors
/// When there is no graphics adapter, the size cannot be drawn, or the file cannot be written.
pub fn render_picture(session: Arc<Session>, settings: CitySettings, view: ViewState, options: &PictureOptions) -> Result<(), WindowError> {
    let still = CitySettings { reduce_motion: true, ..settings };
    let mut city = HeadlessCity::new(
        session,
        still,
        view,
        options.size,
        options.camera,
        PictureMode { panels: options.panels, ..PictureMode::default() },
        true,
    )?;
    city.settle()?;
    let picture = city.grab()?;
    save_png(&picture, &options.out)
}

/// The application without a window, stepped by hand.
pub struct HeadlessCity {
    app: App,
    target: RenderTarget,
    frame_time: Duration,
    /// Only frames that are taken as a picture are drawn: at full quality each costs a software adapter seconds.
    still: bool,
}

/// The picture taken last.
#[derive(Resource, Default)]
struct Taken(Option<Image>);

impl HeadlessCity {
    /// Starts the application on a city, with the camera standing still. `still` draws at full quality on any adapter.
    ///
    /// # Errors
    /// When there is no graphics adapter or the size cannot be drawn.
    pub fn new(
        session: Arc<Session>,
        settings: CitySettings,
        view: ViewState,
        size: (u32, u32),
        camera: Viewpoint,
        mode: PictureMode,
        still: bool,
    ) -> Result<Self, WindowError> {
        if size.0 == 0 || size.1 == 0 || size.0 > MAX_SIDE || size.1 > MAX_SIDE {
            return Err(WindowError::Request(format!(
                "a picture of {} x {} pixels cannot be drawn (1 to {MAX_SIDE} each)",
                size.0, size.1
            )));
        }
        find_adapter()?;
        let mut app = App::new();
        app.add_plugins(CityAppPlugin { headless: true, open: Vec::new(), size: Some(size) });
        let scale_factor = pixels_per_point(size);
        for mut window in app.world_mut().query::<&mut Window>().iter_mut(app.world_mut()) {
            window.resolution.set_scale_factor_override(Some(scale_factor));
            window.resolution.set_physical_resolution(size.0, size.1);
        }
        let covered = mode.panels || mode.captions;
        if !covered {
            let whole = Rect::from_corners(Vec2::ZERO, Vec2::new(size.0 as f32, size.1 as f32) / scale_factor);
            app.insert_resource(FreeArea::of(whole, view.beside.is_some()));
        }
        app.insert_resource(SettingsRes(settings))
            .insert_resource(ViewRes(view))
            .insert_resource(mode)
            .insert_resource(TimeUpdateStrategy::ManualDuration(DEFAULT_FRAME_TIME))
            .init_resource::<Taken>();
        if still {
            app.insert_resource(StillPicture);
        }
        let mut image = Image::new_target_texture(size.0, size.1, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let handle = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        // Targets are told apart by their scale factor, too: the screenshot must name this very one.
        let target = RenderTarget::Image(ImageRenderTarget { handle, scale_factor });
        let into = target.clone();
        app.add_systems(PostStartup, move |mut commands: Commands, cameras: Query<Entity, With<CityCamera>>| {
            for camera in &cameras {
                commands.entity(camera).insert(into.clone());
            }
        });
        show_session(app.world_mut(), session);
        while app.plugins_state() == PluginsState::Adding {
            bevy::tasks::tick_global_task_pools_on_main_thread();
        }
        app.finish();
        app.cleanup();
        let mut city = Self { app, target, frame_time: DEFAULT_FRAME_TIME, still };
        city.look_away(still);
        // One frame computes the looks, which the camera needs for the height of the city.
        city.app.update();
        // Panels are drawn before it is known what they leave free for the city.
        let mut waiting = if covered { MOST_FRAMES_OF_PANELS } else { 0 };
        while waiting > 0 && city.app.world().resource::<FreeArea>().0.is_empty() {
            city.app.update();
            waiting -= 1;
        }
        city.place_camera(camera, size);
        Ok(city)
    }

    fn place_camera(&mut self, camera: Viewpoint, size: (u32, u32)) {
        let world = self.app.world_mut();
        let session = world.resource::<SessionRes>();
        let root_side = session.0.plan.root_side;
        let city = outline(session, world.resource::<LookRes>(), star_of(&session.0));
        let logical = Vec2::new(size.0 as f32, size.1 as f32) / pixels_per_point(size);
        let frame = free_frame(logical, world.resource::<FreeArea>().0);
        let rig = match camera {
            Viewpoint::Home => home(&city, frame),
            Viewpoint::BirdsEye => birds_eye(&city, frame, 0.0),
            Viewpoint::Orbit { yaw, pitch, distance } => Rig {
                focus: Vec3::ZERO,
                yaw: yaw.to_radians(),
                pitch: pitch.to_radians().clamp(0.01, std::f32::consts::FRAC_PI_2),
                distance: 1.0,
                fov: ORBIT_FIELD_OF_VIEW,
            }
            .with_eye_at(distance.max(0.01) * city.side),
        };
        world.resource_mut::<CityRig>().fix(rig, root_side);
    }

    /// Runs one frame.
    pub fn step(&mut self) {
        self.app.update();
    }

    /// How much time the next frames take, instead of 16 ms.
    pub fn set_frame_time(&mut self, time: Duration) {
        self.frame_time = time;
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(time));
    }

    /// Begins to play, from the point shown.
    pub(super) fn play(&mut self) {
        let view = self.app.world().resource::<ViewRes>().0.clone();
        self.app.insert_resource(ViewRes(ViewState { playing: true, ..view }));
    }

    /// The world of the application, for tests and benchmarks.
    pub fn app(&mut self) -> &mut App {
        &mut self.app
    }

    /// Turns the camera around the middle of the city, by radians.
    pub fn turn_camera(&mut self, radians: f32) {
        self.app.world_mut().resource_mut::<CityRig>().turn(radians);
    }

    /// Runs frames until the city has been drawn and nothing moves any more.
    ///
    /// # Errors
    /// When nothing is drawn for a long time.
    pub fn settle(&mut self) -> Result<(), WindowError> {
        let began = Instant::now();
        let drawn = |app: &App| app.world().resource::<DrawnFrames>().0.load(Ordering::Relaxed);
        let before = drawn(&self.app);
        while drawn(&self.app) < before + SETTLING_FRAMES {
            if began.elapsed() > PATIENCE {
                return Err(WindowError::Request("the graphics adapter drew nothing; run with RUST_LOG=info to see why".into()));
            }
            self.app.update();
        }
        Ok(())
    }

    fn look_away(&mut self, unseen: bool) {
        self.app.world_mut().resource_mut::<CityFrame>().unseen = unseen;
    }

    /// Takes a picture of the current state.
    ///
    /// # Errors
    /// When the adapter does not deliver it.
    pub fn grab(&mut self) -> Result<Picture, WindowError> {
        self.app.world_mut().resource_mut::<Taken>().0 = None;
        self.app
            .world_mut()
            .spawn(Screenshot(self.target.clone()))
            .observe(|shot: On<ScreenshotCaptured>, mut taken: ResMut<Taken>| taken.0 = Some(shot.image.clone()));
        // Waiting for the picture must not move the clock: the next frame of a film follows this one.
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        let began = Instant::now();
        self.look_away(false);
        let image = loop {
            self.app.update();
            // The first frame is the picture; the others pass until it is there.
            self.look_away(self.still);
            if let Some(image) = self.app.world_mut().resource_mut::<Taken>().0.take() {
                break image;
            }
            if began.elapsed() > PATIENCE {
                return Err(WindowError::Request("the graphics adapter did not deliver the picture".into()));
            }
        };
        self.set_frame_time(self.frame_time);
        let (width, height) = (image.width(), image.height());
        let rgba = image.data.unwrap_or_default();
        Ok(Picture { width, height, rgba })
    }
}

/// Picture pixels per logical pixel, in quarters.
fn pixels_per_point((width, height): (u32, u32)) -> f32 {
    let fits = (width as f32 / USUAL_SIZE.0 as f32).min(height as f32 / USUAL_SIZE.1 as f32);
    (4.0 * fits).floor().max(4.0) / 4.0
}

#[cfg(test)]
mod tests {
    use super::pixels_per_point;

    #[test]
    fn text_and_lines_grow_with_large_pictures_and_never_shrink() {
        for (size, expected) in [((640, 400), 1.0), ((1600, 1000), 1.0), ((1999, 4000), 1.0), ((2400, 1600), 1.5), ((3840, 2160), 2.0)] {
            assert_eq!(pixels_per_point(size), expected, "{size:?}");
        }
    }
}
