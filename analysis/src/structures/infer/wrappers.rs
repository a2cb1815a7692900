//! Heads that are nothing but a cover of another head, as a set is one of a map.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Candidate, Part, Parts, words};
use super::scan::Scan;
use super::signs::{Sign, Signs};
use crate::base::class_names::{package_of, without_package};
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::progress::Progress;

/// Percent of heads that nothing but their cover refers to.
const LEAST_OWN: u64 = 90;
/// Percent of covers that have nothing else of their own.
const LEAST_NOTHING_ELSE: u64 = 90;
/// Fields of a cover: the head, a lock, views.
const MOST_FIELDS: usize = 5;
/// A single object says nothing about a class.
const LEAST_HEADS: u64 = 2;
/// Kinds of content that are usual: keys, values, and what the map is made of.
const MOST_USUAL: usize = 3;
/// Where locks come from, which a cover may have besides.
const LOCKS: &str = "java.util.concurrent.locks";
/// Content of one cover that is looked at.
const MOST_CONTENT: usize = 256;

/// What was seen of covers, by class.
#[derive(Debug, Default)]
struct Seen {
    heads: u64,
    own: u64,
    nothing_else: u64,
    around: FxHashSet<TypeIndex>,
    content: FxHashSet<u32>,
}

pub(super) fn candidates(
    scan: &Scan<'_>,
    heads: &FxHashSet<TypeIndex>,
    described: &FxHashSet<TypeIndex>,
    progress: &Progress,
) -> Result<Vec<Candidate>> {
    let is_head = |of: TypeIndex| heads.contains(&of) || scan.facts(of).is_known_head;
    let mut all: FxHashMap<TypeIndex, Seen> = FxHashMap::default();
    scan.for_each(progress, |object, row| {
        let of = scan.type_of(object);
        if !scan.facts(of).may_be_head || described.contains(&of) {
            return;
        }
        let Some(first) = row.iter().copied().find(|&target| is_head(scan.type_of(target))) else { return };
        let seen = all.entry(of).or_default();
        seen.heads += 1;
        seen.own += u64::from(scan.owns(object, first));
        let others = row.iter().filter(|&&target| target != first && target != object && scan.owns(object, target));
        let is_more = |&&target: &&u32| {
            let is_view = scan.references(target).iter().any(|&back| back == object || back == first);
            !is_view && package_of(scan.name(scan.type_of(target))) != LOCKS
        };
        seen.nothing_else += u64::from(others.filter(is_more).count() == 0);
        seen.around.insert(scan.type_of(first));
        content(scan, first, &mut seen.content);
    })?;
    let mut all: Vec<(TypeIndex, Seen)> = all.into_iter().collect();
    all.sort_unstable_by_key(|(of, _)| *of);
    Ok(all.into_iter().filter_map(|(of, seen)| judge(scan, of, &seen)).collect())
}

/// Kinds of some of what a head holds: behind arrays and its own nodes.
fn content(scan: &Scan<'_>, head: u32, types: &mut FxHashSet<u32>) {
    let mut ways = vec![head];
    let mut left = MOST_CONTENT;
    while let Some(object) = ways.pop() {
        for &target in scan.references(object) {
            if left == 0 {
                return;
            }
            left -= 1;
            if scan.owns(object, target) && (scan.facts_of(target).is_array || scan.facts_of(target).outer == scan.facts_of(head).outer) {
                ways.push(target);
            } else {
                types.insert(scan.kind_of_content(target));
            }
        }
    }
}

fn judge(scan: &Scan<'_>, head: TypeIndex, seen: &Seen) -> Option<Candidate> {
    if seen.own * 100 < seen.heads * LEAST_OWN || seen.nothing_else * 100 < seen.heads * LEAST_NOTHING_ELSE {
        return None;
    }
    let fields = scan.heap.fields_of(head);
    let mut around: Vec<TypeIndex> = seen.around.iter().copied().collect();
    around.sort_unstable_by_key(|&of| scan.name(of));
    let package = package_of(scan.name(head));
    let is_home = around.iter().any(|&of| package_of(scan.name(of)) == package);
    let is_varied = seen.content.len() > MOST_USUAL;
    // Whatever has a list is around it, if it need not be around nothing else.
    let is_slim = fields.len() <= MOST_FIELDS && fields.iter().all(|place| place.kind.is_none());
    if !is_home && !is_varied || !is_slim || seen.heads < LEAST_HEADS {
        return None;
    }
    let signs = Signs::of(&[
        (Sign::Alone, seen.own == seen.heads),
        (Sign::Private, seen.nothing_else == seen.heads),
        (Sign::Slim, is_slim),
        (Sign::Home, is_home),
        (Sign::Varied, is_varied),
    ]);
    let mut parts = Parts::new();
    parts.insert(head, around.iter().map(|&of| Part::Inner(of)).collect());
    let text =
        format!("{} around {} of {}", words(seen.heads, "head"), words(seen.own, "head"), without_package(scan.name(*around.first()?)));
    Some(Candidate { head, heads: seen.heads, inner: seen.own, parts, signs, seen: text, samples: Vec::new() })
}
