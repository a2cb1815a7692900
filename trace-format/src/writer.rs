//! Appends blocks to a trace.

use std::io::{self, Write};

use crate::block::{Block, BlockKind, Compressor, Head, MOST_RAW_BYTES};
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

    fn put_raw(&mut self, kind: BlockKind) -> io::Result<()> {
        if self.raw.len() > MOST_RAW_BYTES {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("a block of {} bytes is too large", self.raw.len())));
        }
        self.framed.clear();
        self.compressor.frame(kind, &self.raw, &mut self.framed);
        self.to.write_all(&self.framed)?;
        self.places.push((kind as u8, self.at));
        self.at += self.framed.len() as u64;
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
