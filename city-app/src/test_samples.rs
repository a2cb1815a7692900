//! The samples of this repository as sessions, for the unit tests of this crate.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Evolution, NodeIndex, Progress, Result, Warnings};

use crate::base::presets::Preset;
use crate::base::settings::CitySettings;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Dataset, Input, open};
use crate::data::session::Session;
use crate::view::state::{TimeCursor, ViewState};

/// A sample with the settings of its figure.
pub(crate) struct SampleCity {
    pub(crate) session: Session,
    pub(crate) settings: CitySettings,
    /// The point of the figure.
    pub(crate) point: usize,
}

/// Opens paths as the command line does, without a word.
pub(crate) fn open_paths(paths: &[PathBuf], options: &OpenOptions) -> Result<Dataset> {
    let warnings = Warnings::new();
    open(&Input::look_at(paths, &warnings)?, options, &Progress::new(), &warnings)
}

/// The first and the last dump of the travel shop, grouped by these criteria (none: as by default), with heaps to ask.
pub(crate) fn travel_shop(by: &[&str]) -> Arc<Session> {
    let paths = ["point-01.hprof.gz", "point-13.hprof.gz"].map(|name| samples_folder().join("travel-shop").join(name));
    let options = OpenOptions { by: by.iter().map(ToString::to_string).collect(), ..OpenOptions::default() };
    let dataset = open_paths(&paths, &options).expect("the sample opens");
    Arc::new(Session::new(Arc::clone(&dataset.evolution), &CitySettings::default()).with_data_of(&dataset))
}

/// Reads a sample and applies its preset.
pub(crate) fn sample_city(name: &str) -> SampleCity {
    let evolution = sample_evolution(name);
    let preset = Preset::named(name).expect("the preset ships");
    let settings = preset.apply(&CitySettings::default());
    let point = preset.point_of(evolution.points.len());
    SampleCity { session: Session::new(evolution, &settings), settings, point }
}

/// The trees of a sample with their references.
pub(crate) fn sample_evolution(name: &str) -> Arc<Evolution> {
    let warnings = Warnings::new();
    let input = Input::look_at(&[samples_folder().join(name)], &warnings).expect("the sample is there");
    let dataset = open(&input, &OpenOptions::default(), &Progress::new(), &warnings).expect("the sample opens");
    assert_eq!(warnings.list(), [], "{name} is flawless");
    dataset.evolution
}

pub(crate) fn samples_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples")
}

impl SampleCity {
    /// The building of this name; names of buildings or districts, whichever has one.
    pub(crate) fn node(&self, text: &str) -> NodeIndex {
        self.session.evolution.find_one(text).expect(text)
    }

    /// The only building of a district, for cities whose districts are types.
    pub(crate) fn building_in(&self, district: &str, building: &str) -> NodeIndex {
        self.node(&format!("Overall#{district}#{building}"))
    }

    /// The figure's point, with a selection.
    pub(crate) fn view(&self, selection: Option<NodeIndex>) -> ViewState {
        ViewState { time: TimeCursor::at(self.point), selection: selection.into(), ..ViewState::default() }
    }
}

/// A folder that goes with its value.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("memory-city-test-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room for temporary files");
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("there is room for temporary files");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is the system's to remove.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
