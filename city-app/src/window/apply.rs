//! What happens to session, settings and view: messages are carried out, what has arrived is taken, the plan follows the
//! settings, time passes. Nobody else writes them.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::NodeIndex;
use bevy::prelude::*;

use super::arrival::{Arrival, NewCity};
use super::camera::CityRig;
use super::planner::Planner;
use super::state::{
    ApplySystems, CityMessage, CitySystems, InputRes, Opened, SaveRequest, SessionRes, SettingsRes, ShellMessage, StatusNote, ViewRes,
};
use crate::answers::chain::{Chain, chain_sentence, chain_to_cause};
use crate::data::growing_city::Grown;
use crate::data::point_range::PointRange;
use crate::data::session::Session;
use crate::view::command::{CameraCommand, CityCommand, Effects, ShellCommand, apply, show_chain};
use crate::view::first_view::FirstPlace;
use crate::view::playback::tick;
use crate::view::state::{DrawerTab, OpeningState, TimeCursor, ViewState};
use crate::window::jobs::cause_search::CauseSearch;
use crate::window::state::Known;

/// A frame longer than this was a stall (a moved window, a sleeping machine) and not time that anybody watched.
const LONGEST_FRAME_SECS: f32 = 0.5;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StatusNote>()
        .init_resource::<Planner>()
        .add_message::<ShellMessage>()
        .add_message::<SaveRequest>()
        .add_message::<Arrival>()
        .configure_sets(Update, (ApplySystems::View, ApplySystems::Shell, ApplySystems::Follow).chain().in_set(CitySystems::Apply))
        // Orders mean what was shown when they were given.
        .add_systems(Update, (apply_orders, take_arrivals).chain().in_set(ApplySystems::View))
        .add_systems(Update, (keep_plan_in_step, let_time_pass).chain().in_set(ApplySystems::Follow));
}

fn apply_orders(
    mut messages: MessageReader<CityMessage>,
    session: Res<SessionRes>,
    mut settings: ResMut<SettingsRes>,
    mut view: ResMut<ViewRes>,
    mut shell: MessageWriter<ShellMessage>,
    mut save: MessageWriter<SaveRequest>,
    mut note: ResMut<StatusNote>,
    mut search: ResMut<CauseSearch>,
    mut exit: MessageWriter<AppExit>,
) {
    for CityMessage(command) in messages.read() {
        let command = command.clone();
        let hover = matches!(command, CityCommand::Hover(_));
        let follows = matches!(command, CityCommand::FollowToCause);
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
        if follows && view.0.selection.is_empty() {
            "Nothing is selected: click a building first, then X leads to what keeps it alive".clone_into(&mut note.0);
        }
        if effects.find_cause {
            effects = follow_to_cause(&session, &settings, &mut view, &mut note, &mut search);
        }
        // Whether a new plan is needed the planner sees from the settings.
        let Effects { save_settings, save_panels, find_cause: _, camera, shell: left } = effects;
        if save_settings || save_panels {
            save.write(SaveRequest);
        }
        if let Some(command) = camera {
            shell.write(ShellMessage::Camera(command));
        }
        match left {
            Some(ShellCommand::Quit) => {
                exit.write(AppExit::Success);
            }
            Some(command) => {
                shell.write(ShellMessage::Shell(command));
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
    if session_data.heaps.is_some() && session_data.evolution.is_leaf(selection) {
        search.start(session_data, selection, point);
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

/// Everything that a new city changes.
type Shown<'w> = (ResMut<'w, SessionRes>, ResMut<'w, SettingsRes>, ResMut<'w, ViewRes>, ResMut<'w, CityRig>, ResMut<'w, Opened>);

fn take_arrivals(
    mut arrivals: ResMut<Messages<Arrival>>,
    mut shown: Shown<'_>,
    (mut inputs, mut note): (ResMut<InputRes>, ResMut<StatusNote>),
    mut shell: MessageWriter<ShellMessage>,
) {
    if arrivals.is_empty() {
        return;
    }
    for arrival in arrivals.drain() {
        let (session, settings, view, rig, opened) = &mut shown;
        match arrival {
            Arrival::Panels(panels) => view.0.panels = panels,
            Arrival::City(city) => {
                let district = show_city(*city, &mut shown, &mut inputs, &mut note);
                shell.write_batch(district.map(|district| ShellMessage::Camera(CameraCommand::FlyTo(district))));
                place_first_view(&mut shown, &mut inputs, &mut note);
            }
            Arrival::Points(grown) => {
                **opened = opened_of(std::mem::take(&mut opened.paths), std::mem::take(&mut opened.known), &grown);
                publish(grown.session, session, view, rig);
                place_first_view(&mut shown, &mut inputs, &mut note);
            }
            Arrival::Whole => look_at_judged_points(&session.0, &mut view.0, rig),
            Arrival::Sizes { session: new, of } => {
                if is_of(&of, session) {
                    publish(new, session, view, rig);
                }
            }
            Arrival::Chain { chain, of } => {
                if is_of(&of, session) && view.0.selection.lead() == Some(chain.start) {
                    let effects = show(&chain, session, settings, view, &mut note);
                    shell.write_batch(effects.camera.map(ShellMessage::Camera));
                }
            }
            Arrival::Annotations(known) => session.0 = Arc::new(Session::clone(&session.0).with_annotations(known)),
            Arrival::Closed => {
                **opened = Opened::default();
                session.0 = Arc::default();
                rig.forget_city();
                view.0.for_new_dataset(0);
            }
        }
    }
}

/// Whether what was made of `of` is about what is shown.
fn is_of(of: &Session, session: &SessionRes) -> bool {
    Arc::ptr_eq(&of.evolution, &session.0.evolution)
}

/// Returns the district to fly to.
fn show_city(city: NewCity, shown: &mut Shown<'_>, inputs: &mut InputRes, note: &mut StatusNote) -> Option<NodeIndex> {
    let (session, settings, view, rig, opened) = shown;
    let NewCity { grown, paths, known, live, regroups } = city;
    if !live {
        settings.0 = grown.settings.clone();
    }
    let mut district = None;
    if regroups {
        district = view.0.regroup(&session.0, &grown.session, &mut settings.0);
    } else {
        view.0.for_new_dataset(grown.session.evolution.points.len());
        // Of several runs the first one stands beside the last one, with what differs.
        if grown.session.evolution.is_of_runs() {
            (view.0.beside, view.0.tab) = (Some(0), DrawerTab::Compare);
        }
    }
    if let Some(asked) = inputs.first_view.take_if(|_| !live) {
        match asked.place(&grown.session.evolution) {
            Ok(FirstPlace { point, beside, range, selection }) => {
                view.0.range = range;
                view.0.beside = beside.or(view.0.beside);
                view.0.time = TimeCursor::at(point);
                view.0.follow = point == grown.session.last_point();
                view.0.selection = selection;
                // Who asks for something knows where to look.
                if asked.asks_for_a_place() {
                    view.0.opening = OpeningState::Done;
                }
            }
            Err(error) => note.0 = error,
        }
    }
    rig.forget_city();
    **opened = opened_of(paths, known, &grown);
    session.0 = grown.session;
    district
}

/// Where memory falls at the end and nobody has selected points, those before that are selected, as the program on the command line
/// does.
fn look_at_judged_points(session: &Session, view: &mut ViewState, rig: &mut CityRig) {
    let points = session.evolution.points.len();
    if view.range.is_none()
        && let Some(judged) = PointRange::judged(&session.evolution).as_part_of(points)
    {
        view.range = Some(judged);
        if view.follow {
            view.time = TimeCursor::at(judged.last);
            view.follow = false;
            rig.frame_again();
        }
    }
}

/// In a city that grows while it is shown, point and selection that were asked for may come later; a whole city has used them up.
fn place_first_view(shown: &mut Shown<'_>, inputs: &mut InputRes, note: &mut StatusNote) {
    let (session, _, view, ..) = shown;
    if let Some(asked) = &mut inputs.first_view
        && let Some(problem) = asked.place_growing(&session.0.evolution, &mut view.0)
    {
        note.0 = problem;
    }
}

fn opened_of(paths: Vec<PathBuf>, known: Known, grown: &Grown) -> Opened {
    let dataset = &grown.dataset;
    Opened {
        recording: grown.recording.clone(),
        paths,
        kind: Some(dataset.kind),
        grouping: if dataset.classifiers.is_empty() { Vec::new() } else { dataset.grouping.clone() },
        classifiers: dataset.classifiers.clone(),
        notes: dataset.notes.clone(),
        partly_read: grown.partly_read.clone(),
        warnings: known.problems.iter().chain(&grown.warnings).cloned().collect(),
        known,
    }
}

/// Shows a session in place of another one of the same dataset: the user's view stays valid.
fn publish(new: Arc<Session>, session: &mut SessionRes, view: &mut ViewRes, rig: &mut CityRig) {
    let old = std::mem::replace(&mut session.0, new);
    let held = view.0.selection.lead();
    view.0.carry_over(&old.evolution, &session.0);
    rig.carry_over(&old, &session.0, held);
}

fn keep_plan_in_step(
    mut planner: ResMut<Planner>,
    mut session: ResMut<SessionRes>,
    mut view: ResMut<ViewRes>,
    mut rig: ResMut<CityRig>,
    settings: Res<SettingsRes>,
) {
    let range = view.0.range_of(session.0.evolution.points.len());
    if let Some(new) = planner.replacement(&session.0, &settings.0, range) {
        publish(new, &mut session, &mut view, &mut rig);
    }
    // The points that growth is asked of follow the view as the plan follows the settings.
    if session.0.range != range {
        let new = Session::clone(&session.0).in_range(range);
        session.0 = Arc::new(new);
    }
}

fn let_time_pass(time: Res<Time>, session: Res<SessionRes>, settings: Res<SettingsRes>, mut view: ResMut<ViewRes>) {
    let points = session.0.evolution.points.len();
    let dt = time.delta_secs().min(LONGEST_FRAME_SECS);
    // The view counts as changed only if the picture changed; the clock of a playing view ticks silently.
    let silent = view.bypass_change_detection();
    if tick(&mut silent.0, &settings.0, points, dt) {
        view.set_changed();
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::change_detection::Tick;

    use super::*;
    use crate::base::settings::CitySettings;
    use crate::data::growing_city::grow_from_input;
    use crate::data::input::Looked;
    use crate::data::input::options::OpenOptions;
    use crate::data::input::sample;
    use crate::data::mailbox::Mailbox;
    use crate::test_sessions::session;

    /// Everything that applies, showing a city.
    fn app(shown: &Arc<Session>) -> App {
        let mut app = App::new();
        app.insert_resource(SessionRes(Arc::clone(shown)))
            .init_resource::<SettingsRes>()
            .init_resource::<ViewRes>()
            .init_resource::<CityRig>()
            .init_resource::<Opened>()
            .init_resource::<InputRes>()
            .init_resource::<CauseSearch>()
            .init_resource::<Time>()
            .add_message::<CityMessage>()
            .add_plugins(plugin);
        app.update();
        app
    }

    /// When session, settings and view were written last.
    fn written(app: &App) -> [Tick; 3] {
        let world = app.world();
        [
            world.resource_ref::<SessionRes>().last_changed(),
            world.resource_ref::<SettingsRes>().last_changed(),
            world.resource_ref::<ViewRes>().last_changed(),
        ]
    }

    #[test]
    fn frames_in_which_nothing_comes_and_sizes_of_a_city_that_is_gone_write_nothing() {
        let [shown, gone] = [1, 2].map(|count| Arc::new(session(&[&[("A", count)]])));
        let mut app = app(&shown);
        let before = written(&app);
        app.update();
        assert_eq!(written(&app), before);
        app.world_mut().write_message(Arrival::Sizes { session: Arc::clone(&gone), of: gone });
        app.update();
        assert_eq!(written(&app), before);
        app.world_mut().write_message(Arrival::Sizes { session: Arc::clone(&shown), of: shown });
        app.update();
        assert_ne!(written(&app)[0], before[0]);
    }

    #[test]
    fn a_run_that_lets_go_at_its_end_is_looked_at_before_that_unless_points_are_selected() {
        let counts = [100, 200, 300, 400, 500, 600, 700, 800, 900, 50].map(|count| [("A", count)]);
        let shown = Arc::new(session(&counts.each_ref().map(|point| &point[..])));
        let looked_at = |selected: Option<PointRange>| {
            let mut app = app(&shown);
            let mut view = app.world_mut().resource_mut::<ViewRes>();
            (view.0.follow, view.0.time, view.0.range) = (true, TimeCursor::at(9), selected);
            app.world_mut().write_message(Arrival::Whole);
            app.update();
            let (view, session) = (&app.world().resource::<ViewRes>().0, &app.world().resource::<SessionRes>().0);
            (view.time.point, session.range)
        };
        assert_eq!(looked_at(None), (8, PointRange { first: 0, last: 8 }));
        let chosen = PointRange { first: 2, last: 9 };
        assert_eq!(looked_at(Some(chosen)), (9, chosen));
    }

    #[test]
    fn an_order_means_what_was_shown_when_it_was_given() {
        let old = Arc::new(session(&[&[("A", 1), ("C", 2)]]));
        let new = Arc::new(session(&[&[("A", 1), ("C", 2)], &[("A", 1), ("B", 5), ("C", 3)]]));
        let mut app = app(&old);
        let named = |session: &Session, app: &App| {
            let selected = app.world().resource::<ViewRes>().0.selection.lead();
            selected.map(|node| session.evolution.nodes[node.at()].name.to_string())
        };
        app.world_mut().write_message(CityMessage(CityCommand::Select(old.evolution.find_one("C").ok())));
        app.world_mut().write_message(Arrival::Sizes { session: Arc::clone(&new), of: old });
        app.update();
        assert_eq!(named(&new, &app).as_deref(), Some("C"), "and not B, which has its number now");
    }

    #[test]
    fn a_city_is_shown_in_the_frame_in_which_it_arrives_and_laid_out_anew_in_that_of_new_settings() {
        let mut app = app(&Arc::default());
        let (paths, mailbox) = ([sample("fig10").expect("the sample ships").path], Mailbox::default());
        let (options, progress) = (OpenOptions::default(), analysis::Progress::new());
        grow_from_input(Looked::at(&paths).map(Arc::new), &options, |_| CitySettings::default(), &progress, &mailbox);
        let grown = mailbox.take_if(|_| true).expect("it was read");
        let city = NewCity { grown: grown.clone(), paths: paths.to_vec(), known: Known::default(), live: false, regroups: false };
        app.world_mut().write_message(Arrival::City(Box::new(city)));
        app.update();
        let shown = |app: &App| Arc::clone(&app.world().resource::<SessionRes>().0);
        assert!(Arc::ptr_eq(&shown(&app), &grown.session));
        assert_eq!(app.world().resource::<Opened>().paths, paths);

        let bytes = CitySettings { metric: analysis::Metric::Bytes, ..app.world().resource::<SettingsRes>().0.clone() };
        app.world_mut().write_message(CityMessage(CityCommand::Set(Box::new(bytes))));
        app.update();
        assert_eq!(shown(&app).metric, analysis::Metric::Bytes);

        app.world_mut().write_message(Arrival::Closed);
        app.update();
        assert!(shown(&app).evolution.points.is_empty());
        assert!(app.world().resource::<Opened>().paths.is_empty());
    }
}
