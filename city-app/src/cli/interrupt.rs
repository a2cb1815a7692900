//! Keys of the terminal, and its end. Ctrl+C: work that leaves files behind is told to stop and cleans up; the window has its own
//! way.

use analysis::Progress;

/// Does something at Ctrl+C and ends the program.
pub(super) fn end_on_interrupt(mut first: impl FnMut() + Send + 'static) {
    let handler = move || {
        first();
        std::process::exit(i32::from(super::documents::output::CANCELLED_CODE));
    };
    // As below.
    let _ = ctrlc::try_set_handler(handler);
}

/// Cancels `progress` at the first Ctrl+C and ends the program at the second one.
pub(super) fn cancel_on_interrupt(progress: &Progress) {
    let progress = progress.clone();
    // Without a handler the program ends at once, as every program does.
    let _ = ctrlc::try_set_handler(move || cancel_or_end(&progress));
}

/// Cancels `progress`; whoever asks again does not want to wait for that.
pub(super) fn cancel_or_end(progress: &Progress) {
    if progress.check().is_err() {
        std::process::exit(i32::from(super::documents::output::CANCELLED_CODE));
    }
    progress.cancel();
}

/// Does something when somebody ends this program (SIGTERM) or closes its terminal (SIGHUP, unless it is to survive that: nohup), which
/// then does not end by itself. To be called before other threads start; programs that are started do not inherit it.
#[cfg(unix)]
pub(super) fn at_termination(mut act: impl FnMut() + Send + 'static) {
    use nix::sys::signal::{SigSet, Signal};

    use crate::base::system::is_signal_ignored;
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    if !is_signal_ignored(Signal::SIGHUP as u32) {
        signals.add(Signal::SIGHUP);
    }
    if signals.thread_block().is_err() {
        return;
    }
    std::thread::spawn(move || {
        while signals.wait().is_ok() {
            act();
        }
    });
}

#[cfg(not(unix))]
pub(super) fn at_termination(_: impl FnMut() + Send + 'static) {}

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
