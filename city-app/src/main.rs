//! The `memory-city` program: reads the command line, does what it says, turns an error into one line and an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    analysis::return_freed_memory();
    city_app::cli::run(std::env::args_os())
}
