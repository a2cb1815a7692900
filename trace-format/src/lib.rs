//! Memory traces (`.mctrace`): a file that only grows, made of blocks that can be read on their own.
//!
//! `FORMAT.md` beside this crate specifies every byte. Here is one type per kind of block, with an encoder and a
//! decoder, the framing around them, a writer that appends, and a scan that finds the blocks of a file, complete or
//! damaged. Shared by the recorder, which must stay small, and the analysis, which must trust nothing.

mod block;
mod classes;
mod columns;
mod events;
mod names;
mod runs;
mod scan;
mod state;
mod subsystems;
mod writer;

pub use block::{Block, BlockKind, Damage, HEADER_BYTES, Head, MOST_RAW_BYTES, MOST_STORED_BYTES, VERSION, is_trace};
pub use classes::{Class, Classes, FieldRecord};
pub use columns::{Cursor, Malformed, Sink};
pub use events::{Allocation, Allocations, Collection, Collections, Deaths, Histogram, HistogramRow, Store, Stores};
pub use names::{Frame, Info, Loader, Loaders, Method, Methods, Site, Sites, Strings, Thread, Threads, info_key};
pub use runs::Runs;
pub use scan::{BlockEntry, Lost, Scan, scan, whole_blocks};
pub use state::{
    Births, BirthsDraft, Descriptor, Gone, Place, RootRecord, RootRecordKind, Roots, Rows, StateBegin, StateEnd, StateGivenUp, WalkReason,
};
pub use subsystems::{Subsystem, Subsystems};
pub use writer::{BlockPacker, TraceWriter};
