//! Where plug-ins are.

use std::path::PathBuf;

use analysis::{Plugin, Result, Warnings};
use clap::Args;

use crate::input::load_plugins;

/// The folder of plug-ins.
#[derive(Debug, Clone, Default, Args)]
pub struct PluginArgs {
    /// The folder with plug-ins (.wasm) [default: $MEMORY_CITY_PLUGINS, else plugins in the configuration folder]
    #[arg(long, value_name = "DIR")]
    pub plugins: Option<PathBuf>,
}

impl PluginArgs {
    /// Loads them; one that cannot be used is counted in `warnings`.
    pub(super) fn load(&self, warnings: &Warnings) -> Result<Vec<Plugin>> {
        load_plugins(self.plugins.as_deref(), warnings)
    }
}
