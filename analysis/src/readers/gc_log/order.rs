//! In which order the parts of a rotated log were written.
//!
//! A JVM goes on in one file and keeps the last few, whose names tell little: `gc.log` may be the newest, and numbers begin
//! again. So their times tell. With times of day that is all; with times since the start of the JVM several parts can be of
//! the same moment, as a JVM that is started anew also keeps the file that it finds. Then those are taken that go on into each
//! other, back from the newest.

use super::clock::Stamp;
use super::style::Style;
use super::{details, unified};
use crate::readers::files::ByteSource;

/// How much of the beginning and of the end of a part is looked at; much is written there at once without a time.
const LOOKED_AT_BYTES: usize = 1 << 16;

/// A part in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// Which of the texts it is.
    pub(super) at: usize,
    /// It does not go on where the part before it ends.
    pub(super) begins_a_run: bool,
}

/// When a part begins and ends, as far as it is told.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    at: usize,
    first: Stamp,
    last: Stamp,
    /// It begins with the first lines of a JVM.
    begins_a_run: bool,
    /// Its name has no number at its end: a JVM writes to that one, and gives numbers to those that are full.
    is_current: bool,
}

/// The parts, those of the last run at the end.
pub(super) fn in_time(texts: &[(&str, &ByteSource)], style: Style) -> Vec<Part> {
    if texts.len() == 1 {
        return vec![Part { at: 0, begins_a_run: false }];
    }
    let mut spans: Vec<Span> = texts.iter().enumerate().map(|(at, (name, text))| Span::of(at, name, text, style)).collect();
    if spans.iter().all(|span| span.first.epoch_millis.is_some()) {
        spans.sort_by_key(|span| (span.first.epoch_millis, span.last.epoch_millis));
        return spans.into_iter().map(|span| Part { at: span.at, begins_a_run: false }).collect();
    }
    spans.sort_by_key(|span| (span.first.uptime_nanos, span.last.uptime_nanos));
    let chain = last_run(&spans);
    let others = (0..spans.len()).filter(|at| !chain.contains(at)).map(|at| Part { at: spans[at].at, begins_a_run: true });
    let last = chain.iter().enumerate().map(|(place, &at)| Part { at: spans[at].at, begins_a_run: place == 0 });
    others.chain(last).collect()
}

/// Those of the newest run, in order, of parts that are sorted by their beginnings.
fn last_run(spans: &[Span]) -> Vec<usize> {
    let newest = spans.iter().rposition(|span| span.is_current);
    let newest = newest.or_else(|| (0..spans.len()).max_by_key(|&at| spans[at].last.uptime_nanos));
    let Some(newest) = newest else { return Vec::new() };
    let mut chain = vec![newest];
    let mut first = newest;
    while !spans[first].begins_a_run {
        let begin = spans[first].first.uptime_nanos;
        let is_before = |at: &usize| !chain.contains(at) && spans[*at].last.uptime_nanos <= begin;
        let Some(before) = (0..spans.len()).filter(is_before).max_by_key(|&at| spans[at].last.uptime_nanos) else { break };
        chain.insert(0, before);
        first = before;
    }
    chain
}

impl Span {
    fn of(at: usize, name: &str, text: &[u8], style: Style) -> Self {
        let stamp_of = |line: &&[u8]| match style {
            Style::Unified => unified::stamp_of(line),
            Style::Details => details::stamp_of(line),
        };
        let lines = |bytes| <[u8]>::split(bytes, |&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        let head = &text[..text.len().min(LOOKED_AT_BYTES)];
        let tail = &text[text.len().saturating_sub(LOOKED_AT_BYTES)..];
        let is_told = |stamp: &Stamp| stamp.is_told();
        Self {
            at,
            first: lines(head).map(|line| stamp_of(&line)).find(is_told).unwrap_or_default(),
            last: lines(tail).map(|line| stamp_of(&line)).rfind(is_told).unwrap_or_default(),
            // Later files of JDK 8 begin with the same lines as the first one.
            begins_a_run: style == Style::Unified && lines(head).any(unified::begins_a_run),
            is_current: !name.ends_with(|sign: char| sign.is_ascii_digit()),
        }
    }
}
