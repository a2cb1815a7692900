//! Dominators: the chain of objects that alone keep an object alive, by type, as a profiler tells call stacks.
//!
//! A group holds exactly what each of its topmost objects retains, as everything that it alone keeps lies below it. The object itself is the
//! last of its chain, and what nobody alone keeps is the first. Class objects are told by their class: what static fields keep differs.
//!
//! Memory: 8 bytes per object for the dominators, 4 for the groups.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::grouping::{Cardinality, Classifier, ClassifierInfo, Label, Labeling, Need};
use crate::heap::HeapState;
use crate::keepers::ownership::Dominators;

/// As deep as chains are at most. Lists and trees of one type take one level, however long they are; what is deeper than that leads around
/// in structures of several types.
const DEEPEST: usize = 32;

/// Groups by the types of all dominators, the outermost first, and the own one.
#[derive(Debug)]
pub(in crate::grouping) struct DominatorChain {
    levels: usize,
}

impl Default for DominatorChain {
    fn default() -> Self {
        Self { levels: DEEPEST }
    }
}

impl Classifier for DominatorChain {
    fn info(&self) -> ClassifierInfo {
        ClassifierInfo {
            name: if self.levels == DEEPEST { "Dominators".into() } else { format!("Dominators({})", self.levels).into() },
            description: "The objects that alone keep an object alive and the object itself, by type, the outermost first; several of one \
                          type in a row are one, and class objects are told by their class. A group is as large as what its topmost objects retain"
                .into(),
            example: "class com.shop.Sessions > java.util.HashMap > java.util.HashMap$Node[] > java.util.HashMap$Node".into(),
            cardinality: Cardinality::Hierarchy,
            needs: (&[Need::References, Need::GcRoots]).into(),
        }
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("N", "so many levels, 32 without it and at most; what lies deeper belongs to the last one")]
    }

    fn with_options(&self, options: &[&str]) -> Result<Arc<dyn Classifier>> {
        let mut levels = DEEPEST;
        for option in options {
            levels = match option.parse() {
                Ok(number) if (1..=DEEPEST).contains(&number) => number,
                _ => return Err(Error::Request(format!("unknown option {option:?}; known is a number of levels, 1 to {DEEPEST}"))),
            };
        }
        Ok(Arc::new(Self { levels }))
    }

    fn classify<'h>(&self, heap: &'h HeapState, progress: &Progress, _: &Warnings) -> Result<Labeling<'h>> {
        let dominators = Dominators::of(heap, progress)?;
        let mut chains = Chains::new(heap, self.levels);
        let mut chain_of = vec![NO_CHAIN; heap.len()];
        let mut way: Vec<ObjectIndex> = Vec::new();
        progress.start("Following dominators", heap.kept.len());
        progress.for_each(heap.kept_objects(), |object| {
            // Up to the first one whose chain is known, and back.
            let mut above = Some(object);
            while let Some(at) = above.filter(|at| chain_of[at.at()] == NO_CHAIN) {
                way.push(at);
                above = dominators.immediate_dominator(at);
            }
            let mut chain = above.map(|at| chain_of[at.at()]);
            while let Some(at) = way.pop() {
                let below = chains.below(chain, at);
                chain_of[at.at()] = below;
                chain = Some(below);
            }
        })?;
        let Chains { names, all, .. } = chains;
        let count = all.len() as u64;
        let label = move |chain: u32| {
            let of_link = |&at: &u32| all[at as usize].above;
            let mut chain: Vec<Arc<str>> =
                std::iter::successors(Some(chain), of_link).map(|at| names[all[at as usize].name as usize].clone()).collect();
            chain.reverse();
            Label::hierarchy(chain)
        };
        Ok(Labeling::by_number(count, label, move |object, _| chain_of[object.at()]))
    }
}

/// The chain of objects that do not count.
const NO_CHAIN: u32 = u32::MAX;

/// The last link of a chain.
struct Link {
    /// The chain without it.
    above: Option<u32>,
    name: u32,
    depth: usize,
}

/// Chains that occur, each once.
struct Chains<'h> {
    heap: &'h HeapState,
    levels: usize,
    /// Of types, and behind them those of their class objects.
    names: Vec<Arc<str>>,
    /// The type that a class object stands for.
    described: FxHashMap<ObjectIndex, u32>,
    all: Vec<Link>,
    numbers: FxHashMap<(Option<u32>, u32), u32>,
}

impl<'h> Chains<'h> {
    fn new(heap: &'h HeapState, levels: usize) -> Self {
        let types = heap.types.iter().map(|info| info.name.clone());
        let classes = heap.types.iter().map(|info| format!("class {}", info.name).into());
        let described = (0..).zip(&heap.types).filter_map(|(at, info)| Some((info.class_object?, at))).collect();
        Self { heap, levels, names: types.chain(classes).collect(), described, all: Vec::new(), numbers: FxHashMap::default() }
    }

    /// The chain of an object, by that of its immediate dominator.
    fn below(&mut self, above: Option<u32>, object: ObjectIndex) -> u32 {
        let name = match self.described.get(&object) {
            Some(described) => self.heap.types.len() as u32 + described,
            None => self.heap.type_of(object).0,
        };
        let last = above.map(|above| &self.all[above as usize]);
        if let (Some(above), Some(last)) = (above, last)
            && (last.name == name || last.depth == self.levels)
        {
            return above;
        }
        let depth = last.map_or(1, |last| last.depth + 1);
        let next = self.all.len() as u32;
        *self.numbers.entry((above, name)).or_insert_with(|| {
            self.all.push(Link { above, name, depth });
            next
        })
    }
}
