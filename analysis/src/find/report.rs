//! From series and the last heap state to findings, strongest first.

use std::borrow::Borrow;
use std::cmp::Reverse;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::chains::Variable;
use super::digits::grouped;
use super::dominance::Dominance;
use super::findings::{Evidence, FindReport, Finding, FindingKind, Severity, Verdict};
use super::growing::buffer::doubling_begins;
use super::growing::class_loaders::loaders_of_same_classes;
use super::growing::grown::{Grown, GrowthDetector};
use super::growing::{self, detector_of};
use super::held_heap::HeldHeap;
use super::holders::{CLASS, FieldHolderKind, field_of, is_application, is_telling_field};
use super::owners::{self, BIG_SHARE, MOST_POINTS, Owners};
use super::samples::SAMPLED_KINDS;
use super::series::{Held, HolderOverTime, LeakFinder, counted};
use super::waste::{self, Waste};
use crate::base::class_names::{is_primitive_array, stable_name};
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::told::{LEAST_PARTS, MOST_GROUPS, OWN_OBJECTS_SHARE, ToldLeaks, cut_of, keepers, key_of, variable_of};
use crate::heap::HeapState;
use crate::keepers::closure::Closures;
use crate::over_time::growth::{Growth, told_until, too_few_states};
use crate::over_time::windows::end_fall;
use crate::trees::evolution::Metric;
use crate::trees::memory_tree::NodeTotals;

/// Growth below this share of the heap is no finding; caches of the JVM itself may take more.
const LEAST_SHARE: f64 = 0.004;
/// Growth of which this share goes when the next full collection clears references is none.
const LEAVING_SHARE: f64 = 0.5;
const LEAST_FOREIGN_SHARE: f64 = 0.01;
/// Measured by the least of the last points, one of so many parts of all.
const LATE_PARTS: usize = 4;
/// Or if variables of its methods hold this share of the bytes of the class that grows most.
const OWN_VARIABLES_SHARE: f64 = 0.5;
/// A way accumulates unless this share of its growth is no more than what its new holders would hold on average: then
/// the holders accumulate somewhere else.
const SHARE_OF_NEW_SOURCES: f64 = 0.5;
/// A longer way with this share of the growth is told instead.
const LONGER_WAY_SHARE: f64 = 0.6;
/// The JVM has one for every object whose finalizer is to run: they grow with these objects, which are told.
const FINALIZERS: [&str; 2] = ["java.lang.ref.Finalizer", "java.lang.ref.FinalReference"];
const MOST_LEAKS: usize = 10;

/// All kinds of findings in heap states, in the order in which they are told, and those in sampled objects.
#[must_use]
pub fn finding_kinds() -> Vec<FindingKind> {
    let leaks = growing::DETECTORS.iter().map(|detector| detector.kind);
    leaks.chain(owners::KINDS).chain(waste::DETECTORS.iter().map(|detector| detector.kind)).chain(SAMPLED_KINDS).collect()
}

/// Growth of one way.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    way: u32,
    grown_bytes: u64,
    more_objects: bool,
    /// A buffer is made larger in steps, which are as high as it was, and as far apart as it is old.
    doubles: bool,
    /// The first point after the start.
    begins: usize,
    /// Whether nothing in it is the application's own.
    is_foreign: bool,
}

impl LeakFinder {
    /// Adds the last heap state and tells what leaks, who owns much, and, of fewer than four heap states, what is wasted in
    /// the last one. Where memory fell at the end, as after a shutdown, the run is what was before, and its last state is the one.
    ///
    /// `state` gives heap states by their numbers from 0: the one after those that were added, and perhaps an earlier one after it.
    ///
    /// # Errors
    /// Those of `state`, and [`crate::Error::Cancelled`].
    pub fn finish<H: Borrow<HeapState>>(mut self, mut state: impl FnMut(usize) -> Result<H>, progress: &Progress) -> Result<FindReport> {
        let last = state(self.points.len())?;
        let closures = Closures::new(last.borrow(), progress)?;
        let bytes: Vec<u64> = self.points.iter().map(|point| point.heap.bytes).chain([counted(&closures).bytes]).collect();
        let Some(fall) = end_fall(&bytes).filter(|_| !self.is_chosen) else { return self.report(closures, None, progress) };
        // Two heap states at once are one too many.
        drop(closures);
        drop(last);
        self.points.truncate(fall.begins - 1);
        let last = state(fall.begins - 1)?;
        self.report(Closures::new(last.borrow(), progress)?, Some(fall.words(bytes.len())), progress)
    }

    fn report(mut self, closures: Closures<'_>, judged: Option<String>, progress: &Progress) -> Result<FindReport> {
        let last = closures.heap();
        let too_few = too_few_states(self.points.len() + 1, last.origins.is_some());
        // One after the other, and before the walk over fields: each takes much memory and gives nearly all of it back.
        let mut of_one_state = if too_few.is_none() {
            None
        } else {
            let least = BIG_SHARE * counted(&closures).bytes as f64;
            let (dominance, arrays) = Dominance::of(last, least, MOST_POINTS, progress)?;
            let waste = Waste::of(last, &arrays, progress)?;
            Some((dominance, waste))
        };
        let held = HeldHeap::with(closures, progress)?;
        if let Some((_, waste)) = &mut of_one_state {
            waste.sum_by_holder(&held.map.holder_of, progress)?;
        }
        self.observe_held(&held, progress)?;
        let numbers = self.number_ways(&held.map);
        let mut findings: Vec<Finding> = Vec::new();
        let mut told = ToldLeaks::default();
        for candidate in self.candidates(&held, &numbers, progress)? {
            let Some(holder) = holder_of_way(&numbers, candidate.way) else { continue };
            if findings.len() == MOST_LEAKS || told.fields.iter().any(|told| told == field_of(&self.ways[candidate.way as usize].name)) {
                continue;
            }
            let Some((finding, freed)) = self.finding(&held, &numbers, candidate, holder, progress)? else { continue };
            told.fields.extend(finding.cut.fields.iter().cloned());
            told.fields.push(field_of(&self.ways[candidate.way as usize].name).to_owned());
            told.fields.extend(finding.keepers.iter().map(|keeper| keeper.holder.clone()));
            told.freed |= freed;
            findings.push(finding);
        }
        let leaks = !findings.is_empty();
        let owners = Owners { held: &held, finder: &self, numbers: &numbers, of_one_state: of_one_state.as_ref() };
        let found = owners.find(told, progress)?;
        findings.extend(found.findings);
        let verdict = match (leaks, found.is_suspicious) {
            (true, _) => Verdict::Leak,
            (false, true) => Verdict::Suspicious,
            (false, false) if too_few.is_some() => Verdict::Undecided,
            (false, false) => Verdict::Steady,
        };
        let (points, policy) = (self.points.len(), held.closures.heap().policy.to_string());
        Ok(FindReport { verdict, policy, points, judged, too_few, findings, waste: found.waste })
    }

    /// Ways that accumulate, those with the most growth first.
    fn candidates(&self, held: &HeldHeap<'_>, numbers: &[u32], progress: &Progress) -> Result<Vec<Candidate>> {
        let Some(last) = self.points.last() else { return Ok(Vec::new()) };
        let clock = self.clock();
        let mut growing: Vec<Candidate> = Vec::new();
        for way in 0..self.ways.len() as u32 {
            let series: Vec<Held> = self.held(way).collect();
            let objects: Vec<u64> = series.iter().map(|held| held.totals.objects).collect();
            let bytes: Vec<u64> = series.iter().map(|held| held.totals.bytes).collect();
            let (metric, growth) = Growth::of_objects_or_bytes(&objects, &bytes, &clock);
            let steady = growth.begins();
            let Some(begins) = steady.or_else(|| doubling_begins(&bytes, &objects)) else { continue };
            let (first, last_held) = (series[begins], series[series.len() - 1]);
            let grown_bytes = last_held.totals.bytes.saturating_sub(first.totals.bytes);
            // Those that held something just before and after are not new, as where a method was moving a map's entries into a larger table.
            let mut around = [begins.saturating_sub(1), begins, begins + 1].map(|at| series[at].sources);
            around.sort_unstable();
            let sources = around[1];
            let new_sources = last_held.sources.saturating_sub(sources) as f64 / last_held.sources.max(1) as f64;
            let of_new_sources = new_sources * last_held.totals.bytes as f64;
            if self.is_soft(way) {
                continue;
            }
            // More and more threads or handles pile up themselves.
            let are_roots = matches!(self.ways[way as usize].kind, FieldHolderKind::Thread | FieldHolderKind::OtherRoot);
            if !are_roots && of_new_sources > SHARE_OF_NEW_SOURCES * grown_bytes as f64 {
                continue;
            }
            // What the last point alone holds more, such as a buffer that a method is just working on, is not what keeps growing.
            let late = &series[series.len() - (series.len() / LATE_PARTS).max(1)..];
            let lasting = late.iter().map(|held| held.totals.bytes).min().unwrap_or(0).saturating_sub(first.totals.bytes);
            let share = lasting as f64 / last.heap.bytes as f64;
            if share < LEAST_SHARE || self.is_leaving(held, numbers, way, grown_bytes, progress)? {
                continue;
            }
            let (more_objects, doubles) = (steady.is_some() && metric == Metric::Objects, steady.is_none());
            let mut candidate = Candidate { way, grown_bytes, more_objects, doubles, begins, is_foreign: false };
            if doubles && !self.growing_classes(candidate, true).first().is_some_and(|class| is_primitive_array(&class.0)) {
                // What an array of references holds grows itself if more and more is put into it.
                continue;
            }
            candidate.is_foreign = self.has_no_field(way) && !self.is_own(held, numbers, candidate, progress)?;
            if !candidate.is_foreign || share >= LEAST_FOREIGN_SHARE {
                growing.push(candidate);
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
            (longer as f64) < LONGER_WAY_SHARE * candidate.grown_bytes as f64 && !self.is_of_finalizers(*candidate)
        });
        growing.sort_by_key(|candidate| (candidate.is_foreign, Reverse(candidate.grown_bytes), candidate.way));
        Ok(growing)
    }

    /// Whether much of what a way holds more goes by itself, when references are cleared.
    fn is_leaving(&self, held: &HeldHeap<'_>, numbers: &[u32], way: u32, grown_bytes: u64, progress: &Progress) -> Result<bool> {
        let leaving = held.leaving(progress)?;
        let is_much = |set: &RoaringBitmap| held.closures.totals(set).bytes as f64 >= LEAVING_SHARE * grown_bytes as f64;
        Ok(!leaving.is_empty()
            && is_much(leaving)
            && holder_of_way(numbers, way).is_some_and(|holder| is_much(&(leaving & held.held_by(holder)))))
    }

    /// Whether a way begins with a soft or weak reference, which lets go when memory gets short.
    fn is_soft(&self, way: u32) -> bool {
        let above = std::iter::successors(Some(way), |&way| self.ways[way as usize].parent);
        above.last().is_some_and(|top| self.ways[top as usize].kind == FieldHolderKind::Soft)
    }

    /// Whether what grows is the JVM's own list and queue of finalizers.
    fn is_of_finalizers(&self, candidate: Candidate) -> bool {
        let most = || self.growing_classes(candidate, true).into_iter().next();
        candidate.is_foreign && most().is_some_and(|(class, _)| FINALIZERS.contains(&&*class))
    }

    /// Whether a way has no field of the application on it.
    fn has_no_field(&self, way: u32) -> bool {
        let mut at = Some(way);
        while let Some(way) = at {
            let HolderOverTime { name, kind, parent } = &self.ways[way as usize];
            if kind.is_field() && is_application(name) {
                return false;
            }
            at = *parent;
        }
        true
    }

    /// Whether growth without a field of the application is the application's own all the same: objects of its classes, or
    /// what local variables of its methods hold.
    fn is_own(&self, held: &HeldHeap<'_>, numbers: &[u32], candidate: Candidate, progress: &Progress) -> Result<bool> {
        let classes = self.growing_classes(candidate, true);
        let objects = |classes: &[(String, NodeTotals)]| classes.iter().map(|class| class.1.objects).sum::<u64>() as f64;
        let own: Vec<_> = classes.iter().filter(|class| is_application(&class.0)).cloned().collect();
        if !own.is_empty() && objects(&own) >= OWN_OBJECTS_SHARE * objects(&classes) {
            return Ok(true);
        }
        let (Some(holder), Some((most, _))) = (holder_of_way(numbers, candidate.way), classes.first()) else { return Ok(false) };
        let heap = held.closures.heap();
        let group = held.held_by(holder);
        let sample = group.iter().map(ObjectIndex).find(|&object| *heap.type_info(heap.type_of(object)).name == **most);
        let Some(variables) = held.bytes_by_variable(holder, &group, sample, progress)? else { return Ok(false) };
        let bytes =
            |of: &dyn Fn(&Variable) -> bool| variables.iter().filter(|of_one| of(&of_one.0)).map(|of_one| of_one.1).sum::<u64>() as f64;
        Ok(bytes(&|variable| held.is_in_method_of_application(*variable)) >= OWN_VARIABLES_SHARE * bytes(&|_| true))
    }

    /// The finding of a candidate, and what its cut frees; `None` where only classes were loaded that no other loader had loaded.
    fn finding(
        &self,
        held: &HeldHeap<'_>,
        numbers: &[u32],
        candidate: Candidate,
        holder: u32,
        progress: &Progress,
    ) -> Result<Option<(Finding, RoaringBitmap)>> {
        let way = &self.ways[candidate.way as usize];
        let group = held.held_by(holder);
        let classes = self.growing_classes(candidate, true);
        let blamed = self.blamed(candidate, &classes);
        let heap = held.closures.heap();
        let loaders = loaders_of_same_classes(heap, &group);
        if loaders < 2 && (blamed == CLASS || way.kind == FieldHolderKind::Classes) {
            return Ok(None);
        }
        let mut of_class = group.iter().map(ObjectIndex).filter(|&object| *heap.type_info(heap.type_of(object)).name == *blamed);
        // The bytes of a buffer are in its largest array.
        let sample =
            if candidate.more_objects { of_class.next() } else { of_class.max_by_key(|&object| (heap.bytes_of(object), Reverse(object))) };
        let cut = held.cut(&group, holder, sample, progress)?;
        let fields = &cut.fields;
        // What several fields keep together is told of all of them.
        let told = held.told_holders(fields, holder);
        let ways: Vec<u32> = told.iter().map(|&holder| numbers[holder as usize]).collect();
        let group = if told == [holder] { group } else { held.held_by_any_of(&told) };
        let mut evidence = self.evidence(&ways);
        evidence.only_together_bytes = held.only_together(&cut, progress)?;
        let names: Vec<&str> = fields.iter().filter(|field| field.kind.is_field()).map(|field| field_of(&field.name)).collect();
        // Fields of the platform stand in the cut; the application's own are where to look.
        let own: Vec<&str> = names.iter().copied().filter(|name| is_telling_field(name)).collect();
        let names = if own.is_empty() { names } else { own };
        // Of one thread, the variable; of many, their common name.
        let variable = fields.first().and_then(variable_of).filter(|_| held.map.holders[holder as usize].sources == 1);
        let holders = match variable {
            Some(variable) => variable.to_owned(),
            None if names.is_empty() => field_of(&way.name).to_owned(),
            None => names.join(" and "),
        };
        let Evidence { first_objects, last_objects, first_bytes, last_bytes, .. } = evidence;
        // Addresses of lambdas tell nobody anything.
        let shown = stable_name(&blamed);
        // A start that held more is no measure.
        let after_start = self.held_by_all(&ways).nth(candidate.begins).unwrap_or_default();
        let (from, at_start) = match after_start {
            NodeTotals { objects, bytes } if bytes < first_bytes => ((objects, bytes), format!(", {} at the start", grouped(first_bytes))),
            _ => ((first_objects, first_bytes), String::new()),
        };
        let why = format!(
            "What {holders} {} went from {} objects ({} bytes{at_start}) to {} objects ({} bytes) over {} points{}",
            if names.len() > 1 { "hold" } else { "holds" },
            grouped(from.0),
            grouped(from.1),
            grouped(last_objects),
            grouped(last_bytes),
            self.points.len(),
            if candidate.doubles {
                "; it is made larger by the same factor each time, after a time longer by that factor, as a buffer to which more is \
                 written all the time"
                    .to_owned()
            } else {
                let over_time = if candidate.more_objects { &evidence.objects_over_time } else { &evidence.bytes_over_time };
                format!(" and {}", told_until(over_time, candidate.begins))
            }
        );
        let grown = Grown {
            holder: &way.name,
            holder_kind: way.kind,
            holders,
            fields: names,
            is_variable: variable.is_some(),
            class: &shown,
            classes: &classes,
            loaders,
            more_objects: candidate.more_objects,
        };
        let GrowthDetector { kind, title, advice, .. } = detector_of(&grown);
        let mut groups: Vec<String> = vec![key_of(&blamed)];
        groups.extend(classes.iter().filter(|class| class.0 != blamed).take(MOST_GROUPS - 1).map(|class| key_of(&class.0)));
        let (keepers, told_cut) = (keepers(held, &group, fields), cut_of(held, &cut));
        let (title, next) = (title(&grown), advice(&grown));
        let finding = Finding { kind: *kind, severity: Severity::Leak, title, why, evidence, groups, keepers, cut: told_cut, next };
        Ok(Some((finding, cut.freed)))
    }

    /// The class to name: of the application if possible, held directly if possible; for buffers, the most bytes.
    fn blamed(&self, candidate: Candidate, classes: &[(String, NodeTotals)]) -> String {
        if !candidate.more_objects {
            return classes.first().map_or_else(|| "bytes".to_owned(), |class| class.0.clone());
        }
        let direct = self.growing_classes(candidate, false);
        let most = |classes: &[(String, NodeTotals)], wanted: &dyn Fn(&(String, NodeTotals)) -> bool| {
            let classes = classes.iter().filter(|class| wanted(class) && class.1.objects > 0);
            classes.max_by_key(|class| (class.1.objects, class.1.bytes)).map(|class| class.0.clone())
        };
        // A single object may be there by chance, such as what a thread is just passing on.
        let few = classes.iter().map(|class| class.1.objects).sum::<u64>() / LEAST_PARTS;
        let own = |class: &(String, NodeTotals)| is_application(&class.0);
        let data = |(class, grown): &(String, NodeTotals)| {
            grown.objects >= few && !class.ends_with("[]") && !class.contains("$Node") && !class.contains("$Entry")
        };
        most(&direct, &own)
            .or_else(|| most(classes, &own))
            .or_else(|| most(&direct, &data))
            .or_else(|| most(classes, &|_| true))
            .unwrap_or_else(|| "objects".to_owned())
    }

    /// Classes by their growth in bytes after the start, most first, of what a way holds, with longer ways or without.
    fn growing_classes(&self, candidate: Candidate, with_longer: bool) -> Vec<(String, NodeTotals)> {
        let Candidate { way, begins, .. } = candidate;
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
        let (Some(start), Some(last)) = (self.points.get(begins), self.points.last()) else { return Vec::new() };
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

    /// What ways hold over time, none of which is a part of another one.
    pub(super) fn evidence(&self, ways: &[u32]) -> Evidence {
        let series: Vec<NodeTotals> = self.held_by_all(ways).collect();
        let (first, last) = (series.first().copied().unwrap_or_default(), series.last().copied().unwrap_or_default());
        let over_time = if series.len() > 1 { &series[..] } else { &[] };
        Evidence {
            first_objects: first.objects,
            last_objects: last.objects,
            first_bytes: first.bytes,
            last_bytes: last.bytes,
            share_of_heap: last.bytes as f64 / self.heap_bytes().max(1) as f64,
            objects_over_time: over_time.iter().map(|held| held.objects).collect(),
            bytes_over_time: over_time.iter().map(|held| held.bytes).collect(),
            ..Evidence::default()
        }
    }

    /// Bytes of all objects that count at the last point.
    pub(super) fn heap_bytes(&self) -> u64 {
        self.points.last().map_or(0, |point| point.heap.bytes)
    }
}

/// The holder of the last heap state that has this way.
fn holder_of_way(numbers: &[u32], way: u32) -> Option<u32> {
    numbers.iter().position(|&number| number == way).map(|holder| holder as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader of any report is told about a kind comes from its file; the key is what scripts rely on.
    #[test]
    fn every_kind_says_in_its_own_file_what_it_is_and_what_to_do() {
        let kinds = finding_kinds();
        let keys: std::collections::BTreeSet<&str> = kinds.iter().map(|kind| kind.key).collect();
        assert_eq!(keys.len(), kinds.len(), "no key twice");
        for FindingKind { key, name, meaning, .. } in &kinds {
            assert!(!key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{key}");
            assert!(name.starts_with(|c: char| c.is_uppercase()) && !name.ends_with('.'), "{name}");
            assert!(meaning.starts_with(|c: char| c.is_uppercase()) && meaning.ends_with('.'), "{meaning}");
        }
        for detector in waste::DETECTORS {
            assert!(!detector.kind.key.starts_with("growing"));
            let title = (detector.title)("17", "app.Item");
            assert!(title.starts_with("17 ") && !title.ends_with('.'), "{title}");
            assert!(detector.advice.starts_with(|c: char| c.is_lowercase()) && !detector.advice.ends_with('.'), "{}", detector.advice);
        }
        for detector in growing::DETECTORS {
            assert!(detector.kind.key.starts_with("growing"));
            let grown = Grown {
                holder: "app.Cache.MAP",
                holder_kind: FieldHolderKind::Static,
                holders: "app.Cache.MAP".to_owned(),
                fields: vec!["app.Cache.MAP"],
                is_variable: false,
                class: "app.Item",
                classes: &[],
                loaders: 0,
                more_objects: true,
            };
            let (title, advice) = ((detector.title)(&grown), (detector.advice)(&grown));
            assert!(title.contains("app.Item") && title.contains("app.Cache.MAP"), "{title}");
            assert!(advice.contains("app.Cache.MAP") && !advice.ends_with('.'), "{advice}");
        }
    }
}
