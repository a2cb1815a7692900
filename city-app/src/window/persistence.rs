//! Keeps panels, settings and recent files for the next start, a moment after they change.

use bevy::prelude::*;

use super::arrival::Arrival;
use super::state::{CitySystems, PictureMode, SaveRequest, SessionRes, SettingsRes, ViewRes};
use crate::base::system;
use crate::view::store::{Store, dataset_key};
use crate::window::state::{Opened, StoreRes};

/// Changes are written this many seconds after the last one: a dragged slider is one write.
const SAVE_AFTER_SECS: f32 = 0.7;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StoreRes>()
        .add_systems(Startup, load_store)
        .add_systems(Update, keep_changes.in_set(CitySystems::Scene))
        .add_systems(Last, save_at_exit);
}

/// Pictures and films neither read nor write the user's own store: they look the same for everybody.
fn load_store(mut stored: ResMut<StoreRes>, mut arrivals: MessageWriter<Arrival>, picture: Option<Res<PictureMode>>) {
    if picture.is_some() {
        return;
    }
    if let Some(directory) = system::directory() {
        stored.store = Store::load(&directory);
        stored.directory = Some(directory);
        arrivals.write(Arrival::Panels(stored.store.panels));
    }
}

fn keep_changes(
    mut requests: MessageReader<SaveRequest>,
    mut stored: ResMut<StoreRes>,
    (session, settings, view): (Res<SessionRes>, Res<SettingsRes>, Res<ViewRes>),
    opened: Res<Opened>,
    time: Res<Time>,
) {
    if requests.read().count() > 0 {
        stored.store.panels = view.0.panels;
        if !session.0.evolution.points.is_empty() {
            let key = dataset_key(&opened.paths, &session.0.evolution.title);
            stored.store.keep_settings(&key, &settings.0);
        }
        stored.save_in_secs = Some(SAVE_AFTER_SECS);
    }
    if let Some(left) = stored.save_in_secs {
        let left = left - time.delta_secs();
        stored.save_in_secs = Some(left);
        if left <= 0.0 {
            stored.save();
        }
    }
}

fn save_at_exit(mut exits: MessageReader<AppExit>, mut stored: ResMut<StoreRes>) {
    if exits.read().count() > 0 && stored.save_in_secs.is_some() {
        stored.save();
    }
}
