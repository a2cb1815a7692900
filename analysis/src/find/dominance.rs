//! What the dominator tree tells of owners, put down so that the tree can go before anything else needs room.
//!
//! Memory: what is kept takes 8 bytes per class; which arrays belong to collections takes 24 bytes per collection and 1 bit
//! per object. While both are found, the tree with its lists of children takes 14 bytes per object.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::waste::OwnedArrays;
use crate::base::error::Result;
use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::base::progress::{Progress, STRETCH};
use crate::heap::HeapState;
use crate::keepers::ownership::Dominators;

/// A child that retains this share of its parent is followed.
const FOLLOWED_SHARE: f64 = 0.7;
/// Children of one class that make an accumulation, and their share of the object that owns them.
const LEAST_CHILDREN: usize = 10;
const CHILDREN_SHARE: f64 = 0.5;
/// So many objects of one class, each the owner of the next, are a list.
const LIST_LENGTH: usize = 100;

/// Owners of one heap state.
#[derive(Debug)]
pub(super) struct Dominance {
    /// By type: what the instances retain, without those that an instance of the same class retains already.
    pub(super) retained_by_class: Vec<u64>,
    /// Objects at the top of the tree that retain as many bytes as was asked for, the largest first.
    pub(super) top_objects: Vec<ObjectIndex>,
    /// Where objects pile up below the top objects, as many as were asked for.
    pub(super) accumulations: Vec<Accumulation>,
}

/// Where objects of one class pile up.
#[derive(Debug)]
pub(super) struct Accumulation {
    pub(super) point: ObjectIndex,
    pub(super) class: TypeIndex,
    pub(super) children: usize,
    /// What the children retain.
    pub(super) bytes: u64,
}

impl Dominance {
    /// Builds the tree, looks which arrays belong to collections, and looks for top objects of `least_bytes`, and below them for at most `most_points` accumulations of as many.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub(super) fn of(heap: &HeapState, least_bytes: f64, most_points: usize, progress: &Progress) -> Result<(Self, OwnedArrays)> {
        let dominators = Dominators::of(heap, progress)?;
        dominators.list_children(progress)?;
        let arrays = OwnedArrays::of(heap, &dominators, progress)?;
        let mut top_objects: Vec<ObjectIndex> = dominators.top_level().iter().map(|&object| ObjectIndex(object)).collect();
        top_objects.retain(|&object| dominators.retained(object) as f64 >= least_bytes);
        top_objects.sort_by_key(|&object| (Reverse(dominators.retained(object)), object));
        let retained_by_class = retained_by_class(heap, &dominators, progress)?;
        let accumulations = accumulations(heap, &dominators, &top_objects, least_bytes, most_points);
        Ok((Self { retained_by_class, accumulations, top_objects }, arrays))
    }
}

/// What the instances of each class retain, without those that an instance of the same class retains already.
fn retained_by_class(heap: &HeapState, dominators: &Dominators, progress: &Progress) -> Result<Vec<u64>> {
    let mut sums = vec![0_u64; heap.types.len()];
    // Instances of each class among the owners of where the walk is.
    let mut above = vec![0_u32; heap.types.len()];
    // Objects to enter, and marks (`None` before) to leave them.
    let mut stack: Vec<(u32, bool)> = dominators.top_level().iter().map(|&object| (object, false)).collect();
    let mut visited = 0_usize;
    while let Some((object, is_left)) = stack.pop() {
        visited += 1;
        if visited.is_multiple_of(STRETCH) {
            progress.check()?;
        }
        let class = heap.type_of(ObjectIndex(object)).at();
        if is_left {
            above[class] -= 1;
            continue;
        }
        if above[class] == 0 {
            sums[class] += dominators.retained(ObjectIndex(object));
        }
        let children = dominators.children(ObjectIndex(object));
        if !children.is_empty() {
            above[class] += 1;
            stack.push((object, true));
            stack.extend(children.iter().map(|&child| (child, false)));
        }
    }
    Ok(sums)
}

/// The first points that retain as many bytes as asked for; what a class owns is held by its static fields, which say more.
fn accumulations(heap: &HeapState, dominators: &Dominators, tops: &[ObjectIndex], least_bytes: f64, most: usize) -> Vec<Accumulation> {
    let points = tops.iter().filter_map(|&top| accumulation(heap, dominators, top));
    let told = points.filter(|found| !heap.is_class_object(found.point));
    told.take_while(|found| dominators.retained(found.point) as f64 >= least_bytes).take(most).collect()
}

/// Follows the largest children of an object down to where many of one class begin.
fn accumulation(heap: &HeapState, dominators: &Dominators, top: ObjectIndex) -> Option<Accumulation> {
    let mut point = top;
    // Where the objects of one class in a row began, and how many they are.
    let (mut row, mut row_length) = (top, 1);
    loop {
        let children = dominators.children(point).iter().map(|&child| ObjectIndex(child));
        let largest = children.max_by_key(|&child| (dominators.retained(child), Reverse(child)));
        match largest {
            Some(child) if dominators.retained(child) as f64 >= FOLLOWED_SHARE * dominators.retained(point) as f64 => {
                if heap.type_of(child) == heap.type_of(row) {
                    row_length += 1;
                } else if row_length >= LIST_LENGTH {
                    break;
                } else {
                    (row, row_length) = (child, 1);
                }
                point = child;
            }
            _ => break,
        }
    }
    if row_length >= LIST_LENGTH {
        let bytes = dominators.retained(row);
        return Some(Accumulation { point: row, class: heap.type_of(row), children: row_length, bytes });
    }
    let mut by_class: FxHashMap<TypeIndex, (u64, usize)> = FxHashMap::default();
    for child in dominators.children(point).iter().map(|&child| ObjectIndex(child)) {
        let sum = by_class.entry(heap.type_of(child)).or_default();
        *sum = (sum.0 + dominators.retained(child), sum.1 + 1);
    }
    let (class, (bytes, children)) = by_class.into_iter().max_by_key(|&(class, sum)| (sum, Reverse(class)))?;
    let is_most = bytes as f64 >= CHILDREN_SHARE * dominators.retained(point) as f64;
    (children >= LEAST_CHILDREN && is_most).then_some(Accumulation { point, class, children, bytes })
}
