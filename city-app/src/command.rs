//! Orders to the view. Panels, keyboard, picking and tests all speak these; only [`apply`] changes view state.

use std::path::PathBuf;

use analysis::NodeIndex;

use crate::history::{ChangeKind, Snapshot};
use crate::search::find_nodes;
use crate::session::Session;
use crate::settings::CitySettings;
use crate::view_state::{Panel, ViewState};

/// How the camera should move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CameraOrder {
    /// Straight above, the whole root in view; a second time goes back (B).
    BirdsEye,
    /// Back to the first view (R).
    Reset,
    /// Fly to a building or district (F, double click, search hit).
    FlyTo(NodeIndex),
    /// Look at a place on the ground (plan metres) from where the camera is, as a click on the minimap asks.
    LookAt([f32; 2]),
    /// Switch mouse-look fly mode (F2).
    ToggleFly,
}

/// One order. Orders are values, so a session can be recorded, replayed and tested.
#[derive(Debug, Clone, PartialEq)]
pub enum CityCommand {
    /// Show a point, clamped to the axis.
    GoTo(usize),
    /// Step by this many points, clamped to the ends.
    Step(i64),
    /// Start or stop autoplay; at the last point it starts over.
    PlayPause,
    /// Back to the first point, playing goes on.
    Restart,
    /// Select a node or nothing.
    Select(Option<NodeIndex>),
    /// The pointer is over a node or nothing.
    Hover(Option<NodeIndex>),
    /// Replace the settings.
    Set(Box<CitySettings>),
    /// Search for text.
    Search(String),
    /// Move the camera.
    Camera(CameraOrder),
    /// Walk from the selection to who keeps it alive (MC-45).
    FollowToCause,
    /// Show or fold away a panel.
    Toggle(Panel),
    /// One step back: closes what lies on top, then the search, then the selection (Esc).
    Back,
    /// Open files or a folder in place of the current city.
    Open(Vec<PathBuf>),
    /// Open a sample by name (`fig10`, ...).
    OpenSample(String),
    /// Watch a JVM.
    Watch {
        /// Process id.
        pid: u32,
        /// Full heap dumps instead of histograms.
        dumps: bool,
    },
    /// Receive trees from a WebSocket server.
    Connect(String),
    /// Group a dump again by these classifiers.
    Regroup(Vec<String>),
    /// Undo the last change of selection, time or settings.
    Undo,
    /// Redo it.
    Redo,
    /// Cancel the running job.
    CancelJob,
    /// Back to the start screen.
    Close,
    /// Save a picture of the view.
    SavePicture(PathBuf),
    /// Write the settings to a preset file.
    ExportPreset(PathBuf),
    /// Read the settings from a preset file.
    ImportPreset(PathBuf),
    /// Leave the program.
    Quit,
}

/// What the shell has to do, because it takes time, files or a camera.
#[derive(Debug, Clone, PartialEq)]
pub enum Order {
    /// Read these paths as one dataset.
    Open(Vec<PathBuf>),
    /// Read a sample.
    OpenSample(String),
    /// Poll a JVM.
    Watch {
        /// Process id.
        pid: u32,
        /// Full heap dumps instead of histograms.
        dumps: bool,
    },
    /// Receive trees from a WebSocket server.
    Connect(String),
    /// Group the open dumps again.
    Regroup(Vec<String>),
    /// Stop the running job.
    CancelJob,
    /// Drop the city.
    Close,
    /// Write a picture.
    SavePicture(PathBuf),
    /// Write a preset file.
    ExportPreset(PathBuf),
    /// Read a preset file.
    ImportPreset(PathBuf),
    /// End the program.
    Quit,
}

/// What follows from a command beyond the changed view state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Effects {
    /// The settings changed so that plots move: the session needs a new plan.
    pub new_plan: bool,
    /// The settings changed: keep them for the next start.
    pub save_settings: bool,
    /// Which panels are open changed: keep that for the next start.
    pub save_panels: bool,
    /// The chain of holders of the selection is wanted; [`show_chain`] takes it.
    pub find_cause: bool,
    /// The camera has to move.
    pub camera: Option<CameraOrder>,
    /// Something for the shell.
    pub order: Option<Order>,
}

impl Effects {
    fn order(order: Order) -> Self {
        Self { order: Some(order), ..Self::default() }
    }

    fn camera(order: CameraOrder) -> Self {
        Self { camera: Some(order), ..Self::default() }
    }
}

/// Carries out one command on the view. Never fails: indices are clamped, unknown nodes are dropped, and a command that
/// makes no sense now (a step without points) changes nothing.
pub fn apply(view: &mut ViewState, settings: &mut CitySettings, session: &Session, command: CityCommand) -> Effects {
    let points = session.evolution.points.len();
    let before = snapshot(view, settings);
    match command {
        CityCommand::GoTo(point) => go_to(view, settings, before, point, points),
        CityCommand::Step(by) => {
            let now = i64::try_from(view.time.point).unwrap_or(i64::MAX);
            let point = usize::try_from(now.saturating_add(by)).unwrap_or(0);
            go_to(view, settings, before, point, points);
        }
        CityCommand::PlayPause => play_pause(view, settings, before, points),
        CityCommand::Restart => go_to(view, settings, before, 0, points),
        CityCommand::Select(node) => select(view, before, session, node),
        CityCommand::Hover(node) => view.hover = node.filter(|node| node.at() < session.evolution.nodes.len()),
        CityCommand::Set(new) => return set(view, settings, before, *new),
        CityCommand::Search(text) => {
            view.matches = find_nodes(session, settings.metric, &text);
            view.search = text;
        }
        CityCommand::Camera(order) => return Effects::camera(order),
        CityCommand::FollowToCause => return Effects { find_cause: view.selection.is_some(), ..Effects::default() },
        CityCommand::Toggle(panel) => {
            let flag = view.panels.flag(panel);
            *flag = !*flag;
            if panel == Panel::Settings && view.panels.settings {
                view.panels.inspector = true;
            }
            return Effects { save_panels: true, ..Effects::default() };
        }
        CityCommand::Back => back(view, before, session),
        CityCommand::Undo => {
            let snapshot = view.history.undo(before);
            return restore(view, settings, session, snapshot);
        }
        CityCommand::Redo => {
            let snapshot = view.history.redo(before);
            return restore(view, settings, session, snapshot);
        }
        CityCommand::Open(paths) => return Effects::order(Order::Open(paths)),
        CityCommand::OpenSample(name) => return Effects::order(Order::OpenSample(name)),
        CityCommand::Watch { pid, dumps } => return Effects::order(Order::Watch { pid, dumps }),
        CityCommand::Connect(url) => return Effects::order(Order::Connect(url)),
        CityCommand::Regroup(by) => return Effects::order(Order::Regroup(by)),
        CityCommand::CancelJob => return Effects::order(Order::CancelJob),
        CityCommand::Close => return Effects::order(Order::Close),
        CityCommand::SavePicture(path) => return Effects::order(Order::SavePicture(path)),
        CityCommand::ExportPreset(path) => return Effects::order(Order::ExportPreset(path)),
        CityCommand::ImportPreset(path) => return Effects::order(Order::ImportPreset(path)),
        CityCommand::Quit => return Effects::order(Order::Quit),
    }
    Effects::default()
}

fn snapshot(view: &ViewState, settings: &CitySettings) -> Snapshot {
    Snapshot { point: view.time.point, selection: view.selection, chain: view.chain.clone(), settings: settings.clone() }
}

fn go_to(view: &mut ViewState, settings: &CitySettings, before: Snapshot, point: usize, points: usize) {
    let point = point.min(points.saturating_sub(1));
    if point != view.time.point {
        view.history.record(before, ChangeKind::Time);
    }
    view.move_to(point, points, !settings.reduce_motion);
    view.follow = point + 1 == points;
}

fn play_pause(view: &mut ViewState, settings: &CitySettings, before: Snapshot, points: usize) {
    view.playing = !view.playing && points > 1;
    if view.playing {
        // One undo step brings back the point at which playing began.
        view.history.record(before, ChangeKind::Once);
        view.follow = false;
        if view.time.point + 1 >= points {
            view.move_to(0, points, !settings.reduce_motion);
        }
    }
}

fn select(view: &mut ViewState, before: Snapshot, session: &Session, node: Option<NodeIndex>) {
    let node = node.filter(|node| node.at() < session.evolution.nodes.len());
    if node == view.selection {
        return;
    }
    view.history.record(before, ChangeKind::Once);
    // Stepping along the chain keeps it; another selection begins another story.
    if !node.is_some_and(|node| view.chain.contains(&node)) {
        view.chain.clear();
    }
    view.selection = node;
}

/// Shows the chain of holders that was found for the selection (which is its first node) and goes to its end, the cause.
/// A chain without holders changes nothing.
pub fn show_chain(view: &mut ViewState, settings: &CitySettings, chain: Vec<NodeIndex>) -> Effects {
    let Some(&cause) = chain.last().filter(|_| chain.len() > 1) else {
        return Effects::default();
    };
    let before = snapshot(view, settings);
    view.history.record(before, ChangeKind::Once);
    view.chain = chain;
    view.selection = Some(cause);
    Effects::camera(CameraOrder::FlyTo(cause))
}

fn set(view: &mut ViewState, settings: &mut CitySettings, before: Snapshot, new: CitySettings) -> Effects {
    if new == *settings {
        return Effects::default();
    }
    view.history.record(before, change_of_settings(settings, &new));
    let new_plan = new.needs_new_plan(settings);
    *settings = new;
    Effects { new_plan, save_settings: true, ..Effects::default() }
}

/// A change that touches numbers only may be one step of a dragged slider; anything else is a step of its own.
fn change_of_settings(old: &CitySettings, new: &CitySettings) -> ChangeKind {
    let (Ok(serde_json::Value::Object(old)), Ok(serde_json::Value::Object(new))) = (serde_json::to_value(old), serde_json::to_value(new))
    else {
        return ChangeKind::Once;
    };
    let changed: Vec<_> = new.iter().filter(|(name, value)| old.get(*name) != Some(*value)).collect();
    if changed.iter().all(|(_, value)| value.is_number()) {
        ChangeKind::Numbers(changed.into_iter().map(|(name, _)| name.clone()).collect())
    } else {
        ChangeKind::Once
    }
}

fn back(view: &mut ViewState, before: Snapshot, session: &Session) {
    let panels = &mut view.panels;
    if panels.help {
        panels.help = false;
    } else if panels.warnings {
        panels.warnings = false;
    } else if !view.search.is_empty() {
        view.search.clear();
        view.matches.clear();
    } else if panels.settings {
        panels.settings = false;
    } else if panels.hints {
        panels.hints = false;
    } else {
        select(view, before, session, None);
    }
}

fn restore(view: &mut ViewState, settings: &mut CitySettings, session: &Session, snapshot: Option<Snapshot>) -> Effects {
    let Some(Snapshot { point, selection, chain, settings: restored }) = snapshot else {
        return Effects::default();
    };
    let points = session.evolution.points.len();
    view.playing = false;
    view.move_to(point, points, !settings.reduce_motion);
    view.selection = selection.filter(|node| node.at() < session.evolution.nodes.len());
    view.chain = chain;
    let changed = restored != *settings;
    let new_plan = restored.needs_new_plan(settings);
    *settings = restored;
    Effects { new_plan, save_settings: changed, ..Effects::default() }
}

#[cfg(test)]
mod tests {
    use analysis::Metric;

    use super::*;
    use crate::test_sessions::session;

    /// A city of A and B over three points, and what a user does to it.
    struct Desk {
        view: ViewState,
        settings: CitySettings,
        session: Session,
    }

    impl Desk {
        fn new() -> Self {
            let session = session(&[&[("A", 1), ("B", 5)], &[("A", 2), ("B", 5)], &[("A", 9), ("B", 5)]]);
            Self { view: ViewState::default(), settings: CitySettings::default(), session }
        }

        fn apply(&mut self, command: CityCommand) -> Effects {
            apply(&mut self.view, &mut self.settings, &self.session, command)
        }

        fn set(&mut self, change: impl FnOnce(&mut CitySettings)) -> Effects {
            let mut settings = self.settings.clone();
            change(&mut settings);
            self.apply(CityCommand::Set(Box::new(settings)))
        }
    }

    const A: NodeIndex = NodeIndex(1);
    const B: NodeIndex = NodeIndex(2);

    #[test]
    fn steps_stop_at_both_ends_and_do_not_wrap() {
        let mut desk = Desk::new();
        for (command, point) in [
            (CityCommand::Step(-1), 0),
            (CityCommand::Step(1), 1),
            (CityCommand::Step(7), 2),
            (CityCommand::Step(1), 2),
            (CityCommand::GoTo(99), 2),
            (CityCommand::GoTo(0), 0),
            (CityCommand::Step(i64::MAX), 2),
            (CityCommand::Step(i64::MIN), 0),
        ] {
            desk.apply(command.clone());
            assert_eq!(desk.view.time.point, point, "{command:?}");
        }
    }

    #[test]
    fn an_empty_session_takes_every_command() {
        let mut desk = Desk { session: Session::default(), ..Desk::new() };
        for command in [
            CityCommand::Step(1),
            CityCommand::GoTo(3),
            CityCommand::PlayPause,
            CityCommand::Restart,
            CityCommand::Select(Some(B)),
            CityCommand::Search("a".into()),
            CityCommand::FollowToCause,
            CityCommand::Undo,
            CityCommand::Back,
        ] {
            desk.apply(command);
        }
        assert_eq!((desk.view.time.point, desk.view.playing, desk.view.selection), (0, false, None));
    }

    #[test]
    fn the_selection_survives_time_steps() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::Select(Some(B)));
        desk.apply(CityCommand::GoTo(2));
        assert_eq!(desk.view.selection, Some(B));
    }

    #[test]
    fn playing_at_the_end_starts_over_and_restart_goes_to_the_first_point() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::GoTo(2));
        desk.apply(CityCommand::PlayPause);
        assert_eq!((desk.view.time.point, desk.view.playing), (0, true));
        desk.apply(CityCommand::Step(1));
        desk.apply(CityCommand::Restart);
        assert_eq!((desk.view.time.point, desk.view.playing), (0, true));
        desk.apply(CityCommand::PlayPause);
        assert!(!desk.view.playing);
    }

    #[test]
    fn only_metric_area_mode_and_child_count_need_a_new_plan() {
        let mut desk = Desk::new();
        assert!(!desk.set(|s| s.non_solid_opacity = 0.0).new_plan);
        assert!(!desk.set(|s| s.color = false).new_plan);
        assert!(desk.set(|s| s.metric = Metric::Bytes).new_plan);
        assert!(desk.set(|s| s.child_count = Some(3)).new_plan);
        assert!(desk.apply(CityCommand::Undo).new_plan, "undo of such a change needs one, too");
        assert_eq!(desk.set(|_| {}), Effects::default(), "nothing changed, nothing to do");
    }

    #[test]
    fn undo_and_redo_walk_through_selection_time_and_settings() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::Select(Some(A)));
        desk.apply(CityCommand::GoTo(2));
        desk.set(|s| s.color = false);
        desk.apply(CityCommand::Undo);
        assert!(desk.settings.color);
        desk.apply(CityCommand::Undo);
        assert_eq!((desk.view.time.point, desk.view.selection), (0, Some(A)));
        desk.apply(CityCommand::Undo);
        assert_eq!(desk.view.selection, None);
        desk.apply(CityCommand::Undo);
        for _ in 0..3 {
            desk.apply(CityCommand::Redo);
        }
        assert_eq!((desk.view.time.point, desk.view.selection, desk.settings.color), (2, Some(A), false));
    }

    #[test]
    fn dragging_the_timeline_or_one_slider_is_one_undo_step() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::GoTo(1));
        desk.apply(CityCommand::GoTo(2));
        desk.set(|s| s.non_solid_opacity = 0.3);
        desk.set(|s| s.non_solid_opacity = 0.2);
        desk.apply(CityCommand::Undo);
        assert_eq!(desk.settings.non_solid_opacity, 0.4);
        desk.apply(CityCommand::Undo);
        assert_eq!(desk.view.time.point, 0);
        // Two switches of one flag are two steps.
        desk.set(|s| s.color = false);
        desk.set(|s| s.color = true);
        desk.apply(CityCommand::Undo);
        assert!(!desk.settings.color);
    }

    #[test]
    fn a_new_change_forgets_what_could_be_redone() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::Select(Some(A)));
        desk.apply(CityCommand::Undo);
        desk.apply(CityCommand::Select(Some(B)));
        desk.apply(CityCommand::Redo);
        assert_eq!(desk.view.selection, Some(B));
        assert!(!desk.view.history.can_redo());
    }

    #[test]
    fn back_closes_what_lies_on_top_before_it_deselects() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::Select(Some(A)));
        desk.apply(CityCommand::Search("b".into()));
        assert_eq!(desk.view.matches, [B]);
        desk.apply(CityCommand::Toggle(Panel::Help));
        desk.apply(CityCommand::Back);
        assert!(!desk.view.panels.help && !desk.view.matches.is_empty());
        desk.apply(CityCommand::Back);
        assert!(desk.view.search.is_empty() && desk.view.selection == Some(A));
        desk.apply(CityCommand::Back);
        assert_eq!(desk.view.selection, None);
    }

    #[test]
    fn a_chain_selects_its_end_and_stays_while_the_user_walks_along_it() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::Select(Some(A)));
        assert!(desk.apply(CityCommand::FollowToCause).find_cause);
        let effects = show_chain(&mut desk.view, &desk.settings, vec![A, B]);
        assert_eq!((desk.view.selection, effects.camera), (Some(B), Some(CameraOrder::FlyTo(B))));
        desk.apply(CityCommand::Select(Some(A)));
        assert_eq!(desk.view.chain, [A, B]);
        desk.apply(CityCommand::Select(Some(NodeIndex(0))));
        assert!(desk.view.chain.is_empty());
        for _ in 0..3 {
            desk.apply(CityCommand::Undo);
        }
        assert_eq!((desk.view.selection, desk.view.chain.len()), (Some(A), 0), "back to before the walk");
    }

    #[test]
    fn nodes_that_do_not_exist_are_not_selected() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::Select(Some(NodeIndex(77))));
        desk.apply(CityCommand::Hover(Some(NodeIndex(77))));
        assert_eq!((desk.view.selection, desk.view.hover), (None, None));
    }

    #[test]
    fn files_and_cameras_are_left_to_the_shell() {
        let mut desk = Desk::new();
        assert_eq!(desk.apply(CityCommand::OpenSample("fig10".into())).order, Some(Order::OpenSample("fig10".into())));
        assert_eq!(desk.apply(CityCommand::Camera(CameraOrder::BirdsEye)).camera, Some(CameraOrder::BirdsEye));
    }

    #[test]
    fn going_to_the_last_point_follows_new_ones_and_any_other_does_not() {
        let mut desk = Desk::new();
        desk.apply(CityCommand::GoTo(2));
        assert!(desk.view.follow);
        desk.apply(CityCommand::Step(-1));
        assert!(!desk.view.follow);
    }
}
