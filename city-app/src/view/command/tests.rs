//! A user at work: what every command does to view and settings.

use analysis::{Metric, NodeIndex};

use super::*;
use crate::answers::structures::{GROUPING, district_of};
use crate::data::point_range::PointRange;
use crate::data::session::Session;
use crate::test_samples::travel_shop;
use crate::test_sessions::session;
use crate::view::history::{HistoryStep, Snapshot};
use crate::view::playback::tick;
use crate::view::state::{DrawerTab, TimeCursor, ViewState};

/// A city of A and B over three points, and what a user does to it.
struct Shown {
    view: ViewState,
    settings: CitySettings,
    session: Session,
}

impl Shown {
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
    let mut shown = Shown::new();
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
        shown.apply(command.clone());
        assert_eq!(shown.view.time.point, point, "{command:?}");
    }
}

#[test]
fn an_empty_session_takes_every_command() {
    let mut shown = Shown { session: Session::default(), ..Shown::new() };
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
        shown.apply(command);
    }
    assert_eq!((shown.view.time.point, shown.view.playing, shown.view.selection.lead()), (0, false, None));
}

#[test]
fn the_selection_survives_time_steps() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(B)));
    shown.apply(CityCommand::GoTo(2));
    assert_eq!(shown.view.selection.lead(), Some(B));
}

#[test]
fn nodes_are_added_to_the_selection_and_undone_one_by_one() {
    let mut shown = Shown::new();
    shown.run([CityCommand::Select(Some(A)), CityCommand::SelectAlso(B)]);
    assert_eq!((shown.view.selection.nodes(), shown.view.selection.lead()), (vec![A, B], Some(B)));
    shown.run([CityCommand::SelectAlso(B), CityCommand::SelectAlso(NodeIndex(99))]);
    assert_eq!(shown.view.selection.nodes(), [A], "a node that is not there is nothing");
    shown.run([CityCommand::SelectAll(vec![B, A]), CityCommand::Undo, CityCommand::Undo]);
    assert_eq!((shown.view.selection.nodes(), shown.view.selection.lead()), (vec![A, B], Some(B)));
    shown.run([CityCommand::Undo, CityCommand::Redo, CityCommand::Redo, CityCommand::Redo]);
    assert_eq!((shown.view.selection.nodes(), shown.view.selection.lead()), (vec![A, B], Some(A)), "who leads is undone, too");
}

#[test]
fn another_selection_drops_the_object_unless_it_was_selected_for_it() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::SelectObject(Some(0x40)));
    shown.apply(CityCommand::SelectGroupOfObject(A));
    assert_eq!((shown.view.selection.lead(), shown.view.object), (Some(A), Some(0x40)));
    shown.apply(CityCommand::Select(Some(A)));
    assert_eq!(shown.view.object, Some(0x40), "nothing else was selected");
    shown.apply(CityCommand::Select(Some(B)));
    assert_eq!((shown.view.selection.lead(), shown.view.object), (Some(B), None));
    shown.apply(CityCommand::Undo);
    assert_eq!((shown.view.selection.lead(), shown.view.object), (Some(A), Some(0x40)));
}

#[test]
fn playing_at_the_end_starts_over_and_restart_goes_to_the_first_point() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::GoTo(2));
    shown.apply(CityCommand::PlayPause);
    assert_eq!((shown.view.time.point, shown.view.playing), (0, true));
    shown.apply(CityCommand::Step(1));
    shown.apply(CityCommand::Restart);
    assert_eq!((shown.view.time.point, shown.view.playing), (0, true));
    shown.apply(CityCommand::PlayPause);
    assert!(!shown.view.playing);
}

#[test]
fn only_metric_area_mode_and_child_count_need_a_new_plan() {
    let mut shown = Shown::new();
    let needs = |shown: &mut Shown, act: &dyn Fn(&mut Shown)| {
        let before = shown.settings.clone();
        act(shown);
        before.needs_new_plan(&shown.settings)
    };
    assert!(!needs(&mut shown, &|shown| drop(shown.set(|s| s.non_solid_opacity = 0.0))));
    assert!(!needs(&mut shown, &|shown| drop(shown.set(|s| s.color = false))));
    assert!(needs(&mut shown, &|shown| drop(shown.set(|s| s.metric = Metric::Bytes))));
    assert!(needs(&mut shown, &|shown| drop(shown.set(|s| s.child_count = Some(3)))));
    assert!(needs(&mut shown, &|shown| drop(shown.apply(CityCommand::Undo))), "undo of such a change needs one, too");
    assert_eq!(shown.set(|_| {}), Effects::default(), "nothing changed, nothing to do");
}

#[test]
fn a_second_city_shows_its_point_until_it_is_closed_and_both_rest() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::ShowBeside(Some(99)));
    assert_eq!(shown.view.beside, Some(2), "clamped to the axis");
    shown.apply(CityCommand::GoTo(1));
    assert_eq!((shown.view.beside, shown.view.time), (Some(2), TimeCursor { point: 1, from: 0, tween: 1.0 }));
    shown.apply(CityCommand::Select(Some(A)));
    shown.apply(CityCommand::Back);
    assert_eq!((shown.view.selection.lead(), shown.view.beside), (None, Some(2)), "the selection goes first");
    shown.apply(CityCommand::Back);
    assert_eq!(shown.view.beside, None);
    shown.apply(CityCommand::Undo);
    assert_eq!(shown.view.beside, Some(2));
}

#[test]
fn undo_and_redo_walk_through_selection_time_and_settings() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(A)));
    shown.apply(CityCommand::GoTo(2));
    shown.set(|s| s.color = false);
    shown.apply(CityCommand::Undo);
    assert!(shown.settings.color);
    shown.apply(CityCommand::Undo);
    assert_eq!((shown.view.time.point, shown.view.selection.lead()), (0, Some(A)));
    shown.apply(CityCommand::Undo);
    assert_eq!(shown.view.selection.lead(), None);
    shown.apply(CityCommand::Undo);
    for _ in 0..3 {
        shown.apply(CityCommand::Redo);
    }
    assert_eq!((shown.view.time.point, shown.view.selection.lead(), shown.settings.color), (2, Some(A), false));
}

#[test]
fn dragging_the_timeline_or_one_slider_is_one_undo_step() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::GoTo(1));
    shown.apply(CityCommand::GoTo(2));
    shown.set(|s| s.non_solid_opacity = 0.3);
    shown.set(|s| s.non_solid_opacity = 0.2);
    shown.apply(CityCommand::Undo);
    assert_eq!(shown.settings.non_solid_opacity, 0.4);
    shown.apply(CityCommand::Undo);
    assert_eq!(shown.view.time.point, 0);
    // Two switches of one flag are two steps.
    shown.set(|s| s.color = false);
    shown.set(|s| s.color = true);
    shown.apply(CityCommand::Undo);
    assert!(!shown.settings.color);
}

#[test]
fn a_new_change_forgets_what_could_be_redone() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(A)));
    shown.apply(CityCommand::Undo);
    shown.apply(CityCommand::Select(Some(B)));
    shown.apply(CityCommand::Redo);
    assert_eq!(shown.view.selection.lead(), Some(B));
    assert!(!shown.view.history.can_redo());
}

#[test]
fn back_closes_what_lies_on_top_before_it_deselects() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(A)));
    shown.apply(CityCommand::Search("b".into()));
    assert_eq!(shown.view.matches, [B]);
    shown.apply(CityCommand::Toggle(Panel::Help));
    shown.apply(CityCommand::Back);
    assert!(!shown.view.panels.help && !shown.view.matches.is_empty());
    shown.apply(CityCommand::Back);
    assert!(shown.view.search.is_empty() && shown.view.selection.lead() == Some(A));
    shown.apply(CityCommand::Back);
    assert_eq!(shown.view.selection.lead(), None);
}

#[test]
fn without_a_selection_the_cause_of_what_was_found_is_followed() {
    let mut shown = Shown::new();
    assert!(shown.apply(CityCommand::FollowToCause).find_cause);
    assert_eq!(shown.view.selection.lead(), Some(A), "A grew most");
    shown.session = session(&[&[("A", 1)], &[("A", 1)]]);
    shown.view.selection = None.into();
    assert!(!shown.apply(CityCommand::FollowToCause).find_cause, "nothing was found");
}

#[test]
fn what_a_field_holds_directly_is_told_without_other_holders() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(A)));
    show_chain(&mut shown.view, &shown.settings, &shown.session, vec![A], None);
    assert!(shown.view.chain.is_empty(), "nothing is known");
    show_chain(&mut shown.view, &shown.settings, &shown.session, vec![A], Some("thread main".into()));
    assert_eq!((shown.view.selection.lead(), shown.view.chain.len()), (Some(A), 1));
}

#[test]
fn a_query_opens_the_objects_of_the_whole_heap() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(A)));
    shown.apply(CityCommand::Search("where size > 3".into()));
    shown.apply(CityCommand::PlayPause);
    assert!(shown.apply(CityCommand::FindObjects("where size > 3".into())).save_panels);
    let view = shown.view.clone();
    assert_eq!((view.selection.lead(), view.search.as_str(), view.object_query.text.as_str()), (None, "", "where size > 3"));
    assert!(!view.playing, "single objects belong to one point");
    assert_eq!((view.tab, view.panels.drawer), (DrawerTab::Objects, true));
    shown.apply(CityCommand::FindObjects("where size > 3".into()));
    assert_ne!(shown.view.object_query, view.object_query, "it was asked again");
    shown.apply(CityCommand::Back);
    assert_eq!((shown.view.object_query.text.as_str(), shown.view.panels.drawer), ("", true));
}

#[test]
fn a_chain_selects_its_end_and_stays_while_the_user_walks_along_it() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(A)));
    assert!(shown.apply(CityCommand::FollowToCause).find_cause);
    let effects = show_chain(&mut shown.view, &shown.settings, &shown.session, vec![A, B], Some("static field MAP of class Cache".into()));
    assert_eq!((shown.view.selection.lead(), effects.camera), (Some(B), Some(CameraCommand::ShowWay)));
    let again = shown.apply(CityCommand::FollowToCause);
    assert_eq!((again.find_cause, again.camera, &shown.view.chain[..]), (false, Some(CameraCommand::ShowWay), &[A, B][..]));
    shown.apply(CityCommand::Select(Some(A)));
    assert_eq!(shown.view.chain, [A, B]);
    assert_eq!(shown.view.chain_holder.as_deref(), Some("static field MAP of class Cache"));
    shown.apply(CityCommand::Select(Some(B)));
    shown.apply(CityCommand::Back);
    assert_eq!((shown.view.selection.lead(), shown.view.chain.len()), (Some(A), 0), "where the way began");
    shown.apply(CityCommand::Undo);
    assert_eq!(shown.view.chain, [A, B]);
    shown.apply(CityCommand::Select(Some(NodeIndex(0))));
    assert!(shown.view.chain.is_empty() && shown.view.chain_holder.is_none());
    for _ in 0..4 {
        shown.apply(CityCommand::Undo);
    }
    assert_eq!((shown.view.selection.lead(), shown.view.chain.len()), (Some(A), 0), "back to before the walk");
}

#[test]
fn nodes_that_do_not_exist_are_not_selected() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::Select(Some(NodeIndex(77))));
    shown.apply(CityCommand::Hover(Some(NodeIndex(77))));
    assert_eq!((shown.view.selection.lead(), shown.view.hover), (None, None));
}

#[test]
fn files_and_cameras_are_left_to_the_shell() {
    let mut shown = Shown::new();
    let sample = ShellCommand::OpenSample("fig10".into());
    assert_eq!(shown.apply(sample.clone().into()).shell, Some(sample));
    assert_eq!(shown.apply(CityCommand::Camera(CameraCommand::BirdsEye)).camera, Some(CameraCommand::BirdsEye));
}

#[test]
fn going_to_the_last_point_follows_new_ones_and_any_other_does_not() {
    let mut shown = Shown::new();
    shown.apply(CityCommand::GoTo(2));
    assert!(shown.view.follow);
    shown.apply(CityCommand::Step(-1));
    assert!(!shown.view.follow);
}

#[test]
fn what_was_found_is_told_once_and_frames_the_strongest_grower() {
    use crate::view::state::OpeningState;
    let mut shown = Shown::new();
    assert_eq!(shown.apply(CityCommand::TellOpening), Effects::default(), "nothing was opened");
    shown.view.for_new_dataset(3);
    assert_eq!(shown.apply(CityCommand::TellOpening).camera, Some(CameraCommand::Suggest(A)));
    assert_eq!((shown.view.opening, shown.view.selection.lead()), (OpeningState::Shown, None));
    assert_eq!(shown.apply(CityCommand::TellOpening), Effects::default());
    shown.apply(CityCommand::Back);
    assert_eq!(shown.view.opening, OpeningState::Done);
    for command in [CityCommand::CloseOpening, CityCommand::Select(Some(B)), ShellCommand::AskPicture.into()] {
        shown.view.for_new_dataset(3);
        shown.apply(CityCommand::TellOpening);
        shown.apply(command);
        assert_eq!(shown.view.opening, OpeningState::Done);
    }
    shown.view.for_new_dataset(3);
    shown.apply(CityCommand::Select(Some(B)));
    assert_eq!(shown.apply(CityCommand::TellOpening).camera, None, "the user was quicker");
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
    let mut shown = Shown::new();
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
    let mut views = vec![Snapshot::of(&shown.view, &shown.settings, &shown.session)];
    for change in changes {
        shown.apply(change.clone());
        let now = Snapshot::of(&shown.view, &shown.settings, &shown.session);
        assert_ne!(views.last(), Some(&now), "{change:?} changes nothing");
        views.push(now);
    }
    for (step, command) in [(HistoryStep::Undo, CityCommand::Undo), (HistoryStep::Redo, CityCommand::Redo)] {
        if step == HistoryStep::Undo {
            views.reverse();
        }
        for expected in &views[1..] {
            shown.apply(command.clone());
            assert_eq!(&Snapshot::of(&shown.view, &shown.settings, &shown.session), expected, "{step:?}");
        }
        assert!(shown.view.history.next(step).is_none());
        views.reverse();
    }
}

#[test]
fn the_district_of_a_collection_is_shown_at_once_or_as_soon_as_the_city_has_one() {
    const OWNER: &str = "travelshop.business.JourneyService.SEARCH_CACHE";
    let by = |by: &[&str]| Session::clone(&travel_shop(by));
    let (mut shown, grouped) = (Shown { session: by(&[]), ..Shown::new() }, by(&[GROUPING]));
    let district = district_of(&grouped.evolution, OWNER).expect("it is grouped so");
    let ask = |shown: &mut Shown| shown.apply(CityCommand::ShowDistrict(OWNER.to_owned()));
    let regroup = ShellCommand::Regroup(vec![GROUPING.to_owned()]);
    // The next city is grouped by collections.
    assert_eq!(ask(&mut shown).shell, Some(regroup.clone()));
    let before = std::mem::replace(&mut shown.session, grouped);
    assert_eq!(shown.view.regroup(&before, &shown.session, &mut shown.settings), Some(district));
    assert_eq!(shown.view.selection.lead(), Some(district));
    assert_eq!(shown.view.awaited_district, None, "once");
    // Now there is a district at once, and none of what does not exist.
    shown.apply(CityCommand::Select(None));
    assert_eq!(ask(&mut shown), Effects { camera: Some(CameraCommand::FlyTo(district)), ..Effects::default() });
    assert_eq!(shown.view.selection.lead(), Some(district));
    assert_eq!(shown.apply(CityCommand::ShowDistrict("app.Nothing.ALL".to_owned())), Effects::default());
    // Another grouping was wanted meanwhile.
    let mut shown = Shown { session: before, ..Shown::new() };
    ask(&mut shown);
    shown.apply(ShellCommand::Regroup(vec!["Type".to_owned()]).into());
    assert_eq!(shown.view.awaited_district, None);
    // Its collection is told, too.
    let told = CityCommand::FollowHint(CityCommand::collection(OWNER, "java.util.HashMap").into());
    assert_eq!(shown.apply(told).shell, Some(regroup));
    assert_eq!((shown.view.tab, shown.view.panels.drawer), (DrawerTab::Structures, true));
}

#[test]
fn undo_that_leads_back_to_the_newest_point_follows_it_again() {
    let mut shown = Shown::new();
    shown.run([CityCommand::GoTo(2), CityCommand::Select(Some(A)), CityCommand::GoTo(0)]);
    assert!(!shown.view.follow);
    shown.apply(CityCommand::Undo);
    assert_eq!((shown.view.time.point, shown.view.follow), (2, true));
}

#[test]
fn a_stretch_of_time_is_selected_played_through_undone_and_let_go() {
    let points: Vec<[(&str, u64); 1]> = [4, 2, 3, 9, 5].map(|count| [("A", count)]).to_vec();
    let session = session(&points.iter().map(|point| &point[..]).collect::<Vec<_>>());
    let mut shown = Shown { session, ..Shown::new() };
    let some = PointRange { first: 1, last: 3 };
    shown.apply(CityCommand::SelectPoints(Some(PointRange::between(3, 1))));
    assert_eq!((shown.view.range, shown.view.time.point), (Some(some), 3), "growth shows at its end");
    // Playing goes through it, from its begin to its end.
    shown.apply(CityCommand::PlayPause);
    assert_eq!((shown.view.playing, shown.view.time.point), (true, 1));
    tick(&mut shown.view, &shown.settings, 5, 60.0);
    assert_eq!((shown.view.playing, shown.view.time.point), (false, 3));
    shown.apply(CityCommand::Restart);
    assert_eq!(shown.view.time.point, 1);
    // Whoever drags an edge takes one step back at once.
    shown.run([2, 3, 4].map(|last| CityCommand::SelectPoints(Some(PointRange { first: 2, last }))));
    assert_eq!(shown.view.range, Some(PointRange { first: 2, last: 4 }));
    shown.apply(CityCommand::Undo);
    assert_eq!((shown.view.range, shown.view.time.point), (Some(some), 1));
    // First the selected group is let go, then the stretch of time.
    shown.run([CityCommand::Select(Some(A)), CityCommand::Back]);
    assert_eq!(shown.view.range, Some(some));
    shown.apply(CityCommand::Back);
    assert_eq!(shown.view.range, None);
    // All points, or a single one, are no stretch of time.
    for range in [PointRange::whole(5), PointRange::between(2, 2), PointRange::between(7, 9)] {
        shown.apply(CityCommand::SelectPoints(Some(range)));
        assert_eq!(shown.view.range, None);
    }
}
