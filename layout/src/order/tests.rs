use proptest::prelude::*;

use super::*;
use crate::plan::tests::{ToyTree, toy_trees};
use crate::plan::{PlanParams, Plot, city_plan};

fn buildings(plan: &CityPlan) -> Vec<&Plot> {
    plan.plots.iter().filter(|plot| plot.kind == PlotKind::Building).collect()
}

/// Whether a ray from the camera meets `near` before `far`, found by walking along many rays to points of `far`.
fn hides(near: &Rect, far: &Rect, (cx, cy): (f64, f64)) -> bool {
    const STEPS: usize = 12;
    let inside = |rect: &Rect, x: f64, y: f64| rect.x0 < x && x < rect.x1 && rect.y0 < y && y < rect.y1;
    (1..STEPS).any(|i| {
        (1..STEPS).any(|j| {
            let (u, v) = (i as f64 / STEPS as f64, j as f64 / STEPS as f64);
            let target = (far.x0 + u * far.width(), far.y0 + v * far.depth());
            (0..200).any(|k| {
                let t = f64::from(k) / 200.0;
                inside(near, cx + t * (target.0 - cx), cy + t * (target.1 - cy))
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_hides_comes_after_what_is_hidden(tree in toy_trees(), u in -1.5..2.5, v in -1.5..2.5) {
        let plan = city_plan(&tree, &PlanParams::default());
        let half = 0.5 * plan.root_side;
        let camera = (-half + u * plan.root_side, -half + v * plan.root_side);
        let mut order = Vec::new();
        back_to_front(&plan, camera, &mut order);

        let buildings = buildings(&plan);
        let mut place = vec![usize::MAX; buildings.len()];
        for (at, &building) in order.iter().enumerate() {
            place[building as usize] = at;
        }
        prop_assert!(order.len() == buildings.len() && place.iter().all(|&at| at != usize::MAX), "each building once");
        for (a, near) in buildings.iter().enumerate().take(24) {
            for (b, far) in buildings.iter().enumerate().take(24) {
                if a != b && hides(&near.lot, &far.lot, camera) {
                    prop_assert!(place[a] > place[b], "{:?} hides {:?} from {camera:?}", near.lot, far.lot);
                }
            }
        }
    }

    #[test]
    fn a_point_on_a_building_locates_it(tree in toy_trees(), u in 0.001..0.999, v in 0.001..0.999) {
        let plan = city_plan(&tree, &PlanParams::default());
        for (number, plot) in plan.plots.iter().enumerate().filter(|(_, plot)| plot.kind == PlotKind::Building) {
            let (x, y) = (plot.rect.x0 + u * plot.rect.width(), plot.rect.y0 + v * plot.rect.depth());
            prop_assert_eq!(plan.locate(x, y), Some(number));
        }
    }
}

#[test]
fn a_rim_belongs_to_its_district_and_the_outside_to_nobody() {
    let tree = ToyTree::parse("(5 (3 2) 1)");
    let plan = city_plan(&tree, &PlanParams::default());
    let root = plan.plots[0].rect;
    assert_eq!(plan.locate(root.x0 + 1e-6, root.y0 + 1e-6), Some(0));
    assert_eq!(plan.locate(root.x0 - 1e-6, 0.0), None);
    assert_eq!(plan.locate(f64::NAN, 0.0), None);
    assert_eq!(CityPlan::default().locate(0.0, 0.0), None);
}

#[test]
fn an_empty_city_has_an_empty_order() {
    let mut order = vec![7];
    back_to_front(&CityPlan::default(), (0.0, 0.0), &mut order);
    assert!(order.is_empty());
}
