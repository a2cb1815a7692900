//! What of a file could not be read: bytes that are no record that is known, and those behind its end.

use std::ops::Range;
use std::path::Path;

use super::sub_record::Broken;
use crate::base::warnings::{PartlyRead, Warnings};

/// Why nothing follows.
pub(super) const ENDS_IN_RECORD: &str = "The file ends within a record; what came before is used";
/// The same where not even the length of the record is there.
pub(super) const ENDS_IN_HEADER: &str = "The file ends within a record header";

/// What is missing of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Missing {
    /// Bytes of the file that were passed over.
    bytes: usize,
    /// Where the first of them stands, and why it could not be read.
    first: Option<(usize, &'static str)>,
    /// The file ends before its last record.
    is_cut_off: bool,
    /// Where that record ends at the least, if nothing but the dump can follow.
    whole: Option<usize>,
}

impl Missing {
    /// Bytes were passed over.
    pub(super) fn pass_over(&mut self, range: Range<usize>, reason: &'static str) {
        self.bytes += range.len();
        self.first = self.first.into_iter().chain([(range.start, reason)]).min();
    }

    /// The file ends within a record, which would end at `whole`, if that tells how long the file was.
    pub(super) fn cut_off(&mut self, whole: Option<usize>) {
        (self.is_cut_off, self.whole) = (true, whole);
    }

    /// Warns of what is missing, also where segments of a dump could not be read to their ends; of a file that was read as a whole
    /// nothing is said.
    pub(super) fn tell(
        mut self,
        (name, bytes): (&Path, usize),
        segments: &[Range<usize>],
        broken: &[Broken],
        objects: u64,
        warnings: &Warnings,
    ) {
        for &Broken { offset, reason } in broken {
            let segment = segments.iter().find(|segment| segment.contains(&offset));
            self.pass_over(offset..segment.map_or(offset, |segment| segment.end), reason);
        }
        let end = self.is_cut_off.then_some((bytes, ENDS_IN_RECORD));
        let Some((offset, reason)) = self.first.or(end) else { return };
        warnings.add_partly_read(PartlyRead {
            file: name.to_owned(),
            bytes_read: bytes.saturating_sub(self.bytes) as u64,
            bytes: if self.is_cut_off { self.whole } else { Some(bytes) }.map(|bytes| bytes as u64),
            is_cut_off: self.is_cut_off,
            objects,
            offset: offset as u64,
            reason,
        });
    }
}
