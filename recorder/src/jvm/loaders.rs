//! Class loaders, as the JVM shows them.

use jvmti_bindings::sys::jni;

use super::{ClassHandle, Jvm};

/// The fields that lead from a class to its loader and the loader's name. The tool interface tells neither.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoaderFields {
    of_class: jni::jfieldID,
    name: jni::jfieldID,
}

// SAFETY: field ids are valid for all threads, as long as the class is loaded: always.
unsafe impl Send for LoaderFields {}

impl Jvm<'_> {
    /// Where loaders are found; `None` where classes or loaders have other fields than those of JDK 9 and later.
    pub(crate) fn loader_fields(self) -> Option<LoaderFields> {
        let _frame = self.native.push_local_frame(8).ok()?;
        let field = |class: &str, name: &str, signature: &str| {
            let class = self.native.find_class(class)?;
            // SAFETY: the class was found just now.
            let field = unsafe { self.native.get_field_id(class, name, signature) };
            if field.is_none() {
                self.native.exception_clear();
            }
            field
        };
        let of_class = field("java/lang/Class", "classLoader", "Ljava/lang/ClassLoader;")?;
        Some(LoaderFields { of_class, name: field("java/lang/ClassLoader", "name", "Ljava/lang/String;")? })
    }

    /// The loader of a class: its tag, and its name unless `is_known` knows the tag. A loader without tag gets that of `tag`.
    /// `None` for the boot loader, for loaders that are known, and for those without name.
    pub(crate) fn new_named_loader(
        self,
        class: ClassHandle,
        fields: LoaderFields,
        tag: impl FnOnce() -> i64,
        is_known: impl FnOnce(i64) -> bool,
    ) -> Option<(i64, String)> {
        let _frame = self.native.push_local_frame(8).ok()?;
        // SAFETY: the handle is alive while the JVM shows the class; what the fields hold lives as long as the frame.
        unsafe {
            let loader = self.native.get_object_field(class.0, fields.of_class);
            if loader.is_null() {
                return None;
            }
            let tag = match self.tools.get_tag(loader).ok()? {
                0 => {
                    let tag = tag();
                    self.tools.set_tag(loader, tag).ok()?;
                    tag
                }
                tag => tag,
            };
            if is_known(tag) {
                return None;
            }
            let name = self.native.get_string_lossy(self.native.get_object_field(loader, fields.name))?;
            (!name.is_empty()).then_some((tag, name))
        }
    }
}
