//! Which building or district a ray meets first. Pure.
//!
//! The plan is a hierarchy of rectangles, so a ray skips every subtree whose box (its rectangle up to its highest
//! roof) it misses or meets behind the best hit so far. Memory: 32 bytes per plot.

use analysis::NodeIndex;
use bevy::math::Vec3;
use bevy::prelude::Resource;
use layout::PlotKind;

use crate::city::look::model::CityLook;
use crate::data::session::Session;

/// A half line in the world (x east, y up, z south); `direction` has length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Ray {
    /// Where it begins.
    pub(in crate::window) origin: Vec3,
    /// Where it goes.
    pub(in crate::window) direction: Vec3,
}

/// What a ray meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Hit {
    /// The building or district.
    pub(in crate::window) node: NodeIndex,
    /// It is the block of the others of this district.
    pub(in crate::window) is_block: bool,
    /// Metres from the ray's origin.
    pub(in crate::window) distance: f32,
}

/// The boxes of a city at one time, ready for rays.
#[derive(Resource, Debug, Clone, Default)]
pub(in crate::window) struct PickIndex {
    /// For each plot the highest roof of its subtree.
    tops: Vec<f32>,
    /// For each plot the box itself: lowest and highest corner; empty if nothing stands there.
    boxes: Vec<Option<(Vec3, Vec3)>>,
}

impl PickIndex {
    /// Takes over new looks of a session; linear in the number of plots.
    pub(in crate::window) fn rebuild(&mut self, session: &Session, look: &CityLook) {
        let plots = &session.plan.plots;
        self.boxes.clear();
        self.boxes.resize(plots.len(), None);
        self.tops.clear();
        self.tops.resize(plots.len(), 0.0);
        // Ghosts at 0 % stay pickable: opacity plays no part.
        for (&plot, b) in session.buildings.iter().zip(&look.buildings).filter(|(_, b)| b.height > 0.0) {
            self.put(plot, &b.footprint, b.base, b.height);
        }
        for d in &look.districts {
            if let Some(&plot) = session.plot_of_node.get(d.node.at()) {
                self.put(plot, &d.rect, d.base, d.thickness);
            }
        }
        // Backwards through the preorder, so that children hand their tops to their parents.
        let mut open: Vec<usize> = Vec::new();
        for (at, plot) in plots.iter().enumerate() {
            while open.last().is_some_and(|&parent| plots[parent].subtree_end <= at) {
                self.close(&mut open);
            }
            if plot.kind == PlotKind::District {
                open.push(at);
            } else if let Some(&parent) = open.last() {
                self.tops[parent] = self.tops[parent].max(self.tops[at]);
            }
        }
        while !open.is_empty() {
            self.close(&mut open);
        }
    }

    fn close(&mut self, open: &mut Vec<usize>) {
        if let Some(done) = open.pop()
            && let Some(&parent) = open.last()
        {
            self.tops[parent] = self.tops[parent].max(self.tops[done]);
        }
    }

    fn put(&mut self, plot: u32, rect: &layout::Rect, base: f32, height: f32) {
        if let Some(slot) = self.boxes.get_mut(plot as usize) {
            let low = Vec3::new(rect.x0 as f32, base, rect.y0 as f32);
            *slot = Some((low, Vec3::new(rect.x1 as f32, base + height, rect.y1 as f32)));
            self.tops[plot as usize] = base + height;
        }
    }

    /// Nothing but `node` itself (or a district below it) stands between an eye and a place.
    #[must_use]
    pub(in crate::window) fn sees(&self, session: &Session, eye: Vec3, node: NodeIndex, place: Vec3) -> bool {
        let way = place - eye;
        let hit = self.pick(session, Ray { origin: eye, direction: way.normalize_or_zero() });
        hit.is_none_or(|hit| hit.node == node || hit.distance > 0.985 * way.length())
    }

    /// The nearest building or district on the ray.
    #[must_use]
    pub(in crate::window) fn pick(&self, session: &Session, ray: Ray) -> Option<Hit> {
        let plots = &session.plan.plots;
        if self.boxes.len() != plots.len() {
            return None;
        }
        let slabs = RaySlabs::new(ray);
        let mut best: Option<(f32, usize)> = None;
        let mut at = 0;
        while at < plots.len() {
            let plot = &plots[at];
            let low = Vec3::new(plot.rect.x0 as f32, 0.0, plot.rect.y0 as f32);
            let high = Vec3::new(plot.rect.x1 as f32, self.tops[at], plot.rect.y1 as f32);
            let reached = slabs.enter(low, high).is_some_and(|t| best.is_none_or(|(nearest, _)| t < nearest));
            if !reached {
                at = plot.subtree_end;
                continue;
            }
            if let Some((low, high)) = self.boxes[at]
                && let Some(t) = slabs.enter(low, high)
                && best.is_none_or(|(nearest, _)| t < nearest)
            {
                best = Some((t, at));
            }
            at += 1;
        }
        best.map(|(distance, plot)| {
            let node = session.node_of_plot(&plots[plot]);
            Hit { node, is_block: node.at() != plots[plot].node, distance }
        })
    }
}

/// A ray prepared for boxes.
struct RaySlabs {
    origin: Vec3,
    inverse: Vec3,
}

impl RaySlabs {
    fn new(ray: Ray) -> Self {
        Self { origin: ray.origin, inverse: ray.direction.recip() }
    }

    /// Where the ray enters the box (0 from inside); `None` if it misses.
    fn enter(&self, low: Vec3, high: Vec3) -> Option<f32> {
        let (a, b) = ((low - self.origin) * self.inverse, (high - self.origin) * self.inverse);
        let enter = a.min(b).max_element().max(0.0);
        let leave = a.max(b).min_element();
        (enter <= leave).then_some(enter)
    }
}

#[cfg(test)]
mod tests;
