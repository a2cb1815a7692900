//! Sends what a job has read to the view: the first city at once, later points when they fit or at a good moment.

use std::time::Instant;

use bevy::prelude::*;

use super::super::arrival::{Arrival, NewCity};
use super::super::camera::CityRig;
use super::super::state::{
    AppPhase, CityMessage, CitySystems, FreeArea, InputRes, PictureMode, SessionRes, SettingsRes, StatusNote, ViewRes,
};
use super::Sizes;
use crate::data::growing_city::Pace;
use crate::view::command::CityCommand;
use crate::view::first_view::FirstView;
use crate::view::opening::opening_is_due;
use crate::view::state::OpeningState;
use crate::window::jobs::work::{Job, Jobs, fail};
use crate::window::state::{Opened, StoreRes};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (take_grown, tell_opening).chain().in_set(CitySystems::Input));
}

fn take_grown(
    mut jobs: ResMut<Jobs>,
    (session, settings, view, rig): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>, Res<CityRig>),
    (mut opened, mut stored, mut inputs, mut note): (ResMut<Opened>, ResMut<StoreRes>, ResMut<InputRes>, ResMut<StatusNote>),
    buttons: Res<ButtonInput<MouseButton>>,
    mut arrivals: MessageWriter<Arrival>,
    mut next: ResMut<NextState<AppPhase>>,
) {
    let Some(job) = &mut jobs.job else { return };
    if job.planned.is_some() && (session.is_changed() || settings.is_changed()) {
        job.mailbox.shows(&session.0, &settings.0, view.0.time.point);
    }
    let busy = view.0.playing || rig.is_moving() || rig.is_flying() || buttons.get_pressed().next().is_some();
    let Job { mailbox, held, .. } = job;
    // Who asks for a certain point or building waits for the whole.
    let whole_only = !job.live && (job.regroups || inputs.first_view.as_ref().is_some_and(FirstView::asks_for_a_place));
    let (planned, started, live, asked) = (job.planned, job.started, job.live, job.asked);
    let grown = mailbox.take_if(|grown| {
        let points_shown = if planned.is_some() { session.0.evolution.points.len() } else { 0 };
        let points_ready = grown.dataset.evolution.points.len();
        let pace = Pace {
            points_shown,
            points_ready,
            complete: grown.count.of == Some(grown.count.read),
            live,
            waited: planned.unwrap_or(started).elapsed(),
            busy,
            asked,
        };
        if points_shown == 0 && whole_only && !pace.complete {
            return false;
        }
        let fits = points_shown > 0 && grown.session.has_places_of(&session.0) && !settings.0.needs_new_plan(&grown.settings);
        let taken = fits || pace.is_good_moment();
        *held = if taken || points_shown == 0 { 0 } else { points_ready.saturating_sub(points_shown) };
        taken
    });
    if let Some(grown) = grown {
        let first = job.planned.is_none();
        if first || !grown.session.has_places_of(&session.0) {
            job.planned = Some(Instant::now());
        }
        job.asked = false;
        if first {
            if !job.paths.is_empty() {
                stored.add_recent(&job.paths);
            }
            let (paths, known, regroups) = (job.paths.clone(), job.known.clone(), job.regroups);
            arrivals.write(Arrival::City(Box::new(NewCity { grown, paths, known, live, regroups })));
            next.set(AppPhase::Exploring);
        } else {
            arrivals.write(Arrival::Points(Box::new(grown)));
        }
        return;
    }
    let Some(end) = job.mailbox.ended() else { return };
    let (paths, nothing, regroups) = (std::mem::take(&mut job.paths), job.planned.is_none(), job.regroups);
    jobs.job = None;
    inputs.first_view = None;
    if !nothing && !regroups {
        arrivals.write(Arrival::Whole);
    }
    match end {
        Err(error) if nothing => fail(&mut jobs, error, paths, &mut next),
        // Whatever it was that ended: there is no city to go back to, and the sentence says why.
        Ok(sentence) if nothing => fail(&mut jobs, sentence, paths, &mut next),
        // Reading that ended early is no reason to take the city away.
        Err(error) => {
            note.0.clone_from(&error);
            opened.warnings.push(error);
        }
        Ok(sentence) => note.0 = sentence,
    }
}

/// What tells whether a new city is in the picture.
type Seen<'w> = (Res<'w, Jobs>, Res<'w, Sizes>, Res<'w, SessionRes>, Res<'w, ViewRes>, Res<'w, FreeArea>, Res<'w, CityRig>);

/// Once the city is in the picture and there is something to tell.
fn tell_opening(
    (jobs, sizes, session, view, free, rig): Seen<'_>,
    settings: Res<SettingsRes>,
    phase: Res<State<AppPhase>>,
    picture: Option<Res<PictureMode>>,
    mut messages: MessageWriter<CityMessage>,
) {
    let waiting = view.0.opening == OpeningState::Waiting && *phase.get() == AppPhase::Exploring && picture.is_none();
    if !waiting || free.0.is_empty() || !rig.has_framed() {
        return;
    }
    let job = jobs.running();
    let live = job.is_some_and(|job| job.live);
    // Sizes that are still to come will say what grew, and where it stands.
    let metric = settings.0.metric;
    let coming = sizes.arriving().is_some() || session.0.metric != metric;
    if !live && coming && sizes.are_awaited(&settings.0) && session.0.offers(metric) {
        return;
    }
    if opening_is_due(&session.0.evolution, live, job.is_none()) {
        messages.write(CityMessage(CityCommand::TellOpening));
    }
}
