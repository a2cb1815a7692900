//! The groups of the point shown as rings, columns, tiles or bars: what is looked at with two levels below it, and everything beside it.

mod picture;
mod points;
mod suspicious;
#[cfg(test)]
mod tests;
mod tip;

use std::collections::HashMap;
use std::sync::Arc;

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{Align, ComboBox, Key, Label, Layout, RichText, ScrollArea, Ui, vec2};
use layout::{Pruning, TreeOrder};

use crate::answers::tree_views::{TreeAsk, TreeForm, TreeLink, TreeScope, TreeStep, TreeViews, order_name};
use crate::base::colors::hex;
use crate::base::words;
use crate::view::command::CityCommand;
use crate::view::trees::{BesideTree, TreesView};
use crate::window::ui::drawer::view::{DrawerView, notice};
use crate::window::ui::icons::{Icon, icon_button};
use crate::window::ui::pointed_row;
use crate::window::ui::regions::name_field;
use crate::window::ui::theme::{GAP, Palette, color32};
use crate::window::ui::widgets::{NodeRow, check_box, node_row, switch};
use picture::{Motion, Seen, label_of, picture_ui};
use points::Points;
use suspicious::Suspicious;
use tip::tip;

/// With less room there is no list; with less for each picture, only the one of what is looked at.
const ROOM_FOR_LIST: f32 = 560.0;
const ROOM_FOR_PICTURE: f32 = 150.0;
/// Width of the list, of all of it, and at most.
const LIST_SHARE: f32 = 0.28;
const LIST: f32 = 340.0;
/// Width of the picture beside the timeline.
const LOCAL_SHARE: f32 = 0.36;
/// How long it is told that a group is not there, in seconds.
const TOLD_FOR: f64 = 6.0;

const FORMS: [(TreeForm, &str, &str); 4] = [
    (TreeForm::Sunburst, "Sunburst", "Rings around the whole: the longer, the more"),
    (TreeForm::Icicle, "Icicle", "Columns beside the whole: the higher, the more"),
    (TreeForm::Treemap, "Treemap", "Tiles within tiles: the larger, the more"),
    (TreeForm::Bars, "Bars", "A bar for each point"),
];

const BESIDE: [(BesideTree, &str, &str); 3] = [
    (BesideTree::Whole, "Whole heap", "The whole heap at the same point"),
    (BesideTree::Timeline, "Timeline", "Small pictures of some points above the heap over time"),
    (BesideTree::Multiples, "Side by side", "What is looked at at many points, all on one scale"),
];
/// Kinds of small pictures.
const SMALL: [((TreeForm, TreeScope), &str); 4] = [
    ((TreeForm::Icicle, TreeScope::Global), "Whole icicle"),
    ((TreeForm::Sunburst, TreeScope::Global), "Whole sunburst"),
    ((TreeForm::Icicle, TreeScope::Local), "Local icicle"),
    ((TreeForm::Sunburst, TreeScope::Local), "Local sunburst"),
];

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct TreesTab {
    known: Option<(TreeOrder, TreeViews)>,
    /// Of what is looked at, and of everything.
    pictures: [Motion; 2],
    /// Small ones, by their point.
    small: HashMap<usize, Motion>,
    /// What was under the pointer in the frame before.
    pointed: Option<usize>,
    /// What is not there at a point, since when that is told, and whether it was put away.
    missing: Option<Missing>,
    suspicious: Suspicious,
    /// The references of what is selected, and for which picture.
    links: Option<((NodeIndex, TreeAsk), Vec<TreeLink>)>,
}

#[derive(Debug, Clone, PartialEq)]
struct Missing {
    wished: usize,
    point: usize,
    since: f64,
    is_read: bool,
}

impl TreesTab {
    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let wanted = &view.view.trees;
        let (session, metric) = (view.session, view.session.metric);
        let is_same = |(order, views): &(TreeOrder, TreeViews)| {
            Arc::ptr_eq(&views.evolution, &session.evolution)
                && (*order, views.metric, views.points) == (wanted.order, metric, session.range)
        };
        if !self.known.as_ref().is_some_and(is_same) {
            let pruning = Pruning { order: wanted.order, ..Pruning::default() };
            self.known = TreeViews::of(&session.evolution, metric, session.range, &pruning).map(|views| (wanted.order, views));
            (self.pictures, self.small, self.pointed, self.links) = Default::default();
        }
        let Some((_, views)) = self.known.as_ref().filter(|(_, views)| views.most(0) > 0) else {
            notice(ui, "Nothing to draw yet", "Open a trace, heap dumps or histograms, or watch a running program.");
            return;
        };
        let point = view.time().shown;
        let wished = views.down(&wanted.down);
        let root = views.with_parts(wished, point);
        ui.horizontal_wrapped(|ui| {
            toolbar_ui(ui, wanted, metric, commands);
            self.suspicious.button_ui(ui, session, views, wanted, commands);
        });
        way_ui(ui, views, wanted, (root, self.pointed, point), commands);
        self.suspicious.reason_ui(ui, session);
        missing_ui(ui, views, &mut self.missing, (wished, root, point));
        let room = ui.available_rect_before_wrap();
        let has_list = room.width() >= ROOM_FOR_LIST;
        let list = if has_list { (LIST_SHARE * room.width()).min(LIST) } else { 0.0 };
        let is_alone = room.width() - list < 2.0 * ROOM_FOR_PICTURE;
        let scopes: &[TreeScope] = match wanted.beside {
            // Bars have one level, and all points.
            BesideTree::Multiples if wanted.form != TreeForm::Bars => &[],
            BesideTree::Timeline if is_alone => &[],
            BesideTree::Timeline => &[TreeScope::Local],
            _ if is_alone || wanted.form == TreeForm::Bars => &[TreeScope::Local],
            _ => &[TreeScope::Local, TreeScope::Global],
        };
        let shown = |group: Option<NodeIndex>| group.map(|group| views.node_of(group)).filter(|&node| node != 0);
        let (pointed, selected) = (self.pointed.or_else(|| shown(view.view.hover)), shown(view.view.selection.lead()));
        let seen = Seen { pointed, selected, links: &[] };
        let mut pointed = None;
        ui.horizontal_top(|ui| {
            if has_list {
                ui.allocate_ui_with_layout(vec2(list, room.height()), Layout::top_down(Align::Min), |ui| {
                    ScrollArea::vertical().id_salt("parts of a group").auto_shrink(false).show(ui, |ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        list_ui(ui, view, views, (root, point), &mut pointed, commands);
                    });
                });
            }
            let width = match (wanted.beside, scopes.len()) {
                (BesideTree::Timeline, 1) => LOCAL_SHARE * ui.available_width(),
                (_, pictures) => (ui.available_width() - GAP * pictures.saturating_sub(1) as f32) / pictures.max(1) as f32,
            };
            for (&scope, motion) in scopes.iter().zip(&mut self.pictures) {
                let size = vec2(width, room.height());
                let is_scaled = wanted.scales(scope) && (scope == TreeScope::Global || wanted.form == TreeForm::Bars);
                let size_of = (f64::from(size.x), f64::from(size.y));
                let ask = TreeAsk { form: wanted.form, scope, point, root, size: size_of, is_scaled };
                let asked = view.view.selection.lead().map(|group| (group, ask));
                if scope == TreeScope::Global && self.links.as_ref().map(|(asked, _)| *asked) != asked {
                    self.links = asked.map(|(group, ask)| ((group, ask), views.links(&ask, group)));
                }
                let links = self.links.as_ref().map_or(&[][..], |(_, links)| links);
                let seen = Seen { links, ..seen };
                let picture = picture_ui(ui, views, &ask, &label_of(views, &ask), &seen, motion);
                if let Some((at, node)) = picture.under {
                    pointed = Some(node);
                    if let Some(group) = views.group(node) {
                        pointed_row::see(&picture.response, group);
                    }
                    picture.response.clone().on_hover_text_at_pointer(tip(views, node, at));
                    if picture.response.clicked() {
                        commands.push(go_to(views, wanted, root, node, scope));
                        // Bars are of all points.
                        if at != point {
                            commands.push(CityCommand::GoTo(at));
                        }
                    }
                }
            }
            let size = vec2(ui.available_width(), room.height());
            let points = Points { view, views, root, seen, motions: &mut self.small, commands };
            pointed = match wanted.beside {
                BesideTree::Timeline => points.timeline_ui(ui, size),
                BesideTree::Multiples if wanted.form != TreeForm::Bars => points.multiples_ui(ui, size),
                BesideTree::Whole | BesideTree::Multiples => None,
            }
            .or(pointed);
        });
        self.pointed = pointed;
        let is_here = ui.rect_contains_pointer(room) && ui.memory(|memory| memory.focused().is_none());
        if is_here && root != 0 && ui.input(|input| input.key_pressed(Key::Backspace)) {
            commands.push(CityCommand::Trees(Box::new(wanted.at(views.steps(views.tree.nodes[root].parent))), None));
        }
    }
}

/// What a click on a shown group asks for: down into it, or out of what is looked at; what has no parts is selected alone.
fn go_to(views: &TreeViews, wanted: &TreesView, root: usize, node: usize, scope: TreeScope) -> CityCommand {
    let down: Vec<TreeStep> = match scope {
        TreeScope::Global if node == 0 => Vec::new(),
        TreeScope::Local if node == root => views.steps(views.tree.nodes[root].parent),
        _ if views.has_parts(node) => views.steps(node),
        _ => wanted.down.clone(),
    };
    let group = views.group(node).filter(|_| node != root && node != 0);
    CityCommand::Trees(Box::new(wanted.at(down)), group)
}

fn toolbar_ui(ui: &mut Ui, wanted: &TreesView, metric: Metric, commands: &mut Vec<CityCommand>) {
    let mut asked = wanted.clone();
    if let Some(form) = switch(ui, wanted.form, &FORMS) {
        asked.form = form;
    }
    ui.separator();
    let combo = ComboBox::from_id_salt("order of groups").selected_text(order_name(wanted.order)).width(150.0);
    let combo = combo.show_ui(ui, |ui| {
        for order in TreeOrder::ALL {
            ui.selectable_value(&mut asked.order, order, order_name(order));
        }
    });
    name_field(combo.response, "Order of groups").on_hover_text("Which groups come first and are shown, the same at all points");
    let mut scaled = wanted.scales(TreeScope::Global);
    let tip = "Everything is drawn as large as the heap is, against its most";
    if check_box(ui, &mut scaled, "Size of the heap").on_hover_text(tip).changed() {
        asked.is_scaled = Some(scaled);
    }
    ui.separator();
    if let Some(beside) = switch(ui, wanted.beside, &BESIDE) {
        asked.beside = beside;
    }
    if wanted.beside == BesideTree::Timeline {
        let named = |small| SMALL.iter().find(|(known, _)| *known == small).map_or("", |(_, name)| name);
        let combo = ComboBox::from_id_salt("kind of small pictures").selected_text(named(wanted.small)).width(130.0);
        let combo = combo.show_ui(ui, |ui| {
            for (small, name) in SMALL {
                ui.selectable_value(&mut asked.small, small, name);
            }
        });
        name_field(combo.response, "Small pictures").on_hover_text("What is drawn of each point that is chosen below");
    }
    let areas = RichText::new(format!("areas are {}", words::metric_word(metric))).color(Palette::of_ui(ui).text_weak);
    ui.add(Label::new(areas).extend());
    if asked != *wanted {
        commands.push(CityCommand::Trees(Box::new(asked), None));
    }
}

/// The way down to what is under the pointer, or else to what is looked at, and how much of the heap it is.
fn way_ui(
    ui: &mut Ui,
    views: &TreeViews,
    wanted: &TreesView,
    (root, pointed, point): (usize, Option<usize>, usize),
    commands: &mut Vec<CityCommand>,
) {
    let palette = Palette::of_ui(ui);
    let last = pointed.unwrap_or(root);
    let way = views.path(last);
    let looked_at = views.path(root);
    ScrollArea::horizontal().id_salt("way down").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for &node in &way {
                if node != 0 {
                    ui.label(RichText::new("›").color(palette.text_weak));
                }
                let name = RichText::new(views.short_name(node));
                let can_go = looked_at.contains(&node) && node != root;
                if can_go {
                    if ui.link(name).on_hover_text("Up to here").clicked() {
                        commands.push(CityCommand::Trees(Box::new(wanted.at(views.steps(node))), None));
                    }
                } else {
                    ui.label(if node == root { name.strong() } else { name });
                }
            }
            ui.label(RichText::new(format!("  {}", views.amount_in_words(last, point))).color(palette.text_weak));
        });
    });
}

/// Tells for a while that what was looked at has no parts at this point.
fn missing_ui(ui: &mut Ui, views: &TreeViews, missing: &mut Option<Missing>, (wished, root, point): (usize, usize, usize)) {
    if wished == root {
        *missing = None;
        return;
    }
    let now = ui.input(|input| input.time);
    let is_told = missing.as_ref().is_some_and(|told| (told.wished, told.point) == (wished, point));
    if !is_told {
        *missing = Some(Missing { wished, point, since: now, is_read: false });
    }
    let Some(told) = missing.as_mut().filter(|told| !told.is_read) else { return };
    let left = told.since + TOLD_FOR - now;
    if left <= 0.0 {
        return;
    }
    ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
    ui.horizontal(|ui| {
        let (gone, shown) = (views.short_name(wished), views.short_name(root));
        ui.label(
            RichText::new(format!("{gone} has no parts at point {}; this is {shown}.", point + 1)).color(Palette::of_ui(ui).attention),
        );
        told.is_read = icon_button(ui, Icon::Close, "Close", "", false).clicked();
    });
}

/// What is looked at in parts, as a list: what the colours are, and for who cannot see the picture.
fn list_ui(
    ui: &mut Ui,
    view: &DrawerView<'_>,
    views: &TreeViews,
    (root, point): (usize, usize),
    pointed: &mut Option<usize>,
    commands: &mut Vec<CityCommand>,
) {
    let values = views.values(point);
    let wanted = &view.view.trees;
    let parts: Vec<usize> = views.parts(root, point).collect();
    let names: Vec<String> = parts.iter().map(|&node| views.name(node)).collect();
    let others: Vec<&str> = names.iter().map(String::as_str).collect();
    for (&node, name) in parts.iter().zip(&names) {
        let tip = tip(views, node, point);
        let row = NodeRow {
            name,
            value: &format!("{} ({})", words::bare(views.metric, values[node]), words::share(values[node], values[root])),
            fraction: (values[node] as f64 / values[root].max(1) as f64) as f32,
            color: color32(hex(views.color(node))),
            selected: views.group(node).is_some_and(|group| view.view.selection.contains(group)),
            tip: &tip,
            node: views.group(node),
            others: &others,
        };
        let response = node_row(ui, &row);
        if response.hovered() {
            *pointed = Some(node);
        }
        if response.clicked() {
            commands.push(go_to(views, wanted, root, node, TreeScope::Local));
        }
    }
}
