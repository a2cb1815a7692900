//! What people know of a program: marks and notes, saved beside its data, so that they hold for the next dump of it as well.
//!
//! ```json
//! {
//!   "format": "memory-city marks",
//!   "version": 1,
//!   "marks": [{ "place": "com.shop.Cache.entries", "need": "needed" }],
//!   "notes": { "com.shop.Item": "Told the team; see **issue 12**." }
//! }
//! ```
//!
//! Places are names of classes and fields ([`Place`]); notes are Markdown, and may also stand at other groups, by their key.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analysis::{Error, MarkKind, Marks, Place, Result};
use serde::{Deserialize, Serialize};

use super::own_file::{read_own, wrong_in};
use crate::base::system::write_to_stay;

/// What the file is called.
pub(crate) const ANNOTATIONS_FILE: &str = "memory-city.marks";

const FORMAT: &str = "memory-city marks";
/// Version of the file; newer ones are left alone.
const VERSION: u32 = 1;

/// Marks and notes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Annotations {
    /// What is needed, and what is not.
    pub marks: Marks,
    /// By place, or key of a group: what somebody wrote, in Markdown.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
}

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Annotation {
    /// Marks a place, or takes its mark away.
    Mark(Place, Option<MarkKind>),
    /// Writes a note; an empty one takes it away.
    Note(String, String),
}

#[derive(Debug, Serialize, Deserialize)]
struct Document {
    format: String,
    version: u32,
    #[serde(default)]
    marks: Marks,
    #[serde(default)]
    notes: BTreeMap<String, String>,
}

/// The files beside a dataset: in the folder that was opened, or in that of its files; of several runs in that of each.
fn annotations_files(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        let folder = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
        let file = folder.unwrap_or(Path::new("")).join(ANNOTATIONS_FILE);
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

impl Annotations {
    /// Nobody said anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.notes.is_empty()
    }

    /// Those beside a dataset; none where there is no file. Where runs contradict each other, the last one counts.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::Document`] with line and column of what is wrong.
    pub fn beside(paths: &[PathBuf]) -> Result<Self> {
        annotations_files(paths).iter().try_fold(Self::default(), |all, file| Ok(Self::read(file)?.changes().fold(all, Self::with)))
    }

    /// What leads to them from nothing.
    fn changes(self) -> impl Iterator<Item = Annotation> {
        let marks: Vec<Annotation> = self.marks.iter().map(|mark| Annotation::Mark(mark.place.clone(), Some(mark.need))).collect();
        marks.into_iter().chain(self.notes.into_iter().map(|(place, text)| Annotation::Note(place, text)))
    }

    fn read(path: &Path) -> Result<Self> {
        let wrong = |reason| wrong_in(path, reason);
        let Some(Document { format, version, marks, notes }) = read_own(path)? else { return Ok(Self::default()) };
        if format != FORMAT || version > VERSION {
            return Err(wrong(format!("not of the format {FORMAT:?}, or written by a newer memory-city (version {version})")));
        }
        if let Some(mark) = marks.iter().find(|mark| Place::parse(&mark.place.to_string()).as_ref() != Some(&mark.place)) {
            return Err(wrong(format!("{:?} is no place", mark.place.to_string())));
        }
        Ok(Self { marks, notes })
    }

    /// With a change.
    #[must_use]
    pub fn with(mut self, change: Annotation) -> Self {
        match change {
            Annotation::Mark(place, need) => self.marks.set(place, need),
            Annotation::Note(place, text) if text.trim().is_empty() => drop(self.notes.remove(&place)),
            Annotation::Note(place, text) => drop(self.notes.insert(place, text.trim().to_owned())),
        }
        self
    }

    /// Changes the files beside a dataset; what others have written there meanwhile stays. Gives what is known then, and the files.
    ///
    /// # Errors
    /// As [`Annotations::beside`], and when one cannot be written: then that one is as it was.
    pub fn change(paths: &[PathBuf], changes: &[Annotation]) -> Result<(Self, Vec<PathBuf>)> {
        let files = annotations_files(paths);
        if files.is_empty() {
            return Err(Error::Request("marks are saved beside files, and there is none".to_owned()));
        }
        // What is wrong with one of them is told before any is written.
        let known = files.iter().map(|file| Self::read(file)).collect::<Result<Vec<_>>>()?;
        for (file, known) in files.iter().zip(known) {
            let Self { marks, notes } = changes.iter().cloned().fold(known, Self::with);
            let document = Document { format: FORMAT.to_owned(), version: VERSION, marks, notes };
            let io = |source| Error::Io { source, path: file.clone() };
            let text = serde_json::to_string_pretty(&document).map_err(|error| io(error.into()))?;
            write_to_stay(file, text.as_bytes()).map_err(io)?;
        }
        Ok((Self::beside(paths)?, files))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::Folder;

    fn place(text: &str) -> Place {
        Place::parse(text).expect("is a place")
    }

    #[test]
    fn what_people_know_is_kept_beside_the_data() {
        let folder = Folder::new("marks");
        let paths = vec![folder.path().join("first.hprof")];
        assert!(Annotations::beside(&paths).expect("nothing is there").is_empty());
        let changes = [
            Annotation::Mark(place("shop.Cache.entries"), Some(MarkKind::Needed)),
            Annotation::Note("shop.Item".to_owned(), " See **issue 12**.\n".to_owned()),
        ];
        let (changed, files) = Annotations::change(&paths, &changes).expect("it can be written");
        assert_eq!(files, [folder.path().join(ANNOTATIONS_FILE)]);
        // The next dump of the program lies in the same folder; so does the folder as a whole.
        for paths in [vec![folder.path().join("second.hprof")], vec![folder.path().to_owned()]] {
            assert_eq!(Annotations::beside(&paths).expect("it is there"), changed);
        }
        let none = [Annotation::Mark(place("shop.Cache.entries"), None), Annotation::Note("shop.Item".to_owned(), String::new())];
        assert!(Annotations::change(&paths, &none).expect("it can be written").0.is_empty());
    }

    #[test]
    fn what_is_known_of_several_runs_lies_beside_each_and_the_last_one_counts() {
        let folders = ["old", "new"].map(|name| Folder::new(&format!("marks-{name}")));
        let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.path().to_owned()).collect();
        let mark = |need| [Annotation::Mark(place("shop.Item"), Some(need))];
        Annotations::change(&paths, &mark(MarkKind::Needed)).expect("it can be written");
        for path in &paths {
            assert_eq!(Annotations::beside(std::slice::from_ref(path)).expect("it is there").marks.iter().count(), 1);
        }
        Annotations::change(&paths[1..], &mark(MarkKind::NotNeeded)).expect("it can be written");
        let known = Annotations::beside(&paths).expect("they are there");
        assert_eq!(known.marks.iter().map(|mark| mark.need).collect::<Vec<_>>(), [MarkKind::NotNeeded]);
    }

    #[test]
    fn a_file_that_is_none_is_told_and_never_written_over() {
        let folder = Folder::new("no-marks");
        let paths = vec![folder.path().to_owned()];
        let file = folder.path().join(ANNOTATIONS_FILE);
        for (text, why) in [
            ("{", "line 1, column 1"),
            ("{\"format\": \"other\", \"version\": 1}", "not of the format"),
            ("{\"format\": \"memory-city marks\", \"version\": 2}", "newer memory-city"),
            ("{\"format\": \"memory-city marks\", \"version\": 1, \"marks\": [{\"place\": \"a >\", \"need\": \"needed\"}]}", "is no place"),
        ] {
            folder.write(ANNOTATIONS_FILE, text);
            let error = Annotations::change(&paths, &[Annotation::Note("a".to_owned(), "b".to_owned())]).expect_err("is wrong");
            assert!(error.to_string().contains(why), "{error}");
            assert_eq!(std::fs::read_to_string(&file).expect("it is there"), text);
        }
    }
}
