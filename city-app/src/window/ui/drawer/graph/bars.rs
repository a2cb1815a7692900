//! What stands around the graph: whom it is about, what can be done, the way in words, the legend.

use bevy_egui::egui::{self, Color32, Label, RichText, Sense, Ui, vec2};

use super::canvas::Canvas;
use crate::base::words;
use crate::window::ui::drawer::graph::canvas::kind_color;
use crate::window::ui::drawer::graph::commands::{GraphCommand, GraphView};
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::theme::Palette;
use crate::window::ui::widgets::shorten;

/// Height of a line of the legend below the graph.
const LEGEND_LINE: f32 = 22.0;
/// With less room the legend takes two lines.
const ROOM_FOR_LEGEND: f32 = 1000.0;
/// Height of the two lines in words.
const WORDS_HEIGHT: f32 = 40.0;
/// Width of a long word.
const WORD_WIDTH: f32 = 150.0;

/// Height of the legend below the graph, for this width.
pub(super) fn legend_height(width: f32) -> f32 {
    if width < ROOM_FOR_LEGEND { 2.0 * LEGEND_LINE } else { LEGEND_LINE }
}

/// Whom the graph is about, and buttons.
pub(super) fn head_ui(ui: &mut Ui, view: &GraphView<'_>, commands: &mut Vec<GraphCommand>) {
    let palette = Palette::of_ui(ui);
    let named = &view.found.named;
    ui.horizontal(|ui| {
        let whom = match view.object {
            Some(_) => named.name.clone(),
            None => format!("{} {}", words::count(named.objects), named.name),
        };
        ui.label(RichText::new(format!("What keeps {whom} alive")).strong());
        if view.point.1 > 1 {
            ui.label(RichText::new(format!("at point {} of {}", view.point.0, view.point.1)).color(palette.text_weak));
        }
        if icon_button(ui, Icon::Target, "Show all of the graph", "", false).clicked() {
            commands.push(GraphCommand::Fit);
        }
        if view.steps > 1 && icon_button(ui, Icon::Undo, "Undo the last step in the graph", "", false).clicked() {
            commands.push(GraphCommand::Undo);
        }
        if view.cuts.is_empty() {
            if let Some(text) = named.cut_in_words()
                && ui.button("Where to cut?").on_hover_text(text).clicked()
            {
                commands.push(GraphCommand::Suggest);
            }
        } else if ui.button("Mend all cuts").clicked() {
            commands.push(GraphCommand::Mend);
        }
        if view.working {
            ui.spinner();
        }
    });
}

/// The way under the pointer, the cut, or the heaviest way, in words; two lines in any case.
pub(super) fn words_ui(ui: &mut Ui, view: &GraphView<'_>, canvas: &Canvas) {
    let palette = Palette::of_ui(ui);
    let named = &view.found.named;
    let hovered = canvas.words(view);
    let (text, color) = match (hovered, view.freed) {
        (Some(text), _) => (text, palette.selection),
        (None, Some(freed)) => (freed_in_words(view, freed), palette.outgoing),
        (None, None) => (capitalized(&format!("{}.", named.sentence)), palette.text),
    };
    ui.allocate_ui(vec2(ui.available_width(), WORDS_HEIGHT), |ui| {
        ui.set_min_height(WORDS_HEIGHT);
        // What counts is who begins and who ends it. Lines end at words, which leaves some of each line empty.
        let font = egui::TextStyle::Body.resolve(ui.style());
        let short = shorten(ui.painter(), &text, &font, 2.0 * ui.available_width() - WORD_WIDTH);
        let mut job = egui::text::LayoutJob::simple(short, font, color, ui.available_width());
        job.wrap.max_rows = 2;
        let label = ui.add(Label::new(job).sense(Sense::hover()));
        label.on_hover_text(text);
    });
}

/// A sentence may begin with the name of an object.
fn capitalized(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// `Without SEARCH_CACHE 12,870 of 12,870 Location die: 45,000 objects, 3.21 MiB in all.`
fn freed_in_words(view: &GraphView<'_>, freed: &analysis::Freed) -> String {
    let named = &view.found.named;
    let mut fields: Vec<String> = view.cuts.iter().map(|&edge| named.edges[edge].in_words(&named.nodes)).collect();
    fields.dedup();
    format!(
        "Without {}, {} of {} {} would be free: {} and {} in all.",
        fields.join(" and "),
        words::count(freed.members),
        words::count(named.live),
        named.name,
        words::amount(analysis::Metric::Objects, freed.totals.objects),
        words::bytes(freed.totals.bytes)
    )
}

/// What colours and widths mean, as far as they occur; and what is not shown.
pub(super) fn legend_ui(ui: &mut Ui, view: &GraphView<'_>) {
    let palette = Palette::of_ui(ui);
    let named = &view.found.named;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        ui.spacing_mut().interact_size.y = LEGEND_LINE - 2.0;
        let mut known: Vec<Color32> = Vec::new();
        for node in &named.nodes {
            let color = kind_color(ui, node);
            if known.contains(&color) {
                continue;
            }
            known.push(color);
            let text = match node.kind {
                "group" => "the group",
                "objects" => "objects of a class",
                "other" => "other root",
                kind => kind,
            };
            key(ui, color, 10.0, text);
        }
        key(ui, palette.growth, 3.0, "heaviest way");
        ui.label(RichText::new("wider: reaches more of the group").small().color(palette.text_weak));
        if !view.cuts.is_empty() {
            key(ui, palette.outgoing, 10.0, "would be free");
        }
        if named.left_out > 0 {
            let least = format!("{:.0} %", 100.0 * named.least_share);
            let text = format!("holders of less than {least} are left out");
            let tip = format!(
                "They reach up to {} of {} objects. A right click on a node shows all that reference it.",
                words::count(named.left_out),
                words::count(named.live)
            );
            ui.label(RichText::new(text).small().color(palette.text_weak)).on_hover_text(tip);
        }
        if named.weak {
            ui.label(RichText::new("only weak references hold it").small().color(palette.attention));
        }
    });
}

fn key(ui: &mut Ui, color: Color32, height: f32, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    ui.painter().rect_filled(egui::Rect::from_center_size(rect.center(), vec2(14.0, height)), 2.0, color);
    ui.label(RichText::new(text).small().color(Palette::of_ui(ui).text_weak));
    ui.add_space(8.0);
}
