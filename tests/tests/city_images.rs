//! Pictures made by `memory-city render`, and the numbers behind them: what the legend promises is on the picture, and
//! nothing else. They need a Vulkan driver; a software one does (Debian: `apt-get install mesa-vulkan-drivers`).

use std::path::Path;

use image::RgbImage;
use image::imageops::crop_imm;
use serde_json::Value;
use tests::picture::{GREEN, PURPLE, RED, SELECTION_BLUE, TOLERANCE, colors, difference, read, share_of};
use tests::program;
use tests::repository::root;
use tests::scratch::Scratch;

const SIZE: (u32, u32) = (640, 400);
/// Share of a picture that ways over the roofs may cover. They cover 0.007; as thick as straight frustums 0.06 and more.
const MOST_OF_ROUTES: f64 = 0.02;

#[test]
fn a_picture_has_the_size_asked_for_and_shows_a_city() {
    for sample in ["fig10", "fig11", "fig12", "travel-shop"] {
        let picture = render(sample, &["--time", "last"]);
        assert_eq!(picture.dimensions(), SIZE, "{sample}");
        assert!(colors(&picture) > 300, "{sample}: {} colours are a flat picture", colors(&picture));
        let ground = *picture.get_pixel(2, 2);
        let differ = picture.pixels().filter(|pixel| **pixel != ground).count();
        assert!(differ > picture.pixels().len() / 5, "{sample}: the city covers a good part of the picture");
    }
}

#[test]
fn growth_is_red_at_the_end_and_nothing_is_red_at_the_start() {
    for sample in ["fig10", "fig11", "fig12", "travel-shop"] {
        let first = share_of(&render(sample, &["--time", "first"]), RED);
        let last = share_of(&render(sample, &["--time", "last"]), RED);
        assert!(first < 0.0005, "{sample} begins with {first} red");
        assert!(last > 0.01, "{sample} ends with {last} red");
    }
}

#[test]
fn two_cities_beside_one_another_are_seen_alike_each_at_its_point() {
    let half = |picture: &RgbImage, x: u32| crop_imm(picture, x, 0, SIZE.0 / 2, SIZE.1).to_image();
    let halves = |time: &str, beside: &str| {
        let picture = render("fig11", &["--time", time, "--beside", beside, "--set", "labels=off"]);
        [half(&picture, 0), half(&picture, SIZE.0 / 2)]
    };
    let [left, right] = halves("last", "last");
    assert!(difference(&left, &right) <= TOLERANCE, "the same point: {}", difference(&left, &right));
    let [first, last] = halves("last", "first");
    assert!(difference(&last, &right) <= TOLERANCE, "the city on the right is the same whatever stands beside it");
    assert!(share_of(&first, RED) < 0.0005 && share_of(&last, RED) > 0.01, "growth is red where it has happened");
    let [last, first_again] = halves("first", "last");
    assert!(difference(&last, &right) <= TOLERANCE && difference(&first_again, &first) <= TOLERANCE, "and the other way round");
}

#[test]
fn growth_colors_can_be_switched_off() {
    let red = share_of(&render("fig12", &["--time", "last", "--set", "color=off"]), RED);
    assert!(red < 0.0005, "{red} red");
}

#[test]
fn a_selection_is_blue_and_its_references_are_purple_and_green() {
    // From above nothing stands before the frustums.
    let plain = render("fig10", &["--time", "last", "--camera", "birdseye"]);
    let selected = render("fig10", &["--time", "last", "--camera", "birdseye", "--select", "Person"]);
    for (what, hue, least) in [("selection", SELECTION_BLUE, 0.0005), ("incoming", PURPLE, 0.0005), ("outgoing", GREEN, 0.0005)] {
        let (before, after) = (share_of(&plain, hue), share_of(&selected, hue));
        assert!(after > before + least, "{what}: {before} before, {after} after the selection");
    }
    let hidden = render("fig10", &["--time", "last", "--camera", "birdseye", "--select", "Person", "--set", "show_pointers=off"]);
    assert!(share_of(&hidden, PURPLE) < 0.0005 && share_of(&hidden, GREEN) < 0.0005, "references are switched off");
}

#[test]
fn routes_over_the_roofs_are_seen_and_hide_little_of_the_city() {
    for route in ["routes=bundled", "routes=pipes"] {
        let picture = render("fig10", &["--time", "last", "--select", "Person", "--set", route]);
        let (purple, green) = (share_of(&picture, PURPLE), share_of(&picture, GREEN));
        assert!(purple > 0.0005 && green > 0.0005, "{route}: {purple} purple, {green} green");
        assert!(purple + green < MOST_OF_ROUTES, "{route}: {purple} purple, {green} green");
    }
}

#[test]
fn buildings_of_no_opacity_still_have_outlines() {
    let outlines = render("fig10", &["--camera", "birdseye", "--time", "last", "--set", "non_solid_opacity=0"]);
    let solid = render("fig10", &["--camera", "birdseye", "--time", "last", "--set", "non_solid_opacity=1"]);
    let district_only =
        render("fig10", &["--camera", "birdseye", "--time", "last", "--set", "non_solid_opacity=0", "--set", "child_count=1"]);
    assert!(difference(&outlines, &solid) > 2.0 * TOLERANCE, "see-through buildings look different from solid ones");
    assert!(difference(&outlines, &district_only) > TOLERANCE, "see-through buildings are still drawn");
}

#[test]
fn the_same_call_gives_the_same_picture_and_another_time_another_one() {
    let once = render("fig11", &["--time", "19"]);
    let again = render("fig11", &["--time", "19"]);
    assert!(difference(&once, &again) <= TOLERANCE, "{}", difference(&once, &again));
    let other = render("fig11", &["--time", "1"]);
    assert!(difference(&once, &other) > 4.0 * TOLERANCE, "{}", difference(&once, &other));
}

#[test]
fn a_large_picture_shows_the_same_city_with_larger_names() {
    let scratch = Scratch::new("large");
    let picture = |size: &str| {
        let out = scratch.join(&format!("{size}.png"));
        run("render", "fig12", &["--size", size, "--set", "quality=lean", "--time", "last"], &out);
        read(&out)
    };
    let (large, small) = (picture("2400x1500"), picture("1600x1000"));
    assert_eq!(large.dimensions(), (2400, 1500));
    let share = |picture: &RgbImage| share_of(picture, RED);
    assert!(share(&large) > 0.01 && (share(&large) / share(&small) - 1.0).abs() < 0.2, "{} and {}", share(&large), share(&small));
}

#[test]
fn the_camera_goes_where_it_is_told() {
    let above = render("fig11", &["--camera", "birdseye"]);
    let aside = render("fig11", &["--camera", "orbit:30,35,1.5"]);
    assert!(difference(&above, &aside) > 4.0 * TOLERANCE);
}

#[test]
fn the_scene_behind_a_picture_has_the_buildings_of_the_data() {
    // Ten per district at most are shown of fig10's two kinds of districts; counts below follow from its tree files.
    for (sample, points) in [("fig10", 23), ("fig11", 25), ("fig12", 24), ("travel-shop", 13)] {
        let scene = scene(sample, &["--time", "last", "--set", "child_count=100000"]);
        assert_eq!(scene["time"]["points"], points, "{sample}");
        assert_eq!(scene["time"]["point"], points, "{sample}");
        let buildings = scene["buildings"].as_array().expect("a list");
        assert_eq!(scene["city"]["buildings"], buildings.len(), "{sample}");
        let visible = buildings.iter().filter(|building| building["visible"] == true).count();
        assert_eq!(scene["city"]["buildings_visible"], visible, "{sample}");
        let objects: u64 = buildings.iter().filter_map(|building| building["objects"].as_u64()).sum();
        assert_eq!(scene["city"]["objects"], objects, "{sample}: nothing is pruned, so the buildings hold the whole heap");
        let solid = buildings.iter().filter(|building| building["solid"] == true).count();
        assert_eq!(solid, 10.min(buildings.len()), "{sample}: ten solid buildings");
    }
}

#[test]
fn a_film_has_a_frame_for_every_point_and_changes() {
    let scratch = Scratch::new("film");
    // A point is shown for half a second: one frame for each.
    let film = |options: &[&str]| {
        let folder = scratch.join("frames/");
        let mut arguments = vec!["render".into(), sample_path("fig12").into_os_string()];
        arguments.extend(["--size", "320x200", "--fps", "2"].iter().chain(options).map(Into::into));
        arguments.extend(["--film".into(), folder.as_os_str().to_owned()]);
        program::stdout(arguments);
        let mut frames: Vec<_> =
            std::fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("an entry can be read").path()).collect();
        frames.sort();
        frames
    };
    let frames = film(&[]);
    assert!(frames.len() >= 24, "{} frames for 24 points", frames.len());
    let (first, last) = (read(&frames[0]), read(&frames[frames.len() - 1]));
    assert_eq!(first.dimensions(), (320, 200));
    assert!(difference(&first, &last) > TOLERANCE, "the city grows");
    // The title says the same in every picture, and the mark of the point shown moves along the time axis.
    let strip = |picture: &RgbImage, top: u32, height: u32| crop_imm(picture, 0, top, 320, height).to_image();
    let (title, time) = ((0, 28), (160, 40));
    assert_eq!(strip(&first, title.0, title.1), strip(&last, title.0, title.1));
    assert!(colors(&strip(&first, title.0, title.1)) > 10, "letters");
    assert!(difference(&strip(&first, time.0, time.1), &strip(&last, time.0, time.1)) > 0.0);
    let bare = read(&film(&["--bare"])[0]);
    for (top, height) in [title, time] {
        assert!(difference(&strip(&bare, top, height), &strip(&first, top, height)) > TOLERANCE, "the city alone");
    }
}

#[test]
fn drawing_says_nothing_where_there_is_no_desktop() {
    let scratch = Scratch::new("silent");
    let mut command = program::command();
    command.arg("render").arg(sample_path("fig10")).args(["--size", "320x200", "--out"]).arg(scratch.join("city.png"));
    let output = command.env_remove("XDG_RUNTIME_DIR").output().expect("the program runs");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

fn sample_path(sample: &str) -> std::path::PathBuf {
    root().join("data-samples").join(sample)
}

/// A picture of a sample; the ones of figures with the settings of their figure.
fn render(sample: &str, options: &[&str]) -> RgbImage {
    let scratch = Scratch::new("picture");
    let out = scratch.join("city.png");
    let size = format!("{}x{}", SIZE.0, SIZE.1);
    run("render", sample, &[&["--size", &size], options].concat(), &out);
    read(&out)
}

fn scene(sample: &str, options: &[&str]) -> Value {
    let scratch = Scratch::new("scene");
    let out = scratch.join("scene.json");
    run("scene", sample, options, &out);
    let text = std::fs::read_to_string(&out).expect("the scene is written");
    serde_json::from_str(&text).expect("the scene is JSON")
}

fn run(command: &str, sample: &str, options: &[&str], out: &Path) {
    let mut arguments = vec![command.into(), sample_path(sample).into_os_string()];
    if sample.starts_with("fig") {
        arguments.extend(["--preset".into(), sample.into()]);
    }
    arguments.extend(options.iter().map(Into::into));
    arguments.extend(["--out".into(), out.as_os_str().to_owned()]);
    program::stdout(arguments);
}
