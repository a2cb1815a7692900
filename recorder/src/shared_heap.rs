//! The heap of ZGC, which lies in memory that a fork shares: a file without a name, mapped at one place or, by older JVMs, at three.
//!
//! A copy of the process must have a heap of its own before the program goes on. So it copies what is in use of that file to one of its
//! own, and maps it wherever the other one was. That takes some tenths of a second per GB, in which the program stands still. Most of
//! what a new file takes is its pages, which the system has to find and to clear: the recorder lets it do so before the program stands
//! still, wherever the heap is in use by then.
#![allow(unsafe_code, reason = "memory is mapped anew, and that of the JVM is read as it says that it is laid out")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd as _, FromRawFd as _};
use std::os::unix::fs::FileExt as _;

use crate::budget::processors;
use crate::child_process::{end_copy, wait_for_end};
use crate::vm_structs::VmStructs;

/// What ZGC calls its file.
const NAME: &str = "/memfd:java_heap";

/// The unit in which ZGC hands out memory.
const GRANULE: usize = 2 << 20;

/// From JDK 24 on ZGC keeps what it knows of free memory within that memory (`ZMappedCacheEntry`, whole cache lines), at the end of
/// each free part: a walk may have to complete what the collector was about to do, and needs memory then.
const ENTRY_BYTES: [usize; 2] = [64, 128];

/// How many processes copy at once at most.
const MOST_PARTS: usize = 8;

/// Where ZGC keeps what it knows of its pages.
#[derive(Debug)]
pub(crate) struct SharedHeap {
    /// One address per granule of the heap: of its page, 0 if it is not in use.
    pages: usize,
    /// The bits of an address that count within the heap.
    mask: usize,
    // Offsets in a page, in bytes.
    top: usize,
}

/// A part of the process's memory that is a part of the file.
#[derive(Debug, PartialEq, Eq)]
struct Mapping {
    memory: Range<usize>,
    /// Where it begins in the file.
    offset: usize,
    can_be_used: bool,
}

/// Memory for a heap of the copy's own.
#[derive(Debug)]
pub(crate) struct OwnHeap<'a> {
    shared: &'a SharedHeap,
    file: File,
}

impl SharedHeap {
    /// Asks the JVM; `None` where its heap is no such memory, or it does not tell what is in use.
    pub(crate) fn find() -> Option<Self> {
        let tables = VmStructs::open()?;
        let has_generations = tables.z_has_generations()?;
        if mappings(&std::fs::read_to_string("/proc/self/maps").ok()?).is_empty() {
            return None;
        }
        // JDK 21 has both collectors of this name.
        let letter = if !has_generations && tables.size("XHeap").is_some() { 'X' } else { 'Z' };
        let offset = |of: &str, field: &str| tables.offset(&format!("{letter}{of}"), field);
        let heap: usize = tables.value("Universe", &["_collectedHeap"])?;
        let table = offset("CollectedHeap", "_heap")? + offset("Heap", "_page_table")? + offset("PageTable", "_map")?;
        let pages = heap + table + offset("GranuleMapForPageTable", "_map")?;
        let globals: usize = tables.value(&format!("{letter}GlobalsForVMStructs"), &["_instance_p"])?;
        let mask = globals
            + offset("GlobalsForVMStructs", "_ZAddressOffsetMask").or_else(|| offset("GlobalsForVMStructs", "_XAddressOffsetMask"))?;
        // SAFETY: the JVM says what lies there; both are set before the first program starts.
        let (pages, mask) = unsafe { ((pages as *const usize).read(), (mask as *const *const usize).read().read()) };
        (pages != 0).then_some(Self { pages, mask, top: offset("Page", "_top")? })
    }

    /// Takes memory for a copy, as much as is in use now; the program may go on meanwhile.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn prepare(&self) -> io::Result<OwnHeap<'_>> {
        let mappings = mappings(&std::fs::read_to_string("/proc/self/maps")?);
        let file = nameless_file()?;
        set_length(&file, &mappings)?;
        for Mapping { memory, offset, .. } in mappings.iter().filter(|mapping| mapping.can_be_used) {
            // SAFETY: the table lives as long as the JVM, and has an entry for each granule of the heap. What it says may be over at once.
            let is_used = |address: &usize| unsafe { self.page_of(address & self.mask) } != 0;
            for address in memory.clone().step_by(GRANULE).filter(is_used) {
                let (place, bytes) = (offset + (address - memory.start), GRANULE.min(memory.end - address));
                // SAFETY: numbers only. Where there is no memory now, there may be some later.
                unsafe { libc::fallocate(file.as_raw_fd(), 0, place as libc::off_t, bytes as libc::off_t) };
            }
        }
        Ok(OwnHeap { shared: self, file })
    }

    /// What is in use: by its place in the file an address and a number of bytes.
    ///
    /// # Safety
    /// The JVM stands still.
    unsafe fn in_use(&self, mappings: &[Mapping]) -> BTreeMap<usize, (usize, usize)> {
        let mut in_use = BTreeMap::new();
        for Mapping { memory, offset, .. } in mappings.iter().filter(|mapping| mapping.can_be_used) {
            for address in memory.clone().step_by(GRANULE) {
                // SAFETY: by contract; the system says that the memory is mapped.
                let bytes = unsafe { self.used_from(address) }.min(memory.end - address);
                let mut insert = |address: usize, bytes: usize| in_use.insert(offset + (address - memory.start), (address, bytes));
                if bytes > 0 {
                    insert(address, bytes);
                } else if address + GRANULE <= memory.end {
                    let end = address + GRANULE;
                    for bytes in ENTRY_BYTES {
                        insert(end - entry_before_end(end & self.mask, bytes), bytes);
                    }
                }
            }
        }
        in_use
    }

    /// Bytes in use from an address on that begins a granule, in this granule.
    ///
    /// # Safety
    /// The JVM stands still, and its heap begins a granule there.
    unsafe fn used_from(&self, address: usize) -> usize {
        let offset = address & self.mask;
        // SAFETY: by contract.
        unsafe {
            match self.page_of(offset) {
                0 => 0,
                page => ((page + self.top) as *const usize).read().saturating_sub(offset).min(GRANULE),
            }
        }
    }

    /// Where the JVM keeps what it knows of the page at an offset of the heap; 0 where none is in use.
    ///
    /// # Safety
    /// The heap begins a granule there.
    unsafe fn page_of(&self, offset: usize) -> usize {
        // SAFETY: the table has an entry for each granule of the heap, which the JVM writes at once.
        unsafe { (self.pages as *const usize).add(offset / GRANULE).read_volatile() }
    }
}

impl OwnHeap<'_> {
    /// In a copy of the process: gives it a heap of its own.
    ///
    /// # Errors
    /// When the system refuses. The heap is not to be used then.
    ///
    /// # Safety
    /// The JVM stands still, and this thread is the only one.
    pub(crate) unsafe fn take_over(&self) -> io::Result<()> {
        let mappings = mappings(&std::fs::read_to_string("/proc/self/maps")?);
        set_length(&self.file, &mappings)?;
        // SAFETY: by contract.
        let in_use = unsafe { self.shared.in_use(&mappings) };
        let write = |part: usize, parts: usize| {
            in_use.iter().skip(part).step_by(parts).try_for_each(|(&offset, &(address, bytes))| {
                // SAFETY: it is in use, so it is mapped, and nobody changes it.
                self.file.write_all_at(unsafe { std::slice::from_raw_parts(address as *const u8, bytes) }, offset as u64)
            })
        };
        // The program waits: all of its processors are free.
        let parts = (processors() as usize).min(MOST_PARTS);
        let helpers: Vec<libc::pid_t> = (1..parts).map(|part| help(|| write(part, parts))).collect();
        write(0, parts)?;
        helpers.into_iter().try_for_each(has_helped)?;
        for Mapping { memory, offset, can_be_used } in mappings {
            let access = if can_be_used { libc::PROT_READ | libc::PROT_WRITE } else { libc::PROT_NONE };
            let (flags, file) = (libc::MAP_SHARED | libc::MAP_FIXED, self.file.as_raw_fd());
            // SAFETY: replaces memory by memory with the same content.
            let new = unsafe { libc::mmap(memory.start as *mut _, memory.len(), access, flags, file, offset as libc::off_t) };
            if new == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }
}

/// How far before the end of a free granule (an offset in the heap) its entry begins: HotSpot spreads them out over the granules.
fn entry_before_end(end: usize, bytes: usize) -> usize {
    bytes * (end / GRANULE % (GRANULE / bytes - 1) + 1)
}

/// A process that does some work and ends; its number, negative where there is none.
fn help(work: impl FnOnce() -> io::Result<()>) -> libc::pid_t {
    // SAFETY: this process has one thread, so the other one can do what this one can.
    match unsafe { libc::fork() } {
        0 => end_copy(i32::from(work().is_err())),
        helper => helper,
    }
}

/// Waits for a helper.
fn has_helped(helper: libc::pid_t) -> io::Result<()> {
    match helper {
        1.. if wait_for_end(helper)?.0 == 0 => Ok(()),
        _ => Err(io::Error::other("a helper has failed")),
    }
}

fn nameless_file() -> io::Result<File> {
    // SAFETY: a text and a number; the file belongs to nobody else.
    unsafe {
        match libc::memfd_create(c"java_heap".as_ptr(), libc::MFD_CLOEXEC) {
            -1 => Err(io::Error::last_os_error()),
            file => Ok(File::from_raw_fd(file)),
        }
    }
}

/// Makes a file as long as that of the heap is at least.
fn set_length(file: &File, mappings: &[Mapping]) -> io::Result<()> {
    file.set_len(mappings.iter().map(|mapping| mapping.offset + mapping.memory.len()).max().unwrap_or(0) as u64)
}

/// The parts of the heap, by what the system tells of this process.
fn mappings(maps: &str) -> Vec<Mapping> {
    maps.lines().filter_map(mapping).collect()
}

fn mapping(line: &str) -> Option<Mapping> {
    let (facts, _) = line.split_once(NAME)?;
    let mut facts = facts.split_whitespace();
    let (start, end) = facts.next()?.split_once('-')?;
    let (access, offset) = (facts.next()?, facts.next()?);
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    access.ends_with('s').then_some(Mapping {
        memory: number(start)?..number(end)?,
        offset: number(offset)?,
        can_be_used: access.starts_with("rw"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heap_of_zgc_is_known_by_the_name_of_its_file() {
        let maps = "\
40000000000-40002000000 rw-s 00400000 00:01 1028                         /memfd:java_heap (deleted)
40002000000-40004000000 ---s 02400000 00:01 1028                         /memfd:java_heap.hugetlb (deleted)
7f1000000000-7f1000008000 rw-s 00000000 fe:00 99                         /tmp/hsperfdata_me/17
7f2000000000-7f2000021000 rw-p 00000000 00:00 0 \n";
        let range = |start: usize, bytes: usize| start..start + bytes;
        let heap = [
            Mapping { memory: range(0x400_0000_0000, 32 << 20), offset: 4 << 20, can_be_used: true },
            Mapping { memory: range(0x400_0200_0000, 32 << 20), offset: 36 << 20, can_be_used: false },
        ];
        assert_eq!(mappings(maps), heap);
    }
}
