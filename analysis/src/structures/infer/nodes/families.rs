//! Which classes are nodes, and which nodes belong together.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::progress::Progress;
use crate::heap::ObjectBits;
use crate::structures::infer::scan::{Facts, Origin, Scan};

/// The number of no family.
pub(super) const NO_FAMILY: u32 = u32::MAX;
/// Percent of a kin that must lie behind arrays or maps of another one of it: of tries nearly all do, of maps that some maps hold few.
const LEAST_INDIRECT: u64 = 50;

/// By type its family.
#[derive(Debug)]
pub(super) struct Families {
    of_type: Vec<u32>,
    pub(super) number: u32,
    /// By family, whether nodes lead to others through arrays, maps and the like.
    goes_through: Vec<bool>,
}

type Edges = FxHashSet<(TypeIndex, TypeIndex)>;

/// References of a heap between kin, by type.
#[derive(Debug, Default)]
struct Links {
    direct: Edges,
    /// Through arrays, maps and the like, with the first class in between that is neither an array nor known.
    indirect: FxHashSet<(TypeIndex, TypeIndex, Option<TypeIndex>)>,
    /// By kin and such a class, objects that something indirect leads to.
    reached: FxHashMap<(u32, Option<TypeIndex>), u64>,
    /// References between classes that are nested in the same one and no kin.
    at_home: Edges,
}

impl Families {
    pub(super) fn find(scan: &Scan<'_>, progress: &Progress) -> Result<Self> {
        let Links { direct, indirect, reached, at_home } = Links::find(scan, progress)?;
        let mut number_of_kin: FxHashMap<u32, u64> = FxHashMap::default();
        for (at, &objects) in (0..).zip(&scan.objects) {
            *number_of_kin.entry(scan.facts(TypeIndex(at)).kin).or_default() += objects;
        }
        // What lies behind nodes of a map is its content; once the map is known, it may be what children are in.
        let linked: FxHashSet<TypeIndex> = direct.iter().filter(|edge| edge.0 == edge.1).map(|edge| edge.0).collect();
        let leads_on = |between: Option<TypeIndex>| between.is_none_or(|between| !linked.contains(&between));
        let mut reached_of_kin: FxHashMap<u32, u64> = FxHashMap::default();
        for ((kin, _), objects) in reached.into_iter().filter(|((_, between), _)| leads_on(*between)) {
            *reached_of_kin.entry(kin).or_default() += objects;
        }
        let is_usual = |to: TypeIndex| {
            let kin = scan.facts(to).kin;
            reached_of_kin.get(&kin).is_some_and(|reached| reached * 100 >= number_of_kin[&kin] * LEAST_INDIRECT)
        };
        let indirect = indirect.into_iter().filter(|&(_, to, between)| leads_on(between) && is_usual(to)).map(|(from, to, _)| (from, to));
        let indirect: Vec<(TypeIndex, TypeIndex)> = indirect.collect();
        let through: FxHashSet<TypeIndex> = indirect.iter().map(|edge| edge.1).collect();
        let mut edges: Vec<(TypeIndex, TypeIndex)> = direct.into_iter().chain(indirect).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut nodes = on_cycles(&edges);
        // Kin that nodes lead to are nodes that end there.
        let ends: Vec<TypeIndex> = edges.iter().filter(|edge| nodes.contains(&edge.0)).map(|edge| edge.1).collect();
        nodes.extend(ends);

        let mut joined: BTreeMap<u32, u32> = BTreeMap::new();
        let mut at_home: Vec<(TypeIndex, TypeIndex)> =
            at_home.into_iter().filter(|(a, b)| nodes.contains(a) && nodes.contains(b)).collect();
        at_home.sort_unstable();
        for (a, b) in at_home {
            let [a, b] = [a, b].map(|of| top(&joined, scan.facts(of).kin));
            if a != b {
                joined.insert(a.max(b), a.min(b));
            }
        }
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        let mut of_type = vec![NO_FAMILY; scan.heap.types.len()];
        let mut nodes: Vec<TypeIndex> = nodes.into_iter().collect();
        nodes.sort_unstable();
        let mut goes_through = Vec::new();
        for of in nodes {
            let next = numbers.len() as u32;
            let number = *numbers.entry(top(&joined, scan.facts(of).kin)).or_insert(next);
            of_type[of.at()] = number;
            goes_through.resize(numbers.len(), false);
            goes_through[number as usize] |= through.contains(&of);
        }
        Ok(Self { of_type, number: numbers.len() as u32, goes_through })
    }

    /// Whether what lies between two nodes may be something else than a reference. Where it may not, a map in a map is content.
    pub(super) fn goes_through(&self, family: u32) -> bool {
        self.goes_through[family as usize]
    }

    pub(super) fn of(&self, of: TypeIndex) -> u32 {
        self.of_type[of.at()]
    }
}

/// The kin that stands for all that were joined with one.
fn top(joined: &BTreeMap<u32, u32>, mut kin: u32) -> u32 {
    while let Some(&above) = joined.get(&kin) {
        kin = above;
    }
    kin
}

impl Links {
    fn find(scan: &Scan<'_>, progress: &Progress) -> Result<Self> {
        let mut links = Self::default();
        let mut linked = ObjectBits::new(scan.heap.len());
        let mut way = Vec::new();
        scan.for_each(progress, |object, row| {
            let of = scan.type_of(object);
            let from = scan.facts(of);
            for &target in row.iter().filter(|&&target| target != object) {
                let target_type = scan.type_of(target);
                let to = scan.facts(target_type);
                if !to.is_open {
                    continue;
                }
                if from.kin == to.kin {
                    links.direct.insert((of, target_type));
                    continue;
                }
                let is_near = from.is_open && from.outer == to.outer;
                if is_near {
                    links.at_home.insert((of, target_type));
                }
                if is_near || from.is_array || from.is_described {
                    let is_kin = |of: TypeIndex| is_kin(scan.facts(of), to);
                    if let Origin::Wanted(before) = scan.origin(object, to.outer, is_kin, &mut way)
                        && before != target
                    {
                        let between = way.iter().map(|&between| scan.type_of(between)).find(|&between| scan.facts(between).is_open);
                        links.indirect.insert((scan.type_of(before), target_type, between));
                        if linked.set(target) {
                            *links.reached.entry((to.kin, between)).or_default() += 1;
                        }
                    }
                }
            }
        })?;
        Ok(links)
    }
}

fn is_kin(facts: Facts, of: Facts) -> bool {
    facts.is_open && facts.kin == of.kin
}

/// The types from which edges lead back to themselves: those of strongly connected components of several types, or with an edge to
/// themselves (Tarjan 1972, without recursion).
fn on_cycles(edges: &[(TypeIndex, TypeIndex)]) -> FxHashSet<TypeIndex> {
    let targets = |of: TypeIndex| {
        let first = edges.partition_point(|edge| edge.0 < of);
        edges[first..].iter().take_while(move |edge| edge.0 == of).map(|edge| edge.1)
    };
    let mut nodes: FxHashSet<TypeIndex> = edges.iter().filter(|edge| edge.0 == edge.1).map(|edge| edge.0).collect();
    // By type its number and the lowest number that it leads to.
    let mut numbers: FxHashMap<TypeIndex, (u32, u32)> = FxHashMap::default();
    let (mut open, mut is_open) = (Vec::new(), FxHashSet::default());
    for &(start, _) in edges {
        if numbers.contains_key(&start) {
            continue;
        }
        let mut ways = vec![(start, targets(start).collect::<Vec<_>>())];
        numbers.insert(start, (numbers.len() as u32, numbers.len() as u32));
        open.push(start);
        is_open.insert(start);
        while let Some((at, left)) = ways.last_mut() {
            let at = *at;
            if let Some(next) = left.pop() {
                if !numbers.contains_key(&next) {
                    numbers.insert(next, (numbers.len() as u32, numbers.len() as u32));
                    open.push(next);
                    is_open.insert(next);
                    ways.push((next, targets(next).collect()));
                } else if is_open.contains(&next) {
                    let number = numbers[&next].0;
                    lower(&mut numbers, at, number);
                }
                continue;
            }
            ways.pop();
            let (number, lowest) = numbers[&at];
            if let Some((before, _)) = ways.last() {
                lower(&mut numbers, *before, lowest);
            }
            if number == lowest {
                let first = open.iter().position(|&of| of == at).unwrap_or(0);
                let component = open.split_off(first);
                component.iter().for_each(|of| _ = is_open.remove(of));
                if component.len() > 1 {
                    nodes.extend(component);
                }
            }
        }
    }
    nodes
}

fn lower(numbers: &mut FxHashMap<TypeIndex, (u32, u32)>, of: TypeIndex, to: u32) {
    if let Some(number) = numbers.get_mut(&of) {
        number.1 = number.1.min(to);
    }
}
