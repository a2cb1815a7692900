//! The fork itself: what becomes of the process in the copy, which has one thread and may be seen by nobody.
#![allow(unsafe_code, reason = "processes, pipes and signals are asked for by system calls")]

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write as _};
use std::mem;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use crate::child_process::end_copy;
use crate::copy_pipe::{Sender, pipe};
use crate::free_heap::FreeHeap;
use crate::memory::data_bytes;
use crate::shared_heap::OwnHeap;

/// A heap that is copied for so long never will be.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What a copy of the process is given.
#[derive(Clone, Copy)]
pub(crate) struct CopyMeans<'a> {
    /// To tell what it finds.
    pub(crate) sender: &'a RefCell<Sender>,
    /// Memory for the heap, where a fork does not copy it.
    pub(crate) own_heap: Option<&'a OwnHeap<'a>>,
    /// What it needs nothing of.
    pub(crate) free: Option<&'a FreeHeap>,
    /// Bytes of memory that it may take for itself.
    pub(crate) room: u64,
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
            cut_off(sender.borrow().file(), room);
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
