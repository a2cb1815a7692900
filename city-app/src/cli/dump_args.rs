//! Options of commands that count in one heap dump.

use std::path::PathBuf;

use analysis::{HeapState, LoadOptions, Progress, Rules, SizePolicy, Warnings, open_heap};
use clap::{Args, ValueEnum};

use super::output::{CliError, print_warnings};

/// Tools whose numbers can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PolicyName {
    /// Eclipse MAT
    #[default]
    Mat,
    /// VisualVM
    Visualvm,
}

impl PolicyName {
    /// The rules behind these numbers.
    #[must_use]
    pub fn rules(self) -> Rules {
        match self {
            Self::Mat => Rules::EclipseMat,
            Self::Visualvm => Rules::VisualVm,
        }
    }
}

/// One heap dump, and which objects count in it.
#[derive(Debug, Clone, Args)]
pub struct DumpArgs {
    /// A heap dump (.hprof, .hprof.gz)
    #[arg(value_name = "DUMP")]
    pub dump_file: PathBuf,
    /// Count objects that nothing keeps alive, too
    #[arg(long)]
    pub keep_unreachable: bool,
    /// Weak, soft, phantom and finalizer referents keep nothing alive
    #[arg(long)]
    pub strong_only: bool,
    /// Whose rules say which references count, and how large instances are
    #[arg(long, value_enum, default_value_t)]
    pub policy: PolicyName,
    /// Which dump of a file that holds several
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub dump: u32,
}

impl DumpArgs {
    /// Which objects count, over which references.
    pub(super) fn size_policy(&self) -> SizePolicy {
        SizePolicy { keep_unreachable: self.keep_unreachable, strong_only: self.strong_only, rules: self.policy.rules() }
    }

    /// The position of the dump in its file.
    pub(super) fn index(&self) -> usize {
        self.dump as usize - 1
    }

    /// Loads the dump, without names of threads and loaders; warnings go to stderr.
    pub(super) fn open(&self) -> Result<HeapState, CliError> {
        self.load(false)
    }

    /// Loads the dump with names of threads and loaders; warnings go to stderr.
    pub(super) fn open_with_names(&self) -> Result<HeapState, CliError> {
        self.load(true)
    }

    fn load(&self, names: bool) -> Result<HeapState, CliError> {
        let warnings = Warnings::new();
        let options = LoadOptions { policy: self.size_policy(), names };
        let heap = open_heap(&self.dump_file, self.index(), &options, &Progress::new(), &warnings);
        print_warnings(&warnings);
        Ok(heap?)
    }
}
