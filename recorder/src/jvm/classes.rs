//! Classes, as the JVM shows them.

use jvmti_bindings::callbacks::ClassEvent;
use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::{jni, jvmti};

use super::Jvm;

/// A field with what the JVM tells of it.
#[derive(Debug, Default)]
pub(crate) struct FieldFacts {
    /// Name.
    pub(crate) name: String,
    /// `Ljava/lang/String;`
    pub(crate) signature: String,
    /// Access flags.
    pub(crate) modifiers: u32,
    /// Where it stands in instances, for fields of instances that hold references.
    pub(crate) offset: Option<u32>,
}

/// Where an instance field stands, by what HotSpot calls it (`runtime/jfieldIDWorkaround.hpp`): bit 1 says that it is one, and the
/// offset begins at bit 2. Whoever uses it checks it against what the collector knows.
fn offset_in(field: jni::jfieldID) -> Option<u32> {
    let code = field as usize;
    (code & 3 == 2).then(|| u32::try_from(code >> 2).ok()).flatten()
}

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
    /// Its own fields, in the order in which they are declared.
    pub(crate) fields: Vec<FieldFacts>,
    /// Source file.
    pub(crate) file: String,
    /// Its fields are known.
    pub(crate) is_prepared: bool,
}

/// A class object, while the JVM shows it.
#[derive(Clone, Copy)]
pub(crate) struct ClassHandle(pub(super) jni::jclass);

impl ClassHandle {
    /// The class that an event is about.
    pub(crate) fn of(event: &ClassEvent) -> Self {
        Self(event.class())
    }

    /// The handle, as a number: where in memory stands where the class object is.
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }

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
                    let holds_references = signature.starts_with(['L', '[']) && modifiers & 8 == 0;
                    let offset = offset_in(field).filter(|_| holds_references);
                    facts.fields.push(FieldFacts { name, signature, modifiers, offset });
                }
            }
            facts
        }
    }
}
