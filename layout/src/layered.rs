//! Directed graphs in layers, edges from left to right (Sugiyama, Tagawa and Toda 1981).
//!
//! Four steps. Edges that close cycles are turned round (a depth-first search from the sources finds them). Every node
//! gets a layer, so that edges lead to later layers and nodes without successors stand next to what leads to them. Edges
//! that pass layers, and labels, become nodes of their own (dummies); the orders within layers are improved by sweeps of
//! the median heuristic and by exchanging neighbours, the best order wins. In the end every layer is placed as near to
//! its neighbours as its order and the sizes allow: a least-squares problem that pooling adjacent violators solves
//! exactly.
//!
//! Labels stand in columns of their own between the layers of nodes, so nothing overlaps: nodes, labels and edges that
//! pass keep their distance by construction. Everything is deterministic.

mod acyclic;
pub(crate) mod columns;
mod coordinates;
mod crossings;
#[cfg(test)]
mod tests;

use crate::layered::columns::{Columns, LayeredEdge, LayeredSpacing};
use crate::rect::Rect;
use acyclic::{layers, turned_round};
use coordinates::place;
use crossings::Orders;

/// Where an edge runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EdgeRoute {
    /// From the node that it leaves to the one that it enters, two points per column that it passes; straight within columns,
    /// to be joined by curves with horizontal ends between them. Empty for an edge from a node to itself.
    pub points: Vec<(f64, f64)>,
    /// Where its label stands.
    pub label: Option<Rect>,
    /// It leads from right to left, because it closes a cycle.
    pub turned_round: bool,
}

/// A graph with places.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LayeredPlan {
    /// Nodes, in the order in which they were given.
    pub nodes: Vec<Rect>,
    /// Edges, likewise.
    pub edges: Vec<EdgeRoute>,
    /// From 0, 0 on.
    pub size: (f64, f64),
    /// Crossings of edges between neighbouring columns.
    pub crossings: u64,
}

/// Places nodes of these sizes (width, height). Edges whose ends are no nodes are ignored.
#[must_use]
pub fn layered(nodes: &[(f64, f64)], edges: &[LayeredEdge], spacing: LayeredSpacing) -> LayeredPlan {
    let ends: Vec<Option<(usize, usize)>> = edges
        .iter()
        .map(|edge| (edge.from < nodes.len() && edge.to < nodes.len() && edge.from != edge.to).then_some((edge.from, edge.to)))
        .collect();
    let turned = turned_round(nodes.len(), &ends);
    let ends: Vec<Option<(usize, usize)>> =
        ends.into_iter().zip(&turned).map(|(ends, &turned)| ends.map(|(from, to)| if turned { (to, from) } else { (from, to) })).collect();
    let layers = layers(nodes.len(), &ends);
    let columns = Columns::new(nodes, edges, &ends, &turned, &layers);
    let (orders, crossings) = Orders::best(&columns);
    let rows = place(&columns, &orders, spacing);
    let mut plan = routes(&columns, nodes, edges, &ends, &rows, spacing);
    plan.crossings = crossings;
    for (route, turned) in plan.edges.iter_mut().zip(turned) {
        route.turned_round = turned;
        if turned {
            route.points.reverse();
        }
    }
    plan
}

/// Edges with their places at nodes and labels, and the size of the whole.
fn routes(
    columns: &Columns,
    nodes: &[(f64, f64)],
    edges: &[LayeredEdge],
    ends: &[Option<(usize, usize)>],
    rows: &[f64],
    spacing: LayeredSpacing,
) -> LayeredPlan {
    let mut widths = vec![0.0_f64; columns.columns];
    for (item, &column) in columns.column_of.iter().enumerate() {
        widths[column] = widths[column].max(columns.sizes[item].0);
    }
    let mut lefts = Vec::with_capacity(widths.len());
    let mut x = 0.0;
    for &width in &widths {
        lefts.push(x);
        x += width + spacing.columns;
    }
    let top = (0..rows.len()).map(|item| rows[item] - 0.5 * columns.sizes[item].1).fold(f64::INFINITY, f64::min);
    let row = |item: usize| rows[item] - top;
    let rect = |item: usize, left: f64| {
        let (width, height) = columns.sizes[item];
        Rect { x0: left, y0: row(item) - 0.5 * height, x1: left + width, y1: row(item) + 0.5 * height }
    };
    // Nodes stand at the left of their column if something leaves them to the right, so edges start near them.
    let node_rects: Vec<Rect> = (0..nodes.len()).map(|node| rect(node, lefts[columns.column_of[node]])).collect();

    // Edges part along the side of a node, in the order of where they come from or go to.
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, ends) in ends.iter().enumerate() {
        if let &Some((from, to)) = ends {
            leaving[from].push(number);
            entering[to].push(number);
        }
    }
    let mut port = vec![(0.0, 0.0); edges.len()];
    for node in 0..nodes.len() {
        let next = |edge: usize, first: bool| {
            let way = &columns.ways[edge];
            (if first { way.first() } else { way.last() }).map_or(row(node), |&item| row(item))
        };
        for (list, first) in [(&mut leaving[node], true), (&mut entering[node], false)] {
            list.sort_by(|&a, &b| next(a, first).total_cmp(&next(b, first)).then(a.cmp(&b)));
            let total: f64 = list.iter().map(|&edge| edges[edge].width + 2.0).sum();
            let room = 0.8 * nodes[node].1;
            let scale = if total > room && total > 0.0 { room / total } else { 1.0 };
            let mut y = row(node) - 0.5 * total * scale;
            for &edge in list.iter() {
                let part = (edges[edge].width + 2.0) * scale;
                *(if first { &mut port[edge].0 } else { &mut port[edge].1 }) = y + 0.5 * part;
                y += part;
            }
        }
    }

    let mut plan_edges = Vec::with_capacity(edges.len());
    for (number, ends) in ends.iter().enumerate() {
        let Some((from, to)) = *ends else {
            plan_edges.push(EdgeRoute::default());
            continue;
        };
        let mut route = EdgeRoute { points: vec![(node_rects[from].x1, port[number].0)], ..EdgeRoute::default() };
        // Behind a narrow node the edge is straight up to the end of its column.
        route.points.push((lefts[columns.column_of[from]] + widths[columns.column_of[from]], port[number].0));
        for &item in &columns.ways[number] {
            let column = columns.column_of[item];
            let (left, right) = (lefts[column], lefts[column] + widths[column]);
            let at = row(item);
            route.points.push((left, at));
            route.points.push((right, at));
            if columns.sizes[item].0 > 0.0 {
                let (width, height) = edges[number].label;
                route.label = Some(Rect { x0: left, y0: at - 0.5 * height, x1: left + width, y1: at + 0.5 * height });
            }
        }
        route.points.push((node_rects[to].x0, port[number].1));
        plan_edges.push(route);
    }
    let bottom = (0..rows.len()).map(|item| row(item) + 0.5 * columns.sizes[item].1).fold(0.0, f64::max);
    LayeredPlan { nodes: node_rects, edges: plan_edges, size: ((x - spacing.columns).max(0.0), bottom), crossings: 0 }
}
