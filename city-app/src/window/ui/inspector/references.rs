//! Who keeps the selection alive, what it keeps alive, and the chain to the cause.

use analysis::Metric;
use bevy_egui::egui::{self, Color32, RichText, Ui};

use crate::answers::chain::Stop;
use crate::base::words;
use crate::view::command::CityCommand;
use crate::view::inspection::{Inspection, ListedPartner, ReferenceLists};
use crate::window::ui::icons::{Icon, icon_label};
use crate::window::ui::inspector::view::{InspectorView, select_row};
use crate::window::ui::theme::{GAP, Palette, card};
use crate::window::ui::widgets::{NodeRow, main_button, note, section, shorten_among, whole_at_once};

///  listed before "more".
const PARTNERS_LISTED: usize = 8;

/// Draws the two lists, or why there are none.
pub(super) fn references_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let Some(lists) = &inspection.references else {
        section(ui, "References");
        note(
            ui,
            if view.references_known {
                "No references of this group are known at this point."
            } else {
                "This input holds no references. Open heap dumps, a trace, or trees with pointer maps, to see who keeps what alive."
            },
        );
        return;
    };
    if inspection.chain.is_empty() {
        follow_ui(ui, lists, commands);
    }
    let objects = inspection.objects.now;
    section(ui, "Held by");
    partners_ui(ui, &lists.held_by, Side::HeldBy { objects }, palette.incoming, commands);
    section(ui, "Holds");
    partners_ui(ui, &lists.holds, Side::Holds, palette.outgoing, commands);
    if let Some(own) = lists.own_count {
        note(ui, &format!("{} of these objects reference others of this group (not drawn)", words::count(own)));
    }
}

fn follow_ui(ui: &mut Ui, lists: &ReferenceLists, commands: &mut Vec<CityCommand>) {
    ui.add_space(GAP);
    let enabled = !lists.held_by.is_empty();
    let response = ui.add_enabled_ui(enabled, |ui| main_button(ui, "Follow to the cause")).inner;
    let response = response
        .on_hover_text("Walk from holder to holder, always to the one that keeps most of the objects alive  (X)")
        .on_disabled_hover_text("Nobody in the city references these objects: GC roots keep them alive");
    if response.clicked() {
        commands.push(CityCommand::FollowToCause);
    }
}

/// The chain from the symptom to the cause, if it was asked for: the answer stands above all figures.
pub(super) fn chain_ui(ui: &mut Ui, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    if inspection.chain.is_empty() {
        return;
    }
    let palette = Palette::of_ui(ui);
    ui.add_space(GAP);
    card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            icon_label(ui, Icon::Chain, palette.incoming);
            ui.label(RichText::new("What keeps it alive").strong());
        });
        let names: Vec<&str> = inspection.chain.iter().map(|(_, name)| name.as_str()).collect();
        for (depth, (node, name)) in inspection.chain.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.add_space(6.0 + 10.0 * depth.min(8) as f32);
                ui.label(RichText::new(format!("{}", depth + 1)).color(palette.incoming));
                let here = *node == inspection.node;
                // Cut if need be: a long name must not widen the panel.
                let (font, room) =
                    (egui::TextStyle::Button.resolve(ui.style()), ui.available_width() - 2.0 * ui.spacing().button_padding.x);
                let short = shorten_among(ui.painter(), name, &names, &font, room);
                let text = RichText::new(short).color(if here { palette.selection } else { palette.text });
                let link = ui.add(egui::Button::selectable(here, text).truncate());
                let way = inspection.stops.get(depth).filter(|stop| stop.node == *node).map(stop_in_words).unwrap_or_default();
                if whole_at_once(link, &format!("{name}{way}: select this link of the chain")).clicked() {
                    commands.push(CityCommand::Select(Some(*node)));
                }
            });
        }
        if let Some(holder) = &inspection.chain_holder {
            ui.horizontal(|ui| {
                ui.add_space(6.0);
                ui.label(RichText::new("by").color(palette.incoming));
                let text = RichText::new(&**holder).strong().color(palette.attention);
                ui.add(egui::Label::new(text).wrap().selectable(true)).on_hover_text("Not an object: here the JVM itself holds on");
            });
        }
        for remark in &inspection.chain_remarks {
            ui.add(egui::Label::new(RichText::new(format!("{remark}.")).color(palette.attention)).wrap().selectable(true));
        }
        note(ui, "Look for the last one in the code first. Where a group does not grow, only some of its objects hold the others.");
    });
}

/// `, 12 of 40 objects, which hold the one before through table`.
fn stop_in_words(stop: &Stop) -> String {
    let objects = match stop.objects {
        Some(objects) if objects < stop.of => format!(", {} objects", stop.count_in_words()),
        Some(objects) => format!(", {}", words::amount(Metric::Objects, objects)),
        None => String::new(),
    };
    let via = if stop.via.is_empty() { String::new() } else { format!(", which hold the one before through {}", stop.via_in_words()) };
    objects + via.as_str()
}

/// Which of the two lists: they count different objects.
#[derive(Clone, Copy)]
enum Side {
    /// Counts objects of the selection; `objects` of them live now.
    HeldBy { objects: u64 },
    /// Counts objects of the partner.
    Holds,
}

fn partners_ui(ui: &mut Ui, partners: &[ListedPartner], side: Side, color: Color32, commands: &mut Vec<CityCommand>) {
    if partners.is_empty() {
        let text = match side {
            Side::HeldBy { .. } => "Nothing in the heap's groups references these objects.",
            Side::Holds => "These objects reference no other group.",
        };
        note(ui, text);
        return;
    }
    let id = ui.id().with(("partners", matches!(side, Side::Holds)));
    let all: bool = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let listed = if all { partners.len() } else { PARTNERS_LISTED.min(partners.len()) };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let names: Vec<&str> = partners[..listed].iter().map(|listed| listed.name.as_str()).collect();
        for listed in &partners[..listed] {
            let (count, whole) = match side {
                Side::HeldBy { objects } => (listed.partner.count_here, objects),
                Side::Holds => (listed.partner.count_there, listed.objects),
            };
            let tip = match side {
                Side::HeldBy { .. } => format!(
                    "{} of the selected objects ({}), referenced by {} of {}",
                    words::count(count),
                    words::share(count, whole),
                    words::amount(Metric::Objects, listed.partner.count_there),
                    listed.name,
                ),
                Side::Holds => format!(
                    "{} of {} ({}), referenced by {} of the selected objects",
                    words::amount(Metric::Objects, count),
                    listed.name,
                    words::share(count, whole),
                    words::count(listed.partner.count_here),
                ),
            };
            let row = NodeRow {
                name: &listed.name,
                others: &names,
                value: &format!("{}  {}", words::count(count), words::share(count, whole)),
                fraction: if whole == 0 { 0.0 } else { count as f32 / whole as f32 },
                color,
                selected: false,
                tip: &tip,
                node: Some(listed.partner.node),
            };
            select_row(ui, &row, commands);
        }
    });
    if partners.len() > PARTNERS_LISTED {
        let text = if all { "Show fewer".to_owned() } else { format!("Show {} more", partners.len() - listed) };
        if ui.link(text).clicked() {
            ui.data_mut(|data| data.insert_temp(id, !all));
        }
    }
    let hidden = partners.iter().filter(|partner| !partner.displayed).count();
    if hidden > 0 {
        note(ui, &format!("{hidden} of these partners are hidden by the setting Groups per district"));
    }
}
