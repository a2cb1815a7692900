//! Where in the dump the records of objects lie, for values that are read on demand.
//!
//! Stored as stretches of objects that follow one another in the dump as they do in memory, each with the piece of
//! the file (a few MiB) that holds their records; a record is found by reading its piece. A usual dump of 10 million
//! objects has some hundred stretches, so this costs next to nothing.

use std::ops::Range;

use roaring::RoaringBitmap;

use crate::base::ids::ObjectIndex;

/// Maps objects to pieces of the dump file.
#[derive(Debug, Clone, Default)]
pub struct RecordPlaces {
    /// First object, number of objects, piece; sorted.
    runs: Vec<(u32, u32, u32)>,
    pieces: Vec<Vec<Range<usize>>>,
}

impl RecordPlaces {
    /// `runs` must be sorted and must not overlap.
    pub(crate) fn new(runs: Vec<(u32, u32, u32)>, pieces: Vec<Vec<Range<usize>>>) -> Self {
        Self { runs, pieces }
    }

    /// The number of the piece that holds an object's record; `None` for made-up objects and class objects.
    #[must_use]
    pub fn piece_of(&self, object: ObjectIndex) -> Option<u32> {
        let at = self.runs.partition_point(|run| run.0 <= object.0).checked_sub(1)?;
        let (first, count, piece) = self.runs[at];
        (object.0 - first < count).then_some(piece)
    }

    /// The byte ranges of a piece within the (decompressed) file, each beginning and ending between two records.
    #[must_use]
    pub fn ranges(&self, piece: u32) -> &[Range<usize>] {
        &self.pieces[piece as usize]
    }

    /// Number of pieces.
    pub(crate) fn pieces(&self) -> u32 {
        self.pieces.len() as u32
    }

    /// The pieces that hold any of these objects, in order.
    pub(crate) fn pieces_with(&self, objects: &RoaringBitmap) -> Vec<u32> {
        let holds = |&&(first, count, _): &&(u32, u32, u32)| objects.range_cardinality(first..first.saturating_add(count)) > 0;
        let mut pieces: Vec<u32> = self.runs.iter().filter(holds).map(|run| run.2).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }
}
