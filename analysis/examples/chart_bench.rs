//! Measures how long trend charts take: `cargo run --release -p analysis --example chart_bench -- [POINTS [GROUPS]]`.
//!
//! Makes a heap of so many groups (10,000 unless given) at so many points (1,000), of which the first group has a tenth as many parts,
//! and prints the median time of a chart of all groups in the slowest of its orders, and of one of the parts, as `name=milliseconds`.

mod timing;

use std::sync::Arc;

use analysis::{ChartOrder, ChartRules, Evolution, EvolutionNode, NodeIndex, PointInfo, RoleIndex, TrendChart};
use timing::{Chance, median};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| match arguments.next().map(|text| text.parse()) {
        None => usual,
        Some(Ok(number)) => number,
        Some(Err(error)) => {
            eprintln!("usage: chart_bench [POINTS [GROUPS]]: {error}");
            std::process::exit(2);
        }
    };
    let (points, groups) = (number(1000), number(10_000));
    let evolution = heap(points, groups);
    let chart = |group| {
        let of = |order| {
            let rules = ChartRules { order, ..ChartRules::default() };
            median(|| TrendChart::of(&evolution, group, 0..points, 0..points, &rules))
        };
        ChartOrder::ALL.map(of).into_iter().fold(0.0, f64::max)
    };
    println!("points={points} groups={groups} chart_ms={:.3} parts_ms={:.3}", chart(NodeIndex::ROOT), chart(NodeIndex(1)));
}

/// Groups that grow, shrink and move by chance; some are there at a few points only.
fn heap(points: usize, groups: usize) -> Evolution {
    let parts = groups / 10;
    let mut chance = Chance::new();
    let count = 1 + groups + parts;
    let mut values = vec![0_u64; count * points];
    for node in 2..count {
        let (start, step, is_seldom) = (chance.below(10_000), chance.below(20), chance.below(4) == 0);
        for point in 0..points {
            let value = start + step * point as u64 + chance.below(100);
            let value = if is_seldom && point % 16 != 0 { 0 } else { value };
            values[node * points + point] = value;
            values[point] += value;
            if node < 2 + parts {
                values[points + point] += value;
            }
        }
    }
    let node = |at: usize| {
        let name: Arc<str> = format!("com.shop.Group{at:06}").into();
        let (parent, level) = match at {
            0 | 1 => (0, at as u16),
            at if at < 2 + parts => (1, 2),
            _ => (0, 1),
        };
        let subtree_end = match at {
            0 => count as u32,
            1 => 2 + parts as u32,
            at => at as u32 + 1,
        };
        EvolutionNode { key: Arc::clone(&name), name, role: RoleIndex(0), parent: NodeIndex(parent), subtree_end, level, first_seen: 0 }
    };
    let infos = (0..points as i64).map(|at| PointInfo { time_millis: 1000 * at, ..PointInfo::default() }).collect();
    Evolution::of_numbers(infos, vec!["Type".into()], (0..count).map(node).collect(), &values, &values)
}
