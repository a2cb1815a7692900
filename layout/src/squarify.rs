//! Squarified tiling (Bruls, Huizing, van Wijk 2000).
//!
//! Items are laid in rows along the shorter side of what is left; a row grows while its worst aspect ratio does not
//! get worse. Each row takes `row sum / remaining sum` of the remaining extent, never a share of the whole: rounding
//! errors then stay relative to the item and do not pile up in the small items at the end. The last row and the last
//! item of each row end on the free rectangle's own edge, so the tiles cover it exactly.
//!
//! One pass, O(n): the sum, the largest and the smallest item of the open row are kept as it grows.

use crate::rect::Rect;

/// Where a row of tiles lies in what was left when it was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowAxis {
    /// A strip at the west edge, its tiles stacked from north to south; the rest lies east.
    WestStrip,
    /// A strip at the north edge, its tiles placed from west to east; the rest lies south.
    NorthStrip,
}

/// One guillotine cut: a row of tiles on one side, everything after it on the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The first tile of the row.
    pub first: u32,
    /// One past the last tile of the row.
    pub end: u32,
    /// Where the strip lies.
    pub axis: RowAxis,
    /// Where the cut is: x of its east edge, or y of its south edge.
    pub edge: f64,
}

/// A tiling with its cuts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tiling {
    /// One rectangle per weight, in the order given.
    pub tiles: Vec<Rect>,
    /// The rows in the order they were cut off; together they name every tile once.
    pub rows: Vec<Row>,
}

/// Tiles `free` with one rectangle per weight, areas exactly proportional, in the order given.
///
/// Descending weights give the best shapes. A weight that is zero, negative or not finite gets an empty rectangle on
/// the edge of its neighbors; so does every weight if `free` has no area.
#[must_use]
pub fn squarify(weights: &[f64], free: Rect) -> Vec<Rect> {
    let mut tiling = Tiling::default();
    squarify_into(weights, free, &mut tiling);
    tiling.tiles
}

/// [`squarify`] with the cuts, into memory that can be used again; what `tiling` held is replaced.
pub fn squarify_into(weights: &[f64], free: Rect, tiling: &mut Tiling) {
    tiling.rows.clear();
    cut(weights, free, tiling);
}

/// The tiling with other weights: every tile stays in its row, and the rows where they are, so that little changes where weights change
/// little.
pub(crate) fn resize(weights: &[f64], free: Rect, tiling: &mut Tiling) {
    cut(weights, free, tiling);
}

/// Cuts `free` into the rows that `tiling` has, and into new ones where it has none.
fn cut(weights: &[f64], mut free: Rect, tiling: &mut Tiling) {
    let Tiling { tiles, rows } = tiling;
    tiles.clear();
    tiles.reserve(weights.len());
    let remaining_from = suffix_sums(weights);
    let (mut first, mut number) = (0, 0);
    while first < weights.len() {
        let remaining = remaining_from[first];
        let known = rows.get(number).copied();
        let along_y = known.map_or(free.width() >= free.depth(), |row| row.axis == RowAxis::WestStrip);
        let (extent, side) = if along_y { (free.width(), free.depth()) } else { (free.depth(), free.width()) };
        if !(remaining > 0.0 && side > 0.0) {
            let corner = Rect { x1: free.x0, y1: free.y0, ..free };
            let (axis, edge) = if along_y { (RowAxis::WestStrip, free.x0) } else { (RowAxis::NorthStrip, free.y0) };
            rows.truncate(number);
            rows.push(Row { first: index(first), end: index(weights.len()), axis, edge });
            tiles.resize(weights.len(), corner);
            return;
        }
        let (end, sum) = match known {
            Some(row) => (row.end as usize, weights[first..row.end as usize].iter().copied().map(usable).sum()),
            None => row_end(weights, first, extent / (side * remaining)),
        };
        // What comes after weighs nothing: the row takes the whole rest, so that no sliver stays uncovered.
        let last_row = remaining_from.get(end).is_none_or(|&rest| rest <= 0.0);
        let row = &weights[first..end];
        if along_y {
            let edge = if last_row { free.x1 } else { free.x0 + extent * (sum / remaining) };
            push_tiles(row, sum, (free.y0, free.y1), |y0, y1| tiles.push(Rect { x0: free.x0, y0, x1: edge, y1 }));
            free.x0 = edge;
        } else {
            let edge = if last_row { free.y1 } else { free.y0 + extent * (sum / remaining) };
            push_tiles(row, sum, (free.x0, free.x1), |x0, x1| tiles.push(Rect { x0, y0: free.y0, x1, y1: edge }));
            free.y0 = edge;
        }
        let (axis, edge) = if along_y { (RowAxis::WestStrip, free.x0) } else { (RowAxis::NorthStrip, free.y0) };
        let row = Row { first: index(first), end: index(end), axis, edge };
        match rows.get_mut(number) {
            Some(known) => *known = row,
            None => rows.push(row),
        }
        (first, number) = (end, number + 1);
    }
}

/// The weight as the layout counts it.
#[inline]
pub(crate) fn usable(weight: f64) -> f64 {
    if weight > 0.0 && weight < f64::INFINITY { weight } else { 0.0 }
}

/// `sums[i]` is the sum of the usable weights from `i` on, added from the small end.
fn suffix_sums(weights: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; weights.len()];
    let mut sum = 0.0;
    for (at, &weight) in weights.iter().enumerate().rev() {
        sum += usable(weight);
        sums[at] = sum;
    }
    sums
}

/// Where the row that starts at `first` ends, and its sum. `thinness` is (long side / short side) / remaining weight:
/// a row of sum s is `s * thinness` times as thick as the short side is long.
///
/// Worst aspect ratio: max(s * thinness * s / smallest, largest / (s * thinness * s)), both scale free.
fn row_end(weights: &[f64], first: usize, thinness: f64) -> (usize, f64) {
    let mut sum = usable(weights[first]);
    let mut largest = sum;
    let mut smallest = if sum > 0.0 { sum } else { f64::INFINITY };
    let mut worst = f64::INFINITY;
    if sum > 0.0 {
        let thickness = sum * thinness;
        worst = thickness.max(1.0 / thickness);
    }
    let mut end = first + 1;
    while let Some(&next) = weights.get(end) {
        let next = usable(next);
        if next > 0.0 {
            let new_sum = sum + next;
            let (new_largest, new_smallest) = (largest.max(next), smallest.min(next));
            let thickness = new_sum * thinness;
            let new_worst = (thickness * (new_sum / new_smallest)).max(new_largest / new_sum / thickness);
            if new_worst > worst {
                break;
            }
            (sum, largest, smallest, worst) = (new_sum, new_largest, new_smallest, new_worst);
        }
        end += 1;
    }
    (end, sum)
}

/// Cuts the length `from..to` in proportion to the weights of a row.
#[inline]
fn push_tiles(row: &[f64], sum: f64, (from, to): (f64, f64), mut push: impl FnMut(f64, f64)) {
    let per_weight = (to - from) / sum;
    let (mut done, mut at) = (0.0, from);
    let last = row.iter().rposition(|&weight| usable(weight) > 0.0).unwrap_or(0);
    for (number, &weight) in row.iter().enumerate() {
        done += usable(weight);
        let end = if number >= last { to } else { from + per_weight * done };
        push(at, end);
        at = end;
    }
}

/// Tile numbers are 32 bits wide: more than four billion siblings do not fit a screen.
fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
