//! Tree folders on disk.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::dataset::{DatasetInfo, Stemmed, TreeFolder, match_maps};
use super::pointer_map::{PointerMap, parse_pointer_maps};
use super::tree::parse_trees;
use super::write::{dataset_document, pointer_map_document, tree_document};
use crate::base::error::{Error, Result};
use crate::base::new_file::{note_input, write_file};
use crate::base::progress::Progress;
use crate::base::warnings::Warnings;
use crate::trees::memory_tree::TimePoint;

const DATASET_FILE: &str = "dataset.json";
const POINTS_TO_FOLDER: &str = "points-to-maps";
const POINTED_FROM_FOLDER: &str = "pointed-from-maps";

/// The folder of an AntTracks export in which the trees lie when the folder above it was chosen.
const EXPORT_SUBFOLDER: &str = "default-format";

/// Larger documents are refused: a document is held in memory while it is read.
const MAX_DOCUMENT_BYTES: u64 = 2 << 30;

/// Reads a folder of trees, or files that hold a tree or an array of trees each: one series, in order of time.
///
/// # Errors
/// As [`read_tree_folder`], also for files.
pub(in crate::readers) fn read_trees(
    paths: &[PathBuf],
    pointers: Option<&Path>,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TreeFolder> {
    let place = match paths {
        [folder] if folder.is_dir() => return read_tree_folder(folder, pointers, progress, warnings),
        [file] => Some(file.as_path()),
        files => files.first().and_then(|file| file.parent()),
    };
    let info = DatasetInfo { title: place.and_then(name_of), ..DatasetInfo::default() };
    read_files(info, place.unwrap_or(Path::new("")), paths, pointers, progress, warnings)
}

/// Reads a folder of trees, with the maps in its two subfolders or in those of `pointers`.
///
/// Files that cannot be used are left out and counted; if none can be used, the first one's error is returned.
/// Without maps the trees are complete, only without references.
pub fn read_tree_folder(dir: &Path, pointers: Option<&Path>, progress: &Progress, warnings: &Warnings) -> Result<TreeFolder> {
    let mut files = json_files(dir)?;
    let mut dir = dir.to_owned();
    if files.is_empty() && dir.join(EXPORT_SUBFOLDER).is_dir() {
        dir.push(EXPORT_SUBFOLDER);
        files = json_files(&dir)?;
    }
    read_files(read_info(&dir, warnings), &dir, &files, pointers.or(Some(&dir)), progress, warnings)
}

/// Reads the files of a place, with the maps of a folder.
fn read_files(
    info: DatasetInfo,
    place: &Path,
    files: &[PathBuf],
    pointers: Option<&Path>,
    progress: &Progress,
    warnings: &Warnings,
) -> Result<TreeFolder> {
    let maps = |name| pointers.map_or(Ok(Vec::new()), |folder| map_files(folder, name));
    let [maps_to, maps_from] = [maps(POINTS_TO_FOLDER)?, maps(POINTED_FROM_FOLDER)?];
    if let Some(folder) = pointers.filter(|&folder| folder != place && maps_to.is_empty() && maps_from.is_empty()) {
        let example = folder.display();
        warnings.add("the folder of pointer maps holds neither points-to-maps nor pointed-from-maps with JSON files", example);
    }

    progress.start("Reading memory trees", (files.len() + maps_to.len() + maps_from.len()) as u64);
    let trees = read_all(files, progress, warnings, |origin, text| parse_trees(origin, text, warnings))?;
    if trees.is_empty() {
        return Err(Error::Empty { reason: format!("no JSON file with a memory tree in {}", place.display()) });
    }
    let points_to = read_all_or_none(&maps_to, progress, warnings)?;
    let pointed_from = read_all_or_none(&maps_from, progress, warnings)?;
    let points = match_maps(trees, &points_to, &pointed_from, warnings);
    Ok(TreeFolder { info, points })
}

/// Writes trees and maps as [`read_tree_folder`] reads them; equal input makes equal bytes.
///
/// Makes the folder if needed. Fails without writing if it holds other JSON files, which would be read as trees of the
/// same dataset, or if two points have one time.
pub fn write_tree_folder(dir: &Path, info: &DatasetInfo, points: &[TimePoint], progress: &Progress) -> Result<()> {
    let mut names: Vec<String> = points.iter().map(|point| format!("{}.json", point.time_millis)).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Error::Request(format!("two trees have the time of {}", pair[0])));
    }
    let folders = [dir.to_owned(), dir.join(POINTS_TO_FOLDER), dir.join(POINTED_FROM_FOLDER)];
    for folder in &folders {
        fs::create_dir_all(folder).map_err(|source| Error::Io { source, path: folder.clone() })?;
        let ours = |file: &PathBuf| {
            file.file_name().and_then(|name| name.to_str()).is_some_and(|name| names.binary_search_by(|n| n.as_str().cmp(name)).is_ok())
        };
        if let Some(other) = json_files(folder)?.iter().find(|&file| !ours(file)) {
            let reason = "is in the way: it would be read as part of the same dataset; choose an empty folder";
            return Err(Error::Request(format!("{} {reason}", other.display())));
        }
    }
    progress.start("Writing memory trees", points.len() as u64);
    write(&dir.join(DATASET_FILE), &dataset_document(info))?;
    points.par_iter().try_for_each(|point| {
        let name = format!("{}.json", point.time_millis);
        write(&folders[0].join(&name), &tree_document(point))?;
        let maps = point.references.as_ref().map(|references| [&references.points_to, &references.pointed_from]);
        for (at, folder) in folders[1..].iter().enumerate() {
            let file = folder.join(&name);
            match maps {
                Some(maps) => write(&file, &pointer_map_document(point.time_millis, &point.tree, maps[at]))?,
                // A map of an earlier run would be read as this tree's.
                None if file.exists() => fs::remove_file(&file).map_err(|source| Error::Io { source, path: file })?,
                None => {}
            }
        }
        progress.advance(1)
    })
}

/// JSON files of a folder except `dataset.json`, sorted by name so that "the first" means the same everywhere.
fn json_files(dir: &Path) -> Result<Vec<PathBuf>> {
    let io = |source| Error::Io { source, path: dir.to_owned() };
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if is_json && path.is_file() && path.file_name().is_some_and(|name| name != DATASET_FILE) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The map files below `folder`; a folder without them has no maps.
fn map_files(folder: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let maps = folder.join(name);
    if maps.is_dir() { json_files(&maps) } else { Ok(Vec::new()) }
}

fn read_info(dir: &Path, warnings: &Warnings) -> DatasetInfo {
    let file = dir.join(DATASET_FILE);
    let mut info = DatasetInfo::default();
    if file.is_file() {
        match read(&file).and_then(|text| DatasetInfo::parse(&file.display().to_string(), &text, warnings)) {
            Ok(read) => info = read,
            Err(error) => warnings.add("dataset.json could not be used", error),
        }
    }
    info.title = info.title.or_else(|| name_of(dir));
    info
}

fn name_of(path: &Path) -> Option<String> {
    path.file_stem().map(|name| name.to_string_lossy().into_owned())
}

/// Reads files in parallel, in the order given. One unusable file is a warning; nothing but unusable files is an error.
fn read_all<T: Send>(
    files: &[PathBuf],
    progress: &Progress,
    warnings: &Warnings,
    parse: impl Fn(&str, &[u8]) -> Result<Vec<T>> + Sync,
) -> Result<Vec<Stemmed<T>>> {
    let results: Vec<Result<Vec<T>>> = files
        .par_iter()
        .map(|file| {
            progress.advance(1)?;
            parse(&file.display().to_string(), &read(file)?)
        })
        .collect();
    progress.check()?;
    let mut values = Vec::new();
    let mut errors = Vec::new();
    for (file, result) in files.iter().zip(results) {
        match result {
            Ok(read) => {
                // A file with several trees has one name for all of them, which then identifies none.
                let stem = if read.len() == 1 { name_of(file).unwrap_or_default() } else { String::new() };
                values.extend(read.into_iter().map(|value| Stemmed { stem: stem.clone(), value }));
            }
            Err(error) => errors.push(error),
        }
    }
    if values.is_empty() && !errors.is_empty() {
        return Err(errors.swap_remove(0));
    }
    for error in errors {
        warnings.add("a file could not be used", error);
    }
    Ok(values)
}

/// Maps are an extra: if none can be read, the trees still make a city.
fn read_all_or_none(files: &[PathBuf], progress: &Progress, warnings: &Warnings) -> Result<Vec<Stemmed<PointerMap>>> {
    match read_all(files, progress, warnings, parse_pointer_maps) {
        Err(Error::Cancelled) => Err(Error::Cancelled),
        Err(error) => {
            warnings.add("pointer maps could not be used", error);
            Ok(Vec::new())
        }
        maps => maps,
    }
}

fn read(file: &Path) -> Result<Vec<u8>> {
    let io = |source| Error::Io { source, path: file.to_owned() };
    let metadata = fs::metadata(file).map_err(io)?;
    note_input(file, &metadata);
    if metadata.len() > MAX_DOCUMENT_BYTES {
        return Err(Error::Limit { what: file.display().to_string(), limit: "2 GiB per JSON document".into() });
    }
    fs::read(file).map_err(io)
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    write_file(file, bytes).map_err(|source| Error::Io { source, path: file.to_owned() })
}
