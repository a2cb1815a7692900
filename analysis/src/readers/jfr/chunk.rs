//! The chunks of a recording: each has a header, then events, and can be read without the others.
//!
//! | at | bytes | meaning |
//! |---|---|---|
//! | 0 | 4 | `FLR` and a zero |
//! | 4 | 2, 2 | version: 2, and a minor one |
//! | 8 | 8 | how many bytes the chunk has; 0 while it is being written |
//! | 16 | 8 | where its last constants are |
//! | 24 | 8 | where the description of its events is |
//! | 32 | 8 | when it begins, in nanoseconds since the epoch |
//! | 40 | 8 | how many nanoseconds it covers |
//! | 48 | 8 | when it begins, in ticks |
//! | 56 | 8 | ticks per second |
//! | 64 | 4 | a state, which is 0 when the chunk is complete; two bytes of nothing; flags, of which 1 means integers of variable length |
//!
//! Numbers are big endian, places count from the beginning of the chunk.

use std::ops::Range;

/// Bytes of a header.
pub(super) const HEADER_BYTES: usize = 68;

/// How a chunk begins.
pub(super) const MAGIC: [u8; 4] = *b"FLR\0";

/// The version whose layout is known, whatever its minor one.
pub(super) const VERSION: u16 = 2;

const COMPRESSED_INTEGERS: u8 = 1;

const NANOS_PER_SECOND: f64 = 1e9;

/// What the first bytes of a chunk tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) version: u16,
    /// Bytes of the whole chunk; 0 if nobody knows yet.
    pub(super) size: u64,
    /// Where its events are described, from its beginning.
    pub(super) metadata_at: u64,
    pub(super) start_nanos: i64,
    pub(super) duration_nanos: i64,
    pub(super) start_ticks: u64,
    pub(super) ticks_per_second: u64,
    pub(super) is_complete: bool,
    pub(super) has_compressed_integers: bool,
}

impl Header {
    /// The header at the beginning of these bytes.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.first_chunk::<HEADER_BYTES>().filter(|bytes| bytes.starts_with(&MAGIC))?;
        let long = |at: usize| bytes[at..at + 8].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Some(Self {
            version: u16::from(bytes[4]) << 8 | u16::from(bytes[5]),
            size: long(8),
            metadata_at: long(24),
            start_nanos: long(32) as i64,
            duration_nanos: long(40) as i64,
            start_ticks: long(48),
            ticks_per_second: long(56),
            is_complete: bytes[64] == 0,
            has_compressed_integers: bytes[67] & COMPRESSED_INTEGERS != 0,
        })
    }

    /// How times of this chunk become nanoseconds since a zero, which is in nanoseconds since the epoch.
    pub(super) fn clock(&self, zero_nanos: i64) -> Clock {
        // A header without a frequency is damaged; ticks of nanoseconds are what most machines have.
        let per_second = if self.ticks_per_second == 0 { NANOS_PER_SECOND } else { self.ticks_per_second as f64 };
        Clock {
            start_ticks: self.start_ticks,
            nanos_per_tick: NANOS_PER_SECOND / per_second,
            start_nanos: self.start_nanos.saturating_sub(zero_nanos),
        }
    }
}

/// From ticks to nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    start_ticks: u64,
    nanos_per_tick: f64,
    /// When the chunk begins, since the zero of the recording.
    start_nanos: i64,
}

impl Clock {
    /// A moment, since the zero of the recording; less than none before it.
    #[inline]
    pub(super) fn moment(&self, ticks: u64) -> i64 {
        let since_start = ticks.wrapping_sub(self.start_ticks) as i64 as f64 * self.nanos_per_tick;
        self.start_nanos.saturating_add(since_start as i64)
    }

    /// The same where nothing can be before the zero.
    #[inline]
    pub(super) fn moment_since_zero(&self, ticks: u64) -> u64 {
        self.moment(ticks).max(0) as u64
    }

    /// How long so many ticks are. Spans that are less than none are written by clocks that were set back; they are none.
    #[inline]
    pub(super) fn span(&self, ticks: u64) -> u64 {
        (ticks as i64 as f64 * self.nanos_per_tick) as u64
    }
}

/// A part of a file that begins like a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) header: Header,
    /// Where in the file; it may be shorter than its header says.
    pub(super) place: Range<usize>,
    pub(super) end: ChunkEnd,
}

/// How well the end of a chunk is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChunkEnd {
    /// Another chunk or the end of the file follows where the header says.
    AsTold,
    /// Its size is not written yet, or is that of a while ago; it goes on to the next chunk or to the end of the file.
    NotTold,
    /// The file ends, or another chunk begins, before the place that the header tells.
    TooEarly,
    /// Behind the place that the header tells stands something else.
    OtherBytesFollow,
}

/// All chunks of a file, and the bytes between them that belong to none.
pub(super) fn chunks_of(bytes: &[u8]) -> (Vec<Chunk>, Vec<Range<usize>>) {
    let (mut chunks, mut gaps, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        let Some(header) = header_at(bytes, at) else {
            let next = next_chunk(bytes, at + 1).unwrap_or(bytes.len());
            gaps.push(at..next);
            at = next;
            continue;
        };
        let told = usize::try_from(header.size).ok().filter(|&size| size >= HEADER_BYTES).and_then(|size| at.checked_add(size));
        let (end, how) = match told {
            Some(end) if end == bytes.len() || header_at(bytes, end).is_some() => (end, ChunkEnd::AsTold),
            told => {
                let next = chunk_after(bytes, at + HEADER_BYTES, &header).unwrap_or(bytes.len());
                match told.filter(|_| header.is_complete) {
                    Some(end) if end < next => (end, ChunkEnd::OtherBytesFollow),
                    Some(_) => (next, ChunkEnd::TooEarly),
                    None => (next, ChunkEnd::NotTold),
                }
            }
        };
        chunks.push(Chunk { header, place: at..end, end: how });
        at = end;
    }
    (chunks, gaps)
}

/// The header of a chunk that begins here. Its four first bytes alone may stand anywhere by chance, but not at the beginning of a file.
fn header_at(bytes: &[u8], at: usize) -> Option<Header> {
    Header::read(bytes.get(at..)?).filter(|header| at == 0 || header.version == VERSION)
}

/// Where the chunk begins that follows this one. While a chunk is being written, JVMs put copies of its header between the events.
fn chunk_after(bytes: &[u8], from: usize, header: &Header) -> Option<usize> {
    let mut at = next_chunk(bytes, from)?;
    let is_copy = |other: Header| (other.start_nanos, other.start_ticks) == (header.start_nanos, header.start_ticks);
    while header_at(bytes, at).is_some_and(is_copy) {
        at = next_chunk(bytes, at + 1)?;
    }
    Some(at)
}

/// Where the next chunk begins, at `from` or later.
fn next_chunk(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == MAGIC[0])?;
        if header_at(bytes, at).is_some() {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(size: u64) -> Vec<u8> {
        header_at_nanos(size, 1_000_000_000)
    }

    fn header_at_nanos(size: u64, start_nanos: u64) -> Vec<u8> {
        let longs = [size, 0, 68, start_nanos, 5, 700, 1_000];
        let longs = longs.iter().flat_map(|long: &u64| long.to_be_bytes());
        MAGIC.into_iter().chain([0, 2, 0, 1]).chain(longs).chain([0, 0, 0, 1]).collect()
    }

    fn ends_of(bytes: &[u8]) -> Vec<(Range<usize>, ChunkEnd)> {
        chunks_of(bytes).0.into_iter().map(|chunk| (chunk.place, chunk.end)).collect()
    }

    #[test]
    fn chunks_follow_each_other_as_their_headers_say() {
        let chunk = |size: u64, bytes: usize| [header(size), vec![7; bytes]].concat();
        assert_eq!(ends_of(&[chunk(70, 2), chunk(69, 1)].concat()), [(0..70, ChunkEnd::AsTold), (70..139, ChunkEnd::AsTold)]);
        assert_eq!(ends_of(&chunk(100, 2)), [(0..70, ChunkEnd::TooEarly)]);
        assert_eq!(ends_of(&chunk(0, 2)), [(0..70, ChunkEnd::NotTold)]);
        let other = [header_at_nanos(69, 2_000_000_000), vec![7]].concat();
        assert_eq!(ends_of(&[&chunk(0, 2)[..], &other].concat()), [(0..70, ChunkEnd::NotTold), (70..139, ChunkEnd::AsTold)]);
        assert_eq!(ends_of(&[&chunk(90, 2)[..], &other].concat()), [(0..70, ChunkEnd::TooEarly), (70..139, ChunkEnd::AsTold)]);
    }

    #[test]
    fn a_chunk_that_is_being_written_holds_copies_of_its_header() {
        let mut being_written = header(69);
        being_written[64] = 3;
        let bytes = [&being_written[..], &[7; 2], &header(0), &[7; 5], &header_at_nanos(68, 2_000_000_000)].concat();
        assert_eq!(ends_of(&bytes), [(0..143, ChunkEnd::NotTold), (143..211, ChunkEnd::AsTold)]);
    }

    #[test]
    fn what_belongs_to_no_chunk_is_passed_to_the_next_one() {
        let bytes = [&header(68)[..], b"FLR\0 by chance", &header(68)].concat();
        let (chunks, gaps) = chunks_of(&bytes);
        assert_eq!(chunks.iter().map(|chunk| chunk.place.start).collect::<Vec<_>>(), [0, 82]);
        assert_eq!(format!("{gaps:?}"), "[68..82]");
        let (chunks, gaps) = chunks_of(b"FLR\0\0\x02");
        assert_eq!((chunks.len(), format!("{gaps:?}")), (0, "[0..6]".to_owned()));
    }

    #[test]
    fn ticks_become_nanoseconds_since_zero() {
        let header = Header::read(&header(68)).expect("is one");
        let clock = header.clock(500_000_000);
        assert_eq!(clock.moment(700), 500_000_000);
        assert_eq!(clock.moment(702), 502_000_000);
        assert_eq!((clock.moment(100), clock.moment_since_zero(100)), (-100_000_000, 0));
        assert_eq!((clock.span(3), clock.span(u64::MAX)), (3_000_000, 0));
        assert_eq!(Header { ticks_per_second: 0, ..header }.clock(0).span(3), 3);
    }
}
