//! The primitive types of Java.

/// A primitive element or field type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    /// 4
    Boolean,
    /// 5
    Char,
    /// 6
    Float,
    /// 7
    Double,
    /// 8
    Byte,
    /// 9
    Short,
    /// 10
    Int,
    /// 11
    Long,
}

impl Primitive {
    /// Every primitive, in the order of their HPROF numbers (4 to 11).
    pub const ALL: [Self; 8] = [Self::Boolean, Self::Char, Self::Float, Self::Double, Self::Byte, Self::Short, Self::Int, Self::Long];

    /// Bytes of one element.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Boolean | Self::Byte => 1,
            Self::Char | Self::Short => 2,
            Self::Float | Self::Int => 4,
            Self::Double | Self::Long => 8,
        }
    }

    /// The word of the language: `int`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Char => "char",
            Self::Float => "float",
            Self::Double => "double",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
        }
    }

    /// The array class: `int[]`.
    #[must_use]
    pub fn array_name(self) -> String {
        format!("{}[]", self.name())
    }
}
