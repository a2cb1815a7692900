//! Orders within columns with few crossings.

use crate::layered::columns::Columns;

/// Sweeps over all columns, there and back.
const SWEEPS: usize = 16;
/// Sweeps without a better order before giving up.
const PATIENCE: usize = 4;
/// Columns with more items are not tried pair by pair: that costs more than it gains.
const MOST_EXCHANGED: usize = 400;

/// The items of every column from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Orders {
    pub(crate) columns: Vec<Vec<usize>>,
}

impl Orders {
    /// Items in the order of their numbers.
    pub(super) fn naive(columns: &Columns) -> Self {
        let mut orders = vec![Vec::new(); columns.columns];
        for (item, &column) in columns.column_of.iter().enumerate() {
            orders[column].push(item);
        }
        Self { columns: orders }
    }

    /// The best order that the sweeps find, and its crossings; never worse than the naive one.
    pub(super) fn best(columns: &Columns) -> (Self, u64) {
        let mut orders = Self::naive(columns);
        let mut best = orders.clone();
        let mut fewest = orders.crossings(columns);
        let mut fruitless = 0;
        for sweep in 0..SWEEPS {
            if fewest == 0 || fruitless == PATIENCE {
                break;
            }
            orders.sweep(columns, sweep % 2 == 0);
            orders.exchange(columns);
            let crossings = orders.crossings(columns);
            if crossings < fewest {
                fewest = crossings;
                best = orders.clone();
                fruitless = 0;
            } else {
                fruitless += 1;
            }
        }
        (best, fewest)
    }

    fn positions(&self, columns: &Columns) -> Vec<usize> {
        let mut positions = vec![0; columns.items.len()];
        for column in &self.columns {
            column.iter().enumerate().for_each(|(at, &item)| positions[item] = at);
        }
        positions
    }

    /// Sorts column after column by the medians of the items' neighbours in the column before.
    fn sweep(&mut self, columns: &Columns, to_the_right: bool) {
        let mut positions = self.positions(columns);
        let count = self.columns.len();
        let numbers: Vec<usize> = if to_the_right { (1..count).collect() } else { (0..count.saturating_sub(1)).rev().collect() };
        for number in numbers {
            let neighbours = |item: usize| if to_the_right { &columns.before[item] } else { &columns.behind[item] };
            let column = &mut self.columns[number];
            // Items without neighbours keep their places; the others are sorted among the rest.
            let mut moving: Vec<(f64, usize)> = Vec::new();
            let mut places = Vec::new();
            for (at, &item) in column.iter().enumerate() {
                if let Some(median) = median(neighbours(item).iter().map(|&other| positions[other])) {
                    moving.push((median, item));
                    places.push(at);
                }
            }
            moving.sort_by(|a, b| a.0.total_cmp(&b.0).then(positions[a.1].cmp(&positions[b.1])));
            for (place, (_, item)) in places.into_iter().zip(moving) {
                column[place] = item;
            }
            column.iter().enumerate().for_each(|(at, &item)| positions[item] = at);
        }
    }

    /// Exchanges neighbours as long as that saves crossings.
    fn exchange(&mut self, columns: &Columns) {
        let mut positions = self.positions(columns);
        for _ in 0..4 {
            let mut better = false;
            for column in self.columns.iter_mut().filter(|column| column.len() <= MOST_EXCHANGED) {
                for at in 1..column.len() {
                    let (one, other) = (column[at - 1], column[at]);
                    let side = |lists: &[Vec<usize>]| {
                        let (kept, exchanged) = crossings_of_pair(&lists[one], &lists[other], &positions);
                        kept as i64 - exchanged as i64
                    };
                    if side(&columns.before) + side(&columns.behind) > 0 {
                        column.swap(at - 1, at);
                        positions.swap(one, other);
                        better = true;
                    }
                }
            }
            if !better {
                return;
            }
        }
    }

    /// Crossings between all neighbouring columns: inversions, counted with a tree of sums.
    pub(super) fn crossings(&self, columns: &Columns) -> u64 {
        let positions = self.positions(columns);
        let mut crossings = 0;
        for pair in self.columns.windows(2) {
            let mut sums = vec![0_u64; pair[1].len() + 1];
            let mut seen = 0;
            for &item in &pair[0] {
                let mut targets: Vec<usize> = columns.behind[item].iter().map(|&to| positions[to]).collect();
                targets.sort_unstable();
                for &target in &targets {
                    // Earlier edges that end at or before this one do not cross it.
                    let mut below = 0;
                    let mut at = target + 1;
                    while at > 0 {
                        below += sums[at];
                        at &= at - 1;
                    }
                    crossings += seen - below;
                }
                for target in targets {
                    seen += 1;
                    let mut at = target + 1;
                    while at < sums.len() {
                        sums[at] += 1;
                        at += at & at.wrapping_neg();
                    }
                }
            }
        }
        crossings
    }
}

fn median(values: impl Iterator<Item = usize>) -> Option<f64> {
    let mut values: Vec<usize> = values.collect();
    values.sort_unstable();
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        length if length % 2 == 1 => Some(values[middle] as f64),
        _ => Some(0.5 * (values[middle - 1] + values[middle]) as f64),
    }
}

/// Crossings of the edges of two items with the first above the second, and the other way round.
fn crossings_of_pair(one: &[usize], other: &[usize], positions: &[usize]) -> (u64, u64) {
    let (mut kept, mut exchanged) = (0, 0);
    for &a in one {
        for &b in other {
            match positions[a].cmp(&positions[b]) {
                std::cmp::Ordering::Greater => kept += 1,
                std::cmp::Ordering::Less => exchanged += 1,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    (kept, exchanged)
}
