//! Applies orders: the only writer of session, settings and view state.

use std::sync::Arc;

use bevy::prelude::*;

use super::state::{CityOrder, CitySystems, SaveRequest, SessionRes, SettingsRes, ShellOrder, StatusNote, ViewRes};
use crate::chain::{chain_sentence, chain_to_cause};
use crate::command::{CityCommand, Effects, ShellCommand, apply, show_chain};
use crate::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StatusNote>()
        .add_message::<ShellOrder>()
        .add_message::<SaveRequest>()
        .add_systems(Update, apply_orders.in_set(CitySystems::Apply));
}

pub(super) fn apply_orders(
    mut orders: MessageReader<CityOrder>,
    mut session: ResMut<SessionRes>,
    mut settings: ResMut<SettingsRes>,
    mut view: ResMut<ViewRes>,
    mut shell: MessageWriter<ShellOrder>,
    mut save: MessageWriter<SaveRequest>,
    mut note: ResMut<StatusNote>,
    mut exit: MessageWriter<AppExit>,
) {
    let commands: Vec<CityCommand> = orders.read().map(|CityOrder(command)| command.clone()).collect();
    for command in commands {
        let hover = matches!(command, CityCommand::Hover(_));
        let mut new_settings = settings.0.clone();
        // Hovering happens at every move of the pointer: it must not mark the settings as changed.
        let mut effects = apply(&mut view.0, &mut new_settings, &session.0, command);
        if !hover && new_settings != settings.0 {
            settings.0 = new_settings;
        }
        if effects.find_cause {
            effects = follow_to_cause(&session, &settings, &mut view, &mut note);
        }
        let Effects { new_plan, save_settings, save_panels, find_cause: _, camera, shell: left } = effects;
        if new_plan {
            let old = Arc::clone(&session.0);
            let new = Arc::new(Session::new(Arc::clone(&old.evolution), &settings.0));
            view.0.carry_over(&old.evolution, &new);
            session.0 = new;
        }
        if save_settings || save_panels {
            save.write(SaveRequest);
        }
        if let Some(order) = camera {
            shell.write(ShellOrder::Camera(order));
        }
        match left {
            Some(ShellCommand::Quit) => {
                exit.write(AppExit::Success);
            }
            Some(command) => {
                shell.write(ShellOrder::Shell(command));
            }
            None => {}
        }
    }
}

fn follow_to_cause(session: &SessionRes, settings: &SettingsRes, view: &mut ViewRes, note: &mut StatusNote) -> Effects {
    let Some(selection) = view.0.selection else {
        return Effects::default();
    };
    let chain = chain_to_cause(&session.0, selection, view.0.time.point);
    note.0 = chain_sentence(&session.0, &chain);
    show_chain(&mut view.0, &settings.0, chain.nodes())
}
