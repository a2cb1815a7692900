//! Deep and retained sizes on disk, so that a dump is walked for them once.
//!
//! One small file per dump, grouping, policy and size, in the hidden folder `.memory-city` beside the dump; where that
//! cannot be written, in the user's cache folder. Nothing is lost when a file is deleted, at any time: the sizes are
//! computed again. A file counts only if everything fits: version, question, size, time and samples of the dump, the tree
//! that the dump was grouped into, and the checksum. Any other file is as good as none and is written anew.
//!
//! | offset | bytes | meaning (little endian) |
//! |---|---|---|
//! | 0 | 8 | `MC-SIZES` |
//! | 8 | 4 | version, now 1 |
//! | 12 | 4 | length q of the question |
//! | 16 | q | the question: number of the dump, policy and grouping, as text |
//! | 16 + q | 24 | length of the dump, time of its last change (nanoseconds since 1970), hash of samples of it |
//! | 40 + q | 8 | hash of the tree: keys, objects and bytes of all nodes |
//! | 48 + q | 8 | number of nodes |
//! | 56 + q | - | objects and bytes of each node, in the order of the tree, 7 bits a byte, lowest first |
//! | end - 8 | 8 | hash of everything before |
//!
//! Files are written beside their place and renamed, so that nobody reads half of one. A folder that outgrows
//! [`MOST_FOLDER_BYTES`] loses its oldest files.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use analysis::{Grouped, HeapState, MemoryTree, NodeSizes, NodeTotals, Progress, Result, SizeKind, node_sizes, write_file_for_owner};

use crate::data::input::point_source::PointSource;

/// Says where sizes are kept: a folder for all of them, or `off`.
pub const CACHE_VARIABLE: &str = "MEMORY_CITY_CACHE";

const MAGIC: &[u8; 8] = b"MC-SIZES";
const VERSION: u32 = 2;
/// The folder beside the dumps.
const FOLDER: &str = ".memory-city";
/// More than this in one folder is too much: the oldest files go.
const MOST_FOLDER_BYTES: u64 = 256 << 20;
/// No file of ours is larger: some two million nodes.
const MOST_FILE_BYTES: u64 = 32 << 20;
/// Samples of a dump: this many, evenly spread, of this size.
const SAMPLES: u64 = 64;
const SAMPLE_BYTES: u64 = 8 << 10;

/// Where sizes are kept between runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SizeCache {
    /// Nowhere.
    #[default]
    Off,
    /// In a hidden folder beside each dump, or in the user's cache folder where that cannot be written.
    BesideDumps,
    /// In this folder.
    Folder(PathBuf),
}

/// What sizes are asked for: part of the identity of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Question {
    source: PointSource,
    /// The dump as it is now; `None` if it cannot be read.
    dump: Option<Fingerprint>,
    text: String,
}

/// What tells one state of a dump from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fingerprint {
    bytes: u64,
    changed_nanos: u64,
    samples: u64,
}

/// One file of the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// What it answers: dump, policy, grouping; `None` for a damaged file or one of another version.
    pub question: Option<String>,
}

impl SizeCache {
    /// As [`CACHE_VARIABLE`] says; beside the dumps if it says nothing.
    #[must_use]
    pub fn from_environment() -> Self {
        match std::env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
            None => Self::BesideDumps,
            Some(value) if value == "off" => Self::Off,
            Some(folder) => Self::Folder(folder.into()),
        }
    }

    /// The folders in which sizes of the dumps of a folder may lie, the one to write first.
    fn folders(&self, dumps: &Path) -> Vec<PathBuf> {
        // One folder for the dumps of all folders: they go by the place they come from.
        let apart = |root: PathBuf| {
            let place = dumps.canonicalize().unwrap_or_else(|_| dumps.to_owned());
            root.join(format!("{:016x}", hash(place.as_os_str().as_encoded_bytes())))
        };
        match self {
            Self::Off => Vec::new(),
            Self::BesideDumps => std::iter::once(dumps.join(FOLDER)).chain(user_folder().map(apart)).collect(),
            Self::Folder(root) => vec![apart(root.clone())],
        }
    }

    /// Sizes of a grouped heap state: those that are kept, and the others computed and kept from now on.
    pub(super) fn sizes(
        &self,
        question: &Question,
        (heap, grouped): (&HeapState, &Grouped),
        kinds: &[SizeKind],
        progress: &Progress,
    ) -> Result<NodeSizes> {
        let mut sizes = self.kept(question, &grouped.tree, kinds);
        for &kind in kinds {
            if sizes.of(kind).is_none() {
                let computed = node_sizes(heap, grouped, &[kind], progress)?;
                if let Some(computed) = computed.of(kind) {
                    // Sizes that cannot be kept are as right as others.
                    let _ = self.keep(question, &grouped.tree, kind, computed);
                }
                *sizes.of_mut(kind) = computed.of(kind).map(<[NodeTotals]>::to_vec);
            }
        }
        Ok(sizes)
    }

    /// The sizes that are kept for this tree.
    pub(super) fn kept(&self, question: &Question, tree: &MemoryTree, kinds: &[SizeKind]) -> NodeSizes {
        let mut sizes = NodeSizes::default();
        let Some(dump) = &question.dump else { return sizes };
        for &kind in kinds {
            let name = question.file_name(kind);
            let files = self.folders(question.folder()).into_iter().filter_map(|folder| read_whole(&folder.join(&name)).ok());
            *sizes.of_mut(kind) = files.filter_map(|bytes| decode(&bytes, &question.text, dump, tree)).next();
        }
        sizes
    }

    fn keep(&self, question: &Question, tree: &MemoryTree, kind: SizeKind, sizes: &[NodeTotals]) -> io::Result<()> {
        let Some(dump) = &question.dump else { return Ok(()) };
        let bytes = encode(&question.text, dump, tree, sizes);
        if bytes.len() as u64 > MOST_FILE_BYTES {
            return Ok(());
        }
        let mut outcome = Ok(());
        for folder in self.folders(question.folder()) {
            outcome = write_whole(&folder, &question.file_name(kind), &bytes);
            if outcome.is_ok() {
                return Ok(());
            }
        }
        outcome
    }

    /// All files that are kept for dumps in a folder, or for one dump, by name.
    ///
    /// # Errors
    /// When a folder of the cache exists and cannot be listed.
    pub fn files_of(&self, path: &Path) -> io::Result<Vec<CacheFile>> {
        let (dumps, of_file) = if path.is_dir() { (path, None) } else { (folder_of(path), path.file_name()) };
        let prefix = of_file.map(|name| format!("{}.", name.to_string_lossy()));
        let mut found = Vec::new();
        for folder in self.folders(dumps).into_iter().filter(|folder| folder.is_dir()) {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if is_ours(&name) && prefix.as_ref().is_none_or(|prefix| name.starts_with(prefix)) {
                    let question = read_whole(&path).ok().and_then(|bytes| question_of(&bytes));
                    found.push(CacheFile { bytes: fs::metadata(&path).map_or(0, |about| about.len()), question, path });
                }
            }
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    /// Deletes these files, and folders of the cache that are empty then.
    ///
    /// # Errors
    /// When a file exists and cannot be deleted.
    pub fn delete(files: &[CacheFile]) -> io::Result<()> {
        for file in files {
            match fs::remove_file(&file.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        for file in files {
            if let Some(folder) = file.path.parent() {
                // A folder that holds something else stays.
                let _ = fs::remove_dir(folder);
            }
        }
        Ok(())
    }
}

impl Question {
    /// Asks about a dump as it is now, counted by this policy and grouped by these steps.
    pub(super) fn new(source: &PointSource, policy: &str, steps: &[String]) -> Self {
        let name = source.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = format!("{name}, dump {}\n{policy}\n{}", source.dump + 1, steps.join("\n"));
        Self { source: source.clone(), dump: Fingerprint::of(&source.file).ok(), text }
    }

    fn folder(&self) -> &Path {
        folder_of(&self.source.file)
    }

    /// The dump's name, a hash of the question, and the size.
    fn file_name(&self, kind: SizeKind) -> String {
        let name = self.source.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        format!("{name}.{:016x}.{}", hash(self.text.as_bytes()), ending(kind))
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn ending(kind: SizeKind) -> &'static str {
    match kind {
        SizeKind::Deep => "deep",
        SizeKind::Retained => "retained",
    }
}

/// Whether a name is one that this file gives, unfinished ones included.
fn is_ours(name: &str) -> bool {
    let mut parts = name.rsplit('.');
    let mut last = parts.next();
    if last == Some("tmp") {
        // name.hash.size.process.tmp
        last = parts.nth(1);
    }
    let is_hash = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    matches!(last, Some("deep" | "retained")) && parts.next().is_some_and(is_hash)
}

/// `$XDG_CACHE_HOME/memory-city/sizes`, else `~/.cache/memory-city/sizes`.
fn user_folder() -> Option<PathBuf> {
    let home = std::env::var_os("XDG_CACHE_HOME").filter(|value| !value.is_empty()).map(PathBuf::from);
    let root = home.or_else(|| std::env::home_dir().map(|home| home.join(".cache")))?;
    Some(root.join("memory-city").join("sizes"))
}

impl Fingerprint {
    fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let about = file.metadata()?;
        let bytes = about.len();
        let changed = about.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let mut samples = Hash::default();
        let mut buffer = Vec::new();
        for sample in 0..SAMPLES {
            // The first one at the start, the last one at the end; a small file is read as a whole several times.
            let at = bytes.saturating_sub(SAMPLE_BYTES) / (SAMPLES - 1) * sample;
            file.seek(SeekFrom::Start(if sample + 1 == SAMPLES { bytes.saturating_sub(SAMPLE_BYTES) } else { at }))?;
            buffer.clear();
            file.by_ref().take(SAMPLE_BYTES).read_to_end(&mut buffer)?;
            samples.add(&buffer);
        }
        Ok(Self { bytes, changed_nanos: u64::try_from(changed).unwrap_or(u64::MAX), samples: samples.0 })
    }
}

/// FNV-1a, 64 bits: enough against accidents, and nobody else writes here.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hash = Hash::default();
    hash.add(bytes);
    hash.0
}

fn hash_of_tree(tree: &MemoryTree) -> u64 {
    let mut hash = Hash::default();
    for node in &tree.nodes {
        hash.add(node.key.as_bytes());
        hash.add(&[0]);
        hash.add(&node.totals.objects.to_le_bytes());
        hash.add(&node.totals.bytes.to_le_bytes());
    }
    hash.0
}

fn encode(question: &str, dump: &Fingerprint, tree: &MemoryTree, sizes: &[NodeTotals]) -> Vec<u8> {
    let mut out = Vec::with_capacity(64 + question.len() + 8 * sizes.len());
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&u32::try_from(question.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend_from_slice(question.as_bytes());
    for number in [dump.bytes, dump.changed_nanos, dump.samples, hash_of_tree(tree), sizes.len() as u64] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    for size in sizes {
        push_number(&mut out, size.objects);
        push_number(&mut out, size.bytes);
    }
    let checksum = hash(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

fn decode(bytes: &[u8], question: &str, dump: &Fingerprint, tree: &MemoryTree) -> Option<Vec<NodeTotals>> {
    if question_of(bytes)? != question {
        return None;
    }
    let mut rest = Reader(bytes.get(16 + question.len()..bytes.len().checked_sub(8)?)?);
    for expected in [dump.bytes, dump.changed_nanos, dump.samples, hash_of_tree(tree), tree.nodes.len() as u64] {
        if rest.u64()? != expected {
            return None;
        }
    }
    let sizes: Option<Vec<NodeTotals>> =
        tree.nodes.iter().map(|_| Some(NodeTotals { objects: rest.number()?, bytes: rest.number()? })).collect();
    sizes.filter(|_| rest.0.is_empty())
}

/// The question of a whole and sound file of this version.
fn question_of(bytes: &[u8]) -> Option<String> {
    let (content, checksum) = bytes.split_last_chunk::<8>()?;
    if hash(content) != u64::from_le_bytes(*checksum) {
        return None;
    }
    let content = content.strip_prefix(MAGIC)?;
    let (version, content) = content.split_first_chunk::<4>()?;
    let (length, content) = content.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*version) != VERSION {
        return None;
    }
    let text = content.get(..usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    String::from_utf8(text.to_vec()).ok()
}

fn push_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn u64(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    make_room(folder, bytes.len() as u64);
    write_file_for_owner(&folder.join(name), bytes)
}

/// Deletes the oldest files until there is room for this many bytes more.
fn make_room(folder: &Path, wanted: u64) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let about = |entry: fs::DirEntry| {
        let about = entry.metadata().ok()?;
        is_ours(&entry.file_name().to_string_lossy()).then_some((about.modified().ok()?, entry.path(), about.len()))
    };
    let mut files: Vec<_> = entries.flatten().filter_map(about).collect();
    files.sort();
    let mut all: u64 = files.iter().map(|file| file.2).sum();
    for (_, path, bytes) in files {
        if all + wanted <= MOST_FOLDER_BYTES {
            return;
        }
        if fs::remove_file(path).is_ok() {
            all -= bytes;
        }
    }
}

#[cfg(test)]
mod tests;
