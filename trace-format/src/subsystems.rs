//! Which part of the JVM allocated objects. Tracers inside a JVM know; agents of a stock JVM do not, and write none of this.

use crate::block::{Block, BlockKind};
use crate::columns::{Cursor, Malformed, Sink};
use crate::runs::Runs;

/// A part of the JVM that allocates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Subsystem {
    /// The JVM itself.
    Jvm = 1,
    /// Its interpreter.
    Interpreter = 2,
    /// Code that the client compiler has made.
    C1 = 3,
    /// Code that the server compiler has made.
    C2 = 4,
}

impl Subsystem {
    /// All parts.
    pub const ALL: [Self; 4] = [Self::Jvm, Self::Interpreter, Self::C1, Self::C2];

    /// The part with this number; `None` for those of later versions.
    #[must_use]
    pub fn from_code(code: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|&subsystem| subsystem as u64 == code)
    }
}

/// Objects of [`crate::Allocations`] by the part of the JVM that allocated them. A part may come several times.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subsystems {
    /// The parts with their objects, by id.
    pub allocated: Vec<(Subsystem, Runs)>,
}

impl Block for Subsystems {
    const KIND: BlockKind = BlockKind::Subsystems;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.allocated.len() as u64);
        for (subsystem, ids) in &self.allocated {
            out.put(*subsystem as u64);
            ids.encode(out);
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let parts = input.list(2, |input| Ok((Subsystem::from_code(input.number()?), Runs::decode(input)?)))?;
        Ok(Self { allocated: parts.into_iter().filter_map(|(subsystem, ids)| Some((subsystem?, ids))).collect() })
    }
}
