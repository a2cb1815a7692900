//! The classifiers for heap dumps, one file each.

mod array_length_class;
mod class_loader;
mod gc_root_kind;
mod object_kind;
mod package;
mod package_path;
mod superclass;
mod type_name;

pub(super) use array_length_class::ArrayLengthClass;
pub(super) use class_loader::ClassLoader;
pub(super) use gc_root_kind::GcRootKind;
pub(super) use object_kind::ObjectKind;
pub(super) use package::Package;
pub(super) use package_path::PackagePath;
pub(super) use superclass::Superclass;
pub(super) use type_name::Type;
