//! Which decisions lie behind the numbers of a heap state.

use std::fmt;

/// Whose rules decide which references there are, and how large instances are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rules {
    /// Eclipse MAT: an object keeps its class object, a class its super class, a thread what its stack references.
    #[default]
    EclipseMat,
    /// VisualVM: none of these; what a stack references is a root itself. Soft, weak, phantom and finalizer referents
    /// keep nothing alive, but count as references to what lives anyway. Nothing owns a class object, which has no
    /// size. Fields of instances are packed, the whole is aligned.
    VisualVm,
}

/// How numbers were made. Printed with them, because one dump gives different answers under different policies.
///
/// The default follows Eclipse MAT: reachable objects only, over every reference, weak and soft ones included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SizePolicy {
    /// Unreachable objects count too.
    pub keep_unreachable: bool,
    /// Referents of weak, soft, phantom and finalizer references keep nothing alive, and are no references at all.
    pub strong_only: bool,
    /// Whose rules these are the settings of.
    pub rules: Rules,
    /// Sizes are those that the JVM itself told, as traces have them, and not computed from the types of fields.
    pub sizes_of_jvm: bool,
}

impl fmt::Display for SizePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let objects = if self.keep_unreachable { "all objects, unreachable ones too" } else { "reachable objects" };
        let edges = if self.strong_only { "strong references only" } else { "all references incl. weak and soft" };
        match (self.rules, self.sizes_of_jvm) {
            (Rules::EclipseMat, false) => write!(f, "{objects}; {edges}; shallow sizes as Eclipse MAT"),
            (Rules::EclipseMat, true) => write!(f, "{objects}; {edges} as Eclipse MAT; shallow sizes as the JVM told them"),
            (Rules::VisualVm, false) => {
                write!(f, "{objects}; {edges} where the object lives without them; references and sizes as VisualVM")
            }
            (Rules::VisualVm, true) => {
                let live = "where the object lives without them";
                write!(f, "{objects}; {edges} {live}; references as VisualVM; shallow sizes as the JVM told them")
            }
        }
    }
}
