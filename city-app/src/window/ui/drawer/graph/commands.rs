//! What can be done with the graph of owners.

use analysis::{Direction, Freed, GraphChange, ObjectIndex, Part};

use crate::answers::ownership_graph::OwnershipGraph;

/// What a user asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GraphCommand {
    /// Change the graph.
    Change(GraphChange),
    /// Cut these edges if one of them is not, else mend them.
    Cut(Vec<usize>),
    /// Mend everything.
    Mend,
    /// Cut where the graph proposes it.
    Suggest,
    /// One step back.
    Undo,
    /// Everything into view.
    Fit,
    /// Select the building of a node; besides what is selected, if that is wanted.
    Select { node: usize, also: bool },
    /// Put a text on the clipboard.
    Copy(String),
}

/// What is drawn.
pub(crate) struct GraphView<'a> {
    /// Another number means another graph.
    pub(super) serial: u64,
    pub(super) found: &'a OwnershipGraph,
    /// The number of the point, and of how many.
    pub(super) point: (usize, usize),
    pub(super) object: Option<u64>,
    pub(super) cuts: &'a [usize],
    /// What dies with the cuts, once that is known.
    pub(super) freed: Option<&'a Freed>,
    /// For each node whether its building is selected.
    pub(super) selected: Vec<bool>,
    /// States to which undo can go back, this one included.
    pub(super) steps: usize,
    pub(super) working: bool,
}

/// Everything that can be done with a node, with what it is called.
pub(crate) fn node_commands(view: &GraphView<'_>, node: usize) -> Vec<(String, GraphCommand)> {
    let (graph, named) = (&view.found.graph, &view.found.named);
    let mut commands = Vec::new();
    if graph.is_root(node) {
        let edges: Vec<usize> = (0..named.edges.len()).filter(|&edge| named.edges[edge].from == node).collect();
        let text = if edges.iter().all(|edge| view.cuts.contains(edge)) { "Let it hold again" } else { "What if it let go?" };
        commands.push((text.to_owned(), GraphCommand::Cut(edges)));
    } else {
        let expand = |direction| GraphCommand::Change(GraphChange::Expand(node, direction));
        commands.push(("Show all that reference it".to_owned(), expand(Direction::PointedFrom)));
        commands.push(("Show what it references".to_owned(), expand(Direction::PointsTo)));
        if node > 0 {
            if named.nodes[node].inner_objects > 0 {
                commands.push(("Show what it is made of".to_owned(), GraphCommand::Change(GraphChange::Unfold(node))));
            }
            for other in (1..named.nodes.len()).filter(|&other| graph.can_merge(node, other)) {
                let text = format!(
                    "Merge with the other {} of {}",
                    crate::base::words::count(named.nodes[other].objects),
                    named.nodes[other].title
                );
                commands.push((text, GraphCommand::Change(GraphChange::Merge(node.min(other), node.max(other)))));
            }
            let is_several = named.nodes[node].objects > 1 && named.nodes[node].inner_objects == 0;
            if let Some(first) = graph.nodes[node].objects.min().filter(|_| is_several) {
                let part = Part::Object(ObjectIndex(first));
                commands.push(("Pull one object out".to_owned(), GraphCommand::Change(GraphChange::Extract(node, part))));
            }
            commands.push(("Take it out of the picture".to_owned(), GraphCommand::Change(GraphChange::Remove(node))));
        }
    }
    let way = graph.way_to_group(node);
    if !way.is_empty() {
        commands.push(("Copy its way to the group".to_owned(), GraphCommand::Copy(format!("{}.", named.way_in_words(node, &way)))));
    }
    commands
}

/// Everything that can be done with an edge.
pub(crate) fn edge_commands(view: &GraphView<'_>, edge: usize) -> Vec<(String, GraphCommand)> {
    let (graph, named) = (&view.found.graph, &view.found.named);
    let info = &named.edges[edge];
    let text = if view.cuts.contains(&edge) { "Mend it" } else { "What if it were cut?" };
    let mut commands = vec![(text.to_owned(), GraphCommand::Cut(vec![edge]))];
    let (from, to) = (&named.nodes[info.from], &named.nodes[info.to]);
    if info.to != 0 && info.targets < to.objects && to.inner_objects == 0 {
        let part = Part::ReferencedBy(info.from);
        let text = format!("Pull out the {} {} that it references", crate::base::words::count(info.targets), to.title);
        commands.push((text, GraphCommand::Change(GraphChange::Extract(info.to, part))));
    }
    if info.from != 0 && !graph.is_root(info.from) && info.sources < from.objects && from.inner_objects == 0 {
        let part = Part::Referencing(info.to);
        let text = format!("Pull out the {} {} that reference", crate::base::words::count(info.sources), from.title);
        commands.push((text, GraphCommand::Change(GraphChange::Extract(info.from, part))));
    }
    commands
}
