//! The properties of objects by name.

use crate::grouping::Need;

/// A property of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// Name of the type.
    Type,
    /// Name of the type without its package.
    ShortType,
    /// Package of the type.
    Package,
    /// Loader of the class.
    Loader,
    /// Names of all super classes.
    Superclasses,
    /// Whether it is an array.
    IsArray,
    /// Whether it is an array of values that are no references.
    IsPrimitiveArray,
    /// Number of elements.
    ArrayLength,
    /// Shallow size.
    Size,
    /// Number of incoming references.
    Incoming,
    /// Number of outgoing references.
    Outgoing,
    /// Kinds of GC roots.
    Roots,
    /// Number of elements of a collection or array.
    Count,
    /// Text of a string.
    Text,
    /// Referenced objects.
    PointsTo,
    /// Referencing objects.
    PointedFrom,
    /// Address.
    Address,
    /// Name of the class that a class object describes.
    Describes,
    /// The parts of its bytes.
    Parts,
    /// The method that allocated it.
    AllocationSite,
    /// The call stack that allocated it.
    CallStack,
    /// The thread that allocated it.
    AllocatingThread,
    /// Number of collections survived.
    Age,
    /// The object itself.
    This,
}

/// A property with its name and meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyInfo {
    /// What scripts call it.
    pub name: &'static str,
    /// Which one.
    pub property: Property,
    /// What it is, one line.
    pub meaning: &'static str,
}

/// All properties, in the order in which they are explained.
pub const PROPERTIES: [PropertyInfo; 24] = {
    const fn info(name: &'static str, property: Property, meaning: &'static str) -> PropertyInfo {
        PropertyInfo { name, property, meaning }
    }
    [
        info("type", Property::Type, "name of the class or array type, a text"),
        info("short_type", Property::ShortType, "the same without its package"),
        info("package", Property::Package, "package of the type, that of the elements for arrays"),
        info("loader", Property::Loader, "loader of the class"),
        info("superclasses", Property::Superclasses, "names of all super classes, a list, the nearest first"),
        info("is_array", Property::IsArray, "true or false"),
        info("is_primitive_array", Property::IsPrimitiveArray, "whether it is an array of values that are no references"),
        info("array_length", Property::ArrayLength, "number of elements of an array, -1 for other objects"),
        info("size", Property::Size, "shallow size in bytes"),
        info("incoming", Property::Incoming, "number of references to the object"),
        info("outgoing", Property::Outgoing, "number of references of the object that are not null"),
        info("roots", Property::Roots, "kinds of GC roots that hold the object directly, a list of texts"),
        info("count", Property::Count, "number of elements of an array or a collection of java.util, null for other objects"),
        info("text", Property::Text, "the text of a String or char[], at most 4,096 characters, null for other objects"),
        info("points_to", Property::PointsTo, "the objects that it references, a list"),
        info("pointed_from", Property::PointedFrom, "the objects that reference it, a list"),
        info("address", Property::Address, "a number"),
        info("describes", Property::Describes, "the class that a class object stands for, null for other objects"),
        info(
            "parts",
            Property::Parts,
            "its bytes: parts.primitive, parts.header, parts.pointer, parts.null, parts.padding; they sum to the size",
        ),
        info(
            "allocation_site",
            Property::AllocationSite,
            "of traces: the method that allocated it, as in a stack trace, a text; null where that was not recorded",
        ),
        info(
            "call_stack",
            Property::CallStack,
            "of traces: that method and its callers, a list of texts as in a stack trace; null where that was not recorded",
        ),
        info(
            "allocating_thread",
            Property::AllocatingThread,
            "of traces: the name of the thread that allocated it; null where that was not recorded",
        ),
        info("age", Property::Age, "of traces: the number of garbage collections that it has survived"),
        info("this", Property::This, "the object itself, to compare others with"),
    ]
};

impl Property {
    /// The property of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        PROPERTIES.iter().find(|info| info.name == name).map(|info| info.property)
    }

    /// What of a heap state it is read from; `None` for what every heap state has.
    pub(super) fn need(self) -> Option<Need> {
        match self {
            Self::Type | Self::ShortType | Self::Package | Self::Describes | Self::IsArray | Self::IsPrimitiveArray => {
                Some(Need::TypeNames)
            }
            Self::Loader => Some(Need::ClassLoaders),
            Self::Superclasses => Some(Need::SuperClasses),
            Self::ArrayLength => Some(Need::ArrayLengths),
            Self::Incoming | Self::Outgoing | Self::PointsTo | Self::PointedFrom | Self::Parts => Some(Need::References),
            Self::Roots => Some(Need::GcRoots),
            Self::Count | Self::Text => Some(Need::FieldValues),
            Self::Address => Some(Need::Addresses),
            Self::AllocationSite | Self::CallStack => Some(Need::AllocationSites),
            Self::AllocatingThread => Some(Need::AllocatingThreads),
            Self::Age => Some(Need::BirthTimes),
            Self::Size | Self::This => None,
        }
    }

    /// Whether it follows from the type.
    pub(super) fn is_of_type(self) -> bool {
        matches!(
            self,
            Self::Type | Self::ShortType | Self::Package | Self::Loader | Self::Superclasses | Self::IsArray | Self::IsPrimitiveArray
        )
    }
}
