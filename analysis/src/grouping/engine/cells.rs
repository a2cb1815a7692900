//! Cells: the sets of objects that all classifiers label equally, and the way from an object to its cell.
//!
//! Cells are numbered by their labels, the outermost classifier first, and only cells that hold an object have a
//! number. So numbers depend on neither threads nor object order.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::base::error::{Error, Result};
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::grouping::{LabelOf, Labeling, ObjectLabel};
use crate::heap::{HeapState, ObjectBits};
use crate::trees::memory_tree::NodeTotals;

/// The cell of objects that do not count or that a filter rejected.
const NO_CELL: u32 = u32::MAX;

/// Objects that one task handles at a time: large enough to be worth a task, small enough to share out evenly.
/// Tests cut their small heaps, too.
const CHUNK: usize = if cfg!(test) { 16 } else { 1 << 18 };

/// More groups than this are no overview; the limit keeps a classifier gone wild from taking all memory.
const MOST_CELLS: usize = 1 << 22;

/// With no more possible keys than this, a chunk finds the number of a key in a table instead of by hashing.
const DENSE_KEYS: u128 = if cfg!(test) { 64 } else { 1 << 16 };

/// All cells of a grouped heap state.
#[derive(Debug)]
pub(in crate::grouping) struct Cells {
    column: Column,
    /// Objects and bytes per cell.
    pub(in crate::grouping) totals: Vec<NodeTotals>,
    /// One label per classifier and cell: `labels[cell * classifiers..][..classifiers]`.
    labels: Vec<u32>,
}

#[derive(Debug)]
enum Column {
    /// The cell follows from the type, for objects that count.
    Types { kept: ObjectBits, cell_of_type: Vec<u32> },
    /// One cell per object.
    Objects(Vec<u32>),
}

/// The type labels of all classifiers in one table.
struct TypeTable {
    /// The combination of each type; [`NO_CELL`] for rejected types.
    combination_of_type: Vec<u32>,
    /// Labels of the classifiers that look at the type only, per combination.
    combinations: Vec<Vec<u32>>,
}

impl Cells {
    /// Finds the cell of every object and sums up the cells.
    pub(in crate::grouping) fn collect(heap: &HeapState, labelings: &[Labeling<'_>], progress: &Progress) -> Result<Self> {
        progress.check()?;
        let kept = ObjectBits::from_bitmap(&heap.kept, heap.len());
        let types = type_table(heap, labelings);
        let cells = if labelings.iter().all(|labeling| matches!(labeling.of, LabelOf::Type(_))) {
            Self::from_types(heap, kept, types, labelings.len(), progress)?
        } else {
            Self::from_objects(heap, &kept, &types, labelings, progress)?
        };
        check_count(cells.len())?;
        Ok(cells)
    }

    /// The cell of an object; `None` if the object does not count or a filter rejected it.
    #[inline]
    pub(in crate::grouping) fn cell_of(&self, heap: &HeapState, object: ObjectIndex) -> Option<u32> {
        let cell = match &self.column {
            Column::Types { kept, cell_of_type } => {
                if kept.has(object) {
                    cell_of_type[heap.type_of(object).at()]
                } else {
                    NO_CELL
                }
            }
            Column::Objects(cells) => cells[object.at()],
        };
        (cell != NO_CELL).then_some(cell)
    }

    /// Number of cells.
    pub(in crate::grouping) fn len(&self) -> usize {
        self.totals.len()
    }

    /// The labels of a cell, one per classifier.
    pub(in crate::grouping) fn labels(&self, cell: usize) -> &[u32] {
        let classifiers = self.labels.len() / self.totals.len().max(1);
        &self.labels[cell * classifiers..(cell + 1) * classifiers]
    }

    /// The objects of each cell in index order, as compressed rows: starts and objects.
    pub(in crate::grouping) fn objects_by_cell(&self, heap: &HeapState, progress: &Progress) -> Result<(Vec<usize>, Vec<u32>)> {
        let mut starts = Vec::with_capacity(self.len() + 1);
        starts.push(0);
        for totals in &self.totals {
            starts.push(starts[starts.len() - 1] + totals.objects as usize);
        }
        let mut next = starts.clone();
        let mut objects = vec![0; starts[self.len()]];
        for chunk in chunks(heap.len()) {
            progress.check()?;
            for object in chunk {
                if let Some(cell) = self.cell_of(heap, ObjectIndex(object)) {
                    objects[next[cell as usize]] = object;
                    next[cell as usize] += 1;
                }
            }
        }
        Ok((starts, objects))
    }

    fn from_types(heap: &HeapState, kept: ObjectBits, types: TypeTable, classifiers: usize, progress: &Progress) -> Result<Self> {
        let TypeTable { combination_of_type, combinations } = types;
        let totals = chunks(heap.len())
            .into_par_iter()
            .try_fold(
                || vec![NodeTotals::default(); combinations.len()],
                |mut totals, chunk| {
                    let objects = chunk.len() as u64;
                    for object in chunk.map(ObjectIndex).filter(|&object| kept.has(object)) {
                        if let Some(totals) = totals.get_mut(combination_of_type[heap.type_of(object).at()] as usize) {
                            totals.objects += 1;
                            totals.bytes = totals.bytes.saturating_add(heap.bytes_of(object));
                        }
                    }
                    progress.advance(objects)?;
                    Ok(totals)
                },
            )
            .try_reduce(Vec::new, |a, b| Ok(sum(a, b)))?;

        // Combinations in the order of their labels; those without objects are no cells.
        let mut used: Vec<usize> = (0..totals.len()).filter(|&at| totals[at].objects > 0).collect();
        used.sort_unstable_by(|&a, &b| combinations[a].cmp(&combinations[b]));
        let mut cell_of_combination = vec![NO_CELL; combinations.len()];
        for (cell, &combination) in used.iter().enumerate() {
            cell_of_combination[combination] = cell as u32;
        }
        let cell_of_type = combination_of_type.iter().map(|&at| cell_of_combination.get(at as usize).copied().unwrap_or(NO_CELL)).collect();
        let labels: Vec<u32> = used.iter().flat_map(|&at| combinations[at].iter().copied()).collect();
        debug_assert_eq!(labels.len(), used.len() * classifiers, "one label per classifier and cell");
        Ok(Self { column: Column::Types { kept, cell_of_type }, totals: used.iter().map(|&at| totals[at]).collect(), labels })
    }

    fn from_objects(
        heap: &HeapState,
        kept: &ObjectBits,
        types: &TypeTable,
        labelings: &[Labeling<'_>],
        progress: &Progress,
    ) -> Result<Self> {
        let packing = Packing::new(types, labelings)?;
        let mut column = vec![NO_CELL; heap.len()];
        // First every chunk numbers its cells in the order in which it meets them ...
        let mut chunk_keys: Vec<(Vec<u128>, Vec<NodeTotals>)> = column
            .par_chunks_mut(CHUNK)
            .zip(chunks(heap.len()))
            .map(|(cells, chunk)| {
                let objects = chunk.len() as u64;
                let mut numbers = packing.numbers();
                let (mut keys, mut totals) = (Vec::new(), Vec::<NodeTotals>::new());
                for (cell, object) in cells.iter_mut().zip(chunk.map(ObjectIndex)) {
                    if !kept.has(object) {
                        continue;
                    }
                    let Some(key) = packing.key(heap, object) else { continue };
                    let number = numbers.number_of(key);
                    if *number == NO_CELL {
                        *number = keys.len() as u32;
                        keys.push(key);
                        totals.push(NodeTotals::default());
                    }
                    *cell = *number;
                    let totals = &mut totals[*cell as usize];
                    totals.objects += 1;
                    totals.bytes = totals.bytes.saturating_add(heap.bytes_of(object));
                }
                progress.advance(objects)?;
                Ok((keys, totals))
            })
            .collect::<Result<_>>()?;

        // ... then the cells of all chunks get their common numbers. Too many are told before they are put in the order of labels.
        let mut cell_keys: Vec<u128> = chunk_keys.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
        cell_keys.par_sort_unstable();
        cell_keys.dedup();
        check_count(cell_keys.len())?;
        progress.check()?;
        cell_keys.par_sort_by_cached_key(|&key| packing.labels(key));
        progress.check()?;
        let cell_of_key: FxHashMap<u128, u32> = cell_keys.iter().copied().zip(0..).collect();
        let mut totals = vec![NodeTotals::default(); cell_keys.len()];
        let numbers: Vec<Vec<u32>> = chunk_keys
            .drain(..)
            .map(|(keys, of_chunk)| {
                let numbers: Vec<u32> = keys.iter().map(|key| cell_of_key[key]).collect();
                for (&cell, more) in numbers.iter().zip(of_chunk) {
                    totals[cell as usize] = totals[cell as usize].saturating_add(more);
                }
                numbers
            })
            .collect();
        column.par_chunks_mut(CHUNK).zip(numbers).try_for_each(|(cells, numbers)| {
            progress.check()?;
            for cell in cells.iter_mut().filter(|cell| **cell != NO_CELL) {
                *cell = numbers[*cell as usize];
            }
            Ok(())
        })?;
        let labels = cell_keys.iter().flat_map(|&key| packing.labels(key)).collect();
        Ok(Self { column: Column::Objects(column), totals, labels })
    }
}

fn check_count(cells: usize) -> Result<()> {
    if cells > MOST_CELLS {
        let limit = format!("{MOST_CELLS}; use coarser classifiers");
        return Err(Error::Limit { what: format!("the number of groups ({cells})"), limit });
    }
    Ok(())
}

/// How the labels of an object make one number: mixed radix, the combination of type labels first.
struct Packing<'a> {
    types: &'a TypeTable,
    /// For each labeling whether it looks at the object itself.
    looks_at_object: Vec<bool>,
    by_object: Vec<ByObject<'a>>,
    /// How many keys there may be.
    keys: u128,
}

struct ByObject<'a> {
    count: u128,
    label_of: &'a ObjectLabel<'a>,
    rejecting: Vec<bool>,
}

/// The numbers that one chunk has given to keys.
enum Numbers {
    Dense(Vec<u32>),
    Hashed(FxHashMap<u128, u32>),
}

impl Numbers {
    /// The number of a key, [`NO_CELL`] if it has none yet.
    #[inline]
    fn number_of(&mut self, key: u128) -> &mut u32 {
        match self {
            Self::Dense(numbers) => &mut numbers[key as usize],
            Self::Hashed(numbers) => numbers.entry(key).or_insert(NO_CELL),
        }
    }
}

impl<'a> Packing<'a> {
    fn new(types: &'a TypeTable, labelings: &'a [Labeling<'_>]) -> Result<Self> {
        let by_object: Vec<ByObject<'_>> = labelings
            .iter()
            .filter_map(|labeling| match &labeling.of {
                LabelOf::Type(_) => None,
                LabelOf::Object(label_of) => {
                    Some(ByObject { count: u128::from(labeling.labels.count()), label_of, rejecting: labeling.labels.rejecting() })
                }
            })
            .collect();
        let type_labels = types.combinations.len().max(1) as u128;
        let Some(keys) = by_object.iter().try_fold(type_labels, |product, by| product.checked_mul(by.count)) else {
            return Err(Error::Limit { what: "the number of label combinations".into(), limit: "2^128; use fewer classifiers".into() });
        };
        let looks_at_object = labelings.iter().map(|labeling| matches!(labeling.of, LabelOf::Object(_))).collect();
        Ok(Self { types, looks_at_object, by_object, keys })
    }

    fn numbers(&self) -> Numbers {
        if self.keys <= DENSE_KEYS { Numbers::Dense(vec![NO_CELL; self.keys as usize]) } else { Numbers::Hashed(FxHashMap::default()) }
    }

    /// `None` when a filter rejects the object.
    #[inline]
    fn key(&self, heap: &HeapState, object: ObjectIndex) -> Option<u128> {
        let object_type = heap.type_of(object);
        let combination = self.types.combination_of_type[object_type.at()];
        if combination == NO_CELL {
            return None;
        }
        let mut key = u128::from(combination);
        for by in &self.by_object {
            let label = (by.label_of)(object, object_type);
            if by.rejecting.get(label as usize).is_some_and(|&rejects| rejects) {
                return None;
            }
            key = key * by.count + u128::from(label);
        }
        Some(key)
    }

    /// The labels behind a key, one per classifier.
    fn labels(&self, mut key: u128) -> Vec<u32> {
        let mut of_objects: Vec<u32> = self
            .by_object
            .iter()
            .rev()
            .map(|by| {
                let label = (key % by.count) as u32;
                key /= by.count;
                label
            })
            .collect();
        let mut of_types = self.types.combinations[key as usize].iter();
        let next = |&looks_at_object: &bool| if looks_at_object { of_objects.pop() } else { of_types.next().copied() };
        self.looks_at_object.iter().filter_map(next).collect()
    }
}

/// Combines the labels of all classifiers that look at the type only.
fn type_table(heap: &HeapState, labelings: &[Labeling<'_>]) -> TypeTable {
    let by_type: Vec<(Vec<bool>, &[u32])> = labelings
        .iter()
        .filter_map(|labeling| match &labeling.of {
            LabelOf::Type(of_type) => Some((labeling.labels.rejecting(), &**of_type)),
            LabelOf::Object(_) => None,
        })
        .collect();
    let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut combinations = Vec::new();
    let combination_of_type = (0..heap.types.len())
        .map(|at| {
            if by_type.iter().any(|(rejecting, of_type)| rejecting.get(of_type[at] as usize).is_some_and(|&rejects| rejects)) {
                return NO_CELL;
            }
            let combination: Vec<u32> = by_type.iter().map(|(_, of_type)| of_type[at]).collect();
            *numbers.entry(combination).or_insert_with_key(|combination| {
                combinations.push(combination.clone());
                (combinations.len() - 1) as u32
            })
        })
        .collect();
    TypeTable { combination_of_type, combinations }
}

/// The object numbers of each chunk.
fn chunks(objects: usize) -> Vec<std::ops::Range<u32>> {
    (0..objects).step_by(CHUNK).map(|start| start as u32..(start + CHUNK).min(objects) as u32).collect()
}

fn sum(a: Vec<NodeTotals>, b: Vec<NodeTotals>) -> Vec<NodeTotals> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b,
        (_, true) => a,
        _ => a.into_iter().zip(b).map(|(a, b)| a.saturating_add(b)).collect(),
    }
}
