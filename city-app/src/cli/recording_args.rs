//! How a program is to be recorded: what `record` and `attach` share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use recorder::{Detail, Options};

use super::live_args::parse_duration;
use super::output::{CliError, ExitKind};

/// How much is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DetailArg {
    /// Objects and bytes per class, and sampled allocations with call stacks and threads
    Counts,
    /// All objects with their references, and what keeps them alive, at garbage collections
    States,
    /// As states, and every allocation: for small programs
    Full,
}

/// How a program is to be recorded.
#[derive(Debug, Clone, Args)]
pub struct RecordingArgs {
    /// The trace; must not exist yet
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How much is recorded
    #[arg(long, value_enum, default_value = "states")]
    pub detail: DetailArg,
    /// Share of the run time that recording may cost; `none` looks at the heap after every garbage collection
    #[arg(long, value_name = "PERCENT", default_value = "10%", value_parser = parse_budget)]
    pub budget: Budget,
    /// Look at the heap by the clock, too, whatever it costs: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub every: Option<Duration>,
    /// Look at the heap once more when the program ends, whatever it costs
    #[arg(long)]
    pub at_exit: bool,
    /// Calls that are recorded of a call stack at most
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub stack_depth: u16,
    /// Record one allocation in about so many allocated bytes, fewer if the budget asks for it; 0 records none
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 10, value_parser = clap::value_parser!(u32).range(..1 << 30))]
    pub sampling_interval: u32,
    /// Fields of which every store is recorded, so that `referrers` names the line that put an object there: com.shop.Cart.items;
    /// * is any text. Needs --detail full; the JVM interprets the program meanwhile
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    pub stores: Vec<String>,
}

/// Share of the run time in percent; `None` is no limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget(pub Option<f64>);

/// Reads `10%`, `2.5`, `none`.
fn parse_budget(text: &str) -> Result<Budget, String> {
    if text == "none" {
        return Ok(Budget(None));
    }
    let percent = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>();
    percent
        .ok()
        .filter(|percent| (0.0..=100.0).contains(percent))
        .map(|percent| Budget(Some(percent)))
        .ok_or_else(|| "write a share of the run time such as 10%, or none".to_owned())
}

impl RecordingArgs {
    /// What the recorder is told.
    ///
    /// # Errors
    /// When the file exists, or its folder does not.
    pub(super) fn options(&self) -> Result<Options, CliError> {
        let wrong = |message: String| Err(CliError::new(ExitKind::Failed, message));
        // The program may change its folder.
        let out = std::path::absolute(&self.out).map_err(|error| CliError::cannot_write(&self.out, &error))?;
        if out.exists() {
            return wrong(format!("{} exists already; delete it or name another file", self.out.display()));
        }
        if !out.parent().is_some_and(std::path::Path::is_dir) {
            return wrong(format!("cannot write {}: there is no such folder", self.out.display()));
        }
        if !self.stores.is_empty() && self.detail != DetailArg::Full {
            return Err(CliError::new(ExitKind::Usage, "--stores needs --detail full: other recordings do not know single objects"));
        }
        let detail = match self.detail {
            DetailArg::Counts => Detail::Counts,
            DetailArg::States => Detail::States,
            DetailArg::Full => Detail::Full,
        };
        Ok(Options {
            out,
            detail,
            budget: self.budget.0,
            every: self.every,
            at_exit: self.at_exit,
            stack_depth: self.stack_depth,
            sampling_interval: self.sampling_interval,
            live: None,
            stores: self.stores.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_percent_or_none() {
        assert_eq!(parse_budget("10%"), Ok(Budget(Some(10.0))));
        assert_eq!(parse_budget("2.5"), Ok(Budget(Some(2.5))));
        assert_eq!(parse_budget("none"), Ok(Budget(None)));
        for wrong in ["", "-1", "101%", "NaN", "much"] {
            assert!(parse_budget(wrong).is_err(), "{wrong}");
        }
    }
}
