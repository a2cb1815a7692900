//! Parts of the heap in which no object lies yet. A copy of the process needs nothing of them, and they are most of what a program writes
//! to next: what a fork leaves out, the program writes to after it as before.
#![allow(unsafe_code, reason = "memory of the JVM is read as it says that it is laid out, and marked for forks")]

use std::ops::Range;

use crate::vm_structs::VmStructs;

/// The unit of what a fork copies.
pub(crate) const PAGE: usize = 4096;

/// The same where the system gives larger ones when it can: to mark a part of such a page would break it.
const HUGE_PAGE: usize = 2 << 20;

/// To mark less than this takes longer than it saves.
const LEAST_BYTES: usize = 32 * PAGE;

/// The system knows only so many parts of memory, and the program wants some, too.
const MOST_PARTS: usize = 1000;

/// Where a collector keeps what it knows of the parts of its heap.
#[derive(Debug)]
pub(crate) struct FreeHeap {
    spaces: Spaces,
    /// The unit of what can be marked, in bytes.
    unit: usize,
    // Offsets in a space, in bytes.
    top: usize,
    end: usize,
}

/// Spaces, each named by an address.
#[derive(Debug)]
enum Spaces {
    /// Addresses of their addresses.
    Few(Vec<usize>),
    /// A table of their addresses: the address of its address and that of its length.
    Table { base: usize, length: usize },
}

impl FreeHeap {
    /// Asks the JVM; `None` where its collector is another one, or it does not tell.
    pub(crate) fn find() -> Option<Self> {
        let tables = VmStructs::open()?;
        let is = |flag: &str| tables.flag(flag) == Some(true);
        let heap: usize = tables.value("Universe", &["_collectedHeap"])?;
        // JDK 17 and 21 have the first of two names, where there are two.
        let (spaces, types) = if is("UseSerialGC") {
            // SAFETY: the JVM says what lies there, and both are there from the start on.
            let generation = |field: &str| unsafe {
                let offset = tables.offset("GenCollectedHeap", field).or_else(|| tables.offset("SerialHeap", field))?;
                Some(((heap + offset) as *const usize).read())
            };
            let spaces = tables.fields("DefNewGeneration", generation("_young_gen")?, &["_eden_space", "_from_space", "_to_space"])?;
            let old = tables.fields("TenuredGeneration", generation("_old_gen")?, &["_the_space"])?;
            (Spaces::Few([spaces, old].concat()), ["Space", "ContiguousSpace"])
        } else if is("UseParallelGC") && !is("UseNUMA") {
            let generation = |field: &str| tables.value("ParallelScavengeHeap", &[field]);
            let spaces = tables.fields("PSYoungGen", generation("_young_gen")?, &["_eden_space", "_from_space", "_to_space"])?;
            let old = tables.fields("PSOldGen", generation("_old_gen")?, &["_object_space"])?;
            (Spaces::Few([spaces, old].concat()), ["MutableSpace"; 2])
        } else if is("UseG1GC") {
            let regions = tables.offset("HeapRegionManager", "_regions").or_else(|| tables.offset("G1HeapRegionManager", "_regions"))?;
            let table = heap + tables.offset("G1CollectedHeap", "_hrm")? + regions;
            let field = |name: &str| Some(table + tables.offset("G1HeapRegionTable", name)?);
            (Spaces::Table { base: field("_base")?, length: field("_length")? }, ["HeapRegion", "G1HeapRegion"])
        } else {
            return None;
        };
        let unit = if is("UseTransparentHugePages") || are_pages_huge() { HUGE_PAGE } else { PAGE };
        let offset = |field: &str| types.iter().find_map(|of| tables.offset(of, field));
        Some(Self { spaces, unit, top: offset("_top")?, end: offset("_end")? })
    }

    /// Until the answer is dropped, forks leave these parts out.
    ///
    /// # Safety
    /// The JVM stands still.
    pub(crate) unsafe fn leave_out(&self) -> LeftOut {
        // SAFETY: by contract.
        let mut parts = whole_units(unsafe { self.parts() }, self.unit);
        parts.truncate(MOST_PARTS);
        // SAFETY: numbers only; the memory is the heap's.
        parts.retain(|part| unsafe { libc::madvise(part.start as *mut _, part.len(), libc::MADV_DONTFORK) } == 0);
        LeftOut { parts }
    }

    /// # Safety
    /// The JVM stands still.
    unsafe fn parts(&self) -> Vec<Range<usize>> {
        // SAFETY: the JVM says what lies where.
        unsafe {
            let read = |address: usize| (address as *const usize).read();
            let spaces: Vec<usize> = match &self.spaces {
                Spaces::Few(spaces) => spaces.iter().map(|&space| read(space)).collect(),
                Spaces::Table { base, length } => {
                    let base = read(*base);
                    (0..read(*length)).map(|at| read(base + at * size_of::<usize>())).collect()
                }
            };
            spaces.into_iter().filter(|&space| space != 0).map(|space| read(space + self.top)..read(space + self.end)).collect()
        }
    }
}

/// Whether the system gives large pages to whoever does not ask.
fn are_pages_huge() -> bool {
    std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").is_ok_and(|choice| choice.contains("[always]"))
}

/// What consists of whole units, those that follow one another in one, without what is small; the largest first.
fn whole_units(mut parts: Vec<Range<usize>>, unit: usize) -> Vec<Range<usize>> {
    parts.retain(|part| part.start < part.end);
    parts.sort_unstable_by_key(|part| part.start);
    let mut whole: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match whole.last_mut() {
            Some(last) if last.end >= part.start => last.end = last.end.max(part.end),
            _ => whole.push(part),
        }
    }
    let mut whole: Vec<Range<usize>> = whole.into_iter().map(|part| part.start.next_multiple_of(unit)..part.end / unit * unit).collect();
    whole.retain(|part| part.end >= part.start + LEAST_BYTES);
    whole.sort_unstable_by_key(|part| (std::cmp::Reverse(part.len()), part.start));
    whole
}

/// Parts that forks leave out.
#[derive(Debug)]
pub(crate) struct LeftOut {
    parts: Vec<Range<usize>>,
}

impl Drop for LeftOut {
    fn drop(&mut self) {
        for part in &self.parts {
            // SAFETY: numbers only; the memory is the heap's.
            unsafe { libc::madvise(part.start as *mut _, part.len(), libc::MADV_DOFORK) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_follow_one_another_are_one_and_small_ones_are_none() {
        let at = |pages: usize| pages * PAGE;
        let parts = vec![at(200) + 8..at(300) - 8, at(20)..at(80), at(10)..at(20), at(400)..at(410), at(500)..at(500)];
        assert_eq!(whole_units(parts.clone(), PAGE), [at(201)..at(299), at(10)..at(80)]);
        assert!(whole_units(parts, 64 * PAGE).is_empty());
        let large = vec![at(60)..at(130), at(250)..at(450)];
        assert_eq!(whole_units(large, 64 * PAGE), [at(256)..at(448), at(64)..at(128)]);
    }
}
