//! Keeps the plan in step with the settings: a change of metric, area mode or child count lays the city out anew, large
//! cities on a thread of their own.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;

use super::camera::CityRig;
use super::state::{CitySystems, SessionRes, SettingsRes, ViewRes};
use crate::base::settings::CitySettings;
use crate::data::session::Session;

/// A city with fewer nodes is laid out within the frame: that takes less than a frame's time.
const AT_ONCE: usize = 4000;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Planner>().add_systems(
        Update,
        keep_plan_in_step.in_set(CitySystems::Apply).after(super::apply::apply_orders).after(crate::window::jobs::work::start_jobs),
    );
}

/// The plan that is being made, and for which settings and data.
#[derive(Resource, Debug, Default)]
struct Planner(Option<Work>);

#[derive(Debug)]
struct Work {
    settings: CitySettings,
    of: Arc<Session>,
    result: Mutex<Receiver<Session>>,
}

/// Whether the session was laid out for other settings than these.
fn is_stale(session: &Session, settings: &CitySettings) -> bool {
    !session.evolution.nodes.is_empty() && !session.is_laid_out_for(settings)
}

fn keep_plan_in_step(
    mut planner: ResMut<Planner>,
    mut session: ResMut<SessionRes>,
    mut view: ResMut<ViewRes>,
    mut rig: ResMut<CityRig>,
    settings: Res<SettingsRes>,
) {
    let settings = &settings.0;
    if let Some(work) = &mut planner.0 {
        let made = work.result.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv();
        let still_wanted = Arc::ptr_eq(&work.of, &session.0) && !settings.needs_new_plan(&work.settings);
        match made {
            Err(TryRecvError::Empty) => return,
            Ok(made) if still_wanted => publish(Arc::new(made), &mut session, &mut view, &mut rig),
            Ok(_) | Err(TryRecvError::Disconnected) => {}
        }
        planner.0 = None;
    }
    if !is_stale(&session.0, settings) {
        return;
    }
    let evolution = Arc::clone(&session.0.evolution);
    let (heaps, sizes) = (session.0.heaps.clone(), session.0.wanted_sizes.clone());
    let plan = move |data, settings: &CitySettings| Session::new(data, settings).with_heaps(heaps.clone()).with_wanted_sizes(sizes.clone());
    if evolution.nodes.len() >= AT_ONCE {
        let (sender, receiver) = sync_channel(1);
        let (wanted, data, plan) = (settings.clone(), Arc::clone(&evolution), plan.clone());
        let work = move || {
            // Nobody waits any more: then nobody wants to know.
            let _ = sender.send(plan(data, &wanted));
        };
        if std::thread::Builder::new().name("plan".into()).spawn(work).is_ok() {
            planner.0 = Some(Work { settings: settings.clone(), of: Arc::clone(&session.0), result: Mutex::new(receiver) });
            return;
        }
    }
    publish(Arc::new(plan(evolution, settings)), &mut session, &mut view, &mut rig);
}

/// Shows a session in place of another one of the same dataset: the user's view stays valid.
pub(super) fn publish(new: Arc<Session>, session: &mut SessionRes, view: &mut ViewRes, rig: &mut CityRig) {
    let old = std::mem::replace(&mut session.0, new);
    let held = view.0.selection.lead();
    view.0.carry_over(&old.evolution, &session.0);
    rig.carry_over(&old, &session.0, held);
}
