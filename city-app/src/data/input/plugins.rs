//! Plug-ins: the WebAssembly modules in a folder, each a classifier or a filter.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use analysis::{Error, Plugin, Registry, Result, Warnings, list_folder};

use crate::base::system;
use crate::data::input::series::warn_unusable;

/// Overrides the folder of plug-ins.
pub const PLUGINS_VARIABLE: &str = "MEMORY_CITY_PLUGINS";

/// What names of plug-ins end in, in binary and in text form; other files of the folder are passed over.
const ENDINGS: [&str; 2] = ["wasm", "wat"];

/// Loads the plug-ins of `folder`, else of `$MEMORY_CITY_PLUGINS`, else of `plugins` in the configuration directory
/// ([`system::directory`]), by name. One that cannot be used is counted in `warnings`.
///
/// # Errors
/// When a folder that was named, by the argument or the variable, cannot be read.
pub fn load_plugins(folder: Option<&Path>, warnings: &Warnings) -> Result<Vec<Plugin>> {
    let variable = || std::env::var_os(PLUGINS_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = folder {
        return plugins_in(folder, warnings);
    }
    if let Some(folder) = variable() {
        let named =
            |error: Error| Error::Document { file: format!("${PLUGINS_VARIABLE}"), reason: error.to_string(), json_path: String::new() };
        return plugins_in(&folder, warnings).map_err(named);
    }
    match system::directory().map(|directory| directory.join("plugins")) {
        Some(folder) if folder.is_dir() => plugins_in(&folder, warnings),
        _ => Ok(Vec::new()),
    }
}

fn plugins_in(folder: &Path, warnings: &Warnings) -> Result<Vec<Plugin>> {
    let mut registry = Registry::default();
    let mut plugins = Vec::new();
    for path in files_ending_in(folder, &ENDINGS)? {
        let loaded = load(&path).and_then(|plugin| registry.add_plugin(plugin.clone()).map(|()| plugin));
        match loaded {
            Ok(plugin) => plugins.push(plugin),
            Err(error) => warn_unusable("plug-in", &path, &error, warnings),
        }
    }
    Ok(plugins)
}

/// The files of a folder whose names end so, by name.
pub(super) fn files_ending_in(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let is_meant = |path: &PathBuf| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known));
    Ok(list_folder(folder)?.into_iter().filter(is_meant).collect())
}

fn load(path: &Path) -> Result<Plugin> {
    let io = |source| Error::Io { source, path: path.to_owned() };
    let mut bytes = Vec::new();
    // One byte too many is enough to be refused.
    File::open(path).map_err(io)?.take(Plugin::LARGEST_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    Plugin::load(&path.display().to_string(), &bytes)
}
