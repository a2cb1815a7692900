//! Heap states of time points, read again when somebody asks who keeps what alive.
//!
//! A series keeps of every dump only its tree. Tables of paths for all groups of all points would cost seconds per dump
//! and megabytes per point, and nobody looks at more than a few. So a point remembers its file, and the first question
//! about it reads the dump again (a second per 10 million objects). The heap state of the last point asked for stays in
//! memory for the next question; answers stay for good, they are small.

mod tracked;

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use analysis::{
    Dominators, FindReport, Grouped, HeapFile, HeapState, LeakFinder, Marks, MemoryTree, NodeIndex, NodeSizes, PathOptions, Progress,
    Registry, Result, SizeKind, StateChanges, StructureFinder, StructureLibrary, StructureProposal, StructureReport, Warnings, group,
    group_paths, infer_structures, state_changes,
};
use roaring::RoaringBitmap;

pub use tracked::Tracked;

use super::{dumps, traces};
use crate::data::group_keepers::{GroupKeepers, NamedPath};
use crate::data::input::heap_files::HeapFiles;
use crate::data::input::options::OpenOptions;
use crate::data::input::point_source::{PointSource, judged};
use crate::data::input::structures::folder_of;
use crate::data::point_range::PointRange;

/// Paths that are asked for.
const MOST_PATHS: usize = 10;

/// By point and key of the group.
type Answers = HashMap<(usize, Box<str>), Arc<Cause>>;

/// Heap states of all points of a series of dumps, or of a recording that is being made: that one gets more points, and
/// those it has stay what they are.
#[derive(Debug)]
pub struct PointHeaps {
    points: RwLock<Vec<PointSource>>,
    options: OpenOptions,
    registry: OnceLock<Registry>,
    loaded: Mutex<Option<(usize, Arc<PointHeap>)>>,
    answers: Mutex<Answers>,
    files: Arc<HeapFiles>,
}

/// One point, with everything.
#[derive(Debug)]
pub struct PointHeap {
    /// All objects.
    pub heap: HeapState,
    /// As the series is grouped.
    pub grouped: Grouped,
    /// Computed when somebody asks.
    dominators: Mutex<Option<Arc<Dominators>>>,
}

/// What keeps a group alive at one point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Everything by name; the path that explains most of the group's growth comes first.
    pub kept_by: GroupKeepers,
    /// For each step of the first path the key of the group that its objects are in.
    pub step_keys: Vec<Option<Arc<str>>>,
}

impl PointHeaps {
    /// Remembers where the points of a series are.
    #[must_use]
    pub fn new(points: Vec<PointSource>, options: OpenOptions) -> Self {
        Self::in_files(points, options, Arc::default())
    }

    /// The same in files some of which are open already.
    pub(super) fn in_files(points: Vec<PointSource>, options: OpenOptions, files: Arc<HeapFiles>) -> Self {
        Self { points: RwLock::new(points), options, registry: OnceLock::new(), loaded: Mutex::default(), answers: Mutex::default(), files }
    }

    /// Adds a point behind the last one.
    pub fn push(&self, point: PointSource) {
        self.points.write().unwrap_or_else(PoisonError::into_inner).push(point);
    }

    /// How many points there are.
    pub(crate) fn count(&self) -> usize {
        self.places().len()
    }

    /// Where all points are, as far as they are known.
    fn places(&self) -> Vec<PointSource> {
        self.points.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn place(&self, point: usize) -> Result<PointSource> {
        let place = self.points.read().unwrap_or_else(PoisonError::into_inner).get(point).cloned();
        place.ok_or_else(|| analysis::Error::Request(format!("there is no point {}", point + 1)))
    }

    /// The file of all points, or the folders of their files.
    #[must_use]
    pub fn inputs(&self) -> Vec<PathBuf> {
        let files: BTreeSet<PathBuf> = self.places().into_iter().map(|place| place.file).collect();
        if files.len() == 1 {
            return files.into_iter().collect();
        }
        files.iter().map(|file| folder_of(file)).collect::<BTreeSet<PathBuf>>().into_iter().collect()
    }

    /// How they are read and grouped.
    #[cfg(feature = "fleet")]
    pub(crate) fn options(&self) -> &OpenOptions {
        &self.options
    }

    /// The steps that they are grouped by, as they were asked for; empty for the usual ones.
    #[must_use]
    pub fn asked_grouping(&self) -> &[String] {
        &self.options.by
    }

    /// Everything that a grouping of these heaps can name.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        self.registry.get_or_init(|| self.options.registry())
    }

    /// The heap state of a point; reads the dump unless it was the last one asked for.
    ///
    /// # Errors
    /// When the file is gone or cannot be read any more, or when cancelled.
    pub fn load(&self, point: usize, progress: &Progress) -> Result<Arc<PointHeap>> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, heap)) = loaded.as_ref().filter(|(at, _)| *at == point) {
            return Ok(Arc::clone(heap));
        }
        // Two heap states at once are one too many.
        *loaded = None;
        let heap = Arc::new(self.read(point, progress)?);
        *loaded = Some((point, Arc::clone(&heap)));
        Ok(heap)
    }

    fn read(&self, point: usize, progress: &Progress) -> Result<PointHeap> {
        let heap = self.heap(point, progress)?;
        let grouped = group(&heap, &self.options.grouping()?, progress, &Warnings::new())?;
        Ok(PointHeap::new(heap, grouped))
    }

    /// All objects of a point, read anew.
    ///
    /// # Errors
    /// As [`PointHeaps::load`].
    pub(crate) fn heap(&self, point: usize, progress: &Progress) -> Result<HeapState> {
        // Everything that is wrong with the file was told when it was read first.
        self.heap_first(point, progress, &Warnings::new())
    }

    /// All objects of a point that nobody has read before; what is wrong with its file is told.
    ///
    /// # Errors
    /// As [`Self::heap`].
    pub(crate) fn heap_first(&self, point: usize, progress: &Progress, warnings: &Warnings) -> Result<HeapState> {
        self.files.load(&self.place(point)?, &self.options.load_options(), progress, warnings)
    }

    /// What a point is called, as in its city.
    ///
    /// # Errors
    /// When there is no such point, or its file cannot be read.
    pub(crate) fn label(&self, point: usize, progress: &Progress) -> Result<Option<String>> {
        let (place, all) = (self.place(point)?, self.places());
        let of_several = all.iter().any(|other| other.file != place.file);
        // Nobody has to look through a file of one dump for others.
        let has_others = place.dump > 0 || all.iter().filter(|other| other.file == place.file).count() > 1;
        self.files.ask(&place.file, progress, |file| match file {
            HeapFile::Trace(_) => Ok(traces::label(file, &place, of_several)),
            HeapFile::Dumps { .. } if !has_others => Ok(Some(dumps::label(&place, 1))),
            HeapFile::Dumps { .. } => Ok(Some(dumps::label(&place, file.times(progress, &Warnings::new())?.len()))),
        })?
    }

    /// What became of the objects of every group between two points, as the series is grouped; `None` where the points are
    /// not of one trace, or objects were numbered anew between them, so that they have no identity.
    ///
    /// # Errors
    /// As [`PointHeaps::load`] and [`state_changes`].
    pub fn changes(&self, from: usize, to: usize, progress: &Progress) -> Result<Option<StateChanges>> {
        if self.place(from)?.file != self.place(to)?.file {
            return Ok(None);
        }
        let before = self.heap(from, progress)?;
        if before.origins.is_none() {
            return Ok(None);
        }
        let after = self.heap(to, progress)?;
        if before.check_identity(&after).is_err() {
            return Ok(None);
        }
        state_changes(&before, &after, &self.options.grouping()?, progress, &Warnings::new()).map(Some)
    }

    /// Bytes of all files: what reading everything again costs. Files that are gone count nothing.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        let files: BTreeSet<PathBuf> = self.places().into_iter().map(|point| point.file).collect();
        files.into_iter().filter_map(|file| Some(file.metadata().ok()?.len())).sum()
    }

    /// Whether the heap states are the same, however they are grouped.
    #[must_use]
    pub fn has_heaps_of(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.places() == other.places() && self.options.reads_as(&other.options)
    }

    /// What describes collections.
    #[must_use]
    pub fn library(&self) -> Arc<StructureLibrary> {
        self.options.structures.library()
    }

    /// Collections that nobody has described, by their shape in the last of some points.
    ///
    /// # Errors
    /// As [`PointHeaps::load`], and when there is no point.
    pub fn proposals(&self, range: PointRange, progress: &Progress) -> Result<Vec<StructureProposal>> {
        let judged = self.judged(range);
        let last = judged_point(&judged, judged.len().saturating_sub(1), progress)?;
        infer_structures(&self.heap(last, progress)?, &self.library(), progress)
    }

    /// How many of some points tell what the program keeps.
    #[must_use]
    pub fn judged_points(&self, range: PointRange) -> usize {
        self.judged(range).len()
    }

    fn judged(&self, range: PointRange) -> Vec<usize> {
        judged(&self.places()).into_iter().filter(|&point| range.contains(point)).collect()
    }

    /// What leaks, who owns much, what is wasted, under what people have marked: as `memory-city find` tells of these points of the dumps.
    /// Reads those of the points that are looked at, one after the other, and keeps none; for a thread of its own.
    ///
    /// # Errors
    /// As [`PointHeaps::load`], and when there is no point.
    pub fn find(&self, range: PointRange, marks: &Marks, progress: &Progress) -> Result<FindReport> {
        self.find_in(range, true, marks, |point| self.heap(point, progress), progress)
    }

    /// The same in heap states that `heap` reads; where nobody has chosen the points (`is_chosen`), those before a fall at their end.
    ///
    /// # Errors
    /// As [`PointHeaps::find`].
    pub(crate) fn find_in<H: Borrow<HeapState>>(
        &self,
        range: PointRange,
        is_chosen: bool,
        marks: &Marks,
        mut heap: impl FnMut(usize) -> Result<H>,
        progress: &Progress,
    ) -> Result<FindReport> {
        let judged = self.judged(range);
        let mut state = |at: usize| heap(judged_point(&judged, at, progress)?);
        let finder = if is_chosen { LeakFinder::of_chosen_states() } else { LeakFinder::new() };
        let mut finder = finder.with_marks(marks.clone()).with_library(self.library());
        (1..judged.len()).try_for_each(|after| finder.observe(state(after - 1)?.borrow(), progress))?;
        finder.finish(state, progress)
    }

    /// The data structures of these points by their owners, as `memory-city structures` tells of them; where somebody has chosen
    /// them (`is_chosen`), from the first of them. Reads those of the points that are looked at, one after the other, and keeps none; for a
    /// thread of its own. Returns which points these are, too.
    ///
    /// # Errors
    /// As [`PointHeaps::load`], and when there is no point.
    pub fn structures(&self, range: PointRange, is_chosen: bool, progress: &Progress) -> Result<(StructureReport, Vec<usize>)> {
        self.structures_in(range, is_chosen, |point| self.heap(point, progress), progress)
    }

    /// The same in heap states that `heap` reads.
    ///
    /// # Errors
    /// As [`PointHeaps::structures`].
    pub(crate) fn structures_in<H: Borrow<HeapState>>(
        &self,
        range: PointRange,
        is_chosen: bool,
        mut heap: impl FnMut(usize) -> Result<H>,
        progress: &Progress,
    ) -> Result<(StructureReport, Vec<usize>)> {
        let mut judged = self.judged(range);
        let mut state = |at: usize| heap(judged_point(&judged, at, progress)?);
        let finder = StructureFinder::new(self.library());
        let mut finder = if is_chosen { finder.of_chosen_states() } else { finder };
        (1..judged.len()).try_for_each(|after| finder.observe(state(after - 1)?.borrow(), progress))?;
        let report = finder.finish(state, progress)?;
        judged.truncate(report.points.len());
        Ok((report, judged))
    }

    /// Sizes of all nodes at a point, and the tree they are of: kept ones, and the others computed and kept from now on.
    ///
    /// Leaves the heap state in memory that was asked for last: this is work for the background.
    ///
    /// # Errors
    /// As [`PointHeaps::load`].
    pub fn sizes(&self, point: usize, kinds: &[SizeKind], progress: &Progress) -> Result<(MemoryTree, NodeSizes)> {
        let known =
            self.loaded.try_lock().ok().and_then(|loaded| loaded.as_ref().filter(|(at, _)| *at == point).map(|(_, heap)| Arc::clone(heap)));
        let question = self.options.question(&self.place(point)?, &self.options.grouping()?);
        let loaded = match known {
            Some(loaded) => loaded,
            None => Arc::new(self.read(point, progress)?),
        };
        let sizes = self.options.node_sizes(Some(&question), &loaded.heap, &loaded.grouped, kinds, progress)?;
        Ok((loaded.grouped.tree.clone(), sizes))
    }

    /// What keeps the group with this key alive, if it was asked for before.
    #[must_use]
    pub fn known(&self, point: usize, key: &str) -> Option<Arc<Cause>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(&(point, key.into())).cloned()
    }

    /// What keeps the group with this key alive at a point; `name` is what its objects are called. Where the series has
    /// an earlier point, paths are ordered by how much more they hold than at the first one.
    ///
    /// # Errors
    /// As [`PointHeaps::load`], and when the point has no such group.
    pub fn cause(&self, point: usize, key: &str, name: &str, progress: &Progress) -> Result<Arc<Cause>> {
        if let Some(known) = self.known(point, key) {
            return Ok(known);
        }
        let loaded = self.load(point, progress)?;
        let mut kept_by = loaded.kept_by(key, name, progress)?;
        if point > 0 {
            // A group that did not exist then has grown on every path.
            let before = self.read(0, progress)?.kept_by(key, name, progress).map(|before| before.paths).unwrap_or_default();
            order_by_growth(&mut kept_by.paths, &before);
        }
        let step_keys = kept_by.main_path().map_or_else(Vec::new, |path| loaded.step_keys(path));
        let cause = Arc::new(Cause { kept_by, step_keys });
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert((point, key.into()), Arc::clone(&cause));
        Ok(cause)
    }
}

#[cfg(test)]
impl PointHeaps {
    /// The same with a file that is not there for one point.
    pub(crate) fn without_file_of(&self, point: usize) -> Self {
        let mut points = self.places();
        points[point].file = PathBuf::from("gone.hprof");
        Self::new(points, self.options.clone())
    }
}

/// One of the points that a program is judged by, which is about to be read.
fn judged_point(judged: &[usize], at: usize, progress: &Progress) -> Result<usize> {
    let point = *judged.get(at).ok_or_else(|| analysis::Error::Empty { reason: "there is no heap state".into() })?;
    if judged.len() > 1 {
        progress.part(format!("Heap state {} of {}", at + 1, judged.len()));
    }
    Ok(point)
}

/// Within each round, paths that gained most since `before` first.
fn order_by_growth(paths: &mut [NamedPath], before: &[NamedPath]) {
    let had =
        |path: &NamedPath| before.iter().filter(|old| old.round == path.round && old.chain == path.chain).map(|old| old.objects).max();
    let gained = |path: &NamedPath| i128::from(path.objects) - i128::from(had(path).unwrap_or(0));
    paths.sort_by(|a, b| a.round.cmp(&b.round).then_with(|| gained(b).cmp(&gained(a))));
}

impl PointHeap {
    /// A heap state with its groups.
    #[must_use]
    pub fn new(heap: HeapState, grouped: Grouped) -> Self {
        Self { heap, grouped, dominators: Mutex::default() }
    }

    /// The dominator tree with the retained size of every object: computed by the first question, then kept as long as
    /// the heap state. Memory: 8 bytes per object, 14 once somebody asked what an object dominates.
    ///
    /// # Errors
    /// When cancelled.
    pub fn dominators(&self, progress: &Progress) -> Result<Arc<Dominators>> {
        let mut known = self.dominators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dominators) = &*known {
            return Ok(Arc::clone(dominators));
        }
        let dominators = Arc::new(Dominators::of(&self.heap, progress)?);
        *known = Some(Arc::clone(&dominators));
        Ok(dominators)
    }

    /// The group with this key; `None` if this point has none.
    #[must_use]
    pub fn find_group(&self, key: &str) -> Option<NodeIndex> {
        self.grouped.tree.nodes.iter().position(|node| &*node.key == key).map(NodeIndex::nth)
    }

    /// The objects of the group with this key.
    ///
    /// # Errors
    /// When this point has no such group, or when cancelled.
    pub fn members(&self, key: &str, progress: &Progress) -> Result<RoaringBitmap> {
        let unknown = || analysis::Error::Request(format!("there is no group {key} at this point"));
        self.grouped.members(&self.heap, self.find_group(key).ok_or_else(unknown)?, progress)
    }

    /// The objects of all groups with these keys; those that this point has not have none.
    ///
    /// # Errors
    /// When cancelled.
    pub fn members_of_all(&self, keys: &[Arc<str>], progress: &Progress) -> Result<RoaringBitmap> {
        let mut all = RoaringBitmap::new();
        for node in keys.iter().filter_map(|key| self.find_group(key)) {
            all |= self.grouped.members(&self.heap, node, progress)?;
        }
        Ok(all)
    }

    fn kept_by(&self, key: &str, name: &str, progress: &Progress) -> Result<GroupKeepers> {
        let members = self.members(key, progress)?;
        // Static fields are not what keeps classes themselves.
        let only_classes = !members.is_empty() && members.iter().all(|object| self.heap.is_class_object(analysis::ObjectIndex(object)));
        let options = PathOptions { through_classes: only_classes };
        let found = group_paths(&self.heap, &members, options, MOST_PATHS, progress)?;
        Ok(GroupKeepers::of(&self.heap, &found, name))
    }

    fn step_keys(&self, path: &NamedPath) -> Vec<Option<Arc<str>>> {
        let key = |node: NodeIndex| self.grouped.tree.nodes.get(node.at()).map(|node| Arc::clone(&node.key));
        let of_step = |example: &str| {
            let address = u64::from_str_radix(example.strip_prefix("0x")?, 16).ok()?;
            let leaf = self.grouped.leaves.of(&self.heap, self.heap.find(address)?).first().copied()?;
            key(leaf)
        };
        path.steps.iter().map(|step| of_step(&step.example)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_that_gained_most_comes_first() {
        let path = |holder: &str, objects, round| NamedPath {
            holder: crate::data::group_keepers::NamedHolder {
                root_kind: "static field",
                holder: holder.to_owned(),
                thread: None,
                frame: None,
                variable: None,
            },
            objects,
            round,
            chain: vec![holder.to_owned()],
            steps: Vec::new(),
            sentence: String::new(),
        };
        let mut paths = [path("Jdk.TABLE", 900, 1), path("app.LEAK", 700, 1), path("app.OTHER", 999, 2)];
        order_by_growth(&mut paths, &[path("Jdk.TABLE", 890, 1), path("app.LEAK", 100, 1)]);
        assert_eq!(paths.each_ref().map(|path| path.holder.holder.as_str()), ["app.LEAK", "Jdk.TABLE", "app.OTHER"]);
    }
}
