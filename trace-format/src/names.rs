//! What the program is, and the dictionaries: strings, methods, call stacks, threads, class loaders.
//!
//! Dictionaries grow from block to block. Each block says the number of its first entry, so that a lost block costs its
//! own entries only.

use crate::block::{Block, BlockKind};
use crate::columns::{Cursor, Malformed, Sink};

/// Well-known keys of [`Info`].
pub mod info_key {
    /// `17.0.15+6-Debian-1deb12u1`
    pub const JVM_VERSION: &str = "jvm.version";
    /// `OpenJDK 64-Bit Server VM`
    pub const JVM_NAME: &str = "jvm.name";
    /// Main class and arguments, or jar.
    pub const COMMAND: &str = "command";
    /// `counts`, `states` or `full`.
    pub const DETAIL: &str = "detail";
    /// Share of the run time that recording may cost, in percent; absent without a limit.
    pub const BUDGET: &str = "budget";
    /// Mean distance of sampled allocations in bytes; 0 samples every one, absent samples none.
    pub const SAMPLING_INTERVAL: &str = "sampling.interval";
    /// Frames that are recorded of a call stack at most.
    pub const STACK_DEPTH: &str = "stack.depth";
    /// `record` or `attach`.
    pub const STARTED_BY: &str = "started.by";
    /// The process.
    pub const PROCESS: &str = "process";
    /// When the recording ended, in nanoseconds since the start of the trace.
    pub const END_NANOS: &str = "end.nanos";
    /// What recording has cost by then, in nanoseconds.
    pub const END_COST_NANOS: &str = "end.cost.nanos";
    /// One line each: what could not be recorded, and why.
    pub const LIMITS: &str = "limits";
}

/// What was recorded, and how: keys with values. Later blocks add keys, and replace values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Keys with values; see [`info_key`].
    pub entries: Vec<(String, String)>,
}

impl Block for Info {
    const KIND: BlockKind = BlockKind::Info;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.entries.len() as u64);
        for (key, value) in &self.entries {
            out.put_bytes(key.as_bytes());
            out.put_bytes(value.as_bytes());
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self { entries: input.list(2, |input| Ok((input.text()?, input.text()?)))? })
    }
}

/// Texts that other dictionaries name by number; number 0 is the empty text and in no block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Strings {
    /// Number of the first one.
    pub first: u32,
    /// Texts with successive numbers.
    pub texts: Vec<String>,
}

impl Block for Strings {
    const KIND: BlockKind = BlockKind::Strings;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.first.into());
        out.put(self.texts.len() as u64);
        self.texts.iter().for_each(|text| out.put_bytes(text.as_bytes()));
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self { first: input.small()?, texts: input.list(1, Cursor::text)? })
    }
}

/// A method that stands in call stacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Method {
    /// String: the declaring class in the form of the JVM, `Ljava/util/HashMap;`.
    pub class: u32,
    /// String: the name.
    pub name: u32,
    /// String: parameters and result in the form of the JVM, `(I)V`.
    pub signature: u32,
    /// String: the source file; empty if unknown.
    pub file: u32,
}

/// Methods with successive numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Methods {
    /// Number of the first one; 0 is no method.
    pub first: u32,
    /// The methods.
    pub methods: Vec<Method>,
}

impl Block for Methods {
    const KIND: BlockKind = BlockKind::Methods;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.first.into());
        out.put(self.methods.len() as u64);
        for method in &self.methods {
            [method.class, method.name, method.signature, method.file].iter().for_each(|&number| out.put(number.into()));
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let method = |input: &mut Cursor<'_>| {
            Ok(Method { class: input.small()?, name: input.small()?, signature: input.small()?, file: input.small()? })
        };
        Ok(Self { first: input.small()?, methods: input.list(4, method)? })
    }
}

/// One frame of a call stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The method, by number.
    pub method: u32,
    /// The line; 0 if unknown, -1 in native methods.
    pub line: i32,
}

/// A call stack in which objects were allocated.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Site {
    /// The allocating method first, then its callers.
    pub frames: Vec<Frame>,
    /// There were more callers than are recorded.
    pub cut: bool,
}

/// Call stacks with successive numbers; number 0 is the unknown one and in no block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sites {
    /// Number of the first one.
    pub first: u32,
    /// The call stacks.
    pub sites: Vec<Site>,
}

impl Block for Sites {
    const KIND: BlockKind = BlockKind::Sites;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.first.into());
        out.put(self.sites.len() as u64);
        for site in &self.sites {
            out.put((site.frames.len() as u64) << 1 | u64::from(site.cut));
            for frame in &site.frames {
                out.put(frame.method.into());
                out.put_signed(frame.line.into());
            }
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let first = input.small()?;
        let sites = input.list(1, |input| {
            let head = input.number()?;
            if (head >> 1).saturating_mul(2) > input.left() as u64 {
                return Err(input.malformed("a call stack is longer than the block"));
            }
            let mut frames = Vec::with_capacity((head >> 1) as usize);
            for _ in 0..head >> 1 {
                let method = input.small()?;
                let line = i32::try_from(input.signed()?).unwrap_or(0);
                frames.push(Frame { method, line });
            }
            Ok(Site { frames, cut: head & 1 == 1 })
        })?;
        Ok(Self { first, sites })
    }
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thread {
    /// `Thread.threadId()`; no other thread of the program has or had it.
    pub id: u64,
    /// String: its name when it was seen first.
    pub name: u32,
    /// Its object, by id; 0 if no walk has met it yet.
    pub object: u64,
    /// A virtual thread.
    pub is_virtual: bool,
    /// A daemon.
    pub is_daemon: bool,
}

/// Threads; one that comes again replaces what was said of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Threads {
    /// The threads.
    pub threads: Vec<Thread>,
}

impl Block for Threads {
    const KIND: BlockKind = BlockKind::Threads;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.threads.len() as u64);
        for thread in &self.threads {
            out.put(thread.id);
            out.put(thread.name.into());
            out.put(thread.object);
            out.put(u64::from(thread.is_virtual) | u64::from(thread.is_daemon) << 1);
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let threads = input.list(4, |input| {
            let (id, name, object, flags) = (input.number()?, input.small()?, input.number()?, input.number()?);
            Ok(Thread { id, name, object, is_virtual: flags & 1 != 0, is_daemon: flags & 2 != 0 })
        })?;
        Ok(Self { threads })
    }
}

/// A class loader that has a name (JDK 9 and later): `app`, `platform`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Loader {
    /// Its object, by id.
    pub object: u64,
    /// String: its name.
    pub name: u32,
}

/// Class loaders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loaders {
    /// Those that have a name.
    pub loaders: Vec<Loader>,
}

impl Block for Loaders {
    const KIND: BlockKind = BlockKind::Loaders;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.loaders.len() as u64);
        for loader in &self.loaders {
            out.put(loader.object);
            out.put(loader.name.into());
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self { loaders: input.list(2, |input| Ok(Loader { object: input.number()?, name: input.small()? }))? })
    }
}
