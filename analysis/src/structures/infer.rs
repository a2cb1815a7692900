//! Descriptions of data structures that nobody described, proposed from what one heap shows.
//!
//! The published cues, "references an array" and "references T that references T" ("Analyzing Data Structure Growth Over Time", ICPE
//! 2019, section 6), hold for a tree of employees and for a triangle, too, and miss a set that is nothing but a map. So they only make
//! candidates here, of three shapes: linked nodes (`nodes`), arrays of content (`arrays`), heads around a head (`wrappers`).
//! Candidates then have to show what tells a container from an object with a field: nobody else looks inside, the content is
//! of several classes, there is room left over, a number in the head is that of what it holds, and so on (`signs`).
//!
//! What is found is known in the next round, so that a set around a map of its own, or a tree whose children are in lists of its own,
//! is found after these.
//!
//! Measured with `examples/infer_structures.rs`; what is right was judged by reading each proposal and the classes in it.
//!
//! | heaps | known before | proposals, right of all | known heads found |
//! |---|---|---|---|
//! | `tests/java/own-structures`: 20 data structures and 17 sorts of objects that look like some, for development | all shipped | 21 of 21 | 20 of 20 |
//! | a program with 52 kinds of the JDK's collections | nothing | 42 of 42 | 40; 8 have neither node nor array |
//! | with H2, Tomcat, Groovy, Guava, javac, Ehcache, Swing; looked at for development, too | nothing | 173 of 178 | most that are not empty |
//! | two programs that leak, and one with H2 and a pool of connections, looked at once, at the end | nothing | 50 of 53 | 46 of 74, empty ones among these |
//! | all ten programs | all shipped | 24 of 32; 17 of 17 from 0.75 on | |
//!
//! Wrong were pages of a B-tree and elements of documents, which are parts of trees with heads that are not seen, and objects with arrays
//! that are long.
//!
//! Memory: about 20 bytes per object, and as many per reference to what may be a node. Each round follows every
//! reference a few times.

mod arrays;
mod candidate;
mod counts;
mod nodes;
mod scan;
mod signs;
#[cfg(test)]
mod tests;
mod wrappers;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::language::{Description, Entry, EntryKind, Position, print};
use super::library::Library;
use crate::base::class_names::{DEFAULT_PACKAGE, package_of};
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::progress::Progress;
use crate::heap::HeapState;
use candidate::{Candidate, Part};
use scan::Scan;

/// A set around a set around a map needs three rounds.
const MOST_ROUNDS: usize = 3;

/// The name of the file that proposals are in, for whoever goes on with them.
const PROPOSED: &str = "proposed";

/// Proposals with this share of the signs may be used without a look at them: see the last row of the table above.
const SURE: f64 = 0.75;

/// Candidates of which no greater share of the signs holds are objects with fields like any others.
const LEAST_SHARE: f64 = 0.5;

/// A data structure that nobody described.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The class of the heads.
    pub class: String,
    /// Its description first, then those of its inner parts, which other proposals may have, too, and then say the same.
    pub descriptions: Vec<Description>,
    /// Objects of the class that were seen with content.
    pub heads: u64,
    /// Inner objects behind them: nodes, arrays, or the heads that they are around.
    pub inner: u64,
    /// The share of the signs that hold, of those that could be looked for: above 0.5, at most 1. It is no probability.
    pub confidence: f64,
    /// What was seen, in one sentence.
    pub evidence: String,
}

impl Proposal {
    /// Whether it may be used without a look at it.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }
}

/// Describes what was found in a library; returns whether that could be done.
pub(crate) fn add_proposals(library: &mut Library, found: &[Proposal]) -> bool {
    library.add(PROPOSED, &print_proposals(found)).is_ok()
}

/// Proposals as one file of descriptions.
#[must_use]
pub fn print_proposals<'p>(proposals: impl IntoIterator<Item = &'p Proposal>) -> String {
    let mut known = FxHashSet::default();
    let all = proposals.into_iter().flat_map(|proposal| &proposal.descriptions);
    let mut all: Vec<Description> = all.filter(|description| known.insert(description.full_name())).cloned().collect();
    all.sort_by_cached_key(|description| (description.namespace.clone(), description.name.clone()));
    print(&all)
}

/// Data structures that a library does not describe: those with the most signs first, of these the ones of most objects.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn infer_structures(heap: &HeapState, library: &Library, progress: &Progress) -> Result<Vec<Proposal>> {
    let mut known = library.clone();
    let mut all = Vec::new();
    for _ in 0..MOST_ROUNDS {
        progress.start("Looking for data structures", 0);
        let found = round(heap, &known, progress)?;
        if found.is_empty() || !add_proposals(&mut known, &found) {
            break;
        }
        all.extend(found);
    }
    all.sort_by(|a: &Proposal, b| {
        let most = b.confidence.total_cmp(&a.confidence).then((b.heads + b.inner).cmp(&(a.heads + a.inner)));
        most.then_with(|| a.class.cmp(&b.class))
    });
    Ok(all)
}

/// Finds what can be found with this library.
fn round(heap: &HeapState, library: &Library, progress: &Progress) -> Result<Vec<Proposal>> {
    let scan = Scan::new(heap, library, progress)?;
    let mut linked = nodes::candidates(&scan, progress)?;
    count(heap, &mut linked, progress)?;
    let nodes: FxHashSet<TypeIndex> = linked.iter().flat_map(|candidate| candidate.parts.keys().copied()).collect();
    let mut all = arrays::candidates(&scan, &nodes, progress)?;
    count(heap, &mut all, progress)?;
    all.splice(0..0, linked);
    let described: FxHashSet<TypeIndex> = all.iter().flat_map(|candidate| candidate.parts.keys().copied()).collect();
    let heads: FxHashSet<TypeIndex> = all.iter().map(|candidate| candidate.head).collect();
    let mut around = wrappers::candidates(&scan, &heads, &described, progress)?;
    count(heap, &mut around, progress)?;
    all.extend(around);
    arrays::join_segments(&scan, &mut all, progress)?;
    let all = of_each_class(&scan, all);

    // By name: two loaders may have the same class, which is described once.
    let mut parts: PartsOfNames<'_> = BTreeMap::new();
    for (&of, some) in all.iter().flat_map(|candidate| &candidate.parts) {
        parts.entry(scan.name(of)).or_default().extend(some);
    }
    // A class that is an inner part of one is no head of another one.
    let inner: FxHashSet<&str> = all.iter().flat_map(|candidate| candidate.inner_names(&scan)).collect();
    let is_like_super = |of: TypeIndex| {
        let mut above = heap.ancestry(of).skip(1).map(|above| scan.name(above)).filter(|above| !inner.contains(above));
        !library.strict && above.any(|above| parts.get(above).is_some_and(|above| above.is_superset(&parts[scan.name(of)])))
    };
    let all = all.iter().filter(|candidate| !inner.contains(scan.name(candidate.head)) && !is_like_super(candidate.head));
    Ok(all.map(|candidate| proposal(&scan, candidate, &parts)).collect())
}

/// By the name of a class what it references.
type PartsOfNames<'h> = BTreeMap<&'h str, BTreeSet<Part>>;

/// One candidate per class: a map may have nodes of several families. Most of them count.
fn of_each_class(scan: &Scan<'_>, all: Vec<Candidate>) -> Vec<Candidate> {
    let mut one_each: Vec<Candidate> = Vec::new();
    for candidate in all {
        match one_each.iter_mut().find(|known| scan.name(known.head) == scan.name(candidate.head)) {
            None => one_each.push(candidate),
            Some(known) => {
                let mut less = candidate;
                if known.inner < less.inner {
                    std::mem::swap(known, &mut less);
                }
                less.parts.into_iter().for_each(|(of, parts)| known.parts.entry(of).or_default().extend(parts));
            }
        }
    }
    one_each
}

/// Looks for fields with numbers of content, and keeps candidates with enough signs.
fn count(heap: &HeapState, candidates: &mut Vec<Candidate>, progress: &Progress) -> Result<()> {
    counts::look(heap, candidates, progress)?;
    candidates.retain(|candidate| candidate.signs.share() > LEAST_SHARE);
    Ok(())
}

fn proposal(scan: &Scan<'_>, candidate: &Candidate, parts: &PartsOfNames<'_>) -> Proposal {
    let head = scan.name(candidate.head);
    let all = std::iter::once(head).chain(candidate.inner_names(scan));
    Proposal {
        class: head.to_owned(),
        descriptions: all.map(|name| describe(scan, name, name == head, &parts[name])).collect(),
        heads: candidate.heads,
        inner: candidate.inner,
        confidence: candidate.signs.share(),
        evidence: format!("{}; {}", candidate.seen, candidate.signs),
    }
}

/// What a type references, in words of the language.
fn describe(scan: &Scan<'_>, name: &str, is_head: bool, parts: &BTreeSet<Part>) -> Description {
    let package = package_of(name);
    let namespace = if package == DEFAULT_PACKAGE { "" } else { package };
    let within = |name: &str| {
        let own = name.strip_prefix(namespace).and_then(|name| name.strip_prefix('.'));
        own.filter(|own| !own.contains('.')).unwrap_or(name).to_owned()
    };
    let entry = |part: &Part| {
        let (pattern, kind) = match *part {
            Part::Inner(target) => (within(scan.name(target)), EntryKind::Inner),
            Part::Any => ("*".to_owned(), EntryKind::Inner),
            Part::AnyLeaf => ("*".to_owned(), EntryKind::Leaf),
            Part::Never(target) => (within(scan.name(target)), EntryKind::Never),
        };
        Entry { pattern, kind, at: Position::default() }
    };
    let mut entries: Vec<Entry> = parts.iter().map(entry).collect();
    let order = |entry: &Entry| (entry.kind as u8, entry.pattern.clone());
    entries.sort_by_cached_key(order);
    entries.dedup();
    Description {
        name: within(name),
        namespace: namespace.to_owned(),
        moved_below: String::new(),
        is_head,
        entries,
        at: Position::default(),
    }
}
