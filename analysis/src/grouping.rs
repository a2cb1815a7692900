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
//! A filter is a classifier whose labels reject objects and form no nodes. A transformer ends a list: below the nodes
//! of the list stand the objects that it leads to, grouped by a list of their own (`branches`).
//!
//! Memory: 1 bit per object when all classifiers look at the type only, else 4 bytes per object.

mod branches;
#[cfg(test)]
mod catalogue_tests;
mod cell_sets;
mod cells;
mod changes;
#[cfg(test)]
mod changes_tests;
mod classifier;
mod classifiers;
mod contents;
#[cfg(test)]
mod contents_tests;
mod definition;
mod estimates;
#[cfg(test)]
mod estimates_tests;
mod feature_map;
mod label;
mod level;
mod members;
mod need;
#[cfg(test)]
mod oracle_tests;
#[cfg(test)]
mod origin_tests;
mod place;
#[cfg(test)]
mod plugin_tests;
mod pointed_from;
mod points_to;
mod presets;
#[cfg(test)]
mod published_tests;
mod query;
#[cfg(test)]
mod reference_tests;
mod references;
mod registry;
#[cfg(test)]
mod rooted_tests;
#[cfg(test)]
mod script_tests;
mod steps;
mod sums;
#[cfg(test)]
mod tests;
mod time_point;
mod transformer;
#[cfg(test)]
mod transformer_tests;
mod trie;

use std::fmt;
use std::sync::Arc;

use roaring::RoaringBitmap;

use cells::Cells;
pub use changes::{NodeChange, StateChanges, state_changes};
pub use classifier::{Cardinality, Classifier, ClassifierInfo, Step};
use classifiers::ObjectSet;
pub(crate) use classifiers::{call_chain, frame_name};
pub use definition::{Definition, DefinitionKind, validate_script};
pub use feature_map::FeatureMap;
pub use label::{Label, LabelOf, LabelTable, Labeling, Labels, MakeLabel, ObjectLabel};
use level::Level;
pub use need::{Missing, Need, StateSource};
use place::{Branch, Placed};
pub use presets::{GROUPING_PRESETS, GroupingPreset};
pub use query::Query;
pub use references::node_references;
pub use registry::Registry;
pub use time_point::{grouped_time_point, time_point};
pub use transformer::{Targets, Transformation, Transformer};

use crate::{Error, HeapState, MemoryTree, NodeIndex, ObjectIndex, Progress, Result, Warnings};

/// An ordered list of classifiers and filters, outermost first, and perhaps a transformer at its end.
#[derive(Debug, Clone)]
pub struct Grouping {
    classifiers: Vec<Arc<dyn Classifier>>,
    then: Option<Arc<Transformation>>,
}

/// One heap state, grouped.
#[derive(Debug)]
pub struct Grouped {
    /// Every node with its totals; an object in several leaves counts once in their common ancestors.
    pub tree: MemoryTree,
    /// The leaves of every object.
    pub leaves: ObjectLeaves,
    grouping: Grouping,
    /// What transformers lead to, by the place of their nodes.
    branches: Vec<Branch>,
    /// The cells of the lists of transformers, the outermost first.
    further_cells: Vec<Cells>,
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
            return Err(Error::Request("a grouping needs at least one classifier".into()));
        }
        for (at, classifier) in classifiers.iter().enumerate() {
            let name = classifier.info().name;
            if classifiers[..at].iter().any(|earlier| earlier.info().name == name) {
                return Err(Error::Request(format!("the grouping names {name} twice")));
            }
        }
        Ok(Self { classifiers, then: None })
    }

    /// Reads the text form of a grouping with the catalogue that comes with the program; see [`Registry::parse`].
    pub fn parse(text: &str) -> Result<Self> {
        Registry::default().parse(text)
    }

    /// Like [`Grouping::parse`], from single steps.
    pub fn from_names<'a>(steps: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        Self::parse(&steps.into_iter().collect::<Vec<_>>().join(", "))
    }

    /// The classifiers and filters, outermost first.
    #[must_use]
    pub fn classifiers(&self) -> &[Arc<dyn Classifier>] {
        &self.classifiers
    }

    /// The transformer at the end, if there is one.
    #[must_use]
    pub fn transformation(&self) -> Option<&Transformation> {
        self.then.as_deref()
    }

    /// The text form of each step, outermost first.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let classifiers = self.classifiers.iter().map(|classifier| classifier.info().name.into_owned());
        let transformer = self.then.iter().map(|then| format!("{}({})", then.transformer.info().name, then.by));
        classifiers.chain(transformer).collect()
    }

    /// The same grouping of the members of a set alone, which belongs to one heap state: a closure, say.
    #[must_use]
    pub fn within(mut self, members: RoaringBitmap) -> Self {
        self.classifiers.insert(0, Arc::new(ObjectSet(members)));
        self
    }

    /// Why heap states of this source cannot be grouped so, and what to record or to use instead; `None` if they can. What a
    /// single one may lack (roots) does not count: ask [`Grouping::unavailable`].
    #[must_use]
    pub fn missing_from(&self, source: StateSource) -> Option<String> {
        let missing = self.classifiers.iter().find_map(|classifier| classifier.info().missing_from(source));
        missing.or_else(|| {
            let then = self.then.as_ref()?;
            then.transformer.info().missing_from(source).or_else(|| then.by.missing_from(source))
        })
    }

    /// Cuts the text form of a grouping ([`Registry::parse`]) into its steps, without looking at what they are.
    ///
    /// # Errors
    /// [`Error::Text`] where a text in quotes or a parenthesis does not end.
    pub fn written_steps(text: &str) -> Result<Vec<String>> {
        Ok(steps::Source::new(text).steps(text)?.iter().map(ToString::to_string).collect())
    }

    /// Why this heap state cannot be grouped so: the first step that lacks something, with the reason.
    #[must_use]
    pub fn unavailable(&self, heap: &HeapState) -> Option<String> {
        let of_classifier = |classifier: &Arc<dyn Classifier>| Some((classifier.info().name, classifier.unavailable(heap)?));
        let missing = self.classifiers.iter().find_map(of_classifier).or_else(|| {
            let transformer = &self.then.as_ref()?.transformer;
            Some((transformer.info().name, transformer.unavailable(heap)?))
        });
        match missing {
            Some((name, reason)) => Some(format!("cannot group by {name}: {reason}")),
            None => self.then.as_ref()?.by.unavailable(heap),
        }
    }
}

impl Default for Grouping {
    /// `Package path > Type`, the default for heap dumps.
    fn default() -> Self {
        Self { classifiers: vec![Arc::new(classifiers::PackagePath), Arc::new(classifiers::Type)], then: None }
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
    if let Some(reason) = grouping.unavailable(heap) {
        return Err(Error::Request(reason));
    }
    let mut names = Vec::new();
    let level = Level::new(heap, grouping, &mut names, progress, warnings)?;
    let Placed { tree, leaves, nodes, branches } = place::place(heap, &level, &names, progress, warnings)?;
    let mut further_cells = level.into_cells();
    let cells = further_cells.remove(0);
    Ok(Grouped { tree, leaves: ObjectLeaves { cells, leaves, nodes }, grouping: grouping.clone(), branches, further_cells })
}
