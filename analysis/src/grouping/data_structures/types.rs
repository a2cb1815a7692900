//! Descriptions, resolved for the types of one heap state.

use super::description::{Description, parse};
use crate::base::ids::TypeIndex;
use crate::heap::{ArrayKind, HeapState, TypeKind};

/// What comes with the program.
const SHIPPED: &str = include_str!("shipped.txt");

/// A description for every type.
#[derive(Debug)]
pub(super) struct TypeRules {
    rules: Vec<Rule>,
    of_type: Vec<u32>,
}

/// A description, resolved.
#[derive(Debug)]
pub(super) struct Rule {
    is_head: bool,
    inner: Types,
    leaves: Types,
}

/// A set of types.
#[derive(Debug)]
enum Types {
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
        self.inner.has(target)
    }

    /// Whether it ends there.
    pub(super) fn ends_with(&self, target: TypeIndex) -> bool {
        self.leaves.has(target)
    }

    /// Whether such objects reference nothing that belongs to a data structure: they are leaves.
    pub(super) fn is_empty(&self) -> bool {
        matches!((&self.inner, &self.leaves), (Types::None, Types::None))
    }
}

impl TypeRules {
    pub(super) fn new(heap: &HeapState) -> Self {
        let described = parse(SHIPPED).expect("a test reads the shipped descriptions");
        // Two rules for types without a description: leaves, and arrays that go on with their elements.
        let mut rules = vec![
            Rule { is_head: false, inner: Types::None, leaves: Types::None },
            Rule { is_head: false, inner: Types::All, leaves: Types::None },
        ];
        let resolve = |Description { is_head, inner, leaves, .. }: &Description| Rule {
            is_head: *is_head,
            inner: types_of(heap, inner),
            leaves: types_of(heap, leaves),
        };
        rules.extend(described.iter().map(resolve));
        let of_name = |name: &str| described.iter().position(|description| description.type_name == name).map(|at| at as u32 + 2);
        let of_type = |at: TypeIndex| {
            let info = heap.type_info(at);
            match info.kind {
                TypeKind::Array(ArrayKind::Objects) => of_name(&info.name).unwrap_or(1),
                TypeKind::Array(ArrayKind::Primitives(_)) => of_name(&info.name).unwrap_or(0),
                TypeKind::Instance => heap.ancestry(at).find_map(|class| of_name(&heap.type_info(class).name)).unwrap_or(0),
            }
        };
        let of_type = (0..heap.types.len() as u32).map(|at| of_type(TypeIndex(at))).collect();
        Self { rules, of_type }
    }

    pub(super) fn of(&self, at: TypeIndex) -> &Rule {
        &self.rules[self.of_type[at.at()] as usize]
    }

    /// By type, whether its objects are heads.
    pub(super) fn heads(&self) -> Vec<bool> {
        self.of_type.iter().map(|&rule| self.rules[rule as usize].is_head).collect()
    }
}

/// The types that a list of names means: those of the name, and for classes also those that extend them.
fn types_of(heap: &HeapState, names: &[String]) -> Types {
    if names.is_empty() {
        return Types::None;
    }
    if names.iter().any(|name| name == "*") {
        return Types::All;
    }
    let is_named = |at: TypeIndex| names.iter().any(|name| matches(name, &heap.type_info(at).name));
    let is_meant = |at: TypeIndex| match heap.type_info(at).kind {
        TypeKind::Array(_) => is_named(at),
        TypeKind::Instance => heap.ancestry(at).any(is_named),
    };
    Types::Some((0..heap.types.len() as u32).map(|at| is_meant(TypeIndex(at))).collect())
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
    use super::*;

    #[test]
    fn the_shipped_descriptions_are_right() {
        let described = parse(SHIPPED).expect("is right");
        assert_eq!((described.len(), described.iter().filter(|description| description.is_head).count()), (81, 55));
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
