//! Depth-first numbers, the search tree, and the references beside it.

use super::graph::Graph;
use super::incoming::ReferenceLog;
use super::varints::Varints;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::heap::ObjectBits;
use crate::keepers::ownership::late_objects::{LateObjects, NO_CLASS};

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u32 = 1 << 18;

/// Not reached, or not yet.
pub(super) const UNSEEN: u32 = u32::MAX - 1;

/// Referenced by the virtual root, during the search: no other reference decides anything.
const ENTRY: u32 = u32::MAX;

/// A depth-first search tree and the references beside it that matter. Numbers follow the order of discovery; 0 is the
/// virtual root. References to entries decide nothing and are left out, so every entry begins a tree of its own.
///
/// All but `numbers` are lists of distances: while the search runs, the references of the heap are in memory as well, so
/// this is when memory is scarce.
pub(super) struct Search {
    /// By object: its number. Late objects have that of the first object that references them.
    pub(super) numbers: Vec<u32>,
    /// Numbers given, that of the virtual root included.
    pub(super) count: usize,
    /// For every number from 1 on, how much smaller the number is from which it was discovered.
    pub(super) tree: Varints,
    /// References that are not in the search tree.
    pub(super) others: ReferenceLog,
    /// Further references to late objects, from numbers to objects.
    pub(super) late_others: ReferenceLog,
    pub(super) late: LateObjects,
    /// The numbers of class objects, ascending, with their positions in `late.classes`.
    pub(super) class_numbers: Vec<(u32, u32)>,
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
            numbers: vec![UNSEEN; graph.heap.len()],
            count: 1,
            tree: Varints::default(),
            others: ReferenceLog::default(),
            late_others: ReferenceLog::default(),
            class_numbers: Vec::new(),
            instances: vec![(0, 0); late.classes.len()],
            late,
        };
        graph.entries.iter().for_each(|&entry| search.numbers[entry as usize] = ENTRY);
        let mut entry_numbers = Vec::with_capacity(graph.entries.len());
        // The search path: an object and its next reference.
        let mut path: Vec<(u32, u32)> = Vec::new();
        for &entry in &graph.entries {
            let mut number = search.discover(graph, &is_class, entry, 0);
            entry_numbers.push(number);
            path.push((entry, 0));
            while let Some((object, next)) = path.last_mut() {
                if let Some(target) = search.next_child(graph, *object, number, next) {
                    number = search.discover(graph, &is_class, target, number);
                    search.numbers[target as usize] = number;
                    path.push((target, 0));
                    if number.is_multiple_of(CHECK_EVERY) {
                        progress.advance(u64::from(CHECK_EVERY))?;
                    }
                    continue;
                }
                path.pop();
                // The entry itself, at the start of the path, gets its number in the end.
                number = match path.as_slice() {
                    [_, .., (object, _)] => search.numbers[*object as usize],
                    _ => entry_numbers[entry_numbers.len() - 1],
                };
            }
        }
        for (&entry, number) in graph.entries.iter().zip(entry_numbers) {
            search.numbers[entry as usize] = number;
        }
        Ok(search)
    }

    /// Goes through the references of an object from the `next` one on, to the first that discovers another one.
    #[inline]
    fn next_child(&mut self, graph: &Graph<'_>, object: u32, number: u32, next: &mut u32) -> Option<u32> {
        let (row, class) = graph.targets(object);
        while let Some(&target) = row.get(*next as usize) {
            *next += 1;
            match self.numbers[target as usize] {
                ENTRY => {}
                UNSEEN if !self.late.objects.has(ObjectIndex(target)) => return Some(target),
                UNSEEN => self.numbers[target as usize] = number,
                known if known == number => {}
                _ if self.late.objects.has(ObjectIndex(target)) => self.late_others.push(number, target),
                known => self.others.push(number, known),
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
        let number = self.count as u32;
        self.count += 1;
        self.tree.push(u64::from(number - parent));
        let class = self.late.class_of_type[graph.heap.type_of(ObjectIndex(object)).at()];
        if class != NO_CLASS {
            let (first, last) = &mut self.instances[class as usize];
            *first = if *first == 0 { number } else { *first };
            *last = number;
        }
        if is_class.has(ObjectIndex(object))
            && let Ok(class) = self.late.classes.binary_search_by_key(&object, |class| class.object)
        {
            self.class_numbers.push((number, class as u32));
        }
        number
    }
}
