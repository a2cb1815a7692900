//! Rows of memory trees: points in time, groups, references between groups.

use analysis::{MemoryTree, NodeIndex, NodeSizes, NodeTotals, SizeKind, TimePoint};
use arrow_array::RecordBatch;

use super::columns::{
    Columns, flags, known_names, known_numbers, known_texts, lists, names, numbers, signed_numbers, small_numbers, texts,
};
use crate::error::Result;
use crate::schema::Table;
use crate::source::Source;

pub(super) fn rows(
    source: &dyn Source,
    table: Table,
    point: usize,
    columns: &Columns<'_>,
    take: &mut dyn FnMut(RecordBatch) -> Result<bool>,
) -> Result<()> {
    let kinds = [(SizeKind::Deep, ["deep", "deep_objects"]), (SizeKind::Retained, ["retained", "retained_objects"])];
    let is_wanted = |names: &[&str; 2]| names.iter().any(|name| columns.wants(name));
    let sizes: Vec<SizeKind> = kinds.into_iter().filter(|(_, names)| is_wanted(names)).map(|(kind, _)| kind).collect();
    let tree = source.tree(point, &sizes)?;
    match table {
        Table::Points => take(points(&tree, columns)?).map(drop),
        Table::Groups => take(groups(&tree, &source.grouping()?, columns)?).map(drop),
        _ => take(references(&tree, &source.grouping()?, columns)?).map(drop),
    }
}

fn points(point: &TimePoint, columns: &Columns<'_>) -> Result<RecordBatch> {
    let all = point.tree.root().totals;
    columns.batch(1, |name| match name {
        "time_millis" => signed_numbers([point.time_millis].into_iter()),
        "label" => known_texts([point.label.as_deref()].into_iter()),
        "collections" => known_numbers([point.gc].into_iter()),
        "objects" => numbers([all.objects].into_iter()),
        _ => numbers([all.bytes].into_iter()),
    })
}

fn groups(TimePoint { tree, sizes, .. }: &TimePoint, grouping: &str, columns: &Columns<'_>) -> Result<RecordBatch> {
    let nodes = &tree.nodes;
    let parent = |at: usize| Some(&nodes[nodes[at].parent.at()]).filter(|_| at > 0);
    let levels: Vec<Vec<usize>> = if columns.wants("levels") || columns.wants("depth") { ways(tree) } else { Vec::new() };
    let NodeSizes { deep, retained, estimates } = sizes;
    let size = |of: &Option<Vec<NodeTotals>>, part: fn(&NodeTotals) -> u64| {
        known_numbers((0..nodes.len()).map(|at| of.as_ref()?.get(at).map(part)))
    };
    let estimate = |at: usize| estimates.as_ref()?.get(at).copied().flatten();
    columns.batch(nodes.len(), |name| match name {
        "grouping" => names(nodes.iter().map(|_| grouping)),
        "path" => texts(nodes.iter().map(|node| &*node.key)),
        "parent" => known_names((0..nodes.len()).map(|at| parent(at).map(|parent| &*parent.key))),
        "name" => names(nodes.iter().map(|node| &*node.name)),
        "criterion" => names((0..nodes.len() as u32).map(|at| tree.role_of(NodeIndex(at)))),
        "depth" => small_numbers(levels.iter().map(|way| way.len() - 1)),
        "levels" => lists(levels.iter().map(|way| way.iter().map(|&at| &*nodes[at].name))),
        "is_leaf" => flags((0..nodes.len() as u32).map(|at| tree.is_leaf(NodeIndex(at)))),
        "objects" => numbers(nodes.iter().map(|node| node.totals.objects)),
        "bytes" => numbers(nodes.iter().map(|node| node.totals.bytes)),
        "deep_objects" => size(deep, |totals| totals.objects),
        "deep" => size(deep, |totals| totals.bytes),
        "retained_objects" => size(retained, |totals| totals.objects),
        "retained" => size(retained, |totals| totals.bytes),
        "recorded" => known_numbers((0..nodes.len()).map(|at| Some(estimate(at)?.recorded))),
        "objects_error" => known_numbers((0..nodes.len()).map(|at| Some(estimate(at)?.error.objects))),
        _ => known_numbers((0..nodes.len()).map(|at| Some(estimate(at)?.error.bytes))),
    })
}

/// Of each node all nodes on the way to it, the root first and itself last.
fn ways(tree: &MemoryTree) -> Vec<Vec<usize>> {
    let mut way: Vec<usize> = Vec::new();
    let mut ways = Vec::with_capacity(tree.nodes.len());
    for at in 0..tree.nodes.len() {
        // Nodes lie in preorder.
        while way.last().is_some_and(|&above| tree.nodes[above].subtree_end as usize <= at) {
            way.pop();
        }
        way.push(at);
        ways.push(way.clone());
    }
    ways
}

fn references(TimePoint { tree, references, .. }: &TimePoint, grouping: &str, columns: &Columns<'_>) -> Result<RecordBatch> {
    let rows = references.iter().flat_map(|references| references.points_to.rows());
    let pairs = rows.flat_map(|(from, partners)| partners.iter().map(move |&(to, targets)| (from, to, targets)));
    let all: Vec<(NodeIndex, NodeIndex, u64)> = pairs.collect();
    let referrers = |from: NodeIndex, to: NodeIndex| references.as_ref().and_then(|known| known.pointed_from.get(to, from)).unwrap_or(0);
    let key = |node: NodeIndex| &*tree.nodes[node.at()].key;
    columns.batch(all.len(), |name| match name {
        "grouping" => names(all.iter().map(|_| grouping)),
        "source" => names(all.iter().map(|&(from, _, _)| key(from))),
        "target" => names(all.iter().map(|&(_, to, _)| key(to))),
        "referrers" => numbers(all.iter().map(|&(from, to, _)| referrers(from, to))),
        _ => numbers(all.iter().map(|&(_, _, targets)| targets)),
    })
}
