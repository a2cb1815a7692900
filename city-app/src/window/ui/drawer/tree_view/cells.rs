//! What stands in a heading and in a row.

use std::borrow::Cow;

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{self, Align, Color32, Id, Layout, Rect, RichText, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::answers::tree_table::{Arrangement, Column, Mark, Rows, Span};
use crate::base::words;
use crate::window::ui::drawer::tree_view::state::plain;
use crate::window::ui::theme::{Palette, change_color, tint};
use crate::window::ui::time_chart::sparkline;
use crate::window::ui::widgets::{seen_with, shorten_among, triangle};

/// How far a child stands to the right of its parent.
const INDENT: f32 = 16.0;
/// Deep trees leave at least this share of the column to the name.
const NAME_SHARE: f32 = 0.5;
/// Side of the place that the arrow stands in.
const ARROW: f32 = 18.0;
/// Space between a cell's text and its edge.
const PADDING: f32 = 4.0;

/// The heading of the series over time.
pub(super) fn trend_header_ui(ui: &mut Ui) {
    let weak = Palette::of_ui(ui).text_weak;
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(PADDING);
        ui.add(plain(RichText::new("Over time").color(weak)).truncate()).on_hover_text("All points; the dot is the one shown");
    });
}

/// The name with its arrow. Returns whether the arrow was clicked.
pub(super) fn name_ui(ui: &mut Ui, rows: &Rows, node: NodeIndex) -> bool {
    let palette = Palette::of_ui(ui);
    let span = rows.span();
    let cell = ui.max_rect();
    let room = cell.width();
    let indent = (rows.depth(node) as f32 * INDENT).min((room * (1.0 - NAME_SHARE)).max(0.0));
    let tree = rows.arrangement() == Arrangement::Tree;
    let arrow = Rect::from_min_size(pos2(cell.left() + indent, cell.center().y - 0.5 * ARROW), vec2(ARROW, ARROW));
    let mut toggled = false;
    if rows.can_unfold(node) {
        let unfolded = rows.is_unfolded(node);
        let response = ui.interact(arrow, Id::new(("fold", ui.id(), node.0)), Sense::CLICK);
        let label = format!("{} {}", if unfolded { "Fold" } else { "Unfold" }, span.name(node));
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, label.as_str()));
        let color = if response.hovered() { palette.text } else { palette.text_weak };
        triangle(ui, arrow.shrink(4.0), if unfolded { 0.25 } else { 0.0 }, color);
        toggled = response.clicked();
    }
    let text_left = if tree { arrow.right() + 2.0 } else { cell.left() + PADDING };
    let place = Rect::from_min_max(pos2(text_left, cell.top()), cell.right_bottom());
    let here = [Metric::Objects, Metric::Bytes].iter().any(|&metric| span.value(metric, node, span.to) > 0);
    let color = if here { palette.text } else { palette.text_weak };
    let font = egui::TextStyle::Body.resolve(ui.style());
    // The whole name is in the tip.
    let name_of = |node: NodeIndex| words::short_place(span.name(node)).map_or_else(|| span.name(node).into(), Cow::from);
    let others: Vec<Cow<'_, str>> = seen_with(rows.visible(), rows.row_of(node).unwrap_or(0)).iter().map(|&node| name_of(node)).collect();
    let others: Vec<&str> = others.iter().map(|name| &**name).collect();
    let name = shorten_among(ui.painter(), &name_of(node), &others, &font, place.width());
    ui.scope_builder(egui::UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center)), |ui| {
        let label = ui.add(plain(RichText::new(name).color(color)).extend());
        if let Some(around) = surroundings(rows, node) {
            ui.add(plain(RichText::new(around).color(palette.text_weak)).truncate());
        }
        label.on_hover_ui(|ui| {
            ui.label(span.evolution.path_text(node));
            if !here {
                ui.label(RichText::new("Not there at the point shown").color(palette.text_weak));
            }
        });
    });
    toggled
}

/// In a list names have lost what they lie in: it is told after the name, unless the name begins with it.
fn surroundings(rows: &Rows, node: NodeIndex) -> Option<String> {
    if rows.arrangement() == Arrangement::Tree || node == NodeIndex::ROOT {
        return None;
    }
    let span = rows.span();
    let parent = span.evolution.nodes[node.at()].parent;
    (parent != NodeIndex::ROOT && !span.name(node).starts_with(span.name(parent))).then(|| format!("in {}", span.name(parent)))
}

/// A cell with a number, or with a word about one, right-aligned as numbers are.
pub(super) fn number_ui(ui: &mut Ui, span: &Span, column: Column, node: NodeIndex, selected: bool) {
    let palette = Palette::of_ui(ui);
    let color = match column {
        column if !column.is_known(span) => palette.text_weak,
        Column::Change(metric) | Column::ChangePercent(metric) => change_color(palette, span.change(metric, node)),
        Column::RateChange(metric) => change_color(palette, span.rate_change(metric, node).map_or(0, |change| change.signum() as i128)),
        Column::Mark => mark_color(palette, span.mark(node)),
        Column::From(metric) if span.value(metric, node, span.from) == 0 => palette.text_weak,
        Column::To(metric) if span.value(metric, node, span.to) == 0 => palette.text_weak,
        _ => palette.text,
    };
    // The fill behind a selected row takes the contrast from coloured text.
    let color = if selected { palette.text } else { color };
    if let Some(fraction) = column.fraction(span, node) {
        let cell = ui.max_rect().shrink2(vec2(0.0, 3.0));
        let bar = Rect::from_min_size(cell.min, vec2(cell.width() * fraction, cell.height()));
        let ground = if selected { palette.selection_fill } else { palette.panel };
        ui.painter().rect_filled(bar, 2, tint(palette.heap, ground, 0.45));
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(PADDING);
        ui.add(plain(RichText::new(column.text(span, node)).color(color)).extend());
    });
}

fn mark_color(palette: &Palette, mark: Mark) -> Color32 {
    match mark {
        Mark::New | Mark::Grown => palette.growth,
        Mark::Unchanged => palette.text_weak,
        Mark::Shrunk | Mark::Gone => palette.shrink,
    }
}

/// The series of a node.
pub(super) fn trend_ui(ui: &mut Ui, span: &Span, node: NodeIndex, width: f32) {
    let palette = Palette::of_ui(ui);
    let series = span.evolution.series(span.metric, node);
    // A size that is not known at some point must not look like nothing.
    if series.len() < 2 || !(0..series.len()).all(|point| span.knows(span.metric, point)) {
        return;
    }
    let grows = span.change(span.metric, node) > 0;
    let color = if grows { palette.growth } else { palette.heap };
    ui.scope(|ui| {
        ui.set_max_width(width.min(ui.available_width()));
        let height = ui.available_height();
        let places: Vec<(usize, u64)> = series.iter().copied().enumerate().collect();
        let (line, _) = sparkline(ui, &span.evolution.points, &places, (span.to, None), color, height);
        line.on_hover_ui(|ui| {
            let (first, last) = (series.first().copied().unwrap_or(0), series.last().copied().unwrap_or(0));
            let amount = |value| words::amount(span.metric, value);
            ui.label(format!("From {} to {}", amount(first), amount(last)));
        });
    });
}
