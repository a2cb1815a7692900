//! Options that say whose heap an input is.

use std::path::PathBuf;

use clap::Args;
use fleet::Place;

use crate::data::input::series::title_of;

/// Whose heap it is.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Whose heap it is")]
pub struct PlaceArgs {
    /// The program [default: the name of the file or folder]
    #[arg(long, value_name = "NAME")]
    pub service: Option<String>,
    /// Its version
    #[arg(long, value_name = "VERSION")]
    pub service_version: Option<String>,
    /// On which machine, or in which pod [default: local]
    #[arg(long, value_name = "NAME")]
    pub host: Option<String>,
    /// In which process [default: the name of the file or folder]
    #[arg(long, value_name = "NAME")]
    pub process: Option<String>,
}

impl PlaceArgs {
    /// With the names of what is read where nobody says others.
    pub(in crate::cli) fn place(&self, paths: &[PathBuf]) -> Place {
        let called = Place::called(&paths.first().map(|path| title_of(path)).unwrap_or_default());
        Place {
            service: self.service.clone().unwrap_or(called.service),
            version: self.service_version.clone().unwrap_or(called.version),
            host: self.host.clone().unwrap_or(called.host),
            process: self.process.clone().unwrap_or(called.process),
        }
    }
}
