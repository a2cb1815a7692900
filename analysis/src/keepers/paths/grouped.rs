//! What keeps a group of objects alive: the shortest paths of all members, merged, round after round.
//!
//! The first round shows the nearest holders. An object may have others, farther away, that would keep it when the
//! nearest let go, and two owners of everything are the leaks that are hardest to see. So each further round searches
//! the heap without the holders that the rounds before it named, until hardly a member is left.

use roaring::RoaringBitmap;
use rustc_hash::FxHashSet;

use super::step_tree::StepTree;
use super::{ClosestHolders, PathOptions, Strength};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::{HeapState, ObjectBits};
use crate::keepers::paths::group_path::GroupPath;

/// Holders of fewer members, as a share of the group, are not shown, nor taken away for the next round.
const INTERESTING_SHARE: f64 = 0.05;
/// Rounds, whatever is left then.
const MOST_ROUNDS: u32 = 4;

/// What keeps a group alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupPaths {
    /// Objects of the group.
    pub members: u64,
    /// How many of them live.
    pub strong: u64,
    /// How many only soft, weak, phantom or finalizer references reach.
    pub weak: u64,
    /// For each further round: how many members live still when all holders shown in the rounds before let go.
    pub left: Vec<u64>,
    /// Paths of at least 5 % of the members (the first one of each round in any case), by round, then by members.
    pub paths: Vec<GroupPath>,
    /// Different paths of the first round, shown or not.
    pub path_count: usize,
}

/// Finds out what keeps these objects alive: at most `most_paths` paths.
///
/// Each round costs a search over the heap and a pass over the records that name the steps.
///
/// # Errors
/// [`crate::Error::Cancelled`].
pub fn group_paths(
    heap: &HeapState,
    members: &RoaringBitmap,
    options: PathOptions,
    most_paths: usize,
    progress: &Progress,
) -> Result<GroupPaths> {
    let bits = ObjectBits::from_bitmap(members, heap.len());
    let mut without = FxHashSet::default();
    let mut found = GroupPaths { members: members.len(), strong: 0, weak: 0, left: Vec::new(), paths: Vec::new(), path_count: 0 };
    let least = ((members.len() as f64 * INTERESTING_SHARE).ceil() as u64).max(1);
    for round in 0..MOST_ROUNDS {
        let closest = ClosestHolders::search(heap, options, &without, progress)?;
        let live = closest.strengths().iter().find(|(strength, _)| *strength == Strength::Strong).map_or(0, |&(_, count)| count);
        let count = |objects: &[u32]| -> Result<u64> {
            let mut members = 0;
            progress.for_each(objects, |&object| members += u64::from(bits.has(ObjectIndex(object))))?;
            Ok(members)
        };
        let strong = count(&closest.order()[..live])?;
        if round == 0 {
            found.strong = strong;
            found.weak = count(&closest.order()[live..])?;
        } else {
            found.left.push(strong);
            // What is hardly held needs no more explanation, and weak paths hold nothing.
            if strong < least {
                break;
            }
        }
        let tree = StepTree::merge(heap, &closest, &bits, progress)?;
        if round == 0 {
            found.path_count = tree.path_count();
        }
        let mut paths = tree.paths(least, most_paths - found.paths.len(), progress)?;
        if paths.is_empty() {
            break;
        }
        for path in &mut paths {
            path.round = round;
            without.extend(closest.held_by(path.holder).map(|object| (path.holder, object)));
        }
        found.paths.append(&mut paths);
        if found.paths.len() >= most_paths {
            break;
        }
    }
    Ok(found)
}
