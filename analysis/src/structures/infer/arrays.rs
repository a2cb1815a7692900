//! Content in arrays behind a head: lists, rings, heaps, open hash tables, pools; and segments of them behind another head.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::{Candidate, Part, Parts, words};
use super::counts::sample;
use super::scan::{Scan, is_nested};
use super::signs::{Sign, Signs};
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::{ObjectBits, TypeKind};

/// Percent of arrays that are a head's alone; empty ones are often shared.
const LEAST_OWN: u64 = 90;
/// An array from which on nobody writes down one object after the other.
const LONG_ARRAY: u64 = 8;
/// Fields of a head.
const MOST_FIELDS: usize = 9;
/// References of a head with something behind them, on average, that are no arrays.
const MOST_BESIDE: f64 = 3.0;
/// Percent of elements that nothing but the array refers to, from which on they are part of the data structure.
const LEAST_PRIVATE: u64 = 95;
/// So many types of content are remembered.
const MOST_TYPES: usize = 4;

/// What fields with arrays of content are called, in lower case.
const ARRAY_FIELDS: [&str; 20] = [
    "table",
    "elements",
    "elementdata",
    "items",
    "queue",
    "buckets",
    "data",
    "array",
    "values",
    "buffer",
    "slots",
    "entries",
    "keys",
    "heap",
    "ring",
    "elems",
    "a",
    "stack",
    "vals",
    "pool",
];

/// What was seen of heads with arrays, by class.
#[derive(Debug, Default)]
struct Seen {
    heads: u64,
    arrays: u64,
    /// Arrays with content that others refer to, too, by type.
    shared: FxHashMap<TypeIndex, u64>,
    with_room: u64,
    longest: u64,
    beside: u64,
    content: FxHashSet<TypeIndex>,
    kinds: FxHashSet<u32>,
    array_types: FxHashSet<TypeIndex>,
    /// Arrays of numbers beside them.
    numbers: FxHashSet<TypeIndex>,
    elements: u64,
    private: u64,
    samples: Vec<(u32, Vec<u64>)>,
}

pub(super) fn candidates(scan: &Scan<'_>, nodes: &FxHashSet<TypeIndex>, progress: &Progress) -> Result<Vec<Candidate>> {
    let mut all: FxHashMap<TypeIndex, Seen> = FxHashMap::default();
    scan.for_each(progress, |object, row| {
        let of = scan.type_of(object);
        if scan.facts(of).may_be_head && !nodes.contains(&of) && row.iter().any(|&target| scan.facts_of(target).is_array) {
            look(scan, object, row, all.entry(of).or_default());
        }
    })?;
    let mut all: Vec<(TypeIndex, Seen)> = all.into_iter().collect();
    all.sort_unstable_by_key(|(of, _)| *of);
    Ok(all.into_iter().filter_map(|(of, seen)| judge(scan, of, seen)).collect())
}

fn look(scan: &Scan<'_>, head: u32, row: &[u32], seen: &mut Seen) {
    let (mut counts, mut beside) = (Vec::new(), 0);
    for &target in row {
        let of = scan.type_of(target);
        if scan.heap.type_info(of).kind != TypeKind::Instance && !scan.facts(of).is_array && scan.owns(head, target) {
            seen.numbers.insert(of);
        }
        let elements = scan.references(target);
        if !scan.facts(of).is_array {
            beside += u64::from(scan.owns(head, target));
            continue;
        }
        if elements.is_empty() {
            continue;
        }
        if !scan.owns(head, target) {
            *seen.shared.entry(of).or_default() += 1;
            continue;
        }
        seen.arrays += 1;
        seen.array_types.insert(of);
        let length = u64::from(scan.heap.array_length(ObjectIndex(target)).unwrap_or(0));
        let used = elements.len() as u64;
        seen.with_room += u64::from(used < length);
        let mut nested = 0;
        seen.elements += used;
        for &element in elements {
            seen.private += u64::from(scan.owns(target, element));
            if seen.content.len() < MOST_TYPES {
                seen.content.insert(scan.type_of(element));
            }
            // An array of arrays is one array in pieces.
            let is_piece = scan.facts_of(element).is_array && scan.owns(target, element);
            let content = if is_piece { scan.references(element) } else { std::slice::from_ref(&element) };
            nested += content.len() as u64;
            for &object in content {
                if seen.kinds.len() == MOST_TYPES {
                    break;
                }
                seen.kinds.insert(scan.kind_of_content(object));
            }
        }
        seen.longest = seen.longest.max(nested);
        // Keys and values may take turns.
        counts.extend([used, used / 2, nested]);
    }
    if !counts.is_empty() {
        seen.heads += 1;
        seen.beside += beside;
        sample(&mut seen.samples, ObjectIndex(head), counts);
    }
}

fn judge(scan: &Scan<'_>, head: TypeIndex, seen: Seen) -> Option<Candidate> {
    // Arrays of a type that no head has for itself are something else, such as the keys of all maps of an enumeration.
    let shared: u64 = seen.array_types.iter().filter_map(|of| seen.shared.get(of)).sum();
    let is_own = seen.arrays * 100 >= (seen.arrays + shared) * LEAST_OWN;
    if seen.heads == 0 || !is_own {
        return None;
    }
    let fields = scan.heap.fields_of(head);
    let has_room = seen.with_room > 0;
    let is_varied = seen.kinds.len() > seen.array_types.len() || seen.array_types.len() > 2;
    let mut array_types: Vec<TypeIndex> = seen.array_types.iter().copied().collect();
    array_types.sort_unstable();
    let of_any = |of: &TypeIndex| scan.name(*of) == "java.lang.Object[]";
    let is_slim = seen.beside as f64 <= MOST_BESIDE * seen.heads as f64 && fields.len() <= MOST_FIELDS;
    let mut signs = Signs::of(&[
        (Sign::Alone, shared == 0),
        (Sign::Room, has_room),
        (Sign::Varied, is_varied),
        (Sign::Generic, array_types.iter().any(of_any)),
        (Sign::Many, seen.longest >= LONG_ARRAY),
        (Sign::Slim, is_slim),
    ]);
    if !fields.is_empty() {
        let of_array = |name: &str| ARRAY_FIELDS.contains(&name.to_lowercase().trim_start_matches('_'));
        signs.add(Sign::Names, fields.iter().any(|place| place.kind.is_none() && of_array(scan.heap.field_name(place))));
    }
    let mut parts = Parts::new();
    let mut of_head = BTreeSet::new();
    match array_types.len() {
        0..=2 => of_head.extend(array_types.iter().map(|&of| Part::Inner(of))),
        // Arrays of whatever is in them.
        _ => _ = of_head.insert(Part::Any),
    }
    let mut numbers: Vec<TypeIndex> = seen.numbers.into_iter().collect();
    numbers.sort_unstable();
    of_head.extend(numbers.into_iter().map(Part::Inner));
    // Entries that are nobody else's, without a chain so far.
    if seen.private * 100 >= seen.elements * LEAST_PRIVATE
        && seen.content.len() <= 2
        && seen.content.iter().all(|&of| scan.facts(of).is_open && scan.facts(of).outer == scan.facts(head).outer)
    {
        signs.add(Sign::Home, true);
        parts.extend(seen.content.iter().map(|&of| (of, BTreeSet::from([Part::AnyLeaf]))));
    }
    parts.insert(head, of_head);
    let seen_text =
        format!("{} with {}, up to {} in one", words(seen.heads, "head"), words(seen.arrays, "array"), words(seen.longest, "object"));
    Some(Candidate { head, heads: seen.heads, inner: seen.arrays, parts, signs, seen: seen_text, samples: seen.samples })
}

/// Heads of which all lie in arrays of the class that they are nested in are segments: parts of it, no data structures. It is a
/// data structure because they are.
pub(super) fn join_segments(scan: &Scan<'_>, all: &mut Vec<Candidate>, progress: &Progress) -> Result<()> {
    let mut around: Vec<Around> = all.iter().map(|_| Around::default()).collect();
    let at_of: FxHashMap<TypeIndex, usize> = all.iter().enumerate().map(|(at, candidate)| (candidate.head, at)).collect();
    let mut known = ObjectBits::new(scan.heap.len());
    // Their own nodes may know segments, so who else refers to them is not asked.
    scan.for_each(progress, |array, row| {
        let head = scan.only(array).filter(|&head| scan.facts_of(array).is_array && scan.facts_of(head).may_be_head);
        let Some(head) = head else { return };
        for &segment in row {
            let of = scan.type_of(segment);
            let Some(&at) = at_of.get(&of) else { continue };
            if is_around(scan, scan.type_of(head), of) && known.set(segment) {
                around[at].add(scan, head, array);
            }
        }
    })?;
    for (at, around) in around.into_iter().enumerate() {
        let is_all = around.segments == scan.objects[all[at].head.at()] && !around.has_others;
        let Some(head) = around.class.filter(|_| is_all) else { continue };
        let segment = &all[at];
        let mut parts = segment.parts.clone();
        parts.entry(head).or_default().extend(around.arrays.iter().map(|&of| Part::Inner(of)));
        let (inner, signs) = (segment.heads + segment.inner, segment.signs.clone());
        let seen = format!("in {}", words(segment.heads, "segment"));
        let seen_of_all = format!("{} {seen}, in all {}", words(around.heads.len() as u64, "head"), segment.seen);
        match all.iter_mut().find(|candidate| candidate.head == head) {
            Some(known) => {
                known.seen = format!("{}, {seen}", known.seen);
                parts.into_iter().for_each(|(of, parts)| known.parts.entry(of).or_default().extend(parts));
            }
            None => {
                let heads = around.heads.len() as u64;
                all.push(Candidate { head, heads, inner, parts, signs, seen: seen_of_all, samples: Vec::new() });
            }
        }
    }
    Ok(())
}

/// In what all heads of a class lie.
#[derive(Debug, Default)]
struct Around {
    class: Option<TypeIndex>,
    segments: u64,
    heads: FxHashSet<u32>,
    /// Types of arrays that the class refers to.
    arrays: FxHashSet<TypeIndex>,
    has_others: bool,
}

impl Around {
    fn add(&mut self, scan: &Scan<'_>, head: u32, array: u32) {
        let of = scan.type_of(head);
        self.has_others |= self.class.is_some_and(|class| class != of);
        self.class = Some(of);
        self.segments += 1;
        self.heads.insert(head);
        self.arrays.insert(scan.type_of(array));
    }
}

/// Whether a class, or one that it extends, is what the other one is nested in.
fn is_around(scan: &Scan<'_>, class: TypeIndex, inner: TypeIndex) -> bool {
    scan.heap.ancestry(class).any(|class| is_nested(scan.name(inner), scan.name(class)))
}
