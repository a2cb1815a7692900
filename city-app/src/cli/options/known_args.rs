//! What is known to be wrong, and does not fail a build until it gets worse.

use std::path::PathBuf;

use clap::Args;

use crate::cli::documents::known_file::KnownFile;
use crate::cli::documents::output::{CliError, must_exist, note};

/// Whether something is known.
#[derive(Debug, Clone, Default, Args)]
pub struct KnownArgs {
    /// A baseline: what stands in this file fails only when it has become worse
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Write a baseline: what is wrong now is known from now on, and does not fail now
    #[arg(long, value_name = "FILE", conflicts_with = "known")]
    pub write_known: Option<PathBuf>,
}

impl KnownArgs {
    /// What is known; `None` where nobody asks.
    pub(in crate::cli) fn read(&self) -> Result<Option<KnownFile>, CliError> {
        let Some(path) = &self.known else { return Ok(None) };
        must_exist(path)?;
        KnownFile::read(path)
    }

    /// Writes what is known from now on, and says whether that was wanted. What the file tells of other things stays.
    pub(in crate::cli) fn write(&self, change: impl FnOnce(&mut KnownFile)) -> Result<bool, CliError> {
        let Some(path) = &self.write_known else { return Ok(false) };
        let mut file = KnownFile::read(path)?.unwrap_or_default();
        change(&mut file);
        file.write(path)?;
        note(&format!("known by {} from now on: {}", path.display(), file.in_words()));
        Ok(true)
    }
}
