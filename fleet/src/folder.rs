//! Folders of tables and of inputs: of this machine, or of an object store that speaks S3.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use analysis::{TABLES_TELL, holds_tables};
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::buffered::BufWriter;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, RetryConfig};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use tokio::io::AsyncWriteExt;
use tokio::runtime::{Builder, Runtime};

use crate::error::{Error, Result};
use crate::guard::guarded;
use crate::place::percent_encoded;
use crate::schema::{SCHEMA_VERSION, Table, VERSION_KEY};

/// How places in object stores begin: `s3://bucket/folder`.
const SCHEME: &str = "s3://";

/// How often a store is asked again that does not answer, and for how long at the most.
const MOST_TRIES: usize = 5;
const PATIENCE: Duration = Duration::from_secs(30);

/// Bytes that are read of a file at once while it is sent.
const PIECE: usize = 1 << 20;

/// A folder, or one file.
#[derive(Debug, Clone)]
pub enum Folder {
    /// On this machine.
    Here(PathBuf),
    /// In an object store.
    Stored(Stored),
}

/// A folder in an object store, or one object.
#[derive(Debug, Clone)]
pub struct Stored {
    bucket: String,
    key: Key,
    store: Arc<dyn ObjectStore>,
    runtime: Arc<Runtime>,
}

/// An object below a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Where it is: `s3://bucket/folder/file`.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
}

impl Folder {
    /// The folder that a path names. Who may read an object store, and where it is, stands in the environment, as other programs have it:
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`.
    ///
    /// # Errors
    /// When what names an object store names none.
    pub fn at(path: &Path) -> Result<Self> {
        Ok(if is_stored(path) { Self::Stored(Stored::at(path)?) } else { Self::Here(path.to_owned()) })
    }

    /// Whether it holds tables, as `memory-city export` writes them.
    ///
    /// # Errors
    /// When an object store cannot be asked; a folder here that cannot be read holds none.
    pub fn holds_tables(&self) -> Result<bool> {
        let (table, place) = TABLES_TELL;
        match self {
            Self::Here(folder) => Ok(holds_tables(folder)),
            Self::Stored(stored) => {
                let points = stored.key.clone().join(table);
                let found = stored.runtime.block_on(stored.store.list_with_delimiter(Some(&points)));
                let found = found.map_err(|error| stored.error(error))?;
                Ok(found.common_prefixes.iter().any(|key| key.filename().is_some_and(|name| name.starts_with(place))))
            }
        }
    }
}

impl Folder {
    /// The address of a table's files, as the engine takes it.
    pub(crate) fn url_of(&self, table: Table) -> String {
        match self {
            Self::Here(folder) => {
                let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.clone()).join(table.name());
                // No sign of a name is one of a pattern.
                let path = percent_encoded(folder.as_os_str().as_encoded_bytes(), |_, byte| {
                    byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte)
                });
                format!("file://{path}/")
            }
            Self::Stored(stored) => format!("{}/{}/", stored.url(), table.name()),
        }
    }

    /// Removes files of a name from the folders in a folder below it, those of which `is_old` says so by their path below it.
    ///
    /// # Errors
    /// When one cannot be removed, or when an object store cannot be asked.
    pub(crate) fn remove(&self, below: &Path, name: &str, is_old: &dyn Fn(&Path) -> bool) -> Result<()> {
        match self {
            Self::Here(folder) => {
                let below = folder.join(below);
                let failed = |source| Error::Write { path: below.clone(), source };
                let entries = match below.read_dir() {
                    Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
                    entries => entries.map_err(failed)?,
                };
                for entry in entries {
                    let path = entry.map_err(failed)?.path().join(name);
                    if path.is_file() && is_old(path.strip_prefix(folder).unwrap_or(&path)) {
                        fs::remove_file(&path).map_err(|source| Error::Write { path, source })?;
                    }
                }
                Ok(())
            }
            Self::Stored(stored) => stored.remove(below, name, is_old),
        }
    }

    /// Looks whether its tables are of a version that is known here. One file stands for all.
    ///
    /// # Errors
    /// When they are of another one, or when they cannot be read.
    pub(crate) fn check_version(&self) -> Result<()> {
        match self {
            Self::Here(folder) => first_file(&folder.join(TABLES_TELL.0)).map_or(Ok(()), |path| {
                let file = File::open(&path).map_err(|source| analysis::Error::Io { source, path: path.clone() })?;
                check_version_of(file, &path.display().to_string())
            }),
            Self::Stored(stored) => stored.check_version(),
        }
    }
}

/// The first file of tables below a folder that cannot be read, and why not; `None` where all of them can.
pub(crate) fn unreadable(folder: &Path) -> Option<analysis::Error> {
    let mut entries: Vec<PathBuf> = folder.read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries.into_iter().find_map(|path| {
        if path.is_dir() {
            return unreadable(&path);
        }
        if path.extension().is_none_or(|ending| ending != "parquet") {
            return None;
        }
        let failed = |source| analysis::Error::Io { source, path: path.clone() };
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => return Some(failed(error)),
        };
        let read = guarded(|| SerializedFileReader::new(file).map_err(|error| Error::Answer(error.to_string())));
        read.err().map(|error| failed(std::io::Error::new(ErrorKind::InvalidData, error.to_string())))
    })
}

/// Looks whether the version of columns that a file tells is known.
fn check_version_of<R: ChunkReader + 'static>(file: R, name: &str) -> Result<()> {
    let read = guarded(|| SerializedFileReader::new(file).map_err(|error: ParquetError| Error::Answer(format!("{name}: {error}"))))?;
    let told = read.metadata().file_metadata().key_value_metadata();
    let version = told.into_iter().flatten().find(|about| about.key == VERSION_KEY).and_then(|about| about.value.as_deref());
    if version == Some(&SCHEMA_VERSION.to_string()) {
        return Ok(());
    }
    let version = version.unwrap_or("(unknown)");
    Err(Error::Answer(format!("{name}: tables of version {version}, and this program reads version {SCHEMA_VERSION}: export them anew")))
}

/// The first file of a table below a folder.
fn first_file(folder: &Path) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> = folder.read_dir().ok()?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.into_iter().find_map(|path| if path.is_dir() { first_file(&path) } else { Some(path).filter(|path| is_table_file(path)) })
}

fn is_table_file(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "parquet")
}

/// Whether a path names a place in an object store.
#[must_use]
pub fn is_stored(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with(SCHEME))
}

/// Connects to a bucket; nothing is asked yet.
pub(crate) fn connect(bucket: &str) -> Result<Arc<dyn ObjectStore>> {
    let patience = RetryConfig { max_retries: MOST_TRIES, retry_timeout: PATIENCE, ..RetryConfig::default() };
    let store = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(patience).build();
    Ok(Arc::new(store.map_err(|source| Error::Store { url: format!("{SCHEME}{bucket}"), source })?))
}

impl Stored {
    fn at(path: &Path) -> Result<Self> {
        let text = path.to_string_lossy();
        let no_place = |why: &str| Error::Question { message: format!("{text}: {why}") };
        let rest = text.strip_prefix(SCHEME).unwrap_or_default().trim_end_matches('/');
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() {
            return Err(no_place("a place in an object store is s3://BUCKET/FOLDER"));
        }
        let key = Key::parse(key).map_err(|error| no_place(&error.to_string()))?;
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = Arc::new(runtime.map_err(|error| Error::Answer(format!("no worker can be started: {error}")))?);
        Ok(Self { bucket: bucket.to_owned(), key, store: connect(bucket)?, runtime })
    }

    /// The bucket.
    pub(crate) fn bucket(&self) -> &str {
        &self.bucket
    }

    /// How it is called: `s3://bucket/folder`.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_of(&self.key)
    }

    fn url_of(&self, key: &Key) -> String {
        format!("{SCHEME}{}/{key}", self.bucket)
    }

    fn error(&self, source: object_store::Error) -> Error {
        Error::Store { url: self.url(), source }
    }

    /// All objects below it, by name; itself if it is one.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub fn files(&self) -> Result<Vec<StoredFile>> {
        let mut files: Vec<StoredFile> = self.objects()?.into_iter().map(|(key, bytes)| self.file(&key, bytes)).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(files)
    }

    fn file(&self, key: &Key, bytes: u64) -> StoredFile {
        StoredFile { path: self.url_of(key).into(), bytes }
    }

    fn objects(&self) -> Result<Vec<(Key, u64)>> {
        self.runtime.block_on(async {
            let below = self.store.list(Some(&self.key)).map_ok(|about| (about.location, about.size));
            let below: Vec<(Key, u64)> = below.try_collect().await.map_err(|error| self.error(error))?;
            if !below.is_empty() || self.key.as_ref().is_empty() {
                return Ok(below);
            }
            match self.store.head(&self.key).await {
                Ok(about) => Ok(vec![(about.location, about.size)]),
                Err(error) => Err(self.error(error)),
            }
        })
    }

    /// Fetches it into a folder of this machine: one file, or a folder of its name with all that lies below. Says where it is then.
    ///
    /// # Errors
    /// When the store cannot be asked, or when a file cannot be written.
    pub fn fetch(&self, into: &Path) -> Result<PathBuf> {
        let name = into.join(self.key.filename().unwrap_or("all"));
        for (key, _) in self.objects()? {
            let below = key.prefix_match(&self.key).map(|parts| parts.map(|part| part.as_ref().to_owned()).collect::<PathBuf>());
            let path = match below {
                Some(below) if !below.as_os_str().is_empty() => name.join(below),
                _ => name.clone(),
            };
            let write = |source| Error::Write { path: path.clone(), source };
            fs::create_dir_all(path.parent().unwrap_or(into)).map_err(write)?;
            let mut file = File::create(&path).map_err(write)?;
            self.runtime.block_on(async {
                let mut pieces = self.store.get(&key).await.map_err(|error| self.error(error))?.into_stream();
                while let Some(piece) = pieces.next().await {
                    file.write_all(&piece.map_err(|error| self.error(error))?).map_err(write)?;
                }
                Ok::<(), Error>(())
            })?;
        }
        Ok(name)
    }

    fn check_version(&self) -> Result<()> {
        let points = self.key.clone().join(TABLES_TELL.0);
        self.runtime.block_on(async {
            let mut objects = self.store.list(Some(&points));
            while let Some(about) = objects.next().await {
                let key = about.map_err(|error| self.error(error))?.location;
                if is_table_file(Path::new(key.as_ref())) {
                    let file = self.store.get(&key).await.map_err(|error| self.error(error))?;
                    let bytes = file.bytes().await.map_err(|error| self.error(error))?;
                    return check_version_of(bytes, &self.url_of(&key));
                }
            }
            Ok(())
        })
    }

    fn remove(&self, below: &Path, name: &str, is_old: &dyn Fn(&Path) -> bool) -> Result<()> {
        let folder = self.key_below(below)?;
        let failed = |source| Error::Store { url: format!("{}/{}", self.url(), below.display()), source };
        self.runtime.block_on(async {
            let found: Vec<_> = self.store.list(Some(&folder)).try_collect().await.map_err(failed)?;
            for key in found.into_iter().map(|about| about.location) {
                let path: PathBuf = key.prefix_match(&self.key).into_iter().flatten().map(|part| part.as_ref().to_owned()).collect();
                if key.filename() == Some(name) && is_old(&path) {
                    self.store.delete(&key).await.map_err(failed)?;
                }
            }
            Ok(())
        })
    }

    fn key_below(&self, below: &Path) -> Result<Key> {
        let name = below.to_string_lossy();
        let name = if self.key.as_ref().is_empty() { name.into_owned() } else { format!("{}/{name}", self.key) };
        Key::parse(&name).map_err(|error| self.error(error.into()))
    }

    /// Sends a file, under a path below the folder, and removes it here. It is there when all of it is.
    ///
    /// # Errors
    /// When the file cannot be read, or when the store does not take it.
    pub(crate) fn send_away(&self, file: &Path, below: &Path) -> Result<()> {
        let key = self.key_below(below)?;
        let send = async {
            let mut from = tokio::fs::File::open(file).await?;
            let mut to = BufWriter::with_capacity(Arc::clone(&self.store), key.clone(), 8 * PIECE);
            tokio::io::copy(&mut from, &mut to).await?;
            to.shutdown().await?;
            tokio::fs::remove_file(file).await
        };
        self.runtime.block_on(send).map_err(|source| Error::Write { path: self.url_of(&key).into(), source })
    }
}

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;
    use parquet::arrow::ArrowWriter;
    use parquet::file::metadata::KeyValue;

    use super::*;

    #[test]
    fn tables_of_another_version_are_refused() {
        let schema = Table::Points.file_schema();
        for (version, is_known) in [(Some("1"), true), (Some("2"), false), (None, false)] {
            let mut file = Vec::new();
            let mut writer = ArrowWriter::try_new(&mut file, Arc::clone(&schema), None).expect("can be written");
            let about = version.map(|version| KeyValue::new(VERSION_KEY.to_owned(), version.to_owned()));
            about.into_iter().for_each(|about| writer.append_key_value_metadata(about));
            writer.close().expect("can be written");
            let checked = check_version_of(object_store::PutPayload::from(file).into_iter().next().expect("has bytes"), "points.parquet");
            assert_eq!(checked.is_ok(), is_known, "{version:?}: {checked:?}");
        }
    }

    #[test]
    fn no_sign_of_a_name_is_one_of_a_pattern() {
        assert_eq!(Folder::Here("/a b/[c]*?%é".into()).url_of(Table::Points), "file:///a%20b/%5Bc%5D%2A%3F%25%C3%A9/points/");
    }

    #[test]
    fn names_in_a_store_lead_nowhere_else() {
        for (path, is_place) in [
            ("s3://heaps/dumps/pod 1", true),
            ("s3://heaps", true),
            ("s3://heaps/../dumps", false),
            ("s3://heaps/dumps/./a", false),
            ("s3:///dumps", false),
            ("s3://", false),
        ] {
            assert_eq!(Folder::at(Path::new(path)).is_ok(), is_place, "{path}");
        }
        // What a store itself may say: signs that mean something here are only names.
        let Folder::Stored(stored) = Folder::at(Path::new("s3://heaps/dumps")).expect("is one") else { panic!("it is no folder here") };
        let store = Arc::new(InMemory::new());
        let stored = Stored { store: Arc::clone(&store) as Arc<dyn ObjectStore>, ..stored };
        for key in ["dumps/a.hprof", "dumps/%2E%2E/%2e%2e/b", "dumps/..hidden/c", "dumps/~/d\\..\\e"] {
            let key = Key::parse(key).expect("is a key");
            stored.runtime.block_on(store.put(&key, "text".into())).expect("is kept");
        }
        let scratch = tempfile::tempdir().expect("can be made");
        let inside = scratch.path().join("inside");
        let folder = stored.fetch(&inside).expect("can be fetched");
        assert_eq!(folder, inside.join("dumps"));
        let around: Vec<_> = fs::read_dir(scratch.path()).expect("is there").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(around, ["inside"]);
        assert_eq!(fs::read_to_string(folder.join("%2E%2E/%2e%2e/b")).expect("is there"), "text");
        assert_eq!(stored.files().expect("can be asked").len(), 4);
    }
}
