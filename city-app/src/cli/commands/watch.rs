//! `memory-city watch`: a city that grows while a program runs.

use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::growth_lines::list_jvms;
use crate::cli::options::live_args::WatchArgs;

/// `memory-city watch`.
pub(in crate::cli) fn watch(args: WatchArgs) -> Result<(), CliError> {
    match args.source()? {
        None => list_jvms(args.json, &args.table),
        Some(_) if args.table.csv.is_some() => {
            Err(CliError::new(ExitKind::Usage, "--csv is for the list of JVMs: give no PID and no server"))
        }
        Some(source) => crate::cli::show::show_live(source, &args.live, &args.input, &args.view),
    }
}
