//! Lines over time: values and what they are smoothed to, with the numbers of the point under the pointer.

use analysis::{NodeIndex, PointInfo};
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::base::words;
use crate::view::command::CityCommand;
use crate::window::ui::theme::{Palette, TEXT_SMALL};
use crate::window::ui::widgets::{note, select_order};

/// Room for the numbers at the left.
const LEFT: f32 = 66.0;
/// Room for the numbers below.
const BELOW: f32 = 18.0;
/// How near to a line the pointer is on it, in logical pixels.
const NEAR: f32 = 7.0;
/// Lines of the grid.
const GRID: usize = 4;
/// Height of a line of the numbers under the pointer.
const LINE: f32 = 17.0;
/// Length of the dashes of smoothed lines, and of the gaps.
const DASH: f32 = 4.0;

/// One line.
pub(super) struct ChartLine<'a> {
    pub(super) node: NodeIndex,
    pub(super) name: &'a str,
    /// Bytes at every point.
    pub(super) values: &'a [u64],
    /// The same smoothed; empty if that is not to be drawn.
    pub(super) smoothed: &'a [f64],
    pub(super) color: Color32,
    pub(super) selected: bool,
}

/// What is drawn.
pub(super) struct Chart<'a> {
    pub(super) lines: &'a [ChartLine<'a>],
    pub(super) points: &'a [PointInfo],
    /// The point that the city shows.
    pub(super) shown: usize,
    pub(super) logarithmic: bool,
}

/// Where values and points lie on the screen.
struct Scale {
    area: Rect,
    last: usize,
    most: f64,
    logarithmic: bool,
}

impl Scale {
    fn x(&self, point: usize) -> f32 {
        self.area.left() + self.area.width() * point as f32 / self.last.max(1) as f32
    }

    /// Values below one byte have no logarithm and lie on the axis.
    fn y(&self, value: f64) -> f32 {
        let share = if self.logarithmic { value.max(1.0).ln() / self.most.max(2.0).ln() } else { value / self.most.max(1.0) };
        self.area.bottom() - self.area.height() * share.clamp(0.0, 1.0) as f32
    }

    /// The point nearest to a place.
    fn point_at(&self, x: f32) -> usize {
        let share = (x - self.area.left()) / self.area.width().max(1.0);
        (share.clamp(0.0, 1.0) * self.last as f32).round() as usize
    }

    /// The values at which the grid has lines.
    fn grid(&self) -> Vec<f64> {
        if self.logarithmic {
            let decades = (0..19).map(|power| 10_f64.powi(power)).take_while(|&value| value <= self.most.max(2.0));
            return decades.collect();
        }
        (0..=GRID).map(|line| self.most * line as f64 / GRID as f64).collect()
    }
}

/// Draws the chart in all the room there is: a click on a line selects its group, elsewhere it goes to the point.
pub(super) fn chart_ui(ui: &mut Ui, chart: &Chart<'_>, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    if chart.lines.is_empty() {
        note(ui, "Check a group to draw its line.");
        return;
    }
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Lines over time"));
    let most = chart.lines.iter().flat_map(|line| line.values).copied().max().unwrap_or(0).max(1);
    let area = Rect::from_min_max(rect.min + vec2(LEFT, 10.0), rect.max - vec2(12.0, BELOW));
    let scale = Scale { area, last: chart.points.len().saturating_sub(1), most: most as f64, logarithmic: chart.logarithmic };
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4, palette.card);
    let font = FontId::proportional(TEXT_SMALL);
    for value in scale.grid() {
        let y = scale.y(value);
        painter.line_segment([pos2(area.left(), y), pos2(area.right(), y)], Stroke::new(1.0, palette.line));
        painter.text(pos2(area.left() - 6.0, y), Align2::RIGHT_CENTER, words::bytes(value as u64), font.clone(), palette.text_weak);
    }
    for (point, align) in [(0, Align2::LEFT_TOP), (scale.last, Align2::RIGHT_TOP)] {
        let text = format!("point {}", point + 1);
        painter.text(pos2(scale.x(point), area.bottom() + 3.0), align, text, font.clone(), palette.text_weak);
    }
    upright(&painter, &scale, chart.shown, palette.text_weak);
    let pointer = response.hover_pos();
    let hit = pointer.and_then(|at| line_at(&scale, chart.lines, at));
    for (at, line) in chart.lines.iter().enumerate() {
        let width = if line.selected || hit == Some(at) { 3.0 } else { 1.6 };
        let places: Vec<Pos2> = line.values.iter().enumerate().map(|(point, &value)| pos2(scale.x(point), scale.y(value as f64))).collect();
        let smooth: Vec<Pos2> = line.smoothed.iter().enumerate().map(|(point, &value)| pos2(scale.x(point), scale.y(value))).collect();
        painter.extend(Shape::dashed_line(&smooth, Stroke::new(1.0, line.color.gamma_multiply(0.8)), DASH, DASH));
        for &place in places.iter().filter(|_| places.len() <= 40) {
            painter.circle_filled(place, width + 0.6, line.color);
        }
        painter.add(Shape::line(places, Stroke::new(width, line.color)));
    }
    if let Some(pointer) = pointer {
        let point = scale.point_at(pointer.x);
        upright(&painter, &scale, point, palette.text);
        if response.clicked() {
            commands.push(match hit {
                Some(line) => select_order(ui, chart.lines[line].node),
                None => CityCommand::GoTo(point),
            });
        }
        response.on_hover_ui_at_pointer(|ui| values_ui(ui, chart, point, hit));
    }
}

fn upright(painter: &egui::Painter, scale: &Scale, point: usize, color: Color32) {
    let x = scale.x(point);
    painter.line_segment([pos2(x, scale.area.top()), pos2(x, scale.area.bottom())], Stroke::new(1.0, color));
}

/// The line under the pointer, the nearest of several.
fn line_at(scale: &Scale, lines: &[ChartLine<'_>], pointer: Pos2) -> Option<usize> {
    let distance = |line: &ChartLine<'_>| {
        let place = |(point, &value): (usize, &u64)| pos2(scale.x(point), scale.y(value as f64));
        let places: Vec<Pos2> = line.values.iter().enumerate().map(place).collect();
        let pieces = places.windows(2).map(|pair| distance_to_segment(pointer, pair[0], pair[1]));
        pieces.min_by(f32::total_cmp).unwrap_or(f32::INFINITY)
    };
    let near = lines.iter().map(distance).enumerate().filter(|(_, distance)| *distance <= NEAR);
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
}

fn distance_to_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let way = b - a;
    let along = ((p - a).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
    (p - (a + along * way)).length()
}

/// The numbers of one point, the largest first.
fn values_ui(ui: &mut Ui, chart: &Chart<'_>, point: usize, hit: Option<usize>) {
    let palette = Palette::of_ui(ui);
    let time = chart.points.get(point).map(words::point_time).unwrap_or_default();
    ui.label(RichText::new(format!("Point {}, {time}", point + 1)).strong());
    ui.spacing_mut().interact_size.y = LINE;
    let mut order: Vec<usize> = (0..chart.lines.len()).collect();
    order.sort_by_key(|&line| std::cmp::Reverse(chart.lines[line].values.get(point).copied()));
    for at in order {
        let line = &chart.lines[at];
        let value = words::bytes(line.values.get(point).copied().unwrap_or(0));
        let smoothed =
            line.smoothed.get(point).map(|&value| format!(", smoothed {}", words::bytes(value.round() as u64))).unwrap_or_default();
        ui.horizontal(|ui| {
            let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            ui.painter().rect_filled(place, 2, line.color);
            let text = RichText::new(format!("{} {value}{smoothed}", words::simple_name(line.name)));
            ui.label(if hit == Some(at) { text.strong().color(palette.text) } else { text });
        });
    }
    ui.label(RichText::new("Click a line to select its group, elsewhere to go to the point").size(TEXT_SMALL).color(palette.text_weak));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(most: f64, logarithmic: bool) -> Scale {
        Scale { area: Rect::from_min_size(pos2(10.0, 10.0), vec2(100.0, 200.0)), last: 10, most, logarithmic }
    }

    #[test]
    fn values_lie_where_the_scale_says() {
        let linear = scale(1000.0, false);
        assert_eq!((linear.y(0.0), linear.y(250.0), linear.y(1000.0)), (210.0, 160.0, 10.0));
        let logarithmic = scale(10_000.0, true);
        for (value, y) in [(0.0, 210.0), (1.0, 210.0), (10.0, 160.0), (100.0, 110.0), (10_000.0, 10.0)] {
            assert!((logarithmic.y(value) - y).abs() < 1e-3, "{value} lies at {}", logarithmic.y(value));
        }
        assert_eq!(logarithmic.grid(), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!((linear.point_at(0.0), linear.point_at(64.0), linear.point_at(999.0)), (0, 5, 10));
    }

    #[test]
    fn the_nearest_line_is_the_one_under_the_pointer() {
        let scale = scale(100.0, false);
        let line = |values| ChartLine { node: NodeIndex(1), name: "A", values, smoothed: &[], color: Color32::RED, selected: false };
        let (low, high) = ([0_u64; 11], [50_u64; 11]);
        let lines = [line(&low[..]), line(&high[..])];
        assert_eq!(line_at(&scale, &lines, pos2(50.0, 112.0)), Some(1));
        assert_eq!(line_at(&scale, &lines, pos2(50.0, 209.0)), Some(0));
        assert_eq!(line_at(&scale, &lines, pos2(50.0, 160.0)), None);
    }
}
