//! Keys become messages. One table for the program, the help sheet and the tests; keys that move the camera belong to
//! the camera.

use analysis::{MarkKind, Metric, Subject};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::building_keys::{BuildingStep, next_building};
use super::camera::{CityProjection, CityRig, roof_of};
use super::held_keys::HeldKeys;
use super::input_gate::InputGate;
use super::state::{AppPhase, CityMessage, CitySystems, FreeArea, LookRes, SessionRes, SettingsRes, ViewRes};
use super::ui::city_menu::CityMenu;
use crate::answers::places::markable_place;
use crate::base::settings::{CitySettings, INTERFACE_SCALE, SCALE_STEP};
use crate::data::input::annotations::Annotation;
use crate::data::session::Session;
use crate::view::command::{CameraCommand, CityCommand, ShellCommand};
use crate::view::opening::opening;
use crate::view::state::{DrawerTab, Panel, ViewState};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SearchFocus>().add_systems(Update, read_keys.in_set(CitySystems::Input).before(super::camera::steer_camera));
}

/// Somebody pressed Ctrl+F: the search box takes the keyboard when it is drawn next.
#[derive(Resource, Debug, Default)]
pub(super) struct SearchFocus {
    wanted: bool,
    /// What was typed since: with few frames per second a word is there before the box is.
    typed: String,
}

impl SearchFocus {
    /// What was typed after Ctrl+F, if the box is to take the keyboard now.
    pub(super) fn take(&mut self) -> Option<String> {
        std::mem::take(&mut self.wanted).then(|| std::mem::take(&mut self.typed))
    }

    fn type_key(&mut self, input: &KeyboardInput, held: HeldKeys) {
        match (&input.logical_key, &input.text) {
            (Key::Backspace, _) => {
                self.typed.pop();
            }
            (_, Some(text)) if !held.ctrl() => self.typed.extend(text.chars().filter(|letter| !letter.is_control())),
            _ => {}
        }
    }
}

/// A key with what must be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chord<'a> {
    key: &'a Key,
    ctrl: bool,
    shift: bool,
}

/// What a key does; `None` if it does nothing (here).
fn command_of(chord: Chord<'_>, view: &ViewState, settings: &CitySettings, session: &Session) -> Option<KeyAction> {
    let points = session.evolution.points.len();
    let set = |change: fn(&mut CitySettings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        CityCommand::Set(Box::new(settings))
    };
    let Chord { key, ctrl, shift } = chord;
    let command = match key {
        Key::F10 if shift => return Some(KeyAction::Menu),
        Key::ContextMenu => return Some(KeyAction::Menu),
        Key::PageDown => return Some(KeyAction::Building(BuildingStep::Ranks(1))),
        Key::PageUp => return Some(KeyAction::Building(BuildingStep::Ranks(-1))),
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown if ctrl => {
            let direction = match key {
                Key::ArrowLeft => Vec2::NEG_X,
                Key::ArrowRight => Vec2::X,
                Key::ArrowUp => Vec2::NEG_Y,
                _ => Vec2::Y,
            };
            return Some(KeyAction::Building(BuildingStep::Towards(direction)));
        }
        Key::ArrowLeft => CityCommand::Step(-1),
        Key::ArrowRight => CityCommand::Step(1),
        Key::Home => CityCommand::GoTo(view.range_of(points).first),
        Key::End => CityCommand::GoTo(view.range_of(points).last),
        Key::Space => CityCommand::PlayPause,
        Key::Escape => CityCommand::Back,
        Key::F1 => CityCommand::Toggle(Panel::Help),
        Key::F2 => CityCommand::Camera(CameraCommand::ToggleFly),
        Key::F8 => CityCommand::Toggle(Panel::Drawer),
        Key::F9 => CityCommand::Toggle(Panel::Navigator),
        Key::F10 => CityCommand::Toggle(Panel::Timeline),
        Key::F11 => CityCommand::Toggle(Panel::Inspector),
        Key::Character(text) => match (text.to_lowercase().as_str(), ctrl, shift) {
            ("f", true, _) => return Some(KeyAction::FocusSearch),
            ("z", true, false) => CityCommand::Undo,
            ("z", true, true) | ("y", true, _) => CityCommand::Redo,
            (",", true, _) => CityCommand::Toggle(Panel::Settings),
            ("o", true, _) => ShellCommand::AskFiles.into(),
            ("s", true, false) if points > 0 => ShellCommand::AskPicture.into(),
            ("s", true, true) if points > 0 => ShellCommand::AskRecording.into(),
            ("w", true, true) => ShellCommand::RequestWalk.into(),
            ("q", true, _) => ShellCommand::Quit.into(),
            ("+" | "=", true, _) => set(|s| s.interface_scale = (s.interface_scale * SCALE_STEP).min(*INTERFACE_SCALE.end())),
            ("-", true, _) => set(|s| s.interface_scale = (s.interface_scale / SCALE_STEP).max(*INTERFACE_SCALE.start())),
            ("0", true, _) => set(|s| s.interface_scale = CitySettings::default().interface_scale),
            (digit, true, _) if DrawerTab::of_key(digit).is_some() => CityCommand::ShowTab(DrawerTab::of_key(digit)?),
            (_, true, _) => return None,
            ("?", ..) => CityCommand::Toggle(Panel::Help),
            ("/", ..) => return Some(KeyAction::FocusSearch),
            ("f", ..) => {
                // Without a selection what was found when the city opened is meant, as it is by X.
                let found = || opening(session)?.node;
                CityCommand::Camera(CameraCommand::FlyTo(view.selection.enclosing(&session.evolution).or_else(found)?))
            }
            ("o", ..) => CityCommand::Camera(CameraCommand::Turn),
            ("r", ..) => CityCommand::Camera(CameraCommand::Reset),
            ("b", ..) => CityCommand::Camera(CameraCommand::BirdsEye),
            ("g", ..) => CityCommand::Toggle(Panel::Grouping),
            ("h", ..) => CityCommand::Toggle(Panel::Controls),
            ("j", ..) => {
                let other = if session.evolution.subject == Subject::Heap { Subject::Garbage } else { Subject::Heap };
                ShellCommand::Show(other, Vec::new()).into()
            }
            ("i", ..) => CityCommand::Toggle(Panel::Hints),
            ("n", ..) => CityCommand::Toggle(Panel::Minimap),
            ("l", ..) => CityCommand::Toggle(Panel::Legend),
            ("p", ..) => set(|s| s.show_pointers = !s.show_pointers),
            ("c", ..) => set(|s| s.color = !s.color),
            ("m", ..) => CityCommand::Set(Box::new(CitySettings { metric: next_metric(settings.metric, session), ..settings.clone() })),
            ("t", ..) => set(|s| {
                s.theme = match s.theme {
                    crate::base::settings::Theme::Dark => crate::base::settings::Theme::Light,
                    crate::base::settings::Theme::Light => crate::base::settings::Theme::Dark,
                };
            }),
            ("x", ..) => CityCommand::FollowToCause,
            ("u", ..) => {
                let place = markable_place(&session.evolution, view.selection.lead()?)?;
                let next = match session.annotations.marks.of(&place) {
                    None => Some(MarkKind::NotNeeded),
                    Some(MarkKind::NotNeeded) => Some(MarkKind::Needed),
                    Some(MarkKind::Needed) => None,
                };
                ShellCommand::Annotate(vec![Annotation::Mark(place, next)]).into()
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(KeyAction::Command(command))
}

/// The metric after this one that the input can show.
fn next_metric(metric: Metric, session: &Session) -> Metric {
    let at = Metric::ALL.iter().position(|&m| m == metric).unwrap_or(0);
    let mut following = Metric::ALL.into_iter().cycle().skip(at + 1).take(Metric::ALL.len());
    following.find(|&metric| session.offers(metric)).unwrap_or_default()
}

/// What a key leads to.
#[derive(Debug, Clone, PartialEq)]
enum KeyAction {
    Command(CityCommand),
    FocusSearch,
    /// Selects another building.
    Building(BuildingStep),
    /// Opens the menu of what is selected.
    Menu,
}

/// Keys that leave a text field although somebody types there.
fn works_while_typing(Chord { key, ctrl, shift }: Chord<'_>) -> bool {
    match key {
        Key::F10 if shift => false,
        Key::Escape | Key::F1 | Key::F8 | Key::F9 | Key::F10 | Key::F11 => true,
        Key::Character(digit) => ctrl && DrawerTab::of_key(digit).is_some(),
        _ => false,
    }
}

fn read_keys(
    mut keys: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut held: Local<HeldKeys>,
    gate: Res<InputGate>,
    (session, settings, view, phase): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>, Res<State<AppPhase>>),
    (rig, look, projection, free): (Res<CityRig>, Res<LookRes>, Res<CityProjection>, Res<FreeArea>),
    (mut focus, mut menu): (ResMut<SearchFocus>, ResMut<CityMenu>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut messages: MessageWriter<CityMessage>,
) {
    if lost.read().count() > 0 {
        *held = HeldKeys::default();
    }
    for input in keys.read() {
        held.take(input);
        let KeyboardInput { logical_key, state: ButtonState::Pressed, .. } = input else {
            continue;
        };
        // Chords with Alt belong to the panels.
        if gate.dialog_has_keyboard() || held.alt {
            continue;
        }
        if focus.wanted {
            focus.type_key(input, *held);
            continue;
        }
        // Held arrows go on stepping; everything else would flicker.
        let repeats = matches!(logical_key, Key::ArrowLeft | Key::ArrowRight | Key::PageDown | Key::PageUp);
        let chord = Chord { key: logical_key, ctrl: held.ctrl(), shift: held.shift };
        if input.repeat && !repeats || !gate.city_has_keyboard() && !works_while_typing(chord) {
            continue;
        }
        if *logical_key == Key::Escape && gate.escape_is_taken() {
            continue;
        }
        let lead = view.0.selection.lead();
        match command_of(chord, &view.0, &settings.0, &session.0) {
            Some(KeyAction::Building(step)) => {
                let next = next_building(&session.0, (&look.now, &projection), free.0, lead, step);
                messages.write_batch(next.map(|node| CityMessage(CityCommand::Select(Some(node)))));
            }
            Some(KeyAction::Menu) => {
                let building = lead.and_then(|node| look.now.buildings.get(session.0.building_with(node)?));
                let at = building.and_then(|building| projection.screen(roof_of(building))).unwrap_or(free.0.center());
                let at = at.clamp(free.0.min, free.0.max);
                if let Some(node) = lead {
                    menu.open_by_key(node, (at.x, at.y));
                }
            }
            Some(KeyAction::FocusSearch) if *phase.get() == AppPhase::Exploring => focus.wanted = true,
            Some(KeyAction::Command(CityCommand::Back)) if rig.is_flying() => {
                messages.write(CityMessage(CityCommand::Camera(CameraCommand::ToggleFly)));
            }
            Some(KeyAction::Command(CityCommand::Back)) if rig.is_turning() => {
                messages.write(CityMessage(CityCommand::Camera(CameraCommand::Turn)));
            }
            Some(KeyAction::Command(CityCommand::Back)) if *phase.get() == AppPhase::Loading => {
                messages.write(CityMessage(ShellCommand::CancelJob.into()));
            }
            Some(KeyAction::Command(CityCommand::Back)) if *phase.get() == AppPhase::Failed => {
                messages.write(CityMessage(ShellCommand::Close.into()));
            }
            Some(KeyAction::Command(CityCommand::Toggle(panel))) => {
                let width = windows.single().map_or(f32::MAX, |window| window.width() / settings.0.interface_scale);
                let panels = &view.0.panels;
                let panel = panels.key_toggles(panel, width, lead.is_some() || panels.settings);
                messages.write(CityMessage(CityCommand::Toggle(panel)));
            }
            Some(KeyAction::Command(command)) => {
                messages.write(CityMessage(command));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::input::PointHeaps;
    use crate::data::input::options::OpenOptions;
    use crate::test_sessions::session;

    fn press(key: Key, ctrl: bool, shift: bool) -> Option<KeyAction> {
        let session = session(&[&[("A", 1)][..]; 5]);
        command_of(Chord { key: &key, ctrl, shift }, &ViewState::default(), &CitySettings::default(), &session)
    }

    fn character(text: &str) -> Key {
        Key::Character(text.into())
    }

    #[test]
    fn the_keys_of_the_specification_do_what_it_says() {
        use CityCommand as C;
        for (key, command) in [
            (Key::ArrowLeft, C::Step(-1)),
            (Key::ArrowRight, C::Step(1)),
            (Key::Home, C::GoTo(0)),
            (Key::End, C::GoTo(4)),
            (Key::Space, C::PlayPause),
            (Key::Escape, C::Back),
            (character("r"), C::Camera(CameraCommand::Reset)),
            (character("o"), C::Camera(CameraCommand::Turn)),
            (character("b"), C::Camera(CameraCommand::BirdsEye)),
            (character("h"), C::Toggle(Panel::Controls)),
            (character("?"), C::Toggle(Panel::Help)),
            (Key::F2, C::Camera(CameraCommand::ToggleFly)),
            (Key::F8, C::Toggle(Panel::Drawer)),
        ] {
            assert_eq!(press(key.clone(), false, false), Some(KeyAction::Command(command)), "{key:?}");
        }
        for (key, change) in [("p", "show_pointers"), ("c", "color"), ("m", "metric")] {
            let Some(KeyAction::Command(C::Set(new))) = press(character(key), false, false) else { panic!("{key} sets nothing") };
            let (old, new) = (serde_json::json!(CitySettings::default()), serde_json::json!(*new));
            assert_ne!(old[change], new[change], "{key}");
        }
    }

    #[test]
    fn the_metric_goes_through_what_the_input_can_show() {
        let counts = session(&[&[("A", 1)]]);
        assert_eq!(next_metric(Metric::Objects, &counts), Metric::Bytes);
        assert_eq!(next_metric(Metric::Bytes, &counts), Metric::Objects, "trees without references have no deep sizes");
        let dumps = counts.with_heaps(Some(std::sync::Arc::new(PointHeaps::new(Vec::new(), OpenOptions::default()))));
        let mut metric = Metric::Objects;
        for expected in [Metric::Bytes, Metric::Deep, Metric::Retained, Metric::Objects] {
            metric = next_metric(metric, &dumps);
            assert_eq!(metric, expected);
        }
    }

    #[test]
    fn undo_redo_and_search_need_control() {
        assert_eq!(press(character("z"), true, false), Some(KeyAction::Command(CityCommand::Undo)));
        assert_eq!(press(character("Z"), true, true), Some(KeyAction::Command(CityCommand::Redo)));
        assert_eq!(press(character("z"), false, false), None);
        assert_eq!(press(character("f"), true, false), Some(KeyAction::FocusSearch));
        assert_eq!(press(character("o"), true, false), Some(KeyAction::Command(ShellCommand::AskFiles.into())));
        assert_eq!(press(character("s"), true, false), Some(KeyAction::Command(ShellCommand::AskPicture.into())));
        assert_eq!(press(character("S"), true, true), Some(KeyAction::Command(ShellCommand::AskRecording.into())));
        assert_eq!(press(character("W"), true, true), Some(KeyAction::Command(ShellCommand::RequestWalk.into())));
        assert_eq!(press(character("s"), false, false), None, "it walks");
    }

    #[test]
    fn what_is_typed_before_the_search_box_is_there_waits_for_it() {
        let key = |logical_key: Key, text: Option<&str>| KeyboardInput {
            key_code: KeyCode::KeyA,
            logical_key,
            state: ButtonState::Pressed,
            text: text.map(Into::into),
            repeat: false,
            window: Entity::PLACEHOLDER,
        };
        let mut focus = SearchFocus { wanted: true, ..SearchFocus::default() };
        focus.type_key(&key(character("P"), Some("P")), HeldKeys { shift: true, ..HeldKeys::default() });
        focus.type_key(&key(character("x"), Some("x")), HeldKeys::default());
        focus.type_key(&key(Key::Backspace, Some("\u{8}")), HeldKeys::default());
        focus.type_key(&key(character("z"), Some("\u{1a}")), HeldKeys { control: true, ..HeldKeys::default() });
        focus.type_key(&key(Key::Enter, Some("\r")), HeldKeys::default());
        focus.type_key(&key(character("e"), Some("e")), HeldKeys::default());
        assert_eq!(focus.take().as_deref(), Some("Pe"));
        assert_eq!(focus.take(), None);
    }

    #[test]
    fn control_and_a_number_open_a_tab_of_the_drawer() {
        for (key, tab) in [("1", DrawerTab::Findings), ("2", DrawerTab::Table), ("9", DrawerTab::Sql)] {
            assert_eq!(press(character(key), true, false), Some(KeyAction::Command(CityCommand::ShowTab(tab))));
        }
        assert_eq!(["0", "10"].map(DrawerTab::of_key), [None; 2]);
    }

    #[test]
    fn framing_means_the_selection_or_what_was_found() {
        let grown = session(&[&[("A", 1)], &[("A", 9)]]);
        let key = character("f");
        let chord = Chord { key: &key, ctrl: false, shift: false };
        let none = command_of(chord, &ViewState::default(), &CitySettings::default(), &Session::default());
        assert_eq!(none, None, "nothing is there");
        let found = command_of(chord, &ViewState::default(), &CitySettings::default(), &grown);
        assert_eq!(found, Some(KeyAction::Command(CityCommand::Camera(CameraCommand::FlyTo(analysis::NodeIndex(1))))));
    }

    #[test]
    fn keys_that_move_the_camera_are_left_alone() {
        for key in ["w", "a", "s", "d", "q", "e"] {
            assert_eq!(press(character(key), false, false), None);
        }
    }
}
