//! Writes the tables of a source as files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::folder::Folder;
use crate::rows::rows;
use crate::schema::Table;
use crate::source::Source;
use crate::table_file::TableFile;

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exported {
    /// Points in time.
    pub points: usize,
    /// Files.
    pub files: usize,
    /// Rows of all of them.
    pub rows: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Writes these tables of a source below a folder, point by point. A table without rows has no file, nor has it one any longer that was
/// written before. What goes to an object store is made on this machine, a file at a time.
///
/// The table of runs, which always has a row, goes first and is written last, if it is wanted: where it is missing, the others are not complete.
///
/// # Errors
/// When the source cannot be read, a file cannot be written or sent, or when cancelled.
pub fn export(source: &Arc<dyn Source>, tables: &[Table], root: &Folder) -> Result<Exported> {
    match root {
        Folder::Here(folder) => write(source, tables, root, folder, &|_| Ok(())),
        Folder::Stored(stored) => {
            let scratch = tempfile::tempdir().map_err(|error| Error::Answer(format!("no temporary folder: {error}")))?;
            let done = |file: &Path| stored.send_away(file, file.strip_prefix(scratch.path()).unwrap_or(file));
            write(source, tables, root, scratch.path(), &done)
        }
    }
}

/// Makes files below a folder of this machine, and hands on each one that is done.
fn write(
    source: &Arc<dyn Source>,
    tables: &[Table],
    root: &Folder,
    made_in: &Path,
    done: &dyn Fn(&Path) -> Result<()>,
) -> Result<Exported> {
    let (place, nowhere) = (source.place(), Path::new(""));
    let mut new: HashSet<PathBuf> = HashSet::new();
    let mut written = Exported { points: source.points(), ..Exported::default() };
    let runs = Table::Runs;
    if tables.contains(&runs) {
        root.remove(&place.folder(nowhere, runs), &place.file_name(runs), &|_| true)?;
    }
    let mut tables = tables.to_vec();
    tables.sort_by_key(|&table| table == runs);
    for point in 0..source.points() {
        for &table in &tables {
            let wanted: Vec<usize> = (0..table.file_schema().fields().len()).collect();
            let path = place.file(made_in, table, point + 1);
            let mut file: Option<TableFile> = None;
            rows(source, table, point, &wanted, &mut |rows| {
                if rows.num_rows() > 0 {
                    let file = match &mut file {
                        Some(file) => file,
                        None => file.insert(TableFile::create(path.clone(), table)?),
                    };
                    file.append(&rows)?;
                    written.rows += rows.num_rows() as u64;
                }
                Ok(true)
            })?;
            if let Some(file) = file {
                written.bytes += file.finish()?;
                written.files += 1;
                done(&path)?;
                new.insert(place.file(nowhere, table, point + 1));
            }
        }
    }
    for &table in &tables {
        root.remove(&place.folder(nowhere, table), &place.file_name(table), &|path| !new.contains(path))?;
    }
    Ok(written)
}
