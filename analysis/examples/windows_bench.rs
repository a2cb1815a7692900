//! Measures how long suspicious windows take: `cargo run --release -p analysis --example windows_bench -- [COLLECTIONS]`.
//!
//! Makes a run of so many collections (100,000 unless given) with as many points of memory, which grows by chance and in waves, and
//! prints the median time of all detectors together, and of each, as `name=milliseconds`.

mod timing;

use analysis::{
    GcEvent, GcEvents, MemoryPoint, WindowRules, churn_window, growth_window, overhead_window, regression_window, suspicious_windows,
};
use timing::{Chance, median};

/// Between two collections, in nanoseconds.
const APART: u64 = 50_000_000;

fn main() {
    let collections: u64 = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 100_000,
        Some(Ok(collections)) => collections,
        Some(Err(error)) => {
            eprintln!("usage: windows_bench [COLLECTIONS]: {error}");
            std::process::exit(2);
        }
    };
    let (memory, gc) = run(collections);
    let rules = WindowRules::default();
    println!(
        "collections={collections} all_ms={:.3} growth_ms={:.3} regression_ms={:.3} overhead_ms={:.3} churn_ms={:.3}",
        median(|| suspicious_windows(&memory, Some(&gc), &rules)),
        median(|| growth_window(&memory, &rules)),
        median(|| regression_window(&memory, &rules)),
        median(|| overhead_window(&gc, &rules)),
        median(|| churn_window(&gc, &rules)),
    );
}

/// Growth with waves and noise, so that no detector is done at once.
fn run(collections: u64) -> (Vec<MemoryPoint>, GcEvents) {
    let mut chance = Chance::new();
    let (mut memory, mut events) = (Vec::new(), Vec::new());
    for at in 0..collections {
        let start_nanos = at * APART;
        let pause_nanos = 1_000_000 + chance.below(4_000_000) + if at % 10_000 < 40 { 20_000_000 } else { 0 };
        let end_nanos = start_nanos + pause_nanos;
        let wave = (20e6 * (at as f64 / collections as f64 * 60.0).sin()) as u64 % 20_000_000;
        let used_after = 100_000_000 + at * 2_000 + wave + chance.below(3_000_000);
        let used_before = used_after + 30_000_000 + chance.below(30_000_000);
        memory.push(MemoryPoint { nanos: end_nanos as i64, bytes: used_after, collections: at + 1 });
        events.push(GcEvent {
            number: at as u32,
            start_nanos,
            end_nanos,
            pause_nanos,
            used_before: Some(used_before),
            used_after: Some(used_after),
            ..GcEvent::default()
        });
    }
    (memory, GcEvents { zero_millis: Some(0), end_nanos: collections * APART, events, ..GcEvents::default() })
}
