//! A definition of a user, and the file that it is in.

use std::path::PathBuf;

use analysis::{Definition, DefinitionKind};

/// What files of saved definitions are called.
pub(crate) const DEFINITIONS_FILE: &str = "memory-city.definitions";

/// A definition, and where it is saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedDefinition {
    /// What was saved.
    pub definition: Definition,
    /// Where.
    pub file: PathBuf,
    /// Why it cannot be used; `None` if it can.
    pub unusable: Option<String>,
}

impl SavedDefinition {
    /// What stands for it in a grouping.
    #[must_use]
    pub fn step(&self) -> String {
        match self.definition.kind {
            DefinitionKind::Grouping => format!("preset:{}", self.definition.name),
            _ => self.definition.name.clone(),
        }
    }
}
