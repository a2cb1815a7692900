//! Dense indices. An index never leaves the table it counts; addresses of the dump (`u64`) never index anything.

/// The widest object index in use: objects are counted in 32 bits, which carries 4.29 billion objects in one heap
/// state. Every use goes through [`ObjectIndex`], so that a wider build is one change here.
pub(crate) type RawObjectIndex = u32;

/// Marks "no object" in columns of raw object indices.
pub const NO_OBJECT: RawObjectIndex = RawObjectIndex::MAX;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($raw:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $raw);

        impl $name {
            /// The position in the table, for slices.
            #[inline]
            #[must_use]
            pub fn at(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// An object of one heap state. Objects are numbered in the order of their addresses.
    ObjectIndex(RawObjectIndex)
);
index!(
    /// A type (class or array type) of one heap state.
    TypeIndex(u32)
);
index!(
    /// A thread of one heap state.
    ThreadIndex(u32)
);
index!(
    /// A name of local variables of one heap state.
    VariableIndex(u32)
);
index!(
    /// A node of a memory tree or of an evolution, in preorder; 0 is the root.
    NodeIndex(u32)
);
index!(
    /// The criterion that formed a node (a classifier's name), per tree or evolution.
    RoleIndex(u16)
);

impl NodeIndex {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// The node at this position; trees have fewer than 2³² nodes by their own contract.
    #[must_use]
    pub fn nth(at: usize) -> Self {
        Self(u32::try_from(at).unwrap_or(u32::MAX))
    }
}
