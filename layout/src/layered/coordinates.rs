//! The height of every item: as near to its neighbours as the order and the sizes allow.

use super::crossings::Orders;
use crate::layered::columns::{Columns, Item, LayeredSpacing};

/// Sweeps there and back.
const SWEEPS: usize = 12;

/// The middle of every item along the column.
pub(super) fn place(columns: &Columns, orders: &Orders, spacing: LayeredSpacing) -> Vec<f64> {
    let mut rows = vec![0.0; columns.items.len()];
    let distance = |above: usize, below: usize| {
        let gap = match (columns.items[above], columns.items[below]) {
            (Item::Node(_), Item::Node(_)) => spacing.nodes,
            (Item::Node(_), Item::Dummy(_)) | (Item::Dummy(_), Item::Node(_)) => 0.5 * (spacing.nodes + spacing.edges),
            (Item::Dummy(_), Item::Dummy(_)) => spacing.edges,
        };
        0.5 * (columns.sizes[above].1 + columns.sizes[below].1) + gap
    };
    for column in &orders.columns {
        let mut row = 0.0;
        for (at, &item) in column.iter().enumerate() {
            if at > 0 {
                row += distance(column[at - 1], item);
            }
            rows[item] = row;
        }
        // Columns start around one middle line.
        column.iter().for_each(|&item| rows[item] -= 0.5 * row);
    }
    // Edges that pass are kept straight before anything else.
    let pull = |one: usize, other: usize| match (columns.items[one], columns.items[other]) {
        (Item::Dummy(_), Item::Dummy(_)) => 8.0,
        (Item::Node(_), Item::Node(_)) => 1.0,
        _ => 2.0,
    };
    let count = orders.columns.len();
    for sweep in 0..2 * SWEEPS {
        let to_the_right = sweep % 2 == 0;
        // In the end both sides count.
        let both = sweep + 4 >= 2 * SWEEPS;
        for step in 0..count {
            let number = if to_the_right { step } else { count - 1 - step };
            let column = &orders.columns[number];
            let wanted: Vec<(f64, f64)> = column
                .iter()
                .map(|&item| {
                    let (before, behind) = (columns.before[item].iter(), columns.behind[item].iter());
                    let sides = [(before, to_the_right || both), (behind, !to_the_right || both)];
                    let (mut sum, mut weight) = (0.0, 0.0);
                    for (neighbours, counts) in sides {
                        for &other in neighbours.filter(|_| counts) {
                            sum += pull(item, other) * rows[other];
                            weight += pull(item, other);
                        }
                    }
                    if weight > 0.0 { (sum / weight, weight) } else { (rows[item], 0.1) }
                })
                .collect();
            let mut offset = 0.0;
            let mut offsets = Vec::with_capacity(column.len());
            for (at, &item) in column.iter().enumerate() {
                if at > 0 {
                    offset += distance(column[at - 1], item);
                }
                offsets.push(offset);
            }
            let free: Vec<(f64, f64)> = wanted.iter().zip(&offsets).map(|(&(row, weight), offset)| (row - offset, weight)).collect();
            for ((&item, row), offset) in column.iter().zip(never_falling(&free)).zip(offsets) {
                rows[item] = row + offset;
            }
        }
    }
    rows
}

/// The values that never fall and are nearest to the given ones (value, weight) in the sum of squares: neighbours that
/// are in the wrong order share their mean.
fn never_falling(values: &[(f64, f64)]) -> Vec<f64> {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in values {
        let mut pool = (value, weight, 1);
        while let Some(&(mean, total, count)) = pools.last().filter(|last| last.0 > pool.0) {
            pool = ((mean * total + pool.0 * pool.1) / (total + pool.1), total + pool.1, count + pool.2);
            pools.pop();
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count)).collect()
}
