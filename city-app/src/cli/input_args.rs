//! Options that say how an input is read; the same ones for every command that reads one.

use std::path::PathBuf;

use analysis::{Error, Registry, Result, Warnings};
use clap::Args;

use super::dump_args::PolicyName;
use super::plugin_args::PluginArgs;
use crate::input::{OpenOptions, SizeCache};

/// How to read the input.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Group heap dumps by these steps, outermost first, for example package,type (see memory-city classifiers)
    #[arg(long, value_name = "LIST")]
    pub by: Vec<String>,
    /// Leave out objects for which this expression is false, for example 'size > 100' (see memory-city query --help), or the
    /// name of a filter; of several, all must be true
    #[arg(long, value_name = "EXPRESSION")]
    pub filter: Vec<String>,
    /// Count objects that nothing keeps alive, too
    #[arg(long)]
    pub keep_unreachable: bool,
    /// Weak, soft, phantom and finalizer referents keep nothing alive
    #[arg(long)]
    pub strong_only: bool,
    /// Whose rules say which references count, and how large instances are
    #[arg(long, value_enum, default_value_t)]
    pub policy: PolicyName,
    /// Which dump of a file that holds several, the first one is 1; all of them without this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub dump: Option<u32>,
    /// The folder that holds points-to-maps and pointed-from-maps, when it is not the one with the trees
    #[arg(long, value_name = "DIR")]
    pub pointers: Option<PathBuf>,
    /// Further classifiers.
    #[command(flatten)]
    pub plugins: PluginArgs,
}

impl InputArgs {
    /// As the reading side wants them for these inputs; plug-ins and saved definitions that cannot be used are counted in
    /// `warnings`.
    ///
    /// # Errors
    /// When the folder of plug-ins cannot be read, or a filter is none.
    pub fn open_options(&self, paths: &[PathBuf], warnings: &Warnings) -> Result<OpenOptions> {
        let Self { by, filter, keep_unreachable, strong_only, policy, dump, pointers, plugins } = self.clone();
        let known = plugins.options(paths, warnings)?;
        let registry = known.registry();
        let by = filter_steps(&registry, &filter)?.into_iter().chain(by).collect();
        let cache = SizeCache::from_environment();
        Ok(OpenOptions { by, keep_unreachable, strong_only, rules: policy.rules(), dump, pointers, cache, ..known })
    }
}

/// The steps that filters stand for, each read by itself.
pub(super) fn filter_steps(registry: &Registry, filters: &[String]) -> Result<Vec<String>> {
    let step = |filter: &String| registry.filter_step(filter).map_err(|error| Error::Request(format!("--filter {filter:?}: {error}")));
    filters.iter().map(step).collect()
}
