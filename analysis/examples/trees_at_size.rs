//! How long tree folders of a given size take to write, read and merge.
//!
//! `cargo run --release -p analysis --example trees_at_size [TREES] [LEAVES] [DIR]` makes trees of packages and types in
//! which classes come and go, with pointer maps, in DIR or in a temporary folder that is removed at the end.

use std::time::Instant;

use analysis::{
    DatasetInfo, Evolution, MemoryTree, Metric, NodeIndex, NodeReferences, NodeSizes, NodeTotals, Progress, ReferenceMap, Result,
    TimePoint, TreeBuilder, Warnings, read_tree_folder, write_tree_folder,
};

/// Types per package.
const TYPES: u64 = 40;

/// Reference entries per node and map.
const PARTNERS: u32 = 3;

fn main() -> Result<()> {
    let mut sizes = std::env::args().skip(1).map_while(|word| word.parse::<u64>().ok());
    let (trees, leaves) = (sizes.next().unwrap_or(25), sizes.next().unwrap_or(20_000));
    if let Some(dir) = std::env::args().nth(3) {
        return measure(trees, leaves, std::path::Path::new(&dir));
    }
    let dir = std::env::temp_dir().join(format!("memory-city-trees-{}", std::process::id()));
    let outcome = measure(trees, leaves, &dir);
    let _ = std::fs::remove_dir_all(&dir);
    outcome
}

fn measure(trees: u64, leaves: u64, dir: &std::path::Path) -> Result<()> {
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let points: Vec<TimePoint> = (1..=trees).map(|t| point(t, leaves)).collect();
    let entries: usize = points.iter().flat_map(|p| &p.references).map(|r| r.points_to.entries.len() + r.pointed_from.entries.len()).sum();
    println!("{trees} trees of {leaves} leaves, {entries} reference entries");

    let timed = Instant::now();
    write_tree_folder(dir, &DatasetInfo::default(), &points, &progress)?;
    println!("write folder    {:8.1} ms", millis(timed));

    let timed = Instant::now();
    let folder = read_tree_folder(dir, None, &progress, &warnings)?;
    println!("read folder     {:8.1} ms", millis(timed));

    let timed = Instant::now();
    let evolution = Evolution::from_points("at size", "", folder.points, &progress, &warnings)?;
    println!("merge           {:8.1} ms, {} union nodes", millis(timed), evolution.nodes.len());

    let timed = Instant::now();
    let mut grown = evolution.clone();
    let pushed = grown.push_point(point(trees + 1, leaves), &warnings);
    println!("push one more   {:8.1} ms, {} new nodes", millis(timed), pushed.new_nodes);

    let timed = Instant::now();
    let nodes = 0..evolution.nodes.len() as u32;
    let sum: i128 = nodes
        .map(NodeIndex)
        .map(|node| evolution.growth(Metric::Objects, node, 0..evolution.points.len()) + i128::from(evolution.max(Metric::Bytes, node)))
        .sum();
    println!("max and growth  {:8.1} ms ({sum})", millis(timed));
    for warning in warnings.list() {
        println!("warning: {warning}");
    }
    Ok(())
}

fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// A tree in which every seventh type is missing, another seventh each time.
fn point(t: u64, leaves: u64) -> TimePoint {
    let totals = |leaf: u64| {
        let objects = (leaf * 2_654_435_761 % 1000) * t;
        NodeTotals { objects, bytes: objects * 24 }
    };
    let mut builder = TreeBuilder::new(NodeTotals::default());
    let (package_role, type_role) = (builder.role("Package"), builder.role("Type"));
    let mut package = 0;
    for leaf in 0..leaves {
        if leaf % TYPES == 0 {
            package = builder.add_part(0, &format!("com.example.shop.module{}", leaf / TYPES), package_role, NodeTotals::default());
        }
        if !(leaf + t).is_multiple_of(7) {
            let name = format!("com.example.shop.module{}.Type{leaf}", leaf / TYPES);
            builder.add_part(package, &name, type_role, totals(leaf));
            builder.add_totals(package, totals(leaf));
            builder.add_totals(0, totals(leaf));
        }
    }
    let tree = builder.finish().tree;
    let references = NodeReferences { points_to: map(&tree, 7), pointed_from: map(&tree, 11) };
    TimePoint { time_millis: t as i64 * 1000, gc: Some(t), label: None, tree, references: Some(references), sizes: NodeSizes::default() }
}

fn map(tree: &MemoryTree, seed: u32) -> ReferenceMap {
    let n = tree.nodes.len() as u32;
    let partner = |row: u32, at: u32| NodeIndex((row.wrapping_mul(seed) + at * 97) % n);
    let entries = (0..n).flat_map(|row| (0..PARTNERS).map(move |at| (NodeIndex(row), partner(row, at), u64::from(at) + 1)));
    ReferenceMap::from_entries(entries.collect())
}
