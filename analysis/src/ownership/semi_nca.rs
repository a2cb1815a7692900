//! Immediate dominators by semidominators and nearest common ancestors (Georgiadis, Tarjan and Werneck, "Finding
//! dominators in practice", 2006, section 2.3), over depth-first numbers.
//!
//! The semidominator of a number is the smallest one from which a path leads to it that passes larger numbers only; it
//! follows from the semidominators of larger numbers, kept in a forest with path compression. The immediate dominator
//! is the nearest ancestor of the search parent, in the dominator tree of smaller numbers, that is not above the
//! semidominator. That walk may be as long as the tree is deep (a list of a million nodes whose items are also held
//! by somebody else takes 10¹² steps), so it takes the jump pointers of Myers ("An applicative random-access stack",
//! 1983): logarithmic.

use super::late::NO_CLASS;
use super::search::{INSTANCES, Search};
use crate::heap::HeapState;
use crate::{ObjectIndex, Progress, Result};

/// Numbers between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 18;

/// The dominator tree in depth-first numbers. Parents have smaller numbers than their children.
pub(super) struct NumberedTree {
    /// The immediate dominator of each number; 0, the virtual root, has itself.
    pub(super) dominators: Vec<u32>,
    depths: Vec<u32>,
    /// An ancestor further up.
    jumps: Vec<u32>,
}

impl NumberedTree {
    /// Finds the immediate dominator of every number. Takes the tree and the references out of the search.
    pub(super) fn build(search: &mut Search, heap: &HeapState, progress: &Progress) -> Result<Self> {
        progress.start("Finding dominators", 2 * search.objects.len() as u64);
        let parents = std::mem::take(&mut search.parents);
        let mut forest = Forest { ancestors: parents.clone(), labels: std::mem::take(&mut search.last_others), path: Vec::new() };
        let mut semidominators = semidominators(search, &parents, &mut forest, heap, progress)?;
        search.others = Vec::new();
        let Forest { ancestors, labels, .. } = forest;
        let mut tree = Self { dominators: parents, depths: labels, jumps: ancestors };
        tree.depths[0] = 0;
        tree.jumps[0] = 0;
        for number in 1..tree.dominators.len() as u32 {
            if number.is_multiple_of(CHECK_EVERY) {
                progress.advance(u64::from(CHECK_EVERY))?;
            }
            if let Some((_, semidominator)) = semidominators.pop_if(|last| last.0 == number) {
                tree.dominators[number as usize] = tree.nearest(tree.dominators[number as usize], semidominator);
            }
            tree.add_jump(number);
        }
        Ok(tree)
    }

    #[inline]
    fn add_jump(&mut self, number: u32) {
        let parent = self.dominators[number as usize];
        let jump = self.jumps[parent as usize];
        let far = self.jumps[jump as usize];
        let depth = |number: u32| self.depths[number as usize];
        let equal = depth(parent) - depth(jump) == depth(jump) - depth(far);
        self.depths[number as usize] = depth(parent) + 1;
        self.jumps[number as usize] = if equal { far } else { parent };
    }

    /// The nearest of a number and its ancestors that is at most `limit`.
    #[inline]
    fn nearest(&self, number: u32, limit: u32) -> u32 {
        let mut at = number;
        while at > limit {
            let jump = self.jumps[at as usize];
            at = if jump > limit { jump } else { self.dominators[at as usize] };
        }
        at
    }

    /// The nearest common ancestor; a number is an ancestor of itself.
    pub(super) fn common(&self, a: u32, b: u32) -> u32 {
        let depth = |number: u32| self.depths[number as usize];
        let (mut high, mut low) = if depth(a) < depth(b) { (a, b) } else { (b, a) };
        while depth(low) > depth(high) {
            let jump = self.jumps[low as usize];
            low = if depth(jump) >= depth(high) { jump } else { self.dominators[low as usize] };
        }
        // Numbers of one depth jump equally far.
        while high != low {
            let (jump, other_jump) = (self.jumps[high as usize], self.jumps[low as usize]);
            (high, low) =
                if jump == other_jump { (self.dominators[high as usize], self.dominators[low as usize]) } else { (jump, other_jump) };
        }
        high
    }
}

/// Numbers with several references and their semidominators, in descending order.
fn semidominators(search: &Search, parents: &[u32], forest: &mut Forest, heap: &HeapState, progress: &Progress) -> Result<Vec<(u32, u32)>> {
    let mut instances = Instances { search, heap, lists: None };
    let mut found = Vec::new();
    for number in (1..parents.len() as u32).rev() {
        if number.is_multiple_of(CHECK_EVERY) {
            progress.advance(u64::from(CHECK_EVERY))?;
        }
        let mut semidominator = parents[number as usize];
        let mut other = forest.labels[number as usize];
        if other != 0 {
            while other != 0 && semidominator != 0 {
                let (source, next) = search.others[other as usize - 1];
                let candidate = if source == INSTANCES { instances.smallest(forest, number) } else { forest.smallest(source, number) };
                semidominator = semidominator.min(candidate);
                other = next;
            }
            found.push((number, semidominator));
        }
        forest.labels[number as usize] = semidominator;
    }
    Ok(found)
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
    /// What a reference from `source` says about the semidominator of `current`: the smallest semidominator from
    /// `source` up to the last ancestor above `current`.
    #[inline]
    fn smallest(&mut self, source: u32, current: u32) -> u32 {
        if source <= current {
            return source;
        }
        if self.ancestors[source as usize] > current {
            self.compress(source, current);
        }
        self.labels[source as usize]
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

/// The references from instances to their class object, which are stored nowhere.
struct Instances<'a> {
    search: &'a Search,
    heap: &'a HeapState,
    /// The numbers of all instances of each class, one class after the other, and where they start.
    lists: Option<(Vec<usize>, Vec<u32>)>,
}

impl Instances<'_> {
    /// What the instances say about the semidominator of their class object. Mostly the last one ends the question,
    /// because nothing dominates it and the class object both.
    fn smallest(&mut self, forest: &mut Forest, current: u32) -> u32 {
        let Some(&class) = self.search.class_numbers.get(&current) else { return current };
        let (first, last) = self.search.instances[class as usize];
        if last == 0 {
            return current;
        }
        let smallest = forest.smallest(last, current).min(forest.smallest(first, current));
        if smallest == 0 {
            return 0;
        }
        let (starts, numbers) = self.lists.get_or_insert_with(|| lists(self.search, self.heap));
        let all = &numbers[starts[class as usize]..starts[class as usize + 1]];
        all.iter().fold(smallest, |smallest, &number| smallest.min(forest.smallest(number, current)))
    }
}

fn lists(search: &Search, heap: &HeapState) -> (Vec<usize>, Vec<u32>) {
    let class_of = |number: usize| match search.late.class_of_type[heap.type_of(ObjectIndex(search.objects[number])).at()] {
        class if class != NO_CLASS && !search.late.classes[class as usize].late => Some(class as usize),
        _ => None,
    };
    let mut starts = vec![0_usize; search.late.classes.len() + 1];
    (1..search.objects.len()).filter_map(class_of).for_each(|class| starts[class + 1] += 1);
    for class in 1..starts.len() {
        starts[class] += starts[class - 1];
    }
    let mut next = starts.clone();
    let mut numbers = vec![0; starts[starts.len() - 1]];
    for number in 1..search.objects.len() {
        if let Some(class) = class_of(number) {
            numbers[next[class]] = number as u32;
            next[class] += 1;
        }
    }
    (starts, numbers)
}
