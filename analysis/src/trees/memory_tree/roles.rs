//! The names of the criteria that form nodes, numbered in the order of their first use.

use std::collections::HashMap;
use std::sync::Arc;

use crate::base::ids::RoleIndex;

/// Names to numbers; number 0 is the root's empty role.
///
/// Names come from documents, so the hash is the standard one that cannot be flooded. Numbers are 16 bits wide. A document may invent a role per node; the ones that find no number share number 0.
#[derive(Debug, Clone)]
pub(crate) struct RoleTable {
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, RoleIndex>,
}

impl Default for RoleTable {
    fn default() -> Self {
        Self::from_names(&["".into()])
    }
}

impl RoleTable {
    /// Continues a list that begins with the empty role.
    pub(crate) fn from_names(names: &[Arc<str>]) -> Self {
        let mut table = Self { names: Vec::new(), numbers: HashMap::new() };
        table.number("");
        for name in names {
            table.number(name);
        }
        table
    }

    /// The number of a name, a new one if the name is new.
    pub(crate) fn number(&mut self, name: &str) -> RoleIndex {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let Ok(next) = u16::try_from(self.names.len()) else { return RoleIndex(0) };
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.numbers.insert(name, RoleIndex(next));
        RoleIndex(next)
    }

    pub(crate) fn into_names(self) -> Vec<Arc<str>> {
        self.names
    }
}
