//! From what the user names, or a running program, to a session: an evolution and its city plan.

pub mod growing;
pub mod input;
pub mod kept_by;
pub mod live;
pub mod mailbox;
pub mod recorder;
pub mod samples;
pub mod session;
pub mod sizing;
