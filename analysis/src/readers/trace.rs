//! Memory traces (`.mctrace`) to heap states.
//!
//! The recorder (crate `recorder`) writes what the heap looked like after some collections, each time as the difference to
//! the time before; `trace-format/FORMAT.md` says how. Opening a trace reads its names and where its states are. A heap
//! state is made in two steps: *replay* applies differences to the packed list of objects of an earlier state, and *build*
//! makes columns of the list. The list that was replayed last is kept, so reading states in their order replays
//! every difference once, and a jump applies all differences on its way at once.
//!
//! # What a state is
//!
//! * The address of an object is its id: the same object has the same address in all states, and no other object ever has it.
//! * Objects are those that the JVM reached. All of them count but those that only references outside the rules of heap
//!   dumps lead to: classes that nothing but the constant pool or the interfaces of others name.
//! * Sizes are what the JVM told. Class objects have theirs without the values of static fields, which lie in them.
//! * References are known with their fields; numbers and texts are not ([`crate::Value::NotRecorded`]).
//!
//! # Damage
//!
//! A block that is damaged costs what it held: it is counted, with its place. Counts that the recorder wrote behind every
//! state are compared with what was read, so that nothing is missing silently.

mod arriving;
mod build;
mod changes;
mod dictionary;
mod directory;
mod lifetimes;
mod objects;
mod origins;
mod records;
mod roots;
mod stores;
mod summary;
#[cfg(test)]
mod tests;
mod types;
mod unseen;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use trace_format::{BlockEntry, BlockKind, Scan, scan};

pub use arriving::{ArrivedTrace, arrived_trace};
pub use summary::{TraceInfo, TraceState};

use self::arriving::is_read_late;
use self::changes::{Changes, Descriptors, Odd};
use self::dictionary::{Dictionary, read_block};
use self::directory::{Directory, Step};
use self::objects::Objects;
use self::origins::{Allocated, LazyAllocated};
use self::types::Types;
use super::anttracks;
use super::files::ByteSource;
use crate::base::error::{Error, Result};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::heap::HeapState;
use crate::over_time::lifetimes::Lifetimes;
use crate::readers::hprof::options::LoadOptions;

/// Whether a file that begins like this is a memory trace.
pub(crate) fn is_memory_trace(head: &[u8]) -> bool {
    trace_format::is_trace(head)
}

/// When a trace began, in milliseconds since the epoch, by its first bytes; `None` if they do not tell.
pub(crate) fn time_in_head(head: &[u8]) -> Option<i64> {
    i64::try_from(trace_format::Head::read(head).ok()?.start_millis).ok()
}

/// Decompressed bytes of blocks that are applied at once. A birth may take a single one, and 16 bytes while it is applied.
const BATCH_BYTES: u64 = 16 << 20;

/// A trace that was opened.
#[derive(Debug)]
pub struct Trace {
    source: ByteSource,
    name: PathBuf,
    scan: Scan,
    dictionary: Dictionary,
    collections: Vec<trace_format::Collection>,
    directory: Directory,
    types: Arc<Types>,
    allocated: LazyAllocated,
    replayed: Mutex<Option<Replayed>>,
    /// Where it was made of a file of another format.
    origin: Option<Origin>,
}

/// What a trace was made of.
#[derive(Debug)]
struct Origin {
    /// Bytes of the file, or of all its parts.
    bytes: u64,
    /// Nothing tells which objects are reachable.
    keeps_all: bool,
}

/// The objects after a step.
#[derive(Debug, Clone)]
struct Replayed {
    step: usize,
    objects: Arc<Objects>,
    descriptors: Arc<Descriptors>,
    /// Where the first damaged block begins of those that this step builds on.
    damaged: Option<u64>,
}

impl Trace {
    /// Reads names, collections and the places of states; `name` is only for messages.
    ///
    /// # Errors
    /// [`Error::NotTrace`] if the bytes do not begin like a trace, [`Error::Cancelled`]. Damage further on is no error: what
    /// can be read is used, the rest is counted in `warnings`.
    pub fn open(source: &ByteSource, name: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        progress.start("Looking through the trace", source.len() as u64);
        let refuse = |error: trace_format::Malformed| Error::NotTrace {
            file: name.to_owned(),
            reason: error.what.to_owned(),
            offset: error.at as u64,
        };
        let scan = scan(source).map_err(refuse)?;
        for lost in &scan.lost {
            let what = if lost.damage == trace_format::Damage::CutOff {
                "The trace ends within a block; what came before is used"
            } else {
                "A stretch of the trace is damaged; what it held is missing"
            };
            warnings.add(what, format!("{} bytes at byte {}: {}", lost.bytes, lost.at, lost.damage));
        }
        progress.check()?;
        let dictionary = Dictionary::read(source, &scan.blocks, progress, warnings)?;
        let of_kind = |kind: BlockKind| scan.blocks.iter().filter(move |entry| entry.kind == Some(kind));
        let collections =
            of_kind(BlockKind::Collections).filter_map(|entry| read_block::<trace_format::Collections>(source, entry, warnings));
        let mut collections: Vec<_> = collections.flat_map(|block| block.collections).collect();
        collections.sort_by_key(|collection| collection.number);
        let directory = Directory::of(source, &scan, warnings);
        Ok(Self {
            source: source.clone(),
            name: name.to_owned(),
            types: Arc::new(Types::of(&dictionary)),
            dictionary,
            collections,
            directory,
            scan,
            allocated: LazyAllocated::default(),
            replayed: Mutex::default(),
            origin: None,
        })
    }

    /// Reads a trace of AntTracks from its path; its symbols file lies beside it, and so do the others if it is one of several
    /// files. The whole trace is replayed.
    ///
    /// # Errors
    /// [`Error::NotTrace`] if it is none, or lacks its symbols; [`Error::Io`], [`Error::Limit`], [`Error::Cancelled`].
    pub fn open_anttracks(source: &ByteSource, path: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let converted = anttracks::convert_file(source, path, progress, warnings)?;
        Self::of_converted(&converted, path, progress, warnings)
    }

    /// Reads a trace of AntTracks and its symbols from memory; `name` is only for messages.
    ///
    /// # Errors
    /// As [`Trace::open_anttracks`].
    pub fn of_anttracks(source: &ByteSource, symbols: &[u8], name: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let converted = anttracks::convert(&[(source, name)], (symbols, name), progress, warnings)?;
        Self::of_converted(&converted, name, progress, warnings)
    }

    fn of_converted(converted: &anttracks::Converted, name: &Path, progress: &Progress, warnings: &Warnings) -> Result<Self> {
        let keeps_all = !converted.limits.is_empty();
        for limit in &converted.limits {
            warnings.add("All objects count, reachable or not", limit);
        }
        let origin = Some(Origin { bytes: converted.bytes, keeps_all });
        Ok(Self { origin, ..Self::open(&converted.source, name, progress, warnings)? })
    }

    /// Reads all blocks, to tell in `warnings` which are damaged.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn check(&self, progress: &Progress, warnings: &Warnings) -> Result<()> {
        let unread: Vec<&BlockEntry> = self.scan.blocks.iter().filter(|entry| entry.kind.is_some_and(is_read_late)).collect();
        progress.start("Checking all blocks", unread.iter().map(|entry| entry.stored_bytes()).sum());
        let check = |entry: &&BlockEntry| {
            let damage = entry.content(&self.source).err();
            self.source.release(entry.at as usize..(entry.at + entry.stored_bytes()) as usize);
            progress.advance(entry.stored_bytes())?;
            Ok(damage.map(|damage| format!("at byte {}: {damage}", entry.at)))
        };
        let damaged: Vec<Option<String>> = unread.par_iter().map(check).collect::<Result<_>>()?;
        damaged.into_iter().flatten().for_each(|damage| warnings.add(changes::DAMAGED, damage));
        Ok(())
    }

    /// Number of heap states.
    #[must_use]
    pub fn len(&self) -> usize {
        self.directory.shown.len()
    }

    /// Whether no heap state was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.directory.shown.is_empty()
    }

    /// Makes a heap state (0 is the first). Cheapest in ascending order.
    ///
    /// # Errors
    /// [`Error::Empty`] if there is none, [`Error::Request`] if there is none of this number, [`Error::Limit`] beyond 2³² objects, [`Error::Cancelled`].
    pub fn heap_state(&self, state: usize, options: &LoadOptions, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        if let Some(reason) = self.why_no_states() {
            return Err(Error::Empty { reason: format!("{}: {reason}", self.name.display()) });
        }
        let Some(&at) = self.directory.shown.get(state) else {
            let states = if self.len() == 1 { "one heap state".to_owned() } else { format!("{} heap states", self.len()) };
            return Err(Error::Request(format!("{} holds {states}; there is no number {}", self.name.display(), state + 1)));
        };
        let mut options = *options;
        options.policy.keep_unreachable |= self.origin.as_ref().is_some_and(|origin| origin.keeps_all);
        let step = &self.directory.steps[at];
        let replayed = self.replay(at, progress, warnings)?;
        let mut roots = Vec::new();
        for entry in &step.roots {
            roots.extend(read_block::<trace_format::Roots>(&self.source, entry, warnings).into_iter().flat_map(|block| block.roots));
        }
        if let Some(end) = step.end.filter(|end| end.objects != replayed.objects.len() as u64) {
            let what = "A heap state does not have as many objects as were recorded: parts of the trace are missing";
            warnings.add(what, format!("state {}: {} instead of {}", state + 1, replayed.objects.len(), end.objects));
        }
        if let Some(damaged) = replayed.damaged {
            let what = "A heap state builds on a damaged block: objects or references of it are missing";
            warnings.add(what, format!("state {} of {}, block at byte {damaged}", state + 1, self.name.display()));
        }
        let begin = step.begin.unwrap_or_default();
        // Nothing is known of what states before objects were numbered anew had.
        let anew = self.directory.last_anew(at);
        let walks = self.directory.steps[anew..=at].iter().filter_map(|step| Some(step.begin?.collections)).collect();
        let parts = build::Parts {
            objects: replayed.objects,
            descriptors: replayed.descriptors,
            types: &self.types,
            allocated: self.allocated(progress, warnings)?,
            dictionary: &self.dictionary,
            time_millis: self.time_millis(begin.nanos),
            collections: begin.collections,
            walks,
            numbered_at: anew,
            is_numbered_anew: begin.numbers_anew,
        };
        let threads = |addresses: &crate::heap::AddressIndex| roots::resolve(&roots, &self.dictionary, addresses, warnings);
        let mut heap = build::build(&parts, threads, &options, progress, warnings)?;
        self.source.check_whole(&self.name)?;
        heap.estimate_origins(progress)?;
        stores::add(&mut heap, (&self.source, &self.scan.blocks), step.at, (&self.dictionary, &self.types), progress, warnings)?;
        Ok(heap)
    }

    /// Lives of all objects whose allocation was seen, from birth to death; none if no allocation was.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn lifetimes(&self, progress: &Progress, warnings: &Warnings) -> Result<Lifetimes> {
        let of_states = self.directory.steps.iter().filter_map(|step| Some(step.begin?.collections)).max();
        let collections = self.collections.last().map_or(0, |last| last.number).max(of_states.unwrap_or(0));
        let names = (&self.dictionary, &*self.types);
        origins::lifetimes(&self.source, &self.scan.blocks, names, collections, progress, warnings)
    }

    /// As [`Trace::lifetimes`]; where every allocation was recorded also with the objects of states whose allocation was not seen.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn lifetimes_with_unseen(&self, progress: &Progress, warnings: &Warnings) -> Result<Lifetimes> {
        let seen = self.lifetimes(progress, warnings)?;
        if seen.are_sampled() {
            // Objects that no sample fell on are in the estimate already.
            return Ok(seen);
        }
        let unseen = unseen::unseen(&self.source, &self.directory.steps, (&seen, &self.types), progress, warnings)?;
        Ok(seen.with_unseen(unseen))
    }

    /// Lets go of what was replayed: the next state is made from the start again.
    pub fn forget_replayed(&self) {
        *self.replayed.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Takes over what was replayed of this recording when less of it was there: the next state of a trace that grows is one
    /// step away, not all of them.
    pub fn go_on_from(&self, before: &Self) {
        let replayed = |trace: &Self| trace.replayed.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (steps, steps_before) = (&self.directory.steps, &before.directory.steps);
        let is_same = |known: &Replayed| {
            self.scan.head.recording == before.scan.head.recording
                && steps.get(..=known.step).is_some_and(|steps| Some(steps) == steps_before.get(..=known.step))
        };
        if let Some(known) = replayed(before).filter(is_same) {
            *self.replayed.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        }
    }

    /// What is wrong with these blocks is told to whoever asks first.
    fn allocated(&self, progress: &Progress, warnings: &Warnings) -> Result<Option<&Allocated>> {
        if let Some(known) = self.allocated.get() {
            return Ok(known.as_ref());
        }
        let read = Allocated::read(&self.source, &self.scan.blocks, &self.dictionary, progress, warnings)?;
        Ok(self.allocated.get_or_init(|| read).as_ref())
    }

    fn time_millis(&self, nanos: u64) -> i64 {
        i64::try_from(self.scan.head.start_millis.saturating_add(nanos / 1_000_000)).unwrap_or(i64::MAX)
    }

    /// The objects after a step, from the list before or the nearest full state.
    fn replay(&self, at: usize, progress: &Progress, warnings: &Warnings) -> Result<Replayed> {
        let mut kept = self.replayed.lock().unwrap_or_else(PoisonError::into_inner);
        let steps = &self.directory.steps;
        let full = (0..=at).rev().find(|&at| steps[at].is_full()).unwrap_or(0);
        let known = kept.take().filter(|known| (full..=at).contains(&known.step));
        let (mut now, first) = match known {
            Some(known) => {
                let next = known.step + 1;
                (known, next)
            }
            None => (Replayed { step: full, objects: Arc::default(), descriptors: Arc::default(), damaged: None }, full),
        };
        if first <= at {
            if steps[at].lacks_base || steps[full].lacks_base {
                warnings.add("The state before a difference is lost; objects are missing", format!("at byte {}", steps[full].at));
            }
            let bytes = steps[first..=at].iter().map(|step| step.bytes().0).sum();
            progress.start("Replaying the trace", bytes);
            let mut odd = Odd::default();
            for batch in batches(&steps[first..=at], first) {
                let more = self.apply(&mut now, &batch, progress, warnings)?;
                odd = Odd { strays: odd.strays + more.strays, twins: odd.twins + more.twins };
            }
            warnings.add_many("References of objects that are not in the state were dropped", odd.strays, "");
            warnings.add_many("Objects were born that the state had already; what was said last counts", odd.twins, "");
            now.step = at;
        }
        *kept = Some(now.clone());
        Ok(now)
    }

    fn apply(&self, now: &mut Replayed, batch: &[(BlockEntry, u32)], progress: &Progress, warnings: &Warnings) -> Result<Odd> {
        let descriptors = Arc::make_mut(&mut now.descriptors);
        let changes = Changes::read(&self.source, batch, descriptors, progress, warnings)?;
        let (objects, odd) = changes.apply(&now.objects, progress)?;
        now.objects = Arc::new(objects);
        now.damaged = now.damaged.or(changes.damaged);
        if let (Some(first), Some(last)) = (batch.first(), batch.last()) {
            self.source.release(first.0.at as usize..(last.0.at + last.0.stored_bytes()) as usize);
        }
        Ok(odd)
    }
}

/// Blocks that are applied together, each with the number of its step. Small steps are joined; of large ones births and
/// deaths come first, then rows by the share.
fn batches(steps: &[Step], first: usize) -> Vec<Vec<(BlockEntry, u32)>> {
    let mut batches: Vec<Vec<(BlockEntry, u32)>> = vec![Vec::new()];
    let mut bytes = 0;
    for (number, step) in (first as u32..).zip(steps) {
        let of_step = step.bytes().1;
        let is_large = of_step > BATCH_BYTES;
        if bytes + of_step > BATCH_BYTES {
            batches.push(Vec::new());
            bytes = 0;
        }
        let (rows, others): (Vec<BlockEntry>, Vec<BlockEntry>) =
            step.changes.iter().partition(|entry| is_large && entry.kind == Some(BlockKind::Rows));
        let add = |entry: BlockEntry, batches: &mut Vec<Vec<_>>| {
            if let Some(batch) = batches.last_mut() {
                batch.push((entry, number));
            }
        };
        others.into_iter().for_each(|entry| add(entry, &mut batches));
        bytes = if is_large { BATCH_BYTES } else { bytes + of_step };
        for entry in rows {
            if bytes + u64::from(entry.raw_bytes()) > BATCH_BYTES {
                batches.push(Vec::new());
                bytes = 0;
            }
            bytes += u64::from(entry.raw_bytes());
            add(entry, &mut batches);
        }
    }
    batches.retain(|batch| !batch.is_empty());
    batches
}
