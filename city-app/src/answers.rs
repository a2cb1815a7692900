//! What is told about data and view: the inspector's figures, chains, keepers, single objects, tables, findings.

pub mod axes;
pub mod chain;
pub mod charts;
pub mod churn;
pub mod composition;
pub mod gc_rates;
pub mod group_inspection;
pub mod group_names;
pub mod growth_report;
pub mod leaks;
pub mod objects;
pub mod ownership_graph;
pub mod places;
pub mod reference_partners;
#[cfg(feature = "fleet")]
pub mod sql;
pub mod structures;
#[cfg(feature = "fleet")]
pub mod tables;
pub mod tooltip;
pub mod tree_table;
pub mod tree_views;
pub mod trend_table;
pub mod windows;
