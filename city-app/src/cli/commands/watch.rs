//! `memory-city watch`: a city that grows while a program runs; folders are in `watch_folder`.

use super::watch_folder::watch_folder;
use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::growth_lines::list_jvms;
use crate::cli::options::live_args::{WatchArgs, Watched};

/// `memory-city watch`.
pub(in crate::cli) fn watch(args: WatchArgs) -> Result<(), CliError> {
    if let Some(Watched::Folder(folder)) = &args.what {
        return watch_folder(folder, &args);
    }
    match args.source()? {
        None => list_jvms(args.json, &args.table),
        Some(_) if args.table.csv.is_some() => {
            Err(CliError::new(ExitKind::Usage, "--csv is for the list of JVMs: give no PID and no server"))
        }
        Some(source) => crate::cli::show::show_live(source, &args.live, &args.input, &args.view),
    }
}
