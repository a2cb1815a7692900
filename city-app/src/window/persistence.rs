//! Keeps panels, settings and recent files for the next start, a moment after they change.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::jobs::Opened;
use super::state::{CitySystems, PictureMode, SaveRequest, SessionRes, SettingsRes, ViewRes};
use crate::store::{self, Store, dataset_key};

/// Changes are written this many seconds after the last one: a dragged slider is one write.
const SAVE_AFTER_SECS: f32 = 0.7;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StoreRes>()
        .add_systems(Startup, load_store)
        .add_systems(Update, keep_changes.in_set(CitySystems::Scene))
        .add_systems(Last, save_at_exit);
}

/// What is kept, and where. Headless programs keep nothing: their directory is `None`.
#[derive(Resource, Debug, Default)]
pub(super) struct StoreRes {
    pub(super) store: Store,
    pub(super) directory: Option<PathBuf>,
    /// Seconds until the next write; `None` when nothing changed.
    save_in_secs: Option<f32>,
}

impl StoreRes {
    /// The folder of preset files that have a bare name.
    pub(super) fn preset_folder(&self) -> String {
        let folder = self.directory.as_deref().unwrap_or(Path::new("")).join("presets");
        folder.display().to_string()
    }

    /// Puts paths at the top of the recent ones.
    pub(super) fn add_recent(&mut self, paths: &[PathBuf]) {
        if let Some(path) = paths.first() {
            self.store.add_recent(&std::path::absolute(path).unwrap_or_else(|_| path.clone()));
            self.save_in_secs = Some(0.0);
        }
    }

    /// Takes a path out of the recent ones.
    pub(super) fn forget_recent(&mut self, path: &Path) {
        self.store.recent.retain(|recent| recent != path);
        self.save_in_secs = Some(0.0);
    }

    fn save(&mut self) {
        self.save_in_secs = None;
        if let Some(directory) = &self.directory
            && let Err(error) = self.store.save(directory)
        {
            warn!("settings are not kept for the next start: {}: {error}", directory.display());
        }
    }
}

/// Pictures and films neither read nor write the user's own store: they look the same for everybody.
fn load_store(mut stored: ResMut<StoreRes>, mut view: ResMut<ViewRes>, picture: Option<Res<PictureMode>>) {
    if picture.is_some() {
        return;
    }
    if let Some(directory) = store::directory() {
        stored.store = Store::load(&directory);
        stored.directory = Some(directory);
        view.0.panels = stored.store.panels;
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
