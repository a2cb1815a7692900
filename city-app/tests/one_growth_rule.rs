//! The window, the command line and the reports judge one series alike: the same growers, the same verdicts, the same numbers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use analysis::{
    DEFAULT_SMOOTHING, DatasetInfo, Finding, Growth, Marks, Metric, NodeIndex, NodeSizes, NodeTotals, Progress, TimePoint, TreeBuilder,
    Warnings, group_trends, write_tree_folder,
};
use city_app::answers::growth_report::growth_report;
use city_app::answers::leaks::{LeakSearch, building};
use city_app::answers::tooltip::tooltip_lines;
use city_app::answers::tree_table::Span;
use city_app::answers::trend_table::{TrendFilter, TrendSort, listed_rows};
use city_app::base::settings::CitySettings;
use city_app::base::words::escaped;
use city_app::city::look::{NO_GROWTH, city_look, growth_color};
use city_app::city::scene::scene_snapshot;
use city_app::data::input::{Input, open, options::OpenOptions};
use city_app::data::point_range::PointRange;
use city_app::data::session::Session;
use city_app::view::inspection::{inspect, top_growers};
use city_app::view::opening::opening;
use city_app::view::state::{TimeCursor, ViewState};
use serde_json::Value;

/// What the program prints.
fn stdout(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_memory-city")).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("it is JSON")
}

/// A value as it is once it was printed and read again: fractions may differ in the last digit.
fn printed(value: impl serde::Serialize) -> Value {
    serde_json::from_str(&serde_json::to_string(&value).expect("it is JSON")).expect("it is JSON")
}

/// The rows of a list of a document, by key.
fn by_key<'a>(document: &'a Value, list: &str) -> BTreeMap<&'a str, &'a Value> {
    document[list].as_array().into_iter().flatten().map(|row| (row["key"].as_str().expect("rows have keys"), row)).collect()
}

/// Asks everybody about one series, and returns the verdict in one word with the growth of the first finding's group.
fn judged(folder: &Path) -> (String, Option<&'static str>) {
    let warnings = Warnings::new();
    let input = Input::look_at(&[folder.to_owned()], &warnings).expect("it is there");
    let dataset = open(&input, &OpenOptions::default(), &Progress::new(), &warnings).expect("it opens");
    let settings = dataset.settings.clone().unwrap_or_default();
    let session = Arc::new(Session::new(dataset.evolution, &settings));
    let evolution = &session.evolution;
    let path = folder.to_str().expect("the path is text");
    let range = session.range;
    let growth = |node: NodeIndex| Growth::of_group(evolution, node, range.points()).1;

    // The findings of the window are those of the reports.
    let mut search = LeakSearch::default();
    search.follow(&session, dataset.kind, true);
    let (shown, is_answer) = search.told().expect("there is something to tell");
    let told = json(&["find", path, "--json"]);
    assert!(is_answer, "without heaps there is nothing more to search");
    assert_eq!(printed(&*shown), told, "{path}");
    let (markdown, html) = (stdout(&["find", path, "--markdown"]), stdout(&["report", path, "--html", "-"]));
    let (text, scene) = (stdout(&["find", path]), json(&["scene", path]));
    assert_eq!(scene["findings"], told["findings"]);
    for Finding { title, kind, why, .. } in &shown.findings {
        assert!(text.contains(title) && text.contains(why), "{title}: {text}");
        let markdown_title = title.replace('<', "&lt;").replace('_', "\\_").replace('*', "\\*").replace('|', "\\|");
        assert!(markdown.contains(&format!("## {markdown_title}\n")), "{title}: {markdown}");
        assert!(html.contains(&escaped(title)) && html.contains(kind.name), "{title}");
    }

    // The sentence that the window opens with is about the first of them.
    let first = shown.findings.first();
    let opening = opening(&session).expect("the series is not empty");
    assert_eq!(opening.node, first.and_then(|first| building(&session, first)));
    if let (Some(first), Some(node)) = (first, opening.node) {
        let [from, to] = [&first.evidence.first_objects, &first.evidence.last_objects].map(|&count| city_app::base::words::count(count));
        let numbers = format!("grew from {} to {to} objects", if from == "0" { "nothing" } else { &from });
        assert!(opening.sentence.contains(&numbers) && first.title.contains(&numbers), "{} / {}", opening.sentence, first.title);
        assert!(opening.sentence.ends_with(growth(node).words()) && first.title.contains(growth(node).words()), "{}", opening.sentence);
    }

    // Trends and comparisons have the same verdict and the same share of the heap's growth for every group.
    let (trends, compared) = (json(&["trends", path, "--json"]), json(&["compare", path, "--json"]));
    let (rows, nodes) = (by_key(&trends, "rows"), by_key(&compared, "nodes"));
    assert!(!rows.is_empty() && nodes.len() == evolution.nodes.len());
    for (at, info) in evolution.nodes.iter().enumerate() {
        let node = NodeIndex(at as u32);
        let portion = |metric: Metric| printed(evolution.growth_portion(metric, node, range.first, range.last));
        let compared = nodes[&*info.key];
        assert_eq!(compared["growth"], growth(node).key(), "{}", info.key);
        assert_eq!(Span::new(evolution, range.first, range.last, Metric::Objects).growth(node), growth(node));
        assert_eq!(compared["objects"]["growth_portion"], portion(Metric::Objects), "{}", info.key);
        assert_eq!(compared["bytes"]["growth_portion"], portion(Metric::Bytes), "{}", info.key);
        if let Some(row) = rows.get(&*info.key) {
            assert_eq!((&row["growth"], &row["growth_portion"]), (&compared["growth"], &portion(Metric::Bytes)), "{}", info.key);
            assert_eq!(row["volume"].as_array().and_then(|volume| volume.last()), Some(&compared["bytes"]["to"]));
        }
    }
    let table: Vec<_> = group_trends(evolution, range.points(), DEFAULT_SMOOTHING, &[], |_| true).collect();
    let filter = TrendFilter { keeps_growing: true, ..TrendFilter::default() };
    let listed = listed_rows(evolution, &table, &filter, TrendSort::default());
    let mut in_window: Vec<&str> = listed.into_iter().map(|row| &*evolution.nodes[table[row].node.at()].key).collect();
    in_window.sort_unstable();
    let in_print: Vec<&str> = rows.iter().filter(|(_, row)| row["growth"] == "keeps_growing").map(|(key, _)| *key).collect();
    assert_eq!(in_window, in_print, "{path}");

    // The city is drawn at the last of these points, and its growth is theirs.
    assert_eq!(scene["time"]["point"], range.last + 1, "{path}");
    let drawn = by_key(&scene, "buildings");
    for building in (0..session.buildings.len()).filter_map(|building| session.building_node(building)) {
        let key = &*evolution.nodes[building.at()].key;
        assert_eq!(drawn[key]["overall_growth"], printed(session.growth(session.metric, building) as i64), "{key}");
    }

    // A leak is what keeps growing: the group itself, or what it holds.
    for finding in &shown.findings {
        let keeps = |key: &String| evolution.find_key(key).is_some_and(|node| growth(node).keeps_growing());
        assert_eq!(finding.kind.key == "growing_group", finding.groups.iter().any(keeps), "{finding:#?}");
    }
    (told["verdict"].as_str().unwrap_or_default().to_owned(), opening.node.map(|node| growth(node).key()))
}

#[test]
fn everybody_tells_the_same_of_the_samples() {
    for sample in ["fig10", "fig11", "fig12"] {
        let verdict = judged(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../data-samples").join(sample));
        assert_eq!(verdict, ("leak".to_owned(), Some("keeps_growing")), "{sample}");
    }
}

/// A folder of memory trees: one class with so many objects at each point, beside another one that stays.
fn folder_of(name: &str, series: &[u64]) -> PathBuf {
    let point = |(at, &objects): (usize, &u64)| {
        let totals = |objects: u64| NodeTotals { objects, bytes: 24 * objects };
        let mut builder = TreeBuilder::new(totals(objects + 1000));
        let role = builder.role("Type");
        builder.add_part(0, "app.<Item>_1", role, totals(objects));
        builder.add_part(0, "app.Base", role, totals(1000));
        let tree = builder.finish().tree;
        TimePoint { time_millis: 1000 * at as i64, gc: None, label: None, tree, references: None, sizes: NodeSizes::default() }
    };
    let points: Vec<TimePoint> = series.iter().enumerate().map(point).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("one_growth_rule").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    write_tree_folder(&folder, &DatasetInfo::default(), &points, &Progress::new()).expect("it can be written");
    folder
}

#[test]
fn everybody_tells_the_same_of_every_way_to_grow() {
    for (name, series, verdict, growth) in [
        ("steady growth", &[100, 200, 300, 400, 500, 600, 700, 800, 900, 1000][..], "leak", Some("keeps_growing")),
        ("below a saw-tooth", &[100, 220, 200, 320, 300, 420, 400, 520, 500, 620], "leak", Some("keeps_growing")),
        ("below high teeth", &[100, 600, 200, 700, 300, 800, 400, 900, 500, 1000], "steady", Some("rises_and_falls")),
        ("leveled off", &[0, 632, 865, 950, 982, 993, 998, 999, 1000], "steady", Some("leveled_off")),
        ("ended early", &[100, 300, 500, 700, 900, 900, 900, 900, 900, 900], "steady", Some("leveled_off")),
        ("one step up", &[100, 100, 100, 100, 100, 100, 100, 300], "steady", Some("one_step")),
        ("up and down", &[100, 900, 200, 1000, 300, 1100, 400], "steady", Some("rises_and_falls")),
        ("came back", &[4287, 3193, 2261, 1669, 889, 705, 633, 981, 1829, 2905, 3359, 3893, 4301], "steady", Some("came_back")),
        ("shrank", &[900, 800, 700, 600, 500], "steady", None),
        ("too few points", &[100, 200, 300], "suspicious", Some("too_few_points")),
        ("let go at the end", &[1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 50], "leak", Some("keeps_growing")),
    ] {
        assert_eq!(judged(&folder_of(name, series)), (verdict.to_owned(), growth), "{name}");
    }
}

/// Of a stretch of time that is selected all places tell what happened in it, and none of them what happened outside.
#[test]
fn everybody_tells_the_growth_of_the_points_that_are_selected() {
    let folder = folder_of("a rise between falls", &[900, 40, 10, 300, 350, 420, 500, 120, 15]);
    let input = Input::look_at(std::slice::from_ref(&folder), &Warnings::new()).expect("it is there");
    let dataset = open(&input, &OpenOptions::default(), &Progress::new(), &Warnings::new()).expect("it opens");
    let settings = CitySettings::default();
    let range = PointRange::between(6, 3);
    let session = Arc::new(Session::new(dataset.evolution, &settings).in_range(range));
    let evolution = &session.evolution;
    let item = evolution.find_one("app.<Item>_1").expect("it is there");
    let view = ViewState { time: TimeCursor::at(6), ..ViewState::default() };

    assert_eq!((session.growth(Metric::Objects, item), session.max_growth), (200, 200));
    let color = |point: usize| {
        let look = city_look(&session, &settings, &ViewState { time: TimeCursor::at(point), ..ViewState::default() });
        look.buildings[session.building(item).expect("it has a building")].color
    };
    assert_eq!([3, 6, 2].map(color), [NO_GROWTH, growth_color(settings.ramp, 1.0), NO_GROWTH]);
    let tooltip = tooltip_lines(&session, item, 6).join("; ");
    assert!(tooltip.contains("objects; from point 4 to point 7: +200 objects") && !tooltip.contains("since point 4"), "{tooltip}");
    let earlier = tooltip_lines(&session, item, 5).join("; ");
    assert!(earlier.contains("; since point 4: ") && earlier.contains("; from point 4 to point 7: +200 objects"), "{earlier}");
    let inspected = inspect(&session, &view, item).expect("it is there");
    assert_eq!((inspected.objects.growth(), inspected.objects.overall_growth(), inspected.rank), (200, 200, Some((1, 2))));
    assert_eq!(inspected.growth_portion, Some(100.0));
    let growers: Vec<(NodeIndex, i128)> = top_growers(&session, 9).iter().map(|grower| (grower.node, grower.value)).collect();
    assert_eq!(growers, [(item, 200)]);
    assert_eq!(Span::new(evolution, session.first_point, 6, Metric::Objects).change(Metric::Objects, item), 200);
    let report = growth_report(&session, dataset.kind);
    let evidence = &report.findings[0].evidence;
    assert_eq!(
        (report.points, evidence.first_objects, evidence.last_objects, &evidence.objects_over_time[..]),
        (4, 300, 500, &[300, 350, 420, 500][..])
    );
    assert!(report.findings[0].why.starts_with("Over 4 points it kept growing to the end"), "{}", report.findings[0].why);
    let opening = opening(&session).expect("there is something to say");
    assert!(opening.sentence.contains("grew from 300 to 500 objects"), "{}", opening.sentence);
    let trend = group_trends(evolution, range.points(), DEFAULT_SMOOTHING, &[], |_| true).next().expect("there are groups");
    assert_eq!((trend.node, trend.gained(), trend.growth.keeps_growing()), (item, 200 * 24, true));
    let scene = scene_snapshot(&session, &settings, &view);
    let building = scene.buildings.iter().find(|building| building.name == "app.<Item>_1").expect("it has a building");
    assert_eq!((building.growth, building.overall_growth, scene.city.max_growth), (200, 200, 200));

    let path = folder.to_str().expect("the path is text");
    let chosen = json(&["find", path, "--window", "4..7", "--json"]);
    assert_eq!(chosen["points"], 4);
    assert_eq!(chosen["findings"][0]["evidence"]["objects_over_time"], printed(&evidence.objects_over_time));
    let trends = json(&["trends", path, "--window", "4..7", "--json"]);
    assert_eq!((&trends["rows"][0]["volume"], &trends["rows"][0]["growth"]), (&printed(&trend.volume), &printed(trend.growth)));
    let compared = json(&["compare", path, "--window", "4..7", "--json"]);
    assert_eq!(by_key(&compared, "nodes")["Overall#app.<Item>_1"]["objects"]["change"], 200);
    let since_first = json(&["compare", path, "--baseline", "1", "--window", "4..7", "--json"]);
    assert_eq!(by_key(&since_first, "nodes")["Overall#app.<Item>_1"]["objects"]["change"], -400);

    // All of it again.
    let whole = Session::clone(&session).in_range(PointRange::whole(9));
    assert_eq!((whole.growth(Metric::Objects, item), whole.max_growth, growth_report(&whole, dataset.kind).findings.len()), (-885, 0, 0));
}

#[test]
fn points_that_are_selected_are_searched_alike_in_the_window_and_on_the_command_line() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop");
    let input = Input::look_at(std::slice::from_ref(&path), &Warnings::new()).expect("the sample is there");
    let dataset = open(&input, &OpenOptions::default(), &Progress::new(), &Warnings::new()).expect("it opens");
    let in_window = dataset.heaps.expect("it has heap states").find(PointRange::between(5, 8), &Marks::default(), &Progress::new());
    let in_window = in_window.expect("it is searched");
    let in_text = json(&["find", path.to_str().expect("the path is text"), "--window", "6..9", "--json"]);
    let in_window = printed(&in_window);
    for member in ["verdict", "points", "findings"] {
        assert_eq!(in_window[member], in_text[member], "{member}");
    }
    assert_eq!(in_text["judged"], "Points 6 to 9 of 13 were chosen");
}
