//! How a dump tells that contents were taken out of it: by a text that nothing refers to, and texts of zeros, which no name has.

use crate::heap::Redacted;

const MARKS: [(&[u8], Redacted); 2] =
    [(b"memory-city: redacted", Redacted::ArraysAndFields), (b"memory-city: redacted, fields kept", Redacted::Arrays)];

/// What a text says that was taken out, if it is a mark.
pub(super) fn marked(text: &[u8]) -> Option<Redacted> {
    MARKS.iter().find(|(mark, _)| *mark == text).map(|&(_, redacted)| redacted)
}

/// The text that says so.
pub(super) fn mark(of: Redacted) -> &'static [u8] {
    MARKS.iter().find(|(_, redacted)| *redacted == of).map_or(&[], |&(mark, _)| mark)
}

/// Whether a text was taken out: a zero in a name takes two other bytes.
pub(super) fn is_taken_out(text: &[u8]) -> bool {
    text.first() == Some(&0)
}
