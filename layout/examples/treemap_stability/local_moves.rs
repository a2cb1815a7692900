//! The incremental treemap of Sondag, Speckmann and Verbeek ("Stable Treemaps via Local Moves", 2018), for one district.
//!
//! A layout is kept from point to point as the segments between its tiles, each as long as it goes straight on, and the four segments
//! around every tile; where segments lie follows from the areas. So new weights move segments, and who lies beside whom stays. Then a few
//! local moves make tiles squarer: two tiles that fill a rectangle are *flipped*, or a tile at the end of a segment is *stretched* into
//! the only tile on the other side of it.
//!
//! Positions: widths that minimise the sum of -area * log(width) let the heights area / width add up alike on both sides of every upright
//! segment, so they are a layout; with heights it is the same. Both sums are convex: Newton's method finds the only minimum.
//!
//! Unlike the paper's program, the first layout is a squarified one, and moves are tried one after the other, without looking ahead.

use layout::{Rect, RowAxis, Tiling, squarify_into};

/// Sides of a tile, as `bounds` has them; the opposite one is two further.
const WEST: usize = 0;
const NORTH: usize = 1;
const EAST: usize = 2;
const SOUTH: usize = 3;

/// So many of the longest tiles are tried when a place for a new one is looked for; as many as in the paper's program, which takes half of
/// them by chance.
const HOSTS_TRIED: usize = 6;

/// A move must make the mean aspect ratio better by this.
const LEAST_GAIN: f64 = 1e-9;

/// Newton's steps; some dozens are enough from any start.
const MOST_STEPS: usize = 500;

/// A width that still changes by this share is not the right one yet.
const EXACT: f64 = 1e-11;

#[derive(Clone, Copy)]
struct Segment {
    is_upright: bool,
    /// x of an upright segment, y of a level one.
    at: f64,
}

#[derive(Clone)]
struct Tile {
    item: usize,
    /// The segments at its west, north, east and south.
    bounds: [usize; 4],
}

/// The tiles of one district. The first four segments are its own sides; a segment at which no tile lies is gone.
#[derive(Clone)]
pub(crate) struct Layout {
    segments: Vec<Segment>,
    tiles: Vec<Tile>,
}

impl Layout {
    /// A squarified layout of `items`, the children that weigh something.
    pub(crate) fn squarified(items: &[usize], weights: &[f64], free: Rect) -> Self {
        let mut sorted = items.to_vec();
        sorted.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        let mut tiling = Tiling::default();
        squarify_into(&sorted.iter().map(|&item| weights[item]).collect::<Vec<_>>(), free, &mut tiling);
        let mut layout = Self { segments: Vec::new(), tiles: Vec::new() };
        let around_all = [(true, free.x0), (false, free.y0), (true, free.x1), (false, free.y1)];
        layout.segments.extend(around_all.map(|(is_upright, at)| Segment { is_upright, at }));
        let mut around = [WEST, NORTH, EAST, SOUTH];
        for row in &tiling.rows {
            let (near, first_side) = if row.axis == RowAxis::WestStrip { (WEST, NORTH) } else { (NORTH, WEST) };
            let (far, last_side) = (near + 2, first_side + 2);
            let is_last_row = row.end as usize == sorted.len();
            let cut = if is_last_row { around[far] } else { layout.add_segment(near == WEST, row.edge) };
            let mut before = around[first_side];
            let of_row = row.first as usize..row.end as usize;
            let last = of_row.len() - 1;
            for (number, (&item, tile)) in sorted[of_row.clone()].iter().zip(&tiling.tiles[of_row]).enumerate() {
                let end = if first_side == WEST { tile.x1 } else { tile.y1 };
                let after = if number == last { around[last_side] } else { layout.add_segment(first_side == WEST, end) };
                let mut bounds = around;
                (bounds[far], bounds[first_side], bounds[last_side]) = (cut, before, after);
                layout.tiles.push(Tile { item, bounds });
                before = after;
            }
            around[near] = cut;
        }
        layout
    }

    /// The layout at the next point, with at most `most_moves` local moves; `items` are the children that weigh something then.
    pub(crate) fn step(&mut self, items: &[usize], weights: &[f64], free: Rect, most_moves: usize) {
        let stays = |tile: &Tile| items.contains(&tile.item);
        if !self.tiles.iter().any(stays) {
            *self = Self::squarified(items, weights, free);
        }
        while let Some(gone) = self.tiles.iter().position(|tile| !stays(tile)) {
            self.remove(gone);
        }
        self.fit(weights, free);
        let mut new: Vec<usize> = items.iter().copied().filter(|item| self.tiles.iter().all(|tile| tile.item != *item)).collect();
        new.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
        for item in new {
            self.insert(item, weights, free);
        }
        for _ in 0..most_moves {
            match best(self.moved(weights), weights, free) {
                Some(better) if better.mean_aspect() < self.mean_aspect() - LEAST_GAIN => *self = better,
                _ => break,
            }
        }
    }

    /// All tiles with their items.
    pub(crate) fn rects(&self) -> impl Iterator<Item = (usize, Rect)> + '_ {
        (0..self.tiles.len()).map(|tile| (self.tiles[tile].item, self.rect(tile)))
    }

    fn rect(&self, tile: usize) -> Rect {
        let [x0, y0, x1, y1] = self.tiles[tile].bounds.map(|segment| self.segments[segment].at);
        Rect { x0, y0, x1, y1 }
    }

    fn aspect(&self, tile: usize) -> f64 {
        let rect = self.rect(tile);
        rect.longer_side() / rect.shorter_side()
    }

    fn mean_aspect(&self) -> f64 {
        (0..self.tiles.len()).map(|tile| self.aspect(tile)).sum::<f64>() / self.tiles.len() as f64
    }

    fn add_segment(&mut self, is_upright: bool, at: f64) -> usize {
        self.segments.push(Segment { is_upright, at });
        self.segments.len() - 1
    }

    /// The tiles that have the segment at this side.
    fn tiles_with(&self, segment: usize, side: usize) -> Vec<usize> {
        (0..self.tiles.len()).filter(|&tile| self.tiles[tile].bounds[side] == segment).collect()
    }

    /// Takes a tile out: the segments at two opposite sides become one. Where a tile lies alone on its side of a segment, this is that
    /// segment; where it does nowhere, its four segments go around it like the arms of a windmill, and any two will do.
    fn remove(&mut self, tile: usize) {
        let bounds = self.tiles[tile].bounds;
        let is_alone = |side: &usize| bounds[*side] > SOUTH && self.tiles_with(bounds[*side], *side).len() == 1;
        let side = (WEST..=SOUTH).find(is_alone).unwrap_or(EAST);
        let (gone, kept) = (bounds[side], bounds[(side + 2) % 4]);
        self.tiles.remove(tile);
        for bound in self.tiles.iter_mut().flat_map(|tile| &mut tile.bounds) {
            if *bound == gone {
                *bound = kept;
            }
        }
        self.spread(side % 2);
    }

    /// Spreads the segments of one direction evenly, in the order in which tiles separate them: a start from which no width is negative.
    fn spread(&mut self, low: usize) {
        let high = low + 2;
        let mut tiles_before = vec![0_u32; self.segments.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for Tile { bounds, .. } in &self.tiles {
                let least = tiles_before[bounds[low]] + 1;
                changed |= tiles_before[bounds[high]] < least;
                tiles_before[bounds[high]] = tiles_before[bounds[high]].max(least);
            }
        }
        let (from, to) = (self.segments[low].at, self.segments[high].at);
        let per_tile = (to - from) / f64::from(tiles_before[high]);
        for (segment, &before) in self.segments.iter_mut().zip(&tiles_before).skip(4) {
            if segment.is_upright == (low == WEST) {
                segment.at = from + per_tile * f64::from(before);
            }
        }
    }

    /// Cuts one of the longest tiles for a new one, where that makes the best layout.
    fn insert(&mut self, item: usize, weights: &[f64], free: Rect) {
        let mut hosts: Vec<usize> = (0..self.tiles.len()).collect();
        hosts.sort_by(|&a, &b| self.aspect(b).total_cmp(&self.aspect(a)));
        hosts.truncate(HOSTS_TRIED);
        let cuts = hosts.into_iter().flat_map(|host| [(host, WEST), (host, NORTH)]);
        let candidates = cuts.map(|(host, low)| {
            let mut layout = self.clone();
            let mut bounds = self.tiles[host].bounds;
            let (from, to) = (self.segments[bounds[low]].at, self.segments[bounds[low + 2]].at);
            let share = weights[self.tiles[host].item] / (weights[self.tiles[host].item] + weights[item]);
            let cut = layout.add_segment(low == WEST, from + share * (to - from));
            layout.tiles[host].bounds[low + 2] = cut;
            bounds[low] = cut;
            layout.tiles.push(Tile { item, bounds });
            layout
        });
        *self = best(candidates.collect(), weights, free).expect("there is a tile to cut");
    }

    /// All layouts that are one local move away, not fitted yet.
    fn moved(&self, weights: &[f64]) -> Vec<Self> {
        let mut all = Vec::new();
        for segment in 4..self.segments.len() {
            let low = if self.segments[segment].is_upright { WEST } else { NORTH };
            let (before, after) = (self.tiles_with(segment, low + 2), self.tiles_with(segment, low));
            match (&before[..], &after[..]) {
                (&[first], &[second]) => {
                    all.push(self.flipped(segment, first, second, weights));
                    all.push(self.flipped(segment, second, first, weights));
                }
                (&[alone], others) => all.extend(self.stretched(alone, others, low + 2)),
                (others, &[alone]) => all.extend(self.stretched(alone, others, low)),
                _ => {}
            }
        }
        all
    }

    /// Two tiles that have a segment for themselves lie side by side instead of one above the other, or the other way round.
    fn flipped(&self, segment: usize, first: usize, second: usize, weights: &[f64]) -> Self {
        let mut layout = self.clone();
        let was_upright = self.segments[segment].is_upright;
        let (old, new) = if was_upright { (WEST, NORTH) } else { (NORTH, WEST) };
        for side in [old, old + 2] {
            let outer = [first, second].map(|tile| self.tiles[tile].bounds[side]).into_iter().find(|&bound| bound != segment);
            for tile in [first, second] {
                layout.tiles[tile].bounds[side] = outer.expect("only one of two tiles has the segment at this side");
            }
        }
        layout.tiles[first].bounds[new + 2] = segment;
        layout.tiles[second].bounds[new] = segment;
        let bounds = self.tiles[first].bounds;
        let (from, to) = (self.segments[bounds[new]].at, self.segments[bounds[new + 2]].at);
        let [one, other] = [first, second].map(|tile| weights[self.tiles[tile].item]);
        layout.segments[segment] = Segment { is_upright: !was_upright, at: from + (to - from) * one / (one + other) };
        layout
    }

    /// A tile lies `alone` on one side of a segment, which is on this side of it; of the others the first or the last one is stretched
    /// over the end of the segment and takes the end of the tile that is alone.
    fn stretched(&self, alone: usize, others: &[usize], side: usize) -> Vec<Self> {
        let of_alone = self.tiles[alone].bounds;
        let ends = [(side + 1) % 4, (side + 3) % 4];
        let at_end = |end: usize| others.iter().find(|&&tile| self.tiles[tile].bounds[end] == of_alone[end]).map(|&tile| (end, tile));
        let stretch = |(end, tile): (usize, usize)| {
            let mut layout = self.clone();
            layout.tiles[tile].bounds[(side + 2) % 4] = of_alone[(side + 2) % 4];
            layout.tiles[alone].bounds[end] = self.tiles[tile].bounds[(end + 2) % 4];
            layout
        };
        ends.into_iter().filter_map(at_end).map(stretch).collect()
    }

    /// Moves the segments so that the tiles fill `free` and areas are in proportion to weights.
    fn fit(&mut self, weights: &[f64], free: Rect) {
        let old = [WEST, NORTH, EAST, SOUTH].map(|side| self.segments[side].at);
        let new = [free.x0, free.y0, free.x1, free.y1];
        for segment in &mut self.segments {
            let low = if segment.is_upright { WEST } else { NORTH };
            segment.at = new[low] + (segment.at - old[low]) / (old[low + 2] - old[low]) * (new[low + 2] - new[low]);
        }
        for (segment, at) in self.segments.iter_mut().zip(new) {
            segment.at = at;
        }
        for low in [WEST, NORTH] {
            self.fit_along(low, weights);
        }
    }

    /// Newton's method for the positions along one axis: minimises the sum of -weight * log(width).
    fn fit_along(&mut self, low: usize, weights: &[f64]) {
        let high = low + 2;
        let mut inner: Vec<usize> = self.tiles.iter().map(|tile| tile.bounds[high]).filter(|&segment| segment > SOUTH).collect();
        inner.sort_unstable();
        inner.dedup();
        let unknown = |segment: usize| inner.binary_search(&segment).ok();
        let tiles: Vec<_> = self.tiles.iter().map(|Tile { item, bounds }| (weights[*item], bounds[low], bounds[high])).collect();
        let count = inner.len();
        for _ in 0..MOST_STEPS {
            let mut matrix = vec![vec![0.0; count]; count];
            let mut step = vec![0.0; count];
            for &(weight, from, to) in &tiles {
                let width = self.segments[to].at - self.segments[from].at;
                let (slope, bend) = (weight / width, weight / (width * width));
                for (segment, slope) in [(from, -slope), (to, slope)] {
                    if let Some(row) = unknown(segment) {
                        step[row] += slope;
                        matrix[row][row] += bend;
                    }
                }
                if let (Some(a), Some(b)) = (unknown(from), unknown(to)) {
                    matrix[a][b] -= bend;
                    matrix[b][a] -= bend;
                }
            }
            solve(&mut matrix, &mut step);
            let moved = |segment| unknown(segment).map_or(0.0, |row| step[row]);
            let change =
                |&(_, from, to): &(f64, usize, usize)| (moved(to) - moved(from)).abs() / (self.segments[to].at - self.segments[from].at);
            let largest = tiles.iter().map(change).fold(0.0, f64::max);
            // Far from the minimum a shorter step: each -log lets the sum decrease then, and no width gets negative.
            let share = if largest < 0.1 { 1.0 } else { 1.0 / (1.0 + largest) };
            for (&segment, step) in inner.iter().zip(&step) {
                self.segments[segment].at += share * step;
            }
            if largest < EXACT {
                return;
            }
        }
        panic!("{} tiles have no positions after {MOST_STEPS} steps", self.tiles.len());
    }
}

/// The candidate with the best mean aspect ratio once it is fitted; the first one of equals.
fn best(candidates: Vec<Layout>, weights: &[f64], free: Rect) -> Option<Layout> {
    let fitted = candidates.into_iter().map(|mut layout| {
        layout.fit(weights, free);
        (layout.mean_aspect(), layout)
    });
    fitted.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, layout)| layout)
}

/// Solves a symmetric, positive definite system by Gauss; the right side becomes the solution.
fn solve(matrix: &mut [Vec<f64>], right: &mut [f64]) {
    for pivot in 0..right.len() {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (row, other) in below.iter_mut().enumerate().filter(|(_, other)| other[pivot] != 0.0) {
            let factor = other[pivot] / pivot_row[pivot];
            other[pivot..].iter_mut().zip(&pivot_row[pivot..]).for_each(|(to, from)| *to -= factor * from);
            right[pivot + 1 + row] -= factor * right[pivot];
        }
    }
    for row in (0..right.len()).rev() {
        let known: f64 = (row + 1..right.len()).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
}

#[cfg(test)]
mod tests;
