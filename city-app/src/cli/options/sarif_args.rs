//! Results for tools that show them beside code.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::documents::sarif::Sources;

/// Whether they are wanted.
#[derive(Debug, Clone, Default, Args)]
pub struct SarifArgs {
    /// Write SARIF 2.1.0 to this file, for tools that show results beside code; - is stdout
    #[arg(long, value_name = "OUT")]
    pub sarif: Option<PathBuf>,
    /// With --sarif: a folder with sources, as src/main/java, in which the files of classes are looked up; may be given several times
    #[arg(long = "source-root", value_name = "DIR", requires = "sarif")]
    pub source_roots: Vec<PathBuf>,
}

impl SarifArgs {
    /// Where sources are looked up.
    pub(in crate::cli) fn sources(&self) -> Sources<'_> {
        Sources(&self.source_roots)
    }
}

/// Whether one of the documents goes to stdout. Only one can.
pub(in crate::cli) fn goes_to_stdout(outs: &[Option<&Path>], is_other_there: bool) -> Result<bool, CliError> {
    let to_stdout = outs.iter().flatten().filter(|out| out.as_os_str() == "-").count();
    if to_stdout + usize::from(is_other_there) > 1 {
        return Err(CliError::new(ExitKind::Usage, "only one document can go to stdout: give others a file"));
    }
    Ok(to_stdout > 0)
}
