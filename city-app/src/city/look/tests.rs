use analysis::Metric;

use super::model::*;
use super::*;
use crate::base::colors::luminance;
use crate::base::colors::sight::lightness;
use crate::base::settings::{AreaModeSetting, DistrictColors};
use crate::test_samples::sample_city;
use crate::test_sessions::session;

fn look_at(session: &Session, settings: &CitySettings, point: usize) -> CityLook {
    city_look(session, settings, &ViewState { time: TimeCursor::at(point), ..ViewState::default() })
}

fn building<'a>(look: &'a CityLook, session: &Session, name: &str) -> &'a BuildingLook {
    look.buildings.iter().find(|b| &*session.evolution.nodes[b.node.at()].name == name).expect(name)
}

/// Five types over four points: growing, peaking, shrinking, flat, coming late.
fn five() -> Session {
    session(&[
        &[("grows", 100), ("peaks", 100), ("shrinks", 900), ("flat", 400)],
        &[("grows", 300), ("peaks", 2000), ("shrinks", 700), ("flat", 400)],
        &[("grows", 800), ("peaks", 900), ("shrinks", 300), ("flat", 400), ("late", 50)],
        &[("grows", 1100), ("peaks", 150), ("shrinks", 100), ("flat", 400), ("late", 500)],
    ])
}

#[test]
fn areas_and_heights_follow_the_values() {
    for (mode, ratio) in [(AreaModeSetting::Linear, 2.0), (AreaModeSetting::Sqrt, 2.0_f64.sqrt())] {
        let data = session(&[&[("once", 1000), ("twice", 2000)]]);
        let settings = CitySettings { area_mode: mode, ..CitySettings::default() };
        let session = Session::new(data.evolution, &settings);
        let look = look_at(&session, &settings, 0);
        let [once, twice] = ["once", "twice"].map(|name| building(&look, &session, name));
        assert!((twice.footprint.area() / once.footprint.area() - ratio).abs() < 1e-9, "{mode:?}");
        let height = layout::height_of_area(once.footprint.area());
        assert!((f64::from(once.height) - height).abs() < 1e-4 * height);
    }
}

#[test]
fn at_the_first_point_and_without_growth_everything_is_gray() {
    let session = five();
    assert!(look_at(&session, &CitySettings::default(), 0).buildings.iter().all(|b| b.color == NO_GROWTH));
    let flat = crate::test_sessions::session(&[&[("a", 5), ("b", 9)], &[("a", 5), ("b", 3)]]);
    assert_eq!(flat.max_growth, 0);
    assert!(look_at(&flat, &CitySettings::default(), 1).buildings.iter().all(|b| b.color == NO_GROWTH));
}

#[test]
fn the_strongest_grower_ends_exactly_red_and_shrinking_stays_gray() {
    let session = five();
    let look = look_at(&session, &CitySettings::default(), 3);
    // The published red, #E0201B.
    assert_eq!(building(&look, &session, "grows").color, [224.0 / 255.0, 32.0 / 255.0, 27.0 / 255.0]);
    assert_eq!(building(&look, &session, "shrinks").color, NO_GROWTH);
    assert_eq!(building(&look, &session, "flat").color, NO_GROWTH);
    // late: 500 of 1000 is the middle of the ramp, #FF9A1F.
    assert_eq!(building(&look, &session, "late").color, [1.0, 154.0 / 255.0, 31.0 / 255.0]);
}

#[test]
fn a_building_that_peaks_is_red_and_transparent() {
    let session = five();
    let settings = CitySettings { solid_count: 2, ..CitySettings::default() };
    let look = look_at(&session, &settings, 1);
    let peaks = building(&look, &session, "peaks");
    // It grew by 1900, more than any building over all points (1000): clamped to red, and not among the two solid ones.
    assert_eq!(peaks.color, growth_color(settings.ramp, 1.0));
    assert!(!peaks.solid && (peaks.opacity - 0.4).abs() < 1e-6);
}

#[test]
fn exactly_n_buildings_are_solid_at_all_points() {
    let city = sample_city("fig11");
    let settings = CitySettings { solid_count: 5, non_solid_opacity: 0.4, ..city.settings };
    let solid = |point| {
        let look = look_at(&city.session, &settings, point);
        assert!(look.buildings.iter().all(|b| (b.opacity - if b.solid { 1.0 } else { 0.4 }).abs() < 1e-6));
        look.buildings.iter().filter(|b| b.solid).map(|b| b.node).collect::<Vec<_>>()
    };
    let first = solid(0);
    assert_eq!(first.len(), 5);
    assert!((1..25).all(|point| solid(point) == first));
}

#[test]
fn more_solid_buildings_than_there_are_means_all() {
    let settings = CitySettings { solid_count: 99, ..CitySettings::default() };
    assert!(look_at(&five(), &settings, 0).buildings.iter().all(|b| b.solid));
}

#[test]
fn the_child_count_keeps_the_same_largest_children_at_all_points() {
    let data = five();
    let settings = CitySettings { child_count: Some(3), others: false, ..CitySettings::default() };
    let session = Session::new(data.evolution, &settings);
    // Maxima: peaks 2000, grows 1100, shrinks 900; late and flat are pruned.
    for point in 0..4 {
        let look = look_at(&session, &settings, point);
        let mut names: Vec<&str> = look.buildings.iter().map(|b| &*session.evolution.nodes[b.node.at()].name).collect();
        names.sort_unstable();
        assert_eq!(names, ["grows", "peaks", "shrinks"]);
    }
    assert_eq!((session.children_shown(NodeIndex::ROOT), session.buildings_pruned), ((3, 5), 2));
    for name in ["fig10", "fig11", "fig12"] {
        let city = sample_city(name);
        let session = Session::new(Arc::clone(&city.session.evolution), &settings);
        let most = (0..session.evolution.nodes.len()).map(|at| session.children_shown(NodeIndex::nth(at)).0).max();
        assert_eq!(most, Some(3), "{name}");
    }
}

#[test]
fn equal_maxima_are_ranked_by_growth_and_then_by_key() {
    let data = session(&[&[("a", 9), ("b", 9), ("c", 1), ("d", 9)], &[("a", 2), ("b", 9), ("c", 9), ("d", 9)]]);
    let settings = CitySettings { child_count: Some(2), others: false, ..CitySettings::default() };
    let session = Session::new(data.evolution, &settings);
    // All peak at 9; c grew by 8, b and d by 0, a shrank: c first, then b before d by key.
    let look = look_at(&session, &settings, 0);
    let mut names: Vec<&str> = look.buildings.iter().map(|b| &*session.evolution.nodes[b.node.at()].name).collect();
    names.sort_unstable();
    assert_eq!(names, ["b", "c"]);
}

#[test]
fn the_selection_stays_through_time_and_is_blue_and_opaque() {
    let city = sample_city("fig10");
    let list = city.node("LinkedList");
    for point in 0..23 {
        let view = ViewState { time: TimeCursor::at(point), selection: list.into(), ..ViewState::default() };
        let look = city_look(&city.session, &city.settings, &view);
        let selected: Vec<&BuildingLook> = look.buildings.iter().filter(|b| b.selected).collect();
        assert_eq!(selected.len(), 1);
        assert_eq!((selected[0].node, selected[0].color), (list, SELECTION));
        assert!((selected[0].opacity - 1.0).abs() < 1e-6);
    }
}

#[test]
fn every_selected_building_is_blue_and_has_frustums_of_its_own() {
    let city = sample_city("fig10");
    let (list, person) = (city.node("LinkedList"), city.node("Person"));
    let look = |nodes: &[NodeIndex]| {
        let selection = nodes.iter().copied().collect();
        city_look(&city.session, &city.settings, &ViewState { time: TimeCursor::at(22), selection, ..ViewState::default() })
    };
    let both = look(&[list, person]);
    let mut blue: Vec<NodeIndex> = both.buildings.iter().filter(|b| b.selected && b.color == SELECTION).map(|b| b.node).collect();
    blue.sort_unstable();
    let mut expected = [list, person];
    expected.sort_unstable();
    assert_eq!(blue, expected);
    for node in expected {
        let alone = look(&[node]).frustums;
        let of_node: Vec<&FrustumLook> = both.frustums.iter().filter(|frustum| frustum.selected == node).collect();
        assert!(!alone.is_empty());
        assert_eq!(of_node, alone.iter().collect::<Vec<_>>());
    }
}

#[test]
fn half_way_between_two_points_a_footprint_lies_between_both() {
    let session = five();
    let settings = CitySettings::default();
    let half = TimeCursor { from: 1, point: 2, tween: 0.5 };
    let look = city_look(&session, &settings, &ViewState { time: half, ..ViewState::default() });
    let (before, after) = (look_at(&session, &settings, 1), look_at(&session, &settings, 2));
    let mut changed = 0;
    for ((mid, a), b) in look.buildings.iter().zip(&before.buildings).zip(&after.buildings) {
        let (small, large) = (a.height.min(b.height), a.height.max(b.height));
        let (narrow, wide) = (a.footprint.width().min(b.footprint.width()), a.footprint.width().max(b.footprint.width()));
        assert!(small <= mid.height && mid.height <= large, "{mid:?}");
        assert!(narrow <= mid.footprint.width() && mid.footprint.width() <= wide, "{mid:?}");
        if small < large {
            assert!(small < mid.height && mid.height < large, "{mid:?}");
            changed += 1;
        }
        let ((x, y), (ax, ay)) = (mid.footprint.center(), a.footprint.center());
        assert!((x - ax).abs() < 1e-9 && (y - ay).abs() < 1e-9);
    }
    assert_eq!(changed, 4, "all but the flat one change");
}

#[test]
fn an_update_in_place_equals_a_fresh_look() {
    let city = sample_city("fig11");
    let mut look = CityLook::default();
    for step in 0..40 {
        let settings = CitySettings {
            shrink_districts: step % 3 == 0,
            solid_count: step % 7,
            color: step % 5 != 0,
            top_frustums: step % 4,
            ..city.settings.clone()
        };
        let selection = (step % 2 == 0).then(|| NodeIndex::nth(step as usize * 3)).into();
        let time = TimeCursor { from: step as usize % 25, point: step as usize * 7 % 25, tween: 0.25 * (step % 5) as f32 };
        let view = ViewState { time, selection, ..ViewState::default() };
        update_city_look(&mut look, &city.session, &settings, &view);
        assert_eq!(look, city_look(&city.session, &settings, &view), "step {step}");
    }
    // Another session starts over.
    let other = five();
    update_city_look(&mut look, &other, &city.settings, &ViewState::default());
    assert_eq!(look, city_look(&other, &city.settings, &ViewState::default()));
}

#[test]
fn storeys_tell_when_what_stands_there_came() {
    let session = five();
    let settings = CitySettings::default();
    let look = look_at(&session, &settings, 3);
    let storeys = |name: &str| building(&look, &session, name).storeys;
    let share = |value: f32, now: f32| (value / now).powf(0.25);
    let close = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    // The first point, a third and two thirds of the way are the first three points.
    assert!(close(storeys("grows"), [100.0, 300.0, 800.0].map(|value| share(value, 1100.0))), "{:?}", storeys("grows"));
    assert!(close(storeys("late"), [0.0, 0.0, share(50.0, 500.0)]), "{:?}", storeys("late"));
    // What has only become less has all been there; of what came and went again nothing is new.
    assert_eq!([storeys("shrinks"), storeys("flat")], [[1.0; 3]; 2]);
    assert!(close(storeys("peaks"), [share(100.0, 150.0), 1.0, 1.0]), "{:?}", storeys("peaks"));
    assert!(look_at(&session, &settings, 0).buildings.iter().filter(|b| b.height > 0.0).all(|b| b.storeys == [1.0; 3]));
    for off in [CitySettings { growth_bands: false, ..settings.clone() }, CitySettings { color: false, ..settings }] {
        assert!(look_at(&session, &off, 3).buildings.iter().all(|b| b.storeys == [0.0; 3]));
    }
}

#[test]
fn a_building_that_has_shrunk_has_an_outline_of_its_peak() {
    let session = five();
    let settings = CitySettings::default();
    let names = |point: usize| {
        let look = look_at(&session, &settings, point);
        let name = |peak: &PeakLook| session.evolution.nodes[look.buildings[peak.building as usize].node.at()].name.to_string();
        look.peaks.iter().map(name).collect::<Vec<_>>()
    };
    // At its peak a building has no outline; 700 of 900 is hardly lower, and what lost more comes first.
    assert_eq!([names(0), names(1)], [[""; 0]; 2]);
    assert_eq!(names(3), ["peaks", "shrinks"]);
    let look = look_at(&session, &settings, 3);
    let peak = look.peaks[0];
    assert!((peak.footprint.area() - 2000_f64.sqrt()).abs() < 1e-6 && (f64::from(peak.height) - 2.0 * 2000_f64.powf(0.25)).abs() < 1e-4);
    assert!(look_at(&session, &CitySettings { peaks: false, ..settings }, 3).peaks.is_empty());
}

#[test]
fn slabs_are_equally_thick_stacked_and_get_lighter_with_depth() {
    let city = sample_city("fig11");
    let settings = CitySettings { district_colors: DistrictColors::Blue, ..city.settings.clone() };
    let look = look_at(&city.session, &settings, 5);
    let [root, deepest] = [[11.0, 31.0, 75.0], [169.0, 205.0, 242.0]].map(|c| c.map(|v: f32| v / 255.0));
    for district in &look.districts {
        assert_eq!((district.thickness, district.base), (city.session.slab_thickness, f32::from(district.level) * district.thickness));
        let expected = if district.level == 0 { root } else { deepest };
        assert_eq!(district.color, expected, "fig11 has two levels of districts");
    }
    for ground in colors::grounds() {
        let light = |level| luminance(district_color(&ground, level, 9));
        assert!((0..9).all(|level| light(level) < light(level + 1)), "{ground:?}");
    }
    // Buildings stand on their parent's top face.
    assert!(look.buildings.iter().all(|b| (b.base - 2.0 * city.session.slab_thickness).abs() < 1e-6));
}

#[test]
fn shrunk_slabs_hold_their_buildings_and_nothing_more() {
    let city = sample_city("fig11");
    let settings = CitySettings { shrink_districts: true, ..city.settings.clone() };
    let full = look_at(&city.session, &city.settings, 0);
    let shrunk = look_at(&city.session, &settings, 0);
    let mut smaller = 0;
    for (small, slab) in shrunk.districts.iter().zip(&full.districts) {
        assert!(small.rect.area() <= slab.rect.area() + 1e-9);
        smaller += usize::from(small.rect.area() < 0.9 * slab.rect.area());
    }
    assert!(smaller >= 6, "the six growing districts are small at first, not {smaller}");
    assert_eq!(shrunk.districts[0].rect, full.districts[0].rect, "the root is the ground of the city");
    for building in shrunk.buildings.iter().filter(|b| b.height > 0.0) {
        let inside = |slab: &&DistrictLook| {
            let (outer, inner) = (&slab.rect, &building.footprint);
            slab.level == 1 && outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && inner.x1 <= outer.x1 && inner.y1 <= outer.y1
        };
        assert_eq!(shrunk.districts.iter().filter(inside).count(), 1, "{building:?}");
    }
}

#[test]
fn frustums_that_are_not_drawn_are_counted() {
    let city = sample_city("fig10");
    let view = city.view(Some(city.node("String")));
    let all = city_look(&city.session, &city.settings, &view);
    let incoming = all.frustums.iter().filter(|f| f.kind == FrustumKind::Incoming).count();

    let top = CitySettings { top_frustums: 2, ..city.settings.clone() };
    let look = city_look(&city.session, &top, &view);
    assert_eq!(look.frustums.len(), 2 + 1, "two incoming ones and the only outgoing one");
    assert_eq!(look.partners_beyond_top as usize, incoming - 2);

    let one_way = CitySettings { direction: crate::base::settings::Direction::Outgoing, ..city.settings.clone() };
    assert!(city_look(&city.session, &one_way, &view).frustums.iter().all(|f| f.kind == FrustumKind::Outgoing));

    // With two children per district some holders of strings have no plot, and are counted as such.
    let few = CitySettings { child_count: Some(2), ..city.settings.clone() };
    let session = Session::new(Arc::clone(&city.session.evolution), &few);
    let look = city_look(&session, &few, &view);
    let drawn = look.frustums.iter().filter(|f| f.kind == FrustumKind::Incoming).count();
    assert!(look.partners_pruned > 0);
    assert_eq!(drawn + look.partners_pruned as usize, incoming);
}

#[test]
fn bytes_change_weights_and_colors_but_not_the_totals_of_a_node() {
    let city = sample_city("fig12");
    let settings = CitySettings { metric: Metric::Bytes, ..city.settings.clone() };
    let session = Session::new(Arc::clone(&city.session.evolution), &settings);
    let (by_objects, by_bytes) = (look_at(&city.session, &city.settings, 23), look_at(&session, &settings, 23));
    let location = city.building_in("Location", "JourneyService.findLocations()");
    let find = |look: &CityLook| *look.buildings.iter().find(|b| b.node == location).expect("displayed");
    let bytes = session.evolution.value(Metric::Bytes, location, 23);
    assert!((find(&by_bytes).footprint.area() / (bytes as f64).sqrt() - 1.0).abs() < 1e-9);
    assert!(find(&by_objects).footprint.area() < find(&by_bytes).footprint.area());
    // 24-byte dates grow less than 32-byte locations, though there are as many.
    let date = city.building_in("Date", "JourneyService.findLocations()");
    let color = |look: &CityLook| look.buildings.iter().find(|b| b.node == date).expect("displayed").color;
    assert_ne!(color(&by_objects), color(&by_bytes));
    let totals = |session: &Session| crate::answers::tooltip::tooltip_lines(session, location, 23)[..3].to_vec();
    assert_eq!(totals(&city.session), totals(&session));
}

#[test]
fn a_hidden_building_keeps_its_entry() {
    let session = five();
    let look = look_at(&session, &CitySettings::default(), 0);
    let late = building(&look, &session, "late");
    assert_eq!((late.height, late.footprint.area(), look.buildings.len()), (0.0, 0.0, 5));
}

#[test]
fn the_color_blind_ramp_gets_evenly_darker() {
    let ramp = |step: u32| lightness(growth_color(crate::base::settings::GrowthRamp::ColorBlind, step as f32 / 20.0));
    let steps: Vec<f32> = (0..20).map(|step| ramp(step) - ramp(step + 1)).collect();
    let even = (ramp(0) - ramp(20)) / 20.0;
    // About 2.5 units per step of a twentieth, each within a third of that.
    assert!(even > 2.4 && steps.iter().all(|step| (step - even).abs() < even / 3.0), "{even} {steps:?}");
}

#[test]
fn growth_beyond_the_ramp_is_clamped() {
    for ramp in [crate::base::settings::GrowthRamp::Published, crate::base::settings::GrowthRamp::ColorBlind] {
        assert_eq!(growth_color(ramp, 7.0), growth_color(ramp, 1.0));
        assert_eq!(growth_color(ramp, -1.0), growth_color(ramp, 0.0));
        assert_eq!(growth_color(ramp, f32::NAN), growth_color(ramp, 0.0));
    }
}

#[test]
fn along_a_way_the_city_fades_and_each_stop_is_joined_to_the_next_one() {
    let city = sample_city("fig10");
    let last = city.session.last_point();
    let chain = crate::answers::chain::chain_to_cause(&city.session, city.node("Person"), last).nodes();
    assert!(chain.len() > 2, "{chain:?}");
    let selection = chain.last().copied().into();
    let view = ViewState { time: TimeCursor::at(last), selection, chain: chain.clone(), ..ViewState::default() };
    let look = city_look(&city.session, &city.settings, &view);
    let joined: Vec<(NodeIndex, NodeIndex)> = look.frustums.iter().map(|leg| (leg.selected, leg.partner)).collect();
    assert_eq!(joined, chain.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>());
    for building in &look.buildings {
        let is_stop = chain.contains(&building.node);
        assert!(if is_stop { building.opacity == 1.0 } else { building.opacity <= 0.12 }, "{building:?}");
        assert!(building.color != SELECTION, "most groups have only some of their objects on the way");
    }
    // Arches rise over the roofs that they join, and end on them.
    for leg in &look.frustums {
        let ends = [leg.route.first(), leg.route.last()].map(|end| end.expect("it has a way")[2]);
        let top = leg.route.iter().map(|at| at[2]).fold(0.0, f32::max);
        assert!(top > ends[0] && top > ends[1], "{leg:?}");
    }
}

proptest::proptest! {
    #[test]
    fn footprints_have_their_area_and_lie_in_their_lots(
        points in proptest::collection::vec(proptest::collection::vec(0_u64..2_000_000, 12), 1..5),
        linear in proptest::bool::ANY,
        shown in 1_u32..14,
    ) {
        const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
        let lists: Vec<Vec<(&str, u64)>> = points.iter().map(|point| NAMES.into_iter().zip(point.iter().copied()).collect()).collect();
        let data = session(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let area_mode = if linear { AreaModeSetting::Linear } else { AreaModeSetting::Sqrt };
        let settings = CitySettings { area_mode, child_count: Some(shown), ..CitySettings::default() };
        let session = Session::new(data.evolution, &settings);
        for point in 0..points.len() {
            let look = look_at(&session, &settings, point);
            proptest::prop_assert!(look.buildings.len() <= shown as usize + shown.div_ceil(3) as usize + 1);
            // Nothing is missing: what has no building of its own stands in the block.
            let whole: u64 = session.values_at(point).iter().sum();
            proptest::prop_assert_eq!(whole, session.evolution.value(session.metric, NodeIndex::ROOT, point));
            for (number, building) in look.buildings.iter().enumerate() {
                let (inner, outer) = (&building.footprint, session.lot(number).expect("a building has a lot"));
                let inside = outer.x0 <= inner.x0 + 1e-9 && outer.y0 <= inner.y0 + 1e-9
                    && inner.x1 <= outer.x1 + 1e-9 && inner.y1 <= outer.y1 + 1e-9;
                proptest::prop_assert!(inside, "{inner:?} in {outer:?}");
                proptest::prop_assert!(inner.longer_side() <= 2.0 * inner.shorter_side() * (1.0 + 1e-9), "{inner:?} is a wall");
                let fair = session.area_mode.area(session.value_of_building(session.metric, number, point) as f64);
                proptest::prop_assert!((inner.area() - fair).abs() <= 1e-6 * fair, "{} for {fair}", inner.area());
            }
        }
    }
}
