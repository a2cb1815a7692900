//! Long work off the main thread: opening, regrouping, watching. One job at a time; a new one cancels the old one.
//!
//! A job leaves what it has read in a [`Mailbox`](crate::data::mailbox::Mailbox), a question its answer in a
//! [`Background`](crate::base::background::Background); from there it is sent to the view.

mod arrivals;
pub(super) mod cause_search;
mod sizes;
mod start_facts;
pub(super) mod work;

use bevy::prelude::*;

pub(super) use sizes::Sizes;
pub(super) use start_facts::StartFacts;

use super::state::{ApplySystems, CitySystems};
use crate::window::definitions::change_definitions;
use crate::window::jobs::work::{Jobs, start_jobs, start_live_source};
use crate::window::state::Opened;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Jobs>()
        .init_resource::<Opened>()
        .add_systems(Update, start_live_source.in_set(CitySystems::Input))
        // What is read from now on is read with what has just been saved.
        .add_systems(Update, start_jobs.in_set(ApplySystems::Shell).after(change_definitions))
        .add_plugins((arrivals::plugin, cause_search::plugin, sizes::plugin, start_facts::plugin));
}
