//! Where the JVM enters the recorder.
#![allow(unsafe_code, reason = "the entry points of an agent are called by the JVM")]

use std::sync::{Arc, OnceLock};

use jvmti_bindings::agent::AgentLoadContext;
use jvmti_bindings::callbacks::{CallbackContext, ObjectAllocationEvent, ThreadEvent};
use jvmti_bindings::env::Jvmti;
use jvmti_bindings::export_agent;
use jvmti_bindings::prelude::Agent;
use jvmti_bindings::sys::{jni, jvmti};

use crate::jvm::{Jvm, NewObject, Tools};
use crate::options::Options;
use crate::recording::Recording;

#[derive(Default)]
struct Recorder {
    recording: OnceLock<(Tools, Arc<Recording>)>,
}

impl Recorder {
    fn begin(&self, context: &AgentLoadContext<'_>) -> Result<(), String> {
        let text = context.options_lossy().unwrap_or_default();
        let options = Options::parse(&text)?;
        let tools = context.vm().jvmti().map_err(|code| format!("this JVM has no tool interface ({code})"))?;
        prepare(&tools).map_err(|error| format!("this JVM does not offer what recording needs: {}", tools.error_to_string(error)))?;
        let names = context.vm().jvmti().map_err(|code| format!("this JVM has no second tool interface ({code})"))?;
        let mut wanted = jvmti::jvmtiCapabilities::default();
        wanted.set_can_tag_objects(true);
        names.add_capabilities(&wanted).map_err(|error| format!("this JVM cannot tag classes: {}", names.error_to_string(error)))?;
        let recording = Arc::new(Recording::create(options, Tools::new(&names))?);
        if recording.sampling_interval().is_some() {
            let mut wanted = jvmti::jvmtiCapabilities::default();
            wanted.set_can_generate_sampled_object_alloc_events(true);
            if tools.add_capabilities(&wanted).is_err() {
                recording.note_limit("no allocations: this JVM does not sample them, or another agent does".to_owned());
            }
        }
        let _ = self.recording.set((Tools::new(&tools), recording));
        tools
            .enable_events_global(&[
                jvmti::JVMTI_EVENT_VM_INIT,
                jvmti::JVMTI_EVENT_VM_DEATH,
                jvmti::JVMTI_EVENT_GARBAGE_COLLECTION_START,
                jvmti::JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
            ])
            .map_err(|error| format!("this JVM does not tell of its collections: {}", tools.error_to_string(error)))
    }

    /// The program must run on whatever happens here.
    fn begin_or_tell(&self, context: &AgentLoadContext<'_>) -> bool {
        let begun = self.begin(context);
        if let Err(error) = &begun {
            eprintln!("memory-city: nothing is recorded: {error}");
        }
        begun.is_ok()
    }
}

fn prepare(tools: &Jvmti) -> Result<(), jvmti::jvmtiError> {
    let mut wanted = jvmti::jvmtiCapabilities::default();
    wanted.set_can_tag_objects(true);
    wanted.set_can_generate_garbage_collection_events(true);
    wanted.set_can_get_source_file_name(true);
    wanted.set_can_get_line_numbers(true);
    wanted.set_can_get_current_thread_cpu_time(true);
    tools.add_capabilities(&wanted)?;
    tools.set_default_agent_callbacks()
}

impl Agent for Recorder {
    fn on_load(&self, context: AgentLoadContext<'_>) -> jni::jint {
        self.begin_or_tell(&context);
        jni::JNI_OK
    }

    fn callback_panicked(&self, event: &'static str) {
        eprintln!("memory-city: the recorder failed at {event}; the program is not affected");
    }

    fn vm_init(&self, context: CallbackContext<'_>, _: ThreadEvent) {
        let (Some((tools, recording)), Some(native)) = (self.recording.get(), context.jni()) else { return };
        let tools = tools.get();
        let jvm = Jvm { tools: &tools, native };
        recording.describe(jvm, "record");
        if let Some(interval) = recording.sampling_interval() {
            // Without the capability it is refused, and that has been noted.
            let _ = tools.set_heap_sampling_interval(i32::try_from(interval).unwrap_or(i32::MAX));
            let _ = tools.enable_events_global(&[jvmti::JVMTI_EVENT_SAMPLED_OBJECT_ALLOC]);
        }
        let worker = Arc::clone(recording);
        if let Err(error) = jvm.start_thread("Memory City recorder", Box::new(move |jvm| worker.work(jvm))) {
            eprintln!("memory-city: {error}");
        }
    }

    fn vm_death(&self, context: CallbackContext<'_>) {
        let Some((tools, recording)) = self.recording.get() else { return };
        let Some(native) = context.jni() else { return };
        recording.finish(Jvm { tools: &tools.get(), native });
    }

    fn sampled_object_alloc(&self, context: CallbackContext<'_>, event: ObjectAllocationEvent) {
        let (Some((tools, recording)), Some(native)) = (self.recording.get(), context.jni()) else { return };
        if let Some(object) = NewObject::of(&event) {
            recording.allocated(Jvm { tools: &tools.get(), native }, &object);
        }
    }

    fn garbage_collection_start(&self, _: CallbackContext<'_>) {
        if let Some((_, recording)) = self.recording.get() {
            recording.collection_begins();
        }
    }

    fn garbage_collection_finish(&self, _: CallbackContext<'_>) {
        if let Some((_, recording)) = self.recording.get() {
            recording.collection_ends();
        }
    }
}

export_agent!(Recorder);
