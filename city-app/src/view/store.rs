//! What is kept between runs: open panels, recent files, the settings of each dataset.
//!
//! One JSON file in the user's configuration directory. A missing or broken file is an empty store; a store that cannot
//! be written costs a warning and nothing else.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::guide::texts::{FILE as HINTS, HintTexts};
use super::state::Panels;
use crate::base::settings::CitySettings;
use crate::base::system::write_to_stay;

/// More datasets than this are forgotten, the longest unused first.
const MAX_DATASETS: usize = 100;
/// Length of the list of recent files.
const MAX_RECENT: usize = 8;

/// What is kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Store {
    /// Open panels.
    pub panels: Panels,
    /// What was opened last, newest first.
    pub recent: Vec<PathBuf>,
    /// Settings by dataset (see [`dataset_key`]).
    settings: BTreeMap<String, CitySettings>,
    /// Datasets by use, newest last.
    used: Vec<String>,
}

impl Store {
    /// The settings that a dataset was last seen with.
    #[must_use]
    pub fn settings_of(&self, dataset: &str) -> Option<&CitySettings> {
        self.settings.get(dataset)
    }

    /// Keeps the settings of a dataset.
    pub fn keep_settings(&mut self, dataset: &str, settings: &CitySettings) {
        self.used.retain(|used| used != dataset);
        self.used.push(dataset.to_owned());
        self.settings.insert(dataset.to_owned(), settings.clone());
        while self.used.len() > MAX_DATASETS {
            let oldest = self.used.remove(0);
            self.settings.remove(&oldest);
        }
    }

    /// Puts a path at the top of the recent ones.
    pub fn add_recent(&mut self, path: &Path) {
        self.recent.retain(|recent| recent != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    /// Reads the store of a directory; whatever cannot be read is as if it had never been kept.
    #[must_use]
    pub fn load(directory: &Path) -> Self {
        let text = std::fs::read_to_string(file(directory)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Writes the store into a directory, which is made if need be. Never leaves half a file.
    ///
    /// # Errors
    /// When the directory cannot be made or written.
    pub fn save(&self, directory: &Path) -> io::Result<()> {
        std::fs::create_dir_all(directory)?;
        analysis::write_file(&file(directory), serde_json::to_string_pretty(self)?.as_bytes())
    }
}

fn file(directory: &Path) -> PathBuf {
    directory.join("store.json")
}

/// The name under which the settings of a dataset are kept: its first path, or its title where it has none.
#[must_use]
pub fn dataset_key(paths: &[PathBuf], title: &str) -> String {
    match paths.first() {
        Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.clone()).display().to_string(),
        None => title.to_owned(),
    }
}

/// Reads the settings of a preset file.
///
/// # Errors
/// When the file cannot be read, or is no JSON object of settings; one line that names the file.
pub fn read_preset(path: &Path) -> Result<CitySettings, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    CitySettings::from_json(&text).map_err(|error| format!("{} is no preset file: {error}", path.display()))
}

/// Writes settings to a preset file.
///
/// # Errors
/// When the file or its folder cannot be written; one line that names the file.
pub fn write_preset(path: &Path, settings: &CitySettings) -> Result<(), String> {
    let write = || write_to_stay(path, serde_json::to_string_pretty(settings)?.as_bytes());
    write().map_err(|error: io::Error| format!("cannot write {}: {error}", path.display()))
}

/// What hints say: the user's file beside the settings, if there is one, else what the program brings along; and what is wrong with that
/// file, in words.
#[must_use]
pub fn hint_texts(directory: Option<&Path>) -> (HintTexts, Option<String>) {
    let Some(path) = directory.map(|directory| directory.join(HINTS)) else { return (HintTexts::shipped(), None) };
    let read = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (HintTexts::shipped(), None),
        Err(error) => Err(error.to_string()),
        Ok(text) => HintTexts::parse(&text),
    };
    match read {
        Ok(texts) => (texts, None),
        Err(error) => (HintTexts::shipped(), Some(format!("{}: {error}; hints are those of the program", path.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of this test alone, removed at the end.
    struct TestDirectory(PathBuf);

    impl TestDirectory {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("memory-city-{name}-{}", std::process::id())))
        }
    }

    impl Drop for TestDirectory {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_restart_restores_settings_panels_and_recent_files() {
        let directory = TestDirectory::new("restart");
        let settings = CitySettings { solid_count: 3, ..CitySettings::default() };
        let mut store = Store { panels: Panels { legend: false, ..Panels::default() }, ..Store::default() };
        store.keep_settings("app", &settings);
        store.add_recent(Path::new("/dumps/a"));
        store.save(&directory.0).expect("the temporary directory is writable");
        let again = Store::load(&directory.0);
        assert_eq!(again, store);
        assert_eq!(again.settings_of("app"), Some(&settings));
        assert_eq!(again.settings_of("other"), None);
    }

    #[test]
    fn missing_and_broken_stores_are_empty() {
        let directory = TestDirectory::new("broken");
        assert_eq!(Store::load(&directory.0), Store::default());
        std::fs::create_dir_all(&directory.0).expect("the temporary directory is writable");
        std::fs::write(file(&directory.0), "{\"recent\": 7").expect("the temporary directory is writable");
        assert_eq!(Store::load(&directory.0), Store::default());
    }

    #[test]
    fn recent_files_are_listed_once_newest_first_and_not_without_end() {
        let mut store = Store::default();
        for k in 0..20 {
            store.add_recent(Path::new(&format!("/d/{k}")));
        }
        store.add_recent(Path::new("/d/15"));
        assert_eq!(store.recent.len(), MAX_RECENT);
        assert_eq!(store.recent[..2], [PathBuf::from("/d/15"), PathBuf::from("/d/19")]);
    }

    #[test]
    fn settings_of_datasets_unused_for_long_are_forgotten() {
        let mut store = Store::default();
        for k in 0..=MAX_DATASETS {
            store.keep_settings(&k.to_string(), &CitySettings::default());
        }
        assert_eq!(store.settings_of("0"), None);
        assert!(store.settings_of("1").is_some());
    }

    #[test]
    fn a_preset_file_round_trips_and_a_broken_one_names_itself() {
        let directory = TestDirectory::new("preset");
        let settings = CitySettings { child_count: None, non_solid_opacity: 0.25, ..CitySettings::default() };
        let path = directory.0.join("presets/mine.json");
        write_preset(&path, &settings).expect("the temporary directory is writable");
        assert_eq!(read_preset(&path), Ok(settings));
        std::fs::write(&path, "[]").expect("the temporary directory is writable");
        assert!(read_preset(&path).is_err_and(|error| error.contains("mine.json")));
        assert!(read_preset(Path::new("/nowhere/x.json")).is_err_and(|error| error.contains("/nowhere/x.json")));
    }
}
