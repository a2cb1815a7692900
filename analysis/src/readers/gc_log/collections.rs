//! The collections of a log while it is read, whatever its style: lines tell of several at once, as some work beside the
//! program while others stop it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::amounts::Change;
use super::clock::{Clock, Stamp};
use crate::base::warnings::Warnings;
use crate::over_time::gc_events::{GcEvent, GcEvents, GcPause, GcSpace};
use crate::readers::shared_texts::SharedTexts;

/// Lines of different threads are written a little out of order; what falls back further belongs to another run.
const OUT_OF_ORDER_NANOS: i64 = 100_000_000;

/// Long texts are cut so that a message stays a message.
const SHOWN_CHARS: usize = 100;

/// Most collections go on for no longer than a few others.
const NEAR: usize = 4;

const EARLIER_RUNS: &str = "collections of earlier runs of a JVM, which the same log holds, were passed over";
const UNFINISHED: &str = "collections that began and of which the log tells no more were left out";
const NO_PAUSES: &str = "the log does not tell the pauses of collections; one that is written with -Xlog:gc* does";
const NO_TIMES: &str = "a GC log has no times, so all its collections are at 0; write it with -Xlog:gc*:file=gc.log:uptime,level,tags";

/// One collection.
#[derive(Debug, Default)]
pub(super) struct Collection {
    number: u32,
    start: Option<i64>,
    end: i64,
    /// Where the last line of its course stands among all, so that collections of one moment keep their order.
    last_line: u64,
    /// Most have one.
    first_pause: Option<Pause>,
    more_pauses: Vec<Pause>,
    /// What kind it is; `None` as long as only parts of it were told.
    pub(super) kind: Option<Arc<str>>,
    pub(super) cause: Option<Arc<str>>,
    used_before: Option<u64>,
    used_after: Option<u64>,
    capacity: Option<u64>,
    spaces: Vec<Space>,
    /// Its end was told.
    pub(super) is_over: bool,
    /// Its end was told, and that it did not come to its end.
    pub(super) is_aborted: bool,
    /// Which part of the heap the next lines are about.
    pub(super) part: Option<&'static str>,
}

/// A stop of the program.
#[derive(Debug)]
struct Pause {
    start: i64,
    nanos: u64,
    name: Arc<str>,
}

/// A part of the heap; of G1 in regions, until it is known how large they are.
#[derive(Debug)]
struct Space {
    name: &'static str,
    is_in_regions: bool,
    before: Option<u64>,
    after: Option<u64>,
    capacity: Option<u64>,
}

impl Collection {
    /// A part of its course that ended now, and how long it took.
    pub(super) fn went_on(&mut self, now: i64, nanos: u64, line: u64) {
        self.began(now.saturating_sub(i64::try_from(nanos).unwrap_or(i64::MAX)));
        self.end = self.end.max(now);
        self.last_line = line;
    }

    /// It had begun by then.
    pub(super) fn began(&mut self, at: i64) {
        if self.start.is_none() {
            self.end = at;
        }
        self.start = Some(self.start.map_or(at, |start| start.min(at)));
    }

    /// It stopped the program until now.
    pub(super) fn stopped(&mut self, name: &Arc<str>, now: i64, nanos: u64, line: u64) {
        self.went_on(now, nanos, line);
        let pause = Pause { start: now.saturating_sub(i64::try_from(nanos).unwrap_or(i64::MAX)), nanos, name: name.clone() };
        if self.first_pause.is_none() {
            self.first_pause = Some(pause);
        } else {
            self.more_pauses.push(pause);
        }
    }

    /// Moves pauses that overlap apart, towards the start: a program is stopped once at a time, but lines have the time at
    /// which they were written, often in whole milliseconds, and a JVM whose threads wait writes several at once.
    fn keep_pauses_apart(&mut self) {
        let mut next = None;
        for pause in self.more_pauses.iter_mut().rev().chain(&mut self.first_pause) {
            if let Some(next) = next {
                pause.start = pause.start.min(i64::saturating_sub_unsigned(next, pause.nanos));
            }
            next = Some(pause.start);
        }
        self.start = self.start.into_iter().chain(next).min();
    }

    /// What the whole collection did to the heap.
    pub(super) fn changed(&mut self, change: Change) {
        (self.used_before, self.used_after) = (Some(change.before), Some(change.after));
        self.capacity = change.capacity.or(self.capacity);
    }

    /// What a part of its course did to the heap: the first one tells what was used before, the last one what after.
    pub(super) fn changed_in_part(&mut self, change: Change) {
        self.used_before.get_or_insert(change.before);
        self.used_after = Some(change.after);
        self.capacity = change.capacity.or(self.capacity);
    }

    /// Bytes of the heap at its end.
    pub(super) fn has_room(&mut self, capacity: u64) {
        self.capacity = Some(capacity);
    }

    /// What it did to a part of the heap, in bytes or in regions; told again, the later one counts.
    pub(super) fn space(
        &mut self,
        name: &'static str,
        is_in_regions: bool,
        before: Option<u64>,
        after: Option<u64>,
        capacity: Option<u64>,
    ) {
        let space = Space { name, is_in_regions, before, after, capacity };
        match self.spaces.iter_mut().find(|known| known.name == name) {
            Some(known) => *known = Space { before: known.before.or(before), ..space },
            None => self.spaces.push(space),
        }
    }

    /// The same of a change in bytes.
    pub(super) fn changed_space(&mut self, name: &'static str, change: Change) {
        self.space(name, false, Some(change.before), Some(change.after), change.capacity);
    }

    /// Whether enough is told to count it.
    fn is_told(&self) -> bool {
        self.is_over || self.first_pause.is_some()
    }
}

/// One run of a JVM.
#[derive(Debug, Default)]
struct Run {
    clock: Clock,
    /// The greatest time of a line.
    latest: i64,
    collections: Vec<Collection>,
    /// Where each number is, from when one came that is lower than the one before it.
    by_number: Option<FxHashMap<u32, usize>>,
    /// The greatest number.
    highest: Option<u32>,
    /// Where the last collection asked for is; most lines are about the same one as the line before.
    at: usize,
    region_bytes: Option<u64>,
}

/// Those of the last run so far.
#[derive(Debug)]
pub(super) struct Collections<'a> {
    pub(super) warnings: &'a Warnings,
    run: Run,
    passed_over: u64,
    /// Lines that tell of the course of collections.
    lines: u64,
    texts: SharedTexts,
}

impl<'a> Collections<'a> {
    pub(super) fn new(warnings: &'a Warnings) -> Self {
        Self { warnings, run: Run::default(), passed_over: 0, lines: 0, texts: SharedTexts::default() }
    }

    /// Another JVM begins to write.
    pub(super) fn begin_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        self.passed_over += run.collections.iter().filter(|collection| collection.is_told()).count() as u64;
    }

    /// When a line was written; of lines without a time, when the last one was.
    pub(super) fn time(&mut self, stamp: Stamp) -> i64 {
        match self.run.clock.nanos(stamp) {
            Some(now) => {
                self.run.latest = self.run.latest.max(now);
                now
            }
            None => self.run.latest,
        }
    }

    /// The log goes on until then.
    pub(super) fn passed(&mut self, now: i64) {
        self.run.latest = self.run.latest.max(now);
    }

    /// Whether a time lies so far before the last one that it is of another run.
    pub(super) fn falls_back(&mut self, stamp: Stamp, by_nanos: i64) -> bool {
        let mut clock = self.run.clock;
        clock.nanos(stamp).is_some_and(|now| now < self.run.latest.saturating_sub(by_nanos))
    }

    /// The collection of this number, of which a line of this time tells; `is_end` if it tells its end.
    ///
    /// Begins a new run if a JVM that goes on cannot have written the line: its time falls back to a collection that is over
    /// or was never told of, or it ends one for the second time.
    pub(super) fn numbered(&mut self, number: u32, stamp: Stamp, is_end: bool) -> (&mut Collection, i64) {
        let known = self.known(number);
        let is_over = known.is_some_and(|at| self.run.collections[at].is_over);
        // The last collections tell of what they did until the next one begins.
        let is_earlier = self.run.highest.is_some_and(|highest| number < highest);
        let restarts = if is_over && is_end {
            let mut clock = self.run.clock;
            let end = known.map(|at| self.run.collections[at].end);
            clock.nanos(stamp) != end || end.is_none()
        } else {
            is_earlier && (is_over || known.is_none()) && self.falls_back(stamp, OUT_OF_ORDER_NANOS)
        };
        let known = if restarts {
            self.begin_run();
            None
        } else {
            known
        };
        let now = self.time(stamp);
        let at = known.unwrap_or_else(|| self.add(number));
        self.run.at = at;
        (&mut self.run.collections[at], now)
    }

    /// The collection of this number, if lines have told of it.
    fn known(&self, number: u32) -> Option<usize> {
        let Run { collections, by_number, highest, at, .. } = &self.run;
        if collections.get(*at).is_some_and(|collection| collection.number == number) {
            return Some(*at);
        }
        if highest.is_none_or(|highest| number > highest) {
            return None;
        }
        // What goes on beside the program began just before.
        let near = collections.len().saturating_sub(NEAR);
        if let Some(at) = collections[near..].iter().rposition(|collection| collection.number == number) {
            return Some(near + at);
        }
        match by_number {
            Some(by_number) => by_number.get(&number).copied(),
            None => collections.binary_search_by_key(&number, |collection| collection.number).ok(),
        }
    }

    /// The collection of this number, which is added if it is new, for lines that tell of it but not of its course.
    pub(super) fn beside(&mut self, number: u32) -> &mut Collection {
        let at = self.known(number).unwrap_or_else(|| self.add(number));
        self.run.at = at;
        &mut self.run.collections[at]
    }

    /// The next collection, where the log numbers none.
    pub(super) fn next(&mut self) -> usize {
        let number = u32::try_from(self.run.collections.len()).unwrap_or(u32::MAX);
        self.add(number)
    }

    /// A collection by its place, as [`Collections::next`] told it.
    pub(super) fn at(&mut self, place: usize) -> Option<&mut Collection> {
        self.run.collections.get_mut(place)
    }

    /// Whether a collection of this number was told of.
    pub(super) fn has(&self, number: u32) -> bool {
        self.known(number).is_some()
    }

    /// The number of the collection that was told of last.
    pub(super) fn last_number(&self) -> Option<u32> {
        self.run.collections.get(self.run.at).map(|collection| collection.number)
    }

    fn add(&mut self, number: u32) -> usize {
        let Run { collections, by_number, highest, .. } = &mut self.run;
        let at = collections.len();
        if by_number.is_none() && highest.is_some_and(|highest| number <= highest) {
            *by_number = Some(collections.iter().enumerate().map(|(at, collection)| (collection.number, at)).collect());
        }
        if let Some(by_number) = by_number {
            by_number.insert(number, at);
        }
        collections.push(Collection { number, ..Collection::default() });
        self.run.highest = Some(self.run.highest.map_or(number, |highest| highest.max(number)));
        at
    }

    /// The number of one more line that tells of the course of a collection.
    pub(super) fn next_line(&mut self) -> u64 {
        self.lines += 1;
        self.lines
    }

    /// How large the regions of G1 are; the first one told counts.
    pub(super) fn regions_have(&mut self, bytes: u64) {
        self.run.region_bytes.get_or_insert(bytes);
    }

    /// The same text once for all.
    pub(super) fn text(&mut self, text: &str) -> Arc<str> {
        self.texts.get(text)
    }

    /// Warns of something that looks like a collection and was not understood.
    pub(super) fn count_damaged(&self, what: &str, name: &str, line_number: u64, text: &[u8]) {
        let shown: String = String::from_utf8_lossy(text).chars().take(SHOWN_CHARS).collect();
        self.warnings.add(what, format_args!("{name} line {line_number}: {shown}"));
    }

    /// Those of the last run that are told enough of.
    pub(super) fn finish(mut self) -> GcEvents {
        let run = std::mem::take(&mut self.run);
        self.warnings.add_many(EARLIER_RUNS, self.passed_over, "");
        let mut collections = run.collections;
        collections.iter_mut().for_each(Collection::keep_pauses_apart);
        let unfinished = collections.iter().filter(|collection| !collection.is_told() && collection.kind.is_some());
        let first = unfinished.clone().next().map_or(0, |collection| collection.number);
        self.warnings.add_many(UNFINISHED, unfinished.count() as u64, format_args!("GC({first})"));
        let told = || collections.iter().filter(|collection| collection.is_told());
        let without_pauses = told().filter(|collection| collection.first_pause.is_none() && !collection.is_aborted && is_cycle(collection));
        let first = without_pauses.clone().next().map_or(0, |collection| collection.number);
        self.warnings.add_many(NO_PAUSES, without_pauses.count() as u64, format_args!("GC({first})"));
        if run.clock == Clock::Unknown && told().next().is_some() {
            self.warnings.add(NO_TIMES, "");
        }
        // By the time of day, a collection whose end is the first line began before.
        let earliest = told().filter_map(|collection| collection.start).min().unwrap_or(0).min(0);
        let end_nanos = told().map(|collection| collection.end).max().map_or(run.latest, |end| end.max(run.latest));

        let places = (0..collections.len()).filter(|&at| collections[at].is_told());
        let mut order: Vec<(i64, u64, usize)> = places.map(|at| (collections[at].end, collections[at].last_line, at)).collect();
        order.sort_unstable();
        let shift_millis = match run.clock {
            Clock::OfDay { .. } => -earliest.div_euclid(NANOS_PER_MILLI),
            Clock::Unknown | Clock::Uptime { .. } => 0,
        };
        let zero_millis = match run.clock {
            Clock::Unknown => None,
            Clock::Uptime { start_millis } => start_millis,
            Clock::OfDay { first_millis } => Some(first_millis - shift_millis),
        };
        let shifted = |nanos: i64| u64::try_from(nanos.saturating_add(shift_millis * NANOS_PER_MILLI)).unwrap_or(0);
        let mut events = Vec::with_capacity(order.len());
        for (_, _, at) in order {
            let collection = std::mem::take(&mut collections[at]);
            events.push(self.event(collection, run.region_bytes, shifted));
        }
        GcEvents { zero_millis, end_nanos: shifted(end_nanos), events, ..GcEvents::default() }
    }

    fn event(&mut self, collection: Collection, region_bytes: Option<u64>, shifted: impl Fn(i64) -> u64) -> GcEvent {
        let mut spaces = Vec::with_capacity(collection.spaces.len());
        for Space { name, is_in_regions, before, after, capacity } in collection.spaces {
            let Some(unit) = (if is_in_regions { region_bytes } else { Some(1) }) else { continue };
            let bytes = |amount: Option<u64>| amount.and_then(|amount| amount.checked_mul(unit));
            spaces.push(GcSpace { name: self.text(name), before: bytes(before), after: bytes(after), capacity: bytes(capacity) });
        }
        let nanos = |pause: &Pause| pause.nanos;
        let pause_nanos =
            collection.more_pauses.iter().map(nanos).fold(collection.first_pause.as_ref().map_or(0, nanos), u64::saturating_add);
        let name = collection.first_pause.as_ref().map(|pause| pause.name.clone());
        let several = collection.first_pause.filter(|_| !collection.more_pauses.is_empty()).into_iter().chain(collection.more_pauses);
        let pauses =
            several.map(|Pause { start, nanos, name }| GcPause { start_nanos: shifted(start), pause_nanos: nanos, name }).collect();
        GcEvent {
            number: collection.number,
            start_nanos: shifted(collection.start.unwrap_or(collection.end)),
            end_nanos: shifted(collection.end),
            pause_nanos,
            pauses,
            collector: collection.kind.or(name).unwrap_or_default(),
            cause: collection.cause.unwrap_or_default(),
            used_before: collection.used_before,
            used_after: collection.used_after,
            capacity: collection.capacity,
            spaces,
        }
    }
}

const NANOS_PER_MILLI: i64 = 1_000_000;

/// Whether it is one of ZGC, which stops the program in any case. Cycles of G1 that have nothing to mark do not.
fn is_cycle(collection: &Collection) -> bool {
    collection.kind.as_ref().is_some_and(|kind| kind.ends_with("Collection"))
}
