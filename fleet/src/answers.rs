//! What the questions about a fleet are answered with: by the engine here, or by a cluster that was asked the same.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::database::Database;
use crate::error::{Error, Result};

/// The question that only a city of all processes needs.
const CITY: &str = "city";

/// Questions about a fleet, by name.
const QUESTIONS: [(&str, &str); 6] = [
    ("versions", include_str!("../sql/fleet/versions.sql")),
    ("causes", include_str!("../sql/fleet/causes.sql")),
    ("groups", include_str!("../sql/fleet/groups.sql")),
    ("held", include_str!("../sql/fleet/held.sql")),
    ("processes", include_str!("../sql/fleet/processes.sql")),
    (CITY, include_str!("../sql/fleet/city.sql")),
];

/// The questions that are asked about a fleet: their names and their texts.
pub fn questions() -> impl Iterator<Item = (&'static str, &'static str)> {
    QUESTIONS.into_iter()
}

/// A row by the names of its columns.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct Row(BTreeMap<String, Value>);

impl Row {
    /// A text; empty where there is none.
    pub(crate) fn text(&self, name: &str) -> String {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// A number; 0 where there is none.
    pub(crate) fn number(&self, name: &str) -> i64 {
        self.0.get(name).and_then(Value::as_i64).unwrap_or_default()
    }

    /// A number with a fraction; 0 where there is none.
    pub(crate) fn real(&self, name: &str) -> f64 {
        self.0.get(name).and_then(Value::as_f64).unwrap_or_default()
    }

    /// A number that is not negative.
    pub(crate) fn count(&self, name: &str) -> u64 {
        self.number(name).max(0).unsigned_abs()
    }
}

impl<const N: usize> From<[(&str, Value); N]> for Row {
    fn from(cells: [(&str, Value); N]) -> Self {
        Self(cells.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// Rows of each question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers(BTreeMap<String, Vec<Row>>);

impl Answers {
    /// Asks these tables, also for what a city of all processes needs if one is wanted.
    ///
    /// # Errors
    /// When they cannot be read, or when cancelled.
    pub fn ask(database: &Database, with_city: bool) -> Result<Self> {
        let mut answers = BTreeMap::new();
        for (name, text) in QUESTIONS.into_iter().filter(|(name, _)| with_city || *name != CITY) {
            let answer = database.ask(text)?;
            let names: Vec<String> = answer.schema().fields().iter().map(|field| field.name().clone()).collect();
            let mut rows = Vec::new();
            answer.for_each_row(&mut |row| {
                rows.push(Row(names.iter().cloned().zip(row).collect()));
                Ok(true)
            })?;
            answers.insert(name.to_owned(), rows);
        }
        Ok(Self(answers))
    }

    /// Reads what a cluster has answered: `{"versions":[{"service":..,..},..],"causes":[..],..}`.
    ///
    /// # Errors
    /// When the file cannot be read, is no such document, or lacks a question.
    pub fn read(path: &Path) -> Result<Self> {
        let wrong = |message: String| Error::Answer(format!("{}: {message}", path.display()));
        let text = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        let answers: BTreeMap<String, Vec<Row>> = serde_json::from_slice(&text).map_err(|error| wrong(format!("no answers: {error}")))?;
        match QUESTIONS.iter().find(|(name, _)| !answers.contains_key(*name)) {
            Some((name, _)) => Err(wrong(format!("there is no answer to {name}"))),
            None => Ok(Self(answers)),
        }
    }

    /// The rows of a question, in the order that it asks for.
    pub(crate) fn rows(&self, question: &str) -> &[Row] {
        self.0.get(question).map_or(&[], Vec::as_slice)
    }

    /// What the city is made of.
    pub(crate) fn of_city(&self) -> &[Row] {
        self.rows(CITY)
    }
}
