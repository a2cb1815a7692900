//! The inspector: what the selection is, how it grew, who keeps it alive and what it keeps alive.

use analysis::{Metric, NodeIndex};
use bevy_egui::egui::{self, Color32, RichText, ScrollArea, Ui};

use super::icons::{Icon, icon_button, icon_label};
use super::theme::{GAP, Palette, TEXT_TITLE, change_color};
use super::widgets::{NodeRow, main_button, node_row, note, section, sparkline, value_row};
use crate::command::{CameraOrder, CityCommand};
use crate::inspection::{Figures, Inspection, ListedNode, ListedPartner, ReferenceLists};
use crate::words;

/// Height of a row with a figure: nothing in it is clicked.
const FIGURE_ROW: f32 = 18.0;
/// Partners listed before "more".
const PARTNERS_LISTED: usize = 8;

/// What the inspector shows.
pub(crate) struct InspectorView<'a> {
    /// The selection, if there is one.
    pub(crate) inspection: Option<&'a Inspection>,
    /// The whole heap, shown when nothing is selected.
    pub(crate) heap: Option<&'a Inspection>,
    /// What to look at when nothing is selected.
    pub(crate) growers: &'a [ListedNode],
    /// The metric shown.
    pub(crate) metric: Metric,
    /// The point shown.
    pub(crate) point: usize,
    /// Time of the first point, for "since".
    pub(crate) first_time: &'a str,
    /// The input has references at this point.
    pub(crate) references_known: bool,
}

/// Draws the inspector.
pub(crate) fn inspector_ui(ui: &mut Ui, view: &InspectorView<'_>, commands: &mut Vec<CityCommand>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match view.inspection {
        Some(inspection) => node_ui(ui, view, inspection, commands),
        None => nothing_ui(ui, view, commands),
    });
}

fn nothing_ui(ui: &mut Ui, view: &InspectorView<'_>, commands: &mut Vec<CityCommand>) {
    ui.add_space(4.0);
    ui.label(RichText::new("The whole heap").size(TEXT_TITLE).strong());
    note(ui, "Click a building to see how it grew, who keeps its objects alive and what they keep alive.");
    if let Some(heap) = view.heap {
        figures_ui(ui, view, heap);
    }
    match view.heap {
        _ if view.growers.is_empty() => {
            section(ui, "Strongest growth");
            note(ui, "No group grew from the first to the last point.");
        }
        Some(heap) => children_ui(ui, view, heap, commands),
        None => {
            section(ui, "Strongest growth");
            growers_ui(ui, view.growers, view.metric, None, commands);
        }
    }
}

/// A list of nodes with bars relative to the first; click selects, double click flies there.
pub(crate) fn growers_ui(
    ui: &mut Ui,
    growers: &[ListedNode],
    metric: Metric,
    selected: Option<NodeIndex>,
    commands: &mut Vec<CityCommand>,
) {
    let palette = Palette::of_ui(ui);
    let max = growers.iter().map(|g| g.value.unsigned_abs()).max().unwrap_or(0).max(1) as f32;
    ui.spacing_mut().item_spacing.y = 3.0;
    for grower in growers {
        let row = NodeRow {
            name: &grower.name,
            value: &words::change(metric, grower.value).replace(" objects", ""),
            fraction: grower.value.unsigned_abs() as f32 / max,
            color: change_color(palette, grower.value),
            selected: selected == Some(grower.node),
            tip: "Growth from the first to the last point. Click selects, double click flies there",
        };
        select_row(ui, &row, grower.node, commands);
    }
}

fn select_row(ui: &mut Ui, row: &NodeRow<'_>, node: NodeIndex, commands: &mut Vec<CityCommand>) {
    let response = node_row(ui, row);
    if response.double_clicked() {
        commands.push(CityCommand::Camera(CameraOrder::FlyTo(node)));
    } else if response.clicked() {
        commands.push(CityCommand::Select(Some(node)));
    }
}

fn node_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.add_space(2.0);
    // The buttons take their room first: a name wider than the rest is cut, and never widens the panel.
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, Icon::Close, "Deselect", "Esc", false).clicked() {
                commands.push(CityCommand::Select(None));
            }
            if icon_button(ui, Icon::Target, "Fly to the selection", "F", false).clicked() {
                commands.push(CityCommand::Camera(CameraOrder::FlyTo(inspection.node)));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let name = RichText::new(&inspection.name).size(TEXT_TITLE).strong().color(palette.selection);
                ui.add(egui::Label::new(name).truncate()).on_hover_text(&inspection.name);
            });
        });
    });
    path_ui(ui, &inspection.path, commands);
    if !inspection.displayed {
        note(ui, "Not in the city: it is left out by the child count (settings) or always empty.");
    } else if inspection.objects.now == 0 {
        note(ui, "Empty at this point: its plot stays reserved, marked with a blue outline.");
    }
    figures_ui(ui, view, inspection);
    if inspection.district {
        children_ui(ui, view, inspection, commands);
    } else {
        references_ui(ui, view, inspection, commands);
    }
    ui.add_space(GAP);
}

fn path_ui(ui: &mut Ui, path: &[(NodeIndex, String)], commands: &mut Vec<CityCommand>) {
    let weak = Palette::of_ui(ui).text_weak;
    let Some((_, above)) = path.split_last() else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 2.0);
        for (node, name) in above {
            if ui.add(egui::Link::new(RichText::new(name))).on_hover_text("Select this district").clicked() {
                commands.push(CityCommand::Select(Some(*node)));
            }
            ui.label(RichText::new("›").color(weak));
        }
    });
}

fn figures_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection) {
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
    let shown = match view.metric {
        Metric::Objects => &inspection.objects,
        Metric::Bytes => &inspection.bytes,
    };
    if inspection.node != NodeIndex::ROOT {
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
    sparkline(ui, &inspection.series, view.point, line, 54.0).on_hover_text(format!(
        "{} over all points, from 0 to {}",
        metric_name(view.metric),
        words::amount(view.metric, inspection.series.iter().copied().max().unwrap_or(0))
    ));
    growth_row(ui, "Objects", Metric::Objects, &inspection.objects);
    growth_row(ui, "Size", Metric::Bytes, &inspection.bytes);
    let overall = match view.metric {
        Metric::Objects => inspection.objects.overall_growth(),
        Metric::Bytes => inspection.bytes.overall_growth(),
    };
    value_row(
        ui,
        "To the last point",
        &words::change(view.metric, overall),
        change_color(palette, overall),
        "Overall growth, from the first to the last point; it decides which buildings are solid",
    );
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

fn metric_name(metric: Metric) -> &'static str {
    match metric {
        Metric::Objects => "Objects",
        Metric::Bytes => "Bytes",
    }
}

fn growth_row(ui: &mut Ui, name: &str, metric: Metric, figures: &Figures) {
    let color = change_color(Palette::of_ui(ui), figures.growth());
    let tip = format!("{} at the first point, {} now", words::amount(metric, figures.first), words::amount(metric, figures.now));
    value_row(ui, name, &words::change(metric, figures.growth()).replace(" objects", ""), color, &tip);
}

fn children_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    section(ui, "Inside, by growth");
    growers_ui(ui, &inspection.children, view.metric, None, commands);
    let mut text = format!("{} of {} children shown in the city", inspection.children_shown, inspection.children_all);
    if inspection.children.len() < inspection.children_all {
        text.push_str(&format!(", the first {} listed", inspection.children.len()));
    }
    note(ui, &text);
}

fn references_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let Some(lists) = &inspection.references else {
        section(ui, "References");
        note(
            ui,
            if view.references_known {
                "No references recorded for this building at this point."
            } else {
                "This input holds no references. Open heap dumps, or trees with pointer maps, to see who keeps what alive."
            },
        );
        return;
    };
    chain_ui(ui, inspection, lists, commands);
    let objects = inspection.objects.now;
    section(ui, "Held by");
    partners_ui(ui, &lists.held_by, Side::HeldBy { objects }, palette.incoming, commands);
    section(ui, "Holds");
    partners_ui(ui, &lists.holds, Side::Holds, palette.outgoing, commands);
    if let Some(own) = lists.own_count {
        note(ui, &format!("{} of these objects reference others of this building (not drawn)", words::count(own)));
    }
}

fn chain_ui(ui: &mut Ui, inspection: &Inspection, lists: &ReferenceLists, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    ui.add_space(GAP);
    if inspection.chain.is_empty() {
        let enabled = !lists.held_by.is_empty();
        let response = ui.add_enabled_ui(enabled, |ui| main_button(ui, "Follow to the cause")).inner;
        let response = response
            .on_hover_text("Walk from holder to holder, always to the one that keeps most of the objects alive  (X)")
            .on_disabled_hover_text("Nobody in the city references these objects: GC roots keep them alive");
        if response.clicked() {
            commands.push(CityCommand::FollowToCause);
        }
        return;
    }
    super::theme::card(palette).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            icon_label(ui, Icon::Chain, palette.incoming);
            ui.label(RichText::new("What keeps it alive").strong());
        });
        for (depth, (node, name)) in inspection.chain.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.add_space(6.0 + 10.0 * depth.min(8) as f32);
                if depth > 0 {
                    ui.label(RichText::new("by").color(palette.incoming));
                }
                let here = *node == inspection.node;
                let text = RichText::new(name).color(if here { palette.selection } else { palette.text });
                if ui.add(egui::Button::selectable(here, text)).on_hover_text("Select this link of the chain").clicked() {
                    commands.push(CityCommand::Select(Some(*node)));
                }
            });
        }
        note(ui, "Look for the last one in the code first. Where a group does not grow, only some of its objects hold the others.");
    });
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
            Side::Holds => "These objects reference no other building.",
        };
        note(ui, text);
        return;
    }
    let id = ui.id().with(("partners", matches!(side, Side::Holds)));
    let all: bool = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let listed = if all { partners.len() } else { PARTNERS_LISTED.min(partners.len()) };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for listed in &partners[..listed] {
            let (count, whole) = match side {
                Side::HeldBy { objects } => (listed.partner.count_here, objects),
                Side::Holds => (listed.partner.count_there, listed.objects),
            };
            let tip = match side {
                Side::HeldBy { .. } => format!(
                    "{} objects of {} reference {} of the selected objects ({})",
                    words::count(listed.partner.count_there),
                    listed.name,
                    words::count(count),
                    words::share(count, whole)
                ),
                Side::Holds => format!(
                    "{} of the selected objects reference {} objects of {} ({})",
                    words::count(listed.partner.count_here),
                    words::count(count),
                    listed.name,
                    words::share(count, whole)
                ),
            };
            let row = NodeRow {
                name: &listed.name,
                value: &format!("{}  {}", words::count(count), words::share(count, whole)),
                fraction: if whole == 0 { 0.0 } else { count as f32 / whole as f32 },
                color,
                selected: false,
                tip: &tip,
            };
            select_row(ui, &row, listed.partner.node, commands);
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
        note(ui, &format!("{hidden} of these partners are hidden by the child count"));
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::partners::Partner;

    fn inspection() -> Inspection {
        let figures = Figures { now: 2000, first: 500, last: 9000, heap_now: 4000 };
        let partner = |node, name: &str, here, there| ListedPartner {
            partner: Partner { node: NodeIndex(node), count_here: here, count_there: there },
            name: name.into(),
            objects: 10_000,
            displayed: node != 7,
        };
        Inspection {
            node: NodeIndex(3),
            path: vec![(NodeIndex(0), "Heap".into()), (NodeIndex(2), "com.shop".into()), (NodeIndex(3), "Person".into())],
            name: "Person".into(),
            role: "Type".into(),
            district: false,
            displayed: true,
            objects: figures,
            bytes: figures,
            series: vec![500, 2000, 9000],
            rank: Some((2, 12)),
            children: Vec::new(),
            children_all: 0,
            children_shown: 0,
            references: Some(ReferenceLists {
                held_by: vec![partner(5, "LinkedList$Node", 2000, 2000), partner(7, "Hidden", 10, 1)],
                holds: vec![partner(6, "String", 2000, 4000)],
                own_count: Some(7),
            }),
            chain: Vec::new(),
        }
    }

    fn harness(inspection: Option<Inspection>) -> Harness<'static, Vec<CityCommand>> {
        let growers = [ListedNode { node: NodeIndex(4), name: "char[]".into(), value: 2500 }];
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let view = InspectorView {
                inspection: inspection.as_ref(),
                heap: None,
                growers: &growers,
                metric: Metric::Objects,
                point: 1,
                first_time: "0:00.000",
                references_known: true,
            };
            inspector_ui(ui, &view, commands);
        };
        Harness::builder().with_size(egui::vec2(320.0, 900.0)).build_ui_state(app, Vec::new())
    }

    #[test]
    fn partners_select_on_click_and_hidden_ones_are_counted() {
        let mut harness = harness(Some(inspection()));
        assert!(harness.query_by_label("1 of these partners are hidden by the child count").is_some());
        harness.get_by_label_contains("LinkedList$Node").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Select(Some(NodeIndex(5)))]);
    }

    #[test]
    fn numbers_have_separators_and_growth_a_sign() {
        let harness = harness(Some(inspection()));
        for text in ["2,000", "+1,500", "+8,500 objects", "2 of 12", "50.0 %"] {
            assert!(harness.query_by_label(text).is_some(), "{text}");
        }
    }

    #[test]
    fn the_cause_is_one_click_away() {
        let mut harness = harness(Some(inspection()));
        harness.get_by_label("Follow to the cause").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::FollowToCause]);
    }

    #[test]
    fn a_chain_is_listed_and_every_link_can_be_selected() {
        let chain = vec![(NodeIndex(3), "Person".into()), (NodeIndex(5), "LinkedList".into())];
        let mut harness = harness(Some(Inspection { chain, ..inspection() }));
        harness.get_by_label("LinkedList").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Select(Some(NodeIndex(5)))]);
    }

    #[test]
    fn without_a_selection_the_strongest_growers_are_offered() {
        let mut harness = harness(None);
        harness.get_by_label_contains("char[]").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Select(Some(NodeIndex(4)))]);
    }
}
