//! In which order boxes are drawn: a list of record numbers in four runs. Pure.

use std::ops::Range;

use layout::{CityPlan, back_to_front};

use super::boxes::Records;

/// Record numbers: solids nearest first, slabs topmost first, outlines in any order, ghosts nearest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::window) struct DrawOrder {
    pub(in crate::window) records: Vec<u32>,
    pub(in crate::window) solids: Range<u32>,
    pub(in crate::window) slabs: Range<u32>,
    pub(in crate::window) outlines: Range<u32>,
    pub(in crate::window) ghosts: Range<u32>,
}

/// Reused between frames, so that moving the camera allocates little.
#[derive(Debug, Default)]
pub(in crate::window) struct OrderScratch {
    back_to_front: Vec<u32>,
    ghosts: Vec<u32>,
    outlines: Vec<u32>,
}

impl OrderScratch {
    /// The order for a camera above `camera` (plan x, y). Linear in the number of plots; the plan's cuts make it exact.
    pub(in crate::window) fn order(&mut self, plan: &CityPlan, records: &Records, camera: (f64, f64)) -> DrawOrder {
        back_to_front(plan, camera, &mut self.back_to_front);
        self.ghosts.clear();
        self.outlines.clear();
        let mut list = Vec::with_capacity(records.boxes.len());
        for &building in self.back_to_front.iter().rev() {
            match records.boxes.get(building as usize) {
                Some(b) if !b.is_visible() => {}
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
        let camera = (1000.0, 10.0);
        let order = OrderScratch::default().order(&session.plan, &records, camera);
        assert_eq!((order.solids.len(), order.slabs.len(), order.ghosts.len()), (2, 1, 2));
        let east_edge = |&record: &u32| records.boxes[record as usize].center[0];
        let run = |r: &Range<u32>| order.records[r.start as usize..r.end as usize].iter().map(east_edge).collect::<Vec<_>>();
        // The camera is far in the east: x decides unless two boxes stand in one column.
        assert!(run(&order.solids).is_sorted_by(|a, b| a >= b), "{:?}", run(&order.solids));
        assert!(run(&order.ghosts).is_sorted_by(|a, b| a >= b), "{:?}", run(&order.ghosts));
    }
}
