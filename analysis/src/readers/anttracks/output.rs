//! What a trace tells, in the blocks of our own format, so that everything that reads our traces reads these, too.
//!
//! A state is written at the end of every collection, as the difference to the one before. Memory: what a few blocks hold;
//! the blocks go to the target at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use trace_format::{
    Allocation, Allocations, BirthsDraft, Block, Collection, Collections, Deaths, Descriptor, Gone, Head, Info, Place, RootRecord,
    RootRecordKind, Roots, Rows, Runs, StateBegin, StateEnd, Subsystem, Subsystems, TraceWriter, VERSION, WalkReason, info_key,
};

use super::names::Names;
use super::root::RootWhy;
use super::slots::Slots;
use super::symbols::Symbols;
use crate::base::error::{Error, Result};
use crate::readers::files::{ByteSource, Spool};

/// Entries of a block.
const ENTRIES: usize = 1 << 16;

/// Bytes of rows in a block, and references in a part of a row.
const ROW_BYTES: usize = 4 << 20;

/// Tags that are kept.
const MOST_TAGS: u32 = 1000;

/// A live object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Object {
    /// No other object ever has it.
    pub(super) id: u64,
    pub(super) bytes: u64,
    pub(super) type_id: i32,
    pub(super) length: Option<u32>,
    /// How many collections had ended when it was allocated.
    pub(super) born: u32,
    /// References that are not null, as they were written last.
    pub(super) references: u32,
    /// A state holds it.
    pub(super) is_written: bool,
}

/// A root with the object that it keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResolvedRoot {
    pub(super) id: u64,
    pub(super) type_id: i32,
    pub(super) why: RootWhy,
}

/// All that was told of the references of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) id: u64,
    pub(super) address: u64,
    /// 0 is null.
    pub(super) targets: Vec<u64>,
}

/// What a collection leaves.
pub(super) struct State<'s> {
    /// How many collections have ended.
    pub(super) ended: u32,
    pub(super) start_millis: u64,
    pub(super) end_millis: u64,
    pub(super) is_full: bool,
    pub(super) is_concurrent: bool,
    pub(super) failed: bool,
    pub(super) cause: u32,
    /// Objects that no state holds yet.
    pub(super) births: &'s [Object],
    pub(super) rows: &'s [Row],
    pub(super) roots: &'s mut Vec<ResolvedRoot>,
}

/// Writes our own format.
pub(super) struct Output<'a> {
    symbols: &'a Symbols,
    writer: TraceWriter<Spool>,
    /// For messages.
    name: PathBuf,
    names: Names<'a>,
    slots: Slots<'a>,
    /// GC roots were named.
    pub(super) has_roots: bool,
    /// When the first collection began.
    zero_millis: Option<u64>,
    allocations: Vec<Allocation>,
    /// Those of them of which it is known what has allocated them.
    subsystems: BTreeMap<Subsystem, Runs>,
    deaths: Vec<(u64, u32)>,
    gone: Vec<u64>,
    /// Objects that roots keep, and those of them that are dead.
    watched: FxHashSet<u64>,
    watched_dead: FxHashSet<u64>,
    /// The class that a class object describes.
    described: FxHashMap<u64, i32>,
    /// What class objects refer to, by place, as recorded; and as written, with what roots say of static fields.
    class_rows: BTreeMap<u64, Vec<(u64, u64)>>,
    class_rows_written: BTreeMap<u64, Vec<(u64, u64)>>,
    states: u32,
    /// Collections that were written.
    ended: u32,
    live_bytes: u64,
    live_references: u64,
    /// Bytes of the objects that the next collection takes, or that were found dead before it.
    taken_bytes: u64,
    tags: Vec<(String, String)>,
}

impl<'a> Output<'a> {
    pub(super) fn new(symbols: &'a Symbols, name: &Path) -> Result<Self> {
        let io = |source| Error::Io { source, path: name.to_owned() };
        // The recorder's clock has no known beginning.
        let head = Head { version: VERSION, start_millis: 0, recording: 0 };
        Ok(Self {
            symbols,
            writer: TraceWriter::new(Spool::default(), head).map_err(io)?,
            name: name.to_owned(),
            names: Names::new(symbols),
            slots: Slots::new(symbols),
            has_roots: false,
            zero_millis: None,
            allocations: Vec::new(),
            subsystems: BTreeMap::new(),
            deaths: Vec::new(),
            gone: Vec::new(),
            watched: FxHashSet::default(),
            watched_dead: FxHashSet::default(),
            described: FxHashMap::default(),
            class_rows: BTreeMap::new(),
            class_rows_written: BTreeMap::new(),
            states: 0,
            ended: 0,
            live_bytes: 0,
            live_references: 0,
            taken_bytes: 0,
            tags: Vec::new(),
        })
    }

    fn put(&mut self, block: &impl Block) -> Result<()> {
        self.writer.put(block).map_err(|source| Error::Io { source, path: self.name.clone() })
    }

    /// See [`Names::thread`]; the recorder gives all threads but those of Java the id -1.
    pub(super) fn thread_begins(&mut self, java_id: u64, name: &str) -> u64 {
        self.names.thread(Some(java_id).filter(|id| id.cast_signed() > 0), name)
    }

    pub(super) fn class_number(&self, type_id: i32) -> u32 {
        self.names.class_number(type_id)
    }

    pub(super) fn site_number(&self, site: u32) -> u32 {
        self.names.site_number(site)
    }

    /// An object is the class object of a type.
    pub(super) fn describes(&mut self, class: i32, id: u64) {
        self.described.insert(id, class);
        self.names.class_objects.insert(class, id);
    }

    pub(super) fn tag(&mut self, text: &str, ended: u32) {
        let number = self.tags.len() as u32 + 1;
        if number <= MOST_TAGS {
            self.tags.push((format!("tag.{number:04}"), format!("after GC {ended}: {}", &text[..text.floor_char_boundary(1000)])));
        }
    }

    pub(super) fn allocation(&mut self, allocation: Allocation, subsystem: Option<Subsystem>) -> Result<()> {
        if let Some(subsystem) = subsystem {
            self.subsystems.entry(subsystem).or_default().push(allocation.id);
        }
        self.allocations.push(allocation);
        if self.allocations.len() < ENTRIES { Ok(()) } else { self.put_allocations() }
    }

    fn put_allocations(&mut self) -> Result<()> {
        let (allocations, subsystems) = (std::mem::take(&mut self.allocations), std::mem::take(&mut self.subsystems));
        if !subsystems.is_empty() {
            self.put(&Subsystems { allocated: subsystems.into_iter().collect() })?;
        }
        if allocations.is_empty() { Ok(()) } else { self.put(&Allocations { interval: 0, allocations }) }
    }

    /// An object died; `ended` collections had ended by then.
    pub(super) fn death(&mut self, object: &Object, ended: u32) {
        let died = ended.max(object.born + 1);
        self.deaths.push((object.id, died));
        // What died at a collection that was written already was counted there among what stays.
        self.taken_bytes += if died > self.ended { object.bytes } else { 0 };
        if object.is_written {
            self.gone.push(object.id);
            self.live_bytes -= object.bytes;
            self.live_references -= u64::from(object.references);
        }
        if self.watched.contains(&object.id) {
            self.watched_dead.insert(object.id);
        }
        if self.symbols.is_class_object(object.type_id) {
            self.described.remove(&object.id);
            self.class_rows.remove(&object.id);
            self.class_rows_written.remove(&object.id);
        }
    }

    /// Objects whose deaths matter because roots keep them.
    pub(super) fn watch(&mut self, ids: impl Iterator<Item = u64>) {
        self.watched = ids.collect();
    }

    /// Writes what a collection has left.
    pub(super) fn state(&mut self, state: State<'_>, heap: &mut BTreeMap<u64, Object>) -> Result<()> {
        let zero = *self.zero_millis.get_or_insert(state.start_millis);
        let nanos = |millis: u64| millis.saturating_sub(zero).saturating_mul(1_000_000);
        self.put_collection(&state, nanos(state.start_millis), nanos(state.end_millis))?;
        let nanos = nanos(state.end_millis);
        let State { ended, births, rows, roots, .. } = state;
        roots.retain(|root| !self.watched_dead.contains(&root.id));
        self.watched_dead.clear();
        for root in roots.iter() {
            if let RootWhy::Class { class } = root.why {
                self.describes(class.saturating_abs(), root.id);
            }
        }
        let number = self.states;
        self.states += 1;
        self.put(&StateBegin {
            state: number,
            collections: ended,
            nanos,
            is_full: number == 0,
            reason: WalkReason::Collection,
            ..StateBegin::default()
        })?;
        for part in std::mem::take(&mut self.gone).chunks(ENTRIES) {
            let mut gone = Gone::default();
            let mut part = part.to_vec();
            part.sort_unstable();
            part.into_iter().for_each(|id| gone.ids.push(id));
            self.put(&gone)?;
        }
        self.put_births(births)?;
        self.put_rows(rows, roots, heap)?;
        self.put_roots(roots)?;
        for part in std::mem::take(&mut self.deaths).chunks(ENTRIES) {
            self.put(&Deaths { deaths: part.to_vec() })?;
        }
        let (objects, bytes, references) = (heap.len() as u64, self.live_bytes, self.live_references);
        self.put(&StateEnd { state: number, objects, bytes, references, pause_nanos: 0, visited: references })
    }

    /// Writes a collection. Bytes in use are those of objects, with headers and padding, and of nothing else: after it those of
    /// all objects that the state holds; before it these, and those that it took. A concurrent one counts what was allocated
    /// while it ran on both sides.
    fn put_collection(&mut self, state: &State<'_>, start_nanos: u64, end_nanos: u64) -> Result<()> {
        let used_after = self.live_bytes + state.births.iter().map(|object| object.bytes).sum::<u64>();
        let used_before = used_after + std::mem::take(&mut self.taken_bytes);
        self.ended = state.ended;
        let kind = match (state.is_full, state.is_concurrent) {
            (true, _) => "major",
            (false, true) => "concurrent",
            (false, false) => "minor",
        };
        let collector = self.names.text(kind);
        let unknown = || format!("(cause {})", state.cause);
        let mut cause = self.symbols.causes.get(&state.cause).cloned().unwrap_or_else(unknown);
        if state.failed {
            cause.push_str(" (failed)");
        }
        let cause = self.names.text(&cause);
        let collection = Collection {
            number: state.ended,
            start_nanos,
            end_nanos,
            collector,
            cause,
            used_before: Some(used_before),
            used_after: Some(used_after),
            capacity: None,
            cost_nanos: 0,
        };
        self.put(&Collections { collections: vec![collection] })
    }

    fn put_births(&mut self, births: &[Object]) -> Result<()> {
        for part in births.chunks(ENTRIES) {
            let mut block = BirthsDraft::default();
            for object in part {
                self.live_bytes += object.bytes;
                let class = self.names.class_number(object.type_id);
                let descriptor = Descriptor { class, length: object.length.map(u64::from), bytes: object.bytes, born: object.born };
                block.add(object.id, descriptor);
            }
            self.put(&block.take())?;
        }
        Ok(())
    }

    /// Writes the rows that have changed: those that were told, and those of class objects whose static fields roots name.
    fn put_rows(&mut self, rows: &[Row], roots: &[ResolvedRoot], heap: &mut BTreeMap<u64, Object>) -> Result<()> {
        let mut block = Rows::default();
        for row in rows {
            let Some(object) = heap.get_mut(&row.address).filter(|object| object.id == row.id) else { continue };
            let expected = self.symbols.references_of(object.type_id, object.length);
            let is_empty = row.targets.iter().all(|&target| target == 0);
            // Nothing but fewer nulls than it has references says that nothing has changed.
            if is_empty && expected.map_or(row.targets.is_empty(), |expected| expected != row.targets.len()) {
                continue;
            }
            let places = self.places(object);
            let place = |slot: usize| match &places {
                None => Place::Element(u32::try_from(slot).unwrap_or(u32::MAX)).code(),
                Some(places) => places.get(slot).copied().unwrap_or(Place::Other.code()),
            };
            let entries: Vec<(u64, u64)> =
                row.targets.iter().enumerate().filter(|&(_, &target)| target != 0).map(|(slot, &target)| (place(slot), target)).collect();
            if self.described.contains_key(&object.id) {
                self.class_rows.insert(object.id, entries);
                continue;
            }
            let count = entries.len() as u32;
            if count == 0 && object.references == 0 {
                continue;
            }
            self.live_references = self.live_references - u64::from(object.references) + u64::from(count);
            object.references = count;
            self.push_row(&mut block, object.id, &entries)?;
        }
        self.push_class_rows(&mut block, roots, heap)?;
        if block.is_empty() { Ok(()) } else { self.put(&block) }
    }

    /// Rows of class objects: what they were told to refer to, and static fields that roots name.
    fn push_class_rows(&mut self, block: &mut Rows, roots: &[ResolvedRoot], heap: &mut BTreeMap<u64, Object>) -> Result<()> {
        let mut now = self.class_rows.clone();
        for root in roots {
            if let RootWhy::StaticField { class, offset } = root.why
                && let Some(&holder) = self.names.class_objects.get(&class)
                && self.described.contains_key(&holder)
            {
                let entry = (self.slots.of_static(class, offset), root.id);
                let row = now.entry(holder).or_default();
                row.retain(|&(place, _)| place != entry.0 || place == Place::Other.code());
                row.push(entry);
            }
        }
        let mut changed: Vec<u64> =
            now.iter().filter(|(id, row)| self.class_rows_written.get(id) != Some(*row)).map(|(&id, _)| id).collect();
        changed.extend(self.class_rows_written.keys().filter(|id| !now.contains_key(id)));
        if changed.is_empty() {
            return Ok(());
        }
        changed.sort_unstable();
        for object in heap.values_mut().filter(|object| changed.binary_search(&object.id).is_ok()) {
            let entries = now.get(&object.id).cloned().unwrap_or_default();
            let count = entries.len() as u32;
            self.live_references = self.live_references - u64::from(object.references) + u64::from(count);
            object.references = count;
            self.push_row(block, object.id, &entries)?;
        }
        self.class_rows_written = now;
        Ok(())
    }

    /// The places of an object's references; `None` for arrays.
    fn places(&mut self, object: &Object) -> Option<Arc<[u64]>> {
        if self.symbols.is_array(object.type_id) {
            return None;
        }
        Some(match self.described.get(&object.id) {
            Some(&class) => self.slots.of_class_object(self.names.class_number(object.type_id).cast_signed(), class),
            None => self.slots.of_instance(object.type_id),
        })
    }

    fn push_row(&mut self, block: &mut Rows, id: u64, entries: &[(u64, u64)]) -> Result<()> {
        let mut goes_on = false;
        let mut parts = entries.chunks(ENTRIES);
        // An empty row replaces the one before.
        let mut part = parts.next().or(Some(&[]));
        while let Some(entries) = part {
            block.push(id, entries, goes_on);
            goes_on = true;
            if block.bytes() > ROW_BYTES {
                self.put(block)?;
                *block = Rows::default();
            }
            part = parts.next();
        }
        Ok(())
    }

    fn put_roots(&mut self, roots: &[ResolvedRoot]) -> Result<()> {
        let mut stacks = Stacks::default();
        // A class object holds many static fields, and is one root.
        let mut classes = FxHashSet::default();
        for part in roots.chunks(ENTRIES) {
            let records = part.iter().map(|root| self.record(root, &mut stacks));
            let records = records.filter(|record| record.kind != RootRecordKind::SystemClass || classes.insert(record.object));
            let roots = records.collect();
            self.put(&Roots { roots })?;
        }
        Ok(())
    }

    /// A root in the words of our own format.
    fn record(&mut self, root: &ResolvedRoot, stacks: &mut Stacks) -> RootRecord {
        let plain = RootRecord::new;
        let id = root.id;
        match root.why {
            RootWhy::Class { .. } => plain(RootRecordKind::SystemClass, id),
            RootWhy::StaticField { class, .. } => {
                // The class object holds it, where there is one.
                let holder = self.names.class_objects.get(&class).filter(|holder| self.described.contains_key(holder));
                plain(RootRecordKind::SystemClass, holder.copied().unwrap_or(id))
            }
            RootWhy::Thread { thread } => {
                let is_thread = self.symbols.ancestry(root.type_id).any(|(_, known)| known.descriptor == "Ljava/lang/Thread;");
                let kind = if is_thread { RootRecordKind::Thread } else { RootRecordKind::VmInternal };
                RootRecord { thread: self.names.thread_of(thread), ..plain(kind, id) }
            }
            RootWhy::Local { thread, class, method, slot } => RootRecord {
                thread: self.names.thread_of(thread),
                depth: Some(stacks.depth_of(thread, (class, method), slot)),
                method: self.names.method_of(class, method),
                slot: u32::try_from(slot).ok(),
                variable: self.names.local_of(class, method, slot),
                ..plain(RootRecordKind::StackLocal, id)
            },
            RootWhy::Code { class, method } => {
                RootRecord { method: self.names.method_of(class, method), ..plain(RootRecordKind::VmInternal, id) }
            }
            RootWhy::JniLocal { thread } => RootRecord { thread: self.names.thread_of(thread), ..plain(RootRecordKind::JniLocal, id) },
            RootWhy::JniGlobal { .. } => plain(RootRecordKind::JniGlobal, id),
            RootWhy::Jvmti => plain(RootRecordKind::Debugger, id),
            RootWhy::Monitor => plain(RootRecordKind::Monitor, id),
            RootWhy::InternedString => plain(RootRecordKind::InternedString, id),
            RootWhy::ClassLoader | RootWhy::Management | RootWhy::Internal => plain(RootRecordKind::VmInternal, id),
        }
    }

    /// Writes names and what was recorded; returns the trace.
    pub(super) fn finish(mut self) -> Result<ByteSource> {
        self.put_allocations()?;
        for part in std::mem::take(&mut self.deaths).chunks(ENTRIES) {
            self.put(&Deaths { deaths: part.to_vec() })?;
        }
        let mut entries = std::mem::take(&mut self.tags);
        entries.push((info_key::JVM_NAME.to_owned(), "AntTracks VM".to_owned()));
        entries.push((info_key::DETAIL.to_owned(), "full".to_owned()));
        let limits = self.limits();
        if !limits.is_empty() {
            entries.push((info_key::LIMITS.to_owned(), limits.join("\n")));
        }
        self.put(&Info { entries })?;
        let io = |source| Error::Io { source, path: self.name.clone() };
        self.names.write(&mut self.writer).map_err(io)?;
        let (spool, _) = self.writer.finish().map_err(io)?;
        spool.into_source().map_err(io)
    }

    /// What was not recorded, and how to record it.
    pub(super) fn limits(&self) -> Vec<&'static str> {
        let references = "references were not recorded: run the program with -XX:+TraceObjectsPointers";
        let roots = "GC roots were not recorded: run the program with -XX:+TraceObjectsGCRoots";
        [(!self.symbols.has_pointers, references), (!self.has_roots, roots)]
            .into_iter()
            .filter_map(|(lacks, text)| lacks.then_some(text))
            .collect()
    }
}

/// The frames of threads, from the local variables that roots name: they come in the order of the frames, the top one first.
/// A frame goes on while its method stays the same and none of its slots comes again.
#[derive(Debug, Default)]
struct Stacks {
    by_thread: FxHashMap<u64, Top>,
}

#[derive(Debug, Default)]
struct Top {
    depth: u32,
    method: (i32, i32),
    slots: FxHashSet<i32>,
}

impl Stacks {
    /// The depth of the frame of a variable.
    fn depth_of(&mut self, thread: u64, method: (i32, i32), slot: i32) -> u32 {
        let top = self.by_thread.entry(thread).or_default();
        if !top.slots.is_empty() && (top.method != method || top.slots.contains(&slot)) {
            top.depth += 1;
            top.slots.clear();
        }
        top.method = method;
        top.slots.insert(slot);
        top.depth
    }
}
