//! The file that a followed recording lies in. It only grows, and ends where a block does at any time: whoever opens it, or
//! finds it when this program was killed, reads a trace.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use analysis::{ArrivedTrace, NewFile, create_for_owner};

use super::LiveError;
use crate::base::system::disk_room;
use crate::data::live::temporary_folder::TemporaryFolder;

/// Memory that the names, collections and places of blocks of a followed recording may take, in bytes: 1 GiB. Heap
/// states are read one at a time, and not held.
const MAX_HELD_BYTES: u64 = 1 << 30;

/// Bytes of a disk that stay free for others: 256 MiB, or a tenth of a small disk. A recording may be as long as there is room.
const SPARED_BYTES: u64 = 256 << 20;
const SPARED_PART: u64 = 10;

/// What has come of a recording.
#[derive(Debug)]
pub struct RecordedFile {
    path: PathBuf,
    grown: Mutex<Grown>,
    /// Goes with the last one who looks at the file, if nobody wants to keep it.
    folder: Option<TemporaryFolder>,
}

#[derive(Debug)]
struct Grown {
    file: File,
    /// In the file.
    bytes: u64,
    /// Bytes of memory that what is in the file takes, see [`analysis::ArrivedTrace`].
    held: u64,
    /// The start of a block that has not come to its end.
    begun: Vec<u8>,
    /// The connection that writes: one that is on its way out writes no more.
    connection: u64,
    /// Where the user wants it, too: each as long as the file.
    copies: Vec<(PathBuf, File)>,
}

impl RecordedFile {
    /// An empty file: this one, which must not exist, or one that nobody keeps.
    ///
    /// # Errors
    /// When it cannot be created.
    pub(super) fn create(save: Option<&Path>) -> Result<Self, LiveError> {
        let folder = if save.is_some() { None } else { Some(TemporaryFolder::new()?) };
        let path = match (save, &folder) {
            (Some(save), _) => std::path::absolute(save).map_err(|error| cannot_write(save, &error))?,
            (None, folder) => folder.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join("live.mctrace")),
        };
        let file = create_for_owner(&path).map_err(|error| cannot_write(&path, &error))?;
        Ok(Self {
            path,
            grown: Mutex::new(Grown { file, bytes: 0, held: 0, begun: Vec::new(), connection: 0, copies: Vec::new() }),
            folder,
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was made to be kept.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.folder.is_none()
    }

    /// Bytes in the file: all of them belong to whole blocks.
    pub(super) fn bytes(&self) -> u64 {
        self.grown().bytes
    }

    /// Another connection takes the place of the one before: its number, and the offset that it begins at.
    pub(super) fn begin(&self) -> (u64, u64) {
        let mut grown = self.grown();
        grown.begun.clear();
        grown.connection += 1;
        (grown.connection, grown.bytes)
    }

    /// Takes what has come over a connection. Copies that cannot be written any further are given up: what became of them, in
    /// words.
    ///
    /// # Errors
    /// When the file itself cannot be written, or its disk is full; when what comes is no trace, or one that is too large to be
    /// followed; [`LiveError::Cancelled`] when another connection writes.
    pub(super) fn append(&self, connection: u64, bytes: &[u8]) -> Result<Vec<String>, LiveError> {
        let mut grown = self.grown();
        if grown.connection != connection {
            return Err(LiveError::Cancelled);
        }
        let Grown { file, bytes: written, held, begun, connection: _, copies } = &mut *grown;
        begun.extend_from_slice(bytes);
        let no_block = || LiveError::Protocol(format!("what comes is a trace no more: no block begins behind byte {written}"));
        let ArrivedTrace { whole_bytes: whole, held_bytes } = analysis::arrived_trace(begun).ok_or_else(no_block)?;
        *held += held_bytes;
        if *held > MAX_HELD_BYTES {
            let most = MAX_HELD_BYTES >> 20;
            return Err(LiveError::Protocol(format!("the names and blocks of this recording need more than {most} MiB of memory")));
        }
        spare_disk(disk_room(&self.path)).map_err(|error| cannot_write(&self.path, &error))?;
        file.write_all(&begun[..whole]).map_err(|error| cannot_write(&self.path, &error))?;
        *written += whole as u64;
        let mut given_up = Vec::new();
        copies.retain_mut(|(path, copy)| match spare_disk(disk_room(path)).and_then(|()| copy.write_all(&begun[..whole])) {
            Ok(()) => true,
            Err(error) => {
                given_up.push(format!("{} holds the recording up to here: {error}", path.display()));
                false
            }
        });
        begun.drain(..whole);
        Ok(given_up)
    }

    /// Copies what has come; what comes later goes there, too. In place of a file that is there.
    ///
    /// # Errors
    /// When it cannot be written, in words.
    pub fn save_as(&self, path: &Path) -> Result<u64, String> {
        let told = |error: io::Error| format!("cannot write {}: {error}", path.display());
        // Whoever receives waits meanwhile, and the recorder for nobody: it reads on in its own file.
        let mut grown = self.grown();
        let is_known = |known: &Path| path.canonicalize().is_ok_and(|path| known.canonicalize().is_ok_and(|known| known == path));
        if is_known(&self.path) || grown.copies.iter().any(|(copy, _)| is_known(copy)) {
            return Err(format!("{} is where this recording is saved already", path.display()));
        }
        // What was there may be read still, even written: it is replaced and not cut off.
        let mut copy = NewFile::for_owner(path).map_err(told)?;
        let bytes = io::copy(&mut File::open(&self.path).map_err(told)?, &mut copy).map_err(told)?;
        let copy = copy.finish_and_go_on().map_err(told)?;
        grown.copies.push((path.to_owned(), copy));
        Ok(bytes)
    }

    /// A file that nothing has come for is in the way of the next attempt.
    pub(super) fn remove_if_empty(&self) {
        if self.bytes() == 0 {
            // What cannot be removed is told when it is in the way.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    fn grown(&self) -> MutexGuard<'_, Grown> {
        self.grown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Two are one if they are the same file.
impl PartialEq for RecordedFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// Leaves some of a disk to others, given the bytes that are free and all that it has.
fn spare_disk(room: Option<(u64, u64)>) -> io::Result<()> {
    let Some((free, all)) = room else { return Ok(()) };
    let spared = SPARED_BYTES.min(all / SPARED_PART);
    if free >= spared {
        return Ok(());
    }
    let text = format!("its disk has less than {} MiB left, and these are for others", spared >> 20);
    Err(io::Error::new(io::ErrorKind::StorageFull, text))
}

fn cannot_write(path: &Path, error: &io::Error) -> LiveError {
    LiveError::Io(match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{} exists already; delete it or name another file", path.display()),
        io::ErrorKind::NotFound => format!("cannot write {}: there is no such folder", path.display()),
        _ => format!("cannot write {}: {error}", path.display()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trace of the samples, and a folder to write in.
    fn trace() -> (Vec<u8>, TemporaryFolder) {
        let folder = crate::data::input::samples_folder().expect("the samples are there");
        let trace = folder.join("travel-shop-trace/travel-shop.mctrace");
        (std::fs::read(trace).expect("can be read"), TemporaryFolder::new().expect("there is room for one"))
    }

    fn whole_bytes(bytes: &[u8]) -> Option<usize> {
        analysis::arrived_trace(bytes).map(|arrived| arrived.whole_bytes)
    }

    #[test]
    fn some_of_a_disk_is_left_to_others() {
        const MIB: u64 = 1 << 20;
        for (free, all, is_enough) in [(256, 10_000, true), (255, 10_000, false), (10, 100, true), (9, 100, false), (0, 0, true)] {
            let spared = spare_disk(Some((free * MIB, all * MIB)));
            assert_eq!(spared.is_ok(), is_enough, "{free} MiB of {all}: {spared:?}");
        }
        assert!(spare_disk(None).is_ok(), "where nobody says, the disk itself does");
        let (free, all) = disk_room(&std::env::temp_dir()).expect("the system tells");
        assert!(free <= all && all > 0);
    }

    #[test]
    fn what_is_no_trace_is_not_kept() {
        let (trace, _folder) = trace();
        let file = RecordedFile::create(None).expect("can be created");
        let (connection, _) = file.begin();
        file.append(connection, &trace[..trace.len() / 2]).expect("can be written");
        let (connection, bytes) = file.begin();
        let error = file.append(connection, b"something else than a block of a trace").expect_err("is none").to_string();
        assert!(error.contains(&format!("no block begins behind byte {bytes}")), "{error}");
        assert_eq!(std::fs::read(file.path()).expect("can be read").len() as u64, bytes);
    }

    #[test]
    fn the_file_holds_whole_blocks_whatever_pieces_come() {
        let (trace, folder) = trace();
        let path = folder.path().join("whole.mctrace");
        let file = RecordedFile::create(Some(&path)).expect("can be created");
        let (connection, _) = file.begin();
        let mut lengths = std::collections::BTreeSet::new();
        for piece in trace.chunks(5000) {
            assert_eq!(file.append(connection, piece).expect("can be written"), Vec::<String>::new());
            let written = std::fs::read(&path).expect("can be read");
            assert!(trace.starts_with(&written) && whole_bytes(&written) == Some(written.len()));
            assert_eq!(written.len() as u64, file.bytes());
            lengths.insert(written.len());
        }
        assert!(lengths.len() > 3, "it grew in steps: {lengths:?}");
        assert_eq!(std::fs::read(&path).expect("can be read"), trace, "and in the end it is what was sent");
    }

    #[test]
    fn after_a_broken_connection_it_goes_on_where_it_ends() {
        let (trace, _folder) = trace();
        let file = RecordedFile::create(None).expect("can be created");
        let (first, _) = file.begin();
        file.append(first, &trace[..trace.len() / 2]).expect("can be written");
        let (second, from) = file.begin();
        assert!(matches!(file.append(first, b"late"), Err(LiveError::Cancelled)));
        file.append(second, &trace[from as usize..]).expect("can be written");
        assert_eq!(std::fs::read(file.path()).expect("can be read"), trace);
    }

    #[test]
    fn a_copy_has_what_came_before_and_what_comes_later() {
        let (trace, folder) = trace();
        let file = RecordedFile::create(None).expect("can be created");
        let copy = folder.path().join("copy.mctrace");
        let (connection, _) = file.begin();
        file.append(connection, &trace[..trace.len() / 2]).expect("can be written");
        assert_eq!(file.save_as(&copy), Ok(file.bytes()));
        assert!(file.save_as(&copy).is_err_and(|told| told.contains("already")), "it would cut itself off");
        file.append(connection, &trace[trace.len() / 2..]).expect("can be written");
        assert_eq!(std::fs::read(&copy).expect("can be read"), trace);
        let temporary = file.path().to_owned();
        drop(file);
        assert!(!temporary.exists() && copy.exists());
    }

    #[test]
    fn a_file_in_the_way_is_told_and_left_alone() {
        let folder = TemporaryFolder::new().expect("there is room for one");
        let path = folder.path().join("there.mctrace");
        std::fs::write(&path, "mine").expect("can be written");
        let error = RecordedFile::create(Some(&path)).expect_err("it is there").to_string();
        assert!(error.ends_with("exists already; delete it or name another file"), "{error}");
        assert_eq!(std::fs::read(&path).expect("can be read"), b"mine");
        let error = RecordedFile::create(Some(&folder.path().join("no/such/file"))).expect_err("no folder").to_string();
        assert!(error.ends_with("there is no such folder"), "{error}");
    }
}
