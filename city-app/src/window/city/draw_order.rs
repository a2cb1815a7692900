//! Which boxes are drawn, and in which order: a list of record numbers in four runs. Pure.
//!
//! Of buildings that cover hardly a pixel each, some stand for all: of those that cover a quarter of [`FEWEST_PIXELS`], every fourth is
//! drawn, on four times its area (`boxes.wgsl` enlarges them), so that what is seen from afar keeps its tone, and a million buildings cost
//! no more than the picture has room for. After Cook, Halstead, Planck, Ryu: Stochastic Simplification of Aggregate Detail, SIGGRAPH
//! 2007, with a sequence that is spread evenly in place of a random one.

use std::ops::Range;

use bevy::math::Vec3;
use layout::{CityPlan, back_to_front};

use super::boxes::{BLOCK, BoxRecord, KEPT, Records};

/// Record numbers: solids nearest first, slabs topmost first, outlines in any order, ghosts nearest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::window) struct DrawOrder {
    pub(in crate::window) records: Vec<u32>,
    pub(in crate::window) solids: Range<u32>,
    pub(in crate::window) slabs: Range<u32>,
    pub(in crate::window) outlines: Range<u32>,
    pub(in crate::window) ghosts: Range<u32>,
}

/// From where, and how large, things are seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Sight {
    /// In world axes, metres.
    pub(in crate::window) eye: Vec3,
    /// Pixels that a metre takes at a distance of one metre.
    pub(in crate::window) pixels_per_metre: f32,
}

/// A building that covers fewer pixels than this stands for its neighbors, too, or is left to them.
pub(in crate::window) const FEWEST_PIXELS: f32 = 4.0;
/// At least this share of the buildings is drawn, however far away.
pub(in crate::window) const LEAST_SHARE: f32 = 0.02;

impl Sight {
    /// Which share of the buildings of this size and distance is drawn.
    fn share_drawn(&self, b: &BoxRecord) -> f32 {
        if b.flags & (KEPT | BLOCK) != 0 {
            return 1.0;
        }
        let [half_width, half_depth] = [0, 1].map(|axis| b.half_before[axis].max(b.half_now[axis]));
        let height = b.height_before.max(b.height_now);
        let size = 4.0 * half_width * half_depth + 2.0 * height * half_width.max(half_depth);
        let to_eye = self.eye - Vec3::new(b.center[0], b.base + 0.5 * height, b.center[1]);
        let pixels = size * self.pixels_per_metre * self.pixels_per_metre / to_eye.length_squared().max(1e-6);
        (pixels / FEWEST_PIXELS).clamp(LEAST_SHARE, 1.0)
    }
}

/// Spread evenly over `0.0..1.0`, neighbors far apart: multiples of the golden ratio.
fn rank(building: u32) -> f32 {
    (building.wrapping_mul(0x9E37_79B9) >> 8) as f32 / (1_u32 << 24) as f32
}

/// Reused between frames, so that moving the camera allocates little.
#[derive(Debug, Default)]
pub(in crate::window) struct OrderScratch {
    back_to_front: Vec<u32>,
    ghosts: Vec<u32>,
    outlines: Vec<u32>,
}

impl OrderScratch {
    /// The order for a camera. Linear in the number of plots; the plan's cuts make it exact.
    pub(in crate::window) fn order(&mut self, plan: &CityPlan, records: &Records, sight: &Sight) -> DrawOrder {
        back_to_front(plan, (f64::from(sight.eye.x), f64::from(sight.eye.z)), &mut self.back_to_front);
        self.ghosts.clear();
        self.outlines.clear();
        let mut list = Vec::with_capacity(records.boxes.len());
        for &building in self.back_to_front.iter().rev() {
            match records.boxes.get(building as usize) {
                Some(b) if !b.is_visible() => {}
                Some(b) if rank(building) >= sight.share_drawn(b) => {}
                Some(b) if b.is_outline() => self.outlines.push(building),
                Some(b) if b.is_ghost() => self.ghosts.push(building),
                Some(_) => list.push(building),
                None => {}
            }
        }
        let solids = 0..count(&list);
        let first_slab = records.buildings as u32;
        // Preorder has parents first; drawn backwards, the slab on top hides the ones below it early.
        list.extend((first_slab..first_slab + records.slabs as u32).rev());
        let slabs = solids.end..count(&list);
        list.extend(&self.outlines);
        list.extend((records.buildings + records.slabs..records.boxes.len()).map(|at| at as u32));
        let outlines = slabs.end..count(&list);
        list.extend(&self.ghosts);
        let ghosts = outlines.end..count(&list);
        DrawOrder { records: list, solids, slabs, outlines, ghosts }
    }
}

fn count(list: &[u32]) -> u32 {
    list.len() as u32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::settings::CitySettings;
    use crate::city::look::city_look;
    use crate::view::state::ViewState;
    use crate::window::city::boxes::records;

    #[test]
    fn solids_and_ghosts_come_nearest_first() {
        let session = crate::test_sessions::session(&[&[("A", 900), ("B", 800), ("C", 700), ("D", 600), ("E", 0)]]);
        let settings = CitySettings { solid_count: 2, child_count: None, ..CitySettings::default() };
        let look = Arc::new(city_look(&session, &settings, &ViewState::default()));
        let records = records(&look, &look, &[]);
        let sight = Sight { eye: Vec3::new(1000.0, 50.0, 10.0), pixels_per_metre: 1e6 };
        let order = OrderScratch::default().order(&session.plan, &records, &sight);
        assert_eq!((order.solids.len(), order.slabs.len(), order.ghosts.len()), (2, 1, 2));
        let east_edge = |&record: &u32| records.boxes[record as usize].center[0];
        let run = |r: &Range<u32>| order.records[r.start as usize..r.end as usize].iter().map(east_edge).collect::<Vec<_>>();
        // The camera is far in the east: x decides unless two boxes stand in one column.
        assert!(run(&order.solids).is_sorted_by(|a, b| a >= b), "{:?}", run(&order.solids));
        assert!(run(&order.ghosts).is_sorted_by(|a, b| a >= b), "{:?}", run(&order.ghosts));
    }

    /// 400 buildings side by side, of a metre each.
    fn crowd() -> Records {
        let mut records = Records::default();
        for at in 0..400_u32 {
            let center = [(at % 20) as f32 * 2.0, (at / 20) as f32 * 2.0];
            let half = [0.5; 2];
            records.boxes.push(BoxRecord {
                center,
                half_before: half,
                half_now: half,
                height_before: 1.0,
                height_now: 1.0,
                ..BoxRecord::default()
            });
        }
        records
    }

    #[test]
    fn far_away_some_stand_for_all_and_cover_what_all_would() {
        let records = crowd();
        let sight = |pixels_per_metre| Sight { eye: Vec3::new(20.0, 1000.0, 20.0), pixels_per_metre };
        let drawn = |sight: Sight| {
            let of = |&(at, b): &(usize, &BoxRecord)| rank(at as u32) < sight.share_drawn(b);
            records.boxes.iter().enumerate().filter(of).map(|(at, b)| (at, sight.share_drawn(b))).collect::<Vec<_>>()
        };
        assert_eq!(drawn(sight(1e5)).len(), 400, "near by all are drawn");
        // Two square metres of roof and wall, a thousand metres away: a pixel at 1,000 / sqrt(2).
        let quarter = drawn(sight(1000.0 / 2.0_f32.sqrt()));
        assert!((95..=105).contains(&quarter.len()), "{}", quarter.len());
        let covered: f32 = quarter.iter().map(|(_, share)| 1.0 / share).sum();
        assert!((380.0..=420.0).contains(&covered), "{covered}");
        // Every part of the crowd keeps its share, and those that are drawn from farther away are among those from nearer.
        let in_first_rows = quarter.iter().filter(|(at, _)| *at < 100).count();
        assert!((22..=28).contains(&in_first_rows), "{in_first_rows}");
        let farther = drawn(sight(300.0));
        assert!(!farther.is_empty() && farther.iter().all(|(at, _)| quarter.iter().any(|(other, _)| other == at)));
    }

    #[test]
    fn what_grows_or_is_selected_is_never_left_out() {
        let far = Sight { eye: Vec3::new(0.0, 1e6, 0.0), pixels_per_metre: 1000.0 };
        for (flags, share) in [(0, LEAST_SHARE), (KEPT, 1.0), (BLOCK, 1.0)] {
            assert_eq!(far.share_drawn(&BoxRecord { flags, ..crowd().boxes[0] }), share);
        }
    }
}
