//! Counts, walks and untags the heap: the JVM calls back for every object or reference.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::{jni, jvmti};
use trace_format::{Place, RootRecordKind};

use super::Jvm;
use crate::budget::Limit;
use crate::walk::{Target, Walk, id_of};

/// A root as the JVM shows it; methods are resolved later.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawRoot {
    /// Why.
    pub(crate) kind: RootRecordKind,
    /// The object.
    pub(crate) object: u64,
    /// Thread id; 0 if none.
    pub(crate) thread: u64,
    /// Depth of the frame.
    pub(crate) depth: Option<u32>,
    /// What the JVM calls the method; 0 if none.
    pub(crate) method: usize,
    /// Where in the method.
    pub(crate) location: i64,
    /// The slot of a local variable.
    pub(crate) slot: Option<u32>,
}

/// What a walk has shown beside the objects.
pub(crate) struct Followed {
    /// Roots, those of the recorder left out.
    pub(crate) roots: Vec<RawRoot>,
    /// How long the program stood still.
    pub(crate) pause: Duration,
    /// How long this thread has worked meanwhile.
    pub(crate) worked: Duration,
    /// It took longer than it may, and was given up.
    pub(crate) is_given_up: bool,
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
    /// Stops the program.
    ///
    /// # Errors
    /// What the JVM says.
    pub(crate) fn count_objects(names: &Jvmti) -> Result<Vec<(u64, u64)>, String> {
        let mut sums: Vec<(u64, u64)> = Vec::new();
        let callbacks = jvmti::jvmtiHeapCallbacks { heap_iteration_callback: Some(count_object), ..Default::default() };
        // SAFETY: the callbacks and what they use live until the call returns; no handles are passed.
        let result = unsafe { names.iterate_through_heap(0, std::ptr::null_mut(), &callbacks, (&raw mut sums).cast::<c_void>()) };
        result.map_err(|error| format!("the JVM cannot count its objects: {}", names.error_to_string(error)))?;
        Ok(sums)
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
    /// When the limit is reached the walk is given up.
    ///
    /// # Errors
    /// What the JVM says, or that the recorder itself failed.
    pub(crate) fn follow_references(
        self,
        walk: &mut Walk<'_>,
        fields: &[ClassObjectField],
        limit: Option<Limit>,
    ) -> Result<Followed, String> {
        let _frame = self.native.push_local_frame(64).map_err(|_| "the JVM has no memory for a walk".to_owned())?;
        let held = self.class_object_references(fields);
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit.time));
        let mut seen = Seen { walk, roots: Vec::new(), panicked: false, limit, deadline, shown: 0, is_given_up: false };
        let callbacks = jvmti::jvmtiHeapCallbacks { heap_reference_callback: Some(show_reference), ..Default::default() };
        let (pause, worked) = (Instant::now(), self.worked());
        // SAFETY: the callbacks and what they use live until the call returns; no handles are passed.
        let result = unsafe {
            self.tools.follow_references(0, std::ptr::null_mut(), std::ptr::null_mut(), &callbacks, (&raw mut seen).cast::<c_void>())
        };
        let (pause, worked) = (pause.elapsed(), self.worked().saturating_sub(worked));
        let Seen { walk, mut roots, panicked, is_given_up, .. } = seen;
        if panicked {
            return Err("the recorder failed within a walk".to_owned());
        }
        result.map_err(|error| format!("the JVM cannot show its heap: {}", self.tools.error_to_string(error)))?;
        // What a walk that was given up has met counts for nothing.
        for (class_object, place, target) in held.into_iter().filter(|_| !is_given_up) {
            // SAFETY: `target` is a handle of the frame that is still open.
            let target = id_of(unsafe { self.tools.get_tag(target) }.unwrap_or(0));
            if target != 0 {
                walk.class_object_reference(class_object, place, target);
            }
        }
        let own = self.own_thread_id();
        roots.retain(|root| root.thread == 0 || root.thread != own);
        Ok(Followed { roots, pause, worked, is_given_up })
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
    let sums = unsafe { &mut *user_data.cast::<Vec<(u64, u64)>>() };
    // Numbers are small: classes are numbered one by one.
    let class = usize::try_from(class).unwrap_or(0);
    if class >= sums.len() {
        sums.resize(class + 1, (0, 0));
    }
    sums[class].0 += 1;
    sums[class].1 += size as u64;
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
    limit: Option<Limit>,
    deadline: Option<Instant>,
    /// How often the JVM has called.
    shown: u32,
    is_given_up: bool,
}

impl Seen<'_, '_> {
    /// Looks at the clock every so often.
    #[inline]
    fn is_late(&mut self) -> bool {
        self.shown = self.shown.wrapping_add(1);
        if self.shown.is_multiple_of(1 << 12) && self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            self.deadline = self.later();
            self.is_given_up = self.deadline.is_none();
        }
        self.is_given_up
    }

    /// Until when the walk may go on once its time is over; `None` if it is to be given up.
    fn later(&mut self) -> Option<Instant> {
        let limit = self.limit.take()?;
        limit.enough.filter(|&enough| self.walk.met_bytes() >= enough)?;
        Instant::now().checked_add(limit.time)
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
    if seen.is_late() {
        return jvmti::JVMTI_VISIT_ABORT;
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
