//! What a heap or its garbage is made of, as rings and lists side by side: by type, by allocation site, by whatever it is grouped.

use std::f32::consts::TAU;
use std::sync::Arc;

use analysis::{Evolution, Metric, NodeIndex, Subject};
use bevy_egui::egui::{self, Align2, Color32, FontId, Mesh, Pos2, Rect, ScrollArea, Sense, Ui, Vec2, pos2, vec2};

use crate::answers::composition::{Composition, Share, composition, telling_roles};
use crate::base::words;
use crate::data::point_range::PointRange;
use crate::data::session::display_name;
use crate::view::command::CityCommand;
use crate::window::ui::drawer::view::{DrawerView, notice};
use crate::window::ui::pointed_row;
use crate::window::ui::theme::{Palette, TEXT_SMALL, line_colors};
use crate::window::ui::widgets::{NodeRow, node_row, section};

/// How many names are told before the rest is one.
const TOLD: usize = 8;
/// Width of a ring, and of the list beside it at least.
const RING: f32 = 132.0;
const LIST: f32 = 260.0;
/// How thick a ring is, of its radius.
const THICKNESS: f32 = 0.36;
/// A turn is drawn in so many pieces.
const PIECES: f32 = 128.0;

/// The shares by each step, and what they were made from.
#[derive(Debug, Default)]
pub(super) struct Shares {
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    evolution: Arc<Evolution>,
    range: PointRange,
    metric: Metric,
    parts: Vec<(Arc<str>, Composition)>,
}

impl Known {
    fn of(evolution: &Arc<Evolution>, range: PointRange, metric: Metric) -> Self {
        let part = |role: Arc<str>| {
            let made_of = composition(evolution, range, &role, metric, TOLD);
            (role, made_of)
        };
        let parts = if evolution.points.is_empty() { Vec::new() } else { telling_roles(evolution).into_iter().map(part).collect() };
        Self { evolution: Arc::clone(evolution), range, metric, parts }
    }
}

impl Shares {
    /// Draws the view.
    pub(super) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let (evolution, range) = (&view.session.evolution, view.session.range);
        let metric = if view.session.metric == Metric::Objects { Metric::Objects } else { Metric::Bytes };
        let is_same = |known: &Known| Arc::ptr_eq(&known.evolution, evolution) && (known.range, known.metric) == (range, metric);
        let known = self.known.take().filter(is_same).unwrap_or_else(|| Known::of(evolution, range, metric));
        parts_ui(ui, view, self.known.insert(known), commands);
    }
}

fn parts_ui(ui: &mut Ui, view: &DrawerView<'_>, known: &Known, commands: &mut Vec<CityCommand>) {
    if known.parts.is_empty() {
        notice(ui, "Nothing to divide yet", "Open heap dumps, a recording or histograms.");
        return;
    }
    ScrollArea::vertical().id_salt("shares").auto_shrink(false).show(ui, |ui| {
        let width = ui.available_width();
        let columns = ((width / (RING + LIST + 24.0)) as usize).clamp(1, known.parts.len());
        let gap = 24.0;
        let each = (width - gap * (columns - 1) as f32) / columns as f32;
        for row in known.parts.chunks(columns) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for part in row {
                    ui.allocate_ui_with_layout(vec2(each, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
                        ui.set_width(each);
                        part_ui(ui, view, part, known.metric, commands);
                    });
                }
            });
        }
    });
}

/// One ring with its list.
fn part_ui(ui: &mut Ui, view: &DrawerView<'_>, (role, made_of): &(Arc<str>, Composition), metric: Metric, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let session = view.session;
    let amount = |totals| metric.of(totals);
    let whole = amount(made_of.whole);
    let what = match session.evolution.subject {
        Subject::Heap => format!("what lives at point {}", session.range.last + 1),
        Subject::Garbage => format!(
            "what died {}",
            if session.looks_at_all_points() { "in all".to_owned() } else { format!("in points {}", session.range) }
        ),
    };
    section(ui, &format!("By {}: {what}", role.to_lowercase()));
    let colors = line_colors(ui);
    let color = |at: usize| colors[at % colors.len()];
    let rows = made_of.shares.iter().map(|share| share.totals).chain([made_of.others]);
    let parts: Vec<f32> = rows.map(|totals| if whole == 0 { 0.0 } else { (amount(totals) as f64 / whole as f64) as f32 }).collect();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let (place, ring) = ui.allocate_exact_size(Vec2::splat(RING), Sense::CLICK);
        ring.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, format!("Shares by {}", role.to_lowercase())));
        let under = ring.hover_pos().and_then(|at| part_at(place, &parts, at));
        let mut pointed = under;
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let name_of =
                |share: &Share| share.nodes.first().map_or_else(|| share.name.to_string(), |&node| display_name(&session.evolution, node));
            let names: Vec<String> = made_of.shares.iter().map(name_of).collect();
            let others: Vec<&str> = names.iter().map(String::as_str).collect();
            for (at, share) in made_of.shares.iter().enumerate() {
                let value = words::share(amount(share.totals), whole);
                let tip = format!(
                    "{}\n{}, {} of the objects, {} of the bytes{}",
                    share.name,
                    words::objects_and_bytes(share.totals.objects, share.totals.bytes),
                    words::share(share.totals.objects, made_of.whole.objects),
                    words::share(share.totals.bytes, made_of.whole.bytes),
                    if share.nodes.len() > 1 {
                        format!("\nIn {} groups; a click selects all of them", share.nodes.len())
                    } else {
                        String::new()
                    }
                );
                let is_selected = share.nodes.iter().all(|node| view.view.selection.contains(*node));
                let row = NodeRow {
                    name: &names[at],
                    others: &others,
                    value: &value,
                    fraction: parts[at],
                    color: color(at),
                    selected: is_selected,
                    tip: &tip,
                    node: share.nodes.first().copied().filter(|_| share.nodes.len() == 1),
                };
                let response = node_row(ui, &row);
                if response.hovered() {
                    pointed = Some(at);
                }
                if response.clicked() || ring.clicked() && under == Some(at) {
                    commands.push(select(&share.nodes));
                }
            }
            if amount(made_of.others) > 0 {
                let name = match made_of.other_names {
                    0 => "Not grouped further".to_owned(),
                    1 => "1 other".to_owned(),
                    names => format!("{} others", words::count(names as u64)),
                };
                let value = words::share(amount(made_of.others), whole);
                let at = made_of.shares.len();
                let color = palette.line;
                let (name, value, fraction) = (name.as_str(), value.as_str(), parts[at]);
                node_row(ui, &NodeRow { name, value, fraction, color, selected: false, tip: "", node: None, others: &others });
            }
        });
        let middle = match pointed.and_then(|at| made_of.shares.get(at).map(|share| (at, share))) {
            Some((at, share)) => {
                if let [node] = share.nodes[..] {
                    pointed_row::see(&ring, node);
                }
                words::share((f64::from(parts[at]) * 1e6) as u64, 1_000_000)
            }
            None => {
                let short = words::short(metric, whole);
                if metric == Metric::Objects { format!("{short}\nobjects") } else { short }
            }
        };
        let shade = |at: usize| {
            let own = if at == made_of.shares.len() { palette.line } else { color(at) };
            if pointed.is_none_or(|pointed| pointed == at) { own } else { own.gamma_multiply(0.45) }
        };
        ring_shape(ui, place, &parts, shade);
        ui.painter().text(place.center(), Align2::CENTER_CENTER, middle, FontId::proportional(TEXT_SMALL), palette.text);
        ring.on_hover_cursor(if under.is_some_and(|at| at < made_of.shares.len()) {
            egui::CursorIcon::PointingHand
        } else {
            egui::CursorIcon::Default
        });
    });
}

fn select(nodes: &[NodeIndex]) -> CityCommand {
    match nodes {
        [node] => CityCommand::Select(Some(*node)),
        nodes => CityCommand::SelectAll(nodes.to_vec()),
    }
}

/// Draws parts of a ring, from the top in the direction of a clock.
fn ring_shape(ui: &Ui, place: Rect, parts: &[f32], color: impl Fn(usize) -> Color32) {
    let (middle, outer) = (place.center(), 0.5 * place.width());
    let inner = outer * (1.0 - THICKNESS);
    let mut mesh = Mesh::default();
    let mut begin = 0.0_f32;
    for (at, &part) in parts.iter().enumerate() {
        let pieces = (part * PIECES).ceil().max(1.0) as u32;
        let edge = |piece: u32| begin + part * piece as f32 / pieces as f32;
        for piece in 0..pieces {
            let first = mesh.vertices.len() as u32;
            for (turn, radius) in [(edge(piece), inner), (edge(piece), outer), (edge(piece + 1), outer), (edge(piece + 1), inner)] {
                mesh.colored_vertex(on_circle(middle, radius, turn), color(at));
            }
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first, first + 2, first + 3);
        }
        begin += part;
    }
    ui.painter().add(mesh);
    // A gap between parts, in the colour of the ground.
    let ground = Palette::of_ui(ui).panel;
    let mut turn = 0.0;
    for &part in parts.iter().filter(|part| **part > 0.0) {
        let line = [on_circle(middle, inner, turn), on_circle(middle, outer, turn)];
        ui.painter().line_segment(line, egui::Stroke::new(1.5, ground));
        turn += part;
    }
}

fn on_circle(middle: Pos2, radius: f32, turn: f32) -> Pos2 {
    let angle = turn * TAU;
    pos2(middle.x + radius * angle.sin(), middle.y - radius * angle.cos())
}

/// The part of a ring at a place on the screen.
fn part_at(place: Rect, parts: &[f32], at: Pos2) -> Option<usize> {
    let (from_middle, outer) = (at - place.center(), 0.5 * place.width());
    if !(outer * (1.0 - THICKNESS)..=outer).contains(&from_middle.length()) {
        return None;
    }
    let turn = (from_middle.x.atan2(-from_middle.y) / TAU).rem_euclid(1.0);
    let mut end = 0.0;
    parts.iter().position(|&part| {
        end += part;
        turn < end
    })
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::windows::RunParts;
    use crate::test_sessions::garbage_session;
    use crate::view::state::ViewState;

    #[test]
    fn a_click_on_a_part_of_a_ring_or_on_its_row_selects_its_groups() {
        let session = Arc::new(garbage_session());
        let mut shares = Shares::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let (view, parts) = (ViewState::default(), RunParts::default());
            shares.show(ui, &DrawerView::new(&session, &view, &parts), commands);
        };
        let mut harness = Harness::builder().with_size(vec2(1200.0, 400.0)).build_ui_state(app, Vec::new());
        crate::window::ui::theme::apply(&harness.ctx, crate::base::settings::Theme::Dark, false);
        harness.run_steps(2);
        let session = garbage_session();
        let find = |name: &str| session.evolution.find_one(name).expect("is there");
        harness.get_by_label("app.A 83.3 %").click();
        harness.run_steps(2);
        assert_eq!(harness.state().last(), Some(&CityCommand::Select(Some(find("app.A")))));
        // One place made both types.
        harness.get_by_label_contains("Loop.run").click();
        harness.run_steps(2);
        let Some(CityCommand::SelectAll(nodes)) = harness.state().last() else { panic!("{:?}", harness.state()) };
        assert_eq!(nodes.len(), 2);
        // The last sixth of the ring, left of its top, is B.
        let ring = harness.get_by_label("Shares by type").rect();
        let at = ring.center() + vec2(-0.21 * ring.width(), -0.36 * ring.height());
        harness.hover_at(at);
        harness.run_steps(1);
        for pressed in [true, false] {
            harness.event(egui::Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            });
            harness.run_steps(1);
        }
        assert_eq!(harness.state().last(), Some(&CityCommand::Select(Some(find("app.B")))));
    }

    #[test]
    fn parts_of_a_ring_are_found_from_its_top_on() {
        let place = Rect::from_center_size(pos2(100.0, 100.0), Vec2::splat(100.0));
        let parts = [0.25, 0.5, 0.25];
        let at = |x: f32, y: f32| part_at(place, &parts, pos2(x, y));
        assert_eq!([at(130.0, 75.0), at(100.0, 145.0), at(60.0, 80.0)], [Some(0), Some(1), Some(2)]);
        assert_eq!([at(100.0, 100.0), at(10.0, 10.0)], [None, None], "neither in its middle nor outside");
    }
}
