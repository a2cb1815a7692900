use super::*;
use crate::test_samples::{SampleCity, sample_city};
use crate::view::state::TimeCursor;

fn scene_of(city: &SampleCity, selection: Option<NodeIndex>) -> SceneSnapshot {
    scene_snapshot(&city.session, &city.settings, &city.view(selection))
}

fn at_point(city: &SampleCity, point: usize) -> SceneSnapshot {
    let view = ViewState { time: TimeCursor::at(point), ..ViewState::default() };
    scene_snapshot(&city.session, &city.settings, &view)
}

fn building<'a>(scene: &'a SceneSnapshot, name: &str) -> &'a SceneBuilding {
    scene.buildings.iter().find(|building| building.key.ends_with(name)).expect(name)
}

/// Names of the partners of all frustums in one direction, thickest first.
fn cones(scene: &SceneSnapshot, direction: &str) -> Vec<String> {
    let of_direction = scene.frustums.iter().filter(|frustum| frustum.direction == direction);
    of_direction.map(|frustum| frustum.partner.split('#').nth(1).unwrap_or("").to_owned()).collect()
}

/// The same by building name, for cities whose districts are packages.
fn type_cones(scene: &SceneSnapshot, direction: &str) -> Vec<String> {
    let of_direction = scene.frustums.iter().filter(|frustum| frustum.direction == direction);
    of_direction.map(|frustum| frustum.partner.rsplit('#').next().unwrap_or("").to_owned()).collect()
}

/// Position of a colour on gray, orange, red: how much green it has lost against blue tells nothing, so by parts.
fn redness(building: &SceneBuilding) -> f64 {
    let [r, g, b, _] = building.rgba;
    r - 0.5 * (g + b)
}

#[test]
fn fig10_step_1_string_and_char_arrays_are_tallest_and_reddest() {
    let city = sample_city("fig10");
    let scene = scene_of(&city, None);
    assert_eq!(scene.time.label, "23/23");
    let mut by_height: Vec<&SceneBuilding> = scene.buildings.iter().collect();
    by_height.sort_by(|a, b| b.size[1].total_cmp(&a.size[1]));
    let tallest: Vec<&str> = by_height[..4].iter().map(|building| building.name.as_str()).collect();
    assert_eq!(tallest[..2], ["char[]", "String"]);
    // One node for each person: equally tall.
    assert!(tallest[2..].contains(&"Person") && tallest[2..].contains(&"LinkedList$Node"), "{tallest:?}");
    let [red, orange] = [by_height[1], by_height[2]].map(redness);
    assert!(red > orange && orange > redness(building(&scene, "Class")), "{red} {orange}");
    assert!(scene.frustums.is_empty());
    // Non-solid opacity is 0 %: faces vanish, outlines stay.
    let list = building(&scene, "#LinkedList");
    assert!(!list.solid && list.rgba[3] == 0.0 && list.outline && list.visible);
}

#[test]
fn fig10_step_2_char_arrays_are_held_by_strings_alone() {
    let city = sample_city("fig10");
    let scene = scene_of(&city, Some(city.node("char[]")));
    assert_eq!(type_cones(&scene, "incoming"), ["String"]);
    assert!(type_cones(&scene, "outgoing").is_empty());
    let cone = &scene.frustums[0];
    // 2 * 450 * 23 + 3000 = 23,700 strings hold one array each, nearly all of 23,900.
    assert_eq!((cone.count_selection, cone.count_partner), (23_700, 23_700));
    let side = building(&scene, "char[]").size;
    assert!(cone.radius_selection > 0.44 * side[0].min(side[2]), "thick: {cone:?}");
}

#[test]
fn fig10_step_3_many_types_hold_strings_and_persons_hold_most() {
    let city = sample_city("fig10");
    let scene = scene_of(&city, Some(city.node("String")));
    let holders = type_cones(&scene, "incoming");
    assert!(holders.len() >= 5 && holders[0] == "Person", "{holders:?}");
    assert_eq!(type_cones(&scene, "outgoing"), ["char[]"]);
    assert!(scene.frustums[0].radius_selection > 2.0 * scene.frustums[1].radius_selection);
}

#[test]
fn fig10_step_4_nodes_hold_all_persons() {
    let city = sample_city("fig10");
    let scene = scene_of(&city, Some(city.node("Person")));
    assert_eq!(type_cones(&scene, "incoming"), ["LinkedList$Node"]);
    assert_eq!(type_cones(&scene, "outgoing"), ["String"]);
    assert_eq!(scene.frustums[0].count_selection, building(&scene, "Person").objects);
    let mut hidden = sample_city("fig10");
    hidden.settings.show_pointers = false;
    assert!(scene_of(&hidden, Some(hidden.node("Person"))).frustums.is_empty());
}

#[test]
fn fig10_step_5_the_list_holds_one_node_by_a_very_thin_cone() {
    let city = sample_city("fig10");
    let scene = scene_of(&city, Some(city.node("LinkedList$Node")));
    assert_eq!(type_cones(&scene, "incoming"), ["LinkedList"]);
    let cone = &scene.frustums[0];
    assert_eq!((cone.count_selection, cone.count_partner), (1, 1));
    let side = building(&scene, "LinkedList$Node").size[0];
    assert!(cone.radius_selection < 0.05 * side, "{cone:?} at a building {side} m wide");
    // Neighbors reference each other: listed, never drawn.
    let references = scene.selection.and_then(|selection| selection.references).expect("fig10 has references");
    assert_eq!(references.own.map(|own| own.count_selection), Some(450 * 23));
}

#[test]
fn fig10_groups_selected_together_are_all_described_each_with_its_frustums() {
    let city = sample_city("fig10");
    let [person, node] = ["Person", "LinkedList$Node"].map(|name| city.node(name));
    let mut view = city.view(None);
    view.selection = [node, person].into_iter().collect();
    let scene = scene_snapshot(&city.session, &city.settings, &view);
    assert_eq!(scene.selection.as_ref().map(|leading| &*leading.name), Some("Person"));
    let also: Vec<&str> = scene.selected_with.iter().map(|other| &*other.name).collect();
    assert_eq!(also, ["LinkedList$Node"]);
    for described in scene.selected_with.iter().chain(&scene.selection) {
        assert!(described.references.is_some() && described.chain.is_some(), "{}", described.key);
        assert!(scene.frustums.iter().any(|frustum| frustum.selection == described.key), "{}", described.key);
    }
}

#[test]
fn fig11_six_buildings_are_strongly_red_and_solid_at_point_19() {
    let city = sample_city("fig11");
    let scene = scene_of(&city, None);
    assert_eq!(scene.time.label, "19/25");
    // Strongly red: past two thirds of the way from orange to red, where green is below 0.34.
    let red: Vec<&SceneBuilding> = scene.buildings.iter().filter(|b| b.solid && b.rgba[0] > 0.85 && b.rgba[1] < 0.34).collect();
    assert_eq!(red.len(), 6, "{:?}", red.iter().map(|b| &b.key).collect::<Vec<_>>());
    for name in ["LinkedList", "HostConfiguration", "HostConnectionPool", "HashMap$Node", "HostParams"] {
        assert!(red.iter().any(|b| b.path.contains(name)), "{name}");
    }
    // Three pictures of the evolution stand on one plan.
    let pictures = [0, 9, 18].map(|point| at_point(&city, point));
    for (a, b) in pictures[0].buildings.iter().zip(&pictures[2].buildings) {
        assert_eq!((&a.key, a.lot), (&b.key, b.lot));
    }
}

#[test]
fn fig11_pools_are_held_by_map_nodes_and_hold_configurations_and_lists() {
    let city = sample_city("fig11");
    let pool = city.building_in(
        "MultiThreadedHttpConnectionManager$HostConnectionPool",
        "MultiThreadedHttpConnectionManager$ConnectionPool.getHostPool()",
    );
    let scene = scene_of(&city, Some(pool));
    assert_eq!(cones(&scene, "incoming"), ["HashMap$Node"]);
    let mut held = cones(&scene, "outgoing");
    held.sort();
    assert_eq!(held, ["HostConfiguration", "LinkedList"]);
}

#[test]
fn fig12_locations_and_dates_dominate_and_locations_hold_dates_rather_than_strings() {
    let city = sample_city("fig12");
    let scene = scene_of(&city, Some(city.building_in("Location", "JourneyService.findLocations()")));
    assert_eq!(scene.time.label, "24/24");
    // One finding tells both: the dates are there on account of the locations, and nothing else grew as much.
    let [finding] = &scene.findings[..] else { panic!("{:#?}", scene.findings) };
    let top: Vec<&str> = finding.groups.iter().take(2).map(|key| key.split('#').nth(1).unwrap_or("")).collect();
    assert_eq!(top, ["Location", "Date"]);
    assert!(finding.title.contains(" and keeps growing; held by Object[]"), "{}", finding.title);
    assert_eq!(cones(&scene, "outgoing"), ["Date", "String"]);
    assert!(scene.frustums.iter().any(|f| f.direction == "incoming" && f.partner.starts_with("Overall#Object[]#")));
    let ends: Vec<f64> = scene.frustums.iter().filter(|f| f.direction == "outgoing").map(|f| f.radius_partner).collect();
    assert!(ends[0] > 2.0 * ends[1], "{ends:?}");
}

#[test]
fn the_same_input_and_settings_give_the_same_bytes() {
    let text = |name| {
        let city = sample_city(name);
        scene_of(&city, Some(city.session.building_node(0).expect("a building"))).to_json().expect("json")
    };
    for name in ["fig10", "fig11", "fig12"] {
        assert_eq!(text(name), text(name));
    }
}

#[test]
fn places_never_change_and_footprints_stay_in_their_lots() {
    for name in ["fig10", "fig11", "fig12"] {
        let city = sample_city(name);
        let first = at_point(&city, 0);
        for point in 0..city.session.evolution.points.len() {
            for (a, b) in first.buildings.iter().zip(&at_point(&city, point).buildings) {
                assert!((a.center[0] - b.center[0]).abs() < 1e-6 && (a.center[2] - b.center[2]).abs() < 1e-6, "{}", a.key);
                let [x0, z0, x1, z1] = b.lot;
                assert!(b.size[0] <= x1 - x0 + 1e-6 && b.size[2] <= z1 - z0 + 1e-6, "{} at {point}", b.key);
            }
        }
    }
}

#[test]
fn one_scale_holds_for_all_buildings() {
    let city = sample_city("fig11");
    for building in scene_of(&city, None).buildings.iter().filter(|building| building.visible) {
        let area = building.size[0] * building.size[2];
        assert!((area / (building.objects as f64).sqrt() - 1.0).abs() < 1e-6, "{}: {area}", building.key);
    }
}

#[test]
fn all_published_settings_appear_in_the_scene() {
    let json = scene_of(&sample_city("fig12"), None).to_json().expect("json");
    let scene: serde_json::Value = serde_json::from_str(&json).expect("json");
    let settings = &scene["settings"];
    assert_eq!((&settings["area_mode"], &settings["child_count"]), (&"sqrt".into(), &30.into()));
    assert_eq!((&settings["show_pointers"], &settings["color"]), (&true.into(), &true.into()));
    assert_eq!((&settings["solid_count"], &settings["non_solid_opacity"]), (&10.into(), &0.25.into()));
    assert_eq!((&settings["metric"], &settings["dwell_secs"]), (&"objects".into(), &0.5.into()));
}

#[test]
fn an_empty_dataset_is_an_empty_scene() {
    let session = Session::default();
    let scene = scene_snapshot(&session, &CitySettings::default(), &ViewState::default());
    assert_eq!((scene.time.label.as_str(), scene.buildings.len(), scene.districts.len()), ("0/0", 0, 0));
}

/// The whole document of a city of three types, to be read and reviewed: `insta` keeps it in `snapshots`.
#[test]
fn a_small_city_as_a_whole() {
    let session = crate::test_sessions::session(&[&[("A", 400), ("B", 900)], &[("A", 1600), ("B", 900), ("C", 100)]]);
    let view = ViewState { time: TimeCursor::at(1), selection: NodeIndex(1).into(), ..ViewState::default() };
    let scene = scene_snapshot(&session, &CitySettings::default(), &view);
    // By hand: areas are 40, 30 and 10 square metres; heights 2 * 40^(1/2) = 12.649, 2 * 30^(1/2) = 10.954 and 6.325.
    let heights: Vec<f64> = scene.buildings.iter().map(|building| building.size[1]).collect();
    for (height, expected) in heights.iter().zip([12.6491, 10.9545, 6.3246]) {
        assert!((height - expected).abs() < 1e-4, "{heights:?}");
    }
    insta::assert_snapshot!(scene.to_json().expect("json"));
}

#[test]
fn numbers_that_are_estimates_have_their_errors() {
    // 100 ± 5 objects at first, then 140 ± 12, of 16 bytes each; grown by 40 ± 13.
    let settings = CitySettings { child_count: None, metric: Metric::Objects, ..CitySettings::default() };
    let session = Session::new(crate::test_sessions::estimated_evolution(&[(100, 5), (140, 12)]), &settings);
    let view = ViewState { time: TimeCursor::at(1), ..ViewState::default() };
    let scene = scene_snapshot(&session, &settings, &view);
    let site = building(&scene, "main");
    assert_eq!((site.objects_error, site.bytes_error), (Some(12), Some(192)));
    assert_eq!((site.growth_error, site.overall_growth_error), (Some(13), Some(13)));
    assert_eq!((scene.city.objects_error, scene.city.bytes_error), (None, None), "the whole is exact");
    let exact = scene_of(&sample_city("fig10"), None).to_json().expect("is JSON");
    assert!(!exact.contains("_error\""));
}

#[test]
fn heights_of_another_metric_that_would_be_needles_or_slabs_are_cut_and_flagged() {
    use analysis::{Evolution, NodeSizes, NodeTotals, TimePoint, TreeBuilder, Warnings};

    use crate::base::settings::HeightSetting;
    // One huge array, very many that are next to nothing, and many of the usual kind.
    let groups = [("long[]", 1, 1 << 30), ("Byte", 1 << 24, 1 << 10), ("Usual", 1 << 20, 1 << 30)];
    let sum = |of: fn(&(&str, u64, u64)) -> u64| groups.iter().map(of).sum();
    let mut builder = TreeBuilder::new(NodeTotals { objects: sum(|group| group.1), bytes: sum(|group| group.2) });
    let role = builder.role("Type");
    for (name, objects, bytes) in groups {
        builder.add_part(0, name, role, NodeTotals { objects, bytes });
    }
    let tree = builder.finish().tree;
    let point = TimePoint { time_millis: 0, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() };
    let evolution = Evolution::from_points("test", "", vec![point], &Progress::new(), &Warnings::new()).expect("there is a point");
    let settings = CitySettings { height: HeightSetting::Bytes, child_count: None, ..CitySettings::default() };
    let session = Session::new(std::sync::Arc::new(evolution), &settings);
    let scene = scene_snapshot(&session, &settings, &ViewState::default());
    let flagged = |name| building(&scene, name).clamped;
    assert_eq!([flagged("long[]"), flagged("Byte"), flagged("Usual")], [true, true, false]);
    for building in &scene.buildings {
        let sides = building.size[1] / (building.size[0] * building.size[2]).sqrt();
        assert!((0.2 - 1e-3..=12.0 + 1e-3).contains(&sides), "{}: {sides}", building.key);
    }
    let plain = scene_snapshot(&session, &CitySettings { height: HeightSetting::Same, ..settings }, &ViewState::default());
    assert!(plain.buildings.iter().all(|building| !building.clamped));
}
