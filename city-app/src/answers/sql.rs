//! Questions in SQL to the tables of what a city was made of, and the groups that their answers are about.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use analysis::{Evolution, KEY_SEPARATOR, NodeIndex, Progress, ROOT_KEY, Result, Warnings};
use fleet::{Answer, Database, Limits, Place, SERVICE_ROLE, Source, VERSION_ROLE, district_name};
use serde_json::Value;

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
        let warnings = Arc::new(Warnings::new());
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

    /// Of each row the groups of the city that it is about: that of its key; where the city is grouped in another way, those whose keys end as
    /// it does, and else those of the same name. Of a city of many processes only those of its service and version, as far as it names them,
    /// and instead of the whole heap their district.
    #[must_use]
    pub fn groups(&self, session: &Session) -> Vec<Vec<NodeIndex>> {
        let column = |name: &str| self.columns.iter().position(|column| column == name);
        let named: Vec<usize> = OF_GROUPS.iter().filter_map(|name| column(name)).collect();
        let around: Vec<(usize, &str)> =
            [("service", SERVICE_ROLE), ("version", VERSION_ROLE)].iter().filter_map(|(name, role)| Some((column(name)?, *role))).collect();
        let known = if named.is_empty() { KnownGroups::default() } else { KnownGroups::of(session) };
        let groups = |row: &Vec<Value>| {
            let districts: Vec<(&str, &str)> = around.iter().filter_map(|&(column, role)| Some((role, row[column].as_str()?))).collect();
            let meant = named.iter().filter_map(|&column| row[column].as_str());
            meant.map(|text| known.meant(&session.evolution, text, &districts)).find(|groups| !groups.is_empty()).unwrap_or_default()
        };
        self.rows.iter().map(groups).collect()
    }
}

/// The groups that have a place in the city, by what questions may call them.
#[derive(Default)]
struct KnownGroups<'a> {
    by_key: HashMap<&'a str, Vec<NodeIndex>>,
    by_name: HashMap<&'a str, Vec<NodeIndex>>,
}

impl<'a> KnownGroups<'a> {
    fn of(session: &'a Session) -> Self {
        let mut known = Self::default();
        for (at, info) in session.evolution.nodes.iter().enumerate() {
            let node = NodeIndex(at as u32);
            if session.place(node).is_none() {
                continue;
            }
            known.by_key.entry(&info.key).or_default().push(node);
            let last = last_part(&info.key);
            known.by_name.entry(last).or_default().push(node);
            if *info.name != *last {
                known.by_name.entry(&info.name).or_default().push(node);
            }
        }
        known
    }

    /// What a key or a name means, in these districts: each the name of a criterion and that of a group by it.
    fn meant(&self, evolution: &Evolution, text: &str, districts: &[(&str, &str)]) -> Vec<NodeIndex> {
        let is_called = |node: NodeIndex, (role, name): (&str, &str)| {
            evolution.role_name(node) == role && *evolution.nodes[node.at()].name == *district_name(role, name)
        };
        let lies_in = |node: NodeIndex, district: (&str, &str)| {
            let mut around = evolution.path(node).into_iter().filter(|&above| evolution.role_name(above) == district.0).peekable();
            around.peek().is_none() || around.any(|above| is_called(above, district))
        };
        let inside = |nodes: Option<&Vec<NodeIndex>>| -> Vec<NodeIndex> {
            let lies_inside = |node: &NodeIndex| districts.iter().all(|&district| lies_in(*node, district));
            nodes.into_iter().flatten().copied().filter(lies_inside).collect()
        };
        if text == ROOT_KEY {
            // Instead of the whole heap the innermost of its districts, of those that the city has.
            let of_city = || districts.iter().copied().filter(|(role, _)| evolution.roles.iter().any(|known| **known == **role));
            let is_in_all = |node: NodeIndex| of_city().all(|one| evolution.path(node).into_iter().any(|above| is_called(above, one)));
            let mut whole: Vec<NodeIndex> = Vec::new();
            for one in of_city() {
                let named = self.by_name.get(district_name(one.0, one.1)).into_iter().flatten().copied();
                whole.extend(named.filter(|&node| is_called(node, one) && is_in_all(node)));
            }
            if !whole.is_empty() {
                return whole;
            }
        }
        let exact = inside(self.by_key.get(text));
        if !exact.is_empty() {
            return exact;
        }
        let named = inside(self.by_name.get(last_part(text)));
        let end = text.find(KEY_SEPARATOR).map(|root| &text[root..]);
        let ends_so = |node: &NodeIndex| end.is_some_and(|end| evolution.nodes[node.at()].key.ends_with(end));
        let surer: Vec<NodeIndex> = named.iter().copied().filter(ends_so).collect();
        match (surer.is_empty(), named.is_empty()) {
            (false, _) => surer,
            (true, false) => named,
            // The city of many processes was asked itself, as one process.
            (true, true) => self.by_key.get(text).cloned().unwrap_or_default(),
        }
    }
}

fn last_part(key: &str) -> &str {
    key.rsplit(KEY_SEPARATOR).next().unwrap_or(key)
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
    use fleet::NO_VERSION;

    use super::*;
    use crate::test_samples::travel_shop;

    #[test]
    fn in_a_city_of_many_processes_rows_are_about_their_service_and_version() {
        let session = city_of(&[("shop", "1.9"), ("shop", "1.10"), ("till", NO_VERSION)], [SERVICE_ROLE, VERSION_ROLE]);
        let keys = |columns: &[&str], row: &[&str]| keys_of(&session, columns, row);
        let (old, new, other) = ("Overall#shop#1.9#app.Date", "Overall#shop#1.10#app.Date", "Overall#till#(no version)#app.Date");
        assert_eq!(keys(&["service", "version", "path"], &["shop", "1.10", "Overall#app.Date"]), [new]);
        assert_eq!(keys(&["service", "version", "class"], &["till", "", "app.Date"]), [other]);
        assert_eq!(keys(&["service", "class"], &["shop", "app.Date"]), [new, old]);
        assert_eq!(keys(&["class"], &["app.Date"]), [new, old, other]);
        assert!(keys(&["service", "class"], &["cart", "app.Date"]).is_empty());
        assert_eq!(keys(&["service", "version", "path"], &["shop", "1.9", "Overall"]), ["Overall#shop#1.9"]);
        assert_eq!(keys(&["service", "path"], &["shop", "Overall"]), ["Overall#shop"]);
        // As the folder of its trees names it.
        assert_eq!(keys(&["service", "version", "path"], &["city", "", new]), [new]);
    }

    #[test]
    fn districts_may_be_chosen() {
        let columns = ["service", "version", "path"];
        let by_version = city_of(&[("1.9", "shop"), ("1.10", "shop"), ("1.10", "till")], [VERSION_ROLE, SERVICE_ROLE]);
        assert_eq!(keys_of(&by_version, &columns, &["shop", "1.10", "Overall"]), ["Overall#1.10#shop"]);
        assert_eq!(keys_of(&by_version, &columns, &["shop", "1.10", "Overall#app.Date"]), ["Overall#1.10#shop#app.Date"]);
        assert_eq!(keys_of(&by_version, &["version", "path"], &["1.10", "Overall"]), ["Overall#1.10"]);
        assert_eq!(keys_of(&by_version, &["service", "path"], &["shop", "Overall"]), ["Overall#1.10#shop", "Overall#1.9#shop"]);
        let of_services = city_of(&[("shop", "all")], [SERVICE_ROLE, "Package"]);
        assert_eq!(keys_of(&of_services, &columns, &["shop", "1.10", "Overall"]), ["Overall#shop"]);
    }

    /// A city with these districts, and one group in each of the inner ones.
    fn city_of(districts: &[(&str, &str)], roles: [&str; 2]) -> Session {
        let totals = analysis::NodeTotals { objects: 8, bytes: 64 };
        let mut tree = analysis::TreeBuilder::new(totals);
        let [outer, inner, of_type] = [roles[0], roles[1], "Type"].map(|role| tree.role(role));
        for (outer_name, inner_name) in districts {
            let parent = tree.add_part(0, outer_name, outer, totals);
            let parent = tree.add_part(parent, inner_name, inner, totals);
            tree.add_part(parent, "app.Date", of_type, totals);
        }
        let (tree, sizes) = (tree.finish().tree, analysis::NodeSizes::default());
        let point = analysis::TimePoint { time_millis: 0, gc: None, label: None, tree, references: None, sizes };
        let evolution = Evolution::from_points("", "", vec![point], &Progress::new(), &Warnings::new()).expect("is one");
        Session::new(Arc::new(evolution), &crate::base::settings::CitySettings::default())
    }

    /// The keys of the groups that a row is about.
    fn keys_of(session: &Session, columns: &[&str], row: &[&str]) -> Vec<String> {
        let rows = vec![row.iter().map(|&cell| cell.into()).collect()];
        let rows = SqlRows { columns: columns.iter().map(|&column| column.to_owned()).collect(), rows, has_more: false };
        let groups = rows.groups(session).remove(0);
        groups.iter().map(|node| session.evolution.nodes[node.at()].key.to_string()).collect()
    }

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
        for (row, groups) in told.rows.iter().zip(groups) {
            let keys: Vec<&str> = groups.iter().map(|node| &*session.evolution.nodes[node.at()].key).collect();
            assert_eq!(keys, [row[1].as_str().expect("is a path")], "the path is surer than the class");
        }
        let by_class =
            SqlRows { columns: vec!["class".into()], rows: vec![vec!["java.util.Date".into()], vec!["none".into()]], has_more: false };
        let groups = by_class.groups(&session);
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0]);
        let wrong = SqlQuestion { text: "select clas from histogram".into(), ..question };
        let error = wrong.ask(&Progress::new()).expect_err("has no such column").to_string();
        assert!(error.starts_with("line 1, column 8: "), "{error}");
    }
}
