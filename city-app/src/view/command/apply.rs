//! What each command does to the view.

use std::sync::Arc;

use analysis::NodeIndex;

use super::{CameraCommand, CityCommand, Effects, ShellCommand};
use crate::answers::structures::{GROUPING, district_of, has_districts};
use crate::base::settings::CitySettings;
use crate::data::point_range::PointRange;
use crate::data::session::Session;
use crate::view::history::{ChangeKind, HistoryStep, Snapshot};
use crate::view::opening::opening;
use crate::view::over_time::OverTimeView;
use crate::view::search::find_nodes;
use crate::view::selection::Selection;
use crate::view::state::OpeningState;
use crate::view::state::{DrawerTab, Panel, ViewState};
use crate::view::typed_query::is_query;

/// Carries out one command on the view. Never fails: indices are clamped, unknown nodes are dropped, and a command that
/// makes no sense now (a step without points) changes nothing.
pub fn apply(view: &mut ViewState, settings: &mut CitySettings, session: &Session, command: CityCommand) -> Effects {
    let points = session.evolution.points.len();
    let before = Snapshot::of(view, settings, session);
    match command {
        CityCommand::GoTo(point) => go_to(view, settings, before, point, points),
        CityCommand::Step(by) => {
            let now = i64::try_from(view.time.point).unwrap_or(i64::MAX);
            let point = usize::try_from(now.saturating_add(by)).unwrap_or(0);
            go_to(view, settings, before, point, points);
        }
        CityCommand::PlayPause => play_pause(view, settings, before, points),
        CityCommand::Restart => {
            let first = view.range_of(points).first;
            go_to(view, settings, before, first, points);
        }
        CityCommand::ShowBeside(beside) => {
            let beside = beside.map(|beside| beside.min(points.saturating_sub(1)));
            if beside != view.beside {
                view.history.record(before, ChangeKind::Once);
            }
            (view.beside, view.time.tween) = (beside, 1.0);
        }
        CityCommand::SelectPoints(range) => select_points(view, settings, before, range, points),
        CityCommand::SeeTime(seen) => view.seen_time = seen,
        CityCommand::Select(node) => select(view, before, session, node.into()),
        CityCommand::SelectAlso(node) => {
            let joint = view.selection.toggled(node);
            select(view, before, session, joint);
        }
        CityCommand::SelectAll(nodes) => select(view, before, session, nodes.into_iter().collect()),
        CityCommand::SelectGroupOfObject(node) => {
            let object = view.object;
            select(view, before, session, node.into());
            view.object = object;
        }
        CityCommand::SelectObject(object) => select_object(view, before, object),
        CityCommand::Hover(node) => {
            view.hover = node.filter(|node| node.at() < session.evolution.nodes.len());
            view.hovered_block = None;
        }
        CityCommand::HoverBlock(district) => {
            view.hover = None;
            view.hovered_block = Some(district).filter(|&district| session.block_of(district).is_some());
        }
        CityCommand::ShowAllOf(district, all) => {
            let Some(node) = session.evolution.nodes.get(district.at()) else { return Effects::default() };
            let mut new = settings.clone();
            if all {
                new.opened.insert(node.key.to_string());
            } else {
                new.opened.remove(&*node.key);
            }
            return set(view, settings, before, new);
        }
        CityCommand::Set(new) => return set(view, settings, before, *new),
        CityCommand::Search(text) => {
            view.matches = if is_query(&text) { Vec::new() } else { find_nodes(session, session.metric, &text) };
            view.search = text;
        }
        CityCommand::Camera(command) => return Effects::camera(command),
        // Who is on the way sees all of it again.
        CityCommand::FollowToCause if view.selection.lead().is_some_and(|node| view.chain.contains(&node)) => {
            return Effects::camera(CameraCommand::ShowWay);
        }
        CityCommand::FollowToCause => {
            // Without a selection what was found when the city opened is meant.
            if view.selection.is_empty() {
                select(view, before, session, opening(session).and_then(|found| found.node).into());
            }
            return Effects { find_cause: !view.selection.is_empty(), ..Effects::default() };
        }
        CityCommand::TellOpening => return tell_opening(view, session),
        CityCommand::CloseOpening => view.opening = OpeningState::Done,
        CityCommand::Toggle(panel) => {
            let flag = view.panels.flag(panel);
            *flag = !*flag;
            if panel == Panel::Settings && view.panels.settings {
                view.panels.inspector = true;
            }
            return Effects { save_panels: true, ..Effects::default() };
        }
        CityCommand::Resize(panel, size) => {
            let kept = view.panels.sizes.size(panel);
            return Effects { save_panels: kept.map(|kept| *kept = Some(size)).is_some(), ..Effects::default() };
        }
        CityCommand::ShowTab(tab) => return show_tab(view, tab),
        CityCommand::Chart(charts) => chart(view, before, *charts),
        CityCommand::Trees(trees, group) => {
            let group = group.filter(|&group| group.at() < session.evolution.nodes.len() && view.selection.lead() != Some(group));
            if *trees != view.trees || group.is_some() {
                view.history.record(before, ChangeKind::Once);
            }
            view.trees = *trees;
            group.into_iter().for_each(|group| take_selection(view, group.into()));
        }
        CityCommand::ShowFinding(finding) => {
            view.finding = finding;
            return show_tab(view, DrawerTab::Findings);
        }
        CityCommand::ShowCollection(collection) => {
            view.collection = Some(*collection);
            return show_tab(view, DrawerTab::Structures);
        }
        CityCommand::ShowDistrict(owner) => return show_district(view, before, session, owner),
        CityCommand::FindObjects(query) => {
            view.history.record(before, ChangeKind::Once);
            take_selection(view, Selection::default());
            view.search.clear();
            view.matches.clear();
            view.object_query = view.object_query.then(query);
            // Single objects belong to one point.
            view.playing = false;
            return apply(view, settings, session, CityCommand::ShowTab(DrawerTab::Objects));
        }
        CityCommand::OpenHint(hint) => view.hint = hint,
        CityCommand::Guide(on) => (view.guided, view.hint) = (on, None),
        CityCommand::FollowHint(commands) => return follow_hint(view, settings, session, before, commands),
        CityCommand::Back => back(view, before, session),
        CityCommand::Undo => return step(view, settings, session, before, HistoryStep::Undo),
        CityCommand::Redo => return step(view, settings, session, before, HistoryStep::Redo),
        CityCommand::Shell(command) => {
            match command {
                // A picture shows the city and not what is said about it.
                ShellCommand::AskPicture => view.opening = OpeningState::Done,
                // A step of the history that was on its way has been overtaken, and so has the way to a district.
                ShellCommand::Regroup(_) | ShellCommand::Show(..) | ShellCommand::CancelJob => {
                    (view.pending_step, view.awaited_district) = (None, None);
                }
                _ => {}
            }
            return Effects { shell: Some(command), ..Effects::default() };
        }
    }
    Effects::default()
}

fn go_to(view: &mut ViewState, settings: &CitySettings, before: Snapshot, point: usize, points: usize) {
    let point = point.min(points.saturating_sub(1));
    if point != view.time.point {
        view.history.record(before, ChangeKind::Time);
    }
    view.move_to(point, points, !settings.reduce_motion);
    view.follow = point + 1 == points;
}

fn select_points(view: &mut ViewState, settings: &CitySettings, before: Snapshot, range: Option<PointRange>, points: usize) {
    let range = range.and_then(|range| range.as_part_of(points));
    if range == view.range {
        return;
    }
    view.history.record(before, ChangeKind::Range);
    view.range = range;
    if let Some(range) = range {
        view.move_to(range.last, points, !settings.reduce_motion);
        view.follow = false;
    }
}

fn play_pause(view: &mut ViewState, settings: &CitySettings, before: Snapshot, points: usize) {
    view.playing = !view.playing && points > 1;
    if view.playing {
        // One undo step brings back the point at which playing began.
        view.history.record(before, ChangeKind::Once);
        view.follow = false;
        let range = view.range_of(points);
        if view.time.point >= range.last || view.time.point < range.first {
            view.move_to(range.first, points, !settings.reduce_motion);
        }
    }
}

fn select(view: &mut ViewState, before: Snapshot, session: &Session, selection: Selection) {
    let selection = selection.map(|node| Some(node).filter(|node| node.at() < session.evolution.nodes.len()));
    if selection == view.selection {
        return;
    }
    view.history.record(before, ChangeKind::Once);
    take_selection(view, selection);
}

fn show_district(view: &mut ViewState, before: Snapshot, session: &Session, owner: String) -> Effects {
    if let Some(node) = district_of(&session.evolution, &owner) {
        select(view, before, session, node.into());
        return Effects::camera(CameraCommand::FlyTo(node));
    }
    // Where others keep everything, too, a city of collections has no district.
    if has_districts(&session.evolution) {
        return Effects::default();
    }
    (view.pending_step, view.awaited_district) = (None, Some(owner));
    Effects { shell: Some(ShellCommand::Regroup(vec![GROUPING.to_owned()])), ..Effects::default() }
}

fn take_selection(view: &mut ViewState, selection: Selection) {
    // Who selects something has found the way.
    view.opening = OpeningState::Done;
    // Stepping along the chain keeps it; another selection begins another story.
    if selection.is_joint() || !selection.lead().is_some_and(|node| view.chain.contains(&node)) {
        forget_way(view);
    }
    view.selection = selection;
    view.object = None;
}

fn forget_way(view: &mut ViewState) {
    view.chain.clear();
    view.chain_holder = None;
}

fn select_object(view: &mut ViewState, before: Snapshot, object: Option<u64>) {
    if object != view.object {
        view.history.record(before, ChangeKind::Once);
        view.object = object;
    }
}

fn tell_opening(view: &mut ViewState, session: &Session) -> Effects {
    if view.opening != OpeningState::Waiting {
        return Effects::default();
    }
    let found = opening(session).filter(|_| view.selection.is_empty());
    view.opening = if found.is_some() { OpeningState::Shown } else { OpeningState::Done };
    Effects { camera: found.and_then(|found| found.node).map(CameraCommand::Suggest), ..Effects::default() }
}

/// Shows the chain of holders that was found for the selection (which is its first node) and goes to its end, the cause.
/// `holder` is what the JVM holds behind it. A chain without holders changes nothing.
pub fn show_chain(
    view: &mut ViewState,
    settings: &CitySettings,
    session: &Session,
    chain: Vec<NodeIndex>,
    holder: Option<Arc<str>>,
) -> Effects {
    let Some(&cause) = chain.last().filter(|_| chain.len() > 1 || holder.is_some()) else {
        return Effects::default();
    };
    let before = Snapshot::of(view, settings, session);
    view.history.record(before, ChangeKind::Once);
    view.chain = chain;
    view.chain_holder = holder;
    view.selection = cause.into();
    Effects::camera(CameraCommand::ShowWay)
}

fn set(view: &mut ViewState, settings: &mut CitySettings, before: Snapshot, new: CitySettings) -> Effects {
    if new == *settings {
        return Effects::default();
    }
    view.history.record(before, change_of_settings(settings, &new));
    *settings = new;
    Effects { save_settings: true, ..Effects::default() }
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
    } else if panels.grouping {
        panels.grouping = false;
    } else if view.hint.is_some() {
        view.hint = None;
    } else if view.opening == OpeningState::Shown {
        view.opening = OpeningState::Done;
    } else if !view.search.is_empty() {
        view.search.clear();
        view.matches.clear();
    } else if panels.drawer && view.tab == DrawerTab::Objects && !view.object_query.text.is_empty() {
        view.history.record(before, ChangeKind::Once);
        view.object_query = view.object_query.then(String::new());
    } else if panels.settings {
        panels.settings = false;
    } else if panels.controls {
        panels.controls = false;
    } else if view.selection.is_empty() && view.beside.is_some() {
        view.history.record(before, ChangeKind::Once);
        view.beside = None;
    } else if view.selection.is_empty() && view.range.is_some() {
        view.history.record(before, ChangeKind::Once);
        view.range = None;
    } else if let Some(start) = view.chain.first().copied() {
        // Who leaves a way is where it began.
        forget_way(view);
        select(view, before, session, start.into());
    } else {
        select(view, before, session, Selection::default());
    }
}

/// All commands in a row, as one step of the history.
fn follow_hint(
    view: &mut ViewState,
    settings: &mut CitySettings,
    session: &Session,
    before: Snapshot,
    commands: Vec<CityCommand>,
) -> Effects {
    view.hint = None;
    view.opening = OpeningState::Done;
    let steps = view.history.steps();
    let all = commands.into_iter().map(|command| apply(view, settings, session, command));
    let effects = all.fold(Effects::default(), Effects::then);
    if before != Snapshot::of(view, settings, session) {
        view.history.join_since(steps, before);
    }
    effects
}

fn chart(view: &mut ViewState, before: Snapshot, charts: OverTimeView) {
    if charts != view.over_time {
        let is_drag = charts.is_but_for_counts(&view.over_time);
        view.history.record(before, if is_drag { ChangeKind::ChartCounts } else { ChangeKind::Once });
        view.over_time = charts;
    }
}

/// Opens the drawer at a tab.
fn show_tab(view: &mut ViewState, tab: DrawerTab) -> Effects {
    view.tab = tab;
    let opened = !std::mem::replace(&mut view.panels.drawer, true);
    Effects { save_panels: opened, ..Effects::default() }
}

/// Goes to another view of the history. One of another grouping is there when the heap dumps have been grouped so again, in
/// the background; stopped before, it stays the next one.
fn step(view: &mut ViewState, settings: &mut CitySettings, session: &Session, before: Snapshot, step: HistoryStep) -> Effects {
    let Some(there) = view.history.next(step) else {
        return Effects::default();
    };
    let subject = session.evolution.subject;
    if there.grouping != session.grouping() || there.subject != subject {
        let by = there.grouping.clone();
        let regroup = if there.subject == subject { ShellCommand::Regroup(by) } else { ShellCommand::Show(there.subject, by) };
        (view.pending_step, view.awaited_district) = (Some(step), None);
        return Effects { shell: Some(regroup), ..Effects::default() };
    }
    let old = settings.clone();
    if let Some(there) = view.history.go(step, before) {
        there.restore(view, settings, session);
    }
    Effects { save_settings: *settings != old, ..Effects::default() }
}
