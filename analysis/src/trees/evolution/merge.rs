//! Merging trees into the union tree.
//!
//! Trees and union tree both keep siblings sorted by key, so merging one tree is one joint walk without hashing.
//! While it grows, union nodes keep the number they got first; numbers in preorder are given once, at the end.
//! Cost: one key comparison per node and tree. Memory: 12 bytes per tree node until the series are filled.

use std::sync::Arc;

use rayon::prelude::*;

use super::columns::{COLUMNS, Column, Columns, Numbers, put};
use super::rests::{Rests, rest_of};
use super::sizes::size_numbers;
use super::{Evolution, PointInfo};
use crate::base::error::{Error, Result};
use crate::base::ids::NodeIndex;
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::trees::evolution::union::GrowingUnion;
use crate::trees::memory_tree::{NodeTotals, TimePoint};
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// The most cells (nodes times the points at which they are there) of an evolution: 2 GiB of series, and 1 GiB for each of deep
/// and retained sizes once a point has them. A folder of 1,000 trees of 100,000 nodes fits.
const MAX_CELLS: usize = 1 << 27;

/// Whoever adds one tree hands in no progress.
const NOBODY: &str = "nobody cancels";

/// What a tree added to an evolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pushed {
    /// The position of the new point on the time axis; `None` if the tree was not taken (a warning says why).
    pub point: Option<usize>,
    /// How many nodes the union tree gained. With none, every place in the city can stay, unless a lot is too small.
    pub new_nodes: usize,
    /// How many earlier points were dropped to make room.
    pub dropped_points: usize,
}

impl Evolution {
    /// Merges trees into one evolution, ordered by time.
    ///
    /// Trees whose root has no children are dropped, and so are trees whose time is taken (the first one stays);
    /// both are counted in `warnings`. Fails when no tree is left, when the series would take more than 2 GiB, and when the user
    /// cancels.
    pub fn from_points(
        title: impl Into<String>,
        policy: impl Into<String>,
        points: Vec<TimePoint>,
        progress: &Progress,
        warnings: &Warnings,
    ) -> Result<Self> {
        let mut points: Vec<TimePoint> = points.into_iter().filter(|point| has_children(point, warnings)).collect();
        // Stable: of several trees with one time the first one given stays.
        points.sort_by_key(|point| point.time_millis);
        points.dedup_by(|later, first| {
            let taken = later.time_millis == first.time_millis;
            if taken {
                warn_taken(later, warnings);
            }
            taken
        });
        if points.is_empty() {
            return Err(Error::Empty { reason: "no memory tree with at least one node below its root".into() });
        }

        progress.start("Merging memory trees", points.iter().map(|point| point.tree.nodes.len() as u64).sum());
        let mut union = GrowingUnion::default();
        let merged = points.iter().zip(0..).map(|(point, t)| union.merge(&point.tree, t, progress));
        let places: Vec<Vec<u32>> = merged.collect::<Result<_>>()?;
        let numbered = points.iter().zip(&places).zip(0..);
        let rests = numbered.map(|((point, places), t)| progress.check().map(|()| union.rests_of_tree(&point.tree, places, t)));
        let rests: Vec<Rests> = rests.collect::<Result<_>>()?;
        let mut evolution = Self { title: title.into(), policy: policy.into(), ..Self::default() };
        let numbers = union.lay_out(&mut evolution, progress)?;

        let numbered = points.iter().zip(&places).zip(&rests);
        let by_node = PlacesByNode::of(
            evolution.nodes.len(),
            numbered.map(|((point, places), rests)| placed(point, places, rests, &numbers)),
            progress,
        )?;
        let n = points.len();
        if by_node.cells(n) > MAX_CELLS {
            let what = format!("{} nodes at {n} points", evolution.nodes.len());
            return Err(Error::Limit { what, limit: format!("{MAX_CELLS} values") });
        }
        let mut known: [Vec<bool>; COLUMNS] = std::array::from_fn(|column| points.iter().map(|point| brings(point)[column]).collect());
        known.iter_mut().filter(|known| !known.contains(&true)).for_each(Vec::clear);
        let row = |node, cells: &mut _| {
            by_node.row(node).iter().for_each(|&(t, at)| put(cells, t as usize, numbers_of(&points[t as usize], at)));
        };
        evolution.columns = Columns::built_from((n, known), evolution.nodes.len(), row, progress)?;
        evolution.references = points
            .par_iter()
            .zip(&places)
            .zip(&rests)
            .map(|((point, places), rests)| {
                let place_of =
                    |node: NodeIndex| (numbers[places[node.at()] as usize], rest_of(rests, node).map(|rest| numbers[rest as usize]));
                point.references.as_ref().map(|references| renumber(references, place_of, progress).map(Arc::new)).transpose()
            })
            .collect::<Result<_>>()?;
        evolution.points = points.into_iter().map(info).collect();
        Ok(evolution)
    }

    /// Adds one tree to the evolution at its place in time, for datasets that grow while they are shown.
    ///
    /// Takes one joint walk over union tree and new tree, and one copy of the series. A tree without nodes below its
    /// root, or with a time that is taken, is not added and counted in `warnings`. When the series reach 2 GiB, every
    /// second point but the last is dropped, so that a city can grow for days; `warnings` say so.
    pub fn push_point(&mut self, point: TimePoint, warnings: &Warnings) -> Pushed {
        self.push_point_within(MAX_CELLS, point, warnings)
    }

    pub(super) fn push_point_within(&mut self, max_cells: usize, point: TimePoint, warnings: &Warnings) -> Pushed {
        const REFUSED: Pushed = Pushed { point: None, new_nodes: 0, dropped_points: 0 };
        if !has_children(&point, warnings) {
            return REFUSED;
        }
        let at = match self.points.binary_search_by_key(&point.time_millis, |p| p.time_millis) {
            Ok(_) => {
                warn_taken(&point, warnings);
                return REFUSED;
            }
            Err(at) => at,
        };
        let nodes_at_most = self.nodes.len() + point.tree.nodes.len();
        let before = self.points.len();
        // The new point adds a cell to each node, and more to rows that give up their gaps by it: the limit is a soft one.
        while self.points.len() > 2 && self.columns.cells().saturating_add(nodes_at_most) > max_cells {
            self.drop_every_second_point();
        }
        let dropped_points = before - self.points.len();
        let at = if dropped_points > 0 {
            let kind = "points were dropped to make room for later ones";
            warnings.add_many(kind, dropped_points as u64, format_args!("{} points of {} nodes", before, self.nodes.len()));
            self.points.partition_point(|p| p.time_millis < point.time_millis)
        } else {
            at
        };
        let mut union = GrowingUnion::from_evolution(self, at as u32);
        let old_nodes = self.nodes.len();
        let progress = Progress::new();
        let places = union.merge(&point.tree, at as u32, &progress).expect(NOBODY);
        let past_rests = union.rests_of_past(self, at as u32);
        let rests = union.rests_of_tree(&point.tree, &places, at as u32);
        let numbers = union.lay_out(self, &progress).expect(NOBODY);

        let past_rest = |from: NodeIndex| rest_of(&past_rests, from).map(|rest| numbers[rest as usize]);
        let mut from = vec![None; self.nodes.len()];
        for old in (0..old_nodes as u32).map(NodeIndex) {
            std::iter::once(numbers[old.at()]).chain(past_rest(old)).for_each(|node| from[node.at()] = Some(old));
        }
        let arriving = placed(&point, &places, &rests, &numbers).map(|(node, place)| (place, numbers_of(&point, node)));
        self.columns = self.columns.with_point(at, brings(&point), self.nodes.len(), |node| from[node.at()], arriving);
        if self.nodes.len() != old_nodes {
            for known in self.references.iter_mut().flatten() {
                *known = Arc::new(renumber(known, |node| (numbers[node.at()], past_rest(node)), &progress).expect(NOBODY));
            }
        }
        let place_of = |node: NodeIndex| (numbers[places[node.at()] as usize], rest_of(&rests, node).map(|rest| numbers[rest as usize]));
        let references = point.references.as_ref().map(|references| Arc::new(renumber(references, place_of, &progress).expect(NOBODY)));
        self.references.insert(at, references);
        self.points.insert(at, info(point));
        Pushed { point: Some(at), new_nodes: self.nodes.len() - old_nodes, dropped_points }
    }

    /// Keeps the points 0, 2, 4, .. and the last one. Nodes stay, so that nothing in a city moves.
    pub(super) fn drop_every_second_point(&mut self) {
        let n = self.points.len();
        let kept: Vec<usize> = (0..n).filter(|&t| t % 2 == 0 || t == n - 1).collect();
        self.columns = self.columns.with_points(&kept);
        for node in &mut self.nodes {
            // The first kept point not before; the last point is always kept.
            node.first_seen = kept.partition_point(|&t| t < node.first_seen as usize) as u32;
        }
        self.points = kept.iter().map(|&t| self.points[t].clone()).collect();
        self.references = kept.iter().map(|&t| self.references[t].clone()).collect();
    }
}

/// Where the nodes of the trees of all points lie.
struct PlacesByNode {
    starts: Vec<usize>,
    /// By union node, the points with the nodes of their trees, ascending by point.
    entries: Vec<(u32, NodeIndex)>,
}

impl PlacesByNode {
    /// From the nodes of each tree with their union nodes.
    fn of(
        nodes: usize,
        trees: impl Iterator<Item = impl Iterator<Item = (NodeIndex, NodeIndex)>> + Clone,
        progress: &Progress,
    ) -> Result<Self> {
        let mut starts = vec![0; nodes + 1];
        progress.for_each(trees.clone().flatten(), |(_, place)| starts[place.at() + 1] += 1)?;
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut entries = vec![(0, NodeIndex::ROOT); starts[nodes]];
        let mut next = starts.clone();
        for (t, tree) in (0..).zip(trees) {
            progress.for_each(tree, |(node, place)| {
                entries[next[place.at()]] = (t, node);
                next[place.at()] += 1;
            })?;
        }
        Ok(Self { starts, entries })
    }

    fn row(&self, node: NodeIndex) -> &[(u32, NodeIndex)] {
        &self.entries[self.starts[node.at()]..self.starts[node.at() + 1]]
    }

    /// Cells that the rows take, at most.
    fn cells(&self, points: usize) -> usize {
        self.starts.windows(2).map(|row| Columns::cells_of_row(row[1] - row[0], points)).sum()
    }
}

/// The nodes of a tree with their union nodes; leaves that are districts in the union stand for what is grouped no further, too.
fn placed<'a>(
    point: &TimePoint,
    places: &'a [u32],
    rests: &'a Rests,
    numbers: &'a [NodeIndex],
) -> impl Iterator<Item = (NodeIndex, NodeIndex)> + Clone + use<'a> {
    let nodes = (0..point.tree.nodes.len() as u32).map(NodeIndex).zip(places.iter().copied());
    nodes.chain(rests.iter().copied()).map(|(node, place)| (node, numbers[place as usize]))
}

/// Which columns the tree of a point brings along.
fn brings(TimePoint { sizes, .. }: &TimePoint) -> [bool; COLUMNS] {
    let estimates = sizes.estimates.is_some();
    [true, true, sizes.deep.is_some(), sizes.retained.is_some(), estimates, estimates]
}

/// The numbers of a node of a tree.
fn numbers_of(TimePoint { tree, sizes, .. }: &TimePoint, node: NodeIndex) -> Numbers {
    let mut numbers = size_numbers(sizes, node);
    let NodeTotals { objects, bytes } = tree.nodes[node.at()].totals;
    let error = sizes.estimates.as_ref().and_then(|estimates| Some(estimates.get(node.at())?.as_ref()?.error)).unwrap_or_default();
    let others =
        [(Column::Objects, objects), (Column::Bytes, bytes), (Column::ObjectsError, error.objects), (Column::BytesError, error.bytes)];
    others.into_iter().for_each(|(column, number)| numbers[column as usize] = number);
    numbers
}

fn info(TimePoint { time_millis, gc, label, .. }: TimePoint) -> PointInfo {
    PointInfo { time_millis, gc, label, ..PointInfo::default() }
}

fn has_children(point: &TimePoint, warnings: &Warnings) -> bool {
    let has_children = point.tree.nodes.len() > 1;
    if !has_children {
        warnings.add("a tree without nodes below its root was left out", format_args!("time {} ms", point.time_millis));
    }
    has_children
}

fn warn_taken(point: &TimePoint, warnings: &Warnings) {
    warnings.add("a tree with a time that another tree has was left out", format_args!("time {} ms", point.time_millis));
}

/// Rewrites references from one numbering of nodes to another. A node may have two places there, of which the second holds the same
/// objects.
fn renumber(
    references: &NodeReferences,
    places_of: impl Fn(NodeIndex) -> (NodeIndex, Option<NodeIndex>),
    progress: &Progress,
) -> Result<NodeReferences> {
    let places_of = |node| {
        let (place, rest) = places_of(node);
        std::iter::once(place).chain(rest)
    };
    let map = |map: &ReferenceMap| {
        let mut entries: Vec<(NodeIndex, NodeIndex, u64)> = Vec::with_capacity(map.entries.len());
        progress.for_each(map.rows(), |(node, row)| {
            for to in places_of(node) {
                let partners = row.iter().flat_map(|&(partner, count)| places_of(partner).map(move |partner| (partner, count)));
                entries.extend(partners.map(|(partner, count)| (to, partner, count)));
            }
        })?;
        Ok(ReferenceMap::from_entries(entries))
    };
    Ok(NodeReferences { points_to: map(&references.points_to)?, pointed_from: map(&references.pointed_from)? })
}
