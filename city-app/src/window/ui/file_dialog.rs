//! The dialog for files: which ones to open, where to save a picture.
//!
//! Drawn in the window itself and not by the desktop: a desktop's dialog needs a portal that minimal systems and
//! containers lack, and fails there without a word.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui_file_dialog::{DialogState, FileDialog, Filter};

use crate::data::input;
use crate::view::command::ShellCommand;
use crate::window::state::{
    CityMessage, CitySystems, Opened, PanelSystems, SessionRes, ShellMessage, StatusNote, StoreRes, panels_are_drawn,
};

/// Size of a new dialog, in logical pixels; small windows get a smaller one.
const SIZE: egui::Vec2 = egui::vec2(820.0, 520.0);

/// The filter that a dialog for data begins with.
const ALL_DATA: &str = "Heap dumps, traces, trees, histograms";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FileDialogRes>()
        .add_systems(Update, open_dialog.in_set(CitySystems::Scene))
        .add_systems(EguiPrimaryContextPass, draw_dialog.after(PanelSystems).run_if(panels_are_drawn));
}

/// The dialog, while it is open.
#[derive(Resource, Default)]
pub(in crate::window) struct FileDialogRes {
    dialog: Option<FileDialog>,
    /// What a single file is chosen for.
    purpose: Purpose,
    /// It has been drawn.
    drawn: bool,
}

/// What a single file is chosen for.
#[derive(Debug, Clone, Copy, Default)]
enum Purpose {
    /// To save a picture in.
    #[default]
    Picture,
    /// To read features from.
    Features,
    /// To save a recording in.
    Recording,
}

impl FileDialogRes {
    /// Keys belong to the dialog.
    pub(in crate::window) fn is_open(&self) -> bool {
        self.dialog.is_some()
    }
}

fn open_dialog(
    mut messages: MessageReader<ShellMessage>,
    (stored, session, opened): (Res<StoreRes>, Res<SessionRes>, Res<Opened>),
    mut dialog: ResMut<FileDialogRes>,
    mut note: ResMut<StatusNote>,
) {
    for message in messages.read() {
        let ShellMessage::Shell(command) = message else { continue };
        let beside_data = || start_folder(stored.store.recent.first());
        let (asked, purpose) = match command {
            ShellCommand::AskFiles => (files_dialog(&beside_data()), Purpose::default()),
            ShellCommand::AskFeatures => (features_dialog(&beside_data()), Purpose::Features),
            ShellCommand::AskPicture => (picture_dialog(&start_folder(None), &session.0.evolution.title), Purpose::Picture),
            ShellCommand::AskRecording if opened.recording.is_none() => {
                note.0 = "There is no recording to save: this city is not made of one that is followed".to_owned();
                continue;
            }
            ShellCommand::AskRecording => (recording_dialog(&start_folder(None), &session.0.evolution.title), Purpose::Recording),
            _ => continue,
        };
        *dialog = FileDialogRes { dialog: Some(asked), purpose, drawn: false };
    }
}

/// Where to look first: beside what was opened last, else where the program was started.
fn start_folder(recent: Option<&PathBuf>) -> PathBuf {
    let beside = recent.and_then(|path| path.parent()).filter(|folder| folder.is_dir());
    beside.map(Path::to_owned).or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"))
}

fn base(title: &str, folder: &Path) -> FileDialog {
    FileDialog::new()
        .title(title)
        .id("file dialog")
        .initial_directory(folder.to_owned())
        .default_size(SIZE)
        .min_size(egui::vec2(380.0, 260.0))
        .max_size(egui::vec2(1200.0, 900.0))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .resizable(false)
        .movable(false)
}

fn files_dialog(folder: &Path) -> FileDialog {
    let ends = |ends: &'static [&'static str]| {
        Filter::new(move |path: &Path| {
            let name = path.to_string_lossy().to_lowercase();
            ends.iter().any(|end| name.ends_with(end))
        })
    };
    let dialog = base("Open heap dumps, a trace, a folder of them, or memory trees", folder)
        .add_file_filter(ALL_DATA, ends(&[".hprof", ".hprof.gz", ".hprof.bin", ".mctrace", ".mctrace.gz", ".json", ".txt"]))
        .add_file_filter("Heap dumps", ends(&[".hprof", ".hprof.gz", ".hprof.bin"]))
        .add_file_filter("Traces", ends(&[".mctrace", ".mctrace.gz"]))
        .default_file_filter(ALL_DATA);
    let mut dialog = match input::samples_folder().and_then(|folder| folder.canonicalize().ok()) {
        Some(samples) => dialog.add_quick_access("Memory City", move |places| places.add_path("Samples", samples.clone())),
        None => dialog,
    };
    dialog.pick_multiple();
    dialog
}

fn features_dialog(folder: &Path) -> FileDialog {
    let mut dialog = base("Choose a file of features: lines such as cart: com.shop.cart.*", folder);
    dialog.pick_file();
    dialog
}

fn picture_dialog(folder: &Path, title: &str) -> FileDialog {
    let mut dialog = base("Save a picture of the city", folder)
        .default_file_name(&format!("{}.png", file_name(title)))
        .add_save_extension("PNG picture", "png")
        .default_save_extension("PNG picture")
        .allow_file_overwrite(true);
    dialog.save_file();
    dialog
}

fn recording_dialog(folder: &Path, title: &str) -> FileDialog {
    let mut dialog = base("Save the recording", folder)
        .default_file_name(&format!("{}.mctrace", file_name(title)))
        .add_save_extension("Trace", "mctrace")
        .default_save_extension("Trace")
        .allow_file_overwrite(true);
    dialog.save_file();
    dialog
}

/// A title as the name of a file: letters and digits, everything else a dash.
fn file_name(title: &str) -> String {
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "city".to_owned() } else { words.join("-").to_lowercase() }
}

fn draw_dialog(mut contexts: EguiContexts, mut shown: ResMut<FileDialogRes>, mut messages: MessageWriter<CityMessage>) -> Result {
    let FileDialogRes { dialog: Some(dialog), purpose, drawn } = &mut *shown else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    if !std::mem::replace(drawn, true) {
        // The letter of the key that opened the dialog is not meant for its search box.
        ctx.input_mut(|input| input.events.retain(|event| !matches!(event, egui::Event::Text(_))));
    }
    dialog.config_mut().default_size = SIZE.min(ctx.content_rect().size() - egui::vec2(60.0, 90.0));
    dialog.update(ctx);
    let picked = match dialog.state() {
        DialogState::Open => return Ok(()),
        DialogState::Picked(path) => Some(match purpose {
            Purpose::Picture => ShellCommand::SavePicture(path.with_extension("png")),
            Purpose::Features => ShellCommand::UseFeatures(path.clone()),
            Purpose::Recording => ShellCommand::SaveRecording(path.with_extension("mctrace")),
        }),
        DialogState::PickedMultiple(paths) => Some(ShellCommand::Open(paths.clone())),
        DialogState::Closed | DialogState::Cancelled => None,
    };
    shown.dialog = None;
    messages.write_batch(picked.map(|command| CityMessage(command.into())));
    Ok(())
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(file_name("Travel shop: a recorded leak"), "travel-shop-a-recorded-leak");
        assert_eq!(file_name("/.. "), "city");
    }

    #[test]
    fn enter_saves_under_the_name_it_suggests_and_escape_closes() {
        let title = format!("test {}", std::process::id());
        let file = std::env::temp_dir().join(format!("test-{}.png", std::process::id()));
        for (keys, state) in [
            // The first one leaves the field of the name.
            (&[egui::Key::Escape, egui::Key::Escape][..], DialogState::Cancelled),
            (&[egui::Key::Enter], DialogState::Picked(file)),
        ] {
            let mut harness = Harness::builder().with_size(egui::vec2(1000.0, 700.0)).build_ui_state(
                |ui, dialog: &mut FileDialog| {
                    dialog.update(ui.ctx());
                },
                picture_dialog(&std::env::temp_dir(), &title),
            );
            // Folders are listed on a thread of their own.
            harness.run_steps(8);
            assert!(harness.query_by_label("Save a picture of the city").is_some());
            for key in keys {
                harness.key_press(*key);
                harness.run_steps(3);
            }
            assert_eq!(*harness.state().state(), state);
        }
    }
}
