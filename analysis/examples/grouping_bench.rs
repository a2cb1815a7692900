//! Measures grouping: `cargo run --release -p analysis --example grouping_bench -- big.hprof [GROUPING]`.
//!
//! Prints objects per second for grouping by what looks at types, at every object, at its neighbours and its fields, for
//! both pointer maps, and the peak memory of the process after each step; then the rates once more as `name=value`
//! lines, and how much smaller size counts per leaf are than lists of its objects.
//! `RAYON_NUM_THREADS` sets the number of threads, `tests/java/BigHeap.java` makes a dump of ten million objects.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use analysis::{
    Grouped, Grouping, HeapState, LoadOptions, NodeIndex, ObjectIndex, Progress, Result, Warnings, group, node_references, open_heap,
};

/// What is measured, by name.
const GROUPINGS: [(&str, &str); 10] = [
    ("type", "type"),
    ("package", "package"),
    ("root-kind", "gc root kind"),
    ("package-type", "package,type"),
    ("type-package-root-kind", "type,package,gc root kind"),
    ("script-of-types", "script(if type.starts_with(\"java.\") { \"platform\" } else { package })"),
    ("script-of-sizes", "script(if size < 32 { \"small\" } else if array_length > 9 { \"long\" } else { short_type })"),
    ("script-of-neighbours", "collection health"),
    ("script-of-fields", "script(if field(\"next\") != null { \"goes on\" } else { \"ends\" })"),
    ("script-of-texts", "script(if text == null { \"no text\" } else { text.len() })"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, groupings) = match arguments.as_slice() {
        [path] => (path, GROUPINGS.to_vec()),
        [path, grouping] => (path, vec![("grouping", grouping.as_str())]),
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

fn measure(path: &Path, groupings: &[(&str, &str)]) -> Result<()> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let begin = Instant::now();
    let heap = open_heap(path, 0, &LoadOptions::default(), &progress, &warnings)?;
    println!("{} objects, {} references, {} types", heap.len(), heap.references.count(), heap.types.len());
    report("load", &heap, begin);
    let mut rates = Vec::new();
    for (name, by) in groupings {
        let grouping = Grouping::parse(by)?;
        let begin = Instant::now();
        let grouped: Grouped = group(&heap, &grouping, &progress, &warnings)?;
        rates.push((name, heap.len() as f64 / begin.elapsed().as_secs_f64() / 1e6));
        report(&format!("{grouping}: {} nodes", grouped.tree.nodes.len()), &heap, begin);
        if *name == "type" {
            println!("size_counts_share={:.6}", size_counts_share(&heap, &grouped));
        }
        let begin = Instant::now();
        let references = node_references(&heap, &grouped, &progress)?;
        let entries = (references.points_to.entries.len(), references.pointed_from.entries.len());
        report(&format!("  both maps: {} and {} entries", entries.0, entries.1), &heap, begin);
    }
    rates.iter().for_each(|(name, rate)| println!("{name}={rate:.3}"));
    warnings.list().iter().for_each(|warning| println!("{warning}"));
    Ok(())
}

/// Bytes of (size, count) pairs per leaf, as a share of the bytes of lists of its objects.
fn size_counts_share(heap: &HeapState, grouped: &Grouped) -> f64 {
    let mut pairs: HashSet<(NodeIndex, u64)> = HashSet::new();
    let mut members = 0;
    for object in (0..heap.len() as u32).map(ObjectIndex) {
        let leaves = grouped.leaves.of(heap, object);
        members += leaves.len();
        pairs.extend(leaves.iter().map(|&leaf| (leaf, heap.bytes_of(object))));
    }
    (pairs.len() * 2 * size_of::<u64>()) as f64 / (members * size_of::<ObjectIndex>()) as f64
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
