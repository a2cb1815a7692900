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
    clap_complete::generate(args.shell, &mut commands, &*name, &mut script);
    // For bash, clap_complete up to 4.6.12 writes the hyphen of a program's name in two ways, so that options of commands are not completed.
    let script = String::from_utf8_lossy(&script).replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
    print_result(script.as_bytes())
}
