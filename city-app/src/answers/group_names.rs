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

/// Adds to names that a list has several times, after this text, the districts around them, down to the last one that differs.
pub fn tell_apart<'a>(session: &Session, joined_by: &str, names: impl Iterator<Item = (NodeIndex, &'a mut String)>) {
    let mut of_name: HashMap<String, Vec<(NodeIndex, &mut String)>> = HashMap::new();
    for (node, name) in names {
        of_name.entry(name.clone()).or_default().push((node, name));
    }
    for same in of_name.into_values().filter(|same| same.len() > 1) {
        let around = |node: NodeIndex| -> Vec<String> {
            let path = path_of(session, node);
            path[1..path.len().max(2) - 1].iter().map(|(_, name)| name.clone()).collect()
        };
        let paths: Vec<Vec<String>> = same.iter().map(|(node, _)| around(*node)).collect();
        for ((_, name), path) in same.into_iter().zip(&paths) {
            let differs = |level: &usize| paths.iter().any(|other| other.get(*level) != path.get(*level));
            if let Some(last) = (0..path.len()).rfind(differs) {
                *name = format!("{name}{joined_by}{}", path[..=last].join(" "));
            }
        }
    }
}
