//! Counts, walks and untags the heap: the JVM calls back for every object or reference.

use std::ffi::c_void;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering, compiler_fence};
use std::time::{Duration, Instant};

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::{jni, jvmti};
use trace_format::{Place, RootRecordKind};

use super::{Jvm, thread_time};
use crate::budget::Limit;
use crate::child_process::{end_copy, wait_for_end};
use crate::direct::{self, ClassRows, Known, Unsuited};
use crate::fork::{CopyMeans, Question, Side, UNSUITED, answer, fork};
use crate::raw_root::RawRoot;
use crate::walk::{Target, Walk, class_of, id_of, new_tag};

/// The first version that counts the frames of threads that may end meanwhile without harm, of those that it was tried with.
const COUNTS_FRAMES_SAFELY: u32 = 21;

/// Where stacks are probed, in steps of half as much again; deeper ones are deep enough to be left alone.
const LEAST_DEPTH: i32 = 16;
const MOST_DEPTH: i32 = 1 << 20;

/// What [`Jvm::stack_time`] takes for a stack of one frame: up to 27 ns were measured at depths of 4,000 to 16,000, on JDK 17 and 25.
const PER_SQUARED_FRAME: Duration = Duration::from_nanos(30);

const NO_MEMORY: &str = "the JVM has no memory for a walk";

/// What a walk has shown beside the objects.
pub(crate) struct Followed {
    /// Roots, those of the recorder left out.
    pub(crate) roots: Vec<RawRoot>,
    /// How long the program stood still.
    pub(crate) pause: Duration,
    /// How long this thread has worked meanwhile.
    pub(crate) worked: Duration,
    /// How it ended.
    pub(crate) end: WalkEnd,
}

/// A process that was copied.
pub(crate) struct Forked {
    /// The number of the copy, or why there is none.
    pub(crate) process: Result<libc::pid_t, WalkEnd>,
    /// How long the program stood still.
    pub(crate) pause: Duration,
    /// What the stacks held, that of the recorder left out.
    pub(crate) roots: Vec<RawRoot>,
    /// The copy reads its memory itself, and tells all roots.
    pub(crate) is_direct: bool,
}

/// How a walk ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum WalkEnd {
    /// It has shown everything.
    #[default]
    Complete,
    /// It took longer than it may.
    TooLong,
    /// It came to a virtual thread, see [`Order::virtual_threads`].
    VirtualThread,
    /// It was not begun, see [`Jvm::stack_time`].
    DeepStacks,
}

/// How a walk within the program is to be made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Order {
    /// After it the walk is given up.
    pub(crate) limit: Option<Limit>,
    /// What [`Jvm::stack_time`] may say at most.
    pub(crate) stack_time: Duration,
    /// The number of `java.lang.VirtualThread`, whose instances end the walk; 0 where there is no such class.
    ///
    /// HotSpot of JDK 21 and later looks at the stack of every virtual thread that a walk visits, by way of its field `cont`. An
    /// instance whose constructor has not come to that field yet has none, and the JVM reads memory at address 0 and dies. The
    /// constructor allocates what it stores there, so collections, and the walks behind them, find such instances often.
    pub(crate) virtual_threads: u32,
}

/// Objects that are counted until the clock is asked again.
const BETWEEN_CHECKS: u32 = 4096;

/// Stands for the next check of a count that was given up: the JVM asks for no more.
const GIVEN_UP: u32 = 0;

/// A count of all objects.
#[derive(Debug)]
pub(crate) enum Counted {
    /// Objects and bytes, by the tag of their class.
    All(Vec<(u64, u64)>),
    /// It took too long; so many bytes were met by then.
    InPart(u64),
}

/// A count that is being made.
struct Counting {
    sums: Vec<(u64, u64)>,
    bytes: u64,
    /// So many objects later the clock is asked.
    next_check: u32,
    deadline: Option<Instant>,
}

/// A reference field of `java.lang.Class`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClassObjectField {
    id: jni::jfieldID,
    place: Place,
}

// SAFETY: field ids are valid for all threads, as long as the class is loaded: always.
unsafe impl Send for ClassObjectField {}

impl Jvm<'_> {
    /// Objects and bytes by the tag of their class in this environment, which must be small; unreachable ones included.
    /// Stops the program. `limit` is when the count is given up: the JVM goes through the rest of the heap all the same, but shows nothing.
    ///
    /// # Errors
    /// What the JVM says.
    pub(crate) fn count_objects(names: &Jvmti, limit: Option<Duration>) -> Result<Counted, String> {
        let mut counting =
            Counting { sums: Vec::new(), bytes: 0, next_check: BETWEEN_CHECKS, deadline: limit.map(|limit| Instant::now() + limit) };
        let callbacks = jvmti::jvmtiHeapCallbacks { heap_iteration_callback: Some(count_object), ..Default::default() };
        // SAFETY: the callbacks and what they use live until the call returns; no handles are passed.
        let result = unsafe { names.iterate_through_heap(0, std::ptr::null_mut(), &callbacks, (&raw mut counting).cast::<c_void>()) };
        result.map_err(|error| format!("the JVM cannot count its objects: {}", names.error_to_string(error)))?;
        Ok(if counting.next_check == GIVEN_UP { Counted::InPart(counting.bytes) } else { Counted::All(counting.sums) })
    }

    /// How long the JVM may work on stacks before it shows its heap, by their depths now. Nothing can end that work.
    ///
    /// HotSpot gives back to the heap what compiled code has kept on stacks instead (`EscapeBarrier`), for all threads, and goes from the
    /// top of a stack to each frame anew: the square of the depth. A stack of 16 MB that is full takes hours. What virtual threads do on
    /// their carriers nobody tells; these stacks have 1 MB at most.
    pub(crate) fn stack_time(self) -> Duration {
        let counts_safely = self.version().is_some_and(|version| version >= COUNTS_FRAMES_SAFELY);
        let mut steps = 0.0;
        for thread in self.tools.get_all_threads().unwrap_or_default() {
            // SAFETY: handles that the JVM gave just now, given back before anything else is done with them. Threads that have ended
            // have no frames.
            unsafe {
                let depth = if counts_safely { self.tools.get_frame_count(thread).unwrap_or(0) } else { self.probed_depth(thread) };
                steps += f64::from(depth) * f64::from(depth);
                self.native.delete_local_ref(thread);
            }
        }
        PER_SQUARED_FRAME.mul_f64(steps)
    }

    /// How many frames a stack has at most, which is up to half as many more than it has, or [`LEAST_DEPTH`]; 0 for a thread that has
    /// ended.
    ///
    /// Asked for their number, HotSpot 17 reads what it has kept of a thread that may have ended just now: it dies of that. It
    /// does not if it is asked for no frames at all from some depth on, and says whether there are any.
    ///
    /// # Safety
    /// `thread` is a handle of this thread.
    unsafe fn probed_depth(self, thread: jni::jthread) -> i32 {
        let mut depth = LEAST_DEPTH;
        loop {
            // SAFETY: by contract.
            match unsafe { self.tools.get_stack_trace(thread, depth, 0) } {
                Ok(_) if depth < MOST_DEPTH => depth += depth / 2,
                Ok(_) | Err(jvmti::jvmtiError::ILLEGAL_ARGUMENT) => return depth,
                Err(_) => return 0,
            }
        }
    }

    /// Takes the tags off all objects; stops the program.
    pub(crate) fn untag_all(tools: &Jvmti) {
        let callbacks = jvmti::jvmtiHeapCallbacks { heap_iteration_callback: Some(untag_object), ..Default::default() };
        // Objects without tag are not shown.
        // SAFETY: the callbacks live until the call returns; no handles are passed.
        let _ =
            unsafe { tools.iterate_through_heap(jvmti::JVMTI_HEAP_FILTER_UNTAGGED, std::ptr::null_mut(), &callbacks, std::ptr::null()) };
    }

    /// Stops the program and shows `walk` everything that is reachable, roots first.
    ///
    /// HotSpot shows no instance fields of class objects (`java.lang.Class` itself has some, with caches that can leak).
    /// They are read before, held by this thread during the walk, and told of afterwards: `fields` names them.
    ///
    /// # Errors
    /// What the JVM says, or that the recorder itself failed.
    pub(crate) fn follow_references(self, walk: &mut Walk<'_>, fields: &[ClassObjectField], order: Order) -> Result<Followed, String> {
        let _frame = self.native.push_local_frame(64).map_err(|_| NO_MEMORY.to_owned())?;
        let held = self.class_object_references(fields);
        let Order { limit, stack_time, virtual_threads } = order;
        if self.stack_time() > stack_time {
            return Ok(Followed { roots: Vec::new(), pause: Duration::ZERO, worked: Duration::ZERO, end: WalkEnd::DeepStacks });
        }
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit.time));
        let mut seen = Seen { virtual_threads, limit, deadline, ..Seen::new(walk) };
        let (pause, worked) = (Instant::now(), thread_time());
        let result = self.show_references(&mut seen);
        let (pause, worked) = (pause.elapsed(), thread_time().saturating_sub(worked));
        let Seen { walk, mut roots, panicked, end, .. } = seen;
        if panicked {
            return Err("the recorder failed within a walk".to_owned());
        }
        result?;
        // What a walk that was given up has met counts for nothing.
        for (class_object, place, target) in held.into_iter().filter(|_| end == WalkEnd::Complete) {
            // SAFETY: `target` is a handle of the frame that is still open.
            let target = id_of(unsafe { self.tools.get_tag(target) }.unwrap_or(0));
            if target != 0 {
                walk.class_object_reference(class_object, place, target);
            }
        }
        let own = self.own_thread_id();
        roots.retain(|root| root.thread == 0 || root.thread != own);
        Ok(Followed { roots, pause, worked, end })
    }

    /// Stops the program, shows `walk` what stacks hold, and copies the process; the copy shows all else that is reachable. `fields` as
    /// above. All that is to have an id which the program knows must be tagged; `new_id` numbers what class objects refer to.
    ///
    /// Roots come first, those on stacks before others. What the JVM calls their methods it thinks up when it is asked, so it must
    /// be asked in the program: a name that a copy thought up leads to nothing there. Of `order`, the limit is for
    /// the stacks and for copying a heap that a fork shares, and virtual threads are no danger.
    ///
    /// # Errors
    /// Why there is no copy.
    pub(crate) fn follow_references_in_copy(
        self,
        walk: &mut Walk<'_>,
        fields: &[ClassObjectField],
        means: CopyMeans<'_>,
        new_id: &dyn Fn() -> u64,
        direct: Option<Known<'_>>,
        order: Order,
    ) -> Result<Forked, String> {
        let _frame = self.native.push_local_frame(64).map_err(|_| NO_MEMORY.to_owned())?;
        let own_thread = self.own_thread_id();
        if let Some(mut known) = direct {
            known.held = self.class_object_places(&known.classes, fields);
            let direct =
                Direct { known, rows: ClassRows::default(), addresses: Vec::new(), has_others: false, shown: 0, is_unsuited: false };
            let copying = Copying { direct: Some(direct), ..Copying::new(means, own_thread) };
            return self.fork(Seen { copying: Some(copying), ..Seen::new(walk) }, order);
        }
        let mut held = Vec::new();
        for (class_object, place, target) in self.class_object_references(fields) {
            // SAFETY: `target` is a handle of the frame that is still open.
            let tag = unsafe {
                match self.tools.get_tag(target).unwrap_or(0) {
                    0 => {
                        let tag = new_tag(new_id());
                        let _ = self.tools.set_tag(target, tag);
                        tag
                    }
                    tag => tag,
                }
            };
            held.push((class_object, place, id_of(tag)));
        }
        let copying = Copying { held, ..Copying::new(means, own_thread) };
        self.fork(Seen { copying: Some(copying), ..Seen::new(walk) }, order)
    }

    fn fork(self, mut seen: Seen<'_, '_>, order: Order) -> Result<Forked, String> {
        if self.stack_time() > order.stack_time {
            return Ok(Forked { process: Err(WalkEnd::DeepStacks), pause: Duration::ZERO, roots: Vec::new(), is_direct: false });
        }
        let pause = Instant::now();
        seen.deadline = order.limit.and_then(|limit| pause.checked_add(limit.time));
        let result = self.show_references(&mut seen);
        let pause = pause.elapsed();
        let Some(copying) = seen.copying else { return Err("there is no copy".to_owned()) };
        if let Some(late) = copying.late {
            // Whoever is not there needs no waiting for.
            let _ = wait_for_end(late);
        }
        let (mut roots, is_direct) = (seen.roots, copying.direct.is_some());
        roots.retain(|root| root.thread == 0 || root.thread != copying.own_thread);
        if is_direct {
            // The copy tells them, with ids.
            roots.clear();
        }
        match copying.forked {
            Some(Ok(process)) => Ok(Forked { process: Ok(process), pause, roots, is_direct }),
            None if seen.end != WalkEnd::Complete => Ok(Forked { process: Err(seen.end), pause, roots, is_direct }),
            Some(Err(error)) => Err(format!("the process cannot be copied: {error}")),
            None => Err(result.err().unwrap_or_else(|| "the JVM shows nothing".to_owned())),
        }
    }

    fn show_references(self, seen: &mut Seen<'_, '_>) -> Result<(), String> {
        let callbacks = jvmti::jvmtiHeapCallbacks { heap_reference_callback: Some(show_reference), ..Default::default() };
        // SAFETY: the callbacks and what they use live until the call returns; no handles are passed.
        let result = unsafe {
            self.tools.follow_references(0, std::ptr::null_mut(), std::ptr::null_mut(), &callbacks, (&raw mut *seen).cast::<c_void>())
        };
        result.map_err(|error| format!("the JVM cannot show its heap: {}", self.tools.error_to_string(error)))
    }

    /// What the instance fields of class objects refer to, as handles of the current frame, and where.
    fn class_object_places(self, classes: &[(usize, u32, u64)], fields: &[ClassObjectField]) -> Vec<(usize, Place, usize)> {
        let mut places = Vec::new();
        for &(class, ..) in classes {
            for field in fields {
                // SAFETY: handles of class objects of the current frame; the fields belong to `java.lang.Class`.
                let target = unsafe { self.native.get_object_field(class as jni::jobject, field.id) };
                if !target.is_null() {
                    places.push((class, field.place, target as usize));
                }
            }
        }
        places
    }

    /// What the instance fields of all class objects refer to: id of the class object, place, handle in the current frame.
    fn class_object_references(self, fields: &[ClassObjectField]) -> Vec<(u64, Place, jni::jobject)> {
        let mut references = Vec::new();
        for class in self.tools.get_loaded_classes().unwrap_or_default() {
            // SAFETY: handles of class objects that the JVM gave just now; the fields belong to `java.lang.Class`.
            unsafe {
                let id = id_of(self.tools.get_tag(class).unwrap_or(0));
                for field in fields.iter().filter(|_| id != 0) {
                    let target = self.native.get_object_field(class, field.id);
                    if !target.is_null() {
                        references.push((id, field.place, target));
                    }
                }
                self.native.delete_local_ref(class);
            }
        }
        references
    }

    /// The reference fields of class objects.
    pub(crate) fn class_object_fields(self) -> Vec<ClassObjectField> {
        let Ok(_frame) = self.native.push_local_frame(64) else { return Vec::new() };
        let Some(class) = self.native.find_class("java/lang/Class") else { return Vec::new() };
        // SAFETY: the class was found just now, its interfaces are handles of the frame.
        unsafe {
            // Fields of interfaces are numbered first.
            let mut interfaces = self.tools.get_implemented_interfaces(class).unwrap_or_default();
            let (mut at, mut before) = (0, 0);
            while let Some(&interface) = interfaces.get(at) {
                at += 1;
                if interfaces[..at - 1].iter().any(|&other| self.native.is_same_object(other, interface)) {
                    continue;
                }
                before += self.tools.get_class_fields(interface).map_or(0, |fields| fields.len());
                interfaces.extend(self.tools.get_implemented_interfaces(interface).unwrap_or_default());
            }
            let fields = self.tools.get_class_fields(class).unwrap_or_default();
            let reference = |(number, id): (usize, jni::jfieldID)| {
                let (_, signature, _) = self.tools.get_field_name(class, id).ok()?;
                let is_static = self.tools.get_field_modifiers(class, id).ok()? & 8 != 0;
                let place = Place::Field((before + number) as u32);
                (signature.starts_with(['L', '[']) && !is_static).then_some(ClassObjectField { id, place })
            };
            fields.into_iter().enumerate().filter_map(reference).collect()
        }
    }
}

unsafe extern "system" fn count_object(
    class: jni::jlong,
    size: jni::jlong,
    _tag: *mut jni::jlong,
    _length: jni::jint,
    user_data: *mut c_void,
) -> jni::jint {
    // SAFETY: `user_data` is what `count_objects` passed, and nobody else uses it during the call.
    let counting = unsafe { &mut *user_data.cast::<Counting>() };
    // Numbers are small: classes are numbered one by one.
    let class = usize::try_from(class).unwrap_or(0);
    if class >= counting.sums.len() {
        counting.sums.resize(class + 1, (0, 0));
    }
    counting.sums[class].0 += 1;
    counting.sums[class].1 += size as u64;
    counting.bytes += size as u64;
    counting.next_check = counting.next_check.saturating_sub(1);
    if counting.next_check > 0 {
        return jvmti::JVMTI_VISIT_OBJECTS;
    }
    if counting.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        counting.next_check = GIVEN_UP;
        return jvmti::JVMTI_VISIT_ABORT;
    }
    counting.next_check = BETWEEN_CHECKS;
    jvmti::JVMTI_VISIT_OBJECTS
}

unsafe extern "system" fn untag_object(
    _class: jni::jlong,
    _size: jni::jlong,
    tag: *mut jni::jlong,
    _length: jni::jint,
    _user_data: *mut c_void,
) -> jni::jint {
    // SAFETY: the JVM hands in a pointer to the tag that is valid during this callback.
    unsafe { *tag = 0 };
    jvmti::JVMTI_VISIT_OBJECTS
}

struct Seen<'a, 'w> {
    walk: &'a mut Walk<'w>,
    roots: Vec<RawRoot>,
    panicked: bool,
    virtual_threads: u32,
    limit: Option<Limit>,
    deadline: Option<Instant>,
    /// How often the JVM has called.
    shown: u32,
    end: WalkEnd,
    /// For walks in a copy of the process.
    copying: Option<Copying<'a>>,
}

/// What a walk in a copy of the process needs.
struct Copying<'a> {
    means: CopyMeans<'a>,
    /// References from instance fields of class objects, by ids.
    held: Vec<(u64, Place, u64)>,
    own_thread: u64,
    /// In the program: the copy's process number.
    forked: Option<io::Result<libc::pid_t>>,
    /// In the program: the process number of a copy that took too long to make.
    late: Option<libc::pid_t>,
    is_copy: bool,
    /// The JVM has called back: the walk must not be touched by anybody else.
    is_busy: AtomicBool,
    /// The JVM shows roots and class objects only; all else is read by the copy itself.
    direct: Option<Direct<'a>>,
}

/// What a copy needs that reads its memory itself.
struct Direct<'a> {
    known: Known<'a>,
    /// What the JVM has shown of class objects.
    rows: ClassRows,
    /// By root, where its object is.
    addresses: Vec<usize>,
    /// The last kind of roots has come: there are no more behind it.
    has_others: bool,
    /// How often the JVM had called when it was last asked whether that was all.
    shown: u32,
    /// Something is not where it should be.
    is_unsuited: bool,
}

impl<'a> Copying<'a> {
    fn new(means: CopyMeans<'a>, own_thread: u64) -> Self {
        let is_busy = AtomicBool::new(false);
        Self { means, held: Vec::new(), own_thread, forked: None, late: None, is_copy: false, is_busy, direct: None }
    }
}

impl Direct<'_> {
    /// Whether the JVM has shown all, `shown` calls until now: the last kind of roots, and of each class object its references, and
    /// nothing more since it was asked before. That its thread seems to sleep says little where the machine is busy.
    fn is_complete(&mut self, shown: u32) -> bool {
        let has_more = std::mem::replace(&mut self.shown, shown) != shown;
        self.has_others && !has_more && self.known.classes.iter().all(|(_, class, _)| self.has_shown(*class))
    }

    /// Whether the JVM has shown what a class object refers to. Of its super class it always tells, unless that is `Object`.
    fn has_shown(&self, class: u32) -> bool {
        let shapes = self.known.shapes;
        let super_class = shapes.get(&class).map_or(0, |shape| shape.super_class);
        let is_told = shapes.get(&super_class).is_some_and(|shape| shape.super_class != 0);
        let place = Place::SuperClass.code();
        !is_told || self.rows.get(&class).is_some_and(|row| row.iter().any(|&(at, _)| at == place))
    }

    /// The JVM shows a reference; notes it. Returns whether the JVM is to go on with what it leads to.
    ///
    /// # Safety
    /// `tag` is what the JVM hands in, and `info` what it hands in for `kind`.
    unsafe fn show(
        &mut self,
        (kind, info): (jvmti::jvmtiHeapReferenceKind, *const jvmti::jvmtiHeapReferenceInfo),
        referrer: Option<i64>,
        (tag, class_tag, bytes): (*const i64, i64, i64),
        roots: &mut Vec<RawRoot>,
    ) -> bool {
        // HotSpot keeps what it shows in one place: the object, its bytes, its tag, the tag of its class (`CallbackWrapper`).
        // SAFETY: the tag lies in a variable of the caller; what lies around it is of the same stack.
        let (object, told) = unsafe { (tag.sub(2).cast::<usize>().read(), (tag.sub(1).read(), tag.add(1).read())) };
        if told != (bytes, class_tag) {
            self.is_unsuited = true;
            return false;
        }
        let class_of_target = class_of(class_tag);
        let is_class = class_of_target == self.known.class_class;
        // SAFETY: by contract.
        let tag = unsafe { *tag };
        if !is_class && id_of(tag) != 0 {
            self.known.addresses.push((object, id_of(tag)));
        }
        match referrer.map(class_of) {
            None => {
                // SAFETY: by contract.
                roots.push(unsafe { root_of(kind, info, 0) });
                self.addresses.push(object);
                self.has_others |= kind == jvmti::JVMTI_HEAP_REFERENCE_OTHER;
            }
            Some(0) => {}
            Some(class) => {
                // SAFETY: by contract.
                let place = unsafe { place_of(kind, info) };
                self.rows.entry(class).or_default().push((place.code(), object));
            }
        }
        is_class
    }
}

impl<'a, 'w> Seen<'a, 'w> {
    fn new(walk: &'a mut Walk<'w>) -> Self {
        Self {
            walk,
            roots: Vec::new(),
            panicked: false,
            virtual_threads: 0,
            limit: None,
            deadline: None,
            shown: 0,
            end: WalkEnd::Complete,
            copying: None,
        }
    }

    /// Whether the walk is to end here. Looks at the clock every so often.
    #[inline]
    fn is_over(&mut self, class: u32, kind: jvmti::jvmtiHeapReferenceKind) -> bool {
        self.shown = self.shown.wrapping_add(1);
        let is_of_stacks = is_of_stacks(kind);
        if let Some(copying) = &self.copying
            && (copying.is_copy || !is_of_stacks)
        {
            return !copying.is_copy && self.copy();
        }
        // The JVM works long for each root of a stack.
        if (is_of_stacks || self.shown.is_multiple_of(1 << 12)) && self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            self.deadline = self.later();
            if self.deadline.is_none() {
                self.end = WalkEnd::TooLong;
            }
        }
        if class == self.virtual_threads && class != 0 {
            self.end = WalkEnd::VirtualThread;
        }
        self.end != WalkEnd::Complete
    }

    /// Copies the process. True in the program, where the walk is over.
    fn copy(&mut self) -> bool {
        let Some(copying) = &mut self.copying else { return true };
        if let Some(Direct { known, .. }) = &mut copying.direct {
            known.ids.extend(known.samples.fresh_places());
        }
        match fork(copying.means, self.deadline) {
            Ok(Side::Copy) => {
                copying.is_copy = true;
                match &mut copying.direct {
                    // Stacks may have held the last kind of roots, too.
                    Some(direct) => direct.has_others = false,
                    None => self.roots.clear(),
                }
                let of = (&raw mut *self).cast::<c_void>();
                // It lives until the end of the copy.
                answer(Box::leak(Box::new(Question { ask: end_if_complete, of })));
                false
            }
            Ok(Side::Program(copy)) => {
                copying.forked = Some(Ok(copy));
                true
            }
            Ok(Side::Late(copy)) => {
                copying.late = Some(copy);
                self.end = WalkEnd::TooLong;
                true
            }
            Err(error) => {
                copying.forked = Some(Err(error));
                true
            }
        }
    }

    /// In the copy: sends the rest if the walk is complete, and ends the copy.
    fn end_copy(&mut self) -> io::Result<()> {
        let Some(copying) = &mut self.copying else { return Ok(()) };
        if copying.is_busy.load(Ordering::Relaxed) {
            return Ok(());
        }
        if self.panicked {
            end_copy(2);
        }
        if let Some(direct) = &mut copying.direct
            && !direct.is_unsuited
            && !direct.is_complete(self.shown)
        {
            return Ok(());
        }
        if let Some(direct) = copying.direct.take() {
            return self.read_directly(direct);
        }
        if !self.walk.is_closed() {
            return Ok(());
        }
        for &(class_object, place, target) in &copying.held {
            self.walk.class_object_reference(class_object, place, target);
        }
        self.roots.retain(|root| root.thread == 0 || root.thread != copying.own_thread);
        let sums = self.walk.finish_in_copy();
        let mut sender = copying.means.sender.borrow_mut();
        sender.roots(&self.roots)?;
        sender.end(&sums)?;
        end_copy(0)
    }

    /// In the copy, which knows all roots: reads the heap and ends the copy.
    fn read_directly(&mut self, Direct { known, rows, addresses, is_unsuited, .. }: Direct<'_>) -> io::Result<()> {
        let Some(copying) = &self.copying else { return Ok(()) };
        let is_own = |root: &RawRoot| root.thread != 0 && root.thread == copying.own_thread;
        let (mut roots, addresses): (Vec<RawRoot>, Vec<usize>) =
            self.roots.iter().zip(addresses).filter(|(root, _)| !is_own(root)).map(|(root, address)| (*root, address)).unzip();
        // SAFETY: the JVM stands still in this copy, as its only thread is this one; it has shown the addresses.
        let told = if is_unsuited { Err(Unsuited) } else { unsafe { direct::tell(known, rows, &addresses, self.walk.sink()) } };
        let Ok((ids, sums)) = told else { end_copy(UNSUITED) };
        roots.iter_mut().zip(ids).for_each(|(root, id)| root.object = id);
        let mut sender = copying.means.sender.borrow_mut();
        sender.roots(&roots)?;
        sender.end(&sums)?;
        end_copy(0)
    }

    /// Until when the walk may go on once its time is over; `None` if it is to be given up.
    fn later(&mut self) -> Option<Instant> {
        let limit = self.limit.take()?;
        limit.enough.filter(|&enough| self.walk.met_bytes() >= enough)?;
        Instant::now().checked_add(limit.time)
    }
}

/// Whether the JVM shows a root of this kind where it goes through the stacks. A virtual thread on its carrier is another root.
fn is_of_stacks(kind: jvmti::jvmtiHeapReferenceKind) -> bool {
    [
        jvmti::JVMTI_HEAP_REFERENCE_THREAD,
        jvmti::JVMTI_HEAP_REFERENCE_STACK_LOCAL,
        jvmti::JVMTI_HEAP_REFERENCE_JNI_LOCAL,
        jvmti::JVMTI_HEAP_REFERENCE_OTHER,
    ]
    .contains(&kind)
}

/// Ends the copy if its walk is complete.
///
/// # Safety
/// In a copy only, where `seen` is what its walk uses.
unsafe fn end_if_complete(seen: *mut c_void) {
    // SAFETY: the walk, on this very thread, waits within the JVM, outside of any callback, or for the pipe.
    let seen = unsafe { &mut *seen.cast::<Seen<'_, '_>>() };
    // A panic must not go on into the JVM.
    if !matches!(catch_unwind(AssertUnwindSafe(|| seen.end_copy())), Ok(Ok(()))) {
        end_copy(3);
    }
}

unsafe extern "system" fn show_reference(
    kind: jvmti::jvmtiHeapReferenceKind,
    info: *const jvmti::jvmtiHeapReferenceInfo,
    class_tag: jni::jlong,
    _referrer_class_tag: jni::jlong,
    size: jni::jlong,
    tag: *mut jni::jlong,
    referrer_tag: *mut jni::jlong,
    length: jni::jint,
    user_data: *mut c_void,
) -> jni::jint {
    // SAFETY: `user_data` is what `follow_references` passed, and nobody else uses it during the call; the JVM hands in
    // pointers to tags that are valid during this callback, the second one null for roots. An object that refers to
    // itself has one tag with two pointers: the second is read before the first becomes a reference.
    let (seen, referrer, tag) = unsafe {
        let seen = &mut *user_data.cast::<Seen<'_, '_>>();
        let referrer = if referrer_tag.is_null() { None } else { Some(*referrer_tag) };
        (seen, referrer, &mut *tag)
    };
    if seen.is_over(class_of(class_tag), kind) {
        return jvmti::JVMTI_VISIT_ABORT;
    }
    // A signal comes to this very thread: the compiler must not move what is between these two, and needs to do no more.
    let busy = |seen: &Seen<'_, '_>, is_busy| {
        if let Some(copying) = &seen.copying {
            copying.is_busy.store(is_busy, Ordering::Relaxed);
            compiler_fence(Ordering::SeqCst);
        }
    };
    busy(seen, true);
    if let Seen { copying: Some(Copying { direct: Some(direct), .. }), roots, .. } = seen {
        // SAFETY: all are what the JVM has handed in.
        let goes_on = unsafe { direct.show((kind, info), referrer, (tag, class_tag, size), roots) };
        compiler_fence(Ordering::SeqCst);
        busy(seen, false);
        return if goes_on { jvmti::JVMTI_VISIT_OBJECTS } else { 0 };
    }
    let shown = catch_unwind(AssertUnwindSafe(|| {
        let mut target = Target { tag, class_tag, bytes: size as u64, length: u64::try_from(length).ok() };
        match referrer {
            Some(referrer) if kind == jvmti::JVMTI_HEAP_REFERENCE_CLASS => seen.walk.class(referrer, &mut target),
            Some(referrer) => {
                // SAFETY: the kind says which part of the information is there.
                let place = unsafe { place_of(kind, info) };
                seen.walk.reference(referrer, place, &mut target);
            }
            None => {
                let object = seen.walk.root(&mut target);
                // SAFETY: as above.
                seen.roots.push(unsafe { root_of(kind, info, object) });
            }
        }
    }));
    compiler_fence(Ordering::SeqCst);
    busy(seen, false);
    match shown {
        Ok(()) => jvmti::JVMTI_VISIT_OBJECTS,
        Err(_) => {
            seen.panicked = true;
            jvmti::JVMTI_VISIT_ABORT
        }
    }
}

/// # Safety
/// `info` must be what the JVM hands in for `kind`.
#[inline]
unsafe fn place_of(kind: jvmti::jvmtiHeapReferenceKind, info: *const jvmti::jvmtiHeapReferenceInfo) -> Place {
    // SAFETY: by contract.
    unsafe {
        match kind {
            jvmti::JVMTI_HEAP_REFERENCE_FIELD => Place::Field((*info).field.index as u32),
            jvmti::JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT => Place::Element((*info).array.index as u32),
            jvmti::JVMTI_HEAP_REFERENCE_STATIC_FIELD => Place::Static((*info).field.index as u32),
            jvmti::JVMTI_HEAP_REFERENCE_CONSTANT_POOL => Place::ConstantPool((*info).constant_pool.index as u32),
            jvmti::JVMTI_HEAP_REFERENCE_SUPERCLASS => Place::SuperClass,
            jvmti::JVMTI_HEAP_REFERENCE_CLASS_LOADER => Place::ClassLoader,
            jvmti::JVMTI_HEAP_REFERENCE_SIGNERS => Place::Signers,
            jvmti::JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN => Place::ProtectionDomain,
            jvmti::JVMTI_HEAP_REFERENCE_INTERFACE => Place::Interface,
            _ => Place::Other,
        }
    }
}

/// # Safety
/// `info` must be what the JVM hands in for `kind`.
unsafe fn root_of(kind: jvmti::jvmtiHeapReferenceKind, info: *const jvmti::jvmtiHeapReferenceInfo, object: u64) -> RawRoot {
    let root = |kind| RawRoot { kind, object, thread: 0, depth: None, method: 0, location: -1, slot: None };
    match kind {
        jvmti::JVMTI_HEAP_REFERENCE_JNI_GLOBAL => root(RootRecordKind::JniGlobal),
        jvmti::JVMTI_HEAP_REFERENCE_SYSTEM_CLASS => root(RootRecordKind::SystemClass),
        jvmti::JVMTI_HEAP_REFERENCE_MONITOR => root(RootRecordKind::Monitor),
        jvmti::JVMTI_HEAP_REFERENCE_THREAD => root(RootRecordKind::Thread),
        jvmti::JVMTI_HEAP_REFERENCE_STACK_LOCAL => {
            // SAFETY: by contract.
            let local = unsafe { (*info).stack_local };
            RawRoot {
                thread: local.thread_id as u64,
                depth: u32::try_from(local.depth).ok(),
                method: local.method as usize,
                location: local.location,
                slot: u32::try_from(local.slot).ok(),
                ..root(RootRecordKind::StackLocal)
            }
        }
        jvmti::JVMTI_HEAP_REFERENCE_JNI_LOCAL => {
            // SAFETY: by contract.
            let local = unsafe { (*info).jni_local };
            RawRoot {
                thread: local.thread_id as u64,
                depth: u32::try_from(local.depth).ok(),
                method: local.method as usize,
                ..root(RootRecordKind::JniLocal)
            }
        }
        _ => root(RootRecordKind::Other),
    }
}
