//! The tab with a graph, steered as a person would.

use crate::window::ui::drawer::graph::commands::edge_commands;
use crate::window::ui::drawer::graph::commands::node_commands;
use analysis::fixture::heap;
use analysis::{Closures, HeapState, Progress};
use bevy_egui::egui::pos2;
use egui_kittest::{Harness, kittest::Queryable};

use super::*;

/// Two lists of two dates each in a static field, one date on a stack besides.
const DATES: &str = "
    root static app.Cache.lists -> a
    a: Object[2] 24 -> l1 l2
    l1: app.Days 24 -> first=d1 second=d2
    l2: app.Days 24 -> first=d3 second=d4
    root thread main -> last
    last: app.Result 16 -> date=d5
    d1, d2, d3, d4, d5: Date 24
";

#[derive(Default)]
struct Shown {
    canvas: Canvas,
    cuts: Vec<usize>,
    freed: Option<Freed>,
    commands: Vec<GraphCommand>,
}

fn dates() -> (analysis::fixture::TextHeap, OwnershipGraph) {
    let heap = heap(DATES);
    let state: &HeapState = &heap;
    let of_class = |object: &u32| &*state.type_info(state.type_of(ObjectIndex(*object))).name == "Date";
    let members: RoaringBitmap = (0..state.len() as u32).filter(of_class).collect();
    let found = OwnershipGraph::new(state, &members, "Date", GraphOptions::default(), None, &Progress::new()).expect("nobody cancels");
    (heap, found)
}

fn harness(found: OwnershipGraph, shown: Shown) -> Harness<'static, Shown> {
    let app = move |ui: &mut Ui, shown: &mut Shown| {
        let view = GraphView {
            serial: 1,
            found: &found,
            point: (2, 3),
            object: None,
            cuts: &shown.cuts,
            freed: shown.freed.as_ref(),
            selected: Vec::new(),
            steps: 1,
            working: false,
        };
        shown.commands.extend(graph_ui(ui, &view, &mut shown.canvas));
    };
    Harness::builder().with_size(egui::vec2(1200.0, 420.0)).build_ui_state(app, shown)
}

#[test]
fn the_graph_says_what_it_is_about_and_what_its_colours_mean() {
    let harness = harness(dates().1, Shown::default());
    for text in
        ["What keeps 5 Date alive", "at point 2 of 3", "heaviest way", "static field", "local variable", "wider: reaches more of the group"]
    {
        assert!(harness.query_all_by_label_contains(text).next().is_some(), "{text} is missing");
    }
    assert!(harness.query_all_by_label_contains("4 of 5 Date are kept alive by 2 Days").next().is_some());
    for card in ["Date, the group", "Days, 2 objects", "Object[], 1 object", "Cache.lists, static field", "thread main, local variable"] {
        assert!(harness.query_by_label(card).is_some(), "{card} is missing");
    }
}

#[test]
fn a_click_selects_a_double_click_expands_and_pointing_tells_the_way() {
    let mut harness = harness(dates().1, Shown::default());
    harness.get_by_label("Days, 2 objects").click();
    harness.run();
    let days = dates().1.named.nodes.iter().position(|node| node.title == "Days").expect("a node");
    assert_eq!(harness.state().commands, [GraphCommand::Select { node: days, also: false }]);
    harness.get_by_label("thread main, local variable").hover();
    harness.run_steps(3);
    assert!(harness.query_all_by_label_contains("1 of 5 Date are kept alive by 1 Result through date").next().is_some());
}

#[test]
fn the_menu_of_a_node_offers_its_changes() {
    let (_heap, found) = dates();
    let view = GraphView {
        serial: 1,
        found: &found,
        point: (1, 1),
        object: None,
        cuts: &[],
        freed: None,
        selected: Vec::new(),
        steps: 1,
        working: false,
    };
    let texts = |commands: Vec<(String, GraphCommand)>| commands.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    let at = |title: &str| found.named.nodes.iter().position(|node| node.title == title).expect("a node");
    assert_eq!(texts(node_commands(&view, at("Cache.lists"))), ["What if it let go?", "Copy its way to the group"]);
    assert_eq!(
        texts(node_commands(&view, at("Days"))),
        [
            "Show all that reference it",
            "Show what it references",
            "Pull one object out",
            "Take it out of the picture",
            "Copy its way to the group"
        ]
    );
    let edge = found.named.edges.iter().position(|edge| edge.to == at("Days")).expect("an edge");
    assert_eq!(texts(edge_commands(&view, edge)), ["What if it were cut?"]);
}

#[test]
fn the_wheel_zooms_to_the_pointer_and_dragging_moves() {
    let mut harness = harness(dates().1, Shown::default());
    harness.run();
    let before = harness.state().canvas.zoom;
    let card = harness.get_by_label("Days, 2 objects").rect();
    harness.hover_at(card.center());
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -120.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run_steps(20);
    let zoom = harness.state().canvas.zoom;
    assert!(zoom < before, "{zoom} after {before}");
    let there = harness.get_by_label("Days, 2 objects").rect();
    assert!((there.center() - card.center()).length() < 3.0, "{there:?} was {card:?}");
    let pan = harness.state().canvas.pan;
    let from = pos2(600.0, 330.0);
    harness.drag_at(from);
    harness.hover_at(from + egui::vec2(40.0, -20.0));
    harness.run_steps(2);
    harness.drop_at(from + egui::vec2(40.0, -20.0));
    harness.run();
    assert_ne!(harness.state().canvas.pan, pan);
    assert!(harness.state().commands.is_empty());
}

#[test]
fn a_cut_is_proposed_and_its_effect_told_exactly() {
    let (heap, found) = dates();
    let cut = found.named.cut.clone().expect("two edges");
    let mut proposed = harness(found.clone(), Shown::default());
    proposed.get_by_label("Where to cut?").click();
    proposed.run();
    assert_eq!(proposed.state().commands, [GraphCommand::Suggest]);

    let closures = Closures::new(&heap, &Progress::new()).expect("nobody cancels");
    let freed = found.graph.freed_by(&closures, &cut.edges, &Progress::new()).expect("nobody cancels");
    let mut harness = harness(found, Shown { cuts: cut.edges, freed: Some(freed), ..Shown::default() });
    assert!(harness.query_all_by_label_contains("5 of 5 Date would be free").next().is_some());
    assert!(harness.query_by_label("would be free").is_some());
    harness.get_by_label("Mend all cuts").click();
    harness.run();
    assert_eq!(harness.state().commands, [GraphCommand::Mend]);
}
