//! The panels for screen readers: they get the tree of names that is made for them, and what they ask for is done.
//!
//! The tree is made only once somebody reads it. Readers ask from a thread of theirs, while a window at rest looks at nothing: a
//! thread of ours wakes it.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use bevy::a11y::{AccessibilityRequested, ActionRequest};
use bevy::prelude::*;
use bevy::winit::accessibility::WinitActionRequestHandlers;
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiContext, EguiInputSet, EguiOutput, EguiPostUpdateSet, PrimaryEguiContext, egui, update_accessibility_system};

use crate::base::waker;

/// How soon somebody who asks for something is heard.
const LISTEN_EVERY: Duration = Duration::from_millis(100);
/// A reader that was started anew knows an empty window until the next picture.
const TELL_AGAIN_EVERY: Duration = Duration::from_secs(10);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .add_systems(Startup, listen)
        .add_systems(PreUpdate, (make_tree_if_read, tell_panels).in_set(EguiInputSet::ReadBevyMessages))
        .add_systems(PostUpdate, keep_focus_in_tree.in_set(EguiPostUpdateSet::PostProcessOutput).before(update_accessibility_system));
}

/// Wakes the window when a reader comes or asks for something.
fn listen(requested: Res<AccessibilityRequested>, handlers: Option<Res<WinitActionRequestHandlers>>) {
    // Without an event loop nobody can ask.
    let Some(handlers) = handlers else { return };
    let (requested, queues) = (requested.clone(), handlers.values().cloned().collect::<Vec<_>>());
    let listener = move || {
        let mut told: Option<Instant> = None;
        loop {
            std::thread::sleep(LISTEN_EVERY);
            if !requested.get() {
                continue;
            }
            let asks = queues.iter().any(|queue| !queue.lock().unwrap_or_else(PoisonError::into_inner).is_empty());
            if asks || told.is_none_or(|at| at.elapsed() > TELL_AGAIN_EVERY) {
                told = Some(Instant::now());
                waker::wake();
            }
        }
    };
    // The thread ends with the program only.
    if let Err(error) = std::thread::Builder::new().name("screen reader".into()).spawn(listener) {
        warn!("no thread that listens to screen readers: {error}");
    }
}

fn make_tree_if_read(requested: Res<AccessibilityRequested>, mut contexts: Query<&mut EguiContext>) {
    for mut context in &mut contexts {
        match requested.get() {
            true => context.get_mut().enable_accesskit(),
            false => context.get_mut().disable_accesskit(),
        }
    }
}

/// Presses of buttons, moves of the keyboard, values: as if they had been done here.
fn tell_panels(
    mut asked: MessageReader<ActionRequest>,
    contexts: Query<Entity, With<PrimaryEguiContext>>,
    mut events: MessageWriter<EguiInputEvent>,
) {
    let Ok(context) = contexts.single() else { return };
    for ActionRequest(request) in asked.read() {
        events.write(EguiInputEvent { context, event: egui::Event::AccessKitActionRequest(request.clone()) });
    }
}

/// What is to have the keyboard in the next frame may not be there yet, or not any more; readers end on what is nowhere.
fn keep_focus_in_tree(mut outputs: Query<&mut EguiOutput>) {
    for mut output in &mut outputs {
        let Some(update) = &mut output.platform_output.accesskit_update else { continue };
        if !update.nodes.iter().any(|(id, _)| *id == update.focus) {
            update.focus = egui::accesskit_root_id().accesskit_id();
        }
    }
}
