//! Who owns data structures: the shortest way of fields from what the JVM holds to each head, in words that stay the same over time.
//!
//! `travelshop.JourneyService.SEARCH_CACHE` is a static field, `travelshop.Sessions.ALL{}.basket` the field `basket` of what lies in a data
//! structure that a static field holds, `travelshop.Main.run().log` a field of something on the stack of a method. Inner objects of data structures have no part in the words, so that a map that is resized, or a
//! list that grows, keeps its own. Objects of one class behind each other (an own linked list) are one step, and fields that repeat (the
//! children of children of a tree) lead back to where they were met first.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{DataStructures, Role};
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::heap::{ObjectBits, Slot};
use crate::keepers::paths::{ClosestHolders, PathOptions, TreeNames, beginning};

/// Of fields that repeat, so many may take turns.
const MOST_TURNS: usize = 3;
/// What lies deeper in collections of collections belongs to those above.
const MOST_WITHIN: usize = 3;
/// Steps behind so many belong to the way that leads to them.
const MOST_STEPS: u8 = 32;

/// By head, the number of the words for its owner.
#[derive(Debug, Default)]
pub(crate) struct Owners {
    pub(crate) of_head: FxHashMap<u32, u32>,
    /// The words.
    pub(crate) names: Vec<String>,
}

/// Owners one within the other, the outermost first: of each head of its own the owners of the data structures that keep it, and its own.
#[derive(Debug, Default)]
pub(crate) struct OwnerChains {
    pub(crate) of_head: FxHashMap<u32, u32>,
    /// Each with the chain that it begins with, if any, and its last owner. What it begins with comes before it.
    pub(crate) all: Vec<(Option<u32>, u32)>,
}

impl OwnerChains {
    /// Of the heads that no other head owns; `keepers` are [`DataStructures::keepers`].
    pub(crate) fn of(owners: &Owners, owned: &ObjectBits, keepers: &[u32]) -> Self {
        let mut chains = Self::default();
        let mut numbers: FxHashMap<(Option<u32>, u32), u32> = FxHashMap::default();
        let mut heads: Vec<u32> = owners.of_head.keys().copied().filter(|&head| !owned.has(ObjectIndex(head))).collect();
        heads.sort_unstable();
        let mut path = Vec::new();
        for head in heads {
            let mut at = head;
            while !chains.of_head.contains_key(&at) {
                path.push(at);
                match keepers[at as usize] {
                    NO_OBJECT => break,
                    above => at = above,
                }
            }
            while let Some(head) = path.pop() {
                let outer = chains.of_head.get(&keepers[head as usize]).copied();
                // Without an owner something else keeps it in a way that is no field.
                let chain = match owners.of_head.get(&head) {
                    Some(&owner) => chains.longer(outer, owner, &mut numbers),
                    None => outer,
                };
                if let Some(chain) = chain {
                    chains.of_head.insert(head, chain);
                }
            }
        }
        chains
    }

    /// A chain with one more owner; what it begins with where it has that owner already.
    fn longer(&mut self, outer: Option<u32>, owner: u32, numbers: &mut FxHashMap<(Option<u32>, u32), u32>) -> Option<u32> {
        let above = std::iter::successors(outer, |&chain| self.all[chain as usize].0).find(|&chain| self.all[chain as usize].1 == owner);
        above.or_else(|| {
            Some(*numbers.entry((outer, owner)).or_insert_with(|| {
                self.all.push((outer, owner));
                self.all.len() as u32 - 1
            }))
        })
    }

    /// The owners of a chain, the outermost first.
    pub(crate) fn owners(&self, chain: u32) -> Vec<u32> {
        let mut owners: Vec<u32> =
            std::iter::successors(Some(chain), |&chain| self.all[chain as usize].0).map(|chain| self.all[chain as usize].1).collect();
        owners.reverse();
        owners
    }
}

/// One way, as the way before it and a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    /// The number of the words for what holds it.
    Held(u32),
    Field(u32, Slot),
    /// Within a data structure.
    In(u32),
}

/// Ways, each once.
#[derive(Debug, Default)]
struct Ways {
    beginnings: Vec<String>,
    number_of: FxHashMap<String, u32>,
    all: Vec<Way>,
    /// By way, how many steps it has.
    steps: Vec<u8>,
    numbers: FxHashMap<Way, u32>,
}

impl Ways {
    fn held(&mut self, words: String) -> u32 {
        let next = self.beginnings.len() as u32;
        let number = *self.number_of.entry(words).or_insert_with_key(|words| {
            self.beginnings.push(words.clone());
            next
        });
        self.number(Way::Held(number))
    }

    fn number(&mut self, way: Way) -> u32 {
        if let Some(&known) = self.numbers.get(&way) {
            return known;
        }
        let steps = match way {
            Way::Held(_) => 0,
            Way::In(before) | Way::Field(before, _) if self.steps[before as usize] == MOST_STEPS => return before,
            Way::In(before) | Way::Field(before, _) => self.steps[before as usize] + 1,
        };
        let next = self.all.len() as u32;
        self.all.push(way);
        self.steps.push(steps);
        self.numbers.insert(way, next);
        next
    }

    /// What is within a collection at the end of a way. Of collections that lie directly in each other only the outermost ones have names
    /// of their own.
    fn within(&mut self, way: u32) -> u32 {
        let outer = |way: u32| match self.all[way as usize] {
            Way::Field(within, Slot::Element(_)) => match self.all[within as usize] {
                Way::In(outer) => Some((within, outer)),
                _ => None,
            },
            _ => None,
        };
        let mut levels = std::iter::successors(outer(way), |&(_, above)| outer(above));
        match levels.nth(MOST_WITHIN - 1).and(outer(way)) {
            Some((within, _)) => within,
            None => self.number(Way::In(way)),
        }
    }

    /// The way through a field; where it and the fields before it are what was met just before, the way that was met then.
    fn through(&mut self, before: u32, slot: Slot) -> u32 {
        let mut met: Vec<(Slot, u32)> = Vec::with_capacity(2 * MOST_TURNS - 1);
        let mut at = before;
        while met.len() < 2 * MOST_TURNS - 1 {
            at = match self.all[at as usize] {
                Way::Held(_) => break,
                Way::In(outer) => outer,
                Way::Field(above, Slot::Element(_)) => above,
                Way::Field(above, slot) => {
                    met.push((slot, at));
                    above
                }
            };
        }
        let fields: Vec<Slot> = std::iter::once(slot).chain(met.iter().map(|(slot, _)| *slot)).collect();
        // Of what is in no field nobody knows whether it is the same.
        let are_fields = |fields: &[Slot]| fields.iter().all(|slot| matches!(slot, Slot::Field { .. }));
        let is_again =
            |turns: usize| fields.len() >= 2 * turns && fields[..turns] == fields[turns..2 * turns] && are_fields(&fields[..turns]);
        let again = (1..=MOST_TURNS).find(|&turns| is_again(turns));
        again.map_or_else(|| self.number(Way::Field(before, slot)), |turns| met[turns - 1].1)
    }
}

impl DataStructures<'_> {
    /// The owners of all heads that something holds. Memory: 14 bytes per object while it is worked out.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], and what reading the dump again may fail with.
    pub(crate) fn owners(&self, progress: &Progress) -> Result<Owners> {
        let heap = self.heap;
        let heads = self.heads(progress)?;
        let tree = ClosestHolders::search(heap, PathOptions::default(), &FxHashSet::default(), progress)?;
        let mut on_way = ObjectBits::new(heap.len());
        for &head in &heads {
            let mut at = Some(ObjectIndex(head)).filter(|&head| tree.is_reached(head));
            while let Some(object) = at.filter(|object| on_way.set(object.0)) {
                at = tree.before(object);
            }
        }
        let names = TreeNames::read(heap, &tree, &on_way, progress)?;
        let threads: FxHashMap<ObjectIndex, &str> =
            heap.threads.iter().filter_map(|thread| Some((thread.object?, &*thread.name))).collect();
        let (mut ways, mut way_of): (Ways, FxHashMap<u32, u32>) = Default::default();
        // The nearest come first, so that the way to what is before is known.
        for &object in tree.order().iter().filter(|&&object| on_way.has(ObjectIndex(object))) {
            let index = ObjectIndex(object);
            let way = match tree.before(index) {
                None => tree.holder(index).map(|holder| ways.held(beginning(heap, holder, threads.get(&index).copied()))),
                Some(before) => way_of.get(&before.0).copied().map(|known| self.step(before, index, known, &names, &mut ways)),
            };
            if let Some(way) = way {
                way_of.insert(object, way);
            }
        }
        let words = self.words(&ways);
        let mut owners = Owners::default();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for head in heads {
            let Some(&way) = way_of.get(&head) else { continue };
            let number = *numbers.entry(way).or_insert_with(|| {
                owners.names.push(words[way as usize].clone());
                owners.names.len() as u32 - 1
            });
            owners.of_head.insert(head, number);
        }
        Ok(owners)
    }

    fn step(&self, before: ObjectIndex, object: ObjectIndex, known: u32, names: &TreeNames, ways: &mut Ways) -> u32 {
        let heap = self.heap;
        if let Some(role) = self.role_behind(before.0, object.0)
            && (self.is_head(before.0) || matches!(ways.all[known as usize], Way::In(_)))
        {
            let within = if self.is_head(before.0) { ways.within(known) } else { known };
            // What is content is no longer within.
            return if role == Role::Inner { within } else { ways.number(Way::Field(within, Slot::Element(0))) };
        }
        if heap.type_of(before) == heap.type_of(object) {
            return known;
        }
        match names.slot(heap, before, object) {
            Slot::Element(_) => ways.number(Way::Field(known, Slot::Element(0))),
            slot => ways.through(known, slot),
        }
    }

    fn words(&self, ways: &Ways) -> Vec<String> {
        let mut words: Vec<String> = Vec::with_capacity(ways.all.len());
        for way in &ways.all {
            let text = match *way {
                Way::Held(beginning) => ways.beginnings[beginning as usize].clone(),
                Way::In(outer) => format!("{}{{}}", words[outer as usize]),
                Way::Field(before, slot) => {
                    let before = &words[before as usize];
                    match slot {
                        Slot::Element(_) if before.ends_with("{}") => before.clone(),
                        Slot::Element(_) => format!("{before}[]"),
                        slot => {
                            let name = self.heap.slot_name(slot);
                            format!("{before}.{}", simple(&name))
                        }
                    }
                }
            };
            words.push(text);
        }
        words
    }
}

/// The field without the class that declares it.
fn simple(slot: &str) -> &str {
    let field = slot.split(' ').next().unwrap_or(slot);
    field.rfind('.').map_or(slot, |dot| &slot[dot + 1..])
}
