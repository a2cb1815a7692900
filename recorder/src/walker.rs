//! Walks over the heap, each written as one state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::time::Duration;

use rustc_hash::FxHashMap;
use trace_format::{
    Class, Classes, FieldRecord, Loader, Loaders, RootRecord, Roots, StateBegin, StateEnd, StateGivenUp, Thread, Threads, WalkReason,
    info_key,
};

use crate::after_fork::AfterFork;
use crate::budget::{Budget, Limit, processors};
use crate::copies::{Copied, Copies};
use crate::direct::Shape;
use crate::jvm::{ClassHandle, ClassObjectField, FieldFacts, Followed, Jvm, LoaderFields, Order, TagSpace, WalkEnd};
use crate::objects::ObjectTable;
use crate::options::Detail;
use crate::raw_root::RawRoot;
use crate::skipped::Skipped;
use crate::trace::Trace;
use crate::variables::MethodKey;
use crate::walk::{Part, Sums, Walk, WalkKind, births_of, class_of, class_tag, id_of, new_tag};

/// Classes of one block.
const MOST_CLASSES: usize = 4096;
/// Roots of one block.
const MOST_ROOTS: usize = 1 << 16;
/// A full state is due when the differences since the last one are as large as it was, and not below this.
const LEAST_BETWEEN_FULL: u64 = 1 << 20;

/// So many threads are many: most programs start fewer.
const MANY_THREADS: u64 = 200;

/// What a walk has cost.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Walked {
    /// How long the program stood still.
    pub(crate) pause: Duration,
    /// How long the recorder's thread has worked meanwhile.
    pub(crate) worked: Duration,
    /// How it ended.
    pub(crate) end: WalkEnd,
    /// If it was given up: it had met objects of so many bytes.
    pub(crate) met: u64,
}

/// Everything that walks need and keep.
#[derive(Debug)]
pub(crate) struct Walker {
    pub(crate) budget: Budget,
    pub(crate) is_done: bool,
    /// How often objects were counted.
    pub(crate) histograms: u32,
    /// What could not be recorded.
    pub(crate) limits: Vec<String>,
    /// How many of them are in the trace.
    limits_told: usize,
    /// Why walks were not made.
    pub(crate) skipped: Skipped,
    /// A walk in a copy of the process, which is not over.
    pub(super) copy: Option<Copied>,
    /// How walks in copies fared.
    pub(super) copies: Copies,
    objects: ObjectTable,
    /// Tags that walks within the program give to all objects; `None` before the first one.
    tags: Option<TagSpace>,
    tags_are_new: bool,
    pub(super) after_fork: AfterFork,
    /// There are virtual threads, by which walks within the program could harm it.
    pub(crate) has_virtual_threads: bool,
    /// Objects of the last state that have such tags.
    pub(crate) tagged: u64,
    /// By number: the id of the class object (0 without walks), and whether the fields were told.
    classes: FxHashMap<u32, (u64, bool)>,
    /// The number of `java.lang.Class`.
    pub(super) class_class: u32,
    /// The number of `java.lang.VirtualThread`; 0 where there is none.
    virtual_threads: u32,
    /// By number, what instances look like.
    pub(super) shapes: FxHashMap<u32, Shape>,
    /// The number of `jdk.internal.vm.StackChunk`; 0 where there is none.
    pub(super) stack_chunks: u32,
    class_object_fields: Vec<ClassObjectField>,
    loader_fields: Option<LoaderFields>,
    /// Ids of loaders that were met.
    loaders: BTreeSet<u64>,
    /// Names and object ids that were told.
    threads: BTreeMap<u64, (String, u64)>,
    pub(super) states: u32,
    /// Where in the trace the last full state ended, and how large it was.
    last_full: Option<(u64, u64)>,
    /// The next state must not build on the one before.
    needs_full: bool,
    writer_nanos: u64,
    /// It was told that there are many threads.
    has_many_threads: bool,
}

impl Walker {
    /// Before the first walk.
    pub(crate) fn new(budget: Budget) -> Self {
        Self {
            budget,
            is_done: false,
            histograms: 0,
            limits: Vec::new(),
            limits_told: 0,
            skipped: Skipped::default(),
            copy: None,
            copies: Copies::default(),
            objects: ObjectTable::default(),
            tags: None,
            tags_are_new: false,
            has_virtual_threads: false,
            tagged: 0,
            classes: FxHashMap::default(),
            class_class: 0,
            virtual_threads: 0,
            shapes: FxHashMap::default(),
            stack_chunks: 0,
            after_fork: AfterFork::new(),
            class_object_fields: Vec::new(),
            loader_fields: None,
            loaders: BTreeSet::new(),
            threads: BTreeMap::new(),
            states: 0,
            last_full: None,
            needs_full: true,
            writer_nanos: 0,
            has_many_threads: false,
        }
    }

    /// How many states or histograms the trace has.
    pub(crate) fn looks(&self) -> u32 {
        self.states + self.histograms
    }

    /// So many threads were started. With each HotSpot begins the random numbers anew that say which allocation is sampled, from the
    /// place of the thread in memory, which may have been that of another one.
    pub(crate) fn note_threads(&mut self, started: u64) {
        if started >= MANY_THREADS && !std::mem::replace(&mut self.has_many_threads, true) {
            self.limits.push(format!(
                "how sure estimates are: the program starts many threads (over {MANY_THREADS}), and with each the JVM repeats random \
                 numbers by which it samples allocations, so that estimates may be off by several times the error that is told"
            ));
        }
    }

    /// What could not be recorded, if something came since the last call: all of it.
    pub(crate) fn take_limits(&mut self) -> Option<(String, String)> {
        if std::mem::replace(&mut self.limits_told, self.limits.len()) == self.limits.len() {
            return None;
        }
        Some((info_key::LIMITS.to_owned(), self.limits.join("\n")))
    }

    /// Adds the time of the writer, given how long it has worked so far: its share of the processors.
    pub(crate) fn spend_on_writing(&mut self, writer_nanos: u64) {
        self.budget.spend(Duration::from_nanos(writer_nanos.saturating_sub(self.writer_nanos) / u64::from(processors())));
        self.writer_nanos = writer_nanos;
    }

    /// Walks the heap while the program stands still, and writes the state; after `limit` of standing still it is given up.
    pub(crate) fn walk(&mut self, trace: &Trace, jvm: Jvm<'_>, reason: WalkReason, limit: Option<Limit>) -> Walked {
        let space = self.tags.take().or_else(|| TagSpace::new(jvm, trace.options.detail));
        let Some(space) = space else {
            self.limits.push("the JVM has no memory for the identity of objects".to_owned());
            return Walked::default();
        };
        let tools = space.tools();
        let jvm = Jvm { tools: &tools, ..jvm };
        trace.put_allocations();
        // Class objects may be among the samples: they get the number of their class beside their id.
        trace.samples.tag(jvm, new_tag);
        self.name_classes(trace, jvm);
        // The program went on meanwhile.
        trace.put_allocations();
        trace.samples.tag(jvm, new_tag);
        let written = trace.output.bytes();
        let is_due = self.last_full.is_none_or(|(at, bytes)| written.saturating_sub(at) > bytes.max(LEAST_BETWEEN_FULL));
        let is_full = self.needs_full || is_due;
        let mut walked = Walked::default();
        if !self.walk_once(trace, jvm, (reason, is_full, limit), &mut walked) {
            // An object came back that only a full walk can tell of.
            let rest = limit.map(|limit| Limit { time: limit.time.saturating_sub(walked.pause), ..limit });
            self.walk_once(trace, jvm, (reason, true, rest), &mut walked);
        }
        self.tags = Some(space);
        walked
    }

    /// Takes the tags off all objects: the identity of objects ends here.
    pub(crate) fn forget_objects(&mut self) {
        if let Some(space) = self.tags.take() {
            space.dispose();
        }
        (self.objects, self.needs_full, self.tagged) = (ObjectTable::default(), true, 0);
        self.forget_tags();
    }

    /// What is tagged from now on has no tag yet.
    pub(super) fn forget_tags(&mut self) {
        self.loaders.clear();
        self.tags_are_new = true;
    }

    /// Classes that are loaded, as handles of the current frame with numbers and ids; those that nobody has numbered are left out.
    pub(super) fn class_places(&self, trace: &Trace, jvm: Jvm<'_>) -> Vec<(usize, u32, u64)> {
        let place = |class: ClassHandle| {
            let number = trace.classes.number(class);
            Some((class.place(), number, self.classes.get(&number)?.0))
        };
        jvm.class_handles().into_iter().filter_map(place).collect()
    }

    /// The reference fields of class objects, asked for once.
    pub(super) fn class_object_fields(&mut self, jvm: Jvm<'_>) -> Vec<ClassObjectField> {
        if self.class_object_fields.is_empty() {
            self.class_object_fields = jvm.class_object_fields();
        }
        self.class_object_fields.clone()
    }

    /// Whether the state is all that could be recorded. Adds to `walked` what [`Walker::walk`] returns.
    fn walk_once(
        &mut self,
        trace: &Trace,
        jvm: Jvm<'_>,
        (reason, is_full, limit): (WalkReason, bool, Option<Limit>),
        walked: &mut Walked,
    ) -> bool {
        let output = &trace.output;
        let bytes_before = output.bytes();
        let collections = trace.collections();
        let (state, nanos) = (self.states, trace.now().as_nanos() as u64);
        output.put(StateBegin { state, collections, nanos, is_full, reason, is_ending: jvm.is_ending(), numbers_anew: false });
        let mut put = |part: Part| match part {
            Part::Births(births) => output.put(births),
            Part::Rows(rows) => output.put(rows),
            Part::Gone(gone) => output.put(gone),
        };
        let kind = WalkKind { collections, is_full, class_class: self.class_class };
        let fields = self.class_object_fields(jvm);
        let mut walk = Walk::begin(&mut self.objects, &trace.next_id, kind, &mut put);
        let order = Order { limit, stack_time: self.budget.stack_time(), virtual_threads: self.virtual_threads };
        let followed = jvm.follow_references(&mut walk, &fields, order);
        self.needs_full = true;
        let Followed { roots, pause, worked, end } = match followed {
            Err(error) => {
                walk.give_up();
                self.limits.push(error);
                return true;
            }
            Ok(followed) => followed,
        };
        walked.pause += pause;
        walked.worked += worked;
        let pause_nanos = pause.as_nanos() as u64;
        if end != WalkEnd::Complete {
            (walked.end, walked.met) = (end, walk.give_up().bytes);
            output.put(StateGivenUp { state, pause_nanos });
            return true;
        }
        let (sums, unnumbered) = walk.finish();
        let Sums { objects, bytes, references, visited, came_back, torn, .. } = sums;
        self.needs_full = came_back > 0;
        if came_back > 0 {
            output.put(StateGivenUp { state, pause_nanos });
            return false;
        }
        if torn > 0 {
            self.limits.push(format!("the references of {torn} objects came in several pieces in state {state}"));
        }
        if !unnumbered.is_empty() {
            self.name_classes(trace, jvm);
            let numbers: FxHashMap<u64, u32> = self.classes.iter().map(|(&number, &(object, _))| (object, number)).collect();
            let number = |class_object: u64| numbers.get(&class_object).copied().unwrap_or(0);
            births_of(&unnumbered, number).into_iter().for_each(|births| output.put(births));
        }
        self.put_threads(trace, jvm);
        put_roots(trace, jvm, &roots);
        output.put(StateEnd { state, objects, bytes, references, pause_nanos, visited });
        self.states += 1;
        self.tagged = objects;
        if is_full {
            let at = output.bytes();
            self.last_full = Some((at, at.saturating_sub(bytes_before)));
        }
        true
    }

    /// Numbers classes, tags their objects for walks, and tells about those whose fields were not told yet.
    pub(crate) fn name_classes(&mut self, trace: &Trace, jvm: Jvm<'_>) {
        let walks = trace.options.detail != Detail::Counts;
        let mut told = Told::default();
        if self.classes.is_empty() {
            self.loader_fields = jvm.loader_fields().filter(|_| walks);
        }
        // They are in no list, and have to be tagged anew where tags are new.
        if self.classes.is_empty() || self.tags_are_new {
            for class in jvm.primitive_classes() {
                self.name_class(trace, jvm, class, walks, &mut told);
            }
        }
        self.tags_are_new = false;
        jvm.each_class(|class| self.name_class(trace, jvm, class, walks, &mut told));
        trace.put_new_names();
        for classes in told.classes.chunks(MOST_CLASSES) {
            trace.output.put(Classes { classes: classes.to_vec() });
        }
        for loaders in told.loaders.chunks(MOST_CLASSES) {
            trace.output.put(Loaders { loaders: loaders.to_vec() });
        }
    }

    fn name_class(&mut self, trace: &Trace, jvm: Jvm<'_>, class: ClassHandle, walks: bool, told: &mut Told) {
        let number = trace.classes.number(class);
        let known = self.classes.get(&number).copied();
        if let Some((object, _)) = known.filter(|_| walks)
            && class_of(class.tag(jvm.tools)) == 0
        {
            // These tags are others than those of the walk before.
            class.set_tag(jvm.tools, class_tag(number, object));
        }
        if known.is_some_and(|(_, is_told)| is_told) {
            return;
        }
        let object = match known {
            Some((object, _)) => object,
            None if !walks => 0,
            None => match class.tag(jvm.tools) {
                0 => {
                    let id = trace.next_id.fetch_add(1, Ordering::Relaxed);
                    class.set_tag(jvm.tools, class_tag(number, id));
                    id
                }
                // A walk has met the class object before the class was listed, or its allocation was sampled.
                tag if class_of(tag) == 0 => {
                    class.set_tag(jvm.tools, tag | class_tag(number, 0) & !new_tag(0));
                    id_of(tag)
                }
                tag => id_of(tag),
            },
        };
        let facts = class.facts(jvm, |class| trace.classes.number(class));
        self.classes.insert(number, (object, facts.is_prepared));
        if known.is_some() && !facts.is_prepared {
            return;
        }
        match facts.signature.as_str() {
            "Ljava/lang/Class;" => self.class_class = number,
            "Ljava/lang/VirtualThread;" => self.virtual_threads = number,
            "Ljdk/internal/vm/StackChunk;" => self.stack_chunks = number,
            _ => {}
        }
        told.loaders.extend(self.name_loader(trace, jvm, class));
        let string = |text: &str| trace.dictionary.string(text);
        let field =
            |field: &FieldFacts| FieldRecord { name: string(&field.name), signature: string(&field.signature), modifiers: field.modifiers };
        let shape = Shape {
            super_class: facts.super_class,
            interfaces: facts.interfaces.clone(),
            fields: facts.fields.iter().map(|field| field.offset).collect(),
        };
        // Archived objects are there before their class is: then nobody tells its fields.
        if facts.is_prepared {
            self.shapes.insert(number, shape);
        }
        told.classes.push(Class {
            number,
            signature: string(&facts.signature),
            object,
            super_class: facts.super_class,
            modifiers: facts.modifiers,
            interfaces: facts.interfaces,
            fields: facts.fields.iter().map(field).collect(),
            file: string(&facts.file),
        });
    }

    fn name_loader(&mut self, trace: &Trace, jvm: Jvm<'_>, class: ClassHandle) -> Option<Loader> {
        let tag = || new_tag(trace.next_id.fetch_add(1, Ordering::Relaxed));
        let (tag, name) = jvm.new_named_loader(class, self.loader_fields?, tag, |tag| !self.loaders.insert(id_of(tag)))?;
        Some(Loader { object: id_of(tag), name: trace.dictionary.string(&name) })
    }

    pub(super) fn put_threads(&mut self, trace: &Trace, jvm: Jvm<'_>) {
        let mut threads = Vec::new();
        for facts in jvm.threads() {
            let known = (facts.name, id_of(facts.tag));
            if self.threads.get(&facts.id) != Some(&known) {
                let name = trace.dictionary.string(&known.0);
                threads.push(Thread { id: facts.id, name, object: known.1, is_virtual: false, is_daemon: facts.is_daemon });
                self.threads.insert(facts.id, known);
            }
        }
        trace.put_new_names();
        if !threads.is_empty() {
            trace.output.put(Threads { threads });
        }
    }
}

/// What is new about classes.
#[derive(Default)]
struct Told {
    classes: Vec<Class>,
    loaders: Vec<Loader>,
}

pub(super) fn put_roots(trace: &Trace, jvm: Jvm<'_>, roots: &[RawRoot]) {
    let mut lines: FxHashMap<(usize, i64), i32> = FxHashMap::default();
    let mut variables = Variables { trace, jvm, are_known: !trace.variables.is_empty(), keys: FxHashMap::default() };
    let resolve = |root: &RawRoot| {
        let method = trace.method(jvm, root.method);
        let line = match method {
            0 => 0,
            _ => *lines.entry((root.method, root.location)).or_insert_with(|| jvm.line(root.method, root.location)),
        };
        let variable = variables.string_of(root);
        let RawRoot { kind, object, thread, depth, slot, .. } = *root;
        RootRecord { kind, object, thread, depth, method, line, slot, variable }
    };
    let roots: Vec<RootRecord> = roots.iter().map(resolve).collect();
    trace.put_new_names();
    for roots in roots.chunks(MOST_ROOTS) {
        trace.output.put(Roots { roots: roots.to_vec() });
    }
}

/// Names for the local variables of one state.
struct Variables<'a> {
    trace: &'a Trace,
    jvm: Jvm<'a>,
    are_known: bool,
    /// By what the JVM calls a method; not kept for the next state, as the method may be defined anew.
    keys: FxHashMap<usize, Option<MethodKey>>,
}

impl Variables<'_> {
    /// The number of the name's text; 0 without a name.
    fn string_of(&mut self, root: &RawRoot) -> u32 {
        let Some(slot) = root.slot.filter(|_| self.are_known) else { return 0 };
        let key = self.keys.entry(root.method).or_insert_with(|| MethodKey::of_loaded(self.jvm, root.method));
        let name = key.and_then(|key| self.trace.variables.name(key, slot, root.location));
        name.map_or(0, |name| self.trace.dictionary.string(&name))
    }
}
