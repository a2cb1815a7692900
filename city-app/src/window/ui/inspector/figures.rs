//! Numbers of a building or district: now, and how it grew.

use analysis::{Metric, NodeIndex, Subject};
use bevy_egui::egui::{Align, Layout, RichText, Ui};

use crate::base::words::{self, Change};
use crate::view::command::CityCommand;
use crate::view::inspection::{Errors, Figures, Inspection, JointInspection};
use crate::window::ui::inspector::view::InspectorView;
use crate::window::ui::theme::{Palette, change_color};
use crate::window::ui::time_chart::sparkline;
use crate::window::ui::widgets::{compute_sizes_ui, section, value_row};

/// Height of a row with a figure: nothing in it is clicked.
pub(super) const FIGURE_ROW: f32 = 18.0;

/// Draws them.
pub(super) fn figures_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = FIGURE_ROW;
        figure_rows_ui(ui, view, inspection, commands);
    });
}

/// The same of several groups together; what they own jointly is another matter.
pub(super) fn joint_figures_ui(ui: &mut Ui, view: &InspectorView<'_>, joint: &JointInspection) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = FIGURE_ROW;
        now_ui(ui, view, &joint.objects, &joint.bytes);
        if view.has_one_point() {
            return;
        }
        series_ui(ui, view, &joint.series, &joint.objects);
        growth_row(ui, "Objects", view.ends[0], Metric::Objects, &joint.objects);
        growth_row(ui, "Size", view.ends[0], Metric::Bytes, &joint.bytes);
    });
}

fn now_ui(ui: &mut Ui, view: &InspectorView<'_>, objects: &Figures, bytes: &Figures) {
    let text = Palette::of_ui(ui).text;
    let (title, tip) = match view.subject() {
        Subject::Heap => ("Now", "Objects that live at the point shown"),
        Subject::Garbage => ("Died until now", "Objects that have died up to the point shown"),
    };
    section(ui, title);
    let tip = with_error_meaning(tip, &objects.errors);
    value_row(ui, "Objects", &words::estimated(Metric::Objects, objects.now, objects.errors.now), text, &tip);
    let tip = with_error_meaning(&format!("Shallow size of these objects: {} bytes", words::count(bytes.now)), &bytes.errors);
    value_row(ui, "Size", &words::estimated(Metric::Bytes, bytes.now, bytes.errors.now), text, &tip);
}

/// A tip that also says what ± means, where it stands.
fn with_error_meaning(tip: &str, errors: &Errors) -> String {
    if *errors == Errors::default() { tip.to_owned() } else { format!("{tip}\n{}", words::ERROR_MEANING) }
}

/// The line over all points.
fn series_ui(ui: &mut Ui, view: &InspectorView<'_>, series: &[u64], objects: &Figures) {
    let palette = Palette::of_ui(ui);
    section(ui, view.since);
    let line = if objects.overall_growth() > 0 { palette.growth } else { palette.heap };
    // Points whose size is not known have no place on the line.
    let known = |&(point, _): &(usize, u64)| view.known.get(point) != Some(&false);
    let places: Vec<(usize, u64)> = series.iter().copied().enumerate().filter(known).collect();
    let points = view.evolution.map_or(&[][..], |evolution| &evolution.points);
    let (line, _) = sparkline(ui, points, &places, (view.point, view.selected_range), line, 54.0);
    line.on_hover_text(format!(
        "{} over all points, from 0 to {}",
        words::metric_name(view.metric),
        words::amount(view.metric, series.iter().copied().max().unwrap_or(0))
    ));
}

fn figure_rows_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    now_ui(ui, view, &inspection.objects, &inspection.bytes);
    if inspection.sizes_offered {
        size_row(ui, Metric::Deep, inspection, commands);
        size_row(ui, Metric::Retained, inspection, commands);
    } else if view.subject() == Subject::Heap {
        let tip = "Deep and retained sizes need references between objects: open heap dumps or a trace, or watch a program \
                   with --dumps --set metric=retained. Histograms and memory trees hold none";
        value_row(ui, "Deep, retained size", "not in this input", palette.text_weak, tip);
    }
    let shown = inspection.figures(view.metric);
    if let Some(shown) = shown.filter(|_| inspection.node != NodeIndex::ROOT) {
        value_row(
            ui,
            &format!("Share of all {}", words::metric_unit(view.metric)),
            &words::share(shown.now, shown.heap_now),
            palette.text,
            if view.subject() == Subject::Heap { "Of the whole heap at this point" } else { "Of all that has died until this point" },
        );
    }
    if view.has_one_point() {
        return;
    }
    series_ui(ui, view, &inspection.series, &inspection.objects);
    let [first, last] = view.ends;
    growth_row(ui, "Objects", first, Metric::Objects, &inspection.objects);
    growth_row(ui, "Size", first, Metric::Bytes, &inspection.bytes);
    for (name, metric) in [("Deep size", Metric::Deep), ("Retained size", Metric::Retained)] {
        if let Some(figures) = inspection.figures(metric) {
            growth_row(ui, name, first, metric, figures);
        }
    }
    if let Some(portion) = inspection.growth_portion {
        let (title, tip) = match view.change() {
            Change::Difference => (
                "Of the heaps' difference",
                format!("What the group differs from {first} as a share of what the whole heap does, in the metric shown"),
            ),
            Change::Growth => (
                "Of the heap's growth",
                format!(
                    "Heap growth portion: the growth of the group as a share of the growth of the whole heap, from {first} to the point \
                     shown, in the metric shown; more than 100 % where the rest of the heap shrank"
                ),
            ),
            Change::Garbage => ("Of what died", format!("Share of all that died from {first} to the point shown, in the metric shown")),
        };
        value_row(ui, title, &words::portion(portion), palette.text, &tip);
    }
    // At the last point that is what has just been told.
    if let Some(shown) = shown.filter(|shown| shown.now != shown.last) {
        let overall = shown.overall_growth();
        value_row(
            ui,
            &format!("To {last}"),
            &format!("{}{}", words::change(view.metric, overall), words::plus_minus(view.metric, shown.errors.overall)),
            change_color(palette, overall),
            &format!("Overall, {}; it decides which buildings are solid", view.range),
        );
    }
    if let Some((rank, of)) = inspection.rank {
        value_row(
            ui,
            &format!("Rank by {}", view.change().word()),
            &format!("{} of {}", words::count(rank as u64), words::count(of as u64)),
            palette.text,
            "Place among all buildings of the city by that",
        );
    }
}

/// A size that may not be known.
fn size_row(ui: &mut Ui, metric: Metric, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let (name, meaning) = (words::metric_name(metric), words::metric_meaning(metric));
    match inspection.figures(metric) {
        Some(figures) => {
            let (about, of_estimate) =
                if inspection.is_estimate { ("\u{2248} ", ". Which objects the group has is an estimate") } else { ("", "") };
            let tip = format!("{meaning}: {} bytes{of_estimate}", words::count(figures.now));
            value_row(ui, name, &format!("{about}{}", words::bytes(figures.now)), palette.text, &tip);
        }
        None => {
            ui.horizontal(|ui| {
                ui.label(RichText::new(name).color(palette.text_weak)).on_hover_text(meaning);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| compute_sizes_ui(ui, "compute", commands));
            });
        }
    }
}

fn growth_row(ui: &mut Ui, name: &str, first: &str, metric: Metric, figures: &Figures) {
    let color = change_color(Palette::of_ui(ui), figures.growth());
    let tip = format!("{} at {first}, {} now", words::amount(metric, figures.first), words::amount(metric, figures.now));
    let tip = with_error_meaning(&tip, &figures.errors);
    value_row(ui, name, &words::estimated_change(metric, figures.growth(), figures.errors.growth), color, &tip);
}
