//! Options that say how an input is read; the same ones for every command that reads one.

use std::path::PathBuf;

use analysis::{Error, Progress, Registry, Result, Subject, Warnings};
use clap::Args;

use super::dump_args::PolicyName;
use super::plugin_args::PluginArgs;
use crate::cli::documents::output::{CliError, ExitKind, print_warnings};
use crate::cli::options::durations::parse_duration;
use crate::cli::options::window_arg::{WindowArg, parse_moment};
use crate::data::input::options::OpenOptions;
use crate::data::input::series::DatasetKind;
use crate::data::input::{ChosenPoints, Input, Moment, SizeCache, Thinning, kind_of, levels};

/// How to read the input.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Group heaps by these steps, outermost first, for example package,type (see memory-city classifiers)
    #[arg(long, value_name = "LIST")]
    pub by: Vec<String>,
    /// Leave out objects for which this expression is false, for example 'size > 100' (see memory-city query --help), or the
    /// name of a filter; of several, all must be true
    #[arg(long, value_name = "EXPRESSION")]
    pub filter: Vec<String>,
    /// Show what died in place of what lives: at each point all that died until then, of traces
    #[arg(long, conflicts_with_all = ["dump", "keep_unreachable", "strong_only", "policy"])]
    pub garbage: bool,
    /// Count objects that nothing keeps alive, too
    #[arg(long)]
    pub keep_unreachable: bool,
    /// Weak, soft, phantom and finalizer referents keep nothing alive
    #[arg(long)]
    pub strong_only: bool,
    /// Whose rules say which references count, and how large instances are [default: mat]
    #[arg(long, value_enum)]
    pub policy: Option<PolicyName>,
    /// Which dump of a file that holds several, or which state of a trace, the first one is 1; all of them without this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub dump: Option<u32>,
    /// Of a series of heap dumps or states take one of so many (10), or those that are at least so far apart (30s)
    #[arg(long, value_name = "N|TIME", value_parser = parse_thinning, conflicts_with = "dump")]
    pub thin: Option<Thinning>,
    /// Look at a part of the points only: from one to another, by number (3..9), by the time since the first one (10s..2m), or by garbage
    /// collections (gc40..gc70); 3.. goes on to the last one
    #[arg(long, value_name = "FROM..TO", conflicts_with_all = ["dump", "thin"])]
    pub window: Option<WindowArg>,
    /// Compare with this earlier point, as written in --window (1, 10s, gc40), in place of the first one of the window
    #[arg(long, value_name = "POINT", value_parser = parse_moment, conflicts_with_all = ["dump", "thin"])]
    pub baseline: Option<Moment>,
    /// The folder that holds points-to-maps and pointed-from-maps, when it is not the one with the trees
    #[arg(long, value_name = "DIR")]
    pub pointers: Option<PathBuf>,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

impl InputArgs {
    /// As the reading side wants them for this input, or for one that nobody has seen yet; plug-ins and saved definitions that cannot be
    /// used are counted in `warnings`.
    ///
    /// # Errors
    /// When the folder of plug-ins cannot be read, when an option has no meaning for this input, or when a filter or a
    /// step is none.
    pub fn open_options(&self, input: Option<&Input>, warnings: &Warnings) -> Result<OpenOptions> {
        let Self { by, filter, garbage, keep_unreachable, strong_only, policy, dump, thin, window, baseline, pointers, plugins } =
            self.clone();
        let reads = input.map(Reads::of).transpose()?;
        reads.map_or(Ok(()), |reads| self.refuse_unfit(reads))?;
        let known = plugins.options(input.map_or(&[], Input::named), warnings)?;
        let registry = known.registry();
        let filters = filter_steps(&registry, &filter)?;
        match reads {
            Some(Reads::Dumps | Reads::Traces) => check_steps("--by", &registry, &by)?,
            Some(Reads::Histograms) => drop(levels(&by).map_err(|error| about_option("--by", error))?),
            _ => {}
        }
        let by = filters.into_iter().chain(by).collect();
        let (cache, rules) = (SizeCache::from_environment(), policy.unwrap_or_default().rules());
        let chosen = ChosenPoints { window: window.map(|WindowArg(window)| window), baseline };
        let thinning = thin.unwrap_or_default();
        let subject = if garbage { Subject::Garbage } else { Subject::Heap };
        Ok(OpenOptions { by, subject, keep_unreachable, strong_only, rules, dump, thinning, chosen, pointers, cache, ..known })
    }

    /// As whoever follows a recording wants them. Nobody knows yet what it holds: steps must be some.
    ///
    /// # Errors
    /// As [`InputArgs::open_options`].
    pub(in crate::cli) fn recording_options(&self) -> std::result::Result<OpenOptions, CliError> {
        self.refuse_unfit(Reads::Recording)?;
        let warnings = Warnings::new();
        let options = self.open_options(None, &warnings);
        print_warnings(&warnings);
        let options = options?;
        check_steps("--by", &options.registry(), &self.by)?;
        Ok(options)
    }

    /// Refuses options that choose points, of a command that has no use for them, and says why.
    pub(in crate::cli) fn refuse_chosen_points(&self, why: &str) -> std::result::Result<(), CliError> {
        let is_given = self.window.is_some() || self.baseline.is_some();
        if is_given { Err(CliError::new(ExitKind::Usage, why)) } else { Ok(()) }
    }

    /// Refuses garbage, of a command that judges growth: it always piles up.
    pub(in crate::cli) fn refuse_garbage(&self) -> std::result::Result<(), CliError> {
        let why = "--garbage has no meaning here: what died always piles up; chart and the window tell what dies young";
        if self.garbage { Err(CliError::new(ExitKind::Usage, why)) } else { Ok(()) }
    }

    /// Refuses options that mean nothing for what is read.
    ///
    /// # Errors
    /// [`Error::Request`] that names the first of them and what it is for.
    pub(in crate::cli) fn refuse_unfit(&self, reads: Reads) -> Result<()> {
        let Self { by, filter, garbage, keep_unreachable, strong_only, policy, dump, thin, window, baseline, pointers, plugins: _ } = self;
        let given = [
            ("--by", !by.is_empty(), "heap dumps, traces and class histograms"),
            ("--filter", !filter.is_empty(), "heap dumps and traces"),
            ("--garbage", *garbage, "traces"),
            ("--keep-unreachable", *keep_unreachable, "heap dumps and traces"),
            ("--strong-only", *strong_only, "heap dumps and traces"),
            ("--policy", policy.is_some(), "heap dumps and traces"),
            ("--dump", dump.is_some(), "files of heap dumps and traces"),
            ("--thin", thin.is_some(), "series of heap dumps and traces"),
            ("--window", window.is_some(), "files with points in time"),
            ("--baseline", baseline.is_some(), "files with points in time"),
            ("--pointers", pointers.is_some(), "folders of memory trees"),
        ];
        let (what, fitting): (_, &[&str]) = match reads {
            Reads::Dumps => ("heap dumps", &OF_HEAPS),
            Reads::Traces => ("traces", &OF_TRACES),
            // Trees that are grouped already are shown as they are, and a warning says so.
            Reads::FolderOfTrees => ("memory trees", &["--by", "--window", "--baseline", "--pointers"]),
            Reads::FileOfTrees => ("a file of memory trees", &["--by", "--window", "--baseline"]),
            Reads::Histograms => ("class histograms", &["--by", "--window", "--baseline"]),
            Reads::HistogramsOfJvm => ("class histograms of a JVM", &["--by", "--keep-unreachable"]),
            Reads::DumpsOfJvm => ("dumps of a JVM", &["--by", "--filter", "--keep-unreachable", "--strong-only", "--policy"]),
            Reads::Recording => ("a recording", &["--by", "--filter", "--strong-only"]),
            Reads::Server => ("the memory trees of a server", &[]),
            #[cfg(feature = "fleet")]
            Reads::Tables => ("tables of many processes, which are grouped already", &[]),
            Reads::Nothing => ("a recording that nobody sees (--live shows it)", &[]),
        };
        match given.iter().find(|(option, is_given, _)| *is_given && !fitting.contains(option)) {
            Some((option, _, fits)) => Err(Error::Request(format!("{option} has no meaning for {what}: it is for {fits}"))),
            None => Ok(()),
        }
    }
}

/// The options of inputs with heap states.
const OF_HEAPS: [&str; 9] =
    ["--by", "--filter", "--keep-unreachable", "--strong-only", "--policy", "--dump", "--thin", "--window", "--baseline"];

/// Those of traces.
const OF_TRACES: [&str; 10] =
    ["--by", "--filter", "--garbage", "--keep-unreachable", "--strong-only", "--policy", "--dump", "--thin", "--window", "--baseline"];

/// Reads `10` and `30s`.
fn parse_thinning(text: &str) -> std::result::Result<Thinning, String> {
    match text.parse::<u32>() {
        Ok(0) => Err("write a number from 1 on, or a time such as 30s".to_owned()),
        Ok(number) => Ok(Thinning::EachNth(number)),
        Err(_) => parse_duration(text).map(Thinning::Apart),
    }
}

/// What a command reads, as far as options depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Reads {
    Dumps,
    Traces,
    FolderOfTrees,
    FileOfTrees,
    Histograms,
    HistogramsOfJvm,
    DumpsOfJvm,
    Server,
    #[cfg(feature = "fleet")]
    Tables,
    Recording,
    Nothing,
}

impl Reads {
    fn of(input: &Input) -> Result<Self> {
        let is_folder = input.named().iter().any(|path| path.is_dir());
        Ok(match kind_of(input, &Progress::new())? {
            DatasetKind::HeapDumps => Self::Dumps,
            DatasetKind::Traces { .. } => Self::Traces,
            DatasetKind::MemoryTrees if is_folder => Self::FolderOfTrees,
            DatasetKind::MemoryTrees => Self::FileOfTrees,
            DatasetKind::ClassHistograms { .. } => Self::Histograms,
            DatasetKind::Live => Self::Server,
        })
    }
}

/// Whether the texts of an option are steps, each and all together; errors name the option and the text.
pub(in crate::cli) fn check_steps(option: &str, registry: &Registry, by: &[String]) -> Result<()> {
    for text in by {
        registry.parse(text).map_err(|error| about_option(&format!("{option} {text:?}"), error))?;
    }
    if by.len() > 1 {
        registry.parse_all(by).map_err(|error| about_option(option, error))?;
    }
    Ok(())
}

/// An error with the option that is meant.
pub(in crate::cli) fn about_option(option: &str, error: Error) -> Error {
    match error {
        error @ (Error::Request(_) | Error::Text { .. }) => Error::Request(format!("{option}: {error}")),
        other => other,
    }
}

/// The steps that filters stand for, each read by itself.
pub(in crate::cli) fn filter_steps(registry: &Registry, filters: &[String]) -> Result<Vec<String>> {
    let step = |filter: &String| registry.filter_step(filter).map_err(|error| about_option(&format!("--filter {filter:?}"), error));
    filters.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_without_a_meaning_are_refused_by_name() {
        let refused = |args: &InputArgs, reads| args.refuse_unfit(reads).err().map(|error| error.to_string());
        let strong = InputArgs { strong_only: true, ..InputArgs::default() };
        assert_eq!(refused(&strong, Reads::Dumps), None);
        assert_eq!(
            refused(&strong, Reads::FolderOfTrees).as_deref(),
            Some("--strong-only has no meaning for memory trees: it is for heap dumps and traces")
        );
        assert!(refused(&strong, Reads::HistogramsOfJvm).is_some() && refused(&strong, Reads::DumpsOfJvm).is_none());
        let pointers = InputArgs { pointers: Some("maps".into()), ..InputArgs::default() };
        assert_eq!(refused(&pointers, Reads::FolderOfTrees), None);
        for reads in [Reads::Dumps, Reads::FileOfTrees, Reads::Histograms, Reads::Server] {
            assert!(refused(&pointers, reads).is_some_and(|told| told.contains("it is for folders of memory trees")), "{reads:?}");
        }
        let policy = InputArgs { policy: Some(PolicyName::Mat), ..InputArgs::default() };
        assert!(refused(&policy, Reads::Histograms).is_some(), "also where it says the default");
    }

    #[test]
    fn wrong_steps_are_told_with_their_option() {
        let registry = Registry::default();
        let check = |by: &[&str]| check_steps("--by", &registry, &by.iter().map(ToString::to_string).collect::<Vec<_>>());
        check(&["package", "type, pointed from(type)"]).expect("are steps");
        let error = check(&["type", "package, colour"]).expect_err("is no step").to_string();
        assert!(error.starts_with("--by \"package, colour\": line 1, column 10: unknown classifier"), "{error}");
        let error = check(&["type", "type"]).expect_err("is said twice").to_string();
        assert_eq!(error, "--by: line 1, column 1: the grouping names Type twice");
    }
}
