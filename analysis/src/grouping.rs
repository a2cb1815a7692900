//! Grouping one heap state by an ordered list of classifiers: objects in, memory tree out.
//!
//! Every classifier first says which *labels* exist and how an object finds its label ([`Classifier`]). The labels
//! of all classifiers together decide where an object lies in the tree, and objects with equal labels lie in the
//! same leaves. Such a set of objects is a *cell*; there are thousands of cells for millions of objects. So the loop
//! over objects only finds cells, and everything that knows paths (totals, pointer maps) runs over cells. This is
//! exact without sets of objects: a cell that lies in several leaves counts once in each of its ancestors.
//! Classifiers that look at the type only are combined into one table per type,
//! so that the default grouping costs an array lookup per object.
//!
//! A filter is a classifier whose labels reject objects and form no nodes. A transformer ends a list: below the nodes
//! of the list stand the objects that it leads to, grouped by a list of their own (`branches`).
//!
//! Memory: 1 bit per object when all classifiers look at the type only, else 4 bytes per object.

#[cfg(test)]
mod catalogue_tests;
#[cfg(test)]
mod changes_tests;
mod classifier;
mod classifiers;
mod contents;
#[cfg(test)]
mod contents_tests;
#[cfg(test)]
mod dominators_tests;
pub(crate) mod engine;
#[cfg(test)]
mod estimates_tests;
mod label;
pub(crate) mod language;
pub(crate) mod list;
mod need;
#[cfg(test)]
mod oracle_tests;
#[cfg(test)]
mod origin_tests;
#[cfg(test)]
mod plugin_tests;
mod presets;
#[cfg(test)]
mod published_tests;
mod query;
#[cfg(test)]
mod reference_tests;
mod registry;
#[cfg(test)]
mod rooted_tests;
#[cfg(test)]
mod script_tests;
mod steps;
#[cfg(test)]
mod tests;
mod transformer;
#[cfg(test)]
mod transformer_tests;
pub(crate) mod user;

pub use classifier::{Cardinality, Classifier, ClassifierInfo};
pub(crate) use classifiers::{age_name, call_chain, is_no_domain_call_site};
pub(crate) use contents::deep_leaves_of;
pub use engine::changes::{NodeChange, StateChanges, state_changes};
pub use engine::references::node_references;
pub use engine::time_point::{grouped_time_point, time_point};
pub use label::{Label, LabelOf, LabelTable, Labeling, Labels, MakeLabel, ObjectLabel};
pub use need::{Missing, Need, StateSource};
pub use presets::{GROUPING_PRESETS, GroupingPreset};
pub use query::Query;
pub use registry::Registry;
pub use transformer::{Targets, Transformer};
pub use user::definition::{Definition, DefinitionKind, validate_script};
pub use user::feature_map::FeatureMap;

use engine::place::Branch;
