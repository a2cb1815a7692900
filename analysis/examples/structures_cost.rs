//! Measures what it takes to find the data structures of a heap dump: `cargo run --release -p analysis --example structures_cost -- big.hprof`.
//!
//! Prints the time to find heads, owners, what each owner retains, what lies within what and how well it is filled (`found_s`), the time
//! with all sizes besides (`sized_s`), heads and objects, how many bytes per object the process takes beside the heap (`beside_b`), and
//! how long it takes to read the dump (`read_s`).

use std::path::Path;
use std::time::Instant;

use analysis::{HeapState, LoadOptions, Progress, StructureFinder, StructureLibrary, Warnings, open_heap};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path] = arguments.as_slice() else {
        eprintln!("usage: structures_cost DUMP");
        std::process::exit(2);
    };
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let begin = Instant::now();
    let heap = open_heap(Path::new(path), 0, &LoadOptions::default(), &progress, &warnings);
    let read = begin.elapsed().as_secs_f64();
    match heap.and_then(|heap| measure(&heap, &progress)) {
        Ok(line) => println!("{line} read_s={read:.3}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn measure(heap: &HeapState, progress: &Progress) -> analysis::Result<String> {
    let before = memory("VmRSS:");
    // From here on the most is what is taken beside the heap, not what reading it took. Where nobody allows that, it is told too high.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let begin = Instant::now();
    let mut finder = StructureFinder::new(StructureLibrary::shipped());
    finder.observe(heap, progress)?;
    let (found, most) = (begin.elapsed(), memory("VmHWM:"));
    let begin = Instant::now();
    let report = StructureFinder::new(StructureLibrary::shipped()).finish(|_| Ok(heap), progress)?;
    let (sized, heads) = (begin.elapsed(), report.rows.iter().map(|row| row.heads[1]).sum::<u64>());
    let beside = most.saturating_sub(before) as f64 / heap.len().max(1) as f64;
    let (found, sized) = (found.as_secs_f64(), sized.as_secs_f64());
    Ok(format!("found_s={found:.3} sized_s={sized:.3} heads={heads} objects={} beside_b={beside:.1}", heap.len()))
}

/// What the process takes in bytes, now (`VmRSS:`) or at the most so far (`VmHWM:`); 0 where nobody tells.
fn memory(which: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(which));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()).map_or(0, |kib| 1024 * kib)
}
