//! What the recorder asks the JVM, without raw pointers.
#![allow(unsafe_code, reason = "the JVM speaks through function tables and handles that Rust cannot check")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::{jni, jvmti};

mod classes;
mod fields;
mod heap;
mod loaders;
mod objects;
mod tag_space;

pub(crate) use classes::{ClassHandle, FieldFacts};
pub(crate) use fields::StoredReference;
pub(crate) use heap::{ClassObjectField, Counted, Followed, Forked, Order, WalkEnd};
pub(crate) use loaders::LoaderFields;
pub(crate) use objects::{NewObject, ThreadHandle, ThreadId, WeakObject};
pub(crate) use tag_space::TagSpace;

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

    /// All classes that are loaded, and those of primitive types; as handles of the current frame.
    pub(crate) fn class_handles(self) -> Vec<ClassHandle> {
        let loaded = self.tools.get_loaded_classes().unwrap_or_default().into_iter().map(ClassHandle);
        loaded.chain(self.primitive_classes()).collect()
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

    /// Tags all threads that have no tag.
    pub(crate) fn tag_threads(self, tag: impl Fn() -> i64) {
        let Ok(_frame) = self.native.push_local_frame(256) else { return };
        for thread in self.tools.get_all_threads().unwrap_or_default() {
            // SAFETY: handles of threads that the JVM gave just now, in a local frame that is still open.
            unsafe {
                if self.tools.get_tag(thread) == Ok(0) {
                    let _ = self.tools.set_tag(thread, tag());
                }
            }
        }
    }

    /// Whether no thread of the program runs any more that the JVM waits for: `main` has returned, and so have all others.
    pub(crate) fn is_ending(self) -> bool {
        let threads = self.threads();
        // The thread of that name waits for all others, and then ends the JVM.
        !threads.is_empty() && threads.iter().all(|thread| thread.is_daemon || thread.name == "DestroyJavaVM")
    }

    /// Where an object is that was made just now; `None` where the JVM makes none. What stands in its handle may be more than an
    /// address, and is none then.
    pub(crate) fn an_object(self) -> Option<usize> {
        let _frame = self.native.push_local_frame(8).ok()?;
        let object = self.native.new_string_utf("memory-city")?;
        // SAFETY: in HotSpot the handle of a local object is the address of a slot, in the memory of this thread, that holds where the
        // object is. What it holds is not followed.
        (!object.is_null()).then(|| unsafe { object.cast::<usize>().read() })
    }

    /// Bytes of the heap in use, and bytes that it has room for, as `Runtime` tells.
    pub(crate) fn heap_use(self) -> Option<(u64, u64)> {
        let [total, free, _] = self.heap_bytes()?;
        Some((total.saturating_sub(free), total))
    }

    /// The share of the heap that is in use, of all that it may ever have.
    pub(crate) fn heap_share(self) -> Option<f64> {
        let [total, free, most] = self.heap_bytes()?;
        Some(total.saturating_sub(free) as f64 / most.max(1) as f64)
    }

    /// Bytes of the heap: all, those that are free of these, and how many there may ever be.
    fn heap_bytes(self) -> Option<[u64; 3]> {
        let _frame = self.native.push_local_frame(8).ok()?;
        let class = self.native.find_class("java/lang/Runtime")?;
        // SAFETY: the class was found just now; the methods exist in every JDK and take no arguments.
        unsafe {
            let get = self.native.get_static_method_id(class, "getRuntime", "()Ljava/lang/Runtime;")?;
            let runtime = self.native.call_static_object_method(class, get, &[]);
            if runtime.is_null() {
                return None;
            }
            let mut bytes = [0; 3];
            for (place, name) in bytes.iter_mut().zip(["totalMemory", "freeMemory", "maxMemory"]) {
                let method = self.native.get_method_id(class, name, "()J")?;
                *place = self.native.call_long_method(runtime, method, &[]).max(0) as u64;
            }
            Some(bytes)
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

    /// The bytecodes of a method as its class file has them; `None` for native methods, and if its class is gone.
    pub(crate) fn bytecodes(self, method: usize) -> Option<Vec<u8>> {
        // SAFETY: as in `method`.
        unsafe { self.tools.get_bytecodes(method as jni::jmethodID) }.ok()
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

    /// Which version of Java it runs, such as 17; `None` where it does not tell.
    pub(crate) fn version(self) -> Option<u32> {
        self.tools.get_system_property("java.vm.specification.version").ok()?.parse().ok()
    }

    /// Hears of no allocations and stores any more.
    pub(crate) fn stop_sampling(self) {
        let events = [jvmti::JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, jvmti::JVMTI_EVENT_FIELD_MODIFICATION];
        for event in events {
            let _ = self.tools.disable_events_global(&[event]);
        }
    }

    /// The call stack of this thread: methods with places in them, the innermost first, at most `depth` of them, and
    /// whether there are more.
    pub(crate) fn call_stack(self, depth: u16) -> (Vec<(usize, i64)>, bool) {
        // SAFETY: no handle is passed: the JVM takes the current thread.
        let frames = unsafe { self.tools.get_stack_trace(std::ptr::null_mut(), 0, i32::from(depth) + 1) }.unwrap_or_default();
        let known = frames.iter().take(depth.into()).map(|frame| (frame.method as usize, frame.location)).collect();
        (known, frames.len() > depth.into())
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

/// The time that processors have worked for this thread. Waiting, standing still for others, and what others have on a busy machine cost
/// nobody anything.
pub(crate) fn thread_time() -> Duration {
    time_of(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The time that processors have worked for all threads of this process.
pub(crate) fn process_time() -> Duration {
    time_of(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn time_of(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: there is room for the answer.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return Duration::ZERO;
    }
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}
