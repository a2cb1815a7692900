//! What the user named, looked at once: which files, of which kind. Kinds are told from the first bytes, never from names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "fleet")]
use analysis::redact;
use analysis::{
    Error, FORMATS, Format, Holds, InputKind, JfrRecording, Look, Progress, Result, Warnings, list_folder, look_at, open_bytes,
    without_continuations,
};

#[cfg(feature = "fleet")]
use tempfile::TempDir;

use crate::data::input::annotations::ANNOTATIONS_FILE;
use crate::data::input::heap_files::HeapFiles;
use crate::data::input::saved_definition::DEFINITIONS_FILE;

/// Files of one kind.
#[derive(Debug)]
pub struct Input {
    /// What its files are.
    pub(super) kind: InputKind,
    /// What was named: a folder, or files.
    named: Vec<PathBuf>,
    /// All files of that kind, sorted by name where a folder was named.
    pub(super) files: Vec<InputFile>,
    /// Files of the same run that tell of its garbage collections.
    pub(super) beside: Vec<InputFile>,
    /// Those that were opened to learn more.
    pub(super) open: Arc<HeapFiles>,
    /// The runs that it is made of, where it is of several; kind and files are then those of the first one.
    pub(super) runs: Vec<Input>,
}

/// One of them.
#[derive(Debug, Clone)]
pub(super) struct InputFile {
    pub(super) path: PathBuf,
    pub(super) look: Look,
    /// What it tells, if it is a recording that somebody has asked for.
    recording: Arc<Mutex<Option<Arc<JfrRecording>>>>,
}

/// An input, with what was seen of it when it was looked at.
#[derive(Debug)]
pub struct Looked {
    /// What was named, everything beside it included.
    pub paths: Vec<PathBuf>,
    /// What it is.
    pub input: Input,
    /// What is wrong with it.
    pub warnings: Warnings,
}

impl Looked {
    /// Looks at it.
    ///
    /// # Errors
    /// As [`Input::look_at`].
    pub fn at(paths: &[PathBuf]) -> Result<Self> {
        let warnings = Warnings::new();
        Ok(Self { paths: paths.to_vec(), input: Input::look_at(paths, &warnings)?, warnings })
    }
}

impl Input {
    /// Tells what the paths are. In a folder the most telling kind wins; data of another kind is passed over and counted.
    /// Files named one by one must be of one kind. GC logs and JFR recordings lie beside what else there is, in a folder or named. Several
    /// folders, or traces of several processes, are several runs.
    ///
    /// # Errors
    /// When they cannot be read, are of several kinds, or nothing that this program shows.
    pub fn look_at(paths: &[PathBuf], warnings: &Warnings) -> Result<Self> {
        let input = Self::look_at_run(paths, warnings)?;
        if input.kind == InputKind::GcLog {
            let path = input.path().display();
            let what = if input.path().is_dir() { "holds GC logs alone: they have" } else { "is a GC log: it has" };
            return Err(Error::Request(format!("{path} {what} no objects; `memory-city windows {path}` tells what it shows")));
        }
        Ok(input)
    }

    /// As [`Input::look_at`]; GC logs alone will do, too.
    ///
    /// # Errors
    /// When they cannot be read, are of several kinds, or nothing that this program reads.
    pub fn look_at_run(paths: &[PathBuf], warnings: &Warnings) -> Result<Self> {
        let looked = paths.iter().map(|path| Ok(InputFile::new(path.clone(), look_at(path)?))).collect::<Result<Vec<InputFile>>>()?;
        if are_runs(&looked) {
            return Self::of_runs(paths, Arc::default(), warnings);
        }
        let (beside, others): (Vec<InputFile>, Vec<_>) = looked.into_iter().partition(InputFile::tells_of_collections);
        let (data, beside) = if others.is_empty() {
            // Recordings tell of objects as well, logs of nothing else.
            let has_recording = beside.iter().any(|file| file.look.kind == InputKind::JfrRecording);
            beside.into_iter().partition(|file| !has_recording || file.look.kind == InputKind::JfrRecording)
        } else {
            (others, beside)
        };
        let mut input = Self::of_data(data, warnings)?;
        if input.are_traces_of_several_processes() {
            return Self::of_runs(&input.paths(), input.open, warnings);
        }
        input.beside.extend(beside);
        Ok(input)
    }

    /// One run per path.
    fn of_runs(paths: &[PathBuf], open: Arc<HeapFiles>, warnings: &Warnings) -> Result<Self> {
        let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        if let Some(twice) = (1..paths.len()).find(|&at| paths[..at].iter().any(|before| real(before) == real(&paths[at]))) {
            return Err(Error::Request(format!("{} is named twice: runs that are compared are different ones", paths[twice].display())));
        }
        let look_at = |path| Ok(Self { open: Arc::clone(&open), ..Self::look_at_run(std::slice::from_ref(path), warnings)? });
        let runs = paths.iter().map(look_at).collect::<Result<Vec<Self>>>()?;
        let Some(first) = runs.first() else { return Err(Error::Request("no path was given".into())) };
        if let Some(other) = runs.iter().find(|run| run.kind != first.kind) {
            let [first, other] = [first, other].map(|run| format!("{} holds {}", run.path().display(), in_words(run.kind)));
            return Err(Error::Request(format!("{first}, {other}: runs of one kind can be compared")));
        }
        let (kind, files) = (first.kind, first.files.clone());
        Ok(Self { runs, open, ..Self::of(kind, paths.to_vec(), files) })
    }

    /// Whether several traces were named, and another process wrote each: files of one recording go on where others of them end.
    fn are_traces_of_several_processes(&self) -> bool {
        if self.kind != InputKind::Trace || self.files.len() < 2 || self.path().is_dir() {
            return false;
        }
        let process = |file: &InputFile| {
            let asked = self.open.ask(&file.path, &Progress::new(), |file| file.trace().and_then(|trace| trace.info().process));
            asked.ok().flatten()
        };
        let processes: Option<BTreeSet<u64>> = self.files.iter().map(process).collect();
        processes.is_some_and(|processes| processes.len() == self.files.len())
    }

    /// One folder, or files of one kind.
    fn of_data(looked: Vec<InputFile>, warnings: &Warnings) -> Result<Self> {
        if let [InputFile { path, look: Look { kind: InputKind::Folder, .. }, .. }] = &looked[..] {
            return look_into(path, warnings);
        }
        let mut files: Vec<InputFile> = Vec::new();
        for file in looked {
            let file = known_file(file)?;
            if let Some(first) = files.first().filter(|first| first.look.kind != file.look.kind) {
                let (first, other) = (first.path.display(), file.path.display());
                return Err(Error::Request(format!("{first} and {other} are of different kinds; open one kind at a time")));
            }
            files.push(file);
        }
        let kind = files.first().ok_or_else(|| Error::Request("no path was given".into()))?.look.kind;
        Ok(Self::of(kind, files.iter().map(|file| file.path.clone()).collect(), files))
    }

    fn of(kind: InputKind, named: Vec<PathBuf>, mut files: Vec<InputFile>) -> Self {
        // Only AntTracks writes a trace into several files, of which the first one that is there is opened.
        if files.iter().any(|file| file.look.format.is_some_and(|format| format.always_has_sites)) {
            let opened = without_continuations(files.iter().map(|file| file.path.clone()).collect());
            files.retain(|file| opened.contains(&file.path));
        }
        Self { kind, named, files, beside: Vec::new(), open: Arc::default(), runs: Vec::new() }
    }

    /// Whether it is several runs, of which each is one point.
    #[must_use]
    pub fn is_of_runs(&self) -> bool {
        !self.runs.is_empty()
    }

    /// Refuses several runs, of somebody who follows one from state to state.
    ///
    /// # Errors
    /// [`Error::Request`] that says what they are good for.
    pub(crate) fn refuse_runs(&self) -> Result<()> {
        if !self.is_of_runs() {
            return Ok(());
        }
        let named: Vec<String> = self.named.iter().map(|path| path.display().to_string()).collect();
        let message = format!("{} are several runs: name one of them; memory-city compare tells how they differ", named.join(", "));
        Err(Error::Request(message))
    }

    /// What was named, as it was named.
    #[must_use]
    pub fn named(&self) -> &[PathBuf] {
        &self.named
    }

    /// What was named first: a folder, or a file.
    pub(super) fn path(&self) -> &Path {
        &self.named[0]
    }

    /// The format of its first file; of a folder without one, whose trees lie further down, the usual one.
    pub(super) fn format(&self) -> Option<&'static Format> {
        self.files.first().map_or_else(|| Format::of_kind(self.kind), |file| file.look.format)
    }

    /// Whether it holds heap states.
    pub(super) fn has_states(&self) -> bool {
        self.format().is_some_and(Format::has_states)
    }

    /// Whether garbage collections are all that it tells of reliably: logs, recordings of a JVM.
    #[must_use]
    pub fn is_of_collections(&self) -> bool {
        matches!(self.kind, InputKind::GcLog | InputKind::JfrRecording)
    }

    /// Whether it is one JFR recording that tells what was allocated.
    pub(crate) fn tells_allocations(&self, warnings: &Warnings) -> bool {
        let [file] = self.files.as_slice() else { return false };
        let recording = file.recording(&Progress::new(), warnings).ok().flatten();
        recording.is_some_and(|recording| recording.allocations().events > 0)
    }

    /// The same without contents of objects: heap dumps are copied without them, into a folder that goes with what is returned beside.
    ///
    /// # Errors
    /// When a dump cannot be read or written, when cancelled; [`Error::Request`] of inputs that may hold contents which cannot be taken out.
    #[cfg(feature = "fleet")]
    pub(crate) fn redacted(self, progress: &Progress, warnings: &Warnings) -> Result<(Self, TempDir)> {
        let copies = tempfile::tempdir().map_err(|source| Error::Write { source, path: std::env::temp_dir() })?;
        match self.kind {
            InputKind::HeapDump if !self.is_of_runs() => {}
            kind => {
                let message = format!("--redact is for heap dumps; from {} nothing can be taken out", in_words(kind));
                return Err(Error::Request(message));
            }
        }
        let mut paths = Vec::with_capacity(self.files.len() + self.beside.len());
        for (at, InputFile { path, .. }) in self.files.iter().enumerate() {
            // Two may have the same name, by which points are called.
            let folder = copies.path().join(at.to_string());
            let copy = folder.join(path.file_name().unwrap_or_default());
            std::fs::create_dir(&folder).map_err(|source| Error::Write { source, path: folder })?;
            redact(path, &copy, false, progress, warnings)?;
            paths.push(copy);
        }
        paths.extend(self.beside.iter().map(|file| file.path.clone()));
        Ok((Self::look_at_run(&paths, warnings)?, copies))
    }

    /// What it holds, for people.
    #[cfg(feature = "fleet")]
    pub(crate) fn kind_in_words(&self) -> &'static str {
        in_words(self.kind)
    }

    /// The paths of all files.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().map(|file| file.path.clone()).collect()
    }
}

impl InputFile {
    fn new(path: PathBuf, look: Look) -> Self {
        Self { path, look, recording: Arc::default() }
    }

    /// What it tells if it is a recording of a JVM: read once, for counts of objects, sampled objects and collections alike. What is wrong
    /// with it is told to the first who asks.
    ///
    /// # Errors
    /// When it cannot be read, or when cancelled.
    pub(super) fn recording(&self, progress: &Progress, warnings: &Warnings) -> Result<Option<Arc<JfrRecording>>> {
        let Some(Holds::Recording(read)) = self.look.format.map(|format| format.holds) else { return Ok(None) };
        let mut known = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            *known = Some(Arc::new(read(&open_bytes(&self.path, progress, warnings)?, &self.path, progress, warnings)?));
        }
        Ok(known.clone())
    }

    /// Whether it tells of the garbage collections of a run, and can lie beside what tells of its objects.
    fn tells_of_collections(&self) -> bool {
        matches!(self.look.format.map(|format| format.holds), Some(Holds::GcEvents(_) | Holds::Recording(_)))
    }
}

/// Whether several paths are several runs: folders, with traces and files of trees among them. Several heap dumps, trees or histograms are
/// one, with what lies beside them.
fn are_runs(looked: &[InputFile]) -> bool {
    let is_folder = |file: &InputFile| matches!(file.look.kind, InputKind::Folder | InputKind::Tables);
    let is_run = |file: &InputFile| is_folder(file) || matches!(file.look.kind, InputKind::MemoryTrees | InputKind::Trace);
    looked.len() > 1 && looked.iter().all(is_run) && looked.iter().any(is_folder)
}

/// Whether a file is called like data; anything else may lie in a folder unnoticed.
fn is_called_like_data(name: &str) -> bool {
    let mut endings = FORMATS.iter().flat_map(|format| format.endings).chain(&[".gz"]);
    endings.any(|ending| name.ends_with(ending))
}

/// Whether a file says something of the data in its folder and is none of them.
pub(super) fn lies_beside_data(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "dataset.json" || name == DEFINITIONS_FILE || name == ANNOTATIONS_FILE)
}

fn look_into(folder: &Path, warnings: &Warnings) -> Result<Input> {
    let mut files: Vec<InputFile> = Vec::new();
    for path in list_folder(folder)? {
        match look_at(&path) {
            Ok(_) if lies_beside_data(&path) => {}
            Ok(look) => files.push(InputFile::new(path, look)),
            Err(error) => warnings.add("a file in the folder could not be opened", error),
        }
    }
    let holds = |kind: InputKind| files.iter().any(|file| file.look.kind == kind);
    // A folder of folders can still be an export of trees one level down.
    let data = FORMATS.iter().filter(|format| format.is_data()).map(|format| format.kind).find(|&kind| holds(kind));
    let kind = data.or_else(|| holds(InputKind::GcLog).then_some(InputKind::GcLog));
    let kind = kind.or_else(|| holds(InputKind::Folder).then_some(InputKind::MemoryTrees));
    let kind = kind.ok_or_else(|| Error::Empty {
        reason: format!("{} holds no heap dumps, traces, memory trees or class histograms", folder.display()),
    })?;
    let is_beside = |file: &InputFile| file.look.kind != kind && file.tells_of_collections();
    let beside: Vec<InputFile> = files.iter().filter(|file| is_beside(file)).cloned().collect();
    let others = files.iter().filter(|file| file.look.kind != kind && !is_beside(file));
    for other in others.filter(|file| file.look.format.is_some_and(Format::is_data)) {
        warnings.add(&format!("the folder was read as {}; a file of another kind was passed over", in_words(kind)), other.path.display());
    }
    // Files that are called JSON are told by the reader of tree folders, which goes by the names.
    for empty in files.iter().filter(|file| kind != InputKind::MemoryTrees && file.look.kind == InputKind::Empty) {
        warnings.add("an empty file was passed over", empty.path.display());
    }
    let is_told = |name: &str| kind == InputKind::MemoryTrees && name.ends_with(".json");
    for unknown in files.iter().filter(|file| file.look.kind == InputKind::Unknown) {
        let name = unknown.path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if is_called_like_data(&name) && !is_told(&name) {
            warnings.add("a file is called like data, but holds none that can be read; it was passed over", unknown.path.display());
        }
    }
    files.retain(|file| file.look.kind == kind);
    Ok(Input { beside, ..Input::of(kind, vec![folder.to_owned()], files) })
}

/// What a kind of data is called.
pub(super) fn in_words(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Tables => "tables",
        kind => Format::of_kind(kind).map_or("other files", |format| format.names),
    }
}

/// What a file of this kind is called.
pub(super) fn one_in_words(kind: InputKind) -> &'static str {
    Format::of_kind(kind).map_or("file", |format| format.name)
}

fn known_file(file: InputFile) -> Result<InputFile> {
    let path = &file.path;
    match file.look.kind {
        InputKind::HeapDump
        | InputKind::Trace
        | InputKind::MemoryTrees
        | InputKind::ClassHistogram
        | InputKind::JfrRecording
        | InputKind::GcLog => Ok(file),
        InputKind::Tables if cfg!(feature = "fleet") => Ok(file),
        InputKind::Tables => {
            Err(unusable(path, "the folder holds tables, which builds with the feature fleet read only: scripts/run.sh fleet .. makes one"))
        }
        InputKind::Folder => Err(Error::Request(format!("{} is a folder; name folders alone, or files alone", path.display()))),
        InputKind::Empty => Err(unusable(path, "the file is empty")),
        InputKind::TracePart => Err(unusable(path, "this belongs to a trace of AntTracks; open the trace, or the folder that holds both")),
        InputKind::Unknown => Err(unusable(
            path,
            "unknown kind of file; expected a heap dump (HPROF), a trace (.mctrace, AntTracks), memory trees (JSON) or a class histogram",
        )),
    }
}

fn unusable(path: &Path, reason: &str) -> Error {
    Error::Document { file: path.display().to_string(), reason: reason.into(), json_path: String::new() }
}
