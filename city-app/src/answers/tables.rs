//! An input as tables: whoever writes or asks them gets heap states, trees and findings from here, read when they are asked for.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use analysis::{
    Error, FindReport, GcEvents, Grouping, HeapState, Progress, Result, SizeKind, TimePoint, Warnings, group, grouped_time_point,
    node_sizes,
};
use fleet::{About, Heap, Place, Source, Structures};

use crate::answers::growth_report::growth_report;
use crate::base::partly_read;
use crate::base::settings::CitySettings;
use crate::data::input::annotations::Annotations;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::DatasetKind;
use crate::data::input::{self, Input, PointHeaps, gc_events, kind_of, point_heaps, policy_of, samples_alone};
use crate::data::point_range::PointRange;
use crate::data::session::Session;

/// Makes an input ready to be read as tables; `named` says where it came from. Sizes of groups that need a walk over references are worked
/// out where somebody wants them, if `has_sizes`. What is wrong with a heap is added to `warnings` when it is read.
///
/// # Errors
/// When it cannot be looked at, or when cancelled.
pub fn tables_of(
    input: Input,
    options: OpenOptions,
    (place, named): (Place, &[PathBuf]),
    has_sizes: bool,
    progress: &Progress,
    warnings: &Arc<Warnings>,
) -> Result<Arc<dyn Source>> {
    input.refuse_runs()?;
    let kind = kind_of(&input, progress)?;
    let about = About {
        input: named.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "),
        kind: input.kind_in_words().to_owned(),
        policy: policy_of(kind, &options),
    };
    let known = Annotations::beside(input.named())?;
    if !kind.has_heap_states() {
        return Trees::read((&input, kind), &options, (place, about), &known, progress, warnings);
    }
    let (heaps, chosen) = point_heaps(&input, &options, progress, warnings)?;
    let grouping = options.grouping()?;
    let told = Told::default();
    let of = OfHeaps {
        input,
        place,
        about,
        heaps,
        chosen,
        grouping,
        has_sizes,
        known,
        told,
        last: Mutex::default(),
        read: Mutex::default(),
        progress: progress.clone(),
        warnings: Arc::clone(warnings),
    };
    Ok(Arc::new(of))
}

/// Options by which an input is grouped as in its city, unless somebody says otherwise.
///
/// # Errors
/// When it cannot be looked at, or when cancelled.
pub fn grouped_as_in_city(input: &Input, options: OpenOptions, progress: &Progress) -> Result<OpenOptions> {
    Ok(match kind_of(input, progress)? {
        DatasetKind::Traces { has_sites, .. } => options.with_usual_grouping(has_sites),
        _ => options,
    })
}

/// What was worked out once.
#[derive(Debug, Default)]
struct Told {
    findings: OnceLock<Arc<FindReport>>,
    structures: OnceLock<Arc<Structures>>,
    collections: OnceLock<Option<Arc<GcEvents>>>,
    tree: Mutex<Option<KnownTree>>,
}

/// The tree that was asked for last.
#[derive(Debug)]
struct KnownTree {
    point: usize,
    sizes: Vec<SizeKind>,
    tree: Arc<TimePoint>,
}

/// Heap dumps or traces.
struct OfHeaps {
    input: Input,
    place: Place,
    about: About,
    heaps: PointHeaps,
    /// Which of all points these are, if somebody has chosen them.
    chosen: Option<String>,
    grouping: Grouping,
    has_sizes: bool,
    known: Annotations,
    told: Told,
    /// The heap state that was asked for last: tables of one point are asked for one after the other.
    last: Mutex<Option<(usize, Arc<Heap>)>>,
    /// The points that were read before.
    read: Mutex<BTreeSet<usize>>,
    progress: Progress,
    warnings: Arc<Warnings>,
}

impl fmt::Debug for OfHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OfHeaps").field("place", &self.place).field("about", &self.about).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OfHeaps {
    fn loaded(&self, point: usize) -> Result<Arc<Heap>> {
        let mut last = lock(&self.last);
        if let Some((_, heap)) = last.as_ref().filter(|(at, _)| *at == point) {
            return Ok(Arc::clone(heap));
        }
        // Two heap states at once are one too many.
        *last = None;
        let state = match lock(&self.read).insert(point) {
            true => self.heaps.heap_first(point, &self.progress, &self.warnings)?,
            false => self.heaps.heap(point, &self.progress)?,
        };
        let heap = Arc::new(Heap::new(Arc::new(state)));
        *last = Some((point, Arc::clone(&heap)));
        Ok(heap)
    }

    fn state(&self, point: usize) -> Result<Arc<HeapState>> {
        Ok(Arc::clone(&self.loaded(point)?.state))
    }
}

/// Works an answer out unless it is known; two who ask at once both work, and get the same.
fn once<T: Clone>(known: &OnceLock<T>, work: impl FnOnce() -> Result<T>) -> Result<T> {
    if let Some(known) = known.get() {
        return Ok(known.clone());
    }
    let told = work()?;
    Ok(known.get_or_init(|| told).clone())
}

impl Source for OfHeaps {
    fn place(&self) -> &Place {
        &self.place
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn points(&self) -> usize {
        self.heaps.count()
    }

    fn heap(&self, point: usize) -> Result<Option<Arc<Heap>>> {
        self.loaded(point).map(Some)
    }

    fn tree(&self, point: usize, sizes: &[SizeKind]) -> Result<Arc<TimePoint>> {
        let sizes = if self.has_sizes { sizes } else { &[] };
        let mut known = lock(&self.told.tree);
        let fits = |known: &&KnownTree| known.point == point && sizes.iter().all(|kind| known.sizes.contains(kind));
        if let Some(known) = known.as_ref().filter(fits) {
            return Ok(Arc::clone(&known.tree));
        }
        let (state, progress) = (self.state(point)?, &self.progress);
        let grouped = group(&state, &self.grouping, progress, &Warnings::new())?;
        let node_sizes = node_sizes(&state, &grouped, sizes, progress)?;
        let gc = state.origins.as_ref().map(|origins| u64::from(origins.collections));
        let label = self.heaps.label(point, progress)?;
        let tree = Arc::new(TimePoint { gc, label, ..grouped_time_point(&state, grouped, node_sizes, progress)? });
        *known = Some(KnownTree { point, sizes: sizes.to_vec(), tree: Arc::clone(&tree) });
        Ok(tree)
    }

    fn grouping(&self) -> Result<String> {
        Ok(self.grouping.names().join(","))
    }

    fn findings(&self) -> Result<Option<Arc<FindReport>>> {
        let find = || {
            let all = PointRange::whole(self.heaps.count());
            let report = self.heaps.find_in(all, self.chosen.is_some(), &self.known.marks, |point| self.state(point), &self.progress)?;
            let partly_read = partly_read::sentences(&self.warnings);
            Ok(Arc::new(FindReport { judged: self.chosen.clone().or(report.judged), partly_read, ..report }))
        };
        once(&self.told.findings, find).map(Some)
    }

    fn structures(&self) -> Result<Option<Arc<Structures>>> {
        let all = PointRange::whole(self.heaps.count());
        let search = || {
            let (report, points) = self.heaps.structures_in(all, self.chosen.is_some(), |point| self.state(point), &self.progress)?;
            Ok(Arc::new(Structures { report, points }))
        };
        once(&self.told.structures, search).map(Some)
    }

    fn collections(&self) -> Result<Option<Arc<GcEvents>>> {
        once(&self.told.collections, || gc_events(&self.input, &self.progress, &Warnings::new()))
    }

    fn progress(&self) -> &Progress {
        &self.progress
    }
}

/// Memory trees, class histograms, recordings: groups alone, all of them in memory.
#[derive(Debug)]
struct Trees {
    place: Place,
    about: About,
    points: Vec<Arc<TimePoint>>,
    grouping: String,
    findings: Arc<FindReport>,
    collections: Option<Arc<GcEvents>>,
    progress: Progress,
}

impl Trees {
    fn read(
        (input, kind): (&Input, DatasetKind),
        options: &OpenOptions,
        (place, about): (Place, About),
        known: &Annotations,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<Arc<dyn Source>> {
        let series = input::read(input, options, progress, warnings)?;
        let points: Vec<Arc<TimePoint>> = series.points.iter().cloned().map(Arc::new).collect();
        let dataset = input::merged(input, series, options, progress, warnings)?;
        let findings = match samples_alone(input, progress, warnings)? {
            Some(report) => report.under_marks(&known.marks),
            None => {
                let session = Session::new(Arc::clone(&dataset.evolution), &CitySettings::default()).with_data_of(&dataset);
                growth_report(&session, kind)
            }
        };
        let about = About { policy: dataset.evolution.policy.clone(), ..about };
        let collections = gc_events(input, progress, warnings)?;
        let (grouping, findings, progress) = (dataset.grouping.join(","), Arc::new(findings), progress.clone());
        Ok(Arc::new(Self { place, about, points, grouping, findings, collections, progress }))
    }
}

impl Source for Trees {
    fn place(&self) -> &Place {
        &self.place
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn points(&self) -> usize {
        self.points.len()
    }

    fn heap(&self, _: usize) -> Result<Option<Arc<Heap>>> {
        Ok(None)
    }

    fn tree(&self, point: usize, _: &[SizeKind]) -> Result<Arc<TimePoint>> {
        let missing = || Error::Request(format!("there is no point {}", point + 1));
        self.points.get(point).cloned().ok_or_else(missing)
    }

    fn grouping(&self) -> Result<String> {
        Ok(self.grouping.clone())
    }

    fn findings(&self) -> Result<Option<Arc<FindReport>>> {
        Ok(Some(Arc::clone(&self.findings)))
    }

    fn structures(&self) -> Result<Option<Arc<Structures>>> {
        Ok(None)
    }

    fn collections(&self) -> Result<Option<Arc<GcEvents>>> {
        Ok(self.collections.clone())
    }

    fn progress(&self) -> &Progress {
        &self.progress
    }
}
