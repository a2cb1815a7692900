//! `memory-city man`: the help as manual pages.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::cli::documents::output::{CliError, ExitKind, write_result};

/// Write the help as manual pages: one of the program, and one per command.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city man ~/.local/share/man/man1     then: man memory-city, man memory-city-find

The packages bring them.")]
pub struct ManArgs {
    /// A folder that is there
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Writes them for all commands that there are.
pub(in crate::cli) fn man(args: &ManArgs, commands: Command) -> Result<(), CliError> {
    let mut commands = commands.disable_help_subcommand(true);
    // Commands learn from it what they are called as a whole.
    commands.build();
    let subcommands: Vec<Command> = commands.get_subcommands().cloned().collect();
    for command in std::iter::once(commands).chain(subcommands) {
        let page = Man::new(command);
        let mut text = Vec::new();
        page.render(&mut text).map_err(|error| CliError::new(ExitKind::Failed, format_args!("a manual page cannot be made: {error}")))?;
        let text = readable(&String::from_utf8_lossy(&text));
        write_result(Some(&args.folder.join(page.get_filename())), text.as_bytes())?;
    }
    Ok(())
}

/// Lines with a margin stay lines, as in the help; all others are filled as far as whole words go. The long ones, documents and lists of names,
/// may end a line behind a comma or a bar.
fn readable(page: &str) -> String {
    let mut text = String::new();
    let mut example = false;
    for line in page.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n").lines() {
        if line.starts_with("  ") != example {
            example = !example;
            text += if example { ".nf\n" } else { ".fi\n" };
        }
        if line.starts_with('.') {
            text += line;
        } else {
            let words: Vec<String> = line.split(", ").map(|words| words.replace(',', ",\\:").replace('|', "|\\:")).collect();
            text += &words.join(", ");
        }
        text += "\n";
        if line.starts_with(".TH ") {
            text += ".ad l\n";
        }
    }
    text
}
