//! The numbers of all nodes at all points, as rows of those that are not 0.
//!
//! Most groups of a long recording by allocation site or thread live at a few points: 400,000 groups at 300 points have 120
//! million numbers, nearly all of them 0. So a row holds a cell for each point at which any of its numbers is not 0, and the
//! points beside it; a row that has cells for half of the points has one for every point, and needs no points.
//!
//! Memory: 8 bytes per cell and column, 4 more per cell of rows with gaps, 16 per node; at most two cells per point at which a
//! node is there.

use std::borrow::Cow;
use std::ops::Range;

use crate::base::error::Result;
use crate::base::ids::NodeIndex;
use crate::base::progress::{Progress, STRETCH};

/// Which number of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Objects,
    Bytes,
    Deep,
    Retained,
    ObjectsError,
    BytesError,
}

/// How many columns there are.
pub(super) const COLUMNS: usize = 6;

/// The numbers of one node at one point, by [`Column`].
pub(super) type Numbers = [u64; COLUMNS];

/// A cell of a row: its point and numbers.
pub(super) type Cell = (u32, Numbers);

/// The numbers of all nodes at all points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns {
    points: usize,
    /// By node.
    rows: Vec<Row>,
    /// The points of the cells of rows with gaps.
    gapped: Vec<u32>,
    /// By [`Column`], the number of every cell; empty while no point is known.
    values: [Vec<u64>; COLUMNS],
    /// By [`Column`], the points that are known; empty for none.
    known: [Vec<bool>; COLUMNS],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    /// One past its last cell; the first one follows the row before.
    end: usize,
    /// One past its last point in the list of points; as many as cells, or none where every point has a cell.
    gapped_end: usize,
}

impl Columns {
    /// From the cells of each node, which `row` adds: ascending by point, and none of them all zeros.
    pub(super) fn built(points: usize, known: [Vec<bool>; COLUMNS], nodes: usize, row: impl FnMut(NodeIndex, &mut Vec<Cell>)) -> Self {
        Self::built_from((points, known), nodes, row, &Progress::new()).expect("nobody cancels")
    }

    /// As [`Columns::built`], of points that are known; [`crate::Error::Cancelled`].
    pub(super) fn built_from(
        (points, known): (usize, [Vec<bool>; COLUMNS]),
        nodes: usize,
        mut row: impl FnMut(NodeIndex, &mut Vec<Cell>),
        progress: &Progress,
    ) -> Result<Self> {
        let mut columns = Self { points, known, ..Self::default() };
        let (mut cells, mut looked_at) = (Vec::new(), 0);
        for node in (0..nodes as u32).map(NodeIndex) {
            cells.clear();
            row(node, &mut cells);
            columns.push_row(&cells);
            if columns.cells() >= looked_at {
                progress.check()?;
                looked_at = columns.cells() + STRETCH;
            }
        }
        Ok(columns)
    }

    /// How many cells a row with so many numbers takes.
    pub(super) fn cells_of_row(numbers: usize, points: usize) -> usize {
        if 2 * numbers >= points { points } else { numbers }
    }

    /// Stored cells of all rows.
    pub(super) fn cells(&self) -> usize {
        self.rows.last().map_or(0, |row| row.end)
    }

    fn push_row(&mut self, cells: &[Cell]) {
        let start = self.cells();
        let length = Self::cells_of_row(cells.len(), self.points);
        let is_gapped = length < self.points;
        if is_gapped {
            self.gapped.extend(cells.iter().map(|cell| cell.0));
        }
        for (column, (values, known)) in self.values.iter_mut().zip(&self.known).enumerate() {
            if known.is_empty() {
                continue;
            }
            if is_gapped {
                values.extend(cells.iter().map(|cell| cell.1[column]));
            } else {
                values.resize(start + length, 0);
                cells.iter().for_each(|cell| values[start + cell.0 as usize] = cell.1[column]);
            }
        }
        self.rows.push(Row { end: start + length, gapped_end: self.gapped.len() });
    }

    /// The cells of a row, and their points where it has gaps.
    fn row(&self, node: NodeIndex) -> (Range<usize>, Option<&[u32]>) {
        let Row { end, gapped_end } = self.rows[node.at()];
        let before = node.at().checked_sub(1).map_or(Row { end: 0, gapped_end: 0 }, |before| self.rows[before]);
        let is_gapped = end - before.end < self.points;
        (before.end..end, is_gapped.then(|| &self.gapped[before.gapped_end..gapped_end]))
    }

    /// The cells of a row that are not all zeros.
    pub(super) fn cells_of(&self, node: NodeIndex) -> impl Iterator<Item = Cell> + '_ {
        let (range, gapped) = self.row(node);
        let numbers = |at: usize| self.values.each_ref().map(|values| values.get(at).copied().unwrap_or(0));
        let cell = move |(number, at): (usize, usize)| (gapped.map_or(number as u32, |points| points[number]), numbers(at));
        range.enumerate().map(cell).filter(|cell| cell.1 != [0; COLUMNS])
    }

    /// The values of a node that are stored: all that are not 0.
    pub(super) fn stored(&self, column: Column, node: NodeIndex) -> &[u64] {
        self.values[column as usize].get(self.row(node).0).unwrap_or(&[])
    }

    /// One column of a node, one value per point; empty while no point is known.
    pub(super) fn series(&self, column: Column, node: NodeIndex) -> Cow<'_, [u64]> {
        let stored = self.stored(column, node);
        match self.row(node).1.filter(|_| !self.known[column as usize].is_empty()) {
            None => Cow::Borrowed(stored),
            Some(points) => {
                let mut series = vec![0; self.points];
                points.iter().zip(stored).for_each(|(&point, &value)| series[point as usize] = value);
                Cow::Owned(series)
            }
        }
    }

    /// One number; 0 where it is not known.
    pub(super) fn value(&self, column: Column, node: NodeIndex, point: usize) -> u64 {
        self.cell(node, point).and_then(|at| self.values[column as usize].get(at).copied()).unwrap_or(0)
    }

    fn cell(&self, node: NodeIndex, point: usize) -> Option<usize> {
        let (range, gapped) = self.row(node);
        let number = match gapped {
            None => Some(point).filter(|&point| point < self.points),
            Some(points) => points.binary_search(&(point as u32)).ok(),
        };
        Some(range.start + number?)
    }

    pub(super) fn is_known(&self, column: Column, point: usize) -> bool {
        self.known[column as usize].get(point).copied().unwrap_or(false)
    }

    /// Makes some columns known at a point. They become 0 there for nodes that are not named.
    pub(super) fn fill(&mut self, point: usize, columns: &[Column], numbers: impl Iterator<Item = (NodeIndex, Numbers)>) {
        let mut new = vec![[0; COLUMNS]; self.rows.len()];
        numbers.for_each(|(node, numbers)| new[node.at()] = joined(new[node.at()], numbers));
        for &column in columns {
            let cells = self.cells();
            let known = &mut self.known[column as usize];
            if known.is_empty() {
                *known = vec![false; self.points];
                self.values[column as usize] = vec![0; cells];
            }
            known[point] = true;
        }
        let has_room = |(at, numbers): (u32, &Numbers)| *numbers == [0; COLUMNS] || self.cell(NodeIndex(at), point).is_some();
        if (0..).zip(&new).all(has_room) {
            for (node, numbers) in (0..).map(NodeIndex).zip(&new) {
                let Some(at) = self.cell(node, point) else { continue };
                columns.iter().for_each(|&column| self.values[column as usize][at] = numbers[column as usize]);
            }
            return;
        }
        *self = Self::built(self.points, self.known.clone(), self.rows.len(), |node, cells| {
            cells.extend(self.cells_of(node));
            if let Ok(at) = cells.binary_search_by_key(&(point as u32), |cell| cell.0) {
                columns.iter().for_each(|&column| cells[at].1[column as usize] = 0);
            }
            put(cells, point, new[node.at()]);
        });
    }

    /// The same with another point at `at`, for `nodes` nodes: `from` tells the row of each before, `numbers` what it has at the
    /// new point, and `known` which columns are known there.
    pub(super) fn with_point(
        &self,
        at: usize,
        known: [bool; COLUMNS],
        nodes: usize,
        from: impl Fn(NodeIndex) -> Option<NodeIndex>,
        numbers: impl Iterator<Item = (NodeIndex, Numbers)>,
    ) -> Self {
        let mut new = vec![[0; COLUMNS]; nodes];
        numbers.for_each(|(node, numbers)| new[node.at()] = joined(new[node.at()], numbers));
        let mut all_known = self.known.clone();
        for (points, is_known) in all_known.iter_mut().zip(known) {
            if is_known && points.is_empty() {
                *points = vec![false; self.points];
            }
            if is_known || !points.is_empty() {
                points.insert(at, is_known);
            }
        }
        Self::built(self.points + 1, all_known, nodes, |node, cells| {
            let moved = |(point, numbers): Cell| (point + u32::from(point as usize >= at), numbers);
            cells.extend(from(node).into_iter().flat_map(|from| self.cells_of(from)).map(moved));
            put(cells, at, new[node.at()]);
        })
    }

    /// The same with these points only.
    pub(super) fn with_points(&self, kept: &[usize]) -> Self {
        let known = self.known.each_ref().map(|points| {
            let points: Vec<bool> = kept.iter().filter_map(|&point| points.get(point).copied()).collect();
            if points.contains(&true) { points } else { Vec::new() }
        });
        Self::built(kept.len(), known, self.rows.len(), |node, cells| {
            let renumbered = |(point, numbers): Cell| Some((kept.binary_search(&(point as usize)).ok()? as u32, numbers));
            cells.extend(self.cells_of(node).filter_map(renumbered));
        })
    }
}

/// Adds the numbers of a point to a row, unless they are all zeros.
pub(super) fn put(cells: &mut Vec<Cell>, point: usize, numbers: Numbers) {
    if numbers == [0; COLUMNS] {
        return;
    }
    match cells.binary_search_by_key(&(point as u32), |cell| cell.0) {
        Ok(at) => cells[at].1 = joined(cells[at].1, numbers),
        Err(at) => cells.insert(at, (point as u32, numbers)),
    }
}

/// The numbers of a node that a tree names twice, which only trees made by hand do: objects and bytes are those of both, of sizes
/// and errors the larger one counts.
fn joined(one: Numbers, other: Numbers) -> Numbers {
    std::array::from_fn(|column| match column {
        _ if column <= Column::Bytes as usize => one[column].saturating_add(other[column]),
        _ => one[column].max(other[column]),
    })
}
