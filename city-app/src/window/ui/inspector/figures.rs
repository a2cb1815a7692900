//! Numbers of a building or district: now, and how it grew.

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::Ui;

use super::InspectorView;
use crate::inspection::{Figures, Inspection};
use crate::window::ui::theme::{Palette, change_color};
use crate::window::ui::widgets::{section, sparkline, value_row};
use crate::words;

/// Height of a row with a figure: nothing in it is clicked.
const FIGURE_ROW: f32 = 18.0;

/// Draws them.
pub(super) fn figures_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = FIGURE_ROW;
        figure_rows_ui(ui, view, inspection);
    });
}

fn figure_rows_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection) {
    let palette = Palette::of_ui(ui);
    section(ui, "Now");
    value_row(ui, "Objects", &words::count(inspection.objects.now), palette.text, "Objects of this group that live at the point shown");
    value_row(
        ui,
        "Size",
        &words::bytes(inspection.bytes.now),
        palette.text,
        &format!("Shallow size of these objects: {} bytes", words::count(inspection.bytes.now)),
    );
    if inspection.sizes_offered {
        size_row(ui, Metric::Deep, inspection);
        size_row(ui, Metric::Retained, inspection);
    }
    let shown = inspection.figures(view.metric);
    if let Some(shown) = shown.filter(|_| inspection.node != NodeIndex::ROOT) {
        value_row(
            ui,
            "Share of the heap",
            &words::share(shown.now, shown.heap_now),
            palette.text,
            "Share of the whole heap at this point, in the metric shown",
        );
    }

    section(ui, &format!("Growth since {}", view.first_time));
    let line = if inspection.objects.overall_growth() > 0 { palette.growth } else { palette.heap };
    // Points whose size is not known have no place on the line.
    let known: Vec<usize> = (0..inspection.series.len()).filter(|&point| view.known.get(point) != Some(&false)).collect();
    let series: Vec<u64> = known.iter().map(|&point| inspection.series[point]).collect();
    let shown_at = known.iter().position(|&point| point == view.point).unwrap_or(usize::MAX);
    sparkline(ui, &series, shown_at, line, 54.0).on_hover_text(format!(
        "{} over all points, from 0 to {}",
        words::metric_name(view.metric),
        words::amount(view.metric, inspection.series.iter().copied().max().unwrap_or(0))
    ));
    growth_row(ui, "Objects", Metric::Objects, &inspection.objects);
    growth_row(ui, "Size", Metric::Bytes, &inspection.bytes);
    for (name, metric) in [("Deep size", Metric::Deep), ("Retained size", Metric::Retained)] {
        if let Some(figures) = inspection.figures(metric) {
            growth_row(ui, name, metric, figures);
        }
    }
    if let Some(overall) = shown.map(Figures::overall_growth) {
        value_row(
            ui,
            "To the last point",
            &words::change(view.metric, overall),
            change_color(palette, overall),
            "Overall growth, from the first to the last point; it decides which buildings are solid",
        );
    }
    if let Some((rank, of)) = inspection.rank {
        value_row(
            ui,
            "Rank by growth",
            &format!("{} of {}", words::count(rank as u64), words::count(of as u64)),
            palette.text,
            "Place among all buildings of the city by overall growth",
        );
    }
}

/// A size that may not be known.
fn size_row(ui: &mut Ui, metric: Metric, inspection: &Inspection) {
    let palette = Palette::of_ui(ui);
    let (name, meaning) = (words::metric_name(metric), words::metric_meaning(metric));
    match inspection.figures(metric) {
        Some(figures) => {
            let tip = format!("{meaning}: {} bytes", words::count(figures.now));
            value_row(ui, name, &words::bytes(figures.now), palette.text, &tip);
        }
        None => {
            let tip = format!("{meaning}. Not computed at this point: choose the metric {} (M)", words::metric_word(metric));
            value_row(ui, name, "not computed", palette.text_weak, &tip);
        }
    }
}

fn growth_row(ui: &mut Ui, name: &str, metric: Metric, figures: &Figures) {
    let color = change_color(Palette::of_ui(ui), figures.growth());
    let tip = format!("{} at the first point, {} now", words::amount(metric, figures.first), words::amount(metric, figures.now));
    value_row(ui, name, &words::bare_change(metric, figures.growth()), color, &tip);
}
