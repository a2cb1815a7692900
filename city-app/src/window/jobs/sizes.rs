//! Deep and retained sizes while the city is shown: started when the metric or a panel asks for them, sent to the view when
//! they fit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Metric, NodeIndex, SizeKind};
use bevy::prelude::*;

use super::super::arrival::Arrival;
use super::super::camera::CityRig;
use super::super::state::{AppPhase, ApplySystems, CitySystems, SessionRes, SettingsRes, ShellMessage, StatusNote, ViewRes};
use crate::base::settings::CitySettings;
use crate::data::growing_city::Pace;
use crate::data::session::Session;
use crate::data::sizing::Sizing;
use crate::view::command::ShellCommand;
use crate::window::jobs::work::{Arriving, Jobs};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sizes>()
        .add_systems(Update, take_sizes.in_set(CitySystems::Input))
        .add_systems(Update, start_sizes.in_set(ApplySystems::Shell).after(crate::window::jobs::work::start_jobs));
}

/// Retained sizes of a heap of so many objects take a few seconds on one processor.
const OBJECTS_BY_ITSELF: u64 = 3_000_000;

/// The sizes being computed, and who wants which.
#[derive(Resource, Debug, Default)]
pub(in crate::window) struct Sizes {
    work: Option<Sizing>,
    /// What panels asked for, besides the metric.
    wanted: Vec<SizeKind>,
    /// What the user stopped, or could not be computed; not tried again until something else is wanted.
    given_up: Vec<SizeKind>,
    /// When the last session took the place of another one.
    planned: Option<Instant>,
}

impl Sizes {
    /// How far the work is, if there is any.
    pub(in crate::window) fn arriving(&self) -> Option<Arriving> {
        let state = self.work.as_ref()?.state();
        Some(Arriving { text: state.text, fraction: Some(state.fraction), held: 0 })
    }

    /// Whether the metric is a size that the city gets computed, unless the user has stopped it.
    pub(in crate::window) fn are_awaited(&self, settings: &CitySettings) -> bool {
        settings.metric.size_kind().is_some_and(|kind| !self.given_up.contains(&kind))
    }

    /// What metric and panels ask for, and what is known without being asked for, in a fixed order.
    fn kinds(&self, settings: &CitySettings, session: &Session) -> Vec<SizeKind> {
        let by_itself = |kind: &SizeKind| *kind == SizeKind::Retained && is_worth_knowing(session);
        let asked = |kind: &SizeKind| settings.metric.size_kind() == Some(*kind) || self.wanted.contains(kind) || by_itself(kind);
        [SizeKind::Deep, SizeKind::Retained].into_iter().filter(asked).collect()
    }
}

/// A single heap has nothing that grew: what its groups hold is told without being asked for, where that takes a few seconds.
fn is_worth_knowing(session: &Session) -> bool {
    let evolution = &session.evolution;
    session.heaps.is_some() && evolution.points.len() == 1 && evolution.value(Metric::Objects, NodeIndex::ROOT, 0) <= OBJECTS_BY_ITSELF
}

fn start_sizes(
    mut messages: MessageReader<ShellMessage>,
    mut sizes: ResMut<Sizes>,
    mut note: ResMut<StatusNote>,
    (session, settings, view): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>),
    jobs: Res<Jobs>,
    phase: Res<State<AppPhase>>,
) {
    for message in messages.read() {
        match message {
            ShellMessage::Shell(ShellCommand::WantSizes(kinds)) => sizes.wanted.clone_from(kinds),
            ShellMessage::Shell(ShellCommand::StopSizes) => {
                sizes.given_up = sizes.kinds(&settings.0, &session.0);
                sizes.work = None;
            }
            ShellMessage::Shell(ShellCommand::Open(_) | ShellCommand::OpenSample(_) | ShellCommand::Close) => {
                *sizes = Sizes::default();
            }
            _ => {}
        }
    }
    let kinds = sizes.kinds(&settings.0, &session.0);
    if let Some(wanted) = &session.0.wanted_sizes {
        wanted.set(&kinds);
    }
    if sizes.work.as_ref().is_some_and(|work| work.kinds != kinds || !work.is_of(&session.0)) {
        sizes.work = None;
    }
    if sizes.given_up != kinds {
        sizes.given_up.clear();
    }
    if let Some(work) = &sizes.work {
        work.shows(&session.0, &settings.0, view.0.time.point);
        return;
    }
    // While points are being read the evolution changes with every one of them.
    let idle = *phase.get() == AppPhase::Exploring && jobs.running().is_none();
    if kinds.is_empty() || !idle || sizes.given_up == kinds {
        return;
    }
    match Sizing::start(&session.0, &settings.0, view.0.time.point, &kinds) {
        Ok(work) => sizes.work = work,
        Err(problem) => {
            note.0 = problem;
            sizes.given_up = kinds;
        }
    }
}

fn take_sizes(
    mut sizes: ResMut<Sizes>,
    (session, view, rig): (Res<SessionRes>, Res<ViewRes>, Res<CityRig>),
    buttons: Res<ButtonInput<MouseButton>>,
    mut note: ResMut<StatusNote>,
    mut arrivals: MessageWriter<Arrival>,
) {
    let Sizes { work: Some(work), given_up, planned, .. } = &mut *sizes else { return };
    if !work.is_of(&session.0) {
        return;
    }
    let busy = view.0.playing || rig.is_moving() || rig.is_flying() || buttons.get_pressed().next().is_some();
    let (shown, point) = (&session.0, view.0.time.point);
    let complete = work.is_complete();
    let waited = planned.map(|at| at.elapsed()).unwrap_or_default();
    let ready = work.take_if(|ready| ready.has_places_of(shown) || moment(shown, ready, point, complete, busy, waited).is_good_moment());
    if let Some(ready) = ready {
        if !ready.has_places_of(&session.0) {
            *planned = Some(Instant::now());
        }
        arrivals.write(Arrival::Sizes { session: ready, of: Arc::clone(&session.0) });
        return;
    }
    if let Some(end) = work.ended() {
        if let Err(problem) = end {
            note.0 = format!("Some sizes are missing: {problem}");
            given_up.clone_from(&work.kinds);
        }
        sizes.work = None;
    }
}

/// What is known of a session that moves buildings. The point being shown is never kept back, and neither is the first
/// session that shows the metric at all.
fn moment(shown: &Session, ready: &Session, point: usize, complete: bool, busy: bool, waited: Duration) -> Pace {
    let known = |session: &Session| session.evolution.known_points(ready.metric).count();
    let first = shown.metric != ready.metric;
    Pace {
        points_shown: if first { 0 } else { known(shown) },
        points_ready: known(ready),
        complete,
        live: first,
        waited,
        busy,
        asked: !shown.evolution.is_known(ready.metric, point) && ready.evolution.is_known(ready.metric, point),
    }
}

#[cfg(test)]
mod tests {
    use analysis::{Evolution, MemoryTree, Metric, NodeSizes, NodeTotals, RoleIndex, TreeNode};

    use super::*;
    use crate::test_sessions::session;

    /// A city of three points of which some have retained sizes.
    fn city(known: &[usize]) -> Session {
        let base = session(&[&[("A", 1)], &[("A", 2)], &[("A", 3)]]);
        let mut evolution = Evolution::clone(&base.evolution);
        let node = |key: &str, parent, end| TreeNode {
            key: key.into(),
            name: key.into(),
            role: RoleIndex(0),
            parent,
            subtree_end: end,
            totals: NodeTotals::default(),
        };
        let root = NodeIndex::ROOT;
        let tree = MemoryTree { roles: vec!["".into()], nodes: vec![node("Overall", root, 2), node("Overall#A", root, 2)] };
        for &point in known {
            let retained = Some(vec![NodeTotals { objects: 1, bytes: 100 + point as u64 }; 2]);
            assert!(evolution.set_sizes(point, &tree, &NodeSizes { retained, ..NodeSizes::default() }));
        }
        Session::new(Arc::new(evolution), &CitySettings { metric: Metric::Retained, ..CitySettings::default() })
    }

    #[test]
    fn the_point_shown_and_the_first_sizes_come_at_once_and_the_rest_never_under_the_hand() {
        let good = |shown: &[usize], ready: &[usize], point, complete, busy| {
            moment(&city(shown), &city(ready), point, complete, busy, Duration::ZERO).is_good_moment()
        };
        assert!(good(&[], &[1], 1, false, true), "the city shows bytes until then");
        assert!(good(&[0], &[0, 2], 2, false, true), "the user went to point 3");
        assert!(!good(&[0], &[0, 2], 0, false, false), "more may come soon");
        assert!(good(&[0], &[0, 1, 2], 0, true, false));
        assert!(!good(&[0], &[0, 1, 2], 0, true, true));
    }
}
