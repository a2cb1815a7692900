//! Who owns data structures: the shortest way of fields from what the JVM holds to each head, in words that stay the same over time.
//!
//! `travelshop.JourneyService.SEARCH_CACHE` is a static field, `travelshop.Sessions.ALL{}.basket` the field `basket` of what lies in a data
//! structure that a static field holds. Inner objects of data structures have no part in the words, so that a map that is resized, or a
//! list that grows, keeps its own. Objects of one class behind each other (an own linked list) are one step.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{DataStructures, Role};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{ObjectBits, Slot};
use crate::keepers::paths::{ClosestHolders, Holder, PathOptions, TreeNames};

/// By head, the number of the words for its owner.
#[derive(Debug, Default)]
pub(crate) struct Owners {
    pub(crate) of_head: FxHashMap<u32, u32>,
    /// The words.
    pub(crate) names: Vec<String>,
}

/// One way, as the way before it and a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    Held(Holder),
    Field(u32, Slot),
    /// Within a data structure.
    In(u32),
}

/// Ways, each once.
#[derive(Debug, Default)]
struct Ways {
    all: Vec<Way>,
    numbers: FxHashMap<Way, u32>,
}

impl Ways {
    fn number(&mut self, way: Way) -> u32 {
        let next = self.all.len() as u32;
        *self.numbers.entry(way).or_insert_with(|| {
            self.all.push(way);
            next
        })
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
        let (mut ways, mut way_of): (Ways, FxHashMap<u32, u32>) = Default::default();
        // The nearest come first, so that the way to what is before is known.
        for &object in tree.order().iter().filter(|&&object| on_way.has(ObjectIndex(object))) {
            let index = ObjectIndex(object);
            let way = match tree.before(index) {
                None => tree.holder(index).map(|holder| ways.number(Way::Held(holder))),
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
            let within = if self.is_head(before.0) { ways.number(Way::In(known)) } else { known };
            // What is content is no longer within.
            return if role == Role::Inner { within } else { ways.number(Way::Field(within, Slot::Element(0))) };
        }
        if heap.type_of(before) == heap.type_of(object) {
            return known;
        }
        ways.number(Way::Field(known, names.slot(heap, before, object)))
    }

    fn words(&self, ways: &Ways) -> Vec<String> {
        let mut words: Vec<String> = Vec::with_capacity(ways.all.len());
        for way in &ways.all {
            let text = match *way {
                Way::Held(holder) => holder.name(self.heap),
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
