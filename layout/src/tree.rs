//! What a tree must tell to be laid out.

/// A tree of weights, given lazily; nodes are dense numbers chosen by the implementer.
pub trait WeightedTree {
    /// The root node.
    fn root(&self) -> usize;
    /// The children that get plots, in the order that breaks ties between equal weights (the plan places the
    /// heaviest first). Empty for a building.
    fn children(&self, node: usize) -> Vec<usize>;
    /// The weight of a building: its area before scaling. Not asked for districts: a district weighs the sum of its
    /// children, because maxima are not additive. Zero, negative and non-finite weigh nothing.
    fn weight(&self, leaf: usize) -> f64;
}
