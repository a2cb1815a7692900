//! Tables for spreadsheets, which take texts that begin in a certain way for formulas and run them.

use std::borrow::Cow;

use clap::Args;

use crate::base::words::guarded;

/// Whether names may look like formulas.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct FormulaGuard {
    /// With --csv: put an apostrophe before names that a spreadsheet would take for formulas (=, +, -, @ at their start)
    #[arg(long, requires = "csv")]
    pub guard_formulas: bool,
}

impl FormulaGuard {
    /// A name as it is written.
    pub(in crate::cli) fn name(self, name: &str) -> Cow<'_, str> {
        if self.guard_formulas { guarded(name) } else { Cow::Borrowed(name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let name = |guard_formulas, name| FormulaGuard { guard_formulas }.name(name).into_owned();
        assert_eq!(
            ["=cmd|'/c calc'!A0", "+1a", "-1", "-x", "@SUM(A1)", "char[]"].map(|text| name(true, text)),
            ["'=cmd|'/c calc'!A0", "'+1a", "-1", "'-x", "'@SUM(A1)", "char[]"]
        );
        assert_eq!(name(false, "=1+1"), "=1+1");
    }
}
