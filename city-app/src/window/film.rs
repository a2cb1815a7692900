//! The evolution as a film: every point in turn with its transitions, into a folder of pictures or a video file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use analysis::NewFile;

use super::capture::HeadlessCity;
use super::state::PictureMode;
use crate::base::settings::CitySettings;
use crate::data::session::Session;
use crate::view::playback::dwell_secs;
use crate::view::state::{TimeCursor, ViewState};
use crate::view::viewpoint::Viewpoint;
use crate::window::error::WindowError;
use crate::window::picture::{Picture, save_png};

/// How a film is made.
#[derive(Debug, Clone, PartialEq)]
pub struct FilmOptions {
    /// Width and height in pixels; video files need even numbers.
    pub size: (u32, u32),
    /// Where the camera stands.
    pub camera: Viewpoint,
    /// Draw the panels as well.
    pub panels: bool,
    /// Without panels: a title, and the time axis with the point shown.
    pub captions: bool,
    /// Frames per second.
    pub frames_per_second: u32,
    /// A video file (`.mp4`, `.webm`, `.mkv`, `.gif`, made by ffmpeg), otherwise a folder for `00001.png`, ...
    pub out: PathBuf,
}

/// The last point stays this long.
const HOLD_SECS: f32 = 1.0;
/// A film longer than this is a mistake in the settings.
const MAX_FRAMES: u64 = 100_000;

/// Draws the whole evolution from the first point to the last, each for the dwell time of the settings.
/// `progress` is told the number of finished frames and of all frames, and may stop the film by returning false.
///
/// # Errors
/// When nothing can be drawn, ffmpeg is missing or fails, or files cannot be written.
pub fn render_film(
    session: Arc<Session>,
    settings: CitySettings,
    view: ViewState,
    options: &FilmOptions,
    mut progress: impl FnMut(u64, u64) -> bool,
) -> Result<u64, WindowError> {
    let fps = options.frames_per_second.clamp(1, 120);
    let points = session.evolution.points.len().max(1) as f32;
    let total = ((points * dwell_secs(&settings) + HOLD_SECS) * fps as f32).ceil() as u64;
    if total > MAX_FRAMES {
        return Err(WindowError::Request(format!("the film would have {total} frames; shorten `dwell_secs` or lower the frame rate")));
    }
    let mut sink = Sink::open(options, fps)?;
    let start = ViewState { time: TimeCursor::at(0), playing: false, ..view };
    let settings = CitySettings { loop_playback: false, ..settings };
    let mode = PictureMode { panels: options.panels, captions: options.captions };
    let mut city = HeadlessCity::new(session, settings, start, options.size, options.camera, mode, true)?;
    city.settle()?;
    if points > 1.0 {
        city.play();
    }
    city.set_frame_time(Duration::from_secs_f64(1.0 / f64::from(fps)));
    for frame in 0..total {
        let picture = city.grab()?;
        sink.write(frame + 1, &picture)?;
        if !progress(frame + 1, total) {
            break;
        }
        city.step();
    }
    sink.close()?;
    Ok(total)
}

/// Where frames go.
enum Sink {
    Folder(PathBuf),
    Video { ffmpeg: Child, file: NewFile, path: PathBuf },
}

/// Names that ffmpeg makes a video of.
fn is_video(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    extension.is_some_and(|e| ["mp4", "webm", "mkv", "gif"].contains(&e.as_str()))
}

impl Sink {
    fn open(options: &FilmOptions, fps: u32) -> Result<Self, WindowError> {
        let path = options.out.clone();
        let failed = |reason: String| WindowError::Write { reason, path: path.clone() };
        if !is_video(&path) {
            std::fs::create_dir_all(&path).map_err(|error| failed(error.to_string()))?;
            return Ok(Self::Folder(path));
        }
        let (width, height) = options.size;
        let gif = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gif"));
        if !gif && (width % 2 != 0 || height % 2 != 0) {
            return Err(WindowError::Request(format!("a video needs an even width and height, not {width} x {height}")));
        }
        let file = NewFile::create(&path).map_err(|error| failed(error.to_string()))?;
        let mut command = Command::new("ffmpeg");
        command.args(["-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s"]);
        command.arg(format!("{width}x{height}")).arg("-r").arg(fps.to_string()).args(["-i", "-"]);
        if gif {
            command.args(["-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse"]);
        } else {
            command.args(["-pix_fmt", "yuv420p"]);
        }
        command.arg(file.unfinished()).stdin(Stdio::piped()).stdout(Stdio::null());
        match command.spawn() {
            Ok(ffmpeg) => Ok(Self::Video { ffmpeg, file, path }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(failed("ffmpeg was not found; install it, or name a folder to get single pictures".into()))
            }
            Err(error) => Err(failed(format!("ffmpeg did not start: {error}"))),
        }
    }

    fn write(&mut self, number: u64, picture: &Picture) -> Result<(), WindowError> {
        match self {
            Self::Folder(folder) => save_png(picture, &folder.join(format!("{number:05}.png"))),
            Self::Video { ffmpeg, path, .. } => {
                let pipe = ffmpeg.stdin.as_mut();
                let written = pipe.map_or(Ok(()), |pipe| pipe.write_all(&picture.rgba));
                written.map_err(|error| WindowError::Write { reason: format!("ffmpeg stopped: {error}"), path: path.clone() })
            }
        }
    }

    fn close(self) -> Result<(), WindowError> {
        let Self::Video { mut ffmpeg, file, path } = self else { return Ok(()) };
        drop(ffmpeg.stdin.take());
        match ffmpeg.wait() {
            Ok(status) if status.success() => file.finish().map_err(|error| WindowError::Write { reason: error.to_string(), path }),
            Ok(status) => Err(WindowError::Write { reason: format!("ffmpeg ended with {status}"), path }),
            Err(error) => Err(WindowError::Write { reason: error.to_string(), path }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_endings_are_videos() {
        assert!(is_video(Path::new("a/out.MP4")) && is_video(Path::new("out.gif")));
        assert!(!is_video(Path::new("frames/")) && !is_video(Path::new("frames.d")));
    }
}
