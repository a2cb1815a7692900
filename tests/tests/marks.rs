//! What people know: marks and notes in window, command line and reports, saved beside the data.

use std::ffi::OsStr;
use std::fs;

use serde_json::{Value, json};
use tests::program;
use tests::repository::root;
use tests::scratch::Scratch;
use tests::screen::Window;

const LOCATION: &str = "travelshop.business.Location";
const FIELD: &str = "travelshop.business.JourneyService.SEARCH_CACHE";

/// A folder with the recording of the leaking shop.
fn recorded() -> Scratch {
    let scratch = Scratch::new("marks");
    let trace = root().join("data-samples/travel-shop-trace/travel-shop.mctrace");
    fs::copy(trace, scratch.path().join("monday.mctrace")).expect("there is room");
    scratch
}

fn find(data: &Scratch) -> Value {
    program::json(["find".as_ref(), data.path().as_os_str(), "--json".as_ref()])
}

fn mark(data: &Scratch, options: &[&str]) -> Value {
    let given = ["mark".as_ref(), data.path().as_os_str(), "--json".as_ref()];
    program::json(given.into_iter().chain(options.iter().map(AsRef::as_ref)))
}

#[test]
fn what_is_marked_on_the_command_line_is_followed_by_every_report() {
    let data = recorded();
    assert_eq!(mark(&data, &[]), json!({ "marks": [] }));
    let plain = find(&data);
    assert!(plain["verdict"] == "leak" && plain.get("marks").is_none() && plain["findings"][0]["keepers"][0].get("faulty").is_none());

    // The field is needed, what its map holds is not: the reference in between is to blame.
    let note = format!("{LOCATION}=asked **Kim**");
    mark(&data, &["--needed", FIELD, "--not-needed", LOCATION, "--note", &note]);
    let report = find(&data);
    let faulty = &report["findings"][0]["keepers"][0]["faulty"];
    assert_eq!((&faulty["from"], &faulty["to"]), (&json!(FIELD), &json!(LOCATION)));
    assert_eq!(faulty["references"], json!(["java.util.HashMap.table", "java.util.HashMap$Node.value", "java.util.ArrayList.elementData"]));
    assert_eq!((&report["notes"][LOCATION], &report["marks"][1]["place"]), (&json!("asked **Kim**"), &json!(LOCATION)));
    // Paths say the same of the same chain.
    let trace = data.path().join("monday.mctrace");
    let paths = program::json(["paths".as_ref(), trace.as_os_str(), "--key".as_ref(), "Location".as_ref(), "--json".as_ref()]);
    assert_eq!((&paths["faulty"][0]["from"], &paths["faulty"][0]["references"]), (&faulty["from"], &faulty["references"]));

    // Notes and marks stand in the reports for people, and the next recording of the program knows them.
    fs::rename(&trace, data.path().join("tuesday.mctrace")).expect("is there");
    for (command, form) in [("find", &["--markdown"][..]), ("report", &["--html", "-"])] {
        let call = [OsStr::new(command), data.path().as_os_str()].into_iter().chain(form.iter().map(OsStr::new));
        let page = program::stdout(call);
        for told in ["asked **Kim**", "is not needed", "The faulty reference is one of these"] {
            assert!(page.contains(told), "{command}: {told}: {page}");
        }
    }

    // What is needed is no finding any more.
    mark(&data, &["--forget", LOCATION]);
    let report = find(&data);
    assert_eq!((&report["verdict"], &report["findings"]), (&json!("steady"), &json!([])));
    assert!(report["needed"][0].as_str().is_some_and(|title| title.contains(FIELD)), "{report}");
    let plain = program::json(["find".as_ref(), data.path().as_os_str(), "--json".as_ref(), "--no-marks".as_ref()]);
    assert_eq!(plain["verdict"], "leak");
}

#[test]
fn a_key_marks_the_selection_in_the_window_and_the_command_line_knows_it() {
    let data = recorded();
    let mut window = Window::open(&[data.path().as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 14);
    window.focus();
    window.press("ctrl+f");
    window.write("Location");
    let found = window.wait_for("a hit", |state| state["search"] == "Location" && state["matches"].as_u64() > Some(0));
    window.press("Return");
    let selected = window.wait_for("the selection", |state| state["selection"] == found["best_match"]);
    assert!(selected["selection"].as_str().is_some_and(|key| key.contains(LOCATION)), "{}", selected["selection"]);
    window.wait_for("no search", |state| state["search"] == "");
    for (press, need) in [(1, Some("not_needed")), (2, Some("needed")), (3, None)] {
        window.press("u");
        let said = match need {
            Some("needed") => "is marked as needed; saved",
            Some(_) => "is marked as not needed; saved",
            None => "is marked no longer; saved",
        };
        window.wait_for(said, |state| state["note"].as_str().is_some_and(|note| note.contains(said)));
        let marks = mark(&data, &[])["marks"].clone();
        let expected = need.map_or_else(|| json!([]), |need| json!([{ "place": LOCATION, "need": need }]));
        assert_eq!(marks, expected, "pressed {press} times");
        let verdict = if need == Some("needed") { "steady" } else { "leak" };
        assert_eq!(find(&data)["verdict"], verdict, "pressed {press} times");
    }
}
