//! One recording: what all threads share, what the collector tells, and the worker.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use trace_format::{
    Allocation, Classes, Collection, Collections, Deaths, Frame, Histogram, Info, Method, Site, Thread, Threads, WalkReason, info_key,
};

use crate::budget::{Budget, Way};
use crate::classes::ClassNumbers;
use crate::copied::NoCopy;
use crate::dictionary::Dictionary;
use crate::jvm::{ClassHandle, Jvm, NewObject, StoredReference, ThreadHandle, ThreadId, Tools, WalkEnd, thread_time};
use crate::live::Viewers;
use crate::options::{Detail, Options};
use crate::output::Output;
use crate::perf_counters::{AfterCollection, PerfCounters};
use crate::rolling::{FileLimits, is_gone, next_file};
use crate::samples::Samples;
use crate::sampling::Sampling;
use crate::stores::WatchedFields;
use crate::variables::VariableNames;
use crate::vm_structs::Concurrent;
use crate::walk::new_tag;
use crate::walker::{Walked, Walker};

/// Allocations that may wait for the next collection to be written.
const MOST_WAITING: usize = 1 << 15;

/// With so many of them, whoever allocates waits for the writer: about 100 MiB.
const MOST_HELD: usize = 1 << 20;

/// How long an allocation waits at most. It may hold something that the writer needs; then memory grows by one allocation per
/// such time and thread.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whoever has looked at the heap so often can say what has grown; else the end is worth a look, too.
const ENOUGH_LOOKS: u32 = 2;

/// With so many, a trace can say what grows steadily.
const MANY_LOOKS: u32 = 10;

/// The end of a program is worth a look, too, if the last one is longer ago than this part of its time.
const LAST_PART: u32 = 10;

/// Time between two looks at what a copy of the process tells: its pipe holds what it tells in that time.
const BETWEEN_POLLS: Duration = Duration::from_millis(2);

/// What a concurrent collector has found dead is gone so long after its last pause, which may take so long to come.
const SETTLES: Duration = Duration::from_millis(60);
const SETTLES_AT_LAST: Duration = Duration::from_millis(500);

/// Concurrent collectors stop the program so often in one cycle, or less: three times for one generation, then three times for the other.
const PAUSES_OF_CYCLE: u32 = 6;

/// Of a heap that is collected concurrently no more may be in use for a look: see [`Recording::settled`].
const FULL: f64 = 0.875;

/// Time between two looks whether the process is there that began the recording.
const BETWEEN_OWNER_CHECKS: Duration = Duration::from_secs(5);

/// Deaths of one block, of 16 bytes at most each.
const MOST_DEATHS: usize = 1 << 18;

thread_local! {
    /// This thread works for the recorder: what it allocates is not the program's.
    static IS_OWN: Cell<bool> = const { Cell::new(false) };
}

/// A recording.
pub(crate) struct Recording {
    /// What was asked for.
    pub(crate) options: Options,
    pub(crate) output: Output,
    pub(crate) dictionary: Dictionary,
    pub(crate) classes: ClassNumbers,
    pub(crate) samples: Samples,
    pub(crate) watched: WatchedFields,
    pub(crate) sampling: Sampling,
    /// Those of the file before, too: the JVM shows class files once.
    pub(crate) variables: Arc<VariableNames>,
    pub(crate) next_id: AtomicU64,
    pub(crate) viewers: Viewers,
    start: Instant,
    limits: FileLimits,
    collections: AtomicU32,
    looked_nanos: AtomicU64,
    thread_id: Mutex<Option<ThreadId>>,
    signals: Mutex<Signals>,
    changed: Condvar,
    walker: Mutex<Walker>,
}

/// A collection that has ended.
#[derive(Debug, Clone)]
struct Ended {
    number: u32,
    began: Duration,
    ended: Duration,
    after: AfterCollection,
}

/// What the collector tells, for the worker to see.
#[derive(Debug, Default)]
struct Signals {
    began: Option<(Duration, Option<String>)>,
    ended: Vec<Ended>,
    counters: Option<PerfCounters>,
    /// The collector tells of its pauses, and works on behind them.
    is_concurrent: bool,
    /// Allocations should be written.
    is_full: bool,
    /// Somebody wants a walk.
    is_requested: bool,
    stop: bool,
}

impl Signals {
    /// When the collections that have ended can be told of; `None` if none has.
    fn settles_at(&self) -> Option<Duration> {
        let (first, last) = (self.ended.first()?.ended, self.ended.last()?.ended);
        Some(if self.is_concurrent { (last + SETTLES).min(first + SETTLES_AT_LAST) } else { last })
    }
}

/// Why the worker has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    /// The recording is over.
    Stopped,
    /// Whoever began the recording is gone without an end to it: nobody else will end it.
    Abandoned,
    /// The file is full.
    FileIsFull,
}

/// What ends with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndOf {
    /// The file alone: the recording goes on in another one.
    File,
    /// The recording, and perhaps the program.
    Recording,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recording {
    /// Creates the file. `names` is an environment of its own, for numbers of classes; `variables` are known already.
    ///
    /// # Errors
    /// When it cannot be created, in words.
    pub(crate) fn create(options: Options, names: Tools, variables: Arc<VariableNames>) -> Result<Self, String> {
        let (path, most) = next_file(&options);
        let output = Output::create(&path, most).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let limits = FileLimits::new(&options);
        let budget = options.budget.filter(|_| options.detail != Detail::Full);
        let finest = if options.detail == Detail::Full { 0 } else { options.sampling_interval };
        Ok(Self {
            sampling: Sampling::new(finest, budget),
            walker: Mutex::new(Walker::new(Budget::new(budget, options.max_pause, options.detail))),
            watched: WatchedFields::new(&options.stores),
            options,
            output,
            limits,
            dictionary: Dictionary::default(),
            classes: ClassNumbers::new(names),
            samples: Samples::default(),
            variables,
            next_id: AtomicU64::new(1),
            viewers: Viewers::default(),
            start: Instant::now(),
            collections: AtomicU32::new(0),
            looked_nanos: AtomicU64::new(0),
            thread_id: Mutex::default(),
            signals: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// The recording goes on in another file, once this one is finished and the JVM was left.
    ///
    /// # Errors
    /// When it cannot be created, in words.
    pub(crate) fn next(&self) -> Result<Self, String> {
        let next = Self::create(self.options.clone(), self.classes.tools(), Arc::clone(&self.variables))?;
        next.note_limit("call stacks and ages of objects that were there before this file, one of several (--keep)".to_owned());
        Ok(next)
    }

    /// Time since the start of the trace.
    pub(crate) fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// When the heap was looked at last.
    fn looked(&self) -> Duration {
        Duration::from_nanos(self.looked_nanos.load(Ordering::Relaxed))
    }

    /// The heap was looked at just now.
    fn note_look(&self) {
        self.looked_nanos.store(self.now().as_nanos() as u64, Ordering::Relaxed);
    }

    /// How many collections have ended.
    pub(crate) fn collections(&self) -> u32 {
        self.collections.load(Ordering::Relaxed)
    }

    /// What was allocated before that collection had ended has outlived a cycle of the collector since, if it has not been taken.
    ///
    /// A collector that works beside the program keeps until its next cycle what anybody takes in hand during this one, and to tag an
    /// object is to take it in hand: of short-living objects that would be most of the heap, and there might be no room for others.
    pub(crate) fn settled(&self) -> u32 {
        if lock(&self.signals).is_concurrent { self.collections().saturating_sub(PAUSES_OF_CYCLE) } else { u32::MAX }
    }

    /// Whether the JVM is to tell of allocations.
    pub(crate) fn samples_allocations(&self) -> bool {
        self.options.detail == Detail::Full || self.options.sampling_interval > 0
    }

    /// Whether the JVM is to show class files: roots with the names of local variables are part of heap states.
    pub(crate) fn names_variables(&self) -> bool {
        self.options.detail != Detail::Counts
    }

    /// Something could not be recorded.
    pub(crate) fn note_limit(&self, limit: String) {
        lock(&self.walker).limits.push(limit);
    }

    /// A collection begins; the program stands still.
    pub(crate) fn collection_begins(&self) {
        let mut signals = lock(&self.signals);
        let cause = signals.counters.as_mut().and_then(PerfCounters::before_collection);
        signals.began = Some((self.now(), cause));
    }

    /// A collection has ended; the program will go on.
    pub(crate) fn collection_ends(&self) {
        let number = self.collections.fetch_add(1, Ordering::Relaxed) + 1;
        let mut signals = lock(&self.signals);
        let ended = self.now();
        let (began, cause) = signals.began.take().unwrap_or((ended, None));
        let after = signals.counters.as_mut().map(|counters| counters.after_collection(cause)).unwrap_or_default();
        signals.ended.push(Ended { number, began, ended, after });
        self.changed.notify_all();
    }

    /// Somebody wants a walk, whatever it costs.
    pub(crate) fn request_walk(&self) {
        lock(&self.signals).is_requested = true;
        self.changed.notify_all();
    }

    /// An object was allocated. Returns the mean distance of samples in bytes if it is to change.
    pub(crate) fn allocated(&self, jvm: Jvm<'_>, object: &NewObject) -> Option<u32> {
        if IS_OWN.get() || self.output.has_failed() {
            return None;
        }
        let begin = thread_time();
        self.sample(jvm, object);
        self.sampling.spent(thread_time().saturating_sub(begin), self.now())
    }

    fn sample(&self, jvm: Jvm<'_>, object: &NewObject) {
        let distance = self.sampling.distance_of_sample();
        if self.sampling.is_too_early(distance, self.collections()) {
            return;
        }
        let Some(weak) = object.weak(jvm) else { return };
        let (class, is_array) = self.classes.look_up(object.class);
        let (site, thread) = (self.site(jvm), self.thread(jvm, object.thread));
        let allocation = Allocation {
            id: self.next_id.fetch_add(1, Ordering::Relaxed),
            class,
            bytes: object.bytes,
            length: is_array.then(|| object.array_length(jvm)),
            site,
            thread,
            collections: self.collections(),
        };
        // Looking tags up is slow after a collection, so samples are tagged before a walk, all together. An object that is
        // allocated between that and the walk keeps no call stack; where every allocation counts, none may be lost.
        let is_tagged = self.options.detail == Detail::Full;
        if is_tagged {
            weak.tag(jvm, new_tag(allocation.id));
        }
        self.samples.add(distance, allocation, weak, is_tagged);
        self.keep_back(|| self.samples.waiting());
    }

    /// Wakes the worker where much waits to be written, and slows the program down where too much does: nothing is lost, and
    /// memory stays bounded.
    fn keep_back(&self, waiting: impl Fn() -> usize) {
        if waiting() < MOST_WAITING {
            return;
        }
        let begin = Instant::now();
        let mut signals = lock(&self.signals);
        signals.is_full = true;
        self.changed.notify_all();
        while waiting() >= MOST_HELD && !signals.stop && begin.elapsed() < PATIENCE {
            signals = self.changed.wait_timeout(signals, PATIENCE / 20).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The number of this thread's call stack; that of one without frames where others have asked for theirs for too long.
    fn site(&self, jvm: Jvm<'_>) -> u32 {
        let (stack, is_cut) = match self.sampling.turn() {
            Some(_turn) => jvm.call_stack(self.options.stack_depth),
            None => (Vec::new(), false),
        };
        if let Some(site) = self.dictionary.known_stack(&stack) {
            return site;
        }
        let frame = |&(method, at): &(usize, i64)| {
            self.dictionary.frame((method, at), || Frame { method: self.method(jvm, method), line: jvm.line(method, at) })
        };
        let site = Site { frames: stack.iter().map(frame).collect(), cut: is_cut };
        self.dictionary.stack(stack, site)
    }

    /// The id that a thread is told by; 0 if nothing is known of it.
    fn thread(&self, jvm: Jvm<'_>, thread: ThreadHandle) -> u64 {
        if thread.is_missing() {
            return 0;
        }
        let id = lock(&self.thread_id).map_or(0, |field| thread.id(jvm, field));
        self.samples.thread(id, || {
            let (name, is_daemon, is_virtual) = thread.facts(jvm);
            let has_name = !name.is_empty();
            let name = self.dictionary.string(if is_virtual && !has_name { "(virtual threads)" } else { &name });
            (Thread { id, name, object: 0, is_virtual, is_daemon }, has_name)
        })
    }

    /// A class can be used from now on: its fields are watched if that was asked for.
    pub(crate) fn class_is_prepared(&self, jvm: Jvm<'_>, class: ClassHandle) {
        if let Err(error) = self.watched.watch(jvm, class, || self.classes.number(class)) {
            self.note_limit(error);
        }
    }

    /// A reference is stored into a field that is watched.
    pub(crate) fn stored(&self, jvm: Jvm<'_>, stored: &StoredReference) {
        if IS_OWN.get() || self.output.has_failed() {
            return;
        }
        let tag = || new_tag(self.next_id.fetch_add(1, Ordering::Relaxed));
        let who = || (self.site(jvm), self.thread(jvm, stored.thread));
        self.watched.add(jvm, stored, |class| self.classes.number(class), tag, who);
        self.keep_back(|| self.watched.waiting_stores());
    }

    /// Tells about the JVM.
    pub(crate) fn describe(&self, jvm: Jvm<'_>, started_by: &str) {
        *lock(&self.thread_id) = jvm.thread_id_field();
        let counters = PerfCounters::open();
        match &counters {
            None => self.note_limit("no causes and kinds of collections: the JVM shares no counters (-XX:+UsePerfData)".to_owned()),
            Some(counters) => {
                if let Some(name) = counters.tells_pauses() {
                    self.note_limit(format!(
                        "which pauses belong to one collection: {name} stops the program several times per collection, and each \
                         pause counts as one, also in ages"
                    ));
                }
            }
        }
        let collector = Concurrent::find();
        let is_concurrent = collector.is_some();
        if is_concurrent {
            lock(&self.walker).budget.expect_marking();
        }
        if collector == Some(Concurrent::GenerationalZ)
            && self.samples_allocations()
            && let Some(few) = self.sampling.take_few()
        {
            self.note_limit(format!(
                "more than about {few} allocations per second, and what dies before a major collection: until then ZGC with generations keeps \
                 alive what anybody watches, so that few are sampled"
            ));
        }
        let mut signals = lock(&self.signals);
        (signals.is_concurrent, signals.counters) = (is_concurrent, counters);
        drop(signals);
        let property = |name: &str| jvm.tools.get_system_property(name).unwrap_or_default();
        self.sampling.know_jvm(jvm.version());
        let mut entries = vec![
            (info_key::JVM_VERSION, property("java.vm.version")),
            (info_key::JVM_NAME, property("java.vm.name")),
            (info_key::COMMAND, property("sun.java.command")),
            (info_key::DETAIL, self.options.detail.name().to_owned()),
            (info_key::STACK_DEPTH, self.options.stack_depth.to_string()),
            (info_key::STARTED_BY, started_by.to_owned()),
            (info_key::PROCESS, std::process::id().to_string()),
        ];
        if let Some(budget) = self.options.budget.filter(|_| self.options.detail != Detail::Full) {
            entries.push((info_key::BUDGET, budget.to_string()));
        }
        if self.samples_allocations() {
            entries.push((info_key::SAMPLING_INTERVAL, self.sampling.distance().to_string()));
        }
        let entries = entries.into_iter().filter(|entry| !entry.1.is_empty()).map(|(key, value)| (key.to_owned(), value));
        let limits = lock(&self.walker).take_limits();
        self.output.put(Info { entries: entries.chain(limits).collect() });
    }

    /// Runs until the program ends: writes what the collector told, and walks the heap where the budget allows it.
    pub(crate) fn work(&self, jvm: Jvm<'_>) -> Left {
        IS_OWN.set(true);
        let mut is_copying = false;
        let (mut written, mut largest_step) = (0, 0);
        while let Some((ended, is_requested)) = self.wait(is_copying) {
            let mut walker = lock(&self.walker);
            if walker.is_done {
                return Left::Stopped;
            }
            self.after_collections(&mut walker, jvm, &ended, is_requested);
            is_copying = walker.copy.is_some();
            if !is_copying {
                let before = std::mem::replace(&mut written, self.output.bytes());
                largest_step = largest_step.max(written - before);
                let most = self.limits.bytes.unwrap_or(u64::MAX);
                let is_long = self.limits.time.is_some_and(|most| self.now() >= most);
                // There must be room for another step, and for the end.
                if is_long || written + 2 * largest_step >= most {
                    return Left::FileIsFull;
                }
            }
        }
        if lock(&self.signals).stop { Left::Stopped } else { Left::Abandoned }
    }

    /// Why the recording ends with its file, for whoever reads it.
    pub(crate) fn note_full_file(&self) {
        let bytes = self.options.max_bytes.unwrap_or_default();
        self.note_limit(format!("all that came later: the file had reached the {bytes} bytes that it was allowed (--max-size)"));
    }

    /// Waits for collections, a request, or the clock, but not long while a copy of the process works; `None` at the end.
    fn wait(&self, is_copying: bool) -> Option<(Vec<Ended>, bool)> {
        let mut signals = lock(&self.signals);
        let mut rest = is_copying.then_some(BETWEEN_POLLS);
        while !(signals.stop || signals.is_requested || std::mem::take(&mut signals.is_full)) {
            let settling = signals.settles_at().map(|time| time.saturating_sub(self.now()));
            if settling == Some(Duration::ZERO) {
                break;
            }
            let clock = self.options.every.map(|every| (self.looked() + every).saturating_sub(self.now()));
            let owner = self.options.owner.map(|_| BETWEEN_OWNER_CHECKS);
            let file = self.limits.time.map(|time| time.saturating_sub(self.now()));
            let until = rest.or_else(|| clock.into_iter().chain(owner).chain(file).chain(settling).min());
            signals = match until {
                None => self.changed.wait(signals).unwrap_or_else(PoisonError::into_inner),
                Some(Duration::ZERO) => break,
                Some(until) => self.changed.wait_timeout(signals, until).unwrap_or_else(PoisonError::into_inner).0,
            };
            if is_copying {
                rest = Some(Duration::ZERO);
            }
            if self.options.owner.is_some_and(is_gone) {
                return None;
            }
        }
        let is_requested = std::mem::take(&mut signals.is_requested);
        if signals.stop { None } else { Some((std::mem::take(&mut signals.ended), is_requested)) }
    }

    fn after_collections(&self, walker: &mut Walker, jvm: Jvm<'_>, ended: &[Ended], is_requested: bool) {
        let begin = thread_time();
        self.put_events(walker, jvm, ended);
        let is_copied = walker.copy.is_none() || walker.poll_copy(self, jvm);
        walker.budget.spend(thread_time().saturating_sub(begin));
        if self.output.has_failed() {
            // What the program allocates from now on is of no use to anybody.
            jvm.stop_sampling();
            walker.drop_copy(self);
            self.looked_nanos.store(u64::MAX / 2, Ordering::Relaxed);
            return;
        }
        if is_requested && !is_copied {
            // As soon as the one that is being made is complete.
            self.request_walk();
            return;
        }
        let reason = if is_requested {
            WalkReason::Request
        } else if self.options.every.is_some_and(|every| self.now() >= self.looked() + every) {
            WalkReason::Clock
        } else if !ended.is_empty() {
            WalkReason::Collection
        } else {
            return;
        };
        if is_copied {
            self.look(walker, jvm, reason, reason != WalkReason::Collection);
        }
    }

    /// Looks at the whole heap, as closely as was asked for, in the way that fits; or notes why none does. What is ordered is done
    /// whatever it costs, but not whatever the pause.
    fn look(&self, walker: &mut Walker, jvm: Jvm<'_>, reason: WalkReason, is_ordered: bool) {
        let now = self.now();
        if walker.budget.meets_garbage()
            && let Some((used, _)) = jvm.heap_use()
        {
            walker.budget.see_use(used);
        }
        if !is_ordered && !walker.budget.stacks_may_be_shallow(now) {
            walker.skipped.deep_stacks();
            return;
        }
        if !is_ordered && ![Way::InPlace, Way::Copied].iter().any(|&way| walker.budget.allows(way, now)) {
            walker.skipped.no_budget();
            return;
        }
        // What the JVM is asked must not be asked with that lock held: its collector waits for it.
        let is_concurrent = lock(&self.signals).is_concurrent;
        let takes_samples = self.options.detail != Detail::Counts && is_concurrent;
        if takes_samples && !jvm.is_ending() && jvm.heap_share().is_some_and(|share| share > FULL) {
            walker.skipped.full_heap();
            return;
        }
        let way = self.way(walker, jvm);
        if is_ordered {
            // Where no way fits, the clock waits for its next time.
            self.note_look();
        }
        let Some((way, detail)) = way else { return };
        if !is_ordered && !walker.budget.allows(way, now) {
            walker.skipped.no_budget();
            return;
        }
        if way == Way::Copied {
            walker.walk_in_copy(self, jvm, reason, (!is_ordered).then_some(now));
            self.note_look();
            return;
        }
        let limit = if is_ordered { walker.budget.pause_limit() } else { walker.budget.limit(now) };
        let begin = thread_time();
        let Walked { pause, worked, end, met } = match detail {
            Detail::Counts => self.count(walker, jvm),
            Detail::States | Detail::Full => walker.walk(self, jvm, reason, limit),
        };
        self.note_look();
        // While the program stood still, all of the time was lost; else what a processor has worked.
        let rest = thread_time().saturating_sub(begin).saturating_sub(worked);
        match end {
            WalkEnd::Complete => walker.budget.spend_on_look(Way::InPlace, pause + rest),
            WalkEnd::TooLong => {
                walker.skipped.too_long();
                walker.budget.spend_in_vain(Way::InPlace, pause + rest, Some(met));
            }
            WalkEnd::DeepStacks => {
                walker.skipped.deep_stacks();
                walker.budget.see_deep_stacks(self.now());
                walker.budget.spend(pause + rest);
            }
            WalkEnd::VirtualThread => {
                walker.budget.spend(pause + rest);
                walker.has_virtual_threads = true;
                self.look(walker, jvm, reason, is_ordered);
            }
        }
    }

    /// How the heap is to be looked at, and how closely; `None` where no way fits.
    fn way(&self, walker: &mut Walker, jvm: Jvm<'_>) -> Option<(Way, Detail)> {
        let detail = self.options.detail;
        if detail != Detail::Counts {
            if !walker.has_virtual_threads && walker.budget.stop_is_short() {
                return Some((Way::InPlace, detail));
            }
            match walker.may_copy(jvm, self.now()) {
                Ok(()) => return Some((Way::Copied, detail)),
                Err(_) if walker.has_virtual_threads => {
                    walker.skipped.virtual_threads();
                    return walker.budget.allows_count().then_some((Way::InPlace, Detail::Counts));
                }
                Err(_) if walker.budget.allows_stop() => {}
                Err(NoCopy::Memory) => walker.skipped.no_memory(),
                Err(NoCopy::Pause | NoCopy::Never) => walker.skipped.no_pause(),
            }
            return walker.budget.allows_stop().then_some((Way::InPlace, detail));
        }
        let fits = walker.budget.allows_count();
        if !fits {
            walker.skipped.no_pause();
        }
        fits.then_some((Way::InPlace, detail))
    }

    fn count(&self, walker: &mut Walker, jvm: Jvm<'_>) -> Walked {
        walker.name_classes(self, jvm);
        let (collections, nanos) = (self.collections(), self.now().as_nanos() as u64);
        if jvm.stack_time() > walker.budget.stack_time() {
            return Walked { end: WalkEnd::DeepStacks, ..Walked::default() };
        }
        let (pause, worked) = (Instant::now(), thread_time());
        let rows = self.classes.histogram(walker.budget.count_limit());
        let (pause, worked) = (pause.elapsed(), thread_time().saturating_sub(worked));
        match rows {
            Err(error) => walker.limits.push(error),
            Ok(Err(met)) => return Walked { pause, worked, end: WalkEnd::TooLong, met },
            Ok(Ok(rows)) => {
                let pause_nanos = pause.as_nanos() as u64;
                // ZGC and Shenandoah, which stop the program for moments only, show nobody what nothing keeps alive.
                let with_unreachable = !lock(&self.signals).is_concurrent;
                self.put_new_names();
                self.output.put(Histogram { collections, nanos, pause_nanos, with_unreachable, rows });
                walker.histograms += 1;
            }
        }
        Walked { pause, worked, ..Walked::default() }
    }

    fn put_events(&self, walker: &mut Walker, jvm: Jvm<'_>, ended: &[Ended]) {
        self.put_allocations();
        // Compressing and writing takes time of a processor that the program might have used.
        walker.spend_on_writing(self.output.busy_nanos());
        walker.budget.spend(self.sampling.take_cost() + self.variables.take_cost());
        if self.options.detail != Detail::Full && self.samples_allocations() {
            walker.note_threads(lock(&self.signals).counters.as_ref().and_then(PerfCounters::threads_started).unwrap_or(0));
        }
        if let Some(limits) = walker.take_limits() {
            // Early: a program that is killed tells nothing at its end.
            self.output.put(Info { entries: vec![limits] });
        }
        let Some(last) = ended.last() else { return };
        // Where the JVM keeps no counters, only the last collection was a moment ago; where it has counted at a pause, the collector had
        // not yet done its work.
        let is_concurrent = lock(&self.signals).is_concurrent;
        let counted = |at: &Ended| at.after.used.zip(at.after.capacity).filter(|_| !is_concurrent);
        let heap = counted(last).or_else(|| jvm.heap_use());
        ended.iter().filter_map(counted).for_each(|(used, _)| walker.budget.see_use(used));
        if let (None, Some((used, _))) = (counted(last), heap) {
            walker.budget.see_use(used);
        }
        if self.samples_allocations() {
            for deaths in self.samples.take_deaths(jvm, last.number).chunks(MOST_DEATHS) {
                self.output.put(Deaths { deaths: deaths.to_vec() });
            }
        }
        walker.spend_after_fork();
        walker.budget.spend_on_tags(walker.tagged, ended.len());
        let cost_nanos = walker.budget.spent().as_nanos() as u64;
        let collection = |at: &Ended| {
            let heap = heap.filter(|_| at.number == last.number);
            Collection {
                number: at.number,
                start_nanos: at.began.as_nanos() as u64,
                end_nanos: at.ended.as_nanos() as u64,
                collector: self.dictionary.string(&at.after.collector),
                cause: self.dictionary.string(&at.after.cause),
                used_before: None,
                used_after: heap.map(|heap| heap.0).or(at.after.used),
                capacity: heap.map(|heap| heap.1).or(at.after.capacity),
                cost_nanos,
            }
        };
        let collections: Vec<Collection> = ended.iter().map(collection).collect();
        self.put_new_names();
        self.output.put(Collections { collections });
    }

    /// Writes the allocations and stores that wait.
    pub(crate) fn put_allocations(&self) {
        let (allocations, stores) = (self.samples.take_allocations(), self.watched.take());
        if !allocations.is_empty() || !stores.is_empty() {
            let threads = self.samples.take_threads();
            self.put_new_names();
            if !threads.is_empty() {
                self.output.put(Threads { threads });
            }
            allocations.into_iter().for_each(|allocations| self.output.put(allocations));
            stores.into_iter().for_each(|stores| self.output.put(stores));
            // Whoever waits for room has some.
            self.changed.notify_all();
        }
    }

    /// The program ends, or the file: a last look if wanted, and everything goes to the file.
    pub(crate) fn finish(&self, jvm: Jvm<'_>, end: EndOf) {
        IS_OWN.set(true);
        let ended = {
            let mut signals = lock(&self.signals);
            signals.stop = true;
            self.changed.notify_all();
            std::mem::take(&mut signals.ended)
        };
        let mut walker = lock(&self.walker);
        if std::mem::replace(&mut walker.is_done, true) {
            return;
        }
        self.put_events(&mut walker, jvm, &ended);
        self.end_copy(&mut walker, jvm);
        if let Some((used, _)) = jvm.heap_use() {
            walker.budget.see_use(used);
        }
        // What the threads of the program held is gone when they have ended.
        let is_late = self.now().saturating_sub(self.looked()) > self.now() / LAST_PART && !jvm.is_ending();
        let is_ordered = self.options.at_exit && end == EndOf::Recording;
        if is_ordered || is_late || walker.looks() < ENOUGH_LOOKS {
            self.look(&mut walker, jvm, WalkReason::Exit, is_ordered);
            self.end_copy(&mut walker, jvm);
        }
        let is_short = self.options.detail == Detail::States && walker.looks() < MANY_LOOKS;
        let skipped = walker.skipped.lines(&self.options, is_short);
        walker.limits.extend(skipped);
        if self.watched.is_wanted() && !self.watched.has_found_some() {
            walker.limits.push("no stores: no class that was loaded has a field of this name that can hold objects".to_owned());
        }
        if self.variables.is_full() {
            walker
                .limits
                .push("no names of local variables of the classes that were loaded last: there are more than fit into 64 MiB".to_owned());
        }
        self.samples.release(jvm);
        self.put_new_names();
        walker.spend_after_fork();
        let mut entries = vec![
            (info_key::END_NANOS.to_owned(), (self.now().as_nanos() as u64).to_string()),
            (info_key::END_COST_NANOS.to_owned(), (walker.budget.spent().as_nanos() as u64).to_string()),
        ];
        entries.extend(walker.take_limits());
        self.output.put(Info { entries });
        self.output.finish();
        self.viewers.wait_for_the_end();
    }

    /// Takes all tags off: the program goes on without the recorder.
    pub(crate) fn leave(&self, jvm: Jvm<'_>) {
        lock(&self.walker).forget_objects();
        if self.options.detail == Detail::Full {
            Jvm::untag_all(jvm.tools);
        }
        self.classes.forget(jvm);
    }

    /// Waits for the copy of the process that walks, if there is one, or gives it up.
    fn end_copy(&self, walker: &mut Walker, jvm: Jvm<'_>) {
        let begin = Instant::now();
        let patience = if self.options.at_exit { PATIENCE * 60 } else { walker.budget.patience(self.now()).min(PATIENCE) };
        while walker.copy.is_some() && !walker.poll_copy(self, jvm) {
            if begin.elapsed() > patience {
                walker.drop_copy(self);
            }
            std::thread::sleep(BETWEEN_POLLS);
        }
        // The program waits meanwhile.
        walker.budget.spend(begin.elapsed());
    }

    /// Writes what is new in the dictionaries: before whatever names it.
    pub(crate) fn put_new_names(&self) {
        let classes = self.classes.take_new(|text| self.dictionary.string(text));
        let new = self.dictionary.take_new();
        new.strings.into_iter().for_each(|strings| self.output.put(strings));
        if !classes.is_empty() {
            self.output.put(Classes { classes });
        }
        new.methods.into_iter().for_each(|methods| self.output.put(methods));
        new.sites.into_iter().for_each(|sites| self.output.put(sites));
    }

    /// The number of a method; 0 if nothing is known of it.
    pub(crate) fn method(&self, jvm: Jvm<'_>, id: usize) -> u32 {
        if id == 0 {
            return 0;
        }
        if let Some(number) = self.dictionary.known_method(id) {
            return number;
        }
        let facts = jvm.method(id).unwrap_or_default();
        let string = |text: &str| self.dictionary.string(text);
        let method = Method {
            class: string(&facts.class),
            name: string(&facts.name),
            signature: string(&facts.signature),
            file: string(&facts.file),
        };
        self.dictionary.method(id, method)
    }
}
