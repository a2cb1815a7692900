//! What background work and kept files have for the view. They send it; [`super::apply`] alone takes it.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use crate::answers::chain::Chain;
use crate::data::growing_city::Grown;
use crate::data::input::annotations::Annotations;
use crate::data::session::Session;
use crate::view::state::Panels;
use crate::window::state::Known;

/// Something that arrived.
#[derive(Message, Debug, Clone)]
pub(super) enum Arrival {
    /// Which panels were open last time.
    Panels(Panels),
    /// The first city of what is opened, in place of what is shown.
    City(Box<NewCity>),
    /// More points of what is shown.
    Points(Box<Grown>),
    /// All points of what is shown have come.
    Whole,
    /// More sizes of what is shown.
    Sizes {
        session: Arc<Session>,
        /// What they were computed for: it may be gone.
        of: Arc<Session>,
    },
    /// Who holds what is selected.
    Chain {
        chain: Arc<Chain>,
        /// What it was looked for in: it may be gone.
        of: Arc<Session>,
    },
    /// What people know of what is shown has changed.
    Annotations(Arc<Annotations>),
    /// What was shown is closed, and nothing takes its place.
    Closed,
}

/// The first city of what is opened.
#[derive(Debug, Clone)]
pub(super) struct NewCity {
    pub(super) grown: Grown,
    pub(super) paths: Vec<PathBuf>,
    pub(super) known: Known,
    /// Its source has no end.
    pub(super) live: bool,
    /// It groups what is shown anew: time and selection stay.
    pub(super) regroups: bool,
}
