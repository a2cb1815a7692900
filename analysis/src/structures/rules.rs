//! Descriptions, resolved for the types of one heap state.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::language::{Description, Entry, EntryKind};
use super::library::Library;
use crate::base::ids::TypeIndex;
use crate::heap::{ArrayKind, HeapState, TypeKind};

/// A description for every type.
#[derive(Debug)]
pub(super) struct TypeRules {
    rules: Vec<Rule>,
    of_type: Vec<u32>,
}

/// The rules of types without a description: leaves, and arrays that go on with their elements.
const LEAF: u32 = 0;
const ANY_ELEMENT: u32 = 1;

/// A description, resolved.
#[derive(Debug, Default)]
pub(super) struct Rule {
    /// The number of the description in its library.
    description: usize,
    is_head: bool,
    inner: Types,
    leaves: Types,
    never: Types,
}

/// A set of types.
#[derive(Debug, Default)]
enum Types {
    #[default]
    None,
    All,
    /// By type.
    Some(Vec<bool>),
}

impl Types {
    fn has(&self, at: TypeIndex) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Some(types) => types[at.at()],
        }
    }
}

impl Rule {
    /// Whether the data structure goes on in referenced objects of this type.
    pub(super) fn goes_on_with(&self, target: TypeIndex) -> bool {
        self.inner.has(target) && !self.never.has(target)
    }

    /// Whether it ends there.
    pub(super) fn ends_with(&self, target: TypeIndex) -> bool {
        self.leaves.has(target) && !self.never.has(target)
    }

    /// Whether such objects reference nothing that belongs to a data structure: they are leaves.
    pub(super) fn is_empty(&self) -> bool {
        matches!((&self.inner, &self.leaves), (Types::None, Types::None))
    }
}

impl TypeRules {
    pub(super) fn new(heap: &HeapState, library: &Library) -> Self {
        let names = TypeNames::of(heap, library.strict);
        let mut rules = vec![Rule::default(), Rule { inner: Types::All, ..Rule::default() }];
        let mut of_name: FxHashMap<String, u32> = FxHashMap::default();
        let mut add = |description: &Description, number: usize| {
            of_name.insert(description.full_name(), rules.len() as u32);
            rules.push(names.rule(description, number));
        };
        for (number, (_, description)) in library.descriptions().enumerate() {
            // What no type has needs no rule.
            let is_known = |description: &Cow<'_, Description>| names.has(&description.full_name());
            names.meant_by(description).iter().filter(|meant| is_known(meant)).for_each(|description| add(description, number));
        }
        let of_type = |at: TypeIndex| {
            let info = heap.type_info(at);
            let own = of_name.get(&*info.name).copied();
            match info.kind {
                TypeKind::Array(ArrayKind::Objects) => own.unwrap_or(ANY_ELEMENT),
                TypeKind::Array(ArrayKind::Primitives(_)) => own.unwrap_or(LEAF),
                TypeKind::Instance if library.strict => own.unwrap_or(LEAF),
                TypeKind::Instance => {
                    let described = heap.ancestry(at).find_map(|class| of_name.get(&*heap.type_info(class).name).copied());
                    described.unwrap_or(LEAF)
                }
            }
        };
        let of_type = (0..heap.types.len() as u32).map(|at| of_type(TypeIndex(at))).collect();
        Self { rules, of_type }
    }

    pub(super) fn of(&self, at: TypeIndex) -> &Rule {
        &self.rules[self.of_type[at.at()] as usize]
    }

    /// The number in its library of the description of a type, or of a type that it extends.
    pub(super) fn described(&self, at: TypeIndex) -> Option<usize> {
        Some(self.of_type[at.at()]).filter(|&rule| rule > ANY_ELEMENT).map(|rule| self.rules[rule as usize].description)
    }

    /// Whether some type has the library's nth description.
    pub(super) fn is_used(&self, description: usize) -> bool {
        self.of_type.iter().any(|&rule| rule > ANY_ELEMENT && self.rules[rule as usize].description == description)
    }

    /// By type, whether its objects are heads.
    pub(super) fn heads(&self) -> Vec<bool> {
        self.of_type.iter().map(|&rule| self.rules[rule as usize].is_head).collect()
    }
}

/// The names of all types of a heap state, and which types extend which.
pub(super) struct TypeNames<'h> {
    heap: &'h HeapState,
    of_name: FxHashMap<&'h str, Vec<TypeIndex>>,
    /// By type those that extend it directly; none in strict use.
    subclasses: FxHashMap<TypeIndex, Vec<TypeIndex>>,
    /// By package where it lies, once it was asked.
    moved_below: RefCell<FxHashMap<String, BTreeSet<String>>>,
}

impl<'h> TypeNames<'h> {
    pub(super) fn of(heap: &'h HeapState, strict: bool) -> Self {
        let mut of_name: FxHashMap<&str, Vec<TypeIndex>> = FxHashMap::default();
        let mut subclasses: FxHashMap<TypeIndex, Vec<TypeIndex>> = FxHashMap::default();
        for at in (0..heap.types.len() as u32).map(TypeIndex) {
            let info = heap.type_info(at);
            of_name.entry(&info.name).or_default().push(at);
            if !strict
                && matches!(info.kind, TypeKind::Instance)
                && let Some(above) = heap.ancestry(at).nth(1)
            {
                subclasses.entry(above).or_default().push(at);
            }
        }
        Self { heap, of_name, subclasses, moved_below: RefCell::default() }
    }

    /// Whether a type has this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.of_name.contains_key(name)
    }

    /// A description for every place where its package lies.
    pub(super) fn meant_by<'d>(&self, description: &'d Description) -> Vec<Cow<'d, Description>> {
        let Some(package) = description.anywhere() else { return vec![Cow::Borrowed(description)] };
        let mut known = self.moved_below.borrow_mut();
        let places = known.entry(package.to_owned()).or_insert_with(|| self.places_of(package));
        places.iter().map(|below| Cow::Owned(description.moved(below))).collect()
    }

    /// Below which other packages a package lies, each with a dot at the end; nothing where it is as it is written.
    fn places_of(&self, package: &str) -> BTreeSet<String> {
        let below = |name: &str| -> Option<String> {
            let (of_class, _) = name.rsplit_once('.')?;
            let below = of_class.strip_suffix(package)?;
            (below.is_empty() || below.ends_with('.')).then(|| below.to_owned())
        };
        self.of_name.keys().filter_map(|name| below(name)).collect()
    }

    fn rule(&self, description: &Description, number: usize) -> Rule {
        let of = |kind| self.types_of(description, kind);
        Rule {
            description: number,
            is_head: description.is_head,
            inner: of(EntryKind::Inner),
            leaves: of(EntryKind::Leaf),
            never: of(EntryKind::Never),
        }
    }

    /// The types that the entries of one kind mean: those of the names, and classes that extend them.
    fn types_of(&self, description: &Description, kind: EntryKind) -> Types {
        let entries = || description.entries.iter().filter(|entry| entry.kind == kind);
        if entries().next().is_none() {
            return Types::None;
        }
        if entries().any(|entry| entry.pattern == "*") {
            return Types::All;
        }
        let mut types = vec![false; self.heap.types.len()];
        for at in entries().flat_map(|entry| self.types_of_entry(description, entry)) {
            types[at.at()] = true;
        }
        Types::Some(types)
    }

    /// The types that an entry means: those of its name, and classes that extend them.
    pub(super) fn types_of_entry(&self, description: &Description, entry: &Entry) -> Vec<TypeIndex> {
        if entry.pattern == "*" {
            return (0..self.heap.types.len() as u32).map(TypeIndex).collect();
        }
        let mut types = self.named(&description.names_of(entry));
        let mut known: FxHashSet<TypeIndex> = types.iter().copied().collect();
        let mut at = 0;
        while let Some(above) = types.get(at) {
            at += 1;
            let below = self.subclasses.get(above).into_iter().flatten().copied();
            types.extend(below.filter(|&class| known.insert(class)).collect::<Vec<_>>());
        }
        types
    }

    /// The types of the first of these names that some type has.
    fn named(&self, names: &[String]) -> Vec<TypeIndex> {
        let of_pattern = |pattern: &String| match pattern.contains('*') {
            false => self.of_name.get(pattern.as_str()).cloned().unwrap_or_default(),
            true => {
                let fitting = self.of_name.iter().filter(|(name, _)| matches(pattern, name));
                fitting.flat_map(|(_, types)| types.iter().copied()).collect()
            }
        };
        names.iter().map(of_pattern).find(|types: &Vec<_>| !types.is_empty()).unwrap_or_default()
    }
}

/// Whether a name fits a pattern, in which stars stand for any signs but the brackets of arrays.
fn matches(pattern: &str, name: &str) -> bool {
    let (element, of_name) = (pattern.trim_end_matches("[]"), name.trim_end_matches("[]"));
    if pattern.len() - element.len() != name.len() - of_name.len() {
        return false;
    }
    let mut parts = element.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = of_name.strip_prefix(first) else { return false };
    let Some(last) = element.contains('*').then(|| parts.next_back()).flatten() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::super::language::parse;
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn a_star_in_a_name_means_the_types_that_fit_and_one_alone_means_all_without_a_list() {
        let heap = heap("a: p.Node 16\nb: q.TreeNode 16\nc: q.Nodes 16\nd: q.Node[1] 16");
        let described = parse("DS app.Tree { *Node; (*); }").expect("is right").swap_remove(0);
        let names = TypeNames::of(&heap, false);
        let Rule { inner, leaves, never, .. } = names.rule(&described, 0);
        let types = (0..heap.types.len() as u32).map(TypeIndex);
        let met: Vec<&str> = types.clone().filter(|&at| inner.has(at)).map(|at| &*heap.type_info(at).name).collect();
        assert_eq!(met, ["p.Node", "q.TreeNode"]);
        assert!(matches!(leaves, Types::All) && types.clone().all(|at| leaves.has(at)), "{leaves:?}");
        assert!(matches!(never, Types::None), "{never:?}");
    }

    #[test]
    fn stars_stand_for_any_signs() {
        for (pattern, name, fits) in [
            ("a.B", "a.B", true),
            ("a.B", "a.BC", false),
            ("a.M$*Index", "a.M$Index", true),
            ("a.M$*Index", "a.M$HeadIndex", true),
            ("a.M$*", "a.M$Node[]", false),
            ("a.M$*[]", "a.M$Node[]", true),
            ("*Node", "x.y.Node", true),
            ("*o*e*", "x.node", true),
            ("*o*e*", "x.ned", false),
            ("ab*ba", "aba", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} and {name}");
        }
    }
}
