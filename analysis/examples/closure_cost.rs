//! Measures closures: `cargo run --release -p analysis --example closure_cost -- big.hprof [CLASSIFIERS]`.
//!
//! Prints the slowest GC closure of a first-level group, and the time for deep and retained sizes of all nodes, these also as
//! `name=value` lines.

use std::path::Path;
use std::time::Instant;

use analysis::{Closures, Grouping, LoadOptions, NodeIndex, Progress, Result, SizeKind, Warnings, group, open_heap};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = arguments.first() else {
        eprintln!("usage: closure_cost DUMP [CLASSIFIERS]");
        std::process::exit(2);
    };
    if let Err(error) = measure(Path::new(path), arguments.get(1).map_or("package-path,type", |by| by)) {
        eprintln!("{error}");
    }
}

fn measure(path: &Path, by: &str) -> Result<()> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let mut begin = Instant::now();
    let mut lap = |what: &str| {
        println!("{what:44} {:7.3} s", begin.elapsed().as_secs_f64());
        begin = Instant::now();
    };
    let heap = open_heap(path, 0, &LoadOptions::default(), &progress, &warnings)?;
    lap("loaded");
    let grouped = group(&heap, &Grouping::parse(by)?, &progress, &warnings)?;
    lap(&format!("grouped into {} nodes", grouped.tree.nodes.len()));
    let closures = Closures::new(&heap, &progress)?;
    lap("live objects");
    let first: Vec<NodeIndex> = grouped.tree.children(NodeIndex::ROOT).collect();
    let mut slowest = (0.0, "", 0);
    for &node in &first {
        let members = grouped.members(&heap, node, &progress)?;
        let begin = Instant::now();
        let closure = closures.gc_closure(&members, &progress)?;
        let seconds = begin.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, &*grouped.tree.nodes[node.at()].name, closure.len());
        }
    }
    lap(&format!("GC closures of {} first-level groups", first.len()));
    println!("    slowest: {} with {} objects", slowest.1, slowest.2);
    println!("slowest_s={:.4}", slowest.0);
    let nodes: Vec<NodeIndex> = (0..grouped.tree.nodes.len() as u32).map(NodeIndex).collect();
    for kind in [SizeKind::Retained, SizeKind::Deep] {
        let begin = Instant::now();
        let sizes = closures.node_sizes(&grouped, &nodes, kind, &progress)?;
        println!("{}_s={:.4}", format!("{kind:?}").to_lowercase(), begin.elapsed().as_secs_f64());
        lap(&format!("{kind:?} sizes of all nodes"));
        println!("    of the first groups: {:?}", first.iter().map(|node| sizes[node.at()].bytes).collect::<Vec<_>>());
    }
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| println!("{line}"));
    }
    Ok(())
}
