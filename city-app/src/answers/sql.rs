//! Questions in SQL to the tables of what a city was made of, and the groups that their answers are about.

use std::path::PathBuf;
use std::sync::Arc;

use analysis::{NodeIndex, Progress, Result, Warnings};
use fleet::{Answer, Database, Limits, Place, Source};
use serde_json::Value;

use super::leaks::group_of;
use super::tables::tables_of;
use crate::base::words;
use crate::data::input::options::OpenOptions;
use crate::data::input::series::title_of;
use crate::data::input::{Fetched, Input, PointHeaps, part_tables};
use crate::data::session::Session;

/// Rows that are shown: who wants more asks for fewer, or for another form.
pub const MOST_ROWS: usize = 1000;

/// Columns that name a group of the city, the surest first: its key, or a class.
const OF_GROUPS: [&str; 4] = ["path", "key", "class", "name"];

/// What is asked, and of which heaps.
#[derive(Debug, Clone)]
pub struct SqlQuestion {
    /// The files of the city.
    pub paths: Arc<[PathBuf]>,
    /// Its heap states, grouped as the city is.
    pub heaps: Option<Arc<PointHeaps>>,
    /// The question.
    pub text: String,
}

impl PartialEq for SqlQuestion {
    fn eq(&self, other: &Self) -> bool {
        let has_same_heaps = match (&self.heaps, &other.heaps) {
            (Some(ours), Some(theirs)) => ours.has_heaps_of(theirs) && ours.asked_grouping() == theirs.asked_grouping(),
            (None, None) => true,
            _ => false,
        };
        has_same_heaps && self.paths == other.paths && self.text == other.text
    }
}

/// An answer, as far as it is shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SqlRows {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its first rows.
    pub rows: Vec<Vec<Value>>,
    /// Whether there are more.
    pub has_more: bool,
}

impl SqlQuestion {
    /// Reads what is asked for, and answers.
    ///
    /// # Errors
    /// What is wrong with the question, with its place; when a file cannot be read, when cancelled.
    pub fn ask(&self, progress: &Progress) -> Result<SqlRows> {
        let warnings = Warnings::new();
        let (folders, others) = part_tables(&self.paths)?;
        let fetched = Fetched::of(&others)?;
        let mut sources: Vec<Arc<dyn Source>> = Vec::new();
        if !others.is_empty() {
            let place = Place::called(&others.first().map(|path| title_of(path)).unwrap_or_default());
            let options = self.heaps.as_ref().map_or_else(OpenOptions::default, |heaps| heaps.options().clone());
            sources.push(tables_of(Input::look_at(&fetched.paths, &warnings)?, options, (place, &others), true, progress, &warnings)?);
        }
        let database = Database::new(sources, &folders, Limits::default(), progress)?;
        Ok(SqlRows::of(database.ask(&self.text)?)?)
    }
}

impl SqlRows {
    /// The first rows of an answer.
    ///
    /// # Errors
    /// As [`Answer::rows`].
    pub fn of(answer: Answer<'_>) -> fleet::Result<Self> {
        let columns = answer.schema().fields().iter().map(|field| field.name().clone()).collect();
        let mut rows = Vec::new();
        answer.for_each_row(&mut |row| {
            rows.push(row);
            Ok(rows.len() <= MOST_ROWS)
        })?;
        let has_more = rows.len() > MOST_ROWS;
        rows.truncate(MOST_ROWS);
        Ok(Self { columns, rows, has_more })
    }

    /// Whether a column holds nothing but numbers.
    #[must_use]
    pub fn is_of_numbers(&self, column: usize) -> bool {
        self.rows.iter().all(|row| row[column].is_number() || row[column].is_null())
    }

    /// Of each row the group of the city that it is about, if it names one.
    #[must_use]
    pub fn groups(&self, session: &Session) -> Vec<Option<NodeIndex>> {
        let named: Vec<usize> = OF_GROUPS.iter().filter_map(|name| self.columns.iter().position(|column| column == name)).collect();
        let group = |row: &Vec<Value>| named.iter().find_map(|&column| group_of(session, row[column].as_str()?));
        self.rows.iter().map(group).collect()
    }
}

/// A cell for people.
#[must_use]
pub fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), words::count),
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned)).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::travel_shop;

    #[test]
    fn an_answer_names_groups_of_the_city() {
        let session = travel_shop(&[]);
        let question = SqlQuestion {
            paths: session.heaps.as_ref().expect("has heaps").inputs().into(),
            heaps: session.heaps.clone(),
            text:
                "select 'java.util.Date' as class, path, more_bytes, 0.5 as half from growth where is_leaf order by more_bytes desc limit 3"
                    .to_owned(),
        };
        let told = question.ask(&Progress::new()).expect("is answered");
        assert_eq!(told.columns, ["class", "path", "more_bytes", "half"]);
        assert_eq!([0, 2, 3].map(|column| told.is_of_numbers(column)), [false, true, true]);
        let groups = told.groups(&session);
        assert!(groups.iter().all(Option::is_some), "{told:?}");
        for (row, group) in told.rows.iter().zip(groups) {
            assert_eq!(row[1].as_str(), group.map(|node| &*session.evolution.nodes[node.at()].key), "the path is surer than the class");
        }
        let by_class =
            SqlRows { columns: vec!["class".into()], rows: vec![vec!["java.util.Date".into()], vec!["none".into()]], has_more: false };
        let groups = by_class.groups(&session);
        assert!(groups[0].is_some() && groups[1].is_none());
        let wrong = SqlQuestion { text: "select clas from histogram".into(), ..question };
        let error = wrong.ask(&Progress::new()).expect_err("has no such column").to_string();
        assert!(error.starts_with("line 1, column 8: "), "{error}");
    }
}
