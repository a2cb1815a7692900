//! One recording, from its first block to its last: the worker that tells what happened and looks at the heap, and its end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use trace_format::{Collection, Collections, Deaths, Info, WalkReason, info_key};

use crate::budget::Budget;
use crate::jvm::{ClassHandle, Jvm, Tools, thread_time};
use crate::options::{Detail, Options};
use crate::output::Output;
use crate::perf_counters::PerfCounters;
use crate::rolling::{FileLimits, next_file};
use crate::signals::{BETWEEN_POLLS, Ended, PATIENCE};
use crate::trace::{Trace, work_for_the_recorder};
use crate::variables::VariableNames;
use crate::viewers::Viewers;
use crate::vm_structs::Concurrent;
use crate::walker::Walker;

/// Whoever has looked at the heap so often can say what has grown; else the end is worth a look, too.
const ENOUGH_LOOKS: u32 = 2;

/// With so many, a trace can say what grows steadily.
const MANY_LOOKS: u32 = 10;

/// The end of a program is worth a look, too, if the last one is longer ago than this part of its time.
const LAST_PART: u32 = 10;

/// Deaths of one block, of 16 bytes at most each.
const MOST_DEATHS: usize = 1 << 18;

/// A recording.
pub(crate) struct Recording {
    pub(crate) trace: Trace,
    pub(crate) viewers: Viewers,
    limits: FileLimits,
    walker: Mutex<Walker>,
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

impl Recording {
    /// Creates the file. `names` is an environment of its own, for numbers of classes; `variables` are known already.
    ///
    /// # Errors
    /// When it cannot be created, in words.
    pub(crate) fn create(options: Options, names: Tools, variables: Arc<VariableNames>) -> Result<Self, String> {
        let (path, most) = next_file(&options);
        let output = Output::create(&path, most).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let limits = FileLimits::new(&options);
        Ok(Self {
            walker: Mutex::new(Walker::new(Budget::new(options.effective_budget(), options.max_pause, options.detail))),
            trace: Trace::new(options, output, names, variables),
            viewers: Viewers::default(),
            limits,
        })
    }

    /// The recording goes on in another file, once this one is finished and the JVM was left.
    ///
    /// # Errors
    /// When it cannot be created, in words.
    pub(crate) fn next(&self) -> Result<Self, String> {
        let next = Self::create(self.trace.options.clone(), self.trace.classes.tools(), Arc::clone(&self.trace.variables))?;
        next.note_limit("call stacks and ages of objects that were there before this file, one of several (--keep)".to_owned());
        Ok(next)
    }

    /// Something could not be recorded.
    pub(crate) fn note_limit(&self, limit: String) {
        self.walker().limits.push(limit);
    }

    /// A class can be used from now on: its fields are watched if that was asked for.
    pub(crate) fn class_is_prepared(&self, jvm: Jvm<'_>, class: ClassHandle) {
        if let Err(error) = self.trace.watched.watch(jvm, class, || self.trace.classes.number(class)) {
            self.note_limit(error);
        }
    }

    /// Tells about the JVM.
    pub(crate) fn describe(&self, jvm: Jvm<'_>, started_by: &str) {
        self.trace.know_threads(jvm);
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
            self.walker().budget.expect_marking();
        }
        if collector == Some(Concurrent::GenerationalZ)
            && self.trace.samples_allocations()
            && let Some(few) = self.trace.sampling.take_few()
        {
            self.note_limit(format!(
                "more than about {few} allocations per second, and what dies before a major collection: until then ZGC with generations keeps \
                 alive what anybody watches, so that few are sampled"
            ));
        }
        self.trace.signals.know_collector(is_concurrent, counters);
        let property = |name: &str| jvm.tools.get_system_property(name).unwrap_or_default();
        self.trace.sampling.know_jvm(jvm.version());
        let mut entries = vec![
            (info_key::JVM_VERSION, property("java.vm.version")),
            (info_key::JVM_NAME, property("java.vm.name")),
            (info_key::COMMAND, property("sun.java.command")),
            (info_key::DETAIL, self.trace.options.detail.name().to_owned()),
            (info_key::STACK_DEPTH, self.trace.options.stack_depth.to_string()),
            (info_key::STARTED_BY, started_by.to_owned()),
            (info_key::PROCESS, std::process::id().to_string()),
        ];
        if let Some(budget) = self.trace.options.effective_budget() {
            entries.push((info_key::BUDGET, budget.to_string()));
        }
        if self.trace.samples_allocations() {
            entries.push((info_key::SAMPLING_INTERVAL, self.trace.sampling.distance().to_string()));
        }
        let entries = entries.into_iter().filter(|entry| !entry.1.is_empty()).map(|(key, value)| (key.to_owned(), value));
        let limits = self.walker().take_limits();
        self.trace.output.put(Info { entries: entries.chain(limits).collect() });
    }

    /// Runs until the program ends: writes what the collector told, and walks the heap where the budget allows it.
    pub(crate) fn work(&self, jvm: Jvm<'_>) -> Left {
        work_for_the_recorder();
        let mut is_copying = false;
        let (mut written, mut largest_step) = (0, 0);
        while let Some(is_requested) = self.trace.signals.wait(is_copying, &self.trace.options, &self.limits) {
            let mut walker = self.walker();
            if walker.is_done {
                return Left::Stopped;
            }
            // Not before the walker is at hand: a program that ended meanwhile would have written without them.
            let ended = self.trace.signals.take_ended();
            self.after_collections(&mut walker, jvm, &ended, is_requested);
            is_copying = walker.copy.is_some();
            if !is_copying {
                let before = std::mem::replace(&mut written, self.trace.output.bytes());
                largest_step = largest_step.max(written - before);
                let most = self.limits.bytes.unwrap_or(u64::MAX);
                let is_long = self.limits.time.is_some_and(|most| self.trace.now() >= most);
                // There must be room for another step, and for the end.
                if is_long || written + 2 * largest_step >= most {
                    return Left::FileIsFull;
                }
            }
        }
        if self.trace.signals.is_stopped() { Left::Stopped } else { Left::Abandoned }
    }

    /// Why the recording ends with its file, for whoever reads it.
    pub(crate) fn note_full_file(&self) {
        let bytes = self.trace.options.max_bytes.unwrap_or_default();
        self.note_limit(format!("all that came later: the file had reached the {bytes} bytes that it was allowed (--max-size)"));
    }

    fn after_collections(&self, walker: &mut Walker, jvm: Jvm<'_>, ended: &[Ended], is_requested: bool) {
        let begin = thread_time();
        self.put_events(walker, jvm, ended);
        let is_copied = walker.copy.is_none() || walker.poll_copy(&self.trace, jvm);
        walker.budget.spend(thread_time().saturating_sub(begin));
        if self.trace.output.has_failed() {
            // What the program allocates from now on is of no use to anybody.
            jvm.stop_sampling();
            walker.drop_copy(&self.trace);
            self.trace.signals.note_last_look();
            return;
        }
        if is_requested && !is_copied {
            // As soon as the one that is being made is complete.
            self.trace.signals.request_walk();
            return;
        }
        let reason = if is_requested {
            WalkReason::Request
        } else if self.trace.options.every.is_some_and(|every| self.trace.now() >= self.trace.signals.looked() + every) {
            WalkReason::Clock
        } else if !ended.is_empty() {
            WalkReason::Collection
        } else {
            return;
        };
        if is_copied {
            walker.look(&self.trace, jvm, reason, reason != WalkReason::Collection);
        }
    }

    fn put_events(&self, walker: &mut Walker, jvm: Jvm<'_>, ended: &[Ended]) {
        self.trace.put_allocations();
        // Compressing and writing takes time of a processor that the program might have used.
        walker.spend_on_writing(self.trace.output.busy_nanos());
        walker.budget.spend(self.trace.sampling.take_cost() + self.trace.variables.take_cost());
        if self.trace.options.detail != Detail::Full && self.trace.samples_allocations() {
            walker.note_threads(self.trace.signals.threads_started());
        }
        if let Some(limits) = walker.take_limits() {
            // Early: a program that is killed tells nothing at its end.
            self.trace.output.put(Info { entries: vec![limits] });
        }
        let Some(last) = ended.last() else { return };
        // Where the JVM keeps no counters, only the last collection was a moment ago; where it has counted at a pause, the collector had
        // not yet done its work.
        let is_concurrent = self.trace.signals.is_concurrent();
        let counted = |at: &Ended| at.after.used.zip(at.after.capacity).filter(|_| !is_concurrent);
        let heap = counted(last).or_else(|| jvm.heap_use());
        ended.iter().filter_map(counted).for_each(|(used, _)| walker.budget.see_use(used));
        if let (None, Some((used, _))) = (counted(last), heap) {
            walker.budget.see_use(used);
        }
        if self.trace.samples_allocations() {
            for deaths in self.trace.samples.take_deaths(jvm, last.number).chunks(MOST_DEATHS) {
                self.trace.output.put(Deaths { deaths: deaths.to_vec() });
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
                collector: self.trace.dictionary.string(&at.after.collector),
                cause: self.trace.dictionary.string(&at.after.cause),
                used_before: None,
                used_after: heap.map(|heap| heap.0).or(at.after.used),
                capacity: heap.map(|heap| heap.1).or(at.after.capacity),
                cost_nanos,
            }
        };
        let collections: Vec<Collection> = ended.iter().map(collection).collect();
        self.trace.put_new_names();
        self.trace.output.put(Collections { collections });
    }

    /// The program ends, or the file: a last look if wanted, and everything goes to the file.
    pub(crate) fn finish(&self, jvm: Jvm<'_>, end: EndOf) {
        work_for_the_recorder();
        self.trace.signals.stop();
        let mut walker = self.walker();
        if std::mem::replace(&mut walker.is_done, true) {
            return;
        }
        self.put_events(&mut walker, jvm, &self.trace.signals.take_ended());
        self.end_copy(&mut walker, jvm);
        if let Some((used, _)) = jvm.heap_use() {
            walker.budget.see_use(used);
        }
        // What the threads of the program held is gone when they have ended.
        let is_late = self.trace.now().saturating_sub(self.trace.signals.looked()) > self.trace.now() / LAST_PART && !jvm.is_ending();
        let is_ordered = self.trace.options.at_exit && end == EndOf::Recording;
        if is_ordered || is_late || walker.looks() < ENOUGH_LOOKS {
            walker.look(&self.trace, jvm, WalkReason::Exit, is_ordered);
            self.end_copy(&mut walker, jvm);
        }
        let is_short = self.trace.options.detail == Detail::States && walker.looks() < MANY_LOOKS;
        let skipped = walker.skipped.lines(&self.trace.options, is_short);
        walker.limits.extend(skipped);
        if self.trace.watched.is_wanted() && !self.trace.watched.has_found_some() {
            walker.limits.push("no stores: no class that was loaded has a field of this name that can hold objects".to_owned());
        }
        if self.trace.variables.is_full() {
            walker
                .limits
                .push("no names of local variables of the classes that were loaded last: there are more than fit into 64 MiB".to_owned());
        }
        self.trace.samples.release(jvm);
        self.trace.put_new_names();
        walker.spend_after_fork();
        let mut entries = vec![
            (info_key::END_NANOS.to_owned(), (self.trace.now().as_nanos() as u64).to_string()),
            (info_key::END_COST_NANOS.to_owned(), (walker.budget.spent().as_nanos() as u64).to_string()),
        ];
        entries.extend(walker.take_limits());
        self.trace.output.put(Info { entries });
        self.trace.output.finish();
        self.viewers.places.wait_for_the_end();
    }

    /// Takes all tags off: the program goes on without the recorder.
    pub(crate) fn leave(&self, jvm: Jvm<'_>) {
        self.walker().forget_objects();
        if self.trace.options.detail == Detail::Full {
            Jvm::untag_all(jvm.tools);
        }
        self.trace.classes.forget(jvm);
    }

    /// Waits for the copy of the process that walks, if there is one, or gives it up.
    fn end_copy(&self, walker: &mut Walker, jvm: Jvm<'_>) {
        let begin = Instant::now();
        let patience = if self.trace.options.at_exit { PATIENCE * 60 } else { walker.budget.patience(self.trace.now()).min(PATIENCE) };
        while walker.copy.is_some() && !walker.poll_copy(&self.trace, jvm) {
            if begin.elapsed() > patience {
                walker.drop_copy(&self.trace);
            }
            std::thread::sleep(BETWEEN_POLLS);
        }
        // The program waits meanwhile.
        walker.budget.spend(begin.elapsed());
    }

    fn walker(&self) -> MutexGuard<'_, Walker> {
        self.walker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
