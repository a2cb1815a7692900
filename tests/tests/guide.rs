//! Guided exploration in the real window: a mouse that presses the button of one hint after the other ends at the place in the code.

use std::fmt::Write;
use std::path::PathBuf;

use serde_json::Value;
use tests::jvm::newest_jvm;
use tests::leaks::library;
use tests::program;
use tests::recorded::record;
use tests::repository::root;
use tests::scratch::Scratch;
use tests::screen::{Button, Window, without_windows};

/// Presses the first button of the hint that is open, which is about this, and returns what the window shows then. A hint that learns
/// more meanwhile moves its button: then it is pressed where it is now.
fn follow(window: &mut Window, id: &str) -> Value {
    let mut pressed = Value::Null;
    loop {
        let state = window.wait_for(id, |state| {
            let button = &state["hint"]["buttons"][0];
            state["hint"]["id"] != id && !pressed.is_null()
                || state["hint"]["id"] == id && button.is_array() && *button != pressed && state["moving"] == false
        });
        if state["hint"]["id"] != id {
            return state;
        }
        pressed = state["hint"]["buttons"][0].clone();
        press(window, &pressed);
    }
}

/// Presses the bulb of this hint, where it is seen, then its first button. The hint as it was.
fn follow_bulb(window: &mut Window, id: &str) -> Value {
    let bulb = |state: &Value| state["bulbs"].as_array()?.iter().find(|bulb| bulb["id"] == id && bulb["at"].is_array()).cloned();
    let state = window.wait_for(id, |state| state["phase"] == "exploring" && state["moving"] == false && bulb(state).is_some());
    press(window, &bulb(&state).expect("it is seen")["at"]);
    let open = window.wait_for("the hint", |state| state["hint"]["id"] == id);
    follow(window, id);
    open["hint"].clone()
}

fn press(window: &mut Window, place: &Value) {
    let at = |axis: usize| place[axis].as_f64().expect("a place on the screen");
    window.point_at(at(0), at(1));
    window.click(Button::Left);
}

#[test]
fn the_tour_from_the_start_screen_ends_at_the_field_of_the_leak() {
    let mut window = Window::open(&[]);
    let start = window.wait_for("the tours", |state| state["phase"] == "empty" && state["tours"][0].is_array());
    window.focus();
    press(&mut window, &start["tours"][0]);
    window.wait_for("the recording", |state| state["phase"] == "exploring" && state["points"] == 14);
    let charts = follow(&mut window, "memory-grows");
    assert_eq!(charts["drawer"], "Over time");
    follow(&mut window, "group-grows");
    let graph = follow(&mut window, "part-grows");
    assert_eq!(graph["drawer"], "Graph");
    let finding = follow(&mut window, "kept-alive");
    assert_eq!(finding["graph"]["root"], "travelshop.business.JourneyService.SEARCH_CACHE");
    let end = window.wait_for("where to cut", |state| state["hint"]["id"] == "where-to-cut" && state["drawer"] == "Findings");
    assert!(
        end["hint"]["text"].as_str().is_some_and(|text| text.contains("travelshop.business.JourneyService.SEARCH_CACHE")),
        "{}",
        end["hint"]
    );
    // Undone step by step: the graph again, then the charts.
    window.press("ctrl+z");
    window.wait_for("the graph again", |state| state["drawer"] == "Graph");
    window.press("ctrl+z");
    window.wait_for("the charts again", |state| state["drawer"] == "Over time");
    // Without hints nothing is looked for.
    window.press("i");
    window.wait_for("no bulb", |state| state["bulbs"].as_array().is_some_and(Vec::is_empty));
}

#[test]
fn the_tour_through_churn_ends_at_the_line_that_makes_what_is_thrown_away() {
    let mut window = Window::open(&[]);
    let start = window.wait_for("the tours", |state| state["phase"] == "empty" && state["tours"][1].is_array());
    window.focus();
    press(&mut window, &start["tours"][1]);
    window.wait_for("the recording", |state| state["phase"] == "exploring" && state["points"] == 31);
    follow(&mut window, "much-dies");
    window.wait_for("what died", |state| state["phase"] == "exploring" && state["subject"] == "garbage");
    follow(&mut window, "dies-young");
    let types = follow(&mut window, "young-types");
    assert_eq!(types["drawer"], "Over time");
    let site = window.wait_for("where it is made", |state| state["hint"]["id"] == "young-site");
    assert!(site["hint"]["text"].as_str().is_some_and(|text| text.contains("petshop.Item.of(Item.java:16)")), "{}", site["hint"]);
    follow(&mut window, "young-site");
    window.wait_for("the place", |state| state["selection"].as_str().is_some_and(|key| key.ends_with("#petshop.Item.of(Item.java:16)")));
    // Undone step by step: back to the types, and to the garbage alone.
    for _ in 0..3 {
        window.press("ctrl+z");
    }
    window.wait_for("the garbage alone", |state| state["drawer"].is_null() && state["selection"].is_null());
}

#[test]
fn a_bulb_stands_over_the_building_that_grows_and_leads_on_from_there() {
    let trace = root().join("data-samples/travel-shop-trace");
    let mut window = Window::open(&[trace.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["opening"] == "shown" && state["moving"] == false);
    window.focus();
    // What was found is told beside the building, and once.
    let bulbs = |state: &Value| -> Vec<(String, bool)> {
        let all = state["bulbs"].as_array().into_iter().flatten();
        all.map(|bulb| (bulb["id"].as_str().unwrap_or_default().to_owned(), bulb["at"].is_array())).collect()
    };
    let is_seen = |state: &Value, id: &str| bulbs(state).contains(&(id.to_owned(), true));
    window.wait_for("no bulb beside it", |state| is_seen(state, "memory-grows") && !is_seen(state, "building-grows"));
    window.press("Escape");
    let hint = follow_bulb(&mut window, "building-grows");
    assert!(hint["text"].as_str().is_some_and(|text| text.starts_with("12,870 objects more")), "{hint}");
    let charts = window.wait_for("its chart", |state| state["drawer"] == "Over time" && state["selection"].is_string());
    assert!(charts["selection"].as_str().is_some_and(|key| key.contains("travelshop.business.Location")), "{charts}");
    window.press("ctrl+z");
    window.wait_for("the city alone", |state| state["drawer"].is_null() && state["selection"].is_null());
}

/// A database (H2) into which more and more is put, and which works hard in the middle of its time.
fn record_database(scratch: &Scratch) -> PathBuf {
    let mut script = "CREATE ALIAS PAUSE FOR 'java.lang.Thread.sleep(long)';\nCREATE TABLE ORDERS(ID BIGINT, NOTE VARCHAR);\n".to_owned();
    for step in 0..300 {
        writeln!(script, "INSERT INTO ORDERS SELECT X, 'by post, order {step} ' || X FROM SYSTEM_RANGE(1, 300);").expect("is text");
        if (100..200).contains(&step) {
            script.push_str("SELECT COUNT(*) FROM SYSTEM_RANGE(1, 30000) WHERE 'order ' || X LIKE '%99';\n");
        }
        script.push_str("CALL PAUSE(30);\n");
    }
    let (trace, file) = (scratch.join("database.mctrace"), scratch.join("orders.sql"));
    std::fs::write(&file, script).expect("there is room");
    let mut command = record(&trace, &["--every", "1s"], &newest_jvm());
    command.args(["-XX:+UseSerialGC", "-Xmx128m", "-cp"]).arg(library("h2"));
    command.args(["org.h2.tools.RunScript", "-url", "jdbc:h2:mem:shop", "-script"]).arg(&file);
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    trace
}

#[test]
fn leak_and_churn_of_a_program_that_others_wrote_are_followed_by_hints_alone() {
    let scratch = Scratch::new("database");
    let trace = without_windows(|| record_database(&scratch));
    let found = program::json(["find".as_ref(), trace.as_os_str(), "--json".as_ref()]);
    let field = found["findings"][0]["cut"]["fields"][0].as_str().expect("a field keeps it").to_owned();
    assert!(field.starts_with("org.h2."), "{found}");

    let mut window = Window::open(&[trace.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"].as_u64() > Some(5));
    window.focus();
    for id in ["memory-grows", "group-grows", "part-grows", "kept-alive"] {
        follow_bulb(&mut window, id);
    }
    let end = follow_bulb(&mut window, "where-to-cut");
    assert!(end["text"].as_str().is_some_and(|text| text.contains(&field)), "{field}: {end}");

    follow_bulb(&mut window, "much-dies");
    window.wait_for("what died", |state| state["phase"] == "exploring" && state["subject"] == "garbage");
    for id in ["dies-young", "young-types"] {
        follow_bulb(&mut window, id);
    }
    let end = follow_bulb(&mut window, "young-site");
    let text = end["text"].as_str().expect("it says something");
    assert!(["org.h2.expression.", "org.h2.value."].iter().any(|place| text.contains(place)), "{text}");
    window.wait_for("its building", |state| state["selection"].as_str().is_some_and(|key| key.contains("org.h2.")));
}

#[test]
fn what_dies_young_is_followed_to_the_line_that_makes_it() {
    let trace = root().join("data-samples/travel-shop-trace/travel-shop.mctrace");
    let mut window = Window::open(&[trace.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 14);
    window.focus();
    window.press("j");
    for id in ["dies-young", "young-types"] {
        follow_bulb(&mut window, id);
    }
    let hint = follow_bulb(&mut window, "young-site");
    let text = hint["text"].as_str().expect("it says something");
    assert!(
        text.contains("java.util.ArrayList.iterator(ArrayList.java:947)") && text.contains("travelshop.Truth.print(Truth.java:32)"),
        "{text}"
    );
    let shown = window.wait_for("the building", |state| {
        state["selection"].as_str().is_some_and(|key| key.ends_with("travelshop.Truth.print(Truth.java:32)"))
    });
    assert_eq!(shown["subject"], "garbage");
}
