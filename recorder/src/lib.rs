//! The recorder: an agent for stock JVMs (JDK 17 and later) that writes memory traces.
//!
//! ```text
//! collections ──> worker ──budget──┬─> walk (FollowReferences) ────────> blocks ──queue──> writer ──> file
//!                                  └─> fork: a copy reads its heap ──pipe──┘
//! ```
//!
//! After a garbage collection the worker asks the budget whether it may look at the heap. Where a walk is short, the program stands
//! still for it. It tags every object it meets; the tag is the object's identity from then on, and only what changed since the walk
//! before is written. Larger heaps are walked in a copy of the process (`fork` makes it, `snapshot` and `copied` ask it over
//! `copy_pipe`), which reads its memory itself where it knows how (`direct`). All code that talks to the JVM is in `jvm` and `agent`;
//! the rest is plain Rust.
//!
//! Nothing here may take the program down: panics end at the boundary, memory is bounded (`objects`, `variables` and `viewers` say by
//! what), a full disk ends the recording and not the program.

mod address_file;
mod after_fork;
mod agent;
mod budget;
mod child_process;
mod class_file;
mod classes;
mod copied;
mod copies;
mod copy_pipe;
mod dictionary;
mod direct;
mod fork;
mod free_heap;
mod jvm;
mod live;
mod look;
mod memory;
mod objects;
mod options;
mod output;
mod perf_counters;
mod raw_root;
mod recording;
mod rolling;
mod samples;
mod sampling;
mod shared_heap;
mod signals;
mod skipped;
mod snapshot;
mod stores;
mod trace;
mod variables;
mod viewers;
mod vm_structs;
mod walk;
mod walker;

pub use address_file::is_address_file;
pub use options::{Detail, Options, RECORDS_ALREADY, STOP};
