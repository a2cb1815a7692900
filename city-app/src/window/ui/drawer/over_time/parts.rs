//! The parts of groups over time: a chart for the heap, one below it for the part that was chosen there, and so on.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use analysis::{ChartOrder, ChartRules, Evolution, LeadingPart, Metric, NodeIndex, leading_parts};
use bevy_egui::egui::{
    self, Align, Align2, Button, ComboBox, DragValue, FontId, Layout, Rect, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};

use crate::answers::charts::{Chart, ChartForm, ChartSeries, Unit, leading_in_words, parts_chart, portion_in_words};
use crate::base::words::{self, Change};
use crate::data::point_range::PointRange;
use crate::data::session::display_name;
use crate::view::command::{CameraCommand, CityCommand};
use crate::view::hint_key::Anchor;
use crate::view::over_time::{ChartLevel, OverTimeView};
use crate::view::state::{DrawerTab, Panel};
use crate::window::ui::drawer::view::{DrawerView, notice};
use crate::window::ui::pointed_row;
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::{Palette, ROW, TEXT_SMALL, change_color, line_colors, tint};
use crate::window::ui::time_chart::brush::brush_ui;
use crate::window::ui::time_chart::{Drawn, Scale, Series, TimeChart};
use crate::window::ui::widgets::{check_box, compute_sizes_ui, note, shorten, switch, triangle};

/// With less room the table of a chart is below it.
const ROOM_FOR_BOTH: f32 = 700.0;
/// Width of the table beside a chart.
const TABLE: f32 = 360.0;
/// The least height of a chart.
const LEAST: f32 = 150.0;
/// What stands above a chart, and above one of a part that was chosen besides.
const HEADING: f32 = 64.0;
const CHOSEN: f32 = 44.0;
/// More series than anybody tells apart.
const MOST_SERIES: usize = 40;
/// A small chart is at least so wide, and so high with its name.
const SMALL: egui::Vec2 = vec2(190.0, 104.0);

/// The charts, and what they were made from.
#[derive(Debug, Default)]
pub(super) struct PartsCharts {
    known: Option<Known>,
    /// How many charts there were when the last one was drawn.
    levels: usize,
}

#[derive(Debug)]
struct Known {
    evolution: Arc<Evolution>,
    range: PointRange,
    charts: OverTimeView,
    levels: Vec<Level>,
}

/// One chart.
#[derive(Debug)]
struct Level {
    group: NodeIndex,
    chart: Chart,
    /// The upper edges of its series, where they stand one on another, and the ground.
    edges: Vec<Vec<u64>>,
    leading: Vec<LeadingPart>,
    hint: Option<String>,
}

impl Level {
    fn of(evolution: &Evolution, group: NodeIndex, range: PointRange, of: &ChartLevel) -> Self {
        let chart = parts_chart(evolution, group, PointRange::whole(evolution.points.len()), range, &of.rules);
        let edges = if of.form == ChartForm::Stacked && chart.are_parts { chart.stacked_on_ground() } else { Vec::new() };
        let leading = leading_parts(evolution, group, range.points(), of.rules.metric);
        let hint = leading_in_words(evolution, &leading, of.rules.metric);
        Self { group, chart, edges, leading, hint }
    }
}

impl Known {
    fn of(view: &DrawerView<'_>) -> Self {
        let (evolution, range, charts) = (Arc::clone(&view.session.evolution), view.session.range, view.view.over_time.clone());
        let groups = charts.groups(&evolution).into_iter().enumerate();
        let levels = groups.filter_map(|(at, group)| Some(Level::of(&evolution, group, range, charts.level(at)?))).collect();
        Self { evolution, range, charts, levels }
    }

    fn is_of(&self, view: &DrawerView<'_>) -> bool {
        Arc::ptr_eq(&self.evolution, &view.session.evolution) && self.range == view.session.range && self.charts == view.view.over_time
    }
}

/// What stands beside the choice of views: by what the heap is grouped, and a way to the chart of the selection.
pub(super) fn toolbar_ui(ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
    let evolution = &view.session.evolution;
    ui.separator();
    let steps: Vec<String> = evolution.roles.iter().filter(|role| !role.is_empty()).map(|role| role.to_lowercase()).collect();
    let by = format!("by {}", steps.join(", then "));
    if view.session.can_be_regrouped() {
        if ui.add(Button::new(by)).on_hover_text("Group otherwise").clicked() {
            commands.push(CityCommand::Toggle(Panel::Grouping));
        }
    } else {
        ui.label(RichText::new(by).color(Palette::of_ui(ui).text_weak));
    }
    let lead = view.view.selection.lead().filter(|&lead| lead != NodeIndex::ROOT);
    if let Some(lead) = lead.filter(|&lead| view.view.over_time.groups(evolution).last() != Some(&lead)) {
        let name = shorten(ui.painter(), &view.session.label_name(lead), &egui::TextStyle::Button.resolve(ui.style()), 220.0);
        if ui.button(format!("Chart {name}")).on_hover_text("Charts down to what is selected").clicked() {
            commands.push(CityCommand::Chart(Box::new(view.view.over_time.down_to(evolution, lead))));
        }
    }
}

impl PartsCharts {
    pub(super) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        if view.session.evolution.points.is_empty() {
            notice(ui, "Nothing to chart yet", "Open a trace, heap dumps or histograms, or watch a running program.");
            return;
        }
        let known = self.known.take().filter(|known| known.is_of(view)).unwrap_or_else(|| Known::of(view));
        let known = self.known.insert(known);
        let levels = known.levels.len();
        let grew = levels > std::mem::replace(&mut self.levels, levels);
        let headings = HEADING * levels as f32 + CHOSEN * levels.saturating_sub(1) as f32;
        let room = ((ui.available_height() - headings) / levels.max(1) as f32).max(LEAST);
        ScrollArea::vertical().id_salt("charts of parts").auto_shrink(false).show(ui, |ui| {
            for (at, level) in known.levels.iter().enumerate() {
                let Some(of) = known.charts.level(at) else { break };
                let drawing = Drawing { view, known, at, of, level };
                let place = ui.scope(|ui| drawing.show(ui, room, commands)).response.rect;
                if grew && at + 1 == levels && at > 0 {
                    ui.scroll_to_rect(place, Some(Align::BOTTOM));
                }
            }
        });
    }
}

/// One chart while it is drawn.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    view: &'a DrawerView<'a>,
    known: &'a Known,
    /// Its place among the charts.
    at: usize,
    of: &'a ChartLevel,
    level: &'a Level,
}

impl Drawing<'_> {
    fn show(self, ui: &mut Ui, height: f32, commands: &mut Vec<CityCommand>) {
        if self.at > 0 {
            self.chosen_ui(ui, commands);
            if self.view.session.evolution.is_leaf(self.level.group) {
                note(ui, "It is grouped no further: another step of the grouping gives it parts.");
                return;
            }
        }
        self.controls_ui(ui, commands);
        if let Some(hint) = &self.level.hint {
            let text = RichText::new(hint).size(TEXT_SMALL).color(Palette::of_ui(ui).attention);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(hint);
        }
        let metric = self.of.rules.metric;
        if self.view.session.evolution.known_points(metric).next().is_none() {
            compute_sizes_ui(ui, &format!("{} sizes are not computed yet", words::metric_name(metric)), commands);
            return;
        }
        let room = ui.available_width();
        if self.of.form == ChartForm::Multiples {
            self.multiples_ui(ui, vec2(room, height), commands);
            return;
        }
        if room < ROOM_FOR_BOTH {
            self.chart_ui(ui, vec2(room, height), commands);
            self.table_ui(ui, commands);
            return;
        }
        ui.horizontal_top(|ui| {
            let size = vec2(room - TABLE - ui.spacing().item_spacing.x, height);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| self.chart_ui(ui, size, commands));
            ui.allocate_ui_with_layout(vec2(TABLE, height), Layout::top_down(Align::Min), |ui| {
                ScrollArea::vertical().id_salt(("series", self.at)).max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                    self.table_ui(ui, commands);
                });
            });
        });
    }

    /// What was chosen in the chart above, and where to go with it.
    fn chosen_ui(self, ui: &mut Ui, commands: &mut Vec<CityCommand>) {
        let (session, group) = (self.view.session, self.level.group);
        let palette = Palette::of_ui(ui);
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            let (place, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
            triangle(ui, place, 0.25, palette.selection);
            let name = shorten(ui.painter(), &session.label_name(group), &egui::TextStyle::Body.resolve(ui.style()), 420.0);
            ui.label(RichText::new(name).strong()).on_hover_text(&*session.evolution.nodes[group.at()].name);
            let metric = self.of.rules.metric;
            let value = |point| words::amount(metric, session.evolution.value(metric, group, point));
            let ends = format!("{} to {}", value(self.known.range.first), value(self.known.range.last));
            ui.label(RichText::new(ends).size(TEXT_SMALL).color(palette.text_weak));
            let end = self.known.range.last;
            let at_end = [CityCommand::GoTo(end), CityCommand::Select(Some(group))];
            if ui
                .button(format!("Show it at point {}", end + 1))
                .on_hover_text("Flies to its building in the city of that moment")
                .clicked()
            {
                commands.extend(at_end.clone());
                commands.push(CityCommand::Camera(CameraCommand::FlyTo(group)));
            }
            for (tab, text, tip) in [
                (DrawerTab::Table, "Table", "The heap at the end of the points looked at, this group selected"),
                (DrawerTab::Graph, "Who keeps it alive", "The graph of its keepers at the end of the points looked at"),
            ] {
                if (tab != DrawerTab::Graph || session.heaps.is_some()) && ui.button(text).on_hover_text(tip).clicked() {
                    commands.extend(at_end.clone());
                    commands.push(CityCommand::ShowTab(tab));
                }
            }
            if ui.button("Close").on_hover_text("Closes the charts below").clicked() {
                self.choose(self.at - 1, None, commands);
            }
        });
    }

    fn controls_ui(self, ui: &mut Ui, commands: &mut Vec<CityCommand>) {
        let ChartRules { metric, order, most, has_other } = self.of.rules;
        let (mut rules, mut form) = (self.of.rules, self.of.form);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&self.level.chart.title).strong());
            let metrics = Metric::ALL.into_iter().filter(|&metric| self.view.session.offers(metric));
            combo_ui(
                ui,
                ("metric", self.at),
                words::metric_name(metric),
                96.0,
                "What is counted",
                metrics.map(|m| (m, words::metric_name(m))),
            )
            .into_iter()
            .for_each(|metric| rules.metric = metric);
            let orders = ChartOrder::ALL.map(|order| (order, order_name(order)));
            combo_ui(ui, ("order", self.at), order_name(order), 128.0, "Which parts come first", orders)
                .into_iter()
                .for_each(|order| rules.order = order);
            let drag = DragValue::new(&mut rules.most).range(1..=MOST_SERIES).speed(0.1).prefix("first ");
            let tip = "How many parts have a series of their own. Drag, or click to type";
            ui.add(drag).on_hover_text(tip).widget_info(|| WidgetInfo::labeled(WidgetType::DragValue, true, "Series"));
            if matches!(metric, Metric::Objects | Metric::Bytes) {
                check_box(ui, &mut rules.has_other, "Others").on_hover_text("One series for all other parts together");
            }
            let forms = [
                (ChartForm::Lines, "Lines", "A line for each part"),
                (ChartForm::Stacked, "Stacked", "One on another, as parts of the whole; deep and retained sizes overlap and are lines"),
                (ChartForm::Multiples, "Each", "A small chart for each part, all on one scale"),
            ];
            form = switch(ui, form, &forms).unwrap_or(form);
        });
        if (rules, form) != (ChartRules { metric, order, most, has_other }, self.of.form) {
            commands.push(CityCommand::Chart(Box::new(self.known.charts.with_level(self.at, rules, form))));
        }
    }

    fn series<'s>(&'s self, ui: &Ui) -> Vec<Series<'s>> {
        let series = |(at, series): (usize, &'s ChartSeries)| {
            let selected = self.is_chosen(series);
            let drawn = match self.level.edges.get(at..at + 2) {
                Some([upper, lower]) => Drawn::Band { lower, upper, selected },
                _ => Drawn::Line { selected },
            };
            let ChartSeries { name, values, known, .. } = series;
            Series { name, values, known: known.as_deref(), smoothed: (0, &[]), color: self.color(ui, at), drawn }
        };
        self.level.chart.series.iter().enumerate().map(series).collect()
    }

    fn chart_ui(self, ui: &mut Ui, size: egui::Vec2, commands: &mut Vec<CityCommand>) {
        let series = self.series(ui);
        let chart = self.time_chart(&series, None);
        let pointed = chart.show(ui, size, Sense::click_and_drag());
        let mut brushed = Vec::new();
        brush_ui(ui, &pointed, &self.view.time(), &mut brushed);
        if let Some(part) = pointed.line.and_then(|at| self.level.chart.series[at].node).filter(|_| !pointed.response.dragged()) {
            brushed.retain(|command| !matches!(command, CityCommand::GoTo(_)));
            if pointed.response.clicked() {
                self.choose(self.at, Some(part), &mut brushed);
            }
        }
        commands.extend(brushed);
    }

    fn time_chart<'s>(&'s self, series: &'s [Series<'s>], most: Option<u64>) -> TimeChart<'s> {
        TimeChart {
            label: &self.level.chart.title,
            time: self.view.time(),
            own_points: None,
            series,
            unit: self.level.chart.unit,
            scale: if most.is_some() { Scale::Corner } else { Scale::Grid { logarithmic: false } },
            most,
            usage: if most.is_some() {
                ""
            } else {
                "Click a part to chart what it consists of, elsewhere to go to the point; drag to select a stretch of time; the wheel zooms"
            },
        }
    }

    /// A small chart for each series, all on one scale, as many side by side as have room.
    fn multiples_ui(self, ui: &mut Ui, size: egui::Vec2, commands: &mut Vec<CityCommand>) {
        let series = self.series(ui);
        let most = self.level.chart.most(false);
        let gap = ui.spacing().item_spacing.x;
        let columns = ((size.x + gap) / (SMALL.x + gap)).floor().max(1.0);
        let width = ((size.x - (columns - 1.0) * gap) / columns).floor();
        ui.allocate_ui(size, |ui| {
            ScrollArea::vertical().id_salt(("multiples", self.at)).max_height(size.y).auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(size.x);
                for (row, cells) in series.chunks(columns as usize).enumerate() {
                    ui.horizontal_top(|ui| {
                        for (column, cell) in cells.iter().enumerate() {
                            let at = row * columns as usize + column;
                            ui.allocate_ui_with_layout(vec2(width, SMALL.y), Layout::top_down(Align::Min), |ui| {
                                ui.spacing_mut().item_spacing.y = 0.0;
                                self.name_ui(ui, at, width, commands);
                                let cell = [Series { drawn: Drawn::Area { until_shown: 0.4, after: 0.25 }, name: "", ..*cell }];
                                let chart = TimeChart { scale: Scale::Corner, ..self.time_chart(&cell, Some(most)) };
                                let pointed = chart.show(ui, vec2(width, SMALL.y - ROW), Sense::click_and_drag());
                                brush_ui(ui, &pointed, &self.view.time(), commands);
                            });
                        }
                    });
                }
            });
        });
    }

    /// A row for each series: its value at both ends, and by how much it grew.
    fn table_ui(self, ui: &mut Ui, commands: &mut Vec<CityCommand>) {
        if self.level.chart.series.is_empty() {
            note(ui, "Nothing is known of its parts.");
            return;
        }
        let width = ui.available_width();
        ui.spacing_mut().item_spacing.y = 1.0;
        for at in 0..self.level.chart.series.len() {
            self.name_ui(ui, at, width, commands);
        }
    }

    /// The row of one series, which chooses it.
    fn name_ui(self, ui: &mut Ui, at: usize, width: f32, commands: &mut Vec<CityCommand>) {
        let palette = Palette::of_ui(ui);
        let series = &self.level.chart.series[at];
        let sense = if series.node.is_some() { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), sense);
        let name = self.name(series);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name.as_str()));
        let Unit::Of(metric) = self.level.chart.unit else { return };
        let pointed = series.node.is_some_and(|node| pointed_row::see(&response, node));
        let range = self.known.range;
        let ends = series.value(range.first).zip(series.value(range.last));
        let anchor = series.node.map(|node| Anchor::Part(self.at, node));
        let leading = self.level.leading.iter().find(|part| Some(part.node) == series.node);
        if ui.is_rect_visible(rect) {
            let ground = if self.is_chosen(series) {
                Some(palette.selection_fill)
            } else if leading.is_some() {
                Some(tint(palette.attention, palette.panel, LEADING))
            } else {
                pointed.then_some(palette.control_hot)
            };
            let painter = ui.painter_at(rect);
            if let Some(ground) = ground {
                painter.rect_filled(rect, 4, ground);
            }
            let swatch = Rect::from_center_size(pos2(rect.left() + 11.0, rect.center().y), egui::Vec2::splat(10.0));
            painter.rect_filled(swatch, 2, self.color(ui, at));
            let font = FontId::proportional(TEXT_SMALL);
            let change = ends.map(|(first, last)| words::bare_change(metric, i128::from(last) - i128::from(first)));
            let value = ends.map_or_else(String::new, |(_, last)| words::bare(metric, last));
            let mut right = rect.right() - 6.0 - anchor.map_or(0.0, |anchor| self.view.hints.room(anchor));
            for (text, color, room) in [(change.unwrap_or_default(), change_color_of(palette, ends), 78.0), (value, palette.text, 84.0)] {
                // A small chart has no room for more than how it changed.
                if width >= ROOM_FOR_VALUE || color != palette.text {
                    // The fill behind what is chosen takes the contrast from coloured text.
                    let color = if self.is_chosen(series) { palette.text } else { color };
                    painter.text(pos2(right, rect.center().y), Align2::RIGHT_CENTER, text, font.clone(), color);
                    right -= room;
                }
            }
            let room = right - swatch.right() - 8.0;
            let color = if series.node.is_some() { palette.text } else { palette.text_weak };
            let text = shorten(&painter, &name, &font, room);
            painter.text(pos2(swatch.right() + 6.0, rect.center().y), Align2::LEFT_CENTER, text, font, color);
        }
        if let Some(node) = series.node {
            let response = response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| self.tip_ui(ui, series, leading));
            if response.double_clicked() {
                commands.push(CityCommand::Camera(CameraCommand::FlyTo(node)));
            } else if response.clicked() {
                let chosen = (!self.is_chosen(series)).then_some(node);
                self.choose(self.at, chosen, commands);
            }
        }
        if let Some(anchor) = anchor {
            self.view.hints.bulbs_ui(ui, anchor, rect.right_center() - vec2(2.0, 0.0), commands);
        }
    }

    fn tip_ui(self, ui: &mut Ui, series: &ChartSeries, leading: Option<&LeadingPart>) {
        ui.label(RichText::new(&series.name).strong());
        let (unit, range) = (self.level.chart.unit, self.known.range);
        if let Some((first, last)) = series.value(range.first).zip(series.value(range.last)) {
            ui.label(format!("{} at point {}, {} at point {}", unit.text(first), range.first + 1, unit.text(last), range.last + 1));
        }
        let evolution = &self.view.session.evolution;
        let portion = series.node.and_then(|node| evolution.growth_portion(self.of.rules.metric, node, range.first, range.last));
        if let Some(portion) = portion {
            ui.label(portion_in_words(Change::of(evolution), portion));
        }
        if leading.is_some() {
            let most = match Change::of(evolution) {
                Change::Growth => "It grows most, or nearly so",
                Change::Difference => "It differs most, or nearly so",
                Change::Garbage => "Most of what died, or nearly so",
            };
            ui.label(RichText::new(most).color(Palette::of_ui(ui).attention));
        }
        let usage = if self.is_chosen(series) { "Click to close its chart" } else { "Click to chart what it consists of" };
        ui.label(RichText::new(format!("{usage}; double click flies to it")).size(TEXT_SMALL).color(Palette::of_ui(ui).text_weak));
    }

    /// A name for narrow places: of what group it is a part stands above.
    fn name(self, series: &ChartSeries) -> String {
        let Some(node) = series.node else { return series.name.clone() };
        let full = display_name(&self.view.session.evolution, node);
        words::short_place(&full).unwrap_or_else(|| self.view.session.simple_name(&full).to_owned())
    }

    fn is_chosen(self, series: &ChartSeries) -> bool {
        let key = |node: NodeIndex| &self.view.session.evolution.nodes[node.at()].key;
        series.node.is_some_and(|node| self.of.chosen.as_ref() == Some(key(node)))
    }

    /// The colour of a series; all others together have none of their own.
    fn color(self, ui: &Ui, at: usize) -> egui::Color32 {
        let colors = line_colors(ui);
        if self.level.chart.series[at].node.is_some() { colors[at % colors.len()] } else { Palette::of_ui(ui).text_weak }
    }

    /// Chooses a part, and selects it in the city, too.
    fn choose(self, level: usize, part: Option<NodeIndex>, commands: &mut Vec<CityCommand>) {
        let mut charts = self.known.charts.clone();
        charts.choose(level, part.map(|part| Arc::clone(&self.view.session.evolution.nodes[part.at()].key)));
        commands.push(CityCommand::Chart(Box::new(charts)));
        commands.extend(part.map(|part| CityCommand::Select(Some(part))));
    }
}

/// How much of the ground of what grows most is yellow: more would take the contrast from its red numbers.
const LEADING: f32 = 0.16;
/// With less room a row does not tell the value at the end.
const ROOM_FOR_VALUE: f32 = 300.0;

fn change_color_of(palette: &Palette, ends: Option<(u64, u64)>) -> egui::Color32 {
    ends.map_or(palette.text_weak, |(first, last)| change_color(palette, i128::from(last) - i128::from(first)))
}

fn order_name(order: ChartOrder) -> &'static str {
    match order {
        ChartOrder::Start => "largest at start",
        ChartOrder::End => "largest at end",
        ChartOrder::Average => "largest on average",
        ChartOrder::Absolute => "most growth",
        ChartOrder::Relative => "largest multiple",
    }
}

/// A list to choose one of; what was chosen, if that is another one.
fn combo_ui<T: Copy>(
    ui: &mut Ui,
    id: (&str, usize),
    shown: &str,
    width: f32,
    tip: &str,
    choices: impl IntoIterator<Item = (T, &'static str)>,
) -> Option<T> {
    let mut chosen = None;
    let combo = ComboBox::from_id_salt(id).width(width).selected_text(shown).show_ui(ui, |ui| {
        for (value, name) in choices {
            if ui.selectable_label(name == shown, name).clicked() && name != shown {
                chosen = Some(value);
            }
        }
    });
    name_field(combo.response, tip).on_hover_text(tip);
    chosen
}
