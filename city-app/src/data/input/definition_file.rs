//! The file of saved classifiers, filters and groupings: JSON that people can read, change and copy.
//!
//! ```json
//! {
//!   "format": "memory-city definitions",
//!   "version": 1,
//!   "definitions": [
//!     { "name": "Size class", "kind": "classifier", "description": "Small or large",
//!       "text": ["if size > 1000 { \"large\" }", "else { \"small\" }"] }
//!   ]
//! }
//! ```
//!
//! `kind` is `classifier`, `filter` (both with a script as their text) or `grouping` (with steps); `text` is one line or a
//! list of lines. Members that this version does not know stay when the file is written. A file that cannot be
//! understood is never written over.

use std::io;
use std::path::Path;

use analysis::{Definition, DefinitionKind, Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::own_file::{read_own, wrong_in};
use crate::base::system::write_to_stay;

const FORMAT: &str = "memory-city definitions";
/// Version of the file; newer ones are left alone.
const VERSION: u32 = 1;

/// All definitions of a file, as they are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DefinitionFile {
    entries: Vec<Entry>,
    /// Members of other versions.
    rest: Map<String, Value>,
}

/// What is read: definitions are looked at one by one, so that errors can name them.
#[derive(Debug, Deserialize)]
struct Document {
    format: String,
    version: u32,
    #[serde(default)]
    definitions: Vec<Value>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What is written, in this order.
#[derive(Debug, Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u32,
    definitions: &'a [Entry],
    #[serde(flatten)]
    rest: &'a Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Entry {
    name: String,
    kind: DefinitionKind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    description: String,
    text: Lines,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Lines {
    One(String),
    Several(Vec<String>),
}

impl Lines {
    fn of(text: &str) -> Self {
        match text.contains('\n') {
            true => Self::Several(text.split('\n').map(str::to_owned).collect()),
            false => Self::One(text.to_owned()),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::One(text) => text.clone(),
            Self::Several(lines) => lines.join("\n"),
        }
    }
}

impl Entry {
    fn definition(&self) -> Definition {
        let Self { name, kind, description, text, .. } = self.clone();
        Definition { name, kind, text: text.text(), description }
    }

    /// Whether another definition cannot stand beside this one.
    fn is_replaced_by(&self, other: &Definition) -> bool {
        self.definition().shares_its_name_with(other)
    }
}

impl DefinitionFile {
    /// Reads a file; one that does not exist holds nothing.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::Document`] with line and column of what is wrong.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let wrong = |reason| wrong_in(path, reason);
        let Some(document) = read_own::<Document>(path)? else { return Ok(Self { entries: Vec::new(), rest: Map::new() }) };
        if document.format != FORMAT {
            return Err(wrong(format!("this is no file of saved definitions: its format is {:?} and not {FORMAT:?}", document.format)));
        }
        if document.version > VERSION {
            return Err(wrong(format!("written by a newer memory-city (version {}, this one knows {VERSION})", document.version)));
        }
        let entry = |(at, value): (usize, Value)| {
            let name = value.get("name").and_then(Value::as_str).map(|name| format!(" ({name})")).unwrap_or_default();
            serde_json::from_value(value).map_err(|error| wrong(format!("definition {}{name}: {error}", at + 1)))
        };
        let entries: Result<Vec<Entry>> = document.definitions.into_iter().enumerate().map(entry).collect();
        Ok(Self { entries: entries?, rest: document.rest })
    }

    /// What it holds, in the order of the file.
    pub(super) fn definitions(&self) -> Vec<Definition> {
        self.entries.iter().map(Entry::definition).collect()
    }

    /// The definition in whose place this one would come.
    pub(super) fn find(&self, definition: &Definition) -> Option<Definition> {
        self.entries.iter().find(|entry| entry.is_replaced_by(definition)).map(Entry::definition)
    }

    /// Adds a definition, or puts it in the place of the one with its name.
    pub(super) fn put(&mut self, definition: &Definition) {
        let Definition { name, kind, text, description } = definition.clone();
        let mut entry = Entry { name, kind, description, text: Lines::of(&text), rest: Map::new() };
        match self.entries.iter_mut().find(|entry| entry.is_replaced_by(definition)) {
            Some(known) => {
                entry.rest = std::mem::take(&mut known.rest);
                *known = entry;
            }
            None => self.entries.push(entry),
        }
    }

    /// Takes a definition out.
    pub(super) fn remove(&mut self, definition: &Definition) {
        self.entries.retain(|entry| !entry.is_replaced_by(definition));
    }

    /// Writes the file; its folder is made if need be. Nobody ever sees half of it.
    ///
    /// # Errors
    /// [`Error::Document`] when folder or file cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let failed = |error: io::Error| Error::Document {
            file: path.display().to_string(),
            reason: format!("cannot be written: {error}"),
            json_path: String::new(),
        };
        let written = Written { format: FORMAT, version: VERSION, definitions: &self.entries, rest: &self.rest };
        let mut text = serde_json::to_string_pretty(&written).map_err(|error| failed(error.into()))?;
        text.push('\n');
        write_to_stay(path, text.as_bytes()).map_err(failed)
    }
}
