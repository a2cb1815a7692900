//! A place for every node, edge and label of an ownership graph. Units are those of the given text widths.

use layout::{EdgeRoute, LayeredEdge, LayeredPlan, LayeredSpacing, layered};

use super::NamedGraph;

/// Height of a card: a title, two lines of numbers, a bar.
pub const CARD_HEIGHT: f64 = 70.0;
/// Height of a label on an edge.
pub const LABEL_HEIGHT: f64 = 20.0;
/// Cards are not narrower or wider.
const CARD_WIDTHS: (f64, f64) = (104.0, 220.0);
/// Around text.
const MARGIN: f64 = 12.0;
/// The widest edge, which carries all of the group.
const WIDEST_EDGE: f64 = 12.0;
/// The thinnest one.
const THINNEST_EDGE: f64 = 1.4;

const SPACING: LayeredSpacing = LayeredSpacing { columns: 16.0, nodes: 14.0, edges: 6.0 };

/// How wide an edge is drawn that carries this share of the group.
#[must_use]
pub fn edge_width(share: f64) -> f64 {
    THINNEST_EDGE + (WIDEST_EDGE - THINNEST_EDGE) * share.clamp(0.0, 1.0)
}

/// Places a graph; `width_of` measures a text. Roots stand at the left, the group at the right.
#[must_use]
pub fn place(graph: &NamedGraph, width_of: &dyn Fn(&str) -> f64) -> LayeredPlan {
    let nodes: Vec<(f64, f64)> = graph
        .nodes
        .iter()
        .map(|node| {
            let lines = card_lines(node);
            // Titles are set a little larger.
            let width = lines.iter().map(|line| width_of(line)).fold(1.1 * width_of(&node.title), f64::max) + 2.0 * MARGIN;
            (width.clamp(CARD_WIDTHS.0, CARD_WIDTHS.1), CARD_HEIGHT)
        })
        .collect();
    let edges: Vec<LayeredEdge> = graph
        .edges
        .iter()
        .map(|edge| {
            let text = edge.label(&graph.nodes);
            let label = if text.is_empty() { (0.0, 0.0) } else { (width_of(&text) + MARGIN, LABEL_HEIGHT) };
            LayeredEdge { from: edge.from, to: edge.to, label, width: edge_width(graph.share(edge.reaches)) }
        })
        .collect();
    layered(&nodes, &edges, SPACING)
}

/// The lines of a card below its title.
#[must_use]
pub fn card_lines(node: &super::NamedNode) -> [String; 2] {
    let kind = match node.kind {
        "group" => crate::base::words::amount(analysis::Metric::Objects, node.objects),
        _ => node.note(),
    };
    [kind, format!("retains {}", crate::base::words::bytes(node.retained_bytes))]
}

/// The curves of an edge: each from a point over two others to a point, all with horizontal ends.
pub fn curves(route: &EdgeRoute) -> impl Iterator<Item = [(f64, f64); 4]> + '_ {
    route.points.windows(2).map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        let middle = 0.5 * (from.0 + to.0);
        [from, (middle, from.1), (middle, to.1), to]
    })
}
