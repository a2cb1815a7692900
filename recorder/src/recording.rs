//! One recording: what all threads share, and the worker that walks the heap.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use trace_format::{
    Class, Classes, Collection, Collections, FieldRecord, Info, Method, RootRecord, Roots, StateBegin, StateEnd, Thread, Threads,
    WalkReason, info_key,
};

use crate::budget::Budget;
use crate::dictionary::Dictionary;
use crate::jvm::{ClassHandle, Jvm, RawRoot};
use crate::objects::ObjectTable;
use crate::options::{Detail, Options};
use crate::output::Output;
use crate::walk::{Part, Sums, Walk, WalkKind, class_of, class_tag, id_of};

/// A recording.
pub(crate) struct Recording {
    /// What was asked for.
    pub(crate) options: Options,
    start: Instant,
    output: Output,
    dictionary: Dictionary,
    signals: Mutex<Signals>,
    changed: Condvar,
    collections: AtomicU32,
    walker: Mutex<Walker>,
}

/// What the collector tells, for the worker to see.
#[derive(Debug, Default)]
struct Signals {
    began: Option<Duration>,
    ended: Vec<(u32, Duration, Duration)>,
    stop: bool,
}

/// Everything that a walk needs and keeps.
#[derive(Debug)]
struct Walker {
    budget: Budget,
    objects: ObjectTable,
    next_id: u64,
    next_class: u32,
    /// The number of `java.lang.Class`.
    class_class: u32,
    states: u32,
    /// Classes by number whose fields are not known yet.
    unprepared: FxHashMap<u32, u64>,
    threads: BTreeMap<u64, (String, u64)>,
    /// Bytes of the trace where the last full state ended, and how large it was.
    full_at: Option<(u64, u64)>,
    /// The next state must not build on the one before.
    needs_full: bool,
    last_walk: Duration,
    writer_nanos: u64,
    done: bool,
    limits: Vec<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recording {
    /// Creates the file.
    ///
    /// # Errors
    /// When it cannot be created, in words.
    pub(crate) fn create(options: Options) -> Result<Self, String> {
        let output = Output::create(&options.out).map_err(|error| format!("{} cannot be written: {error}", options.out.display()))?;
        let walker = Walker {
            budget: Budget::new(options.budget),
            objects: ObjectTable::default(),
            next_id: 1,
            next_class: 1,
            class_class: 0,
            states: 0,
            unprepared: FxHashMap::default(),
            threads: BTreeMap::new(),
            full_at: None,
            needs_full: true,
            last_walk: Duration::ZERO,
            writer_nanos: 0,
            done: false,
            limits: Vec::new(),
        };
        Ok(Self {
            options,
            start: Instant::now(),
            output,
            dictionary: Dictionary::default(),
            signals: Mutex::default(),
            changed: Condvar::new(),
            collections: AtomicU32::new(0),
            walker: Mutex::new(walker),
        })
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// A collection begins; the program stands still.
    pub(crate) fn collection_begins(&self) {
        lock(&self.signals).began = Some(self.now());
    }

    /// A collection has ended; the program will go on.
    pub(crate) fn collection_ends(&self) {
        let number = self.collections.fetch_add(1, Ordering::Relaxed) + 1;
        let mut signals = lock(&self.signals);
        let now = self.now();
        let began = signals.began.take().unwrap_or(now);
        signals.ended.push((number, began, now));
        self.changed.notify_all();
    }

    /// Tells about the JVM.
    pub(crate) fn describe(&self, jvm: Jvm<'_>, started_by: &str) {
        let property = |name: &str| jvm.tools.get_system_property(name).unwrap_or_default();
        let mut entries = vec![
            (info_key::JVM_VERSION, property("java.vm.version")),
            (info_key::JVM_NAME, property("java.vm.name")),
            (info_key::COMMAND, property("sun.java.command")),
            (info_key::DETAIL, self.options.detail.name().to_owned()),
            (info_key::STACK_DEPTH, self.options.stack_depth.to_string()),
            (info_key::STARTED_BY, started_by.to_owned()),
            (info_key::PROCESS, std::process::id().to_string()),
        ];
        if let Some(budget) = self.options.budget {
            entries.push((info_key::BUDGET, budget.to_string()));
        }
        let entries = entries.into_iter().filter(|entry| !entry.1.is_empty()).map(|(key, value)| (key.to_owned(), value)).collect();
        self.output.put(Info { entries });
    }

    /// Runs until the program ends: writes what the collector told, and walks the heap where the budget allows it.
    pub(crate) fn work(&self, jvm: Jvm<'_>) {
        loop {
            let ended = {
                let mut signals = lock(&self.signals);
                while signals.ended.is_empty() && !signals.stop {
                    let (woken, timeout) = match self.options.every {
                        None => (self.changed.wait(signals).unwrap_or_else(PoisonError::into_inner), false),
                        Some(every) => {
                            let waited = self.changed.wait_timeout(signals, every).unwrap_or_else(PoisonError::into_inner);
                            (waited.0, waited.1.timed_out())
                        }
                    };
                    signals = woken;
                    if timeout {
                        break;
                    }
                }
                if signals.stop {
                    return;
                }
                std::mem::take(&mut signals.ended)
            };
            let mut walker = lock(&self.walker);
            if walker.done {
                return;
            }
            self.after_collections(&mut walker, jvm, &ended);
        }
    }

    fn after_collections(&self, walker: &mut Walker, jvm: Jvm<'_>, ended: &[(u32, Duration, Duration)]) {
        let begin = Instant::now();
        let heap = jvm.heap_use();
        self.put_collections(walker, ended, heap);
        walker.budget.spend(begin.elapsed());
        if self.options.detail == Detail::Counts || self.output.has_failed() {
            return;
        }
        let due = self.options.every.is_some_and(|every| self.now() >= walker.last_walk + every);
        let used = heap.map(|heap| heap.0);
        if due {
            self.walk(walker, jvm, WalkReason::Clock, used);
        } else if !ended.is_empty() && walker.budget.allows_walk(self.now(), used) {
            self.walk(walker, jvm, WalkReason::Collection, used);
        }
    }

    fn put_collections(&self, walker: &mut Walker, ended: &[(u32, Duration, Duration)], heap: Option<(u64, u64)>) {
        if ended.is_empty() {
            return;
        }
        // Compressing and writing takes time of a processor that the program might have used.
        let writer_nanos = self.output.busy_nanos();
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        walker.budget.spend(Duration::from_nanos((writer_nanos - walker.writer_nanos) / processors));
        walker.writer_nanos = writer_nanos;
        let last = ended.len() - 1;
        let collection = |(at, &(number, began, finished)): (usize, &(u32, Duration, Duration))| Collection {
            number,
            start_nanos: began.as_nanos() as u64,
            end_nanos: finished.as_nanos() as u64,
            // Only the last one was a moment ago.
            used_after: heap.filter(|_| at == last).map(|heap| heap.0),
            capacity: heap.filter(|_| at == last).map(|heap| heap.1),
            cost_nanos: walker.budget.spent().as_nanos() as u64,
            ..Collection::default()
        };
        let collections = ended.iter().enumerate().map(collection).collect();
        self.output.put(Collections { collections });
    }

    /// The program ends: a last walk if wanted, and everything goes to the file.
    pub(crate) fn finish(&self, jvm: Option<Jvm<'_>>) {
        let ended = {
            let mut signals = lock(&self.signals);
            signals.stop = true;
            self.changed.notify_all();
            std::mem::take(&mut signals.ended)
        };
        let mut walker = lock(&self.walker);
        if std::mem::replace(&mut walker.done, true) {
            return;
        }
        self.put_collections(&mut walker, &ended, None);
        if let Some(jvm) = jvm.filter(|_| self.options.at_exit && self.options.detail != Detail::Counts) {
            self.walk(&mut walker, jvm, WalkReason::Exit, None);
        }
        self.put_new_names();
        let mut entries = vec![("end.nanos".to_owned(), (self.now().as_nanos() as u64).to_string())];
        entries.push(("end.cost.nanos".to_owned(), (walker.budget.spent().as_nanos() as u64).to_string()));
        if !walker.limits.is_empty() {
            entries.push((info_key::LIMITS.to_owned(), walker.limits.join("\n")));
        }
        self.output.put(Info { entries });
        self.output.finish();
    }

    fn put_new_names(&self) {
        let new = self.dictionary.take_new();
        new.strings.into_iter().for_each(|strings| self.output.put(strings));
        new.methods.into_iter().for_each(|methods| self.output.put(methods));
        new.sites.into_iter().for_each(|sites| self.output.put(sites));
    }

    /// Walks the heap and writes the state.
    fn walk(&self, walker: &mut Walker, jvm: Jvm<'_>, reason: WalkReason, used: Option<u64>) {
        let begin = Instant::now();
        self.name_classes(walker, jvm);
        self.put_new_names();
        for _ in 0..2 {
            let is_full =
                walker.needs_full || walker.full_at.is_none_or(|(at, bytes)| self.output.bytes().saturating_sub(at) > bytes.max(1 << 20));
            if self.walk_once(walker, jvm, reason, is_full) {
                break;
            }
            // An object came back that only a full walk can tell of.
            walker.needs_full = true;
        }
        walker.last_walk = self.now();
        walker.budget.spend_on_walk(begin.elapsed(), used);
    }

    /// Whether the state is complete.
    fn walk_once(&self, walker: &mut Walker, jvm: Jvm<'_>, reason: WalkReason, is_full: bool) -> bool {
        let bytes_before = self.output.bytes();
        let collections = self.collections.load(Ordering::Relaxed);
        let (state, nanos) = (walker.states, self.now().as_nanos() as u64);
        self.output.put(StateBegin { state, collections, nanos, is_full, reason });
        let mut put = |part: Part| match part {
            Part::Births(births) => self.output.put(births),
            Part::Rows(rows) => self.output.put(rows),
            Part::Gone(gone) => self.output.put(gone),
        };
        let pause = Instant::now();
        let kind = WalkKind { collections, is_full, class_class: walker.class_class };
        let mut walk = Walk::begin(&mut walker.objects, &mut walker.next_id, kind, &mut put);
        let roots = jvm.follow_references(&mut walk);
        let pause_nanos = pause.elapsed().as_nanos() as u64;
        let Sums { objects, bytes, references, visited, came_back, torn } = walk.finish();
        walker.needs_full = roots.is_err() || came_back > 0;
        let roots = match roots {
            Ok(roots) => roots,
            Err(error) => {
                walker.limits.push(error);
                return true;
            }
        };
        if came_back > 0 {
            return false;
        }
        if torn > 0 {
            walker.limits.push(format!("the references of {torn} objects came in several pieces in state {state}"));
        }
        self.put_threads(walker, jvm);
        self.put_roots(jvm, &roots);
        self.output.put(StateEnd { state, objects, bytes, references, pause_nanos, visited });
        walker.states += 1;
        if is_full {
            let at = self.output.bytes();
            walker.full_at = Some((at, at.saturating_sub(bytes_before)));
        }
        true
    }

    /// Tags classes that have no number yet, and tells about them.
    fn name_classes(&self, walker: &mut Walker, jvm: Jvm<'_>) {
        let mut new: Vec<(u32, u64)> = Vec::new();
        let mut name = |jvm: Jvm<'_>, class: ClassHandle, tag: i64, walker: &mut Walker| {
            if class_of(tag) != 0 {
                return None;
            }
            let number = walker.next_class;
            walker.next_class += 1;
            let id = match id_of(tag) {
                0 => {
                    walker.next_id += 1;
                    walker.next_id - 1
                }
                id => id,
            };
            let tag_now = class_tag(number, id);
            // A class object that a walk has met already is not new.
            class.set_tag(jvm, if tag == 0 { tag_now } else { tag | tag_now & !(1 << 62) });
            new.push((number, id));
            Some((number, id))
        };
        if walker.next_class == 1 {
            let mut classes = Vec::new();
            for (class, signature) in jvm.primitive_classes() {
                if let Some((number, object)) = name(jvm, class, class.tag(jvm), walker) {
                    let signature = self.dictionary.string(signature);
                    classes.push(Class { number, signature, object, ..Class::default() });
                }
            }
            self.put_new_names();
            self.output.put(Classes { classes });
        }
        // Numbers first: classes name each other.
        jvm.each_class(|&jvm, class, tag| {
            if let Some((number, id)) = name(jvm, class, tag, walker) {
                walker.unprepared.insert(number, id);
            }
        });
        if walker.unprepared.is_empty() {
            return;
        }
        let mut classes = Vec::new();
        let is_new: FxHashMap<u32, u64> = new.into_iter().collect();
        jvm.each_class(|&jvm, class, tag| {
            let number = class_of(tag);
            let Some(&object) = walker.unprepared.get(&number) else { return };
            let facts = class.facts(jvm);
            if facts.is_prepared {
                walker.unprepared.remove(&number);
            } else if !is_new.contains_key(&number) {
                return;
            }
            if facts.signature == "Ljava/lang/Class;" {
                walker.class_class = number;
            }
            let string = |text: &str| self.dictionary.string(text);
            classes.push(Class {
                number,
                signature: string(&facts.signature),
                object,
                super_class: class_of(facts.super_tag),
                modifiers: facts.modifiers,
                interfaces: facts.interfaces.iter().map(|&tag| class_of(tag)).collect(),
                fields: facts
                    .fields
                    .iter()
                    .map(|(name, signature, modifiers)| FieldRecord {
                        name: string(name),
                        signature: string(signature),
                        modifiers: *modifiers,
                    })
                    .collect(),
                file: string(&facts.file),
            });
        });
        self.put_new_names();
        for classes in classes.chunks(4096) {
            self.output.put(Classes { classes: classes.to_vec() });
        }
    }

    fn put_threads(&self, walker: &mut Walker, jvm: Jvm<'_>) {
        let mut threads = Vec::new();
        for facts in jvm.threads() {
            let known = (facts.name, id_of(facts.tag));
            if walker.threads.get(&facts.id) != Some(&known) {
                let name = self.dictionary.string(&known.0);
                threads.push(Thread { id: facts.id, name, object: known.1, is_virtual: false, is_daemon: facts.is_daemon });
                walker.threads.insert(facts.id, known);
            }
        }
        self.put_new_names();
        if !threads.is_empty() {
            self.output.put(Threads { threads });
        }
    }

    fn put_roots(&self, jvm: Jvm<'_>, roots: &[RawRoot]) {
        let mut lines: FxHashMap<(usize, i64), i32> = FxHashMap::default();
        let resolve = |root: &RawRoot| {
            let method = self.method(jvm, root.method);
            let line = match method {
                0 => 0,
                _ => *lines.entry((root.method, root.location)).or_insert_with(|| jvm.line(root.method, root.location)),
            };
            RootRecord {
                kind: root.kind,
                object: root.object,
                thread: root.thread,
                depth: root.depth,
                method,
                line,
                slot: root.slot,
                variable: 0,
            }
        };
        let roots: Vec<RootRecord> = roots.iter().map(resolve).collect();
        self.put_new_names();
        for roots in roots.chunks(1 << 16) {
            self.output.put(Roots { roots: roots.to_vec() });
        }
    }

    /// The number of a method; 0 if nothing is known of it.
    fn method(&self, jvm: Jvm<'_>, id: usize) -> u32 {
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
