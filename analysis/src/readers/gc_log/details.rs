//! The style of JDK 8 and before, `-XX:+PrintGCDetails` or `-verbose:gc`: a collection is a text in brackets, with others inside.
//!
//! ```text
//! 0.723: [Full GC (Metadata GC Threshold) [PSYoungGen: 16166K->0K(153088K)] [ParOldGen: 88K->15398K(349696K)]
//!         16254K->15398K(502784K), [Metaspace: 20906K->20906K(1069056K)], 0.0196853 secs]       (one line in the log)
//! ```
//!
//! The time in front is that of its beginning. It may go on over several lines where other options write into it. Nothing has
//! a number, so collections are counted; what CMS and G1 do beside the program becomes one collection, from its first line to its
//! last, with the pauses between. Kinds have the names of later JDKs, so that logs can be compared.

use super::amounts::{self, Change, parenthesized};
use super::clock::Stamp;
use super::collections::Collections;

/// What begins the text of a collection, or of a part of one.
const BEGINNINGS: [&[u8]; 9] =
    [b"[GC (", b"[GC pause", b"[GC remark", b"[GC cleanup", b"[GC concurrent-", b"[Full GC", b"[CMS-concurrent-", b"[GC [", b"[GC-"];

/// A text that goes on for longer than this has lost its end.
const MAX_BYTES: usize = 1 << 16;

/// Times that fall back by more are of another run; others come from threads that wrote at once.
const OUT_OF_ORDER_NANOS: i64 = 1_000_000_000;

/// The same where the first lines of a JVM, which every file of a rotated log has, stand between.
const OUT_OF_ORDER_IN_NEW_FILE_NANOS: i64 = 10_000_000;

const DAMAGED: &str = "collections in a GC log of JDK 8 were not understood";

/// Reads one text.
pub(super) struct DetailsReader<'c, 'w> {
    name: &'c str,
    line_number: u64,
    collections: &'c mut Collections<'w>,
    /// A text whose last bracket is still to come, with the line it began in.
    open: Option<Open>,
    /// The cycle that goes on beside the program.
    cycle: Option<usize>,
    /// The last pause of G1, of whose spaces the next lines tell.
    latest: Option<usize>,
    /// A line said that a JVM begins.
    has_begun: bool,
}

struct Open {
    text: Vec<u8>,
    line_number: u64,
    stamp: Stamp,
    brackets: Brackets,
}

/// How many brackets are open in a text, and how much of it was looked at for that.
#[derive(Debug, Default)]
struct Brackets {
    open: usize,
    looked_at: usize,
}

impl Brackets {
    /// Where the first one is closed; `None` if that is still to come. Asked again with more of the text, it goes on there.
    fn end_in(&mut self, text: &[u8]) -> Option<usize> {
        while let Some(&byte) = text.get(self.looked_at) {
            self.looked_at += 1;
            match byte {
                b'[' => self.open += 1,
                b']' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
            if self.open == 0 {
                return Some(self.looked_at);
            }
        }
        None
    }
}

/// A text in brackets: what stands in it, without the texts in brackets within, and those.
#[derive(Debug, Default, PartialEq, Eq)]
struct Record {
    own: String,
    inner: Vec<String>,
}

/// Whether a line begins like a collection in this style.
pub(super) fn is_of_gc(line: &[u8]) -> bool {
    beginning(line).is_some_and(|at| at == 0 || Stamp::of_words_before(&String::from_utf8_lossy(&line[..at])).is_told())
}

/// When a line was written.
pub(super) fn stamp_of(line: &[u8]) -> Stamp {
    beginning(line).map_or_else(Stamp::default, |at| Stamp::of_words_before(&String::from_utf8_lossy(&line[..at])))
}

/// Where in a line a collection begins.
fn beginning(line: &[u8]) -> Option<usize> {
    // Without the times in between that JDK 7 wrote: "[GC 28.437: [ParNew".
    let begins = |at: &usize| {
        line[*at] == b'[' && {
            let rest = &line[*at..];
            BEGINNINGS.iter().any(|known| rest.starts_with(known)) || matches!(rest, [_, b'G', b'C', b' ', b'0'..=b'9', ..])
        }
    };
    (0..line.len()).find(begins)
}

impl<'c, 'w> DetailsReader<'c, 'w> {
    pub(super) fn new(name: &'c str, collections: &'c mut Collections<'w>) -> Self {
        Self { name, line_number: 0, collections, open: None, cycle: None, latest: None, has_begun: false }
    }

    /// Takes the next line.
    pub(super) fn take(&mut self, line: &[u8]) {
        self.line_number += 1;
        if let Some(mut open) = self.open.take() {
            // Its end is lost if another one begins; but what is written beside the program gets between the lines of one.
            let begins_another = is_of_gc(line) && !line.windows(12).any(|bytes| bytes == b"-concurrent-");
            if begins_another || open.text.len() > MAX_BYTES {
                self.collections.count_damaged(DAMAGED, self.name, open.line_number, &open.text);
            } else {
                open.text.push(b' ');
                open.text.extend_from_slice(line);
                if let Some(end) = open.brackets.end_in(&open.text) {
                    self.take_whole(&open.text[..end], open.line_number, open.stamp);
                    self.take_beginnings(&open.text[end..]);
                } else {
                    self.open = Some(open);
                }
                return;
            }
        }
        if line.starts_with(b"CommandLine flags:") {
            self.has_begun = true;
        } else if !self.take_beginnings(line) && line.trim_ascii_start().starts_with(b"[Eden: ") {
            self.take_spaces(&String::from_utf8_lossy(line));
        }
    }

    /// The text may end within a collection.
    pub(super) fn finish(self) {
        if let Some(open) = &self.open {
            self.collections.count_damaged(DAMAGED, self.name, open.line_number, &open.text);
        }
    }

    /// Takes all texts that begin in these bytes; that of the last one may end in a later line. Whether there is any.
    fn take_beginnings(&mut self, bytes: &[u8]) -> bool {
        let (mut rest, mut any) = (bytes, false);
        while let Some(at) = beginning(rest) {
            any = true;
            let stamp = Stamp::of_words_before(&String::from_utf8_lossy(&rest[..at]));
            let text = &rest[at..];
            let mut brackets = Brackets::default();
            let Some(end) = brackets.end_in(text) else {
                self.open = Some(Open { text: text.to_vec(), line_number: self.line_number, stamp, brackets });
                break;
            };
            self.take_whole(&text[..end], self.line_number, stamp);
            rest = &text[end..];
        }
        any
    }

    /// Takes a text that has its end.
    fn take_whole(&mut self, text: &[u8], line_number: u64, stamp: Stamp) {
        if self.take_record(&Record::of(&String::from_utf8_lossy(text)), stamp).is_none() {
            self.collections.count_damaged(DAMAGED, self.name, line_number, text);
        }
    }

    /// `None` if it is a collection that cannot be understood.
    fn take_record(&mut self, record: &Record, stamp: Stamp) -> Option<()> {
        let allowed = if self.has_begun { OUT_OF_ORDER_IN_NEW_FILE_NANOS } else { OUT_OF_ORDER_NANOS };
        if self.collections.falls_back(stamp, allowed) {
            self.collections.begin_run();
            (self.cycle, self.latest) = (None, None);
        }
        self.has_begun = false;
        let own = record.own.as_str();
        if let Some(step) = own.strip_prefix("CMS-concurrent-").or_else(|| own.strip_prefix("GC concurrent-")) {
            self.take_step(step, stamp);
            return Some(());
        }
        let nanos = own.rsplit_once(", ").and_then(|(_, duration)| amounts::nanos(duration))?;
        let start = self.collections.time(stamp);
        let end = start.saturating_add(i64::try_from(nanos).ok()?);
        let change = last_change(own);
        let (notes, rest) = notes(own);
        let is_mark =
            notes.first().is_some_and(|note| note.starts_with("CMS Initial Mark")) || inner_of(record, "1 CMS-initial-mark").is_some();
        let is_remark =
            notes.first().is_some_and(|note| note.starts_with("CMS Final Remark")) || inner_of(record, "1 CMS-remark").is_some();
        let (name, kind, cause) = if is_mark {
            ("Pause Initial Mark", Some("Concurrent Mark Sweep".to_owned()), None)
        } else if is_remark || own.starts_with("GC remark") {
            ("Pause Remark", None, None)
        } else if own.starts_with("GC cleanup") {
            ("Pause Cleanup", None, None)
        } else if own.starts_with("Full GC") || inner_of(record, "Tenured").or_else(|| inner_of(record, "CMS")).is_some() {
            ("Pause Full", Some("Pause Full".to_owned()), notes.first())
        } else if own.starts_with("GC pause") {
            ("Pause Young", Some(kind_of_young(&notes)), notes.first().filter(|note| !KINDS_OF_YOUNG.iter().any(|(old, _)| old == *note)))
        } else {
            ("Pause Young", Some("Pause Young".to_owned()), notes.first())
        };
        let is_part = matches!(name, "Pause Remark" | "Pause Cleanup");
        let place = match self.cycle.filter(|_| is_part) {
            Some(cycle) => cycle,
            None => self.collections.next(),
        };
        if is_mark || is_part {
            self.cycle = Some(place);
        }
        if name == "Pause Full" {
            self.cycle = None;
        }
        self.latest = own.starts_with("GC pause").then_some(place).or((name == "Pause Full").then_some(place));
        let pause_name = self.collections.text(name);
        let kind = kind.map(|kind| self.collections.text(&kind));
        let cause = cause.map(|cause| self.collections.text(cause));
        let part_of = self.collections.text(if is_remark { "Concurrent Mark Sweep" } else { "Concurrent Mark Cycle" });
        let line = self.collections.next_line();
        self.collections.passed(end);
        let collection = self.collections.at(place)?;
        collection.stopped(&pause_name, end, nanos, line);
        collection.cause = cause.or_else(|| collection.cause.take());
        collection.kind = kind.or_else(|| collection.kind.take()).or(Some(part_of));
        collection.is_over |= !is_mark && !is_part;
        match change {
            Some(change) if !is_part => collection.changed(change),
            Some(change) => collection.changed_in_part(change),
            // Where nothing was freed, what is used and the room for it: "11887K(124736K)".
            None => {
                if let Some((used, capacity)) = last_use(rest) {
                    collection.changed_in_part(Change { before: used, after: used, capacity: Some(capacity) });
                }
            }
        }
        for (name, space) in SPACES {
            if let Some(change) = inner_of(record, name).and_then(last_change) {
                collection.changed_space(space, change);
            }
        }
        Some(())
    }

    /// What works beside the program begins or ends a step: `mark-start`, `mark: 0.035/0.035 secs`, `cleanup-end, 0.0000084 secs`.
    fn take_step(&mut self, step: &str, stamp: Stamp) {
        let now = self.collections.time(stamp);
        let line = self.collections.next_line();
        let is_first = step.starts_with("root-region-scan-start");
        if is_first || step.starts_with("mark-start") && self.cycle.is_none() {
            self.cycle = Some(self.collections.next());
        }
        let kind = is_first.then(|| self.collections.text("Concurrent Mark Cycle"));
        let Some(collection) = self.cycle.and_then(|cycle| self.collections.at(cycle)) else { return };
        if step.ends_with("-start") {
            collection.began(now);
        } else {
            collection.went_on(now, 0, line);
        }
        collection.kind = kind.or_else(|| collection.kind.take());
        collection.is_aborted |= step.starts_with("mark-abort");
        if step.starts_with("reset:") || step.starts_with("cleanup-end") || step.starts_with("mark-abort") {
            collection.is_over = true;
            self.cycle = None;
        }
    }

    /// What G1 tells below a pause:
    /// `[Eden: 96.0M(96.0M)->0.0B(84.0M) Survivors: 8.0M->12.0M Heap: 468.5M(1.0G)->375.3M(1.0G)]`.
    fn take_spaces(&mut self, line: &str) {
        let line = line.trim();
        let Some(collection) = self.latest.filter(|_| line.starts_with("[Eden: ")).and_then(|place| self.collections.at(place)) else {
            return;
        };
        let told = |label: &str| line.split_once(label).and_then(|(_, amounts)| amounts::change(amounts)).map(|(change, _)| change);
        if let Some(change) = told("Eden: ") {
            collection.changed_space("Eden", change);
        }
        if let Some(change) = told("Survivors: ") {
            collection.changed_space("Survivor", change);
        }
        if let Some(change) = told("Metaspace: ") {
            collection.changed_space("Metaspace", change);
        }
        if let Some(change) = told("Heap: ") {
            collection.changed(change);
        }
    }
}

/// What JVMs call parts of the heap, and what we do.
const SPACES: [(&str, &str); 9] = [
    ("PSYoungGen", "Young"),
    ("DefNew", "Young"),
    ("ParNew", "Young"),
    ("ParOldGen", "Old"),
    ("PSOldGen", "Old"),
    ("Tenured", "Old"),
    ("CMS", "Old"),
    ("Metaspace", "Metaspace"),
    ("PSPermGen", "Permanent"),
];

/// What G1 writes of a young collection, and what later JDKs do.
const KINDS_OF_YOUNG: [(&str, &str); 5] = [
    ("young", ""),
    ("mixed", " (Mixed)"),
    ("initial-mark", " (Concurrent Start)"),
    ("to-space exhausted", " (Evacuation Failure)"),
    ("to-space overflow", " (Evacuation Failure)"),
];

fn kind_of_young(notes: &[&str]) -> String {
    let known = notes.iter().filter_map(|note| KINDS_OF_YOUNG.iter().find(|(old, _)| old == note));
    known.fold("Pause Young".to_owned(), |kind, (_, more)| kind + *more)
}

/// The notes in parentheses behind the first words, and what follows them.
fn notes(own: &str) -> (Vec<&str>, &str) {
    let words = own.find(|sign: char| !sign.is_ascii_alphabetic() && sign != ' ' && sign != '-').unwrap_or(own.len());
    let (mut notes, mut rest) = (Vec::new(), &own[words..]);
    while let Some((note, behind)) = parenthesized(rest) {
        notes.push(note);
        rest = behind.trim_start();
    }
    (notes, rest)
}

/// The last change in a text.
fn last_change(own: &str) -> Option<Change> {
    let arrow = own.rfind("->")?;
    let start = own[..arrow].rfind(' ').map_or(0, |blank| blank + 1);
    Some(amounts::change(&own[start..])?.0)
}

/// `11887K(124736K)` somewhere in a text.
fn last_use(text: &str) -> Option<(u64, u64)> {
    text.split_whitespace().rev().find_map(|word| {
        let (used, rest) = amounts::amount(word)?;
        let (capacity, _) = amounts::amount(parenthesized(rest)?.0)?;
        Some((used, capacity))
    })
}

/// What a text within says of this: `39276K->4352K(39296K), 0.0081579 secs` of `ParNew`.
fn inner_of<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.inner.iter().find_map(|inner| {
        // Between the name and the amounts others may have written: "ParNew (promotion failed) : 17194K->17392K(18624K)".
        let behind = inner.strip_prefix(name)?;
        (behind.starts_with([':', '.']) || behind.starts_with(" (") || behind.starts_with(|sign: char| sign.is_ascii_digit()))
            .then_some(behind)
    })
}

impl Record {
    /// Of a text with its brackets.
    fn of(text: &str) -> Self {
        let mut record = Self::default();
        let mut depth = 0_usize;
        for sign in text.chars() {
            match sign {
                '[' => {
                    depth += 1;
                    if depth == 2 {
                        record.inner.push(String::new());
                    }
                }
                ']' => depth = depth.saturating_sub(1),
                sign if depth == 1 => record.own.push(sign),
                sign if depth == 2 => {
                    if let Some(inner) = record.inner.last_mut() {
                        inner.push(sign);
                    }
                }
                _ => {}
            }
        }
        record
    }
}
