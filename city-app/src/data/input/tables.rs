//! Inputs and folders of tables, wherever they lie: those in object stores are fetched before they are read.

use std::path::PathBuf;

use fleet::{Folder, is_stored};
use tempfile::TempDir;

/// Parts paths into folders of tables and inputs.
///
/// # Errors
/// When an object store cannot be asked.
pub(crate) fn part_tables(paths: &[PathBuf]) -> fleet::Result<(Vec<Folder>, Vec<PathBuf>)> {
    let (mut tables, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        let folder = Folder::at(path)?;
        if folder.holds_tables()? {
            tables.push(folder);
        } else {
            others.push(path.clone());
        }
    }
    Ok((tables, others))
}

/// Inputs on this machine.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// Where they are.
    pub(crate) paths: Vec<PathBuf>,
    /// The folder of those that were fetched, which goes with this.
    _scratch: Option<TempDir>,
}

impl Fetched {
    /// Fetches those that lie in object stores.
    ///
    /// # Errors
    /// When an object store cannot be asked, or when there is no room.
    pub(crate) fn of(named: &[PathBuf]) -> fleet::Result<Self> {
        if !named.iter().any(|path| is_stored(path)) {
            return Ok(Self { paths: named.to_vec(), _scratch: None });
        }
        let no_folder = |error| fleet::Error::Answer(format!("no temporary folder: {error}"));
        let scratch = tempfile::tempdir().map_err(no_folder)?;
        let mut paths = Vec::with_capacity(named.len());
        for (at, path) in named.iter().enumerate() {
            paths.push(match Folder::at(path)? {
                Folder::Here(path) => path,
                // Two may have the same name.
                Folder::Stored(stored) => stored.fetch(&scratch.path().join(at.to_string()))?,
            });
        }
        Ok(Self { paths, _scratch: Some(scratch) })
    }
}
