//! What happens between heap states: births and deaths, lifetimes, growth, trends, sets of objects that are followed.

mod chance;
pub(crate) mod churn;
pub(crate) mod gc_events;
pub(crate) mod gc_rates;
pub(crate) mod growth;
pub(crate) mod leaf_changes;
pub(crate) mod lifetimes;
pub(crate) mod run;
pub(crate) mod structure_growth;
pub(crate) mod structure_series;
pub(crate) mod tracked_objects;
pub(crate) mod trend_chart;
pub(crate) mod trends;
pub(crate) mod windows;
