//! `memory-city render`: the city as a picture or a film.

use std::path::PathBuf;

use clap::Args;

use crate::cli::documents::output::CliError;
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::view_args::ViewArgs;
use crate::view::viewpoint::Viewpoint;

/// Draw the city as a picture (PNG), or its evolution as a film, without a window.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city render dumps/ --out city.png
  memory-city render data-samples/fig10 --preset growers-alone --select 'Person' --camera orbit:35,40,1.4 --out person.png
  memory-city render dumps/ --camera birdseye --size 2400x1600 --out plan.png
  memory-city render dumps/ --set labels=off --set theme=day --out bare.png
  memory-city render dumps/ --film evolution.mp4        needs ffmpeg
  memory-city render dumps/ --film frames/ --bare       numbered pictures of the city alone

Needs a Vulkan driver; a software one will do (Debian: apt install mesa-vulkan-drivers libvulkan1).")]
pub struct RenderArgs {
    /// Heap dumps, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The picture to write (.png)
    #[arg(long, value_name = "FILE", required_unless_present = "film", value_parser = parse_picture)]
    pub out: Option<PathBuf>,
    /// The film to write: a video file (.mp4, .webm, .mkv, .gif; needs ffmpeg) or a folder for numbered pictures
    #[arg(long, value_name = "FILE|DIR", conflicts_with_all = ["out", "time"])]
    pub film: Option<PathBuf>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1600x1000", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Where the camera stands: home, birdseye, or orbit:YAW,PITCH,DIST (degrees from the south, degrees above the
    /// horizon, distance in sides of the city)
    #[arg(long, value_name = "CAMERA", default_value = "home", allow_hyphen_values = true)]
    pub camera: Viewpoint,
    /// Draw the panels of the window as well
    #[arg(long)]
    pub panels: bool,
    /// Without its title and time axis: a film of the city alone
    #[arg(long, conflicts_with_all = ["out", "panels"])]
    pub bare: bool,
    /// Frames per second of a film
    #[arg(long, value_name = "N", default_value_t = 30, conflicts_with = "out", value_parser = clap::value_parser!(u32).range(1..=120))]
    pub fps: u32,
    /// What is looked at.
    #[command(flatten)]
    pub view: ViewArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Pictures are PNG; a name that ends in nothing promises nothing else.
fn parse_picture(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if !ending.eq_ignore_ascii_case("png") => Err("pictures are written as PNG: name it .png; --film writes films".into()),
        _ => Ok(path),
    }
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let size = text.split_once('x').and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    size.filter(|&(width, height)| width > 0 && height > 0).ok_or_else(|| "write WIDTHxHEIGHT, for example 1600x1000".into())
}

#[cfg(not(feature = "window"))]
pub(in crate::cli) fn render(_: &RenderArgs) -> Result<(), CliError> {
    Err(crate::cli::show::no_window())
}

#[cfg(feature = "window")]
pub(in crate::cli) fn render(args: &RenderArgs) -> Result<(), CliError> {
    use crate::window::{FilmOptions, PictureOptions, render_film, render_picture};

    let opened = super::city_input::open(&args.paths, &args.input, &args.view)?;
    let &RenderArgs { size, panels, camera, .. } = args;
    match (&args.film, &args.out) {
        (Some(film), _) => {
            let options = FilmOptions { size, camera, panels, captions: !args.bare, frames_per_second: args.fps, out: film.clone() };
            let mut shown = crate::cli::documents::output::PercentLine::new("frames");
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
    fn pictures_are_png() {
        assert_eq!(parse_picture("a.b/city.PNG"), Ok("a.b/city.PNG".into()));
        assert_eq!(parse_picture("city"), Ok("city".into()));
        assert!(parse_picture("city.jpg").is_err_and(|error| error.contains("--film")));
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse_size("1600x1000"), Ok((1600, 1000)));
        for wrong in ["", "1600", "0x5", "-1x5", "axb", "99999999999x1"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
