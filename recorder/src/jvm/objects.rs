//! Objects that were just allocated, and those that are watched.

use jvmti_bindings::callbacks::ObjectAllocationEvent;
use jvmti_bindings::sys::jni;

use super::{ClassHandle, Jvm};

/// An object that was just allocated.
pub(crate) struct NewObject {
    object: jni::jobject,
    /// Its class.
    pub(crate) class: ClassHandle,
    /// Its bytes.
    pub(crate) bytes: u64,
    /// Who allocates it.
    pub(crate) thread: ThreadHandle,
}

impl NewObject {
    /// Takes it from the event; `None` for objects without identity.
    pub(crate) fn of(event: &ObjectAllocationEvent) -> Option<Self> {
        let object = event.object_opt()?;
        Some(Self { object, class: ClassHandle(event.class()), bytes: event.size() as u64, thread: ThreadHandle(event.thread()) })
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
}

/// A thread, while the JVM shows it.
#[derive(Clone, Copy)]
pub(crate) struct ThreadHandle(pub(super) jni::jthread);

impl ThreadHandle {
    /// Whether there is no thread object: a native thread that becomes a Java thread allocates it before it has it.
    pub(crate) fn is_missing(self) -> bool {
        self.0.is_null()
    }

    /// `Thread.threadId()`; 0 where the thread object is missing.
    pub(crate) fn id(self, jvm: Jvm<'_>, field: ThreadId) -> u64 {
        if self.is_missing() {
            return 0;
        }
        // SAFETY: the handle is alive during the event; every thread object has the field.
        unsafe { jvm.native.get_long_field(self.0, field.0) as u64 }
    }

    /// Its name, whether it is a daemon, and whether it is virtual.
    pub(crate) fn facts(self, jvm: Jvm<'_>) -> (String, bool, bool) {
        // SAFETY: as above. JDKs before 21 say that they know no virtual threads.
        let (info, is_virtual) = unsafe { (jvm.tools.get_thread_info(self.0), jvm.native.is_virtual_thread(self.0)) };
        let (name, is_daemon) = info.map(|info| (info.name.unwrap_or_default(), info.is_daemon)).unwrap_or_default();
        (name, is_daemon, is_virtual.unwrap_or(false))
    }
}

/// The field of thread objects that holds the id.
#[derive(Clone, Copy)]
pub(crate) struct ThreadId(pub(super) jni::jfieldID);

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

    /// The handle, as a number: where in memory stands where the object is.
    pub(crate) fn place(&self) -> usize {
        self.0 as usize
    }

    /// Gives the reference back: the last thing that may be done with it.
    pub(crate) fn delete(&self, jvm: Jvm<'_>) {
        // SAFETY: as above.
        unsafe { jvm.native.delete_weak_global_ref(self.0) }
    }
}
