//! What groups of objects retain, for all groups at once.
//!
//! A group retains what every path from the GC roots reaches only through some object of the group (itself included):
//! its GC closure, which is more than what its objects retain one by one. Instead of marking the heap once per group,
//! every object learns the set of *all* groups that keep it: its own groups, and those that all objects keep which
//! reference it. Starting from "all groups" and taking away, that is a flow of sets along references that ends,
//! because sets only shrink; and because intersections distribute over paths it ends exactly at the groups that lie
//! on every path. A heap of millions of objects has a few thousand different sets, so a set is a number
//! (`group_sets.rs`), and the flow costs little more than one visit of every reference.
//!
//! Objects are visited in the order of a depth-first search (reverse postorder), always the first one whose set
//! has shrunk: without cycles every object is visited once.
//! Memory: 10.3 bytes per object while it runs, 2 more if there are more than 65,534 sets.

use super::graph::Graph;
use super::group_sets::{EMPTY, GroupSets};
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::heap::HeapState;
use crate::trees::memory_tree::NodeTotals;

/// Objects between two looks at the cancel flag.
const CHECK_EVERY: u64 = 1 << 18;

/// No path has arrived yet: all groups.
const ALL: u32 = u32::MAX;

/// Which groups every object belongs to.
pub struct ObjectGroups<'a> {
    /// The label of an object that counts, a position in `groups_of_label`.
    pub label_of: &'a dyn Fn(ObjectIndex) -> u32,
    /// For each label the groups of the objects that have it: none, one or several.
    pub groups_of_label: &'a [Vec<u32>],
}

/// Objects and bytes that each group retains, by group number: what could be collected if all its objects were gone.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn retained_by_group(heap: &HeapState, groups: &ObjectGroups<'_>, progress: &Progress) -> Result<Vec<NodeTotals>> {
    Flow::of(heap, groups, progress)?.totals(heap, groups, progress)
}

/// As [`retained_by_group`], and by group the nearest other group that alone keeps all of its objects: of several the one that retains
/// least.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub(crate) fn retained_and_keepers(
    heap: &HeapState,
    groups: &ObjectGroups<'_>,
    progress: &Progress,
) -> Result<(Vec<NodeTotals>, Vec<Option<u32>>)> {
    let mut flow = Flow::of(heap, groups, progress)?;
    let totals = flow.totals(heap, groups, progress)?;
    let keepers = flow.nearest_keepers(groups, &totals, progress)?;
    Ok((totals, keepers))
}

/// One row of the class table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassSizes {
    /// The class.
    pub class: TypeIndex,
    /// Its instances that count, and their bytes.
    pub shallow: NodeTotals,
    /// What all its instances and its class object retain together.
    pub retained: NodeTotals,
}

/// Shallow and retained sizes of every class whose class object counts, in type order. As in Eclipse MAT the class
/// object belongs to the group of its instances, so that a class without instances retains its statics.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn class_sizes(heap: &HeapState, progress: &Progress) -> Result<Vec<ClassSizes>> {
    let types = heap.types.len() as u32;
    // Instances have the label of their type; class objects are instances of `java.lang.Class` and belong to the
    // class they describe, so each has a label of its own.
    let class_label = |described: u32| {
        let class_type = heap.types[described as usize].class_object.map(|class| heap.type_of(class).0);
        class_type.into_iter().chain([described]).collect()
    };
    let groups_of_label: Vec<Vec<u32>> = (0..types).map(|label| vec![label]).chain((0..types).map(class_label)).collect();
    let label_of = |object: ObjectIndex| match heap.described_type(object) {
        Some(described) => types + described.0,
        None => heap.type_of(object).0,
    };
    let mut retained = retained_by_group(heap, &ObjectGroups { label_of: &label_of, groups_of_label: &groups_of_label }, progress)?;
    retained.resize(types as usize, NodeTotals::default());
    let mut shallow = vec![NodeTotals::default(); types as usize];
    progress.for_each(heap.kept_objects(), |object| {
        let sum = &mut shallow[heap.type_of(object).at()];
        sum.objects += 1;
        sum.bytes += heap.bytes_of(object);
    })?;
    let counts = |class: &TypeIndex| heap.type_info(*class).class_object.is_some_and(|object| heap.kept.contains(object.0));
    let row = |class: TypeIndex| ClassSizes { class, shallow: shallow[class.at()], retained: retained[class.at()] };
    Ok((0..types).map(TypeIndex).filter(counts).map(row).collect())
}

struct Flow {
    /// Objects in visiting order, and back.
    order: Vec<u32>,
    ranks: Vec<u32>,
    /// By object: the groups on every path that has arrived, without its own.
    keepers: SetColumn,
    sets: GroupSets,
}

/// Numbers of sets, which are few.
enum SetColumn {
    /// The last number stands for all groups.
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl SetColumn {
    #[inline]
    fn get(&self, at: u32) -> u32 {
        match self {
            Self::Narrow(sets) => match sets[at as usize] {
                u16::MAX => ALL,
                set => set.into(),
            },
            Self::Wide(sets) => sets[at as usize],
        }
    }

    #[inline]
    fn set(&mut self, at: u32, set: u32) {
        if let Self::Narrow(sets) = self {
            match u16::try_from(set) {
                Ok(narrow) if narrow != u16::MAX => return sets[at as usize] = narrow,
                _ => *self = Self::Wide((0..sets.len() as u32).map(|at| self.get(at)).collect()),
            }
        }
        if let Self::Wide(sets) = self {
            sets[at as usize] = set;
        }
    }
}

impl Flow {
    /// All sets as they are in the end.
    fn of(heap: &HeapState, groups: &ObjectGroups<'_>, progress: &Progress) -> Result<Self> {
        let graph = Graph::new(heap, progress)?;
        let mut flow = Self::new(&graph, progress)?;
        progress.start("Finding what groups retain", heap.kept.len());
        flow.run(&graph, groups, progress)?;
        Ok(flow)
    }

    fn new(graph: &Graph<'_>, progress: &Progress) -> Result<Self> {
        progress.start("Ordering objects", graph.heap.kept.len());
        let mut order = graph.finish_order(progress)?;
        order.reverse();
        let mut ranks = vec![0; graph.heap.len()];
        progress.for_each((0..).zip(&order), |(rank, &object)| ranks[object as usize] = rank)?;
        Ok(Self { order, ranks, keepers: SetColumn::Narrow(vec![u16::MAX; graph.heap.len()]), sets: GroupSets::new() })
    }

    fn run(&mut self, graph: &Graph<'_>, groups: &ObjectGroups<'_>, progress: &Progress) -> Result<()> {
        let mut waiting = Waiting::new(self.order.len());
        for &entry in &graph.entries {
            self.keepers.set(entry, EMPTY);
            waiting.add(self.ranks[entry as usize]);
        }
        let mut visits = 0_u64;
        while let Some(rank) = waiting.take_first() {
            visits += 1;
            if visits.is_multiple_of(CHECK_EVERY) {
                progress.advance(CHECK_EVERY)?;
            }
            let object = self.order[rank as usize];
            let mut arriving = self.keepers.get(object);
            for &group in &groups.groups_of_label[(groups.label_of)(ObjectIndex(object)) as usize] {
                arriving = self.sets.with(arriving, group);
            }
            let (row, class) = graph.targets(object);
            for &target in row.iter().chain((class != NO_OBJECT).then_some(&class)) {
                let before = self.keepers.get(target);
                if before == EMPTY || before == arriving {
                    continue;
                }
                let after = if before == ALL { arriving } else { self.sets.intersection(before, arriving) };
                if after != before {
                    self.keepers.set(target, after);
                    waiting.add(self.ranks[target as usize]);
                }
            }
        }
        Ok(())
    }

    fn totals(&mut self, heap: &HeapState, groups: &ObjectGroups<'_>, progress: &Progress) -> Result<Vec<NodeTotals>> {
        let add = |sum: &mut NodeTotals, more: NodeTotals| (sum.objects, sum.bytes) = (sum.objects + more.objects, sum.bytes + more.bytes);
        let mut by_set: Vec<NodeTotals> = Vec::new();
        progress.for_each(&self.order, |&object| {
            let mut set = self.keepers.get(object);
            for &group in &groups.groups_of_label[(groups.label_of)(ObjectIndex(object)) as usize] {
                set = self.sets.with(set, group);
            }
            by_set.resize(self.sets.len().max(by_set.len()), NodeTotals::default());
            add(&mut by_set[set as usize], NodeTotals { objects: 1, bytes: heap.bytes_of(ObjectIndex(object)) });
        })?;
        let count = groups.groups_of_label.iter().flatten().max().map_or(0, |&last| last as usize + 1);
        let mut totals = vec![NodeTotals::default(); count];
        // Objects of a set also count for the set of its smaller groups, so one pass from the last set does.
        for set in (0..by_set.len()).rev() {
            if let Some((others, largest)) = self.sets.split(set as u32) {
                let sum = by_set[set];
                add(&mut totals[largest as usize], sum);
                add(&mut by_set[others as usize], sum);
            }
        }
        Ok(totals)
    }

    fn nearest_keepers(&mut self, groups: &ObjectGroups<'_>, totals: &[NodeTotals], progress: &Progress) -> Result<Vec<Option<u32>>> {
        let mut of_all = vec![ALL; totals.len()];
        progress.for_each(&self.order, |&object| {
            let keepers = self.keepers.get(object);
            for &group in &groups.groups_of_label[(groups.label_of)(ObjectIndex(object)) as usize] {
                let of_group = &mut of_all[group as usize];
                *of_group = if *of_group == ALL { keepers } else { self.sets.intersection(*of_group, keepers) };
            }
        })?;
        let split = |set: u32| if set == ALL { None } else { self.sets.split(set) };
        let nearest = |(group, set): (u32, u32)| {
            let all = std::iter::successors(split(set), |&(others, _)| split(others)).map(|(_, largest)| largest);
            all.filter(|&other| other != group).min_by_key(|&other| (totals[other as usize].bytes, totals[other as usize].objects, other))
        };
        Ok((0..).zip(of_all).map(nearest).collect())
    }
}

/// Ranks that wait for a visit: bits in a hierarchy of words, so that the first one is found in a few steps.
struct Waiting(Vec<Vec<u64>>);

impl Waiting {
    fn new(ranks: usize) -> Self {
        let mut levels = vec![vec![0; ranks.div_ceil(64).max(1)]];
        while let Some(length) = levels.last().map(Vec::len).filter(|&length| length > 1) {
            levels.push(vec![0; length.div_ceil(64)]);
        }
        Self(levels)
    }

    #[inline]
    fn add(&mut self, rank: u32) {
        let mut at = rank as usize;
        for level in &mut self.0 {
            let word = &mut level[at / 64];
            let others = *word;
            *word |= 1 << (at % 64);
            if others != 0 {
                return;
            }
            at /= 64;
        }
    }

    #[inline]
    fn take_first(&mut self) -> Option<u32> {
        let mut at = 0;
        for level in self.0.iter().rev() {
            if level[at] == 0 {
                return None;
            }
            at = at * 64 + level[at].trailing_zeros() as usize;
        }
        let first = at as u32;
        for level in &mut self.0 {
            let word = &mut level[at / 64];
            *word &= !(1 << (at % 64));
            if *word != 0 {
                break;
            }
            at /= 64;
        }
        Some(first)
    }
}
