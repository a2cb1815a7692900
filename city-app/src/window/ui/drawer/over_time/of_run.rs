//! Memory and collections of the run, one chart below the other.

use std::sync::Arc;

use analysis::{Evolution, GcEvents, MemoryBasis, RunOverTime};
use bevy_egui::egui::{RichText, ScrollArea, Sense, Ui, vec2};

use crate::answers::charts::{Chart, collections_chart, memory_chart, overhead_chart, pauses_chart};
use crate::answers::gc_rates::Rates;
use crate::answers::windows::RunParts;
use crate::data::point_range::PointRange;
use crate::view::command::CityCommand;
use crate::view::over_time::TimeView;
use crate::window::ui::drawer::view::{DrawerView, notice};
use crate::window::ui::theme::{Palette, TEXT_SMALL, line_colors};
use crate::window::ui::time_chart::brush::brush_ui;
use crate::window::ui::time_chart::{Drawn, RunTime, Scale, Series, TimeChart};
use crate::window::ui::widgets::{color_key, note};

/// The least height of a chart.
const LEAST: f32 = 110.0;
/// What a heading takes above a chart.
const HEADING: f32 = 24.0;

/// The charts, and what they were made from.
#[derive(Debug, Default)]
pub(super) struct RunCharts {
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    evolution: Arc<Evolution>,
    gc: Option<Arc<GcEvents>>,
    memory: Vec<Chart>,
    collections: Vec<Chart>,
    run: RunOverTime,
    /// How much the collector has to do in these points, which change while somebody selects others.
    rates: (PointRange, Option<String>),
}

impl Known {
    fn of(view: &DrawerView<'_>) -> Self {
        let (evolution, gc) = (Arc::clone(&view.session.evolution), view.session.gc.clone());
        let run = RunOverTime::new(&evolution, gc.clone());
        let memory = std::iter::once(memory_chart(&run)).chain(overhead_chart(&run)).collect();
        let collections = [collections_chart(&run), pauses_chart(&run)].into_iter().flatten().collect();
        Self { evolution, gc, memory, collections, rates: rates_of(&run, view), run }
    }

    fn is_of(&self, view: &DrawerView<'_>) -> bool {
        let same_gc = self.gc.as_ref().map(Arc::as_ptr) == view.session.gc.as_ref().map(Arc::as_ptr);
        same_gc && Arc::ptr_eq(&self.evolution, &view.session.evolution)
    }
}

fn rates_of(run: &RunOverTime, view: &DrawerView<'_>) -> (PointRange, Option<String>) {
    (view.session.range, Rates::of_run(run, view.session).map(|rates| rates.in_words()))
}

impl RunCharts {
    pub(super) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        if view.session.evolution.is_of_shares() {
            notice(
                ui,
                "Many processes have no clock together",
                "Open what one of them was read from: it tells how much was in memory when.",
            );
            return;
        }
        let known = self.known.take().filter(|known| known.is_of(view)).unwrap_or_else(|| Known::of(view));
        let known = self.known.insert(known);
        if known.rates.0 != view.session.range {
            known.rates = rates_of(&known.run, view);
        }
        let is_memory = view.view.over_time.shown != TimeView::Collections;
        let charts = if is_memory { &known.memory } else { &known.collections };
        if charts.is_empty() {
            let text = "Open a GC log of the run (-Xlog:gc*) or a JFR recording beside it, or a recording of the agent: they tell when the \
                        program was collected, what that freed and how long it stood still.";
            notice(ui, "Nobody tells of collections", text);
            return;
        }
        if let Some(rates) = known.rates.1.as_ref().filter(|_| !is_memory) {
            note(ui, rates);
        }
        let room = ui.available_height() / charts.len() as f32 - HEADING - ui.spacing().item_spacing.y;
        ScrollArea::vertical().id_salt("run charts").auto_shrink(false).show(ui, |ui| {
            for (at, chart) in charts.iter().enumerate() {
                // Memory is the first of its charts.
                let is_lined_up = known.run.is_lined_up || (known.run.basis == MemoryBasis::HeapStates && is_memory && at == 0);
                heading_ui(ui, chart, is_lined_up);
                chart_ui(ui, chart, view, is_lined_up, room.max(LEAST), commands);
            }
        });
    }
}

/// What the chart shows, and which colour is what.
fn heading_ui(ui: &mut Ui, chart: &Chart, is_lined_up: bool) {
    let (palette, colors) = (Palette::of_ui(ui), line_colors(ui));
    ui.horizontal(|ui| {
        ui.label(RichText::new(&chart.title).strong());
        if chart.series.len() > 1 {
            for (at, series) in chart.series.iter().enumerate() {
                color_key(ui, colors[at % colors.len()]);
                ui.label(RichText::new(&series.name).size(TEXT_SMALL).color(palette.text_weak));
            }
        }
        if !is_lined_up {
            let text = "on a clock of its own: nobody told when it began";
            ui.label(RichText::new(text).size(TEXT_SMALL).color(palette.attention));
        }
    });
}

fn chart_ui(ui: &mut Ui, chart: &Chart, view: &DrawerView<'_>, is_lined_up: bool, height: f32, commands: &mut Vec<CityCommand>) {
    let (colors, palette) = (line_colors(ui), Palette::of_ui(ui));
    let edges = if chart.are_parts { chart.stacked_on_ground() } else { Vec::new() };
    let series = chart.series.iter().enumerate().map(|(at, series)| {
        let drawn = match edges.get(at..at + 2) {
            Some([upper, lower]) => Drawn::Band { lower, upper, selected: false },
            _ => Drawn::Area { until_shown: 0.35, after: 0.2 },
        };
        let color = if chart.series.len() == 1 { palette.heap } else { colors[at % colors.len()] };
        Series { name: &series.name, values: &series.values, known: series.known.as_deref(), smoothed: (0, &[]), color, drawn }
    });
    let series: Vec<Series<'_>> = series.collect();
    let nothing = RunParts::default();
    let own_time = RunTime { points: &chart.points, shown: chart.points.len().saturating_sub(1), range: None, seen: None, parts: &nothing };
    let chart = TimeChart {
        label: &chart.title,
        time: if is_lined_up { view.time() } else { own_time },
        own_points: is_lined_up.then_some(chart.points.as_slice()),
        series: &series,
        unit: chart.unit,
        scale: Scale::Grid { logarithmic: false },
        most: None,
        usage: "",
    };
    let pointed = chart.show(ui, vec2(ui.available_width(), height), Sense::click_and_drag());
    if is_lined_up {
        brush_ui(ui, &pointed, &view.time(), commands);
    }
}
