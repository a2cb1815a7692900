//! Several points beside one another: small pictures of those that were chosen above the heap over time, or what is looked at from the
//! begin of the run to its end.

use std::collections::HashMap;

use analysis::NodeIndex;
use bevy_egui::egui::{Align, Color32, Layout, Pos2, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, pos2, vec2};

use super::picture::{Motion, Seen, label_of, picture_ui};
use super::tip::tip;
use crate::answers::axes::ValueAxis;
use crate::answers::charts::Unit;
use crate::answers::tree_views::{TreeAsk, TreeScope, TreeViews};
use crate::base::words;
use crate::view::command::CityCommand;
use crate::view::trees::TreesView;
use crate::window::ui::drawer::view::DrawerView;
use crate::window::ui::theme::{GAP, Palette, TEXT_SMALL};
use crate::window::ui::time_chart::{Drawn, Scale, Series, TimeChart};

/// So much of the height is the chart, and at least so many logical pixels.
const CHART_SHARE: f32 = 0.42;
const CHART: f32 = 84.0;
/// Height of what is written below a small picture.
const CAPTION: f32 = 16.0;
/// Sides of pictures side by side, at least and at most.
const LEAST_CELL: f32 = 130.0;
const LARGEST_CELL: f32 = 260.0;
/// So many points are beside one another at most.
const MOST_CELLS: usize = 24;

/// What small pictures are drawn from, and what they have of the frame before.
pub(super) struct Points<'a> {
    pub(super) view: &'a DrawerView<'a>,
    pub(super) views: &'a TreeViews,
    pub(super) root: usize,
    pub(super) seen: Seen<'a>,
    /// By point.
    pub(super) motions: &'a mut HashMap<usize, Motion>,
    pub(super) commands: &'a mut Vec<CityCommand>,
}

impl Points<'_> {
    fn wanted(&self) -> &TreesView {
        &self.view.view.trees
    }

    /// Small pictures of the chosen points and of the one shown, and below them the heap over time, where points are chosen by a click.
    pub(super) fn timeline_ui(mut self, ui: &mut Ui, size: Vec2) -> Option<usize> {
        let shown = self.view.time().shown;
        let mut points = self.wanted().chosen.clone();
        points.insert(shown);
        points.retain(|&point| point < self.views.evolution.points.len());
        let chart_height = (CHART_SHARE * size.y).max(CHART).min(0.7 * size.y);
        let room = vec2(size.x, size.y - chart_height - GAP);
        let side = (room.y - CAPTION).min((room.x - GAP * (points.len() - 1) as f32) / points.len() as f32).max(24.0);
        let mut pointed = None;
        let mut feet = Vec::with_capacity(points.len());
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Max), |ui| {
                // The chart stays where it is, however many pictures there are.
                ui.set_min_height(room.y);
                ui.spacing_mut().item_spacing.x = GAP;
                let (form, scope) = self.wanted().small;
                for &point in &points {
                    let ask = TreeAsk { form, scope, point, root: self.root, size: square(side), is_scaled: true };
                    pointed = self.small_ui(ui, &ask, point == shown).or(pointed);
                    feet.push((point, pos2(ui.cursor().left() - GAP - 0.5 * side, ui.max_rect().bottom())));
                }
            });
            ui.add_space(GAP);
            self.chart_ui(ui, vec2(size.x, chart_height), &feet);
        });
        pointed
    }

    /// What is looked at at up to so many points, all on one scale.
    pub(super) fn multiples_ui(mut self, ui: &mut Ui, size: Vec2) -> Option<usize> {
        let points = spread(self.views.points.points().collect(), MOST_CELLS);
        let shown = self.view.time().shown;
        let side = side_of_cells(size, points.len());
        let columns = (((size.x + GAP) / (side + GAP)).floor().max(1.0)) as usize;
        let (form, scope) = (self.wanted().form, TreeScope::Local);
        let mut pointed = None;
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical().id_salt("points beside one another").auto_shrink(false).show(ui, |ui| {
                for row in points.chunks(columns) {
                    ui.horizontal_top(|ui| {
                        ui.spacing_mut().item_spacing.x = GAP;
                        for &point in row {
                            let ask = TreeAsk { form, scope, point, root: self.root, size: square(side), is_scaled: true };
                            pointed = self.small_ui(ui, &ask, point == shown).or(pointed);
                        }
                    });
                }
            });
        });
        pointed
    }

    /// A picture with its point below; a click goes to that.
    fn small_ui(&mut self, ui: &mut Ui, ask: &TreeAsk, is_shown: bool) -> Option<usize> {
        let palette = Palette::of_ui(ui);
        let width = ask.size.0 as f32;
        ui.allocate_ui_with_layout(vec2(width, ask.size.1 as f32 + CAPTION), Layout::top_down(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let motion = self.motions.entry(ask.point).or_default();
            let label = format!("{} at point {}", label_of(self.views, ask), ask.point + 1);
            let picture = picture_ui(ui, self.views, ask, &label, &self.seen, motion);
            let held = words::bare(self.views.metric, self.views.values(ask.point)[if ask.is_global() { 0 } else { self.root }]);
            let number = format!("{}", ask.point + 1);
            let text = if width >= LEAST_CELL { format!("point {number} · {held}") } else { number };
            let text = RichText::new(text).size(TEXT_SMALL);
            ui.label(if is_shown { text.strong() } else { text.color(palette.text_weak) });
            let (point, node) = picture.under?;
            picture.response.clone().on_hover_text_at_pointer(tip(self.views, node, point));
            if picture.response.clicked() {
                self.commands.push(CityCommand::GoTo(ask.point));
            }
            Some(node)
        })
        .inner
    }

    /// The heap over time, with a line from each point to its picture.
    fn chart_ui(&mut self, ui: &mut Ui, size: Vec2, feet: &[(usize, Pos2)]) {
        let palette = Palette::of_ui(ui);
        let totals = self.views.evolution.series(self.views.metric, NodeIndex::ROOT);
        let drawn = Drawn::Area { until_shown: 0.35, after: 0.2 };
        let name = words::metric_name(self.views.metric);
        let heap = Series { name, values: &totals, known: None, smoothed: (0, &[]), color: palette.heap, drawn };
        let chart = TimeChart {
            label: "Points with a picture",
            time: self.view.time(),
            own_points: None,
            series: &[heap],
            unit: Unit::Of(self.views.metric),
            scale: Scale::Grid { logarithmic: false },
            most: None,
            usage: "A click shows its picture above, another one takes it away",
        };
        let pointed = chart.show(ui, size, Sense::click());
        let most = totals.iter().copied().max().unwrap_or(0) as f64;
        let values = ValueAxis { y: pointed.area.y_range().into(), most, logarithmic: false };
        for &(point, foot) in feet {
            let at = pos2(pointed.times.x(point), values.y(totals[point] as f64));
            let (width, color) = if point == self.view.time().shown { (2.0, palette.text) } else { (1.0, palette.text_weak) };
            connector(ui, foot, at, Stroke::new(width, color), color);
        }
        if pointed.response.clicked()
            && let Some(at) = pointed.response.interact_pointer_pos()
            && let Some(point) = pointed.times.nearest(at.x)
        {
            self.commands.push(CityCommand::Trees(Box::new(self.wanted().with_point_toggled(point)), None));
        }
    }
}

/// From a picture down to its point.
fn connector(ui: &Ui, from: Pos2, to: Pos2, stroke: Stroke, color: Color32) {
    let painter = ui.painter();
    painter.line_segment([from, to], stroke);
    painter.circle_filled(to, 3.5, color);
}

fn square(side: f32) -> (f64, f64) {
    (f64::from(side), f64::from(side))
}

/// The largest side with which so many squares have room, or else the least one, and the others are below.
fn side_of_cells(size: Vec2, cells: usize) -> f32 {
    let fits = |side: f32| {
        let columns = ((size.x + GAP) / (side + GAP)).floor();
        let rows = ((size.y + GAP) / (side + CAPTION + GAP)).floor();
        columns * rows >= cells as f32
    };
    let sides = (LEAST_CELL as u32..=LARGEST_CELL as u32).rev().map(|side| side as f32);
    sides.into_iter().find(|&side| fits(side)).unwrap_or(LEAST_CELL)
}

/// At most so many of them, as far apart as can be, with both ends.
fn spread(points: Vec<usize>, most: usize) -> Vec<usize> {
    let count = points.len();
    if count <= most {
        return points;
    }
    (0..most).map(|at| points[at * (count - 1) / (most - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_spread_from_end_to_end() {
        assert_eq!(spread((0..5).collect(), 9), [0, 1, 2, 3, 4]);
        assert_eq!(spread((10..110).collect(), 4), [10, 43, 76, 109]);
    }

    #[test]
    fn cells_are_as_large_as_has_room() {
        let side = side_of_cells(vec2(800.0, 300.0), 8);
        assert!(side >= LEAST_CELL && 4.0 * side + 3.0 * GAP <= 800.0);
        assert!(side_of_cells(vec2(1200.0, 300.0), 3) > 250.0);
        assert!((side_of_cells(vec2(300.0, 100.0), 24) - LEAST_CELL).abs() < f32::EPSILON, "the others are below");
    }
}
