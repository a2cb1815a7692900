//! The inspector: what the selection is, how it grew, who keeps it alive and what it keeps alive.

mod annotations;
mod figures;
mod group_pane;
pub(crate) mod groups;
mod joint;
mod references;
mod referrers;
mod same_objects;
pub(crate) mod view;

use analysis::{Metric, NodeIndex, Subject};
use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

pub(crate) use annotations::annotate;
pub(crate) use group_pane::GroupPane;

use super::theme::{GAP, Palette, TEXT_TITLE, change_color};
use super::widgets::{NodeRow, note, section};
use crate::base::made_names::made_class_in_words;
use crate::base::words::{self, Change};
use crate::view::command::CityCommand;
use crate::view::inspection::{Inspection, ListedNode};
use crate::view::selection::Selection;
use crate::window::ui::inspector::view::{InspectorView, select_row, title_ui};
use annotations::annotations_ui;
use figures::figures_ui;
use joint::joint_ui;
use references::{chain_ui, references_ui};

/// Draws the inspector.
pub(crate) fn inspector_ui(ui: &mut Ui, view: &InspectorView<'_>, group_pane: &mut GroupPane, commands: &mut Vec<CityCommand>) {
    group_pane.follow(view.groups);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match (view.joint, view.inspection) {
        (Some(joint), _) => joint_ui(ui, view, joint, group_pane, commands),
        (None, Some(inspection)) => node_ui(ui, view, inspection, group_pane, commands),
        (None, None) => nothing_ui(ui, view, commands),
    });
}

fn nothing_ui(ui: &mut Ui, view: &InspectorView<'_>, commands: &mut Vec<CityCommand>) {
    ui.add_space(4.0);
    let (title, text) = match view.change() {
        Change::Difference => ("The whole heap", "Click a building to see what each run has of it, and who keeps its objects alive."),
        Change::Growth => ("The whole heap", "Click a building to see how it grew, who keeps its objects alive and what they keep alive."),
        Change::Garbage => ("All garbage", "What died, piling up from point to point. Click a building to see how much of it and when."),
    };
    ui.label(RichText::new(title).size(TEXT_TITLE).strong());
    note(ui, text);
    if let Some(heap) = view.heap {
        figures_ui(ui, view, heap, commands);
    }
    match view.heap {
        _ if view.growers.is_empty() => {
            section(ui, words::strongest(view.change(), None));
            note(ui, &format!("{} {}.", view.change().nothing(), view.range));
        }
        Some(heap) => children_ui(ui, view, heap, commands),
        None => {
            section(ui, words::strongest(view.change(), view.growers.first().and_then(|grower| grower.sized)));
            growth_is_overall(ui, view.growers.first().and_then(|grower| grower.sized), view.range);
            growers_ui(ui, view.growers, view.metric, &Selection::default(), commands);
        }
    }
}

/// Below the heading of a list of growth: it does not go with the point shown.
pub(crate) fn growth_is_overall(ui: &mut Ui, sized: Option<Metric>, range: &str) {
    if sized.is_none() {
        note(ui, &words::capitalised(range));
    }
}

/// A list of nodes with bars relative to the first; click selects, double click flies there.
pub(crate) fn growers_ui(ui: &mut Ui, growers: &[ListedNode], metric: Metric, selected: &Selection, commands: &mut Vec<CityCommand>) {
    let palette = Palette::of_ui(ui);
    let max = growers.iter().map(|g| g.value.unsigned_abs()).max().unwrap_or(0).max(1) as f32;
    ui.spacing_mut().item_spacing.y = 3.0;
    let names: Vec<&str> = growers.iter().map(|grower| grower.name.as_str()).collect();
    for grower in growers {
        let grown = u64::try_from(grower.value.unsigned_abs()).unwrap_or(u64::MAX);
        let row = NodeRow {
            name: &grower.name,
            others: &names,
            value: &match grower.sized {
                Some(metric) => words::short(metric, grown),
                None if grower.error.is_none() => words::bare_change(metric, grower.value),
                // Estimates in few digits leave more room for the name.
                None => format!("{}{}", words::short_change(metric, grower.value), words::percent_error(grown, grower.error)),
            },
            fraction: grower.value.unsigned_abs() as f32 / max,
            color: if grower.sized.is_some() { palette.heap } else { change_color(palette, grower.value) },
            selected: selected.contains(grower.node),
            tip: match grower.sized {
                Some(Metric::Retained) => "Retained size: what would be garbage without them. Click selects, double click flies there",
                Some(_) => "Click selects, double click flies there",
                None => {
                    "Overall growth: objects or bytes at the last point looked at, less those at the first. Click selects, double click flies there"
                }
            },
            node: Some(grower.node),
        };
        select_row(ui, &row, commands);
    }
}

fn node_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, group_pane: &mut GroupPane, commands: &mut Vec<CityCommand>) {
    title_ui(ui, &inspection.name, Some(inspection.node), commands);
    path_ui(ui, &inspection.path, commands);
    if let Some(made) = made_class_in_words(&inspection.name) {
        note(ui, &format!("{}.", words::capitalised(&made)));
    }
    if !inspection.displayed {
        note(ui, "Not in the city: it is left out by the setting Groups per district, or always empty.");
    } else if inspection.objects.now == 0 {
        note(ui, "Empty at this point: its plot stays reserved, marked with a blue outline.");
    }
    chain_ui(ui, inspection, commands);
    figures_ui(ui, view, inspection, commands);
    if inspection.district {
        children_ui(ui, view, inspection, commands);
    }
    // What is dead refers to nothing, and nothing refers to all of it.
    let is_all = inspection.node == NodeIndex::ROOT && view.references_known;
    if view.subject() == Subject::Heap && !is_all {
        references_ui(ui, view, inspection, commands);
    }
    if let Some(known) = &inspection.known {
        annotations_ui(ui, known, commands);
    }
    if let Some(groups) = view.groups {
        group_pane.show(ui, groups, view.evolution, str::to_owned, commands);
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

fn children_ui(ui: &mut Ui, view: &InspectorView<'_>, inspection: &Inspection, commands: &mut Vec<CityCommand>) {
    let weighed = inspection.children.first().and_then(|child| child.sized);
    section(
        ui,
        match weighed {
            Some(metric) => words::largest_inside(metric),
            None => view.change().inside(),
        },
    );
    growth_is_overall(ui, weighed, view.range);
    growers_ui(ui, &inspection.children, view.metric, &Selection::default(), commands);
    let mut text = format!("{} of {} children shown in the city", inspection.children_shown, inspection.children_all);
    if inspection.children.len() < inspection.children_all {
        text.push_str(&format!(", the first {} listed", inspection.children.len()));
    }
    note(ui, &text);
    if !inspection.block.is_empty() {
        note(ui, &inspection.block);
    }
    let (shown, all) = (inspection.children_shown, inspection.children_all);
    if inspection.all_shown {
        if ui.link("Show the largest and the strongest growers only").clicked() {
            commands.push(CityCommand::ShowAllOf(inspection.node, false));
        }
    } else if shown < all && ui.link(format!("Show all {} in the city", words::count(all as u64))).clicked() {
        commands.push(CityCommand::ShowAllOf(inspection.node, true));
    }
}

#[cfg(test)]
mod tests {
    use crate::window::ui::inspector::groups::Groups;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use analysis::{Progress, SizeKind};
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;
    use crate::answers::group_inspection::inspect_groups;
    use crate::answers::objects::Place;
    use crate::answers::reference_partners::ReferencePartner;
    use crate::view::command::ShellCommand;
    use crate::view::inspection::{Errors, Figures, ListedPartner, ReferenceLists, inspect_joint};
    use crate::view::state::{TimeCursor, ViewState};

    fn inspection() -> Inspection {
        let figures = Figures { now: 2000, first: 500, last: 9000, heap_now: 4000, errors: Errors::default() };
        let partner = |node, name: &str, here, there| ListedPartner {
            partner: ReferencePartner { node: NodeIndex(node), count_here: here, count_there: there },
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
            is_estimate: false,
            objects: figures,
            bytes: figures,
            deep: None,
            retained: Some(Figures { now: 4096, ..figures }),
            sizes_offered: true,
            series: vec![500, 2000, 9000],
            growth_portion: Some(70.0),
            rank: Some((2, 12)),
            children: Vec::new(),
            children_all: 0,
            all_shown: false,
            children_shown: 0,
            block: String::new(),
            references: Some(ReferenceLists {
                held_by: vec![partner(5, "LinkedList$Node", 2000, 2000), partner(7, "Hidden", 10, 1)],
                holds: vec![partner(6, "String", 2000, 4000)],
                own_count: Some(7),
            }),
            chain: Vec::new(),
            stops: Vec::new(),
            chain_holder: None,
            chain_remarks: Vec::new(),
            known: None,
        }
    }

    /// The locations of the travel shop and the map entries that lead to them, selected together.
    #[test]
    fn several_groups_tell_what_they_own_together() {
        let session = crate::test_samples::travel_shop(&["type"]);
        let keys: Vec<Arc<str>> =
            ["travelshop.business.Location", "java.util.HashMap$Node"].map(|name| format!("Overall#{name}").into()).into();
        let nodes: Vec<NodeIndex> = keys.iter().filter_map(|key| session.evolution.find_key(key)).collect();
        assert_eq!(nodes.len(), 2, "the sample holds both");
        let view = ViewState { selection: nodes.iter().copied().collect(), time: TimeCursor::at(1), ..ViewState::default() };
        let heaps = session.heaps.clone().expect("there are dumps");
        let heap = heaps.load(1, &Progress::new()).expect("the sample can be read");
        let parts = keys.iter().map(|key| (key.to_string(), heap.members(key, &Progress::new()).expect("the dump has it")));
        let found = inspect_groups(&heap.heap, &parts.collect::<Vec<_>>(), &Progress::new()).expect("nobody cancels");
        let joint = inspect_joint(&session, &view);
        let groups = Groups { place: Place { heaps, point: 1 }, keys };
        let (mut group_pane, theirs) = (GroupPane::default(), Arc::clone(&session));
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let evolution = Some(&*theirs.evolution);
            let view = InspectorView { joint: joint.as_ref(), groups: Some(&groups), evolution, point: 1, ..InspectorView::default() };
            inspector_ui(ui, &view, &mut group_pane, commands);
        };
        let mut harness = Harness::builder().with_size(egui::vec2(320.0, 1400.0)).build_ui_state(app, Vec::new());
        let started = Instant::now();
        // The last that comes is what dies, the strings of the locations among it.
        while harness.query_by_label("java.lang.String").is_none() && harness.query_by_label("String").is_none() {
            assert!(started.elapsed() < Duration::from_secs(120), "what dies is not told");
            harness.step();
            std::thread::yield_now();
        }
        for amount in [found.together.retained, found.joint, found.parts[0].sizes.retained, found.parts[1].sizes.retained] {
            let text = words::bytes(amount.bytes);
            assert!(harness.query_all_by_label(&text).next().is_some(), "{text}");
        }
        assert!(harness.query_all_by_label_contains("SEARCH_CACHE").next().is_some(), "who keeps them alive");
        harness.get_by_label_contains("Location 1").click_modifiers(egui::Modifiers::COMMAND);
        harness.run_steps(3);
        assert!(matches!(harness.state()[..], [CityCommand::SelectAlso(node)] if nodes.contains(&node)), "{:?}", harness.state());

        // The holder that the paths name stands first among all roots, in the same words.
        harness.get_by_label("Roots").click();
        let holder = found.kept_by.paths[0].holder.in_words();
        let started = Instant::now();
        while harness.query_by_label(&holder).is_none() {
            assert!(started.elapsed() < Duration::from_secs(120), "{holder} is not among the roots");
            harness.step();
            std::thread::yield_now();
        }

        harness.state_mut().clear();
        harness.get_by_label("Who refers to them").click();
        let started = Instant::now();
        // The lists of locations hold them in arrays.
        while harness.query_by_label_contains("Object[] 12,870, alone ").is_none() {
            assert!(started.elapsed() < Duration::from_secs(120), "who refers to them is not told");
            harness.step();
            std::thread::yield_now();
        }
        harness.run_steps(20);
        harness.get_by_label_contains("Object[] 12,870, alone ").click();
        harness.run_steps(3);
        let array = session.evolution.find_key("Overall#java.lang.Object[]").expect("the sample holds it");
        assert_eq!(*harness.state(), [CityCommand::Select(Some(array))]);
    }

    fn harness(inspection: Option<Inspection>) -> Harness<'static, Vec<CityCommand>> {
        let growers = [ListedNode { node: NodeIndex(4), name: "char[]".into(), value: 2500, sized: None, error: None }];
        let mut group_pane = GroupPane::default();
        let app = move |ui: &mut Ui, commands: &mut Vec<CityCommand>| {
            let view = InspectorView {
                inspection: inspection.as_ref(),
                growers: &growers,
                point: 1,
                references_known: true,
                ..InspectorView::default()
            };
            inspector_ui(ui, &view, &mut group_pane, commands);
        };
        Harness::builder().with_size(egui::vec2(320.0, 900.0)).build_ui_state(app, Vec::new())
    }

    #[test]
    fn partners_select_on_click_and_hidden_ones_are_counted() {
        let mut harness = harness(Some(inspection()));
        assert!(harness.query_by_label("1 of these partners are hidden by the setting Groups per district").is_some());
        harness.get_by_label_contains("LinkedList$Node").click();
        harness.run();
        assert_eq!(*harness.state(), [CityCommand::Select(Some(NodeIndex(5)))]);
    }

    #[test]
    fn numbers_have_separators_and_growth_a_sign() {
        let harness = harness(Some(inspection()));
        for text in ["2,000", "+1,500", "+8,500 objects", "2 of 12", "50.0 %", "4.00 KiB", "Deep size"] {
            assert!(harness.query_by_label(text).is_some(), "{text}");
        }
    }

    #[test]
    fn numbers_that_are_estimates_carry_their_error() {
        let errors = Errors { now: Some(80), growth: Some(123), overall: Some(150) };
        let estimated = inspection();
        let objects = Figures { errors, ..estimated.objects };
        let harness = harness(Some(Inspection { objects, is_estimate: true, ..estimated }));
        for text in ["2,000 \u{b1} 80", "+1,500 \u{b1} 130", "+8,500 objects \u{b1} 150", "\u{2248} 4.00 KiB"] {
            assert!(harness.query_by_label(text).is_some(), "{text}");
        }
    }

    #[test]
    fn sizes_that_nobody_computed_are_one_click_away() {
        let mut harness = harness(Some(inspection()));
        harness.get_all_by_label("compute").next().expect("both sizes are missing").click();
        harness.run();
        assert_eq!(*harness.state(), [ShellCommand::WantSizes(vec![SizeKind::Deep, SizeKind::Retained]).into()]);
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
        let chain_holder = Some("static field LIST of class App".into());
        let mut harness = harness(Some(Inspection { chain, chain_holder, ..inspection() }));
        assert!(harness.query_by_label("static field LIST of class App").is_some());
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
