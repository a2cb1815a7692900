//! The visible rows: a flat list that follows unfolding, sorting and filtering.
//!
//! Only what is visible is in the list, and children are sorted when their node is first unfolded. Unfolding and folding
//! edit one range of the list: in preorder the rows of a subtree lie side by side. Memory: 4 bytes per visible row and
//! a byte per node; a filter takes three bytes per node more while it is on.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use analysis::{NodeIndex, RoleIndex};
use rayon::prelude::*;

use super::filter::{Filter, Kept};
use super::{Column, Span};

/// Fewer children are sorted anew each time: that is faster than remembering them.
const REMEMBERED_FROM: usize = 256;
/// Fewer nodes are sorted faster by one thread than by several.
const PARALLEL_FROM: usize = 4096;

/// By which column rows are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// The column.
    pub column: Column,
    /// The largest, or the last by name, comes first.
    pub descending: bool,
}

/// Which nodes are rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arrangement {
    /// All, each below its parent, as far as nodes are unfolded. Siblings are sorted.
    #[default]
    Tree,
    /// Those without children, in one sorted list.
    Leaves,
    /// Those that one step of the grouping made, in one sorted list.
    Role(RoleIndex),
}

/// Rows of a tree table.
#[derive(Debug, Clone)]
pub struct Rows {
    span: Span,
    sort: Sort,
    arrangement: Arrangement,
    filter: Filter,
    kept: Option<Kept>,
    /// Of each node whether it is unfolded while there is no filter.
    unfolded: Vec<bool>,
    /// The same while there is one.
    unfolded_in_filter: Vec<bool>,
    rows: Vec<NodeIndex>,
    /// Children of unfolded nodes in order, where there are many.
    sorted: HashMap<NodeIndex, Box<[NodeIndex]>>,
    changes: u64,
}

impl Rows {
    /// The root, unfolded.
    #[must_use]
    pub fn new(span: Span, sort: Sort) -> Self {
        let mut unfolded = vec![false; span.evolution.nodes.len()];
        if let Some(root) = unfolded.first_mut() {
            *root = true;
        }
        let mut rows = Self {
            span,
            sort,
            arrangement: Arrangement::Tree,
            filter: Filter::default(),
            kept: None,
            unfolded,
            unfolded_in_filter: Vec::new(),
            rows: Vec::new(),
            sorted: HashMap::new(),
            changes: 0,
        };
        rows.arrange();
        rows
    }

    /// The visible rows, top to bottom.
    #[must_use]
    pub fn visible(&self) -> &[NodeIndex] {
        &self.rows
    }

    /// What the rows are about.
    #[must_use]
    pub fn span(&self) -> &Span {
        &self.span
    }

    /// How they are sorted.
    #[must_use]
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// Which nodes are rows.
    #[must_use]
    pub fn arrangement(&self) -> Arrangement {
        self.arrangement
    }

    /// How many nodes the filter means; `None` without a filter.
    #[must_use]
    pub fn matches(&self) -> Option<usize> {
        self.kept.as_ref().map(|kept| kept.matches)
    }

    /// Counts changes of the visible rows, for those who remember something about them.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The row of a node, if it is visible. Looks at every row: a millisecond for a few million.
    #[must_use]
    pub fn row_of(&self, node: NodeIndex) -> Option<usize> {
        self.rows.iter().position(|&row| row == node)
    }

    /// Whether the children of a node follow it.
    #[must_use]
    pub fn is_unfolded(&self, node: NodeIndex) -> bool {
        let unfolded = if self.kept.is_some() { &self.unfolded_in_filter } else { &self.unfolded };
        self.arrangement == Arrangement::Tree && unfolded[node.at()]
    }

    /// Whether a node has children that would be rows.
    #[must_use]
    pub fn can_unfold(&self, node: NodeIndex) -> bool {
        self.arrangement == Arrangement::Tree && self.span.evolution.children(node).any(|child| self.has_row(child))
    }

    /// How far a row is indented: its distance from the root, or nothing in a flat list.
    #[must_use]
    pub fn depth(&self, node: NodeIndex) -> usize {
        if self.arrangement == Arrangement::Tree { self.span.evolution.nodes[node.at()].level.into() } else { 0 }
    }

    /// Tells about other data, points or another metric. What is unfolded stays so.
    pub fn show(&mut self, span: Span) {
        if self.span.same(&span) {
            return;
        }
        let old = std::mem::replace(&mut self.span, span);
        if !Arc::ptr_eq(&old.evolution, &self.span.evolution) {
            let mut unfolded = vec![false; self.span.evolution.nodes.len()];
            for (place, _) in old.evolution.places_in(&self.span.evolution).iter().zip(&self.unfolded).filter(|(_, on)| **on) {
                if let Some(place) = place {
                    unfolded[place.at()] = true;
                }
            }
            if let Some(root) = unfolded.first_mut() {
                *root = true;
            }
            self.unfolded = unfolded;
            if matches!(self.arrangement, Arrangement::Role(role) if role.0 as usize >= self.span.evolution.roles.len()) {
                self.arrangement = Arrangement::Tree;
            }
            self.kept = None;
            self.apply_filter();
        } else if self.kept.is_some() {
            // Who folded something away under a filter keeps it so.
            self.kept = self.filter.kept(&self.span);
        }
        self.arrange();
    }

    /// Sorts by a column.
    pub fn sort_by(&mut self, sort: Sort) {
        if self.sort != sort {
            self.sort = sort;
            self.arrange();
        }
    }

    /// Sorts by a column, the other way round if rows are sorted by it already.
    pub fn sort_or_turn(&mut self, column: Column) {
        let descending = if self.sort.column == column { !self.sort.descending } else { column.descends_first() };
        self.sort_by(Sort { column, descending });
    }

    /// Shows a tree or a list.
    pub fn set_arrangement(&mut self, arrangement: Arrangement) {
        if self.arrangement != arrangement {
            self.arrangement = arrangement;
            self.arrange();
        }
    }

    /// Leaves nodes whose name contains the text, with what they lie in and what lies in them, and of these those that
    /// grow. Whatever leads to a match is unfolded; without a filter everything is as it was before.
    pub fn set_filter(&mut self, text: &str, only_growing: bool) {
        if self.filter.text == text && self.filter.only_growing == only_growing {
            return;
        }
        self.filter = Filter { text: text.to_owned(), only_growing };
        self.apply_filter();
        self.arrange();
    }

    fn apply_filter(&mut self) {
        self.kept = self.filter.kept(&self.span);
        self.unfolded_in_filter = match &self.kept {
            Some(kept) if !self.filter.text.trim().is_empty() => {
                self.unfolded.iter().zip(&kept.leads).map(|(&unfolded, &leads)| unfolded || leads).collect()
            }
            Some(_) => self.unfolded.clone(),
            None => Vec::new(),
        };
    }

    /// Shows the children of a row.
    pub fn unfold(&mut self, row: usize) {
        let Some(&node) = self.rows.get(row) else { return };
        if self.arrangement == Arrangement::Tree && !self.is_unfolded(node) {
            self.unfolded_now()[node.at()] = true;
            self.rebuild(row);
        }
    }

    /// Hides what lies in a row; what is unfolded in there stays so for the next time.
    pub fn fold(&mut self, row: usize) {
        let Some(&node) = self.rows.get(row) else { return };
        if self.is_unfolded(node) {
            self.unfolded_now()[node.at()] = false;
            self.rebuild(row);
        }
    }

    /// Folds or unfolds everything in a row.
    pub fn set_all_below(&mut self, row: usize, unfolded: bool) {
        let Some(&node) = self.rows.get(row) else { return };
        if self.arrangement == Arrangement::Tree {
            let end = self.span.evolution.nodes[node.at()].subtree_end as usize;
            self.unfolded_now()[node.at()..end].fill(unfolded);
            self.rebuild(row);
        }
    }

    /// Unfolds what a node lies in. Returns its row; `None` if the filter or the arrangement leaves it out.
    pub fn reveal(&mut self, node: NodeIndex) -> Option<usize> {
        if node.at() >= self.unfolded.len() {
            return None;
        }
        if self.arrangement == Arrangement::Tree {
            let path = self.span.evolution.path(node);
            if !path.iter().all(|&on_path| self.has_row(on_path)) {
                return None;
            }
            let ancestors = &path[..path.len() - 1];
            if let Some(&folded) = ancestors.iter().find(|&&ancestor| !self.is_unfolded(ancestor)) {
                // The outermost folded one is visible: all around it are unfolded.
                let row = self.row_of(folded)?;
                for ancestor in ancestors {
                    self.unfolded_now()[ancestor.at()] = true;
                }
                self.rebuild(row);
            }
        }
        self.row_of(node)
    }

    fn unfolded_now(&mut self) -> &mut [bool] {
        if self.kept.is_some() { &mut self.unfolded_in_filter } else { &mut self.unfolded }
    }

    fn has_row(&self, node: NodeIndex) -> bool {
        match &self.kept {
            Some(kept) => kept.shown[node.at()],
            None => self.span.is_there(node),
        }
    }

    /// Puts the rows of one subtree in place of those that it has.
    fn rebuild(&mut self, row: usize) {
        let node = self.rows[row];
        let end = self.span.evolution.nodes[node.at()].subtree_end;
        // In a tree the rows after a node are those in it, then others: nothing comes back.
        let inside = |other: &NodeIndex| node.0 <= other.0 && other.0 < end;
        let old = row..row + self.rows[row..].partition_point(inside);
        let new = self.subtree(node);
        self.rows.splice(old, new);
        self.changes += 1;
    }

    /// All rows anew.
    fn arrange(&mut self) {
        self.sorted.clear();
        self.changes += 1;
        let nodes = &self.span.evolution.nodes;
        self.rows = match self.arrangement {
            _ if nodes.is_empty() => Vec::new(),
            Arrangement::Tree if self.has_row(NodeIndex::ROOT) => self.subtree(NodeIndex::ROOT),
            Arrangement::Tree => Vec::new(),
            Arrangement::Leaves => self.list(|span, node| span.evolution.is_leaf(node)),
            Arrangement::Role(role) => self.list(|span, node| span.evolution.nodes[node.at()].role == role),
        };
    }

    fn list(&self, wanted: impl Fn(&Span, NodeIndex) -> bool + Sync) -> Vec<NodeIndex> {
        let in_list = |&node: &NodeIndex| {
            let left = match &self.kept {
                // In a list a node that merely leads to a match is none.
                Some(kept) => kept.shown[node.at()] && kept.inside[node.at()],
                None => self.span.is_there(node),
            };
            left && wanted(&self.span, node)
        };
        let mut list: Vec<NodeIndex> = (0..self.span.evolution.nodes.len()).into_par_iter().map(NodeIndex::nth).filter(in_list).collect();
        sort(&self.span, self.sort, &mut list);
        list
    }

    /// The rows of a subtree, its root first.
    fn subtree(&mut self, node: NodeIndex) -> Vec<NodeIndex> {
        let mut rows = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            rows.push(node);
            if !self.is_unfolded(node) {
                continue;
            }
            if let Some(children) = self.sorted.get(&node) {
                stack.extend(children.iter().rev());
                continue;
            }
            let begin = stack.len();
            stack.extend(self.span.evolution.children(node).filter(|&child| self.has_row(child)));
            let children = &mut stack[begin..];
            sort(&self.span, self.sort, children);
            if children.len() >= REMEMBERED_FROM {
                self.sorted.insert(node, Box::from(&*children));
            }
            children.reverse();
        }
        rows
    }
}

/// Sorts nodes: what has no number comes last in both directions, and equal ones come in the order of their keys.
fn sort(span: &Span, Sort { column, descending }: Sort, nodes: &mut [NodeIndex]) {
    let parallel = nodes.len() >= PARALLEL_FROM;
    if column == Column::Name {
        let turned = |order: Ordering| if descending { order.reverse() } else { order };
        let compare = |a: &NodeIndex, b: &NodeIndex| turned(by_name(span.name(*a), span.name(*b))).then(a.cmp(b));
        if parallel {
            nodes.par_sort_unstable_by(compare);
        } else {
            nodes.sort_unstable_by(compare);
        }
        return;
    }
    let key = |&node: &NodeIndex| {
        let key = column.sort_key(span, node);
        (key.is_none(), key.map(|key| if descending { -key } else { key }), node)
    };
    let keyed: Vec<_> = if parallel {
        let mut keyed: Vec<_> = nodes.par_iter().map(key).collect();
        keyed.par_sort_unstable();
        keyed
    } else {
        let mut keyed: Vec<_> = nodes.iter().map(key).collect();
        keyed.sort_unstable();
        keyed
    };
    for (place, (.., node)) in nodes.iter_mut().zip(keyed) {
        *place = node;
    }
}

/// As people sort: `pool-2` and `9 GCs survived` come before `pool-10` and `10 GCs survived`. Letter case and leading zeros count
/// only among names that are equal otherwise.
pub(super) fn by_name(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a.as_bytes(), b.as_bytes());
    loop {
        let order = match (number(&mut rest_a), number(&mut rest_b)) {
            (Some(a), Some(b)) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
            // One of them may be a number, and the other a letter.
            (a, b) => {
                let first = |number: Option<&[u8]>, rest: &mut &[u8]| match (number, rest.split_first()) {
                    (Some(_), _) => Some(b'0'),
                    (None, Some((&byte, after))) => {
                        *rest = after;
                        Some(byte.to_ascii_lowercase())
                    }
                    (None, None) => None,
                };
                match (first(a, &mut rest_a), first(b, &mut rest_b)) {
                    (None, None) => break,
                    (a, b) => a.cmp(&b),
                }
            }
        };
        if order.is_ne() {
            return order;
        }
    }
    a.cmp(b)
}

/// Takes the number off that a text begins with, and gives its digits without leading zeros.
fn number<'t>(text: &mut &'t [u8]) -> Option<&'t [u8]> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    (end > 0).then(|| &digits[zeros..])
}
