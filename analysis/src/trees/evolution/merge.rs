//! Merging trees into the union tree.
//!
//! Trees and union tree both keep siblings sorted by key, so merging one tree is one joint walk without hashing.
//! While it grows, union nodes keep the number they got first; numbers in preorder are given once, at the end.
//! Cost: one key comparison per node and tree. Memory: 4 bytes per tree node until the series are filled.

use std::sync::Arc;

use rayon::prelude::*;

use super::rests::{Rests, rest_of};
use super::sizes::{copy_around, thinned};
use super::{Evolution, PointInfo};
use crate::base::error::{Error, Result};
use crate::base::ids::NodeIndex;
use crate::base::warnings::Warnings;
use crate::trees::evolution::union::GrowingUnion;
use crate::trees::memory_tree::{SizeKind, TimePoint};
use crate::trees::node_references::{NodeReferences, ReferenceMap};

/// The most cells (nodes times points) of an evolution: 2 GiB of series, and 1 GiB for each of deep and retained sizes
/// once a point has them. A folder of 1,000 trees of 100,000 nodes fits.
const MAX_CELLS: usize = 1 << 27;

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
    /// both are counted in `warnings`. Fails when no tree is left, and when the series would take more than 2 GiB.
    pub fn from_points(title: impl Into<String>, policy: impl Into<String>, points: Vec<TimePoint>, warnings: &Warnings) -> Result<Self> {
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

        let mut union = GrowingUnion::default();
        let places: Vec<Vec<u32>> = points.iter().enumerate().map(|(t, point)| union.merge(&point.tree, t as u32)).collect();
        let numbered = points.iter().zip(&places).zip(0..);
        let rests: Vec<Rests> = numbered.map(|((point, places), t)| union.rests_of_tree(&point.tree, places, t)).collect();
        let mut evolution = Self { title: title.into(), policy: policy.into(), ..Self::default() };
        let numbers = union.lay_out(&mut evolution);

        let n = points.len();
        if evolution.nodes.len().saturating_mul(n) > MAX_CELLS {
            let what = format!("{} nodes at {n} points", evolution.nodes.len());
            return Err(Error::Limit { what, limit: format!("{MAX_CELLS} values") });
        }
        let mut objects = vec![0u64; evolution.nodes.len() * n];
        let mut bytes = vec![0u64; evolution.nodes.len() * n];
        for (t, ((point, places), rests)) in points.iter().zip(&places).zip(&rests).enumerate() {
            let nodes = &point.tree.nodes;
            let rests = rests.iter().map(|&(node, rest)| (&nodes[node.at()], rest));
            for (node, place) in nodes.iter().zip(places.iter().copied()).chain(rests) {
                let at = numbers[place as usize].at() * n + t;
                // Adds, because a tree made by hand may hold one key twice under one parent.
                objects[at] = objects[at].saturating_add(node.totals.objects);
                bytes[at] = bytes[at].saturating_add(node.totals.bytes);
            }
        }
        evolution.objects = objects;
        evolution.bytes = bytes;
        for (t, ((point, places), rests)) in points.iter().zip(&places).zip(&rests).enumerate() {
            evolution.take_sizes(n, t, point, places, rests, &numbers);
        }
        evolution.references = points
            .par_iter()
            .zip(&places)
            .zip(&rests)
            .map(|((point, places), rests)| {
                let place_of =
                    |node: NodeIndex| (numbers[places[node.at()] as usize], rest_of(rests, node).map(|rest| numbers[rest as usize]));
                point.references.as_ref().map(|references| Arc::new(renumber(references, evolution.nodes.len(), place_of)))
            })
            .collect();
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
        while self.points.len() > 2 && (self.points.len() + 1).saturating_mul(nodes_at_most) > max_cells {
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
        let (old_nodes, old_points) = (self.nodes.len(), self.points.len());
        let places = union.merge(&point.tree, at as u32);
        let past_rests = union.rests_of_past(self, at as u32);
        let rests = union.rests_of_tree(&point.tree, &places, at as u32);
        let numbers = union.lay_out(self);

        let new_points = old_points + 1;
        let mut objects = vec![0u64; self.nodes.len() * new_points];
        let mut bytes = vec![0u64; self.nodes.len() * new_points];
        let past_rest = |from: &usize| rest_of(&past_rests, NodeIndex(*from as u32)).map(|rest| numbers[rest as usize]);
        let copies =
            (0..old_nodes).map(|from| (from, numbers[from])).chain((0..old_nodes).filter_map(|from| Some((from, past_rest(&from)?))));
        for (from, to) in copies.clone() {
            for (old, new) in [(&self.objects, &mut objects), (&self.bytes, &mut bytes)] {
                let old = &old[from * old_points..(from + 1) * old_points];
                copy_around(old, &mut new[to.at() * new_points..(to.at() + 1) * new_points], at);
            }
        }
        self.deep.insert_point(self.nodes.len(), at, copies.clone());
        self.retained.insert_point(self.nodes.len(), at, copies.clone());
        for column in &mut self.errors {
            column.insert_point(self.nodes.len(), at, copies.clone());
        }
        let nodes = &point.tree.nodes;
        let places_and_rests = nodes.iter().zip(places.iter().copied()).chain(rests.iter().map(|&(node, rest)| (&nodes[node.at()], rest)));
        for (node, place) in places_and_rests {
            let cell = numbers[place as usize].at() * new_points + at;
            objects[cell] = objects[cell].saturating_add(node.totals.objects);
            bytes[cell] = bytes[cell].saturating_add(node.totals.bytes);
        }
        self.objects = objects;
        self.bytes = bytes;
        self.take_sizes(new_points, at, &point, &places, &rests, &numbers);
        if self.nodes.len() != old_nodes {
            for known in self.references.iter_mut().flatten() {
                *known = Arc::new(renumber(known, self.nodes.len(), |node| (numbers[node.at()], past_rest(&node.at()))));
            }
        }
        let place_of = |node: NodeIndex| (numbers[places[node.at()] as usize], rest_of(&rests, node).map(|rest| numbers[rest as usize]));
        let references = point.references.as_ref().map(|references| Arc::new(renumber(references, self.nodes.len(), place_of)));
        self.references.insert(at, references);
        self.points.insert(at, info(point));
        Pushed { point: Some(at), new_nodes: self.nodes.len() - old_nodes, dropped_points }
    }

    /// Takes the sizes and errors that the tree of point `t` of `points` brings along.
    fn take_sizes(&mut self, points: usize, t: usize, point: &TimePoint, places: &[u32], rests: &Rests, numbers: &[NodeIndex]) {
        for (kind, column) in [(SizeKind::Deep, &mut self.deep), (SizeKind::Retained, &mut self.retained)] {
            let Some(sizes) = point.sizes.of(kind) else { continue };
            let all = sizes.iter().zip(places.iter().copied()).chain(rests.iter().map(|&(node, rest)| (&sizes[node.at()], rest)));
            column.fill(self.nodes.len(), points, t, all.map(|(size, place)| (numbers[place as usize], size.bytes)));
        }
        let Some(estimates) = &point.sizes.estimates else { return };
        let error = |node: NodeIndex| estimates.get(node.at()).copied().flatten().map(|estimate| estimate.error).unwrap_or_default();
        let errors = places.iter().enumerate().map(|(at, &place)| (error(NodeIndex(at as u32)), place));
        let errors: Vec<_> = errors.chain(rests.iter().map(|&(node, rest)| (error(node), rest))).collect();
        let [objects, bytes] = &mut self.errors;
        let at = |place: u32| numbers[place as usize];
        objects.fill(self.nodes.len(), points, t, errors.iter().map(|&(error, place)| (at(place), error.objects)));
        bytes.fill(self.nodes.len(), points, t, errors.iter().map(|&(error, place)| (at(place), error.bytes)));
    }

    /// Keeps the points 0, 2, 4, .. and the last one. Nodes stay, so that nothing in a city moves.
    fn drop_every_second_point(&mut self) {
        let n = self.points.len();
        let kept: Vec<usize> = (0..n).filter(|&t| t % 2 == 0 || t == n - 1).collect();
        for column in [&mut self.objects, &mut self.bytes] {
            *column = thinned(column, n, &kept);
        }
        self.deep.keep_points(&kept);
        self.retained.keep_points(&kept);
        self.errors.iter_mut().for_each(|column| column.keep_points(&kept));
        for node in &mut self.nodes {
            // The first kept point not before; the last point is always kept.
            node.first_seen = kept.partition_point(|&t| t < node.first_seen as usize) as u32;
        }
        self.points = kept.iter().map(|&t| self.points[t].clone()).collect();
        self.references = kept.iter().map(|&t| self.references[t].clone()).collect();
    }

    /// Gives a point other references, for inputs that deliver them after the trees; a map that is `None` stays as it is.
    ///
    /// The maps speak of this evolution's nodes. Returns whether there is a point with this time.
    pub fn set_references(&mut self, time_millis: i64, points_to: Option<ReferenceMap>, pointed_from: Option<ReferenceMap>) -> bool {
        let Ok(at) = self.points.binary_search_by_key(&time_millis, |p| p.time_millis) else { return false };
        let mut references = self.references[at].as_deref().cloned().unwrap_or_default();
        references.points_to = points_to.unwrap_or(references.points_to);
        references.pointed_from = pointed_from.unwrap_or(references.pointed_from);
        self.references[at] = Some(Arc::new(references));
        true
    }
}

fn info(TimePoint { time_millis, gc, label, .. }: TimePoint) -> PointInfo {
    PointInfo { time_millis, gc, label }
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

/// Rewrites references from one numbering of nodes to another with `nodes` nodes. A node may have two places there,
/// of which the second holds the same objects.
fn renumber(references: &NodeReferences, nodes: usize, places_of: impl Fn(NodeIndex) -> (NodeIndex, Option<NodeIndex>)) -> NodeReferences {
    let places_of = |node| {
        let (place, rest) = places_of(node);
        std::iter::once(place).chain(rest)
    };
    let map = |map: &ReferenceMap| {
        let mut entries: Vec<(NodeIndex, NodeIndex, u64)> = Vec::with_capacity(map.entries.len());
        for row in (0..map.starts.len().saturating_sub(1) as u32).map(NodeIndex) {
            for to in places_of(row) {
                let partners = map.row(row).iter().flat_map(|&(partner, count)| places_of(partner).map(move |partner| (partner, count)));
                entries.extend(partners.map(|(partner, count)| (to, partner, count)));
            }
        }
        ReferenceMap::from_entries(nodes, entries)
    };
    NodeReferences { points_to: map(&references.points_to), pointed_from: map(&references.pointed_from) }
}
