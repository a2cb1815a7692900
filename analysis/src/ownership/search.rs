//! Depth-first numbers, the search tree, and the references beside it.

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::late::{LateObjects, NO_CLASS};
use crate::heap::ObjectBits;
use crate::{NO_OBJECT, ObjectIndex, Progress, Result};

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 18;

/// Not reached, or not yet.
pub(super) const UNSEEN: u32 = u32::MAX - 1;

/// Referenced by the virtual root, during the search: no other reference decides anything.
const ENTRY: u32 = u32::MAX;

/// Stands in `others` for all instances of a class, which reference their class object.
pub(super) const INSTANCES: u32 = u32::MAX;

/// A depth-first search tree and the references beside it that matter. Numbers follow the order of discovery; 0 is the
/// virtual root. References to entries decide nothing and are left out, so every entry begins a tree of its own.
pub(super) struct Search {
    /// The object of each number; [`NO_OBJECT`] for 0.
    pub(super) objects: Vec<u32>,
    /// The number from which each number was discovered.
    pub(super) parents: Vec<u32>,
    /// For each number the last one of its references in `others`, counted from 1; 0 for none.
    pub(super) last_others: Vec<u32>,
    /// The source of a reference that is not in the search tree, and the one before it with the same target.
    pub(super) others: Vec<(u32, u32)>,
    /// By object: its number. Late objects have that of the first object that references them.
    pub(super) numbers: Vec<u32>,
    /// Further references to late objects: object and source.
    pub(super) late_others: Vec<(u32, u32)>,
    pub(super) late: LateObjects,
    /// The class objects among the numbers, as positions in `late.classes`.
    pub(super) class_numbers: FxHashMap<u32, u32>,
    /// The first and the last instance of each class, by position in `late.classes`.
    pub(super) instances: Vec<(u32, u32)>,
}

impl Search {
    pub(super) fn run(graph: &Graph<'_>, progress: &Progress) -> Result<Self> {
        let late = LateObjects::find(graph);
        let mut is_class = ObjectBits::new(graph.heap.len());
        late.classes.iter().filter(|class| !class.late).for_each(|class| {
            is_class.set(class.object);
        });
        let mut search = Self {
            objects: Vec::new(),
            parents: Vec::new(),
            last_others: Vec::new(),
            others: Vec::new(),
            numbers: vec![UNSEEN; graph.heap.len()],
            late_others: Vec::new(),
            class_numbers: FxHashMap::default(),
            instances: vec![(0, 0); late.classes.len()],
            late,
        };
        let numbered = search.count_numbered(graph) + 1;
        search.objects.reserve_exact(numbered);
        search.parents.reserve_exact(numbered);
        search.last_others.reserve_exact(numbered);
        graph.entries.iter().for_each(|&entry| search.numbers[entry as usize] = ENTRY);
        search.push(NO_OBJECT, 0);
        let mut entry_numbers = Vec::with_capacity(graph.entries.len());
        // The search path: a number and its next reference.
        let mut path: Vec<(u32, u32)> = Vec::new();
        for &entry in &graph.entries {
            let number = search.discover(graph, &is_class, entry, 0);
            entry_numbers.push(number);
            path.push((number, 0));
            while let Some((number, next)) = path.last_mut() {
                let Some(target) = search.next_child(graph, *number, next) else {
                    path.pop();
                    continue;
                };
                let child = search.discover(graph, &is_class, target, *number);
                search.numbers[target as usize] = child;
                path.push((child, 0));
                if child.is_multiple_of(CHECK_EVERY) {
                    progress.advance(u64::from(CHECK_EVERY))?;
                }
            }
        }
        for number in entry_numbers {
            search.numbers[search.objects[number as usize] as usize] = number;
        }
        Ok(search)
    }

    /// How many objects will have a number.
    fn count_numbered(&self, graph: &Graph<'_>) -> usize {
        graph.heap.kept.iter().filter(|&object| !self.late.objects.has(ObjectIndex(object))).count()
    }

    /// Goes through the references of a number from the `next` one on, to the first that discovers an object.
    #[inline]
    fn next_child(&mut self, graph: &Graph<'_>, number: u32, next: &mut u32) -> Option<u32> {
        let (row, class) = graph.targets(self.objects[number as usize]);
        while let Some(&target) = row.get(*next as usize) {
            *next += 1;
            match self.numbers[target as usize] {
                ENTRY => {}
                UNSEEN if !self.late.objects.has(ObjectIndex(target)) => return Some(target),
                UNSEEN => self.numbers[target as usize] = number,
                known if self.late.objects.has(ObjectIndex(target)) => {
                    if known != number && self.late_others.last() != Some(&(target, number)) {
                        self.late_others.push((target, number));
                    }
                }
                known => self.push_other(number, known),
            }
        }
        // The class object comes last; its other instances are found through `instances`.
        let discovers = *next as usize == row.len()
            && class != NO_OBJECT
            && self.numbers[class as usize] == UNSEEN
            && !self.late.objects.has(ObjectIndex(class));
        *next = row.len() as u32 + 1;
        discovers.then_some(class)
    }

    /// Gives an object the next number.
    #[inline]
    fn discover(&mut self, graph: &Graph<'_>, is_class: &ObjectBits, object: u32, parent: u32) -> u32 {
        let number = self.push(object, parent);
        let class = self.late.class_of_type[graph.heap.type_of(ObjectIndex(object)).at()];
        if class != NO_CLASS {
            let (first, last) = &mut self.instances[class as usize];
            *first = if *first == 0 { number } else { *first };
            *last = number;
        }
        if is_class.has(ObjectIndex(object))
            && let Ok(class) = self.late.classes.binary_search_by_key(&object, |class| class.object)
        {
            self.class_numbers.insert(number, class as u32);
            self.others.push((INSTANCES, 0));
            self.last_others[number as usize] = self.others.len() as u32;
        }
        number
    }

    #[inline]
    fn push(&mut self, object: u32, parent: u32) -> u32 {
        self.objects.push(object);
        self.parents.push(parent);
        self.last_others.push(0);
        self.objects.len() as u32 - 1
    }

    /// Notes a reference outside the search tree, unless it says nothing new.
    #[inline]
    fn push_other(&mut self, source: u32, target: u32) {
        if source == target {
            return;
        }
        let last = &mut self.last_others[target as usize];
        if *last == 0 {
            if self.parents[target as usize] == source {
                return;
            }
        } else {
            let before = &mut self.others[*last as usize - 1].0;
            // Of sources above the target only the uppermost matters.
            if *before == source || (*before < target && source < target) {
                *before = source.min(*before);
                return;
            }
        }
        self.others.push((source, *last));
        *last = self.others.len() as u32;
    }
}
