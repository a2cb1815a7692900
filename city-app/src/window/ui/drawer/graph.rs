//! Who keeps the selection alive, as a graph: static fields and other roots at the left, the group at the right.
//!
//! The graph belongs to the group, or the single object, that is selected at the point shown, and follows the selection;
//! a click on a node selects the building of its class and does not change the graph. Everything about a heap is worked
//! out off the main thread.

mod bars;
mod canvas;
mod commands;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use analysis::{Closures, Freed, GraphChange, GraphNodeKind, GraphOptions, NodeIndex, ObjectIndex, Progress};
use bevy_egui::egui::{self, Ui};
use roaring::RoaringBitmap;

use crate::answers::ownership_graph::{NamedGraph, OwnershipGraph};
use crate::base::background::{Answer, Background};
use crate::data::group_keepers::group_name;
use crate::data::input::{PointHeap, PointHeaps};
use crate::view::command::CityCommand;
use crate::view::selection::Selection;
use crate::window::ui::drawer::graph::commands::{GraphCommand, GraphView};
use crate::window::ui::drawer::view::{DrawerView, notice, waiting_ui};
use crate::window::ui::widgets::main_button;
use canvas::Canvas;

/// Objects of a node that are looked at to find its building.
const LOOKED_AT: usize = 200;

/// What the graph is about.
#[derive(Debug, Clone, PartialEq)]
struct Target {
    /// Which series: where its heaps are in memory.
    heaps: usize,
    point: usize,
    /// The groups that it is about, together.
    keys: Vec<Arc<str>>,
    /// One object instead of the groups.
    object: Option<u64>,
    name: String,
}

/// A graph, and the heap state that it was made of.
#[derive(Debug)]
struct Loaded {
    heap: Arc<PointHeap>,
    found: OwnershipGraph,
    /// For each node the key of the group that most of its objects are in.
    keys: Vec<Option<Arc<str>>>,
}

/// One state of the picture; undo goes back to the one before.
#[derive(Debug, Clone)]
struct Step {
    loaded: Arc<Loaded>,
    /// Different for every graph.
    serial: u64,
    /// Edges that are cut.
    cuts: Vec<usize>,
}

/// What the tab remembers.
#[derive(Debug, Default)]
pub(crate) struct GraphTab {
    target: Option<Target>,
    base: Background<Target, Loaded>,
    change: Background<(u64, GraphChange), Loaded>,
    freed: Background<(u64, Vec<usize>), Freed>,
    steps: Vec<Step>,
    serial: u64,
    /// A selection that was made here and is not followed.
    own: Option<Selection>,
    /// What the user wants no graph of.
    stopped: Option<Target>,
    canvas: Canvas,
}

impl Loaded {
    fn new(heap: Arc<PointHeap>, found: OwnershipGraph) -> Self {
        let key = |node: usize| {
            let mut counts: Vec<(NodeIndex, usize)> = Vec::new();
            let node = &found.graph.nodes[node];
            // The inside of collections has buildings of its own.
            let is_of_class = |object: &ObjectIndex| match node.kind {
                GraphNodeKind::Class(class) => heap.heap.type_of(*object) == class,
                _ => true,
            };
            for object in node.objects.iter().map(ObjectIndex).filter(is_of_class).take(LOOKED_AT) {
                let Some(leaf) = heap.grouped.leaves.of(&heap.heap, object).first().copied() else { continue };
                match counts.iter_mut().find(|(known, _)| *known == leaf) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((leaf, 1)),
                }
            }
            let (leaf, _) = counts.into_iter().max_by_key(|&(leaf, count)| (count, std::cmp::Reverse(leaf)))?;
            heap.grouped.tree.nodes.get(leaf.at()).map(|node| Arc::clone(&node.key))
        };
        let keys = (0..found.graph.nodes.len()).map(|node| if found.graph.is_root(node) { None } else { key(node) }).collect();
        Self { heap, found, keys }
    }

    /// The graph of a target.
    fn load(heaps: &PointHeaps, target: &Target, progress: &Progress) -> analysis::Result<Self> {
        let loaded = heaps.load(target.point, progress)?;
        let members: RoaringBitmap = match target.object {
            Some(address) => loaded.heap.find(address).into_iter().map(|object| object.0).collect(),
            None => match &target.keys[..] {
                [key] => loaded.members(key, progress)?,
                keys => loaded.members_of_all(keys, progress)?,
            },
        };
        let found = OwnershipGraph::new(&loaded.heap, &members, &target.name, GraphOptions::default(), Some(&heaps.library()), progress)?;
        Ok(Self::new(loaded, found))
    }

    fn changed(&self, change: &GraphChange, progress: &Progress) -> analysis::Result<Self> {
        let closures = Closures::new(&self.heap.heap, progress)?;
        let found = self.found.changed(&closures, change, progress)?;
        Ok(Self::new(Arc::clone(&self.heap), found))
    }
}

impl GraphTab {
    /// What is shown, for the journal: name of the group, nodes, edges, the main root.
    pub(crate) fn shown(&self) -> Option<&NamedGraph> {
        Some(&self.steps.last()?.loaded.found.named)
    }

    /// Draws the tab.
    pub(crate) fn show(&mut self, ui: &mut Ui, view: &DrawerView<'_>, commands: &mut Vec<CityCommand>) {
        let Some(heaps) = &view.session.heaps else {
            let text = "Memory trees and class histograms hold no references between objects.";
            let (title, text) = view.without_heaps("Only heap dumps and traces know single objects", text);
            notice(ui, title, text);
            return;
        };
        self.follow(view, heaps);
        let Some(target) = self.target.clone() else {
            notice(ui, "Select a building or district", "The graph shows which static fields, threads and objects keep it alive.");
            return;
        };
        if self.stopped.as_ref() == Some(&target) {
            notice(ui, "The graph was not made", "It is made from the heap of the point shown.");
            if ui.vertical_centered(|ui| main_button(ui, "Make the graph")).inner.clicked() {
                self.stopped = None;
            }
            return;
        }
        let (from, wanted) = (Arc::clone(heaps), target.clone());
        self.base.ask(target.clone(), move |progress| Loaded::load(&from, &wanted, progress));
        self.base.poll();
        self.take_change();
        if self.steps.is_empty() {
            match self.base.answer(&target) {
                Answer::Ready(loaded) => {
                    self.serial += 1;
                    self.steps = vec![Step { loaded: Arc::clone(loaded), serial: self.serial, cuts: Vec::new() }];
                }
                Answer::Working { step, fraction } => {
                    if waiting_ui(ui, "Finding who keeps it alive", &step, fraction) {
                        self.stopped = Some(target);
                        self.base.cancel();
                    }
                    return;
                }
                Answer::Failed(error) => return notice(ui, "No graph", error),
                Answer::None => return,
            }
        }
        let Some(step) = self.steps.last().cloned() else { return };
        if !step.cuts.is_empty() {
            let (loaded, cuts) = (Arc::clone(&step.loaded), step.cuts.clone());
            self.freed.ask((step.serial, step.cuts.clone()), move |progress| {
                let closures = Closures::new(&loaded.heap.heap, progress)?;
                loaded.found.graph.freed_by(&closures, &cuts, progress)
            });
            self.freed.poll();
        }
        let freed = match self.freed.answer(&(step.serial, step.cuts.clone())) {
            Answer::Ready(freed) if !step.cuts.is_empty() => Some(Arc::clone(freed)),
            _ => None,
        };
        let evolution = &view.session.evolution;
        let is_selected = |key: &Arc<str>| evolution.find_key(key).is_some_and(|node| view.view.selection.contains(node));
        let selected = step.loaded.keys.iter().map(|key| key.as_ref().is_some_and(is_selected)).collect();
        let shown = GraphView {
            serial: step.serial,
            found: &step.loaded.found,
            point: (target.point + 1, view.session.evolution.points.len()),
            object: target.object,
            cuts: &step.cuts,
            freed: freed.as_deref(),
            selected,
            steps: self.steps.len(),
            working: self.change.is_working() || (!step.cuts.is_empty() && freed.is_none()),
        };
        for command in graph_ui(ui, &shown, &mut self.canvas) {
            self.carry_out(command, &step, view, ui, commands);
        }
    }

    /// Goes to what is selected, unless it was selected here.
    fn follow(&mut self, view: &DrawerView<'_>, heaps: &Arc<PointHeaps>) {
        let (point, series) = (view.view.time.point, Arc::as_ptr(heaps) as usize);
        let same_place = self.target.as_ref().is_some_and(|target| (target.heaps, target.point) == (series, point));
        if self.own.as_ref() != Some(&view.view.selection) {
            self.own = None;
        }
        if self.own.is_some() && same_place && view.view.object.is_none() {
            return;
        }
        let evolution = &view.session.evolution;
        // At another point the groups stay those that were shown.
        let nodes: Vec<NodeIndex> = match (&self.own, &self.target) {
            (Some(_), Some(target)) => target.keys.iter().filter_map(|key| evolution.find_key(key)).collect(),
            _ => view.view.selection.outermost(evolution),
        };
        let groups: Vec<_> = nodes.iter().filter_map(|node| evolution.nodes.get(node.at())).collect();
        let target = groups.first().map(|first| {
            let object = view.view.object;
            let name = match (object, groups.len()) {
                (Some(address), _) => format!("object {address:#x}"),
                (None, 1) => nodes.first().map_or_else(|| group_name(&first.name), |&node| view.session.label_name(node)),
                (None, count) => format!("objects of {count} groups"),
            };
            Target { heaps: series, point, keys: groups.iter().map(|node| Arc::clone(&node.key)).collect(), object, name }
        });
        if target != self.target {
            self.target = target;
            self.steps.clear();
            self.change.cancel();
            self.freed.cancel();
        }
    }

    fn take_change(&mut self) {
        self.change.poll();
        let Some(step) = self.steps.last() else { return };
        let Some(((serial, _), loaded)) = self.change.last() else { return };
        if *serial == step.serial {
            self.serial += 1;
            self.steps.push(Step { loaded: Arc::clone(loaded), serial: self.serial, cuts: Vec::new() });
            self.change.clear();
        }
    }

    fn carry_out(&mut self, command: GraphCommand, step: &Step, view: &DrawerView<'_>, ui: &Ui, commands: &mut Vec<CityCommand>) {
        let with_cuts = |cuts: Vec<usize>| Step { cuts, ..step.clone() };
        match command {
            GraphCommand::Change(change) => {
                let (loaded, wanted) = (Arc::clone(&step.loaded), change.clone());
                self.change.ask((step.serial, change), move |progress| loaded.changed(&wanted, progress));
            }
            GraphCommand::Cut(edges) => {
                let mut cuts = step.cuts.clone();
                if edges.iter().all(|edge| cuts.contains(edge)) {
                    cuts.retain(|edge| !edges.contains(edge));
                } else {
                    cuts.extend(edges);
                    cuts.sort_unstable();
                    cuts.dedup();
                }
                self.steps.push(with_cuts(cuts));
            }
            GraphCommand::Mend => self.steps.push(with_cuts(Vec::new())),
            GraphCommand::Suggest => {
                let cut = step.loaded.found.named.cut.as_ref();
                self.steps.extend(cut.map(|cut| with_cuts(cut.edges.clone())));
            }
            GraphCommand::Undo => {
                if self.steps.len() > 1 {
                    self.steps.pop();
                }
            }
            GraphCommand::Fit => self.canvas.fit(),
            GraphCommand::Select { node, also } => {
                let key = step.loaded.keys.get(node).and_then(Option::as_ref);
                if let Some(building) = key.and_then(|key| view.session.evolution.find_key(key)) {
                    self.own = Some(if also { view.view.selection.toggled(building) } else { building.into() });
                    commands.push(if also { CityCommand::SelectAlso(building) } else { CityCommand::Select(Some(building)) });
                }
            }
            GraphCommand::Copy(text) => ui.ctx().copy_text(text),
        }
    }
}

/// The whole tab for a graph: a head, the picture, the legend.
fn graph_ui(ui: &mut Ui, view: &GraphView<'_>, canvas: &mut Canvas) -> Vec<GraphCommand> {
    let mut commands = Vec::new();
    bars::head_ui(ui, view, &mut commands);
    bars::words_ui(ui, view, canvas);
    let legend = bars::legend_height(ui.available_width());
    let room = egui::vec2(ui.available_width(), (ui.available_height() - legend - ui.spacing().item_spacing.y).max(60.0));
    canvas::canvas_ui(ui, room, view, canvas, &mut commands);
    bars::legend_ui(ui, view);
    commands
}
