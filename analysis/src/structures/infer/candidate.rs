//! What may be a data structure, before it is proposed.

use std::collections::{BTreeMap, BTreeSet};

use super::scan::Scan;
use super::signs::Signs;
use crate::base::digits::grouped;
use crate::base::ids::TypeIndex;

/// What may be a data structure.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) head: TypeIndex,
    pub(super) heads: u64,
    pub(super) inner: u64,
    /// The head and its inner types, each with what it references in the data structure.
    pub(super) parts: Parts,
    pub(super) signs: Signs,
    /// What was seen of it, for people.
    pub(super) seen: String,
    /// Some heads with the numbers of things in them, one of which they may keep in a field.
    pub(super) samples: Vec<(u32, Vec<u64>)>,
}

impl Candidate {
    /// The names of its inner classes, sorted.
    pub(super) fn inner_names<'h>(&self, scan: &Scan<'h>) -> BTreeSet<&'h str> {
        let head = scan.name(self.head);
        self.parts.keys().map(|&of| scan.name(of)).filter(|name| *name != head).collect()
    }
}

/// By type what it references in a data structure.
pub(super) type Parts = BTreeMap<TypeIndex, BTreeSet<Part>>;

/// What a type references in a data structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Inner(TypeIndex),
    Any,
    AnyLeaf,
    Never(TypeIndex),
}

/// `1 head`, `1,200 heads`.
pub(super) fn words(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}
