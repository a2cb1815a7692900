//! Picking against brute force, and what must stay pickable.

use proptest::prelude::*;

use super::*;
use crate::base::settings::CitySettings;
use crate::city::look::city_look;
use crate::test_sessions::session;
use crate::view::state::ViewState;

/// A city of these values, its looks, and its index.
fn city(values: &[u64]) -> (Session, CityLook, PickIndex) {
    let names: Vec<String> = (0..values.len()).map(|i| format!("T{i:03}")).collect();
    let point: Vec<(&str, u64)> = names.iter().map(String::as_str).zip(values.iter().copied()).collect();
    let session = session(&[&point]);
    let look = city_look(&session, &CitySettings { non_solid_opacity: 0.0, ..CitySettings::default() }, &ViewState::default());
    let mut index = PickIndex::default();
    index.rebuild(&session, &look);
    (session, look, index)
}

/// Every box, one after the other.
fn brute_force(look: &CityLook, ray: Ray) -> Option<f32> {
    let slabs = RaySlabs::new(ray);
    let buildings = look.buildings.iter().filter(|b| b.height > 0.0).map(|b| (b.footprint, b.base, b.height));
    let districts = look.districts.iter().map(|d| (d.rect, d.base, d.thickness));
    let hits = buildings.chain(districts).filter_map(|(rect, base, height)| {
        slabs.enter(Vec3::new(rect.x0 as f32, base, rect.y0 as f32), Vec3::new(rect.x1 as f32, base + height, rect.y1 as f32))
    });
    hits.min_by(f32::total_cmp)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_plan_finds_what_brute_force_finds(
        values in prop::collection::vec(0_u64..100_000, 1..120),
        rays in prop::collection::vec((-1.0_f32..1.0, 0.1_f32..2.0, -1.0_f32..1.0, -0.7_f32..0.7, -0.7_f32..0.7), 40),
    ) {
        let (session, look, index) = city(&values);
        let side = session.plan.root_side as f32;
        for (x, y, z, tx, tz) in rays {
            let origin = Vec3::new(x, y, z) * side;
            let direction = (Vec3::new(tx * side, 0.0, tz * side) - origin).normalize_or_zero();
            let ray = Ray { origin, direction };
            let found = index.pick(&session, ray).map(|hit| hit.distance);
            prop_assert_eq!(found, brute_force(&look, ray));
        }
    }
}

#[test]
fn a_roof_is_hit_from_straight_above_although_its_building_is_invisible() {
    let (session, look, index) = city(&[900, 400, 100]);
    for b in &look.buildings {
        let (x, y) = b.footprint.center();
        let ray = Ray { origin: Vec3::new(x as f32, 1000.0, y as f32), direction: Vec3::NEG_Y };
        let hit = index.pick(&session, ray).expect("the building is there");
        assert_eq!(hit.node, b.node);
        assert!((hit.distance - (1000.0 - b.base - b.height)).abs() < 1e-2);
    }
}

#[test]
fn the_street_belongs_to_the_district_and_the_ground_to_nobody() {
    let (session, _, index) = city(&[900, 400, 100]);
    let edge = 0.5 * session.plan.root_side as f32;
    let down = |x: f32| index.pick(&session, Ray { origin: Vec3::new(x, 500.0, 0.0), direction: Vec3::NEG_Y }).map(|hit| hit.node);
    assert_eq!(down(edge * 0.999), Some(NodeIndex(0)));
    assert_eq!(down(edge * 1.001), None);
}

#[test]
fn an_empty_city_has_nothing_to_pick() {
    let (session, _, index) = city(&[]);
    assert_eq!(index.pick(&session, Ray { origin: Vec3::Y, direction: Vec3::NEG_Y }), None);
}
