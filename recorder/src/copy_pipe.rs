//! What a copy of the process tells the recorder, through a pipe: messages of a kind, a length and their content.
#![allow(unsafe_code, reason = "pipes are asked for by system calls")]

use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};

use trace_format::{Block, BlockPacker, Cursor, RootRecordKind, Sink as _};

use crate::raw_root::RawRoot;
use crate::walk::{Part, Sums};

/// Bytes that the pipe holds: what an ordinary user may ask for.
const PIPE_BYTES: i32 = 1 << 20;

/// Bytes of a message's header: its kind and its length.
const HEADER: usize = 5;

/// What the copy says.
#[derive(Debug)]
pub(crate) enum Message {
    /// A packed block.
    Block(Vec<u8>),
    /// Roots.
    Roots(Vec<RawRoot>),
    /// The walk is complete.
    End(Sums),
}

const BLOCK: u8 = 1;
const ROOTS: u8 = 2;
const END: u8 = 3;

/// Roots of one message.
const MOST_ROOTS: usize = 1 << 14;

/// The copy's end of the pipe.
pub(crate) struct Sender {
    pipe: OwnedFd,
    packer: BlockPacker,
    message: Vec<u8>,
}

impl Sender {
    /// The file that it writes to.
    pub(crate) fn file(&self) -> RawFd {
        self.pipe.as_raw_fd()
    }

    /// Sends a part of the state.
    pub(crate) fn part(&mut self, part: &Part) -> io::Result<()> {
        match part {
            Part::Births(births) => self.block(births),
            Part::Rows(rows) => self.block(rows),
            Part::Gone(gone) => self.block(gone),
        }
    }

    fn block(&mut self, block: &impl Block) -> io::Result<()> {
        self.begin(BLOCK);
        self.packer.pack(block, &mut self.message)?;
        self.send()
    }

    /// Sends roots.
    pub(crate) fn roots(&mut self, roots: &[RawRoot]) -> io::Result<()> {
        for roots in roots.chunks(MOST_ROOTS) {
            self.begin(ROOTS);
            for root in roots {
                let RawRoot { kind, object, thread, depth, method, location, slot } = *root;
                self.message.put(kind as u64);
                self.message.put(object);
                self.message.put(thread);
                self.message.put(depth.map_or(0, |depth| u64::from(depth) + 1));
                self.message.put(method as u64);
                self.message.put_signed(location);
                self.message.put(slot.map_or(0, |slot| u64::from(slot) + 1));
            }
            self.send()?;
        }
        Ok(())
    }

    /// Says that the walk is complete.
    pub(crate) fn end(&mut self, sums: &Sums) -> io::Result<()> {
        self.begin(END);
        let Sums { told, objects, bytes, references, visited, came_back, torn } = *sums;
        [told, objects, bytes, references, visited, came_back, torn].into_iter().for_each(|sum| self.message.put(sum));
        self.send()
    }

    fn begin(&mut self, kind: u8) {
        self.message.clear();
        self.message.push(kind);
        self.message.extend_from_slice(&[0; HEADER - 1]);
    }

    fn send(&mut self) -> io::Result<()> {
        let length = u32::try_from(self.message.len() - HEADER).map_err(io::Error::other)?;
        self.message[1..HEADER].copy_from_slice(&length.to_le_bytes());
        let mut rest = self.message.as_slice();
        while !rest.is_empty() {
            // SAFETY: the bytes live until the call returns.
            let written = unsafe { libc::write(self.pipe.as_raw_fd(), rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(written) {
                Ok(written) => rest = &rest[written..],
                Err(_) if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(io::Error::last_os_error()),
            }
        }
        Ok(())
    }
}

/// The recorder's end of the pipe, before there is a copy.
#[derive(Debug)]
pub(crate) struct Receiver {
    pipe: File,
    /// The start of a message that has not come to its end.
    begun: Vec<u8>,
}

/// What has come since the last look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Received {
    pub(crate) has_come: bool,
    /// The copy has said that it is at its end.
    pub(crate) has_ended: bool,
}

impl Receiver {
    /// Hands on the messages that are whole, and waits for none.
    ///
    /// # Errors
    /// When no more will come, or what came is no message.
    pub(crate) fn receive(&mut self, take: &mut dyn FnMut(Message)) -> io::Result<Received> {
        let mut has_come = false;
        loop {
            let before = self.begun.len();
            let read = (&mut self.pipe).take(u64::from(PIPE_BYTES.unsigned_abs())).read_to_end(&mut self.begun);
            has_come |= self.begun.len() > before;
            let (is_other, has_ended) = self.hand_on(take);
            if has_ended {
                return Ok(Received { has_come, has_ended });
            }
            match read {
                _ if is_other => return Err(io::ErrorKind::InvalidData.into()),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(Received { has_come, has_ended }),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Hands on the messages that are whole. Returns whether something else came, and whether the last one did.
    fn hand_on(&mut self, take: &mut dyn FnMut(Message)) -> (bool, bool) {
        let mut at = 0;
        let mut result = (false, false);
        while let Some(header) = self.begun.get(at..at + HEADER) {
            let length = u32::from_le_bytes([header[1], header[2], header[3], header[4]]) as usize;
            let kind = header[0];
            let Some(content) = self.begun.get(at + HEADER..at + HEADER + length) else { break };
            match read_message(kind, content) {
                Some(message) => {
                    result.1 |= matches!(message, Message::End(_));
                    take(message);
                }
                None => result.0 = true,
            }
            at += HEADER + length;
        }
        self.begun.drain(..at);
        result
    }
}

/// A pipe from a copy to the recorder.
///
/// # Errors
/// When the process has no file numbers left.
pub(crate) fn channel() -> io::Result<(Sender, Receiver)> {
    let (read, write) = pipe()?;
    // A smaller pipe works too. Only the recorder's end must not wait.
    // SAFETY: numbers of files that are open.
    unsafe {
        libc::fcntl(write.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_BYTES);
        libc::fcntl(read.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK);
    }
    Ok((Sender { pipe: write, packer: BlockPacker::new(), message: Vec::new() }, Receiver { pipe: File::from(read), begun: Vec::new() }))
}

/// A pipe: the end to read from and the end to write to.
///
/// # Errors
/// When the process has no file numbers left.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: room for two numbers; they belong to nobody else.
    unsafe {
        match libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) {
            0 => Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

fn read_message(kind: u8, content: &[u8]) -> Option<Message> {
    let mut input = Cursor::new(content);
    match kind {
        BLOCK => Some(Message::Block(content.to_vec())),
        ROOTS => {
            let mut roots = Vec::new();
            while !input.is_at_end() {
                roots.push(read_root(&mut input)?);
            }
            Some(Message::Roots(roots))
        }
        END => {
            let mut next = || input.number().ok();
            Some(Message::End(Sums {
                told: next()?,
                objects: next()?,
                bytes: next()?,
                references: next()?,
                visited: next()?,
                came_back: next()?,
                torn: next()?,
            }))
        }
        _ => None,
    }
}

fn read_root(input: &mut Cursor<'_>) -> Option<RawRoot> {
    Some(RawRoot {
        kind: RootRecordKind::from_number(input.number().ok()?),
        object: input.number().ok()?,
        thread: input.number().ok()?,
        depth: input.number().ok()?.checked_sub(1).map(|depth| depth as u32),
        method: input.number().ok()? as usize,
        location: input.signed().ok()?,
        slot: input.number().ok()?.checked_sub(1).map(|slot| slot as u32),
    })
}
