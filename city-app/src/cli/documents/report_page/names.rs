//! The table of names of a report page, which has every name once.

use std::collections::HashMap;

/// Every name once.
#[derive(Debug, Default)]
pub(super) struct Names {
    places: HashMap<String, usize>,
    /// In the order of their places.
    pub(super) names: Vec<String>,
}

impl Names {
    /// Where a name stands in the table.
    pub(super) fn place(&mut self, name: String) -> usize {
        let next = self.names.len();
        *self.places.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }
}
