//! Measures reading a heap dump: `cargo run --release -p analysis --example heap_cost -- load big.hprof`.
//!
//! Modes: `stream` (histogram of all objects), `histogram` (of reachable objects), `load` (full heap state with both
//! directions of references). Prints time per step and peak memory of the process.

use std::path::Path;
use std::time::Instant;

use analysis::{LoadOptions, Progress, SizePolicy, Warnings, heap_histogram, histogram, open_heap};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, path] = arguments.as_slice() else {
        eprintln!("usage: heap_cost stream|histogram|load DUMP");
        std::process::exit(2);
    };
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let policy = SizePolicy { keep_unreachable: mode == "stream", ..SizePolicy::default() };
    let begin = Instant::now();
    let path = Path::new(path);
    let result = if mode == "load" {
        open_heap(path, 0, &LoadOptions::default(), &progress, &warnings).and_then(|heap| {
            println!("loaded          {:7.3} s", begin.elapsed().as_secs_f64());
            heap.references.build_pointed_from(&progress)?;
            println!(
                "both directions {:7.3} s   {} objects, {} references",
                begin.elapsed().as_secs_f64(),
                heap.len(),
                heap.references.count()
            );
            Ok(heap_histogram(&heap))
        })
    } else {
        histogram(path, 0, policy, &progress, &warnings)
    };
    match result {
        Ok(histogram) => {
            println!("{mode:15} {:7.3} s   {} objects, {} bytes", begin.elapsed().as_secs_f64(), histogram.objects, histogram.bytes);
        }
        Err(error) => eprintln!("{error}"),
    }
    warnings.list().iter().for_each(|warning| println!("{warning}"));
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("RssAnon")).for_each(|line| println!("{line}"));
    }
}
