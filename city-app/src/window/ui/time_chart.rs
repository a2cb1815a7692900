//! Series over time: one axis of time, lines at the times of their points, the numbers of the point under the pointer.
//!
//! Where things lie is pure ([`geometry`]); this file paints. A [`TimeChart`] has axes and is pointed at, a [`sparkline`] is
//! the same in small.

pub(crate) mod brush;
pub(crate) mod geometry;

use analysis::PointInfo;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Response, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::theme::{Palette, TEXT_SMALL, tint};
use super::widgets::color_key;
use crate::answers::axes::{TimeAxis, ValueAxis, known_runs, thinned};
use crate::answers::charts::Unit;
use crate::answers::windows::RunParts;
use crate::base::names::Namesakes;
use crate::base::words;
use crate::data::point_range::{PointRange, SeenTime};
use geometry::{nearest_line, without_overlaps, y_at};

/// Room for the numbers at the left.
const LEFT: f32 = 66.0;
/// Between an edge and what is drawn.
const MARGIN: f32 = 8.0;
/// Below the lines, for the marks of points and for times.
const BELOW: f32 = 23.0;
/// Length of the mark of a point, and of the one that is shown or pointed at.
const MARK: f32 = 4.0;
const STRONG_MARK: f32 = 7.0;
/// Marks nearer to one another are one.
const MARKS_APART: f32 = 2.0;
/// Between two times at the axis, from middle to middle, and between their texts.
const TICKS_APART: f32 = 84.0;
const TEXTS_APART: f32 = 12.0;
/// How near to a line the pointer is on it, in logical pixels.
const NEAR: f32 = 7.0;
/// Lines of the grid above 0.
const GRID: usize = 4;
/// Height of a line of the numbers under the pointer.
const LINE: f32 = 17.0;
/// Length of the dashes of smoothed lines, and of the gaps.
const DASH: f32 = 4.0;
/// Of a line that lies on another one.
const LONG_DASH: f32 = 12.0;
/// Height of what the edges of a selection are held by.
const GRIP: f32 = 18.0;
/// Between the lines below what is worth a look.
const PARTS_APART: f32 = 4.0;
/// Points of more than so many have no dots.
const MOST_DOTS: usize = 40;
/// Half the width of the column of a run, at most.
const COLUMN: f32 = 24.0;

/// One series.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Series<'a> {
    pub(crate) name: &'a str,
    /// At every point.
    pub(crate) values: &'a [u64],
    /// For each point whether the value is known there; `None` where all are.
    pub(crate) known: Option<&'a [bool]>,
    /// The same smoothed, from a point on; empty if that is not to be drawn.
    pub(crate) smoothed: (usize, &'a [f64]),
    pub(crate) color: Color32,
    pub(crate) drawn: Drawn<'a>,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Drawn<'a> {
    /// As a line with dots, thick if it is selected.
    Line { selected: bool },
    /// With the area below it: how much of its color that has up to the point shown and after it.
    Area { until_shown: f32, after: f32 },
    /// As a part of a whole: from one edge to another at every point, stronger if it is selected.
    Band { lower: &'a [u64], upper: &'a [u64], selected: bool },
}

impl Series<'_> {
    fn is_known(&self, point: usize) -> bool {
        point < self.values.len() && self.known.is_none_or(|known| known.get(point) == Some(&true))
    }

    /// What is drawn at the points that are known: values, or the upper edge of a band.
    fn places(&self) -> impl Iterator<Item = (usize, f64)> + use<'_> {
        let values = if let Drawn::Band { upper, .. } = self.drawn { upper } else { self.values };
        (0..values.len()).filter(|&point| self.is_known(point)).map(|point| (point, values[point] as f64))
    }

    /// The value at a point in words.
    fn text(&self, unit: Unit, point: usize) -> String {
        value_text(unit, self.values.get(point).copied(), self.is_known(point))
    }
}

/// A value in words; empty if there is none.
pub(crate) fn value_text(unit: Unit, value: Option<u64>, is_known: bool) -> String {
    match (value, unit) {
        (Some(value), _) if is_known => unit.text(value),
        (Some(_), Unit::Of(metric)) => format!("{} not known yet", words::metric_name(metric).to_lowercase()),
        (Some(_), _) => "not known".to_owned(),
        (None, _) => String::new(),
    }
}

/// The time of a run, which all its charts show alike.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunTime<'a> {
    pub(crate) points: &'a [PointInfo],
    /// The point that the city shows.
    pub(crate) shown: usize,
    /// The points that are selected, if not all are.
    pub(crate) range: Option<PointRange>,
    /// The stretch of time that is seen, if not all is.
    pub(crate) seen: Option<SeenTime>,
    /// Its start, and what is worth a look.
    pub(crate) parts: &'a RunParts,
}

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeChart<'a> {
    /// What it is called where it is not seen.
    pub(crate) label: &'a str,
    pub(crate) time: RunTime<'a>,
    /// The points of the series, in order of time, where they are not those of the run.
    pub(crate) own_points: Option<&'a [PointInfo]>,
    /// From behind to the front.
    pub(crate) series: &'a [Series<'a>],
    /// What the values count.
    pub(crate) unit: Unit,
    pub(crate) scale: Scale,
    /// The largest value of the axis, where that is not the one of the series: for charts on one scale.
    pub(crate) most: Option<u64>,
    /// What a click does, told below the numbers of a point; empty if that is clear.
    pub(crate) usage: &'a str,
}

/// How the value axis is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// By a grid with numbers at the left.
    Grid { logarithmic: bool },
    /// By the largest value, in the corner: for low charts.
    Corner,
}

/// What the pointer is at.
#[derive(Debug)]
pub(crate) struct Pointed {
    pub(crate) response: Response,
    /// The axis, for whoever drags along it.
    pub(crate) times: TimeAxis,
    /// Where the lines are; the times stand below.
    pub(crate) area: Rect,
    /// The line, if it is on one.
    pub(crate) line: Option<usize>,
}

/// Which points the pointer is at.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PointedPlace {
    /// The one of the series.
    at: usize,
    /// The one of the run.
    of_run: usize,
}

impl PointedPlace {
    fn of(chart: &TimeChart<'_>, times: &TimeAxis, x: f32) -> Option<Self> {
        let of_run = times.nearest(x)?;
        let Some(own) = chart.own_points else { return Some(Self { at: of_run, of_run }) };
        let place = |at: usize| times.x_of(own[at].time_millis);
        let after = own.partition_point(|point| times.x_of(point.time_millis) < x);
        let nearest = [after.checked_sub(1), (after < own.len()).then_some(after)].into_iter().flatten();
        let at = nearest.min_by(|&a, &b| (place(a) - x).abs().total_cmp(&(place(b) - x).abs()))?;
        Some(Self { at, of_run })
    }
}

impl TimeChart<'_> {
    /// Draws it in this size.
    pub(crate) fn show(&self, ui: &mut Ui, size: egui::Vec2, sense: Sense) -> Pointed {
        let (rect, response) = ui.allocate_exact_size(size, sense);
        response.widget_info(|| {
            let slides = sense.senses_drag();
            let mut info = WidgetInfo::labeled(if slides { WidgetType::Slider } else { WidgetType::Other }, true, self.label);
            info.value = slides.then_some((self.time.shown + 1) as f64);
            info
        });
        let left = if self.scale == Scale::Corner { MARGIN } else { LEFT };
        let area = Rect::from_min_max(rect.min + vec2(left, MARGIN), rect.max - vec2(MARGIN, BELOW));
        let own_times = self.own_points.unwrap_or_default().iter().map(|point| point.time_millis);
        let times = TimeAxis::new(self.time.points, area.x_range().into()).covering(own_times).seeing(self.time.seen);
        let known = || self.series.iter().flat_map(Series::places).map(|(_, value)| value);
        let most = self.most.map_or_else(|| known().fold(0.0, f64::max), |most| most as f64);
        let headroom = if self.scale == Scale::Corner { TEXT_SMALL.min(0.1 * area.height()) } else { 0.0 };
        let values = ValueAxis {
            y: egui::Rangef::new(area.top() + headroom, area.bottom()).into(),
            most,
            logarithmic: self.scale == Scale::Grid { logarithmic: true },
        };
        let pointer = response.hover_pos();
        let pointed = pointer.and_then(|at| PointedPlace::of(self, &times, at.x));
        let lines: Vec<Vec<Pos2>> = self.series.iter().map(|series| self.line(&times, &values, series.places())).collect();
        let hit = pointer.and_then(|at| self.hit(&times, &values, &lines, at));
        if ui.is_rect_visible(rect) {
            let painter = ui.painter_at(rect);
            painter.rect_filled(rect, 6, Palette::of_ui(ui).card);
            if most == 0.0 || known().next().is_none() {
                painter.text(rect.center(), Align2::CENTER_CENTER, "No data yet", small_font(), Palette::of_ui(ui).text_weak);
            } else {
                self.paint(ui, &painter, area, (&times, &values), &lines, (pointed, hit));
            }
        }
        let response = match pointed {
            Some(pointed) => response.on_hover_ui_at_pointer(|ui| self.numbers_ui(ui, pointed, hit)),
            None => response,
        };
        Pointed { response, times, area, line: hit }
    }

    /// Whether its points are several runs: then nothing lies between them.
    fn is_of_runs(&self) -> bool {
        self.own_points.is_none() && PointInfo::are_runs(self.time.points)
    }

    /// Where a point of the series lies.
    fn x(&self, times: &TimeAxis, at: usize) -> f32 {
        self.own_points.map_or_else(|| times.x(at), |own| own.get(at).map_or(0.0, |point| times.x_of(point.time_millis)))
    }

    /// The line through some values, as far as it can be seen.
    fn line(&self, times: &TimeAxis, values: &ValueAxis, places: impl IntoIterator<Item = (usize, f64)>) -> Vec<Pos2> {
        let line = places.into_iter().map(|(at, value)| pos2(self.x(times, at), values.y(value))).collect();
        thinned(line, |place: Pos2| (place.x, place.y))
    }

    /// The series that a place is on: the nearest line, or the band around it.
    fn hit(&self, times: &TimeAxis, values: &ValueAxis, lines: &[Vec<Pos2>], place: Pos2) -> Option<usize> {
        let is_in = |at: usize| {
            let Drawn::Band { lower, .. } = self.series[at].drawn else { return false };
            let lower = self.line(times, values, lower.iter().map(|&value| value as f64).enumerate());
            let edges = y_at(&lines[at], place.x).zip(y_at(&lower, place.x));
            edges.is_some_and(|(upper, lower)| (upper..=lower).contains(&place.y))
        };
        let band = (0..self.series.len()).find(|&at| is_in(at));
        let is_line = |at: &usize| !matches!(self.series[*at].drawn, Drawn::Band { .. });
        band.or_else(|| nearest_line(lines.iter().map(Vec::as_slice), place, NEAR).filter(is_line))
    }

    fn paint(
        &self,
        ui: &Ui,
        painter: &Painter,
        area: Rect,
        (times, values): (&TimeAxis, &ValueAxis),
        lines: &[Vec<Pos2>],
        (pointed, hit): (Option<PointedPlace>, Option<usize>),
    ) {
        let palette = Palette::of_ui(ui);
        let RunTime { points, range, parts, .. } = self.time;
        let shown = self.time.shown.min(points.len().saturating_sub(1));
        if let Scale::Grid { .. } = self.scale {
            for value in values.grid(GRID, self.unit.is_of_bytes()) {
                let y = values.y(value);
                painter.hline(area.x_range(), y, Stroke::new(1.0, palette.line));
                let text = self.unit.short(value as u64);
                painter.text(pos2(area.left() - 6.0, y), Align2::RIGHT_CENTER, text, small_font(), palette.text_weak);
            }
        }
        for tick in times.ticks(TICKS_APART) {
            painter.vline(tick.x, area.y_range(), Stroke::new(1.0, palette.line));
        }
        // Of a part of the time nothing is drawn beside it.
        let everywhere = painter;
        let painter = &painter.with_clip_rect(area.expand(MARGIN - 2.0).intersect(painter.clip_rect()));
        if let Some(ends) = parts.start_ends {
            paint_start(painter, palette, area, times.x(ends));
        }
        for (at, series) in self.series.iter().enumerate() {
            match series.drawn {
                Drawn::Area { until_shown, after } if self.is_of_runs() => {
                    let share = |point: usize| if point == shown { until_shown } else { after };
                    let place = |(point, value): (usize, f64)| (pos2(self.x(times, point), values.y(value)), share(point));
                    paint_columns(painter, area, points.len(), series.places().map(place), (series.color, palette.card));
                }
                Drawn::Area { until_shown, after } => {
                    for run in known_runs(|point| series.is_known(point), series.values.len()) {
                        let run_line = self.line(times, values, run.map(|point| (point, series.values[point] as f64)));
                        let until = run_line.partition_point(|place| place.x <= times.x(shown));
                        fill_below(painter, &run_line, area.bottom(), tint(series.color, palette.card, after));
                        fill_below(painter, &run_line[..until], area.bottom(), tint(series.color, palette.card, until_shown));
                        painter.add(Shape::line(run_line, Stroke::new(1.5, series.color)));
                    }
                }
                Drawn::Band { lower, upper, selected } => {
                    let is_strong = selected || hit == Some(at);
                    let place = |point: usize, value: u64| pos2(self.x(times, point), values.y(value as f64));
                    let is_seen = |&point: &usize| series.is_known(point) && point < lower.len().min(upper.len());
                    let points: Vec<usize> = (0..upper.len()).filter(is_seen).collect();
                    let points = thinned(points, |point| place(point, upper[point]).into());
                    let edges: Vec<(Pos2, Pos2)> = points.iter().map(|&at| (place(at, upper[at]), place(at, lower[at]))).collect();
                    fill_between(painter, &edges, tint(series.color, palette.card, if is_strong { 0.85 } else { 0.55 }));
                    let width = if is_strong { 2.0 } else { 1.0 };
                    painter.add(Shape::line(edges.into_iter().map(|(upper, _)| upper).collect(), Stroke::new(width, series.color)));
                }
                Drawn::Line { selected } => {
                    let width = if selected || hit == Some(at) { 3.0 } else { 1.6 };
                    let (from, smoothed) = series.smoothed;
                    let smooth = self.line(times, values, (from..).zip(smoothed.iter().copied()));
                    painter.extend(Shape::dashed_line(&smooth, Stroke::new(1.0, series.color.gamma_multiply(0.8)), DASH, DASH));
                    for &place in lines[at].iter().filter(|_| lines[at].len() <= MOST_DOTS) {
                        painter.circle_filled(place, width + 0.6, series.color);
                    }
                    if self.is_of_runs() {
                        continue;
                    }
                    let stroke = Stroke::new(width, series.color);
                    // Of two lines in one place both colours are seen.
                    if lines[..at].contains(&lines[at]) {
                        painter.extend(Shape::dashed_line(&lines[at], stroke, LONG_DASH, LONG_DASH));
                    } else {
                        painter.add(Shape::line(lines[at].clone(), stroke));
                    }
                }
            }
        }
        self.paint_parts(painter, palette, area, times);
        if let Some(range) = range {
            paint_range(painter, palette, area, times, range);
        }
        self.paint_times(ui, everywhere, area, times, [Some(shown), pointed.map(|pointed| pointed.of_run)]);
        if let Some((from, to)) = times.seen_share() {
            let x = |share: f32| area.left() + share * area.width();
            let seen = Rect::from_x_y_ranges(x(from)..=x(to), area.top() - 7.0..=area.top() - 4.0);
            everywhere.rect_filled(Rect::from_x_y_ranges(area.x_range(), seen.y_range()), 1, palette.line);
            everywhere.rect_filled(seen, 1, palette.text_weak);
        }
        if self.scale == Scale::Corner
            && let Some(series) = self.series.first()
        {
            let most = series.places().map(|(_, value)| value).fold(0.0, f64::max);
            let name = if series.name.is_empty() { String::new() } else { format!("{}, ", series.name) };
            let text = format!("{name}up to {}", self.unit.text(most as u64));
            // A series that stays at its most runs below it.
            let galley = painter.layout_no_wrap(text, small_font(), palette.text_weak);
            let corner = area.left_top() + vec2(MARGIN, 0.0);
            painter.rect_filled(Rect::from_min_size(corner, galley.size()).expand2(vec2(3.0, 0.0)), 2, palette.panel.gamma_multiply(0.8));
            painter.galley(corner, galley, palette.text_weak);
        }
        if let Some(x) = pointed.map(|pointed| self.x(times, pointed.at)).filter(|&x| x != times.x(shown)) {
            painter.vline(x, area.y_range(), Stroke::new(1.0, palette.text_weak.gamma_multiply(0.6)));
        }
        painter.vline(times.x(shown), area.top() - 4.0..=area.bottom(), Stroke::new(2.0, palette.text));
        let has_dot = |series: &&Series<'_>| self.scale == Scale::Corner && self.own_points.is_none() && series.is_known(shown);
        if let Some(series) = self.series.first().filter(has_dot) {
            let at = pos2(times.x(shown), values.y(series.values[shown] as f64));
            painter.circle_filled(at, 4.5, palette.text);
            painter.circle_filled(at, 2.5, palette.panel);
        }
    }

    /// A line below what is worth a look, one above the other.
    fn paint_parts(&self, painter: &Painter, palette: &Palette, area: Rect, times: &TimeAxis) {
        for (row, part) in (0_u8..).zip(&self.time.parts.suggested) {
            let [from, to] = [part.millis.0, part.millis.1].map(|millis| times.x_of(millis));
            let y = area.bottom() - 2.0 - f32::from(row) * PARTS_APART;
            // What is over within a pixel is seen all the same.
            painter.hline(from..=to.max(from + 3.0), y, Stroke::new(2.0, palette.attention));
        }
    }

    /// A mark for every point, and as many times as have room: those of both ends first.
    fn paint_times(&self, ui: &Ui, painter: &Painter, area: Rect, times: &TimeAxis, strong: [Option<usize>; 2]) {
        let color = Palette::of_ui(ui).text_weak;
        let mut last_mark = f32::NEG_INFINITY;
        for point in 0..self.time.points.len() {
            let (x, is_strong) = (times.x(point), strong.contains(&Some(point)));
            let is_seen = area.x_range().expand(1.0).contains(x);
            if is_seen && (is_strong || (x - last_mark).abs() >= MARKS_APART) {
                let length = if is_strong { STRONG_MARK } else { MARK };
                painter.vline(x, area.bottom() + 1.0..=area.bottom() + 1.0 + length, Stroke::new(1.0, color));
                last_mark = x;
            }
        }
        let y = area.bottom() + BELOW - 2.0;
        let (first, last) = times.ends();
        let ends = [(area.left(), Align2::LEFT_BOTTOM, Some(first)), (area.right(), Align2::RIGHT_BOTTOM, last)];
        let ends = ends.into_iter().filter_map(|(x, align, text)| Some((x, align, text?)));
        let between = times.ticks(TICKS_APART).into_iter().map(|tick| (tick.x, Align2::CENTER_BOTTOM, tick.text));
        let texts: Vec<_> = ends
            .chain(between)
            .map(|(x, align, text)| {
                let galley = painter.layout_no_wrap(text, small_font(), color);
                (align.anchor_size(pos2(x, y), galley.size()), galley)
            })
            .collect();
        let places: Vec<Rect> = texts.iter().map(|(place, _)| *place).collect();
        for at in without_overlaps(&places, TEXTS_APART) {
            // A time beyond the edge would be cut.
            if painter.clip_rect().expand(1.0).contains_rect(places[at]) {
                painter.galley(places[at].min, texts[at].1.clone(), color);
            }
        }
    }

    /// The numbers of one point, the largest first.
    fn numbers_ui(&self, ui: &mut Ui, pointed: PointedPlace, hit: Option<usize>) {
        let palette = Palette::of_ui(ui);
        let RunTime { points, parts, .. } = self.time;
        let PointedPlace { at: point, of_run } = pointed;
        let text = |points: &[PointInfo], at: usize| points.get(at).map(words::point_text).unwrap_or_default();
        let told =
            self.own_points.map_or_else(|| format!("{}/{}  {}", point + 1, points.len(), text(points, point)), |own| text(own, point));
        ui.label(RichText::new(told).strong());
        ui.spacing_mut().interact_size.y = LINE;
        let namesakes = Namesakes::among(self.series.iter().map(|series| series.name));
        let mut order: Vec<usize> = (0..self.series.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(self.series[at].values.get(point).copied()));
        for at in order {
            let series = &self.series[at];
            let (from, smoothed) = series.smoothed;
            let smoothed = point.checked_sub(from).and_then(|at| smoothed.get(at));
            let smoothed = smoothed.map(|&value| format!(", smoothed {}", self.unit.text(value.round() as u64)));
            ui.horizontal(|ui| {
                color_key(ui, series.color);
                let value = series.text(self.unit, point);
                let text = RichText::new(format!("{} {value}{}", namesakes.simple_name(series.name), smoothed.unwrap_or_default()));
                ui.label(if hit == Some(at) { text.strong().color(palette.text) } else { text });
            });
        }
        let weak = |text: &str| RichText::new(text).size(TEXT_SMALL).color(palette.text_weak);
        if parts.start_ends.is_some_and(|ends| of_run < ends) {
            ui.label(weak("Start of the program"));
        }
        for part in parts.suggested.iter().filter(|part| part.range.contains(of_run)) {
            ui.label(RichText::new(format!("{}, points {}", part.name, part.range)).size(TEXT_SMALL).color(palette.attention));
        }
        if !self.usage.is_empty() {
            ui.label(weak(self.usage));
        }
    }
}

/// The start of the program lies under a shade of its own.
fn paint_start(painter: &Painter, palette: &Palette, area: Rect, to: f32) {
    let start = Rect::from_x_y_ranges(area.left()..=to, area.y_range());
    if !start.is_positive() {
        return;
    }
    painter.rect_filled(start, 0, palette.text_weak.gamma_multiply(0.16));
    let text = painter.layout_no_wrap("start".to_owned(), small_font(), palette.text_weak);
    if text.size().x + 2.0 * MARGIN < start.width() {
        painter.galley(pos2(start.left() + MARGIN, area.center().y - 0.5 * text.size().y), text, palette.text_weak);
    }
}

/// What is not selected lies in the shade, and a bar lies above what is. Returns where the edges are.
fn paint_selected(painter: &Painter, palette: &Palette, area: Rect, times: &TimeAxis, range: PointRange) -> [f32; 2] {
    let [from, to] = [range.first, range.last].map(|point| times.x(point));
    let shade = palette.card.gamma_multiply(0.72);
    for x in [area.left()..=from.max(area.left()), to.min(area.right())..=area.right()] {
        painter.rect_filled(Rect::from_x_y_ranges(x, area.y_range()), 0, shade);
    }
    let top = Rect::from_x_y_ranges(from..=to, area.top() - 4.0..=area.top() - 1.0);
    painter.rect_filled(top, 1, palette.attention);
    [from, to]
}

/// The stretch selected, with edges that can be held.
fn paint_range(painter: &Painter, palette: &Palette, area: Rect, times: &TimeAxis, range: PointRange) {
    for x in paint_selected(painter, palette, area, times, range) {
        painter.vline(x, area.top() - 4.0..=area.bottom(), Stroke::new(1.5, palette.attention));
        let grip = Rect::from_center_size(pos2(x, area.center().y), vec2(5.0, GRIP));
        painter.rect_filled(grip, 2, palette.attention);
    }
}

fn small_font() -> FontId {
    FontId::proportional(TEXT_SMALL)
}

/// A series as a small line with an area under it and a mark at the point shown; of the rest beside `selected` points it is in the
/// shade. `places` are the points whose values are
/// known, in order; the line goes from one to the next. Returns which of `places` the pointer is at, too.
pub(crate) fn sparkline(
    ui: &mut Ui,
    points: &[PointInfo],
    places: &[(usize, u64)],
    (shown, selected): (usize, Option<PointRange>),
    color: Color32,
    height: f32,
) -> (Response, Option<(usize, u64)>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    if !ui.is_rect_visible(rect) || places.is_empty() {
        return (response, None);
    }
    let palette = Palette::of_ui(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(4), palette.card);
    let inner = rect.shrink2(vec2(6.0, 5.0));
    let times = TimeAxis::new(points, inner.x_range().into());
    let most = places.iter().map(|&(_, value)| value).max().unwrap_or(0);
    let values = ValueAxis { y: inner.y_range().into(), most: most as f64, logarithmic: false };
    let line: Vec<Pos2> = places.iter().map(|&(point, value)| pos2(times.x(point), values.y(value as f64))).collect();
    let mark = places.iter().position(|&(point, _)| point == shown).map(|at| line[at]);
    if PointInfo::are_runs(points) {
        paint_columns(&painter, inner, points.len(), line.into_iter().map(|place| (place, 0.28)), (color, palette.card));
    } else {
        fill_below(&painter, &line, inner.bottom(), tint(color, palette.card, 0.28));
        painter.add(Shape::line(line, Stroke::new(1.5, color)));
    }
    if let Some(range) = selected {
        paint_selected(&painter, palette, inner, &times, range);
    }
    if let Some(mark) = mark {
        painter.circle_filled(mark, 3.5, palette.text);
    }
    let distance = |place: &(usize, u64), x: f32| (times.x(place.0) - x).abs();
    let nearest = |pointer: Pos2| places.iter().min_by(|a, b| distance(a, pointer.x).total_cmp(&distance(b, pointer.x)));
    let pointed = response.hover_pos().and_then(nearest).copied();
    (response, pointed)
}

/// A column below each of so many places, filled with this share of a colour over that of the card.
fn paint_columns(painter: &Painter, area: Rect, of: usize, places: impl Iterator<Item = (Pos2, f32)>, (color, card): (Color32, Color32)) {
    let half = (0.3 * area.width() / of.max(1) as f32).min(COLUMN);
    for (place, share) in places {
        let column = Rect::from_x_y_ranges(place.x - half..=place.x + half, place.y..=area.bottom()).intersect(area);
        painter.rect_filled(column, 1, tint(color, card, share));
        painter.hline(column.x_range(), place.y, Stroke::new(1.5, color));
    }
}

/// The area between a line and a level below it.
fn fill_below(painter: &Painter, line: &[Pos2], bottom: f32, color: Color32) {
    let edges: Vec<(Pos2, Pos2)> = line.iter().map(|&place| (place, pos2(place.x, bottom))).collect();
    fill_between(painter, &edges, color);
}

/// The area between two lines, given as the places above and below each other.
fn fill_between(painter: &Painter, edges: &[(Pos2, Pos2)], color: Color32) {
    let mut mesh = egui::Mesh::default();
    for (k, (upper, lower)) in edges.iter().enumerate() {
        mesh.colored_vertex(*upper, color);
        mesh.colored_vertex(*lower, color);
        if k > 0 {
            let v = u32::try_from(2 * k).unwrap_or(0);
            mesh.add_triangle(v - 2, v - 1, v);
            mesh.add_triangle(v - 1, v, v + 1);
        }
    }
    painter.add(mesh);
}
