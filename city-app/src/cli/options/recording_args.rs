//! How a program is to be recorded: what `record` and `attach` share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use recorder::{Detail, Options};

use super::check_rule::UNITS;
use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::options::durations::parse_duration;
use crate::data::recorded_process::remove_address;

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
    /// [default: 10%]
    #[arg(long, value_name = "PERCENT", value_parser = parse_budget)]
    pub budget: Option<Budget>,
    /// How long the program may be stopped at once: 200ms; `none` for as long as a look takes, so that all objects keep their identity
    /// in large heaps, too [default: 200ms, none with --detail full]
    #[arg(long, value_name = "TIME", value_parser = parse_pause)]
    pub max_pause: Option<Pause>,
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
    /// Bytes that the trace may have: 500M, 2 GiB. The recording ends with it and leaves the program, which goes on; with --keep, the
    /// oldest files go instead
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub max_size: Option<u64>,
    /// For services: go on in a new file every eighth of this time, and remove files that are older: 24h, 7d. FILE app.mctrace becomes
    /// app-0001-PID.mctrace and so on; each is a trace of its own, and all of them together are one city
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with_all = ["address", "live"])]
    pub keep: Option<Duration>,
    /// Fields of which every store is recorded, so that `referrers` names the line that put an object there: com.shop.Cart.items;
    /// * is any text. Needs --detail full; the JVM interprets the program meanwhile
    #[arg(long, value_name = "FIELD,..", value_delimiter = ',')]
    pub stores: Vec<String>,
    /// Let others on this machine follow: where (memory-city watch --connect) is written into this file
    #[arg(long, value_name = "FILE")]
    pub address: Option<PathBuf>,
}

/// Percent of the run time, without `--budget`.
const USUAL_BUDGET: Option<f64> = Some(10.0);

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

/// Reads `500M`, `2 GiB`, `1.5gb`, `100000`; a letter alone stands for a power of 1024.
fn parse_bytes(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = (text[..end].trim(), text[end..].trim());
    let is_unit = |name: &str| name.eq_ignore_ascii_case(unit) || name.eq_ignore_ascii_case(&format!("{unit}iB"));
    let bytes = if unit.is_empty() { Some(1) } else { UNITS.into_iter().find(|(name, _)| is_unit(name)).map(|(_, bytes)| bytes) };
    let size = number.parse::<f64>().ok().zip(bytes).map(|(number, bytes)| number * bytes as f64);
    size.filter(|size| (LEAST_SIZE..MOST_SIZE).contains(size))
        .map(|size| size as u64)
        .ok_or_else(|| "write a size of at least 1 MiB, such as 500M or 2 GiB".to_owned())
}

/// What `--max-size` takes: no recording has less, and none more.
const LEAST_SIZE: f64 = (1_u64 << 20) as f64;
const MOST_SIZE: f64 = (1_u64 << 60) as f64;

/// How long the program may be stopped; `None` is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause(pub Option<Duration>);

/// Without `--max-pause`: what users of a service hardly notice, and collectors that stop the program take, too.
const USUAL_PAUSE: Pause = Pause(Some(Duration::from_millis(200)));

/// Reads `200ms`, `1s`, `none`.
fn parse_pause(text: &str) -> Result<Pause, String> {
    if text == "none" {
        return Ok(Pause(None));
    }
    let millis = text.strip_suffix("ms").and_then(|number| number.trim().parse().ok()).map(Duration::from_millis);
    millis
        .or_else(|| parse_duration(text).ok())
        .map(|pause| Pause(Some(pause)))
        .ok_or_else(|| "write a time such as 200ms or 1s, or none".to_owned())
}

impl RecordingArgs {
    /// The trace as it is told to a person; with `--keep` there are several.
    pub(in crate::cli) fn shown_file(&self) -> String {
        let part = |of: Option<&std::ffi::OsStr>| of.map(|part| part.to_string_lossy().into_owned());
        match (self.keep, part(self.out.file_stem())) {
            (Some(_), Some(stem)) => {
                let name = format!("{stem}-*.{}", part(self.out.extension()).unwrap_or("mctrace".into()));
                self.out.with_file_name(name).display().to_string()
            }
            _ => self.out.display().to_string(),
        }
    }

    /// What the recorder is told.
    ///
    /// # Errors
    /// When the file exists, or its folder does not.
    pub(in crate::cli) fn options(&self) -> Result<Options, CliError> {
        let out = if self.keep.is_some() { in_a_folder(&self.out)? } else { new_file(&self.out)? };
        if self.keep.is_some() && self.detail == DetailArg::Full {
            return Err(CliError::new(
                ExitKind::Usage,
                "--keep is for services, and --detail full for small programs: they exclude each other",
            ));
        }
        if !self.stores.is_empty() && self.detail != DetailArg::Full {
            return Err(CliError::new(ExitKind::Usage, "--stores needs --detail full: other recordings do not know single objects"));
        }
        if self.detail == DetailArg::Full && matches!(self.budget, Some(Budget(Some(_)))) {
            let message = "--budget has no meaning with --detail full, which records every allocation whatever that costs";
            return Err(CliError::new(ExitKind::Usage, message));
        }
        if let Some(left) = &self.address {
            // Another recording may have left it: nobody may take it for the address of this one.
            remove_address(left).map_err(|error| CliError::cannot_write(left, &error))?;
        }
        let live = self.address.as_deref().map(new_file).transpose()?;
        let detail = match self.detail {
            DetailArg::Counts => Detail::Counts,
            DetailArg::States => Detail::States,
            DetailArg::Full => Detail::Full,
        };
        Ok(Options {
            out,
            detail,
            budget: self.budget.map_or(USUAL_BUDGET, |budget| budget.0),
            max_pause: self.max_pause.unwrap_or(if detail == Detail::Full { Pause(None) } else { USUAL_PAUSE }).0,
            every: self.every,
            at_exit: self.at_exit,
            stack_depth: self.stack_depth,
            sampling_interval: self.sampling_interval,
            stores: self.stores.clone(),
            live,
            owner: None,
            keep: self.keep,
            max_bytes: self.max_size,
        })
    }
}

/// A file that is to be written: it must not exist, and its folder must. Absolute, because a program may change its folder.
///
/// # Errors
/// When it exists, or its folder does not.
pub(in crate::cli) fn new_file(path: &Path) -> Result<PathBuf, CliError> {
    let file = in_a_folder(path)?;
    if file.exists() {
        let message = format!("{} exists already; delete it or name another file", path.display());
        return Err(CliError::new(ExitKind::Failed, message));
    }
    Ok(file)
}

/// The same, whether it exists or not.
fn in_a_folder(path: &Path) -> Result<PathBuf, CliError> {
    let file = std::path::absolute(path).map_err(|error| CliError::cannot_write(path, &error))?;
    if !file.parent().is_some_and(Path::is_dir) {
        return Err(CliError::new(ExitKind::Failed, format!("cannot write {}: there is no such folder", path.display())));
    }
    Ok(file)
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
        assert_eq!(
            ["50ms", "2s", "none"].map(|text| parse_pause(text).ok()),
            [50, 2000, 0].map(|millis| { Some(Pause((millis > 0).then_some(Duration::from_millis(millis)))) })
        );
        assert!(parse_pause("fast").is_err());
    }

    #[test]
    fn sizes_have_units() {
        let sizes = ["500M", "2 GiB", "1.5gb", "3000000", "1k", "1", "-2M", "many", "5 apples", "NaNG"];
        let mib = 1 << 20;
        let expected = [Some(500 * mib), Some(2048 * mib), Some(1_500_000_000), Some(3_000_000), None, None, None, None, None, None];
        assert_eq!(sizes.map(|size| parse_bytes(size).ok()), expected);
    }
}
