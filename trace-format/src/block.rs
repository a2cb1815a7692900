//! The frame around a block: what it is, how long, compressed or not, and whether it is whole.

use std::borrow::Cow;

use crate::columns::{Cursor, Malformed};

/// The version that this crate writes; it reads all with the same first number.
pub const VERSION: (u16, u16) = (1, 1);

/// Bytes in front of every block.
pub const HEADER_BYTES: usize = 24;

/// No block has more when uncompressed, so no reader needs more at once.
pub const MOST_RAW_BYTES: usize = 16 << 20;
/// Bytes of a block's content in a file: a compressor may make a little more of what cannot be compressed.
pub const MOST_STORED_BYTES: usize = MOST_RAW_BYTES + (MOST_RAW_BYTES >> 8);

pub(crate) const FILE_MAGIC: [u8; 8] = *b"MCTRACE\n";
pub(crate) const BLOCK_MAGIC: [u8; 4] = *b"MCb1";
pub(crate) const FILE_HEADER_BYTES: usize = 32;

/// Whether a file that begins like this is a memory trace.
#[must_use]
pub fn is_trace(head: &[u8]) -> bool {
    head.starts_with(&FILE_MAGIC)
}

/// The start of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Version of the format, first and second number.
    pub version: (u16, u16),
    /// Milliseconds since the epoch at time 0 of the trace.
    pub start_millis: u64,
    /// A number that no other recording has, for whoever resumes a live one.
    pub recording: u64,
}

impl Head {
    pub(crate) fn to_bytes(self) -> [u8; FILE_HEADER_BYTES] {
        let mut bytes = [0; FILE_HEADER_BYTES];
        bytes[..8].copy_from_slice(&FILE_MAGIC);
        bytes[8..10].copy_from_slice(&self.version.0.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.version.1.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.start_millis.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.recording.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the start of a file.
    ///
    /// # Errors
    /// When it is no trace, a later one, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, Malformed> {
        let malformed = |what, at| Malformed { what, at };
        if !is_trace(file) {
            return Err(malformed("the file does not begin with MCTRACE", 0));
        }
        let Some(bytes) = file.get(..FILE_HEADER_BYTES) else {
            return Err(malformed("the file ends within its first 32 bytes", file.len()));
        };
        let version = (u16_at(bytes, 8), u16_at(bytes, 10));
        if version.0 != VERSION.0 {
            return Err(malformed("the trace was written by another version of the recorder than this program reads", 8));
        }
        if crc32fast::hash(&bytes[..28]) != u32_at(bytes, 28) {
            return Err(malformed("the checksum of the first 32 bytes is wrong", 28));
        }
        Ok(Self { version, start_millis: u64_at(bytes, 12), recording: u64_at(bytes, 20) })
    }
}

/// What a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum BlockKind {
    /// [`crate::Info`]
    Info = 1,
    /// [`crate::Strings`]
    Strings = 2,
    /// [`crate::Classes`]
    Classes = 3,
    /// [`crate::Methods`]
    Methods = 4,
    /// [`crate::Sites`]
    Sites = 5,
    /// [`crate::Threads`]
    Threads = 6,
    /// [`crate::Collections`]
    Collections = 7,
    /// [`crate::StateBegin`]
    StateBegin = 8,
    /// [`crate::Births`]
    Births = 9,
    /// [`crate::Rows`]
    Rows = 10,
    /// [`crate::Roots`]
    Roots = 11,
    /// [`crate::Gone`]
    Gone = 12,
    /// [`crate::StateEnd`]
    StateEnd = 13,
    /// [`crate::Allocations`]
    Allocations = 14,
    /// [`crate::Deaths`]
    Deaths = 15,
    /// [`crate::Histogram`]
    Histogram = 16,
    /// Where the blocks of the file are: its last block.
    Index = 17,
    /// [`crate::StateGivenUp`]
    StateGivenUp = 18,
    /// [`crate::Stores`]
    Stores = 19,
    /// [`crate::Loaders`]
    Loaders = 20,
    /// [`crate::Subsystems`]
    Subsystems = 21,
}

impl BlockKind {
    /// All kinds.
    pub const ALL: [Self; 21] = [
        Self::Info,
        Self::Strings,
        Self::Classes,
        Self::Methods,
        Self::Sites,
        Self::Threads,
        Self::Collections,
        Self::StateBegin,
        Self::Births,
        Self::Rows,
        Self::Roots,
        Self::Gone,
        Self::StateEnd,
        Self::Allocations,
        Self::Deaths,
        Self::Histogram,
        Self::Index,
        Self::StateGivenUp,
        Self::Stores,
        Self::Loaders,
        Self::Subsystems,
    ];

    /// The kind with this number; `None` for kinds of later versions, which are skipped.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&kind| kind as u8 == number)
    }
}

/// What a kind of block holds: one type per kind.
pub trait Block: Sized {
    /// The kind.
    const KIND: BlockKind;

    /// Appends the uncompressed bytes.
    fn encode(&self, out: &mut Vec<u8>);

    /// Reads what [`Block::encode`] wrote.
    ///
    /// # Errors
    /// When it is something else.
    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed>;

    /// Reads a whole block. Bytes after what this version knows are of later versions, and passed over.
    ///
    /// # Errors
    /// As [`Block::decode`].
    fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        Self::decode(&mut Cursor::new(bytes))
    }
}

/// Why a block cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The file ends before the block does.
    #[error("the file ends within a block")]
    CutOff,
    /// Where a block should begin stands something else.
    #[error("there is no block here")]
    NoBlock,
    /// The bytes are not those that were written.
    #[error("the checksum of a block is wrong")]
    Checksum,
    /// The compressed bytes cannot be expanded to as many as the block says.
    #[error("a block cannot be decompressed")]
    Compression,
    /// The content is not what its kind says.
    #[error("{0}")]
    Content(#[from] Malformed),
}

const RAW: u8 = 0;
const ZSTD: u8 = 1;

/// The numbers in front of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) compression: u8,
    pub(crate) stored_bytes: u32,
    pub(crate) raw_bytes: u32,
    pub(crate) checksum: u32,
}

impl Frame {
    fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&BLOCK_MAGIC);
        bytes[4] = self.kind;
        bytes[5] = self.compression;
        bytes[8..12].copy_from_slice(&self.stored_bytes.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.raw_bytes.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.checksum.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..20]);
        bytes[20..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The frame at the start of these bytes.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Damage> {
        let Some(bytes) = bytes.get(..HEADER_BYTES) else { return Err(Damage::CutOff) };
        if bytes[..4] != BLOCK_MAGIC || crc32fast::hash(&bytes[..20]) != u32_at(bytes, 20) {
            return Err(Damage::NoBlock);
        }
        let frame = Self {
            kind: bytes[4],
            compression: bytes[5],
            stored_bytes: u32_at(bytes, 8),
            raw_bytes: u32_at(bytes, 12),
            checksum: u32_at(bytes, 16),
        };
        let is_block = frame.raw_bytes as usize <= MOST_RAW_BYTES && frame.stored_bytes as usize <= MOST_STORED_BYTES;
        if is_block { Ok(frame) } else { Err(Damage::NoBlock) }
    }

    /// The uncompressed content, given the bytes after the frame.
    pub(crate) fn content<'a>(&self, stored: &'a [u8]) -> Result<Cow<'a, [u8]>, Damage> {
        let Some(stored) = stored.get(..self.stored_bytes as usize) else { return Err(Damage::CutOff) };
        if crc32fast::hash(stored) != self.checksum {
            return Err(Damage::Checksum);
        }
        match self.compression {
            RAW => Ok(Cow::Borrowed(stored)),
            ZSTD => match zstd::bulk::decompress(stored, self.raw_bytes as usize) {
                Ok(raw) if raw.len() == self.raw_bytes as usize => Ok(Cow::Owned(raw)),
                _ => Err(Damage::Compression),
            },
            _ => Err(Damage::Compression),
        }
    }
}

/// Compresses blocks; keeps the tables of the compressor between them.
pub(crate) struct Compressor {
    zstd: Option<zstd::bulk::Compressor<'static>>,
}

impl Compressor {
    pub(crate) fn new() -> Self {
        // Level 1 packs to 20 to 53 % what LZ4 packs to 29 to 65 %, at 0.6 of its speed; level 3 saves 3 % more and takes three
        // times as long (`scripts/bench.sh compression`).
        Self { zstd: zstd::bulk::Compressor::new(1).ok() }
    }

    /// Appends the block with its frame.
    pub(crate) fn frame(&mut self, kind: BlockKind, raw: &[u8], out: &mut Vec<u8>) {
        // Below this there is nothing to gain.
        let packed = match &mut self.zstd {
            Some(zstd) if raw.len() >= 64 => zstd.compress(raw).ok().filter(|packed| packed.len() < raw.len()),
            _ => None,
        };
        let (compression, stored) = packed.as_deref().map_or((RAW, raw), |packed| (ZSTD, packed));
        let frame = Frame {
            kind: kind as u8,
            compression,
            stored_bytes: stored.len() as u32,
            raw_bytes: raw.len() as u32,
            checksum: crc32fast::hash(stored),
        };
        out.extend_from_slice(&frame.to_bytes());
        out.extend_from_slice(stored);
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
