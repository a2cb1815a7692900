//! The way back from a heap state to the records of its dump.

use std::ops::Range;

use super::sub_record::{SubRecord, SubRecords};
use crate::heap::{Content, ReadRecords};
use crate::readers::files::ByteSource;

/// The bytes of a dump.
#[derive(Debug)]
pub(super) struct DumpRecords {
    pub(super) source: ByteSource,
    pub(super) id_bytes: usize,
}

impl ReadRecords for DumpRecords {
    fn read(&self, ranges: &[Range<usize>], visit: &mut dyn FnMut(u64, Content<'_>) -> bool) {
        for range in ranges {
            let mut records = SubRecords::new(&self.source, range.clone(), self.id_bytes);
            while let Ok(Some(record)) = records.next() {
                let more = match record {
                    SubRecord::Instance { id, fields, .. } => visit(id, Content::Bytes(fields)),
                    SubRecord::ObjectArray { id, elements, .. } => visit(id, Content::Bytes(elements)),
                    SubRecord::PrimitiveArray { id, values, .. } => visit(id, Content::Bytes(values)),
                    SubRecord::Root(_) | SubRecord::Class { .. } | SubRecord::HeapName(_) => true,
                };
                if !more {
                    self.source.release(range.start..records.at());
                    return;
                }
            }
            self.source.release(range.clone());
        }
    }

    fn release(&self) {
        self.source.release(0..self.source.len());
    }
}
