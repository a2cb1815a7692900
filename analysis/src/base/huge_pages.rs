//! Huge pages for large columns.
//!
//! A column of a few hundred megabytes costs a page fault per 4 KiB while it is filled and a miss of the page table's
//! cache at nearly every random read. With pages of 2 MiB both all but vanish. Systems that give huge pages to everybody
//! or to nobody ignore the wish.

/// Smaller columns are not worth the call, and should not take 2 MiB for their last few bytes.
#[cfg(target_os = "linux")]
const SMALLEST_BYTES: usize = 8 << 20;

/// An empty column with room for `capacity` entries, on huge pages if it is large and the system has some.
pub(crate) fn roomy<T>(capacity: usize) -> Vec<T> {
    let column = Vec::with_capacity(capacity);
    prefer_huge_pages(&column);
    column
}

/// A column of zeros, as [`roomy`]. Pages come when they are first written.
pub(crate) fn zeros<T: Clone + From<u8>>(length: usize) -> Vec<T> {
    let column = vec![T::from(0); length];
    prefer_huge_pages(&column);
    column
}

/// A column of one value, as [`roomy`].
pub(crate) fn filled<T: Clone>(value: T, length: usize) -> Vec<T> {
    let mut column = roomy(length);
    column.resize(length, value);
    column
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the only way to ask the system for huge pages")]
fn prefer_huge_pages<T>(column: &Vec<T>) {
    const PAGE: usize = 4096;
    let bytes = column.capacity() * size_of::<T>();
    if bytes >= SMALLEST_BYTES {
        let start = column.as_ptr().addr().next_multiple_of(PAGE);
        let end = (column.as_ptr().addr() + bytes) / PAGE * PAGE;
        // SAFETY: these are whole pages of one live allocation. The advice changes neither what they hold nor who may
        // read or write them; if the system refuses it, nothing happens.
        unsafe {
            libc::madvise(column.as_ptr().cast_mut().with_addr(start).cast(), end - start, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages<T>(_: &Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_every_size_are_what_they_say() {
        for length in [0, 1, 4096, 9 << 20] {
            let zeros: Vec<u8> = zeros(length);
            assert!(zeros.len() == length && zeros.iter().all(|&byte| byte == 0));
            let mut room: Vec<u32> = roomy(length);
            let before = room.as_ptr();
            room.extend(0..length as u32);
            assert!(room.as_ptr() == before && room.iter().copied().eq(0..length as u32));
        }
    }
}
