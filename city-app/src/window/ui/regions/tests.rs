//! The whole window by keyboard, as screen readers see it, and whether its texts can be read.

use std::time::{Duration, Instant};

use bevy_egui::egui::accesskit::NodeId;
use egui_kittest::Harness;
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};

use super::*;
use crate::base::settings::Theme;
use crate::test_samples::travel_shop;
use crate::view::command::CityCommand;
use crate::view::state::{DrawerTab, Panel, ViewState};
use crate::window::ui::seen_texts::seen_texts;
use crate::window::ui::test_window::TestWindow;
use crate::window::ui::theme;

type Window = Harness<'static, TestWindow>;

/// Only a failure waits this long.
const PATIENCE: Duration = Duration::from_secs(120);

/// The window with a group selected, after what it works out in the background.
fn window(change: impl FnOnce(&mut ViewState)) -> Window {
    let session = travel_shop(&[]);
    let mut view = ViewState::default();
    view.for_new_dataset(session.evolution.points.len());
    view.selection = session.evolution.find_one("travelshop.business.Location").ok().into();
    change(&mut view);
    let mut harness = TestWindow::new(session, view).harness();
    let started = Instant::now();
    let mut quiet = 0;
    while quiet < 8 && started.elapsed() < PATIENCE {
        harness.step();
        // What works offers to stop it, or says how far it is.
        let works =
            harness.query_all_by_label_contains("Stop").next().is_some() || harness.query_all_by_label_contains(" %  ").next().is_some();
        quiet = if works { 0 } else { quiet + 1 };
        std::thread::sleep(Duration::from_millis(5));
    }
    harness
}

/// The tabs of the drawer, the settings, and everything folded.
fn situations() -> Vec<(String, Window)> {
    let tab = |tab: DrawerTab| (tab.name().to_owned(), window(|view| (view.panels.drawer, view.tab) = (true, tab)));
    let mut all: Vec<_> = DrawerTab::ALL.into_iter().map(tab).collect();
    all.push(("settings".to_owned(), window(|view| view.panels.settings = true)));
    let fold = |view: &mut ViewState| (view.panels.navigator, view.panels.inspector, view.panels.timeline) = (false, false, false);
    all.push(("folded".to_owned(), window(fold)));
    all
}

/// A thing that can be pressed: whether it takes the keyboard, what it is called, and its number.
fn pressable(window: &Window) -> Vec<(bool, String, NodeId)> {
    let nodes = window.root().children_recursive().map(|node| node.accesskit_node());
    // What scrolls follows the keyboard by itself.
    let pressable = |node: &AccessKitNode<'_>| node.data().supports_action(Action::Click) && node.role() != Role::ScrollBar;
    let nodes = nodes.filter(|node| pressable(node) && !node.is_hidden() && !node.is_disabled());
    nodes.map(|node| (node.data().supports_action(Action::Focus), node.label().unwrap_or_default(), node.locate().0)).collect()
}

fn focused_name(window: &Window) -> Option<String> {
    let node = window.root().children_recursive().find(|node| node.is_focused())?;
    node.accesskit_node().label()
}

/// The region around what has the keyboard.
fn focused_region(window: &Window) -> Option<String> {
    let node = window.root().children_recursive().find(|node| node.is_focused())?;
    if node.accesskit_node().role() == Role::Canvas {
        return Some("City".to_owned());
    }
    let mut around = node.parent();
    while let Some(node) = around {
        if node.accesskit_node().role() == Role::Region {
            return node.accesskit_node().label();
        }
        around = node.parent();
    }
    None
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run_steps(2);
}

#[test]
fn all_that_can_be_pressed_has_a_name_and_is_reached_by_tab() {
    for (what, mut window) in situations() {
        let controls = pressable(&window);
        assert!(controls.len() > 20, "{what}: {controls:?}");
        // The ring of shares repeats the rows beside it; rows are folded by the arrows of their table.
        let by_others = |name: &str| ["Shares by", "Fold ", "Unfold "].iter().any(|begin| name.starts_with(begin));
        let odd: Vec<_> = controls.iter().filter(|(focusable, name, _)| name.is_empty() || !focusable && !by_others(name)).collect();
        assert!(odd.is_empty(), "{what}: {odd:?}");
        let mut reached: Vec<NodeId> = Vec::new();
        press(&mut window, Key::Tab);
        let first = window.ctx.memory(|memory| memory.focused());
        for _ in 0..600 {
            window.run_steps(2);
            let focused = window.ctx.memory(|memory| memory.focused()).and_then(|id| window.ctx.read_response(id));
            let is_seen = focused.is_some_and(|focused| focused.interact_rect.is_positive());
            assert!(is_seen, "{what}: {:?} has the keyboard out of sight", focused_name(&window));
            assert!(focused_name(&window).is_some_and(|name| !name.is_empty()), "{what}: something without a name has the keyboard");
            reached.extend(window.ctx.memory(|memory| memory.focused()).map(|id| id.accesskit_id()));
            press(&mut window, Key::Tab);
            if window.ctx.memory(|memory| memory.focused()) == first {
                break;
            }
        }
        let missed: Vec<_> = controls.iter().filter(|(focusable, _, id)| *focusable && !reached.contains(id)).collect();
        assert!(missed.is_empty(), "{what}: Tab does not reach {missed:?}");
    }
}

#[test]
fn f6_goes_through_the_regions_and_back() {
    let mut window = window(|view| view.panels.drawer = true);
    let expected = ["Inspector", "Drawer", "Timeline", "Status bar", "Top bar", "Navigator", "City", "Inspector"];
    for region in expected {
        press(&mut window, Key::F6);
        assert_eq!(focused_region(&window).as_deref(), Some(region));
    }
    for region in expected.iter().rev().skip(1) {
        window.key_press_modifiers(Modifiers::SHIFT, Key::F6);
        window.run_steps(2);
        assert_eq!(focused_region(&window).as_deref(), Some(*region));
    }
}

#[test]
fn regions_have_names_and_the_city_tells_what_is_selected() {
    let window = window(|view| view.panels.drawer = true);
    let mut names: Vec<String> = window.query_all_by_role(Role::Region).filter_map(|node| node.accesskit_node().label()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Drawer", "Inspector", "Legend", "Navigator", "Status bar", "Timeline", "Top bar"]);
    let city = window.query_all_by_role(Role::Canvas).find_map(|node| node.accesskit_node().label()).expect("there is a city");
    assert!(city.starts_with("City of ") && city.contains("travelshop.business") && city.contains(" objects, "), "{city}");
}

#[test]
fn escape_gives_the_keyboard_back_to_the_city() {
    let mut window = window(|_| {});
    assert_eq!(keyboard(&window.ctx), Keyboard::City);
    press(&mut window, Key::Tab);
    press(&mut window, Key::Tab);
    assert_eq!(keyboard(&window.ctx), Keyboard::Control);
    press(&mut window, Key::Escape);
    assert_eq!(keyboard(&window.ctx), Keyboard::City);
    // With the city at the keyboard arrows stay there.
    press(&mut window, Key::F6);
    window.key_press_modifiers(Modifiers::SHIFT, Key::F6);
    window.run_steps(2);
    press(&mut window, Key::ArrowLeft);
    assert_eq!((focused_region(&window).as_deref(), keyboard(&window.ctx)), (Some("City"), Keyboard::City));
}

#[test]
fn the_row_of_a_table_is_told_and_has_its_menu_by_key() {
    let mut window = window(|view| (view.panels.drawer, view.tab) = (true, DrawerTab::Table));
    window.get_by_role(Role::TreeGrid).focus();
    window.run_steps(2);
    press(&mut window, Key::Home);
    press(&mut window, Key::ArrowDown);
    window.run_steps(2);
    let told = focused_name(&window).unwrap_or_default();
    assert!(told.starts_with("Rows: ") && told.contains("Objects"), "{told}");
    let list = window.ctx.memory(|memory| memory.focused());
    for event in menu_clicks(&window.ctx) {
        window.event(event);
    }
    window.run_steps(12);
    assert_eq!(focused_name(&window).as_deref(), Some("Fly to the building Enter"));
    assert_eq!(keyboard(&window.ctx), Keyboard::Menu);
    press(&mut window, Key::Escape);
    window.run_steps(3);
    assert_eq!(window.ctx.memory(|memory| memory.focused()), list, "the table has the keyboard again");
}

#[test]
fn a_click_within_one_frame_gives_a_table_the_keyboard() {
    let mut window = window(|view| (view.panels.drawer, view.tab) = (true, DrawerTab::Table));
    let row = window.get_by_role(Role::TreeGrid).rect().left_center();
    let button = |pressed| Event::PointerButton { pos: row, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    window.event(Event::PointerMoved(row));
    window.run_steps(2);
    window.input_mut().events.extend([button(true), button(false)]);
    window.step();
    window.run_steps(3);
    assert_eq!(focused_name(&window).map(|name| name.starts_with("Rows")), Some(true), "a slow picture holds press and release");
    assert_eq!(keyboard(&window.ctx), Keyboard::Typing);
}

#[test]
fn the_scale_of_the_interface_is_changed_by_its_setting_alone() {
    let mut window = window(|_| {});
    for key in [Key::Plus, Key::Plus, Key::Minus] {
        window.key_press_modifiers(Modifiers::COMMAND, key);
        window.run_steps(2);
        assert_eq!(window.ctx.zoom_factor(), 1.0, "{key:?}");
    }
}

#[test]
fn arrows_move_the_edge_of_a_panel() {
    let mut window = window(|view| view.panels.drawer = true);
    for (name, key, grows) in [
        ("Width of the navigator", Key::ArrowRight, Panel::Navigator),
        ("Width of the inspector", Key::ArrowLeft, Panel::Inspector),
        ("Height of the drawer", Key::ArrowUp, Panel::Drawer),
    ] {
        let before = window.state().free.last().map(|free| free.area());
        window.get_by_label(name).focus();
        window.run_steps(2);
        press(&mut window, key);
        let told = window.state().told.last().cloned();
        assert!(matches!(told, Some(CityCommand::Resize(panel, _)) if panel == grows), "{name}: {told:?}");
        assert!(window.state().free.last().map(|free| free.area()) < before, "{name}");
    }
}

#[test]
fn all_texts_on_the_screen_can_be_read_by_day_and_by_night() {
    for (what, mut window) in situations() {
        for theme in [Theme::Dark, Theme::Light] {
            theme::apply(&window.ctx, theme, true);
            window.run_steps(3);
            let seen = seen_texts(window.output());
            assert!(seen.len() > 20, "{what}: {}", seen.len());
            let faint: Vec<_> = seen.iter().filter(|seen| seen.contrast < 4.5).collect();
            assert!(faint.is_empty(), "{what}, {theme:?}: {faint:#?}");
        }
    }
}
