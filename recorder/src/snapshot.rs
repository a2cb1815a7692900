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
#![allow(unsafe_code, reason = "processes, pipes and signals are asked for by system calls")]

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::mem;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use trace_format::{Block, BlockPacker, Cursor, RootRecordKind, Sink as _};

use crate::jvm::{CopyMeans, RawRoot};
use crate::memory::data_bytes;
use crate::walk::{Part, Sums};

/// Bytes that the pipe holds: what an ordinary user may ask for.
const PIPE_BYTES: i32 = 1 << 20;

/// Bytes of a message's header: its kind and its length.
const HEADER: usize = 5;

/// How often a copy that sleeps is asked before it counts as hung. Threads of the JVM that go on while the program stands still, such as
/// compilers, may have held a lock when the process was copied: nobody in the copy gives it back.
const MOST_QUESTIONS: u32 = 50;

/// A copy whose thread sleeps for so long has come to its end, or hangs.
const ASLEEP: Duration = Duration::from_millis(4);

/// A heap that is copied for so long never will be.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What the copy says.
#[derive(Debug)]
pub(crate) enum Message {
    /// A packed block.
    Block(Vec<u8>),
    /// Roots.
    Roots(Vec<RawRoot>),
    /// The walk is complete.
    End(Sums),
}

const BLOCK: u8 = 1;
const ROOTS: u8 = 2;
const END: u8 = 3;

/// Roots of one message.
const MOST_ROOTS: usize = 1 << 14;

/// The copy's end of the pipe.
pub(crate) struct Sender {
    pipe: OwnedFd,
    packer: BlockPacker,
    message: Vec<u8>,
}

impl Sender {
    /// Sends a part of the state.
    pub(crate) fn part(&mut self, part: &Part) -> io::Result<()> {
        match part {
            Part::Births(births) => self.block(births),
            Part::Rows(rows) => self.block(rows),
            Part::Gone(gone) => self.block(gone),
        }
    }

    fn block(&mut self, block: &impl Block) -> io::Result<()> {
        self.begin(BLOCK);
        self.packer.pack(block, &mut self.message)?;
        self.send()
    }

    /// Sends roots.
    pub(crate) fn roots(&mut self, roots: &[RawRoot]) -> io::Result<()> {
        for roots in roots.chunks(MOST_ROOTS) {
            self.begin(ROOTS);
            for root in roots {
                let RawRoot { kind, object, thread, depth, method, location, slot } = *root;
                self.message.put(kind as u64);
                self.message.put(object);
                self.message.put(thread);
                self.message.put(depth.map_or(0, |depth| u64::from(depth) + 1));
                self.message.put(method as u64);
                self.message.put_signed(location);
                self.message.put(slot.map_or(0, |slot| u64::from(slot) + 1));
            }
            self.send()?;
        }
        Ok(())
    }

    /// Says that the walk is complete.
    pub(crate) fn end(&mut self, sums: &Sums) -> io::Result<()> {
        self.begin(END);
        let Sums { told, objects, bytes, references, visited, came_back, torn } = *sums;
        [told, objects, bytes, references, visited, came_back, torn].into_iter().for_each(|sum| self.message.put(sum));
        self.send()
    }

    fn begin(&mut self, kind: u8) {
        self.message.clear();
        self.message.push(kind);
        self.message.extend_from_slice(&[0; HEADER - 1]);
    }

    fn send(&mut self) -> io::Result<()> {
        let length = u32::try_from(self.message.len() - HEADER).map_err(io::Error::other)?;
        self.message[1..HEADER].copy_from_slice(&length.to_le_bytes());
        let mut rest = self.message.as_slice();
        while !rest.is_empty() {
            // SAFETY: the bytes live until the call returns.
            let written = unsafe { libc::write(self.pipe.as_raw_fd(), rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(written) {
                Ok(written) => rest = &rest[written..],
                Err(_) if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(io::Error::last_os_error()),
            }
        }
        Ok(())
    }
}

/// The recorder's end of the pipe, before there is a copy.
#[derive(Debug)]
pub(crate) struct Receiver {
    pipe: File,
}

/// A pipe from a copy to the recorder.
///
/// # Errors
/// When the process has no file numbers left.
pub(crate) fn channel() -> io::Result<(Sender, Receiver)> {
    let (read, write) = pipe()?;
    // A smaller pipe works too. Only the recorder's end must not wait.
    // SAFETY: numbers of files that are open.
    unsafe {
        libc::fcntl(write.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_BYTES);
        libc::fcntl(read.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK);
    }
    Ok((Sender { pipe: write, packer: BlockPacker::new(), message: Vec::new() }, Receiver { pipe: File::from(read) }))
}

/// The end to read from and the end to write to.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: room for two numbers; they belong to nobody else.
    unsafe {
        match libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) {
            0 => Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1]))),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// On which side of a fork one is.
pub(crate) enum Side {
    /// In the program; the process number of the copy.
    Program(libc::pid_t),
    /// In the program; the copy had no heap of its own in time, and is about to end.
    Late(libc::pid_t),
    /// In the copy.
    Copy,
}

/// Copies the process. In the copy nothing is left but this thread, and nothing of the program but its memory and the sender. Memory
/// that a fork shares is copied before the program goes on, and that by `deadline`.
///
/// # Errors
/// When the system refuses.
pub(crate) fn fork(means: CopyMeans<'_>, deadline: Option<Instant>) -> io::Result<Side> {
    let CopyMeans { sender, own_heap, free, room } = means;
    let program = std::process::id();
    let own_heap = own_heap.map(|heap| pipe().map(|ends| (heap, ends))).transpose()?;
    // SAFETY: the JVM stands still.
    let left_out = free.map(|free| unsafe { free.leave_out() });
    // SAFETY: the copy goes on with this thread alone. Locks that other threads held stay locked in it: those of memory are taken care
    // of by the C library; the JVM stands still, so none of its own that a walk needs is held. A copy that waits for ever is ended.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            mem::forget(left_out);
            isolate(program);
            if let Some((heap, (is_done, ready))) = own_heap {
                drop(is_done);
                // SAFETY: the JVM stands still within a walk, and this thread is the only one of the copy.
                if unsafe { heap.take_over() }.is_err() || File::from(ready).write_all(&[0]).is_err() {
                    end_copy(4);
                }
            }
            cut_off(sender.borrow().pipe.as_raw_fd(), room);
            Ok(Side::Copy)
        }
        copy => {
            drop(left_out);
            let Some((_, (is_done, ready))) = own_heap else { return Ok(Side::Program(copy)) };
            drop(ready);
            if speaks(&is_done, deadline) {
                return Ok(Side::Program(copy));
            }
            // SAFETY: numbers only; nobody has waited for the process, so the number is still its own.
            unsafe { libc::kill(copy, libc::SIGKILL) };
            Ok(Side::Late(copy))
        }
    }
}

/// Waits until something can be read from a pipe, or until its other end is gone. False when the time is over.
fn speaks(pipe: &OwnedFd, deadline: Option<Instant>) -> bool {
    let mut polled = libc::pollfd { fd: pipe.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    let deadline = deadline.unwrap_or_else(|| Instant::now() + LONGEST_WAIT);
    loop {
        let left = deadline.saturating_duration_since(Instant::now()).as_millis() as libc::c_int;
        // SAFETY: one entry, which lives until the call returns.
        match unsafe { libc::poll(&raw mut polled, 1, left) } {
            0 => return false,
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return true,
        }
    }
}

/// Waits for the end of a process that this one has made. Its status, and what it has used.
pub(crate) fn wait_for_end(process: libc::pid_t) -> io::Result<(libc::c_int, libc::rusage)> {
    // SAFETY: addresses of values that live until the call returns. The process is a child, and nobody else waits for it.
    unsafe {
        let (mut status, mut used) = (0, mem::zeroed());
        while libc::wait4(process, &raw mut status, 0, &raw mut used) < 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        Ok((status, used))
    }
}

/// Ends the copy without running anything.
pub(crate) fn end_copy(code: i32) -> ! {
    // SAFETY: it does not return.
    unsafe { libc::_exit(code) }
}

/// What the copy answers when it is asked whether that was all.
static ON_QUESTION: std::sync::atomic::AtomicPtr<Question> = std::sync::atomic::AtomicPtr::new(std::ptr::null_mut());

/// A function with what it works on.
pub(crate) struct Question {
    /// Called when the walk may be over.
    pub(crate) ask: unsafe fn(*mut libc::c_void),
    /// What it gets.
    pub(crate) of: *mut libc::c_void,
}

/// In the copy: `question` is asked by signals from now on. It must live until the end of the copy.
pub(crate) fn answer(question: *mut Question) {
    ON_QUESTION.store(question, std::sync::atomic::Ordering::Release);
}

extern "C" fn on_question(_: libc::c_int) {
    let question = ON_QUESTION.load(std::sync::atomic::Ordering::Acquire);
    if !question.is_null() {
        // SAFETY: whoever called `answer` promised that it lives. This thread is the only one.
        unsafe { ((*question).ask)((*question).of) }
    }
}

/// The JVM has failed within the copy: nobody must hear of it but the recorder.
extern "C" fn on_failure(signal: libc::c_int) {
    end_copy(FAILED + signal);
}

/// Exit codes of copies above this are the signal by which they failed.
pub(crate) const FAILED: i32 = 64;

/// Stands for the exit code of a copy that came to no end, and was ended.
pub(crate) const HUNG: i32 = 0;

/// The exit code of a copy whose memory is not laid out as expected.
pub(crate) const UNSUITED: i32 = 9;

/// Lets nothing that happens to the copy be seen by others.
fn isolate(program: u32) {
    // SAFETY: system calls with numbers, and with addresses of values that live until the call returns. The handlers touch nothing
    // but what `answer` was given.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != program as libc::pid_t {
            end_copy(1);
        }
        let handle = |signal: libc::c_int, handler: libc::sighandler_t| {
            let mut action: libc::sigaction = mem::zeroed();
            action.sa_sigaction = handler;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        };
        let on_failure = on_failure as extern "C" fn(libc::c_int) as libc::sighandler_t;
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT, libc::SIGTRAP, libc::SIGSYS, libc::SIGXFSZ] {
            handle(signal, on_failure);
        }
        // Keys of the terminal are for the program.
        for signal in [libc::SIGINT, libc::SIGQUIT, libc::SIGHUP, libc::SIGPIPE, libc::SIGPROF, libc::SIGTSTP] {
            handle(signal, libc::SIG_IGN);
        }
        handle(libc::SIGTERM, libc::SIG_DFL);
        handle(libc::SIGUSR1, on_question as extern "C" fn(libc::c_int) as libc::sighandler_t);
        let mut signals: libc::sigset_t = mem::zeroed();
        libc::sigemptyset(&mut signals);
        libc::sigaddset(&mut signals, libc::SIGUSR1);
        libc::sigaddset(&mut signals, libc::SIGTERM);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &signals, std::ptr::null_mut());

        let score = libc::open(c"/proc/self/oom_score_adj".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if score >= 0 {
            libc::write(score, c"1000".as_ptr().cast(), 4);
            libc::close(score);
        }
    }
}

/// Cuts the copy off from everything of the program but its memory.
fn cut_off(pipe: RawFd, room: u64) {
    let own = data_bytes();
    // SAFETY: system calls with numbers, and with addresses of values that live until the call returns.
    unsafe {
        let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        (0..3).for_each(|file| {
            libc::dup2(nothing, file);
        });
        keep_counters_apart();
        close_all_but(pipe);
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // No core, and no crash report: the JVM cannot open a file for it.
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        libc::setrlimit(libc::RLIMIT_NOFILE, &none);
        // What fails in it must not take all the memory that there is.
        if let Some(own) = own {
            libc::setrlimit(libc::RLIMIT_DATA, &libc::rlimit { rlim_cur: own + room, rlim_max: own + room });
        }
    }
}

/// Closes all files from 3 on but one: a socket that the program closes must be closed, whoever else lives.
///
/// # Safety
/// In a copy only.
unsafe fn close_all_but(kept: RawFd) {
    let close = |first: u32, last: u32| {
        // SAFETY: numbers only.
        first > last || unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) } == 0
    };
    let kept_number = kept as u32;
    if !(close(3, kept_number.saturating_sub(1)) && close(kept_number + 1, u32::MAX)) {
        // Kernels before 5.9.
        // SAFETY: numbers only; the limit is written to a value that lives.
        unsafe {
            let mut limit: libc::rlimit = mem::zeroed();
            libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit);
            let most = limit.rlim_cur.min(1 << 20) as RawFd;
            (3..most).filter(|&file| file != kept).for_each(|file| {
                libc::close(file);
            });
        }
    }
}

/// The JVM counts for its tools in memory that it shares with them: what the copy counts must not be seen.
///
/// # Safety
/// In a copy only.
unsafe fn keep_counters_apart() {
    let Ok(maps) = std::fs::read_to_string("/proc/self/maps") else { return };
    for line in maps.lines().filter(|line| line.contains("/hsperfdata_")) {
        let Some((start, end)) = address_range(line) else { continue };
        // SAFETY: the range is mapped, as the system says; it is read before it is replaced by a private one with the same content.
        unsafe {
            let content = std::slice::from_raw_parts(start as *const u8, end - start).to_vec();
            let private = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            let new = libc::mmap(start as *mut libc::c_void, content.len(), libc::PROT_READ | libc::PROT_WRITE, private, -1, 0);
            if new != libc::MAP_FAILED {
                std::ptr::copy_nonoverlapping(content.as_ptr(), new.cast::<u8>(), content.len());
            }
        }
    }
}

fn address_range(line: &str) -> Option<(usize, usize)> {
    let (start, rest) = line.split_once('-')?;
    let end = rest.split_once(' ')?.0;
    Some((usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?))
}

/// Whether memory at this address becomes the copy's own: whether what one side writes there is hidden from the other.
pub(crate) fn is_copied_by_fork(address: usize) -> bool {
    let Ok(maps) = std::fs::read_to_string("/proc/self/maps") else { return false };
    is_private(&maps, address)
}

fn is_private(maps: &str, address: usize) -> bool {
    maps.lines().any(|line| {
        let modes = line.split(' ').nth(1).unwrap_or_default();
        modes.ends_with('p') && address_range(line).is_some_and(|(start, end)| (start..end).contains(&address))
    })
}

/// A copy that works.
#[derive(Debug)]
pub(crate) struct Snapshot {
    process: libc::pid_t,
    pipe: File,
    facts: Option<File>,
    received: Vec<u8>,
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
    pub(crate) fn new(process: libc::pid_t, Receiver { pipe }: Receiver) -> Self {
        let facts = File::open(format!("/proc/{process}/stat")).ok();
        Self { process, pipe, facts, received: Vec::new(), asleep_since: None, questions: 0, is_reaped: false }
    }

    /// Takes in what has come, and asks whether that was all where it seems so.
    pub(crate) fn poll(&mut self, take: &mut dyn FnMut(Message)) -> Progress {
        let (is_asleep, worked) = self.look();
        let mut has_come = false;
        loop {
            let before = self.received.len();
            let read = (&mut self.pipe).take(u64::from(PIPE_BYTES.unsigned_abs())).read_to_end(&mut self.received);
            has_come |= self.received.len() > before;
            let (is_over, has_ended) = self.messages(take);
            if has_ended {
                let (worked, _) = self.reap();
                return Progress::Ended(worked);
            }
            match read {
                _ if is_over => return self.fail(),
                Ok(_) if self.received.len() == before => return self.fail(),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return self.fail(),
            }
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

    /// Hands on the messages that are whole. Returns whether something else came, and whether the last one did.
    fn messages(&mut self, take: &mut dyn FnMut(Message)) -> (bool, bool) {
        let mut at = 0;
        let mut result = (false, false);
        while let Some(header) = self.received.get(at..at + HEADER) {
            let length = u32::from_le_bytes([header[1], header[2], header[3], header[4]]) as usize;
            let kind = header[0];
            let Some(content) = self.received.get(at + HEADER..at + HEADER + length) else { break };
            match read_message(kind, content) {
                Some(message) => {
                    result.1 |= matches!(message, Message::End(_));
                    take(message);
                }
                None => result.0 = true,
            }
            at += HEADER + length;
        }
        self.received.drain(..at);
        result
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

fn read_message(kind: u8, content: &[u8]) -> Option<Message> {
    let mut input = Cursor::new(content);
    match kind {
        BLOCK => Some(Message::Block(content.to_vec())),
        ROOTS => {
            let mut roots = Vec::new();
            while !input.is_at_end() {
                roots.push(read_root(&mut input)?);
            }
            Some(Message::Roots(roots))
        }
        END => {
            let mut next = || input.number().ok();
            Some(Message::End(Sums {
                told: next()?,
                objects: next()?,
                bytes: next()?,
                references: next()?,
                visited: next()?,
                came_back: next()?,
                torn: next()?,
            }))
        }
        _ => None,
    }
}

fn read_root(input: &mut Cursor<'_>) -> Option<RawRoot> {
    Some(RawRoot {
        kind: RootRecordKind::from_number(input.number().ok()?),
        object: input.number().ok()?,
        thread: input.number().ok()?,
        depth: input.number().ok()?.checked_sub(1).map(|depth| depth as u32),
        method: input.number().ok()? as usize,
        location: input.signed().ok()?,
        slot: input.number().ok()?.checked_sub(1).map(|slot| slot as u32),
    })
}
