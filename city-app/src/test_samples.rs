//! The samples of this repository as sessions, for the unit tests of this crate.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Evolution, NodeIndex, Progress, Result, Warnings, attach_pointer_maps, parse_pointer_maps, parse_trees};

use crate::base::presets::Preset;
use crate::base::settings::CitySettings;
use crate::data::input::options::OpenOptions;
use crate::data::input::{Dataset, Input, open};
use crate::data::samples::sample_files;
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
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data-samples/travel-shop");
    let paths = ["point-01.hprof.gz", "point-13.hprof.gz"].map(|name| folder.join(name));
    let options = OpenOptions { by: by.iter().map(ToString::to_string).collect(), ..OpenOptions::default() };
    let dataset = open_paths(&paths, &options).expect("the sample opens");
    Arc::new(Session::new(dataset.evolution, &CitySettings::default()).with_heaps(dataset.heaps))
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
    let (mut points, mut points_to, mut pointed_from) = (Vec::new(), Vec::new(), Vec::new());
    for file in sample_files(name).expect("the sample ships") {
        let bytes = file.text.as_bytes();
        match file.path.split_once('/') {
            Some(("points-to-maps", _)) => points_to.extend(parse_pointer_maps(&file.path, bytes).expect("a map")),
            Some(_) => pointed_from.extend(parse_pointer_maps(&file.path, bytes).expect("a map")),
            None if file.path == "dataset.json" => {}
            None => points.extend(parse_trees(&file.path, bytes, &warnings).expect("a tree")),
        }
    }
    attach_pointer_maps(&mut points, &points_to, &pointed_from, &warnings);
    let evolution = Evolution::from_points(name, "", points, &Progress::new(), &warnings).expect("an evolution");
    assert_eq!(warnings.list(), [], "{name} is flawless");
    Arc::new(evolution)
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
