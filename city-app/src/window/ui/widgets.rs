//! Small parts that several panels share: titles, value rows, rows with a bar, key caps.

use std::ops::RangeInclusive;

use analysis::{Metric, NodeIndex, SizeKind};
use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Id, Layout, Rect, Response, RichText, Sense, Shape, Stroke, TextStyle,
    TextWrapMode, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::theme::{GAP, Palette, ROW, TEXT_SMALL, tint};
use super::{pointed_row, regions};
use crate::base::{names, words};
use crate::view::command::{CityCommand, ShellCommand};
use crate::view::state::Panel;

/// Space between the text of a heading and its edge.
const HEADING_PADDING: f32 = 4.0;

/// The title of a group of rows.
pub(crate) fn section(ui: &mut Ui, title: &str) {
    ui.add_space(GAP * 0.6);
    ui.label(RichText::new(title).color(Palette::of_ui(ui).text_weak).size(TEXT_SMALL).strong());
}

/// A name at the left and its value at the right; `tip` tells the definition.
pub(crate) fn value_row(ui: &mut Ui, name: &str, value: &str, color: Color32, tip: &str) {
    let weak = Palette::of_ui(ui).text_weak;
    ui.horizontal(|ui| {
        let label = ui.label(RichText::new(name).color(weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let value = ui.add(egui::Label::new(RichText::new(value).color(color)).truncate());
            if !tip.is_empty() {
                label.union(value).on_hover_text(tip);
            }
        });
    });
}

/// A slider with its number at its right; both have the name of `label`. `step` is what the number is a multiple of.
pub(crate) fn slider_ui(ui: &mut Ui, number: &mut f32, range: RangeInclusive<f32>, step: f32, suffix: &str, label: Id) -> Response {
    ui.spacing_mut().slider_width = 96.0;
    let is_fine = step < 1.0;
    let places = range.clone();
    let slider = |ui: &mut Ui, number: &mut f32| {
        let slider = egui::Slider::new(number, places).step_by(step.into()).logarithmic(is_fine).show_value(false);
        ui.add(slider).labelled_by(label)
    };
    let number_box = |ui: &mut Ui, number: &mut f32| {
        let number = egui::DragValue::new(number).range(range).speed(step).max_decimals(usize::from(is_fine)).suffix(suffix);
        ui.add(number).labelled_by(label)
    };
    if ui.layout().prefer_right_to_left() {
        number_box(ui, number).union(slider(ui, number))
    } else {
        slider(ui, number).union(number_box(ui, number))
    }
}

/// A link that has deep and retained sizes computed.
pub(crate) fn compute_sizes_ui(ui: &mut Ui, text: &str, commands: &mut Vec<CityCommand>) {
    let tip = "Compute deep and retained sizes of all groups at all points, in the background";
    if ui.link(text).on_hover_text(tip).clicked() {
        commands.push(ShellCommand::WantSizes(vec![SizeKind::Deep, SizeKind::Retained]).into());
    }
}

/// One line of a list, mostly of one that stands for a node: name, value, and how much of the whole it is, as a bar behind them.
pub(crate) struct NodeRow<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    /// Length of the bar, `0.0..=1.0`.
    pub(crate) fraction: f32,
    pub(crate) color: Color32,
    pub(crate) selected: bool,
    pub(crate) tip: &'a str,
    /// The node that it stands for, if any.
    pub(crate) node: Option<NodeIndex>,
    /// The names in the same list, this one may be among them: where names differ, what is seen of them does.
    pub(crate) others: &'a [&'a str],
}

/// Draws a [`NodeRow`] that can be clicked and reached by Tab.
pub(crate) fn node_row(ui: &mut Ui, row: &NodeRow<'_>) -> Response {
    let palette = Palette::of_ui(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo {
        selected: row.selected.then_some(true),
        ..WidgetInfo::labeled(WidgetType::Button, true, format!("{} {}", row.name, row.value))
    });
    let pointed = row.node.map_or(response.hovered(), |node| pointed_row::see(&response, node));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        let ground = if row.selected {
            palette.selection_fill
        } else if pointed || response.has_focus() {
            palette.control_hot
        } else {
            palette.card
        };
        painter.rect_filled(rect, 4, ground);
        // On the colour of the selection the bar's own would be another colour with another meaning.
        let color = if row.selected { palette.selection } else { row.color };
        let bar = Rect::from_min_size(rect.min, vec2(rect.width() * row.fraction.clamp(0.0, 1.0), rect.height()));
        painter.rect_filled(bar, 4, tint(color, ground, 0.24));
        painter.rect_filled(Rect::from_min_max(bar.left_bottom() - vec2(0.0, 2.0), bar.right_bottom()), 1, color);
        let font = TextStyle::Body.resolve(ui.style());
        let value = painter.layout_no_wrap(row.value.to_owned(), font.clone(), palette.text);
        let name_width = rect.width() - value.size().x - 24.0;
        painter.galley(pos2(rect.right() - value.size().x - 8.0, rect.center().y - 0.5 * value.size().y), value, palette.text);
        let name = shorten_among(&painter, row.name, row.others, &font, name_width);
        painter.text(rect.left_center() + vec2(8.0, 0.0), Align2::LEFT_CENTER, &name, font, palette.text);
        if name != row.name {
            let tip = if row.tip.starts_with(row.name) { row.tip.to_owned() } else { format!("{}\n{}", row.name, row.tip) };
            return whole_at_once(response, tip.trim_end());
        }
    }
    if row.tip.is_empty() { response } else { response.on_hover_text(row.tip) }
}

/// What is left of a name in so much room; see [`names::fitted`].
pub(crate) fn shorten(painter: &egui::Painter, text: &str, font: &FontId, width: f32) -> String {
    shorten_among(painter, text, &[], font, width)
}

/// A text for several lines, in which no number stands at the end of a line and its unit or error on the next one.
pub(crate) fn unbroken(text: &str) -> String {
    [" %", " \u{b1} ", " KiB", " MiB", " GiB"].iter().fold(text.to_owned(), |text, unit| text.replace(unit, &unit.replace(' ', "\u{a0}")))
}

/// The same in a list of names.
pub(crate) fn shorten_among(painter: &egui::Painter, text: &str, others: &[&str], font: &FontId, width: f32) -> String {
    let fits = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x <= width;
    names::fitted(text, others, fits)
}

/// The rows of a table that may be seen together with this one.
pub(crate) fn seen_with<T>(rows: &[T], row: usize) -> &[T] {
    const MOST_ON_SCREEN: usize = 80;
    &rows[row.saturating_sub(MOST_ON_SCREEN).min(rows.len())..row.saturating_add(MOST_ON_SCREEN).min(rows.len())]
}

/// Tells a name that was cut as soon as the pointer is there: who looks for the rest of it need not wait.
pub(crate) fn whole_at_once(response: Response, whole: &str) -> Response {
    if response.hovered() {
        response.show_tooltip_text(whole);
    }
    response
}

/// A name in the room that is left, with what else is told of it; `others` are those in the same list.
pub(crate) fn name_ui(ui: &mut Ui, name: &str, others: &[&str], font: FontId, color: Color32, tip: &str) -> Response {
    let short = shorten_among(ui.painter(), name, others, &font, ui.available_width());
    let is_whole = short == name && tip == name;
    let response = ui.add(egui::Label::new(RichText::new(short).font(font).color(color)).wrap_mode(TextWrapMode::Extend));
    if is_whole { response } else { whole_at_once(response, tip) }
}

/// What a click on something that stands for a node asks for: with Ctrl it is added to the selection.
pub(crate) fn select_order(ui: &Ui, node: NodeIndex) -> CityCommand {
    if ui.input(|input| input.modifiers.command) { CityCommand::SelectAlso(node) } else { CityCommand::Select(Some(node)) }
}

/// The metrics side by side, each with its word and what it means. Returns the one that was clicked.
pub(crate) fn metric_switch(ui: &mut Ui, current: Metric, metrics: impl Iterator<Item = Metric>) -> Option<Metric> {
    let tips: Vec<(Metric, String)> = metrics.map(|metric| (metric, words::metric_advice(metric))).collect();
    let choices: Vec<_> = tips.iter().map(|(metric, tip)| (*metric, words::metric_word(*metric), tip.as_str())).collect();
    switch(ui, current, &choices)
}

/// The same where there is no room for all of them: the one that is shown, and a menu.
pub(crate) fn metric_menu(ui: &mut Ui, current: Metric, metrics: impl Iterator<Item = Metric>) -> Option<Metric> {
    let mut chosen = None;
    let text = format!("{} ⏷", words::metric_word(current));
    let menu = ui.menu_button(text, |ui| {
        for metric in metrics {
            let choice = ui.selectable_label(metric == current, words::metric_word(metric));
            if choice.on_hover_text(words::metric_advice(metric)).clicked() {
                chosen = Some(metric);
                ui.close();
            }
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, "Metric"));
    menu.response.on_hover_text("What base area, height and colour show");
    chosen
}

/// Tells how large a panel is now that somebody has dragged its edge, or moved it by arrows. `id` is that of the panel, `range` how large it
/// may be.
pub(crate) fn keep_size(ui: &Ui, id: Id, panel: Panel, place: Rect, range: RangeInclusive<f32>, commands: &mut Vec<CityCommand>) {
    // The handle has the name that egui gives it.
    let handle = id.with("__resize");
    let (name, size, grows) = match panel {
        Panel::Navigator => ("Width of the navigator", place.width(), 1.0),
        Panel::Drawer => ("Height of the drawer", place.height(), -1.0),
        _ => ("Width of the inspector", place.width(), -1.0),
    };
    let by = grows * regions::edge_ui(ui, handle, name, size);
    if by != 0.0 {
        let size = (size + by).clamp(*range.start(), *range.end());
        let outer_rect = Rect::from_min_size(place.min, egui::Vec2::splat(size));
        ui.ctx().data_mut(|data| data.insert_persisted(id, egui::containers::panel::PanelState { outer_rect }));
        commands.push(CityCommand::Resize(panel, size.round() as u16));
    } else if ui.ctx().read_response(handle).is_some_and(|handle| handle.drag_stopped()) {
        commands.push(CityCommand::Resize(panel, size.round() as u16));
    }
}

/// A step of work and how far it is.
pub(crate) fn working_ui(ui: &mut Ui, step: &str, fraction: Option<f32>) {
    let weak = Palette::of_ui(ui).text_weak;
    let percent = fraction.map(|fraction| format!("  {:.0} %", 100.0 * fraction)).unwrap_or_default();
    let step = if step.is_empty() { "Starting" } else { step };
    ui.add(egui::Label::new(RichText::new(format!("{step}{percent}")).color(weak)).truncate());
    ui.add(egui::ProgressBar::new(fraction.unwrap_or(0.0)).desired_height(6.0).animate(fraction.is_none()));
}

/// The heading of a column, in all of its cell; `sorted` says whether the table is sorted by it, and that descending.
pub(crate) fn heading_ui(ui: &mut Ui, title: &str, tip: &str, sorted: Option<bool>, number: bool) -> Response {
    let palette = Palette::of_ui(ui);
    let response = ui.interact(ui.max_rect(), ui.id().with("sort"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Sort by {title}")));
    let strong = sorted.is_some() || !number;
    let color = if sorted.is_some() || response.hovered() || response.has_focus() { palette.text } else { palette.text_weak };
    let layout = if number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
    ui.with_layout(layout, |ui| {
        ui.spacing_mut().item_spacing.x = HEADING_PADDING;
        ui.add_space(HEADING_PADDING);
        let text = RichText::new(title).color(color);
        ui.add(egui::Label::new(if strong { text.strong() } else { text }).selectable(false).truncate());
        if let Some(descending) = sorted {
            let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            triangle(ui, place, if descending { 0.25 } else { 0.75 }, color);
        }
    });
    response.on_hover_text(tip)
}

/// A triangle that points to the right, turned clockwise by this share of a full turn.
pub(crate) fn triangle(ui: &Ui, rect: Rect, turn: f32, color: Color32) {
    let radius = 0.5 * rect.width();
    let corner = |share: f32| {
        let angle = (turn + share) * std::f32::consts::TAU;
        rect.center() + radius * vec2(angle.cos(), angle.sin())
    };
    let points = vec![corner(0.0), corner(1.0 / 3.0), corner(2.0 / 3.0)];
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// A key as it looks on the keyboard.
pub(crate) fn key_cap(ui: &mut Ui, key: &str) {
    let palette = Palette::of_ui(ui);
    egui::Frame::new()
        .fill(palette.control)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(4)
        .inner_margin(egui::Margin::symmetric(6, 1))
        .show(ui, |ui| ui.add(egui::Label::new(RichText::new(key).size(TEXT_SMALL)).wrap_mode(TextWrapMode::Extend)));
}

/// The colour of a series, before its name.
pub(crate) fn color_key(ui: &mut Ui, color: Color32) {
    let (place, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(place, 2, color);
}

/// A note that wraps.
pub(crate) fn note(ui: &mut Ui, text: &str) -> Response {
    let weak = Palette::of_ui(ui).text_weak;
    ui.add(egui::Label::new(RichText::new(text).color(weak).size(TEXT_SMALL)).wrap())
}

/// A button that stands out: the one thing to do next.
pub(crate) fn main_button(ui: &mut Ui, text: &str) -> Response {
    let palette = Palette::of_ui(ui);
    let button = egui::Button::new(RichText::new(text).color(palette.text).strong())
        .fill(palette.selection_fill)
        .stroke(Stroke::new(1.0, palette.selection.gamma_multiply(0.7)))
        .min_size(vec2(0.0, ROW + 4.0));
    ui.add(button)
}

/// Two or more choices side by side, one of which is on. Returns the choice that was clicked.
pub(crate) fn switch<T: Copy + PartialEq>(ui: &mut Ui, current: T, choices: &[(T, &str, &str)]) -> Option<T> {
    let mut chosen = None;
    // What stands beside it in the same row keeps its distance.
    let between = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 2.0);
    for &(value, text, tip) in choices {
        let response = ui.add(egui::Button::selectable(current == value, text).min_size(vec2(0.0, ROW))).on_hover_text(tip);
        if response.clicked() && current != value {
            chosen = Some(value);
        }
    }
    ui.spacing_mut().item_spacing.x = between;
    chosen
}

/// A box to check, with an edge: without one an empty box hardly stands out from a panel.
pub(crate) fn check_box(ui: &mut Ui, on: &mut bool, text: &str) -> Response {
    let palette = Palette::of_ui(ui);
    let before = ui.visuals().widgets.clone();
    let widgets = &mut ui.visuals_mut().widgets;
    for (state, edge) in
        [(&mut widgets.inactive, palette.text_weak), (&mut widgets.hovered, palette.text), (&mut widgets.active, palette.selection)]
    {
        state.corner_radius = CornerRadius::same(3);
        state.bg_stroke = Stroke::new(1.0, edge);
    }
    let response = ui.checkbox(on, text);
    ui.visuals_mut().widgets = before;
    response
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;

    use super::*;

    #[test]
    fn classes_of_one_list_never_look_the_same_and_keep_their_simple_name_if_it_fits() {
        let packages = "abcdefghijkl".chars().map(|letter| format!("com.{letter}.a.very.long.package.of.many.parts.HostConnectionPool"));
        let names: Vec<String> = packages.collect();
        let seen = |ui: &mut Ui, seen: &mut Vec<Vec<String>>| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let font = TextStyle::Body.resolve(ui.style());
            let shown = |width| names.iter().map(|name| shorten_among(ui.painter(), name, &names, &font, width)).collect();
            *seen = [60.0, 120.0, 190.0, 260.0].map(shown).into();
        };
        let mut harness = Harness::builder().build_ui_state(seen, Vec::new());
        harness.run_steps(2);
        for (at, labels) in harness.state().iter().enumerate() {
            let different: std::collections::BTreeSet<&String> = labels.iter().collect();
            assert_eq!(different.len(), 12, "{labels:?}");
            assert!(at < 2 || labels.iter().all(|label| label.ends_with("HostConnectionPool")), "{labels:?}");
        }
    }
}
