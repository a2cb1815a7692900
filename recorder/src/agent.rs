//! Where the JVM enters the recorder.
#![allow(unsafe_code, reason = "the entry points of an agent are called by the JVM")]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use jvmti_bindings::agent::AgentLoadContext;
use jvmti_bindings::callbacks::{
    CallbackContext, ClassEvent, ClassFileLoadHookEvent, FieldModificationEvent, ObjectAllocationEvent, ThreadEvent,
};
use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::export_agent;
use jvmti_bindings::prelude::Agent;
use jvmti_bindings::sys::{jni, jvmti};

use crate::jvm::{ClassHandle, Jvm, NewObject, StoredReference, Tools, native_env};
use crate::live;
use crate::options::{Detail, Options, RECORDS_ALREADY, STOP};
use crate::recording::{EndOf, Left, Recording};
use crate::variables::VariableNames;

/// All events that a recording hears of.
const EVENTS: [jvmti::jvmtiEvent; 5] = [
    jvmti::JVMTI_EVENT_VM_INIT,
    jvmti::JVMTI_EVENT_VM_DEATH,
    jvmti::JVMTI_EVENT_DATA_DUMP_REQUEST,
    jvmti::JVMTI_EVENT_GARBAGE_COLLECTION_START,
    jvmti::JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
];

/// What a recording hears of besides, where fields are watched.
const EVENTS_OF_STORES: [jvmti::jvmtiEvent; 2] = [jvmti::JVMTI_EVENT_CLASS_PREPARE, jvmti::JVMTI_EVENT_FIELD_MODIFICATION];

#[derive(Clone)]
struct Running {
    tools: Tools,
    recording: Arc<Recording>,
}

#[derive(Default)]
struct Recorder {
    current: Arc<Current>,
}

/// The recording that runs, if one does.
#[derive(Default)]
struct Current {
    running: RwLock<Option<Running>>,
    /// Held while a file ends and the next one begins, when none runs; whether the program has ended, after which none begins.
    ending: Mutex<bool>,
}

impl Current {
    fn running(&self) -> Option<Running> {
        self.running.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn begin(&self, context: &AgentLoadContext<'_>, options: Options) -> Result<Running, String> {
        let mut running = self.running.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(other) = &*running {
            return Err(format!("this JVM is being recorded into {} already", other.recording.trace.output.path.display()));
        }
        let tools = context.vm().jvmti().map_err(|code| format!("this JVM has no tool interface ({code})"))?;
        prepare(&tools).map_err(|error| format!("this JVM does not offer what recording needs: {}", tools.error_to_string(error)))?;
        let names = context.vm().jvmti().map_err(|code| format!("this JVM has no second tool interface ({code})"))?;
        let mut wanted = jvmti::jvmtiCapabilities::default();
        wanted.set_can_tag_objects(true);
        names.add_capabilities(&wanted).map_err(|error| format!("this JVM cannot tag classes: {}", names.error_to_string(error)))?;
        let recording = Arc::new(Recording::create(options, Tools::new(&names), Arc::<VariableNames>::default())?);
        if recording.trace.samples_allocations() {
            let mut wanted = jvmti::jvmtiCapabilities::default();
            wanted.set_can_generate_sampled_object_alloc_events(true);
            if tools.add_capabilities(&wanted).is_err() {
                recording.note_limit("no allocations: this JVM does not sample them, or another agent does".to_owned());
            }
            // Before the first thread: a thread keeps the distance that it begins with until its first sample.
            set_distance(&tools, recording.trace.sampling.distance());
        }
        if recording.trace.watched.is_wanted() {
            let mut wanted = jvmti::jvmtiCapabilities::default();
            wanted.set_can_generate_field_modification_events(true);
            if tools.add_capabilities(&wanted).is_err() {
                recording.note_limit("no stores: this JVM can watch fields only if it is started with the recorder".to_owned());
            }
        }
        if recording.trace.names_variables() {
            let mut wanted = jvmti::jvmtiCapabilities::default();
            wanted.set_can_generate_all_class_hook_events(true);
            wanted.set_can_get_bytecodes(true);
            if tools.add_capabilities(&wanted).is_err() {
                recording.note_limit("no names of local variables: this JVM does not show class files".to_owned());
            }
        }
        if let Some(file) = &recording.trace.options.live {
            live::serve(&recording, file).map_err(|error| format!("nobody can follow live: {error}"))?;
        }
        let new = Running { tools: Tools::new(&tools), recording };
        *running = Some(new.clone());
        drop(running);
        tools
            .enable_events_global(&EVENTS)
            .map_err(|error| format!("this JVM does not tell of its collections: {}", tools.error_to_string(error)))?;
        Ok(new)
    }

    /// Waits until the file that is ending has ended, and the next one has begun, if one is due.
    fn ending(&self) -> MutexGuard<'_, bool> {
        self.ending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The recording that runs, for whoever ends it.
    fn take(&self, is_over: &MutexGuard<'_, bool>) -> Option<Running> {
        if **is_over {
            return None;
        }
        self.running.write().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends the file of the recording and begins the next one. Events go on, and are for nobody meanwhile.
    fn roll(self: &Arc<Self>, native: &JniEnv) {
        let is_over = self.ending();
        let Some(Running { tools, recording }) = self.take(&is_over) else { return };
        let env = tools.get();
        let jvm = Jvm { tools: &env, native };
        recording.finish(jvm, EndOf::File);
        recording.leave(jvm);
        match recording.next() {
            Ok(next) => {
                set_distance(&env, next.trace.sampling.distance());
                let next = Running { tools, recording: Arc::new(next) };
                *self.running.write().unwrap_or_else(PoisonError::into_inner) = Some(next.clone());
                start(self, &next, native, "keep");
            }
            Err(error) => {
                eprintln!("memory-city: recording ends here: {error}");
                release(&env);
            }
        }
    }

    /// Ends the recording and leaves the JVM as it was: no events, no tags.
    fn stop(&self, native: &JniEnv) {
        let is_over = self.ending();
        let Some(Running { tools, recording }) = self.take(&is_over) else { return };
        let tools = tools.get();
        disable_events(&tools);
        let jvm = Jvm { tools: &tools, native };
        recording.finish(jvm, EndOf::Recording);
        recording.leave(jvm);
        release(&tools);
    }
}

fn disable_events(tools: &Jvmti) {
    let _ = tools.disable_events_global(&EVENTS);
    let _ = tools.disable_events_global(&[jvmti::JVMTI_EVENT_SAMPLED_OBJECT_ALLOC]);
    let _ = tools.disable_events_global(&EVENTS_OF_STORES);
    let _ = tools.disable_events_global(&[jvmti::JVMTI_EVENT_CLASS_FILE_LOAD_HOOK]);
}

/// Nothing is heard any more, and another agent may sample allocations: only one at a time may.
fn release(tools: &Jvmti) {
    disable_events(tools);
    if let Ok(held) = tools.get_capabilities() {
        let _ = tools.relinquish_capabilities(&held);
    }
}

fn prepare(tools: &Jvmti) -> Result<(), jvmti::jvmtiError> {
    let mut wanted = jvmti::jvmtiCapabilities::default();
    wanted.set_can_tag_objects(true);
    wanted.set_can_generate_garbage_collection_events(true);
    wanted.set_can_get_source_file_name(true);
    wanted.set_can_get_line_numbers(true);
    tools.add_capabilities(&wanted)?;
    tools.set_default_agent_callbacks()
}

/// Threads take the mean distance between samples up with their next sample.
fn set_distance(tools: &Jvmti, bytes: u32) {
    // Without the capability it is refused, and that has been noted.
    let _ = tools.set_heap_sampling_interval(i32::try_from(bytes).unwrap_or(i32::MAX));
}

/// The JVM is ready: from now on things may be asked of it.
fn start(current: &Arc<Current>, Running { tools, recording }: &Running, native: &JniEnv, started_by: &str) {
    let tools = tools.get();
    let jvm = Jvm { tools: &tools, native };
    recording.describe(jvm, started_by);
    if recording.trace.samples_allocations() {
        // Without the capability it is refused, and that has been noted.
        let _ = tools.enable_events_global(&[jvmti::JVMTI_EVENT_SAMPLED_OBJECT_ALLOC]);
    }
    if recording.trace.watched.is_wanted() && tools.enable_events_global(&EVENTS_OF_STORES).is_ok() {
        // Classes that were there before; those that come are told.
        jvm.each_class(|class| recording.class_is_prepared(jvm, class));
    }
    if recording.trace.names_variables() {
        // Not earlier: the JVM begins with hundreds of classes from its archive, and would read their files for this alone.
        // Without the capability it is refused, and that has been noted.
        let _ = tools.enable_events_global(&[jvmti::JVMTI_EVENT_CLASS_FILE_LOAD_HOOK]);
    }
    if recording.trace.options.detail == Detail::Full {
        // Buffers that threads have filled in part already are given back: what they hold would not be seen.
        let _ = tools.force_garbage_collection();
    }
    let (worker, current) = (Arc::clone(recording), Arc::clone(current));
    let work = move |jvm: Jvm<'_>| match worker.work(jvm) {
        Left::Stopped => {}
        Left::FileIsFull if worker.trace.options.keep.is_some() => current.roll(jvm.native),
        Left::FileIsFull => {
            worker.note_full_file();
            current.stop(jvm.native);
        }
        Left::Abandoned => current.stop(jvm.native),
    };
    if let Err(error) = jvm.start_thread("Memory City recorder", Box::new(work)) {
        eprintln!("memory-city: {error}");
    }
}

/// The program must run on whatever happens here.
fn tell(error: &str) {
    eprintln!("memory-city: nothing is recorded: {error}");
}

impl Recorder {
    fn running(&self) -> Option<Running> {
        self.current.running()
    }
}

impl Agent for Recorder {
    fn on_load(&self, context: AgentLoadContext<'_>) -> jni::jint {
        let options = Options::parse(&context.options_lossy().unwrap_or_default());
        if let Err(error) = options.and_then(|options| self.current.begin(&context, options)) {
            tell(&error);
        }
        jni::JNI_OK
    }

    /// Whoever attaches hears of errors by the result: the program's own streams are not for them.
    fn on_attach(&self, context: AgentLoadContext<'_>) -> jni::jint {
        // SAFETY: the JVM calls this on one of its own threads.
        let Some(native) = (unsafe { native_env(context.vm().raw()) }) else { return jni::JNI_ERR };
        let text = context.options_lossy().unwrap_or_default();
        if text == STOP {
            self.current.stop(&native);
            return jni::JNI_OK;
        }
        drop(self.current.ending());
        if self.running().is_some() {
            // The recording that runs goes on, and the program need not hear of it.
            return RECORDS_ALREADY;
        }
        match Options::parse(&text).and_then(|options| self.current.begin(&context, options)) {
            Ok(running) => {
                start(&self.current, &running, &native, "attach");
                jni::JNI_OK
            }
            Err(error) => {
                tell(&error);
                jni::JNI_ERR
            }
        }
    }

    fn callback_panicked(&self, event: &'static str) {
        eprintln!("memory-city: the recorder failed at {event}; the program is not affected");
    }

    fn vm_init(&self, context: CallbackContext<'_>, _: ThreadEvent) {
        if let (Some(running), Some(native)) = (self.running(), context.jni()) {
            start(&self.current, &running, native, "record");
        }
    }

    fn vm_death(&self, context: CallbackContext<'_>) {
        let mut is_over = self.current.ending();
        *is_over = true;
        if let (Some(Running { tools, recording }), Some(native)) = (self.running(), context.jni()) {
            recording.finish(Jvm { tools: &tools.get(), native }, EndOf::Recording);
        }
    }

    fn data_dump_request(&self, _: CallbackContext<'_>) {
        if let Some(running) = self.running() {
            running.recording.trace.signals.request_walk();
        }
    }

    fn sampled_object_alloc(&self, context: CallbackContext<'_>, event: ObjectAllocationEvent) {
        if let (Some(Running { tools, recording }), Some(native), Some(object)) = (self.running(), context.jni(), NewObject::of(&event)) {
            let tools = tools.get();
            if let Some(distance) = recording.trace.allocated(Jvm { tools: &tools, native }, &object) {
                set_distance(&tools, distance);
            }
        }
    }

    fn class_prepare(&self, context: CallbackContext<'_>, event: ClassEvent) {
        if let (Some(Running { tools, recording }), Some(native)) = (self.running(), context.jni()) {
            recording.class_is_prepared(Jvm { tools: &tools.get(), native }, ClassHandle::of(&event));
        }
    }

    fn field_modification(&self, context: CallbackContext<'_>, event: FieldModificationEvent) {
        if let (Some(Running { tools, recording }), Some(native), Some(stored)) =
            (self.running(), context.jni(), StoredReference::of(&event))
        {
            recording.trace.stored(Jvm { tools: &tools.get(), native }, &stored);
        }
    }

    fn class_file_load_hook<'callback>(&self, _: CallbackContext<'callback>, event: ClassFileLoadHookEvent<'callback>) {
        if let Some(running) = self.running() {
            running.recording.trace.variables.class_loads(event.class_data());
        }
    }

    fn garbage_collection_start(&self, _: CallbackContext<'_>) {
        if let Some(running) = self.running() {
            running.recording.trace.signals.collection_begins();
        }
    }

    fn garbage_collection_finish(&self, _: CallbackContext<'_>) {
        if let Some(running) = self.running() {
            running.recording.trace.signals.collection_ends();
        }
    }
}

export_agent!(Recorder);
