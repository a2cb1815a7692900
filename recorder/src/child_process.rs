//! How processes end that this one has made.
#![allow(unsafe_code, reason = "processes are asked for by system calls")]

use std::io;
use std::mem;

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
