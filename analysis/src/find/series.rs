//! What every holder holds, point by point.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::held_heap::HeldHeap;
use super::holders::{FieldHolderKind, HolderMap, field_of, is_telling_field};
use super::marks::Marks;
use super::own_structures::OwnStructures;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::keepers::closure::Closures;
use crate::over_time::growth::clock_of;
use crate::structures::library::Library;
use crate::trees::memory_tree::NodeTotals;

/// Collects the heap states of a series, one after the other in the order of time ([`LeakFinder::observe`] all but the
/// last), and then tells what leaks ([`LeakFinder::finish`] with the last). Only numbers are kept of each state.
#[derive(Debug, Default)]
pub struct LeakFinder {
    /// Ways by their last name and what is before; numbers are equal over time.
    numbers: FxHashMap<(Above, String), u32>,
    pub(super) ways: Vec<HolderOverTime>,
    classes: FxHashMap<String, u32>,
    pub(super) class_names: Vec<String>,
    pub(super) points: Vec<Point>,
    /// Somebody has chosen where the series ends.
    pub(super) is_chosen: bool,
    /// What people know.
    pub(super) marks: Marks,
    /// What collections are; the shipped ones where nobody says.
    pub(super) library: Option<Arc<Library>>,
}

/// What a way goes on from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Above {
    Nothing,
    AnyRoot,
    Way(u32),
}

/// A holder over time.
#[derive(Debug)]
pub(super) struct HolderOverTime {
    pub(super) name: String,
    pub(super) kind: FieldHolderKind,
    pub(super) parent: Option<u32>,
}

/// One point.
#[derive(Debug, Default)]
pub(super) struct Point {
    /// When it was, in milliseconds.
    pub(super) time_millis: i64,
    /// How much had been allocated until then, in bytes, where known.
    pub(super) allocated_bytes: Option<i64>,
    /// All objects that count.
    pub(super) heap: NodeTotals,
    /// The thread that runs finalizers waits for more.
    pub(super) finalizers_rest: bool,
    /// By way: what it holds with all longer ways, and how many objects hold by its last field.
    pub(super) held: FxHashMap<u32, Held>,
    /// By way and class: what the way itself holds.
    pub(super) classes: FxHashMap<(u32, u32), NodeTotals>,
}

/// What is held by one way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) totals: NodeTotals,
    pub(super) sources: u64,
}

impl LeakFinder {
    /// No points yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// No points yet, of a part of a run that somebody has chosen: it is judged up to its end, whatever happens there.
    #[must_use]
    pub fn of_chosen_states() -> Self {
        Self { is_chosen: true, ..Self::default() }
    }

    /// The same with what people know of places.
    #[must_use]
    pub fn with_marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// The same with other descriptions of collections than those that come with the program.
    #[must_use]
    pub fn with_library(self, library: Arc<Library>) -> Self {
        Self { library: Some(library), ..self }
    }

    /// Adds the next heap state.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn observe(&mut self, heap: &HeapState, progress: &Progress) -> Result<()> {
        self.observe_held(&HeldHeap::new(heap, progress)?, progress)
    }

    pub(super) fn observe_held(&mut self, held: &HeldHeap<'_>, progress: &Progress) -> Result<()> {
        let HeldHeap { closures, references, map, .. } = held;
        let heap = closures.heap();
        let numbers = self.number_ways(map);
        let mut point = Point {
            time_millis: heap.time_millis,
            allocated_bytes: heap.allocated_bytes(),
            heap: counted(closures),
            finalizers_rest: finalizers_rest(heap),
            ..Point::default()
        };
        let mut own: FxHashMap<(u32, u32), NodeTotals> = FxHashMap::default();
        progress.for_each(
            (0..).map(ObjectIndex).zip(&map.holder_of).filter(|&(_, &holder)| holder != NO_OBJECT),
            |(object, &holder)| {
                let bytes = references.used_bytes.get(&object.0).copied().unwrap_or_else(|| heap.bytes_of(object));
                let sum = own.entry((holder, heap.type_of(object).0)).or_default();
                *sum = sum.saturating_add(NodeTotals { objects: 1, bytes });
            },
        )?;
        let mut own: Vec<((u32, u32), NodeTotals)> = own.into_iter().collect();
        own.sort_unstable_by_key(|&(key, _)| key);
        let mut totals = vec![NodeTotals::default(); map.holders.len()];
        for ((holder, class), sum) in own {
            totals[holder as usize] = totals[holder as usize].saturating_add(sum);
            let class = self.class_number(&heap.types[class as usize].name);
            let of_class = point.classes.entry((numbers[holder as usize], class)).or_default();
            *of_class = of_class.saturating_add(sum);
        }
        // Longer ways were found later.
        for (at, holder) in map.holders.iter().enumerate().rev() {
            if let Some(parent) = holder.parent {
                totals[parent as usize] = totals[parent as usize].saturating_add(totals[at]);
            }
            let held = point.held.entry(numbers[at]).or_default();
            held.totals = held.totals.saturating_add(totals[at]);
            held.sources += holder.sources;
        }
        self.points.push(point);
        Ok(())
    }

    /// The numbers of a map's holders over time.
    pub(super) fn number_ways(&mut self, map: &HolderMap) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(map.holders.len());
        for holder in &map.holders {
            let parent = holder.parent.map(|parent| numbers[parent as usize]);
            numbers.push(self.way_number(&holder.name, holder.kind, parent));
        }
        numbers
    }

    /// The number of a way, by its last name and the way before.
    fn way_number(&mut self, name: &str, kind: FieldHolderKind, parent: Option<u32>) -> u32 {
        let above = match parent {
            None => Above::Nothing,
            // Of several threads that lead to what one field holds, another one is met first in each state.
            Some(parent) if self.ways[parent as usize].kind.is_root() && kind.is_field() && is_telling_field(field_of(name)) => {
                Above::AnyRoot
            }
            Some(parent) => Above::Way(parent),
        };
        *self.numbers.entry((above, name.to_owned())).or_insert_with(|| {
            self.ways.push(HolderOverTime { name: name.to_owned(), kind, parent });
            (self.ways.len() - 1) as u32
        })
    }

    /// Takes the fields of the program's own data structures from all ways, as those of the JDK's never stood on them.
    pub(super) fn look_through(&mut self, own: &OwnStructures) {
        self.numbers.clear();
        // By way, the way that is left, and whether it is one that had stood there before.
        let mut left: Vec<(u32, bool)> = Vec::with_capacity(self.ways.len());
        for HolderOverTime { name, kind, parent } in std::mem::take(&mut self.ways) {
            let parent = parent.map(|parent| left[parent as usize].0);
            left.push(match parent {
                Some(parent) if kind == FieldHolderKind::Field && own.has_field(&name) => (parent, true),
                _ => (self.way_number(&name, kind, parent), false),
            });
        }
        for point in &mut self.points {
            // What a way holds, all ways before it hold, too.
            std::mem::take(&mut point.held).into_iter().for_each(|(way, held)| {
                if let (way, false) = left[way as usize] {
                    let sum = point.held.entry(way).or_default();
                    sum.totals = sum.totals.saturating_add(held.totals);
                    sum.sources += held.sources;
                }
            });
            std::mem::take(&mut point.classes).into_iter().for_each(|((way, class), totals)| {
                let sum = point.classes.entry((left[way as usize].0, class)).or_default();
                *sum = sum.saturating_add(totals);
            });
        }
    }

    fn class_number(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.classes.get(name) {
            return known;
        }
        let number = self.class_names.len() as u32;
        self.class_names.push(name.to_owned());
        self.classes.insert(name.to_owned(), number);
        number
    }

    /// How far the program was at each point.
    pub(super) fn clock(&self) -> Vec<i64> {
        clock_of(self.points.iter().map(|point| (point.allocated_bytes, point.time_millis)))
    }

    /// What ways hold together at every point, none of which is a part of another one.
    pub(super) fn held_by_all(&self, ways: &[u32]) -> impl Iterator<Item = NodeTotals> + '_ {
        let ways = ways.to_vec();
        self.points.iter().map(move |point| {
            let held = ways.iter().filter_map(|way| point.held.get(way));
            held.fold(NodeTotals::default(), |sum, held| sum.saturating_add(held.totals))
        })
    }

    /// What a way holds at every point.
    pub(super) fn held(&self, way: u32) -> impl Iterator<Item = Held> + '_ {
        self.points.iter().map(move |point| point.held.get(&way).copied().unwrap_or_default())
    }
}

/// Whether the thread that runs finalizers waits for more, by its stack. What is in its queue then has just been put there, as by the
/// collection after which a state was taken.
fn finalizers_rest(heap: &HeapState) -> bool {
    let mut stacks = heap.threads.iter().filter(|thread| thread.name == "Finalizer").map(|thread| &thread.stack);
    stacks.any(|stack| stack.iter().any(|frame| frame.class.starts_with("java.lang.ref.") && frame.class.ends_with("ReferenceQueue")))
}

/// All objects that count: the live ones, or with `keep_unreachable` all.
pub(super) fn counted(closures: &Closures<'_>) -> NodeTotals {
    let heap = closures.heap();
    if !heap.policy.keep_unreachable {
        return closures.live_totals();
    }
    let bytes = heap.kept_objects().map(|object| heap.bytes_of(object)).sum();
    NodeTotals { objects: heap.kept.len(), bytes }
}
