//! When the window is drawn anew: while something moves, when something has changed, and at no other time. A city that
//! nobody touches leaves the machine alone.
//!
//! Threads that have something to show wake the window ([`crate::base::waker`]); what is only due later, such as a tooltip,
//! is left with an alarm.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use super::camera::CityRig;
use super::city::CityFrame;
use super::jobs::Sizes;
use super::jobs::work::Jobs;
use super::state::{AppPhase, CitySystems, FreeArea, SessionRes, SettingsRes, StatusNote, StoreRes, ViewRes};
use crate::base::waker::{is_anyone_at_work, wake_with, was_woken};

/// What has changed shows its last effect after so many frames: panels are laid out, then it is known what they leave free, then
/// the city is framed anew, and what points to it follows.
const FRAMES_TO_SETTLE: u8 = 4;
/// How often progress is looked at.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);
/// How often the start screen looks for programs that have begun or ended.
const START_SCREEN_EVERY: Duration = Duration::from_secs(4);
/// Longer than anybody looks at a window.
pub(super) const NEVER: Duration = Duration::from_secs(100 * 24 * 3600);

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(winit_settings(false)).add_systems(Startup, set_alarm).add_systems(Update, keep_moving.after(CitySystems::Scene));
}

/// Raw motion of the mouse counts only while it turns the view: it comes from the whole screen, not from this window.
fn winit_settings(flying: bool) -> WinitSettings {
    let mode =
        UpdateMode::Reactive { wait: NEVER, react_to_device_events: flying, react_to_user_events: true, react_to_window_events: true };
    WinitSettings { focused_mode: mode, unfocused_mode: mode }
}

/// Wakes the window at a given time; absent where there is no event loop to wake.
#[derive(Resource, Debug)]
pub(super) struct Alarm(Mutex<Sender<Instant>>);

impl Alarm {
    pub(super) fn ring_in(&self, wait: Duration) {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The thread ends with the program only.
        let _ = sender.send(Instant::now() + wait);
    }
}

fn set_alarm(proxy: Option<Res<EventLoopProxyWrapper>>, mut commands: Commands) {
    let Some(proxy) = proxy else { return };
    let wake_up = {
        let proxy = (**proxy).clone();
        move || {
            // A closed event loop has no window to wake.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    };
    wake_with(wake_up.clone());
    let (sender, times) = channel();
    match std::thread::Builder::new().name("alarm".into()).spawn(move || ring(&times, wake_up)) {
        Ok(_) => commands.insert_resource(Alarm(Mutex::new(sender))),
        Err(error) => warn!("no thread for what is due later: {error}"),
    }
}

/// Rings at the earliest of the times that were asked for since it rang last.
fn ring(times: &Receiver<Instant>, wake_up: impl Fn()) {
    let mut next: Option<Instant> = None;
    loop {
        let asked = match next {
            Some(at) => times.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => times.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match asked {
            Ok(at) => next = Some(next.map_or(at, |next| next.min(at))),
            Err(RecvTimeoutError::Timeout) => {
                next = None;
                wake_up();
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// What is shown, and by what it changes.
type Seen<'w> = (Res<'w, SessionRes>, Res<'w, SettingsRes>, Res<'w, ViewRes>, Res<'w, FreeArea>, Res<'w, StatusNote>);

fn keep_moving(
    seen: Seen<'_>,
    (rig, frame, phase): (Res<CityRig>, Res<CityFrame>, Res<State<AppPhase>>),
    (jobs, sizes, store, alarm): (Res<Jobs>, Res<Sizes>, Res<StoreRes>, Option<Res<Alarm>>),
    keys: Res<ButtonInput<KeyCode>>,
    (mut events, mut left): (MessageReader<WindowEvent>, Local<u8>),
    mut winit: ResMut<WinitSettings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (session, settings, view, free, note) = &seen;
    let time = view.0.time;
    let changed = session.is_changed() || settings.is_changed() || view.is_changed() || free.is_changed() || note.is_changed();
    let moving = view.0.playing
        || (time.tween < 1.0 && time.from != time.point)
        || rig.is_moving()
        || rig.is_flying()
        || rig.is_turning()
        || frame.is_changed()
        || frame.atmosphere.frustums_grown < 1.0
        || keys.get_pressed().next().is_some();
    let heard = events.read().count() > 0;
    if changed || moving || heard || was_woken() || phase.is_changed() {
        *left = FRAMES_TO_SETTLE;
    }
    if *left > 0 {
        *left -= 1;
        redraw.write(RequestRedraw);
    }
    let wanted = winit_settings(rig.is_flying());
    if winit.focused_mode != wanted.focused_mode {
        *winit = wanted;
    }
    let Some(alarm) = alarm else { return };
    if jobs.is_watched() || sizes.arriving().is_some() || is_anyone_at_work() || store.save_in_secs.is_some() {
        alarm.ring_in(PROGRESS_EVERY);
    } else if *phase.get() == AppPhase::Empty {
        alarm.ring_in(START_SCREEN_EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alarm_rings_once_for_times_that_are_asked_for_together() {
        let (sender, times) = channel();
        let (told, rung) = channel();
        let thread = std::thread::spawn(move || ring(&times, || told.send(Instant::now()).expect("the test listens")));
        let begun = Instant::now();
        for wait in [60_000, 20, 40] {
            sender.send(begun + Duration::from_millis(wait)).expect("it listens");
        }
        let first = rung.recv_timeout(Duration::from_secs(20)).expect("it rings");
        assert!(first >= begun + Duration::from_millis(20));
        assert!(rung.recv_timeout(Duration::from_millis(100)).is_err(), "who is awake asks again");
        drop(sender);
        thread.join().expect("it ends without a window");
    }
}
