//! From a point of the plan to the plot under it, and from a camera position to an exact painter's order.
//!
//! Squarified rows are guillotine cuts: every district is split by straight lines from edge to edge, again and again.
//! So the plan is a binary space partition. For any camera position the part of a cut that holds the camera cannot be
//! hidden by the other part, whatever stands on either, and walking the cuts far side first gives an order in which
//! no building comes before one that it may hide. No sorting by distance, no cycles, O(plots).

use crate::plan::{CityPlan, PlotKind};
use crate::rect::Rect;
use crate::squarify::{Row, RowAxis};

/// Writes the numbers of all buildings (0 is the first building in plan order) from back to front, as seen from a
/// camera above `camera` (x, y on the plan; any height). What `out` held is replaced.
///
/// Exact for everything that stays inside its lot: of two buildings on one line of sight the nearer comes later.
pub fn back_to_front(plan: &CityPlan, camera: (f64, f64), out: &mut Vec<u32>) {
    out.clear();
    let mut stack = Vec::new();
    if !plan.plots.is_empty() {
        stack.push(0_u32);
    }
    while let Some(number) = stack.pop() {
        let plot = &plan.plots[number as usize];
        if plot.kind == PlotKind::Building {
            out.push(plan.cuts.building_numbers[number as usize]);
            continue;
        }
        // The stack hands out the last first, so children go on it from front to back. Rows with the camera on their
        // own side of the cut are in front of everything cut later: nearest is the first such row. The others are
        // behind everything cut later: the last of them is the nearest.
        let rows = plan.rows_of(number);
        for row in rows.iter().filter(|row| !lies_beyond(row, camera)) {
            plan.push_front_to_back(row, camera, &mut stack);
        }
        for row in rows.iter().rev().filter(|row| lies_beyond(row, camera)) {
            plan.push_front_to_back(row, camera, &mut stack);
        }
    }
}

impl CityPlan {
    /// The deepest plot at a point of the plan: a building if the point lies on its plot (street included), otherwise
    /// the district; `None` outside the city.
    ///
    /// Costs the rows and the tiles of one row per level.
    #[must_use]
    pub fn locate(&self, x: f64, y: f64) -> Option<usize> {
        let contains = |rect: &Rect| rect.x0 <= x && x < rect.x1 && rect.y0 <= y && y < rect.y1;
        let mut at = 0_u32;
        if !contains(&self.plots.first()?.rect) {
            return None;
        }
        loop {
            let child = self.rows_of(at).iter().find_map(|row| {
                let hit = |&&plot: &&u32| contains(&self.plots[plot as usize].rect);
                if lies_beyond(row, (x, y)) { None } else { self.children_of(row).iter().find(hit).copied() }
            });
            match child {
                Some(child) => at = child,
                None => return Some(at as usize),
            }
        }
    }

    fn rows_of(&self, plot: u32) -> &[Row] {
        let (start, end) = (self.cuts.row_starts[plot as usize], self.cuts.row_starts[plot as usize + 1]);
        &self.cuts.rows[start as usize..end as usize]
    }

    fn children_of(&self, row: &Row) -> &[u32] {
        &self.cuts.siblings[row.first as usize..row.end as usize]
    }

    /// Appends the plots of one row, the nearest first.
    fn push_front_to_back(&self, row: &Row, (x, y): (f64, f64), stack: &mut Vec<u32>) {
        let tiles = self.children_of(row);
        let far_edge = |&plot: &u32| {
            let rect = &self.plots[plot as usize].rect;
            match row.axis {
                RowAxis::WestStrip => rect.y1 <= y,
                RowAxis::NorthStrip => rect.x1 <= x,
            }
        };
        // Tiles that end before the camera are nearer the later they come; the one beside the camera and all after it
        // are nearer the earlier they come. Neither group can hide the other.
        let camera_tile = tiles.partition_point(far_edge);
        stack.extend(&tiles[camera_tile..]);
        stack.extend(tiles[..camera_tile].iter().rev());
    }
}

/// Whether a point is on the side of the cut where everything cut later lies.
fn lies_beyond(row: &Row, (x, y): (f64, f64)) -> bool {
    match row.axis {
        RowAxis::WestStrip => x >= row.edge,
        RowAxis::NorthStrip => y >= row.edge,
    }
}

#[cfg(test)]
mod tests;
