//! Milliseconds per frame of the city, without a window, the graphics adapter waited for each frame.
//!
//! `cargo run --release --example frame_bench -- [--buildings N] [--size WxH] [--frames N] [--ghosts] [--full]
//! [--still] [--brush] [--picture out.png]`: with `--brush` another stretch of time is selected for each frame. Compare
//! with the example `bare_wgpu`, which takes the same options.

mod arguments;
mod synthetic;

use std::sync::Arc;
use std::time::Instant;

use bevy::render::render_resource::PollType;
use bevy::render::renderer::RenderDevice;
use city_app::base::settings::{CitySettings, Quality};
use city_app::data::point_range::PointRange;
use city_app::view::state::{TimeCursor, ViewState};
use city_app::view::viewpoint::Viewpoint;
use city_app::window::{ActualQuality, HeadlessCity, PictureMode, PictureOptions, ViewRes, WindowError, render_picture};

struct Options {
    buildings: usize,
    size: (u32, u32),
    frames: usize,
    ghosts: bool,
    full: bool,
    still: bool,
    brush: bool,
    picture: Option<String>,
}

fn main() -> Result<(), WindowError> {
    let o = options();
    let settings = CitySettings {
        child_count: None,
        solid_count: if o.ghosts { 10 } else { u32::MAX },
        quality: if o.full { Quality::Full } else { Quality::Lean },
        // The bare program that this is compared with writes no names.
        labels: false,
        ..CitySettings::default()
    };
    let session = Arc::new(synthetic::session(o.buildings, &settings));
    let view = ViewState { time: TimeCursor::at(2), ..ViewState::default() };
    let camera = Viewpoint::Orbit { yaw: 30.0, pitch: 38.0, distance: 1.25 };
    if let Some(out) = o.picture {
        let options = PictureOptions { size: o.size, camera, panels: false, out: out.into() };
        return render_picture(session, settings, view, &options);
    }
    let mut city = HeadlessCity::new(session, settings, view, o.size, camera, PictureMode::default(), false)?;
    city.settle()?;
    let mut millis: Vec<f64> = (0..o.frames)
        .map(|frame| {
            let began = Instant::now();
            if !o.still {
                // A moving camera: the draw order is made anew for every frame.
                city.turn_camera(0.002 * if frame % 2 == 0 { 1.0 } else { -1.0 });
            }
            if o.brush {
                let first = frame % 2;
                city.app().world_mut().resource_mut::<ViewRes>().0.range = Some(PointRange { first, last: first + 1 });
            }
            city.step();
            let device = city.app().world().resource::<RenderDevice>();
            let _ = device.poll(PollType::wait_indefinitely());
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    millis.sort_by(f64::total_cmp);
    let quality = city.app().world().resource::<ActualQuality>();
    println!(
        "city buildings={} size={}x{} ghosts={} full={} moving={} brush={} adapter={:?} median_ms={:.2} p95_ms={:.2}",
        o.buildings,
        o.size.0,
        o.size.1,
        o.ghosts,
        quality.full,
        !o.still,
        o.brush,
        quality.adapter,
        millis[millis.len() / 2],
        millis[millis.len() * 95 / 100],
    );
    Ok(())
}

fn options() -> Options {
    let mut o =
        Options { buildings: 10_000, size: (1280, 720), frames: 30, ghosts: false, full: false, still: false, brush: false, picture: None };
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match name.as_str() {
            "--buildings" => o.buildings = value().parse().unwrap_or(10_000),
            "--frames" => o.frames = value().parse::<usize>().unwrap_or(30).max(1),
            "--size" => o.size = arguments::size(&value()),
            "--picture" => o.picture = Some(value()),
            "--ghosts" => o.ghosts = true,
            "--full" => o.full = true,
            "--still" => o.still = true,
            "--brush" => o.brush = true,
            other => {
                eprintln!("unknown option {other}");
                std::process::exit(2);
            }
        }
    }
    o
}
