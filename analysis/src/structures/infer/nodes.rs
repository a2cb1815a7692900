//! Linked nodes behind a head: lists, trees, tables of chains, tries, skip lists.
//!
//! A class is a node if its objects lead to others of its kin, directly or through arrays, known data structures and objects of
//! their own (strongly connected components of classes, over references that are really there). Kin are classes with a super
//! class in the same package; nodes of classes nested in the same one that refer to each other are one *family*. Who leads into a
//! family from outside may be its head: then what each head reaches is walked through once, so that it is known which nodes
//! several heads share and how long chains are.

mod families;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Candidate, Part, Parts, words};
use super::counts::sample;
use super::scan::{Origin, Scan, Through, is_nested};
use super::signs::{Sign, Signs};
use crate::base::class_names::without_package;
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::base::walk::Walk;
use families::{Families, NO_FAMILY};

/// Classes that lead into a family and are looked at as its heads, those with most objects first.
const MOST_HEADS: usize = 8;
/// Fewer nodes say nothing.
const LEAST_NODES: u64 = 4;
/// Nodes in a row without which there is no chain.
const LEAST_CHAIN: u64 = 3;
/// A chain from which on nobody writes down one object after the other.
const LONG_CHAIN: u64 = 8;
/// Nodes of one head from which on it is the same.
const MANY_NODES: u64 = 32;
/// Percent of nodes that others may look into: cursors, and what stacks have just left.
const MOST_FOREIGN: u64 = 5;
/// Percent from which on they are objects of others, and no nodes.
const TOO_FOREIGN: u64 = 20;
/// Percent of nodes in arrays that may be linked, too; chains of hash tables are not, objects listed in a collection are.
const MOST_TWICE: u64 = 30;
/// References to content: key, value, and a bit for nodes that have more.
const MOST_CONTENT: f64 = 2.5;
/// Fields of nodes with numbers: hash, color, depth.
const MOST_NUMBERS: usize = 3;
/// Fields of a head; `ConcurrentHashMap` has twelve.
const MOST_FIELDS: usize = 14;

/// How classes of nodes end, in lower case.
const NODE_NAMES: [&str; 16] = [
    "node", "entry", "link", "cell", "bucket", "chunk", "segment", "page", "index", "leaf", "branch", "slot", "block", "bin", "cons",
    "vertex",
];
/// What fields with content are called.
const CONTENT_FIELDS: [&str; 8] = ["value", "val", "item", "key", "elem", "element", "data", "payload"];

/// A reference into a family from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entrance {
    node: u32,
    /// From where; [`NO_OBJECT`] from nobody in particular.
    from: u32,
    through: Through,
}

/// What one family consists of, by objects.
#[derive(Debug, Default)]
struct Family {
    /// From node to node, sorted.
    links: Vec<(u32, u32)>,
    entrances: Vec<Entrance>,
    /// Types that reference each other between two nodes, or between head and node.
    edges: FxHashSet<(TypeIndex, TypeIndex)>,
}

pub(super) fn candidates(scan: &Scan<'_>, progress: &Progress) -> Result<Vec<Candidate>> {
    let families = Families::find(scan, progress)?;
    let mut all: Vec<Family> = (0..families.number).map(|_| Family::default()).collect();
    let mut walk = Walk::without_marks();
    let mut way = Vec::new();
    scan.for_each(progress, |object, row| {
        for &node in row.iter().filter(|&&target| target != object) {
            let number = families.of(scan.type_of(node));
            if number == NO_FAMILY {
                continue;
            }
            let family = &mut all[number as usize];
            if families.of(scan.type_of(object)) == number {
                family.links.push((object, node));
                family.edges.insert((scan.type_of(object), scan.type_of(node)));
                continue;
            }
            let is_node = |of: TypeIndex| families.goes_through(number) && families.of(of) == number;
            let origin = scan.origin(object, scan.facts_of(node).outer, is_node, &mut way);
            let from = match origin {
                Origin::Wanted(before) if before == node => continue,
                Origin::Wanted(before) => {
                    family.links.push((before, node));
                    Some(before)
                }
                Origin::Other(from, through) => {
                    family.entrances.push(Entrance { node, from: from.unwrap_or(NO_OBJECT), through });
                    from
                }
            };
            if let Some(from) = from {
                let mut to = node;
                for &between in way.iter().chain([&from]) {
                    family.edges.insert((scan.type_of(between), scan.type_of(to)));
                    to = between;
                }
            }
        }
    })?;
    let mut heads_of = vec![NO_OBJECT; scan.heap.len()];
    let mut found = Vec::new();
    for (number, family) in (0..).zip(&mut all) {
        family.links.sort_unstable();
        family.links.dedup();
        family.entrances.sort_unstable();
        family.entrances.dedup();
        let reach = Reach { scan, families: &families, number, family, heads_of: &mut heads_of, walk: &mut walk };
        reach.candidates(&mut found, progress)?;
    }
    Ok(found)
}

/// Who reaches what in one family.
struct Reach<'a, 'h> {
    scan: &'a Scan<'h>,
    families: &'a Families,
    number: u32,
    family: &'a Family,
    /// By object the head that reached it.
    heads_of: &'a mut Vec<u32>,
    walk: &'a mut Walk,
}

/// What the heads of one class reach.
#[derive(Debug, Default)]
struct Reached {
    /// All nodes, each once.
    nodes: Vec<u32>,
    heads: u64,
    /// Ways that lead to what another head of the class has reached before.
    shared: u64,
    longest: u64,
    most: u64,
    samples: Vec<(u32, Vec<u64>)>,
}

impl Reach<'_, '_> {
    fn candidates(mut self, found: &mut Vec<Candidate>, progress: &Progress) -> Result<()> {
        let mut kept: Vec<u32> = Vec::new();
        for head in self.possible_heads() {
            let reached = self.reach(head, progress)?;
            match self.judge(head, &reached) {
                Some(candidate) => {
                    found.push(candidate);
                    kept.extend(reached.nodes);
                }
                None => self.forget(&reached.nodes),
            }
        }
        self.forget(&kept);
        Ok(())
    }

    fn forget(&mut self, nodes: &[u32]) {
        nodes.iter().for_each(|&node| self.heads_of[node as usize] = NO_OBJECT);
    }

    /// Classes whose objects lead into the family, those with most of them first.
    fn possible_heads(&self) -> Vec<TypeIndex> {
        let from = self.family.entrances.iter().map(|entrance| entrance.from).filter(|&from| from != NO_OBJECT);
        let from: FxHashSet<u32> = from.filter(|&from| self.scan.facts_of(from).may_be_head).collect();
        let mut number_of: FxHashMap<TypeIndex, u64> = FxHashMap::default();
        #[expect(clippy::iter_over_hash_type, reason = "counts are the same in any order")]
        for &head in &from {
            *number_of.entry(self.scan.type_of(head)).or_default() += 1;
        }
        let mut all: Vec<(TypeIndex, u64)> = number_of.into_iter().collect();
        all.sort_unstable_by_key(|&(of, number)| (std::cmp::Reverse(number), of));
        all.into_iter().map(|(of, _)| of).take(MOST_HEADS).collect()
    }

    /// From every head of a class to its nodes, the nearest first.
    fn reach(&mut self, class: TypeIndex, progress: &Progress) -> Result<Reached> {
        let is_of_class = |entrance: &&Entrance| entrance.from != NO_OBJECT && self.scan.type_of(entrance.from) == class;
        let mut ways: Vec<(u32, u32)> =
            self.family.entrances.iter().filter(is_of_class).map(|entrance| (entrance.from, entrance.node)).collect();
        ways.sort_unstable();
        let mut reached = Reached::default();
        for of_head in ways.chunk_by(|a, b| a.0 == b.0) {
            let head = of_head[0].0;
            let before = reached.nodes.len();
            let mut level: Vec<u32> = of_head.iter().map(|way| way.1).collect();
            let mut next = Vec::new();
            let mut depth = 0;
            while !level.is_empty() {
                let known = reached.nodes.len();
                for node in level.drain(..) {
                    let label = &mut self.heads_of[node as usize];
                    if *label != NO_OBJECT {
                        reached.shared += u64::from(*label != head && self.scan.type_of(*label) == class);
                        continue;
                    }
                    *label = head;
                    reached.nodes.push(node);
                    let first = self.family.links.partition_point(|link| link.0 < node);
                    let links = self.family.links[first..].iter().take_while(|link| link.0 == node);
                    next.extend(links.map(|link| link.1));
                    self.walk.follow(next.len(), progress)?;
                }
                depth += u64::from(reached.nodes.len() > known);
                std::mem::swap(&mut level, &mut next);
            }
            let nodes = (reached.nodes.len() - before) as u64;
            if nodes > 0 {
                reached.heads += 1;
                reached.longest = reached.longest.max(depth);
                reached.most = reached.most.max(nodes);
                // With a node that is always there, with one in which links begin and one in which they end.
                sample(&mut reached.samples, ObjectIndex(head), vec![nodes, nodes.saturating_sub(1), nodes.saturating_sub(2)]);
            }
        }
        Ok(reached)
    }

    fn judge(&self, head: TypeIndex, reached: &Reached) -> Option<Candidate> {
        let scan = self.scan;
        let nodes = reached.nodes.len() as u64;
        if nodes < LEAST_NODES {
            return None;
        }
        let is_mine: FxHashSet<u32> = reached.nodes.iter().copied().collect();
        let linked: FxHashSet<u32> = self.family.links.iter().map(|link| link.1).filter(|node| is_mine.contains(node)).collect();
        let [mut foreign, mut listed, mut twice]: [FxHashSet<u32>; 3] = Default::default();
        let mut ways: Vec<Through> = Vec::new();
        for entrance in self.family.entrances.iter().filter(|entrance| is_mine.contains(&entrance.node)) {
            if entrance.from == NO_OBJECT || scan.type_of(entrance.from) != head {
                foreign.insert(entrance.node);
                continue;
            }
            ways.push(entrance.through);
            listed.insert(entrance.node);
            if linked.contains(&entrance.node) {
                twice.insert(entrance.node);
            }
        }
        let percent = |some: usize| some as u64 * 100 / nodes;
        let node_type = self.most_of(&reached.nodes);
        let is_home = scan.facts(node_type).outer == scan.facts(head).outer;
        let [in_arrays, in_known] = [Through::Array, Through::Known].map(|through| ways.contains(&through));
        let goes_on = reached.longest >= LEAST_CHAIN || in_arrays && is_home;
        let is_listed = (in_arrays || in_known) && percent(twice.len()) > MOST_TWICE && !(is_home && in_arrays);
        let are_listed = in_known && percent(listed.len()) > 50 && !is_home;
        if !goes_on || is_listed || are_listed || percent(foreign.len()) > TOO_FOREIGN || reached.shared * 10 > nodes {
            return None;
        }
        let content = self.content(head, node_type, &reached.nodes);
        let fields = scan.heap.fields_of(node_type);
        let head_fields = scan.heap.fields_of(head).len();
        let mut signs = Signs::of(&[
            (Sign::Alone, reached.shared == 0),
            (Sign::Private, percent(foreign.len()) <= MOST_FOREIGN),
            (Sign::Many, reached.longest >= LONG_CHAIN || reached.most >= MANY_NODES),
            (Sign::Home, is_nested(scan.name(node_type), scan.name(head))),
            (Sign::Varied, content.types.len() > content.most.max(1)),
        ]);
        if !fields.is_empty() {
            let numbers = fields.iter().filter(|place| place.kind.is_some()).count();
            let are_few = content.references <= MOST_CONTENT * nodes as f64 && numbers <= MOST_NUMBERS && head_fields <= MOST_FIELDS;
            signs.add(Sign::Slim, are_few);
            let of_content = |name: &str| CONTENT_FIELDS.contains(&name.to_lowercase().as_str());
            let names_content = fields.iter().any(|place| place.kind.is_none() && of_content(scan.heap.field_name(place)));
            signs.add(Sign::Names, names_content || is_node_name(scan.name(node_type)));
        }
        let chain = if reached.longest >= LEAST_CHAIN { format!(", the longest way {}", grouped(reached.longest)) } else { String::new() };
        let seen =
            format!("{} with {} of {}{chain}", words(reached.heads, "head"), words(nodes, "node"), without_package(scan.name(node_type)));
        let parts = self.parts(head, content.parts);
        Some(Candidate { head, heads: reached.heads, inner: nodes, parts, signs, seen, samples: reached.samples.clone() })
    }

    /// The type of most nodes.
    fn most_of(&self, nodes: &[u32]) -> TypeIndex {
        let mut number_of: FxHashMap<TypeIndex, u64> = FxHashMap::default();
        nodes.iter().for_each(|&node| *number_of.entry(self.scan.type_of(node)).or_default() += 1);
        let most = number_of.into_iter().max_by_key(|&(of, number)| (number, std::cmp::Reverse(of)));
        most.map_or(TypeIndex(0), |(of, _)| of)
    }

    /// What nodes reference besides each other. Kinds of content are those of one class of nodes: each class of an expression has
    /// content of its own.
    fn content(&self, head: TypeIndex, node_type: TypeIndex, nodes: &[u32]) -> Content {
        let scan = self.scan;
        let mut content = Content::default();
        for &node in nodes {
            let of = scan.type_of(node);
            let mut number = 0;
            for &target in scan.references(node) {
                let target_type = scan.type_of(target);
                let facts = scan.facts(target_type);
                if self.families.of(target_type) == self.number {
                    continue;
                }
                // A map in a map is content, the map that it is in is not.
                if self.heads_of[node as usize] == target {
                    content.parts.entry(of).or_default().insert(Part::Never(head));
                    continue;
                }
                content.has_heads |= target_type == head;
                if self.family.edges.contains(&(of, target_type)) {
                    continue;
                }
                let is_own = scan.owns(node, target);
                if is_own && facts.is_array {
                    content.parts.entry(of).or_default().insert(Part::Inner(target_type));
                    if of == node_type {
                        content.types.extend(scan.references(target).iter().map(|&element| scan.kind_of_content(element)));
                    }
                    continue;
                }
                number += 1;
                if of == node_type {
                    content.types.insert(scan.kind_of_content(target));
                }
                if is_own && target_type != head && facts.is_open && facts.outer == scan.facts(of).outer {
                    content.parts.entry(of).or_default().insert(Part::Inner(target_type));
                    content.parts.entry(target_type).or_default().insert(Part::AnyLeaf);
                } else {
                    content.parts.entry(of).or_default().insert(Part::AnyLeaf);
                }
            }
            if of == node_type {
                content.most = content.most.max(number);
            }
            content.references += number as f64;
        }
        if content.has_heads {
            content.parts.values_mut().for_each(|parts| _ = parts.remove(&Part::Never(head)));
        }
        content
    }

    /// What references what in these data structures, from the head on. Arrays and what the library knows go on by themselves.
    fn parts(&self, head: TypeIndex, mut parts: Parts) -> Parts {
        let mut edges: Vec<(TypeIndex, TypeIndex)> = self.family.edges.iter().copied().collect();
        edges.sort_unstable();
        let mut reached = vec![head];
        let mut at = 0;
        while let Some(&from) = reached.get(at) {
            at += 1;
            let first = edges.partition_point(|edge| edge.0 < from);
            for &(_, to) in edges[first..].iter().take_while(|edge| edge.0 == from) {
                if self.scan.facts(from).is_open {
                    parts.entry(from).or_default().insert(Part::Inner(to));
                }
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            if self.scan.facts(from).is_open {
                parts.entry(from).or_default();
            }
        }
        // Where one node may be the first one, others of its kin may be, too.
        let first: Vec<TypeIndex> = reached.iter().copied().filter(|&of| edges.binary_search(&(head, of)).is_ok()).collect();
        let is_like = |of: TypeIndex, first: TypeIndex| {
            self.families.of(first) == self.number
                && self.families.of(of) == self.number
                && self.scan.facts(of).kin == self.scan.facts(first).kin
        };
        let like = reached.into_iter().filter(|&of| first.iter().any(|&first| is_like(of, first)));
        parts.entry(head).or_default().extend(like.map(Part::Inner));
        parts
    }
}

/// What nodes hold.
#[derive(Debug, Default)]
struct Content {
    types: FxHashSet<u32>,
    references: f64,
    /// The most references of one node of the class of most nodes.
    most: usize,
    parts: Parts,
    /// Some content is a head of the same class.
    has_heads: bool,
}

/// Whether the last word of a class is one for nodes: `HashMap$Node`, `TrieNode`, `Node3`.
fn is_node_name(class: &str) -> bool {
    let last = class.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    NODE_NAMES.iter().any(|name| last.ends_with(name))
}
