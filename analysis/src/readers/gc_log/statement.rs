//! What a line of a unified log says of a collection: `Pause Young (Normal) (G1 Evacuation Pause) 10M->1M(64M) 6.932ms`
//! is a name, notes in parentheses, a change and a duration.

use super::amounts::{self, Change, parenthesized};

/// No line has more notes.
const MAX_NOTES: usize = 6;

/// Notes that name a kind of young collection of G1, not its cause.
const KINDS_OF_YOUNG: [&str; 7] = ["Normal", "Mixed", "Prepare Mixed", "Concurrent Start", "Concurrent End", "Initial Mark", "Cleanup"];

/// One line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Statement<'a> {
    pub(super) name: &'a str,
    notes: [&'a str; MAX_NOTES],
    note_count: usize,
    pub(super) outcome: Outcome,
}

/// How it went; a line that only tells a beginning has none of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) change: Option<Change>,
    pub(super) nanos: Option<u64>,
    pub(super) is_aborted: bool,
}

impl Outcome {
    /// Whether it is over.
    pub(super) fn is_end(self) -> bool {
        self.change.is_some() || self.nanos.is_some() || self.is_aborted
    }
}

impl<'a> Statement<'a> {
    /// `None` if anything of it is not understood.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let name_bytes = text.as_bytes();
        let is_end = |at: &usize| matches!(name_bytes[*at], b'(' | b'0'..=b'9') && (*at == 0 || name_bytes[*at - 1] == b' ');
        let end = (0..name_bytes.len()).find(is_end).unwrap_or(name_bytes.len());
        let (name, mut rest) = (text[..end].trim_end(), &text[end..]);
        let (name, is_aborted) = name.strip_suffix(" Aborted").map_or((name, false), |name| (name, true));
        let mut told = Self { name, notes: [""; MAX_NOTES], note_count: 0, outcome: Outcome { is_aborted, ..Outcome::default() } };
        while rest.starts_with('(') {
            let (note, behind) = parenthesized(rest)?;
            *told.notes.get_mut(told.note_count)? = note;
            told.note_count += 1;
            rest = behind.trim_start();
        }
        if rest == "Aborted" {
            told.outcome.is_aborted = true;
            return Some(told);
        }
        if let Some((change, behind)) = amounts::change(rest) {
            told.outcome.change = Some(change);
            rest = behind.trim_start();
        }
        if !rest.is_empty() {
            told.outcome.nanos = Some(amounts::nanos(rest)?);
        }
        Some(told)
    }

    /// The notes, in their order.
    pub(super) fn notes(&self) -> &[&'a str] {
        &self.notes[..self.note_count]
    }

    /// Why it happened: the last note, unless it only says what kind of collection it is or how it went.
    pub(super) fn cause(&self) -> Option<&'a str> {
        self.notes().iter().copied().rfind(|note| !says_kind(note))
    }

    /// What kind of collection it is: the name with all notes except the cause.
    pub(super) fn kind(&self) -> String {
        let mut kind = self.name.to_owned();
        for note in self.notes().iter().filter(|note| says_kind(note)) {
            kind.push_str(" (");
            kind.push_str(note);
            kind.push(')');
        }
        kind
    }
}

fn says_kind(note: &str) -> bool {
    KINDS_OF_YOUNG.contains(&note) || note.starts_with("Evacuation Failure")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_all_collectors_are_taken_apart() {
        for (text, kind, cause, nanos) in [
            ("Pause Young (Normal) (G1 Evacuation Pause) 10M->1M(64M) 6.932ms", "Pause Young (Normal)", "G1 Evacuation Pause", 6_932_000),
            ("Pause Young (Allocation Failure)", "Pause Young", "Allocation Failure", 0),
            (
                "Pause Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure: Pinned) 1M->1M(4M) 1ms",
                "Pause Young (Mixed) (Evacuation Failure: Pinned)",
                "G1 Evacuation Pause",
                1_000_000,
            ),
            ("Pause Full (System.gc()) 3M->3M(61M) 12.882ms", "Pause Full", "System.gc()", 12_882_000),
            ("Pause Remark 8M->8M(34M) 0.214ms", "Pause Remark", "", 214_000),
            ("Concurrent Mark Cycle 25.256ms", "Concurrent Mark Cycle", "", 25_256_000),
            ("Concurrent Mark (0.529s, 0.541s) 11.8ms", "Concurrent Mark", "0.529s, 0.541s", 11_800_000),
            ("Garbage Collection (Warmup) 8M(12%)->16M(25%)", "Garbage Collection", "Warmup", 0),
            ("Major Collection (System.gc()) 12M(19%)->6M(9%) 0.018s", "Major Collection", "System.gc()", 18_000_000),
        ] {
            let told = Statement::of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((told.kind().as_str(), told.cause().unwrap_or("")), (kind, cause), "{text}");
            assert_eq!(told.outcome.nanos.unwrap_or(0), nanos, "{text}");
            assert_eq!(told.outcome.is_end(), text.contains("->") || nanos > 0, "{text}");
        }
        assert!(Statement::of("Major Collection (Warmup) Aborted").is_some_and(|told| told.outcome.is_aborted));
    }

    #[test]
    fn what_is_cut_off_is_no_statement() {
        let whole = "Pause Young (Normal) (G1 Evacuation Pause) 10M->1M(64M) 6.932ms";
        for end in whole.len() - 6..whole.len() {
            assert_eq!(Statement::of(&whole[..end]), None, "{}", &whole[..end]);
        }
        assert_eq!(Statement::of("Pause Young (Normal) (G1 Evacuation"), None);
        assert_eq!(Statement::of("Pause (a) (b) (c) (d) (e) (f) (g)"), None);
    }
}
