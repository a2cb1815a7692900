//! The classifiers for heap dumps, one file each, and those that need more than a dump.

mod address;
mod array_length;
mod array_length_class;
mod class_loader;
mod domain_objects;
mod gc_root_kind;
mod gc_rooted;
mod not_recorded;
mod object_kind;
mod object_set;
mod package;
mod package_path;
mod plugin;
mod reference_count;
mod script;
mod short_type;
mod superclass;
mod type_name;

pub(super) use address::Address;
pub(super) use array_length::ArrayLength;
pub(super) use array_length_class::ArrayLengthClass;
pub(super) use class_loader::ClassLoader;
pub(super) use domain_objects::DomainObjects;
pub(super) use gc_root_kind::GcRootKind;
pub(super) use gc_rooted::{DirectlyRooted, IndirectlyRooted, ThreadOfRoot};
pub(super) use not_recorded::NOT_RECORDED;
pub(super) use object_kind::ObjectKind;
pub(super) use object_set::ObjectSet;
pub(super) use package::Package;
pub(super) use package_path::PackagePath;
pub(super) use plugin::PluginClassifier;
pub(super) use reference_count::{IncomingReferences, OutgoingReferences};
pub(super) use script::ScriptClassifier;
pub(super) use short_type::ShortType;
pub(super) use superclass::Superclass;
pub(super) use type_name::Type;
