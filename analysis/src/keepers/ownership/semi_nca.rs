//! Immediate dominators by semidominators and nearest common ancestors (Georgiadis, Tarjan and Werneck, "Finding
//! dominators in practice", 2006, section 2.3), over depth-first numbers.
//!
//! The semidominator of a number is the smallest one from which a path leads to it that passes larger numbers only; it
//! follows from the semidominators of larger numbers, kept in a forest with path compression. The immediate dominator
//! is the nearest ancestor of the search parent, in the dominator tree of smaller numbers, that is not above the
//! semidominator. That walk may be as long as the tree is deep (a list of a million nodes whose items are also held
//! by somebody else takes 10¹² steps), so it takes the jump pointers of Myers ("An applicative random-access stack",
//! 1983): logarithmic.

use super::incoming::Incoming;
use super::search::{Search, UNSEEN};
use crate::base::error::Result;
use crate::base::huge_pages::roomy;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits};
use crate::keepers::ownership::late_objects::NO_CLASS;

/// Numbers between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 18;

/// The dominator tree in depth-first numbers. Parents have smaller numbers than their children.
pub(super) struct NumberedTree {
    /// The immediate dominator of each number; 0, the virtual root, has itself.
    dominators: Vec<u32>,
    depths: Vec<u32>,
    /// An ancestor further up.
    jumps: Vec<u32>,
}

impl NumberedTree {
    /// Finds the immediate dominator of every number. Takes the tree and the references out of the search.
    pub(super) fn build(search: &mut Search, heap: &HeapState, progress: &Progress) -> Result<Self> {
        progress.start("Finding dominators", 2 * search.count as u64);
        let (mut incoming, mut ancestors) = Incoming::of(std::mem::take(&mut search.others), search.count, progress)?;
        let parents = std::mem::take(&mut search.tree);
        for (number, distance) in (1_u32..).zip(parents.iter()) {
            ancestors[number as usize] = number - distance as u32;
        }
        let mut forest = Forest { ancestors, labels: std::mem::take(&mut incoming.smallest), path: Vec::new() };
        let mut semidominators = semidominators(search, &incoming, &mut forest, heap, progress)?;
        drop(incoming);
        let Forest { ancestors, labels, .. } = forest;
        let mut tree = Self { dominators: roomy(search.count), depths: labels, jumps: ancestors };
        tree.dominators.push(0);
        tree.depths[0] = 0;
        tree.jumps[0] = 0;
        for (number, distance) in (1_u32..).zip(parents.iter()) {
            if number.is_multiple_of(CHECK_EVERY) {
                progress.advance(u64::from(CHECK_EVERY))?;
                // The dominators take as much room as these give back.
                semidominators.values.shrink_to_fit();
            }
            let parent = number - distance as u32;
            let dominator = match semidominators.of(number) {
                Some(semidominator) => tree.nearest(parent, semidominator),
                None => parent,
            };
            tree.dominators.push(dominator);
            tree.add_jump(number);
        }
        Ok(tree)
    }

    /// The immediate dominator of each number; 0, the virtual root, has itself.
    pub(super) fn into_dominators(self) -> Vec<u32> {
        self.dominators
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

/// The semidominators of those numbers for which it is not the search parent.
struct Semidominators {
    is_here: ObjectBits,
    /// In descending order of the numbers.
    values: Vec<u32>,
}

impl Semidominators {
    /// The semidominator of a number. To be asked in ascending order, about every number.
    #[inline]
    fn of(&mut self, number: u32) -> Option<u32> {
        if self.is_here.has(ObjectIndex(number)) { self.values.pop() } else { None }
    }
}

fn semidominators(
    search: &Search,
    incoming: &Incoming,
    forest: &mut Forest,
    heap: &HeapState,
    progress: &Progress,
) -> Result<Semidominators> {
    let mut instances = Instances { search, heap, lists: None };
    let mut classes = search.class_numbers.iter().rev().peekable();
    let mut found = Semidominators { is_here: ObjectBits::new(search.count), values: Vec::new() };
    for number in (1..search.count as u32).rev() {
        if number.is_multiple_of(CHECK_EVERY) {
            progress.advance(u64::from(CHECK_EVERY))?;
        }
        let parent = forest.ancestors[number as usize];
        let mut semidominator = match forest.labels[number as usize] {
            0 => parent,
            smallest => smallest.min(parent),
        };
        for source in incoming.larger(number) {
            if semidominator == 0 {
                break;
            }
            semidominator = semidominator.min(forest.smallest(source, number));
        }
        if let Some(&(_, class)) = classes.next_if(|class| class.0 == number) {
            semidominator = semidominator.min(instances.smallest(forest, number, class));
        }
        if semidominator != parent {
            found.is_here.set(number);
            found.values.push(semidominator);
        }
        forest.labels[number as usize] = semidominator;
    }
    Ok(found)
}

/// Numbers above the current one, linked to their search parents, with paths compressed.
struct Forest {
    ancestors: Vec<u32>,
    /// The smallest semidominator on the way to the ancestor. Numbers that are not linked yet keep the smallest number
    /// here that references them beside their parent, 0 for none.
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
    /// What the instances of a class say about the semidominator of its class object. Mostly the last one ends the
    /// question, because nothing dominates it and the class object both.
    fn smallest(&mut self, forest: &mut Forest, current: u32, class: u32) -> u32 {
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
    let numbered = || {
        let counts = |&(object, number): &(ObjectIndex, u32)| number != UNSEEN && !search.late.objects.has(object);
        (0..).map(ObjectIndex).zip(search.numbers.iter().copied()).filter(counts)
    };
    let class_of = |object: ObjectIndex| match search.late.class_of_type[heap.type_of(object).at()] {
        class if class != NO_CLASS && !search.late.classes[class as usize].late => Some(class as usize),
        _ => None,
    };
    let mut starts = vec![0_usize; search.late.classes.len() + 1];
    numbered().filter_map(|(object, _)| class_of(object)).for_each(|class| starts[class + 1] += 1);
    for class in 1..starts.len() {
        starts[class] += starts[class - 1];
    }
    let mut next = starts.clone();
    let mut numbers = vec![0; starts[starts.len() - 1]];
    for (object, number) in numbered() {
        if let Some(class) = class_of(object) {
            numbers[next[class]] = number;
            next[class] += 1;
        }
    }
    (starts, numbers)
}
