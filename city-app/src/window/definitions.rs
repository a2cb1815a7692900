//! What users save in the grouping editor, and what a dataset brings along: read when a dataset is opened, written when
//! somebody saves or deletes.

use std::path::PathBuf;

use analysis::{Definition, Error, Result, Warnings, parse_structures};
use bevy::prelude::*;

use super::state::{ApplySystems, InputRes, ShellMessage, StatusNote};
use crate::data::input::options::OpenOptions;
use crate::data::input::saved_definition::DEFINITIONS_FILE;
use crate::data::input::{dataset_definitions, definition_files, delete_definition, load_features, save_definition, save_descriptions};
use crate::view::command::ShellCommand;
use crate::window::state::{Known, Opened, StoreRes};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, change_definitions.in_set(ApplySystems::Shell));
}

/// How an input is read, with what is saved for it and for all; and what is wrong with that. Programs that keep nothing
/// (pictures, tests) know nothing of the user's own.
pub(super) fn options_for(paths: &[PathBuf], inputs: &InputRes, stored: &StoreRes) -> (OpenOptions, Vec<String>) {
    let warnings = Warnings::new();
    let files = definition_files(paths, user_file(stored));
    let structures = inputs.options.structures.for_datasets(paths, &warnings);
    let options = OpenOptions { structures, ..inputs.options.clone() }.with_definitions(&files, &warnings);
    (options, warnings.list().iter().map(ToString::to_string).collect())
}

fn user_file(stored: &StoreRes) -> Option<PathBuf> {
    stored.directory.as_ref().map(|directory| directory.join(DEFINITIONS_FILE))
}

pub(super) fn change_definitions(
    mut messages: MessageReader<ShellMessage>,
    (mut inputs, stored): (ResMut<InputRes>, Res<StoreRes>),
    mut opened: ResMut<Opened>,
    mut note: ResMut<StatusNote>,
) {
    for message in messages.read() {
        let ShellMessage::Shell(command) = message else { continue };
        let outcome = match command {
            ShellCommand::SaveDefinition { definition, with_dataset, replace } => {
                save(definition, *with_dataset, *replace, &opened, &inputs, &stored)
            }
            ShellCommand::DeleteDefinition(saved) => {
                delete_definition(&saved.file, &saved.definition).map(|()| format!("deleted {}", saved.step()))
            }
            ShellCommand::UseFeatures(file) => load_features(file, &Warnings::new()).map(|features| {
                let names: Vec<&str> = features.names().collect();
                let told = format!("{} features can be grouped by: {}", names.len(), names.join(", "));
                inputs.options.features = Some(features);
                told
            }),
            ShellCommand::DescribeCollections(text) => describe_collections(text, &opened, &mut inputs),
            _ => continue,
        };
        note.0 = outcome.unwrap_or_else(|error| error.to_string());
        // Also after a failure: somebody else may have changed the file.
        let (options, problems) = options_for(&opened.paths, &inputs, &stored);
        opened.known = Known::of(&options, problems);
    }
}

/// Saves these descriptions with the dataset, from where they count, and says where. What cannot be saved counts until the program ends.
fn describe_collections(text: &str, opened: &Opened, inputs: &mut InputRes) -> Result<String> {
    let described = parse_structures(text).map_err(|faults| Error::Request(faults[0].to_string()))?;
    let count = described.iter().filter(|description| description.is_head).count();
    let used = if count == 1 { "1 collection is known now".to_owned() } else { format!("{count} collections are known now") };
    let saved = match opened.paths.first() {
        Some(path) => save_descriptions(path, text),
        None => Err(Error::Request("there is no folder to save in".into())),
    };
    match saved {
        Ok(file) => Ok(format!("{used}, and described in {}", file.display())),
        Err(error) => {
            inputs.options.structures.add_unsaved(text)?;
            Ok(format!("{used}, until the program ends: {error}"))
        }
    }
}

/// Saves, and says where.
fn save(
    definition: &Definition,
    with_dataset: bool,
    replace: bool,
    opened: &Opened,
    inputs: &InputRes,
    stored: &StoreRes,
) -> Result<String> {
    let of_dataset = opened.paths.first().filter(|_| with_dataset).map(|path| dataset_definitions(path));
    let Some(file) = of_dataset.or_else(|| user_file(stored)) else {
        return Err(Error::Request("there is no folder to save in".into()));
    };
    let (known, _) = options_for(&opened.paths, inputs, stored);
    save_definition(&file, definition, replace, &known)?;
    Ok(format!("saved {} in {}", definition.name, file.display()))
}
