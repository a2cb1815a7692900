//! Finds the blocks of a trace: by its index, or one after the other, over damaged stretches.

use std::borrow::Cow;

use crate::block::{BLOCK_MAGIC, Block, BlockKind, Damage, FILE_HEADER_BYTES, Frame, HEADER_BYTES, Head, is_trace, u64_at};
use crate::columns::{Cursor, Malformed};

pub(crate) const INDEX_TRAILER: [u8; 8] = *b"MCTRend\n";
/// The place of the index, and [`INDEX_TRAILER`].
const INDEX_TRAILER_BYTES: usize = 16;

/// Where a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockEntry {
    /// What it holds; `None` for kinds of later versions.
    pub kind: Option<BlockKind>,
    /// Offset in the file.
    pub at: u64,
    frame: Frame,
}

impl BlockEntry {
    /// Bytes in the file, with the frame.
    #[must_use]
    pub fn stored_bytes(&self) -> u64 {
        HEADER_BYTES as u64 + u64::from(self.frame.stored_bytes)
    }

    /// Bytes when uncompressed.
    #[must_use]
    pub fn raw_bytes(&self) -> u32 {
        self.frame.raw_bytes
    }

    /// The uncompressed content.
    ///
    /// # Errors
    /// When the block is cut off or not what was written.
    pub fn content<'a>(&self, file: &'a [u8]) -> Result<Cow<'a, [u8]>, Damage> {
        self.frame.content(file.get(self.at as usize + HEADER_BYTES..).unwrap_or_default())
    }

    /// The block, decoded.
    ///
    /// # Errors
    /// As [`BlockEntry::content`], and when the content is not what the kind says.
    pub fn read<B: Block>(&self, file: &[u8]) -> Result<B, Damage> {
        Ok(B::from_bytes(&self.content(file)?)?)
    }
}

/// A stretch of a file in which no block could be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Where it begins.
    pub at: u64,
    /// How long it is.
    pub bytes: u64,
    /// What is wrong at its start.
    pub damage: Damage,
}

/// The blocks of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// The start of the file.
    pub head: Head,
    /// Blocks in the order of the file, the index left out.
    pub blocks: Vec<BlockEntry>,
    /// What could not be used.
    pub lost: Vec<Lost>,
    /// The recording came to its end and wrote its index.
    pub is_complete: bool,
    /// Where the last whole block ends: a live reader goes on here.
    pub end: u64,
}

/// Finds all blocks. Contents are not looked at: their checksums are, when they are read.
///
/// # Errors
/// When the file is no trace at all.
pub fn scan(file: &[u8]) -> Result<Scan, Malformed> {
    let head = Head::read(file)?;
    if let Some(blocks) = by_index(file) {
        return Ok(Scan { head, blocks, lost: Vec::new(), is_complete: true, end: file.len() as u64 });
    }
    let mut scan = Scan { head, blocks: Vec::new(), lost: Vec::new(), is_complete: false, end: FILE_HEADER_BYTES as u64 };
    scan.go_on(file);
    Ok(scan)
}

impl Scan {
    /// Finds further blocks in a file that has grown.
    pub fn go_on(&mut self, file: &[u8]) {
        let mut at = self.end as usize;
        while at < file.len() {
            match entry_at(file, at) {
                Ok((entry, next)) => {
                    if entry.kind == Some(BlockKind::Index) {
                        self.is_complete = true;
                    } else {
                        self.blocks.push(entry);
                    }
                    at = next;
                    self.end = at as u64;
                }
                Err(_) if file[at..].len() == 16 && file[at + 8..] == INDEX_TRAILER => {
                    self.end = file.len() as u64;
                    break;
                }
                Err(damage) => {
                    // The next block begins with the magic bytes and a frame whose checksum is right.
                    let next = next_block(file, at + 1);
                    self.lost.push(Lost { at: at as u64, bytes: (next.unwrap_or(file.len()) - at) as u64, damage });
                    let Some(next) = next else { break };
                    at = next;
                }
            }
        }
    }
}

/// The blocks that are whole in these bytes, which begin where the file or a block does, and how many bytes they are; the rest is the
/// start of a block that is still to come, and has no more bytes than [`MOST_STORED_BYTES`](crate::MOST_STORED_BYTES) and a frame. An
/// index is whole with what stands behind it, and no block.
///
/// # Errors
/// Where no block begins: nothing is to be waited for.
pub fn whole_blocks(bytes: &[u8]) -> Result<(usize, Vec<BlockEntry>), Damage> {
    let (mut at, mut blocks) = (if is_trace(bytes) { FILE_HEADER_BYTES } else { 0 }, Vec::new());
    if at > bytes.len() {
        return Ok((0, blocks));
    }
    while at < bytes.len() {
        at = match entry_at(bytes, at) {
            Ok((entry, next)) if entry.kind == Some(BlockKind::Index) => match next + INDEX_TRAILER_BYTES {
                end if end <= bytes.len() => end,
                _ => break,
            },
            Ok((entry, next)) => {
                blocks.push(entry);
                next
            }
            Err(Damage::CutOff) => break,
            Err(damage) => return Err(damage),
        };
    }
    Ok((at, blocks))
}

fn entry_at(file: &[u8], at: usize) -> Result<(BlockEntry, usize), Damage> {
    let frame = Frame::read(&file[at..])?;
    let next = at + HEADER_BYTES + frame.stored_bytes as usize;
    if next > file.len() {
        return Err(Damage::CutOff);
    }
    Ok((BlockEntry { kind: BlockKind::from_number(frame.kind), at: at as u64, frame }, next))
}

fn next_block(file: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = file.get(at..)?.windows(BLOCK_MAGIC.len()).position(|bytes| bytes == BLOCK_MAGIC) {
        at += found;
        if entry_at(file, at).is_ok() {
            return Some(at);
        }
        at += 1;
    }
    None
}

fn by_index(file: &[u8]) -> Option<Vec<BlockEntry>> {
    let trailer = file.get(file.len().checked_sub(16)?..)?;
    if trailer[8..] != INDEX_TRAILER {
        return None;
    }
    let index_at = usize::try_from(u64_at(trailer, 0)).ok().filter(|&at| at < file.len())?;
    let (entry, end) = entry_at(file, index_at).ok()?;
    if entry.kind != Some(BlockKind::Index) || end + trailer.len() != file.len() {
        return None;
    }
    let content = entry.content(file).ok()?;
    let mut input = Cursor::new(&content);
    let (mut at, mut expected) = (0_u64, FILE_HEADER_BYTES);
    let blocks = input.list(2, |input| {
        // The kind is told a second time for readers that want some kinds only.
        let _ = input.number()?;
        at = at.saturating_add(input.number()?);
        let place = usize::try_from(at).ok().filter(|&at| at == expected);
        let entry = place.and_then(|at| entry_at(file, at).ok()).ok_or_else(|| input.malformed("no block where the index says"))?;
        expected = entry.1;
        Ok(entry.0)
    });
    blocks.ok().filter(|_| expected == index_at)
}
