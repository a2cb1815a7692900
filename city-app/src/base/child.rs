//! Other programs that are run to their end: what they write is kept, and who no longer wants an answer gets rid of them.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// More output than this is not kept: 64 MiB.
pub(crate) const MOST_OUTPUT: u64 = 64 << 20;

/// How often a running program is looked at.
const POLL: Duration = Duration::from_millis(20);

/// A program that has ended by itself.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) status: ExitStatus,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
}

/// Why a program has not.
#[derive(Debug)]
pub(crate) enum ChildError {
    /// It could not be started, or asked how it is.
    System(io::Error),
    /// It took longer than it may.
    Late,
    /// Nobody wants it any more.
    Cancelled,
}

/// Runs a program that is told nothing on its standard input; ends it when it is late or nobody wants it any more.
///
/// # Errors
/// When it has not ended by itself.
pub(crate) fn run_child(command: &mut Command, most: Option<Duration>, is_wanted: &dyn Fn() -> bool) -> Result<Finished, ChildError> {
    let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(ChildError::System)?;
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let ended = wait(&mut child, most, is_wanted);
    if ended.is_err() {
        // Already gone is fine; the wait keeps no zombie.
        let _ = child.kill();
        let _ = child.wait();
    }
    let (output, errors) = (joined(output), joined(errors));
    Ok(Finished { status: ended?, output, errors })
}

fn wait(child: &mut Child, most: Option<Duration>, is_wanted: &dyn Fn() -> bool) -> Result<ExitStatus, ChildError> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(ChildError::System)? {
            return Ok(status);
        }
        if !is_wanted() {
            return Err(ChildError::Cancelled);
        }
        if most.is_some_and(|most| start.elapsed() > most) {
            return Err(ChildError::Late);
        }
        std::thread::sleep(POLL);
    }
}

type Collected = Option<JoinHandle<Vec<u8>>>;

/// Reads a pipe on its own thread, so that a full pipe cannot block the program.
fn collect(pipe: Option<impl Read + Send + 'static>) -> Collected {
    let mut pipe = pipe?;
    let reader = std::thread::Builder::new().name("output".into()).spawn(move || {
        let mut bytes = Vec::new();
        // A broken pipe leaves what was read so far; the exit status tells the rest.
        let _ = pipe.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
        let _ = io::copy(&mut pipe, &mut io::sink());
        bytes
    });
    reader.ok()
}

fn joined(reader: Collected) -> Vec<u8> {
    reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_program_tells_what_it_writes_and_how_it_ended() {
        let ended = run_child(&mut shell("echo out; echo err >&2; exit 3"), None, &|| true).expect("ends by itself");
        assert_eq!((ended.status.code(), &*ended.output, &*ended.errors), (Some(3), &b"out\n"[..], &b"err\n"[..]));
    }

    #[test]
    fn a_program_that_is_late_or_not_wanted_is_ended() {
        let begun = Instant::now();
        let late = run_child(&mut shell("exec sleep 60"), Some(Duration::from_millis(1)), &|| true);
        assert!(matches!(late, Err(ChildError::Late)), "{late:?}");
        let unwanted = run_child(&mut shell("exec sleep 60"), None, &|| false);
        assert!(matches!(unwanted, Err(ChildError::Cancelled)), "{unwanted:?}");
        let missing = run_child(&mut Command::new("/no/such/program"), None, &|| true);
        assert!(matches!(missing, Err(ChildError::System(_))), "{missing:?}");
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
