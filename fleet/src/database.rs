//! Questions in SQL over the tables of sources and of folders.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use analysis::Progress;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use datafusion::common::SchemaError;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::DataFusionError;
use datafusion::execution::disk_manager::DiskManagerBuilder;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::logical_expr::sqlparser::parser::ParserError;
use datafusion::prelude::{DataFrame, SQLOptions, SessionConfig, SessionContext};
use futures_util::StreamExt;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::cells::cells;
use crate::error::{Error, Result};
use crate::folder::{self, Folder, unreadable};
use crate::guard::{guard_this_thread, guarded};
use crate::scan::SourceTable;
use crate::schema::{PARTITIONS, Table};
use crate::source::Source;

/// Questions that everybody asks, by name. The same files are views on a cluster.
const VIEWS: [(&str, &str); 6] = [
    ("histogram", include_str!("../sql/views/histogram.sql")),
    ("owners", include_str!("../sql/views/owners.sql")),
    ("growth", include_str!("../sql/views/growth.sql")),
    ("referrers", include_str!("../sql/views/referrers.sql")),
    ("leaks", include_str!("../sql/views/leaks.sql")),
    ("waste", include_str!("../sql/views/waste.sql")),
];

/// A question that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Its name.
    pub name: &'static str,
    /// What it answers.
    pub meaning: &'static str,
    /// How it is asked.
    pub sql: &'static str,
}

/// All such questions.
pub fn views() -> impl Iterator<Item = View> {
    let meaning = |sql: &'static str| sql.lines().next().unwrap_or_default().trim_start_matches("-- ");
    VIEWS.into_iter().map(move |(name, sql)| View { name, meaning: meaning(sql), sql })
}

/// How much a question may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that sorting, joining and grouping may hold; beyond that they go on in temporary files. Heap states that are read come on top.
    pub memory: usize,
    /// How many work at the same time, each with at most one heap state in memory.
    pub workers: usize,
}

impl Default for Limits {
    /// A GiB, and all processors.
    fn default() -> Self {
        Self { memory: 1 << 30, workers: rayon::current_num_threads() }
    }
}

/// Rows that go through the engine together: few where there is little memory, as those that merge sorted files hold some of each, and
/// each waits for the others' memory.
const LEAST_ROWS: usize = 1024;
const MOST_ROWS: usize = 8192;
const MEMORY_OF_ROW: usize = 1 << 15;

/// Memory for questions that each who works on one must have; where there is less, fewer work.
const LEAST_OF_WORKER: usize = 16 << 20;

/// How often it is looked whether somebody has lost patience.
const LOOK: Duration = Duration::from_millis(50);

/// Tables and views by name.
pub struct Database {
    context: SessionContext,
    /// There until the end, whose work may still be under way then.
    runtime: Option<Runtime>,
    progress: Progress,
    /// The folders of this machine.
    folders: Vec<PathBuf>,
}

/// What a question is answered with, row by row.
pub struct Answer<'a> {
    database: &'a Database,
    frame: DataFrame,
}

impl Database {
    /// The tables of these sources, and of the folders of tables beside them. Work ends when `progress` is cancelled.
    ///
    /// # Errors
    /// When a folder cannot be looked at.
    pub fn new(sources: Vec<Arc<dyn Source>>, folders: &[Folder], limits: Limits, progress: &Progress) -> Result<Self> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.enable_all().worker_threads(limits.workers.max(1)).on_thread_start(guard_this_thread).build();
        let runtime = runtime.map_err(|error| Error::Answer(format!("no worker can be started: {error}")))?;
        // Each that sorts needs some memory of its own to read back what it has put aside.
        let workers = limits.workers.min(limits.memory / LEAST_OF_WORKER).max(1);
        let batch = (limits.memory / MEMORY_OF_ROW).clamp(LEAST_ROWS, MOST_ROWS);
        let config = SessionConfig::new().with_target_partitions(workers).with_batch_size(batch);
        let mut config = config.with_information_schema(true);
        config.options_mut().sql_parser.collect_spans = true;
        let put_back = &mut config.options_mut().execution.sort_spill_reservation_bytes;
        *put_back = (*put_back).min(limits.memory / workers / 8);
        let resources = RuntimeEnvBuilder::new()
            .with_memory_pool(Arc::new(FairSpillPool::new(limits.memory)))
            .with_disk_manager_builder(DiskManagerBuilder::default())
            .build_arc()?;
        let context = SessionContext::new_with_config_rt(config, resources);
        // It takes a column of one side of a join for one that tells all others, and then leaves out what rows are sorted by.
        context.remove_optimizer_rule("eliminate_duplicated_expr");
        let here = folders.iter().filter_map(|folder| if let Folder::Here(folder) = folder { Some(folder.clone()) } else { None });
        let database = Self { context, runtime: Some(runtime), progress: progress.clone(), folders: here.collect() };
        for folder in folders {
            folder.check_version()?;
        }
        for stored in folders.iter().filter_map(|folder| if let Folder::Stored(stored) = folder { Some(stored) } else { None }) {
            let store = ObjectStoreUrl::parse(format!("s3://{}", stored.bucket()))?;
            // A connection belongs to the workers that use it.
            database.context.register_object_store(store.as_ref(), folder::connect(stored.bucket())?);
        }
        database.add_tables(sources.into(), folders)?;
        for (name, text) in VIEWS {
            let frame = database.plan(text)?;
            database.context.register_table(name, frame.into_view())?;
        }
        Ok(database)
    }

    fn add_tables(&self, sources: Arc<[Arc<dyn Source>]>, folders: &[Folder]) -> Result<()> {
        for table in Table::ALL {
            let mut parts: Vec<DataFrame> = Vec::new();
            if !sources.is_empty() || folders.is_empty() {
                parts.push(self.context.read_table(Arc::new(SourceTable::new(table, Arc::clone(&sources))))?);
            }
            if !folders.is_empty() {
                parts.push(self.context.read_table(Arc::new(files_of(table, folders)?))?);
            }
            let mut parts = parts.into_iter();
            let Some(first) = parts.next() else { continue };
            let all = parts.try_fold(first, DataFrame::union)?;
            self.context.register_table(table.name(), all.into_view())?;
        }
        Ok(())
    }

    /// Understands a question; nothing is read before somebody wants rows.
    ///
    /// # Errors
    /// [`Error::Question`] where it makes no sense or is more than a question.
    pub fn ask(&self, question: &str) -> Result<Answer<'_>> {
        if question.trim().is_empty() {
            return Err(Error::Question { message: "nothing is asked".to_owned() });
        }
        Ok(Answer { database: self, frame: self.plan(question)? })
    }

    /// The engine says what is wrong with a file and not with which: looks for it.
    fn with_file(&self, error: Error) -> Error {
        match error {
            Error::Answer(told) => self.folders.iter().find_map(|folder| unreadable(folder)).map_or(Error::Answer(told), Error::Heap),
            other => other,
        }
    }

    fn wait_for<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        let ended = || Error::Answer("the database has ended".into());
        let runtime = self.runtime.as_ref().ok_or_else(ended)?;
        guarded(|| Ok(runtime.block_on(work)))
    }

    fn plan(&self, question: &str) -> Result<DataFrame> {
        let only_questions = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
        let planned = self.wait_for(self.context.sql_with_options(question, only_questions))?;
        planned.map_err(|error| Error::Question { message: in_words(&error, question) })
    }
}

impl Drop for Database {
    /// Does not wait for what is read just now.
    fn drop(&mut self) {
        self.runtime.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

impl Answer<'_> {
    /// Its columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(self.frame.schema().inner())
    }

    /// Works it out and hands rows to `take`, which says whether it wants more.
    ///
    /// # Errors
    /// When a source cannot be read, when memory and temporary files do not suffice, when cancelled, and those of `take`.
    pub fn rows(self, take: &mut dyn FnMut(RecordBatch) -> Result<bool>) -> Result<()> {
        let database = self.database;
        self.work(take).map_err(|error| database.with_file(error))
    }

    fn work(self, take: &mut dyn FnMut(RecordBatch) -> Result<bool>) -> Result<()> {
        let progress = &self.database.progress;
        self.database.wait_for(async {
            let mut rows = self.frame.execute_stream().await?;
            let mut look = tokio::time::interval(LOOK);
            loop {
                tokio::select! {
                    _ = look.tick() => progress.check()?,
                    batch = rows.next() => match batch {
                        Some(batch) => if !take(batch?)? { return Ok(()) },
                        None => return Ok(()),
                    },
                }
            }
        })?
    }

    /// The same row by row, each as cells in the order of columns.
    ///
    /// # Errors
    /// As [`Answer::rows`].
    pub fn for_each_row(self, see: &mut dyn FnMut(Vec<Value>) -> Result<bool>) -> Result<()> {
        self.rows(&mut |batch| {
            let mut columns: Vec<_> = cells(&batch)?.into_iter().map(Vec::into_iter).collect();
            for _ in 0..batch.num_rows() {
                if !see(columns.iter_mut().map(|column| column.next().unwrap_or_default()).collect())? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// The tables that a question asks, itself or by way of a named one, of which these folders of this machine hold no file. None where there is
/// another folder.
#[must_use]
pub fn tables_without_files(question: &str, folders: &[Folder]) -> Vec<&'static str> {
    let is_asked = |text: &str, name: &str| {
        let words: Vec<&str> = text.split(|sign: char| !(sign.is_alphanumeric() || sign == '_')).filter(|word| !word.is_empty()).collect();
        // Columns may be called so, too.
        words.windows(2).any(|pair| ["from", "join"].iter().any(|before| pair[0].eq_ignore_ascii_case(before)) && pair[1] == name)
    };
    let asked_views = VIEWS.iter().filter(|(name, _)| is_asked(question, name)).map(|(_, text)| *text);
    let texts: Vec<&str> = std::iter::once(question).chain(asked_views).collect();
    let has_none = |table: &Table| {
        let lacks = |folder: &Folder| matches!(folder, Folder::Here(folder) if !folder.join(table.name()).is_dir());
        !folders.is_empty() && folders.iter().all(lacks)
    };
    Table::ALL.into_iter().filter(|table| texts.iter().any(|text| is_asked(text, table.name()))).filter(has_none).map(Table::name).collect()
}

/// The files of a table in these folders; one without rows has none, and no folder.
fn files_of(table: Table, folders: &[Folder]) -> Result<ListingTable> {
    let place = |folder: &Folder| ListingTableUrl::parse(folder.url_of(table));
    let places = folders.iter().map(place).collect::<std::result::Result<_, _>>()?;
    let partitions = PARTITIONS.iter().map(|column| (column.name.to_owned(), column.kind.data_type())).collect();
    let options =
        ListingOptions::new(Arc::new(ParquetFormat::default())).with_file_extension(".parquet").with_table_partition_cols(partitions);
    let config = ListingTableConfig::new_with_multi_paths(places).with_listing_options(options).with_schema(table.file_schema());
    Ok(ListingTable::try_new(config)?)
}

/// What is wrong with a question, with line and column where that is known.
fn in_words(error: &DataFusionError, question: &str) -> String {
    let root = error.find_root();
    let text = match root {
        DataFusionError::SQL(error, _) => match error.as_ref() {
            ParserError::TokenizerError(text) | ParserError::ParserError(text) => text.clone(),
            ParserError::RecursionLimitExceeded => "it is nested too deeply".to_owned(),
        },
        DataFusionError::Plan(text) => text.clone(),
        DataFusionError::SchemaError(error, _) => error.to_string(),
        other => other.strip_backtrace(),
    };
    // Names of tables with what this engine has around them.
    let text = text.replace("datafusion.public.", "");
    let text = text.trim_end_matches('.');
    let (text, told) = match told_place(text) {
        Some((text, place)) => (text, Some(place)),
        None => (text, error.diagnostic().and_then(|diagnostic| diagnostic.span).map(|span| (span.start.line, span.start.column))),
    };
    let place = told.or_else(|| match root {
        DataFusionError::SchemaError(error, _) => match error.as_ref() {
            SchemaError::FieldNotFound { field, .. } => place_of(field.name(), question),
            _ => None,
        },
        _ => None,
    });
    match place {
        Some((line, column)) => format!("line {line}, column {column}: {text}"),
        None => text.to_owned(),
    }
}

/// What was wrong and where, as the parser ends its sentences: `.. at Line: 1, Column: 8`.
fn told_place(text: &str) -> Option<(&str, (u64, u64))> {
    let (text, place) = text.rsplit_once(" at Line: ")?;
    let (line, column) = place.split_once(", Column: ")?;
    Some((text, (line.parse().ok()?, column.parse().ok()?)))
}

/// Where a name stands in a question first, as line and column from 1.
fn place_of(name: &str, question: &str) -> Option<(u64, u64)> {
    let is_part = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    let is_whole = |at: usize| !is_part(question[..at].chars().next_back()) && !is_part(question[at + name.len()..].chars().next());
    let at = question.match_indices(name).map(|(at, _)| at).find(|&at| is_whole(at))?;
    let before = &question[..at];
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    Some((before.matches('\n').count() as u64 + 1, column as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_are_asked_for_and_have_no_files_are_known() {
        let scratch = tempfile::tempdir().expect("can be made");
        std::fs::create_dir(scratch.path().join("points")).expect("can be made");
        let folders = [Folder::Here(scratch.path().to_owned())];
        let lacking = |question: &str| tables_without_files(question, &folders);
        assert_eq!(lacking("select objects FROM points join groups using (point)"), ["groups"]);
        assert_eq!(lacking("select * from histogram"), ["classes"]);
        assert!(tables_without_files("select * from groups", &[]).is_empty());
    }

    #[test]
    fn a_name_is_found_where_it_stands_alone() {
        assert_eq!(place_of("clas", "select classes,\n  o.clas from o"), Some((2, 5)));
        assert_eq!(place_of("clas", "select class"), None);
    }
}
