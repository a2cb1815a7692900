//! What the user named: which files, of which kind. Kinds are told from the first bytes, never from names.

use std::path::{Path, PathBuf};

use analysis::{Error, FORMATS, Format, InputKind, Result, Warnings, input_kind, list_folder, without_continuations};

use crate::data::input::saved_definition::DEFINITIONS_FILE;

/// Files of one kind.
#[derive(Debug)]
pub(crate) struct Input {
    /// Heap dump, trace, JSON or class histogram.
    pub(super) kind: InputKind,
    /// What was named: a folder, a file, or the first of several files.
    pub(super) path: PathBuf,
    /// All files of that kind, sorted by name where a folder was named.
    pub(super) files: Vec<PathBuf>,
}

/// Whether a file is called like data; anything else may lie in a folder unnoticed.
fn is_called_like_data(name: &str) -> bool {
    let mut endings = FORMATS.iter().flat_map(|format| format.endings).chain(&[".gz"]);
    endings.any(|ending| name.ends_with(ending))
}

/// Whether files of this kind can be opened by themselves.
fn is_data(kind: InputKind) -> bool {
    Format::of_kind(kind).is_some_and(Format::is_data)
}

/// Whether files of this kind hold heap states.
pub(super) fn has_states(kind: InputKind) -> bool {
    Format::of_kind(kind).is_some_and(Format::has_states)
}

/// Tells what the paths are. In a folder the most telling kind wins; data of another kind is passed over and counted.
/// Files named one by one must be of one kind.
pub(super) fn look_at(paths: &[PathBuf], warnings: &Warnings) -> Result<Input> {
    match paths {
        [] => Err(Error::Request("no path was given".into())),
        [folder] if folder.is_dir() => look_into(folder, warnings),
        [first, rest @ ..] => {
            let kind = known_kind(first)?;
            for path in rest {
                if known_kind(path)? != kind {
                    let message = format!("{} and {} are of different kinds; open one kind at a time", first.display(), path.display());
                    return Err(Error::Request(message));
                }
            }
            if kind == InputKind::Json && !rest.is_empty() {
                return Err(Error::Request("several tree files make one dataset when they lie in one folder; name the folder".into()));
            }
            Ok(Input { kind, path: first.clone(), files: openable(kind, paths.to_vec()) })
        }
    }
}

fn look_into(folder: &Path, warnings: &Warnings) -> Result<Input> {
    let mut files: Vec<(InputKind, PathBuf)> = Vec::new();
    for path in list_folder(folder)? {
        match input_kind(&path) {
            Ok(kind) if path.file_name().is_none_or(|name| name != "dataset.json" && name != DEFINITIONS_FILE) => files.push((kind, path)),
            Ok(_) => {}
            Err(error) => warnings.add("a file in the folder could not be opened", error),
        }
    }
    let holds = |kind: InputKind| files.iter().any(|file| file.0 == kind);
    // A folder of folders can still be an export of trees one level down.
    let data = FORMATS.iter().filter(|format| format.is_data()).map(|format| format.kind).find(|&kind| holds(kind));
    let kind = data.or(holds(InputKind::Folder).then_some(InputKind::Json));
    let kind = kind.ok_or_else(|| Error::Empty {
        reason: format!("{} holds no heap dumps, traces, memory trees or class histograms", folder.display()),
    })?;
    for (_, other) in files.iter().filter(|file| file.0 != kind && is_data(file.0)) {
        warnings.add(&format!("the folder was read as {}; a file of another kind was passed over", in_words(kind)), other.display());
    }
    // Files that are called JSON are told by the reader of tree folders, which goes by the names.
    for (_, empty) in files.iter().filter(|file| kind != InputKind::Json && file.0 == InputKind::Empty) {
        warnings.add("an empty file was passed over", empty.display());
    }
    let is_told = |name: &str| kind == InputKind::Json && name.ends_with(".json");
    for (_, unknown) in files.iter().filter(|file| file.0 == InputKind::Unknown) {
        let name = unknown.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if is_called_like_data(&name) && !is_told(&name) {
            warnings.add("a file is called like data, but holds none that can be read; it was passed over", unknown.display());
        }
    }
    let files = files.into_iter().filter(|file| file.0 == kind).map(|file| file.1).collect();
    Ok(Input { kind, path: folder.to_owned(), files: openable(kind, files) })
}

/// The files that are opened; of a trace in several files it is the first one that is there.
fn openable(kind: InputKind, files: Vec<PathBuf>) -> Vec<PathBuf> {
    if kind == InputKind::Trace { without_continuations(files) } else { files }
}

/// What a kind of data is called.
pub(super) fn in_words(kind: InputKind) -> &'static str {
    Format::of_kind(kind).map_or("other files", |format| format.names)
}

/// What a file of this kind is called.
pub(super) fn one_in_words(kind: InputKind) -> &'static str {
    Format::of_kind(kind).map_or("file", |format| format.name)
}

fn known_kind(path: &Path) -> Result<InputKind> {
    match input_kind(path)? {
        InputKind::Folder => Err(Error::Request(format!("{} is a folder; name one folder or several files", path.display()))),
        InputKind::Empty => Err(unusable(path, "the file is empty")),
        InputKind::TracePart => Err(unusable(path, "this belongs to a trace of AntTracks; open the trace, or the folder that holds both")),
        InputKind::Unknown => Err(unusable(
            path,
            "unknown kind of file; expected a heap dump (HPROF), a trace (.mctrace, AntTracks), memory trees (JSON) or a class histogram",
        )),
        kind => Ok(kind),
    }
}

fn unusable(path: &Path, reason: &str) -> Error {
    Error::Document { file: path.display().to_string(), reason: reason.into(), json_path: String::new() }
}
