//! Recordings of the JDK Flight Recorder (`.jfr`), as JDK 11 and later write them: what they tell of the memory of a program.
//!
//! ```text
//! file      chunk, chunk, ...               each with a header, and readable by itself
//! chunk     header, event, event, ...       two events are special: the description of the types, and constants
//! event     size, type, fields              classes, call stacks, threads are numbers of constants
//! ```
//!
//! Which fields an event has its chunk says; so plans are worked out once per chunk ([`plan`]). A chunk is passed twice: first to note
//! where its constants are, which may come behind the events that name them, then to read the events that are asked for. All others are
//! passed by their size. What is kept are sums where there is no limit to the number of events; see [`recording`].
//!
//! Memory: 16 bytes per constant of the chunk that is read, and what [`JfrRecording`] holds.

mod allocated;
mod allocations;
mod chunk;
mod collections;
mod constants;
mod cursor;
mod events;
mod metadata;
mod plan;
mod recording;
mod resolver;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

pub use allocated::allocated_tree;
pub use recording::{
    AllocationSum, Allocations, CountedClasses, HeapMoment, HeapUse, JfrRecording, Link, LinkIndex, OldObject, OldObjectRoot, ReferredBy,
    Referrer,
};
pub use tables::{Frame, NameIndex, StackIndex, Tables};

use allocations::{Adding, Source};
use chunk::{Chunk, ChunkEnd, Clock, HEADER_BYTES, Header, VERSION, chunks_of};
use collections::{Collections, Itself, Space, SpaceUse, When};
use constants::{CONSTANTS_TYPE, Constants, Pool};
use events::{Counts, Event, Events, Kind, Plans, int};
use metadata::{METADATA_TYPE, Metadata, description_at};
use plan::Values;
use resolver::Resolver;

use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::over_time::gc_events::{GcEvents, GcPause};
use crate::trees::memory_tree::NodeTotals;

/// Bytes between two looks whether the user wants to stop.
const STRETCH_BYTES: usize = 1 << 20;

const NANOS_PER_MILLI: i64 = 1_000_000;

/// Between the first and the last class that is told of one counting. JDK 17 gives each class a time of its own.
const MOST_COUNTING_NANOS: u64 = 10_000_000_000;

/// Whether bytes begin like a recording.
#[must_use]
pub fn is_jfr(head: &[u8]) -> bool {
    head.starts_with(&chunk::MAGIC)
}

/// When a recording begins, in milliseconds since the epoch.
pub(crate) fn time_in_head(head: &[u8]) -> Option<i64> {
    Header::read(head).map(|header| header.start_nanos.div_euclid(NANOS_PER_MILLI))
}

/// Reads a recording, or several one behind the other. `file` is for messages.
///
/// A chunk that is damaged or not yet written to its end is read as far as it goes, and `warnings` say so.
///
/// # Errors
/// [`Error::NotRecording`] if there is no chunk that can be read, [`Error::Cancelled`].
pub fn read_jfr(bytes: &[u8], file: &Path, progress: &Progress, warnings: &Warnings) -> Result<JfrRecording> {
    let not_recording = |reason: String, offset: usize| Error::NotRecording { file: file.to_owned(), reason, offset: offset as u64 };
    if !is_jfr(bytes) {
        return Err(not_recording("this is no JFR recording; those begin with FLR".into(), 0));
    }
    let (mut chunks, gaps) = chunks_of(bytes);
    for gap in gaps {
        let where_it_is = format_args!("{} at byte {}, {} bytes", file.display(), gap.start, gap.len());
        warnings.add("a part of a JFR recording that is no chunk was left out", where_it_is);
    }
    let mut left_out: Vec<(usize, String)> = Vec::new();
    chunks.retain(|chunk| {
        let reason = why_not(&chunk.header);
        left_out.extend(reason.clone().map(|reason| (chunk.place.start, reason)));
        reason.is_none()
    });
    if chunks.is_empty() {
        let first = left_out.into_iter().next();
        let (at, reason) = first.unwrap_or_else(|| (0, "it ends within the header of its first chunk".into()));
        return Err(not_recording(reason, at));
    }
    for (at, reason) in left_out {
        warnings.add("a chunk was left out", format_args!("{} at byte {at}: {reason}", file.display()));
    }
    progress.start("Reading the recording", 2 * bytes.len() as u64);
    let mut reader = Reader::new(&chunks, file, progress, warnings);
    for chunk in &chunks {
        reader.read_chunk(bytes, chunk)?;
    }
    reader.finish()
}

/// Why a chunk cannot be read, if so.
fn why_not(header: &Header) -> Option<String> {
    if header.version != VERSION {
        return Some(format!("its version is {}, only version {VERSION} of JDK 11 and later is known", header.version));
    }
    (!header.has_compressed_integers).then(|| "its integers are not compressed, which no JVM writes".into())
}

/// What was read so far.
struct Reader<'r> {
    file: &'r Path,
    progress: &'r Progress,
    warnings: &'r Warnings,
    /// Bytes that were passed since the last look whether the user wants to stop.
    unreported: usize,
    zero_nanos: i64,
    end_nanos: u64,
    /// The description that the last chunk had, as it stands there and as it was read.
    last_metadata: Option<(&'r [u8], Rc<Metadata>)>,
    tables: Tables,
    links: Vec<Link>,
    gathered: Gathered,
    event_counts: BTreeMap<Arc<str>, u64>,
    chunks: usize,
}

/// What events have told so far.
struct Gathered {
    collections: Collections,
    heap: Vec<HeapUse>,
    counts: Vec<CountedClasses>,
    /// By the number of the collection, and by what the counts are told: the last counts of this kind.
    last_counts: BTreeMap<(u32, Kind), usize>,
    samples: Adding,
    buffers: Adding,
    old_objects: Vec<OldObject>,
}

impl<'r> Reader<'r> {
    fn new(chunks: &[Chunk], file: &'r Path, progress: &'r Progress, warnings: &'r Warnings) -> Self {
        let starts = chunks.iter().map(|chunk| chunk.header.start_nanos);
        // Zero is a whole number of milliseconds, in which it is told.
        let zero_nanos = starts.min().unwrap_or(0).div_euclid(NANOS_PER_MILLI).saturating_mul(NANOS_PER_MILLI);
        let end = |chunk: &Chunk| chunk.header.start_nanos.saturating_add(chunk.header.duration_nanos).saturating_sub(zero_nanos);
        let end_nanos = chunks.iter().map(|chunk| end(chunk).max(0) as u64).max().unwrap_or(0);
        Self {
            file,
            progress,
            warnings,
            unreported: 0,
            zero_nanos,
            end_nanos,
            last_metadata: None,
            tables: Tables::default(),
            links: Vec::new(),
            gathered: Gathered {
                collections: Collections::default(),
                heap: Vec::new(),
                counts: Vec::new(),
                last_counts: BTreeMap::new(),
                samples: Adding::new(end_nanos),
                buffers: Adding::new(end_nanos),
                old_objects: Vec::new(),
            },
            event_counts: BTreeMap::new(),
            chunks: 0,
        }
    }

    fn warn(&self, kind: &str, at: usize) {
        self.warnings.add(kind, format_args!("{} at byte {at}", self.file.display()));
    }

    /// So many bytes were passed.
    #[inline]
    fn passed(&mut self, bytes: usize) -> Result<()> {
        self.unreported += bytes;
        if self.unreported < STRETCH_BYTES {
            return Ok(());
        }
        self.progress.advance(std::mem::take(&mut self.unreported) as u64)
    }

    fn read_chunk(&mut self, file: &'r [u8], chunk: &Chunk) -> Result<()> {
        let (start, bytes) = (chunk.place.start, &file[chunk.place.clone()]);
        match chunk.end {
            _ if !chunk.header.is_complete => self.warn("a chunk was still being written; what was there is read", start),
            ChunkEnd::AsTold | ChunkEnd::OtherBytesFollow => {}
            ChunkEnd::NotTold => self.warn("the size of a chunk is missing; it is read as far as it goes", start),
            ChunkEnd::TooEarly => self.warn("a chunk ends early; what came before is read", start),
        }
        let Some(metadata) = self.metadata_of(bytes, &chunk.header, start)? else { return Ok(()) };
        let mut constants = Constants::new(bytes, &metadata);
        let plans = Plans::of(&metadata, &mut constants);
        let wanted = self.note_constants(bytes, start, &mut constants, &metadata, &plans)?;
        self.chunks += 1;
        self.gathered.collections.next_chunk();
        if !wanted {
            return self.passed(bytes.len());
        }
        let clock = chunk.header.clock(self.zero_nanos);
        // The tables are lent to whoever answers for this chunk.
        let (mut tables, mut links) = (std::mem::take(&mut self.tables), std::mem::take(&mut self.links));
        let read = self.read_events(bytes, start, clock, &plans, Resolver::new(&constants, &mut tables, &mut links));
        (self.tables, self.links) = (tables, links);
        read
    }

    /// What describes a chunk: what its header points to, else the last description in it, else that of the chunk before.
    fn metadata_of(&mut self, bytes: &'r [u8], header: &Header, start: usize) -> Result<Option<Rc<Metadata>>> {
        let told = usize::try_from(header.metadata_at).ok().filter(|&at| at >= HEADER_BYTES);
        let mut metadata = told.and_then(|at| self.metadata_at(bytes, at));
        if metadata.is_none() {
            let mut last = None;
            for event in Events::new(bytes, HEADER_BYTES) {
                if event.of_type == METADATA_TYPE {
                    last = Some(event.at);
                }
                self.passed(event.end - event.at)?;
            }
            metadata = last.and_then(|at| self.metadata_at(bytes, at));
        }
        if metadata.is_some() {
            self.last_metadata = metadata;
        } else if self.last_metadata.is_some() {
            self.warn("a chunk has no description of its events; that of the chunk before is taken", start);
        } else {
            self.warn("a chunk was left out, because it has no description of its events", start);
        }
        Ok(self.last_metadata.as_ref().map(|(_, metadata)| metadata.clone()))
    }

    /// The description that begins at `at`, if there is one. Most chunks have that of the chunk before once more.
    fn metadata_at(&self, bytes: &'r [u8], at: usize) -> Option<(&'r [u8], Rc<Metadata>)> {
        let description = description_at(bytes, at)?;
        match &self.last_metadata {
            Some((last, metadata)) if *last == description => Some((description, metadata.clone())),
            _ => Metadata::read(description).map(|metadata| (description, Rc::new(metadata))),
        }
    }

    /// Passes a chunk for the first time: notes its constants and counts its events. Whether some are to be read.
    fn note_constants(
        &mut self,
        bytes: &[u8],
        start: usize,
        constants: &mut Constants<'_>,
        metadata: &Metadata,
        plans: &Plans,
    ) -> Result<bool> {
        let (mut counts, mut wanted) = (Counts::default(), false);
        let mut events = Events::new(bytes, HEADER_BYTES);
        for event in events.by_ref() {
            match event.of_type {
                METADATA_TYPE => {}
                CONSTANTS_TYPE => {
                    if constants.take(event.bounded()).is_none() {
                        self.warn("constants of a JFR recording cannot be read", start + event.at);
                    }
                }
                of_type => {
                    counts.add(of_type);
                    wanted = wanted || plans.of_type(of_type).is_some();
                }
            }
            self.passed(event.end - event.at)?;
        }
        if events.at() < bytes.len() {
            let left = format_args!("{} at byte {}, {} bytes", self.file.display(), start + events.at(), bytes.len() - events.at());
            self.warnings.add("the rest of a chunk cannot be read", left);
        }
        constants.finish();
        for (number, count) in counts.finish() {
            if let Some(of) = metadata.of_number(number) {
                *self.event_counts.entry(of.name.clone()).or_default() += count;
            }
        }
        Ok(wanted)
    }

    /// Passes a chunk for the second time, and reads what is wanted.
    fn read_events(&mut self, bytes: &[u8], start: usize, clock: Clock, plans: &Plans, mut resolver: Resolver<'_, '_>) -> Result<()> {
        let mut values = Values::default();
        for Event { of_type, at, end, mut body } in Events::new(bytes, HEADER_BYTES) {
            if let Some((kind, plan)) = plans.of_type(of_type) {
                match plan.read_into(&mut body, &mut values).filter(|()| body.at() <= end) {
                    Some(()) => self.gathered.take(*kind, &values, &clock, &mut resolver),
                    None => self.warn("an event of a JFR recording cannot be read", start + at),
                }
            }
            self.passed(end - at)?;
        }
        self.gathered.samples.end_chunk(&mut resolver);
        self.gathered.buffers.end_chunk(&mut resolver);
        Ok(())
    }

    fn finish(self) -> Result<JfrRecording> {
        self.progress.check()?;
        let Self { zero_nanos, mut end_nanos, mut tables, links, gathered, event_counts, chunks, .. } = self;
        let Gathered { collections, mut heap, mut counts, samples, buffers, mut old_objects, .. } = gathered;
        let events = collections.finish();
        // Chunks that were still being written do not say how long they are.
        end_nanos = events.last().map_or(end_nanos, |event| end_nanos.max(event.end_nanos));
        heap.sort_by_key(|of| of.nanos);
        end_nanos = heap.last().map_or(end_nanos, |of| end_nanos.max(of.nanos));
        counts.sort_by_key(|counted| counted.nanos);
        old_objects.sort_by_key(|object| object.nanos);
        tables.finish();
        Ok(JfrRecording {
            gc: Arc::new(GcEvents { zero_millis: Some(zero_nanos.div_euclid(NANOS_PER_MILLI)), end_nanos, events, ..GcEvents::default() }),
            heap,
            counts,
            samples: samples.finish(),
            buffers: buffers.finish(),
            old_objects,
            links,
            tables,
            events: event_counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect(),
            chunks,
        })
    }
}

impl Gathered {
    #[inline]
    fn take(&mut self, kind: Kind, values: &Values, clock: &Clock, resolver: &mut Resolver<'_, '_>) {
        let nanos = clock.moment_since_zero(values.get(0).unwrap_or(0));
        match kind {
            Kind::Sample | Kind::Buffer => {
                let [class, stack, thread, bytes] = [1, 2, 3, 4].map(|at| values.get(at).unwrap_or(0));
                let adding = if kind == Kind::Sample { &mut self.samples } else { &mut self.buffers };
                adding.add(nanos, Source { class, stack, thread }, bytes);
            }
            Kind::HeapBetween => {
                if let Some(used) = values.get(1) {
                    self.heap.push(HeapUse { nanos, moment: HeapMoment::Between, used, committed: values.get(2) });
                }
            }
            Kind::Count | Kind::CountAfterGc => {
                let totals = NodeTotals { objects: values.get(3).unwrap_or(0), bytes: values.get(4).unwrap_or(0) };
                let class = resolver.class(values.get(2));
                self.counts_of(kind, int(values, 1).unwrap_or(0), nanos).classes.push((class, totals));
            }
            Kind::OldObject => self.take_old_object(nanos, values, clock, resolver),
            Kind::Collection | Kind::Pause | Kind::Heap | Kind::G1Spaces | Kind::ParallelSpaces | Kind::Metaspace => {
                if let Some(number) = int(values, 1) {
                    self.take_collection(kind, number, nanos, values, clock, resolver);
                }
            }
        }
    }

    /// The counts to which a class belongs that was counted at this collection.
    fn counts_of(&mut self, kind: Kind, number: u32, nanos: u64) -> &mut CountedClasses {
        let new = self.counts.len();
        let at = self.last_counts.entry((number, kind)).or_insert(new);
        // Another JVM has the same numbers, at other times.
        if self.counts.get(*at).is_some_and(|counts| counts.nanos.abs_diff(nanos) > MOST_COUNTING_NANOS) {
            *at = new;
        }
        if *at == new {
            self.counts.push(CountedClasses { nanos, number, classes: Vec::new() });
        }
        &mut self.counts[*at]
    }

    /// Events that tell of the collection with this number.
    fn take_collection(&mut self, kind: Kind, number: u32, nanos: u64, values: &Values, clock: &Clock, resolver: &mut Resolver<'_, '_>) {
        let lasted = || values.get(2).map_or(0, |ticks| clock.span(ticks));
        match kind {
            Kind::Collection => {
                let collector = resolver.text_of(Pool::GcName, values.get(3));
                let cause = resolver.text_of(Pool::GcCause, values.get(4));
                let pause_nanos = values.get(5).map_or(0, |ticks| clock.span(ticks));
                self.collections.take_itself(number, Itself { start_nanos: nanos, nanos: lasted(), pause_nanos, collector, cause });
                return;
            }
            Kind::Pause => {
                let name = resolver.shared_text_at(values.get(3));
                self.collections.take_pause(number, GcPause { start_nanos: nanos, pause_nanos: lasted(), name });
                return;
            }
            _ => {}
        }
        let when = match &*resolver.text_of(Pool::GcWhen, values.get(2)) {
            "Before GC" => When::Before,
            "After GC" => When::After,
            _ => return,
        };
        let mut space = |space: Space, used: Option<u64>, capacity: Option<u64>| {
            if used.is_some() {
                self.collections.take_space(number, when, SpaceUse { space, used, capacity });
            }
        };
        match kind {
            Kind::G1Spaces => {
                space(Space::Eden, values.get(3), values.get(4));
                space(Space::Survivor, values.get(5), None);
                space(Space::Old, values.get(6), None);
            }
            Kind::ParallelSpaces => {
                space(Space::Eden, values.get(3), values.get(4));
                space(Space::Survivor, values.get(5), values.get(6));
                space(Space::Old, values.get(7), values.get(8));
            }
            Kind::Metaspace => space(Space::Metaspace, values.get(3), values.get(4)),
            _ => {
                let Some(used) = values.get(3) else { return };
                self.collections.take_heap(number, when, used, values.get(4));
                let moment = if when == When::Before { HeapMoment::Before(number) } else { HeapMoment::After(number) };
                self.heap.push(HeapUse { nanos, moment, used, committed: values.get(4) });
            }
        }
    }

    fn take_old_object(&mut self, nanos: u64, values: &Values, clock: &Clock, resolver: &mut Resolver<'_, '_>) {
        let root = resolver.values(Pool::Root, values.get(9)).map(|root| OldObjectRoot {
            description: resolver.text_at(root.get(0)),
            system: resolver.name_of(Pool::RootSystem, root.get(1)),
            kind: resolver.name_of(Pool::RootType, root.get(2)),
        });
        self.old_objects.push(OldObject {
            nanos,
            allocated_nanos: values.get(1).map_or(0, |ticks| clock.moment(ticks)),
            age_nanos: values.get(2).map(|ticks| clock.span(ticks)),
            bytes: values.get(3),
            // The smallest number stands for what is no array.
            length: int(values, 4).filter(|&length| length <= i32::MAX as u32),
            heap_used: values.get(5),
            thread: resolver.thread(values.get(6)),
            stack: resolver.stack(values.get(7)),
            object: resolver.link(values.get(8).unwrap_or(0)),
            root,
        });
    }
}
