//! Which roots reach which objects.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::HeapState;

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: usize = 1 << 20;

/// Distinct sets of roots; more are no overview.
const MOST_SETS: usize = 1 << 20;

/// For every object one more than the number of the closest root, 0 for those that none reaches. Of several roots
/// equally close the first one counts. `held` are objects with the roots that hold them.
pub(super) fn closest(heap: &HeapState, held: &[(u32, u32)], progress: &Progress) -> Result<Vec<u32>> {
    progress.start("Finding closest roots", 0);
    let mut column = vec![0_u32; heap.len()];
    // In the order of the roots, and so the objects of each further step are in that order again.
    let mut first: Vec<(u32, u32)> = held.iter().map(|&(object, root)| (root, object)).collect();
    first.sort_unstable();
    let mut queue: VecDeque<u32> = VecDeque::new();
    for (root, object) in first {
        if column[object as usize] == 0 {
            column[object as usize] = root + 1;
            queue.push_back(object);
        }
    }
    let mut done = 0;
    while let Some(object) = queue.pop_front() {
        done += 1;
        if done % CHECK_EVERY == 0 {
            progress.check()?;
        }
        let root = column[object as usize];
        for &target in heap.points_to(ObjectIndex(object)) {
            if column[target as usize] == 0 {
                column[target as usize] = root;
                queue.push_back(target);
            }
        }
    }
    Ok(column)
}

/// For every object the number of its set of roots, and the sets.
type RootSets = (Vec<u32>, Vec<Box<[u32]>>);

/// For every object the number of the set of all roots that reach it, and the sets, sorted; number 0 is the empty one.
///
/// Objects that reach one another (strongly connected components, Tarjan 1972) have one set. Components are walked
/// from the roots on, each handing its set to those it references. A union of two sets is made once and then looked
/// up, because few of them differ.
///
/// Memory: 16 bytes per object while it runs.
pub(super) fn all(heap: &HeapState, held: &[(u32, u32)], progress: &Progress) -> Result<RootSets> {
    progress.start("Finding all roots", 0);
    // Members of each component in a row, referenced components before those that reference them.
    let (order, mut ends) = components(heap, held, progress)?;
    let mut sets = Sets::default();
    let mut column = vec![0_u32; heap.len()];
    for of_object in held.chunk_by(|a, b| a.0 == b.0) {
        let set: Vec<u32> = of_object.iter().map(|&(_, root)| root).collect();
        column[of_object[0].0 as usize] = sets.number(set)?;
    }
    ends.insert(0, 0);
    for (done, component) in ends.windows(2).rev().enumerate() {
        if done % CHECK_EVERY == CHECK_EVERY - 1 {
            progress.check()?;
        }
        let members = &order[component[0]..component[1]];
        let mut set = 0;
        for &member in members {
            set = sets.union(set, column[member as usize])?;
        }
        members.iter().for_each(|&member| column[member as usize] = set);
        for &target in members.iter().flat_map(|&member| heap.points_to(ObjectIndex(member))) {
            let known = column[target as usize];
            if known != set {
                column[target as usize] = sets.union(known, set)?;
            }
        }
    }
    Ok((column, sets.sets))
}

/// Sets of roots, each once.
struct Sets {
    sets: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
}

impl Default for Sets {
    fn default() -> Self {
        Self { sets: vec![Box::default()], numbers: FxHashMap::from_iter([(Box::default(), 0)]), unions: FxHashMap::default() }
    }
}

impl Sets {
    fn number(&mut self, set: Vec<u32>) -> Result<u32> {
        if let Some(&known) = self.numbers.get(&*set) {
            return Ok(known);
        }
        if self.sets.len() == MOST_SETS {
            return Err(Error::Limit {
                what: "the number of sets of roots".into(),
                limit: format!("{MOST_SETS}; use the option first root"),
            });
        }
        let set = set.into_boxed_slice();
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        Ok(number)
    }

    fn union(&mut self, a: u32, b: u32) -> Result<u32> {
        let pair = (a.min(b), a.max(b));
        match pair {
            (0, other) => return Ok(other),
            (a, b) if a == b => return Ok(a),
            _ => {}
        }
        if let Some(&known) = self.unions.get(&pair) {
            return Ok(known);
        }
        let mut both = [&*self.sets[a as usize], &*self.sets[b as usize]].concat();
        both.sort_unstable();
        both.dedup();
        let number = self.number(both)?;
        self.unions.insert(pair, number);
        Ok(number)
    }
}

/// The strongly connected components that the held objects reach: members in a row, and where each component ends.
fn components(heap: &HeapState, held: &[(u32, u32)], progress: &Progress) -> Result<(Vec<u32>, Vec<usize>)> {
    /// Belongs to a finished component.
    const DONE: u32 = u32::MAX;
    // The order of discovery, from 1; the least one that is reached back to.
    let mut low = vec![0_u32; heap.len()];
    let mut discovered = 0_u32;
    let (mut order, mut ends) = (Vec::new(), Vec::new());
    let mut open: Vec<u32> = Vec::new();
    // Object, its own number, its next reference.
    let mut path: Vec<(u32, u32, usize)> = Vec::new();
    for &(start, _) in held {
        if low[start as usize] != 0 {
            continue;
        }
        path.push((start, 0, 0));
        while let Some((object, own, next)) = path.last_mut() {
            let at = *object as usize;
            if *own == 0 {
                discovered += 1;
                if (discovered as usize).is_multiple_of(CHECK_EVERY) {
                    progress.check()?;
                }
                (*own, low[at]) = (discovered, discovered);
                open.push(*object);
            }
            if let Some(&target) = heap.points_to(ObjectIndex(*object)).get(*next) {
                *next += 1;
                match low[target as usize] {
                    0 => path.push((target, 0, 0)),
                    DONE => {}
                    back => low[at] = low[at].min(back),
                }
                continue;
            }
            let (object, own, least) = (*object, *own, low[at]);
            path.pop();
            if least == own {
                while let Some(member) = open.pop() {
                    low[member as usize] = DONE;
                    order.push(member);
                    if member == object {
                        break;
                    }
                }
                ends.push(order.len());
            } else if let Some(&(above, ..)) = path.last() {
                low[above as usize] = low[above as usize].min(least);
            }
        }
    }
    Ok((order, ends))
}
