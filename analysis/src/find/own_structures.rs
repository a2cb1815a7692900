//! Data structures that the program made itself, such as a linked list of its own.
//!
//! `app.Chain.first` says as little of where something is kept as `java.util.LinkedList.first`: whoever holds the list is to be told. Nobody
//! has described such classes, but their shape shows what they are (`structures/infer`). Of a class that is there once its own field says as
//! much, and if the data structure itself is to blame, more.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::holders::is_application;
use crate::base::class_names::{is_primitive_array, package_of};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{HeapState, TypeInfo, TypeKind};
use crate::structures::infer::{Proposal, add_proposals, infer_structures};
use crate::structures::library::Library;

/// A package in which so many classes are data structures for sure, and this share of those that have objects, is one of data structures:
/// what looks like one there is one, and so is what has nothing but arrays of values.
const LEAST_IN_PACKAGE: usize = 3;
const LEAST_SHARE_OF_PACKAGE: f64 = 0.5;

/// Data structures of the program's own, by their shape.
#[derive(Debug, Default)]
pub(super) struct OwnStructures {
    /// Classes of their heads and inner objects.
    classes: FxHashSet<String>,
}

impl OwnStructures {
    /// Those of a heap state that a library does not describe, and the library with them.
    pub(super) fn of(heap: &HeapState, library: &Arc<Library>, progress: &Progress) -> Result<(Self, Arc<Library>)> {
        let mut found = infer_structures(heap, library, progress)?;
        found.retain(|proposal| is_application(&proposal.class));
        let sure = found.iter().filter(|proposal| proposal.is_sure()).map(|proposal| &*proposal.class);
        let packages = packages_of_structures(heap, &sure.collect());
        found.retain(|proposal| proposal.is_sure() || packages.contains(package_of(&proposal.class)));
        let mut with_own = (**library).clone();
        if found.is_empty() || !add_proposals(&mut with_own, &found) {
            return Ok((Self::default(), library.clone()));
        }
        let is_general = |proposal: &&Proposal| proposal.heads > 1 || packages.contains(package_of(&proposal.class));
        let general = found.iter().filter(is_general).flat_map(|proposal| &proposal.descriptions);
        let mut classes: FxHashSet<String> = general.map(|description| description.full_name()).collect();
        classes.extend(around_values(heap, &packages));
        Ok((Self { classes }, Arc::new(with_own)))
    }

    pub(super) fn has(&self, class: &str) -> bool {
        self.classes.contains(class)
    }

    /// Whether a field, by its name with that of its class, is one of these.
    pub(super) fn has_field(&self, field: &str) -> bool {
        field.rsplit_once('.').is_some_and(|(class, _)| self.has(class))
    }
}

/// Packages of whose classes at least half are among these, as far as there are objects of them; classes within others are parts of these.
fn packages_of_structures(heap: &HeapState, structures: &FxHashSet<&str>) -> FxHashSet<String> {
    if structures.len() < LEAST_IN_PACKAGE {
        return FxHashSet::default();
    }
    let packages: FxHashSet<&str> = structures.iter().map(|class| package_of(class)).collect();
    let mut classes: FxHashMap<&str, FxHashSet<&str>> = FxHashMap::default();
    let mut has_objects = vec![false; heap.types.len()];
    heap.kept_objects().for_each(|object| has_objects[heap.type_of(object).at()] = true);
    for (info, _) in heap.types.iter().zip(has_objects).filter(|(info, has_objects)| *has_objects && info.kind == TypeKind::Instance) {
        let package = package_of(&info.name);
        if packages.contains(package) {
            classes.entry(package).or_default().insert(info.name.split('$').next().unwrap_or(&info.name));
        }
    }
    let is_of_structures = |classes: &FxHashSet<&str>| {
        let known = classes.iter().filter(|class| structures.contains(*class)).count();
        known >= LEAST_IN_PACKAGE && known as f64 >= LEAST_SHARE_OF_PACKAGE * classes.len() as f64
    };
    classes.into_iter().filter(|(_, classes)| is_of_structures(classes)).map(|(package, _)| package.to_owned()).collect()
}

/// Classes of these packages all of whose references are to arrays of values.
fn around_values(heap: &HeapState, packages: &FxHashSet<String>) -> Vec<String> {
    if packages.is_empty() {
        return Vec::new();
    }
    let is_values: Vec<bool> = heap.types.iter().map(|info| is_primitive_array(&info.name)).collect();
    let is_asked = |info: &TypeInfo| info.kind == TypeKind::Instance && packages.contains(package_of(&info.name));
    // By type: whether there is such a reference, and whether there is another one.
    let mut seen: Vec<Option<[bool; 2]>> = heap.types.iter().map(|info| is_asked(info).then_some([false; 2])).collect();
    for object in heap.kept_objects() {
        if let Some(seen) = &mut seen[heap.type_of(object).at()] {
            heap.points_to(object).iter().for_each(|&target| seen[usize::from(!is_values[heap.type_of(ObjectIndex(target)).at()])] = true);
        }
    }
    let found = heap.types.iter().zip(seen).filter(|(_, seen)| *seen == Some([true, false]));
    found.map(|(info, _)| info.name.to_string()).collect()
}
