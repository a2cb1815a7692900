//! Applies orders: the only writer of settings and view state.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::Progress;
use bevy::prelude::*;

use super::state::{CityOrder, CitySystems, SaveRequest, SessionRes, SettingsRes, ShellOrder, StatusNote, ViewRes};
use crate::answers::chain::{Chain, chain_sentence, chain_to_cause, chain_to_holder};
use crate::data::session::Session;
use crate::view::command::{CityCommand, Effects, ShellCommand, apply, show_chain};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StatusNote>()
        .init_resource::<CauseSearch>()
        .add_message::<ShellOrder>()
        .add_message::<SaveRequest>()
        .add_systems(Update, apply_orders.in_set(CitySystems::Apply));
}

/// A search for what holds the selection, on a thread of its own: it reads a heap dump.
#[derive(Resource, Debug, Default)]
pub(super) struct CauseSearch(Option<RunningSearch>);

#[derive(Debug)]
struct RunningSearch {
    progress: Progress,
    session: Arc<Session>,
    result: Mutex<Receiver<Chain>>,
}

impl CauseSearch {
    /// Starts a search; an older one is given up.
    fn start(&mut self, session: &Arc<Session>, selection: analysis::NodeIndex, point: usize) -> Result<(), std::io::Error> {
        if let Some(old) = self.0.take() {
            old.progress.cancel();
        }
        let progress = Progress::new();
        let (sender, receiver) = sync_channel(1);
        let work = {
            let (progress, session) = (progress.clone(), Arc::clone(session));
            // Nobody waits any more: then nobody wants to know.
            move || drop(sender.send(chain_to_holder(&session, selection, point, &progress)))
        };
        std::thread::Builder::new().name("paths".into()).spawn(work)?;
        self.0 = Some(RunningSearch { progress, session: Arc::clone(session), result: Mutex::new(receiver) });
        Ok(())
    }

    /// The chain, once it is there and if it is still about what is shown.
    fn finished(&mut self, session: &Arc<Session>) -> Option<Chain> {
        let running = self.0.as_mut()?;
        let chain = running.result.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv().ok()?;
        let same = Arc::ptr_eq(&running.session.evolution, &session.evolution);
        self.0 = None;
        Some(chain).filter(|_| same)
    }
}

pub(super) fn apply_orders(
    mut orders: MessageReader<CityOrder>,
    session: Res<SessionRes>,
    mut settings: ResMut<SettingsRes>,
    mut view: ResMut<ViewRes>,
    mut shell: MessageWriter<ShellOrder>,
    mut save: MessageWriter<SaveRequest>,
    mut note: ResMut<StatusNote>,
    mut search: ResMut<CauseSearch>,
    mut exit: MessageWriter<AppExit>,
) {
    if search.0.is_some()
        && let Some(chain) = search.finished(&session.0)
        && view.0.selection.lead() == Some(chain.start)
    {
        let effects = show(&chain, &session, &settings, &mut view, &mut note);
        if let Some(order) = effects.camera {
            shell.write(ShellOrder::Camera(order));
        }
    }
    let commands: Vec<CityCommand> = orders.read().map(|CityOrder(command)| command.clone()).collect();
    for command in commands {
        let hover = matches!(command, CityCommand::Hover(_));
        // What was told about the selection is told about nothing once it changes.
        if matches!(
            command,
            CityCommand::Select(_)
                | CityCommand::SelectAlso(_)
                | CityCommand::SelectAll(_)
                | CityCommand::Back
                | CityCommand::Undo
                | CityCommand::Redo
        ) && !note.0.is_empty()
        {
            note.0.clear();
        }
        let mut new_settings = settings.0.clone();
        // Hovering happens at every move of the pointer: it must not mark the settings as changed.
        let mut effects = apply(&mut view.0, &mut new_settings, &session.0, command);
        if !hover && new_settings != settings.0 {
            settings.0 = new_settings;
        }
        if effects.find_cause {
            effects = follow_to_cause(&session, &settings, &mut view, &mut note, &mut search);
        }
        // Whether a new plan is needed the planner sees from the settings.
        let Effects { save_settings, save_panels, find_cause: _, camera, shell: left } = effects;
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

fn follow_to_cause(
    session: &SessionRes,
    settings: &SettingsRes,
    view: &mut ViewRes,
    note: &mut StatusNote,
    search: &mut CauseSearch,
) -> Effects {
    let Some(selection) = view.0.selection.lead() else {
        return Effects::default();
    };
    let (session_data, point) = (&session.0, view.0.time.point);
    let from_dump = session_data.heaps.is_some() && session_data.evolution.is_leaf(selection);
    if from_dump && search.start(session_data, selection, point).is_ok() {
        note.0 = format!("Reading the heap of this point for what holds {}…", session_data.short_name(selection));
        return Effects::default();
    }
    show(&chain_to_cause(session_data, selection, point), session, settings, view, note)
}

fn show(chain: &Chain, session: &SessionRes, settings: &SettingsRes, view: &mut ViewRes, note: &mut StatusNote) -> Effects {
    note.0 = chain_sentence(&session.0, chain);
    let holder = chain.cause.as_ref().and_then(|cause| cause.kept_by.main_path()).map(|path| path.holder.in_words().into());
    show_chain(&mut view.0, &settings.0, &session.0, chain.nodes(), holder)
}
