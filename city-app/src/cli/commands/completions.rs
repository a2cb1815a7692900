//! `memory-city completions`: what shells complete.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::documents::output::{CliError, print_result};

/// Print what a shell needs to complete commands and options.
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city completions bash > ~/.local/share/bash-completion/completions/memory-city
  memory-city completions zsh > ~/.zfunc/_memory-city     with fpath+=~/.zfunc before compinit in .zshrc
  memory-city completions fish > ~/.config/fish/completions/memory-city.fish

The packages bring them.")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Prints them for all commands that there are.
pub(in crate::cli) fn completions(args: &CompletionsArgs, mut commands: Command) -> Result<(), CliError> {
    let name = commands.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut commands, name, &mut script);
    print_result(&script)
}
