//! From events to heaps: who is where, and which object is which.
//!
//! Objects are kept by address, with an id that they get when they are allocated and never lose: a move changes the address
//! and nothing else. While a collection runs, what was moved is kept apart, so that nothing that has not been moved yet is
//! overwritten; at its end what stayed in spaces that it has emptied is dead, and both parts are joined.
//!
//! References and roots are read with addresses and kept by ids as soon as the collection ends that told them, so they need
//! no care when objects move later. Memory: about 70 bytes per live object. Where the sources leave a choice, the module
//! [`super`] says which reading was chosen.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;
use trace_format::Allocation;

use super::event::{EDEN, Event, GcWord, NewObject, OLD, Pointer, PointerKind, SpaceKind, To, resolve};
use super::output::{Object, Output, ResolvedRoot, Row, State};
use super::root::{Root, RootWhy};
use super::spaces::Spaces;
use super::symbols::Symbols;
use crate::base::error::{Error, Result};
use crate::base::warnings::Warnings;

/// More live objects than any machine holds that could look at them; 20 GB here.
const MOST_OBJECTS: usize = 1 << 28;

/// Roots that are repeated for collections that name none; more come of damage only.
const MOST_REPEATED: u64 = 1 << 26;

/// A thread that has no buffers.
const NOBODY: u64 = 0;

const UNPLACED: &str = "Objects were allocated or moved to a buffer whose place is not known; they are missing";
const UNMET: &str = "Objects were moved that the trace did not tell of before; they are missing";
const UNOWNED: &str = "References were told of objects that the trace did not tell of before";

/// What one thread is about.
#[derive(Debug, Default)]
struct ThreadState {
    /// Number for the output; 0 before anything is known.
    number: u64,
    /// Where the next object comes to lie, by kind of space.
    tops: [Option<u64>; 4],
    /// The object whose references were told last: its address and id.
    told: Option<(u64, u64)>,
}

/// A collection that runs.
#[derive(Debug)]
struct Running {
    word: GcWord,
    /// What it empties, as far as it says so.
    collected: BTreeMap<u32, Range<u64>>,
    /// It has said what it empties.
    is_told: bool,
}

/// References that were told of an object since the last collection ended.
#[derive(Debug, Default)]
struct Told {
    /// Where the object is once the collection has ended.
    address: u64,
    /// By one thread in order.
    row: Vec<u64>,
    /// By several.
    more: Vec<u64>,
    /// Addresses are those after the collection.
    is_after: bool,
}

/// Replays a trace into an output.
pub(super) struct Replay<'a> {
    symbols: &'a Symbols,
    warnings: &'a Warnings,
    pub(super) output: Output<'a>,
    spaces: Spaces,
    threads: FxHashMap<u64, ThreadState>,
    /// Where relative addresses begin.
    pub(super) base: u64,
    heap: BTreeMap<u64, Object>,
    /// What the collection that runs has moved, or was allocated meanwhile.
    moved: BTreeMap<u64, Object>,
    /// Ids and types by the address before the collection.
    forwarded: FxHashMap<u64, (u64, i32)>,
    running: Vec<Running>,
    told: BTreeMap<u64, Told>,
    told_by_several: Vec<(u64, Vec<u64>)>,
    /// Roots of the last collection that named any.
    roots: Vec<ResolvedRoot>,
    new_roots: Vec<Root>,
    repeated_roots: u64,
    names_roots_anew: bool,
    /// Where objects are that no state holds yet.
    fresh: Vec<u64>,
    next_id: u64,
    ended: u32,
}

impl<'a> Replay<'a> {
    pub(super) fn new(symbols: &'a Symbols, output: Output<'a>, warnings: &'a Warnings) -> Self {
        Self {
            symbols,
            warnings,
            output,
            spaces: Spaces::default(),
            threads: FxHashMap::default(),
            base: 0,
            heap: BTreeMap::new(),
            moved: BTreeMap::new(),
            forwarded: FxHashMap::default(),
            running: Vec::new(),
            told: BTreeMap::new(),
            told_by_several: Vec::new(),
            roots: Vec::new(),
            new_roots: Vec::new(),
            repeated_roots: 0,
            names_roots_anew: false,
            fresh: Vec::new(),
            next_id: 1,
            ended: 0,
        }
    }

    /// Takes in what a thread has written; `place` is for messages.
    pub(super) fn apply(&mut self, thread: u64, event: Event, place: &dyn Fn() -> String) -> Result<()> {
        match event {
            Event::Nothing | Event::ThreadDeath => {}
            Event::GcStart(word) => self.start(word),
            Event::GcEnd(word) => self.end(word, place)?,
            Event::Collected { space, gc } => self.collect(space, gc),
            Event::Failed { space } => self.running.iter_mut().for_each(|gc| {
                gc.collected.remove(&space);
            }),
            Event::Space(event) => self.spaces.apply(&event),
            Event::ThreadAlive { id, name } => {
                let number = self.output.thread_begins(id, &name);
                self.threads.entry(thread).or_default().number = number;
            }
            Event::Buffer { address, is_of_gc } => {
                let known = self.spaces.kind_at(address);
                let kind = if known >= 3 && !is_of_gc { EDEN } else { known };
                self.threads.entry(thread).or_default().tops[kind as usize & 3] = Some(address);
            }
            Event::Allocation { object, to } => self.allocate(Some(thread), &object, to, place)?,
            Event::Move { from, to, pointers } => self.move_object(thread, from, to, pointers.as_deref(), place)?,
            Event::MoveRegion { from, to, count } => self.move_region(from, to, count, place)?,
            Event::Sync { object, from, to } => {
                if self.heap.contains_key(&from) {
                    self.move_object(thread, from, To::Apart(to), None, place)?;
                } else {
                    self.allocate(None, &object, To::Apart(to), place)?;
                }
            }
            Event::Pointers { kind, address, pointers } => self.tell(thread, kind, address, &pointers, place),
            Event::Roots(roots) => {
                if std::mem::take(&mut self.names_roots_anew) {
                    self.roots.clear();
                }
                self.output.has_roots = true;
                self.new_roots.extend(roots);
            }
            Event::Tag(text) => self.output.tag(&text, self.ended),
        }
        Ok(())
    }

    /// Where an object of this size comes to lie; `None` if the trace has not told where the buffer is.
    fn place(&mut self, thread: u64, to: To, bytes: Option<u64>) -> Option<u64> {
        let kind = |spaces: &Spaces, address: u64| spaces.kind_at(address);
        match to {
            To::Apart(address) => Some(address),
            To::Buffer(kind) => self.take_top(thread, kind, bytes),
            To::Address(address) => {
                let kinds = [kind(&self.spaces, address), EDEN];
                let tops = &self.threads.get(&thread).map(|state| state.tops).unwrap_or_default();
                if let Some(&kind) = kinds.iter().find(|&&kind| tops[kind as usize & 3] == Some(address)) {
                    self.take_top(thread, kind, bytes);
                }
                Some(address)
            }
        }
    }

    fn take_top(&mut self, thread: u64, kind: SpaceKind, bytes: Option<u64>) -> Option<u64> {
        let top = &mut self.threads.entry(thread).or_default().tops[kind as usize & 3];
        let address = (*top)?;
        // Behind an object of unknown size nothing has a place.
        *top = bytes.and_then(|bytes| address.checked_add(bytes));
        Some(address)
    }

    /// A new object of a thread, or one that nobody has told of and whose thread is not known.
    fn allocate(&mut self, thread: Option<u64>, new: &NewObject, to: To, place: &dyn Fn() -> String) -> Result<()> {
        let bytes = self.symbols.bytes_of(new.type_id, new.length, new.bytes);
        if bytes.is_none() {
            self.warnings.add("Objects were allocated of types that the symbols do not name; they count without their size", place());
        }
        let Some(address) = self.place(thread.unwrap_or(NOBODY), to, bytes) else {
            self.warnings.add(UNPLACED, place());
            return Ok(());
        };
        if self.heap.len() + self.moved.len() >= MOST_OBJECTS {
            return Err(Error::Limit { what: "the number of live objects".to_owned(), limit: MOST_OBJECTS.to_string() });
        }
        let id = self.next_id;
        self.next_id += 1;
        let object = Object {
            id,
            bytes: bytes.unwrap_or(0),
            type_id: new.type_id,
            length: new.length,
            born: self.ended,
            references: 0,
            is_written: false,
        };
        if new.type_id < 0 {
            self.output.describes(new.type_id.wrapping_neg(), id);
        }
        let number = thread.map_or(0, |thread| self.number_of(thread));
        if new.site != 0 {
            let allocation = Allocation {
                id,
                class: self.output.class_number(new.type_id),
                bytes: object.bytes,
                length: new.length.map(u64::from),
                site: self.output.site_number(new.site),
                thread: number,
                collections: self.ended,
            };
            self.output.allocation(allocation, new.subsystem)?;
        }
        self.fresh.push(address);
        let is_meanwhile = !self.running.is_empty();
        self.put(is_meanwhile, address, object);
        Ok(())
    }

    /// The number of a thread for the output.
    fn number_of(&mut self, thread: u64) -> u64 {
        let state = self.threads.entry(thread).or_default();
        if state.number == 0 {
            state.number = self.output.thread_begins(u64::MAX, &format!("thread {thread:#x}"));
        }
        state.number
    }

    /// Puts an object where others may have been: they are dead.
    fn put(&mut self, into_moved: bool, address: u64, object: Object) {
        let map = if into_moved { &mut self.moved } else { &mut self.heap };
        let end = address.saturating_add(object.bytes.max(1));
        let below = map.range(..address).next_back().filter(|(at, below)| at.saturating_add(below.bytes) > address).map(|(&at, _)| at);
        let covered: Vec<u64> = below.into_iter().chain(map.range(address..end).map(|(&at, _)| at)).collect();
        for at in covered {
            if let Some(dead) = map.remove(&at) {
                self.output.death(&dead, self.ended);
            }
        }
        map.insert(address, object);
    }

    fn start(&mut self, word: GcWord) {
        self.base = word.base;
        self.names_roots_anew = true;
        self.running.push(Running { word, collected: BTreeMap::new(), is_told: false });
    }

    fn collect(&mut self, space: u32, gc: u32) {
        let range = self.spaces.range(space);
        let at = self.running.iter().rposition(|running| running.word.id == gc).or(self.running.len().checked_sub(1));
        if let Some(running) = at.and_then(|at| self.running.get_mut(at)) {
            running.is_told = true;
            if let Some(range) = range {
                running.collected.insert(space, range);
            }
        }
    }

    fn move_object(&mut self, thread: u64, from: u64, to: To, pointers: Option<&[Pointer]>, place: &dyn Fn() -> String) -> Result<()> {
        let Some(object) = self.heap.remove(&from).or_else(|| self.moved.remove(&from)) else {
            // The buffer goes on behind an object of unknown size.
            self.place(thread, to, None);
            self.warnings.add(UNMET, place());
            self.threads.entry(thread).or_default().told = None;
            return Ok(());
        };
        let Some(address) = self.place(thread, to, Some(object.bytes)) else {
            self.warnings.add(UNPLACED, place());
            self.output.death(&object, self.ended);
            return Ok(());
        };
        let id = object.id;
        self.forwarded.insert(from, (id, object.type_id));
        self.put(true, address, object);
        self.threads.entry(thread).or_default().told = Some((address, id));
        if let Some(pointers) = pointers {
            let told = self.told.entry(id).or_default();
            told.address = address;
            told.row = resolve(pointers, address, self.symbols.word_bytes);
            told.is_after = self.running.last().is_some_and(|gc| gc.word.is_full);
        }
        Ok(())
    }

    fn move_region(&mut self, from: u64, to: u64, count: u32, place: &dyn Fn() -> String) -> Result<()> {
        let (mut from, mut to) = (from, to);
        for _ in 0..count {
            let Some(object) = self.heap.get(&from) else {
                self.warnings.add(UNMET, place());
                break;
            };
            let bytes = object.bytes;
            self.move_object(NOBODY, from, To::Apart(to), None, place)?;
            if bytes == 0 {
                break;
            }
            (from, to) = (from.saturating_add(bytes), to.saturating_add(bytes));
        }
        Ok(())
    }

    fn tell(&mut self, thread: u64, kind: PointerKind, address: u64, pointers: &[Pointer], place: &dyn Fn() -> String) {
        let row = resolve(pointers, address, self.symbols.word_bytes);
        if kind == PointerKind::Multithreaded {
            self.told_by_several.push((address, row));
            return;
        }
        let last = self.threads.get(&thread).and_then(|state| state.told).filter(|&(at, _)| at == address);
        let known = last.map(|(_, id)| id).or_else(|| self.after(address));
        let Some(id) = known else {
            self.warnings.add(UNOWNED, place());
            return;
        };
        let is_new = last.is_none() && kind != PointerKind::Extension;
        let told = self.told.entry(id).or_default();
        told.address = address;
        if is_new {
            told.row.clear();
            told.is_after = kind == PointerKind::UpdateAfter;
        }
        told.row.extend(row);
        self.threads.entry(thread).or_default().told = Some((address, id));
    }

    /// The object that is at an address once the collection has ended.
    fn after(&self, address: u64) -> Option<u64> {
        self.moved.get(&address).or_else(|| self.heap.get(&address)).map(|object| object.id)
    }

    /// The object that was at an address when the collection began.
    fn before(&self, address: u64) -> Option<(u64, i32)> {
        let unmoved = || self.heap.get(&address).or_else(|| self.moved.get(&address)).map(|object| (object.id, object.type_id));
        self.forwarded.get(&address).copied().or_else(unmoved)
    }

    fn end(&mut self, word: GcWord, place: &dyn Fn() -> String) -> Result<()> {
        self.base = word.base;
        let at = self.running.iter().rposition(|running| running.word.id == word.id);
        let running = match at {
            Some(at) => self.running.remove(at),
            None => {
                self.warnings.add("Collections ended whose beginning is not in the trace", place());
                Running { word, collected: BTreeMap::new(), is_told: false }
            }
        };
        let rows = self.resolve_rows();
        self.resolve_roots();
        self.ended += 1;
        if !word.failed {
            self.bury(&running);
        }
        for (address, object) in std::mem::take(&mut self.moved) {
            self.fresh.extend((!object.is_written).then_some(address));
            self.put(false, address, object);
        }
        self.forwarded.clear();
        self.threads.values_mut().for_each(|state| state.told = None);
        self.write_state(&running, word, &rows)
    }

    /// Drops what was neither moved nor kept.
    fn bury(&mut self, running: &Running) {
        let dead: Vec<u64> = if running.word.is_full {
            self.heap.keys().copied().collect()
        } else if running.is_told {
            // Damaged spaces may lie one over the other; none is looked through twice.
            let mut ranges: Vec<&Range<u64>> = running.collected.values().collect();
            ranges.sort_unstable_by_key(|range| range.start);
            let mut dead = Vec::new();
            let mut end = 0;
            for range in ranges {
                let start = range.start.max(end);
                end = end.max(range.end);
                dead.extend(
                    (start < range.end).then(|| self.heap.range(start..range.end)).into_iter().flatten().map(|(&address, _)| address),
                );
            }
            dead
        } else {
            // A minor collection empties everything but the old generation.
            self.heap.keys().copied().filter(|&address| self.spaces.kind_at(address) != OLD).collect()
        };
        for address in dead {
            if let Some(object) = self.heap.remove(&address) {
                self.output.death(&object, self.ended);
            }
        }
    }

    /// What was told of references, by id.
    fn resolve_rows(&mut self) -> Vec<Row> {
        for (address, row) in std::mem::take(&mut self.told_by_several) {
            let Some(id) = self.after(address) else {
                self.warnings.add(UNOWNED, format!("at address {address:#x}"));
                continue;
            };
            let told = self.told.entry(id).or_default();
            told.address = address;
            told.more.extend(row);
        }
        let mut lost = 0;
        let mut rows = Vec::new();
        for (id, told) in std::mem::take(&mut self.told) {
            let mut find = |address: u64| {
                let found = if told.is_after { self.after(address) } else { self.before(address).map(|(id, _)| id) };
                lost += u64::from(found.is_none() && address != 0);
                found.unwrap_or(0)
            };
            let targets = told.row.iter().chain(&told.more).map(|&address| find(address)).collect();
            rows.push(Row { id, address: told.address, targets });
        }
        self.warnings.add_many("References lead to places without an object; they count as null", lost, "");
        rows
    }

    fn resolve_roots(&mut self) {
        self.repeated_roots += self.roots.len() as u64;
        if self.repeated_roots > MOST_REPEATED {
            self.warnings.add("Too many collections name no GC roots; those before are not repeated any more", "");
            self.roots.clear();
        }
        let mut lost = 0;
        for root in std::mem::take(&mut self.new_roots) {
            // What a weak handle of JNI refers to may be collected.
            if root.why == (RootWhy::JniGlobal { is_weak: true }) {
                continue;
            }
            match self.before(root.address) {
                Some((id, type_id)) => self.roots.push(ResolvedRoot { id, type_id, why: root.why }),
                None => lost += 1,
            }
        }
        self.warnings.add_many("GC roots point to places without an object", lost, "");
        self.output.watch(self.roots.iter().map(|root| root.id));
    }

    fn write_state(&mut self, running: &Running, word: GcWord, rows: &[Row]) -> Result<()> {
        let mut births = Vec::new();
        for address in std::mem::take(&mut self.fresh) {
            if let Some(object) = self.heap.get_mut(&address).filter(|object| !object.is_written) {
                object.is_written = true;
                births.push(object.clone());
            }
        }
        births.sort_unstable_by_key(|object| object.id);
        let started = if running.word.millis <= word.millis { running.word.millis } else { word.millis };
        let state = State {
            ended: self.ended,
            start_millis: started,
            end_millis: word.millis,
            is_full: running.word.is_full,
            is_concurrent: running.word.is_concurrent,
            failed: word.failed,
            cause: running.word.cause,
            births: &births,
            rows,
            roots: &mut self.roots,
        };
        self.output.state(state, &mut self.heap)
    }
}
