//! Files that are written: one way out for all of them.
//!
//! A file is written beside its name and takes the name when it is whole. So whoever looks there finds what was there before, or all
//! of what is new, also after a full disk, a limit or the end of the program. What was read as an input is never replaced, whatever
//! name leads to it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Only the owner reads and writes.
const OWNER_ONLY: u32 = 0o600;

/// More files of one name that nobody finished lie nowhere.
const MOST_ATTEMPTS: u32 = 1000;

/// Files that were opened as inputs of this process.
static INPUTS: Mutex<BTreeSet<FileId>> = Mutex::new(BTreeSet::new());

/// What stays the same whatever a file is called: device, number, and when it was made, as numbers are given again.
type FileId = (u64, u64, Option<SystemTime>);

#[cfg(unix)]
fn file_id(metadata: &Metadata, _: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino(), metadata.created().ok()))
}

/// Where files have no numbers, their full names stand for them.
#[cfg(not(unix))]
fn file_id(_: &Metadata, path: &Path) -> Option<FileId> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    path.canonicalize().ok()?.hash(&mut hasher);
    Some((0, hasher.finish(), None))
}

/// Notes that a file is read as an input.
pub(crate) fn note_input(path: &Path, metadata: &Metadata) {
    if let Some(id) = file_id(metadata, path) {
        INPUTS.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }
}

fn is_input(path: &Path) -> bool {
    let id = fs::metadata(path).ok().and_then(|metadata| file_id(&metadata, path));
    id.is_some_and(|id| INPUTS.lock().unwrap_or_else(PoisonError::into_inner).contains(&id))
}

/// A file while it is written. One that is dropped before it is finished leaves nothing behind.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    /// Where it is written; `None` for pipes and devices, which are written as they are.
    unfinished: Option<PathBuf>,
    file: File,
}

impl NewFile {
    /// Begins a file that others may read as the system has it.
    ///
    /// # Errors
    /// When it is an input of this process, or cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::with_mode(path, None)
    }

    /// Begins a file that only its owner may read: it holds what a heap holds.
    ///
    /// # Errors
    /// As [`NewFile::create`].
    pub fn for_owner(path: &Path) -> io::Result<Self> {
        Self::with_mode(path, Some(OWNER_ONLY))
    }

    fn with_mode(path: &Path, mode: Option<u32>) -> io::Result<Self> {
        // A link stays a link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        refuse_input(&path)?;
        let before = fs::metadata(&path).ok();
        if before.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            return Ok(Self { file: OpenOptions::new().write(true).open(&path)?, path, unfinished: None });
        }
        for attempt in 0..MOST_ATTEMPTS {
            let unfinished = path.with_file_name(unfinished_name(&path, attempt));
            match open_new(&unfinished, mode) {
                Ok(file) => {
                    let new = Self { path, unfinished: Some(unfinished), file };
                    if let Some(before) = before.filter(|_| mode.is_none()) {
                        new.file.set_permissions(before.permissions())?;
                    }
                    return Ok(new);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }

    /// Waits until what was written outlasts a loss of power.
    ///
    /// # Errors
    /// When the system cannot write it.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    fn write_whole(mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.finish()
    }

    /// Where it is written, for programs that write it instead; what they leave there takes the name.
    #[must_use]
    pub fn unfinished(&self) -> &Path {
        self.unfinished.as_deref().unwrap_or(&self.path)
    }

    /// Gives it its name. What was there before is gone.
    ///
    /// # Errors
    /// When it cannot be written to its end, or has become an input meanwhile; then what was there before is still there.
    pub fn finish(self) -> io::Result<()> {
        self.finish_and_go_on().map(drop)
    }

    /// As [`NewFile::finish`], for a file that grows on under its name.
    ///
    /// # Errors
    /// As [`NewFile::finish`].
    pub fn finish_and_go_on(mut self) -> io::Result<File> {
        self.file.flush()?;
        let file = self.file.try_clone()?;
        if let Some(unfinished) = &self.unfinished {
            refuse_input(&self.path)?;
            fs::rename(unfinished, &self.path)?;
            self.unfinished = None;
        }
        Ok(file)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(unfinished) = &self.unfinished {
            let _ = fs::remove_file(unfinished);
        }
    }
}

/// Makes a file that grows where it is, and that only its owner may read: a recording, which is of use whenever it ends.
///
/// # Errors
/// When something of this name is there already, or it cannot be made.
pub fn create_for_owner(path: &Path) -> io::Result<File> {
    open_new(path, Some(OWNER_ONLY))
}

fn open_new(path: &Path, mode: Option<u32>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(mode) = mode {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

/// Writes a whole file.
///
/// # Errors
/// As [`NewFile::create`] and [`NewFile::finish`].
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    NewFile::create(path)?.write_whole(bytes)
}

/// Writes a whole file that only its owner may read.
///
/// # Errors
/// As [`write_file`].
pub fn write_file_for_owner(path: &Path, bytes: &[u8]) -> io::Result<()> {
    NewFile::for_owner(path)?.write_whole(bytes)
}

fn refuse_input(path: &Path) -> io::Result<()> {
    if is_input(path) {
        return Err(io::Error::other("it is an input of this command, which is never written over; name another file"));
    }
    Ok(())
}

/// Hidden, with the ending of the file, by which other programs tell what to write.
fn unfinished_name(path: &Path, attempt: u32) -> OsString {
    let mut name = OsString::from(".");
    name.push(path.file_stem().unwrap_or_default());
    name.push(format!(".{}-{attempt}.tmp", std::process::id()));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("memory-city-new-file-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder can be written");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("is there")
            .map(|entry| entry.expect("can be read").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_takes_its_name_when_it_is_whole_and_leaves_nothing_else() {
        let folder = folder("whole");
        let path = folder.join("a.csv");
        write_file(&path, b"old").expect("can be written");
        let mut begun = NewFile::create(&path).expect("can be made");
        begun.write_all(b"half").expect("can be written");
        assert!(begun.unfinished().to_string_lossy().ends_with(".tmp.csv"));
        assert_eq!(fs::read(&path).expect("is there"), b"old");
        drop(begun);
        assert_eq!((fs::read(&path).expect("is there"), names(&folder)), (b"old".to_vec(), vec!["a.csv".to_owned()]));
        write_file(&path, b"new").expect("can be written");
        assert_eq!((fs::read(&path).expect("is there"), names(&folder)), (b"new".to_vec(), vec!["a.csv".to_owned()]));
        assert!(write_file(&folder, b"x").is_err() && write_file(&folder.join("no/such.csv"), b"x").is_err());
        fs::remove_dir_all(&folder).expect("can be emptied");
    }

    #[cfg(unix)]
    #[test]
    fn an_input_is_never_written_over_by_whatever_name() {
        let folder = folder("input");
        let path = folder.join("heap.hprof");
        write_file(&path, b"heap").expect("can be written");
        note_input(&path, &fs::metadata(&path).expect("is there"));
        fs::hard_link(&path, folder.join("hard")).expect("links work");
        std::os::unix::fs::symlink(&path, folder.join("soft")).expect("links work");
        for name in ["heap.hprof", "./heap.hprof", "hard", "soft"] {
            let error = write_file(&folder.join(name), b"lost").expect_err(name);
            assert!(error.to_string().starts_with("it is an input"), "{error}");
        }
        assert_eq!((fs::read(&path).expect("is there"), names(&folder).len()), (b"heap".to_vec(), 3));
        fs::remove_dir_all(&folder).expect("can be emptied");
    }

    #[cfg(unix)]
    #[test]
    fn what_holds_a_heap_is_for_its_owner_and_other_files_keep_their_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("mode");
        let mode = |path: &Path| fs::metadata(path).expect("is there").permissions().mode() & 0o777;
        let path = folder.join("kept");
        NewFile::for_owner(&path).expect("can be made").finish().expect("can be finished");
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("is ours");
        write_file(&path, b"x").expect("can be written");
        assert_eq!(mode(&path), 0o640);
        fs::remove_dir_all(&folder).expect("can be emptied");
    }
}
