//! The inputs of a fleet: one of each process, with whose heap it is by where it lies.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::Error;
use fleet::{Folder, Place, Result, StoredFile, is_stored};

use crate::data::input::kind::lies_beside_data;
use crate::data::input::series::title_of;

/// How folders are called by what they hold: a name of a folder for each part, with what stands between names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacePattern(Vec<Vec<Piece>>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Name(Named),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Service,
    Version,
    Host,
    Process,
    /// Something that does not matter.
    Any,
}

impl PlacePattern {
    /// What processes are told apart by.
    pub(crate) const PARTS: [&str; 4] = ["service", "version", "host", "process"];

    /// Reads `{service}-{version}/{host}`.
    ///
    /// # Errors
    /// What is wrong with it, one sentence.
    pub fn parse(text: &str) -> std::result::Result<Self, String> {
        let parts: Vec<Vec<Piece>> = text.trim_matches('/').split('/').map(part).collect::<std::result::Result<_, _>>()?;
        let names: Vec<Named> =
            parts.iter().flatten().filter_map(|piece| if let Piece::Name(name) = piece { Some(*name) } else { None }).collect();
        let repeated = |name: &Named| *name != Named::Any && names.iter().filter(|other| *other == name).count() > 1;
        if !names.contains(&Named::Service) {
            return Err("{service} must stand in it".to_owned());
        }
        match names.iter().find(|name| repeated(name)) {
            Some(name) => Err(format!("{{{}}} stands in it twice", format!("{name:?}").to_lowercase())),
            None => Ok(Self(parts)),
        }
    }

    /// All processes below a folder, in the order of their paths; what does not fit is handed to `unfit`.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub(crate) fn inputs(&self, root: &Path, unfit: &mut dyn FnMut(&Path)) -> Result<Vec<FleetInput>> {
        let folders = match Folder::at(root)? {
            Folder::Here(_) => Folders::Here,
            Folder::Stored(stored) => Folders::Stored(stored.files()?),
        };
        let mut found = Vec::new();
        self.below(&folders, root, 0, &Known::default(), &mut found, unfit)?;
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    fn below(
        &self,
        folders: &Folders,
        folder: &Path,
        depth: usize,
        known: &Known,
        found: &mut Vec<FleetInput>,
        unfit: &mut dyn FnMut(&Path),
    ) -> Result<()> {
        let is_last = depth + 1 == self.0.len();
        for Entry { path, is_folder, bytes } in folders.list(folder)? {
            let name = if is_folder { path.file_name().unwrap_or_default().to_string_lossy().into_owned() } else { title_of(&path) };
            let mut known = known.clone();
            if !(is_last || is_folder) || !known.take(&self.0[depth], &name) {
                unfit(&path);
            } else if is_last {
                let bytes = if is_folder { folders.largest_in(&path)? } else { bytes };
                found.push(FleetInput { path, place: known.place(&name), bytes });
            } else {
                self.below(folders, &path, depth + 1, &known, found, unfit)?;
            }
        }
        Ok(())
    }
}

/// The input of one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FleetInput {
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// Whose heap it is.
    pub(crate) place: Place,
    /// About what a heap state of it takes: bytes of its largest file.
    pub(crate) bytes: u64,
}

impl FleetInput {
    /// The inputs that a manifest names: the document of `memory-city fleet --list --json`. Paths count from its folder.
    ///
    /// # Errors
    /// When it cannot be read or is no such document.
    pub(crate) fn of_manifest(file: &Path) -> Result<Vec<Self>> {
        #[derive(serde::Deserialize)]
        struct Manifest {
            inputs: Vec<Listed>,
        }
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Listed {
            path: PathBuf,
            service: String,
            #[serde(default)]
            version: String,
            host: Option<String>,
            process: Option<String>,
        }
        let text = analysis::read_text(file, &analysis::Warnings::new())?;
        let wrong = |error: serde_json::Error| Error::Document {
            file: file.display().to_string(),
            reason: format!("no manifest of inputs: {error}"),
            json_path: String::new(),
        };
        let Manifest { inputs } = serde_json::from_str(&text).map_err(wrong)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let input = |Listed { path, service, version, host, process }: Listed| {
            let path = if is_stored(&path) { path } else { folder.join(path) };
            let known = Known { service, version, host, process };
            let place = known.place(&title_of(&path));
            // One that is not there is told when it is read.
            Self { bytes: bytes_of(&path).unwrap_or(0), path, place }
        };
        Ok(inputs.into_iter().map(input).collect())
    }
}

/// About what a heap state of an input takes.
fn bytes_of(path: &Path) -> Result<u64> {
    if let Folder::Stored(stored) = Folder::at(path)? {
        return Ok(stored.files()?.iter().map(|file| bytes_inside(&file.path, file.bytes)).max().unwrap_or(0));
    }
    let about = path.metadata().map_err(|source| Error::Io { source, path: path.to_owned() })?;
    if about.is_dir() { Folders::Here.largest_in(path) } else { Ok(bytes_inside(path, about.len())) }
}

/// What is looked through.
enum Folders {
    Here,
    /// All that there is.
    Stored(Vec<StoredFile>),
}

/// Something in a folder.
struct Entry {
    path: PathBuf,
    is_folder: bool,
    bytes: u64,
}

impl Folders {
    /// Bytes of the largest file of a series: one is read after the other.
    fn largest_in(&self, folder: &Path) -> Result<u64> {
        Ok(self.list(folder)?.iter().map(|file| file.bytes).max().unwrap_or(0))
    }

    /// What lies in a folder, by name; hidden files are nobody's data, and what lies beside data is none either.
    fn list(&self, folder: &Path) -> Result<Vec<Entry>> {
        let mut entries: BTreeMap<PathBuf, Entry> = BTreeMap::new();
        match self {
            Self::Here => {
                let error = |source| Error::Io { source, path: folder.to_owned() };
                for entry in folder.read_dir().map_err(error)? {
                    let path = entry.map_err(error)?.path();
                    let bytes = path.metadata().map_or(0, |about| about.len());
                    entries.insert(path.clone(), Entry { is_folder: path.is_dir(), bytes: bytes_inside(&path, bytes), path });
                }
            }
            Self::Stored(files) => {
                for StoredFile { path, bytes } in files {
                    let mut below = path.strip_prefix(folder).into_iter().flat_map(Path::components);
                    let Some(first) = below.next() else { continue };
                    let (path, is_folder) = (folder.join(first), below.next().is_some());
                    entries.insert(path.clone(), Entry { is_folder, bytes: bytes_inside(&path, *bytes), path });
                }
            }
        }
        let is_hidden = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().starts_with('.');
        Ok(entries.into_values().filter(|entry| !(is_hidden(&entry.path) || lies_beside_data(&entry.path))).collect())
    }
}

/// What is in gzip is larger inside.
fn bytes_inside(path: &Path, bytes: u64) -> u64 {
    const IN_GZIP: u64 = 5;
    let is_gzip = path.extension().is_some_and(|end| end == "gz");
    if is_gzip { bytes * IN_GZIP } else { bytes }
}

fn part(text: &str) -> std::result::Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(begin) = rest.find('{') else {
            pieces.push(Piece::Text(rest.to_owned()));
            break;
        };
        if begin > 0 {
            pieces.push(Piece::Text(rest[..begin].to_owned()));
        } else if matches!(pieces.last(), Some(Piece::Name(_))) {
            return Err("between two names there must be a sign".to_owned());
        }
        let end = rest[begin..].find('}').ok_or("a { has no }")? + begin;
        pieces.push(Piece::Name(match &rest[begin + 1..end] {
            "service" => Named::Service,
            "version" => Named::Version,
            "host" => Named::Host,
            "process" => Named::Process,
            "any" => Named::Any,
            other => return Err(format!("{{{other}}} is none of {{service}}, {{version}}, {{host}}, {{process}}, {{any}}")),
        }));
        rest = &rest[end + 1..];
    }
    if pieces.is_empty() { Err("a part is empty".to_owned()) } else { Ok(pieces) }
}

/// What names of folders have told.
#[derive(Debug, Clone, Default)]
struct Known {
    service: String,
    version: String,
    host: Option<String>,
    process: Option<String>,
}

impl Known {
    /// Reads a name, from its end: `check-out-2.14` is version 2.14 of `check-out`. Whether it fits.
    fn take(&mut self, pieces: &[Piece], name: &str) -> bool {
        let mut rest = name;
        for (at, piece) in pieces.iter().enumerate().rev() {
            match piece {
                Piece::Text(text) => match rest.strip_suffix(text.as_str()) {
                    Some(before) => rest = before,
                    None => return false,
                },
                Piece::Name(named) => {
                    let before = at.checked_sub(1).and_then(|at| pieces.get(at));
                    let begin = match before {
                        Some(Piece::Text(text)) => match rest.rfind(text.as_str()) {
                            Some(found) => found + text.len(),
                            None => return false,
                        },
                        _ => 0,
                    };
                    let value = &rest[begin..];
                    if value.is_empty() {
                        return false;
                    }
                    match named {
                        Named::Service => value.clone_into(&mut self.service),
                        Named::Version => value.clone_into(&mut self.version),
                        Named::Host => self.host = Some(value.to_owned()),
                        Named::Process => self.process = Some(value.to_owned()),
                        Named::Any => {}
                    }
                    rest = &rest[..begin];
                }
            }
        }
        rest.is_empty()
    }

    fn place(&self, last: &str) -> Place {
        let called = Place::called(last);
        Place {
            service: self.service.clone(),
            version: self.version.clone(),
            host: self.host.clone().unwrap_or(called.host),
            process: self.process.clone().unwrap_or(called.process),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(pattern: &str, names: &[&str]) -> Option<Place> {
        let pattern = PlacePattern::parse(pattern).expect("is one");
        let mut known = Known::default();
        let fits = pattern.0.len() == names.len() && pattern.0.iter().zip(names).all(|(part, name)| known.take(part, name));
        fits.then(|| known.place(names[names.len() - 1]))
    }

    #[test]
    fn names_are_read_from_their_end() {
        let place = known("{service}-{version}/{host}", &["check-out-2.14", "pod-7"]).expect("fits");
        assert_eq!((&*place.service, &*place.version, &*place.host, &*place.process), ("check-out", "2.14", "pod-7", "pod-7"));
        let place = known("{any}/{service}/v{version}/{host}_{process}", &["prod", "search", "v3", "a_b_17"]).expect("fits");
        assert_eq!((&*place.version, &*place.host, &*place.process), ("3", "a_b", "17"));
        assert_eq!(known("{service}-{version}", &["checkout"]), None);
        assert_eq!(known("v{service}", &["v"]), None);
    }

    #[test]
    fn a_pattern_that_means_nothing_is_refused() {
        for (text, said) in [
            ("{version}", "{service} must"),
            ("{service}{version}", "between two names"),
            ("{service}/{service}", "{service} stands in it twice"),
            ("{pod}/{service}", "{pod} is none of"),
            ("{service", "no }"),
            ("{service}//{host}", "empty"),
        ] {
            let error = PlacePattern::parse(text).expect_err(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
