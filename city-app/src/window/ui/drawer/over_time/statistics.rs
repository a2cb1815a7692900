//! Statistics of groups over time: a table to sort and filter, and lines of those that are checked.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use analysis::{DEFAULT_SMOOTHING, Evolution, GroupTrend, Metric, NodeIndex, Statistic, Trend, group_trends};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Align, Color32, DragValue, Label, Layout, RichText, Sense, TextEdit, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use crate::answers::charts::Unit;
use crate::answers::trend_table::{Lines, TrendColumn, TrendErrors, TrendFilter, TrendSort, last_share, listed_rows};
use crate::base::background::{Answer, Background};
use crate::base::colors::LINES;
use crate::base::words;
use crate::data::point_range::PointRange;
use crate::view::command::{CameraCommand, CityCommand};
use crate::window::ui::drawer::view::{DrawerView, notice, waiting_ui};
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::{Palette, ROW, TEXT_SMALL, line_colors};
use crate::window::ui::time_chart::brush::brush_ui;
use crate::window::ui::time_chart::{Drawn, Scale, Series, TimeChart};
use crate::window::ui::widgets::{check_box, heading_ui, note, seen_with, select_order, shorten_among, switch, whole_at_once};
use crate::window::ui::{pointed_row, row_keys};

/// With less room table and chart are shown in turns.
const ROOM_FOR_BOTH: f32 = 760.0;
/// Share of the width that the chart takes.
const CHART_SHARE: f32 = 0.42;
/// With less room for the table, it does not tell what was created and collected: their share does.
const ROOM_FOR_ALL: f32 = 780.0;
/// Height of a row.
const LINE: f32 = 22.0;
/// Space between a cell's text and its edge.
const PADDING: f32 = 4.0;

/// Of which points of which evolution, smoothed how much.
#[derive(Debug, Clone)]
struct Question {
    evolution: Arc<Evolution>,
    range: PointRange,
    alpha: f64,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.evolution, &other.evolution) && self.range == other.range && self.alpha.total_cmp(&other.alpha).is_eq()
    }
}

/// Rows, and what they were listed from.
#[derive(Debug)]
struct Listed {
    trends: Arc<Vec<GroupTrend>>,
    filter: TrendFilter,
    sort: TrendSort,
    rows: Arc<Vec<usize>>,
}

/// What the tab remembers.
#[derive(Debug)]
pub(crate) struct StatisticsTab {
    trends: Background<Question, Vec<GroupTrend>>,
    /// The evolution that was shown last.
    evolution: Option<Arc<Evolution>>,
    alpha: f64,
    filter: TrendFilter,
    sort: TrendSort,
    lines: Lines,
    listed: Option<Listed>,
    logarithmic: bool,
    smoothed: bool,
    /// A narrow drawer shows the lines and not the table.
    only_lines: bool,
    /// The user wants no trends of this evolution.
    stopped: bool,
}

impl Default for StatisticsTab {
    fn default() -> Self {
        Self {
            trends: Background::default(),
            evolution: None,
            alpha: DEFAULT_SMOOTHING,
            filter: TrendFilter::default(),
            sort: TrendSort::default(),
            lines: Lines::default(),
            listed: None,
            logarithmic: false,
            smoothed: true,
            only_lines: false,
            stopped: false,
        }
    }
}

impl StatisticsTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let evolution = &view.session.evolution;
        self.follow(evolution);
        if self.stopped {
            notice(ui, "Trends were not computed", "Change the smoothing or open the tab again at other data to compute them.");
            return;
        }
        let range = view.session.range;
        let question = Question { evolution: Arc::clone(evolution), range, alpha: self.alpha };
        let asked = question.clone();
        self.trends
            .ask(question.clone(), move |_| Ok(group_trends(&asked.evolution, asked.range.points(), asked.alpha, &[], |_| true).collect()));
        self.trends.poll();
        // While the next ones are computed, the last ones of the same points are better than none.
        let same = |of: &Question| Arc::ptr_eq(&of.evolution, evolution) && of.range == range;
        let last = self.trends.last().filter(|(of, _)| same(of)).map(|(_, trends)| Arc::clone(trends));
        let Some(trends) = last else {
            if let Answer::Working { step, fraction } = self.trends.answer(&question)
                && waiting_ui(ui, "Smoothing every group over time", &step, fraction)
            {
                self.trends.cancel();
                self.stopped = true;
            }
            return;
        };
        self.controls_ui(ui);
        let rows = self.listed(evolution, &trends);
        let drawn = self.lines.drawn(&trends, &rows);
        let room = ui.available_size();
        let chart = match (room.x >= ROOM_FOR_BOTH, self.only_lines) {
            (true, _) => (CHART_SHARE * room.x).floor(),
            (false, true) => room.x,
            (false, false) => 0.0,
        };
        ui.horizontal_top(|ui| {
            let down = Layout::top_down(Align::Min);
            if chart < room.x {
                ui.allocate_ui_with_layout(vec2(room.x - chart, room.y), down, |ui| {
                    self.table_ui(ui, view, &trends, &rows, &drawn, commands);
                });
            }
            if chart > 0.0 {
                ui.allocate_ui_with_layout(ui.available_size(), down, |ui| self.chart_ui(ui, view, &trends, &drawn, commands));
            }
        });
    }

    /// Keeps lines in place when the evolution is replaced.
    fn follow(&mut self, evolution: &Arc<Evolution>) {
        let same = self.evolution.as_ref().is_some_and(|known| Arc::ptr_eq(known, evolution));
        if same {
            return;
        }
        if let Some(old) = self.evolution.replace(Arc::clone(evolution)) {
            self.lines.carry_over(&old, evolution);
        }
        self.stopped = false;
    }

    /// The places of the rows, sorted anew only when something changed.
    fn listed(&mut self, evolution: &Evolution, trends: &Arc<Vec<GroupTrend>>) -> Arc<Vec<usize>> {
        let same = |known: &Listed| Arc::ptr_eq(&known.trends, trends) && known.filter == self.filter && known.sort == self.sort;
        let known = self.listed.take().filter(same).unwrap_or_else(|| Listed {
            trends: Arc::clone(trends),
            filter: self.filter.clone(),
            sort: self.sort,
            rows: Arc::new(listed_rows(evolution, trends, &self.filter, self.sort)),
        });
        Arc::clone(&self.listed.insert(known).rows)
    }

    fn controls_ui(&mut self, ui: &mut Ui) {
        let narrow = ui.available_width() < ROOM_FOR_BOTH;
        ui.horizontal_wrapped(|ui| {
            if narrow {
                let choices = [(false, "Table", "Statistics of all groups"), (true, "Lines", "Those that are checked, over time")];
                self.only_lines = switch(ui, self.only_lines, &choices).unwrap_or(self.only_lines);
            }
            let edit = TextEdit::singleline(&mut self.filter.text).hint_text("Filter: com.shop* -java.*").desired_width(170.0);
            name_field(ui.add(edit), "Filter by name")
                .on_hover_text("Words of which one must be in the name; those with - in front must not; * is any text");
            ui.label("rising");
            for statistic in Statistic::ALL {
                let mut on = self.filter.positive.contains(&statistic);
                if check_box(ui, &mut on, statistic_name(statistic)).on_hover_text("Only groups whose trend is positive here").changed() {
                    self.filter.positive.retain(|&other| other != statistic);
                    self.filter.positive.extend(on.then_some(statistic));
                }
            }
            check_box(ui, &mut self.filter.keeps_growing, "Keeps growing").on_hover_text(KEEPS_GROWING);
            ui.separator();
            let alpha = DragValue::new(&mut self.alpha).range(0.05..=0.95).speed(0.01).fixed_decimals(2).prefix("smoothing ");
            ui.add(alpha).on_hover_text(
                "How much of a new value counts (alpha): 0.95 follows every step, 0.05 hardly moves. Drag, or click to type",
            );
            check_box(ui, &mut self.smoothed, "Smoothed lines").on_hover_text("Dashed, besides the values themselves");
            check_box(ui, &mut self.logarithmic, "Log scale").on_hover_text("Every line of the grid is ten times the one below");
            if self.lines.are_chosen() && ui.button("First rows").on_hover_text("Draw the first rows of the table again").clicked() {
                self.lines.reset();
            }
        });
    }

    fn table_ui(
        &mut self,
        ui: &mut Ui,
        view: &DrawerView<'_>,
        trends: &[GroupTrend],
        rows: &[usize],
        drawn: &[NodeIndex],
        commands: &mut Vec<CityCommand>,
    ) {
        if rows.is_empty() {
            note(ui, "No group is like this.");
            return;
        }
        let evolution = &view.session.evolution;
        let (colors, palette) = (line_colors(ui), Palette::of_ui(ui));
        let (mut sort, mut toggled, mut clicked, mut marked) = (self.sort, None, None, None);
        let list = row_keys::list_ui(ui, ui.id().with("statistics"), ui.available_rect_before_wrap(), Role::Grid, "Statistics");
        let at = rows.iter().position(|&row| Some(trends[row].node) == view.view.selection.lead());
        let by_key = row_keys::row_by_key(ui, at, rows.len(), (list.rect.height() / LINE) as usize).filter(|_| list.has_focus());
        ui.spacing_mut().item_spacing.x = 4.0;
        let is_estimated = evolution.has_estimates();
        let room = if is_estimated { ROOM_FOR_ERROR } else { 0.0 };
        let all = ui.available_width() >= ROOM_FOR_ALL + 5.0 * room;
        let columns: Vec<_> = COLUMNS.into_iter().filter(|(column, ..)| all || !COUNTED.contains(column)).collect();
        let mut table = TableBuilder::new(ui)
            .id_salt(("trends", all, is_estimated))
            .striped(true)
            .sense(Sense::CLICK)
            .auto_shrink(false)
            .min_scrolled_height(0.0)
            .cell_layout(Layout::left_to_right(Align::Center))
            .column(Column::exact(26.0));
        for (column, .., width) in &columns {
            let of_name = *column == TrendColumn::Name;
            let width = if NUMBERS.contains(column) { width + room } else { *width };
            table = table.column(if of_name { Column::remainder().at_least(width).clip(true) } else { Column::exact(width) });
        }
        if let Some(row) = by_key {
            table = table.scroll_to_row(row, None);
        }
        table
            .header(ROW, |mut header| {
                header.col(|_| {});
                for (column, text, tip, _) in columns {
                    header.col(|ui| {
                        let sorted = (sort.column == column).then_some(sort.descending);
                        let estimates = is_estimated && NUMBERS.contains(&column);
                        let tip = if estimates { format!("{tip}\n{}", words::ERROR_MEANING) } else { tip.to_owned() };
                        if heading_ui(ui, text, &tip, sorted, column != TrendColumn::Name).clicked() {
                            sort = sort.clicked(column);
                        }
                    });
                }
            })
            .body(|body| {
                body.rows(LINE, rows.len(), |mut row| {
                    let place = row.index();
                    let trend = &trends[rows[place]];
                    let node = trend.node;
                    let name = &evolution.nodes[node.at()].name;
                    row.set_selected(view.view.selection.contains(node));
                    let mut place_of_name = egui::Rect::NOTHING;
                    row.col(|ui| {
                        let line = drawn.iter().position(|&other| other == node);
                        if box_ui(ui, line.map(|at| colors[at % colors.len()]), name) {
                            toggled = Some(node);
                        }
                    });
                    row.col(|ui| {
                        place_of_name = ui.max_rect();
                        let font = egui::TextStyle::Body.resolve(ui.style());
                        // Places in the code are told apart by what is made there.
                        let short = words::short_place(name).map(|_| view.session.label_name(node));
                        let seen = seen_with(rows, place).iter().map(|&row| &*evolution.nodes[trends[row].node.at()].name);
                        let (seen, room) = (seen.collect::<Vec<_>>(), ui.available_width() - PADDING);
                        let text = shorten_among(ui.painter(), short.as_deref().unwrap_or(name), &seen, &font, room);
                        let label = Label::new(text).selectable(false).truncate().show_tooltip_when_elided(false);
                        whole_at_once(ui.add(label), name);
                    });
                    row.col(|ui| marks_ui(ui, trend));
                    let color = |statistic| trend_color(palette, trend.trend(statistic));
                    let colored = Statistic::ALL.map(color);
                    let errors = TrendErrors::of(evolution, view.session.range.points(), trend);
                    let of_share = errors.as_ref().map(|errors| 100.0 * errors.collected_share_error).filter(|&error| error > 0.0);
                    let of_share = of_share.map(|error| format!(" \u{b1} {error:.0} %")).unwrap_or_default();
                    let share = last_share(trend).map_or_else(|| "-".to_owned(), |share| format!("{:.0} %{of_share}", 100.0 * share));
                    let error = |value: u64, of: fn(&TrendErrors) -> u64| {
                        words::percent_error(value, errors.as_ref().map(of).filter(|&error| error > 0))
                    };
                    let (maximum, volume) = (trend.maximum_volume(), trend.volume.last().copied().unwrap_or(0));
                    let maximum = format!("{}{}", words::bytes(maximum), error(maximum, |errors| errors.maximum_volume_error));
                    let of_volume = error(volume, |errors| errors.volume_error.last().copied().unwrap_or(0));
                    row.col(|ui| number_ui(ui, &maximum, colored[0]));
                    row.col(|ui| number_ui(ui, &format!("{}{of_volume}", words::bytes(volume)), colored[1]));
                    let counts = [
                        (trend.live, error(trend.live, |errors| errors.live_error)),
                        (trend.created, error(trend.created, |errors| errors.created_error)),
                        (trend.collected, error(trend.collected, |errors| errors.collected_error)),
                    ];
                    for (count, error) in &counts[..if all { 3 } else { 1 }] {
                        row.col(|ui| number_ui(ui, &format!("{}{error}", words::count(*count)), None));
                    }
                    row.col(|ui| number_ui(ui, &share, colored[2]));
                    let response = row.response();
                    pointed_row::see(&response, node);
                    if at == Some(place) {
                        let words = format!("{name}, {} objects, {}", words::count(trend.live), words::bytes(volume));
                        marked = Some((words, place_of_name));
                    }
                    if response.double_clicked() {
                        commands.push(CityCommand::Camera(CameraCommand::FlyTo(node)));
                    } else if response.clicked() {
                        clicked = Some(node);
                    }
                });
            });
        self.sort = sort;
        commands.extend(clicked.map(|node| select_order(ui, node)));
        commands.extend(by_key.map(|row| CityCommand::Select(Some(trends[rows[row]].node))));
        if let Some((words, place)) = marked {
            row_keys::tell_row(ui, list.id, || words, place);
        }
        if let Some(node) = toggled {
            self.lines.toggle(drawn, node, LINES);
        }
    }

    fn chart_ui(&self, ui: &mut Ui, view: &DrawerView<'_>, trends: &[GroupTrend], drawn: &[NodeIndex], commands: &mut Vec<CityCommand>) {
        let evolution = &view.session.evolution;
        let colors = line_colors(ui);
        // Statistics are those of the points that are selected; lines are drawn at all of them.
        let range = view.session.range;
        let values: Vec<_> = drawn.iter().map(|&node| evolution.series(Metric::Bytes, node)).collect();
        let line = |(at, node): (usize, &NodeIndex)| {
            let trend = trends.iter().find(|trend| trend.node == *node)?;
            let series = Series {
                name: &evolution.nodes[node.at()].name,
                values: &values[at],
                known: None,
                smoothed: (range.first, if self.smoothed { &trend.smoothed } else { &[] }),
                color: colors[at % colors.len()],
                drawn: Drawn::Line { selected: view.view.selection.contains(*node) },
            };
            Some((*node, series))
        };
        let (nodes, series): (Vec<NodeIndex>, Vec<Series<'_>>) = drawn.iter().enumerate().filter_map(line).unzip();
        if series.is_empty() {
            note(ui, "Check a group to draw its line.");
            return;
        }
        let time = view.time();
        let chart = TimeChart {
            label: "Lines over time",
            time,
            own_points: None,
            series: &series,
            unit: Unit::Of(Metric::Bytes),
            scale: Scale::Grid { logarithmic: self.logarithmic },
            most: None,
            usage: "Click a line to select its group, elsewhere to go to the point; drag to select a stretch of time; the wheel zooms",
        };
        let pointed = chart.show(ui, ui.available_size(), Sense::click_and_drag());
        let mut brushed = Vec::new();
        brush_ui(ui, &pointed, &time, &mut brushed);
        if let Some(at) = pointed.line.filter(|_| !pointed.response.dragged()) {
            brushed.retain(|command| !matches!(command, CityCommand::GoTo(_)));
            brushed.extend(pointed.response.clicked().then(|| select_order(ui, nodes[at])));
        }
        commands.extend(brushed);
    }
}

/// Column, heading, what it means, width; names take what is left, at least that.
const COLUMNS: [(TrendColumn, &str, &str, f32); 8] = [
    (TrendColumn::Name, "Group", "Groups of objects that are divided no further", 110.0),
    (TrendColumn::Trends, "Trend", "Of maximum, volume and collected share: + is suspicious, = no change, - the opposite", 58.0),
    (TrendColumn::Maximum, "Maximum", "The largest volume of all points; red where it rises at the end", 74.0),
    (TrendColumn::Volume, "Volume", "Bytes of all objects at the last point; red where they rise at the end", 74.0),
    (TrendColumn::Live, "Live", "Objects at the last point", 64.0),
    (
        TrendColumn::Created,
        "Created",
        "Objects created after the first point, at least: those that lived between two points only are not seen",
        70.0,
    ),
    (TrendColumn::Collected, "Collected", "Objects collected after the first point, at least", 74.0),
    (TrendColumn::Share, "Share", "Collected objects per created one; red where the share falls at the end: more and more stay", 70.0),
];

/// Columns whose numbers may be estimates.
const NUMBERS: [TrendColumn; 5] =
    [TrendColumn::Maximum, TrendColumn::Volume, TrendColumn::Live, TrendColumn::Created, TrendColumn::Collected];

/// What the error of an estimate takes beside the number.
const ROOM_FOR_ERROR: f32 = 48.0;

/// What a narrow table does not tell.
const COUNTED: [TrendColumn; 2] = [TrendColumn::Created, TrendColumn::Collected];

/// What it means that a group keeps growing.
const KEEPS_GROWING: &str = "It grows to the last of four or more points, in objects or in bytes: what find calls a leak. A start that settles, a cache that \
                             fills up and a saw-tooth are none";

fn statistic_name(statistic: Statistic) -> &'static str {
    match statistic {
        Statistic::MaximumVolume => "maximum",
        Statistic::Volume => "volume",
        Statistic::CollectedShare => "collected share",
    }
}

/// Red for what is suspicious, blue for the opposite.
fn trend_color(palette: &Palette, trend: Option<Trend>) -> Option<Color32> {
    match trend? {
        Trend::Positive => Some(palette.growth),
        Trend::Negative => Some(palette.shrink),
        Trend::Stable => None,
    }
}

/// The box that draws a line, in the color of the line. Returns whether it was clicked.
fn box_ui(ui: &mut Ui, color: Option<Color32>, name: &str) -> bool {
    let palette = Palette::of_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(22.0, 18.0), Sense::click());
    let text = format!("{} the line of {name}", if color.is_some() { "Hide" } else { "Draw" });
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Checkbox, true, text.as_str()));
    let place = egui::Rect::from_center_size(rect.center(), egui::Vec2::splat(12.0));
    let edge = if response.hovered() || response.has_focus() { palette.text } else { palette.text_weak };
    ui.painter().rect(place, 2, color.unwrap_or(palette.card), egui::Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    response.on_hover_text(text).clicked()
}

/// Where the three statistics go, or that it keeps growing.
fn marks_ui(ui: &mut Ui, trend: &GroupTrend) {
    let palette = Palette::of_ui(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(PADDING);
        if trend.growth.keeps_growing() {
            let text = RichText::new("LEAK").size(TEXT_SMALL).strong().color(palette.growth);
            ui.add(Label::new(text).selectable(false)).on_hover_text(KEEPS_GROWING);
            return;
        }
        let mut job = egui::text::LayoutJob::default();
        for statistic in Statistic::ALL {
            let trend = trend.trend(statistic);
            let sign = match trend {
                Some(Trend::Positive) => "+ ",
                Some(Trend::Stable) => "= ",
                Some(Trend::Negative) => "- ",
                None => "  ",
            };
            let color = trend_color(palette, trend).unwrap_or(palette.text_weak);
            job.append(sign, 0.0, egui::TextFormat { font_id: egui::FontId::monospace(TEXT_SMALL), color, ..Default::default() });
        }
        ui.add(Label::new(job).selectable(false));
    });
}

fn number_ui(ui: &mut Ui, text: &str, color: Option<Color32>) {
    let color = color.unwrap_or(Palette::of_ui(ui).text);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(PADDING);
        ui.add(Label::new(RichText::new(text).color(color)).selectable(false).truncate());
    });
}
