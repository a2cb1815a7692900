//! Immediate dominators by semidominators and nearest common ancestors (Georgiadis, Tarjan and Werneck, "Finding
//! dominators in practice", 2006, section 2.3), over depth-first numbers.
//!
//! A depth-first search numbers the objects in the order of their discovery; 0 is the virtual root. The semidominator
//! of an object is the smallest number from which a path leads to it that passes larger numbers only; it follows from
//! the semidominators of larger numbers, kept in a forest with path compression. The immediate dominator is the
//! nearest ancestor of the search parent, in the dominator tree of smaller numbers, that is not above the
//! semidominator. That walk may be as long as the tree is deep (a list of a million nodes whose items are also held
//! by somebody else takes 10¹² steps), so it takes the jump pointers of Myers ("An applicative random-access stack",
//! 1983): logarithmic.

use super::graph::Graph;
use crate::{NO_OBJECT, Progress, Result};

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 18;

/// The dominator tree in depth-first numbers. Parents have smaller numbers than their children.
pub(super) struct NumberedTree {
    /// The object of each number; [`NO_OBJECT`] for 0, the virtual root.
    pub(super) objects: Vec<u32>,
    /// The number of the immediate dominator of each number.
    pub(super) dominators: Vec<u32>,
}

/// Not reached yet; 0 is the virtual root, which nothing references.
const UNSEEN: u32 = 0;
/// Referenced by the virtual root: no other reference decides anything.
const ENTRY: u32 = u32::MAX;

/// A depth-first search tree and the references beside it that matter.
struct Search {
    objects: Vec<u32>,
    parents: Vec<u32>,
    /// For each number the last one of its references in `others`, counted from 1; 0 for none.
    last_others: Vec<u32>,
    /// The source of a reference that is not in the search tree, and the one before it with the same target.
    others: Vec<(u32, u32)>,
}

/// Computes the immediate dominators of everything that the entries reach.
pub(super) fn immediate_dominators(graph: &Graph<'_>, progress: &Progress) -> Result<NumberedTree> {
    progress.start("Following references", graph.heap.kept.len());
    let search = Search::run(graph, progress)?;
    progress.start("Finding dominators", 2 * search.parents.len() as u64);
    search.into_dominators(progress)
}

impl Search {
    fn run(graph: &Graph<'_>, progress: &Progress) -> Result<Self> {
        let reached = graph.heap.kept.len() as usize + 1;
        let mut numbers = vec![UNSEEN; graph.heap.len()];
        graph.entries.iter().for_each(|&entry| numbers[entry as usize] = ENTRY);
        let mut search = Self {
            objects: Vec::with_capacity(reached),
            parents: Vec::with_capacity(reached),
            last_others: Vec::with_capacity(reached),
            others: Vec::new(),
        };
        search.push(NO_OBJECT, 0);
        // The search path: a number and its next reference.
        let mut path: Vec<(u32, u32)> = Vec::new();
        for &entry in &graph.entries {
            let number = search.push(entry, 0);
            path.push((number, 0));
            while let Some((number, next)) = path.last_mut() {
                let number = *number;
                let (row, class) = graph.targets(search.objects[number as usize]);
                let mut child = None;
                while child.is_none() && *next as usize <= row.len() {
                    let target = row.get(*next as usize).copied().unwrap_or(class);
                    *next += 1;
                    if target == NO_OBJECT {
                        break;
                    }
                    match numbers[target as usize] {
                        ENTRY => {}
                        UNSEEN => child = Some(target),
                        target if target == number => {}
                        target => search.push_other(number, target),
                    }
                }
                match child {
                    Some(target) => {
                        let child = search.push(target, number);
                        numbers[target as usize] = child;
                        path.push((child, 0));
                        if child.is_multiple_of(CHECK_EVERY) {
                            progress.advance(u64::from(CHECK_EVERY))?;
                        }
                    }
                    None => {
                        path.pop();
                    }
                }
            }
        }
        Ok(search)
    }

    fn push(&mut self, object: u32, parent: u32) -> u32 {
        self.objects.push(object);
        self.parents.push(parent);
        self.last_others.push(0);
        self.objects.len() as u32 - 1
    }

    /// Notes a reference outside the search tree, unless it repeats the one before.
    fn push_other(&mut self, source: u32, target: u32) {
        let last = &mut self.last_others[target as usize];
        let repeats = if *last == 0 { self.parents[target as usize] == source } else { self.others[*last as usize - 1].0 == source };
        if !repeats {
            self.others.push((source, *last));
            *last = self.others.len() as u32;
        }
    }

    fn into_dominators(self, progress: &Progress) -> Result<NumberedTree> {
        let Self { objects, mut parents, last_others, others } = self;
        let mut forest = Forest { ancestors: parents.clone(), labels: last_others, path: Vec::new() };
        // Numbers with several references and their semidominators, in descending order.
        let mut semidominators: Vec<(u32, u32)> = Vec::new();
        for number in (1..parents.len() as u32).rev() {
            if number.is_multiple_of(CHECK_EVERY) {
                progress.advance(u64::from(CHECK_EVERY))?;
            }
            let mut other = forest.labels[number as usize];
            let mut semidominator = parents[number as usize];
            if other != 0 {
                while other != 0 {
                    let (source, next) = others[other as usize - 1];
                    semidominator = semidominator.min(if source < number { source } else { forest.smallest(source, number) });
                    other = next;
                }
                semidominators.push((number, semidominator));
            }
            forest.labels[number as usize] = semidominator;
        }
        drop(others);

        let Forest { ancestors, labels, .. } = forest;
        let mut tree = Jumps { depths: labels, jumps: ancestors };
        tree.depths[0] = 0;
        tree.jumps[0] = 0;
        for number in 1..parents.len() as u32 {
            if number.is_multiple_of(CHECK_EVERY) {
                progress.advance(u64::from(CHECK_EVERY))?;
            }
            let mut dominator = parents[number as usize];
            if let Some((_, semidominator)) = semidominators.pop_if(|last| last.0 == number) {
                dominator = tree.nearest(&parents, dominator, semidominator);
                parents[number as usize] = dominator;
            }
            tree.add(number, dominator);
        }
        Ok(NumberedTree { objects, dominators: parents })
    }
}

/// Numbers above the current one, linked to their search parents, with paths compressed.
struct Forest {
    ancestors: Vec<u32>,
    /// The smallest semidominator on the way to the ancestor. Numbers that are not linked yet keep the last one of
    /// their other references here.
    labels: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The smallest semidominator from `number` up to the last ancestor above `current`.
    #[inline]
    fn smallest(&mut self, number: u32, current: u32) -> u32 {
        if self.ancestors[number as usize] > current {
            self.compress(number, current);
        }
        self.labels[number as usize]
    }

    fn compress(&mut self, number: u32, current: u32) {
        let mut top = number;
        while self.ancestors[top as usize] > current {
            self.path.push(top);
            top = self.ancestors[top as usize];
        }
        let (ancestor, mut label) = (self.ancestors[top as usize], self.labels[top as usize]);
        while let Some(below) = self.path.pop() {
            label = label.min(self.labels[below as usize]);
            self.labels[below as usize] = label;
            self.ancestors[below as usize] = ancestor;
        }
    }
}

/// A tree that grows downwards, with jump pointers.
struct Jumps {
    depths: Vec<u32>,
    jumps: Vec<u32>,
}

impl Jumps {
    #[inline]
    fn add(&mut self, number: u32, parent: u32) {
        let jump = self.jumps[parent as usize];
        let far = self.jumps[jump as usize];
        let depth = |number: u32| self.depths[number as usize];
        let equal = depth(parent) - depth(jump) == depth(jump) - depth(far);
        self.depths[number as usize] = depth(parent) + 1;
        self.jumps[number as usize] = if equal { far } else { parent };
    }

    /// The nearest of `from` and its ancestors that is at most `limit`.
    #[inline]
    fn nearest(&self, parents: &[u32], from: u32, limit: u32) -> u32 {
        let mut at = from;
        while at > limit {
            let jump = self.jumps[at as usize];
            at = if jump > limit { jump } else { parents[at as usize] };
        }
        at
    }
}
