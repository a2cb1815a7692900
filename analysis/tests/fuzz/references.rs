//! Where an undamaged dump says that one object refers to another.

use std::collections::HashSet;

/// One reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    /// The record of the file that it stands in.
    pub(crate) record: usize,
    /// Its first byte there.
    pub(crate) at: usize,
    /// The class of the object that refers, and from where in it; of arrays from 0, whichever element it is.
    pub(crate) field: (u64, usize),
}

/// What an object refers with.
struct Body {
    id: u64,
    class: u64,
    is_array: bool,
    start: usize,
    end: usize,
}

/// Bytes of heap records, one sub-record after the other.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    id_bytes: usize,
}

impl Reader<'_> {
    fn number(&mut self, bytes: usize) -> Option<u64> {
        let number = self.bytes.get(self.at..self.at + bytes)?;
        self.at += bytes;
        Some(number.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }

    fn id(&mut self) -> Option<u64> {
        self.number(self.id_bytes)
    }

    /// Bytes of a value of the next type.
    fn width(&mut self) -> Option<usize> {
        Some(match self.number(1)? {
            2 => self.id_bytes,
            4 | 8 => 1,
            5 | 9 => 2,
            6 | 10 => 4,
            _ => 8,
        })
    }

    /// The next sub-record, if it is an object; `Some(None)` for all else.
    fn body(&mut self) -> Option<Option<Body>> {
        let ids = |count: usize| count * self.id_bytes;
        let skipped = match self.bytes.get(self.at)? {
            0x01 => ids(2),
            0x02 | 0x03 | 0x08 => ids(1) + 8,
            0x04 | 0x06 => ids(1) + 4,
            0x20..=0x23 => 0,
            _ => ids(1),
        };
        let tag = self.number(1)?;
        self.at += skipped;
        if skipped > 0 {
            return Some(None);
        }
        let id = self.id()?;
        self.number(4)?;
        if tag == 0x20 {
            self.at += 6 * self.id_bytes + 4;
            for name_bytes in [2, self.id_bytes] {
                for _ in 0..self.number(2)? {
                    self.at += name_bytes;
                    self.at += self.width()?;
                }
            }
            let fields = self.number(2)? as usize;
            self.at += fields * (self.id_bytes + 1);
            return Some(None);
        }
        let (class, bytes) = match tag {
            0x21 => (self.id()?, self.number(4)? as usize),
            0x22 => {
                let count = self.number(4)? as usize;
                (self.id()?, count * self.id_bytes)
            }
            _ => (0, self.number(4)? as usize * self.width()?),
        };
        let start = self.at;
        self.at += bytes;
        // Arrays of numbers refer to nothing.
        let end = if tag == 0x23 { start } else { self.at.min(self.bytes.len()) };
        Some(Some(Body { id, class, is_array: tag == 0x22, start, end }))
    }
}

/// All references from object to object. Numbers that look like one count as one: it is for damage only.
pub(crate) fn references_in(records: &[Vec<u8>], id_bytes: usize) -> Vec<Reference> {
    let heaps = records.iter().enumerate().filter(|(_, bytes)| [Some(&0x0c), Some(&0x1c)].contains(&bytes.first()));
    let bodies: Vec<(usize, Body)> = heaps
        .flat_map(|(record, bytes)| {
            let mut reader = Reader { bytes, at: 9, id_bytes };
            std::iter::from_fn(move || reader.body()).flatten().map(move |body| (record, body))
        })
        .collect();
    let ids: HashSet<u64> = bodies.iter().map(|(_, body)| body.id).collect();
    let mut found = Vec::new();
    for (record, body) in bodies {
        let mut at = body.start;
        while at + id_bytes <= body.end {
            let is_id = Reader { bytes: &records[record], at, id_bytes }.id().is_some_and(|id| ids.contains(&id));
            if is_id {
                found.push(Reference { record, at, field: (body.class, if body.is_array { 0 } else { at - body.start }) });
            }
            at += if is_id || body.is_array { id_bytes } else { 1 };
        }
    }
    found
}
