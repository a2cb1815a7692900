//! The city in the real window: what is written over it, what is in the picture after a flight, and what panels do to that.
//!
//! Read from the journal (`city-app/src/window/journal.rs`), which has each label with its place.

use serde_json::Value;
use tests::repository::root;
use tests::screen::{Window, is_above};

#[test]
fn every_large_district_has_its_name_and_no_text_stands_on_another() {
    let dumps = root().join("data-samples/travel-shop");
    let mut window = Window::open(&[dumps.as_os_str(), "--by".as_ref(), "package,type".as_ref()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 13);
    window.focus();
    window.wait_for("what was found", |state| state["opening"] == "shown");
    window.press_until("Escape", "a free view", |state| state["opening"] == "done" && is_at_rest(state));
    assert_names(&at_rest(&mut window, "the first view"), 3);
    window.press_until("b", "the city from above", |state| is_above(state) && is_at_rest(state));
    let above = at_rest(&mut window, "the city from above");
    assert_names(&above, 6);
    // Near by, too, what stands around has its name, however large others are elsewhere.
    window.press("ctrl+f");
    window.write("ArrayDeque");
    window.wait_for("a small class", |state| state["search"] == "ArrayDeque" && state["best_match"].is_string());
    window.press("Return");
    window.press_until("f", "a flight to it", |state| state["search"] == "" && !is_above(state) && is_at_rest(state));
    let near = at_rest(&mut window, "its neighbourhood");
    assert!(texts(&near, "labels").len() >= 4, "{}", near["labels"]);
}

#[test]
fn labels_stand_where_a_callout_was_closed_and_over_what_is_flown_to() {
    let sample = root().join("data-samples/fig10");
    let mut window = Window::open(&[sample.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 23);
    window.focus();
    window.wait_for("what was found", |state| state["opening"] == "shown");
    window.press_until("Escape", "a free view", |state| state["opening"] == "done");
    let growers = ["char[]", "String", "Person", "LinkedList$Node"];
    let has_all = |state: &Value| growers.iter().all(|name| texts(state, "labels").iter().any(|(text, _)| text.starts_with(name)));
    window.wait_for("the labels of all that grow, of what was told, too", |state| is_at_rest(state) && has_all(state));
    for name in growers {
        window.press("ctrl+f");
        window.write(name);
        let found = window.wait_for("the group", |state| state["search"] == name && state["best_match"].is_string());
        window.press("Return");
        window.wait_for("its selection", |state| state["selection"] == found["best_match"]);
        window.press("f");
        window.wait_for("a flight to it that leaves it its label", |state| {
            let is_there = |(text, _): &(String, [f64; 4])| text.starts_with(name);
            is_at_rest(state) && state["search"] == "" && texts(state, "labels").iter().any(is_there)
        });
    }
}

#[test]
fn a_way_is_in_the_picture_whole_before_and_after_a_panel_opens() {
    let dumps = root().join("data-samples/travel-shop");
    let mut window = Window::open(&[dumps.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 13);
    window.focus();
    window.wait_for("what was found", |state| state["opening"] == "shown");
    let has_way = |state: &Value| is_at_rest(state) && texts(state, "labels").iter().any(|(text, _)| text.contains("SEARCH_CACHE"));
    window.press_until("x", "the way to the field", has_way);
    let way = at_rest(&mut window, "the way");
    let stops = way["chain"].as_array().expect("a list").len();
    assert!(stops >= 3, "{}", way["chain"]);
    assert_way(&way, stops);
    window.press_until("F8", "the drawer", |state| state["drawer"].is_string() && has_way(state));
    let narrow = at_rest(&mut window, "the way above the drawer");
    assert_ne!((&narrow["free_area"], &narrow["camera"]), (&way["free_area"], &way["camera"]), "it is framed anew");
    assert_way(&narrow, stops);
    window.press_until("Escape", "where the way began", |state| state["chain"].as_array().is_some_and(Vec::is_empty));
}

/// Every stop has its number, fields stand between them, and all is in what the panels leave free.
fn assert_way(state: &Value, stops: usize) {
    let labels = texts(state, "labels");
    for number in 1..=stops {
        let begin = format!("{number}   ");
        assert!(labels.iter().any(|(text, _)| text.starts_with(&begin)), "stop {number} of {stops}: {labels:?}");
    }
    assert!(labels.iter().any(|(text, _)| text.starts_with("through ")), "{labels:?}");
    assert!(labels.iter().any(|(text, _)| text.ends_with("JourneyService.SEARCH_CACHE")), "{labels:?}");
    assert_apart(state);
}

/// All large districts have names, at least `least` of them.
fn assert_names(state: &Value, least: usize) {
    assert_eq!(state["unnamed"], serde_json::json!([]), "{}", state["districts"]);
    let names = texts(state, "districts");
    assert!(names.len() >= least, "{names:?}");
    assert_apart(state);
}

/// What is written lies in the free area, and nothing on another.
fn assert_apart(state: &Value) {
    let free = state["free_area"].as_array().expect("a rectangle").iter().filter_map(Value::as_f64).collect::<Vec<_>>();
    let all: Vec<(String, [f64; 4])> = ["districts", "labels"].into_iter().flat_map(|kind| texts(state, kind)).collect();
    for (at, (text, [left, top, right, bottom])) in all.iter().enumerate() {
        let is_inside = *left >= free[0] - 1.0 && *top >= free[1] - 1.0 && *right <= free[2] + 1.0 && *bottom <= free[3] + 1.0;
        assert!(is_inside, "{text} at {:?} of {free:?}", all[at].1);
        for (other, [x0, y0, x1, y1]) in &all[at + 1..] {
            let overlap = (right.min(*x1) - left.max(*x0)).min(bottom.min(*y1) - top.max(*y0));
            assert!(overlap <= 0.5, "{text} and {other} overlap by {overlap}");
        }
    }
}

/// What is written of a kind, with its place: left, top, right, bottom.
fn texts(state: &Value, kind: &str) -> Vec<(String, [f64; 4])> {
    let place = |at: &Value| [0, 1, 2, 3].map(|side| at[side].as_f64().unwrap_or(f64::NAN));
    let all = state[kind].as_array().into_iter().flatten();
    all.map(|text| (text["text"].as_str().unwrap_or_default().to_owned(), place(&text["at"]))).collect()
}

fn is_at_rest(state: &Value) -> bool {
    state["moving"] == false
}

/// The state when camera and labels have stood still for a while.
fn at_rest(window: &mut Window, what: &str) -> Value {
    const STILL: std::time::Duration = std::time::Duration::from_secs(2);
    let mut since: Option<(std::time::Instant, Value)> = None;
    window.wait_for(what, |state| match &since {
        Some((at, before)) if before == state => at.elapsed() > STILL && is_at_rest(state),
        _ => {
            since = Some((std::time::Instant::now(), state.clone()));
            false
        }
    })
}
