//! Where marks and notes of people belong: the place of a group, and what marks say of a chain that keeps a group alive.

use analysis::{ChainPart, Evolution, FaultyReference, FindReport, HolderKind, Mark, Marks, NodeIndex, Place, Subject};

use crate::data::group_keepers::NamedPath;
use crate::data::session::Session;

/// The place of a group: its class, or all classes of its package; of a group within a class that class. `None` where it is neither.
#[must_use]
pub fn place_of(evolution: &Evolution, node: NodeIndex) -> Option<Place> {
    let up = std::iter::successors(Some(node), |&at| (at != NodeIndex::ROOT).then(|| evolution.nodes[at.at()].parent));
    let way: Vec<NodeIndex> = up.take_while(|&at| at != NodeIndex::ROOT).collect();
    let name = |at: NodeIndex| &*evolution.nodes[at.at()].name;
    if let Some(class) = way.iter().copied().find(|&at| evolution.role_name(at) == "Type") {
        return Place::parse(name(class));
    }
    // One level for each part of its name, or one for all.
    let packages: Vec<&str> = way.iter().rev().copied().filter(|&at| evolution.role_name(at).starts_with("Package")).map(name).collect();
    let is_none = packages.is_empty() || packages.iter().any(|name| name.starts_with('('));
    (!is_none).then(|| Place::of_package(&packages.join(".")))
}

/// The place of a group that can be marked: what is dead is kept by nobody.
#[must_use]
pub fn markable_place(evolution: &Evolution, node: NodeIndex) -> Option<Place> {
    place_of(evolution, node).filter(|_| evolution.subject == Subject::Heap)
}

/// The class at the end of a chain that keeps a group alive.
#[must_use]
pub fn class_of(session: &Session, node: NodeIndex) -> String {
    place_of(&session.evolution, node).map_or_else(|| session.evolution.nodes[node.at()].name.to_string(), |place| place.name().to_owned())
}

/// A path from its root to objects of a class, for marks.
#[must_use]
pub fn chain_parts(path: &NamedPath, class: &str) -> Vec<ChainPart> {
    let holder = path.holder.holder.clone();
    let is_reference = path.holder.root_kind == HolderKind::StaticField.name();
    let root = ChainPart { name: holder, is_reference };
    let steps = path.steps.iter().rev().flat_map(|step| {
        // Elements of arrays have no name.
        let via = (!step.via.starts_with('[')).then(|| ChainPart::reference(step.via.as_str()));
        std::iter::once(ChainPart::object(step.class.as_str())).chain(via)
    });
    std::iter::once(root).chain(steps).chain([ChainPart::object(class)]).collect()
}

/// The reference of a path that is to blame by what people have marked.
#[must_use]
pub fn faulty_reference(path: &NamedPath, class: &str, marks: &Marks) -> Option<FaultyReference> {
    marks.faulty_reference(&chain_parts(path, class))
}

/// `com.shop.Item is not needed`
#[must_use]
pub fn mark_sentence(mark: &Mark) -> String {
    format!("{} is {}", mark.place, mark.need.word())
}

/// What findings were left out of a report, and why, one sentence each.
#[must_use]
pub fn needed_sentences(needed: &[String]) -> Vec<String> {
    needed.iter().map(|title| format!("Left out, as it is marked as needed: {title}.")).collect()
}

/// What was left out of a report because it is needed, and all marks, one sentence each.
#[must_use]
pub fn known_sentences(report: &FindReport, marks: &Marks) -> Vec<String> {
    let marks = marks.iter().map(|mark| format!("{}.", mark_sentence(mark)));
    needed_sentences(&report.needed).into_iter().chain(marks).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::{sample_city, travel_shop};

    #[test]
    fn groups_of_classes_and_packages_have_places() {
        let session = travel_shop(&[]);
        let place = |name: &str| {
            let node = session.evolution.find(name).first().copied().unwrap_or_else(|| panic!("{name} is there"));
            place_of(&session.evolution, node).map(|place| place.to_string())
        };
        assert_eq!(place("travelshop.business.Location").as_deref(), Some("travelshop.business.Location"));
        assert_eq!(place("business").as_deref(), Some("travelshop.business.*"));
        assert_eq!(place_of(&session.evolution, NodeIndex::ROOT), None);
        let tree = sample_city("fig10").session;
        assert!(place_of(&tree.evolution, tree.building_node(0).expect("it has buildings")).is_some());
    }
}
