//! Names and call stacks of a whole recording, each once, however many chunks and events have them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::heap::{CallStack, StackFrame};

/// A name of a [`Tables`]: a class, a method, a thread, a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameIndex(u32);

/// A call stack of a [`Tables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StackIndex(u32);

/// The empty stack, and the one of which callers were not recorded: what all others end in.
const ENDS: [StackIndex; 2] = [StackIndex(0), StackIndex(1)];

/// One frame: a method of a class, and a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// The class of the method.
    pub class: NameIndex,
    /// The method.
    pub method: NameIndex,
    /// 0 if unknown.
    pub line: u32,
}

/// Names and call stacks.
///
/// Stacks are a tree: each is a frame and the stack of its caller, so that stacks with the same callers share them. Memory: some 40
/// bytes per frame of the tree, and each name once.
#[derive(Debug, Clone)]
pub struct Tables {
    names: Vec<Arc<str>>,
    frames: Vec<Frame>,
    /// Of each stack the caller's and the number of its frame; the two [`ENDS`] have themselves.
    stacks: Vec<(StackIndex, u32)>,
    numbers: Numbers,
}

/// From what is in the tables to where it is.
#[derive(Debug, Clone, Default)]
struct Numbers {
    names: FxHashMap<Arc<str>, NameIndex>,
    frames: FxHashMap<Frame, u32>,
    stacks: FxHashMap<(StackIndex, u32), StackIndex>,
}

impl Default for Tables {
    fn default() -> Self {
        let stacks = ENDS.map(|end| (end, 0)).to_vec();
        Self { names: Vec::new(), frames: Vec::new(), stacks, numbers: Numbers::default() }
    }
}

impl Tables {
    /// A name.
    #[must_use]
    pub fn name(&self, at: NameIndex) -> &str {
        &self.names[at.0 as usize]
    }

    /// The frames of a stack, the innermost first.
    pub fn frames(&self, stack: StackIndex) -> impl Iterator<Item = Frame> + '_ {
        let callers = std::iter::successors(Some(stack), |&stack| Some(self.stacks[stack.0 as usize].0));
        callers.take_while(|stack| !ENDS.contains(stack)).map(|stack| self.frames[self.stacks[stack.0 as usize].1 as usize])
    }

    /// A stack as everything else of this crate knows them.
    #[must_use]
    pub fn call_stack(&self, stack: StackIndex) -> CallStack {
        let frame = |frame: Frame| StackFrame {
            class: self.name(frame.class).to_owned(),
            method: self.name(frame.method).to_owned(),
            file: String::new(),
            line: i32::try_from(frame.line).unwrap_or(0),
        };
        let mut end = stack;
        while !ENDS.contains(&end) {
            end = self.stacks[end.0 as usize].0;
        }
        CallStack { frames: self.frames(stack).map(frame).collect(), cut: end == ENDS[1] }
    }

    /// How many names, frames and stacks there are.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        [self.names.len(), self.frames.len(), self.stacks.len() - ENDS.len()]
    }

    /// The index of a name, which is new or known.
    pub(super) fn add_name(&mut self, name: &str) -> NameIndex {
        if let Some(&known) = self.numbers.names.get(name) {
            return known;
        }
        let (index, name) = (NameIndex(self.names.len() as u32), Arc::<str>::from(name));
        self.names.push(name.clone());
        self.numbers.names.insert(name, index);
        index
    }

    /// The index of a stack, which is new or known: its frames with the innermost first, and whether there were more callers.
    pub(super) fn add_stack(&mut self, frames: &[Frame], is_cut: bool) -> StackIndex {
        let mut stack = ENDS[usize::from(is_cut)];
        for &frame in frames.iter().rev() {
            let next = self.frames.len() as u32;
            let number = *self.numbers.frames.entry(frame).or_insert(next);
            if number == next {
                self.frames.push(frame);
            }
            let next = StackIndex(self.stacks.len() as u32);
            let with_frame = *self.numbers.stacks.entry((stack, number)).or_insert(next);
            if with_frame == next {
                self.stacks.push((stack, number));
            }
            stack = with_frame;
        }
        stack
    }

    /// Nothing is added any more.
    pub(super) fn finish(&mut self) {
        self.numbers = Numbers::default();
        self.names.shrink_to_fit();
        self.frames.shrink_to_fit();
        self.stacks.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_share_their_callers_and_say_whether_they_are_cut() {
        let mut tables = Tables::default();
        let class = tables.add_name("app.Main");
        let method = |tables: &mut Tables, name: &str, line: u32| Frame { class, method: tables.add_name(name), line };
        let [main, run, add] = ["main", "run", "add"].map(|name| method(&mut tables, name, 7));
        let long = tables.add_stack(&[add, run, main], false);
        let short = tables.add_stack(&[run, main], false);
        let cut = tables.add_stack(&[run, main], true);
        assert_eq!(tables.counts(), [4, 3, 5]);
        assert_eq!(tables.add_stack(&[add, run, main], false), long);
        assert!(short != cut && tables.frames(short).eq(tables.frames(cut)));
        let (long, cut) = (tables.call_stack(long), tables.call_stack(cut));
        let text = |stack: &CallStack| stack.frames.iter().map(ToString::to_string).collect::<Vec<_>>().join(" < ");
        assert_eq!((text(&long), long.cut), ("app.Main.add(line:7) < app.Main.run(line:7) < app.Main.main(line:7)".to_owned(), false));
        assert_eq!((text(&cut), cut.cut), ("app.Main.run(line:7) < app.Main.main(line:7)".to_owned(), true));
        let none = tables.add_stack(&[], false);
        assert!(tables.call_stack(none).frames.is_empty());
    }
}
