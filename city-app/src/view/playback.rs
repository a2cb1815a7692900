//! The clock of autoplay and of the short transitions between two points.
//!
//! Pure: the window passes the seconds since the last frame, tests pass what they like.

use super::state::ViewState;
use crate::base::settings::CitySettings;

/// The fastest and the slowest speed that the panels offer, in seconds per point.
pub const DWELL_SECS: std::ops::RangeInclusive<f32> = 0.1..=5.0;

/// A transition never takes longer than this.
const MAX_TWEEN_SECS: f32 = 0.25;

/// Keeps the clock finite for dwell times typed into a file (0, negative, NaN).
const MIN_DWELL_SECS: f32 = 0.01;

/// Seconds that each point is shown.
#[must_use]
pub fn dwell_secs(settings: &CitySettings) -> f32 {
    if settings.dwell_secs.is_finite() { settings.dwell_secs.max(MIN_DWELL_SECS) } else { *DWELL_SECS.end() }
}

/// Seconds that footprint, height and colour take to move to a new point; 0 without motion.
#[must_use]
pub fn tween_secs(settings: &CitySettings) -> f32 {
    if settings.reduce_motion { 0.0 } else { MAX_TWEEN_SECS.min(0.5 * dwell_secs(settings)) }
}

/// Lets time pass: finishes transitions, and steps while autoplay runs. Each point is shown for the dwell time, its
/// transition included. Goes through the points that are selected, and stops at the last one unless looping. Returns whether the picture changed.
pub fn tick(view: &mut ViewState, settings: &CitySettings, points: usize, dt_secs: f32) -> bool {
    let before = (view.time, view.playing);
    let dt = if dt_secs.is_finite() { dt_secs.max(0.0) } else { 0.0 };
    if points == 0 {
        view.playing = false;
        return false;
    }
    let tween = tween_secs(settings);
    let mut since_step = dt;
    let range = view.range_of(points);
    if view.playing {
        let dwell = dwell_secs(settings);
        // A stall longer than one full round changes nothing more than one full round.
        view.dwelt_secs = (view.dwelt_secs + dt).min(dwell * (points + 1) as f32);
        while view.playing && view.dwelt_secs >= dwell {
            let last = view.time.point >= range.last;
            if last && !settings.loop_playback {
                view.playing = false;
                break;
            }
            let rest = view.dwelt_secs - dwell;
            view.move_to(if last { range.first } else { view.time.point + 1 }, points, tween > 0.0);
            view.dwelt_secs = rest;
            since_step = rest.min(dt);
            if view.time.point >= range.last && !settings.loop_playback {
                view.playing = false;
            }
        }
    }
    if view.time.tween < 1.0 {
        view.time.tween = if tween > 0.0 { (view.time.tween + since_step / tween).min(1.0) } else { 1.0 };
    }
    before != (view.time, view.playing)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A view that plays 4 points from the first one, and the default settings (0.5 s per point).
    fn playing() -> (ViewState, CitySettings) {
        (ViewState { playing: true, ..ViewState::default() }, CitySettings::default())
    }

    #[test]
    fn each_point_is_shown_for_half_a_second_by_default() {
        let (mut view, settings) = playing();
        tick(&mut view, &settings, 4, 0.49);
        assert_eq!(view.time.point, 0);
        tick(&mut view, &settings, 4, 0.02);
        assert_eq!(view.time.point, 1);
        tick(&mut view, &settings, 4, 0.48);
        assert_eq!(view.time.point, 1);
        tick(&mut view, &settings, 4, 0.02);
        assert_eq!(view.time.point, 2);
    }

    #[test]
    fn the_speed_is_adjustable() {
        let (mut view, settings) = playing();
        let settings = CitySettings { dwell_secs: 2.0, ..settings };
        tick(&mut view, &settings, 4, 1.9);
        assert_eq!(view.time.point, 0);
        tick(&mut view, &settings, 4, 0.2);
        assert_eq!(view.time.point, 1);
    }

    #[test]
    fn a_pause_holds_the_time_already_shown_and_resuming_continues_it() {
        let (mut view, settings) = playing();
        tick(&mut view, &settings, 4, 0.4);
        view.playing = false;
        tick(&mut view, &settings, 4, 10.0);
        assert_eq!(view.time.point, 0);
        view.playing = true;
        tick(&mut view, &settings, 4, 0.11);
        assert_eq!(view.time.point, 1);
    }

    #[test]
    fn it_stops_at_the_last_point_or_starts_over_when_looping() {
        let (mut view, settings) = playing();
        for _ in 0..100 {
            tick(&mut view, &settings, 4, 0.1);
        }
        assert_eq!((view.time.point, view.playing), (3, false));

        let (mut view, settings) = playing();
        let settings = CitySettings { loop_playback: true, ..settings };
        // 4 points of 0.5 s are 2 s: after 2.3 s the first point is shown again.
        for _ in 0..23 {
            tick(&mut view, &settings, 4, 0.1);
        }
        assert_eq!((view.time.point, view.playing), (0, true));
    }

    #[test]
    fn a_transition_takes_a_quarter_second_or_half_the_dwell_time() {
        let settings = CitySettings::default();
        assert_eq!(tween_secs(&settings), 0.25);
        assert_eq!(tween_secs(&CitySettings { dwell_secs: 0.2, ..settings.clone() }), 0.1);
        assert_eq!(tween_secs(&CitySettings { reduce_motion: true, ..settings }), 0.0);
    }

    #[test]
    fn a_transition_moves_from_the_old_point_to_the_new_one_and_rests() {
        let mut view = ViewState::default();
        let settings = CitySettings::default();
        view.move_to(2, 4, true);
        assert!(tick(&mut view, &settings, 4, 0.125));
        assert_eq!((view.time.from, view.time.point, view.time.tween), (0, 2, 0.5));
        assert!(tick(&mut view, &settings, 4, 0.2));
        assert_eq!(view.time.tween, 1.0);
        assert!(!tick(&mut view, &settings, 4, 0.2), "at rest nothing changes");
    }

    #[test]
    fn odd_times_neither_hang_nor_leave_the_axis() {
        for dwell_secs in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            for dt in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
                let (mut view, settings) = playing();
                let settings = CitySettings { dwell_secs, loop_playback: true, ..settings };
                tick(&mut view, &settings, 3, dt);
                assert!(view.time.point < 3 && (0.0..=1.0).contains(&view.time.tween));
                tick(&mut view, &settings, 0, dt);
            }
        }
    }
}
