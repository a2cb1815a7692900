//! From series and the last heap state to findings, strongest first.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::sync::Arc;

use roaring::RoaringBitmap;

use super::candidates::{Candidate, holder_of_way, rate};
use super::collections::{Asked, AtLast, Collections};
use super::dominance::Dominance;
use super::findings::{Cut, Evidence, FindReport, Finding, GrewSince, Keeper, Severity, Verdict};
use super::growing::detector_of;
use super::growing::grown::{Grown, GrowthDetector};
use super::held_heap::HeldHeap;
use super::holders::{CLASS, FieldHolderKind, field_of, has_telling_fields, is_application, is_telling_field};
use super::loaders::loaders_of_same_classes;
use super::own_structures::OwnStructures;
use super::owners::{BIG_SHARE, MOST_POINTS, Owners};
use super::series::{HolderOverTime, LeakFinder, counted};
use super::structure::chain_of;
use super::unneeded::unneeded;
use super::waste::Waste;
use crate::base::class_names::stable_name;
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::find::told::{LEAST_PARTS, MOST_GROUPS, ToldLeaks, cut_of, keepers, key_of, variable_of};
use crate::heap::HeapState;
use crate::keepers::closure::Closures;
use crate::over_time::growth::{onset, told_until, too_few_states};
use crate::over_time::windows::end_fall;
use crate::structures::library::Library;
use crate::trees::memory_tree::NodeTotals;

const MOST_LEAKS: usize = 10;

/// What piles up is scripts if there is one for so many objects: their classes, loaders and what these keep.
const SCRIPT_OBJECTS: u64 = 200;

/// What keeps growing, to be told.
struct Leak {
    finding: Finding,
    /// Nothing in it is the application's own.
    is_foreign: bool,
    /// What it adds per unit of the clock.
    rate: f64,
    /// The collection that it is in.
    collection: Option<AtLast>,
}

/// Ways that accumulate, those that add most first.
struct Suspects<'h> {
    held: HeldHeap<'h>,
    /// Of the holders of the last heap state.
    numbers: Vec<u32>,
    candidates: Vec<Candidate>,
    /// What collections are, those of the program's own among them.
    library: Arc<Library>,
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
        let (mut report, asked) = match end_fall(&bytes).filter(|_| !self.is_chosen) {
            None => {
                let found = self.report(closures, None, progress)?;
                drop(last);
                found
            }
            Some(fall) => {
                // Two heap states at once are one too many.
                drop(closures);
                drop(last);
                self.points.truncate(fall.begins - 1);
                let last = state(fall.begins - 1)?;
                self.report(Closures::new(last.borrow(), progress)?, Some(fall.words(bytes.len())), progress)?
            }
        };
        if let Some(asked) = asked {
            asked.tell(&mut report, state, progress)?;
        }
        Ok(report)
    }

    /// The report, and the collections that its findings are in.
    fn report(mut self, closures: Closures<'_>, judged: Option<String>, progress: &Progress) -> Result<(FindReport, Option<Asked>)> {
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
        let held = HeldHeap::with(closures, OwnStructures::default(), progress)?;
        if let Some((_, waste)) = &mut of_one_state {
            waste.sum_by_holder(&held.map.holder_of, progress)?;
        }
        self.observe_held(&held, progress)?;
        let Suspects { held, numbers, candidates, library } = self.suspects(held, progress)?;
        let mut leaks: Vec<Leak> = Vec::new();
        let mut collections = Collections::new(library);
        let clock = self.clock();
        let mut told = ToldLeaks::default();
        let (mut needed, mut freed_of_needed): (Vec<String>, RoaringBitmap) = <_>::default();
        for candidate in candidates {
            let Some(holder) = holder_of_way(&numbers, candidate.way) else { continue };
            if leaks.len() == MOST_LEAKS || told.fields.iter().any(|told| told == field_of(&self.ways[candidate.way as usize].name)) {
                continue;
            }
            let Some((mut finding, freed)) = self.finding(&held, &numbers, candidate, holder, progress)? else { continue };
            told.fields.extend(finding.cut.fields.iter().cloned());
            told.fields.push(field_of(&self.ways[candidate.way as usize].name).to_owned());
            told.fields.extend(finding.keepers.iter().map(|keeper| keeper.holder.clone()));
            if !finding.follow(&self.marks) {
                needed.push(finding.title);
                freed_of_needed |= freed;
                continue;
            }
            told.freed |= freed;
            let is_cut_chosen = self.cut_at_fault(&mut finding, &held, progress)?;
            let start = onset(&finding.evidence.bytes_over_time, candidate.begins);
            let mut collection = collections.of(&held, &held.held_by(holder), start, progress)?;
            if let Some(collection) = &mut collection {
                collection.is_cut_chosen = is_cut_chosen;
            }
            let rate = rate(&finding.evidence.bytes_over_time, candidate.begins, &clock);
            leaks.push(Leak { finding, is_foreign: candidate.is_foreign, rate, collection });
        }
        // Several ways may be told together, which add more than each of them.
        leaks.sort_by(|a, b| a.is_foreign.cmp(&b.is_foreign).then_with(|| b.rate.total_cmp(&a.rate)));
        let (mut findings, mut found): (Vec<Finding>, Vec<(usize, AtLast)>) = <_>::default();
        for Leak { finding, collection, .. } in leaks {
            found.extend(collection.map(|collection| (findings.len(), collection)));
            findings.push(finding);
        }
        let leaks = !findings.is_empty();
        let mut unneeded = unneeded(&held, &self.marks, &mut told, self.heap_bytes(), progress)?;
        for finding in &mut unneeded {
            finding.follow(&self.marks);
            self.cut_at_fault(finding, &held, progress)?;
        }
        let is_suspicious = !unneeded.is_empty();
        let asked = self.asked(found, unneeded.len(), collections);
        findings.splice(0..0, unneeded);
        told.freed |= freed_of_needed;
        let owners = Owners { held: &held, finder: &self, numbers: &numbers, of_one_state: of_one_state.as_ref() };
        let found = owners.find(told, progress)?;
        for mut finding in found.findings {
            if finding.follow(&self.marks) { findings.push(finding) } else { needed.push(finding.title) }
        }
        let verdict = match (leaks, found.is_suspicious || is_suspicious) {
            (true, _) => Verdict::Leak,
            (false, true) => Verdict::Suspicious,
            (false, false) if too_few.is_some() => Verdict::Undecided,
            (false, false) => Verdict::Steady,
        };
        let (points, policy) = (self.points.len(), held.closures.heap().policy.to_string());
        Ok((FindReport { verdict, policy, points, judged, too_few, partly_read: Vec::new(), findings, needed, waste: found.waste }, asked))
    }

    /// Which ways accumulate; fields inside data structures of the program's own stand on none of them.
    fn suspects<'h>(&mut self, held: HeldHeap<'h>, progress: &Progress) -> Result<Suspects<'h>> {
        let library = self.library.clone().unwrap_or_else(Library::shipped);
        let numbers = self.number_ways(&held.map);
        let candidates = self.candidates(&held, &numbers, progress)?;
        let is_of_program = |candidate: &Candidate| {
            let HolderOverTime { name, kind, .. } = &self.ways[candidate.way as usize];
            *kind == FieldHolderKind::Field && is_application(name)
        };
        if !candidates.iter().any(is_of_program) {
            return Ok(Suspects { held, numbers, candidates, library });
        }
        let (own, library) = OwnStructures::of(held.closures.heap(), &library, progress)?;
        if !candidates.iter().any(|candidate| own.has_field(&self.ways[candidate.way as usize].name)) {
            return Ok(Suspects { held, numbers, candidates, library });
        }
        self.look_through(&own);
        // Two walks at once are one too many.
        let held = HeldHeap::with(held.into_closures(), own, progress)?;
        let numbers = self.number_ways(&held.map);
        let candidates = self.candidates(&held, &numbers, progress)?;
        Ok(Suspects { held, numbers, candidates, library })
    }

    /// Collections of findings, to be compared with what they were; so many other findings come before these.
    fn asked(&self, found: Vec<(usize, AtLast)>, before: usize, collections: Collections) -> Option<Asked> {
        let points = self.points.iter().map(|point| (point.time_millis, point.heap)).collect();
        let collections_found = found.into_iter().map(|(finding, collection)| (finding + before, collection)).collect::<Vec<_>>();
        let library = collections.into_library();
        (!collections_found.is_empty()).then_some(Asked { library, collections: collections_found, points })
    }

    /// Where marks tell which field of the application is to blame for all of a finding, that is where to cut.
    /// Returns whether that is somewhere else than before.
    fn cut_at_fault(&self, finding: &mut Finding, held: &HeldHeap<'_>, progress: &Progress) -> Result<bool> {
        let fault = |keeper: &Keeper| match keeper.faulty.as_ref()?.references.as_slice() {
            [only] if is_telling_field(only) => Some(only.clone()),
            _ => None,
        };
        let Some(mut fields) = finding.keepers.iter().map(fault).collect::<Option<Vec<String>>>() else { return Ok(false) };
        fields.sort();
        fields.dedup();
        if fields.is_empty() || fields == finding.cut.fields {
            return Ok(false);
        }
        let NodeTotals { objects, bytes } = held.closures.totals(&*held.freed_without(&fields, progress)?);
        finding.cut = Cut { fields, frees_objects: objects, frees_bytes: bytes, ..Cut::default() };
        Ok(true)
    }

    /// The finding of a candidate, and what its cut frees; `None` where only classes were loaded that no other loader had
    /// loaded, and no field keeps scripts or the like.
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
        let heap = held.closures.heap();
        let loaders = loaders_of_same_classes(heap, &group);
        // Of scripts that a field keeps nobody wrote the objects that are in them.
        let scripts = held.map.script_loaders.iter().filter(|loader| group.contains(loader.0)).count() as u64;
        let are_scripts = way.kind.is_field() && loaders < 2 && scripts > group.len() / SCRIPT_OBJECTS;
        let blamed = if are_scripts { CLASS.to_owned() } else { self.blamed(candidate, &classes, &held.own) };
        if loaders < 2 && !are_scripts && (blamed == CLASS || way.kind == FieldHolderKind::Classes) {
            return Ok(None);
        }
        let mut of_class = group.iter().map(ObjectIndex).filter(|&object| *heap.type_info(heap.type_of(object)).name == *blamed);
        // The bytes of a buffer are in its largest array.
        let sample =
            if candidate.more_objects { of_class.next() } else { of_class.max_by_key(|&object| (heap.bytes_of(object), Reverse(object))) };
        let cut = held.cut_of_growth(&group, holder, sample, &self.scattered_fields(candidate.begins), progress)?;
        let fields = &cut.fields;
        // What several fields keep together is told of all of them.
        let told = held.told_holders(fields, holder);
        let ways: Vec<u32> = told.iter().map(|&holder| numbers[holder as usize]).collect();
        let group = if told == [holder] { group } else { held.held_by_any_of(&told) };
        let mut evidence = self.evidence(&ways);
        evidence.only_together_bytes = held.only_together(&cut, progress)?;
        let millis: Vec<i64> = self.points.iter().map(|point| point.time_millis).collect();
        evidence.grew = GrewSince::of(&evidence.bytes_over_time, candidate.begins, &millis);
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
        let chain = if told == [holder] && names.len() == 1 { chain_of(held, &group, &blamed) } else { None };
        let holders = chain.filter(|chain| *chain != holders).map_or(holders.clone(), |chain| format!("the chain {chain} from {holders}"));
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
            "What {holders} {} went from {} ({} bytes{at_start}) to {} ({} bytes) over {} points{}",
            if names.len() > 1 { "hold" } else { "holds" },
            objects_in_words(from.0),
            grouped(from.1),
            objects_in_words(last_objects),
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
        let grew = evidence.grew.and_then(|grew| grew.words());
        let why = [Some(why), grew].into_iter().flatten().collect::<Vec<_>>().join(". ");
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
    fn blamed(&self, candidate: Candidate, classes: &[(String, NodeTotals)], structures: &OwnStructures) -> String {
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
        let own = |(class, grown): &(String, NodeTotals)| grown.objects > 1 && is_application(class) && !structures.has(class);
        let data_like = |class: &str| !class.ends_with("[]") && !class.contains("$Node") && !class.contains("$Entry");
        let data = |(class, grown): &(String, NodeTotals)| grown.objects >= few && data_like(class);
        // What a library keeps is told by its own class, such as a session, not by the texts that are in it.
        let few_direct = direct.iter().map(|class| class.1.objects).sum::<u64>() / LEAST_PARTS;
        let of_library =
            |(class, grown): &(String, NodeTotals)| grown.objects >= few_direct && has_telling_fields(class) && data_like(class);
        most(&direct, &own)
            .or_else(|| most(classes, &own))
            .or_else(|| most(&direct, &of_library))
            .or_else(|| most(&direct, &data))
            .or_else(|| most(classes, &|_| true))
            .unwrap_or_else(|| "objects".to_owned())
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

fn objects_in_words(objects: u64) -> String {
    if objects == 1 { "1 object".to_owned() } else { format!("{} objects", grouped(objects)) }
}
