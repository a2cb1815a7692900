//! A user at work: what every command does to view and settings.

use analysis::{Metric, NodeIndex};

use super::*;
use crate::data::session::Session;
use crate::test_samples::travel_shop;
use crate::test_sessions::session;
use crate::view::history::{HistoryStep, Snapshot};
use crate::view::state::{DrawerTab, TimeCursor, ViewState};

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

    fn run(&mut self, commands: impl IntoIterator<Item = CityCommand>) {
        for command in commands {
            self.apply(command);
        }
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
    assert_eq!((desk.view.time.point, desk.view.playing, desk.view.selection.lead()), (0, false, None));
}

#[test]
fn the_selection_survives_time_steps() {
    let mut desk = Desk::new();
    desk.apply(CityCommand::Select(Some(B)));
    desk.apply(CityCommand::GoTo(2));
    assert_eq!(desk.view.selection.lead(), Some(B));
}

#[test]
fn nodes_are_added_to_the_selection_and_undone_one_by_one() {
    let mut desk = Desk::new();
    desk.run([CityCommand::Select(Some(A)), CityCommand::SelectAlso(B)]);
    assert_eq!((desk.view.selection.nodes(), desk.view.selection.lead()), (vec![A, B], Some(B)));
    desk.run([CityCommand::SelectAlso(B), CityCommand::SelectAlso(NodeIndex(99))]);
    assert_eq!(desk.view.selection.nodes(), [A], "a node that is not there is nothing");
    desk.run([CityCommand::SelectAll(vec![B, A]), CityCommand::Undo, CityCommand::Undo]);
    assert_eq!((desk.view.selection.nodes(), desk.view.selection.lead()), (vec![A, B], Some(B)));
    desk.run([CityCommand::Undo, CityCommand::Redo, CityCommand::Redo, CityCommand::Redo]);
    assert_eq!((desk.view.selection.nodes(), desk.view.selection.lead()), (vec![A, B], Some(A)), "who leads is undone, too");
}

#[test]
fn another_selection_drops_the_object_unless_it_was_selected_for_it() {
    let mut desk = Desk::new();
    desk.apply(CityCommand::SelectObject(Some(0x40)));
    desk.apply(CityCommand::SelectGroupOfObject(A));
    assert_eq!((desk.view.selection.lead(), desk.view.object), (Some(A), Some(0x40)));
    desk.apply(CityCommand::Select(Some(A)));
    assert_eq!(desk.view.object, Some(0x40), "nothing else was selected");
    desk.apply(CityCommand::Select(Some(B)));
    assert_eq!((desk.view.selection.lead(), desk.view.object), (Some(B), None));
    desk.apply(CityCommand::Undo);
    assert_eq!((desk.view.selection.lead(), desk.view.object), (Some(A), Some(0x40)));
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
    let needs = |desk: &mut Desk, act: &dyn Fn(&mut Desk)| {
        let before = desk.settings.clone();
        act(desk);
        before.needs_new_plan(&desk.settings)
    };
    assert!(!needs(&mut desk, &|desk| drop(desk.set(|s| s.non_solid_opacity = 0.0))));
    assert!(!needs(&mut desk, &|desk| drop(desk.set(|s| s.color = false))));
    assert!(needs(&mut desk, &|desk| drop(desk.set(|s| s.metric = Metric::Bytes))));
    assert!(needs(&mut desk, &|desk| drop(desk.set(|s| s.child_count = Some(3)))));
    assert!(needs(&mut desk, &|desk| drop(desk.apply(CityCommand::Undo))), "undo of such a change needs one, too");
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
    assert_eq!((desk.view.time.point, desk.view.selection.lead()), (0, Some(A)));
    desk.apply(CityCommand::Undo);
    assert_eq!(desk.view.selection.lead(), None);
    desk.apply(CityCommand::Undo);
    for _ in 0..3 {
        desk.apply(CityCommand::Redo);
    }
    assert_eq!((desk.view.time.point, desk.view.selection.lead(), desk.settings.color), (2, Some(A), false));
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
    assert_eq!(desk.view.selection.lead(), Some(B));
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
    assert!(desk.view.search.is_empty() && desk.view.selection.lead() == Some(A));
    desk.apply(CityCommand::Back);
    assert_eq!(desk.view.selection.lead(), None);
}

#[test]
fn without_a_selection_the_cause_of_what_was_found_is_followed() {
    let mut desk = Desk::new();
    assert!(desk.apply(CityCommand::FollowToCause).find_cause);
    assert_eq!(desk.view.selection.lead(), Some(A), "A grew most");
    desk.session = session(&[&[("A", 1)], &[("A", 1)]]);
    desk.view.selection = None.into();
    assert!(!desk.apply(CityCommand::FollowToCause).find_cause, "nothing was found");
}

#[test]
fn what_a_field_holds_directly_is_told_without_other_holders() {
    let mut desk = Desk::new();
    desk.apply(CityCommand::Select(Some(A)));
    show_chain(&mut desk.view, &desk.settings, &desk.session, vec![A], None);
    assert!(desk.view.chain.is_empty(), "nothing is known");
    show_chain(&mut desk.view, &desk.settings, &desk.session, vec![A], Some("thread main".into()));
    assert_eq!((desk.view.selection.lead(), desk.view.chain.len()), (Some(A), 1));
}

#[test]
fn a_query_opens_the_objects_of_the_whole_heap() {
    let mut desk = Desk::new();
    desk.apply(CityCommand::Select(Some(A)));
    desk.apply(CityCommand::Search("where size > 3".into()));
    desk.apply(CityCommand::PlayPause);
    assert!(desk.apply(CityCommand::FindObjects("where size > 3".into())).save_panels);
    let view = desk.view.clone();
    assert_eq!((view.selection.lead(), view.search.as_str(), view.object_query.text.as_str()), (None, "", "where size > 3"));
    assert!(!view.playing, "single objects belong to one point");
    assert_eq!((view.tab, view.panels.drawer), (DrawerTab::Objects, true));
    desk.apply(CityCommand::FindObjects("where size > 3".into()));
    assert_ne!(desk.view.object_query, view.object_query, "it was asked again");
    desk.apply(CityCommand::Back);
    assert_eq!((desk.view.object_query.text.as_str(), desk.view.panels.drawer), ("", true));
}

#[test]
fn a_chain_selects_its_end_and_stays_while_the_user_walks_along_it() {
    let mut desk = Desk::new();
    desk.apply(CityCommand::Select(Some(A)));
    assert!(desk.apply(CityCommand::FollowToCause).find_cause);
    let effects = show_chain(&mut desk.view, &desk.settings, &desk.session, vec![A, B], Some("static field MAP of class Cache".into()));
    assert_eq!((desk.view.selection.lead(), effects.camera), (Some(B), Some(CameraOrder::FlyTo(B))));
    desk.apply(CityCommand::Select(Some(A)));
    assert_eq!(desk.view.chain, [A, B]);
    assert_eq!(desk.view.chain_holder.as_deref(), Some("static field MAP of class Cache"));
    desk.apply(CityCommand::Select(Some(NodeIndex(0))));
    assert!(desk.view.chain.is_empty() && desk.view.chain_holder.is_none());
    for _ in 0..3 {
        desk.apply(CityCommand::Undo);
    }
    assert_eq!((desk.view.selection.lead(), desk.view.chain.len()), (Some(A), 0), "back to before the walk");
}

#[test]
fn nodes_that_do_not_exist_are_not_selected() {
    let mut desk = Desk::new();
    desk.apply(CityCommand::Select(Some(NodeIndex(77))));
    desk.apply(CityCommand::Hover(Some(NodeIndex(77))));
    assert_eq!((desk.view.selection.lead(), desk.view.hover), (None, None));
}

#[test]
fn files_and_cameras_are_left_to_the_shell() {
    let mut desk = Desk::new();
    let sample = ShellCommand::OpenSample("fig10".into());
    assert_eq!(desk.apply(sample.clone().into()).shell, Some(sample));
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

#[test]
fn what_was_found_is_told_once_and_frames_the_strongest_grower() {
    use crate::view::state::OpeningState;
    let mut desk = Desk::new();
    assert_eq!(desk.apply(CityCommand::TellOpening), Effects::default(), "nothing was opened");
    desk.view.for_new_dataset(3);
    assert_eq!(desk.apply(CityCommand::TellOpening).camera, Some(CameraOrder::Suggest(A)));
    assert_eq!((desk.view.opening, desk.view.selection.lead()), (OpeningState::Shown, None));
    assert_eq!(desk.apply(CityCommand::TellOpening), Effects::default());
    desk.apply(CityCommand::Back);
    assert_eq!(desk.view.opening, OpeningState::Done);
    for command in [CityCommand::CloseOpening, CityCommand::Select(Some(B)), ShellCommand::AskPicture.into()] {
        desk.view.for_new_dataset(3);
        desk.apply(CityCommand::TellOpening);
        desk.apply(command);
        assert_eq!(desk.view.opening, OpeningState::Done);
    }
    desk.view.for_new_dataset(3);
    desk.apply(CityCommand::Select(Some(B)));
    assert_eq!(desk.apply(CityCommand::TellOpening).camera, None, "the user was quicker");
}

#[test]
fn a_regrouping_is_undone_in_the_background_and_stopping_it_leaves_it_to_be_undone() {
    let (types, packages) = (travel_shop(&["type"]), travel_shop(&["package", "type"]));
    let by = |names: &[&str]| ShellCommand::Regroup(names.iter().map(ToString::to_string).collect());
    let (mut view, mut settings) = (ViewState { time: TimeCursor::at(1), ..ViewState::default() }, CitySettings::default());
    let node = types.evolution.find_one("java.util.HashMap$Node").expect("the sample holds it");
    let other = types.evolution.find_one("java.lang.String").expect("the sample holds it");
    for command in [CityCommand::Select(Some(node)), CityCommand::SelectAlso(other)] {
        apply(&mut view, &mut settings, &types, command);
    }
    let before = view.selection.clone();
    view.regroup(&types, &packages, &mut settings);
    apply(&mut view, &mut settings, &packages, CityCommand::Select(None));

    apply(&mut view, &mut settings, &packages, CityCommand::Undo);
    assert_eq!(view.selection.len(), 2, "the selection of the new grouping");
    let effects = apply(&mut view, &mut settings, &packages, CityCommand::Undo);
    assert_eq!(effects.shell, Some(by(&["type"])));
    apply(&mut view, &mut settings, &packages, ShellCommand::CancelJob.into());
    assert_eq!((view.pending_step, view.selection.len()), (None, 2), "nothing has happened");
    let effects = apply(&mut view, &mut settings, &packages, CityCommand::Undo);
    assert_eq!(effects.shell, Some(by(&["type"])));
    view.regroup(&packages, &types, &mut settings);
    assert_eq!((&view.selection, view.time.point, view.pending_step), (&before, 1, None));

    apply(&mut view, &mut settings, &types, CityCommand::Undo);
    assert_eq!(view.selection.nodes(), [node], "steps before it can be undone, too");
    apply(&mut view, &mut settings, &types, CityCommand::Redo);
    let effects = apply(&mut view, &mut settings, &types, CityCommand::Redo);
    assert_eq!(effects.shell, Some(by(&["package", "type"])));
    view.regroup(&types, &packages, &mut settings);
    assert!(!view.selection.is_empty() && view.history.can_redo());
    // A regrouping that is asked for meanwhile is one of its own.
    apply(&mut view, &mut settings, &packages, CityCommand::Undo);
    apply(&mut view, &mut settings, &packages, by(&["type"]).into());
    view.regroup(&packages, &types, &mut settings);
    assert!(!view.history.can_redo());
}

#[test]
fn ten_different_changes_are_undone_and_redone_one_by_one() {
    let mut desk = Desk::new();
    let set = |change: fn(&mut CitySettings)| {
        let mut settings = CitySettings::default();
        change(&mut settings);
        CityCommand::Set(Box::new(settings))
    };
    let changes = [
        CityCommand::Select(Some(A)),
        CityCommand::SelectAlso(B),
        CityCommand::GoTo(2),
        CityCommand::SelectObject(Some(0x40)),
        set(|settings| settings.theme = crate::base::settings::Theme::Light),
        CityCommand::Step(-1),
        CityCommand::FindObjects("where size > 10".into()),
        set(|settings| settings.metric = Metric::Bytes),
        // The query first, which was asked last.
        CityCommand::Back,
        CityCommand::SelectAll(vec![B, A]),
        set(|settings| settings.solid_count = 3),
    ];
    let mut views = vec![Snapshot::of(&desk.view, &desk.settings, &desk.session)];
    for change in changes {
        desk.apply(change.clone());
        let now = Snapshot::of(&desk.view, &desk.settings, &desk.session);
        assert_ne!(views.last(), Some(&now), "{change:?} changes nothing");
        views.push(now);
    }
    for (step, order) in [(HistoryStep::Undo, CityCommand::Undo), (HistoryStep::Redo, CityCommand::Redo)] {
        if step == HistoryStep::Undo {
            views.reverse();
        }
        for expected in &views[1..] {
            desk.apply(order.clone());
            assert_eq!(&Snapshot::of(&desk.view, &desk.settings, &desk.session), expected, "{step:?}");
        }
        assert!(desk.view.history.next(step).is_none());
        views.reverse();
    }
}

#[test]
fn undo_that_leads_back_to_the_newest_point_follows_it_again() {
    let mut desk = Desk::new();
    desk.run([CityCommand::GoTo(2), CityCommand::Select(Some(A)), CityCommand::GoTo(0)]);
    assert!(!desk.view.follow);
    desk.apply(CityCommand::Undo);
    assert_eq!((desk.view.time.point, desk.view.follow), (2, true));
}
