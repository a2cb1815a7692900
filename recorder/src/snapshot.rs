//! Walks that the program does not wait for: a copy of the process walks its copy of the heap.
//!
//! ```text
//! program   ──────■ stop, fork ■──────────────────────────────────────────>   pause: the fork alone
//! copy                   └──── the JVM shows references ──── packed blocks ──┐
//! recorder  ─────────────────── polls the pipe ─── "that was all?" ──────────┴─> trace
//! ```
//!
//! The walk begins like any other: the JVM stops the program and calls back with the first reference. There the process forks. In
//! the program the walk ends at once. In the copy, which consists of the one thread that walks, it goes on to its end; memory is
//! shared until either side writes to it. What the JVM keeps for a walk (marks, tags of all objects) is in the copy alone: nothing
//! of it stays in the program, and no later collection has to look at it. If the JVM fails within a walk, the copy fails.
//!
//! A copy can do no harm: it holds no file, socket or terminal of the program, dumps no core, writes no crash report, is the first to
//! go when memory gets short, and ends with the program. It has the program's priority: the longer it lives, the more memory is there
//! twice.
//!
//! The JVM tells nobody that a walk is over; its thread goes to sleep. So whoever reads the pipe looks whether the copy sleeps
//! although nothing waits in the pipe, and asks it by a signal. It then knows whether the walk is complete: every object that was
//! referred to has shown its references.
#![allow(unsafe_code, reason = "processes are asked and ended by system calls")]

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use crate::child_process::wait_for_end;
use crate::copy_pipe::{Message, Received, Receiver};
use crate::fork::HUNG;

/// How often a copy that sleeps is asked before it counts as hung. Threads of the JVM that go on while the program stands still, such as
/// compilers, may have held a lock when the process was copied: nobody in the copy gives it back.
const MOST_QUESTIONS: u32 = 50;

/// A copy whose thread sleeps for so long has come to its end, or hangs.
const ASLEEP: Duration = Duration::from_millis(4);

/// A copy that works.
#[derive(Debug)]
pub(crate) struct Snapshot {
    process: libc::pid_t,
    receiver: Receiver,
    facts: Option<File>,
    /// Since when its thread sleeps, and how long it had worked by then.
    asleep_since: Option<(Instant, Duration)>,
    questions: u32,
    is_reaped: bool,
}

/// How far a copy has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It works, and has worked so long.
    Working(Duration),
    /// It has said everything, and has worked so long.
    Ended(Duration),
    /// It has ended too early, after so much work, with this code: above [`FAILED`] a signal.
    Failed(Duration, i32),
}

impl Snapshot {
    /// The copy with this process number, which writes to the other end of the pipe.
    pub(crate) fn new(process: libc::pid_t, receiver: Receiver) -> Self {
        let facts = File::open(format!("/proc/{process}/stat")).ok();
        Self { process, receiver, facts, asleep_since: None, questions: 0, is_reaped: false }
    }

    /// Takes in what has come, and asks whether that was all where it seems so.
    pub(crate) fn poll(&mut self, take: &mut dyn FnMut(Message)) -> Progress {
        let (is_asleep, worked) = self.look();
        let Ok(Received { has_come, has_ended }) = self.receiver.receive(take) else { return self.fail() };
        if has_ended {
            let (worked, _) = self.reap();
            return Progress::Ended(worked);
        }
        if has_come || !is_asleep {
            (self.asleep_since, self.questions) = (None, 0);
            return Progress::Working(worked);
        }
        let (since, worked_before) = *self.asleep_since.get_or_insert_with(|| (Instant::now(), worked));
        if worked_before != worked {
            (self.asleep_since, self.questions) = (None, 0);
        } else if since.elapsed() >= ASLEEP {
            if self.questions >= MOST_QUESTIONS {
                return self.fail();
            }
            self.questions += 1;
            self.asleep_since = None;
            // SAFETY: numbers only; the process was not waited for, so the number is still its own.
            unsafe { libc::kill(self.process, libc::SIGUSR1) };
        }
        Progress::Working(worked)
    }

    /// Whether its thread sleeps, and how long it has worked, as the system tells.
    fn look(&mut self) -> (bool, Duration) {
        let mut text = [0; 1024];
        let Some(Ok(bytes)) = self.facts.as_ref().map(|facts| facts.read_at(&mut text, 0)) else { return (true, Duration::ZERO) };
        process_facts(&String::from_utf8_lossy(&text[..bytes])).unwrap_or((true, Duration::ZERO))
    }

    fn fail(&mut self) -> Progress {
        // One that has ended keeps the code with which it did.
        // SAFETY: numbers only.
        unsafe { libc::kill(self.process, libc::SIGKILL) };
        let (worked, status) = self.reap();
        Progress::Failed(worked, if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { HUNG })
    }

    /// Ends it, whatever it does. Returns how long it has worked.
    pub(crate) fn kill(mut self) -> Duration {
        match self.fail() {
            Progress::Failed(worked, _) => worked,
            Progress::Working(_) | Progress::Ended(_) => Duration::ZERO,
        }
    }

    /// Waits for its end, which is near. Returns how long it has worked, and how it ended.
    fn reap(&mut self) -> (Duration, i32) {
        let ended = wait_for_end(self.process);
        self.is_reaped = true;
        let time = |time: libc::timeval| Duration::new(time.tv_sec.unsigned_abs(), time.tv_usec.unsigned_abs() as u32 * 1000);
        ended.map_or((Duration::ZERO, 0), |(status, used)| (time(used.ru_utime) + time(used.ru_stime), status))
    }
}

/// No process is left behind.
impl Drop for Snapshot {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = self.fail();
        }
    }
}

/// Whether the process sleeps, and how long it has worked, by `/proc/PID/stat`.
fn process_facts(text: &str) -> Option<(bool, Duration)> {
    let mut facts = text.rsplit_once(") ")?.1.split(' ');
    let state = facts.next()?;
    let mut facts = facts.skip(10);
    let ticks = facts.next()?.parse::<u64>().ok()? + facts.next()?.parse::<u64>().ok()?;
    // SAFETY: a number only.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1).unsigned_abs();
    Some((state == "S", Duration::from_millis(ticks * 1000 / per_second)))
}
