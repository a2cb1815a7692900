//! Guided exploration in the real window: a mouse that presses the button of one hint after the other ends at the place in the code.

use serde_json::Value;
use tests::repository::root;
use tests::screen::{Button, Window};

/// Presses the first button of the hint that is open, which is about this, and returns what the window shows then.
fn follow(window: &mut Window, id: &str) -> Value {
    let state =
        window.wait_for(id, |state| state["hint"]["id"] == id && state["hint"]["buttons"][0].is_array() && state["moving"] == false);
    press(window, &state["hint"]["buttons"][0]);
    window.wait_for("that it is followed", |state| state["hint"]["id"] != id)
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
fn what_dies_young_is_followed_to_the_line_that_makes_it() {
    let trace = root().join("data-samples/travel-shop-trace/travel-shop.mctrace");
    let mut window = Window::open(&[trace.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 14);
    window.focus();
    window.press("j");
    let bulb = |state: &Value, id: &str| {
        state["bulbs"].as_array().and_then(|bulbs| Some(bulbs.iter().find(|bulb| bulb["id"] == id)?["at"].clone()))
    };
    let is_seen = |state: &Value, id: &str| bulb(state, id).is_some_and(|at| at.is_array());
    for id in ["dies-young", "young-types", "young-site"] {
        let state = window.wait_for(id, |state| state["phase"] == "exploring" && state["moving"] == false && is_seen(state, id));
        press(&mut window, &bulb(&state, id).expect("it is seen"));
        if id == "young-site" {
            let end = window.wait_for("the place", |state| state["hint"]["id"] == id);
            assert!(
                end["hint"]["text"].as_str().is_some_and(|text| text.contains("java.util.ArrayList.iterator(ArrayList.java:947)")
                    && text.contains("travelshop.Truth.print(Truth.java:32)")),
                "{}",
                end["hint"]
            );
        }
        follow(&mut window, id);
    }
    let shown = window.wait_for("the building", |state| {
        state["selection"].as_str().is_some_and(|key| key.ends_with("travelshop.Truth.print(Truth.java:32)"))
    });
    assert_eq!(shown["subject"], "garbage");
}
