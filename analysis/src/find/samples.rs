//! What the old objects of a JFR recording tell of leaks: single objects that the JVM saw when they were allocated and that were
//! still alive at the end, with the chain to who keeps them.
//!
//! A container that grows holds samples of all ages. One that was filled at the start holds old ones only, and one that forgets
//! again holds young ones only. Which field grows is told by the innermost object that holds samples of all ages: a map in every
//! session holds those of its session, the map of all sessions holds all. Samples tell where and when, not how much, so whether the
//! memory of the program grows is asked of its collections.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::findings::{Cut, Evidence, FindReport, Finding, FindingKind, Keeper, Severity, Verdict};
use super::holders::{CLASS, has_telling_fields};
use super::told::key_of;
use crate::base::digits::grouped;
use crate::over_time::growth::Growth;
use crate::over_time::run::RunOverTime;
use crate::readers::jfr::{JfrRecording, LinkIndex, OldObject, ReferredBy};
use crate::trees::evolution::Evolution;

const GROWING: FindingKind = FindingKind::new(
    "growing_by_samples",
    "Growing by samples",
    "Objects of all ages that a JFR recording has sampled hang on one field, and the memory of the program grows.",
);
const OLD_AND_YOUNG: FindingKind = FindingKind::new(
    "old_and_young_samples",
    "Samples of all ages",
    "Objects of all ages that a JFR recording has sampled hang on one field. The memory of the program was not seen to grow.",
);

/// The kinds of findings in sampled objects.
pub const SAMPLED_KINDS: [FindingKind; 2] = [GROWING, OLD_AND_YOUNG];

/// How its numbers were made.
const POLICY: &str = "objects that JFR has sampled (jdk.OldObjectSample)";
/// What is told of at the end of a recording comes within this time.
const TOLD_TOGETHER_NANOS: u64 = 1_000_000_000;
/// A field is told of that holds so many samples.
const FEWEST_SAMPLES: usize = 6;
/// So many samples that somebody keeps are of all ages with 95 percent certainty if they were allocated evenly over the time, so fewer
/// tell no steady program.
const ENOUGH_SAMPLES: usize = 16;
/// Nor does a shorter time, much of which is the start of the JVM.
const SHORTEST_NANOS: u64 = 10_000_000_000;
/// They are of all ages if some were allocated in each of so many parts of the time.
const PARTS: usize = 4;
const MOST_FINDINGS: usize = 10;
/// What the JVM calls a class object.
const CLASS_NAME: &str = "Class Name: ";

/// One reference on the way from a root to a sample.
#[derive(Debug, Clone)]
struct Step {
    /// The field with the class of the object that has it; `None` for elements of arrays.
    field: Option<String>,
    holder: LinkIndex,
    /// Whether the field tells where something is kept, as those of collections do not.
    is_telling: bool,
}

/// A sample with its way.
struct Sample<'a> {
    object: &'a OldObject,
    /// From the root on.
    steps: Vec<Step>,
    root: String,
    class: String,
}

/// Samples that one object holds by one field.
struct Held {
    /// Numbers of samples.
    samples: Vec<usize>,
    /// The place of the step on the way of the first of them.
    step: usize,
}

/// What the old objects of a recording tell, a report of no points in time.
#[must_use]
pub fn sampled_report(recording: &JfrRecording) -> FindReport {
    let samples = samples_at_the_end(recording);
    let memory = RunOverTime::new(&Evolution::default(), Some(Arc::clone(&recording.gc))).memory;
    let bytes: Vec<u64> = memory.iter().map(|point| point.bytes).collect();
    let clock: Vec<i64> = memory.iter().map(|point| point.nanos).collect();
    let grows = Growth::of(&bytes, &clock).keeps_growing();
    let findings: Vec<Finding> = fields_of_all_ages(recording, &samples)
        .into_iter()
        .take(MOST_FINDINGS)
        .map(|held| finding(recording, &samples, &held, grows))
        .collect();
    let kept = samples.iter().filter(|sample| sample.steps.iter().any(|step| step.is_telling)).count();
    let has_chains = samples.iter().any(|sample| !sample.steps.is_empty());
    let too_few = match samples.len() {
        _ if !findings.is_empty() => None,
        0 => Some("The recording has no sampled objects: record with settings=profile,path-to-gc-roots=true.".to_owned()),
        _ if !has_chains => {
            Some("The recording does not tell who keeps its sampled objects: record with path-to-gc-roots=true.".to_owned())
        }
        _ if kept < ENOUGH_SAMPLES => Some(format!(
            "Of the sampled objects that were alive at the end {} hang on fields of the program, too few for a verdict. Record for longer.",
            grouped(kept as u64)
        )),
        _ if end_of(recording) < SHORTEST_NANOS => Some(format!(
            "The recording ends {:.1} s after its start, too short for a verdict. Record for longer.",
            end_of(recording) as f64 / 1e9
        )),
        _ => None,
    };
    let verdict = match findings.first() {
        Some(_) if grows => Verdict::Leak,
        Some(_) => Verdict::Suspicious,
        None if too_few.is_some() => Verdict::Undecided,
        None => Verdict::Steady,
    };
    FindReport {
        verdict,
        policy: POLICY.to_owned(),
        points: 0,
        judged: None,
        too_few,
        partly_read: Vec::new(),
        findings,
        needed: Vec::new(),
        waste: Vec::new(),
    }
}

/// When sampled objects were told of for the last time.
fn last_told(recording: &JfrRecording) -> u64 {
    recording.old_objects.iter().map(|object| object.nanos).max().unwrap_or(0)
}

/// Where a recording ends.
fn end_of(recording: &JfrRecording) -> u64 {
    recording.gc.end_nanos.max(last_told(recording))
}

/// The samples that were alive when the recording was written out for the last time, in the order in which they were allocated.
fn samples_at_the_end(recording: &JfrRecording) -> Vec<Sample<'_>> {
    let end = last_told(recording);
    let told_last = recording.old_objects.iter().filter(|object| object.nanos + TOLD_TOGETHER_NANOS >= end);
    let mut objects: Vec<&OldObject> = told_last.collect();
    objects.sort_by_key(|object| (object.allocated_nanos, object.object));
    objects.into_iter().map(|object| sample(recording, object)).collect()
}

fn sample<'a>(recording: &'a JfrRecording, object: &'a OldObject) -> Sample<'a> {
    let name = |at| recording.tables.name(at);
    let links: Vec<_> = recording.chain(object).collect();
    let (mut steps, mut root) = (Vec::new(), object.root.map_or("", |root| name(root.description)));
    for link in links.iter().rev() {
        let Some(referrer) = link.referrer else { continue };
        let holder = recording.link(referrer.object);
        let (of, is_class) = match name(holder.description).strip_prefix(CLASS_NAME) {
            Some(class) if name(holder.class) == CLASS => (class, true),
            _ => (name(holder.class), false),
        };
        let (field, is_telling) = match referrer.by {
            ReferredBy::Field { name: field, .. } => (Some(format!("{of}.{}", name(field))), has_telling_fields(of)),
            ReferredBy::Element { .. } | ReferredBy::Unknown => (None, false),
        };
        // What comes before a static field tells how the class object is reached, which is no matter.
        if is_class {
            steps.clear();
            root = "";
        }
        steps.push(Step { field, holder: referrer.object, is_telling });
    }
    let class = links.first().map(|link| name(link.class).to_owned()).unwrap_or_default();
    Sample { object, steps, root: root.replace("Thread Name: ", "thread "), class }
}

/// Fields by which one object holds samples of all ages: for each sample the innermost one, those with the most
/// samples first.
fn fields_of_all_ages(recording: &JfrRecording, samples: &[Sample<'_>]) -> Vec<Held> {
    let mut held: FxHashMap<(LinkIndex, &str), Held> = FxHashMap::default();
    for (number, sample) in samples.iter().enumerate() {
        let mut seen: Vec<&str> = Vec::new();
        for (step, Step { field, holder, is_telling }) in sample.steps.iter().enumerate() {
            let Some(field) = field.as_deref().filter(|field| *is_telling && !seen.contains(field)) else { continue };
            // A list linked by its own class is one way, which begins with its first element.
            seen.push(field);
            let held = held.entry((*holder, field)).or_insert_with(|| Held { samples: Vec::new(), step });
            held.samples.push(number);
        }
    }
    let end = end_of(recording);
    held.retain(|_, held| held.samples.len() >= FEWEST_SAMPLES && are_of_all_ages(samples, held, end));
    // The innermost field counts for each of its samples.
    let mut by_field: FxHashMap<&str, Held> = FxHashMap::default();
    for (number, sample) in samples.iter().enumerate() {
        let innermost = sample.steps.iter().enumerate().rev().find_map(|(at, step)| {
            let field = step.field.as_deref()?;
            held.get(&(step.holder, field)).map(|_| (at, field))
        });
        if let Some((step, field)) = innermost {
            by_field.entry(field).or_insert_with(|| Held { samples: Vec::new(), step }).samples.push(number);
        }
    }
    let mut found: Vec<Held> = by_field.into_values().filter(|held| held.samples.len() >= FEWEST_SAMPLES).collect();
    found.sort_by_key(|held| (std::cmp::Reverse(held.samples.len()), held.samples[0]));
    found
}

fn are_of_all_ages(samples: &[Sample<'_>], held: &Held, end: u64) -> bool {
    let part = |number: &usize| {
        let at = samples[*number].object.allocated_nanos.max(0) as u128;
        (at * PARTS as u128 / u128::from(end.max(1))) as usize
    };
    let mut parts: Vec<usize> = held.samples.iter().map(part).map(|part| part.min(PARTS - 1)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts.len() == PARTS
}

/// What comes how many times, the most frequent first.
fn most_frequent<T: Eq + Hash + Ord + Clone>(all: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut counts: FxHashMap<T, usize> = FxHashMap::default();
    all.for_each(|one| *counts.entry(one).or_default() += 1);
    let mut counts: Vec<(T, usize)> = counts.into_iter().collect();
    counts.sort_by_cached_key(|(one, count)| (std::cmp::Reverse(*count), one.clone()));
    counts
}

fn finding(recording: &JfrRecording, samples: &[Sample<'_>], held: &Held, grows: bool) -> Finding {
    let of_held = || held.samples.iter().map(|&number| &samples[number]);
    let first = &samples[held.samples[0]];
    let mut fields: Vec<String> = Vec::new();
    for field in first.steps.iter().take(held.step + 1).filter_map(|step| step.field.as_ref()) {
        if fields.last() != Some(field) {
            fields.push(field.clone());
        }
    }
    let field = fields.last().cloned().unwrap_or_default();
    let classes = most_frequent(of_held().map(|sample| sample.class.as_str()));
    let seconds = |nanos: i64| format!("{:.1} s", nanos.max(0) as f64 / 1e9);
    let times = [of_held().next(), of_held().next_back()].map(|sample| seconds(sample.map_or(0, |sample| sample.object.allocated_nanos)));
    let [from, to] = times;
    let all = grouped(samples.len() as u64);
    let count = grouped(held.samples.len() as u64);
    let places = most_frequent(of_held().filter_map(|sample| {
        let name = |at| recording.tables.name(at);
        let frame = recording.tables.frames(sample.object.stack).find(|frame| has_telling_fields(name(frame.class)))?;
        Some(format!("{}.{}:{}", name(frame.class), name(frame.method), frame.line))
    }));
    let place =
        places.first().map_or(String::new(), |(place, times)| format!(" {} of them were allocated at {place}.", grouped(*times as u64)));
    let memory = if grows { "What is in use after collections grows." } else { "What is in use after collections was not seen to grow." };
    let why = format!(
        "Of {all} sampled objects that were alive at the end {count} hang on it, allocated from {from} to {to} after the start of the \
         recording.{place} {memory} Samples tell where objects are kept, not how many there are"
    );
    let bytes = of_held().filter_map(|sample| sample.object.bytes).sum();
    let root = Some(first.root.clone()).filter(|root| !root.is_empty());
    let chain = root.into_iter().chain(fields.iter().cloned()).collect();
    Finding {
        kind: if grows { GROWING } else { OLD_AND_YOUNG },
        severity: if grows { Severity::Leak } else { Severity::Owner },
        title: format!("Samples of all ages hang on {field}, mostly {}", classes.first().map_or("objects", |class| class.0)),
        why,
        evidence: Evidence { last_objects: held.samples.len() as u64, last_bytes: bytes, ..Evidence::default() },
        groups: classes.iter().map(|(class, _)| key_of(class)).collect(),
        keepers: vec![Keeper {
            root_kind: "sampled chain".to_owned(),
            holder: field,
            objects: held.samples.len() as u64,
            bytes,
            chain,
            faulty: None,
        }],
        cut: Cut::default(),
        next: "Take heap dumps, or record a trace: they tell how many there are, and what frees them".to_owned(),
    }
}
