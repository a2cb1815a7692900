//! What descriptions say that one heap state has no use for.

use rustc_hash::FxHashSet;

use super::language::{Description, Entry, EntryKind, Position};
use super::library::Library;
use super::rules::{TypeNames, TypeRules};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// Why something that is said is of no use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LintKind {
    /// The heap has no such type: its class may not be loaded.
    NoSuchType,
    /// Another file describes all types of this name.
    Replaced,
    /// No type has a name that fits.
    Unmatched,
    /// Another entry says as much or more of all its types.
    Shadowed,
    /// No object of the type references one of these.
    Unused,
}

impl LintKind {
    /// In words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NoSuchType => "no such type in this heap",
            Self::Replaced => "another file describes it",
            Self::Unmatched => "no type has this name",
            Self::Shadowed => "other entries say all of it",
            Self::Unused => "no object references one of these",
        }
    }
}

/// One thing that is said in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lint {
    /// The file.
    pub file: String,
    /// Where in it.
    pub at: Position,
    /// The type that is described.
    pub type_name: String,
    /// The entry; `None` where it is about the whole description.
    pub entry: Option<String>,
    /// Why.
    pub kind: LintKind,
}

/// What a library says in vain of one heap state, in the order of its files.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn lint(heap: &HeapState, library: &Library, progress: &Progress) -> Result<Vec<Lint>> {
    let names = TypeNames::of(heap, library.strict);
    let rules = TypeRules::new(heap, library);
    let referenced = referenced_types(heap, &rules, progress)?;
    let mut lints = Vec::new();
    for (number, (file, description)) in library.descriptions().enumerate() {
        let mut add = |at, entry: Option<&Entry>, kind| {
            let entry = entry.map(|entry| entry.pattern.clone());
            lints.push(Lint { file: file.to_owned(), at, type_name: description.full_name(), entry, kind });
        };
        if !rules.is_used(number) {
            let has_type = names.meant_by(description).iter().any(|meant| names.has(&meant.full_name()));
            add(description.at, None, if has_type { LintKind::Replaced } else { LintKind::NoSuchType });
            continue;
        }
        for entry in &description.entries {
            let types = types_of(&names, description, entry);
            let is_referenced = |at: &TypeIndex| referenced.contains(&(number, *at));
            let kind = match () {
                () if types.is_empty() => LintKind::Unmatched,
                () if is_shadowed(&names, description, entry, &types) => LintKind::Shadowed,
                () if !types.iter().any(is_referenced) => LintKind::Unused,
                () => continue,
            };
            add(entry.at, Some(entry), kind);
        }
    }
    Ok(lints)
}

/// The types that an entry means, wherever the package of its description lies.
fn types_of(names: &TypeNames<'_>, description: &Description, entry: &Entry) -> Vec<TypeIndex> {
    names.meant_by(description).iter().flat_map(|description| names.types_of_entry(description, entry)).collect()
}

/// Whether the other entries decide about all these types.
fn is_shadowed(names: &TypeNames<'_>, description: &Description, entry: &Entry, types: &[TypeIndex]) -> bool {
    let before = |other: &Entry| match (other.kind, entry.kind) {
        (EntryKind::Never, _) => true,
        (EntryKind::Inner, EntryKind::Leaf) => true,
        (a, b) => a == b,
    };
    let others = description.entries.iter().filter(|other| !std::ptr::eq(*other, entry) && before(other));
    // Of two that say the same the later one is superfluous.
    let others = others.filter(|other| other.kind != entry.kind || other.at < entry.at || other.pattern == "*" && entry.pattern != "*");
    let covered: FxHashSet<TypeIndex> = others.flat_map(|other| types_of(names, description, other)).collect();
    types.iter().all(|at| covered.contains(at))
}

/// By the number of a description, which types its objects reference.
fn referenced_types(heap: &HeapState, rules: &TypeRules, progress: &Progress) -> Result<FxHashSet<(usize, TypeIndex)>> {
    progress.start("Looking at references", heap.kept.len());
    let mut referenced = FxHashSet::default();
    progress.for_each(heap.kept_objects(), |object: ObjectIndex| {
        if let Some(rule) = rules.described(heap.type_of(object)) {
            referenced.extend(heap.points_to(object).iter().map(|&target| (rule, heap.type_of(ObjectIndex(target)))));
        }
    })?;
    Ok(referenced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn what_is_said_in_vain_is_told_with_its_reason_and_place() {
        let heap = heap(
            "root jni -> bag
            bag: app.Bag 16 -> a b
            a, b: app.Node 16 -> x
            x: app.Item 16
            class app.Spare < java.lang.Object",
        );
        let mut library = Library::default();
        let text = "namespace app {\n  DS Bag { Node; Nodes; Spare; (Item); }\n  Node { *; Node; (Item); !Gone; }\n  Gone { *; }\n}";
        library.add("own", text).expect("is right");
        let lints = lint(&heap, &library, &Progress::new()).expect("nobody cancels");
        let told: Vec<String> = lints
            .iter()
            .map(|lint| format!("{}:{} {} {:?}", lint.file, lint.at, lint.entry.as_deref().unwrap_or("-"), lint.kind))
            .collect();
        let expected = [
            "own:2:18 Nodes Unmatched",
            "own:2:25 Spare Unused",
            "own:2:33 Item Unused",
            "own:3:13 Node Shadowed",
            "own:3:20 Item Shadowed",
            "own:3:28 Gone Unmatched",
            "own:4:3 - NoSuchType",
        ];
        assert_eq!(told, expected);
    }
}
