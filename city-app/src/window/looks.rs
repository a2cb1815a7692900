//! Session, settings and view become looks, once per change of what they depend on.

use std::sync::Arc;

use analysis::NodeIndex;
use bevy::prelude::*;

use super::state::{CitySystems, LookRes, SessionRes, SettingsRes, ViewRes};
use crate::base::settings::CitySettings;
use crate::city::look::city_look;
use crate::city::look::model::CityLook;
use crate::view::selection::Selection;
use crate::view::state::{TimeCursor, ViewState};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LookKey>().add_systems(Update, update_looks.in_set(CitySystems::Scene));
}

/// What of the view the looks depend on: hovering and searching change the view but no look, and the progress of a
/// transition is mixed on the graphics card.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub(super) struct LookKey {
    point: usize,
    from: usize,
    moving: bool,
    beside: Option<usize>,
    selection: Selection,
    chain: Vec<NodeIndex>,
}

impl LookKey {
    fn of(view: &ViewState) -> Self {
        let TimeCursor { point, from, tween } = view.time;
        let moving = tween < 1.0 && from != point;
        let (selection, chain) = (view.selection.clone(), view.chain.clone());
        Self { point, from: if moving { from } else { point }, moving, beside: view.beside, selection, chain }
    }
}

pub(super) fn update_looks(
    session: Res<SessionRes>,
    settings: Res<SettingsRes>,
    view: Res<ViewRes>,
    mut key: ResMut<LookKey>,
    mut look: ResMut<LookRes>,
) {
    let new = LookKey::of(&view.0);
    let data_changed = session.is_changed() || settings.is_changed();
    if !data_changed && *key == new {
        return;
    }
    // What was larger once is seen where it was.
    let settings = CitySettings { peaks: settings.0.peaks && new.beside.is_none(), ..settings.0.clone() };
    let at = |point: usize| -> CityLook {
        let (selection, chain) = (new.selection.clone(), new.chain.clone());
        city_look(&session.0, &settings, &ViewState { time: TimeCursor::at(point), selection, chain, ..ViewState::default() })
    };
    let same =
        (key.point, key.beside.is_some(), &key.selection, &key.chain) == (new.point, new.beside.is_some(), &new.selection, &new.chain);
    if data_changed || !same {
        look.now = Arc::new(at(new.point));
    }
    look.before = match new.beside {
        Some(beside) => Arc::new(at(beside)),
        None if new.moving => Arc::new(at(new.from)),
        None => Arc::clone(&look.now),
    };
    *key = new;
}
