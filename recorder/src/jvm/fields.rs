//! Fields that are watched, and what is stored into them.

use jvmti_bindings::callbacks::FieldModificationEvent;
use jvmti_bindings::sys::{jni, jvmti};

use super::objects::ThreadHandle;
use super::{ClassHandle, Jvm};

/// A reference that is being stored into a field.
pub(crate) struct StoredReference {
    /// `None` for static fields.
    object: Option<ObjectHandle>,
    value: Option<ObjectHandle>,
    /// The class that declares the field.
    pub(crate) class: ClassHandle,
    /// The JVM's name of the field, of which each class has its own.
    pub(crate) field: usize,
    /// Who stores it.
    pub(crate) thread: ThreadHandle,
}

/// An object, while the JVM shows it.
#[derive(Clone, Copy)]
pub(crate) struct ObjectHandle(jni::jobject);

impl ObjectHandle {
    fn of(object: jni::jobject) -> Option<Self> {
        (!object.is_null()).then_some(Self(object))
    }

    /// Its tag; a new one if it has none.
    pub(crate) fn tag_or(self, jvm: Jvm<'_>, new_tag: impl FnOnce() -> i64) -> i64 {
        // SAFETY: the handle is alive during the event.
        unsafe {
            match jvm.tools.get_tag(self.0) {
                Ok(0) => {
                    let tag = new_tag();
                    jvm.tools.set_tag(self.0, tag).map_or(0, |()| tag)
                }
                Ok(tag) => tag,
                Err(_) => 0,
            }
        }
    }
}

impl StoredReference {
    /// Takes it from the event; `None` for numbers.
    pub(crate) fn of(event: &FieldModificationEvent) -> Option<Self> {
        let is_reference = matches!(event.signature_type() as u8, b'L' | b'[');
        // SAFETY: the JVM says by the type which of the values it is.
        let value = if is_reference { unsafe { event.new_value().l } } else { return None };
        Some(Self {
            object: ObjectHandle::of(event.object()),
            value: ObjectHandle::of(value),
            class: ClassHandle(event.field_class()),
            field: event.field() as usize,
            thread: ThreadHandle(event.thread()),
        })
    }

    /// Whose field it is; the class object for static fields.
    pub(crate) fn holder(&self) -> Option<ObjectHandle> {
        self.object.or_else(|| ObjectHandle::of(self.class.0))
    }

    /// What is stored; `None` for null.
    pub(crate) fn value(&self) -> Option<ObjectHandle> {
        self.value
    }
}

impl ClassHandle {
    /// Watches fields that can hold references and are wanted, by the names of class and field. Returns the JVM's names of
    /// the fields, with their places among those that the class declares; none if the class is not prepared yet.
    ///
    /// # Errors
    /// What the JVM says.
    pub(crate) fn watch_fields(self, jvm: Jvm<'_>, is_wanted: impl Fn(&str, &str) -> bool) -> Result<Vec<(usize, u32)>, String> {
        let Jvm { tools, .. } = jvm;
        let signature = self.signature(tools);
        let Some(name) = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else { return Ok(Vec::new()) };
        let class = name.replace('/', ".");
        let mut watched = Vec::new();
        // SAFETY: the handle is alive while the JVM shows the class, and so are the names of its fields.
        unsafe {
            if tools.get_class_status(self.0).unwrap_or(0) & jvmti::JVMTI_CLASS_STATUS_PREPARED == 0 {
                return Ok(watched);
            }
            for (field, place) in tools.get_class_fields(self.0).unwrap_or_default().into_iter().zip(0..) {
                let Ok(names) = tools.get_field_name(self.0, field) else { continue };
                if !names.1.starts_with(['L', '[']) || !is_wanted(&class, &names.0) {
                    continue;
                }
                match tools.set_field_modification_watch(self.0, field) {
                    Ok(()) | Err(jvmti::jvmtiError::DUPLICATE) => watched.push((field as usize, place)),
                    Err(error) => return Err(format!("{class}.{} cannot be watched: {}", names.0, tools.error_to_string(error))),
                }
            }
        }
        Ok(watched)
    }
}
