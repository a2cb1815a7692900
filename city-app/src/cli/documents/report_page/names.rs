//! The table of names of a report page, which has every name once, and what districts and buildings are called.

use std::collections::HashMap;

use analysis::Evolution;

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

/// What districts and buildings are.
pub(super) fn what_stands(evolution: &Evolution) -> String {
    match &evolution.roles[..] {
        [_, packages, classes] if **packages == *"Package path" && **classes == *"Type" => {
            "Districts are packages, buildings are classes".to_owned()
        }
        [_, outer, inner] => format!("Districts are groups by {outer}, buildings by {inner}"),
        _ => "Districts and buildings are the groups of the input".to_owned(),
    }
}
