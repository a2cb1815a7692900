//! The brush: a stretch of time that is selected on a chart with the pointer.
//!
//! Dragging selects, dragging an edge resizes, dragging the middle moves, a double click ends it. Below the lines, and at the
//! line of the point shown, dragging goes to other points. The wheel zooms in on what the pointer is at, and sideways it moves.

use bevy_egui::egui::{CursorIcon, Key, Pos2, Ui};

use super::{Pointed, RunTime};
use crate::data::point_range::PointRange;
use crate::view::command::CityCommand;
use crate::window::ui::row_keys::keep_arrows;

/// Pixels of the wheel that stretch the axis by e.
const WHEEL_PER_E: f32 = 300.0;
/// How near to an edge the pointer holds it, in logical pixels.
const NEAR: f32 = 6.0;

/// What dragging from a place does.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Drag {
    /// Goes to the point under the pointer.
    Scrub,
    /// Selects from this point on, or moves one edge.
    From(usize),
    /// Moves the whole selection, held at a point.
    Move { held_at: usize, range: PointRange },
}

impl Drag {
    /// By where it begins.
    fn at(pos: Pos2, pointed: &Pointed, range: Option<PointRange>, shown: usize) -> Option<Self> {
        let Pointed { times, area, .. } = pointed;
        let is_near = |point: usize| (times.x(point) - pos.x).abs() <= NEAR;
        let point = times.nearest(pos.x)?;
        let other_edge = |range: PointRange| {
            let near = [(range.first, range.last), (range.last, range.first)].into_iter().filter(|&(edge, _)| is_near(edge));
            near.min_by(|a, b| (times.x(a.0) - pos.x).abs().total_cmp(&(times.x(b.0) - pos.x).abs())).map(|(_, other)| other)
        };
        Some(match range {
            _ if pos.y > area.bottom() => Self::Scrub,
            Some(range) if other_edge(range).is_some() => Self::From(other_edge(range)?),
            _ if is_near(shown) => Self::Scrub,
            Some(range) if range.contains(point) => Self::Move { held_at: point, range },
            _ => Self::From(point),
        })
    }

    /// What is selected when the pointer is at a point of so many; `None` is all of them.
    fn range_to(self, point: usize, points: usize) -> Option<PointRange> {
        match self {
            Self::Scrub => None,
            Self::From(other) => PointRange::between(other, point).as_part_of(points),
            Self::Move { held_at, range } => {
                let last = points.saturating_sub(1);
                let first = (range.first + point).saturating_sub(held_at).min(last.saturating_sub(range.last - range.first));
                Some(PointRange { first, last: first + range.last - range.first })
            }
        }
    }

    fn icon(self) -> CursorIcon {
        match self {
            Self::Scrub => CursorIcon::ResizeColumn,
            Self::From(_) => CursorIcon::Crosshair,
            Self::Move { .. } => CursorIcon::Grab,
        }
    }
}

/// Turns what the pointer does on a chart into commands.
pub(crate) fn brush_ui(ui: &Ui, pointed: &Pointed, time: &RunTime<'_>, commands: &mut Vec<CityCommand>) {
    let (range, shown, points) = (time.range, time.shown, time.points.len());
    let response = &pointed.response;
    wheel_ui(ui, pointed, time, commands);
    keys_ui(ui, pointed, time, commands);
    let id = response.id.with("brush");
    let at = |pos: Pos2| Drag::at(pos, pointed, range, shown);
    if let Some(hovered) = response.hover_pos().and_then(at).filter(|_| !response.dragged()) {
        ui.ctx().set_cursor_icon(hovered.icon());
    }
    if response.double_clicked() {
        commands.extend(range.map(|_| CityCommand::SelectPoints(None)));
        commands.extend(time.seen.map(|_| CityCommand::SeeTime(None)));
        return;
    }
    let Some(pos) = response.interact_pointer_pos() else { return };
    if response.drag_started() {
        let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(pos);
        let drag = at(origin);
        ui.data_mut(|data| data.insert_temp(id, drag));
    }
    let Some(point) = pointed.times.nearest(pos.x) else { return };
    let drag: Option<Drag> = if response.dragged() { ui.data(|data| data.get_temp(id)).flatten() } else { None };
    match drag {
        Some(drag) if drag != Drag::Scrub => {
            let selected = drag.range_to(point, points);
            if selected != range {
                commands.push(CityCommand::SelectPoints(selected));
            }
        }
        _ if point != shown && (response.dragged() || response.clicked() || is_pressed_elsewhere(pos, pointed, range, shown)) => {
            commands.push(CityCommand::GoTo(point));
        }
        _ => {}
    }
}

/// Arrows go through time, with Shift they select a stretch of it; plus and minus zoom in on the point shown.
fn keys_ui(ui: &Ui, pointed: &Pointed, time: &RunTime<'_>, commands: &mut Vec<CityCommand>) {
    if !pointed.response.has_focus() {
        return;
    }
    keep_arrows(&pointed.response);
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let last = time.points.len().saturating_sub(1);
    let target = match () {
        () if pressed(Key::ArrowLeft) || pressed(Key::ArrowDown) => time.shown.saturating_sub(1),
        () if pressed(Key::ArrowRight) || pressed(Key::ArrowUp) => (time.shown + 1).min(last),
        () if pressed(Key::Home) => 0,
        () if pressed(Key::End) => last,
        () => {
            let factor = f64::from(u8::from(pressed(Key::Plus) || pressed(Key::Equals))) - f64::from(u8::from(pressed(Key::Minus)));
            let seen = pointed.times.zoomed(pointed.times.x(time.shown), factor.exp());
            if factor != 0.0 && seen != time.seen {
                commands.push(CityCommand::SeeTime(seen));
            }
            return;
        }
    };
    if ui.input(|input| input.modifiers.shift) {
        // The end that is not at the point shown stays.
        let kept = time.range.map_or(time.shown, |range| if range.first == time.shown { range.last } else { range.first });
        commands.push(CityCommand::SelectPoints(PointRange::between(kept, target).as_part_of(time.points.len())));
    }
    if target != time.shown {
        commands.push(CityCommand::GoTo(target));
    }
}

/// The wheel, and two fingers, zoom and move.
fn wheel_ui(ui: &Ui, pointed: &Pointed, time: &RunTime<'_>, commands: &mut Vec<CityCommand>) {
    let Some(pos) = pointed.response.hover_pos().filter(|_| pointed.response.contains_pointer()) else { return };
    let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    let factor = f64::from(pinch * (wheel.y / WHEEL_PER_E).exp());
    let seen = match () {
        () if factor != 1.0 => pointed.times.zoomed(pos.x, factor),
        () if wheel.x != 0.0 => pointed.times.moved(wheel.x),
        () => return,
    };
    if seen != time.seen {
        commands.push(CityCommand::SeeTime(seen));
    }
}

/// Whether the button goes down where nothing is held: that goes to the point at once.
fn is_pressed_elsewhere(pos: Pos2, pointed: &Pointed, range: Option<PointRange>, shown: usize) -> bool {
    let goes = matches!(Drag::at(pos, pointed, range, shown), Some(Drag::Scrub | Drag::From(_)));
    pointed.response.is_pointer_button_down_on() && range.is_none() && goes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(first: usize, last: usize) -> PointRange {
        PointRange { first, last }
    }

    #[test]
    fn dragging_selects_resizes_and_moves_within_the_axis() {
        for (drag, to, expected) in [
            (Drag::From(3), 7, Some(range(3, 7))),
            (Drag::From(3), 1, Some(range(1, 3))),
            (Drag::From(3), 3, None),
            (Drag::From(0), 9, None),
            (Drag::Move { held_at: 4, range: range(3, 6) }, 6, Some(range(5, 8))),
            (Drag::Move { held_at: 4, range: range(3, 6) }, 9, Some(range(6, 9))),
            (Drag::Move { held_at: 4, range: range(3, 6) }, 0, Some(range(0, 3))),
            (Drag::Scrub, 5, None),
        ] {
            assert_eq!(drag.range_to(to, 10), expected, "{drag:?} to {to}");
        }
    }
}
