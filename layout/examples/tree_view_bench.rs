//! Tree views of many groups at several points: which are shown, and their shapes in all four kinds of pictures.
//!
//! `tree_view_bench groups COUNT > FILE` makes a tree (one group per line: its parent, and what it holds itself at every point);
//! `tree_view_bench ours FILE RUNS` prints, each per point and as the median over the runs: milliseconds of pruning, which is done once for
//! all points, and of values and shapes in all views; then how many shapes rings, columns and tiles have. `scripts/bench/partition-d3.mjs` prints what the peer takes.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use layout::{EvolvingTree, IcicleGeometry, PrunedTree, Pruning, Rect, SunburstGeometry, icicle, stacked_bars, sunburst, treemap};

const POINTS: usize = 25;
const FREE: Rect = Rect { x0: 0.0, y0: 0.0, x1: 800.0, y1: 800.0 };

/// Groups in preorder; what they hold includes what is below them.
struct Groups {
    children: Vec<Vec<usize>>,
    names: Vec<String>,
    values: Vec<[u64; POINTS]>,
}

impl EvolvingTree for Groups {
    fn root(&self) -> usize {
        0
    }

    fn points(&self) -> usize {
        POINTS
    }

    fn children(&self, node: usize) -> Vec<usize> {
        self.children[node].clone()
    }

    fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    fn value(&self, node: usize, point: usize) -> u64 {
        self.values[node][point]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["groups", count] => write(count.parse()?),
        ["ours", file, runs] => measure(&read(&std::fs::read_to_string(file)?)?, runs.parse()?),
        _ => return Err("usage: tree_view_bench groups COUNT | ours FILE RUNS".into()),
    }
    Ok(())
}

/// Packages with about 20 types, each with about 4 sites; a few of them grow.
fn write(count: usize) {
    let mut state: u64 = 42;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let nothing = vec!["0"; POINTS].join(" ");
    println!("0 {nothing}");
    let (mut package, mut of_type) = (0, 0);
    for at in 1..count {
        let draw = next();
        let is_package = package == 0 || draw < 0.01;
        let is_type = !is_package && (of_type <= package || draw < 0.2);
        if is_package || is_type {
            println!("{} {nothing}", if is_package { 0 } else { package });
            of_type = at;
            package = if is_package { at } else { package };
            continue;
        }
        let size = 1.0 + 1000.0 / (next() + 0.001);
        let growth = if next() < 0.05 { next() } else { 0.0 };
        let values: Vec<String> = (0..POINTS).map(|point| ((size * (1.0 + growth * point as f64)) as u64).to_string()).collect();
        println!("{of_type} {}", values.join(" "));
    }
}

fn read(text: &str) -> Result<Groups, Box<dyn Error>> {
    let mut groups = Groups { children: Vec::new(), names: Vec::new(), values: Vec::new() };
    let mut parents = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let numbers = line.split(' ').map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let (parent, values) = (usize::try_from(numbers[0])?, <[u64; POINTS]>::try_from(&numbers[1..])?);
        if at > 0 {
            groups.children[parent].push(at);
        }
        parents.push(parent);
        groups.children.push(Vec::new());
        groups.names.push(format!("g{at}"));
        groups.values.push(values);
    }
    for at in (1..parents.len()).rev() {
        for point in 0..POINTS {
            groups.values[parents[at]][point] += groups.values[at][point];
        }
    }
    Ok(groups)
}

fn measure(groups: &Groups, runs: usize) {
    let mut measured: Vec<(f64, f64)> = Vec::new();
    let mut shapes = 0;
    for _ in 0..runs.max(1) {
        let started = Instant::now();
        let tree = black_box(PrunedTree::of(black_box(groups), &Pruning::default()));
        let pruning = per_point(started);
        let started = Instant::now();
        let values: Vec<Vec<u64>> = (0..POINTS).map(|point| tree.values(groups, point)).collect();
        let levels = tree.height(0);
        let rings = SunburstGeometry { centre: 50.0, radius: 400.0, levels };
        let columns = IcicleGeometry { width: FREE.x1, height: FREE.y1, levels };
        for values in &values {
            let shares = tree.shares(values);
            let rings = black_box(sunburst(&tree, &shares, 0, &rings));
            let columns = black_box(icicle(&tree, &shares, 0, &columns));
            let tiles = black_box(treemap(&tree, values, 0, levels, FREE));
            shapes = rings.len() + columns.len() + tiles.len();
        }
        black_box(stacked_bars(&tree, &values, 0, values[POINTS - 1][0], FREE));
        measured.push((pruning, per_point(started)));
    }
    println!("{} {} {shapes}", median(measured.iter().map(|run| run.0)), median(measured.iter().map(|run| run.1)));
}

fn per_point(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0 / POINTS as f64
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
