//! The trace of a recording: what all threads know of, what they add to it, and in which order it is told.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use trace_format::{Allocation, Classes, Frame, Method, Site, Thread, Threads};

use crate::classes::ClassNumbers;
use crate::dictionary::Dictionary;
use crate::jvm::{Jvm, NewObject, StoredReference, ThreadHandle, ThreadId, Tools, thread_time};
use crate::options::{Detail, Options};
use crate::output::Output;
use crate::samples::Samples;
use crate::sampling::Sampling;
use crate::signals::Signals;
use crate::stores::WatchedFields;
use crate::variables::VariableNames;
use crate::walk::new_tag;

thread_local! {
    /// This thread works for the recorder: what it allocates is not the program's.
    static IS_OWN: Cell<bool> = const { Cell::new(false) };
}

/// From now on what this thread allocates is not the program's.
pub(crate) fn work_for_the_recorder() {
    IS_OWN.set(true);
}

/// What all threads share.
pub(crate) struct Trace {
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
    pub(crate) signals: Signals,
    pub(crate) next_id: AtomicU64,
    thread_id: Mutex<Option<ThreadId>>,
}

impl Trace {
    /// Creates the trace in `output`. `names` is an environment of its own, for numbers of classes; `variables` are known already.
    pub(crate) fn new(options: Options, output: Output, names: Tools, variables: Arc<VariableNames>) -> Self {
        let budget = options.effective_budget();
        let finest = if options.detail == Detail::Full { 0 } else { options.sampling_interval };
        Self {
            sampling: Sampling::new(finest, budget),
            watched: WatchedFields::new(&options.stores),
            options,
            output,
            dictionary: Dictionary::default(),
            classes: ClassNumbers::new(names),
            samples: Samples::default(),
            variables,
            signals: Signals::start(),
            next_id: AtomicU64::new(1),
            thread_id: Mutex::default(),
        }
    }

    /// Time since the start of the trace.
    pub(crate) fn now(&self) -> Duration {
        self.signals.now()
    }

    /// How many collections have ended.
    pub(crate) fn collections(&self) -> u32 {
        self.signals.collections()
    }

    /// Whether the JVM is to tell of allocations.
    pub(crate) fn samples_allocations(&self) -> bool {
        self.options.detail == Detail::Full || self.options.sampling_interval > 0
    }

    /// Whether the JVM is to show class files: roots with the names of local variables are part of heap states.
    pub(crate) fn names_variables(&self) -> bool {
        self.options.detail != Detail::Counts
    }

    /// Asks the JVM how it numbers its threads.
    pub(crate) fn know_threads(&self, jvm: Jvm<'_>) {
        *self.thread_id.lock().unwrap_or_else(PoisonError::into_inner) = jvm.thread_id_field();
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
        self.signals.keep_back(|| self.samples.waiting());
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
        let id = self.thread_id.lock().unwrap_or_else(PoisonError::into_inner).map_or(0, |field| thread.id(jvm, field));
        self.samples.thread(id, || {
            let (name, is_daemon, is_virtual) = thread.facts(jvm);
            let has_name = !name.is_empty();
            let name = self.dictionary.string(if is_virtual && !has_name { "(virtual threads)" } else { &name });
            (Thread { id, name, object: 0, is_virtual, is_daemon }, has_name)
        })
    }

    /// A reference is stored into a field that is watched.
    pub(crate) fn stored(&self, jvm: Jvm<'_>, stored: &StoredReference) {
        if IS_OWN.get() || self.output.has_failed() {
            return;
        }
        let tag = || new_tag(self.next_id.fetch_add(1, Ordering::Relaxed));
        let who = || (self.site(jvm), self.thread(jvm, stored.thread));
        self.watched.add(jvm, stored, |class| self.classes.number(class), tag, who);
        self.signals.keep_back(|| self.watched.waiting_stores());
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
            self.signals.make_room();
        }
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
