//! What reading a JFR recording costs, and what it tells: `cargo run --release -p analysis --example read_jfr -- FILE...`

use std::path::Path;
use std::time::Instant;

use analysis::{Error, JfrRecording, Progress, Result, Warnings, open_bytes, read_jfr};

fn main() -> Result<()> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return Err(Error::Request("which recordings?".into()));
    }
    for file in files {
        let (progress, warnings) = (Progress::new(), Warnings::new());
        let bytes = open_bytes(Path::new(&file), &progress, &warnings)?;
        let begun = Instant::now();
        let recording = read_jfr(&bytes, Path::new(&file), &progress, &warnings)?;
        let seconds = begun.elapsed().as_secs_f64();
        let mib = bytes.len() as f64 / f64::from(1 << 20);
        println!("{file}: {mib:.1} MiB in {seconds:.3} s, {:.0} MB/s, peak {} MiB", bytes.len() as f64 / 1e6 / seconds, peak_mib());
        tell(&recording);
        for warning in warnings.list() {
            println!("  warning: {warning}");
        }
    }
    Ok(())
}

fn tell(recording: &JfrRecording) {
    let JfrRecording { gc, heap, counts, samples, buffers, old_objects, links, tables, events, chunks } = recording;
    let all: u64 = events.iter().map(|(_, count)| count).sum();
    println!("  {chunks} chunks, {all} events of {} types, {:.1} s", events.len(), gc.end_nanos as f64 / 1e9);
    println!(
        "  {} collections, {} pauses, {} looks at the heap, {} counts of classes",
        gc.events.len(),
        gc.events.iter().map(|event| event.pauses.len()).sum::<usize>(),
        heap.len(),
        counts.len()
    );
    for (name, of) in [("samples", samples), ("buffers", buffers)] {
        let bytes: u64 = of.sums.iter().map(|sum| sum.bytes).sum();
        println!("  {} {name} of {bytes} bytes: {} sums", of.events, of.sums.len());
    }
    let [names, frames, stacks] = tables.counts();
    println!("  {} old objects with {} links; {names} names, {frames} frames, {stacks} stacks", old_objects.len(), links.len());
    if let Some(event) = gc.events.last() {
        println!("  last collection: {event:?}, full: {:?}", event.is_full());
    }
    if let Some(object) = old_objects.iter().max_by_key(|object| recording.chain(object).count()) {
        let chain: Vec<&str> = recording.chain(object).map(|link| tables.name(link.class)).collect();
        println!(
            "  longest chain: {}; {:?}",
            chain.join(" <- "),
            object.root.map(|root| [tables.name(root.system), tables.name(root.kind)])
        );
        println!(
            "  allocated by {}: {}",
            tables.name(object.thread),
            tables.call_stack(object.stack).frames.first().map_or(String::new(), ToString::to_string)
        );
    }
}

/// The most memory that this process has held, mapped files included, where the system tells.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).map_or(0, |kib| kib >> 10)
}
