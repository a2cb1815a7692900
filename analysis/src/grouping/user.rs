//! What users add to grouping: saved definitions, features of their program, plug-ins.

pub(crate) mod definition;
pub(crate) mod feature_map;
pub(crate) mod plugin;
