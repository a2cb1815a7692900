//! A journal of what the window shows: one JSON line for every change, in the file that `MEMORY_CITY_JOURNAL` names.
//!
//! For tests that steer the real window from outside, and for reports of what somebody saw. Without the variable
//! nothing happens. Positions are in logical pixels, `free_area` is `[left, top, right, bottom]`; points count from 1.
//! `labels` and `districts` are what is written over the city, with its place, `unnamed` the districts that are large enough for a
//! name and have none. `moving` is true while the camera or the buildings are on their way somewhere; `value` is that of the selection in the
//! metric that the city shows, at the point shown.

use std::fs::File;
use std::io::Write;

use analysis::NodeIndex;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use serde_json::{Value, json};

use super::camera::{CityCamera, CityRig};
use super::labels::Written;
use super::state::{AppPhase, FreeArea, SessionRes, StatusNote, ViewRes};
use super::ui::Drawer;
use super::ui::file_dialog::FileDialogRes;
use super::ui::guide::{Guide, middle};
use crate::answers::ownership_graph::NamedGraph;
use crate::base::words;
use crate::view::guide::texts::Hint;
use crate::view::hint_key::HintKey;
use crate::window::state::Opened;

/// The variable that names the file.
const VARIABLE: &str = "MEMORY_CITY_JOURNAL";

#[derive(Resource, Debug)]
struct Journal {
    file: File,
    last: Value,
}

pub(super) fn plugin(app: &mut App) {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    match File::create(&path) {
        Ok(file) => {
            app.insert_resource(Journal { file, last: Value::Null }).add_systems(Last, write_changes);
        }
        Err(error) => warn!("{VARIABLE}: cannot write {}: {error}", path.display()),
    }
}

fn write_changes(
    mut journal: ResMut<Journal>,
    (phase, rig): (Res<State<AppPhase>>, Res<CityRig>),
    (session, view, free_area, opened): (Res<SessionRes>, Res<ViewRes>, Res<FreeArea>, Res<Opened>),
    (dialog, note, drawer, guide): (Res<FileDialogRes>, Res<StatusNote>, Res<Drawer>, Res<Guide>),
    written: Res<Written>,
    windows: Query<&Window, With<PrimaryWindow>>,
    cameras: Query<&Transform, With<CityCamera>>,
) {
    let (session, view) = (&session.0, &view.0);
    let key = |node: Option<NodeIndex>| node.and_then(|node| session.evolution.nodes.get(node.at()).map(|node| node.key.to_string()));
    let value = |node: NodeIndex| session.evolution.value(session.metric, node, view.time.point);
    let free = free_area.0;
    let edges = |rect: &Rect| [rect.min.x, rect.min.y, rect.max.x, rect.max.y];
    let texts = |written: &[(String, Rect)]| -> Vec<Value> {
        written.iter().map(|(text, place)| json!({ "text": text, "at": edges(place) })).collect()
    };
    let entry = json!({
        "phase": format!("{:?}", phase.get()).to_lowercase(),
        "point": view.time.point + 1,
        "points": session.evolution.points.len(),
        "playing": view.playing,
        "selection": key(view.selection.lead()),
        "metric": words::metric_word(session.metric),
        "value": view.selection.lead().filter(|_| session.evolution.is_known(session.metric, view.time.point)).map(value),
        "selected": view.selection.nodes().into_iter().map(|node| key(Some(node))).collect::<Vec<_>>(),
        "object": view.object.map(|address| format!("{address:#x}")),
        "drawer": view.panels.drawer.then(|| view.tab.name()),
        "graph": drawer.graph().map(graph_facts),
        "hover": key(view.hover),
        "search": view.search,
        "listed": drawer.listed(),
        "matches": view.matches.len(),
        "best_match": key(view.matches.first().copied()),
        "opening": format!("{:?}", view.opening).to_lowercase(),
        "dialog": dialog.is_open(),
        "note": note.0,
        "chain": view.chain.iter().map(|&node| key(Some(node))).collect::<Vec<_>>(),
        "tours": if session.evolution.points.is_empty() { guide.buttons.iter().map(middle).collect::<Vec<_>>() } else { Vec::new() },
        "hint": view.hint.as_ref().map(|open| open_hint(&guide, open)),
        "bulbs": bulbs(&guide),
        "guided": view.guided,
        "title": session.evolution.title,
        "subject": session.evolution.subject,
        "grouping": opened.grouping,
        "moving": rig.is_moving() || view.time.tween < 1.0,
        "pointer": windows.single().ok().and_then(Window::cursor_position).map(|at| at.to_array()),
        "window": windows.single().map_or([0.0, 0.0], |window| [window.width(), window.height()]),
        "free_area": edges(&free),
        "labels": texts(&written.labels),
        "districts": texts(&written.districts),
        "unnamed": written.unnamed.iter().map(|&node| key(Some(node))).collect::<Vec<_>>(),
        "camera": cameras.single().map_or([0.0; 3], |camera| camera.translation.to_array()),
    });
    if entry != journal.last {
        if let Err(error) = writeln!(journal.file, "{entry}") {
            warn!("{VARIABLE}: {error}");
        }
        journal.last = entry;
    }
}

/// The hint that is open: what it says, and where its buttons are.
fn open_hint(guide: &Guide, open: &HintKey) -> Value {
    let text = guide.hints.iter().find(|hint| hint.key == *open).map(|hint| &hint.text);
    json!({ "id": open.id, "text": text, "buttons": guide.buttons.iter().map(middle).collect::<Vec<_>>() })
}

/// The hints with the places of their bulbs.
fn bulbs(guide: &Guide) -> Vec<Value> {
    let bulb = |(hint, place): (&Hint, &Option<_>)| json!({ "id": hint.key.id, "at": place.as_ref().map(middle) });
    guide.hints.iter().zip(&guide.bulbs).map(bulb).collect()
}

/// What the graph of the drawer is about, how large it is, and the root that holds most.
fn graph_facts(graph: &NamedGraph) -> Value {
    let root = graph.main_path.first().map(|&edge| &graph.nodes[graph.edges[edge].from].name);
    json!({ "name": graph.name, "nodes": graph.nodes.len(), "edges": graph.edges.len(), "root": root })
}
