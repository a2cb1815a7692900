//! From series and the last heap state to findings, strongest first.

use std::sync::Arc;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::cut::{CutField, FieldCut, HeldHeap, classes_of};
use super::growth::keeps_growing;
use super::holders::{HolderKind, is_application};
use super::series::{Held, LeakFinder, Way};
use crate::memory_tree::join_key;
use crate::{HeapState, NodeTotals, ObjectIndex, Progress, ROOT_KEY, Result, package_path_of};

/// Growth below this share of the live heap is no finding; caches of the JVM itself may take more.
const LEAST_SHARE: f64 = 0.004;
const LEAST_FOREIGN_SHARE: f64 = 0.03;
/// A way accumulates unless the number of its own holders grows by more than this.
const STEADY_SOURCES: f64 = 1.1;
/// A longer way with this share of the growth is told instead.
const LONGER_WAY_SHARE: f64 = 0.6;
/// An owner of this share of the heap is worth a line; a single dump with an owner of half of it is suspicious.
const BIG_OWNER_SHARE: f64 = 0.1;
const SUSPICIOUS_OWNER_SHARE: f64 = 0.5;
const MOST_LEAKS: usize = 10;
const MOST_OWNERS: usize = 5;
const MOST_GROUPS: usize = 5;

/// The answer in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Something grows without end.
    Leak,
    /// Too few points to tell, and something is large or has grown.
    Suspicious,
    /// Nothing grows without end.
    Steady,
}

/// What was found, in which order and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FindReport {
    /// The answer in one word.
    pub verdict: Verdict,
    /// How numbers were made.
    pub policy: String,
    /// Heap states looked at.
    pub points: usize,
    /// Strongest first.
    pub findings: Vec<Finding>,
}

/// What kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// One field holds more and more objects.
    GrowingContainer,
    /// Several fields together hold more and more objects; all of them must let go.
    SharedOwners,
    /// More bytes in not more objects.
    GrowingBuffer,
    /// Classes and their loaders pile up.
    ClassLoaders,
    /// What grows is held by a thread, or more and more threads.
    GrowingThread,
    /// Something large that does not keep growing, or where one point cannot tell; no leak.
    BigOwner,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// What kind of finding.
    pub kind: FindingKind,
    /// The finding in one line.
    pub title: String,
    /// What it was read from, one sentence.
    pub why: String,
    /// Numbers.
    pub evidence: Evidence,
    /// Keys of the classes concerned in the default grouping of a heap dump, the one to blame first.
    pub groups: Vec<String>,
    /// Who keeps it alive.
    pub keepers: Vec<Keeper>,
    /// Where to cut.
    pub cut: Cut,
    /// What to do next.
    pub next: String,
}

/// Numbers behind a finding: of what the holders hold, at the first and the last point. Bytes are shallow; buffers count
/// as far as they are filled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// Objects at the first point.
    pub first_objects: u64,
    /// Objects at the last point.
    pub last_objects: u64,
    /// Bytes at the first point.
    pub first_bytes: u64,
    /// Bytes at the last point.
    pub last_bytes: u64,
    /// Share of the live heap at the last point, `0.0..=1.0`.
    pub share_of_heap: f64,
}

/// One root or field that keeps a group alive.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Keeper {
    /// `static field`, `thread`, ..: where the chain begins.
    pub root_kind: String,
    /// The field to look at, by its declaring class; or the thread.
    pub holder: String,
    /// Objects of the group that it reaches.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Fields from the root to an object of the group, by declaring class.
    pub chain: Vec<String>,
}

/// Fields that must let go, and what the GC could then collect.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Cut {
    /// All of them must let go; empty where no field does it.
    pub fields: Vec<String>,
    /// Exactly what dies, in objects.
    pub frees_objects: u64,
    /// And in bytes.
    pub frees_bytes: u64,
}

/// Growth of one way.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    way: u32,
    grown_bytes: u64,
    more_objects: bool,
}

impl LeakFinder {
    /// Tells what leaks. `last` is the heap state that was observed last.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn report(&mut self, last: &HeapState, progress: &Progress) -> Result<FindReport> {
        let held = HeldHeap::new(last, progress)?;
        let numbers = self.number_ways(&held.map);
        let mut findings: Vec<Finding> = Vec::new();
        let mut told: Vec<String> = Vec::new();
        for candidate in self.candidates() {
            let Some(holder) = numbers.iter().position(|&way| way == candidate.way) else { continue };
            if findings.len() == MOST_LEAKS || told.contains(&self.ways[candidate.way as usize].name) {
                continue;
            }
            let finding = self.finding(&held, candidate, holder as u32, progress)?;
            told.extend(finding.cut.fields.iter().cloned());
            told.extend(finding.keepers.iter().map(|keeper| keeper.holder.clone()));
            findings.push(finding);
        }
        let leaks = !findings.is_empty();
        let owners = self.big_owners(&held, &numbers, &told, progress)?;
        let suspicious = self.points.len() < 4 && owners.iter().any(|owner| owner.evidence.share_of_heap >= SUSPICIOUS_OWNER_SHARE);
        findings.extend(owners);
        let verdict = match (leaks, suspicious) {
            (true, _) => Verdict::Leak,
            (false, true) => Verdict::Suspicious,
            (false, false) => Verdict::Steady,
        };
        Ok(FindReport { verdict, policy: last.policy.to_string(), points: self.points.len(), findings })
    }

    /// Ways that accumulate, those with the most growth first.
    fn candidates(&self) -> Vec<Candidate> {
        let Some(last) = self.points.last() else { return Vec::new() };
        let start = self.points.len() / 4;
        let mut growing: Vec<Candidate> = Vec::new();
        for way in 0..self.ways.len() as u32 {
            let series: Vec<Held> = self.held(way).collect();
            let objects: Vec<u64> = series.iter().map(|held| held.totals.objects).collect();
            let bytes: Vec<u64> = series.iter().map(|held| held.totals.bytes).collect();
            let more_objects = keeps_growing(&objects);
            if !more_objects && !keeps_growing(&bytes) {
                continue;
            }
            let (first, last_held) = (series[start], series[series.len() - 1]);
            let own_threads = self.ways[way as usize].kind == HolderKind::Thread;
            if !own_threads && last_held.sources as f64 > STEADY_SOURCES * first.sources as f64 {
                continue;
            }
            let grown_bytes = last_held.totals.bytes.saturating_sub(first.totals.bytes);
            let least = if self.is_foreign(way) { LEAST_FOREIGN_SHARE } else { LEAST_SHARE };
            if grown_bytes as f64 >= least * last.live.bytes as f64 {
                growing.push(Candidate { way, grown_bytes, more_objects });
            }
        }
        // The longest growth of a longer way, by way.
        let mut below: FxHashMap<u32, u64> = FxHashMap::default();
        for candidate in &growing {
            let mut above = self.ways[candidate.way as usize].parent;
            while let Some(way) = above {
                let most = below.entry(way).or_default();
                *most = (*most).max(candidate.grown_bytes);
                above = self.ways[way as usize].parent;
            }
        }
        growing.retain(|candidate| {
            let longer = below.get(&candidate.way).copied().unwrap_or(0);
            (longer as f64) < LONGER_WAY_SHARE * candidate.grown_bytes as f64
        });
        growing.sort_by_key(|candidate| (self.is_foreign(candidate.way), std::cmp::Reverse(candidate.grown_bytes), candidate.way));
        growing
    }

    /// Whether a way has no field of the application on it.
    fn is_foreign(&self, way: u32) -> bool {
        let mut at = Some(way);
        while let Some(way) = at {
            let Way { name, kind, parent } = &self.ways[way as usize];
            if matches!(kind, HolderKind::Static | HolderKind::Field) && is_application(name) {
                return false;
            }
            at = *parent;
        }
        true
    }

    fn finding(&self, held: &HeldHeap<'_>, candidate: Candidate, holder: u32, progress: &Progress) -> Result<Finding> {
        let way = &self.ways[candidate.way as usize];
        let group = held.held_by(holder);
        let classes = self.growing_classes(candidate.way, true);
        let blamed = self.blamed(candidate, &classes);
        let heap = held.closures.heap();
        let sample = group.iter().map(ObjectIndex).find(|&object| *heap.type_info(heap.type_of(object)).name == *blamed);
        let FieldCut { fields, freed } = held.cut(&group, holder, sample, progress)?;
        let evidence = self.evidence(candidate.way);
        let kind = match way.kind {
            _ if fields.len() > 1 => FindingKind::SharedOwners,
            _ if classes.iter().any(|class| class.0 == "java.lang.Class") => FindingKind::ClassLoaders,
            HolderKind::Thread => FindingKind::GrowingThread,
            _ if !candidate.more_objects => FindingKind::GrowingBuffer,
            _ => FindingKind::GrowingContainer,
        };
        let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
        let holders = if names.is_empty() { way.name.clone() } else { names.join(" and ") };
        let Evidence { first_objects, last_objects, first_bytes, last_bytes, .. } = evidence;
        let title = match kind {
            FindingKind::GrowingBuffer => format!("{blamed} in {holders} grows"),
            FindingKind::GrowingThread => format!("{blamed} piles up, held by {holders}"),
            _ => format!("{blamed} piles up in {holders}"),
        };
        let why = format!(
            "What {holders} holds went from {first_objects} objects ({first_bytes} bytes) to {last_objects} objects ({last_bytes} bytes) over {} points and kept growing to the end",
            self.points.len()
        );
        let next = match kind {
            FindingKind::SharedOwners => {
                format!("Let all of {} forget what is no longer needed: each alone keeps it alive", names.join(", "))
            }
            FindingKind::GrowingThread => format!("Look why {holders} does not end or does not forget"),
            FindingKind::ClassLoaders => format!("Take what was undeployed out of {holders}, so that its class loader can go"),
            _ => format!("Look where {holders} is added to, and remove what is no longer needed, or bound it"),
        };
        let mut groups: Vec<String> = vec![key_of(&blamed)];
        groups.extend(classes.iter().filter(|class| class.0 != blamed).take(MOST_GROUPS - 1).map(|class| key_of(&class.0)));
        Ok(Finding { kind, title, why, evidence, groups, keepers: keepers(&fields), cut: cut_of(held, &fields, &freed), next })
    }

    /// The class to name: of the application if possible, held directly if possible; for buffers, the most bytes.
    fn blamed(&self, candidate: Candidate, classes: &[(String, NodeTotals)]) -> String {
        if !candidate.more_objects {
            return classes.first().map_or_else(|| "bytes".to_owned(), |class| class.0.clone());
        }
        let direct = self.growing_classes(candidate.way, false);
        let most = |classes: &[(String, NodeTotals)], wanted: &dyn Fn(&str) -> bool| {
            let classes = classes.iter().filter(|class| wanted(&class.0) && class.1.objects > 0);
            classes.max_by_key(|class| (class.1.objects, class.1.bytes)).map(|class| class.0.clone())
        };
        let data = |class: &str| !class.ends_with("[]") && !class.contains("$Node") && !class.contains("$Entry");
        most(&direct, &is_application)
            .or_else(|| most(classes, &is_application))
            .or_else(|| most(&direct, &data))
            .or_else(|| most(classes, &|_| true))
            .unwrap_or_else(|| "objects".to_owned())
    }

    /// Classes by their growth in bytes after the start, most first, of what a way holds, with longer ways or without.
    fn growing_classes(&self, way: u32, with_longer: bool) -> Vec<(String, NodeTotals)> {
        let below = |mut at: u32| loop {
            if at == way {
                return true;
            }
            if !with_longer {
                return false;
            }
            match self.ways[at as usize].parent {
                Some(parent) => at = parent,
                None => return false,
            }
        };
        let sums = |point: &super::series::Point| {
            let mut sums: FxHashMap<u32, NodeTotals> = FxHashMap::default();
            let mut rows: Vec<_> = point.classes.iter().filter(|((at, _), _)| below(*at)).collect();
            rows.sort_unstable_by_key(|row| *row.0);
            for ((_, class), totals) in rows {
                let sum = sums.entry(*class).or_default();
                *sum = sum.saturating_add(*totals);
            }
            sums
        };
        let (Some(start), Some(last)) = (self.points.get(self.points.len() / 4), self.points.last()) else { return Vec::new() };
        let (start, last) = (sums(start), sums(last));
        let mut grown: Vec<(String, NodeTotals)> = last
            .into_iter()
            .map(|(class, totals)| {
                (self.class_names[class as usize].clone(), totals.saturating_sub(start.get(&class).copied().unwrap_or_default()))
            })
            .filter(|(_, grown)| grown.bytes > 0)
            .collect();
        grown.sort_by(|a, b| b.1.bytes.cmp(&a.1.bytes).then_with(|| a.0.cmp(&b.0)));
        grown
    }

    fn evidence(&self, way: u32) -> Evidence {
        let series: Vec<Held> = self.held(way).collect();
        let (first, last) = (series.first().copied().unwrap_or_default(), series.last().copied().unwrap_or_default());
        let live = self.points.last().map_or(0, |point| point.live.bytes);
        Evidence {
            first_objects: first.totals.objects,
            last_objects: last.totals.objects,
            first_bytes: first.totals.bytes,
            last_bytes: last.totals.bytes,
            share_of_heap: last.totals.bytes as f64 / live.max(1) as f64,
        }
    }

    /// The application's fields that hold much, most first, without those told already.
    fn big_owners(&self, held: &HeldHeap<'_>, numbers: &[u32], told: &[String], progress: &Progress) -> Result<Vec<Finding>> {
        let Some(last) = self.points.last() else { return Ok(Vec::new()) };
        let mut owners: Vec<(u64, usize)> = Vec::new();
        for (holder, &way) in numbers.iter().enumerate() {
            let bytes = last.held.get(&way).map_or(0, |held| held.totals.bytes);
            let info = &held.map.holders[holder];
            if info.kind == HolderKind::Static && is_application(&info.name) && !told.contains(&info.name) {
                owners.push((bytes, holder));
            }
        }
        owners.sort_by_key(|&(bytes, holder)| (std::cmp::Reverse(bytes), holder));
        owners.retain(|&(bytes, _)| bytes as f64 >= BIG_OWNER_SHARE * last.live.bytes as f64);
        owners.truncate(MOST_OWNERS);
        let owner = |(_, holder): (u64, usize)| {
            let group = held.held_by(holder as u32);
            let classes = classes_of(&held.closures, &group);
            let heap = held.closures.heap();
            let is_top = |object: &ObjectIndex| classes.first().is_some_and(|top| *heap.type_info(heap.type_of(*object)).name == *top.0);
            let sample = group.iter().map(ObjectIndex).find(is_top);
            let FieldCut { fields, freed } = held.cut(&group, holder as u32, sample, progress)?;
            let name = &held.map.holders[holder].name;
            let evidence = self.evidence(numbers[holder]);
            Ok(Finding {
                kind: FindingKind::BigOwner,
                title: format!("{name} holds {:.0} % of the heap", 100.0 * evidence.share_of_heap),
                why: format!("{} objects with {} bytes are reached through it", evidence.last_objects, evidence.last_bytes),
                evidence,
                groups: classes.iter().take(MOST_GROUPS).map(|class| key_of(&class.0)).collect(),
                keepers: keepers(&fields),
                cut: cut_of(held, &fields, &freed),
                next: if self.points.len() < 4 {
                    "Compare with dumps taken later: only growth tells a leak".to_owned()
                } else {
                    "It does not keep growing; see whether it may be smaller".to_owned()
                },
            })
        };
        owners.into_iter().map(owner).collect()
    }
}

fn keepers(fields: &[CutField]) -> Vec<Keeper> {
    let keeper = |field: &CutField| {
        let begins_with_thread = field.chain.first().is_some_and(|first| first.starts_with("thread "));
        let root_kind = match field.kind {
            HolderKind::Thread => "thread",
            _ if begins_with_thread => "thread",
            HolderKind::Static | HolderKind::Field => "static field",
            HolderKind::OtherRoot => "GC root",
            HolderKind::Classes => "class",
        };
        let NodeTotals { objects, bytes } = field.held;
        Keeper { root_kind: root_kind.to_owned(), holder: field.name.clone(), objects, bytes, chain: field.chain.clone() }
    };
    fields.iter().map(keeper).collect()
}

fn cut_of(held: &HeldHeap<'_>, fields: &[CutField], freed: &RoaringBitmap) -> Cut {
    let NodeTotals { objects, bytes } = held.closures.totals(freed);
    let is_field = |field: &&CutField| matches!(field.kind, HolderKind::Static | HolderKind::Field);
    Cut { fields: fields.iter().filter(is_field).map(|field| field.name.clone()).collect(), frees_objects: objects, frees_bytes: bytes }
}

/// The key of a class in the default grouping of heap dumps: package path, then type.
fn key_of(class: &str) -> String {
    let package = package_path_of(class).fold(Arc::<str>::from(ROOT_KEY), |key, part| join_key(&key, part));
    join_key(&package, class).to_string()
}
