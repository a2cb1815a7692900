//! Events that name GC roots, in both layouts that are known.
//!
//! The published one (Figure 4 and Table 1 of "Enhancing Memory Monitoring by Object Graphs and GC Roots") has six codes of
//! 4 bits in the first word, which name the kinds of up to six roots; what the roots are follows in their order. The recorder
//! that was published as source leaves these bits 0 and lets every root say its kind in a word of its own, three roots at
//! most, ended by an address of all ones. An event without any root is never written, so the bits tell the layouts apart.

use super::words::{Problem, Words};

/// Roots in an event of the published layout.
const MOST_CODES: u32 = 6;

/// Roots in an event of the recorder's own layout.
const MOST_TAGGED: usize = 3;

/// Why the JVM keeps an object, with what it says about it. Classes and methods are those of the symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RootWhy {
    ClassLoader,
    /// A class object, of this class.
    Class {
        class: i32,
    },
    /// The field is named by its offset.
    StaticField {
        class: i32,
        offset: i32,
    },
    /// The thread's own object, or what the JVM keeps for the thread.
    Thread {
        thread: u64,
    },
    Local {
        thread: u64,
        class: i32,
        method: i32,
        slot: i32,
    },
    /// Constants of compiled code.
    Code {
        class: i32,
        method: i32,
    },
    JniLocal {
        thread: u64,
    },
    JniGlobal {
        is_weak: bool,
    },
    Jvmti,
    Monitor,
    Management,
    InternedString,
    /// The JVM itself.
    Internal,
}

/// One root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Root {
    pub(super) address: u64,
    pub(super) why: RootWhy,
}

/// Reads what follows the first word of an event.
pub(super) fn read_roots(first: u32, words: &mut Words<'_>) -> Result<Vec<Root>, Problem> {
    let mut roots = if first & 0xff_ffff == 0 { read_tagged(words)? } else { read_coded(first, words)? };
    // A root may point nowhere.
    roots.retain(|root| root.address != 0);
    Ok(roots)
}

const WHAT: &str = "GC roots";

fn read_coded(first: u32, words: &mut Words<'_>) -> Result<Vec<Root>, Problem> {
    let mut roots = Vec::new();
    for code in (0..MOST_CODES).rev().map(|at| first >> (4 * at) & 0xf) {
        if code == 0 {
            continue;
        }
        if code > 10 {
            return Err(Problem::UnknownRoot(code));
        }
        let address = words.long(WHAT)?;
        let why = match code {
            1 => RootWhy::ClassLoader,
            2 => RootWhy::StaticField { class: words.int(WHAT)?, offset: words.int(WHAT)? },
            3 => RootWhy::Thread { thread: words.long(WHAT)? },
            4 => read_local(words)?,
            5 => RootWhy::Code { class: words.int(WHAT)?, method: words.int(WHAT)? },
            6 => RootWhy::JniLocal { thread: words.long(WHAT)? },
            7 => RootWhy::Jvmti,
            8 => RootWhy::Monitor,
            9 => RootWhy::Management,
            _ => RootWhy::Internal,
        };
        roots.push(Root { address, why });
    }
    Ok(roots)
}

fn read_tagged(words: &mut Words<'_>) -> Result<Vec<Root>, Problem> {
    let mut roots = Vec::new();
    for _ in 0..MOST_TAGGED {
        let address = words.long(WHAT)?;
        if address == u64::MAX {
            break;
        }
        let why = match words.word(WHAT)? {
            0 => {
                read_name(words)?;
                RootWhy::ClassLoader
            }
            1 => RootWhy::Class { class: words.int(WHAT)? },
            2 => RootWhy::StaticField { class: words.int(WHAT)?, offset: words.int(WHAT)? },
            3 => read_local(words)?,
            4 => RootWhy::Thread { thread: words.long(WHAT)? },
            5 => RootWhy::Code { class: words.int(WHAT)?, method: words.int(WHAT)? },
            6 => RootWhy::JniLocal { thread: words.long(WHAT)? },
            7 => RootWhy::JniGlobal { is_weak: words.word(WHAT)? != 0 },
            11 => RootWhy::Monitor,
            12 => RootWhy::InternedString,
            14 => RootWhy::Management,
            15 => RootWhy::Jvmti,
            // Internals of class loaders, the universe, the system dictionary, the flat profiler.
            8..=10 | 13 => RootWhy::Internal,
            16 => {
                read_name(words)?;
                RootWhy::Internal
            }
            other => return Err(Problem::UnknownRoot(other)),
        };
        roots.push(Root { address, why });
    }
    Ok(roots)
}

fn read_local(words: &mut Words<'_>) -> Result<RootWhy, Problem> {
    Ok(RootWhy::Local { thread: words.long(WHAT)?, class: words.int(WHAT)?, method: words.int(WHAT)?, slot: words.int(WHAT)? })
}

/// A text with its length in bytes before it.
pub(super) fn read_name(words: &mut Words<'_>) -> Result<String, Problem> {
    let bytes = words.word("a text")?;
    words.packed_text((bytes as usize).div_ceil(4), "a text")
}
