//! Keys of the terminal. Ctrl+C: work that leaves files behind is told to stop and cleans up; the window has its own way.

use analysis::Progress;

/// Does something at Ctrl+C and ends the program.
pub(super) fn end_on_interrupt(mut first: impl FnMut() + Send + 'static) {
    let handler = move || {
        first();
        std::process::exit(i32::from(super::output::CANCELLED_CODE));
    };
    // As below.
    let _ = ctrlc::try_set_handler(handler);
}

/// Cancels `progress` at the first Ctrl+C and ends the program at the second one.
pub(super) fn cancel_on_interrupt(progress: &Progress) {
    let progress = progress.clone();
    let handler = move || {
        if progress.check().is_err() {
            std::process::exit(i32::from(super::output::CANCELLED_CODE));
        }
        progress.cancel();
    };
    // Without a handler the program ends at once, as every program does.
    let _ = ctrlc::try_set_handler(handler);
}

/// Ctrl+\ is for the program that runs in the same terminal: it tells the JVM's agents to have a look. Threads that start later
/// do not hear of it either.
#[cfg(unix)]
pub(super) fn leave_quit_key_to_program() {
    use nix::sys::signal::{SigSet, Signal};
    let mut quit = SigSet::empty();
    quit.add(Signal::SIGQUIT);
    // Without this it ends this program, as every program.
    let _ = quit.thread_block();
}

#[cfg(not(unix))]
pub(super) fn leave_quit_key_to_program() {}
