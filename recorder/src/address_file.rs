//! The file that tells where a recorder is.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

/// What every address begins with.
const SCHEME: &str = "ws://";

/// Addresses are shorter.
const MOST_BYTES: u64 = 100;

/// More unfinished address files of one name lie nowhere.
const MOST_ATTEMPTS: u32 = 100;

/// Writes a file that other users cannot read: whoever knows the address sees the whole heap. Whoever waits for it finds it whole:
/// it is written beside its name, in a file that was not there before. What another recording has left at its name is replaced, and
/// nothing else.
///
/// # Errors
/// When it cannot be written, or something else is in its place.
pub(crate) fn write_for_owner(path: &Path, url: &str) -> io::Result<()> {
    if !is_free(path) && !is_address_file(path) {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists already", path.display())));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for attempt in 0..MOST_ATTEMPTS {
        let part = path.with_file_name(format!(".{name}.{}-{attempt}.part", std::process::id()));
        let mut file = match options.open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        let written = file.write_all(url.as_bytes()).and_then(|()| std::fs::rename(&part, path));
        if written.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        return written;
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Whether a file is the address of a recording, and nothing else.
#[must_use]
pub fn is_address_file(path: &Path) -> bool {
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    let mut text = Vec::new();
    let read = |text: &mut Vec<u8>| File::open(path)?.take(MOST_BYTES + 1).read_to_end(text);
    let is_short = is_file && read(&mut text).is_ok_and(|bytes| bytes as u64 <= MOST_BYTES);
    is_short && text.starts_with(SCHEME.as_bytes()) && text.iter().all(u8::is_ascii_graphic)
}

/// Whether a name is free.
fn is_free(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    const URL: &str = "ws://127.0.0.1:4711/0123456789abcdef0123456789abcdef";

    /// A folder of this check alone.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("memory-city-address-{name}-{}", std::process::id()));
            fs::create_dir(&path).expect("nobody else makes it");
            Self(path)
        }

        fn part(&self, attempt: u32) -> PathBuf {
            self.0.join(format!(".address.{}-{attempt}.part", std::process::id()))
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("is there").map(|entry| entry.expect("can be listed"));
            let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_that_lie_where_the_unfinished_one_would_are_left_alone() {
        let folder = Folder::new("beside");
        let place = folder.0.join("address");
        for attempt in 0..3 {
            fs::write(folder.part(attempt), "mine").expect("can be written");
        }
        write_for_owner(&place, URL).expect("there is a name that is free");
        assert_eq!(fs::read_to_string(&place).expect("is there"), URL);
        for attempt in 0..3 {
            assert_eq!(fs::read(folder.part(attempt)).expect("is there still"), b"mine");
        }
        assert_eq!(folder.names().len(), 4, "nothing unfinished is left");
        // Where no name is free, none of those is taken.
        for attempt in 0..MOST_ATTEMPTS {
            fs::write(folder.part(attempt), "mine").expect("can be written");
        }
        let error = write_for_owner(&place, URL).expect_err("there is no name");
        assert_eq!((error.kind(), folder.names().len()), (io::ErrorKind::AlreadyExists, 1 + MOST_ATTEMPTS as usize));
    }

    #[test]
    fn an_address_is_replaced_and_nothing_else() {
        let folder = Folder::new("in-place");
        let place = folder.0.join("address");
        fs::write(&place, "ws://127.0.0.1:1/left").expect("can be written");
        write_for_owner(&place, URL).expect("another recording has left it");
        assert_eq!(fs::read_to_string(&place).expect("is there"), URL);
        for mine in ["", "notes", "ws://a\nws://b\n", &"ws://".repeat(30)] {
            fs::write(&place, mine).expect("can be written");
            assert!(write_for_owner(&place, URL).is_err());
            assert_eq!((fs::read_to_string(&place).expect("is there"), folder.names()), (mine.to_owned(), vec!["address".to_owned()]));
        }
        fs::remove_file(&place).expect("is there");
        fs::create_dir(&place).expect("can be made");
        fs::write(place.join("notes"), "mine").expect("can be written");
        assert!(write_for_owner(&place, URL).is_err());
        assert_eq!((folder.names(), fs::read(place.join("notes")).expect("is there")), (vec!["address".to_owned()], b"mine".to_vec()));
        assert!(write_for_owner(&folder.0.join("no/such/folder"), URL).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_it_and_a_link_is_not_followed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = Folder::new("owner");
        let place = folder.0.join("address");
        write_for_owner(&place, URL).expect("nothing is there");
        assert_eq!(fs::metadata(&place).expect("is there").permissions().mode() & 0o777, 0o600);
        let (link, notes) = (folder.0.join("link"), folder.0.join("notes"));
        fs::write(&notes, "mine").expect("can be written");
        symlink(&notes, &link).expect("can be made");
        assert!(write_for_owner(&link, URL).is_err());
        assert_eq!(fs::read(&notes).expect("is there"), b"mine");
    }
}
