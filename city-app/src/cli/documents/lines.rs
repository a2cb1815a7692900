//! Texts for people at a terminal, line by line.

use std::fmt::{self, Display, Formatter, Write as _};
use std::ops::Deref;

use crate::base::words;

/// Lines of text. Names in them come from heaps: whatever they hold, a line stays a single one, and no terminal obeys it.
#[derive(Debug, Default)]
pub(in crate::cli) struct Lines(String);

impl Lines {
    /// Begins with how the numbers of a result are made; with nothing where nobody says.
    pub(in crate::cli) fn below(policy: impl Display) -> Self {
        let mut text = Self::default();
        text.add(policy);
        if text.0 == "\n" {
            return Self::default();
        }
        text.blank();
        text
    }

    /// Adds a line.
    pub(in crate::cli) fn add(&mut self, line: impl Display) {
        let start = self.0.len();
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{line}");
        if self.0[start..].contains(words::is_obeyed) {
            let clean = printable_name(&self.0[start..]);
            self.0.replace_range(start.., &clean);
        }
        self.0.push('\n');
    }

    /// Adds an empty line.
    pub(in crate::cli) fn blank(&mut self) {
        self.0.push('\n');
    }

    /// Adds all lines of another text.
    pub(in crate::cli) fn extend(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// The whole text.
    pub(in crate::cli) fn into_text(self) -> String {
        self.0
    }
}

impl Deref for Lines {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Lines {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name within a line.
pub(in crate::cli) fn printable_name(name: &str) -> String {
    name.replace(words::is_obeyed, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_make_no_lines_and_give_no_orders() {
        let mut lines = Lines::below("heap");
        lines.add(format_args!("{}: {}", "app.Evil\nverdict: no leak\r", "\u{1b}[2J\u{202e}x"));
        assert_eq!(&*Lines::below(""), "");
        assert_eq!(&*lines, "heap\n\napp.Evil\u{fffd}verdict: no leak\u{fffd}: \u{fffd}[2J\u{fffd}x\n");
    }
}
