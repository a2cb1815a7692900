//! Unified logs, JDK 9 and later: every line of a collection has its number, `GC(7)`.
//!
//! Of most collectors a collection is one pause, which a line ends that has its name, its cause, what it did to the heap and
//! how long it took; that line is all there is with `-Xlog:gc`. What works beside the program (G1 marking, ZGC,
//! Shenandoah) has several pauses under one number, and a line for the whole, or none: a cycle of Shenandoah ends with the
//! last that is told of it.

use std::sync::Arc;

use super::amounts::{self, Change};
use super::clock::Stamp;
use super::collections::Collections;
use super::statement::Statement;

/// What JVMs call their collectors in the line that says which one is used, the first of a run.
const COLLECTORS: [&str; 7] = ["G1", "Serial", "Parallel", "The Z Garbage Collector", "Shenandoah", "Concurrent Mark Sweep", "Epsilon"];

/// Collections that are one pause.
const WHOLE_PAUSES: [&str; 5] = ["Pause Young", "Pause Full", "Pause Mixed", "Pause Initial Mark", "Pause Degenerated GC"];

/// Collections beside the program, from their first to their last line.
const CYCLES: [&str; 6] =
    ["Garbage Collection", "Major Collection", "Minor Collection", "Concurrent Mark Cycle", "Concurrent Undo Cycle", "Concurrent Cycle"];

/// Parts that only cycles of Shenandoah have.
const PARTS_OF_SHENANDOAH: [&str; 5] =
    ["Pause Init Mark", "Pause Final Mark", "Pause Final Roots", "Concurrent reset", "Concurrent cleanup"];

/// What Shenandoah works on in a cycle, where it tells generations apart.
const GENERATIONS: [&str; 4] = ["Young", "Old", "Global", "Mixed"];

const DAMAGED: &str = "lines of a GC log that look like a collection were not understood";

/// Reads one text.
pub(super) struct UnifiedReader<'c, 'w> {
    name: &'c str,
    line_number: u64,
    collections: &'c mut Collections<'w>,
    /// Why Shenandoah begins the next collection, which it says before.
    trigger: Option<Arc<str>>,
    /// The decorations of the last line, for the time at which the text ends.
    last_decorations: Vec<u8>,
}

/// A line, taken apart.
struct Line<'a> {
    decorations: &'a [u8],
    message: &'a [u8],
}

/// Whether a line is of a unified log and about garbage collections.
pub(super) fn is_of_gc(line: &[u8]) -> bool {
    let Line { decorations, message } = Line::of(line);
    let has_tag = decorations.split(|&byte| byte == b'[' || byte == b']').any(|tag| {
        let tag = tag.trim_ascii();
        tag == b"gc" || tag.starts_with(b"gc,")
    });
    let is_statement = || {
        let (_, rest) = numbered(message)?;
        let words = ["Pause ", "Concurrent ", "Garbage Collection", "Major Collection", "Minor Collection"];
        words.iter().any(|word| rest.starts_with(word.as_bytes())).then_some(())
    };
    has_tag || is_statement().is_some() || collector_of(message).is_some()
}

/// Whether a line says which collector is used, which a JVM does once.
pub(super) fn begins_a_run(line: &[u8]) -> bool {
    collector_of(Line::of(line).message).is_some()
}

/// When a line was written.
pub(super) fn stamp_of(line: &[u8]) -> Stamp {
    Stamp::of_decorations(Line::of(line).decorations)
}

impl<'a> Line<'a> {
    /// Decorations stand at the beginning, in brackets and without blanks between them. Where others write in front of the
    /// line (a container, a program that has not ended its own line), they stand before the number of a collection, or are
    /// several.
    fn of(line: &'a [u8]) -> Self {
        let told = Self::at_start(line);
        if told.message.starts_with(b"GC(") || told.decorations.windows(3).any(|bytes| bytes == b"[gc") {
            return told;
        }
        if let Some(at) = line.windows(3).position(|bytes| bytes == b"GC(") {
            let before = line[..at].trim_ascii_end();
            let mut start = before.len();
            while before[..start].last() == Some(&b']') {
                let Some(open) = before[..start].iter().rposition(|&byte| byte == b'[') else { break };
                start = open;
            }
            return Self { decorations: &before[start..], message: &line[at..] };
        }
        let between = line.windows(2).position(|bytes| bytes == b"][").filter(|&at| at >= told.decorations.len());
        match between.and_then(|at| line[..at].iter().rposition(|&byte| byte == b'[')) {
            Some(start) => Self::at_start(&line[start..]),
            None => told,
        }
    }

    fn at_start(line: &'a [u8]) -> Self {
        let mut end = 0;
        while line.get(end) == Some(&b'[') {
            let Some(length) = line[end..].iter().position(|&byte| byte == b']') else { break };
            end += length + 1;
        }
        let message = &line[end..];
        Self { decorations: &line[..end], message: message.strip_prefix(b" ").filter(|_| end > 0).unwrap_or(message) }
    }
}

/// The number in `GC(7) Pause Young`, and what is said of it; blanks at its beginning mean something.
fn numbered(message: &[u8]) -> Option<(u32, &[u8])> {
    let inner = message.strip_prefix(b"GC(")?;
    let digits = inner.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&inner[..digits]).ok()?.parse().ok()?;
    Some((number, inner[digits..].strip_prefix(b") ")?))
}

fn collector_of(message: &[u8]) -> Option<&'static str> {
    let name = message.strip_prefix(b"Using ")?;
    COLLECTORS.into_iter().find(|known| known.as_bytes() == name)
}

impl<'c, 'w> UnifiedReader<'c, 'w> {
    pub(super) fn new(name: &'c str, collections: &'c mut Collections<'w>) -> Self {
        Self { name, line_number: 0, collections, trigger: None, last_decorations: Vec::new() }
    }

    /// Takes the next line.
    pub(super) fn take(&mut self, line: &[u8]) {
        self.line_number += 1;
        let Line { decorations, message } = Line::of(line);
        if !decorations.is_empty() {
            self.last_decorations.clear();
            self.last_decorations.extend_from_slice(decorations);
        }
        let Some((number, said)) = numbered(message) else {
            self.take_without_number(decorations, message);
            return;
        };
        // What ZGC does for a generation.
        let said = match said {
            [b'Y' | b'y' | b'O', b':', b' ', rest @ ..] => rest,
            said => said,
        };
        let is_understood = match said.first() {
            Some(b' ') => self.take_row(number, said),
            Some(b'P' | b'C' | b'G' | b'M' | b'E' | b'S' | b'O' | b'H' | b'A' | b'D' | b'T' | b'Y') => match std::str::from_utf8(said) {
                Ok(said) => self.take_said(number, decorations, said),
                Err(_) => !looks_like_collection(said),
            },
            _ => true,
        };
        if !is_understood {
            self.collections.count_damaged(DAMAGED, self.name, self.line_number, message);
        }
    }

    /// The text ends when its last line was written.
    pub(super) fn finish(self) {
        self.collections.time(Stamp::of_decorations(&self.last_decorations));
    }

    fn take_without_number(&mut self, decorations: &[u8], message: &[u8]) {
        if collector_of(message).is_some() {
            self.collections.begin_run();
            self.collections.time(Stamp::of_decorations(decorations));
        } else if let Some(trigger) = message.strip_prefix(b"Trigger").and_then(|text| std::str::from_utf8(text).ok()) {
            self.trigger = trigger.split_once(": ").map(|(_, reason)| self.collections.text(&cause_of(reason)));
        } else if let Some(size) = region_size(message) {
            self.collections.regions_have(size);
        } else if let Some(amounts) = message.strip_prefix(b"Metaspace: ").and_then(|text| std::str::from_utf8(text).ok()) {
            // Shenandoah told it without a number until JDK 21, when a cycle was over.
            if let Some(number) = self.collections.last_number() {
                self.take_space(number, "Metaspace", amounts);
            }
        } else if message.starts_with(b"GC(") && looks_like_collection(message) {
            self.collections.count_damaged(DAMAGED, self.name, self.line_number, message);
        }
    }

    /// Whether it was understood, if it looks like what should be.
    fn take_said(&mut self, number: u32, decorations: &[u8], said: &str) -> bool {
        if said.starts_with("Pause ") || said.starts_with("Concurrent ") || CYCLES.iter().any(|cycle| said.starts_with(cycle)) {
            return match Statement::of(said) {
                Some(statement) => self.take_statement(number, decorations, &statement),
                None => !looks_like_collection(said.as_bytes()),
            };
        }
        match said {
            "Young Generation Statistics:" => self.collections.beside(number).part = Some("Young"),
            "Old Generation Statistics:" => self.collections.beside(number).part = Some("Old"),
            "Heap Statistics:" => self.collections.beside(number).part = None,
            _ => {
                if let Some((name, amounts)) = said.split_once(": ") {
                    self.take_space(number, name, amounts);
                }
            }
        }
        true
    }

    fn take_statement(&mut self, number: u32, decorations: &[u8], statement: &Statement) -> bool {
        let Statement { name, outcome, .. } = *statement;
        let is_pause = name.starts_with("Pause ");
        // The young collection of G1 that begins to mark was called so until JDK 10; that of CMS, which has no cause, is a part.
        let is_whole_pause = WHOLE_PAUSES.contains(&name) && (name != "Pause Initial Mark" || !statement.notes().is_empty());
        let is_whole = is_whole_pause || CYCLES.contains(&name);
        let is_degenerated = name == "Pause Degenerated GC";
        let is_of_shenandoah = is_degenerated || PARTS_OF_SHENANDOAH.contains(&name);
        let kind = if is_degenerated {
            Some(self.collections.text(&with_notes(name, statement.notes())))
        } else if is_whole {
            Some(self.collections.text(&statement.kind()))
        } else if is_of_shenandoah {
            let generation: Vec<&str> = statement.notes().iter().copied().filter(|note| GENERATIONS.contains(note)).collect();
            Some(self.collections.text(&with_notes("Shenandoah Concurrent GC", &generation)))
        } else if matches!(name, "Pause Initial Mark" | "Concurrent Sweep") {
            Some(self.collections.text("Concurrent Mark Sweep"))
        } else {
            None
        };
        let cause = match statement.cause() {
            Some(cause) if is_whole && !is_degenerated => Some(self.collections.text(cause)),
            _ => None,
        };
        let pause_name = is_pause.then(|| self.collections.text(name));
        let trigger = if self.trigger.is_some() && !self.collections.has(number) { self.trigger.take() } else { None };
        let line = self.collections.next_line();
        let is_end = is_whole && outcome.is_end();
        let (collection, now) = self.collections.numbered(number, Stamp::of_decorations(decorations), is_end);
        if collection.is_over && is_end {
            // The same line once more.
            return true;
        }

        collection.cause = cause.or_else(|| collection.cause.take()).or(trigger);
        // Its end tells more of it than its beginning, and a part less than the whole.
        if is_whole || collection.kind.is_none() {
            collection.kind = kind.or_else(|| collection.kind.take());
        }
        match (&pause_name, outcome.nanos) {
            (Some(name), Some(nanos)) => collection.stopped(name, now, nanos, line),
            (Some(_), None) if outcome.is_end() => return false,
            (None, _) if outcome.is_end() => collection.went_on(now, outcome.nanos.unwrap_or(0), line),
            _ => collection.began(now),
        }
        match outcome.change {
            Some(change) if is_whole => collection.changed(change),
            Some(change) if is_pause || name == "Concurrent cleanup" => collection.changed_in_part(change),
            _ => {}
        }
        collection.is_aborted |= outcome.is_aborted;
        collection.is_over |= is_end || name == "Concurrent cleanup" && outcome.is_end();
        true
    }

    /// `Eden regions: 6->0(17)`, `ParOldGen: 0K(44032K)->8K(44032K)`, `Metaspace: 3M used, 4M committed, 1088M reserved`.
    fn take_space(&mut self, number: u32, name: &str, amounts: &str) {
        let space = match name {
            "Eden regions" => "Eden",
            "Survivor regions" => "Survivor",
            "Old regions" => "Old",
            "Archive regions" => "Archive",
            "Humongous regions" => "Humongous",
            "PSYoungGen" | "DefNew" | "ParNew" => "Young",
            "ParOldGen" | "PSOldGen" | "Tenured" | "CMS" => "Old",
            "Metaspace" => "Metaspace",
            _ => return,
        };
        let Some((change, rest)) = amounts::change(amounts) else {
            if space == "Metaspace"
                && let Some((used, committed)) = used_and_committed(amounts)
            {
                self.collections.beside(number).space(space, false, None, Some(used), Some(committed));
            }
            return;
        };
        let collection = self.collections.beside(number);
        if name.ends_with(" regions") {
            collection.space(space, true, Some(change.before), Some(change.after), change.capacity);
            return;
        }
        let mut parts = rest.trim_start();
        let mut part = |label: &str| -> Option<Change> {
            let (change, rest) = amounts::change(parts.strip_prefix(label)?.trim_start())?;
            parts = rest.trim_start();
            Some(change)
        };
        match (part("Eden:"), part("From:")) {
            (Some(eden), Some(survivor)) if space == "Young" => {
                collection.changed_space("Eden", eden);
                collection.changed_space("Survivor", survivor);
            }
            _ => collection.changed_space(space, change),
        }
    }

    /// A row of the table of ZGC: `Used: 8M (12%) 10M (16%) 18M (28%) 16M (25%)`, at the beginning of marking, at its end, at the
    /// beginning of moving and at its end. Always understood: other collectors have rows of their own.
    fn take_row(&mut self, number: u32, said: &[u8]) -> bool {
        let said = said.trim_ascii_start();
        let (is_used, columns) = match (said.strip_prefix(b"Used:"), said.strip_prefix(b"Capacity:")) {
            (Some(columns), _) => (true, columns),
            (None, Some(columns)) => (false, columns),
            (None, None) => return true,
        };
        let Ok(columns) = std::str::from_utf8(columns) else { return true };
        let mut amounts = columns.split_whitespace().filter(|word| !word.starts_with('('));
        let mut next = |skipped: usize| amounts.nth(skipped).and_then(amounts::amount).map(|(bytes, _)| bytes);
        let (Some(before), Some(after)) = (next(0), next(2)) else { return true };
        let collection = self.collections.beside(number);
        match collection.part {
            Some(part) if is_used => collection.space(part, false, Some(before), Some(after), None),
            Some(_) => {}
            None if is_used => collection.changed_in_part(Change { before, after, capacity: None }),
            None => collection.has_room(after),
        }
        true
    }
}

/// Whether the line of a collection is one of those that must be understood to know it.
fn looks_like_collection(said: &[u8]) -> bool {
    let said = match said.iter().position(|&byte| byte == b')') {
        Some(end) if said.starts_with(b"GC(") => said[end + 1..].trim_ascii_start(),
        _ => said,
    };
    said.starts_with(b"Pause ") || CYCLES.iter().any(|cycle| said.starts_with(cycle.as_bytes()))
}

fn with_notes(name: &str, notes: &[&str]) -> String {
    notes.iter().fold(name.to_owned(), |kind, note| format!("{kind} ({note})"))
}

/// `Heap Region Size: 1M` at the beginning, `  region size 1024K, 2 young (2048K)` at the end.
fn region_size(message: &[u8]) -> Option<u64> {
    let message = message.trim_ascii_start();
    let size = message
        .strip_prefix(b"Heap Region Size: ")
        .or_else(|| message.strip_prefix(b"Heap region size: "))
        .or_else(|| message.strip_prefix(b"region size "))?;
    let (bytes, rest) = amounts::amount(std::str::from_utf8(size).ok()?)?;
    (bytes > 0 && (rest.is_empty() || rest.starts_with(','))).then_some(bytes)
}

/// `3M used, 4M committed, 1088M reserved`.
fn used_and_committed(text: &str) -> Option<(u64, u64)> {
    let (used, rest) = amounts::amount(text)?;
    let (committed, rest) = amounts::amount(rest.strip_prefix(" used, ")?)?;
    rest.starts_with(" committed").then_some((used, committed))
}

/// The cause in the reason that Shenandoah gives for a collection: what was asked for, or the first words up to a number.
fn cause_of(reason: &str) -> String {
    if let Some((_, asked)) = reason.split_once("GC request ")
        && let Some((cause, _)) = amounts::parenthesized(asked)
    {
        return cause.to_owned();
    }
    let end = reason.find(|sign: char| sign.is_ascii_digit() || sign == '(').unwrap_or(reason.len());
    reason[..end].trim_end().to_owned()
}
