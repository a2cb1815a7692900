//! Measures grouping: `cargo run --release -p analysis --example grouping_bench -- big.hprof [GROUPING]`.
//!
//! Prints objects per second for grouping by Type, by Package > Type and by a grouping that looks at every object,
//! for both pointer maps, and the peak memory of the process after each step. `tests/java/BigHeap.java` makes a dump
//! of ten million objects.

use std::path::Path;
use std::time::Instant;

use analysis::{Grouped, Grouping, HeapState, LoadOptions, Progress, Result, Warnings, group, node_references, open_heap};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, groupings) = match arguments.as_slice() {
        [path] => (path, vec!["type", "package,type", "package path,type", "object kind,type", "gc root kind,package path,type"]),
        [path, grouping] => (path, vec![grouping.as_str()]),
        _ => {
            eprintln!("usage: grouping_bench DUMP [GROUPING]");
            std::process::exit(2);
        }
    };
    if let Err(error) = measure(Path::new(path), &groupings) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn measure(path: &Path, groupings: &[&str]) -> Result<()> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let begin = Instant::now();
    let heap = open_heap(path, 0, &LoadOptions::default(), &progress, &warnings)?;
    println!("{} objects, {} references, {} types", heap.len(), heap.references.count(), heap.types.len());
    report("load", &heap, begin);
    for by in groupings {
        let grouping = Grouping::parse(by)?;
        let begin = Instant::now();
        let grouped: Grouped = group(&heap, &grouping, &progress, &warnings)?;
        report(&format!("{grouping}: {} nodes", grouped.tree.nodes.len()), &heap, begin);
        let begin = Instant::now();
        let references = node_references(&heap, &grouped, &progress)?;
        let entries = (references.points_to.entries.len(), references.pointed_from.entries.len());
        report(&format!("  both maps: {} and {} entries", entries.0, entries.1), &heap, begin);
    }
    warnings.list().iter().for_each(|warning| println!("{warning}"));
    Ok(())
}

fn report(step: &str, heap: &HeapState, begin: Instant) {
    let seconds = begin.elapsed().as_secs_f64();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().nth(1)?.parse::<u64>().ok()).map_or_else(|| "?".into(), |kib| (kib / 1024).to_string())
    };
    println!(
        "{step:60} {seconds:7.3} s {:7.1} M objects/s   peak {} MiB, now {} MiB",
        heap.len() as f64 / seconds / 1e6,
        memory("VmHWM"),
        memory("RssAnon")
    );
}
