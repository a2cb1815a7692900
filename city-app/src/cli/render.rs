//! `memory-city render`: the city as a picture or a film.

use std::path::PathBuf;

use clap::Args;

use super::input_args::InputArgs;
use super::output::CliError;
use super::view_args::ViewArgs;

/// Draw the city as a picture (PNG), or its evolution as a film, without a window.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city render dumps/ --out city.png
  memory-city render data-samples/fig10 --preset fig10 --select 'Person' --camera orbit:35,40,1.4 --out person.png
  memory-city render dumps/ --camera birdseye --size 2400x1600 --out plan.png
  memory-city render dumps/ --film evolution.mp4        needs ffmpeg
  memory-city render dumps/ --film frames/              numbered pictures

Needs a Vulkan driver; a software one will do (Debian: apt install mesa-vulkan-drivers libvulkan1).")]
pub struct RenderArgs {
    /// Heap dumps, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The picture to write
    #[arg(long, value_name = "FILE", required_unless_present = "film")]
    pub out: Option<PathBuf>,
    /// The film to write: a video file (.mp4, .webm, .mkv, .gif; needs ffmpeg) or a folder for numbered pictures
    #[arg(long, value_name = "FILE|DIR", conflicts_with_all = ["out", "time"])]
    pub film: Option<PathBuf>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1600x1000", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Where the camera stands: home, birdseye, or orbit:YAW,PITCH,DIST (degrees from the south, degrees above the
    /// horizon, distance in sides of the city)
    #[arg(long, value_name = "CAMERA", default_value = "home", value_parser = parse_camera, allow_hyphen_values = true)]
    pub camera: CameraArg,
    /// Draw the panels of the window as well
    #[arg(long)]
    pub panels: bool,
    /// Frames per second of a film
    #[arg(long, value_name = "N", default_value_t = 30, requires = "film", value_parser = clap::value_parser!(u32).range(1..=120))]
    pub fps: u32,
    /// What is looked at.
    #[command(flatten)]
    pub view: ViewArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Where the camera stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CameraArg {
    /// The first view of the window.
    Home,
    /// Straight above.
    BirdsEye,
    /// Around the middle of the city.
    Orbit {
        /// Degrees from the south.
        yaw: f32,
        /// Degrees above the horizon.
        pitch: f32,
        /// Sides of the city.
        distance: f32,
    },
}

fn parse_camera(text: &str) -> Result<CameraArg, String> {
    const EXPECTED: &str = "write home, birdseye or orbit:YAW,PITCH,DIST, for example orbit:30,35,1.5";
    match text {
        "home" => return Ok(CameraArg::Home),
        "birdseye" => return Ok(CameraArg::BirdsEye),
        _ => {}
    }
    let numbers: Vec<f32> = text
        .strip_prefix("orbit:")
        .ok_or(EXPECTED)?
        .split(',')
        .map(|number| number.trim().parse().map_err(|_| EXPECTED.to_owned()))
        .collect::<Result<_, _>>()?;
    match numbers[..] {
        [yaw, pitch, distance] if yaw.is_finite() && (0.0..=90.0).contains(&pitch) && distance > 0.0 && distance.is_finite() => {
            Ok(CameraArg::Orbit { yaw, pitch, distance })
        }
        [_, _, _] => Err("the pitch is 0 to 90 degrees, the distance above 0".into()),
        _ => Err(EXPECTED.into()),
    }
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let size = text.split_once('x').and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    size.filter(|&(width, height)| width > 0 && height > 0).ok_or_else(|| "write WIDTHxHEIGHT, for example 1600x1000".into())
}

#[cfg(not(feature = "window"))]
pub(super) fn render(_: &RenderArgs) -> Result<(), CliError> {
    Err(super::args::no_window())
}

#[cfg(feature = "window")]
pub(super) fn render(args: &RenderArgs) -> Result<(), CliError> {
    use crate::window::{FilmOptions, PictureCamera, PictureOptions, render_film, render_picture};

    let opened = super::opened::open(&args.paths, &args.input, &args.view)?;
    let camera = match args.camera {
        CameraArg::Home => PictureCamera::Home,
        CameraArg::BirdsEye => PictureCamera::BirdsEye,
        CameraArg::Orbit { yaw, pitch, distance } => PictureCamera::Orbit { yaw, pitch, distance },
    };
    let &RenderArgs { size, panels, .. } = args;
    match (&args.film, &args.out) {
        (Some(film), _) => {
            let options = FilmOptions { size, camera, panels, frames_per_second: args.fps, out: film.clone() };
            let mut shown = super::output::PercentLine::new("frames");
            render_film(opened.session, opened.settings, opened.view, &options, |done, all| {
                shown.show(done, all);
                true
            })?;
        }
        (None, Some(out)) => {
            let options = PictureOptions { size, camera, panels, out: out.clone() };
            render_picture(opened.session, opened.settings, opened.view, &options)?;
        }
        // clap asks for one of them.
        (None, None) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_cameras_are_read() {
        assert_eq!(parse_size("1600x1000"), Ok((1600, 1000)));
        for wrong in ["", "1600", "0x5", "-1x5", "axb", "99999999999x1"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_camera("orbit:-30,35,1.5"), Ok(CameraArg::Orbit { yaw: -30.0, pitch: 35.0, distance: 1.5 }));
        assert_eq!(parse_camera("birdseye"), Ok(CameraArg::BirdsEye));
        for wrong in ["", "orbit:", "orbit:1,2", "orbit:1,91,1", "orbit:1,2,0", "orbit:NaN,2,1", "orbit:1,2,3,4", "above"] {
            assert!(parse_camera(wrong).is_err(), "{wrong}");
        }
    }
}
