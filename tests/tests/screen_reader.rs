//! The real window as a screen reader of the desktop is told of it: the names of its parts, what has the keyboard, and buttons that it
//! presses.

use serde_json::Value;
use tests::repository::root;
use tests::screen::Window;
use tests::screen_reader::ReaderSession;

#[test]
fn a_screen_reader_reads_the_window_follows_the_keyboard_and_presses_buttons() {
    let session = ReaderSession::start();
    let sample = root().join("data-samples/fig10");
    let mut window = Window::open_in(&session, &[sample.as_os_str()]);
    window.wait_for("the city", |state| state["phase"] == "exploring" && state["points"] == 23);
    let mut parts = ["Top bar", "Navigator", "Inspector", "Timeline", "Status bar", "Legend"].map(|part| ("landmark", part)).to_vec();
    parts.extend([("frame", "Memory City"), ("slider", "Timeline")]);
    parts.push(("canvas", "City of 30 buildings at point 23 of 23; nothing is selected"));
    let told = window.wait_until("every part of the window", || {
        Some(session.read()).filter(|all| parts.iter().all(|(role, name)| named(all, role, name).is_some()))
    });
    for thing in &told {
        let role = thing["role"].as_str().unwrap_or_default();
        let is_pressed = role.contains("button") || ["check box", "slider", "entry", "combo box"].contains(&role);
        assert!(!is_pressed || thing["name"] != "", "a nameless {role}: {told:#?}");
    }

    // A window at rest hears at once.
    window.wait_until("a button of the strongest growth", || session.press("Person +"));
    window.wait_for("the selection", |state| state["selection"].as_str().is_some_and(|key| key.ends_with("Person")));
    window.wait_until("the selection in words", || {
        let words = "City of 30 buildings at point 23 of 23; selected: Heap -> Package: demo -> Type: Person, 10,350 objects";
        named(&session.read(), "canvas", words).map(|_| ())
    });
    window.focus();
    window.press("Tab");
    let first = window.wait_until("what has the keyboard", || focused(&session.read()));
    window.press("Tab");
    window.wait_until("the next one", || focused(&session.read()).filter(|name| *name != first));
}

/// The thing of this role whose name begins so.
fn named<'a>(all: &'a [Value], role: &str, begin: &str) -> Option<&'a Value> {
    all.iter().find(|thing| thing["role"] == role && thing["name"].as_str().is_some_and(|name| name.starts_with(begin)))
}

fn focused(all: &[Value]) -> Option<String> {
    let thing = all.iter().find(|thing| thing["focused"] == true)?;
    thing["name"].as_str().filter(|name| !name.is_empty()).map(str::to_owned)
}
