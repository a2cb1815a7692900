//! Options of commands that count in one heap dump.

use std::path::{Path, PathBuf};

use analysis::{HeapFile, HeapState, Histogram, LoadOptions, Progress, Rules, SizePolicy, Warnings};
use clap::{Args, ValueEnum};

use crate::cli::documents::output::{CliError, note, print_warnings};
use crate::data::input::one_dump;

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
    /// A heap dump (.hprof, .hprof.gz), a folder of them, of which the last one is taken, or a trace (.mctrace)
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
    /// Which dump of a file that holds several, or which state of a trace [default: 1, of a folder or trace the last one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub dump: Option<u32>,
}

impl DumpArgs {
    /// Which objects count, over which references.
    pub(in crate::cli) fn size_policy(&self) -> SizePolicy {
        SizePolicy {
            keep_unreachable: self.keep_unreachable,
            strong_only: self.strong_only,
            rules: self.policy.rules(),
            ..SizePolicy::default()
        }
    }

    /// Loads the dump, without names of threads and loaders; warnings go to stderr.
    pub(in crate::cli) fn open(&self) -> Result<HeapState, CliError> {
        self.load(false)
    }

    /// Loads the dump with names of threads and loaders; warnings go to stderr.
    pub(in crate::cli) fn open_with_names(&self) -> Result<HeapState, CliError> {
        self.load(true)
    }

    fn load(&self, names: bool) -> Result<HeapState, CliError> {
        let options = LoadOptions { policy: self.size_policy(), names };
        self.read(|file, dump, progress, warnings| file.load(dump, &options, progress, warnings))
    }

    /// Counts objects and bytes per class; warnings go to stderr.
    pub(in crate::cli) fn histogram(&self) -> Result<Histogram, CliError> {
        self.read(|file, dump, progress, warnings| file.histogram(dump, self.size_policy(), progress, warnings))
    }

    fn read<T>(&self, read: impl FnOnce(&HeapFile, usize, &Progress, &Warnings) -> analysis::Result<T>) -> Result<T, CliError> {
        let (progress, warnings) = (Progress::new(), Warnings::new());
        let found = one_dump(&self.dump_file, self.dump, &progress, &warnings);
        if let Ok((place, _, dump)) = &found {
            note_of_folder(&self.dump_file, place, *dump);
        }
        let read = found.and_then(|(_, file, dump)| read(&file, dump, &progress, &warnings));
        print_warnings(&warnings);
        Ok(read?)
    }
}

/// Says which dump of a folder is asked.
pub(in crate::cli) fn note_of_folder(path: &Path, file: &Path, dump: usize) {
    if path.is_dir() {
        let number = if dump > 0 { format!(", dump {}", dump + 1) } else { String::new() };
        note(&format!("of {} the last dump is taken: {}{number}", path.display(), file.display()));
    }
}
