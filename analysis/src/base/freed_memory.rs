//! Freed memory goes back to the system at once.
//!
//! An analysis allocates a few large blocks after one another. The allocator of glibc first maps blocks of 128 KiB and
//! more from the system one by one, but with each that is freed it raises this limit, up to 32 MiB, and then keeps what is
//! freed between smaller blocks: a sixth to a quarter of the peak of a large heap.

/// Asks the allocator to map and unmap all blocks of 1 MiB and more by themselves. To be called once, before large
/// allocations; without glibc it does nothing.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "the only way to set options of the allocator")]
    {
        const LARGE: libc::c_int = 1 << 20;
        // SAFETY: the call sets a number in the allocator, under its lock; it is valid at any time and moves no block.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}
