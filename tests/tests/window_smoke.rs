//! The real window, steered from outside as a person would: hover, click, drag the timeline, turn, search.
//!
//! A software driver takes seconds to show the first frame, so few tests go through much each. What the window shows is
//! read from its journal (`city-app/src/window/journal.rs`); every wait is for a state and never for a time.

use serde_json::Value;
use tests::jvm::TravelShop;
use tests::repository::root;
use tests::screen::{Button, Window, is_above};

#[test]
fn a_person_can_hover_click_travel_turn_and_search() {
    let sample = root().join("data-samples/fig10");
    let mut window = Window::open(&[sample.as_os_str()]);
    let start = window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 23);
    window.focus();
    window.wait_for("what was found", |state| state["opening"] == "shown");
    window.press_until("Escape", "a free view", |state| state["opening"] == "done");
    let free = start["free_area"].as_array().expect("a rectangle").iter().filter_map(Value::as_f64).collect::<Vec<_>>();
    let [left, top, right, bottom] = free[..] else { panic!("not a rectangle: {}", start["free_area"]) };
    assert!(right - left > 300.0 && bottom - top > 200.0, "the city owns the screen: {free:?}");
    let (center_x, center_y) = (0.5 * (left + right), 0.5 * (top + bottom));

    // From straight above, the middle of the free area is the middle of the city.
    window.point_at(center_x, center_y);
    window.press("b");
    let above = window.wait_for("the bird's eye view", |state| state["moving"] == false && is_above(state));
    window.point_at(center_x + 3.0, center_y + 3.0);
    let hovered = window.wait_for("something under the pointer", |state| state["hover"].is_string());

    window.click(Button::Left);
    let selected = window.wait_for("a selection", |state| state["selection"].is_string());
    assert_eq!(selected["selection"], hovered["hover"], "a click selects what the pointer was over");

    window.press("Left");
    let earlier = window.wait_for("an earlier point", |state| state["point"] == 22);
    assert_eq!(earlier["selection"], selected["selection"], "the selection survives a step in time");
    window.press("Home");
    window.wait_for("the first point", |state| state["point"] == 1);
    window.press("Left");
    window.press("Right");
    window.wait_for("the second point: the first one is the end of the axis", |state| state["point"] == 2);

    // Dragging along the timeline below the city scrubs through time and leaves the camera alone.
    let (_, height) = tests::screen::SIZE;
    let timeline_y = 0.5 * (bottom + f64::from(height));
    window.drag(Button::Left, (center_x - 150.0, timeline_y), (center_x + 250.0, timeline_y));
    let scrubbed = window.wait_for("a later point by dragging", |state| state["point"].as_u64() > Some(2));
    assert_eq!(scrubbed["camera"], above["camera"], "the timeline keeps its drags for itself");

    // A left drag over the city does nothing to the camera, a right drag turns it.
    let dragged = window.drag(Button::Left, (center_x, center_y), (center_x + 120.0, center_y + 60.0));
    assert_eq!(dragged["camera"], above["camera"], "left drags are no camera moves");
    assert_eq!(dragged["selection"], selected["selection"], "nor clicks");
    window.drag(Button::Right, (center_x, center_y), (center_x + 120.0, center_y + 60.0));
    window.wait_for("a turned camera", |state| state["camera"] != above["camera"]);

    window.press("ctrl+f");
    window.write("Person");
    let found = window.wait_for("search results", |state| state["search"] == "Person" && state["matches"].as_u64() > Some(0));
    assert!(found["best_match"].as_str().is_some_and(|key| key.ends_with("Person")), "{}", found["best_match"]);
    assert_eq!(found["selection"], selected["selection"], "typed letters are no shortcuts");
    window.press("Return");
    window.wait_for("the found building selected", |state| state["selection"] == found["best_match"]);
    window.press("Escape");
    window.press("Escape");
    window.press("Escape");
    window.wait_for("no selection after stepping back", |state| state["selection"].is_null());

    // The table below the city: a row is highlighted there, selected there, and walked along with the arrows.
    window.press("ctrl+2");
    let tabled = window.wait_for("the table", |state| state["drawer"] == "Table" && state["free_area"] != start["free_area"]);
    let drawer_top = tabled["free_area"][3].as_f64().expect("a number");
    window.point_at(center_x - 400.0, drawer_top + 150.0);
    let hovered = window.wait_for("a row under the pointer", |state| state["hover"].is_string());
    window.click(Button::Left);
    let selected = window.wait_for("a selected row", |state| state["selection"].is_string());
    assert_eq!(selected["selection"], hovered["hover"], "a row selects its building");
    window.press("Down");
    let below = window.wait_for("the next row", |state| state["selection"] != selected["selection"]);
    assert_eq!(below["point"], selected["point"], "arrows walk along the rows and not through time");
    window.press("ctrl+5");
    window.wait_for("the comparison", |state| state["drawer"] == "Compare");
    window.press("F8");
    window.wait_for("the whole city", |state| state["drawer"].is_null() && state["free_area"] == start["free_area"]);
    window.press("Escape");
    window.wait_for("no selection", |state| state["selection"].is_null());

    window.press_until("ctrl+s", "the dialog for a picture", |state| state["dialog"] == true);
    window.press_until("Return", "a saved picture", |state| state["note"].as_str().is_some_and(|note| note.contains("written")));
    let saved = std::fs::read_dir(window.folder()).expect("the folder is there").filter_map(|entry| Some(entry.ok()?.path()));
    let saved: Vec<_> = saved.filter(|path| path.extension().is_some_and(|end| end == "png")).collect();
    let picture = tests::picture::read(saved.first().expect("the picture lies where the program was started"));
    let beyond = (f64::from(picture.width()) - (right - left)).abs().max((f64::from(picture.height()) - (bottom - top)).abs());
    assert!(beyond < 2.0, "the city without its panels: {} x {} of {free:?}", picture.width(), picture.height());
    assert!(tests::picture::colors(&picture) > 300, "{} colours are a flat picture", tests::picture::colors(&picture));
}

#[test]
fn the_graph_of_a_selection_ends_at_the_field_that_keeps_it() {
    let dump = root().join("data-samples/travel-shop/point-13.hprof.gz");
    let mut window = Window::open(&[dump.as_os_str(), "--select".as_ref(), "Location".as_ref()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["selection"].is_string());
    window.focus();
    window.press_until("ctrl+4", "the graph tab", |state| state["drawer"] == "Graph");
    let state = window.wait_for("the graph", |state| state["graph"].is_object());
    assert_eq!(state["graph"]["name"], "Location");
    assert_eq!(state["graph"]["root"], "travelshop.business.JourneyService.SEARCH_CACHE");
    assert!(state["graph"]["edges"].as_u64() >= state["graph"]["nodes"].as_u64().map(|nodes| nodes - 1), "{}", state["graph"]);
}

#[test]
fn what_died_is_one_key_away_and_undone_by_another() {
    let trace = root().join("data-samples/travel-shop-trace/travel-shop.mctrace");
    let mut window = Window::open(&[trace.as_os_str()]);
    let lives = window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 14);
    assert_eq!(lives["subject"], "heap");
    window.focus();
    window.press("j");
    let died = window.wait_for("what died", |state| state["phase"] == "exploring" && state["subject"] == "garbage");
    assert_eq!(died["grouping"], serde_json::json!(["Age", "Type", "Allocation site", "Closest domain call site"]));
    assert_eq!(died["points"], lives["points"], "at the same points in time");
    window.press_until("ctrl+6", "charts of it", |state| state["drawer"] == "Over time");
    window.press("ctrl+z");
    let back = window.wait_for("what lives", |state| state["phase"] == "exploring" && state["subject"] == "heap");
    assert_eq!(back["grouping"], lives["grouping"]);
}

#[test]
fn what_is_saved_with_the_dumps_can_be_named_in_the_window() {
    let dumps = tests::scratch::Scratch::new("window-definitions");
    std::fs::copy(root().join("data-samples/travel-shop/point-01.hprof.gz"), dumps.join("1.hprof.gz")).expect("can be copied");
    let definitions = r#"{"format": "memory-city definitions", "version": 1, "definitions": [
        {"name": "Size class", "kind": "classifier", "text": "if size > 100 { \"large\" } else { \"small\" }"}]}"#;
    std::fs::write(dumps.join("memory-city.definitions"), definitions).expect("the temporary directory is writable");
    let mut window = Window::open(&[dumps.path().as_os_str(), "--by".as_ref(), "size class, type".as_ref()]);
    let state = window.wait_for("the city", |state| state["phase"] == "exploring");
    assert_eq!(state["grouping"], serde_json::json!(["Size class", "Type"]));
    window.focus();
    window.press_until("ctrl+2", "the table", |state| state["drawer"] == "Table");
    window.press("ctrl+f");
    window.write("group by package, size class");
    window.wait_for("the query", |state| state["search"].as_str().is_some_and(|text| text.ends_with("size class")));
    window.press("Return");
    window.wait_for("the other city", |state| state["grouping"] == serde_json::json!(["Package", "Size class"]));
}

#[test]
fn files_dropped_on_the_window_are_opened_in_place_of_the_city() {
    let sample = |name: &str| root().join("data-samples").join(name);
    let mut window = Window::open(&[sample("fig12").as_os_str()]);
    window.wait_for("the first city", |state| state["phase"] == "exploring" && state["points"] == 24);
    window.drop_files(&[&sample("fig10")]);
    window.wait_for("the dropped city", |state| state["phase"] == "exploring" && state["points"] == 23);

    // Several files of one series are one city.
    let points = ["point-01.hprof.gz", "point-13.hprof.gz"].map(|name| sample("travel-shop").join(name));
    window.drop_files(&points.each_ref().map(|point| point.as_path()));
    window.wait_for("the city of two dumps", |state| state["phase"] == "exploring" && state["points"] == 2);

    // Single objects: the tab, a building and one of its objects, all by keys.
    window.focus();
    window.press_until("ctrl+3", "the objects in the drawer", |state| state["drawer"] == "Objects");
    window.press("ctrl+f");
    window.write("Location");
    let found = window.wait_for("the class", |state| state["search"] == "Location" && state["matches"].as_u64() > Some(0));
    window.press("Return");
    let selected = window.wait_for("its building", |state| state["selection"] == found["best_match"]);
    window.wait_for("no search", |state| state["search"] == "");
    let first = window.press_until("Down", "its first object", |state| state["object"].is_string());
    let second = window.press_until("Down", "another one", |state| state["object"].is_string() && state["object"] != first["object"]);
    assert_eq!(second["selection"], selected["selection"], "objects of the building");
    // A window that lags gets the key twice, and goes back twice.
    window.press_until("alt+Left", "one before", |state| state["object"] != second["object"]);

    // A query in the search box lists objects of the whole heap: a search per request at every point, 13 * 110.
    window.press("ctrl+f");
    window.write("where type == \"travelshop.business.QueryKey\"");
    window.wait_for("the query", |state| state["search"].as_str().is_some_and(|text| text.ends_with("QueryKey\"")));
    window.press("Return");
    window.wait_for("what it finds", |state| state["listed"] == 1430 && state["selection"].is_null() && state["search"] == "");
    window.press_until("Escape", "all objects", |state| state["listed"].as_u64() > Some(1430));
}

#[test]
fn a_watched_program_grows_in_the_window_until_it_ends() {
    let mut shop = TravelShop::start(&["--points", "2", "--requests", "60"]);
    let _ = shop.next_point().expect("reaches its first point");
    let pid = shop.pid().to_string();
    let arguments = ["watch", &pid, "--every", "100ms", "--by", "type", "--select", "travelshop.business.Location"];
    let mut window = Window::open(&arguments.map(AsRef::as_ref));
    let first = window.wait_for("the first points", |state| state["phase"] == "exploring" && state["points"].as_u64() > Some(1));
    assert!(first["title"].as_str().is_some_and(|title| title.contains("travelshop.Main")), "{}", first["title"]);
    let selected = window.wait_for("the selection asked for", |state| state["selection"].is_string());
    assert!(selected["selection"].as_str().is_some_and(|key| key.ends_with("Location")), "{}", selected["selection"]);

    // The newest point is shown until somebody goes back; new ones go on arriving.
    let newest = window.wait_for("a later point", |state| state["points"].as_u64() > first["points"].as_u64());
    assert_eq!(newest["point"], newest["points"], "the newest point is followed");
    window.focus();
    window.press("Home");
    let back = window.wait_for("the first point", |state| state["point"] == 1);
    let more = window.wait_for("more points", |state| state["points"].as_u64() > back["points"].as_u64());
    assert_eq!(more["point"], 1, "who went back stays there");

    drop(shop);
    let ended = window.wait_for("the end", |state| state["note"].as_str().is_some_and(|note| note.contains("has ended")));
    assert_eq!((&ended["phase"], &ended["point"]), (&"exploring".into(), &1.into()), "the city stays");
}

#[test]
fn every_tab_of_a_watched_program_and_its_sizes_follow_what_the_program_says() {
    const LEAKING: &str = "travelshop.business.Location";
    let mut shop = TravelShop::start(&["--points", "3", "--requests", "60"]);
    let first = shop.next_point().expect("reaches its first point").objects[LEAKING];
    let pid = shop.pid().to_string();
    // All groups have a building, whatever the metric: a selection without one is dropped.
    let arguments = ["watch", &pid, "--dumps", "--every", "100ms", "--by", "type", "--set", "child_count=all", "--select", LEAKING];
    let mut window = Window::open(&arguments.map(AsRef::as_ref));
    // The program stands still: the dumps say what it says.
    let start = window.wait_for("what the program says", |state| state["metric"] == "objects" && state["value"] == first);
    window.focus();

    // The metric goes from objects over bytes and deep to retained, which the next dump brings.
    window.press_until("m", "bytes", |state| state["metric"] == "bytes");
    let bytes = window.wait_for("their bytes", |state| state["value"].is_u64())["value"].as_u64().expect("a number");
    window.press("m");
    let deep = window.wait_for("deep sizes", |state| state["metric"] == "deep" && state["value"].is_u64())["value"].clone();
    window.press("m");
    let sized = window.wait_for("retained sizes", |state| state["metric"] == "retained" && state["value"].is_u64());
    let retained = sized["value"].as_u64().expect("a number");
    // Every location has a date of its own, and reaches that and its name.
    assert!(bytes < retained && Some(retained) <= deep.as_u64(), "{bytes} {retained} {deep}");
    assert!(sized["points"].as_u64() > start["points"].as_u64(), "it came with a later dump");

    for (key, tab) in [("1", "Findings"), ("2", "Table"), ("3", "Objects"), ("4", "Graph"), ("5", "Compare"), ("6", "Over time")] {
        let open = window.press_until(&format!("ctrl+{key}"), tab, |state| state["drawer"] == tab);
        // Further points arrive under every tab.
        window.wait_for("a further point", |state| state["points"].as_u64() > open["points"].as_u64());
    }
    shop.go_on();
    let second = shop.next_point().expect("reaches its second point").objects[LEAKING];
    assert!(second > first);
    window.press("m");
    window.wait_for("what the program says later", |state| state["metric"] == "objects" && state["value"] == second);
}

#[test]
fn a_followed_recording_is_regrouped_looked_into_and_saved_while_it_grows() {
    let folder = tests::scratch::Scratch::new("window-recording");
    let library = tests::program::path().with_file_name("deps").join("librecorder.so");
    let (trace, place) = (folder.join("shop.mctrace"), folder.join("address"));
    let agent = format!("-agentpath:{}=out={},live={},budget=0", library.display(), trace.display(), place.display());
    let mut shop = TravelShop::start_with(&[&agent], &["--points", "2", "--requests", "60"]);
    let locations = |truth: Option<tests::truth::Truth>| truth.expect("reaches a point").objects["travelshop.business.Location"];
    let first = locations(shop.next_point());
    let address = std::fs::read_to_string(&place).expect("the recorder has told where it is");
    let mut window = Window::open(&["watch", "--connect", &address].map(AsRef::as_ref));
    shop.request_data_dump();
    let shown = window.wait_for("the first state", |state| state["phase"] == "exploring" && state["points"] == 1);
    assert!(shown["title"].as_str().is_some_and(|title| title.contains("travelshop.Main")), "{}", shown["title"]);
    shop.request_data_dump();
    window.wait_for("the second state, which is followed", |state| state["points"] == 2 && state["point"] == 2);

    // Grouped in another way, with all states that have come, and it goes on.
    window.focus();
    window.press_until("ctrl+3", "the objects in the drawer", |state| state["drawer"] == "Objects");
    window.press("ctrl+f");
    window.write("group by package, type");
    window.wait_for("the query", |state| state["search"].as_str().is_some_and(|text| text.ends_with("type")));
    window.press("Return");
    let by_package = |state: &Value| state["phase"] == "exploring" && state["grouping"] == serde_json::json!(["Package", "Type"]);
    window.wait_for("the other city", |state| by_package(state) && state["points"] == 2);
    shop.request_data_dump();
    window.wait_for("a third state", |state| by_package(state) && state["points"] == 3);

    // Single objects of the newest state, and of one that comes while they are looked at.
    window.press("ctrl+f");
    window.write("where type == \"travelshop.business.Location\"");
    window.wait_for("the query", |state| state["search"].as_str().is_some_and(|text| text.ends_with("Location\"")));
    window.press("Return");
    window.wait_for("what it finds", |state| state["listed"] == first && state["search"] == "");
    shop.go_on();
    let second = locations(shop.next_point());
    assert!(second > first);
    shop.request_data_dump();
    window.wait_for("more of them", |state| state["points"] == 4 && state["listed"] == second);

    // Saved under the name that is suggested; the rest follows until the recording ends.
    window.press_until("ctrl+shift+s", "the dialog for a recording", |state| state["dialog"] == true);
    window.press_until("Return", "a saved recording", |state| state["note"].as_str().is_some_and(|note| note.contains("saved in")));
    shop.go_on();
    assert!(shop.next_point().is_none(), "that was the last point");
    window.wait_for("the end", |state| state["note"].as_str().is_some_and(|note| note.contains("has ended after 4 points")));
    let saved = std::fs::read_dir(window.folder()).expect("the folder is there").filter_map(|entry| Some(entry.ok()?.path()));
    let saved: Vec<_> = saved.filter(|path| path.extension().is_some_and(|end| end == "mctrace")).collect();
    let saved = std::fs::read(saved.first().expect("it lies where the program was started")).expect("can be read");
    assert!(saved == std::fs::read(&trace).expect("the trace is there"), "what was saved is what the recorder has written");

    // The recorder is gone, its states are not.
    window.press("ctrl+f");
    window.write("group by type");
    window.wait_for("the query", |state| state["search"] == "group by type");
    window.press("Return");
    window.wait_for("the third city", |state| state["grouping"] == serde_json::json!(["Type"]) && state["points"] == 4);
}
