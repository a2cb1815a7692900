//! What texts a frame draws, and on what ground: read from the shapes that egui paints, so that no text can be forgotten.

use bevy_egui::egui::epaint::{ClippedShape, TextShape};
use bevy_egui::egui::{Color32, FullOutput, Pos2, Rect, Shape, vec2};

use crate::base::colors::Rgb;
use crate::base::colors::sight::contrast;

/// A piece of text of one colour, and its least contrast.
#[derive(Debug)]
pub(crate) struct SeenText {
    pub(crate) text: String,
    pub(crate) ink: Color32,
    pub(crate) ground: Rgb,
    pub(crate) contrast: f32,
}

/// All texts of a frame. What is faint because it cannot be used now is left out.
pub(crate) fn seen_texts(output: &FullOutput) -> Vec<SeenText> {
    let shapes = &output.shapes;
    let mut seen = Vec::new();
    for (at, ClippedShape { clip_rect, shape }) in shapes.iter().enumerate() {
        each(shape, &mut |shape, before| {
            let Shape::Text(text) = shape else { return };
            for (place, word, ink) in pieces(text) {
                if !clip_rect.contains(place) || ink.a() < u8::MAX {
                    continue;
                }
                // Behind what does not cover all of it there is the city, from its darkest to its lightest.
                let worst = [[0.0; 3], [1.0; 3]].map(|city| {
                    let mut ground = city;
                    for ClippedShape { clip_rect, shape } in &shapes[..at] {
                        if clip_rect.contains(place) {
                            each(shape, &mut |shape, _| paint(shape, place, &mut ground));
                        }
                    }
                    for shape in before {
                        each(shape, &mut |shape, _| paint(shape, place, &mut ground));
                    }
                    (contrast(rgb(ink), ground), ground)
                });
                let (contrast, ground) = if worst[0].0 < worst[1].0 { worst[0] } else { worst[1] };
                seen.push(SeenText { text: word, ink, ground, contrast });
            }
        });
    }
    seen
}

fn rgb(color: Color32) -> Rgb {
    [color.r(), color.g(), color.b()].map(|c| f32::from(c) / 255.0)
}

/// A shape, or all in a list of shapes, each with those before it in the list.
fn each<'a>(shape: &'a Shape, f: &mut impl FnMut(&'a Shape, &'a [Shape])) {
    match shape {
        Shape::Vec(shapes) => {
            for (at, shape) in shapes.iter().enumerate() {
                match shape {
                    Shape::Vec(_) => each(shape, f),
                    shape => f(shape, &shapes[..at]),
                }
            }
        }
        shape => f(shape, &[]),
    }
}

/// Rows of a text by colour: the middle of the first letter, what is written, the colour.
fn pieces(text: &TextShape) -> Vec<(Pos2, String, Color32)> {
    let mut pieces: Vec<(Pos2, String, Color32)> = Vec::new();
    for row in &text.galley.rows {
        let mut last = None;
        for glyph in row.row.glyphs.iter().filter(|glyph| !glyph.chr.is_whitespace()) {
            let Some(vertex) = row.row.visuals.mesh.vertices.get(glyph.first_vertex as usize) else { continue };
            let own = if vertex.color == Color32::PLACEHOLDER { text.fallback_color } else { vertex.color };
            let ink = text.override_text_color.unwrap_or(own).gamma_multiply(text.opacity_factor);
            if last != Some(ink) {
                // Glyphs stand on their baseline.
                let middle = glyph.pos.to_vec2() + vec2(0.5 * glyph.advance_width, -0.25 * glyph.font_ascent);
                pieces.push((text.pos + row.pos.to_vec2() + middle, String::new(), ink));
                last = Some(ink);
            }
            if let Some((_, word, _)) = pieces.last_mut() {
                word.push(glyph.chr);
            }
        }
    }
    pieces
}

/// Lays what a shape has at a place over the ground.
fn paint(shape: &Shape, place: Pos2, ground: &mut Rgb) {
    let fill = match shape {
        Shape::Rect(rect) if rect.rect.contains(place) => rect.fill,
        Shape::Circle(circle) if circle.center.distance(place) <= circle.radius => circle.fill,
        Shape::Path(path) if is_inside(&path.points, place) => path.fill,
        Shape::Mesh(mesh) => {
            let corner = |at: usize| &mesh.vertices[mesh.indices[at] as usize];
            let around = |first: &usize| is_inside(&[corner(*first).pos, corner(first + 1).pos, corner(first + 2).pos], place);
            match (0..mesh.indices.len()).step_by(3).find(around) {
                Some(first) => corner(first).color,
                None => return,
            }
        }
        _ => return,
    };
    let rest = 1.0 - f32::from(fill.a()) / 255.0;
    for (ground, fill) in ground.iter_mut().zip(rgb(fill)) {
        *ground = fill + rest * *ground;
    }
}

/// Whether a place lies inside of a polygon: a line to the right crosses its edge an odd number of times.
fn is_inside(corners: &[Pos2], place: Pos2) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crosses =
        |(a, b): &(&Pos2, &Pos2)| (a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x);
    Rect::from_points(corners).contains(place) && corners.iter().zip(next).filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{RichText, Ui};
    use egui_kittest::Harness;

    use super::*;

    #[test]
    fn a_text_is_seen_on_what_was_painted_there_last() {
        let app = |ui: &mut Ui| {
            let place = ui.max_rect();
            ui.painter().rect_filled(place, 0, Color32::BLACK);
            ui.painter().rect_filled(place, 0, Color32::from_rgb(0, 0, 255));
            ui.label(RichText::new("pale words").color(Color32::from_rgb(0, 10, 255)));
        };
        let mut harness = Harness::builder().with_size(vec2(200.0, 100.0)).build_ui(app);
        harness.run_steps(2);
        let seen = seen_texts(harness.output());
        let pale = seen.iter().find(|seen| seen.text == "palewords").expect("it is drawn");
        assert_eq!((pale.ink, pale.ground), (Color32::from_rgb(0, 10, 255), [0.0, 0.0, 1.0]));
        assert!(pale.contrast < 1.2, "{pale:?}");
    }
}
