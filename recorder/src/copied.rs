//! States that a copy of the process tells of.
//!
//! Objects have ids of such a state only, except those whose allocation was sampled, and class objects: nothing in the program knows
//! which object is which. What the walk must know of the program is tagged before, in a space of tags that is given back at once.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use trace_format::{StateBegin, StateEnd, StateGivenUp, WalkReason};

use crate::budget::{Way, processors};
use crate::child_process::end_copy;
use crate::copies::{Copied, HeapMemory, NoCopy};
use crate::copy_pipe::{Message, channel};
use crate::direct::{HotSpot, Known};
use crate::fork::{CopyMeans, FAILED, HUNG, UNSUITED};
use crate::jvm::{Forked, Jvm, Order, TagSpace, WalkEnd, thread_time};
use crate::memory::{available_bytes, resident_bytes};
use crate::objects::ObjectTable;
use crate::options::Detail;
use crate::raw_root::RawRoot;
use crate::shared_heap::SharedHeap;
use crate::snapshot::{Progress, Snapshot};
use crate::trace::Trace;
use crate::walk::{Part, Sums, Walk, WalkKind, new_tag};
use crate::walker::{Walker, put_roots};

/// Whatever is expected, a copy may take so many bytes for itself.
const LEAST_ROOM: u64 = 512 << 20;

/// Bytes of memory that a copy must leave to others.
const LEAST_LEFT: u64 = 128 << 20;

/// How often it is looked whether others run short of memory.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// After so many copies in a row that failed there are no more.
const MOST_FAILURES: u32 = 5;

/// Objects have this many bytes at least.
const LEAST_OBJECT_BYTES: u64 = 16;

/// A byte of a heap that must be copied before the program goes on takes as long as a fork takes for so many bytes of the process: a fifth
/// of a second per GB on two processors.
const COPIED_AT_ONCE: u64 = 13;

impl Walker {
    /// Whether the heap may be walked in a copy of the process now.
    pub(crate) fn may_copy(&mut self, jvm: Jvm<'_>, now: Duration) -> Result<(), NoCopy> {
        let heap = self.copies.heap(jvm);
        if matches!(heap, HeapMemory::Unknown) || self.copies.failures >= MOST_FAILURES {
            return Err(NoCopy::Never);
        }
        let (resident, to_copy) = (resident_bytes(), heap.to_copy(jvm));
        if !self.budget.allows_fork(resident + to_copy * COPIED_AT_ONCE, now) {
            return Err(NoCopy::Pause);
        }
        let used = self.budget.in_use();
        // What the program writes to meanwhile is there twice: some of its heap, the part for new objects first of all.
        let is_direct = self.expect_next_copy();
        let needed = self.copies.needs(used, is_direct) + resident / 4 + to_copy + LEAST_LEFT;
        if available_bytes().is_none_or(|available| available < needed) {
            return Err(NoCopy::Memory);
        }
        Ok(())
    }

    /// Copies the process; the copy walks the heap. `elapsed` is the time since the start, unless it may cost what it will.
    pub(crate) fn walk_in_copy(&mut self, trace: &Trace, jvm: Jvm<'_>, reason: WalkReason, elapsed: Option<Duration>) {
        let begin = thread_time();
        // Where every allocation is recorded, all objects have their tags already, and keep them.
        let is_full = trace.options.detail == Detail::Full;
        if !is_full {
            self.forget_objects();
        }
        let Some(space) = TagSpace::new(jvm, trace.options.detail) else { return };
        let tools = space.tools();
        let tagging = Jvm { tools: &tools, ..jvm };
        let hotspot = self.copies.hotspot().filter(|_| !is_full);
        let (mut tagged, settled) = (0, trace.signals.settled());
        let mut tag_samples = || {
            trace.put_allocations();
            if is_full {
                trace.samples.tag(tagging, new_tag);
            } else if hotspot.is_none() {
                tagged = trace.samples.tag_all(tagging, tagged, settled, new_tag);
            }
        };
        // Class objects may be among the samples: they get the number of their class beside their id.
        tag_samples();
        self.name_classes(trace, tagging);
        let new_id = || trace.next_id.fetch_add(1, Ordering::Relaxed);
        tagging.tag_threads(|| new_tag(new_id()));
        self.put_threads(trace, tagging);
        // The program went on meanwhile.
        tag_samples();
        let forked = self.fork(trace, tagging, reason, elapsed, &new_id, hotspot);
        if !is_full {
            space.dispose();
            self.forget_tags();
        }
        self.budget.spend(thread_time().saturating_sub(begin));
        match forked {
            Ok(Ok(copied)) => self.copy = Some(copied),
            Ok(Err(WalkEnd::DeepStacks)) => {
                self.skipped.deep_stacks();
                self.budget.see_deep_stacks(trace.now());
            }
            Ok(Err(_)) => self.skipped.too_long(),
            Err(error) => {
                self.copies.failures += 1;
                self.skipped.failed(&error);
            }
        }
    }

    fn fork(
        &mut self,
        trace: &Trace,
        jvm: Jvm<'_>,
        reason: WalkReason,
        elapsed: Option<Duration>,
        new_id: &dyn Fn() -> u64,
        hotspot: Option<Arc<HotSpot>>,
    ) -> Result<Result<Copied, WalkEnd>, String> {
        let _frame = jvm.native.push_local_frame(64).map_err(|_| "the JVM has no memory".to_owned())?;
        self.spend_after_fork();
        self.after_fork.prepare();
        let used = self.budget.in_use();
        let ids = self.copies.objects(used) * 2 + jvm.heap_use().map_or(used, |(used, _)| used) / LEAST_OBJECT_BYTES + (1 << 20);
        let first = trace.next_id.fetch_add(ids, Ordering::Relaxed);
        let (mut table, copy_ids) = (ObjectTable::from(first), AtomicU64::new(first));
        let kind = WalkKind { collections: trace.collections(), is_full: true, class_class: self.class_class };
        let (sender, receiver) = channel().map_err(|error| format!("no pipe: {error}"))?;
        let sender = RefCell::new(sender);
        // In the copy: whom nobody listens to any more ends.
        let mut put = |part: Part| {
            if sender.borrow_mut().part(&part).is_err() {
                end_copy(1);
            }
        };
        let mut walk = Walk::begin(&mut table, &copy_ids, kind, &mut put);
        let fields = self.class_object_fields(jvm);
        let (nanos, is_ending) = (trace.now().as_nanos() as u64, jvm.is_ending());
        let heap = self.copies.heap(jvm);
        let size = resident_bytes() + heap.to_copy(jvm) * COPIED_AT_ONCE;
        let known = hotspot.as_deref().map(|hotspot| Known {
            hotspot,
            shapes: &self.shapes,
            classes: self.class_places(trace, jvm),
            samples: &trace.samples,
            ids: trace.samples.places(),
            addresses: Vec::new(),
            held: Vec::new(),
            class_class: self.class_class,
            stack_chunks: self.stack_chunks,
            collections: kind.collections,
            first_id: first,
        });
        let own_heap = heap.shared().map(SharedHeap::prepare).transpose().map_err(|error| format!("no memory for the heap: {error}"))?;
        let means = CopyMeans {
            sender: &sender,
            own_heap: own_heap.as_ref(),
            free: self.copies.free_heap(),
            room: 2 * self.copies.needs(used, known.is_some()) + LEAST_ROOM,
        };
        let order = Order { limit: self.budget.pause_limit(), stack_time: self.budget.stack_time(), virtual_threads: 0 };
        let forked = jvm.follow_references_in_copy(&mut walk, &fields, means, new_id, known, order)?;
        let Forked { process, pause, roots, is_direct } = forked;
        drop(walk);
        drop(sender);
        self.budget.spend(pause);
        if !matches!(process, Err(WalkEnd::DeepStacks)) {
            self.budget.learn_fork(pause, size, trace.now());
        }
        let process = match process {
            Ok(process) => process,
            Err(end) => return Ok(Err(end)),
        };
        self.after_fork.forked();
        // Of what the copy knows, whoever follows the recording shall know the origin.
        trace.put_allocations();
        let snapshot = Snapshot::new(process, receiver);
        let state = self.states;
        let WalkKind { collections, .. } = kind;
        trace.output.put(StateBegin { state, collections, nanos, is_full: true, reason, numbers_anew: true, is_ending });
        let limit = elapsed.and_then(|elapsed| self.budget.copy_limit(elapsed));
        Ok(Ok(Copied { snapshot, state, reason, pause, roots, is_direct, sums: None, ids, limit, looked: Instant::now() }))
    }

    /// Takes in what the copy tells, if there is one. True when it is gone.
    pub(crate) fn poll_copy(&mut self, trace: &Trace, jvm: Jvm<'_>) -> bool {
        let Some(mut copied) = self.copy.take() else { return true };
        let (roots, sums, is_direct) = (&mut copied.roots, &mut copied.sums, copied.is_direct);
        let progress = copied.snapshot.poll(&mut |message| match message {
            Message::Block(block) => trace.output.put_packed(block),
            Message::Roots(mut some) if is_direct => roots.append(&mut some),
            // Of stacks of virtual threads that wait. The JVM in the program knows only such names for methods as it has given itself.
            Message::Roots(some) => roots.extend(some.into_iter().map(|root| match trace.dictionary.known_method(root.method) {
                Some(_) => root,
                None => RawRoot { method: 0, location: -1, ..root },
            })),
            Message::End(all) => *sums = Some(all),
        });
        match progress {
            Progress::Working(worked) => {
                if copied.limit.is_some_and(|limit| worked > limit) {
                    self.skipped.too_long();
                    self.give_up_copy(trace, copied);
                } else if copied.looked.elapsed() > BETWEEN_LOOKS && available_bytes().is_some_and(|bytes| bytes < LEAST_LEFT / 2) {
                    self.skipped.no_memory();
                    self.give_up_copy(trace, copied);
                } else {
                    if copied.looked.elapsed() > BETWEEN_LOOKS {
                        copied.looked = Instant::now();
                    }
                    self.copy = Some(copied);
                    return false;
                }
            }
            Progress::Ended(worked) => self.end_of_copy(trace, jvm, copied, worked),
            Progress::Failed(worked, code) => {
                let Copied { state, reason, pause, is_direct, limit, .. } = copied;
                match code {
                    UNSUITED => {}
                    // The JVM itself may do better.
                    1.. if is_direct => self.copies.hotspot = Some(None),
                    _ => self.copies.failures += 1,
                }
                match code {
                    UNSUITED => self.skipped.unreadable(),
                    HUNG => self.skipped.failed("it waited for a lock that another thread of the JVM held when the process was copied"),
                    FAILED.. => self.skipped.failed(&format!("the JVM failed in it with signal {}", code - FAILED)),
                    _ => self.skipped.failed("it ended before its time"),
                }
                trace.output.put(StateGivenUp { state, pause_nanos: pause.as_nanos() as u64 });
                let cost = self.cost_of_copy(worked);
                self.budget.spend(cost);
                if code == UNSUITED {
                    let is_ordered = limit.is_none();
                    self.copies.see_unreadable(is_ordered);
                    self.expect_next_copy();
                    if is_ordered {
                        self.walk_in_copy(trace, jvm, reason, None);
                    }
                }
            }
        }
        self.copy.is_none()
    }

    fn end_of_copy(&mut self, trace: &Trace, jvm: Jvm<'_>, copied: Copied, worked: Duration) {
        let Copied { state, pause, roots, is_direct, sums, ids, .. } = copied;
        let pause_nanos = pause.as_nanos() as u64;
        let Some(Sums { told, objects, bytes, references, visited, torn, .. }) = sums.filter(|sums| sums.told <= ids) else {
            self.skipped.failed("it met more objects than there is room for");
            trace.output.put(StateGivenUp { state, pause_nanos });
            return;
        };
        if torn > 0 {
            self.limits.push(format!("the references of {torn} objects came in several pieces in state {state}"));
        }
        put_roots(trace, jvm, &roots);
        trace.output.put(StateEnd { state, objects, bytes, references, pause_nanos, visited });
        self.states += 1;
        self.copies.last = Some((told, self.budget.in_use()));
        let cost = self.cost_of_copy(worked);
        self.budget.spend_on_look(Way::Copied, cost);
        self.copies.see_state(is_direct);
        self.expect_next_copy();
    }

    /// Whether the next copy reads its heap itself, or has it shown.
    fn expect_next_copy(&mut self) -> bool {
        let is_direct = self.copies.hotspot().is_some();
        self.budget.expect_slow_copies(!is_direct);
        is_direct
    }

    fn give_up_copy(&mut self, trace: &Trace, Copied { snapshot, state, pause, .. }: Copied) {
        let worked = snapshot.kill();
        trace.output.put(StateGivenUp { state, pause_nanos: pause.as_nanos() as u64 });
        let cost = self.cost_of_copy(worked);
        self.budget.spend_in_vain(Way::Copied, cost, None);
    }

    /// What a copy that is gone has cost the program: its share of the processors, and what the program had to copy for itself.
    fn cost_of_copy(&mut self, worked: Duration) -> Duration {
        worked / processors() + self.after_fork.end_copy()
    }

    /// Adds what the program has lost lately because its memory was copied, if the copy is gone.
    pub(crate) fn spend_after_fork(&mut self) {
        if self.copy.is_none() {
            let cost = self.after_fork.cost();
            self.budget.spend(cost);
        }
    }

    /// Ends the copy, if there is one, whatever it has told.
    pub(crate) fn drop_copy(&mut self, trace: &Trace) {
        if let Some(copied) = self.copy.take() {
            self.give_up_copy(trace, copied);
        }
    }
}
