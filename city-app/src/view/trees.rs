//! What the tree views show. Groups are named, so that the view stays when points arrive, and comes back when the grouping does.

use std::collections::BTreeSet;

use layout::TreeOrder;

use crate::answers::tree_views::{TreeForm, TreeScope, TreeStep};

/// What stands beside the picture of what is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BesideTree {
    /// The whole heap.
    #[default]
    Whole,
    /// Small pictures of some points above the heap over time.
    Timeline,
    /// What is looked at at points of the whole run, and nothing else.
    Multiples,
}

/// What is drawn of the groups of the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreesView {
    /// The kind of picture.
    pub form: TreeForm,
    /// Which groups come first.
    pub order: TreeOrder,
    /// The size of the picture tells how large the heap is; `None` where the kind of picture decides.
    pub is_scaled: Option<bool>,
    /// The steps down to what is looked at.
    pub down: Vec<TreeStep>,
    /// What stands beside it.
    pub beside: BesideTree,
    /// The kind of the small pictures of points.
    pub small: (TreeForm, TreeScope),
    /// The points that have such a picture, beside the one that is shown.
    pub chosen: BTreeSet<usize>,
}

impl Default for TreesView {
    fn default() -> Self {
        Self {
            form: TreeForm::default(),
            order: TreeOrder::default(),
            is_scaled: None,
            down: Vec::new(),
            beside: BesideTree::default(),
            small: (TreeForm::Icicle, TreeScope::Global),
            chosen: BTreeSet::new(),
        }
    }
}

impl TreesView {
    /// The same of what these steps lead to.
    #[must_use]
    pub fn at(&self, down: Vec<TreeStep>) -> Self {
        Self { down, ..self.clone() }
    }

    /// Whether the size of a picture of all or a part of the tree tells how large the heap is.
    #[must_use]
    pub fn scales(&self, scope: TreeScope) -> bool {
        self.is_scaled.unwrap_or(self.form.is_scaled_by_itself(scope))
    }

    /// The same with a picture of a point, or without it if there was one.
    #[must_use]
    pub fn with_point_toggled(&self, point: usize) -> Self {
        let mut toggled = self.clone();
        if !toggled.chosen.remove(&point) {
            toggled.chosen.insert(point);
        }
        toggled
    }
}
