//! What the tree views show. Groups are named, so that the view stays when points arrive, and comes back when the grouping does.

use layout::TreeOrder;

use crate::answers::tree_views::{TreeForm, TreeStep};

/// What is drawn of the groups of the heap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TreesView {
    /// The kind of picture.
    pub form: TreeForm,
    /// Which groups come first.
    pub order: TreeOrder,
    /// The size of the picture tells how large the heap is.
    pub is_scaled: bool,
    /// The steps down to what is looked at.
    pub down: Vec<TreeStep>,
}

impl TreesView {
    /// The same of what these steps lead to.
    #[must_use]
    pub fn at(&self, down: Vec<TreeStep>) -> Self {
        Self { down, ..self.clone() }
    }
}
