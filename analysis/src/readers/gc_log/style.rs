//! The two ways in which JVMs write of their collections.

use super::{details, unified};

/// How much of a text is looked at to tell.
const SNIFFED_BYTES: usize = 4096;

/// A way to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Since JDK 9: `[0.367s][info][gc] GC(0) Pause Young ...`.
    Unified,
    /// Until JDK 8: `0.365: [GC (Allocation Failure) ...`.
    Details,
}

impl Style {
    /// That of a text, by the first line that tells; `None` if it is no GC log.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        let head = &text[..text.len().min(SNIFFED_BYTES)];
        head.split(|&byte| byte == b'\n').find_map(|line| {
            let line = line.trim_ascii_end();
            if unified::is_of_gc(line) { Some(Self::Unified) } else { details::is_of_gc(line).then_some(Self::Details) }
        })
    }
}
