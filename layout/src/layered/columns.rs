//! Nodes in columns, with the bends of long edges as nodes of their own.

/// Distances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayeredSpacing {
    /// Between columns.
    pub columns: f64,
    /// Between nodes of a column.
    pub nodes: f64,
    /// Between labels, and edges that pass.
    pub edges: f64,
}

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Item {
    /// A node of the graph.
    Node(usize),
    /// A part of an edge that passes, or its label.
    Dummy(usize),
}

/// The graph with dummies: every edge leads from one column to the next.
pub(crate) struct Columns {
    pub(crate) items: Vec<Item>,
    pub(crate) column_of: Vec<usize>,
    pub(crate) sizes: Vec<(f64, f64)>,
    /// Items in the columns before and behind.
    pub(crate) before: Vec<Vec<usize>>,
    pub(crate) behind: Vec<Vec<usize>>,
    pub(crate) columns: usize,
    /// The items of each edge, from left to right, without its ends.
    pub(super) ways: Vec<Vec<usize>>,
}

impl Columns {
    /// Nodes stand in even columns, labels in odd ones, next to the node that the edge leaves.
    pub(super) fn new(
        nodes: &[(f64, f64)],
        edges: &[LayeredEdge],
        ends: &[Option<(usize, usize)>],
        turned: &[bool],
        layers: &[usize],
    ) -> Self {
        let mut columns = Self {
            items: (0..nodes.len()).map(Item::Node).collect(),
            column_of: layers.iter().map(|layer| 2 * layer).collect(),
            sizes: nodes.to_vec(),
            before: vec![Vec::new(); nodes.len()],
            behind: vec![Vec::new(); nodes.len()],
            columns: layers.iter().max().map_or(0, |most| 2 * most + 1),
            ways: Vec::with_capacity(edges.len()),
        };
        for (number, (edge, ends)) in edges.iter().zip(ends).enumerate() {
            let mut way = Vec::new();
            if let &Some((from, to)) = ends {
                let (first, last) = (columns.column_of[from] + 1, columns.column_of[to] - 1);
                let labelled = if turned[number] { last } else { first };
                for column in first..=last {
                    let size = if column == labelled { (edge.label.0, edge.label.1.max(edge.width)) } else { (0.0, edge.width) };
                    way.push(columns.items.len());
                    columns.items.push(Item::Dummy(number));
                    columns.column_of.push(column);
                    columns.sizes.push(size);
                    columns.before.push(Vec::new());
                    columns.behind.push(Vec::new());
                }
                let stops: Vec<usize> = std::iter::once(from).chain(way.iter().copied()).chain([to]).collect();
                for pair in stops.windows(2) {
                    columns.behind[pair[0]].push(pair[1]);
                    columns.before[pair[1]].push(pair[0]);
                }
            }
            columns.ways.push(way);
        }
        columns
    }
}

/// An edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayeredEdge {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it enters.
    pub to: usize,
    /// Width and height of its label; nothing if it has none.
    pub label: (f64, f64),
    /// How wide the edge itself is drawn.
    pub width: f64,
}
