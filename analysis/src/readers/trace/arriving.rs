//! A trace that arrives piece by piece.

use trace_format::{BlockEntry, BlockKind, whole_blocks};

/// What has arrived of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArrivedTrace {
    /// So many bytes are whole blocks; the rest is the start of another one, of 17 MiB at most.
    pub whole_bytes: usize,
    /// Bytes of memory that these blocks take, more or less, as long as somebody has the trace open.
    pub held_bytes: u64,
}

/// What is whole of these bytes, which begin where a trace or a block does; `None` if they do not.
#[must_use]
pub fn arrived_trace(bytes: &[u8]) -> Option<ArrivedTrace> {
    let (whole_bytes, blocks) = whole_blocks(bytes).ok()?;
    Some(ArrivedTrace { whole_bytes, held_bytes: blocks.iter().map(held_bytes).sum() })
}

/// Where a block is takes memory, and what is read when a trace is opened. Nobody reads blocks of later versions.
fn held_bytes(entry: &BlockEntry) -> u64 {
    let is_read = entry.kind.is_some_and(|kind| !is_read_late(kind));
    size_of::<BlockEntry>() as u64 + if is_read { u64::from(entry.raw_bytes()) } else { 0 }
}

/// Whether blocks of a kind are read when somebody wants what they tell, and not when a trace is opened.
pub(super) fn is_read_late(kind: BlockKind) -> bool {
    use BlockKind::{Allocations, Births, Deaths, Gone, Histogram, Roots, Rows, Stores, Subsystems};
    matches!(kind, Births | Rows | Gone | Roots | Allocations | Deaths | Histogram | Stores | Subsystems)
}
