//! What groupings can name besides what comes with the program: plug-ins and saved definitions.

use std::path::PathBuf;

use analysis::{Result, Warnings};
use clap::Args;

use crate::data::input::options::OpenOptions;
use crate::data::input::{StructureRules, definition_files, load_features, load_plugins, load_structures, user_definitions};

/// The folder of plug-ins.
#[derive(Debug, Clone, Default, Args)]
pub struct PluginArgs {
    /// The folder with plug-ins (.wasm, .wat) [default: $MEMORY_CITY_PLUGINS, else plugins in the configuration folder]
    #[arg(long, value_name = "DIR")]
    pub plugins: Option<PathBuf>,
    /// A text file that says which code belongs to which feature, for the classifier Feature; a line is a name, a colon, and
    /// classes or methods: cart: com.shop.cart.*, com.shop.Checkout.add
    #[arg(long, value_name = "FILE")]
    pub features: Option<PathBuf>,
    /// A file that describes data structures (own lists, maps, pools ...), before what comes with the program and what lies beside the
    /// dumps or in the configuration folder; see memory-city structures --help. Or one of buffers, boxes, strings, which come with the
    /// program and count only then. May be given several times
    #[arg(long, value_name = "FILE")]
    pub structures: Vec<PathBuf>,
    /// Count only objects of the described classes themselves as data structures, not those of subclasses
    #[arg(long)]
    pub strict_structures: bool,
    /// Let the content of data structures go on behind leaves that have a description of their own
    #[arg(long)]
    pub expand_leaves: bool,
}

impl PluginArgs {
    /// Options that know the plug-ins and what is saved, for these inputs and for all. What cannot be used is counted in
    /// `warnings`.
    ///
    /// # Errors
    /// When a folder of plug-ins that was named cannot be read, or the file of features, or one of data structures.
    pub(in crate::cli) fn options(&self, paths: &[PathBuf], warnings: &Warnings) -> Result<OpenOptions> {
        let plugins = load_plugins(self.plugins.as_deref(), warnings)?;
        let files = definition_files(paths, user_definitions());
        let features = self.features.as_deref().map(|file| load_features(file, warnings)).transpose()?;
        let rules = StructureRules { strict: self.strict_structures, expand_leaves: self.expand_leaves };
        let structures = load_structures(&self.structures, paths, rules, warnings)?;
        Ok(OpenOptions { plugins, features, structures, ..OpenOptions::default() }.with_definitions(&files, warnings))
    }
}
