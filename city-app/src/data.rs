//! From what the user names, or a running program, to a session: an evolution and its city plan.

pub mod group_keepers;
pub mod growing_city;
pub mod input;
pub mod live;
pub mod mailbox;
pub(crate) mod max_tree;
pub mod point_range;
pub mod recorded_process;
pub mod recorder;
pub mod session;
pub mod sizing;
