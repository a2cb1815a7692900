//! What the recorder asks the JVM, without raw pointers.
#![allow(unsafe_code, reason = "the JVM speaks through function tables and handles that Rust cannot check")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use jvmti_bindings::callbacks::ObjectAllocationEvent;
use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::{jni, jvmti};
use trace_format::{Place, RootRecordKind};

use crate::walk::{Target, Walk, id_of};

/// The JVM as seen by one of its threads.
#[derive(Clone, Copy)]
pub(crate) struct Jvm<'a> {
    /// Tool interface.
    pub(crate) tools: &'a Jvmti,
    /// Native interface of this thread.
    pub(crate) native: &'a JniEnv,
}

/// A handle of the tool interface that any thread may use.
#[derive(Clone, Copy)]
pub(crate) struct Tools(*mut jvmti::jvmtiEnv);

// SAFETY: JVMTI environments may be used by all threads; the pointer stays valid until the environment is disposed of,
// which the recorder never does.
unsafe impl Send for Tools {}
// SAFETY: as above.
unsafe impl Sync for Tools {}

impl Tools {
    /// Remembers an environment.
    pub(crate) fn new(tools: &Jvmti) -> Self {
        Self(tools.raw())
    }

    /// The environment.
    pub(crate) fn get(self) -> Jvmti {
        // SAFETY: the pointer came from a live environment, which is never disposed of.
        unsafe { Jvmti::from_raw(self.0) }
    }
}

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

/// A class with what the JVM tells of it.
#[derive(Debug, Default)]
pub(crate) struct ClassFacts {
    /// `Ljava/lang/String;`
    pub(crate) signature: String,
    /// Number of the super class; 0 if none.
    pub(crate) super_class: u32,
    /// Access flags.
    pub(crate) modifiers: u32,
    /// Numbers of the interfaces that it names.
    pub(crate) interfaces: Vec<u32>,
    /// Name, signature, access flags.
    pub(crate) fields: Vec<(String, String, u32)>,
    /// Source file.
    pub(crate) file: String,
    /// Its fields are known.
    pub(crate) is_prepared: bool,
}

/// A thread that runs.
#[derive(Debug)]
pub(crate) struct ThreadFacts {
    /// `Thread.threadId()`
    pub(crate) id: u64,
    /// Its name.
    pub(crate) name: String,
    /// A daemon.
    pub(crate) is_daemon: bool,
    /// The tag of its object.
    pub(crate) tag: i64,
}

/// A method with what the JVM tells of it.
#[derive(Debug, Default)]
pub(crate) struct MethodFacts {
    /// Declaring class, `Ljava/lang/String;`.
    pub(crate) class: String,
    /// Name.
    pub(crate) name: String,
    /// Parameters and result.
    pub(crate) signature: String,
    /// Source file.
    pub(crate) file: String,
}

impl Jvm<'_> {
    /// Calls `show` for every class that is loaded.
    pub(crate) fn each_class(self, mut show: impl FnMut(ClassHandle)) {
        let Ok(_frame) = self.native.push_local_frame(64) else { return };
        let Ok(classes) = self.tools.get_loaded_classes() else { return };
        classes.into_iter().for_each(|class| show(ClassHandle(class)));
    }

    /// The class objects of the nine primitive types, which are in no list of classes.
    pub(crate) fn primitive_classes(self) -> Vec<ClassHandle> {
        const BOXES: [&str; 9] = ["Boolean", "Character", "Byte", "Short", "Integer", "Long", "Float", "Double", "Void"];
        let primitive = |name: &str| {
            let class = self.native.find_class(&format!("java/lang/{name}"))?;
            // SAFETY: the class was found just now; its field TYPE is a static class object in every JDK.
            let object = unsafe {
                let field = self.native.get_static_field_id(class, "TYPE", "Ljava/lang/Class;")?;
                self.native.get_static_object_field(class, field)
            };
            (!object.is_null()).then_some(ClassHandle(object))
        };
        BOXES.into_iter().filter_map(primitive).collect()
    }

    /// The field of thread objects that holds the id.
    pub(crate) fn thread_id_field(self) -> Option<ThreadId> {
        let _frame = self.native.push_local_frame(8).ok()?;
        let class = self.native.find_class("java/lang/Thread")?;
        // SAFETY: `class` was found just now.
        let field = unsafe { self.native.get_field_id(class, "tid", "J") };
        if field.is_none() {
            self.native.exception_clear();
        }
        field.map(ThreadId)
    }

    /// All threads that run.
    pub(crate) fn threads(self) -> Vec<ThreadFacts> {
        let Ok(_frame) = self.native.push_local_frame(256) else { return Vec::new() };
        let Some(id_field) = self.thread_id_field() else { return Vec::new() };
        let Ok(threads) = self.tools.get_all_threads() else { return Vec::new() };
        let facts = |&thread: &jni::jthread| {
            // SAFETY: handles of threads that the JVM gave just now, in a local frame that is still open.
            unsafe {
                let info = self.tools.get_thread_info(thread).ok()?;
                Some(ThreadFacts {
                    id: self.native.get_long_field(thread, id_field.0) as u64,
                    name: info.name.unwrap_or_default(),
                    is_daemon: info.is_daemon,
                    tag: self.tools.get_tag(thread).unwrap_or(0),
                })
            }
        };
        threads.iter().filter_map(facts).collect()
    }

    /// Bytes of the heap in use, and bytes that it has room for, as `Runtime` tells.
    pub(crate) fn heap_use(self) -> Option<(u64, u64)> {
        let _frame = self.native.push_local_frame(8).ok()?;
        let class = self.native.find_class("java/lang/Runtime")?;
        // SAFETY: the class was found just now; the methods exist in every JDK and take no arguments.
        unsafe {
            let get = self.native.get_static_method_id(class, "getRuntime", "()Ljava/lang/Runtime;")?;
            let runtime = self.native.call_static_object_method(class, get, &[]);
            if runtime.is_null() {
                return None;
            }
            let total = self.native.call_long_method(runtime, self.native.get_method_id(class, "totalMemory", "()J")?, &[]);
            let free = self.native.call_long_method(runtime, self.native.get_method_id(class, "freeMemory", "()J")?, &[]);
            Some(((total - free).max(0) as u64, total.max(0) as u64))
        }
    }

    /// What the JVM tells of a method; `None` if its class is gone.
    pub(crate) fn method(self, method: usize) -> Option<MethodFacts> {
        let _frame = self.native.push_local_frame(8).ok()?;
        let id = method as jni::jmethodID;
        // SAFETY: method ids of the JVM stay valid handles; it refuses those of classes that are gone.
        unsafe {
            let (name, signature, _) = self.tools.get_method_name(id).ok()?;
            let class = self.tools.get_method_declaring_class(id).ok()?;
            let file = self.tools.get_source_file_name(class).unwrap_or_default();
            Some(MethodFacts { class: self.tools.get_class_signature(class).ok()?.0, name, signature, file })
        }
    }

    /// The line of a place in a method; 0 if unknown, -1 in native methods.
    pub(crate) fn line(self, method: usize, location: i64) -> i32 {
        if location < 0 {
            return -1;
        }
        // SAFETY: as in `method`.
        let Ok(table) = (unsafe { self.tools.get_line_number_table(method as jni::jmethodID) }) else { return 0 };
        let entry = table.iter().filter(|entry| entry.start_location <= location).max_by_key(|entry| entry.start_location);
        entry.map_or(0, |entry| entry.line_number)
    }

    /// Time that a processor has worked for this thread. Waiting, and standing still for others, costs nobody anything.
    pub(crate) fn worked(self) -> Duration {
        Duration::from_nanos(self.tools.get_current_thread_cpu_time().unwrap_or(0).max(0) as u64)
    }

    /// The call stack of this thread: methods with places in them, the innermost first, at most `depth` of them, and
    /// whether there are more.
    pub(crate) fn call_stack(self, depth: u16) -> (Vec<(usize, i64)>, bool) {
        // SAFETY: no handle is passed: the JVM takes the current thread.
        let frames = unsafe { self.tools.get_stack_trace(std::ptr::null_mut(), 0, i32::from(depth) + 1) }.unwrap_or_default();
        let known = frames.iter().take(depth.into()).map(|frame| (frame.method as usize, frame.location)).collect();
        (known, frames.len() > depth.into())
    }

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
    /// After `limit` the walk is given up.
    ///
    /// # Errors
    /// What the JVM says, or that the recorder itself failed.
    pub(crate) fn follow_references(
        self,
        walk: &mut Walk<'_>,
        fields: &[ClassObjectField],
        limit: Option<Duration>,
    ) -> Result<Followed, String> {
        let _frame = self.native.push_local_frame(64).map_err(|_| "the JVM has no memory for a walk".to_owned())?;
        let held = self.class_object_references(fields);
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut seen = Seen { walk, roots: Vec::new(), panicked: false, deadline, shown: 0, is_given_up: false };
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
        for (class_object, place, target) in held {
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

    fn own_thread_id(self) -> u64 {
        let (Some(field), Ok(thread)) = (self.thread_id_field(), self.tools.get_current_thread()) else { return 0 };
        // SAFETY: the handle of the current thread was given just now.
        unsafe {
            let id = self.native.get_long_field(thread, field.0);
            self.native.delete_local_ref(thread);
            id as u64
        }
    }

    /// Starts a thread that belongs to the tool interface; programs do not see it.
    ///
    /// # Errors
    /// What the JVM refuses.
    pub(crate) fn start_thread(self, name: &str, run: Box<dyn FnOnce(Jvm<'_>) + Send>) -> Result<(), String> {
        let refused = |what: &str| format!("the thread of the recorder cannot be started: {what}");
        let _frame = self.native.push_local_frame(16).map_err(|_| refused("no memory"))?;
        let class = self.native.find_class("java/lang/Thread").ok_or_else(|| refused("no class Thread"))?;
        let name = self.native.new_string_utf(name).ok_or_else(|| refused("no memory"))?;
        let arg = Box::into_raw(Box::new(run));
        // SAFETY: the class was found just now; its constructor with a name exists in every JDK. `arg` goes to the thread,
        // which takes it over; where the thread does not start it is taken back.
        unsafe {
            let started = (|| {
                let constructor = self.native.get_method_id(class, "<init>", "(Ljava/lang/String;)V").ok_or("no constructor")?;
                let thread = self.native.new_object(class, constructor, &[jni::jvalue { l: name }]).ok_or("no thread object")?;
                // 10 is the highest priority: the collection should not be long over when the walk begins.
                self.tools.run_agent_thread(thread, run_thread, arg.cast::<c_void>(), 10).map_err(|_| "refused")
            })();
            started.map_err(|what| {
                self.native.exception_clear();
                drop(Box::from_raw(arg));
                refused(what)
            })
        }
    }
}

type Run = Box<dyn FnOnce(Jvm<'_>) + Send>;

unsafe extern "system" fn run_thread(tools: *mut jvmti::jvmtiEnv, native: *mut jni::JNIEnv, arg: *mut c_void) {
    // SAFETY: the JVM hands in environments of this thread; `arg` is the box of `start_thread`, handed over once.
    let (tools, native, run) = unsafe { (Jvmti::from_raw(tools), JniEnv::from_raw(native), Box::from_raw(arg.cast::<Run>())) };
    let _ = catch_unwind(AssertUnwindSafe(|| run(Jvm { tools: &tools, native: &native })));
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

/// The native interface of the current thread; `None` if the JVM does not know the thread.
///
/// # Safety
/// `vm` must be the JVM that called, on this thread.
pub(crate) unsafe fn native_env(vm: *mut jni::JavaVM) -> Option<JniEnv> {
    let mut env = std::ptr::null_mut();
    // SAFETY: by contract; the environment that the JVM gives belongs to the current thread.
    unsafe { ((**vm).GetEnv)(vm, &mut env, jni::JNI_VERSION_1_8) == jni::JNI_OK && !env.is_null() }
        // SAFETY: as above.
        .then(|| unsafe { JniEnv::from_raw(env.cast()) })
}

/// An object that was just allocated.
pub(crate) struct NewObject {
    object: jni::jobject,
    /// Its class.
    pub(crate) class: ClassHandle,
    /// Its bytes.
    pub(crate) bytes: u64,
    thread: jni::jthread,
}

impl NewObject {
    /// Takes it from the event; `None` for objects without identity.
    pub(crate) fn of(event: &ObjectAllocationEvent) -> Option<Self> {
        let object = event.object_opt()?;
        Some(Self { object, class: ClassHandle(event.class()), bytes: event.size() as u64, thread: event.thread() })
    }

    /// A reference that does not keep it alive.
    pub(crate) fn weak(&self, jvm: Jvm<'_>) -> Option<WeakObject> {
        // SAFETY: the handle is alive during the event.
        let weak = unsafe { jvm.native.new_weak_global_ref(self.object) };
        (!weak.is_null()).then_some(WeakObject(weak))
    }

    /// Elements, given that it is an array.
    pub(crate) fn array_length(&self, jvm: Jvm<'_>) -> u64 {
        // SAFETY: as above; the caller knows that it is an array.
        unsafe { jvm.native.get_array_length(self.object) as u64 }
    }

    /// `Thread.threadId()` of the allocating thread.
    pub(crate) fn thread_id(&self, jvm: Jvm<'_>, field: ThreadId) -> u64 {
        // SAFETY: the handle is alive during the event; every thread object has the field.
        unsafe { jvm.native.get_long_field(self.thread, field.0) as u64 }
    }

    /// Name of the allocating thread, whether it is a daemon, and whether it is virtual.
    pub(crate) fn thread_facts(&self, jvm: Jvm<'_>) -> (String, bool, bool) {
        // SAFETY: as above. JDKs before 21 say that they know no virtual threads.
        let (info, is_virtual) = unsafe { (jvm.tools.get_thread_info(self.thread), jvm.native.is_virtual_thread(self.thread)) };
        let (name, is_daemon) = info.map(|info| (info.name.unwrap_or_default(), info.is_daemon)).unwrap_or_default();
        (name, is_daemon, is_virtual.unwrap_or(false))
    }
}

/// The field of thread objects that holds the id.
#[derive(Clone, Copy)]
pub(crate) struct ThreadId(jni::jfieldID);

// SAFETY: field ids are valid for all threads, as long as the class is loaded: always.
unsafe impl Send for ThreadId {}
// SAFETY: as above.
unsafe impl Sync for ThreadId {}

/// An object that may be collected.
#[derive(Debug)]
pub(crate) struct WeakObject(jni::jweak);

// SAFETY: weak global references are valid for all threads until they are deleted.
unsafe impl Send for WeakObject {}

impl WeakObject {
    /// Whether it was collected.
    pub(crate) fn is_gone(&self, jvm: Jvm<'_>) -> bool {
        // SAFETY: the reference was not deleted: only `delete` does, and it is the last use.
        unsafe { jvm.native.is_same_object(self.0, std::ptr::null_mut()) }
    }

    /// Tags it, if it lives and has no tag: a walk may have met it before, and a class object may have been numbered.
    pub(crate) fn tag(&self, jvm: Jvm<'_>, tag: i64) {
        // SAFETY: as above.
        unsafe {
            let object = jvm.native.new_local_ref(self.0);
            if !object.is_null() {
                if jvm.tools.get_tag(object) == Ok(0) {
                    let _ = jvm.tools.set_tag(object, tag);
                }
                jvm.native.delete_local_ref(object);
            }
        }
    }

    /// Gives the reference back: the last thing that may be done with it.
    pub(crate) fn delete(&self, jvm: Jvm<'_>) {
        // SAFETY: as above.
        unsafe { jvm.native.delete_weak_global_ref(self.0) }
    }
}

/// A class object, while the JVM shows it.
#[derive(Clone, Copy)]
pub(crate) struct ClassHandle(jni::jclass);

impl ClassHandle {
    /// Its tag; 0 if it has none.
    pub(crate) fn tag(self, tools: &Jvmti) -> i64 {
        // SAFETY: the handle is alive while the JVM shows the class.
        unsafe { tools.get_tag(self.0) }.unwrap_or(0)
    }

    /// Tags it.
    pub(crate) fn set_tag(self, tools: &Jvmti, tag: i64) {
        // SAFETY: as above.
        let _ = unsafe { tools.set_tag(self.0, tag) };
    }

    /// Its name.
    pub(crate) fn signature(self, tools: &Jvmti) -> String {
        // SAFETY: as above.
        unsafe { tools.get_class_signature(self.0) }.map(|names| names.0).unwrap_or_default()
    }

    /// All that the JVM tells of it; `number` numbers the classes that it names.
    pub(crate) fn facts(self, jvm: Jvm<'_>, number: impl Fn(ClassHandle) -> u32) -> ClassFacts {
        let Jvm { tools, native } = jvm;
        let Ok(_frame) = native.push_local_frame(64) else { return ClassFacts::default() };
        // SAFETY: the handle is alive while the JVM shows the class; the handles that it gives live as long as the frame.
        unsafe {
            let status = tools.get_class_status(self.0).unwrap_or(0);
            let is_array = status & jvmti::JVMTI_CLASS_STATUS_ARRAY != 0;
            let is_prepared = is_array || status & jvmti::JVMTI_CLASS_STATUS_PREPARED != 0;
            let mut facts = ClassFacts {
                signature: self.signature(tools),
                modifiers: tools.get_class_modifiers(self.0).unwrap_or(0) as u32,
                is_prepared,
                ..ClassFacts::default()
            };
            if let Some(above) = native.get_superclass(self.0) {
                facts.super_class = number(Self(above));
            }
            if is_prepared && !is_array {
                facts.file = tools.get_source_file_name(self.0).unwrap_or_default();
                for interface in tools.get_implemented_interfaces(self.0).unwrap_or_default() {
                    facts.interfaces.push(number(Self(interface)));
                }
                for field in tools.get_class_fields(self.0).unwrap_or_default() {
                    let (name, signature) = tools.get_field_name(self.0, field).map(|names| (names.0, names.1)).unwrap_or_default();
                    let modifiers = tools.get_field_modifiers(self.0, field).unwrap_or(0) as u32;
                    facts.fields.push((name, signature, modifiers));
                }
            }
            facts
        }
    }
}

struct Seen<'a, 'w> {
    walk: &'a mut Walk<'w>,
    roots: Vec<RawRoot>,
    panicked: bool,
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
            self.is_given_up = true;
        }
        self.is_given_up
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
