//! The `memory-city` program: reads the command line, does what it says, turns an error into one line and an exit code.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Where Wayland keeps its sockets.
const SOCKETS: &str = "XDG_RUNTIME_DIR";

fn main() -> ExitCode {
    analysis::return_freed_memory();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // A program that is recorded gets the environment as it is.
    if arguments.get(1).is_none_or(|command| command != "record") {
        name_a_folder_for_sockets();
        hear_of_size_limits();
    }
    city_app::cli::run(arguments, build_version::version!())
}

/// A file that grows beyond the user's limit is an error like a full disk, not the end of the program.
fn hear_of_size_limits() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        // Threads that begin later have it from this one; programs that are started begin without.
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
}

/// Vulkan drivers of Mesa ask Wayland which graphics card to take, pictures without a window included, and Wayland's library
/// complains on stderr each time if nothing says where its sockets are. In a folder that does not exist it silently finds none.
#[allow(unsafe_code, reason = "the library reads the environment and nothing else")]
fn name_a_folder_for_sockets() {
    if std::env::var_os(SOCKETS).is_none_or(|folder| !Path::new(&folder).is_absolute()) {
        // SAFETY: the program begins here; there is no other thread that could read the environment meanwhile.
        unsafe { std::env::set_var(SOCKETS, "/nonexistent") };
    }
}
