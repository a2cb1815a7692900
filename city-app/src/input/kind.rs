//! What the user named: which files, of which kind. Kinds are told from the first bytes, never from names.

use std::path::{Path, PathBuf};

use analysis::{Error, InputKind, Result, input_kind, list_folder};

/// Files of one kind.
#[derive(Debug)]
pub(super) struct Input {
    /// Heap dump, JSON or class histogram.
    pub(super) kind: InputKind,
    /// What was named: a folder, a file, or the first of several files.
    pub(super) path: PathBuf,
    /// All files of that kind, sorted by name where a folder was named.
    pub(super) files: Vec<PathBuf>,
}

/// The kinds of data, the most telling one first.
const DATA: [InputKind; 3] = [InputKind::HeapDump, InputKind::Json, InputKind::ClassHistogram];

/// Tells what the paths are. In a folder the most telling kind wins and other files are passed over; files named one by
/// one must be of one kind.
pub(super) fn look_at(paths: &[PathBuf]) -> Result<Input> {
    match paths {
        [] => Err(Error::Request("no path was given".into())),
        [folder] if folder.is_dir() => look_into(folder),
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
            Ok(Input { kind, path: first.clone(), files: paths.to_vec() })
        }
    }
}

fn look_into(folder: &Path) -> Result<Input> {
    // Files that cannot be opened are passed over like files of other kinds.
    let kinds = list_folder(folder)?.into_iter().filter_map(|path| Some((input_kind(&path).ok()?, path)));
    let files: Vec<(InputKind, PathBuf)> = kinds.filter(|(_, path)| path.file_name().is_none_or(|name| name != "dataset.json")).collect();
    let holds = |kind: InputKind| files.iter().any(|file| file.0 == kind);
    // A folder of folders can still be an export of trees one level down.
    let kind = DATA.into_iter().find(|&kind| holds(kind)).or(holds(InputKind::Folder).then_some(InputKind::Json));
    let kind =
        kind.ok_or_else(|| Error::Empty { reason: format!("{} holds no heap dumps, memory trees or class histograms", folder.display()) })?;
    let files = files.into_iter().filter(|file| file.0 == kind).map(|file| file.1).collect();
    Ok(Input { kind, path: folder.to_owned(), files })
}

fn known_kind(path: &Path) -> Result<InputKind> {
    match input_kind(path)? {
        InputKind::Folder => Err(Error::Request(format!("{} is a folder; name one folder or several files", path.display()))),
        InputKind::Unknown => Err(Error::Document {
            file: path.display().to_string(),
            reason: "unknown kind of file; expected a heap dump (HPROF), memory trees (JSON) or a class histogram".into(),
            json_path: String::new(),
        }),
        kind => Ok(kind),
    }
}
