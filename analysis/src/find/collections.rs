//! In which collection something piles up: how many elements it has, what these are, how fast they come, and whether they ever go.
//!
//! What grows is told by its holder; here the largest collection within what the holder holds is looked for, at the last point and where
//! growth begins, and compared as `over_time/structure_growth` does it.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::sync::Arc;

use roaring::RoaringBitmap;

use super::collection_kinds::kind::Traits;
use super::collection_kinds::kind_of;
use super::equal_keys::{EqualKeys, equal_keys};
use super::findings::{FindReport, Finding};
use super::growing_collection::{GrowingCollection, GrowingElements};
use super::held_heap::HeldHeap;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::grouping::list::Grouping;
use crate::grouping::{Registry, StateSource, deep_leaves_of};
use crate::heap::HeapState;
use crate::keepers::closure::Closures;
use crate::over_time::leaf_changes::{LeafChange, LeafChanges};
use crate::over_time::structure_growth::{Change, HighGrowth, Pattern, SizeChanges, judge};
use crate::over_time::tracked_objects::TrackedObjects;
use crate::structures::library::Library;
use crate::structures::sizes::{OwnedStructures, StructureSizes, add_deep_sizes, add_sizes, own_leaves_of, structures_by_owner};
use crate::trees::memory_tree::{MemoryTree, NodeTotals};

/// What a holder holds is in a collection if it retains this share of it.
const LEAST_SHARE: f64 = 0.5;
/// So many kinds of elements are told.
const MOST_KINDS: usize = 2;

/// The collections of the last heap state, once one is asked for.
pub(super) struct Collections {
    library: Arc<Library>,
    rows: Option<Vec<OwnedStructures>>,
}

/// A collection at the last point.
#[derive(Debug)]
pub(super) struct AtLast {
    row: OwnedStructures,
    /// Its class, and those that this extends.
    classes: Vec<String>,
    elements: Option<u64>,
    equal_keys: Option<EqualKeys>,
    leaves: MemoryTree,
    /// Of traces, its elements.
    objects: Option<TrackedObjects>,
    /// Where its growth begins.
    pub(super) start: usize,
    /// Somebody has chosen where to cut.
    pub(super) is_cut_chosen: bool,
}

/// Those that findings are in.
pub(super) struct Asked {
    pub(super) library: Arc<Library>,
    /// By the number of the finding.
    pub(super) collections: Vec<(usize, AtLast)>,
    /// By point when it was, in milliseconds, and all objects that count.
    pub(super) points: Vec<(i64, NodeTotals)>,
}

impl Collections {
    pub(super) fn new(library: Arc<Library>) -> Self {
        Self { library, rows: None }
    }

    pub(super) fn into_library(self) -> Arc<Library> {
        self.library
    }

    /// The collection that a group lies in, whose growth begins at a point.
    pub(super) fn of(&mut self, held: &HeldHeap<'_>, group: &RoaringBitmap, start: usize, progress: &Progress) -> Result<Option<AtLast>> {
        let heap = held.closures.heap();
        let rows = match self.rows.take() {
            Some(rows) => rows,
            None => structures_by_owner(heap, &self.library, progress)?,
        };
        let rows = self.rows.insert(rows);
        let is_in =
            |row: &&OwnedStructures| row.objects.is_subset(group) && row.within.is_none_or(|within| !rows[within].objects.is_subset(group));
        let Some(row) = rows.iter().filter(is_in).max_by_key(|row| row.sizes.retained.bytes) else { return Ok(None) };
        if (row.sizes.retained.objects as f64) < LEAST_SHARE * group.len() as f64 {
            return Ok(None);
        }
        let mut row = row.clone();
        add_sizes(heap, &self.library, std::slice::from_mut(&mut row), progress)?;
        add_deep_sizes(&held.closures, vec![&mut row], progress)?;
        let objects = match heap.origins {
            Some(_) => Some(TrackedObjects::new(heap, &own_leaves_of(heap, &self.library, &row.objects, progress)?)?),
            None => None,
        };
        let (elements, leaves) =
            (elements_of(heap, &row, progress)?, deep_leaves_of(heap, row.objects.clone(), &self.library, &by(heap)?, progress)?);
        let class = row.objects.min().map(|head| heap.type_of(ObjectIndex(head)));
        let classes = class.map_or_else(Vec::new, |class| heap.ancestry(class).map(|at| heap.type_info(at).name.to_string()).collect());
        let equal_keys = equal_keys(heap, &row.objects);
        Ok(Some(AtLast { row, classes, elements, equal_keys, leaves, objects, start, is_cut_chosen: false }))
    }
}

impl Asked {
    /// Compares the collections with what they were where their growth begins, and tells of them in the findings of a report. `state` reads
    /// the heap states of these points, one after the other.
    pub(super) fn tell<H: Borrow<HeapState>>(
        self,
        report: &mut FindReport,
        mut state: impl FnMut(usize) -> Result<H>,
        progress: &Progress,
    ) -> Result<()> {
        let starts: BTreeSet<usize> = self.collections.iter().map(|(_, collection)| collection.start).collect();
        let mut collections = self.collections;
        for start in starts {
            let heap = state(start)?;
            let here = collections.extract_if(.., |(_, collection)| collection.start == start);
            let here: Vec<(usize, AtLast)> = here.collect();
            let before = Before::of(heap.borrow(), &self.library, [self.points[start], self.points[self.points.len() - 1]], progress)?;
            for (finding, collection) in here {
                if let Some(finding) = report.findings.get_mut(finding) {
                    before.tell(finding, collection, progress)?;
                }
            }
        }
        Ok(())
    }
}

/// The heap state where growth begins.
struct Before<'h> {
    heap: &'h HeapState,
    library: &'h Arc<Library>,
    rows: Vec<OwnedStructures>,
    /// What leaves are grouped by.
    by: Grouping,
    /// How the heap changed until the last point.
    change: Change,
    /// How long that took.
    seconds: f64,
}

impl<'h> Before<'h> {
    fn of(heap: &'h HeapState, library: &'h Arc<Library>, ends: [(i64, NodeTotals); 2], progress: &Progress) -> Result<Self> {
        let [(from_millis, from), (to_millis, to)] = ends;
        Ok(Self {
            heap,
            library,
            rows: structures_by_owner(heap, library, progress)?,
            by: by(heap)?,
            change: Change::between(from, to),
            seconds: to_millis.saturating_sub(from_millis) as f64 / 1000.0,
        })
    }

    /// Tells of a collection in its finding.
    fn tell(&self, finding: &mut Finding, collection: AtLast, progress: &Progress) -> Result<()> {
        let AtLast { row, classes, elements, equal_keys, leaves, objects, is_cut_chosen, .. } = collection;
        let (heap, library) = (self.heap, self.library);
        let known = self.rows.iter().find(|known| (&known.owner, &known.class) == (&row.owner, &row.class));
        let nothing = StructureSizes { deep: Some(NodeTotals::default()), ..StructureSizes::default() };
        let mut from =
            known.cloned().unwrap_or_else(|| OwnedStructures { heads: 0, sizes: nothing, objects: RoaringBitmap::new(), ..row.clone() });
        if known.is_some() {
            add_sizes(heap, library, std::slice::from_mut(&mut from), progress)?;
            add_deep_sizes(&Closures::new(heap, progress)?, vec![&mut from], progress)?;
        }
        let sizes = [from.sizes, row.sizes];
        let judged = judge(&sizes[0], &SizeChanges::between(&sizes[0], &sizes[1]), self.change, HighGrowth::default());
        let kept = match &objects {
            Some(objects) => {
                let first = own_leaves_of(heap, library, &from.objects, progress)?;
                objects.alive_in(heap, progress)?.map(|alive| [first.len(), first.intersection_len(&alive)])
            }
            None => None,
        };
        let elements_before = if known.is_some() { elements_of(heap, &from, progress)? } else { elements.map(|_| 0) };
        let leaves_before = deep_leaves_of(heap, from.objects.clone(), library, &self.by, progress)?;
        let holds = growing(&LeafChanges::between(&leaves_before, &leaves, &self.by), self.seconds);
        let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
        let kinds: Vec<&str> = holds.iter().map(|kind| &*kind.class).collect();
        let traits = Traits { owner: &row.owner, classes: &classes, elements: &kinds };
        let kind = kind_of(&traits);
        if judged.pattern == Pattern::SingleOwnershipContainer && !is_cut_chosen {
            let of_keys = equal_keys.as_ref().map(|keys| keys.advice(&row.owner));
            if let Some(advice) = of_keys.or_else(|| kind.map(|kind| (kind.advice)(&traits))) {
                finding.next = advice;
            }
        }
        let collection = GrowingCollection {
            kind: kind.map(|kind| kind.key.into()),
            heads: [from.heads, row.heads],
            owner: row.owner,
            class: row.class,
            elements: [elements_before, elements],
            sizes,
            pattern: judged.pattern.name().into(),
            holds,
            kept,
            equal_keys,
        };
        finding.why = format!("{}. {}", finding.why, collection.words(&judged));
        finding.evidence.collection = Some(collection);
        Ok(())
    }
}

/// What leaves are grouped by.
fn by(heap: &HeapState) -> Result<Grouping> {
    let has_sites = matches!(StateSource::of(heap), StateSource::Trace { has_sites: true, .. });
    Registry::default().parse(if has_sites { "Type, Allocation site" } else { "Type" })
}

/// How many elements its heads have together.
fn elements_of(heap: &HeapState, row: &OwnedStructures, progress: &Progress) -> Result<Option<u64>> {
    let heads: Vec<ObjectIndex> = row.objects.iter().map(ObjectIndex).collect();
    let sizes = heap.sizes_of_collections(&heads, progress)?;
    Ok((sizes.len() == heads.len()).then(|| sizes.values().fold(0, |sum: u64, &size| sum.saturating_add(size))))
}

/// The kinds of elements that grew most.
fn growing(leaves: &LeafChanges, seconds: f64) -> Vec<GrowingElements> {
    let mut kinds = Vec::new();
    for (at, kind) in leaves.groups.iter().enumerate().filter(|(_, leaf)| leaf.depth == 0 && leaf.change().objects > 0) {
        let sites = leaves.groups[at + 1..].iter().take_while(|leaf| leaf.depth > 0).filter(|leaf| leaf.depth == 1);
        let most = sites.max_by_key(|site| site.change().objects);
        let is_most = |site: &&LeafChange| 2 * site.change().objects > kind.change().objects && !site.name.starts_with('(');
        let site = most.filter(is_most).map(|site| site.name.clone());
        let per_second = (seconds >= 1.0).then(|| kind.change().objects as f64 / seconds);
        kinds.push(GrowingElements { class: kind.name.clone(), objects: [kind.from.objects, kind.to.objects], per_second, site });
    }
    kinds.truncate(MOST_KINDS);
    kinds
}
