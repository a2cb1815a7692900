//! Numbers for texts, methods and call stacks; what is new goes into the trace before what names it.

use std::hash::Hash;
use std::sync::Mutex;
use std::sync::PoisonError;

use rustc_hash::FxHashMap;
use trace_format::{Frame, Method, Methods, Site, Sites, Strings};

/// Bytes of a block, far below the most that a block may have.
const BLOCK_BYTES: usize = 1 << 20;

/// Numbers from 1 for values, in the order in which they come.
#[derive(Debug)]
struct Numbers<T> {
    known: FxHashMap<T, u32>,
    new: Vec<T>,
    /// The number of the first one of `new`.
    first: u32,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self { known: FxHashMap::default(), new: Vec::new(), first: 1 }
    }
}

impl<T: Hash + Eq + Clone> Numbers<T> {
    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.known.get(&value) {
            return number;
        }
        let number = self.first + self.new.len() as u32;
        self.known.insert(value.clone(), number);
        self.new.push(value);
        number
    }

    fn take(&mut self) -> Option<(u32, Vec<T>)> {
        if self.new.is_empty() {
            return None;
        }
        let (first, new) = (self.first, std::mem::take(&mut self.new));
        self.first += new.len() as u32;
        Some((first, new))
    }
}

#[derive(Debug, Default)]
struct Tables {
    strings: Numbers<String>,
    methods: Numbers<Method>,
    /// By what the JVM calls them.
    method_ids: FxHashMap<usize, u32>,
    sites: Numbers<Site>,
    /// By what the JVM says.
    stacks: FxHashMap<Box<[(usize, i64)]>, u32>,
    /// By method and place in it, as the JVM says.
    frames: FxHashMap<(usize, i64), Frame>,
}

/// The dictionaries of a trace, used by all threads.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    tables: Mutex<Tables>,
}

/// What is new in a dictionary.
#[derive(Debug, Default)]
pub(crate) struct New {
    /// Texts.
    pub(crate) strings: Vec<Strings>,
    /// Methods; their texts are known.
    pub(crate) methods: Vec<Methods>,
    /// Call stacks; their methods are known.
    pub(crate) sites: Vec<Sites>,
}

impl Dictionary {
    fn with<T>(&self, use_tables: impl FnOnce(&mut Tables) -> T) -> T {
        use_tables(&mut self.tables.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The number of a text; 0 for the empty one.
    pub(crate) fn string(&self, text: &str) -> u32 {
        if text.is_empty() { 0 } else { self.with(|tables| tables.strings.number(text.to_owned())) }
    }

    /// The number of a method that was seen before, by what the JVM calls it.
    pub(crate) fn known_method(&self, id: usize) -> Option<u32> {
        self.with(|tables| tables.method_ids.get(&id).copied())
    }

    /// The number of a method.
    pub(crate) fn method(&self, id: usize, method: Method) -> u32 {
        self.with(|tables| {
            let number = tables.methods.number(method);
            tables.method_ids.insert(id, number);
            number
        })
    }

    /// The number of a call stack that was seen before, by methods and places in them.
    pub(crate) fn known_stack(&self, stack: &[(usize, i64)]) -> Option<u32> {
        self.with(|tables| tables.stacks.get(stack).copied())
    }

    /// A frame, by method and place in it; `resolve` tells those that were not seen before.
    pub(crate) fn frame(&self, at: (usize, i64), resolve: impl FnOnce() -> Frame) -> Frame {
        if let Some(frame) = self.with(|tables| tables.frames.get(&at).copied()) {
            return frame;
        }
        let frame = resolve();
        self.with(|tables| tables.frames.insert(at, frame));
        frame
    }

    /// The number of a call stack.
    pub(crate) fn stack(&self, stack: Vec<(usize, i64)>, site: Site) -> u32 {
        self.with(|tables| {
            let number = if site.frames.is_empty() { 0 } else { tables.sites.number(site) };
            tables.stacks.insert(stack.into(), number);
            number
        })
    }

    /// Takes out what came since the last call.
    pub(crate) fn take_new(&self) -> New {
        self.with(|tables| New {
            strings: in_blocks(tables.strings.take(), |text| text.len() + 5, |first, texts| Strings { first, texts }),
            methods: in_blocks(tables.methods.take(), |_| 20, |first, methods| Methods { first, methods }),
            sites: in_blocks(tables.sites.take(), |site| 10 * site.frames.len() + 5, |first, sites| Sites { first, sites }),
        })
    }
}

/// Entries with successive numbers in blocks of at most about [`BLOCK_BYTES`]; `bytes` is the most that one takes.
fn in_blocks<T, B>(new: Option<(u32, Vec<T>)>, bytes: impl Fn(&T) -> usize, block: impl Fn(u32, Vec<T>) -> B) -> Vec<B> {
    let Some((mut first, entries)) = new else { return Vec::new() };
    let (mut blocks, mut part, mut held) = (Vec::new(), Vec::new(), 0);
    for entry in entries {
        held += bytes(&entry);
        part.push(entry);
        if held >= BLOCK_BYTES {
            let next = first + part.len() as u32;
            blocks.push(block(first, std::mem::take(&mut part)));
            (first, held) = (next, 0);
        }
    }
    if !part.is_empty() {
        blocks.push(block(first, part));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers_and_are_handed_out_once() {
        let dictionary = Dictionary::default();
        assert_eq!([dictionary.string("a"), dictionary.string("b"), dictionary.string("a"), dictionary.string("")], [1, 2, 1, 0]);
        assert_eq!(dictionary.take_new().strings, [Strings { first: 1, texts: vec!["a".to_owned(), "b".to_owned()] }]);
        assert_eq!(dictionary.take_new().strings, []);
        assert_eq!(dictionary.string("c"), 3);
        assert_eq!(dictionary.take_new().strings, [Strings { first: 3, texts: vec!["c".to_owned()] }]);
    }

    #[test]
    fn blocks_stay_small_however_much_is_new() {
        let dictionary = Dictionary::default();
        for number in 0..300_usize {
            let stack: Vec<(usize, i64)> = (0..1000).map(|depth| (number, depth)).collect();
            let frames = stack.iter().map(|at| Frame { method: at.0 as u32, line: at.1 as i32 }).collect();
            dictionary.stack(stack, Site { frames, cut: false });
        }
        let sites = dictionary.take_new().sites;
        assert!(sites.len() >= 2 && sites.iter().all(|block| block.sites.len() <= 105), "{}", sites.len());
        let firsts: Vec<u32> = sites.iter().map(|block| block.first).collect();
        let expected = sites.iter().scan(1, |next, block| Some(std::mem::replace(next, *next + block.sites.len() as u32)));
        assert_eq!(firsts, expected.collect::<Vec<_>>());
        assert_eq!(sites.iter().map(|block| block.sites.len()).sum::<usize>(), 300);
    }
}
