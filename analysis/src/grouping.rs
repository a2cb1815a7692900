//! Grouping one heap state by an ordered list of classifiers: objects in, memory tree out.
//!
//! Every classifier first says which *labels* exist and how an object finds its label ([`Classifier`]). The labels
//! of all classifiers together decide where an object lies in the tree, and objects with equal labels lie in the
//! same leaves. Such a set of objects is a *cell*; there are thousands of cells for millions of objects. So the loop
//! over objects only finds cells, and everything that knows paths (totals, pointer maps) runs over cells. This is
//! exact without sets of objects: a cell that lies in several leaves counts once in each of its ancestors
//! (traces-classifiers-closures B.7). Classifiers that look at the type only are combined into one table per type,
//! so that the default grouping costs an array lookup per object.
//!
//! Memory: 1 bit per object when all classifiers look at the type only, else 4 bytes per object.

mod cell_sets;
mod cells;
mod classifier;
mod classifiers;
#[cfg(test)]
mod oracle_tests;
mod place;
mod pointed_from;
mod points_to;
#[cfg(test)]
mod reference_tests;
mod references;
mod registry;
#[cfg(test)]
mod tests;
mod time_point;

use std::fmt;
use std::sync::Arc;

use cells::Cells;
pub use classifier::{Cardinality, Classifier, ClassifierInfo, Label, LabelOf, LabelTable, Labeling, Need, ObjectLabel};
pub use references::node_references;
pub use registry::classifiers;
pub use time_point::time_point;

use roaring::RoaringBitmap;

use crate::{Error, HeapState, MemoryTree, NodeIndex, ObjectIndex, Progress, Result, Warnings};

/// An ordered list of classifiers, outermost first; never empty.
#[derive(Debug, Clone)]
pub struct Grouping(Vec<Arc<dyn Classifier>>);

/// One heap state, grouped.
#[derive(Debug)]
pub struct Grouped {
    /// Every node with its totals; an object in several leaves counts once in their common ancestors.
    pub tree: MemoryTree,
    /// The leaves of every object.
    pub leaves: ObjectLeaves,
}

/// The leaf nodes of every object.
#[derive(Debug)]
pub struct ObjectLeaves {
    cells: Cells,
    /// Leaves per cell, sorted.
    leaves: Vec<Box<[NodeIndex]>>,
    /// Leaves and all their ancestors per cell, sorted; never empty.
    nodes: Vec<Box<[NodeIndex]>>,
}

impl Grouping {
    /// A grouping by these classifiers, outermost first. Fails when there is none or one is named twice.
    pub fn new(classifiers: Vec<Arc<dyn Classifier>>) -> Result<Self> {
        if classifiers.is_empty() {
            return Err(Error::Request(format!("a grouping needs at least one classifier; known are {}", registry::known_names())));
        }
        for (at, classifier) in classifiers.iter().enumerate() {
            let name = classifier.info().name;
            if classifiers[..at].iter().any(|earlier| earlier.info().name == name) {
                return Err(Error::Request(format!("the grouping names {name} twice")));
            }
        }
        Ok(Self(classifiers))
    }

    /// Reads names of classifiers, outermost first, separated by `,` or `>`; case, spaces, `-` and `_` do not matter:
    /// `package-path,type` and `Package path > Type` are the same. The error of an unknown name lists the known ones.
    pub fn parse(names: &str) -> Result<Self> {
        Self::from_names(names.split([',', '>', '→']).map(str::trim).filter(|name| !name.is_empty()))
    }

    /// Like [`Grouping::parse`], one name each.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        Self::new(names.into_iter().map(registry::find).collect::<Result<_>>()?)
    }

    /// The classifiers, outermost first.
    #[must_use]
    pub fn classifiers(&self) -> &[Arc<dyn Classifier>] {
        &self.0
    }

    /// The names of the classifiers, outermost first.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|classifier| classifier.info().name.into_owned()).collect()
    }
}

impl Default for Grouping {
    /// `Package path > Type`, the default for heap dumps.
    fn default() -> Self {
        Self(vec![Arc::new(classifiers::PackagePath), Arc::new(classifiers::Type)])
    }
}

impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join(" > "))
    }
}

impl ObjectLeaves {
    /// The leaf nodes that hold an object, sorted; several under classifiers of cardinality many, none for objects
    /// that do not count or that a filter rejected. `heap` is the heap state that was grouped.
    #[must_use]
    pub fn of(&self, heap: &HeapState, object: ObjectIndex) -> &[NodeIndex] {
        self.cells.cell_of(heap, object).map_or(&[], |cell| &self.leaves[cell as usize])
    }

    /// The objects of a node, leaf or not. `heap` is the heap state that was grouped.
    #[must_use]
    pub fn members(&self, heap: &HeapState, node: NodeIndex) -> RoaringBitmap {
        let masks = self.masks(&[node]);
        let objects = (0..heap.len() as u32).filter(|&object| self.mask_of(heap, &masks, ObjectIndex(object)) != 0);
        // Numbers ascend, so each goes to the end.
        RoaringBitmap::from_sorted_iter(objects).unwrap_or_default()
    }

    /// For each cell a mask with bit `i` set if the cell lies in `nodes[i]`; at most 128 nodes, sorted.
    pub(crate) fn masks(&self, nodes: &[NodeIndex]) -> Vec<u128> {
        assert!(nodes.len() <= u128::BITS as usize && nodes.is_sorted(), "{} nodes in one mask", nodes.len());
        let bit_of = |node: &NodeIndex| nodes.binary_search(node).map_or(0, |at| 1_u128 << at);
        self.nodes.iter().map(|nodes| nodes.iter().map(bit_of).fold(0, |mask, bit| mask | bit)).collect()
    }

    /// The mask of an object's cell, 0 without one.
    #[inline]
    pub(crate) fn mask_of(&self, heap: &HeapState, masks: &[u128], object: ObjectIndex) -> u128 {
        self.cells.cell_of(heap, object).map_or(0, |cell| masks[cell as usize])
    }
}

/// Groups the objects of a heap state that count.
///
/// Totals are exact. Fails when a classifier has not what it needs (the error names it and says why) or when the
/// user cancels. The result does not depend on the number of threads.
pub fn group(heap: &HeapState, grouping: &Grouping, progress: &Progress, warnings: &Warnings) -> Result<Grouped> {
    for classifier in grouping.classifiers() {
        if let Some(reason) = classifier.unavailable(heap) {
            return Err(Error::Request(format!("cannot group by {}: {reason}", classifier.info().name)));
        }
    }
    let labelings = grouping.0.iter().map(|classifier| classifier.classify(heap, progress)).collect::<Result<Vec<_>>>()?;
    progress.start("Grouping objects", heap.kept.len());
    let cells = Cells::collect(heap, &labelings, progress)?;
    let place::Placed { tree, leaves, nodes } = place::place(&cells, &labelings, &grouping.names(), warnings);
    Ok(Grouped { tree, leaves: ObjectLeaves { cells, leaves, nodes } })
}
