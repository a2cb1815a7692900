//! Names of groups with what is around them.

use std::collections::HashMap;

use analysis::NodeIndex;

use crate::data::session::{Session, display_name};

/// The nodes from the root to this one with their names.
#[must_use]
pub fn path_of(session: &Session, node: NodeIndex) -> Vec<(NodeIndex, String)> {
    let mut path = Vec::new();
    let mut at = node;
    while let Some(info) = session.evolution.nodes.get(at.at()) {
        path.push((at, display_name(&session.evolution, at)));
        if info.parent == at {
            break;
        }
        at = info.parent;
    }
    path.reverse();
    path
}

/// Of names that a list has several times the districts around each, down to the last one that differs; `None` of all others.
#[must_use]
pub fn districts_apart(session: &Session, names: &[(NodeIndex, &str)]) -> Vec<Option<String>> {
    let mut of_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (_, name)) in names.iter().enumerate() {
        of_name.entry(name).or_default().push(at);
    }
    let mut apart = vec![None; names.len()];
    for same in of_name.into_values().filter(|same| same.len() > 1) {
        let around = |at: usize| -> Vec<String> {
            let path = path_of(session, names[at].0);
            path[1..path.len().max(2) - 1].iter().map(|(_, name)| name.clone()).collect()
        };
        let paths: Vec<Vec<String>> = same.iter().map(|&at| around(at)).collect();
        for (&at, path) in same.iter().zip(&paths) {
            let differs = |level: &usize| paths.iter().any(|other| other.get(*level) != path.get(*level));
            apart[at] = (0..path.len()).rfind(differs).map(|last| path[..=last].join(" "));
        }
    }
    apart
}
