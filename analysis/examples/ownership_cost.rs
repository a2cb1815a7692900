//! Measures ownership of a heap dump: `cargo run --release -p analysis --example ownership_cost -- objects big.hprof`.
//!
//! Modes: `objects` (dominator tree and retained size of every object), `classes` (what all instances of each class
//! retain). Prints time per step and memory of the process.

use std::path::Path;
use std::time::Instant;

use analysis::{Dominators, LoadOptions, Progress, Warnings, class_sizes, open_heap};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, path] = arguments.as_slice() else {
        eprintln!("usage: ownership_cost objects|classes DUMP");
        std::process::exit(2);
    };
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let begin = Instant::now();
    let options = LoadOptions { names: false, ..LoadOptions::default() };
    let heap = open_heap(Path::new(path), 0, &options, &progress, &warnings);
    let result = heap.and_then(|mut heap| {
        println!("loaded      {:7.3} s   {} objects, {} references", begin.elapsed().as_secs_f64(), heap.len(), heap.references.count());
        print_memory();
        let sum: u64 = if mode == "classes" {
            class_sizes(&heap, &progress)?.iter().map(|row| row.retained.bytes).sum()
        } else {
            let dominators = Dominators::of_last_use(&mut heap, &progress)?;
            heap.kept_objects().map(|object| dominators.retained(object)).sum()
        };
        Ok(sum)
    });
    match result {
        Ok(sum) => println!("{mode:11} {:7.3} s   checksum {sum}", begin.elapsed().as_secs_f64()),
        Err(error) => eprintln!("{error}"),
    }
    print_memory();
}

fn print_memory() {
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("RssAnon")).for_each(|line| println!("{line}"));
    }
}
