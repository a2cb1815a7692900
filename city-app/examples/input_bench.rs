//! From an input event to the changed picture: how many frames, and how many milliseconds, the graphics adapter waited for.
//!
//! `cargo run --release --example input_bench -- [--buildings N] [--size WxH] [--runs N] [--full]`: the whole window without its frame
//! on the screen, panels included; a key that steps in time, and a click that selects a building.

mod arguments;
mod synthetic;

use std::sync::Arc;
use std::time::Instant;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::input::mouse::{MouseButton, MouseButtonInput};
use bevy::prelude::*;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::RenderDevice;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use city_app::base::settings::{CitySettings, Quality};
use city_app::view::selection::Selection;
use city_app::view::state::{TimeCursor, ViewState};
use city_app::view::viewpoint::Viewpoint;
use city_app::window::{ActualQuality, HeadlessCity, PictureMode, ViewRes, WindowError};

/// The picture has changed after so many frames, or it has not at all.
const MOST_FRAMES: u32 = 8;

struct Options {
    buildings: usize,
    size: (u32, u32),
    runs: usize,
    full: bool,
}

fn main() -> Result<(), WindowError> {
    let o = options();
    let quality = if o.full { Quality::Full } else { Quality::Lean };
    let settings = CitySettings { child_count: None, quality, ..CitySettings::default() };
    let session = Arc::new(synthetic::session(o.buildings, &settings));
    let view = ViewState { time: TimeCursor::at(2), ..ViewState::default() };
    let mut city =
        HeadlessCity::new(session, settings, view, o.size, Viewpoint::Home, PictureMode { panels: true, captions: false }, false)?;
    city.settle()?;
    let building = building_on_screen(&mut city, o.size)?;
    for (what, input) in [("a step in time", Input::Left), ("a click on a building", Input::Click(building))] {
        let frames = frames_until_changed(&mut city, input)?;
        let mut millis: Vec<f64> = (0..o.runs).map(|_| timed(&mut city, input, frames)).collect();
        millis.sort_by(f64::total_cmp);
        let quality = city.app().world().resource::<ActualQuality>();
        println!(
            "input={what:?} buildings={} size={}x{} full={} adapter={:?} frames={frames} median_ms={:.1} p95_ms={:.1}",
            o.buildings,
            o.size.0,
            o.size.1,
            quality.full,
            quality.adapter,
            millis[millis.len() / 2],
            millis[millis.len() * 95 / 100],
        );
    }
    Ok(())
}

#[derive(Debug, Clone, Copy)]
enum Input {
    /// The key to the point before.
    Left,
    /// The left button, pressed and released here.
    Click(Vec2),
}

/// Hands the application what the window system would.
fn send(city: &mut HeadlessCity, input: Input) {
    let world = city.app().world_mut();
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a headless city has a window");
    match input {
        Input::Left => {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let (key_code, logical_key) = (KeyCode::ArrowLeft, Key::ArrowLeft);
                let event = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
                world.write_message(event.clone());
                world.write_message(WindowEvent::from(event));
            }
        }
        Input::Click(at) => {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let event = MouseButtonInput { button: MouseButton::Left, state, window };
                world.write_message(event);
                world.write_message(WindowEvent::from(event));
            }
            point_at(world, window, at);
        }
    }
}

fn point_at(world: &mut World, window: Entity, position: Vec2) {
    if let Some(mut window) = world.get_mut::<Window>(window) {
        window.set_cursor_position(Some(position));
    }
    let event = CursorMoved { window, position, delta: None };
    world.write_message(event.clone());
    world.write_message(WindowEvent::from(event));
}

/// The same state before every input: the last point, nothing selected, the pointer beside the city, nothing that moves.
fn start_over(city: &mut HeadlessCity) {
    let world = city.app().world_mut();
    let mut view = world.resource_mut::<ViewRes>();
    (view.0.time, view.0.selection, view.0.hover) = (TimeCursor::at(2), Selection::default(), None);
    for _ in 0..24 {
        city.step();
    }
}

fn timed(city: &mut HeadlessCity, input: Input, frames: u32) -> f64 {
    start_over(city);
    wait(city);
    let began = Instant::now();
    send(city, input);
    for _ in 0..frames {
        city.step();
    }
    wait(city);
    began.elapsed().as_secs_f64() * 1e3
}

fn wait(city: &mut HeadlessCity) {
    let device = city.app().world().resource::<RenderDevice>();
    let _ = device.poll(PollType::wait_indefinitely());
}

/// In which frame after the input the picture is another one for the first time.
fn frames_until_changed(city: &mut HeadlessCity, input: Input) -> Result<u32, WindowError> {
    start_over(city);
    let before = city.grab()?.rgba;
    for frames in 1..=MOST_FRAMES {
        start_over(city);
        send(city, input);
        for _ in 1..frames {
            city.step();
        }
        // The picture that is taken is that of the next frame.
        if city.grab()?.rgba != before {
            return Ok(frames);
        }
    }
    Err(WindowError::Request(format!("{input:?} changed nothing in {MOST_FRAMES} frames")))
}

/// Somewhere where a click selects something.
fn building_on_screen(city: &mut HeadlessCity, size: (u32, u32)) -> Result<Vec2, WindowError> {
    let places = [0.45, 0.5, 0.4, 0.55].map(|down| [0.5, 0.55, 0.45, 0.6, 0.4].map(|right| Vec2::new(right, down)));
    for share in places.into_iter().flatten() {
        let at = share * Vec2::new(size.0 as f32, size.1 as f32);
        start_over(city);
        send(city, Input::Click(at));
        (0..4).for_each(|_| city.step());
        if city.app().world().resource::<ViewRes>().0.selection.lead().is_some() {
            return Ok(at);
        }
    }
    Err(WindowError::Request("there is no building where one was looked for".into()))
}

fn options() -> Options {
    let mut o = Options { buildings: 1000, size: (1280, 720), runs: 20, full: false };
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match name.as_str() {
            "--buildings" => o.buildings = value().parse().unwrap_or(o.buildings),
            "--runs" => o.runs = value().parse::<usize>().unwrap_or(o.runs).max(1),
            "--size" => o.size = arguments::size(&value()),
            "--full" => o.full = true,
            other => {
                eprintln!("unknown option {other}");
                std::process::exit(2);
            }
        }
    }
    o
}
