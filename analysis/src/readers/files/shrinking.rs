//! Files that become shorter while they are mapped: somebody writes a dump anew while it is read. The system ends whoever reads
//! behind the new end; here such a page reads as zeros, and the mapping knows that it is no longer what it was.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether any file became shorter while it was mapped.
static ANY: AtomicBool = AtomicBool::new(false);

/// Whether any file became shorter while this program read it: what it told of that file may be wrong.
#[must_use]
pub fn has_file_shrunk() -> bool {
    ANY.load(Ordering::Acquire)
}

#[cfg(target_os = "linux")]
pub(super) use linux::Watched;
#[cfg(not(target_os = "linux"))]
pub(super) use others::Watched;

/// Elsewhere nobody is told.
#[cfg(not(target_os = "linux"))]
mod others {
    #[derive(Debug)]
    pub(in super::super) struct Watched;

    impl Watched {
        pub(in super::super) fn new(_: &[u8]) -> Self {
            Self
        }

        pub(in super::super) fn has_shrunk(&self) -> bool {
            false
        }
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "signals and pages belong to the system")]
mod linux {
    use std::ffi::{c_int, c_void};
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

    /// A place for one mapping. Places are used again and never freed: the handler of the signal may look at them at any time.
    #[derive(Debug)]
    struct Place {
        start: AtomicUsize,
        /// 0 where the place is free, 1 while it is being taken.
        end: AtomicUsize,
        has_shrunk: AtomicBool,
        next: *const Place,
    }

    // SAFETY: `next` is written before the place is shared, and leads to places that live for ever.
    unsafe impl Sync for Place {}

    static FIRST: AtomicPtr<Place> = AtomicPtr::new(ptr::null_mut());
    /// Bytes of a page, and what was done at the signal before; `None` where the signal cannot be heard.
    static BEFORE: OnceLock<Option<(usize, libc::sigaction)>> = OnceLock::new();

    /// A mapping whose missing pages are noticed.
    #[derive(Debug)]
    pub(in super::super) struct Watched(&'static Place);

    impl Watched {
        pub(in super::super) fn new(mapped: &[u8]) -> Self {
            BEFORE.get_or_init(hear);
            let place = places().find(|place| place.end.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Relaxed).is_ok());
            let place = place.unwrap_or_else(add_place);
            let start = mapped.as_ptr() as usize;
            place.start.store(start, Ordering::Relaxed);
            place.has_shrunk.store(false, Ordering::Relaxed);
            place.end.store(start + mapped.len(), Ordering::Release);
            Self(place)
        }

        pub(in super::super) fn has_shrunk(&self) -> bool {
            self.0.has_shrunk.load(Ordering::Acquire)
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            self.0.end.store(0, Ordering::Release);
        }
    }

    fn places() -> impl Iterator<Item = &'static Place> {
        // SAFETY: places are made by `add_place` and live for ever.
        let place = |place: *const Place| unsafe { place.as_ref() };
        std::iter::successors(place(FIRST.load(Ordering::Acquire)), move |last| place(last.next))
    }

    fn add_place() -> &'static Place {
        let place = Box::leak(Box::new(Place {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(1),
            has_shrunk: AtomicBool::new(false),
            next: ptr::null(),
        }));
        let place: *mut Place = place;
        let mut first = FIRST.load(Ordering::Acquire);
        loop {
            // SAFETY: nobody else knows the place yet.
            unsafe { (*place).next = first };
            match FIRST.compare_exchange(first, place, Ordering::AcqRel, Ordering::Acquire) {
                // SAFETY: it lives for ever.
                Ok(_) => return unsafe { &*place },
                Err(other) => first = other,
            }
        }
    }

    fn hear() -> Option<(usize, libc::sigaction)> {
        let mut action = MaybeUninit::<libc::sigaction>::zeroed();
        let mut before = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: both are plain data for which zeros are valid; the handler has the form that SA_SIGINFO asks for, and runs on
        // the stack for signals where there is one, as the handler of the standard library does that it stands before.
        unsafe {
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_missing_page;
            (*action.as_mut_ptr()).sa_sigaction = handler as usize;
            (*action.as_mut_ptr()).sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut (*action.as_mut_ptr()).sa_mask);
            (libc::sigaction(libc::SIGBUS, action.as_ptr(), before.as_mut_ptr()) == 0).then(|| (page, before.assume_init()))
        }
    }

    /// Runs within whatever read the page: nothing but atomics and calls of the system.
    extern "C" fn on_missing_page(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        let Some(Some((page_bytes, before))) = BEFORE.get() else { return };
        // SAFETY: the system hands over valid information, and a page within a mapping of ours is replaced by an empty one, which
        // is what whoever reads it expects: bytes that may be anything. `errno` stays as it was.
        unsafe {
            let address = (*info).si_addr() as usize;
            let is_in = |place: &&Place| {
                let end = place.end.load(Ordering::Acquire);
                (place.start.load(Ordering::Relaxed)..end.next_multiple_of(*page_bytes)).contains(&address) && end > 1
            };
            if let Some(place) = places().find(is_in) {
                let errno = *libc::__errno_location();
                let page = address / page_bytes * page_bytes;
                let flags = libc::MAP_FIXED | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                let mapped = libc::mmap(page as *mut c_void, *page_bytes, libc::PROT_READ, flags, -1, 0);
                *libc::__errno_location() = errno;
                if mapped != libc::MAP_FAILED {
                    place.has_shrunk.store(true, Ordering::Release);
                    super::ANY.store(true, Ordering::Release);
                    return;
                }
            }
            if before.sa_flags & libc::SA_SIGINFO != 0 && before.sa_sigaction != libc::SIG_DFL && before.sa_sigaction != libc::SIG_IGN {
                let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = std::mem::transmute(before.sa_sigaction);
                handler(signal, info, context);
            } else {
                // What failed is done again, and ends the program as it would have.
                libc::signal(libc::SIGBUS, libc::SIG_DFL);
            }
        }
    }
}
