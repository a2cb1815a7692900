//! Numbers and texts of a file or of a buffer, one after the other, and what may be wrong with them.
//!
//! All numbers are little endian. Events are made of words of 32 bits; a long is two words, the low one first.

/// Why bytes cannot be read as what they should be. Where, tells whoever holds the [`Words`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Problem {
    /// The bytes end too early.
    #[error("the data ends within {0}")]
    Ends(&'static str),
    /// Not one of the kinds that recordings hold and whose layout is known.
    #[error("{0:#04x} is no kind of event that can be read")]
    UnknownEvent(u8),
    /// Not one of the kinds of roots.
    #[error("{0} is no kind of GC root")]
    UnknownRoot(u32),
    /// Behind every event of a recording with anchors stands a word that repeats its kind.
    #[error("the word behind an event of kind {0:#04x} does not repeat its kind")]
    WrongAnchor(u8),
    /// Compressed data that no encoder writes.
    #[error("the code {0} was not defined before")]
    UnknownCode(u32),
    /// More than any recorder writes at once.
    #[error("a buffer decompresses to more than {0} bytes")]
    TooLong(usize),
    /// Not one of the kinds of records in a symbols file.
    #[error("{0} is no kind of record")]
    UnknownRecord(u8),
    /// Not the form of the JVM.
    #[error("a type descriptor cannot begin with byte {0}")]
    NoDescriptor(u8),
    /// Written by a recorder that this program does not know.
    #[error("version {0} of the symbols is not known, only version 5")]
    UnknownVersion(i32),
}

/// Reads forward and knows where it is.
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// Begins at the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes were read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether all bytes were read.
    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next bytes; `what` is what they would be the content of.
    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], Problem> {
        let bytes = self.at.checked_add(count).and_then(|end| self.bytes.get(self.at..end)).ok_or(Problem::Ends(what))?;
        self.at += count;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self, what: &'static str) -> Result<u8, Problem> {
        Ok(self.take(1, what)?[0])
    }

    pub(super) fn short(&mut self, what: &'static str) -> Result<u16, Problem> {
        self.take(2, what).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(super) fn word(&mut self, what: &'static str) -> Result<u32, Problem> {
        self.take(4, what).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// A word with a sign.
    pub(super) fn int(&mut self, what: &'static str) -> Result<i32, Problem> {
        self.word(what).map(u32::cast_signed)
    }

    pub(super) fn long(&mut self, what: &'static str) -> Result<u64, Problem> {
        let low = u64::from(self.word(what)?);
        Ok(low | u64::from(self.word(what)?) << 32)
    }

    /// A text that ends at this byte, which belongs to it no more.
    pub(super) fn text_until(&mut self, end: u8, what: &'static str) -> Result<String, Problem> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| byte == end).ok_or(Problem::Ends(what))?;
        self.at += length + 1;
        Ok(String::from_utf8_lossy(&rest[..length]).into_owned())
    }

    /// A type in the form of the JVM (`Lapp/Main;`, `[I`), which tells itself where it ends.
    pub(super) fn descriptor(&mut self, what: &'static str) -> Result<String, Problem> {
        let start = self.at;
        loop {
            match self.byte(what)? {
                b'[' => {}
                b'L' => {
                    self.text_until(b';', what)?;
                    break;
                }
                b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' | b'V' => break,
                other => return Err(Problem::NoDescriptor(other)),
            }
        }
        Ok(String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned())
    }

    /// A text of events: four bytes to a word, the first one highest; a zero byte ends it before `words` words do.
    pub(super) fn packed_text(&mut self, words: usize, what: &'static str) -> Result<String, Problem> {
        let mut text = Vec::new();
        for _ in 0..words {
            let bytes = self.word(what)?.to_be_bytes();
            let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
            text.extend_from_slice(&bytes[..end]);
            if end < bytes.len() {
                break;
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// The first four bytes of all three kinds of files, as a number.
const MAGIC: u32 = 0x00C0_FFEE;

/// The numbers that name a recording; recorders write 42. More would not fit into what is read to tell a file's kind.
const MOST_IDS: u32 = 1000;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// Names of types, methods and fields, and where objects are allocated.
    Symbols,
    /// The events.
    Trace,
    /// Class files, as the JVM has loaded them.
    ClassDefinitions,
}

/// The start of a file of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// What the file holds.
    pub(crate) kind: FileKind,
    /// The same in all files of one recording.
    pub(crate) ids: Vec<u32>,
    /// Where the content begins.
    pub(crate) bytes: usize,
}

impl Head {
    /// Reads the start of a file; `None` if it is of no AntTracks recording.
    pub(crate) fn read(file: &[u8]) -> Option<Self> {
        const WHAT: &str = "the header";
        let mut words = Words::new(file);
        if words.word(WHAT).ok()? != MAGIC {
            return None;
        }
        let count = words.word(WHAT).ok().filter(|&count| count <= MOST_IDS)?;
        let ids = (0..count).map(|_| words.word(WHAT).ok()).collect::<Option<Vec<u32>>>()?;
        let kind = match words.word(WHAT).ok()? {
            0 => FileKind::Symbols,
            1 => FileKind::Trace,
            2 => FileKind::ClassDefinitions,
            _ => return None,
        };
        Some(Self { kind, ids, bytes: words.at() })
    }
}
