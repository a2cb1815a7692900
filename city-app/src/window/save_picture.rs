//! Saves what is seen of the city, labels and legend included and panels left out, as a PNG.

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;

use super::state::{CitySystems, FreeArea, ShellMessage, StatusNote, ViewRes};
use crate::view::command::ShellCommand;
use crate::window::picture::{Picture, save_png};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TakingPicture>().add_systems(Update, take_picture.in_set(CitySystems::Scene));
}

/// This frame is saved as a picture: what is said about the place under the pointer stays away.
#[derive(Resource, Debug, Default)]
pub(super) struct TakingPicture(pub(super) bool);

fn take_picture(
    mut messages: MessageReader<ShellMessage>,
    (free, view): (Res<FreeArea>, Res<ViewRes>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut taking: ResMut<TakingPicture>,
    mut commands: Commands,
) {
    taking.0 = false;
    for message in messages.read() {
        let ShellMessage::Shell(ShellCommand::SavePicture(path)) = message else { continue };
        taking.0 = true;
        let scale = windows.single().map_or(1.0, Window::scale_factor);
        let area = free.both(view.0.beside.is_some());
        let (area, path) = (Rect { min: area.min * scale, max: area.max * scale }, path.clone());
        commands.spawn(Screenshot::primary_window()).observe(move |shot: On<ScreenshotCaptured>, mut note: ResMut<StatusNote>| {
            let picture = shot.image.clone().try_into_dynamic().map_err(|error| error.to_string());
            let written = picture.and_then(|picture| {
                let rgba = picture.into_rgba8();
                let whole = Picture { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw() };
                save_png(&part(&whole, area), &path).map_err(|error| error.to_string())
            });
            note.0 = match written {
                Ok(()) => format!("picture written to {}", path.display()),
                Err(error) => error,
            };
        });
    }
}

/// The part of a picture within a rectangle, in pixels; the whole picture where the rectangle is outside or empty.
fn part(picture: &Picture, area: Rect) -> Picture {
    let clamp = |value: f32, most: u32| (value.round().max(0.0) as u32).min(most);
    let (x0, x1) = (clamp(area.min.x, picture.width), clamp(area.max.x, picture.width));
    let (y0, y1) = (clamp(area.min.y, picture.height), clamp(area.max.y, picture.height));
    if x0 >= x1 || y0 >= y1 {
        return picture.clone();
    }
    let row = |y: u32| {
        let start = 4 * (y as usize * picture.width as usize + x0 as usize);
        &picture.rgba[start..start + 4 * (x1 - x0) as usize]
    };
    Picture { width: x1 - x0, height: y1 - y0, rgba: (y0..y1).flat_map(row).copied().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_of_a_picture_holds_its_own_pixels() {
        let rgba = (0..12).flat_map(|pixel| [pixel, 0, 0, 255]).collect();
        let picture = Picture { width: 4, height: 3, rgba };
        let cut = part(&picture, Rect { min: Vec2::new(1.0, 1.0), max: Vec2::new(3.0, 9.0) });
        let reds: Vec<u8> = cut.rgba.chunks_exact(4).map(|pixel| pixel[0]).collect();
        assert_eq!((cut.width, cut.height, reds), (2, 2, vec![5, 6, 9, 10]));
        assert_eq!(part(&picture, Rect::default()), picture);
    }
}
