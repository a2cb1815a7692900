//! `memory-city scene`: the city as JSON, or as a model for programs of three dimensions.

use std::path::{Path, PathBuf};

use clap::Args;

use super::city_input;
use crate::city::scene::scene_snapshot;
use crate::cli::documents::output::{CliError, ExitKind, write_result};
use crate::cli::options::input_args::InputArgs;
use crate::cli::options::view_args::ViewArgs;

/// Write the city at one point in time as JSON (buildings, districts, references, colors, findings), or as a model (glTF).
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  memory-city scene dumps/ --out scene.json
  memory-city scene data-samples/fig10 --preset growers-alone --select 'Person' --out person.json
  memory-city scene dumps/ --out city.glb      a model for Blender and others, with names
  memory-city scene trees/ --time 3 --set metric=bytes | jq '.buildings[0]'

A file with the ending .glb is a model in binary glTF: districts with their buildings, in their colors, with names and, as extras, keys and \
counts. The same input and options give the same bytes.")]
pub struct SceneArgs {
    /// Heap dumps, memory trees, class histograms, or a folder of them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The file to write; stdout without this
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What is looked at.
    #[command(flatten)]
    pub view: ViewArgs,
    /// How it is read.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Reads, lays out, describes.
pub(in crate::cli) fn scene(args: &SceneArgs) -> Result<(), CliError> {
    if args.view.beside.is_some() {
        return Err(CliError::new(ExitKind::Usage, "--beside is for pictures and the window: a scene has one city"));
    }
    if args.out.as_ref().is_some_and(|out| has_ending(out, "gltf")) {
        return Err(CliError::new(ExitKind::Usage, "models are written as binary glTF: name the file .glb"));
    }
    let opened = city_input::open(&args.paths, &args.input, &args.view)?;
    let scene = scene_snapshot(&opened.session, &opened.settings, &opened.view);
    let bytes = match &args.out {
        Some(out) if has_ending(out, "glb") => scene.to_glb(),
        _ => scene.to_json().map_err(|error| CliError::new(ExitKind::Failed, error))?.into_bytes(),
    };
    write_result(args.out.as_deref(), &bytes)
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending))
}
