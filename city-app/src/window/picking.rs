//! The pointer over the city: hover, select, fly to. Our own, through the plan: no ray tests against thousands of
//! entities, and the same answer with and without a window.

pub(super) mod ray;

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::camera::{CityProjection, CityRig};
use super::input_gate::InputGate;
use super::state::{AppPhase, CityMessage, CitySystems, FreeArea, LookRes, SessionRes, ViewRes};
use crate::view::command::{CameraCommand, CityCommand};
use crate::window::ui::city_menu::CityMenu;

use ray::{PickIndex, Ray};

/// A press and a release within this many logical pixels are a click.
const CLICK_PIXELS: f32 = 4.0;
/// Two clicks on one thing within this time fly to it.
const DOUBLE_CLICK_SECS: f32 = 0.4;

/// A building or district, or the block of the others of a district.
type Clicked = (analysis::NodeIndex, bool);

/// The boxes of the second city, if there is one.
#[derive(Resource, Debug, Default)]
pub(super) struct PicksBeside(pub(super) PickIndex);

/// What the buttons are doing.
#[derive(Resource, Debug, Default)]
struct Clicks {
    /// Where the pointer was after the last event.
    pointer: Option<Vec2>,
    /// Where over the city it was when what it points at was last looked for.
    pointed: Option<Vec2>,
    /// Where the button went down over the city.
    pressed: Option<Vec2>,
    /// Where the right button did.
    right: Option<Vec2>,
    /// The click before: when and on what.
    last: Option<(f32, Clicked)>,
    /// Ctrl is held: a click adds to the selection.
    adds: bool,
}

impl Clicks {
    /// A click in the frame that ends at `now` and took `frame_secs`; whether it is the second one of a double click.
    /// When in the frame it happened nobody knows: the doubt is the user's, or nobody could double click at a few
    /// frames per second.
    fn click(&mut self, on: Option<Clicked>, now: f32, frame_secs: f32) -> bool {
        let twice = self.last.is_some_and(|(when, what)| Some(what) == on && now - frame_secs - when <= DOUBLE_CLICK_SECS);
        self.last = on.filter(|_| !twice).map(|on| (now, on));
        twice
    }
}

/// Whether what is under the pointer is pointed at: what comes under one that rests, because the view or the city moves, is not.
fn is_pointed_at(under: Clicked, before: Option<Clicked>, moved: bool) -> bool {
    moved || before == Some(under)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PickIndex>()
        .init_resource::<PicksBeside>()
        .init_resource::<Clicks>()
        .add_systems(
            Update,
            index_boxes.in_set(CitySystems::Scene).after(super::looks::update_looks).before(super::camera::obey_camera_orders),
        )
        .add_systems(Update, point_and_click.in_set(CitySystems::Input).run_if(in_state(AppPhase::Exploring)));
}

fn index_boxes(
    (look, session, view): (Res<LookRes>, Res<SessionRes>, Res<ViewRes>),
    (mut index, mut beside): (ResMut<PickIndex>, ResMut<PicksBeside>),
) {
    if look.is_changed() {
        index.rebuild(&session.0, &look.now);
        if view.0.beside.is_some() {
            beside.0.rebuild(&session.0, &look.before);
        }
    }
}

fn point_and_click(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut events: MessageReader<WindowEvent>,
    (buttons, gate, time): (Res<ButtonInput<MouseButton>>, Res<InputGate>, Res<Time<Real>>),
    (rig, projection, session, free): (Res<CityRig>, Res<CityProjection>, Res<SessionRes>, Res<FreeArea>),
    (index, beside, view): (Res<PickIndex>, Res<PicksBeside>, Res<ViewRes>),
    (mut clicks, mut hovered_before, mut menu): (ResMut<Clicks>, Local<bool>, ResMut<CityMenu>),
    mut messages: MessageWriter<CityMessage>,
) {
    let Ok(window) = windows.single() else { return };
    // In fly mode the pointer is hidden: one looks straight ahead.
    let middle = rig.is_flying().then_some(projection.middle);
    let dragging = buttons.any_pressed([MouseButton::Right, MouseButton::Middle]);
    let over_city = |pointer: Option<Vec2>| middle.or(pointer).filter(|_| gate.city_has_pointer() && !dragging);
    let node_at = |at: Vec2| {
        let (at, index) = match free.from_beside(at, view.0.beside.is_some()) {
            Some(at) => (at, &beside.0),
            None => (at, &*index),
        };
        let (origin, direction) = projection.ray(at);
        index.pick(&session.0, Ray { origin, direction }).map(|hit| (hit.node, hit.is_block))
    };
    let pointer = over_city(window.cursor_position());
    let moved = std::mem::replace(&mut clicks.pointed, pointer) != pointer || middle.is_some();
    let before = view.0.hovered_block.map(|district| (district, true)).or(view.0.hover.map(|node| (node, false)));
    let hovered = pointer.and_then(node_at).filter(|&at| is_pointed_at(at, before, moved));
    // Rows of a table highlight buildings, too: what the pointer never was over is theirs to clear.
    let left = std::mem::replace(&mut *hovered_before, hovered.is_some()) || gate.city_has_pointer();
    if before != hovered && (hovered.is_some() || left) {
        messages.write(CityMessage(match hovered {
            Some((district, true)) => CityCommand::HoverBlock(district),
            other => CityCommand::Hover(other.map(|(node, _)| node)),
        }));
    }
    // One event after the other: a frame of a software adapter may hold a whole double click.
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => clicks.pointer = Some(moved.position),
            WindowEvent::CursorLeft(_) => clicks.pointer = None,
            WindowEvent::KeyboardInput(input) if matches!(input.logical_key, Key::Control | Key::Super) => {
                clicks.adds = input.state == ButtonState::Pressed;
            }
            WindowEvent::KeyboardFocusLost(_) => clicks.adds = false,
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                let at = over_city(clicks.pointer.or(window.cursor_position()));
                if input.state == ButtonState::Pressed {
                    clicks.pressed = at;
                } else if let (Some(down), Some(up)) = (clicks.pressed.take(), at)
                    && down.distance(up) <= CLICK_PIXELS
                {
                    let hit = node_at(up);
                    let command = match hit.map(|(node, _)| node) {
                        Some(node) if clicks.adds => CityCommand::SelectAlso(node),
                        // Whoever collects buildings and misses one keeps those that there are.
                        None if clicks.adds => continue,
                        node => CityCommand::Select(node),
                    };
                    messages.write(CityMessage(command));
                    if clicks.adds {
                        continue;
                    }
                    if clicks.click(hit, time.elapsed_secs(), time.delta_secs())
                        && let Some((node, is_block)) = hit
                    {
                        messages.write(CityMessage(match is_block {
                            true => CityCommand::ShowAllOf(node, true),
                            false => CityCommand::Camera(CameraCommand::FlyTo(node)),
                        }));
                    }
                }
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Right => {
                let at = clicks.pointer.or(window.cursor_position()).filter(|_| middle.is_none() && gate.city_has_pointer());
                if input.state == ButtonState::Pressed {
                    clicks.right = at;
                } else if let (Some(down), Some(up)) = (clicks.right.take(), at)
                    && down.distance(up) <= CLICK_PIXELS
                    && let Some((node, _)) = node_at(up)
                {
                    menu.open(node, (up.x, up.y));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use analysis::NodeIndex;

    use super::*;

    #[test]
    fn two_quick_clicks_on_one_thing_are_a_double_click_and_the_third_begins_anew() {
        let (a, b) = (Some((NodeIndex(1), false)), Some((NodeIndex(1), true)));
        let mut clicks = Clicks::default();
        assert!(!clicks.click(a, 1.0, 0.016));
        assert!(clicks.click(a, 1.3, 0.016));
        assert!(!clicks.click(a, 1.5, 0.016));
        assert!(!clicks.click(b, 1.6, 0.016), "the block of the same district");
        assert!(!clicks.click(b, 2.2, 0.016), "too late");
        assert!(!clicks.click(None, 2.3, 0.016) && !clicks.click(None, 2.4, 0.016), "the ground is nothing to fly to");
    }

    #[test]
    fn what_comes_under_a_pointer_that_rests_is_not_pointed_at() {
        let (a, b) = ((NodeIndex(1), false), (NodeIndex(2), false));
        assert!(is_pointed_at(a, None, true) && is_pointed_at(b, Some(a), true));
        assert!(is_pointed_at(a, Some(a), false), "it stays");
        assert!(!is_pointed_at(a, None, false) && !is_pointed_at(b, Some(a), false));
    }

    #[test]
    fn slow_frames_do_not_break_a_double_click() {
        let node = Some((NodeIndex(1), false));
        let mut clicks = Clicks::default();
        // Both in one frame, and in two neighbouring frames of half a second.
        assert!(!clicks.click(node, 1.0, 0.5) && clicks.click(node, 1.0, 0.5));
        assert!(!clicks.click(node, 3.0, 0.5) && clicks.click(node, 3.5, 0.5));
    }
}
