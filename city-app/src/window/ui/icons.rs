//! Icons, drawn as lines and shapes in a unit square, so that one set is crisp at every display scale and needs no
//! font. Each goes with a text for the tooltip and for screen readers.

use bevy_egui::egui::{self, Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType, vec2};

use super::theme::{MIN_TARGET, Palette, RADIUS};

/// What an icon shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Icon {
    Search,
    Sliders,
    Question,
    First,
    Previous,
    Play,
    Pause,
    Next,
    Last,
    Loop,
    List,
    Info,
    Chart,
    Close,
    Warning,
    Target,
    Undo,
    Redo,
    Folder,
    Pulse,
    Home,
    Moon,
    Sun,
    Fold,
    Chain,
    Up,
    Camera,
    Table,
    Grow,
    Shrink,
    Save,
    Bulb,
}

/// Draws an icon into a square.
pub(crate) fn paint(painter: &egui::Painter, rect: Rect, icon: Icon, color: Color32) {
    let side = rect.width().min(rect.height());
    let origin = rect.center() - Vec2::splat(0.5 * side);
    let p = |x: f32, y: f32| origin + vec2(x, y) * side;
    let stroke = Stroke::new((0.1 * side).max(1.2), color);
    let line = |points: &[(f32, f32)]| {
        painter.add(Shape::line(points.iter().map(|&(x, y)| p(x, y)).collect(), stroke));
    };
    let filled = |points: &[(f32, f32)]| {
        painter.add(Shape::convex_polygon(points.iter().map(|&(x, y)| p(x, y)).collect(), color, Stroke::NONE));
    };
    let ring = |x: f32, y: f32, r: f32| {
        painter.circle_stroke(p(x, y), r * side, stroke);
    };
    let dot = |x: f32, y: f32, r: f32| {
        painter.circle_filled(p(x, y), r * side, color);
    };
    let arc = |x: f32, y: f32, r: f32, from: f32, to: f32| {
        let points: Vec<Pos2> = (0..=16)
            .map(|k| {
                let angle = (from + (to - from) * k as f32 / 16.0) * std::f32::consts::TAU;
                p(x + r * angle.cos(), y + r * angle.sin())
            })
            .collect();
        painter.add(Shape::line(points, stroke));
    };
    match icon {
        Icon::Bulb => {
            arc(0.5, 0.4, 0.3, 0.38, 1.12);
            line(&[(0.3, 0.62), (0.36, 0.72), (0.64, 0.72), (0.7, 0.62)]);
            line(&[(0.4, 0.88), (0.6, 0.88)]);
        }
        Icon::Search => {
            ring(0.42, 0.42, 0.27);
            line(&[(0.62, 0.62), (0.88, 0.88)]);
        }
        Icon::Sliders => {
            for (y, x) in [(0.24, 0.65), (0.5, 0.32), (0.76, 0.58)] {
                line(&[(0.1, y), (0.9, y)]);
                dot(x, y, 0.11);
            }
        }
        Icon::Question => {
            arc(0.5, 0.34, 0.2, 0.5, 1.1);
            line(&[(0.66, 0.46), (0.5, 0.56), (0.5, 0.66)]);
            dot(0.5, 0.84, 0.07);
        }
        Icon::First => {
            line(&[(0.2, 0.2), (0.2, 0.8)]);
            filled(&[(0.82, 0.18), (0.82, 0.82), (0.32, 0.5)]);
        }
        Icon::Previous => filled(&[(0.72, 0.18), (0.72, 0.82), (0.22, 0.5)]),
        Icon::Play => filled(&[(0.26, 0.14), (0.86, 0.5), (0.26, 0.86)]),
        Icon::Pause => {
            filled(&[(0.22, 0.16), (0.42, 0.16), (0.42, 0.84), (0.22, 0.84)]);
            filled(&[(0.58, 0.16), (0.78, 0.16), (0.78, 0.84), (0.58, 0.84)]);
        }
        Icon::Next => filled(&[(0.28, 0.18), (0.78, 0.5), (0.28, 0.82)]),
        Icon::Last => {
            filled(&[(0.18, 0.18), (0.68, 0.5), (0.18, 0.82)]);
            line(&[(0.8, 0.2), (0.8, 0.8)]);
        }
        Icon::Loop => {
            arc(0.5, 0.5, 0.32, 0.08, 0.86);
            filled(&[(0.62, 0.3), (0.92, 0.3), (0.82, 0.08)]);
        }
        Icon::List => {
            for y in [0.25, 0.5, 0.75] {
                dot(0.16, y, 0.06);
                line(&[(0.32, y), (0.9, y)]);
            }
        }
        Icon::Info => {
            ring(0.5, 0.5, 0.4);
            dot(0.5, 0.3, 0.06);
            line(&[(0.5, 0.45), (0.5, 0.72)]);
        }
        Icon::Chart => {
            line(&[(0.1, 0.1), (0.1, 0.9), (0.92, 0.9)]);
            line(&[(0.22, 0.7), (0.42, 0.45), (0.58, 0.58), (0.88, 0.2)]);
        }
        Icon::Table => {
            line(&[(0.1, 0.16), (0.9, 0.16), (0.9, 0.84), (0.1, 0.84), (0.1, 0.16)]);
            line(&[(0.1, 0.4), (0.9, 0.4)]);
            line(&[(0.1, 0.62), (0.9, 0.62)]);
            line(&[(0.4, 0.4), (0.4, 0.84)]);
        }
        Icon::Grow => {
            line(&[(0.5, 0.12), (0.88, 0.12), (0.88, 0.5)]);
            line(&[(0.88, 0.12), (0.12, 0.88)]);
            line(&[(0.12, 0.5), (0.12, 0.88), (0.5, 0.88)]);
        }
        Icon::Shrink => {
            line(&[(0.52, 0.14), (0.52, 0.48), (0.86, 0.48)]);
            line(&[(0.52, 0.48), (0.9, 0.1)]);
            line(&[(0.14, 0.52), (0.48, 0.52), (0.48, 0.86)]);
            line(&[(0.48, 0.52), (0.1, 0.9)]);
        }
        Icon::Close => {
            line(&[(0.22, 0.22), (0.78, 0.78)]);
            line(&[(0.78, 0.22), (0.22, 0.78)]);
        }
        Icon::Warning => {
            line(&[(0.5, 0.12), (0.92, 0.86), (0.08, 0.86), (0.5, 0.12)]);
            line(&[(0.5, 0.4), (0.5, 0.62)]);
            dot(0.5, 0.75, 0.055);
        }
        Icon::Target => {
            ring(0.5, 0.5, 0.28);
            dot(0.5, 0.5, 0.08);
            for (a, b) in [((0.5, 0.04), (0.5, 0.22)), ((0.5, 0.78), (0.5, 0.96)), ((0.04, 0.5), (0.22, 0.5)), ((0.78, 0.5), (0.96, 0.5))] {
                line(&[a, b]);
            }
        }
        Icon::Undo => {
            arc(0.54, 0.56, 0.28, 0.6, 1.2);
            filled(&[(0.12, 0.46), (0.46, 0.46), (0.26, 0.16)]);
        }
        Icon::Redo => {
            arc(0.46, 0.56, 0.28, 0.9, 0.3);
            filled(&[(0.88, 0.46), (0.54, 0.46), (0.74, 0.16)]);
        }
        Icon::Camera => {
            line(&[(0.06, 0.3), (0.3, 0.3), (0.38, 0.16), (0.62, 0.16), (0.7, 0.3), (0.94, 0.3), (0.94, 0.82), (0.06, 0.82), (0.06, 0.3)]);
            ring(0.5, 0.55, 0.16);
        }
        Icon::Folder => line(&[(0.08, 0.8), (0.08, 0.22), (0.38, 0.22), (0.48, 0.34), (0.92, 0.34), (0.92, 0.8), (0.08, 0.8)]),
        Icon::Pulse => line(&[(0.04, 0.55), (0.28, 0.55), (0.4, 0.2), (0.58, 0.85), (0.7, 0.55), (0.96, 0.55)]),
        Icon::Home => {
            line(&[(0.06, 0.52), (0.5, 0.12), (0.94, 0.52)]);
            line(&[(0.2, 0.44), (0.2, 0.88), (0.8, 0.88), (0.8, 0.44)]);
        }
        Icon::Moon => {
            arc(0.5, 0.5, 0.36, 0.0, 0.75);
            arc(0.68, 0.32, 0.37, 0.06, 0.69);
        }
        Icon::Sun => {
            ring(0.5, 0.5, 0.19);
            for k in 0..8 {
                let (sin, cos) = (std::f32::consts::TAU * k as f32 / 8.0).sin_cos();
                line(&[(0.5 + 0.32 * cos, 0.5 + 0.32 * sin), (0.5 + 0.45 * cos, 0.5 + 0.45 * sin)]);
            }
        }
        Icon::Fold => {
            line(&[(0.42, 0.22), (0.18, 0.5), (0.42, 0.78)]);
            line(&[(0.76, 0.22), (0.52, 0.5), (0.76, 0.78)]);
        }
        Icon::Chain => {
            dot(0.16, 0.5, 0.12);
            dot(0.84, 0.5, 0.12);
            ring(0.5, 0.5, 0.12);
            line(&[(0.26, 0.5), (0.38, 0.5)]);
            line(&[(0.62, 0.5), (0.74, 0.5)]);
        }
        Icon::Save => {
            line(&[(0.5, 0.1), (0.5, 0.6)]);
            line(&[(0.28, 0.38), (0.5, 0.6), (0.72, 0.38)]);
            line(&[(0.12, 0.62), (0.12, 0.88), (0.88, 0.88), (0.88, 0.62)]);
        }
        Icon::Up => {
            line(&[(0.5, 0.86), (0.5, 0.16)]);
            line(&[(0.22, 0.44), (0.5, 0.16), (0.78, 0.44)]);
        }
    }
}

/// A square button with an icon. `text` is its name for screen readers and its tooltip, `key` the key that does the same.
pub(crate) fn icon_button(ui: &mut Ui, icon: Icon, text: &str, key: &str, on: bool) -> Response {
    icon_button_sized(ui, icon, text, key, on, MIN_TARGET)
}

/// The same in another size.
pub(crate) fn icon_button_sized(ui: &mut Ui, icon: Icon, text: &str, key: &str, on: bool, size: Vec2) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, on, text));
    if ui.is_rect_visible(rect) {
        let palette = Palette::of_ui(ui);
        let visuals = ui.style().interact_selectable(&response, on);
        if on || response.hovered() || response.has_focus() {
            let fill = if on { palette.selection_fill } else { visuals.weak_bg_fill };
            ui.painter().rect_filled(rect, RADIUS, fill);
        }
        let inner = Rect::from_center_size(rect.center(), Vec2::splat(0.58 * rect.height().min(rect.width())));
        let color = if enabled { palette.text } else { palette.text_weak.gamma_multiply(0.5) };
        paint(ui.painter(), inner, icon, color);
    }
    let tip = if key.is_empty() { text.to_owned() } else { format!("{text}  ({key})") };
    response.on_hover_text(tip)
}

/// An icon in running text: takes the height of a line.
pub(crate) fn icon_label(ui: &mut Ui, icon: Icon, color: Color32) {
    let side = ui.text_style_height(&egui::TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    paint(ui.painter(), rect.shrink(0.08 * side), icon, color);
}
