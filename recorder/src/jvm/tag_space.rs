//! Tags that can be given back all at once.

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::{jni, jvmti};

use super::{Jvm, Tools};
use crate::options::Detail;

/// An environment of the tool interface that is used for tags only: each has tags of its own. Disposing of it forgets all of them
/// without a look at the heap.
pub(crate) struct TagSpace {
    tools: Tools,
    /// It is the recorder's main environment, by which allocations are tagged, too.
    is_main: bool,
}

impl std::fmt::Debug for TagSpace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TagSpace").field("is_main", &self.is_main).finish_non_exhaustive()
    }
}

impl TagSpace {
    /// A new one; where every allocation is recorded the one that allocations are tagged in. `None` where the JVM has no memory.
    pub(crate) fn new(jvm: Jvm<'_>, detail: Detail) -> Option<Self> {
        if detail == Detail::Full {
            return Some(Self { tools: Tools::new(jvm.tools), is_main: true });
        }
        let vm = jvm.native.get_java_vm().ok()?;
        let mut env = std::ptr::null_mut();
        // SAFETY: the JVM that called; an environment of version 1.2 is what every JVM from JDK 6 on has.
        let got = unsafe { ((**vm).GetEnv)(vm, &mut env, jvmti::JVMTI_VERSION_1_2 as jni::jint) };
        if got != jni::JNI_OK || env.is_null() {
            return None;
        }
        // SAFETY: the JVM has just made it.
        let tools = unsafe { Jvmti::from_raw(env.cast()) };
        let mut wanted = jvmti::jvmtiCapabilities::default();
        wanted.set_can_tag_objects(true);
        let space = Self { tools: Tools::new(&tools), is_main: false };
        if tools.add_capabilities(&wanted).is_err() {
            space.dispose();
            return None;
        }
        // What is asked of classes and methods beside their tags. Where it is refused the answers are empty.
        let mut further = jvmti::jvmtiCapabilities::default();
        further.set_can_get_source_file_name(true);
        further.set_can_get_line_numbers(true);
        further.set_can_get_bytecodes(true);
        let _ = tools.add_capabilities(&further);
        Some(space)
    }

    /// The environment.
    pub(crate) fn tools(&self) -> Jvmti {
        self.tools.get()
    }

    /// Gives all tags back.
    pub(crate) fn dispose(self) {
        if self.is_main {
            Jvm::untag_all(&self.tools.get());
        } else {
            // SAFETY: it has no events, and only its owner knows it.
            let _ = unsafe { self.tools.get().dispose_environment() };
        }
    }
}
