//! Appends blocks to a trace.

use std::io::{self, Write};

use crate::block::{Block, BlockKind, Compressor, Frame, HEADER_BYTES, Head, MOST_RAW_BYTES};
use crate::columns::Sink;
use crate::scan::INDEX_TRAILER;

/// Writes a trace from its first byte to its index.
pub struct TraceWriter<W> {
    to: W,
    compressor: Compressor,
    raw: Vec<u8>,
    framed: Vec<u8>,
    at: u64,
    places: Vec<(u8, u64)>,
}

impl<W: Write> TraceWriter<W> {
    /// Writes the start of the file.
    ///
    /// # Errors
    /// Of `to`.
    pub fn new(mut to: W, head: Head) -> io::Result<Self> {
        let bytes = head.to_bytes();
        to.write_all(&bytes)?;
        Ok(Self { to, compressor: Compressor::new(), raw: Vec::new(), framed: Vec::new(), at: bytes.len() as u64, places: Vec::new() })
    }

    /// Bytes written so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.at
    }

    /// Appends a block, with one call of `write_all`.
    ///
    /// # Errors
    /// Of the target, and when the block has more than [`MOST_RAW_BYTES`].
    pub fn put<B: Block>(&mut self, block: &B) -> io::Result<()> {
        self.raw.clear();
        block.encode(&mut self.raw);
        self.put_raw(B::KIND)
    }

    /// Appends a block that a [`BlockPacker`] has packed.
    ///
    /// # Errors
    /// Of the target, and when it is something else.
    pub fn put_packed(&mut self, block: &[u8]) -> io::Result<()> {
        let frame = Frame::read(block).map_err(|damage| io::Error::new(io::ErrorKind::InvalidData, damage))?;
        if block.len() != HEADER_BYTES + frame.stored_bytes as usize {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a packed block of another length"));
        }
        self.append(frame.kind, block)
    }

    fn put_raw(&mut self, kind: BlockKind) -> io::Result<()> {
        check_length(&self.raw)?;
        let mut framed = std::mem::take(&mut self.framed);
        framed.clear();
        self.compressor.frame(kind, &self.raw, &mut framed);
        let appended = self.append(kind as u8, &framed);
        self.framed = framed;
        appended
    }

    fn append(&mut self, kind: u8, framed: &[u8]) -> io::Result<()> {
        self.to.write_all(framed)?;
        self.places.push((kind, self.at));
        self.at += framed.len() as u64;
        Ok(())
    }

    /// Hands what was written on to the file.
    ///
    /// # Errors
    /// Of the target.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// Appends the index, where it fits into one block; a trace without is found block by block. Returns the target and
    /// the bytes written to it.
    ///
    /// # Errors
    /// Of the target.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        self.raw.clear();
        self.raw.put(self.places.len() as u64);
        let mut last = 0;
        for &(kind, at) in &self.places {
            self.raw.push(kind);
            self.raw.put(at - last);
            last = at;
        }
        if self.raw.len() <= MOST_RAW_BYTES {
            let at = self.at;
            self.put_raw(BlockKind::Index)?;
            let mut trailer = [0; 16];
            trailer[..8].copy_from_slice(&at.to_le_bytes());
            trailer[8..].copy_from_slice(&INDEX_TRAILER);
            self.to.write_all(&trailer)?;
            self.at += trailer.len() as u64;
        }
        self.to.flush()?;
        Ok((self.to, self.at))
    }
}

/// Packs blocks for a writer that is elsewhere: compresses them and puts their frames around them.
pub struct BlockPacker {
    compressor: Compressor,
    raw: Vec<u8>,
}

impl BlockPacker {
    /// With tables of its own.
    #[must_use]
    pub fn new() -> Self {
        Self { compressor: Compressor::new(), raw: Vec::new() }
    }

    /// Appends the packed block to `out`.
    ///
    /// # Errors
    /// When it has more than [`MOST_RAW_BYTES`].
    pub fn pack<B: Block>(&mut self, block: &B, out: &mut Vec<u8>) -> io::Result<()> {
        self.raw.clear();
        block.encode(&mut self.raw);
        check_length(&self.raw)?;
        self.compressor.frame(B::KIND, &self.raw, out);
        Ok(())
    }
}

impl Default for BlockPacker {
    fn default() -> Self {
        Self::new()
    }
}

fn check_length(raw: &[u8]) -> io::Result<()> {
    if raw.len() > MOST_RAW_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("a block of {} bytes is too large", raw.len())));
    }
    Ok(())
}
