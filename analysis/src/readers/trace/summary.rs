//! What a trace says about the program and the recording.

use std::sync::Arc;

use trace_format::{BlockKind, StateBegin, StateEnd, info_key};

use super::Trace;
use super::dictionary::read_block;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::over_time::gc_events::{GcEvent, GcEvents};
use crate::readers::class_histogram::{ClassCount, ClassHistogram};
use crate::trees::memory_tree::NodeTotals;

/// A heap state as the trace announces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceState {
    /// Milliseconds since the epoch.
    pub time_millis: i64,
    /// Nanoseconds since the start of the trace.
    pub nanos: u64,
    /// How many collections had ended.
    pub collections: u32,
    /// Why the heap was walked: `collection`, `clock`, `exit` or `request`.
    pub reason: &'static str,
    /// Objects; `None` if the end of the state is lost.
    pub objects: Option<u64>,
    /// Their bytes.
    pub bytes: Option<u64>,
    /// Their references.
    pub references: Option<u64>,
    /// How long the program stood still for it.
    pub pause_nanos: Option<u64>,
    /// Bytes in the file.
    pub stored_bytes: u64,
    /// It needs no state before it.
    pub is_full: bool,
    /// Objects are numbered anew: which of them were in states before is not known.
    pub numbers_anew: bool,
    /// No thread of the program ran any more.
    pub is_ending: bool,
}

/// What a trace is about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TraceInfo {
    /// Name and version of the JVM.
    pub jvm: String,
    /// Main class and arguments.
    pub command: String,
    /// The process that was recorded, where it is noted.
    pub process: Option<u64>,
    /// `counts`, `states` or `full`.
    pub detail: String,
    /// Everything that the recorder noted, by key.
    pub entries: Vec<(String, String)>,
    /// Milliseconds since the epoch at the start.
    pub start_millis: i64,
    /// Nanoseconds from the start to the last thing that has a time.
    pub nanos: u64,
    /// Different call stacks.
    pub sites: u64,
    /// Threads that were seen.
    pub threads: u64,
    /// Classes that were loaded.
    pub classes: u64,
    /// Class histograms.
    pub histograms: u64,
    /// What could not be recorded, and why, in the words of the recorder.
    pub limits: Vec<String>,
    /// The share of the run time that recording has cost, as far as it noted its cost; `None` if it never did.
    pub slowdown_estimate: Option<f64>,
    /// The recording came to its end.
    pub is_complete: bool,
    /// Bytes of the file.
    pub file_bytes: u64,
}

impl Trace {
    /// What the trace is about.
    #[must_use]
    pub fn info(&self) -> TraceInfo {
        let text = |key: &str| self.dictionary.info(key).to_owned();
        let last = self.collections.last();
        let number = |key: &str| self.dictionary.info(key).parse::<u64>().ok();
        let end = number(info_key::END_NANOS);
        let nanos = end.unwrap_or(0).max(last.map_or(0, |last| last.end_nanos)).max(self.states().last().map_or(0, |state| state.nanos));
        let at_end = number(info_key::END_COST_NANOS).zip(end);
        let cost = at_end.or_else(|| last.map(|last| (last.cost_nanos, last.end_nanos))).filter(|&(_, end)| end > 0);
        TraceInfo {
            jvm: format!("{} {}", text(info_key::JVM_NAME), text(info_key::JVM_VERSION)).trim().to_owned(),
            command: text(info_key::COMMAND),
            process: number(info_key::PROCESS),
            detail: text(info_key::DETAIL),
            entries: self.dictionary.info.clone().into_iter().collect(),
            start_millis: self.time_millis(0),
            nanos,
            sites: self.dictionary.sites.len() as u64,
            threads: self.dictionary.threads.len() as u64,
            classes: self.dictionary.classes.len() as u64,
            histograms: self.scan.blocks.iter().filter(|entry| entry.kind == Some(BlockKind::Histogram)).count() as u64,
            limits: self.dictionary.info(info_key::LIMITS).lines().map(str::to_owned).collect(),
            slowdown_estimate: cost.map(|(cost, end)| cost as f64 / end as f64),
            is_complete: self.scan.is_complete,
            file_bytes: self.origin.as_ref().map_or(self.source.len() as u64, |origin| origin.bytes),
        }
    }

    /// Of a trace without heap states: what it holds instead, why, and what to do, in sentences; `None` if it has some.
    #[must_use]
    pub fn why_no_states(&self) -> Option<String> {
        if !self.is_empty() {
            return None;
        }
        let TraceInfo { detail, histograms, limits, is_complete, .. } = self.info();
        let counted = |count: u64, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("one {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let held = [
            counted(self.collections.len() as u64, "garbage collection", "garbage collections"),
            counted(histograms, "class histogram", "class histograms"),
            self.has_sites().then(|| "allocations with their call stacks".to_owned()),
        ];
        let held: Vec<String> = held.into_iter().flatten().collect();
        let held = if held.is_empty() { "names only".to_owned() } else { held.join(", ") };
        let mut text = format!("this trace holds no heap states, but {held}.");
        let is_counts = detail == "counts";
        let told = limits.iter().map(|limit| format!("the recorder says: {limit}"));
        let own = match (is_counts, is_complete) {
            (true, _) => Some("it was recorded with --detail counts, which walks no heap".to_owned()),
            (false, false) if limits.is_empty() => {
                Some("the recording has not come to its end: the program still runs, or was killed before its first state".to_owned())
            }
            _ => None,
        };
        for sentence in own.into_iter().chain(told) {
            let mut letters = sentence.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            text.push_str(&format!(" {first}{}.", letters.as_str().trim_end_matches('.')));
        }
        let again = if is_counts { "with --detail states" } else { "with --at-exit, --every 30s or a larger --budget" };
        if self.has_sites() {
            text.push_str(" `memory-city counts FILE` tells what was created and collected.");
        }
        text.push_str(&format!(" For a city of objects record {again}"));
        Some(text)
    }

    /// The collections on the clock of the trace. Where the JVM did not tell what was in use before one, it is worked out from what was in
    /// use after the one before and what was allocated since, if allocations were recorded.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    pub fn gc_events(&self, progress: &Progress, warnings: &Warnings) -> Result<GcEvents> {
        let mut events = self.collections();
        let is_lacking = events.iter().any(|event| event.used_before.is_none());
        let allocated = if is_lacking { self.allocated(progress, warnings)? } else { None };
        let mut is_before_worked_out = false;
        if let Some(allocated) = allocated {
            let mut last: Option<(u32, u64)> = None;
            for event in &mut events {
                if let (None, Some((number, used))) = (event.used_before, last) {
                    let since = allocated.bytes_between(number, event.number);
                    event.used_before = Some(used.saturating_add(since).max(event.used_after.unwrap_or(0)));
                    is_before_worked_out = true;
                }
                last = event.used_after.map(|used| (event.number, used));
            }
        }
        Ok(GcEvents { zero_millis: Some(self.time_millis(0)), end_nanos: self.info().nanos, events, is_before_worked_out })
    }

    /// All garbage collections, by number.
    #[must_use]
    pub fn collections(&self) -> Vec<GcEvent> {
        let text = |number| Arc::from(self.dictionary.text(number));
        let told = |collection: &trace_format::Collection| GcEvent {
            number: collection.number,
            start_nanos: collection.start_nanos,
            end_nanos: collection.end_nanos,
            pause_nanos: collection.end_nanos.saturating_sub(collection.start_nanos),
            collector: text(collection.collector),
            cause: text(collection.cause),
            used_before: collection.used_before,
            used_after: collection.used_after,
            capacity: collection.capacity,
            ..GcEvent::default()
        };
        self.collections.iter().map(told).collect()
    }

    /// All heap states, in the order of time.
    #[must_use]
    pub fn states(&self) -> Vec<TraceState> {
        let steps = self.directory.shown.iter().map(|&at| &self.directory.steps[at]);
        let told = |step: &super::Step| {
            let (begin, end): (StateBegin, Option<StateEnd>) = (step.begin.unwrap_or_default(), step.end);
            TraceState {
                time_millis: self.time_millis(begin.nanos),
                nanos: begin.nanos,
                collections: begin.collections,
                reason: begin.reason.name(),
                objects: end.map(|end| end.objects),
                bytes: end.map(|end| end.bytes),
                references: end.map(|end| end.references),
                pause_nanos: end.map(|end| end.pause_nanos),
                stored_bytes: step.bytes().0,
                is_full: begin.is_full,
                numbers_anew: begin.numbers_anew,
                is_ending: begin.is_ending,
            }
        };
        steps.map(told).collect()
    }

    /// Class histograms, which traces have whose detail is `counts`. No two have one time.
    #[must_use]
    pub fn histograms(&self, warnings: &Warnings) -> Vec<ClassHistogram> {
        let blocks = self.scan.blocks.iter().filter(|entry| entry.kind == Some(BlockKind::Histogram));
        let histogram = |block: trace_format::Histogram| {
            let classes = block.rows.iter().map(|row| ClassCount {
                name: self.types.entries[self.types.of_class(row.class) as usize].name.to_string(),
                totals: NodeTotals { objects: row.objects, bytes: row.bytes },
            });
            ClassHistogram {
                time_millis: Some(self.time_millis(block.nanos)),
                label: Some(format!("GC {}", block.collections)),
                classes: classes.collect(),
            }
        };
        let mut histograms: Vec<ClassHistogram> =
            blocks.filter_map(|entry| read_block(&self.source, entry, warnings)).map(histogram).collect();
        let mut before = i64::MIN;
        for time in histograms.iter_mut().filter_map(|histogram| histogram.time_millis.as_mut()) {
            *time = (*time).max(before.saturating_add(1));
            before = *time;
        }
        histograms
    }
}
